//! What a model is interpreted over: sets of events and relations between them.

/// Sets and relations over the events of one program, in some representation.
///
/// The interpreter is written once against this trait. Concrete executions implement it with bits, all
/// executions at once with formulas.
pub trait Algebra {
    /// A set of events.
    type Set: Clone;
    /// A binary relation over events.
    type Rel: Clone;
    /// A truth value.
    type Truth: Clone;

    /// The set of this name that the program provides (`W`, `ACQ`, …); `None` for an unknown name.
    fn base_set(&mut self, name: &str) -> Option<Self::Set>;
    /// The relation of this name that the program provides (`po`, `rf`, …); `None` for an unknown name.
    fn base_rel(&mut self, name: &str) -> Option<Self::Rel>;

    /// No event.
    fn empty_set(&mut self) -> Self::Set;
    /// Every event (of the execution).
    fn universe(&mut self) -> Self::Set;
    /// `a | b`.
    fn set_union(&mut self, a: &Self::Set, b: &Self::Set) -> Self::Set;
    /// `a & b`.
    fn set_inter(&mut self, a: &Self::Set, b: &Self::Set) -> Self::Set;
    /// `a \ b`.
    fn set_minus(&mut self, a: &Self::Set, b: &Self::Set) -> Self::Set;

    /// No pair.
    fn empty_rel(&mut self) -> Self::Rel;
    /// `a | b`.
    fn union(&mut self, a: &Self::Rel, b: &Self::Rel) -> Self::Rel;
    /// `a & b`.
    fn inter(&mut self, a: &Self::Rel, b: &Self::Rel) -> Self::Rel;
    /// `a \ b`.
    fn minus(&mut self, a: &Self::Rel, b: &Self::Rel) -> Self::Rel;
    /// `a ; b`.
    fn seq(&mut self, a: &Self::Rel, b: &Self::Rel) -> Self::Rel;
    /// `a^-1`.
    fn inverse(&mut self, a: &Self::Rel) -> Self::Rel;
    /// `a+`.
    fn plus(&mut self, a: &Self::Rel) -> Self::Rel;
    /// `[s]`.
    fn diagonal(&mut self, s: &Self::Set) -> Self::Rel;
    /// `s * t`.
    fn product(&mut self, s: &Self::Set, t: &Self::Set) -> Self::Rel;
    /// `domain(r)`.
    fn domain(&mut self, r: &Self::Rel) -> Self::Set;
    /// `range(r)`.
    fn range(&mut self, r: &Self::Rel) -> Self::Set;
    /// The classes of an equivalence that is known before solving; `None` when it depends on the execution.
    fn classes(&mut self, r: &Self::Rel) -> Option<Vec<Self::Set>>;
    /// Whether two relations are known to be the same: the end of a fixpoint's iteration.
    fn same(&self, a: &Self::Rel, b: &Self::Rel) -> bool;
    /// How many rounds reach every least fixpoint of `relations` mutually recursive relations.
    fn fixpoint_bound(&self, relations: usize) -> usize;

    /// `acyclic r`.
    fn acyclic(&mut self, r: &Self::Rel) -> Self::Truth;
    /// `irreflexive r`.
    fn irreflexive(&mut self, r: &Self::Rel) -> Self::Truth;
    /// `empty r`.
    fn is_empty(&mut self, r: &Self::Rel) -> Self::Truth;
    /// `empty s` of a set.
    fn is_empty_set(&mut self, s: &Self::Set) -> Self::Truth;
    /// `~t`.
    fn not(&mut self, t: &Self::Truth) -> Self::Truth;
}
