//! A module as compilers are given it: as it stands, with what holds the registers that conditions read said where functions end.

use super::ast::{Function, Instr, Terminator, ValueType};
use super::calls::{KEEP, kept_names};
use super::flow::{BlockId, Flow};
use super::values::{Held, Names};
use super::{Context, Lowered, body, header, observed, parse, spelled};
use crate::llvm::IntType;
use crate::syntax::litmus::ast::Type;
use crate::syntax::source::Source;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A module for compilers.
#[derive(Clone, Debug)]
pub struct Given {
    /// Its text.
    pub text: String,
    /// Its functions that are threads.
    pub functions: Vec<Taking>,
}

/// How a function gets at memory.
#[derive(Clone, Debug)]
pub struct Taking {
    /// Its name, which is the thread's.
    pub name: String,
    /// Words before its name: how it is called is among them.
    pub words: Vec<String>,
    /// By parameter, the object that it points to, and the number of the address space that its type names.
    pub parameters: Vec<(String, u32)>,
    /// Whether a parameter is in scalar registers (`inreg`).
    pub has_scalars: bool,
}

/// What compilers are given of a test in IR; or what of it cannot be kept for its conditions.
///
/// # Errors
/// What is wrong with it as a test.
pub fn given(source: &Arc<Source>) -> Lowered<Result<Given, String>> {
    let file = header::parse(source)?;
    let module = parse::parse(source)?;
    let context = Context { source, test: &file.test, module: &module };
    let mut text = source.text.clone();
    // From the end on, so that places before it stay.
    let mut added: Vec<(usize, String)> = Vec::new();
    let mut functions = Vec::new();
    for function in &module.functions {
        let known = kept_names(function);
        let mut wanted = observed(&file.test, &function.name.node);
        wanted.retain(|register| !known.contains(register));
        let names = Names::new(&context, function, known, &BTreeSet::new())?;
        match kept(&context, function, &names, &wanted)? {
            Ok(found) => added.extend(found),
            Err(why) => return Ok(Err(why)),
        }
        functions.push(taking(function, &names));
    }
    added.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    added.iter().for_each(|(at, lines)| text.insert_str(*at, lines));
    Ok(Ok(Given { text, functions }))
}

fn taking(function: &Function, names: &Names) -> Taking {
    let pointed = function.parameters.iter().filter_map(|parameter| names.pointed(&parameter.name.as_ref()?.node));
    Taking {
        name: function.name.node.clone(),
        words: function.words.iter().map(|word| word.node.clone()).collect(),
        parameters: pointed.collect(),
        has_scalars: function.parameters.iter().flat_map(|of| &of.words).any(|word| word.name.node == "inreg"),
    }
}

/// What is added before each return of a function, with the places where.
fn kept(
    context: &Context<'_>,
    function: &Function,
    names: &Names,
    wanted: &BTreeSet<String>,
) -> Lowered<Result<Vec<(usize, String)>, String>> {
    let numbers = body::numbers(context, function)?;
    let flow = Flow::new(context, function, &numbers)?;
    let ends = function
        .blocks
        .iter()
        .enumerate()
        .filter(|(number, block)| matches!(block.end.node, Terminator::Return) && flow.is_reached(*number));
    let mut added = Vec::new();
    for (number, block) in ends {
        let mut lines = String::new();
        for register in wanted {
            let Some(held) = names.holding(function, register) else { continue };
            if !is_defined(function, &flow, &held, number) {
                let message = format!(
                    "`%{}`, which a condition reads, has no value on some way to the end of `@{}`",
                    held.value, function.name.node
                );
                return Ok(Err(message));
            }
            match line(register, &held) {
                Some(line) => lines += &line,
                None => return Ok(Err(format!("`%{}`, which a condition reads, is a pointer", held.value))),
            }
        }
        added.push((block.end.span.start, lines));
    }
    Ok(Ok(added))
}

/// Whether a value is defined on every way to the end of a block.
fn is_defined(function: &Function, flow: &Flow, held: &Held, block: BlockId) -> bool {
    let defines = |instr: &Instr| super::values::dest(instr).is_some_and(|dest| dest.node == held.value);
    let at = function.blocks.iter().position(|block| block.instrs.iter().any(|instr| defines(&instr.node)));
    at.is_some_and(|at| flow.dominates(at, block))
}

/// The lines that say what holds a register; `None` of a pointer.
fn line(register: &str, held: &Held) -> Option<String> {
    let (mut lines, mut value) = (String::new(), format!("%{}", spelled(&held.value)));
    let ValueType::Int(Type::Int(ty)) = held.ty else { return None };
    if let Some((pair, part)) = &held.part {
        let name = format!("%litmus.{register}.part");
        lines += &format!("{name} = extractvalue {pair} {value}, {part}\n  ");
        value = name;
    }
    let (wide, value) = match ty {
        IntType::I64 => ("i64", value),
        IntType::I32 => ("i32", value),
        IntType::I1 | IntType::I8 | IntType::I16 => {
            let name = format!("%litmus.{register}.kept");
            lines += &format!("{name} = zext {ty} {value} to i32\n  ");
            ("i32", name)
        }
    };
    Some(format!("{lines}call void asm sideeffect \"{KEEP}{register} $0\", \"v\"({wide} {value})\n  "))
}
