//! Which generated programs were asked, exactly.

use serde::Serialize;

/// How large generated programs are at most.
#[derive(Clone, Copy, Debug, Serialize)]
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
        format!("of at most {events} accesses, fences and barriers on at most {threads} thread{s}")
    }
}

/// The base programs within limits, and how many of them say something of models.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BaseSpaceReport {
    /// How large they are.
    #[serde(flatten)]
    pub limits: LimitsReport,
    /// The shapes: cycles of communication.
    pub shapes: usize,
    /// Base programs, each once up to symmetry; the sum of the five that follow.
    pub base_programs: usize,
    /// Those that race.
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

impl BaseSpaceReport {
    /// The limits in words, as they follow “programs”.
    pub fn limits(&self) -> String {
        self.limits.text()
    }

    /// How many of the base programs are judged, and why others are not.
    pub fn judged_of_all(&self) -> String {
        let BaseSpaceReport { limits: _, shapes, base_programs, racy, idle, implied, unknown, judged } = self;
        format!(
            "{judged} of {base_programs} base programs of {shapes} shapes ({racy} race, {idle} forbid nothing, {implied} forbid no more than \
             with less order, {unknown} unknown)"
        )
    }

    /// A line that says how many programs are shown, of which space.
    pub fn line(&self) -> String {
        format!("{} programs {}: {}\n", self.judged, self.limits(), self.judged_of_all())
    }
}
