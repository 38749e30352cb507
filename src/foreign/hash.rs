//! The hash that herd7 prints of a test in C: by it herd's programs tell which logs are of the same test. It is the MD5 of the MD5s of the
//! initial state, the code and what is observed, each written in one form, whatever the test's own.

mod types;

use super::ast::{Init, Test, Thread, Value};
use super::lower::{Rank, locations, rank};
use super::{Dialect, information};
use crate::syntax::litmus::ast::At;
use crate::syntax::source::{Source, Span};
use md5::{Digest, Md5};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The key of a hash that a test gives itself.
const HASH: &str = "Hash";
/// Keys whose values herd7 counts among what makes a test: none is for tests in C.
const COUNTED: [&str; 3] = ["MemoryType", "MT", "CacheType"];

/// The hash of a test: what it says itself, or what herd7 computes of one in C. `None` where ours might be another.
pub fn of(source: &Arc<Source>, test: &Test, dialect: Dialect) -> Option<String> {
    let information = information::read(source, test)?;
    let is_key = |wanted: &str| information.iter().any(|(key, _)| key.eq_ignore_ascii_case(wanted));
    if is_key(HASH) {
        let mut given = information.iter().filter(|(key, _)| *key == HASH);
        return given.next().map(|(_, value)| (*value).to_string()).filter(|_| given.next().is_none());
    }
    match dialect {
        Dialect::C if !COUNTED.into_iter().any(is_key) => computed(&source.text, test),
        Dialect::C | Dialect::OpenCl => None,
    }
}

fn computed(text: &str, test: &Test) -> Option<String> {
    let mut all = Md5::new();
    for part in [state(text, test)?, code(text, test)?, observed(test)] {
        all.update(Md5::digest(part));
    }
    Some(all.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The initial state: what it says of each place, in their order.
fn state(text: &str, test: &Test) -> Option<String> {
    within_braces(text, test.init_span)?;
    let said = test.init.iter().map(|init| Some((rank(&init.location), declared(text, init)?)));
    let mut said: Vec<(Rank<'_>, String)> = said.collect::<Option<_>>()?;
    said.sort();
    let is_said_twice = said.windows(2).any(|two| two[0].0 == two[1].0);
    let said: Vec<String> = said.into_iter().map(|(_, said)| said).collect();
    (!is_said_twice).then(|| said.join("; "))
}

/// What the initial state says of a place. Values of arrays do not count.
fn declared(text: &str, init: &Init) -> Option<String> {
    let place = written(&rank(&init.location));
    let ty = init.ty.as_ref().map_or(Some(Vec::new()), |ty| types::words(text, ty.span))?;
    let value = match init.values.as_slice() {
        [] => Some("0".to_string()),
        [one] => value(text, one),
        [_, _, ..] => None,
    };
    match (ty.as_slice(), &init.length) {
        ([element], Some(length)) => Some(format!("{element} {place}[{}]", length.node)),
        (_, Some(_)) => None,
        ([], None) => Some(format!("{place}={}", value?)),
        ([ty], None) => Some(format!("{ty} {place}={}", value?)),
        ([ty, "*"], None) => Some(format!("{ty} *{place}={}", value?)),
        (["_Atomic", ty], None) => Some(format!("_Atomic {ty} {place}={}", value?)),
        ([_, _, ..], None) => None,
    }
}

/// Numbers as they are spelled, and addresses.
fn value(text: &str, value: &At<Value>) -> Option<String> {
    match &value.node {
        Value::Int(_) => text.get(value.span.start..value.span.end).filter(|word| is_number(word)).map(str::to_string),
        Value::Name(name, None | Some(0)) => Some(name.clone()),
        Value::Name(name, Some(index)) => Some(format!("{name}+{index}")),
    }
}

/// Whether herd7 reads a word as a number.
fn is_number(word: &str) -> bool {
    match word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")) {
        Some(digits) => !digits.is_empty() && digits.chars().all(|c| c.is_ascii_hexdigit()),
        None => word.strip_prefix('-').unwrap_or(word).chars().all(|c| c.is_ascii_digit()),
    }
}

/// The threads, as cells of one row of a table.
fn code(text: &str, test: &Test) -> Option<String> {
    let threads: Vec<String> = test.threads.iter().map(|of| thread(text, of)).collect::<Option<_>>()?;
    Some(format!(" {} ;\n", threads.join(" | ")))
}

/// A thread: its parameters in one form, its body as it stands in the file.
fn thread(text: &str, thread: &Thread) -> Option<String> {
    let parameters = thread.parameters.iter().map(|parameter| {
        let name = parameter.name.as_ref().filter(|_| !parameter.is_array)?;
        Some(format!("{} {}", types::pointer(text, parameter.ty.span)?, name.node))
    });
    let parameters: Vec<String> = parameters.collect::<Option<_>>()?;
    let body = within_braces(text, thread.body.span).filter(|body| is_as_in_file(text, body))?;
    Some(format!("{}({}) {{\n{body}\n}}\n", thread.name.node, parameters.join(", ")))
}

/// What stands between braces; `None` where they do not match if those in comments count, as to herd7 they do.
fn within_braces(text: &str, span: Span) -> Option<&str> {
    let inner = text.get(span.start + 1..span.end.checked_sub(1)?)?;
    let mut depth = 0u32;
    for brace in inner.matches(['{', '}']) {
        depth = if brace == "{" { depth + 1 } else { depth.checked_sub(1)? };
    }
    (depth == 0).then_some(inner)
}

/// Whether a part of a text surely has the bytes that it has in the file: letters of Latin-1 may be of one that is not UTF-8.
fn is_as_in_file(text: &str, part: &str) -> bool {
    part.is_ascii() || text.chars().any(|c| c > '\u{ff}')
}

/// The locations of the condition and of `locations`, each once.
fn observed(test: &Test) -> String {
    let places: BTreeSet<Rank<'_>> = locations(test).into_iter().map(rank).collect();
    places.iter().map(written).collect::<Vec<_>>().join("; ")
}

fn written(place: &Rank<'_>) -> String {
    match place {
        Rank::Register(thread, name) => format!("{thread}:{name}"),
        Rank::Variable(name) => (*name).to_string(),
        Rank::Element(name, index) => format!("{name}[{index}]"),
    }
}
