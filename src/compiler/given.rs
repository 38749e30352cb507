//! Code that is given for a test, read without deciding anything: what is wrong with it, what of it is not modelled, and its lines by thread.

use super::NotModelled;
use super::arguments::Called;
use super::assembly::{Assembly, Function, Line, parse};
use super::judge::{of_mode, of_processor};
use super::llc::Processor;
use super::machine::{Unreadable, machine_program};
use super::machine_ir::{self, is_machine_ir};
use crate::foreign;
use crate::hardware::Chip;
use crate::load;
use crate::program::Program;
use crate::syntax::source::{Diagnostic, Source, Span};
use crate::targets::Target;
use itertools::Itertools;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Instructions that are not read are told of up to so many.
const MOST_UNREAD: usize = 20;

/// Reads assembly or machine IR, whichever a text is.
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &Arc<Source>, target: &Target) -> Result<Assembly, Box<Diagnostic>> {
    if is_machine_ir(&text.text) { machine_ir::parse(text, target) } else { parse(text) }
}

/// What is wrong with code that is given for a test, and what of it is not modelled, as warnings. Where the test cannot be read, it is that of the code
/// alone.
pub fn problems(
    test: &Arc<Source>,
    code: &Arc<Source>,
    (processor, chip): (&Processor, &Chip),
) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    let target = processor.configuration.target;
    let assembly = match read(code, target) {
        Ok(assembly) => assembly,
        Err(error) => return (vec![*error], Vec::new()),
    };
    let of_another = of_processor(&assembly, processor).and_then(|()| of_mode(&assembly, &processor.configuration));
    if let Err(errors) = of_another {
        return (errors, Vec::new());
    }
    let program = load::program(test).ok().filter(|program| !program.is_machine_code());
    let wrong = match &program {
        Some(program) => of_test((program, test), &assembly, (target, chip)),
        None => assembly.is_of_its_processor(target).map_err(Unreadable::Bad),
    };
    let mut unread: Vec<NotModelled> = unread(&assembly, program.as_ref());
    let mut errors = Vec::new();
    match wrong {
        Ok(()) => {}
        Err(Unreadable::Bad(error)) => errors.push(*error),
        Err(Unreadable::NotModelled(why)) => {
            unread.retain(|other| other != &why);
            unread.insert(0, why);
        }
    }
    unread.truncate(MOST_UNREAD);
    (errors, unread.into_iter().map(|why| not_modelled(code, why)).collect())
}

/// Whether code is a program of machine code for a test.
fn of_test(
    (program, test): (&Program, &Arc<Source>),
    assembly: &Assembly,
    on: (&Target, &Chip),
) -> Result<(), Unreadable> {
    let module =
        if foreign::ir::is_ir(&test.text) { foreign::ir::given(test).map_err(Unreadable::Bad)?.ok() } else { None };
    let called = match &module {
        None => Ok(Called::written(program)),
        Some(module) => Called::given(program, module),
    };
    let called = called.map_err(|why| NotModelled::new(Span::default(), why))?;
    machine_program(&called, assembly, on).map(drop)
}

/// The lines that are not read, of the functions for threads of a program, or of all.
fn unread(assembly: &Assembly, program: Option<&Program>) -> Vec<NotModelled> {
    let is_wanted = |function: &&Function| {
        program.is_none_or(|program| program.threads.iter().any(|thread| thread.name == function.name))
    };
    let lines = assembly.functions.iter().filter(is_wanted).flat_map(|function| &function.lines);
    let unread = lines.filter_map(|line| match line {
        Line::Unread(why) => Some(why.clone()),
        Line::Code(_) | Line::Keep { .. } => None,
    });
    unread.collect()
}

fn not_modelled(code: &Arc<Source>, why: NotModelled) -> Diagnostic {
    Diagnostic::new(code, why.span, why.message, "not modelled")
        .help("code that gets here has no verdict: it is `unknown`")
}

/// A line of given code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenLine {
    /// A label, or an instruction as it is written.
    pub text: String,
    /// Where an instruction stands, by line from 1; `None` of a label.
    pub line: Option<usize>,
}

/// The labels and instructions of a thread's function, in order; `None` where the code has no such function.
pub fn lines(assembly: &Assembly, thread: &str) -> Option<Vec<GivenLine>> {
    let function = assembly.functions.iter().find(|function| function.name == thread)?;
    let instruction = |line: &Line| {
        let span = span(line);
        let text = assembly.source.text.get(span.start..span.end).unwrap_or_default();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        GivenLine { text, line: Some(assembly.source.line_column(span.start).0) }
    };
    let labels = labels(function);
    let before = |number: usize| labels.get(&number).into_iter().flatten().cloned();
    let all = function.lines.iter().enumerate();
    Some(all.flat_map(|(number, line)| before(number).chain(std::iter::once(instruction(line)))).collect())
}

fn span(line: &Line) -> Span {
    match line {
        // What two instructions are encoded by is one line.
        Line::Code(parts) => parts.iter().map(|part| part.span).reduce(Span::to).unwrap_or_default(),
        Line::Keep { span, .. } => *span,
        Line::Unread(why) => why.span,
    }
}

/// The labels of a function, by the number of the line that they stand before.
fn labels(function: &Function) -> BTreeMap<usize, Vec<GivenLine>> {
    let mut labels: BTreeMap<usize, Vec<GivenLine>> = BTreeMap::new();
    for (name, at) in function.labels.iter().sorted() {
        labels.entry(*at).or_default().push(GivenLine { text: format!("{name}:"), line: None });
    }
    labels
}
