//! Queues: their packets, and which dispatches are complete before which begin.
//!
//! The packets of a queue begin in its order. One with the barrier bit begins when all before it are complete, one after a barrier-AND packet when that is
//! (HSA Platform System Architecture Specification, to which LLVM 24's AMDGPU user guide refers in line 7005).

use super::Resolver;
use crate::program::dispatch::{Dispatch, Dispatches};
use crate::syntax::litmus::ast::{At, FenceScope, Packet, PacketKind, Queue};
use crate::syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

impl Resolver {
    /// The dispatches of the queues, checked.
    pub(super) fn dispatches(&mut self, queues: &[Queue]) -> Dispatches {
        let mut numbers: BTreeMap<u32, Span> = BTreeMap::new();
        let mut all = Dispatches::new();
        for queue in queues {
            if let Some(first) = numbers.insert(queue.number.node, queue.number.span) {
                let message = format!("queue {} is declared twice", queue.number.node);
                self.again(queue.number.span, message, first, "give each queue a number of its own");
            }
            let agent = self.agent_of(queue);
            queue.packets.iter().for_each(|packet| self.packet(packet, agent, &mut all));
        }
        let packets = queues.iter().flat_map(|queue| &queue.packets);
        packets.for_each(|packet| self.waits_for_dispatches(&packet.node, &all));
        complete_before(queues, &mut all);
        for (number, dispatch) in all.iter().filter(|(number, dispatch)| dispatch.after.contains(number)) {
            let message = format!("dispatch {number} never begins: it is after itself");
            let help = "a barrier_and of dispatches that do not wait for what comes after it";
            self.error(dispatch.span, message, "waits for itself", help);
        }
        all
    }

    fn agent_of(&mut self, queue: &Queue) -> u32 {
        let (level, number) = &queue.agent.node;
        if level.node != "agent" {
            let message = format!("`{}` is nothing that has queues", level.node);
            self.error(level.span, message, "not an agent", "queue 0 @ agent 0 { … }");
        }
        *number
    }

    fn packet(&mut self, packet: &At<Packet>, agent: u32, all: &mut Dispatches) {
        let Packet { kind, barrier: _, acquire, release } = &packet.node;
        match kind {
            PacketKind::Dispatch(number) => {
                let (acquire, release, span) = (*acquire, *release, packet.span);
                let dispatch = Dispatch { agent, acquire, release, after: BTreeSet::new(), span };
                if let Some(first) = all.insert(number.node, dispatch) {
                    let message = format!("dispatch {} is launched twice", number.node);
                    self.again(number.span, message, first.span, "give each dispatch a number of its own");
                }
            }
            PacketKind::BarrierAnd(_) if (*acquire, *release) == (FenceScope::None, FenceScope::None) => {}
            PacketKind::BarrierAnd(_) => {
                let help = "give the fence to a dispatch before or after it";
                self.error(packet.span, "fences of barrier-AND packets are not modelled", "has a fence", help);
            }
        }
    }

    fn waits_for_dispatches(&mut self, packet: &Packet, all: &Dispatches) {
        let PacketKind::BarrierAnd(numbers) = &packet.kind else { return };
        for number in numbers.iter().filter(|number| !all.contains_key(&number.node)) {
            let message = format!("there is no dispatch {}", number.node);
            self.error(number.span, message, "never complete", "the number of a dispatch in one of the queues");
        }
    }
}

/// Adds to each dispatch those that are complete before it begins, until nothing is new.
fn complete_before(queues: &[Queue], all: &mut Dispatches) {
    let known = |all: &Dispatches| all.values().map(|dispatch| dispatch.after.len()).sum::<usize>();
    loop {
        let before = known(all);
        queues.iter().for_each(|queue| of_queue(queue, all));
        if known(all) == before {
            return;
        }
    }
}

/// Adds what follows from one queue, as far as what follows from others is known.
fn of_queue(queue: &Queue, all: &mut Dispatches) {
    // What is complete before the next packet begins, and what is when all packets so far are complete.
    let (mut begun, mut complete) = (BTreeSet::new(), BTreeSet::new());
    for packet in &queue.packets {
        if packet.node.barrier {
            begun.extend(complete.iter().copied());
        }
        match &packet.node.kind {
            PacketKind::Dispatch(number) => {
                let Some(dispatch) = all.get_mut(&number.node) else { continue };
                begun.extend(dispatch.after.iter().copied());
                dispatch.after.extend(begun.iter().copied());
                complete.insert(number.node);
            }
            PacketKind::BarrierAnd(numbers) => {
                for number in numbers {
                    begun.insert(number.node);
                    begun.extend(all.get(&number.node).into_iter().flat_map(|dispatch| &dispatch.after));
                }
            }
        }
        complete.extend(begun.iter().copied());
    }
}
