//! Source texts, places in them, and messages about them.

use std::sync::{Arc, OnceLock};

/// A file's name and text, shared by everything that points into it.
#[derive(Debug)]
pub struct Source {
    /// The path as the user gave it, for messages.
    pub name: String,
    /// The file's text, as it was read; spans are byte offsets into it.
    pub text: String,
    /// Whether it is the value of an option of the command line, which is its name, and no file.
    pub is_argument: bool,
    /// Where lines begin, once someone has asked.
    lines: OnceLock<Vec<usize>>,
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.text) == (&other.name, &other.text)
    }
}

impl Eq for Source {}

impl Source {
    /// A shared source of this name and text, without a byte-order mark.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        let text = without_mark(text.into());
        Arc::new(Self { name: name.into(), text, is_argument: false, lines: OnceLock::new() })
    }

    /// The value of an option of the command line.
    pub fn argument(option: impl Into<String>, value: impl Into<String>) -> Arc<Self> {
        Arc::new(Self { name: option.into(), text: value.into(), is_argument: true, lines: OnceLock::new() })
    }

    /// Line and column of a byte offset, both from 1; columns count characters.
    pub fn line_column(&self, offset: usize) -> (usize, usize) {
        let offset = boundary(&self.text, offset);
        let line = self.line_starts().partition_point(|&start| start <= offset);
        let start = self.line_starts()[line - 1];
        (line, self.text[start..offset].chars().count() + 1)
    }

    /// The text of a line, counted from 1, without the space around it; empty at the end of the text if there is no such line.
    pub fn line_span(&self, line: usize) -> Span {
        let start = |line: usize| self.line_starts().get(line.saturating_sub(1)).copied().unwrap_or(self.text.len());
        let text = &self.text[start(line)..start(line + 1)];
        let start = start(line) + (text.len() - text.trim_start().len());
        Span::new(start, start + text.trim().len())
    }

    fn line_starts(&self) -> &[usize] {
        let after_newlines = || self.text.match_indices('\n').map(|(at, _)| at + 1);
        self.lines.get_or_init(|| std::iter::once(0).chain(after_newlines()).collect())
    }
}

/// A text without the byte-order mark that it may begin with.
pub fn without_mark(text: String) -> String {
    text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(text)
}

/// The last character boundary of a text that is not after an offset.
pub fn boundary(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// A range of bytes `start..end` of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The offset of the first byte, from 0.
    pub start: usize,
    /// The offset after the last byte; not below `start`.
    pub end: usize,
}

impl Span {
    /// The byte range `start..end` of a source, the end not included.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The smallest range that holds both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }
}

/// An error in a source: what is wrong, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {message}", self.place())]
pub struct Diagnostic {
    /// The source that `span` and `related` are places of.
    pub source_text: Arc<Source>,
    /// The place to underline; the empty span at 0 if the error is about the whole file.
    pub span: Span,
    /// What is wrong, in one line.
    pub message: String,
    /// What stands at the place, beside the underline.
    pub label: String,
    /// What would be right there, if that can be said.
    pub help: Option<String>,
    /// A second place that explains the first, with its label.
    pub related: Option<(Span, String)>,
    /// Whether nothing is wrong with the source: what the run may use does not suffice to tell.
    pub is_inconclusive: bool,
}

impl Diagnostic {
    /// An error at `span` of `source`.
    pub fn new(source: &Arc<Source>, span: Span, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self {
            source_text: source.clone(),
            span,
            message: message.into(),
            label: label.into(),
            help: None,
            related: None,
            is_inconclusive: false,
        }
    }

    /// The same with what would be right.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same with a second place.
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related = Some((span, label.into()));
        self
    }

    /// The same, of a source with which nothing is wrong.
    pub fn inconclusive(mut self) -> Self {
        self.is_inconclusive = true;
        self
    }

    /// The start of the span as `file:line:column`, both counted from 1.
    pub fn place(&self) -> String {
        let (line, column) = self.source_text.line_column(self.span.start);
        format!("{}:{line}:{column}", self.source_text.name)
    }
}

/// The value that a word spells, or what would be right.
///
/// # Errors
/// A sentence that lists the words, and names the one that was probably meant.
pub fn spelt<T: Copy>(word: &str, all: &[T], spell: fn(T) -> &'static str) -> Result<T, String> {
    if let Some(value) = all.iter().find(|&&value| spell(value) == word) {
        return Ok(*value);
    }
    let list = format!("one of {}", crate::llvm::words(all, spell));
    Err(match did_you_mean(word, all.iter().map(|&value| spell(value))) {
        Some(near) => format!("did you mean `{near}`? It is {list}"),
        None => list,
    })
}

/// The name among `known` that `word` was probably meant to be.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(word, name), name))
        .filter(|(distance, name)| *distance <= 1 + name.len() / 4 && *distance < word.len().max(2))
        .min()
        .map(|(_, name)| name)
}

/// Of known words the one of which another is a slip of the hand: one letter more, one less, another one, or two exchanged. Digits are no slip: they are
/// values and numbers of other things.
pub fn slip_of<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let is_slip = |name: &&str| strsim::damerau_levenshtein(word, name) == 1 && digits(word) == digits(name);
    known.into_iter().filter(is_slip).min()
}
