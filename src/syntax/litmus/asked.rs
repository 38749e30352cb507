//! What a litmus file asks, and what models and hardware are expected to answer, as written.

use super::ast::{At, Literal, Name};

/// What is asked of a program, and what models and hardware are expected to answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// The question.
    pub question: Question,
    /// What models are expected to answer.
    pub expects: Vec<Expect>,
    /// What hardware is expected to answer.
    pub hardware: Vec<HardwareExpect>,
    /// The place of the question, without the expectations.
    pub place: At<()>,
}

/// What a condition asks.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// `exists P`, `~exists P` or `forall P`: which final states there are.
    States(Quantifier, At<Prop>),
    /// `terminates`: whether every loop that waits for something ends at last.
    Termination,
}

/// How a condition asks about final states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// `exists P`: asks about final states that satisfy the proposition.
    Exists,
    /// `~exists P`: asks about the same states, which the author thinks forbidden.
    NotExists,
    /// `forall P`: asks about final states that do not satisfy the proposition.
    Forall,
}

impl Quantifier {
    /// The word, which is herd7's too.
    pub fn as_str(self) -> &'static str {
        match self {
            Quantifier::Exists => "exists",
            Quantifier::NotExists => "~exists",
            Quantifier::Forall => "forall",
        }
    }
}

/// `expect hardware gfx90a,tgsplit cu-issue-order: allowed "why"`
#[derive(Clone, Debug, PartialEq)]
pub struct HardwareExpect {
    /// What it is about: a target or a family of them, with a mode or in all.
    pub targets: Name,
    /// Assumptions to switch on, or `none`.
    pub assume: Vec<Name>,
    /// The verdict that each of the targets is to give.
    pub verdict: At<Expected>,
    /// The prose that says why, checked by nobody.
    pub reason: Option<At<String>>,
    /// The place from `expect` to the reason.
    pub place: At<()>,
}

/// `expect refine gfx90a,tgsplit llvm24: sound "why"`
#[derive(Clone, Debug, PartialEq)]
pub struct Refinement {
    /// What it is about: a target or a family of them, with a mode or in all.
    pub targets: Name,
    /// The tables: a release, one table of it, or a file.
    pub table: Name,
    /// Whether `opencl` was written: the code is OpenCL's.
    pub opencl: bool,
    /// How the code is made where a compiler has a choice: as the tables have it unless that was written.
    pub choices: Choices,
    /// Where the code's waits and cache operations stand: canonical unless that was written.
    pub placement: InstructionPlacement,
    /// Whether the machine code refines the source.
    pub verdict: At<Refined>,
    /// The prose that says why, checked by nobody.
    pub reason: Option<At<String>>,
    /// The place from `expect` to the reason.
    pub place: At<()>,
}

crate::llvm::words_enum! {
    /// What a compiler is told of the size of workgroups, and makes use of.
    Workgroups {
        /// They may have any number of waves.
        AnySize = "any-size",
        /// Each fits within one wave: operations of workgroup scope are lowered as those of wavefront scope, which is equivalent as long as no DMA into LDS occurs
        /// (LLVM 24, AMDGPUUsage, Memory Model, lines 8562-8570).
        OneWave = "one-wave",
    }
}

crate::llvm::words_enum! {
    /// By which path a compiler loads, where it has a choice.
    Loads {
        /// All loads are those of the tables, which are vector memory's.
        Vector = "vector-loads",
        /// Those of memory that no thread writes are scalar loads (LLVM 24, AMDGPUUsage, Memory Model GFX6-GFX9, lines 8734-8741): what neither is atomic nor volatile, of one
        /// word, and names global or constant memory.
        Unwritten = "scalar-loads",
        /// So are those of memory that some thread writes, which is not allowed.
        Any = "any-scalar-loads",
    }
}

/// How code is made where a compiler has a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Choices {
    /// What the compiler is told of the size of workgroups.
    pub workgroups: Workgroups,
    /// By which path it loads.
    pub loads: Loads,
}

impl Choices {
    /// As tables have it, which know of none.
    pub const TABLES: Choices = Choices { workgroups: Workgroups::AnySize, loads: Loads::Vector };

    /// As expectations have them after their tables, with a space before each: what tables have is not written.
    pub fn written(self) -> String {
        written_unless(self.workgroups, Workgroups::AnySize) + &written_unless(self.loads, Loads::Vector)
    }
}

crate::llvm::words_enum! {
    /// Where the waits and cache operations of machine code stand.
    InstructionPlacement {
        /// Where the rows of the table have them, one operation's code after the other's.
        Canonical = "canonical",
        /// Anywhere that the placement rules of the rows permit, also among the code of other operations of the thread.
        Free = "free",
        /// As `free`, and past barriers too, of which the rules of rows say nothing.
        PastBarriers = "past-barriers",
        /// As `free`, where rules compare scopes that are wider than workgroup in LDS as workgroup, which is what they are treated as.
        NarrowedLds = "narrowed-lds",
    }
}

impl InstructionPlacement {
    /// As expectations have it after their tables, with a space before it: the canonical one is not written.
    pub fn written(self) -> String {
        written_unless(self, InstructionPlacement::Canonical)
    }
}

fn written_unless<T: PartialEq + std::fmt::Display>(word: T, usual: T) -> String {
    if word == usual { String::new() } else { format!(" {word}") }
}

crate::llvm::words_enum! {
    /// What a test expects of its machine code.
    Refined {
        /// It ends only as the source may.
        Sound = "sound",
        /// It can end in a state that the source forbids.
        Unsound = "unsound",
        /// The source has a race and is undefined.
        Racy = "racy",
    }
}

/// `expect hsa, hsa-none: forbidden "why"`
#[derive(Clone, Debug, PartialEq)]
pub struct Expect {
    /// The names of the models it is about, at least one.
    pub models: Vec<Name>,
    /// The verdict that each of the models is to give.
    pub verdict: At<Expected>,
    /// The prose that says why, checked by nobody.
    pub reason: Option<At<String>>,
    /// The place from `expect` to the reason.
    pub place: At<()>,
}

crate::llvm::words_enum! {
    /// What a test expects a model or hardware to answer.
    Expected {
        /// The asked state can happen.
        Allowed = "allowed",
        /// The asked state cannot happen.
        Forbidden = "forbidden",
        /// The program has a race.
        Racy = "racy",
        /// Every loop that waits for something ends at last.
        Terminates = "terminates",
        /// Some loop can wait forever.
        Hangs = "hangs",
    }
}

/// A proposition over a final state.
#[derive(Clone, Debug, PartialEq)]
pub enum Prop {
    /// `true` or `false`: every state satisfies it, or none.
    Const(bool),
    /// `P1:r0 = 1`, `x = 2`; `negated` for `!=`.
    Atom {
        /// The thread of a register; `None` for memory.
        thread: Option<Name>,
        /// The register or object.
        name: Name,
        /// The value compared with.
        value: At<Literal>,
        /// Whether it compares by `!=` instead of `=`.
        negated: bool,
    },
    /// `~p`: where `p` does not hold.
    Not(Box<Prop>),
    /// `p /\ q /\ …`: where all hold; at least two.
    And(Vec<Prop>),
    /// `p \/ q \/ …`: where some hold; at least two.
    Or(Vec<Prop>),
    /// `p => q`
    Implies(Box<[Prop; 2]>),
}
