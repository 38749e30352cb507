//! Scopes: what names mean while a model is read, which definitions hide others, and which are used.

use crate::syntax::source::{Source, Span};
use std::collections::HashMap;
use std::sync::Arc;

/// What is known of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// A function of the language, of so many parameters.
    Builtin(usize),
    /// A function with a definition, of so many parameters.
    Function(usize),
    /// What `with` chooses.
    Chosen,
    /// What a call, a `match` or a `forall` gives.
    Parameter,
    /// A value, or a function that was computed.
    Other,
}

/// Where a name is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Programs provide it, a set.
    BaseSet,
    /// Programs provide it, a relation.
    BaseRelation,
    /// The language has it.
    Language,
    /// The library that comes with the tool defines it.
    Library,
    /// A file of the model defines it.
    Defined,
}

/// A name in scope.
#[derive(Clone, Copy)]
pub struct Entry<'m> {
    /// What it is.
    pub known: Known,
    /// Where it is from.
    pub origin: Origin,
    /// Where it is defined.
    pub place: Option<(&'m Arc<Source>, Span)>,
    /// Whether it is defined for the rest of the model.
    pub is_top: bool,
    /// Its number among definitions; given by [`Scopes::open`].
    pub definition: Option<usize>,
}

/// A definition of the model, with what is found of it.
pub struct Definition<'m> {
    /// The name.
    pub name: &'m str,
    /// The entry that it made.
    pub entry: Entry<'m>,
    /// What it hides.
    pub hides: Option<Entry<'m>>,
    /// Whether anything uses it.
    pub is_used: bool,
}

/// What names mean, innermost last.
#[derive(Default)]
pub struct Scopes<'m> {
    entries: HashMap<&'m str, Vec<Entry<'m>>>,
    /// Procedures with the numbers of their parameters; the last of a name counts.
    procedures: HashMap<&'m str, usize>,
    /// Tags with the numbers of the definitions of their sets.
    tags: HashMap<&'m str, usize>,
    /// Every definition, in order.
    pub definitions: Vec<Definition<'m>>,
}

impl<'m> Scopes<'m> {
    /// Puts a name that no text of the model defines.
    pub fn provide(&mut self, name: &'m str, known: Known, origin: Origin) {
        self.entries.insert(name, vec![Entry { known, origin, place: None, is_top: true, definition: None }]);
    }

    /// Puts a definition, until it is closed.
    pub fn open(&mut self, name: &'m str, mut entry: Entry<'m>) {
        entry.definition = Some(self.definitions.len());
        let stack = self.entries.entry(name).or_default();
        let hides = stack.last().copied();
        stack.push(entry);
        self.definitions.push(Definition { name, entry, hides, is_used: false });
    }

    /// Notes that the last definition put is that of a name within its own definition, about which there is nothing to say.
    pub fn is_itself(&mut self) {
        if let Some(last) = self.definitions.last_mut() {
            (last.is_used, last.hides) = (true, None);
        }
    }

    /// Takes the innermost definition of a name away.
    pub fn close(&mut self, name: &str) {
        if let Some(stack) = self.entries.get_mut(name) {
            stack.pop();
        }
    }

    /// What a name means here; that it is used is noted.
    pub fn use_name(&mut self, name: &str) -> Option<Known> {
        let entry = self.entries.get(name)?.last()?;
        if let Some(number) = entry.definition {
            self.definitions[number].is_used = true;
        }
        Some(entry.known)
    }

    /// Adds the tags of the set that was defined last.
    pub fn add_tags(&mut self, tags: impl Iterator<Item = &'m str>) {
        let set = self.definitions.len().saturating_sub(1);
        self.tags.extend(tags.map(|tag| (tag, set)));
    }

    /// Notes that a tag, and so its set, is used.
    pub fn use_tag(&mut self, tag: &str) {
        if let Some(&set) = self.tags.get(tag) {
            self.definitions[set].is_used = true;
        }
    }

    /// The names in scope.
    pub fn names(&self) -> impl Iterator<Item = &'m str> {
        self.entries.iter().filter(|(_, stack)| !stack.is_empty()).map(|(&name, _)| name)
    }

    /// Adds a procedure.
    pub fn add_procedure(&mut self, name: &'m str, parameters: usize) {
        self.procedures.insert(name, parameters);
    }

    /// How many parameters a procedure has; `None` if there is none of this name.
    pub fn procedure(&self, name: &str) -> Option<usize> {
        self.procedures.get(name).copied()
    }
}
