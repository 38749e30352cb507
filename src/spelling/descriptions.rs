//! What is said of instructions: what they do to registers and memory, and which operands their forms have.

use super::shapes::Places;
use crate::targets::{Access, Target};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What an instruction is to the registers and memory of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Does {
    Load,
    Store,
    Atomic,
    Cmpxchg,
    LoadToLds,
    StoreFromLds,
    Wait,
    Cache,
    Barrier,
    BarrierInit,
    BarrierJoin,
    BarrierLeave,
    BarrierSignal,
    BarrierSignalIsfirst,
    BarrierWait,
    Nothing,
    Branch,
    Return,
    Copy,
    Not,
    Compute,
    Compare,
    Select,
    ReadLane,
    WriteLane,
    SaveExec,
    Opaque,
}

impl Does {
    /// Whether it accesses memory.
    pub fn is_access(self) -> bool {
        match self {
            Does::Load | Does::Store | Does::Atomic | Does::Cmpxchg | Does::LoadToLds | Does::StoreFromLds => true,
            Does::Wait | Does::Cache | Does::Nothing | Does::Branch | Does::Return | Does::SaveExec => false,
            Does::Barrier
            | Does::BarrierInit
            | Does::BarrierJoin
            | Does::BarrierLeave
            | Does::BarrierSignal
            | Does::BarrierSignalIsfirst
            | Does::BarrierWait => false,
            Does::Copy
            | Does::Not
            | Does::Compute
            | Does::Compare
            | Does::Select
            | Does::ReadLane
            | Does::WriteLane
            | Does::Opaque => false,
        }
    }

    /// Whether it only computes: it reads registers, and writes others.
    pub fn computes(self) -> bool {
        match self {
            Does::Copy
            | Does::Not
            | Does::Compute
            | Does::Compare
            | Does::Select
            | Does::ReadLane
            | Does::WriteLane
            | Does::Opaque => true,
            Does::Load
            | Does::Store
            | Does::Atomic
            | Does::Cmpxchg
            | Does::LoadToLds
            | Does::StoreFromLds
            | Does::Wait
            | Does::Cache
            | Does::Barrier
            | Does::BarrierInit
            | Does::BarrierJoin
            | Does::BarrierLeave
            | Does::BarrierSignal
            | Does::BarrierSignalIsfirst
            | Does::BarrierWait
            | Does::Nothing
            | Does::Branch
            | Does::Return
            | Does::SaveExec => false,
        }
    }
}

/// What an operand of an access is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    Result,
    Address,
    Data,
    Resource,
}

/// Where a compare-and-swap has its two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum SwapData {
    /// In one range of registers, the new one first.
    #[serde(rename = "new-expected")]
    Together,
    /// In operands of their own, the expected one first.
    #[serde(rename = "expected,new")]
    ExpectedFirst,
    /// In operands of their own, the new one first.
    #[serde(rename = "new,expected")]
    NewFirst,
}

/// The half of a register that has a narrow value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WordHalf {
    Low,
    High,
}

/// In which registers an instruction that computes has its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    /// In scalar registers, as all its operands are.
    Scalar,
    /// In vector registers.
    Vector,
    /// In either, by what it does: a mask of lanes, or what one lane has.
    Either,
}

/// What becomes of the scalar condition code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scc {
    Nonzero,
    Opaque,
}

/// A register that an instruction reads or writes without naming it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Implicit {
    Scc,
    Vcc,
    Exec,
}

/// What instructions of some names do. Keys are explained in the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    pub(super) names: Vec<String>,
    pub does: Does,
    #[serde(default)]
    pub bits: u32,
    #[serde(default)]
    pub signed: bool,
    pub half: Option<WordHalf>,
    pub op: Option<String>,
    #[serde(default)]
    pub swapped: bool,
    #[serde(default, rename = "as")]
    pub named: Vec<String>,
    #[serde(default)]
    pub ignored: Vec<String>,
    pub scc: Option<Scc>,
    pub to: Option<Implicit>,
    pub on: Option<Implicit>,
    #[serde(default)]
    pub when: bool,
    pub data: Option<SwapData>,
    /// Whether an operand says where it accesses LDS, and not `m0`.
    #[serde(default)]
    pub lds_operand: bool,
}

impl Description {
    /// The names of all instructions that it describes.
    pub fn all_names(&self) -> impl Iterator<Item = String> {
        self.names.iter().flat_map(|name| crate::targets::alternatives(name))
    }
}

/// The operands of accesses of a form.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    #[serde(default)]
    pub(super) addressing: Vec<String>,
    #[serde(default)]
    first: Vec<String>,
    load: Vec<Role>,
    store: Vec<Role>,
    atomic: Vec<Role>,
    /// What stands for addresses and resources, in each of the ways in which instructions of the form have them.
    pub at: Vec<Places>,
    /// Ways that only targets of some memory have.
    #[serde(default)]
    pub at_on: BTreeMap<String, Vec<Places>>,
    /// Whether a scalar register may come last, to which the address is added.
    #[serde(default)]
    pub scalar_base: bool,
    /// Targets, by their memory, whose accesses have no number among their operands.
    #[serde(default)]
    no_numbers: Vec<String>,
    /// The word in names of atomics that return what they have found, where names tell.
    pub returns: Option<String>,
    #[serde(default)]
    pub result_in_data: bool,
    /// The form of tables and hardware files that it is, where that has another name.
    #[serde(rename = "as")]
    pub named: Option<String>,
    /// The only address space that it accesses, where tables access that by a form that accesses others, too.
    pub space: Option<String>,
}

impl Form {
    /// Whether a word comes before all others behind the operands.
    pub fn comes_first(&self, word: &str) -> bool {
        self.first.iter().any(|known| known == word)
    }

    /// The operands of an access, without the result of an atomic.
    pub fn roles(&self, access: Access) -> &[Role] {
        match access {
            Access::Load => &self.load,
            Access::Store => &self.store,
            Access::Atomic => &self.atomic,
        }
    }

    /// Whether accesses of a target may have a number among their operands, where others have a register.
    pub fn has_numbers(&self, target: &Target) -> bool {
        !self.no_numbers.iter().any(|known| known == target.memory())
    }
}

/// Which registers accesses to memory read after they are issued.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadsLate {
    /// The counter of accesses that have not read them.
    pub counter: String,
    /// Which they are.
    pub of: LateOperands,
    /// Whether vector accesses read them in order, so that what one returns comes after those before it have.
    #[serde(default)]
    pub in_order: bool,
}

/// Registers of an access.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LateOperands {
    /// Those of what is written.
    Data,
    /// All that are read.
    All,
}
