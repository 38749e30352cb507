//! Names of values, and values as expressions of our language.

use super::ast::{Computation, Function, Instr, ParameterWord, Typed, Value, ValueType};
use super::words::OF_POINTERS;
use super::{Context, Lowered, at};
use crate::llvm::IntType;
use crate::syntax::litmus::ast::{ArithOp, At, BinaryOp, CastOp, Expr, ExprKind, Name, Object, Pointer, Type, UnaryOp};
use crate::syntax::litmus::is_name;
use crate::syntax::source::Span;
use std::collections::{BTreeSet, HashMap, HashSet};

/// What a name `%x` of a function stands for.
#[derive(Clone, Debug)]
pub enum Local {
    /// An object, by its name, which the pointer reaches as memory of this address space.
    Object(String, u32),
    /// A register, by its name.
    Register(String),
    /// What a `cmpxchg` found, of this type, and whether it stored, as registers.
    Pair([String; 2], ValueType),
}

/// A value of a function that is a register of the test.
pub struct Held {
    /// Its name, without `%`.
    pub value: String,
    /// Of a pair, its type and which part is the register.
    pub part: Option<(String, usize)>,
    /// The register's type.
    pub ty: ValueType,
}

/// The names of a function.
pub struct Names {
    locals: HashMap<String, Local>,
    used: HashSet<String>,
    /// The types of registers that values are in.
    types: HashMap<String, ValueType>,
    /// Registers that conditions speak of, by those that hold their values for the function.
    copies: HashMap<String, String>,
}

impl Names {
    /// Those of a function's parameters and values; registers that conditions speak of have the names that they are kept by. Of values that are copied the function
    /// has registers of its own.
    pub fn new(
        context: &Context<'_>,
        function: &Function,
        kept: Vec<String>,
        copied: &BTreeSet<String>,
    ) -> Lowered<Names> {
        let objects = context.test.memory.iter().map(|object| object.name.node.clone());
        let barriers = context.test.barriers.iter().map(|barrier| barrier.node.clone());
        let used = objects.chain(barriers).chain(kept).collect();
        let mut names = Names { locals: HashMap::new(), used, types: HashMap::new(), copies: HashMap::new() };
        for parameter in &function.parameters {
            let Some(name) = &parameter.name else {
                return context.refuse(parameter.ty.span, "a parameter without a name", "which object", "`%x`");
            };
            let ValueType::Pointer(space) = parameter.ty.node else {
                let help = "parameters are pointers to the objects of the test";
                return context.refuse(parameter.ty.span, "a parameter that is no pointer", "not an object", help);
            };
            let mut words = parameter.words.iter().map(|word| &word.name);
            if let Some(word) = words.find(|word| !OF_POINTERS.contains(&word.node.as_str())) {
                let help = format!("of parameters are read {}", OF_POINTERS.join(", "));
                return context.refuse(word.span, format!("a parameter that is `{}`", word.node), "not known", help);
            }
            parameter.words.iter().try_for_each(|word| check_arguments(context, word))?;
            let object = parameter_object(context, name, space)?.name.node.clone();
            names.define(context, name, Local::Object(object, space))?;
        }
        let dests = || function.blocks.iter().flat_map(|block| &block.instrs).filter_map(|instr| dest(&instr.node));
        // Names that ours may be go before what is like them.
        let exact: BTreeSet<String> = dests()
            .map(|dest| dest.node.clone())
            .filter(|name| plain(name) == *name && !names.used.contains(name))
            .collect();
        names.used.extend(exact.iter().cloned());
        for instr in function.blocks.iter().flat_map(|block| &block.instrs) {
            let Some(dest) = dest(&instr.node) else { continue };
            let local = match &instr.node {
                Instr::Cmpxchg(operation) => {
                    let parts = ["old", "ok"].map(|part| names.fresh(&format!("{}_{part}", plain(&dest.node))));
                    Local::Pair(parts, operation.expected.0.node)
                }
                Instr::Load { .. }
                | Instr::Store { .. }
                | Instr::Rmw { .. }
                | Instr::Fence { .. }
                | Instr::Compute { .. }
                | Instr::Phi { .. }
                | Instr::Call(_)
                | Instr::Asm { .. } => {
                    let is_exact = exact.contains(&dest.node);
                    let wish = if is_exact { dest.node.clone() } else { names.fresh(&plain(&dest.node)) };
                    Local::Register(if copied.contains(&wish) { names.copied(wish) } else { wish })
                }
            };
            if let (Local::Register(register), Some(ty)) = (&local, type_of(function, &instr.node)) {
                names.types.insert(register.clone(), ty);
            }
            names.define(context, dest, local)?;
        }
        Ok(names)
    }

    fn define(&mut self, context: &Context<'_>, name: &Name, local: Local) -> Lowered<()> {
        match self.locals.insert(name.node.clone(), local) {
            None => Ok(()),
            Some(_) => {
                let message = format!("`%{}` is defined twice", name.node);
                context.refuse(name.span, message, "again", "each value has one definition")
            }
        }
    }

    fn copied(&mut self, wish: String) -> String {
        let own = self.fresh(&wish);
        self.copies.insert(own.clone(), wish);
        own
    }

    /// The register that conditions speak of, if another holds its value for the function.
    pub fn copy_of(&self, register: &str) -> Option<&String> {
        self.copies.get(register)
    }

    /// Some value of a register's type: of pointers, one to an object that the function has.
    pub fn any_value(&self, function: &Function, register: &str, span: Span) -> Option<Expr> {
        match self.types.get(register)? {
            ValueType::Int(Type::Int(int)) => Some(match int {
                IntType::I1 => leaf(ExprKind::Bool(false), span),
                IntType::I8 | IntType::I16 | IntType::I32 | IntType::I64 => constant(*int, 0, span),
            }),
            ValueType::Int(_) => None,
            ValueType::Pointer(space) => {
                let of_space =
                    function.parameters.iter().find(|parameter| parameter.ty.node == ValueType::Pointer(*space));
                let object = of_space.or(function.parameters.first()).and_then(|parameter| parameter.name.as_ref());
                match self.locals.get(&object?.node)? {
                    Local::Object(object, _) => Some(leaf(ExprKind::Name(object.clone()), span)),
                    Local::Register(_) | Local::Pair(..) => None,
                }
            }
        }
    }

    /// A name that nothing has, like this one.
    pub fn fresh(&mut self, wish: &str) -> String {
        let others = (1..).map(|number| format!("{wish}_{number}"));
        let name = std::iter::once(wish.to_string()).chain(others).find(|name| !self.used.contains(name));
        let name = name.unwrap_or_default();
        self.used.insert(name.clone());
        name
    }

    /// What a name stands for.
    pub fn local(&self, context: &Context<'_>, name: &str, span: Span) -> Lowered<&Local> {
        match self.locals.get(name) {
            Some(local) => Ok(local),
            None => context.refuse(span, format!("`%{name}` is defined nowhere"), "unknown", "a value or a parameter"),
        }
    }

    /// The register that a name stands for.
    pub fn register(&self, context: &Context<'_>, name: &Name) -> Lowered<Name> {
        match self.local(context, &name.node, name.span)? {
            Local::Register(register) => Ok(at(register.clone(), name.span)),
            Local::Object(..) | Local::Pair(..) => context.refuse(
                name.span,
                format!("`%{}` is no single value", name.node),
                "no register",
                "`extractvalue`",
            ),
        }
    }

    /// The object that a parameter points to, and the number of the address space that its type names.
    pub fn pointed(&self, name: &str) -> Option<(String, u32)> {
        match self.locals.get(name)? {
            Local::Object(object, space) => Some((object.clone(), *space)),
            Local::Register(_) | Local::Pair(..) => None,
        }
    }

    /// The value of a function that a register is.
    pub fn holding(&self, function: &Function, register: &str) -> Option<Held> {
        let instrs = function.blocks.iter().flat_map(|block| &block.instrs);
        instrs.filter_map(|instr| Some((dest(&instr.node)?, &instr.node))).find_map(|(dest, instr)| {
            let value = dest.node.clone();
            match (self.locals.get(&value)?, instr) {
                (Local::Register(name), _) if name == register => {
                    Some(Held { value, part: None, ty: type_of(function, instr)? })
                }
                (Local::Pair(names, _), Instr::Cmpxchg(operation)) => {
                    let part = names.iter().position(|name| name == register)?;
                    let ValueType::Int(of) = operation.expected.0.node else { return None };
                    let ty = if part == 0 { of } else { Type::Int(IntType::I1) };
                    Some(Held { value, part: Some((format!("{{ {of}, i1 }}"), part)), ty: ValueType::Int(ty) })
                }
                (Local::Register(_) | Local::Pair(..) | Local::Object(..), _) => None,
            }
        })
    }

    /// Where an access is.
    pub fn pointer(&self, context: &Context<'_>, (ty, value): &Typed) -> Lowered<Pointer> {
        let ValueType::Pointer(space) = ty.node else {
            return context.refuse(ty.span, "an access by no pointer", "not a pointer", "`ptr addrspace(1) %x`");
        };
        let pointer = |name: String| Pointer { generic: space == 0, name: at(name, value.span) };
        match &value.node {
            Value::Local(name) => match self.local(context, name, value.span)? {
                Local::Object(object, of) if *of == space => Ok(pointer(object.clone())),
                Local::Object(_, of) => {
                    let message = format!("`%{name}` points to address space {of}");
                    context.refuse(ty.span, message, "another address space", "`addrspacecast` makes it generic")
                }
                Local::Register(register) if self.is_of(register, ty.node) => Ok(pointer(register.clone())),
                Local::Register(_) => {
                    context.refuse(ty.span, format!("`%{name}` is of another type"), "another type", "its own type")
                }
                Local::Pair(..) => context.refuse(value.span, "a pair as a pointer", "no pointer", "`extractvalue`"),
            },
            Value::Global(name) => {
                let object = context.object(&at(name.clone(), value.span))?;
                self.reached(context, object, space, ty.span).map(|()| pointer(name.clone()))
            }
            Value::Cast(inner) if ty.node == inner.1 => {
                cast_to_generic(context, inner.0.0, at(inner.1, value.span))?;
                let Value::Global(name) = &inner.0.1.node else {
                    return context.refuse(inner.0.1.span, "a constant that is no object", "no object", "`@x`");
                };
                self.expr(context, inner.0.0.node, &inner.0.1, false).map(|_| pointer(name.clone()))
            }
            Value::Cast(_) | Value::Int(_) | Value::Bool(_) | Value::Null | Value::Undefined | Value::Zero => {
                context.refuse(value.span, "an access that reaches no object", "no object", "a pointer to an object")
            }
        }
    }

    /// Whether a register is of a type.
    fn is_of(&self, register: &str, ty: ValueType) -> bool {
        self.types.get(register).is_none_or(|known| *known == ty)
    }

    fn reached(&self, context: &Context<'_>, object: &Object, space: u32, span: Span) -> Lowered<()> {
        if object.space.node.number() == space {
            return Ok(());
        }
        let message = format!("`{}` is in {} memory", object.name.node, object.space.node);
        context.refuse(span, message, "another address space", "the one that it is declared in")
    }

    /// A value of a type as an expression; where nothing beside it says the type of a number, it says so itself.
    pub fn expr(&self, context: &Context<'_>, ty: ValueType, value: &At<Value>, alone: bool) -> Lowered<Expr> {
        let span = value.span;
        match (&value.node, ty) {
            (Value::Local(name), _) => match self.local(context, name, span)? {
                Local::Object(object, space) if ty == ValueType::Pointer(*space) => {
                    Ok(leaf(ExprKind::Name(object.clone()), span))
                }
                Local::Register(register) if self.is_of(register, ty) => {
                    Ok(leaf(ExprKind::Name(register.clone()), span))
                }
                Local::Object(..) | Local::Register(_) => context.refuse(
                    span,
                    format!("`%{name}` is of another type"),
                    "another type",
                    "the type of the value",
                ),
                Local::Pair(..) => context.refuse(span, "a pair as a value", "two values", "`extractvalue`"),
            },
            (Value::Global(name), ValueType::Pointer(space)) => {
                let object = context.object(&at(name.clone(), span))?;
                self.reached(context, object, space, span)?;
                Ok(leaf(ExprKind::Name(object.name.node.clone()), span))
            }
            (Value::Cast(inner), ValueType::Pointer(_)) if inner.1 == ty => {
                cast_to_generic(context, inner.0.0, at(ty, span))?;
                self.expr(context, inner.0.0.node, &inner.0.1, alone)
            }
            (Value::Bool(truth), ValueType::Int(Type::Int(IntType::I1))) => Ok(leaf(ExprKind::Bool(*truth), span)),
            (Value::Int(number), ValueType::Int(Type::Int(int))) if int.fits(*number) => Ok(match (int, alone) {
                (IntType::I1, _) => leaf(ExprKind::Bool(*number != 0), span),
                (_, false) => leaf(ExprKind::Int(*number), span),
                (_, true) => constant(int, *number, span),
            }),
            (Value::Undefined, _) => context.refuse(
                span,
                "a value that is not defined",
                "any value",
                "a number: what depends on it has no verdict",
            ),
            (
                Value::Null | Value::Zero | Value::Global(_) | Value::Cast(_) | Value::Bool(_) | Value::Int(_),
                ValueType::Int(_) | ValueType::Pointer(_),
            ) => context.refuse(
                span,
                "a constant that is not of its type",
                "not read",
                "a number of the type, `true` or `false`",
            ),
        }
    }
}

/// What stands in parentheses behind a word about a parameter, where something may.
fn check_arguments(context: &Context<'_>, word: &ParameterWord) -> Lowered<()> {
    const CAPTURED: &[&str] = &["none", "address", "address_is_null", "provenance", "read_provenance", "ret:", ","];
    let strange = match word.name.node.as_str() {
        "captures" => {
            // Of each place it is none, or what is captured there.
            let places = word.arguments.split(|part| part == "ret:").map(<[String]>::len);
            let with_others = places.max().is_some_and(|most| most > 2);
            let is_strange =
                |part: &&String| !CAPTURED.contains(&part.as_str()) || (with_others && part.as_str() == "none");
            word.arguments.iter().find(is_strange)
        }
        // What numbers these have is held to the object.
        "dereferenceable" | "dereferenceable_or_null" | "initializes" => None,
        _ => word.arguments.first(),
    };
    match strange {
        Some(strange) => {
            let message = format!("`{strange}` behind `{}`", word.name.node);
            context.refuse(word.name.span, message, "not known", "as LLVM's reference has it")
        }
        None if word.name.node == "captures" && word.arguments.is_empty() => {
            context.refuse(word.name.span, "`captures` of nothing", "without what", "`captures(none)`")
        }
        None => Ok(()),
    }
}

/// The object that a parameter points to: one of its name, which may say that the pointer is generic.
fn parameter_object<'a>(context: &'a Context<'_>, name: &Name, space: u32) -> Lowered<&'a Object> {
    let of_generic = name.node.strip_suffix(".generic").filter(|_| space == 0);
    let object = context.object(&at(of_generic.unwrap_or(&name.node).to_string(), name.span))?;
    if space != 0 && object.space.node.number() != space {
        let message = format!("`{}` is in {} memory", object.name.node, object.space.node);
        let help = format!("`ptr addrspace({}) %{}`", object.space.node.number(), name.node);
        return context.refuse(name.span, message, "another address space", help);
    }
    Ok(object)
}

/// That a pointer becomes a generic one: whether one that is generic points to what another space has is not seen.
pub fn cast_to_generic(context: &Context<'_>, from: At<ValueType>, to: At<ValueType>) -> Lowered<()> {
    match (from.node, to.node) {
        (ValueType::Pointer(from), ValueType::Pointer(to_space)) if from == to_space => {
            context.refuse(to.span, "a cast to the address space that it is from", "the same", "the pointer itself")
        }
        (ValueType::Pointer(_), ValueType::Pointer(0)) => Ok(()),
        (ValueType::Pointer(_), ValueType::Pointer(_)) => {
            let help = "casts make pointers generic: what others point to is not known";
            context.refuse(to.span, "a cast to an address space that is not generic", "not read", help)
        }
        (ValueType::Int(_), _) | (_, ValueType::Int(_)) => {
            context.refuse(from.span, "a cast between pointers and integers", "not read", "pointers")
        }
    }
}

/// What an instruction defines, if it does.
pub fn dest(instr: &Instr) -> Option<&Name> {
    match instr {
        Instr::Load { dest, .. } | Instr::Compute { dest, .. } | Instr::Phi { dest, .. } => Some(dest),
        Instr::Rmw { dest, .. } => dest.as_ref(),
        Instr::Call(call) => call.dest.as_ref(),
        Instr::Cmpxchg(operation) => operation.dest.as_ref(),
        Instr::Store { .. } | Instr::Fence { .. } | Instr::Asm { .. } => None,
    }
}

/// The type of what an instruction defines, if it is one value.
fn type_of(function: &Function, instr: &Instr) -> Option<ValueType> {
    const TRUTH: ValueType = ValueType::Int(Type::Int(IntType::I1));
    match instr {
        Instr::Load { ty, .. } | Instr::Phi { ty, .. } => Some(ty.node),
        Instr::Rmw { value, .. } => Some(value.0.node),
        Instr::Compute { what, .. } => Some(match what {
            Computation::Binary(_, ty, _)
            | Computation::Cast(_, _, ty)
            | Computation::Space(_, ty)
            | Computation::Freeze((ty, _)) => ty.node,
            Computation::Compare(..) => TRUTH,
            Computation::Select(parts) => parts[1].0.node,
            Computation::Part(_, part, _) if part.node == 1 => TRUTH,
            Computation::Part(of, ..) => {
                let mut instrs = function.blocks.iter().flat_map(|block| &block.instrs);
                instrs.find_map(|instr| match (&instr.node, &of.node) {
                    (Instr::Cmpxchg(operation), Value::Local(name))
                        if operation.dest.as_ref().is_some_and(|dest| dest.node == *name) =>
                    {
                        Some(operation.expected.0.node)
                    }
                    _ => None,
                })?
            }
        }),
        Instr::Call(call) => call.result.node,
        Instr::Cmpxchg(_) | Instr::Store { .. } | Instr::Fence { .. } | Instr::Asm { .. } => None,
    }
}

/// A name of our language that is like a name of IR.
pub fn plain(name: &str) -> String {
    let allowed = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
    let word: String = name.chars().map(allowed).collect();
    if is_name(&word) { word } else { format!("v{word}") }
}

/// An expression without parts.
pub fn leaf(kind: ExprKind, span: Span) -> Expr {
    Expr { kind, place: at((), span), depth: 1 }
}

/// An expression of parts, the deepest of which is so deep.
fn over(kind: ExprKind, depth: u32, span: Span) -> Expr {
    Expr { kind, place: at((), span), depth: depth + 1 }
}

/// Two expressions with an operator between them.
pub fn binary(op: BinaryOp, a: Expr, b: Expr, span: Span) -> Expr {
    let depth = a.depth.max(b.depth);
    over(ExprKind::Binary(op, Box::new(a), Box::new(b)), depth, span)
}

/// An expression in another width.
pub fn cast(op: CastOp, of: Expr, ty: At<Type>, span: Span) -> Expr {
    let depth = of.depth;
    over(ExprKind::Cast(op, Box::new(of), ty), depth, span)
}

/// The opposite of a truth value.
pub fn not(of: Expr, span: Span) -> Expr {
    let depth = of.depth;
    over(ExprKind::Unary(UnaryOp::Not, Box::new(of)), depth, span)
}

/// One of two expressions.
pub fn select(parts: [Expr; 3], span: Span) -> Expr {
    let depth = parts.iter().map(|part| part.depth).max().unwrap_or(0);
    over(ExprKind::Select(Box::new(parts)), depth, span)
}

/// A number that says its type: one by itself is `i32`.
fn constant(int: IntType, number: i128, span: Span) -> Expr {
    let plain = |number: i128| leaf(ExprKind::Int(number), span);
    let to = |op, of| cast(op, of, at(Type::Int(int), span), span);
    match int {
        IntType::I32 => plain(number),
        IntType::I1 | IntType::I8 | IntType::I16 => to(CastOp::Trunc, plain(number)),
        IntType::I64 if IntType::I32.fits(number) && number < 1 << 31 => to(CastOp::Sext, plain(number)),
        IntType::I64 => {
            let bits = int.wrap(number);
            let [low, high] = [bits & u64::from(u32::MAX), bits >> 32].map(|half| to(CastOp::Zext, plain(half.into())));
            let high = binary(BinaryOp::Arith(ArithOp::Shl), high, plain(32), span);
            binary(BinaryOp::Arith(ArithOp::Or), high, low, span)
        }
    }
}
