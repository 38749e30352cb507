//! What registers hold as a function is run.

use super::NotModelled;
use super::machine::Walker;
use super::mask::Mask;
use super::path::Path;
use super::symbol::{DOUBLE, Symbol, WORD, cast, compare, constant};
use crate::program::{BOOL, CastOp, CompareOp, Value, ValueKind};
use crate::spelling::{Implicit, RegisterFile, Unit};
use crate::syntax::litmus::ast::Type;
use crate::syntax::source::Span;

impl Walker<'_> {
    /// What a register holds.
    pub fn symbol(&self, path: &Path, unit: Unit, span: Span) -> Result<Symbol, NotModelled> {
        self.complete(path, unit, span)?;
        match unit.0 {
            RegisterFile::Null => Ok(Symbol::Word(constant(WORD, 0))),
            RegisterFile::Exec => Ok(Symbol::Mask(path.lanes())),
            RegisterFile::Vector
            | RegisterFile::Accumulator
            | RegisterFile::Scalar
            | RegisterFile::Vcc
            | RegisterFile::Scc
            | RegisterFile::M0 => {
                path.state.get(unit).cloned().ok_or_else(|| {
                    NotModelled::new(span, "it reads a register that nothing in the function has written")
                })
            }
        }
    }

    /// A register as an integer of 32 bits.
    pub fn word_of(&self, path: &Path, unit: Unit, span: Span) -> Result<Value, NotModelled> {
        match self.symbol(path, unit, span)? {
            Symbol::Word(value) => Ok(value),
            other @ (Symbol::Half(..)
            | Symbol::Mask(_)
            | Symbol::Arguments(_)
            | Symbol::Return(_)
            | Symbol::Lanes(_)
            | Symbol::Opaque(_)) => Err(self.unknown(&other, span, "a value")),
        }
    }

    /// Whether any bit of a mask is set, or a condition code is.
    ///
    /// # Errors
    /// It is not known.
    pub fn any_of(&self, path: &Path, of: Implicit, span: Span) -> Result<Value, NotModelled> {
        let Some(mask) = self.mask_in(path, of, span)? else {
            return Err(self.unknown(&self.symbol(path, implicit(of), span)?, span, "a condition"));
        };
        mask.any().ok_or_else(|| NotModelled::new(span, "lanes that do not execute decide whether this mask is 0"))
    }

    /// What a mask of lanes is, or the condition code; `None` if its halves hold no mask, or two.
    ///
    /// # Errors
    /// Nothing has written it.
    pub fn mask_in(&self, path: &Path, of: Implicit, span: Span) -> Result<Option<Mask>, NotModelled> {
        let mask = self.symbol(path, implicit(of), span)?.mask();
        let halves = path.whole(of).len();
        // What was written beside a mask of 32 lanes is none of it, unless there are 64.
        let upper = match of {
            Implicit::Vcc => path.state.get((RegisterFile::Vcc, 1)).map(Symbol::mask),
            Implicit::Scc | Implicit::Exec => None,
        };
        Ok(match upper {
            Some(upper) if upper == mask => mask,
            None if halves == 1 || of == Implicit::Exec => mask,
            Some(_) | None => None,
        })
    }

    /// That what a register holds is not known, naming the instruction that wrote it.
    pub fn unknown(&self, symbol: &Symbol, span: Span, what: &str) -> NotModelled {
        match symbol {
            Symbol::Opaque(writer) => {
                NotModelled::new(*writer, format!("what this computes is not modelled, and {what} depends on it"))
            }
            Symbol::Lanes(_) => {
                NotModelled::new(span, format!("{what} of a register in whose lanes scalars were written"))
            }
            Symbol::Word(_) | Symbol::Half(..) | Symbol::Mask(_) | Symbol::Arguments(_) | Symbol::Return(_) => {
                NotModelled::new(span, format!("{what} of parts of other values"))
            }
        }
    }
}

/// The first register of one that is named by no operand.
pub(super) fn implicit(register: Implicit) -> Unit {
    match register {
        Implicit::Scc => (RegisterFile::Scc, 0),
        Implicit::Vcc => (RegisterFile::Vcc, 0),
        Implicit::Exec => (RegisterFile::Exec, 0),
    }
}

/// An integer of 32 bits as a value of a type.
pub(super) fn narrowed(value: Value, ty: Type) -> Value {
    if ty == BOOL {
        return compare(CompareOp::Ne, value, constant(WORD, 0));
    }
    // What a narrow load has widened is narrow again.
    if let ValueKind::Cast(CastOp::Zext | CastOp::Sext, inner) = &value.kind
        && inner.ty == ty
    {
        return (**inner).clone();
    }
    cast(if ty == DOUBLE { CastOp::Zext } else { CastOp::Trunc }, value, ty)
}
