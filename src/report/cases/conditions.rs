//! Conditions of tables as cases.

use super::at;
use crate::report::findings::{Case, Outcome, Rule};
use crate::report::judged::{self, ConditionCell, ConditionReport, ConditionVerdict, TableReport, TablesReport};

/// What is said of the conditions of a table, by target and language, and of those that make no difference.
pub(super) fn cases<'r>(report: &'r TablesReport, table: &'r TableReport) -> impl Iterator<Item = Case> + 'r {
    let of_condition = move |condition: &'r ConditionReport| {
        let sides = [("emitted", &condition.emitted), ("omitted", &condition.omitted)];
        let cells = sides.into_iter().flat_map(|(side, cells)| cells.iter().map(move |cell| (side, cell)));
        let cells = cells.filter(|_| condition.word.is_none());
        cells.map(move |cell| of_cell(report, table, condition, cell)).chain(idle(table, condition))
    };
    judged::that_say_something(table).flat_map(of_condition)
}

fn of_cell(
    report: &TablesReport,
    table: &TableReport,
    condition: &ConditionReport,
    (side, cell): (&str, &ConditionCell),
) -> Case {
    let outcome = match cell.verdict {
        ConditionVerdict::OmittedWhereNeeded => Outcome::Found(Rule::OmittedWhereNeeded),
        ConditionVerdict::NotJudged => Outcome::Skipped,
        // What is not shown needed is reported as instruction or operand, what breaks anyway as row.
        ConditionVerdict::Needed
        | ConditionVerdict::NotShownNeeded
        | ConditionVerdict::OmittedRightly
        | ConditionVerdict::NotMended => Outcome::Passed,
    };
    let reason = cell.reason.as_ref().map_or(String::new(), |reason| format!(", {reason}"));
    let case = case(table, condition, &format!("{}{reason}", cell.verdict));
    Case {
        name: format!("{} {side}", case.name),
        on: format!("{} {}", cell.place.target, cell.place.language),
        outcome,
        details: cell.program.map_or(String::new(), |program| report.programs[program].clone()),
        ..case
    }
}

/// That a condition makes no difference, if so.
fn idle(table: &TableReport, condition: &ConditionReport) -> Option<Case> {
    let case = || case(table, condition, "makes no difference");
    condition.makes_no_difference.then(|| Case { outcome: Outcome::Found(Rule::NoDifference), ..case() })
}

fn case(table: &TableReport, condition: &ConditionReport, what: &str) -> Case {
    let text = condition.text();
    Case {
        name: format!("{text} in {}", condition.operation),
        on: String::new(),
        outcome: Outcome::Passed,
        place: at(&table.path, condition.path_line),
        message: format!("{text}: {what} in {}", condition.operation),
        details: String::new(),
        seconds: None,
    }
}
