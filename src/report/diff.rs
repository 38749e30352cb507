//! The differences between tables, and what programs say of each, as plain data, text and Markdown.

use super::amount::Amount;
use super::judged::{self, PlaceReport, SpaceReport};
use super::lines::{narrowed, narrowed_counts};
use super::markdown::{self, Document, Section};
use super::refinement::{self, CounterexampleReport};
use super::results::{ErrorResult, FileResult};
use super::tables::{self, OperationsReport};
use crate::llvm::words_enum;
use itertools::Itertools;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The version of the JSON schema.
pub const SCHEMA: u32 = 1;

/// The report of `litmus table diff --verdicts`.
#[derive(Debug, Serialize)]
pub struct DiffReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// The pairs of tables, in the order of the first side's.
    pub tables: Vec<TablePair>,
    /// Tables for targets that the other side has no table for, with these targets: `llvm24:gfx12 for gfx12`.
    pub without_counterpart: Vec<String>,
    /// The same tables, with where they stand.
    pub alone: Vec<AloneReport>,
    /// The programs that show something; places name them by their position here, from 0.
    pub programs: Vec<ProgramReport>,
    /// Which programs were asked.
    pub space: SpaceReport,
    /// The models, tables and hardware files that were read.
    pub files: Vec<FileResult>,
    /// What is wrong with input.
    pub errors: Vec<ErrorResult>,
    /// Counts, and the time.
    pub summary: Summary,
}

/// A table for targets that the other side has none for.
#[derive(Debug, Serialize)]
pub struct AloneReport {
    /// The table, and the targets: `llvm24:gfx12 for gfx12`.
    pub table: String,
    /// Whether it is of the earlier side, so that its operations lose their code; else they gain code, which is not judged.
    pub is_lost: bool,
    /// Its document or file, as it was named; in the project's folder if it comes with the tool.
    pub path: String,
    /// The line of its title there.
    pub path_line: usize,
}

impl AloneReport {
    /// What becomes of its operations.
    pub(super) fn what(&self) -> &'static str {
        match self.is_lost {
            true => "no later table: its operations lose their code",
            false => "no earlier table: it is not judged here (`litmus table verify` does)",
        }
    }

    fn text(&self) -> String {
        format!("{}: {}\n", self.table, self.what())
    }
}

/// Two tables for the same targets.
#[derive(Debug, Serialize)]
pub struct TablePair {
    /// The earlier table: `llvm22:gfx12`.
    pub before: String,
    /// The later one.
    pub after: String,
    /// The document that the later table's lines are of.
    pub document: String,
    /// That document or the later table's file, as it was named; in the project's folder if it comes with the tool.
    pub path: String,
    /// The line of the later table's title at `path`.
    pub path_line: usize,
    /// What differs.
    pub changes: Vec<ChangeReport>,
}

/// Operations whose code is changed in one way.
#[derive(Debug, Serialize)]
pub struct ChangeReport {
    /// The operations, with their code by both tables.
    #[serde(flatten)]
    pub operations: OperationsReport,
    /// Instructions that the later code lacks, each as often as it does.
    pub removed: Vec<String>,
    /// Instructions that it has besides.
    pub added: Vec<String>,
    /// The lines of the later document at which the rows of these operations begin.
    pub lines: Vec<u32>,
    /// The same lines at the path of the later table.
    pub path_lines: Vec<usize>,
    /// What programs say of it, by target and language.
    pub effects: Vec<EffectReport>,
}

words_enum! {
    /// What a change does on a target in a language, as programs show it.
    Effect {
        /// A program that was sound is not any more.
        Breaks = "breaks",
        /// An operation that had code has none any more.
        Loses = "loses its code",
        /// An operation that had no code has some, and a program shows that it is unsound.
        GainsUnsound = "gains code, unsound",
        /// Some program was sound and is not any more, and some other one is that was not.
        BreaksAndFixes = "breaks and fixes",
        /// Some program could not be decided, and none shows that it breaks something.
        Unknown = "unknown",
        /// A program that was not sound is.
        Fixes = "fixes",
        /// An operation that had no code has some, which no program shows to be unsound.
        Gains = "gains code",
        /// No program tells the codes apart, none breaks with either, and the later one only lacks instructions.
        Saves = "saves",
        /// No program tells the codes apart, none breaks with either, and the later one only has more instructions.
        Adds = "adds",
        /// No program tells the codes apart; some may break with either.
        Same = "no program tells",
        /// No program has such an operation.
        NotJudged = "not judged",
    }
}

/// What programs say of a change on a target in a language.
#[derive(Debug, Serialize)]
pub struct EffectReport {
    /// The target and the language.
    #[serde(flatten)]
    pub place: PlaceReport,
    /// What it does there.
    pub effect: Effect,
    /// How many programs have operations whose code it changes.
    pub programs: usize,
    /// The program that it breaks, if it does.
    pub breaks: Option<ShownReport>,
    /// The program that it fixes, if it does.
    pub fixes: Option<ShownReport>,
    /// Why it is unknown or not judged; of codes that no program tells apart, that some break with either.
    pub reason: Option<String>,
}

/// A program that shows what a change does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ShownReport {
    /// Its position in the list of programs.
    pub program: usize,
    /// Whether other changes of the same tables take part.
    pub with_others: bool,
}

/// A program that shows something.
#[derive(Debug, Serialize)]
pub struct ProgramReport {
    /// Its text in the litmus language.
    pub text: String,
    /// How it is unsound where it is: with the later code if that breaks it, with the earlier if it was fixed.
    pub unsound: Option<UnsoundReport>,
}

/// How code reaches what a program's source forbids.
#[derive(Debug, Serialize)]
pub struct UnsoundReport {
    /// The first target on which it does, and the language.
    #[serde(flatten)]
    pub place: PlaceReport,
    /// The table that the code is of: `llvm22:gfx12`.
    pub table: String,
    /// The state, what forbids it, the code, and what happens on the hardware.
    pub counterexample: CounterexampleReport,
}

/// How many changes there are, by what they do on some target, and the time.
#[derive(Debug, Default, Serialize)]
pub struct Summary {
    /// All changes.
    pub changes: usize,
    /// Those that break something somewhere, those among them that leave an operation without code or give it code that is unsound.
    pub breaks: usize,
    /// Those that fix something somewhere.
    pub fixes: usize,
    /// Those that save instructions somewhere which no program there needs.
    pub saves: usize,
    /// Those of which something is unknown.
    pub unknown: usize,
    /// Those that no program has operations of, on some target.
    pub not_judged: usize,
    /// Earlier tables for targets that no later table is for: all their operations lose their code.
    pub tables_lost: usize,
    /// Later tables for targets that no earlier one was for, which are not judged.
    pub tables_new: usize,
    /// Wall seconds.
    pub seconds: f64,
}

/// What a change does somewhere, with all the places where it does so for the same reason.
pub(super) struct Line<'r> {
    /// What it does.
    pub effect: Effect,
    /// The targets and languages.
    pub places: String,
    effects: Vec<&'r EffectReport>,
}

/// The effects of a change, those alike together, worst first.
pub(super) fn lines(change: &ChangeReport) -> Vec<Line<'_>> {
    let key = |effect: &&EffectReport| {
        (effect.effect, effect.breaks.map(|it| it.program), effect.fixes.map(|it| it.program), effect.reason.clone())
    };
    let mut groups: Vec<Vec<&EffectReport>> = change.effects.iter().into_group_map_by(key).into_values().collect();
    groups.sort_by_key(|group| (group[0].effect, place_key(group[0])));
    groups.into_iter().map(Line::new).collect()
}

impl ChangeReport {
    /// The worst that it does somewhere.
    fn worst(&self) -> Effect {
        self.effects.iter().map(|effect| effect.effect).min().unwrap_or(Effect::Same)
    }

    /// Whether something that it does makes the exit code another than 0.
    fn is_wrong(&self) -> bool {
        self.effects.iter().any(|effect| is_printed(effect.effect, Amount::Quiet))
    }
}

fn place_key(effect: &EffectReport) -> (&str, &str) {
    (effect.place.language.as_str(), &effect.place.target)
}

impl<'r> Line<'r> {
    fn new(effects: Vec<&'r EffectReport>) -> Line<'r> {
        let by_language = effects.iter().into_group_map_by(|effect| effect.place.language.as_str());
        let places = by_language.into_iter().sorted_by_key(|(language, _)| *language).map(|(language, effects)| {
            format!("{} {language}", effects.iter().map(|effect| effect.place.target.as_str()).join(" "))
        });
        Line { effect: effects[0].effect, places: places.collect::<Vec<_>>().join(", "), effects }
    }

    /// How many programs say so, in each place.
    fn programs(&self) -> String {
        let counts = self.effects.iter().map(|effect| effect.programs);
        match counts.minmax().into_option() {
            Some((least, most)) if least == most => format!("{least} programs"),
            Some((least, most)) => format!("{least} to {most} programs"),
            None => "no programs".into(),
        }
    }

    /// What it does, without where.
    pub(super) fn what(&self, change: &ChangeReport) -> String {
        let instrs = |instrs: &[String]| instrs.iter().map(|instr| format!("`{instr}`")).join(", ");
        match self.effect {
            Effect::Saves => format!("saves {}, which none of {} needs", instrs(&change.removed), self.programs()),
            Effect::Adds => format!("adds {}, which none of {} needs", instrs(&change.added), self.programs()),
            Effect::Same => {
                let reason = self.effects[0].reason.iter().map(|reason| format!(", and {reason}"));
                format!("none of {} tells{}", self.programs(), reason.collect::<String>())
            }
            Effect::Gains => format!("gains code, which none of {} breaks", self.programs()),
            Effect::GainsUnsound => "gains code that is unsound".into(),
            effect @ (Effect::Breaks | Effect::Loses | Effect::Fixes | Effect::BreaksAndFixes) => effect.to_string(),
            effect @ (Effect::Unknown | Effect::NotJudged) => {
                let reason = self.effects[0].reason.as_deref().unwrap_or_default();
                format!("{effect}: {reason}")
            }
        }
    }

    /// The lines that say what it does, where, and by which programs.
    fn text(&self, change: &ChangeReport) -> String {
        let programs = self
            .shown()
            .map(|(what, shown)| format!("      {what}: program {}{}\n", shown.program + 1, together(shown)));
        format!("    {} on {}\n{}", self.what(change), self.places, programs.collect::<String>())
    }

    /// The programs that show it: what each shows, its position, and whether with other changes.
    pub(super) fn shown(&self) -> impl Iterator<Item = (&'static str, ShownReport)> {
        let EffectReport { breaks, fixes, .. } = self.effects[0];
        breaks.map(|shown| ("broken", shown)).into_iter().chain(fixes.map(|shown| ("fixed", shown)))
    }
}

pub(super) fn together(shown: ShownReport) -> &'static str {
    if shown.with_others { ", with other changes" } else { "" }
}

/// The report as text: each change with what it does, the worst last, and then the programs. What is quiet has only what is not as it should be.
pub fn text(report: &DiffReport, amount: Amount) -> String {
    let pairs: String = report.tables.iter().map(|pair| pair_text(pair, amount)).collect();
    let alone: String = report.alone.iter().map(AloneReport::text).collect();
    let programs: String =
        shown_programs(report, amount).into_iter().map(|number| program_text(report, number)).collect();
    let space = match amount {
        Amount::Quiet => String::new(),
        Amount::Usual | Amount::All => format!("\n{}", judged::space_line(&report.space)),
    };
    pairs + &alone + &programs + &narrowed(&space) + &narrowed_counts(&counts(&report.summary), report.summary.seconds)
}

fn pair_text(pair: &TablePair, amount: Amount) -> String {
    let mut out = format!("{} -> {}: {} changes\n", pair.before, pair.after, pair.changes.len());
    let mut title = "";
    let changes = pair.changes.iter().filter(|change| amount != Amount::Quiet || change.is_wrong());
    for change in changes.sorted_by_key(|change| (change.is_wrong(), Reverse(change.worst()))) {
        if change.operations.operation != title {
            out += &format!("{}\n", change.operations.operation);
            title = &change.operations.operation;
        }
        out += &tables::change(&change.operations);
        out += &lines(change)
            .iter()
            .filter(|line| is_printed(line.effect, amount))
            .map(|line| narrowed(&line.text(change)))
            .collect::<String>();
    }
    out
}

/// Whether an effect is printed: what is quiet has what makes the exit code another than 0.
fn is_printed(effect: Effect, amount: Amount) -> bool {
    match (amount, effect) {
        (Amount::Usual | Amount::All, _) => true,
        (
            Amount::Quiet,
            Effect::Breaks
            | Effect::Loses
            | Effect::GainsUnsound
            | Effect::BreaksAndFixes
            | Effect::Unknown
            | Effect::NotJudged,
        ) => true,
        (Amount::Quiet, Effect::Fixes | Effect::Gains | Effect::Saves | Effect::Adds | Effect::Same) => false,
    }
}

/// The programs that printed lines name.
fn shown_programs(report: &DiffReport, amount: Amount) -> BTreeSet<usize> {
    let lines = report.tables.iter().flat_map(|pair| &pair.changes).flat_map(lines);
    let lines = lines.filter(|line| is_printed(line.effect, amount));
    lines.flat_map(|line| line.shown().map(|(_, shown)| shown.program).collect::<Vec<_>>()).collect()
}

fn program_text(report: &DiffReport, number: usize) -> String {
    let program = &report.programs[number];
    format!("\nprogram {}:\n{}{}", number + 1, program.text, explained(program))
}

/// Counts of changes in a line, with the seconds.
pub(super) fn summary(summary: &Summary) -> String {
    format!("{}; {:.2} s\n", counts(summary), summary.seconds)
}

/// Counts of changes.
fn counts(summary: &Summary) -> String {
    let Summary { changes, breaks, fixes, saves, unknown, not_judged, tables_lost, tables_new, .. } = summary;
    let tables = [(tables_lost, "without a later one"), (tables_new, "without an earlier one")];
    let tables =
        tables.into_iter().filter(|(count, _)| **count > 0).map(|(count, what)| format!(", {count} tables {what}"));
    let tables: String = tables.collect();
    format!(
        "{changes} changes: {breaks} break, {fixes} fix, {saves} save an instruction not shown needed, {unknown} unknown, {not_judged} not judged \
         somewhere{tables}"
    )
}

/// How a program is unsound, and where.
pub(super) fn explained(program: &ProgramReport) -> String {
    let Some(UnsoundReport { place, table, counterexample }) = &program.unsound else { return String::new() };
    let PlaceReport { target, language } = place;
    format!(
        "with the code of {table} for {language} on {target}:\n{}",
        refinement::counterexample(counterexample, "  ")
    )
}

/// The report as Markdown, for a pull request: what breaks first; of at most so many bytes where that can be.
pub fn markdown(report: &DiffReport, limit: Option<usize>) -> String {
    let Summary { changes, breaks, fixes, saves, unknown, not_judged, tables_lost, tables_new, .. } = report.summary;
    let verdict = match (changes, breaks, unknown) {
        _ if tables_lost > 0 => format!(
            "**{tables_lost} tables have no later one, and {breaks} of {changes} changes leave something unsound, or without code, that was not.**"
        ),
        (0, ..) if tables_new > 0 => format!(
            "**{tables_new} tables have no earlier one and are not judged; of the others no operation's code changes.**"
        ),
        (0, ..) => "**No operation's code changes.**".to_string(),
        (_, 1.., _) => {
            format!("**{breaks} of {changes} changes leave something unsound, or without code, that was not.**")
        }
        (_, 0, 1..) => format!(
            "**No program shows that one of {changes} changes breaks something; of {unknown} not all could be decided.**"
        ),
        (_, 0, 0) => format!("**No program shows that one of {changes} changes breaks something.**"),
    };
    let head = format!(
        "{verdict} {fixes} fix programs, {saves} save instructions that no program needs, {not_judged} are not judged somewhere.\n"
    );
    let sections = report.tables.iter().flat_map(|pair| markdown_pair(report, pair)).collect();
    let alone = report.alone.iter().map(|table| format!("\n{}", table.text()));
    let space = judged::space_line(&report.space).replace('\n', "  \n");
    let tail = alone.collect::<String>() + &markdown::folded("Which programs were asked", &space);
    Document { head, sections, tail }.render(limit)
}

fn markdown_pair(report: &DiffReport, pair: &TablePair) -> Vec<Section> {
    let nothing = if pair.changes.is_empty() { "\nNo operation's code changes.\n" } else { "" };
    let heading = Section::heading(format!("\n### `{}` to `{}`\n{nothing}", pair.before, pair.after));
    let changes = pair.changes.iter().sorted_by_key(|change| change.worst());
    std::iter::once(heading).chain(changes.map(|change| markdown_change(report, pair, change))).collect()
}

fn markdown_change(report: &DiffReport, pair: &TablePair, change: &ChangeReport) -> Section {
    let at = match change.lines.as_slice() {
        [] => String::new(),
        lines => format!(" ({}:{})", pair.document, lines.iter().join(", ")),
    };
    let mut brief = format!("\n#### {}{at}\n\n```diff\n", change.operations.operation);
    brief += &tables::code_diff(&change.operations, "");
    brief += "```\n\n";
    let mut full = brief.clone();
    for line in lines(change) {
        let bold = line.effect <= Effect::Unknown;
        let mark = if bold { "**" } else { "" };
        let item = format!("- {mark}{}{mark} on {}\n", line.what(change), line.places);
        brief += &item;
        full += &item;
        for (what, shown) in line.shown() {
            full += &markdown_program(&report.programs[shown.program], &format!("{what}{}", together(shown)));
        }
    }
    full += &markdown::folded("Where", &markdown::block(&tables::places(&change.operations.places)));
    Section { rank: 1 + change.worst() as usize, full, brief }
}

/// A program and how it is unsound, to be unfolded below an item of a list.
fn markdown_program(program: &ProgramReport, what: &str) -> String {
    let block = |text: &str| {
        let lines: String = text.lines().map(|line| format!("  {line}\n")).collect();
        format!("  ```\n{lines}  ```\n")
    };
    let (program, explained) = (block(&program.text), explained(program));
    let explained = match explained.split_once('\n') {
        Some((head, text)) => format!("\n  {}:\n\n{}", capitalized(head.trim_end_matches(':')), block(text)),
        None => String::new(),
    };
    format!("\n  <details><summary>The program that is {what}</summary>\n\n{program}{explained}\n  </details>\n\n")
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
