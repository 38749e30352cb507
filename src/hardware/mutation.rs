//! A hardware file changed in one small way: without a clause, or with a clause that claims less.

use super::HardwareFile;
use crate::llvm::ScopeLevel;
use crate::syntax::hardware::ast::{Clause, File, Kind, Rule, Storage, Word};
use crate::syntax::source::{Source, Span};
use crate::syntax::table::ast::{Access, Path};
use crate::syntax::table::cond::Cond;
use crate::targets::{Target, TargetConfiguration, is_scalar};
use itertools::Itertools;
use std::sync::Arc;

/// A hardware file changed in one clause.
pub struct Mutation {
    /// What is changed, as a reader of the file would say it: `without store completes at L2`, `unit sa holds workgroup: holds wavefront, not workgroup`.
    pub change: String,
    /// The text that the clause is in.
    pub source: Arc<Source>,
    /// The clause that is changed, in that text.
    pub span: Span,
    /// The changed file; it may no longer describe a target.
    pub file: HardwareFile,
}

impl HardwareFile {
    /// The file without each of its clauses; and with each clause that has a weaker form in each such form, and with each clause that does not hold on
    /// one of its targets, or in one of their modes; one at a time.
    pub fn mutations(&self) -> Vec<Mutation> {
        (0..self.file.clauses.len()).flat_map(|at| self.mutations_of(at)).collect()
    }

    fn mutations_of(&self, at: usize) -> Vec<Mutation> {
        let clause = &self.file.clauses[at];
        let source = clause.inherited.clone().unwrap_or(self.source.clone());
        let change = format!("without {}", claim(&source, clause));
        let whole = Mutation { change, source, span: clause.span, file: self.without(at) };
        std::iter::once(whole).chain(self.weaker(at)).chain(self.narrower(at)).collect()
    }

    /// The file with the condition of a clause, by its number, made false on each of the targets, and in each of the modes, that it holds on besides others.
    fn narrower(&self, at: usize) -> Vec<Mutation> {
        let clause = &self.file.clauses[at];
        let source = clause.inherited.as_ref().unwrap_or(&self.source);
        let mut configurations = self.configurations();
        configurations.retain(|configuration| {
            clause.when.holds(|word| configuration.is(word)) && concerns(&clause.kind, configuration.target)
        });
        let words = configurations.iter().flat_map(TargetConfiguration::words).unique();
        let some_are_left = |word: &&str| configurations.iter().any(|configuration| !configuration.is(word));
        let narrowed = |word: &str| {
            let mut file = self.clone();
            file.file.clauses[at].when = clause.when.and(&Cond::word(word).not());
            let change = format!("{}: not if {word}", claim(source, clause));
            Mutation { change, source: source.clone(), span: clause.span, file }
        };
        words.filter(some_are_left).map(narrowed).collect()
    }

    /// What a clause is about, or all that it says where several are about one counter.
    pub(super) fn said_by(&self, clause: &Clause) -> String {
        match matches!(clause.kind, Kind::Counter(..)) {
            true => claim(clause.inherited.as_ref().unwrap_or(&self.source), clause),
            false => clause.subject().as_str().to_string(),
        }
    }

    /// The file without what a clause, by its number, says. The name by which it is switched is still known, and switches nothing.
    pub fn without(&self, at: usize) -> HardwareFile {
        let mut file = self.clone();
        match file.file.clauses[at].switch {
            Some(_) => file.file.clauses[at].when = Cond::never(),
            None => {
                file.file.clauses.remove(at);
            }
        }
        file
    }

    /// The file with each weaker form of a clause, by its number.
    pub fn weaker(&self, at: usize) -> Vec<Mutation> {
        let clause = &self.file.clauses[at];
        let source = clause.inherited.as_ref().unwrap_or(&self.source);
        let claim = claim(source, clause);
        let mutation = |Weaker { change, kinds }| {
            let mut file = self.clone();
            let clauses = kinds.into_iter().map(|kind| Clause { kind, ..clause.clone() });
            file.file.clauses.splice(at..=at, clauses);
            Mutation { change: format!("{claim}: {change}"), source: source.clone(), span: clause.span, file }
        };
        weaker_kinds(&self.file, clause).into_iter().map(mutation).collect()
    }
}

/// A clause in the words of its text, with its condition and its name but not its provenance: no other clause of a file has the same.
fn claim(source: &Source, clause: &Clause) -> String {
    let text = source.text.get(clause.span.start..clause.span.end).unwrap_or_default();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    clause.switch.as_ref().map_or(words.clone(), |switch| format!("{words} as {}", switch.name.text))
}

/// Whether a clause is about instructions that a target has: of scalar memory not every one has all.
fn concerns(kind: &Kind, target: &Target) -> bool {
    let has = |name: &Word| target.scalar.contains_key(&name.text) || !is_scalar(&name.text);
    let has_access = |access: Access| target.scalar_mnemonics(access).next().is_some();
    match kind {
        Kind::StoreCompletes(Path::Scalar, ..) => has_access(Access::Store),
        Kind::LoadBypasses(Path::Scalar, ..) => has_access(Access::Load),
        Kind::AtomicPerforms(Path::Scalar, ..) => has_access(Access::Atomic),
        Kind::Plain(Path::Scalar, access, _) => has_access(*access),
        Kind::Invalidates(name, ..)
        | Kind::WritesBack(name, ..)
        | Kind::Discards(name, ..)
        | Kind::Performs(name, _)
        | Kind::Nothing(name, _) => has(name),
        Kind::StoreCompletes(Path::Vector | Path::Host, ..)
        | Kind::LoadBypasses(Path::Vector | Path::Host, ..)
        | Kind::AtomicPerforms(Path::Vector | Path::Host, ..)
        | Kind::Plain(Path::Vector | Path::Host, ..)
        | Kind::Nonvolatile(..)
        | Kind::Unit(..)
        | Kind::CacheLevel { .. }
        | Kind::ScalarCache { .. }
        | Kind::ProbedAtHome(_)
        | Kind::KeepsFineAtHome(_)
        | Kind::LeavesNothingOld(..)
        | Kind::CountsInBoth { .. }
        | Kind::Rule(_)
        | Kind::ProcessPer(_)
        | Kind::QueuesInOrderTo(_)
        | Kind::Counter(..)
        | Kind::Wait(..)
        | Kind::Barrier(..) => true,
    }
}

/// How operands and instructions are changed that then do nothing.
const NOTHING: &str = "does nothing";

/// The name of a counter that counts nothing, which no file can give.
const NO_COUNTER: &str = "no counter";

/// What claims less than a clause: one claim, or several.
struct Weaker {
    /// How it differs.
    change: String,
    kinds: Vec<Kind>,
}

impl Weaker {
    fn one((change, kind): (String, Kind)) -> Weaker {
        Weaker { change, kinds: vec![kind] }
    }
}

/// Everything that claims a little less than a clause.
fn weaker_kinds(file: &File, clause: &Clause) -> Vec<Weaker> {
    if let Kind::Rule(rule) = &clause.kind {
        return weaker_rules(*rule);
    }
    if let Kind::Wait(instr, Some(counters)) = &clause.kind
        && counters.len() == 1
    {
        let nothing = Word { text: NO_COUNTER.into(), span: clause.span };
        let kinds = vec![Kind::Counter(nothing.clone(), Vec::new()), Kind::Wait(instr.clone(), Some(vec![nothing]))];
        return vec![Weaker { change: "waits for nothing".into(), kinds }];
    }
    lesser_kinds(file, &clause.kind).into_iter().map(Weaker::one).collect()
}

/// What says the same of less than a claim, each with how it differs.
fn lesser_kinds(file: &File, kind: &Kind) -> Vec<(String, Kind)> {
    let to_nearer = |path: Path, level: &Word, kind: &dyn Fn(Word) -> Kind| {
        let nearer = nearer(file, path, level);
        nearer.map(|nearer| (format!("{}, not {}", nearer.text, level.text), kind(nearer))).into_iter().collect()
    };
    match kind {
        Kind::Unit(unit, level) => {
            let narrower = ScopeLevel::ALL.iter().copied().take_while(|known| known < level).last();
            narrower
                .map(|narrower| (format!("holds {narrower}, not {level}"), Kind::Unit(unit.clone(), narrower)))
                .into_iter()
                .collect()
        }
        Kind::CacheLevel { level, unit, storage, coarse } => {
            let with = |storage, coarse| Kind::CacheLevel { level: level.clone(), unit: unit.clone(), storage, coarse };
            let caches = (*storage == Storage::Passes)
                .then(|| ("caches, not passes".to_string(), with(Storage::Caches, *coarse)));
            let all = coarse.then(|| ("all memory, not only coarse".to_string(), with(*storage, false)));
            caches.into_iter().chain(all).collect()
        }
        Kind::StoreCompletes(path, with, level) => {
            to_nearer(*path, level, &|level| Kind::StoreCompletes(*path, with.clone(), level))
        }
        Kind::LoadBypasses(path, with, level) if nearer(file, *path, level).is_none() => {
            vec![(NOTHING.into(), Kind::Plain(*path, Access::Load, with.clone()))]
        }
        Kind::LoadBypasses(path, with, level) => {
            to_nearer(*path, level, &|level| Kind::LoadBypasses(*path, with.clone(), level))
        }
        Kind::AtomicPerforms(path, with, level) => {
            to_nearer(*path, level, &|level| Kind::AtomicPerforms(*path, with.clone(), level))
        }
        Kind::WritesBack(instr, with, Some(from), to, lines) if is_scalar_cache(file, from) => {
            match nearer(file, Path::Scalar, to).filter(|nearer| nearer.text != from.text) {
                Some(_) => to_nearer(Path::Scalar, to, &|to| {
                    Kind::WritesBack(instr.clone(), with.clone(), Some(from.clone()), to, *lines)
                }),
                None => vec![(NOTHING.into(), Kind::Nothing(instr.clone(), with.clone()))],
            }
        }
        Kind::WritesBack(instr, with, from, to, lines) => to_nearer(Path::Vector, to, &|to| {
            Kind::WritesBack(instr.clone(), with.clone(), from.clone(), to, *lines)
        }),
        Kind::Invalidates(instr, with, levels, _) if levels.len() < 2 => {
            vec![(NOTHING.into(), Kind::Nothing(instr.clone(), with.clone()))]
        }
        Kind::Invalidates(instr, with, levels, lines) => without_one(levels)
            .into_iter()
            .map(|(dropped, levels)| {
                (format!("not {}", dropped.text), Kind::Invalidates(instr.clone(), with.clone(), levels, *lines))
            })
            .collect(),
        Kind::Performs(instr, parts) if parts.len() < 2 => {
            vec![(NOTHING.into(), Kind::Nothing(instr.clone(), Vec::new()))]
        }
        Kind::Performs(instr, parts) => without_one(parts)
            .into_iter()
            .map(|(dropped, parts)| (format!("not {}", dropped.text), Kind::Performs(instr.clone(), parts)))
            .collect(),
        Kind::Counter(counter, kinds) if kinds.len() == 1 => {
            vec![("counts nothing".into(), Kind::Counter(counter.clone(), Vec::new()))]
        }
        Kind::Counter(counter, kinds) => without_one(kinds)
            .into_iter()
            .map(|(dropped, kinds)| (format!("not {dropped}"), Kind::Counter(counter.clone(), kinds)))
            .collect(),
        Kind::Wait(instr, Some(counters)) => without_one(counters)
            .into_iter()
            .map(|(dropped, counters)| (format!("not {}", dropped.text), Kind::Wait(instr.clone(), Some(counters))))
            .collect(),
        Kind::CountsInBoth { form, in_order: true } => {
            vec![("out of order".into(), Kind::CountsInBoth { form: form.clone(), in_order: false })]
        }
        Kind::CountsInBoth { in_order: false, .. }
        | Kind::ProbedAtHome(_)
        | Kind::KeepsFineAtHome(_)
        | Kind::LeavesNothingOld(..)
        | Kind::QueuesInOrderTo(_)
        | Kind::ScalarCache { .. }
        | Kind::ProcessPer(_)
        | Kind::Plain(..)
        | Kind::Nonvolatile(..)
        // Of the counters that its operands name each is weakened by itself.
        | Kind::Wait(_, None)
        | Kind::Rule(_)
        | Kind::Discards(..)
        | Kind::Nothing(..) => Vec::new(),
        Kind::Barrier(instr, with, arrives, waits) => {
            let barrier = |arrives: bool, waits: bool| Kind::Barrier(instr.clone(), with.clone(), arrives, waits);
            let no_arrival = arrives.then(|| ("does not arrive".into(), barrier(false, *waits)));
            let no_wait = waits.then(|| ("does not wait".into(), barrier(*arrives, false)));
            no_arrival.into_iter().chain(no_wait).collect()
        }
    }
}

/// The rules that say a part of what one says.
fn weaker_rules(rule: Rule) -> Vec<Weaker> {
    let only = |parts: &[Rule]| {
        let change = format!("only {}", parts.iter().map(Rule::to_string).join(", "));
        Weaker { change, kinds: parts.iter().copied().map(Kind::Rule).collect() }
    };
    match rule {
        Rule::InOrder => vec![only(&[Rule::InOrderWithinTypes]), only(&[Rule::InOrderPerAddress])],
        Rule::InOrderWithinTypes => vec![only(&[Rule::InOrderPerAddress])],
        Rule::CacheOperationsInOrder => {
            let parts =
                [Rule::InvalidationsBeforeAccesses, Rule::InvalidationsAfterAccesses, Rule::WriteBacksAfterAccesses];
            let without = |at: usize| [&parts[..at], &parts[at + 1..]].concat();
            std::iter::once(only(&parts)).chain((0..parts.len()).map(|at| only(&without(at)))).collect()
        }
        Rule::DmaInOrder => vec![only(&[Rule::DmaInOrderPerAddress])],
        Rule::QueuesInOrderPerAddress => vec![only(&[Rule::QueuesInOrderPerAddressForItsWave])],
        Rule::OperationsWhole
        | Rule::InOrderBetweenTypes
        | Rule::InOrderPerAddress
        | Rule::InOrderWithLds
        | Rule::LdsInOrder
        | Rule::DmaReadsThenWrites
        | Rule::DmaInOrderPerAddress
        | Rule::DmaAfterLds
        | Rule::InvalidationsBeforeAccesses
        | Rule::InvalidationsAfterAccesses
        | Rule::WriteBacksAfterAccesses
        | Rule::QueuesInOrderPerAddressForItsWave
        | Rule::AtomicEvictsForItsWave
        | Rule::LoadRefreshesForItsWave
        | Rule::StoreUpdatesForItsWave
        | Rule::BarriersAfterAccesses
        | Rule::ClusterDroppedAtEnds
        | Rule::FineWritesThrough
        | Rule::FineWritesThroughWhole
        | Rule::WriteBackCoversOtherWaves
        | Rule::WriteBackCoversInFlight
        | Rule::WriteBackCompletesAtNextLevel
        | Rule::LoadsWriteBackNonvolatile
        | Rule::HostPassesCaches => Vec::new(),
    }
}

/// A list of two or more without each of its items.
fn without_one<T: Clone>(items: &[T]) -> Vec<(T, Vec<T>)> {
    let without = |at: usize| {
        let mut left = items.to_vec();
        (left.remove(at), left)
    };
    if items.len() < 2 { Vec::new() } else { (0..items.len()).map(without).collect() }
}

/// The cache level before one on the way to memory of a path: scalar memory has a cache of its own in the place of the first.
fn nearer(file: &File, path: Path, level: &Word) -> Option<Word> {
    let levels = file.clauses.iter().filter_map(|clause| clause.kind.declared_level());
    let scalar = scalar_caches(file).next().filter(|_| path == Path::Scalar);
    let levels = levels.enumerate().map(|(at, level)| if at == 0 { scalar.unwrap_or(level) } else { level });
    let levels: Vec<&Word> = levels.collect();
    let at = levels.iter().position(|known| known.text == level.text)?;
    let nearer = levels[..at].last()?;
    Some(Word { text: nearer.text.clone(), span: level.span })
}

fn scalar_caches(file: &File) -> impl Iterator<Item = &Word> {
    file.clauses.iter().filter_map(|clause| clause.kind.declared_scalar_cache())
}

fn is_scalar_cache(file: &File, level: &Word) -> bool {
    scalar_caches(file).any(|cache| cache.text == level.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A change says which clause it changes, in the words of the file. A clause about several things is also changed in each of them.
    #[test]
    fn changes_say_what_they_change() {
        let text = r#"hardware "mine" {
          targets gfx9;
          level L1 per cu caches assumed "made up";
          load with glc=1 bypasses L1 assumed "made up";
          instr buffer_wbinvl1_vol invalidates L1, L2
            assumed "made up" as two-levels on;
          counter vmcnt counts load, store, atomic-return assumed "made up";
          counter lgkmcnt counts lds assumed "made up";
        }"#;
        let file = HardwareFile::parse(Source::new("mine.hw", text), false).expect("well formed");
        let changes: Vec<String> = file.mutations().into_iter().map(|mutation| mutation.change).collect();
        let expected = [
            "without level L1 per cu caches",
            "without load with glc=1 bypasses L1",
            "load with glc=1 bypasses L1: does nothing",
            "without instr buffer_wbinvl1_vol invalidates L1, L2 as two-levels",
            "instr buffer_wbinvl1_vol invalidates L1, L2 as two-levels: not L1",
            "instr buffer_wbinvl1_vol invalidates L1, L2 as two-levels: not L2",
            "without counter vmcnt counts load, store, atomic-return",
            "counter vmcnt counts load, store, atomic-return: not load",
            "counter vmcnt counts load, store, atomic-return: not store",
            "counter vmcnt counts load, store, atomic-return: not atomic-return",
            "without counter lgkmcnt counts lds",
            "counter lgkmcnt counts lds: counts nothing",
        ];
        assert_eq!(changes, expected);
    }

    /// A condition is narrowed by what is true on some of the configurations that it holds on, and not on all.
    #[test]
    fn conditions_are_narrowed() {
        let text = r#"hardware "mine" {
          targets gfx9, gfx10;
          process lds in order if !gfx9 assumed "made up";
          fine writes through if gfx9 assumed "made up";
        }"#;
        let file = HardwareFile::parse(Source::new("mine.hw", text), false).expect("well formed");
        let mutations = file.mutations();
        let narrowed: Vec<_> = mutations.iter().filter(|mutation| mutation.change.contains("not if")).collect();
        let changes: Vec<&str> = narrowed.iter().map(|mutation| mutation.change.as_str()).collect();
        let expected = ["process lds in order if !gfx9: not if wgp", "process lds in order if !gfx9: not if cu"];
        assert_eq!(changes, expected);
        let left = |mutation: &Mutation| mutation.file.file.clauses[0].when.to_string();
        assert_eq!(left(narrowed[0]), "!gfx9 & !wgp");
    }
}
