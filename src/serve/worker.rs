//! A worker as the server sees it: a process that is given one task at a time.

use super::Options;
use super::asked::{END, End, STOP, Task};
use super::pool::Job;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout, timeout_at};

/// A worker reads what it is given within this time.
const READING: Duration = Duration::from_millis(1500);
/// A worker may take so long to begin.
const BEGINNING: Duration = Duration::from_secs(60);
/// The memory of a worker is looked at so often while it works.
const LOOKING: Duration = Duration::from_millis(100);
/// What is bounded is what allocators know of: a process has so many bytes more, and this part of it, for what they keep and for its code.
const BESIDE: u64 = 128 << 20;

/// A process that answers.
pub struct Worker {
    process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    memory: u64,
}

/// What became of a task.
pub enum Became {
    /// It ended so.
    Ended(End),
    /// It ended so, and the worker with it.
    Lost(End),
}

impl Worker {
    /// Starts one, and waits until it may be given something.
    ///
    /// # Errors
    /// Why there is none.
    pub async fn start(options: &Options) -> std::io::Result<Worker> {
        let mut command = Command::new(&options.program);
        command.arg("--memory").arg(options.memory.to_string()).args(["serve", "--worker"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut process = command.spawn()?;
        let lost = || std::io::Error::other("a worker without input and output");
        let input = process.stdin.take().ok_or_else(lost)?;
        let output = BufReader::with_capacity(64 << 10, process.stdout.take().ok_or_else(lost)?).lines();
        let mut worker = Worker { process, input, output, memory: options.memory << 20 };
        let first = timeout(BEGINNING, worker.output.next_line()).await;
        match first {
            Ok(Ok(Some(line))) if end_of(&line) == Some(End::Ready) => Ok(worker),
            Ok(Err(error)) => Err(error),
            Ok(Ok(_)) | Err(_) => Err(std::io::Error::other("a worker does not begin")),
        }
    }

    /// Gives it a task and sends what it answers to who asked, until it ends, the time is over, or nobody listens. Then it has so much time more to end it.
    pub async fn work(&mut self, task: &Task, job: &mut Job, (until, grace): (Instant, Duration)) -> Became {
        let Ok(line) = serde_json::to_string(task) else { return Became::Ended(End::Fault) };
        if self.write(&line).await.is_err() {
            return Became::Lost(End::Fault);
        }
        let mut until = until + grace;
        let mut why = End::Deadline;
        let mut look = interval(LOOKING);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                () = job.lines.closed(), if why != End::Cancelled => {
                    why = End::Cancelled;
                    until = Instant::now() + grace;
                    if self.write(STOP).await.is_err() {
                        return Became::Lost(why);
                    }
                }
                line = self.output.next_line() => match line {
                    Ok(Some(line)) => match end_of(&line) {
                        Some(end) => return Became::Ended(end),
                        // Who reads slowly holds up the worker, as long as the question may take.
                        None => match timeout_at(until, job.say(line)).await {
                            Ok(()) => {}
                            Err(_) => return Became::Lost(End::Deadline),
                        },
                    },
                    // It has ended by itself: of a fault that it could not answer, as an overflow of the stack.
                    Ok(None) | Err(_) => return Became::Lost(End::Fault),
                },
                () = sleep_until(until) => return Became::Lost(why),
                _ = look.tick() => if self.resident() > self.memory + self.memory / 4 + BESIDE {
                    return Became::Lost(End::Memory);
                },
            }
        }
    }

    async fn write(&mut self, line: &str) -> std::io::Result<()> {
        let text = format!("{line}\n");
        let written = timeout(READING, async {
            self.input.write_all(text.as_bytes()).await?;
            self.input.flush().await
        });
        written.await.unwrap_or_else(|_| Err(std::io::Error::other("a worker does not read")))
    }

    /// Whether it keeps so much memory that another is better.
    pub fn is_worn(&self) -> bool {
        self.resident() > self.memory / 2 + BESIDE
    }

    /// The bytes of the system's memory that it has; none where that is not known.
    fn resident(&self) -> u64 {
        let statm = self.process.id().and_then(|id| std::fs::read_to_string(format!("/proc/{id}/statm")).ok());
        let pages = statm.and_then(|text| text.split(' ').nth(1)?.parse::<u64>().ok());
        pages.map_or(0, |pages| pages.saturating_mul(page()))
    }
}

/// The size of a page of memory.
fn page() -> u64 {
    #[cfg(unix)]
    return rustix::param::page_size() as u64;
    #[cfg(not(unix))]
    return 4096;
}

/// How the answer ends whose last line this is; `None` of a result.
fn end_of(line: &str) -> Option<End> {
    line.strip_prefix(END).and_then(End::named)
}
