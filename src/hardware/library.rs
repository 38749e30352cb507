//! The hardware files that come with the tool, and those of the user's.

use super::bases::{Base, FILES, built_in_source};
use super::chip::{Assume, Chip};
use super::extend;
use super::known;
use crate::load::read;
use crate::syntax::hardware::ast::File;
use crate::syntax::source::{Diagnostic, Source, Span, did_you_mean};
use crate::targets::{self, Target, TargetConfiguration};
use itertools::Itertools;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A hardware file that was read.
#[derive(Clone, Debug)]
pub struct HardwareFile {
    /// Its text and path, for places in it.
    pub source: Arc<Source>,
    /// Its tree, with what it takes from those that it extends.
    pub file: File,
    /// The files that it extends, one the next.
    pub bases: Vec<Base>,
    /// Whether it comes with the tool.
    pub built_in: bool,
}

impl HardwareFile {
    /// The file for a target that comes with the tool.
    ///
    /// # Errors
    /// There is none for the target, or what is wrong with it.
    pub fn built_in(target: &Target) -> Result<HardwareFile, Box<Diagnostic>> {
        for (name, text) in FILES {
            let found = HardwareFile::parse(built_in_source(name, text), true)?;
            if found.is_for(target) {
                return Ok(found);
            }
        }
        let source = Source::new("--target", target.name.as_str());
        let message = format!("no hardware file is for {}", target.name);
        Err(Box::new(Diagnostic::new(&source, Span::new(0, target.name.len()), message, "this target")))
    }

    /// The file of a name that comes with the tool (`gfx12`), or at a path that ends in `.hw`; `None` if the name is neither.
    ///
    /// # Errors
    /// What is wrong with the file, or why it cannot be read.
    pub fn find(name: &str) -> Result<Option<HardwareFile>, Vec<Diagnostic>> {
        if let Some((file, text)) =
            FILES.iter().find(|(file, _)| file.trim_end_matches(".hw") == targets::family_name(name))
        {
            return HardwareFile::parse(built_in_source(file, text), true).map(Some).map_err(|error| vec![*error]);
        }
        let path = Path::new(name);
        if path.extension().is_none_or(|extension| extension != "hw") {
            return Ok(None);
        }
        let file = read(path).and_then(|source| HardwareFile::parse(source, false));
        file.map(Some).map_err(|error| vec![*error])
    }

    /// A text that somebody has open, as a user's file.
    ///
    /// # Errors
    /// What is wrong with it, or with one that it extends.
    pub fn of(source: Arc<Source>) -> Result<HardwareFile, Box<Diagnostic>> {
        HardwareFile::parse(source, false)
    }

    /// Whether it is for a target.
    pub fn is_for(&self, target: &Target) -> bool {
        self.place_of(target).is_some()
    }

    /// Where it names a target, or the one of which that is a variant.
    pub fn place_of(&self, target: &Target) -> Option<Span> {
        self.file.targets.iter().find(|word| word.text == target.memory()).map(|word| word.span)
    }

    /// Its targets in all their modes.
    pub fn configurations(&self) -> Vec<TargetConfiguration> {
        let every = TargetConfiguration::every_configuration().into_iter();
        every.filter(|configuration| self.is_for(configuration.target)).collect()
    }

    /// What is wrong with what it says of its targets, each thing once: what is refused when one of them is asked about, as it stands or with one of the claims
    /// that are off.
    pub fn problems(&self) -> Vec<Diagnostic> {
        let switches = self.file.clauses.iter().filter_map(|clause| clause.switch.as_ref());
        let off = switches.filter(|switch| !switch.on).map(|switch| switch.name.text.clone()).unique();
        let with = off.map(|name| Assume::of(std::iter::once(name)));
        let assumed: Vec<Assume> = std::iter::once(Assume::default()).chain(with).collect();
        let configurations = self.configurations();
        let asked = configurations.iter().cartesian_product(&assumed);
        let wrong = asked.filter_map(|(of, assume)| Chip::new(&self.source, &self.file, of, assume).err());
        wrong.map(|problem| *problem).unique_by(|problem| (problem.place(), problem.message.clone())).collect()
    }

    pub(super) fn parse(source: Arc<Source>, built_in: bool) -> Result<HardwareFile, Box<Diagnostic>> {
        let (file, bases) = extend::parse(&source)?;
        for word in &file.targets {
            let names = || targets::all_but_variants().map(|target| target.name.as_str());
            if !names().any(|name| name == word.text) {
                let help = match did_you_mean(&word.text, names()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("one of {}", names().collect::<Vec<_>>().join(", ")),
                };
                let message = format!("unknown target `{}`", word.text);
                return Err(Box::new(Diagnostic::new(&source, word.span, message, "not declared").help(help)));
            }
        }
        let read = HardwareFile { source, file, bases, built_in };
        known::check(&read)?;
        Ok(read)
    }
}

/// The files at paths, each of a file or of a folder of `*.hw`, and what is wrong with others.
pub fn read_paths(paths: &[PathBuf]) -> (Vec<HardwareFile>, Vec<Diagnostic>) {
    let (mut files, mut errors) = (Vec::new(), Vec::new());
    for path in paths {
        let inside = match crate::load::folder(path, "hw") {
            Ok(inside) => inside.unwrap_or_else(|| vec![path.clone()]),
            Err(error) => {
                errors.push(*error);
                continue;
            }
        };
        for path in inside {
            match read(&path).and_then(|source| HardwareFile::parse(source, false)) {
                Ok(file) => files.push(file),
                Err(error) => errors.push(*error),
            }
        }
    }
    (files, errors)
}
