//! A picture of what shows the verdict on a condition.

use super::folder::folder;
use super::verdicts::{first, options, place};
use crate::engine::answers::Verdict;
use crate::load;
use crate::report::picture;
use crate::report::svg::svg;
use crate::resources::Resources;
use crate::run::{self, Checked, ModelFound, Options, Scene};
use crate::syntax::source::{Diagnostic, Source};
use crate::view;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A picture of what shows the verdict of a condition, in a file of its own.
///
/// # Errors
/// What is wrong with the test, or that nothing shows its verdict.
pub fn picture(source: &Arc<Source>, condition: usize, stop: &'static AtomicBool) -> Result<PathBuf, String> {
    let resources = Resources::default();
    let plain = without_expectations(source);
    let checked = shown(source, &plain, &options(&resources, stop)).map_err(|errors| first(&errors))?;
    let line = plain.line_column(place(&checked.structure.program, condition)?.start).0;
    let scenes = run::checked_scenes(&checked);
    let Some((_, scene)) = scenes.into_iter().find(|(at, _)| *at == line) else {
        return Err(undrawn(&checked, condition));
    };
    let drawn = drawn(&scene, &resources)?;
    let name = file_name(&checked.structure.program.name);
    let path = folder()?.join(format!("{name}-{}-{line}.svg", of_file(source)));
    std::fs::write(&path, drawn).map_err(|error| error.to_string())?;
    Ok(path)
}

/// A test's name has so many characters in the name of a picture.
const LONGEST_NAME: usize = 80;

/// What of a test's name a file may have in its name.
fn file_name(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '_' | '.');
    name.chars().take(LONGEST_NAME).map(|c| if is_plain(c) { c } else { '_' }).collect()
}

/// What tells a test's file from others whose tests have the same name.
fn of_file(source: &Source) -> String {
    blake3::hash(source.name.as_bytes()).to_hex()[..8].to_string()
}

/// Why there is no picture of a condition's verdict.
fn undrawn(checked: &Checked, condition: usize) -> String {
    let unknown = |found: &ModelFound| match (&found.judgement.verdicts[condition], &found.ruled_out[condition]) {
        (Verdict::Unknown(why), _) | (_, Err(why)) => Some(why.to_string()),
        (_, Ok(why)) => why.as_ref().and_then(|why| why.broken.as_ref().err()).map(ToString::to_string),
    };
    let ends = |found: &ModelFound| matches!(found.judgement.verdicts[condition], Verdict::Terminates(_));
    match checked.models.iter().find_map(unknown) {
        Some(why) => format!("no execution was found that shows this verdict: {why}"),
        None if checked.models.iter().any(ends) => "no execution shows that all loops end".to_string(),
        None => "no execution ends in such a state, whatever a model allows: there is nothing to draw".to_string(),
    }
}

fn drawn(scene: &Scene<'_>, resources: &Resources) -> Result<String, String> {
    let depicted = scene.depict(resources).map_err(|errors| first(&errors))?;
    Ok(svg(&picture::draw(&view::picture(&depicted))))
}

/// What the models that a test names say of it where it expects nothing of them, with what forbids states.
fn shown(source: &Arc<Source>, plain: &Arc<Source>, options: &Options<'_>) -> Result<Checked, Vec<Diagnostic>> {
    let structure = load::event_structure(source)?;
    let options = Options { models: run::asked_models(&structure, options), ..options.clone() };
    let mut checked = run::check(plain, &options)?;
    run::explain_unasked(&mut checked, &options)?;
    Ok(checked)
}

/// The same test, with nothing expected: what is as expected is shown too. Lines are the same.
fn without_expectations(source: &Arc<Source>) -> Arc<Source> {
    let line = |line: &str| if line.trim_start().starts_with("expect ") { String::new() } else { line.to_string() };
    let text = source.text.lines().map(|text| line(text) + "\n").collect::<String>();
    Source::new(source.name.clone(), text)
}
