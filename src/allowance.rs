//! What the work on one test may use: time, the memory of the process, and leave to go on. Work that takes long asks now and then; where something is
//! used up, it unwinds to where it began.
//!
//! What asks is deep in computations that have no other way to fail: relations of bits, formulas, bytecode, unrolling. A `Result` of each would
//! be in the way of all of them, and of their speed. rustc ends its work at a fatal error and salsa a query that is cancelled in the same way.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// What was used up, or came in the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exceeded {
    /// The time is over.
    Time(Duration),
    /// The process uses more memory than this, in bytes.
    Memory(u64),
    /// The run was interrupted.
    Interrupted,
    /// There was a panic with this message: a fault of this program, or of a library.
    Panic(String),
}

/// What some work may use.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// How long it may take.
    pub timeout: Duration,
    /// Set where the run is interrupted; none if the work is then still to be ended.
    pub stop: Option<&'static AtomicBool>,
}

/// What the work of a thread may still use.
#[derive(Clone, Copy)]
struct Left {
    /// `None` if it is too far ahead for the clock.
    deadline: Option<Instant>,
    timeout: Duration,
    stop: Option<&'static AtomicBool>,
    /// How much earlier the deadline is, for what comes after the work.
    reserved: Duration,
}

thread_local! {
    static LEFT: Cell<Option<Left>> = const { Cell::new(None) };
    /// How many steps the thread has said that it did since it last looked.
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// The memory in use is compared with the limit so often.
const MEMORY_INTERVAL: Duration = Duration::from_millis(4);
/// Who works asks the system for the memory of the process so often at most, in microseconds: it takes some tens of them.
const ASKING_INTERVAL: u64 = 1_000;
/// So many bytes of what may be used are left for what is allocated before somebody looks, at most, and this part of it.
const UNSEEN: u64 = 16 << 20;
const UNSEEN_PART: u64 = 16;
/// What a thread takes at least that decides a small test, by the slower engine.
const BYTES_OF_WORKER: u64 = 72 << 20;
/// What cannot ask is interrupted so long after something is used up, at most.
const INTERVAL: Duration = Duration::from_millis(10);
/// So many steps, of some ten nanoseconds each, are between two looks at the clock.
const STEPS_BETWEEN_LOOKS: usize = 1 << 14;

/// What is held takes so many nanoseconds for each byte to be freed: z3 frees its nodes one by one, 2.6 GB of them in 5 s.
const FREED_IN: u64 = 2;
/// This part of the time may be over by the time all is freed; what takes longer begins earlier.
const FREED_LATE_PART: u32 = 10;

/// How many bytes the process may use; none yet.
static MEMORY_LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);
/// How many bytes the process has that no allocator knows of: its code and that of libraries.
static MEMORY_OF_CODE: AtomicU64 = AtomicU64::new(0);
static MEMORY_EXCEEDED: AtomicBool = AtomicBool::new(false);
static MEMORY: OnceLock<Memory> = OnceLock::new();

impl Left {
    fn of(Allowance { timeout, stop }: Allowance) -> Self {
        Left { deadline: Instant::now().checked_add(timeout), timeout, stop, reserved: Duration::ZERO }
    }

    /// With an earlier deadline.
    fn without(self, time: Duration) -> Self {
        let deadline = self.deadline.map(|end| end.checked_sub(time).unwrap_or(end));
        Left { deadline, reserved: self.reserved + time, ..self }
    }

    /// What is left within other work.
    fn within(self, outer: Option<Left>) -> Self {
        let Some(outer) = outer else { return self };
        let is_earlier = outer.deadline.is_some_and(|end| self.deadline.is_none_or(|own| end < own));
        let (deadline, timeout) =
            if is_earlier { (outer.deadline, outer.timeout) } else { (self.deadline, self.timeout) };
        Left { deadline, timeout, stop: outer.stop.or(self.stop), reserved: Duration::ZERO }
    }

    fn exceeded(self) -> Option<Exceeded> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Some(Exceeded::Interrupted);
        }
        if is_memory_exceeded() {
            return Some(Exceeded::Memory(MEMORY_LIMIT.load(Ordering::Relaxed)));
        }
        let freed_late = time_to_free().saturating_sub(self.timeout / FREED_LATE_PART);
        self.deadline.is_some_and(|end| Instant::now() + freed_late >= end).then_some(Exceeded::Time(self.timeout))
    }
}

/// Does some work, which ends where it has used up what it may use, or what the work around it may use. A panic in it ends it too, and nothing else.
///
/// # Errors
/// What was used up. What the work has changed is then not to be used again.
pub fn within<T>(allowance: Allowance, work: impl FnOnce() -> T) -> Result<T, Exceeded> {
    let outer = LEFT.get();
    let left = Left::of(allowance).within(outer);
    if let Some(why) = left.exceeded() {
        return Err(why);
    }
    LEFT.set(Some(left));
    let found = catch_unwind(AssertUnwindSafe(work));
    let reserved = LEFT.get().map_or(Duration::ZERO, |left| left.reserved);
    LEFT.set(outer.map(|outer| outer.without(reserved)));
    found.map_err(of_panic)
}

/// Does a part of some work, with what is left of what that may use, so that what other parts have found is not lost with it.
///
/// # Errors
/// As [`within`].
pub fn rest<T>(work: impl FnOnce() -> T) -> Result<T, Exceeded> {
    catch_unwind(AssertUnwindSafe(work)).map_err(of_panic)
}

/// Keeps so much time for what comes after the work of this thread, the printing of what it has found: it is over that much earlier.
pub fn reserve(time: Duration) {
    LEFT.set(LEFT.get().map(|left| left.without(time)));
}

/// Says that so many steps are done, each of some ten nanoseconds, and ends the work of this thread if something is used up. It looks only now and then,
/// so that it may be called often.
pub fn spend(steps: usize) {
    let done = STEPS.get().saturating_add(steps);
    if done < STEPS_BETWEEN_LOOKS {
        STEPS.set(done);
    } else {
        STEPS.set(0);
        check();
    }
}

/// Ends the work of this thread if so many bytes more would be more than the process may use: to be asked before much is allocated at once.
pub fn need(bytes: usize) {
    let (limit, bytes) = (MEMORY_LIMIT.load(Ordering::Relaxed), bytes as u64);
    let Some(memory) = MEMORY.get().filter(|_| LEFT.get().is_some()) else { return };
    if exceeds(limit, (memory.used)().saturating_add(bytes), || (memory.resident)().saturating_add(bytes)) {
        end(Exceeded::Memory(limit));
    }
}

/// How many of so many threads may decide tests at once: those that have memory for a small one each, and at least one.
pub fn workers(threads: usize) -> usize {
    let most = MEMORY_LIMIT.load(Ordering::Relaxed) / BYTES_OF_WORKER;
    threads.min(usize::try_from(most).unwrap_or(usize::MAX)).max(1)
}

/// Whether so much memory is more than the limit. What the system sees is more than what is asked of allocators: it counts as far as it is not mostly kept for
/// later.
fn exceeds(limit: u64, used: u64, resident: impl FnOnce() -> u64) -> bool {
    let used = used.saturating_add(MEMORY_OF_CODE.load(Ordering::Relaxed));
    let limit = limit - (limit / UNSEEN_PART).min(UNSEEN);
    used > limit || (used > limit / 2 && resident() > limit)
}

/// Whether the process uses more memory than it may, as was seen last or as it is now: who watches may wait for a processor.
fn is_memory_exceeded() -> bool {
    let is_exceeded =
        |memory: &Memory| {
            exceeds(MEMORY_LIMIT.load(Ordering::Relaxed), (memory.used)(), || {
                if is_due() { (memory.resident)() } else { 0 }
            })
        };
    MEMORY_EXCEEDED.load(Ordering::Relaxed) || MEMORY.get().is_some_and(is_exceeded)
}

/// Whether nobody has asked the system for the memory of the process for a while; then the caller is to.
fn is_due() -> bool {
    static START: OnceLock<Instant> = OnceLock::new();
    static ASKED: AtomicU64 = AtomicU64::new(0);
    let now = u64::try_from(START.get_or_init(Instant::now).elapsed().as_micros()).unwrap_or(u64::MAX);
    let asked = ASKED.load(Ordering::Relaxed);
    now.saturating_sub(asked) >= ASKING_INTERVAL
        && ASKED.compare_exchange(asked, now, Ordering::Relaxed, Ordering::Relaxed).is_ok()
}

/// The memory that stays in use as long as the process.
static STAYING: AtomicU64 = AtomicU64::new(0);

/// What is in use now stays so: no time is kept for freeing it.
pub fn keep_what_is_there() {
    STAYING.store(MEMORY.get().map_or(0, |memory| (memory.used)()), Ordering::Relaxed);
}

/// How long it takes to free what is in use.
fn time_to_free() -> Duration {
    let freed = |used: u64| FREED_IN.saturating_mul(used.saturating_sub(STAYING.load(Ordering::Relaxed)));
    MEMORY.get().map_or(Duration::ZERO, |memory| Duration::from_nanos(freed((memory.used)())))
}

/// Ends the work of this thread if something is used up. Outside of [`within`], nothing is.
pub fn check() {
    if let Some(why) = exceeded() {
        end(why);
    }
}

/// The time that this thread has left for its work; `None` outside of [`within`].
pub fn left() -> Option<Duration> {
    let deadline = LEFT.get()?.deadline?;
    Some(deadline.saturating_duration_since(Instant::now()))
}

/// What this thread has used up, if anything.
pub fn exceeded() -> Option<Exceeded> {
    LEFT.get().and_then(Left::exceeded)
}

/// Does work that cannot ask, such as a library's, and has it interrupted where something is used up. An interrupt may come too early for the library, so
/// that it is repeated until the work has ended. Gives also why it was interrupted, if it was: memory may have been freed since.
pub fn interrupting<T>(interrupt: impl Fn() + Send, work: impl FnOnce() -> T) -> (T, Option<Exceeded>) {
    let Some(left) = LEFT.get() else { return (work(), None) };
    let (working, ended) = channel::<()>();
    thread::scope(|scope| {
        let watch = scope.spawn(move || {
            let mut first = None;
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if let Some(why) = left.exceeded() {
                    first.get_or_insert(why);
                    interrupt();
                }
            }
            first
        });
        // Dropped at the end, also of a panic: this is what the other thread waits for.
        let done = {
            let _working = working;
            work()
        };
        (done, watch.join().unwrap_or(None))
    })
}

/// Ends the work of this thread for something that was used up.
pub fn end(why: Exceeded) -> ! {
    resume_unwind(Box::new(why))
}

/// The memory of the process, as its allocators know it.
#[derive(Clone, Copy)]
pub struct Memory {
    /// How many bytes are in use.
    pub used: fn() -> u64,
    /// How many bytes the process has of the system's memory, those that an allocator keeps for later too.
    pub resident: fn() -> u64,
    /// Gives back what the calling thread keeps for later.
    pub give_back: fn(),
    /// Says that no thread uses the solver: what it counts still is of threads that have ended.
    pub solver_rests: fn(),
}

/// Bounds the memory of the process, from now to its end.
///
/// # Errors
/// No thread can be had for it.
pub fn limit_memory(limit: u64, memory: Memory) -> std::io::Result<()> {
    MEMORY_LIMIT.store(limit, Ordering::Relaxed);
    // It is bounded once.
    let Memory { used, resident, .. } = *MEMORY.get_or_init(|| memory);
    MEMORY_OF_CODE.store(resident().saturating_sub(used()), Ordering::Relaxed);
    let watch = move || {
        loop {
            MEMORY_EXCEEDED.store(exceeds(limit, used(), resident), Ordering::Relaxed);
            thread::sleep(MEMORY_INTERVAL);
        }
    };
    thread::Builder::new().name("memory".into()).spawn(watch).map(drop)
}

/// Whether the process uses more memory than it may: how much that is, in bytes.
pub fn exceeded_memory() -> Option<u64> {
    MEMORY_EXCEEDED.load(Ordering::Relaxed).then(|| MEMORY_LIMIT.load(Ordering::Relaxed))
}

/// Whether the process has more than half of the memory that it may use, so that none should be kept for later.
pub fn is_memory_scarce() -> bool {
    let limit = MEMORY_LIMIT.load(Ordering::Relaxed);
    MEMORY.get().is_some_and(|memory| (memory.resident)() > limit / 2)
}

/// Gives back to the system the memory that this thread keeps for later.
pub fn give_back_memory() {
    if let Some(memory) = MEMORY.get() {
        (memory.give_back)();
    }
}

/// Gives back the memory that this thread keeps while no other works, nor the solver, and waits until what is in use is known.
pub fn settle() {
    if let Some(memory) = MEMORY.get() {
        (memory.solver_rests)();
    }
    give_back_memory();
    look_at_memory();
}

/// Waits until the memory in use is compared with the limit again, so that what was freed since counts no more.
pub fn look_at_memory() {
    if MEMORY_EXCEEDED.load(Ordering::Relaxed) {
        thread::sleep(2 * MEMORY_INTERVAL);
    }
}

fn of_panic(payload: Box<dyn Any + Send>) -> Exceeded {
    let payload = match payload.downcast::<Exceeded>() {
        Ok(why) => return *why,
        Err(payload) => payload,
    };
    let message = payload.downcast_ref::<String>().cloned();
    let message = message.or_else(|| payload.downcast_ref::<&str>().map(ToString::to_string));
    // A library that is out of memory may panic before it is seen to be.
    let out_of_memory = MEMORY_EXCEEDED.load(Ordering::Relaxed);
    match out_of_memory {
        true => Exceeded::Memory(MEMORY_LIMIT.load(Ordering::Relaxed)),
        false => Exceeded::Panic(message.unwrap_or_else(|| "without a message".into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(milliseconds: u64) -> Allowance {
        Allowance { timeout: Duration::from_millis(milliseconds), stop: None }
    }

    /// Work that asks ends soon after its time, also where its own is longer than that of the work around it.
    #[test]
    fn work_ends_with_its_time() {
        let forever = || -> () {
            loop {
                spend(1);
            }
        };
        let start = Instant::now();
        assert_eq!(within(allowed(30), forever), Err(Exceeded::Time(Duration::from_millis(30))));
        let inner = within(allowed(30), || within(allowed(60_000), forever));
        assert_eq!(inner, Ok(Err(Exceeded::Time(Duration::from_millis(30)))));
        assert!(start.elapsed() >= Duration::from_millis(60));
        assert_eq!(within(allowed(0), || ()), Err(Exceeded::Time(Duration::ZERO)));
        // Nothing is left of it.
        check();
    }

    #[test]
    fn a_panic_ends_the_work_only() {
        assert_eq!(
            within(allowed(60_000), || panic!("a fault {}", 1)),
            Err::<(), _>(Exceeded::Panic("a fault 1".into()))
        );
        assert_eq!(within(allowed(60_000), || 7), Ok(7));
    }

    #[test]
    fn an_interrupt_ends_work_that_asks_and_work_that_cannot() {
        static STOP: AtomicBool = AtomicBool::new(true);
        let stopped = Allowance { timeout: Duration::from_secs(60), stop: Some(&STOP) };
        assert_eq!(within(stopped, || ()), Err(Exceeded::Interrupted));
        let cancelled = AtomicBool::new(false);
        let library = || {
            while !cancelled.load(Ordering::Relaxed) {
                thread::yield_now();
            }
        };
        let waited = || interrupting(|| cancelled.store(true, Ordering::Relaxed), library);
        assert_eq!(within(allowed(20), waited), Ok(((), Some(Exceeded::Time(Duration::from_millis(20))))));
        assert!(cancelled.load(Ordering::Relaxed));
    }
}
