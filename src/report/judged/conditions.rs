//! Conditions of tables negated, as plain data and text.

use super::{PlaceReport, TableReport, places_text};
use crate::llvm::words_enum;
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A condition of an instruction or operand, or one of its words, and what it does to negate that.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ConditionReport {
    /// The line of the document at which the row begins, or that of the title of the table of scopes.
    pub row: u32,
    /// The operations that the row is for.
    pub operation: String,
    /// The line of the document at which its step stands.
    pub line: u32,
    /// The same line at the table's path.
    pub path_line: usize,
    /// The instruction, with all operands that it may have; of the table of scopes the sync scopes.
    pub instr: String,
    /// The operand that the condition is of; `None` if it is of the whole instruction.
    pub operand: Option<String>,
    /// The condition as the table has it.
    pub condition: String,
    /// The word whose truth is taken the other way round; `None` if the whole condition is.
    pub word: Option<String>,
    /// Where some operation has the code now, and would not.
    pub emitted: Vec<ConditionCell>,
    /// Where some operation does not have it now, and would.
    pub omitted: Vec<ConditionCell>,
    /// Whether there are both, all are judged, and no program shows the code to be needed in any: condition or code could go.
    pub makes_no_difference: bool,
}

words_enum! {
    /// What programs say of code that a condition has emitted or omitted.
    ConditionVerdict {
        /// It is emitted, and without it some program that is sound breaks.
        Needed = "needed",
        /// It is emitted, and without it no program that is sound breaks.
        NotShownNeeded = "not shown needed",
        /// It is omitted, and some program that breaks is sound with it.
        OmittedWhereNeeded = "omitted where needed",
        /// It is omitted, and no program breaks by fault of the row.
        OmittedRightly = "omitted rightly",
        /// It is omitted and the row at fault, and programs that break do so with it, too.
        NotMended = "omitted, and breaks with it too",
        /// No program says what it is for.
        NotJudged = "not judged",
    }
}

/// What is said of one side of a condition for a target and language.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ConditionCell {
    /// The target and language.
    #[serde(flatten)]
    pub place: PlaceReport,
    /// What programs say.
    pub verdict: ConditionVerdict,
    /// The smallest program that shows that it is needed, if one does.
    pub program: Option<usize>,
    /// If it is not judged: why.
    pub reason: Option<String>,
}

impl ConditionReport {
    /// Whether no program shows code to be needed where the condition holds, nor where it does not, and all of this is judged.
    pub fn is_idle(emitted: &[ConditionCell], omitted: &[ConditionCell]) -> bool {
        let may_go = |cell: &ConditionCell| match cell.verdict {
            ConditionVerdict::NotShownNeeded | ConditionVerdict::OmittedRightly | ConditionVerdict::NotMended => true,
            ConditionVerdict::Needed | ConditionVerdict::OmittedWhereNeeded | ConditionVerdict::NotJudged => false,
        };
        !emitted.is_empty() && !omitted.is_empty() && emitted.iter().chain(omitted).all(may_go)
    }

    /// The code with its condition, as tables write them.
    pub fn text(&self) -> String {
        let ConditionReport { instr, operand, condition, word, .. } = self;
        let code = match operand {
            Some(operand) => format!("{operand}[{condition}] of {instr}"),
            None => format!("{instr} if {condition}"),
        };
        word.as_ref().map_or(code.clone(), |word| format!("{word} in {code}"))
    }

    /// What is said of both sides.
    pub fn cells(&self) -> impl Iterator<Item = &ConditionCell> {
        self.emitted.iter().chain(&self.omitted)
    }

    fn line(&self, what: &str, places: &[PlaceReport]) -> String {
        let ConditionReport { row, operation, line, .. } = self;
        format!("  @{line} {}: {what} in @{row} {operation} [{}]\n", self.text(), places_text(places))
    }

    /// A line for each verdict and program, with the places that have it.
    fn lines(&self, wanted: impl Fn(ConditionVerdict) -> bool) -> Vec<String> {
        let group = |side: &'static str, cells: &[ConditionCell]| {
            let wanted = cells.iter().filter(|cell| wanted(cell.verdict));
            let by = wanted.map(|cell| ((cell.verdict, cell.program, cell.reason.clone()), cell.place.clone()));
            let groups: BTreeMap<_, Vec<PlaceReport>> = by.into_group_map().into_iter().collect();
            groups.into_iter().map(move |((verdict, program, reason), places)| {
                let side = if verdict == ConditionVerdict::NotJudged { format!("{side}, ") } else { String::new() };
                let program = program.map_or(String::new(), |program| format!(", program {program},"));
                let reason = reason.map_or(String::new(), |reason| format!(", {reason},"));
                self.line(&format!("{side}{verdict}{program}{reason}"), &places)
            })
        };
        group("emitted", &self.emitted).chain(group("omitted", &self.omitted)).collect()
    }
}

/// The conditions that are reported where not all are: each as a whole, and those of its words that make no difference where the whole does.
pub fn that_say_something(table: &TableReport) -> impl Iterator<Item = &ConditionReport> {
    let key = |report: &ConditionReport| {
        let ConditionReport { row, line, instr, operand, condition, .. } = report;
        (*row, *line, instr.clone(), operand.clone(), condition.clone())
    };
    let wholes = table.conditions.iter().filter(|report| report.word.is_none());
    let idle: BTreeSet<_> = wholes.filter(|report| report.makes_no_difference).map(key).collect();
    let says = move |report: &&ConditionReport| {
        report.word.is_none() || (report.makes_no_difference && !idle.contains(&key(report)))
    };
    table.conditions.iter().filter(says)
}

/// A line for each condition that omits what is needed.
pub(super) fn too_narrow(table: &TableReport) -> String {
    let narrow = |verdict: ConditionVerdict| verdict == ConditionVerdict::OmittedWhereNeeded;
    that_say_something(table).flat_map(|report| report.lines(narrow)).collect()
}

/// A line for each condition, or word of one, that makes no difference.
pub(super) fn idle(table: &TableReport) -> String {
    let idle = that_say_something(table).filter(|report| report.makes_no_difference);
    let places = |report: &ConditionReport| -> Vec<PlaceReport> {
        let places: BTreeSet<PlaceReport> = report.cells().map(|cell| cell.place.clone()).collect();
        places.into_iter().collect()
    };
    idle.map(|report| report.line("makes no difference", &places(report))).collect()
}

/// Lines for everything that is said of conditions, but that they omit what is needed.
pub(super) fn all(table: &TableReport) -> String {
    let others = |verdict: ConditionVerdict| verdict != ConditionVerdict::OmittedWhereNeeded;
    table.conditions.iter().flat_map(|report| report.lines(others)).collect()
}
