//! `litmus serve`: the checker in a browser.

use super::{Args, BAD_INPUT, OK, print, say_line, seconds};
use crate::serve::{self, Options};
use std::net::SocketAddr;
use std::num::NonZero;
use std::thread::available_parallelism;
use std::time::Duration;

const ABOUT_HOSTING: &str = "Nothing of what is asked is stored, and no file is read: any number of servers may stand behind a balancer (docs/serve.md).";

/// Where the server listens, and what it may use.
#[derive(Args)]
#[command(after_help = ABOUT_HOSTING)]
pub struct ServeArgs {
    /// The address it listens at; with port 0 the system chooses one. What it is reached at is printed.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8417")]
    listen: SocketAddr,
    /// A name by which it is reached: requests for others are refused. May be repeated. By default any, and at an address of this machine alone its names.
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Seconds that the answer to a request may take.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    timeout: Duration,
    /// Megabytes of memory that each worker may use.
    #[arg(long, value_name = "MB", default_value = "512", value_parser = clap::value_parser!(u64).range(super::LEAST_MEMORY..))]
    worker_memory: u64,
    /// How many questions are decided at once; half as many more that take long. By default as many as there are processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    workers: Option<u16>,
    /// How many questions may wait; one more is asked to come again.
    #[arg(long, value_name = "N", default_value = "256", value_parser = clap::value_parser!(u16).range(1..))]
    queue: u16,
    /// How many connections may be open; others wait.
    #[arg(long, value_name = "N", default_value = "1024", value_parser = clap::value_parser!(u16).range(1..))]
    connections: u16,
    /// Answer the questions of a server, which starts this.
    #[arg(long, hide = true)]
    worker: bool,
}

impl ServeArgs {
    /// Whether this is a process that a server has started.
    pub fn is_worker(&self) -> bool {
        self.worker
    }

    fn options(&self) -> std::io::Result<Options> {
        let processors = available_parallelism().map_or(1, NonZero::get);
        Ok(Options {
            listen: self.listen,
            hosts: self.hosts.clone(),
            seconds: self.timeout,
            memory: self.worker_memory,
            workers: self.workers.map_or(processors, usize::from),
            queue: self.queue.into(),
            connections: self.connections.into(),
            program: std::env::current_exe()?,
        })
    }
}

pub fn run(args: &ServeArgs) -> u8 {
    let served = match args.worker {
        true => serve::work(),
        false => args
            .options()
            .and_then(|options| serve::serve(options, |address| print(&format!("litmus: at http://{address}\n")))),
    };
    match served {
        Ok(()) => OK,
        Err(why) => {
            say_line!("litmus: {}: {why}", args.listen);
            BAD_INPUT
        }
    }
}
