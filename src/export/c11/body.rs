//! Threads as functions of C: their parameters are the objects that they access, their registers local variables.

use super::values::{Values, type_name};
use super::{Exported, LANGUAGE, declared, everyone, integer, named, order, refuse};
use crate::foreign::{Function, function_name};
use crate::program::{
    Access, Cmpxchg, Instr, InstrKind, Object, ObjectId, Program, RegId, ThreadId, ValueKind, written_in,
};
use crate::syntax::source::Span;
use std::collections::BTreeSet;

/// Whether some access of an object is atomic.
pub(super) fn is_atomic(program: &Program, object: &Object) -> bool {
    let mut accesses = Vec::new();
    program.threads.iter().for_each(|thread| collect(&thread.body, &mut accesses));
    accesses.iter().any(|(access, _)| access.ordering.is_some() && reaches(program, access, &object.name))
}

fn reaches(program: &Program, access: &Access, name: &str) -> bool {
    matches!(&access.pointer.kind, ValueKind::Object(object) if program.objects[*object].name == name)
}

/// Every access of a body, in order, with the place of its instruction.
fn collect<'p>(body: &'p [Instr], found: &mut Vec<(&'p Access, Span)>) {
    for instr in body {
        found.extend(instr.kind.access().map(|access| (access, instr.span)));
        instr.kind.blocks().into_iter().for_each(|block| collect(block, found));
    }
}

/// The function of a thread.
pub(super) struct Body<'p> {
    program: &'p Program,
    thread: ThreadId,
    values: Values<'p>,
    parameters: Vec<String>,
    /// The registers that are declared where they are first written, and not yet.
    undeclared: BTreeSet<RegId>,
    text: String,
}

impl<'p> Body<'p> {
    pub(super) fn new(program: &'p Program, thread: ThreadId) -> Exported<Body<'p>> {
        let of = &program.threads[thread];
        let mut accesses = Vec::new();
        collect(&of.body, &mut accesses);
        let mut parameters = Vec::new();
        for object in &program.objects {
            let own: Vec<_> = accesses.iter().filter(|(access, _)| reaches(program, access, &object.name)).collect();
            let Some((first, _)) = own.first() else { continue };
            if let Some((_, span)) = own.iter().find(|(access, _)| access.volatile != first.volatile) {
                let message = format!("`{}` is accessed as volatile, and not", object.name);
                return refuse(program, *span, message, "unlike another access", "all accesses of a thread alike");
            }
            let volatile = if first.volatile { "volatile " } else { "" };
            parameters.push(format!("{volatile}{}* {}", declared(program, object)?, object.name));
        }
        let undeclared: BTreeSet<RegId> = written_in(&of.body).into_iter().collect();
        for register in &undeclared {
            let name = &of.registers[*register].name;
            named(program, name, of.span)?;
            if program.objects.iter().any(|object| object.name == *name) {
                let message = format!("`{name}` is a register and an object");
                return refuse(program, of.span, message, "in this thread", "another name for one of them");
            }
        }
        let values = Values { program, thread };
        Ok(Body { program, thread, values, parameters, undeclared, text: String::new() })
    }

    /// Its parameters.
    pub(super) fn parameters(&self) -> &[String] {
        &self.parameters
    }

    /// Its statements, in lines of their own.
    pub(super) fn text(mut self, body: &[Instr]) -> Exported<String> {
        // What is first written in a block is declared before it.
        let within: BTreeSet<RegId> = body.iter().flat_map(|instr| instr.kind.blocks()).flat_map(written_in).collect();
        for register in within {
            let ty = self.declaration(register, body.first().map_or(Span::default(), |instr| instr.span))?;
            let name = self.name(register);
            self.line(1, &format!("{ty}{name};"));
        }
        self.block(body, 1)?;
        Ok(self.text)
    }

    fn line(&mut self, depth: usize, text: &str) {
        self.text += &format!("{}{text}\n", "  ".repeat(depth));
    }

    fn name(&self, register: RegId) -> &'p str {
        &self.program.threads[self.thread].registers[register].name
    }

    /// The type of a register, where it is to be declared; nothing, where it was.
    fn declaration(&mut self, register: RegId, span: Span) -> Exported<String> {
        let ty = integer(self.program, self.program.threads[self.thread].registers[register].ty, span, LANGUAGE)?;
        Ok(if self.undeclared.remove(&register) { format!("{} ", type_name(ty)) } else { String::new() })
    }

    /// `int r0 = ` or `r0 = `; nothing for what is not kept.
    fn assigned(&mut self, register: Option<RegId>, span: Span) -> Exported<String> {
        let Some(register) = register else { return Ok(String::new()) };
        let ty = self.declaration(register, span)?;
        Ok(format!("{ty}{} = ", self.name(register)))
    }

    fn block(&mut self, body: &[Instr], depth: usize) -> Exported<()> {
        body.iter().try_for_each(|instr| self.instruction(instr, depth))
    }

    fn instruction(&mut self, instr: &Instr, depth: usize) -> Exported<()> {
        let span = instr.span;
        match &instr.kind {
            InstrKind::Load { dest, access } => {
                let value = match self.accessed(access, span)? {
                    (object, None) => format!("*{object}"),
                    (object, Some(order)) => self.call(Function::Load, &[object, order], span)?,
                };
                let dest = self.assigned(Some(*dest), span)?;
                self.line(depth, &format!("{dest}{value};"));
            }
            InstrKind::Store { value, access } => {
                let value = self.values.whole(value, span)?;
                let text = match self.accessed(access, span)? {
                    (object, None) => format!("*{object} = {value}"),
                    (object, Some(order)) => self.call(Function::Store, &[object, &value, order], span)?,
                };
                self.line(depth, &format!("{text};"));
            }
            InstrKind::Rmw { dest, op, value, access } => {
                let value = self.values.whole(value, span)?;
                let (object, order) = self.atomic(access, span)?;
                let call = self.call(Function::Update(*op), &[object, &value, order], span)?;
                let dest = self.assigned(*dest, span)?;
                self.line(depth, &format!("{dest}{call};"));
            }
            InstrKind::Cmpxchg(cmpxchg) => self.compare_exchange(cmpxchg, span, depth)?,
            InstrKind::Fence { scope, ordering, tags, asm } => {
                self.no_code(asm.as_ref(), span)?;
                everyone(self.program, self.thread, (*scope, tags), span)?;
                let order = order(self.program, *ordering, span)?;
                let call = self.call(Function::Fence, &[order], span)?;
                self.line(depth, &format!("{call};"));
            }
            InstrKind::Barrier(_) => {
                return refuse(self.program, span, "a barrier", "C has no workgroups", "fences and atomics");
            }
            InstrKind::Packet(_) => {
                return refuse(self.program, span, "a dispatch", "C has no queues", "threads without queues");
            }
            InstrKind::Dma(_) | InstrKind::Asyncmark | InstrKind::WaitAsyncmark { .. } => {
                return refuse(self.program, span, "a DMA operation", "C has no LDS", "loads and stores");
            }
            InstrKind::Asm(code) => self.no_code(Some(code), span)?,
            InstrKind::Assign { dest, value } => {
                let value = self.values.whole(value, span)?;
                let dest = self.assigned(Some(*dest), span)?;
                self.line(depth, &format!("{dest}{value};"));
            }
            InstrKind::Call(body) => self.block(body, depth)?,
            InstrKind::If { condition, then, otherwise } => {
                let condition = self.values.whole(condition, span)?;
                self.line(depth, &format!("if ({condition}) {{"));
                self.block(then, depth + 1)?;
                if !otherwise.is_empty() {
                    self.line(depth, "} else {");
                    self.block(otherwise, depth + 1)?;
                }
                self.line(depth, "}");
            }
            InstrKind::Loop { condition, at_least_once, body, .. } => {
                let condition = self.values.whole(condition, span)?;
                let (open, close) = match at_least_once {
                    true => ("do {".to_string(), format!("}} while ({condition});")),
                    false => (format!("while ({condition}) {{"), "}".to_string()),
                };
                self.line(depth, &open);
                self.block(body, depth + 1)?;
                self.line(depth, &close);
            }
        }
        Ok(())
    }

    /// C leaves in a variable what is expected what was found, which is the same where they are equal.
    fn compare_exchange(&mut self, cmpxchg: &Cmpxchg, span: Span, depth: usize) -> Exported<()> {
        let Some(dest) = cmpxchg.dest else {
            let help = "a register for the old value: `r0, ok = cmpxchg …`";
            return refuse(self.program, span, "a cmpxchg without the old value", "C writes it somewhere", help);
        };
        let expected = self.values.whole(&cmpxchg.expected, span)?;
        let new = self.values.whole(&cmpxchg.new, span)?;
        if reads(&cmpxchg.new, dest) {
            let help = "another register for the old value";
            return refuse(
                self.program,
                span,
                "the new value is computed from the register of the old",
                "in C it is overwritten before",
                help,
            );
        }
        let (object, success) = self.atomic(&cmpxchg.access, span)?;
        let failure = order(self.program, cmpxchg.failure, span)?;
        let old = self.assigned(Some(dest), span)?;
        self.line(depth, &format!("{old}{expected};"));
        let old = format!("&{}", self.name(dest));
        let call =
            self.call(Function::Compare { weak: cmpxchg.weak }, &[object, &old, &new, success, failure], span)?;
        let ok = self.assigned(cmpxchg.success, span)?;
        self.line(depth, &format!("{ok}{call};"));
        Ok(())
    }

    /// The object that is accessed, and the order of an atomic access.
    fn accessed(&self, access: &Access, span: Span) -> Exported<(&'p str, Option<&'static str>)> {
        self.no_code(access.asm.as_ref(), span)?;
        let object: ObjectId = match &access.pointer.kind {
            ValueKind::Object(object) => *object,
            ValueKind::Register(_) | ValueKind::Int(_) | ValueKind::Unary(..) | ValueKind::Binary(..) => {
                return self.through_a_pointer(access.pointer_span);
            }
            ValueKind::Select(_) | ValueKind::Cast(..) => return self.through_a_pointer(access.pointer_span),
        };
        everyone(self.program, self.thread, (access.scope, &access.tags), span)?;
        if access.nontemporal {
            return refuse(self.program, span, "a nontemporal access", "C has none", "leave `!nontemporal` out");
        }
        let order = access.ordering.map(|ordering| order(self.program, ordering, span)).transpose()?;
        Ok((&self.program.objects[object].name, order))
    }

    /// As [`Self::accessed`], for operations that are always atomic.
    fn atomic(&self, access: &Access, span: Span) -> Exported<(&'p str, &'static str)> {
        match self.accessed(access, span)? {
            (object, Some(order)) => Ok((object, order)),
            (_, None) => refuse(self.program, span, "an update without an order", "not atomic", "an order"),
        }
    }

    fn through_a_pointer<T>(&self, span: Span) -> Exported<T> {
        refuse(
            self.program,
            span,
            "an access through a pointer in a register",
            "not written in C",
            "an object by its name",
        )
    }

    fn no_code(&self, code: Option<&String>, span: Span) -> Exported<()> {
        match code {
            None => Ok(()),
            Some(_) => refuse(self.program, span, "machine code", "not written in C", "operations of the source"),
        }
    }

    fn call(&self, operation: Function, arguments: &[&str], span: Span) -> Exported<String> {
        match function_name(operation) {
            Some(name) => Ok(format!("{name}({})", arguments.join(", "))),
            None => refuse(
                self.program,
                span,
                "an operation that C has not",
                "no function of C",
                "exchange, add, sub, and, or, xor",
            ),
        }
    }
}

/// Whether a value is computed from a register.
fn reads(value: &crate::program::Value, register: RegId) -> bool {
    match &value.kind {
        ValueKind::Int(_) | ValueKind::Object(_) => false,
        ValueKind::Register(own) => *own == register,
        ValueKind::Unary(_, inner) | ValueKind::Cast(_, inner) => reads(inner, register),
        ValueKind::Binary(_, a, b) => reads(a, register) || reads(b, register),
        ValueKind::Select(parts) => parts.iter().any(|part| reads(part, register)),
    }
}
