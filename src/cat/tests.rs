//! Tests of loading, checking, elaborating and evaluating.

use super::core::{
    Classes, Component, CoreModel, Evaluated, Facts, ModelGraph, Property, StaticSets, Subject, classes, describe,
    evaluate_execution, holds, split_loop,
};
use super::elaborate::elaborate;
use super::{BaseNames, Elaborations, Model, Places, Updates, check, load_file, load_text};
use crate::matrix::{BitMatrix, BitSet};
use crate::program::{BASE_RELATIONS, BASE_SETS, depends_on_execution};
use crate::syntax::source::Diagnostic;
use proptest::prelude::*;
use std::collections::HashMap;
use std::path::Path;

const BASE: BaseNames<'static> = BaseNames { sets: BASE_SETS, relations: BASE_RELATIONS, varies: depends_on_execution };

fn load(text: &str) -> Result<Model, Box<Diagnostic>> {
    load_text("m.cat", text, &|_| None)
}

/// All that a message says, with the texts it underlines.
fn report(error: &Diagnostic) -> String {
    let under = |start, end| &error.source_text.text[start..end];
    let help = error.help.as_deref().unwrap_or("-");
    let related = error.related.as_ref().map(|(span, label)| format!(" | {}: {label}", under(span.start, span.end)));
    let related = related.unwrap_or_default();
    format!("{error} | {} | {} | {help}{related}", under(error.span.start, error.span.end), error.label)
}

fn error(text: &str) -> String {
    match load(text).and_then(|model| check(&model, &BASE)) {
        Ok(()) => "none".to_string(),
        Err(error) => report(&error),
    }
}

/// The messages for texts, a line each.
fn errors(texts: &[&str]) -> String {
    texts.iter().map(|text| error(text)).collect::<Vec<_>>().join("\n")
}

/// An execution by its base sets and relations. What has another name is empty.
struct Given {
    executed: BitSet,
    sets: HashMap<String, BitSet>,
    relations: HashMap<String, BitMatrix>,
}

impl StaticSets for Given {
    fn size(&self) -> usize {
        self.executed.size()
    }

    fn set(&self, name: &str) -> Option<BitSet> {
        Some(Facts::set(self, name))
    }

    fn relation(&self, name: &str) -> Option<BitMatrix> {
        (name != "rf" && name != "co").then(|| Facts::relation(self, name))
    }
}

impl Facts for Given {
    fn executed(&self) -> &BitSet {
        &self.executed
    }

    fn set(&self, name: &str) -> BitSet {
        self.sets.get(name).cloned().unwrap_or_else(|| BitSet::new(self.executed.size()))
    }

    fn relation(&self, name: &str) -> BitMatrix {
        match self.relations.get(name) {
            Some(relation) => relation.clone(),
            None if name == "id" => BitMatrix::diagonal(&self.executed),
            None => BitMatrix::new(self.executed.size()),
        }
    }
}

/// Events 0 to 3; `W` is 0 and 1, `R` 2 and 3; `po` 0→1→2, `rf` 1→3; same-class pairs even and odd events.
fn four_events() -> Given {
    let set = |name: &str, members: &[usize]| (name.to_string(), BitSet::from_fn(4, |i| members.contains(&i)));
    let relation =
        |name: &str, pairs: &[(usize, usize)]| (name.to_string(), BitMatrix::from_pairs(4, pairs.iter().copied()));
    let same: Vec<_> = (0..4).flat_map(|i| [(i, i % 2), (i, i % 2 + 2)]).collect();
    let relations = [
        relation("po", &[(0, 1), (1, 2)]),
        relation("rf", &[(1, 3)]),
        relation("co", &[(0, 1), (1, 0)]),
        relation("same-class", &same),
    ];
    Given {
        executed: BitSet::full(4),
        sets: HashMap::from([set("W", &[0, 1]), set("R", &[2, 3])]),
        relations: HashMap::from(relations),
    }
}

fn elaborated(model: &Model, program: &dyn StaticSets) -> Result<(ModelGraph, CoreModel), Box<Diagnostic>> {
    let mut graph = ModelGraph::default();
    let mut count = |graph: &ModelGraph, relation| classes(graph, relation, program).map(|classes| classes.len());
    let core = elaborate(model, Updates::TwoEvents, &BASE, &mut graph, &mut count)?;
    Ok((graph, core))
}

fn classes_of(graph: &ModelGraph, core: &CoreModel) -> Classes {
    Classes::of_relations(graph, &core.classes, &four_events()).expect("the model was elaborated for them")
}

fn run(text: &str) -> (CoreModel, Evaluated) {
    let model = load(text).unwrap_or_else(|error| panic!("{}", report(&error)));
    evaluate(&model)
}

fn evaluate(model: &Model) -> (CoreModel, Evaluated) {
    if let Err(error) = check(model, &BASE) {
        panic!("{}", report(&error));
    }
    let (graph, core) = elaborated(model, &four_events()).unwrap_or_else(|error| panic!("{}", report(&error)));
    let values = evaluate_execution(&graph, &classes_of(&graph, &core), &core.schedule, &four_events());
    (core, values)
}

/// The axioms of a model by name, and which of them hold of the four events.
pub(super) fn holding(model: &Model) -> Vec<(String, bool)> {
    let (core, values) = evaluate(model);
    core.axioms.iter().map(|axiom| (axiom.name.clone(), holds(axiom, &values))).collect()
}

fn pairs(text: &str) -> Vec<(usize, usize)> {
    let (core, values) = run(&format!("{text} as it"));
    match core.axioms.last().map(|axiom| axiom.property.subject()) {
        Some(Subject::Rel(relation)) => values.rel(relation).iter().collect(),
        Some(Subject::Set(set)) => values.set(set).iter().map(|i| (i, i)).collect(),
        None => panic!("no test"),
    }
}

fn assert_same_pairs(a: &str, b: &str) {
    assert_eq!(pairs(a), pairs(b), "{a} / {b}");
}

#[test]
fn operators() {
    assert_eq!(pairs("empty po | rf"), [(0, 1), (1, 2), (1, 3)]);
    assert_eq!(pairs("empty po ; po"), [(0, 2)]);
    assert_eq!(pairs("empty (po | rf) \\ po \\ id"), [(1, 3)]);
    assert_eq!(pairs("empty po^-1"), [(1, 0), (2, 1)]);
    assert_eq!(pairs("empty W \\ domain(rf)"), [(0, 0)]);
    assert_eq!(pairs("empty range rf"), [(3, 3)]);
    assert_eq!(pairs("empty [~W]"), [(2, 2), (3, 3)]);
    assert_eq!(pairs("empty po+ & (W * R)"), [(0, 2), (1, 2)]);
    assert_same_pairs("empty po*", "empty po+ | id");
    assert_same_pairs("empty rf?", "empty rf | [_]");
    assert_same_pairs("empty ~po", "empty (_ * _) \\ po");
    assert_same_pairs("empty ~~(po & po)", "empty po");
}

#[test]
fn nothing_adapts() {
    assert_same_pairs("empty 0 | W", "empty W");
    assert_same_pairs("empty po | {}", "empty po");
    assert_same_pairs("empty po \\ 0", "empty po");
    assert_eq!(pairs("empty 0 ; po | [0] | 0 * W | 0+ | (0 & po) | (0 \\ po) | 0^-1"), []);
    assert_same_pairs("empty 0*", "empty id");
    assert_eq!(pairs("empty 0"), []);
    assert_eq!(pairs("empty domain 0"), []);
    let either =
        "m.cat:1:9: the complement of a set or of a relation? | 0 | either | all events are `_`, all pairs `_ * _`";
    assert_eq!(error("empty (~0)"), either);
}

#[test]
fn tests_and_flags() {
    let (core, values) =
        run("acyclic po as order acyclic co irreflexive co as loop\nflag ~empty rf as seen ~empty 0 as void");
    let kind = |property| match property {
        Property::Acyclic(_) => "acyclic",
        Property::Irreflexive(_) => "irreflexive",
        Property::Empty(_) => "empty",
    };
    let show = |test: &super::core::Test| (test.name.clone(), kind(test.property), test.negated, holds(test, &values));
    let axioms: Vec<_> = core.axioms.iter().map(show).collect();
    let expected = [
        ("order".to_string(), "acyclic", false, true),
        ("m.cat:1".to_string(), "acyclic", false, false),
        ("loop".to_string(), "irreflexive", false, true),
        ("void".to_string(), "empty", true, false),
    ];
    assert_eq!(axioms, expected);
    let flags: Vec<_> = core.flags.iter().map(show).collect();
    assert_eq!(flags, [("seen".to_string(), "empty", true, true)]);
}

#[test]
fn fixpoints() {
    assert_same_pairs("let rec r = po | r ; r empty r", "empty po+");
    assert_same_pairs("let rec r = po | rf | r ; (po | rf) empty r", "empty (po | rf)+");
    assert_same_pairs("empty let rec odd = co | even ; co and even = odd ; co in odd | even", "empty co+");
    assert_same_pairs("let rec r = r empty r", "empty 0");
}

#[test]
fn scopes() {
    assert_same_pairs("let a = po let f x = x ; a let a = 0 empty f po", "empty po ; po");
    assert_same_pairs("let po = rf let po = po^-1 empty po", "empty rf^-1");
    assert_same_pairs("let a = po empty (let a = rf and b = a in a | b)", "empty rf | po");
    assert_same_pairs("empty (let a = po in let f x = a | x in let a = 0 in f rf | a)", "empty po | rf");
    assert_same_pairs(
        "let apply f x = f x let twice(f, x) = f (f x) let step x = x ; po empty apply step po | twice step id",
        "empty po ; po",
    );
    assert_same_pairs("let d = domain empty d po", "empty domain po");
    assert_same_pairs("let domain x = x empty domain po", "empty po");
}

#[test]
fn sets_of_sets() {
    let each = "let rec each sets = match sets with || {} -> 0 || C ++ rest -> C * C | each rest end ";
    assert_same_pairs(&format!("{each} empty each (classes same-class)"), "empty same-class");
    assert_same_pairs(&format!("{each} empty each (W ++ R ++ 0)"), "empty W * W | R * R");
    let count = "let rec odd sets = match sets with {} -> 0 || C ++ rest -> even rest end
        and even sets = match sets with {} -> id || C ++ rest -> odd rest end ";
    assert_same_pairs(&format!("{count} empty even (classes same-class)"), "empty id");
    assert_same_pairs(&format!("{count} empty even (W ++ R ++ W ++ 0)"), "empty id");
    let model = load("empty domain(match classes po with {} -> 0 || C ++ r -> [C] end)");
    let failed = model.and_then(|model| elaborated(&model, &four_events()).map(drop));
    assert_eq!(
        failed.map_err(|error| report(&error)),
        Err("m.cat:1:28: `classes` needs an equivalence that is the same in all executions | po | \
             not known to be one | -"
            .to_string())
    );
}

#[test]
fn name_errors() {
    let texts = [
        "let x = poo",
        "let x = y let y = po",
        "let f x = let y = x in y empty y",
        "let f a b = a\nempty f po",
        "empty domain(po, rf)",
        "let g f = f po rf let h x = x empty g h",
        "empty po rf",
        "acyclic po as a acyclic rf as a",
        "let f x x = x",
        "let x = po and x = rf",
    ];
    insta::assert_snapshot!(errors(&texts), @r#"
    m.cat:1:9: `poo` is not defined | poo | not known here | did you mean `po`?
    m.cat:1:9: `y` is not defined | y | not known here | -
    m.cat:1:32: `y` is not defined | y | not known here | -
    m.cat:2:7: `f` takes 2 arguments, not 1 | f po | this call | an argument that is not a name stands in parentheses, and operators stand between operands
    m.cat:1:7: `domain` takes 1 argument, not 2 | domain(po, rf) | this call | an argument that is not a name stands in parentheses, and operators stand between operands
    m.cat:1:11: `f` takes 1 argument, not 2 | f po rf | this call | an argument that is not a name stands in parentheses, and operators stand between operands | g h: in this call
    m.cat:1:7: `po` is a relation, not a function | po | called here | an operator such as `;` or `&` is missing after it
    none
    m.cat:1:9: `x` is named twice | x | the second | give it another name
    m.cat:1:16: `x` is named twice | x | the second | give it another name
    "#);
}

#[test]
fn monotonicity() {
    let texts = [
        "let rec r = po \\ r",
        "let rec r = po | ~s and s = r",
        "let f x = po \\ x let rec r = f r",
        "let rec r = let q = r ; po in rf \\ q",
        "let rec r = let f x = x \\ r in f po",
        "let f x y = x \\ y let rec r = f (r | po) rf",
        "let rec r = let r = po in ~r",
        "let rec r = [domain r] ; po | (let f x = x | r in f r)",
        "let rec f x = po and r = rf",
    ];
    insta::assert_snapshot!(errors(&texts), @r#"
    m.cat:1:13: this is not monotone in `r`: there is no least fixpoint | po \ r | takes away what depends on `r` | a recursive relation is monotone in itself: it may not stand right of `\` or under `~`
    m.cat:1:18: this is not monotone in `s`: there is no least fixpoint | ~s | takes away what depends on `s` | a recursive relation is monotone in itself: it may not stand right of `\` or under `~`
    m.cat:1:11: this is not monotone in `r`: there is no least fixpoint | po \ x | takes away what depends on `r` | a recursive relation is monotone in itself: it may not stand right of `\` or under `~`
    m.cat:1:31: this is not monotone in `r`: there is no least fixpoint | rf \ q | takes away what depends on `r` | a recursive relation is monotone in itself: it may not stand right of `\` or under `~`
    m.cat:1:23: this is not monotone in `r`: there is no least fixpoint | x \ r | takes away what depends on `r` | a recursive relation is monotone in itself: it may not stand right of `\` or under `~`
    none
    none
    none
    m.cat:1:1: functions and relations in one recursive definition | let rec f x = po and r = rf | mixed | define all with parameters or all without
    "#);
}

#[test]
fn kind_errors() {
    let texts = [
        "let x = po | W",
        "let x = (po ; rf) ; W",
        "let x = po * W",
        "acyclic W",
        "empty domain",
        "let x = [po]",
        "let x = W+",
        "let x = classes same-class | po",
        "let f x = x ; po\nempty f W",
        "let rec f s = match s with {} -> 0 || C ++ r -> C | f r end empty f (classes id) ; po",
        "let rec r = W | r",
        "let rec f x = f x empty f po",
        "let x = match W with {} -> 0 || C ++ r -> C end",
    ];
    insta::assert_snapshot!(errors(&texts), @r#"
    m.cat:1:14: a relation is needed here, not a set | W | a set | `[W]` relates each event of a set to itself | po: a relation
    m.cat:1:21: a relation is needed here, not a set | W | a set | `[W]` relates each event of a set to itself
    m.cat:1:9: a set is needed here, not a relation | po | a relation | `domain` and `range` make sets of relations
    m.cat:1:9: a relation is needed here, not a set | W | a set | `[W]` relates each event of a set to itself
    m.cat:1:7: a relation is needed here, not a function | domain | a function | a function is called with all its arguments
    m.cat:1:10: a set is needed here, not a relation | po | a relation | `domain` and `range` make sets of relations
    m.cat:1:9: a relation is needed here, not a set | W | a set | `[W]` relates each event of a set to itself
    m.cat:1:30: a set of sets is needed here, not a relation | po | a relation | - | classes same-class: a set of sets
    m.cat:1:11: a relation is needed here, not a set | x | a set | `[x]` relates each event of a set to itself | f W: in this call
    m.cat:1:67: a relation is needed here, not a set | f (classes id) | a set | `[s]` relates each event of a set to itself
    none
    m.cat:1:17: the evaluation is nested more than 1000 deep | x | the limit is reached here | a recursive function comes to its end by `match` on fewer and fewer sets | f x: in this call
    m.cat:1:15: a set of sets is needed here, not a set | W | a set | -
    "#);
}

#[test]
fn steps_are_bounded() {
    let mut text = "let f0 x = x".to_string();
    (1..60).for_each(|i| text += &format!(" let f{i} x = f{0} x | f{0} x", i - 1));
    assert!(error(&(text + " empty f59 po")).contains("the model takes more than 1000000 steps"));
}

#[test]
fn axioms_are_bounded() {
    let flags = "flag empty po ".repeat(70);
    assert_eq!(error(&format!("{flags}{}", "acyclic po ".repeat(63))), "none");
    let refused = error(&"acyclic po ".repeat(64));
    assert!(refused.contains("m.cat:1:694: more than 63 axioms in one model | acyclic po | one too many"), "{refused}");
}

#[test]
fn deep_evaluation_fits_a_small_stack() {
    let nested = "(".repeat(190) + "f x" + &")".repeat(190);
    let wrapped = (0..45).fold("f x".to_string(), |inner, _| format!("~[domain({inner})]"));
    for body in [nested, wrapped, "let g y = f y in g x".to_string(), "let h y = y in f x | h x".to_string()] {
        let text = format!("let rec f x = {body} empty f po");
        let done = std::thread::Builder::new().stack_size(1 << 20).spawn(move || error(&text));
        let error = done.map(|thread| thread.join().unwrap_or_default()).unwrap_or_default();
        assert!(error.contains("1000 deep"), "{error}");
    }
}

/// herd7 includes the file that is beside the model: where another is beside the one that includes it, it is said which are meant.
#[test]
fn files_of_one_name_are_told_apart() {
    let load = |beside: &'static str| {
        let resolve = move |name: &str| match name {
            "sub/b.cat" => Some("include \"c.cat\"".to_string()),
            "sub/c.cat" => Some("let c = po".to_string()),
            "c.cat" => Some(beside.to_string()).filter(|text| !text.is_empty()),
            _ => None,
        };
        load_text("a.cat", "include \"sub/b.cat\" acyclic c", &resolve).map(drop).map_err(|error| report(&error))
    };
    assert_eq!(load(""), Ok(()));
    assert_eq!(load("let c = po"), Ok(()));
    insta::assert_snapshot!(load("let c = rf").unwrap_err(), @"sub/b.cat:1:9: two files are meant by `c.cat`: this model includes the one beside this file, herd7 the one beside the model | \"c.cat\" | either | `c.cat` is another: rename one, or include it by its folder");
}

#[test]
fn includes() {
    let files: HashMap<&str, &str> = HashMap::from([
        ("dir/b.cat", "\"ignored\" let b = po include \"sub/../c.cat\""),
        ("dir/c.cat", "let c = b"),
        ("dir/self.cat", "include \"self2.cat\""),
        ("dir/self2.cat", "let x = po\ninclude \"./self.cat\""),
        ("dir/bad.cat", "let x ="),
        ("dir/many.cat", "let x = po"),
    ]);
    let resolve = |name: &str| files.get(name).map(|text| text.to_string());
    let load = |text: &str| load_text("dir/a.cat", text, &resolve);
    let model = load("\"Title\" include \"b.cat\" acyclic c").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((model.name.as_str(), model.title.as_deref()), ("a", Some("Title")));
    let names: Vec<_> = model.sources.iter().map(|source| source.name.as_str()).collect();
    assert_eq!(names, ["dir/a.cat", "dir/b.cat", "dir/c.cat"]);
    assert_eq!(model.statements.len(), 3);
    let texts = ["none", "a", "self", "bad", "sub/../../c", "/dir/c"].map(|name| format!("include \"{name}.cat\""));
    let failures = texts.map(|text| load(&text).map(drop).map_err(|error| report(&error)).err().unwrap_or_default());
    insta::assert_snapshot!(failures.join("\n"), @r#"
    dir/a.cat:1:9: cannot include `none.cat`: there is none of this name | "none.cat" | not readable | -
    dir/a.cat:1:9: `a.cat` includes itself | "a.cat" | closes a cycle | `dir/a.cat` includes `dir/a.cat`
    dir/self2.cat:2:9: `./self.cat` includes itself | "./self.cat" | closes a cycle | `dir/self.cat` includes `dir/self2.cat` includes `dir/self.cat`
    dir/bad.cat:1:8: the file ends too early |  | ends here | expected an expression
    dir/a.cat:1:9: `sub/../../c.cat` leads out of the folder of this file | "sub/../../c.cat" | not below it | a file in the same folder, or below it
    dir/a.cat:1:9: `/dir/c.cat` leads out of the folder of this file | "/dir/c.cat" | not below it | a file in the same folder, or below it
    "#);
    let many = "include \"many.cat\" ".repeat(256);
    assert!(load(&many).is_err_and(|error| error.message == "more than 256 files in one model"));
    let endless = load_text("0.cat", "include \"1.cat\"", &|name| {
        let number: usize = name.trim_end_matches(".cat").parse().unwrap_or(0);
        Some(format!("include \"{}.cat\"", number + 1))
    });
    assert!(endless.is_err_and(|error| error.message == "files include each other more than 32 deep"));
    let missing = load_file(Path::new("no/such.cat"), Places::default()).map(drop);
    assert!(missing.is_err_and(|error| error.message.starts_with("the model: cannot be read: ")));
}

/// Three events; every base set holds all of them, every base relation is `relation`.
fn uniform(relation: &BitMatrix) -> Given {
    let sets = BASE.sets.iter().map(|name| (name.to_string(), BitSet::full(3)));
    let relations = BASE.relations.iter().map(|name| (name.to_string(), relation.clone()));
    Given { executed: BitSet::full(3), sets: sets.collect(), relations: relations.collect() }
}

fn shipped_model(name: &str) -> Model {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("models").join(name).with_extension("cat");
    load_file(&path, Places::default()).unwrap_or_else(|error| panic!("{}", report(&error)))
}

#[test]
fn the_models_load() {
    let id = BitMatrix::diagonal(&BitSet::full(3));
    for name in ["hsa", "hsa-literal", "hsa-none", "opencl"] {
        let model = shipped_model(name);
        check(&model, &BASE).unwrap_or_else(|error| panic!("{}", report(&error)));
        // No class of events, one, three.
        for relation in [BitMatrix::new(3), BitMatrix::from_fn(3, |_, _| true), id.clone()] {
            let (_, core) =
                elaborated(&model, &uniform(&relation)).unwrap_or_else(|error| panic!("{}", report(&error)));
            // Those of races and of constant memory, and what is undefined of barriers.
            let others = core.flags.iter().filter(|flag| !flag.name.starts_with("barrier-"));
            assert!(core.axioms.len() > 5 && others.count() == 2);
        }
    }
}

#[test]
fn models_share_a_graph_and_are_elaborated_once_for_each_number_of_classes() {
    let elaborations = Elaborations::new(BASE);
    let (hsa, opencl) = (shipped_model("hsa"), shipped_model("opencl"));
    let programs = [BitMatrix::new(3), BitMatrix::diagonal(&BitSet::full(3))].map(|relation| uniform(&relation));
    let elaborate = |model: &Model, program: &Given| {
        elaborations.elaborate(model, Updates::TwoEvents, program).unwrap_or_else(|error| panic!("{}", report(&error)))
    };
    let first = elaborate(&hsa, &programs[0]);
    let larger = elaborate(&hsa, &programs[1]);
    assert!(larger.graph.ops.len() > first.graph.ops.len(), "three classes need more than none");
    let again = elaborate(&hsa.clone(), &programs[0]);
    assert!(std::sync::Arc::ptr_eq(&first.model, &again.model));
    let other = elaborate(&opencl, &programs[0]);
    let alone = elaborated(&opencl, &programs[0]).map(|(graph, _)| graph.ops.len()).unwrap_or_default();
    let new = other.graph.ops.len() - larger.graph.ops.len();
    assert!(new < alone / 2, "most of the axioms are shared: {new} of {alone} nodes are new");
}

#[test]
fn core_models_in_words() {
    let text = "let rec r = po | r ; po
        let f x y = [W] ; x ; [R & ~IW] | y^-1?
        acyclic f (po | rf) co+ as plain
        irreflexive r ; (rf \\ po) as recursive
        empty domain(po) & range(po | rf) \\ (W | R) as set
        let rec each sets = match sets with || {} -> 0 || C ++ rest -> C * C | each rest end
        empty each (classes same-class) as classes";
    let model = load(text).unwrap_or_else(|error| panic!("{}", report(&error)));
    let (graph, core) = elaborated(&model, &four_events()).unwrap_or_else(|error| panic!("{}", report(&error)));
    let words = |test: &super::core::Test| format!("{}: {}", test.name, describe(&graph, test.property.subject()));
    insta::assert_snapshot!(core.axioms.iter().map(words).collect::<Vec<_>>().join("\n"), @r"
    plain: ([W] ; (po | rf) ; [R & (_ \ IW)] | (co^-1 | [_]))+
    recursive: (po | … ; po) ; rf \ po
    set: domain(po) & range(po | rf) \ (W | R)
    classes: class 0 of (same-class) * class 0 of (same-class) | class 1 of (same-class) * class 1 of (same-class)
    ");
}

fn words() -> impl Strategy<Value = String> {
    let words = [
        "let x =",
        "let rec r =",
        "let f x =",
        "let rec f s =",
        "in",
        "and y =",
        "empty",
        "acyclic",
        "flag",
        "x",
        "r",
        "f x",
        "f",
        "s",
        "y",
        "0",
        "_",
        "(",
        ")",
        "[",
        "]",
        "|",
        "++",
        "+",
        "*",
        ";",
        "\\",
        "&",
        "~",
        "?",
        "^-1",
        "po",
        "W",
        "classes",
        "domain",
        "match s with {} -> 0 || C ++ s ->",
        "C",
        "end",
        "same-class",
        "as a",
    ];
    prop::collection::vec(prop::sample::select(words.to_vec()), 0..25).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn any_words_are_checked_or_refused(text in words()) {
        if let Ok(model) = load(&text) {
            let checked = check(&model, &BASE);
            if let (Ok(()), Ok((graph, core))) = (checked, elaborated(&model, &four_events())) {
                let values = evaluate_execution(&graph, &classes_of(&graph, &core), &core.schedule, &four_events());
                for component in &core.schedule {
                    let Component::Loop(nodes) = component else { continue };
                    for (variable, body) in split_loop(&graph.ops, nodes).0 {
                        prop_assert_eq!(values.rel(variable), values.rel(body), "a fixpoint is what defines it");
                    }
                }
            }
        }
    }
}
