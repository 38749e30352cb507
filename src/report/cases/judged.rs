//! Rows and instructions of tables as cases.

use super::{at, conditions, input};
use crate::report::findings::{Case, Findings, Outcome, Rule, Suite};
use crate::report::judged::{self, BarrierReport, CellReport, InstrReport, MissingReport, PlaceReport, RowReport};
use crate::report::judged::{NoLongerReport, RowVerdict, TableReport, TablesReport};
use crate::verdict::BARRIER;

/// What `litmus table verify` or `litmus table audit` found.
pub fn findings(report: &TablesReport, command: &str, exit_code: u8) -> Findings {
    let tables = report.tables.iter().map(|table| suite(report, table));
    Findings {
        command: command.to_string(),
        suites: tables.chain(undecided(report)).chain(no_longer(report)).chain(input(&report.errors)).collect(),
        scope: judged::space_line(&report.space),
        summary: judged::summary(&report.summary),
        seconds: report.summary.seconds,
        exit_code,
        successful: report.errors.is_empty() && report.space.interrupted.is_none(),
    }
}

fn suite(report: &TablesReport, table: &TableReport) -> Suite {
    let rows = table.rows.iter().flat_map(|row| row.cells.iter().map(move |cell| of_row(report, table, row, cell)));
    let without_row = table.without_row.iter().map(|missing| of_missing(table, missing));
    let barriers = table.barriers.iter().map(|barrier| of_barrier(report, table, barrier));
    let instructions = table.instructions.iter().flat_map(|instr| of_instr(report, table, instr));
    let conditions = conditions::cases(report, table);
    Suite {
        name: format!("{}:{}", table.release, table.family),
        seconds: None,
        cases: rows.chain(without_row).chain(barriers).chain(instructions).chain(conditions).collect(),
    }
}

/// That some programs were not decided, which no row says.
fn undecided(report: &TablesReport) -> Option<Suite> {
    let case = |why: &String| Case {
        name: "programs".into(),
        on: String::new(),
        outcome: Outcome::Found(Rule::Unknown),
        place: None,
        message: format!("some programs are not decided: {why}"),
        details: String::new(),
        seconds: None,
    };
    let cases: Vec<Case> = report.undecided.iter().map(case).collect();
    (!cases.is_empty()).then(|| Suite { name: "programs".into(), seconds: None, cases })
}

/// What is listed as unsound and is not.
fn no_longer(report: &TablesReport) -> Option<Suite> {
    let case = |entry: &NoLongerReport| Case {
        name: format!("{} of {}", entry.operation, entry.table),
        on: place_text(&entry.place),
        outcome: Outcome::Found(Rule::NoLongerUnsound),
        place: at(&entry.path, entry.line),
        message: entry.text(),
        details: String::new(),
        seconds: None,
    };
    let cases: Vec<Case> = report.no_longer.iter().map(case).collect();
    (!cases.is_empty()).then(|| Suite { name: "known".into(), seconds: None, cases })
}

fn place_text(place: &PlaceReport) -> String {
    format!("{} {}", place.target, place.language)
}

fn of_row(report: &TablesReport, table: &TableReport, row: &RowReport, cell: &CellReport) -> Case {
    let outcome = match cell.verdict {
        RowVerdict::Sound => Outcome::Passed,
        RowVerdict::NoCode => Outcome::Skipped,
        RowVerdict::Unsound if cell.is_accepted() => Outcome::Skipped,
        RowVerdict::Unsound => Outcome::Found(Rule::UnsoundRow),
        RowVerdict::NotJudged => Outcome::Found(Rule::NotJudged),
        RowVerdict::Unknown => Outcome::Found(Rule::Unknown),
    };
    Case {
        name: row.operation.clone(),
        on: format!("{} {}", cell.target, cell.language),
        outcome,
        place: at(&table.path, row.path_line),
        message: format!("{}: {}{}", row.operation, cell.verdict, judged::reasons(cell)),
        details: cell.program.map_or(String::new(), |program| report.programs[program].clone()),
        seconds: None,
    }
}

/// An operation without a row.
fn of_missing(table: &TableReport, MissingReport { operation, known }: &MissingReport) -> Case {
    Case {
        name: operation.clone(),
        on: String::new(),
        outcome: if known.is_some() { Outcome::Skipped } else { Outcome::Found(Rule::NotJudged) },
        place: at(&table.path, table.path_line),
        message: format!("no row for {operation}: nothing is said of programs with it"),
        details: String::new(),
        seconds: None,
    }
}

fn of_barrier(report: &TablesReport, table: &TableReport, barrier: &BarrierReport) -> Case {
    Case {
        name: BARRIER.into(),
        on: place_text(&barrier.place),
        outcome: match barrier.known {
            Some(_) => Outcome::Skipped,
            None => Outcome::Found(Rule::UnsoundBarrier),
        },
        place: at(&table.path, table.path_line),
        message: format!(
            "the target's barrier: unsound{}{}",
            judged::but_not(&barrier.rests_on),
            judged::as_known(&barrier.known)
        ),
        details: report.programs[barrier.program].clone(),
        seconds: None,
    }
}

fn of_instr<'r>(
    report: &'r TablesReport,
    table: &'r TableReport,
    instr: &'r InstrReport,
) -> impl Iterator<Item = Case> + 'r {
    let changed = instr.change.text(&instr.instr);
    let name = format!("{changed} in {}", instr.operation);
    let case = move |place: &PlaceReport, outcome: Outcome, what: &str, details: String| Case {
        name: name.clone(),
        on: place_text(place),
        outcome,
        place: at(&table.path, instr.path_line),
        message: format!("{changed}: {what} in {}", instr.operation),
        details,
        seconds: None,
    };
    let not_shown = case.clone();
    let needed = instr
        .needed
        .iter()
        .map(move |need| case(&need.place, Outcome::Passed, "needed", report.programs[need.program].clone()));
    let note = Outcome::Found(Rule::NotShownNeeded);
    needed.chain(
        instr.not_shown_needed.iter().map(move |place| not_shown(place, note, "not shown needed", String::new())),
    )
}
