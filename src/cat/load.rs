//! Models from files: every `include` replaced by the statements of the file it names.

use super::check::used_names;
use super::library;
use super::updates::{Meant, OwnNames, Updates};
use crate::files::{self, Unreadable};
use crate::syntax::cat::ast::{ExprKind, If, Statement, Word};
use crate::syntax::cat::parse;
use crate::syntax::provenance::Provenance;
use crate::syntax::source::{Diagnostic, Source};
use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The largest file of a model, in bytes.
const MAX_BYTES: u64 = 1 << 20;
/// How deep files may include each other: a chain of more is refused.
const MAX_INCLUDE_DEPTH: usize = 32;
/// Files in one model, at most: a file may be included twice, and so on in each of them.
const MAX_FILES: usize = 256;

/// A memory model: the statements of a file and of those it includes.
#[derive(Clone, Debug)]
pub struct Model {
    /// The file's name without directories and `.cat`.
    pub name: String,
    /// The string at the head of the file; shipped models that have one can be named on the command line.
    pub title: Option<String>,
    /// The options that its statements ask for, each once, in order.
    pub options: Vec<ModelOption>,
    /// The file and those it includes, in order of their beginnings. That the first is the same text in memory tells a model from all others.
    pub sources: Vec<Arc<Source>>,
    /// The options that are chosen.
    pub chosen: Vec<String>,
    /// The statements in order, those of the library that they need first; none is an `include` or an `if`.
    pub statements: Vec<Placed>,
    /// What a read-modify-write of C is meant to be for it and all its variants.
    pub meant: Meant,
    /// The statements of this model and of all its variants, in order.
    pub(super) alternatives: Arc<Vec<Placed>>,
}

impl Model {
    /// The statements of this model and of all its variants, in order.
    pub fn alternatives(&self) -> impl Iterator<Item = &Placed> {
        self.alternatives.iter()
    }

    /// Its statements, as they are where a read-modify-write is this.
    ///
    /// # Errors
    /// A mistake in the standard library.
    pub(super) fn statements_for(&self, updates: Updates) -> Result<Cow<'_, [Placed]>, Box<Diagnostic>> {
        if updates == Updates::TwoEvents {
            return Ok(Cow::Borrowed(&self.statements));
        }
        let is_own = |placed: &&Placed| !library::is_standard(&placed.source);
        let own: Vec<Placed> = self.statements.iter().filter(is_own).cloned().collect();
        let mut statements = library::definitions_of(used_names(&own, &self.sources[0]), updates)?;
        statements.extend(own);
        Ok(Cow::Owned(statements))
    }

    /// Whether a word stands somewhere in its text or in one that it includes, a comment or an option that is not chosen counted.
    pub fn mentions(&self, name: &str) -> bool {
        let is_of_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let mentions = |source: &Arc<Source>| source.text.split(|c| !is_of_word(c)).any(|word| word == name);
        self.sources.iter().any(mentions)
    }
}

/// A statement and the text it stands in.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The file, or the one it includes, that has the statement.
    pub source: Arc<Source>,
    /// What stands there; its spans are of that file.
    pub statement: Arc<Statement>,
    /// The options on which it stands there: each with whether it must be chosen, or must not be.
    pub when: Vec<(String, bool)>,
    /// Whether it is from a file that comes with the tool for models to include.
    pub is_library: bool,
}

/// An option of a model, and where it is from.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelOption {
    /// The string after `if`.
    pub name: String,
    /// Where it is from, as the comment before it says.
    pub provenance: Provenance,
}

/// Where files that models include are looked for, besides the folder of the file that includes them and the library.
#[derive(Clone, Copy, Debug, Default)]
pub struct Places<'a> {
    /// Folders, in this order.
    pub folders: &'a [PathBuf],
    /// The models that come with the tool and what they include: each by name, with its text. They include each other, and nothing of users.
    pub of_tool: &'a [(&'a str, &'a str)],
}

/// The model in the file at `path`. Files it includes are looked up in the folder of the file that includes them, then in the folders of `places`, then
/// among those that come with the tool. Bytes that are not UTF-8 are read as Latin-1.
///
/// # Errors
/// A file that cannot be read, or the first error in one.
pub fn load_file(path: &Path, places: Places<'_>) -> Result<Model, Box<Diagnostic>> {
    let text = read_file(path).map_err(|error| unreadable(path, &error))?;
    load(path, text, &read_file, places)
}

/// As [`load_file`], of what stands in standard input, which has no folder of its own.
///
/// # Errors
/// As [`load_file`].
pub fn load_standard_input(places: Places<'_>) -> Result<Model, Box<Diagnostic>> {
    let path = Path::new("<stdin>");
    let text = files::standard_input(MAX_BYTES).map_err(|error| unreadable(path, &error.to_string()))?;
    load(path, text, &read_file, places)
}

fn read_file(path: &Path) -> Result<String, String> {
    files::text_or_latin(path, MAX_BYTES).map_err(|error| error.to_string())
}

fn unreadable(path: &Path, why: &str) -> Diagnostic {
    let source = Source::new(path.display().to_string(), "");
    Diagnostic::new(&source, Default::default(), format!("the model: {why}"), "")
}

/// The text that somebody has open in the place of a file's, if he has.
pub type Open<'a> = &'a dyn Fn(&Path) -> Option<String>;

/// As [`load_file`], of a text that somebody has open in the place of a file's; of files that are open it includes what is open.
///
/// # Errors
/// As [`load_file`].
pub fn load_open(path: &Path, text: &str, open: Open<'_>, places: Places<'_>) -> Result<Model, Box<Diagnostic>> {
    let read = |path: &Path| match open(path) {
        Some(text) if text.len() as u64 > MAX_BYTES => Err(Unreadable::TooLarge(MAX_BYTES).to_string()),
        Some(text) => Ok(text),
        None => read_file(path),
    };
    load(path, text.to_string(), &read, places)
}

/// The model in `text`. `resolve` gives the texts of included files by name (with the directories of `name`, if it has
/// some).
///
/// # Errors
/// The first error in the text or in an included one.
pub fn load_text(
    name: &str,
    text: impl Into<String>,
    resolve: &dyn Fn(&str) -> Option<String>,
) -> Result<Model, Box<Diagnostic>> {
    let read = |path: &Path| resolve(&path.to_string_lossy()).ok_or_else(|| "there is none of this name".to_string());
    load(Path::new(name), text.into(), &read, Places::default())
}

type Read<'a> = &'a dyn Fn(&Path) -> Result<String, String>;

fn load(path: &Path, text: String, read: Read<'_>, places: Places<'_>) -> Result<Model, Box<Diagnostic>> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let (options, sources, chosen) = (Vec::new(), Vec::new(), Vec::new());
    let (statements, meant, alternatives) = (Vec::new(), Meant::default(), Arc::default());
    let model = Model { name, title: None, options, sources, chosen, statements, meant, alternatives };
    let mut loader = Loader { read, places, open: Vec::new(), when: Vec::new(), placed: Vec::new(), model };
    loader.model.title = loader.append_file(path, text)?;
    loader.prepend_library()?;
    let Loader { model, placed, .. } = loader;
    let is_said = model.sources.iter().any(|source| library::says_two_events(source));
    let meant = if is_said { Meant::TwoEvents } else { OwnNames::of(&placed, &model.sources[0]).meant() };
    Ok(Model { meant, alternatives: Arc::new(placed), ..model }.choosing(&[]))
}

/// Why a file is not included: the message, what stands beside its name, and what would be right.
type NotFound = (String, &'static str, Option<String>);

struct Loader<'a> {
    read: Read<'a>,
    places: Places<'a>,
    /// The files that are being loaded, outermost first.
    open: Vec<PathBuf>,
    /// The options on which what is being loaded stands there.
    when: Vec<(String, bool)>,
    /// The statements so far.
    placed: Vec<Placed>,
    model: Model,
}

impl Loader<'_> {
    /// Appends a file's statements and gives its title.
    fn append_file(&mut self, path: &Path, text: String) -> Result<Option<String>, Box<Diagnostic>> {
        let own = library::replacement(path, &text);
        let text = own.as_ref().map_or(text, |(_, text)| text.to_string());
        let path = own.as_ref().map_or(path, |(path, _)| path);
        let source = Source::new(path.to_string_lossy(), text);
        let file = parse(&source)?;
        self.model.sources.push(source.clone());
        self.open.push(normalize(path));
        for statement in file.statements {
            self.append(&source, path, statement)?;
        }
        self.open.pop();
        Ok(file.title.map(|title| title.text))
    }

    fn append(&mut self, source: &Arc<Source>, path: &Path, statement: Statement) -> Result<(), Box<Diagnostic>> {
        match statement {
            Statement::Include(word) => self.include(source, path, &word)?,
            Statement::If(choice) => {
                let If { option, then, otherwise, provenance, .. } = *choice;
                let name = option.text;
                self.add_option(&name, &provenance);
                for (statements, chosen) in [(then, true), (otherwise, false)] {
                    self.when.push((name.clone(), chosen));
                    statements.into_iter().try_for_each(|statement| self.append(source, path, statement))?;
                    self.when.pop();
                }
            }
            statement @ (Statement::Let(_)
            | Statement::Test(_)
            | Statement::With(_)
            | Statement::Procedure(_)
            | Statement::Call(_)
            | Statement::Forall(_)
            | Statement::Enum(_)
            | Statement::Show(..)
            | Statement::Ignored(_)) => {
                self.add_options_within(&statement);
                let (when, is_library) = (self.when.clone(), library::is_of_library(path));
                let statement = Arc::new(statement);
                self.placed.push(Placed { source: source.clone(), statement, when, is_library });
            }
        }
        Ok(())
    }

    fn add_option(&mut self, name: &str, provenance: &Provenance) {
        if !self.model.options.iter().any(|known| known.name == name) {
            self.model.options.push(ModelOption { name: name.to_string(), provenance: provenance.clone() });
        }
    }

    /// Adds the options that expressions, and the statements of procedures, ask for.
    fn add_options_within(&mut self, statement: &Statement) {
        statement.visit(&mut |within| {
            if let Statement::If(choice) = within {
                self.add_option(&choice.option.text, &choice.provenance);
            }
            for e in within.expressions() {
                e.visit(&mut |e| {
                    if let ExprKind::If(option, ..) = &e.kind {
                        self.add_option(&option.text, &Provenance::default());
                    }
                });
            }
        });
    }

    /// Puts what the model needs of the standard library before all else.
    fn prepend_library(&mut self) -> Result<(), Box<Diagnostic>> {
        let source = self.model.sources[0].clone();
        let needed = used_names(&self.placed, &source);
        let mut statements = library::definitions_of(needed, Updates::TwoEvents)?;
        if let Some(first) = statements.first() {
            self.model.sources.push(first.source.clone());
        }
        statements.append(&mut self.placed);
        self.placed = statements;
        Ok(())
    }

    fn include(&mut self, source: &Arc<Source>, from: &Path, word: &Word) -> Result<(), Box<Diagnostic>> {
        let fail = |message: String, label: &str| Box::new(Diagnostic::new(source, word.span, message, label));
        let (path, text) = self.find(from, &word.text).map_err(|(message, label, help)| {
            let diagnostic = fail(message, label);
            match help {
                Some(help) => Box::new(diagnostic.help(help)),
                None => diagnostic,
            }
        })?;
        if let Some(at) = self.open.iter().position(|open| *open == path) {
            let chain = self.open[at..].iter().chain([&path]).map(|file| format!("`{}`", file.display()));
            let message = format!("`{}` includes itself", word.text);
            return Err(Box::new(fail(message, "closes a cycle").help(chain.collect::<Vec<_>>().join(" includes "))));
        }
        if self.open.len() >= MAX_INCLUDE_DEPTH {
            return Err(fail(format!("files include each other more than {MAX_INCLUDE_DEPTH} deep"), "too deep"));
        }
        if self.model.sources.len() >= MAX_FILES {
            return Err(fail(format!("more than {MAX_FILES} files in one model"), "one too many"));
        }
        self.append_file(&path, text).map(drop)
    }

    /// The file of this name that a file includes, and its text.
    fn find(&self, from: &Path, name: &str) -> Result<(PathBuf, String), NotFound> {
        if let Some(found) = self.of_tool(name).filter(|_| library::is_of_tool(from)) {
            return Ok(found);
        }
        let below = |component: Component<'_>| matches!(component, Component::Normal(_));
        let own = normalize(from.parent().unwrap_or(Path::new("")));
        let mut reason = None;
        for folder in std::iter::once(&own).chain(self.places.folders) {
            let path = normalize(&folder.join(name));
            let is_below = path.strip_prefix(normalize(folder)).is_ok_and(|rest| rest.components().all(below));
            if !is_below || leads_out(folder, &path) {
                let message = format!("`{name}` leads out of the folder of this file");
                let help = "a file in the same folder, or below it";
                return Err((message, "not below it", Some(help.to_string())));
            }
            // One that is being read is refused by whoever asks.
            if self.open.contains(&path) {
                return Ok((path, String::new()));
            }
            match (self.read)(&path) {
                Ok(text) => {
                    self.is_the_only_one(name, &path, &text)?;
                    return Ok((path, text));
                }
                Err(error) => drop(reason.get_or_insert(error)),
            }
        }
        if let Some(found) = self.of_tool(name) {
            return Ok(found);
        }
        let reason = reason.unwrap_or_default();
        let folders = self.places.folders;
        let others = folders.iter().map(|folder| format!(", nor in `{}`", folder.display())).collect::<String>();
        let help = (!folders.is_empty()).then(|| format!("it is not beside this file{others}"));
        Err((format!("cannot include `{name}`: {reason}"), "not readable", help))
    }

    /// Refuses a file of one name that is not the one beside the model, which herd7 takes: it would be another model.
    fn is_the_only_one(&self, name: &str, path: &Path, text: &str) -> Result<(), NotFound> {
        let Some(folder) = self.open.first().and_then(|model| model.parent()) else { return Ok(()) };
        let other = normalize(&folder.join(name));
        if other == path || self.open.contains(&other) || (self.read)(&other).map_or(true, |other| other == text) {
            return Ok(());
        }
        let help = format!("`{}` is another: rename one, or include it by its folder", other.display());
        Err((
            format!(
                "two files are meant by `{name}`: this model includes the one beside this file, herd7 the one beside the model"
            ),
            "either",
            Some(help),
        ))
    }

    /// The file of this name that comes with the tool, and its text.
    fn of_tool(&self, name: &str) -> Option<(PathBuf, String)> {
        let own = || library::file(name).map(|(path, text)| (path, text.to_string()));
        let of_models = || self.places.of_tool.iter().find(|(known, _)| *known == name);
        own().or_else(|| of_models().map(|(name, text)| (library::path_of(name), (*text).to_string())))
    }
}

/// Whether a file that there is lies outside a folder by way of symbolic links.
fn leads_out(folder: &Path, path: &Path) -> bool {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let real = files::real(path).zip(files::real(folder));
    real.is_some_and(|(path, folder)| !path.starts_with(folder))
}

/// The path without `.` and `x/..`, so that a file has one name.
fn normalize(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        let below = matches!(normal.components().next_back(), Some(Component::Normal(_)));
        if component == Component::ParentDir && below {
            normal.pop();
        } else if component != Component::CurDir {
            normal.push(component);
        }
    }
    normal
}
