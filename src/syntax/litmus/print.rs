//! From a tree back to text, in the canonical form and with its comments.

use super::ast::*;
use super::build::NONVOLATILE;
use crate::llvm::SyncScope;
use crate::syntax::source::Span;
use itertools::Itertools;

/// The canonical text of a file. Comments stay before what they stood before, or at the end of its line; single blank
/// lines between statements stay.
pub fn print(file: &File) -> String {
    let mut printer = Printer { file, out: String::new(), indent: 0, comments: 0, last: 0 };
    printer.test(&file.test);
    printer.comments_before(usize::MAX);
    printer.out
}

struct Printer<'a> {
    file: &'a File,
    out: String,
    indent: usize,
    /// How many comments are printed.
    comments: usize,
    /// Where in the source what was printed last ended.
    last: usize,
}

impl Printer<'_> {
    fn test(&mut self, test: &Litmus) {
        self.line(test.name.span, &format!("litmus {}", test.name.node));
        if let Some(description) = &test.description {
            self.line(description.span, &quoted(&description.node));
        }
        let memory = test.memory_span.span;
        self.open(memory.start, "memory {");
        for object in &test.memory {
            let end = object.init.as_ref().map_or(object.ty.span.end, |init| init.span.end);
            let end = object.memory.as_ref().map_or(end, |memory| memory.span.end);
            let end = object.nonvolatile.into_iter().chain(object.atomic).map(|span| span.end).fold(end, usize::max);
            let init = object.init.as_ref().map_or(String::new(), |init| format!(" = {}", literal(&init.node)));
            let memory = object.memory.as_ref().map_or(String::new(), |memory| format!(", {}", memory.node));
            let nonvolatile = object.nonvolatile.map_or(String::new(), |_| format!(", {NONVOLATILE}"));
            let atomic = object.atomic.map_or("", |_| ", atomic");
            let (space, name, ty) = (object.space.node, &object.name.node, object.ty.node);
            let text = format!("{space} {name}: {ty}{init}{memory}{nonvolatile}{atomic}");
            self.line(Span::new(object.space.span.start, end), &text);
        }
        for barrier in &test.barriers {
            self.line(barrier.span, &format!("named.barrier {}", barrier.node));
        }
        self.comments_before(memory.end.saturating_sub(1));
        self.indent -= 1;
        self.close(memory.end);
        for queue in &test.queues {
            self.queue(queue);
        }
        for thread in &test.threads {
            self.thread(thread);
        }
        if let Some(filter) = &test.filter {
            self.line(filter.span, &format!("filter ({})", prop(&filter.node, 0)));
        }
        for condition in &test.conditions {
            self.condition(condition);
        }
        for refinement in &test.refinements {
            let Refinement { targets, table, opencl, choices, placement, verdict, reason, place } = refinement;
            let opencl = if *opencl { " opencl" } else { "" };
            let (choices, placement) = (choices.written(), placement.written());
            let reason = reason.as_ref().map_or(String::new(), |reason| format!(" {}", quoted(&reason.node)));
            let (targets, table) = (&targets.node, &table.node);
            let text = format!("expect refine {targets} {table}{opencl}{choices}{placement}: {}{reason}", verdict.node);
            self.line(place.span, &text);
        }
    }

    fn queue(&mut self, queue: &Queue) {
        let Queue { number, agent, packets, place } = queue;
        let (level, at) = &agent.node;
        self.open(place.span.start, &format!("queue {} @ {} {at} {{", number.node, level.node));
        packets.iter().for_each(|at| self.line(at.span, &packet(&at.node)));
        self.comments_before(place.span.end.saturating_sub(1));
        self.indent -= 1;
        self.close(place.span.end);
    }

    fn thread(&mut self, thread: &Thread) {
        let placement: Vec<String> = thread.placement.iter().map(|part| level(&part.node)).collect();
        let at = if placement.is_empty() { String::new() } else { format!(" @ {}", placement.join(", ")) };
        self.block(thread.name.span.start, &format!("thread {}{at} {{", thread.name.node), &thread.body);
        self.close(thread.body.braces.span.end);
    }

    /// An opening line and the statements in it, not yet closed.
    fn block(&mut self, start: usize, opening: &str, block: &Block) {
        self.comments_before(start);
        self.blank_line(start);
        self.write(opening);
        self.last = block.braces.span.start + 1;
        self.trailing_comment();
        self.indent += 1;
        for statement in &block.statements {
            self.statement(statement);
        }
        self.comments_before(block.braces.span.end.saturating_sub(1));
        self.indent -= 1;
    }

    fn open(&mut self, start: usize, text: &str) {
        self.comments_before(start);
        self.blank_line(start);
        self.write(text);
        self.last = self.file.source.text[start..].find('{').map_or(start, |brace| start + brace + 1);
        self.trailing_comment();
        self.indent += 1;
    }

    fn close(&mut self, end: usize) {
        self.comments_before(end.saturating_sub(1));
        self.write("}");
        self.last = end;
        self.trailing_comment();
    }

    fn statement(&mut self, at: &At<Statement>) {
        let start = at.span.start;
        match &at.node {
            Statement::If { condition, then, otherwise } => {
                self.block(start, &format!("if {} {{", expr(condition, 0)), then);
                self.otherwise(then, otherwise.as_ref());
            }
            Statement::While { condition, unroll, body } => {
                self.block(start, &format!("while {}{} {{", expr(condition, 0), bound(unroll.as_ref())), body);
                self.close(body.braces.span.end);
            }
            Statement::Call(body) => {
                self.block(start, "call {", body);
                self.close(body.braces.span.end);
            }
            Statement::DoWhile { body, condition, unroll } => {
                self.block(start, "do {", body);
                self.write(&format!("}} while {}{}", expr(condition, 0), bound(unroll.as_ref())));
                self.last = unroll.as_ref().map_or(condition.place.span.end, |unroll| unroll.span.end);
                self.trailing_comment();
            }
            simple @ (Statement::Load { .. }
            | Statement::Store { .. }
            | Statement::Rmw { .. }
            | Statement::Cmpxchg(_)
            | Statement::Fence { .. }
            | Statement::Asm(_)
            | Statement::Dma(_)
            | Statement::Asyncmark
            | Statement::WaitAsyncmark(_)
            | Statement::Barrier(_)
            | Statement::Submit(_)
            | Statement::Assign { .. }) => self.line(at.span, &statement(simple)),
        }
    }

    fn otherwise(&mut self, then: &Block, otherwise: Option<&Block>) {
        let Some(block) = otherwise else { return self.close(then.braces.span.end) };
        if let [At { node: Statement::If { condition, then, otherwise }, .. }] = block.statements.as_slice() {
            self.block(block.braces.span.start, &format!("}} else if {} {{", expr(condition, 0)), then);
            return self.otherwise(then, otherwise.as_ref());
        }
        self.block(block.braces.span.start, "} else {", block);
        self.close(block.braces.span.end);
    }

    fn condition(&mut self, condition: &Condition) {
        self.line(condition.place.span, &question(&condition.question));
        for expect in &condition.expects {
            let models: Vec<&str> = expect.models.iter().map(|model| model.node.as_str()).collect();
            let reason = expect.reason.as_ref().map_or(String::new(), |reason| format!(" {}", quoted(&reason.node)));
            let text = format!("expect {}: {}{reason}", models.join(", "), expect.verdict.node);
            self.line(expect.place.span, &text);
        }
        for expect in &condition.hardware {
            let reason = expect.reason.as_ref().map_or(String::new(), |reason| format!(" {}", quoted(&reason.node)));
            let assume = expect.assume.iter().map(|name| format!(" {}", name.node)).collect::<String>();
            let text = format!("expect hardware {}{assume}: {}{reason}", expect.targets.node, expect.verdict.node);
            self.line(expect.place.span, &text);
        }
    }

    /// A line of text that stands for a part of the source.
    fn line(&mut self, span: Span, text: &str) {
        self.comments_before(span.start);
        self.blank_line(span.start);
        self.write(text);
        self.last = span.end;
        self.trailing_comment();
    }

    fn write(&mut self, text: &str) {
        self.out.push_str(&"  ".repeat(self.indent));
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn comments_before(&mut self, position: usize) {
        while let Some(&comment) = self.file.comments.get(self.comments).filter(|comment| comment.start < position) {
            self.comments += 1;
            self.blank_line(comment.start);
            self.write(self.file.source.text[comment.start..comment.end].trim_end());
            self.last = comment.end;
        }
    }

    /// A comment on the line that was just printed stays on it.
    fn trailing_comment(&mut self) {
        let Some(&comment) = self.file.comments.get(self.comments) else { return };
        let between = self.between(comment.start);
        let same_line = comment.start >= self.last && between.trim().is_empty() && !between.contains('\n');
        if same_line {
            self.comments += 1;
            self.out.truncate(self.out.trim_end_matches('\n').len());
            self.out.push(' ');
            self.out.push_str(self.file.source.text[comment.start..comment.end].trim_end());
            self.out.push('\n');
            self.last = comment.end;
        }
    }

    /// The source between what was printed last and a place.
    fn between(&self, position: usize) -> &str {
        self.file.source.text.get(self.last..position).unwrap_or("")
    }

    /// Keeps a blank line that stands before a place in the source, unless a block has just been opened.
    fn blank_line(&mut self, position: usize) {
        let blank = self.between(position).matches('\n').count() > 1;
        if blank && !self.out.ends_with("{\n") && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }
}

fn question(question: &Question) -> String {
    let (quantifier, asked) = match question {
        Question::States(quantifier, asked) => (quantifier.as_str(), asked),
        Question::Termination => return "terminates".into(),
    };
    format!("{quantifier} ({})", prop(&asked.node, 0))
}

fn bound(unroll: Option<&At<u32>>) -> String {
    unroll.map_or(String::new(), |unroll| format!(" unroll {}", unroll.node))
}

/// A level of a placement, with its number if it has one.
fn level((level, number): &(Name, Option<u32>)) -> String {
    number.map_or(level.node.clone(), |number| format!("{} {number}", level.node))
}

/// A packet with what its header says.
fn packet(packet: &Packet) -> String {
    let Packet { kind, barrier, acquire, release, signal } = packet;
    let list = |awaited: &[At<Awaited>]| awaited.iter().map(|at| at.node.to_string()).join(", ");
    let kind = match kind {
        PacketKind::Dispatch(number) => format!("dispatch {}", number.node),
        PacketKind::BarrierAnd(awaited) => format!("barrier_and {}", list(awaited)),
        PacketKind::BarrierOr(awaited) => format!("barrier_or {}", list(awaited)),
    };
    let bit = if *barrier { " barrier" } else { "" };
    let fence = |word: &str, scope: &FenceScope| match scope {
        FenceScope::None => String::new(),
        FenceScope::Agent | FenceScope::System => format!(" {word} {scope}"),
    };
    let signal = signal.as_ref().map_or(String::new(), |signal| format!(" signal {}", signal.node));
    format!("{kind}{bit}{}{}{signal}", fence("acquire", acquire), fence("release", release))
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

fn literal(literal: &Literal) -> String {
    match literal {
        Literal::Int(value) => value.to_string(),
        Literal::Bool(value) => value.to_string(),
        Literal::Object(name) => name.clone(),
    }
}

/// A statement of one line.
fn statement(statement: &Statement) -> String {
    match statement {
        Statement::Load { dest, ty, access } => {
            format!("{} = load{} {}, {}", dest.node, flags(access), ty.node, place(access))
        }
        Statement::Store { ty, value, access } => {
            format!("store{} {} {}, {}", flags(access), ty.node, expr(value, 0), place(access))
        }
        Statement::Rmw { dest, op, ty, value, access } => {
            let dest = dest.as_ref().map_or(String::new(), |dest| format!("{} = ", dest.node));
            let volatile = if access.volatile { " volatile" } else { "" };
            let operand = format!("{} {}", ty.node, expr(value, 0));
            format!(
                "{dest}atomicrmw{volatile} {} {}, {operand}{}",
                op.node,
                pointer(access),
                ordering_and_scope(access)
            )
        }
        Statement::Cmpxchg(operation) => cmpxchg(operation),
        Statement::Fence { scope: sync, ordering, metadata: list } => {
            format!("fence{} {}{}", scope(sync.as_ref()), ordering.node, metadata(list))
        }
        Statement::Asm(text) => format!("asm {}", quoted(&text.node)),
        Statement::Submit(number) => format!("submit {}", number.node),
        Statement::Dma(operation) => dma(operation),
        Statement::Asyncmark => "asyncmark".to_string(),
        Statement::WaitAsyncmark(kept) => format!("wait.asyncmark {}", kept.node),
        Statement::Barrier(Barrier { kind, dest, object, count }) => {
            let dest = dest.as_ref().map_or(String::new(), |dest| format!("{} = ", dest.node));
            let count = count.as_ref().map_or(String::new(), |count| format!(", {}", count.node));
            let on = object.as_ref().map_or(String::new(), |object| format!("({}{count})", object.node));
            format!("{dest}{kind}{on}")
        }
        Statement::Assign { dest, value } => format!("{} = {}", dest.node, expr(value, 0)),
        Statement::If { .. } | Statement::While { .. } | Statement::DoWhile { .. } | Statement::Call(_) => {
            String::new()
        }
    }
}

fn cmpxchg(operation: &Cmpxchg) -> String {
    let Cmpxchg { dest, success, weak, ty, expected, new_ty, new, access, failure } = operation;
    let dest = match (dest, success) {
        (Some(dest), Some(success)) => format!("{}, {} = ", dest.node, success.node),
        (Some(dest), None) => format!("{} = ", dest.node),
        _ => String::new(),
    };
    let weak = if *weak { " weak" } else { "" };
    let volatile = if access.volatile { " volatile" } else { "" };
    let ordering = access.ordering.map_or(String::new(), |ordering| format!(" {}", ordering.node));
    format!(
        "{dest}cmpxchg{weak}{volatile} {}, {} {}, {} {}{}{ordering} {}{}",
        pointer(access),
        ty.node,
        expr(expected, 0),
        new_ty.node,
        expr(new, 0),
        scope(access.scope.as_ref()),
        failure.node,
        metadata(&access.metadata)
    )
}

fn dma(operation: &Dma) -> String {
    let Dma { kind, volatile, ty, memory, lds, metadata: list } = operation;
    let volatile = if *volatile { " volatile" } else { "" };
    format!("{kind}{volatile} {}, {}, {}{}", ty.node, written(memory), written(lds), metadata(list))
}

fn flags(access: &Access) -> String {
    let atomic = if access.atomic { " atomic" } else { "" };
    let volatile = if access.volatile { " volatile" } else { "" };
    format!("{atomic}{volatile}")
}

fn place(access: &Access) -> String {
    format!("{}{}", pointer(access), ordering_and_scope(access))
}

fn pointer(access: &Access) -> String {
    written(&access.pointer)
}

fn written(pointer: &Pointer) -> String {
    let generic = if pointer.generic { "generic " } else { "" };
    format!("{generic}{}", pointer.name.node)
}

fn ordering_and_scope(access: &Access) -> String {
    let ordering = access.ordering.map_or(String::new(), |ordering| format!(" {}", ordering.node));
    format!("{}{ordering}{}", scope(access.scope.as_ref()), metadata(&access.metadata))
}

fn scope(scope: Option<&At<SyncScope>>) -> String {
    scope.map_or(String::new(), |scope| format!(" syncscope(\"{}\")", scope.node))
}

fn metadata(list: &[At<Metadata>]) -> String {
    let entry = |entry: &At<Metadata>| match &entry.node {
        Metadata::Nontemporal => ", !nontemporal".to_string(),
        Metadata::Asm(text) => format!(", !asm {}", quoted(text)),
        Metadata::Mmra(tags) => {
            let tags: Vec<String> = tags.iter().map(|tag| format!("\"{}\"", tag.node)).collect();
            format!(", !mmra {{{}}}", tags.join(", "))
        }
    };
    list.iter().map(entry).collect()
}

/// An expression where what binds less tightly than `least` needs parentheses.
fn expr(e: &Expr, least: u32) -> String {
    match &e.kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Unary(op, inner) => {
            let op = match op {
                UnaryOp::Not => "!",
                UnaryOp::Complement => "~",
                UnaryOp::Negate => "-",
            };
            format!("{op}{}", expr(inner, 10))
        }
        ExprKind::Binary(op, a, b) => {
            let tightness = op.precedence();
            // Comparisons do not chain; everything else associates to the left.
            let left = if op.is_comparison() { tightness + 1 } else { tightness };
            let text = format!("{} {op} {}", expr(a, left), expr(b, tightness + 1));
            if tightness < least { format!("({text})") } else { text }
        }
        ExprKind::Select(parts) => {
            format!("select({}, {}, {})", expr(&parts[0], 0), expr(&parts[1], 0), expr(&parts[2], 0))
        }
        ExprKind::Cast(op, inner, ty) => {
            let op = match op {
                CastOp::Zext => "zext",
                CastOp::Sext => "sext",
                CastOp::Trunc => "trunc",
            };
            format!("{op}({}, {})", expr(inner, 0), ty.node)
        }
    }
}

/// A proposition where what binds less tightly than `least` (0 `=>`, 1 `\/`, 2 `/\`, 3 `~`) needs parentheses.
pub fn prop(p: &Prop, least: u32) -> String {
    let (text, tightness) = match p {
        Prop::Const(value) => (value.to_string(), 4),
        Prop::Atom { thread, name, value, negated } => {
            let thread = thread.as_ref().map_or(String::new(), |thread| format!("{}:", thread.node));
            let relation = if *negated { "!=" } else { "=" };
            (format!("{thread}{} {relation} {}", name.node, literal(&value.node)), 4)
        }
        Prop::Not(inner) => (format!("~{}", prop(inner, 3)), 3),
        Prop::And(parts) => (join_props(parts, " /\\ ", 3), 2),
        Prop::Or(parts) => (join_props(parts, " \\/ ", 2), 1),
        Prop::Implies(parts) => {
            let [p, q] = &**parts;
            (format!("{} => {}", prop(p, 1), prop(q, 0)), 0)
        }
    };
    if tightness < least { format!("({text})") } else { text }
}

fn join_props(parts: &[Prop], separator: &str, least: u32) -> String {
    parts.iter().map(|part| prop(part, least)).collect::<Vec<_>>().join(separator)
}
