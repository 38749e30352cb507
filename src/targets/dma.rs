//! DMA operations between memory and LDS, as instructions.

use super::file::or_inherited;
use crate::syntax::litmus::ast::{DmaKind, Type};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The instructions that move data between memory and LDS.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dma {
    /// Those that load to LDS, by the type that they move; a name may end in the operand that makes an instruction one of these.
    load: BTreeMap<String, Vec<String>>,
    /// Those that store from LDS, by type.
    store: BTreeMap<String, Vec<String>>,
    /// Whether they may be volatile, as loads are.
    pub volatile: bool,
    /// Whether they have a variant that the compiler waits for.
    synchronous: bool,
    /// How those that store spell operands of loads.
    pub as_stores: BTreeMap<String, String>,
    /// Waits for all but `#` of them.
    pub wait: String,
}

/// Operations as written: what is left out, and those of types that are, are those of the target that it is like.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawDma {
    #[serde(default)]
    load: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    store: BTreeMap<String, Vec<String>>,
    volatile: Option<bool>,
    synchronous: Option<bool>,
    as_stores: Option<BTreeMap<String, String>>,
    wait: Option<String>,
}

impl RawDma {
    /// All of it, with what the target that it is like has.
    ///
    /// # Errors
    /// A key that neither says.
    pub fn over(self, base: Option<&Dma>) -> Result<Dma, &'static str> {
        let by_type = |own: BTreeMap<String, Vec<String>>, field: fn(&Dma) -> &BTreeMap<String, Vec<String>>| {
            base.map(|base| field(base).clone()).unwrap_or_default().into_iter().chain(own).collect()
        };
        Ok(Dma {
            load: by_type(self.load, |base| &base.load),
            store: by_type(self.store, |base| &base.store),
            volatile: or_inherited(self.volatile, base, |base| &base.volatile).unwrap_or_default(),
            synchronous: or_inherited(self.synchronous, base, |base| &base.synchronous).unwrap_or_default(),
            as_stores: or_inherited(self.as_stores, base, |base| &base.as_stores).unwrap_or_default(),
            wait: or_inherited(self.wait, base, |base| &base.wait).ok_or("dma.wait")?,
        })
    }
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
