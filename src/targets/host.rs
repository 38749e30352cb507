//! What the processor of the host does, as instructions of its threads.

use serde::Deserialize;

/// The instructions that stand for what the host's compiler makes of LLVM's operations.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// A load.
    pub load: String,
    /// A store.
    pub store: String,
    /// A read-modify-write.
    pub atomic: String,
    /// What is before it is complete before anything after it.
    pub wait: String,
    /// The packet of a dispatch is published.
    pub submit: String,
}

impl Host {
    /// The names of these instructions, which none of the target's has.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let texts = [&self.load, &self.store, &self.atomic, &self.wait, &self.submit];
        texts.into_iter().filter_map(|text| text.split_whitespace().next())
    }
}
