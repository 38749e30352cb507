//! The arguments that say how large generated programs are.

use crate::generate::Limits;
use clap::Args;

/// How large generated programs are.
#[derive(Args)]
pub struct LimitsArgs {
    /// Accesses, fences and barriers of a program, at most.
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u8).range(1..=8))]
    events: u8,
    /// Threads of a program, at most.
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u8).range(1..=4))]
    threads: u8,
}

impl LimitsArgs {
    /// The limits as they are asked for.
    pub fn limits(&self) -> Limits {
        Limits { events: self.events.into(), threads: self.threads.into() }
    }
}
