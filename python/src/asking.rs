//! How questions are asked: by a thread of their own, without Python's lock, so that other threads of Python go on; a signal, as of Ctrl-C, ends them.

use crate::errors::raised;
use gfx_litmus::ask::Wrong;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Signals are looked for so often.
const SIGNALS: Duration = Duration::from_millis(50);

/// Models and programs are nested: threads that work on them have so much stack.
const STACK: usize = 64 << 20;

/// What tells work to end, for one question at a time each. They live as long as the process, and are used again.
static FREE: Mutex<Vec<&'static AtomicBool>> = Mutex::new(Vec::new());

fn stop() -> &'static AtomicBool {
    let free = FREE.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let stop = free.unwrap_or_else(|| Box::leak(Box::new(AtomicBool::new(false))));
    stop.store(false, Ordering::Relaxed);
    stop
}

/// Asks a question.
///
/// # Errors
/// What is wrong, as an exception; a signal's exception; or that there was a panic.
pub fn asked<T: Send + 'static>(
    py: Python<'_>,
    question: impl FnOnce(&'static AtomicBool) -> Result<T, Wrong> + Send + 'static,
) -> PyResult<T> {
    let stop = stop();
    let (send, answers) = channel();
    let work = move || drop(send.send(question(stop)));
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(work);
    let worker = worker.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let mut signal = None;
    // One thread alone asks at a time, but the lock is released by a closure that may be sent.
    let answers = Mutex::new(answers);
    let answer = loop {
        let wait = || answers.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(SIGNALS);
        let received = py.detach(wait);
        match received {
            Ok(answer) => break Some(answer),
            Err(RecvTimeoutError::Disconnected) => break None,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let (None, Err(error)) = (&signal, py.check_signals()) {
            stop.store(true, Ordering::Relaxed);
            signal = Some(error);
        }
    };
    let ended = py.detach(|| worker.join());
    FREE.lock().unwrap_or_else(PoisonError::into_inner).push(stop);
    match (signal, answer, ended) {
        (Some(error), ..) => Err(error),
        (None, Some(Ok(answer)), _) => Ok(answer),
        (None, Some(Err(wrong)), _) => Err(raised(py, &wrong).unwrap_or_else(|error| error)),
        (None, None, panic) => {
            let message = panic.err().and_then(|panic| panic.downcast::<String>().ok());
            let message = message.map_or_else(|| "a fault of this program".to_string(), |message| *message);
            Err(PyRuntimeError::new_err(message))
        }
    }
}
