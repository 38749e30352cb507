//! The workers and the questions that wait for them. Each question is first given little time, which is enough for most; what takes longer waits again, for
//! workers of its own, so that short questions never wait for long ones.

use super::Options;
use super::asked::{Asked, End, Task, What};
use super::worker::{Became, Worker};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::time::{Instant, sleep};

/// What a question has at first.
const FIRST: Duration = Duration::from_millis(60);
/// One with more bytes of text waits with those that take long: reading it may take long already.
const SHORT: usize = 32 << 10;
/// A worker that is told to end what it does ends it so much later at most, or is ended: where many wait, and where few do.
const GRACE: [Duration; 2] = [Duration::from_millis(150), Duration::from_millis(1500)];
/// An answer has so many lines that nobody has read yet, before its worker waits.
const UNREAD: usize = 64;
/// Where no worker can be had, another is tried so much later.
const AGAIN: Duration = Duration::from_millis(500);

/// A question that is to be answered.
pub struct Job {
    what: What,
    asked: Asked,
    begin: Instant,
    until: Instant,
    /// So many results were sent.
    sent: usize,
    /// To who asked.
    pub lines: Sender<String>,
}

impl Job {
    /// Sends a line; it is a result unless it goes with one.
    pub async fn say(&mut self, line: String) {
        self.sent += usize::from(line.starts_with("{\"result\""));
        // Who has gone is noticed by who gives the worker something else to do.
        let _ = self.lines.send(line).await;
    }

    async fn end(self, end: End) {
        let seconds = self.begin.elapsed().as_secs_f64();
        let _ = self.lines.send(json!({ "end": end.as_str(), "seconds": seconds }).to_string()).await;
    }
}

/// Everything that answers.
pub struct Pool {
    short: Sender<Job>,
    long: Sender<Job>,
    seconds: Duration,
}

/// Workers of one kind, and what waits for them.
struct Lane {
    queue: Mutex<Receiver<Job>>,
    options: Options,
    /// How long a question may take here, and who is given it afterwards; none where it has all its time.
    first: Option<(Duration, Sender<Job>)>,
}

impl Pool {
    /// Starts the workers.
    pub fn start(options: &Options) -> Pool {
        let (long, waiting_long) = channel(options.queue);
        let (short, waiting) = channel(options.queue);
        let lane = |queue, first| Arc::new(Lane { queue: Mutex::new(queue), options: options.clone(), first });
        let first = Some((FIRST, long.clone()));
        let lanes = [(lane(waiting, first), options.workers), (lane(waiting_long, None), options.workers.div_ceil(2))];
        for (lane, workers) in lanes {
            for _ in 0..workers {
                tokio::spawn(run(lane.clone()));
            }
        }
        Pool { short, long, seconds: options.seconds }
    }

    /// Takes a question, and gives the lines of its answer; `None` if too many wait.
    pub fn ask(&self, what: What, asked: Asked) -> Option<Receiver<String>> {
        let wanted = asked.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let begin = Instant::now();
        let until = begin + wanted.map_or(self.seconds, |wanted| wanted.min(self.seconds));
        let (lines, answer) = channel(UNREAD);
        let queue = if asked.size() > SHORT { &self.long } else { &self.short };
        queue.try_send(Job { what, asked, begin, until, sent: 0, lines }).ok().map(|()| answer)
    }
}

async fn run(lane: Arc<Lane>) {
    loop {
        match Worker::start(&lane.options).await {
            Ok(mut worker) => {
                if !serve(&lane, &mut worker).await {
                    return;
                }
            }
            Err(_) => sleep(AGAIN).await,
        }
    }
}

/// Has a worker answer until it is not to be used any more; whether another is needed.
async fn serve(lane: &Lane, worker: &mut Worker) -> bool {
    loop {
        let next = lane.queue.lock().await.recv().await;
        let Some(mut job) = next else { return false };
        if job.lines.is_closed() {
            continue;
        }
        let now = Instant::now();
        let left = job.until.saturating_duration_since(now);
        let is_first = lane.first.as_ref().is_some_and(|(first, _)| *first < left);
        let given = lane.first.as_ref().map_or(left, |(first, _)| left.min(*first));
        if left.is_zero() {
            job.end(End::Deadline).await;
            continue;
        }
        let asked = job.asked.clone();
        let task = Task { what: job.what, asked, seconds: given.as_secs_f64(), is_first, skip: job.sent };
        let grace = GRACE[usize::from(lane.first.is_none())];
        let became = worker.work(&task, &mut job, (now + given, grace)).await;
        let (end, is_lost) = match became {
            Became::Ended(end) => (end, worker.is_worn()),
            Became::Lost(end) => (end, true),
        };
        tell(lane, job, end, is_first).await;
        if is_lost {
            return true;
        }
    }
}

/// Says how a job ended, or gives it to who has more time.
async fn tell(lane: &Lane, job: Job, end: End, is_first: bool) {
    let takes_longer = end == End::Again || (end == End::Deadline && is_first);
    match &lane.first {
        Some((_, longer)) if takes_longer => {
            if let Err(refused) = longer.try_send(job) {
                refused.into_inner().end(End::Busy).await;
            }
        }
        Some(_) | None => job.end(if end == End::Again { End::Deadline } else { end }).await,
    }
}
