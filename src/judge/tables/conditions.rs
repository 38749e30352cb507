//! What conditions of a table's code are for: each is negated, so that code is omitted where it holds and emitted where it does not.

use super::ask::{Asked, Asker};
use super::{Shown, Tally};
use crate::hardware::{self, Code};
use crate::lowering::{Negation, Query, Setting, Side, negations, query, survey};
use crate::refine::RefinementTarget;
use itertools::Itertools;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError, RwLock};

/// One side of a negation, by the negation's number among those of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Negated {
    /// The number of the negation among [`negations`] of the table.
    pub negation: usize,
    /// What negating does to the code.
    pub side: Side,
}

/// What programs say of one side of a negation.
#[derive(Clone, Debug, Default)]
pub struct SideTally {
    /// Whether some program is sound in which the condition holds, or does not, as the side is: of what is emitted, also without it.
    pub sound: bool,
    /// Whether some program breaks: of what is omitted, also with it.
    pub broken: bool,
    /// What is emitted: the smallest program that is sound and breaks without it. What is omitted: the smallest that breaks and with it is sound.
    pub shown: Option<Shown>,
    /// Why some program says nothing.
    pub undecided: Option<String>,
}

impl SideTally {
    pub(super) fn merge(&mut self, other: SideTally) {
        self.sound |= other.sound;
        self.broken |= other.broken;
        self.shown = self.shown.take().into_iter().chain(other.shown).min();
        self.undecided = self.undecided.take().or(other.undecided);
    }
}

/// The sides of negations that give an operation other code.
type Changing = Arc<[Negated]>;

/// The negations of a table for a target, and which operations they give other code.
pub(super) struct Conditions {
    negations: Arc<[Negation]>,
    changing: RwLock<FxHashMap<Query, Changing>>,
}

impl Conditions {
    /// Those of each target's table; targets with one table share its negations.
    pub(super) fn of_targets(targets: &[RefinementTarget<'_>]) -> Vec<Conditions> {
        let tables = targets.iter().filter_map(|target| target.table.as_ref().ok());
        let by_table: BTreeMap<&str, Arc<[Negation]>> = tables
            .unique_by(|loaded| &loaded.path)
            .map(|loaded| (loaded.path.as_str(), negations(&loaded.table).into()))
            .collect();
        let of_target = |target: &RefinementTarget<'_>| {
            let loaded = target.table.as_ref().ok();
            let negations = loaded.and_then(|loaded| by_table.get(loaded.path.as_str())).cloned().unwrap_or_default();
            Conditions { negations, changing: RwLock::default() }
        };
        targets.iter().map(of_target).collect()
    }

    fn changing(&self, setting: &Setting<'_>, query: Query) -> Changing {
        if let Some(known) = self.changing.read().unwrap_or_else(PoisonError::into_inner).get(&query) {
            return known.clone();
        }
        let found: Changing = changing(&self.negations, setting, &query).into();
        self.changing.write().unwrap_or_else(PoisonError::into_inner).insert(query, found.clone());
        found
    }
}

fn changing(negations: &[Negation], setting: &Setting<'_>, query: &Query) -> Vec<Negated> {
    let sides = (0..negations.len()).flat_map(|negation| Side::ALL.map(|side| Negated { negation, side }));
    sides.filter(|negated| negations[negated.negation].changes(setting, negated.side, query)).collect()
}

/// Every side of negations that gives some operation other code in a setting.
pub fn negated(negations: &[Negation], setting: &Setting<'_>) -> BTreeSet<Negated> {
    let queries = survey::queries(setting.configuration.target, setting.opencl);
    let one_as = |query: &Query| {
        let mut query = *query;
        query.scope.one_as = true;
        query
    };
    let queries = queries.iter().flat_map(|query| [*query, one_as(query)]);
    queries.flat_map(|query| changing(negations, setting, &query)).collect()
}

impl Asker<'_> {
    /// The conditions of a target's table.
    pub(super) fn conditions(&self, index: usize) -> &Conditions {
        &self.conditions.get_or_init(|| Conditions::of_targets(&self.options.targets))[index]
    }
}

impl Asked<'_> {
    /// The sides of negations that give some operation of the program other code: any operation, or the one that is varied.
    pub(super) fn negated(&self, only: Option<Query>) -> BTreeSet<Negated> {
        let queries = self.posed.test.steps.iter().filter_map(|step| query(&step.instr.as_ref()?.0));
        let queries = queries.filter(|query| only.is_none_or(|only| only == *query));
        queries.flat_map(|query| self.conditions.changing(&self.setting, query).to_vec()).collect()
    }

    /// What the program says of conditions, given which sides of their negations change it. What is known to be needed, or omitted where it is, is not asked again.
    pub(super) fn judge_conditions(
        &self,
        code: &Code,
        sides: BTreeSet<Negated>,
        (known, found): (&Tally, &Tally),
    ) -> BTreeMap<Negated, SideTally> {
        let is_shown =
            |tally: &Tally, negated: &Negated| tally.conditions.get(negated).is_some_and(|side| side.shown.is_some());
        let is_open = |negated: &Negated| !is_shown(known, negated) && !is_shown(found, negated);
        let breaks = self.breaks(code).map_err(|why| why.to_string());
        // In a variant of a program that is sound, others are asked there.
        let varied = self.changed.map(|changed| self.negated(Some(changed)));
        let is_asked = |negated: &Negated| {
            let elsewhere = varied.as_ref().is_some_and(|varied| !varied.contains(negated));
            !(elsewhere && negated.side == Side::Emitted && breaks == Ok(false))
        };
        let sides = sides.into_iter().filter(is_open).filter(is_asked);
        sides.map(|negated| (negated, self.judge_side(negated, &breaks))).collect()
    }

    /// What the program says of one side, given whether it breaks as it is.
    fn judge_side(&self, negated: Negated, breaks: &Result<bool, String>) -> SideTally {
        let none = SideTally::default();
        match (breaks, negated.side) {
            (Err(why), _) => SideTally { undecided: Some(why.clone()), ..none },
            (Ok(true), Side::Emitted) => SideTally { broken: true, ..none },
            (Ok(false), Side::Omitted) => SideTally { sound: true, ..none },
            (Ok(false), Side::Emitted) => match self.breaks_with(negated) {
                Ok(true) => SideTally { shown: Some(self.posed.shown.clone()), ..none },
                Ok(false) => SideTally { sound: true, ..none },
                Err(why) => SideTally { undecided: Some(why), ..none },
            },
            (Ok(true), Side::Omitted) => match self.breaks_with(negated) {
                Ok(true) => SideTally { broken: true, ..none },
                Ok(false) => SideTally { shown: Some(self.posed.shown.clone()), ..none },
                Err(why) => SideTally { undecided: Some(why), ..none },
            },
        }
    }

    /// Whether the program breaks with one side of a negation.
    fn breaks_with(&self, Negated { negation, side }: Negated) -> Result<bool, String> {
        let setting = self.conditions.negations[negation].done(&self.setting, side);
        let code = hardware::lower(&self.posed.test, &setting, &self.target.chip);
        let code = code.map_err(|why| why.first().map(|error| error.message.clone()).unwrap_or_default())?;
        self.breaks(&code).map_err(|why| why.to_string())
    }

    /// What the rows of code that breaks leave out here, and what by itself would keep it from breaking: as an instruction or an operand of one,
    /// with its line and the condition on which it is there.
    pub(super) fn omitted(&self) -> Vec<(Negated, String)> {
        let is_whole = |negated: &Negated| self.conditions.negations[negated.negation].word.is_none();
        let omitted = self.negated(None).into_iter().filter(|negated| negated.side == Side::Omitted);
        let cures = omitted.filter(is_whole).filter(|negated| self.breaks_with(*negated) == Ok(false));
        cures.map(|negated| (negated, describe(&self.conditions.negations[negated.negation]))).collect()
    }
}

fn describe(negation: &Negation) -> String {
    let Negation { line, instr, operand, condition, .. } = negation;
    let name = instr.split_whitespace().next().unwrap_or_default();
    match operand {
        Some(operand) => format!("{operand} of {name} @{line} [{condition}]"),
        None => format!("{name} @{line} [{condition}]"),
    }
}
