//! The integer operations of `atomicrmw`.

use super::words::{IntType, words_enum};

words_enum! {
    /// An integer operation of `atomicrmw` (LLVM language reference, `atomicrmw`).
    RmwOp {
        /// new
        Xchg = "xchg",
        /// old + new
        Add = "add",
        /// old − new
        Sub = "sub",
        /// old & new
        And = "and",
        /// ~(old & new)
        Nand = "nand",
        /// old | new
        Or = "or",
        /// old ^ new
        Xor = "xor",
        /// the signed larger
        Max = "max",
        /// the signed smaller
        Min = "min",
        /// the unsigned larger
        Umax = "umax",
        /// the unsigned smaller
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
