//! Queues: their packets, and which dispatches are complete before which begin.
//!
//! The packets of a queue begin in its order. One with the barrier bit begins when all before it are complete, one after a barrier packet when that is
//! (HSA Platform System Architecture Specification, to which LLVM 24's AMDGPU user guide refers in line 7005).

use super::Resolver;
use super::packets::SIGNAL;
use crate::llvm::AddressSpace;
use crate::program::dispatch::{Dispatch, Dispatches, PacketId};
use crate::program::ir::ObjectId;
use crate::syntax::litmus::ast::{At, Awaited, FenceScope, Packet, PacketKind, Queue};
use crate::syntax::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The packets of a queue. A barrier packet without fences and signal does nothing but hold back others, and is none that begins.
type Packets<'q> = Vec<(&'q At<Packet>, Option<PacketId>)>;

/// How many signals a barrier packet has room for (HSA Platform System Architecture Specification, the packets barrier-AND and barrier-OR).
const MOST_AWAITED: usize = 5;

impl Resolver {
    /// The dispatches of the queues, checked.
    pub(super) fn dispatches(&mut self, queues: &[Queue]) -> Dispatches {
        let mut numbers: BTreeMap<u32, Span> = BTreeMap::new();
        let mut all = Dispatches::new();
        let mut identified: Vec<Packets<'_>> = Vec::new();
        let mut barriers = 0..;
        for queue in queues {
            if let Some(first) = numbers.insert(queue.number.node, queue.number.span) {
                let message = format!("queue {} is declared twice", queue.number.node);
                self.again(queue.number.span, message, first, "give each queue a number of its own");
            }
            if queue.packets.is_empty() {
                self.error(queue.place.span, "a queue without packets", "nothing is launched", "dispatch 0");
            }
            let agent = self.agent_of(queue);
            let packets: Packets<'_> =
                queue.packets.iter().map(|packet| (packet, packet_id(&packet.node, &mut barriers))).collect();
            for (packet, id) in &packets {
                id.iter().for_each(|&id| self.packet(packet, (id, agent), &mut all));
            }
            identified.push(packets);
        }
        let packets = queues.iter().flat_map(|queue| &queue.packets);
        packets.for_each(|packet| self.waits_for_dispatches(&packet.node, &all));
        identified.iter().for_each(|packets| self.before_packets(packets, &mut all));
        complete_before(&identified, &mut all);
        for (packet, dispatch) in all.iter().filter(|(packet, dispatch)| dispatch.after.contains(packet)) {
            let message = format!("{packet} never begins: it is after itself");
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

    fn packet(&mut self, packet: &At<Packet>, (id, agent): (PacketId, u32), all: &mut Dispatches) {
        let Packet { acquire, release, signal, .. } = &packet.node;
        let signal = signal.as_ref().and_then(|signal| self.signal(&signal.node, signal.span));
        let (acquire, release, own) = (*acquire, *release, Dispatch::new(agent, packet.span));
        if let Some(first) = all.insert(id, Dispatch { acquire, release, signal, ..own }) {
            let message = format!("{id} is launched twice");
            self.again(packet.span, message, first.span, "give each dispatch a number of its own");
        }
    }

    /// An object that is a signal.
    fn signal(&mut self, name: &str, span: Span) -> Option<ObjectId> {
        let id = self.object_named(name, span)?;
        let object = &self.objects[id];
        if object.space != AddressSpace::Global || object.ty != SIGNAL {
            let message = format!("`{name}` is {} in {} memory, and no signal", object.ty, object.space);
            self.error(span, message, "not a signal", format!("global {name}: {SIGNAL} = 1"));
            return None;
        }
        Some(id)
    }

    fn waits_for_dispatches(&mut self, packet: &Packet, all: &Dispatches) {
        let (awaited, all_of) = match &packet.kind {
            PacketKind::Dispatch(_) => return,
            PacketKind::BarrierAnd(awaited) => (awaited, true),
            PacketKind::BarrierOr(awaited) => (awaited, false),
        };
        if let Some(more) = awaited.get(MOST_AWAITED) {
            let message = format!("a barrier packet waits for at most {MOST_AWAITED}");
            self.error(more.span, message, "one more", "two packets, one after the other".to_string());
        }
        for (number, At { node, span }) in awaited.iter().enumerate() {
            if let Some(first) = awaited[..number].iter().find(|first| first.node == *node) {
                self.again(*span, "waited for twice".to_string(), first.span, "each once");
            }
        }
        for At { node, span } in awaited {
            match node {
                Awaited::Dispatch(number) if !all.contains_key(&PacketId::Dispatch(*number)) => {
                    let message = format!("there is no dispatch {number}");
                    self.error(*span, message, "never complete", "the number of a dispatch in one of the queues");
                }
                Awaited::Dispatch(number) if !all_of => {
                    let help = format!("give dispatch {number} a signal, and name that");
                    self.error(*span, "a barrier-OR packet waits for signals", "a dispatch", help);
                }
                Awaited::Dispatch(_) | Awaited::Signal(_) => {}
            }
        }
    }

    /// Adds to each dispatch of a queue which packets are published before it begins, and for which signals those before it wait.
    fn before_packets(&mut self, packets: &Packets<'_>, all: &mut Dispatches) {
        let mut published = BTreeSet::new();
        let mut signals: Vec<Vec<ObjectId>> = Vec::new();
        for (packet, id) in packets {
            match &packet.node.kind {
                PacketKind::Dispatch(number) => drop(published.insert(number.node)),
                PacketKind::BarrierAnd(awaited) => {
                    signals.extend(awaited.iter().filter_map(|at| self.awaited_signal(at)).map(|one| vec![one]));
                }
                PacketKind::BarrierOr(awaited) => {
                    signals.push(awaited.iter().filter_map(|at| self.awaited_signal(at)).collect());
                }
            }
            if let Some(dispatch) = id.and_then(|id| all.get_mut(&id)) {
                dispatch.published.clone_from(&published);
                dispatch.signals.clone_from(&signals);
            }
        }
    }

    fn awaited_signal(&mut self, awaited: &At<Awaited>) -> Option<ObjectId> {
        match &awaited.node {
            Awaited::Dispatch(_) => None,
            Awaited::Signal(name) => self.signal(name, awaited.span),
        }
    }
}

/// What a packet is among those that begin.
fn packet_id(packet: &Packet, barriers: &mut impl Iterator<Item = u32>) -> Option<PacketId> {
    let Packet { kind, acquire, release, signal, .. } = packet;
    match kind {
        PacketKind::Dispatch(number) => Some(PacketId::Dispatch(number.node)),
        PacketKind::BarrierAnd(_) | PacketKind::BarrierOr(_) => {
            let has_fence = (*acquire, *release) != (FenceScope::None, FenceScope::None);
            if has_fence || signal.is_some() { barriers.next().map(PacketId::Barrier) } else { None }
        }
    }
}

/// Adds to each dispatch those that are complete before it begins, until nothing is new.
fn complete_before(queues: &[Packets<'_>], all: &mut Dispatches) {
    let known = |all: &Dispatches| all.values().map(|dispatch| dispatch.after.len()).sum::<usize>();
    loop {
        let before = known(all);
        queues.iter().for_each(|packets| of_queue(packets, all));
        if known(all) == before {
            return;
        }
    }
}

/// Adds what follows from one queue, as far as what follows from others is known.
fn of_queue(packets: &Packets<'_>, all: &mut Dispatches) {
    // What is complete before the next packet begins, and what is when all packets so far are complete.
    let (mut begun, mut complete) = (BTreeSet::new(), BTreeSet::new());
    for (packet, id) in packets {
        if packet.node.barrier {
            begun.extend(complete.iter().copied());
        }
        if let PacketKind::BarrierAnd(awaited) = &packet.node.kind {
            for number in awaited.iter().filter_map(|at| at.node.dispatch()) {
                let awaited = PacketId::Dispatch(number);
                begun.insert(awaited);
                begun.extend(all.get(&awaited).into_iter().flat_map(|dispatch| &dispatch.after));
            }
        }
        if let Some((id, dispatch)) = id.and_then(|id| Some((id, all.get_mut(&id)?))) {
            begun.extend(dispatch.after.iter().copied());
            dispatch.after.extend(begun.iter().copied());
            // After a barrier packet the next one begins when that is complete.
            match id {
                PacketId::Barrier(_) => begun.insert(id),
                PacketId::Dispatch(_) | PacketId::SignalOfDispatch(_) | PacketId::SignalOfBarrier(_) => {
                    complete.insert(id)
                }
            };
        }
        complete.extend(begun.iter().copied());
    }
}
