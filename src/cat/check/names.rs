//! Names: each is defined before its use, and called with as many arguments as it has parameters.

use super::scopes::{Entry, Known, Origin, Scopes};
use crate::cat::base_names::BaseNames;
use crate::cat::builtin::{BUILTINS, EMPTY_SET, wrong_arity};
use crate::cat::elaborate::count_arguments;
use crate::cat::load::{Model, Placed};
use crate::syntax::cat::ast::{
    Binding, Call, Enum, Expr, ExprKind, Forall, If, Let, Match, Procedure, Statement, Word,
};
use crate::syntax::cat::instead_of;
use crate::syntax::source::{Diagnostic, Source, Span, did_you_mean};
use std::collections::HashSet;
use std::sync::Arc;

/// Of so many problems it is said what name might be meant: each compares with all that are defined.
const SUGGESTED: usize = 100;

/// What is wrong with a name.
pub struct Problem {
    /// The name, where it is that it is not defined.
    pub undefined: Option<String>,
    /// What is wrong, and where.
    pub diagnostic: Box<Diagnostic>,
}

/// What is found of the names of a model.
pub struct Found<'m> {
    /// What is wrong, in order of the text.
    pub problems: Vec<Problem>,
    /// What is defined, and whether it is used.
    pub scopes: Scopes<'m>,
}

/// Looks at the names of a model, as its options are chosen.
pub fn look_at<'m>(model: &'m Model, base: &BaseNames<'m>) -> Found<'m> {
    let mut scopes = Scopes::default();
    base.sets.iter().for_each(|name| scopes.provide(name, Known::Other, Origin::BaseSet));
    base.relations.iter().for_each(|name| scopes.provide(name, Known::Other, Origin::BaseRelation));
    let mut names = Names::new(scopes, Some(&model.chosen), &model.sources[0]);
    model.statements.iter().for_each(|placed| names.check_placed(placed, true));
    Found { problems: names.problems, scopes: names.scopes }
}

/// The names that statements use without defining them, with those that only some options have them use, or that they only try.
pub fn used(statements: &[Placed], source: &Arc<Source>) -> HashSet<String> {
    undefined(statements, source, true)
}

/// Those without which they mean nothing: not what they only try.
pub fn needed(statements: &[Placed], source: &Arc<Source>) -> HashSet<String> {
    undefined(statements, source, false)
}

fn undefined(statements: &[Placed], source: &Arc<Source>, tries: bool) -> HashSet<String> {
    let mut names = Names { tries, ..Names::new(Scopes::default(), None, source) };
    statements.iter().for_each(|placed| names.check_placed(placed, placed.when.is_empty()));
    names.problems.into_iter().filter_map(|problem| problem.undefined).collect()
}

struct Names<'o, 'm> {
    scopes: Scopes<'m>,
    /// The options that are chosen; `None` to look at what is there by any.
    chosen: Option<&'o [String]>,
    source: &'m Arc<Source>,
    /// Whether the statement is one of a library.
    is_library: bool,
    /// Whether what is only tried counts, where all names are collected.
    tries: bool,
    problems: Vec<Problem>,
}

impl<'o, 'm> Names<'o, 'm> {
    fn new(mut scopes: Scopes<'m>, chosen: Option<&'o [String]>, source: &'m Arc<Source>) -> Self {
        for (name, _, parameters) in BUILTINS {
            scopes.provide(name, Known::Builtin(parameters), Origin::Language);
        }
        scopes.provide(EMPTY_SET, Known::Other, Origin::Language);
        Names { scopes, chosen, source, is_library: false, tries: true, problems: Vec::new() }
    }

    fn report(&mut self, span: Span, message: String, label: &str, help: &str) {
        let diagnostic = Box::new(Diagnostic::new(self.source, span, message, label).help(help));
        self.problems.push(Problem { undefined: None, diagnostic });
    }

    /// Checks a statement of the top level; what it defines is known after it, if it `defines`.
    fn check_placed(&mut self, placed: &'m Placed, defines: bool) {
        (self.source, self.is_library) = (&placed.source, placed.is_library);
        let opened = self.check_statement(&placed.statement, true);
        if !defines {
            self.close(opened);
        }
    }

    /// Defines a name here; the result closes it.
    fn open(&mut self, word: &'m Word, known: Known, is_top: bool) -> &'m str {
        let origin = if self.is_library { Origin::Library } else { Origin::Defined };
        let entry = Entry { known, origin, place: Some((self.source, word.span)), is_top, definition: None };
        self.scopes.open(&word.text, entry);
        &word.text
    }

    /// Defines a name within its own definition.
    fn open_itself(&mut self, word: &'m Word, known: Known) -> &'m str {
        let name = self.open(word, known, false);
        self.scopes.is_itself();
        name
    }

    fn close(&mut self, opened: Vec<&'m str>) {
        opened.into_iter().for_each(|name| self.scopes.close(name));
    }

    /// Checks a statement; what it defines stays known until it is closed.
    fn check_statement(&mut self, statement: &'m Statement, is_top: bool) -> Vec<&'m str> {
        match statement {
            Statement::Let(definitions) => {
                let defined = self.check_definitions(definitions);
                defined.into_iter().map(|(word, known)| self.open(word, known, is_top)).collect()
            }
            Statement::Test(test) => {
                self.check_expression(&test.expr);
                vec![]
            }
            Statement::With(with) => {
                self.check_expression(&with.from);
                vec![self.open(&with.name, Known::Chosen, is_top)]
            }
            Statement::Procedure(procedure) => {
                self.check_procedure(procedure);
                self.scopes.add_procedure(&procedure.name.text, procedure.parameters.len());
                vec![]
            }
            Statement::Call(call) => {
                self.check_procedure_call(call);
                vec![]
            }
            Statement::Forall(forall) => {
                self.check_forall(forall);
                vec![]
            }
            Statement::Enum(Enum { name, tags, .. }) => {
                let opened = self.open(name, Known::Other, is_top);
                self.scopes.add_tags(tags.iter().map(|tag| tag.text.as_str()));
                vec![opened]
            }
            Statement::If(choice) => self.check_if(choice, is_top),
            Statement::Show(shown, _) => {
                self.check_shown(shown);
                vec![]
            }
            Statement::Include(_) | Statement::Ignored(_) => vec![],
        }
    }

    fn check_body(&mut self, body: &'m [Statement]) {
        let mut opened = Vec::new();
        for statement in body {
            opened.extend(self.check_statement(statement, false));
        }
        self.close(opened);
    }

    fn check_procedure(&mut self, procedure: &'m Procedure) {
        self.check_distinct(&procedure.parameters);
        let opened = procedure.parameters.iter().map(|word| self.open(word, Known::Parameter, false)).collect();
        self.check_body(&procedure.body);
        self.close(opened);
    }

    fn check_procedure_call(&mut self, call: &'m Call) {
        call.arguments.iter().for_each(|argument| self.check_expression(argument));
        let (name, given) = (&call.name.text, call.arguments.len());
        match self.scopes.procedure(name) {
            None => {
                let message = format!("`{name}` is not defined");
                let diagnostic = Diagnostic::new(self.source, call.name.span, message, "no procedure of this name");
                self.problems.push(Problem { undefined: Some(name.clone()), diagnostic: Box::new(diagnostic) });
            }
            Some(parameters) if parameters != given => {
                let message = format!("`{name}` takes {parameters} arguments, not {given}");
                self.report(call.span, message, "this call", "as many as the procedure has parameters");
            }
            Some(_) => {}
        }
    }

    fn check_forall(&mut self, forall: &'m Forall) {
        self.check_expression(&forall.of);
        let opened = vec![self.open(&forall.element, Known::Parameter, false)];
        self.check_body(&forall.body);
        self.close(opened);
    }

    fn check_if(&mut self, choice: &'m If, is_top: bool) -> Vec<&'m str> {
        let is_looked_at = |is_then: bool| self.is_chosen(&choice.option).is_none_or(|chosen| chosen == is_then);
        let branches = [(&choice.then, is_looked_at(true)), (&choice.otherwise, is_looked_at(false))];
        let mut opened = Vec::new();
        for statement in branches.into_iter().filter(|(_, looked_at)| *looked_at).flat_map(|(branch, _)| branch) {
            opened.extend(self.check_statement(statement, is_top));
        }
        opened
    }

    /// Whether an option is chosen; `None` where it does not matter.
    fn is_chosen(&self, option: &Word) -> Option<bool> {
        self.chosen.map(|chosen| chosen.contains(&option.text))
    }

    /// What is shown counts as used, and need not be defined: herd's own files show what other architectures have.
    fn check_shown(&mut self, shown: &'m [Expr]) {
        let before = self.problems.len();
        shown.iter().for_each(|e| self.check_expression(e));
        if self.chosen.is_some() {
            self.problems.truncate(before);
        }
    }

    fn look_up(&mut self, name: &str, span: Span) -> Known {
        if let Some(known) = self.scopes.use_name(name) {
            return known;
        }
        // Any letter is near any other. Where all names are collected, nobody reads what each might be.
        let defined = self.scopes.names().filter(|name| name.len() > 1);
        let suggests = self.chosen.is_some() && self.problems.len() < SUGGESTED;
        let near = suggests.then(|| did_you_mean(name, defined)).flatten();
        let diagnostic = Diagnostic::new(self.source, span, format!("`{name}` is not defined"), "not known here");
        let diagnostic = Box::new(match (instead_of(name), near) {
            (Some(help), _) => unsupported(self.source, span, name).help(help),
            (None, Some(near)) => diagnostic.help(format!("did you mean `{near}`?")),
            (None, None) => diagnostic,
        });
        self.problems.push(Problem { undefined: Some(name.to_string()), diagnostic });
        Known::Other
    }

    fn check_expression(&mut self, expr: &'m Expr) {
        match &expr.kind {
            ExprKind::Empty | ExprKind::Universe => {}
            ExprKind::Tag(tag) => self.scopes.use_tag(tag),
            ExprKind::Name(name) => drop(self.look_up(name, expr.span)),
            ExprKind::Identity(e) | ExprKind::Complement(e) | ExprKind::Postfix(_, e) | ExprKind::Part(_, _, e) => {
                self.check_expression(e);
            }
            ExprKind::Infix(_, list) | ExprKind::Set(list) | ExprKind::Tuple(list) => {
                list.iter().for_each(|e| self.check_expression(e));
            }
            ExprKind::Call(function, arguments) => self.check_call(function, arguments, expr.span),
            ExprKind::Let(definitions, body) => {
                let defined = self.check_definitions(definitions);
                self.check_within(defined, body);
            }
            ExprKind::Match(m) => self.check_match(m),
            ExprKind::MatchTag(m) => {
                self.check_expression(&m.subject);
                for (tag, arm) in &m.arms {
                    tag.iter().for_each(|tag| self.scopes.use_tag(tag));
                    self.check_expression(arm);
                }
            }
            ExprKind::Function(binding) => self.check_function(binding),
            ExprKind::Try(first, second) => self.check_try(first, second),
            ExprKind::If(option, then, otherwise) => {
                let chosen = self.is_chosen(option);
                if chosen != Some(false) {
                    self.check_expression(then);
                }
                if chosen != Some(true) {
                    self.check_expression(otherwise);
                }
            }
        }
    }

    /// The second stands where a name of the first is not defined.
    fn check_try(&mut self, first: &'m Expr, second: &'m Expr) {
        let before = self.problems.len();
        self.check_expression(first);
        let is_undefined = self.problems[before..].iter().any(|problem| problem.undefined.is_some());
        if self.chosen.is_none() && self.tries {
            return self.check_expression(second);
        }
        if is_undefined || self.chosen.is_none() {
            self.problems.truncate(before);
            self.check_expression(second);
        }
    }

    fn check_call(&mut self, function: &'m Word, arguments: &'m [Expr], span: Span) {
        let given = count_arguments(arguments);
        let wrong = match self.look_up(&function.text, function.span) {
            Known::Builtin(parameters) if given != parameters => Some(parameters),
            // What is left is passed to what the function makes of the others.
            Known::Function(parameters) if given < parameters => Some(parameters),
            Known::Builtin(_) | Known::Function(_) | Known::Chosen | Known::Parameter | Known::Other => None,
        };
        let is_passed_on = arguments.len() == 1 && !matches!(arguments[0].kind, ExprKind::Tuple(_));
        if let Some(parameters) = wrong.filter(|parameters| *parameters < 2 || !is_passed_on) {
            let diagnostic = Box::new(wrong_arity(self.source, span, &function.text, parameters, given));
            self.problems.push(Problem { undefined: None, diagnostic });
        }
        arguments.iter().for_each(|argument| self.check_expression(argument));
    }

    fn check_within(&mut self, defined: Vec<(&'m Word, Known)>, body: &'m Expr) {
        let opened = defined.into_iter().map(|(word, known)| self.open(word, known, false)).collect();
        self.check_expression(body);
        self.close(opened);
    }

    fn check_match(&mut self, m: &'m Match) {
        self.check_expression(&m.subject);
        self.check_expression(&m.empty);
        let bound = [&m.element, &m.rest];
        self.check_distinct(bound);
        self.check_within(bound.map(|word| (word, Known::Parameter)).into(), &m.more);
    }

    /// Checks definitions, and says what is known of the names that they define; these are not yet in scope after it.
    fn check_definitions(&mut self, definitions: &'m Let) -> Vec<(&'m Word, Known)> {
        let bindings = &definitions.bindings;
        self.check_distinct(bindings.iter().map(|binding| &binding.name));
        if !definitions.recursive {
            bindings.iter().for_each(|binding| self.check_function(binding));
            return bindings.iter().map(|binding| (&binding.name, self.known_of(binding))).collect();
        }
        let functions = bindings.iter().filter(|binding| !binding.parameters.is_empty()).count();
        if functions != 0 && functions != bindings.len() {
            let message = "functions and relations in one recursive definition".to_string();
            self.report(definitions.span, message, "mixed", "define all with parameters or all without");
        }
        let known = |binding: &'m Binding| match binding.parameters.len() {
            0 => (&binding.name, Known::Other),
            parameters => (&binding.name, Known::Function(parameters)),
        };
        let defined: Vec<_> = bindings.iter().map(known).collect();
        let opened = defined.iter().map(|&(word, known)| self.open_itself(word, known)).collect();
        bindings.iter().for_each(|binding| self.check_function(binding));
        self.close(opened);
        defined
    }

    fn check_function(&mut self, binding: &'m Binding) {
        self.check_distinct(&binding.parameters);
        let parameters = binding.parameters.iter().map(|word| (word, Known::Parameter)).collect();
        self.check_within(parameters, &binding.body);
    }

    /// What is known of a name once it is defined: another name of a function is a function too.
    fn known_of(&mut self, binding: &'m Binding) -> Known {
        match (&binding.body.kind, binding.parameters.len()) {
            (ExprKind::Name(name), 0) => self.scopes.use_name(name).unwrap_or(Known::Other),
            (_, 0) => Known::Other,
            (_, parameters) => Known::Function(parameters),
        }
    }

    fn check_distinct(&mut self, names: impl IntoIterator<Item = &'m Word>) {
        let mut seen = HashSet::new();
        if let Some(name) = names.into_iter().find(|name| !seen.insert(&name.text)) {
            let message = format!("`{}` is named twice", name.text);
            self.report(name.span, message, "the second", "give it another name");
        }
    }
}

/// What other tools have a meaning for.
fn unsupported(source: &Arc<Source>, span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(source, span, format!("`{name}` is not supported"), "of herd7's or Dartagnan's cat")
}
