//! Nodes in words: the cat text of what a node means, base names and operations only.

use super::fold::{Fold, Values, evaluate, schedule};
use super::model::{ModelGraph, RelLeaf, SetLeaf};
use super::names::Names;
use super::op::{RelId, RelOp, SetId, SetOp, Subject, VariableId};

/// A text, and how tightly its outermost operator binds.
#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    text: String,
    binding: u8,
}

/// Longer texts are cut: functions over classes write one relation many times.
const MAX_CHARS: usize = 2_000;

/// The cat text of a set or relation, such as the subject of a test; cut after 2000 characters.
pub fn describe(graph: &ModelGraph, subject: Subject) -> String {
    text_of(graph, subject, Values::default())
}

/// The text of a set or relation, given those of some that it is made of.
fn text_of(graph: &ModelGraph, subject: Subject, mut values: Values<Words, Words>) -> String {
    evaluate(&mut Writer { graph }, &graph.ops, &schedule(&graph.ops, [subject.node()]), &mut values);
    match subject {
        Subject::Set(set) => values.set(set).text.clone(),
        Subject::Rel(rel) => values.rel(rel).text.clone(),
    }
}

/// The cat text of a set or relation by what the model calls those that it is made of; cut after 2000 characters.
pub fn describe_by_names(graph: &ModelGraph, names: &Names, subject: Subject) -> String {
    let mut values = Values::default();
    for (node, name) in names.nodes().filter(|&(node, _)| node != subject.node()) {
        match graph.ops.typed(node) {
            Subject::Set(set) => values.put_set(set, atom(&*name.text)),
            Subject::Rel(rel) => values.put_rel(rel, atom(&*name.text)),
        }
    }
    text_of(graph, subject, values)
}

struct Writer<'a> {
    graph: &'a ModelGraph,
}

fn atom(text: impl Into<String>) -> Words {
    truncated(text.into(), 8)
}

fn truncated(mut text: String, binding: u8) -> Words {
    if let Some((end, _)) = text.char_indices().nth(MAX_CHARS) {
        text.truncate(end);
        text.push('…');
    }
    Words { text, binding }
}

fn parenthesized(words: &Words, binding: u8) -> String {
    if words.binding < binding { format!("({})", words.text) } else { words.text.clone() }
}

fn infix(operator: &str, binding: u8, a: &Words, b: &Words) -> Words {
    truncated(format!("{} {operator} {}", parenthesized(a, binding), parenthesized(b, binding + 1)), binding)
}

fn call(function: &str, a: &Words) -> Words {
    atom(format!("{function}({})", a.text))
}

fn identity(set: &Words) -> Words {
    atom(format!("[{}]", set.text))
}

fn postfix(operator: &str, a: &Words) -> Words {
    truncated(format!("{}{operator}", parenthesized(a, 7)), 7)
}

impl Fold<SetLeaf, RelLeaf> for Writer<'_> {
    type Set = Words;
    type Rel = Words;

    fn set(&mut self, op: &SetOp<SetLeaf>, values: &Values<Words, Words>) -> Words {
        let set = |id: SetId| values.set(id);
        match *op {
            SetOp::Leaf(SetLeaf::Empty) => atom("0"),
            SetOp::Leaf(SetLeaf::Universe) => atom("_"),
            SetOp::Leaf(SetLeaf::Base(symbol)) => atom(self.graph.name(symbol)),
            SetOp::Leaf(SetLeaf::Class(relation, number)) => {
                let relation = describe(self.graph, Subject::Rel(relation));
                atom(format!("class {number} of ({relation})"))
            }
            SetOp::Union(a, b) => infix("|", 1, set(a), set(b)),
            SetOp::Inter(a, b) => infix("&", 4, set(a), set(b)),
            SetOp::Minus(a, b) => infix("\\", 3, set(a), set(b)),
            SetOp::Domain(a) => call("domain", values.rel(a)),
            SetOp::Range(a) => call("range", values.rel(a)),
        }
    }

    fn rel(&mut self, op: &RelOp<RelLeaf>, values: &Values<Words, Words>) -> Words {
        let (set, rel) = (|id: SetId| values.set(id), |id: RelId| values.rel(id));
        match *op {
            RelOp::Leaf(RelLeaf::Empty) => atom("0"),
            RelOp::Leaf(RelLeaf::Base(symbol)) => atom(self.graph.name(symbol)),
            RelOp::Variable(variable) => self.undefined(variable),
            RelOp::Union(a, b) => infix("|", 1, rel(a), rel(b)),
            RelOp::Inter(a, b) => infix("&", 4, rel(a), rel(b)),
            RelOp::Minus(a, b) => infix("\\", 3, rel(a), rel(b)),
            RelOp::Seq(a, b) => infix(";", 2, rel(a), rel(b)),
            RelOp::RestrictDomain(s, a) => infix(";", 2, &identity(set(s)), rel(a)),
            RelOp::RestrictRange(a, s) => infix(";", 2, rel(a), &identity(set(s))),
            RelOp::Inverse(a) => postfix("^-1", rel(a)),
            RelOp::Plus(a) => postfix("+", rel(a)),
            RelOp::Diagonal(s) => identity(set(s)),
            RelOp::Product(s, t) => infix("*", 5, set(s), set(t)),
            RelOp::Order(a, _, number) => atom(format!("order {number} of ({})", rel(a).text)),
        }
    }

    fn empty(&mut self) -> Words {
        atom("…")
    }

    fn undefined(&mut self, _: VariableId) -> Words {
        atom("…")
    }

    /// A recursive relation is written once, with an ellipsis where it stands in itself.
    fn rounds(&self, _: usize) -> usize {
        1
    }
}
