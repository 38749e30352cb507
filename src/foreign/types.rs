//! Types of C: integers, and pointers to them.

use super::ast::Type;
use super::refuse;
use crate::llvm::{AddressSpace, IntType};
use crate::syntax::litmus::ast::{self, Name};
use crate::syntax::source::{Diagnostic, Source};
use std::sync::Arc;

/// An integer type with its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int {
    /// Its width.
    pub width: IntType,
    /// Whether it has negative values.
    pub signed: bool,
}

/// The type `int`.
pub const INT: Int = Int { width: IntType::I32, signed: true };

/// What a type is of, pointers left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// An integer.
    Int(Int),
    /// `bool`: 0 or 1 in a byte.
    Bool,
    /// `void`.
    Void,
}

/// A type of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ty {
    /// What it is of.
    pub scalar: Scalar,
    /// How many pointers lead there.
    pub stars: usize,
    /// Whether what they lead to is atomic.
    pub atomic: bool,
    /// Whether `volatile` stands in it.
    pub volatile: bool,
    /// The address space of what they lead to, if one is named.
    pub space: Option<AddressSpace>,
}

impl Ty {
    /// The type `int`.
    pub const INT: Ty = Ty { scalar: Scalar::Int(INT), stars: 0, atomic: false, volatile: false, space: None };

    /// What a pointer of this type points to.
    pub fn pointee(self) -> Option<Ty> {
        Some(Ty { stars: self.stars.checked_sub(1)?, ..self })
    }

    /// The integers of this type, if it is one.
    pub fn int(self) -> Option<Int> {
        match (self.scalar, self.stars) {
            (Scalar::Int(int), 0) => Some(int),
            (Scalar::Bool, 0) => Some(Int { width: IntType::I8, signed: false }),
            (Scalar::Void, _) | (_, 1..) => None,
        }
    }

    /// The type in our language of what has it; `None` for `void`.
    pub fn ours(self) -> Option<ast::Type> {
        match self.stars {
            0 => self.int().map(|int| ast::Type::Int(int.width)),
            _ => Some(ast::Type::Ptr),
        }
    }

    /// Whether it is `bool` itself.
    pub fn is_bool(self) -> bool {
        self.scalar == Scalar::Bool && self.stars == 0
    }
}

/// Words that say what a type is of: the word, the type, whether it is atomic.
const SCALARS: &[(&str, Scalar, bool)] = &[
    ("void", Scalar::Void, false),
    ("bool", Scalar::Bool, false),
    ("_Bool", Scalar::Bool, false),
    ("atomic_bool", Scalar::Bool, true),
    ("atomic_flag", Scalar::Bool, true),
    ("int", int(IntType::I32, true), false),
    ("atomic_int", int(IntType::I32, true), true),
    ("uint", int(IntType::I32, false), false),
    ("atomic_uint", int(IntType::I32, false), true),
    ("char", int(IntType::I8, true), false),
    ("atomic_char", int(IntType::I8, true), true),
    ("uchar", int(IntType::I8, false), false),
    ("atomic_uchar", int(IntType::I8, false), true),
    ("short", int(IntType::I16, true), false),
    ("atomic_short", int(IntType::I16, true), true),
    ("ushort", int(IntType::I16, false), false),
    ("atomic_ushort", int(IntType::I16, false), true),
    ("long", int(IntType::I64, true), false),
    ("atomic_long", int(IntType::I64, true), true),
    ("ulong", int(IntType::I64, false), false),
    ("atomic_ulong", int(IntType::I64, false), true),
    ("atomic_llong", int(IntType::I64, true), true),
    ("atomic_ullong", int(IntType::I64, false), true),
    ("int8_t", int(IntType::I8, true), false),
    ("atomic_int8_t", int(IntType::I8, true), true),
    ("int16_t", int(IntType::I16, true), false),
    ("atomic_int16_t", int(IntType::I16, true), true),
    ("int32_t", int(IntType::I32, true), false),
    ("atomic_int32_t", int(IntType::I32, true), true),
    ("int64_t", int(IntType::I64, true), false),
    ("atomic_int64_t", int(IntType::I64, true), true),
    ("uint8_t", int(IntType::I8, false), false),
    ("atomic_uint8_t", int(IntType::I8, false), true),
    ("uint16_t", int(IntType::I16, false), false),
    ("atomic_uint16_t", int(IntType::I16, false), true),
    ("uint32_t", int(IntType::I32, false), false),
    ("atomic_uint32_t", int(IntType::I32, false), true),
    ("uint64_t", int(IntType::I64, false), false),
    ("atomic_uint64_t", int(IntType::I64, false), true),
    ("size_t", int(IntType::I64, false), false),
    ("atomic_size_t", int(IntType::I64, false), true),
    ("intptr_t", int(IntType::I64, true), false),
    ("uintptr_t", int(IntType::I64, false), false),
    ("atomic_intptr_t", int(IntType::I64, true), true),
    ("atomic_uintptr_t", int(IntType::I64, false), true),
];

const fn int(width: IntType, signed: bool) -> Scalar {
    Scalar::Int(Int { width, signed })
}

/// Words beside them.
const QUALIFIERS: &[&str] = &["volatile", "const", "restrict", "_Atomic", "unsigned", "signed", "register", "static"];

/// Address spaces of OpenCL C.
const SPACES: &[(&str, AddressSpace)] = &[
    ("global", AddressSpace::Global),
    ("__global", AddressSpace::Global),
    ("local", AddressSpace::Local),
    ("__local", AddressSpace::Local),
    ("constant", AddressSpace::Constant),
    ("__constant", AddressSpace::Constant),
    ("private", AddressSpace::Private),
    ("__private", AddressSpace::Private),
];

/// Whether a word belongs to types.
pub fn is_type_word(word: &str) -> bool {
    SCALARS.iter().any(|(known, ..)| *known == word) || QUALIFIERS.contains(&word)
}

/// Whether a word names an address space of OpenCL C.
pub fn is_space_word(word: &str) -> bool {
    space(word).is_some()
}

fn space(word: &str) -> Option<AddressSpace> {
    SPACES.iter().find(|(known, _)| *known == word).map(|(_, space)| *space)
}

/// The type that words spell.
///
/// # Errors
/// They spell none, or one that tests have not.
pub fn resolve(source: &Arc<Source>, written: &Type) -> Result<Ty, Box<Diagnostic>> {
    let mut ty = Ty { stars: written.stars, ..Ty::INT };
    let (mut bases, mut sign): (Vec<&Name>, Option<bool>) = (Vec::new(), None);
    for word in &written.words {
        match word.node.as_str() {
            "volatile" => ty.volatile = true,
            "_Atomic" => ty.atomic = true,
            "unsigned" => sign = Some(false),
            "signed" => sign = Some(true),
            "const" | "restrict" | "register" | "static" => {}
            name => match space(name) {
                Some(space) => ty.space = Some(space),
                None => bases.push(word),
            },
        }
    }
    let names: Vec<&str> = bases.iter().map(|word| word.node.as_str()).collect();
    // `long long`, `long int` and `short int` are one type each.
    let name = match names.as_slice() {
        [] if sign.is_some() || ty.atomic => "int",
        [one] => one,
        ["long" | "int", "long"] | ["long", "int"] | ["long", "long", "int"] => "long",
        ["short", "int"] => "short",
        _ => {
            return refuse(
                source,
                written.span,
                "this is no type",
                "not a type",
                "such as `int`, `atomic_int`, `unsigned long`, `uint64_t`",
            );
        }
    };
    if let Some((_, scalar, atomic)) = SCALARS.iter().find(|(known, ..)| *known == name) {
        (ty.scalar, ty.atomic) = (*scalar, ty.atomic || *atomic);
    }
    if let (Scalar::Int(int), Some(signed)) = (ty.scalar, sign) {
        ty.scalar = Scalar::Int(Int { signed, ..int });
    }
    Ok(ty)
}
