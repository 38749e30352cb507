//! From the tree of a C test to that of ours, with the places of the text that was read.

mod barriers;
mod body;
mod calls;
mod checks;
mod constants;
mod loops;
mod memory;
mod names;
mod places;
mod state;
mod values;

use super::ast::{self, Test};
use super::parse::built;
use super::{Dialect, Foreign, refuse};
use crate::llvm::AddressSpace;
use crate::syntax::litmus::ast::{At, Block, Condition, File, Litmus, PlacedIn, Quantifier, Question, Thread};
use crate::syntax::litmus::build::{self, Fallible};
use crate::syntax::source::{Diagnostic, Source, Span};
use body::{Body, Register};
use memory::Memory;
use std::sync::Arc;

pub use state::Observed;
pub(super) use state::{Rank, locations, rank};

/// What is refused, at its place.
type Lowered<T> = Result<T, Box<Diagnostic>>;

/// What all parts of a test share while it is read.
struct Context<'a> {
    source: &'a Arc<Source>,
    dialect: Dialect,
    memory: Memory,
}

impl Context<'_> {
    fn refuse<T>(&self, span: Span, message: impl Into<String>, label: &str, help: impl Into<String>) -> Lowered<T> {
        refuse(self.source, span, message, label, help)
    }

    /// What the constructors of our tree made: they refuse what nests too deeply.
    fn built<T>(&self, made: Fallible<T, ()>) -> Lowered<T> {
        built(self.source, made)
    }

    fn block(&self, statements: Vec<At<crate::syntax::litmus::ast::Statement>>, span: Span) -> Lowered<Block> {
        self.built(build::block(statements, span.start, span.end))
    }
}

fn at<T>(node: T, span: Span) -> At<T> {
    At { node, span }
}

/// The test in our tree.
///
/// # Errors
/// The first place that means nothing in our language.
pub(super) fn lower(source: &Arc<Source>, dialect: Dialect, test: &Test, comments: Vec<Span>) -> Lowered<Foreign> {
    checks::check(source, test)?;
    let memory = Memory::new(source, dialect, test)?;
    let context = Context { source, dialect, memory };
    let mut bodies = Vec::new();
    for (number, thread) in test.threads.iter().enumerate() {
        if thread.name.node != format!("P{number}") {
            let help = format!("P{number}: conditions speak of threads by their numbers");
            return context.refuse(thread.name.span, format!("thread `{}`", thread.name.node), "out of order", help);
        }
        bodies.push(Body::new(&context, thread, number, test)?);
    }
    barriers::agree(&context, test, &bodies)?;
    let observed = state::observed(&context, test, &bodies)?;
    let filter = test.ending.filter.as_ref();
    let filter = filter.map(|prop| state::prop(&context, &prop.node, &bodies).map(|ours| at(ours, prop.span)));
    let filter = filter.transpose()?;
    let condition = condition(&context, test, &bodies)?;
    let read: Vec<(usize, &Register)> = state::registers(test, &bodies);
    let initialized: Vec<Vec<String>> = (0..bodies.len())
        .map(|thread| read.iter().filter(|(of, _)| *of == thread).map(|(_, register)| register.ours.clone()).collect())
        .collect();
    let mut threads = Vec::new();
    for ((thread, body), read) in test.threads.iter().zip(bodies).zip(initialized) {
        let placement = placement(&context, thread, threads.len())?;
        threads.push(Thread { name: thread.name.clone(), placement, body: body.finish(thread, &read)? });
    }
    let test = Litmus {
        name: test.name.clone(),
        description: test.description.clone(),
        memory: context.memory.objects(),
        barriers: Vec::new(),
        memory_span: at((), test.init_span),
        queues: Vec::new(),
        threads,
        filter,
        conditions: vec![condition],
        refinements: Vec::new(),
    };
    Ok(Foreign { file: File { test, source: source.clone(), comments }, observed })
}

/// A test without a condition asks, as herd7 does, whether every state is one.
fn condition(context: &Context<'_>, test: &Test, bodies: &[Body<'_, '_>]) -> Lowered<Condition> {
    use crate::syntax::litmus::ast::Prop;
    let (quantifier, prop, span) = match &test.ending.condition {
        Some(At { node: (quantifier, prop), span }) => (*quantifier, state::prop(context, prop, bodies)?, *span),
        None => (Quantifier::Forall, Prop::Const(true), test.name.span),
    };
    let question = Question::States(quantifier, at(prop, span));
    Ok(Condition { question, expects: Vec::new(), hardware: Vec::new(), place: at((), span) })
}

/// Where a thread runs. Threads of C share no workgroup.
fn placement(context: &Context<'_>, thread: &ast::Thread, number: usize) -> Lowered<Vec<PlacedIn>> {
    let part = |level: &str, number: u32, span: Span| at((at(level.to_string(), span), Some(number)), span);
    if context.dialect == Dialect::C {
        return match thread.placement.first() {
            Some(first) => context.refuse(
                first.span,
                "a thread of C has no place",
                "placed",
                "`OPENCL NAME` begins a test of OpenCL C",
            ),
            None => Ok(vec![part("workgroup", u32::try_from(number).unwrap_or(u32::MAX), thread.name.span)]),
        };
    }
    let mut levels = [None; 3];
    for At { node: (word, number), span } in &thread.placement {
        let level = match word.node.as_str() {
            "dev" => 0,
            "wg" => 1,
            "sg" => 2,
            other => {
                let message = format!("`{other}` is no level of placement");
                return context.refuse(word.span, message, "unknown level", "`wg N`, `dev N`, and perhaps `sg N`");
            }
        };
        match (levels[level], u32::try_from(*number)) {
            (None, Ok(number)) => levels[level] = Some((number, *span)),
            (Some(_), _) => return context.refuse(*span, "a level given twice", "again", "each level once"),
            (None, Err(_)) => return context.refuse(*span, "too large a number", "too large", "a number below 2^32"),
        }
    }
    let [_, Some(_), _] = levels else {
        return context.refuse(
            thread.name.span,
            "a thread in no work-group",
            "no place follows",
            "`P0@wg 0, dev 0 (…) { … }`",
        );
    };
    let names = ["agent", "workgroup", "wavefront"];
    let placed =
        levels.into_iter().zip(names).filter_map(|(level, name)| level.map(|(number, span)| (name, number, span)));
    Ok(placed.map(|(name, number, span)| part(name, number, span)).collect())
}

/// The address space of what has none: global memory.
const DEFAULT_SPACE: AddressSpace = AddressSpace::Global;
