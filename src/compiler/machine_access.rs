//! Accesses, waits and cache operations: what they are to tables and hardware files, and which location an address is.

use super::NotModelled;
use super::arguments::Passed;
use super::held::narrowed;
use super::machine::Walker;
use super::outstanding::Kind;
use super::path::Path;
use super::symbol::{Half, Symbol, WORD, arith, cast, constant, halves, has_pointer, joined, number};
use crate::llvm::{AddressSpace, IntType, Ordering, SyncScope, TagSet};
use crate::program::{Access, ArithOp, CastOp, Cmpxchg, Instr, InstrKind, ObjectId, RegId, Value, ValueKind};
use crate::spelling::{
    Description, Does, Form, Instruction, LateOperands, Operand, RegisterFile, Role, SwapData, Unit, WordHalf, form_of,
    instructions, kind_of, offset, operands_of_tables, roles_of, tells_of_address, waits,
};
use crate::syntax::hardware::ast::Counted;
use crate::syntax::litmus::ast::Type;
use crate::syntax::source::Span;
use crate::targets;

/// The operands of an access, by role.
pub(super) struct Operands<'i> {
    pub result: Option<&'i [Unit]>,
    pub data: Vec<&'i Operand>,
    address: Vec<&'i Operand>,
    resource: Option<&'i Operand>,
}

impl Walker<'_> {
    pub(super) fn load(
        &mut self,
        path: &mut Path,
        part: &Instruction,
        description: &Description,
    ) -> Result<(), NotModelled> {
        if description.half.is_some() {
            let message = format!("`{}` leaves half of its register as it was, which is not modelled", part.mnemonic);
            return Err(NotModelled::new(part.span, message));
        }
        let operands = self.operands(part, description)?;
        let result = operands.result.ok_or_else(|| malformed(part))?;
        if let Some(words) = self.arguments(path, part, &operands)? {
            for (at, unit) in result.iter().enumerate() {
                let held = words.get(at).cloned().flatten();
                path.state.set(*unit, held.unwrap_or(Symbol::Opaque(part.span)));
            }
            self.issue(path, part, &Kind::SCALAR, result)?;
            self.reads_late(path, part, &operands);
            return Ok(());
        }
        let access = self.access(path, part, &operands, description)?;
        let ty = access.ty;
        let dest = self.result(path, part, ty);
        self.issue(path, part, &self.counted(part, &access, Counted::Load), result)?;
        self.reads_late(path, part, &operands);
        path.done.push(Instr::of_wave(InstrKind::Load { dest, access }, part.span));
        write_result(path, result, dest, ty, description.signed, part)
    }

    /// What a load of a kernel's arguments finds, word by word; `None` of another. It is no event: nothing writes them, and who waits for what they count with waits
    /// for it besides.
    fn arguments(
        &self,
        path: &Path,
        part: &Instruction,
        operands: &Operands<'_>,
    ) -> Result<Option<Vec<Option<Symbol>>>, NotModelled> {
        let pointer = [Symbol::Arguments(Half::Low), Symbol::Arguments(Half::High)];
        let holds_it = |operand: &&Operand| match as_units(operand) {
            Some([low, high]) => {
                [low, high].map(|unit| path.state.get(*unit)) == [Some(&pointer[0]), Some(&pointer[1])]
            }
            Some(_) | None => false,
        };
        let Some((_, offsets)) = operands.address.split_first().filter(|(first, _)| holds_it(first)) else {
            return Ok(None);
        };
        let untold = || NotModelled::new(part.span, "which argument of the kernel this loads cannot be told");
        let mut bytes = 0;
        for offset in offsets {
            let Operand::Int(number) = offset else { return Err(untold()) };
            bytes += u64::try_from(*number).map_err(|_| untold())? * u64::from(self.target.scalar_offset_bytes);
        }
        let kind = (form_of(part), targets::Access::Load);
        if part.modifiers.iter().any(|word| tells_of_address(word, kind, self.target)) || bytes % 4 != 0 {
            return Err(untold());
        }
        let words = self.convention.segment();
        let first = usize::try_from(bytes / 4).map_err(|_| untold())?;
        Ok(Some(words.into_iter().skip(first).collect()))
    }

    pub(super) fn store(
        &mut self,
        path: &mut Path,
        part: &Instruction,
        description: &Description,
    ) -> Result<(), NotModelled> {
        let operands = self.operands(part, description)?;
        let access = self.access(path, part, &operands, description)?;
        let [data] = operands.data[..] else { return Err(malformed(part)) };
        let registers = units(data, part)?;
        let value = match description.half {
            Some(WordHalf::High) => self.upper(path, &registers, access.ty, part.span)?,
            Some(WordHalf::Low) | None => self.data(path, &registers, access.ty, part.span)?,
        };
        self.issue(path, part, &self.counted(part, &access, Counted::Store), &[])?;
        self.reads_late(path, part, &operands);
        path.done.push(Instr::of_wave(InstrKind::Store { value, access }, part.span));
        Ok(())
    }

    pub(super) fn atomic(
        &mut self,
        path: &mut Path,
        part: &Instruction,
        description: &Description,
    ) -> Result<(), NotModelled> {
        let operands = self.operands(part, description)?;
        let access = self.access(path, part, &operands, description)?;
        let access = Access { ordering: Some(Ordering::Monotonic), ..access };
        let (ty, span) = (access.ty, part.span);
        let to_memory = if operands.result.is_some() { Counted::AtomicReturn } else { Counted::AtomicNoreturn };
        let counted = self.counted(part, &access, to_memory);
        let (kind, dest) = if description.does == Does::Cmpxchg {
            let [new, expected] = swap_data(&operands, description, part)?;
            let (new, expected) = (self.data(path, &new, ty, span)?, self.data(path, &expected, ty, span)?);
            let dest = operands.result.map(|_| self.result(path, part, ty));
            let failure = Ordering::Monotonic;
            let cmpxchg = Cmpxchg { dest, success: None, weak: false, expected, new, access, failure };
            (InstrKind::Cmpxchg(Box::new(cmpxchg)), dest)
        } else {
            let op = description.op.as_deref().and_then(|op| op.parse().ok()).ok_or_else(|| malformed(part))?;
            let [data] = operands.data[..] else { return Err(malformed(part)) };
            let value = self.data(path, &units(data, part)?, ty, span)?;
            let dest = operands.result.map(|_| self.result(path, part, ty));
            (InstrKind::Rmw { dest, op, value, access }, dest)
        };
        self.issue(path, part, &counted, operands.result.unwrap_or_default())?;
        self.reads_late(path, part, &operands);
        path.done.push(Instr::of_wave(kind, span));
        match (dest, operands.result) {
            (Some(dest), Some(result)) => {
                let width = (ty.bits() / 32) as usize;
                // Where the result is in the data's registers, those of a compare-and-swap's expected value stay.
                write_result(path, &result[..width.min(result.len())], dest, ty, false, part)
            }
            (None, _) | (_, None) => Ok(()),
        }
    }

    /// Registers of what was just issued may be read after it, where the target does so. A later pass waits for that where functions have no such waits yet.
    pub(super) fn reads_late(&self, path: &mut Path, part: &Instruction, operands: &Operands<'_>) {
        if self.is_lds(part) || self.lacks_waits() {
            return;
        }
        let Some(late) = instructions().reads_late(self.target) else { return };
        let mut read = operands.data.clone();
        let mut lanes = Vec::new();
        match late.of {
            LateOperands::Data => {}
            LateOperands::All => {
                read.extend(operands.address.iter().copied().chain(operands.resource));
                // An access by lanes reads which of them execute.
                if !self.is_scalar(part) {
                    lanes = vec![(RegisterFile::Exec, 0), (RegisterFile::Exec, 1)];
                }
            }
        }
        let named = read.into_iter().filter_map(as_units).flatten().copied();
        path.outstanding.reads_late(named.chain(lanes).collect());
    }

    /// The counter of accesses that have not read their registers, where the target has one.
    pub(super) fn late_counter(&self) -> Option<&String> {
        instructions().reads_late(self.target).map(|late| &late.counter)
    }

    /// Whether a wait is one for registers to be read, where hardware files do not have the counter.
    pub(super) fn waits_for_reads(&self, part: &Instruction) -> bool {
        let Some(counter) = self.late_counter() else { return false };
        let none_left = format!("{counter}(0)");
        part.words().any(|word| word == none_left)
    }

    /// Whether an instruction accesses memory by way of the scalar cache.
    pub(super) fn is_scalar(&self, part: &Instruction) -> bool {
        self.target.scalar.contains_key(instructions().plain(&part.mnemonic))
    }

    /// A register for what an instruction reads.
    pub(super) fn result(&mut self, path: &mut Path, part: &Instruction, ty: Type) -> RegId {
        let dest = self.fresh(format!("{}.{}", part.mnemonic, self.registers.len()), ty);
        path.loaded(dest);
        dest
    }

    /// The registers that an access writes when it is complete.
    pub(super) fn results<'i>(
        &self,
        part: &'i Instruction,
        description: &Description,
    ) -> Result<&'i [Unit], NotModelled> {
        Ok(self.operands(part, description)?.result.unwrap_or_default())
    }

    pub(super) fn operands<'i>(
        &self,
        part: &'i Instruction,
        description: &Description,
    ) -> Result<Operands<'i>, NotModelled> {
        let form = self.form(part)?;
        let is_atomic = matches!(description.does, Does::Atomic | Does::Cmpxchg);
        let roles = roles_of(part, form, description);
        let returns = part.modifiers.iter().any(|word| instructions().is_returning(word));
        let mut operands = part.operands.as_slice();
        let mut found = Operands { result: None, data: Vec::new(), address: Vec::new(), resource: None };
        if is_atomic && operands.len() == roles.len() + 1 {
            found.result = Some(as_units(&operands[0]).ok_or_else(|| malformed(part))?);
            operands = &operands[1..];
        }
        if operands.len() != roles.len() {
            return Err(malformed(part));
        }
        for (operand, role) in operands.iter().zip(&roles) {
            match role {
                Role::Result => found.result = Some(as_units(operand).ok_or_else(|| malformed(part))?),
                Role::Data => found.data.push(operand),
                Role::Address => found.address.push(operand),
                Role::Resource => found.resource = Some(operand),
            }
        }
        if is_atomic && form.result_in_data && returns {
            found.result = found.data.first().and_then(|data| as_units(data));
        }
        // An atomic with a result that says it returns none, or the other way round, is not as it is described.
        let is_told = !is_atomic || form.result_in_data || self.is_lds(part);
        if !is_told && returns != found.result.is_some() {
            return Err(malformed(part));
        }
        Ok(found)
    }

    fn is_lds(&self, part: &Instruction) -> bool {
        self.target.forms(AddressSpace::Local).iter().any(|form| form == form_of(part))
    }

    pub(super) fn form(&self, part: &Instruction) -> Result<&'static Form, NotModelled> {
        instructions().form(form_of(part)).ok_or_else(|| malformed(part))
    }

    /// How an instruction accesses memory, its location being what the test calls it.
    pub(super) fn access(
        &self,
        path: &mut Path,
        part: &Instruction,
        operands: &Operands<'_>,
        description: &Description,
    ) -> Result<Access, NotModelled> {
        let span = part.span;
        let pointer = self.pointer(path, part, operands)?;
        self.is_within_lds(path, part)?;
        path.needs(&pointer);
        let objects = &self.program.objects;
        let width = description.bits;
        let has_width = |object: &ObjectId| objects[*object].ty.bits() == width;
        let may: Vec<ObjectId> = if let ValueKind::Object(object) = pointer.kind {
            vec![object]
        } else {
            objects.indices().filter(|&o| objects[o].space == AddressSpace::Global).collect()
        };
        let may: Vec<ObjectId> = may.into_iter().filter(has_width).collect();
        let Some(&first) = may.first() else {
            return Err(NotModelled::new(span, format!("an access of {width} bits, and its location has others")));
        };
        let (space, ty) = (objects[first].space, objects[first].ty);
        let kind = kind_of(description);
        let form = self.form(part)?.named.as_deref().unwrap_or(form_of(part));
        let mnemonic = match self.is_scalar(part) {
            true => Some(part.mnemonic.clone()),
            false => self.target.mnemonic(form, kind),
        };
        let mnemonic = mnemonic.ok_or_else(|| malformed(part))?;
        let words = std::iter::once(mnemonic).chain(operands_of_tables(part)).collect::<Vec<_>>();
        let is_generic = self.target.forms(AddressSpace::Generic).iter().any(|form| form == form_of(part));
        Ok(Access {
            ty,
            pointer,
            may: vec![(space, may)],
            space,
            generic: is_generic,
            pointer_span: span,
            unwritten: false,
            after_dma: false,
            ordering: None,
            scope: SyncScope::SYSTEM,
            volatile: false,
            nontemporal: false,
            tags: TagSet::default(),
            asm: Some(words.join(" ")),
        })
    }

    /// Where a register bounds the LDS that instructions reach, it has to be at least as much as a workgroup may have: what they do beyond the bound is nothing. Who
    /// calls a function has seen to it.
    fn is_within_lds(&self, path: &Path, part: &Instruction) -> Result<(), NotModelled> {
        let Some(most) = instructions().lds_bound(self.target.memory()).filter(|_| form_of(part) == "ds") else {
            return Ok(());
        };
        let bound = (RegisterFile::M0, 0);
        let is_within = match path.state.get(bound) {
            None => self.convention.passed == Passed::Vector,
            Some(_) => {
                let held = self.word_of(path, bound, part.span).ok();
                held.as_ref().and_then(number).is_some_and(|held| held >= u64::from(most))
            }
        };
        match is_within {
            true => Ok(()),
            false => Err(NotModelled::new(part.span, "whether `m0` bounds what it reaches of LDS is not known")),
        }
    }

    /// The one pointer that an address is made of, beside what is 0.
    fn pointer(&self, path: &Path, part: &Instruction, operands: &Operands<'_>) -> Result<Value, NotModelled> {
        let span = part.span;
        let untold = || NotModelled::new(span, format!("which location `{}` accesses cannot be told", part.mnemonic));
        if part.modifiers.iter().any(|word| word.starts_with("offset:") && offset(word) != Some(0)) {
            return Err(untold());
        }
        if !self.is_based_at_zero(path, part, operands) {
            return Err(untold());
        }
        let mut pointers = Vec::from_iter(self.base(path, part, operands));
        for operand in &operands.address {
            let value = match operand {
                Operand::Word(word) if instructions().is_addressing(form_of(part), word) => continue,
                Operand::Int(0) => continue,
                Operand::Int(_) | Operand::Word(_) => return Err(untold()),
                Operand::Registers(units) => match units.as_slice() {
                    [one] => self.word_of(path, *one, span)?,
                    [low, high] => {
                        let (low, high) = (self.symbol(path, *low, span)?, self.symbol(path, *high, span)?);
                        joined(&low, &high).ok_or_else(|| self.unknown(&low, span, "an address"))?
                    }
                    [] | [_, ..] => return Err(untold()),
                },
            };
            match (value.ty, number(&value)) {
                (Type::Ptr, _) => pointers.push(value),
                (Type::Int(_), Some(0)) => {}
                (Type::Int(_) | Type::Wide(_), _) => return Err(untold()),
            }
        }
        match <[Value; 1]>::try_from(pointers) {
            Ok([pointer]) => Ok(pointer),
            Err(_) => Err(untold()),
        }
    }

    /// Whether a buffer of global memory begins at address 0, so that its offset is an address, or where a pointer says; that of private memory has its base in the
    /// resource.
    fn is_based_at_zero(&self, path: &Path, part: &Instruction, operands: &Operands<'_>) -> bool {
        let is_zero = |unit: &Unit| self.word_of(path, *unit, part.span).is_ok_and(|value| number(&value) == Some(0));
        match operands.resource.map(as_units) {
            None => true,
            Some(Some([low, high, records, last])) => {
                let is_known =
                    |value: Value| number(&value).is_some_and(|word| instructions().is_buffer_word(self.target, word));
                // An address of 64 bits is within any bound; others are where the bound is the highest.
                let is_highest = |value: Value| number(&value) == Some(u32::MAX.into());
                let is_bounded = !part.modifiers.iter().any(|word| word == "addr64")
                    && !self.word_of(path, *records, part.span).is_ok_and(is_highest);
                self.is_private(path, part, operands)
                    || (!is_bounded
                        && self.word_of(path, *last, part.span).is_ok_and(is_known)
                        && (self.base(path, part, operands).is_some() || (is_zero(low) && is_zero(high))))
            }
            Some(_) => false,
        }
    }

    /// The pointer at which a buffer begins, if one is in its resource.
    fn base(&self, path: &Path, part: &Instruction, operands: &Operands<'_>) -> Option<Value> {
        let [low, high, ..] = operands.resource.and_then(as_units)? else { return None };
        let held = |unit: &Unit| self.symbol(path, *unit, part.span).ok();
        joined(&held(low)?, &held(high)?).filter(|base| base.ty == Type::Ptr)
    }

    /// Whether an address is a pointer of 32 bits, as those of private memory are.
    fn is_private(&self, path: &Path, part: &Instruction, operands: &Operands<'_>) -> bool {
        operands.address.iter().filter_map(|operand| as_units(operand)).any(|units| {
            let [one] = units else { return false };
            self.word_of(path, *one, part.span).is_ok_and(|value| value.ty == Type::Ptr)
        })
    }

    /// The waits that one is, as tables spell them.
    pub(super) fn wait(&self, part: &Instruction, description: &Description) -> Result<Vec<String>, NotModelled> {
        waits(part, description, self.target).ok_or_else(|| malformed(part))
    }

    /// What the upper half of a register holds as a value of a type.
    fn upper(&self, path: &mut Path, units: &[Unit], ty: Type, span: Span) -> Result<Value, NotModelled> {
        let word = self.data(path, units, WORD, span)?;
        Ok(narrowed(arith(ArithOp::Lshr, word, constant(WORD, 16)), ty))
    }

    /// What registers hold as a value of a type.
    fn data(&self, path: &mut Path, units: &[Unit], ty: Type, span: Span) -> Result<Value, NotModelled> {
        let value = match (units, ty.bits()) {
            ([one], ..=32) => narrowed(self.word_of(path, *one, span)?, ty),
            ([low, high], 64) => {
                let (low, high) = (self.symbol(path, *low, span)?, self.symbol(path, *high, span)?);
                let value = joined(&low, &high).ok_or_else(|| self.unknown(&low, span, "what is stored"))?;
                if value.ty != ty {
                    return Err(NotModelled::new(span, format!("{} as {ty}", value.ty)));
                }
                value
            }
            _ => return Err(NotModelled::new(span, "data of another width")),
        };
        if value.ty != ty {
            return Err(NotModelled::new(span, format!("{} as {ty}", value.ty)));
        }
        match ty != Type::Ptr && has_pointer(&value) {
            true => Err(NotModelled::new(span, "a pointer to LDS as a value")),
            false => Ok(value),
        }
    }
}

/// That an instruction has not the operands by which it is described.
pub(super) fn malformed(part: &Instruction) -> NotModelled {
    NotModelled::new(part.span, format!("`{}` with these operands is not understood", part.mnemonic))
}

pub(super) fn as_units(operand: &Operand) -> Option<&[Unit]> {
    match operand {
        Operand::Registers(units) => Some(units),
        Operand::Int(_) | Operand::Word(_) => None,
    }
}

fn units(operand: &Operand, part: &Instruction) -> Result<Vec<Unit>, NotModelled> {
    as_units(operand).map(<[Unit]>::to_vec).ok_or_else(|| malformed(part))
}

/// The registers of the new value and of the expected one.
fn swap_data(
    operands: &Operands<'_>,
    description: &Description,
    part: &Instruction,
) -> Result<[Vec<Unit>; 2], NotModelled> {
    match (description.data, &operands.data[..]) {
        (Some(SwapData::Together), [both]) => {
            let both = units(both, part)?;
            let (new, expected) = both.split_at(both.len() / 2);
            Ok([new.to_vec(), expected.to_vec()])
        }
        (Some(SwapData::ExpectedFirst), [expected, new]) | (Some(SwapData::NewFirst), [new, expected]) => {
            Ok([units(new, part)?, units(expected, part)?])
        }
        _ => Err(malformed(part)),
    }
}

/// Writes what was read, widened where it is narrow.
fn write_result(
    path: &mut Path,
    result: &[Unit],
    dest: RegId,
    ty: Type,
    signed: bool,
    part: &Instruction,
) -> Result<(), NotModelled> {
    let value = Value { ty, kind: ValueKind::Register(dest) };
    let symbols = match ty {
        Type::Wide(_) => return Err(NotModelled::new(part.span, "values of more than 64 bits are not read")),
        Type::Ptr | Type::Int(IntType::I64) => halves(value).to_vec(),
        Type::Int(IntType::I32) => vec![Symbol::Word(value)],
        Type::Int(IntType::I1 | IntType::I8 | IntType::I16) => {
            let op = if signed { CastOp::Sext } else { CastOp::Zext };
            vec![Symbol::Word(cast(op, value, WORD))]
        }
    };
    if symbols.len() != result.len() {
        return Err(malformed(part));
    }
    result.iter().zip(symbols).for_each(|(unit, symbol)| path.state.set(*unit, symbol));
    Ok(())
}
