//! Where the parts of a table stand in its text.

use super::lexer::Token;
use super::parse::{Placed, tokens};
use crate::syntax::source::{Diagnostic, Source, Span};
use std::sync::Arc;

/// A part of a table that something is said of: a word, or what it stands in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// The row, step or other block.
    pub within: Within,
    /// An operand, a name or several words in it; `None` for the whole.
    pub word: Option<String>,
}

/// A block of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Within {
    /// What stands before the rows: the family.
    Head,
    /// The table of scopes.
    Scopes,
    /// A row by its index.
    Row(usize),
    /// A step by the index of its row and its own, counted through all cases of the row.
    Step(usize, usize),
}

impl Within {
    /// This block as a whole.
    pub fn whole(self) -> Part {
        Part { within: self, word: None }
    }

    /// A word in this block.
    pub fn word(self, word: impl Into<String>) -> Part {
        Part { within: self, word: Some(word.into()) }
    }
}

/// The blocks of a table's text.
pub struct Places<'a> {
    head: Vec<Placed<'a>>,
    scopes: Vec<Placed<'a>>,
    rows: Vec<Vec<Placed<'a>>>,
}

impl<'a> Places<'a> {
    /// The blocks of a text that has been parsed as a table.
    ///
    /// # Errors
    /// The first place that is no token.
    pub fn new(source: &'a Arc<Source>) -> Result<Places<'a>, Box<Diagnostic>> {
        let mut places = Places { head: Vec::new(), scopes: Vec::new(), rows: Vec::new() };
        let (mut depth, mut block) = (0_usize, Vec::new());
        for placed in tokens(source)? {
            match placed.1 {
                Token::OpenBrace => depth += 1,
                Token::CloseBrace => depth = depth.saturating_sub(1),
                Token::Word(_) | Token::Condition(_) | Token::Operand(_) | Token::Number(_) | Token::Text(_) => {}
                Token::OpenBracket | Token::CloseBracket | Token::Colon | Token::Semicolon | Token::Comma => {}
                Token::Slash | Token::Bar | Token::Ampersand | Token::Not | Token::At => {}
            }
            block.push(placed);
            match (placed.1, depth) {
                (Token::OpenBrace, 1) => places.head = std::mem::take(&mut block),
                (Token::CloseBrace, 1) => places.add(std::mem::take(&mut block)),
                (_, _) => {}
            }
        }
        Ok(places)
    }

    fn add(&mut self, block: Vec<Placed<'a>>) {
        match block.first() {
            Some((_, Token::Word("scopes"), _)) => self.scopes = block,
            _ => self.rows.push(block),
        }
    }

    /// The place of a part: of its word, or else of the beginning of its block.
    pub fn find(&self, part: &Part) -> Span {
        let block = self.block(part.within);
        let word = part.word.as_deref().and_then(|word| find_word(block, word));
        word.unwrap_or_else(|| beginning(block))
    }

    fn block(&self, within: Within) -> &[Placed<'a>] {
        let row = |row: usize| self.rows.get(row).map_or(&self.head[..], Vec::as_slice);
        match within {
            // The release and the document stand before the family.
            Within::Head => self.head.get(4..).unwrap_or_default(),
            Within::Scopes => &self.scopes,
            Within::Row(index) => row(index),
            Within::Step(index, step) => steps(row(index)).into_iter().nth(step).unwrap_or(row(index)),
        }
    }
}

/// The steps of a row: each begins with its number and line.
fn steps<'b, 'a>(row: &'b [Placed<'a>]) -> Vec<&'b [Placed<'a>]> {
    let kinds = |window: &[Placed<'_>]| {
        let kinds = [0, 1, 2, 3].map(|at| window[at].1);
        matches!(kinds, [Token::Number(_), Token::At, Token::Number(_), Token::Colon])
    };
    let starts: Vec<usize> = (0..row.len().saturating_sub(3)).filter(|&at| kinds(&row[at..at + 4])).collect();
    let ends = starts.iter().skip(1).copied().chain([row.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &row[start..end]).collect()
}

/// The place of the words of a text, where they first stand one after the other.
fn find_word(block: &[Placed<'_>], text: &str) -> Option<Span> {
    let wanted = Source::new("", text);
    let wanted: Vec<Token<'_>> = tokens(&wanted).ok()?.into_iter().map(|(_, token, _)| token).collect();
    let is_wanted = |window: &&[Placed<'_>]| window.iter().map(|placed| placed.1).eq(wanted.iter().copied());
    let found = block.windows(wanted.len().max(1)).find(is_wanted)?;
    Some(Span::new(found.first()?.0, found.last()?.2))
}

/// The first line of a block as far as its name goes.
fn beginning(block: &[Placed<'_>]) -> Span {
    let ends = |placed: &&Placed<'_>| matches!(placed.1, Token::OpenBrace | Token::Colon);
    let before_line = block.iter().take_while(|placed| !ends(placed)).last();
    match (block.first(), before_line) {
        (Some(first), Some(last)) => Span::new(first.0, last.2),
        _ => Span::default(),
    }
}
