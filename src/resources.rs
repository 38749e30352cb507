//! The models, tables, hardware and other files of a run: found by name or path, each read once, and listed.

use crate::cat::{Elaborations, Model, path_in_sources};
use crate::defaults;
use crate::files;
use crate::fit::Fits;
use crate::hardware::{Assume, HardwareFile, Otherwise};
use crate::import;
use crate::load;
use crate::loaded::Loaded;
use crate::lowering::{DocumentLines, Library as Tables, LoadedTable, read_path};
use crate::models;
use crate::syntax::source::{Diagnostic, Source, Span};
use crate::targets::{self, Target, TargetConfiguration};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// What is made of what was read, by name, and may be forgotten.
type Kept<T> = Mutex<BTreeMap<String, Result<Arc<T>, Vec<Diagnostic>>>>;

/// The models, tables and hardware files of a run.
pub struct Resources {
    /// By what a model's name says before its words.
    bases: Loaded<Model>,
    models: Loaded<Model>,
    /// By model: its variants, each by its name.
    variants: Loaded<Vec<(String, &'static Model)>>,
    elaborations: Elaborations,
    fits: Fits,
    tables: Loaded<Tables>,
    hardware: Loaded<HardwareFile>,
    /// By target configuration and assumptions: the hardware with one of them decided otherwise.
    hardware_otherwise: Kept<Otherwise>,
    /// What was given by path, and what is wrong with some of it.
    given_tables: Vec<LoadedTable>,
    bad_tables: Vec<Diagnostic>,
    given_hardware: Vec<HardwareFile>,
    bad_hardware: Vec<Diagnostic>,
    /// The paths of hardware, of files and of folders.
    hardware_paths: Vec<String>,
    /// Files that were read but not kept here.
    others: Mutex<BTreeSet<FileRead>>,
}

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileRead {
    /// Which kind of file it is.
    pub kind: FileKind,
    /// Its path: as the user gave it, or in the project's folder for a file that comes with the tool.
    pub path: String,
    /// Whether it comes with the tool.
    pub built_in: bool,
    /// Of a document that tables are imported from, how many flaws were corrected when it was read.
    pub corrected: usize,
}

crate::llvm::words_enum! {
    /// What a file holds.
    FileKind {
        /// A memory model, or a part of one.
        Model = "model",
        /// A table of code sequences.
        Table = "table",
        /// The hardware of a generation of targets.
        Hardware = "hardware",
        /// Targets with their modes, forms and instructions.
        Targets = "targets",
        /// Changes that no test can notice.
        Survivors = "survivors",
        /// Rows of tables that are known to be unsound.
        Known = "known",
    }
}

impl Default for Resources {
    fn default() -> Self {
        Resources {
            bases: Loaded::default(),
            models: Loaded::default(),
            variants: Loaded::default(),
            elaborations: models::elaborations(),
            fits: Fits::default(),
            tables: Loaded::default(),
            hardware: Loaded::default(),
            hardware_otherwise: Kept::default(),
            given_tables: Vec::new(),
            bad_tables: Vec::new(),
            given_hardware: Vec::new(),
            bad_hardware: Vec::new(),
            hardware_paths: Vec::new(),
            others: Mutex::default(),
        }
    }
}

impl Resources {
    /// The models of the run, elaborated.
    pub fn elaborations(&self) -> &Elaborations {
        &self.elaborations
    }

    /// What is known of which models are for which tests.
    pub fn fits(&self) -> &Fits {
        &self.fits
    }

    /// Forgets what can be made again of what was read, which costs its memory. Not for while a test is asked.
    pub fn forget(&self) {
        self.elaborations.forget();
        self.hardware_otherwise.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Another question begins: [`Resources::files`] are from here on those that it asks for.
    pub fn begin(&self) {
        self.bases.begin();
        self.models.begin();
        self.variants.begin();
        self.tables.begin();
        self.hardware.begin();
        self.others.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Those that come with the tool and those at paths. Tables (files, or folders of `*.table`) are found by the release that they are from,
    /// and hardware files (or folders of `*.hw`) by their targets; there they replace what comes with the tool.
    ///
    /// Also what is wrong with them. What cannot be read may be for any release or target: then no tables are found, and hardware only where
    /// a readable file is given.
    pub fn given(tables: &[String], hardware: &[PathBuf]) -> (Resources, Vec<Diagnostic>) {
        let mut resources = Resources::default();
        for path in tables.iter().unique() {
            if let Err(errors) = read_path(path).and_then(|tables| resources.give_tables(path, tables)) {
                resources.bad_tables.extend(errors);
            }
        }
        let hardware: Vec<PathBuf> = hardware.iter().unique().cloned().collect();
        (resources.given_hardware, resources.bad_hardware) = crate::hardware::read_paths(&hardware);
        resources.hardware_paths = hardware.iter().map(|path| path.display().to_string()).collect();
        let errors = resources.bad_tables.iter().chain(&resources.bad_hardware).cloned().collect();
        (resources, errors)
    }

    /// Has the tables of this name or path found by the release that they are from, too, in place of those that come with the tool.
    ///
    /// # Errors
    /// As [`Resources::tables`]; two of them are for the same.
    pub fn give_tables_of(&mut self, name: &str) -> Result<(), Vec<Diagnostic>> {
        let tables = self.tables(name)?.tables.clone();
        self.give_tables(name, tables)
    }

    fn give_tables(&mut self, path: &str, tables: Vec<LoadedTable>) -> Result<(), Vec<Diagnostic>> {
        for table in tables {
            let same_family =
                |known: &&LoadedTable| known.release == table.release && known.table.family == table.table.family;
            if let Some(first) = self.given_tables.iter().find(same_family) {
                let source = Source::argument("--table", path);
                let message = format!("two given tables are for {} of {}", table.table.family, table.release);
                let diagnostic = Diagnostic::new(&source, Span::new(0, path.len()), message, "has the second");
                return Err(vec![diagnostic.help(format!("the first is {}", first.path))]);
            }
            self.given_tables.push(table);
        }
        Ok(())
    }

    /// Gives a model as text, under a name by which it can then be asked for. It may include what comes with the tool and nothing else.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn give_model(&self, name: &str, text: &str) -> Result<(), Vec<Diagnostic>> {
        let given = || models::of_given(name, text).map_err(|error| vec![*error]);
        self.bases.once(models::base_name(name), given).map(drop)
    }

    /// The model of this name or path.
    ///
    /// # Errors
    /// No model has the name and no file the path, or the file is wrong.
    pub fn model(&self, name: &str) -> Result<&'static Model, Vec<Diagnostic>> {
        let base =
            self.bases.once(models::base_name(name), || models::load_base(name).map_err(|error| vec![*error]))?;
        self.models.once(name, || models::variant(base, name).map_err(|error| vec![*error]))
    }

    /// The models that were read from files of users, as far as they are well formed.
    pub fn models_of_users(&self) -> Vec<&'static Model> {
        let of_users = |(name, model): (String, &'static Model)| (!models::is_built_in(&name)).then_some(model);
        self.models.asked().into_iter().filter_map(of_users).collect()
    }

    /// The variants of a model in each of which one assumption more is decided otherwise, each by its name.
    ///
    /// # Errors
    /// As [`Resources::model`].
    pub fn variants(&self, name: &str) -> Result<&'static [(String, &'static Model)], Vec<Diagnostic>> {
        let model = self.model(name)?;
        let chosen = |word: &str| models::chosen_words(name).any(|chosen| chosen == word);
        let variant = |word: String| {
            let name = models::with_word(name, &word);
            self.model(&name).map(|model| (name, model))
        };
        let variants = self.variants.once(name, || {
            let words = model.assumptions().into_iter().map(|assumption| assumption.word);
            let variants = words.filter(|word| !chosen(word)).map(variant);
            let otherwise = (name == defaults::MODEL).then_some(defaults::OTHERWISE);
            variants.chain(otherwise.map(|name| Ok((name.to_string(), self.model(name)?)))).collect()
        })?;
        // Those that were read before are asked for, too.
        variants.iter().try_for_each(|(name, _)| self.model(name).map(drop))?;
        Ok(variants)
    }

    /// The tables of this name or path: see [`Tables::find`].
    ///
    /// # Errors
    /// No tables have the name and no file the path, or a file is wrong.
    pub fn tables(&self, name: &str) -> Result<&'static Tables, Vec<Diagnostic>> {
        self.tables.once(name, || match self.bad_tables.is_empty() {
            true if is_document(Path::new(name)) => imported(Path::new(name)),
            true => Tables::find(name, &self.given_tables),
            false => Err(self.bad_tables.clone()),
        })
    }

    /// The hardware file for a target.
    ///
    /// # Errors
    /// There is none, several are given, or what is wrong with it.
    pub fn hardware(&self, target: &Target) -> Result<&'static HardwareFile, Vec<Diagnostic>> {
        self.hardware.once(&target.name, || {
            let given: Vec<&HardwareFile> = self.given_hardware.iter().filter(|file| file.is_for(target)).collect();
            match given.as_slice() {
                [file] => Ok((*file).clone()),
                [first, second, ..] => Err(vec![two_files(target, first, second)]),
                [] if !self.bad_hardware.is_empty() => Err(self.bad_hardware.clone()),
                [] => HardwareFile::built_in(target).map_err(|error| vec![*error]),
            }
        })
    }

    /// The hardware of a target configuration with one of its assumptions decided otherwise: see [`HardwareFile::otherwise`].
    ///
    /// # Errors
    /// As [`Resources::hardware`], and as [`HardwareFile::otherwise`].
    pub fn hardware_otherwise(
        &self,
        configuration: &TargetConfiguration,
        assume: &Assume,
    ) -> Result<Arc<Otherwise>, Vec<Diagnostic>> {
        let file = self.hardware(configuration.target)?;
        let make = || file.otherwise(configuration, assume).map(Arc::new).map_err(|error| vec![*error]);
        let mut kept = self.hardware_otherwise.lock().unwrap_or_else(PoisonError::into_inner);
        kept.entry(format!("{configuration} {assume:?}")).or_insert_with(make).clone()
    }

    /// The hardware file of a name or at a path, whatever its targets: see [`HardwareFile::find`].
    ///
    /// # Errors
    /// What is wrong with the file, or why it cannot be read.
    pub fn hardware_named(&self, name: &str) -> Result<Option<HardwareFile>, Vec<Diagnostic>> {
        let file = HardwareFile::find(name)?;
        self.add_files(file.iter().flat_map(hardware_files));
        Ok(file)
    }

    /// The text of a list of survivors.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn survivors(&self, path: &Path) -> Result<Arc<Source>, Box<Diagnostic>> {
        let source = load::read(path)?;
        self.add_files([FileRead {
            kind: FileKind::Survivors,
            path: source.name.clone(),
            built_in: false,
            corrected: 0,
        }]);
        Ok(source)
    }

    /// The text of a list of rows that are known to be unsound.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn known(&self, path: &Path) -> Result<Arc<Source>, Box<Diagnostic>> {
        let source = load::read(path)?;
        self.add_files([FileRead { kind: FileKind::Known, path: source.name.clone(), built_in: false, corrected: 0 }]);
        Ok(source)
    }

    fn add_files(&self, files: impl IntoIterator<Item = FileRead>) {
        self.others.lock().unwrap_or_else(PoisonError::into_inner).extend(files);
    }

    /// Refuses targets asked about by name that no given hardware file is for, if any is given, and files that are given (not in a folder)
    /// but for none of all the targets asked about.
    ///
    /// # Errors
    /// The targets that the files are for.
    pub fn check_hardware(&self, named: &[&Target], all: &[&Target]) -> Result<(), Vec<Diagnostic>> {
        let given = &self.given_hardware;
        let covered = |target: &&&Target| given.iter().any(|file| file.is_for(target));
        let uncovered: BTreeSet<&str> =
            named.iter().filter(|target| !covered(target)).map(|target| target.name.as_str()).collect();
        // What cannot be read may be for any target.
        if !given.is_empty() && !uncovered.is_empty() && self.bad_hardware.is_empty() {
            return Err(vec![not_given(&uncovered, given)]);
        }
        let by_itself = |file: &&HardwareFile| self.hardware_paths.contains(&file.source.name);
        let unused = given.iter().filter(by_itself).filter(|file| !all.iter().any(|target| file.is_for(target)));
        let errors: Vec<Diagnostic> = unused.map(not_asked).collect();
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// What was given by these paths and nothing asked so far has used, neither the file nor one of the folder: it decided nothing.
    pub fn unused(&self, tables: &[String], hardware: &[PathBuf]) -> Vec<Diagnostic> {
        let used =
            self.tables.asked().into_iter().flat_map(|(_, tables)| &tables.tables).map(|table| table.path.clone());
        let hardware_used = self.hardware.asked().into_iter().map(|(_, file)| file.source.name.clone());
        let used: Vec<String> = used.chain(hardware_used).collect();
        let tables = tables.iter().map(|path| ("--table", path.clone()));
        let given = tables.chain(hardware.iter().map(|path| ("--hardware", path.display().to_string())));
        let is_unused = |(_, path): &(&str, String)| !used.iter().any(|used| Path::new(used).starts_with(path));
        given.filter(is_unused).map(|(option, path)| unused(option, &path)).collect()
    }

    /// The files that were asked for so far, each once, in order of kind and path.
    pub fn files(&self) -> Vec<FileRead> {
        let mut files = self.others.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for (name, model) in self.models.asked() {
            let built_in = models::is_built_in(&name);
            let path = |name: &str| match path_in_sources(name) {
                Some(path) => (path, true),
                None if built_in => (format!("models/{name}"), true),
                None => (name.to_string(), false),
            };
            let paths = model.sources.iter().map(|source| path(&source.name));
            let read = |(path, built_in)| FileRead { kind: FileKind::Model, path, built_in, corrected: 0 };
            files.extend(paths.map(read));
        }
        let tables = self.tables.asked();
        let tables = tables.iter().flat_map(|(_, tables)| &tables.tables).chain(&self.given_tables);
        // A document has tables of several families.
        let tables: Vec<&LoadedTable> = tables.unique_by(|table| (&table.path, &table.table.family)).collect();
        let file = |table: &&LoadedTable| FileRead {
            kind: FileKind::Table,
            path: table.path.clone(),
            built_in: table.built_in,
            corrected: tables
                .iter()
                .filter(|other| other.path == table.path && !other.built_in)
                .map(|other| other.corrected.len())
                .sum(),
        };
        files.extend(tables.iter().map(file));
        let hardware = self.hardware.asked().into_iter().map(|(_, file)| file);
        files.extend(hardware.chain(&self.given_hardware).flat_map(hardware_files));
        let targets = targets::installed().iter();
        files.extend(targets.map(|path| FileRead {
            kind: FileKind::Targets,
            path: path.clone(),
            built_in: false,
            corrected: 0,
        }));
        files.into_iter().collect()
    }
}

/// Whether a path is of a document that tables are imported from.
fn is_document(path: &Path) -> bool {
    files::is_file(path) && path.extension().is_some_and(|extension| extension == "rst" || extension == "md")
}

/// The tables of a document, under its name without extension.
fn imported(path: &Path) -> Result<Tables, Vec<Diagnostic>> {
    let text = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (release, document) = (text(path.file_stem()), text(path.file_name()));
    let source = load::read_document(path).map_err(|error| vec![*error])?;
    let name = path.display().to_string();
    let imported = import::import(&source, &document, &release)?;
    let tables = imported.tables().map(|table| LoadedTable {
        path: format!("{name}:{}", table.family),
        built_in: false,
        release: release.clone(),
        document: document.clone(),
        table: table.clone(),
        lines: DocumentLines::in_document(&name),
        source: source.clone(),
        corrected: imported.corrected(&table.family),
    });
    Ok(Tables { tables: tables.collect(), name })
}

/// A hardware file and those that it extends.
fn hardware_files(file: &HardwareFile) -> impl Iterator<Item = FileRead> {
    let bases = file.bases.iter().map(|base| (&base.source, base.built_in));
    let all = bases.chain([(&file.source, file.built_in)]);
    all.map(|(source, built_in)| FileRead {
        kind: FileKind::Hardware,
        path: source.name.clone(),
        built_in,
        corrected: 0,
    })
}

fn target_names(file: &HardwareFile) -> String {
    file.file.targets.iter().map(|target| target.text.as_str()).collect::<Vec<_>>().join(", ")
}

/// The error for two given files of one target.
fn two_files(target: &Target, first: &HardwareFile, second: &HardwareFile) -> Diagnostic {
    let span = second.place_of(target).unwrap_or_default();
    let message = format!("two given hardware files are for {}", target.name);
    Diagnostic::new(&second.source, span, message, "the second").help(format!("the first is {}", first.source.name))
}

/// The error for what is given and used by nothing.
fn unused(option: &str, path: &str) -> Diagnostic {
    let source = Source::argument(option, path);
    let message = format!("nothing that the tests expect asks of {path}");
    Diagnostic::new(&source, Span::new(0, path.len()), message, "given, and not used").help(
        "`expect hardware TARGET` asks of its hardware file, `expect refine TARGET RELEASE` of both; or leave it out",
    )
}

/// The error for targets asked about by name that no given file is for.
fn not_given(uncovered: &BTreeSet<&str>, given: &[HardwareFile]) -> Diagnostic {
    let names = uncovered.iter().copied().collect::<Vec<_>>().join(", ");
    let source = Source::argument("--target", names.as_str());
    let message = format!("no file given by --hardware is for {names}");
    let files = given.iter().map(|file| format!("{} is for {}", file.source.name, target_names(file)));
    Diagnostic::new(&source, Span::new(0, names.len()), message, "asked about by name")
        .help(files.collect::<Vec<_>>().join("; "))
}

/// The error for a given file none of whose targets is asked about.
fn not_asked(file: &HardwareFile) -> Diagnostic {
    let places = &file.file.targets;
    let (first, last) = (places.first(), places.last());
    let span = first.zip(last).map_or(Span::default(), |(first, last)| first.span.to(last.span));
    let message = format!("this hardware file is for {}, and no target asked about is", target_names(file));
    Diagnostic::new(&file.source, span, message, "its targets")
        .help("ask about one of its targets, or leave the file out")
}
