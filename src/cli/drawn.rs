//! What commands draw: pictures of what they found, by the names that their files have.

use super::Diagnostic;
use super::pictures::Named;
use crate::judge::compare::{Differing, Evidence, Options as Comparing, Sides, evidence};
use crate::program::EventStructure;
use crate::refine::{Options as Refining, Refined, RefinementResult, Verdict};
use crate::resources::Resources;
use crate::run::{self, Checked, Outcomes, Scene, Shows, Witnesses};
use crate::view;

/// Pictures of one test.
#[derive(Default)]
pub struct Kept {
    /// Those that are drawn.
    pub drawn: Vec<Named>,
    /// How many others there are.
    pub left_out: usize,
}

impl Kept {
    /// All of some scenes, or the first alone, each with its name.
    fn of_scenes<'a>(
        scenes: &[Scene<'a>],
        all: bool,
        resources: &Resources,
        name: impl Fn(usize, &Scene<'a>) -> String,
    ) -> Result<Kept, Vec<Diagnostic>> {
        let kept = if all { scenes.len() } else { scenes.len().min(1) };
        let picture = |(at, scene): (usize, &Scene<'a>)| {
            Ok(Named::execution(name(at, scene), view::picture(&scene.depict(resources)?)))
        };
        let drawn: Result<_, Vec<Diagnostic>> = scenes[..kept].iter().enumerate().map(picture).collect();
        Ok(Kept { drawn: drawn?, left_out: scenes.len() - kept })
    }
}

/// The pictures of final states and races: `NAME-NUMBER-VERDICT-MODELS`.
///
/// # Errors
/// What is wrong with a model.
pub fn outcomes(
    (found, witnesses): (&Outcomes, &Witnesses),
    all: bool,
    resources: &Resources,
) -> Result<Kept, Vec<Diagnostic>> {
    let scenes = run::outcome_scenes(found, witnesses);
    let test = &found.structure.program.name;
    let digits = scenes.len().to_string().len();
    Kept::of_scenes(&scenes, all, resources, |at, scene| {
        format!("{test}-{:0digits$}-{}-{}", at + 1, scene.word(), scene.models.join("+"))
    })
}

/// The pictures of what is not as expected in a test: `NAME-LINE-VERDICT-MODELS`, and `NAME-TARGET`.
///
/// # Errors
/// What is wrong with a model.
pub fn checked(found: &Checked, all: bool, resources: &Resources) -> Result<Kept, Vec<Diagnostic>> {
    let (lines, scenes): (Vec<usize>, Vec<Scene<'_>>) = run::checked_scenes(found).into_iter().unzip();
    let test = &found.structure.program.name;
    let mut kept = Kept::of_scenes(&scenes, all, resources, |at, scene| {
        format!("{test}-{}-{}-{}", lines[at], scene.word(), scene.models.join("+"))
    })?;
    for (expected, results) in &found.refinements {
        let unexpected = results.iter().filter(|result| result.verdict.word() != expected.verdict.node.into());
        let table = &expected.table.node;
        kept.drawn.extend(unexpected.filter_map(|result| sequence(&found.structure, result, table)));
    }
    Ok(kept)
}

/// What happens on the hardware of a result that is unsound.
fn sequence(structure: &EventStructure, result: &RefinementResult, table: &str) -> Option<Named> {
    let Verdict::Unsound(found) = &result.verdict else { return None };
    let target = result.configuration.to_string();
    let name = format!("{}-{target}", structure.program.name);
    Some(Named::sequence(name, view::sequence(structure, found, (&target, table))))
}

/// The pictures of what is unsound: `NAME-TARGET` of what happens on hardware, and `NAME-TARGET-source` of what the source forbids.
///
/// # Errors
/// What is wrong with the model.
pub fn refined(found: &Refined, options: &Refining<'_>, all: bool) -> Result<Kept, Vec<Diagnostic>> {
    let structure = &found.structure;
    let mut kept = Kept::default();
    for (result, target) in found.results.iter().zip(&options.targets) {
        let table = target.table_called();
        let (Some(sequence), Verdict::Unsound(unsound)) = (sequence(structure, result, table), &result.verdict) else {
            continue;
        };
        let broken = unsound.forbidden_by().map(|reason| &reason.broken);
        if !all && !kept.drawn.is_empty() {
            kept.left_out += 1 + usize::from(broken.is_some());
            continue;
        }
        let name = format!("{}-source", sequence.name);
        kept.drawn.push(sequence);
        if let Some(broken) = broken {
            let scene = Scene {
                structure,
                models: vec![&options.model],
                execution: &broken.execution,
                shows: Shows::Forbidden(broken),
            };
            kept.drawn.push(Named::execution(name, view::picture(&scene.depict(options.resources)?)));
        }
    }
    Ok(kept)
}

/// The pictures of programs that two sides decide differently: `PROGRAM-NUMBER-SIDE`, the side being that which forbids an execution, or has a race, or is
/// unsound.
///
/// # Errors
/// What is wrong with a model or with code.
pub fn compared(
    found: &[Differing],
    options: &Comparing<'_>,
    sides: &[String; 2],
    all: bool,
) -> Result<Kept, Vec<Diagnostic>> {
    let mut kept = Kept::default();
    for (number, program) in found.iter().enumerate() {
        for evidence in evidence(program, options)? {
            if all || kept.drawn.is_empty() {
                let picture = differing(program, &evidence, options, sides)?;
                kept.drawn
                    .extend(picture.map(|named| Named { name: format!("{}-{}", number + 1, named.name), ..named }));
            } else {
                kept.left_out += 1;
            }
        }
    }
    Ok(kept)
}

/// A picture of what shows that a program differs.
fn differing(
    program: &Differing,
    evidence: &Evidence,
    options: &Comparing<'_>,
    sides: &[String; 2],
) -> Result<Option<Named>, Vec<Diagnostic>> {
    let structure = &program.structure;
    let scene = |side: usize, execution, shows| Scene { structure, models: vec![&sides[side]], execution, shows };
    let (side, scene, allows) = match evidence {
        Evidence::Forbidden(side, broken) => {
            let at = side.index();
            (at, scene(at, &broken.execution, Shows::Forbidden(broken)), Some(format!("allowed by {}", sides[1 - at])))
        }
        Evidence::Race(side, race) => {
            let structure = race.structure(structure);
            let scene = scene(side.index(), &race.execution, Shows::Race(race, race.pairs.first().copied()));
            (side.index(), Scene { structure, ..scene }, None)
        }
        Evidence::Unsound(pair, side, found) => {
            let Sides::Code(pairs) = &options.sides else { return Ok(None) };
            let target = &pairs[*pair][side.index()];
            let table = target.table.as_ref().map_or("no table", |table| table.release.as_str());
            let configuration = target.configuration.to_string();
            let name = format!("{configuration}-{table}");
            let table = target.table_called();
            return Ok(Some(Named::sequence(name, view::sequence(structure, found, (&configuration, table)))));
        }
    };
    let mut picture = view::picture(&scene.depict(options.resources)?);
    picture.subtitle.splice(0..0, allows);
    Ok(Some(Named::execution(format!("{}-{}", scene.word(), sides[side]), picture)))
}
