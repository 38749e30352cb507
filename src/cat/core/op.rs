//! The operations of the core language. An operation of cat that is not one of these is written with them.

/// The id of a set's node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SetId(pub(super) u32);

/// The id of a relation's node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RelId(pub(super) u32);

/// A relation that is defined by itself: the least that satisfies its definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId(pub(super) u32);

/// The id of a node of either kind: an index into a graph's nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// The place among the nodes of a graph.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A set.
    Set(SetId),
    /// A relation.
    Rel(RelId),
}

impl Subject {
    /// Its node.
    pub fn node(self) -> NodeId {
        match self {
            Subject::Set(set) => set.into(),
            Subject::Rel(rel) => rel.into(),
        }
    }
}

/// How a set comes about; `S` is what sets begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetOp<S> {
    /// What is given.
    Leaf(S),
    /// `a | b`
    Union(SetId, SetId),
    /// `a & b`
    Inter(SetId, SetId),
    /// `a \ b`
    Minus(SetId, SetId),
    /// `domain(a)`
    Domain(RelId),
    /// `range(a)`
    Range(RelId),
}

/// How a relation comes about; `R` is what relations begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelOp<R> {
    /// What is given.
    Leaf(R),
    /// The least relation that satisfies the variable's definition.
    Variable(VariableId),
    /// `a | b`
    Union(RelId, RelId),
    /// `a & b`
    Inter(RelId, RelId),
    /// `a \ b`
    Minus(RelId, RelId),
    /// `a ; b`
    Seq(RelId, RelId),
    /// `[s] ; a`
    RestrictDomain(SetId, RelId),
    /// `a ; [s]`
    RestrictRange(RelId, SetId),
    /// `a^-1`
    Inverse(RelId),
    /// `a+`
    Plus(RelId),
    /// `[s]`
    Diagonal(SetId),
    /// `s * t`
    Product(SetId, SetId),
}

/// An operation of either kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op<S, R> {
    /// It makes a set.
    Set(SetOp<S>),
    /// It makes a relation.
    Rel(RelOp<R>),
}

impl<S> SetOp<S> {
    /// What it is of.
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
            SetOp::Union(a, b) => commuted(set(a), set(b), SetOp::Union),
            SetOp::Inter(a, b) => commuted(set(a), set(b), SetOp::Inter),
            SetOp::Minus(a, b) => SetOp::Minus(set(a), set(b)),
            SetOp::Domain(a) => SetOp::Domain(rel(a)),
            SetOp::Range(a) => SetOp::Range(rel(a)),
        })
    }
}

/// Operands that may change places stand in order, so that an operation on them is one node.
fn commuted<Id: Ord + Copy, Op>(a: Id, b: Id, op: fn(Id, Id) -> Op) -> Op {
    op(a.min(b), a.max(b))
}

impl<R> RelOp<R> {
    /// What it is of; of a variable, nothing (its definition is the graph's).
    pub fn operands(&self) -> [Option<NodeId>; 2] {
        match *self {
            RelOp::Leaf(_) | RelOp::Variable(_) => [None, None],
            RelOp::Union(a, b) | RelOp::Inter(a, b) | RelOp::Minus(a, b) | RelOp::Seq(a, b) => {
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
            RelOp::Union(a, b) => commuted(rel(a), rel(b), RelOp::Union),
            RelOp::Inter(a, b) => commuted(rel(a), rel(b), RelOp::Inter),
            RelOp::Minus(a, b) => RelOp::Minus(rel(a), rel(b)),
            RelOp::Seq(a, b) => RelOp::Seq(rel(a), rel(b)),
            RelOp::RestrictDomain(s, a) => RelOp::RestrictDomain(set(s), rel(a)),
            RelOp::RestrictRange(a, s) => RelOp::RestrictRange(rel(a), set(s)),
            RelOp::Inverse(a) => RelOp::Inverse(rel(a)),
            RelOp::Plus(a) => RelOp::Plus(rel(a)),
            RelOp::Diagonal(s) => RelOp::Diagonal(set(s)),
            RelOp::Product(s, t) => RelOp::Product(set(s), set(t)),
        })
    }
}

impl<S, R> Op<S, R> {
    /// What it is of; of a variable, nothing.
    pub fn operands(&self) -> impl Iterator<Item = NodeId> + use<S, R> {
        let operands = match self {
            Op::Set(op) => op.operands(),
            Op::Rel(op) => op.operands(),
        };
        operands.into_iter().flatten()
    }
}
