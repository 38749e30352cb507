//! Pictures as SVG, with what they show.

use super::Wrong;
use crate::compiler::{self, CompiledTest};
use crate::refine::{self, Refined, Verdict};
use crate::report::sequence::Sequence;
use crate::report::svg::svg;
use crate::report::{picture, sequence};
use crate::resources::Resources;
use crate::run::{Outcomes, Scene, Witnesses, outcome_scenes};
use crate::verdict::RefinementVerdict;
use crate::view;
use itertools::Itertools;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;
use serde::Serialize;

/// A drawing, and what it shows.
#[derive(Clone, Debug, Serialize)]
pub struct Picture {
    /// The verdict that it shows, in a word.
    pub verdict: String,
    /// By whom: models, or a target.
    pub by: String,
    /// The drawing.
    pub svg: String,
    /// The relations that it shows between events, for those who cannot point at it: what breaks an axiom first.
    pub relations: Vec<Related>,
}

/// A relation between two events, in words.
#[derive(Clone, Debug, Serialize)]
pub struct Related {
    /// The first event: its line and what it is.
    pub from: String,
    /// The relation's name.
    pub relation: String,
    /// The second event.
    pub to: String,
    /// Whether it leads from the first to the second; else it has both without direction.
    pub directed: bool,
    /// Why it holds; empty where nothing is to be said.
    pub why: String,
    /// Whether it is a step of what breaks an axiom, or a race.
    pub marked: bool,
}

fn relations(picture: &picture::Picture) -> Vec<Related> {
    let graph = &picture.graph;
    let related = graph.edge_references().map(|edge| {
        let event = |of: NodeIndex| format!("{} {}", graph[of].source, graph[of].effect).trim().to_string();
        let picture::Edge { label, hover, marked, directed, .. } = edge.weight();
        Related {
            from: event(edge.source()),
            relation: label.clone(),
            to: event(edge.target()),
            directed: *directed,
            why: hover.clone(),
            marked: *marked,
        }
    });
    related.sorted_by_key(|related| !related.marked).collect()
}

fn drawn(scene: &Scene<'_>, resources: &Resources) -> Result<Picture, Wrong> {
    let shown = view::picture(&scene.depict(resources)?);
    let (svg, relations) = (svg(&picture::draw(&shown)), relations(&shown));
    Ok(Picture { verdict: scene.word().to_string(), by: scene.models.join(", "), svg, relations })
}

/// Executions of a test's final states and races: those that are forbidden first.
///
/// # Errors
/// What is wrong with a model.
pub fn outcomes(found: &Outcomes, witnesses: &Witnesses, resources: &Resources) -> Result<Vec<Picture>, Wrong> {
    outcome_scenes(found, witnesses).iter().map(|scene| drawn(scene, resources)).collect()
}

/// What happens on each target whose code is unsound.
pub fn refined(found: &Refined, options: &refine::Options<'_>) -> Vec<Picture> {
    let mut pictures = Vec::new();
    for (result, target) in found.results.iter().zip(&options.targets) {
        let Verdict::Unsound(unsound) = &result.verdict else { continue };
        let by = result.configuration.to_string();
        let table = target.table_called();
        let shown = view::sequence(&found.structure, unsound, (&by, table));
        pictures.push(timeline(&shown, by));
    }
    pictures
}

/// What happens on each processor on which what a compiler has made is unsound.
pub fn compiled(found: &CompiledTest, options: &compiler::Options<'_>) -> Vec<Picture> {
    let processors = options.origins.iter().flat_map(|_| &options.processors);
    let drawn = found.results.iter().zip(processors).filter_map(|((result, _), (processor, _))| {
        let Verdict::Unsound(unsound) = &result.verdict else { return None };
        let (structures, by) = ((&found.structure, result.structure.as_ref()?), processor.to_string());
        Some(timeline(&view::compiled_sequence(structures, unsound, &by), by))
    });
    drawn.collect()
}

/// What shows that code is unsound, in the order of time.
fn timeline(shown: &Sequence, by: String) -> Picture {
    let svg = svg(&sequence::draw(shown));
    Picture { verdict: RefinementVerdict::Unsound.to_string(), by, svg, relations: Vec::new() }
}
