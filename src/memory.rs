//! How much memory the process uses.

use std::ptr;

/// The bytes in use: what the allocator has from the system, and what z3, which has one of its own, has asked that for.
///
/// Memory that was given back counts no more, as it would in the size of the process.
#[expect(unsafe_code, reason = "neither library has a safe function for it")]
pub fn used() -> u64 {
    let mut committed = 0;
    let none = ptr::null_mut();
    // SAFETY: each pointer may be null, and the only other is to a number of this frame.
    unsafe { libmimalloc_sys::mi_process_info(none, none, none, none, none, &raw mut committed, none, none) };
    // SAFETY: it takes nothing, and reads a counter under a lock.
    let of_solver = unsafe { z3_sys::Z3_get_estimated_alloc_size() };
    committed as u64 + of_solver
}
