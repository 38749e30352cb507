//! Tests in C11 as herd7 reads it: where no scope leaves a thread out.

mod body;
mod values;

use super::condition::{self, Names};
use super::{Exported, chosen, integer, refuse};
use crate::llvm::{AddressSpace, Ordering, ScopeLevel, SyncScope, TagSet};
use crate::program::{Object, Program, RegId, ThreadId};
use crate::syntax::source::Span;
use body::Body;
use std::fmt::Write;

/// What messages call the language.
const LANGUAGE: &str = "C";

/// A test in C. It asks one condition: the first is 1, and may be left out where there are no others.
///
/// # Errors
/// The first place that means something C has nothing for: a scope that leaves threads out, an address space, a tag, a barrier, a pointer as a value.
pub fn c11(program: &Program, condition: Option<usize>) -> Exported<String> {
    let asked = chosen(program, condition, LANGUAGE)?;
    let mut text = format!("C {}\n", program.name);
    text += "{\n";
    for object in &program.objects {
        // herd7 knows atomic types of parameters alone, and by these what is atomic.
        let ty = declared(program, object)?;
        let _ =
            writeln!(text, "  {} {} = {};", ty.trim_start_matches("atomic_"), object.name, initial(program, object)?);
    }
    text += "}\n";
    for (number, thread) in program.threads.iter_enumerated() {
        let body = Body::new(program, number)?;
        let parameters = body.parameters().join(", ");
        let _ = write!(text, "\nP{} ({parameters}) {{\n{}}}\n", number.index(), body.text(&thread.body)?);
    }
    let name = |thread: ThreadId, register: RegId| program.threads[thread].registers[register].name.clone();
    let names = Names { language: LANGUAGE, register: &name, number: &values::number };
    if let Some(filter) = &program.filter {
        let span = asked.map_or(Span::default(), |asked| asked.span);
        let _ = write!(text, "\nfilter ({})", condition::prop(program, filter, (&names, span))?);
    }
    match asked {
        Some(asked) => Ok(format!("{text}\n{}\n", condition::question(program, asked, &names)?)),
        None => Ok(text),
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
    let int = integer(program, object.ty, object.span, LANGUAGE)?;
    Ok(format!("{}{}", if body::is_atomic(program, object) { "atomic_" } else { "" }, values::type_name(int)))
}

fn initial(program: &Program, object: &Object) -> Exported<String> {
    Ok(values::number(integer(program, object.ty, object.span, LANGUAGE)?, object.init))
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
