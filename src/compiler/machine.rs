//! Assembly as a program of machine code: each function is run with symbols for what its registers hold, and what it does to memory becomes the
//! instructions of a thread.
//!
//! A thread is one lane of its wave. Where its mask of lanes, or a branch, depends on values, the program goes both ways, each to the end of the
//! function: on each path it is known whether the lane executes. A loop that only reads again is left after two iterations, as where tests are
//! unrolled; any other that goes on is not modelled.

use super::NotModelled;
use super::arguments::{Called, Convention};
use super::assembly::{Assembly, Function, Line};
use super::held::narrowed;
use super::machine_barrier::Numbers;
use super::observed::observed;
use super::path::Path;
use super::symbol::{Half, Symbol, WORD, cast, compare, constant, has_pointer, joined, not, number, truth};
use super::uncompiled;
use crate::hardware::Chip;
use crate::program::{
    BinaryOp, CastOp, CompareOp, Executor, Instr, InstrKind, Program, RegId, Register, Thread, ThreadId, UnaryOp,
    Value, ValueKind, add_ends, written_in,
};
use crate::spelling::{
    Description, Does, Instruction, Operand, RegisterFile, Unit, instructions, operands_of_tables, suits,
};
use crate::syntax::litmus::ast::Type;
use crate::syntax::source::{Diagnostic, Span};
use crate::targets::Target;
use index_vec::IndexVec;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A loop is run so often before it is left.
const ITERATIONS: usize = 2;
/// A function that takes more steps, on all its paths, is not modelled.
const MOST_STEPS: usize = 20_000;

/// Why assembly is no program.
#[derive(Clone, Debug)]
pub enum Unreadable {
    /// It is not the code of the test: input that is wrong.
    Bad(Box<Diagnostic>),
    /// What it does is not modelled.
    NotModelled(NotModelled),
}

impl From<NotModelled> for Unreadable {
    fn from(why: NotModelled) -> Self {
        Unreadable::NotModelled(why)
    }
}

/// The program of machine code that assembly is, for the threads of a test: its objects, its placement, the registers that its conditions read. A
/// thread's further registers are those that loads write.
///
/// # Errors
/// It is for another target, or misses a thread or what conditions read; something of it is not modelled.
pub fn machine_program(
    called: &Called<'_>,
    assembly: &Assembly,
    (target, chip): (&Target, &Chip),
) -> Result<Program, Unreadable> {
    let program = called.program;
    let source = &assembly.source;
    let bad = |span: Span, message: String, help: String| {
        Unreadable::Bad(Box::new(Diagnostic::new(source, span, message, "here").help(help)))
    };
    assembly.is_of_its_processor(target).map_err(Unreadable::Bad)?;
    let mut threads = IndexVec::new();
    let observed = observed(program);
    let numbers = Numbers::told(program, assembly, (target, chip))?;
    for (thread, of) in program.threads.iter_enumerated() {
        if of.by != Executor::Wave {
            threads.push(uncompiled::thread(of));
            continue;
        }
        let Some(function) = assembly.functions.iter().find(|function| function.name == of.name) else {
            let names: Vec<&str> = assembly.functions.iter().map(|function| function.name.as_str()).collect();
            let message = format!("no function for the thread `{}`", of.name);
            return Err(bad(Span::default(), message, format!("the functions are: {}", names.join(", "))));
        };
        let convention = &called.conventions[thread];
        let mut walker = Walker::new(program, thread, function, convention, (target, chip), &numbers);
        let body = walker.run(Path::begin(convention, function, target)?)?;
        if !walker.ends {
            let message = format!("no path through `{}` ends, so that the code has no final states", function.name);
            return Err(NotModelled::new(function.span, message).into());
        }
        let kept = |register: &RegId| walker.kept.contains(register);
        let mut missing = observed.iter().filter(|(of, _)| *of == thread).map(|(_, register)| register);
        if let Some(register) = missing.find(|register| !kept(register) && written_in(&of.body).contains(register)) {
            let message = format!("`{}` does not say what holds `{}`", of.name, of.registers[*register].name);
            let help = format!("a comment `; {} REGISTER v0` at the end of the thread", instructions().keep());
            return Err(bad(function.span, message, help));
        }
        let body = uncompiled::around(&of.body, body);
        threads.push(Thread { registers: walker.registers, body, span: function.span, ..of.clone() });
    }
    let place = Span::default();
    let objects = program.objects.iter().map(|object| crate::program::Object { span: place, ..object.clone() });
    let mut compiled = Program {
        source: Arc::clone(source),
        threads,
        objects: objects.collect(),
        refinements: vec![],
        ..program.clone()
    };
    add_ends(&mut compiled);
    Ok(compiled)
}

/// Refuses an instruction that no assembler takes for a target.
fn is_assembly(part: &Instruction, target: &Target) -> Result<(), NotModelled> {
    // Tables spell bits so.
    let word = part.words().find(|word| word.contains('='));
    let refused = word.map(|word| format!("`{}` with `{word}`, as no assembly has it", part.mnemonic));
    let refused = refused.or_else(|| suits(part, target).err().map(|misspelled| misspelled.to_string()));
    refused.map_or(Ok(()), |message| Err(NotModelled::new(part.span, message)))
}

/// A function that is run.
pub(super) struct Walker<'a> {
    pub program: &'a Program,
    pub thread: ThreadId,
    pub target: &'a Target,
    pub chip: &'a Chip,
    function: &'a Function,
    pub(super) convention: &'a Convention,
    pub(super) numbers: &'a Numbers,
    /// The lines that are jumped back to.
    heads: BTreeSet<usize>,
    /// The thread's registers: those of the test, then one for each load that is met.
    pub registers: IndexVec<RegId, Register>,
    kept: BTreeSet<RegId>,
    /// Whether some path comes to an end.
    ends: bool,
    steps: usize,
}

/// Where a path goes on after a line.
enum Next {
    /// At the next line.
    Line,
    /// At another one.
    Jump(usize),
    /// Nowhere: the function has returned.
    End,
    /// It depends on a condition, whether the lane executes from here on.
    Lanes(Value),
    /// It depends on a condition whether it goes on at a line, or at the next one.
    Branch(Value, usize),
}

impl<'a> Walker<'a> {
    pub(super) fn new(
        program: &'a Program,
        thread: ThreadId,
        function: &'a Function,
        convention: &'a Convention,
        (target, chip): (&'a Target, &'a Chip),
        numbers: &'a Numbers,
    ) -> Self {
        let registers = program.threads[thread].registers.clone();
        Walker {
            program,
            thread,
            target,
            chip,
            function,
            convention,
            numbers,
            heads: heads(function),
            registers,
            kept: BTreeSet::new(),
            ends: false,
            steps: 0,
        }
    }

    /// A register of the thread that nothing has written.
    pub fn fresh(&mut self, name: String, ty: Type) -> RegId {
        self.registers.push(Register { name, ty, of: crate::program::Executor::Wave })
    }

    /// What a path does to its end.
    pub(super) fn run(&mut self, mut path: Path) -> Result<Vec<Instr>, NotModelled> {
        let function = self.function;
        loop {
            self.steps += 1;
            if self.heads.contains(&path.line) {
                path.loops.entry(path.line).or_default();
            }
            let Some(line) = function.lines.get(path.line) else {
                return Err(NotModelled::new(function.span, format!("`{}` goes on after its end", function.name)));
            };
            let span = match line {
                Line::Code(parts) => parts[0].span,
                Line::Keep { span, .. } => *span,
                Line::Unread(why) => return Err(why.clone()),
            };
            if self.steps > MOST_STEPS {
                return Err(NotModelled::new(span, format!("`{}` takes more than {MOST_STEPS} steps", function.name)));
            }
            if function.lacks_waits {
                self.wait_for_results(&mut path, line, span)?;
            }
            let next = match line {
                Line::Code(parts) => self.code(&mut path, parts)?,
                Line::Keep { register, operands, span } => self.keep(&mut path, register, operands, *span)?,
                Line::Unread(why) => return Err(why.clone()),
            };
            path.line += 1;
            match next {
                Next::Line => {}
                Next::Jump(to) => {
                    if self.ends_in_loop(&mut path, to, span)? {
                        return Ok(path.done);
                    }
                }
                Next::End => {
                    self.ends = true;
                    return Ok(path.done);
                }
                Next::Lanes(condition) => return self.fork(path, condition, span, None),
                Next::Branch(condition, to) => return self.fork(path, condition, span, Some(to)),
            }
        }
    }

    /// Goes both ways, to the end of the function.
    fn fork(
        &mut self,
        mut path: Path,
        condition: Value,
        span: Span,
        to: Option<usize>,
    ) -> Result<Vec<Instr>, NotModelled> {
        path.needs(&condition);
        // What is known from here on is that the condition without its negation holds or not.
        let (atom, sign) = match &condition.kind {
            ValueKind::Unary(UnaryOp::Not, inner) => ((**inner).clone(), false),
            ValueKind::Int(_)
            | ValueKind::Object(_)
            | ValueKind::Register(_)
            | ValueKind::Unary(..)
            | ValueKind::Binary(..)
            | ValueKind::Select(_)
            | ValueKind::Cast(..) => (condition.clone(), true),
        };
        let mut done = std::mem::take(&mut path.done);
        let mut side = |holds: bool| -> Result<Vec<Instr>, NotModelled> {
            let mut path = path.clone();
            path.state.assume(&atom, holds == sign);
            match to {
                None => path.executes = holds,
                Some(to) if holds && self.ends_in_loop(&mut path, to, span)? => return Ok(path.done),
                Some(_) => {}
            }
            self.run(path)
        };
        let (then, otherwise) = (side(true)?, side(false)?);
        done.push(Instr::of_wave(InstrKind::If { condition, then, otherwise }, span));
        Ok(done)
    }

    /// Jumps; true if the path ends there, because a loop would only read again.
    fn ends_in_loop(&mut self, path: &mut Path, to: usize, span: Span) -> Result<bool, NotModelled> {
        if to >= path.line {
            path.line = to;
            return Ok(false);
        }
        let held = path.state.registers();
        let visits = path.loops.entry(to).or_default();
        visits.count += 1;
        path.line = to;
        if visits.count < ITERATIONS {
            visits.earlier = std::mem::take(&mut visits.current);
            visits.first = path.state.clone();
            return Ok(false);
        }
        // What a later iteration begins with is what this one began with, but for what was read: nothing is counted.
        let read = &visits.earlier;
        let names = read.iter().copied().zip(visits.current.iter().copied()).collect();
        let repeats = read.len() == visits.current.len() && path.state.repeats(&visits.first, &names);
        if visits.does_more || !repeats || !read.is_disjoint(&held) {
            let message = "a loop that does more than read again is not modelled";
            return Err(NotModelled::new(span, message));
        }
        // Executions that go on have the same final states as those that have left the loop earlier.
        let kind = InstrKind::Loop { condition: truth(true), at_least_once: false, unroll: None, body: Vec::new() };
        path.done.push(Instr::of_wave(kind, span));
        Ok(true)
    }

    fn code(&mut self, path: &mut Path, parts: &[Instruction]) -> Result<Next, NotModelled> {
        // Parts of one instruction read before any of them writes.
        let before = (parts.len() > 1).then(|| path.clone());
        let mut next = Next::Line;
        for (number, part) in parts.iter().enumerate() {
            let Some(description) = instructions().of(&part.mnemonic) else {
                return Err(NotModelled::new(part.span, format!("`{}` is not understood", part.mnemonic)));
            };
            is_assembly(part, self.target)?;
            if part.has_halves && !description.does.computes() {
                return Err(NotModelled::new(part.span, "halves of registers are not modelled"));
            }
            next = match (description.does, number) {
                (does, _) if does.computes() => {
                    let reader = before.clone().unwrap_or_else(|| path.clone());
                    self.computed(path, &reader, part, description)?;
                    self.lanes(path)
                }
                (_, 0) => self.single(path, part, description)?,
                (_, _) => return Err(NotModelled::new(part.span, format!("`{}` in two parts", part.mnemonic))),
            };
        }
        Ok(next)
    }

    /// Whether what was written leaves it open that the lane executes.
    fn lanes(&self, path: &mut Path) -> Next {
        match path.state.get((RegisterFile::Exec, 0)).and_then(Symbol::mask) {
            None => Next::Line,
            Some(mask) => match number(&mask.bit) {
                Some(known) => {
                    path.executes = known != 0;
                    Next::Line
                }
                None => Next::Lanes(mask.bit),
            },
        }
    }

    /// An instruction that does more than compute.
    fn single(&mut self, path: &mut Path, part: &Instruction, description: &Description) -> Result<Next, NotModelled> {
        let span = part.span;
        if self.on_stack(path, part, description)? {
            return Ok(Next::Line);
        }
        match description.does {
            // Scalar loads are the wave's, and no lane's.
            Does::Load if self.is_scalar(part) => self.load(path, part, description)?,
            access if access.is_access() && !path.executes => self.access_of_others(path, part, description)?,
            Does::LoadToLds | Does::StoreFromLds => self.dma(path, part, description)?,
            Does::Load if part.modifiers.iter().any(|word| instructions().is_to_lds(word)) => {
                self.dma(path, part, description)?;
            }
            Does::Load => self.load(path, part, description)?,
            Does::Store => {
                path.has_effect();
                self.store(path, part, description)?;
            }
            Does::Atomic | Does::Cmpxchg => {
                path.has_effect();
                self.atomic(path, part, description)?;
            }
            Does::Wait => {
                if self.waits_for_reads(part) {
                    path.outstanding.have_read(0);
                }
                let texts = self.wait(part, description)?;
                texts.iter().for_each(|text| self.waited(path, text));
                path.done.extend(texts.into_iter().map(|text| Instr::of_wave(InstrKind::Asm(text), span)));
            }
            Does::Cache => {
                let names = match description.named.as_slice() {
                    [] => vec![part.mnemonic.clone()],
                    named => named.to_vec(),
                };
                let operands = operands_of_tables(part);
                for name in names {
                    self.issue_cache(path, &name, &operands);
                    let text = std::iter::once(name).chain(operands.clone()).collect::<Vec<_>>().join(" ");
                    path.done.push(Instr::of_wave(InstrKind::Asm(text), span));
                }
            }
            Does::Barrier
            | Does::BarrierInit
            | Does::BarrierJoin
            | Does::BarrierLeave
            | Does::BarrierSignal
            | Does::BarrierSignalIsfirst
            | Does::BarrierWait => self.barrier(path, part, description.does)?,
            Does::Nothing => {}
            Does::Branch => return self.branch(path, part, description),
            Does::Return => return self.returns(path, part),
            Does::SaveExec => {
                self.save_exec(path, part, description)?;
                return Ok(self.lanes(path));
            }
            Does::Copy
            | Does::Not
            | Does::Compute
            | Does::Compare
            | Does::Select
            | Does::ReadLane
            | Does::WriteLane
            | Does::Opaque => unreachable!("what computes is no single instruction"),
        }
        Ok(Next::Line)
    }

    fn branch(&self, path: &Path, part: &Instruction, description: &Description) -> Result<Next, NotModelled> {
        let to = match part.operands.as_slice() {
            [Operand::Word(label)] => self.function.labels.get(label),
            [] | [_, ..] => None,
        };
        let Some(&to) = to else {
            return Err(NotModelled::new(part.span, "a branch to no label of the function"));
        };
        let Some(on) = description.on else { return Ok(Next::Jump(to)) };
        let condition = self.any_of(path, on, part.span)?;
        let condition = if description.when { condition } else { not(condition) };
        Ok(match number(&condition) {
            Some(0) => Next::Line,
            Some(_) => Next::Jump(to),
            None => Next::Branch(condition, to),
        })
    }

    fn returns(&self, path: &Path, part: &Instruction) -> Result<Next, NotModelled> {
        match part.operands.as_slice() {
            [] | [Operand::Int(_)] => Ok(Next::End),
            [Operand::Registers(units)] if holds_return(path, units) => Ok(Next::End),
            [_, ..] => Err(NotModelled::new(part.span, "an indirect jump")),
        }
    }

    /// What holds a register of the test at the end.
    fn keep(&mut self, path: &mut Path, name: &str, operands: &[Operand], span: Span) -> Result<Next, NotModelled> {
        let of = &self.program.threads[self.thread].registers;
        let Some(register) = of.iter().position(|register| register.name == name).map(RegId::from_usize) else {
            return Err(NotModelled::new(span, format!("the thread has no register `{name}`")));
        };
        self.kept.insert(register);
        if !path.executes {
            return Ok(Next::Line);
        }
        if !path.kept.insert(register) {
            return Err(NotModelled::new(span, format!("what holds `{name}` is said twice")));
        }
        let ty = of[register].ty;
        let units = |operand: &Operand| match operand {
            Operand::Registers(units) => units.clone(),
            Operand::Int(_) | Operand::Word(_) => Vec::new(),
        };
        let value = match units(&operands[0]).as_slice() {
            [one] => narrowed(self.word_of(path, *one, span)?, ty),
            [low, high] => {
                let symbols = [low, high].map(|unit| self.symbol(path, *unit, span));
                let [low, high] = symbols;
                let (low, high) = (low?, high?);
                let value = joined(&low, &high).ok_or_else(|| self.unknown(&low, span, "what it holds"))?;
                if value.ty == ty { value } else { cast(CastOp::Trunc, value, ty) }
            }
            [] | [_, ..] => return Err(NotModelled::new(span, "a register of another width")),
        };
        if ty != Type::Ptr && has_pointer(&value) {
            return Err(NotModelled::new(span, "a pointer to LDS as a value"));
        }
        let assign = Instr::of_wave(InstrKind::Assign { dest: register, value }, span);
        let Some(written) = operands.get(1) else {
            path.done.push(assign);
            return Ok(Next::Line);
        };
        let [unit] = units(written)[..] else { return Err(NotModelled::new(span, "a register of another width")) };
        let condition = compare(CompareOp::Ne, self.word_of(path, unit, span)?, constant(WORD, 0));
        let kind = InstrKind::If { condition, then: vec![assign], otherwise: Vec::new() };
        path.done.push(Instr::of_wave(kind, span));
        Ok(Next::Line)
    }

    /// Whether the function is of a pass after which another puts in waits.
    pub(super) fn lacks_waits(&self) -> bool {
        self.function.lacks_waits
    }
}

/// Whether registers hold the address to return to.
fn holds_return(path: &Path, units: &[Unit]) -> bool {
    let held: Vec<_> = units.iter().map(|unit| path.state.get(*unit)).collect();
    held == [Some(&Symbol::Return(Half::Low)), Some(&Symbol::Return(Half::High))]
}

/// The lines of a function that are jumped back to.
fn heads(function: &Function) -> BTreeSet<usize> {
    let mut heads = BTreeSet::new();
    for (number, line) in function.lines.iter().enumerate() {
        let Line::Code(parts) = line else { continue };
        let words = parts.iter().flat_map(|part| &part.operands).filter_map(|operand| match operand {
            Operand::Word(word) => function.labels.get(word),
            Operand::Registers(_) | Operand::Int(_) => None,
        });
        heads.extend(words.filter(|&&to| to <= number));
    }
    heads
}

/// The operator that a description names.
pub(super) fn operator(description: &Description) -> Option<BinaryOp> {
    let word = description.op.as_deref()?;
    let arith = word.parse().ok().map(BinaryOp::Arith);
    arith.or_else(|| word.parse().ok().map(BinaryOp::Compare))
}
