//! The machine code of a test, instruction by instruction.

use super::machine::{Accessed, MachineInstr, MachineProgram, MachineThread, Movement, Node, Operation, Origin, Role};
use super::select::{Missing, Query, Selected, Setting, select};
use super::{dma, host, packets};
use crate::llvm::{AddressSpace, IntType, Ordering, ScopeLevel, SyncScope, TagSet, WideType};
use crate::program::{
    Access, Barrier, BarrierObject, BarrierOperation, Boundary, Executor, Instr, InstrKind, Program, ThreadId,
};
use crate::spelling::as_tables_spell;
use crate::syntax::litmus::ast::{Loads, Type, Workgroups};
use crate::syntax::source::{Diagnostic, Span};
use crate::syntax::table::ast::{Access as Kind, Op, Path};
use crate::targets::scalar::Scalar;
use crate::targets::{TargetConfiguration, with_number};
use itertools::Itertools;

/// The machine code of a test for a target configuration, by a table.
///
/// # Errors
/// Every operation that has no code, and why; that the code is for other workgroups.
pub fn lower(program: &Program, setting: &Setting<'_>) -> Result<MachineProgram, Vec<Diagnostic>> {
    if let Some(other) = other_workgroups(program, setting.choices.workgroups) {
        return Err(vec![*other]);
    }
    let mut lowering = Lowering { program, setting, errors: Vec::new() };
    let thread = |thread: &crate::program::Thread| MachineThread {
        name: thread.name.clone(),
        body: lowering.block(&thread.body),
    };
    let threads = program.threads.iter().map(thread).collect();
    if lowering.errors.is_empty() { Ok(MachineProgram { threads }) } else { Err(lowering.errors) }
}

/// What is wrong with a test whose code is for workgroups of another size; `None` if nothing is.
pub fn other_workgroups(program: &Program, workgroups: Workgroups) -> Option<Box<Diagnostic>> {
    match workgroups {
        Workgroups::AnySize => None,
        Workgroups::OneWave => several_waves(program),
    }
}

fn several_waves(program: &Program) -> Option<Box<Diagnostic>> {
    let are_apart = |[a, b]: &[ThreadId; 2]| {
        program.share(*a, *b, ScopeLevel::Workgroup) && !program.share(*a, *b, ScopeLevel::Wavefront)
    };
    let [a, b] = program.threads.indices().array_combinations().find(are_apart)?;
    let (a, b) = (&program.threads[a], &program.threads[b]);
    let message = format!("{} is in another wave of the workgroup of {}, which is said to be one wave", b.name, a.name);
    let diagnostic = Diagnostic::new(&program.source, b.span, message, "this thread");
    Some(Box::new(diagnostic.help("a place in the same wave, or code for workgroups of any size")))
}

struct Lowering<'a> {
    program: &'a Program,
    setting: &'a Setting<'a>,
    errors: Vec<Diagnostic>,
}

impl Lowering<'_> {
    fn block(&mut self, block: &[Instr]) -> Vec<Node> {
        block.iter().flat_map(|instr| self.instr(instr)).collect()
    }

    fn instr(&mut self, instr: &Instr) -> Vec<Node> {
        let span = instr.span;
        match &instr.kind {
            InstrKind::Assign { dest, value } => vec![Node::Assign { dest: *dest, value: value.clone(), span }],
            // What is left of a function in machine code is what it does.
            InstrKind::Call(body) => self.block(body),
            InstrKind::If { condition, then, otherwise } => {
                let (then, otherwise) = (self.block(then), self.block(otherwise));
                vec![Node::If { condition: condition.clone(), then, otherwise, span }]
            }
            InstrKind::Loop { condition, at_least_once, body, .. } => {
                let (condition, body) = (condition.clone(), self.block(body));
                vec![Node::Loop { condition, at_least_once: *at_least_once, body, span }]
            }
            InstrKind::Load { .. }
            | InstrKind::Store { .. }
            | InstrKind::Rmw { .. }
            | InstrKind::Cmpxchg(_)
            | InstrKind::Fence { .. }
            | InstrKind::Dma(_)
            | InstrKind::Asyncmark
            | InstrKind::WaitAsyncmark { .. }
            | InstrKind::Barrier(_)
            | InstrKind::Packet(_)
            | InstrKind::Asm(_) => match code(self.setting, instr, Places::Canonical) {
                Ok(code) => code.into_iter().map(|instr| Node::Instr(Box::new(instr))).collect(),
                Err(missing) => {
                    self.missing(span, &missing);
                    Vec::new()
                }
            },
        }
    }

    fn missing(&mut self, span: Span, missing: &Missing) {
        let Setting { table, configuration, .. } = self.setting;
        let message = format!("no code for {configuration} by the table {}: {missing}", table.family);
        self.errors.push(Diagnostic::new(&self.program.source, span, message, "this operation"));
    }
}

/// Where instructions may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// In their canonical places.
    Canonical,
    /// Where the rules of their rows let them.
    ByRules,
}

/// The machine code of one instruction; none for control flow and assignments.
///
/// # Errors
/// Why it has none.
pub fn code(setting: &Setting<'_>, instr: &Instr, places: Places) -> Result<Vec<MachineInstr>, Missing> {
    if let Some(given) = of_target(&setting.configuration, instr).or_else(|| given(instr, &setting.configuration)) {
        return given;
    }
    if let InstrKind::Dma(operation) = &instr.kind {
        return dma::code(setting, instr, operation, places);
    }
    if instr.kind.access().is_some_and(|access| access.after_dma) {
        let mut code = dma::wait(setting.configuration.target, 0, instr.span)?;
        code.extend(code_of_table(setting, instr, places)?);
        return Ok(code);
    }
    code_of_table(setting, instr, places)
}

/// The machine code that a table gives an instruction.
fn code_of_table(setting: &Setting<'_>, instr: &Instr, places: Places) -> Result<Vec<MachineInstr>, Missing> {
    match (&instr.kind, query(instr)) {
        // A packet is published by a store-release.
        (InstrKind::Packet(Boundary::Submit(_)), _) => {
            let (scope, ordering) = (SyncScope::SYSTEM, Ordering::Release);
            let release = InstrKind::Fence { scope, ordering, tags: TagSet::default(), asm: None };
            let mut code = code(setting, &Instr::of_wave(release, instr.span), places)?;
            code.extend(host::submission(setting.configuration.target, instr.span)?);
            Ok(code)
        }
        (_, None) => Ok(Vec::new()),
        (_, Some(query)) => match scalar_load_idiom(setting, instr) {
            Some(name) => scalar_load(setting, name, instr),
            None if query.op == Op::Atomicrmw => read_modify_write(setting, instr, (query, places)),
            None => selected_code(setting, instr, (query, places), Role::Whole),
        },
    }
}

/// The idiom of the scalar load that a compiler makes of an instruction, if it does.
fn scalar_load_idiom(setting: &Setting<'_>, instr: &Instr) -> Option<&'static str> {
    let InstrKind::Load { access, .. } = &instr.kind else { return None };
    let chosen = match setting.choices.loads {
        Loads::Vector => false,
        Loads::Unwritten => access.unwritten,
        Loads::Any => true,
    };
    let names_memory = matches!(access.space, AddressSpace::Global | AddressSpace::Constant);
    let is_plain = access.ordering.is_none() && !access.volatile && !access.nontemporal;
    let idioms = &setting.configuration.target.idioms;
    // A wide load may be made of several scalar ones: of a target without one for it nothing is said, rather than that it is a vector load.
    let is_wide = matches!(access.ty, Type::Wide(_));
    let name = scalar_load_of(access.ty).filter(|&name| is_wide || idioms.contains_key(name))?;
    (chosen && names_memory && is_plain).then_some(name)
}

/// The idiom of a scalar load of a type, which a target need not have; none of what is no type of memory.
fn scalar_load_of(ty: Type) -> Option<&'static str> {
    match ty {
        Type::Int(IntType::I1) => None,
        Type::Int(IntType::I8) => Some("load-scalar-i8"),
        Type::Int(IntType::I16) => Some("load-scalar-i16"),
        Type::Int(IntType::I32) => Some("load-scalar"),
        Type::Int(IntType::I64) | Type::Ptr => Some("load-scalar-i64"),
        Type::Wide(WideType::I96) => Some("load-scalar-i96"),
        Type::Wide(WideType::I128) => Some("load-scalar-i128"),
        Type::Wide(WideType::I256) => Some("load-scalar-i256"),
        Type::Wide(WideType::I512) => Some("load-scalar-i512"),
    }
}

/// The scalar load that a load is, by its idiom, as the target has it.
fn scalar_load(setting: &Setting<'_>, name: &str, instr: &Instr) -> Result<Vec<MachineInstr>, Missing> {
    let access = Some(Accessed { kind: Kind::Load, path: Path::Scalar, role: Role::Whole, instr: instr.clone() });
    let texts = idiom(&format!("${name}"), &setting.configuration)?;
    let parse = |text: &String| MachineInstr {
        access: access.clone(),
        ..MachineInstr::parse(text, None, Origin::Choice, instr.span)
    };
    Ok(texts.iter().map(parse).collect())
}

/// What tables are asked for an instruction; `None` if its code is not of tables, or it has none.
pub fn query(instr: &Instr) -> Option<Query> {
    match &instr.kind {
        InstrKind::Asm(_)
        | InstrKind::Assign { .. }
        | InstrKind::If { .. }
        | InstrKind::Loop { .. }
        | InstrKind::Call(_)
        | InstrKind::Dma(_)
        | InstrKind::Asyncmark
        | InstrKind::WaitAsyncmark { .. }
        | InstrKind::Barrier(_)
        | InstrKind::Packet(_) => None,
        InstrKind::Fence { scope, ordering, tags, .. } => {
            let plain = plain_query(Op::Fence, fence_space(tags));
            Some(Query { scope: *scope, ordering: Some(*ordering), ..plain })
        }
        InstrKind::Load { access, .. } => {
            let op = if access.ordering.is_some() { Op::LoadAtomic } else { Op::Load };
            Some(access_query(op, access))
        }
        InstrKind::Store { access, .. } => {
            let op = if access.ordering.is_some() { Op::StoreAtomic } else { Op::Store };
            Some(access_query(op, access))
        }
        InstrKind::Rmw { dest, access, .. } => {
            Some(Query { returns: dest.is_some(), ..access_query(Op::Atomicrmw, access) })
        }
        InstrKind::Cmpxchg(cmpxchg) => {
            let returns = cmpxchg.dest.is_some() || cmpxchg.success.is_some();
            let query = Query { returns, ..access_query(Op::Atomicrmw, &cmpxchg.access) };
            let ordering = query.ordering.map(|success| merge_orderings(success, cmpxchg.failure));
            Some(Query { ordering, ..query })
        }
    }
}

/// The machine instructions that a test says an instruction is, with `;` between them, an idiom being those of the target; `None` if it
/// says nothing.
pub fn given(instr: &Instr, configuration: &TargetConfiguration) -> Option<Result<Vec<MachineInstr>, Missing>> {
    let target = configuration.target;
    let (text, is_access) = match &instr.kind {
        InstrKind::Asm(text) => (text.as_str(), false),
        InstrKind::Fence { asm, .. } => match asm.as_deref()? {
            // A fence that needs no instruction.
            "" => return Some(Ok(Vec::new())),
            text => (text, false),
        },
        InstrKind::Load { access, .. } | InstrKind::Store { access, .. } | InstrKind::Rmw { access, .. } => {
            (access.asm.as_deref()?, true)
        }
        InstrKind::Cmpxchg(cmpxchg) => (cmpxchg.access.asm.as_deref()?, true),
        InstrKind::Dma(operation) => (operation.memory.asm.as_deref()?, true),
        InstrKind::Assign { .. }
        | InstrKind::If { .. }
        | InstrKind::Loop { .. }
        | InstrKind::Call(_)
        | InstrKind::Asyncmark
        | InstrKind::WaitAsyncmark { .. }
        | InstrKind::Barrier(_)
        | InstrKind::Packet(_) => return None,
    };
    let parts: Vec<&str> = text.split(';').map(str::trim).collect();
    let parse = |text: String| {
        let plain = dma::named(target, instr, MachineInstr::parse(&text, None, Origin::Test, instr.span));
        let scalar = target.scalar.get(&*plain.mnemonic).and_then(Scalar::access);
        let kind = scalar.map(|kind| (Path::Scalar, kind)).or_else(|| dma::access_of(target, instr, &plain.mnemonic));
        match (is_access, kind.or(target.access_of(&plain.mnemonic).map(|kind| (Path::Vector, kind)))) {
            (false, _) => Ok(plain),
            (true, Some((path, kind))) => {
                let access = Some(Accessed { kind, path, role: Role::Whole, instr: instr.clone() });
                Ok(MachineInstr { access, ..plain })
            }
            // Beside its access an operation has waits and cache operations.
            (true, None) if parts.len() > 1 => Ok(plain),
            (true, None) => Err(Missing::NoAccess(target.name.clone(), plain.mnemonic.to_string())),
        }
    };
    let texts: Result<Vec<Vec<String>>, Missing> = parts.iter().map(|part| idiom(part, configuration)).collect();
    let plain = |text: String| as_tables_spell(&text, target, instr).map_err(Missing::Misspelled);
    let texts = texts.and_then(|texts| texts.into_iter().flatten().map(plain).collect::<Result<Vec<_>, _>>());
    Some(texts.and_then(|texts| texts.into_iter().flatten().map(parse).collect()))
}

/// The instructions that an idiom (`$wait-loads 0`) means to a target; a text that is none is itself.
fn idiom(text: &str, configuration: &TargetConfiguration) -> Result<Vec<String>, Missing> {
    let Some(idiom) = text.strip_prefix('$') else { return Ok(vec![text.to_string()]) };
    let (name, number) = idiom.split_once(' ').unwrap_or((idiom, ""));
    let target = configuration.target;
    let Some(code) = target.idioms.get(name) else { return Err(Missing::NoIdiom(target.name.clone(), name.into())) };
    // A number that is missing, or one too many, is not the idiom's.
    let takes_number = code.iter().any(|text| text.contains('#'));
    match (takes_number, number.parse::<u32>()) {
        (true, Ok(number)) => Ok(code.iter().map(|text| with_number(text, number.into())).collect()),
        (false, Err(_)) if number.is_empty() => Ok(code.clone()),
        (true, Err(_)) => Err(Missing::NumberOfIdiom(name.into(), "takes one number")),
        (false, _) => Err(Missing::NumberOfIdiom(name.into(), "takes no number")),
    }
}

/// A read-modify-write of private memory is a load and a store, unless the target has it otherwise: only its own thread accesses it.
fn read_modify_write(
    setting: &Setting<'_>,
    instr: &Instr,
    (query, places): (Query, Places),
) -> Result<Vec<MachineInstr>, Missing> {
    if query.space != AddressSpace::Private || setting.configuration.target.private_atomics_are_flat {
        return selected_code(setting, instr, (query, places), Role::Whole);
    }
    let half = |op, role| selected_code(setting, instr, (Query { op, ordering: None, ..query }, places), role);
    let mut code = half(Op::Load, Role::Read)?;
    code.extend(half(Op::Store, Role::Write)?);
    Ok(code)
}

pub(super) fn selected_code(
    setting: &Setting<'_>,
    instr: &Instr,
    (query, places): (Query, Places),
    role: Role,
) -> Result<Vec<MachineInstr>, Missing> {
    let clusters = setting.configuration.target.cluster;
    let operation = Operation { scope: query.scope.level, space: query.space, clusters };
    let moves = (places == Places::ByRules).then_some(operation);
    Ok(select(setting, &query)?.iter().map(|selected| machine_instr(instr, selected, role, moves)).collect())
}

/// The machine code of a barrier, which is the same by every table of a target.
///
/// # Errors
/// The target has no such barrier.
pub fn barrier(
    configuration: &TargetConfiguration,
    barrier: Barrier,
    span: Span,
) -> Result<Vec<MachineInstr>, Missing> {
    let target = configuration.target;
    let Barrier { object, operation } = barrier;
    let of_objects = || target.barriers.code(object, operation).unwrap_or_default();
    let (code, what) = match (object, operation) {
        (BarrierObject::Workgroup, BarrierOperation::Both) => (target.barrier.clone(), "barrier"),
        (BarrierObject::Workgroup, BarrierOperation::Signal(_)) => {
            (target.barrier_arrive.clone(), "barrier of which half is signalled")
        }
        (BarrierObject::Workgroup, BarrierOperation::Wait) => {
            (target.barrier_wait.clone(), "barrier of which half is waited for")
        }
        (BarrierObject::Workgroup | BarrierObject::Cluster, BarrierOperation::Leave) => {
            (target.barrier_end.clone(), "end of a wave that takes it out of the barrier")
        }
        (BarrierObject::Workgroup, _) => (of_objects(), "barrier that tells who is first to arrive"),
        (BarrierObject::Cluster, _) => (of_objects(), "barrier of clusters"),
        (BarrierObject::Named(_) | BarrierObject::Null, _) => (of_objects(), "named barriers"),
    };
    if code.is_empty() {
        return Err(Missing::NoBarrier(target.name.clone(), what.into()));
    }
    let origin = if barrier.is_end() { Origin::End } else { Origin::Target };
    Ok(code.iter().map(|text| MachineInstr::parse(text, None, origin, span)).collect())
}

/// The machine code that the target gives an instruction, whatever the table: of barriers, the ends of dispatches, and all that waves do not execute; `None` for
/// others.
pub fn of_target(configuration: &TargetConfiguration, instr: &Instr) -> Option<Result<Vec<MachineInstr>, Missing>> {
    match instr.by {
        Executor::Wave => {}
        Executor::Host => return host::code(configuration.target, instr).transpose(),
        Executor::PacketProcessor => return packets::of_processor(configuration.target, instr).transpose(),
    }
    match &instr.kind {
        InstrKind::Barrier(of) => Some(barrier(configuration, *of, instr.span)),
        // With it comes the table's code of a release.
        InstrKind::Packet(Boundary::Submit(_)) => None,
        InstrKind::Asyncmark | InstrKind::WaitAsyncmark { left: None, .. } => {
            Some(dma::told(configuration.target).map(|_| Vec::new()))
        }
        InstrKind::WaitAsyncmark { left: Some(left), .. } => Some(dma::wait(configuration.target, *left, instr.span)),
        InstrKind::Packet(boundary) => Some(packets::ends(configuration.target, *boundary, instr.span)),
        InstrKind::Load { .. }
        | InstrKind::Store { .. }
        | InstrKind::Rmw { .. }
        | InstrKind::Cmpxchg(_)
        | InstrKind::Fence { .. }
        | InstrKind::Dma(_)
        | InstrKind::Asm(_)
        | InstrKind::Assign { .. }
        | InstrKind::If { .. }
        | InstrKind::Loop { .. }
        | InstrKind::Call(_) => None,
    }
}

fn machine_instr(instr: &Instr, selected: &Selected, role: Role, moves: Option<Operation>) -> MachineInstr {
    let Selected { mnemonic, operands, access, row, step, line, placement } = selected.clone();
    let access = access.map(|kind| Accessed { kind, path: Path::Vector, role, instr: instr.clone() });
    let origin = Origin::Row { row, step, line };
    // An access stands where its statement does.
    let movement = moves
        .filter(|_| access.is_none())
        .and_then(|operation| Movement::by_rules(&mnemonic, &operands, &placement, operation))
        .map(Box::new);
    MachineInstr { mnemonic, operands, access, origin, span: instr.span, movement }
}

pub(super) fn plain_query(op: Op, space: AddressSpace) -> Query {
    let scope = crate::llvm::SyncScope::SYSTEM;
    Query { op, ordering: None, scope, space, volatile: false, nontemporal: false, returns: false }
}

fn access_query(op: Op, access: &Access) -> Query {
    Query {
        ordering: access.ordering,
        scope: access.scope,
        volatile: access.volatile,
        nontemporal: access.nontemporal,
        ..plain_query(op, access.space)
    }
}

/// The one space that a fence's tags name, or generic (LLVM 24, AMDGPUUsage, Fence and Address Spaces).
fn fence_space(tags: &TagSet) -> AddressSpace {
    let named = |space: AddressSpace| tags.names_spaces() && tags.spaces().contains(space);
    match (named(AddressSpace::Global), named(AddressSpace::Local)) {
        (true, false) => AddressSpace::Global,
        (false, true) => AddressSpace::Local,
        (true, true) | (false, false) => AddressSpace::Generic,
    }
}

/// An ordering as strong as both of a `cmpxchg`'s: one instruction implements both outcomes.
pub fn merge_orderings(success: Ordering, failure: Ordering) -> Ordering {
    match (success, failure) {
        (Ordering::SeqCst, _) | (_, Ordering::SeqCst) => Ordering::SeqCst,
        (Ordering::Release, Ordering::Acquire) => Ordering::AcqRel,
        (Ordering::Monotonic, Ordering::Acquire) => Ordering::Acquire,
        // A failure ordering is monotonic, acquire or seq_cst: what is left of it is in the success ordering.
        (success, _) => success,
    }
}
