//! Whether proofs follow by the operations of the core language, from base sets and relations. Written apart from what finds proofs.

use gfx_litmus::cat::Elaborated;
use gfx_litmus::cat::core::{
    Derivation, Fact, Facts, RelId, RelLeaf, RelOp, SetId, SetLeaf, SetOp, Subject, evaluate_execution, schedule,
};
use std::rc::Rc;

/// Whether every step of a proof follows.
pub fn check(elaborated: &Elaborated, facts: &dyn Facts, derivation: &Derivation) -> Result<(), String> {
    let given = derivation.premises.iter().map(|premise| premise.fact).collect::<Vec<_>>();
    let follows = match (derivation.fact.holds, derivation.fact.subject) {
        (false, _) => given.is_empty() && !is_in(elaborated, facts, derivation.fact),
        (true, Subject::Set(set)) => follows_of_set(elaborated, facts, (set, derivation.fact), &given),
        (true, Subject::Rel(rel)) => follows_of_pair(elaborated, facts, (rel, derivation.fact), &given),
    };
    match follows {
        true => derivation.premises.iter().try_for_each(|premise| check(elaborated, facts, premise)),
        false => Err(format!("{:?} does not follow from {given:?}", derivation.fact)),
    }
}

/// Whether a fact is so whatever it says, by evaluating its set or relation.
fn is_in(elaborated: &Elaborated, facts: &dyn Facts, fact: Fact) -> bool {
    let Elaborated { graph, classes, .. } = elaborated;
    let order = schedule(&graph.ops, [fact.subject.node()]);
    Fact { holds: true, ..fact }.is_true(&evaluate_execution(graph, classes, &order, facts))
}

fn member(set: SetId, event: usize) -> Fact {
    Fact { subject: Subject::Set(set), from: event, to: event, holds: true }
}

fn pair(rel: RelId, from: usize, to: usize) -> Fact {
    Fact { subject: Subject::Rel(rel), from, to, holds: true }
}

fn not(fact: Fact) -> Fact {
    Fact { holds: false, ..fact }
}

fn follows_of_set(elaborated: &Elaborated, facts: &dyn Facts, (set, fact): (SetId, Fact), given: &[Fact]) -> bool {
    let event = fact.from;
    match *elaborated.graph.ops.set_op(set) {
        SetOp::Leaf(SetLeaf::Empty) => false,
        SetOp::Leaf(SetLeaf::Universe) => given.is_empty() && facts.executed().contains(event),
        SetOp::Leaf(SetLeaf::Base(name)) => {
            given.is_empty() && facts.set(elaborated.graph.name(name)).contains(event) && fact.to == event
        }
        SetOp::Leaf(SetLeaf::Class(..)) => given.is_empty() && is_in(elaborated, facts, fact),
        SetOp::Union(a, b) => given == [member(a, event)] || given == [member(b, event)],
        SetOp::Inter(a, b) => given == [member(a, event), member(b, event)],
        SetOp::Minus(a, b) => given == [member(a, event), not(member(b, event))],
        SetOp::Domain(a) => matches!(given, &[one] if one == pair(a, event, one.to)),
        SetOp::Range(a) => matches!(given, &[one] if one == pair(a, one.from, event)),
    }
}

fn follows_of_pair(elaborated: &Elaborated, facts: &dyn Facts, (rel, fact): (RelId, Fact), given: &[Fact]) -> bool {
    let Fact { from, to, .. } = fact;
    let same = |rel| pair(rel, from, to);
    match *elaborated.graph.ops.rel_op(rel) {
        RelOp::Leaf(RelLeaf::Empty) => false,
        RelOp::Leaf(RelLeaf::Base(name)) => {
            given.is_empty() && facts.relation(elaborated.graph.name(name)).contains(from, to)
        }
        // A choice of the execution, which nothing else shows.
        RelOp::Order(..) => given.is_empty(),
        RelOp::Variable(variable) => {
            elaborated.graph.ops.definition(variable).is_some_and(|body| given == [same(body)])
        }
        RelOp::Union(a, b) => given == [same(a)] || given == [same(b)],
        RelOp::Inter(a, b) => given == [same(a), same(b)],
        RelOp::Minus(a, b) => given == [same(a), not(same(b))],
        RelOp::Seq(a, b) => matches!(given, &[one, _] if given == [pair(a, from, one.to), pair(b, one.to, to)]),
        RelOp::RestrictDomain(s, a) => given == [member(s, from), same(a)],
        RelOp::RestrictRange(a, s) => given == [same(a), member(s, to)],
        RelOp::Inverse(a) => given == [pair(a, to, from)],
        RelOp::Plus(a) => is_path(a, (from, to), given),
        RelOp::Diagonal(s) => from == to && given == [member(s, from)],
        RelOp::Product(s, t) => given == [member(s, from), member(t, to)],
    }
}

fn is_path(step: RelId, (from, to): (usize, usize), given: &[Fact]) -> bool {
    let steps = given.iter().all(|&one| one == pair(step, one.from, one.to));
    let ends = given.first().zip(given.last()).map(|(first, last)| (first.from, last.to));
    steps && ends == Some((from, to)) && given.windows(2).all(|two| two[0].to == two[1].from)
}

/// Proofs with a premise left out, or one that is said of other events or of the opposite.
pub fn tampered(derivation: &Derivation) -> Vec<Derivation> {
    let with = |premises: Vec<Rc<Derivation>>| Derivation { fact: derivation.fact, premises, size: derivation.size };
    let mut all = Vec::new();
    for (at, premise) in derivation.premises.iter().enumerate() {
        let replaced = |by: Derivation| {
            let mut premises = derivation.premises.clone();
            premises[at] = Rc::new(by);
            with(premises)
        };
        let mut without = derivation.premises.clone();
        without.remove(at);
        all.push(with(without));
        let opposite = Fact { holds: !premise.fact.holds, ..premise.fact };
        let Derivation { premises, size, .. } = &**premise;
        all.push(replaced(Derivation { fact: opposite, premises: premises.clone(), size: *size }));
        let moved = Fact { from: premise.fact.from + 1, ..premise.fact };
        all.push(replaced(Derivation { fact: moved, premises: premises.clone(), size: *size }));
        all.extend(tampered(premise).into_iter().map(replaced));
    }
    all
}
