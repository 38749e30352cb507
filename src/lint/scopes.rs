//! Flaws of the table of scopes.

use super::{At, Flaw};
use crate::llvm::{ScopeLevel, SyncScope};
use crate::syntax::table::ast::{SCOPE_OF_TABLE, Table};
use crate::syntax::table::places::Within;
use crate::targets::Vocabulary;
use itertools::Itertools;

/// Whether a name means a sync scope in a table of scopes, which may have another name for LLVM's `one-as`.
pub fn is_scope(name: &str) -> bool {
    name == "system-one-as" || is_of_llvm(name)
}

/// Whether it is LLVM's: the widest has a name here, where LLVM's is empty.
fn is_of_llvm(name: &str) -> bool {
    (!name.is_empty() && SyncScope::parse(name).is_some()) || name == "none" || name == "system"
}

/// Names that are not LLVM's, names with two entries, sync scopes without an entry, and operands that are given nowhere.
pub fn flaws(table: &Table, vocabulary: &Vocabulary) -> Vec<Flaw> {
    let Some(scopes) = &table.scopes else { return Vec::new() };
    let flaw = |line, word: Option<&String>, message| Flaw {
        family: table.family.clone(),
        line,
        place: "table of scopes".into(),
        message,
        at: At::Table(word.map_or(Within::Scopes.whole(), |word| Within::Scopes.word(word))),
    };
    let names: Vec<_> =
        scopes.entries.iter().flat_map(|entry| entry.scopes.iter().map(move |name| (name, entry.line))).collect();
    let unknown = names.iter().filter(|(name, _)| !is_of_llvm(name));
    let unknown = unknown.map(|(name, line)| flaw(*line, Some(name), format!("`{name}` is not a sync scope of LLVM")));
    let twice = names.iter().duplicates_by(|(name, _)| name);
    let twice =
        twice.map(|(name, line)| flaw(*line, Some(name), format!("two entries for `{name}`; the first is taken")));
    let missing = missing(table, |name| names.iter().any(|(known, _)| *known == name));
    let missing = missing.into_iter().map(|name| flaw(scopes.line, None, format!("no entry for `{name}`")));
    let operands =
        scopes.entries.iter().flat_map(|entry| entry.operands.iter().map(move |operand| (operand, entry.line)));
    let idle = operands.filter(|(operand, _)| vocabulary.configurations(&operand.when).is_empty());
    let idle = idle.map(|(operand, line)| {
        flaw(line, Some(&operand.text), format!("`{}` is given in no mode of any target", operand.text))
    });
    unknown.chain(twice).chain(missing).chain(idle).collect()
}

/// The sync scopes that rows look up and that have no entry; a cluster is an agent where rows tell no clusters apart.
fn missing(table: &Table, has: impl Fn(&str) -> bool) -> Vec<String> {
    let is_used = table.instrs().any(|instr| instr.operands.iter().any(|operand| operand.text == SCOPE_OF_TABLE));
    let clusters = crate::targets::targets_of_family(&table.family).any(|target| target.cluster);
    let levels = ScopeLevel::ALL.iter().filter(|&&level| is_used && (clusters || level != ScopeLevel::Cluster));
    let names = levels.map(|&level| SyncScope { level, one_as: false });
    // The widest scope has no name in LLVM.
    let names = names.map(|scope| if scope == SyncScope::SYSTEM { "none".to_string() } else { scope.to_string() });
    names.filter(|name| !has(name)).collect()
}
