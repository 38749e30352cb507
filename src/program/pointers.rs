//! What each access may reach: a fixpoint over the pointers that registers and objects may hold, whatever the order of
//! execution. Then what spaces forbid is checked.

use super::asyncmarks;
use super::ir::*;
use crate::llvm::{AddressSpace, Home, ScopeLevel};
use crate::matrix::BitSet;
use crate::syntax::litmus::ast::Type;
use crate::syntax::source::{Diagnostic, Span};
use index_vec::IndexVec;
use std::collections::BTreeMap;

/// Fills in what every access may reach and which space it names, and reports what may not be.
pub fn reach(program: &mut Program, errors: &mut Vec<Diagnostic>) {
    let mut held = Held::new(program);
    while held.propagate(program) {}
    let mut threads = std::mem::take(&mut program.threads);
    for (thread, body) in threads.iter_mut_enumerated() {
        visit_accesses(&mut body.body, &mut |access| fill_access(access, &held, thread, program));
    }
    program.threads = threads;
    let written = written(program);
    for thread in &mut program.threads {
        visit_accesses(&mut thread.body, &mut |access| {
            // What the host writes to constant memory it writes before a dispatch or after it: compilers may rely on that.
            let may_change = |(space, objects): &(AddressSpace, Vec<ObjectId>)| {
                *space != AddressSpace::Constant && objects.iter().any(|object| written.contains(object.index()))
            };
            access.unwritten = !access.may.iter().any(may_change);
        });
        asyncmarks::fill(&mut thread.body);
    }
    Check { program, errors, users: BTreeMap::new() }.run();
}

/// The objects that may be pointed to.
struct Held {
    /// By each register of each thread.
    registers: IndexVec<ThreadId, IndexVec<RegId, BitSet>>,
    /// By objects of type `ptr`, all taken together.
    memory: BitSet,
}

impl Held {
    fn new(program: &Program) -> Self {
        let none = BitSet::new(program.objects.len());
        let mut memory = none.clone();
        let pointers = program.objects.iter().filter(|object| object.ty == Type::Ptr);
        pointers.for_each(|object| memory.insert(ObjectId::at(object.init).index()));
        let registers = program.threads.iter().map(|thread| thread.registers.iter().map(|_| none.clone()).collect());
        Held { registers: registers.collect(), memory }
    }

    /// One round over the program; whether anything new came out.
    fn propagate(&mut self, program: &Program) -> bool {
        let before = (self.registers.clone(), self.memory.clone());
        for (thread, body) in program.threads.iter_enumerated() {
            visit_instrs(&body.body, &mut |instr| self.flow(thread, &instr.kind));
        }
        before != (self.registers.clone(), self.memory.clone())
    }

    fn flow(&mut self, thread: ThreadId, kind: &InstrKind) {
        match kind {
            // A value of another type points to nothing.
            InstrKind::Assign { dest, value } => {
                let targets = self.targets(thread, value);
                self.registers[thread][*dest].add_all(&targets);
            }
            InstrKind::Store { value, .. } => self.publish(thread, value),
            InstrKind::Load { dest, access } => self.fetch(thread, Some(*dest), access.ty),
            InstrKind::Rmw { dest, value, access, .. } => {
                self.publish(thread, value);
                self.fetch(thread, *dest, access.ty);
            }
            InstrKind::Cmpxchg(operation) => {
                self.publish(thread, &operation.new);
                self.fetch(thread, operation.dest, operation.access.ty);
            }
            // Blocks are walked by who calls.
            InstrKind::Dma(_)
            | InstrKind::Asyncmark
            | InstrKind::WaitAsyncmark { .. }
            | InstrKind::Fence { .. }
            | InstrKind::Barrier(_)
            | InstrKind::Packet(_)
            | InstrKind::Asm(_)
            | InstrKind::If { .. }
            | InstrKind::Loop { .. }
            | InstrKind::Call(_) => {}
        }
    }

    fn publish(&mut self, thread: ThreadId, value: &Value) {
        let targets = self.targets(thread, value);
        self.memory.add_all(&targets);
    }

    fn fetch(&mut self, thread: ThreadId, dest: Option<RegId>, ty: Type) {
        if let (Some(dest), Type::Ptr) = (dest, ty) {
            self.registers[thread][dest].add_all(&self.memory);
        }
    }

    fn targets(&self, thread: ThreadId, value: &Value) -> BitSet {
        let mut targets = BitSet::new(self.memory.size());
        match &value.kind {
            // What is not declared was reported, and is nowhere.
            ValueKind::Object(object) if (0..targets.size()).contains(&object.index()) => {
                targets.insert(object.index());
            }
            ValueKind::Object(_) => {}
            ValueKind::Register(register) => {
                if let Some(held) = self.registers[thread].get(*register) {
                    targets.add_all(held);
                }
            }
            ValueKind::Select(parts) => {
                targets.add_all(&self.targets(thread, &parts[1]));
                targets.add_all(&self.targets(thread, &parts[2]));
            }
            ValueKind::Int(_) | ValueKind::Unary(..) | ValueKind::Binary(..) | ValueKind::Cast(..) => {}
        }
        targets
    }
}

/// Every instruction, those of branches and loops too.
pub(super) fn visit_instrs<'a>(body: &'a [Instr], visit: &mut impl FnMut(&'a Instr)) {
    for instr in body {
        visit(instr);
        instr.kind.blocks().into_iter().for_each(|block| visit_instrs(block, visit));
    }
}

/// Every access, those of branches and loops too.
fn visit_accesses(body: &mut [Instr], visit: &mut impl FnMut(&mut Access)) {
    for instr in body {
        match &mut instr.kind {
            InstrKind::If { then, otherwise, .. } => {
                visit_accesses(then, visit);
                visit_accesses(otherwise, visit);
            }
            InstrKind::Loop { body, .. } | InstrKind::Call(body) => visit_accesses(body, visit),
            InstrKind::Load { access, .. } | InstrKind::Store { access, .. } | InstrKind::Rmw { access, .. } => {
                visit(access);
            }
            InstrKind::Cmpxchg(operation) => visit(&mut operation.access),
            InstrKind::Dma(operation) => {
                visit(&mut operation.memory);
                visit(&mut operation.lds);
            }
            InstrKind::Asyncmark
            | InstrKind::WaitAsyncmark { .. }
            | InstrKind::Assign { .. }
            | InstrKind::Fence { .. }
            | InstrKind::Barrier(_)
            | InstrKind::Packet(_)
            | InstrKind::Asm(_) => {}
        }
    }
}

/// The objects that some thread may write.
fn written(program: &Program) -> BitSet {
    let mut written = BitSet::new(program.objects.len());
    for thread in &program.threads {
        visit_instrs(&thread.body, &mut |instr| {
            let stores = accesses(&instr.kind).into_iter().filter(|(_, stores)| *stores);
            stores.flat_map(|(access, _)| objects(access)).for_each(|object| written.insert(object.index()));
        });
    }
    written
}

/// The objects that an access may reach.
pub(super) fn objects(access: &Access) -> impl Iterator<Item = ObjectId> {
    access.may.iter().flat_map(|(_, objects)| objects.iter().copied())
}

/// The accesses of an instruction, each with whether it may write.
fn accesses(kind: &InstrKind) -> Vec<(&Access, bool)> {
    if let InstrKind::Dma(operation) = kind {
        let [reads, writes] = operation.accesses();
        return vec![(reads, false), (writes, true)];
    }
    let is_load = matches!(kind, InstrKind::Load { .. });
    kind.access().map(|access| (access, !is_load)).into_iter().collect()
}

fn fill_access(access: &mut Access, held: &Held, thread: ThreadId, program: &Program) {
    let targets = held.targets(thread, &access.pointer);
    let mut may: BTreeMap<AddressSpace, Vec<ObjectId>> = BTreeMap::new();
    for object in targets.iter().map(ObjectId::new) {
        may.entry(program.objects[object].space).or_default().push(object);
    }
    access.space = match (access.generic, may.len(), may.keys().next()) {
        (false, 1, Some(&space)) => space,
        _ => AddressSpace::Generic,
    };
    access.may = may.into_iter().collect();
}

/// What the spaces of a program forbid.
struct Check<'a> {
    program: &'a Program,
    errors: &'a mut Vec<Diagnostic>,
    /// Who used a local or private object first, and where.
    users: BTreeMap<ObjectId, (ThreadId, Span)>,
}

impl Check<'_> {
    fn run(&mut self) {
        let program = self.program;
        for (thread, body) in program.threads.iter_enumerated() {
            visit_instrs(&body.body, &mut |instr| {
                for (access, stores) in accesses(&instr.kind) {
                    self.access(thread, access, stores);
                }
                if let InstrKind::Dma(operation) = &instr.kind {
                    self.dma(operation);
                }
            });
        }
    }

    fn error(&mut self, span: Span, message: String, label: &str, help: String) {
        self.errors.push(Diagnostic::new(&self.program.source, span, message, label).help(help));
    }

    fn access(&mut self, thread: ThreadId, access: &Access, stores: bool) {
        let span = access.pointer_span;
        let objects: Vec<ObjectId> = objects(access).collect();
        if objects.is_empty() && !matches!(access.pointer.kind, ValueKind::Object(_)) {
            let help = "assign it an object, or load it from memory that holds one".into();
            self.error(span, "a pointer to nothing".into(), "no object reaches it", help);
        }
        for id in objects {
            let object = &self.program.objects[id];
            if object.ty != access.ty {
                let message = format!("`{}` holds {}, not {}", object.name, object.ty, access.ty);
                self.error(span, message, "accessed with another type", format!("use {} here", object.ty));
            }
            let is_of_host = self.program.threads[thread].position.agent == Home::Host;
            if stores && object.space == AddressSpace::Constant && !is_of_host {
                let message = format!("a store to constant memory `{}`", object.name);
                let help =
                    "declare it `global` to store to it, or have the host store to it before the dispatch".into();
                self.error(span, message, "does not change during a dispatch", help);
            }
            if stores && object.space == AddressSpace::Constant && is_of_host && self.program.dispatches.is_empty() {
                let message = format!("a store to constant memory `{}` beside the only dispatch", object.name);
                let help =
                    "queues, and `submit` after the store: a dispatch that nobody submits runs from the beginning"
                        .into();
                self.error(span, message, "does not change during a dispatch", help);
            }
            if access.generic && !AddressSpace::Generic.reach().contains(object.space) {
                let message = format!("no generic pointer reaches {} memory", object.space);
                self.error(
                    span,
                    message,
                    "not in the generic address space",
                    format!("leave out `generic`: `{}`", object.name),
                );
            }
            self.check_user(thread, id, span);
        }
    }

    /// DMA operations are between LDS and global memory (LLVM 24, AMDGPU DMA Operations, lines 38 and 107).
    fn dma(&mut self, operation: &Dma) {
        let Dma { kind, memory, lds } = operation;
        for (access, wanted) in [(memory, AddressSpace::Global), (lds, AddressSpace::Local)] {
            if let Some((space, _)) = access.may.iter().find(|(space, _)| *space != wanted) {
                let message = format!("`{kind}` with {space} memory where it has {wanted} memory");
                let help = format!("`{kind} TYPE, GLOBAL, LOCAL`: an object of global memory, then one of LDS");
                self.error(access.pointer_span, message, "in another space", help);
            }
        }
    }

    fn check_user(&mut self, thread: ThreadId, id: ObjectId, span: Span) {
        let object = &self.program.objects[id];
        let (level, what) = match object.space {
            AddressSpace::Local => (ScopeLevel::Workgroup, "workgroup"),
            AddressSpace::Private => (ScopeLevel::Singlethread, "thread"),
            AddressSpace::Generic | AddressSpace::Global | AddressSpace::Constant | AddressSpace::Region => return,
        };
        let (first, first_span) = *self.users.entry(id).or_insert((thread, span));
        if self.program.share(first, thread, level) {
            return;
        }
        let message = format!("{} object `{}` is used from two {what}s", object.space, object.name);
        let help = format!("a {} object belongs to one {what}: declare one for each, or make it global", object.space);
        let label = format!("used by {} here", self.program.threads[thread].name);
        let first_label = format!("used by {} here", self.program.threads[first].name);
        let diagnostic = Diagnostic::new(&self.program.source, span, message, label).related(first_span, first_label);
        self.errors.push(diagnostic.help(help));
    }
}
