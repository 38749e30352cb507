//! Registers that our language does not see to be written before they are read. Values in SSA form always are, on ways through blocks that it sees as
//! branches and loops.

use crate::syntax::litmus::ast::{Access, At, Cmpxchg, Dma, Expr, ExprKind, Statement};
use std::collections::BTreeSet;

/// Such registers, of statements that may read these names, of objects, at any place.
pub fn doubtful(statements: &[At<Statement>], objects: impl IntoIterator<Item = String>) -> BTreeSet<String> {
    let mut doubt = Doubt { written: objects.into_iter().collect(), found: BTreeSet::new() };
    doubt.block(statements);
    doubt.found
}

struct Doubt {
    /// What is written on every way to a place.
    written: BTreeSet<String>,
    found: BTreeSet<String>,
}

impl Doubt {
    fn block(&mut self, statements: &[At<Statement>]) {
        statements.iter().for_each(|statement| self.statement(&statement.node));
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Load { dest, access, .. } => {
                self.access(access);
                self.write(&dest.node);
            }
            Statement::Store { value, access, .. } => {
                self.expr(value);
                self.access(access);
            }
            Statement::Rmw { dest, value, access, .. } => {
                self.expr(value);
                self.access(access);
                dest.iter().for_each(|dest| self.write(&dest.node));
            }
            Statement::Cmpxchg(operation) => {
                let Cmpxchg { dest, success, expected, new, access, .. } = &**operation;
                self.expr(expected);
                self.expr(new);
                self.access(access);
                dest.iter().chain(success).for_each(|dest| self.write(&dest.node));
            }
            Statement::Dma(operation) => {
                let Dma { memory, lds, .. } = &**operation;
                self.read(&memory.name.node);
                self.read(&lds.name.node);
            }
            Statement::Barrier(barrier) => barrier.dest.iter().for_each(|dest| self.write(&dest.node)),
            Statement::Assign { dest, value } => {
                self.expr(value);
                self.write(&dest.node);
            }
            Statement::If { condition, then, otherwise } => {
                self.expr(condition);
                let before = self.written.clone();
                self.block(&then.statements);
                let after = std::mem::replace(&mut self.written, before);
                self.block(otherwise.as_ref().map_or(&[], |block| block.statements.as_slice()));
                self.written.retain(|name| after.contains(name));
            }
            Statement::While { condition, body, .. } => {
                self.expr(condition);
                let before = self.written.clone();
                self.block(&body.statements);
                self.written = before;
            }
            Statement::DoWhile { body, condition, .. } => {
                self.block(&body.statements);
                self.expr(condition);
            }
            Statement::Call(body) => self.block(&body.statements),
            Statement::Fence { .. }
            | Statement::Asm(_)
            | Statement::Asyncmark
            | Statement::WaitAsyncmark(_)
            | Statement::Submit(_) => {}
        }
    }

    fn access(&mut self, access: &Access) {
        self.read(&access.pointer.name.node);
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(_) | ExprKind::Bool(_) => {}
            ExprKind::Name(name) => self.read(name),
            ExprKind::Unary(_, a) | ExprKind::Cast(_, a, _) => self.expr(a),
            ExprKind::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Select(parts) => parts.iter().for_each(|part| self.expr(part)),
        }
    }

    fn read(&mut self, name: &str) {
        if !self.written.contains(name) {
            self.found.insert(name.to_string());
        }
    }

    fn write(&mut self, name: &str) {
        self.written.insert(name.to_string());
    }
}
