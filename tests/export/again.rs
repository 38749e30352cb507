//! Tests in LISA as tests of ours, for those that have no branches: each instruction by itself, as `models/llvm.bell` says what it means.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The test of ours; nothing for one with branches.
pub fn again(text: &str) -> Option<String> {
    let (head, rest) = text.split_once("\n}\n").expect("an initial state");
    let (name, objects) = head.split_once("\n{").expect("an initial state");
    let (rows, rest): (Vec<&str>, Vec<&str>) = rest.lines().partition(|line| line.ends_with(';'));
    let regions = rest.iter().find_map(|line| line.strip_prefix("regions: ")).unwrap_or_default();
    let regions: BTreeMap<&str, &str> = regions.split(", ").filter_map(|part| part.split_once(": ")).collect();
    let mut ours = format!("litmus {}\nmemory {{\n", name.trim_start_matches("LISA "));
    for line in objects.lines().filter(|line| !line.is_empty()) {
        let (object, value) = line.trim_end_matches(';').split_once(" = ").expect("an object and its value");
        let _ = writeln!(ours, "  {} {object}: i32 = {value}", regions.get(object).unwrap_or(&"global"));
    }
    ours += "}\n";
    let scopes = rest.iter().find_map(|line| line.strip_prefix("scopes: ")).expect("a tree of scopes");
    let places = places(scopes);
    let rows: Vec<Vec<&str>> =
        rows.iter().map(|row| row.trim_end_matches(';').split('|').map(str::trim).collect()).collect();
    for (number, place) in places.iter().enumerate() {
        let _ = writeln!(ours, "thread P{number} @ {place} {{");
        for line in rows[1..].iter().map(|row| row[number]).filter(|line| !line.is_empty()) {
            let _ = writeln!(ours, "  {}", statement(line)?);
        }
        ours += "}\n";
    }
    for line in
        rest.iter().filter(|line| ["filter", "exists", "~exists", "forall"].iter().any(|word| line.starts_with(word)))
    {
        let named = (0..places.len())
            .fold((*line).to_string(), |line, number| line.replace(&format!("({number}:"), &format!("(P{number}:")));
        let _ = writeln!(ours, "{}", named.replace(['[', ']'], ""));
    }
    Some(ours)
}

/// By thread, the instances of scopes that it is in.
fn places(tree: &str) -> Vec<String> {
    let (mut open, mut counts, mut found) = (Vec::new(), BTreeMap::new(), BTreeMap::new());
    for word in tree.replace('(', " ( ").replace(')', " ) ").split_whitespace() {
        match word {
            "(" => {}
            ")" => drop(open.pop()),
            _ if word.starts_with('P') => {
                let place: Vec<String> =
                    open.iter().skip(1).map(|(level, number)| format!("{level} {number}")).collect();
                found.insert(word[1..].parse::<usize>().expect("a number"), place.join(", "));
            }
            level => {
                let number = counts.entry(level.to_string()).or_insert(0);
                open.push((level.to_string(), *number));
                *number += 1;
            }
        }
    }
    found.into_values().collect()
}

/// An instruction as a statement of ours; nothing for one that branches.
fn statement(line: &str) -> Option<String> {
    let (head, operands) = line.split_once(' ').unwrap_or((line, ""));
    if head == "mov" {
        let (register, value) = operands.split_once(' ').expect("a register, and what it gets");
        return Some(match value.starts_with('(') {
            true => format!("{register} = {}", operation(value)),
            false => format!("{register} = {value}"),
        });
    }
    let (mnemonic, words) = head.split_once('[')?;
    let words: Vec<&str> = words.strip_suffix(']')?.split(',').collect();
    let has = |word: &str| words.contains(&word);
    let order = words[0];
    let scope = words.get(1).filter(|_| order != "plain").map(|level| {
        let one_as = if has("one_as") { "-one-as" } else { "" };
        match (*level, one_as) {
            ("system", "") => String::new(),
            ("system", _) => " syncscope(\"one-as\")".to_string(),
            _ => format!(" syncscope(\"{level}{one_as}\")"),
        }
    });
    let ordered = scope.map_or(String::new(), |scope| format!("{scope} {order}"));
    let atomic = if order == "plain" { "" } else { "atomic " };
    let volatile = if has("volatile") { "volatile " } else { "" };
    let generic = if has("generic") { "generic " } else { "" };
    let after = if has("nontemporal") { ", !nontemporal" } else { "" };
    let parts: Vec<&str> = operands.rsplitn(2, ' ').collect();
    match mnemonic {
        "r" => Some(format!("{} = load {atomic}{volatile}i32, {generic}{}{ordered}{after}", parts[1], parts[0])),
        "w" => Some(format!("store {atomic}{volatile}i32 {}, {generic}{}{ordered}{after}", parts[0], parts[1])),
        "f" => Some(format!("fence{ordered}")),
        "rmw" => {
            let (dest, value) = parts[1].split_once(' ').expect("a register and a value");
            let (op, value) = match value.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
                None => ("xchg", value),
                Some(inner) => {
                    let words: Vec<&str> = inner.split(' ').collect();
                    assert_eq!(words[1], dest, "the register holds what was read");
                    (words[0], words[2])
                }
            };
            Some(format!("{dest} = atomicrmw {volatile}{op} {generic}{}, i32 {value}{ordered}{after}", parts[0]))
        }
        "b" => None,
        _ => panic!("`{line}` is no instruction"),
    }
}

/// `(op a b)` as an expression of ours, its truth values as numbers.
fn operation(text: &str) -> String {
    let words: Vec<&str> = text.trim_matches(['(', ')']).split(' ').collect();
    let [op, a, b] = words[..] else { panic!("`{text}` is no operation") };
    match op {
        "add" => format!("{a} + {b}"),
        "and" => format!("{a} & {b}"),
        "xor" => format!("{a} ^ {b}"),
        "eq" => format!("zext({a} == {b}, i32)"),
        "neq" => format!("zext({a} != {b}, i32)"),
        _ => panic!("`{op}` is no operator"),
    }
}
