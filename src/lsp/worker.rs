//! What takes longer than an editor waits for while somebody types: one thing at a time, each until it is decided, its time is over, or nobody asks any more.

use super::{lens, pictures, verdicts};
use crate::allowance::{self, Allowance};
use crate::syntax::source::Source;
use crossbeam_channel::Sender;
use lsp_server::{ErrorCode, Message, Notification, RequestId, Response};
use lsp_types::notification::{Notification as _, ShowMessage};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, MessageType, ShowMessageParams};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Deciding recurses as deep as tests nest.
const STACK: usize = 8 << 20;
/// The work on one request may take so long in all.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is asked of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The verdicts, where the pointer stands.
    Hover,
    /// The verdicts, as a message.
    Check,
    /// A picture of what shows the verdict.
    Show,
}

/// Work that is to be done for a request.
pub struct Task {
    pub asked: Asked,
    pub source: Arc<Source>,
    /// The number of the condition, from 0 on.
    pub condition: usize,
}

/// What is to be done, and what is being done.
#[derive(Default)]
struct Queue {
    waiting: VecDeque<(RequestId, Task)>,
    running: Option<RequestId>,
    /// Whether nobody asks any more.
    has_ended: bool,
}

/// The thread that does it.
pub struct Worker {
    shared: Arc<(Mutex<Queue>, Condvar)>,
    /// Set while what is being done is to end.
    stop: &'static AtomicBool,
    sender: Sender<Message>,
}

impl Worker {
    /// One that answers to an editor.
    pub fn new(sender: Sender<Message>) -> Worker {
        // What is decided asks for leave by a flag that is never gone; there is one worker in a process.
        let stop: &'static AtomicBool = Box::leak(Box::default());
        let shared: Arc<(Mutex<Queue>, Condvar)> = Arc::default();
        let worker = Worker { shared, stop, sender };
        let (shared, sender) = (worker.shared.clone(), worker.sender.clone());
        let run = move || work(&shared, &sender, stop);
        // Where the system has no thread left, what is given waits.
        let _ = thread::Builder::new().name("litmus-lsp".into()).stack_size(STACK).spawn(run);
        worker
    }

    /// Gives it something to do.
    pub fn give(&self, id: RequestId, task: Task) {
        lock(&self.shared.0).waiting.push_back((id, task));
        self.shared.1.notify_one();
    }

    /// Ends what is done for a request, or does not begin it.
    pub fn cancel(&self, id: &RequestId) {
        let mut queue = lock(&self.shared.0);
        if queue.running.as_ref() == Some(id) {
            self.stop.store(true, Ordering::Relaxed);
        }
        let before = queue.waiting.len();
        queue.waiting.retain(|(waiting, _)| waiting != id);
        if queue.waiting.len() < before {
            let _ = self.sender.send(Message::Response(cancelled(id.clone())));
        }
    }
}

/// Its thread ends, and no more is sent: whoever writes what is sent waits for that.
impl Drop for Worker {
    fn drop(&mut self) {
        lock(&self.shared.0).has_ended = true;
        self.stop.store(true, Ordering::Relaxed);
        self.shared.1.notify_one();
    }
}

fn lock(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

fn cancelled(id: RequestId) -> Response {
    Response::new_err(id, ErrorCode::RequestCanceled as i32, "nobody asks any more".into())
}

fn work(shared: &(Mutex<Queue>, Condvar), sender: &Sender<Message>, stop: &'static AtomicBool) {
    while let Some((id, task)) = next(shared, stop) {
        let messages = done(&id, &task, stop);
        lock(&shared.0).running = None;
        for message in messages {
            if sender.send(message).is_err() {
                return;
            }
        }
    }
}

/// The next thing to do, as soon as there is one; `None` at the end.
fn next(shared: &(Mutex<Queue>, Condvar), stop: &AtomicBool) -> Option<(RequestId, Task)> {
    let mut queue = lock(&shared.0);
    loop {
        if queue.has_ended {
            return None;
        }
        if let Some((id, task)) = queue.waiting.pop_front() {
            stop.store(false, Ordering::Relaxed);
            queue.running = Some(id.clone());
            return Some((id, task));
        }
        queue = shared.1.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
}

/// The answer to a request, and what else is said.
fn done(id: &RequestId, task: &Task, stop: &'static AtomicBool) -> Vec<Message> {
    let allowance = Allowance { timeout: PATIENCE, stop: Some(stop) };
    let found = allowance::within(allowance, || answer(task, stop));
    if stop.load(Ordering::Relaxed) {
        return vec![cancelled(id.clone()).into()];
    }
    match found {
        Ok(Ok((value, said))) => {
            let said = said.map(|text| {
                let params = ShowMessageParams { typ: MessageType::INFO, message: text };
                Notification::new(ShowMessage::METHOD.to_string(), params).into()
            });
            said.into_iter().chain([Response::new_ok(id.clone(), value).into()]).collect()
        }
        Ok(Err(why)) => vec![Response::new_err(id.clone(), ErrorCode::RequestFailed as i32, why).into()],
        Err(why) => vec![Response::new_err(id.clone(), ErrorCode::RequestFailed as i32, format!("{why:?}")).into()],
    }
}

fn answer(task: &Task, stop: &'static AtomicBool) -> Result<(Value, Option<String>), String> {
    let Task { asked, source, condition } = task;
    match asked {
        Asked::Hover => {
            let value = verdicts::verdicts(source, *condition, stop)?;
            let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
            Ok((json!(Hover { contents, range: None }), None))
        }
        Asked::Check => {
            let text = verdicts::verdicts(source, *condition, stop)?.replace(['`', '*'], "").replace("\n\n", "\n");
            Ok((text.clone().into(), Some(text)))
        }
        Asked::Show => {
            let path = pictures::picture(source, *condition, stop)?.display().to_string();
            Ok((path.clone().into(), Some(format!("{}: {path}", lens::SHOW))))
        }
    }
}
