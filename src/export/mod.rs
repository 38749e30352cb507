//! Tests as tests of other tools, for a second opinion: C11, and LISA with its scopes, as herd7 reads them (docs/foreign.md). What a language has nothing for is
//! refused.

mod c11;
mod condition;
mod lisa;

use crate::llvm::IntType;
use crate::program::{Condition, Program};
use crate::syntax::litmus::ast::Type;
use crate::syntax::source::{Diagnostic, Span};

pub use c11::c11;
pub use condition::surely_written;
pub use lisa::lisa;

/// What is refused, at its place in the test.
type Exported<T> = Result<T, Box<Diagnostic>>;

/// The condition that is asked; none if the test has none.
fn chosen<'p>(program: &'p Program, number: Option<usize>, language: &str) -> Exported<Option<&'p Condition>> {
    match (number, program.conditions.as_slice()) {
        (None, [_, second, ..]) => {
            let help = format!("`--condition 1` to `--condition {}` choose one", program.conditions.len());
            refuse(program, second.span, "a second condition", &format!("a test in {language} has one"), help)
        }
        (None, conditions) => Ok(conditions.first()),
        (Some(number), conditions) => match number.checked_sub(1).and_then(|at| conditions.get(at)) {
            Some(condition) => Ok(Some(condition)),
            None => {
                let help = format!("from 1 to {}", conditions.len());
                refuse(program, Span::default(), format!("there is no condition {number}"), "this test", help)
            }
        },
    }
}

/// The integer type of what is no pointer.
fn integer(program: &Program, ty: Type, span: Span, language: &str) -> Exported<IntType> {
    let label = format!("not written in {language}");
    match ty {
        Type::Int(int) => Ok(int),
        Type::Wide(wide) => refuse(program, span, format!("a value of {wide}"), &label, "integers of at most 64 bits"),
        Type::Ptr => refuse(program, span, "a pointer as a value", &label, "objects that are accessed by name"),
    }
}

fn refuse<T>(
    program: &Program,
    span: Span,
    message: impl Into<String>,
    label: &str,
    help: impl Into<String>,
) -> Exported<T> {
    Err(Box::new(Diagnostic::new(&program.source, span, message, label).help(help)))
}
