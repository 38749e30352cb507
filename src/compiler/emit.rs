//! The LLVM IR of a test: a function for each thread, whose arguments are pointers to the objects.
//!
//! Registers become SSA values. One that conditions read is kept alive by inline assembly at the end of its thread, of a comment alone: what says
//! where its value is accesses no memory and counts in no counter, so that nothing of it can be taken for the test's.

mod barriers;
mod function;
mod values;

use super::NotModelled;
use super::arguments::{Argument, arguments};
use super::observed::observed;
use super::release::{self, Release};
use crate::foreign::ir::spelled;
use crate::llvm::{AddressSpace, TagSet};
use crate::program::{Barrier, BarrierObject, Executor, ObjectId, Program};
use crate::syntax::litmus::ast::Type;
use function::Function;
use std::collections::BTreeSet;

/// Whether pointers are known to be the same for all lanes of a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pointers {
    /// Each lane may have another: they are in vector registers.
    Divergent,
    /// They are the same, and may be in scalar registers.
    Uniform,
}

/// How a test is written as IR.
#[derive(Clone, Copy, Debug)]
pub struct Emitted<'a> {
    /// The release of LLVM that is to read it.
    pub release: Release,
    /// The attribute of functions that a mode needs.
    pub attribute: Option<&'a str>,
    /// Whether pointers are uniform.
    pub pointers: Pointers,
}

/// The LLVM IR of a test.
///
/// # Errors
/// What of it cannot be written as IR.
pub fn emit(program: &Program, how: &Emitted<'_>) -> Result<String, NotModelled> {
    let text = emit_all(&[(program, "")], how)?;
    Ok(format!("; {}\n{text}", program.name))
}

/// The LLVM IR of several tests in one module, with what the names of each one's functions begin with. Only one that is alone may have named barriers, whose
/// numbers are those of a kernel.
///
/// # Errors
/// What of one cannot be written as IR.
pub fn emit_all(tests: &[(&Program, &str)], how: &Emitted<'_>) -> Result<String, NotModelled> {
    let mut text = "target triple = \"amdgcn-amd-amdhsa\"\n".to_string();
    let (mut metadata, mut declared) = (Vec::new(), BTreeSet::new());
    for &(program, prefix) in tests {
        if let Some(object) = program.objects.iter().find(|object| object.space == AddressSpace::Region) {
            return Err(NotModelled::new(object.span, "objects in the region address space are not compiled"));
        }
        let arguments = arguments(program);
        let mut module = Module { program, prefix, how, arguments: &arguments, metadata, declared };
        text += &functions(&mut module)?;
        (metadata, declared) = (module.metadata, module.declared);
    }
    let attribute = how.attribute.map(|attribute| format!(" {attribute}")).unwrap_or_default();
    let declared: String = declared.iter().map(|line| format!("\n{line}")).collect();
    let metadata: String = metadata.iter().enumerate().map(|(at, node)| format!("!{at} = {node}\n")).collect();
    Ok(format!("{text}{declared}\nattributes #0 = {{ nounwind{attribute} }}\n{metadata}"))
}

/// The functions of a test, and its barriers.
fn functions(module: &mut Module<'_>) -> Result<String, NotModelled> {
    let (program, mut text) = (module.program, String::new());
    let observed = observed(program);
    // What the host and packet processors do is no code of waves.
    for (thread, of) in program.threads.iter_enumerated().filter(|(_, of)| of.by == Executor::Wave) {
        let kept = of.registers.indices().filter(|register| observed.contains(&(thread, *register))).collect();
        text += &Function::write(module, of, kept)?;
    }
    Ok(text + &barriers::write(module)?)
}

/// What the functions of a module share.
pub(super) struct Module<'a> {
    pub program: &'a Program,
    /// What the names of functions begin with.
    prefix: &'a str,
    pub how: &'a Emitted<'a>,
    pub arguments: &'a [Argument],
    metadata: Vec<String>,
    declared: BTreeSet<&'static str>,
}

impl Module<'_> {
    /// The number of a node of metadata, which is there once.
    fn node(&mut self, node: String) -> usize {
        self.metadata.iter().position(|known| *known == node).unwrap_or_else(|| {
            self.metadata.push(node);
            self.metadata.len() - 1
        })
    }

    /// `, !mmra !0` for tags, if the release knows them.
    pub fn tags(&mut self, tags: &TagSet) -> String {
        if tags.is_empty() || !self.how.release.has_mmra() {
            return String::new();
        }
        let release = self.how.release;
        let node =
            |tag: &crate::llvm::Tag| format!("!{{!\"{}\", !\"{}\"}}", release.tag_prefix(&tag.prefix), tag.suffix);
        let nodes: Vec<usize> = tags.0.iter().map(|tag| self.node(node(tag))).collect();
        let number = match nodes[..] {
            [one] => one,
            _ => self.node(format!("!{{{}}}", nodes.iter().map(|n| format!("!{n}")).collect::<Vec<_>>().join(", "))),
        };
        format!(", !mmra !{number}")
    }

    /// `, !nontemporal !0`
    pub fn nontemporal(&mut self) -> String {
        format!(", !nontemporal !{}", self.node("!{i32 1}".into()))
    }

    /// The calls of a barrier, which are declared; `None` if the release has none.
    pub fn barrier(&mut self, barrier: Barrier) -> Option<Vec<String>> {
        let name = match barrier.object {
            BarrierObject::Named(of) if self.how.release.has_named_barriers() => {
                Some(spelled(&self.program.barriers[of].name))
            }
            BarrierObject::Named(_) => return None,
            BarrierObject::Workgroup | BarrierObject::Cluster | BarrierObject::Null => None,
        };
        let (declared, calls) = release::barrier(barrier, name.as_deref())?;
        self.declared.extend(declared);
        Some(calls)
    }

    /// The type of a pointer to an object, in an address space.
    pub fn pointer_type(&self, object: ObjectId, space: AddressSpace) -> String {
        let space = match space.number() {
            0 => String::new(),
            number => format!(" addrspace({number})"),
        };
        match (self.how.release.has_typed_pointers(), self.program.objects[object].ty) {
            (true, ty @ (Type::Int(_) | Type::Wide(_))) => format!("{ty}{space}*"),
            (true, Type::Ptr) | (false, _) => format!("ptr{space}"),
        }
    }

    /// A function that is called is declared.
    pub fn declare(&mut self, line: &'static str) {
        self.declared.insert(line);
    }

    /// The intrinsic by which a value is made uniform, which is declared.
    pub fn first_lane(&mut self) -> &'static str {
        self.declared.insert("declare i32 @llvm.amdgcn.readfirstlane(i32)");
        "@llvm.amdgcn.readfirstlane"
    }
}
