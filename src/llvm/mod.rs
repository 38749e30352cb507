//! The vocabulary of LLVM's concurrent IR as AMDGPU uses it: orderings, sync scopes, address spaces, MMRA tags,
//! integer types and the operations of `atomicrmw`. It knows nothing of programs or models.

mod memory_type;
mod mmra;
mod ordering;
mod rmw;
mod scope;
mod space;
mod words;

pub use memory_type::{Granularity, Home, MemoryType};
pub use mmra::{Tag, TagSet};
pub use ordering::{AtomicKind, Ordering};
pub use rmw::RmwOp;
pub use scope::{ScopeLevel, SyncScope};
pub use space::{AddressSpace, SpaceSet};
pub(crate) use words::words_enum;
pub use words::{IntType, WideType, words};
