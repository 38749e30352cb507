//! The text of a program, one for all programs that say the same: names and values go by order of first use, threads by what they do.

use super::draft::{Draft, Guard, Statement};
use super::operation::{Does, Kind, Operation};
use crate::llvm::{Ordering, ScopeLevel};
use itertools::Itertools;
use std::cmp::Reverse;
use std::fmt::Write;

/// The names of locations; a shape of the largest program has fewer.
const NAMES: [&str; 8] = ["x", "y", "z", "w", "v", "u", "t", "s"];

impl Draft {
    /// The text of the program in the litmus language, under a name: the least of those that say the same with threads in other orders.
    pub fn text(&self, name: &str) -> String {
        self.text_in(&self.order(), name)
    }

    /// The order in which [`text`](Self::text) has the threads: by what each does, those that write first, and where several do the same, so that
    /// the text is least.
    pub fn order(&self) -> Vec<usize> {
        let does: Vec<Vec<Statement>> = self.threads.iter().map(|thread| anywhere(thread)).collect();
        let by_what_they_do = |order: &Vec<usize>| order.is_sorted_by_key(|&thread| Reverse(&does[thread]));
        let orders = (0..self.threads.len()).permutations(self.threads.len()).filter(by_what_they_do);
        let orders: Vec<Vec<usize>> = orders.collect();
        match <[Vec<usize>; 1]>::try_from(orders) {
            Ok([only]) => only,
            Err(several) => several.into_iter().min_by_key(|order| body(self, order)).unwrap_or_default(),
        }
    }

    /// The text of the program with its threads in an order.
    pub fn text_in(&self, order: &[usize], name: &str) -> String {
        format!("litmus {name}\n{}", body(self, order))
    }
}

/// Whether a program of this text tells clusters from agents: two workgroups share a cluster, or an operation is of cluster scope. Where there are no
/// clusters, another program says the same: the one without them whose operations are of agent scope.
pub fn tells_clusters(text: &str) -> bool {
    text.contains(ScopeLevel::Cluster.as_str())
}

/// Statements as if all were on one location.
fn anywhere(statements: &[Statement]) -> Vec<Statement> {
    let anywhere = |statement: &Statement| match *statement {
        Statement::Access { operation, kind, .. } => Statement::Access { operation, kind, location: 0 },
        Statement::Fence(_) | Statement::Barrier => *statement,
    };
    statements.iter().map(anywhere).collect()
}

/// The program without its name, threads in this order.
fn body(draft: &Draft, order: &[usize]) -> String {
    let writer = Writer::new(draft, order);
    let mut text = String::from("memory {\n");
    for &location in &writer.locations {
        let space = draft.spaces[location];
        writeln!(text, "  {space} {}: i32 = 0", writer.name(location)).ok();
    }
    text.push_str("}\n");
    for ((position, &thread), place) in order.iter().enumerate().zip(draft.placement.texts(order)) {
        writeln!(text, "thread P{position} @ {place} {{").ok();
        writer.thread(thread, &mut text);
        text.push_str("}\n");
    }
    let filters = order.iter().enumerate().filter(|(_, thread)| draft.guards[**thread] == Guard::Filter);
    let filters = filters.map(|(position, &thread)| format!("P{position}:r0 = {}", writer.found(thread))).join(" /\\ ");
    if !filters.is_empty() {
        writeln!(text, "filter ({filters})").ok();
    }
    text.push_str("forall (true)\n");
    text
}

struct Writer<'d> {
    draft: &'d Draft,
    /// The threads in order.
    order: &'d [usize],
    /// The locations in order of first use.
    locations: Vec<usize>,
}

impl Writer<'_> {
    fn new<'d>(draft: &'d Draft, order: &'d [usize]) -> Writer<'d> {
        let accesses = order.iter().flat_map(|&thread| &draft.threads[thread]);
        let locations = accesses.filter_map(|statement| match statement {
            Statement::Access { location, .. } => Some(*location),
            Statement::Fence(_) | Statement::Barrier => None,
        });
        Writer { draft, order, locations: locations.unique().collect() }
    }

    fn name(&self, location: usize) -> &'static str {
        let number = self.locations.iter().position(|known| *known == location).unwrap_or_default();
        NAMES[number % NAMES.len()]
    }

    /// The location that a statement writes a value of its own to, if it does: an update without a result shows by what it adds that it reads.
    fn written(&self, (thread, index): (usize, usize)) -> Option<usize> {
        match self.draft.threads[thread][index] {
            Statement::Access { kind: Kind::Writes | Kind::Updates, location, .. } => Some(location),
            Statement::Access { kind: Kind::Reads, operation: Operation { does: Does::Update, .. }, location } => {
                Some(location)
            }
            Statement::Access { kind: Kind::Reads | Kind::Orders, .. } | Statement::Fence(_) | Statement::Barrier => {
                None
            }
        }
    }

    /// The value that a write writes, or an update adds: a bit of its own among the writes to its location; 0 if it is there for neither.
    fn value(&self, place: (usize, usize)) -> u64 {
        let Some(location) = self.written(place) else { return 0 };
        let places = self
            .order
            .iter()
            .flat_map(|&thread| (0..self.draft.threads[thread].len()).map(move |index| (thread, index)));
        let writes = places.filter(|&place| self.written(place) == Some(location));
        1 << writes.take_while(|&before| before != place).count()
    }

    /// What a thread's first read finds along the cycle: what the thread before writes last, on top of what it found if it adds to that.
    fn found(&self, thread: usize) -> u64 {
        let threads = &self.draft.threads;
        let before = (thread + threads.len() - 1) % threads.len();
        let last = threads[before].len() - 1;
        let under = match threads[before][last] {
            Statement::Access { kind: Kind::Updates, .. } if before != thread => self.found(before),
            Statement::Access { .. } | Statement::Fence(_) | Statement::Barrier => 0,
        };
        under + self.value((before, last))
    }

    fn thread(&self, thread: usize, text: &mut String) {
        let statements = &self.draft.threads[thread];
        let mut registers = 0;
        let mut indent = "  ";
        for (index, statement) in statements.iter().enumerate() {
            match statement {
                Statement::Barrier => writeln!(text, "{indent}s.barrier").ok(),
                Statement::Fence(operation) => writeln!(text, "{indent}{}", fence(operation)).ok(),
                Statement::Access { operation, kind, location } => {
                    let value = match self.written((thread, index)) {
                        None if index == 0 => self.found(thread),
                        // The cycle goes on from the last read to a write that it comes before: it finds what was there first.
                        None => 0,
                        Some(_) => self.value((thread, index)),
                    };
                    let line = access(operation, (*kind, value), self.name(*location), &mut registers);
                    writeln!(text, "{indent}{line}").ok()
                }
            };
            if index == 0 && self.draft.guards[thread] == Guard::Branch {
                writeln!(text, "  if r0 == {} {{", self.found(thread)).ok();
                indent = "    ";
            }
        }
        if indent.len() > 2 {
            text.push_str("  }\n");
        }
    }
}

/// An access; `value` is what it writes or adds, or what it finds along the cycle if it is there to read.
fn access(operation: &Operation, (kind, value): (Kind, u64), name: &str, registers: &mut usize) -> String {
    let mut dest = || {
        *registers += 1;
        format!("r{} = ", *registers - 1)
    };
    let atomic = if operation.ordering.is_some() { "atomic " } else { "" };
    let volatile = if operation.volatile { "volatile " } else { "" };
    let pointer = if operation.generic { format!("generic {name}") } else { name.to_string() };
    let update = |dest: &str| {
        let (op, value) = match kind {
            Kind::Updates => ("add", value),
            Kind::Writes => ("xchg", value),
            Kind::Reads | Kind::Orders if dest.is_empty() => ("add", value),
            // It writes what it read, where only that matters.
            Kind::Reads | Kind::Orders => ("or", 0),
        };
        format!("{dest}atomicrmw {volatile}{op} {pointer}, i32 {value}")
    };
    let what = match operation.does {
        Does::Load => format!("{}load {atomic}{volatile}i32, {pointer}", dest()),
        Does::Store => format!("store {atomic}{volatile}i32 {value}, {pointer}"),
        Does::UpdateReturning => update(&dest()),
        Does::Update => update(""),
        Does::Cmpxchg => format!("{}cmpxchg {volatile}{pointer}, i32 {value}, i32 {value}", dest()),
        Does::Fence => String::new(),
    };
    let failure = match operation.does {
        Does::Cmpxchg => format!(" {}", failure_ordering(operation.ordering)),
        Does::Load | Does::Store | Does::Update | Does::UpdateReturning | Does::Fence => String::new(),
    };
    let nontemporal = if operation.nontemporal { ", !nontemporal" } else { "" };
    format!("{what}{}{failure}{nontemporal}", strength(operation))
}

/// The ordering of a `cmpxchg` that fails, which reads as one that succeeds does.
fn failure_ordering(success: Option<Ordering>) -> Ordering {
    match success {
        Some(Ordering::SeqCst) => Ordering::SeqCst,
        Some(Ordering::Acquire | Ordering::AcqRel) => Ordering::Acquire,
        Some(Ordering::Release | Ordering::Monotonic | Ordering::Unordered) | None => Ordering::Monotonic,
    }
}

fn fence(operation: &Operation) -> String {
    let tags = match operation.only {
        None => String::new(),
        Some(space) => format!(", !mmra {{\"amdgpu-synchronize-as:{space}\"}}"),
    };
    format!("fence{}{tags}", strength(operation))
}

/// Scope and ordering, as they stand after the operands.
fn strength(operation: &Operation) -> String {
    let Some(ordering) = operation.ordering else { return String::new() };
    let scope = operation.scope.to_string();
    if scope.is_empty() { format!(" {ordering}") } else { format!(" syncscope(\"{scope}\") {ordering}") }
}
