//! Machine code as LLVM spells it: instructions with widths and registers, what each does, and what it is to tables and hardware files.

mod awaited;
mod behind;
mod descriptions;
mod encodings;
mod instructions;
mod line;
mod machine_ir;
mod mnemonics;
mod modifiers;
mod patterns;
mod presence;
mod shapes;
mod suits;
mod translate;
mod words;

pub(crate) use behind::{has_words, may_have, tells_of_address};
pub(crate) use descriptions::{Description, Does, Form, Implicit, LateOperands, Role, Scc, SwapData, WordHalf};
pub(crate) use encodings::{LARGEST_WAIT, encodings};
pub(crate) use instructions::instructions;
pub use line::{Instruction, Operand, RegisterFile, Unit, instruction, operand};
pub(crate) use machine_ir::{MachineInstruction, as_assembly, machine_register, of_opcode};
pub use presence::{Lacking, on_processor};
pub use suits::suits;
pub use translate::{Misspelled, as_tables_spell};
pub(crate) use words::{form_of, kind_of, numbered, offset, operands_of_tables, roles_of, waits};
