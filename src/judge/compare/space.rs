//! The programs by which two sides are compared: base programs and, where code is compared, their variants whose code differs.

use super::{Options, Sides};
use crate::generate::{Base, Draft, Kind, Operation, Statement, operations};
use crate::judge::programs::{Choice, NAME, Programs, Space};
use crate::judge::representatives::{self, Representatives};
use crate::judge::run::Ended;
use crate::judge::source;
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
    /// Of a variant, the operation that stands for another, if it is one that does.
    varied: Option<Option<Operation>>,
}

/// The programs within the limits, in the order in which they are asked; of a shard, its own base programs with their variants.
pub(super) struct Candidates {
    /// The shapes that base programs have.
    pub(super) shapes: usize,
    /// How many base programs there are.
    pub(super) bases: usize,
    /// Base programs and variants: smaller ones first, of one size base programs first, and of these those that order less.
    pub(super) programs: Vec<Candidate>,
    variants: Variants,
}

impl Candidates {
    pub(super) fn new(options: &Options<'_>) -> Result<Candidates, Vec<Diagnostic>> {
        let Space { shapes, programs, .. } = Space::new(options.limits);
        let variants = Variants::new(options)?;
        let own: Vec<(Base, String)> = programs.into_par_iter().filter(|(_, text)| options.run.has(text)).collect();
        let bases = own.len();
        let of_base = |(base, text): (Base, String)| variants.with(Arc::new(base), text);
        let programs: Vec<Candidate> = own.into_par_iter().flat_map_iter(of_base).collect();
        let mut programs: Vec<Candidate> =
            programs.into_iter().unique_by(|program| program.shown.text.clone()).collect();
        let order = |program: &Candidate| {
            (program.shown.events, program.varied.is_some(), program.base.weaker().len(), program.shown.clone())
        };
        programs.par_sort_by_cached_key(order);
        Ok(Candidates { shapes, bases, programs, variants })
    }

    /// The texts of the programs that a program is minimal against: with one thread ordering its accesses less, and for a variant its base program.
    pub(super) fn lesser(&self, program: &Candidate) -> Vec<String> {
        let weaker = program.base.weaker();
        match program.varied {
            None => weaker.iter().map(|base| base.draft().text(NAME)).collect(),
            Some(operation) => {
                let of_base = |base: &Base| self.variants.of_base(base);
                let alike = weaker.iter().flat_map(of_base).filter(|varied| varied.operation == operation);
                alike.map(|varied| text(&varied)).chain([program.base.draft().text(NAME)]).collect()
            }
        }
    }
}

/// Which variants base programs are asked with.
struct Variants {
    threads: usize,
    representatives: Representatives,
    /// The texts of the base programs that have some: those by which tables are judged.
    varied: FxHashSet<String>,
    same: SameCode,
}

impl Variants {
    /// Of models there are none.
    fn new(options: &Options<'_>) -> Result<Variants, Vec<Diagnostic>> {
        let (pairs, varied) = match &options.sides {
            Sides::Models(_) => (&[][..], FxHashSet::default()),
            Sides::Code(pairs) => (pairs.as_slice(), judged(options)?),
        };
        let settings: Vec<Setting<'_>> = pairs.iter().flatten().filter_map(RefinementTarget::setting).collect();
        let representatives = Representatives::new(&settings);
        Ok(Variants { threads: options.varied_threads, representatives, varied, same: SameCode::new(pairs) })
    }

    /// A base program and its variants.
    fn with(&self, base: Arc<Base>, text_of_base: String) -> Vec<Candidate> {
        let variants = self.of_base(&base);
        let shown = |text, is_among_wider| Shown { events: base.draft().events(), is_among_wider, text };
        let own = Candidate { shown: shown(text_of_base, false), base: base.clone(), varied: None };
        let variant = |variant: Varied| Candidate {
            shown: shown(text(&variant), variant.is_among_wider),
            base: base.clone(),
            varied: Some(variant.operation),
        };
        [own].into_iter().chain(variants.into_iter().map(variant)).collect()
    }

    /// The variants of a base program whose code may differ.
    fn of_base(&self, base: &Base) -> Vec<Varied> {
        if !self.varied.contains(&base.draft().text(NAME)) {
            return Vec::new();
        }
        // The first is the base program itself.
        let variants = varied(base, self.threads, &self.representatives).into_iter().skip(1);
        variants.filter(|varied| self.same.may_differ(&varied.draft)).collect()
    }
}

/// The texts of the base programs by which tables are judged; of a run that is told to end, none.
fn judged(options: &Options<'_>) -> Result<FxHashSet<String>, Vec<Diagnostic>> {
    let models = source::models(options.resources)?;
    let (resources, settings, run) = (options.resources, options.settings, options.run);
    match Programs::new(options.limits, &Choice { models: &models, resources, settings, run }) {
        Ok(programs) => Ok(programs.bases.par_iter().map(|base| base.draft().text(NAME)).collect()),
        Err(Ended::Wrong(errors)) => Err(errors),
        Err(Ended::Interrupted) => Ok(FxHashSet::default()),
    }
}

fn text(varied: &Varied) -> String {
    varied.draft.text(NAME)
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
        draft.operations().any(|((thread, index), operation, _)| {
            let space = match draft.threads[thread][index] {
                Statement::Access { location, .. } => draft.spaces[location],
                Statement::Fence(_) | Statement::Barrier => AddressSpace::Global,
            };
            !self.0.contains(&(operation, space))
        })
    }
}

/// The instructions, whatever rows they are from; `None` if there are none.
fn instrs(code: Result<Vec<Selected>, Missing>) -> Option<Vec<String>> {
    code.ok().map(|code| code.iter().map(ToString::to_string).collect())
}
