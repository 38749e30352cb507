//! What the clauses of a file say, added to a chip one after the other.

use super::{CacheLevel, Chip, Control, OfPath};
use crate::syntax::hardware::ast::{Counted, Kind, Switch, Word};
use crate::syntax::source::{Diagnostic, Source, did_you_mean};
use crate::syntax::table::ast::Path;
use crate::targets::Access;
use std::collections::BTreeSet;
use std::sync::Arc;

impl Chip {
    /// Whether a claim is made: it is on, and so is the one that it means nothing without.
    pub(super) fn is_switched_on(&self, source: &Arc<Source>, switch: &Switch) -> Result<bool, Box<Diagnostic>> {
        let is_on = |name: &Word| {
            let known = || self.assumptions.keys().cloned().collect::<Vec<_>>().join(", ");
            let message = || format!("no claim of this file is switched as `{}`", name.text);
            let unknown =
                || Diagnostic::new(source, name.span, message(), "this name").help(format!("one of {}", known()));
            self.assumptions.get(&name.text).copied().ok_or_else(|| Box::new(unknown()))
        };
        Ok(is_on(&switch.name)? && switch.with.as_ref().map_or(Ok(true), is_on)?)
    }

    pub(super) fn add(&mut self, source: &Arc<Source>, kind: &Kind) -> Result<(), Box<Diagnostic>> {
        match kind {
            Kind::Unit(unit, level) => self.units.push((unit.text.clone(), *level)),
            Kind::CacheLevel { level, .. } if self.levels.iter().any(|known| known.name == level.text) => {
                return Err(described_twice(source, level, "level"));
            }
            Kind::CacheLevel { level, unit, storage, coarse } => {
                let unit = match unit.text.as_str() {
                    "system" => None,
                    _ => Some(declared_number(source, unit, "unit", self.units.iter().map(|(name, _)| name.as_str()))?),
                };
                let (name, storage, coarse) = (level.text.clone(), *storage, *coarse);
                Arc::make_mut(&mut self.levels).push(CacheLevel {
                    name,
                    unit,
                    storage,
                    coarse,
                    probed_at_home: false,
                    fine_at_home: false,
                    queue_in_order: false,
                    current_after: BTreeSet::new(),
                });
            }
            Kind::ProbedAtHome(level) => {
                let level = self.level(source, level)?;
                Arc::make_mut(&mut self.levels)[level].probed_at_home = true;
            }
            Kind::KeepsFineAtHome(level) => {
                let level = self.level(source, level)?;
                Arc::make_mut(&mut self.levels)[level].fine_at_home = true;
            }
            Kind::LeavesNothingOld(access, level) => {
                let level = self.level(source, level)?;
                Arc::make_mut(&mut self.levels)[level].current_after.insert(*access);
            }
            Kind::QueuesInOrderTo(level) => {
                let level = self.level(source, level)?;
                Arc::make_mut(&mut self.levels)[level].queue_in_order = true;
            }
            Kind::CountsInBoth { form, .. } if self.forms.contains_key(&form.text) => {
                return Err(described_twice(source, form, "form"));
            }
            Kind::CountsInBoth { form, in_order } => {
                self.forms.insert(form.text.clone(), *in_order);
            }
            Kind::Rule(rule) => {
                self.rules.insert(*rule);
            }
            Kind::ProcessPer(unit) => {
                let unit = declared_number(source, unit, "unit", self.units.iter().map(|(name, _)| name.as_str()))?;
                self.unit_in_order = Some(unit);
            }
            Kind::ScalarCache { cache, .. } if self.scalar_cache.is_some() => {
                return Err(described_twice(source, cache, "scalar cache"));
            }
            Kind::ScalarCache { cache, .. } if self.levels.iter().any(|level| level.name == cache.text) => {
                return Err(described_twice(source, cache, "level"));
            }
            Kind::ScalarCache { cache, unit } => {
                let unit = declared_number(source, unit, "unit", self.units.iter().map(|(name, _)| name.as_str()))?;
                self.scalar_cache = Some((cache.text.clone(), unit));
            }
            Kind::StoreCompletes(path, with, level) => {
                let level = self.level_of(*path, source, level)?;
                let said = self.speaks_of(*path, Access::Store, with);
                said.store_completes.push((with.clone(), level));
            }
            Kind::LoadBypasses(path, with, level) => {
                let level = self.level_of(*path, source, level)?;
                let said = self.speaks_of(*path, Access::Load, with);
                said.load_bypasses.push((with.clone(), level));
            }
            Kind::AtomicPerforms(path, with, level) => {
                let level = self.level_of(*path, source, level)?;
                let said = self.speaks_of(*path, Access::Atomic, with);
                said.atomic_performs.push((with.clone(), level));
            }
            Kind::Plain(path, access, with) => {
                self.speaks_of(*path, *access, with);
            }
            Kind::Nonvolatile(path, access, with) => {
                self.speaks_of(*path, *access, with);
                self.nonvolatile.push((*path, *access, with.clone()));
            }
            Kind::Counter(counter, counted) => {
                if self.counters.get(&counter.text).is_some_and(|known| is_known(known, counted)) {
                    return Err(described_twice(source, counter, "counter"));
                }
                Arc::make_mut(&mut self.counters).entry(counter.text.clone()).or_default().extend(counted);
            }
            Kind::Wait(instr, counters) => {
                for counter in counters.iter().flatten() {
                    declared_number(source, counter, "counter", self.counters.keys().map(String::as_str))?;
                }
                let names = |counters: &Vec<Word>| counters.iter().map(|counter| counter.text.clone()).collect();
                self.control(instr, &[], Control::Wait(counters.as_ref().map(names)));
            }
            Kind::Invalidates(instr, with, levels, lines) => {
                let path =
                    if levels.iter().any(|level| self.is_scalar_cache(level)) { Path::Scalar } else { Path::Vector };
                let level = |level| self.level_of(path, source, level);
                let levels = levels.iter().map(level).collect::<Result<_, _>>()?;
                self.control(instr, with, Control::Invalidate(path, levels, *lines));
            }
            Kind::WritesBack(instr, with, Some(from), to, lines) if self.is_scalar_cache(from) => {
                let (to, lines) = (self.level(source, to)?, *lines);
                self.control(instr, with, Control::WriteBack { path: Path::Scalar, from: None, to, lines });
            }
            Kind::WritesBack(instr, with, from, to, lines) => {
                let from = from.as_ref().map(|from| self.level(source, from)).transpose()?;
                let (to, lines) = (self.level(source, to)?, *lines);
                self.control(instr, with, Control::WriteBack { path: Path::Vector, from, to, lines });
            }
            Kind::Discards(instr, with, cache) => {
                declared_number(
                    source,
                    cache,
                    "scalar cache",
                    self.scalar_cache.iter().map(|(name, _)| name.as_str()),
                )?;
                self.control(instr, with, Control::Discard);
            }
            Kind::Performs(instr, parts) => {
                for part in parts {
                    let cache_operations = self.controls.iter().filter(|(.., control)| control.is_cache_operation());
                    let known = cache_operations.map(|(name, ..)| name.as_str());
                    declared_number(source, part, "cache operation", known)?;
                }
                let parts = parts.iter().map(|part| part.text.clone()).collect();
                self.control(instr, &[], Control::Performs(parts));
            }
            Kind::Nothing(instr, with) => self.control(instr, with, Control::Nothing),
            Kind::Barrier(instr, with, arrives, waits) => {
                self.control(instr, with, Control::Barrier(*arrives, *waits));
            }
        }
        Ok(())
    }

    /// What is said of the accesses of a path, with operands of some of them added.
    fn speaks_of(&mut self, path: Path, access: Access, with: &[String]) -> &mut OfPath {
        let said = match path {
            Path::Vector => &mut self.vector,
            Path::Scalar => &mut self.scalar,
            Path::Host => &mut self.host,
        };
        let said = Arc::make_mut(said);
        said.operands.extend(with.iter().map(|operand| (access, operand.clone())));
        said
    }

    fn is_scalar_cache(&self, word: &Word) -> bool {
        self.scalar_cache.as_ref().is_some_and(|(name, _)| *name == word.text)
    }

    fn control(&mut self, instr: &Word, with: &[String], control: Control) {
        Arc::make_mut(&mut self.controls).push((instr.text.clone(), with.to_vec(), control));
    }

    fn level(&self, source: &Arc<Source>, word: &Word) -> Result<usize, Box<Diagnostic>> {
        declared_number(source, word, "level", self.levels.iter().map(|level| level.name.as_str()))
    }

    /// The number of a level that a clause about a path names: for scalar memory its cache has the place of the first.
    fn level_of(&self, path: Path, source: &Arc<Source>, word: &Word) -> Result<usize, Box<Diagnostic>> {
        let names = (0..self.levels.len()).map(|level| self.level_name(path, level));
        declared_number(source, word, "level", names)
    }
}

fn described_twice(source: &Arc<Source>, word: &Word, what: &str) -> Box<Diagnostic> {
    let message = format!("the {what} `{}` is described twice in one mode", word.text);
    Box::new(
        Diagnostic::new(source, word.span, message, "again").help("one clause, or conditions that exclude each other"),
    )
}

fn declared_number<'a>(
    source: &Arc<Source>,
    word: &Word,
    what: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Result<usize, Box<Diagnostic>> {
    if let Some(number) = known.clone().position(|name| name == word.text) {
        return Ok(number);
    }
    let help = match did_you_mean(&word.text, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("declared before: {}", known.collect::<Vec<_>>().join(", ")),
    };
    Err(Box::new(Diagnostic::new(source, word.span, format!("no {what} `{}`", word.text), "not declared").help(help)))
}

/// Whether it is said already that a counter counts one of these kinds, or nothing.
fn is_known(known: &[Counted], counted: &[Counted]) -> bool {
    (known.is_empty() && counted.is_empty()) || counted.iter().any(|kind| known.contains(kind))
}
