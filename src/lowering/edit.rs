//! Small edits of a row: an instruction of its family is added, widened or moved, so that the row may order more, or left out.

use super::scope_operands;
use crate::syntax::table::ast::{Code, Instr, Operand, Row, SCOPE_OF_TABLE, Step, Table};
use crate::syntax::table::cond::Cond;
use crate::syntax::table::{code as code_text, instr_text};
use itertools::Itertools;
use std::collections::BTreeSet;

/// Where an instruction or a reference stands in a row; after all that a step has if there is none of this number, and after all steps likewise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The number of the case, from 0.
    pub case: usize,
    /// The number of the step among those of the case, from 0.
    pub step: usize,
    /// The number of the instruction among those of the step, from 0.
    pub code: usize,
}

/// A small edit of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What it is about.
    pub place: Place,
    /// What is done there.
    pub kind: EditKind,
}

/// What an edit does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditKind {
    /// This instruction is emitted before what stands there.
    Add(Instr),
    /// The instruction has this operand besides.
    Operand(String),
    /// An operand, by its number, gives way to one for a wider scope.
    Wider(usize, String),
    /// The instruction is emitted on this condition, which is true in more places.
    When(Cond),
    /// An operand, by its number, is given on this condition, which is true in more places.
    OperandWhen(usize, Cond),
    /// Neither the instruction nor any of its operands depends on this word.
    Regardless(String),
    /// The instruction stands before what stands there.
    Move(Place),
    /// The instruction is left out.
    Without,
    /// An operand, by its number, is.
    WithoutOperand(usize),
}

/// An instruction that can be emitted anywhere: its name and operands.
type Plain = (String, Vec<String>);

/// The instructions of a table that access nothing, each by itself and with fewer operands: what can be added to a row.
pub fn vocabulary(table: &Table) -> Vec<Instr> {
    let mut found: BTreeSet<Plain> = BTreeSet::new();
    for instr in table.instrs().filter(|instr| instr.access().is_none()) {
        let operands: Vec<&str> = instr.operands.iter().map(|operand| operand.text.as_str()).collect();
        let least = usize::from(!operands.is_empty());
        let some = operands.iter().copied().powerset().filter(|some| some.len() >= least);
        for operands in some {
            for operands in with_every_scope(table, &operands) {
                found.insert((instr.name.clone(), operands));
            }
        }
    }
    let plain = |(name, operands): Plain| {
        let operands = operands.into_iter().map(|text| Operand { text, when: Cond::always() }).collect();
        Instr { forms: Vec::new(), name, operands, when: Cond::always() }
    };
    found.into_iter().map(plain).collect()
}

/// The operands, and for one that names a scope every other scope in its place.
fn with_every_scope(table: &Table, operands: &[&str]) -> Vec<Vec<String>> {
    let scopes = scope_operands(table);
    let Some(at) = operands.iter().position(|operand| is_scope(&scopes, operand)) else {
        return vec![operands.iter().map(ToString::to_string).collect()];
    };
    let by = scopes.iter().copied().chain([SCOPE_OF_TABLE]);
    let with = |scope: &str| {
        let mut operands: Vec<String> = operands.iter().map(ToString::to_string).collect();
        operands[at] = scope.to_string();
        operands
    };
    by.map(with).collect()
}

/// Whether an operand names a scope, given those that do.
fn is_scope(scopes: &[&str], operand: &str) -> bool {
    operand == SCOPE_OF_TABLE || scopes.contains(&operand)
}

/// Every edit that leaves out an instruction of a row that accesses nothing, or one of several operands of any.
pub fn savings(row: &Row) -> Vec<Edit> {
    let mut all = Vec::new();
    for place in (0..row.cases.len()).flat_map(|case| places(row, case)) {
        let Some(Code::Instr(instr)) = code(row, place) else { continue };
        let is_access = instr.access().is_some();
        all.extend((!is_access).then_some(Edit { place, kind: EditKind::Without }));
        // Without its only operand an instruction that accesses nothing is another one, or none.
        let operands = if is_access || instr.operands.len() > 1 { instr.operands.len() } else { 0 };
        all.extend((0..operands).map(|operand| Edit { place, kind: EditKind::WithoutOperand(operand) }));
    }
    all
}

/// Every edit of a row that may order more, given what can be added.
pub fn edits(table: &Table, row: &Row, vocabulary: &[Instr]) -> Vec<Edit> {
    let mut all = Vec::new();
    for case in 0..row.cases.len() {
        let places = places(row, case);
        for &place in &places {
            let add = |instr: &Instr| Edit { place, kind: EditKind::Add(instr.clone()) };
            all.extend(vocabulary.iter().map(add));
        }
        for &place in &places {
            let Some(Code::Instr(instr)) = code(row, place) else { continue };
            all.extend(stronger(table, instr).into_iter().map(|kind| Edit { place, kind }));
            if instr.access().is_none() {
                let elsewhere = places.iter().filter(|to| !is_beside(row, place, **to));
                all.extend(elsewhere.map(|&to| Edit { place, kind: EditKind::Move(to) }));
            }
        }
    }
    all
}

/// The places of a case before which something can be added, the one after all of it last.
fn places(row: &Row, case: usize) -> Vec<Place> {
    let steps = &row.cases[case].steps;
    let of_step = |(step, of_step): (usize, &Step)| (0..of_step.code.len()).map(move |code| Place { case, step, code });
    let end = match steps.len().checked_sub(1) {
        Some(last) => Place { case, step: last, code: steps[last].code.len() },
        None => Place { case, step: 0, code: 0 },
    };
    steps.iter().enumerate().flat_map(of_step).chain([end]).collect()
}

fn code(row: &Row, Place { case, step, code }: Place) -> Option<&Code> {
    row.cases.get(case)?.steps.get(step)?.code.get(code)
}

/// Whether what stands in a place would stand where it stands if it were moved before another.
fn is_beside(row: &Row, place: Place, to: Place) -> bool {
    let places = places(row, place.case);
    let at = |wanted: Place| places.iter().position(|place| *place == wanted);
    at(to) == at(place) || at(to) == at(place).map(|at| at + 1)
}

/// How an instruction may be widened where it stands.
fn stronger(table: &Table, instr: &Instr) -> Vec<EditKind> {
    let scopes = scope_operands(table);
    let mut kinds: Vec<EditKind> = more_operands(table, instr).into_iter().map(EditKind::Operand).collect();
    kinds.extend(wider(&instr.when).into_iter().map(EditKind::When));
    kinds.extend(words_of_several(instr).into_iter().map(EditKind::Regardless));
    for (number, operand) in instr.operands.iter().enumerate() {
        let above = scopes.iter().position(|scope| *scope == operand.text).map(|at| at + 1);
        let above = above.or((operand.text == SCOPE_OF_TABLE).then_some(0));
        let by = above.map_or(&[][..], |above| &scopes[above..]);
        kinds.extend(by.iter().map(|by| EditKind::Wider(number, by.to_string())));
        kinds.extend(wider(&operand.when).into_iter().map(|when| EditKind::OperandWhen(number, when)));
    }
    kinds
}

/// The operands that other instructions of its name have and that it has not, but scopes where it has one.
fn more_operands(table: &Table, instr: &Instr) -> Vec<String> {
    let scopes = scope_operands(table);
    let has_scope = instr.operands.iter().any(|operand| is_scope(&scopes, &operand.text));
    let has = |text: &str| {
        instr.operands.iter().any(|operand| operand.text == text) || (has_scope && is_scope(&scopes, text))
    };
    let alike = table.instrs().filter(|other| other.name == instr.name && other.access() == instr.access());
    let operands = alike.flat_map(|other| &other.operands).map(|operand| operand.text.clone());
    operands.filter(|text| !has(text)).unique().collect()
}

/// The conditions that do not depend on one of the words of this one; last the one that is always true.
fn wider(when: &Cond) -> Vec<Cond> {
    let regardless = when.words().into_iter().map(|word| when.regardless_of(word)).chain([Cond::always()]);
    regardless.filter(|wider| wider != when).unique().collect()
}

/// The words that several conditions of an instruction and its operands depend on.
fn words_of_several(instr: &Instr) -> Vec<String> {
    let conditions = instr.operands.iter().map(|operand| &operand.when).chain([&instr.when]);
    conditions.flat_map(Cond::words).duplicates().map(String::from).collect()
}

/// A row that is edited: what stood in it is known by its place.
struct Draft(Vec<(usize, Option<Place>, Code)>);

/// The row with edits, one after the other.
pub fn edited(row: &Row, edits: &[Edit]) -> Row {
    let mut row = row.clone();
    for Edit { place, kind } in edits {
        widen(&mut row, *place, kind);
    }
    without_operands(&mut row, edits);
    for case in 0..row.cases.len() {
        let mut draft = Draft::of(&row, case);
        for edit in edits.iter().filter(|edit| edit.place.case == case) {
            draft.apply(edit);
        }
        draft.write(&mut row, case);
    }
    row
}

/// Leaves out operands, later ones first, so that the numbers of others stay what they are.
fn without_operands(row: &mut Row, edits: &[Edit]) {
    let left_out = edits.iter().filter_map(|edit| match edit.kind {
        EditKind::WithoutOperand(operand) => Some((edit.place, operand)),
        EditKind::Add(_)
        | EditKind::Operand(_)
        | EditKind::Wider(..)
        | EditKind::When(_)
        | EditKind::OperandWhen(..)
        | EditKind::Regardless(_)
        | EditKind::Move(_)
        | EditKind::Without => None,
    });
    for (Place { case, step, code }, operand) in left_out.sorted().rev() {
        if let Code::Instr(instr) = &mut row.cases[case].steps[step].code[code] {
            instr.operands.remove(operand);
        }
    }
}

/// Does what an edit does to an instruction where it stands.
fn widen(row: &mut Row, Place { case, step, code }: Place, kind: &EditKind) {
    let found = row.cases.get_mut(case).and_then(|case| case.steps.get_mut(step)?.code.get_mut(code));
    let Some(Code::Instr(instr)) = found else { return };
    match kind {
        EditKind::Operand(text) => instr.operands.push(Operand { text: text.clone(), when: Cond::always() }),
        EditKind::Wider(operand, by) => instr.operands[*operand].text.clone_from(by),
        EditKind::When(when) => instr.when = when.clone(),
        EditKind::OperandWhen(operand, when) => instr.operands[*operand].when = when.clone(),
        EditKind::Regardless(word) => {
            instr.when = instr.when.regardless_of(word);
            for operand in &mut instr.operands {
                operand.when = operand.when.regardless_of(word);
            }
        }
        EditKind::Add(_) | EditKind::Move(_) | EditKind::Without | EditKind::WithoutOperand(_) => {}
    }
}

impl Draft {
    fn of(row: &Row, case: usize) -> Draft {
        let placed = |place: Place| Some((place.step, Some(place), code(row, place)?.clone()));
        Draft(places(row, case).into_iter().filter_map(placed).collect())
    }

    fn at(&self, place: Place) -> usize {
        self.0.iter().position(|(_, stood, _)| *stood == Some(place)).unwrap_or(self.0.len())
    }

    /// The step of what stands there now; the last one's after all.
    fn step(&self, at: usize, place: Place) -> usize {
        self.0.get(at).or(self.0.last()).map_or(place.step, |(step, ..)| *step)
    }

    fn apply(&mut self, edit: &Edit) {
        match &edit.kind {
            EditKind::Add(instr) => {
                let at = self.at(edit.place);
                let step = self.step(at, edit.place);
                self.0.insert(at, (step, None, Code::Instr(instr.clone())));
            }
            EditKind::Move(to) => {
                let at = self.at(edit.place);
                if at < self.0.len() {
                    let (_, stood, moved) = self.0.remove(at);
                    let to_at = self.at(*to);
                    self.0.insert(to_at, (self.step(to_at, *to), stood, moved));
                }
            }
            EditKind::Operand(_)
            | EditKind::Wider(..)
            | EditKind::When(_)
            | EditKind::OperandWhen(..)
            | EditKind::Regardless(_)
            | EditKind::WithoutOperand(_) => {}
            EditKind::Without => self.0.retain(|(_, stood, _)| *stood != Some(edit.place)),
        }
    }

    /// Puts the code into the steps of the case. A case without steps gets one, since the order of what stands in it is that of its steps.
    fn write(self, row: &mut Row, case: usize) {
        let line = row.line;
        let steps = &mut row.cases[case].steps;
        if steps.is_empty() && !self.0.is_empty() {
            steps.push(Step { number: 1, line, code: Vec::new(), placement: Vec::new() });
        }
        steps.iter_mut().for_each(|step| step.code.clear());
        for (step, _, code) in self.0 {
            steps[step].code.push(code);
        }
        steps.retain(|step| !step.code.is_empty());
    }
}

/// Whether an edit does less than another that is like it: it adds an instruction with fewer operands or for a narrower scope, or it is true in fewer
/// places.
pub fn is_less(row: &Row, scopes: &[&str], one: &Edit, other: &Edit) -> bool {
    let width = |scope: &str| scopes.iter().position(|known| *known == scope);
    let narrower = |one: &str, other: &str| width(one).zip(width(other)).is_some_and(|(one, other)| one < other);
    if one.place != other.place {
        return false;
    }
    match (&one.kind, &other.kind) {
        (EditKind::Add(one), EditKind::Add(other)) => one.name == other.name && has_less(one, other, narrower),
        (EditKind::Operand(one), EditKind::Operand(other)) => narrower(one, other),
        (EditKind::Wider(_, one), EditKind::Wider(_, other)) => narrower(one, other),
        (
            EditKind::When(_) | EditKind::OperandWhen(..) | EditKind::Regardless(_),
            EditKind::When(_) | EditKind::OperandWhen(..) | EditKind::Regardless(_),
        ) => is_true_in_fewer(row, one, other),
        (
            EditKind::Add(_)
            | EditKind::Operand(_)
            | EditKind::Wider(..)
            | EditKind::When(_)
            | EditKind::OperandWhen(..)
            | EditKind::Regardless(_)
            | EditKind::Move(_)
            | EditKind::Without
            | EditKind::WithoutOperand(_),
            _,
        ) => false,
    }
}

/// Whether each condition of the instruction with one edit implies that with the other, and not all are the same.
fn is_true_in_fewer(row: &Row, one: &Edit, other: &Edit) -> bool {
    let conditions = |edit: &Edit| {
        let row = edited(row, std::slice::from_ref(edit));
        match code(&row, edit.place) {
            Some(Code::Instr(instr)) => {
                instr.operands.iter().map(|operand| &operand.when).chain([&instr.when]).cloned().collect()
            }
            Some(Code::Same(_)) | None => Vec::new(),
        }
    };
    let (one, other) = (conditions(one), conditions(other));
    one != other && one.iter().zip(&other).all(|(one, other)| one.or(other) == *other)
}

/// Whether one has the operands of the other or narrower ones, in any order, and the other has not.
fn has_less(one: &Instr, other: &Instr, narrower: impl Fn(&str, &str) -> bool) -> bool {
    let covers = |instr: &Instr, wanted: &Operand| {
        instr.operands.iter().any(|operand| operand.text == wanted.text || narrower(&wanted.text, &operand.text))
    };
    one.operands.iter().all(|operand| covers(other, operand))
        && !other.operands.iter().all(|operand| covers(one, operand))
}

/// What an edit does to a row, in words: what, and where if it may do so in several places.
pub fn describe(row: &Row, edit: &Edit) -> (String, Option<String>) {
    let case = match row.cases.as_slice() {
        [_] => String::new(),
        cases => format!(", case {}", cases[edit.place.case].when),
    };
    let at = |place: Place| match code(row, place) {
        Some(code) => format!("before `{}` of {}{case}", code_text(code), step(row, place)),
        None => format!("at the end{case}"),
    };
    let own = code(row, edit.place).map_or(String::new(), code_text);
    let own = format!("`{own}` of {}{case}", step(row, edit.place));
    let operand = |number: usize| operand_text(row, edit.place, number);
    match &edit.kind {
        EditKind::Add(instr) => (format!("add `{}`", instr_text(instr)), Some(at(edit.place))),
        EditKind::Operand(operand) => (format!("add {operand} to {own}"), None),
        EditKind::Wider(number, by) => (format!("{by} for {} in {own}", operand(*number)), None),
        EditKind::When(when) => (format!("emit {own} {}", condition(when)), None),
        EditKind::OperandWhen(number, when) => {
            (format!("emit {} of {own} {}", operand(*number), condition(when)), None)
        }
        EditKind::Regardless(word) => (format!("emit {own} whatever {word} is"), None),
        EditKind::Move(to) => (format!("move {own}"), Some(at(*to))),
        EditKind::Without => (format!("leave out {own}"), None),
        EditKind::WithoutOperand(number) => (format!("leave out {} of {own}", operand(*number)), None),
    }
}

fn condition(when: &Cond) -> String {
    if when.is_always() { "always".into() } else { format!("if {when}") }
}

fn step(row: &Row, place: Place) -> String {
    let step = row.cases.get(place.case).and_then(|case| case.steps.get(place.step));
    step.map_or("a new step".into(), |step| format!("step {}", step.number))
}

fn operand_text(row: &Row, place: Place, number: usize) -> String {
    match code(row, place) {
        Some(Code::Instr(instr)) => instr.operands.get(number).map_or(String::new(), |operand| operand.text.clone()),
        Some(Code::Same(_)) | None => String::new(),
    }
}
