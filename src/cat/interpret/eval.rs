//! Evaluation of expressions and definitions.

use super::operators::{self, Operand};
use super::value::{Closure, Globals, Named, Scope, Sets, Value};
use crate::cat::algebra::Algebra;
use crate::cat::builtin::{BUILTINS, Builtin, wrong_arity};
use crate::syntax::cat::ast::{Binding, Expr, ExprKind, Infix, Let, Match, Word};
use crate::syntax::source::{Diagnostic, Source, Span};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Expressions within expressions and the functions they call, at most: what fits a thread's stack.
const MAX_DEPTH: usize = 1000;
/// Expressions evaluated for one model, at most.
const MAX_STEPS: usize = 10_000_000;

type Evaluated<'m, A> = Result<Value<'m, A>, Box<Diagnostic>>;

/// The state of an interpretation.
pub struct Evaluator<'m, 'a, A: Algebra> {
    /// What it is interpreted over.
    pub algebra: &'a mut A,
    globals: Globals<'m, A>,
    /// Base sets and relations that were asked for.
    bases: FxHashMap<&'m str, Value<'m, A>>,
    depth: usize,
    steps: usize,
}

impl<'m, 'a, A: Algebra> Evaluator<'m, 'a, A> {
    /// At the model's beginning.
    pub fn new(algebra: &'a mut A) -> Self {
        Evaluator { algebra, globals: Globals::new(), bases: FxHashMap::default(), depth: 0, steps: 0 }
    }

    fn top(&self, source: &'m Arc<Source>) -> Scope<'m, A> {
        Scope { source, visible: self.globals.count(), locals: None }
    }

    /// Adds definitions of the top level.
    pub fn define(&mut self, definitions: &'m Let, source: &'m Arc<Source>) -> Result<(), Box<Diagnostic>> {
        let scope = self.top(source);
        let names = self.definitions(definitions, &scope)?;
        self.globals.add(names);
        Ok(())
    }

    /// The value of an expression of the top level.
    pub fn global(&mut self, expr: &'m Expr, source: &'m Arc<Source>) -> Evaluated<'m, A> {
        let scope = self.top(source);
        self.eval(expr, &scope)
    }

    fn eval(&mut self, expr: &'m Expr, scope: &Scope<'m, A>) -> Evaluated<'m, A> {
        self.steps += 1;
        if self.depth >= MAX_DEPTH || self.steps > MAX_STEPS {
            return Err(self.endless(expr, scope));
        }
        self.depth += 1;
        let value = self.form(expr, scope);
        self.depth -= 1;
        value
    }

    fn endless(&self, expr: &Expr, scope: &Scope<'m, A>) -> Box<Diagnostic> {
        let message = match self.steps > MAX_STEPS {
            true => format!("the model takes more than {MAX_STEPS} steps"),
            false => format!("the evaluation is nested more than {MAX_DEPTH} deep"),
        };
        let diagnostic = Diagnostic::new(scope.source, expr.span, message, "given up here");
        Box::new(diagnostic.help("a recursive function comes to its end by `match` on fewer and fewer sets"))
    }

    fn form(&mut self, expr: &'m Expr, scope: &Scope<'m, A>) -> Evaluated<'m, A> {
        match &expr.kind {
            ExprKind::Name(name) => self.name(name, expr.span, scope),
            ExprKind::Empty => Ok(Value::Empty),
            ExprKind::Universe => Ok(Value::Set(Rc::new(self.algebra.universe()))),
            ExprKind::Identity(e) => {
                let operand = self.operand(e, scope)?;
                operators::identity(self.algebra, operand, scope.source)
            }
            ExprKind::Complement(e) => {
                let operand = self.operand(e, scope)?;
                operators::complement(self.algebra, operand, scope.source)
            }
            ExprKind::Postfix(operator, e) => {
                let operand = self.operand(e, scope)?;
                operators::postfix(self.algebra, *operator, operand, scope.source)
            }
            ExprKind::Infix(operator, operands) => self.infix(*operator, operands, scope),
            ExprKind::Call(function, arguments) => self.call(function, arguments, expr.span, scope),
            ExprKind::Let(definitions, body) => {
                let names = self.definitions(definitions, scope)?;
                self.eval(body, &scope.with(names))
            }
            ExprKind::Match(m) => self.branch(m, scope),
        }
    }

    fn operand(&mut self, expr: &'m Expr, scope: &Scope<'m, A>) -> Result<Operand<'m, 'm, A>, Box<Diagnostic>> {
        Ok(Operand { value: self.eval(expr, scope)?, expr })
    }

    fn name(&mut self, name: &'m str, span: Span, scope: &Scope<'m, A>) -> Evaluated<'m, A> {
        let defined = scope.local(name).or_else(|| self.globals.get(name, scope.visible));
        if let Some(value) = defined.or_else(|| self.bases.get(name).cloned()) {
            return Ok(value);
        }
        if let Some((_, builtin)) = BUILTINS.iter().find(|(builtin, _)| *builtin == name) {
            return Ok(Value::Builtin(*builtin));
        }
        let set = self.algebra.base_set(name).map(|set| Value::Set(Rc::new(set)));
        let base = set.or_else(|| self.algebra.base_rel(name).map(|relation| Value::Rel(Rc::new(relation))));
        let Some(value) = base else {
            let message = format!("`{name}` is not defined");
            return Err(Box::new(Diagnostic::new(scope.source, span, message, "not known here")));
        };
        self.bases.insert(name, value.clone());
        Ok(value)
    }

    fn infix(&mut self, operator: Infix, operands: &'m [Expr], scope: &Scope<'m, A>) -> Evaluated<'m, A> {
        let from_right = operator == Infix::Add;
        let at = |i: usize| if from_right { operands.len() - 1 - i } else { i };
        let mut done = self.operand(&operands[at(0)], scope)?;
        for i in 1..operands.len() {
            let next = self.operand(&operands[at(i)], scope)?;
            // What is already joined is of the first's kind: a message about it points there.
            let expr = done.expr;
            let (a, b) = if from_right { (next, done) } else { (done, next) };
            done = Operand { value: operators::infix(self.algebra, operator, a, b, scope.source)?, expr };
        }
        Ok(done.value)
    }

    fn branch(&mut self, m: &'m Match, scope: &Scope<'m, A>) -> Evaluated<'m, A> {
        let value = self.eval(&m.subject, scope)?;
        let sets = operators::sets(value, scope.source, &m.subject)?;
        match sets.split() {
            None => self.eval(&m.empty, scope),
            Some((element, rest)) => {
                let names =
                    vec![(m.element.text.as_str(), Value::Set(element)), (m.rest.text.as_str(), Value::Sets(rest))];
                self.eval(&m.more, &scope.with(names))
            }
        }
    }

    fn call(
        &mut self,
        function: &'m Word,
        arguments: &'m [Expr],
        span: Span,
        scope: &Scope<'m, A>,
    ) -> Evaluated<'m, A> {
        let called = self.name(&function.text, function.span, scope)?;
        let parameters = match &called {
            Value::Closure(closure) => closure.binding.parameters.len(),
            Value::Builtin(_) => 1,
            value => return Err(not_a_function(value, function, scope)),
        };
        if parameters != arguments.len() {
            let (source, given) = (scope.source, arguments.len());
            return Err(Box::new(wrong_arity(source, span, &function.text, parameters, given)));
        }
        let mut values =
            arguments.iter().map(|argument| self.operand(argument, scope)).collect::<Result<Vec<_>, _>>()?;
        match called {
            Value::Closure(closure) => self.enter(&closure, values).map_err(|error| within(error, span, scope)),
            Value::Builtin(builtin) => match values.pop() {
                Some(argument) => self.builtin(builtin, argument, scope),
                None => Ok(Value::Empty),
            },
            value => Err(not_a_function(&value, function, scope)),
        }
    }

    fn enter(&mut self, closure: &Closure<'m, A>, arguments: Vec<Operand<'m, 'm, A>>) -> Evaluated<'m, A> {
        let scope = match closure.group {
            [] => closure.scope.clone(),
            group => closure.scope.with(closures(group, group, &closure.scope)),
        };
        let parameters = closure.binding.parameters.iter().map(|name| name.text.as_str());
        let names = parameters.zip(arguments.into_iter().map(|argument| argument.value)).collect();
        self.eval(&closure.binding.body, &scope.with(names))
    }

    fn builtin(&mut self, builtin: Builtin, argument: Operand<'m, 'm, A>, scope: &Scope<'m, A>) -> Evaluated<'m, A> {
        let Operand { value, expr } = argument;
        let relation = operators::relation(self.algebra, &value, scope.source, expr)?;
        match builtin {
            Builtin::Domain => Ok(Value::Set(Rc::new(self.algebra.domain(&relation)))),
            Builtin::Range => Ok(Value::Set(Rc::new(self.algebra.range(&relation)))),
            Builtin::Classes => match self.algebra.classes(&relation) {
                Some(classes) => Ok(Value::Sets(Sets::new(classes.into_iter().map(Rc::new).collect()))),
                None => {
                    let message = "`classes` needs an equivalence that is the same in all executions";
                    Err(Box::new(Diagnostic::new(scope.source, expr.span, message, "not known to be one")))
                }
            },
        }
    }

    /// The values that a `let` gives to names.
    fn definitions(&mut self, definitions: &'m Let, scope: &Scope<'m, A>) -> Result<Named<'m, A>, Box<Diagnostic>> {
        let bindings = &definitions.bindings;
        let functions = bindings.iter().any(|binding| !binding.parameters.is_empty());
        match (definitions.recursive, functions) {
            (true, true) => Ok(closures(bindings, bindings, scope)),
            (true, false) => self.fixpoint(bindings, scope),
            (false, _) => bindings.iter().map(|binding| self.definition(binding, scope)).collect(),
        }
    }

    fn definition(
        &mut self,
        binding: &'m Binding,
        scope: &Scope<'m, A>,
    ) -> Result<(&'m str, Value<'m, A>), Box<Diagnostic>> {
        if binding.parameters.is_empty() {
            return Ok((&binding.name.text, self.eval(&binding.body, scope)?));
        }
        let closure = Closure { binding, group: &[], scope: scope.clone() };
        Ok((&binding.name.text, Value::Closure(Rc::new(closure))))
    }

    /// The least relations that satisfy their definitions: from nothing upwards.
    fn fixpoint(&mut self, bindings: &'m [Binding], scope: &Scope<'m, A>) -> Result<Named<'m, A>, Box<Diagnostic>> {
        let nothing = Rc::new(self.algebra.empty_rel());
        let mut relations = vec![nothing; bindings.len()];
        for _ in 0..self.algebra.fixpoint_bound(bindings.len()) {
            let inner = scope.with(named(bindings, &relations));
            let next =
                bindings.iter().map(|binding| self.round(&binding.body, &inner)).collect::<Result<Vec<_>, _>>()?;
            let end = relations.iter().zip(&next).all(|(old, new)| self.algebra.same(old, new));
            relations = next;
            if end {
                break;
            }
        }
        Ok(named(bindings, &relations))
    }

    fn round(&mut self, body: &'m Expr, scope: &Scope<'m, A>) -> Result<Rc<A::Rel>, Box<Diagnostic>> {
        let value = self.eval(body, scope)?;
        operators::relation(self.algebra, &value, scope.source, body)
    }
}

fn named<'m, A: Algebra>(bindings: &'m [Binding], relations: &[Rc<A::Rel>]) -> Named<'m, A> {
    let names = bindings.iter().map(|binding| binding.name.text.as_str());
    names.zip(relations.iter().map(|relation| Value::Rel(relation.clone()))).collect()
}

fn closures<'m, A: Algebra>(bindings: &'m [Binding], group: &'m [Binding], scope: &Scope<'m, A>) -> Named<'m, A> {
    let closure = |binding| Value::Closure(Rc::new(Closure { binding, group, scope: scope.clone() }));
    bindings.iter().map(|binding| (binding.name.text.as_str(), closure(binding))).collect()
}

fn not_a_function<A: Algebra>(value: &Value<'_, A>, name: &Word, scope: &Scope<'_, A>) -> Box<Diagnostic> {
    let message = format!("`{}` is {}, not a function", name.text, value.kind());
    let diagnostic = Diagnostic::new(scope.source, name.span, message, "called here");
    Box::new(diagnostic.help("an operator such as `;` or `&` is missing after it"))
}

/// The error with the call it happened in, if that can be shown beside it.
fn within<A: Algebra>(error: Box<Diagnostic>, call: Span, scope: &Scope<'_, A>) -> Box<Diagnostic> {
    if error.related.is_some() || !Arc::ptr_eq(&error.source_text, scope.source) {
        return error;
    }
    Box::new(error.related(call, "in this call"))
}
