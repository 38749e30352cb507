//! Lines of assembly, as comments of regression tests have them.

use super::file::Shown;
use super::lanes::Lanes;
use super::parts::waits;
use super::step::{Accessing, Does, Edge, Step};
use super::wanted::Update;
use crate::compiler::Processor;
use crate::spelling::encodings;
use crate::spelling::{
    self, Description, Instruction, Misspelled, Operand, Unit, has_words, instructions, on_processor, suits,
};
use crate::syntax::source::Span;
use crate::syntax::table::ast::Access;
use crate::targets::Target;

/// Stands for what a pattern matches.
const ANYTHING: &str = "?";

/// Lines of assembly for a processor.
pub fn steps(lines: &[Shown], processor: &Processor) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let [begins, ends] = encodings().inline_assembly();
    let mut is_inline = false;
    let mut lanes = Lanes::default();
    for (number, shown) in lines.iter().enumerate() {
        let (code, comment) = shown.text.split_once(';').unwrap_or((&shown.text, ""));
        if shown.after_gap && number > 0 && !steps.is_empty() {
            steps.push(unreadable(shown, "other code may stand before this line"));
        }
        is_inline = (is_inline || comment.contains(begins.as_str())) && !comment.contains(ends.as_str());
        let code = code.trim();
        if is_inline && !code.is_empty() {
            steps.push(unreadable(shown, "this is of the source, which has it as text"));
            continue;
        }
        if code.is_empty() {
            continue;
        }
        if encodings().is_folded(comment) {
            steps.push(moves(code, shown));
            continue;
        }
        steps.extend(instructions_of(code, shown, processor, &mut lanes));
    }
    steps
}

/// A line that the register allocator has made.
fn moves(code: &str, shown: &Shown) -> Step {
    let (plain, _) = without_patterns(code).unwrap_or_default();
    let instruction = spelling::instruction(plain.trim(), Span::default());
    let loads = instruction.as_ref().filter(|instruction| {
        let described = instructions().of(instructions().plain(&instruction.mnemonic));
        described.is_some_and(|description| description.does == spelling::Does::Load)
    });
    let does = Does::Moves(loads.map(|instruction| spelling::form_of(instruction).to_string()));
    let touches = instruction.as_ref().and_then(touched);
    Step { line: shown.line, text: shown.text.clone(), does, touches, of_other_lanes: false }
}

/// What stands where it cannot be told what else does.
fn unreadable(shown: &Shown, why: &str) -> Step {
    let (text, does) = (shown.text.clone(), Does::Unreadable(why.into()));
    Step { line: shown.line, text, does, touches: None, of_other_lanes: false }
}

fn instructions_of(code: &str, shown: &Shown, processor: &Processor, lanes: &mut Lanes) -> Vec<Step> {
    let target = processor.configuration.target;
    let step =
        |does, touches| Step { line: shown.line, text: shown.text.clone(), does, touches, of_other_lanes: false };
    if let Some(name) = code.strip_suffix(':') {
        return vec![step(Does::Edge(Edge::Label(label(name))), None)];
    }
    if code.starts_with('.') {
        return vec![step(Does::Unreadable("what this directive does to the code is not known".into()), None)];
    }
    let (plain, has_wildcard) = match without_patterns(code) {
        Ok(found) => found,
        Err(why) => return vec![step(Does::Unreadable(why), None)],
    };
    // What a pattern stands for is not told.
    let is_whole = !plain.contains(ANYTHING);
    let one = |part: &str| match spelling::instruction(part.trim(), Span::default()) {
        None => step(Does::Unreadable("this is no instruction".into()), None),
        Some(instruction) => {
            let to = label(code.split_whitespace().last().unwrap_or_default());
            let is_there = on_processor(&instruction.mnemonic, (&processor.name, target));
            let does = match (does(&instruction, to, target), is_as_told(&instruction, is_whole, target)) {
                (unread @ Does::Unreadable(_), _) => unread,
                (_, Err(other)) => Does::Unreadable(other.to_string()),
                (does, Ok(())) => match is_there {
                    Ok(()) => does,
                    Err(lacking) => Does::Unreadable(lacking.to_string()),
                },
            };
            let matters = matches!(does, Does::Access(_) | Does::Wait(_) | Does::Cache(_));
            match has_wildcard && matters {
                true => step(Does::Unreadable("a pattern in this line may hide operands".into()), None),
                false => Step { of_other_lanes: lanes.of(&instruction), ..step(does, touched(&instruction)) },
            }
        }
    };
    plain.split("::").map(one).collect()
}

/// Refuses what no assembler takes; of an instruction with patterns, the words behind its operands that are none.
fn is_as_told(instruction: &Instruction, is_whole: bool, target: &Target) -> Result<(), Misspelled> {
    let shown = instruction.modifiers.iter().map(String::as_str).filter(|word| !word.contains(ANYTHING));
    if is_whole { suits(instruction, target) } else { has_words(instruction, shown, target) }
}

/// A line whose patterns are words, and whether one of them may match words beside registers.
fn without_patterns(code: &str) -> Result<(String, bool), String> {
    let (mut plain, mut rest, mut has_wildcard) = (String::new(), code, false);
    loop {
        let begins = ["{{", "[["].iter().filter_map(|mark| Some((rest.find(mark)?, *mark))).min();
        let Some((at, mark)) = begins else { break };
        let end = if mark == "{{" { "}}" } else { "]]" };
        let (before, after) = (&rest[..at], &rest[at + 2..]);
        let Some((pattern, after)) = after.split_once(end) else { break };
        // `v[[[LO:[0-9]+]]:3]]` ends with the last of its brackets.
        plain.push_str(before);
        if !plain.trim_start().contains(char::is_whitespace) {
            return Err("a pattern stands where a mnemonic should".into());
        }
        has_wildcard |= pattern.contains('.') || pattern.contains('|') || pattern.contains(' ');
        plain.push_str(ANYTHING);
        rest = after;
    }
    plain.push_str(rest);
    Ok((plain, has_wildcard))
}

/// A label without what patterns in it match: `.LBB?_1`, and the name of one that is a variable.
fn label(text: &str) -> String {
    let mut label = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("{{") {
        let Some((_, after)) = rest[at..].split_once("}}") else { break };
        label = label + &rest[..at] + ANYTHING;
        rest = after;
    }
    label += rest;
    match label.strip_prefix("[[").and_then(|rest| rest.split([':', ']']).next()) {
        Some(variable) => variable.to_string(),
        None => label,
    }
}

/// What an instruction does; if it is a branch, it goes to this label.
fn does(instruction: &Instruction, to: String, target: &Target) -> Does {
    let mnemonic = instructions().plain(&instruction.mnemonic);
    let is_known = target.scalar.contains_key(mnemonic) || instructions().of_name(mnemonic).is_some();
    if encodings().is_scalar_load(mnemonic) && is_known {
        return Does::ScalarLoad;
    }
    if encodings().waits_for_others(mnemonic) {
        return Does::Nothing;
    }
    let Some(description) = instructions().of(mnemonic) else {
        return Does::Unreadable(format!("`{mnemonic}` is not described"));
    };
    match description.does {
        spelling::Does::Load | spelling::Does::Store | spelling::Does::Atomic | spelling::Does::Cmpxchg => {
            Does::Access(accessing(instruction, description, target))
        }
        spelling::Does::Wait => match spelling::waits(instruction, description, target) {
            Some(texts) => Does::Wait(texts.iter().filter_map(|text| waits(text, target)).flatten().collect()),
            None => Does::Unreadable("a wait whose counters are not understood".into()),
        },
        spelling::Does::LoadToLds | spelling::Does::StoreFromLds => {
            Does::Unreadable(format!("`{mnemonic}` is a DMA operation, of which tables have no rows"))
        }
        spelling::Does::Cache => cache(instruction, description, target),
        spelling::Does::Nothing => Does::Nothing,
        spelling::Does::Branch if description.on.is_none() => Does::Edge(Edge::Jump(to)),
        spelling::Does::Branch => Does::Edge(Edge::Branch(to)),
        spelling::Does::Return => Does::Edge(Edge::End),
        spelling::Does::Barrier
        | spelling::Does::BarrierInit
        | spelling::Does::BarrierJoin
        | spelling::Does::BarrierLeave
        | spelling::Does::BarrierSignal
        | spelling::Does::BarrierSignalIsfirst
        | spelling::Does::BarrierWait => Does::Edge(Edge::Barrier),
        spelling::Does::Copy
        | spelling::Does::Not
        | spelling::Does::Compute
        | spelling::Does::Compare
        | spelling::Does::Select
        | spelling::Does::ReadLane
        | spelling::Does::WriteLane
        | spelling::Does::SaveExec
        | spelling::Does::Opaque => Does::Computes,
    }
}

fn accessing(instruction: &Instruction, description: &Description, target: &Target) -> Accessing {
    let (form, access) = (spelling::form_of(instruction), spelling::kind_of(description));
    let is_returning = |word: &String| instructions().is_returning(word);
    let says_so = instruction.modifiers.iter().any(is_returning);
    let returns =
        access == Access::Load || access == Access::Atomic && (says_so || instruction.mnemonic.contains("_rtn"));
    let results = match instruction.operands.first() {
        Some(Operand::Registers(units)) if returns => units.clone(),
        Some(_) | None => Vec::new(),
    };
    let text = spelled(instruction, form, access, target);
    let (update, bits) = (Update::of(description), description.bits);
    Accessing { form: form.to_string(), access, update, bits, order: None, text, returns, results }
}

/// An access as tables spell it.
fn spelled(instruction: &Instruction, form: &str, access: Access, target: &Target) -> Result<String, String> {
    if instruction.operands.is_empty() {
        return Err("the line does not show the operands".into());
    }
    let known = target.operands.get(access.as_str()).map_or(&[][..], Vec::as_slice);
    let form = instructions().form(form).and_then(|form| form.named.as_deref()).unwrap_or(form);
    let mnemonic = target.mnemonic(form, access).ok_or_else(|| format!("{} has no such access", target.name))?;
    let form = spelling::form_of(instruction);
    let tells = |word: &str| {
        instructions().is_addressing(form, word) || spelling::tells_of_address(word, (form, access), target)
    };
    with_operands(mnemonic, instruction.modifiers.iter().filter(|word| !tells(word.as_str())), known)
}

/// An instruction with operands, which have to be among those that are known.
fn with_operands<'w>(
    mnemonic: String,
    words: impl Iterator<Item = &'w String>,
    known: &[String],
) -> Result<String, String> {
    let mut text = mnemonic;
    for word in words {
        let operand = if word.contains(':') { word.clone() } else { format!("{word}=1") };
        // Tables spell bits with a number.
        if word.contains('=') || !known.contains(&operand) {
            return Err(format!("what `{word}` does is not known"));
        }
        let name = |text: &str| text.split([':', '=']).next().unwrap_or_default().to_string();
        if text.split(' ').skip(1).any(|other| name(other) == name(&operand)) {
            return Err(format!("`{}` stands there twice", name(&operand)));
        }
        text = format!("{text} {operand}");
    }
    Ok(text)
}

fn cache(instruction: &Instruction, description: &Description, target: &Target) -> Does {
    let plain = instructions().plain(&instruction.mnemonic);
    let mnemonic = description.named.first().map_or(plain, String::as_str);
    let known = target.operands.get(mnemonic).map_or(&[][..], Vec::as_slice);
    let operands = instruction.operands.iter().filter_map(|operand| match operand {
        Operand::Word(word) => Some(word),
        Operand::Registers(_) | Operand::Int(_) => None,
    });
    match with_operands(mnemonic.to_string(), operands.chain(&instruction.modifiers), known) {
        Ok(text) if target.cache_operations.iter().any(|known| known == mnemonic) => Does::Cache(text),
        Ok(_) => Does::Unreadable(format!("{} has no `{mnemonic}`", target.name)),
        Err(why) => Does::Unreadable(why),
    }
}

/// The registers that an instruction names; `None` if a pattern hides some.
fn touched(instruction: &Instruction) -> Option<Vec<Unit>> {
    let mut units = Vec::new();
    for operand in &instruction.operands {
        match operand {
            Operand::Registers(registers) => units.extend(registers),
            Operand::Word(word) if word.contains(ANYTHING) => return None,
            Operand::Word(word) => match marked(word) {
                Some(Operand::Registers(registers)) => units.extend(registers),
                // Of what is marked otherwise it cannot be told.
                Some(Operand::Word(_)) => return None,
                Some(Operand::Int(_)) | None => {}
            },
            Operand::Int(_) => {}
        }
    }
    Some(units)
}

/// What an operand is of which the sign is changed or left out (`-v1`, `|v1|`, `abs(v1)`); `None` of one without such a mark.
fn marked(word: &str) -> Option<Operand> {
    const MARKS: [&str; 3] = ["abs(", "neg(", "sext("];
    let mut plain = word;
    loop {
        let inner = plain.strip_prefix('-').or_else(|| plain.strip_prefix('|')?.strip_suffix('|'));
        let inner = inner.or_else(|| MARKS.iter().find_map(|mark| plain.strip_prefix(mark)?.strip_suffix(')')));
        match inner {
            Some(inner) => plain = inner.trim(),
            None => return (plain.len() < word.len()).then(|| spelling::operand(plain)),
        }
    }
}
