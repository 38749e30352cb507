//! Laws of the models, on random programs: printing and parsing again gives the same program, and dropping tags, widening a
//! scope or strengthening an ordering never allows a new outcome.
//!
//! `LAWS_CASES` sets the number of programs.

mod random;

use gfx_litmus::engine::answers::Races;
use gfx_litmus::engine::{Decider, Outcome, Settings};
use gfx_litmus::program::Skeleton;
use gfx_litmus::syntax::litmus::{parse, print};
use gfx_litmus::syntax::source::{Diagnostic, Source};
use gfx_litmus::{load, models};
use proptest::prelude::*;
use random::{Program, cases, run};

const MODELS: [&str; 3] = ["hsa", "hsa-literal", "hsa-none"];
const CASES: u32 = 2_000;

fn skeleton(program: &Program) -> Result<Skeleton, TestCaseError> {
    let source = Source::new("random.litmus", program.text());
    load::skeleton(&source).map_err(|errors| {
        let text: String = errors.iter().map(|error| gfx_litmus::report::diagnostic::render(error, false)).collect();
        TestCaseError::fail(text)
    })
}

/// The final states that a model allows; none of a racy program.
fn allowed(skeleton: &Skeleton, name: &str) -> Result<Option<Vec<Outcome>>, TestCaseError> {
    let fail = |error: Box<Diagnostic>| TestCaseError::fail(error.to_string());
    let model = models::load(name).map_err(fail)?;
    let mut decider = Decider::new(skeleton, Settings::default()).map_err(fail)?;
    let id = decider.add_model(&model).map_err(fail)?;
    match decider.judge(id).races {
        Races::None => decider.allowed(id).map(Some).map_err(TestCaseError::fail),
        Races::Found(_) => Ok(None),
        Races::Unknown(reason) => Err(TestCaseError::fail(reason)),
    }
}

/// Every outcome of a program under a model is one of another under another, which is racy if the first is.
fn allows_no_more(
    (stronger, name): (&Program, &str),
    (weaker, weak_name): (&Program, &str),
) -> Result<(), TestCaseError> {
    let Some(weak) = allowed(&skeleton(weaker)?, weak_name)? else { return Ok(()) };
    let Some(strong) = allowed(&skeleton(stronger)?, name)? else {
        return Err(TestCaseError::fail(format!("racy under {name} only when stronger:\n{}", stronger.text())));
    };
    let new = strong.iter().find(|outcome| !weak.contains(outcome));
    prop_assert!(new.is_none(), "{new:?} is new under {name} in\n{}\nagainst\n{}", stronger.text(), weaker.text());
    Ok(())
}

/// Printing and parsing gives the same tree.
fn round_trip(program: &Program) -> Result<(), TestCaseError> {
    let text = program.text();
    let fail = |error: Box<gfx_litmus::syntax::source::Diagnostic>| TestCaseError::fail(error.to_string());
    let file = parse(&Source::new("random.litmus", text)).map_err(fail)?;
    let printed = print(&file);
    let again = parse(&Source::new("printed.litmus", printed.clone())).map_err(fail)?;
    prop_assert_eq!(&file.test, &again.test);
    prop_assert_eq!(printed, print(&again));
    Ok(())
}

fn strengthening(model: &'static str) {
    run(model, cases("LAWS_CASES", CASES), |program, pick| {
        round_trip(&program)?;
        match program.strengthened(pick) {
            Some(stronger) => allows_no_more((&stronger, model), (&program, model)),
            None => Ok(()),
        }
    });
}

#[test]
fn strengthening_allows_no_more_under_hsa() {
    strengthening(MODELS[0]);
}

#[test]
fn strengthening_allows_no_more_under_hsa_literal() {
    strengthening(MODELS[1]);
}

#[test]
fn strengthening_allows_no_more_under_hsa_none() {
    strengthening(MODELS[2]);
}

#[test]
fn ignoring_tags_allows_no_more() {
    run("readings", cases("LAWS_CASES", CASES), |program, pick| {
        let weaker = ["hsa", "hsa-literal"][pick % 2];
        allows_no_more((&program, "hsa-none"), (&program, weaker))
    });
}
