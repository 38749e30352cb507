//! Runs that are interrupted.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

/// How often a run may end before it is interrupted: how soon a signal comes is the machine's to say.
const ATTEMPTS: u32 = 20;

/// What a run says that gets a signal (`-INT`) after it has begun, which is when its file of results is there: before, that ends it as it ends any process.
pub fn in_time(results: &Path, signal: &str, command: impl Fn() -> Command) -> Output {
    for _ in 0..ATTEMPTS {
        std::fs::remove_file(results).ok();
        let mut running = command().stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("litmus starts");
        while !results.exists() && running.try_wait().expect("it is asked").is_none() {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(100));
        // The shell has its own `kill`: a small system has no other. What has ended cannot be sent anything.
        Command::new("sh").args(["-c", &format!("kill {signal} {} 2>&1", running.id())]).output().expect("a shell");
        let output = running.wait_with_output().expect("it ends");
        match output.status.code() {
            Some(130) => return output,
            Some(0 | 1) => {}
            other => panic!("{other:?}: {}", String::from_utf8_lossy(&output.stderr)),
        }
    }
    panic!("each of {ATTEMPTS} runs ended before its signal came");
}
