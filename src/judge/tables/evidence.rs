//! What the verdicts on unsound rows rest on, and what the rows leave out that would mend them.

use super::ask::Asker;
use super::{Negated, Options, Shown, Tally, Unsound};
use crate::refine::{self, Otherwise, RefinementTarget, model_for_language, refine};
use crate::syntax::source::{Diagnostic, Source};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// What else is known of a program that shows a row to be unsound for a target.
#[derive(Clone, Default)]
struct Evidence {
    /// The assumptions without which it does not.
    rests_on: Vec<String>,
    /// What rows leave out on a condition, and with which by itself it would not: the condition, and what it is in words.
    omitted: Vec<(Negated, String)>,
}

/// By program and number of the target.
type Known = BTreeMap<(Shown, usize), Evidence>;

/// Adds to each unsound row what else is known of its program.
pub(super) fn add(asker: &Asker<'_>, options: &Options<'_>, tallies: &mut [Tally]) -> Result<(), Vec<Diagnostic>> {
    let mut shown: BTreeMap<(bool, Shown), BTreeSet<usize>> = BTreeMap::new();
    for (number, tally) in tallies.iter_mut().enumerate() {
        for unsound in unsound(tally) {
            let key = (options.targets[number].opencl, unsound.shown.clone());
            shown.entry(key).or_default().insert(number);
        }
    }
    let found: Vec<Known> = shown
        .par_iter()
        .map(|((opencl, shown), numbers)| evidence(asker, options, *opencl, shown, numbers))
        .collect::<Result<_, _>>()?;
    let found: Known = found.into_iter().flatten().collect();
    for (number, tally) in tallies.iter_mut().enumerate() {
        let mut cured: BTreeMap<Negated, Shown> = BTreeMap::new();
        for unsound in unsound(tally) {
            let Evidence { rests_on, omitted } =
                found.get(&(unsound.shown.clone(), number)).cloned().unwrap_or_default();
            for (negated, _) in &omitted {
                let shown = cured.entry(*negated).or_insert_with(|| unsound.shown.clone());
                *shown = unsound.shown.clone().min(shown.clone());
            }
            unsound.rests_on = rests_on;
            unsound.omitted = omitted.into_iter().map(|(_, words)| words).collect();
        }
        cured.into_iter().for_each(|(negated, shown)| show_once(tally, negated, shown));
    }
    Ok(())
}

/// Lets the program that shows a row to be unsound also show what a condition omits, if no smaller one does: one program less to read.
fn show_once(tally: &mut Tally, negated: Negated, shown: Shown) {
    let known = tally.conditions.get_mut(&negated).and_then(|side| side.shown.as_mut());
    if let Some(known) = known.filter(|known| shown.events <= known.events) {
        *known = shown;
    }
}

fn unsound(tally: &mut Tally) -> impl Iterator<Item = &mut Unsound> {
    tally.rows.values_mut().filter_map(|row| row.unsound.as_mut()).chain(&mut tally.barrier)
}

fn evidence(
    asker: &Asker<'_>,
    options: &Options<'_>,
    opencl: bool,
    shown: &Shown,
    numbers: &BTreeSet<usize>,
) -> Result<Known, Vec<Diagnostic>> {
    // What is shown of a shard is not printed; only answers that are kept are of use.
    let rests_on = match options.run.shard {
        Some(_) => vec![Vec::new(); numbers.len()],
        None => rests_on(options, opencl, &shown.text, numbers)?,
    };
    let omitted = asker.omitted(shown, numbers)?;
    let evidence = numbers
        .iter()
        .zip(rests_on)
        .zip(omitted)
        .map(|((&number, rests_on), omitted)| ((shown.clone(), number), Evidence { rests_on, omitted }));
    Ok(evidence.collect())
}

/// By target: the assumptions without which a program is not unsound there.
fn rests_on(
    options: &Options<'_>,
    opencl: bool,
    text: &str,
    numbers: &BTreeSet<usize>,
) -> Result<Vec<Vec<String>>, Vec<Diagnostic>> {
    let model = model_for_language(opencl).to_string();
    let targets: Vec<RefinementTarget<'_>> = numbers.iter().map(|&number| options.targets[number].clone()).collect();
    let otherwise = Otherwise::new(&model, &targets, &options.assume, options.resources)?;
    let plain = refine::Options::new(model, targets, options.settings, options.resources);
    let options = refine::Options { otherwise: Some(otherwise), ..plain };
    let refined = refine(&Source::new("generated.litmus", text), &options)?;
    let changes = |result: &refine::RefinementResult| {
        result.rests_on.iter().flatten().map(|rests_on| rests_on.change.clone()).collect()
    };
    Ok(refined.results.iter().map(changes).collect())
}
