//! Where a claim is from: places in documents, with words that stand there, or an assumption.

use crate::syntax::source::Span;
use crate::syntax::table::build::Problem;

/// Where a claim is from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The places that say so; none if no document does.
    pub citations: Vec<Citation>,
    /// The claim in our own words, as the places or the assumption have it.
    pub claim: String,
    /// Whether the claim, or a part of it, is assumed.
    pub assumed: bool,
}

impl Provenance {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.citations.is_empty() && self.claim.is_empty() && !self.assumed
    }
}

/// A place in a document, and words by which a reader, and a test, find it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    /// The release of LLVM that the document is of, such as `llvm24`.
    pub release: String,
    /// The document's file name.
    pub document: String,
    /// The first of its lines that are meant, counted from 1.
    pub first: usize,
    /// The last of its lines that are meant.
    pub last: usize,
    /// Words that stand in these lines, one after the other.
    pub words: String,
}

/// The form of a place, for messages.
const FORM: &str = "`RELEASE DOCUMENT:LINE`, or `RELEASE DOCUMENT:FIRST-LAST` for several lines, such as `llvm24 AMDGPUUsage.md:8704-8706`";

impl Citation {
    /// The citation of a place and words that stand there.
    ///
    /// # Errors
    /// A place of another form, or no words: a message, and what would be right.
    pub fn new(place: &str, words: &str) -> Result<Citation, (String, String)> {
        let fault = || (format!("`{}` names no lines of a document", place.escape_debug()), FORM.to_string());
        let (release, rest) = place.split_once(' ').ok_or_else(fault)?;
        let (document, lines) = rest.rsplit_once(':').ok_or_else(fault)?;
        let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
        let (Ok(first), Ok(last)) = (first.parse::<usize>(), last.parse::<usize>()) else { return Err(fault()) };
        if first == 0 || last < first || release.is_empty() || document.is_empty() {
            return Err(fault());
        }
        if words.split_whitespace().next().is_none() {
            let help = "a few words that stand in these lines, by which the place is found again";
            return Err(("nothing is quoted".into(), help.into()));
        }
        let [release, document, words] = [release, document, words].map(str::to_string);
        Ok(Citation { release, document, first, last, words })
    }

    /// The citation that the grammar read between two offsets.
    ///
    /// # Errors
    /// As [`Citation::new`], with the place in the text.
    pub fn at(place: &str, words: &str, span: Span) -> Result<Citation, Problem> {
        Citation::new(place, words).map_err(|(message, help)| Problem { span, message, help })
    }

    /// The place as it is written in models and hardware files.
    pub fn place(&self) -> String {
        let Citation { release, document, first, last, .. } = self;
        if first == last {
            format!("{release} {document}:{first}")
        } else {
            format!("{release} {document}:{first}-{last}")
        }
    }

    /// Whether the words stand in the lines of a document's text. How words are spaced and broken into lines does not count.
    ///
    /// # Errors
    /// Where else the words stand, or that they stand nowhere.
    pub fn stands_in(&self, text: &str) -> Result<(), String> {
        let lines: Vec<&str> = text.lines().collect();
        let joined = |from: usize, to: usize| lines.get(from..to.min(lines.len())).map_or(String::new(), spaced);
        let wanted = spaced(&[self.words.as_str()]);
        if joined(self.first - 1, self.last).contains(&wanted) {
            return Ok(());
        }
        let width = self.last - self.first + 1;
        let begins: Vec<String> = (0..lines.len())
            .filter(|&at| joined(at, at + width).contains(&wanted) && !joined(at + 1, at + 1 + width).contains(&wanted))
            .map(|at| (at + 1).to_string())
            .collect();
        let place = self.place();
        match begins.as_slice() {
            [] => Err(format!("{place}: \"{}\" stands nowhere in {width} lines of the document", self.words)),
            lines => Err(format!("{place}: \"{}\" stands not there, but from line {}", self.words, lines.join(", "))),
        }
    }
}

fn spaced(lines: &[&str]) -> String {
    lines.iter().flat_map(|line| line.split_whitespace()).collect::<Vec<_>>().join(" ")
}

/// What a comment says of where the statements after it are from: every `cite "PLACE" quoting "WORDS"` in it, and one
/// `assumed "WHY"`, or `reading "WHAT"` of an option. Other text is for readers only.
///
/// # Errors
/// A citation of another form, with its bytes in the text that the comment is at `offset` of.
pub fn in_comment(text: &str, offset: usize) -> Result<Provenance, Problem> {
    let mut provenance = Provenance::default();
    let mut at = 0;
    while let Some((keyword, begin)) = next_keyword(text, at) {
        let after = begin + keyword.len();
        let (place, end) = quoted(text, after).ok_or_else(|| unquoted(keyword, begin, offset))?;
        at = end;
        if keyword != CITE {
            if !provenance.claim.is_empty() {
                let help =
                    "one `assumed` or one `reading` in a comment, and another comment for what follows".to_string();
                let span = Span::new(offset + begin, offset + end);
                return Err(Problem { span, message: format!("a second claim, `{keyword}`"), help });
            }
            provenance.assumed = keyword == ASSUMED;
            provenance.claim = spaced(&[place]);
            continue;
        }
        let rest = &text[end..];
        let quoting = end + (rest.len() - rest.trim_start().len());
        let words = text[quoting..].strip_prefix(QUOTING).and_then(|_| quoted(text, quoting + QUOTING.len()));
        let (words, end) = words.ok_or_else(|| unquoted(keyword, begin, offset))?;
        at = end;
        provenance.citations.push(Citation::at(&spaced(&[place]), words, Span::new(offset + begin, offset + end))?);
    }
    Ok(provenance)
}

const CITE: &str = "cite";
const QUOTING: &str = "quoting";
const ASSUMED: &str = "assumed";
const READING: &str = "reading";

/// The next keyword that a quotation mark follows, and where it begins.
fn next_keyword(text: &str, from: usize) -> Option<(&'static str, usize)> {
    let find = |keyword: &'static str| {
        let is_word = |at: &usize| !text[..*at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
        let mut found = text[from..].match_indices(keyword).map(|(at, _)| from + at).filter(is_word);
        let begins = found.find(|&at| text[at + keyword.len()..].trim_start().starts_with('"'));
        begins.map(|at| (keyword, at))
    };
    [CITE, ASSUMED, READING].into_iter().filter_map(find).min_by_key(|&(_, at)| at)
}

/// The text in quotation marks that follows an offset, but for white space, and where it ends.
fn quoted(text: &str, from: usize) -> Option<(&str, usize)> {
    let rest = &text[from..];
    let open = from + (rest.len() - rest.trim_start().len());
    let inside = text[open..].strip_prefix('"')?;
    let end = inside.find('"')?;
    Some((&inside[..end], open + 1 + end + 1))
}

fn unquoted(keyword: &str, begin: usize, offset: usize) -> Problem {
    let help = "`cite \"PLACE\" quoting \"WORDS\"`, `assumed \"WHY\"` or `reading \"WHAT\"`".to_string();
    let span = Span::new(offset + begin, offset + begin + keyword.len());
    Problem { span, message: format!("`{keyword}` without what it needs"), help }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "One line.\nWords that\n  are broken.\nWords that end.";

    fn cited(place: &str, words: &str) -> Result<(), String> {
        Citation::new(place, words).unwrap().stands_in(TEXT)
    }

    #[test]
    fn words_are_found_over_lines() {
        assert_eq!(cited("x D:2-3", "that are"), Ok(()));
        assert_eq!(
            cited("x D:2", "that are"),
            Err(r#"x D:2: "that are" stands nowhere in 1 lines of the document"#.into())
        );
        assert_eq!(
            cited("x D:1", "Words that"),
            Err(r#"x D:1: "Words that" stands not there, but from line 2, 4"#.into())
        );
    }

    #[test]
    fn places_have_one_form() {
        for place in ["D:1", "x D", "x D:0", "x D:3-2", "x D:one", " D:1", "x :1"] {
            assert!(Citation::new(place, "words").is_err(), "{place}");
        }
        assert!(Citation::new("x D:1", " ").is_err());
        assert_eq!(Citation::new("x D:7-9", "words").unwrap().place(), "x D:7-9");
    }

    #[test]
    fn comments_say_where_statements_are_from() {
        let text = "As they cite it: cite \"x D:1\"\n  quoting \"a\n  b\" and assumed \"so\". An assumed word, and unassumed \"not\".";
        let found = in_comment(text, 0).unwrap();
        assert_eq!(found.citations, [Citation::new("x D:1", "a\n  b").unwrap()]);
        assert!(found.assumed && found.claim == "so");
        assert_eq!(in_comment("cite \"x D:1\" words", 10).unwrap_err().span, Span::new(10, 14));
    }
}
