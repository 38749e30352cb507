//! How the functions of threads get at memory: each takes pointers to objects, so that what an address is follows from the convention by which functions are
//! called.

use super::observed::asks_nothing;
use super::symbol::{Symbol, halves};
use crate::foreign::ir::{Given, Taking, is_convention};
use crate::llvm::AddressSpace;
use crate::program::{Access, Instr, ObjectId, Program, Thread, ThreadId, Value, ValueKind};
use crate::syntax::litmus::ast::Type;
use index_vec::IndexVec;

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

    /// What these registers hold.
    pub fn words(self) -> Vec<Symbol> {
        let pointer = Value { ty: Type::Ptr, kind: ValueKind::Object(self.object) };
        if self.registers() == 1 { vec![Symbol::Word(pointer)] } else { halves(pointer).to_vec() }
    }
}

/// Where a function finds its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// In vector registers from the first on, as those of functions that others call.
    Vector,
    /// In the segment of memory that a kernel has a pointer to.
    Kernarg,
}

/// How the function of a thread is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Convention {
    /// What it takes.
    pub arguments: Vec<Argument>,
    /// Where it finds that.
    pub passed: Passed,
}

impl Convention {
    /// What the words of a kernel's arguments hold, from the first on: each argument stands where a multiple of its size does (LLVM 24, AMDGPU user guide, Kernel
    /// Arguments).
    pub fn segment(&self) -> Vec<Option<Symbol>> {
        let mut words = Vec::new();
        for argument in &self.arguments {
            let size = argument.registers() as usize;
            words.resize(words.len().next_multiple_of(size), None);
            words.extend(argument.words().into_iter().map(Some));
        }
        words
    }
}

/// A test, and how the functions of its threads are called.
pub struct Called<'a> {
    /// The test.
    pub program: &'a Program,
    /// By thread, how its function is called.
    pub conventions: IndexVec<ThreadId, Convention>,
}

impl<'a> Called<'a> {
    /// As the functions that are written for it.
    pub fn written(program: &'a Program) -> Self {
        let convention = Convention { arguments: arguments(program), passed: Passed::Vector };
        Called { program, conventions: program.threads.iter().map(|_| convention.clone()).collect() }
    }

    /// As the functions of a module, in which no more is kept than conditions read.
    ///
    /// # Errors
    /// What of one is not modelled, or that no condition reads anything.
    pub fn given(program: &'a Program, module: &Given) -> Result<Self, String> {
        if asks_nothing(program) {
            return Err("conditions ask nothing, so that no value of the module is kept to compare".into());
        }
        let of = |thread: &Thread| {
            let function = module.functions.iter().find(|function| function.name == thread.name);
            let none = Convention { arguments: Vec::new(), passed: Passed::Vector };
            function.map_or(Ok(none), |function| convention(program, function))
        };
        Ok(Called { program, conventions: program.threads.iter().map(of).collect::<Result<_, _>>()? })
    }
}

fn convention(program: &Program, function: &Taking) -> Result<Convention, String> {
    let not_modelled =
        |what: String| Err(format!("`@{}` is {what}: where its arguments are is not modelled", function.name));
    let passed = match function.words.iter().map(String::as_str).find(|word| is_convention(word)) {
        None | Some("ccc" | "fastcc") => Passed::Vector,
        Some("amdgpu_kernel" | "spir_kernel") => Passed::Kernarg,
        Some(other) => return not_modelled(format!("`{other}`")),
    };
    if function.has_scalars {
        return not_modelled("called with scalar registers (`inreg`)".into());
    }
    let argument = |(name, space): &(String, u32)| {
        let object = program.objects.position(|object| object.name == *name)?;
        let of = program.objects[object].space;
        Some(Argument { object, space: if *space == of.number() { of } else { AddressSpace::Generic } })
    };
    match function.parameters.iter().map(argument).collect() {
        Some(arguments) => Ok(Convention { arguments, passed }),
        None => not_modelled("called with pointers to what is no object".into()),
    }
}

/// The arguments of every thread's function that is written: pointers to all objects, then generic ones to those that are accessed through such.
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
