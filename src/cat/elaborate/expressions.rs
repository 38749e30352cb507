//! Elaboration of expressions and definitions.

use super::CountClasses;
use super::operators::{self, Operand};
use super::recursion;
use super::value::{Closure, Globals, Named, Scope, Sets, Value};
use crate::cat::base_names::BaseNames;
use crate::cat::builtin::{BUILTINS, Builtin, wrong_arity};
use crate::cat::core::{ModelGraph, Name, NamedBy, Names, NodeId, Op, Place, RelId, RelLeaf, RelOp, SetLeaf, SetOp};
use crate::syntax::cat::ast::{Binding, Expr, ExprKind, Infix, Let, Match, Word};
use crate::syntax::provenance::Provenance;
use crate::syntax::source::{Diagnostic, Source, Span};
use std::rc::Rc;
use std::sync::Arc;

/// Expressions within expressions and the functions they call, at most.
const MAX_DEPTH: usize = 1000;
/// Where less of a thread's stack than this is left, in bytes, more is allocated.
const RED_ZONE: usize = 64 << 10;
/// How much stack is allocated at once, in bytes.
const STACK: usize = 1 << 20;
/// Expressions evaluated for one model, at most.
const MAX_STEPS: usize = 10_000_000;

type Elaborated<'m> = Result<Value<'m>, Box<Diagnostic>>;

/// The state of an elaboration.
pub struct Elaborator<'m, 'g> {
    base: &'g BaseNames<'g>,
    graph: &'g mut ModelGraph,
    count_classes: &'g mut CountClasses<'g>,
    globals: Globals<'m>,
    /// The equivalences whose classes were asked for.
    classes: Vec<(RelId, usize)>,
    names: Names,
    depth: usize,
    steps: usize,
}

impl<'m, 'g> Elaborator<'m, 'g> {
    /// An elaboration at the beginning of a model, into `graph`.
    pub fn new(base: &'g BaseNames<'g>, graph: &'g mut ModelGraph, count_classes: &'g mut CountClasses<'g>) -> Self {
        let (globals, classes, names) = (Globals::default(), Vec::new(), Names::default());
        Elaborator { base, graph, count_classes, globals, classes, names, depth: 0, steps: 0 }
    }

    /// The equivalences whose classes the model asks for, each with how many it has, and the names of nodes.
    pub fn into_parts(self) -> (Vec<(RelId, usize)>, Names) {
        (self.classes, self.names)
    }

    /// Names what a value is, unless that is given: base sets and relations have their own names.
    fn name_value(&mut self, value: &Value<'m>, word: &Word, by: NamedBy, from: (&Arc<Source>, &Arc<Provenance>)) {
        let node: NodeId = match *value {
            Value::Set(set) => set.into(),
            Value::Rel(rel) => rel.into(),
            Value::Empty | Value::Sets(_) | Value::Closure(_) | Value::Builtin(_) => return,
        };
        if matches!(self.graph.ops.op(node), Op::Set(SetOp::Leaf(_)) | Op::Rel(RelOp::Leaf(_))) {
            return;
        }
        let place = Place { source: from.0.clone(), span: word.span };
        self.names.add(node, Name { text: word.text.clone(), by, place, provenance: from.1.clone() });
    }

    /// Names what definitions are.
    fn name_definitions(&mut self, definitions: &'m Let, names: &Named<'m>, source: &Arc<Source>, by: NamedBy) {
        let provenance = Arc::new(definitions.provenance.clone());
        for (binding, (_, value)) in definitions.bindings.iter().zip(names) {
            self.name_value(value, &binding.name, by, (source, &provenance));
        }
    }

    /// The value as a relation.
    pub fn relation(&mut self, value: &Value<'m>, source: &Arc<Source>, expr: &Expr) -> Result<RelId, Box<Diagnostic>> {
        let relation = operators::relation(self.graph, value, source, expr)?;
        self.graph.place_new_nodes(source, expr.span);
        Ok(relation)
    }

    fn top_scope(&self, source: &'m Arc<Source>) -> Scope<'m> {
        Scope { source, visible: self.globals.count(), locals: None }
    }

    /// Adds definitions of the top level.
    pub fn define(&mut self, definitions: &'m Let, source: &'m Arc<Source>) -> Result<(), Box<Diagnostic>> {
        let scope = self.top_scope(source);
        let names = self.definitions(definitions, &scope)?;
        self.name_definitions(definitions, &names, source, NamedBy::Definition);
        self.globals.add(names);
        Ok(())
    }

    /// The value of an expression of the top level.
    pub fn top_level(&mut self, expr: &'m Expr, source: &'m Arc<Source>) -> Elaborated<'m> {
        let scope = self.top_scope(source);
        self.eval(expr, &scope)
    }

    fn eval(&mut self, expr: &'m Expr, scope: &Scope<'m>) -> Elaborated<'m> {
        self.steps += 1;
        if self.depth >= MAX_DEPTH || self.steps > MAX_STEPS {
            return Err(self.limit_exceeded(expr, scope));
        }
        self.depth += 1;
        let value = stacker::maybe_grow(RED_ZONE, STACK, || self.eval_kind(expr, scope));
        self.depth -= 1;
        self.graph.place_new_nodes(scope.source, expr.span);
        value
    }

    fn limit_exceeded(&self, expr: &Expr, scope: &Scope<'m>) -> Box<Diagnostic> {
        let message = match self.steps > MAX_STEPS {
            true => format!("the model takes more than {MAX_STEPS} steps"),
            false => format!("the evaluation is nested more than {MAX_DEPTH} deep"),
        };
        let diagnostic = Diagnostic::new(scope.source, expr.span, message, "the limit is reached here");
        Box::new(diagnostic.help("a recursive function comes to its end by `match` on fewer and fewer sets"))
    }

    fn eval_kind(&mut self, expr: &'m Expr, scope: &Scope<'m>) -> Elaborated<'m> {
        match &expr.kind {
            ExprKind::Name(name) => self.eval_name(name, expr.span, scope),
            ExprKind::Empty => Ok(Value::Empty),
            ExprKind::Universe => Ok(Value::Set(operators::universe(self.graph))),
            ExprKind::Identity(e) => {
                let operand = self.operand(e, scope)?;
                operators::identity(self.graph, operand, scope.source)
            }
            ExprKind::Complement(e) => {
                let operand = self.operand(e, scope)?;
                operators::complement(self.graph, operand, scope.source)
            }
            ExprKind::Postfix(operator, e) => {
                let operand = self.operand(e, scope)?;
                operators::postfix(self.graph, *operator, operand, scope.source)
            }
            ExprKind::Infix(operator, operands) => self.eval_infix(*operator, operands, scope),
            ExprKind::Call(function, arguments) => self.eval_call(function, arguments, expr.span, scope),
            ExprKind::Let(definitions, body) => {
                let names = self.definitions(definitions, scope)?;
                self.name_definitions(definitions, &names, scope.source, NamedBy::Use);
                self.eval(body, &scope.with_names(names))
            }
            ExprKind::Match(m) => self.eval_match(m, scope),
        }
    }

    fn operand(&mut self, expr: &'m Expr, scope: &Scope<'m>) -> Result<Operand<'m, 'm>, Box<Diagnostic>> {
        Ok(Operand { value: self.eval(expr, scope)?, expr })
    }

    fn eval_name(&mut self, name: &'m str, span: Span, scope: &Scope<'m>) -> Elaborated<'m> {
        if let Some(value) = scope.local(name).or_else(|| self.globals.get(name, scope.visible)) {
            return Ok(value);
        }
        if let Some((_, builtin)) = BUILTINS.iter().find(|(builtin, _)| *builtin == name) {
            return Ok(Value::Builtin(*builtin));
        }
        if self.base.sets.contains(&name) {
            let symbol = self.graph.symbol(name);
            return Ok(Value::Set(self.graph.ops.set(SetOp::Leaf(SetLeaf::Base(symbol)))));
        }
        if self.base.relations.contains(&name) {
            let symbol = self.graph.symbol(name);
            return Ok(Value::Rel(self.graph.ops.rel(RelOp::Leaf(RelLeaf::Base(symbol)))));
        }
        let message = format!("`{name}` is not defined");
        Err(Box::new(Diagnostic::new(scope.source, span, message, "not known here")))
    }

    fn eval_infix(&mut self, operator: Infix, operands: &'m [Expr], scope: &Scope<'m>) -> Elaborated<'m> {
        let from_right = operator == Infix::Add;
        let at = |i: usize| if from_right { operands.len() - 1 - i } else { i };
        let mut joined = self.operand(&operands[at(0)], scope)?;
        for i in 1..operands.len() {
            let next = self.operand(&operands[at(i)], scope)?;
            // What is already joined is of the first's kind: a message about it points there.
            let expr = joined.expr;
            let (a, b) = if from_right { (next, joined) } else { (joined, next) };
            joined = Operand { value: operators::infix(self.graph, operator, a, b, scope.source)?, expr };
        }
        Ok(joined.value)
    }

    fn eval_match(&mut self, m: &'m Match, scope: &Scope<'m>) -> Elaborated<'m> {
        let value = self.eval(&m.subject, scope)?;
        let sets = operators::sets(value, scope.source, &m.subject)?;
        match sets.split() {
            None => self.eval(&m.empty, scope),
            Some((element, rest)) => {
                let names =
                    vec![(m.element.text.as_str(), Value::Set(element)), (m.rest.text.as_str(), Value::Sets(rest))];
                self.eval(&m.more, &scope.with_names(names))
            }
        }
    }

    fn eval_call(
        &mut self,
        function: &'m Word,
        arguments: &'m [Expr],
        span: Span,
        scope: &Scope<'m>,
    ) -> Elaborated<'m> {
        let called = self.eval_name(&function.text, function.span, scope)?;
        let parameters = match &called {
            Value::Closure(closure) => closure.binding.parameters.len(),
            Value::Builtin(_) => 1,
            value @ (Value::Empty | Value::Set(_) | Value::Rel(_) | Value::Sets(_)) => {
                return Err(not_a_function(value, function, scope));
            }
        };
        if parameters != arguments.len() {
            let (source, given) = (scope.source, arguments.len());
            return Err(Box::new(wrong_arity(source, span, &function.text, parameters, given)));
        }
        let mut values =
            arguments.iter().map(|argument| self.operand(argument, scope)).collect::<Result<Vec<_>, _>>()?;
        match called {
            Value::Closure(closure) => {
                self.apply_closure(&closure, values).map_err(|error| with_call(error, span, scope))
            }
            Value::Builtin(builtin) => {
                let argument = values.pop().expect("the number of arguments was compared");
                self.apply_builtin(builtin, argument, scope)
            }
            value @ (Value::Empty | Value::Set(_) | Value::Rel(_) | Value::Sets(_)) => {
                Err(not_a_function(&value, function, scope))
            }
        }
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

    fn apply_builtin(&mut self, builtin: Builtin, argument: Operand<'m, 'm>, scope: &Scope<'m>) -> Elaborated<'m> {
        let Operand { value, expr } = argument;
        let relation = operators::relation(self.graph, &value, scope.source, expr)?;
        match builtin {
            Builtin::Domain => Ok(Value::Set(self.graph.ops.set(SetOp::Domain(relation)))),
            Builtin::Range => Ok(Value::Set(self.graph.ops.set(SetOp::Range(relation)))),
            Builtin::Classes => self.classes(relation, expr, scope),
        }
    }

    fn classes(&mut self, relation: RelId, expr: &Expr, scope: &Scope<'m>) -> Elaborated<'m> {
        let Some(count) = (self.count_classes)(self.graph, relation) else {
            let message = "`classes` needs an equivalence that is the same in all executions";
            return Err(Box::new(Diagnostic::new(scope.source, expr.span, message, "not known to be one")));
        };
        if !self.classes.contains(&(relation, count)) {
            self.classes.push((relation, count));
        }
        let class = |number| self.graph.ops.set(SetOp::Leaf(SetLeaf::Class(relation, number)));
        Ok(Value::Sets(Sets::new((0..count as u32).map(class).collect::<Vec<_>>())))
    }

    /// The values that a `let` gives to names.
    fn definitions(&mut self, definitions: &'m Let, scope: &Scope<'m>) -> Result<Named<'m>, Box<Diagnostic>> {
        let bindings = &definitions.bindings;
        let functions = bindings.iter().any(|binding| !binding.parameters.is_empty());
        match (definitions.recursive, functions) {
            (true, true) => Ok(closures(bindings, bindings, scope)),
            (true, false) => self.fixpoint(bindings, scope),
            (false, _) => bindings.iter().map(|binding| self.definition(binding, scope)).collect(),
        }
    }

    fn definition(&mut self, binding: &'m Binding, scope: &Scope<'m>) -> Result<(&'m str, Value<'m>), Box<Diagnostic>> {
        if binding.parameters.is_empty() {
            return Ok((&binding.name.text, self.eval(&binding.body, scope)?));
        }
        let closure = Closure { binding, group: &[], scope: scope.clone() };
        Ok((&binding.name.text, Value::Closure(Rc::new(closure))))
    }

    /// The least relations that satisfy their definitions: variables of the graph.
    fn fixpoint(&mut self, bindings: &'m [Binding], scope: &Scope<'m>) -> Result<Named<'m>, Box<Diagnostic>> {
        let variables: Vec<_> = bindings.iter().map(|_| self.graph.ops.variable()).collect();
        let names = bindings.iter().map(|binding| binding.name.text.as_str());
        let named: Named<'m> =
            names.zip(&variables).map(|(name, &(_, relation))| (name, Value::Rel(relation))).collect();
        let first = &bindings[0].name;
        self.graph.place_new_nodes(scope.source, first.span);
        let inner = scope.with_names(named.clone());
        let body = |this: &mut Self, binding: &'m Binding| {
            let value = this.eval(&binding.body, &inner)?;
            this.relation(&value, scope.source, &binding.body)
        };
        let bodies = bindings.iter().map(|binding| body(self, binding)).collect::<Result<Vec<_>, _>>()?;
        let group: Vec<_> = variables.iter().zip(bindings).map(|(&(id, _), binding)| (id, &binding.name)).collect();
        recursion::check_monotone(self.graph, &group, &bodies)?;
        variables.iter().zip(bodies).for_each(|(&(id, _), body)| self.graph.ops.define(id, body));
        Ok(named)
    }
}

fn closures<'m>(bindings: &'m [Binding], group: &'m [Binding], scope: &Scope<'m>) -> Named<'m> {
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
    if error.related.is_some() || !Arc::ptr_eq(&error.source_text, scope.source) {
        return error;
    }
    Box::new(error.related(call, "in this call"))
}
