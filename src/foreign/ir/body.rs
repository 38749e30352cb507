//! The blocks of a function as statements that nest: branches, and loops that end where what they go on for does not hold.

use super::ast::{Function, Instr, Terminator, Typed, Value, ValueType};
use super::flow::{BlockId, Flow, Loop, RETURN};
use super::instrs::Instrs;
use super::live::live;
use super::values::{Names, binary, leaf, not};
use super::{Context, Lowered, at, calls, doubt, promises, scope, ssa, values};
use crate::llvm::IntType;
use crate::syntax::litmus::ast::{At, BinaryOp, Block, CompareOp, Expr, ExprKind, Name, Statement, Type};
use crate::syntax::source::Span;
use std::collections::{BTreeSet, HashMap, HashSet};

/// A function has so many blocks at most, and becomes so many statements: more than a test has.
const MOST_BLOCKS: usize = 500;
const MOST_STATEMENTS: usize = 5_000;

/// The body of a thread whose conditions speak of these registers.
///
/// # Errors
/// The first place that means nothing in our language.
pub fn lowered(context: &Context<'_>, function: &Function, observed: &BTreeSet<String>) -> Lowered<Block> {
    let objects = || context.test.memory.iter().map(|object| object.name.node.clone());
    let span = function.name.span;
    if function.blocks.len() > MOST_BLOCKS {
        let help = format!("at most {MOST_BLOCKS}: litmus tests are small");
        return context.refuse(span, format!("{} blocks", function.blocks.len()), "too many", help);
    }
    scope::check(context, function)?;
    let numbers = numbers(context, function)?;
    let flow = Flow::new(context, function, &numbers)?;
    promises::check(context, function, &flow)?;
    ssa::check(context, function, &flow, &numbers)?;
    let live = live(function, |name| observed.contains(&values::plain(name)));
    let blocks = (&flow, &numbers);
    let mut body = Body::new(context, function, blocks, &live, &BTreeSet::new())?;
    let mut statements = body.statements()?;
    let mut doubtful = doubt::doubtful(&statements, objects());
    let copied: BTreeSet<String> = doubtful.intersection(observed).cloned().collect();
    if !copied.is_empty() {
        // What a condition speaks of is written where it is, and not before.
        body = Body::new(context, function, blocks, &live, &copied)?;
        statements = body.statements()?;
        doubtful = doubt::doubtful(&statements, objects());
    }
    let begun = doubtful.iter().map(|register| body.begun(register)).collect::<Lowered<Statements>>()?;
    statements.splice(0..0, begun);
    context.block(statements, span)
}

/// A function while it is lowered.
struct Body<'a> {
    function: &'a Function,
    instrs: Instrs<'a>,
    flow: &'a Flow,
    numbers: &'a HashMap<String, BlockId>,
    /// The registers of each loop.
    loops: HashMap<BlockId, Registers>,
    /// How many statements there are.
    made: usize,
}

/// The registers that say how a turn of a loop ends.
#[derive(Clone)]
struct Registers {
    /// Whether there is another turn.
    again: String,
    /// Which of several exits is taken.
    exit: String,
}

/// The statements of a way through a region.
type Statements = Vec<At<Statement>>;

impl<'a> Body<'a> {
    /// # Errors
    /// What is wrong with its names.
    fn new(
        context: &'a Context<'a>,
        function: &'a Function,
        (flow, numbers): (&'a Flow, &'a HashMap<String, BlockId>),
        live: &'a HashSet<&'a str>,
        copied: &BTreeSet<String>,
    ) -> Lowered<Body<'a>> {
        let mut names = Names::new(context, function, calls::kept_names(function), copied)?;
        let headers = (0..function.blocks.len()).filter(|&block| flow.headed(block).is_some());
        let loops =
            headers.map(|header| (header, Registers { again: names.fresh("again"), exit: names.fresh("exit") }));
        let loops = loops.collect();
        Ok(Body {
            function,
            instrs: Instrs { context, thread: &function.name.node, live, names },
            flow,
            numbers,
            loops,
            made: 0,
        })
    }

    /// The statements of the function.
    fn statements(&mut self) -> Lowered<Statements> {
        let mut statements = Vec::new();
        self.way(None, 0, None, &mut statements)?;
        self.check_unused()?;
        Ok(statements)
    }

    /// What means nothing, since it is never come to or nothing depends on it, is IR all the same.
    fn check_unused(&self) -> Lowered<()> {
        for (number, block) in self.function.blocks.iter().enumerate() {
            let phis = block.instrs.iter().filter_map(|instr| {
                let Instr::Phi { ty, incoming, .. } = &instr.node else { return None };
                Some(incoming.iter().map(move |(value, _)| (*ty, value.clone())))
            });
            let mut named =
                phis.flatten().filter(|(_, value)| matches!(value.node, Value::Local(_) | Value::Global(_)));
            named.try_for_each(|value| self.instrs.operand(&value).map(drop))?;
            if self.flow.is_reached(number) {
                continue;
            }
            block.instrs.iter().try_for_each(|instr| self.instrs.lower(instr, &mut Vec::new()))?;
            if let Terminator::Branch(condition, _) = &block.end.node {
                self.truth(condition)?;
            }
        }
        Ok(())
    }

    fn truth(&self, of: &At<Value>) -> Lowered<Expr> {
        let bool = at(ValueType::Int(Type::Int(IntType::I1)), of.span);
        self.instrs.operand(&(bool, of.clone()))
    }

    /// A value for a register at the start, where it is not seen that it gets another before it is read.
    fn begun(&self, register: &str) -> Lowered<At<Statement>> {
        let span = self.function.name.span;
        match self.instrs.names.any_value(self.function, register, span) {
            Some(value) => Ok(at(Statement::Assign { dest: at(register.to_string(), span), value }, span)),
            None => {
                let message = format!("`{register}` may be read before it has a value");
                self.instrs.context.refuse(span, message, "in this function", "a value on every way there")
            }
        }
    }

    /// What is done from a block of a region on, until another one, or until the region ends.
    fn way(
        &mut self,
        region: Option<&Loop>,
        from: BlockId,
        until: Option<BlockId>,
        out: &mut Statements,
    ) -> Lowered<()> {
        let mut next = Some(from);
        let mut is_first = true;
        while let Some(block) = next.filter(|next| Some(*next) != until) {
            let inner = self.flow.headed(block).cloned();
            let inner = inner.filter(|_| !(is_first && region.is_some_and(|region| region.header == block)));
            next = match inner {
                Some(inner) => self.turns(region, &inner, out)?,
                None => self.block(region, block, out)?,
            };
            is_first = false;
        }
        Ok(())
    }

    /// A block, and what follows until the ways from it meet: where that is, if it is in the region.
    fn block(&mut self, region: Option<&Loop>, block: BlockId, out: &mut Statements) -> Lowered<Option<BlockId>> {
        let of = &self.function.blocks[block];
        for instr in &of.instrs {
            self.instrs.lower(instr, out)?;
            self.count(instr.span)?;
        }
        let span = of.end.span;
        match &of.end.node {
            Terminator::Return => self.leave(region, RETURN, span, out),
            Terminator::Goto(to) => self.edge(region, block, to, out),
            Terminator::Branch(condition, [to, other]) if to.node == other.node => {
                self.truth(condition)?;
                self.edge(region, block, to, out)
            }
            Terminator::Branch(condition, to) => {
                let condition = self.truth(condition)?;
                let meeting = self.flow.meeting(region, block);
                let mut sides = Vec::new();
                for to in to {
                    let mut side = Vec::new();
                    if let Some(next) = self.edge(region, block, to, &mut side)? {
                        self.way(region, next, meeting, &mut side)?;
                    }
                    sides.push(side);
                }
                self.branch(condition, sides, span, out)?;
                Ok(meeting)
            }
        }
    }

    fn branch(&self, condition: Expr, sides: Vec<Statements>, span: Span, out: &mut Statements) -> Lowered<()> {
        let context = self.instrs.context;
        let mut sides = sides.into_iter();
        let (then, otherwise) = (sides.next().unwrap_or_default(), sides.next().unwrap_or_default());
        let (condition, then, otherwise) = match (then.is_empty(), otherwise.is_empty()) {
            (true, true) => return Ok(()),
            (true, false) => (not(condition, span), otherwise, Vec::new()),
            (false, _) => (condition, then, otherwise),
        };
        if let Some(joined) = joined(&condition, &then, &otherwise) {
            out.push(at(joined, span));
            return Ok(());
        }
        let then = context.block(then, span)?;
        let otherwise = if otherwise.is_empty() { None } else { Some(context.block(otherwise, span)?) };
        out.push(at(Statement::If { condition, then, otherwise }, span));
        Ok(())
    }

    /// The turns of a loop, and what follows where it has several exits; then the block that comes next, if it is in the region.
    fn turns(&mut self, region: Option<&Loop>, inner: &Loop, out: &mut Statements) -> Lowered<Option<BlockId>> {
        let span = self.function.blocks[inner.header].end.span;
        let registers = self.loops[&inner.header].clone();
        let mut body = Vec::new();
        self.way(Some(inner), inner.header, None, &mut body)?;
        let again = leaf(ExprKind::Name(registers.again.clone()), span);
        let condition = match body.pop() {
            // Said once, at the end of each turn.
            Some(At { node: Statement::Assign { dest, value }, .. })
                if dest.node == registers.again && !assigns(&body, &registers.again) =>
            {
                value
            }
            last => {
                body.extend(last);
                again
            }
        };
        let body = self.instrs.context.block(body, span)?;
        out.push(at(Statement::DoWhile { body, condition, unroll: None }, span));
        match inner.exits.as_slice() {
            [] => Ok(None),
            [one] => self.leave(region, *one, span, out),
            _ => self.exits(region, inner, &registers, span, out),
        }
    }

    /// What follows a loop of several exits: by turns each is asked for.
    fn exits(
        &mut self,
        region: Option<&Loop>,
        inner: &Loop,
        registers: &Registers,
        span: Span,
        out: &mut Statements,
    ) -> Lowered<Option<BlockId>> {
        let meeting = self.flow.meeting(region, inner.header);
        let mut last: Statements = Vec::new();
        for (number, &exit) in inner.exits.iter().enumerate().rev() {
            let mut side = Vec::new();
            if let Some(next) = self.leave(region, exit, span, &mut side)? {
                self.way(region, next, meeting, &mut side)?;
            }
            if number + 1 == inner.exits.len() {
                last = side;
                continue;
            }
            let exit = leaf(ExprKind::Name(registers.exit.clone()), span);
            let is_meant =
                binary(BinaryOp::Compare(CompareOp::Eq), exit, leaf(ExprKind::Int(number as i128), span), span);
            let mut chosen = Vec::new();
            self.branch(is_meant, vec![side, last], span, &mut chosen)?;
            last = chosen;
        }
        out.append(&mut last);
        Ok(meeting)
    }

    /// The edge from a block to another of this name.
    fn edge(
        &mut self,
        region: Option<&Loop>,
        from: BlockId,
        to: &Name,
        out: &mut Statements,
    ) -> Lowered<Option<BlockId>> {
        let target = self.numbers[&to.node];
        self.brought(from, target, to.span, out)?;
        self.leave(region, target, to.span, out)
    }

    /// What the phis of a block are, where another one comes before it.
    fn brought(&mut self, from: BlockId, to: BlockId, span: Span, out: &mut Statements) -> Lowered<()> {
        let context = self.instrs.context;
        let mut moves: Vec<(&Name, Name, Typed)> = Vec::new();
        for instr in &self.function.blocks[to].instrs {
            let Instr::Phi { dest, ty, incoming } = &instr.node else { break };
            if !self.instrs.live.contains(dest.node.as_str()) {
                continue;
            }
            let known = incoming.iter().find(|(_, block)| self.numbers.get(&block.node) == Some(&from));
            let Some((value, _)) = known else {
                let message = "a phi without a value for a block that comes before it";
                return context.refuse(dest.span, message, "no value from there", "a pair for each block before");
            };
            moves.push((dest, self.instrs.names.register(context, dest)?, (*ty, value.clone())));
        }
        // All at once: what one of them writes another may read.
        let written: BTreeSet<String> = moves.iter().map(|(_, register, _)| register.node.clone()).collect();
        let mut values = Vec::new();
        for (.., value) in &moves {
            let value = self.instrs.operand(value)?;
            let is_written = matches!(&value.kind, ExprKind::Name(name) if written.contains(name));
            values.push(if is_written && moves.len() > 1 { self.held(value, span, out) } else { value });
        }
        for ((dest, register, _), value) in moves.into_iter().zip(values) {
            out.push(at(Statement::Assign { dest: register, value }, span));
            self.instrs.copy(dest, out)?;
        }
        Ok(())
    }

    /// A register of its own that has a value from here on.
    fn held(&mut self, value: Expr, span: Span, out: &mut Statements) -> Expr {
        let register = self.instrs.names.fresh("held");
        out.push(at(Statement::Assign { dest: at(register.clone(), span), value }, span));
        leaf(ExprKind::Name(register), span)
    }

    /// Goes to a block, which may be outside the region, or where it begins anew: then that is said, and nothing follows in it.
    fn leave(
        &mut self,
        region: Option<&Loop>,
        to: BlockId,
        span: Span,
        out: &mut Statements,
    ) -> Lowered<Option<BlockId>> {
        self.count(span)?;
        let Some(region) = region else { return Ok(Some(to).filter(|&to| to != RETURN)) };
        let is_again = to == region.header;
        if !is_again && region.blocks.contains(&to) {
            return Ok(Some(to));
        }
        let Registers { again, exit } = &self.loops[&region.header];
        let assign = |name: &String, value| {
            at(Statement::Assign { dest: at(name.clone(), span), value: leaf(value, span) }, span)
        };
        if region.exits.len() > 1 {
            let number = region.exits.iter().position(|known| *known == to).unwrap_or(0);
            out.push(assign(exit, ExprKind::Int(number as i128)));
        }
        out.push(assign(again, ExprKind::Bool(is_again)));
        Ok(None)
    }

    /// A way that several branches share is written for each of them.
    fn count(&mut self, span: Span) -> Lowered<()> {
        self.made += 1;
        crate::allowance::spend(8);
        if self.made <= MOST_STATEMENTS {
            return Ok(());
        }
        let help = "fewer branches that share what follows them";
        self.instrs.context.refuse(span, "more ways through a function than are read", "too many", help)
    }
}

/// The numbers of blocks by their names; the first has the number after those of parameters without names, if it has none.
pub(super) fn numbers(context: &Context<'_>, function: &Function) -> Lowered<HashMap<String, BlockId>> {
    let mut numbers = HashMap::new();
    let is_numbered = |name: &Name| name.node.chars().all(|c| c.is_ascii_digit());
    let unnamed =
        function.parameters.iter().filter(|parameter| parameter.name.as_ref().is_none_or(is_numbered)).count();
    for (at, block) in function.blocks.iter().enumerate() {
        let name = block.label.as_ref().map_or(unnamed.to_string(), |label| label.node.clone());
        if numbers.insert(name, at).is_some() {
            let span = block.label.as_ref().map_or(block.end.span, |label| label.span);
            return context.refuse(span, "a block that is there twice", "again", "a name for each");
        }
    }
    Ok(numbers)
}

/// Whether statements assign a register.
fn assigns(statements: &[At<Statement>], register: &str) -> bool {
    statements.iter().any(|statement| match &statement.node {
        Statement::Assign { dest, .. } => dest.node == register,
        Statement::If { then, otherwise, .. } => {
            assigns(&then.statements, register)
                || otherwise.as_ref().is_some_and(|block| assigns(&block.statements, register))
        }
        Statement::While { body, .. } | Statement::DoWhile { body, .. } | Statement::Call(body) => {
            assigns(&body.statements, register)
        }
        Statement::Load { .. }
        | Statement::Store { .. }
        | Statement::Rmw { .. }
        | Statement::Cmpxchg(_)
        | Statement::Fence { .. }
        | Statement::Asm(_)
        | Statement::Barrier(_)
        | Statement::Dma(_)
        | Statement::Asyncmark
        | Statement::WaitAsyncmark(_)
        | Statement::Submit(_) => false,
    })
}

/// `again = c` in the place of a branch whose sides assign nothing but that to one register.
fn joined(condition: &Expr, then: &[At<Statement>], otherwise: &[At<Statement>]) -> Option<Statement> {
    let (
        [At { node: Statement::Assign { dest, value: yes }, .. }],
        [At { node: Statement::Assign { dest: other, value: no }, .. }],
    ) = (then, otherwise)
    else {
        return None;
    };
    let value = match (&yes.kind, &no.kind) {
        (ExprKind::Bool(true), ExprKind::Bool(false)) => condition.clone(),
        (ExprKind::Bool(false), ExprKind::Bool(true)) => not(condition.clone(), condition.place.span),
        _ => return None,
    };
    (dest == other).then(|| Statement::Assign { dest: dest.clone(), value })
}
