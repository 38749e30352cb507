//! The text of a test: the program's, with conditions and expectations, in the canonical form.

use super::{Asked, Described, Options, expected_name};
use crate::program::EventStructure;
use crate::refine::RefinementTarget;
use crate::syntax::litmus::ast::{
    At, Condition, Expect, Expected, Literal, Prop, Quantifier, Question, Refined, Refinement,
};
use crate::syntax::litmus::{parse, print};
use crate::syntax::source::{Diagnostic, Span};

/// The test of this name.
///
/// # Errors
/// What is wrong with the program's text: a fault of the generator.
pub fn test(
    name: &str,
    structure: &EventStructure,
    described: &Described,
    options: &Options<'_>,
) -> Result<String, Vec<Diagnostic>> {
    let Described { states, refinements, unknown_code: _ } = described;
    let mut file = parse(&structure.program.source).map_err(|error| vec![*error])?;
    file.test.name.node = name.to_string();
    file.test.conditions = states.iter().map(|asked| condition(structure, asked, options)).collect();
    file.test.refinements =
        refinements.iter().filter_map(|(number, verdict)| refinement(&options.targets[*number], *verdict)).collect();
    Ok(print(&file))
}

/// A part of the tree that stands nowhere yet.
fn new<T>(node: T) -> At<T> {
    At { node, span: Span::default() }
}

fn condition(structure: &EventStructure, asked: &Asked, options: &Options<'_>) -> Condition {
    let expects = options.models.iter().zip(&asked.expected);
    let expect = |(model, (verdict, reason)): (_, &(Expected, Option<String>))| Expect {
        models: vec![new(expected_name(model))],
        verdict: new(*verdict),
        reason: reason.clone().map(new),
        place: new(()),
    };
    Condition {
        question: Question::States(Quantifier::Exists, new(state(structure, asked))),
        expects: expects.map(expect).collect(),
        hardware: Vec::new(),
        place: new(()),
    }
}

/// What is true of a state and of no other of the program. A register that was not written is left out: that its path was not taken shows
/// in another register, which the path depends on.
fn state(structure: &EventStructure, asked: &Asked) -> Prop {
    let (program, outcome) = (&structure.program, &asked.outcome);
    let atom = |thread: Option<&String>, name: &String, value: u64| Prop::Atom {
        thread: thread.cloned().map(new),
        name: new(name.clone()),
        value: new(Literal::Int(value.into())),
        negated: false,
    };
    let registers = structure.registers.iter().zip(&outcome.registers).filter_map(|(register, value)| {
        let thread = &program.threads[register.thread];
        Some(atom(Some(&thread.name), &thread.registers[register.register].name, (*value)?))
    });
    let memory = program.objects.iter().zip(&outcome.memory);
    let mut atoms: Vec<Prop> =
        registers.chain(memory.map(|(object, &value)| atom(None, &object.name, value))).collect();
    match atoms.len() {
        1 => atoms.remove(0),
        _ => Prop::And(atoms),
    }
}

fn refinement(target: &RefinementTarget<'_>, verdict: Refined) -> Option<Refinement> {
    let table = target.table.as_ref().ok()?;
    Some(Refinement {
        targets: new(target.configuration.to_string()),
        table: new(table.release.clone()),
        opencl: target.opencl,
        choices: target.choices,
        placement: target.placement,
        verdict: new(verdict),
        reason: None,
        place: new(()),
    })
}
