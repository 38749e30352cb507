//! The differences between tables, and what programs say of each, as plain data, text and Markdown.

use super::judged::{self, PlaceReport, SpaceReport};
use super::refinement::{self, CounterexampleReport};
use super::results::{ErrorResult, FileResult};
use super::tables::{self, OperationsReport};
use crate::llvm::words_enum;
use itertools::Itertools;
use serde::Serialize;

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

/// Two tables for the same targets.
#[derive(Debug, Serialize)]
pub struct TablePair {
    /// The earlier table: `llvm22:gfx12`.
    pub before: String,
    /// The later one.
    pub after: String,
    /// The document that the later table's lines are of.
    pub document: String,
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
        /// No program tells the codes apart, and the later one only lacks instructions.
        Saves = "saves",
        /// No program tells the codes apart, and the later one only has more instructions.
        Adds = "adds",
        /// No program tells the codes apart.
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
    /// Why it is unknown or not judged.
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
    /// Wall seconds.
    pub seconds: f64,
}

/// What a change does somewhere, with all the places where it does so for the same reason.
struct Line<'r> {
    effect: Effect,
    places: String,
    effects: Vec<&'r EffectReport>,
}

/// The effects of a change, those alike together, worst first.
fn lines(change: &ChangeReport) -> Vec<Line<'_>> {
    let key = |effect: &&EffectReport| {
        (effect.effect, effect.breaks.map(|it| it.program), effect.fixes.map(|it| it.program), effect.reason.clone())
    };
    let mut groups: Vec<Vec<&EffectReport>> = change.effects.iter().into_group_map_by(key).into_values().collect();
    groups.sort_by_key(|group| (group[0].effect, place_key(group[0])));
    groups.into_iter().map(Line::new).collect()
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
    fn what(&self, change: &ChangeReport) -> String {
        let instrs = |instrs: &[String]| instrs.iter().map(|instr| format!("`{instr}`")).join(", ");
        match self.effect {
            Effect::Saves => format!("saves {}, which none of {} needs", instrs(&change.removed), self.programs()),
            Effect::Adds => format!("adds {}, which none of {} needs", instrs(&change.added), self.programs()),
            Effect::Same => format!("none of {} tells", self.programs()),
            Effect::Gains => format!("gains code, which none of {} breaks", self.programs()),
            Effect::GainsUnsound => "gains code that is unsound".into(),
            effect @ (Effect::Breaks | Effect::Loses | Effect::Fixes | Effect::BreaksAndFixes) => effect.to_string(),
            effect @ (Effect::Unknown | Effect::NotJudged) => {
                let reason = self.effects[0].reason.as_deref().unwrap_or_default();
                format!("{effect}: {reason}")
            }
        }
    }

    /// The programs that show it: what each shows, its position, and whether with other changes.
    fn shown(&self) -> impl Iterator<Item = (&'static str, ShownReport)> {
        let EffectReport { breaks, fixes, .. } = self.effects[0];
        breaks.map(|shown| ("broken", shown)).into_iter().chain(fixes.map(|shown| ("fixed", shown)))
    }
}

fn together(shown: ShownReport) -> &'static str {
    if shown.with_others { ", with other changes" } else { "" }
}

/// The report as text: each change with what it does, and then the programs.
pub fn text(report: &DiffReport) -> String {
    let mut out = String::new();
    for pair in &report.tables {
        out += &format!("{} -> {}: {} changes\n", pair.before, pair.after, pair.changes.len());
        let mut title = "";
        for change in &pair.changes {
            if change.operations.operation != title {
                out += &format!("{}\n", change.operations.operation);
                title = &change.operations.operation;
            }
            out += &tables::change(&change.operations);
            for line in lines(change) {
                out += &format!("    {} on {}\n", line.what(change), line.places);
                for (what, shown) in line.shown() {
                    out += &format!("      {what}: program {}{}\n", shown.program + 1, together(shown));
                }
            }
        }
    }
    out += &report.without_counterpart.iter().map(|table| tables::alone(table)).collect::<String>();
    for (number, program) in report.programs.iter().enumerate() {
        out += &format!("\nprogram {}:\n{}{}", number + 1, program.text, explained(program));
    }
    out + "\n" + &judged::space_line(&report.space) + &summary(&report.summary)
}

fn summary(summary: &Summary) -> String {
    let Summary { changes, breaks, fixes, saves, unknown, not_judged, seconds } = summary;
    format!(
        "{changes} changes: {breaks} break, {fixes} fix, {saves} save an instruction not shown needed, {unknown} unknown, {not_judged} not judged \
         somewhere; {seconds:.2} s\n"
    )
}

/// How a program is unsound, and where.
fn explained(program: &ProgramReport) -> String {
    let Some(UnsoundReport { place, table, counterexample }) = &program.unsound else { return String::new() };
    let PlaceReport { target, language } = place;
    format!("with the code of {table} for {language} on {target}:\n{}", refinement::counterexample(counterexample))
}

/// The report as Markdown, for a pull request: what breaks first.
pub fn markdown(report: &DiffReport) -> String {
    let Summary { changes, breaks, fixes, saves, unknown, not_judged, .. } = report.summary;
    let verdict = match (changes, breaks, unknown) {
        (0, ..) => "**No operation's code changes.**".to_string(),
        (_, 1.., _) => format!("**{breaks} of {changes} changes break programs that were sound.**"),
        (_, 0, 1..) => format!(
            "**No program shows that one of {changes} changes breaks something; of {unknown} not all could be decided.**"
        ),
        (_, 0, 0) => format!("**No program shows that one of {changes} changes breaks something.**"),
    };
    let mut out = format!(
        "{verdict} {fixes} fix programs, {saves} save instructions that no program needs, {not_judged} are not judged somewhere.\n"
    );
    for pair in &report.tables {
        out += &format!("\n### `{}` to `{}`\n", pair.before, pair.after);
        let worst = |change: &&ChangeReport| change.effects.iter().map(|effect| effect.effect).min();
        for change in pair.changes.iter().sorted_by_key(worst) {
            out += &markdown_change(report, pair, change);
        }
    }
    out += &report.without_counterpart.iter().map(|table| format!("\n{}", tables::alone(table))).collect::<String>();
    out + "\n<details><summary>Which programs were asked</summary>\n\n"
        + &judged::space_line(&report.space).replace('\n', "  \n")
        + "\n</details>\n"
}

fn markdown_change(report: &DiffReport, pair: &TablePair, change: &ChangeReport) -> String {
    let at = match change.lines.as_slice() {
        [] => String::new(),
        lines => format!(" ({}:{})", pair.document, lines.iter().join(", ")),
    };
    let mut out = format!("\n#### {}{at}\n\n```diff\n", change.operations.operation);
    out += &tables::code_diff(&change.operations, "");
    out += "```\n\n";
    for line in lines(change) {
        let bold = line.effect <= Effect::Unknown;
        let mark = if bold { "**" } else { "" };
        out += &format!("- {mark}{}{mark} on {}\n", line.what(change), line.places);
        for (what, shown) in line.shown() {
            out += &markdown_program(&report.programs[shown.program], &format!("{what}{}", together(shown)));
        }
    }
    let places = tables::places(&change.operations.places);
    out + &format!("\n<details><summary>Where</summary>\n\n```\n{places}```\n\n</details>\n")
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
