//! How much memory the process uses.

use std::ptr;
use sysinfo::{Process, ProcessRefreshKind, ProcessesToUpdate, System, get_current_pid};

/// The bytes in use: what the allocator has from the system, and what z3, which has one of its own, has asked that for.
///
/// On some systems what was given back still counts: [`resident`] does not count it, but counts the program.
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

/// The bytes of the system's memory that the process has; the most there can be where that is not known.
pub fn resident() -> u64 {
    let Ok(process) = get_current_pid() else { return u64::MAX };
    let mut system = System::new();
    let memory = ProcessRefreshKind::nothing().with_memory();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[process]), false, memory);
    system.process(process).map_or(u64::MAX, Process::memory)
}

/// Gives back to the system what the allocator keeps for this thread.
#[expect(unsafe_code, reason = "the library has no safe function for it")]
pub fn give_back() {
    // SAFETY: it takes no pointer, and frees only what nothing uses.
    unsafe { libmimalloc_sys::mi_collect(true) };
}
