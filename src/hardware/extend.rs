//! Hardware files that extend others: what the other says holds, but for what is replaced, removed or added.

use super::bases::{Base, find_base};
use crate::syntax::hardware::ast::{Change, Clause, File, Kind, Subject, Word};
use crate::syntax::hardware::parse as parse_alone;
use crate::syntax::source::{Diagnostic, Source, Span, did_you_mean};
use crate::targets;
use std::sync::Arc;

/// The tree of a hardware file with what it takes from the file that it extends; and the files extended, one the next.
///
/// # Errors
/// What is wrong with the file or one that it extends; an extended file that is not found, or extends this one; a clause that replaces or
/// removes what the other does not have, or adds what it has; an inherited clause that only names the other file's targets.
pub fn parse(source: &Arc<Source>) -> Result<(File, Vec<Base>), Box<Diagnostic>> {
    let mut bases = Vec::new();
    Ok((extended(source, source, &mut bases)?, bases))
}

/// The tree of `source` with what it takes from the files that it extends, which are added to `bases`; `first` is where the chain of
/// extensions begins.
fn extended(first: &Arc<Source>, source: &Arc<Source>, bases: &mut Vec<Base>) -> Result<File, Box<Diagnostic>> {
    let mut file = parse_alone(source)?;
    let Some(name) = file.extends.take() else { return extending_none(source, file) };
    let base = find_base(source, &name)?;
    let chain = || std::iter::once(first).chain(bases.iter().map(|base| &base.source)).map(|file| file.name.as_str());
    if chain().any(|file| file == base.source.name) {
        let message =
            format!("this file extends itself: {} -> {}", chain().collect::<Vec<_>>().join(" -> "), base.source.name);
        let help = "a file whose own extensions end with one that extends none";
        return Err(Box::new(Diagnostic::new(source, name.span, message, "extended here").help(help)));
    }
    bases.push(base.clone());
    let base = base.source;
    let mut inherited = extended(first, &base, bases)?.clauses;
    inherited.iter_mut().for_each(|clause| clause.inherited = Some(clause.inherited.take().unwrap_or(base.clone())));
    let clauses = Merge { source, base: &base, clauses: inherited }.merge(&file)?;
    if let Some((clause, target)) = clauses.iter().find_map(|clause| foreign(clause, &file)) {
        let message = format!("{} inherits a clause that is for {target} and does not say what holds here", file.name);
        let subject = clause.subject();
        let help = format!("`replace {} …` or `without {}`", subject.as_str(), subject.as_str());
        return Err(Box::new(Diagnostic::new(source, name.span, message, "extended here").help(help)));
    }
    Ok(File { clauses, removals: Vec::new(), ..file })
}

/// A file that extends none has nothing to replace or remove.
fn extending_none(source: &Arc<Source>, file: File) -> Result<File, Box<Diagnostic>> {
    let removed = file.removals.first().map(|removal| removal.span);
    let changed = file.clauses.iter().find(|clause| clause.change == Change::Replace || clause.before.is_some());
    match removed.or(changed.map(|clause| clause.span)) {
        None => Ok(file),
        Some(span) => {
            let message = format!("{} extends no file whose clauses it could change", file.name);
            let help = "`hardware \"NAME\" extends \"FILE\" { … }`, or the clause as it is";
            Err(Box::new(Diagnostic::new(source, span, message, "a change").help(help)))
        }
    }
}

/// A target by which an inherited clause is restricted, and for which this file is not.
fn foreign<'c>(clause: &'c Clause, file: &File) -> Option<(&'c Clause, &'c str)> {
    let is_target = |word: &&str| targets::known_targets().iter().any(|target| target.name == **word);
    let is_own = |word: &str| file.targets.iter().any(|target| target.text == word);
    let inherited = clause.inherited.is_some();
    clause.when.words().into_iter().filter(is_target).find(|word| inherited && !is_own(word)).map(|word| (clause, word))
}

struct Merge<'a> {
    source: &'a Arc<Source>,
    base: &'a Arc<Source>,
    /// The inherited clauses, as changed so far.
    clauses: Vec<Clause>,
}

impl Merge<'_> {
    fn merge(mut self, file: &File) -> Result<Vec<Clause>, Box<Diagnostic>> {
        // A change is one of what the other file says, not of what this one does.
        let inherited: Vec<Subject> = self.clauses.iter().map(Clause::subject).collect();
        let has = |subject: &Subject| inherited.contains(subject);
        for removal in &file.removals {
            if !has(&removal.subject) {
                return Err(self.nothing_to_change(&inherited, &removal.subject, removal.span));
            }
            self.clauses.retain(|clause| clause.subject() != removal.subject);
        }
        // Of several that are replaced by several, the first place is taken by all.
        let mut replaced: Vec<Subject> = Vec::new();
        let mut added = Vec::new();
        for clause in &file.clauses {
            let subject = clause.subject();
            let removed = file.removals.iter().any(|removal| removal.subject == subject);
            match clause.change {
                Change::Add if has(&subject) && !removed => return Err(self.already_said(&subject, clause)),
                Change::Add => added.push(clause.clone()),
                Change::Replace if !has(&subject) || removed => {
                    return Err(self.nothing_to_change(&inherited, &subject, clause.span));
                }
                Change::Replace if replaced.contains(&subject) => {}
                Change::Replace => {
                    self.replace(&subject, file);
                    replaced.push(subject);
                }
            }
        }
        self.add(added)?;
        Ok(self.clauses)
    }

    fn replace(&mut self, subject: &Subject, file: &File) {
        let mut new: Vec<Clause> = file.clauses.iter().filter(|clause| clause.subject() == *subject).cloned().collect();
        let mut clauses = Vec::new();
        for clause in self.clauses.drain(..) {
            if clause.subject() == *subject { clauses.append(&mut new) } else { clauses.push(clause) }
        }
        self.clauses = clauses;
    }

    /// What is added stands before what is inherited, for of several clauses that apply the first counts; but units and cache levels stand where
    /// they are said to stand, and what names them after those.
    fn add(&mut self, added: Vec<Clause>) -> Result<(), Box<Diagnostic>> {
        let is_place = |clause: &Clause| clause.kind.declared_unit().or(clause.kind.declared_level()).is_some();
        let (places, others): (Vec<_>, Vec<_>) = added.into_iter().partition(is_place);
        for clause in places {
            let at = self.position_of(&clause)?;
            self.clauses.insert(at, clause);
        }
        // A wait names a counter that stands before it.
        let (waits, others): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|clause| matches!(clause.kind, Kind::Wait(..)));
        let end = self.clauses.iter().rposition(is_place).map_or(0, |last| last + 1);
        self.clauses.splice(end..end, others);
        self.clauses.extend(waits);
        Ok(())
    }

    /// Where a new unit or cache level stands: before the one that it names.
    fn position_of(&self, clause: &Clause) -> Result<usize, Box<Diagnostic>> {
        let (what, declared): (_, fn(&Kind) -> Option<&Word>) = match clause.kind.declared_unit() {
            Some(_) => ("unit", Kind::declared_unit),
            None => ("level", Kind::declared_level),
        };
        let error = |message: String, span| {
            let help = format!("`before NAME`, with a {what} of {}", self.base.name);
            Err(Box::new(Diagnostic::new(self.source, span, message, "where does it stand?").help(help)))
        };
        let Some(before) = &clause.before else { return error(format!("a {what} without its place"), clause.span) };
        let is_named = |other: &Clause| declared(&other.kind).is_some_and(|word| word.text == before.text);
        match self.clauses.iter().position(is_named) {
            Some(at) => Ok(at),
            None => error(format!("no {what} `{}` is inherited", before.text), before.span),
        }
    }

    fn nothing_to_change(&self, inherited: &[Subject], subject: &Subject, span: Span) -> Box<Diagnostic> {
        let message = format!("{} has no clause `{}` to change", self.base.name, subject.as_str());
        let diagnostic = Diagnostic::new(self.source, span, message, "not there");
        Box::new(match did_you_mean(subject.as_str(), inherited.iter().map(Subject::as_str)) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic.help("a clause begins with the same words in the file that is extended"),
        })
    }

    fn already_said(&self, subject: &Subject, clause: &Clause) -> Box<Diagnostic> {
        let message = format!("{} has a clause `{}` already", self.base.name, subject.as_str());
        let diagnostic = Diagnostic::new(self.source, clause.span, message, "said twice");
        Box::new(diagnostic.help("`replace` before it, if it stands for the other"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::{Assume, Chip};
    use crate::syntax::table::ast::Path;
    use crate::targets::TargetConfiguration;

    /// Changes stand where docs/hardware.md says: a replaced clause where the other stood, units and levels before those they name, waits at the
    /// end, and all else before what is inherited.
    #[test]
    fn changes_stand_in_their_places() {
        let text = r#"hardware "mine" extends "gfx6-gfx9" {
          targets gfx9;
          wait s_wait_new for newcnt assumed "made up";
          counter newcnt counts load assumed "made up";
          unit sa holds workgroup before agent assumed "made up";
          level L15 per sa caches before L2 assumed "made up";
          replace store completes at memory assumed "made up";
          store with dlc=1 completes at L15 assumed "made up";
          without load with glc=1 assumed "made up";
          without process in order per cu as cu-issue-order assumed "made up";
        }"#;
        let source = Source::new("no/such/folder/mine.hw", text);
        let (file, bases) = parse(&source).expect("well formed");
        assert_eq!(bases.len(), 1);
        assert!(file.removals.is_empty(), "what is removed is gone");
        let subjects: Vec<String> = file.clauses.iter().map(|clause| clause.subject().as_str().to_string()).collect();
        insta::assert_snapshot!(subjects.join("\n"));
        let configuration = TargetConfiguration::parse("gfx9").expect("a target");
        let chip = Chip::new(&source, &file, &configuration, &Assume::default()).expect("well formed");
        let levels: Vec<&str> = chip.levels.iter().map(|level| level.name.as_str()).collect();
        assert_eq!(levels, ["L1", "L15", "L2", "memory"]);
        let level = |operands: &[&str]| {
            let operands: Vec<String> = operands.iter().map(ToString::to_string).collect();
            chip.levels[chip.store_completes(Path::Vector, &operands)].name.clone()
        };
        assert_eq!([level(&[]), level(&["dlc=1"])], ["memory", "L15"]);
    }

    /// A file may be called like the one that comes with the tool and extend that.
    #[test]
    fn a_file_of_the_same_name_extends_the_built_in_one() {
        let source =
            Source::new("no/such/folder/gfx12.hw", "hardware \"mine\" extends \"gfx12.hw\" { targets gfx12; }");
        let (file, bases) = parse(&source).expect("well formed");
        assert!(bases[0].built_in);
        let (built_in, _) = parse(&bases[0].source).expect("well formed");
        let subjects = |file: &File| file.clauses.iter().map(Clause::subject).collect::<Vec<_>>();
        assert_eq!(subjects(&file), subjects(&built_in));
    }

    /// A clause for some of the other file's targets is inherited by files for these, and by no others.
    #[test]
    fn clauses_for_own_targets_are_inherited() {
        let own = |text: &str| parse(&Source::new("no/such/folder/mine.hw", text)).map(|(file, _)| file.clauses.len());
        let gfx11 = own(
            r#"hardware "mine" extends "gfx10-gfx11" { targets gfx11; without load with glc=1 dlc=1 assumed "gfx10's"; }"#,
        );
        assert!(gfx11.is_ok());
        let both = own(r#"hardware "mine" extends "gfx10-gfx11" { targets gfx12, gfx10; }"#);
        assert!(both.expect_err("gfx11's clause").message.contains("for gfx11"));
    }
}
