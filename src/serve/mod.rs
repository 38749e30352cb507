//! `litmus serve`: the checker in a browser. One thread speaks HTTP; questions are decided by processes of this program that read no file, a fixed number of
//! them, behind a queue with a bound (docs/serve.md).
//!
//! ```text
//! browser ──connection──routes──► Asked ──pool: queue──► worker ──pipe──► answer (another process) ──ask──► run, refine, compiler
//!    ▲                                                                          │
//!    └────────────── lines of JSON, as they are found ◄── body ◄── worker ◄─────┘
//! ```
//!
//! That each worker is a process bounds the memory of a question, ends what does not end itself, and leaves a fault with the question that has met it.

mod answer;
mod asked;
mod body;
mod connection;
mod examples;
mod files;
mod lines;
mod pool;
mod routes;
mod socket;
mod waiting;
mod words;
mod worker;

pub use answer::work;

use pool::Pool;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// What a server may use, and how it is reached.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens; with port 0 the system chooses one.
    pub listen: SocketAddr,
    /// The names by which it is reached; none if any will do.
    pub hosts: Vec<String>,
    /// How long a request may take.
    pub seconds: Duration,
    /// How much memory each worker may use, in megabytes.
    pub memory: u64,
    /// How many questions are decided at once that have not taken long yet.
    pub workers: usize,
    /// How many questions may wait.
    pub queue: usize,
    /// How many connections may be open.
    pub connections: usize,
    /// The program that workers run.
    pub program: PathBuf,
}

/// What all connections share.
struct Server {
    options: Options,
    pool: Pool,
}

/// Serves until the process is told to end. Where it listens is said as soon as it does.
///
/// # Errors
/// It cannot listen there.
pub fn serve(options: Options, say: impl FnOnce(SocketAddr)) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = TcpListener::bind(options.listen).await?;
        let pool = Pool::start(&options);
        say(listener.local_addr()?);
        connection::accept(listener, Arc::new(Server { options, pool })).await;
        Ok(())
    })
}
