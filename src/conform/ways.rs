//! Which lines of a function are executed, one after another.

use super::step::{Does, Edge, Step};
use std::collections::BTreeSet;

/// Whether a branch behind a step comes back to before it.
pub fn is_in_loop(steps: &[Step], at: usize) -> bool {
    let comes_back =
        |step: &Step| goes_to(step).is_some_and(|label| steps[..at].iter().any(|step| is_label(step, label)));
    steps[at..].iter().any(comes_back)
}

/// The first line that matters to memory and that nothing comes to: the function ends before it, or goes elsewhere.
pub fn unreached(steps: &[Step]) -> Option<&Step> {
    let mut named: BTreeSet<&str> = BTreeSet::new();
    loop {
        let (labels, missed) = walk(steps, &named);
        // With every label that a branch of a line which is reached names, more lines are.
        match labels.len() > named.len() {
            true => named = labels,
            false => return missed,
        }
    }
}

/// What branches name that are reached from the beginning or one of these labels, and the first line that matters and is not reached.
fn walk<'s>(steps: &'s [Step], named: &BTreeSet<&str>) -> (BTreeSet<&'s str>, Option<&'s Step>) {
    let (mut labels, mut missed, mut is_reached) = (BTreeSet::new(), None, true);
    for step in steps {
        is_reached |= named.iter().any(|label| is_label(step, label));
        let matters = matches!(step.does, Does::Access(_) | Does::Wait(_) | Does::Cache(_));
        missed = missed.or(Some(step).filter(|_| matters && !is_reached));
        labels.extend(goes_to(step).filter(|_| is_reached));
        is_reached &= !matches!(step.edge(), Some(Edge::Jump(_) | Edge::End));
    }
    (labels, missed)
}

fn goes_to(step: &Step) -> Option<&str> {
    match step.edge()? {
        Edge::Branch(label) | Edge::Jump(label) => Some(label),
        Edge::Label(_) | Edge::End | Edge::Barrier => None,
    }
}

fn is_label(step: &Step, label: &str) -> bool {
    matches!(step.edge(), Some(Edge::Label(name)) if name == label)
}
