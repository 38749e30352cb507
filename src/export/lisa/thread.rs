//! A thread as a column of LISA's instructions.

use super::super::{Exported, integer, refuse};
use super::{LANGUAGE, number, wide};
use crate::llvm::{RmwOp, ScopeLevel, SyncScope, TagSet};
use crate::program::{
    Access, ArithOp, BOOL, BinaryOp, CastOp, CompareOp, Instr, InstrKind, LogicOp, Program, RegId, ThreadId, UnaryOp,
    Value, ValueKind,
};
use crate::syntax::source::Span;
use std::collections::BTreeMap;

/// The instructions of a thread as they are written.
pub(super) struct Column<'p> {
    program: &'p Program,
    thread: ThreadId,
    registers: &'p BTreeMap<RegId, String>,
    lines: Vec<String>,
    /// The registers that are free, for values between.
    free: usize,
    labels: usize,
}

impl<'p> Column<'p> {
    pub(super) fn new(program: &'p Program, thread: ThreadId, registers: &'p BTreeMap<RegId, String>) -> Column<'p> {
        let number = |name: &String| name[1..].parse::<usize>().map_or(0, |number| number + 1);
        let free = registers.values().map(number).max().unwrap_or(0);
        Column { program, thread, registers, lines: Vec::new(), free, labels: 0 }
    }

    /// The lines of a body.
    pub(super) fn lines(mut self, body: &[Instr]) -> Exported<Vec<String>> {
        self.block(body)?;
        Ok(self.lines)
    }

    fn block(&mut self, body: &[Instr]) -> Exported<()> {
        body.iter().try_for_each(|instr| self.instruction(instr))
    }

    fn instruction(&mut self, instr: &Instr) -> Exported<()> {
        let span = instr.span;
        match &instr.kind {
            InstrKind::Load { dest, access } => {
                let (location, words) = self.accessed(access, span)?;
                self.lines.push(format!("r[{words}] {} {location}", self.registers[dest]));
            }
            InstrKind::Store { value, access } => {
                let value = self.operand(value, span)?;
                let (location, words) = self.accessed(access, span)?;
                self.lines.push(format!("w[{words}] {location} {value}"));
            }
            InstrKind::Rmw { dest, op, value, access } => {
                let value = self.operand(value, span)?;
                let (location, words) = self.accessed(access, span)?;
                let dest = match dest {
                    Some(dest) => self.registers[dest].clone(),
                    None => self.fresh(),
                };
                let operation = self.update(*op, (&dest, &value), span)?;
                self.lines.push(format!("rmw[{words}] {dest} {operation} {location}"));
            }
            InstrKind::Fence { scope, ordering, tags, asm } => {
                self.no_code(asm.as_ref(), span)?;
                let words = self.words(ordering.as_str(), Some((*scope, tags)), span)?;
                self.lines.push(format!("f[{words}]"));
            }
            InstrKind::Assign { dest, value } => {
                let operation = self.operation(value, span)?;
                self.lines.push(format!("mov {} {operation}", self.registers[dest]));
            }
            InstrKind::Call(body) => self.block(body)?,
            InstrKind::If { condition, then, otherwise } => {
                let (inner, end) = (self.label(), self.label());
                self.branch(condition, &inner, span)?;
                self.block(otherwise)?;
                self.lines.push(format!("b[] {end}"));
                self.lines.push(format!("{inner}:"));
                self.block(then)?;
                self.lines.push(format!("{end}:"));
            }
            InstrKind::Loop { condition, at_least_once, body, .. } => {
                let (again, asked) = (self.label(), self.label());
                if !at_least_once {
                    self.lines.push(format!("b[] {asked}"));
                }
                self.lines.push(format!("{again}:"));
                self.block(body)?;
                self.lines.push(format!("{asked}:"));
                self.branch(condition, &again, span)?;
            }
            InstrKind::Cmpxchg(_) => {
                return self.refuse(span, "a compare-and-swap", "LISA has none", "loads, stores and `atomicrmw`");
            }
            InstrKind::Barrier(_) => return self.refuse(span, "a barrier", "LISA has none", "fences and atomics"),
            InstrKind::Packet(_) => {
                return self.refuse(span, "a dispatch", "LISA has no queues", "threads without queues");
            }
            InstrKind::Dma(_) | InstrKind::Asyncmark | InstrKind::WaitAsyncmark { .. } => {
                return self.refuse(span, "a DMA operation", "LISA has none", "loads and stores");
            }
            InstrKind::Asm(code) => self.no_code(Some(code), span)?,
        }
        Ok(())
    }

    fn refuse<T>(&self, span: Span, message: impl Into<String>, label: &str, help: &str) -> Exported<T> {
        refuse(self.program, span, message, label, help)
    }

    fn no_code(&self, code: Option<&String>, span: Span) -> Exported<()> {
        match code {
            None => Ok(()),
            Some(_) => self.refuse(span, "machine code", "not written in LISA", "operations of the source"),
        }
    }

    /// A register that nothing else is in.
    fn fresh(&mut self) -> String {
        self.free += 1;
        format!("r{}", self.free - 1)
    }

    fn label(&mut self) -> String {
        self.labels += 1;
        format!("L{}{}", self.thread.index(), self.labels - 1)
    }

    /// A branch that is taken where a value is true.
    fn branch(&mut self, condition: &Value, to: &str, span: Span) -> Exported<()> {
        let operand = self.operand(condition, span)?;
        let register = match operand.starts_with('r') {
            true => operand,
            false => self.moved(&operand),
        };
        self.lines.push(format!("b[] {register} {to}"));
        Ok(())
    }

    /// The register that an operation is put into.
    fn moved(&mut self, operation: &str) -> String {
        let register = self.fresh();
        self.lines.push(format!("mov {register} {operation}"));
        register
    }

    /// The location that is accessed, and the words of the access.
    fn accessed(&self, access: &Access, span: Span) -> Exported<(&'p str, String)> {
        self.no_code(access.asm.as_ref(), span)?;
        let ValueKind::Object(object) = access.pointer.kind else {
            let help = "an object by its name";
            return self.refuse(
                access.pointer_span,
                "an access through a pointer in a register",
                "not written in LISA",
                help,
            );
        };
        wide(self.program, integer(self.program, access.ty, span, LANGUAGE)?, span)?;
        let scope = access.ordering.map(|_| (access.scope, &access.tags));
        if scope.is_none() && !access.tags.is_empty() {
            return self.tags(span);
        }
        let mut words = self.words(access.ordering.map_or("plain", |ordering| ordering.as_str()), scope, span)?;
        let more = [(access.volatile, "volatile"), (access.nontemporal, "nontemporal"), (access.generic, "generic")];
        more.iter().filter(|(is_so, _)| *is_so).for_each(|(_, word)| words += &format!(",{word}"));
        Ok((&self.program.objects[object].name, words))
    }

    /// The order of an operation, and the scope of one that has an order.
    fn words(&self, order: &str, scope: Option<(SyncScope, &TagSet)>, span: Span) -> Exported<String> {
        let Some((SyncScope { level, one_as }, tags)) = scope else { return Ok(order.to_string()) };
        if !tags.is_empty() {
            return self.tags(span);
        }
        let level = match level {
            ScopeLevel::Singlethread => {
                return self.refuse(span, "a scope of one thread", "no level of LISA's tree", "`wavefront` or wider");
            }
            ScopeLevel::System
            | ScopeLevel::Agent
            | ScopeLevel::Cluster
            | ScopeLevel::Workgroup
            | ScopeLevel::Wavefront => level,
        };
        Ok(format!("{order},{level}{}", if one_as { ",one_as" } else { "" }))
    }

    fn tags<T>(&self, span: Span) -> Exported<T> {
        self.refuse(span, "tags", "LISA has no relaxation annotations", "leave them out")
    }

    /// What an update writes, where the register holds what it has read.
    fn update(&self, op: RmwOp, (old, value): (&str, &str), span: Span) -> Exported<String> {
        match op {
            RmwOp::Xchg => Ok(value.to_string()),
            RmwOp::Add => Ok(format!("(add {old} {value})")),
            RmwOp::And => Ok(format!("(and {old} {value})")),
            RmwOp::Xor => Ok(format!("(xor {old} {value})")),
            RmwOp::Sub
            | RmwOp::Nand
            | RmwOp::Or
            | RmwOp::Max
            | RmwOp::Min
            | RmwOp::Umax
            | RmwOp::Umin
            | RmwOp::UincWrap
            | RmwOp::UdecWrap
            | RmwOp::UsubCond
            | RmwOp::UsubSat => {
                self.refuse(span, format!("an update by `{op}`"), "LISA has no such operator", "xchg, add, and, xor")
            }
        }
    }

    /// A register or a number; what is computed goes to a register before.
    fn operand(&mut self, value: &Value, span: Span) -> Exported<String> {
        match &value.kind {
            ValueKind::Int(_) | ValueKind::Register(_) | ValueKind::Object(_) => self.operation(value, span),
            ValueKind::Unary(..) | ValueKind::Binary(..) | ValueKind::Select(_) | ValueKind::Cast(..) => {
                let operation = self.operation(value, span)?;
                Ok(self.moved(&operation))
            }
        }
    }

    /// A value as the right side of `mov`: an operand, or one operator between two.
    fn operation(&mut self, value: &Value, span: Span) -> Exported<String> {
        let int = wide(self.program, integer(self.program, value.ty, span, LANGUAGE)?, span)?;
        match &value.kind {
            ValueKind::Int(value) => Ok(number(int, *value)),
            ValueKind::Register(register) => Ok(self.registers[register].clone()),
            ValueKind::Object(_) => self.refuse(span, "a pointer as a value", "not written in LISA", "integers"),
            ValueKind::Unary(UnaryOp::Not | UnaryOp::Complement, inner) if value.ty == BOOL => {
                let inner = self.operand(inner, span)?;
                Ok(format!("(eq {inner} 0)"))
            }
            ValueKind::Binary(op, left, right) => {
                let Some(operator) = operator(*op, value.ty == BOOL) else { return self.no_operator(span) };
                let (left, right) = (self.operand(left, span)?, self.operand(right, span)?);
                Ok(format!("({operator} {left} {right})"))
            }
            // A truth value is 0 or 1 in any width.
            ValueKind::Cast(CastOp::Zext, inner) if inner.ty == BOOL => self.operation(inner, span),
            ValueKind::Unary(..) | ValueKind::Select(_) | ValueKind::Cast(..) => self.no_operator(span),
        }
    }

    fn no_operator<T>(&self, span: Span) -> Exported<T> {
        self.refuse(span, "an operator that LISA has not", "this value", "`+`, `&`, `^`, `==`, `!=`, `&&`")
    }
}

/// LISA's word for an operator.
fn operator(op: BinaryOp, is_truth: bool) -> Option<&'static str> {
    match op {
        BinaryOp::Compare(CompareOp::Eq) => Some("eq"),
        BinaryOp::Compare(CompareOp::Ne) => Some("neq"),
        BinaryOp::Logic(LogicOp::And) => Some("and"),
        // Truth values wrap around, and LISA's numbers do not.
        BinaryOp::Arith(ArithOp::Add) if !is_truth => Some("add"),
        BinaryOp::Arith(ArithOp::And) => Some("and"),
        BinaryOp::Arith(ArithOp::Xor) => Some("xor"),
        BinaryOp::Compare(_) | BinaryOp::Logic(LogicOp::Or) | BinaryOp::Arith(_) => None,
    }
}
