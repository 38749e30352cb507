//! Where threads run: paths through the tree system ⊃ agent ⊃ dispatch ⊃ cluster ⊃ workgroup ⊃ wavefront.

use super::Resolver;
use crate::llvm::{Home, ScopeLevel};
use crate::program::dispatch::{Dispatches, PacketId};
use crate::program::ir::{Position, ThreadId};
use crate::syntax::litmus::ast::{HOST, Thread};
use crate::syntax::source::Span;

/// What a placement may name, outermost first: scope levels, and the dispatch.
const NAMED: [&str; 5] = [
    ScopeLevel::Agent.as_str(),
    "dispatch",
    ScopeLevel::Cluster.as_str(),
    ScopeLevel::Workgroup.as_str(),
    ScopeLevel::Wavefront.as_str(),
];

impl Resolver {
    /// The positions of the threads, checked against each other.
    pub(super) fn positions(&mut self, threads: &[Thread], dispatches: &Dispatches) -> Vec<Position> {
        let positions: Vec<Position> =
            threads.iter().enumerate().map(|(id, thread)| self.position(thread, ThreadId::new(id))).collect();
        self.clusters_agree(threads, &positions);
        threads.iter().zip(&positions).for_each(|(thread, position)| self.is_launched(thread, position, dispatches));
        positions
    }

    fn position(&mut self, thread: &Thread, id: ThreadId) -> Position {
        if let Some(host) = thread.placement.iter().find(|part| part.node.0.node == HOST) {
            if thread.placement.len() > 1 || host.node.1.is_some() {
                self.error(host.span, "a place on the host", "the host has no parts", "thread H @ host { … }");
            }
            let (agent, workgroup, wavefront) = (Home::Host, id.index() as u32, Err(id));
            return Position { agent, dispatch: None, cluster: None, workgroup, wavefront };
        }
        let mut numbers = [None; NAMED.len()];
        let mut last: Option<(usize, Span)> = None;
        for part in &thread.placement {
            let (level, number) = &part.node;
            let Some(index) = NAMED.iter().position(|named| *named == level.node) else {
                let help = "agent N, dispatch N, cluster N, workgroup N, wavefront N, from the outside in, or `host`";
                self.error(level.span, format!("`{}` is no level of placement", level.node), "unknown level", help);
                continue;
            };
            match last {
                Some((before, span)) if before == index => {
                    self.again(level.span, format!("`{}` is given twice", level.node), span, "give each level once");
                }
                Some((before, _)) if before > index => {
                    let message = format!("`{}` inside `{}`", level.node, NAMED[before]);
                    let help = "from the outside in: agent, dispatch, cluster, workgroup, wavefront";
                    self.error(level.span, message, "in the wrong order", help);
                }
                _ => {}
            }
            last = Some((index, level.span));
            if number.is_none() {
                let message = format!("`{}` without a number", level.node);
                self.error(level.span, message, "which one?", format!("{} 0", level.node));
            }
            numbers[index] = Some(number.unwrap_or(0));
        }
        let [agent, dispatch, cluster, workgroup, wavefront] = numbers;
        if workgroup.is_none() {
            let help = "thread P0 @ agent 0, workgroup 0, wavefront 0 { … }";
            let message = format!("thread `{}` is in no workgroup", thread.name.node);
            self.error(thread.name.span, message, "impossible placement", help);
        }
        Position {
            agent: Home::Agent(agent.unwrap_or(0)),
            dispatch: dispatch.map(PacketId::Dispatch),
            cluster,
            workgroup: workgroup.unwrap_or(0),
            wavefront: wavefront.ok_or(id),
        }
    }

    /// A thread is of a dispatch where there are queues, and of none where there are none; its agent is that of the queue.
    fn is_launched(&mut self, thread: &Thread, position: &Position, dispatches: &Dispatches) {
        let span = thread.name.span;
        let name = &thread.name.node;
        match position.dispatch.map(|packet| (packet, dispatches.get(&packet))) {
            None if dispatches.is_empty() || position.agent == Home::Host => {}
            None => {
                let message = format!("thread `{name}` is in no dispatch");
                self.error(span, message, "never launched", "thread P0 @ agent 0, dispatch 0, workgroup 0 { … }");
            }
            Some((packet, None)) => {
                let help = format!("queue 0 @ {} {{ {packet} }}", position.agent);
                let message = format!("{packet} of thread `{name}` is in no queue");
                self.error(span, message, "never launched", help);
            }
            Some((packet, Some(dispatch))) if Home::Agent(dispatch.agent) != position.agent => {
                let message =
                    format!("thread `{name}` is on {}, its {packet} on agent {}", position.agent, dispatch.agent);
                self.error(span, message, "on another agent", format!("agent {}, {packet}", dispatch.agent));
            }
            Some((_, Some(_))) => {}
        }
    }

    fn clusters_agree(&mut self, threads: &[Thread], positions: &[Position]) {
        let with = positions.iter().position(|position| position.cluster.is_some());
        let is_without = |position: &Position| position.cluster.is_none() && position.agent != Home::Host;
        let without = positions.iter().position(is_without);
        if let (Some(with), Some(without)) = (with, without) {
            let (with, without) = (&threads[with].name, &threads[without].name);
            let message = format!("thread `{}` is in a cluster, `{}` is not", with.node, without.node);
            self.error(without.span, message, "in no cluster", "give every thread a cluster, or none");
        }
    }
}
