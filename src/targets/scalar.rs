//! Scalar memory instructions: groups of them in targets files, and what each does.

use super::Access;
use crate::llvm::{AddressSpace, RmwOp};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use toml::Spanned;

/// What a scalar memory instruction does, as far as a test's operation has to suit it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    /// It loads.
    Load,
    /// It stores.
    Store,
    /// It is an `atomicrmw`.
    Rmw(RmwOp),
    /// It is a `cmpxchg`.
    Cmpxchg,
    /// It accesses no memory of a test: an operation on caches, a clock, a probe, a prefetch. The hardware file says what it does.
    Other,
}

/// A scalar memory instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// What it does.
    pub does: Does,
    /// How many bits it accesses, in words of at most 32 bits; 0 for what accesses none.
    pub bits: u32,
    /// Whether it accesses scratch memory, and not global or constant memory.
    pub scratch: bool,
}

impl Scalar {
    /// The access that it is, if it is one.
    pub fn access(&self) -> Option<Access> {
        match self.does {
            Does::Load => Some(Access::Load),
            Does::Store => Some(Access::Store),
            Does::Rmw(_) | Does::Cmpxchg => Some(Access::Atomic),
            Does::Other => None,
        }
    }

    /// Whether it reaches an address space.
    pub fn reaches(&self, space: AddressSpace) -> bool {
        match space {
            AddressSpace::Global | AddressSpace::Constant => !self.scratch,
            AddressSpace::Private => self.scratch,
            AddressSpace::Local | AddressSpace::Region | AddressSpace::Generic => false,
        }
    }
}

/// Scalar memory instructions that some processors of a target have, and others have not: as instructions of the target they have no meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfSome {
    /// The processors that have them.
    pub processors: Vec<String>,
    /// Their names.
    pub instructions: BTreeSet<String>,
}

/// The same as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawOfSome {
    pub processors: Vec<Spanned<String>>,
    pub groups: Vec<Spanned<String>>,
}

/// A line of a group as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Line {
    group: Spanned<String>,
    names: Vec<Spanned<String>>,
    does: Kind,
    op: Option<Spanned<String>>,
    #[serde(default)]
    bits: u32,
    #[serde(default)]
    scratch: bool,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Load,
    Store,
    Atomic,
    Cmpxchg,
    Other,
}

/// Groups of instructions, by the names that targets use.
pub(super) type Groups = BTreeMap<String, BTreeMap<String, Scalar>>;

/// What is wrong with a line of a targets file: the name that is, why, and what would be right.
pub(super) type Wrong = (Spanned<String>, String, String);

/// Adds a line to its group.
///
/// # Errors
/// An operation that `atomicrmw` has not, or that is missing or one too many; a name that the group has already; a width that is none.
pub(super) fn add(groups: &mut Groups, line: Line) -> Result<(), Wrong> {
    let wrong = |message: String, help: String| (line.group.clone(), message, help);
    let op = line.op.as_ref().map(|op| {
        let known = || RmwOp::ALL.iter().map(|op| op.as_str());
        let found = RmwOp::ALL.iter().copied().find(|known| known.as_str() == op.get_ref());
        let help = || format!("one of {}", known().collect::<Vec<_>>().join(", "));
        found.ok_or_else(|| (op.clone(), format!("`{}` is no operation of `atomicrmw`", op.get_ref()), help()))
    });
    let does = match (line.does, op.transpose()?) {
        (Kind::Load, None) => Does::Load,
        (Kind::Store, None) => Does::Store,
        (Kind::Atomic, Some(op)) => Does::Rmw(op),
        (Kind::Cmpxchg, None) => Does::Cmpxchg,
        (Kind::Other, None) => Does::Other,
        (Kind::Atomic, None) => return Err(wrong("an atomic without `op`".into(), "the `op` of `atomicrmw`".into())),
        (Kind::Load | Kind::Store | Kind::Cmpxchg | Kind::Other, Some(_)) => {
            return Err(wrong("an `op` of what is no `atomic`".into(), "only an `atomic` has one".into()));
        }
    };
    if (does == Does::Other) != (line.bits == 0) {
        return Err(wrong(
            "a width is for what accesses memory".into(),
            "`bits`, from 8 on, of an access alone".into(),
        ));
    }
    let group = groups.entry(line.group.get_ref().clone()).or_default();
    for written in &line.names {
        for name in super::alternatives(written.get_ref()) {
            let scalar = Scalar { does, bits: line.bits, scratch: line.scratch };
            if group.insert(name.clone(), scalar).is_some() {
                return Err((written.clone(), format!("`{name}` is described already"), "one description".into()));
            }
        }
    }
    Ok(())
}
