//! Whether there are timestamps for micro-events: a problem is a set of clauses, each a disjunction of literals about the order of two
//! timestamps or about a free choice. The search needs no solver: what is known is kept as two transitively closed relations (not
//! after, strictly before), a clause with one disjunct left is a fact, and where no fact is left to draw, a disjunct is tried.
//!
//! `tests/times` asks z3 the same questions.

use crate::allowance;
use crate::engine::{Inconclusive, Listed};
use crate::matrix::rows;
use smallvec::SmallVec;

/// A disjunct of a clause: an order of two timestamps, or the value of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Literal {
    /// The first timestamp is strictly before the second.
    Before(u32, u32),
    /// The first timestamp is not after the second.
    NotAfter(u32, u32),
    /// A free choice has this value.
    Is(u32, bool),
}

impl std::ops::Not for Literal {
    type Output = Literal;
    fn not(self) -> Literal {
        match self {
            Literal::Before(a, b) => Literal::NotAfter(b, a),
            Literal::NotAfter(a, b) => Literal::Before(b, a),
            Literal::Is(choice, value) => Literal::Is(choice, !value),
        }
    }
}

/// Disjunctions in a row, by number: there are thousands of a few disjuncts each.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    literals: Vec<Literal>,
    /// By clause, where its disjuncts end.
    ends: Vec<u32>,
}

impl Clauses {
    /// How many there are.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The disjuncts of a clause.
    fn get(&self, number: usize) -> &[Literal] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] as usize };
        &self.literals[start..self.ends[number] as usize]
    }

    /// The disjuncts of each.
    pub fn iter(&self) -> impl Iterator<Item = &[Literal]> {
        (0..self.len()).map(|number| self.get(number))
    }

    /// Adds a clause, but for one of which some disjunct is known to hold. What is known not to hold is left out.
    pub(super) fn push(&mut self, literals: impl IntoIterator<Item = Result<Literal, bool>>) {
        let start = self.literals.len();
        for literal in literals {
            match literal {
                Ok(literal) => self.literals.push(literal),
                Err(false) => {}
                Err(true) => return self.literals.truncate(start),
            }
        }
        self.ends.push(self.literals.len() as u32);
    }

    /// Leaves the first of them.
    pub(super) fn truncate(&mut self, number: usize) {
        self.ends.truncate(number);
        self.literals.truncate(self.ends.last().map_or(0, |&end| end as usize));
    }
}

/// Timestamps and free choices to be found, under clauses; a new one has none of them.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// How many timestamps there are, by number from 0.
    pub timestamps: u32,
    /// How many free choices there are.
    pub choices: u32,
    /// What has to hold: of each clause at least one disjunct.
    pub clauses: Clauses,
}

impl Problem {
    /// Adds a timestamp, of which nothing is known yet; returns its number.
    pub fn timestamp(&mut self) -> u32 {
        self.timestamps += 1;
        self.timestamps - 1
    }

    /// Adds a free choice, of which nothing is known yet; returns its number.
    pub fn choice(&mut self) -> u32 {
        self.choices += 1;
        self.choices - 1
    }

    /// Asks that at least one of these holds; an empty clause makes the problem unsatisfiable.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Literal>) {
        allowance::spend(16);
        self.clauses.push(literals.into_iter().map(Ok));
    }

    /// Asks that the first timestamp is strictly before the second.
    pub fn before(&mut self, first: u32, second: u32) {
        self.clause([Literal::Before(first, second)]);
    }

    /// Asks that the first timestamp is not after the second.
    pub fn not_after(&mut self, first: u32, second: u32) {
        self.clause([Literal::NotAfter(first, second)]);
    }
}

impl Problem {
    /// Whether times and choices satisfy every clause.
    pub fn holds(&self, times: &[u32], choices: &[bool]) -> bool {
        let holds = |&literal: &Literal| match literal {
            Literal::Before(a, b) => times[a as usize] < times[b as usize],
            Literal::NotAfter(a, b) => times[a as usize] <= times[b as usize],
            Literal::Is(choice, value) => choices[choice as usize] == value,
        };
        self.clauses.iter().all(|clause| clause.iter().any(holds))
    }
}

/// What the search says of a problem; times satisfy every clause, as [`Problem::holds`] checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The timestamps' values, from 0, and the choices; timestamps that need not differ may be equal.
    Times(Vec<u32>, Vec<bool>),
    /// No times and choices satisfy all clauses.
    None,
    /// Inconclusive: too many timestamps, or the search budget was used up.
    Unknown(Inconclusive),
}

/// Problems with more timestamps than this are inconclusive at once.
const MAX_TIMESTAMPS: u32 = 512;
/// The search budget, in disjuncts tried.
const MAX_TRIES: u32 = 200_000;

/// Searches for times and choices that satisfy a problem.
pub fn solve(problem: &Problem) -> Found {
    Begun::new(problem).solve(problem)
}

/// The facts that follow from a problem's clauses without a search, from which problems with these clauses and more of them are solved.
#[derive(Clone, Debug)]
pub struct Begun {
    /// What is known, and the clauses that are left open; `None` if some clause cannot hold.
    facts: Option<(Known, Vec<u32>)>,
    /// How many clauses it has.
    clauses: usize,
}

impl Begun {
    /// Draws the facts of a problem.
    pub fn new(problem: &Problem) -> Begun {
        let clauses = problem.clauses.len();
        if problem.timestamps > MAX_TIMESTAMPS {
            return Begun { facts: None, clauses };
        }
        let mut known = Known::new(problem);
        let mut open: Vec<u32> = (0..clauses as u32).collect();
        let branch = Search { problem, tries: 0 }.propagate(&mut known, &mut open);
        Begun { facts: branch.map(|_| (known, open)), clauses }
    }

    /// Searches for times and choices that satisfy the problem with clauses added to it. It has the timestamps and choices that it had.
    pub fn solve(&self, problem: &Problem) -> Found {
        match self.search(problem) {
            Ok(Some(known)) => {
                Found::Times(known.times(), known.choices.iter().map(|choice| *choice == Some(true)).collect())
            }
            Ok(None) => Found::None,
            Err(why) => Found::Unknown(why),
        }
    }

    /// [`solve`](Self::solve), without saying by which times.
    ///
    /// # Errors
    /// Why it is inconclusive.
    pub fn is_satisfiable(&self, problem: &Problem) -> Result<bool, Inconclusive> {
        Ok(self.search(problem)?.is_some())
    }

    fn search(&self, problem: &Problem) -> Result<Option<Known>, Inconclusive> {
        if problem.timestamps > MAX_TIMESTAMPS {
            return Err(Inconclusive::TooMany { what: Listed::MicroEvents, limit: MAX_TIMESTAMPS as usize });
        }
        let Some((known, open)) = &self.facts else { return Ok(None) };
        let open = open.iter().copied().chain(self.clauses as u32..problem.clauses.len() as u32).collect();
        let mut search = Search { problem, tries: 0 };
        let found = search.satisfy(known.clone(), open);
        if found.is_none() && search.tries > MAX_TRIES {
            return Err(Inconclusive::Budget { steps: MAX_TRIES.into() });
        }
        Ok(found)
    }
}

struct Search<'p> {
    problem: &'p Problem,
    tries: u32,
}

impl Search<'_> {
    /// What is known once all clauses hold; `open` are those that do not yet.
    fn satisfy(&mut self, mut known: Known, mut open: Vec<u32>) -> Option<Known> {
        loop {
            let branch = self.propagate(&mut known, &mut open)?;
            let Some(literal) = branch else { return Some(known) };
            self.tries += 1;
            allowance::spend(256);
            if self.tries > MAX_TRIES {
                return None;
            }
            let mut tried = known.clone();
            if tried.assume(literal) {
                if let Some(found) = self.satisfy(tried, open.clone()) {
                    return Some(found);
                }
                if self.tries > MAX_TRIES {
                    return None;
                }
            }
            if !known.assume(!literal) {
                return None;
            }
        }
    }

    /// Draws all facts; a literal to try if clauses are left open, and nothing at all if one cannot hold.
    #[allow(clippy::option_option)]
    fn propagate(&self, known: &mut Known, open: &mut Vec<u32>) -> Option<Option<Literal>> {
        loop {
            let (mut changed, mut fails) = (false, false);
            let mut branch: Option<(usize, Literal)> = None;
            open.retain(|&clause| {
                if fails {
                    return true;
                }
                match known.left(self.problem.clauses.get(clause as usize)) {
                    Left::Holds => false,
                    Left::Fails => {
                        fails = true;
                        true
                    }
                    Left::Open { unknown: 1, first } => {
                        fails = !known.assume(first);
                        changed = true;
                        false
                    }
                    Left::Open { unknown, first } => {
                        if branch.is_none_or(|(least, _)| unknown < least) {
                            branch = Some((unknown, first));
                        }
                        true
                    }
                }
            });
            if fails {
                return None;
            }
            if !changed {
                return Some(branch.map(|(_, literal)| literal));
            }
        }
    }
}

/// What is left of a clause by what is known.
enum Left {
    /// Nothing: some disjunct holds.
    Holds,
    /// Nothing that could hold.
    Fails,
    /// So many disjuncts of which nothing is known, and the first of them.
    Open { unknown: usize, first: Literal },
}

/// What is known: for each timestamp those not before it, and those strictly after it.
#[derive(Clone, Debug)]
struct Known {
    words: usize,
    timestamps: usize,
    /// Row `a`, bit `b`: `a` is not after `b`.
    weak: Vec<u64>,
    /// Row `a`, bit `b`: `a` is strictly before `b`.
    strict: Vec<u64>,
    choices: Vec<Option<bool>>,
}

impl Known {
    fn new(problem: &Problem) -> Self {
        let timestamps = problem.timestamps as usize;
        let words = rows::words(timestamps);
        let mut known = Known {
            words,
            timestamps,
            weak: vec![0; timestamps * words],
            strict: vec![0; timestamps * words],
            choices: vec![None; problem.choices as usize],
        };
        for stamp in 0..timestamps {
            rows::insert(&mut known.weak[stamp * words..], stamp);
        }
        known
    }

    fn bit(&self, relation: &[u64], a: u32, b: u32) -> bool {
        rows::contains(&relation[a as usize * self.words..], b as usize)
    }

    fn truth(&self, literal: Literal) -> Option<bool> {
        match literal {
            Literal::Before(a, b) if self.bit(&self.strict, a, b) => Some(true),
            Literal::Before(a, b) if self.bit(&self.weak, b, a) => Some(false),
            Literal::NotAfter(a, b) if self.bit(&self.weak, a, b) => Some(true),
            Literal::NotAfter(a, b) if self.bit(&self.strict, b, a) => Some(false),
            Literal::Is(choice, value) => self.choices[choice as usize].map(|known| known == value),
            Literal::Before(..) | Literal::NotAfter(..) => None,
        }
    }

    fn left(&self, clause: &[Literal]) -> Left {
        let (mut unknown, mut first) = (0, None);
        for &literal in clause {
            match self.truth(literal) {
                Some(true) => return Left::Holds,
                Some(false) => {}
                None => {
                    unknown += 1;
                    first = first.or(Some(literal));
                }
            }
        }
        first.map_or(Left::Fails, |first| Left::Open { unknown, first })
    }

    /// Adds a fact; false if it cannot be.
    fn assume(&mut self, literal: Literal) -> bool {
        match (self.truth(literal), literal) {
            (Some(known), _) => return known,
            (None, Literal::Is(choice, value)) => self.choices[choice as usize] = Some(value),
            (None, Literal::Before(a, b)) => self.order(a as usize, b as usize, true),
            (None, Literal::NotAfter(a, b)) => self.order(a as usize, b as usize, false),
        }
        true
    }

    /// Orders two timestamps that are not ordered the other way, and all before the one and after the other.
    fn order(&mut self, a: usize, b: usize, strict: bool) {
        let words = self.words;
        let after_weak: SmallVec<[u64; 4]> = SmallVec::from_slice(&self.weak[b * words..][..words]);
        let after_strict: SmallVec<[u64; 4]> = SmallVec::from_slice(&self.strict[b * words..][..words]);
        for x in 0..self.timestamps {
            if !self.bit(&self.weak, x as u32, a as u32) {
                continue;
            }
            let strictly = strict || self.bit(&self.strict, x as u32, a as u32);
            let gained = if strictly { &after_weak } else { &after_strict };
            rows::add(&mut self.weak[x * words..][..words], &after_weak);
            rows::add(&mut self.strict[x * words..][..words], gained);
        }
    }

    /// A value for each timestamp: as early as can be.
    fn times(&self) -> Vec<u32> {
        // In an order in which none comes before what must be earlier: those with fewer not after them first.
        let earlier =
            |stamp: usize| (0..self.timestamps).filter(|&x| self.bit(&self.weak, x as u32, stamp as u32)).count();
        let mut order: Vec<usize> = (0..self.timestamps).collect();
        order.sort_by_key(|&stamp| earlier(stamp));
        let mut times = vec![0; self.timestamps];
        for &stamp in &order {
            for x in 0..self.timestamps {
                if x == stamp || !self.bit(&self.weak, x as u32, stamp as u32) {
                    continue;
                }
                let step = u32::from(self.bit(&self.strict, x as u32, stamp as u32));
                times[stamp] = times[stamp].max(times[x] + step);
            }
        }
        times
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Whether any assignment of values below the number of timestamps satisfies a problem.
    fn satisfiable(problem: &Problem) -> bool {
        let n = problem.timestamps;
        (0..u64::from(n).pow(n)).any(|code| {
            let times: Vec<u32> = (0..n).map(|stamp| (code / u64::from(n).pow(stamp)) as u32 % n).collect();
            (0..1 << problem.choices).any(|bits: u32| {
                let choices: Vec<bool> = (0..problem.choices).map(|choice| bits & (1 << choice) != 0).collect();
                problem.holds(&times, &choices)
            })
        })
    }

    fn literal(timestamps: u32, choices: u32) -> impl Strategy<Value = Literal> {
        prop_oneof![
            (0..timestamps, 0..timestamps).prop_map(|(a, b)| Literal::Before(a, b)),
            (0..timestamps, 0..timestamps).prop_map(|(a, b)| Literal::NotAfter(a, b)),
            (0..choices, any::<bool>()).prop_map(|(choice, value)| Literal::Is(choice, value)),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        #[test]
        fn the_search_agrees_with_trying_everything(
            clauses in prop::collection::vec(prop::collection::vec(literal(5, 2), 1..4), 0..14)
        ) {
            let mut problem = Problem { timestamps: 5, choices: 2, ..Problem::default() };
            let (first, rest) = clauses.split_at(clauses.len() / 2);
            first.iter().for_each(|clause| problem.clause(clause.iter().copied()));
            let begun = Begun::new(&problem);
            rest.iter().for_each(|clause| problem.clause(clause.iter().copied()));
            let found = solve(&problem);
            // It makes no difference how much of a problem was known before.
            prop_assert_eq!(&begun.solve(&problem), &found);
            prop_assert_eq!(begun.is_satisfiable(&problem), Ok(matches!(found, Found::Times(..))));
            match found {
                Found::Times(times, choices) => {
                    prop_assert!(problem.holds(&times, &choices), "{times:?}");
                }
                Found::None => prop_assert!(!satisfiable(&problem)),
                Found::Unknown(why) => prop_assert!(false, "{}", why),
            }
        }
    }

    /// A row of what is known of a timestamp is several words long where there are many.
    #[test]
    fn long_chains_are_ordered() {
        let mut chain = Problem { timestamps: 150, ..Problem::default() };
        (1..150).for_each(|stamp| chain.clause([Literal::Before(stamp - 1, stamp)]));
        let Found::Times(times, _) = solve(&chain) else { panic!("a chain has timestamps") };
        assert!(times.is_sorted_by(|a, b| a < b), "{times:?}");
        chain.clause([Literal::NotAfter(149, 0)]);
        assert!(matches!(solve(&chain), Found::None));
    }
}
