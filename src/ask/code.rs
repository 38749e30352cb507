//! Which code is asked about: that of tables for targets, or what a compiler has made.

use super::{Answered, Picture, Question, Wrong, pictures, usage};
use crate::compiler::{self, Language, Optimization, Origin, Pointers, Processor};
use crate::hardware::{Assume, Chip};
use crate::load;
use crate::lowering::{Setting, lower};
use crate::refine::{self, Otherwise, RefinementTarget, known_assumptions, model_for_language};
use crate::report::code::{CodeReport, GivenReport};
use crate::report::refinement::TestReport;
use crate::resources::Resources;
use crate::syntax::source::Source;
use crate::targets::TargetConfiguration;
use crate::verdict::{Cause, RefinementVerdict};
use crate::view;
use itertools::Itertools;
use std::sync::Arc;

/// The code of tables.
#[derive(Clone, Debug)]
pub struct Code {
    /// The tables: a release.
    pub table: String,
    /// Whether it is OpenCL's, else HSA's.
    pub opencl: bool,
    /// Claims of the hardware that are switched on, or `none`, which switches off those that are on.
    pub assume: Vec<String>,
}

fn assume(names: &[String]) -> Assume {
    Assume::of(names.iter().cloned())
}

impl Code {
    /// The model that says what the source may do where none is named.
    pub fn model(&self) -> &'static str {
        model_for_language(self.opencl)
    }

    /// The configurations of these names, or all that the tables have code for.
    ///
    /// # Errors
    /// A name that is not known, or that the tables have no code for it.
    pub fn configurations(&self, names: &[String], resources: &Resources) -> Result<Vec<TargetConfiguration>, Wrong> {
        let tables = resources.tables(&self.table)?;
        let mut named = Vec::new();
        for name in names {
            let wrong = |message: String| vec![usage("target", name, &message)];
            let found = TargetConfiguration::parse_several(name).map_err(wrong)?;
            for configuration in &found {
                tables.table(configuration.target).map_err(wrong)?;
            }
            named.extend(found);
        }
        if names.is_empty() {
            let all = TargetConfiguration::every_configuration().into_iter();
            named.extend(all.filter(|configuration| tables.table(configuration.target).is_ok()));
        }
        Ok(named.into_iter().unique_by(TargetConfiguration::to_string).collect())
    }

    /// The refinement targets of the configurations of these names, as [`configurations`](Self::configurations).
    ///
    /// # Errors
    /// As [`configurations`](Self::configurations); what is wrong with hardware, or with an assumption's name.
    pub fn targets(&self, names: &[String], resources: &Resources) -> Result<Vec<RefinementTarget<'static>>, Wrong> {
        let tables = resources.tables(&self.table)?;
        let assume = assume(&self.assume);
        let target = |configuration| RefinementTarget::new(configuration, tables, self.opencl, &assume, resources);
        let configurations = self.configurations(names, resources)?.into_iter();
        let targets: Vec<_> = configurations.map(target).collect::<Result<_, _>>()?;
        known_assumptions(&assume, &targets)?;
        Ok(targets)
    }

    /// Every assumption of a model and of targets decided otherwise, for what verdicts rest on.
    ///
    /// # Errors
    /// What is wrong with the model or with hardware.
    pub fn otherwise(
        &self,
        (model, targets): (&str, &[RefinementTarget<'_>]),
        resources: &Resources,
    ) -> Result<Otherwise, Wrong> {
        Otherwise::new(model, targets, &assume(&self.assume), resources)
    }
}

/// What a compiler has made, and for which processor.
pub struct Given {
    /// Assembly, or machine IR after the pass that inserts waits and cache operations.
    pub code: Arc<Source>,
    /// The processor, in a mode if it has some.
    pub processor: String,
    /// The model that says what the source may do.
    pub model: String,
    /// Claims of the hardware, as of [`Code`].
    pub assume: Vec<String>,
}

impl Given {
    /// The processor, with its hardware.
    fn on(&self, resources: &Resources) -> Result<(Processor, Chip), Wrong> {
        let wrong = |message: String| vec![usage("target", &self.processor, &message)];
        let processor = Processor::parse(&self.processor).map_err(wrong)?;
        let chip = refine::chip(&processor.configuration, &assume(&self.assume), resources)?;
        Ok((processor, chip))
    }

    fn options<'r>(&self, question: &Question<'r>) -> Result<compiler::Options<'r>, Wrong> {
        let resources = question.resources;
        let on = self.on(resources)?;
        resources.model(&self.model)?;
        Ok(compiler::Options {
            origins: vec![Origin::Given(self.code.clone())],
            processors: vec![on],
            language: Language::Assembly,
            optimization: Optimization::Default,
            pointers: Pointers::Divergent,
            model: self.model.clone(),
            settings: question.settings,
            resources,
            save: None,
            tells_lines: true,
        })
    }
}

impl Question<'_> {
    /// The code that tables give the test on the configurations of these names, with the rows that it is from, as `litmus lower` reports it.
    ///
    /// # Errors
    /// What is wrong with the test or a name, or an operation without code.
    pub fn lower(&self, code: &Code, names: &[String]) -> Result<Vec<CodeReport>, Wrong> {
        let program = load::program(&self.source)?;
        let tables = self.resources.tables(&code.table)?;
        let configurations = code.configurations(names, self.resources)?.into_iter();
        let lowered = |configuration: TargetConfiguration| {
            let wrong = |message: String| vec![usage("target", &configuration.to_string(), &message)];
            let loaded = tables.table(configuration.target).map_err(wrong)?;
            let found = lower(&program, &Setting::new(&loaded.table, configuration, code.opencl))?;
            Ok(view::code(&program, &configuration, loaded, code.opencl, &found))
        };
        configurations.map(lowered).collect()
    }

    /// The code that a compiler has made of the test, by thread, whatever is said of it.
    ///
    /// # Errors
    /// What is wrong with the test, the code or the processor's name.
    pub fn given_code(&self, given: &Given) -> Result<GivenReport, Wrong> {
        let program = load::program(&self.source)?;
        let (processor, _) = given.on(self.resources)?;
        let target = processor.configuration.target;
        let assembly = compiler::read_code(&given.code, target).map_err(|error| vec![*error])?;
        Ok(view::given_code(&program, &assembly, &given.processor))
    }

    /// What is wrong with code that a compiler has made of the test, and what of it is not modelled, without deciding anything.
    ///
    /// # Errors
    /// What is wrong with the processor's name.
    pub fn problems_of_code(&self, given: &Given) -> Result<(Wrong, Wrong), Wrong> {
        let (processor, chip) = given.on(self.resources)?;
        Ok(compiler::problems_of_code(&self.source, &given.code, (&processor, &chip)))
    }

    /// Whether code that a compiler has made of the test does on a processor only what the test may, as `litmus llvm check --assembly` reports it, and a
    /// picture of what happens where it is unsound if that is asked for.
    ///
    /// # Errors
    /// What is wrong with the test, the code or a name; that the test is machine code itself.
    pub fn compiled(&self, given: &Given, draw: bool) -> Result<Answered<(TestReport, Vec<Picture>)>, Wrong> {
        let options = given.options(self)?;
        let start = std::time::Instant::now();
        let decide = || {
            let right = "a test with a source: machine code is compiled already";
            let found = compiler::check(&self.source, &options, &[])?;
            let mut found = found.ok_or_else(|| vec![usage("test", &self.source.name, right)])?;
            let errors = std::mem::take(&mut found.errors);
            if !errors.is_empty() {
                return Err(errors);
            }
            let drawn = if draw { pictures::compiled(&found, &options) } else { Vec::new() };
            let report = view::compiled_test(found, &options);
            let undecided = report.cells.iter().find(|cell| cell.verdict == RefinementVerdict::Unknown);
            let undecided = undecided.map(|cell| cell.undecided.cause.unwrap_or(Cause::NotModelled));
            Ok(Answered { report: (report, drawn), undecided })
        };
        let undecided = |why: &_| view::undecided_compiled(self.path(), &options, why, start.elapsed().as_secs_f64());
        self.within(decide, |why| (undecided(why), Vec::new()))
    }
}
