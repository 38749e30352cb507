//! What attributes promise of a function and its parameters, held to its body: a function that breaks a promise is undefined, and none of its states means
//! anything (LLVM 22, Language Reference, Function Attributes and Parameter Attributes). What of a promise is not seen to be kept is refused.

use super::ast::{Access, Function, Instr, Node, ParameterWord, Tail, Terminator, Value, ValueType};
use super::flow::{BlockId, Flow};
use super::instrs::least;
use super::touches::{Origins, Touch, Ways, handed_on, touches};
use super::{Context, Lowered};
use crate::syntax::litmus::ast::{At, Name, Type};
use crate::syntax::source::{Diagnostic, Span};
use std::collections::HashMap;

/// Where memory is, as `memory(…)` has it.
#[derive(Clone, Copy)]
enum Location {
    /// What arguments point to.
    Arguments,
    /// What no other module reads or writes.
    Inaccessible,
    /// Objects of the module, and what pointers from memory point to.
    Others,
}

const LOCATIONS: [Location; 3] = [Location::Arguments, Location::Inaccessible, Location::Others];

/// What may be done with memory, by location.
struct Effects([Ways; 3]);

/// Refuses a function whose body does what its attributes say that it does not.
///
/// # Errors
/// The first that it does so, with the attribute.
pub fn check<'a>(context: &'a Context<'a>, function: &'a Function, flow: &'a Flow) -> Lowered<()> {
    let reached = function.blocks.iter().enumerate().filter(|(number, _)| flow.is_reached(*number));
    let blocks = reached.map(|(_, block)| block);
    let body = Body {
        context,
        function,
        instrs: blocks.clone().flat_map(|block| &block.instrs).collect(),
        ends: blocks.map(|block| &block.end).collect(),
        flow,
        origins: Origins::new(function),
    };
    // What is said of one loop is held to all.
    let node =
        context.module.nodes.iter().find(
            |(_, parts)| matches!(parts.first(), Some(Node::Text(text)) if text.node == "llvm.loop.mustprogress"),
        );
    node.map_or(Ok(()), |(number, _)| body.makes_progress(number.span))?;
    body.has_types()?;
    context.attributes(function).try_for_each(|(at, word, arguments)| body.attribute(at.span, word, arguments))?;
    function.parameters.iter().try_for_each(|parameter| match &parameter.name {
        Some(name) => parameter.words.iter().try_for_each(|word| body.parameter(name, parameter.ty.node, word)),
        None => Ok(()),
    })
}

/// Refuses a call of which something is promised: what the intrinsics of tests do is theirs to say.
///
/// # Errors
/// The first attribute that promises something.
pub fn check_call(context: &Context<'_>, attributes: &[At<super::ast::Attribute>]) -> Lowered<()> {
    let promises = |word: &str| {
        effects(word, &[]).is_some() || matches!(word, "memory" | "nosync" | "noreturn" | "speculatable" | "naked")
    };
    match context.resolved(attributes).find(|(_, word, _)| promises(word)) {
        Some((at, word, _)) => {
            context.refuse(at.span, format!("a call that is `{word}`"), "not held to what is called", "leave it out")
        }
        None => Ok(()),
    }
}

/// What `memory(…)`, and the words that it has replaced, let a function do; `None` of other words.
fn effects(word: &str, arguments: &[String]) -> Option<Result<Effects, String>> {
    let only = |arguments, inaccessible| Some(Ok(Effects([arguments, inaccessible, Ways::NONE])));
    match word {
        "readnone" => Some(Ok(Effects([Ways::NONE; 3]))),
        "readonly" => Some(Ok(Effects([Ways::READS; 3]))),
        "writeonly" => Some(Ok(Effects([Ways::WRITES; 3]))),
        "argmemonly" => only(Ways::BOTH, Ways::NONE),
        "inaccessiblememonly" => only(Ways::NONE, Ways::BOTH),
        "inaccessiblemem_or_argmemonly" => only(Ways::BOTH, Ways::BOTH),
        "memory" => Some(memory(arguments)),
        _ => None,
    }
}

/// `memory(read, argmem: readwrite)`: what holds of all locations comes first.
fn memory(arguments: &[String]) -> Result<Effects, String> {
    let mut effects = Effects([Ways::NONE; 3]);
    for (number, part) in arguments.split(|argument| argument == ",").enumerate() {
        let (location, ways) = match part {
            [ways] if number == 0 => (None, ways),
            [location, ways] => (Some(location.as_str()), ways),
            _ => return Err(part.concat()),
        };
        let ways = match ways.as_str() {
            "none" => Ways::NONE,
            "read" => Ways::READS,
            "write" => Ways::WRITES,
            "readwrite" => Ways::BOTH,
            other => return Err(other.to_string()),
        };
        match location {
            None => effects = Effects([ways; 3]),
            Some("argmem:") => effects.0[Location::Arguments as usize] = ways,
            Some("inaccessiblemem:") => effects.0[Location::Inaccessible as usize] = ways,
            // Nothing of a test accesses these.
            Some("errnomem:" | "target_mem0:" | "target_mem1:") => {}
            Some(other) => return Err(other.to_string()),
        }
    }
    Ok(effects)
}

/// The name of the object that a parameter of this name points to.
fn object_of(parameter: &str) -> &str {
    parameter.strip_suffix(".generic").unwrap_or(parameter)
}

/// An access that says what type it is of, and by which node.
fn tagged(instr: &Instr) -> Option<(&Access, At<u32>)> {
    let access = match instr {
        Instr::Load { access, .. } | Instr::Store { access, .. } | Instr::Rmw { access, .. } => access,
        Instr::Cmpxchg(operation) => &operation.access,
        Instr::Fence { .. } | Instr::Compute { .. } | Instr::Phi { .. } | Instr::Call(_) | Instr::Asm { .. } => {
            return None;
        }
    };
    let tag = access.tail.iter().find_map(|item| match item {
        Tail::Metadata(name, node) if name.node == "tbaa" => *node,
        Tail::Metadata(..) | Tail::Align(_) => None,
    })?;
    Some((access, tag))
}

/// A function whose attributes are held to what is reached of it.
struct Body<'a> {
    context: &'a Context<'a>,
    function: &'a Function,
    instrs: Vec<&'a At<Instr>>,
    ends: Vec<&'a At<Terminator>>,
    flow: &'a Flow,
    origins: Origins<'a>,
}

impl<'a> Body<'a> {
    fn attribute(&self, span: Span, word: &str, arguments: &[String]) -> Lowered<()> {
        match effects(word, arguments) {
            Some(Ok(effects)) => return self.has_effects((span, word), &effects),
            Some(Err(strange)) => {
                let help = "`memory(read, argmem: readwrite)`: none, read, write or readwrite, by location";
                return self.context.refuse(span, format!("`{strange}` in `memory`"), "not known", help);
            }
            None => {}
        }
        match word {
            "nosync" => self.none((span, word), |touch| touch.synchronizes, "synchronizes, or may"),
            "speculatable" => self.none((span, word), |_| true, "is an effect"),
            "noreturn" => match self.ends.iter().find(|end| matches!(end.node, Terminator::Return)) {
                Some(end) => self.broken((span, word), end.span, "returns"),
                None => Ok(()),
            },
            "willreturn" if self.flow.loops().next().is_some() => {
                let help = "without it: whether the loops of a function end is not seen";
                self.context.refuse(span, "`willreturn` of a function that loops", "may not return", help)
            }
            "mustprogress" => self.makes_progress(span),
            "naked" => {
                let help = "without it: such functions consist of assembly";
                self.context.refuse(span, "a `naked` function", "without its parameters", help)
            }
            _ => Ok(()),
        }
    }

    /// Whether each loop does something that others may see, or ends: one of ordinary accesses alone may be left out, whatever it waits for.
    fn makes_progress(&self, span: Span) -> Lowered<()> {
        let does_something = |block: &BlockId| {
            let instrs = &self.function.blocks[*block].instrs;
            instrs.iter().any(|instr| touches(&instr.node).iter().any(|touch| touch.is_ordered))
        };
        match self.flow.loops().find(|found| !found.blocks.iter().any(does_something)) {
            Some(found) => {
                let help = "without it: a loop that synchronizes with nobody is undefined if it does not end";
                let message = "a loop that must make progress, and accesses nothing atomically";
                let by = self.function.blocks[found.header].end.span;
                let error = Diagnostic::new(self.context.source, span, message, "said here").related(by, "this loop");
                Err(Box::new(error.help(help)))
            }
            None => Ok(()),
        }
    }

    fn touches(&self) -> impl Iterator<Item = (Span, Touch<'a>)> {
        self.instrs.iter().flat_map(|instr| touches(&instr.node).into_iter().map(|touch| (instr.span, touch)))
    }

    fn broken<T>(&self, (span, word): (Span, &str), by: Span, label: &str) -> Lowered<T> {
        let text = &self.context.source.text;
        let said = text.get(span.start..span.end).unwrap_or(word);
        let message = format!("`{said}` is not so: `@{}` is undefined", self.function.name.node);
        // An instruction without a tail ends where the next one begins.
        let done = text.get(by.start..by.end).map_or(by, |text| Span::new(by.start, by.start + text.trim_end().len()));
        let error = Diagnostic::new(self.context.source, span, message, "said here").related(done, label);
        Err(Box::new(error.help("an attribute that the body keeps, or none")))
    }

    fn none(&self, of: (Span, &str), breaks: impl Fn(&Touch<'_>) -> bool, label: &str) -> Lowered<()> {
        match self.touches().find(|(_, touch)| breaks(touch)) {
            Some((span, _)) => self.broken(of, span, label),
            None => Ok(()),
        }
    }

    fn has_effects(&self, of: (Span, &str), Effects(allowed): &Effects) -> Lowered<()> {
        for (span, touch) in self.touches() {
            let ways = if touch.is_ordered { Ways::BOTH } else { touch.ways };
            let is_broken = LOCATIONS.into_iter().any(|location| {
                let is_there = self.may_touch(&touch, location);
                is_there && !ways.are_among(allowed[location as usize])
            });
            if is_broken {
                let label = match (touch.is_ordered, ways) {
                    (true, _) => "reads and writes, as far as this is concerned",
                    (false, Ways { writes: true, .. }) => "writes",
                    (false, Ways { writes: false, .. }) => "reads",
                };
                return self.broken(of, span, label);
            }
        }
        Ok(())
    }

    fn may_touch(&self, touch: &Touch<'_>, location: Location) -> bool {
        let Some((_, value)) = touch.pointer else { return true };
        let is_of_arguments = !self.origins.of(&value.node).is_empty();
        match location {
            Location::Arguments => is_of_arguments,
            Location::Inaccessible => touch.is_volatile,
            Location::Others => !is_of_arguments,
        }
    }

    fn parameter(&self, name: &Name, ty: ValueType, word: &ParameterWord) -> Lowered<()> {
        let of = (word.name.span, word.name.node.as_str());
        let own = || self.touches().filter(|(_, touch)| self.is_through(touch, name));
        let first = |breaks: fn(&Touch<'_>) -> bool| own().find(|(_, touch)| breaks(touch)).map(|(span, _)| span);
        let (broken, label) = match of.1 {
            "readnone" => (first(|_| true), "is an access"),
            "readonly" => (first(|touch| touch.ways.writes || touch.is_volatile), "writes, or is volatile"),
            "writeonly" => (first(|touch| touch.ways.reads || touch.is_volatile), "reads, or is volatile"),
            "nocapture" | "captures" => (self.captured(name), "hands the pointer on, or is volatile"),
            "noalias" => return self.is_alone(name, of.0),
            "dereferenceable" | "dereferenceable_or_null" => return self.is_so_large(name, word),
            "initializes" => return self.is_initialized(name, ty, word),
            // What the caller sees to, and what no test does.
            _ => return Ok(()),
        };
        broken.map_or(Ok(()), |span| self.broken(of, span, label))
    }

    /// What `!tbaa` says of the types of objects: accesses of two types that are not told to be of one object would be none of it.
    fn has_types(&self) -> Lowered<()> {
        let mut types: HashMap<String, (u32, Span)> = HashMap::new();
        for instr in &self.instrs {
            let Some((access, tag)) = tagged(&instr.node) else { continue };
            let origins = self.origins.of(&access.pointer.1.node);
            let objects: Vec<String> = match &access.pointer.1.node {
                Value::Global(name) => vec![name.clone()],
                Value::Local(_)
                | Value::Int(_)
                | Value::Bool(_)
                | Value::Null
                | Value::Undefined
                | Value::Zero
                | Value::Cast(_) => origins.into_iter().map(|name| object_of(name).to_string()).collect(),
            };
            // What a pointer from memory points to may be any object.
            let is_any = objects.is_empty();
            let mut others = types.iter().filter(|(object, _)| is_any || object.is_empty() || objects.contains(object));
            if let Some((_, (_, before))) = others.find(|(_, (other, _))| *other != tag.node) {
                let message = "an object that `!tbaa` gives two types";
                let error = Diagnostic::new(self.context.source, tag.span, message, "another type");
                let help = "one `!tbaa` for an object, or none: accesses of two types are taken to be of two objects";
                return Err(Box::new(error.related(*before, "and here").help(help)));
            }
            let objects = if is_any { vec![String::new()] } else { objects };
            types.extend(objects.into_iter().map(|object| (object, (tag.node, tag.span))));
        }
        Ok(())
    }

    fn is_through(&self, touch: &Touch<'_>, name: &Name) -> bool {
        touch.pointer.is_some_and(|(_, value)| self.origins.of(&value.node).contains(name.node.as_str()))
    }

    /// Where a pointer is handed on.
    fn captured(&self, name: &Name) -> Option<Span> {
        let is_captured = |instr: &&&At<Instr>| {
            handed_on(&instr.node).iter().any(|value| self.origins.of(value).contains(name.node.as_str()))
                || touches(&instr.node).iter().any(|touch| touch.is_volatile && self.is_through(touch, name))
        };
        self.instrs.iter().find(is_captured).map(|instr| instr.span)
    }

    /// What a pointer is the only one to is no object that another thread has.
    fn is_alone(&self, name: &Name, span: Span) -> Lowered<()> {
        let own = object_of(&name.node);
        let parameters = self.context.module.functions.iter().flat_map(|function| &function.parameters);
        let pointers =
            parameters.filter(|parameter| parameter.name.as_ref().is_some_and(|name| object_of(&name.node) == own));
        let test = self.context.test;
        let is_elsewhere = pointers.count() > 1
            || self.context.module.globals.iter().any(|global| global.name.node == own)
            || test.memory.iter().any(|object| object.ty.node == Type::Ptr)
            || test.threads.iter().any(|thread| thread.is_on_host());
        match is_elsewhere {
            true => {
                let message = format!("`noalias` of a pointer to `{own}`, which others have, too");
                let help = "without it: where another pointer accesses what is written, the function is undefined";
                self.context.refuse(span, message, "not the only one", help)
            }
            false => Ok(()),
        }
    }

    fn size(&self, name: &Name) -> u32 {
        let own = object_of(&name.node);
        let object = self.context.test.memory.iter().find(|object| object.name.node == own);
        object.map_or(0, |object| object.ty.node.bits() / 8)
    }

    fn is_so_large(&self, name: &Name, word: &ParameterWord) -> Lowered<()> {
        let size = self.size(name);
        match word.arguments.as_slice() {
            [bytes] if bytes.parse::<u32>().is_ok_and(|bytes| (1..=size).contains(&bytes)) => Ok(()),
            _ => {
                let message = format!("`{}` of an object of {size} bytes", word.name.node);
                let help = format!("`{}({size})`", word.name.node);
                self.context.refuse(word.name.span, message, "more than it has", help)
            }
        }
    }

    /// `initializes((0, 4))`: what is first done with the memory is an ordinary store, which is seen where it is in the first block.
    fn is_initialized(&self, name: &Name, ty: ValueType, word: &ParameterWord) -> Lowered<()> {
        let range: Vec<&str> = word.arguments.iter().flat_map(|argument| argument.split(',')).collect();
        let first = self.function.blocks.first().into_iter().flat_map(|block| &block.instrs);
        let first = first
            .map(|instr| &instr.node)
            .find(|instr| touches(instr).iter().any(|touch| self.is_through(touch, name)));
        let stored = match first {
            Some(Instr::Store { value, access })
                if !access.atomic && !access.volatile && access.pointer.0.node == ty =>
            {
                least(Some(value.0.node))
            }
            Some(_) | None => 0,
        };
        match range.as_slice() {
            ["0", end] if end.parse::<u32>().is_ok_and(|end| (1..=stored).contains(&end)) => Ok(()),
            _ => {
                let message = format!("`initializes` of `%{}`", name.node);
                let help =
                    "without it, or an ordinary store of all of the range in the first block, before what else is done";
                self.context.refuse(word.name.span, message, "not seen to be so", help)
            }
        }
    }
}
