//! The memory that the process may use, and commands that need more.

use super::{Command, Diagnostic, Duration, refuse, run, usage_error};
use crate::allowance::{self, Allowance, Exceeded, Memory};
use rayon::ThreadPoolBuilder;
use std::num::NonZero;
use std::thread::available_parallelism;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// Bounds the memory of the process, and how many threads work at once where it is little.
pub fn limit(megabytes: Option<u64>, memory: Memory) -> std::io::Result<()> {
    let limit = megabytes.map(|megabytes| megabytes.saturating_mul(1 << 20)).or_else(usual_memory);
    limit.map_or(Ok(()), |limit| allowance::limit_memory(limit, memory))?;
    let threads = available_parallelism().map_or(1, NonZero::get);
    let working = allowance::workers(threads);
    if working < threads {
        ThreadPoolBuilder::new().num_threads(working).build_global().map_err(std::io::Error::other)?;
    }
    Ok(())
}

/// The bytes that the process may use if nothing else is asked: three quarters of what the machine has, or the control group that the process
/// is in; `None` where that cannot be known.
fn usual_memory() -> Option<u64> {
    let system =
        System::new_with_specifics(RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram()));
    let of_group = system.cgroup_limits().map(|limits| limits.total_memory);
    let bytes = [Some(system.total_memory()), of_group].into_iter().flatten().filter(|&bytes| bytes > 0).min()?;
    Some(bytes / 4 * 3)
}

/// Runs a command, which ends where it is out of memory before it can say so itself: the exit code.
pub fn within(command: &Command) -> u8 {
    let all_time = Allowance { timeout: Duration::MAX, stop: None };
    match allowance::within(all_time, || run(command)) {
        Ok(code) => code,
        Err(Exceeded::Memory(limit)) => refuse(command, &out_of_memory(limit)),
        // Of a panic, a message was printed where it was.
        Err(why @ (Exceeded::Time(_) | Exceeded::Interrupted | Exceeded::Panic(_))) => allowance::end(why),
    }
}

/// The error of input that takes more memory than this to be read.
fn out_of_memory(limit: u64) -> Diagnostic {
    let megabytes = (limit >> 20).to_string();
    let message = format!("what is given takes more than {megabytes} MB of memory to be read");
    usage_error("--memory", &megabytes, message).help("smaller files, or more --memory").inconclusive()
}
