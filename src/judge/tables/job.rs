//! What a command about tables depends on, by which shards of one run are told from those of another.

use super::Options;
use crate::generate::Limits;
use crate::hardware::Assume;
use crate::judge::shard::Job;
use crate::judge::source::{self, content};
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
        Ok(Job::on_targets(self.command(command), &models, self.targets.iter()))
    }

    /// The command with the arguments that matter, as they could be given.
    fn command(&self, name: &str) -> String {
        let Limits { events, threads } = self.limits;
        let Assume { none, on } = &self.assume;
        let claims = none.then_some("none").into_iter().chain(on.iter().map(String::as_str));
        let assume: String = claims.map(|claim| format!(" --assume {claim}")).collect();
        let target = |target: &RefinementTarget<'_>| {
            let language = if target.opencl { "OpenCL" } else { "HSA" };
            format!("{} by {language}'s code", target.configuration)
        };
        let targets = self.targets.iter().map(target).unique().join("; ");
        let varied = self.varied_threads;
        let settings = Job::settings(self.settings);
        format!(
            "{name} --events {events} --threads {threads} --varied-threads {varied} {settings}{assume}` for `{targets}"
        )
    }
}
