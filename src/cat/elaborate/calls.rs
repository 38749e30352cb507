//! Calls: of functions with a definition, and of those of the language.

use super::expressions::{Elaborated, Elaborator};
use super::operators::{self, Operand};
use super::value::{Closure, Named, Orders, Scope, Sets, Value};
use crate::cat::builtin::{Builtin, wrong_arity};
use crate::cat::core::{NamedBy, RelId, SetLeaf, SetOp};
use crate::cat::library;
use crate::syntax::cat::ast::{Binding, Expr, ExprKind, Word};
use crate::syntax::provenance::Provenance;
use crate::syntax::source::{Diagnostic, Span};
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

impl<'m> Elaborator<'m, '_> {
    /// The value of `f a b` or `f(a, b)`. What a function makes of its arguments is called with those that are left.
    pub fn eval_call(
        &mut self,
        function: &'m Word,
        arguments: &'m [Expr],
        span: Span,
        scope: &Scope<'m>,
    ) -> Elaborated<'m> {
        let mut called = self.eval_name(&function.text, function.span, scope)?;
        let mut left = arguments.iter().map(|e| self.operand(e, scope)).collect::<Result<Vec<_>, _>>()?;
        while !left.is_empty() {
            let Some(parameters) = parameters_of(&called) else {
                return Err(match arguments.len() - left.len() {
                    0 => not_a_function(&called, function, scope),
                    parameters => self.wrong_number(function, span, parameters, arguments, scope),
                });
            };
            spread(&mut left, parameters);
            if left.len() < parameters {
                return Err(self.wrong_number(function, span, parameters, arguments, scope));
            }
            let rest = left.split_off(parameters);
            called = if let Value::Closure(closure) = called {
                self.apply_closure(&closure, left).map_err(|error| with_call(error, span, scope))?
            } else if let Value::Builtin(builtin) = called {
                self.apply_builtin(builtin, &left, scope)?
            } else {
                return Err(not_a_function(&called, function, scope));
            };
            left = rest;
        }
        Ok(called)
    }

    fn wrong_number(
        &self,
        name: &Word,
        span: Span,
        parameters: usize,
        arguments: &[Expr],
        scope: &Scope<'m>,
    ) -> Box<Diagnostic> {
        Box::new(wrong_arity(scope.source, span, &name.text, parameters, count_arguments(arguments)))
    }

    fn apply_closure(&mut self, closure: &Closure<'m>, arguments: Vec<Operand<'m, 'm>>) -> Elaborated<'m> {
        let scope = match closure.group {
            [] => closure.scope.clone(),
            group => closure.scope.with_names(closures(group, group, &closure.scope)),
        };
        let parameters = closure.binding.parameters.iter().map(|name| name.text.as_str());
        let names = parameters.zip(arguments.into_iter().map(|argument| argument.value)).collect();
        let value = self.eval(&closure.binding.body, &scope.with_names(names))?;
        let nothing = Arc::new(Provenance::default());
        self.name_value(&value, &closure.binding.name, NamedBy::Use, (closure.scope.source, &nothing));
        Ok(value)
    }

    fn apply_builtin(&mut self, builtin: Builtin, arguments: &[Operand<'m, 'm>], scope: &Scope<'m>) -> Elaborated<'m> {
        let Operand { value, expr } = &arguments[0];
        match builtin {
            Builtin::Domain => {
                let relation = operators::relation(self.graph, value, scope.source, expr)?;
                Ok(Value::Set(self.graph.ops.set(SetOp::Domain(relation))))
            }
            Builtin::Range => {
                let relation = operators::relation(self.graph, value, scope.source, expr)?;
                Ok(Value::Set(self.graph.ops.set(SetOp::Range(relation))))
            }
            Builtin::Classes => {
                let relation = operators::relation(self.graph, value, scope.source, expr)?;
                self.eval_classes(relation, expr, scope)
            }
            Builtin::ClassesLoc => operators::set(self.graph, value, scope.source, expr).map(|_| Value::Locations),
            Builtin::Linearisations | Builtin::LocationOrders => {
                let set = operators::set(self.graph, value, scope.source, expr)?;
                let last = &arguments[1];
                let extends = operators::relation(self.graph, &last.value, scope.source, last.expr)?;
                Ok(Value::Orders(Orders { set, extends, by_location: builtin == Builtin::LocationOrders }))
            }
        }
    }

    fn eval_classes(&mut self, relation: RelId, expr: &Expr, scope: &Scope<'m>) -> Elaborated<'m> {
        let Some(count) = (self.count_classes)(self.graph, relation) else {
            let message = "`classes` needs an equivalence that is the same in all executions";
            return Err(Box::new(Diagnostic::new(scope.source, expr.span, message, "not known to be one")));
        };
        if !self.classes.contains(&(relation, count)) {
            self.classes.push((relation, count));
        }
        let class = |number| Value::Set(self.graph.ops.set(SetOp::Leaf(SetLeaf::Class(relation, number))));
        Ok(Value::Sets(Sets::new((0..count as u32).map(class).collect::<Vec<_>>())))
    }
}

/// How many parameters a function has; `None` for what is none.
fn parameters_of(value: &Value<'_>) -> Option<usize> {
    match value {
        Value::Closure(closure) => Some(closure.binding.parameters.len()),
        Value::Builtin(builtin) => Some(builtin.parameters()),
        Value::Empty | Value::Set(_) | Value::Rel(_) | Value::Sets(_) => None,
        Value::Tag(_) | Value::Tuple(_) | Value::Locations | Value::Orders(_) => None,
    }
}

/// How many arguments a call has, those in one pair of parentheses counted one by one.
pub fn count_arguments(arguments: &[Expr]) -> usize {
    let count = |e: &Expr| if let ExprKind::Tuple(parts) = &e.kind { parts.len() } else { 1 };
    arguments.iter().map(count).sum()
}

/// Takes a tuple apart that has as many parts as a function has parameters, unless that takes the tuple itself.
fn spread<'m>(arguments: &mut Vec<Operand<'m, 'm>>, parameters: usize) {
    let Some(Operand { value: Value::Tuple(parts), expr }) = arguments.first() else { return };
    if parameters < 2 || parts.len() != parameters {
        return;
    }
    let expr = *expr;
    let place = |at: usize| if let ExprKind::Tuple(written) = &expr.kind { &written[at] } else { expr };
    let parts: Vec<_> =
        parts.iter().enumerate().map(|(at, value)| Operand { value: value.clone(), expr: place(at) }).collect();
    arguments.splice(..1, parts);
}

/// The functions of definitions that share a `let rec`.
pub fn closures<'m>(bindings: &'m [Binding], group: &'m [Binding], scope: &Scope<'m>) -> Named<'m> {
    let closure = |binding| Value::Closure(Rc::new(Closure { binding, group, scope: scope.clone() }));
    bindings.iter().map(|binding| (binding.name.text.as_str(), closure(binding))).collect()
}

fn not_a_function(value: &Value<'_>, name: &Word, scope: &Scope<'_>) -> Box<Diagnostic> {
    let message = format!("`{}` is {}, not a function", name.text, value.kind());
    let diagnostic = Diagnostic::new(scope.source, name.span, message, "called here");
    Box::new(diagnostic.help("an operator such as `;` or `&` is missing after it"))
}

/// The error with the call it happened in, if that can be shown beside it.
fn with_call(error: Box<Diagnostic>, call: Span, scope: &Scope<'_>) -> Box<Diagnostic> {
    // A reader of the model has not written the library.
    if library::is_of_tool(Path::new(&error.source_text.name)) && !library::is_of_tool(Path::new(&scope.source.name)) {
        let here = Diagnostic::new(scope.source, call, error.message, "in this call");
        return Box::new(Diagnostic { help: error.help, ..here });
    }
    if error.related.is_some() || !Arc::ptr_eq(&error.source_text, scope.source) {
        return error;
    }
    Box::new(error.related(call, "in this call"))
}
