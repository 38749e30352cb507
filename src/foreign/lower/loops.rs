//! Branches and loops.

use super::super::ast::{Block, Expr};
use super::body::{Body, Out};
use super::{Lowered, at};
use crate::syntax::litmus::ast::{ExprKind, Statement};
use crate::syntax::litmus::build::leaf;
use crate::syntax::source::Span;

impl Body<'_, '_> {
    /// `if (c) a else b`
    pub(super) fn branch(
        &mut self,
        (c, then, otherwise): (&Expr, &Block, Option<&Block>),
        span: Span,
        out: &mut Out,
    ) -> Lowered<()> {
        let condition = self.value(c, out)?;
        let condition = self.truth(condition, c.span)?;
        let before = self.written();
        let inner = self.inner(then)?;
        let after = self.written();
        self.restore(&before);
        let braces = then.span;
        let then = self.context.block(inner, braces)?;
        let otherwise = match otherwise {
            None => None,
            Some(block) => {
                let inner = self.inner(block)?;
                Some(self.context.block(inner, block.span)?)
            }
        };
        // What is written on both ways is.
        for (register, after) in self.registers.iter_mut().zip(after.into_iter().chain(std::iter::repeat(false))) {
            register.is_written &= after;
        }
        out.push(at(Statement::If { condition, then, otherwise }, span));
        Ok(())
    }

    /// `while (c) body`, with a statement after each turn in `for`. The accesses of the condition come before the loop and at the end of each turn.
    pub(super) fn while_loop(
        &mut self,
        (c, body, step): (Option<&Expr>, &Block, Option<&Expr>),
        span: Span,
        out: &mut Out,
    ) -> Lowered<()> {
        let mut accesses = Vec::new();
        let condition = match c {
            Some(c) => {
                let value = self.value(c, &mut accesses)?;
                self.truth(value, c.span)?
            }
            None => leaf(ExprKind::Bool(true), span.start, span.end),
        };
        let before = self.written();
        let mut inner = self.inner(body)?;
        if let Some(step) = step {
            self.statement(&at(super::ast::Statement::Expr(step.clone()), step.span), &mut inner)?;
        }
        self.restore(&before);
        if !accesses.is_empty() && inner.is_empty() {
            let body = self.context.block(accesses, span)?;
            out.push(at(Statement::DoWhile { body, condition, unroll: None }, span));
            return Ok(());
        }
        inner.extend(accesses.iter().cloned());
        out.extend(accesses);
        let body = self.context.block(inner, body.span)?;
        out.push(at(Statement::While { condition, unroll: None, body }, span));
        Ok(())
    }

    /// `do body while (c);`
    pub(super) fn do_loop(&mut self, body: &Block, c: &Expr, span: Span, out: &mut Out) -> Lowered<()> {
        let mut inner = self.inner(body)?;
        let condition = self.value(c, &mut inner)?;
        let condition = self.truth(condition, c.span)?;
        let body = self.context.block(inner, body.span)?;
        out.push(at(Statement::DoWhile { body, condition, unroll: None }, span));
        Ok(())
    }

    fn written(&self) -> Vec<bool> {
        self.registers.iter().map(|register| register.is_written).collect()
    }

    /// What was written before; registers made since are not.
    fn restore(&mut self, before: &[bool]) {
        for (register, before) in self.registers.iter_mut().zip(before.iter().copied().chain(std::iter::repeat(false)))
        {
            register.is_written = before;
        }
    }
}
