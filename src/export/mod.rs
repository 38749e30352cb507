//! Tests as tests of other tools, for a second opinion: C11 as herd7 reads it (docs/foreign.md). What C has nothing for is refused.

mod body;
mod condition;
mod values;

use crate::llvm::{AddressSpace, IntType, Ordering, ScopeLevel, SyncScope, TagSet};
use crate::program::{Condition, Object, Program, ThreadId};
use crate::syntax::litmus::ast::Type;
use crate::syntax::source::{Diagnostic, Span};
use body::Body;
use std::fmt::Write;

pub use condition::surely_written;

/// What is refused, at its place in the test.
type Exported<T> = Result<T, Box<Diagnostic>>;

/// A test in C. It asks one condition: the first is 1, and may be left out where there are no others.
///
/// # Errors
/// The first place that means something C has nothing for: a scope that leaves threads out, an address space, a tag, a barrier, a pointer as a value.
pub fn c11(program: &Program, condition: Option<usize>) -> Exported<String> {
    let asked = chosen(program, condition)?;
    let mut text = format!("C {}\n", program.name);
    text += "{\n";
    for object in &program.objects {
        let _ = writeln!(text, "  {} {} = {};", declared(program, object)?, object.name, initial(program, object)?);
    }
    text += "}\n";
    for (number, thread) in program.threads.iter_enumerated() {
        let body = Body::new(program, number)?;
        let parameters = body.parameters().join(", ");
        let _ = write!(text, "\nP{} ({parameters}) {{\n{}}}\n", number.index(), body.text(&thread.body)?);
    }
    if let Some(filter) = &program.filter {
        let span = asked.map_or(Span::default(), |asked| asked.span);
        let _ = write!(text, "\nfilter ({})", condition::prop(program, filter, span)?);
    }
    match asked {
        Some(asked) => Ok(format!("{text}\n{}\n", condition::question(program, asked)?)),
        None => Ok(text),
    }
}

/// The condition that is asked; none if the test has none.
fn chosen(program: &Program, number: Option<usize>) -> Exported<Option<&Condition>> {
    match (number, program.conditions.as_slice()) {
        (None, [_, second, ..]) => {
            let help = format!("`--condition 1` to `--condition {}` choose one", program.conditions.len());
            refuse(program, second.span, "a second condition", "a test in C has one", help)
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

/// The type of an object as the initial state and parameters have it.
fn declared(program: &Program, object: &Object) -> Exported<String> {
    if object.space != AddressSpace::Global {
        let message = format!("`{}` is in {} memory", object.name, object.space);
        return refuse(program, object.span, message, "C has no address spaces", "global memory alone");
    }
    if object.memory.is_some() {
        let message = format!("`{}` has a memory type", object.name);
        return refuse(program, object.span, message, "C has no memory types", "leave it out");
    }
    named(program, &object.name, object.span)?;
    let int = integer(program, object.ty, object.span)?;
    Ok(format!("{}{}", if body::is_atomic(program, object) { "atomic_" } else { "" }, values::type_name(int)))
}

fn initial(program: &Program, object: &Object) -> Exported<String> {
    Ok(values::number(integer(program, object.ty, object.span)?, object.init))
}

/// The integer type of what is no pointer.
fn integer(program: &Program, ty: Type, span: Span) -> Exported<IntType> {
    match ty {
        Type::Int(int) => Ok(int),
        Type::Wide(wide) => {
            refuse(program, span, format!("a value of {wide}"), "not written in C", "integers of at most 64 bits")
        }
        Type::Ptr => {
            refuse(program, span, "a pointer as a value", "not written in C", "objects that are accessed by name")
        }
    }
}

/// Refuses names that C takes for something else.
fn named(program: &Program, name: &str, span: Span) -> Exported<()> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.chars().all(is_word) && !crate::foreign::is_reserved(name) {
        return Ok(());
    }
    refuse(program, span, format!("`{name}` is no name in C"), "this name", "another name, of letters, digits and `_`")
}

/// The order of an atomic operation as C names it.
fn order(program: &Program, ordering: Ordering, span: Span) -> Exported<&'static str> {
    match crate::foreign::order_name(ordering) {
        Some(name) => Ok(name),
        None => {
            refuse(program, span, format!("an {ordering} access"), "C has no such order", "monotonic is C's relaxed")
        }
    }
}

/// Refuses scopes that leave threads of the test out: in C every operation is for all.
fn everyone(program: &Program, thread: ThreadId, (scope, tags): (SyncScope, &TagSet), span: Span) -> Exported<()> {
    let SyncScope { level, one_as } = scope;
    let outside = program.threads.indices().find(|&other| !program.share(thread, other, level));
    if let (Some(other), true) = (outside, level < ScopeLevel::System) {
        let message = format!("thread `{}` is outside the {level} scope", program.threads[other].name);
        let help = "a scope that all threads of the test are in";
        return refuse(program, span, message, "C has no scopes", help);
    }
    match () {
        () if one_as => {
            refuse(program, span, "a one-as scope", "C has no address spaces", "the scope without `one-as`")
        }
        () if !tags.is_empty() => refuse(program, span, "tags", "C has no relaxation annotations", "leave them out"),
        () => Ok(()),
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
