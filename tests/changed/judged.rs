//! What code for a test is worth.

use gfx_litmus::compiler::{Language, Optimization, Options, Origin, Pointers, Processor, check};
use gfx_litmus::hardware::Assume;
use gfx_litmus::refine::{Verdict, chip};
use gfx_litmus::resources::Resources;
use gfx_litmus::syntax::source::{Diagnostic, Source};
use std::sync::Arc;

/// What code is worth on each of some processors, and the errors about it; or those about the test.
pub fn on(
    test: &Arc<Source>,
    processors: &[&str],
    code: Arc<Source>,
) -> Result<(Vec<Verdict>, Vec<String>), Vec<String>> {
    let resources = Resources::default();
    let on = |processor: &&str| {
        let processor = Processor::parse(processor).expect("a processor");
        let chip = chip(&processor.configuration, &Assume::default(), &resources).expect("hardware");
        (processor, chip)
    };
    let options = Options {
        origins: vec![Origin::Given(code)],
        processors: processors.iter().map(on).collect(),
        language: Language::Assembly,
        optimization: Optimization::Default,
        pointers: Pointers::Divergent,
        model: "hsa".into(),
        settings: Default::default(),
        resources: &resources,
        save: None,
        tells_lines: true,
    };
    let said = |errors: Vec<Diagnostic>| errors.iter().map(ToString::to_string).collect::<Vec<_>>();
    let found = check(test, &options, &[]).map_err(said)?.expect("a test with a source");
    Ok((found.results.into_iter().map(|(found, _)| found.verdict).collect(), said(found.errors)))
}

/// What code is worth on one processor, or the errors about it.
pub fn on_one(test: &Arc<Source>, processor: &str, code: Arc<Source>) -> Result<Verdict, Vec<String>> {
    let (verdicts, errors) = on(test, &[processor], code)?;
    if errors.is_empty() { Ok(verdicts.into_iter().next().expect("one column")) } else { Err(errors) }
}

/// A verdict with the cause of one that is unknown, or the errors.
pub fn told(verdict: &Result<Verdict, Vec<String>>) -> String {
    match verdict {
        Ok(Verdict::Unknown(why)) => format!("unknown: {why}"),
        Ok(verdict) => verdict.word().to_string(),
        Err(errors) => format!("error: {}", errors.join("; ")),
    }
}
