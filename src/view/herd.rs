//! Final states as herd7 prints them.

mod condition;

use super::parts;
use crate::engine::answers::{OfState, State};
use crate::engine::{Outcome, show_value};
use crate::foreign::Observed;
use crate::llvm::IntType;
use crate::program::{EventStructure, Question};
use crate::report::herd::Log;
use crate::run::Outcomes;
use crate::syntax::litmus::ast::{Quantifier, Type};
use itertools::Itertools;

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
    let places: Vec<(&str, usize)> = observed.iter().filter_map(|part| place(&columns, part)).collect();
    let allowed: Vec<&State> =
        found.states.iter().filter(|state| matches!(state.models.get(model), Some(OfState::Allowed))).collect();
    let shown = |state: &&State| {
        let values = values(structure, &state.outcome);
        places.iter().map(|(name, at)| format!("{name}={};", values[*at])).join(" ")
    };
    let satisfies =
        |state: &&&State| condition.as_ref().is_none_or(|(_, prop)| state.outcome.satisfies(structure, prop));
    let positive = allowed.iter().filter(satisfies).count();
    let (kind, holds) = match condition.as_ref().map(|(quantifier, _)| quantifier) {
        Some(Quantifier::Exists) => ("Allowed", positive > 0),
        Some(Quantifier::NotExists) => ("Forbidden", positive == 0),
        Some(Quantifier::Forall) | None => ("Required", positive == allowed.len()),
    };
    let written = match condition {
        // As herd7 has it where the test asks nothing.
        None => "forall (true)".to_string(),
        Some((quantifier, prop)) => condition::text(structure, (quantifier, prop), &observed),
    };
    let raised = || found.races.get(model).into_iter().flatten().map(|race| &race.flag);
    let undefines = |flag: &&String| found.undefining.get(model).is_some_and(|flags| flags.contains(*flag));
    Log {
        name: structure.program.name.clone(),
        kind,
        states: allowed.iter().map(shown).sorted().dedup().collect(),
        flags: raised().filter(|flag| !undefines(flag)).cloned().sorted().dedup().collect(),
        undefined: raised().any(|flag| undefines(&flag)),
        holds,
        condition: written,
        counts: (positive, allowed.len() - positive),
    }
}

fn place<'o>(columns: &[String], part: &'o Observed) -> Option<(&'o str, usize)> {
    Some((&part.herd, columns.iter().position(|column| *column == part.ours)?))
}

/// The values of a final state by column, integers with their sign, truth values as 1 and 0.
fn values(structure: &EventStructure, outcome: &Outcome) -> Vec<String> {
    let program = &structure.program;
    let registers = structure.registers.iter().zip(&outcome.registers).map(|(register, value)| {
        let ty = program.threads[register.thread].registers[register.register].ty;
        value.map_or("none".to_string(), |value| signed(structure, ty, value))
    });
    let memory = program.objects.iter().zip(&outcome.memory);
    let memory = memory.map(|(object, &value)| signed(structure, object.ty, value));
    registers.chain(memory).collect()
}

fn signed(structure: &EventStructure, ty: Type, value: u64) -> String {
    match ty {
        // herd7 has numbers for truth values.
        Type::Int(IntType::I1) => value.to_string(),
        Type::Int(int) if value >> (int.bits() - 1) & 1 == 1 => (i128::from(value) - (1i128 << int.bits())).to_string(),
        Type::Int(_) | Type::Wide(_) | Type::Ptr => show_value(structure, ty, value),
    }
}
