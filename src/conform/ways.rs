//! The ways that control may take through a function, line by line.

use super::step::{Does, Edge, Step};
use petgraph::algo::has_path_connecting;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Dfs, NodeFiltered, Walker};

/// The ways through a function: a node for each line, from the first to those at which it ends.
pub struct Ways<'s> {
    steps: &'s [Step],
    graph: DiGraph<(), ()>,
}

impl<'s> Ways<'s> {
    /// The ways through lines.
    ///
    /// # Errors
    /// What of them is not shown, and at which line: a label, or what comes after the last.
    pub fn new(steps: &'s [Step]) -> Result<Ways<'s>, (usize, String)> {
        let mut graph = DiGraph::with_capacity(steps.len(), steps.len());
        for _ in steps {
            graph.add_node(());
        }
        let label = |name: &String, step: &Step| {
            let at = steps.iter().position(|step| matches!(step.edge(), Some(Edge::Label(label)) if label == name));
            at.ok_or_else(|| (step.line, format!("the label `{name}` is not shown")))
        };
        for (at, step) in steps.iter().enumerate() {
            let (goes_to, goes_on) = match step.edge() {
                Some(Edge::End) => (None, false),
                Some(Edge::Jump(to)) => (Some(label(to, step)?), false),
                Some(Edge::Branch(to)) => (Some(label(to, step)?), true),
                Some(Edge::Label(_) | Edge::Barrier) | None => (None, true),
            };
            let next = goes_on.then_some(at + 1);
            if next == Some(steps.len()) {
                return Err((step.line, "the code does not end here, and what comes after it is not shown".into()));
            }
            for to in goes_to.into_iter().chain(next) {
                graph.add_edge(NodeIndex::new(at), NodeIndex::new(to), ());
            }
        }
        Ok(Ways { steps, graph })
    }

    /// The first line that matters to memory and that nothing comes to: the function ends before it, or goes elsewhere.
    pub fn unreached(&self) -> Option<&'s Step> {
        let matters = |step: &Step| matches!(step.does, Does::Access(_) | Does::Wait(_) | Does::Cache(_));
        let mut is_reached = vec![false; self.steps.len()];
        if let Some(first) = self.graph.node_indices().next() {
            Dfs::new(&self.graph, first).iter(&self.graph).for_each(|node| is_reached[node.index()] = true);
        }
        self.steps.iter().zip(is_reached).find(|(step, is_reached)| matters(step) && !is_reached).map(|(step, _)| step)
    }

    /// The lines that control may go to from one, the next first where it goes on.
    pub fn next(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        self.graph.neighbors(NodeIndex::new(at)).map(NodeIndex::index)
    }

    /// The lines that control may come to from one, with itself.
    pub fn reached(&self, from: usize) -> Vec<usize> {
        Dfs::new(&self.graph, NodeIndex::new(from)).iter(&self.graph).map(NodeIndex::index).collect()
    }

    /// Whether control may come back to a line.
    pub fn is_in_loop(&self, at: usize) -> bool {
        let back = NodeIndex::new(at);
        self.graph.neighbors(back).any(|next| has_path_connecting(&self.graph, next, back, None))
    }

    /// Whether every way through the function that ends comes to a line, and one ends after it.
    pub fn is_on_every_way(&self, at: usize) -> bool {
        let own = NodeIndex::new(at);
        let ends = || {
            let is_end = |(_, step): &(usize, &Step)| step.edge() == Some(&Edge::End);
            self.steps.iter().enumerate().filter(is_end).map(|(at, _)| NodeIndex::new(at))
        };
        let without = NodeFiltered::from_fn(&self.graph, |node| node != own);
        let first = NodeIndex::new(0);
        let is_avoided = at > 0 && ends().any(|end| has_path_connecting(&without, first, end, None));
        !is_avoided && ends().any(|end| has_path_connecting(&self.graph, own, end, None))
    }
}
