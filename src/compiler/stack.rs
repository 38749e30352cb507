//! The stack of a function that is called: words of private memory from the stack pointer on, which hold registers meanwhile. Nobody else accesses them, so that they
//! are no events; who waits for what they count with waits for them besides.

use super::NotModelled;
use super::arguments::Passed;
use super::lanes::copied;
use super::machine::Walker;
use super::machine_access::{as_units, malformed};
use super::outstanding::Kind;
use super::path::Path;
use super::symbol::Symbol;
use crate::spelling::{Description, Does, Instruction, Role, Unit, form_of, instructions, offset, roles_of};
use crate::syntax::hardware::ast::Counted;

/// A word of the stack: the form of accesses that name it, and its first byte from the stack pointer on.
pub type Slot = (String, u64);

/// The size of a register.
const BYTES: u64 = 4;

impl Walker<'_> {
    /// Writes registers to the stack or reads them back, if an access does that; whether it does.
    ///
    /// # Errors
    /// A register of it is not there yet; others of its accesses name words in another way.
    pub(super) fn on_stack(
        &self,
        path: &mut Path,
        part: &Instruction,
        description: &Description,
    ) -> Result<bool, NotModelled> {
        let Some(slots) = self.slots(path, part, description)? else { return Ok(false) };
        if path.lanes().is_none() {
            return Ok(true);
        }
        let form = form_of(part);
        if path.state.slots().any(|(other, _)| other != form) {
            return Err(NotModelled::new(part.span, "the stack is accessed in two ways"));
        }
        match description.does == Does::Load {
            true => self.reload(path, part, description, &slots)?,
            false => self.spill(path, part, description, &slots)?,
        }
        Ok(true)
    }

    fn spill(
        &self,
        path: &mut Path,
        part: &Instruction,
        description: &Description,
        slots: &[Slot],
    ) -> Result<(), NotModelled> {
        let operands = self.operands(part, description)?;
        let [Some(units)] = operands.data.iter().map(|data| as_units(data)).collect::<Vec<_>>()[..] else {
            return Err(malformed(part));
        };
        for (unit, slot) in units.iter().zip(slots) {
            self.complete(path, *unit, part.span)?;
            let held = path.state.get(*unit).cloned().unwrap_or(Symbol::Opaque(part.span));
            if let Some(symbol) = copied(path, held, path.state.slot(slot), part.span) {
                path.state.set_slot(slot.clone(), symbol);
            }
        }
        self.issue(path, part, &Kind::private(Counted::Store), &[])?;
        self.reads_late(path, part, &operands);
        Ok(())
    }

    fn reload(
        &self,
        path: &mut Path,
        part: &Instruction,
        description: &Description,
        slots: &[Slot],
    ) -> Result<(), NotModelled> {
        let operands = self.operands(part, description)?;
        let units = operands.result.ok_or_else(|| malformed(part))?;
        self.issue(path, part, &Kind::private(Counted::Load), units)?;
        self.reads_late(path, part, &operands);
        for (unit, slot) in units.iter().zip(slots) {
            // What was never written there is not known.
            let held = path.state.slot(slot).cloned().unwrap_or(Symbol::Opaque(part.span));
            if let Some(symbol) = copied(path, held, path.state.get(*unit), part.span) {
                path.state.set(*unit, symbol);
            }
        }
        Ok(())
    }

    /// The words of the stack that an access is of; `None` of one that is not by the stack pointer with which the function began.
    fn slots(
        &self,
        path: &Path,
        part: &Instruction,
        description: &Description,
    ) -> Result<Option<Vec<Slot>>, NotModelled> {
        let is_move =
            !self.is_scalar(part) && matches!(description.does, Does::Load | Does::Store) && description.half.is_none();
        let words = description.bits / 32;
        if !is_move || words * 32 != description.bits || self.convention.passed != Passed::Vector {
            return Ok(None);
        }
        let Some(named) = instructions().stack(form_of(part)) else { return Ok(None) };
        let roles = roles_of(part, self.form(part)?, description);
        let places =
            part.operands.iter().zip(&roles).filter(|(_, role)| matches!(role, Role::Address | Role::Resource));
        let is_by_pointer = places.map(|(operand, _)| operand).eq(named.iter());
        let is_untouched = |unit: &Unit| path.state.get(*unit).is_none();
        if !is_by_pointer || !named.iter().filter_map(as_units).flatten().all(is_untouched) {
            return Ok(None);
        }
        let first = match part.modifiers.as_slice() {
            [] => Some(0),
            [word] => offset(word).and_then(|bytes| u64::try_from(bytes).ok()),
            [_, _, ..] => None,
        };
        let Some(first) = first.filter(|bytes| bytes.is_multiple_of(BYTES)) else { return Ok(None) };
        let slot = |word: u32| (form_of(part).to_string(), first + BYTES * u64::from(word));
        Ok(Some((0..words).map(slot).collect()))
    }

    /// An access that the thread's lane does not execute: what other lanes of registers and of the stack have then is not known.
    pub(super) fn access_of_others(
        &self,
        path: &mut Path,
        part: &Instruction,
        description: &Description,
    ) -> Result<(), NotModelled> {
        if path.lanes().is_none() {
            return Ok(());
        }
        path.state.forget_lanes_of_stack(part.span);
        let has_result = matches!(description.does, Does::Load | Does::Atomic | Does::Cmpxchg)
            && !part.modifiers.iter().any(|word| instructions().is_to_lds(word));
        let units = if has_result { self.results(part, description)? } else { &[] };
        path.state.forget_lanes(units, part.span);
        path.outstanding.never_complete(units);
        Ok(())
    }
}
