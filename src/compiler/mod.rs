//! What a compiler makes of a test: LLVM IR for its threads, the assembly that `llc` prints for it, that assembly read as a program of machine
//! instructions, and whether that program ends only as the source may.
//!
//! ```text
//! Program ──emit──► LLVM IR ──llc──► assembly ──assembly──► functions of instructions ──machine──► Program of machine code ──judge──► verdict
//! ```
//!
//! What each mnemonic does is data (`models/instructions.toml`), and so is what releases of LLVM spell differently (`models/compilers.toml`).
//! What is not understood makes a result unknown, with the instruction that it is due to; it is never taken to do nothing.

mod arguments;
mod assembly;
mod batch;
mod computed;
mod emit;
mod given;
mod held;
mod judge;
mod lanes;
mod llc;
mod machine;
mod machine_access;
mod machine_barrier;
mod machine_dma;
mod machine_ir;
mod mask;
mod matched;
mod matrix;
mod observed;
mod outstanding;
mod path;
mod program;
mod release;
mod stack;
mod symbol;
mod uncompiled;

pub use arguments::Called;
pub use assembly::{Assembly, Function, Kernel, parse};
pub use batch::ahead;
pub use emit::{Emitted, Pointers, emit};
pub use given::{GivenLine, lines as given_lines, problems as problems_of_code, read as read_code};
pub use judge::{Compiled, Source, judge};
pub use llc::{Llc, Optimization, Processor};
pub use machine::{Unreadable, machine_program};
pub use machine_ir::{is_machine_ir, parse as parse_machine_ir};
pub use matrix::{CompiledTest, Language, Options, Origin, check, ir};
pub use release::{CommandOptions, ModeFlags, Release, commands, flags_of_mode, is_known_feature};

use crate::syntax::source::Span;

/// Something that is not modelled: in a test, that it cannot be compiled; in assembly, what its code does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotModelled {
    /// Where it stands.
    pub span: Span,
    /// What it is, in words that begin a sentence.
    pub message: String,
}

/// The name of the function that does no more than join a named barrier.
fn joining(barrier: &str) -> String {
    format!("litmus.join.{barrier}")
}

impl NotModelled {
    pub(crate) fn new(span: Span, message: impl Into<String>) -> Self {
        NotModelled { span, message: message.into() }
    }
}
