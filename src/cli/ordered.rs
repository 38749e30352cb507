//! Work on many items by several threads, whose results are taken in order as they are there.

use crate::allowance;
use crate::engine::smt::has_context;
use std::collections::VecDeque;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, RwLock};
use std::thread;

/// No item is begun that is so far after the first one that is not done: results that wait for others take memory.
const AHEAD: usize = 1 << 12;
/// Deep formulas are walked without recursion, but z3 itself likes a deep stack.
const STACK: usize = 16 << 20;

/// How an item is worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Beside others, and by a thread that may have worked on others.
    Beside,
    /// Again, because it lacked memory: where the thread that has worked on it first is gone, with what libraries keep for it.
    Again,
}

/// Why a thread works on no further items.
enum Ended {
    /// There are none.
    Done,
    /// z3 keeps memory for the thread, which ends with it.
    Keeps,
    /// The item of this number is to be worked on again.
    Lacks(usize),
}

/// Works on items by their numbers from 0, by so many threads (0 is one for each core) as there is memory for, and gives each result to `take` in the
/// order of the items. An item without a result is worked on again, and has one then.
pub fn in_order<R: Send>(
    items: usize,
    jobs: usize,
    work: impl Fn(usize, Turn) -> Option<R> + Sync,
    take: impl FnMut(R) + Send,
) {
    let queue =
        Queue { state: Mutex::new(State { begun: 0, taken: 0, ready: VecDeque::new(), take }), moved: Condvar::new() };
    let several = || queue.work_on(items, |number| work(number, Turn::Beside));
    let worker = || loop {
        match in_a_thread(&several) {
            Ended::Done => break,
            Ended::Keeps => {}
            Ended::Lacks(number) => {
                let found = work(number, Turn::Again).expect("what is worked on again has a result");
                queue.end(number, found);
            }
        }
    };
    let jobs = if jobs == 0 { rayon::current_num_threads() } else { jobs };
    let others = allowance::workers(jobs.min(items)) - 1;
    thread::scope(|scope| {
        for _ in 0..others {
            // Where there is no thread to be had, those that are there do all.
            drop(thread::Builder::new().spawn_scoped(scope, worker));
        }
        worker();
    });
}

/// The result of some work that is done by a thread of its own, which has room for it: what libraries keep for each thread, as z3 does, ends with it.
fn in_a_thread<R: Send>(work: &(impl Fn() -> R + Sync)) -> R {
    thread::scope(|scope| match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        Err(_) => work(),
    })
}

struct Queue<R, F> {
    state: Mutex<State<R, F>>,
    /// Told when results were taken.
    moved: Condvar,
}

struct State<R, F> {
    /// How many items were begun.
    begun: usize,
    /// How many results were taken.
    taken: usize,
    /// The results after these that are there.
    ready: VecDeque<Option<R>>,
    take: F,
}

impl<R, F: FnMut(R)> Queue<R, F> {
    fn lock(&self) -> MutexGuard<'_, State<R, F>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of the next item, if there is one, once it is not too far ahead.
    fn begin(&self, items: usize) -> Option<usize> {
        let is_ahead = |state: &mut State<R, F>| state.begun < items && state.begun >= state.taken + AHEAD;
        let mut state = self.moved.wait_while(self.lock(), is_ahead).unwrap_or_else(PoisonError::into_inner);
        let number = state.begun;
        (number < items).then(|| state.begun += 1).map(|()| number)
    }

    /// Works on item after item, until z3 keeps something for this thread, or one has no result.
    fn work_on(&self, items: usize, work: impl Fn(usize) -> Option<R>) -> Ended {
        while let Some(number) = self.begin(items) {
            let Some(result) = work(number) else { return Ended::Lacks(number) };
            self.end(number, result);
            if has_context() {
                return Ended::Keeps;
            }
        }
        Ended::Done
    }

    fn end(&self, number: usize, result: R) {
        let mut state = self.lock();
        let at = number - state.taken;
        let length = state.ready.len().max(at + 1);
        state.ready.resize_with(length, || None);
        state.ready[at] = Some(result);
        while let Some(Some(_)) = state.ready.front() {
            let State { taken, ready, take, .. } = &mut *state;
            ready.pop_front().flatten().into_iter().for_each(&mut *take);
            *taken += 1;
        }
        self.moved.notify_all();
    }
}

/// Work that is done beside and after other work, and again alone where it needs more memory than there is beside that and what is kept of it.
#[derive(Default)]
pub struct Alone {
    lock: RwLock<()>,
    /// How often work was begun since the last was forgotten.
    begun: AtomicUsize,
    /// How much is done now.
    running: AtomicUsize,
}

impl Alone {
    /// The result of some work. None where that says it lacked memory, and other work was done beside or before it: it is to be done in another turn, while
    /// no other is done, and after what is kept of others is forgotten.
    pub fn unless<R: Send>(
        &self,
        turn: Turn,
        (lacks_memory, forget): (impl Fn(&R) -> bool, impl Fn()),
        work: impl Fn() -> R + Sync,
    ) -> Option<R> {
        match turn {
            Turn::Beside => self.beside(&lacks_memory, &work),
            Turn::Again => Some(self.alone(&lacks_memory, forget, &work)),
        }
    }

    fn beside<R: Send>(&self, lacks_memory: &impl Fn(&R) -> bool, work: &(impl Fn() -> R + Sync)) -> Option<R> {
        let _beside = self.lock.read().unwrap_or_else(PoisonError::into_inner);
        let others = self.running.fetch_add(1, Ordering::SeqCst);
        let begun = self.begun.fetch_add(1, Ordering::SeqCst) + 1;
        // What the same item was asked before may have left something.
        let found = if has_context() { in_a_thread(work) } else { work() };
        // What this thread keeps for later is wanted by others.
        if allowance::is_memory_scarce() {
            allowance::give_back_memory();
        }
        self.running.fetch_sub(1, Ordering::SeqCst);
        let was_first = others == 0 && [begun, self.begun.load(Ordering::SeqCst)] == [1, 1];
        (was_first || !lacks_memory(&found)).then_some(found)
    }

    fn alone<R: Send>(
        &self,
        lacks_memory: &impl Fn(&R) -> bool,
        forget: impl Fn(),
        work: &(impl Fn() -> R + Sync),
    ) -> R {
        // What was used is given back before more is asked for.
        allowance::give_back_memory();
        let _alone = self.lock.write().unwrap_or_else(PoisonError::into_inner);
        forget();
        allowance::settle();
        self.begun.store(1, Ordering::SeqCst);
        let found = in_a_thread(work);
        if lacks_memory(&found) {
            allowance::give_back_memory();
            allowance::look_at_memory();
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results come in order, also where the first takes longest, and none is begun too far ahead of it.
    #[test]
    fn results_are_taken_in_order() {
        let items = 3 * AHEAD;
        let (begun, first) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |number: usize| {
            begun.fetch_add(1, Ordering::SeqCst);
            if number == 0 {
                while begun.load(Ordering::SeqCst) < AHEAD {
                    std::thread::yield_now();
                }
                std::thread::sleep(std::time::Duration::from_millis(20));
                first.store(begun.load(Ordering::SeqCst), Ordering::SeqCst);
            }
            number
        };
        let mut taken = Vec::new();
        in_order(items, 4, |number, _| Some(work(number)), |number| taken.push(number));
        assert_eq!(taken, (0..items).collect::<Vec<_>>());
        assert_eq!(first.into_inner(), AHEAD);
        in_order(0, 4, |number, _| Some(number), |_| panic!("nothing to take"));
    }

    /// A thread works on further items until z3 has a context for it, which so ends with the item that it was made for.
    #[test]
    fn threads_go_on_until_a_solver_is_made() {
        let makes_solver = |number: usize| number % 4 == 3;
        let work = |number: usize, _: Turn| {
            assert!(!has_context(), "a thread goes on with {number}");
            if makes_solver(number) {
                crate::engine::smt::solver().expect("a solver");
            }
            Some(thread::current().id())
        };
        let mut threads = Vec::new();
        in_order(12, 1, work, |thread| threads.push(thread));
        let ended = (1..12).filter(|&number| threads[number] != threads[number - 1]);
        assert_eq!(ended.collect::<Vec<_>>(), [4, 8]);
    }

    /// What lacks memory is worked on again by another thread, when the first is gone.
    #[test]
    fn threads_that_lack_memory_end() {
        thread_local! {
            static DROPPED: Dropped = const { Dropped };
        }
        struct Dropped;
        static ENDED: AtomicUsize = AtomicUsize::new(0);
        impl Drop for Dropped {
            fn drop(&mut self) {
                ENDED.fetch_add(1, Ordering::SeqCst);
            }
        }
        let alone = Alone::default();
        let ended = |number: usize| {
            DROPPED.with(|_| ());
            (number, ENDED.load(Ordering::SeqCst))
        };
        let work = |number: usize, turn: Turn| {
            let lacks = |&(number, _): &(usize, usize)| number == 1 && turn == Turn::Beside;
            alone.unless(turn, (lacks, || ()), || ended(number))
        };
        let mut found = Vec::new();
        in_order(3, 1, work, |result| found.push(result));
        // The second time item 1 has a thread of its own, as what follows it has.
        assert_eq!(found, [(0, 0), (1, 1), (2, 2)]);
    }

    #[test]
    fn what_lacks_memory_is_done_again_alone() {
        let (alone, asked, beside) = (Alone::default(), AtomicUsize::new(0), AtomicUsize::new(0));
        let work = |number: usize| {
            let others = beside.fetch_add(1, Ordering::SeqCst);
            asked.fetch_add(1, Ordering::SeqCst);
            std::thread::sleep(std::time::Duration::from_millis(2));
            beside.fetch_sub(1, Ordering::SeqCst);
            (number, others)
        };
        let first = AtomicUsize::new(0);
        let lacks = |&(number, _): &(usize, usize)| number == 3 && first.fetch_add(1, Ordering::SeqCst) == 0;
        let mut found = Vec::new();
        let forgotten = AtomicUsize::new(0);
        let forget = || {
            forgotten.fetch_add(1, Ordering::SeqCst);
        };
        let one = |number: usize, turn: Turn| alone.unless(turn, (&lacks, &forget), || work(number));
        in_order(8, 4, one, |result| found.push(result));
        assert_eq!([asked.into_inner(), forgotten.into_inner()], [9, 1]);
        assert_eq!(found[3], (3, 0), "no other is asked beside it");
    }
}
