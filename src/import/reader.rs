//! What reading a table needs to know of its family's targets, and the flaws found in reading.

use super::sentence::{self, Sentence};
use super::words::{Item, Placed, Token, explains, sentences, tokens};
use crate::lint::{At, Flaw, matches};
use crate::syntax::source::{Diagnostic, Source, Span, did_you_mean, slip_of};
use crate::syntax::table::ast::{Access, Instr, Line, Scopes};
use crate::syntax::table::cond::Cond;
use crate::targets::{self, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The reader of a table.
pub struct Reader<'a> {
    /// The document that is read, for places and messages.
    pub source: &'a Arc<Source>,
    /// The label of the table of scopes that rows may apply.
    pub scopes: Option<&'a str>,
    /// The family whose table it is.
    family: String,
    /// The words that the table may use.
    vocabulary: Vocabulary,
    /// The instructions of the family's targets.
    instructions: BTreeSet<&'static str>,
    /// The counters that documents abbreviate.
    counters: BTreeSet<&'static str>,
    /// The operands that name scopes.
    scope_operands: BTreeSet<&'static str>,
    /// What accesses are called after their form.
    accesses: BTreeMap<&'static str, Access>,
    /// The forms of accesses.
    forms: BTreeSet<&'static str>,
    /// The row being read.
    pub row: String,
    /// The flaws found so far, in the order of reading.
    pub flaws: Vec<Flaw>,
}

impl<'a> Reader<'a> {
    /// The reader of a family's table.
    pub fn new(source: &'a Arc<Source>, family: &str, scopes: Option<&'a str>) -> Self {
        let of_family = || targets::targets_of_family(family);
        Reader {
            source,
            scopes,
            family: family.to_string(),
            vocabulary: Vocabulary::of_family(family),
            instructions: of_family().flat_map(targets::Target::instructions).map(String::as_str).collect(),
            counters: of_family().flat_map(|target| &target.counters).map(String::as_str).collect(),
            scope_operands: of_family().filter_map(|target| target.scope_operand.as_deref()).collect(),
            accesses: of_family()
                .flat_map(|target| &target.accesses)
                .map(|(access, word)| (word.as_str(), *access))
                .collect(),
            forms: targets::known_targets()
                .iter()
                .flat_map(|target| target.forms.values().flatten())
                .map(String::as_str)
                .collect(),
            row: String::new(),
            flaws: Vec::new(),
        }
    }

    /// The line of a place.
    pub fn line(&self, span: Span) -> Line {
        line(self.source, span)
    }

    /// Notes a flaw of the row being read, at the line of a place.
    pub fn flaw(&mut self, span: Span, message: impl Into<String>) {
        self.flaw_at(self.line(span), span, message.into());
    }

    /// Notes a flaw of the row being read, at a line and a place.
    pub fn flaw_at(&mut self, line: Line, span: Span, message: String) {
        let (family, place) = (self.family.clone(), self.row.clone());
        self.flaws.push(Flaw { family, line, place, message, at: At::Document(span) });
    }

    /// An error at a place.
    pub fn error(&self, span: Span, message: impl Into<String>, help: impl Into<String>) -> Box<Diagnostic> {
        let place = format!("in the row {}", self.row);
        Box::new(Diagnostic::new(self.source, span, message, place).help(help))
    }

    /// What the sentences of an item command; explanations are left out.
    pub fn sentences(&mut self, item: &Item) -> Result<Vec<(Span, Sentence)>, Box<Diagnostic>> {
        let mut read = Vec::new();
        let tokens = tokens(self.source, &item.lines);
        for sentence in sentences(&tokens) {
            let span = Span::new(sentence[0].0, sentence[sentence.len() - 1].2);
            if explains(self.source, &sentence) {
                continue;
            }
            if self.disputes(&sentence) {
                self.flaw(span, "a remark takes back the condition before it; the condition is kept");
                continue;
            }
            self.note_misspelt_words(&sentence);
            let parsed = sentence::parse(self.source, &sentence)?;
            self.refuse_unknown_words(&parsed, span)?;
            read.push((span, parsed));
        }
        Ok(read)
    }

    /// Whether a sentence says that what precedes it does not hold after all.
    fn disputes(&self, sentence: &[Placed<'_>]) -> bool {
        let word = |at: usize| sentence.get(at).map(|placed| self.source.text[placed.0..placed.2].to_lowercase());
        word(0).as_deref() == Some("however") && word(2).as_deref() == Some("since")
    }

    /// Notes words spelt unlike elsewhere.
    fn note_misspelt_words(&mut self, sentence: &[Placed<'_>]) {
        for &(l, token, r) in sentence {
            let written = &self.source.text[l..r];
            if token == Token::Word("opencl") && written != "OpenCL" {
                let message = format!("`{written}` is spelt OpenCL elsewhere");
                self.flaw(Span::new(l, r), message);
            }
        }
    }

    /// Refuses conditions with words that no target has.
    fn refuse_unknown_words(&self, sentence: &Sentence, span: Span) -> Result<(), Box<Diagnostic>> {
        let conds: Vec<&Cond> = match sentence {
            Sentence::Code(alternatives) => alternatives.iter().filter_map(|a| a.when.as_ref()).collect(),
            Sentence::Effects(effects) => effects.iter().map(sentence::Effect::cond).collect(),
            Sentence::Refused(cond, _) | Sentence::Case(cond) => vec![cond],
            Sentence::Garbled(_)
            | Sentence::Same(_)
            | Sentence::Nothing
            | Sentence::Apply(_)
            | Sentence::OnlyFor(_)
            | Sentence::Place(..)
            | Sentence::Apart
            | Sentence::Constraint(..) => Vec::new(),
        };
        for word in conds.iter().flat_map(|cond| cond.words()) {
            let known = self.vocabulary.condition_words();
            if !word.contains('(') && !known.contains(word) {
                let help = match did_you_mean(word, known.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("one of {}", known.iter().copied().collect::<Vec<_>>().join(", ")),
                };
                return Err(self.error(span, format!("`{word}` is neither a target nor a mode"), help));
            }
        }
        Ok(())
    }

    /// The name of an instruction of the family; a misspelt one is a flaw.
    pub fn instruction(&mut self, name: &str, span: Span) -> Result<String, Box<Diagnostic>> {
        if self.instructions.contains(name) {
            return Ok(name.to_string());
        }
        let Some(near) = slip_of(name, self.instructions.iter().copied()) else {
            let known = self.instructions.iter().copied().collect::<Vec<_>>().join(", ");
            return Err(self.error(
                span,
                format!("`{name}` is no instruction of this family"),
                format!("one of {known}"),
            ));
        };
        self.flaw(span, format!("`{name}` is no instruction; taken as `{near}`"));
        Ok(near.to_string())
    }

    /// An operand of an instruction, which is named by its mnemonic or by what it accesses; a misspelt one is a flaw.
    pub fn operand(&mut self, instr: &Instr, text: &str, span: Span) -> Result<String, Box<Diagnostic>> {
        let name = instr.word();
        if self.vocabulary.has_operand(name, text) {
            return Ok(text.to_string());
        }
        let known = self.vocabulary.operands_of(name, text);
        let Some(near) = slip_of(text, known.iter().map(String::as_str)) else {
            let message = format!("`{text}` is no operand of `{}`", instr.spelling());
            let help = match known.is_empty() {
                true => "it has none".to_string(),
                false => format!("one of {}", known.iter().map(String::as_str).collect::<Vec<_>>().join(", ")),
            };
            return Err(self.error(span, message, help));
        };
        self.flaw(span, format!("`{text}` is no operand of `{}`; taken as `{near}`", instr.spelling()));
        Ok(near.to_string())
    }

    /// The table of scopes with misspelt operands corrected, which are flaws; one that is like none stays, and is refused with the table.
    pub fn corrected_scopes(&mut self, mut scopes: Scopes) -> Scopes {
        let known = self.vocabulary.scope_operands();
        let place = std::mem::replace(&mut self.row, "table of scopes".into());
        for entry in &mut scopes.entries {
            for operand in entry.operands.iter_mut().filter(|operand| !known.contains(operand.text.as_str())) {
                let Some(near) = slip_of(&operand.text, known.iter().copied()) else { continue };
                let message = format!("`{}` is no operand for a scope; taken as `{near}`", operand.text);
                self.flaw_at(entry.line, self.source.line_span(entry.line as usize), message);
                operand.text = near.to_string();
            }
        }
        self.row = place;
        scopes
    }

    /// The form and the access of an instruction that is one; `None` for others.
    pub fn access<'n>(&self, name: &'n str) -> Option<(&'n str, Access)> {
        let (form, access) = name.split_once('_')?;
        Some((form, *self.accesses.get(access)?))
    }

    /// Whether an instruction waits for counters.
    pub fn is_wait(&self, instr: &Instr) -> bool {
        self.vocabulary.is_wait(instr)
    }

    /// Whether an operand names a scope, with its value or without.
    pub fn names_scope(&self, operand: &str) -> bool {
        operand.split_once(':').is_some_and(|(name, _)| self.scope_operands.contains(name))
    }

    /// The counters of `vm/vscnt(0)`, of which the first is abbreviated; other texts are themselves.
    pub fn counters(&self, text: &str) -> Vec<String> {
        let Some((first, second)) = text.split_once('/') else { return vec![text.to_string()] };
        let number = second.find('(').map_or("", |at| &second[at..]);
        let named = self
            .counters
            .iter()
            .filter(|counter| counter.starts_with(first))
            .map(|counter| format!("{counter}{number}"));
        named.chain([second.to_string()]).collect()
    }

    /// Refuses a form that no access has.
    pub fn check_form(&self, form: &str, span: Span) -> Result<(), Box<Diagnostic>> {
        if self.forms.contains(form) {
            return Ok(());
        }
        let known = self.forms.iter().copied().collect::<Vec<_>>().join(", ");
        Err(self.error(span, format!("`{form}` is no form of access"), format!("one of {known}")))
    }

    /// A name of an instruction in a rule, which may have a `*`; a misspelt one is a flaw.
    pub fn known_pattern(&mut self, name: &str, span: Span) -> String {
        if self.instructions.iter().any(|known| matches(name, known)) {
            return name.to_string();
        }
        // One letter less or more at the end is what occurs.
        let shorter = &name[..name.len().saturating_sub(1)];
        let near = match self.instructions.iter().any(|known| matches(shorter, known)) {
            true => Some(shorter),
            false => slip_of(name, self.instructions.iter().copied()),
        };
        match near {
            Some(near) => {
                self.flaw(span, format!("`{name}` is no instruction; taken as `{near}`"));
                near.to_string()
            }
            None => name.to_string(),
        }
    }
}

/// The line of a place.
pub fn line(source: &Source, span: Span) -> Line {
    Line::try_from(source.line_column(span.start).0).unwrap_or(Line::MAX)
}
