//! A resolved program: names are numbers, every expression has a type, every access knows what it may reach.

use super::dispatch::{Boundary, Dispatches, PacketId};
use super::signs::Signs;
use crate::llvm::{AddressSpace, Home, IntType, MemoryType, Ordering, RmwOp, ScopeLevel, SyncScope, TagSet};
use crate::syntax::litmus::ast::{DmaKind, Expected, HardwareExpect, Quantifier, Refinement, Type};
use crate::syntax::source::{Source, Span};
use index_vec::IndexVec;
use std::sync::Arc;

pub use super::barrier::{Barrier, BarrierObject, BarrierOperation, NamedBarrier};
pub use super::ids::{BarrierId, EventId, ObjectId, RegId, ThreadId};
pub use crate::syntax::litmus::ast::{ArithOp, BinaryOp, CastOp, CompareOp, LogicOp, UnaryOp};

/// A test whose names, types and placements are checked; [`resolve`](fn@super::resolve) makes it of a tree.
#[derive(Clone, Debug)]
pub struct Program {
    /// The name in the header of the file, which tells tests apart in reports; in the corpus it is that of the file.
    pub name: String,
    /// The text of the test, in which every `span` of the program lies.
    pub source: Arc<Source>,
    /// The objects in order of declaration.
    pub objects: IndexVec<ObjectId, Object>,
    /// The named barriers in order of declaration.
    pub barriers: IndexVec<BarrierId, NamedBarrier>,
    /// The threads in the order of the text.
    pub threads: IndexVec<ThreadId, Thread>,
    /// The dispatches that the threads are of; none where the test has no queues, whose threads are of one.
    pub dispatches: Dispatches,
    /// The executions that count: those whose final state satisfies it.
    pub filter: Option<Prop>,
    /// The questions about final states, in the order of the text.
    pub conditions: Vec<Condition>,
    /// What refinement of its machine code against it is expected to say, by target and table.
    pub refinements: Vec<Refinement>,
    /// Whether workgroups may be launched in clusters; elsewhere a cluster is an agent (LLVM 24, AMDGPU user guide, Memory Scopes, line 2194).
    pub may_have_clusters: bool,
    /// How it writes integers.
    pub signs: Signs,
}

impl Program {
    /// What conditions and the filter ask of final states, in its parts: propositions that are made of no others.
    pub fn asked_parts(&self) -> Vec<Prop> {
        let mut pending: Vec<Prop> = self.conditions.iter().map(Condition::asked).chain(self.filter.clone()).collect();
        let mut found = Vec::new();
        while let Some(prop) = pending.pop() {
            match prop {
                Prop::Const(_) | Prop::Hangs | Prop::Register { .. } | Prop::Memory { .. } => found.push(prop),
                Prop::Not(inner) => pending.push(*inner),
                Prop::And(parts) | Prop::Or(parts) => pending.extend(parts),
                Prop::Implies(parts) => pending.extend(*parts),
            }
        }
        found
    }

    /// Whether the test is machine code without a source: it has an instruction that is of no operation, or asks hardware itself. One whose
    /// operations have code of their own has a source, which that code may refine.
    pub fn is_machine_code(&self) -> bool {
        let asks_hardware = self.conditions.iter().any(|condition| !condition.hardware.is_empty());
        asks_hardware || self.threads.iter().any(|thread| has_lone_instruction(&thread.body))
    }

    /// Whether the packet of a dispatch is published before the dispatch of a thread begins.
    pub fn is_published_before(&self, packet: u32, thread: ThreadId) -> bool {
        let dispatch = self.threads[thread].position.dispatch.and_then(|number| self.dispatches.get(&number));
        dispatch.is_some_and(|dispatch| dispatch.published.contains(&packet))
    }

    /// Whether the dispatch of one thread is complete before that of another begins.
    pub fn completes_before(&self, earlier: ThreadId, later: ThreadId) -> bool {
        let dispatch = |thread: ThreadId| self.threads[thread].position.dispatch;
        let pair = dispatch(earlier).zip(dispatch(later));
        let after = |later: PacketId| self.dispatches.get(&later).map(|dispatch| &dispatch.after);
        pair.is_some_and(|(earlier, later)| after(later).is_some_and(|after| after.contains(&earlier)))
    }

    /// Whether two threads lie in one instance of a scope level. Where there are no clusters, a cluster is an agent
    /// (LLVM 24, AMDGPU user guide, Memory Scopes, `cluster`). Workgroups stay those that they are placed in.
    pub fn share(&self, a: ThreadId, b: ThreadId, level: ScopeLevel) -> bool {
        let (p, q) = (self.threads[a].position, self.threads[b].position);
        let agent = p.agent == q.agent;
        let placed = agent && p.dispatch == q.dispatch && p.cluster == q.cluster;
        let workgroup = placed && p.workgroup == q.workgroup;
        match level {
            ScopeLevel::System => true,
            ScopeLevel::Agent => agent,
            ScopeLevel::Cluster if self.may_have_clusters => placed,
            ScopeLevel::Cluster => agent,
            ScopeLevel::Workgroup => workgroup,
            ScopeLevel::Wavefront => workgroup && p.wavefront == q.wavefront,
            ScopeLevel::Singlethread => a == b,
        }
    }
}

/// Whether some instruction is of no operation of the source.
fn has_lone_instruction(block: &[Instr]) -> bool {
    let is_lone = |instr: &Instr| matches!(instr.kind, InstrKind::Asm(_));
    block.iter().any(|instr| is_lone(instr) || instr.kind.blocks().into_iter().any(has_lone_instruction))
}

/// An object in memory: it has one location, and overlaps no other.
#[derive(Clone, Debug)]
pub struct Object {
    /// The name by which the test declares it; no other object has it.
    pub name: String,
    /// The address space it lies in, which is never generic.
    pub space: AddressSpace,
    /// The type of its value; accesses have the same.
    pub ty: Type,
    /// Its value before the test: an integer, or the number of the object pointed to.
    pub init: u64,
    /// Granularity and home of its memory; fine-grained if nothing is said.
    pub memory: Option<MemoryType>,
    /// Whether its memory is non-volatile: some cache instructions leave lines of it alone (LLVM 24, AMDGPU user guide, Memory Model GFX6-GFX9).
    pub nonvolatile: bool,
    /// Whether it is declared of an atomic type, in a language that has such.
    pub atomic: bool,
    /// The object that is its second word in memory, where it is the first of two ([`Program::in_words`]).
    pub second_word: Option<ObjectId>,
    /// Where its name is declared.
    pub span: Span,
}

/// The place of a thread in the scope tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The agent, of number 0 where the test names none, or the host.
    pub agent: Home,
    /// The dispatch; `None` where the test has no queues.
    pub dispatch: Option<PacketId>,
    /// The cluster within the agent; `None` where the test has no clusters.
    pub cluster: Option<u32>,
    /// The workgroup within the cluster, or within the agent.
    pub workgroup: u32,
    /// The wavefront within the workgroup; `Err(t)` for thread `t` alone in a wavefront of its own.
    pub wavefront: Result<u32, ThreadId>,
}

/// A thread of the test: one lane, with its place in the scope tree.
#[derive(Clone, Debug)]
pub struct Thread {
    /// The name by which conditions speak of its registers; no other thread has it.
    pub name: String,
    /// The instances of scopes that it is in.
    pub position: Position,
    /// Who runs it; some of a wave's instructions the packet processor executes for it.
    pub by: Executor,
    /// Its registers, in order of first mention.
    pub registers: IndexVec<RegId, Register>,
    /// Its instructions in program order, loops not yet unrolled.
    pub body: Vec<Instr>,
    /// Where its name stands in the test.
    pub span: Span,
}

/// A register of a thread; every write of it is of one type.
#[derive(Clone, Debug)]
pub struct Register {
    /// The name that the thread gives it; two threads may use the same one.
    pub name: String,
    /// Its type; `i1` for what is true or false.
    pub ty: Type,
    /// Who uses it: what the packet processor has is no register of the thread.
    pub of: Executor,
}

/// An instruction, and where it stands.
#[derive(Clone, Debug)]
pub struct Instr {
    /// The operation, with its operands.
    pub kind: InstrKind,
    /// Where the whole statement stands in the test.
    pub span: Span,
    /// Who executes it.
    pub by: Executor,
}

/// Who executes instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Executor {
    /// A wave of an agent.
    Wave,
    /// The processor of the host, whose code another compiler makes.
    Host,
    /// The packet processor of an agent, on behalf of a dispatch.
    PacketProcessor,
}

/// What instructions do.
#[derive(Clone, Debug)]
pub enum InstrKind {
    /// A load, atomic or not.
    Load {
        /// The register that gets the loaded value.
        dest: RegId,
        /// What is loaded, and how.
        access: Access,
    },
    /// A store, atomic or not.
    Store {
        /// The value that is stored.
        value: Value,
        /// Where it is stored, and how.
        access: Access,
    },
    /// An atomic read-modify-write.
    Rmw {
        /// The register that gets the old value; without one the code returns none.
        dest: Option<RegId>,
        /// The operation that computes the new value from the old one and `value`.
        op: RmwOp,
        /// The second operand of the operation.
        value: Value,
        /// The location, and how it is accessed.
        access: Access,
    },
    /// An atomic compare and exchange.
    Cmpxchg(Box<Cmpxchg>),
    /// An LLVM fence.
    Fence {
        /// The threads that it synchronizes with.
        scope: SyncScope,
        /// Its memory ordering, never monotonic or weaker.
        ordering: Ordering,
        /// Its tags, which may name address spaces.
        tags: TagSet,
        /// The machine instructions that it is, if the test says so; empty if it is none.
        asm: Option<String>,
    },
    /// A DMA operation between memory and LDS.
    Dma(Box<Dma>),
    /// An asyncmark: asynchronous operations before it are complete where it is waited for.
    Asyncmark,
    /// A wait for asyncmarks.
    WaitAsyncmark {
        /// So many of the last marks are not waited for.
        kept: u32,
        /// So many asynchronous operations before it may be left, on every path to it; `None` if it waits for none on any.
        left: Option<u32>,
    },
    /// An operation on a barrier object.
    Barrier(Barrier),
    /// An end of the thread's dispatch: the first of its instructions, or the last. Or the host submits a dispatch.
    Packet(Boundary),
    /// A machine instruction that accesses no memory; nothing to the source's models.
    Asm(String),
    /// A computation that accesses no memory.
    Assign {
        /// The register that gets the value.
        dest: RegId,
        /// The value, of the register's type.
        value: Value,
    },
    /// A branch.
    If {
        /// The condition, of type `i1`.
        condition: Value,
        /// Executed where it holds.
        then: Vec<Instr>,
        /// Executed where it does not hold.
        otherwise: Vec<Instr>,
    },
    /// A loop.
    Loop {
        /// The condition for another iteration, of type `i1`.
        condition: Value,
        /// Whether it is checked after each iteration (`do … while`) and not before.
        at_least_once: bool,
        /// The most iterations of an execution that is decided, as far as the test says so.
        unroll: Option<u32>,
        /// The instructions of an iteration.
        body: Vec<Instr>,
    },
    /// The body of a function that is called here: its asyncmarks are in a sequence of their own (LLVM 24, AMDGPU Asynchronous Operations, Current Sequence).
    Call(Vec<Instr>),
}

impl Instr {
    /// An instruction that a wave executes.
    pub fn of_wave(kind: InstrKind, span: Span) -> Instr {
        Instr { kind, span, by: Executor::Wave }
    }
}

impl InstrKind {
    /// How it accesses memory, if it does by one access: by an address, a type, and what orders it.
    pub fn access(&self) -> Option<&Access> {
        match self {
            InstrKind::Load { access, .. } | InstrKind::Store { access, .. } | InstrKind::Rmw { access, .. } => {
                Some(access)
            }
            InstrKind::Cmpxchg(cmpxchg) => Some(&cmpxchg.access),
            InstrKind::Fence { .. }
            | InstrKind::Dma(_)
            | InstrKind::Asyncmark
            | InstrKind::WaitAsyncmark { .. }
            | InstrKind::Barrier(_)
            | InstrKind::Packet(_)
            | InstrKind::Asm(_)
            | InstrKind::Assign { .. }
            | InstrKind::If { .. }
            | InstrKind::Loop { .. }
            | InstrKind::Call(_) => None,
        }
    }

    /// The registers that it writes itself, not those that blocks within it write.
    pub fn writes(&self) -> Vec<RegId> {
        match self {
            InstrKind::Load { dest, .. } | InstrKind::Assign { dest, .. } => vec![*dest],
            InstrKind::Rmw { dest, .. } => dest.iter().copied().collect(),
            InstrKind::Cmpxchg(cmpxchg) => cmpxchg.dest.into_iter().chain(cmpxchg.success).collect(),
            InstrKind::Barrier(barrier) => barrier.dest().into_iter().collect(),
            InstrKind::Store { .. }
            | InstrKind::Fence { .. }
            | InstrKind::Dma(_)
            | InstrKind::Asyncmark
            | InstrKind::WaitAsyncmark { .. }
            | InstrKind::Packet(_)
            | InstrKind::Asm(_)
            | InstrKind::If { .. }
            | InstrKind::Loop { .. }
            | InstrKind::Call(_) => Vec::new(),
        }
    }

    /// What it does with a packet, if it does something.
    pub fn boundary(&self) -> Option<Boundary> {
        if let InstrKind::Packet(boundary) = self { Some(*boundary) } else { None }
    }

    /// The blocks within it, in the order of the text.
    pub fn blocks(&self) -> Vec<&[Instr]> {
        match self {
            InstrKind::If { then, otherwise, .. } => vec![then, otherwise],
            InstrKind::Loop { body, .. } | InstrKind::Call(body) => vec![body],
            InstrKind::Load { .. }
            | InstrKind::Store { .. }
            | InstrKind::Rmw { .. }
            | InstrKind::Cmpxchg(_)
            | InstrKind::Fence { .. }
            | InstrKind::Dma(_)
            | InstrKind::Asyncmark
            | InstrKind::WaitAsyncmark { .. }
            | InstrKind::Barrier(_)
            | InstrKind::Packet(_)
            | InstrKind::Asm(_)
            | InstrKind::Assign { .. } => Vec::new(),
        }
    }
}

/// A DMA operation: what is read at one of its accesses is written at the other, and never atomically (LLVM 24, AMDGPU DMA Operations, line 15).
#[derive(Clone, Debug)]
pub struct Dma {
    /// Which one: whether it is asynchronous, and whether it reads or writes LDS.
    pub kind: DmaKind,
    /// The access outside LDS, with what is said of the whole: it is as volatile and as nontemporal as that.
    pub memory: Access,
    /// The access to LDS.
    pub lds: Access,
}

impl Dma {
    /// Its accesses, the one that reads first.
    pub fn accesses(&self) -> [&Access; 2] {
        if self.kind.writes_lds() { [&self.memory, &self.lds] } else { [&self.lds, &self.memory] }
    }
}

/// A compare-and-swap (LLVM language reference, `cmpxchg`).
#[derive(Clone, Debug)]
pub struct Cmpxchg {
    /// The register that gets the old value.
    pub dest: Option<RegId>,
    /// The register that tells whether it stored.
    pub success: Option<RegId>,
    /// Whether it may fail though the value matched.
    pub weak: bool,
    /// The value that memory must have for it to store.
    pub expected: Value,
    /// The value stored where that matches.
    pub new: Value,
    /// Where and how, with the success ordering.
    pub access: Access,
    /// The ordering when it does not store.
    pub failure: Ordering,
}

/// How an instruction accesses memory: address, type, and what orders it.
#[derive(Clone, Debug)]
pub struct Access {
    /// The type of what is read or written.
    pub ty: Type,
    /// The pointer: a value of type `ptr`.
    pub pointer: Value,
    /// The objects it may reach, by the space they are in.
    pub may: Vec<(AddressSpace, Vec<ObjectId>)>,
    /// Whether compilers may rely on it that what it may reach does not change during the dispatch: no thread writes it, or it is constant memory.
    pub unwritten: bool,
    /// Whether a DMA operation before it, which the compiler has complete before what it does is used, may write what it may reach.
    pub after_dma: bool,
    /// The address space it names: generic, or that of all its objects.
    pub space: AddressSpace,
    /// Whether `generic` was written before the pointer, so that it goes through a generic pointer.
    pub generic: bool,
    /// Where the pointer stands in the test.
    pub pointer_span: Span,
    /// Its ordering if it is atomic (for `cmpxchg` when it stores).
    pub ordering: Option<Ordering>,
    /// Its scope, system if none is given.
    pub scope: SyncScope,
    /// Whether `volatile` was written.
    pub volatile: bool,
    /// Whether it carries `!nontemporal` metadata.
    pub nontemporal: bool,
    /// The MMRA tags that it carries, as written.
    pub tags: TagSet,
    /// The machine instruction that it is, if the test says so.
    pub asm: Option<String>,
}

/// An expression with its type; `i1` for truth values.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// The type of the result, to which operands were checked.
    pub ty: Type,
    /// The constant, name or operation that gives it.
    pub kind: ValueKind,
}

/// The forms of an expression, names resolved.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueKind {
    /// An integer constant, cut to the width of the type; 1 is true.
    Int(u64),
    /// The address of an object, of type `ptr`.
    Object(ObjectId),
    /// What a register of the thread holds.
    Register(RegId),
    /// An operation on one value.
    Unary(UnaryOp, Box<Value>),
    /// An operation on two values, the left one first.
    Binary(BinaryOp, Box<Value>, Box<Value>),
    /// A condition, the value where it holds, and the value where it does not.
    Select(Box<[Value; 3]>),
    /// A value as one of another type.
    Cast(CastOp, Box<Value>),
}

/// What is asked of the final states.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The question as written; [`asked`](Self::asked) is the state that engines look for.
    pub question: Question,
    /// What models are expected to answer.
    pub expects: Vec<Expectation>,
    /// What hardware is expected to answer.
    pub hardware: Vec<HardwareExpect>,
    /// Where the question stands.
    pub span: Span,
}

/// What a condition asks.
#[derive(Clone, Debug)]
pub enum Question {
    /// Whether some final state, none or every one satisfies a proposition.
    States(Quantifier, Prop),
    /// Whether every loop that awaits something ends.
    Termination,
}

impl Condition {
    /// The state asked for: the proposition, or for `forall` its negation; of termination, that a thread hangs.
    pub fn asked(&self) -> Prop {
        match &self.question {
            Question::States(Quantifier::Exists | Quantifier::NotExists, prop) => prop.clone(),
            Question::States(Quantifier::Forall, prop) => Prop::Not(Box::new(prop.clone())),
            Question::Termination => Prop::Hangs,
        }
    }

    /// Whether it asks if loops end.
    pub fn is_about_termination(&self) -> bool {
        match &self.question {
            Question::States(..) => false,
            Question::Termination => true,
        }
    }
}

/// What one model is expected to say of a condition.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The name of the model, as `--model` takes it.
    pub model: String,
    /// What the model has to say of the condition.
    pub verdict: Expected,
    /// The text that says why, if one was written.
    pub reason: Option<String>,
    /// Where the model's name stands.
    pub span: Span,
}

/// A proposition over a final state.
#[derive(Clone, Debug)]
pub enum Prop {
    /// True or false in every state.
    Const(bool),
    /// The states in which a thread hangs: it repeats a turn of a loop forever. No final state is one of them.
    Hangs,
    /// A register has a value, and it is (`negated`: is not) this one.
    Register {
        /// The thread that has the register.
        thread: ThreadId,
        /// The register, by its number within the thread.
        register: RegId,
        /// The integer, or the object pointed to.
        value: u64,
        /// Whether it is `!=`: any other value satisfies it.
        negated: bool,
    },
    /// The final value in memory, that of the co-maximal write, is (`negated`: is not) this one.
    Memory {
        /// The object whose value is asked for.
        object: ObjectId,
        /// The integer, or the object pointed to.
        value: u64,
        /// Whether it is `!=`: any other value satisfies it.
        negated: bool,
    },
    /// The states in which the proposition does not hold.
    Not(Box<Prop>),
    /// The states in which all hold; every state if there is none.
    And(Vec<Prop>),
    /// The states in which some holds; no state if there is none.
    Or(Vec<Prop>),
    /// The states in which the first does not hold or the second does.
    Implies(Box<[Prop; 2]>),
}

impl Prop {
    /// That a register has a value, or, without one, that it was not written: no comparison holds of it.
    pub fn of_register(thread: ThreadId, register: RegId, value: Option<u64>) -> Prop {
        let atom = |value, negated| Prop::Register { thread, register, value, negated };
        match value {
            Some(value) => atom(value, false),
            None => Prop::Not(Box::new(Prop::Or(vec![atom(0, false), atom(0, true)]))),
        }
    }
}

/// The integer type of a value that can be computed with.
pub fn int_type(ty: Type) -> Option<IntType> {
    match ty {
        Type::Int(int) => Some(int),
        Type::Wide(_) | Type::Ptr => None,
    }
}

/// The type of truth values, `i1`.
pub const BOOL: Type = Type::Int(IntType::I1);

/// The registers that a block and those within it write, in the order of the text, each as often as it is written.
pub fn written_in(block: &[Instr]) -> Vec<RegId> {
    let of = |instr: &Instr| {
        let inner = instr.kind.blocks().into_iter().flat_map(written_in);
        instr.kind.writes().into_iter().chain(inner).collect::<Vec<_>>()
    };
    block.iter().flat_map(of).collect()
}
