//! Thread symmetry: of executions that differ only by an exchange of threads that are alike, one is visited.

use crate::engine::execution::Outcome;
use crate::llvm::ScopeLevel;
use crate::program::{Event, EventId, EventStructure, ExprId, NodeKind, ThreadId};
use index_vec::{IndexSlice, IndexVec};

/// The threads of an event structure that may be exchanged. They read only, each the same, one after another without a condition, and are
/// placed alike to all others.
pub struct ThreadSymmetry {
    classes: Vec<Vec<SymmetricThread>>,
    /// By event: the read like it of the symmetric thread before, and the reads before both.
    before: IndexVec<EventId, Option<Before>>,
}

/// A thread of a class of threads that may be exchanged.
struct SymmetricThread {
    /// Where its registers stand among those of a final state.
    registers: Vec<usize>,
}

struct Before {
    like: EventId,
    /// Earlier reads of the symmetric thread before and of this thread.
    earlier: Vec<(EventId, EventId)>,
}

impl ThreadSymmetry {
    /// No symmetry: every execution is visited.
    pub fn none() -> Self {
        ThreadSymmetry { classes: Vec::new(), before: IndexVec::new() }
    }

    /// The threads of an event structure that may be exchanged.
    pub fn detect(structure: &EventStructure) -> Self {
        let events = |thread: ThreadId| {
            let own = |&event: &EventId| structure.events[event].thread == Some(thread);
            structure.events.indices().filter(own).collect::<Vec<_>>()
        };
        let mut classes: Vec<Vec<ThreadId>> = Vec::new();
        for thread in structure.program.threads.indices().filter(|&thread| only_reads(structure, &events(thread))) {
            let fits = |other: &ThreadId| {
                placed_alike(structure, *other, thread) && read_alike(structure, &events(*other), &events(thread))
            };
            match classes.iter_mut().find(|class| class.iter().all(fits)) {
                Some(class) => class.push(thread),
                None => classes.push(vec![thread]),
            }
        }
        classes.retain(|class| class.len() > 1);
        let mut before: IndexVec<EventId, Option<Before>> = structure.events.iter().map(|_| None).collect();
        for pair in classes.iter().flat_map(|class| class.windows(2)) {
            let like: Vec<(EventId, EventId)> = events(pair[0]).into_iter().zip(events(pair[1])).collect();
            for (at, &(first, second)) in like.iter().enumerate() {
                before[second] = Some(Before { like: first, earlier: like[..at].to_vec() });
            }
        }
        let symmetric_thread = |&thread: &ThreadId| {
            let own = structure.registers.iter().enumerate().filter(|(_, register)| register.thread == thread);
            SymmetricThread { registers: own.map(|(at, _)| at).collect() }
        };
        ThreadSymmetry {
            classes: classes.iter().map(|class| class.iter().map(symmetric_thread).collect()).collect(),
            before,
        }
    }

    /// Whether a read may read from a write if symmetric threads are in order: what each reads is not before what the one before it reads.
    pub fn in_order(&self, rf: &IndexSlice<EventId, [Option<EventId>]>, read: EventId, write: EventId) -> bool {
        let Some(Some(before)) = self.before.get(read) else { return true };
        let earlier_agree = before.earlier.iter().all(|&(first, second)| rf[first] == rf[second]);
        !earlier_agree || rf[before.like].is_none_or(|first| first <= write)
    }

    /// The states of the executions that symmetry left out.
    pub fn exchanged(&self, outcome: Outcome) -> Vec<Outcome> {
        let mut all = vec![outcome];
        for class in &self.classes {
            all = all.into_iter().flat_map(|outcome| arrangements(class, &outcome)).collect();
        }
        all
    }
}

/// What the registers of symmetric threads hold, in every order, each once.
fn arrangements(class: &[SymmetricThread], outcome: &Outcome) -> Vec<Outcome> {
    let held = |symmetric_thread: &SymmetricThread| {
        symmetric_thread.registers.iter().map(|&at| outcome.registers[at]).collect::<Vec<_>>()
    };
    let mut blocks: Vec<Vec<Option<u64>>> = class.iter().map(held).collect();
    blocks.sort();
    let mut all = Vec::new();
    loop {
        let mut arranged = outcome.clone();
        for (symmetric_thread, block) in class.iter().zip(&blocks) {
            symmetric_thread.registers.iter().zip(block).for_each(|(&at, &value)| arranged.registers[at] = value);
        }
        all.push(arranged);
        if !next_permutation(&mut blocks) {
            return all;
        }
    }
}

/// The next order of items, from the sorted one on; whether there is one.
fn next_permutation<T: Ord>(items: &mut [T]) -> bool {
    let Some(at) = (1..items.len()).rev().find(|&at| items[at - 1] < items[at]) else { return false };
    let Some(with) = (at..items.len()).rev().find(|&with| items[at - 1] < items[with]) else { return false };
    items.swap(at - 1, with);
    items[at..].reverse();
    true
}

fn is_true(structure: &EventStructure, id: ExprId) -> bool {
    structure.exprs.as_const(id) == Some(1)
}

/// Whether a thread does nothing but read and fence, whatever happens, at known addresses.
fn only_reads(structure: &EventStructure, events: &[EventId]) -> bool {
    let is_plain_read = |&event: &EventId| {
        let event = &structure.events[event];
        let known = event.access.as_ref().is_none_or(|access| access.may.len() == 1);
        let depends = event.dependencies.iter().any(|reads| !reads.is_empty());
        let still = event.is_read() || event.kind == crate::program::EventKind::Fence;
        is_true(structure, event.guard) && still && known && !depends && event.rmw.is_none()
    };
    !events.is_empty() && events.iter().all(is_plain_read)
}

/// Whether all others share the same with both.
fn placed_alike(structure: &EventStructure, a: ThreadId, b: ThreadId) -> bool {
    let program = &structure.program;
    let mut others = program.threads.indices().filter(|&other| other != a && other != b);
    others.all(|c| ScopeLevel::ALL.iter().all(|&level| program.share(a, c, level) == program.share(b, c, level)))
}

/// Whether two threads' events are alike, and their registers hold the same of them.
fn read_alike(structure: &EventStructure, a: &[EventId], b: &[EventId]) -> bool {
    let alike = |(&x, &y): (&EventId, &EventId)| {
        let (x, y) = (&structure.events[x], &structure.events[y]);
        let place = |event: &Event| {
            event.access.as_ref().map(|access| (access.may.clone(), access.ty, access.space, access.named_space))
        };
        let label = |event: &Event| (event.kind, event.ordering, event.scope, event.volatile, event.nontemporal);
        label(x) == label(y) && place(x) == place(y) && x.tags == y.tags
    };
    // By place in its thread: the read that a register holds the value of.
    let held = |events: &[EventId]| -> Option<Vec<(bool, usize)>> {
        let thread = structure.events[*events.first()?].thread?;
        let own = structure.registers.iter().filter(|register| register.thread == thread);
        let read_held = |register: &crate::program::FinalRegister| match structure.exprs.node(register.value).kind {
            NodeKind::Read(read) => {
                Some((is_true(structure, register.written), events.iter().position(|&event| event == read)?))
            }
            NodeKind::Const(_) | NodeKind::Choice(_) | NodeKind::Op(_) => None,
        };
        own.map(read_held).collect()
    };
    a.len() == b.len() && a.iter().zip(b).all(alike) && held(a).is_some() && held(a) == held(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::source::Source;

    /// The sizes of the classes of threads that may be exchanged: a writer is P0, and what the other threads do is given.
    fn classes(readers: [&str; 2], workgroups: [u32; 2]) -> Vec<usize> {
        let reader = |at: usize| {
            let (body, workgroup) = (readers[at], workgroups[at]);
            format!("thread P{} @ agent 0, workgroup {workgroup}, wavefront {at} {{ {body} }}\n", at + 1)
        };
        let text = format!(
            "litmus t \"t\" memory {{ global x: i32 = 0 global y: i32 = 0 }}
            thread P0 @ agent 0, workgroup 9, wavefront 0 {{ store i32 1, x store i32 1, y }}
            {}{}exists (x = 1)",
            reader(0),
            reader(1)
        );
        let structure = crate::load::event_structure(&Source::new("t.litmus", text)).expect("well formed");
        ThreadSymmetry::detect(&structure).classes.iter().map(Vec::len).collect()
    }

    #[test]
    fn threads_that_read_alike_may_be_exchanged() {
        let reads = "r0 = load atomic i32, x monotonic fence acquire r1 = load atomic i32, y monotonic";
        assert_eq!(classes([reads; 2], [1, 1]), [2]);
        assert_eq!(classes([reads; 2], [1, 2]), [2]);
        let renamed = "r1 = load atomic i32, x monotonic fence acquire r0 = load atomic i32, y monotonic";
        assert_eq!(classes([reads, renamed], [1, 1]), [2]);
        // One shares its workgroup with the writer.
        assert_eq!(classes([reads; 2], [1, 9]), [0; 0]);
        let others = [
            "r0 = load atomic i32, x acquire fence acquire r1 = load atomic i32, y monotonic",
            "r0 = load atomic i32, y monotonic fence acquire r1 = load atomic i32, x monotonic",
            "r0 = load atomic i32, x monotonic fence acquire r0 = load atomic i32, y monotonic",
            "r0 = load atomic i32, x monotonic fence seq_cst r1 = load atomic i32, y monotonic",
            "r0 = load atomic i32, x monotonic r1 = load atomic i32, y monotonic",
        ];
        for other in others {
            assert_eq!(classes([reads, other], [1, 1]), [0; 0], "{other}");
        }
        let fixed = [
            "r0 = atomicrmw add x, i32 1 monotonic",
            "store atomic i32 1, x monotonic",
            "r0 = load atomic i32, x monotonic if r0 == 1 { r1 = load atomic i32, y monotonic }",
        ];
        for body in fixed {
            assert_eq!(classes([body; 2], [1, 1]), [0; 0], "{body}");
        }
    }

    #[test]
    fn every_order_comes_once() {
        let mut items = vec![1, 1, 2];
        let mut all = vec![items.clone()];
        while next_permutation(&mut items) {
            all.push(items.clone());
        }
        assert_eq!(all, [vec![1, 1, 2], vec![1, 2, 1], vec![2, 1, 1]]);
    }
}
