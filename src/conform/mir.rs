//! Lines of machine IR after the memory legalizer, in which every wait of an operation is its own.

use super::file::Shown;
use super::step::{Accessing, Does, Step};
use crate::spelling::{self, MachineInstruction, encodings, instructions};
use crate::syntax::table::ast::Access;
use crate::targets::Target;

/// Lines of machine IR for a target.
pub fn steps(lines: &[Shown], target: &Target) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for shown in lines {
        let text = shown.text.trim();
        let is_instruction = text.contains(|c: char| c.is_ascii_uppercase());
        let is_head =
            ["bb.", "successors:", "liveins:", "predecessors:", "name:"].iter().any(|begin| text.starts_with(begin));
        if text.starts_with("{{") || text.is_empty() || is_head && !text.starts_with("bb.") {
            continue;
        }
        let step = |does| Step { line: shown.line, text: text.to_string(), does, touches: None };
        if shown.after_gap && !steps.is_empty() && !is_head {
            steps.push(step(Does::Unreadable("other code may stand before this line".into())));
        }
        let does = match is_head {
            true => Does::Edge,
            false if is_instruction => does(text, target),
            false => Does::Computes,
        };
        // What computes may have stood in any place before registers were allocated: it moves nothing.
        steps.push(step(does));
    }
    steps
}

fn does(text: &str, target: &Target) -> Does {
    let Some(instruction) = MachineInstruction::read(text) else {
        return Does::Unreadable("this is no machine instruction".into());
    };
    let opcode = instruction.opcode.as_str();
    let form = opcode.split('_').next().unwrap_or_default();
    if opcode.contains(['{', '[']) {
        return Does::Unreadable("a pattern stands where an instruction should".into());
    }
    let description = instructions().of(opcode).map(|description| (description, description.does));
    match description {
        _ if encodings().waits_for_others(opcode) => Does::Nothing,
        Some((description, spelling::Does::Wait)) => wait(&instruction, &description.named, target),
        Some((description, spelling::Does::Cache)) => {
            let name = description.named.first().map_or(opcode, String::as_str);
            cache(&instruction, name, target)
        }
        Some((_, spelling::Does::Nothing)) => Does::Nothing,
        Some((_, spelling::Does::Branch | spelling::Does::Return | spelling::Does::Barrier)) => Does::Edge,
        _ if opcode.starts_with("s_cbranch") || opcode.starts_with("s_setpc") || opcode.starts_with("s_endpgm") => {
            Does::Edge
        }
        _ if encodings().is_scalar_load(opcode) => Does::ScalarLoad,
        _ if instruction.memory.is_some() && instructions().form(form).is_some() => access(&instruction, form, target),
        _ if instruction.memory.is_some() => Does::Unreadable(format!("`{opcode}` accesses memory, and is not known")),
        Some((_, does)) if does.computes() => Does::Computes,
        _ if encodings().computes(opcode) => Does::Computes,
        _ => Does::Unreadable(format!("`{opcode}` is not described")),
    }
}

/// A wait: a number of its own, or one that has several counters.
fn wait(instruction: &MachineInstruction<'_>, named: &[String], target: &Target) -> Does {
    let Some(&number) = instruction.numbers().last() else {
        return Does::Unreadable("a wait whose counters are not understood".into());
    };
    match (instruction.opcode.as_str(), named) {
        ("s_waitcnt", _) => match encodings().counters(target, number) {
            Some(counters) => Does::Wait(counters),
            None => Does::Unreadable(format!("how {} has counters in one number is not known", target.name)),
        },
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

fn access(instruction: &MachineInstruction<'_>, form: &str, target: &Target) -> Does {
    // What comes after the type names values of the IR.
    let memory = instruction.memory.unwrap_or_default();
    let ends = [" (s", " (<", " (p", " from ", " into ", " on "].iter().filter_map(|mark| memory.find(mark));
    let memory = &memory[..ends.min().unwrap_or(memory.len())];
    let words: Vec<&str> = memory.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
    let access = match (words.contains(&"load"), words.contains(&"store")) {
        (true, true) => Access::Atomic,
        (true, false) => Access::Load,
        (false, true) => Access::Store,
        (false, false) => return Does::Unreadable("what this access does is not shown".into()),
    };
    let named = instructions().form(form).and_then(|form| form.named.as_deref()).unwrap_or(form);
    let text = policy(instruction, form, access).and_then(|bits| {
        let words = encodings().policy(target, Some(access), bits);
        let words = words.ok_or_else(|| format!("what the cache policy {bits} means is not known"))?;
        let mnemonic = target.mnemonic(named, access).ok_or_else(|| format!("{} has no such access", target.name))?;
        Ok(std::iter::once(mnemonic).chain(words).collect::<Vec<_>>().join(" "))
    });
    let returns = !instruction.results.is_empty();
    Does::Access(Accessing { form: form.to_string(), access, text, returns, results: Vec::new() })
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
