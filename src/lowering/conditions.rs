//! Conditions on which tables have code emitted, and what negating them does: it omits code where they hold, and emits it where they do not.

use super::select::{Instead, Query, Setting, rows, select};
use crate::syntax::table::ast::{Code, Instr, Line, Row, Scopes, Table};
use crate::syntax::table::cond::Cond;
use std::collections::BTreeSet;

/// What negating a condition does to code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// It omits what is emitted.
    Emitted,
    /// It emits what is omitted.
    Omitted,
}

impl Side {
    /// Both, in the order in which they are reported.
    pub const ALL: [Side; 2] = [Side::Emitted, Side::Omitted];
}

/// A condition of an instruction or operand, negated as a whole or in one of its words.
///
/// A program may have operations for which the condition holds beside others for which it does not, as rows are referred to in full and conditions name
/// what an operation is. So each side is tried by itself.
#[derive(Clone, Debug)]
pub struct Negation {
    /// The line at which the row begins, or that of the title of the table of scopes.
    pub row: Line,
    /// The line of the step, or of the row of the table of scopes.
    pub line: Line,
    /// The instruction with all that it may have, its conditions left out; of the table of scopes the sync scopes.
    pub instr: String,
    /// The operand that the condition is of; `None` if it is of the whole instruction.
    pub operand: Option<String>,
    /// The condition as it is.
    pub condition: Cond,
    /// The word whose truth is taken the other way round; `None` if the whole condition is.
    pub word: Option<String>,
    without: Part,
    with: Part,
}

/// The part of a table that has the condition, edited.
#[derive(Clone, Debug)]
enum Part {
    Row(Row),
    Scopes(Scopes),
}

impl Negation {
    /// The setting in which one side of the negation is done, and the other left as it is.
    pub fn done<'a>(&'a self, setting: &Setting<'a>, side: Side) -> Setting<'a> {
        let part = match side {
            Side::Emitted => &self.without,
            Side::Omitted => &self.with,
        };
        let instead = match part {
            Part::Row(row) => Instead::Row(row),
            Part::Scopes(scopes) => Instead::Scopes(scopes),
        };
        Setting { instead: Some(instead), ..*setting }
    }

    /// Whether the condition stands in the table of scopes, which is of no row.
    pub fn is_of_scopes(&self) -> bool {
        matches!(self.with, Part::Scopes(_))
    }

    /// Whether a side of the negation gives an operation other code.
    pub fn changes(&self, setting: &Setting<'_>, side: Side, query: &Query) -> bool {
        let is_used = match &self.with {
            Part::Row(row) => rows(setting, query).iter().any(|used| used.line == row.line),
            Part::Scopes(_) => true,
        };
        is_used && select(&self.done(setting, side), query) != select(setting, query)
    }
}

/// Every negation of conditions of instructions and operands, in the order of the table, each condition before its words. The condition of an access itself
/// is none of these: without the access, or with another, the program would be another.
pub fn negations(table: &Table) -> Vec<Negation> {
    let of_scopes = table.scopes.iter().flat_map(of_scopes);
    of_scopes.chain(table.rows.iter().flat_map(of_row)).collect()
}

/// A condition, and where it stands.
struct Condition<'t> {
    row: Line,
    line: Line,
    instr: String,
    operand: Option<&'t str>,
    when: &'t Cond,
}

impl Condition<'_> {
    /// Its negations, given the part of the table with another condition in its place.
    fn negations(&self, with: impl Fn(Cond) -> Part) -> Vec<Negation> {
        let words = self.when.words();
        // Of one word, what negates it negates the whole.
        let words: BTreeSet<&str> = if words.len() > 1 { words } else { BTreeSet::new() };
        let negation = |word: Option<&str>| {
            let negated = word.map_or_else(|| self.when.not(), |word| self.when.flipped(word));
            Negation {
                row: self.row,
                line: self.line,
                instr: self.instr.clone(),
                operand: self.operand.map(str::to_string),
                condition: self.when.clone(),
                word: word.map(str::to_string),
                without: with(self.when.and(&negated)),
                with: with(self.when.or(&negated)),
            }
        };
        std::iter::once(None).chain(words.into_iter().map(Some)).map(negation).collect()
    }
}

fn of_scopes(scopes: &Scopes) -> Vec<Negation> {
    let mut found = Vec::new();
    for (entry, of_entry) in scopes.entries.iter().enumerate() {
        for (number, operand) in of_entry.operands.iter().enumerate().filter(|(_, operand)| !operand.when.is_always()) {
            let (instr, line) = (of_entry.scopes.join(", "), of_entry.line);
            let (operand, when) = (Some(operand.text.as_str()), &operand.when);
            let condition = Condition { row: scopes.line, line, instr, operand, when };
            found.extend(condition.negations(|when| {
                let mut scopes = scopes.clone();
                scopes.entries[entry].operands[number].when = when;
                Part::Scopes(scopes)
            }));
        }
    }
    found
}

fn of_row(row: &Row) -> Vec<Negation> {
    let mut found = Vec::new();
    for (case, of_case) in row.cases.iter().enumerate() {
        for (step, of_step) in of_case.steps.iter().enumerate() {
            for (code, of_code) in of_step.code.iter().enumerate() {
                let Code::Instr(instr) = of_code else { continue };
                let with = |operand: Option<usize>, when: Cond| {
                    let mut row = row.clone();
                    if let Code::Instr(instr) = &mut row.cases[case].steps[step].code[code] {
                        *condition(instr, operand) = when;
                    }
                    Part::Row(row)
                };
                found.extend(of_instr(row.line, of_step.line, instr, with));
            }
        }
    }
    found
}

fn of_instr(row: Line, line: Line, instr: &Instr, with: impl Fn(Option<usize>, Cond) -> Part) -> Vec<Negation> {
    let condition = |operand: Option<usize>, when| {
        let operand = operand.map(|operand| instr.operands[operand].text.as_str());
        Condition { row, line, instr: plain(instr), operand, when }
    };
    let own = (!instr.when.is_always() && instr.access().is_none()).then_some((None, &instr.when));
    let of_operands = instr.operands.iter().enumerate().filter(|(_, operand)| !operand.when.is_always());
    let of_operands = of_operands.map(|(number, operand)| (Some(number), &operand.when));
    let all = own.into_iter().chain(of_operands);
    all.flat_map(|(operand, when)| condition(operand, when).negations(|when| with(operand, when))).collect()
}

/// The instruction with all of its operands, whatever they depend on.
fn plain(instr: &Instr) -> String {
    let operands = instr.operands.iter().map(|operand| format!(" {}", operand.text));
    instr.spelling() + &operands.collect::<String>()
}

fn condition(instr: &mut Instr, operand: Option<usize>) -> &mut Cond {
    match operand {
        Some(operand) => &mut instr.operands[operand].when,
        None => &mut instr.when,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llvm::{AddressSpace, Ordering, ScopeLevel, SyncScope};
    use crate::syntax::source::Source;
    use crate::syntax::table::ast::{Content, Op};
    use crate::targets::TargetConfiguration;

    const TABLE: &str = r#"from "by hand" "none.md";

table "gfx10-gfx11" @1 {
  load atomic | acquire | agent | global @2 {
    1 @3: buffer/global_load;
    2 @4:
      s_waitcnt vmcnt(0)[!opencl & !cu];
  }
}
"#;

    fn table() -> Table {
        let file = crate::syntax::table::parse(&Source::new("by-hand.table", TABLE)).expect("a table");
        match file.content {
            Content::Table(table) => table,
            Content::Constraints(_) => panic!("a table of code sequences"),
        }
    }

    /// Which side of a negation changes the load, in these modes and languages.
    fn sides(table: &Table, negation: &Negation) -> [Option<Side>; 4] {
        let load = Query {
            op: Op::LoadAtomic,
            ordering: Some(Ordering::Acquire),
            scope: SyncScope { level: ScopeLevel::Agent, one_as: false },
            space: AddressSpace::Global,
            volatile: false,
            nontemporal: false,
            returns: false,
        };
        [("wgp", false), ("wgp", true), ("cu", false), ("cu", true)].map(|(mode, opencl)| {
            let configuration = TargetConfiguration::parse(&format!("gfx10,{mode}")).expect("a target configuration");
            let setting = Setting::new(table, configuration, opencl);
            let mut sides = Side::ALL.into_iter().filter(|side| negation.changes(&setting, *side, &load));
            let side = sides.next();
            assert!(sides.next().is_none(), "one operation has the code or has it not");
            side
        })
    }

    /// The wait is emitted in WGP mode for HSA alone. Negated, the condition has it everywhere else; in one word it has it where the other word lets it:
    /// in CU mode for HSA by `cu`, in WGP mode for OpenCL by `opencl`.
    #[test]
    fn words_are_negated_where_the_others_let_them() {
        let table = table();
        let [whole, cu, opencl] = &negations(&table)[..] else { panic!("a condition of two words") };
        let words = [whole, cu, opencl].map(|negation| negation.word.as_deref());
        assert_eq!(words, [None, Some("cu"), Some("opencl")]);
        let (emitted, omitted) = (Some(Side::Emitted), Some(Side::Omitted));
        assert_eq!(sides(&table, whole), [emitted, omitted, omitted, omitted]);
        assert_eq!(sides(&table, cu), [emitted, None, omitted, None]);
        assert_eq!(sides(&table, opencl), [emitted, omitted, None, None]);
    }
}
