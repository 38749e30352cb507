//! The integer operations of `atomicrmw`.

use super::words::{IntType, words_enum};

words_enum! {
    /// An integer operation of `atomicrmw` (LLVM language reference, `atomicrmw`).
    RmwOp {
        /// new, whatever was there
        Xchg = "xchg",
        /// old + new, modulo two to the width
        Add = "add",
        /// old − new, modulo two to the width
        Sub = "sub",
        /// old & new, bit by bit
        And = "and",
        /// ~(old & new), bit by bit
        Nand = "nand",
        /// old | new, bit by bit
        Or = "or",
        /// old ^ new, bit by bit
        Xor = "xor",
        /// the larger of both in two's complement
        Max = "max",
        /// the smaller of both in two's complement
        Min = "min",
        /// the larger of both without sign
        Umax = "umax",
        /// the smaller of both without sign
        Umin = "umin",
        /// old ≥ new ? 0 : old + 1
        UincWrap = "uinc_wrap",
        /// old = 0 or old > new ? new : old − 1
        UdecWrap = "udec_wrap",
        /// old ≥ new ? old − new : old
        UsubCond = "usub_cond",
        /// old ≥ new ? old − new : 0
        UsubSat = "usub_sat",
    }
}

impl RmwOp {
    /// The value stored when `old` was read, both of type `ty`.
    pub fn apply(self, ty: IntType, old: u64, new: u64) -> u64 {
        let signed = |value| ty.signed(value);
        let result = match self {
            RmwOp::Xchg => new,
            RmwOp::Add => old.wrapping_add(new),
            RmwOp::Sub => old.wrapping_sub(new),
            RmwOp::And => old & new,
            RmwOp::Nand => !(old & new),
            RmwOp::Or => old | new,
            RmwOp::Xor => old ^ new,
            RmwOp::Max if signed(old) > signed(new) => old,
            RmwOp::Max => new,
            RmwOp::Min if signed(old) < signed(new) => old,
            RmwOp::Min => new,
            RmwOp::Umax => old.max(new),
            RmwOp::Umin => old.min(new),
            RmwOp::UincWrap if old >= new => 0,
            RmwOp::UincWrap => old + 1,
            RmwOp::UdecWrap if old == 0 || old > new => new,
            RmwOp::UdecWrap => old - 1,
            RmwOp::UsubCond if old >= new => old - new,
            RmwOp::UsubCond => old,
            RmwOp::UsubSat => old.saturating_sub(new),
        };
        result & ty.mask()
    }
}
