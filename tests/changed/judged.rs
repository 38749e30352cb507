//! What code for a test is worth.

use gfx_litmus::compiler::{Language, Optimization, Options, Origin, Pointers, Processor, check};
use gfx_litmus::hardware::Assume;
use gfx_litmus::refine::{Verdict, chip};
use gfx_litmus::resources::Resources;
use gfx_litmus::syntax::source::Source;
use std::sync::Arc;

/// What code for a test and a processor is worth: the verdict with the cause of one that is unknown, or the errors.
pub fn told(test: &Arc<Source>, processor: &str, code: Arc<Source>) -> String {
    let resources = Resources::default();
    let processor = Processor::parse(processor).expect("a processor");
    let chip = chip(&processor.configuration, &Assume::default(), &resources).expect("hardware");
    let options = Options {
        origins: vec![Origin::Given(code)],
        processors: vec![(processor, chip)],
        language: Language::Assembly,
        optimization: Optimization::Default,
        pointers: Pointers::Divergent,
        model: "hsa".into(),
        settings: Default::default(),
        resources: &resources,
        save: None,
    };
    let found = check(test, &options, &[]).expect("a test").expect("a test with a source");
    let errors: Vec<String> = found.errors.iter().map(ToString::to_string).collect();
    match found.results.first().map(|(found, _)| &found.verdict) {
        _ if !errors.is_empty() => format!("error: {}", errors.join("; ")),
        Some(Verdict::Unknown(why)) => format!("unknown: {why}"),
        Some(verdict) => verdict.word().to_string(),
        None => "nothing".to_string(),
    }
}
