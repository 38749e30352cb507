//! Operations that stand for all that tables give the same code, or that models do not tell apart.

use crate::cat::Model;
use crate::generate::{Does, Draft, Kind, Operation, operations};
use crate::llvm::AddressSpace;
use crate::lowering::{Query, Setting, row, select};
use crate::matrix::BitSet;
use crate::syntax::table::ast::{Line, Op};
use itertools::Itertools;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// For what an operation is there for and the address space that it reaches: of the operations that count in the same counters and have one code
/// in every setting of a table, those that promise most. Code that keeps their promises keeps those of the others.
pub struct Representatives {
    /// How many tables there are.
    tables: usize,
    uses: FxHashMap<(Kind, AddressSpace), Represented>,
}

/// What may be there for a use.
#[derive(Default)]
struct Represented {
    operations: Vec<Operation>,
    /// By operation: the tables of which it represents others.
    tables: Vec<BitSet>,
}

impl Representatives {
    /// The representatives for tables, each in all of its settings.
    pub fn new(tables: &[Vec<Setting<'_>>]) -> Representatives {
        let of = |(kind, space): (Kind, AddressSpace)| {
            let mut found: BTreeMap<Operation, BitSet> = BTreeMap::new();
            for (number, settings) in tables.iter().enumerate() {
                for operation in of_table(settings, kind, space) {
                    found.entry(operation).or_insert_with(|| BitSet::new(tables.len())).insert(number);
                }
            }
            let (operations, tables) = found.into_iter().unzip();
            ((kind, space), Represented { operations, tables })
        };
        Representatives { tables: tables.len(), uses: Self::every_use().map(of).collect() }
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
            let tables = vec![BitSet::full(1); found.len()];
            ((kind, space), Represented { operations: found, tables })
        };
        Representatives { tables: 1, uses: Self::every_use().map(of).collect() }
    }

    /// What an operation may be there for, and the address spaces that it may reach.
    fn every_use() -> impl Iterator<Item = (Kind, AddressSpace)> {
        let kinds = [Kind::Reads, Kind::Writes, Kind::Updates, Kind::Orders];
        kinds.into_iter().cartesian_product([AddressSpace::Global, AddressSpace::Local, AddressSpace::Private])
    }

    /// Those that may be there for this and reach this address space.
    pub fn for_kind(&self, kind: Kind, space: AddressSpace) -> &[Operation] {
        self.uses.get(&(kind, space)).map_or(&[], |represented| &represented.operations)
    }

    /// All tables.
    pub fn all_tables(&self) -> BitSet {
        BitSet::full(self.tables)
    }

    /// The tables of which some representative is so.
    pub fn tables_with(&self, wanted: impl Fn(&Operation) -> bool) -> BitSet {
        let mut found = BitSet::new(self.tables);
        for Represented { operations, tables } in self.uses.values() {
            let of_wanted = operations.iter().zip(tables).filter(|(operation, _)| wanted(operation));
            of_wanted.for_each(|(_, tables)| found.add_all(tables));
        }
        found
    }

    /// The tables of which some of these operations, which are there for this and reach this address space, is a representative.
    pub fn tables_of(&self, kind: Kind, space: AddressSpace, operations: &[Operation]) -> BitSet {
        let mut found = BitSet::new(self.tables);
        if let Some(represented) = self.uses.get(&(kind, space)) {
            let places = operations.iter().filter_map(|operation| represented.operations.binary_search(operation).ok());
            places.for_each(|at| found.add_all(&represented.tables[at]));
        }
        found
    }
}

/// What a table says of an operation: in each setting its row and its instructions with the steps that they are from, if it has code.
type Signature = Vec<Option<(Line, Vec<(Line, String)>)>>;

/// The representatives for one table.
fn of_table(settings: &[Setting<'_>], kind: Kind, space: AddressSpace) -> Vec<Operation> {
    let groups = operations(kind)
        .into_iter()
        .into_group_map_by(|operation| (counted(operation.does), signature(settings, operation, space)));
    let strongest = groups.into_iter().filter(|((_, signature), _)| signature.iter().any(Option::is_some));
    strongest.flat_map(|(_, group)| strongest_of(&group)).collect()
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

/// What tables are asked for a program.
pub fn queries(draft: &Draft) -> impl Iterator<Item = Query> {
    draft.reached().map(|(operation, space)| query(&operation, space))
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
            let representatives = Representatives::new(&[vec![Setting::new(&loaded.table, configuration, false)]]);
            for kind in [Kind::Reads, Kind::Writes, Kind::Updates, Kind::Orders] {
                let does =
                    |all: &[Operation]| all.iter().map(|operation| counted(operation.does)).collect::<BTreeSet<Does>>();
                let found = does(representatives.for_kind(kind, AddressSpace::Global));
                assert_eq!(found, does(&operations(kind)), "{configuration} {kind:?}");
            }
        }
    }
}
