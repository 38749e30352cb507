//! Which generated programs were asked, exactly.

use serde::{Deserialize, Serialize};

/// How large generated programs are at most.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct LimitsReport {
    /// Accesses, fences and barriers of a program, at most.
    pub events: usize,
    /// Threads of a program, at most.
    pub threads: usize,
}

impl LimitsReport {
    /// The limits in words, as they follow “programs”.
    pub fn text(&self) -> String {
        let LimitsReport { events, threads } = self;
        let s = if *threads == 1 { "" } else { "s" };
        format!(
            "of at most {events} accesses, fences and barriers on at most {threads} thread{s} of at most two accesses"
        )
    }
}

/// How many base programs there are within limits, and how many of them say something of models.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct CountsReport {
    /// The shapes: cycles of communication.
    pub shapes: usize,
    /// Base programs, each once up to symmetry; the sum of the five that follow.
    pub base_programs: usize,
    /// Those that have a race by every model.
    pub racy: usize,
    /// Those of which every state is allowed.
    pub idle: usize,
    /// Those that forbid no state which they allow with one thread ordering its accesses less.
    pub implied: usize,
    /// Those of which a model could not be decided.
    pub unknown: usize,
    /// Those that are judged.
    pub judged: usize,
}

/// The sentence, without its end, that says which programs were asked: how many in all, and how many of the base programs, and why not others.
pub fn programs(count: usize, limits: &LimitsReport, counts: &CountsReport) -> String {
    let CountsReport { shapes, base_programs, racy, idle, implied, unknown, judged } = counts;
    format!(
        "{count} programs {}: {judged} of {base_programs} base programs of {shapes} shapes ({racy} race, {idle} forbid nothing, {implied} forbid \
         no more than with less order, {unknown} unknown)",
        limits.text()
    )
}

/// Which operations are replaced in programs of more threads, if there are such programs.
pub fn handing_on(varied: usize, threads: usize) -> String {
    match varied > 1 && threads > varied {
        true => format!(
            ", and in those of {} threads in one that hands on to other places than it was handed to by each of its scope and its promise of order; there also with \
             a fence instead of that promise, which is one event more",
            varied + 1
        ),
        false => String::new(),
    }
}
