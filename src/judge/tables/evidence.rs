//! What the verdicts on unsound rows rest on.

use super::{Options, Tally};
use crate::refine::{self, Otherwise, RefinementTarget, model_for_language, refine};
use crate::syntax::source::{Diagnostic, Source};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// For a program and a target, by its number: the assumptions without which the program is not unsound there.
type RestsOn = BTreeMap<(String, usize), Vec<String>>;

/// Adds to each unsound row the assumptions that its program rests on.
pub(super) fn add_assumptions(options: &Options<'_>, tallies: &mut [Tally]) -> Result<(), Vec<Diagnostic>> {
    let mut shown: BTreeMap<(bool, String), BTreeSet<usize>> = BTreeMap::new();
    for (number, tally) in tallies.iter().enumerate() {
        for unsound in tally.rows.values().filter_map(|row| row.unsound.as_ref()).chain(&tally.barrier) {
            let key = (options.targets[number].opencl, unsound.shown.text.clone());
            shown.entry(key).or_default().insert(number);
        }
    }
    let found: Vec<RestsOn> = shown
        .par_iter()
        .map(|((opencl, text), numbers)| rests_on(options, *opencl, text, numbers))
        .collect::<Result<_, _>>()?;
    let found: RestsOn = found.into_iter().flatten().collect();
    for (number, tally) in tallies.iter_mut().enumerate() {
        for unsound in tally.rows.values_mut().filter_map(|row| row.unsound.as_mut()).chain(&mut tally.barrier) {
            let rests_on = found.get(&(unsound.shown.text.clone(), number));
            unsound.rests_on = rests_on.cloned().unwrap_or_default();
        }
    }
    Ok(())
}

fn rests_on(
    options: &Options<'_>,
    opencl: bool,
    text: &str,
    numbers: &BTreeSet<usize>,
) -> Result<RestsOn, Vec<Diagnostic>> {
    let model = model_for_language(opencl).to_string();
    let targets: Vec<RefinementTarget<'_>> = numbers.iter().map(|&number| options.targets[number].clone()).collect();
    let otherwise = Otherwise::new(&model, &targets, &options.assume, options.resources)?;
    let options =
        refine::Options { model, targets, otherwise, settings: options.settings, resources: options.resources };
    let refined = refine(&Source::new("generated.litmus", text), &options)?;
    let changes =
        |result: &refine::RefinementResult| result.rests_on.iter().map(|rests_on| rests_on.change.clone()).collect();
    let of_target =
        |(&number, result): (&usize, &refine::RefinementResult)| ((text.to_string(), number), changes(result));
    Ok(numbers.iter().zip(&refined.results).map(of_target).collect())
}
