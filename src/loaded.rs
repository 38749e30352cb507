//! What is read by name, once for the life of the process, and what of it was asked for since a question began.

use crate::syntax::source::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is read of a kind, by the name it was asked for. It lives as long as the process: there are few, and every thread uses them.
pub struct Loaded<T: 'static>(Mutex<Inner<T>>);

struct Inner<T: 'static> {
    known: BTreeMap<String, &'static Result<T, Vec<Diagnostic>>>,
    asked: BTreeSet<String>,
}

impl<T> Default for Loaded<T> {
    fn default() -> Self {
        Loaded(Mutex::new(Inner { known: BTreeMap::new(), asked: BTreeSet::new() }))
    }
}

impl<T: 'static> Loaded<T> {
    fn inner(&self) -> MutexGuard<'_, Inner<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value of a name, loaded when it is first asked for; an error, too, is kept.
    ///
    /// # Errors
    /// As loading it has.
    pub fn once(
        &self,
        name: &str,
        load: impl FnOnce() -> Result<T, Vec<Diagnostic>>,
    ) -> Result<&'static T, Vec<Diagnostic>> {
        let mut inner = self.inner();
        inner.asked.insert(name.to_string());
        let load = || &*Box::leak(Box::new(load()));
        let result: &'static Result<T, Vec<Diagnostic>> = inner.known.entry(name.to_string()).or_insert_with(load);
        result.as_ref().map_err(Clone::clone)
    }

    /// The values that were asked for since [`Loaded::begin`], and read without an error, by name.
    pub fn asked(&self) -> Vec<(String, &'static T)> {
        let inner = self.inner();
        let asked = inner.known.iter().filter(|(name, _)| inner.asked.contains(*name));
        asked.filter_map(|(name, result)| Some((name.clone(), result.as_ref().ok()?))).collect()
    }

    /// From here on what was asked for before counts as not asked for.
    pub fn begin(&self) {
        self.inner().asked.clear();
    }
}
