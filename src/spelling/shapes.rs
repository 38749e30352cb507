//! What may stand where among the operands of an instruction: registers of a file, words, numbers.

use super::line::{Operand, RegisterFile, Unit, operand};
use serde::Deserialize;
use std::fmt;

/// What may stand in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shape {
    /// Registers of the value that is accessed, so many times its width.
    Value(u32),
    /// So many registers of a file.
    Registers(RegisterFile, u32),
    /// This word or number.
    This(Operand),
    /// An integer.
    Number,
    /// Where a branch goes.
    Label,
    /// Registers of the wave, however many.
    OfWave,
    /// Registers of the wave that hold a mask of lanes.
    Mask,
    /// `vcc`, as much of it as a mask of lanes has.
    Vcc,
    /// Whatever a computation reads.
    Any,
}

/// The files of registers of the wave.
const OF_WAVE: [RegisterFile; 5] =
    [RegisterFile::Scalar, RegisterFile::Vcc, RegisterFile::Exec, RegisterFile::M0, RegisterFile::Null];

/// Registers of the wave that only a word names, which say where scratch is and how accesses that fail go on.
const WORDS_OF_WAVE: [&str; 6] =
    ["flat_scratch", "flat_scratch_lo", "flat_scratch_hi", "xnack_mask", "xnack_mask_lo", "xnack_mask_hi"];

/// What may stand in each place, as text that `models/instructions.toml` explains.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Places(Vec<Place>);

/// What may stand in one place, in any of several ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    shapes: Vec<Shape>,
    /// Whether nothing may stand there, after the last operand.
    optional: bool,
}

/// The registers of the value that an instruction accesses, and how registers of a target are numbered.
#[derive(Clone, Copy, Debug)]
pub struct Registers<'f> {
    /// The files that have the value.
    pub files: &'f [RegisterFile],
    /// Its width, in registers.
    pub words: u32,
    /// Whether several vector registers begin with one of an even number.
    pub even: bool,
    /// Whether there is a register `null`, in which scalar values are forgotten.
    pub null: bool,
    /// How many registers of the wave hold a mask of lanes.
    pub masks: u32,
}

impl Place {
    /// The registers of the value that is accessed.
    pub fn value() -> Place {
        Place::of(Shape::Value(1))
    }

    /// Those of two such values.
    pub fn pair() -> Place {
        Place::of(Shape::Value(2))
    }

    /// One vector register, which holds an address in LDS.
    pub fn lds_address() -> Place {
        Place::of(Shape::Registers(RegisterFile::Vector, 1))
    }

    fn of(shape: Shape) -> Place {
        Place { shapes: vec![shape], optional: false }
    }

    fn read(text: &str) -> Result<Place, String> {
        let (text, optional) = text.strip_suffix('?').map_or((text, false), |text| (text, true));
        let shapes = text.split('|').map(|word| match word {
            "value" => Ok(vec![Shape::Value(1)]),
            "pair" => Ok(vec![Shape::Value(2)]),
            "number" => Ok(vec![Shape::Number]),
            "label" => Ok(vec![Shape::Label]),
            "scalar" => Ok(vec![Shape::OfWave]),
            "mask" => Ok(vec![Shape::Mask]),
            "vcc" => Ok(vec![Shape::Vcc]),
            "any" => Ok(vec![Shape::Any]),
            "offset" => Ok([RegisterFile::Scalar, RegisterFile::M0, RegisterFile::Null]
                .map(|file| Shape::Registers(file, 1))
                .into_iter()
                .chain([Shape::Number])
                .collect()),
            _ => match (operand(word), word.split_at_checked(1)) {
                (this @ Operand::Int(_), _) => Ok(vec![Shape::This(this)]),
                (this @ Operand::Word(_), _) if word == "off" || word.ends_with(')') => Ok(vec![Shape::This(this)]),
                (Operand::Registers(units), _) if word == "m0" || word == "null" => {
                    Ok(vec![Shape::Registers(units[0].0, 1)])
                }
                (Operand::Registers(units), Some((_, count))) => {
                    let count = count.parse().ok().filter(|&count| count > 0);
                    count
                        .map(|count| vec![Shape::Registers(units[0].0, count)])
                        .ok_or_else(|| format!("`{word}` is no number of registers"))
                }
                (_, _) => Err(format!("`{word}` is nothing that stands among operands")),
            },
        });
        Ok(Place { shapes: shapes.collect::<Result<Vec<_>, _>>()?.concat(), optional })
    }

    /// Whether an operand may stand there.
    fn takes(&self, operand: &Operand, registers: Registers<'_>) -> bool {
        self.shapes.iter().any(|shape| match (shape, operand) {
            (Shape::Value(times), Operand::Registers(units)) => {
                let is_null = matches!(units[..], [(RegisterFile::Null, _)]);
                let is_forgotten = registers.null && is_null && registers.files.contains(&RegisterFile::Scalar);
                is_forgotten || registers.files.iter().any(|file| registers.are(units, *file, times * registers.words))
            }
            (Shape::Registers(file, count), Operand::Registers(units)) => {
                let is_vcc = *file == RegisterFile::Scalar && registers.are(units, RegisterFile::Vcc, *count);
                is_vcc || registers.are(units, *file, *count) && (*file != RegisterFile::Null || registers.null)
            }
            (Shape::This(this), found) if this == found => true,
            (Shape::OfWave, Operand::Registers(units)) => units.iter().all(|(file, _)| OF_WAVE.contains(file)),
            (Shape::Mask, Operand::Registers(units)) => registers.are_mask(units),
            (Shape::Vcc, Operand::Registers(units)) => registers.are_vcc(units),
            (Shape::OfWave, Operand::Word(word)) => WORDS_OF_WAVE.contains(&word.as_str()),
            (Shape::Label, Operand::Word(word)) => {
                word.chars().all(|c| c.is_ascii_alphanumeric() || "_.$@".contains(c))
            }
            (Shape::Number | Shape::Label, Operand::Int(_)) | (Shape::Any, _) => true,
            (_, Operand::Registers(_) | Operand::Word(_) | Operand::Int(_)) => false,
        })
    }

    /// What may stand there, by examples.
    fn examples(&self, registers: Registers<'_>) -> String {
        let example = |file: RegisterFile, count: u32| {
            let units = (0..count).map(|number| (file, number)).collect();
            format!("`{}`", Operand::Registers(units))
        };
        let is_there = |shape: &&Shape| registers.null || !matches!(shape, Shape::Registers(RegisterFile::Null, _));
        let shapes = self.shapes.iter().filter(is_there).map(|shape| match shape {
            Shape::Value(times) => {
                registers.files.first().map_or(String::new(), |file| example(*file, times * registers.words))
            }
            Shape::Registers(file, count) => example(*file, *count),
            Shape::This(this) => format!("`{this}`"),
            Shape::Number => "a number".to_string(),
            Shape::Label => "a label".to_string(),
            Shape::OfWave => example(RegisterFile::Scalar, 1),
            Shape::Mask => example(RegisterFile::Scalar, registers.masks),
            Shape::Vcc => example(RegisterFile::Vcc, registers.masks),
            Shape::Any => "a register or a number".to_string(),
        });
        shapes.collect::<Vec<_>>().join(" or ")
    }
}

impl Registers<'_> {
    /// Whether registers are so many of a file, and begin with one that so many may begin with.
    fn are(&self, units: &[Unit], file: RegisterFile, count: u32) -> bool {
        units.len() == count as usize && units.iter().all(|(of, _)| *of == file) && self.may_begin(units)
    }

    /// Whether registers are `vcc`, as much of it as a mask of lanes has. Machine IR names the whole of it where lanes are 32, too.
    fn are_vcc(&self, units: &[Unit]) -> bool {
        let is_whole = units.len() == 2;
        let is_all = is_whole || units.len() == self.masks as usize;
        is_all && units.iter().zip(0..).all(|(unit, number)| *unit == (RegisterFile::Vcc, number))
    }

    /// Whether registers hold a mask of lanes.
    fn are_mask(&self, units: &[Unit]) -> bool {
        match units {
            [(RegisterFile::Null, _)] => self.null,
            [(RegisterFile::M0, _)] => self.masks == 1,
            _ => {
                let files = [RegisterFile::Scalar, RegisterFile::Vcc, RegisterFile::Exec];
                self.are_vcc(units) || files.iter().any(|file| self.are(units, *file, self.masks))
            }
        }
    }

    /// Whether so many registers of their file may begin with the first of them.
    pub fn may_begin(&self, units: &[Unit]) -> bool {
        let Some(&(file, first)) = units.first() else { return false };
        let step = match (file, units.len()) {
            (RegisterFile::Scalar, 2) => 2,
            (RegisterFile::Scalar, 3..) => 4,
            (RegisterFile::Vector | RegisterFile::Accumulator, 2..) if self.even => 2,
            (_, _) => 1,
        };
        first.is_multiple_of(step)
    }
}

/// Where operands are not what may stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// There are more or fewer.
    Number,
    /// One is another: its number from 0 on, and what may stand there.
    At(usize, String),
}

impl Places {
    /// What may stand in each place.
    pub fn places(&self) -> &[Place] {
        &self.0
    }
}

impl TryFrom<String> for Places {
    type Error = String;

    fn try_from(text: String) -> Result<Places, String> {
        Ok(Places(text.split_whitespace().map(Place::read).collect::<Result<_, _>>()?))
    }
}

/// Whether operands are what may stand in these places.
///
/// # Errors
/// There are more or fewer, or the first that is another.
pub fn fit(operands: &[Operand], places: &[Place], registers: Registers<'_>) -> Result<(), Unfit> {
    let needed = places.iter().filter(|place| !place.optional).count();
    if !(needed..=places.len()).contains(&operands.len()) {
        return Err(Unfit::Number);
    }
    match operands.iter().zip(places).position(|(operand, place)| !place.takes(operand, registers)) {
        Some(at) => Err(Unfit::At(at, places[at].examples(registers))),
        None => Ok(()),
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Registers(units) => match (&units[..], RegisterFile::named(units)) {
                (_, Some(name)) => f.write_str(name),
                ([(file, one)], None) => write!(f, "{}{one}", file.letter()),
                ([(file, first), .., (_, last)], None) => write!(f, "{}[{first}:{last}]", file.letter()),
                ([], None) => Ok(()),
            },
            Operand::Int(number) => write!(f, "{number}"),
            Operand::Word(word) => f.write_str(word),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(text: &str) -> Places {
        Places::try_from(text.to_string()).expect("places")
    }

    #[test]
    fn operands_are_counted_and_numbered() {
        let registers = |even| Registers { files: &[RegisterFile::Vector], words: 2, even, null: even, masks: 2 };
        let fits = |words: &str, of: &str, even| {
            let operands: Vec<Operand> = words.split(' ').map(operand).collect();
            match fit(&operands, places(of).places(), registers(even)) {
                Ok(()) => "fits".to_string(),
                Err(Unfit::Number) => "another number".to_string(),
                Err(Unfit::At(at, examples)) => format!("{}: like {examples}", operands[at]),
            }
        };
        let all = [
            fits("v[1:2] s[2:3] off", "value s2 off", false),
            fits("v[1:2] s[2:3] off", "value s2 off", true),
            fits("v[1:2] s[3:4] off", "value s2 off", false),
            fits("v[1:2] vcc 4", "value s2 offset", false),
            fits("v[0:1] s[0:3] m0", "value s4 offset", true),
            fits("v[0:1] s[2:5] vcc_lo", "value s4 offset", true),
            fits("v0 exec", "value s2", false),
            fits("v[0:3] null", "pair null|s1", true),
            fits("v[0:3] v0", "pair null|s1", true),
            fits("v0", "pair null|s1", true),
        ];
        insta::assert_snapshot!(all.join("\n"));
    }

    #[test]
    fn places_are_refused_that_are_none() {
        let refused = |text: &str| Places::try_from(text.to_string()).err().unwrap_or_default();
        assert_eq!(refused("value q2"), "`q2` is nothing that stands among operands");
        assert_eq!(refused("s0"), "`s0` is no number of registers");
        assert_eq!(refused("s[0:1]"), "`s[0:1]` is no number of registers");
        assert_eq!(refused("value|"), "`` is nothing that stands among operands");
    }
}
