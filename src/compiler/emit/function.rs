//! The function of a thread: its instructions in blocks, registers as SSA values.

use super::{Module, Pointers};
use crate::compiler::NotModelled;
use crate::foreign::ir::spelled;
use crate::llvm::{AddressSpace, IntType, SyncScope};
use crate::program::{
    Access, BarrierOperation, Boundary, Cmpxchg, Dma, Executor, Instr, InstrKind, ObjectId, RegId, Thread, Value,
    ValueKind, int_type, written_in,
};
use crate::spelling::instructions;
use crate::syntax::litmus::ast::{DmaKind, Type};
use crate::syntax::source::Span;
use index_vec::IndexVec;
use itertools::Itertools;

/// By register, its value and whether it is written, as operands.
type Registers = IndexVec<RegId, (String, String)>;

/// A function while it is written.
pub struct Function<'m, 'a> {
    pub module: &'m mut Module<'a>,
    thread: &'a Thread,
    pub registers: Registers,
    lines: Vec<String>,
    /// The block that is written.
    block: String,
    /// How many names were made up.
    names: usize,
}

impl<'m, 'a> Function<'m, 'a> {
    /// The text of a thread's function, which says at its end what holds these registers.
    pub fn write(module: &'m mut Module<'a>, thread: &'a Thread, kept: Vec<RegId>) -> Result<String, NotModelled> {
        let zero = |ty: Type| if ty == Type::Ptr { "null" } else { "0" };
        let is_bool = |ty: Type| ty == Type::Int(IntType::I1);
        let unwritten =
            |ty: Type| (if is_bool(ty) { "false".to_string() } else { zero(ty).to_string() }, "false".to_string());
        let registers = thread.registers.iter().map(|register| unwritten(register.ty)).collect();
        let (lines, block) = (vec!["entry:".to_string()], "entry".to_string());
        let mut function = Function { module, thread, registers, lines, block, names: 0 };
        function.make_uniform();
        function.block(&thread.body)?;
        for register in kept {
            function.keep(register)?;
        }
        function.line("ret void");
        let parameters = function.module.arguments.iter().map(|argument| {
            let name = function.argument_name(argument.object, argument.space);
            format!("{} %{name}", function.module.pointer_type(argument.object, argument.space))
        });
        let parameters = parameters.collect::<Vec<_>>().join(", ");
        let body = function.lines.join("\n");
        let name = spelled(&format!("{}{}", function.module.prefix, thread.name));
        Ok(format!("\ndefine void @{name}({parameters}) #0 {{\n{body}\n}}\n"))
    }

    fn line(&mut self, text: impl AsRef<str>) {
        self.lines.push(format!("  {}", text.as_ref()));
    }

    /// A name that no other value or block has: those of tests have no dots.
    fn name(&mut self, what: &str) -> String {
        self.names += 1;
        format!("{what}.{}", self.names)
    }

    /// The result of an instruction, as an operand.
    pub fn temporary(&mut self, instruction: &str) -> String {
        let name = self.name("t");
        self.line(format!("%{name} = {instruction}"));
        format!("%{name}")
    }

    fn begin(&mut self, block: String) {
        self.lines.push(format!("{block}:"));
        self.block = block;
    }

    fn argument_name(&self, object: ObjectId, space: AddressSpace) -> String {
        let of = &self.module.program.objects[object];
        let generic = if space == of.space { "" } else { ".generic" };
        spelled(&format!("{}{generic}", of.name))
    }

    /// An object's address in a space, as an operand.
    pub fn pointer_to(&self, object: ObjectId, space: AddressSpace) -> String {
        let uniform = match self.module.how.pointers {
            Pointers::Divergent => "",
            Pointers::Uniform => "uniform.",
        };
        format!("%{uniform}{}", self.argument_name(object, space))
    }

    /// Where pointers are uniform, those that are used are read from the first lane.
    fn make_uniform(&mut self) {
        if self.module.how.pointers == Pointers::Divergent {
            return;
        }
        for argument in self.module.arguments {
            let name = self.argument_name(argument.object, argument.space);
            let ty = self.module.pointer_type(argument.object, argument.space);
            let first_lane = self.module.first_lane();
            if argument.registers() == 1 {
                let whole = self.temporary(&format!("ptrtoint {ty} %{name} to i32"));
                let read = self.temporary(&format!("call i32 {first_lane}(i32 {whole})"));
                self.line(format!("%uniform.{name} = inttoptr i32 {read} to {ty}"));
                continue;
            }
            let whole = self.temporary(&format!("ptrtoint {ty} %{name} to i64"));
            let low = self.temporary(&format!("trunc i64 {whole} to i32"));
            let shifted = self.temporary(&format!("lshr i64 {whole}, 32"));
            let high = self.temporary(&format!("trunc i64 {shifted} to i32"));
            let [low, high] = [low, high].map(|half| {
                let read = self.temporary(&format!("call i32 {first_lane}(i32 {half})"));
                self.temporary(&format!("zext i32 {read} to i64"))
            });
            let high = self.temporary(&format!("shl i64 {high}, 32"));
            let whole = self.temporary(&format!("or i64 {low}, {high}"));
            self.line(format!("%uniform.{name} = inttoptr i64 {whole} to {ty}"));
        }
    }

    fn block(&mut self, block: &[Instr]) -> Result<(), NotModelled> {
        block.iter().try_for_each(|instr| self.instr(instr))
    }

    fn instr(&mut self, instr: &Instr) -> Result<(), NotModelled> {
        let span = instr.span;
        match instr.by {
            Executor::Wave => {}
            Executor::Host => return Err(NotModelled::new(span, "what the host executes another compiler compiles")),
            // It waits for signals before the function is called.
            Executor::PacketProcessor => return Ok(()),
        }
        match &instr.kind {
            InstrKind::Load { dest, access } => {
                let ty = self.type_of(access.ty, span)?;
                let pointer = self.pointer(access, span)?;
                let (atomic, order) = self.atomicity(access);
                let volatile = if access.volatile { " volatile" } else { "" };
                let rest = self.metadata(access);
                let align = align(access.ty);
                let value =
                    self.temporary(&format!("load{atomic}{volatile} {ty}, {pointer}{order}, align {align}{rest}"));
                self.set(*dest, value);
            }
            InstrKind::Store { value, access } => {
                let ty = self.type_of(access.ty, span)?;
                let value = self.value(value, span)?;
                let pointer = self.pointer(access, span)?;
                let (atomic, order) = self.atomicity(access);
                let volatile = if access.volatile { " volatile" } else { "" };
                let rest = self.metadata(access);
                let align = align(access.ty);
                self.line(format!("store{atomic}{volatile} {ty} {value}, {pointer}{order}, align {align}{rest}"));
            }
            InstrKind::Rmw { dest, op, value, access } => {
                let ty = self.type_of(access.ty, span)?;
                let value = self.value(value, span)?;
                let pointer = self.pointer(access, span)?;
                let (_, order) = self.atomicity(access);
                let volatile = if access.volatile { " volatile" } else { "" };
                let rest = self.metadata(access);
                let text = format!("atomicrmw{volatile} {op} {pointer}, {ty} {value}{order}{rest}");
                let old = self.temporary(&text);
                if let Some(dest) = dest {
                    self.set(*dest, old);
                }
            }
            InstrKind::Cmpxchg(operation) => self.cmpxchg(operation, span)?,
            InstrKind::Fence { scope, ordering, tags, .. } => {
                let tags = self.module.tags(tags);
                self.line(format!("fence{} {ordering}{tags}", sync(*scope)));
            }
            // A function ends without an instruction for that.
            InstrKind::Barrier(barrier) if barrier.is_end() => {}
            InstrKind::Barrier(barrier) => {
                let Some(calls) = self.module.barrier(*barrier) else {
                    let why = "LLVM has no intrinsic for this with such a barrier";
                    return Err(NotModelled::new(span, why));
                };
                match barrier.operation {
                    BarrierOperation::SignalIsFirst(dest) => {
                        let is_first = self.temporary(&calls.concat());
                        self.set(dest, is_first);
                    }
                    BarrierOperation::Both
                    | BarrierOperation::Signal(_)
                    | BarrierOperation::Wait
                    | BarrierOperation::Init(_)
                    | BarrierOperation::Join
                    | BarrierOperation::Leave => calls.iter().for_each(|call| self.line(call)),
                }
            }
            // The packet processor does that, before the function and after it.
            InstrKind::Packet(Boundary::Launch(_) | Boundary::Complete(_)) => {}
            InstrKind::Packet(Boundary::Submit(_)) => {
                return Err(NotModelled::new(span, "a dispatch that a wave submits is not compiled"));
            }
            InstrKind::Dma(operation) => self.dma(operation, span)?,
            InstrKind::Asyncmark | InstrKind::WaitAsyncmark { .. } => {
                return Err(NotModelled::new(span, "asyncmarks are not compiled: no release that is known has them"));
            }
            InstrKind::Asm(_) => return Err(NotModelled::new(span, "a machine instruction has no source to compile")),
            InstrKind::Assign { dest, value } => {
                let value = self.value(value, span)?;
                self.set(*dest, value);
            }
            // As a compiler does that takes the function into its caller.
            InstrKind::Call(body) => self.block(body)?,
            InstrKind::If { condition, then, otherwise } => self.branch(condition, then, otherwise, span)?,
            InstrKind::Loop { condition, at_least_once, body, .. } => {
                self.repeat(condition, *at_least_once, body, span)?;
            }
        }
        Ok(())
    }

    fn set(&mut self, dest: RegId, value: String) {
        self.registers[dest] = (value, "true".into());
    }

    fn cmpxchg(&mut self, operation: &Cmpxchg, span: Span) -> Result<(), NotModelled> {
        let Cmpxchg { dest, success, weak, expected, new, access, failure } = operation;
        let ty = self.type_of(access.ty, span)?;
        let (expected, new) = (self.value(expected, span)?, self.value(new, span)?);
        let pointer = self.pointer(access, span)?;
        let (_, order) = self.atomicity(access);
        let weak = if *weak { " weak" } else { "" };
        let volatile = if access.volatile { " volatile" } else { "" };
        let rest = self.metadata(access);
        let text = format!("cmpxchg{weak}{volatile} {pointer}, {ty} {expected}, {ty} {new}{order} {failure}{rest}");
        let pair = self.temporary(&text);
        for (number, dest) in [dest, success].into_iter().enumerate() {
            if let Some(dest) = dest {
                let part = self.temporary(&format!("extractvalue {{ {ty}, i1 }} {pair}, {number}"));
                self.set(*dest, part);
            }
        }
        Ok(())
    }

    fn dma(&mut self, operation: &Dma, span: Span) -> Result<(), NotModelled> {
        let Dma { kind, memory, lds } = operation;
        let called = self.module.how.release.load_to_lds().filter(|_| *kind == DmaKind::LoadToLds);
        let Some(called) = called else {
            let why = format!("LLVM {} has no intrinsic `{kind}` that is known", self.module.how.release.0);
            return Err(NotModelled::new(span, why));
        };
        if memory.volatile || memory.nontemporal || memory.generic || lds.generic {
            return Err(NotModelled::new(span, "such a DMA operation is not compiled"));
        }
        let (from, to) = (self.pointer(memory, span)?, self.pointer(lds, span)?);
        self.module.declare(&called.declare);
        let bytes = align(memory.ty).to_string();
        self.line(called.call.replace("{memory}", &from).replace("{lds}", &to).replace("{bytes}", &bytes));
        Ok(())
    }

    /// `ptr addrspace(1) %x`
    fn pointer(&mut self, access: &Access, span: Span) -> Result<String, NotModelled> {
        let space = if access.generic { AddressSpace::Generic } else { access.space };
        match &access.pointer {
            Value { kind: ValueKind::Object(object), .. } => {
                Ok(format!("{} {}", self.module.pointer_type(*object, space), self.pointer_to(*object, space)))
            }
            pointer if space == AddressSpace::Global => {
                let ty = self.type_of(pointer.ty, span)?;
                Ok(format!("{ty} {}", self.value(pointer, span)?))
            }
            _ => Err(NotModelled::new(span, format!("a computed pointer to {space} memory is not compiled"))),
        }
    }

    /// ` atomic` and what follows the pointer, of what is atomic.
    fn atomicity(&self, access: &Access) -> (&'static str, String) {
        match access.ordering {
            Some(ordering) => (" atomic", format!("{} {ordering}", sync(access.scope))),
            None => ("", String::new()),
        }
    }

    fn metadata(&mut self, access: &Access) -> String {
        let nontemporal = if access.nontemporal { self.module.nontemporal() } else { String::new() };
        let tags = self.module.tags(&access.tags);
        format!("{nontemporal}{tags}")
    }

    fn branch(
        &mut self,
        condition: &Value,
        then: &[Instr],
        otherwise: &[Instr],
        span: Span,
    ) -> Result<(), NotModelled> {
        let condition = self.value(condition, span)?;
        let [then_block, else_block, end] = ["then", "else", "end"].map(|what| self.name(what));
        self.line(format!("br i1 {condition}, label %{then_block}, label %{else_block}"));
        let before = self.registers.clone();
        let mut sides = Vec::new();
        for (block, body) in [(then_block, then), (else_block, otherwise)] {
            self.registers.clone_from(&before);
            self.begin(block);
            self.block(body)?;
            self.line(format!("br label %{end}"));
            sides.push((self.registers.clone(), self.block.clone()));
        }
        self.begin(end);
        let all: Vec<RegId> = self.registers.indices().collect();
        for register in all {
            self.registers[register] = self.joined(&sides, register, span)?;
        }
        Ok(())
    }

    /// A register's value, and whether it is written, after the two sides of a branch.
    fn joined(
        &mut self,
        sides: &[(Registers, String)],
        register: RegId,
        span: Span,
    ) -> Result<(String, String), NotModelled> {
        let incoming = |part: fn(&(String, String)) -> &String| -> Vec<(String, String)> {
            sides.iter().map(|(registers, block)| (part(&registers[register]).clone(), block.clone())).collect()
        };
        let (values, written) = (incoming(|(value, _)| value), incoming(|(_, written)| written));
        let is_one = |values: &[(String, String)]| values.iter().map(|(value, _)| value).all_equal();
        let value = match is_one(&values) {
            true => values[0].0.clone(),
            false => {
                let ty = self.type_of(self.thread.registers[register].ty, span)?;
                self.temporary(&phi(&ty, &values))
            }
        };
        let written = match is_one(&written) {
            true => written[0].0.clone(),
            false => self.temporary(&phi("i1", &written)),
        };
        Ok((value, written))
    }

    fn repeat(
        &mut self,
        condition: &Value,
        at_least_once: bool,
        body: &[Instr],
        span: Span,
    ) -> Result<(), NotModelled> {
        let [head, inner, end] = ["loop", "body", "end"].map(|what| self.name(what));
        let before = (self.registers.clone(), self.block.clone());
        self.line(format!("br label %{head}"));
        self.begin(head.clone());
        let phis_at = self.lines.len();
        let written: Vec<RegId> = written_in(body).into_iter().unique().collect();
        let names: Vec<[String; 2]> = written.iter().map(|_| [self.name("l"), self.name("l")]).collect();
        for (&register, [value, flag]) in written.iter().zip(&names) {
            self.registers[register] = (format!("%{value}"), format!("%{flag}"));
        }
        if at_least_once {
            self.block(body)?;
            let again = self.value(condition, span)?;
            self.line(format!("br i1 {again}, label %{head}, label %{end}"));
        } else {
            let again = self.value(condition, span)?;
            self.line(format!("br i1 {again}, label %{inner}, label %{end}"));
        }
        let after = self.registers.clone();
        if !at_least_once {
            self.begin(inner);
            self.block(body)?;
            self.line(format!("br label %{head}"));
        }
        let sides = [before, (self.registers.clone(), self.block.clone())];
        let mut phis = Vec::new();
        for (&register, [value, flag]) in written.iter().zip(&names) {
            let ty = self.type_of(self.thread.registers[register].ty, span)?;
            let of = |part: fn(&(String, String)) -> &String| {
                sides.iter().map(|(registers, block)| (part(&registers[register]).clone(), block.clone())).collect_vec()
            };
            phis.push(format!("  %{value} = {}", phi(&ty, &of(|(value, _)| value))));
            phis.push(format!("  %{flag} = {}", phi("i1", &of(|(_, written)| written))));
        }
        self.lines.splice(phis_at..phis_at, phis);
        self.registers = after;
        self.begin(end);
        Ok(())
    }

    /// Says at the end of the thread what holds a register, and whether it was written where that depends on the path.
    fn keep(&mut self, register: RegId) -> Result<(), NotModelled> {
        let (of, (value, written)) = (&self.thread.registers[register], self.registers[register].clone());
        let (name, span) = (of.name.clone(), self.thread.span);
        if written == "false" {
            return Ok(());
        }
        let (ty, value) = match int_type(of.ty) {
            None => {
                let ty = self.type_of(of.ty, span)?;
                ("i64", self.temporary(&format!("ptrtoint {ty} {value} to i64")))
            }
            Some(IntType::I64) => ("i64", value),
            Some(IntType::I32) => ("i32", value),
            Some(narrow @ (IntType::I1 | IntType::I8 | IntType::I16)) => {
                ("i32", self.temporary(&format!("zext {narrow} {value} to i32")))
            }
        };
        let keep = instructions().keep();
        let text = match written.as_str() {
            "true" => format!("call void asm sideeffect \"; {keep} {name} $0\", \"v\"({ty} {value})"),
            _ => {
                let flag = self.temporary(&format!("zext i1 {written} to i32"));
                format!("call void asm sideeffect \"; {keep} {name} $0 $1\", \"v,v\"({ty} {value}, i32 {flag})")
            }
        };
        self.line(text);
        Ok(())
    }
}

fn phi(ty: &str, incoming: &[(String, String)]) -> String {
    let sides = incoming.iter().map(|(value, block)| format!("[ {value}, %{block} ]")).join(", ");
    format!("phi {ty} {sides}")
}

/// ` syncscope("agent")`; nothing for all threads.
fn sync(scope: SyncScope) -> String {
    if scope == SyncScope::SYSTEM { String::new() } else { format!(" syncscope(\"{scope}\")") }
}

/// The alignment in bytes: that of the type, since objects do not overlap.
fn align(ty: Type) -> u32 {
    ty.bits().div_ceil(8)
}
