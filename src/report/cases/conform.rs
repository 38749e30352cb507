//! Compiled code against tables as cases: each code by itself, where it begins.

use super::diff::at_row;
use super::{at, input};
use crate::report::conform::{self, ConformReport, GroupReport, Relation, SeenReport, UnreadReport};
use crate::report::diff::{self, ChangeReport};
use crate::report::findings::{Case, Findings, Outcome, Place, Rule, Suite};
use crate::report::tables::{self, OperationsReport};
use itertools::Itertools;

/// What `litmus llvm tests` or `litmus table conform` found.
pub fn findings(report: &ConformReport, command: &str, exit_code: u8) -> Findings {
    let cases = report.groups.iter().flat_map(|group| group.seen.iter().map(move |seen| case(group, seen)));
    let by_file = cases.into_group_map_by(|(suite, _)| suite.clone()).into_iter().sorted_by(|a, b| a.0.cmp(&b.0));
    let suites = by_file.map(|(name, cases)| Suite {
        name,
        seconds: None,
        cases: cases.into_iter().map(|(_, case)| case).collect(),
    });
    let unread: Vec<Case> = report.unread.iter().map(unread).collect();
    let unread = (!unread.is_empty()).then(|| Suite { name: "not read".into(), seconds: None, cases: unread });
    let verdicts = report.verdicts.as_ref().map(|verdicts| {
        super::diff::suites(verdicts, &|pair, change| at_code(report, change).or_else(|| at_row(pair, change)))
    });
    Findings {
        command: command.into(),
        suites: suites.chain(unread).chain(verdicts.into_iter().flatten()).chain(input(&report.errors)).collect(),
        scope: String::new(),
        summary: conform::summary(&report.summary)
            + &report.verdicts.as_ref().map_or(String::new(), |verdicts| diff::summary(&verdicts.summary)),
        seconds: report.summary.seconds,
        exit_code,
        successful: report.errors.is_empty(),
    }
}

/// The comment in which the first code begins that a change is of; none where the compiler was asked.
fn at_code(report: &ConformReport, change: &ChangeReport) -> Option<Place> {
    let is_of_change = |group: &&GroupReport| {
        group.operations.operation == change.operations.operation && meet(&group.operations, &change.operations)
    };
    let seen = report.groups.iter().filter(is_of_change).flat_map(|group| &group.seen);
    let first = seen.filter(|seen| !seen.path.is_empty()).min_by_key(|seen| (&seen.path, seen.line))?;
    at(&first.path, first.line)
}

/// Whether some operation, somewhere, is of both.
fn meet(a: &OperationsReport, b: &OperationsReport) -> bool {
    let pairs = a.places.iter().cartesian_product(&b.places);
    pairs.into_iter().any(|(a, b)| a.iter().zip(b).all(|(a, b)| !a.is_disjoint(b)))
}

fn outcome(relation: Relation) -> Outcome {
    match relation {
        Relation::Weaker => Outcome::Found(Rule::WeakerThanTable),
        Relation::Different => Outcome::Found(Rule::DiffersFromTable),
        Relation::Unknown => Outcome::Found(Rule::Unknown),
        Relation::NoRow => Outcome::Found(Rule::NotJudged),
        Relation::Stronger => Outcome::Found(Rule::StrongerThanTable),
        Relation::Same => Outcome::Passed,
    }
}

fn case(group: &GroupReport, seen: &SeenReport) -> (String, Case) {
    let GroupReport { relation, table, operations, reason, .. } = group;
    let SeenReport { path, line, function, by, processor } = seen;
    let reason = reason.as_ref().map_or(String::new(), |why| format!(": {why}"));
    let suite = if path.is_empty() { format!("{by} against {table}") } else { path.clone() };
    let case = Case {
        name: format!("{function} ({by})"),
        on: processor.clone(),
        outcome: outcome(*relation),
        place: at(path, *line).filter(|place| place.line > 0),
        message: format!("{function}: {} is {relation} by {table}{reason}", operations.operation),
        details: tables::code_diff(operations, ""),
        seconds: None,
    };
    (suite, case)
}

fn unread(unread: &UnreadReport) -> Case {
    let UnreadReport { path, line, what, why } = unread;
    Case {
        name: what.clone(),
        on: String::new(),
        outcome: Outcome::Found(Rule::NotJudged),
        place: at(path, *line).filter(|place| place.line > 0),
        message: format!("{what}: {why}"),
        details: String::new(),
        seconds: None,
    }
}
