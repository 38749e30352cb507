//! What tables mean: which operations get which instructions, and how two tables differ in that.

use super::select::{Missing, Query, Setting, row, select};
use crate::llvm::{AddressSpace, Ordering, ScopeLevel, SyncScope};
use crate::syntax::table::ast::{Line, Op, Table};
use crate::targets::{self, Target, TargetConfiguration};
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

/// What an operation becomes: its instructions, or why there are none.
pub type Code = Result<Vec<String>, Missing>;

/// Operations that have the same code, merged into products of places.
#[derive(Debug)]
pub struct Group {
    /// The operation, as rows of tables name it.
    pub op: Op,
    /// Its ordering; `None` if it is not atomic.
    pub ordering: Option<Ordering>,
    /// The code that all of them become.
    pub code: Code,
    /// Where they do: each a product of the values of [`DIMENSIONS`].
    pub places: Vec<Place>,
}

/// The code of every operation of a table that is asked for.
pub fn codes(table: &Table, mut wanted: impl FnMut(&Query) -> bool) -> Vec<Group> {
    let mut groups: BTreeMap<(Op, Option<Ordering>, Code), Vec<Place>> = BTreeMap::new();
    for operation in operations(configurations(table)).filter(|operation| wanted(&operation.query)) {
        let Operation { query, .. } = &operation;
        let key = (query.op, query.ordering, operation.code(table));
        groups.entry(key).or_default().push(place_of(&operation));
    }
    let group = |((op, ordering, code), places)| Group { op, ordering, code, places: merge_places(places) };
    groups.into_iter().map(group).collect()
}

/// Operations whose code differs in the same way.
#[derive(Debug)]
pub struct Change {
    /// The operation, as rows of tables name it.
    pub op: Op,
    /// Its ordering; `None` if it is not atomic.
    pub ordering: Option<Ordering>,
    /// The code that the first table gives.
    pub before: Code,
    /// The code that the second table gives.
    pub after: Code,
    /// Where they do.
    pub operations: Vec<Operation>,
}

/// An operation for a target configuration in a language.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// The target configuration that its code is for.
    pub configuration: TargetConfiguration,
    /// Whether the language is OpenCL, else HSA.
    pub opencl: bool,
    /// The operation as far as tables tell operations apart.
    pub query: Query,
}

impl Change {
    /// Whether an operation whose code is these by the two tables is changed so.
    pub fn is(&self, query: &Query, before: &Code, after: &Code) -> bool {
        (self.op, self.ordering) == (query.op, query.ordering) && self.before == *before && self.after == *after
    }

    /// Where the code differs so: each a product of the values of [`DIMENSIONS`].
    pub fn places(&self) -> Vec<Place> {
        places(&self.operations)
    }
}

/// What places differ in, in the order of the values of a [`Place`].
pub const DIMENSIONS: [&str; 5] = ["scope", "address space", "configuration", "language", "flags"];

/// The values of each dimension; every combination of them is meant.
pub type Place = [BTreeSet<String>; DIMENSIONS.len()];

/// The differences between two tables for these target configurations.
pub fn compare(before: &Table, after: &Table, configurations: &[TargetConfiguration]) -> Vec<Change> {
    changes(operations(configurations.to_vec()), |form| (form.code(before), form.code(after)))
}

/// The differences between two settings for one target configuration and language.
pub fn compare_settings(before: &Setting<'_>, after: &Setting<'_>) -> Vec<Change> {
    let all = operations(vec![before.configuration]).filter(|operation| operation.opencl == before.opencl);
    changes(all, |form| (code(before, &form.query), code(after, &form.query)))
}

/// The code of an operation in a setting.
///
/// # Errors
/// Why it has none.
pub fn code(setting: &Setting<'_>, query: &Query) -> Code {
    select(setting, query).map(|selected| selected.iter().map(ToString::to_string).collect())
}

/// Operations whose two codes differ.
fn changes(operations: impl Iterator<Item = Operation>, both: impl Fn(&Operation) -> (Code, Code)) -> Vec<Change> {
    let mut changes: BTreeMap<(Op, Option<Ordering>, Code, Code), Vec<Operation>> = BTreeMap::new();
    for operation in operations {
        let mut known: Vec<(Code, Code)> = Vec::new();
        for form in std::iter::once(operation).chain(operation.rarer()) {
            let codes = both(&form);
            // Of several forms with the same codes the plainest stands for the others.
            if known.contains(&codes) {
                continue;
            }
            if codes.0 != codes.1 {
                let (before, after) = codes.clone();
                changes.entry((form.query.op, form.query.ordering, before, after)).or_default().push(form);
            }
            known.push(codes);
        }
    }
    let change = |((op, ordering, before, after), operations)| Change { op, ordering, before, after, operations };
    changes.into_iter().map(change).collect()
}

/// Every operation for every target configuration in every language.
fn operations(configurations: Vec<TargetConfiguration>) -> impl Iterator<Item = Operation> {
    let languages =
        configurations.into_iter().flat_map(|configuration| [false, true].map(|opencl| (configuration, opencl)));
    languages.flat_map(|(configuration, opencl)| {
        let queries = queries(configuration.target, opencl).into_iter();
        queries.map(move |query| Operation { configuration, opencl, query })
    })
}

/// The operations whose row begins at a line of a table, in a setting: rarer forms as far as their code is another.
pub fn of_row(setting: &Setting<'_>, line: Line) -> Vec<Operation> {
    let all = operations(vec![setting.configuration]).filter(|operation| operation.opencl == setting.opencl);
    let is_of = |query: &Query| row(setting, query).is_ok_and(|row| row.line == line);
    let with_rarer = all.flat_map(|operation| {
        let own = code(setting, &operation.query);
        let rarer = operation.rarer().into_iter().filter(move |form| code(setting, &form.query) != own);
        std::iter::once(operation).chain(rarer)
    });
    with_rarer.filter(|operation| is_of(&operation.query)).collect()
}

impl Operation {
    /// An atomic operation in its forms that few tables tell from it: `volatile`, nontemporal, of a one-as scope, in private memory.
    fn rarer(&self) -> Vec<Operation> {
        if self.query.ordering.is_none() {
            return Vec::new();
        }
        let bits = [false, true];
        let flags = bits.into_iter().cartesian_product(bits).cartesian_product(bits).cartesian_product(bits);
        let form = |(((volatile, nontemporal), one_as), private): (((bool, bool), bool), bool)| {
            let Query { op, scope, space, .. } = self.query;
            let is_access = op != Op::Fence;
            let is_form =
                (is_access || !(volatile || nontemporal)) && (!private || (is_access && space == AddressSpace::Global));
            let space = if private { AddressSpace::Private } else { space };
            let query = Query { scope: SyncScope { one_as, ..scope }, space, volatile, nontemporal, ..self.query };
            is_form.then_some(Operation { query, ..*self })
        };
        flags.filter_map(form).skip(1).collect()
    }

    /// What a table makes of it.
    ///
    /// # Errors
    /// Why it has no code.
    pub fn code(&self, table: &Table) -> Code {
        code(&Setting::new(table, self.configuration, self.opencl), &self.query)
    }
}

/// The target configurations that a table is for.
pub fn configurations(table: &Table) -> Vec<TargetConfiguration> {
    targets::targets_of_family(&table.family).flat_map(TargetConfiguration::modes).collect()
}

/// Every operation that tables have rows for.
pub fn queries(target: &Target, opencl: bool) -> Vec<Query> {
    let mut queries = Vec::new();
    let plain = Query {
        op: Op::Load,
        ordering: None,
        scope: SyncScope::SYSTEM,
        space: AddressSpace::Generic,
        volatile: false,
        nontemporal: false,
        returns: false,
    };
    use AddressSpace::*;
    for op in [Op::Load, Op::Store] {
        for space in [Global, Generic, Private, Constant, Local] {
            for (volatile, nontemporal) in [(false, false), (false, true), (true, false), (true, true)] {
                queries.push(Query { op, space, volatile, nontemporal, ..plain });
            }
        }
    }
    let scope_levels = || ScopeLevel::ALL.iter().filter(|&&level| target.cluster || level != ScopeLevel::Cluster);
    for (op, orderings) in ATOMIC {
        for &ordering in *orderings {
            for &level in scope_levels() {
                let atomic =
                    Query { op: *op, ordering: Some(ordering), scope: SyncScope { level, one_as: false }, ..plain };
                // Only OpenCL's fences are for one space.
                let spaces: &[AddressSpace] =
                    if *op == Op::Fence && !opencl { &[Generic] } else { &[Global, Local, Generic] };
                let returns: &[bool] = if *op == Op::Atomicrmw { &[false, true] } else { &[false] };
                for &space in spaces {
                    queries.extend(returns.iter().map(|&returns| Query { space, returns, ..atomic }));
                }
            }
        }
    }
    queries
}

/// The orderings of each atomic operation.
const ATOMIC: &[(Op, &[Ordering])] = {
    use Ordering::*;
    &[
        (Op::LoadAtomic, &[Unordered, Monotonic, Acquire, SeqCst]),
        (Op::StoreAtomic, &[Unordered, Monotonic, Release, SeqCst]),
        (Op::Atomicrmw, &[Monotonic, Acquire, Release, AcqRel, SeqCst]),
        (Op::Fence, &[Acquire, Release, AcqRel, SeqCst]),
    ]
};

/// Where operations are: each a product of the values of [`DIMENSIONS`].
pub fn places(operations: &[Operation]) -> Vec<Place> {
    merge_places(operations.iter().map(place_of).collect())
}

fn place_of(Operation { configuration, opencl, query }: &Operation) -> Place {
    let one_as = if query.scope.one_as { "-one-as" } else { "" };
    let scope = query.ordering.map_or("any scope".to_string(), |_| format!("{}{one_as}", query.scope.level));
    let result = (query.op == Op::Atomicrmw).then_some(if query.returns { "result used" } else { "result not used" });
    let plain = matches!((query.op, query.volatile, query.nontemporal), (Op::Load | Op::Store, false, false));
    let words = [(plain, "plain"), (query.volatile, "volatile"), (query.nontemporal, "nontemporal")];
    let words = words.into_iter().filter(|(is_set, _)| *is_set).map(|(_, word)| word);
    let flags = result.into_iter().chain(words).join(" ");
    let language = if *opencl { "OpenCL" } else { "HSA" }.to_string();
    [scope, query.space.to_string(), configuration.to_string(), language, flags].map(|value| BTreeSet::from([value]))
}

/// Fewer places with the same combinations: two that differ in one dimension only become one.
fn merge_places(mut places: Vec<Place>) -> Vec<Place> {
    for dimension in (0..DIMENSIONS.len()).rev() {
        let mut groups: BTreeMap<Place, BTreeSet<String>> = BTreeMap::new();
        for mut place in places {
            let values = std::mem::take(&mut place[dimension]);
            groups.entry(place).or_default().extend(values);
        }
        let with_values = |(mut place, values): (Place, _)| {
            place[dimension] = values;
            place
        };
        places = groups.into_iter().map(with_values).collect();
    }
    places
}
