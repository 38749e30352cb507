//! Elaboration of statements.

use super::MAX_AXIOMS;
use super::expressions::Elaborator;
use super::operators::{self, Operand};
use super::value::{Scope, Sets, Value};
use crate::cat::core::{NamedBy, Place, Property, Subject, Test};
use crate::syntax::cat::ast::{self, Call, Enum, Forall, Let, Procedure, Statement, TestKind};
use crate::syntax::source::{Diagnostic, Source, Span};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// What the axiom is named that a read-modify-write which is one event brings.
const ONE_EVENT: &str = "one-event";

type Done = Result<(), Box<Diagnostic>>;

/// What statements made so far.
#[derive(Default)]
pub struct Statements<'m> {
    axioms: Vec<Test>,
    flags: Vec<Test>,
    procedures: Vec<Defined<'m>>,
    /// How many `with` chose an order of their own so far.
    pub orders: u32,
    /// Whether a `with` chose the coherence order.
    pub has_coherence: bool,
}

/// A procedure and where it stands.
#[derive(Clone, Copy)]
struct Defined<'m> {
    procedure: &'m Procedure,
    source: &'m Arc<Source>,
    /// How many definitions of the top level stand before it.
    visible: usize,
}

impl Statements<'_> {
    /// The axioms and the flags, each of a name of its own: a second one of a name is `name-2`.
    pub fn into_tests(self) -> (Vec<Test>, Vec<Test>) {
        let Statements { mut axioms, mut flags, .. } = self;
        let mut seen: HashMap<String, usize> = HashMap::new();
        for test in axioms.iter_mut().chain(&mut flags) {
            let count = seen.entry(test.name.clone()).or_default();
            *count += 1;
            if *count > 1 {
                test.name = format!("{}-{count}", test.name);
            }
        }
        (axioms, flags)
    }
}

/// Where statements stand: what names mean there, and in what call.
struct At<'m> {
    scope: Scope<'m>,
    /// Whether definitions are for the rest of the model.
    is_top: bool,
    /// How many procedures stand before.
    procedures: usize,
    /// What the call that they stand in is named.
    label: Option<&'m str>,
}

impl<'m> Elaborator<'m, '_> {
    /// Elaborates a statement of the model.
    pub fn top_level(&mut self, statement: &'m Statement, source: &'m Arc<Source>) -> Done {
        let procedures = self.made.procedures.len();
        let mut at = At { scope: self.top_scope(source), is_top: true, procedures, label: None };
        self.statement(statement, &mut at)
    }

    fn statement(&mut self, statement: &'m Statement, at: &mut At<'m>) -> Done {
        match statement {
            Statement::Let(definitions) => self.define(definitions, at),
            Statement::Test(test) => self.test(test, at),
            Statement::With(with) => {
                let value = self.choose(with, &at.scope)?;
                self.bind(with.name.text.as_str(), value, at);
                Ok(())
            }
            Statement::Procedure(procedure) if at.is_top => {
                let (source, visible) = (at.scope.source, self.globals.count());
                self.made.procedures.push(Defined { procedure, source, visible });
                Ok(())
            }
            Statement::Procedure(procedure) => Err(misplaced(procedure.span, "a procedure", at)),
            Statement::Call(call) => self.call(call, at),
            Statement::Forall(forall) => self.forall(forall, at),
            Statement::Enum(tags) => {
                let value = enumerated(tags);
                self.bind(tags.name.text.as_str(), value, at);
                Ok(())
            }
            Statement::If(choice) => {
                let chosen = self.is_chosen(&choice.option.text);
                let statements = if chosen { &choice.then } else { &choice.otherwise };
                statements.iter().try_for_each(|statement| self.statement(statement, at))
            }
            Statement::Include(word) => Err(misplaced(word.span, "`include`", at)),
            Statement::Show(..) | Statement::Ignored(_) => Ok(()),
        }
    }

    fn bind(&mut self, name: &'m str, value: Value<'m>, at: &mut At<'m>) {
        match at.is_top {
            true => self.globals.add(vec![(name, value)]),
            false => at.scope = at.scope.with_names(vec![(name, value)]),
        }
    }

    fn define(&mut self, definitions: &'m Let, at: &mut At<'m>) -> Done {
        let names = self.definitions(definitions, &at.scope)?;
        let by = if at.is_top { NamedBy::Definition } else { NamedBy::Use };
        self.name_definitions(definitions, &names, at.scope.source, by);
        match at.is_top {
            true => self.globals.add(names),
            false => at.scope = at.scope.with_names(names),
        }
        Ok(())
    }

    fn test(&mut self, test: &'m ast::Test, at: &At<'m>) -> Done {
        let (source, expr) = (at.scope.source, &test.expr);
        let value = self.eval(expr, &at.scope)?;
        let property = match (test.kind, value) {
            (TestKind::Acyclic, value) => Property::Acyclic(self.relation(&value, source, expr)?),
            (TestKind::Irreflexive, value) => Property::Irreflexive(self.relation(&value, source, expr)?),
            (TestKind::Empty, Value::Set(set)) => Property::Empty(Subject::Set(set)),
            (TestKind::Empty, value) => Property::Empty(Subject::Rel(self.relation(&value, source, expr)?)),
        };
        let written = test.name.as_ref().map(|name| name.text.clone());
        let name = written.as_deref().or(at.label);
        let name = name.map_or_else(|| file_and_line(source, test.span), str::to_string);
        let place = Place { source: source.clone(), span: test.span };
        let provenance = Arc::new(test.provenance.clone());
        let (negated, undefines) = (test.negated, test.undefines);
        let made = Test { name, written, property, negated, undefines, place, provenance };
        match test.flag {
            true => self.made.flags.push(made),
            false => self.add_axiom(made)?,
        }
        Ok(())
    }

    /// Rules out that a read-modify-write which is one event reads what it writes itself.
    pub fn rule_out_what_no_whole_does(&mut self, source: &Arc<Source>) -> Done {
        let Some(whole) = self.whole else { return Ok(()) };
        let property = Property::Empty(Subject::Rel(whole.impossible(self.graph)));
        self.graph.place_new_nodes(source, Span::default());
        let place = Place { source: source.clone(), span: Span::default() };
        let (name, provenance) = (ONE_EVENT.to_string(), Arc::default());
        self.add_axiom(Test { name, written: None, property, negated: false, undefines: false, place, provenance })
    }

    /// Adds an axiom of the model.
    pub fn add_axiom(&mut self, axiom: Test) -> Done {
        if self.made.axioms.len() == MAX_AXIOMS {
            let message = format!("more than {MAX_AXIOMS} axioms in one model");
            let diagnostic = Diagnostic::new(&axiom.place.source, axiom.place.span, message, "one too many");
            return Err(Box::new(diagnostic.help("unite relations that are tested alike with `|`")));
        }
        self.made.axioms.push(axiom);
        Ok(())
    }

    fn call(&mut self, call: &'m Call, at: &At<'m>) -> Done {
        let before = self.made.procedures[..at.procedures].iter();
        let found = before.enumerate().rev().find(|(_, defined)| defined.procedure.name.text == call.name.text);
        let Some((procedures, &Defined { procedure, source, visible })) = found else {
            let message = format!("no procedure is named `{}`", call.name.text);
            return Err(Box::new(Diagnostic::new(at.scope.source, call.name.span, message, "not known here")));
        };
        let values =
            call.arguments.iter().map(|e| self.operand(e, &at.scope)).collect::<Result<Vec<Operand<'m, 'm>>, _>>()?;
        let (parameters, given) = (procedure.parameters.len(), values.len());
        if parameters != given {
            let message = format!("`{}` takes {parameters} arguments, not {given}", call.name.text);
            return Err(Box::new(Diagnostic::new(at.scope.source, call.span, message, "this call")));
        }
        let names = procedure.parameters.iter().map(|name| name.text.as_str());
        let named = names.zip(values.into_iter().map(|operand| operand.value)).collect();
        let scope = Scope { source, visible, locals: None }.with_names(named);
        let label = call.label.as_ref().map(|label| label.text.as_str()).or(at.label);
        let mut within = At { scope, is_top: false, procedures, label };
        procedure.body.iter().try_for_each(|statement| self.statement(statement, &mut within))
    }

    fn forall(&mut self, forall: &'m Forall, at: &At<'m>) -> Done {
        let value = self.eval(&forall.of, &at.scope)?;
        let elements: Sets<'m> = operators::sets(value, at.scope.source, &forall.of)?;
        for element in elements.items() {
            let scope = at.scope.with_names(vec![(forall.element.text.as_str(), element.clone())]);
            let mut within = At { scope, is_top: false, ..*at };
            forall.body.iter().try_for_each(|statement| self.statement(statement, &mut within))?;
        }
        Ok(())
    }
}

fn enumerated(tags: &Enum) -> Value<'_> {
    Value::Sets(Sets::new(tags.tags.iter().map(|tag| Value::Tag(&tag.text))))
}

fn misplaced(span: Span, what: &str, at: &At<'_>) -> Box<Diagnostic> {
    let message = format!("{what} within other statements");
    Box::new(Diagnostic::new(at.scope.source, span, message, "not supported here").help("it stands on its own"))
}

fn file_and_line(source: &Source, span: Span) -> String {
    let file = Path::new(&source.name).file_name().unwrap_or_default().to_string_lossy();
    format!("{file}:{}", source.line_column(span.start).0)
}
