//! What is done with barriers: with which, is a number in an operand or in a register, there perhaps beside a count.

use super::NotModelled;
use super::arguments::{Convention, Passed};
use super::assembly::Assembly;
use super::held::implicit;
use super::joining;
use super::machine::Walker;
use super::machine_access::malformed;
use super::mask::Mask;
use super::path::Path;
use super::symbol::{Symbol, number};
use crate::hardware::Chip;
use crate::program::{
    BOOL, Barrier, BarrierId, BarrierObject, BarrierOperation, Instr, InstrKind, Program, RegId, ThreadId, Value,
    ValueKind,
};
use crate::spelling::{Does, Implicit, Instruction, Operand};
use crate::syntax::source::Span;
use crate::targets::Target;
use std::collections::BTreeMap;

/// The named barriers of a program by the numbers that a compiler gave them: by how many there are before it.
pub(super) struct Numbers(BTreeMap<BarrierId, BarrierId>);

impl Numbers {
    /// So many as a target has, each by itself.
    fn all() -> Numbers {
        Numbers((0..16).map(|number| (BarrierId::new(number), BarrierId::new(number))).collect())
    }

    /// As the functions that join them tell.
    ///
    /// # Errors
    /// One of them is not there, or joins nothing.
    pub fn told(
        program: &Program,
        assembly: &Assembly,
        (target, chip): (&Target, &Chip),
    ) -> Result<Numbers, NotModelled> {
        let (mut numbers, all) = (BTreeMap::new(), Numbers::all());
        let convention = Convention { arguments: Vec::new(), passed: Passed::Vector };
        for (barrier, of) in program.barriers.iter_enumerated() {
            let name = joining(&of.name);
            let Some(function) = assembly.functions.iter().find(|function| function.name == name) else {
                let message =
                    format!("the number of the barrier `{}` is not told: no function `{name}` joins it", of.name);
                return Err(NotModelled::new(
                    assembly.processors.first().map_or(Span::default(), |(_, span)| *span),
                    message,
                ));
            };
            let path = Path::begin(&convention, function, target)?;
            let mut walker = Walker::new(program, ThreadId::new(0), function, &convention, (target, chip), &all);
            let done = walker.run(path)?;
            let joined = done.iter().find_map(|instr| {
                let InstrKind::Barrier(Barrier { object, operation: BarrierOperation::Join }) = instr.kind else {
                    return None;
                };
                if let BarrierObject::Named(number) = object { Some(number) } else { None }
            });
            let of_number = joined.map(|number| numbers.insert(number, barrier));
            if of_number != Some(None) {
                let message = format!("the number of the barrier `{}` is not told by `{name}`", of.name);
                return Err(NotModelled::new(function.span, message));
            }
        }
        Ok(Numbers(numbers))
    }
}

impl Walker<'_> {
    /// What an instruction does with a barrier.
    pub(super) fn barrier(&mut self, path: &mut Path, part: &Instruction, does: Does) -> Result<(), NotModelled> {
        let (object, operation) = match (does, part.operands.as_slice()) {
            (Does::Barrier, []) => (BarrierObject::Workgroup, BarrierOperation::Both),
            (Does::BarrierLeave, []) => (self.joined(path, part)?, BarrierOperation::Leave),
            (Does::BarrierWait, [Operand::Int(_)]) => match self.numbered(path, part)? {
                // Whatever its number, it waits at the one that was joined (LLVM 24, AMDGPU Execution Synchronization, Barrier Operations).
                (BarrierObject::Named(_), _) => (self.joined(path, part)?, BarrierOperation::Wait),
                (object, _) => (object, BarrierOperation::Wait),
            },
            (Does::BarrierSignalIsfirst, [_]) => match self.numbered(path, part)? {
                (object, None) => (object, BarrierOperation::SignalIsFirst(self.is_first(path, part))),
                (_, Some(_)) => return Err(malformed(part)),
            },
            (Does::BarrierSignal, [_]) => {
                let (object, count) = self.numbered(path, part)?;
                (object, BarrierOperation::Signal(count))
            }
            (Does::BarrierInit, [_]) => {
                let (object, count) = self.numbered(path, part)?;
                (object, BarrierOperation::Init(count.ok_or_else(|| malformed(part))?))
            }
            (Does::BarrierJoin, [_]) => {
                let (object, _) = self.numbered(path, part)?;
                path.joined = Some(object);
                (object, BarrierOperation::Join)
            }
            (_, _) => return Err(malformed(part)),
        };
        path.has_effect();
        path.done.push(Instr::of_wave(InstrKind::Barrier(Barrier { object, operation }), part.span));
        Ok(())
    }

    /// A register for whether it was the first to arrive, which the condition code says.
    fn is_first(&mut self, path: &mut Path, part: &Instruction) -> RegId {
        let is_first = self.result(path, part, BOOL);
        let value = Value { ty: BOOL, kind: ValueKind::Register(is_first) };
        path.state.set(implicit(Implicit::Scc), Symbol::Mask(Mask::uniform(value)));
        is_first
    }

    fn joined(&self, path: &Path, part: &Instruction) -> Result<BarrierObject, NotModelled> {
        path.joined.ok_or_else(|| NotModelled::new(part.span, "the wave has joined no named barrier on its way here"))
    }

    /// The barrier of the number that an operand is or holds, and the count beside it, if there is one.
    fn numbered(&self, path: &Path, part: &Instruction) -> Result<(BarrierObject, Option<u32>), NotModelled> {
        let (said, count) = match part.operands.as_slice() {
            [Operand::Int(number)] => (of_16_bits(*number), 0),
            [Operand::Registers(units)] => {
                let [unit] = units[..] else { return Err(malformed(part)) };
                let held = number(&self.word_of(path, unit, part.span)?).and_then(|held| u32::try_from(held).ok());
                let held = held.ok_or_else(|| NotModelled::new(part.span, "which barrier this is cannot be told"))?;
                self.target.barriers.parts(held).ok_or_else(|| malformed(part))?
            }
            [] | [_, ..] => return Err(malformed(part)),
        };
        let object = match self.target.barriers.object(said) {
            Some(BarrierObject::Named(number)) => self.numbers.0.get(&number).copied().map(BarrierObject::Named),
            other => other,
        };
        let object =
            object.ok_or_else(|| NotModelled::new(part.span, format!("the test has no barrier of number {said}")))?;
        Ok((object, (count != 0).then_some(count)))
    }
}

/// A number as it is in 16 bits, where the assembly has it with or without its sign.
fn of_16_bits(number: i64) -> i64 {
    match u16::try_from(number) {
        Ok(unsigned) => i64::from(unsigned.cast_signed()),
        Err(_) => number,
    }
}
