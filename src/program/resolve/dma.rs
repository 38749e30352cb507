//! DMA operations and asyncmarks.

use super::Resolver;
use super::body::Attributes;
use super::values::Scope;
use crate::llvm::{AddressSpace, SyncScope};
use crate::program::ir::{Access, Dma};
use crate::syntax::litmus::ast::{self, At, Type};

impl Resolver {
    /// A wait leaves at most so many asyncmarks: as many as LLVM's `i16` can say.
    const MOST_MARKS: u32 = i16::MAX as u32;

    pub(super) fn marks(&mut self, kept: &At<u32>) -> u32 {
        if kept.node > Self::MOST_MARKS {
            let help = format!("from 0 to {}", Self::MOST_MARKS);
            self.error(kept.span, format!("{} does not fit i16", kept.node), "too large", help);
        }
        kept.node.min(Self::MOST_MARKS)
    }

    pub(super) fn dma(&mut self, scope: &Scope, operation: &ast::Dma) -> Dma {
        let ast::Dma { kind, volatile, ty, memory, lds, metadata } = operation;
        if ty.node == Type::Ptr {
            let message = format!("`{kind}` of a pointer");
            self.error(ty.span, message, "for integers only", "an integer type of its size");
        }
        let Attributes { nontemporal, tags, asm } = self.metadata(metadata);
        let lds = Access {
            ty: ty.node,
            pointer: self.pointer(scope, lds),
            may: Vec::new(),
            space: AddressSpace::Generic,
            generic: lds.generic,
            pointer_span: lds.name.span,
            unwritten: false,
            after_dma: false,
            ordering: None,
            scope: SyncScope::SYSTEM,
            volatile: false,
            nontemporal: false,
            tags,
            asm: None,
        };
        let (pointer, generic, pointer_span) = (self.pointer(scope, memory), memory.generic, memory.name.span);
        let memory = Access { pointer, generic, pointer_span, volatile: *volatile, nontemporal, asm, ..lds.clone() };
        Dma { kind: *kind, memory, lds }
    }
}
