//! For which types of memory code refines its source: the source does not know of them.

use super::{RefinementTarget, refine_against};
use crate::engine::Inconclusive;
use crate::engine::answers::Source as Allowed;
use crate::llvm::{AddressSpace, Granularity, Home, MemoryType};
use crate::program::{EventStructure, Object, Program};
use crate::verdict::RefinementVerdict;
use itertools::Itertools;
use std::sync::Arc;

/// The verdict where all global memory of a test is of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfMemory {
    /// The type.
    pub memory: MemoryType,
    /// The verdict, whatever types the test says.
    pub verdict: RefinementVerdict,
}

/// The verdict of a target for each type that global memory may have: of each agent of the test and of the host, fine-grained and coarse-grained.
pub fn of_memory(
    target: &RefinementTarget<'_>,
    structure: &EventStructure,
    allowed: &Result<Allowed, Inconclusive>,
) -> Vec<OfMemory> {
    let of_type = |memory| {
        let program = with_memory(&structure.program, memory);
        let structure = EventStructure { program: Arc::new(program), ..structure.clone() };
        OfMemory { memory, verdict: refine_against(target, &structure, allowed).verdict.word() }
    };
    memory_types(&structure.program).into_iter().map(of_type).collect()
}

/// Every type; none where a test has no global memory.
fn memory_types(program: &Program) -> Vec<MemoryType> {
    if !program.objects.iter().any(|object| object.space == AddressSpace::Global) {
        return Vec::new();
    }
    let agents = program.threads.iter().map(|thread| thread.position.agent);
    let homes: Vec<Home> = agents.chain([Home::Host]).unique().sorted().collect();
    let types = Granularity::ALL.iter().cartesian_product(homes);
    types.map(|(&granularity, home)| MemoryType { granularity, home }).collect()
}

fn with_memory(program: &Program, memory: MemoryType) -> Program {
    let of_type = |object: &Object| match object.space {
        AddressSpace::Global => Object { memory: Some(memory), ..object.clone() },
        AddressSpace::Generic
        | AddressSpace::Region
        | AddressSpace::Local
        | AddressSpace::Private
        | AddressSpace::Constant => object.clone(),
    };
    Program { objects: program.objects.iter().map(of_type).collect(), ..program.clone() }
}
