//! From a tree to a program: names, types, placements and conditions are checked; every error found is reported.

mod barriers;
mod body;
mod dma;
mod host;
mod packets;
mod placement;
mod props;
mod queues;
mod values;

use super::barrier::NamedBarrier;
use super::ends;
use super::ir::{BarrierId, Executor, Object, ObjectId, Program, RegId, Register, Thread, ThreadId};
use super::pointers;
use super::signs::Signs;
use crate::llvm::{AddressSpace, Home, IntType};
use crate::syntax::litmus::ast::{self, At, File, Literal, Type};
use crate::syntax::source::{Diagnostic, Source, Span, did_you_mean};
use index_vec::{IndexSlice, IndexVec};
use std::collections::HashMap;
use std::sync::Arc;

/// A test has at most so many threads: as many as a wavefront has (LLVM 24, AMDGPU user guide, Target Features, wavefrontsize64), so that all may
/// share one.
const MAX_THREADS: usize = 64;

/// Checks a parsed test: names, types, placements, and what accesses may reach.
///
/// # Errors
/// Everything that is wrong with it, in the order of the text as far as it was found.
pub fn resolve(file: &File) -> Result<Program, Vec<Diagnostic>> {
    let mut resolver = Resolver {
        source: file.source.clone(),
        errors: Vec::new(),
        objects: IndexVec::new(),
        barriers: IndexVec::new(),
        names: HashMap::new(),
        signs: Signs::default(),
    };
    let program = resolver.program(file);
    resolver.errors.sort_by_key(|error| error.span);
    if resolver.errors.is_empty() { Ok(program) } else { Err(resolver.errors) }
}

struct Resolver {
    source: Arc<Source>,
    errors: Vec<Diagnostic>,
    objects: IndexVec<ObjectId, Object>,
    barriers: IndexVec<BarrierId, NamedBarrier>,
    /// The object that a name in the test means; of a name declared twice the last declaration.
    names: HashMap<String, ObjectId>,
    /// How the numbers are written that were read.
    signs: Signs,
}

impl Resolver {
    fn program(&mut self, file: &File) -> Program {
        let test = &file.test;
        self.objects(&test.memory);
        self.barriers(&test.barriers);
        self.threads_fit(&test.threads, &test.name);
        let mut dispatches = self.dispatches(&test.queues);
        let positions = self.positions(&test.threads, &dispatches);
        let mut threads: IndexVec<ThreadId, Thread> = IndexVec::new();
        for (thread, position) in test.threads.iter().zip(positions) {
            let by = if position.agent == Home::Host { Executor::Host } else { Executor::Wave };
            let (registers, body) = self.body(thread, by);
            let (name, span) = (thread.name.node.clone(), thread.name.span);
            let mut thread = Thread { name, position, by, registers, body, span };
            if let Some(dispatch) = position.dispatch.and_then(|number| dispatches.get(&number)) {
                packets::launch(&mut thread, dispatch);
            }
            threads.push(thread);
        }
        packets::add_threads(&mut dispatches, &mut threads);
        let mut program = Program {
            name: test.name.node.clone(),
            source: self.source.clone(),
            objects: std::mem::take(&mut self.objects),
            barriers: std::mem::take(&mut self.barriers),
            threads,
            dispatches,
            filter: None,
            conditions: Vec::new(),
            refinements: test.refinements.clone(),
            may_have_clusters: true,
            signs: Signs::default(),
        };
        pointers::reach(&mut program, &mut self.errors);
        self.check_host(&program);
        self.check_barriers(&program);
        self.check_waves_at_barriers(&program);
        ends::add(&mut program);
        program.filter = test.filter.as_ref().map(|filter| self.prop(&program, &filter.node));
        program.conditions = test.conditions.iter().map(|condition| self.condition(&program, condition)).collect();
        program.signs = std::mem::take(&mut self.signs);
        program
    }

    fn error(&mut self, span: Span, message: impl Into<String>, label: impl Into<String>, help: impl Into<String>) {
        self.errors.push(Diagnostic::new(&self.source, span, message, label).help(help));
    }

    /// An error about a second use of something.
    fn again(&mut self, span: Span, message: String, first: Span, help: &str) {
        let diagnostic = Diagnostic::new(&self.source, span, message, "again here").related(first, "first here");
        self.errors.push(diagnostic.help(help));
    }

    fn objects(&mut self, declared: &[ast::Object]) {
        let declared = IndexSlice::<ObjectId, _>::new(declared);
        for (id, object) in declared.iter_enumerated() {
            if let Some(first) = self.names.insert(object.name.node.clone(), id) {
                let message = format!("object `{}` is declared twice", object.name.node);
                self.again(object.name.span, message, declared[first].name.span, "give each object a name of its own");
            }
            if !object.space.node.holds_objects() {
                let message = "no object lives in the generic address space";
                self.error(object.space.span, message, "generic", "global, local, private, constant or region");
            }
        }
        self.objects = declared.iter().map(|object| self.object(object)).collect();
    }

    fn object(&mut self, object: &ast::Object) -> Object {
        let ty = object.ty.node;
        let init = match (&object.init, ty) {
            (Some(init), _) => self.literal(init, ty).unwrap_or(0),
            (None, Type::Int(_) | Type::Wide(_)) => 0,
            (None, Type::Ptr) => {
                let message = format!("pointer `{}` has no initial value", object.name.node);
                self.error(object.name.span, message, "points nowhere", "name an object: `= x`");
                0
            }
        };
        let memory = object.memory.as_ref().map(|memory| memory.node);
        if let (Some(memory), false) = (&object.memory, object.space.node == AddressSpace::Global) {
            let message = format!("a {} object has no memory type", object.space.node);
            self.error(memory.span, message, "not global", "only global memory is fine- or coarse-grained");
        }
        if let (Some(span), false) = (object.nonvolatile, object.space.node == AddressSpace::Global) {
            let message = format!("a {} object is neither volatile nor non-volatile", object.space.node);
            self.error(span, message, "not global", "lines of caches are, which only global memory has");
        }
        let (name, nonvolatile) = (object.name.node.clone(), object.nonvolatile.is_some());
        let (space, span, atomic) = (object.space.node, object.name.span, object.atomic.is_some());
        Object { name, space, ty, init, memory, nonvolatile, atomic, second_word: None, span }
    }

    /// The value of a literal as one of a type, cut to its width; `None` after an error.
    fn literal(&mut self, literal: &At<Literal>, ty: Type) -> Option<u64> {
        match (&literal.node, ty) {
            (Literal::Bool(value), Type::Int(IntType::I1)) => Some((*value).into()),
            (Literal::Bool(value), _) => {
                self.error(
                    literal.span,
                    format!("`{value}` where a value of type {ty} is needed"),
                    "of type i1",
                    "a value of that type",
                );
                None
            }
            (Literal::Int(_), Type::Int(IntType::I1)) => {
                self.error(
                    literal.span,
                    "a number where a truth value is needed",
                    "not of type i1",
                    "`true` or `false`",
                );
                None
            }
            (Literal::Int(value), Type::Int(int)) if int.fits(*value) => {
                self.signs.note(int, *value);
                Some(int.wrap(*value))
            }
            (Literal::Int(value), Type::Int(int)) => {
                let help = format!("from {} to {}", -(1i128 << (int.bits() - 1)), int.mask());
                self.error(literal.span, format!("{value} does not fit {int}"), "too large", help);
                None
            }
            (Literal::Int(value), Type::Wide(wide)) => match u64::try_from(*value) {
                Ok(value) => Some(value),
                Err(_) => {
                    let help = format!("from 0 to {}: no value is larger here, of whatever width", u64::MAX);
                    self.error(literal.span, format!("{value} is no value of {wide}"), "not a value", help);
                    None
                }
            },
            (Literal::Int(_), Type::Ptr) => {
                self.error(literal.span, "a number where a pointer is needed", "not an object", "name an object");
                None
            }
            (Literal::Object(name), Type::Ptr) => self.object_named(name, literal.span).map(ObjectId::address),
            (Literal::Object(name), Type::Int(_) | Type::Wide(_)) => {
                let message = format!("`{name}` where an {ty} is needed");
                self.error(literal.span, message, "not a number", "a number");
                None
            }
        }
    }

    fn object_named(&mut self, name: &str, span: Span) -> Option<ObjectId> {
        if let Some(&id) = self.names.get(name) {
            return Some(id);
        }
        let near = did_you_mean(name, self.names.keys().map(String::as_str));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("declare it in `memory {{ … }}`: `global {name}: i32 = 0`"),
        };
        self.error(span, format!("undeclared location `{name}`"), "not declared", help);
        None
    }

    fn threads_fit(&mut self, threads: &[ast::Thread], test: &ast::Name) {
        if let Some(thread) = threads.get(MAX_THREADS) {
            let message = format!("{} threads", threads.len());
            let help = format!("at most {MAX_THREADS}: litmus tests are small");
            self.error(thread.name.span, message, format!("thread number {}", MAX_THREADS + 1), help);
        }
        if threads.is_empty() {
            self.error(
                test.span,
                "a test without threads",
                "no `thread` follows",
                "thread P0 @ agent 0, workgroup 0, wavefront 0 { … }",
            );
        }
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for thread in threads {
            let name = &thread.name;
            if let Some(first) = seen.insert(&name.node, name.span) {
                self.again(
                    name.span,
                    format!("two threads named `{}`", name.node),
                    first,
                    "give each thread a name of its own",
                );
            }
        }
    }
}

/// The registers of a thread while it is read.
#[derive(Default)]
struct Registers {
    all: IndexVec<RegId, Register>,
    ids: HashMap<String, RegId>,
    /// Where each register was first written, for messages.
    first: IndexVec<RegId, Span>,
}
