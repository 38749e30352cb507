//! Questions with their answers as a file has them, one after the other: 16 bytes of the question, one that says what the answer is, and the answer.

use super::Question;

/// What is kept for a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A number, whose meaning the question gives.
    Number(u64),
    /// A value as JSON.
    Text(Box<str>),
}

/// A question with its answer, as they stand in a file.
#[derive(Clone, Copy)]
pub struct Entry<'a> {
    /// The question.
    pub question: Question,
    answer: Raw<'a>,
    /// All of the entry.
    pub bytes: &'a [u8],
}

#[derive(Clone, Copy)]
enum Raw<'a> {
    Number(u64),
    Text(&'a str),
}

impl Entry<'_> {
    /// The answer, for use when the file is closed.
    pub fn answer(&self) -> Answer {
        match self.answer {
            Raw::Number(number) => Answer::Number(number),
            Raw::Text(text) => Answer::Text(text.into()),
        }
    }
}

/// The byte of an answer that is a number: eight bytes follow.
const NUMBER: u8 = 0;
/// The byte of an answer that is a text: eight bytes of its length follow, and the text.
const TEXT: u8 = 1;

/// Adds an entry to those of a batch.
pub fn write(question: Question, answer: &Answer, batch: &mut Vec<u8>) {
    batch.extend_from_slice(&question.0);
    match answer {
        Answer::Number(number) => {
            batch.push(NUMBER);
            batch.extend_from_slice(&number.to_le_bytes());
        }
        Answer::Text(text) => {
            batch.push(TEXT);
            batch.extend_from_slice(&(text.len() as u64).to_le_bytes());
            batch.extend_from_slice(text.as_bytes());
        }
    }
}

/// The entries of a batch; `None` if it is no batch.
pub fn split(mut batch: &[u8]) -> Option<Vec<Entry<'_>>> {
    let mut entries = Vec::new();
    while !batch.is_empty() {
        let (entry, rest) = first(batch)?;
        entries.push(entry);
        batch = rest;
    }
    Some(entries)
}

/// The first entry of a batch, and the rest of the batch.
fn first(batch: &[u8]) -> Option<(Entry<'_>, &[u8])> {
    let (question, rest) = batch.split_first_chunk()?;
    let (kind, rest) = rest.split_first()?;
    let (number, rest) = rest.split_first_chunk()?;
    let number = u64::from_le_bytes(*number);
    let (answer, rest) = match *kind {
        NUMBER => (Raw::Number(number), rest),
        TEXT => {
            let (text, rest) = rest.split_at_checked(usize::try_from(number).ok()?)?;
            (Raw::Text(std::str::from_utf8(text).ok()?), rest)
        }
        _ => return None,
    };
    let bytes = &batch[..batch.len() - rest.len()];
    Some((Entry { question: Question(*question), answer, bytes }, rest))
}
