//! Lines of the document that contradict the order in which a table has what stands there.

use super::{Flaw, row_flaw, steps};
use crate::syntax::table::ast::{Line, Row, Table};
use crate::syntax::table::places::{Part, Within};

/// Rows, steps and rules that are said to stand before what they follow.
pub fn flaws(table: &Table) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let mut before = ("the table", table.line);
    for (index, row) in table.rows.iter().enumerate() {
        let mut order = Order { table, row, before, flaws: Vec::new() };
        order.follows(("this row", row.line), Within::Row(index).whole());
        before = ("the row before", row.line);
        let end = table.rows.get(index + 1).map(|next| next.line).filter(|next| *next > row.line);
        order.before = ("its row", row.line);
        for (number, (_, step)) in steps(row).enumerate() {
            let within = Within::Step(index, number);
            order.follows(("this step", step.line), within.whole());
            order.ends_before(end, ("this step", step.line), within.whole());
            order.before = ("its step", step.line);
            for placement in &step.placement {
                order.follows(("a rule", placement.line), within.whole());
                order.ends_before(end, ("a rule", placement.line), within.whole());
            }
            order.before = ("the step before", step.line);
        }
        flaws.extend(order.flaws);
    }
    flaws
}

/// What has been read of a row.
struct Order<'t> {
    table: &'t Table,
    row: &'t Row,
    /// What the next part stands after, and its line.
    before: (&'static str, Line),
    flaws: Vec<Flaw>,
}

impl Order<'_> {
    fn flaw(&mut self, line: Line, part: Part, message: String) {
        self.flaws.push(row_flaw(self.table, self.row, line, part, message));
    }

    fn follows(&mut self, (what, line): (&str, Line), part: Part) {
        let (before, earlier) = self.before;
        if line < earlier {
            self.flaw(line, part, format!("{what} is at line {line}, and {before} at line {earlier}"));
        }
    }

    fn ends_before(&mut self, end: Option<Line>, (what, line): (&str, Line), part: Part) {
        if let Some(end) = end.filter(|end| line >= *end) {
            self.flaw(line, part, format!("{what} is at line {line}, where the next row begins at line {end}"));
        }
    }
}
