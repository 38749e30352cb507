//! Something for which a table is refused.

use crate::syntax::source::did_you_mean;
use crate::syntax::table::places::Part;

/// Something for which a table is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where it stands.
    pub part: Part,
    /// What is wrong, in one line.
    pub message: String,
    /// What stands there, in a few words.
    pub label: &'static str,
    /// What would be right.
    pub help: String,
}

/// A word that is none of those that are known.
pub fn unknown<'a>(part: Part, what: &str, word: &str, known: impl IntoIterator<Item = &'a str>) -> Mistake {
    let known: Vec<&str> = known.into_iter().collect();
    let help = match did_you_mean(word, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "nothing".to_string(),
        None => format!("one of {}", known.join(", ")),
    };
    Mistake { part, message: format!("unknown {what} `{word}`"), label: "not known", help }
}
