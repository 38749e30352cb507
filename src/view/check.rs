//! A test's verdicts beside what it expects.

use super::explanation::explanation;
use super::parts;
use super::refinement::{cell_report, variants};
use crate::engine::answers::{Races, Verdict};
use crate::engine::smt::library_version;
use crate::engine::{Inconclusive, RaceSemantics};
use crate::program::{Condition, EventStructure};
use crate::refine::{HardwareVerdict, RefinementResult};
use crate::report::checked::*;
use crate::report::refinement::CellReport;
use crate::report::resting::{Resting, TargetRestsOn};
use crate::report::results::*;
use crate::run::{Checked, HardwareAnswer, ModelFound};
use crate::syntax::litmus::ast::{self, Expected};
use crate::syntax::source::Diagnostic;
use crate::targets::{TargetConfiguration, configurations_name};
use crate::verdict::{ConditionVerdict, Decided, RefinementVerdict, RestsOn};
use itertools::Itertools;
use std::fmt::Display;
use std::path::Path;

/// Counts and times of tests, added up one by one.
#[derive(Default)]
pub struct CountedTests {
    summary: Summary,
    /// By test, what its median is of.
    seconds: Vec<f64>,
}

impl CountedTests {
    /// Counts one more test.
    pub fn add(&mut self, test: &TestResult) {
        let targets = test.hardware.iter().map(|check| &check.targets);
        for targets in targets.chain(test.refinements.iter().map(|check| &check.targets)) {
            self.add_variants(targets);
        }
        let summary = &mut self.summary;
        summary.tests += 1;
        match test.status {
            Status::Ok => summary.ok += 1,
            Status::Differs => summary.differs += 1,
            Status::Unknown => summary.unknown += 1,
            Status::Unchecked => {}
        }
        self.seconds.push(test.seconds);
        // What an earlier run has kept takes no time.
        if test.seconds > summary.slowest_seconds {
            (summary.slowest, summary.slowest_seconds) = (Some(test.name.clone()), test.seconds);
        }
    }

    /// Adds the variants that are named.
    fn add_variants(&mut self, targets: &str) {
        let words = targets.split([' ', ',']).filter(|word| !word.is_empty());
        let named = words.filter_map(|word| TargetConfiguration::parse(word).ok()).map(|found| found.target);
        for variant in variants(named) {
            if !self.summary.variants.contains(&variant) {
                self.summary.variants.push(variant);
            }
        }
    }

    /// The counts of a run with so many errors and wall seconds.
    pub fn summary(&self, errors: usize, seconds: f64) -> Summary {
        Summary { errors, seconds, median_seconds: parts::median(self.seconds.clone()), ..self.summary.clone() }
    }
}

/// The report of a run: its tests with their counts, what is wrong with other files, and the files read.
pub fn check_report(
    tests: Vec<TestResult>,
    summary: Summary,
    errors: &[Diagnostic],
    files: Vec<FileResult>,
) -> CheckReport {
    let errors = errors.iter().map(parts::error).collect();
    CheckReport { schema: SCHEMA, z3: library_version(), tests, files, errors, summary }
}

/// A test's verdicts, and whether they are as expected.
pub fn test_result(checked: &Checked) -> TestResult {
    let structure = &checked.structure;
    let models = checked.models.iter().map(|found| model_result(checked, found));
    let models: Vec<ModelResult> = models.collect();
    let refinements = checked.refinements.iter().map(|(expected, found)| refinement_check(structure, expected, found));
    let refinements: Vec<RefinementCheck> = refinements.collect();
    let hardware = checked.hardware.iter().map(|(expected, found)| hardware_check(structure, expected, found));
    let hardware: Vec<HardwareCheck> = hardware.collect();
    let statuses = models.iter().flat_map(|model| model.conditions.iter().map(|condition| condition.status));
    let statuses = statuses.chain(refinements.iter().map(|refinement| refinement.status));
    let statuses = statuses.chain(hardware.iter().map(|hardware| hardware.status));
    TestResult {
        path: structure.program.source.name.clone(),
        name: structure.program.name.clone(),
        status: statuses.max().unwrap_or(Status::Unchecked),
        undecided: Undecided::default(),
        assumes_termination: structure.is_assumed,
        models,
        refinements,
        hardware,
        resting_ended: checked.resting_ended.as_ref().map(ToString::to_string),
        seconds: checked.seconds,
    }
}

/// A test of which nothing was decided in so many seconds; its name is that of its file.
pub fn undecided_test(path: &Path, why: &Inconclusive, seconds: f64) -> TestResult {
    TestResult {
        path: path.display().to_string(),
        name: parts::file_stem(path),
        status: Status::Unknown,
        undecided: parts::undecided(Some(why)),
        assumes_termination: false,
        models: Vec::new(),
        refinements: Vec::new(),
        hardware: Vec::new(),
        resting_ended: None,
        seconds,
    }
}

fn model_result(checked: &Checked, found: &ModelFound) -> ModelResult {
    let structure = &checked.structure;
    let ModelFound { name, judgement, ruled_out, rests_on } = found;
    let (race, flag) = match &judgement.races {
        Races::Found(race) => (parts::races(structure, race).into_iter().next(), Some(race.flag.clone())),
        Races::None | Races::Unknown(_) => (None, None),
    };
    // A model given as a file goes by the file's name.
    let own = crate::models::expected_name(name);
    let verdicts = judgement.verdicts.iter().zip(rests_on.iter().zip(ruled_out));
    let conditions =
        structure.program.conditions.iter().zip(verdicts).map(|(condition, (verdict, (rests_on, ruled_out)))| {
            let expectation = condition.expects.iter().find(|expected| expected.model == own);
            let expectation = expectation.filter(|_| checked.races == RaceSemantics::CatchFire);
            let expected = expectation.map(|expected| expected.verdict);
            let why = ruled_out.as_ref().ok().and_then(Option::as_ref);
            let broken = why.and_then(|why| why.broken.as_ref().ok()?.as_ref());
            let explanation = broken.map(|broken| explanation(structure, broken));
            let result = condition_result(structure, condition, expected, verdict);
            let axioms = why.map_or(result.axioms, |why| why.axioms.clone());
            ConditionResult { resting: Resting::of(rests_on.clone()), explanation, axioms, ..result }
        });
    ModelResult { model: name.clone(), race, flag, conditions: conditions.collect() }
}

fn condition_result(
    structure: &EventStructure,
    condition: &Condition,
    expected: Option<Expected>,
    verdict: &Verdict,
) -> ConditionResult {
    let source = &structure.program.source;
    let expected = expected.map(ConditionVerdict::from);
    let got = verdict.word();
    let why = if let Verdict::Unknown(why) = verdict { Some(why) } else { None };
    let unexpected = if got == ConditionVerdict::Unknown { Status::Unknown } else { Status::Unchecked };
    ConditionResult {
        condition: parts::text(source, condition.span),
        verdict: got,
        expected,
        status: expected.map_or(unexpected, |expected| status([got], expected, ConditionVerdict::Unknown)),
        undecided: parts::undecided(why),
        resting: Resting::NOT_ASKED,
        explanation: None,
        axioms: match verdict {
            Verdict::Forbidden(axioms) | Verdict::Terminates(axioms) => axioms.clone(),
            Verdict::Allowed(_) | Verdict::Racy | Verdict::Hangs(_) | Verdict::Unknown(_) => vec![],
        },
        witness: match verdict {
            Verdict::Allowed(execution) => Some(parts::events(structure, execution)),
            Verdict::Hangs(hang) => Some(parts::events(&hang.structure, &hang.execution)),
            Verdict::Forbidden(_) | Verdict::Racy | Verdict::Terminates(_) | Verdict::Unknown(_) => None,
        },
        hangs_in: match verdict {
            Verdict::Hangs(hang) => parts::hangs_in(&hang.structure, &hang.execution),
            Verdict::Allowed(_)
            | Verdict::Forbidden(_)
            | Verdict::Racy
            | Verdict::Terminates(_)
            | Verdict::Unknown(_) => vec![],
        },
        line: source.line_column(condition.span.start).0,
    }
}

/// Whether all of what was found is what was expected; what is not decided counts before a difference.
fn status<T: PartialEq>(found: impl IntoIterator<Item = T>, expected: T, unknown: T) -> Status {
    let compare = |found: T| match () {
        () if found == unknown => Status::Unknown,
        () if found == expected => Status::Ok,
        () => Status::Differs,
    };
    let statuses: Vec<Status> = found.into_iter().map(compare).collect();
    match statuses.contains(&Status::Unknown) {
        true => Status::Unknown,
        false => statuses.into_iter().max().unwrap_or(Status::Ok),
    }
}

/// The word that all targets have, or each target's.
fn agreed<'a, V: PartialEq + Display>(verdicts: impl Iterator<Item = (&'a TargetConfiguration, V)> + Clone) -> String {
    match verdicts.clone().map(|(_, word)| word).all_equal_value() {
        Ok(word) => word.to_string(),
        Err(_) => verdicts.map(|(configuration, word)| format!("{configuration} {word}")).join(", "),
    }
}

fn refinement_check(
    structure: &EventStructure,
    expectation: &ast::Refinement,
    found: &[RefinementResult],
) -> RefinementCheck {
    let expected = expectation.verdict.node.into();
    let words = found.iter().map(|result| result.verdict.word());
    RefinementCheck {
        targets: configurations_name(&expectation.targets.node),
        table: expectation.table.node.clone(),
        language: parts::language(expectation.opencl),
        choices: expectation.choices,
        placement: expectation.placement,
        verdict: agreed(found.iter().map(|result| (&result.configuration, result.verdict.word()))),
        expected,
        status: status(words, expected, RefinementVerdict::Unknown),
        undecided: parts::undecided(found.iter().find_map(|result| result.verdict.inconclusive())),
        resting: on_targets(found.iter().map(|result| (&result.configuration, result.rests_on.as_deref()))),
        unexpected: found
            .iter()
            .find(|result| ![expected, RefinementVerdict::Unknown].contains(&result.verdict.word()))
            .map(|result| CellReport { seconds: 0.0, ..cell_report(structure, structure, result) }),
        line: structure.program.source.line_column(expectation.place.span.start).0,
    }
}

fn hardware_check(
    structure: &EventStructure,
    expectation: &ast::HardwareExpect,
    found: &[HardwareAnswer],
) -> HardwareCheck {
    let program = &structure.program;
    let expected = expectation.verdict.node.into();
    let words = found.iter().map(|answer| answer.verdict.word());
    let reached = found.iter().find_map(|answer| match &answer.verdict {
        HardwareVerdict::Allowed(micro_events) => Some((answer.configuration.to_string(), micro_events)),
        HardwareVerdict::Forbidden | HardwareVerdict::Unknown(_) => None,
    });
    let (reached_on, micro_events) = reached.unzip();
    let assumptions = expectation.assume.iter().map(|name| name.node.clone());
    let names = std::iter::once(configurations_name(&expectation.targets.node)).chain(assumptions);
    HardwareCheck {
        targets: names.collect::<Vec<_>>().join(" "),
        verdict: agreed(found.iter().map(|answer| (&answer.configuration, answer.verdict.word()))),
        expected,
        status: status(words, expected, ConditionVerdict::Unknown),
        undecided: parts::undecided(found.iter().find_map(|answer| answer.verdict.inconclusive())),
        reached_on,
        micro_events: micro_events.map_or(vec![], |micro_events| parts::micro_events(program, micro_events)),
        resting: on_targets(found.iter().map(|answer| (&answer.configuration, answer.rests_on.as_deref()))),
        line: program.source.line_column(expectation.place.span.start).0,
    }
}

/// What the verdicts on targets rest on.
fn on_targets<'a, V: Decided + PartialEq + Clone + 'a>(
    found: impl Iterator<Item = (&'a TargetConfiguration, Option<&'a [RestsOn<V>]>)>,
) -> Resting<TargetRestsOn<V>> {
    let mut all: Option<Vec<TargetRestsOn<V>>> = None;
    for (configuration, rests_on) in found {
        let Some(rests_on) = rests_on else { continue };
        let on_target =
            |rests_on: &RestsOn<V>| TargetRestsOn { target: configuration.to_string(), rests_on: rests_on.clone() };
        all.get_or_insert_default().extend(rests_on.iter().map(on_target));
    }
    Resting::on_targets(all)
}
