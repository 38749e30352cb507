//! Instructions that only compute: what they leave in registers.

use super::NotModelled;
use super::held::{implicit, narrowed};
use super::lanes::{has_lanes, is_half_of_mask, is_of_vector_unit, settled};
use super::machine::{Walker, operator};
use super::mask::{Mask, Others};
use super::path::Path;
use super::symbol::{DOUBLE, Half, Symbol, WORD, arith, compare, constant, halves, joined, number, select, truth};
use crate::llvm::IntType;
use crate::program::{ArithOp, BinaryOp, CompareOp, UnaryOp, Value, ValueKind};
use crate::spelling::{Description, Does, Implicit, Instruction, Operand, RegisterFile, Scc, Unit, instructions};
use crate::syntax::litmus::ast::Type;
use crate::syntax::source::Span;

/// An operation on all bits alike, which masks of lanes have too.
#[derive(Clone, Copy)]
enum Bitwise {
    And,
    Or,
    Xor,
    AndNot,
    OrNot,
}

impl Bitwise {
    fn parse(word: &str) -> Option<Bitwise> {
        [("&", Self::And), ("|", Self::Or), ("^", Self::Xor), ("and-not", Self::AndNot), ("or-not", Self::OrNot)]
            .into_iter()
            .find_map(|(known, op)| (known == word).then_some(op))
    }

    fn of_masks(self, a: Mask, b: Mask) -> Mask {
        match self {
            Bitwise::And => a.and(b),
            Bitwise::Or => a.or(b),
            Bitwise::Xor => a.xor(b),
            Bitwise::AndNot => a.and(!b),
            Bitwise::OrNot => a.or(!b),
        }
    }

    /// What is known of a result one of whose masks is not known, by the other.
    fn of_one(self, a: Option<Mask>, b: Option<Mask>) -> Option<Mask> {
        match (self, a.or_else(|| self.second(b?))?) {
            (Bitwise::And | Bitwise::AndNot, known) => known.decides_and(),
            (Bitwise::Or | Bitwise::OrNot, known) => known.decides_or(),
            (Bitwise::Xor, _) => None,
        }
    }

    /// The second mask, as it is combined with the first.
    fn second(self, b: Mask) -> Option<Mask> {
        match self {
            Bitwise::And | Bitwise::Or => Some(b),
            Bitwise::AndNot | Bitwise::OrNot => Some(!b),
            Bitwise::Xor => None,
        }
    }

    fn of_words(self, a: Value, b: Value) -> Value {
        match self {
            Bitwise::And => arith(ArithOp::And, a, b),
            Bitwise::Or => arith(ArithOp::Or, a, b),
            Bitwise::Xor => arith(ArithOp::Xor, a, b),
            Bitwise::AndNot => arith(ArithOp::And, a, complement(b)),
            Bitwise::OrNot => arith(ArithOp::Or, a, complement(b)),
        }
    }
}

fn complement(value: Value) -> Value {
    match (number(&value), value.ty) {
        (Some(known), ty) => constant(ty, !known),
        (None, ty) => Value { ty, kind: ValueKind::Unary(UnaryOp::Complement, Box::new(value)) },
    }
}

impl Walker<'_> {
    /// What an instruction that computes leaves, reading from `reader`.
    pub(super) fn computed(
        &self,
        path: &mut Path,
        reader: &Path,
        part: &Instruction,
        description: &Description,
    ) -> Result<(), NotModelled> {
        // What follows the operands of a computation changes what it computes.
        if part.has_halves || !part.modifiers.is_empty() {
            return opaque(path, part);
        }
        let is_vector = is_of_vector_unit(part);
        let (mut dest, inputs) = split(part, description);
        let writes_mask = description.does == Does::Compare && description.to == Some(Implicit::Exec);
        if writes_mask && dest.is_empty() && instructions().cmpx_writes_vcc(self.target) {
            dest = path.whole(Implicit::Vcc);
        }
        // Lanes that do not execute keep what they have; of a comparison their bits become 0.
        let ignores_lanes = matches!(description.does, Does::Compare | Does::WriteLane);
        if is_vector && !path.executes && has_lanes(&dest) && !ignores_lanes {
            if !path.lanes().is_none() {
                path.state.forget_lanes(&dest, part.span);
            }
            return Ok(());
        }
        let symbols = match description.does {
            Does::Copy => match (inputs, description.signed) {
                ([Operand::Int(number)], true) => Some(vec![signed(*number, description.bits, part.span)?]),
                (inputs, _) => self.read(reader, inputs, dest.len(), part.span)?.into_iter().next(),
            },
            Does::Not => self.complemented(reader, inputs, dest.len(), part.span)?,
            Does::Compute => self.combined(reader, inputs, &dest, description, part.span)?,
            Does::Select => self.selected(reader, inputs, description, part.span)?,
            Does::ReadLane => self.read_lane(reader, inputs, &dest, part.span)?,
            Does::WriteLane => self.write_lane(reader, inputs, &dest, part.span)?,
            Does::Compare => {
                let result = self.compared(reader, inputs, description, part.span)?;
                return self.write_comparison(path, (dest, result), is_vector, description, part.span);
            }
            Does::Opaque => return opaque(path, part),
            Does::Load
            | Does::Store
            | Does::Atomic
            | Does::Cmpxchg
            | Does::LoadToLds
            | Does::StoreFromLds
            | Does::Wait
            | Does::Cache
            | Does::Barrier
            | Does::BarrierInit
            | Does::BarrierJoin
            | Does::BarrierLeave
            | Does::BarrierSignal
            | Does::BarrierSignalIsfirst
            | Does::BarrierWait
            | Does::Nothing
            | Does::Branch
            | Does::Return
            | Does::SaveExec => unreachable!("only what computes is asked what it computes"),
        };
        let symbols = symbols.filter(|symbols| symbols.len() == dest.len());
        let symbols = symbols.unwrap_or_else(|| vec![Symbol::Opaque(part.span); dest.len()]);
        let symbols = settled(path, part, description.does, (&dest, inputs), symbols);
        match is_half_of_mask(path, &symbols) {
            true => set_scc(path, &[Symbol::Opaque(part.span)], description.scc, part.span),
            false => set_scc(path, &symbols, description.scc, part.span),
        }
        // The carry.
        if let [Operand::Registers(_), Operand::Registers(carry), _, _] = part.operands.as_slice()
            && description.does == Does::Compute
        {
            write(path, carry, &vec![Symbol::Opaque(part.span); carry.len()], part.span)?;
        }
        write(path, &dest, &symbols, part.span)
    }

    /// What operands hold, as so many registers each; `None` of a word, which means something that is not known.
    fn read(
        &self,
        reader: &Path,
        inputs: &[Operand],
        width: usize,
        span: Span,
    ) -> Result<Vec<Vec<Symbol>>, NotModelled> {
        inputs.iter().map(|input| self.read_one(reader, input, width, span)).collect()
    }

    pub(super) fn read_one(
        &self,
        reader: &Path,
        input: &Operand,
        width: usize,
        span: Span,
    ) -> Result<Vec<Symbol>, NotModelled> {
        match input {
            Operand::Registers(units) => {
                units.iter().try_for_each(|unit| self.complete(reader, *unit, span))?;
                // What was never written is not the test's: it is not known, and may be copied.
                let held = |unit: &Unit| self.symbol(reader, *unit, span).unwrap_or(Symbol::Opaque(span));
                Ok(units.iter().map(held).collect())
            }
            Operand::Int(number) if width == 2 => Ok(halves(constant(DOUBLE, number.cast_unsigned())).to_vec()),
            Operand::Int(number) if !is_word(*number) => {
                Err(NotModelled::new(span, format!("`{number}` has more than 32 bits")))
            }
            Operand::Int(number) => Ok(vec![Symbol::Word(constant(WORD, number.cast_unsigned()))]),
            Operand::Word(_) => Ok(vec![Symbol::Opaque(span); width]),
        }
    }

    fn complemented(
        &self,
        reader: &Path,
        inputs: &[Operand],
        width: usize,
        span: Span,
    ) -> Result<Option<Vec<Symbol>>, NotModelled> {
        let read = self.read(reader, inputs, width, span)?;
        let [input] = &read[..] else { return Ok(None) };
        Ok(match input.first() {
            Some(Symbol::Mask(_)) => mask_of(input).map(|mask| vec![Symbol::Mask(!mask); width]),
            Some(Symbol::Word(value)) if width == 1 && value.ty == WORD => {
                Some(vec![Symbol::Word(complement(value.clone()))])
            }
            Some(
                Symbol::Word(_)
                | Symbol::Half(..)
                | Symbol::Arguments(_)
                | Symbol::Return(_)
                | Symbol::Lanes(_)
                | Symbol::Opaque(_),
            )
            | None => None,
        })
    }

    fn combined(
        &self,
        reader: &Path,
        inputs: &[Operand],
        dest: &[Unit],
        description: &Description,
        span: Span,
    ) -> Result<Option<Vec<Symbol>>, NotModelled> {
        let read = self.read(reader, inputs, dest.len(), span)?;
        let [a, b] = &read[..] else { return Ok(None) };
        let (a, b) = if description.swapped { (b, a) } else { (a, b) };
        let bitwise = description.op.as_deref().and_then(Bitwise::parse);
        let is_mask = |symbols: &[Symbol]| matches!(symbols.first(), Some(Symbol::Mask(_)));
        let to_mask = dest.iter().any(|unit| matches!(unit.0, RegisterFile::Exec | RegisterFile::Vcc));
        if let Some(bitwise) = bitwise
            && (is_mask(a) || is_mask(b) || to_mask)
        {
            let mask = match (mask_of(a), mask_of(b)) {
                (Some(a), Some(b)) => Some(bitwise.of_masks(a, b)),
                (a, b) => bitwise.of_one(a, b),
            };
            return Ok(mask.map(|mask| vec![Symbol::Mask(mask); dest.len()]));
        }
        let mut symbols = Vec::new();
        for (a, b) in a.iter().zip(b) {
            let (Symbol::Word(a), Symbol::Word(b)) = (a, b) else { return Ok(None) };
            if a.ty != WORD || b.ty != WORD {
                return Ok(None);
            }
            let (a, b) = (a.clone(), b.clone());
            let value = match (bitwise, operator(description)) {
                (Some(bitwise), _) => bitwise.of_words(a, b),
                (None, Some(BinaryOp::Arith(op))) if dest.len() == 1 => arith(op, a, counted(op, b)),
                (None, _) => return Ok(None),
            };
            symbols.push(Symbol::Word(value));
        }
        Ok(Some(symbols))
    }

    fn selected(
        &self,
        reader: &Path,
        inputs: &[Operand],
        description: &Description,
        span: Span,
    ) -> Result<Option<Vec<Symbol>>, NotModelled> {
        let read = self.read(reader, inputs, 1, span)?;
        let on = || self.mask_in(reader, description.on.unwrap_or(Implicit::Vcc), span);
        let (a, b, mask) = match &read[..] {
            [a, b] => (a, b, on()?),
            [a, b, mask] if mask.len() >= reader.mask_words as usize => (a, b, mask_of(mask)),
            _ => return Ok(None),
        };
        let (a, b) = if description.swapped { (b, a) } else { (a, b) };
        let ([a], [b], Some(condition)) = (&a[..], &b[..], mask) else { return Ok(None) };
        // No lane or every lane, by what is the same for all.
        if description.on == Some(Implicit::Scc)
            && let (Some(a), Some(b)) = (a.mask(), b.mask())
        {
            return Ok(Some(vec![Symbol::Mask(Mask::select(condition.bit, b, a))]));
        }
        // The first where the bit is 0, the second where it is 1.
        let condition = condition.bit;
        Ok(match (a, b, number(&condition)) {
            (_, _, Some(0)) => Some(vec![a.clone()]),
            (_, _, Some(_)) => Some(vec![b.clone()]),
            (Symbol::Word(a), Symbol::Word(b), None) if a.ty == b.ty => {
                Some(vec![Symbol::Word(select(condition, b.clone(), a.clone()))])
            }
            (Symbol::Half(a, of_a), Symbol::Half(b, of_b), None) if a.ty == b.ty && of_a == of_b => {
                let half: Half = *of_a;
                Some(vec![Symbol::Half(select(condition, b.clone(), a.clone()), half)])
            }
            (_, _, None) => None,
        })
    }

    /// The truth value of a comparison; `None` if it is not known.
    fn compared(
        &self,
        reader: &Path,
        inputs: &[Operand],
        description: &Description,
        span: Span,
    ) -> Result<Option<Value>, NotModelled> {
        let width = if description.bits == 64 { 2 } else { 1 };
        let read = self.read(reader, inputs, width, span)?;
        let value = |symbols: &[Symbol]| match (symbols, description.bits) {
            ([low, high], 64) => joined(low, high),
            ([Symbol::Word(value)], 32) => Some(value.clone()),
            ([Symbol::Word(value)], 16) if value.ty == WORD => Some(narrowed(value.clone(), Type::Int(IntType::I16))),
            _ => None,
        };
        let [a, b] = &read[..] else { return Ok(None) };
        let (Some(a), Some(b)) = (value(a), value(b)) else { return Ok(None) };
        Ok(match operator(description) {
            Some(BinaryOp::Compare(op)) if a.ty == b.ty && (a.ty != Type::Ptr || is_equality(op)) => {
                Some(compare(op, a, b))
            }
            Some(BinaryOp::Compare(_) | BinaryOp::Arith(_) | BinaryOp::Logic(_)) | None => None,
        })
    }

    fn write_comparison(
        &self,
        path: &mut Path,
        (dest, result): (Vec<Unit>, Option<Value>),
        is_vector: bool,
        description: &Description,
        span: Span,
    ) -> Result<(), NotModelled> {
        // Lanes that do not execute have 0.
        let others = if path.lanes().others == Others::Clear { Others::Clear } else { Others::Unknown };
        let symbol = match result {
            _ if is_vector && !path.executes => Symbol::Mask(Mask { bit: truth(false), others }),
            Some(result) if is_vector => Symbol::Mask(Mask { bit: result, others }),
            Some(result) => Symbol::Mask(Mask::uniform(result)),
            None => Symbol::Opaque(span),
        };
        write(path, &dest, &vec![symbol.clone(); dest.len()], span)?;
        match description.to {
            Some(to) => {
                let units = path.whole(to);
                write(path, &units, &vec![symbol; units.len()], span)
            }
            None => Ok(()),
        }
    }

    /// Saves the mask of lanes, and combines it with another.
    pub(super) fn save_exec(
        &self,
        path: &mut Path,
        part: &Instruction,
        description: &Description,
    ) -> Result<(), NotModelled> {
        let span = part.span;
        let bitwise = description.op.as_deref().and_then(Bitwise::parse);
        let ([Operand::Registers(saved), source], Some(bitwise)) = (part.operands.as_slice(), bitwise) else {
            return Err(NotModelled::new(span, format!("`{}` with these operands is not understood", part.mnemonic)));
        };
        let read = self.read_one(path, source, saved.len(), span)?;
        let symbol = read.first().cloned().unwrap_or(Symbol::Opaque(span));
        let mask = mask_of(&read).ok_or_else(|| self.unknown(&symbol, span, "which lanes execute"))?;
        let before = path.lanes();
        write(path, saved, &vec![Symbol::Mask(before.clone()); saved.len()], span)?;
        let symbols = vec![Symbol::Mask(bitwise.of_masks(mask, before)); saved.len()];
        set_scc(path, &symbols, description.scc, span);
        let units: Vec<Unit> = (0..).map(|word| (RegisterFile::Exec, word)).take(saved.len()).collect();
        write(path, &units, &symbols, span)
    }
}

/// What registers hold as one mask: of two halves, what both hold.
fn mask_of(symbols: &[Symbol]) -> Option<Mask> {
    let mask = symbols.first()?.mask()?;
    symbols.iter().all(|half| half.mask().as_ref() == Some(&mask)).then_some(mask)
}

/// The registers that an instruction names as its result, and what it reads.
fn split<'i>(part: &'i Instruction, description: &Description) -> (Vec<Unit>, &'i [Operand]) {
    // A comparison whose result has a place of its own may also name one.
    let names_none = description.to.is_some() && part.operands.len() == 2;
    match part.operands.as_slice() {
        operands if names_none => (Vec::new(), operands),
        [Operand::Registers(dest), Operand::Registers(_), rest @ ..]
            if description.does == Does::Compute && rest.len() == 2 =>
        {
            (dest.clone(), rest)
        }
        [Operand::Registers(dest), rest @ ..] => (dest.clone(), rest),
        operands => (Vec::new(), operands),
    }
}

/// By how much a vector instruction shifts: the low five bits of its operand say so, which is why LLVM drops an `and` with 31 (LLVM 22, AMDGPUInstructions.td, `csh_mask_32`).
/// Operands of others stay as they are.
fn counted(op: ArithOp, operand: Value) -> Value {
    match op {
        ArithOp::Shl | ArithOp::Lshr | ArithOp::Ashr => arith(ArithOp::And, operand, constant(WORD, 31)),
        ArithOp::Or | ArithOp::And | ArithOp::Xor | ArithOp::Add | ArithOp::Sub | ArithOp::Mul => operand,
    }
}

/// The word that a number of so many bits, with a sign, becomes; assemblers write it with a sign or by its bits.
fn signed(number: i64, bits: u32, span: Span) -> Result<Symbol, NotModelled> {
    let half = 1i64 << bits.saturating_sub(1);
    let read = match number {
        _ if (half..2 * half).contains(&number) => number - 2 * half,
        _ if (-half..half).contains(&number) => number,
        _ => return Err(NotModelled::new(span, format!("`{number}` has more than {bits} bits"))),
    };
    Ok(Symbol::Word(constant(WORD, read.cast_unsigned())))
}

/// Whether a number is one of 32 bits, with a sign or without.
fn is_word(number: i64) -> bool {
    i32::try_from(number).is_ok() || u32::try_from(number).is_ok()
}

fn is_equality(op: CompareOp) -> bool {
    matches!(op, CompareOp::Eq | CompareOp::Ne)
}

/// Writes registers; what the mask of lanes becomes has to be known.
fn write(path: &mut Path, units: &[Unit], symbols: &[Symbol], span: Span) -> Result<(), NotModelled> {
    let lanes = units.iter().zip(symbols).filter(|((file, _), _)| *file == RegisterFile::Exec);
    let lanes: Vec<(u32, Symbol)> = lanes.map(|((_, word), symbol)| (*word, symbol.clone())).collect();
    let words: Vec<u32> = lanes.iter().map(|(word, _)| *word).collect();
    let halves: Vec<Symbol> = lanes.into_iter().map(|(_, symbol)| symbol).collect();
    let is_whole = words == [0, 1] || words == [0] && path.mask_words == 1;
    if !words.is_empty() && (!is_whole || mask_of(&halves).is_none()) {
        return Err(NotModelled::new(span, "which lanes execute is not known"));
    }
    for (&unit, symbol) in units.iter().zip(symbols) {
        let symbol = match (unit.0, symbol.mask()) {
            (RegisterFile::Exec, None) => return Err(NotModelled::new(span, "which lanes execute is not known")),
            // The upper half of a mask is as the lower one.
            (RegisterFile::Exec, Some(mask)) => Symbol::Mask(mask),
            (_, _) => symbol.clone(),
        };
        if let Some(why) = path.outstanding.forbids(unit) {
            return Err(NotModelled::new(span, why));
        }
        path.state.set(unit, symbol);
    }
    Ok(())
}

fn set_scc(path: &mut Path, symbols: &[Symbol], scc: Option<Scc>, span: Span) {
    let symbol = match (scc, symbols) {
        (None, _) => return,
        (Some(Scc::Nonzero), [Symbol::Mask(mask), ..]) => {
            mask.any().map_or(Symbol::Opaque(span), |any| Symbol::Mask(Mask::uniform(any)))
        }
        (Some(Scc::Nonzero), [Symbol::Word(value)]) => {
            Symbol::Mask(Mask::uniform(compare(CompareOp::Ne, value.clone(), constant(WORD, 0))))
        }
        (Some(Scc::Nonzero | Scc::Opaque), _) => Symbol::Opaque(span),
    };
    path.state.set(implicit(Implicit::Scc), symbol);
}

/// All registers that an instruction names may be written, and the condition codes.
fn opaque(path: &mut Path, part: &Instruction) -> Result<(), NotModelled> {
    let named = part.operands.iter().filter_map(|operand| match operand {
        Operand::Registers(units) => Some(units.as_slice()),
        Operand::Int(_) | Operand::Word(_) => None,
    });
    let codes = [implicit(Implicit::Scc), implicit(Implicit::Vcc)];
    let units: Vec<Unit> = named.flatten().copied().chain(codes).collect();
    if units.iter().any(|unit| unit.0 == RegisterFile::Exec) {
        let message = format!("`{}` is not understood, and names the mask of lanes", part.mnemonic);
        return Err(NotModelled::new(part.span, message));
    }
    if let Some(why) = units.iter().find_map(|unit| path.outstanding.forbids(*unit)) {
        return Err(NotModelled::new(part.span, why));
    }
    units.into_iter().for_each(|unit| path.state.set(unit, Symbol::Opaque(part.span)));
    Ok(())
}
