//! Code that is otherwise than the source or its table has it: accesses of a thread in another order, barriers that a compiler has left out, waits that never end,
//! instructions that have left their canonical places.

use super::Told;
use crate::hardware::MicroEvent;
use crate::program::{EventId, EventKind};
use crate::refine::{InCode, Moved};
use crate::syntax::source::Span;
use itertools::Itertools;

impl<'a> Told<'a> {
    /// What is said beside the cycle that forbids the state: why nothing is marked, or what the code has done that its source says nothing of.
    pub(super) fn beside(&self) -> Option<&'static str> {
        let is_unmatched = self.found.forbidden_by().is_some_and(|reason| matches!(reason.in_code, InCode::Unmatched));
        let is_endless = self.parts.iter().any(|part| part.event.act.endless);
        match () {
            () if is_unmatched => {
                Some("no execution of the source has the accesses of the code: what is at fault is not marked")
            }
            () if is_endless => Some("it waits for ever, and its source does not"),
            () if !self.found.moved.is_empty() => Some("instructions have left their canonical places for it"),
            () => (!self.is_blamed).then_some("what is at fault is not marked"),
        }
    }

    /// Marks what the code has otherwise than the cycle leads over it. Whether there is something.
    pub(super) fn tell_otherwise(&mut self) -> bool {
        if !self.found.forbidden_by().is_some_and(|reason| matches!(reason.in_code, InCode::Matched(_))) {
            return false;
        }
        let chain = self.chain_of_source();
        let lacking = self.tell_lacking_barriers(&chain);
        let swapped = self.tell_swapped(&chain);
        lacking || swapped
    }

    /// The events of the chain that are in the code, by their place in the chain, each with its row.
    fn in_code(&self, chain: &[EventId]) -> Vec<(usize, usize)> {
        let Some(reason) = self.found.forbidden_by() else { return Vec::new() };
        let row = |of: EventId| self.parts.iter().position(|part| !part.fills && part.event.events.contains(&of));
        let known = chain.iter().enumerate().map(|(at, &event)| Some((at, row(reason.in_code(event)?)?)));
        known.flatten().collect()
    }

    /// Marks instructions of a thread that stand in the code behind one before which the source has them.
    fn tell_swapped(&mut self, chain: &[EventId]) -> bool {
        let in_code = self.in_code(chain);
        let mut swapped = Vec::new();
        for (&(at, first), &(next, second)) in in_code.iter().tuple_windows() {
            let [of, by] = [first, second].map(|row| self.parts[row].event);
            // Events of a thread are in program order.
            if of.thread == by.thread && chain[at] < chain[next] && of.op > by.op {
                swapped.push((first, self.place(by)));
            }
        }
        for (row, before) in &swapped {
            self.blame(*row, format!("stands behind {before}, and before it in the source"));
        }
        !swapped.is_empty()
    }

    /// Marks what a thread does without having waited at a barrier, or arrived at one, as the source has it do.
    fn tell_lacking_barriers(&mut self, chain: &[EventId]) -> bool {
        let in_code = self.in_code(chain);
        let mut lacking = Vec::new();
        for (at, &event) in chain.iter().enumerate().filter(|(at, _)| in_code.iter().all(|(known, _)| known != at)) {
            let of = &self.source.events[event];
            let is_of_thread = |(_, row): &&(usize, usize)| self.parts[*row].event.thread == of.thread;
            let line = self.source.program.source.line_column(of.span.start).0;
            let place = |row: usize| self.place(self.parts[row].event);
            let barrier = format!("the barrier of line {line} of the source");
            let thread = self.thread(of.thread);
            let told = match of.kind {
                EventKind::Wait => {
                    in_code.iter().filter(is_of_thread).find(|(known, _)| *known > at).map(|&(_, row)| {
                        (row, format!("no instruction of {thread} waits at {barrier} before {}", place(row)))
                    })
                }
                EventKind::Arrive => {
                    in_code.iter().filter(is_of_thread).rfind(|(known, _)| *known < at).map(|&(_, row)| {
                        (row, format!("no instruction of {thread} arrives at {barrier} behind {}", place(row)))
                    })
                }
                EventKind::Read
                | EventKind::Write
                | EventKind::Fence
                | EventKind::BarrierInit
                | EventKind::BarrierJoin
                | EventKind::BarrierDrop
                | EventKind::BarrierKept
                | EventKind::Initiate
                | EventKind::WaitAsync
                | EventKind::Launch
                | EventKind::Complete => None,
            };
            lacking.extend(told);
        }
        let is_lacking = !lacking.is_empty();
        lacking.into_iter().for_each(|(row, note)| self.blame(row, note));
        is_lacking
    }

    /// Marks waits that never end.
    pub(super) fn tell_endless(&mut self) {
        let rows = (0..self.parts.len()).filter(|&row| self.parts[row].event.act.endless).collect::<Vec<_>>();
        rows.into_iter()
            .for_each(|row| self.blame(row, "no phase of the barrier that it waits for is complete".into()));
    }

    /// Whether an instruction has left its canonical place for the execution.
    pub(super) fn is_moved(&self, event: &MicroEvent) -> bool {
        self.found.moved.iter().any(|moved| event.at == Some(moved.at))
    }

    /// Marks the instructions that have left their canonical places: without the room of each the execution does not happen.
    pub(super) fn tell_moved(&mut self) {
        for moved in &self.found.moved {
            let is_it = |row: &usize| !self.parts[*row].fills && self.parts[*row].event.at == Some(moved.at);
            let Some(row) = (0..self.parts.len()).find(is_it) else { continue };
            self.blame(row, self.has_moved(moved));
        }
    }

    fn has_moved(&self, moved: &Moved) -> String {
        let source = &self.structure.program.source;
        let named = |of: &[(String, Span)]| {
            of.iter().map(|(text, span)| format!("{text} of line {}", source.line_column(span.start).0)).join(", ")
        };
        let (before, after) = (named(&moved.before), named(&moved.after));
        match (before.is_empty(), after.is_empty()) {
            (true, true) => "moved from its canonical place".into(),
            (false, true) => format!("moved before {before}"),
            (true, false) => format!("moved behind {after}"),
            (false, false) => format!("moved before {before} and behind {after}"),
        }
    }
}
