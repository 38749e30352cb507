//! Explanations as text: the events, then a line for each step, with the steps that it is made of. A relation that is only another one by
//! name is not said by itself, and neither are conditions that have no name: the JSON output has all of them.

use super::{ExplanationResult, Kind, Origin, ReasonResult};
use crate::report::lines::{wrap, wrap_words};
use itertools::Itertools;
use std::collections::BTreeSet;

/// The axiom, the events, and a line for each step of the path, each line after the same indent.
pub fn text(explanation: &ExplanationResult, indent: &str) -> String {
    written(explanation, indent, true)
}

/// The same without the events, for where the source is beside it: names of events have its lines.
pub fn text_beside_source(explanation: &ExplanationResult, indent: &str) -> String {
    written(explanation, indent, false)
}

fn written(explanation: &ExplanationResult, indent: &str, with_events: bool) -> String {
    let mut writer = Writer {
        explanation,
        events: BTreeSet::new(),
        said: Vec::new(),
        defined: BTreeSet::new(),
        cited: Vec::new(),
        lines: vec![],
    };
    writer.steps();
    let deeper = format!("{indent}  ");
    let head = wrap(&head(explanation), indent);
    let events = if with_events { writer.legend() } else { Vec::new() };
    let lines = writer.lines.iter().chain(&writer.cited);
    let wrapped = lines.map(|Line { depth, chunks }| wrap(chunks, &format!("{deeper}{}", "  ".repeat(*depth))));
    head + &events.iter().map(|line| wrap_words(line, &deeper)).collect::<String>() + &wrapped.collect::<String>()
}

/// The axiom, what it asks, and where it is from.
fn head(explanation: &ExplanationResult) -> Vec<String> {
    let ExplanationResult { axiom, test, cited, assumed, .. } = explanation;
    let mut chunks = vec![format!("{axiom}, {test}")];
    let assumed = assumed.iter().map(|_| "assumed".to_string());
    let from: Vec<String> = cited.iter().cloned().chain(assumed).collect();
    let last = from.len().saturating_sub(1);
    let open = |at: usize| if at == 0 { "(" } else { "" };
    let close = |at: usize| if at == last { ")" } else { "," };
    chunks.extend(from.iter().enumerate().map(|(at, place)| format!("{}{place}{}", open(at), close(at))));
    if !explanation.path.is_empty() || !explanation.conditions.is_empty() {
        end_with(&mut chunks, ":");
    }
    chunks
}

/// What stands in one line, as far as it is not too long.
struct Line {
    depth: usize,
    chunks: Vec<String>,
}

struct Writer<'a> {
    explanation: &'a ExplanationResult,
    /// The events that lines name.
    events: BTreeSet<usize>,
    /// What was explained already.
    said: Vec<(&'a str, usize, usize)>,
    /// The sets of which it was said by which others they are defined.
    defined: BTreeSet<&'a str>,
    /// The definitions that lines name, with where they are from.
    cited: Vec<Line>,
    lines: Vec<Line>,
}

/// A relation, and those that it is only another name of.
struct Run<'a> {
    /// The name by which it is known: a definition's rather than a function's.
    known: &'a ReasonResult,
    /// The last of them, which is made of several steps, or given.
    end: &'a ReasonResult,
    /// What any of them takes besides.
    conditions: Vec<&'a ReasonResult>,
    /// Where any of their definitions is from.
    cited: Vec<&'a String>,
}

impl Run<'_> {
    /// Whether a base relation is all that a reader would learn of it.
    fn is_given(&self) -> bool {
        self.end.path.is_empty() && self.known.origin != Origin::Defined
    }
}

fn run(reason: &ReasonResult) -> Run<'_> {
    fn next<'a>(reason: &&'a ReasonResult) -> Option<&'a ReasonResult> {
        match reason.path.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }
    let all: Vec<&ReasonResult> = std::iter::successors(Some(reason), next).collect();
    let end = all[all.len() - 1];
    let defined = all.iter().find(|reason| reason.origin == Origin::Defined);
    let used = all.iter().rev().find(|reason| reason.origin == Origin::Used);
    let conditions = all.iter().flat_map(|reason| &reason.conditions).flat_map(conditions_of).collect();
    let cited = all.iter().flat_map(|reason| &reason.cited).collect();
    Run { known: defined.or(used).unwrap_or(&end), end, conditions, cited }
}

/// The condition, or what it takes that a named relation relates an event to itself without a step.
fn conditions_of(condition: &ReasonResult) -> Vec<&ReasonResult> {
    let leads_nowhere = condition.kind == Kind::Relation && condition.from == condition.to;
    match leads_nowhere && condition.holds && condition.path.is_empty() {
        true => condition.conditions.iter().flat_map(conditions_of).collect(),
        false => vec![condition],
    }
}

/// Whether it says something to a reader: what has no name of its own does not.
fn is_said(reason: &ReasonResult) -> bool {
    matches!(reason.origin, Origin::Base | Origin::Defined)
}

impl<'a> Writer<'a> {
    fn name(&mut self, event: usize) -> String {
        self.events.insert(event);
        let named = self.explanation.events.iter().find(|named| named.id == event);
        named.map_or_else(|| event.to_string(), |named| named.name.clone())
    }

    /// The named events with their instructions.
    fn legend(&self) -> Vec<String> {
        let named: Vec<_> = self.explanation.events.iter().filter(|named| self.events.contains(&named.id)).collect();
        let width = named.iter().map(|named| named.name.chars().count()).max().unwrap_or(0);
        named.iter().map(|named| format!("{:<width$}  {}", named.name, named.place.text)).collect()
    }

    fn steps(&mut self) {
        let ExplanationResult { path, conditions, .. } = self.explanation;
        let mut rest: Vec<&ReasonResult> = conditions.iter().filter(|condition| is_said(condition)).collect();
        for step in path {
            let (here, others) = rest.into_iter().partition(|condition| spans(condition, (step.from, step.to)));
            rest = others;
            self.step(step, here, 0);
        }
        let chunks = self.conditions(&rest);
        if !chunks.is_empty() {
            self.lines.push(Line { depth: 0, chunks });
        }
        rest.into_iter()
            .filter(|condition| condition.holds && !condition.path.is_empty())
            .for_each(|step| self.step(step, vec![], 1));
    }

    /// A line for a step, with conditions that are part of it, and then lines for the steps that it is made of.
    fn step(&mut self, step: &'a ReasonResult, together: Vec<&'a ReasonResult>, depth: usize) {
        let run = run(step);
        let said = (run.known.name.as_str(), step.from, step.to);
        if self.said.contains(&said) && together.is_empty() {
            return;
        }
        self.said.push(said);
        self.cite(&run);
        let (from, to) = (self.name(step.from), self.name(step.to));
        let mut chunks = vec![from.clone(), format!("–{}→ {to}", labelled(run.known, &together))];
        let conditions = match run.end.path.as_slice() {
            [] => given(&run, &mut chunks),
            steps => self.way(&run, steps, &mut chunks),
        };
        let others = self.conditions(&conditions);
        if !others.is_empty() {
            let mark = if chunks.len() > 2 { ";" } else { ":" };
            end_with(&mut chunks, mark);
            chunks.extend(others);
        }
        self.lines.push(Line { depth, chunks });
        let is_made_of_others = |step: &&'a ReasonResult| step.holds && !self::run(step).is_given();
        let related = together.into_iter().chain(conditions).filter(|condition| condition.kind == Kind::Relation);
        let below: Vec<&ReasonResult> = run.end.path.iter().chain(related).filter(is_made_of_others).collect();
        below.into_iter().for_each(|step| self.step(step, vec![], depth + 1));
    }

    /// Adds the steps that a relation is made of; gives the conditions that are left to say. What steps that are given only take belongs to the
    /// whole.
    fn way(&mut self, run: &Run<'a>, steps: &'a [ReasonResult], chunks: &mut Vec<String>) -> Vec<&'a ReasonResult> {
        let runs: Vec<Run<'_>> = steps.iter().map(self::run).collect();
        let of_given = runs.iter().filter(|step| step.is_given()).flat_map(|step| step.conditions.clone());
        let mut conditions: Vec<&ReasonResult> = run.conditions.iter().copied().chain(of_given).collect();
        conditions.retain(|condition| is_said(condition));
        end_with(chunks, ":");
        if let Some(first) = steps.first() {
            chunks.push(self.name(first.from));
        }
        for (step, run) in steps.iter().zip(&runs) {
            let (here, others): (Vec<_>, Vec<_>) =
                conditions.into_iter().partition(|condition| spans(condition, (step.from, step.to)));
            conditions = others;
            let shown = if run.is_given() { run.end } else { run.known };
            let to = self.name(step.to);
            chunks.push(format!("–{}→ {to}", labelled(shown, &here)));
        }
        conditions
    }

    /// Conditions in words, sets by event; all but the last end in a semicolon.
    fn conditions(&mut self, conditions: &[&'a ReasonResult]) -> Vec<String> {
        let (sets, relations): (Vec<&&'a ReasonResult>, Vec<_>) =
            conditions.iter().partition(|condition| condition.kind == Kind::Set);
        let relation = |this: &mut Self, condition: &ReasonResult| {
            let (from, to) = (this.name(condition.from), this.name(condition.to));
            let not = if condition.holds { "" } else { "not " };
            format!("{not}{from} –{}→ {to}", told(condition))
        };
        let mut chunks: Vec<String> =
            relations.into_iter().map(|condition| relation(self, condition)).unique().collect();
        chunks.extend(self.members(&sets));
        let last = chunks.len().saturating_sub(1);
        chunks.iter_mut().take(last).for_each(|chunk| chunk.push(';'));
        chunks
    }

    /// Which sets events are in, those of events that are in the same sets once: `P0 5, P1 8 in SC`.
    fn members(&mut self, sets: &[&&'a ReasonResult]) -> Vec<String> {
        let mut groups: Vec<(Vec<&'a ReasonResult>, Vec<usize>)> = Vec::new();
        for event in sets.iter().map(|set| set.from).unique() {
            let of_event = sets.iter().filter(|set| set.from == event).map(|set| **set);
            let of_event: Vec<&ReasonResult> = of_event.unique_by(|set| (&set.name, set.holds)).collect();
            let is_alike = |known: &[&ReasonResult]| {
                known.iter().map(|set| (&set.name, set.holds)).eq(of_event.iter().map(|set| (&set.name, set.holds)))
            };
            match groups.iter_mut().find(|(known, _)| is_alike(known)) {
                Some((_, events)) => events.push(event),
                None => groups.push((of_event, vec![event])),
            }
        }
        let group = |this: &mut Self, (sets, events): (Vec<&'a ReasonResult>, Vec<usize>)| {
            let names = events.into_iter().map(|event| this.name(event)).join(", ");
            let parts = [("in ", true), ("not in ", false)].map(|(word, holds)| {
                let sets = sets.iter().filter(|set| set.holds == holds).map(|set| this.set(set)).join(", ");
                (!sets.is_empty()).then(|| format!("{word}{sets}"))
            });
            format!("{names} {}", parts.into_iter().flatten().join(" and "))
        };
        groups.into_iter().map(|found| group(self, found)).collect()
    }

    /// A set, the first time with the sets that it is defined by.
    fn set(&mut self, set: &'a ReasonResult) -> String {
        let is_said = !set.holds || !self.defined.insert(&set.name);
        if is_said { set.name.clone() } else { with_definition(set) }
    }

    /// Notes where a relation is from, as far as the axiom is not from there too.
    fn cite(&mut self, run: &Run<'_>) {
        let cited = run.cited.iter().filter(|place| !self.explanation.cited.contains(place)).unique().join(", ");
        let chunks: Vec<String> =
            format!("{}: {cited}", run.known.name).split_inclusive(", ").map(|place| place.trim_end().into()).collect();
        let is_new = self.cited.iter().all(|line| line.chunks != chunks);
        if !cited.is_empty() && is_new {
            self.cited.push(Line { depth: 0, chunks });
        }
    }
}

/// Adds the given relation that another name stands for, with what holds of the same pair; gives the conditions that are left to say.
fn given<'a>(run: &Run<'a>, chunks: &mut Vec<String>) -> Vec<&'a ReasonResult> {
    let Run { known, end, conditions, .. } = run;
    let said = conditions.iter().copied().filter(|condition| is_said(condition));
    let (here, others): (Vec<_>, Vec<_>) = said.partition(|condition| spans(condition, (end.from, end.to)));
    if !std::ptr::eq(*known, *end) || !here.is_empty() {
        end_with(chunks, ":");
        chunks.push(labelled(end, &here));
    }
    others
}

fn spans(condition: &ReasonResult, (from, to): (usize, usize)) -> bool {
    condition.kind == Kind::Relation && (condition.from, condition.to) == (from, to)
}

/// A relation, with what its two events say of themselves by which it holds.
fn told(reason: &ReasonResult) -> String {
    let said = reason.said.as_ref().map(|said| format!(" ({said})"));
    reason.name.clone() + &said.unwrap_or_default()
}

/// A set, with the sets that it is defined by.
fn with_definition(set: &ReasonResult) -> String {
    let parts = set.conditions.iter().filter(|part| part.kind == Kind::Set && is_said(part));
    let parts =
        parts.map(|part| format!("{}{}", if part.holds { "" } else { "not " }, with_definition(part))).join(", ");
    if parts.is_empty() { set.name.clone() } else { format!("{} ({parts})", set.name) }
}

/// A relation with others that hold, or do not, of the same pair, as cat writes it.
fn labelled(relation: &ReasonResult, together: &[&ReasonResult]) -> String {
    let operator = |reason: &&ReasonResult| if reason.holds { "&" } else { "\\" };
    let others = together.iter().map(|reason| format!(" {} {}", operator(reason), told(reason))).unique();
    others.fold(told(relation), |label, other| label + &other)
}

fn end_with(chunks: &mut [String], mark: &str) {
    if let Some(last) = chunks.last_mut() {
        last.push_str(mark);
    }
}
