//! Tests in LISA, herd7's language of litmus tests whose instructions a `bell` file declares: with scopes, as a tree, and address spaces, as regions.
//! `models/llvm.bell` declares what is written here.

mod thread;

use super::condition::Names;
use super::{Exported, chosen, condition, integer, refuse};
use crate::llvm::{AddressSpace, IntType, ScopeLevel};
use crate::program::{Executor, Object, Program, RegId, Thread, ThreadId};
use crate::syntax::source::Span;
use itertools::Itertools;
use std::collections::BTreeMap;
use std::fmt::Write;
use thread::Column;

/// What messages call the language.
const LANGUAGE: &str = "LISA";

/// The levels of the tree of scopes, the widest first. A thread is a leaf of it.
const LEVELS: [ScopeLevel; 5] =
    [ScopeLevel::System, ScopeLevel::Agent, ScopeLevel::Cluster, ScopeLevel::Workgroup, ScopeLevel::Wavefront];

/// Words that name no location: herd7 7.58 reads them as something else, in the initial state or in instructions.
const WORDS: &[&str] = &[
    "mov",
    "rmw",
    "call",
    "add",
    "and",
    "not",
    "xor",
    "eq",
    "ne",
    "neq",
    "scopes",
    "levels",
    "regions",
    "locations",
    "final",
    "with",
    "observed",
];

/// Words that name no location where regions are told.
const WORDS_OF_REGIONS: &[&str] = &["r", "w", "f", "b"];

/// A test in LISA. It asks one condition: the first is 1, and may be left out where there are no others.
///
/// # Errors
/// The first place that means something LISA has nothing for: a tag, a barrier, a compare-and-swap, a pointer as a value, an operator.
pub fn lisa(program: &Program, condition: Option<usize>) -> Exported<String> {
    let asked = chosen(program, condition, LANGUAGE)?;
    let registers: Vec<BTreeMap<RegId, String>> = program.threads.iter().map(registers).collect();
    let mut text = format!("LISA {}\n{{\n", program.name);
    for object in &program.objects {
        let _ = writeln!(text, "{} = {};", object.name, initial(program, object)?);
    }
    text += "}\n";
    let mut columns = Vec::new();
    for (number, of) in program.threads.iter_enumerated() {
        if of.by != Executor::Wave {
            return refuse(
                program,
                of.span,
                "a thread of the host",
                "LISA's threads are all alike",
                "threads of agents",
            );
        }
        columns.push(Column::new(program, number, &registers[number.index()]).lines(&of.body)?);
    }
    text += &table(&columns);
    let _ = writeln!(text, "scopes: {}", tree(program, &LEVELS, &program.threads.indices().collect::<Vec<_>>()));
    if has_regions(program) {
        let regions = program.objects.iter().map(|object| format!("{}: {}", object.name, object.space));
        let _ = writeln!(text, "regions: {}", regions.format(", "));
    }
    let name = |thread: ThreadId, register: RegId| registers[thread.index()][&register].clone();
    let names = Names { language: LANGUAGE, register: &name, number: &number };
    if let Some(filter) = &program.filter {
        let span = asked.map_or(Span::default(), |asked| asked.span);
        let _ = writeln!(text, "filter ({})", condition::prop(program, filter, (&names, span))?);
    }
    match asked {
        Some(asked) => Ok(format!("{text}{}\n", condition::question(program, asked, &names)?)),
        None => Ok(text),
    }
}

/// Whether objects are in other memory than the global one, which is told of all.
fn has_regions(program: &Program) -> bool {
    program.objects.iter().any(|object| object.space != AddressSpace::Global)
}

/// LISA's registers are `r0`, `r1`, …: ours have their own name where it is one, and another number where not.
fn registers(thread: &Thread) -> BTreeMap<RegId, String> {
    let is_own = |name: &str| {
        name.strip_prefix('r').is_some_and(|digits| !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()))
    };
    let taken: Vec<&str> =
        thread.registers.iter().map(|register| register.name.as_str()).filter(|name| is_own(name)).collect();
    let mut free = (0..).map(|number| format!("r{number}")).filter(|name| !taken.contains(&name.as_str()));
    let name = |name: &str| if is_own(name) { name.to_string() } else { free.next().unwrap_or_default() };
    let names: Vec<String> = thread.registers.iter().map(|register| register.name.as_str()).map(name).collect();
    thread.registers.indices().zip(names).collect()
}

/// Columns side by side, each line of them ended.
fn table(columns: &[Vec<String>]) -> String {
    let heads = (0..columns.len()).map(|number| format!("P{number}"));
    let columns: Vec<Vec<String>> =
        heads.zip(columns).map(|(head, lines)| std::iter::once(head).chain(lines.iter().cloned()).collect()).collect();
    let widths: Vec<usize> = columns.iter().map(|lines| lines.iter().map(String::len).max().unwrap_or(0)).collect();
    let height = columns.iter().map(Vec::len).max().unwrap_or(0);
    let row = |at: usize| {
        let cell = |(lines, width): (&Vec<String>, &usize)| {
            format!(" {:width$} ", lines.get(at).map_or("", String::as_str), width = *width)
        };
        format!("{};\n", columns.iter().zip(&widths).map(cell).format("|"))
    };
    (0..height).map(row).collect()
}

/// The tree of the scopes that threads are in, from a level on.
fn tree(program: &Program, levels: &[ScopeLevel], threads: &[ThreadId]) -> String {
    let Some((level, inner)) = levels.split_first() else {
        return threads.iter().map(|thread| format!("P{}", thread.index())).join(" ");
    };
    let mut groups: Vec<Vec<ThreadId>> = Vec::new();
    for &thread in threads {
        match groups.iter_mut().find(|group| program.share(group[0], thread, *level)) {
            Some(group) => group.push(thread),
            None => groups.push(vec![thread]),
        }
    }
    groups.iter().map(|group| format!("({level} {})", tree(program, inner, group))).join(" ")
}

/// What an object holds first: a number of 32 or 64 bits.
fn initial(program: &Program, object: &Object) -> Exported<String> {
    if object.memory.is_some() {
        let message = format!("`{}` has a memory type", object.name);
        return refuse(program, object.span, message, "LISA has no memory types", "leave it out");
    }
    let is_word = WORDS.contains(&object.name.as_str())
        || has_regions(program) && WORDS_OF_REGIONS.contains(&object.name.as_str());
    let is_name = !is_word && object.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let is_register = object.name.strip_prefix(['r', 'P']).is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()));
    if !is_name || is_register {
        let message = format!("`{}` is no name of a location in LISA", object.name);
        return refuse(program, object.span, message, "this name", "another name, of letters, digits and `_`");
    }
    Ok(number(wide(program, integer(program, object.ty, object.span, LANGUAGE)?, object.span)?, object.init))
}

/// Refuses integers that are narrower than what LISA computes with.
fn wide(program: &Program, int: IntType, span: Span) -> Exported<IntType> {
    match int {
        IntType::I1 | IntType::I32 | IntType::I64 => Ok(int),
        IntType::I8 | IntType::I16 => {
            refuse(program, span, format!("a value of {int}"), "LISA's values have no width", "i32 or i64")
        }
    }
}

/// A number, which LISA has without a width.
fn number(int: IntType, value: u64) -> String {
    match int {
        IntType::I1 => (value & 1).to_string(),
        IntType::I8 | IntType::I16 | IntType::I32 | IntType::I64 => int.signed(value).to_string(),
    }
}
