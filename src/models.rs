//! The memory models that come with the tool, and those of the user's files.

use crate::cat::{BaseNames, Model, check, load_file, load_text};
use crate::program::{BASE_RELATIONS, BASE_SETS};
use crate::syntax::source::{Diagnostic, Source, Span, did_you_mean};
use std::path::Path;

/// Every cat file of `models/` with its text; those that others include have no title.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/models.rs"));

/// The model used where a test names none.
pub const DEFAULT: &str = "hsa";
/// The model that OpenCL's code sequences are written for.
pub const OPENCL: &str = "opencl";

/// The name and title of every model that comes with the tool.
pub fn list() -> Vec<(String, String)> {
    let load = |&(file, _): &(&str, &str)| {
        let model = builtin(file.strip_suffix(".cat")?)?.ok()?;
        Some((model.name, model.title?))
    };
    FILES.iter().filter_map(load).collect()
}

/// The model of this name or path, checked.
///
/// # Errors
/// There is none, or what is wrong with it.
pub fn load(name: &str) -> Result<Model, Box<Diagnostic>> {
    let model = match builtin(name) {
        Some(model) => model?,
        None if Path::new(name).exists() => load_file(Path::new(name))?,
        None => return Err(Box::new(unknown(name))),
    };
    check(&model, &BaseNames { sets: BASE_SETS, relations: BASE_RELATIONS })?;
    Ok(model)
}

/// Whether the model of this name comes with the tool.
pub fn is_built_in(name: &str) -> bool {
    FILES.iter().any(|(file, _)| file.strip_suffix(".cat") == Some(name))
}

fn builtin(name: &str) -> Option<Result<Model, Box<Diagnostic>>> {
    let text = |file: &str| FILES.iter().find(|(known, _)| *known == file).map(|(_, text)| text.to_string());
    let file = format!("{name}.cat");
    let own = text(&file)?;
    Some(load_text(&file, own, &text))
}

fn unknown(name: &str) -> Diagnostic {
    let known = list();
    let source = Source::new("--model", name);
    let message = format!("unknown model `{name}`");
    let names = || known.iter().map(|(name, _)| name.as_str());
    let help = match did_you_mean(name, names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("a cat file, or one of {}", names().collect::<Vec<_>>().join(", ")),
    };
    Diagnostic::new(&source, Span::new(0, name.len()), message, "neither a model that comes with the tool nor a file")
        .help(help)
}
