//! Lines of machine IR after the memory legalizer, in which every wait of an operation is its own.

use super::file::Shown;
use super::memory_operand;
use super::step::{Accessing, Does, Edge, Step};
use super::wanted::Update;
use crate::spelling::{self, Description, MachineInstruction, encodings, instructions};
use crate::syntax::table::ast::Access;
use crate::targets::Target;

/// Lines of machine IR for a target.
pub fn steps(lines: &[Shown], target: &Target) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut of_other_lanes = false;
    for shown in lines {
        let text = shown.text.split(';').next().unwrap_or_default().trim();
        let is_head =
            ["bb.", "successors:", "liveins:", "predecessors:", "name:"].iter().any(|begin| text.starts_with(begin));
        if text.starts_with("{{") || text.is_empty() || is_head && !text.starts_with("bb.") {
            continue;
        }
        let step = |does| Step { line: shown.line, text: text.to_string(), does, touches: None, of_other_lanes };
        if shown.after_gap && !steps.is_empty() && !is_head {
            steps.push(step(Does::Unreadable("other code may stand before this line".into())));
        }
        if is_head {
            steps.push(step(Does::Edge(Edge::Label(block(text)))));
            continue;
        }
        let instruction = MachineInstruction::read(text);
        let unread = || Does::Unreadable("this is no machine instruction".into());
        // What computes may have stood in any place before registers were allocated: it moves nothing.
        steps.push(step(instruction.as_ref().map_or_else(unread, |instruction| does(instruction, target))));
        of_other_lanes |= instruction.is_some_and(|instruction| instruction.changes_lanes());
    }
    steps
}

fn does(instruction: &MachineInstruction<'_>, target: &Target) -> Does {
    let opcode = instruction.opcode.as_str();
    let form = opcode.split('_').next().unwrap_or_default();
    if opcode.contains(['{', '[']) {
        return Does::Unreadable("a pattern stands where an instruction should".into());
    }
    let description = instructions().of(opcode).map(|description| (description, description.does));
    match description {
        _ if encodings().waits_for_others(opcode) => Does::Nothing,
        Some((description, spelling::Does::Wait)) => wait(instruction, &description.named, target),
        Some((description, spelling::Does::Cache)) => {
            let name = description.named.first().map_or(opcode, String::as_str);
            cache(instruction, name, target)
        }
        Some((_, spelling::Does::Nothing)) => Does::Nothing,
        Some((description, spelling::Does::Branch)) => branch(instruction, description.on.is_none()),
        Some((_, spelling::Does::Return)) => Does::Edge(Edge::End),
        Some((_, spelling::Does::Barrier)) => Does::Edge(Edge::Barrier),
        _ if opcode.starts_with("s_cbranch") => branch(instruction, false),
        _ if ["s_setpc", "s_endpgm", "si_return"].iter().any(|begin| opcode.starts_with(begin)) => {
            Does::Edge(Edge::End)
        }
        _ if encodings().is_scalar_load(opcode) => Does::ScalarLoad,
        _ if instruction.memory.is_some() => match spelling::of_opcode(opcode) {
            Some(description) if instructions().form(form).is_some() => {
                access(instruction, (form, description), target)
            }
            Some(_) | None => Does::Unreadable(format!("`{opcode}` accesses memory, and is not known")),
        },
        Some((_, does)) if does.computes() => Does::Computes,
        _ if encodings().computes(opcode) => Does::Computes,
        _ => Does::Unreadable(format!("`{opcode}` is not described")),
    }
}

/// The name of a block: `bb.1` of `bb.1.entry (%ir-block.0):`.
fn block(text: &str) -> String {
    let rest = text.trim_start_matches('%').strip_prefix("bb.").unwrap_or_default();
    let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
    format!("bb.{number}")
}

fn branch(instruction: &MachineInstruction<'_>, always: bool) -> Does {
    match (instruction.operands.iter().find(|operand| operand.starts_with("%bb.")), always) {
        (Some(to), true) => Does::Edge(Edge::Jump(block(to))),
        (Some(to), false) => Does::Edge(Edge::Branch(block(to))),
        (None, _) => Does::Unreadable("a branch that goes to no block".into()),
    }
}

/// A wait: a number of its own, or one that has several counters.
fn wait(instruction: &MachineInstruction<'_>, named: &[String], target: &Target) -> Does {
    let Some(&number) = instruction.numbers().last() else {
        return Does::Unreadable("a wait whose counters are not understood".into());
    };
    match (instruction.opcode.as_str(), named) {
        ("s_waitcnt", _) => match encodings().counters(target, number) {
            Ok(counters) => Does::Wait(counters),
            Err(why) => Does::Unreadable(why),
        },
        _ if number > spelling::LARGEST_WAIT => Does::Unreadable(format!("a wait has no encoding for {number}")),
        (opcode, []) => Does::Wait(vec![(opcode.to_string(), number)]),
        (_, named) => {
            let texts = named.iter().map(|text| spelling::numbered(text, number.cast_signed()));
            let waits = texts.filter_map(|text| super::parts::waits(&text, target)).flatten();
            Does::Wait(waits.collect())
        }
    }
}

fn cache(instruction: &MachineInstruction<'_>, name: &str, target: &Target) -> Does {
    let bits = instruction.numbers().last().copied().unwrap_or(0);
    match encodings().cache_operands(target, name, bits) {
        Some(words) => Does::Cache(std::iter::once(name.to_string()).chain(words).collect::<Vec<_>>().join(" ")),
        None => Does::Unreadable(format!("what the cache policy {bits} means is not known")),
    }
}

fn access(instruction: &MachineInstruction<'_>, (form, description): (&str, &Description), target: &Target) -> Does {
    if matches!(description.does, spelling::Does::LoadToLds | spelling::Does::StoreFromLds) {
        let why = format!("`{}` is a DMA operation, of which tables have no rows", instruction.opcode);
        return Does::Unreadable(why);
    }
    let memory = instruction.memory.unwrap_or_default();
    let says = memory_operand::access(memory);
    let (access, order) = match says.and_then(|access| Ok((access, memory_operand::order(memory)?))) {
        Ok(says) => says,
        Err(why) => return Does::Unreadable(why),
    };
    if access != spelling::kind_of(description) {
        return Does::Unreadable(format!("`{}` is no {access}", instruction.opcode));
    }
    let named = instructions().form(form).and_then(|form| form.named.as_deref()).unwrap_or(form);
    let text = policy(instruction, form, access).and_then(|bits| {
        let words = encodings().policy(target, Some(access), bits);
        let words = words.ok_or_else(|| format!("what the cache policy {bits} means is not known"))?;
        let says_so = words.iter().any(|word| instructions().is_returning(word.trim_end_matches("=1")));
        // Of LDS, names tell.
        if access == Access::Atomic && form != "ds" && says_so == instruction.results.is_empty() {
            return Err("its cache policy and its result do not agree whether it returns one".to_string());
        }
        let mnemonic = target.mnemonic(named, access).ok_or_else(|| format!("{} has no such access", target.name))?;
        Ok(std::iter::once(mnemonic).chain(words).collect::<Vec<_>>().join(" "))
    });
    let returns = !instruction.results.is_empty();
    let (update, bits) = (Update::of(description), description.bits);
    let (form, order, results) = (form.to_string(), Some(order), Vec::new());
    Does::Access(Accessing { form, access, update, bits, order, text, returns, results })
}

/// The cache policy among the numbers of an access.
fn policy(instruction: &MachineInstruction<'_>, form: &str, access: Access) -> Result<u64, String> {
    let numbers = instruction.numbers();
    match (form, access) {
        // Its numbers are an offset and whether it is for the global data share.
        ("ds", _) => Ok(0),
        // After it come numbers that releases differ in; these are 0.
        ("buffer", Access::Load | Access::Store) => {
            let set: Vec<(usize, u64)> =
                numbers.iter().copied().enumerate().filter(|(_, number)| *number != 0).collect();
            match set[..] {
                [] => Ok(0),
                [(place, number)] if place > 0 && place + 1 < numbers.len() && number < 32 => Ok(number),
                _ => Err("which of the numbers is the cache policy cannot be told".into()),
            }
        }
        (_, Access::Load | Access::Store | Access::Atomic) => {
            numbers.last().copied().ok_or_else(|| "it has no cache policy".to_string())
        }
    }
}
