//! What expressions evaluate to, and where names find it.

use crate::cat::algebra::Algebra;
use crate::cat::builtin::Builtin;
use crate::syntax::cat::ast::Binding;
use crate::syntax::source::Source;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// A value. Copies share what is large.
pub enum Value<'m, A: Algebra> {
    /// `0`: the empty set, relation or set of sets.
    Empty,
    /// A set of events.
    Set(Rc<A::Set>),
    /// A relation.
    Rel(Rc<A::Rel>),
    /// A set of sets.
    Sets(Sets<A>),
    /// A function with a definition.
    Closure(Rc<Closure<'m, A>>),
    /// A function without one.
    Builtin(Builtin),
}

impl<A: Algebra> Clone for Value<'_, A> {
    fn clone(&self) -> Self {
        match self {
            Value::Empty => Value::Empty,
            Value::Set(set) => Value::Set(set.clone()),
            Value::Rel(relation) => Value::Rel(relation.clone()),
            Value::Sets(sets) => Value::Sets(Sets { items: sets.items.clone(), from: sets.from }),
            Value::Closure(closure) => Value::Closure(closure.clone()),
            Value::Builtin(builtin) => Value::Builtin(*builtin),
        }
    }
}

impl<A: Algebra> Value<'_, A> {
    /// Its kind, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Empty => "an empty set or relation",
            Value::Set(_) => "a set",
            Value::Rel(_) => "a relation",
            Value::Sets(_) => "a set of sets",
            Value::Closure(_) | Value::Builtin(_) => "a function",
        }
    }
}

/// A set of sets: the items from an index on, so that taking them one by one copies nothing.
pub struct Sets<A: Algebra> {
    /// The sets.
    pub items: Rc<Vec<Rc<A::Set>>>,
    /// How many at the front are not of it.
    pub from: usize,
}

impl<A: Algebra> Sets<A> {
    /// These sets.
    pub fn new(items: Vec<Rc<A::Set>>) -> Self {
        Sets { items: Rc::new(items), from: 0 }
    }

    /// One set and the others; `None` if there is none.
    pub fn split(&self) -> Option<(Rc<A::Set>, Self)> {
        let first = self.items.get(self.from)?.clone();
        Some((first, Sets { items: self.items.clone(), from: self.from + 1 }))
    }
}

/// A function and the names it was defined among.
pub struct Closure<'m, A: Algebra> {
    /// Its definition.
    pub binding: &'m Binding,
    /// The definitions it shares a `let rec` with; none if it is not recursive.
    pub group: &'m [Binding],
    /// What the definition can name.
    pub scope: Scope<'m, A>,
}

/// What names mean at a place of a model.
pub struct Scope<'m, A: Algebra> {
    /// The text of the place.
    pub source: &'m Arc<Source>,
    /// How many of the top level's definitions stand before it.
    pub visible: usize,
    /// The names bound within its statement, innermost first.
    pub locals: Option<Rc<Frame<'m, A>>>,
}

impl<A: Algebra> Clone for Scope<'_, A> {
    fn clone(&self) -> Self {
        Scope { source: self.source, visible: self.visible, locals: self.locals.clone() }
    }
}

/// Names with their values.
pub type Named<'m, A> = Vec<(&'m str, Value<'m, A>)>;

/// Names bound together.
pub struct Frame<'m, A: Algebra> {
    names: Named<'m, A>,
    outer: Option<Rc<Frame<'m, A>>>,
}

impl<'m, A: Algebra> Scope<'m, A> {
    /// The same with more names.
    pub fn with(&self, names: Named<'m, A>) -> Self {
        let frame = Frame { names, outer: self.locals.clone() };
        Scope { source: self.source, visible: self.visible, locals: Some(Rc::new(frame)) }
    }

    /// The value of a name bound within the statement.
    pub fn local(&self, name: &str) -> Option<Value<'m, A>> {
        let frames = std::iter::successors(self.locals.as_deref(), |frame| frame.outer.as_deref());
        frames.flat_map(|frame| &frame.names).find(|(bound, _)| *bound == name).map(|(_, value)| value.clone())
    }
}

/// The definitions of the top level. A later one of the same name hides the earlier from what follows it.
pub struct Globals<'m, A: Algebra> {
    /// Values with the number of definitions before each, in order.
    by_name: FxHashMap<&'m str, Vec<(usize, Value<'m, A>)>>,
    count: usize,
}

impl<'m, A: Algebra> Globals<'m, A> {
    /// No definitions.
    pub fn new() -> Self {
        Globals { by_name: FxHashMap::default(), count: 0 }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Adds definitions.
    pub fn add(&mut self, names: Named<'m, A>) {
        for (name, value) in names {
            self.by_name.entry(name).or_default().push((self.count, value));
            self.count += 1;
        }
    }

    /// The value of a name where `visible` definitions stand before.
    pub fn get(&self, name: &str, visible: usize) -> Option<Value<'m, A>> {
        let mut values = self.by_name.get(name)?.iter().rev();
        values.find(|(before, _)| *before < visible).map(|(_, value)| value.clone())
    }
}
