//! Generated programs against others: what tables are judged by says what every program within its limits says.
//!
//! `GFX_LITMUS_THOROUGH` takes larger spaces, more targets and every operation, unless `GFX_LITMUS_SPACES` is `small`.

#[path = "generated/brute.rs"]
mod brute;
#[path = "generated/form.rs"]
mod form;
#[path = "generated/handed_on.rs"]
mod handed_on;
#[path = "generated/rules.rs"]
mod rules;
#[path = "generated/texts.rs"]
mod texts;

use gfx_litmus::engine::Settings;
use gfx_litmus::generate::Limits;
use gfx_litmus::hardware::Assume;
use gfx_litmus::judge::programs::{Choice, Programs};
use gfx_litmus::judge::run::Run;
use gfx_litmus::judge::source::models;
use gfx_litmus::judge::store::Question;
use gfx_litmus::judge::tables::{Asker, Change, Options, Program, Shown, Tally};
use gfx_litmus::lowering::Library as Tables;
use gfx_litmus::refine::RefinementTarget;
use gfx_litmus::resources::Resources;
use gfx_litmus::syntax::table::ast::Line;
use gfx_litmus::targets::TargetConfiguration;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The allocator of the command line tool: with the system's this takes a third longer.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Programs of two threads with two accesses each.
const SMALL: Limits = Limits { events: 4, threads: 2 };

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::load(gfx_litmus::defaults::TABLE).expect("well formed"));
static RESOURCES: LazyLock<Resources> = LazyLock::new(Resources::default);
static RUN: LazyLock<Run> = LazyLock::new(Run::default);
static PROGRAMS: LazyLock<Programs> = LazyLock::new(|| programs(SMALL));

fn thorough() -> bool {
    let is_small = std::env::var("GFX_LITMUS_SPACES").is_ok_and(|spaces| spaces == "small");
    std::env::var_os("GFX_LITMUS_THOROUGH").is_some() && !is_small
}

fn programs(limits: Limits) -> Programs {
    let models = models(&RESOURCES).expect("well formed");
    let (resources, settings) = (&RESOURCES, Settings::default());
    let choice = Choice { models: &models, resources, settings, run: &RUN, clusters: true };
    Programs::new(limits, &choice).expect("well formed")
}

/// The tables of the newest release for these targets, in both languages, each instruction changed.
fn options(targets: &[&str]) -> Options<'static> {
    let target = |(name, opencl): (&&str, bool)| {
        let configuration = TargetConfiguration::parse(name).expect("a target configuration");
        RefinementTarget::new(configuration, &TABLES, opencl, &Assume::default(), &RESOURCES).expect("well formed")
    };
    let targets = targets.iter().flat_map(|name| [(name, false), (name, true)]).map(target).collect();
    let settings = Settings::default();
    Options {
        targets,
        limits: SMALL,
        varied_threads: 2,
        audit: true,
        settings,
        assume: Assume::default(),
        resources: &RESOURCES,
        run: &RUN,
    }
}

/// What programs show of the table for one target.
#[derive(Clone, Default)]
struct Said {
    /// The smallest program that breaks without a part of the code, by part.
    needed: BTreeMap<Change, String>,
    /// The smallest program that breaks, by row.
    unsound: BTreeMap<Line, String>,
}

impl Said {
    fn add(&mut self, tally: &Tally) {
        for (change, shown) in &tally.changes {
            let Some(shown) = shown else { continue };
            self.needed.entry(change.clone()).or_insert_with(|| shown.text.clone());
        }
        for (line, row) in &tally.rows {
            assert_eq!(row.unknown, None, "inconclusive about the row at {line}");
            if let Some(unsound) = &row.unsound {
                self.unsound.entry(*line).or_insert_with(|| unsound.shown.text.clone());
            }
        }
    }

    /// What the other does not say.
    fn more_than(&self, other: &Said) -> Vec<String> {
        let needed = self.needed.iter().filter(|(change, _)| !other.needed.contains_key(*change));
        let needed = needed.map(|(change, text)| format!("needed: {change:?}\n{text}"));
        let unsound = self.unsound.iter().filter(|(line, _)| !other.unsound.contains_key(*line));
        needed.chain(unsound.map(|(line, text)| format!("unsound: the row at {line}\n{text}"))).collect()
    }
}

/// What programs say of each target; a change that is known to be needed is not tried again.
fn say(options: &Options<'_>, programs: &[Program], known: &[Tally]) -> Vec<Said> {
    let mut said = vec![Said::default(); options.targets.len()];
    let asker = Asker::new(options).expect("well formed");
    let answers: Vec<Vec<Tally>> =
        programs.par_chunks(50).map(|some| asker.ask(known, some).expect("well formed")).collect();
    for tallies in &answers {
        said.iter_mut().zip(tallies).for_each(|(said, tally)| said.add(tally));
    }
    said
}

/// What the judged programs say of targets.
struct Generated {
    options: Options<'static>,
    said: Vec<Said>,
    known: Vec<Tally>,
}

impl Generated {
    fn new(options: Options<'static>, programs: &[Program]) -> Generated {
        let said = say(&options, programs, &vec![Tally::default(); options.targets.len()]);
        let known = said.iter().map(known).collect();
        Generated { options, said, known }
    }

    /// Fails where some programs say more of a target.
    fn says_all_of(&self, programs: &[Program]) {
        let more = say(&self.options, programs, &self.known);
        let mut wrong = Vec::new();
        for ((target, more), said) in self.options.targets.iter().zip(more).zip(&self.said) {
            let language = if target.opencl { "OpenCL" } else { "HSA" };
            let more = more.more_than(said);
            wrong.extend(more.into_iter().map(|more| format!("{} {language}: {more}", target.configuration)));
        }
        assert!(wrong.is_empty(), "{} more:\n{}", wrong.len(), wrong.join("\n"));
    }

    /// How many changes break something.
    fn needed(&self) -> usize {
        self.said.iter().map(|said| said.needed.len()).sum()
    }
}

/// The needed changes as what is known, which is not tried again.
fn known(said: &Said) -> Tally {
    let shown = |text: &String| {
        Some(Shown { events: 0, is_among_wider: false, text: text.clone(), bare: Question::about(text) })
    };
    let changes = said.needed.iter().map(|(change, text)| (change.clone(), shown(text))).collect();
    Tally { changes, ..Tally::default() }
}
