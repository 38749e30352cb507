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
    /// The flags that are raised.
    pub flags: Vec<String>,
    /// Whether the condition holds.
    pub holds: bool,
    /// The condition as it stands in the test.
    pub condition: String,
    /// How many of all final states satisfy the proposition, and how many do not. herd7 counts executions.
    pub counts: (usize, usize),
}

/// The log as text.
pub fn text(log: &Log) -> String {
    let Log { name, kind, states, flags, holds, condition, counts: (positive, negative) } = log;
    let verdict = match (flags.is_empty(), holds) {
        (false, _) => "Undef",
        (true, true) => "Ok",
        (true, false) => "No",
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
    let _ = writeln!(out, "{verdict}\nWitnesses\nPositive: {positive} Negative: {negative}");
    flags.iter().for_each(|flag| {
        let _ = writeln!(out, "Flag {flag}");
    });
    let _ = writeln!(out, "Condition {condition}\nObservation {name} {seen} {positive} {negative}\n");
    out
}
