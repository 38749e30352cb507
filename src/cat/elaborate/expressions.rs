//! Elaboration of expressions and definitions.

use super::CountClasses;
use super::calls::closures;
use super::operators::{self, Operand};
use super::recursion;
use super::statements::Statements;
use super::value::{Closure, Globals, Named, Scope, Sets, Value};
use super::whole::Whole;
use crate::cat::base_names::BaseNames;
use crate::cat::builtin::{BUILTINS, EMPTY_SET};
use crate::cat::core::{
    ModelGraph, Name, NamedBy, Names, NodeId, Op, Place, RelId, RelLeaf, RelOp, SetId, SetLeaf, SetOp,
};
use crate::syntax::cat::ast::{Binding, Expr, ExprKind, Infix, Let, Match, MatchTag, Word};
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
const MAX_STEPS: usize = 1_000_000;

pub(super) type Elaborated<'m> = Result<Value<'m>, Box<Diagnostic>>;

/// The state of an elaboration.
pub struct Elaborator<'m, 'g> {
    base: &'g BaseNames<'g>,
    /// The options that are chosen.
    chosen: &'m [String],
    pub(super) graph: &'g mut ModelGraph,
    /// Where a read-modify-write is one event.
    pub(super) whole: Option<Whole>,
    pub(super) count_classes: &'g mut CountClasses<'g>,
    pub(super) globals: Globals<'m>,
    /// The equivalences whose classes were asked for.
    pub(super) classes: Vec<(RelId, usize)>,
    names: Names,
    /// What statements made.
    pub(super) made: Statements<'m>,
    depth: usize,
    steps: usize,
    /// Whether the last error is that a name is not defined.
    is_undefined: bool,
}

impl<'m, 'g> Elaborator<'m, 'g> {
    /// An elaboration at the beginning of a model, into `graph`.
    pub fn new(
        base: &'g BaseNames<'g>,
        chosen: &'m [String],
        graph: &'g mut ModelGraph,
        count_classes: &'g mut CountClasses<'g>,
    ) -> Self {
        let (globals, classes, names) = (Globals::default(), Vec::new(), Names::default());
        let (whole, made, depth, steps, is_undefined) = (None, Statements::default(), 0, 0, false);
        Elaborator {
            base,
            chosen,
            graph,
            whole,
            count_classes,
            globals,
            classes,
            names,
            made,
            depth,
            steps,
            is_undefined,
        }
    }

    /// From here on, read-modify-writes are one event.
    pub(super) fn take_updates_as_one(&mut self) {
        self.whole = Some(Whole::new(self.graph));
    }

    /// The equivalences whose classes the model asks for, each with how many it has, the names of nodes, and what statements made.
    pub fn into_parts(self) -> (Vec<(RelId, usize)>, Names, Statements<'m>) {
        (self.classes, self.names, self.made)
    }

    /// Whether an option is chosen.
    pub fn is_chosen(&self, option: &str) -> bool {
        self.chosen.iter().any(|chosen| chosen == option)
    }

    /// Names what a value is, unless that is given: base sets and relations have their own names.
    pub(super) fn name_value(
        &mut self,
        value: &Value<'m>,
        word: &Word,
        by: NamedBy,
        from: (&Arc<Source>, &Arc<Provenance>),
    ) {
        let node: NodeId = match *value {
            Value::Set(set) => set.into(),
            Value::Rel(rel) => rel.into(),
            Value::Empty | Value::Sets(_) | Value::Closure(_) | Value::Builtin(_) => return,
            Value::Tag(_) | Value::Tuple(_) | Value::Locations | Value::Orders(_) => return,
        };
        if matches!(self.graph.ops.op(node), Op::Set(SetOp::Leaf(_)) | Op::Rel(RelOp::Leaf(_))) {
            return;
        }
        let place = Place { source: from.0.clone(), span: word.span };
        self.names.add(node, Name { text: word.text.clone(), by, place, provenance: from.1.clone() });
    }

    /// Names what definitions are.
    pub(super) fn name_definitions(
        &mut self,
        definitions: &'m Let,
        names: &Named<'m>,
        source: &Arc<Source>,
        by: NamedBy,
    ) {
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

    pub(super) fn top_scope(&self, source: &'m Arc<Source>) -> Scope<'m> {
        Scope { source, visible: self.globals.count(), locals: None }
    }

    /// The value of an expression in a scope.
    pub fn eval(&mut self, expr: &'m Expr, scope: &Scope<'m>) -> Elaborated<'m> {
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
                operators::identity(self.graph, self.whole, operand, scope.source)
            }
            ExprKind::Complement(e) => {
                let operand = self.operand(e, scope)?;
                operators::complement(self.graph, operand, scope.source)
            }
            ExprKind::Postfix(operator, e) => {
                let operand = self.operand(e, scope)?;
                operators::postfix(self.graph, self.whole, *operator, operand, scope.source)
            }
            ExprKind::Infix(operator, operands) => self.eval_infix(*operator, operands, scope),
            ExprKind::Call(function, arguments) => self.eval_call(function, arguments, expr.span, scope),
            ExprKind::Let(definitions, body) => {
                let names = self.definitions(definitions, scope)?;
                self.name_definitions(definitions, &names, scope.source, NamedBy::Use);
                self.eval(body, &scope.with_names(names))
            }
            ExprKind::Match(m) => self.eval_match(m, scope),
            ExprKind::MatchTag(m) => self.eval_match_tag(m, scope),
            ExprKind::Tag(tag) => Ok(Value::Tag(tag)),
            ExprKind::Set(elements) => {
                let element = |this: &mut Self, e: &'m Expr| {
                    let value = this.eval(e, scope)?;
                    operators::element(this.graph, value, scope.source, e)
                };
                let elements = elements.iter().map(|e| element(self, e)).collect::<Result<Vec<_>, _>>()?;
                Ok(Value::Sets(Sets::new(elements)))
            }
            ExprKind::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.eval(part, scope)).collect::<Result<Vec<_>, _>>()?;
                Ok(Value::Tuple(parts.into()))
            }
            ExprKind::Part(at, count, e) => {
                let value = self.eval(e, scope)?;
                if let Value::Tuple(parts) = &value
                    && parts.len() == *count
                {
                    return Ok(parts[*at].clone());
                }
                Err(operators::wrong_kind(&value, &format!("a tuple of {count}"), scope.source, e))
            }
            ExprKind::Function(binding) => {
                Ok(Value::Closure(Rc::new(Closure { binding, group: &[], scope: scope.clone() })))
            }
            ExprKind::Try(first, second) => self.eval_try(first, second, scope),
            ExprKind::If(option, then, otherwise) => match self.is_chosen(&option.text) {
                true => self.eval(then, scope),
                false => self.eval(otherwise, scope),
            },
        }
    }

    /// The first, or the second where the first uses a name that is not defined.
    fn eval_try(&mut self, first: &'m Expr, second: &'m Expr, scope: &Scope<'m>) -> Elaborated<'m> {
        let depth = self.depth;
        self.is_undefined = false;
        match self.eval(first, scope) {
            Err(_) if self.is_undefined => {
                self.is_undefined = false;
                self.depth = depth;
                self.eval(second, scope)
            }
            value => value,
        }
    }

    fn eval_match_tag(&mut self, m: &'m MatchTag, scope: &Scope<'m>) -> Elaborated<'m> {
        let value = self.eval(&m.subject, scope)?;
        let Value::Tag(tag) = value else {
            return Err(operators::wrong_kind(&value, "a tag", scope.source, &m.subject));
        };
        let arm = m.arms.iter().find(|(of, _)| of.as_deref().is_none_or(|of| of == tag));
        match arm {
            Some((_, e)) => self.eval(e, scope),
            None => {
                let message = format!("no case for the tag `'{tag}`");
                Err(Box::new(Diagnostic::new(scope.source, m.subject.span, message, "none matches")))
            }
        }
    }

    pub(super) fn operand(&mut self, expr: &'m Expr, scope: &Scope<'m>) -> Result<Operand<'m, 'm>, Box<Diagnostic>> {
        Ok(Operand { value: self.eval(expr, scope)?, expr })
    }

    pub(super) fn eval_name(&mut self, name: &'m str, span: Span, scope: &Scope<'m>) -> Elaborated<'m> {
        if let Some(value) = scope.local(name).or_else(|| self.globals.get(name, scope.visible)) {
            return Ok(value);
        }
        if let Some((_, builtin, _)) = BUILTINS.iter().find(|(builtin, ..)| *builtin == name) {
            return Ok(Value::Builtin(*builtin));
        }
        if name == EMPTY_SET {
            return Ok(Value::Set(self.graph.ops.set(SetOp::Leaf(SetLeaf::Empty))));
        }
        if self.base.sets.contains(&name) {
            return Ok(Value::Set(self.base_set(name)));
        }
        if self.base.relations.contains(&name) {
            return Ok(Value::Rel(self.base_relation(name)));
        }
        self.is_undefined = true;
        let message = format!("`{name}` is not defined");
        Err(Box::new(Diagnostic::new(scope.source, span, message, "not known here")))
    }

    /// What models mean by the name of a base set.
    pub(super) fn base_set(&mut self, name: &str) -> SetId {
        let symbol = self.graph.symbol(name);
        let set = self.graph.ops.set(SetOp::Leaf(SetLeaf::Base(symbol)));
        match self.whole {
            Some(whole) => whole.set(self.graph, set),
            None => set,
        }
    }

    /// What models mean by the name of a base relation.
    pub(super) fn base_relation(&mut self, name: &str) -> RelId {
        if let Some(whole) = self.whole {
            return whole.relation(self.graph, name);
        }
        let symbol = self.graph.symbol(name);
        self.graph.ops.rel(RelOp::Leaf(RelLeaf::Base(symbol)))
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
                let names = vec![(m.element.text.as_str(), element), (m.rest.text.as_str(), Value::Sets(rest))];
                self.eval(&m.more, &scope.with_names(names))
            }
        }
    }

    /// The values that a `let` gives to names.
    pub(super) fn definitions(
        &mut self,
        definitions: &'m Let,
        scope: &Scope<'m>,
    ) -> Result<Named<'m>, Box<Diagnostic>> {
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

    /// The least relations or sets that satisfy their definitions.
    fn fixpoint(&mut self, bindings: &'m [Binding], scope: &Scope<'m>) -> Result<Named<'m>, Box<Diagnostic>> {
        let relations = vec![Kind::Relation; bindings.len()];
        match self.fixpoint_of(bindings, &relations, scope) {
            Err(error) if !self.is_undefined => match self.kinds(bindings, scope) {
                Some(kinds) if kinds != relations => self.fixpoint_of(bindings, &kinds, scope),
                Some(_) | None => Err(error),
            },
            found => found,
        }
    }

    /// Variables of the graph, which are relations: a set is the domain of one between events and themselves.
    fn fixpoint_of(
        &mut self,
        bindings: &'m [Binding],
        kinds: &[Kind],
        scope: &Scope<'m>,
    ) -> Result<Named<'m>, Box<Diagnostic>> {
        let variables: Vec<_> = bindings.iter().map(|_| self.graph.ops.variable()).collect();
        let names = bindings.iter().map(|binding| binding.name.text.as_str());
        let value = |graph: &mut ModelGraph, kind, relation| match kind {
            Kind::Relation => Value::Rel(relation),
            Kind::Set => Value::Set(graph.ops.set(SetOp::Domain(relation))),
        };
        let values = kinds.iter().zip(&variables).map(|(&kind, &(_, relation))| value(self.graph, kind, relation));
        let named: Named<'m> = names.zip(values).collect();
        let first = &bindings[0].name;
        self.graph.place_new_nodes(scope.source, first.span);
        let inner = scope.with_names(named.clone());
        let body = |this: &mut Self, (binding, &kind): (&'m Binding, &Kind)| {
            let value = this.eval(&binding.body, &inner)?;
            match kind {
                Kind::Relation => this.relation(&value, scope.source, &binding.body),
                Kind::Set => {
                    let set = operators::set(this.graph, &value, scope.source, &binding.body)?;
                    Ok(this.graph.ops.rel(RelOp::Diagonal(set)))
                }
            }
        };
        let bodies = bindings.iter().zip(kinds).map(|part| body(self, part)).collect::<Result<Vec<_>, _>>()?;
        self.graph.place_new_nodes(scope.source, first.span);
        let group: Vec<_> = variables.iter().zip(bindings).map(|(&(id, _), binding)| (id, &binding.name)).collect();
        recursion::check_monotone(self.graph, &group, &bodies)?;
        variables.iter().zip(bodies).for_each(|(&(id, _), body)| self.graph.ops.define(id, body));
        Ok(named)
    }

    /// What the definitions of a group make, each of it: sets where they do so of what is empty, as herd7 tells them. `None` where one makes neither.
    fn kinds(&mut self, bindings: &'m [Binding], scope: &Scope<'m>) -> Option<Vec<Kind>> {
        let mut values = vec![Value::Empty; bindings.len()];
        // Each turn tells at least one more, or the last one.
        for _ in bindings {
            let names = bindings.iter().map(|binding| binding.name.text.as_str());
            let inner = scope.with_names(names.zip(values.iter().cloned()).collect());
            for (value, binding) in values.iter_mut().zip(bindings) {
                *value = match self.eval(&binding.body, &inner).ok()? {
                    Value::Set(_) => Value::Set(self.graph.ops.set(SetOp::Leaf(SetLeaf::Empty))),
                    Value::Rel(_) => Value::Rel(self.graph.ops.rel(RelOp::Leaf(RelLeaf::Empty))),
                    Value::Empty => Value::Empty,
                    Value::Sets(_) | Value::Closure(_) | Value::Builtin(_) => return None,
                    Value::Tag(_) | Value::Tuple(_) | Value::Locations | Value::Orders(_) => return None,
                };
            }
        }
        let kind = |value: &Value<'m>| if matches!(value, Value::Set(_)) { Kind::Set } else { Kind::Relation };
        Some(values.iter().map(kind).collect())
    }
}

/// What a recursive definition is of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Relation,
    Set,
}
