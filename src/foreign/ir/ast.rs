//! The tree of a module of LLVM IR, as far as tests need it.

use crate::llvm::{Ordering, SyncScope};
use crate::syntax::litmus::ast::{ArithOp, At, CastOp, CompareOp, Name, Type};

/// A module.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The functions that it defines.
    pub functions: Vec<Function>,
    /// Those that it declares.
    pub declared: Vec<Declared>,
    /// The names of groups of sections.
    pub comdats: Vec<Name>,
    /// Groups of attributes, by name (`#0`).
    pub groups: Vec<(Name, Vec<At<Attribute>>)>,
    /// The objects that it defines.
    pub globals: Vec<Global>,
    /// Nodes of metadata, by number.
    pub nodes: Vec<(At<u32>, Vec<Node>)>,
}

/// A part of a module.
#[derive(Clone, Debug)]
pub enum Item {
    /// `source_filename = "…"`.
    SourceName(At<()>),
    /// `target triple = "…"`, and other words after `target`.
    Target(Name, At<String>),
    /// `define …`.
    Function(Function),
    /// `@x = …`.
    Global(Global),
    /// `!0 = !{…}`.
    Node(At<u32>, Vec<Node>),
    /// `declare …`.
    Declared(Declared),
    /// `attributes #0 = { … }`.
    Group(Name, Vec<At<Attribute>>),
    /// `$f = comdat any`: its name.
    Comdat(Name),
    /// What has no say in what a test does: named metadata.
    Nothing,
}

/// `declare i1 @f(i32)`
#[derive(Clone, Debug)]
pub struct Declared {
    /// Words before it.
    pub words: Vec<Name>,
    /// What it gives, if something.
    pub result: At<Option<ValueType>>,
    /// Its name.
    pub name: Name,
    /// What it takes.
    pub parameters: Vec<DeclaredParameter>,
    /// What is said of it behind that.
    pub attributes: Vec<At<Attribute>>,
}

/// `ptr nocapture %x` of what is declared.
#[derive(Clone, Debug)]
pub struct DeclaredParameter {
    /// Its type.
    pub ty: ValueType,
    /// Words about it.
    pub words: Vec<ParameterWord>,
    /// Its name.
    pub name: Option<Name>,
}

/// An attribute of a function.
#[derive(Clone, Debug)]
pub enum Attribute {
    /// `#0`: those of a group.
    Group(String),
    /// `nounwind`, and `memory(argmem: read)` with what stands in the parentheses.
    Word(String, Vec<String>),
}

/// A part of a node of metadata.
#[derive(Clone, Debug)]
pub enum Node {
    /// `!"…"`.
    Text(At<String>),
    /// `!1`.
    Number(At<u32>),
    /// A value.
    Value(Value),
    /// Nothing.
    Other,
}

/// `@x = addrspace(3) global i32 undef`.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name.
    pub name: Name,
    /// Words before it.
    pub words: Vec<Name>,
    /// The number of its address space.
    pub space: u32,
    /// Whether it may be written.
    pub kind: At<GlobalKind>,
    /// What it holds.
    pub ty: At<Type>,
    /// What it holds at the start.
    pub init: At<Value>,
}

/// Whether an object may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlobalKind {
    /// `global`
    Global,
    /// `constant`: nothing may.
    Constant,
}

/// `define void @P0(…) #0 { … }`.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Words before it: linkage, how it is called, and the like.
    pub words: Vec<Name>,
    /// What it gives, if something.
    pub result: At<Option<ValueType>>,
    /// What it takes.
    pub parameters: Vec<Parameter>,
    /// What is said of it behind that.
    pub attributes: Vec<At<Attribute>>,
    /// Its blocks, the first of which is entered.
    pub blocks: Vec<Block>,
}

/// `ptr addrspace(1) noundef %x`.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its type.
    pub ty: At<ValueType>,
    /// Words about it.
    pub words: Vec<ParameterWord>,
    /// Its name, or the number that it has without one.
    pub name: Option<Name>,
}

/// `noundef`, and `dereferenceable(4)` with what stands in the parentheses.
#[derive(Clone, Debug)]
pub struct ParameterWord {
    /// The word.
    pub name: Name,
    /// What stands in the parentheses behind it.
    pub arguments: Vec<String>,
}

/// A basic block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its name, or the number that it has without one.
    pub label: Option<Name>,
    /// What it does.
    pub instrs: Vec<At<Instr>>,
    /// Where it goes.
    pub end: At<Terminator>,
}

/// The type of a value: a pointer's with its address space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// An integer.
    Int(Type),
    /// A pointer to an address space, by its number.
    Pointer(u32),
}

impl std::fmt::Display for ValueType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ValueType::Int(ty) => ty.fmt(f),
            ValueType::Pointer(0) => f.write_str("ptr"),
            ValueType::Pointer(space) => write!(f, "ptr addrspace({space})"),
        }
    }
}

/// An operand.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `%x`
    Local(String),
    /// `@x`
    Global(String),
    /// An integer.
    Int(i128),
    /// `true` or `false`.
    Bool(bool),
    /// `null`.
    Null,
    /// `undef` or `poison`.
    Undefined,
    /// `zeroinitializer`.
    Zero,
    /// `addrspacecast (ptr addrspace(3) @x to ptr)`.
    Cast(Box<(Typed, ValueType)>),
}

/// An operand with its type.
pub type Typed = (At<ValueType>, At<Value>);

/// What loads, stores and atomics share.
#[derive(Clone, Debug)]
pub struct Access {
    /// Whether `atomic` is written, or meant.
    pub atomic: bool,
    /// Whether `volatile` is.
    pub volatile: bool,
    /// Where.
    pub pointer: Typed,
    /// For whom it synchronizes.
    pub scope: Option<At<SyncScope>>,
    /// In which order.
    pub ordering: Option<At<Ordering>>,
    /// What follows.
    pub tail: Vec<Tail>,
}

/// What follows an instruction after a comma.
#[derive(Clone, Debug)]
pub enum Tail {
    /// `align 4`
    Align(At<u32>),
    /// `!mmra !0`
    Metadata(Name, Option<At<u32>>),
}

/// An instruction.
#[derive(Clone, Debug)]
pub enum Instr {
    /// `%r = load …`
    Load {
        /// The value.
        dest: Name,
        /// Its type.
        ty: At<ValueType>,
        /// How.
        access: Access,
    },
    /// `store …`
    Store {
        /// What is stored.
        value: Typed,
        /// How.
        access: Access,
    },
    /// `%r = atomicrmw …`
    Rmw {
        /// The old value, if it has a name.
        dest: Option<Name>,
        /// What it does.
        op: Name,
        /// The operand.
        value: Typed,
        /// How.
        access: Access,
    },
    /// `%r = cmpxchg …`
    Cmpxchg(Box<Cmpxchg>),
    /// `fence …`
    Fence {
        /// For whom.
        scope: Option<At<SyncScope>>,
        /// In which order.
        ordering: At<Ordering>,
        /// What follows.
        tail: Vec<Tail>,
    },
    /// A computation.
    Compute {
        /// The value.
        dest: Name,
        /// What is computed.
        what: Computation,
    },
    /// `%r = phi …`
    Phi {
        /// The value.
        dest: Name,
        /// Its type.
        ty: At<ValueType>,
        /// For each block that may come before, what it is then.
        incoming: Vec<(At<Value>, Name)>,
    },
    /// `call …`
    Call(Box<Call>),
    /// `call void asm sideeffect "…", "…"(…)`
    Asm {
        /// The text of the assembly.
        text: At<String>,
        /// Where its operands are.
        constraints: At<String>,
        /// With what.
        arguments: Vec<Typed>,
        /// What is said of this call.
        attributes: Vec<At<Attribute>>,
    },
}

/// `call void @f(…)`
#[derive(Clone, Debug)]
pub struct Call {
    /// The result, if it has a name.
    pub dest: Option<Name>,
    /// Words before it.
    pub words: Vec<Name>,
    /// Its type, if there is one.
    pub result: At<Option<ValueType>>,
    /// What is called.
    pub function: Name,
    /// With what.
    pub arguments: Vec<Typed>,
    /// What is said of this call.
    pub attributes: Vec<At<Attribute>>,
}

/// `cmpxchg …`
#[derive(Clone, Debug)]
pub struct Cmpxchg {
    /// The pair of what was there and whether it stored, if it has a name.
    pub dest: Option<Name>,
    /// Whether it may fail without a reason.
    pub weak: bool,
    /// What is to be there.
    pub expected: Typed,
    /// What is stored then.
    pub new: Typed,
    /// How.
    pub access: Access,
    /// In which order, if it does not store.
    pub failure: At<Ordering>,
}

/// What is computed.
#[derive(Clone, Debug)]
pub enum Computation {
    /// `add i32 %a, 1`
    Binary(ArithOp, At<ValueType>, [At<Value>; 2]),
    /// `icmp eq i32 %a, 1`
    Compare(CompareOp, At<ValueType>, [At<Value>; 2]),
    /// `select i1 %c, i32 %a, i32 %b`
    Select(Box<[Typed; 3]>),
    /// `zext i1 %a to i32`
    Cast(CastOp, Typed, At<ValueType>),
    /// `addrspacecast ptr addrspace(1) %p to ptr`
    Space(Typed, At<ValueType>),
    /// `freeze i32 %a`
    Freeze(Typed),
    /// `extractvalue { i32, i1 } %p, 0`
    Part(At<Value>, At<u32>, [At<ValueType>; 2]),
}

/// Where a block goes.
#[derive(Clone, Debug)]
pub enum Terminator {
    /// `ret void`
    Return,
    /// `br label %b`
    Goto(Name),
    /// `br i1 %c, label %a, label %b`
    Branch(At<Value>, [Name; 2]),
}
