//! What expressions elaborate to, and where names find it.

use crate::cat::builtin::Builtin;
use crate::cat::core::{RelId, SetId};
use crate::syntax::cat::ast::Binding;
use crate::syntax::source::Source;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// A value. Copies share what is large.
#[derive(Clone)]
pub enum Value<'m> {
    /// `0`: the empty set, relation or set of sets.
    Empty,
    Set(SetId),
    Rel(RelId),
    /// A set of sets, relations or tags, the same in all executions.
    Sets(Sets<'m>),
    /// `'a`: a tag.
    Tag(&'m str),
    /// Values as one, at least two.
    Tuple(Rc<[Value<'m>]>),
    /// `classes-loc s`: the events of a set by location, which differs from execution to execution.
    Locations,
    /// The relations that a `with` chooses one of.
    Orders(Orders),
    /// A function with a definition.
    Closure(Rc<Closure<'m>>),
    /// A function of the language.
    Builtin(Builtin),
}

impl Value<'_> {
    /// The kind of the value, with an article, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Empty => "an empty set or relation",
            Value::Set(_) => "a set",
            Value::Rel(_) => "a relation",
            Value::Sets(_) => "a set of sets",
            Value::Tag(_) => "a tag",
            Value::Tuple(_) => "a tuple",
            Value::Locations => "a set for each location",
            Value::Orders(_) => "a set of orders",
            Value::Closure(_) | Value::Builtin(_) => "a function",
        }
    }
}

impl<'m> Value<'m> {
    /// Whether two values are the same node or tag, as far as they are elements of sets.
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::Set(a), Value::Set(b)) => a == b,
            (Value::Rel(a), Value::Rel(b)) => a == b,
            (Value::Tag(a), Value::Tag(b)) => a == b,
            _ => false,
        }
    }
}

/// Strict total orders: those of the events of a set that extend a relation, as far as that is between them.
#[derive(Clone, Copy, Debug)]
pub struct Orders {
    /// The events that are ordered.
    pub set: SetId,
    /// What the orders extend.
    pub extends: RelId,
    /// Whether there is an order for each location, instead of one for all events.
    pub by_location: bool,
}

/// A set of sets (or relations, or tags): the items from an index on, so that taking them one by one copies nothing.
#[derive(Clone)]
pub struct Sets<'m> {
    items: Rc<[Value<'m>]>,
    /// How many at the front were taken.
    from: usize,
}

impl<'m> Sets<'m> {
    /// A set of these, which are taken in this order; each once.
    pub fn new(items: impl IntoIterator<Item = Value<'m>>) -> Self {
        let mut kept: Vec<Value<'m>> = Vec::new();
        for item in items {
            if !kept.iter().any(|known| known.is_same(&item)) {
                kept.push(item);
            }
        }
        Sets { items: kept.into(), from: 0 }
    }

    /// The elements that are left.
    pub fn items(&self) -> &[Value<'m>] {
        &self.items[self.from..]
    }

    /// Whether this is one of them.
    pub fn contains(&self, item: &Value<'m>) -> bool {
        self.items().iter().any(|known| known.is_same(item))
    }

    /// One element and the others; `None` if there is none.
    pub fn split(&self) -> Option<(Value<'m>, Self)> {
        let first = self.items.get(self.from)?.clone();
        Some((first, Sets { items: self.items.clone(), from: self.from + 1 }))
    }

    /// These and one more, unless it is one of them.
    pub fn with_element(self, element: Value<'m>) -> Self {
        if self.contains(&element) {
            return self;
        }
        Sets::new(std::iter::once(element).chain(self.items().iter().cloned()))
    }
}

/// A function and the names it was defined among.
pub struct Closure<'m> {
    pub binding: &'m Binding,
    /// The definitions it shares a `let rec` with; none if it is not recursive.
    pub group: &'m [Binding],
    /// What the definition can name.
    pub scope: Scope<'m>,
}

/// What names mean at a place of a model.
#[derive(Clone)]
pub struct Scope<'m> {
    /// The text of the place.
    pub source: &'m Arc<Source>,
    /// How many of the top level's definitions stand before it.
    pub visible: usize,
    /// The names bound within its statement, innermost first.
    pub locals: Option<Rc<Frame<'m>>>,
}

/// Names with the values that a definition gives them.
pub type Named<'m> = Vec<(&'m str, Value<'m>)>;

/// Names bound at one place, and the names bound around it.
pub struct Frame<'m> {
    names: Named<'m>,
    outer: Option<Rc<Frame<'m>>>,
}

impl<'m> Scope<'m> {
    /// The scope with more names, which hide those it has.
    pub fn with_names(&self, names: Named<'m>) -> Self {
        let frame = Frame { names, outer: self.locals.clone() };
        Scope { source: self.source, visible: self.visible, locals: Some(Rc::new(frame)) }
    }

    /// The value of a name bound within the statement.
    pub fn local(&self, name: &str) -> Option<Value<'m>> {
        let frames = std::iter::successors(self.locals.as_deref(), |frame| frame.outer.as_deref());
        frames.flat_map(|frame| &frame.names).find(|(bound, _)| *bound == name).map(|(_, value)| value.clone())
    }
}

/// The definitions of the top level. A later one of the same name hides the earlier from what follows it.
#[derive(Default)]
pub struct Globals<'m> {
    /// Values with the number of definitions before each, in order.
    by_name: FxHashMap<&'m str, Vec<(usize, Value<'m>)>>,
    count: usize,
}

impl<'m> Globals<'m> {
    /// How many definitions there are, hidden ones included.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Adds definitions after all others.
    pub fn add(&mut self, names: Named<'m>) {
        for (name, value) in names {
            self.by_name.entry(name).or_default().push((self.count, value));
            self.count += 1;
        }
    }

    /// The value of a name where `visible` definitions stand before.
    pub fn get(&self, name: &str, visible: usize) -> Option<Value<'m>> {
        let mut values = self.by_name.get(name)?.iter().rev();
        values.find(|(before, _)| *before < visible).map(|(_, value)| value.clone())
    }
}
