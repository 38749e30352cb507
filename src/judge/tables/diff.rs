//! What the differences between two tables do, as programs show it: which break something, and which mend something.

use super::ask::{Asked, Asker};
use super::posed::{Before, Left, Posed};
use super::{All, Asking, Options, Program, Shown, ask_all, hash, programs};
use crate::engine::Inconclusive;
use crate::generate::Draft;
use crate::hardware::{self, Code, Gap};
use crate::judge::programs::{Counts, structure};
use crate::judge::representatives::queries;
use crate::judge::run::Ended;
use crate::lowering::survey::{self, Change};
use crate::lowering::{Query, Setting, query};
use crate::memo::Memo;
use crate::program::EventStructure;
use crate::refine::{self, Refined, model_for_language};
use crate::syntax::source::{Diagnostic, Source, Span};
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// What differs between tables. Of the targets that are asked each two neighbours are one pair: one target configuration in one language,
/// first with the earlier table and then with the later one.
pub struct Differences {
    /// By pair of tables, what differs.
    pub changes: Vec<Vec<Change>>,
    /// By pair of targets, the number of its pair of tables.
    pub tables: Vec<usize>,
}

/// What programs say of the differences between tables.
pub struct Diffed {
    /// What is known of base programs.
    pub counts: Counts,
    /// How many programs were asked, with variants, each once.
    pub programs: usize,
    /// If the run was told to end: of how many base programs, with their variants, all was asked.
    pub interrupted: Option<usize>,
    /// By number of the pair of targets, and of the change among those of its tables. What has no program is not there.
    pub effects: BTreeMap<(usize, usize), Effect>,
    /// How unsound code reaches what it must not.
    pub evidence: Evidence,
}

/// How unsound code reaches what it must not, by programs that show something.
#[derive(Default)]
pub struct Evidence {
    /// By number of the pair of targets, number of the change, and whether it breaks the program: the number of the target of the code that is shown. It is one
    /// on which the change does the same, in the same language or another in which it does.
    pub targets: BTreeMap<(usize, usize, bool), usize>,
    /// By text of a program and number of the target, the program refined against that target.
    pub refined: BTreeMap<(String, usize), Refined>,
}

/// What a change does on one target in one language.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    /// The programs that have an operation whose code is changed so.
    pub programs: usize,
    /// A program that is sound with the earlier code, or has none, and not with the later.
    pub breaks: Option<Shows>,
    /// A program that is sound with the later code, and not with the earlier.
    pub fixes: Option<Shows>,
    /// Whether some program breaks with either code, so that it does not say whether the later code lacks something.
    pub broken_either_way: bool,
    /// Why some program could not be decided.
    pub undecided: Option<String>,
    /// Why its operations cannot be judged: the hardware file does not say what an instruction of their code does.
    pub unsaid: Option<String>,
}

/// A program that shows what a change does. Those that show it of the change alone come first, and of these smaller ones.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shows {
    /// Whether it takes other changes besides.
    pub with_others: bool,
    /// The program.
    pub shown: Shown,
}

impl Effect {
    fn merge(&mut self, other: Effect) {
        let Effect { programs, breaks, fixes, broken_either_way, undecided, unsaid } = other;
        self.broken_either_way |= broken_either_way;
        self.programs += programs;
        self.breaks = self.breaks.take().into_iter().chain(breaks).min();
        self.fixes = self.fixes.take().into_iter().chain(fixes).min();
        self.undecided = self.undecided.take().or(undecided);
        self.unsaid = self.unsaid.take().or(unsaid);
    }
}

type Effects = BTreeMap<(usize, usize), Effect>;

/// Judges the differences between tables by every program within the limits that has an operation whose code differs. The targets are in pairs, as
/// [`Differences`] has them.
///
/// # Errors
/// What is wrong with a model, or that the run was told to end before any program was asked.
pub fn diff(options: &Options<'_>, differences: &Differences) -> Result<Diffed, Ended> {
    let programs = programs(options)?;
    let memo = differences.tables.iter().map(|_| Memo::default()).collect();
    let differ = Differ { asker: Asker::new(options)?, differences, memo };
    let mut effects = Effects::new();
    let merge = |effects: &mut Effects, found: Effects| {
        found.into_iter().for_each(|(key, effect)| effects.entry(key).or_default().merge(effect));
    };
    let ask = |_: &Effects, of_base: &[Program]| differ.ask(of_base);
    let wanted = |draft: &Draft| differ.may_differ(draft);
    let All { asked, interrupted } = ask_all(options, &programs.bases, &mut effects, Asking { wanted, ask, merge })?;
    // Of a shard nothing is shown.
    let evidence =
        if options.run.shard.is_some() { Evidence::default() } else { evidence(options, differences, &effects)? };
    Ok(Diffed { counts: programs.counts, programs: asked, interrupted, effects, evidence })
}

/// What each program that shows something does: with the later code if that breaks it, with the earlier if that is mended.
fn evidence(options: &Options<'_>, differences: &Differences, effects: &Effects) -> Result<Evidence, Vec<Diagnostic>> {
    let targets = evidence_targets(differences, effects);
    let shown = targets.iter().filter_map(|((pair, change, breaks), target)| {
        let Effect { breaks: broken, fixes, .. } = effects.get(&(*pair, *change))?;
        let shows = if *breaks { broken } else { fixes };
        Some((shows.as_ref()?.shown.text.as_str(), *target))
    });
    let shown: BTreeSet<(&str, usize)> = shown.collect();
    let of_program = |(text, target): (&str, usize)| {
        let unsound = &options.targets[target];
        let refined = refine::refine(
            &Source::new("generated.litmus", text),
            &refine::Options::new(
                model_for_language(unsound.opencl),
                vec![unsound.clone()],
                options.settings,
                options.resources,
            ),
        )?;
        Ok(((text.to_string(), target), refined))
    };
    let refined = shown.into_par_iter().map(of_program).collect::<Result<_, Vec<Diagnostic>>>()?;
    Ok(Evidence { targets, refined })
}

/// Where effects are shown. What a change does alike on several targets, by the same programs, is shown on one of these: one on which the program is shown anyway,
/// or else the first.
fn evidence_targets(differences: &Differences, effects: &Effects) -> BTreeMap<(usize, usize, bool), usize> {
    type Alike<'e> = (usize, usize, [Option<&'e str>; 2], [Option<&'e String>; 2]);
    let mut alike: BTreeMap<Alike<'_>, Vec<usize>> = BTreeMap::new();
    for (&(pair, change), Effect { breaks, fixes, undecided, unsaid, .. }) in effects {
        let texts = [breaks, fixes].map(|shows| shows.as_ref().map(|shows| shows.shown.text.as_str()));
        // What breaks is said to, whatever else is not known.
        let unknown = [undecided, unsaid].map(|why| why.as_ref().filter(|_| breaks.is_none()));
        let key = (differences.tables[pair], change, texts, unknown);
        alike.entry(key).or_default().push(pair);
    }
    let mut shown: BTreeSet<(&str, usize)> = BTreeSet::new();
    let mut targets = BTreeMap::new();
    for ((_, change, texts, _), pairs) in &alike {
        for (text, later) in texts.iter().zip([1, 0]).filter_map(|(text, later)| Some(((*text)?, later))) {
            let of_pairs = || pairs.iter().map(|pair| 2 * pair + later);
            let known = of_pairs().find(|&target| shown.contains(&(text, target)));
            let Some(target) = known.or_else(|| of_pairs().next()) else { continue };
            shown.insert((text, target));
            targets.extend(pairs.iter().map(|&pair| ((pair, *change, later == 1), target)));
        }
    }
    targets
}

struct Differ<'o> {
    asker: Asker<'o>,
    differences: &'o Differences,
    /// By pair of targets, what changes of the operations that were looked up: programs are many, and made of the same few.
    memo: Vec<Memo<Query, Changed>>,
}

/// The change by which an operation has other code in a later table; `None` if it has the same.
///
/// # Errors
/// An operation differs of which the list of changes says nothing: a fault of this program.
type Changed = Result<Option<usize>, String>;

/// A program's code for a pair of targets, where it differs.
struct Both {
    pair: usize,
    /// The earlier code; `None` if there is none.
    before: Option<Code>,
    /// The later code; `None` if there is none, of which nothing is said but why.
    after: Option<Code>,
    /// By number of the change, which instruction of its code means nothing.
    unsaid: BTreeMap<usize, String>,
    /// By number of the change, the steps whose code it changes.
    changed: BTreeMap<usize, Vec<usize>>,
    /// The changes among these by which an operation gains code.
    gains: BTreeSet<usize>,
}

impl Differ<'_> {
    /// What a base program and its variants say.
    fn ask(&self, programs: &[Program]) -> Result<Effects, Vec<Diagnostic>> {
        let mut effects = Effects::new();
        let mut asked_before: FxHashSet<u64> = FxHashSet::default();
        let before = Before::default();
        // What an earlier base program has among its variants has said what it says.
        for Program { shown, .. } in programs.iter().filter(|program| program.counts) {
            let test = structure(&shown.text)?;
            let pairs = 0..self.differences.tables.len();
            let pairs = pairs.filter(|&pair| shown.is_for(&self.asker.options.targets[2 * pair]));
            let differing: Vec<Both> =
                pairs.filter_map(|pair| self.both(pair, &test).transpose()).collect::<Result<_, _>>()?;
            if differing.is_empty() {
                continue;
            }
            let targets = differing.iter().map(|both| &self.asker.options.targets[2 * both.pair]);
            let posed = Posed::of_test(shown, test, targets, (&self.asker, &before))?;
            for both in differing {
                let is_new = |key: u64| asked_before.insert(hash((both.pair, shown.bare, key)));
                self.judge(&both, &posed, &mut effects, is_new);
            }
        }
        Ok(effects)
    }

    fn settings(&self, pair: usize) -> Option<[Setting<'_>; 2]> {
        Some([self.asker.setting(2 * pair)?, self.asker.setting(2 * pair + 1)?])
    }

    /// Whether some operation of a program has other code in some pair.
    fn may_differ(&self, draft: &Draft) -> bool {
        queries(draft).any(|query| (0..self.memo.len()).any(|pair| self.changed(pair, &query) != Ok(None)))
    }

    /// By which change an operation differs in a pair.
    fn changed(&self, pair: usize, query: &Query) -> Changed {
        self.memo[pair].get(query, || self.look_up(pair, query))
    }

    fn look_up(&self, pair: usize, query: &Query) -> Changed {
        let Some(settings) = self.settings(pair) else { return Ok(None) };
        let [before, after] = settings.map(|setting| survey::code(&setting, query));
        if before == after {
            return Ok(None);
        }
        let changes = &self.differences.changes[self.differences.tables[pair]];
        let change = changes.iter().position(|change| change.is(query, &before, &after));
        change.map(Some).ok_or_else(|| format!("no difference of the tables is of {query:?}"))
    }

    /// The code of both tables, if it differs and the later table has some.
    ///
    /// # Errors
    /// An operation differs of which the list of changes says nothing: a fault of this program.
    fn both(&self, pair: usize, test: &EventStructure) -> Result<Option<Both>, Vec<Diagnostic>> {
        let Some([before, after]) = self.settings(pair) else { return Ok(None) };
        let changes = &self.differences.changes[self.differences.tables[pair]];
        let mut changed: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (number, step) in test.steps.iter().enumerate() {
            let Some(query) = step.instr.as_ref().and_then(|(instr, _)| query(instr)) else { continue };
            let change = match self.changed(pair, &query) {
                Ok(None) => continue,
                Ok(Some(change)) => change,
                Err(message) => {
                    let source = Source::new("generated.litmus", test.program.source.text.as_str());
                    return Err(vec![Diagnostic::new(&source, Span::default(), message, "in this program")]);
                }
            };
            changed.entry(change).or_default().push(number);
        }
        if changed.is_empty() {
            return Ok(None);
        }
        let chip = &self.asker.options.targets[2 * pair].chip;
        let sides = [before, after].map(|setting| hardware::lower_or_gaps(test, &setting, chip));
        let gaps = sides.iter().filter_map(|side| side.as_ref().err()).flat_map(|gaps| &gaps.all);
        let of_change =
            |gap: &Gap| changed.iter().find(|(_, steps)| steps.contains(&gap.step)).map(|(&change, _)| change);
        let gaps = gaps.filter(|gap| gap.instr.is_some());
        let unsaid = gaps.filter_map(|gap| Some((of_change(gap)?, gap.why.message.clone()))).collect();
        let gains = changed.keys().copied().filter(|&change| changes[change].before.is_err()).collect();
        let [before, after] = sides.map(Result::ok);
        Ok(Some(Both { pair, before, after, unsaid, changed, gains }))
    }

    fn judge(&self, both: &Both, posed: &Posed<'_>, effects: &mut Effects, is_new: impl FnOnce(u64) -> bool) {
        let index = 2 * both.pair;
        let target = &self.asker.options.targets[index];
        let mut add = |effect: &dyn Fn(usize) -> Effect| {
            for &change in both.changed.keys() {
                effects.entry((both.pair, change)).or_default().merge(effect(change));
            }
        };
        match posed.left(target) {
            Ok(Left::Nothing) => return,
            Ok(Left::Executions(_)) => {}
            Err(why) => {
                return add(&|_| Effect { programs: 1, undecided: Some(why.to_string()), ..Effect::default() });
            }
        }
        let Some(setting) = self.asker.setting(index) else { return };
        let asked = self.asker.asked(index, setting, posed);
        // Of the other changes, programs without such code say more.
        add(&|change| Effect { unsaid: both.unsaid.get(&change).cloned(), ..Effect::default() });
        let Some(after) = &both.after else { return };
        if both.before.is_none() && both.gains.is_empty() {
            return;
        }
        add(&|_| Effect { programs: 1, ..Effect::default() });
        if !is_new(hash((both.before.as_ref().map(|code| asked.key(code)), asked.key(after)))) {
            return;
        }
        match both.effect(after, &asked) {
            Ok(Told::Nothing) => {}
            Ok(Told::BrokenEitherWay) => add(&|_| Effect { broken_either_way: true, ..Effect::default() }),
            Ok(Told::Change { breaks, by, with_others }) => {
                let shows = |change| by.contains(&change).then(|| Shows { with_others, shown: posed.shown.clone() });
                add(&|change| {
                    let (breaks, fixes) = if breaks { (shows(change), None) } else { (None, shows(change)) };
                    Effect { breaks, fixes, ..Effect::default() }
                });
            }
            Err(why) => add(&|_| Effect { undecided: Some(why.to_string()), ..Effect::default() }),
        }
    }
}

/// What a program says of two codes.
enum Told {
    /// It is sound with both.
    Nothing,
    /// It breaks with both.
    BrokenEitherWay,
    /// It breaks with one of them.
    Change {
        /// Whether with the later one.
        breaks: bool,
        /// The changes that do it.
        by: BTreeSet<usize>,
        /// Whether only together.
        with_others: bool,
    },
}

impl Both {
    /// What the program says of the earlier and the later code.
    fn effect(&self, code_after: &Code, asked: &Asked<'_>) -> Result<Told, Inconclusive> {
        let after = asked.breaks(code_after)?;
        let Some(code_before) = &self.before else {
            let (at_fault, alone) = if after { asked.at_fault(code_after) } else { (Vec::new(), false) };
            let is_at_fault = |change: &usize| self.changed[change].iter().any(|step| at_fault.contains(step));
            let by: BTreeSet<usize> = self.gains.iter().copied().filter(is_at_fault).collect();
            return Ok(match by.is_empty() {
                true => Told::Nothing,
                false => Told::Change { breaks: true, by, with_others: !alone },
            });
        };
        let before = asked.breaks(code_before)?;
        match (before, after) {
            (true, true) => return Ok(Told::BrokenEitherWay),
            (false, false) => return Ok(Told::Nothing),
            (true, false) | (false, true) => {}
        }
        let of = |turns: &dyn Fn(usize) -> Result<bool, Inconclusive>| -> Result<BTreeSet<usize>, Inconclusive> {
            let changes = self.changed.keys().copied();
            changes.filter_map(|change| turns(change).map(|turns| turns.then_some(change)).transpose()).collect()
        };
        let alone = of(&|change| Ok(asked.breaks(&self.mixed(code_before, code_after, change))? == after))?;
        if !alone.is_empty() {
            return Ok(Told::Change { breaks: after, by: alone, with_others: false });
        }
        // Of those that act together, the ones without which nothing changes.
        let together = of(&|change| Ok(asked.breaks(&self.mixed(code_after, code_before, change))? == before))?;
        let all = || self.changed.keys().copied().collect();
        let by = if together.is_empty() { all() } else { together };
        Ok(Told::Change { breaks: after, by, with_others: true })
    }

    /// Code in which the operations of one change have that of the other table.
    fn mixed(&self, code: &Code, other: &Code, change: usize) -> Code {
        let mut code = code.clone();
        for &step in &self.changed[&change] {
            code.steps[step].clone_from(&other.steps[step]);
        }
        code
    }
}
