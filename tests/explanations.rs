//! What forbids a state is explained by what is so: in the execution that is shown, every relation holds of its two events and every set of its
//! event, steps lead from one event to the next, reasons end in what is given, and each step of a proof follows by the operation that it is of.
//!
//! Every test of `litmus/` is asked under the models that it names, and with `GFX_LITMUS_THOROUGH` under every model that comes with the tool.

#[path = "explanations/named.rs"]
mod named;
#[path = "explanations/proofs.rs"]
mod proofs;

use gfx_litmus::cat::core::{Bits, Deriver, Fact, Property, Script, Subject, evaluate_execution};
use gfx_litmus::cat::{Elaborated, Model, load_text};
use gfx_litmus::engine::answers::OfState;
use gfx_litmus::engine::witness::{Broken, ExecutionFacts};
use gfx_litmus::engine::{Decider, Inconclusive, Settings, elaborate_for};
use gfx_litmus::program::EventStructure;
use gfx_litmus::syntax::source::Source;
use gfx_litmus::{load, models, report, view};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// What forbids states under a model, with the model as it was elaborated for the test.
struct Found {
    structure: EventStructure,
    elaborated: Elaborated,
    broken: Vec<Broken>,
}

fn found(source: &Arc<Source>, model: &Model) -> Found {
    let structure = load::event_structure(source).expect("well formed");
    let elaborations = models::elaborations();
    let (elaborated, broken) = {
        let mut decider = Decider::new(&structure, &elaborations, Settings::default()).expect("well formed");
        let id = decider.add_model(model).expect("well formed");
        let states = match decider.states(&[id]) {
            Ok(states) => states,
            // Of what never ends there are no states, nor of what ends behind the first bounds alone.
            Err(Inconclusive::NotModelled(_) | Inconclusive::UnrollBound { .. }) => Vec::new(),
            Err(why) => panic!("{}: {why}", source.name),
        };
        let ruled_out = states.into_iter().flat_map(|state| state.models).filter_map(|said| match said {
            OfState::Forbidden(why) => Some(why),
            OfState::Allowed | OfState::Open => None,
        });
        let broken: Vec<Broken> =
            ruled_out.filter_map(|why| why.broken.expect("an execution is found")).map(|broken| *broken).collect();
        (elaborate_for(&structure, model, &elaborations).expect("well formed"), broken)
    };
    Found { structure, elaborated, broken }
}

/// The tests of a folder that are no machine code, with the models that each names.
fn corpus() -> Vec<(Arc<Source>, Vec<String>)> {
    let entries = walkdir::WalkDir::new("litmus").sort_by_file_name().into_iter().map(|entry| entry.expect("readable"));
    let files =
        entries.map(|entry| entry.into_path()).filter(|path| path.extension().is_some_and(|end| end == "litmus"));
    let sources = files.map(|path| load::read(&path).expect("readable"));
    let named = |source: Arc<Source>| {
        let program = load::program(&source).expect("well formed");
        let mut models: Vec<String> = vec!["hsa".into()];
        models.extend(program.conditions.iter().flat_map(|condition| &condition.expects).map(|e| e.model.clone()));
        models.sort();
        models.dedup();
        (!program.is_machine_code()).then_some((source, models))
    };
    sources.filter_map(named).collect()
}

#[test]
fn every_explanation_is_so() {
    let all: Option<Vec<String>> =
        std::env::var_os("GFX_LITMUS_THOROUGH").map(|_| models::list().into_iter().map(|model| model.name).collect());
    let mut axioms: BTreeMap<String, usize> = BTreeMap::new();
    for (source, named) in corpus() {
        for name in all.clone().unwrap_or(named) {
            let model = models::load(&name).expect("a model");
            let Found { structure, elaborated, broken } = found(&source, &model);
            for broken in broken {
                let checked = named::check(&elaborated, &structure, &broken);
                let checked = checked.and_then(|()| words_of(&structure, &broken));
                checked.unwrap_or_else(|fault| panic!("{} under {name}, {}: {fault}", source.name, broken.axiom));
                *axioms.entry(broken.axiom).or_default() += 1;
            }
        }
    }
    for needed in ["coherence", "seq-cst", "atomicity"] {
        assert!(axioms.contains_key(needed), "no state is forbidden by {needed}: {axioms:?}");
    }
}

/// What is shown of an explanation: an operation's scope wherever scopes decide, and of a defined set by what it is defined.
fn words_of(structure: &EventStructure, broken: &Broken) -> Result<(), String> {
    fn check(reason: &report::explanation::ReasonResult) -> Result<(), String> {
        use report::explanation::Origin;
        let is_of_scopes = ["incl", "incl-own-cluster", "scope-le", "scope-overlap"].contains(&reason.name.as_str());
        if reason.origin == Origin::Base && reason.holds && is_of_scopes && reason.said.is_none() {
            return Err(format!("{} does not say which scopes", reason.name));
        }
        let has_reason = !reason.path.is_empty() || !reason.conditions.is_empty();
        if reason.origin == Origin::Defined && reason.holds && !has_reason {
            return Err(format!("{} does not say by what", reason.name));
        }
        reason.path.iter().chain(&reason.conditions).try_for_each(check)
    }
    let explanation = view::explanation(structure, broken);
    explanation.path.iter().chain(&explanation.conditions).try_for_each(check)
}

/// Models that derive by every operation, recursion included.
const MODELS: [&str; 8] = [
    "let rec hb = po | rf | (hb ; hb)  let rec eco = rf | co | fr | (eco ; eco)  irreflexive hb ; eco as a",
    "let rec even = (odd ; (po | rf)) and odd = po | rf | (even ; (po | rf))  acyclic even | odd | co | fr as a",
    "acyclic po | rf | ((_ * _) & co) | (fr \\ id) as a",
    "empty domain(rf) & range(co) as a",
    "irreflexive ((rf^-1 ; [W]) ; (po^-1)+) ; ((W * R) & loc) ; po^-1 as a",
    "let same = int | id  empty ([W \\ IW] ; po ; [M]) \\ (same ; [W]) as a",
    "let ends = [W | R]  irreflexive (ends ; ((po & int) | rf | fr)* ; ends) ; (co | fr) as a",
    "let near = ([W] ; po)?  acyclic near ; (co | rf | fr) ; near as a",
];

const PROGRAMS: [&str; 3] = [
    "litmus/message-passing/MP+rel+acq+agent.litmus",
    "litmus/store-buffering/SB+sc+agent.litmus",
    "litmus/causality/ISA2+wg-ag.litmus",
];

/// Asks `check` of every fact about the relation or set of the axiom in every execution that breaks a model.
fn each_fact(check: &mut dyn FnMut(&Elaborated, &dyn gfx_litmus::cat::core::Facts, &mut Deriver<'_>, Fact)) -> usize {
    let mut broken_models = 0;
    for text in MODELS {
        let model = load_text("own.cat", text, &|_| None).expect("well formed");
        let mut executions = 0;
        for path in PROGRAMS {
            let source = load::read(Path::new(path)).expect("readable");
            let Found { structure, elaborated, broken } = found(&source, &model);
            for broken in &broken {
                executions += 1;
                named::check(&elaborated, &structure, broken).unwrap_or_else(|fault| panic!("{text}: {fault}"));
                let Elaborated { graph, model, classes } = &elaborated;
                let facts = ExecutionFacts::new(&structure, &broken.execution);
                let values = evaluate_execution(graph, classes, &model.schedule, &facts);
                let mut deriver = Deriver::new(
                    &mut Bits { graph, classes, facts: &facts, script: Script::default() },
                    &model.schedule,
                    &values,
                );
                let subject = model.axioms[0].property.subject();
                let size = structure.events.len();
                let pairs = (0..size).flat_map(|from| (0..size).map(move |to| (from, to)));
                let facts_of_axiom = pairs.map(|(from, to)| Fact { subject, from, to, holds: true });
                facts_of_axiom.filter(|fact| fact.is_true(&values)).for_each(|fact| {
                    check(&elaborated, &facts, &mut deriver, fact);
                });
            }
        }
        assert!(executions > 0, "nothing breaks `{text}`");
        broken_models += 1;
    }
    broken_models
}

#[test]
fn every_step_of_a_proof_follows() {
    let models = each_fact(&mut |elaborated, facts, deriver, fact| {
        let derivation = deriver.derive(fact).expect("what is so is derived");
        assert_eq!(derivation.fact, fact);
        proofs::check(elaborated, facts, &derivation).unwrap_or_else(|fault| panic!("{fault}"));
    });
    assert_eq!(models, MODELS.len());
}

/// What is not so is not derived, and no proof with a changed step is taken.
#[test]
fn tampered_proofs_are_refused() {
    let mut tampered = 0;
    each_fact(&mut |elaborated, facts, deriver, fact| {
        assert!(deriver.derive(Fact { holds: false, ..fact }).is_none());
        let derivation = deriver.derive(fact).expect("what is so is derived");
        for changed in proofs::tampered(&derivation) {
            assert!(proofs::check(elaborated, facts, &changed).is_err(), "{changed:?}");
            tampered += 1;
        }
    });
    assert!(tampered > 100, "{tampered}");
}

/// An explanation of which one step is changed is refused.
#[test]
fn tampered_explanations_are_refused() {
    let source = load::read(Path::new(PROGRAMS[0])).expect("readable");
    let model = models::load("hsa").expect("a model");
    let Found { structure, elaborated, broken } = found(&source, &model);
    let [broken] = broken.as_slice() else { panic!("one state is forbidden") };
    named::check(&elaborated, &structure, broken).expect("it is so");
    let Property::Irreflexive(_) = elaborated.model.axioms[1].property else { panic!("coherence is irreflexive") };
    let tampered = named::tampered(broken);
    assert!(tampered.len() > 20, "{}", tampered.len());
    for (what, changed) in tampered {
        assert!(named::check(&elaborated, &structure, &changed).is_err(), "{what} is not noticed");
    }
    assert!(matches!(broken.path[0].fact.subject, Subject::Rel(_)));
}

/// How explanations read, of the commonest axioms.
#[test]
fn explanations_as_text() {
    let tests = [
        "message-passing/MP+rel+acq+agent",
        "store-buffering/SB+sc+agent",
        "coherence/CoRR",
        "barriers/barrier+fences",
        "atomicity/cmpxchg-one-winner",
        "mmra/fence-local+LDS-data",
        "one-as/SB+one-as+same-space",
        "fences/SC-fence-cumulativity",
    ];
    let mut shown = String::new();
    for test in tests {
        let source = load::read(&Path::new("litmus").join(format!("{test}.litmus"))).expect("readable");
        let model = models::load("hsa").expect("a model");
        let Found { structure, broken, .. } = found(&source, &model);
        let mut texts: Vec<String> = broken
            .iter()
            .map(|broken| report::explanation::text(&view::explanation(&structure, broken), "  "))
            .collect();
        texts.dedup();
        shown += &format!("{test}\n{}", texts.concat());
    }
    assert!(shown.lines().all(|line| line.chars().count() <= 100), "{shown}");
    insta::assert_snapshot!(shown);
}
