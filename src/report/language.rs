//! The source languages, whose code sequences differ.

use crate::llvm::words_enum;

words_enum! {
    /// A source language: machine code is emitted by a table for one of them.
    Language {
        /// HSA, which conditions of tables call `!opencl`.
        Hsa = "HSA",
        /// OpenCL, which conditions of tables call `opencl`.
        OpenCl = "OpenCL",
    }
}
