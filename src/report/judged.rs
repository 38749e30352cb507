//! Tables judged by generated programs, as plain data and text.

use super::amount::Amount;
use super::language::Language;
use super::lines::{narrowed, narrowed_counts};
use super::results::{ErrorResult, FileResult};
use super::space::{self, CountsReport, LimitsReport};
use crate::llvm::words_enum;
use crate::verdict::BARRIER;
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

mod conditions;
mod known;
mod sources;
mod summary;
pub use conditions::{ConditionCell, ConditionReport, ConditionVerdict, that_say_something};
pub use known::{Entry, NoLongerReport, list as known_list};
pub use sources::{SourceKind, SourceReport};
pub use summary::Summary;
pub(super) use summary::summary;

/// The version of the JSON schema.
pub const SCHEMA: u32 = 2;

/// The report of `litmus table verify` and `litmus table audit`.
#[derive(Debug, Serialize, Deserialize)]
pub struct TablesReport {
    /// The value of [`SCHEMA`] that the report is written by.
    pub schema: u32,
    /// The tables in the order in which they were named.
    pub tables: Vec<TableReport>,
    /// The programs that show something; cells and instructions name them by their position here, from 0.
    pub programs: Vec<String>,
    /// Which programs were asked.
    pub space: SpaceReport,
    /// Why some programs were not, if it could not be decided what they may do.
    pub undecided: Vec<String>,
    /// What a list names as unsound, and no program shows to be.
    pub no_longer: Vec<NoLongerReport>,
    /// The models, tables and hardware files that were read.
    pub files: Vec<FileResult>,
    /// What is wrong with input.
    pub errors: Vec<ErrorResult>,
    /// Counts, and the time.
    pub summary: Summary,
}

/// Which programs were asked, exactly.
#[derive(Debug, Serialize, Deserialize)]
pub struct SpaceReport {
    /// How large they are.
    #[serde(flatten)]
    pub limits: LimitsReport,
    /// Threads, at most, of programs of which single operations are replaced by others.
    pub varied_threads: usize,
    /// How many base programs there are, and how many of them are judged.
    #[serde(flatten)]
    pub base: CountsReport,
    /// The programs that were asked: those that are judged, and their variants, each once.
    pub programs: usize,
    /// If the run was interrupted: the base programs that were asked with all their variants.
    pub interrupted: Option<usize>,
    /// The claims of the hardware that are on, for some target: what is sound, and what is not shown needed, may rest on them.
    pub claims: Vec<String>,
}

/// What was found of each row of a table.
#[derive(Debug, Serialize, Deserialize)]
pub struct TableReport {
    /// The release that it is of.
    pub release: String,
    /// The family of its targets.
    pub family: String,
    /// The document that lines are of.
    pub document: String,
    /// The document or the table's file, as it was named; in the project's folder if it comes with the tool.
    pub path: String,
    /// The line of the table's title at `path`.
    pub path_line: usize,
    /// What all that is said of it follows from; none in what earlier versions have written.
    #[serde(default)]
    pub sources: Vec<SourceReport>,
    /// Its rows, in the document's order.
    pub rows: Vec<RowReport>,
    /// The operations that it has no row for, so that nothing is said of programs with them.
    pub without_row: Vec<MissingReport>,
    /// Where the target's barrier, which is of no row, does not order what stands around it.
    pub barriers: Vec<BarrierReport>,
    /// Its instructions and what it takes out of them to change the code, in the order of rows; empty if that was not asked.
    pub instructions: Vec<InstrReport>,
    /// Its conditions and what negating them does, in its order; empty if that was not asked.
    pub conditions: Vec<ConditionReport>,
}

/// Operations that a table has no row for.
#[derive(Debug, Serialize, Deserialize)]
pub struct MissingReport {
    /// The operations: `fence acquire: system`.
    pub operation: String,
    /// Why that is accepted, if it is listed.
    pub known: Option<String>,
}

/// A row of a table, judged.
#[derive(Debug, Serialize, Deserialize)]
pub struct RowReport {
    /// The line of the document at which it begins.
    pub line: u32,
    /// The same line at the table's path.
    pub path_line: usize,
    /// The operations that it is for.
    pub operation: String,
    /// What is said of it, by target and language.
    pub cells: Vec<CellReport>,
}

words_enum! {
    /// What programs say of a row.
    RowVerdict {
        /// No program that uses it reaches what it must not.
        Sound = "sound",
        /// Some program that uses it reaches a state that the source forbids.
        Unsound = "unsound",
        /// There is nothing to judge: it has no code there, or LLVM no such operation.
        NoCode = "no code",
        /// No program uses it.
        NotJudged = "not judged",
        /// Inconclusive for some program, and no other one reaches what it must not.
        Unknown = "unknown",
    }
}

/// What is said of a row for a target and language.
#[derive(Debug, Serialize, Deserialize)]
pub struct CellReport {
    /// The target, with its mode.
    pub target: String,
    /// The language whose code is meant.
    pub language: Language,
    /// What programs say of it.
    pub verdict: RowVerdict,
    /// The programs that use it and forbid something.
    pub programs: usize,
    /// Those of them that reach what they must not, whatever row is at fault.
    pub broken: usize,
    /// If it is unsound: how many these are, and what tells them from others, as lists of what is known have it.
    pub breaks: Option<String>,
    /// What its operations are there for in these programs.
    pub roles: Vec<Cow<'static, str>>,
    /// What they might be there for in others, but in none of these.
    pub lacks: Vec<Cow<'static, str>>,
    /// If it is unsound: the smallest program.
    pub program: Option<usize>,
    /// If it is unsound: whether the row is at fault by itself, so that the program is sound with a fence of everything around its code.
    pub alone: Option<bool>,
    /// If it is unsound, and listed as that: why it is accepted.
    pub known: Option<String>,
    /// If it is listed as unsound, and the list says that other programs break than do: these.
    pub listed: Option<String>,
    /// If it is unsound: the assumptions without which the program is not.
    pub rests_on: Vec<String>,
    /// If it is unsound: what is left out there on a condition, each with its line and the condition on which it is there, and with which by itself the
    /// program is sound.
    pub omitted: Vec<String>,
    /// If it is not judged, has no code or is unknown: why.
    pub reason: Option<String>,
}

impl CellReport {
    /// Whether it is unsound as a list says: no other programs break.
    pub fn is_accepted(&self) -> bool {
        self.known.is_some() && self.listed.is_none()
    }
}

/// A target and language in which the barrier does not order what stands around it.
#[derive(Debug, Serialize, Deserialize)]
pub struct BarrierReport {
    /// The target and language.
    #[serde(flatten)]
    pub place: PlaceReport,
    /// The smallest program that shows it, as its place among the programs.
    pub program: usize,
    /// If it is listed as unsound: why that is accepted.
    pub known: Option<String>,
    /// The assumptions without which the program is not unsound.
    pub rests_on: Vec<String>,
}

/// An instruction of a row, and whether it is needed.
#[derive(Debug, Serialize, Deserialize)]
pub struct InstrReport {
    /// The line of the document at which the row begins.
    pub row: u32,
    /// The operations that the row is for.
    pub operation: String,
    /// The line of the document at which its step stands.
    pub line: u32,
    /// The same line at the table's path.
    pub path_line: usize,
    /// The instruction; of an access what it is in any form.
    pub instr: String,
    /// What is done to it.
    #[serde(flatten)]
    pub change: ChangeReport,
    /// Where it is needed: without it, the program is unsound.
    pub needed: Vec<NeedReport>,
    /// Where no program shows that it is needed, by target and language.
    pub not_shown_needed: Vec<PlaceReport>,
}

words_enum! {
    /// What a change is about.
    ChangeKind {
        /// An instruction is taken out whole.
        Instr = "instruction",
        /// An operand of an instruction is taken out or made another.
        Operand = "operand",
        /// An instruction and the next one are exchanged.
        Order = "order",
    }
}

/// What is done to an instruction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ChangeReport {
    /// What the change is about.
    pub kind: ChangeKind,
    /// Of an operand: which is taken out.
    pub operand: Option<String>,
    /// Of an operand: what stands there instead, if something does.
    pub by: Option<String>,
    /// Of an order: the next instruction, which then comes first.
    pub next: Option<String>,
}

impl ChangeReport {
    /// What of an instruction is needed, or not.
    pub(super) fn text(&self, instr: &str) -> String {
        match (&self.operand, &self.by, &self.next) {
            (Some(operand), Some(by), _) => format!("{operand} of {instr}, instead of {by}"),
            (Some(operand), None, _) => format!("{operand} of {instr}"),
            (None, _, Some(next)) => format!("{instr} before {next}"),
            (None, _, None) => instr.to_string(),
        }
    }
}

/// Where an instruction is needed.
#[derive(Debug, Serialize, Deserialize)]
pub struct NeedReport {
    /// The target and language.
    #[serde(flatten)]
    pub place: PlaceReport,
    /// The smallest program that breaks without it.
    pub program: usize,
}

/// A target and a language.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PlaceReport {
    /// The target, with its mode.
    pub target: String,
    /// The language whose code is meant.
    pub language: Language,
}

/// The report as text: of each table instructions that are not shown needed, then rows that are not sound; after that the programs, and what was
/// asked. With all, needed instructions and sound rows come before these; what is quiet has no instructions.
pub fn text(report: &TablesReport, amount: Amount) -> String {
    let tables: String = report.tables.iter().map(|table| table_text(table, amount)).collect();
    let shown = shown_programs(report, amount == Amount::All);
    let programs = shown.iter().map(|&number| format!("program {number}:\n{}\n", indented(&report.programs[number])));
    let undecided = report.undecided.iter().map(|why| format!("some programs are not decided: {why}\n"));
    let (programs, undecided) = (programs.collect::<String>(), undecided.collect::<String>());
    let scope = match amount {
        Amount::Quiet => String::new(),
        Amount::Usual | Amount::All => space_line(&report.space) + &lacking(&report.tables),
    };
    let no_longer = known::no_longer(report);
    let asked = format!("{undecided}{no_longer}{scope}");
    let counts = narrowed_counts(&summary::counts(&report.summary), report.summary.seconds);
    format!("{}{programs}{}{counts}", narrowed(&tables), narrowed(&asked))
}

/// Counts for each table as Markdown: rows and instructions, each once whatever the targets and languages.
pub fn counts(report: &TablesReport) -> String {
    let head = "| release | family | rows | unsound for HSA | unsound for OpenCL | not judged | instructions | not shown needed | operands | not shown needed | orders | not shown needed |\n\
                | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
    let tables: String = report.tables.iter().map(table_counts).collect();
    format!("{head}{tables}\n{}", space_line(&report.space))
}

fn table_counts(table: &TableReport) -> String {
    let rows =
        |wanted: &dyn Fn(&CellReport) -> bool| table.rows.iter().filter(|row| row.cells.iter().any(wanted)).count();
    let unsound = |language: Language| rows(&|cell| cell.verdict == RowVerdict::Unsound && cell.language == language);
    let not_judged = rows(&|cell| matches!(cell.verdict, RowVerdict::NotJudged | RowVerdict::Unknown));
    let kind = |kind: ChangeKind| {
        let of_kind = table.instructions.iter().filter(move |instr| instr.change.kind == kind);
        // What was asked nowhere, in a run that was interrupted say, is not among them.
        let not_shown = |instr: &&InstrReport| instr.needed.is_empty() && !instr.not_shown_needed.is_empty();
        format!("{} | {}", of_kind.clone().count(), of_kind.filter(not_shown).count())
    };
    let (hsa, opencl) = (unsound(Language::Hsa), unsound(Language::OpenCl));
    let TableReport { release, family, .. } = table;
    let changes = ChangeKind::ALL.iter().copied().map(kind).join(" | ");
    format!("| {release} | {family} | {} | {hsa} | {opencl} | {not_judged} | {changes} |\n", table.rows.len())
}

fn table_text(table: &TableReport, amount: Amount) -> String {
    let title = format!("{} of {}, lines of {}\n", table.family, table.release, table.document);
    let rows = |wanted: &dyn Fn(&CellReport) -> bool| -> String {
        table.rows.iter().flat_map(|row| row_lines(row, wanted)).collect()
    };
    let barriers = table.barriers.iter().filter(|barrier| amount == Amount::All || barrier.known.is_none());
    let barriers: String = barriers.map(barrier_line).collect();
    let without_row = table.without_row.iter().filter(|missing| amount == Amount::All || missing.known.is_none());
    let without_row: String = without_row.map(missing_line).collect();
    let wrong = rows(&is_wrong) + &without_row + &barriers + &conditions::too_narrow(table);
    let fine = match amount {
        Amount::Quiet => String::new(),
        Amount::Usual => instructions(table, false) + &conditions::idle(table),
        Amount::All => {
            let sound = rows(&|cell| !is_wrong(cell));
            sound + &instructions(table, true) + &conditions::all(table) + &conditions::idle(table)
        }
    };
    format!("{title}{fine}{wrong}\n")
}

fn missing_line(MissingReport { operation, known }: &MissingReport) -> String {
    format!("  no row for {operation}{}\n", as_known(known))
}

/// Whether what is said of a row makes the exit code another than 0.
fn is_wrong(cell: &CellReport) -> bool {
    match cell.verdict {
        RowVerdict::Unsound => !cell.is_accepted(),
        RowVerdict::NotJudged | RowVerdict::Unknown => true,
        RowVerdict::Sound | RowVerdict::NoCode => false,
    }
}

/// A line for each instruction that is not shown needed, after those that are if all are wanted.
fn instructions(table: &TableReport, all: bool) -> String {
    let mut instrs: Vec<&InstrReport> =
        table.instructions.iter().filter(|instr| !instr.not_shown_needed.is_empty()).collect();
    // What is emitted in most places, and whole instructions before operands, and these before orders: they cost most.
    instrs.sort_by_key(|instr| (instr.change.kind, std::cmp::Reverse(instr.not_shown_needed.len())));
    let unneeded: String =
        instrs.into_iter().map(|instr| instr_line(instr, "not shown needed", &instr.not_shown_needed)).collect();
    let needed = table.instructions.iter().filter(|instr| all && !instr.needed.is_empty());
    let needed: String = needed.flat_map(needed_lines).collect();
    needed + &unneeded
}

/// A line for each verdict on a row, with the places that have it.
fn row_lines(row: &RowReport, wanted: &dyn Fn(&CellReport) -> bool) -> Vec<String> {
    let mut groups: BTreeMap<(RowVerdict, String), (usize, Vec<PlaceReport>)> = BTreeMap::new();
    for cell in row.cells.iter().filter(|cell| wanted(cell)) {
        let place = PlaceReport { target: cell.target.clone(), language: cell.language };
        let (broken, places) = groups.entry((cell.verdict, detail(cell))).or_default();
        *broken += cell.broken;
        places.push(place);
    }
    let line = |((verdict, detail), (broken, places)): ((RowVerdict, String), (usize, Vec<PlaceReport>))| {
        let broken = if verdict == RowVerdict::Unsound { format!(", {broken} programs break") } else { String::new() };
        format!("  @{} {}: {verdict}{detail}{broken} [{}]\n", row.line, row.operation, places_text(&places))
    };
    groups.into_iter().map(line).collect()
}

fn barrier_line(barrier: &BarrierReport) -> String {
    let BarrierReport { place, program, known, rests_on } = barrier;
    format!(
        "  {BARRIER}: unsound, program {program}{}{} [{}]\n",
        but_not(rests_on),
        as_known(known),
        places_text(std::slice::from_ref(place))
    )
}

/// That something is listed as unsound, with the reason.
pub(super) fn as_known(known: &Option<String>) -> String {
    known.as_ref().map_or(String::new(), |reason| format!(", known: {reason}"))
}

/// The assumptions without which something is not so.
pub(super) fn but_not(rests_on: &[String]) -> String {
    if rests_on.is_empty() { String::new() } else { format!(", but not {}", rests_on.join(", ")) }
}

fn detail(cell: &CellReport) -> String {
    let program = cell.program.map_or(String::new(), |program| format!(", program {program}"));
    program + &reasons(cell)
}

/// What there is to say of a verdict beside the program that shows it.
pub(super) fn reasons(cell: &CellReport) -> String {
    let alone = match cell.alone {
        Some(false) => " (with another row)",
        Some(true) | None => "",
    };
    let rests_on = but_not(&cell.rests_on);
    let with = |omitted: &Vec<String>| format!(", sound with {}, omitted", omitted.iter().format(" or with "));
    let omitted = if cell.omitted.is_empty() { String::new() } else { with(&cell.omitted) };
    let reason = cell.reason.as_ref().map_or(String::new(), |reason| format!(", {reason}"));
    let lacks = match cell.verdict == RowVerdict::Sound && !cell.lacks.is_empty() {
        true => format!(", in no program {}", cell.lacks.iter().format(", ")),
        false => String::new(),
    };
    format!("{alone}{rests_on}{omitted}{reason}{lacks}{}{}", as_known(&cell.known), as_listed(cell))
}

/// That other programs break than a list says: what may be wrong with a row besides what is known.
fn as_listed(cell: &CellReport) -> String {
    let (Some(listed), Some(breaks)) = (&cell.listed, &cell.breaks) else { return String::new() };
    format!(", but it breaks {breaks}, and the list says {listed}")
}

/// A line for each program that shows an instruction to be needed, with the places where it does.
fn needed_lines(instr: &InstrReport) -> Vec<String> {
    let by_program = instr.needed.iter().map(|need| (need.program, need.place.clone())).into_group_map();
    let by_program = by_program.into_iter().sorted_by_key(|(program, _)| *program);
    by_program.map(|(program, places)| instr_line(instr, &format!("needed, program {program},"), &places)).collect()
}

fn instr_line(instr: &InstrReport, what: &str, places: &[PlaceReport]) -> String {
    let InstrReport { row, operation, line, .. } = instr;
    let changed = instr.change.text(&instr.instr);
    format!("  @{line} {changed}: {what} in @{row} {operation} [{}]\n", places_text(places))
}

/// Places in one line: targets with both languages first, then those with one.
pub(super) fn places_text(places: &[PlaceReport]) -> String {
    let mut languages: BTreeMap<&str, Vec<Language>> = BTreeMap::new();
    for place in places {
        languages.entry(&place.target).or_default().push(place.language);
    }
    let mut by_language: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (target, languages) in languages {
        by_language.entry(languages.iter().join(" and ")).or_default().push(target);
    }
    let group = |(languages, targets): (&String, &Vec<&str>)| format!("{languages}: {}", targets.join(" "));
    by_language.iter().map(group).collect::<Vec<_>>().join("; ")
}

/// The programs that lines name.
fn shown_programs(report: &TablesReport, all: bool) -> Vec<usize> {
    let cells = report.tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells);
    let needs = report.tables.iter().flat_map(|table| &table.instructions).flat_map(|instr| &instr.needed);
    let cells = cells.filter(|cell| all || !cell.is_accepted());
    let mut shown: Vec<usize> =
        cells.filter_map(|cell| cell.program).chain(needs.filter(|_| all).map(|need| need.program)).collect();
    let barriers = report.tables.iter().flat_map(|table| &table.barriers);
    shown.extend(barriers.filter(|barrier| all || barrier.known.is_none()).map(|barrier| barrier.program));
    let shows = |cell: &&ConditionCell| all || cell.verdict == ConditionVerdict::OmittedWhereNeeded;
    let conditions = report.tables.iter().flat_map(|table| &table.conditions).filter(|one| all || one.word.is_none());
    shown.extend(conditions.flat_map(ConditionReport::cells).filter(shows).filter_map(|cell| cell.program));
    shown.sort_unstable();
    shown.dedup();
    shown
}

pub(super) fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// The lines that say which programs were asked.
pub(super) fn space_line(space: &SpaceReport) -> String {
    let SpaceReport { limits, varied_threads, base, programs, interrupted, claims } = space;
    let variants = match varied_threads {
        0 => String::new(),
        threads => format!(
            ", and those of at most {threads} threads with one operation replaced by each that has other code{}",
            space::handing_on(*threads, limits.threads)
        ),
    };
    let interrupted = interrupted.map_or(String::new(), |done| {
        format!("interrupted after {done} of {} base programs: what is not judged may be sound or not\n", base.judged)
    });
    let claims = match claims.is_empty() {
        true => String::new(),
        false => format!(", with the claims that are on: {}", claims.join(", ")),
    };
    let one_space = "where tables give other code to scopes or fences of one address space, all scopes, one fence or all are also made so";
    let memory = format!("{one_space}\nin fine-grained memory alone{claims}\n");
    format!("{}{variants}\n{memory}{interrupted}", space::programs(*programs, limits, base))
}

/// Which programs were asked, and what of rows was not.
pub fn asked_space(report: &TablesReport) -> String {
    space_line(&report.space) + &lacking(&report.tables)
}

/// That sound rows are not asked in everything that their operations may be there for, if so.
fn lacking(tables: &[TableReport]) -> String {
    let cells = tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells);
    match cells.filter(|cell| cell.verdict == RowVerdict::Sound && !cell.lacks.is_empty()).count() {
        0 => String::new(),
        count => format!(
            "{count} rows by target and language are sound in what programs use them for, but not in all that they may be used for\n"
        ),
    }
}
