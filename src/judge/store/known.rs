//! Answers of earlier runs in memory: there may be tens of millions, nearly all of them small numbers.

use super::Question;
use super::entry::{Answer, Entry};
use rustc_hash::FxHashMap;

/// Answers by question.
#[derive(Default)]
pub struct Known {
    /// The numbers that fit in a byte: 18 bytes each, where any answer would take 41.
    small: FxHashMap<Question, u8>,
    others: FxHashMap<Question, Answer>,
}

impl Known {
    /// Adds an answer.
    pub fn insert(&mut self, entry: &Entry<'_>) {
        let answer = entry.answer();
        match as_small(&answer) {
            Some(number) => self.small.insert(entry.question, number).map(drop),
            None => self.others.insert(entry.question, answer).map(drop),
        };
    }

    /// The answer to a question, if it is a number.
    pub fn number(&self, question: Question) -> Option<u64> {
        if let Some(&number) = self.small.get(&question) {
            return Some(number.into());
        }
        match self.others.get(&question)? {
            Answer::Number(number) => Some(*number),
            Answer::Text(_) => None,
        }
    }

    /// The answer to a question, if it is a text.
    pub fn text(&self, question: Question) -> Option<&str> {
        match self.others.get(&question)? {
            Answer::Number(_) => None,
            Answer::Text(text) => Some(text),
        }
    }
}

fn as_small(answer: &Answer) -> Option<u8> {
    match answer {
        Answer::Number(number) => u8::try_from(*number).ok(),
        Answer::Text(_) => None,
    }
}
