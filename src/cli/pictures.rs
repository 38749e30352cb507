//! `--svg` and `--dot`: executions drawn into files.

use super::drawn::Kept;
use super::formats::missing_folder;
use super::streams::say_line;
use super::{Diagnostic, PathBuf, usage_error};
use crate::report::picture::{self, Picture};
use crate::report::sequence::{self, Sequence};
use crate::report::svg::svg;
use clap::Args;
use std::collections::BTreeSet;
use std::path::Path;

/// Where executions are drawn.
#[derive(Args)]
pub struct PictureArgs {
    /// Draw executions as SVG: the first into a file, or all into a folder, which is made if it is not there.
    #[arg(long, value_name = "FILE.svg|DIR")]
    svg: Option<PathBuf>,
    /// Draw executions as graphs in Graphviz's DOT language: the first into a file, or all into a folder.
    #[arg(long, value_name = "FILE.dot|DIR")]
    dot: Option<PathBuf>,
}

impl PictureArgs {
    /// Whether something is to be drawn.
    pub fn is_asked(&self) -> bool {
        self.svg.is_some() || self.dot.is_some()
    }

    /// What draws into the files that are named.
    ///
    /// # Errors
    /// Names that are neither of a file of the format nor of a folder.
    pub fn pictures(&self) -> Result<Pictures, Vec<Diagnostic>> {
        let svg = self.svg.as_ref().map(|path| Place::new("--svg", path, &["svg"]));
        let dot = self.dot.as_ref().map(|path| Place::new("--dot", path, &["dot", "gv"]));
        let svg = svg.transpose().map_err(|error| vec![*error])?;
        let dot = dot.transpose().map_err(|error| vec![*error])?;
        Ok(Pictures { svg, dot, names: BTreeSet::new(), errors: Vec::new() })
    }
}

/// Where pictures of one format go.
struct Place {
    /// The option that names it.
    option: &'static str,
    path: PathBuf,
    /// The extension of files.
    extension: &'static str,
    /// Whether the path is that of a file, which has the first picture; else it is a folder, which has all.
    is_file: bool,
    /// How many pictures there were.
    count: usize,
}

/// What is drawn.
pub enum Drawn {
    /// An execution as a graph.
    Execution(Picture),
    /// What happens on hardware, in the order of time: it is no graph, and not drawn as one.
    Sequence(Sequence),
}

/// A picture, and the name that its file has in a folder.
pub struct Named {
    /// The name, without an extension.
    pub name: String,
    /// The picture.
    pub drawn: Drawn,
}

impl Named {
    /// The picture of an execution.
    pub fn execution(name: String, picture: Picture) -> Named {
        Named { name, drawn: Drawn::Execution(picture) }
    }

    /// The picture of what happens on hardware.
    pub fn sequence(name: String, sequence: Sequence) -> Named {
        Named { name, drawn: Drawn::Sequence(sequence) }
    }
}

impl Place {
    fn new(option: &'static str, path: &Path, extensions: &[&'static str]) -> Result<Place, Box<Diagnostic>> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let own = extensions.iter().find(|own| extension.is_some_and(|other| other.eq_ignore_ascii_case(own)));
        let wrong = |message: &str| {
            let help = format!("a file that ends in .{}, or a folder", extensions[0]);
            Err(Box::new(usage_error(option, &path.display().to_string(), message.into()).help(help)))
        };
        match own {
            _ if path.as_os_str() == "-" => wrong("pictures are not printed: results are"),
            Some(_) if path.is_dir() => wrong("this is a folder, and named like a picture"),
            None if path.is_file() => wrong("this is a file, and its name is not that of a picture"),
            Some(_) if missing_folder(path).is_some() => wrong("there is no such folder"),
            None if extension.is_some() && !path.is_dir() => wrong("no picture of this kind is drawn"),
            Some(_) | None => {
                let extension = extensions[0];
                Ok(Place { option, path: path.to_path_buf(), extension, is_file: own.is_some(), count: 0 })
            }
        }
    }

    /// Whether another picture would be kept.
    fn takes_more(&self) -> bool {
        !self.is_file || self.count == 0
    }

    /// Writes a picture of a name, if it is kept.
    fn write(&mut self, name: &str, content: impl FnOnce() -> String) -> Result<(), Box<Diagnostic>> {
        let takes = self.takes_more();
        self.count += 1;
        let path = match self.is_file {
            true => self.path.clone(),
            false => self.path.join(format!("{name}.{}", self.extension)),
        };
        let write = || {
            if !self.is_file {
                std::fs::create_dir_all(&self.path)?;
            }
            crate::files::write(&path, content())
        };
        let error = |error: std::io::Error| {
            let message = format!("the picture cannot be written: {error}");
            Box::new(usage_error(self.option, &path.display().to_string(), message))
        };
        if takes { write().map_err(error) } else { Ok(()) }
    }

    /// Says what was left out, and whether there was nothing to draw.
    fn end(&self, nothing: &str) {
        let path = self.path.display();
        match self.count {
            0 => say_line!("litmus: nothing to draw: {nothing}"),
            2.. if self.is_file => {
                say_line!("litmus: {path} has the first of {} pictures: a folder has all", self.count);
            }
            _ => {}
        }
    }
}

/// What draws executions into files.
pub struct Pictures {
    svg: Option<Place>,
    dot: Option<Place>,
    /// The names of pictures so far.
    names: BTreeSet<String>,
    /// What could not be written, and why.
    errors: Vec<Diagnostic>,
}

impl Pictures {
    /// Whether every picture is kept, and not only the first.
    pub fn takes_all(&self) -> bool {
        [&self.svg, &self.dot].into_iter().flatten().any(|place| !place.is_file)
    }

    /// Draws the pictures of a test, and counts those that are not drawn.
    pub fn keep(&mut self, kept: &Kept) {
        kept.drawn.iter().for_each(|picture| self.add(picture));
        [&mut self.svg, &mut self.dot].into_iter().flatten().for_each(|place| place.count += kept.left_out);
    }

    fn add(&mut self, Named { name, drawn }: &Named) {
        let name = self.free_name(name);
        let drawing = || match drawn {
            Drawn::Execution(picture) => picture::draw(picture),
            Drawn::Sequence(sequence) => sequence::draw(sequence),
        };
        let svg = self.svg.as_mut().map(|place| place.write(&name, || svg(&drawing())));
        let dot = match (&mut self.dot, drawn) {
            (Some(place), Drawn::Execution(picture)) => Some(place.write(&name, || picture::dot(picture))),
            (None, Drawn::Execution(_)) | (_, Drawn::Sequence(_)) => None,
        };
        self.errors.extend([svg, dot].into_iter().flatten().filter_map(|written| written.err().map(|error| *error)));
    }

    /// A name of a file that no other picture has.
    fn free_name(&mut self, name: &str) -> String {
        let plain = |c: char| if c.is_alphanumeric() || "+-_.=".contains(c) { c } else { '_' };
        let name: String = name.chars().map(plain).collect();
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !self.names.contains(name));
        let free = free.unwrap_or(name);
        self.names.insert(free.clone());
        free
    }

    /// Says what was not drawn, nothing for a reason, and gives what could not be written.
    pub fn end(self, nothing: &str) -> Vec<Diagnostic> {
        if self.errors.is_empty() {
            [self.svg, self.dot].into_iter().flatten().for_each(|place| place.end(nothing));
        }
        self.errors
    }
}
