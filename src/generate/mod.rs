//! Programs of a stated space, each once up to symmetry: the names of threads, locations, values and places mean nothing.
//!
//! What an axiom of a memory model forbids has a cycle of communication and program order. So programs are built from cycles ([`Shape`]):
//! at most two accesses a thread, the last of each thread and the first of the next communicating. Threads stand in every way that the
//! scope tree tells apart ([`Placement`]), each orders its two accesses in some way (`Sync`), locations lie in address spaces
//! and are accessed atomically or not (`base`), and of such a base program single operations are replaced by others ([`variants`]).

mod base;
mod draft;
mod narrowing;
mod operation;
mod placement;
mod shape;
mod sync;
mod text;
mod variant;

pub use base::{Base, bases};
pub use draft::{Draft, Statement};
pub use narrowing::{is_narrowed_alike, is_narrowed_less, narrowings};
pub use operation::{Does, Kind, Operation, operations};
pub use placement::Placement;
pub use shape::{Access, Part, Shape, shapes};
pub use text::tells_clusters;
pub use variant::{Replaced, Variant, narrower, variants};

/// How large programs are at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many accesses, fences and barriers a program has at most, of all threads together.
    pub events: usize,
    /// How many threads a program has at most.
    pub threads: usize,
}
