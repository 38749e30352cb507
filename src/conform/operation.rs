//! The operation that a function of LLVM IR is about.

use super::file::{Function, TestFile, name_of};
use super::machine_input::machine_operation;
use super::region::Own;
use super::wanted::{Update, Wanted};
use crate::llvm::{AddressSpace, Ordering, SyncScope};
use crate::lowering::{Query, merge_orderings};
use crate::spelling::encodings;
use crate::syntax::table::ast::Op;
use std::collections::HashMap;

/// The operation of a function, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The operation; whether it returns a value is what the code says.
    pub query: Query,
    /// What its code has to do.
    pub own: Own,
    /// Its line, from 1.
    pub line: usize,
}

/// The one operation of a function whose order is its own: what is atomic, else what is volatile or nontemporal.
///
/// # Errors
/// There is none, or several, or it is not understood: with its line.
pub fn operation(file: &TestFile, function: &Function) -> Result<Found, (usize, String)> {
    if function.is_machine {
        return machine_operation(file, function);
    }
    let mut all = Vec::new();
    for (line, text) in &function.body {
        let Some(instruction) = Instruction::read(text) else { continue };
        let query = instruction.query(&file.metadata).map_err(|why| (*line, why))?;
        all.extend(query.map(|query| (*line, query, instruction)));
    }
    let (line, query, instruction) = one_of(all, function.line)?;
    orders_nothing_else(function)?;
    let own = instruction.own(&query, function).map_err(|why| (line, why))?;
    Ok(Found { query, own, line })
}

/// The one that is atomic, else the one that is volatile or nontemporal, each with its line.
///
/// # Errors
/// There is none, at the line of the function, or there are several.
pub(super) fn one_of<T>(all: Vec<(usize, Query, T)>, line: usize) -> Result<(usize, Query, T), (usize, String)> {
    let (atomic, flagged): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, query, _)| query.ordering.is_some());
    let mut found = if atomic.is_empty() { flagged } else { atomic };
    match (found.get(1), found.len()) {
        (Some((second, ..)), count) => {
            Err((*second, format!("it has {count} operations, and the code of each cannot be told")))
        }
        (None, _) => found.pop().ok_or_else(|| (line, "nothing in it is atomic, volatile or nontemporal".to_string())),
    }
}

/// That no function which one calls becomes waits or cache operations of its own.
///
/// # Errors
/// A call of which that is not known.
fn orders_nothing_else(function: &Function) -> Result<(), (usize, String)> {
    for (line, text) in &function.body {
        let mut words = text.split(|c: char| c.is_whitespace() || c == '(');
        if !words.any(|word| ["call", "invoke", "callbr"].contains(&word)) {
            continue;
        }
        let is_comment = |text: &str| text.trim().is_empty() || text.starts_with(';') && !text.contains("\\0A");
        let of_text = text.split_once(" asm ").and_then(|(_, rest)| rest.split('"').nth(1));
        let name = text.split_once('@').map(|(_, rest)| name_of(rest));
        match (of_text, name) {
            (Some(text), _) if is_comment(text) => {}
            (Some(_), _) => return Err((*line, "its code has what this text says, too".into())),
            (None, Some(name)) if encodings().calls_without_waits(&name) => {}
            (None, Some(name)) => {
                return Err((*line, format!("what `{name}` becomes cannot be told from the operation")));
            }
            (None, None) => return Err((*line, "what this call becomes cannot be told from the operation".into())),
        }
    }
    Ok(())
}

/// An instruction that accesses memory or orders it, in parts between commas.
struct Instruction<'t> {
    /// What its value is called.
    name: Option<&'t str>,
    op: &'t str,
    parts: Vec<&'t str>,
}

impl<'t> Instruction<'t> {
    fn read(text: &'t str) -> Option<Instruction<'t>> {
        let (name, code) = match text.split_once(" = ") {
            Some((name, code)) if name.trim().starts_with('%') => (Some(name.trim()), code.trim()),
            _ => (None, text),
        };
        let op = code.split_whitespace().next()?;
        let is_known = ["load", "store", "atomicrmw", "cmpxchg", "fence"].contains(&op);
        is_known.then(|| Instruction { name, op, parts: at_commas(code) })
    }

    fn words(&self, part: usize) -> Vec<&'t str> {
        self.parts.get(part).map_or(Vec::new(), |part| part.split_whitespace().collect())
    }

    fn has(&self, word: &str) -> bool {
        self.words(0).contains(&word)
    }

    /// The operation as tables ask for it; `None` if it is a plain access.
    fn query(&self, metadata: &HashMap<String, String>) -> Result<Option<Query>, String> {
        let is_atomic = self.has("atomic") || matches!(self.op, "atomicrmw" | "cmpxchg" | "fence");
        // Where the pointer is, and where scope and orderings are.
        let (op, pointer, ordered) = match (self.op, is_atomic) {
            ("load", false) => (Op::Load, 1, 1),
            ("load", true) => (Op::LoadAtomic, 1, 1),
            ("store", false) => (Op::Store, 1, 1),
            ("store", true) => (Op::StoreAtomic, 1, 1),
            ("atomicrmw", _) => (Op::Atomicrmw, 0, 1),
            ("cmpxchg", _) => (Op::Atomicrmw, 0, 2),
            _ => (Op::Fence, 0, 0),
        };
        let nontemporal = self.parts.iter().any(|part| part.starts_with("!nontemporal"));
        let volatile = self.has("volatile");
        if !is_atomic && !nontemporal && !volatile {
            return Ok(None);
        }
        let space = match op {
            Op::Fence => fence_space(self.parts.iter().find_map(|part| part.strip_prefix("!mmra")), metadata)?,
            Op::Load | Op::LoadAtomic | Op::Store | Op::StoreAtomic | Op::Atomicrmw => {
                space_of(self.parts.get(pointer).copied().unwrap_or_default())?
            }
        };
        let text = self.parts.get(ordered).copied().unwrap_or_default();
        let ordering = if is_atomic { Some(ordering(text)?) } else { None };
        Ok(Some(Query { op, ordering, scope: scope(text)?, space, volatile, nontemporal, returns: false }))
    }

    /// What the code of it has to do.
    fn own(&self, query: &Query, function: &Function) -> Result<Own, String> {
        let Some(access) = query.op.access() else { return Ok(Own::Fence) };
        let flags = ["load", "store", "atomicrmw", "cmpxchg", "atomic", "volatile", "weak"];
        let mut words = self.words(0).into_iter().skip_while(|word| flags.contains(word));
        let update = match self.op {
            "atomicrmw" => words.next().map(|op| Update::Rmw(op.to_string())),
            "cmpxchg" => Some(Update::Cmpxchg),
            _ => None,
        };
        let rest = words.collect::<Vec<_>>().join(" ");
        let of_value = if update.is_some() { self.parts.get(1).copied().unwrap_or_default() } else { rest.as_str() };
        let bits = type_bits(of_value).ok_or_else(|| format!("how wide the type in `{of_value}` is is not known"))?;
        let is_used = update.is_some() && self.name.is_some_and(|name| is_used(name, function));
        let order = query.ordering.map(|ordering| (ordering, query.scope));
        Ok(Own::Access(access, query.space, Wanted { update, bits, is_used, order }))
    }
}

/// The one space that the tags of a fence name, by their node, or generic.
pub(super) fn fence_space(node: Option<&str>, metadata: &HashMap<String, String>) -> Result<AddressSpace, String> {
    let Some(node) = node else { return Ok(AddressSpace::Generic) };
    let mut spaces = Vec::new();
    let node = node.trim();
    let text = metadata.get(node).ok_or_else(|| format!("`{node}` is not defined"))?;
    let nodes = text.trim_start_matches("!{").trim_end_matches('}').split(',').map(str::trim);
    let tags: Vec<&str> = match text.contains('"') {
        true => vec![text.as_str()],
        false => nodes.filter_map(|node| metadata.get(node).map(String::as_str)).collect(),
    };
    for tag in tags {
        let words: Vec<&str> = tag.split('"').skip(1).step_by(2).collect();
        match words[..] {
            ["amdgpu-as" | "amdgpu-synchronize-as" | "opencl-fence-mem", space] => spaces.push(space),
            [_, _] => {}
            _ => return Err(format!("the tag `{tag}` is not understood")),
        }
    }
    match (spaces.contains(&"global"), spaces.contains(&"local")) {
        (true, false) => Ok(AddressSpace::Global),
        (false, true) => Ok(AddressSpace::Local),
        (true, true) => Ok(AddressSpace::Generic),
        (false, false) if spaces.is_empty() => Ok(AddressSpace::Generic),
        (false, false) => Err(format!("a fence of `{}` has no row", spaces.join("`, `"))),
    }
}

/// The text between commas that stand in no brackets and no quotes.
pub(super) fn at_commas(text: &str) -> Vec<&str> {
    let (mut depth, mut in_quotes, mut start) = (0i32, false, 0);
    let mut parts = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '"' => in_quotes = !in_quotes,
            _ if in_quotes => {}
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

/// Whether a value is used otherwise than by taking a part of it out that is not used.
fn is_used(name: &str, function: &Function) -> bool {
    function.body.iter().any(|(_, text)| {
        let (result, code) = text.split_once(" = ").map_or(("", text.as_str()), |(result, code)| (result.trim(), code));
        let is_word = |c: char| c.is_alphanumeric() || "%_.$-".contains(c);
        let is_there = code.split(|c: char| !is_word(c)).any(|word| word == name);
        is_there && (!code.trim_start().starts_with("extractvalue") || is_used(result, function))
    })
}

/// How many bits a value of the type has with which a text begins; `None` if that is not known.
pub(super) fn type_bits(text: &str) -> Option<u32> {
    if let Some(rest) = text.strip_prefix('<') {
        let (count, element) = rest.split_once('>')?.0.split_once(" x ")?;
        return count.trim().parse::<u32>().ok()?.checked_mul(type_bits(element.trim())?);
    }
    let end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    let (word, rest) = (&text[..end], text[end..].trim_start());
    // A pointer to it, as before release 15.
    let is_pointer = rest.starts_with('*') || rest.starts_with("addrspace(") && word != "ptr";
    match word {
        _ if is_pointer || word == "ptr" => pointer_bits(rest),
        "half" | "bfloat" => Some(16),
        "float" => Some(32),
        "double" => Some(64),
        _ => Some(word.strip_prefix('i')?.parse::<u32>().ok()?.checked_next_multiple_of(8)?),
    }
}

/// How wide a pointer is (LLVM 24, AMDGPU user guide, Address Spaces).
fn pointer_bits(rest: &str) -> Option<u32> {
    match space_of(rest).ok()? {
        AddressSpace::Generic | AddressSpace::Global | AddressSpace::Constant => Some(64),
        AddressSpace::Region | AddressSpace::Local | AddressSpace::Private => Some(32),
    }
}

/// The address space of the pointer in a part; what is in brackets computes it.
pub(super) fn space_of(part: &str) -> Result<AddressSpace, String> {
    let outside =
        part.split_once(" getelementptr").or_else(|| part.split_once(" addrspacecast")).map_or(part, |(head, _)| head);
    let number = match outside.split_once("addrspace(").and_then(|(_, rest)| rest.split_once(')')) {
        None => "0",
        Some((number, _)) => number,
    };
    match number {
        "0" => Ok(AddressSpace::Generic),
        "1" => Ok(AddressSpace::Global),
        "2" => Ok(AddressSpace::Region),
        "3" => Ok(AddressSpace::Local),
        "4" => Ok(AddressSpace::Constant),
        "5" => Ok(AddressSpace::Private),
        other => Err(format!("address space {other} is not modelled")),
    }
}

fn scope(text: &str) -> Result<SyncScope, String> {
    let Some((_, rest)) = text.split_once("syncscope(\"") else { return Ok(SyncScope::SYSTEM) };
    let name = rest.split('"').next().unwrap_or_default();
    SyncScope::parse(name).ok_or_else(|| format!("`{name}` is no sync scope"))
}

/// The ordering that a part names, or the two of a `cmpxchg` in one.
pub(super) fn ordering(text: &str) -> Result<Ordering, String> {
    let text = text.split_once("syncscope(").and_then(|(_, rest)| rest.split_once(')')).map_or(text, |(_, rest)| rest);
    let named: Vec<Ordering> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    match named[..] {
        [one] => Ok(one),
        [success, failure] => Ok(merge_orderings(success, failure)),
        _ => Err("its ordering is not understood".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_widths() {
        let all = [
            "i1 %v",
            "i24",
            "bfloat 0xR0000",
            "<2 x half> %v",
            "<4 x i32>",
            "ptr",
            "ptr addrspace(3) %v",
            "i8 addrspace(1)* %v",
            "{ i32, i32 } %v",
        ];
        let widths = all.map(type_bits);
        let told = [Some(8), Some(24), Some(16), Some(32), Some(128), Some(64), Some(32), Some(64), None];
        assert_eq!(widths, told);
    }

    fn told(text: &str) -> String {
        let metadata = [
            ("!0", "!{!\"amdgpu-as\", !\"local\"}"),
            ("!1", "!{!0, !2}"),
            ("!2", "!{!\"amdgpu-synchronize-as\", !\"global\"}"),
        ];
        let metadata = metadata.map(|(name, value)| (name.to_string(), value.to_string())).into();
        let instruction = Instruction::read(text).expect("accesses memory");
        match instruction.query(&metadata) {
            Err(why) => why,
            Ok(None) => "plain".into(),
            Ok(Some(Query { op, ordering, scope, space, volatile, nontemporal, .. })) => {
                let ordering = ordering.map_or("-", Ordering::as_str);
                format!("{op} {ordering} [{scope}] {space} {volatile} {nontemporal}")
            }
        }
    }

    #[test]
    fn operations_are_read_as_every_release_writes_them() {
        let now = "%v = load atomic i32, ptr addrspace(1) %in syncscope(\"agent-one-as\") acquire, align 4";
        assert_eq!(told(now), "load atomic acquire [agent-one-as] global false false");
        let before = "store atomic volatile i32 %in, i32 addrspace(3)* %out release, align 4, !nontemporal !0";
        assert_eq!(told(before), "store atomic release [] local true true");
        assert_eq!(
            told("%1 = atomicrmw fadd ptr %p, float %v syncscope(\"wavefront\") seq_cst, !x !{}"),
            "atomicrmw seq_cst [wavefront] generic false false"
        );
        let swap = "cmpxchg weak volatile ptr addrspace(1) %p, i32 %a, i32 %b syncscope(\"workgroup\") release acquire";
        assert_eq!(told(swap), "atomicrmw acq_rel [workgroup] global true false");
        assert_eq!(told("store ptr addrspace(3) %v, ptr addrspace(1) %p"), "plain");
        assert_eq!(told("fence syncscope(\"agent\") acquire, !mmra !0"), "fence acquire [agent] local false false");
        assert_eq!(told("fence release, !mmra !1"), "fence release [] generic false false");
        assert_eq!(told("fence syncscope(\"device\") release"), "`device` is no sync scope");
        assert_eq!(
            told("%v = load atomic i32, ptr addrspace(7) %p monotonic, align 4"),
            "address space 7 is not modelled"
        );
    }
}
