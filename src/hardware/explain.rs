//! Micro-events of an execution, in order: what happened where, and when.

use super::chip::Chip;
use super::timeline::{Access, Op, What};
use crate::engine::{Execution, show_value};
use crate::program::{EventId, EventStructure, ThreadId};

/// What happens at a timestamp whose value is not yet known.
pub(super) struct Label {
    stamp: u32,
    thread: ThreadId,
    text: String,
}

/// A micro-event: a part of an operation that happens at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MicroEvent {
    /// Its timestamp, from 0; micro-events of equal timestamps may happen in any order.
    pub time: u32,
    /// The thread; `None` for where waves are placed.
    pub thread: Option<ThreadId>,
    /// What happens, with the instruction, the object, its value and the cache level.
    pub text: String,
}

/// The micro-events in order, after what is said of the placement.
pub(super) fn micro_events(labels: &[Label], times: &[u32], placement: &[String]) -> Vec<MicroEvent> {
    let place = |text: &String| MicroEvent { time: 0, thread: None, text: text.clone() };
    let mut all: Vec<MicroEvent> = labels
        .iter()
        .map(|label| MicroEvent {
            time: times[label.stamp as usize],
            thread: Some(label.thread),
            text: label.text.clone(),
        })
        .collect();
    all.sort_by_key(|event| event.time);
    placement.iter().map(place).chain(all).collect()
}

/// What the micro-events of operations are; issues are told only where an operation has nothing else.
pub(super) fn labels(structure: &EventStructure, execution: &Execution, chip: &Chip, ops: &[Op<'_>]) -> Vec<Label> {
    let mut labels = Vec::new();
    for op in ops {
        let Some(instr) = op.instr else { continue };
        let mut add = |stamp: u32, text: String| labels.push(Label { stamp, thread: op.thread, text });
        match &op.what {
            What::Other => add(op.issue, format!("{instr} is done")),
            What::Cache { processed, done, control } => {
                add(*processed, format!("{instr} takes effect"));
                if matches!(control, super::chip::Control::WriteBack { .. }) {
                    add(*done, format!("{instr} is done"));
                }
            }
            What::Access(access) => {
                for (stamp, text) in access_events(structure, execution, chip, access, &instr.to_string()) {
                    add(stamp, text);
                }
            }
        }
    }
    labels
}

fn access_events(
    structure: &EventStructure,
    execution: &Execution,
    chip: &Chip,
    access: &Access,
    instr: &str,
) -> Vec<(u32, String)> {
    let object = &structure.program.objects[access.object].name;
    let value = |event: Option<EventId>| {
        let event = event?;
        let ty = structure.events[event].access.as_ref()?.ty;
        Some(show_value(structure, ty, execution.value(structure, event)?))
    };
    let last = chip.outermost();
    // Where levels are one for an object, the outermost names them.
    let level = |stamps: &[u32], k: usize| {
        let outer = (k..=last).rev().find(|&outer| stamps[outer] == stamps[k]).unwrap_or(k);
        chip.levels[outer].name.as_str()
    };
    let read = value(access.read).unwrap_or_default();
    let written = value(access.write).unwrap_or_default();
    let (at, data) = (&access.at, &access.data);
    let reaches = |from: usize| {
        let levels = (from + 1..=last).filter(|&k| at[k] != at[k - 1]);
        levels.map(|k| (at[k], format!("{object} = {written} reaches {}", level(at, k))))
    };
    let leaves = |from: usize| {
        let levels = (from + 1..=last).rev().filter(move |&k| data[k] != data[k - 1] && data[k] != data[from]);
        levels.map(|k| (data[k], format!("what it finds of {object} leaves {}", level(data, k))))
    };
    match (access.lds, access.atomic, access.write.is_some()) {
        (true, _, false) => vec![(at[0], format!("{instr} reads {object} = {read} in LDS"))],
        (true, _, true) => vec![(at[0], format!("{instr} writes {object} = {written} in LDS"))],
        (false, true, stored) => {
            let effect = if stored {
                format!("makes {object} = {written} of {read}")
            } else {
                format!("reads {object} = {read}")
            };
            let performed = access.performed;
            let done = (at[performed], format!("{instr} {effect} at {}", level(at, performed)));
            let out = reaches(performed).filter(|_| stored);
            std::iter::once(done).chain(out).chain(leaves(performed)).collect()
        }
        (false, false, true) => {
            let first = (at[0], format!("{instr} writes {object} = {written} at {}", level(at, 0)));
            std::iter::once(first).chain(reaches(0)).collect()
        }
        (false, false, false) => {
            let first = (data[0], format!("{instr} reads {object} = {read} at {}", level(data, 0)));
            std::iter::once(first).chain(leaves(0)).collect()
        }
    }
}
