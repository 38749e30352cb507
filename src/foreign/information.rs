//! The lines `Key=value` between the name of a test and its initial state, as herd7 reads them.

use super::ast::Test;
use super::parse::comment_end;
use crate::syntax::source::Source;
use std::sync::Arc;

/// What may stand between words of a line.
const BLANK: [char; 3] = [' ', '\t', '\r'];

/// The keys and values of a test; `None` where herd7 takes another place for the beginning of the initial state than we do.
pub fn read<'s>(source: &'s Arc<Source>, test: &Test) -> Option<Vec<(&'s str, &'s str)>> {
    let text = source.text.as_str();
    if !test.name.node.chars().all(is_of_name) {
        return None;
    }
    let (mut at, mut found) = (after_header(text, test.name.span.end), Vec::new());
    while at < test.init_span.start {
        let rest = &text[at..];
        if let Some((pair, length)) = line(rest) {
            found.push(pair);
            at += length;
            continue;
        }
        at = match rest.find(['\n', '{'])? {
            0 if rest.starts_with('{') => return None,
            0 => at + 1,
            // To herd7 a comment begins here only where nothing follows in the line, and is text that means nothing elsewhere.
            2 if rest.starts_with("(*") => comment_end(source, at).ok()?,
            length => at + length,
        };
    }
    (at == test.init_span.start).then_some(found)
}

/// What names of tests are of.
fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_/.-+[]".contains(c)
}

/// The end of the first line's part that herd7 reads as one: a text in quotes, and a semicolon.
fn after_header(text: &str, name_end: usize) -> usize {
    let rest = text[name_end..].trim_start_matches(BLANK);
    let quoted = rest.strip_prefix('\n').unwrap_or(rest).trim_start_matches(BLANK).strip_prefix('"');
    let described = quoted.and_then(|quoted| quoted.split_once('"')).map(|(_, after)| after.trim_start_matches(BLANK));
    let rest = described.unwrap_or(rest);
    text.len() - rest.strip_prefix(';').unwrap_or(rest).len()
}

/// `Key = value` at the beginning of a text, and how long the line is.
fn line(text: &str) -> Option<((&str, &str), usize)> {
    let end = text.find('\n')?;
    let is_of_key = |c: char| c.is_ascii_alphanumeric() || "_/.-".contains(c);
    let length = text.find(|c| !is_of_key(c))?;
    let (key, rest) = text[..end].split_at_checked(length)?;
    let value = rest.trim_start_matches(BLANK).strip_prefix('=')?.trim_start_matches(BLANK);
    let value = value.strip_suffix('\r').unwrap_or(value);
    let is_read = key.starts_with(|c: char| c.is_ascii_alphabetic()) && !value.contains('\r');
    is_read.then_some(((key, value), end + 1))
}
