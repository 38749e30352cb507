//! That a function is in SSA form as LLVM asks for: values are defined before they are used on every way, and phis have a value for each block before theirs.

use super::ast::{Block, Function, Instr, Terminator, Value};
use super::flow::{BlockId, Flow};
use super::live::used;
use super::values::dest;
use super::{Context, Lowered};
use crate::syntax::litmus::ast::Name;
use crate::syntax::source::Span;
use std::collections::HashMap;

/// Where a value is defined: the block, and which of its instructions it is.
type Place = (BlockId, usize);

/// # Errors
/// The first place that is not in the form.
pub fn check(
    context: &Context<'_>,
    function: &Function,
    flow: &Flow,
    numbers: &HashMap<String, BlockId>,
) -> Lowered<()> {
    let mut places: HashMap<&str, Place> = HashMap::new();
    for (block, of) in function.blocks.iter().enumerate() {
        let defined = of.instrs.iter().enumerate().filter_map(|(at, instr)| Some((dest(&instr.node)?, at)));
        places.extend(defined.map(|(name, at)| (name.node.as_str(), (block, at))));
    }
    let form = Form { context, flow, numbers, places };
    function.blocks.iter().enumerate().try_for_each(|(number, block)| form.block(number, block))
}

struct Form<'a> {
    context: &'a Context<'a>,
    flow: &'a Flow,
    numbers: &'a HashMap<String, BlockId>,
    places: HashMap<&'a str, Place>,
}

impl Form<'_> {
    fn block(&self, number: BlockId, block: &Block) -> Lowered<()> {
        let mut is_first = true;
        for (at, instr) in block.instrs.iter().enumerate() {
            if let Instr::Phi { dest, incoming, .. } = &instr.node {
                if !is_first {
                    return self.refuse(instr.span, "a phi after other instructions", "not first", "phis stand first");
                }
                self.phi(number, dest, incoming)?;
                continue;
            }
            is_first = false;
            used(&instr.node).into_iter().try_for_each(|name| self.is_before(name, (number, at), instr.span))?;
        }
        match &block.end.node {
            Terminator::Branch(condition, _) => match &condition.node {
                Value::Local(name) => self.is_before(name, (number, block.instrs.len()), condition.span),
                Value::Global(_)
                | Value::Int(_)
                | Value::Bool(_)
                | Value::Null
                | Value::Undefined
                | Value::Zero
                | Value::Cast(_) => Ok(()),
            },
            Terminator::Return | Terminator::Goto(_) => Ok(()),
        }
    }

    /// A phi has one value for each block before its own, which is defined there.
    fn phi(
        &self,
        block: BlockId,
        dest: &Name,
        incoming: &[(crate::syntax::litmus::ast::At<Value>, Name)],
    ) -> Lowered<()> {
        let mut known: HashMap<BlockId, (&Value, usize)> = HashMap::new();
        for (value, from) in incoming {
            let Some(&number) = self.numbers.get(&from.node).filter(|number| self.flow.leads(**number, block)) else {
                let message = format!("`{}` is no block before this one", from.node);
                return self.refuse(from.span, message, "not before", "a pair for each block before");
            };
            let (other, count) = known.entry(number).or_insert((&value.node, 0));
            *count += 1;
            if **other != value.node {
                return self.refuse(from.span, "two values from one block", "another value", "one value");
            }
            if let Value::Local(name) = &value.node {
                self.is_before(name, (number, usize::MAX), value.span)?;
            }
        }
        if !self.flow.before(block).all(|before| known.contains_key(&before)) {
            let message = "a phi without a value for a block that comes before it";
            return self.refuse(dest.span, message, "no value from there", "a pair for each block before");
        }
        match known.iter().all(|(&from, &(_, count))| count == self.flow.edges(from, block)) {
            true => Ok(()),
            false => {
                let message = "a phi whose pairs are not as many as the edges to its block";
                self.refuse(dest.span, message, "another number", "a pair for each edge, also for two from one block")
            }
        }
    }

    /// Whether a value is defined on every way to a place, if there is one; parameters are.
    fn is_before(&self, name: &str, (block, at): Place, span: Span) -> Lowered<()> {
        let Some(&(defined, number)) = self.places.get(name) else { return Ok(()) };
        if !self.flow.is_reached(block) {
            return Ok(());
        }
        let is_before = if defined == block { number < at } else { self.flow.dominates(defined, block) };
        match is_before {
            true => Ok(()),
            false => {
                let message = format!("`%{name}` is not defined on every way here");
                self.refuse(span, message, "used before", "a phi where ways meet")
            }
        }
    }

    fn refuse<T>(&self, span: Span, message: impl Into<String>, label: &str, help: &str) -> Lowered<T> {
        self.context.refuse(span, message, label, help)
    }
}
