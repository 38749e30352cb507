//! The machine code of a test, step by step of its event structure.

use super::chip::{Chip, Control};
use super::joined;
use super::{movement, scalar};
use crate::llvm::AddressSpace;
use crate::lowering::machine::{MachineInstr, Origin, Role};
use crate::lowering::{self, Missing, Places, Setting, code};
use crate::program::{Dma, Event, EventStructure, Instr, InstrKind, Step};
use crate::spelling::{Misspelled, may_have};
use crate::syntax::hardware::ast::Rule;
use crate::syntax::litmus::ast::InstructionPlacement;
use crate::syntax::source::Diagnostic;
use crate::syntax::table::ast::{Line, Path, operand_twice};
use crate::targets::scalar::OfSome;
use crate::targets::{Access, Host, Target, TargetConfiguration, known_targets};
use itertools::Itertools;

/// An instruction of the machine code of an event structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The number of its step.
    pub step: usize,
    /// Its number in the code of the step.
    pub instr: usize,
}

/// The machine code of each step of an event structure, in its order.
#[derive(Clone, Debug)]
pub struct Code {
    /// The instructions of each step, in order; none for decisions of control flow.
    pub steps: Vec<Vec<MachineInstr>>,
}

impl Code {
    /// Whether a hardware file says what each of the instructions does.
    pub fn is_known_to(&self, chip: &Chip) -> bool {
        self.steps.iter().flatten().all(|instr| fault(instr, chip).is_none())
    }

    /// The instructions that may leave their canonical places.
    pub fn movable(&self) -> Vec<Position> {
        let all = self.steps.iter().enumerate().flat_map(|(step, instrs)| {
            let movable = instrs.iter().enumerate().filter(|(_, instr)| instr.movement.is_some());
            movable.map(move |(instr, _)| Position { step, instr })
        });
        all.collect()
    }

    /// Keeps an instruction in its canonical place.
    pub fn fix(&mut self, at: Position) {
        self.steps[at.step][at.instr].movement = None;
    }
}

/// The machine code of an event structure, every instruction in its canonical place.
///
/// # Errors
/// Every operation that has none, and instructions of which the hardware file does not say what they do.
pub fn lower(structure: &EventStructure, setting: &Setting<'_>, chip: &Chip) -> Result<Code, Vec<Diagnostic>> {
    lower_or_gaps(structure, setting, chip).map_err(diagnostics)
}

/// What is wrong, each once: a loop has the same operation at several steps.
fn diagnostics(gaps: Gaps) -> Vec<Diagnostic> {
    let errors = gaps.all.into_iter().map(|gap| gap.why);
    errors.unique_by(|error| (error.span, error.message.clone())).collect()
}

/// Why a step has no code that means something.
#[derive(Clone, Debug)]
pub struct Gap {
    /// The number of the step.
    pub step: usize,
    /// The instruction of a row that means nothing, by its number in the step's code, and the line of the row; `None` where something else is wrong.
    pub instr: Option<(usize, Line)>,
    /// What is wrong.
    pub why: Diagnostic,
}

/// Code that does not mean something everywhere.
#[derive(Clone, Debug)]
pub struct Gaps {
    /// The code with what means nothing; without steps that have none.
    pub code: Code,
    /// Every gap, by step.
    pub all: Vec<Gap>,
}

/// [`lower`], and if it fails every gap, by step.
///
/// # Errors
/// Every gap.
pub fn lower_or_gaps(structure: &EventStructure, setting: &Setting<'_>, chip: &Chip) -> Result<Code, Gaps> {
    lower_steps(structure, setting, chip, Places::Canonical)
}

/// The machine code of an event structure, its waits and cache operations where the rules of their rows let them stand: waits for several
/// counters are split where they may be.
///
/// # Errors
/// As [`lower`], and rules of which it is not known what they allow.
pub fn lower_movable(
    structure: &EventStructure,
    setting: &Setting<'_>,
    chip: &Chip,
    placement: InstructionPlacement,
) -> Result<Code, Vec<Diagnostic>> {
    let mut code = lower_steps(structure, setting, chip, Places::ByRules).map_err(diagnostics)?;
    let mut errors: Vec<Diagnostic> = Vec::new();
    for instrs in &mut code.steps {
        *instrs = instrs.iter().flat_map(|instr| split(instr, chip)).collect();
        let movements = instrs.iter_mut().filter_map(|instr| instr.movement.as_mut());
        movements.for_each(|movement| movement.placement = placement);
        for message in instrs.iter().filter_map(|instr| movement::not_understood(instr, instrs)) {
            let Some(instr) = instrs.first() else { continue };
            let message = format!("no placement on {}: {message}", setting.configuration);
            let diagnostic = Diagnostic::new(&structure.program.source, instr.span, message, "this operation");
            if !errors.iter().any(|known| known.span == diagnostic.span && known.message == diagnostic.message) {
                errors.push(diagnostic);
            }
        }
    }
    if errors.is_empty() { Ok(code) } else { Err(errors) }
}

/// The parts of a wait that move independently; any other instruction is one.
fn split(instr: &MachineInstr, chip: &Chip) -> Vec<MachineInstr> {
    match chip.control_of(&instr.mnemonic, &instr.operands) {
        Some(Control::Wait(None)) => instr.split(),
        Some(
            Control::Wait(Some(_))
            | Control::Invalidate(..)
            | Control::WriteBack { .. }
            | Control::Discard
            | Control::Performs(_)
            | Control::Nothing
            | Control::Barrier(..),
        )
        | None => vec![instr.clone()],
    }
}

fn lower_steps(structure: &EventStructure, setting: &Setting<'_>, chip: &Chip, places: Places) -> Result<Code, Gaps> {
    let mut gaps: Vec<Gap> = Vec::new();
    let mut steps = Vec::new();
    for (number, step) in structure.steps.iter().enumerate() {
        let Some((instr, _)) = &step.instr else {
            steps.push(Vec::new());
            continue;
        };
        let own = own_code_of_source(instr, setting, chip);
        let mut gap = |instr_at: Option<(usize, Line)>, message: String| {
            let message = format!("no code for {}: {message}", setting.configuration);
            let why = Diagnostic::new(&structure.program.source, instr.span, message, "this operation");
            gaps.push(Gap { step: number, instr: instr_at, why });
        };
        if !setting.configuration.has_lds() && reaches_lds(structure, step) {
            gap(None, NO_LDS.into());
        }
        match own.unwrap_or_else(|| code(setting, instr, places).map_err(|missing| missing.to_string())) {
            Ok(instrs) => {
                for (at, instr) in instrs.iter().enumerate() {
                    let fault = fault(instr, chip).map(|(message, _)| message);
                    for message in fault.into_iter().chain(undeclared(instr, &setting.configuration)) {
                        let (row, place) = place(instr);
                        gap(row.map(|row| (at, row)), format!("{message}{place}"));
                    }
                }
                steps.push(instrs);
            }
            Err(missing) => {
                gap(None, missing);
                steps.push(Vec::new());
            }
        }
    }
    let code = Code { steps };
    if gaps.is_empty() { Ok(code) } else { Err(Gaps { code, all: gaps }) }
}

const NO_LDS: &str = "there is no LDS in this mode";

/// Whether an instruction of a step may access LDS.
fn reaches_lds(structure: &EventStructure, step: &Step) -> bool {
    let is_of_lds = |event: &Event| event.access.as_ref().is_some_and(|access| access.space == AddressSpace::Local);
    step.instr.as_ref().is_some_and(|(_, events)| structure.events[events.clone()].iter().any(is_of_lds))
}

/// The code that an operation of a test with a source gives itself, or what is wrong with it; `None` where that is the table's.
fn own_code_of_source(instr: &Instr, setting: &Setting<'_>, chip: &Chip) -> Option<Result<Vec<MachineInstr>, String>> {
    let _ = lowering::given(instr, &setting.configuration)?;
    Some(own_code(instr, &setting.configuration, chip).map_err(|(message, help)| format!("{message}: {help}")))
}

/// The row that an instruction is from, and where that is in words.
fn place(instr: &MachineInstr) -> (Option<Line>, String) {
    match instr.origin {
        Origin::Row { row, step, line } => {
            (Some(row), format!(", at line {line} of the document, step {step} of the row at {row}"))
        }
        Origin::Target | Origin::End | Origin::Packet | Origin::Host | Origin::Choice | Origin::Test => {
            (None, String::new())
        }
    }
}

/// The machine code that a test gives itself, barriers being the target's.
///
/// # Errors
/// Operations without, instructions that are not of the target, and named barriers that a wave has not joined.
pub fn given(
    structure: &EventStructure,
    configuration: &TargetConfiguration,
    chip: &Chip,
) -> Result<Code, Vec<Diagnostic>> {
    let mut errors = joined::unjoined(&structure.program);
    let mut steps = Vec::new();
    for step in &structure.steps {
        let code = step.instr.as_ref().map_or(Ok(Vec::new()), |(instr, _)| own_code(instr, configuration, chip));
        let span = step.instr.as_ref().map(|(instr, _)| instr.span).unwrap_or_default();
        if !configuration.has_lds() && reaches_lds(structure, step) {
            let message = format!("no code for {configuration}: {NO_LDS}");
            let help = "name its other modes: `TARGET,MODE`";
            errors.push(Diagnostic::new(&structure.program.source, span, message, "this operation").help(help));
        }
        steps.push(code.unwrap_or_else(|(message, help)| {
            errors.push(Diagnostic::new(&structure.program.source, span, message, "this operation").help(help));
            Vec::new()
        }));
    }
    if errors.is_empty() { Ok(Code { steps }) } else { Err(errors) }
}

/// The machine code that an instruction of a test has, or what is wrong and what would be right.
fn own_code(
    instr: &Instr,
    configuration: &TargetConfiguration,
    chip: &Chip,
) -> Result<Vec<MachineInstr>, (String, String)> {
    if let Some(code) = lowering::of_target(configuration, instr) {
        let is_of_asyncmarks = matches!(instr.kind, InstrKind::Asyncmark | InstrKind::WaitAsyncmark { .. });
        let help = match () {
            () if matches!(instr.kind, InstrKind::Packet(_)) => "no queues",
            () if is_of_asyncmarks => "no asyncmarks",
            () => "no barrier",
        };
        let code = code.map_err(|missing| (missing.to_string(), help.to_string()))?;
        return match code.iter().find_map(|instr| fault(instr, chip)) {
            Some((message, _)) => Err((message, "say it in the hardware file".into())),
            None => Ok(code),
        };
    }
    let Some(own) = lowering::given(instr, configuration) else {
        let help = "end it with `, !asm \"…\"`, or write the instructions of a fence as `asm \"…\"`";
        return Err(("an operation without machine code".into(), help.into()));
    };
    if matches!(&instr.kind, InstrKind::Cmpxchg(operation) if operation.weak) {
        let message = "a `weak` exchange with machine code of its own: no instruction fails without a reason";
        let help = "leave out `weak`: that is for the source to allow, or write the source alone";
        return Err((message.into(), help.into()));
    }
    let target = configuration.target;
    let wanted = match &instr.kind {
        InstrKind::Load { .. } => Some(Access::Load),
        InstrKind::Store { .. } => Some(Access::Store),
        InstrKind::Rmw { .. } | InstrKind::Cmpxchg(_) => Some(Access::Atomic),
        InstrKind::Dma(operation) => return own_dma(own, operation, configuration, chip),
        InstrKind::Asm(_) | InstrKind::Fence { .. } => None,
        InstrKind::Assign { .. }
        | InstrKind::If { .. }
        | InstrKind::Loop { .. }
        | InstrKind::Call(_)
        | InstrKind::Asyncmark
        | InstrKind::WaitAsyncmark { .. }
        | InstrKind::Barrier(_)
        | InstrKind::Packet(_) => {
            unreachable!("only accesses, fences and `asm` have machine code of their own")
        }
    };
    let Some(access) = wanted else {
        let own = own.map_err(|missing| wrong(&missing, || idioms(configuration)))?;
        own.iter().try_for_each(|instr| check(instr, target, chip))?;
        return Ok(own);
    };
    let names = target.mnemonics(access);
    let scalar = if target.scalar_mnemonics(access).next().is_some() { ", or of scalar memory" } else { "" };
    let help = || format!("one of {}{scalar}", names.iter().map(String::as_str).collect::<Vec<_>>().join(", "));
    let not_one = |name: &str| {
        let none = || (format!("`{name}` is no {access} of {}", target.name), help());
        scalar_of_other(name, target).unwrap_or_else(none)
    };
    match own {
        Err(Missing::NoAccess(_, name)) => Err(not_one(&name)),
        Err(missing @ Missing::Misspelled(_)) => {
            Err(wrong(&missing, || format!("what the statement says, as LLVM spells it; or {}", help())))
        }
        Err(missing) => Err(wrong(&missing, || idioms(configuration))),
        Ok(own) => {
            let (accesses, others): (Vec<_>, Vec<_>) = own.iter().partition(|instr| instr.access.is_some());
            others.into_iter().try_for_each(|instr| check(instr, target, chip))?;
            match accesses[..] {
                [one] if names.contains(&*one.mnemonic) => {
                    reaches_its_spaces(one, target)?;
                    check(one, target, chip).map(|()| own)
                }
                [one] if target.scalar_mnemonics(access).any(|name| **name == *one.mnemonic) => {
                    scalar::suits(one, &target.scalar[&*one.mnemonic])?;
                    check(one, target, chip).map(|()| own)
                }
                [one] => Err(not_one(&one.mnemonic)),
                _ => Err(("an access of more or less than one instruction".into(), help())),
            }
        }
    }
}

/// The machine code that a DMA operation of a test has: the one instruction of the target for its type, and others beside it.
fn own_dma(
    own: Result<Vec<MachineInstr>, Missing>,
    operation: &Dma,
    configuration: &TargetConfiguration,
    chip: &Chip,
) -> Result<Vec<MachineInstr>, (String, String)> {
    let Dma { kind, memory, .. } = operation;
    let target = configuration.target;
    let wanted = lowering::dma_mnemonics(target, *kind, memory.ty);
    let wanted = wanted.map_err(|missing| (missing.to_string(), "another target, or type".to_string()))?;
    let names = wanted.iter().map(|name| format!("`{name}`")).join(" or ");
    let own = own.map_err(|missing| wrong(&missing, || format!("{names}, or an idiom that it is")))?;
    let accesses = own.iter().filter(|instr| instr.access.is_some());
    match accesses.collect::<Vec<_>>()[..] {
        [one] if wanted.iter().any(|name| **name == *one.mnemonic) => {
            own.iter().try_for_each(|instr| check(instr, target, chip))?;
            Ok(own)
        }
        [] | [_] | [_, _, ..] => {
            let name = own.first().map_or(String::new(), |instr| instr.mnemonic.to_string());
            let message = format!("`{name}` is no `{kind}` of {} on {}", memory.ty, target.name);
            Err((message, format!("{names}, once")))
        }
    }
}

/// Refuses an access by a form of instruction that does not reach the memory which its pointer may point to.
fn reaches_its_spaces(one: &MachineInstr, target: &Target) -> Result<(), (String, String)> {
    let form = one.mnemonic.split('_').next().unwrap_or_default();
    let spaces = one.access.iter().filter_map(|accessed| accessed.instr.kind.access()).flat_map(|access| &access.may);
    let Some((space, _)) = spaces.clone().find(|(space, _)| !target.reaches(form, *space)) else { return Ok(()) };
    let forms = target.forms(*space).iter().chain(target.forms(AddressSpace::Generic)).unique();
    let help = format!("{space} memory is accessed by {}", forms.map(|form| format!("`{form}_…`")).join(", "));
    Err((format!("`{}` does not reach {space} memory", one.mnemonic), help))
}

/// What is wrong with code that a test gives, and what would be right: if the reason does not tell, this.
fn wrong(missing: &Missing, help: impl FnOnce() -> String) -> (String, String) {
    let Missing::Misspelled(misspelled) = missing else { return (missing.to_string(), help()) };
    let told = match misspelled {
        Misspelled::Lacking(lacking) => lacking.help.clone(),
        Misspelled::Elsewhere(..) => "registers alone, which hold the address of the statement".into(),
        Misspelled::Twice(..) => "each field once: what it does would depend on which of them counts".into(),
        Misspelled::Word(..) => "the instruction without it, as LLVM's assembler takes it".into(),
        Misspelled::Comma(..) => "the words one behind the other, as LLVM's assembler takes them".into(),
        Misspelled::ReturnsUnsaid(_) => "that word behind the operands, or no register".into(),
        Misspelled::NoRegister(..) => {
            "a register that the target has, and of several one with which so many may begin".into()
        }
        Misspelled::Order(..) => "what makes the address first, then offsets, then the other words".into(),
        Misspelled::Space(..) => "an instruction of a form that reaches it".into(),
        Misspelled::Operand(..) | Misspelled::Operands(_) => {
            "the operands with which LLVM's assembler takes it, or none, as tables write it".into()
        }
        Misspelled::Beyond(..) => "a number that its field can have".into(),
        Misspelled::NoCounter(..) => "a counter that the target's instruction has".into(),
        Misspelled::Width(..) | Misspelled::Kind(..) | Misspelled::ReturnsNothing(_) => help(),
    };
    (missing.to_string(), told)
}

fn idioms(configuration: &TargetConfiguration) -> String {
    let names = configuration.target.idioms.keys().map(String::as_str).collect::<Vec<_>>();
    format!("the idioms of {} are {}", configuration.target.name, names.join(", "))
}

/// What is wrong with a scalar memory instruction that is of other targets, or of some processors of this one.
fn scalar_of_other(mnemonic: &str, target: &Target) -> Option<(String, String)> {
    let is_scalar = |target: &Target| target.scalar.contains_key(mnemonic);
    let is_of_some = |some: &&OfSome| some.instructions.contains(mnemonic);
    let other = known_targets().iter().find(|other| is_scalar(other)).filter(|_| !is_scalar(target))?;
    let is_variant = |other: &&Target| other.variant_of.is_some() && other.memory() == target.memory();
    let variant = known_targets().iter().filter(|other| is_scalar(other)).find(is_variant);
    let help = match variant {
        Some(variant) => format!("the target {} has it, a variant", variant.name),
        None => format!("{} has it", other.name),
    };
    Some(match target.scalar_of_some.as_ref().filter(is_of_some) {
        Some(some) => {
            let message = format!("not all processors of {} have an instruction `{mnemonic}`", target.name);
            (message, format!("{} have it; {help}", some.processors.join(", ")))
        }
        None => (format!("{} has no instruction `{mnemonic}`", target.name), help),
    })
}

/// Refuses what is wrong with an instruction of a test, which has its barriers as statements.
fn check(own: &MachineInstr, target: &Target, chip: &Chip) -> Result<(), (String, String)> {
    if let Some(wrong) = scalar_of_other(&own.mnemonic, target) {
        return Err(wrong);
    }
    if target.barrier_end.iter().any(|end| *end == *own.mnemonic) {
        let message = format!("`{own}` ends a wave, and stands in no `asm`");
        return Err((message, "a thread ends after its last operation".into()));
    }
    if let Some(Control::Barrier(..)) = chip.control_of(&own.mnemonic, &own.operands) {
        let help = "write `s.barrier`, `s.barrier.signal` or `s.barrier.wait`, which have this code";
        return Err((format!("`{own}` is a barrier, and meets none in `asm`"), help.into()));
    }
    if target.packets.iter().flat_map(|packets| &packets.own).any(|name| **name == *own.mnemonic) {
        let message = format!("`{own}` is what the packet processor does, and no instruction");
        return Err((message, "queues and dispatches, where it does it".into()));
    }
    if target.host.iter().flat_map(Host::names).any(|name| *name == *own.mnemonic) {
        let message = format!("`{own}` is what the host does, and no instruction of an agent");
        return Err((message, "a thread of the host: `thread H @ host { … }`".into()));
    }
    match fault(own, chip) {
        None => has_words_of_its_form(own, target),
        Some((message, help)) => Err((message, help.unwrap_or_else(|| plain_controls(target, chip)))),
    }
}

/// Refuses an operand that accesses of a form have not, where those of others have it.
fn has_words_of_its_form(own: &MachineInstr, target: &Target) -> Result<(), (String, String)> {
    let Some(access) = own.access.as_ref().filter(|access| access.path == Path::Vector) else { return Ok(()) };
    let form = own.mnemonic.split('_').next().unwrap_or_default();
    match own.operands.iter().find(|operand| !may_have(operand, (form, access.kind), target)) {
        Some(operand) => {
            let message = format!("`{}` has no `{operand}` on {}", own.mnemonic, target.name);
            Err((message, format!("`{form}_…` without it: it would decide nothing")))
        }
        None => Ok(()),
    }
}

/// The instructions that access no memory and that `asm` may have, in words.
fn plain_controls(target: &Target, chip: &Chip) -> String {
    let names = chip.plain_controls().filter(|name| target.is_of_waves(name));
    format!("one of {}", names.sorted().dedup().join(", "))
}

/// That a table's code has an instruction which its family has and this target of it has not.
fn undeclared(instr: &MachineInstr, configuration: &TargetConfiguration) -> Option<String> {
    let target = configuration.target;
    let is_of_row = matches!(instr.origin, Origin::Row { .. }) && instr.access.is_none();
    let is_declared = || target.instructions().any(|name| **name == *instr.mnemonic);
    (is_of_row && !is_declared()).then(|| format!("{} has no instruction `{}`", target.name, instr.mnemonic))
}

/// What is wrong with an instruction, and what would be right, or that it would be another instruction; `None` if the hardware file says what it does.
fn fault(own: &MachineInstr, chip: &Chip) -> Option<(String, Option<String>)> {
    if let Some(again) = operand_twice(&own.operands) {
        let message = format!("`{own}` has {again} more than once");
        return Some((message, Some("what it does would depend on which of them counts".into())));
    }
    if let Some(access) = &own.access {
        if matches!(access.instr.kind, InstrKind::Dma(_)) && !chip.has(Rule::DmaReadsThenWrites) {
            let message = format!("the hardware file does not say what `{}` does", own.mnemonic);
            return Some((message, Some("the clause `dma reads then writes` (docs/hardware.md)".into())));
        }
        if !chip.describes(access.path, access.kind) {
            let message = format!("the hardware file does not say what `{}` does", own.mnemonic);
            return Some((message, Some("what clauses about `scalar` accesses say (docs/hardware.md)".into())));
        }
        let unknown = chip.unknown_operand(access.path, access.kind, &own.operands);
        return unknown.map(|operand| unsaid_operand(&operand, own));
    }
    let Some(control) = chip.control_of(&own.mnemonic, &own.operands) else {
        let message = format!("the hardware file does not say what `{own}` does");
        return Some((message, None));
    };
    if matches!(control, Control::Wait(_)) && own.operands.is_empty() {
        let message = format!("`{}` does not say what it waits for", own.mnemonic);
        return Some((message, Some("a counter and how many operations may be left, as the tables write it".into())));
    }
    let operand = chip.wrong_operand(&own.mnemonic, control, &own.operands)?;
    if !matches!(control, Control::Wait(_)) {
        return Some(unsaid_operand(&operand, own));
    }
    let counters = chip.wave_counters();
    let example = counters.first().copied().unwrap_or("COUNTER");
    let help = format!("`{example}(N)` or `0xN`; the counters are {}", counters.join(", "));
    Some((format!("`{}` does not wait for `{operand}`", own.mnemonic), Some(help)))
}

fn unsaid_operand(operand: &str, own: &MachineInstr) -> (String, Option<String>) {
    let message = format!("the hardware file does not say what `{operand}` does to `{}`", own.mnemonic);
    (message, Some("an operand that a clause about such instructions names".into()))
}

/// Whether an access of this role reads, and whether it writes, of what its instruction does.
pub fn reads_and_writes(role: Role) -> (bool, bool) {
    match role {
        Role::Whole => (true, true),
        Role::Read => (true, false),
        Role::Write => (false, true),
    }
}
