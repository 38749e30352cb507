//! Accesses of several words, each of which may be of another write.

use super::ops::Code;
use crate::engine::Inconclusive;
use crate::lowering::machine::MachineInstr;
use crate::program::{Event, EventId, EventKind, EventStructure, InstrKind, Step, WORD};
use crate::syntax::table::ast::{Access, Path};
use std::ops::Range;

/// The widest access but scalar ones and DMA that is one: LLVM has none wider that is atomic. Of those that are wider, and of scalar accesses and DMA (which is
/// never atomic: LLVM 24, AMDGPUDMAOperations) that are wider than a word, each word may be of another write.
const WHOLE: u32 = 64;

/// Whether code has an access of several words, which may be of several writes, so that executions are asked of in which such an access is in words
/// ([`crate::program::Program::in_words`]).
pub fn in_words(structure: &EventStructure, code: &Code) -> bool {
    mixes(structure, code, false).is_some()
}

/// Why it says nothing that code has no execution of a kind: an access is of several words, which may be of several writes, and executions have each
/// access whole. What is shown to happen happens all the same.
///
/// An atomic is whole whatever its width (CLRX, GcnInstrsSmem, line 160). Where the code is asked for what a source without races forbids (`of_source`), so is all
/// that is not atomic: one write alone may be read, and where a word of another one is, there is a time at which all of them are.
pub fn mixes(structure: &EventStructure, code: &Code, of_source: bool) -> Option<Inconclusive> {
    let in_words = |(step, code): (&Step, &Vec<MachineInstr>)| {
        let (_, events) = step.instr.as_ref()?;
        let instr = code.iter().find(|instr| is_in_words(instr, of_source))?;
        meets_a_write(structure, events).then(|| {
            let name = &instr.mnemonic;
            Inconclusive::NotModelled(format!("the words of `{name}` may be of several writes, or be read one by one"))
        })
    };
    structure.steps.iter().zip(&code.steps).find_map(in_words)
}

/// Whether what an instruction accesses is several words, each of which may be of another write.
pub fn is_in_words(instr: &MachineInstr, of_source: bool) -> bool {
    let Some(accessed) = &instr.access else { return false };
    let (access, whole) = match (&accessed.instr.kind, accessed.path) {
        (InstrKind::Dma(operation), _) => (&operation.memory, WORD),
        (kind, path) => match kind.access() {
            Some(access) => (access, if path == Path::Scalar { WORD } else { WHOLE }),
            None => return false,
        },
    };
    let is_plain = of_source && access.ordering.is_none();
    access.ty.bits() > whole && !is_plain && accessed.kind != Access::Atomic
}

/// Whether what the events of an instruction access is accessed by others too, and written.
fn meets_a_write(structure: &EventStructure, own: &Range<EventId>) -> bool {
    let accessed = |event: &Event| event.access.iter().flat_map(|access| access.may.clone()).collect::<Vec<_>>();
    let objects: Vec<_> = structure.events[own.clone()].iter().flat_map(accessed).collect();
    let writes = |event: &Event| event.kind == EventKind::Write;
    let own_write = structure.events[own.clone()].iter().any(writes);
    // Executions have words apart that are objects of their own.
    let are_words = objects.iter().all(|object| structure.program.is_word(*object));
    !are_words
        && structure.events.iter_enumerated().any(|(at, event)| {
            let is_other = !own.contains(&at) && event.thread.is_some();
            is_other && (own_write || writes(event)) && accessed(event).iter().any(|object| objects.contains(object))
        })
}
