//! Which programs break, told in a few words: how many they are, and what tells them from as many others.

use crate::judge::store::Question;
use std::fmt;
use std::str::FromStr;

/// A set of programs that break.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Broken {
    /// How many they are.
    pub programs: usize,
    /// The sum of their digests, so that it does not matter in which order they are found.
    digest: u64,
}

impl Broken {
    /// The program of this text alone.
    pub fn one(text: &str) -> Broken {
        Broken { programs: 1, digest: Question::about(&text).number() }
    }

    /// With those of another set, none of which is in this one.
    #[must_use]
    pub fn and(self, other: Broken) -> Broken {
        Broken { programs: self.programs + other.programs, digest: self.digest.wrapping_add(other.digest) }
    }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} programs, {:016x}", self.programs, self.digest)
    }
}

impl FromStr for Broken {
    type Err = ();

    fn from_str(text: &str) -> Result<Broken, ()> {
        let (programs, digest) = text.split_once(" programs, ").ok_or(())?;
        let broken = Broken {
            programs: programs.parse().map_err(|_| ())?,
            digest: u64::from_str_radix(digest, 16).map_err(|_| ())?,
        };
        // One spelling, so that a list reads as it is written.
        if broken.to_string() == text { Ok(broken) } else { Err(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_told_apart_whatever_the_order() {
        let [a, b, c] = ["a", "b", "c"].map(Broken::one);
        assert_eq!(a.and(b), b.and(a));
        assert_ne!(a.and(b), a.and(c));
        assert_eq!(a.and(b).to_string().parse(), Ok(a.and(b)));
        for wrong in
            ["", "2 programs", "2 programs, 1", "two programs, 0000000000000000", "+2 programs, 0000000000000000"]
        {
            assert_eq!(wrong.parse::<Broken>(), Err(()), "{wrong}");
        }
    }
}
