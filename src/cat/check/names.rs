//! Names: each is defined before its use, called with as many arguments as it has parameters, and not defined by itself
//! in a way that has no least fixpoint.

use super::BaseNames;
use super::usage::Usage;
use crate::cat::builtin::{BUILTINS, wrong_arity};
use crate::cat::load::{Model, Placed};
use crate::syntax::cat::ast::{Binding, Expr, ExprKind, Infix, Let, Match, Statement, Word};
use crate::syntax::source::{Diagnostic, Source, Span, did_you_mean};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

type Checked<T> = Result<T, Box<Diagnostic>>;

/// What is known of a defined name.
#[derive(Clone)]
enum Known {
    /// A function; for each parameter, whether results only grow when the argument does.
    Function(Vec<bool>),
    /// A value, or a function that was computed.
    Other,
}

/// A checked definition.
struct Definition<'m> {
    name: &'m str,
    known: Known,
    usage: Usage<'m>,
}

/// Checks the names of a model.
pub fn check(model: &Model, base: &BaseNames<'_>) -> Checked<()> {
    let mut scopes: HashMap<&str, Vec<Known>> = HashMap::new();
    for name in base.sets.iter().chain(base.relations) {
        scopes.insert(name, vec![Known::Other]);
    }
    for (name, builtin) in BUILTINS {
        scopes.insert(name, vec![Known::Function(vec![builtin.is_monotone()])]);
    }
    for Placed { source, statement } in &model.statements {
        let mut names = Names { scopes: &mut scopes, source };
        match statement {
            Statement::Let(definitions) => names.define(definitions)?.into_iter().for_each(|new| {
                names.open(new.name, new.known);
            }),
            Statement::Test(test) => names.usage(&test.expr).map(drop)?,
            Statement::Include(_) => {}
        }
    }
    Ok(())
}

struct Names<'s, 'm> {
    scopes: &'s mut HashMap<&'m str, Vec<Known>>,
    source: &'m Arc<Source>,
}

impl<'m> Names<'_, 'm> {
    fn fail<T>(&self, span: Span, message: String, label: &str, help: &str) -> Checked<T> {
        Err(Box::new(Diagnostic::new(self.source, span, message, label).help(help)))
    }

    fn open(&mut self, name: &'m str, known: Known) {
        self.scopes.entry(name).or_default().push(known);
    }

    fn close(&mut self, name: &str) {
        if let Some(known) = self.scopes.get_mut(name) {
            known.pop();
        }
    }

    fn known(&self, name: &str, span: Span) -> Checked<&Known> {
        if let Some(known) = self.scopes.get(name).and_then(|stack| stack.last()) {
            return Ok(known);
        }
        let defined = self.scopes.iter().filter(|(_, stack)| !stack.is_empty()).map(|(&name, _)| name);
        // Any letter is near any other.
        let defined = defined.filter(|name| name.len() > 1);
        let diagnostic = Diagnostic::new(self.source, span, format!("`{name}` is not defined"), "not known here");
        Err(Box::new(match did_you_mean(name, defined) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic,
        }))
    }

    /// Checks an expression and tells what it depends on.
    fn usage(&mut self, expr: &'m Expr) -> Checked<Usage<'m>> {
        match &expr.kind {
            ExprKind::Empty | ExprKind::Universe => Ok(Usage::default()),
            ExprKind::Name(name) => self.known(name, expr.span).map(|_| Usage::of(name, expr.span)),
            ExprKind::Identity(e) | ExprKind::Postfix(_, e) => self.usage(e),
            ExprKind::Complement(e) => Ok(self.usage(e)?.shrinking("it stands under `~`")),
            ExprKind::Infix(operator, operands) => self.infix(*operator, operands),
            ExprKind::Call(function, arguments) => self.call(function, arguments, expr.span),
            ExprKind::Let(definitions, body) => self.local(definitions, body),
            ExprKind::Match(m) => self.branches(m),
        }
    }

    fn infix(&mut self, operator: Infix, operands: &'m [Expr]) -> Checked<Usage<'m>> {
        let mut all = Usage::default();
        for (i, operand) in operands.iter().enumerate() {
            let usage = self.usage(operand)?;
            all.add(match operator {
                Infix::Minus if i > 0 => usage.shrinking("it stands right of `\\`"),
                Infix::Add => usage.shrinking("it is put into a set of sets"),
                _ => usage,
            });
        }
        Ok(all)
    }

    fn call(&mut self, function: &'m Word, arguments: &'m [Expr], span: Span) -> Checked<Usage<'m>> {
        let known = self.known(&function.text, function.span)?.clone();
        let mut all = Usage::of(&function.text, function.span);
        let monotone = match known {
            Known::Function(parameters) if parameters.len() != arguments.len() => {
                return Err(Box::new(wrong_arity(
                    self.source,
                    span,
                    &function.text,
                    parameters.len(),
                    arguments.len(),
                )));
            }
            Known::Function(parameters) => parameters,
            Known::Other => vec![false; arguments.len()],
        };
        for (argument, monotone) in arguments.iter().zip(monotone) {
            let usage = self.usage(argument)?;
            let reason = "it is an argument of a function that may shrink when its argument grows";
            all.add(if monotone { usage } else { usage.shrinking(reason) });
        }
        Ok(all)
    }

    fn local(&mut self, definitions: &'m Let, body: &'m Expr) -> Checked<Usage<'m>> {
        let definitions = self.define(definitions)?;
        for new in &definitions {
            self.open(new.name, new.known.clone());
        }
        let mut usage = self.usage(body)?;
        // All are taken out before any is replaced by what it depends on: that may be a name of outside.
        let uses: Vec<_> = definitions.iter().map(|new| usage.remove(new.name)).collect();
        for (new, found) in definitions.into_iter().zip(uses) {
            self.close(new.name);
            let Some(found) = found else { continue };
            usage.add(match found.shrinks {
                Some(reason) => new.usage.shrinking(reason),
                None => new.usage,
            });
        }
        Ok(usage)
    }

    fn branches(&mut self, m: &'m Match) -> Checked<Usage<'m>> {
        let mut all = self.usage(&m.subject)?.shrinking("it is matched on");
        all.add(self.usage(&m.empty)?);
        let bound = [&m.element, &m.rest];
        self.distinct(bound)?;
        bound.iter().for_each(|name| self.open(&name.text, Known::Other));
        let mut more = self.usage(&m.more)?;
        for name in bound {
            self.close(&name.text);
            more.remove(&name.text);
        }
        all.add(more);
        Ok(all)
    }

    /// Checks definitions; their names are not yet open after it.
    fn define(&mut self, definitions: &'m Let) -> Checked<Vec<Definition<'m>>> {
        self.distinct(definitions.bindings.iter().map(|binding| &binding.name))?;
        if definitions.recursive { self.recursive(definitions) } else { self.bodies(&definitions.bindings) }
    }

    fn bodies(&mut self, bindings: &'m [Binding]) -> Checked<Vec<Definition<'m>>> {
        bindings.iter().map(|binding| self.body(binding)).collect()
    }

    fn body(&mut self, binding: &'m Binding) -> Checked<Definition<'m>> {
        self.distinct(&binding.parameters)?;
        binding.parameters.iter().for_each(|name| self.open(&name.text, Known::Other));
        let mut usage = self.usage(&binding.body)?;
        binding.parameters.iter().for_each(|name| self.close(&name.text));
        let uses = binding.parameters.iter().map(|name| usage.remove(&name.text));
        let monotone: Vec<bool> = uses.map(|found| found.is_none_or(|found| found.shrinks.is_none())).collect();
        let known = match &binding.body.kind {
            ExprKind::Name(name) if monotone.is_empty() => self.known(name, binding.body.span)?.clone(),
            _ if monotone.is_empty() => Known::Other,
            _ => Known::Function(monotone),
        };
        Ok(Definition { name: &binding.name.text, known, usage })
    }

    fn recursive(&mut self, definitions: &'m Let) -> Checked<Vec<Definition<'m>>> {
        let bindings = &definitions.bindings;
        let functions = bindings.iter().filter(|binding| !binding.parameters.is_empty()).count();
        if functions != 0 && functions != bindings.len() {
            let message = "functions and relations in one recursive definition".to_string();
            return self.fail(definitions.span, message, "mixed", "define all with parameters or all without");
        }
        for binding in bindings {
            // Nothing is known yet of the function itself: the worst is assumed.
            let parameters = vec![false; binding.parameters.len()];
            let known = if functions == 0 { Known::Other } else { Known::Function(parameters) };
            self.open(&binding.name.text, known);
        }
        let mut checked = self.bodies(bindings)?;
        bindings.iter().for_each(|binding| self.close(&binding.name.text));
        let mut all = Usage::default();
        checked.iter_mut().for_each(|new| all.add(std::mem::take(&mut new.usage)));
        for binding in bindings {
            let name = &binding.name.text;
            let found = all.remove(name);
            let Some((span, reason)) = found.and_then(|found| Some((found.span, found.shrinks?))) else { continue };
            if functions == 0 {
                let message = format!("this may shrink when `{name}` grows: there is no least fixpoint");
                return self.fail(span, message, reason, "a recursive relation may only grow with itself");
            }
            all = all.shrinking(reason);
        }
        for new in &mut checked {
            new.usage = all.clone();
            if functions == 0 {
                new.known = Known::Other;
            }
        }
        Ok(checked)
    }

    fn distinct(&self, names: impl IntoIterator<Item = &'m Word>) -> Checked<()> {
        let mut seen = HashSet::new();
        match names.into_iter().find(|name| !seen.insert(&name.text)) {
            Some(name) => {
                let message = format!("`{}` is named twice", name.text);
                self.fail(name.span, message, "the second", "give it another name")
            }
            None => Ok(()),
        }
    }
}
