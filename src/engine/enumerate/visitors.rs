//! What searches over executions are for: each visitor collects the answer to one kind of question.

use super::goal::Goal;
use super::tester::{Raised, Tester};
use super::walk::{Key, Orders, Visitor, Walk};
use crate::engine::answers::{MAX_CANDIDATES, ModelId, Race, Seen, unordered};
use crate::engine::axioms::fewest_first;
use crate::engine::execution::{Execution, Outcome};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use std::ops::ControlFlow;

/// The search goes on.
pub const CONTINUE: ControlFlow<()> = ControlFlow::Continue(());
/// The search ends: the visitor has what it wants.
pub const STOP: ControlFlow<()> = ControlFlow::Break(());

/// A condition, and what was found of it.
pub struct Asked {
    /// That a final state satisfies the condition.
    pub goal: Goal,
    /// An execution that satisfies it.
    pub found: Option<Box<Execution>>,
    /// The axioms that executions which would satisfy it break, as bits of each.
    pub broken: BTreeSet<u64>,
}

/// Finds races and executions that satisfy conditions.
pub struct Judging<'t> {
    pub tester: &'t mut Tester,
    /// Whether a race ends the search.
    pub races: bool,
    pub asked: Vec<Asked>,
    pub race: Option<Race>,
    pub thin_air: bool,
}

impl Visitor for Judging<'_> {
    fn partial(&mut self, walk: &Walk<'_>) -> bool {
        let broken = self.tester.violated(walk);
        self.note(walk, &[broken], false);
        broken == 0
    }

    fn complete(&mut self, walk: &Walk<'_>) -> ControlFlow<()> {
        let is_asked = |asked: &Asked| asked.found.is_none() && walk.may_hold(&asked.goal, true);
        let asked = self.asked.iter().any(is_asked);
        if !asked && !self.races {
            return CONTINUE;
        }
        // Which axioms are broken matters only if they rule out a condition.
        let allowed = if asked {
            let broken = self.tester.broken(walk);
            self.note(walk, &broken, true);
            broken.contains(&0)
        } else {
            self.tester.allows(walk)
        };
        if !allowed {
            return CONTINUE;
        }
        let raised = if self.races { self.tester.raised(walk).into_iter().next() } else { None };
        if let Some(Raised { flag, pairs }) = raised {
            self.race =
                Some(Race { flag, pairs: unordered(pairs), met: None, execution: walk.execution(), hanging: None });
            return STOP;
        }
        for asked in self.asked.iter_mut().filter(|asked| is_asked(asked)) {
            asked.found = Some(Box::new(walk.execution()));
        }
        if !self.races && self.asked.iter().all(|asked| asked.found.is_some()) { STOP } else { CONTINUE }
    }

    fn thin_air(&mut self, walk: &Walk<'_>) -> ControlFlow<()> {
        self.thin_air |= self.partial(walk);
        if self.thin_air { STOP } else { CONTINUE }
    }
}

impl Judging<'_> {
    /// Notes the axioms that executions break for the conditions that they may satisfy.
    fn note(&mut self, walk: &Walk<'_>, broken: &[u64], complete: bool) {
        if !broken.contains(&0) {
            let may = |asked: &&mut Asked| walk.may_hold(&asked.goal, complete);
            for asked in self.asked.iter_mut().filter(may) {
                asked.broken.extend(broken);
            }
        }
    }
}

/// Calls `each` with the executions that a model allows.
pub struct Allowed<'t, Each> {
    pub tester: &'t mut Tester,
    pub each: Each,
    /// Whether there may be others, with values out of thin air.
    pub thin_air: bool,
}

impl<Each: FnMut(&mut Tester, &Walk<'_>) -> ControlFlow<()>> Visitor for Allowed<'_, Each> {
    fn partial(&mut self, walk: &Walk<'_>) -> bool {
        self.tester.violated(walk) == 0
    }

    fn complete(&mut self, walk: &Walk<'_>) -> ControlFlow<()> {
        if self.tester.allows(walk) { (self.each)(self.tester, walk) } else { CONTINUE }
    }

    fn thin_air(&mut self, walk: &Walk<'_>) -> ControlFlow<()> {
        self.thin_air |= self.partial(walk);
        if self.thin_air { STOP } else { CONTINUE }
    }
}

/// Finds an execution that two models say other things of.
pub struct Apart<'t> {
    pub testers: [&'t mut Tester; 2],
    pub found: Option<Execution>,
    /// Whether a model may allow executions with values out of thin air.
    pub thin_air: bool,
}

impl Visitor for Apart<'_> {
    fn partial(&mut self, walk: &Walk<'_>) -> bool {
        self.testers.iter_mut().any(|tester| tester.violated(walk) == 0)
    }

    fn complete(&mut self, walk: &Walk<'_>) -> ControlFlow<()> {
        let [first, second] = self.testers.each_mut().map(|tester| tester.saying(walk));
        if first == second {
            return CONTINUE;
        }
        self.found = Some(walk.execution());
        STOP
    }

    fn thin_air(&mut self, walk: &Walk<'_>) -> ControlFlow<()> {
        self.thin_air |= self.partial(walk);
        if self.thin_air { STOP } else { CONTINUE }
    }
}

/// What is known of a final state under a model.
#[derive(Clone, Debug)]
pub enum Standing {
    /// Some execution that ends in it is consistent.
    Allowed,
    /// No execution that ends in it was consistent so far: what each execution that ends in it breaks, and of those that break the fewest and first axioms
    /// the first.
    Broken(BTreeSet<u64>, Box<Least>),
}

/// The execution that is shown of those that end in a state.
#[derive(Clone, Debug)]
pub struct Least {
    /// What it breaks, and its place among others that break the same; none yet.
    known: Option<(u64, Vec<u32>)>,
    pub execution: Execution,
}

impl Least {
    /// Whether one comes before it that breaks these axioms.
    fn is_after(&self, broken: u64, walk: &Walk<'_>) -> bool {
        let Some((axioms, place)) = &self.known else { return true };
        let order = fewest_first(broken).cmp(&fewest_first(*axioms));
        order.then_with(|| walk.place().cmp(place.iter().copied())).is_lt()
    }
}

impl Standing {
    /// What one more execution that breaks these axioms makes of it.
    fn add(&mut self, broken: u64, walk: &Walk<'_>) {
        let Standing::Broken(all, least) = self else { return };
        match broken {
            0 => *self = Standing::Allowed,
            _ => {
                if least.is_after(broken, walk) {
                    **least = Least { known: Some((broken, walk.place().collect())), execution: walk.execution() };
                }
                all.insert(broken);
            }
        }
    }
}

/// Collects final states, whether models allow them or not.
pub struct Listing<'t> {
    /// By model that is asked.
    pub testers: Vec<(ModelId, &'t mut Tester)>,
    /// Where states are noted as they are found.
    pub seen: &'t mut Seen,
    /// What rules out values out of thin air.
    pub grounded: &'t mut Tester,
    pub found: FxHashMap<Outcome, Vec<Standing>>,
    /// The states to list; `None` for all.
    pub only: Option<FxHashSet<Outcome>>,
    pub most: usize,
    pub too_many: bool,
}

impl Visitor for Listing<'_> {
    fn partial(&mut self, walk: &Walk<'_>) -> bool {
        self.grounded.violated(walk) == 0
    }

    fn complete(&mut self, walk: &Walk<'_>) -> ControlFlow<()> {
        let outcome = walk.outcome();
        if self.only.as_ref().is_some_and(|only| !only.contains(&outcome)) || !self.grounded.allows(walk) {
            return CONTINUE;
        }
        if self.found.len() >= self.most && !self.found.contains_key(&outcome) {
            self.too_many = true;
            return STOP;
        }
        let new = || {
            let undecided =
                || Standing::Broken(BTreeSet::new(), Box::new(Least { known: None, execution: walk.execution() }));
            self.testers.iter().map(|_| undecided()).collect::<Vec<_>>()
        };
        let (is_new, standings) = match self.found.entry(outcome.clone()) {
            Entry::Occupied(known) => (false, known.into_mut()),
            Entry::Vacant(place) => (true, place.insert(new())),
        };
        if is_new {
            self.seen.add(&outcome, None);
        }
        for ((model, tester), standing) in self.testers.iter_mut().zip(standings) {
            if !matches!(standing, Standing::Allowed) {
                tester.broken(walk).into_iter().for_each(|broken| standing.add(broken, walk));
                if matches!(standing, Standing::Allowed) {
                    self.seen.add(&outcome, Some(*model));
                }
            }
        }
        CONTINUE
    }
}

/// Collects executions, one for each choice of events, of the writes read from, of the co-maximal writes and of who meets at barriers and in which order.
pub struct Candidates<'t> {
    /// What rules out values out of thin air, if that matters.
    pub grounded: Option<&'t mut Tester>,
    /// The final states whose executions are left out.
    pub allowed: &'t FxHashSet<Outcome>,
    /// Which orders of writes are tried: with all of them, each execution counts.
    pub orders: Orders,
    pub found: Vec<Execution>,
    pub too_many: bool,
    /// The candidates found, where executions that differ in free choices only would come up several times.
    pub seen: FxHashSet<Key>,
}

impl Visitor for Candidates<'_> {
    fn partial(&mut self, walk: &Walk<'_>) -> bool {
        self.grounded.as_mut().is_none_or(|grounded| grounded.violated(walk) == 0)
    }

    fn complete(&mut self, walk: &Walk<'_>) -> ControlFlow<()> {
        if self.allowed.contains(&walk.outcome())
            || !self.grounded.as_mut().is_none_or(|grounded| grounded.allows(walk))
        {
            return CONTINUE;
        }
        let repeats = self.orders == Orders::CoMaximal && walk.structure().choices > 0;
        if repeats && !self.seen.insert(walk.key()) {
            return CONTINUE;
        }
        if self.found.len() == MAX_CANDIDATES {
            self.too_many = true;
            return STOP;
        }
        self.found.push(walk.execution());
        CONTINUE
    }
}
