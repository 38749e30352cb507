//! What was looked up, kept for when it is asked for again.

use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::sync::{PoisonError, RwLock};

/// Values by what they were looked up for. Several threads may ask; two that ask for the same at once may both look it up.
#[derive(Debug)]
pub struct Memo<K, V>(RwLock<FxHashMap<K, V>>);

impl<K, V> Default for Memo<K, V> {
    fn default() -> Self {
        Memo(RwLock::default())
    }
}

impl<K: Copy + Eq + Hash, V: Clone> Memo<K, V> {
    /// The value for a key: as it was found before, or as it is looked up now.
    pub fn get(&self, key: &K, look_up: impl FnOnce() -> V) -> V {
        if let Some(known) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(key) {
            return known.clone();
        }
        let value = look_up();
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(*key, value.clone());
        value
    }
}
