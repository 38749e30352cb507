//! Programs that two sides decide differently.

use super::parts;
use crate::judge::compare::{Compared, Difference, Differing, Only, Options, Side, Sides};
use crate::program::EventStructure;
use crate::refine::RefinementTarget;
use crate::report::compare::*;
use crate::report::results::FileResult;
use crate::syntax::source::Diagnostic;
use crate::verdict::RefinementVerdict;

/// The report of two sides compared, by their names: what is wrong with other input, the files read, and the wall seconds.
pub fn compared(
    compared: &Compared,
    options: &Options<'_>,
    sides: [String; 2],
    errors: &[Diagnostic],
    files: Vec<FileResult>,
    seconds: f64,
) -> CompareReport {
    let Compared { shapes, programs, variants, asked, interrupted, unknown, differing, found } = compared;
    let space = ComparedSpaceReport {
        limits: parts::limits(options.limits),
        shapes: *shapes,
        base_programs: *programs,
        varied_threads: options.varied_threads,
        is_of_models: matches!(options.sides, Sides::Models(_)),
        variants: *variants,
        asked: *asked,
        interrupted: *interrupted,
        all: options.all,
        unknown: *unknown,
        differing: *differing,
    };
    let programs = found.iter().map(|found| program(found, options, &sides)).collect();
    let errors = errors.iter().map(parts::error).collect();
    CompareReport { schema: SCHEMA, programs, space, files, errors, seconds, sides }
}

fn program(found: &Differing, options: &Options<'_>, sides: &[String; 2]) -> DifferingReport {
    let Differing { shown, structure, difference } = found;
    let mut report = DifferingReport {
        program: shown.text.clone(),
        events: shown.events,
        race: None,
        states: Vec::new(),
        verdicts: Vec::new(),
    };
    match difference {
        Difference::Race(side) => report.race = Some(sides[side.index()].clone()),
        Difference::States([first, second]) => {
            report.states.extend(first.iter().map(|only| state(structure, only, Side::First, sides)));
            report.states.extend(second.iter().map(|only| state(structure, only, Side::Second, sides)));
        }
        Difference::Verdicts(verdicts) => {
            let pairs: &[[RefinementTarget<'_>; 2]] = match &options.sides {
                Sides::Models(_) => &[],
                Sides::Code(pairs) => pairs,
            };
            let report_pair = |&(number, verdicts): &(usize, [RefinementVerdict; 2])| VerdictsReport {
                targets: targets(&pairs[number]),
                verdicts,
            };
            report.verdicts = verdicts.iter().map(report_pair).collect();
        }
    }
    report
}

fn state(structure: &EventStructure, only: &Only, side: Side, sides: &[String; 2]) -> OnlyReport {
    let values = parts::values(structure, &only.outcome);
    let state = parts::columns(structure).into_iter().zip(values).filter_map(|(name, value)| Some((name, value?)));
    let [allowed_by, forbidden_by] = match side {
        Side::First => [&sides[0], &sides[1]],
        Side::Second => [&sides[1], &sides[0]],
    };
    OnlyReport {
        allowed_by: allowed_by.clone(),
        forbidden_by: forbidden_by.clone(),
        state: state.collect(),
        axioms: only.axioms.clone(),
    }
}

/// The targets of both sides with the releases of their tables; where these are of one name, with the files that the tables are from.
fn targets(pair: &[RefinementTarget<'_>; 2]) -> [String; 2] {
    let tables = pair.each_ref().map(|target| target.table.as_ref().ok().copied());
    let is_ambiguous = match tables {
        [Some(first), Some(second)] => first.release == second.release && first.path != second.path,
        [None, _] | [_, None] => false,
    };
    pair.each_ref().map(|target| {
        let name = match &target.table {
            Ok(table) if is_ambiguous => format!("{} ({})", table.release, table.path),
            Ok(table) => table.release.clone(),
            Err(missing) => missing.clone(),
        };
        format!("{} by {name}", target.configuration)
    })
}
