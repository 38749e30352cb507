//! Lanes of a vector register that hold scalars: unoptimized code keeps masks of lanes and other registers of the wave there.
//!
//! Which lane the thread is, is not known, so that such a register holds nothing that is known of the thread's own. Lanes that do not execute keep what they have, so
//! that only what all lanes execute copies them.

use super::NotModelled;
use super::machine::Walker;
use super::mask::Others;
use super::path::Path;
use super::symbol::{Half, Symbol};
use crate::spelling::{Does, Instruction, Operand, RegisterFile, Unit};
use crate::syntax::source::Span;
use std::collections::BTreeMap;

/// How many lanes a mask has in each of its registers.
const LANES_OF_WORD: u32 = 32;

/// What was written into lanes of a vector register, by their numbers. Of others nothing is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lanes(BTreeMap<u32, Written>);

/// A scalar in a lane.
#[derive(Clone, Debug, PartialEq)]
struct Written {
    symbol: Symbol,
    /// Which half of a mask of two registers it was, if it was one.
    half: Option<Half>,
}

impl Lanes {
    /// The same with something else for what each holds.
    pub fn map(&self, change: impl Fn(&Symbol) -> Symbol) -> Lanes {
        let changed = |written: &Written| Written { symbol: change(&written.symbol), half: written.half };
        Lanes(self.0.iter().map(|(lane, written)| (*lane, changed(written))).collect())
    }

    /// What they hold.
    pub fn symbols(&self) -> impl Iterator<Item = &Symbol> {
        self.0.values().map(|written| &written.symbol)
    }
}

/// Which half of a mask of two registers one holds, if it is of those that hold masks: both begin with an even number.
fn half_of(unit: Unit) -> Option<Half> {
    let half = if unit.1.is_multiple_of(2) { Half::Low } else { Half::High };
    match unit.0 {
        RegisterFile::Scalar | RegisterFile::Vcc | RegisterFile::Exec => Some(half),
        RegisterFile::Vector
        | RegisterFile::Accumulator
        | RegisterFile::Scc
        | RegisterFile::M0
        | RegisterFile::Null => None,
    }
}

/// Whether registers hold a half of a mask, and not all of it: all halves are alike of one whose bits are.
pub(super) fn is_half_of_mask(path: &Path, symbols: &[Symbol]) -> bool {
    let [Symbol::Mask(mask)] = symbols else { return false };
    path.mask_words == 2 && mask.others != Others::Same
}

/// Whether the halves of masks that an instruction reads are those that its one result is.
fn are_of_half(path: &Path, inputs: &[Operand], dest: Unit) -> bool {
    let is_of_half = |unit: &Unit| {
        let is_mask = path.state.get(*unit).is_some_and(|held| is_half_of_mask(path, std::slice::from_ref(held)));
        !is_mask && unit.0 != RegisterFile::Exec || half_of(*unit) == half_of(dest)
    };
    let has_halves = half_of(dest).is_some();
    has_halves
        && inputs.iter().all(|input| match input {
            Operand::Registers(units) => units.iter().all(is_of_half),
            Operand::Int(_) | Operand::Word(_) => true,
        })
}

/// What a vector register, or a word of the stack, becomes where a copy writes it; `None` if it stays as it was for the thread.
pub(super) fn copied(path: &Path, symbol: Symbol, before: Option<&Symbol>, span: Span) -> Option<Symbol> {
    let lanes = path.lanes();
    if lanes.is_all() || path.executes && !is_of_lanes(&symbol) {
        return Some(symbol);
    }
    let is_mixed = path.executes || !lanes.is_none() && before.is_some_and(is_of_lanes);
    is_mixed.then_some(Symbol::Opaque(span))
}

/// Whether a register holds scalars in lanes.
pub(super) fn is_of_lanes(symbol: &Symbol) -> bool {
    matches!(symbol, Symbol::Lanes(_))
}

/// Whether an instruction is the vector unit's.
pub(super) fn is_of_vector_unit(part: &Instruction) -> bool {
    part.mnemonic.starts_with("v_")
}

/// Whether registers have a value for each lane.
pub(super) fn has_lanes(units: &[Unit]) -> bool {
    units.iter().all(|(file, _)| matches!(file, RegisterFile::Vector | RegisterFile::Accumulator))
}

/// What is known of what a computation leaves in registers, by which lanes execute, and which half of a mask it is.
pub(super) fn settled(
    path: &Path,
    part: &Instruction,
    does: Does,
    (dest, inputs): (&[Unit], &[Operand]),
    symbols: Vec<Symbol>,
) -> Vec<Symbol> {
    let unknown = Symbol::Opaque(part.span);
    let is_copy = does == Does::Copy && is_of_vector_unit(part);
    let is_of_thread = path.executes && path.lanes().others == Others::Clear;
    if is_copy && !has_lanes(dest) && !is_of_thread {
        // The first lane is another's.
        return vec![unknown; dest.len()];
    }
    if let [unit] = dest
        && is_half_of_mask(path, &symbols)
        && !are_of_half(path, inputs, *unit)
    {
        return vec![unknown];
    }
    if does == Does::WriteLane {
        return symbols;
    }
    let settle = |(symbol, unit): (Symbol, &Unit)| match is_of_lanes(&symbol) && is_copy && has_lanes(dest) {
        true => copied(path, symbol, path.state.get(*unit), part.span).unwrap_or(unknown.clone()),
        false if is_of_lanes(&symbol) => unknown.clone(),
        false => symbol,
    };
    symbols.into_iter().zip(dest).map(settle).collect()
}

impl Walker<'_> {
    /// What a vector register holds once a scalar is written into one of its lanes, whichever of them execute; `None` if the lane is not known.
    pub(super) fn write_lane(
        &self,
        reader: &Path,
        inputs: &[Operand],
        dest: &[Unit],
        span: Span,
    ) -> Result<Option<Vec<Symbol>>, NotModelled> {
        let ([value, lane], [register]) = (inputs, dest) else { return Ok(None) };
        let Some(lane) = lane_of(reader, lane) else { return Ok(None) };
        let read = self.read_one(reader, value, 1, span)?;
        let [symbol] = &read[..] else { return Ok(None) };
        let half = match value {
            Operand::Registers(units) => units.first().copied().and_then(half_of),
            Operand::Int(_) | Operand::Word(_) => None,
        };
        let mut lanes = match reader.state.get(*register) {
            Some(Symbol::Lanes(lanes)) => lanes.clone(),
            Some(_) | None => Lanes::default(),
        };
        lanes.0.insert(lane, Written { symbol: symbol.clone(), half });
        Ok(Some(vec![Symbol::Lanes(lanes)]))
    }

    /// What a lane of a vector register holds, as a scalar; `None` if that is not known.
    pub(super) fn read_lane(
        &self,
        reader: &Path,
        inputs: &[Operand],
        dest: &[Unit],
        span: Span,
    ) -> Result<Option<Vec<Symbol>>, NotModelled> {
        let ([Operand::Registers(from), lane], [to]) = (inputs, dest) else { return Ok(None) };
        from.iter().try_for_each(|unit| self.complete(reader, *unit, span))?;
        let (Some(lane), [from]) = (lane_of(reader, lane), &from[..]) else { return Ok(None) };
        let Some(Symbol::Lanes(lanes)) = reader.state.get(*from) else { return Ok(None) };
        let Some(Written { symbol, half }) = lanes.0.get(&lane) else { return Ok(None) };
        let is_other = is_half_of_mask(reader, std::slice::from_ref(symbol)) && *half != half_of(*to);
        Ok((!is_other).then(|| vec![symbol.clone()]))
    }
}

/// The number of a lane of the wave, if it is told; what a register holds is not.
fn lane_of(path: &Path, operand: &Operand) -> Option<u32> {
    match operand {
        Operand::Int(number) => u32::try_from(*number).ok().filter(|number| *number < LANES_OF_WORD * path.mask_words),
        Operand::Registers(_) | Operand::Word(_) => None,
    }
}
