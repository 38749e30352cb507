//! The blocks of a function as nested regions: its loops, and where the ways from a branch meet again.

use super::ast::{Function, Terminator};
use super::{Context, Lowered};
use crate::allowance::spend;
use crate::syntax::litmus::ast::Name;
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graphmap::DiGraphMap;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A block, by its number; [`RETURN`] is where the function ends.
pub type BlockId = usize;

/// Where a function ends.
pub const RETURN: BlockId = usize::MAX;

/// Where a region is left, or begins anew: what comes after all that is in it.
const END: BlockId = usize::MAX - 1;

/// The blocks that are in a loop, and those that go back to its header.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The block that is come to first.
    pub header: BlockId,
    /// All blocks in it, those of loops within it too.
    pub blocks: BTreeSet<BlockId>,
    /// The blocks outside of it that it is left for.
    pub exits: Vec<BlockId>,
}

/// The blocks of a function.
pub struct Flow {
    /// For each block, those that may come next.
    next: Vec<Vec<BlockId>>,
    /// The loops, by their headers.
    loops: BTreeMap<BlockId, Loop>,
    dominators: Dominators<BlockId>,
}

impl Flow {
    /// The flow of a function whose blocks have these names.
    ///
    /// # Errors
    /// A name that no block has, or a block at which a loop is entered past its header.
    pub fn new(context: &Context<'_>, function: &Function, numbers: &HashMap<String, BlockId>) -> Lowered<Flow> {
        let number = |name: &Name| match numbers.get(&name.node) {
            Some(&number) => Ok(number),
            None => {
                context.refuse(name.span, format!("no block `{}`", name.node), "not in the function", "a block of it")
            }
        };
        let next = function.blocks.iter().map(|block| match &block.end.node {
            Terminator::Return => Ok(vec![RETURN]),
            Terminator::Goto(to) => Ok(vec![number(to)?]),
            Terminator::Branch(_, to) => to.iter().map(number).collect(),
        });
        let next: Vec<Vec<BlockId>> = next.collect::<Lowered<_>>()?;
        if let Some(block) = next.iter().position(|next| next.contains(&0)) {
            let (span, help) = (function.blocks[block].end.span, "a block of its own before the loop");
            return context.refuse(span, "a branch to the block where a function begins", "no block leads there", help);
        }
        let (edges, backward) = walked(&next);
        let mut graph: DiGraphMap<BlockId, ()> = edges.into_iter().collect();
        graph.add_node(0);
        let dominators = simple_fast(&graph, 0);
        let mut loops: BTreeMap<BlockId, Loop> = BTreeMap::new();
        for (from, to) in backward {
            if !dominates(&dominators, to, from) {
                let place = function.blocks[to].label.as_ref().map_or(function.name.span, |label| label.span);
                let help = "a loop that is entered at one block only";
                return context.refuse(place, "a loop that is entered past its first block", "two ways in", help);
            }
            let found = loops.entry(to).or_insert_with(|| Loop { header: to, blocks: [to].into(), exits: Vec::new() });
            found.blocks.extend(leading_to(&graph, from, to));
        }
        for found in loops.values_mut() {
            let left = found.blocks.iter().flat_map(|&block| &next[block]).filter(|to| !found.blocks.contains(to));
            found.exits = left.copied().collect::<BTreeSet<_>>().into_iter().collect();
        }
        Ok(Flow { next, loops, dominators })
    }

    /// Whether a block is come to at all.
    pub fn is_reached(&self, block: BlockId) -> bool {
        block == 0 || self.dominators.immediate_dominator(block).is_some()
    }

    /// All loops.
    pub fn loops(&self) -> impl Iterator<Item = &Loop> {
        self.loops.values()
    }

    /// Whether every way to a block leads through another one.
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        dominates(&self.dominators, above, below)
    }

    /// How many edges lead from a block to another.
    pub fn edges(&self, from: BlockId, to: BlockId) -> usize {
        self.next.get(from).map_or(0, |next| next.iter().filter(|&&next| next == to).count())
    }

    /// Whether a block may come right before another.
    pub fn leads(&self, from: BlockId, to: BlockId) -> bool {
        self.next.get(from).is_some_and(|next| next.contains(&to))
    }

    /// The blocks that may come right before a block.
    pub fn before(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        (0..self.next.len()).filter(move |&from| self.leads(from, block))
    }

    /// The loop that a block is the header of.
    pub fn headed(&self, block: BlockId) -> Option<&Loop> {
        self.loops.get(&block)
    }

    /// Where the ways from a block of a region meet again, each of them; `None` where they leave the region, or begin it anew, before. A loop within the region
    /// is one step.
    pub fn meeting(&self, region: Option<&Loop>, block: BlockId) -> Option<BlockId> {
        let inside = |block: BlockId| block != RETURN && region.is_none_or(|region| region.blocks.contains(&block));
        let is_again = |to: BlockId| region.is_some_and(|region| region.header == to);
        spend(self.next.len());
        // Backwards, from the end.
        let mut graph = DiGraphMap::<BlockId, ()>::new();
        let (mut pending, mut seen) = (vec![region.map_or(0, |region| region.header)], BTreeSet::new());
        while let Some(from) = pending.pop() {
            if !seen.insert(from) {
                continue;
            }
            let inner = self.headed(from).filter(|_| region.is_none_or(|region| region.header != from));
            let targets = inner.map_or(&self.next[from], |inner| &inner.exits);
            for &to in targets {
                let leaves = !inside(to) || is_again(to);
                graph.add_edge(if leaves { END } else { to }, from, ());
                if !leaves {
                    pending.push(to);
                }
            }
        }
        graph.add_node(END);
        simple_fast(&graph, END).immediate_dominator(block).filter(|&meeting| meeting != END)
    }
}

fn dominates(dominators: &Dominators<BlockId>, above: BlockId, below: BlockId) -> bool {
    dominators.dominators(below).is_some_and(|mut all| all.any(|known| known == above))
}

/// Edges from block to block.
type Edges = Vec<(BlockId, BlockId)>;

/// The edges of what is come to, and those among them that go back to a block that is being walked.
fn walked(next: &[Vec<BlockId>]) -> (Edges, Edges) {
    let (mut all, mut back, mut state) = (Vec::new(), Vec::new(), vec![Walk::New; next.len()]);
    let mut pending = vec![(0, 0)];
    while let Some((block, at)) = pending.pop() {
        state[block] = Walk::Open;
        let Some(&to) = next[block].get(at) else {
            state[block] = Walk::Done;
            continue;
        };
        all.push((block, to));
        pending.push((block, at + 1));
        match state.get(to) {
            Some(Walk::New) => pending.push((to, 0)),
            Some(Walk::Open) => back.push((block, to)),
            Some(Walk::Done) | None => {}
        }
    }
    (all, back)
}

#[derive(Clone, Copy, PartialEq)]
enum Walk {
    New,
    Open,
    Done,
}

/// The blocks from which a block is come to without passing another.
fn leading_to(graph: &DiGraphMap<BlockId, ()>, block: BlockId, but: BlockId) -> BTreeSet<BlockId> {
    let (mut found, mut pending) = (BTreeSet::new(), vec![block]);
    while let Some(block) = pending.pop() {
        if block != but && found.insert(block) {
            pending.extend(graph.neighbors_directed(block, petgraph::Direction::Incoming));
        }
    }
    found
}
