//! What the constructs of cat mean: each file of `tests/cat` allows and flags, by both engines, what its twin in plain cat does.

use gfx_litmus::cat::{Model, Updates};
use gfx_litmus::engine::answers::Race;
use gfx_litmus::engine::{Decider, EngineChoice, Settings};
use gfx_litmus::program::EventStructure;
use gfx_litmus::{load, models};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Tests of two to four threads, with races, fences, scopes, read-modify-writes and barriers. Values out of thin air come up in none.
const TESTS: &[&str] = &[
    "store-buffering/SB+3+sc.litmus",
    "message-passing/MP+rel+acq+agent.litmus",
    "message-passing/MP+cluster-acq_rel-rmw.litmus",
    "coherence/CoRR+2writers+unordered.litmus",
    "atomicity/increments.litmus",
    "atomicity/increments-by-hand.litmus",
    "address-spaces/SB+sc+global+LDS.litmus",
];

/// What a model says of a program: the flags raised with their pairs, and the states allowed.
fn said(structure: &EventStructure, model: &str, engine: EngineChoice) -> (BTreeSet<String>, BTreeSet<String>) {
    let model = models::load(model).unwrap_or_else(|error| panic!("{error}"));
    let elaborations = models::elaborations();
    let settings = Settings { engine, ..Settings::default() };
    let mut decider = Decider::new(structure, &elaborations, settings).expect("well formed");
    let id = decider.add_model(&model).unwrap_or_else(|error| panic!("{error}"));
    let show = |race: Race| race.pairs.iter().map(|pair| format!("{} {pair:?}", race.flag)).collect::<Vec<_>>();
    let races = decider.all_races(id).unwrap_or_else(|why| panic!("{}: {why}", model.name));
    let names: Vec<String> = races.iter().map(|race| race.flag.clone()).collect();
    let flags = races.into_iter().flat_map(show).chain(names).collect();
    let allowed = decider.allowed(id).unwrap_or_else(|why| panic!("{}: {why}", model.name));
    (flags, allowed.into_iter().map(|outcome| format!("{outcome:?}")).collect())
}

fn cases() -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new("tests/cat").sort_by_file_name().into_iter().filter_map(Result::ok);
    let files = files.map(|entry| entry.path().to_path_buf());
    files.filter(|path| path.with_extension("plain.cat").is_file()).collect()
}

#[test]
fn constructs_mean_what_they_stand_for() {
    let cases = cases();
    assert!(cases.len() > 15, "{cases:?}");
    for test in TESTS {
        let source = load::read(&Path::new("litmus").join(test)).expect("a test of the corpus");
        let structure = load::event_structure(&source).expect("well formed");
        for case in &cases {
            let plain = case.with_extension("plain.cat").display().to_string();
            let expected = said(&structure, &plain, EngineChoice::Enumerate);
            for engine in [EngineChoice::Enumerate, EngineChoice::Smt] {
                let found = said(&structure, &case.display().to_string(), engine);
                assert_eq!(found, expected, "{} by {engine:?} of {test}", case.display());
            }
        }
    }
}

/// An option that a file asks for is one of its variants.
#[test]
fn options_are_variants() {
    let source =
        load::read(Path::new("litmus/coherence/CoRR+2writers+unordered.litmus")).expect("a test of the corpus");
    let structure = load::event_structure(&source).expect("well formed");
    let states = |model: &str| said(&structure, model, EngineChoice::Enumerate).1;
    let (strong, weak) = (states("tests/cat/options.cat"), states("tests/cat/options.cat+weaker"));
    assert!(strong.is_subset(&weak) && strong.len() < weak.len());
}

/// What is not of the language, or means nothing, is refused with its place and what would be right.
#[test]
fn wrong_uses_are_refused() {
    let wrong = [
        "with x from po acyclic x",
        "with x from {po, rf} acyclic x",
        "with x from linearisations(po, W) acyclic x",
        "with x from linearisations(W) acyclic x",
        "acyclic linearisations(W, po)",
        "let rec f s = match s with {} -> 0 || x ++ y -> [x] | f y end acyclic f(partition W)",
        "empty {W, po | 0} ; po",
        "let f(a, b) = a | b acyclic f po",
        "let f(a, b) = a | b acyclic f(po, rf, co)",
        "let f a = a acyclic f po rf",
        "let (a, b) = po acyclic a",
        "let (a, b, c) = (po, rf) acyclic a",
        "acyclic match 'a with 'b -> po end",
        "acyclic match po with 'b -> po || _ -> rf end",
        "acyclic 'a",
        "acyclic tag2scope('nowhere)",
        "procedure p(a) = empty a end call p(po, rf)",
        "procedure p(a) = call p(a) end call p(po)",
        "procedure p() = procedure q() = end end call p()",
        "procedure p() = include \"x.cat\" end call p()",
        "forall x in po do empty x end",
        "forall x in {po} do empty x",
        "enum a = b",
        "let a = (po acyclic a",
        "let a = po,rf",
        "match po with {} -> po end",
        "empty fun x -> x",
        "acyclic try no-such with neither",
        "if \"a\" || \"b\" empty po end",
        "let a = { po, } acyclic a",
        "acyclic po // (* not a comment\nempty (* open",
        "acyclic 'é",
        "let rec r = po when irreflexive r acyclic r",
        "let rec r = (po | r) when irreflexive r acyclic r",
        "let rec s = W \\ s empty s",
        "let rec s = W | t and t = po ; s empty s",
        "let x = new() acyclic x",
        "let x = singletons() acyclic x",
        "acyclic po | lift(po)",
        "empty po events W[{'a}]",
        "empty (po) default W",
        "empty (po) debug W",
        "empty (po) assert W",
        "empty (po) match W with {} -> 0 || x ++ y -> x end",
        "empty match {W} with {} -> 0 || x -> x end",
        "if not \"a\" empty po end",
        "if \"a\" && \"b\" empty po end",
        "let x = if po = rf then po else rf acyclic x",
        "let _ = po acyclic _",
        "acyclic \"po\"",
        "let f = fun () -> po acyclic f",
        "begin acyclic po end",
        "acyclic po < rf",
        "acyclic po^2",
        "acyclic 1",
        "let a = po where b = rf acyclic a",
        "classes-loc W",
        "forall x in classes loc do empty x end",
    ];
    let check = |text: &&str| {
        let loaded = gfx_litmus::cat::load_text("m.cat", *text, &|_| None);
        let error = loaded.and_then(|model| models::check_model(&model)).expect_err(text);
        let help = error.help.as_ref().map(|help| format!(" | {help}")).unwrap_or_default();
        format!("{text}\n    {}: {} | {}{help}", error.place(), error.message, error.label)
    };
    insta::assert_snapshot!(wrong.iter().map(check).collect::<Vec<_>>().join("\n"));
}

/// A model includes those that come with the tool wherever it is, as a file and as a text that an editor has open. They include each other, whatever is beside it.
#[test]
fn models_of_the_tool_are_included_from_anywhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("written");
    let path = folder.path().join("own.cat");
    let text = "\"own\"\ninclude \"hsa.cat\"\n";
    write("own.cat", text);
    write("hsa-sync.cat", "let nothing = po\n");
    let said = |model: &Model| -> Vec<String> {
        let statements = model.statements.iter().map(|placed| (&placed.source.text, placed.statement.span()));
        statements.map(|(text, span)| text[span.start..span.end].to_string()).collect()
    };
    let hsa = said(&models::load("hsa").expect("a model"));
    let name = path.to_str().expect("UTF-8");
    assert_eq!(said(&models::load(name).expect("well formed")), hsa);
    assert_eq!(said(&models::of_text(&path, text, &|_| None).expect("well formed")), hsa);
    // What is beside it comes first.
    write("hsa.cat", "acyclic po as order\n");
    assert_eq!(said(&models::load(name).expect("well formed")), ["acyclic po as order"]);
}

/// Two tests of one name are told apart.
#[test]
fn names_of_tests_are_distinct() {
    let text = "empty rf & co as n\nempty po & po^-1 as n\nprocedure p(a) = empty a end call p(rf ; rf) as n";
    let model = gfx_litmus::cat::load_text("m.cat", text, &|_| None).expect("well formed");
    let source = load::read(Path::new("litmus/store-buffering/SB.litmus")).expect("a test of the corpus");
    let structure = load::event_structure(&source).expect("well formed");
    let elaborated =
        models::elaborations().elaborate(&model, Updates::TwoEvents, &gfx_litmus::program::StaticBase(&structure));
    let elaborated = elaborated.expect("well formed");
    let names: Vec<&str> = elaborated.model.axioms.iter().map(|axiom| axiom.name.as_str()).collect();
    assert_eq!(names, ["n", "n-2", "n-3"]);
}
