//! What a path has issued and not waited for: registers that loads may not have written yet.

use super::NotModelled;
use super::assembly::Line;
use super::machine::Walker;
use super::path::Path;
use crate::hardware::Control;
use crate::llvm::AddressSpace;
use crate::program::{Access, Instr, InstrKind};
use crate::spelling::{Does, Instruction, Operand, Unit, form_of, instructions};
use crate::syntax::hardware::ast::Counted;
use crate::syntax::source::Span;
use itertools::Itertools;

/// What is wrong with writing a register too early.
pub(super) const WRITTEN_LATER: &str = "it writes a register that a load before it may write after it";

/// What is wrong with writing one that an access has not read.
pub(super) const READ_LATER: &str = "it writes a register that an access before it may read after it";

/// What was issued, from the oldest on.
#[derive(Clone, Default)]
pub(super) struct Outstanding {
    issued: Vec<Issued>,
    /// How many vector accesses have read registers late, or are to.
    readers: usize,
}

#[derive(Clone)]
struct Issued {
    /// The counters that count it, with whether they do in the order of issue.
    counters: Vec<(String, bool)>,
    /// The registers that it writes when it is complete.
    writes: Vec<Unit>,
    /// The registers that it may not have read yet.
    reads: Vec<Unit>,
    /// Of a vector access that reads late, how many there were with it.
    reader: Option<usize>,
    /// Whether it goes by way of the scalar cache: in which order such accesses and others read is not known.
    is_scalar: bool,
}

impl Outstanding {
    /// After a wait that leaves so many of what a counter counts: the youngest, if it counts in order.
    fn wait(&mut self, counter: &str, left: usize) {
        let mut younger = 0;
        let mut kept: Vec<Issued> = Vec::new();
        for issued in self.issued.drain(..).rev() {
            let counted = issued.counters.iter().find(|(name, _)| name == counter).map(|(_, in_order)| *in_order);
            let is_complete = counted.is_some_and(|in_order| left == 0 || (in_order && younger >= left));
            younger += usize::from(counted == Some(true));
            if !is_complete {
                kept.push(issued);
            }
        }
        kept.reverse();
        self.issued = kept;
    }

    /// The wait after which the last of those that write a register is complete, and as few others as can be: for a counter, and how many it leaves. `None` if nothing
    /// that may not be complete writes it, or no counter counts that; or, of a register that is only written over, if a counter has it complete in order.
    fn needed(&self, unit: Unit, is_written_over: bool) -> Option<(String, usize)> {
        let at = self.issued.iter().rposition(|issued| issued.writes.contains(&unit))?;
        let counters = &self.issued[at].counters;
        if is_written_over && counters.iter().any(|(_, in_order)| *in_order) {
            return None;
        }
        let counted =
            |name: &str, issued: &Issued| issued.counters.iter().any(|(other, in_order)| other == name && *in_order);
        let wait = |(name, in_order): &(String, bool)| {
            let younger = self.issued[at + 1..].iter().filter(|issued| counted(name, issued)).count();
            let left = if *in_order { younger } else { 0 };
            let mut after = self.clone();
            after.wait(name, left);
            (self.issued.len() - after.issued.len(), name.clone(), left)
        };
        counters.iter().map(wait).min_by_key(|(complete, ..)| *complete).map(|(_, name, left)| (name, left))
    }

    /// Whether an access may read a register after it is issued, of those that one which is issued now does not come after in any case.
    fn is_read_after(&self, unit: Unit, in_one_order: bool) -> bool {
        self.issued.iter().any(|issued| issued.reads.contains(&unit) && (issued.is_scalar || !in_one_order))
    }

    /// What is wrong with writing a register, if anything is.
    pub fn forbids(&self, unit: Unit) -> Option<&'static str> {
        match self.writes(unit) {
            true => Some(WRITTEN_LATER),
            false => self.is_read_after(unit, false).then_some(READ_LATER),
        }
    }

    /// All that was issued has read its registers, but for the youngest few.
    pub fn have_read(&mut self, but: usize) {
        let mut reading: Vec<&mut Issued> = self.issued.iter_mut().filter(|issued| !issued.reads.is_empty()).collect();
        if but > 0 && !reading.iter().map(|issued| issued.is_scalar).all_equal() {
            return;
        }
        // Of vector accesses, which read in order, the youngest count that are complete, too.
        let younger = |issued: &Issued| issued.reader.map_or(0, |reader| self.readers - reader);
        reading.iter_mut().rev().enumerate().for_each(|(number, issued)| {
            if number.max(younger(issued)) >= but {
                issued.reads.clear();
            }
        });
    }

    /// The youngest reads registers after it is issued.
    pub fn reads_late(&mut self, units: Vec<Unit>) {
        let Some(youngest) = self.issued.last_mut() else { return };
        youngest.reads = units;
        if !youngest.is_scalar {
            self.readers += 1;
            youngest.reader = Some(self.readers);
        }
    }

    /// Registers are written at a time of which nothing is known.
    pub fn never_complete(&mut self, writes: &[Unit]) {
        let writes = writes.to_vec();
        self.issued.push(Issued { counters: Vec::new(), writes, reads: Vec::new(), reader: None, is_scalar: false });
    }

    /// Whether something that may not be complete writes a register.
    pub fn writes(&self, unit: Unit) -> bool {
        self.issued.iter().any(|issued| issued.writes.contains(&unit))
    }
}

/// What counters count an access as.
pub(super) struct Kind {
    /// What it is.
    kind: Counted,
    /// What it is to counters of what it does not reach.
    elsewhere: Option<Counted>,
}

impl Kind {
    /// By way of the scalar cache.
    pub const SCALAR: Kind = Kind { kind: Counted::Scalar, elsewhere: None };

    /// By way of vector memory, to private memory.
    pub fn private(to_memory: Counted) -> Kind {
        Kind { kind: to_memory, elsewhere: None }
    }

    /// Between memory and LDS.
    pub const DMA: Kind = Kind { kind: Counted::Dma, elsewhere: None };

    /// By way of vector memory, or of LDS.
    fn vector(access: &Access, to_memory: Counted) -> Kind {
        match access.space {
            AddressSpace::Local => Kind { kind: Counted::Lds, elsewhere: Some(to_memory) },
            AddressSpace::Generic
            | AddressSpace::Global
            | AddressSpace::Constant
            | AddressSpace::Private
            | AddressSpace::Region => Kind { kind: to_memory, elsewhere: Some(Counted::Lds) },
        }
    }
}

impl Walker<'_> {
    /// What counters count an access as that is this to vector memory.
    pub(super) fn counted(&self, part: &Instruction, access: &Access, to_memory: Counted) -> Kind {
        if self.is_scalar(part) { Kind::SCALAR } else { Kind::vector(access, to_memory) }
    }

    /// An access is issued, which writes registers when it is complete.
    ///
    /// # Errors
    /// Another writes one of them too, and may be complete after it.
    pub(super) fn issue(
        &self,
        path: &mut Path,
        part: &Instruction,
        kind: &Kind,
        writes: &[Unit],
    ) -> Result<(), NotModelled> {
        let issued = self.issued(&part.mnemonic, kind, writes);
        let is_later = |other: &Issued| {
            let in_one_order = other.counters.iter().any(|counter| counter.1 && issued.counters.contains(counter));
            other.writes.iter().any(|unit| writes.contains(unit)) && !in_one_order
        };
        if path.outstanding.issued.iter().any(is_later) {
            return Err(NotModelled::new(part.span, WRITTEN_LATER));
        }
        let in_order = instructions().reads_late(self.target).is_some_and(|late| late.in_order);
        let in_one_order = in_order && !issued.is_scalar;
        if writes.iter().any(|unit| path.outstanding.is_read_after(*unit, in_one_order)) {
            return Err(NotModelled::new(part.span, READ_LATER));
        }
        path.outstanding.issued.push(issued);
        Ok(())
    }

    fn issued(&self, mnemonic: &str, kind: &Kind, writes: &[Unit]) -> Issued {
        let counts = |(name, counts): (&String, &Vec<Counted>)| {
            let in_order = self.chip.counts(counts, mnemonic, Some(kind.kind), kind.elsewhere)?;
            Some((name.clone(), in_order))
        };
        let counters = self.chip.counters.iter().filter_map(counts).collect();
        Issued {
            counters,
            writes: writes.to_vec(),
            reads: Vec::new(),
            reader: None,
            is_scalar: kind.kind == Counted::Scalar,
        }
    }

    /// A cache operation is issued.
    pub(super) fn issue_cache(&self, path: &mut Path, mnemonic: &str, operands: &[String]) {
        let kind = match self.chip.control_of(mnemonic, operands) {
            Some(control) if control.is_scalar() => Counted::Scalar,
            Some(Control::Invalidate(..)) => Counted::Invalidate,
            Some(Control::WriteBack { .. } | Control::Performs(_)) => Counted::Writeback,
            Some(Control::Wait(_) | Control::Discard | Control::Nothing | Control::Barrier(..)) | None => return,
        };
        let issued = self.issued(mnemonic, &Kind { kind, elsewhere: None }, &[]);
        path.outstanding.issued.push(issued);
    }

    /// The waits that a later pass puts before a line, for the registers that it reads or writes and that loads may not have written yet: each for one counter, and for no
    /// more of what that counts than it takes.
    ///
    /// # Errors
    /// The target has no wait for the counter, or the operands of an access are not understood.
    pub(super) fn wait_for_results(&self, path: &mut Path, line: &Line, span: Span) -> Result<(), NotModelled> {
        let mut read: Vec<Unit> = Vec::new();
        let mut written_over: Vec<Unit> = Vec::new();
        let units = |operand: &Operand| match operand {
            Operand::Registers(units) => units.clone(),
            Operand::Int(_) | Operand::Word(_) => Vec::new(),
        };
        match line {
            Line::Code(parts) => {
                for part in parts {
                    let overwrites = self.overwrites(part)?;
                    for (number, operand) in part.operands.iter().enumerate() {
                        let found = if number == 0 && overwrites { &mut written_over } else { &mut read };
                        found.extend(units(operand));
                    }
                }
            }
            Line::Keep { operands, .. } => read.extend(operands.iter().flat_map(units)),
            Line::Unread(_) => {}
        }
        let read = read.into_iter().map(|unit| (unit, false));
        for (unit, is_written_over) in read.chain(written_over.into_iter().map(|unit| (unit, true))) {
            while let Some((counter, left)) = path.outstanding.needed(unit, is_written_over) {
                let text = self.wait_of(&counter, left).ok_or_else(|| {
                    NotModelled::new(span, format!("it reads the result of a load, and no wait for {counter} is known"))
                })?;
                self.waited(path, &text);
                path.done.push(Instr::of_wave(InstrKind::Asm(text), span));
            }
        }
        Ok(())
    }

    /// Whether the first operand of an instruction is written when an access is complete, and not read.
    fn overwrites(&self, part: &Instruction) -> Result<bool, NotModelled> {
        let Some(description) = instructions().of(&part.mnemonic) else { return Ok(false) };
        Ok(match description.does {
            Does::Load => true,
            Does::Atomic | Does::Cmpxchg => {
                let in_data = instructions().form(form_of(part)).is_some_and(|form| form.result_in_data);
                !in_data && !self.results(part, description)?.is_empty()
            }
            Does::Store
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
            | Does::Copy
            | Does::Not
            | Does::Compute
            | Does::Compare
            | Does::Select
            | Does::ReadLane
            | Does::WriteLane
            | Does::SaveExec
            | Does::Opaque => false,
        })
    }

    /// The target's wait for a counter, as tables spell it.
    fn wait_of(&self, counter: &str, left: usize) -> Option<String> {
        let operands = [format!("{counter}({left})"), format!("0x{left:x}")];
        let waits = self.target.waits.iter().flat_map(|name| operands.iter().map(move |operand| (name, operand)));
        let mut meant = waits.filter(|(name, operand)| {
            let operands = std::slice::from_ref(*operand);
            let waited = self.chip.control_of(name, operands).and_then(|control| control.waited_for(operands));
            waited.is_some_and(|waited| waited == [(counter.to_string(), left)])
        });
        meant.next().map(|(name, operand)| format!("{name} {operand}"))
    }

    /// A register is read, which nothing that may not be complete is to write.
    ///
    /// # Errors
    /// Something is.
    pub(super) fn complete(&self, path: &Path, unit: Unit, span: Span) -> Result<(), NotModelled> {
        match path.outstanding.writes(unit) {
            true => Err(NotModelled::new(span, "it reads a register that a load before it may not have written yet")),
            false => Ok(()),
        }
    }

    /// A wait, as tables spell it; one that hardware files do not know is refused where the code is.
    pub(super) fn waited(&self, path: &mut Path, text: &str) {
        let mut words = text.split_whitespace().map(str::to_string);
        let mnemonic = words.next().unwrap_or_default();
        let operands: Vec<String> = words.collect();
        let control = self.chip.control_of(&mnemonic, &operands);
        for (counter, left) in control.and_then(|control| control.waited_for(&operands)).unwrap_or_default() {
            path.outstanding.wait(&counter, left);
            if self.late_counter() == Some(&counter) {
                path.outstanding.have_read(left);
            }
        }
    }
}
