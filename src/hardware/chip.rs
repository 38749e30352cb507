//! A generation in a mode, with its assumptions chosen: what its clauses say, units and cache levels by number.

mod clauses;
mod control;
mod used;

use super::shadow;
use crate::llvm::{Granularity, ScopeLevel};
use crate::program::{Object, Program, ThreadId};
use crate::syntax::hardware::ast::{Clause, Counted, File, Rule, Storage};
use crate::syntax::litmus::ast::Name;
use crate::syntax::source::{Diagnostic, Source};
use crate::syntax::table::ast::Path;
use crate::targets::{self, Access, TargetConfiguration};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use control::{Control, counter_operand, immediate};
pub use used::Used;

/// Which named claims of hardware files count, as `--assume` and expectations choose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assume {
    /// Whether those that are on by default are off.
    pub none: bool,
    /// The names of those that are switched on besides.
    pub on: Vec<String>,
}

impl Assume {
    /// The claims that an expectation of a test names: `none` switches those off that are on.
    pub fn named(names: &[Name]) -> Assume {
        Assume::of(names.iter().map(|name| name.node.clone()))
    }

    /// The claims of these names, of which `none` switches those off that are on.
    pub fn of(names: impl Iterator<Item = String>) -> Assume {
        let (none, on): (Vec<_>, Vec<_>) = names.partition(|name| name == "none");
        Assume { none: !none.is_empty(), on }
    }

    /// Whether a name means something to a chip: it is `none` or one of its assumptions.
    pub fn is_known(&self, name: &str, chip: &Chip) -> bool {
        name == "none" || chip.assumptions.contains_key(name)
    }
}

/// A cache level: a cache, a queue that hands on, or, outermost, coherent memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheLevel {
    /// The name by which clauses and explanations speak of it, such as `L2`.
    pub name: String,
    /// The number of the unit that each one is of; `None` if there is one for all.
    pub unit: Option<usize>,
    /// Whether it serves reads, hands on, or decides the order of writes.
    pub storage: Storage,
    /// Whether it does so for coarse-grained memory only.
    coarse: bool,
    /// Whether what it has of its agent's own memory is invalidated when others write it.
    probed_at_home: bool,
    /// Whether it also keeps fine-grained memory of its own agent.
    fine_at_home: bool,
    /// Whether what comes from an instance of the level before comes in the order in which that handed it on, whatever the address.
    queue_in_order: bool,
    /// The accesses that pass it by and leave nothing older of their address there, for whatever is processed there afterwards.
    pub current_after: BTreeSet<Access>,
}

/// A clause about instructions with some operands, and the number of a cache level.
type WithLevel = (Vec<String>, usize);

/// What is said of the accesses of a path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct OfPath {
    store_completes: Vec<WithLevel>,
    load_bypasses: Vec<WithLevel>,
    atomic_performs: Vec<WithLevel>,
    /// The operands of which the file speaks.
    operands: BTreeSet<(Access, String)>,
}

/// A generation in a mode: what a hardware file says of a target configuration. Its large parts may be shared: there are many chips that differ in little.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chip {
    /// The units from the inner to the outer, and which scope level each holds.
    pub units: Vec<(String, ScopeLevel)>,
    /// The cache levels from the first to the coherent one.
    pub levels: Arc<Vec<CacheLevel>>,
    /// The claims that hold and name nothing.
    rules: BTreeSet<Rule>,
    /// The unit whose waves have their operations processed in the order of issue, if there is one.
    pub unit_in_order: Option<usize>,
    /// By name of a counter, the kinds of operations that it counts until they complete.
    pub counters: Arc<BTreeMap<String, Vec<Counted>>>,
    /// The cache in the place of the first level for scalar memory, and the number of the unit that each one is of, if it has one.
    pub scalar_cache: Option<(String, usize)>,
    vector: Arc<OfPath>,
    scalar: Arc<OfPath>,
    /// Nothing is said of the host but that its accesses pass all caches.
    host: Arc<OfPath>,
    /// The operands by which accesses are of non-volatile memory.
    nonvolatile: Vec<(Path, Access, Vec<String>)>,
    controls: Arc<Vec<(String, Vec<String>, Control)>>,
    /// By form, of accesses that count in the counters of vector memory and in those of LDS: whether in the order of issue.
    forms: BTreeMap<String, bool>,
    /// The names of assumptions that the file has, and whether each is on.
    pub assumptions: BTreeMap<String, bool>,
}

impl Chip {
    /// What a file says of a target configuration.
    ///
    /// # Errors
    /// A name that is not declared, a missing clause, an unknown assumption.
    pub fn new(
        source: &Arc<Source>,
        file: &File,
        configuration: &TargetConfiguration,
        assume: &Assume,
    ) -> Result<Chip, Box<Diagnostic>> {
        let mut chip = Chip {
            units: Vec::new(),
            levels: Arc::default(),
            rules: BTreeSet::new(),
            unit_in_order: None,
            counters: Arc::default(),
            scalar_cache: None,
            vector: Arc::default(),
            scalar: Arc::default(),
            host: Arc::default(),
            controls: Arc::default(),
            forms: BTreeMap::new(),
            nonvolatile: Vec::new(),
            assumptions: BTreeMap::new(),
        };
        for switch in file.clauses.iter().filter_map(|clause| clause.switch.as_ref()) {
            let on = assume.on.contains(&switch.name.text) || (switch.on && !assume.none);
            chip.assumptions.insert(switch.name.text.clone(), on);
        }
        let own = source;
        let mut applying: Vec<&Clause> = Vec::new();
        for clause in &file.clauses {
            // What is wrong with an inherited clause is shown where it stands.
            let source = clause.inherited.as_ref().unwrap_or(own);
            if let Some(word) = clause.when.words().into_iter().find(|word| !targets::words().contains(word)) {
                let message = format!("`{word}` is neither a target nor a mode");
                let known = targets::words().into_iter().collect::<Vec<_>>().join(", ");
                let diagnostic = Diagnostic::new(source, clause.span, message, "in this clause");
                return Err(Box::new(diagnostic.help(format!("one of {known}"))));
            }
            let applies = clause.when.holds(|word| configuration.is(word));
            let on = match &clause.switch {
                Some(switch) => chip.is_switched_on(source, switch)?,
                None => true,
            };
            if applies && on {
                chip.add(source, &clause.kind)?;
                applying.extend(clause.switch.is_none().then_some(clause));
            }
        }
        shadow::check(own, &applying)?;
        let span = file.targets.first().map(|word| word.span).unwrap_or_default();
        let error = |message: String, help: &str| {
            Err(Box::new(Diagnostic::new(source, span, message, "these targets").help(help)))
        };
        let always = |clauses: &[WithLevel]| clauses.iter().any(|(with, _)| with.is_empty());
        let unsaid = match () {
            () if ![Rule::InOrder, Rule::InOrderWithLds, Rule::InOrderPerAddress]
                .iter()
                .any(|&rule| chip.has(rule)) =>
            {
                Some(("in which order a wave's accesses are processed", "process in order"))
            }
            () if !always(&chip.vector.store_completes) => {
                Some(("where a store completes", "store completes at LEVEL"))
            }
            () if !always(&chip.vector.atomic_performs) => {
                Some(("where an atomic is performed", "atomic performs at LEVEL"))
            }
            () if !chip.has(Rule::QueuesInOrderPerAddress) && !chip.has(Rule::QueuesInOrderPerAddressForItsWave) => {
                let rule = Rule::QueuesInOrderPerAddress.as_str();
                Some(("whether accesses to one address stay in order between levels", rule))
            }
            () => None,
        };
        let coherent = |level: &CacheLevel| level.storage == Storage::Coherent;
        match chip.levels.iter().position(coherent) {
            Some(_) if chip.levels.first().is_some_and(|first| first.storage == Storage::Passes) => error(
                format!("{} has a first level that passes everything on", file.name),
                "accesses begin at a level that has something: one that `caches`, or without it",
            ),
            Some(at) if at >= 1 && at + 1 == chip.levels.len() => match unsaid {
                None => Ok(chip),
                Some((what, clause)) => error(
                    format!("{} does not say {what} on {configuration}", file.name),
                    &format!("a clause `{clause}`"),
                ),
            },
            Some(_) => error(
                format!("{} has its coherent level not after all others, or no other", file.name),
                "two levels or more, of which only the last is coherent",
            ),
            None => error(
                format!("{} has no coherent level", file.name),
                "the last level is where the order of writes is decided: `level NAME per system coherent`",
            ),
        }
    }

    /// Whether another differs, if at all, in the names of assumptions only, so that it does the same.
    pub fn behaves_as(&self, other: &Chip) -> bool {
        Chip { assumptions: self.assumptions.clone(), ..other.clone() } == *self
    }

    /// The same chip, whose large parts are another's where they are alike: it takes little memory then.
    pub fn sharing(mut self, other: &Chip) -> Chip {
        share(&mut self.levels, &other.levels);
        share(&mut self.counters, &other.counters);
        share(&mut self.vector, &other.vector);
        share(&mut self.scalar, &other.scalar);
        share(&mut self.host, &other.host);
        share(&mut self.controls, &other.controls);
        self
    }

    /// Whether a claim that names nothing holds.
    pub fn has(&self, rule: Rule) -> bool {
        self.rules.contains(&rule)
    }

    /// Whether two of a wave's vector memory operations, by the kinds that counters count them as, are processed in the order of their issue.
    pub fn processes_in_order(&self, first: Counted, second: Counted) -> bool {
        let one_type = || self.counters.values().any(|counts| counts.contains(&first) && counts.contains(&second));
        let by_type = || if one_type() { Rule::InOrderWithinTypes } else { Rule::InOrderBetweenTypes };
        self.has(Rule::InOrder) || self.has(Rule::InOrderWithLds) || self.has(by_type())
    }

    /// Whether what leaves an instance of a cache level reaches the next level in that order, whatever the address.
    pub fn queues_in_order_from(&self, level: usize) -> bool {
        self.levels.get(level + 1).is_some_and(|next| next.queue_in_order)
    }

    fn of(&self, path: Path) -> &OfPath {
        match path {
            Path::Vector => &self.vector,
            Path::Scalar => &self.scalar,
            Path::Host => &self.host,
        }
    }

    /// The name of a cache level on a path.
    pub fn level_name(&self, path: Path, level: usize) -> &str {
        match (&self.scalar_cache, path, level) {
            (Some((name, _)), Path::Scalar, 0) => name,
            (Some(_) | None, Path::Scalar | Path::Vector | Path::Host, _) => &self.levels[level].name,
        }
    }

    /// The number of the coherent cache level: the highest.
    pub fn outermost(&self) -> usize {
        self.levels.len() - 1
    }

    /// The cache level at which a store with these operands completes.
    pub fn store_completes(&self, path: Path, operands: &[String]) -> usize {
        self.first_applying(&self.of(path).store_completes, operands)
    }

    /// The cache level at which an atomic with these operands is performed.
    pub fn atomic_performs(&self, path: Path, operands: &[String]) -> usize {
        self.first_applying(&self.of(path).atomic_performs, operands)
    }

    /// The cache level of the first clause for these operands. There is one for those that no other is for: [`Chip::new`] asks for it.
    fn first_applying(&self, clauses: &[WithLevel], operands: &[String]) -> usize {
        let found = clauses.iter().find(|(with, _)| has_operands(operands, with));
        found.map_or(self.outermost(), |(_, level)| *level)
    }

    /// Whether a thread's instance of a cache level keeps an object: else the object's accesses are at the next level with the same
    /// micro-event.
    pub fn keeps(&self, level: usize, program: &Program, thread: ThreadId, object: &Object) -> bool {
        let fine_at_home = self.levels[level].fine_at_home && is_at_home(program, thread, object);
        !self.levels[level].coarse || is_coarse(object) || fine_at_home
    }

    /// Whether a cache level may have what memory does not have yet of an object: of what it keeps at home only, it has not.
    pub fn keeps_dirty(&self, level: usize, object: &Object) -> bool {
        !self.levels[level].coarse || is_coarse(object)
    }

    /// Whether stores to an object are complete, and atomics on it performed, only where memory is coherent, whatever their operands say.
    pub fn writes_through(&self, object: &Object) -> bool {
        self.has(Rule::FineWritesThrough) && !is_coarse(object)
    }

    /// Whether what is written to an object is in the last cache level and where memory is coherent at once.
    pub fn writes_through_whole(&self, object: &Object) -> bool {
        self.has(Rule::FineWritesThroughWhole) && !is_coarse(object)
    }

    /// Whether an access with these operands is of non-volatile memory.
    pub fn is_nonvolatile(&self, path: Path, access: Access, operands: &[String]) -> bool {
        let applies = |(way, of, with): &(Path, Access, Vec<String>)| {
            (*way, *of) == (path, access) && has_operands(operands, with)
        };
        self.nonvolatile.iter().any(applies)
    }

    /// Whether accesses with a mnemonic count in the counters of vector memory and in those of LDS: in the order of issue or not.
    pub fn counts_in_both(&self, mnemonic: &str) -> Option<bool> {
        let form = mnemonic.split('_').next().unwrap_or(mnemonic);
        self.forms.get(form).copied()
    }

    /// Whether what a thread's instance of a cache level has of an object is invalidated when others write it.
    pub fn probed(&self, level: usize, program: &Program, thread: ThreadId, object: &Object) -> bool {
        self.levels[level].probed_at_home && is_at_home(program, thread, object)
    }

    /// Whether a counter of these kinds counts an operation of one, or, where the mnemonic counts in both, of what it would be elsewhere; and then whether its
    /// completion is reported in the order of issue.
    pub fn counts(
        &self,
        counter: &[Counted],
        mnemonic: &str,
        kind: Option<Counted>,
        elsewhere: Option<Counted>,
    ) -> Option<bool> {
        if let Some(kind) = kind.filter(|kind| counter.contains(kind)) {
            return Some(kind != Counted::Scalar);
        }
        elsewhere.filter(|elsewhere| counter.contains(elsewhere))?;
        self.counts_in_both(mnemonic)
    }

    /// How many cache levels a load with these operands passes by without hitting, by the first clause for them.
    pub fn load_bypasses(&self, path: Path, operands: &[String]) -> usize {
        let found = self.of(path).load_bypasses.iter().find(|(with, _)| has_operands(operands, with));
        found.map_or(0, |(_, level)| level + 1)
    }

    /// The operand of an access of which the file does not say what it does, if there is one.
    pub fn unknown_operand(&self, path: Path, access: Access, operands: &[String]) -> Option<String> {
        let said = &self.of(path).operands;
        operands.iter().find(|operand| !said.contains(&(access, (*operand).clone()))).cloned()
    }

    /// Whether the file says what an access of a path does: of scalar memory where a store completes, where an atomic is performed, and
    /// which cache there is.
    pub fn describes(&self, path: Path, access: Access) -> bool {
        let always = |clauses: &[WithLevel]| clauses.iter().any(|(with, _)| with.is_empty());
        let said = self.of(path);
        match (path, access) {
            (Path::Vector, Access::Load | Access::Store | Access::Atomic) => true,
            (Path::Host, Access::Load | Access::Store | Access::Atomic) => self.has(Rule::HostPassesCaches),
            (Path::Scalar, Access::Load) => self.scalar_cache.is_some(),
            (Path::Scalar, Access::Store) => self.scalar_cache.is_some() && always(&said.store_completes),
            (Path::Scalar, Access::Atomic) => self.scalar_cache.is_some() && always(&said.atomic_performs),
        }
    }

    /// The counters that waves have: what counts the host's operations is none of them.
    pub fn wave_counters(&self) -> Vec<&str> {
        let of_waves = |(_, counts): &(&String, &Vec<Counted>)| counts.as_slice() != [Counted::Host];
        self.counters.iter().filter(of_waves).map(|(name, _)| name.as_str()).collect()
    }

    /// Whether the waves of two threads are in one instance of a unit. A unit holds what a unit within it holds.
    pub fn in_unit(&self, program: &Program, unit: usize, a: ThreadId, b: ThreadId) -> Sharing {
        let wave = program.share(a, b, ScopeLevel::Wavefront);
        // To the source a workgroup of no cluster is in one with all of its agent; the hardware may place it anywhere.
        let clustered = program.threads[a].position.cluster.is_some();
        let held = |holds: ScopeLevel| match holds {
            ScopeLevel::Cluster if !clustered => program.share(a, b, ScopeLevel::Workgroup),
            ScopeLevel::System
            | ScopeLevel::Agent
            | ScopeLevel::Cluster
            | ScopeLevel::Workgroup
            | ScopeLevel::Wavefront
            | ScopeLevel::Singlethread => program.share(a, b, holds),
        };
        if wave || self.units[..=unit].iter().any(|(_, holds)| held(*holds)) {
            return Sharing::Always;
        }
        if !program.share(a, b, ScopeLevel::Agent) { Sharing::Never } else { Sharing::Placed }
    }
}

/// Whether two threads share an instance of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// They share it in every placement: they are of one instance of the scope level that it, or a unit within it, holds.
    Always,
    /// They share it in no placement: they are on different agents.
    Never,
    /// If they are placed in one instance of it.
    Placed,
}

fn share<T: PartialEq>(own: &mut Arc<T>, other: &Arc<T>) {
    if own == other {
        *own = other.clone();
    }
}

fn is_coarse(object: &Object) -> bool {
    object.memory.is_some_and(|memory| memory.granularity == Granularity::Coarse)
}

/// Whether an object is memory of the agent that a thread is on.
fn is_at_home(program: &Program, thread: ThreadId, object: &Object) -> bool {
    object.memory.is_some_and(|memory| memory.home == program.threads[thread].position.agent)
}

fn has_operands(operands: &[String], with: &[String]) -> bool {
    with.iter().all(|operand| operands.contains(operand))
}
