//! What shows that code is unsound, the same by each engine: of many executions, the one that is shown is the first that enumeration comes to.

use super::{Options, RefinementResult, RefinementTarget, Side, Sides, Verdict, refine_against};
use crate::cat::Model;
use crate::engine::EngineChoice;
use crate::program::EventStructure;
use crate::syntax::source::Diagnostic;
use std::collections::btree_map::Entry;

/// Says what forbids the executions that unsound code has, and where the solver alone has found them, has enumeration show the results, if it can.
///
/// # Errors
/// What is wrong with the model for the test.
pub(super) fn show(
    results: &mut [RefinementResult],
    structure: &EventStructure,
    sides: &Sides<'_>,
    (model, options): (&Model, &Options<'_>),
) -> Result<(), Box<Diagnostic>> {
    if options.settings.engine != EngineChoice::Smt {
        explain(results, structure, sides, options);
        return Ok(());
    }
    let mut shown = Sides::new();
    for (target, result) in unsound(results, options) {
        let platform = target.platform(structure);
        let side = match shown.entry(platform) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => {
                let source = sides[&platform].structure;
                free.insert(Side::new(source, model, options.resources, options.settings.explaining())?)
            }
        };
        let again = refine_against(target, structure, &side.allowed);
        // Where it finds nothing, what the solver has found is shown.
        if matches!(again.verdict, Verdict::Unsound(_)) {
            result.verdict = again.verdict;
        }
    }
    explain(results, structure, &shown, options);
    Ok(())
}

fn explain(results: &mut [RefinementResult], structure: &EventStructure, sides: &Sides<'_>, options: &Options<'_>) {
    for (target, result) in unsound(results, options) {
        if let Verdict::Unsound(found) = &mut result.verdict
            && let Some(side) = sides.get(&target.platform(structure))
        {
            found.reason = Ok(side.reason(&found.execution));
        }
    }
}

/// The targets whose code is unsound, with their results.
fn unsound<'s>(
    results: &'s mut [RefinementResult],
    options: &'s Options<'_>,
) -> impl Iterator<Item = (&'s RefinementTarget<'s>, &'s mut RefinementResult)> {
    let all = options.targets.iter().zip(results);
    all.filter(|(_, result)| matches!(result.verdict, Verdict::Unsound(_)))
}
