//! Operations that stand for all that tables give the same code, or that models do not tell apart.

use crate::cat::Model;
use crate::generate::{Does, Kind, Operation, operations};
use crate::llvm::AddressSpace;
use crate::lowering::{Query, Setting, row, select};
use crate::syntax::table::ast::{Line, Op};
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// For what an operation is there for and the address space that it reaches: of the operations that count in the same counters and have one code
/// in every setting, those that promise most. Code that keeps their promises keeps those of the others.
pub struct Representatives(FxHashMap<(Kind, AddressSpace), Vec<Operation>>);

/// What tables say of an operation: in each setting its row and its instructions with the steps that they are from, if it has code.
type Signature = Vec<Option<(Line, Vec<(Line, String)>)>>;

impl Representatives {
    /// The representatives for tables in these settings.
    pub fn new(settings: &[Setting<'_>]) -> Representatives {
        let of = |(kind, space): (Kind, AddressSpace)| {
            let groups = operations(kind)
                .into_iter()
                .into_group_map_by(|operation| (counted(operation.does), signature(settings, operation, space)));
            let strongest = groups.into_iter().filter(|((_, signature), _)| signature.iter().any(Option::is_some));
            let mut found: Vec<Operation> = strongest.flat_map(|(_, group)| strongest_of(&group)).collect();
            found.sort();
            ((kind, space), found)
        };
        Representatives(Self::every_use().map(of).collect())
    }

    /// The operations that these models may tell apart: not by flags that none of them names, nor, of read-modify-writes, by whether the result is
    /// used, which it is.
    pub fn of_models(models: &[&Model]) -> Representatives {
        let mentioned = |name: &str| models.iter().any(|model| model.mentions(name));
        let [generic, volatile, nontemporal] = ["GENERIC", "VOLATILE", "NONTEMPORAL"].map(mentioned);
        let is_told_apart = |operation: &Operation| {
            (!operation.generic || generic)
                && (!operation.volatile || volatile)
                && (!operation.nontemporal || nontemporal)
                && operation.does != Does::Update
        };
        let of = |(kind, space): (Kind, AddressSpace)| {
            let mut found: Vec<Operation> = operations(kind).into_iter().filter(is_told_apart).collect();
            found.sort();
            ((kind, space), found)
        };
        Representatives(Self::every_use().map(of).collect())
    }

    /// What an operation may be there for, and the address spaces that it may reach.
    fn every_use() -> impl Iterator<Item = (Kind, AddressSpace)> {
        let kinds = [Kind::Reads, Kind::Writes, Kind::Updates, Kind::Orders];
        kinds.into_iter().cartesian_product([AddressSpace::Global, AddressSpace::Local, AddressSpace::Private])
    }

    /// Those that may be there for this and reach this address space.
    pub fn for_kind(&self, kind: Kind, space: AddressSpace) -> &[Operation] {
        self.0.get(&(kind, space)).map_or(&[], Vec::as_slice)
    }
}

/// Of operations those that no other one is stronger than; one of several that are as strong.
fn strongest_of(group: &[Operation]) -> Vec<Operation> {
    let is_stronger = |a: &Operation, b: &Operation| a.is_at_least(b) && (!b.is_at_least(a) || a < b);
    group
        .iter()
        .filter(|operation| !group.iter().any(|other| is_stronger(other, operation) && other != *operation))
        .copied()
        .collect()
}

/// The instruction whose counters an operation counts in: an update without a result may have the code of one with it, and counts elsewhere. A `cmpxchg` has
/// a result, and promises no more than an update that has one.
fn counted(does: Does) -> Does {
    match does {
        Does::Cmpxchg => Does::UpdateReturning,
        Does::Load | Does::Store | Does::Update | Does::UpdateReturning | Does::Fence => does,
    }
}

fn signature(settings: &[Setting<'_>], operation: &Operation, space: AddressSpace) -> Signature {
    let query = query(operation, space);
    let in_setting = |setting: &Setting<'_>| {
        let row = row(setting, &query).ok()?;
        let code = select(setting, &query).ok()?;
        Some((row.line, code.iter().map(|instr| (instr.line, instr.to_string())).collect()))
    };
    settings.iter().map(in_setting).collect()
}

/// What tables are asked for an operation that reaches an address space.
pub fn query(operation: &Operation, space: AddressSpace) -> Query {
    let op = match (operation.does, operation.ordering) {
        (Does::Load, None) => Op::Load,
        (Does::Load, Some(_)) => Op::LoadAtomic,
        (Does::Store, None) => Op::Store,
        (Does::Store, Some(_)) => Op::StoreAtomic,
        (Does::Update | Does::UpdateReturning | Does::Cmpxchg, _) => Op::Atomicrmw,
        (Does::Fence, _) => Op::Fence,
    };
    let space = match op {
        Op::Fence => operation.only.unwrap_or(AddressSpace::Generic),
        Op::Load | Op::Store | Op::LoadAtomic | Op::StoreAtomic | Op::Atomicrmw if operation.generic => {
            AddressSpace::Generic
        }
        Op::Load | Op::Store | Op::LoadAtomic | Op::StoreAtomic | Op::Atomicrmw => space,
    };
    let Operation { ordering, scope, volatile, nontemporal, .. } = *operation;
    let returns = matches!(operation.does, Does::UpdateReturning | Does::Cmpxchg);
    Query { op, ordering, scope, space, volatile, nontemporal, returns }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::defaults;
    use crate::lowering::Library;
    use crate::targets::TargetConfiguration;
    use std::collections::BTreeSet;

    /// What can be there for something is among the representatives, whatever its code, by each of the counters that it may count in.
    #[test]
    fn every_counter_is_represented() {
        let tables = Library::load(defaults::TABLE).expect("well formed");
        for configuration in TargetConfiguration::every_configuration() {
            let Ok(loaded) = tables.table(configuration.target) else { continue };
            let representatives = Representatives::new(&[Setting::new(&loaded.table, configuration, false)]);
            for kind in [Kind::Reads, Kind::Writes, Kind::Updates, Kind::Orders] {
                let does =
                    |all: &[Operation]| all.iter().map(|operation| counted(operation.does)).collect::<BTreeSet<Does>>();
                let found = does(representatives.for_kind(kind, AddressSpace::Global));
                assert_eq!(found, does(&operations(kind)), "{configuration} {kind:?}");
            }
        }
    }
}
