//! Cycles of communication: which accesses a program has, before it is said where, how strong and in what order within a thread.

use super::Limits;
use crate::llvm::words_enum;

words_enum! {
    /// What an access or barrier does, in the names of shapes.
    Access {
        /// It reads a location.
        Read = "R",
        /// It writes a location.
        Write = "W",
        /// It reads and writes a location at once.
        Update = "U",
        /// It is the workgroup barrier, which communicates with the same barrier of another thread.
        Barrier = "B",
    }
}

impl Access {
    /// Whether it reads memory.
    pub fn reads(self) -> bool {
        matches!(self, Access::Read | Access::Update)
    }

    /// Whether it writes memory.
    pub fn writes(self) -> bool {
        matches!(self, Access::Write | Access::Update)
    }

    /// Whether a cycle may go from it to an access of another thread: by rf, co or fr, or by a barrier.
    fn communicates(self, next: Access) -> bool {
        match (self, next) {
            (Access::Barrier, Access::Barrier) => true,
            (Access::Barrier, _) | (_, Access::Barrier) | (Access::Read, Access::Read) => false,
            (Access::Write | Access::Update, Access::Read | Access::Write | Access::Update)
            | (Access::Read, Access::Write | Access::Update) => true,
        }
    }
}

/// A thread's part of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The cycle passes through one access.
    One(Access),
    /// It comes in at the first and leaves from the second.
    Two(Access, Access),
}

impl Part {
    /// The access at which the cycle enters the thread.
    pub fn entry(self) -> Access {
        match self {
            Part::One(access) | Part::Two(access, _) => access,
        }
    }

    /// The access from which the cycle goes on to the next thread: the entry, if it passes through one access only.
    pub fn exit(self) -> Access {
        match self {
            Part::One(access) | Part::Two(_, access) => access,
        }
    }

    /// Its accesses, in program order.
    pub fn accesses(self) -> impl Iterator<Item = Access> {
        let (first, second) = match self {
            Part::One(access) => (access, None),
            Part::Two(first, second) => (first, Some(second)),
        };
        std::iter::once(first).chain(second)
    }

    /// Every part that a shortest cycle may have. A lone read adds nothing to the cycle without it (rf and fr after another are co), nor
    /// does a barrier that orders no access.
    fn every_part() -> Vec<Part> {
        use Access::{Barrier, Read, Update, Write};
        let mut parts = vec![Part::One(Write), Part::One(Update)];
        for first in [Read, Write] {
            parts.extend([Read, Write, Barrier].map(|second| Part::Two(first, second)));
            parts.push(Part::Two(Barrier, first));
        }
        parts
    }
}

/// A cycle: its parts, one a thread, each communicating with the next and the last with the first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    /// The threads' parts, in the order of the cycle.
    pub parts: Vec<Part>,
}

impl Shape {
    /// The index of the part that communicates with this one.
    pub fn previous(&self, part: usize) -> usize {
        (part + self.parts.len() - 1) % self.parts.len()
    }

    /// The index of the part that this one communicates with.
    pub fn next(&self, part: usize) -> usize {
        (part + 1) % self.parts.len()
    }

    /// The locations of each part's entry and exit, numbered from 0; `None` for a barrier. Both ends of a communication are at one location.
    pub fn locations(&self) -> Vec<[Option<usize>; 2]> {
        let n = self.parts.len();
        // The class of the edge that leaves each part: one that passes through a single access goes on at the same location.
        let starts: Vec<usize> = (0..n).filter(|&part| matches!(self.parts[part], Part::Two(..))).collect();
        let mut class = vec![0; n];
        let mut count = 0;
        for &start in &starts {
            if self.parts[start].exit() == Access::Barrier {
                continue;
            }
            let mut part = start;
            loop {
                class[part] = count;
                part = self.next(part);
                if part == start || matches!(self.parts[part], Part::Two(..)) {
                    break;
                }
            }
            count += 1;
        }
        let at = |access: Access, edge: usize| (access != Access::Barrier).then_some(class[edge]);
        (0..n)
            .map(|part| [at(self.parts[part].entry(), self.previous(part)), at(self.parts[part].exit(), part)])
            .collect()
    }

    /// Whether threads meet at a barrier.
    pub fn has_barriers(&self) -> bool {
        self.parts.iter().any(|part| part.exit() == Access::Barrier)
    }

    /// The accesses and barriers.
    pub fn size(&self) -> usize {
        self.parts.iter().map(|part| part.accesses().count()).sum()
    }

    /// Whether it is the first of its rotations, and no shorter cycle makes the same point.
    fn is_canonical_and_minimal(&self) -> bool {
        let n = self.parts.len();
        let rotations = (1..n).map(|by| self.parts[by..].iter().chain(&self.parts[..by]));
        if rotations.into_iter().any(|rotation| rotation.lt(self.parts.iter())) {
            return false;
        }
        let pairs = || (0..n).map(|part| (self.parts[part], self.parts[self.next(part)]));
        if !pairs().all(|(part, next)| part.exit().communicates(next.entry())) {
            return false;
        }
        // Two writes after another are one step of co.
        if n > 1 && pairs().any(|pair| pair == (Part::One(Access::Write), Part::One(Access::Write))) {
            return false;
        }
        match self.parts.iter().filter(|part| matches!(part, Part::Two(..))).count() {
            // Updates of one location exclude each other and writes in pairs.
            0 => n == 2,
            _ => true,
        }
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, part) in self.parts.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { "+" })?;
            part.accesses().try_for_each(|access| f.write_str(access.as_str()))?;
        }
        Ok(())
    }
}

/// Every cycle within the limits, each once, smaller ones first.
pub fn shapes(limits: Limits) -> Vec<Shape> {
    let every_part = Part::every_part();
    let mut shapes = Vec::new();
    let mut begun: Vec<Vec<Part>> = vec![Vec::new()];
    for _ in 0..limits.threads {
        let extend = |parts: &Vec<Part>| {
            every_part.iter().map(move |&part| [parts.as_slice(), &[part]].concat()).collect::<Vec<_>>()
        };
        begun = begun.iter().flat_map(extend).collect();
        let within =
            begun.iter().map(|parts| Shape { parts: parts.clone() }).filter(|shape| shape.size() <= limits.events);
        shapes.extend(within.filter(Shape::is_canonical_and_minimal));
    }
    shapes.sort_by_key(|shape| (shape.size(), shape.parts.len()));
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(limits: Limits) -> Vec<String> {
        shapes(limits).iter().map(ToString::to_string).collect()
    }

    /// Coherence in one thread and two, atomicity, and the six classic cycles of two locations; the barrier's.
    #[test]
    fn the_classic_cycles_of_two_threads() {
        let found = names(Limits { events: 4, threads: 2 });
        let one = ["RW", "WR", "WW"];
        let coherence = ["W+RR", "W+RW", "W+WR", "W+WW"];
        let atomicity = ["W+U", "U+U"];
        let classic = ["RR+WW", "RW+RW", "RW+WW", "WR+WR", "WR+WW", "WW+WW"];
        for name in one.iter().chain(&coherence).chain(&atomicity).chain(&classic) {
            assert!(found.contains(&name.to_string()), "{name} is missing among {found:?}");
        }
        assert!(found.contains(&"RB+BW".to_string()) && found.contains(&"WB+BR".to_string()), "{found:?}");
        assert!(!found.contains(&"RR+RR".to_string()), "two reads do not communicate");
    }

    /// The locations of message passing, of one location, and of the four threads of IRIW.
    #[test]
    fn both_ends_of_a_communication_share_a_location() {
        use Access::{Read, Write};
        let shape = |parts: &[Part]| Shape { parts: parts.to_vec() };
        let mp = shape(&[Part::Two(Write, Write), Part::Two(Read, Read)]);
        assert_eq!(mp.locations(), [[Some(1), Some(0)], [Some(0), Some(1)]]);
        let corr = shape(&[Part::One(Write), Part::Two(Read, Read)]);
        assert_eq!(corr.locations(), [[Some(0), Some(0)], [Some(0), Some(0)]]);
        let iriw = shape(&[Part::One(Write), Part::Two(Read, Read), Part::One(Write), Part::Two(Read, Read)]);
        assert_eq!(iriw.locations(), [[Some(1), Some(1)], [Some(1), Some(0)], [Some(0), Some(0)], [Some(0), Some(1)]]);
    }
}
