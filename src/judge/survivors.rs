//! Lists of changes that no test can notice, and of claims that no test can tell, each with the reason why.

use super::mutate::{Effect, Judged};
use crate::syntax::source::{Diagnostic, Source, Span};
use itertools::Itertools;
use serde::Deserialize;
use std::sync::Arc;
use toml::Spanned;

/// The changes of one model or hardware file that a list names.
#[derive(Debug)]
pub struct Survivors {
    source: Arc<Source>,
    listed: Vec<Listed>,
    refused: Vec<Refused>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(default)]
    survivor: Vec<Listed>,
    #[serde(default)]
    refused: Vec<Refused>,
}

/// A change that survives, and why.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Listed {
    /// The model or hardware file that is changed, by name.
    of: String,
    /// The change, as it is printed.
    change: Spanned<String>,
    /// Another model, of which a test notices the change of this name: the programs that survive it here can tell it.
    told_of: Option<String>,
    /// Why no test can notice it.
    reason: String,
}

/// Claims of which every change is refused, since without them, or with less, nothing is described any more: no verdict can tell whether they hold.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Refused {
    /// The words of such a claim, of any model or hardware file; `…` stands for any.
    claims: Spanned<String>,
    /// Why nothing is described without it.
    reason: String,
}

impl Refused {
    fn has(&self, claim: &str) -> bool {
        match self.claims.get_ref().split_once('…') {
            Some((begin, end)) => claim.strip_prefix(begin).is_some_and(|rest| rest.ends_with(end)),
            None => claim == self.claims.get_ref(),
        }
    }
}

impl Survivors {
    /// The list of a file, as far as it is about a model or hardware file.
    ///
    /// # Errors
    /// What is wrong with the text, with its place; a change or claim that is listed without a reason.
    pub fn parse(source: &Arc<Source>, of: &str) -> Result<Survivors, Box<Diagnostic>> {
        let list: List = toml::from_str(&source.text).map_err(|error| {
            let span = error.span().map_or(Span::default(), |range| Span::new(range.start, range.end));
            let help = "`[[survivor]]` with `of`, `change`, `reason` and, if it is so, `told-of`; or `[[refused]]` with `claims` and `reason`";
            Box::new(Diagnostic::new(source, span, error.message().to_string(), "here").help(help))
        })?;
        let survivors = list.survivor.iter().map(|listed| (&listed.change, &listed.reason));
        let claims = list.refused.iter().map(|refused| (&refused.claims, &refused.reason));
        if let Some((named, _)) = survivors.chain(claims).find(|(_, reason)| reason.trim().is_empty()) {
            let wrong = Diagnostic::new(source, span(named), "listed without a reason", "this");
            return Err(Box::new(wrong.help("why no test can notice it")));
        }
        let listed = list.survivor.into_iter().filter(|listed| listed.of == of).collect();
        Ok(Survivors { source: source.clone(), listed, refused: list.refused })
    }

    /// Why a change survives, if it is listed.
    pub fn reason(&self, change: &str) -> Option<&str> {
        self.listed.iter().find(|listed| listed.change.get_ref() == change).map(|listed| listed.reason.as_str())
    }

    /// The changes that are listed, each with the model of which a test notices it, if one is named.
    pub fn changes(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.listed.iter().map(|listed| (listed.change.get_ref().as_str(), listed.told_of.as_deref()))
    }

    /// What is listed and does not survive, since a test notices it or there is no such change; and claims of which every change is refused, and which are
    /// not listed.
    pub fn wrong(&self, judged: &[Judged]) -> Vec<Diagnostic> {
        let mut wrong = self.no_survivors(judged);
        wrong.extend(self.unlisted(judged));
        wrong
    }

    fn unlisted(&self, judged: &[Judged]) -> Vec<Diagnostic> {
        let claims = judged.iter().into_group_map_by(|judged| (judged.source.name.as_str(), judged.span.start));
        let refused = claims.into_values().filter(|all| all.iter().all(|one| matches!(one.effect, Effect::Refused(_))));
        let unlisted = refused.filter_map(|changes| {
            let first = changes.first()?;
            let claim = claim(first);
            let message = format!("every change of `{claim}` is refused: no test can tell whether it holds");
            let help = format!("list it with its reason in {}, under `[[refused]]`", self.source.name);
            let is_listed = self.refused.iter().any(|refused| refused.has(claim));
            (!is_listed).then(|| Diagnostic::new(&first.source, first.span, message, "this claim").help(help))
        });
        unlisted.sorted_by_key(|wrong| wrong.span.start).collect()
    }

    /// What is listed as claims of which every change is refused, and is none of these claims.
    pub fn unknown_claims(&self, claims: &[String]) -> Vec<&str> {
        let unknown = self.refused.iter().filter(|refused| !claims.iter().any(|claim| refused.has(claim)));
        unknown.map(|refused| refused.claims.get_ref().as_str()).collect()
    }

    fn no_survivors(&self, judged: &[Judged]) -> Vec<Diagnostic> {
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

/// The claim of which a change is: `CLAIM: what it is instead` or `without CLAIM`.
fn claim(judged: &Judged) -> &str {
    let before = judged.change.split(": ").next().unwrap_or_default();
    before.strip_prefix("without ").unwrap_or(before)
}

fn span(text: &Spanned<String>) -> Span {
    Span::new(text.span().start, text.span().end)
}
