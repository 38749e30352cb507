//! Why no program uses a row.

use crate::llvm::{AddressSpace, AtomicKind, Ordering, ScopeLevel, SyncScope};
use crate::lowering::{Missing, Query, Setting, describe, looked_up, select, survey};
use crate::syntax::table::ast::{Op, Row};
use itertools::iproduct;

/// Why no program uses a row of a table for a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreached {
    /// LLVM has no operation of its kind with its ordering.
    NoOperation,
    /// No operation that programs have is looked up in it on the target, for this reason.
    NotLookedUp(String),
    /// Every operation that it is for is refused there, for this reason.
    NoCode(String),
    /// The table does not give it code that can be judged, for this reason.
    WrongCode(String),
    /// It has code, but no program within the limits that forbids something uses it.
    NoProgram,
}

impl Unreached {
    /// Why no program uses a row in this setting, given that none does.
    pub fn new(setting: &Setting<'_>, row: &Row) -> Unreached {
        let queries = survey::queries(setting.configuration.target, setting.opencl);
        let is_own = |query: &&Query| is_for(row, query) && is_for(row, &looked_up(&setting.configuration, **query));
        let codes: Vec<_> = queries.iter().filter(is_own).map(|query| select(setting, query)).collect();
        let missing: Vec<&Missing> = codes.iter().filter_map(|code| code.as_ref().err()).collect();
        match missing.iter().find(|why| is_wrong(why)).or(missing.first()) {
            None if codes.is_empty() => not_looked_up(setting, row),
            Some(why) if is_wrong(why) => Unreached::WrongCode(why.to_string()),
            Some(why) if missing.len() == codes.len() => Unreached::NoCode(why.to_string()),
            None | Some(_) => Unreached::NoProgram,
        }
    }
}

fn is_for(row: &Row, query: &Query) -> bool {
    let space = (query.op != Op::Fence).then_some(query.space);
    row.is_for(query.op, query.ordering, query.ordering.map(|_| query.scope.level), space)
}

/// Why no operation is looked up in a row: LLVM has none, it is looked up in another row, or programs do not have it.
fn not_looked_up(setting: &Setting<'_>, row: &Row) -> Unreached {
    if !is_of_llvm(row.op, row.ordering) {
        return Unreached::NoOperation;
    }
    let (op, ordering) = (row.op, row.ordering);
    let (volatile, nontemporal, returns) = (false, false, false);
    let named = iproduct!(ScopeLevel::ALL, AddressSpace::ALL).map(|(&level, &space)| {
        let scope = SyncScope { level, one_as: false };
        Query { op, ordering, scope, space, volatile, nontemporal, returns }
    });
    let configuration = &setting.configuration;
    let elsewhere = |query: Query| {
        let other = looked_up(configuration, query);
        let why = || format!("on {} it is looked up as {}", configuration.target.name, describe(&other));
        (is_for(row, &query) && !is_for(row, &other)).then(why)
    };
    let why = named.into_iter().find_map(elsewhere);
    Unreached::NotLookedUp(why.unwrap_or_else(|| "no program of the space has such an operation".into()))
}

/// Whether LLVM has an operation of a kind with an ordering, or without one.
fn is_of_llvm(op: Op, ordering: Option<Ordering>) -> bool {
    let kind = match op {
        Op::Load | Op::Store => return ordering.is_none(),
        Op::LoadAtomic => AtomicKind::Load,
        Op::StoreAtomic => AtomicKind::Store,
        Op::Atomicrmw => AtomicKind::Rmw,
        Op::Fence => AtomicKind::Fence,
    };
    ordering.is_some_and(|ordering| kind.orderings().contains(&ordering))
}

/// Whether a table is at fault that an operation has no code, and not the target, which has no such access.
fn is_wrong(why: &Missing) -> bool {
    match why {
        Missing::NoRow(_)
        | Missing::Ambiguous(..)
        | Missing::NoScope(_)
        | Missing::SelfReference(_)
        | Missing::Accesses(..) => true,
        Missing::Refused(..)
        | Missing::NoForm(..)
        | Missing::NoAccess(..)
        | Missing::NoIdiom(..)
        | Missing::NumberOfIdiom(..)
        | Missing::NoBarrier(..)
        | Missing::NoDma(_)
        | Missing::NoDmaOf(..)
        | Missing::NoVolatileDma(_)
        | Missing::NoPackets(_)
        | Missing::NoHost(_)
        | Missing::Misspelled(_) => false,
    }
}
