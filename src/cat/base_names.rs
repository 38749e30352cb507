//! The names that models can use without defining them.

/// The names that programs give to models.
#[derive(Clone, Copy, Debug)]
pub struct BaseNames<'a> {
    /// The names of sets of events, such as `W` ([`crate::program::BASE_SETS`]).
    pub sets: &'a [&'a str],
    /// The names of relations between events, such as `po` ([`crate::program::BASE_RELATIONS`]).
    pub relations: &'a [&'a str],
    /// Whether a relation of a name differs from execution to execution, such as `rf` ([`crate::program::depends_on_execution`]).
    pub varies: fn(&str) -> bool,
}
