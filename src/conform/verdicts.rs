//! What differences between compiled code and a table's do, by the programs that tables are judged by.

use super::compare::Compared;
use super::parts::Relation;
use super::tests_of::Judged;
use crate::hardware::Chip;
use crate::lowering::survey::{self, Change};
use crate::lowering::{Codes, LoadedTable, Missing, Query, Setting, describe, looked_up};
use crate::refine::RefinementTarget;
use crate::targets::TargetConfiguration;
use std::collections::{BTreeMap, BTreeSet};

/// What is compared with a table on one target in one language: code of operations of which each has one.
#[derive(Debug)]
pub struct Side {
    /// The target configuration.
    pub configuration: TargetConfiguration,
    /// Whether the language is OpenCL, else HSA.
    pub opencl: bool,
    /// The table, what stands for the compiler's code, and what stands for no code.
    pub tables: [LoadedTable; 3],
    /// The compiler's code where it is not the table's.
    pub codes: Codes,
    /// The same operations without code.
    pub none: Codes,
}

/// By operation, the codes that a compiler gives it.
type CodesOf = BTreeMap<Query, BTreeSet<Vec<String>>>;

/// The sides of what was compared. Where code of an operation differs among functions, there are several for a target.
pub fn sides(judged: &[&Judged<'_>]) -> Vec<Side> {
    type Place<'p> = (String, bool, &'p str);
    let mut found: BTreeMap<Place<'_>, (&Judged<'_>, CodesOf)> = BTreeMap::new();
    for one in judged.iter().filter(|one| differs(one)) {
        let operation = one.compiled.operation;
        let place = (operation.configuration.to_string(), operation.opencl, one.table.path.as_str());
        let (_, codes) = found.entry(place).or_insert_with(|| (one, BTreeMap::new()));
        let query = looked_up(&operation.configuration, operation.query);
        codes.entry(query).or_default().insert(one.compiled.texts());
    }
    found.into_values().flat_map(|(one, codes)| layers(one, &codes, judged)).collect()
}

fn differs(one: &Judged<'_>) -> bool {
    matches!(one.compared, Compared::Is(Relation::Stronger | Relation::Weaker | Relation::Different, _))
}

/// The first code of each operation, then the second of those that have two, and so on.
fn layers(one: &Judged<'_>, codes: &CodesOf, judged: &[&Judged<'_>]) -> Vec<Side> {
    let survey::Operation { configuration, opencl, .. } = one.compiled.operation;
    let most = codes.values().map(BTreeSet::len).max().unwrap_or(0);
    let selected = |query: &Query, texts: &Vec<String>| {
        let is_this = |known: &&&Judged<'_>| {
            let operation = known.compiled.operation;
            looked_up(&configuration, operation.query) == *query
                && operation.configuration.to_string() == configuration.to_string()
                && operation.opencl == opencl
                && known.compiled.texts() == *texts
        };
        judged.iter().find(is_this).map(|known| known.compiled.selected(&one.table.table).into())
    };
    let layer = |number: usize| {
        let codes: Codes = codes
            .iter()
            .filter_map(|(query, texts)| Some((*query, Ok(selected(query, texts.iter().nth(number)?)?))))
            .collect();
        let none = codes.keys().map(|query| (*query, Err(Missing::NoRow(describe(query))))).collect();
        let named = |release: &str| LoadedTable { release: release.to_string(), ..one.table.clone() };
        let tables = [one.table.clone(), named("the compiler"), named("no code")];
        Side { configuration, opencl, tables, codes, none }
    };
    (0..most).map(layer).collect()
}

impl Side {
    /// Pairs of targets: with the table's code and the compiler's, and with none and the compiler's.
    pub fn targets(&self, chip: &Chip) -> [[RefinementTarget<'_>; 2]; 2] {
        let [table, compiler, none] = &self.tables;
        let of = |table| RefinementTarget::of_table(self.configuration, chip.clone(), table, self.opencl);
        let compiled = || of(compiler).with_codes(&self.codes);
        [[of(table), compiled()], [of(none).with_codes(&self.none), compiled()]]
    }
}

/// What differs between the targets of a pair.
pub fn changes(pair: &[RefinementTarget<'_>; 2]) -> Vec<Change> {
    let settings: Vec<Setting<'_>> = pair.iter().filter_map(RefinementTarget::setting).collect();
    match settings[..] {
        [before, after] => survey::compare_settings(&before, &after),
        _ => Vec::new(),
    }
}
