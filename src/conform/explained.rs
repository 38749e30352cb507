//! What waits are there for beside an operation: for values that are outstanding on some way to them, of which a register is named next, or may be, where it
//! cannot be told what is named. Such a wait would be there without the operation.

use super::parts::{wait_text, waits};
use super::step::{Does, Edge, Step};
use super::ways::Ways;
use crate::spelling::{RegisterFile, Unit, encodings};
use crate::targets::Target;
use std::collections::BTreeMap;

/// By number of a step and counter, what a wait is also for.
pub type Explained = BTreeMap<(usize, String), String>;

/// A value that may be outstanding.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Value {
    /// The step that loads it.
    at: usize,
    /// Whether it comes after those before it.
    in_order: bool,
}

/// By counter, what may be outstanding, the oldest first. What has no value counts too and is not known here: so more may be outstanding than is.
type Outstanding = BTreeMap<String, Vec<Value>>;

/// The code that waits stand in.
pub struct Waits<'s> {
    pub steps: &'s [Step],
    pub ways: &'s Ways<'s>,
    pub target: &'s Target,
    /// Whether what calls the code may find values in registers where it ends.
    pub returns_values: bool,
}

impl Waits<'_> {
    /// What waits are there for beside an operation.
    pub fn explained(&self) -> Explained {
        let mut explained = Explained::new();
        for (number, before) in self.outstanding().into_iter().enumerate() {
            let (Some(before), Does::Wait(counters)) = (before, &self.steps[number].does) else { continue };
            for (counter, _) in counters {
                let values = before.get(counter).map_or(&[][..], Vec::as_slice);
                if let Some(value) = values.iter().rev().find(|value| self.is_needed(number, value.at)) {
                    explained.insert((number, counter.clone()), self.what(value.at).to_string());
                }
            }
        }
        explained
    }

    fn what(&self, at: usize) -> &'static str {
        if self.steps[at].does == Does::ScalarLoad { "a kernel argument" } else { "the value that is read" }
    }

    /// What may be outstanding before each step, by any way to it; `None` if there is no way.
    fn outstanding(&self) -> Vec<Option<Outstanding>> {
        let mut before = vec![None; self.steps.len()];
        let Some(first) = before.first_mut() else { return before };
        *first = Some(Outstanding::new());
        let mut open = vec![0];
        while let Some(number) = open.pop() {
            let Some(known) = before[number].clone() else { continue };
            let after = self.after(number, known);
            for next in self.ways.next(number) {
                let reached = match &before[next] {
                    Some(known) => joined(known, &after),
                    None => after.clone(),
                };
                if before[next].as_ref() != Some(&reached) {
                    before[next] = Some(reached);
                    open.push(next);
                }
            }
        }
        before
    }

    fn after(&self, number: usize, mut outstanding: Outstanding) -> Outstanding {
        match &self.steps[number].does {
            Does::ScalarLoad => self.expect(number, "scalar", &mut outstanding),
            Does::Access(found) if found.returns => self.expect(number, &found.form, &mut outstanding),
            Does::Moves(Some(form)) => self.expect(number, form, &mut outstanding),
            Does::Wait(counters) => {
                for (counter, left) in counters {
                    outstanding.entry(counter.clone()).and_modify(|values| wait(values, *left));
                }
            }
            Does::Access(_) | Does::Moves(None) | Does::Cache(_) | Does::Nothing | Does::Computes => {}
            Does::Edge(_) | Does::Unreadable(_) => {}
        }
        outstanding
    }

    fn expect(&self, at: usize, form: &str, outstanding: &mut Outstanding) {
        let has = |counter: &&String| waits(&wait_text(counter, 0), self.target).is_some();
        let counters: Vec<&String> = encodings().results(form).iter().filter(has).collect();
        // Scalar loads come in any order, and what counts in two counters by either way.
        let in_order = counters.len() == 1 && !matches!(self.steps[at].does, Does::ScalarLoad);
        for counter in counters {
            let values = outstanding.entry(counter.clone()).or_default();
            match values.iter_mut().find(|value| value.at == at) {
                // It is loaded again.
                Some(_) => values.iter_mut().for_each(|value| value.in_order = false),
                None => values.push(Value { at, in_order }),
            }
        }
    }

    /// Whether a wait may be there for the value of a step: the next instruction may name one of its registers, or what comes next is where waits for values are put
    /// that are used later.
    fn is_needed(&self, wait: usize, value: usize) -> bool {
        let mut number = wait;
        loop {
            let Some(next) = self.ways.next(number).next() else { return false };
            let step = &self.steps[next];
            match &step.does {
                Does::Wait(_) | Does::Nothing => number = next,
                Does::Cache(_) => return false,
                // Before a loop, for what is used in it.
                Does::Edge(Edge::Label(_)) => return self.ways.is_in_loop(next) && self.is_used_after(next, value),
                Does::Edge(Edge::Branch(_) | Edge::Jump(_)) => return false,
                Does::Edge(Edge::End) => return self.returns_values,
                Does::Edge(Edge::Barrier) => return true,
                Does::Access(_) | Does::Moves(_) | Does::ScalarLoad | Does::Computes | Does::Unreadable(_) => {
                    return self.names(next, value) || self.mends_condition(next, value);
                }
            }
        }
    }

    /// Whether the instructions of a line may name a register that a step loads.
    fn names(&self, number: usize, value: usize) -> bool {
        let line = self.steps[number].line;
        let of_line = self.steps[number..].iter().take_while(|step| step.line == line);
        let loaded = self.loaded(value);
        let names = |step: &Step| match (&step.touches, &loaded) {
            (Some(touched), Some(units)) => touched.iter().any(|unit| units.contains(unit)),
            (None, _) | (_, None) => true,
        };
        of_line.into_iter().any(names)
    }

    /// Whether code that a step leads to may name a register that another loads.
    fn is_used_after(&self, from: usize, value: usize) -> bool {
        let is_use = |number: usize| !matches!(self.steps[number].does, Does::Edge(_) | Does::Wait(_) | Does::Cache(_));
        self.ways.reached(from).into_iter().any(|number| is_use(number) && self.names(number, value))
    }

    /// Whether an instruction writes the condition that branches ask to itself: processors on which a scalar load spoils what it says wait for that before it
    /// (LLVM 22, SIInsertWaitcnts.cpp, the bug of `vccz`).
    fn mends_condition(&self, number: usize, value: usize) -> bool {
        let touched = self.steps[number].touches.as_deref().unwrap_or_default();
        let is_condition = |(file, _): &Unit| *file == RegisterFile::Vcc;
        let is_scalar = self.steps[value].does == Does::ScalarLoad;
        is_scalar && !touched.is_empty() && touched.iter().all(is_condition)
    }

    /// The registers that a step loads; `None` if that cannot be told.
    fn loaded(&self, value: usize) -> Option<Vec<Unit>> {
        let step = &self.steps[value];
        if let Does::Access(found) = &step.does {
            return Some(found.results.clone()).filter(|units| !units.is_empty());
        }
        step.touches.clone()
    }
}

/// What may be outstanding by either of two ways.
fn joined(first: &Outstanding, second: &Outstanding) -> Outstanding {
    let mut all = first.clone();
    for (counter, values) in second {
        let known = all.entry(counter.clone()).or_default();
        for value in values {
            if !known.iter().any(|other| other.at == value.at) {
                known.push(value.clone());
            }
        }
    }
    // What is outstanding by the one way alone comes in no known order.
    for (counter, values) in &mut all {
        if second.get(counter) != first.get(counter) {
            values.iter_mut().for_each(|value| value.in_order = false);
        }
    }
    all
}

/// Waits until no more than so many are left: the oldest are there then, if all come in order.
fn wait(values: &mut Vec<Value>, left: u64) {
    let left = usize::try_from(left).unwrap_or(usize::MAX);
    if left == 0 || values.iter().all(|value| value.in_order) {
        values.drain(..values.len().saturating_sub(left));
    }
}
