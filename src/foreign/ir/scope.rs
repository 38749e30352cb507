//! Names of a function: its values and its blocks have one name space, and what has no name is counted with what has a number (LLVM 22, Language Reference,
//! Identifiers, and Functions).

use super::ast::{Function, Instr};
use super::values::dest;
use super::{Context, Lowered};
use crate::syntax::litmus::ast::Name;
use crate::syntax::source::{Diagnostic, Span};
use std::collections::HashMap;

/// Refuses names that are there twice, and numbers that are not above those before them.
///
/// # Errors
/// The first such name.
pub fn check(context: &Context<'_>, function: &Function) -> Lowered<()> {
    let mut scope = Scope { context, next: 0, places: HashMap::new() };
    let parameters = function.parameters.iter().filter_map(|parameter| parameter.name.as_ref());
    parameters.into_iter().try_for_each(|name| scope.named(name))?;
    for (number, block) in function.blocks.iter().enumerate() {
        match &block.label {
            Some(label) => scope.named(label)?,
            // The others are not read without a label.
            None if number == 0 => scope.next += 1,
            None => {}
        }
        for instr in &block.instrs {
            match dest(&instr.node) {
                Some(name) => scope.named(name)?,
                None => scope.next += u64::from(has_value(&instr.node)),
            }
        }
    }
    Ok(())
}

/// Whether an instruction has a value: without a name it has a number.
fn has_value(instr: &Instr) -> bool {
    match instr {
        Instr::Load { .. } | Instr::Rmw { .. } | Instr::Cmpxchg(_) | Instr::Compute { .. } | Instr::Phi { .. } => true,
        Instr::Call(call) => call.result.node.is_some(),
        Instr::Store { .. } | Instr::Fence { .. } | Instr::Asm { .. } => false,
    }
}

struct Scope<'a> {
    context: &'a Context<'a>,
    /// The least number that a value may have.
    next: u64,
    places: HashMap<&'a str, Span>,
}

impl<'a> Scope<'a> {
    fn named(&mut self, name: &'a Name) -> Lowered<()> {
        if let Some(before) = self.places.insert(&name.node, name.span) {
            let message = format!("`%{}` is defined twice", name.node);
            let error = Diagnostic::new(self.context.source, name.span, message, "again");
            let help = "one name for each value and each block";
            return Err(Box::new(error.related(before, "and here").help(help)));
        }
        let Ok(number) = name.node.parse::<u64>() else { return Ok(()) };
        if number < self.next {
            let message = format!("`%{number}` comes after what has that number, or a larger one");
            let help = format!("`%{}`: numbers grow, and a block or value without a name has one", self.next);
            return self.context.refuse(name.span, message, "here", help);
        }
        self.next = number + 1;
        Ok(())
    }
}
