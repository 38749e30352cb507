//! The memory models that come with the tool, and those of the user's files.

use crate::cat::{
    BaseNames, Elaborations, Model, Open, Placed, Places, UnknownAssumption, Warnings, check, load_file, load_open,
    load_standard_input, load_text,
};
use crate::files::{self, STANDARD_INPUT};
use crate::languages::all_names;
use crate::program::{BASE_RELATIONS, BASE_SETS, depends_on_execution};
use crate::syntax::cat::ast::{Expr, ExprKind, Statement};
use crate::syntax::source::{Diagnostic, Source, Span, did_you_mean};
use itertools::Itertools;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Every cat file of `models/` with its text; those that others include have no title.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/models.rs"));

/// Where files that models include are looked for, besides the folder of the file that includes them.
static FOLDERS: OnceLock<Vec<PathBuf>> = OnceLock::new();

/// Adds folders in which files that models include are looked for.
///
/// # Panics
/// If it is called twice.
pub fn install_folders(folders: Vec<PathBuf>) {
    assert!(FOLDERS.set(folders).is_ok(), "folders are installed once");
}

fn places() -> Places<'static> {
    Places { folders: FOLDERS.get().map_or(&[], Vec::as_slice), of_tool: FILES }
}

/// Every model that comes with the tool.
pub fn list() -> Vec<Model> {
    let load = |&(file, _): &(&str, &str)| builtin(file.strip_suffix(".cat")?)?.ok();
    FILES.iter().filter_map(load).filter(|model| model.title.is_some()).collect()
}

/// The model of this name or path, checked; or a variant of one, `NAME+WORD+…`, with words of [`Model::assumptions`].
///
/// # Errors
/// There is none, or what is wrong with it.
pub fn load(name: &str) -> Result<Model, Box<Diagnostic>> {
    variant(&load_base(name)?, name)
}

/// As [`load`], but what a model means is not looked at, nor whether it checks anything.
///
/// # Errors
/// There is none, or its text is not of the language.
pub fn load_unchecked(name: &str) -> Result<Model, Box<Diagnostic>> {
    variant_unchecked(&load_base(name)?, name)
}

/// The model of a text that somebody has open in the place of a file's, among others that are open; what it means is not looked at.
///
/// # Errors
/// The text, or one that it includes, is not of the language.
pub fn of_text(path: &Path, text: &str, open: Open<'_>) -> Result<Model, Box<Diagnostic>> {
    load_open(path, text, open, places())
}

/// The model of a text that somebody gives, which may include what comes with the tool and nothing else; what it means is not looked at.
///
/// # Errors
/// The text is not of the language, or includes something else.
pub fn of_given(name: &str, text: &str) -> Result<Model, Box<Diagnostic>> {
    load_text(name, text, &text_of_tool)
}

/// What the model of a name is a variant of, or itself: of which no words are chosen, and what it means is not looked at.
///
/// # Errors
/// There is none, or its text is not of the language.
pub fn load_base(name: &str) -> Result<Model, Box<Diagnostic>> {
    match split(name).0 {
        STANDARD_INPUT => load_standard_input(places()),
        base => match builtin(base) {
            Some(model) => model,
            None if files::exists(Path::new(base)) => load_file(Path::new(base), places()),
            None => Err(Box::new(unknown(name))),
        },
    }
}

/// The variant of a model that a name's words choose, checked; without words itself. It shares the statements.
///
/// # Errors
/// A word that it does not have, or what is wrong with it.
pub fn variant(base: &Model, name: &str) -> Result<Model, Box<Diagnostic>> {
    let model = variant_unchecked(base, name)?;
    check_model(&model)?;
    has_check(&model)?;
    Ok(model)
}

fn variant_unchecked(base: &Model, name: &str) -> Result<Model, Box<Diagnostic>> {
    let words: Vec<&str> = chosen_words(name).collect();
    base.variant(&words).map_err(|error| Box::new(unknown_assumption(name, &error)))
}

/// Of so many options every choice is looked at; of more, each alone and all together.
const MOST_OPTIONS: usize = 6;

/// A model by each choice of its options but none; nothing of a model of which some are chosen.
pub fn by_options(model: &Model) -> Vec<Model> {
    if !model.chosen.is_empty() {
        return Vec::new();
    }
    let names: Vec<&str> = model.options.iter().map(|option| option.name.as_str()).sorted_unstable().collect();
    let choices: Vec<Vec<&str>> = match names.len() <= MOST_OPTIONS {
        true => names.iter().copied().powerset().filter(|choice| !choice.is_empty()).collect(),
        false => names.iter().map(|name| vec![*name]).chain([names.clone()]).collect(),
    };
    // Each is a choice of its own options, in order.
    choices.iter().filter_map(|choice| model.variant(choice).ok()).collect()
}

/// What a model says that is probably not meant.
pub fn warnings(model: &Model) -> Warnings {
    crate::cat::warnings(model, &BASE)
}

/// What is wrong with the names of a model, all of it; names that tests in any known language provide may be used.
pub fn problems(model: &Model) -> Vec<Diagnostic> {
    let (sets, relations) = all_names();
    crate::cat::problems(model, &BaseNames { sets: &sets, relations: &relations, varies: depends_on_execution })
}

/// As [`check_model`], but names that tests in any known language provide may be used.
///
/// # Errors
/// The first error, with its place in the text of the model.
pub fn check_of_any_language(model: &Model) -> Result<(), Box<Diagnostic>> {
    let (sets, relations) = all_names();
    check(model, &BaseNames { sets: &sets, relations: &relations, varies: depends_on_execution })
}

/// Refuses a model that would allow everything.
///
/// # Errors
/// It has no test outside procedures and calls none.
pub fn has_check(model: &Model) -> Result<(), Box<Diagnostic>> {
    let is_check = |placed: &Placed| !placed.is_library && has_test(&placed.statement);
    match model.statements.iter().any(is_check) {
        true => Ok(()),
        false => {
            let diagnostic =
                Diagnostic::new(&model.sources[0], Span::default(), "a model without any check", "this file");
            Err(Box::new(
                diagnostic.help("`acyclic`, `irreflexive`, `empty` or `flag`, on the options that are chosen: it allows every execution else"),
            ))
        }
    }
}

/// Whether a statement is a test or has one, that of a procedure where it is called.
fn has_test(statement: &Statement) -> bool {
    match statement {
        Statement::Test(_) | Statement::Call(_) => true,
        Statement::If(choice) => choice.then.iter().chain(&choice.otherwise).any(has_test),
        Statement::Forall(forall) => !is_nothing(&forall.of) && forall.body.iter().any(has_test),
        Statement::Include(_) | Statement::Let(_) | Statement::With(_) | Statement::Procedure(_) => false,
        Statement::Enum(_) | Statement::Show(..) | Statement::Ignored(_) => false,
    }
}

/// Whether an expression is the set of nothing, as it is written.
fn is_nothing(of: &Expr) -> bool {
    matches!(&of.kind, ExprKind::Empty) || matches!(&of.kind, ExprKind::Set(elements) if elements.is_empty())
}

/// What programs provide to models.
const BASE: BaseNames<'static> = BaseNames { sets: BASE_SETS, relations: BASE_RELATIONS, varies: depends_on_execution };

/// Checks a model over the names that programs provide: see [`crate::cat::check`].
///
/// # Errors
/// The first error, with its place in the text of the model.
pub fn check_model(model: &Model) -> Result<(), Box<Diagnostic>> {
    check(model, &BASE)
}

/// A model's name or path, and the words of a variant: a `+` before which stands no model is one of the name.
fn split(name: &str) -> (&str, &str) {
    let ends = std::iter::once(name.len()).chain(name.rmatch_indices('+').map(|(at, _)| at));
    let is_model = |name: &str| is_file_of_tool(name) || name == STANDARD_INPUT || files::is_file(Path::new(name));
    ends.map(|end| name.split_at(end)).find(|(base, _)| is_model(base)).unwrap_or((name, ""))
}

/// The name by which tests expect something of a model: that of the file without directories and `.cat`, with the words of a variant.
pub fn expected_name(name: &str) -> String {
    let (base, words) = split(name);
    let stem = Path::new(base).file_stem().map_or(base.into(), |stem| stem.to_string_lossy());
    format!("{stem}{words}")
}

/// What a model's name has before the words of a variant.
pub fn base_name(name: &str) -> &str {
    split(name).0
}

/// The words of a variant that a model's name has.
pub fn chosen_words(name: &str) -> impl Iterator<Item = &str> {
    split(name).1.split('+').skip(1)
}

/// The name of the variant of a model in which one assumption more is decided otherwise.
pub fn with_word(name: &str, word: &str) -> String {
    let mut words: Vec<&str> = chosen_words(name).chain([word]).collect();
    words.sort_unstable();
    std::iter::once(split(name).0).chain(words).collect::<Vec<_>>().join("+")
}

fn unknown_assumption(name: &str, error: &UnknownAssumption) -> Diagnostic {
    let source = Source::argument("command line", name);
    let at = name.rfind(&error.word).unwrap_or(0);
    Diagnostic::new(&source, Span::new(at, at + error.word.len()), error.to_string(), error.label())
        .help(error.help.clone())
}

/// Whether the model of this name, or the one that it names a variant of, comes with the tool.
pub fn is_built_in(name: &str) -> bool {
    is_file_of_tool(split(name).0)
}

fn is_file_of_tool(name: &str) -> bool {
    FILES.iter().any(|(file, _)| file.strip_suffix(".cat") == Some(name))
}

fn builtin(name: &str) -> Option<Result<Model, Box<Diagnostic>>> {
    let file = format!("{name}.cat");
    let own = text_of_tool(&file)?;
    Some(load_text(&file, own, &text_of_tool))
}

/// The text of a file that comes with the tool.
fn text_of_tool(file: &str) -> Option<String> {
    FILES.iter().find(|(known, _)| *known == file).map(|(_, text)| text.to_string())
}

fn unknown(name: &str) -> Diagnostic {
    let known = list();
    let source = Source::argument("command line", name);
    let message = format!("unknown model `{name}`");
    let names = || known.iter().map(|model| model.name.as_str());
    let help = match did_you_mean(name, names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("a cat file, or one of {}", names().collect::<Vec<_>>().join(", ")),
    };
    Diagnostic::new(&source, Span::new(0, name.len()), message, "neither a model that comes with the tool nor a file")
        .help(help)
}

/// No model elaborated yet, of models over the names that programs provide.
pub fn elaborations() -> Elaborations {
    Elaborations::new(BASE)
}
