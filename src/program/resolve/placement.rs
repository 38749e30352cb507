//! Where threads run: paths through the tree system ⊃ agent ⊃ cluster ⊃ workgroup ⊃ wavefront.

use super::Resolver;
use crate::llvm::ScopeLevel;
use crate::program::ir::{Position, ThreadId};
use crate::syntax::litmus::ast::Thread;
use crate::syntax::source::Span;

/// The scope levels a placement may name, outermost first.
const NAMED: [ScopeLevel; 4] = [ScopeLevel::Agent, ScopeLevel::Cluster, ScopeLevel::Workgroup, ScopeLevel::Wavefront];

impl Resolver {
    /// The positions of the threads, checked against each other.
    pub(super) fn positions(&mut self, threads: &[Thread]) -> Vec<Position> {
        let positions: Vec<Position> =
            threads.iter().enumerate().map(|(id, thread)| self.position(thread, ThreadId::new(id))).collect();
        self.clusters_agree(threads, &positions);
        positions
    }

    fn position(&mut self, thread: &Thread, id: ThreadId) -> Position {
        let mut numbers = [None; NAMED.len()];
        let mut last: Option<(usize, Span)> = None;
        for part in &thread.placement {
            let (level, number) = &part.node;
            let Some(index) = NAMED.iter().position(|named| named.as_str() == level.node) else {
                let help = "agent N, cluster N, workgroup N, wavefront N, from the outside in";
                self.error(level.span, format!("`{}` is no level of placement", level.node), "unknown level", help);
                continue;
            };
            match last {
                Some((before, span)) if before == index => {
                    self.again(level.span, format!("`{}` is given twice", level.node), span, "give each level once");
                }
                Some((before, _)) if before > index => {
                    let message = format!("`{}` inside `{}`", level.node, NAMED[before]);
                    let help = "from the outside in: agent, cluster, workgroup, wavefront";
                    self.error(level.span, message, "in the wrong order", help);
                }
                _ => {}
            }
            last = Some((index, level.span));
            numbers[index] = Some(*number);
        }
        let [agent, cluster, workgroup, wavefront] = numbers;
        if workgroup.is_none() {
            let help = "thread P0 @ agent 0, workgroup 0, wavefront 0 { … }";
            let message = format!("thread `{}` is in no workgroup", thread.name.node);
            self.error(thread.name.span, message, "impossible placement", help);
        }
        Position {
            agent: agent.unwrap_or(0),
            cluster,
            workgroup: workgroup.unwrap_or(0),
            wavefront: wavefront.ok_or(id),
        }
    }

    fn clusters_agree(&mut self, threads: &[Thread], positions: &[Position]) {
        let with = positions.iter().position(|position| position.cluster.is_some());
        let without = positions.iter().position(|position| position.cluster.is_none());
        if let (Some(with), Some(without)) = (with, without) {
            let (with, without) = (&threads[with].name, &threads[without].name);
            let message = format!("thread `{}` is in a cluster, `{}` is not", with.node, without.node);
            self.error(without.span, message, "in no cluster", "give every thread a cluster, or none");
        }
    }
}
