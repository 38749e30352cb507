//! The tree of a litmus file, as written: names unresolved, every part with its place.

pub use super::asked::*;
pub use super::queues::*;
use crate::llvm::{AddressSpace, IntType, MemoryType, Ordering, RmwOp, SyncScope, Tag, WideType, words_enum};
use crate::syntax::source::{Source, Span};
use std::sync::Arc;

/// A part of the tree and its place; equality ignores the place.
#[derive(Clone, Copy, Debug)]
pub struct At<T> {
    /// The part of the tree that stands there.
    pub node: T,
    /// The bytes of the source that it was parsed from.
    pub span: Span,
}

/// Two are equal when their nodes are, whatever their places: printing and parsing again gives an equal tree.
impl<T: PartialEq> PartialEq for At<T> {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

/// A name as written, not yet resolved, and its place.
pub type Name = At<String>;

/// A level of a placement and its number, if it has one, and its place.
pub type PlacedIn = At<(Name, Option<u32>)>;

/// A test as written: description, memory, threads, conditions and expectations.
#[derive(Clone, Debug, PartialEq)]
pub struct Litmus {
    /// The name in the header `litmus NAME`.
    pub name: Name,
    /// One or more lines of prose.
    pub description: Option<At<String>>,
    /// The objects of `memory { … }`, in the order declared.
    pub memory: Vec<Object>,
    /// The named barriers of the block, which come after its objects.
    pub barriers: Vec<Name>,
    /// The place of the memory block, from the word `memory` to its closing brace.
    pub memory_span: At<()>,
    /// The queues in the order declared; none where all threads are of one dispatch.
    pub queues: Vec<Queue>,
    /// The threads in the order declared, which is their order everywhere.
    pub threads: Vec<Thread>,
    /// The proposition of `filter (…)`: executions whose final state does not satisfy it do not count.
    pub filter: Option<At<Prop>>,
    /// The conditions on final states, in order; each with what is expected of it.
    pub conditions: Vec<Condition>,
    /// What machine code is expected to be.
    pub refinements: Vec<Refinement>,
}

/// A parsed file: its tree, its text and the comments that the tree does not hold.
#[derive(Clone, Debug)]
pub struct File {
    /// The test that the file holds; a file holds exactly one.
    pub test: Litmus,
    /// The text it was parsed from.
    pub source: Arc<Source>,
    /// The places of the comments, in order; the printer puts them back.
    pub comments: Vec<Span>,
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// An integer of a width that memory or a register can hold.
    Int(IntType),
    /// An integer that is wider than what is computed here.
    Wide(WideType),
    /// A pointer to an object.
    Ptr,
}

impl Type {
    /// The width in bits; of a pointer, that of one to global memory.
    pub fn bits(self) -> u32 {
        match self {
            Type::Int(int) => int.bits(),
            Type::Wide(wide) => wide.bits(),
            Type::Ptr => 64,
        }
    }
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Type::Int(int) => int.fmt(f),
            Type::Wide(wide) => wide.fmt(f),
            Type::Ptr => f.write_str("ptr"),
        }
    }
}

/// `global x: i32 = 0, coarse @ agent 1`
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// The address space that it is allocated in.
    pub space: At<AddressSpace>,
    /// The name by which instructions and propositions refer to it.
    pub name: Name,
    /// The type of the one value that it holds.
    pub ty: At<Type>,
    /// The initial value; without it zero, and an object of pointers must have one.
    pub init: Option<At<Literal>>,
    /// The memory type after the initial value; without it, the memory is fine-grained.
    pub memory: Option<At<MemoryType>>,
    /// Where it is said, at the end, that the memory is non-volatile.
    pub nonvolatile: Option<Span>,
    /// Where it is said that it is of an atomic type in the language that the test is from.
    pub atomic: Option<Span>,
}

/// A constant, as written.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// An integer, before it is known whether it fits its type.
    Int(i128),
    /// `true` or `false`, of type i1.
    Bool(bool),
    /// The address of the object of this name.
    Object(String),
}

/// `thread P0 @ agent 0, … { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct Thread {
    /// The name, which propositions put before its registers.
    pub name: Name,
    /// `(agent, 0), (workgroup, 1), …` as written.
    pub placement: Vec<PlacedIn>,
    /// The statements that it executes.
    pub body: Block,
}

impl Thread {
    /// Whether the host executes it.
    pub fn is_on_host(&self) -> bool {
        self.placement.iter().any(|placed| placed.node.0.node == HOST)
    }
}

/// Statements between braces, executed in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The statements in program order.
    pub statements: Vec<At<Statement>>,
    /// The place of the block with its braces.
    pub braces: At<()>,
    /// How deep blocks nest in it, itself counted: from 1 to the parser's limit.
    pub depth: u32,
}

/// An instruction, an assignment or control flow.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `r0 = load …`: a load, atomic or not.
    Load {
        /// The register that gets the loaded value.
        dest: Name,
        /// The type of the value that is loaded.
        ty: At<Type>,
        /// The location, ordering, scope and metadata.
        access: Access,
    },
    /// `store …`: a store, atomic or not.
    Store {
        /// The type of the value that is stored.
        ty: At<Type>,
        /// The value that is stored.
        value: Expr,
        /// The location, ordering, scope and metadata.
        access: Access,
    },
    /// `r0 = atomicrmw …`: an atomic read-modify-write.
    Rmw {
        /// The register that gets the old value.
        dest: Option<Name>,
        /// The operation that computes the new value, such as `add`.
        op: At<RmwOp>,
        /// The type of the old value, the operand and the new value.
        ty: At<Type>,
        /// The second operand of the operation; the first is the old value.
        value: Expr,
        /// The location, ordering, scope and metadata.
        access: Access,
    },
    /// `r0, ok = cmpxchg …`: an atomic compare and exchange.
    Cmpxchg(Box<Cmpxchg>),
    /// `fence …`: an LLVM fence.
    Fence {
        /// The scope, system when left out.
        scope: Option<At<SyncScope>>,
        /// The memory ordering, required on a fence.
        ordering: At<Ordering>,
        /// The metadata after the ordering: tags may name address spaces to synchronize.
        metadata: Vec<At<Metadata>>,
    },
    /// `asm "…"`: a machine instruction that accesses no memory.
    Asm(At<String>),
    /// `s.barrier` and its like: an operation on a barrier object.
    Barrier(Barrier),
    /// `load.to.lds …` and its like: a DMA operation between memory and LDS.
    Dma(Box<Dma>),
    /// `call { … }`: the body of a function, with a sequence of asyncmarks of its own.
    Call(Block),
    /// `asyncmark`: asynchronous operations up to here may be waited for.
    Asyncmark,
    /// `wait.asyncmark 1`: no more than so many of the last marks are left.
    WaitAsyncmark(At<u32>),
    /// `submit 0`: the packet of this dispatch is published in its queue.
    Submit(At<u32>),
    /// `r0 = expression`: a computation that accesses no memory.
    Assign {
        /// The register that gets the value.
        dest: Name,
        /// The expression over registers that it gets.
        value: Expr,
    },
    /// `if c { … } else { … }`: a branch.
    If {
        /// The condition, of type i1.
        condition: Expr,
        /// Taken when it holds.
        then: Block,
        /// Taken when it does not hold; nothing where `else` is left out.
        otherwise: Option<Block>,
    },
    /// `while c [unroll n] { … }`: a loop tested before each iteration.
    While {
        /// The condition, before each iteration.
        condition: Expr,
        /// The unroll bound: the most iterations of an execution that is decided; as many as are needed, where none is given.
        unroll: Option<At<u32>>,
        /// The statements of one iteration.
        body: Block,
    },
    /// `do { … } while c [unroll n]`: a loop tested after each iteration.
    DoWhile {
        /// The statements of one iteration.
        body: Block,
        /// The condition, after each iteration.
        condition: Expr,
        /// The unroll bound: the most iterations of an execution that is decided; as many as are needed, where none is given.
        unroll: Option<At<u32>>,
    },
}

/// `r0, ok = cmpxchg p, i32 e, i32 n …`: stores `n` if the location holds `e`.
#[derive(Clone, Debug, PartialEq)]
pub struct Cmpxchg {
    /// The register that gets the old value.
    pub dest: Option<Name>,
    /// The register that tells whether it stored.
    pub success: Option<Name>,
    /// Whether it may fail though the value matched.
    pub weak: bool,
    /// The type of the expected value, and of the old one.
    pub ty: At<Type>,
    /// The value that the location must hold for the new one to be stored.
    pub expected: Expr,
    /// The type of the new value, which must be the same.
    pub new_ty: At<Type>,
    /// The value that is stored if the location holds the expected one.
    pub new: Expr,
    /// The location, success ordering, scope and metadata.
    pub access: Access,
    /// The ordering when it does not store.
    pub failure: At<Ordering>,
}

/// `load.async.to.lds i32, g, l …`: a DMA operation, with the operands of LLVM's intrinsic in its order.
#[derive(Clone, Debug, PartialEq)]
pub struct Dma {
    /// Which one.
    pub kind: DmaKind,
    /// `volatile` was written.
    pub volatile: bool,
    /// The type of what is moved.
    pub ty: At<Type>,
    /// The object outside LDS, or a pointer to it.
    pub memory: Pointer,
    /// The object in LDS, or a pointer to it.
    pub lds: Pointer,
    /// The metadata, which follows after commas.
    pub metadata: Vec<At<Metadata>>,
}

words_enum! {
    /// DMA operations between memory and LDS, by the names of LLVM's intrinsics without what depends on target and types (LLVM 24, AMDGPU DMA Operations).
    DmaKind {
        /// Loads to LDS; the compiler has it complete before what it does is used.
        LoadToLds = "load.to.lds",
        /// Loads to LDS asynchronously.
        LoadAsyncToLds = "load.async.to.lds",
        /// Stores from LDS asynchronously.
        StoreAsyncFromLds = "store.async.from.lds",
    }
}

impl DmaKind {
    /// Whether it is complete only where an asyncmark after it is waited for.
    pub fn is_async(self) -> bool {
        match self {
            DmaKind::LoadToLds => false,
            DmaKind::LoadAsyncToLds | DmaKind::StoreAsyncFromLds => true,
        }
    }

    /// Whether it writes LDS, instead of reading it.
    pub fn writes_lds(self) -> bool {
        match self {
            DmaKind::LoadToLds | DmaKind::LoadAsyncToLds => true,
            DmaKind::StoreAsyncFromLds => false,
        }
    }
}

/// `r0 = s.barrier.signal.isfirst(b)`: an operation on a barrier object.
#[derive(Clone, Debug, PartialEq)]
pub struct Barrier {
    /// Which one.
    pub kind: BarrierKind,
    /// The register that tells whether it was the first to arrive.
    pub dest: Option<Name>,
    /// The object: a named barrier, or [`CLUSTER_BARRIER`] or [`NULL_BARRIER`]; the workgroup's where none is written.
    pub object: Option<Name>,
    /// The expected count that it sets.
    pub count: Option<At<u32>>,
}

/// What the barrier of a cluster is called.
pub const CLUSTER_BARRIER: &str = "cluster";
/// What the barrier is called that a thread joins to have joined none.
pub const NULL_BARRIER: &str = "null";
/// The place of threads that no agent runs.
pub const HOST: &str = "host";

words_enum! {
    /// Operations on barrier objects, by the names of LLVM's intrinsics (LLVM 24, AMDGPU Execution Synchronization, Barrier Operations).
    BarrierKind {
        /// Arrives, then waits.
        Both = "s.barrier",
        /// Arrives, and goes on.
        Signal = "s.barrier.signal",
        /// Arrives, and tells whether it is the first to do so.
        SignalIsFirst = "s.barrier.signal.isfirst",
        /// Waits until as many have arrived as are expected.
        Wait = "s.barrier.wait",
        /// Sets how many are expected.
        Init = "s.barrier.init",
        /// Allows the thread to wait at a named barrier.
        Join = "s.barrier.join",
        /// Drops the barrier: one less is expected from then on.
        Leave = "s.barrier.leave",
    }
}

/// The location that an instruction accesses, and how: what loads, stores and atomics share.
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    /// `atomic` was written (always so for `atomicrmw` and `cmpxchg`).
    pub atomic: bool,
    /// `volatile` was written before the type or the pointer.
    pub volatile: bool,
    /// The object or pointer register that is accessed.
    pub pointer: Pointer,
    /// The scope of `syncscope("…")`; system scope without it.
    pub scope: Option<At<SyncScope>>,
    /// The memory ordering; only atomic accesses may have one.
    pub ordering: Option<At<Ordering>>,
    /// The metadata, which follows after commas.
    pub metadata: Vec<At<Metadata>>,
}

/// A pointer operand: `x`, `r0` or `generic x`.
#[derive(Clone, Debug, PartialEq)]
pub struct Pointer {
    /// Whether `generic` was written: the access is of the generic address space.
    pub generic: bool,
    /// The name of an object, or of a register of type `ptr`.
    pub name: Name,
}

/// What stands after a comma: `!nontemporal`, `!asm "…"`, `!mmra {…}`.
#[derive(Clone, Debug, PartialEq)]
pub enum Metadata {
    /// `!nontemporal`: a hint to the caches, which tables of code sequences use.
    Nontemporal,
    /// `!asm "…"`: the machine instruction that it is.
    Asm(String),
    /// Memory model relaxation annotations: the tags of `!mmra {"prefix:suffix"}`.
    Mmra(Vec<At<Tag>>),
}

impl Metadata {
    /// The word that it begins with.
    pub fn name(&self) -> &'static str {
        match self {
            Metadata::Nontemporal => "!nontemporal",
            Metadata::Asm(_) => "!asm",
            Metadata::Mmra(_) => "!mmra",
        }
    }
}

/// An expression over registers.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The operator or leaf, with its operands.
    pub kind: ExprKind,
    /// The bytes that it was parsed from, with its parentheses.
    pub place: At<()>,
    /// How deep it nests, for the parser's limit.
    pub depth: u32,
}

/// Equal when they say the same: superfluous parentheses do not count.
impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

/// The forms of an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// An integer, before it is known whether it fits its type.
    Int(i128),
    /// `true` or `false`, of type i1.
    Bool(bool),
    /// A register, or an object's address.
    Name(String),
    /// `!e`, `~e` or `-e`, of the operand's type.
    Unary(UnaryOp, Box<Expr>),
    /// `a op b`, with the operator's type rules.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `select(c, a, b)`: `a` where `c` holds, else `b`.
    Select(Box<[Expr; 3]>),
    /// `zext(e, i64)` and the like: the value in another width.
    Cast(CastOp, Box<Expr>, At<Type>),
}

/// Operators before their operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `!`: the negation of an i1.
    Not,
    /// `~`: the complement of every bit.
    Complement,
    /// `-`: the negation, modulo the width.
    Negate,
}

/// Casts between integer widths, as LLVM's instructions of the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CastOp {
    /// Widens, filling with zero bits.
    Zext,
    /// Widens, filling with copies of the sign bit.
    Sext,
    /// Narrows, keeping the low bits.
    Trunc,
}

/// Operators between their operands, by what they take and give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Of two truth values.
    Logic(LogicOp),
    /// Two integers or pointers to a truth value.
    Compare(CompareOp),
    /// Two integers to one of their type.
    Arith(ArithOp),
}

crate::llvm::words_enum! {
    /// Infix operators on truth values.
    LogicOp {
        /// True where at least one operand is.
        Or = "||",
        /// True where both operands are.
        And = "&&",
    }
}

crate::llvm::words_enum! {
    /// Comparisons; pointers are only equal or not.
    CompareOp {
        /// The operands are equal.
        Eq = "==",
        /// The operands are not equal.
        Ne = "!=",
        /// Less, as unsigned integers.
        Ult = "ult",
        /// Less or equal, as unsigned integers.
        Ule = "ule",
        /// Greater, as unsigned integers.
        Ugt = "ugt",
        /// Greater or equal, as unsigned integers.
        Uge = "uge",
        /// Less, as signed integers.
        Slt = "slt",
        /// Less or equal, as signed integers.
        Sle = "sle",
        /// Greater, as signed integers.
        Sgt = "sgt",
        /// Greater or equal, as signed integers.
        Sge = "sge",
    }
}

crate::llvm::words_enum! {
    /// Infix operators on integers, modulo their width.
    ArithOp {
        /// Disjunction bit by bit.
        Or = "|",
        /// Exclusive disjunction bit by bit.
        Xor = "^",
        /// Conjunction bit by bit.
        And = "&",
        /// Shift to the left.
        Shl = "shl",
        /// Shift to the right, filling with zeros.
        Lshr = "lshr",
        /// Shift to the right, filling with copies of the sign bit.
        Ashr = "ashr",
        /// The sum of the operands.
        Add = "+",
        /// The left operand minus the right.
        Sub = "-",
        /// The product of the operands.
        Mul = "*",
    }
}

impl BinaryOp {
    /// How tightly it binds, from 1.
    pub fn precedence(self) -> u32 {
        match self {
            BinaryOp::Logic(LogicOp::Or) => 1,
            BinaryOp::Logic(LogicOp::And) => 2,
            BinaryOp::Compare(_) => 3,
            BinaryOp::Arith(ArithOp::Or) => 4,
            BinaryOp::Arith(ArithOp::Xor) => 5,
            BinaryOp::Arith(ArithOp::And) => 6,
            BinaryOp::Arith(ArithOp::Shl | ArithOp::Lshr | ArithOp::Ashr) => 7,
            BinaryOp::Arith(ArithOp::Add | ArithOp::Sub) => 8,
            BinaryOp::Arith(ArithOp::Mul) => 9,
        }
    }

    /// Whether its result is a truth value about integers or pointers; such operators do not chain.
    pub fn is_comparison(self) -> bool {
        matches!(self, BinaryOp::Compare(_))
    }
}

impl std::fmt::Display for BinaryOp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BinaryOp::Logic(op) => op.fmt(f),
            BinaryOp::Compare(op) => op.fmt(f),
            BinaryOp::Arith(op) => op.fmt(f),
        }
    }
}
