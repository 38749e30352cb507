//! What stands before functions and objects and behind parameters: words in LLVM's order, none of which contradicts another (LLVM 22, Language Reference,
//! Linkage Types, Functions, Global Variables and Function Attributes).

use super::ast::{Attribute, Declared, Function, Global, GlobalKind, Module, Parameter, Value, ValueType};
use super::words::{
    CONVENTIONS, INITIALIZED, LINKAGE, PREEMPTION, STORAGE, THREAD_LOCAL, UNNAMED, VISIBILITY, is_kernel,
    is_of_declared, is_of_groups, is_of_integers, is_of_results, rank,
};
use super::{Context, Lowered};
use crate::syntax::litmus::ast::{At, Name};
use crate::syntax::source::Diagnostic;

/// Attributes of which a function has one at most, or the other.
const EXCLUSIVE: &[[&str; 2]] = &[
    ["alwaysinline", "noinline"],
    ["optnone", "alwaysinline"],
    ["optnone", "minsize"],
    ["optnone", "optsize"],
    ["optnone", "optdebug"],
    ["optdebug", "minsize"],
    ["optdebug", "optsize"],
    ["sanitize_realtime", "sanitize_realtime_blocking"],
];

/// Words of parameters of which one has one at most, or the other.
const EXCLUSIVE_OF_PARAMETERS: &[[&str; 2]] =
    &[["readonly", "writeonly"], ["readnone", "readonly"], ["readnone", "writeonly"]];

/// Refuses functions and objects whose words LLVM's verifier refuses.
///
/// # Errors
/// The first such word.
pub fn check(context: &Context<'_>) -> Lowered<()> {
    let Module { functions, globals, groups, comdats, .. } = context.module;
    let again = comdats.iter().enumerate().find(|(at, name)| comdats[..*at].iter().any(|one| one.node == name.node));
    if let Some((_, name)) = again {
        return context.refuse(name.span, format!("`${}` is there twice", name.node), "again", "one of each name");
    }
    for (_, attributes) in groups {
        let strange = attributes.iter().find(|of| matches!(&of.node, Attribute::Word(word, _) if !is_of_groups(word)));
        if let Some(strange) = strange {
            let message = "a word in a group that is no attribute";
            return context.refuse(strange.span, message, "of a function itself", "behind the function's parameters");
        }
    }
    functions.iter().try_for_each(|function| check_function(context, function))?;
    context.module.declared.iter().try_for_each(|declared| check_declared(context, declared))?;
    globals.iter().try_for_each(|global| check_global(context, global))
}

fn check_function(context: &Context<'_>, function: &Function) -> Lowered<()> {
    let kinds = [LINKAGE, PREEMPTION, VISIBILITY, STORAGE, CONVENTIONS];
    check_order(context, &function.words, &kinds)?;
    check_linkage(context, &function.words, &["common", "appending", "extern_weak"])?;
    if function.result.node.is_some() {
        let message = "a function that gives something";
        return context.refuse(function.result.span, message, "not `void`", "`void`: a thread has no caller");
    }
    check_sections(context, function)?;
    check_attributes(context, &function.attributes)?;
    for parameter in &function.parameters {
        check_parameter(context, parameter)?;
    }
    Ok(())
}

/// What is declared is defined elsewhere, and none of it is held to a body.
fn check_declared(context: &Context<'_>, declared: &Declared) -> Lowered<()> {
    let kinds = [&["external", "extern_weak"], PREEMPTION, VISIBILITY, STORAGE, CONVENTIONS];
    let before = declared.words.iter().take_while(|word| !is_of_results(&word.node)).cloned().collect::<Vec<_>>();
    check_order(context, &before, &kinds)?;
    let results = &declared.words[before.len()..];
    let is_integer = matches!(declared.result.node, Some(ValueType::Int(_)));
    if let Some(word) = results.iter().find(|word| !is_of_integers(&word.node) || !is_integer) {
        let message = format!("`{}` does not belong here", word.node);
        return context.refuse(word.span, message, "too late, or of no integer", "leave it out");
    }
    check_declared_parameters(context, declared)?;
    if let Some(word) = before.iter().find(|word| is_kernel(&word.node) && declared.result.node.is_some()) {
        return context.refuse(word.span, "a kernel that gives something", "not `void`", "`void`");
    }
    let comdat = declared.attributes.iter().find(|at| matches!(&at.node, Attribute::Word(word, _) if word == "comdat"));
    if let Some(at) = comdat {
        return context.refuse(at.span, "a group of sections of what is declared", "not defined here", "leave it out");
    }
    check_attributes(context, &declared.attributes)
}

/// Words that are read, and names that are there once.
fn check_declared_parameters(context: &Context<'_>, declared: &Declared) -> Lowered<()> {
    let is_intrinsic = declared.name.node.starts_with("llvm.");
    for (at, parameter) in declared.parameters.iter().enumerate() {
        let mut words = parameter.words.iter().map(|word| &word.name);
        let is_read = |word: &Name| is_of_declared(&word.node) && (is_intrinsic || word.node != "immarg");
        if let Some(word) = words.find(|word| !is_read(word)) {
            let message = format!("a parameter that is `{}`", word.node);
            return context.refuse(word.span, message, "not read", "leave it out: nothing calls it");
        }
        let Some(name) = &parameter.name else { continue };
        let mut others = declared.parameters[..at].iter().filter_map(|other| other.name.as_ref());
        if others.any(|other| other.node == name.node) {
            let message = format!("`%{}` is there twice", name.node);
            return context.refuse(name.span, message, "again", "a name for each, or none");
        }
    }
    Ok(())
}

/// Attributes in LLVM's order, none of which contradicts another.
fn check_attributes(context: &Context<'_>, attributes: &[At<Attribute>]) -> Lowered<()> {
    let mut last = 0;
    for at in attributes {
        let rank = match &at.node {
            Attribute::Word(word, _) => rank(word),
            Attribute::Group(_) => rank("nounwind"),
        };
        // Only attributes may be several.
        if rank < last || (rank == last && rank != 1 && last != 0) {
            let help = "`unnamed_addr`, attributes, `section`, `partition`, `comdat`, `gc`: in this order, each once";
            return context.refuse(at.span, "a word that does not belong here", "too late, or there already", help);
        }
        last = if rank == 0 { 1 } else { rank };
    }
    let words: Vec<(&At<Attribute>, &str)> = context.resolved(attributes).map(|(at, word, _)| (at, word)).collect();
    for (later, (at, word)) in words.iter().enumerate() {
        let others = words[..later].iter().map(|(at, other)| (at.span, *other));
        if let Some((span, other)) = others.into_iter().find(|(_, other)| are_exclusive(EXCLUSIVE, word, other)) {
            let message = format!("`{word}` of a function that is `{other}`");
            let error = Diagnostic::new(context.source, at.span, message, "not both");
            return Err(Box::new(error.related(span, "this").help("one of them")));
        }
    }
    if let Some((at, _)) = words.iter().find(|(_, word)| *word == "optnone")
        && !words.iter().any(|(_, word)| *word == "noinline")
    {
        return context.refuse(at.span, "`optnone` without `noinline`", "not alone", "`noinline optnone`");
    }
    Ok(())
}

fn check_parameter(context: &Context<'_>, parameter: &Parameter) -> Lowered<()> {
    let names: Vec<&Name> = parameter.words.iter().map(|word| &word.name).collect();
    let exclusive = names.iter().enumerate().find_map(|(later, word)| {
        let mut others = names[..later].iter();
        let other = others.find(|other| are_exclusive(EXCLUSIVE_OF_PARAMETERS, &word.node, &other.node))?;
        Some((word, other))
    });
    match exclusive {
        Some((word, other)) => {
            let message = format!("a parameter that is `{}` and `{}`", other.node, word.node);
            context.refuse(word.span, message, "not both", "neither, if it is read and written")
        }
        None => Ok(()),
    }
}

/// A function is in a group of sections that is there: one of its own name, where none is named.
fn check_sections(context: &Context<'_>, function: &Function) -> Lowered<()> {
    let group = function.attributes.iter().find_map(|at| match &at.node {
        Attribute::Word(word, named) if word == "comdat" => {
            Some((at.span, named.first().unwrap_or(&function.name.node)))
        }
        Attribute::Word(..) | Attribute::Group(_) => None,
    });
    match group {
        Some((span, name)) if !context.module.comdats.iter().any(|known| known.node == *name) => {
            let help = format!("`${name} = comdat any` in the module");
            context.refuse(span, format!("no `${name}` is there"), "not defined", help)
        }
        Some(_) | None => Ok(()),
    }
}

fn are_exclusive(pairs: &[[&str; 2]], one: &str, other: &str) -> bool {
    pairs.iter().any(|[a, b]| (one == *a && other == *b) || (one == *b && other == *a))
}

fn check_global(context: &Context<'_>, global: &Global) -> Lowered<()> {
    let kinds = [LINKAGE, PREEMPTION, VISIBILITY, STORAGE, THREAD_LOCAL, UNNAMED, INITIALIZED];
    check_order(context, &global.words, &kinds)?;
    check_linkage(context, &global.words, &["external", "appending", "extern_weak"])?;
    if let Some(word) = global.words.iter().find(|word| THREAD_LOCAL.contains(&word.node.as_str())) {
        let help = "without `thread_local`: threads share objects";
        return context.refuse(word.span, "an object that each thread has its own of", "not shared", help);
    }
    let is_constant = global.kind.node == GlobalKind::Constant;
    if is_constant && global.space != crate::llvm::AddressSpace::Constant.number() {
        let message = "an object that nothing writes";
        return context.refuse(global.kind.span, message, "a store to it is undefined", "`global`");
    }
    let common = global.words.iter().find(|word| word.node == "common");
    let is_zero = matches!(global.init.node, Value::Zero | Value::Int(0) | Value::Null);
    match common {
        Some(word) if is_constant || !is_zero => {
            context.refuse(word.span, "a `common` object that is not zero", "not so", "`global`, and 0")
        }
        Some(_) | None => Ok(()),
    }
}

/// Each word is of a kind, of which it is the first, and comes after those of earlier kinds.
fn check_order(context: &Context<'_>, words: &[Name], kinds: &[&[&str]]) -> Lowered<()> {
    let mut next = 0;
    for word in words {
        match kinds.iter().position(|kind| kind.contains(&word.node.as_str())) {
            Some(kind) if kind >= next => next = kind + 1,
            Some(_) => {
                let message = format!("`{}` does not belong here", word.node);
                let help = "one word of a kind, in this order: linkage, preemption, visibility, storage, and what follows them";
                return context.refuse(word.span, message, "too late, or one of its kind is there", help);
            }
            None => {
                let message = format!("`{}` does not belong here", word.node);
                return context.refuse(word.span, message, "of something else", "leave it out");
            }
        }
    }
    Ok(())
}

/// What is defined is linked as such, and what no other module sees is not said to be seen.
fn check_linkage(context: &Context<'_>, words: &[Name], of_no_definition: &[&str]) -> Lowered<()> {
    if let Some(word) = words.iter().find(|word| of_no_definition.contains(&word.node.as_str())) {
        let message = format!("`{}` of what is defined", word.node);
        return context.refuse(word.span, message, "no linkage of such", "leave it out");
    }
    let find = |wanted: &[&str]| words.iter().find(|word| wanted.contains(&word.node.as_str()));
    if let Some(word) = find(&["dllimport"]) {
        return context.refuse(word.span, "`dllimport` of what is defined", "from elsewhere", "leave it out");
    }
    let strange = match (find(&["private", "internal"]), find(&["hidden"])) {
        (Some(_), _) => find(&["hidden", "protected", "dllexport"]),
        (None, Some(_)) => find(&["dllexport"]),
        (None, None) => None,
    };
    match strange {
        Some(word) => {
            let message = format!("`{}` of a symbol that others do not see", word.node);
            context.refuse(word.span, message, "not both", "one of them")
        }
        None => Ok(()),
    }
}
