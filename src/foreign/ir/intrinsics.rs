//! What the intrinsics that tests call give and take, as LLVM declares them (models/intrinsics.ll).

use super::ast::{Call, Declared, ValueType};
use super::{Context, Lowered, parse};
use crate::syntax::source::{Source, Span};
use std::sync::OnceLock;

/// Those that tests call.
fn known() -> &'static [Declared] {
    static KNOWN: OnceLock<Vec<Declared>> = OnceLock::new();
    // The text is part of the program, and a test reads it.
    let read = || {
        let source = Source::new("models/intrinsics.ll", include_str!("../../../models/intrinsics.ll"));
        parse::parse(&source).unwrap_or_else(|error| panic!("{error}")).declared
    };
    KNOWN.get_or_init(read)
}

/// Refuses a call that is none of the intrinsic of its name; what others are is not known here.
///
/// # Errors
/// It gives or takes something else.
pub fn check_call(context: &Context<'_>, call: &Call) -> Lowered<()> {
    let taken: Vec<ValueType> = call.arguments.iter().map(|(ty, _)| ty.node).collect();
    is_as_known(context, &call.function.node, call.function.span, (call.result.node, &taken))?;
    if let Some(word) = call.words.first() {
        return context.refuse(word.span, format!("a call that is `{}`", word.node), "not read", "leave it out");
    }
    match (&call.dest, call.result.node) {
        (Some(dest), None) => {
            let message = format!("the result of `@{}`", call.function.node);
            context.refuse(dest.span, message, "it has none", "the call without a name for its result")
        }
        (Some(_), Some(_)) | (None, _) => Ok(()),
    }
}

/// Refuses a module that declares an intrinsic as something else.
///
/// # Errors
/// The first that it does so with.
pub fn check_declared(context: &Context<'_>) -> Lowered<()> {
    let check = |of: &Declared| is_as_known(context, &of.name.node, of.name.span, (of.result.node, &types(of)));
    context.module.declared.iter().try_for_each(check)
}

fn is_as_known(
    context: &Context<'_>,
    name: &str,
    span: Span,
    (result, parameters): (Option<ValueType>, &[ValueType]),
) -> Lowered<()> {
    match known().iter().find(|known| known.name.node == name) {
        Some(known) if known.result.node != result || types(known) != parameters => {
            let message = format!("an intrinsic `@{name}` of another type");
            context.refuse(span, message, "LLVM has none such", format!("`{}`", spelled(known)))
        }
        Some(_) | None => Ok(()),
    }
}

fn types(of: &Declared) -> Vec<ValueType> {
    of.parameters.iter().map(|parameter| parameter.ty).collect()
}

/// An intrinsic with its type.
fn spelled(of: &Declared) -> String {
    let result = of.result.node.map_or("void".to_string(), |ty| ty.to_string());
    let parameters: Vec<String> = types(of).iter().map(ValueType::to_string).collect();
    format!("{result} @{}({})", of.name.node, parameters.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intrinsics_are_read() {
        assert!(known().iter().all(|known| known.name.node.starts_with("llvm.amdgcn.")));
        assert!(known().len() > 20);
    }
}
