//! DMA operations between memory and LDS, as instructions.

use crate::syntax::litmus::ast::{DmaKind, Type};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The instructions that move data between memory and LDS.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dma {
    /// Those that load to LDS, by the type that they move; a name may end in the operand that makes an instruction one of these.
    #[serde(default)]
    load: BTreeMap<String, Vec<String>>,
    /// Those that store from LDS, by type.
    #[serde(default)]
    store: BTreeMap<String, Vec<String>>,
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
    /// The instructions of an operation, of which the first is what code has that says none; none if the target has no such operation.
    pub fn mnemonics(&self, kind: DmaKind, ty: Type) -> &[String] {
        self.of(kind).and_then(|by_type| by_type.get(&ty.to_string())).map_or(&[], Vec::as_slice)
    }

    /// Whether an instruction is one of an operation, whatever the type.
    pub fn has(&self, kind: DmaKind, mnemonic: &str) -> bool {
        self.of(kind).into_iter().flat_map(BTreeMap::values).flatten().any(|known| known == mnemonic)
    }

    fn of(&self, kind: DmaKind) -> Option<&BTreeMap<String, Vec<String>>> {
        match kind {
            DmaKind::LoadToLds => self.synchronous.then_some(&self.load),
            DmaKind::LoadAsyncToLds => Some(&self.load),
            DmaKind::StoreAsyncFromLds => Some(&self.store),
        }
    }
}
