//! A program while it is built: its threads as lists of operations, before it is text.

use super::operation::{Kind, Operation};
use super::placement::Placement;
use crate::llvm::{AddressSpace, Ordering, ScopeLevel};

/// A program: what its threads do where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The address space of each location.
    pub spaces: Vec<AddressSpace>,
    /// Where each thread stands in the scope tree.
    pub placement: Placement,
    /// The statements of each thread, in program order; threads in the order of the cycle.
    pub threads: Vec<Vec<Statement>>,
    /// The threads whose later statements mean something only if their first read found what the cycle has it read.
    pub guards: Vec<Guard>,
}

/// A statement of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Statement {
    /// A load, a store or a read-modify-write.
    Access {
        /// The instruction with its ordering, scope and flags.
        operation: Operation,
        /// What it does for the cycle: it reads, writes, or updates a location.
        kind: Kind,
        /// The number of its location, an index of [`Draft::spaces`].
        location: usize,
    },
    /// A fence, which orders what stands before it in its thread and what stands after it.
    Fence(Operation),
    /// The workgroup barrier, `s.barrier`.
    Barrier,
}

/// Whether what follows a thread's first read depends on what it found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Guard {
    /// What follows is executed, and every execution asked about, whatever the read found.
    None,
    /// What follows is executed only if the value was found.
    Branch,
    /// Only executions in which it was found are asked about.
    Filter,
}

impl Draft {
    /// The accesses without orderings, scopes and flags: what reads and writes where. Every operation is `seq_cst` of system scope instead.
    #[must_use]
    pub fn bare(&self) -> Draft {
        self.map(|operation| Operation::new(operation.does, Some(Ordering::SeqCst), ScopeLevel::System))
    }

    /// Whether a thread hands on to another place than it was handed to: the thread before it in the cycle and the one after it are not as far from it.
    pub fn hands_on(&self, thread: usize) -> bool {
        let count = self.threads.len();
        let (before, after) = ((thread + count - 1) % count, (thread + 1) % count);
        self.placement.distance(before, thread) != self.placement.distance(thread, after)
    }

    /// The size of the program: the number of its accesses, fences and barriers.
    pub fn events(&self) -> usize {
        self.threads.iter().map(Vec::len).sum()
    }

    /// The operations, where they stand (thread and index), and what they are there for.
    pub fn operations(&self) -> impl Iterator<Item = ((usize, usize), Operation, Kind)> {
        let of_thread = |(thread, statements): (usize, &Vec<Statement>)| {
            let operation = move |(index, statement): (usize, &Statement)| match statement {
                Statement::Access { operation, kind, .. } => Some(((thread, index), *operation, *kind)),
                Statement::Fence(operation) => Some(((thread, index), *operation, Kind::Orders)),
                Statement::Barrier => None,
            };
            statements.iter().enumerate().filter_map(operation).collect::<Vec<_>>()
        };
        self.threads.iter().enumerate().flat_map(of_thread)
    }

    /// The address space that a statement reaches; global for a fence.
    pub fn space_at(&self, (thread, index): (usize, usize)) -> AddressSpace {
        match self.threads[thread][index] {
            Statement::Access { location, .. } => self.spaces[location],
            Statement::Fence(_) | Statement::Barrier => AddressSpace::Global,
        }
    }

    /// The operations with the address spaces that they reach.
    pub fn reached(&self) -> impl Iterator<Item = (Operation, AddressSpace)> {
        self.operations().map(|(place, operation, _)| (operation, self.space_at(place)))
    }

    /// The same with another operation in a place.
    #[must_use]
    pub fn with(&self, (thread, index): (usize, usize), operation: Operation) -> Draft {
        let mut draft = self.clone();
        match &mut draft.threads[thread][index] {
            Statement::Access { operation: old, .. } | Statement::Fence(old) => *old = operation,
            Statement::Barrier => {}
        }
        draft
    }

    /// The same with every operation changed.
    #[must_use]
    pub fn map(&self, change: impl Fn(Operation) -> Operation) -> Draft {
        let mut draft = self.clone();
        for statement in draft.threads.iter_mut().flatten() {
            match statement {
                Statement::Access { operation, .. } | Statement::Fence(operation) => *operation = change(*operation),
                Statement::Barrier => {}
            }
        }
        draft
    }
}
