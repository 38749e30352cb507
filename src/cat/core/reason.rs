//! Derivations as readers follow them: what has no name in the model's text is left out, so that a named relation leads from one event to
//! another by a path of named and base relations, under conditions.

use super::derivation::{Derivation, Fact};
use super::model::{ModelGraph, RelLeaf, SetLeaf};
use super::names::{Name, Names};
use super::op::{RelOp, SetOp, Subject};
use super::words::describe_by_names;

/// What a set or relation is called by.
#[derive(Clone, Debug)]
pub enum Called {
    /// By its own name: it is a base set or relation.
    Given,
    /// By what the model names it.
    Named(Name),
    /// By its cat text: the model does not name it.
    Unnamed,
}

/// Why an event is in a set, or a pair in a relation, or that it is not.
#[derive(Clone, Debug)]
pub struct Reason {
    /// What is so.
    pub fact: Fact,
    /// The name of the set or relation, or its cat text.
    pub text: String,
    /// Where the text is from.
    pub called: Called,
    /// The steps that lead from the first event of the pair to the second; none for sets, for what is given and for what is not so.
    pub path: Vec<Reason>,
    /// What else it takes.
    pub conditions: Vec<Reason>,
}

/// The steps of a path, and what else it takes.
#[derive(Clone, Debug, Default)]
pub struct Reasons {
    /// Each begins where the one before ends.
    pub path: Vec<Reason>,
    /// Members of sets, and pairs that need not be steps of the path.
    pub conditions: Vec<Reason>,
}

/// A derivation by names.
pub fn reasons(graph: &ModelGraph, names: &Names, derivation: &Derivation) -> Reasons {
    let mut out = Reasons::default();
    Namer { graph, names }.add(derivation, &mut out);
    out
}

struct Namer<'a> {
    graph: &'a ModelGraph,
    names: &'a Names,
}

impl Namer<'_> {
    /// Adds a derivation: as one step or condition if its set or relation has a name, else what it is made of.
    fn add(&self, derivation: &Derivation, out: &mut Reasons) {
        let Fact { subject, holds, .. } = derivation.fact;
        match self.names.get(subject.node()) {
            // A name of two sets says no more than they do.
            Some(_) if holds && self.is_product(subject) => {
                derivation.premises.iter().for_each(|premise| self.add_condition(premise, out));
            }
            Some(name) => {
                let mut inner = Reasons::default();
                if holds {
                    self.add_premises(derivation, &mut inner);
                }
                // Every event is so, as one is related to itself by a `?`: nothing is said.
                let is_of_all = holds && inner.path.is_empty() && inner.conditions.is_empty();
                if is_of_all && derivation.fact.from == derivation.fact.to {
                    return;
                }
                put(reason(derivation, name.text.clone(), Called::Named(name.clone()), inner), out);
            }
            None if holds => self.add_premises(derivation, out),
            None => put(self.unnamed(derivation, Reasons::default()), out),
        }
    }

    fn is_product(&self, subject: Subject) -> bool {
        matches!(subject, Subject::Rel(rel) if matches!(self.graph.ops.rel_op(rel), RelOp::Product(..)))
    }

    /// A reason that is called by its cat text: what is given, or what is no path.
    fn unnamed(&self, derivation: &Derivation, inner: Reasons) -> Reason {
        let subject = derivation.fact.subject;
        let is_base = match subject {
            Subject::Set(set) => matches!(self.graph.ops.set_op(set), SetOp::Leaf(SetLeaf::Base(_))),
            Subject::Rel(rel) => matches!(self.graph.ops.rel_op(rel), RelOp::Leaf(RelLeaf::Base(_))),
        };
        let called = if is_base { Called::Given } else { Called::Unnamed };
        reason(derivation, describe_by_names(self.graph, self.names, subject), called, inner)
    }

    fn add_premises(&self, derivation: &Derivation, out: &mut Reasons) {
        match derivation.fact.subject {
            Subject::Set(set) => match self.graph.ops.set_op(set) {
                // Every event is in it: nothing is said.
                SetOp::Leaf(SetLeaf::Universe) => {}
                SetOp::Leaf(SetLeaf::Empty | SetLeaf::Base(_) | SetLeaf::Class(..)) => {
                    put(self.unnamed(derivation, Reasons::default()), out);
                }
                SetOp::Union(..) | SetOp::Inter(..) | SetOp::Minus(..) => self.add_all(derivation, out),
                SetOp::Domain(_) | SetOp::Range(_) => put(self.aside(derivation), out),
            },
            Subject::Rel(rel) => match self.graph.ops.rel_op(rel) {
                RelOp::Leaf(RelLeaf::Empty | RelLeaf::Base(_)) | RelOp::Order(..) => {
                    put(self.unnamed(derivation, Reasons::default()), out);
                }
                RelOp::Inter(..) => self.add_both(derivation, out),
                RelOp::Minus(..) => self.add_difference(derivation, out),
                RelOp::Inverse(_) | RelOp::Product(..) => put(self.aside(derivation), out),
                RelOp::Variable(_)
                | RelOp::Union(..)
                | RelOp::Seq(..)
                | RelOp::RestrictDomain(..)
                | RelOp::RestrictRange(..)
                | RelOp::Plus(_)
                | RelOp::Diagonal(_) => self.add_all(derivation, out),
            },
        }
    }

    fn add_all(&self, derivation: &Derivation, out: &mut Reasons) {
        derivation.premises.iter().for_each(|premise| self.add(premise, out));
    }

    /// What is called by its cat text, and whose premises are no steps on the way.
    fn aside(&self, derivation: &Derivation) -> Reason {
        let mut inner = Reasons::default();
        self.add_all(derivation, &mut inner);
        inner.conditions.splice(0..0, std::mem::take(&mut inner.path));
        self.unnamed(derivation, inner)
    }

    /// Whether a base relation takes part, so that one event leads to another: sets alone relate whatever they hold.
    fn leads(&self, derivation: &Derivation) -> bool {
        match derivation.fact.subject {
            Subject::Set(_) => false,
            Subject::Rel(rel) => match self.graph.ops.rel_op(rel) {
                RelOp::Leaf(RelLeaf::Base(_)) | RelOp::Order(..) => true,
                RelOp::Leaf(RelLeaf::Empty)
                | RelOp::Variable(_)
                | RelOp::Union(..)
                | RelOp::Inter(..)
                | RelOp::Minus(..)
                | RelOp::Seq(..)
                | RelOp::RestrictDomain(..)
                | RelOp::RestrictRange(..)
                | RelOp::Inverse(_)
                | RelOp::Plus(_)
                | RelOp::Diagonal(_)
                | RelOp::Product(..) => derivation.premises.iter().any(|premise| self.leads(premise)),
            },
        }
    }

    /// Adds the pair of two relations: the one that takes more to explain leads the way, the other is a condition.
    fn add_both(&self, derivation: &Derivation, out: &mut Reasons) {
        let leading = derivation.premises.iter().rev().max_by_key(|premise| (self.leads(premise), premise.size));
        for premise in &derivation.premises {
            if leading.is_some_and(|leading| std::ptr::eq(&**leading, &**premise)) {
                self.add(premise, out);
            } else {
                self.add_condition(premise, out);
            }
        }
    }

    fn add_difference(&self, derivation: &Derivation, out: &mut Reasons) {
        for premise in &derivation.premises {
            if premise.fact.holds {
                self.add(premise, out);
            } else {
                self.add_condition(premise, out);
            }
        }
    }

    fn add_condition(&self, derivation: &Derivation, out: &mut Reasons) {
        let mut inner = Reasons::default();
        self.add(derivation, &mut inner);
        out.conditions.extend(inner.path.into_iter().chain(inner.conditions));
    }
}

fn reason(derivation: &Derivation, text: String, called: Called, inner: Reasons) -> Reason {
    let Reasons { path, conditions } = inner;
    Reason { fact: derivation.fact, text, called, path, conditions }
}

/// Puts a reason where it belongs: pairs that are so are steps, but for those of a named relation that lead nowhere.
fn put(reason: Reason, out: &mut Reasons) {
    let Fact { subject, from, to, holds } = reason.fact;
    let leads_nowhere = from == to && reason.path.is_empty() && matches!(reason.called, Called::Named(_));
    match subject {
        Subject::Rel(_) if holds && !leads_nowhere => out.path.push(reason),
        Subject::Rel(_) | Subject::Set(_) => out.conditions.push(reason),
    }
}
