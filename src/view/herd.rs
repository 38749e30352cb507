//! Final states as herd7 prints them.

mod condition;

use super::parts;
use crate::engine::answers::{Flag, OfState, State};
use crate::engine::{Outcome, show_value};
use crate::foreign::Observed;
use crate::llvm::IntType;
use crate::program::{EventStructure, Question};
use crate::report::herd::{FORBIDDEN, Log};
use crate::run::Outcomes;
use crate::syntax::litmus::ast::{Quantifier, Type};
use itertools::Itertools;
use std::collections::BTreeSet;

/// The log of what one of the models, by its number, says of a test: of what is observed, or, where nothing says what that is, of what the
/// first condition speaks of.
pub fn herd_log(found: &Outcomes, model: usize, observed: Option<&[Observed]>) -> Log {
    let structure = &found.structure;
    let condition = structure.program.conditions.iter().find_map(|condition| match &condition.question {
        Question::States(quantifier, prop) => Some((*quantifier, prop)),
        Question::Termination => None,
    });
    let spoken_of = || condition.map_or_else(Vec::new, |(_, prop)| condition::spoken_of(structure, prop));
    let observed: Vec<Observed> = observed.map_or_else(spoken_of, <[Observed]>::to_vec);
    let columns = parts::columns(structure);
    let places: Vec<(&Observed, Vec<usize>)> = observed.iter().filter_map(|part| place(&columns, part)).collect();
    let allowed: Vec<&State> =
        found.states.iter().filter(|state| matches!(state.models.get(model), Some(OfState::Allowed))).collect();
    let shown = |state: &&State| {
        let values = values(structure, &state.outcome);
        places
            .iter()
            .map(|(part, at)| format!("{}={};", part.herd, part_of_state(structure, part, at, &values)))
            .join(" ")
    };
    let satisfies =
        |state: &&&State| condition.as_ref().is_none_or(|(_, prop)| state.outcome.satisfies(structure, prop));
    let positive = allowed.iter().filter(satisfies).count();
    let (kind, holds) = match condition.as_ref().map(|(quantifier, _)| quantifier) {
        Some(Quantifier::Exists) => ("Allowed", positive > 0),
        Some(Quantifier::NotExists) => (FORBIDDEN, positive == 0),
        Some(Quantifier::Forall) | None => ("Required", positive == allowed.len()),
    };
    let written = match condition {
        // As herd7 has it where the test asks nothing.
        None => "forall (true)".to_string(),
        Some((quantifier, prop)) => condition::text(structure, (quantifier, prop), &observed),
    };
    let raised: BTreeSet<&str> = found.races.get(model).into_iter().flatten().map(|race| race.flag.as_str()).collect();
    let flags = found.flags.get(model).into_iter().flatten().filter(|flag| raised.contains(flag.name.as_str()));
    let (undefining, printed): (Vec<&Flag>, Vec<&Flag>) = flags.partition(|flag| flag.undefines);
    Log {
        name: structure.program.name.clone(),
        kind,
        states: allowed.iter().map(shown).sorted_by(|a, b| numbers(a).cmp(&numbers(b))).dedup().collect(),
        // herd7 prints a name once, whatever flags have it, and nothing of flags without one.
        flags: printed.iter().filter_map(|flag| flag.written.clone()).sorted().dedup().collect(),
        undefined: !undefining.is_empty(),
        holds,
        condition: written,
        counts: (positive, allowed.len() - positive),
        hash: None,
    }
}

/// The parts of a line of states, those that are numbers as such: by them herd7 has lines in order.
fn numbers(line: &str) -> Vec<(Option<i128>, &str)> {
    line.split(['=', ';', '{', '}', ',', ' ']).map(|part| (part.parse().ok(), part)).collect()
}

/// The columns that a part of final states is of.
fn place<'o>(columns: &[String], part: &'o Observed) -> Option<(&'o Observed, Vec<usize>)> {
    let at = part.ours.iter().map(|name| columns.iter().position(|column| column == name));
    Some((part, at.collect::<Option<_>>()?))
}

/// What a part of a final state holds: one value, or those of an array.
fn part_of_state(structure: &EventStructure, part: &Observed, at: &[usize], values: &[Option<(Type, u64)>]) -> String {
    let value = |at: &usize| match values[*at] {
        Some((ty, value)) if part.is_unsigned => unsigned(structure, ty, value),
        Some((ty, value)) => signed(structure, ty, value),
        None => "none".to_string(),
    };
    match at {
        // herd7 has an array of one element for a variable.
        [one] => value(one),
        several => format!("{{{}}}", several.iter().map(value).join(",")),
    }
}

/// The values of a final state by column, each with its type.
fn values(structure: &EventStructure, outcome: &Outcome) -> Vec<Option<(Type, u64)>> {
    let program = &structure.program;
    let registers = structure.registers.iter().zip(&outcome.registers).map(|(register, value)| {
        let ty = program.threads[register.thread].registers[register.register].ty;
        value.map(|value| (ty, value))
    });
    let memory = program.objects.iter().zip(&outcome.memory).map(|(object, &value)| Some((object.ty, value)));
    registers.chain(memory).collect()
}

fn unsigned(structure: &EventStructure, ty: Type, value: u64) -> String {
    match ty {
        Type::Int(_) => value.to_string(),
        Type::Wide(_) | Type::Ptr => show_value(structure, ty, value),
    }
}

/// Integers have their sign, and truth values are 1 and 0.
fn signed(structure: &EventStructure, ty: Type, value: u64) -> String {
    match ty {
        // herd7 has numbers for truth values.
        Type::Int(IntType::I1) => value.to_string(),
        Type::Int(int) if value >> (int.bits() - 1) & 1 == 1 => (i128::from(value) - (1i128 << int.bits())).to_string(),
        Type::Int(_) | Type::Wide(_) | Type::Ptr => show_value(structure, ty, value),
    }
}
