//! Laws of the models, on random programs: printing and parsing again gives the same program, and dropping tags, widening a
//! scope or strengthening an ordering never allows a new outcome.
//!
//! `GFX_LITMUS_THOROUGH` takes many more programs.

mod random;

use gfx_litmus::engine::answers::Races;
use gfx_litmus::engine::{Decider, Outcome, Settings};
use gfx_litmus::program::EventStructure;
use gfx_litmus::syntax::litmus::{parse, print};
use gfx_litmus::syntax::source::{Diagnostic, Source};
use gfx_litmus::{load, models};
use proptest::prelude::*;
use random::{Kind, Op, Program, SCOPES, cases, of_what_ends, run};

/// The allocator of the command line tool: with the system's this takes a third longer.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const MODELS: [&str; 3] = ["hsa", "hsa-literal", "hsa-none"];
/// Programs for each law.
const QUICK: u32 = 300;
const THOROUGH: u32 = 2_000;

/// The orderings of a kind, each at least as strong as those before it in its chain.
fn stronger(kind: Kind, ordering: &str) -> Vec<&'static str> {
    let above: &[&str] = match (kind, ordering) {
        (_, "none" | "seq_cst") => &[],
        (Kind::Load, "unordered") => &["monotonic", "acquire", "seq_cst"],
        (Kind::Await, "monotonic") => &["acquire", "seq_cst"],
        (Kind::Load, "monotonic") => &["acquire", "seq_cst"],
        (Kind::Store, "unordered") => &["monotonic", "release", "seq_cst"],
        (Kind::Store, "monotonic") => &["release", "seq_cst"],
        (Kind::Rmw | Kind::Cmpxchg | Kind::Try, "monotonic") => &["acquire", "release", "acq_rel", "seq_cst"],
        (Kind::Rmw | Kind::Cmpxchg | Kind::Try | Kind::Fence, "acquire" | "release") => &["acq_rel", "seq_cst"],
        // Waiting for an operation is more than not to wait.
        (Kind::Dma, "unmarked" | "marked" | "kept") => &["waited"],
        (Kind::Dma, _) => &[],
        _ => &["seq_cst"],
    };
    above.to_vec()
}

/// The same program with one operation made stronger; `None` where `pick` finds nothing to strengthen.
fn strengthened(program: &Program, pick: usize) -> Option<Program> {
    let mut changes: Vec<Program> = Vec::new();
    for thread in 0..program.threads.len() {
        for at in 0..program.threads[thread].1.len() {
            let Some(op) = &program.threads[thread].1[at] else { continue };
            for change in changes_of(op) {
                let mut stronger = program.clone();
                stronger.threads[thread].1[at] = Some(change);
                changes.push(stronger);
            }
        }
    }
    let count = changes.len();
    (count > 0).then(|| changes.swap_remove(pick % count))
}

fn changes_of(op: &Op) -> Vec<Op> {
    let mut changes = Vec::new();
    if !op.tags.is_empty() {
        changes.push(Op { tags: vec![], ..op.clone() });
    }
    if op.ordering != "none" && op.scope + 1 < SCOPES.len() {
        changes.push(Op { scope: op.scope + 1, ..op.clone() });
    }
    if op.ordering != "none" && op.one_as {
        changes.push(Op { one_as: false, ..op.clone() });
    }
    changes.extend(stronger(op.kind, op.ordering).into_iter().map(|ordering| Op { ordering, ..op.clone() }));
    changes
}

fn structure(program: &Program) -> Result<EventStructure, TestCaseError> {
    let source = Source::new("random.litmus", program.text());
    load::event_structure(&source).map_err(|errors| {
        let text: String = errors.iter().map(|error| gfx_litmus::report::diagnostic::render(error, false)).collect();
        TestCaseError::fail(text)
    })
}

/// The final states that a model allows; none of a racy program.
fn allowed(structure: &EventStructure, name: &str) -> Result<Option<Vec<Outcome>>, TestCaseError> {
    let fail = |error: Box<Diagnostic>| TestCaseError::fail(error.to_string());
    let model = models::load(name).map_err(fail)?;
    let elaborations = models::elaborations();
    let mut decider = Decider::new(structure, &elaborations, Settings::default()).map_err(fail)?;
    let id = decider.add_model(&model).map_err(fail)?;
    match decider.judge(id).races {
        Races::None => of_what_ends(decider.allowed(id)).map(Some).map_err(|why| TestCaseError::fail(why.to_string())),
        Races::Found(_) => Ok(None),
        Races::Unknown(why) => Err(TestCaseError::fail(why.to_string())),
    }
}

/// Every outcome of a program under a model is one of another under another, which is racy if the first is.
fn allows_no_more(
    (stronger, name): (&Program, &str),
    (weaker, weak_name): (&Program, &str),
) -> Result<(), TestCaseError> {
    let Some(weak) = allowed(&structure(weaker)?, weak_name)? else { return Ok(()) };
    let Some(strong) = allowed(&structure(stronger)?, name)? else {
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
    run(model, cases(QUICK, THOROUGH), |program, pick| {
        round_trip(&program)?;
        match strengthened(&program, pick) {
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
    run("readings", cases(QUICK, THOROUGH), |program, pick| {
        let weaker = ["hsa", "hsa-literal"][pick % 2];
        allows_no_more((&program, "hsa-none"), (&program, weaker))
    });
}
