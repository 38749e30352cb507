//! Where the threads of a program stand, as far as scopes tell places apart.

use crate::llvm::ScopeLevel;
use itertools::Itertools;

/// Where each thread stands in the scope tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// For each thread the numbers of its agent, cluster, workgroup and wavefront, each among all of the program.
    places: Vec<[u8; LEVELS.len()]>,
}

/// The levels of a place, outermost first.
const LEVELS: [ScopeLevel; 4] = [ScopeLevel::Agent, ScopeLevel::Cluster, ScopeLevel::Workgroup, ScopeLevel::Wavefront];

impl Placement {
    /// Every placement of so many threads: every way to group them into agents, each agent's into clusters, and so on.
    pub fn every_placement(threads: usize) -> Vec<Placement> {
        let mut placements = vec![Placement { places: vec![[0; LEVELS.len()]; threads] }];
        for level in 0..LEVELS.len() {
            placements = placements.iter().flat_map(|placement| placement.split(level)).collect();
        }
        placements
    }

    /// The ways to split the groups of the level above at a level.
    fn split(&self, level: usize) -> Vec<Placement> {
        let mut found: Vec<Placement> = vec![self.clone()];
        for thread in 0..self.places.len() {
            found = found.iter().flat_map(|placement| placement.number(thread, level)).collect();
        }
        found
    }

    /// The numbers that a thread may have at a level, those before it having theirs: one of its group's, or the next.
    fn number(&self, thread: usize, level: usize) -> Vec<Placement> {
        let outer = |other: &&[u8; LEVELS.len()]| level == 0 || other[level - 1] == self.places[thread][level - 1];
        let of_group = self.places[..thread].iter().filter(outer).map(|place| place[level]).unique();
        let next = self.places[..thread].iter().map(|place| place[level] + 1).max().unwrap_or(0);
        let numbered = |number: u8| {
            let mut placement = self.clone();
            placement.places[thread][level] = number;
            placement
        };
        of_group.chain([next]).map(numbered).collect()
    }

    /// The innermost level of which both threads share an instance; singlethread for one thread.
    pub fn distance(&self, a: usize, b: usize) -> ScopeLevel {
        if a == b {
            return ScopeLevel::Singlethread;
        }
        let (a, b) = (&self.places[a], &self.places[b]);
        let shared = (0..LEVELS.len()).rev().find(|&level| a[level] == b[level]);
        shared.map_or(ScopeLevel::System, |level| LEVELS[level])
    }

    /// The distance of the two threads furthest apart.
    pub fn diameter(&self) -> ScopeLevel {
        let pairs = (0..self.places.len()).array_combinations();
        pairs.map(|[a, b]| self.distance(a, b)).max().unwrap_or(ScopeLevel::Singlethread)
    }

    /// Whether the program has clusters: two workgroups share one. Without clusters a cluster is an agent.
    pub fn has_clusters(&self) -> bool {
        self.has_distance(ScopeLevel::Cluster)
    }

    /// Whether two threads are so far apart.
    pub fn has_distance(&self, distance: ScopeLevel) -> bool {
        (0..self.places.len()).array_combinations().any(|[a, b]| self.distance(a, b) == distance)
    }

    /// The placement as a program's text has it, threads in this order: numbers from 0 in order of first use, within the group above.
    pub fn texts(&self, order: &[usize]) -> Vec<String> {
        let is_shown = |level: &usize| LEVELS[*level] != ScopeLevel::Cluster || self.has_clusters();
        let levels: Vec<usize> = (0..LEVELS.len()).filter(is_shown).collect();
        let text = |&thread: &usize| {
            levels
                .iter()
                .enumerate()
                .map(|(index, &level)| {
                    let above = index.checked_sub(1).map(|above| levels[above]);
                    let same_above = |other: &&usize| {
                        above.is_none_or(|above| self.places[**other][above] == self.places[thread][above])
                    };
                    let groups = order.iter().filter(same_above).map(|&other| self.places[other][level]).unique();
                    let number = groups.take_while(|&group| group != self.places[thread][level]).count();
                    format!("{} {number}", LEVELS[level])
                })
                .join(", ")
        };
        order.iter().map(text).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Distances within triples are ultrametric: five where all are equal, and thirty where one pair is nearer.
    #[test]
    fn placements_are_what_scopes_tell_apart() {
        assert_eq!(Placement::every_placement(1).len(), 1);
        assert_eq!(Placement::every_placement(2).len(), 5);
        assert_eq!(Placement::every_placement(3).len(), 35);
        let diameters: Vec<ScopeLevel> =
            Placement::every_placement(2).iter().map(Placement::diameter).sorted().collect();
        assert_eq!(diameters, ScopeLevel::ALL[1..]);
    }

    #[test]
    fn places_are_numbered_by_first_use() {
        let apart =
            Placement::every_placement(2).into_iter().find(|placement| placement.diameter() == ScopeLevel::Agent);
        let texts = apart.expect("two workgroups").texts(&[1, 0]);
        assert_eq!(texts, ["agent 0, workgroup 0, wavefront 0", "agent 0, workgroup 1, wavefront 0"]);
    }
}
