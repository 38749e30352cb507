//! Walks over trees.

use super::ast::{Expr, ExprKind, Forall, Procedure, Statement};

impl Expr {
    /// Shows this expression and all within it, outer ones first.
    pub fn visit<'e>(&'e self, each: &mut dyn FnMut(&'e Expr)) {
        each(self);
        match &self.kind {
            ExprKind::Name(_) | ExprKind::Empty | ExprKind::Universe | ExprKind::Tag(_) => {}
            ExprKind::Identity(e) | ExprKind::Complement(e) | ExprKind::Postfix(_, e) | ExprKind::Part(_, _, e) => {
                e.visit(each);
            }
            ExprKind::Infix(_, list) | ExprKind::Call(_, list) | ExprKind::Set(list) | ExprKind::Tuple(list) => {
                list.iter().for_each(|e| e.visit(each));
            }
            ExprKind::Let(definitions, body) => {
                definitions.bindings.iter().for_each(|binding| binding.body.visit(each));
                body.visit(each);
            }
            ExprKind::Function(binding) => binding.body.visit(each),
            ExprKind::Match(m) => [&m.subject, &m.empty, &m.more].into_iter().for_each(|e| e.visit(each)),
            ExprKind::MatchTag(m) => {
                m.subject.visit(each);
                m.arms.iter().for_each(|(_, arm)| arm.visit(each));
            }
            ExprKind::Try(a, b) | ExprKind::If(_, a, b) => [a, b].into_iter().for_each(|e| e.visit(each)),
        }
    }
}

impl Statement {
    /// Shows this statement and those within it, outer ones first.
    pub fn visit<'s>(&'s self, each: &mut dyn FnMut(&'s Statement)) {
        each(self);
        match self {
            Statement::If(choice) => choice.then.iter().chain(&choice.otherwise).for_each(|within| within.visit(each)),
            Statement::Procedure(Procedure { body, .. }) | Statement::Forall(Forall { body, .. }) => {
                body.iter().for_each(|within| within.visit(each));
            }
            Statement::Include(_) | Statement::Let(_) | Statement::Test(_) | Statement::With(_) => {}
            Statement::Call(_) | Statement::Enum(_) | Statement::Show(..) | Statement::Ignored(_) => {}
        }
    }

    /// The expressions that it has itself, not those of statements within it.
    pub fn expressions(&self) -> Vec<&Expr> {
        match self {
            Statement::Let(definitions) => definitions.bindings.iter().map(|binding| &binding.body).collect(),
            Statement::Test(test) => vec![&test.expr],
            Statement::With(with) => vec![&with.from],
            Statement::Call(call) => call.arguments.iter().collect(),
            Statement::Forall(forall) => vec![&forall.of],
            Statement::Show(shown, _) => shown.iter().collect(),
            Statement::Include(_) | Statement::If(_) | Statement::Procedure(_) => vec![],
            Statement::Enum(_) | Statement::Ignored(_) => vec![],
        }
    }
}
