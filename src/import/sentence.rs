//! What the sentences of a cell say.

use super::words::{Placed, Token};
use crate::llvm::{AddressSpace, Ordering, ScopeLevel};
use crate::syntax::metered;
use crate::syntax::source::{Diagnostic, Source, Span, did_you_mean};
use crate::syntax::table::ast::{Barred, EventKind, Events, Pairing, Point, Same};
use crate::syntax::table::cond::Cond;
use lalrpop_util::{ParseError, lalrpop_mod};
use std::str::FromStr;
use std::sync::Arc;

lalrpop_mod!(
    #[allow(clippy::all, clippy::pedantic, clippy::restriction, unused_imports, missing_docs)]
    grammar,
    "/sentence.rs"
);

/// What a sentence of a cell says, by its form.
#[derive(Debug)]
pub enum Sentence {
    /// Instructions, in alternatives of which the last whose condition holds is meant.
    Code(Vec<Alternative>),
    /// Instructions, the last of which the others must follow; the words that say so are missing.
    Garbled(Vec<RawInstr>),
    /// The code of another row stands here.
    Same(SameRow),
    /// No code is emitted, or no constraint holds.
    Nothing,
    /// What is left out or added on a condition.
    Effects(Vec<Effect>),
    /// The scope of the instruction is that of the table of this label.
    Apply(String),
    /// The step is only for accesses of these forms.
    OnlyFor(Vec<String>),
    /// Where the step, or some of its instructions, may stand.
    Place(Vec<RawInstr>, Vec<(Side, RawPoint)>),
    /// The waits may be moved independently.
    Apart,
    /// An address space that cannot be used.
    Refused(Cond, AddressSpace),
    /// What operations the steps that follow are for.
    Case(Cond),
    /// A constraint on one thread's operations.
    Constraint(Vec<EventKind>, Vec<Same>, Vec<Barred>),
}

/// Instructions under a heading.
#[derive(Debug)]
pub struct Alternative {
    /// The heading; `None` for what stands before any.
    pub when: Option<Cond>,
    /// The instructions in the document's order.
    pub code: Vec<RawInstr>,
}

/// An instruction as written, before its names are checked against the family's targets.
#[derive(Clone, Debug)]
pub struct RawInstr {
    /// The bytes of the document.
    pub span: Span,
    /// The names between slashes.
    pub names: Vec<String>,
    /// The operands and counters.
    pub operands: Vec<String>,
}

/// A reference to another row.
#[derive(Debug)]
pub struct SameRow {
    /// The ordering of the other row; `None` for non-atomic.
    pub ordering: Option<Ordering>,
    /// Its operation if it is named.
    pub op: Option<EventKind>,
    /// Whether OpenCL, too, needs all instructions of that row.
    pub complete: bool,
}

/// A change to a step's code on a condition.
#[derive(Debug)]
pub enum Effect {
    /// The named parts are left out when the condition holds.
    Omit(Cond, Omitted),
    /// The operands are added when the condition holds.
    Use(Cond, Vec<String>),
    /// Which of two counters is meant when the condition holds.
    Choose(Cond, String),
}

/// The part of a step that is left out.
#[derive(Debug)]
pub enum Omitted {
    /// Every instruction of the step.
    All,
    /// Every instruction of the step but these.
    AllBut(Vec<StepPart>),
    /// These instructions, operands or counters.
    Parts(Vec<StepPart>),
}

/// A part of a step: an operand, a counter, an instruction, or the end of its name.
#[derive(Debug)]
pub struct StepPart {
    /// The bytes of the document.
    pub span: Span,
    /// The characters of it, compared with names and operands of the step.
    pub text: String,
}

/// Before or after; `None` where a point goes on with the side of the one before it.
pub type Side = Option<bool>;

/// A point of a placement rule.
#[derive(Debug)]
pub enum RawPoint {
    /// A point with all its words.
    Complete(Point),
    /// Another name for the point before it.
    Name(String),
}

/// The instruction of this name that follows or precedes.
pub fn instr(name: &str, optional: bool) -> RawPoint {
    RawPoint::Complete(Point::Instr { names: vec![unescaped(name)], optional })
}

/// Operations of these kinds; of kinds that follow each other without a slash, a word is missing but the sense is clear.
pub fn events(volatile: bool, spaces: Vec<AddressSpace>, kinds: Vec<EventKind>, pairing: Option<Pairing>) -> RawPoint {
    RawPoint::Complete(Point::Events(Events { volatile, spaces, kinds, pairing }))
}

/// A name without the escapes of markup.
pub fn unescaped(name: &str) -> String {
    name.replace('\\', "")
}

/// The condition that a generation is this one.
pub fn target(name: &str) -> Cond {
    Cond::word(name.to_lowercase())
}

/// The condition that a mode is on: `CU wavefront execution mode`.
pub fn mode(name: &str) -> Cond {
    Cond::word(name.to_lowercase())
}

/// The condition that the address space is this one.
pub fn space(space: AddressSpace) -> Cond {
    Cond::word(format!("as({space})"))
}

/// The condition that the sync scope is this one.
pub fn scope<K>(name: &str, l: usize, r: usize) -> Result<Cond, ParseError<usize, K, Unknown>> {
    match ScopeLevel::from_str(name) {
        Ok(level) => Ok(Cond::word(format!("scope({level})"))),
        Err(()) => Err(ParseError::User { error: Unknown { span: Span::new(l, r), what: "sync scope" } }),
    }
}

/// A word that is not of its kind.
#[derive(Debug)]
pub struct Unknown {
    span: Span,
    what: &'static str,
}

/// What a sentence says.
///
/// # Errors
/// The word where it was no longer understood.
pub fn parse(source: &Arc<Source>, sentence: &[Placed<'_>]) -> Result<Sentence, Box<Diagnostic>> {
    let tokens = metered(sentence.iter().copied()).map(Ok::<_, Unknown>);
    grammar::SentenceParser::new().parse(tokens).map_err(|error| Box::new(explain(source, sentence, error)))
}

/// The condition that a column's header states, always if it states none.
pub fn heading(source: &Arc<Source>, tokens: &[Placed<'_>]) -> Result<Cond, Box<Diagnostic>> {
    grammar::HeadingParser::new()
        .parse(metered(tokens.iter().copied()).map(Ok::<_, Unknown>))
        .map_err(|error| Box::new(explain(source, tokens, error)))
}

fn explain(source: &Arc<Source>, sentence: &[Placed<'_>], error: ParseError<usize, Token<'_>, Unknown>) -> Diagnostic {
    let extent = sentence.iter().fold(None, |extent: Option<Span>, placed| {
        let span = Span::new(placed.0, placed.2);
        Some(extent.map_or(span, |extent| extent.to(span)))
    });
    let extent = extent.unwrap_or_default();
    let text: Vec<&str> = sentence.iter().map(|placed| &source.text[placed.0..placed.2]).collect();
    let message = format!("a sentence that is not understood: \"{}\"", text.join(" "));
    let (span, label) = match &error {
        ParseError::UnrecognizedToken { token: (l, _, r), .. } => (Span::new(*l, *r), "up to here".to_string()),
        ParseError::User { error } => (error.span, format!("not a {}", error.what)),
        ParseError::UnrecognizedEof { .. } | ParseError::InvalidToken { .. } | ParseError::ExtraToken { .. } => {
            (Span::new(extent.end, extent.end), "it ends too early".to_string())
        }
    };
    let word = &source.text[span.start..span.end];
    let expected = match &error {
        ParseError::UnrecognizedToken { expected, .. } | ParseError::UnrecognizedEof { expected, .. } => {
            expected.as_slice()
        }
        ParseError::InvalidToken { .. } | ParseError::ExtraToken { .. } | ParseError::User { .. } => &[],
    };
    let words = || expected.iter().map(|name| name.trim_matches('"'));
    let help = match did_you_mean(&word.to_lowercase(), words().filter(|word| word.len() > 2)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("expected one of: {}", words().collect::<Vec<_>>().join(" ")),
    };
    Diagnostic::new(source, span, message, label).help(help)
}

impl Effect {
    /// The condition under which something is left out, added or chosen.
    pub fn cond(&self) -> &Cond {
        match self {
            Effect::Omit(cond, _) | Effect::Use(cond, _) | Effect::Choose(cond, _) => cond,
        }
    }
}
