//! What a command about tables depends on, by which shards of one run are told from those of another.

use super::Options;
use crate::engine::Settings;
use crate::generate::Limits;
use crate::hardware::Assume;
use crate::judge::shard::Job;
use crate::judge::source::{self, content};
use crate::judge::store::Question;
use crate::refine::RefinementTarget;
use crate::syntax::source::Diagnostic;
use itertools::Itertools;

impl Options<'_> {
    /// The run of a command of this name with these options.
    ///
    /// # Errors
    /// What is wrong with a model.
    pub fn job(&self, command: &str) -> Result<Job, Vec<Diagnostic>> {
        let models = source::models(self.resources)?;
        let models = models.into_iter().map(|model| content(model, self.settings.races)).collect::<Vec<_>>();
        let tables = self.targets.iter().map(|target| match &target.table {
            Ok(loaded) => format!("{:?}", loaded.table),
            Err(why) => why.clone(),
        });
        let hardware = self.targets.iter().map(|target| format!("{:?}", target.chip));
        Ok(Job {
            command: self.command(command),
            models: Question::about(&models),
            tables: Question::about(&tables.collect::<Vec<_>>()),
            hardware: Question::about(&hardware.collect::<Vec<_>>()),
        })
    }

    /// The command with the arguments that matter, as they could be given.
    fn command(&self, name: &str) -> String {
        let Limits { events, threads } = self.limits;
        let Settings { engine, timeout, races: _ } = self.settings;
        let Assume { none, on } = &self.assume;
        let claims = none.then_some("none").into_iter().chain(on.iter().map(String::as_str));
        let assume: String = claims.map(|claim| format!(" --assume {claim}")).collect();
        let target = |target: &RefinementTarget<'_>| {
            let language = if target.opencl { "OpenCL" } else { "HSA" };
            format!("{} by {language}'s code", target.configuration)
        };
        let targets = self.targets.iter().map(target).unique().join("; ");
        let varied = self.varied_threads;
        let engine = format!("{engine:?}").to_lowercase();
        format!(
            "{name} --events {events} --threads {threads} --varied-threads {varied} --engine {engine} --timeout {}{assume}` for `{targets}",
            timeout.as_secs_f64()
        )
    }
}
