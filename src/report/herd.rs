//! Final states of a test in the form in which herd7 prints them, for tools that compare logs.

use std::fmt::Write;

/// The final states that a model allows, as far as a condition or `locations` speak of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    /// The name of the test.
    pub name: String,
    /// `Allowed`, `Forbidden` or `Required`, by the condition's quantifier.
    pub kind: &'static str,
    /// The states, each in one line, in order; each once.
    pub states: Vec<String>,
    /// The flags that are raised and only printed.
    pub flags: Vec<String>,
    /// Whether one is raised that makes the program undefined (`undefined_unless`).
    pub undefined: bool,
    /// Whether the condition holds.
    pub holds: bool,
    /// The condition, as herd7 writes those of its tests.
    pub condition: String,
    /// How many of all final states satisfy the proposition, and how many do not. herd7 counts executions.
    pub counts: (usize, usize),
    /// By which herd's programs tell tests of one name from each other, where it is known.
    pub hash: Option<String>,
}

/// What herd7 calls a condition of `~exists`.
pub const FORBIDDEN: &str = "Forbidden";
/// herd7's name for the flag of a program that is undefined.
const UNDEFINED: &str = "*undef*";

/// The log as text.
pub fn text(log: &Log) -> String {
    let Log { name, kind, states, flags, undefined, holds, condition, counts: (positive, negative), hash } = log;
    let verdict = match (undefined, holds) {
        (true, _) => "Undef",
        (false, true) => "Ok",
        (false, false) => "No",
    };
    let seen = match (positive, negative) {
        (0, _) => "Never",
        (_, 0) => "Always",
        (1.., 1..) => "Sometimes",
    };
    let mut out = format!("Test {name} {kind}\nStates {}\n", states.len());
    states.iter().for_each(|state| {
        let _ = writeln!(out, "{state}");
    });
    // Of `~exists` herd7 counts here what satisfies the condition, and the proposition below.
    let (ok, others) = if *kind == FORBIDDEN { (negative, positive) } else { (positive, negative) };
    let _ = writeln!(out, "{verdict}\nWitnesses\nPositive: {ok} Negative: {others}");
    let undefined = undefined.then_some(UNDEFINED);
    undefined.into_iter().chain(flags.iter().map(String::as_str)).for_each(|flag| {
        let _ = writeln!(out, "Flag {flag}");
    });
    let _ = writeln!(out, "Condition {condition}\nObservation {name} {seen} {positive} {negative}");
    let _ = match hash {
        Some(hash) => writeln!(out, "Hash={hash}\n"),
        None => writeln!(out),
    };
    out
}
