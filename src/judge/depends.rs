//! What answers about tests depend on besides the test, digested: models, the code of tables, hardware. What is not in a digest may change, and the
//! answers that are kept stay right.

use super::source::content;
use super::store::Question;
use crate::cat::Model;
use crate::engine::{RaceSemantics, Settings};
use crate::hardware::{Assume, Chip, HardwareFile};
use crate::lowering::{Places, Setting, code};
use crate::program::EventStructure;
use crate::refine::{self, RefinementTarget};
use crate::resources::Resources;
use crate::run;
use crate::syntax::source::Diagnostic;
use crate::targets::TargetConfiguration;
use rustc_hash::FxHashMap;
use std::sync::{Mutex, PoisonError};

/// What the answers about a test depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Depends {
    /// The models by all that they say.
    pub models: Vec<Question>,
    /// The code that tables give the test.
    pub tables: Vec<Question>,
    /// The hardware by all that is claimed of it.
    pub hardware: Vec<Question>,
}

impl Depends {
    /// The question for the row of a report about a test: the command with the options that matter to what is decided, and the test by its path, which
    /// the row names, and its text.
    pub fn question(&self, command: &str, settings: Settings, structure: &EventStructure) -> Question {
        let Settings { engine, races, ends: _, timeout: _, stop: _ } = settings;
        let source = &structure.program.source;
        Question::about(&(command, format!("{engine:?} {races:?}"), &source.name, &source.text, self))
    }
}

/// The models and hardware of a run, each digested once.
pub struct Contents<'r> {
    resources: &'r Resources,
    races: RaceSemantics,
    known: Mutex<FxHashMap<String, Question>>,
}

impl<'r> Contents<'r> {
    /// Of the resources of a run in which races mean this.
    pub fn new(resources: &'r Resources, races: RaceSemantics) -> Contents<'r> {
        Contents { resources, races, known: Mutex::default() }
    }

    /// What the answers of `check` about a test depend on.
    ///
    /// # Errors
    /// What is wrong with a model, target, table or hardware file that the test names.
    pub fn of_check(&self, structure: &EventStructure, options: &run::Options<'_>) -> Result<Depends, Vec<Diagnostic>> {
        let run::Asks { models: names, refinements, hardware: asked } = run::Asks::new(structure, options)?;
        let mut models = self.models(&names, options.sensitivity)?;
        for target in &refinements {
            models.extend(self.models(&[refine::model_for_language(target.opencl).to_string()], options.sensitivity)?);
        }
        let assume = Assume::default();
        let mut hardware = Vec::new();
        for RefinementTarget { configuration, chip, .. } in &refinements {
            hardware.push(self.chip(configuration, &assume, chip));
            hardware.extend(self.file(configuration, options.sensitivity)?);
        }
        for run::Hardware { configuration, assume, chip } in &asked {
            hardware.push(self.chip(configuration, assume, chip));
            hardware.extend(self.file(configuration, options.sensitivity)?);
        }
        let tables = refinements.iter().map(|target| self::code_of(structure, target)).collect();
        Ok(Depends { models, tables, hardware })
    }

    /// What the results of `refine` rest on, the same for every test: models and hardware.
    ///
    /// # Errors
    /// What is wrong with the model, a variant of it or a hardware file.
    pub fn of_refine(&self, options: &refine::Options<'_>) -> Result<Depends, Vec<Diagnostic>> {
        let sensitivity = options.otherwise.is_some();
        let models = self.models(std::slice::from_ref(&options.model), sensitivity)?;
        let mut depends = Depends { models, tables: Vec::new(), hardware: Vec::new() };
        for target in &options.targets {
            depends.hardware.push(hardware(target));
            depends.hardware.extend(self.file(&target.configuration, sensitivity)?);
        }
        Ok(depends)
    }

    /// The models of these names, with what their variants say if they are asked too.
    fn models(&self, names: &[String], variants: bool) -> Result<Vec<Question>, Vec<Diagnostic>> {
        let mut models = Vec::new();
        for name in names {
            models.push(self.model(name, self.resources.model(name)?));
            if variants {
                for (name, model) in self.resources.variants(name)? {
                    models.push(self.model(name, model));
                }
            }
        }
        Ok(models)
    }

    /// A model by the name that rows have for it, and all that it says.
    fn model(&self, name: &str, model: &Model) -> Question {
        self.known(format!("model {name}"), || Question::about(&(name, content(model, self.races))))
    }

    fn chip(&self, configuration: &TargetConfiguration, assume: &Assume, chip: &Chip) -> Question {
        let name = format!("chip {configuration} {assume:?}");
        self.known(name, || self::chip(configuration, chip))
    }

    /// The text of the hardware file, of which claims are decided otherwise, if that is asked.
    fn file(
        &self,
        configuration: &TargetConfiguration,
        sensitivity: bool,
    ) -> Result<Option<Question>, Vec<Diagnostic>> {
        if !sensitivity {
            return Ok(None);
        }
        let file = self.resources.hardware(configuration.target)?;
        Ok(Some(self.known(format!("file {}", configuration.target.name), || self::file(file))))
    }

    fn known(&self, name: String, content: impl FnOnce() -> Question) -> Question {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry(name).or_insert_with(content)
    }
}

/// All that is claimed of a target configuration.
pub fn chip(configuration: &TargetConfiguration, chip: &Chip) -> Question {
    Question::about(&format!("{configuration:?} {chip:?}"))
}

/// All of a refinement target but its table and its code.
pub fn hardware(target: &RefinementTarget<'_>) -> Question {
    let RefinementTarget { configuration, chip, opencl, choices, placement, table: _, codes: _ } = target;
    Question::about(&(self::chip(configuration, chip), opencl, choices, placement))
}

/// All that a hardware file says, with those that it extends.
pub fn file(file: &HardwareFile) -> Question {
    let bases = file.bases.iter().map(|base| &base.source);
    let texts: Vec<(&String, &String)> =
        bases.chain([&file.source]).map(|source| (&source.name, &source.text)).collect();
    Question::about(&texts)
}

/// All of a target's table that a test depends on: the code of its operations, or why there is none.
pub fn code_of(structure: &EventStructure, target: &RefinementTarget<'_>) -> Question {
    let loaded = match &target.table {
        Ok(loaded) => loaded,
        Err(why) => return Question::about(&why),
    };
    let setting = target.setting().unwrap_or(Setting::new(&loaded.table, target.configuration, target.opencl));
    let instrs = structure.steps.iter().filter_map(|step| Some(&step.instr.as_ref()?.0));
    let code: Vec<String> = instrs.map(|instr| format!("{:?}", code(&setting, instr, Places::ByRules))).collect();
    Question::about(&(&loaded.document, code))
}
