//! From tree to text: what `parse` reads again as the same tree.

use super::ast::*;
use super::cond::Cond;
use std::fmt::Display;

/// The text of a file.
pub fn print(file: &File) -> String {
    let mut out = format!("from \"{}\" \"{}\";\n\n", file.release, file.document);
    match &file.content {
        Content::Table(table) => out += &print_table(table),
        Content::Constraints(constraints) => out += &print_constraints(constraints),
    }
    out
}

fn print_table(table: &Table) -> String {
    let mut out = format!("table \"{}\" @{} {{\n", table.family, table.line);
    if let Some(scopes) = &table.scopes {
        out += &format!("  scopes @{} {{\n", scopes.line);
        for entry in &scopes.entries {
            let operands = match entry.operands.is_empty() {
                true => "none".to_string(),
                false => joined(entry.operands.iter().map(operand), " "),
            };
            out += &format!("    {} @{}: {operands};\n", entry.scopes.join(", "), entry.line);
        }
        out += "  }\n";
    }
    let rows = table.rows.iter().map(|r| row(r).lines().map(|line| format!("  {line}\n")).collect::<String>());
    out + &rows.map(|row| format!("\n{row}")).collect::<String>() + "}\n"
}

/// The columns of a row: the operations that it is for.
pub fn head(row: &Row) -> String {
    let ordering = row.ordering.map_or("none", |ordering| ordering.as_str());
    format!("{} | {ordering} | {} | {}", row.op, column(&row.scopes), column(&row.spaces))
}

/// The text of one row.
pub fn row(row: &Row) -> String {
    let mut out = format!("{} @{} {{\n", head(row), row.line);
    for (space, when) in &row.refused {
        out += &format!("  refuse {space} if {when};\n");
    }
    for case in &row.cases {
        let plain = row.cases.len() == 1 && case.when.is_always();
        let indent = if plain { "  " } else { "    " };
        if !plain {
            out += &format!("  case {} {{\n", case.when);
        }
        out += &case.steps.iter().map(|s| step(s, indent)).collect::<String>();
        if !plain {
            out += "  }\n";
        }
    }
    out + "}\n"
}

fn column<T: Display>(column: &Column<T>) -> String {
    match column {
        Column::None => "none".into(),
        Column::Any => "any".into(),
        Column::Of(values) => joined(values, ", "),
    }
}

fn step(step: &Step, indent: &str) -> String {
    let head = format!("{indent}{} @{}:", step.number, step.line);
    let clauses = step.code.iter().map(code).chain(step.placement.iter().map(placement_text));
    match clauses.collect::<Vec<_>>().as_slice() {
        [one] => format!("{head} {one};\n"),
        all => format!("{head}\n") + &all.iter().map(|c| format!("{indent}  {c};\n")).collect::<String>(),
    }
}

/// What a step emits, as tables write it: an instruction or a reference.
pub fn code(code: &Code) -> String {
    match code {
        Code::Instr(instr) => instr_text(instr),
        Code::Same(reference) => {
            let ordering = reference.ordering.map_or(String::new(), |ordering| format!(" {ordering}"));
            let complete = if reference.complete { ", complete" } else { "" };
            format!("same {}{ordering}{complete}", reference.op)
        }
    }
}

/// An instruction as tables write it, with its conditions: `s_wait_dscnt 0x0 if !opencl`.
pub fn instr_text(instr: &Instr) -> String {
    let operands = instr.operands.iter().map(|o| format!(" {}", operand(o))).collect::<String>();
    format!("{}{operands}{}", instr.spelling(), when(&instr.when))
}

fn when(when: &Cond) -> String {
    if when.is_always() { String::new() } else { format!(" if {when}") }
}

fn operand(operand: &Operand) -> String {
    let when = if operand.when.is_always() { String::new() } else { format!("[{}]", operand.when) };
    format!("{}{when}", operand.text)
}

/// A rule of placement as tables write it, with its line: `before instr global_inv @13349`.
pub fn placement_text(placement: &Placement) -> String {
    let about = match placement.about.is_empty() {
        true => String::new(),
        false => format!("{}: ", placement.about.join(", ")),
    };
    let rule = match &placement.rule {
        Rule::Apart => "apart".to_string(),
        Rule::Before(points) => format!("before {}", joined(points.iter().map(point), ", ")),
        Rule::After(points) => format!("after {}", joined(points.iter().map(point), ", ")),
    };
    format!("{about}{rule} @{}", placement.line)
}

fn point(point: &Point) -> String {
    match point {
        Point::Instr { names, optional } => {
            format!("{}instr {}", if *optional { "optional " } else { "" }, names.join(" & "))
        }
        Point::Access(name) => format!("access {name}"),
        Point::Events(events) => {
            let volatile = if events.volatile { " volatile" } else { "" };
            let pairing = events.pairing.map_or(String::new(), |pairing| format!(" {pairing}"));
            format!("all{volatile}{}{}{pairing}", slashed(&events.spaces), slashed(&events.kinds))
        }
    }
}

fn slashed<T: Display>(values: &[T]) -> String {
    if values.is_empty() { String::new() } else { format!(" {}", joined(values, "/")) }
}

fn joined<T: Display>(values: impl IntoIterator<Item = T>, mark: &str) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(mark)
}

fn print_constraints(constraints: &Constraints) -> String {
    let rows = constraints.rows.iter().map(|row| {
        let rules = row.rules.iter().map(constraint).collect::<String>();
        match rules.is_empty() {
            true => format!("  {} @{} {{}}\n", row.ordering, row.line),
            false => format!("  {} @{} {{\n{rules}  }}\n", row.ordering, row.line),
        }
    });
    format!("constraints @{} {{\n{}}}\n", constraints.line, rows.collect::<String>())
}

fn constraint(constraint: &Constraint) -> String {
    let ops = if constraint.ops.is_empty() { "any".to_string() } else { joined(&constraint.ops, "/") };
    let same = constraint.same.iter().map(|same| match same {
        Same::Ordering(ordering) => format!("same {ordering}"),
        Same::Op(op) => format!("same {op}"),
    });
    let barred = constraint.barred.iter().map(|barred| {
        let side = if barred.preceding { "preceding" } else { "following" };
        let pairing = barred.pairing.map_or(String::new(), |pairing| format!(" {pairing}"));
        format!("bar {side}{}{pairing}", slashed(&barred.kinds))
    });
    format!("    {ops} @{}: {};\n", constraint.line, joined(same.chain(barred), ", "))
}
