//! A text that an editor has open, and places in it: the protocol counts lines and UTF-16 units from 0.

pub use crate::ask::Kind;
use crate::syntax::source::{Source, Span, boundary};
use lsp_types::{Position, Range, Uri};
use std::sync::Arc;

/// What is encoded in names of files.
const ENCODED: &percent_encoding::AsciiSet =
    &percent_encoding::NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A text that is open.
pub struct Document {
    /// What it is.
    pub kind: Kind,
    /// Its path, or its name where it has none, and its text.
    pub source: Arc<Source>,
    /// Whether somebody gives it who may have no file read: a model includes what comes with the tool and nothing else.
    pub is_given: bool,
}

impl Document {
    /// A text that is no file, and has none read.
    pub fn given(kind: Kind, source: Arc<Source>) -> Document {
        Document { kind, source, is_given: true }
    }

    /// A text by the name that the editor gives it, or the kind that is known of it where its name tells nothing; `None` of what is nothing that is
    /// read here.
    pub fn new(uri: &Uri, known: Option<Kind>, text: String) -> Option<Document> {
        let path = path(uri);
        let of_name = path.rsplit_once('.').and_then(|(_, end)| kind(end));
        Some(Document { kind: of_name.or(known)?, source: Source::new(path, text), is_given: false })
    }

    /// The offset of a position: the end of the line of one behind it.
    pub fn offset(&self, position: Position) -> usize {
        let text = &self.source.text;
        let line = text.split_inclusive('\n').take(position.line as usize).map(str::len).sum::<usize>();
        let rest = text[line..].lines().next().unwrap_or_default();
        let mut units = 0;
        for (at, character) in rest.char_indices() {
            if units >= position.character as usize {
                return line + at;
            }
            units += character.len_utf16();
        }
        line + rest.len()
    }

    /// All of it.
    pub fn whole(&self) -> Range {
        range(&self.source, Span::new(0, self.source.text.len()))
    }

    /// The word at an offset, of letters, digits and what else `more` takes.
    pub fn word(&self, offset: usize, more: &[char]) -> Option<(&str, Span)> {
        let text = &self.source.text;
        let is_of_word = |c: char| c.is_alphanumeric() || more.contains(&c);
        let start = text[..offset]
            .rfind(|c| !is_of_word(c))
            .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
        let end = text[offset..].find(|c| !is_of_word(c)).map_or(text.len(), |at| offset + at);
        (start < end).then(|| (&text[start..end], Span::new(start, end)))
    }
}

/// What a text is by the end of its name, or by the language that an editor says it is in: the same words.
pub fn kind(word: &str) -> Option<Kind> {
    match word {
        "litmus" | "ll" | "llvm" => Some(Kind::Test),
        "cat" => Some(Kind::Model),
        "hw" => Some(Kind::Hardware),
        "table" => Some(Kind::Table),
        _ => None,
    }
}

/// The path of a file, or the name of a text that is none.
pub fn path(uri: &Uri) -> String {
    let path = uri.path().as_estr().decode().into_string_lossy().into_owned();
    match uri.scheme().is_some_and(|scheme| scheme.as_str() == "file") {
        true => path,
        false => format!("untitled/{}", path.rsplit('/').next().unwrap_or_default()),
    }
}

/// The name of a file for the editor; `None` of what is no file.
pub fn uri(path: &str) -> Option<Uri> {
    let absolute = std::path::absolute(path).ok().filter(|path| path.is_file())?;
    let encoded = percent_encoding::utf8_percent_encode(absolute.to_str()?, ENCODED).to_string();
    format!("file://{encoded}").parse().ok()
}

/// A place in a text.
pub fn range(source: &Source, span: Span) -> Range {
    Range { start: position(source, span.start), end: position(source, span.end) }
}

fn position(source: &Source, offset: usize) -> Position {
    let text = &source.text[..boundary(&source.text, offset)];
    let start = text.rfind('\n').map_or(0, |at| at + 1);
    let line = text.matches('\n').count();
    let units: usize = text[start..].chars().map(char::len_utf16).sum();
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Position { line: count(line), character: count(units) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(name: &str, text: &str) -> Option<Document> {
        Document::new(&name.parse().expect("a name"), None, text.to_string())
    }

    #[test]
    fn positions_count_utf_16() {
        let document = document("file:///a%20b/t.litmus", "x é\u{1f600}y\nz\r\n").expect("a test");
        assert_eq!(document.source.name, "/a b/t.litmus");
        let at = |line, character| document.offset(Position { line, character });
        assert_eq!([at(0, 0), at(0, 3), at(0, 5), at(0, 99), at(1, 0), at(1, 9), at(7, 0)], [0, 4, 8, 9, 10, 11, 13]);
        for (line, character) in [(0, 0), (0, 3), (0, 5), (1, 1)] {
            let position = Position { line, character };
            assert_eq!(super::position(&document.source, document.offset(position)), position);
        }
        assert_eq!(document.word(8, &[]).map(|(word, _)| word), Some("y"));
        assert_eq!(document.word(0, &[]).map(|(word, _)| word), Some("x"));
    }

    #[test]
    fn texts_are_told_by_their_names() {
        let kind = |name: &str| document(name, "").map(|document| document.kind);
        assert_eq!(kind("file:///m.cat"), Some(Kind::Model));
        assert_eq!(kind("untitled:t.ll"), Some(Kind::Test));
        assert_eq!(kind("file:///README.md"), None);
        let unnamed = "untitled:Untitled-1".parse().expect("a name");
        let of = |language| Document::new(&unnamed, super::kind(language), String::new()).map(|document| document.kind);
        assert_eq!((of("litmus"), of("cat"), of("plaintext")), (Some(Kind::Test), Some(Kind::Model), None));
    }
}
