//! Tables judged by generated programs, as text.

use super::{
    BarrierReport, CellReport, ChangeKind, ConditionCell, ConditionReport, ConditionVerdict, InstrReport,
    MissingReport, PlaceReport, RowReport, RowVerdict, SpaceReport, TableReport, TablesReport, conditions, known,
    summary,
};
use crate::report::amount::Amount;
use crate::report::language::Language;
use crate::report::lines::{narrowed, narrowed_counts};
use crate::report::space;
use crate::verdict::BARRIER;
use itertools::Itertools;
use std::collections::BTreeMap;

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
pub(in crate::report) fn as_known(known: &Option<String>) -> String {
    known.as_ref().map_or(String::new(), |reason| format!(", known: {reason}"))
}

/// The assumptions without which something is not so.
pub(in crate::report) fn but_not(rests_on: &[String]) -> String {
    if rests_on.is_empty() { String::new() } else { format!(", but not {}", rests_on.join(", ")) }
}

fn detail(cell: &CellReport) -> String {
    let program = cell.program.map_or(String::new(), |program| format!(", program {program}"));
    program + &reasons(cell)
}

/// What there is to say of a verdict beside the program that shows it.
pub(in crate::report) fn reasons(cell: &CellReport) -> String {
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
pub(in crate::report) fn places_text(places: &[PlaceReport]) -> String {
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

pub(in crate::report) fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

/// The lines that say which programs were asked.
pub(in crate::report) fn space_line(space: &SpaceReport) -> String {
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
