//! The functions that tests call, and the names that their arguments may be.

use super::Dialect;
use crate::llvm::{AddressSpace, Ordering, RmwOp, ScopeLevel};

/// What a function does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// `atomic_load`
    Load,
    /// `atomic_store`
    Store,
    /// `atomic_init`
    Init,
    /// `atomic_exchange` and `atomic_fetch_…`, of signed integers
    Update(RmwOp),
    /// `atomic_compare_exchange_strong` and `_weak`
    Compare {
        /// Whether it may fail though the value matched.
        weak: bool,
    },
    /// `atomic_flag_test_and_set`
    TestAndSet,
    /// `atomic_flag_clear`
    Clear,
    /// `atomic_thread_fence`
    Fence,
    /// `atomic_work_item_fence`
    WorkItemFence,
    /// `barrier`, `work_group_barrier`
    Barrier,
}

const FUNCTIONS: &[(&str, Function)] = &[
    ("atomic_load", Function::Load),
    ("atomic_store", Function::Store),
    ("atomic_init", Function::Init),
    ("atomic_exchange", Function::Update(RmwOp::Xchg)),
    ("atomic_fetch_add", Function::Update(RmwOp::Add)),
    ("atomic_fetch_sub", Function::Update(RmwOp::Sub)),
    ("atomic_fetch_or", Function::Update(RmwOp::Or)),
    ("atomic_fetch_xor", Function::Update(RmwOp::Xor)),
    ("atomic_fetch_and", Function::Update(RmwOp::And)),
    ("atomic_fetch_min", Function::Update(RmwOp::Min)),
    ("atomic_fetch_max", Function::Update(RmwOp::Max)),
    ("atomic_compare_exchange_strong", Function::Compare { weak: false }),
    ("atomic_compare_exchange_weak", Function::Compare { weak: true }),
    ("atomic_flag_test_and_set", Function::TestAndSet),
    ("atomic_flag_clear", Function::Clear),
    ("atomic_thread_fence", Function::Fence),
    ("atomic_work_item_fence", Function::WorkItemFence),
    ("barrier", Function::Barrier),
    ("work_group_barrier", Function::Barrier),
];

/// The function of a name, and whether its orders are given.
pub fn function(name: &str, dialect: Dialect) -> Option<(Function, bool)> {
    let (base, explicit) = match name.strip_suffix("_explicit") {
        Some(base) => (base, true),
        None => (name, false),
    };
    let (_, function) = FUNCTIONS.iter().find(|(known, function)| *known == base && is_of(*function, dialect))?;
    (!explicit || has_orders(*function)).then_some((*function, explicit))
}

/// The name by which a language has a function, with orders that are given; `None` if it has it not.
pub fn name(wanted: Function, dialect: Dialect) -> Option<String> {
    let (base, _) = FUNCTIONS.iter().find(|(_, function)| *function == wanted && is_of(*function, dialect))?;
    Some(if has_orders(wanted) { format!("{base}_explicit") } else { base.to_string() })
}

/// Whether a language has a function.
fn is_of(function: Function, dialect: Dialect) -> bool {
    match function {
        Function::Fence => dialect == Dialect::C,
        Function::Update(RmwOp::Min | RmwOp::Max) | Function::WorkItemFence | Function::Barrier => {
            dialect == Dialect::OpenCl
        }
        Function::Load | Function::Store | Function::Init | Function::Update(_) | Function::Compare { .. } => true,
        Function::TestAndSet | Function::Clear => true,
    }
}

/// Whether there is a form of it that ends in `_explicit`.
fn has_orders(function: Function) -> bool {
    match function {
        Function::Load | Function::Store | Function::Update(_) | Function::Compare { .. } => true,
        Function::TestAndSet | Function::Clear => true,
        Function::Init | Function::Fence | Function::WorkItemFence | Function::Barrier => false,
    }
}

/// The names of all functions of a language.
pub fn names(dialect: Dialect) -> impl Iterator<Item = &'static str> {
    FUNCTIONS.iter().filter(move |(_, function)| is_of(*function, dialect)).map(|(name, _)| *name)
}

/// The orders by name; `consume` is none that LLVM has.
pub const ORDERS: &[(&str, Ordering)] = &[
    ("memory_order_relaxed", Ordering::Monotonic),
    ("memory_order_acquire", Ordering::Acquire),
    ("memory_order_release", Ordering::Release),
    ("memory_order_acq_rel", Ordering::AcqRel),
    ("memory_order_seq_cst", Ordering::SeqCst),
];

/// The scopes by name.
pub const SCOPES: &[(&str, ScopeLevel)] = &[
    ("memory_scope_work_item", ScopeLevel::Singlethread),
    ("memory_scope_sub_group", ScopeLevel::Wavefront),
    ("memory_scope_work_group", ScopeLevel::Workgroup),
    ("memory_scope_device", ScopeLevel::Agent),
    ("memory_scope_all_svm_devices", ScopeLevel::System),
    ("memory_scope_all_devices", ScopeLevel::System),
];

/// The flags of fences by name.
pub const FLAGS: &[(&str, AddressSpace)] =
    &[("CLK_GLOBAL_MEM_FENCE", AddressSpace::Global), ("CLK_LOCAL_MEM_FENCE", AddressSpace::Local)];
