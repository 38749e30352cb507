//! DMA operations between memory and LDS, as instructions.

use crate::syntax::litmus::ast::{DmaKind, Type};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The instructions that move data between memory and LDS.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dma {
    /// Those that load to LDS, by the type that they move.
    #[serde(default)]
    load: BTreeMap<String, String>,
    /// Those that store from LDS, by type.
    #[serde(default)]
    store: BTreeMap<String, String>,
    /// Whether they may be volatile, as loads are.
    #[serde(default)]
    pub volatile: bool,
    /// Whether they have a variant that the compiler waits for.
    #[serde(default)]
    synchronous: bool,
    /// Waits for all but `#` of them.
    pub wait: String,
}

impl Dma {
    /// The instruction of an operation; `None` if there is none.
    pub fn mnemonic(&self, kind: DmaKind, ty: Type) -> Option<&str> {
        let by_type = self.of(kind)?;
        by_type.get(&ty.to_string()).map(String::as_str)
    }

    /// The instructions of an operation, whatever the type.
    pub fn mnemonics(&self, kind: DmaKind) -> impl Iterator<Item = &str> {
        self.of(kind).into_iter().flat_map(|by_type| by_type.values()).map(String::as_str)
    }

    fn of(&self, kind: DmaKind) -> Option<&BTreeMap<String, String>> {
        match kind {
            DmaKind::LoadToLds => self.synchronous.then_some(&self.load),
            DmaKind::LoadAsyncToLds => Some(&self.load),
            DmaKind::StoreAsyncFromLds => Some(&self.store),
        }
    }
}
