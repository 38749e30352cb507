//! How the functions of threads get at memory: each takes a pointer to every object, in the order of the test, so that what an address is
//! follows from the convention by which functions are called.

use crate::llvm::AddressSpace;
use crate::program::{Access, Instr, ObjectId, Program};

/// An argument of the function of a thread: a pointer to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The object that it points to.
    pub object: ObjectId,
    /// The address space that its type names: the object's, or generic.
    pub space: AddressSpace,
}

impl Argument {
    /// How many registers of 32 bits it is passed in (LLVM 24, AMDGPU user guide, Address Spaces: sizes of pointers).
    pub fn registers(self) -> u32 {
        match self.space {
            AddressSpace::Local | AddressSpace::Private | AddressSpace::Region => 1,
            AddressSpace::Global | AddressSpace::Constant | AddressSpace::Generic => 2,
        }
    }
}

/// The arguments of every thread's function: pointers to all objects, then generic ones to those that are accessed through such.
pub fn arguments(program: &Program) -> Vec<Argument> {
    let own = program.objects.iter_enumerated().map(|(object, of)| Argument { object, space: of.space });
    let is_generic = |object: &ObjectId| program.threads.iter().any(|thread| names_generic(&thread.body, *object));
    let generic = program.objects.indices().filter(is_generic);
    own.chain(generic.map(|object| Argument { object, space: AddressSpace::Generic })).collect()
}

/// Whether some access of a block reaches an object through a generic pointer.
fn names_generic(block: &[Instr], object: ObjectId) -> bool {
    let names = |access: &Access| access.generic && access.may.iter().any(|(_, objects)| objects.contains(&object));
    block.iter().any(|instr| {
        instr.kind.access().is_some_and(names)
            || instr.kind.blocks().into_iter().any(|block| names_generic(block, object))
    })
}
