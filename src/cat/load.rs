//! Models from files: every `include` replaced by the statements of the file it names.

use crate::files;
use crate::syntax::cat::ast::{If, Statement, Word};
use crate::syntax::cat::parse;
use crate::syntax::provenance::Provenance;
use crate::syntax::source::{Diagnostic, Source};
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
    /// The statements in order; none is an `include` or an `if`.
    pub statements: Vec<Placed>,
    /// The statements of this model and of all its variants, in order.
    pub(super) alternatives: Vec<Placed>,
}

impl Model {
    /// The statements of this model and of all its variants, in order.
    pub fn alternatives(&self) -> impl Iterator<Item = &Placed> {
        self.alternatives.iter()
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
    pub statement: Statement,
    /// The options on which it stands there: each with whether it must be chosen, or must not be.
    pub when: Vec<(String, bool)>,
}

/// An option of a model, and where it is from.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelOption {
    /// The string after `if`.
    pub name: String,
    /// Where it is from, as the comment before it says.
    pub provenance: Provenance,
}

/// The model in the file at `path`. Files it includes are looked up from the directory of the file that includes them.
///
/// # Errors
/// A file that cannot be read, or the first error in one.
pub fn load_file(path: &Path) -> Result<Model, Box<Diagnostic>> {
    let read = |path: &Path| files::text(path, MAX_BYTES).map_err(|error| error.to_string());
    let text = read(path).map_err(|error| {
        let source = Source::new(path.display().to_string(), "");
        Diagnostic::new(&source, Default::default(), format!("the model: {error}"), "")
    })?;
    load(path, text, &read)
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
    load(Path::new(name), text.into(), &read)
}

type Read<'a> = &'a dyn Fn(&Path) -> Result<String, String>;

fn load(path: &Path, text: String, read: Read<'_>) -> Result<Model, Box<Diagnostic>> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let (options, sources) = (Vec::new(), Vec::new());
    let model = Model { name, title: None, options, sources, statements: Vec::new(), alternatives: Vec::new() };
    let mut loader = Loader { read, open: Vec::new(), when: Vec::new(), model };
    loader.model.title = loader.append_file(path, text)?;
    Ok(loader.model.choosing(&[]))
}

struct Loader<'a> {
    read: Read<'a>,
    /// The files that are being loaded, outermost first.
    open: Vec<PathBuf>,
    /// The options on which what is being loaded stands there.
    when: Vec<(String, bool)>,
    model: Model,
}

impl Loader<'_> {
    /// Appends a file's statements and gives its title.
    fn append_file(&mut self, path: &Path, text: String) -> Result<Option<String>, Box<Diagnostic>> {
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
                if !self.model.options.iter().any(|known| known.name == name) {
                    self.model.options.push(ModelOption { name: name.clone(), provenance });
                }
                for (statement, chosen) in [(then, true), (otherwise, false)] {
                    self.when.push((name.clone(), chosen));
                    self.append(source, path, statement)?;
                    self.when.pop();
                }
            }
            statement @ (Statement::Let(_) | Statement::Test(_)) => {
                let when = self.when.clone();
                self.model.alternatives.push(Placed { source: source.clone(), statement, when });
            }
        }
        Ok(())
    }

    fn include(&mut self, source: &Arc<Source>, from: &Path, word: &Word) -> Result<(), Box<Diagnostic>> {
        let folder = normalize(from.parent().unwrap_or(Path::new("")));
        let path = normalize(&folder.join(&word.text));
        let fail = |message: String, label: &str| Box::new(Diagnostic::new(source, word.span, message, label));
        let below = |component: Component<'_>| matches!(component, Component::Normal(_));
        if !path.strip_prefix(&folder).is_ok_and(|rest| rest.components().all(below)) {
            let message = format!("`{}` leads out of the folder of this file", word.text);
            return Err(Box::new(fail(message, "not below it").help("a file in the same folder, or below it")));
        }
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
        let text = (self.read)(&path)
            .map_err(|error| fail(format!("cannot include `{}`: {error}", word.text), "not readable"))?;
        self.append_file(&path, text).map(drop)
    }
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
