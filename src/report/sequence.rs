//! What happens on hardware as a picture: a lane for each wave and each instance of a cache level, from the waves outwards, and rows in the order of
//! time with what is moved from lane to lane. Plain data; `lanes` gives it places.

mod lanes;

use super::drawing::LineKind;

pub use lanes::{draw, draw_bare};

/// A wave, or an instance of LDS or of a cache level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// The name of the wave's thread, or of the level.
    pub name: String,
    /// The threads that use it, if it is a level.
    pub users: String,
}

/// Data that is moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The number of the lane where it is from.
    pub from: usize,
    /// The number of the row before which it left that; `None` if it leaves in its own row.
    pub left: Option<usize>,
    /// The number of the lane where it comes.
    pub to: usize,
    /// Whether it is written or read, and if it is old.
    pub kind: LineKind,
    /// The object and its value.
    pub label: String,
    /// What is said of it to who points at it.
    pub hover: String,
}

/// What an instruction does to a lane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sign {
    /// The number of the lane.
    pub lane: usize,
    /// A word: `inv`, `wb` or `wait`.
    pub word: &'static str,
    /// Whether it is at fault.
    pub marked: bool,
}

/// One micro-event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Its timestamp.
    pub time: u32,
    /// The thread, the line and what happens.
    pub text: String,
    /// What it has to do with what goes wrong; empty of what has nothing.
    pub notes: Vec<String>,
    /// What is moved.
    pub arrows: Vec<Arrow>,
    /// What is done to lanes.
    pub signs: Vec<Sign>,
}

/// Old data in a cache: from when it is there until it is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The number of the lane.
    pub lane: usize,
    /// The number of the row in which it comes.
    pub from: usize,
    /// The number of the row in which it is read.
    pub to: usize,
    /// What is said of it to who points at it.
    pub hover: String,
}

/// What happens on hardware.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// The test's name.
    pub title: String,
    /// The target, the state, and what forbids it.
    pub subtitle: Vec<String>,
    /// From the waves outwards.
    pub lanes: Vec<Lane>,
    /// In the order of time.
    pub rows: Vec<Row>,
    /// Old data that is read.
    pub bars: Vec<Bar>,
}
