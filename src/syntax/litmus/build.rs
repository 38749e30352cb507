//! What the grammar's actions call: checks that need more than a token's kind.

use super::ast::*;
use crate::llvm::{AddressSpace, Home, IntType, MemoryType, Ordering, SyncScope, Tag};
use crate::syntax::source::{Span, did_you_mean, spelt};
use lalrpop_util::ParseError;
use std::str::FromStr;

/// An error found while parsing, before the source is at hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The bytes that are refused.
    pub span: Span,
    /// The error's message, in one line.
    pub message: String,
    /// The label beside the underlined text.
    pub label: String,
    /// What would be right.
    pub help: String,
}

/// The result of a grammar action that may refuse its input.
pub type Fallible<T, K> = Result<T, ParseError<usize, K, Problem>>;

/// Deeper trees than this are refused, so that no walk over a tree exhausts the stack.
const MAX_DEPTH: u32 = 100;

/// Refuses input at a place, with what would be right.
pub fn fail<T, K>(l: usize, r: usize, message: String, label: &str, help: String) -> Fallible<T, K> {
    let problem = Problem { span: Span::new(l, r), message, label: label.to_string(), help };
    Err(ParseError::User { error: problem })
}

/// The value that `word` spells, or an error that lists the words.
pub fn parse_word<T: Copy, K>(
    word: &str,
    l: usize,
    r: usize,
    what: &str,
    all: &[T],
    spell: fn(T) -> &'static str,
) -> Fallible<T, K> {
    match spelt(word, all, spell) {
        Ok(value) => Ok(value),
        Err(help) => fail(l, r, format!("unknown {what} `{word}`"), "not known", help),
    }
}

/// What of an access stands behind its operands.
#[derive(Default)]
pub struct Order {
    /// The scope of `syncscope("…")`.
    pub scope: Option<At<SyncScope>>,
    /// The memory ordering.
    pub ordering: Option<At<Ordering>>,
    /// The metadata, each after a comma.
    pub metadata: Vec<At<Metadata>>,
}

/// An access with what was written of it.
pub fn access((atomic, volatile): (bool, bool), pointer: Pointer, order: Option<Order>) -> Access {
    let Order { scope, ordering, metadata } = order.unwrap_or_default();
    Access { atomic, volatile, pointer, scope, ordering, metadata }
}

/// What is said of memory after an object's initial value.
pub enum Property {
    /// Its granularity and home.
    Memory(At<MemoryType>),
    /// That it is non-volatile: here.
    Nonvolatile(Span),
    /// That its type is an atomic one in the language that the test is from: here.
    Atomic(Span),
}

/// The word for memory that is non-volatile.
pub const NONVOLATILE: &str = "nonvolatile";

/// A property of one word.
pub fn nonvolatile<K>(word: &str, l: usize, r: usize) -> Fallible<Property, K> {
    match word {
        NONVOLATILE => Ok(Property::Nonvolatile(Span::new(l, r))),
        _ => fail(
            l,
            r,
            format!("`{word}` is nothing that memory is"),
            "not known",
            format!("`coarse @ HOME`, `fine @ HOME`, `{NONVOLATILE}` or `atomic`"),
        ),
    }
}

/// An object with its properties, each at most once.
pub fn object<K>(
    space: At<AddressSpace>,
    name: Name,
    ty: At<Type>,
    init: Option<At<Literal>>,
    properties: Vec<Property>,
) -> Fallible<Object, K> {
    let mut object = Object { space, name, ty, init, memory: None, nonvolatile: None, atomic: None };
    for property in properties {
        let (span, again) = match property {
            Property::Memory(memory) => (memory.span, object.memory.replace(memory).is_some()),
            Property::Nonvolatile(span) => (span, object.nonvolatile.replace(span).is_some()),
            Property::Atomic(span) => (span, object.atomic.replace(span).is_some()),
        };
        if again {
            return fail(span.start, span.end, "said twice of one object".into(), "said before", "one of them".into());
        }
    }
    Ok(object)
}

/// The home of memory: `agent N` or `host`.
pub fn home<K>(word: &Name, agent: Option<u32>) -> Fallible<Home, K> {
    match (word.node.as_str(), agent) {
        ("agent", Some(agent)) => Ok(Home::Agent(agent)),
        ("host", None) => Ok(Home::Host),
        _ => {
            let help = "`agent N` or `host`".into();
            fail(word.span.start, word.span.end, format!("`{}` is no home of memory", word.node), "not a home", help)
        }
    }
}

/// A packet; its barrier bit is the word `barrier`.
pub fn packet<K>(
    kind: PacketKind,
    bit: Option<Name>,
    fences: [Option<FenceScope>; 2],
    signal: Option<Name>,
) -> Fallible<Packet, K> {
    if let Some(word) = bit.iter().find(|word| word.node != "barrier") {
        let help = "`barrier`, then `acquire SCOPE`, then `release SCOPE`, then `signal NAME`".into();
        let message = format!("`{}` is nothing that a packet has", word.node);
        return fail(word.span.start, word.span.end, message, "not known", help);
    }
    let [acquire, release] = fences.map(|scope| scope.unwrap_or(FenceScope::None));
    Ok(Packet { kind, barrier: bit.is_some(), acquire, release, signal })
}

/// The type `iN` of an object or access.
pub fn memory_type<K>(word: &str, l: usize, r: usize) -> Fallible<Type, K> {
    match (word.parse(), word.parse()) {
        (Ok(int), _) if int != IntType::I1 => Ok(Type::Int(int)),
        (_, Ok(wide)) => Ok(Type::Wide(wide)),
        _ => {
            let help = "i8, i16, i32, i64, i96, i128, i256, i512 or ptr".into();
            fail(l, r, format!("`{word}` is not a memory type"), "not supported", help)
        }
    }
}

/// A decimal or hexadecimal number.
pub fn number<K>(word: &str, negative: bool, l: usize, r: usize) -> Fallible<i128, K> {
    let digits = word.replace('_', "");
    let value = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None => digits.parse::<u64>().ok(),
    };
    match value {
        Some(value) if negative => Ok(-i128::from(value)),
        Some(value) => Ok(i128::from(value)),
        None => {
            let help = "decimal or 0x… hexadecimal digits, at most 64 bits".into();
            fail(l, r, format!("`{word}` is not a number"), "not a number", help)
        }
    }
}

/// A number of a placement or an unrolling.
pub fn small_number<K>(word: &str, l: usize, r: usize) -> Fallible<u32, K> {
    match u32::try_from(number::<K>(word, false, l, r)?) {
        Ok(value) => Ok(value),
        Err(_) => fail(l, r, format!("`{word}` is too large"), "too large", "a number below 2^32".into()),
    }
}

/// The scope of `syncscope("…")`; `l..r` is the string with its quotes.
pub fn scope<K>(word: &str, l: usize, r: usize) -> Fallible<SyncScope, K> {
    if let Some(scope) = SyncScope::parse(word) {
        return Ok(scope);
    }
    let known: Vec<String> = SyncScope::every_scope().map(|scope| scope.to_string()).collect();
    let list: Vec<String> = known.iter().map(|scope| format!("\"{scope}\"")).collect();
    let mut help = format!("one of {}; \"\" is system scope", list.join(", "));
    if let Some(near) = did_you_mean(word, known.iter().map(String::as_str)) {
        help = format!("did you mean \"{near}\"? It is {help}");
    }
    fail(l, r, format!("unknown sync scope \"{word}\""), "not a sync scope of AMDGPU", help)
}

/// A tag of `!mmra {"prefix:suffix"}`.
pub fn tag<K>(word: &str, l: usize, r: usize) -> Fallible<Tag, K> {
    match Tag::parse(word) {
        Some(tag) if tag.names_unknown_space() => {
            let spaces = crate::llvm::words(AddressSpace::ALL, AddressSpace::as_str);
            let near = did_you_mean(&tag.suffix, AddressSpace::ALL.iter().map(|space| space.as_str()));
            let help = match near {
                Some(near) => format!("did you mean `{near}`? It is one of {spaces}"),
                None => format!("one of {spaces}"),
            };
            fail(l, r, format!("unknown address space `{}` in a tag", tag.suffix), "names no address space", help)
        }
        Some(tag) => Ok(tag),
        None => {
            let help = "a prefix and a suffix: \"amdgpu-synchronize-as:local\"".into();
            fail(l, r, format!("\"{word}\" is not a tag"), "no `prefix:suffix`", help)
        }
    }
}

/// A model's name, written without blanks.
pub fn model_name<K>(text: &str, l: usize, r: usize) -> Fallible<Name, K> {
    let word = text.get(l..r).unwrap_or_default();
    if word.contains(char::is_whitespace) {
        let help = format!("without blanks: `{}`", word.split_whitespace().collect::<String>());
        return fail(l, r, "a model's name with blanks in it".into(), "one name", help);
    }
    Ok(At { node: word.to_string(), span: Span::new(l, r) })
}

/// The depth of what holds something of this depth, or an error past [`MAX_DEPTH`].
pub fn deeper<K>(depth: u32, l: usize, r: usize) -> Fallible<u32, K> {
    if depth < MAX_DEPTH {
        return Ok(depth + 1);
    }
    let help = format!("at most {MAX_DEPTH} levels; name parts of it by registers, or use fewer parentheses");
    fail(l, r, "nested too deeply".into(), "too deep", help)
}

fn place(l: usize, r: usize) -> At<()> {
    At { node: (), span: Span::new(l, r) }
}

/// An expression without parts.
pub fn leaf(kind: ExprKind, l: usize, r: usize) -> Expr {
    Expr { kind, place: place(l, r), depth: 0 }
}

/// The expression `a op b`, refused where it nests too deeply.
pub fn binary<K>(op: BinaryOp, a: Expr, b: Expr) -> Fallible<Expr, K> {
    let Span { start, end } = a.place.span.to(b.place.span);
    let depth = deeper(a.depth.max(b.depth), start, end)?;
    Ok(Expr { kind: ExprKind::Binary(op, Box::new(a), Box::new(b)), place: place(start, end), depth })
}

/// The expression `op e` at `l..r`, refused where it nests too deeply.
pub fn unary<K>(op: UnaryOp, e: Expr, l: usize, r: usize) -> Fallible<Expr, K> {
    let depth = deeper(e.depth, l, r)?;
    Ok(Expr { kind: ExprKind::Unary(op, Box::new(e)), place: place(l, r), depth })
}

/// The expression `select(a, b, c)` at `l..r`, refused where it nests too deeply.
pub fn select<K>(a: Expr, b: Expr, c: Expr, l: usize, r: usize) -> Fallible<Expr, K> {
    let depth = deeper(a.depth.max(b.depth).max(c.depth), l, r)?;
    Ok(Expr { kind: ExprKind::Select(Box::new([a, b, c])), place: place(l, r), depth })
}

/// The expression `zext(e, ty)` at `l..r`, or another cast; refused where it nests too deeply.
pub fn cast<K>(op: CastOp, e: Expr, ty: At<Type>, l: usize, r: usize) -> Fallible<Expr, K> {
    let depth = deeper(e.depth, l, r)?;
    Ok(Expr { kind: ExprKind::Cast(op, Box::new(e), ty), place: place(l, r), depth })
}

/// `(e)`: the same expression; the parentheses count as a level.
pub fn parenthesized<K>(e: Expr, l: usize, r: usize) -> Fallible<Expr, K> {
    let depth = deeper(e.depth, l, r)?;
    Ok(Expr { place: place(l, r), depth, ..e })
}

/// `p op q op …`, or just `p`.
pub fn join<P, K>(make: fn(Vec<P>) -> P, mut list: Vec<(P, u32)>, l: usize, r: usize) -> Fallible<(P, u32), K> {
    if list.len() == 1 {
        return Ok(list.remove(0));
    }
    let depth = deeper(list.iter().map(|(_, depth)| *depth).max().unwrap_or(0), l, r)?;
    Ok((make(list.into_iter().map(|(prop, _)| prop).collect()), depth))
}

/// Statements between braces, nested at most [`MAX_DEPTH`] deep.
pub fn block<K>(statements: Vec<At<Statement>>, l: usize, r: usize) -> Fallible<Block, K> {
    let depth = statements.iter().map(|statement| statement_depth(&statement.node)).max().unwrap_or(0);
    deeper::<K>(depth, l, r)?;
    Ok(Block { statements, braces: place(l, r), depth: depth + 1 })
}

fn statement_depth(statement: &Statement) -> u32 {
    match statement {
        Statement::If { then, otherwise, .. } => then.depth.max(otherwise.as_ref().map_or(0, |block| block.depth)),
        Statement::While { body, .. } | Statement::DoWhile { body, .. } | Statement::Call(body) => body.depth,
        Statement::Load { .. }
        | Statement::Store { .. }
        | Statement::Rmw { .. }
        | Statement::Cmpxchg(_)
        | Statement::Fence { .. }
        | Statement::Dma(_)
        | Statement::Asyncmark
        | Statement::WaitAsyncmark(_)
        | Statement::Barrier(_)
        | Statement::Submit(_)
        | Statement::Asm(_)
        | Statement::Assign { .. } => 0,
    }
}

/// The words of an expectation's head after its first two.
fn head_words(text: &str, l: usize) -> Vec<Name> {
    let word = |word: &str| {
        let at = l + (word.as_ptr() as usize - text.as_ptr() as usize);
        At { node: word.to_string(), span: Span::new(at, at + word.len()) }
    };
    text.split_ascii_whitespace().skip(2).map(word).collect()
}

/// What follows `expect hardware`: targets, and perhaps assumptions. There is a first word, or it is no such expectation.
pub fn hardware(text: &str, l: usize, verdict: At<Expected>, reason: Option<At<String>>, r: usize) -> HardwareExpect {
    let place = At { node: (), span: Span::new(l, r) };
    let mut words = head_words(text, l).into_iter();
    let targets = words.next().unwrap_or(At { node: String::new(), span: place.span });
    HardwareExpect { targets, assume: words.collect(), verdict, reason, place }
}

/// A word that comes first, if it is one of these and not the usual one, which is not written.
fn first_word<'a, 'b, T: FromStr + PartialEq>(words: &'a [&'b str], usual: T) -> (T, &'a [&'b str]) {
    let first = words.split_first().and_then(|(word, rest)| Some((word.parse().ok()?, rest)));
    first.filter(|(word, _)| *word != usual).unwrap_or((usual, words))
}

/// What follows `expect refine`: targets, a table, and perhaps `opencl`, choices of the compiler and a placement.
pub fn refinement<K>(
    text: &str,
    l: usize,
    end: usize,
    verdict: At<Refined>,
    reason: Option<At<String>>,
    r: usize,
) -> Fallible<Refinement, K> {
    let words = head_words(text, l);
    let spelled: Vec<&str> = words.iter().skip(2).map(|word| word.node.as_str()).collect();
    let (opencl, placement) = match spelled.as_slice() {
        ["opencl", rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let (workgroups, placement) = first_word(placement, Workgroups::AnySize);
    let (loads, placement) = first_word(placement, Loads::Vector);
    let placement = match placement {
        [] => Some(InstructionPlacement::Canonical),
        [word] => InstructionPlacement::ALL.iter().copied().find(|other| other.written().trim_start() == *word),
        _ => None,
    };
    let ([targets, table, ..], Some(placement)) = (words.as_slice(), placement) else {
        let help = "targets, a table, and perhaps `opencl`, then `one-wave`, then `scalar-loads` or `any-scalar-loads`, then `free`, `past-barriers` or `narrowed-lds`: `expect refine gfx90a,tgsplit llvm24: sound`";
        let message = "an expectation of machine code without targets and table".into();
        return fail(l, end, message, "incomplete", help.into());
    };
    let place = At { node: (), span: Span::new(l, r) };
    Ok(Refinement {
        targets: targets.clone(),
        table: table.clone(),
        opencl,
        choices: Choices { workgroups, loads },
        placement,
        verdict,
        reason,
        place,
    })
}
