//! Keywords as enums: one macro gives spelling, parsing and the list of all.

/// Declares an enum whose variants are LLVM's words, with `ALL`, `as_str`, `FromStr` and `Display`.
macro_rules! words_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// Every value, in the order of declaration.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The word as LLVM spells it.
            pub const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }
        }

        impl std::str::FromStr for $name {
            type Err = ();
            fn from_str(word: &str) -> Result<Self, ()> {
                Self::ALL.iter().copied().find(|value| value.as_str() == word).ok_or(())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let word: String = serde::Deserialize::deserialize(deserializer)?;
                let known = || $crate::llvm::words($name::ALL, $name::as_str);
                word.parse().map_err(|()| serde::de::Error::custom(format!("`{word}` is not {}", known())))
            }
        }
    };
}
pub(crate) use words_enum;

/// The spellings of a list of words, for messages: `a, b or c`.
pub fn words<T: Copy>(all: &[T], spell: fn(T) -> &'static str) -> String {
    match all {
        [] => String::new(),
        [one] => spell(*one).to_string(),
        [init @ .., last] => {
            let init: Vec<_> = init.iter().map(|&word| spell(word)).collect();
            format!("{} or {}", init.join(", "), spell(*last))
        }
    }
}

words_enum! {
    /// The integer types of registers and memory (LLVM language reference, Integer Type).
    IntType {
        /// One bit: the result of a comparison; not a memory type.
        I1 = "i1",
        /// An integer of 8 bits.
        I8 = "i8",
        /// An integer of 16 bits.
        I16 = "i16",
        /// An integer of 32 bits, the type of literals where nothing says another.
        I32 = "i32",
        /// An integer of 64 bits.
        I64 = "i64",
    }
}

words_enum! {
    /// Integer types of memory and registers that are wider than values are here: a value of theirs is below 2^64, is moved and compared, and nothing
    /// else is computed from it (LLVM language reference, Integer Type).
    WideType {
        /// An integer of 96 bits.
        I96 = "i96",
        /// An integer of 128 bits.
        I128 = "i128",
        /// An integer of 256 bits.
        I256 = "i256",
        /// An integer of 512 bits.
        I512 = "i512",
    }
}

impl WideType {
    /// The width in bits.
    pub fn bits(self) -> u32 {
        match self {
            WideType::I96 => 96,
            WideType::I128 => 128,
            WideType::I256 => 256,
            WideType::I512 => 512,
        }
    }
}

impl IntType {
    /// The width in bits, from 1 to 64.
    pub fn bits(self) -> u32 {
        match self {
            IntType::I1 => 1,
            IntType::I8 => 8,
            IntType::I16 => 16,
            IntType::I32 => 32,
            IntType::I64 => 64,
        }
    }

    /// All ones of this width, the largest value without sign.
    pub fn mask(self) -> u64 {
        u64::MAX >> (64 - self.bits())
    }

    /// The value cut to this width.
    pub fn wrap(self, value: i128) -> u64 {
        value as u64 & self.mask()
    }

    /// The value read as two's complement.
    pub fn signed(self, value: u64) -> i64 {
        let shift = 64 - self.bits();
        ((value << shift) as i64) >> shift
    }

    /// Whether a literal fits, read as unsigned or as two's complement.
    pub fn fits(self, value: i128) -> bool {
        value >= -(1i128 << (self.bits() - 1)) && value <= i128::from(self.mask())
    }
}
