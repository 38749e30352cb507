//! Connections that have asked nothing yet, or nothing since their last answer. They keep nobody out: where there is room for no more connections, the
//! one that has asked nothing for longest makes room.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// Those that wait, by when they began to: the first has waited longest.
#[derive(Default)]
struct All {
    next: u64,
    places: BTreeMap<u64, Arc<Notify>>,
}

/// The connections of a server that wait for a question.
#[derive(Default)]
pub struct Waiting {
    all: Mutex<All>,
    /// That one more waits.
    more: Notify,
}

impl Waiting {
    fn lock(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, dismissed: Arc<Notify>) -> u64 {
        let mut all = self.lock();
        all.next += 1;
        let number = all.next;
        all.places.insert(number, dismissed);
        drop(all);
        self.more.notify_waiters();
        number
    }

    fn remove(&self, number: u64) {
        self.lock().places.remove(&number);
    }

    /// Has the one that has waited longest close; whether there is one.
    fn dismiss(&self) -> bool {
        let first = self.lock().places.pop_first();
        first.inspect(|(_, dismissed)| dismissed.notify_one()).is_some()
    }

    /// Room for one more connection, as soon as there is some; `None` as the server ends. All of it runs on one thread, so that none begins to wait
    /// unnoticed between two steps.
    pub async fn room(&self, open: &Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
        if let Ok(permit) = open.clone().try_acquire_owned() {
            return Some(permit);
        }
        let mut is_dismissed = self.dismiss();
        loop {
            tokio::select! {
                permit = open.clone().acquire_owned() => return permit.ok(),
                () = self.more.notified(), if !is_dismissed => is_dismissed = self.dismiss(),
            }
        }
    }
}

/// A connection's place: among those that wait but while it is answered.
pub struct Place {
    waiting: Arc<Waiting>,
    dismissed: Arc<Notify>,
    /// Its number while it waits.
    number: Mutex<Option<u64>>,
}

impl Place {
    /// A connection that has asked nothing yet.
    pub fn new(waiting: Arc<Waiting>) -> Arc<Place> {
        let dismissed: Arc<Notify> = Arc::default();
        let number = Mutex::new(Some(waiting.add(dismissed.clone())));
        Arc::new(Place { waiting, dismissed, number })
    }

    /// Comes back where the connection is to close, to make room for another.
    pub async fn dismissed(&self) {
        self.dismissed.notified().await;
    }

    fn set(&self, number: Option<u64>) {
        let mut own = self.number.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(before) = std::mem::replace(&mut *own, number) {
            self.waiting.remove(before);
        }
    }

    /// A question has come whole: the connection waits no more until the answer is dropped with what this gives.
    pub fn answering(self: Arc<Place>) -> Answering {
        self.set(None);
        Answering(self)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.set(None);
    }
}

/// That a connection is being answered.
pub struct Answering(Arc<Place>);

impl Drop for Answering {
    fn drop(&mut self) {
        let number = self.0.waiting.add(self.0.dismissed.clone());
        self.0.set(Some(number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who has waited longest makes room, and who is answered does not.
    #[test]
    fn the_longest_waiting_makes_room() {
        let waiting: Arc<Waiting> = Arc::default();
        let [first, second, third] = [(); 3].map(|()| Place::new(waiting.clone()));
        let numbers = || waiting.lock().places.keys().copied().collect::<Vec<_>>();
        assert_eq!(numbers(), [1, 2, 3]);
        let answering = first.clone().answering();
        assert_eq!(numbers(), [2, 3]);
        assert!(waiting.dismiss());
        assert_eq!(numbers(), [3]);
        drop(answering);
        assert_eq!(numbers(), [3, 4]);
        drop(second);
        drop(third);
        assert_eq!(numbers(), [4]);
        drop(first);
        assert!(!waiting.dismiss());
    }
}
