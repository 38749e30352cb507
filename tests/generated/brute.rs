//! Every program of two threads with one or two accesses each, written out by plain loops: what the generated programs are compared with.

use std::collections::BTreeSet;
use std::fmt::Write;

/// What programs are made of.
pub struct Space {
    /// Instructions, with `@` for the location and `#` for the value.
    pub accesses: Vec<String>,
    /// What may stand between two accesses of a thread; the empty text for nothing.
    pub between: Vec<String>,
    /// The address spaces of the locations.
    pub locations: Vec<&'static str>,
    /// Where the two threads stand.
    pub places: [&'static str; 2],
}

/// A program, and how many accesses and fences it has.
pub type Program = (String, usize);

/// The names of locations.
const NAMES: [&str; 2] = ["x", "y"];

impl Space {
    /// Every program of so many accesses and fences at most in which both threads access one location and one of them writes it; of those
    /// that differ in the order of threads or the names of locations of one address space the least.
    pub fn programs(&self, events: usize) -> BTreeSet<Program> {
        let threads = self.threads();
        let swaps: &[bool] = if self.is_symmetric() { &[false, true] } else { &[false] };
        let mut found = BTreeSet::new();
        for (index, first) in threads.iter().enumerate() {
            for second in &threads[index..] {
                if first.len() + second.len() > events || !communicate(first, second) {
                    continue;
                }
                let orders = [[first, second], [second, first]];
                let same =
                    orders.iter().flat_map(|threads| swaps.iter().map(|&swapped| self.program(*threads, swapped)));
                found.extend(same.min());
            }
        }
        found
    }

    fn is_symmetric(&self) -> bool {
        self.locations.windows(2).all(|pair| pair[0] == pair[1])
    }

    /// The statements of a thread, each with its location; a fence has none.
    fn threads(&self) -> Vec<Vec<(&str, Option<usize>)>> {
        let mut accesses = Vec::new();
        for access in &self.accesses {
            for location in 0..self.locations.len() {
                accesses.push((access.as_str(), Some(location)));
            }
        }
        let mut threads: Vec<Vec<_>> = accesses.iter().map(|access| vec![*access]).collect();
        for first in &accesses {
            for between in &self.between {
                for second in &accesses {
                    match between.is_empty() {
                        true => threads.push(vec![*first, *second]),
                        false => threads.push(vec![*first, (between.as_str(), None), *second]),
                    }
                }
            }
        }
        threads
    }

    fn program(&self, threads: [&Vec<(&str, Option<usize>)>; 2], swapped: bool) -> Program {
        let mut text = String::from("litmus brute\nmemory {\n");
        for (space, name) in self.locations.iter().zip(NAMES) {
            writeln!(text, "  {space} {name}: i32 = 0").expect("written");
        }
        text.push_str("}\n");
        let mut events = 0;
        let mut value = 1;
        for (thread, (statements, place)) in threads.iter().zip(self.places).enumerate() {
            writeln!(text, "thread P{thread} @ {place} {{").expect("written");
            for (index, (statement, location)) in statements.iter().enumerate() {
                let location = location.map_or(0, |location| if swapped { 1 - location } else { location });
                let statement = statement.replace('@', NAMES[location]).replace('#', &value.to_string());
                let register = if statement.starts_with("load") { format!("r{index} = ") } else { String::new() };
                writeln!(text, "  {register}{statement}").expect("written");
                value *= 2;
                events += 1;
            }
            text.push_str("}\n");
        }
        text.push_str("forall (true)\n");
        (text, events)
    }
}

/// Whether both threads access a location that one of them writes.
fn communicate(first: &[(&str, Option<usize>)], second: &[(&str, Option<usize>)]) -> bool {
    let writes = |statement: &str| !statement.starts_with("load");
    first.iter().any(|(a, at)| second.iter().any(|(b, other)| at.is_some() && at == other && (writes(a) || writes(b))))
}
