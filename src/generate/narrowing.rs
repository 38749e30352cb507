//! Programs in which operations are for one address space only, for models, which may tell apart what tables do not.

use super::draft::Draft;
use super::operation::{Kind, Operation};
use crate::llvm::AddressSpace;
use itertools::Itertools;

/// Where an operation stands: its thread, and its place there.
type Place = (usize, usize);

/// Every program in which some operations are for one address space: all of them, one or none in its one-as scope, and besides one fence, all
/// fences or none tagged with one address space; not the program itself.
pub fn narrowings(base: &Draft) -> Vec<Draft> {
    let places = |wanted: &dyn Fn(&Operation, Kind) -> bool| -> Vec<Place> {
        let operations = base.operations().filter(|(_, operation, kind)| wanted(operation, *kind));
        operations.map(|(place, ..)| place).collect()
    };
    let scoped = places(&|operation, _| operation.ordering.is_some());
    let fences = places(&|_, kind| kind == Kind::Orders);
    let spaces = [AddressSpace::Global, AddressSpace::Local];
    let one_as = none_one_or_all(&scoped).into_iter().map(|at| changed(base, &at, |operation| operation.one_as()));
    let tags = none_one_or_all(&fences);
    let tagged = |draft: Draft| {
        let every = tags.iter().cartesian_product(spaces);
        every
            .map(|(at, space)| changed(&draft, at, |operation| Operation { only: Some(space), ..operation }))
            .collect::<Vec<_>>()
    };
    one_as.flat_map(tagged).filter(|draft| draft != base).unique_by(|draft| draft.threads.clone()).collect()
}

/// Whether both have the same operations, the first for as many address spaces as the second, and some for more.
pub fn is_narrowed_less(draft: &Draft, other: &Draft) -> bool {
    let both = || draft.operations().zip(other.operations());
    let is_less = |(own, other): &(_, _)| {
        let ((_, own, _), (_, other, _)): (&(Place, Operation, Kind), &(Place, Operation, Kind)) = (own, other);
        own.is_at_least(other)
    };
    draft != other && draft.operations().count() == other.operations().count() && both().all(|pair| is_less(&pair))
}

/// Whether the operations that both have are for the same address spaces, the first perhaps without some fences of the second.
pub fn is_narrowed_alike(draft: &Draft, other: &Draft) -> bool {
    let spaces = |draft: &Draft, thread: usize, fences: bool| -> Vec<(bool, Option<AddressSpace>)> {
        let own = draft.operations().filter(|((of, _), _, kind)| *of == thread && (*kind == Kind::Orders) == fences);
        own.map(|(_, operation, _)| (operation.scope.one_as, operation.only)).collect()
    };
    (0..draft.threads.len()).all(|thread| {
        let fences = spaces(draft, thread, true);
        spaces(draft, thread, false) == spaces(other, thread, false)
            && (fences.is_empty() || fences == spaces(other, thread, true))
    })
}

/// No place, each by itself, and all.
fn none_one_or_all(places: &[Place]) -> Vec<Vec<Place>> {
    let each = places.iter().map(|place| vec![*place]);
    [Vec::new()].into_iter().chain(each).chain([places.to_vec()]).unique().collect()
}

fn changed(draft: &Draft, places: &[Place], change: impl Fn(Operation) -> Operation) -> Draft {
    let operations: Vec<_> = draft.operations().filter(|(place, ..)| places.contains(place)).collect();
    operations.into_iter().fold(draft.clone(), |draft, (place, operation, _)| draft.with(place, change(operation)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Limits, bases, shapes};

    /// As many as there are ways to choose: of n operations with scopes none, one or all, and of f fences none, or one or all for one of two
    /// spaces; but not none at all. Each is narrowed less than those with more of the same, and alike to itself.
    #[test]
    fn every_choice_is_one_program() {
        let limits = Limits { events: 5, threads: 2 };
        for base in bases(&shapes(limits), limits, &|| false).iter().step_by(50).map(crate::generate::Base::draft) {
            let scoped = base.operations().filter(|(_, operation, _)| operation.ordering.is_some()).count();
            let fences = base.operations().filter(|(.., kind)| *kind == Kind::Orders).count();
            let one_or_all = |count: usize| if count > 1 { count + 1 } else { count };
            let found = narrowings(&base);
            assert_eq!(found.len(), (1 + one_or_all(scoped)) * (1 + 2 * one_or_all(fences)) - 1);
            for draft in &found {
                assert!(is_narrowed_less(&base, draft) && !is_narrowed_less(draft, &base));
                assert!(is_narrowed_alike(draft, draft) && !is_narrowed_alike(&base, draft));
            }
        }
    }
}
