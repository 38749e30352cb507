//! What compiled code does, by itself and where it is not a table's, by the programs that tables are judged by.

use super::compare::Compared;
use super::parts::Relation;
use super::tests_of::Judged;
use crate::hardware::Chip;
use crate::lowering::survey::{self, Change};
use crate::lowering::{Codes, LoadedTable, Missing, Query, Setting, describe, looked_up};
use crate::refine::RefinementTarget;
use crate::targets::TargetConfiguration;
use std::collections::BTreeMap;

/// What is compared with a table on one target in one language: code of operations of which each has one.
#[derive(Debug)]
pub struct Side {
    /// The target configuration.
    pub configuration: TargetConfiguration,
    /// Whether the language is OpenCL, else HSA.
    pub opencl: bool,
    /// The table, what stands for the compiler's code, and what stands for no code.
    pub tables: [LoadedTable; 3],
    /// The compiler's code where it is not the table's; none where it is the table's everywhere.
    pub differing: Codes,
    /// The compiler's code, the table's or not.
    pub codes: Codes,
    /// The same operations without code.
    pub none: Codes,
}

/// By operation, the codes that a compiler gives it, and which function has each.
type CodesOf<'p, 'j> = BTreeMap<Query, BTreeMap<Vec<String>, &'p Judged<'j>>>;

/// The sides of what was compared. Where code of an operation differs among functions, there are several for a target.
pub fn sides(judged: &[&Judged<'_>]) -> Vec<Side> {
    let mut found: BTreeMap<(String, bool, &str), (&Judged<'_>, CodesOf<'_, '_>)> = BTreeMap::new();
    for one in judged.iter().filter(|one| matches!(one.compared, Compared::Is(..))) {
        let operation = one.compiled.operation;
        let place = (operation.configuration.to_string(), operation.opencl, one.table.path.as_str());
        let (_, codes) = found.entry(place).or_insert_with(|| (one, BTreeMap::new()));
        let query = looked_up(&operation.configuration, operation.query);
        codes.entry(query).or_default().insert(one.compiled.texts(), one);
    }
    found.into_values().flat_map(|(one, codes)| layers(one, &codes)).collect()
}

fn differs(one: &Judged<'_>) -> bool {
    !matches!(one.compared, Compared::Is(Relation::Same, _))
}

/// The first code of each operation, then the second of those that have two, and so on.
fn layers(one: &Judged<'_>, codes: &CodesOf<'_, '_>) -> Vec<Side> {
    let survey::Operation { configuration, opencl, .. } = one.compiled.operation;
    let most = codes.values().map(BTreeMap::len).max().unwrap_or(0);
    let layer = |number: usize| {
        let with = |wanted: &dyn Fn(&Judged<'_>) -> bool| -> Codes {
            let numbered = codes.iter().filter_map(|(query, found)| Some((query, *found.values().nth(number)?)));
            let wanted = numbered.filter(|(_, judged)| wanted(judged));
            wanted.map(|(query, judged)| (*query, Ok(judged.compiled.selected(&one.table.table).into()))).collect()
        };
        let codes = with(&|_| true);
        let none = codes.keys().map(|query| (*query, Err(Missing::NoRow(describe(query))))).collect();
        let named = |release: &str| LoadedTable { release: release.to_string(), ..one.table.clone() };
        let tables = [one.table.clone(), named("the compiler"), named("no code")];
        Side { configuration, opencl, tables, differing: with(&differs), codes, none }
    };
    (0..most).map(layer).collect()
}

impl Side {
    /// Pairs of targets, with the tables of each: where the codes differ, with the table's code and the compiler's; and with none and the compiler's, so that
    /// this is judged by itself.
    pub fn pairs(&self, chip: &Chip) -> Vec<([RefinementTarget<'_>; 2], [&LoadedTable; 2])> {
        let [table, compiler, none] = &self.tables;
        let of = |table| RefinementTarget::of_table(self.configuration, chip.clone(), table, self.opencl);
        let differing = || ([of(table), of(compiler).with_codes(&self.differing)], [table, compiler]);
        let by_itself = ([of(none).with_codes(&self.none), of(compiler).with_codes(&self.codes)], [none, compiler]);
        (!self.differing.is_empty()).then(differing).into_iter().chain([by_itself]).collect()
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
