//! Programs that are run: they end with the time of the work that asks for them, or with its interrupt.

use crate::allowance;
use std::io::{Read, Result, Write};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

/// How often it is asked whether a program has ended.
const INTERVAL: Duration = Duration::from_millis(2);

/// What a program prints that reads this, and how it ends. It is ended where the work of this thread has used up what it may use, and the work with it.
///
/// # Errors
/// It cannot be run.
pub fn output(mut command: Command, input: &str) -> Result<Output> {
    // In a group of its own: an interrupt from the keyboard is for this process to tell, and what it starts itself can be ended with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        // What it does not read it complains of itself. It may print before it has read all.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input.as_bytes())));
        let [stdout, stderr] = [scope.spawn(move || all(stdout)), scope.spawn(move || all(stderr))];
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if let Some(why) = allowance::exceeded() {
                end(&mut child);
                allowance::end(why);
            }
            thread::sleep(INTERVAL);
        };
        let joined =
            |read: thread::ScopedJoinHandle<'_, Result<Vec<u8>>>| read.join().unwrap_or_else(|_| Ok(Vec::new()));
        Ok(Output { status, stdout: joined(stdout)?, stderr: joined(stderr)? })
    })
}

fn all(pipe: Option<impl Read>) -> Result<Vec<u8>> {
    let mut read = Vec::new();
    pipe.map_or(Ok(0), |mut pipe| pipe.read_to_end(&mut read))?;
    Ok(read)
}

/// Ends a program with what it has started.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        rustix::process::kill_process_group(group, rustix::process::Signal::KILL).ok();
    }
    // It may have ended meanwhile.
    child.kill().ok();
    child.wait().ok();
}
