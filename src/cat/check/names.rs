//! Names: each is defined before its use, and called with as many arguments as it has parameters.

use crate::cat::base_names::BaseNames;
use crate::cat::builtin::{BUILTINS, wrong_arity};
use crate::cat::load::{Model, Placed};
use crate::syntax::cat::ast::{Binding, Expr, ExprKind, Let, Match, Statement, Word};
use crate::syntax::source::{Diagnostic, Source, Span, did_you_mean};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

type Checked<T> = Result<T, Box<Diagnostic>>;

/// What is known of a defined name.
#[derive(Clone, Copy)]
enum Known {
    /// A function of so many parameters.
    Function(usize),
    /// A value, or a function that was computed.
    Other,
}

/// Checks the names of a model.
pub fn check(model: &Model, base: &BaseNames<'_>) -> Checked<()> {
    let mut scopes: HashMap<&str, Vec<Known>> = HashMap::new();
    for name in base.sets.iter().chain(base.relations) {
        scopes.insert(name, vec![Known::Other]);
    }
    for (name, _) in BUILTINS {
        scopes.insert(name, vec![Known::Function(1)]);
    }
    for Placed { source, statement, .. } in &model.statements {
        let mut names = Names { scopes: &mut scopes, source };
        match statement {
            Statement::Let(definitions) => {
                for (name, known) in names.check_definitions(definitions)? {
                    names.open(name, known);
                }
            }
            Statement::Test(test) => names.check_expression(&test.expr)?,
            Statement::Include(_) | Statement::If(_) => unreachable!("they were replaced when the model was loaded"),
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

    fn look_up(&self, name: &str, span: Span) -> Checked<Known> {
        if let Some(known) = self.scopes.get(name).and_then(|stack| stack.last()) {
            return Ok(*known);
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

    fn check_expression(&mut self, expr: &'m Expr) -> Checked<()> {
        match &expr.kind {
            ExprKind::Empty | ExprKind::Universe => Ok(()),
            ExprKind::Name(name) => self.look_up(name, expr.span).map(drop),
            ExprKind::Identity(e) | ExprKind::Complement(e) | ExprKind::Postfix(_, e) => self.check_expression(e),
            ExprKind::Infix(_, operands) => operands.iter().try_for_each(|operand| self.check_expression(operand)),
            ExprKind::Call(function, arguments) => self.check_call(function, arguments, expr.span),
            ExprKind::Let(definitions, body) => self.check_let(definitions, body),
            ExprKind::Match(m) => self.check_match(m),
        }
    }

    fn check_call(&mut self, function: &'m Word, arguments: &'m [Expr], span: Span) -> Checked<()> {
        if let Known::Function(parameters) = self.look_up(&function.text, function.span)?
            && parameters != arguments.len()
        {
            return Err(Box::new(wrong_arity(self.source, span, &function.text, parameters, arguments.len())));
        }
        arguments.iter().try_for_each(|argument| self.check_expression(argument))
    }

    /// Runs a check in a scope that has more names.
    fn with_names(&mut self, names: &[(&'m str, Known)], check: impl FnOnce(&mut Self) -> Checked<()>) -> Checked<()> {
        names.iter().for_each(|&(name, known)| self.open(name, known));
        let checked = check(self);
        names.iter().for_each(|(name, _)| self.close(name));
        checked
    }

    fn check_let(&mut self, definitions: &'m Let, body: &'m Expr) -> Checked<()> {
        let defined = self.check_definitions(definitions)?;
        self.with_names(&defined, |names| names.check_expression(body))
    }

    fn check_match(&mut self, m: &'m Match) -> Checked<()> {
        self.check_expression(&m.subject)?;
        self.check_expression(&m.empty)?;
        let bound = [&m.element, &m.rest];
        self.check_distinct(bound)?;
        self.with_names(&bound.map(|name| (name.text.as_str(), Known::Other)), |names| names.check_expression(&m.more))
    }

    /// Checks definitions, and says what is known of the names that they define; these are not yet in scope after it.
    fn check_definitions(&mut self, definitions: &'m Let) -> Checked<Vec<(&'m str, Known)>> {
        let bindings = &definitions.bindings;
        self.check_distinct(bindings.iter().map(|binding| &binding.name))?;
        if !definitions.recursive {
            bindings.iter().try_for_each(|binding| self.check_body(binding))?;
            return bindings.iter().map(|binding| Ok((binding.name.text.as_str(), self.known_of(binding)?))).collect();
        }
        let functions = bindings.iter().filter(|binding| !binding.parameters.is_empty()).count();
        if functions != 0 && functions != bindings.len() {
            let message = "functions and relations in one recursive definition".to_string();
            return self.fail(definitions.span, message, "mixed", "define all with parameters or all without");
        }
        let known = |binding: &'m Binding| match binding.parameters.len() {
            0 => (binding.name.text.as_str(), Known::Other),
            parameters => (binding.name.text.as_str(), Known::Function(parameters)),
        };
        let defined: Vec<_> = bindings.iter().map(known).collect();
        self.with_names(&defined, |names| bindings.iter().try_for_each(|binding| names.check_body(binding)))?;
        Ok(defined)
    }

    fn check_body(&mut self, binding: &'m Binding) -> Checked<()> {
        self.check_distinct(&binding.parameters)?;
        let parameters: Vec<_> = binding.parameters.iter().map(|name| (name.text.as_str(), Known::Other)).collect();
        self.with_names(&parameters, |names| names.check_expression(&binding.body))
    }

    /// What is known of a name once it is defined: another name of a function is a function too.
    fn known_of(&self, binding: &'m Binding) -> Checked<Known> {
        match (&binding.body.kind, binding.parameters.len()) {
            (ExprKind::Name(name), 0) => self.look_up(name, binding.body.span),
            (_, 0) => Ok(Known::Other),
            (_, parameters) => Ok(Known::Function(parameters)),
        }
    }

    fn check_distinct(&self, names: impl IntoIterator<Item = &'m Word>) -> Checked<()> {
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
