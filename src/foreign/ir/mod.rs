//! Tests as LLVM IR: a function for each thread, whose parameters are the objects, and comments that say what IR does not (docs/ir.md).

mod ast;
mod body;
mod calls;
mod doubt;
mod flow;
mod given;
mod header;
mod heading;
mod instrs;
mod intrinsics;
mod lexer;
mod live;
mod nodes;
mod parse;
mod promises;
mod scope;
mod ssa;
mod touches;
mod values;
mod words;

use super::refuse;
use crate::syntax::litmus::ast::{At, Block, File, Literal, Litmus, Name, Object, Prop, Question, Statement};
use crate::syntax::litmus::build::{self, Fallible};
use crate::syntax::source::{Diagnostic, Source, Span};
use ast::{Attribute, Function, Module, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

pub use given::{Given, Taking, given};
pub use header::{MARK, of as header_of};
pub use words::is_convention;

/// What is refused, at its place.
type Lowered<T> = Result<T, Box<Diagnostic>>;

/// Whether a text is IR, by the first line that is no comment: no test of another language begins so.
pub fn is_ir(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with(';')).unwrap_or_default();
    let word = first.split_whitespace().next().unwrap_or_default();
    if first.is_empty() {
        return text.lines().any(|line| line.trim_start().starts_with(MARK));
    }
    first.starts_with(['@', '$', '%', '!'])
        || matches!(word, "define" | "declare" | "target" | "source_filename" | "attributes" | "module")
}

/// Reads a test in IR.
///
/// # Errors
/// The first place where the text is not of the language, or where ours has nothing that means the same.
pub fn read(source: &Arc<Source>) -> Lowered<File> {
    let mut file = header::parse(source)?;
    let module = parse::parse(source)?;
    let context = Context { source, test: &file.test, module: &module };
    context.check_globals()?;
    heading::check(&context)?;
    intrinsics::check_declared(&context)?;
    let mut bodies = Vec::new();
    for thread in file.test.threads.iter().filter(|thread| !thread.is_on_host()) {
        if let Some(statement) = thread.body.statements.first() {
            let help = format!("`{{ }}`: what `{}` does is its function", thread.name.node);
            return context.refuse(statement.span, "a thread with a body of its own", "its function is its body", help);
        }
        let function = module.functions.iter().find(|function| function.name.node == thread.name.node);
        let Some(function) = function else {
            let message = format!("no function `@{}`", thread.name.node);
            return context.refuse(thread.name.span, message, "this thread has none", "a function for each thread");
        };
        bodies.push(body::lowered(&context, function, &observed(&file.test, &thread.name.node))?);
    }
    context.check_functions()?;
    for (thread, body) in file.test.threads.iter_mut().filter(|thread| !thread.is_on_host()).zip(bodies) {
        thread.body = body;
    }
    Ok(file)
}

/// The registers of a thread that conditions speak of.
fn observed(test: &Litmus, of: &str) -> BTreeSet<String> {
    compared(test, of).map(|(name, _)| name.to_string()).collect()
}

/// Whether a condition compares a register of a thread with `true` or `false`.
fn is_truth(test: &Litmus, of: &str, register: &str) -> bool {
    compared(test, of).any(|(name, value)| name == register && matches!(value, Literal::Bool(_)))
}

/// The registers of a thread that conditions compare, each with what.
fn compared<'t>(test: &'t Litmus, of: &str) -> impl Iterator<Item = (&'t str, &'t Literal)> {
    let asked = test.conditions.iter().filter_map(|condition| match &condition.question {
        Question::States(_, prop) => Some(&prop.node),
        Question::Termination => None,
    });
    let mut found = Vec::new();
    let mut pending: Vec<&Prop> = asked.chain(test.filter.iter().map(|filter| &filter.node)).collect();
    while let Some(prop) = pending.pop() {
        match prop {
            Prop::Atom { thread: Some(thread), name, value, .. } if thread.node == of => {
                found.push((name.node.as_str(), &value.node));
            }
            Prop::Const(_) | Prop::Atom { .. } => {}
            Prop::Not(inner) => pending.push(inner),
            Prop::And(parts) | Prop::Or(parts) => pending.extend(parts),
            Prop::Implies(parts) => pending.extend(parts.iter()),
        }
    }
    found.into_iter()
}

/// What all threads of a test share while it is read.
struct Context<'a> {
    source: &'a Arc<Source>,
    /// The test without the bodies of its threads.
    test: &'a Litmus,
    module: &'a Module,
}

impl Context<'_> {
    fn refuse<T>(&self, span: Span, message: impl Into<String>, label: &str, help: impl Into<String>) -> Lowered<T> {
        refuse(self.source, span, message, label, help)
    }

    /// Each function is a thread, once.
    fn check_functions(&self) -> Lowered<()> {
        let waves = self.test.threads.iter().filter(|thread| !thread.is_on_host());
        let is_known = |function: &&Function| waves.clone().any(|thread| thread.name.node == function.name.node);
        if let Some(other) = self.module.functions.iter().find(|function| !is_known(function)) {
            let message = format!("`@{}` is no thread", other.name.node);
            let help = format!("`{MARK} thread {} @ agent 0, workgroup 0 {{ }}`", other.name.node);
            return self.refuse(other.name.span, message, "no comment says where it runs", help);
        }
        let functions = &self.module.functions;
        let twice = functions
            .iter()
            .enumerate()
            .find(|(at, function)| functions[..*at].iter().any(|before| before.name.node == function.name.node));
        match twice {
            Some((_, function)) => {
                self.refuse(function.name.span, "a function that is defined twice", "again", "a name for each")
            }
            None => Ok(()),
        }
    }

    /// Objects that the module defines are as the test declares them.
    fn check_globals(&self) -> Lowered<()> {
        for global in &self.module.globals {
            let object = self.object(&global.name)?;
            let said = match (&object.init, &global.init.node) {
                (_, Value::Undefined) => true,
                (None, Value::Zero | Value::Int(0)) => true,
                (Some(init), Value::Int(number)) => init.node == Literal::Int(*number),
                (Some(init), Value::Zero) => init.node == Literal::Int(0),
                (
                    _,
                    Value::Local(_) | Value::Global(_) | Value::Int(_) | Value::Bool(_) | Value::Null | Value::Cast(_),
                ) => false,
            };
            let is_alike = object.space.node.number() == global.space && object.ty.node == global.ty.node;
            if !said || !is_alike {
                let help = "the same address space, type and initial value in both";
                let error =
                    Diagnostic::new(self.source, global.name.span, "an object that is declared otherwise", "here")
                        .related(object.name.span, "and here");
                return Err(Box::new(error.help(help)));
            }
        }
        Ok(())
    }

    /// The attributes of a function, those of its groups too: where each is, its word, and what stands behind that in parentheses.
    fn attributes<'s>(
        &'s self,
        function: &'s Function,
    ) -> impl Iterator<Item = (&'s At<Attribute>, &'s str, &'s [String])> {
        self.resolved(&function.attributes)
    }

    /// As [`attributes`](Self::attributes), of some. A group that is not there has none, as for LLVM.
    fn resolved<'s>(
        &'s self,
        some: &'s [At<Attribute>],
    ) -> impl Iterator<Item = (&'s At<Attribute>, &'s str, &'s [String])> {
        let groups = &self.module.groups;
        let members = |of: &'s At<Attribute>| -> Vec<&'s At<Attribute>> {
            match &of.node {
                Attribute::Word(..) => vec![of],
                Attribute::Group(name) => {
                    groups.iter().filter(|(known, _)| known.node == *name).flat_map(|(_, list)| list).collect()
                }
            }
        };
        some.iter().flat_map(members).filter_map(|at| match &at.node {
            Attribute::Word(word, arguments) => Some((at, word.as_str(), arguments.as_slice())),
            Attribute::Group(_) => None,
        })
    }

    /// The object of this name.
    fn object(&self, name: &Name) -> Lowered<&Object> {
        match self.test.memory.iter().find(|object| object.name.node == name.node) {
            Some(object) => Ok(object),
            None => {
                let help = format!("among the comments, in `memory {{ … }}`: `{MARK}   global {}: i32 = 0`", name.node);
                self.refuse(name.span, format!("`{}` is no object of the test", name.node), "not declared", help)
            }
        }
    }

    /// What the constructors of our tree made: they refuse what nests too deeply.
    fn built<T>(&self, made: Fallible<T, ()>) -> Lowered<T> {
        super::parse::built(self.source, made)
    }

    fn block(&self, statements: Vec<At<Statement>>, span: Span) -> Lowered<Block> {
        self.built(build::block(statements, span.start, span.end))
    }
}

/// A name as IR spells it, with what is not a letter or digit in quotes.
pub fn spelled(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    if name.chars().all(is_plain) { name.to_string() } else { format!("\"{name}\"") }
}

fn at<T>(node: T, span: Span) -> At<T> {
    At { node, span }
}
