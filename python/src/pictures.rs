//! Pictures as SVG, with what they show.

use crate::Wrong;
use gfx_litmus::refine::{self, Refined, Verdict};
use gfx_litmus::report::svg::svg;
use gfx_litmus::report::{picture, sequence};
use gfx_litmus::resources::Resources;
use gfx_litmus::run::{Outcomes, Scene, Witnesses, outcome_scenes};
use gfx_litmus::view;

/// What a picture shows: a verdict and by whom, and the drawing.
pub type Picture = (String, String, String);

fn drawn(scene: &Scene<'_>, resources: &Resources) -> Result<Picture, Wrong> {
    let text = svg(&picture::draw(&view::picture(&scene.depict(resources)?)));
    Ok((scene.word().to_string(), scene.models.join(", "), text))
}

/// Executions of a test's final states and races: those that are forbidden first.
///
/// # Errors
/// What is wrong with a model.
pub fn outcomes(found: &Outcomes, witnesses: &Witnesses, resources: &Resources) -> Result<Vec<Picture>, Wrong> {
    outcome_scenes(found, witnesses).iter().map(|scene| drawn(scene, resources)).collect()
}

/// What happens on each target whose code is unsound.
///
/// # Errors
/// What is wrong with the model.
pub fn refined(found: &Refined, options: &refine::Options<'_>) -> Result<Vec<Picture>, Wrong> {
    let mut pictures = Vec::new();
    for (result, target) in found.results.iter().zip(&options.targets) {
        let Verdict::Unsound(unsound) = &result.verdict else { continue };
        let name = result.configuration.to_string();
        let table = target.table.as_ref().map_or("no table", |table| table.release.as_str());
        let shown = view::sequence(&found.structure, unsound, (&name, table));
        pictures.push((result.verdict.word().to_string(), name.clone(), svg(&sequence::draw(&shown))));
    }
    Ok(pictures)
}
