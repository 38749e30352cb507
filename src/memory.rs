//! How much memory the process uses. The only unsafe code of the program is here.

use crossbeam_utils::CachePadded;
use mimalloc::MiMalloc;
use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::sync::atomic::{AtomicI64, AtomicU64, AtomicUsize, Ordering};

/// The allocator, which counts the bytes that are in use: mimalloc itself knows only what it has from the system, and keeps.
pub struct Counting;

/// Counters, of which each thread has one, so that threads do not wait for each other. What one thread allocates another may free: only their sum means
/// something.
static IN_USE: [CachePadded<AtomicI64>; 64] = [const { CachePadded::new(AtomicI64::new(0)) }; 64];
static NEXT: AtomicUsize = AtomicUsize::new(0);
/// What z3 counts though nobody uses it: some tens of kilobytes of each thread that has used it and ended.
static AT_REST: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// The counter of this thread, once it has one.
    static OWN: Cell<Option<usize>> = const { Cell::new(None) };
}

fn count(bytes: i64) {
    let own = OWN.try_with(|own| {
        let at = own.get().unwrap_or_else(|| NEXT.fetch_add(1, Ordering::Relaxed) % IN_USE.len());
        own.set(Some(at));
        at
    });
    // A thread that is ending has none.
    IN_USE[own.unwrap_or(0)].fetch_add(bytes, Ordering::Relaxed);
}

/// A size as it is counted; no allocation is larger than `isize::MAX`.
fn size(layout: Layout) -> i64 {
    layout.size() as i64
}

// SAFETY: mimalloc allocates and frees; counting allocates nothing and does not panic.
#[expect(unsafe_code, reason = "an allocator is")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: what is promised of the layout here is promised there.
        let pointer = unsafe { MiMalloc.alloc(layout) };
        if !pointer.is_null() {
            count(size(layout));
        }
        pointer
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above, and the pointer is mimalloc's.
        unsafe { MiMalloc.dealloc(pointer, layout) };
        count(-size(layout));
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        let pointer = unsafe { MiMalloc.alloc_zeroed(layout) };
        if !pointer.is_null() {
            count(size(layout));
        }
        pointer
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: as above.
        let moved = unsafe { MiMalloc.realloc(pointer, layout, new_size) };
        if !moved.is_null() {
            count(new_size as i64 - size(layout));
        }
        moved
    }
}

/// The bytes in use: by the program, and by z3, which has an allocator of its own.
pub fn used() -> u64 {
    let own: i64 = IN_USE.iter().map(|counter| counter.load(Ordering::Relaxed)).sum();
    own.max(0) as u64 + counted_by_solver().saturating_sub(AT_REST.load(Ordering::Relaxed))
}

/// Says that no thread uses z3.
pub fn solver_rests() {
    AT_REST.store(counted_by_solver(), Ordering::Relaxed);
}

#[expect(unsafe_code, reason = "the library has no safe function for it")]
fn counted_by_solver() -> u64 {
    // SAFETY: it takes nothing, and reads a counter under a lock.
    unsafe { z3_sys::Z3_get_estimated_alloc_size() }
}

/// The bytes of the system's memory that the process has; none where that is not known.
pub fn resident() -> u64 {
    memory_stats::memory_stats().map_or(0, |memory| memory.physical_mem as u64)
}

/// Gives back to the system what the allocator keeps for this thread.
#[expect(unsafe_code, reason = "the library has no safe function for it")]
pub fn give_back() {
    // SAFETY: it takes no pointer, and frees only what nothing uses.
    unsafe { libmimalloc_sys::mi_collect(true) };
    trim();
}

/// Gives back to the system what the C library keeps of z3's memory.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "the library has no safe function for it")]
fn trim() {
    // SAFETY: as above.
    unsafe { libc::malloc_trim(0) };
}

/// What other C libraries keep cannot be given back.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn trim() {}
