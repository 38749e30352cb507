//! What memory holds: what the initial state and the parameters of threads say of it.

use super::super::ast::{Init, Parameter, Test, Value};
use super::super::types::{Scalar, Ty, resolve};
use super::super::unsupported::help_of_value;
use super::super::{Dialect, refuse};
use super::names::Names;
use super::{DEFAULT_SPACE, Lowered, at};
use crate::syntax::litmus::ast::{At, Literal, Object, Type};
use crate::syntax::source::{Diagnostic, Source, Span};
use std::sync::Arc;

/// The most elements of an array.
const MAX_ELEMENTS: i128 = 64;

/// A variable that threads share: one object, or one for each element.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    /// Its name in C.
    pub(super) name: String,
    /// The names of its objects.
    pub(super) elements: Vec<String>,
    /// Whether it is an array.
    pub(super) is_array: bool,
    /// Whether the initial state says that it is of an unsigned type: so herd7 prints it.
    pub(super) is_unsigned: bool,
    /// The type of an element, once something says it.
    ty: Option<(Ty, Span)>,
    values: Vec<At<Value>>,
    span: Span,
}

/// The variables of a test.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub(super) variables: Vec<Variable>,
    /// The names that objects have.
    pub(super) names: Names,
    literals: Vec<Vec<At<Literal>>>,
}

impl Memory {
    pub(super) fn new(source: &Arc<Source>, dialect: Dialect, test: &Test) -> Lowered<Memory> {
        let mut memory = Memory { variables: Vec::new(), names: Names::default(), literals: Vec::new() };
        for init in test.init.iter().filter(|init| init.location.thread.is_none()) {
            memory.initial(source, init)?;
        }
        for parameter in test.threads.iter().flat_map(|thread| &thread.parameters) {
            memory.parameter(source, dialect, parameter)?;
        }
        memory.literals =
            memory.variables.iter().map(|variable| memory.literals_of(source, variable)).collect::<Lowered<_>>()?;
        Ok(memory)
    }

    pub(super) fn variable(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|variable| variable.name == name)
    }

    /// The variable and the number of the element that an object of ours is.
    pub(super) fn element(&self, object: &str) -> Option<(usize, usize)> {
        self.variables
            .iter()
            .enumerate()
            .find_map(|(at, variable)| Some((at, variable.elements.iter().position(|element| element == object)?)))
    }

    fn add(&mut self, name: &str, length: Option<usize>, span: Span) -> usize {
        let elements = match length {
            None => vec![self.names.take(name)],
            Some(length) => (0..length).map(|number| self.names.take(&format!("{name}_{number}"))).collect(),
        };
        let is_array = length.is_some();
        self.variables.push(Variable {
            name: name.to_string(),
            elements,
            is_array,
            is_unsigned: false,
            ty: None,
            values: Vec::new(),
            span,
        });
        self.variables.len() - 1
    }

    fn initial(&mut self, source: &Arc<Source>, init: &Init) -> Lowered<()> {
        let name = &init.location.name;
        if let Some(first) = self.variable(&name.node) {
            let first = self.variables[first].span;
            let error =
                Diagnostic::new(source, name.span, format!("`{}` has two initial values", name.node), "again here");
            return Err(Box::new(error.related(first, "first here").help("give it one")));
        }
        let length = match &init.length {
            Some(length) if (1..=MAX_ELEMENTS).contains(&length.node) => Some(length.node as usize),
            Some(length) => {
                return refuse(
                    source,
                    length.span,
                    "an array of this size",
                    "too many or none",
                    format!("from 1 to {MAX_ELEMENTS} elements"),
                );
            }
            None => None,
        };
        if let Some(extra) = init.values.get(length.unwrap_or(1)) {
            return refuse(source, extra.span, "more values than elements", "of nothing", "one value for each element");
        }
        let ty = init.ty.as_ref().map(|ty| Ok::<_, Box<Diagnostic>>((resolve(source, ty)?, ty.span))).transpose()?;
        let variable = self.add(&name.node, length, name.span);
        self.variables[variable].values = init.values.clone();
        self.variables[variable].is_unsigned = ty.and_then(|(ty, _)| ty.int()).is_some_and(|int| !int.signed);
        self.variables[variable].ty = ty;
        Ok(())
    }

    fn parameter(&mut self, source: &Arc<Source>, dialect: Dialect, parameter: &Parameter) -> Lowered<()> {
        let Some((name, ty)) = pointee(source, parameter)? else { return Ok(()) };
        let variable = match self.variable(&name.node) {
            Some(variable) => variable,
            None => self.add(&name.node, None, name.span),
        };
        let known = &mut self.variables[variable].ty;
        let Some((before, place)) = *known else {
            *known = Some((ty, parameter.ty.span));
            return Ok(());
        };
        if before.ours() != ty.ours() {
            let error = Diagnostic::new(
                source,
                parameter.ty.span,
                format!("`{}` is of another type elsewhere", name.node),
                "of this type here",
            );
            return Err(Box::new(error.related(place, "of this one there").help("one width for all threads")));
        }
        if dialect == Dialect::OpenCl && before.space.is_some() && ty.space.is_some() && before.space != ty.space {
            let error = Diagnostic::new(
                source,
                parameter.ty.span,
                format!("`{}` is in another address space elsewhere", name.node),
                "in this one here",
            );
            return Err(Box::new(error.related(place, "in that one there").help("one address space for all threads")));
        }
        let both = Ty { atomic: before.atomic || ty.atomic, space: before.space.or(ty.space), ..before };
        *known = Some((both, place));
        Ok(())
    }

    /// The objects, in order.
    pub(super) fn objects(&self) -> Vec<Object> {
        let variables = self.variables.iter().zip(&self.literals);
        let objects = variables.flat_map(|(variable, literals)| {
            let (ty, span) = (variable.ty.map_or(Ty::INT, |(ty, _)| ty), variable.span);
            let elements = variable.elements.iter().enumerate();
            elements.map(move |(number, name)| Object {
                space: at(ty.space.unwrap_or(DEFAULT_SPACE), span),
                name: at(name.clone(), span),
                ty: at(ty.ours().unwrap_or(Type::Ptr), span),
                init: literals.get(number).cloned(),
                memory: None,
                nonvolatile: None,
                atomic: (ty.atomic && ty.stars == 0).then_some(span),
            })
        });
        objects.collect()
    }

    fn literals_of(&self, source: &Arc<Source>, variable: &Variable) -> Lowered<Vec<At<Literal>>> {
        let is_bool = variable.ty.is_some_and(|(ty, _)| ty.is_bool());
        let literal = |value| -> Lowered<Literal> {
            match self.literal(source, value)? {
                // C11, 6.3.1.2: what is not 0 becomes 1.
                Literal::Int(number) if is_bool => Ok(Literal::Int(i128::from(number != 0))),
                other @ (Literal::Int(_) | Literal::Bool(_) | Literal::Object(_)) => Ok(other),
            }
        };
        variable.values.iter().map(|value| Ok(at(literal(value)?, value.span))).collect()
    }

    /// A value of a state.
    pub(super) fn literal(&self, source: &Arc<Source>, value: &At<Value>) -> Lowered<Literal> {
        match &value.node {
            Value::Int(number) => Ok(Literal::Int(*number)),
            Value::Name(name, index) => match self.variable(name) {
                Some(variable) => {
                    Ok(Literal::Object(self.element_of(source, variable, *index, value.span)?.to_string()))
                }
                None => match help_of_value(name) {
                    Some(help) => {
                        refuse(source, value.span, format!("`{name}` is not supported"), "not in tests", help)
                    }
                    None => refuse(
                        source,
                        value.span,
                        format!("`{name}` is no variable of the test"),
                        "not known",
                        "a number, or the name of a variable for its address",
                    ),
                },
            },
        }
    }

    /// The object that an element of a variable is.
    pub(super) fn element_of(
        &self,
        source: &Arc<Source>,
        variable: usize,
        index: Option<i128>,
        span: Span,
    ) -> Lowered<&str> {
        let variable = &self.variables[variable];
        let number = usize::try_from(index.unwrap_or(0)).ok();
        match number.and_then(|number| variable.elements.get(number)) {
            Some(_) if index.is_some() && !variable.is_array => refuse(
                source,
                span,
                format!("`{}` is no array", variable.name),
                "indexed",
                format!("`int {}[2];` in the initial state makes it one", variable.name),
            ),
            Some(element) => Ok(element),
            None => refuse(
                source,
                span,
                format!("`{}` has {} elements", variable.name, variable.elements.len()),
                "out of range",
                "an index from 0",
            ),
        }
    }
}

/// The name of a parameter, and the type of what it points to; nothing for `void` alone.
pub(super) fn pointee<'a>(
    source: &Arc<Source>,
    parameter: &'a Parameter,
) -> Lowered<Option<(&'a crate::syntax::litmus::ast::Name, Ty)>> {
    let ty = resolve(source, &parameter.ty)?;
    let Some(name) = &parameter.name else {
        return match ty.scalar == Scalar::Void && ty.stars == 0 {
            true => Ok(None),
            false => refuse(
                source,
                parameter.ty.span,
                "a parameter without a name",
                "no name follows",
                "the name of a shared variable",
            ),
        };
    };
    let ty = if parameter.is_array { Some(ty) } else { ty.pointee() };
    match ty {
        Some(ty) if ty.ours().is_some() => Ok(Some((name, ty))),
        Some(_) | None => {
            let help = format!("`int* {0}` or `atomic_int* {0}`: threads share variables by pointers", name.node);
            refuse(
                source,
                parameter.ty.span,
                format!("`{}` is no pointer to a variable", name.node),
                "of this type",
                help,
            )
        }
    }
}
