//! Tables of code sequences judged by generated programs: which rows are sound, and which instructions are needed.

use super::programs::{Choice, Counts, NAME, Programs};
use super::representatives;
use super::run::{Ended, Phase, Run};
use super::source;
use super::store::Question;
use crate::engine::Settings;
use crate::generate::{Base, Draft, Limits, Operation, Replaced, Variant, narrower, tells_clusters, variants};
use crate::hardware::Assume;
use crate::llvm::AddressSpace;
use crate::lowering::{LoadedTable, Query, Setting};
use crate::matrix::BitSet;
use crate::refine::RefinementTarget;
use crate::resources::Resources;
use crate::syntax::source::Diagnostic;
use indexmap::IndexMap;
use indexmap::map::Entry;
use itertools::Itertools;
use rayon::prelude::*;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{BuildHasher, BuildHasherDefault, Hash};

mod ask;
mod blame;
mod broken;
mod change;
mod conditions;
mod diff;
mod emitted;
mod evidence;
mod gaps;
mod job;
mod posed;
mod reach;
mod repair;
mod roles;
mod savings;
mod sieve;
mod tally;
#[cfg(test)]
mod tests;

pub use super::representatives::Representatives;
pub use ask::Asker;
pub use broken::Broken;
pub use change::{Change, Part};
pub use conditions::{Negated, SideTally, negated};
pub use diff::{Diffed, Differences, Effect, Evidence, Shows, diff};
pub use emitted::Emitted;
pub use reach::Unreached;
pub use repair::{Repair, Repaired, RowRepairs, repair};
pub use roles::{Role, Roles};
pub use savings::{RowSavings, Saved, save};
pub use tally::{RowTally, Tally, Unsound};

/// What is judged, and how.
pub struct Options<'r> {
    /// Targets with the tables that are judged, in both languages or one.
    pub targets: Vec<RefinementTarget<'r>>,
    /// How large programs are at most.
    pub limits: Limits,
    /// How many threads a program has at most of which single operations are replaced.
    pub varied_threads: usize,
    /// Whether each instruction is changed, too.
    pub audit: bool,
    /// How engines decide what the source may do.
    pub settings: Settings,
    /// The assumptions of the hardware that were chosen.
    pub assume: Assume,
    /// The run's models, tables and hardware files, each read once.
    pub resources: &'r Resources,
    /// The answers that are known, and whether to go on.
    pub run: &'r Run,
}

impl<'r> Options<'r> {
    /// The tables of the targets, each once, in the order of the targets.
    pub fn tables(&self) -> Vec<&'r LoadedTable> {
        let tables = self.targets.iter().filter_map(|target| target.table.as_ref().ok().copied());
        tables.unique_by(|loaded| &loaded.path).collect()
    }

    /// Whether some target has clusters.
    fn have_clusters(&self) -> bool {
        self.targets.iter().any(|target| target.configuration.target.cluster)
    }

    /// By target the number of its table among all; `None` if it has none.
    fn table_numbers(&self) -> Vec<Option<usize>> {
        let tables = self.tables();
        let number = |target: &RefinementTarget<'_>| {
            let own = target.table.as_ref().ok()?;
            tables.iter().position(|loaded| loaded.path == own.path)
        };
        self.targets.iter().map(number).collect()
    }

    /// The operations that stand for all that a table gives the same code, of each table: what is asked of one depends on no other.
    pub fn representatives(&self) -> Representatives {
        let mut settings: Vec<Vec<Setting<'_>>> = self.tables().iter().map(|_| Vec::new()).collect();
        for (target, number) in self.targets.iter().zip(self.table_numbers()) {
            number.into_iter().for_each(|number| settings[number].extend(target.setting()));
        }
        Representatives::new(&settings)
    }
}

/// What the programs of a space say of tables.
pub struct Judged {
    /// What is known of base programs.
    pub counts: Counts,
    /// How many programs were asked, with variants, each once.
    pub programs: usize,
    /// If the run was told to end: of how many base programs, with their variants, all was asked.
    pub interrupted: Option<usize>,
    /// What they say, in the order of the targets.
    pub targets: Vec<Tally>,
}

/// A program that shows something; smaller ones come first, of these those with no wider scopes than need be, and of these those with a shorter text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its accesses, fences and barriers.
    pub events: usize,
    /// Whether operations are of wider scopes than need be.
    pub is_among_wider: bool,
    /// Its text in the litmus language.
    pub text: String,
    /// What programs share only if their accesses are the same without orderings, scopes and flags.
    pub bare: Question,
}

impl Shown {
    /// Whether no other program says the same of a target.
    fn is_for(&self, target: &RefinementTarget<'_>) -> bool {
        target.configuration.target.cluster || !tells_clusters(&self.text)
    }
}

impl Ord for Shown {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |shown: &Shown| (shown.events, shown.is_among_wider, shown.text.len());
        key(self).cmp(&key(other)).then_with(|| self.text.cmp(&other.text))
    }
}

impl PartialOrd for Shown {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// A program that is asked.
#[derive(Clone, Debug)]
pub struct Program {
    /// What is shown of it if it shows something.
    pub shown: Shown,
    /// The operation whose code is changed if instructions are; `None` for all.
    pub changed: Option<Query>,
    /// The numbers of the tables that it is asked of.
    pub tables: BitSet,
    /// Whether no earlier base program has it among its variants: each program counts once.
    pub counts: bool,
}

impl Program {
    /// The program with its text.
    pub fn generated(Varied { draft, changed, operation: _, is_among_wider, tables }: &Varied) -> Program {
        let order = draft.order();
        let text = draft.text_in(&order, NAME);
        let bare = Question::about(&draft.bare().text_in(&order, NAME));
        let shown = Shown { events: draft.events(), is_among_wider: *is_among_wider, text, bare };
        Program { shown, changed: *changed, tables: tables.clone(), counts: true }
    }
}

/// Base programs that are judged before what they show is shared.
const BATCH: usize = 64;

/// Judges tables by every program within the limits. A run that is told to end says what it has found.
///
/// # Errors
/// What is wrong with a model, or that the run was told to end before any program was asked.
pub fn judge(options: &Options<'_>) -> Result<Judged, Ended> {
    let programs = programs(options)?;
    let asker = Asker::new(options)?;
    let mut tallies: Vec<Tally> = vec![Tally::default(); options.targets.len()];
    let All { asked, interrupted } = tally_of(&asker, &programs.bases, &mut tallies)?;
    evidence::add(&asker, options, &mut tallies)?;
    Ok(Judged { counts: programs.counts, programs: asked, interrupted, targets: tallies })
}

/// Adds what base programs and their variants say of each target.
fn tally_of(asker: &Asker<'_>, bases: &[Base], tallies: &mut Vec<Tally>) -> Result<All, Ended> {
    let merge = |tallies: &mut Vec<Tally>, of_base: Vec<Tally>| {
        tallies.iter_mut().zip(of_base).for_each(|(tally, new)| tally.merge(new));
    };
    let ask = |tallies: &Vec<Tally>, of_base: &[Program]| asker.ask(tallies, of_base);
    ask_all(asker.options, bases, tallies, Asking { wanted: |_: &Draft| true, ask, merge })
}

/// The programs of the space that say something.
fn programs(options: &Options<'_>) -> Result<Programs, Ended> {
    let models = source::models(options.resources)?;
    let (resources, settings, run) = (options.resources, options.settings, options.run);
    let choice = Choice { models: &models, resources, settings, run, clusters: options.have_clusters() };
    Programs::new(options.limits, &choice)
}

/// How much was asked.
struct All {
    /// Programs, with variants, each once.
    asked: usize,
    /// If the run was told to end: of how many base programs, with their variants, all was asked.
    interrupted: Option<usize>,
}

/// What is asked about programs.
struct Asking<W, A, M> {
    /// Which programs say something; others are not even written.
    wanted: W,
    /// What a base program and its variants say, given what is known.
    ask: A,
    /// Adds what they say to what is known.
    merge: M,
}

/// Asks about each base program with its variants, and adds what each says to what is known.
fn ask_all<K: Sync, F: Send>(
    options: &Options<'_>,
    bases: &[Base],
    known: &mut K,
    asking: Asking<
        impl Fn(&Draft) -> bool + Sync,
        impl Fn(&K, &[Program]) -> Result<F, Vec<Diagnostic>> + Sync,
        impl Fn(&mut K, F),
    >,
) -> Result<All, Ended> {
    let Asking { wanted, ask, merge } = asking;
    let representatives = options.representatives();
    let run = options.run;
    let work = run.work(Phase::Asking, bases.len());
    let mut seen: FxHashSet<u64> = FxHashSet::default();
    let mut asked = 0;
    let mut held = Vec::new();
    for batch in bases.chunks(BATCH) {
        let mut varied: Vec<Vec<Program>> =
            batch.par_iter().map(|base| programs_of(base, options, &representatives, &wanted)).collect();
        for program in varied.iter_mut().flatten() {
            program.counts = seen.insert(hash(&program.shown.text));
        }
        let ask = |of_base: &Vec<Program>| {
            if run.is_stopped() {
                return Ok(None);
            }
            let found = ask(known, of_base)?;
            work.one_is_done();
            Ok(Some((of_base.iter().filter(|program| program.counts).count(), found)))
        };
        let found: Vec<Option<(usize, F)>> =
            varied.par_iter().with_max_len(1).map(ask).collect::<Result<_, Vec<Diagnostic>>>()?;
        // A shard shares what it finds one batch later. So it knows no more of a program than the whole run does, which may have both batches in one,
        // and leaves no question out that the whole run asks.
        let ready = if run.shard.is_some() { std::mem::replace(&mut held, found) } else { found };
        for (programs, of_base) in ready.into_iter().flatten() {
            asked += programs;
            merge(known, of_base);
        }
        if run.is_stopped() {
            break;
        }
    }
    for (programs, of_base) in held.into_iter().flatten() {
        asked += programs;
        merge(known, of_base);
    }
    Ok(All { asked, interrupted: (work.done() < bases.len()).then(|| work.done()) })
}

/// A base program, or a variant of one.
pub struct Varied {
    /// The program before it is printed as a litmus test.
    pub draft: Draft,
    /// Of a variant the operation that it is varied in, where other code for that alone says something.
    pub changed: Option<Query>,
    /// Of a variant the operation that stands for another, and of a narrower program the fence that is for one address space, if it is one.
    pub operation: Option<Operation>,
    /// Whether all other operations are of wider scopes than need be.
    pub is_among_wider: bool,
    /// The numbers of the tables that it is asked of: those of which its operation represents others.
    pub tables: BitSet,
}

/// A base program, the narrower ones, and the variants of all.
///
/// Of programs of at most so many threads there are all variants; of base programs of one more those of threads that hand on, and these with a fence
/// instead, which is one event more.
pub fn varied(base: &Base, threads: usize, representatives: &Representatives) -> Vec<Varied> {
    let draft = base.draft();
    let among = |kind, space| representatives.for_kind(kind, space);
    let is_varied = draft.threads.len() <= threads;
    let hands_on = draft.threads.len() == threads + 1;
    let variant = |variant: Variant, tables: &BitSet| {
        let by_itself = variant.accesses_alike() || variant.is_among_wider;
        let changed = by_itself.then(|| representatives::query(&variant.operation, variant.space));
        let own = representatives.tables_of(variant.kind, variant.space, &variant.stands_for);
        let Variant { draft, operation, is_among_wider, .. } = variant;
        Varied { draft, changed, operation: Some(operation), is_among_wider, tables: own.inter(tables) }
    };
    let with_variants = |draft: Draft, operation: Option<Operation>, replaced: Option<Replaced>| {
        let tables = tables_of(&draft, representatives);
        let variants = replaced.map(|replaced| variants(&draft, replaced, among)).unwrap_or_default();
        let variants: Vec<Varied> = variants.into_iter().map(|found| variant(found, &tables)).collect();
        let changed = operation.map(|operation| representatives::query(&operation, AddressSpace::Global));
        let own = Varied { draft, changed, operation, is_among_wider: false, tables };
        std::iter::once(own).chain(variants)
    };
    let narrower = narrower(&draft, among);
    let fenced = if is_varied || hands_on { base.fenced() } else { Vec::new() };
    let mut all = Vec::new();
    for (number, (draft, operation)) in std::iter::once((draft, None)).chain(narrower).enumerate() {
        let replaced = match number {
            _ if is_varied => Some(Replaced::Every),
            0 if hands_on => Some(Replaced::HandingOn),
            _ => None,
        };
        all.extend(with_variants(draft, operation, replaced));
    }
    for (draft, fence) in fenced {
        all.extend(with_variants(draft, Some(fence), Some(Replaced::FenceHandingOn)));
    }
    all
}

/// The tables that a program without variants is asked of: one whose operations are for one address space those that tell such operations from others.
fn tables_of(draft: &Draft, representatives: &Representatives) -> BitSet {
    let mut narrow = draft.operations().map(|(_, operation, _)| operation);
    match narrow.find(|operation| operation.scope.one_as || operation.only.is_some()) {
        None => representatives.all_tables(),
        Some(own) if own.scope.one_as => representatives.tables_with(|operation| operation.scope.one_as),
        Some(own) => representatives.tables_with(|operation| operation.only == own.only),
    }
}

/// A base program and what is asked with it, each once. What other base programs are asked with is not left out, so that it depends on this one alone
/// what is asked.
fn programs_of(
    base: &Base,
    options: &Options<'_>,
    representatives: &Representatives,
    wanted: &impl Fn(&Draft) -> bool,
) -> Vec<Program> {
    let mut programs: IndexMap<u64, Program> = IndexMap::new();
    let varied = varied(base, options.varied_threads, representatives).into_iter();
    for varied in varied.filter(|varied| wanted(&varied.draft)) {
        let program = Program::generated(&varied);
        match programs.entry(hash(&program.shown.text)) {
            Entry::Vacant(place) => drop(place.insert(program)),
            Entry::Occupied(mut known) => known.get_mut().tables.add_all(&program.tables),
        }
    }
    programs.into_values().filter(|program| !program.tables.is_empty()).collect()
}

fn hash(value: impl Hash) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(value)
}
