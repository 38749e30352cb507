//! The operations of the core language. An operation of cat that is not one of these is written with them.

/// The id of a node that is a set; valid in the graph that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SetId(pub(super) u32);

/// The id of a node that is a relation; valid in the graph that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RelId(pub(super) u32);

/// A relation that is defined by itself: the least that satisfies its definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId(pub(super) u32);

/// The id of a node of either kind: an index into a graph's nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The index among the nodes of the graph that made the id.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<SetId> for NodeId {
    fn from(id: SetId) -> NodeId {
        NodeId(id.0)
    }
}

impl From<RelId> for NodeId {
    fn from(id: RelId) -> NodeId {
        NodeId(id.0)
    }
}

/// A node with its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A set of events.
    Set(SetId),
    /// A relation between events.
    Rel(RelId),
}

impl Subject {
    /// The id without its kind.
    pub fn node(self) -> NodeId {
        match self {
            Subject::Set(set) => set.into(),
            Subject::Rel(rel) => rel.into(),
        }
    }
}

/// An operation that makes a set; `S` is the type of given sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetOp<S> {
    /// A given set: a base set, a constant, or a class.
    Leaf(S),
    /// `a | b`: what is in either set.
    Union(SetId, SetId),
    /// `a & b`: what is in both sets.
    Inter(SetId, SetId),
    /// `a \ b`: what is in the first set only.
    Minus(SetId, SetId),
    /// `domain(a)`: the events that have a successor.
    Domain(RelId),
    /// `range(a)`: the events that have a predecessor.
    Range(RelId),
}

/// An operation that makes a relation; `R` is the type of given relations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelOp<R> {
    /// A given relation: a base relation or a constant.
    Leaf(R),
    /// The least relation that satisfies the variable's definition.
    Variable(VariableId),
    /// `a | b`: the pairs of either relation.
    Union(RelId, RelId),
    /// `a & b`: the pairs of both relations.
    Inter(RelId, RelId),
    /// `a \ b`: the pairs of the first relation only.
    Minus(RelId, RelId),
    /// `a ; b`: a step of the first relation, then one of the second.
    Seq(RelId, RelId),
    /// `[s] ; a`: the pairs that begin in the set.
    RestrictDomain(SetId, RelId),
    /// `a ; [s]`: the pairs that end in the set.
    RestrictRange(RelId, SetId),
    /// `a^-1`: the pairs with first and second event exchanged.
    Inverse(RelId),
    /// `a+`: the transitive closure.
    Plus(RelId),
    /// `[s]`: each event of the set, related to itself.
    Diagonal(SetId),
    /// `s * t`: each event of the first set, related to each of the second.
    Product(SetId, SetId),
    /// What the execution chooses: of each two events that the first relation relates, one before the other. Where events can be ordered so that
    /// the order extends the second relation, those orders are among the choices. The number tells choices of the same form apart.
    Order(RelId, RelId, u32),
}

/// An operation of either kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op<S, R> {
    /// An operation that makes a set.
    Set(SetOp<S>),
    /// An operation that makes a relation.
    Rel(RelOp<R>),
}

impl<S> SetOp<S> {
    /// The operands, in order; a leaf has none.
    pub fn operands(&self) -> [Option<NodeId>; 2] {
        match *self {
            SetOp::Leaf(_) => [None, None],
            SetOp::Union(a, b) | SetOp::Inter(a, b) | SetOp::Minus(a, b) => [Some(a.into()), Some(b.into())],
            SetOp::Domain(a) | SetOp::Range(a) => [Some(a.into()), None],
        }
    }

    /// The same operation on operands of another graph; `None` for a leaf.
    pub fn translated<T>(&self, set: impl Fn(SetId) -> SetId, rel: impl Fn(RelId) -> RelId) -> Option<SetOp<T>> {
        Some(match *self {
            SetOp::Leaf(_) => return None,
            SetOp::Union(a, b) => commutative(set(a), set(b), SetOp::Union),
            SetOp::Inter(a, b) => commutative(set(a), set(b), SetOp::Inter),
            SetOp::Minus(a, b) => SetOp::Minus(set(a), set(b)),
            SetOp::Domain(a) => SetOp::Domain(rel(a)),
            SetOp::Range(a) => SetOp::Range(rel(a)),
        })
    }
}

/// An operation on operands in order of their ids: it is commutative, and is to be one node whichever stands first.
pub fn commutative<Id: Ord + Copy, Op>(a: Id, b: Id, op: fn(Id, Id) -> Op) -> Op {
    op(a.min(b), a.max(b))
}

impl<R> RelOp<R> {
    /// The operands, in order; a leaf and a variable have none (a variable's definition is the graph's).
    pub fn operands(&self) -> [Option<NodeId>; 2] {
        match *self {
            RelOp::Leaf(_) | RelOp::Variable(_) => [None, None],
            RelOp::Union(a, b) | RelOp::Inter(a, b) | RelOp::Minus(a, b) | RelOp::Seq(a, b) | RelOp::Order(a, b, _) => {
                [Some(a.into()), Some(b.into())]
            }
            RelOp::RestrictDomain(s, a) => [Some(s.into()), Some(a.into())],
            RelOp::RestrictRange(a, s) => [Some(a.into()), Some(s.into())],
            RelOp::Inverse(a) | RelOp::Plus(a) => [Some(a.into()), None],
            RelOp::Diagonal(s) => [Some(s.into()), None],
            RelOp::Product(s, t) => [Some(s.into()), Some(t.into())],
        }
    }

    /// The same operation on operands of another graph; `None` for a leaf or variable.
    pub fn translated<T>(&self, set: impl Fn(SetId) -> SetId, rel: impl Fn(RelId) -> RelId) -> Option<RelOp<T>> {
        Some(match *self {
            RelOp::Leaf(_) | RelOp::Variable(_) => return None,
            RelOp::Union(a, b) => commutative(rel(a), rel(b), RelOp::Union),
            RelOp::Inter(a, b) => commutative(rel(a), rel(b), RelOp::Inter),
            RelOp::Minus(a, b) => RelOp::Minus(rel(a), rel(b)),
            RelOp::Seq(a, b) => RelOp::Seq(rel(a), rel(b)),
            RelOp::RestrictDomain(s, a) => RelOp::RestrictDomain(set(s), rel(a)),
            RelOp::RestrictRange(a, s) => RelOp::RestrictRange(rel(a), set(s)),
            RelOp::Inverse(a) => RelOp::Inverse(rel(a)),
            RelOp::Plus(a) => RelOp::Plus(rel(a)),
            RelOp::Diagonal(s) => RelOp::Diagonal(set(s)),
            RelOp::Product(s, t) => RelOp::Product(set(s), set(t)),
            RelOp::Order(a, b, number) => RelOp::Order(rel(a), rel(b), number),
        })
    }
}

impl<S, R> Op<S, R> {
    /// The operands, in order; a leaf and a variable have none.
    pub fn operands(&self) -> impl Iterator<Item = NodeId> + use<S, R> {
        let operands = match self {
            Op::Set(op) => op.operands(),
            Op::Rel(op) => op.operands(),
        };
        operands.into_iter().flatten()
    }
}
