//! The programs by which two sides are compared: base programs, and their variants that the sides may tell apart.

use super::{Options, Sides};
use crate::cat::Model;
use crate::generate::{
    Base, Draft, Kind, Limits, Operation, Replaced, Variant, is_narrowed_alike, is_narrowed_less, narrowings,
    operations, variants,
};
use crate::judge::programs::{Choice, NAME, Programs, Space};
use crate::judge::representatives::{self, Representatives};
use crate::judge::run::Ended;
use crate::judge::source;
use crate::judge::store::Question;
use crate::judge::tables::{Shown, Varied, varied};
use crate::llvm::AddressSpace;
use crate::lowering::{Missing, Selected, Setting, select};
use crate::refine::RefinementTarget;
use crate::syntax::source::Diagnostic;
use itertools::Itertools;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// A program that may be asked, and what it is made from.
pub(super) struct Candidate {
    /// What is shown of it if it differs.
    pub(super) shown: Shown,
    base: Arc<Base>,
    varied: Option<Change>,
}

/// In what a variant differs from its base program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// This operation stands for another, or for itself where it was for all address spaces.
    Operation(Operation),
    /// Several operations are for one address space.
    Several,
    /// Of models: operations, of which there may be one, are for one address space.
    Narrowed,
}

/// A variant before it is text.
struct Variation {
    draft: Draft,
    change: Change,
    is_among_wider: bool,
}

/// The programs within the limits, in the order in which they are asked; of a shard, its own base programs with their variants.
pub(super) struct Candidates {
    /// The shapes that base programs have.
    pub(super) shapes: usize,
    /// How many base programs there are.
    pub(super) bases: usize,
    /// The base programs of which it is not decided whether they forbid something, and so whether they have variants.
    pub(super) undecided: usize,
    /// Base programs and variants: smaller ones first, of one size base programs first, and of these those that order less.
    pub(super) programs: Vec<Candidate>,
    variants: Variants,
}

impl Candidates {
    pub(super) fn new(options: &Options<'_>) -> Result<Candidates, Vec<Diagnostic>> {
        let Space { shapes, programs, .. } =
            Space::new(options.limits, true, options.run).map_err(|error| vec![*error])?;
        let variants = Variants::new(options)?;
        let own: Vec<(Base, String)> = programs.into_par_iter().filter(|(_, text)| options.run.has(text)).collect();
        let bases = own.len();
        let of_base = |(base, text): (Base, String)| match options.run.is_stopped() {
            true => Vec::new(),
            false => variants.with(Arc::new(base), text),
        };
        let mut programs: Vec<Candidate> = own.into_par_iter().flat_map_iter(of_base).collect();
        let order = |program: &Candidate| {
            let by_size = || (program.shown.events, program.varied.is_some(), program.base.weaker().len());
            // Nothing is asked once the run is told to end.
            (!options.run.is_stopped()).then(|| (by_size(), program.shown.clone()))
        };
        if !options.run.is_stopped() {
            programs = programs.into_iter().unique_by(|program| program.shown.text.clone()).collect();
            programs.par_sort_by_cached_key(order);
        }
        Ok(Candidates { shapes, bases, undecided: variants.varied.undecided, programs, variants })
    }

    /// The texts of the programs that a program is minimal against: with one thread ordering its accesses less, and for a variant its base program.
    pub(super) fn lesser(&self, program: &Candidate) -> Vec<String> {
        let weaker = program.base.weaker();
        match program.varied {
            None => weaker.iter().map(|base| base.draft().text(NAME)).collect(),
            Some(Change::Narrowed) => narrowed_less(program, &weaker),
            Some(change) => {
                let of_base = |base: &Base| self.variants.of_base(base);
                let alike = weaker.iter().flat_map(of_base).filter(|varied| varied.change == change);
                alike.map(|varied| varied.text()).chain([program.base.draft().text(NAME)]).collect()
            }
        }
    }
}

/// Of a program whose operations are for one address space: those with the same operations of which fewer are so, and those in which one thread
/// orders its accesses less and the operations that are left are so.
fn narrowed_less(program: &Candidate, weaker: &[Base]) -> Vec<String> {
    let base = program.base.draft();
    let own: Vec<Draft> = narrowings(&base);
    let is_own = |draft: &&Draft| draft.text(NAME) == program.shown.text;
    let Some(draft) = own.iter().find(is_own) else { return Vec::new() };
    let less = own.iter().filter(|other| is_narrowed_less(other, draft)).cloned();
    let alike = weaker.iter().flat_map(|weaker| narrowings(&weaker.draft()));
    let alike = alike.filter(|other| is_narrowed_alike(other, draft));
    less.chain(alike).chain([base]).map(|draft| draft.text(NAME)).collect()
}

impl Variation {
    fn text(&self) -> String {
        self.draft.text(NAME)
    }
}

/// Which variants base programs are asked with.
struct Variants {
    threads: usize,
    representatives: Representatives,
    /// The base programs that have some.
    varied: Saying,
    of: Of,
}

/// The base programs that say something of models.
#[derive(Default)]
struct Saying {
    /// Their texts.
    texts: FxHashSet<String>,
    /// Those of which it is not decided.
    undecided: usize,
}

/// What variants are made for.
enum Of {
    Models,
    Code(SameCode),
}

impl Variants {
    fn new(options: &Options<'_>) -> Result<Variants, Vec<Diagnostic>> {
        let threads = options.varied_threads;
        match &options.sides {
            Sides::Models([(_, first), (_, second)]) => {
                let models: [&Model; 2] = [first, second];
                let limits = Limits { threads: threads.min(options.limits.threads), ..options.limits };
                let varied = if threads == 0 { Saying::default() } else { judged(limits, &models, options)? };
                Ok(Variants { threads, representatives: Representatives::of_models(&models), varied, of: Of::Models })
            }
            Sides::Code(pairs) => {
                let settings: Vec<Setting<'_>> = pairs.iter().flatten().filter_map(RefinementTarget::setting).collect();
                let representatives = Representatives::new(&[settings]);
                let varied = judged(options.limits, &source::models(options.resources)?, options)?;
                Ok(Variants { threads, representatives, varied, of: Of::Code(SameCode::new(pairs)) })
            }
        }
    }

    /// A base program and its variants.
    fn with(&self, base: Arc<Base>, text_of_base: String) -> Vec<Candidate> {
        let variants = self.of_base(&base);
        let shown = |text: String, is_among_wider| {
            let bare = Question::about(&text);
            Shown { events: base.draft().events(), is_among_wider, text, bare }
        };
        let own = Candidate { shown: shown(text_of_base, false), base: base.clone(), varied: None };
        let variant = |variant: Variation| Candidate {
            shown: shown(variant.text(), variant.is_among_wider),
            base: base.clone(),
            varied: Some(variant.change),
        };
        [own].into_iter().chain(variants.into_iter().map(variant)).collect()
    }

    /// The variants of a base program that the sides may tell apart.
    fn of_base(&self, base: &Base) -> Vec<Variation> {
        if !self.varied.texts.contains(&base.draft().text(NAME)) {
            return Vec::new();
        }
        match &self.of {
            Of::Models => self.of_models(&base.draft()),
            Of::Code(same) => self.of_code(base, same),
        }
    }

    /// Operations replaced by others, and operations for one address space.
    fn of_models(&self, base: &Draft) -> Vec<Variation> {
        let narrowed = |draft| Variation { draft, change: Change::Narrowed, is_among_wider: false };
        let replaced = |Variant { draft, operation, is_among_wider, .. }| {
            let change = Change::Operation(operation);
            Variation { draft, change, is_among_wider }
        };
        let variants = variants(base, Replaced::Every, |kind, space| self.representatives.for_kind(kind, space));
        narrowings(base).into_iter().map(narrowed).chain(variants.into_iter().map(replaced)).collect()
    }

    /// Those by which tables are judged, as far as their code may differ.
    fn of_code(&self, base: &Base, same: &SameCode) -> Vec<Variation> {
        // The first is the base program itself.
        let variants = varied(base, self.threads, &self.representatives).into_iter().skip(1);
        let variation = |Varied { draft, operation, is_among_wider, .. }| {
            let change = operation.map_or(Change::Several, Change::Operation);
            Variation { draft, change, is_among_wider }
        };
        variants.filter(|varied| same.may_differ(&varied.draft)).map(variation).collect()
    }
}

/// The base programs that say something of models; of a run that is told to end, none.
fn judged(limits: Limits, models: &[&Model], options: &Options<'_>) -> Result<Saying, Vec<Diagnostic>> {
    let (resources, settings, run) = (options.resources, options.settings, options.run);
    match Programs::new(limits, &Choice { models, resources, settings, run, clusters: true }) {
        Ok(Programs { bases, counts, .. }) => {
            let texts = bases.par_iter().map(|base| base.draft().text(NAME)).collect();
            Ok(Saying { texts, undecided: counts.unknown })
        }
        Err(Ended::Wrong(errors)) => Err(errors),
        Err(Ended::Interrupted) => Ok(Saying::default()),
    }
}

/// The operations that have the same code by both sides, where both are one target configuration: then programs of these alone do not differ.
#[derive(Default)]
struct SameCode(FxHashSet<(Operation, AddressSpace)>);

impl SameCode {
    fn new(pairs: &[[RefinementTarget<'_>; 2]]) -> SameCode {
        let is_one = |[first, second]: &[RefinementTarget<'_>; 2]| {
            first.configuration.to_string() == second.configuration.to_string()
        };
        if !pairs.iter().all(is_one) {
            return SameCode::default();
        }
        let kinds = [Kind::Reads, Kind::Writes, Kind::Updates, Kind::Orders];
        let spaces = [AddressSpace::Global, AddressSpace::Local, AddressSpace::Private];
        let all = kinds.into_iter().flat_map(operations).unique().cartesian_product(spaces);
        let is_same = |(operation, space): &(Operation, AddressSpace)| {
            let query = representatives::query(operation, *space);
            let code = |target: &RefinementTarget<'_>| target.setting().map(|setting| select(&setting, &query));
            pairs.iter().all(|[first, second]| match (code(first), code(second)) {
                (Some(first), Some(second)) => instrs(first) == instrs(second),
                (None, _) | (_, None) => false,
            })
        };
        SameCode(all.filter(is_same).collect())
    }

    /// Whether some operation of a program has other code by one side than by the other, or hardware may differ.
    fn may_differ(&self, draft: &Draft) -> bool {
        draft.reached().any(|reached| !self.0.contains(&reached))
    }
}

/// The instructions, whatever rows they are from; `None` if there are none.
fn instrs(code: Result<Arc<[Selected]>, Missing>) -> Option<Vec<String>> {
    code.ok().map(|code| code.iter().map(ToString::to_string).collect())
}
