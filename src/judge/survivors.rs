//! Lists of changes that no test can notice, each with the reason why.

use super::mutate::{Effect, Judged};
use crate::syntax::source::{Diagnostic, Source, Span};
use serde::Deserialize;
use std::sync::Arc;
use toml::Spanned;

/// The changes of one model or hardware file that a list names.
#[derive(Debug)]
pub struct Survivors {
    source: Arc<Source>,
    listed: Vec<Listed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default)]
    survivor: Vec<Listed>,
}

/// A change that survives, and why.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    /// The model or hardware file that is changed, by name.
    of: String,
    /// The change, as it is printed.
    change: Spanned<String>,
    /// Why no test can notice it.
    reason: String,
}

impl Survivors {
    /// The list of a file, as far as it is about a model or hardware file.
    ///
    /// # Errors
    /// What is wrong with the text, with its place; a change that is listed without a reason.
    pub fn parse(source: &Arc<Source>, of: &str) -> Result<Survivors, Box<Diagnostic>> {
        let list: List = toml::from_str(&source.text).map_err(|error| {
            let span = error.span().map_or(Span::default(), |range| Span::new(range.start, range.end));
            let help = "`[[survivor]]` with `of`, `change` and `reason`";
            Box::new(Diagnostic::new(source, span, error.message().to_string(), "here").help(help))
        })?;
        if let Some(listed) = list.survivor.iter().find(|listed| listed.reason.trim().is_empty()) {
            let span = span(&listed.change);
            let message = "a survivor without a reason";
            return Err(Box::new(
                Diagnostic::new(source, span, message, "this change").help("why no test can notice it"),
            ));
        }
        let listed = list.survivor.into_iter().filter(|listed| listed.of == of).collect();
        Ok(Survivors { source: source.clone(), listed })
    }

    /// Why a change survives, if it is listed.
    pub fn reason(&self, change: &str) -> Option<&str> {
        self.listed.iter().find(|listed| listed.change.get_ref() == change).map(|listed| listed.reason.as_str())
    }

    /// What is listed and does not survive: a test notices it, or there is no such change.
    pub fn wrong(&self, judged: &[Judged]) -> Vec<Diagnostic> {
        let wrong = |listed: &Listed| {
            let change = listed.change.get_ref();
            // Several places of a text may be changed in ways of one name: one that survives is enough.
            let mut effects = judged.iter().filter(|judged| judged.change == *change).map(|judged| &judged.effect);
            let first = effects.clone().next();
            let message = match effects.find(|effect| !matches!(effect, Effect::Killed(_))).or(first) {
                None => "there is no such change".to_string(),
                Some(Effect::Killed(differences)) => {
                    let tests: Vec<&str> = differences.iter().map(|difference| difference.test.as_str()).collect();
                    format!("this change does not survive: {} notices it", tests.first().unwrap_or(&"a test"))
                }
                Some(Effect::Survives | Effect::Refused(_) | Effect::Unknown(_)) => return None,
            };
            Some(Diagnostic::new(&self.source, span(&listed.change), message, "listed as a survivor"))
        };
        self.listed.iter().filter_map(wrong).collect()
    }
}

fn span(text: &Spanned<String>) -> Span {
    Span::new(text.span().start, text.span().end)
}
