//! What is said of final states.

use super::super::ast::{self, Location, Test};
use super::body::{Body, Register};
use super::memory::Variable;
use super::{Context, Lowered, at, checks};
use crate::syntax::litmus::ast::{At, Literal, Name, Prop};
use crate::syntax::source::did_you_mean;

/// A part of final states that a condition or `locations` speaks of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Observed {
    /// As herd7 writes it: `0:r1`, `[x]`, `a[1]`, `a`.
    pub herd: String,
    /// As our reports do: `P0:r1`, `x`; of a whole array one for each element.
    pub ours: Vec<String>,
    /// Whether its values are of an unsigned type.
    pub is_unsigned: bool,
}

impl Observed {
    /// A register or an object, with values of a signed type.
    pub fn signed(herd: String, ours: String) -> Observed {
        Observed { herd, ours: vec![ours], is_unsigned: false }
    }
}

/// What a location is in our language: the thread and the register, or the object.
fn resolved(context: &Context<'_>, location: &Location, bodies: &[Body<'_, '_>]) -> Lowered<(Option<Name>, Name)> {
    let Location { thread, name, index, span } = location;
    let Some(thread) = thread else { return Ok((None, object(context, location, bodies)?)) };
    let (number, body) = checks::numbered(context.source, thread, bodies)?;
    if index.is_some() {
        return context.refuse(
            *span,
            "an element of a local variable",
            "not supported",
            "local variables are integers and pointers",
        );
    }
    match body.register(&name.node) {
        Some(register) => {
            let ours = body.registers[register].ours.clone();
            Ok((Some(at(format!("P{number}"), thread.span)), at(ours, name.span)))
        }
        None if body.parameters.iter().any(|(known, ..)| *known == name.node) => {
            let help =
                format!("`[{0}]` is what memory holds at the end, a local variable what `P{number}` read", name.node);
            context.refuse(
                *span,
                format!("`{}` is a parameter of P{number}, a pointer", name.node),
                "no local variable",
                help,
            )
        }
        None => {
            let known = body.registers.iter().map(|register| register.name.as_str());
            let help = match did_you_mean(&name.node, known.clone()) {
                Some(near) => format!("did you mean `{number}:{near}`?"),
                None if body.registers.is_empty() => "it has none: `int r = …;` declares one".to_string(),
                None => format!("its local variables are {}", known.collect::<Vec<_>>().join(", ")),
            };
            context.refuse(*span, format!("P{number} has no local variable `{}`", name.node), "not known", help)
        }
    }
}

fn object(context: &Context<'_>, location: &Location, bodies: &[Body<'_, '_>]) -> Lowered<Name> {
    let Location { name, index, span, .. } = location;
    let Some(variable) = context.memory.variable(&name.node) else {
        let owner = bodies.iter().position(|body| body.register(&name.node).is_some());
        let known = context.memory.variables.iter().map(|variable| variable.name.as_str());
        let help = match (owner, did_you_mean(&name.node, known)) {
            (Some(thread), _) => format!("name its thread: `{thread}:{}`", name.node),
            (None, Some(near)) => format!("did you mean `{near}`?"),
            (None, None) => format!("`[{}] = 0;` in the initial state declares it", name.node),
        };
        return context.refuse(*span, format!("`{}` is no shared variable", name.node), "not known", help);
    };
    if context.memory.variables[variable].is_array && index.is_none() {
        let help = format!("one of its elements: `{}[0]`", name.node);
        return context.refuse(*span, format!("`{}` is an array", name.node), "of several values", help);
    }
    let index = index.as_ref().map(|index| index.node);
    let element = context.memory.element_of(context.source, variable, index, *span)?;
    Ok(at(element.to_string(), name.span))
}

/// A proposition in our language.
pub(super) fn prop(context: &Context<'_>, written: &ast::Prop, bodies: &[Body<'_, '_>]) -> Lowered<Prop> {
    let all = |parts: &[ast::Prop]| parts.iter().map(|part| prop(context, part, bodies)).collect::<Lowered<Vec<_>>>();
    match written {
        ast::Prop::Const(value) => Ok(Prop::Const(*value)),
        ast::Prop::Not(inner) => Ok(Prop::Not(Box::new(prop(context, inner, bodies)?))),
        ast::Prop::And(parts) => Ok(Prop::And(all(parts)?)),
        ast::Prop::Or(parts) => Ok(Prop::Or(all(parts)?)),
        ast::Prop::Implies(parts) => {
            let [p, q] = &**parts;
            Ok(Prop::Implies(Box::new([prop(context, p, bodies)?, prop(context, q, bodies)?])))
        }
        ast::Prop::Atom { location, negated, value } => {
            let (thread, name) = resolved(context, location, bodies)?;
            let literal: At<Literal> = at(context.memory.literal(context.source, value)?, value.span);
            Ok(Prop::Atom { thread, name, value: literal, negated: *negated })
        }
        ast::Prop::Array { location, negated, values } => {
            let all = Prop::And(elements(context, location, values)?);
            Ok(if *negated { Prop::Not(Box::new(all)) } else { all })
        }
    }
}

/// That each element of an array holds its value.
fn elements(context: &Context<'_>, location: &Location, values: &At<Vec<At<ast::Value>>>) -> Lowered<Vec<Prop>> {
    let array = array(context, location)?;
    let (wanted, given) = (array.elements.len(), values.node.len());
    if wanted != given {
        let message = format!("`{}` has {wanted} elements, and here are {given}", array.name);
        return context.refuse(values.span, message, "of another length", "a value for each element");
    }
    let element = |(element, value): (&String, &At<ast::Value>)| -> Lowered<Prop> {
        let value = at(context.memory.literal(context.source, value)?, value.span);
        Ok(Prop::Atom { thread: None, name: at(element.clone(), location.name.span), value, negated: false })
    };
    array.elements.iter().zip(&values.node).map(element).collect()
}

/// The array that values in braces are compared with.
fn array<'c>(context: &'c Context<'_>, location: &Location) -> Lowered<&'c Variable> {
    let Location { thread, name, index, span } = location;
    let variable = context.memory.variable(&name.node).map(|variable| &context.memory.variables[variable]);
    let (message, help) = match (thread, variable, index) {
        (Some(_), ..) => ("a local variable is no array".to_string(), "a number or an address, without braces"),
        (None, None, _) => (format!("`{}` is no shared variable", name.node), "an array of the initial state"),
        (None, Some(_), Some(_)) => ("an element is no array".to_string(), "a number or an address, without braces"),
        (None, Some(array), None) if array.elements.len() > 1 => return Ok(array),
        (None, Some(_), None) => {
            (format!("`{}` is no array of several elements", name.node), "a number or an address, without braces")
        }
    };
    context.refuse(*span, message, "of one value", help)
}

/// Every location that is spoken of.
pub fn locations(test: &Test) -> Vec<&Location> {
    let mut found: Vec<&Location> = test.ending.locations.iter().collect();
    if let Some(condition) = &test.ending.condition {
        of_prop(&condition.node.1, &mut found);
    }
    found
}

fn of_prop<'t>(prop: &'t ast::Prop, found: &mut Vec<&'t Location>) {
    match prop {
        ast::Prop::Const(_) => {}
        ast::Prop::Atom { location, .. } | ast::Prop::Array { location, .. } => found.push(location),
        ast::Prop::Not(inner) => of_prop(inner, found),
        ast::Prop::And(parts) | ast::Prop::Or(parts) => parts.iter().for_each(|part| of_prop(part, found)),
        ast::Prop::Implies(parts) => parts.iter().for_each(|part| of_prop(part, found)),
    }
}

/// Where herd7 shows a part: registers by thread, then variables and whole arrays, then elements of arrays.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank<'t> {
    /// `0:r`
    Register(i128, &'t str),
    /// `x`
    Variable(&'t str),
    /// `a[1]`
    Element(&'t str, i128),
}

/// What herd7 shows of final states, in its order.
pub(super) fn observed(context: &Context<'_>, test: &Test, bodies: &[Body<'_, '_>]) -> Lowered<Vec<Observed>> {
    let mut found = Vec::new();
    for location in locations(test) {
        found.push((rank(location), part(context, location, bodies)?));
    }
    found.sort();
    found.dedup();
    Ok(found.into_iter().map(|(_, observed)| observed).collect())
}

/// The place of a location among others.
pub fn rank(location: &Location) -> Rank<'_> {
    let name = location.name.node.as_str();
    match (&location.thread, &location.index) {
        (Some(thread), _) => Rank::Register(thread.node, name),
        (None, None) => Rank::Variable(name),
        (None, Some(index)) => Rank::Element(name, index.node),
    }
}

fn part(context: &Context<'_>, location: &Location, bodies: &[Body<'_, '_>]) -> Lowered<Observed> {
    let name = &location.name.node;
    let variable = context.memory.variable(name).map(|variable| &context.memory.variables[variable]);
    if let (None, None, Some(array)) = (&location.thread, &location.index, variable.filter(|known| known.is_array)) {
        let ours = array.elements.clone();
        return Ok(Observed { herd: name.clone(), ours, is_unsigned: array.is_unsigned });
    }
    let (thread, ours) = resolved(context, location, bodies)?;
    if let (Some(number), Some(thread)) = (&location.thread, thread) {
        let ours = vec![format!("{}:{}", thread.node, ours.node)];
        let is_unsigned = is_small_unsigned(bodies, number.node, name);
        return Ok(Observed { herd: format!("{}:{name}", number.node), ours, is_unsigned });
    }
    let herd = location.index.as_ref().map_or(format!("[{name}]"), |index| format!("{name}[{}]", index.node));
    Ok(Observed { herd, ours: vec![ours.node], is_unsigned: variable.is_some_and(|known| known.is_unsigned) })
}

/// Whether a local variable is of an unsigned type of less than 32 bits. herd7 has signed integers of 32 bits in them all.
fn is_small_unsigned(bodies: &[Body<'_, '_>], thread: i128, name: &str) -> bool {
    let body = usize::try_from(thread).ok().and_then(|thread| bodies.get(thread));
    let register = body.and_then(|body| Some(&body.registers[body.register(name)?]));
    register.and_then(|register| register.ty.int()).is_some_and(|int| !int.signed && int.width.bits() < 32)
}

/// The local variables that final states speak of, each with its thread.
pub(super) fn registers<'b>(test: &Test, bodies: &'b [Body<'_, '_>]) -> Vec<(usize, &'b Register)> {
    let mut all = locations(test);
    if let Some(filter) = &test.ending.filter {
        of_prop(&filter.node, &mut all);
    }
    let found = all.into_iter().filter_map(|location| {
        let thread = usize::try_from(location.thread.as_ref()?.node).ok()?;
        let body = bodies.get(thread)?;
        Some((thread, &body.registers[body.register(&location.name.node)?]))
    });
    found.collect()
}
