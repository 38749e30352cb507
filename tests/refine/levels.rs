//! The cache levels that a timeline names are those whose data a read got. From the text alone, when what each read found left each level is put
//! together again, and then held against what was written where and when, and against invalidations.

use gfx_litmus::engine::show_value;
use gfx_litmus::hardware::{Assume, Chip, Control, Sharing};
use gfx_litmus::load;
use gfx_litmus::lowering::Library as Tables;
use gfx_litmus::program::{EventStructure, ThreadId};
use gfx_litmus::report::results::MicroEventResult;
use gfx_litmus::resources::Resources;
use gfx_litmus::syntax::hardware::ast::Lines;
use gfx_litmus::syntax::table::ast::Path;
use gfx_litmus::targets::TargetConfiguration;
use std::collections::BTreeSet;

/// A thread, and the way of one of its accesses to memory.
type Way = (ThreadId, Path);

/// A write, and when it is at each cache level.
struct Write<'t> {
    thread: ThreadId,
    path: Path,
    line: Option<usize>,
    /// `x = 1`
    state: &'t str,
    /// The level at which it begins.
    performed: usize,
    at: Vec<u32>,
    /// The levels that it passes by.
    passed: Vec<usize>,
}

/// A read, and between which timestamps what it found left each cache level.
struct Read {
    thread: ThreadId,
    path: Path,
    line: Option<usize>,
    state: String,
    performed: usize,
    /// The first level that it looks into.
    looks_from: usize,
    left: Vec<(u32, u32)>,
}

struct Timeline<'t> {
    structure: &'t EventStructure,
    chip: &'t Chip,
    events: &'t [MicroEventResult],
    /// `P0 and P1 share a cu`
    placed: BTreeSet<&'t str>,
}

/// Whether every cache level that is named as holding old data can have held it.
pub fn check(structure: &EventStructure, chip: &Chip, events: &[MicroEventResult]) -> Result<(), String> {
    let placed = events.iter().filter(|event| event.thread.is_none()).map(|event| event.text.as_str()).collect();
    let timeline = Timeline { structure, chip, events, placed };
    let writes = timeline.writes()?;
    for event in events {
        let Some(read) = timeline.read(event, &writes)? else { continue };
        let fault = |why: String| Err(format!("{why}: {} {}", event.time, event.text));
        if !timeline.is_seen(&read, &writes) {
            return fault("what was written last is not what was found".into());
        }
        if let Some(invalidation) = timeline.invalidated(&read) {
            return fault(format!("a level that was invalidated by `{invalidation}` holds old data"));
        }
    }
    Ok(())
}

impl<'t> Timeline<'t> {
    fn thread(&self, event: &MicroEventResult) -> Option<ThreadId> {
        let threads = &self.structure.program.threads;
        threads.indices().find(|&thread| Some(&threads[thread].name) == event.thread.as_ref())
    }

    fn level(&self, text: &str) -> Result<usize, String> {
        let name = text.split([' ', ',']).next().unwrap_or_default();
        let named = |level: &usize| Path::ALL.iter().any(|path| self.chip.level_name(*path, *level) == name);
        let at = (0..self.chip.levels.len()).find(named);
        at.ok_or_else(|| format!("no such level: {text}"))
    }

    fn shares(&self, level: usize, (a, path): Way, (b, other): Way) -> bool {
        let scalar = self.chip.scalar_cache.as_ref().map(|(_, unit)| *unit);
        let unit = match (level, path, other) {
            (0, Path::Scalar, Path::Scalar) => scalar,
            (0, Path::Scalar, Path::Vector) | (0, Path::Vector, Path::Scalar) => return false,
            (_, Path::Host, _) | (_, _, Path::Host) => return level == self.chip.outermost(),
            (_, Path::Scalar | Path::Vector, Path::Scalar | Path::Vector) => self.chip.levels[level].unit,
        };
        let Some(unit) = unit else { return true };
        match self.chip.in_unit(&self.structure.program, unit, a, b) {
            _ if a == b => true,
            Sharing::Always => true,
            Sharing::Never => false,
            Sharing::Placed => {
                let name = |thread: ThreadId| &self.structure.program.threads[thread].name;
                let unit = &self.chip.units[unit].0;
                self.placed.contains(format!("{} and {} share a {unit}", name(a.min(b)), name(a.max(b))).as_str())
            }
        }
    }

    fn writes(&self) -> Result<Vec<Write<'t>>, String> {
        let mut writes: Vec<Write<'t>> = Vec::new();
        for event in self.events {
            let Some(thread) = self.thread(event) else { continue };
            let passed = event.text.split_once(" passes ");
            if let Some((state, level)) = event.text.split_once(" reaches ").or(passed) {
                let level = self.level(level)?;
                let begun = |write: &&mut Write<'_>| {
                    (write.thread, write.line, write.state) == (thread, event.line, state) && write.at.len() <= level
                };
                let write = writes.iter_mut().find(begun).ok_or("what was not written reaches a level")?;
                write.at.resize(level + 1, event.time);
                write.passed.extend(passed.map(|_| level));
            } else if let Some((state, level)) = written(&event.text) {
                let level = if level.starts_with("LDS") { self.chip.outermost() } else { self.level(level)? };
                let performed = if event.text.contains(" makes ") { level } else { 0 };
                writes.push(Write {
                    thread,
                    path: path(&event.text),
                    line: event.line,
                    state,
                    performed,
                    at: vec![event.time; level + 1],
                    passed: event.text.contains(" past ").then_some(level).into_iter().collect(),
                });
            }
        }
        match writes.iter().find(|write| write.at.len() != self.chip.levels.len()) {
            Some(write) => Err(format!("{} does not reach every level", write.state)),
            None => Ok(writes),
        }
    }

    /// The first level at which a read sees what a thread writes.
    fn first_shared(&self, read: (Way, usize), write: &Write<'_>) -> usize {
        let (way, looks_from) = read;
        let first = looks_from.max(write.performed);
        let other = (write.thread, write.path);
        let shared = (first..=self.chip.outermost()).find(|&level| self.shares(level, way, other)).unwrap_or(first);
        // What passes a level by is seen at the next one.
        (shared..).find(|level| !write.passed.contains(level)).unwrap_or(shared)
    }

    /// How many levels the load of a micro-event passes by.
    fn bypassed(&self, text: &str) -> usize {
        let instr = text.split(" reads ").next().unwrap_or(text);
        let operands: Vec<String> = instr.split_whitespace().skip(1).map(str::to_string).collect();
        match path(text) {
            Path::Host => self.chip.outermost(),
            path @ (Path::Scalar | Path::Vector) => self.chip.load_bypasses(path, &operands),
        }
    }

    /// What a micro-event finds in the caches, if it reads.
    fn read(&self, event: &'t MicroEventResult, writes: &[Write<'t>]) -> Result<Option<Read>, String> {
        let (Some(thread), Some((state, found))) = (self.thread(event), found(&event.text)) else { return Ok(None) };
        if found.starts_with(" in LDS") {
            return Ok(None);
        }
        let last = self.chip.outermost();
        let is_atomic = found.starts_with(" at ");
        let performed = found.strip_prefix(" at ").map_or(Ok(0), |level| self.level(level))?;
        let looks_from = if is_atomic { performed } else { self.bypassed(&event.text).min(last) };
        let own = |other: &&MicroEventResult| (&other.thread, other.line) == (&event.thread, event.line);
        let before = self.events.iter().take_while(|other| !std::ptr::eq(*other, event));
        let asks = before.filter(own).last().filter(|last| last.text.contains(" asks for "));
        let asked = asks.map_or(event.time, |asks| asks.time);
        let of_value = writes.iter().filter(|write| write.state == state);
        let source = of_value
            .map(|write| self.first_shared(((thread, path(&event.text)), looks_from), write))
            .min()
            .unwrap_or(last);
        let mut left = vec![(0, event.time); last + 1];
        left[performed] = if is_atomic { (event.time, event.time) } else { (asked, asked) };
        match (found.split_once(", hits "), found.split_once(" as it was at ")) {
            (Some((_, hits)), _) => self.held(hits, performed, source, &mut left)?,
            (None, Some((_, at))) => {
                let at: u32 = at.parse().map_err(|_| format!("no timestamp: {at}"))?;
                left[performed + 1..=source].iter_mut().for_each(|left| left.0 = at);
                left[source] = (at, at);
            }
            (None, None) => left[(performed + 1).min(source)..=source].fill((event.time, event.time)),
        }
        Ok(Some(Read { thread, path: path(&event.text), line: event.line, state, performed, looks_from, left }))
    }

    /// When what was found left each level, of levels that held it: `the line in L0, filled at 5 from the line in L1, filled at 3`.
    fn held(&self, hits: &str, performed: usize, source: usize, left: &mut [(u32, u32)]) -> Result<(), String> {
        let mut nearest = performed;
        let (asked, mut before) = left[performed];
        for hit in hits.split(" from ") {
            let known = hit.strip_prefix("the line in ").and_then(|hit| hit.split_once(", filled at "));
            let (level, filled) = known.ok_or_else(|| format!("not said what held it: {hit}"))?;
            let (level, filled) = (self.level(level)?, filled.parse::<u32>().map_err(|_| format!("no time: {hit}"))?);
            if level < nearest || level >= source || filled >= before {
                return Err(format!("a level that is nearer, or data that is younger: {hit}"));
            }
            // Nearer levels than the first fetched it when it was asked for, or later.
            left[nearest + 1..=level].iter_mut().filter(|left| left.0 == 0).for_each(|left| left.0 = asked);
            left[level + 1..=source].fill((filled, filled));
            (nearest, before) = (level + 1, filled);
        }
        Ok(())
    }

    /// Whether no write that was there is later than what was found.
    fn is_seen(&self, read: &Read, writes: &[Write<'t>]) -> bool {
        let object = |state: &str| state.split(' ').next().map(str::to_string);
        let others = writes.iter().filter(|write| {
            object(write.state) == object(&read.state) && (write.thread, write.line) != (read.thread, read.line)
        });
        let others: Vec<&Write<'_>> = others.collect();
        let level = |write: &Write<'_>| self.first_shared(((read.thread, read.path), read.looks_from), write);
        let last = self.chip.outermost();
        let there: Vec<u32> = others
            .iter()
            .filter(|write| write.at[level(write)] < read.left[level(write)].0)
            .map(|write| write.at[last])
            .collect();
        let is_last = |when: u32| there.iter().all(|&other| other <= when);
        let can_be_found = |write: &&&Write<'_>| {
            write.state == read.state && write.at[level(write)] < read.left[level(write)].1 && is_last(write.at[last])
        };
        others.iter().find(can_be_found).is_some() || (there.is_empty() && self.is_initial(&read.state))
    }

    fn is_initial(&self, state: &str) -> bool {
        let objects = &self.structure.program.objects;
        let shown = |value, ty| show_value(self.structure, ty, value);
        objects.iter().any(|object| format!("{} = {}", object.name, shown(object.init, object.ty)) == state)
    }

    /// Whether what was found is of an object that is declared non-volatile: no test that is refined has it said by instructions.
    fn is_nonvolatile(&self, state: &str) -> bool {
        let objects = &self.structure.program.objects;
        let name = state.split(" = ").next().unwrap_or(state);
        objects.iter().any(|object| object.nonvolatile && object.name == name)
    }

    /// The invalidation after which what was found cannot be where it is said to be.
    fn invalidated(&self, read: &Read) -> Option<&'t str> {
        let invalidations = self.events.iter().filter_map(|event| {
            let instr = event.text.strip_suffix(" takes effect")?;
            let (mnemonic, operands) = instr.split_once(' ').unwrap_or((instr, ""));
            let operands: Vec<String> = operands.split_whitespace().map(str::to_string).collect();
            match self.chip.control_of(mnemonic, &operands)? {
                Control::Invalidate(_, _, Lines::Volatile) if self.is_nonvolatile(&read.state) => None,
                Control::Invalidate(path, levels, _) => Some((event.time, (self.thread(event)?, *path), levels, instr)),
                // What tables have is no instruction that performs others.
                Control::Performs(_)
                | Control::WriteBack { .. }
                | Control::Wait(_)
                | Control::Barrier(..)
                | Control::Discard
                | Control::Nothing => None,
            }
        });
        let passes = |&(at, way, levels, _): &(u32, Way, &Vec<usize>, &str)| {
            let own = (read.thread, read.path);
            levels.iter().filter(|&&level| level >= read.performed && self.shares(level, way, own)).any(|&level| {
                let (here, further) = (read.left[level], read.left[level + 1]);
                here.0 > at && further.1 <= at
            })
        };
        { invalidations }.find(passes).map(|(.., instr)| instr)
    }
}

/// The way to memory of the access that a micro-event is of.
fn path(text: &str) -> Path {
    match text.split('_').next() {
        Some("s") => Path::Scalar,
        Some("host" | "packet") => Path::Host,
        Some(_) | None => Path::Vector,
    }
}

/// What a micro-event writes, and where.
fn written(text: &str) -> Option<(&str, &str)> {
    let (_, rest) = text.split_once(" writes ").or_else(|| text.split_once(" makes "))?;
    let (what, place) = rest
        .split_once(" at ")
        .or_else(|| rest.split_once(" past "))
        .or_else(|| rest.split_once(" in LDS").map(|(what, _)| (what, "LDS")))?;
    Some((what.split(" of ").next().unwrap_or(what), place))
}

/// What a micro-event reads, and what follows: of `makes x = 2 of 1 at L2`, that it reads `x = 1`.
fn found(text: &str) -> Option<(String, &str)> {
    if let Some((_, rest)) = text.split_once(" makes ") {
        let (written, rest) = rest.split_once(" of ")?;
        let (object, _) = written.split_once(" = ")?;
        let (value, _) = rest.split_once(' ')?;
        return Some((format!("{object} = {value}"), &rest[value.len()..]));
    }
    let (_, rest) = text.split_once(" reads ")?;
    let mut ends = rest.match_indices([' ', ',']).map(|(at, _)| at);
    let (state, rest) = rest.split_at(ends.nth(2).unwrap_or(rest.len()));
    Some((state.to_string(), rest))
}

fn event(time: u32, thread: &str, line: usize, text: &str) -> MicroEventResult {
    MicroEventResult { time, thread: Some(thread.into()), line: Some(line), text: text.into() }
}

/// A wrong level, a wrong time and a level that is left out are found.
#[test]
fn levels_that_did_not_serve_are_found() {
    let source = load::read("litmus/message-passing/MP+rel+acq+agent.litmus".as_ref()).expect("readable");
    let structure = load::event_structure(&source).expect("well formed");
    let tables = Tables::load("llvm18").expect("well formed");
    let configurations = [TargetConfiguration::parse("gfx10,wgp").expect("known")];
    let none = Assume { none: true, on: vec![] };
    let resources = Resources::default();
    let targets = super::targets(&configurations, &tables, false, &none, &resources);
    let told = |found: &str| {
        let events = [
            event(1, "P0", 7, "global_store writes x = 1 at L0"),
            event(2, "P0", 7, "x = 1 reaches L1"),
            event(3, "P0", 7, "x = 1 reaches memory"),
            event(12, "P1", 11, "buffer_gl0_inv takes effect"),
            event(13, "P1", 11, "buffer_gl1_inv takes effect"),
            event(14, "P1", 12, &format!("global_load reads x = 0{found}")),
        ];
        check(&structure, &targets[0].chip, &events)
    };
    let fault = |found: &str| told(found).unwrap_err();
    assert_eq!(told(", hits the line in L0, filled at 13 from the line in L1, filled at 0"), Ok(()));
    assert!(fault(", hits the line in L1, filled at 0").contains("invalidated by `buffer_gl1_inv`"));
    assert!(fault(", hits the line in L0, filled at 0").contains("invalidated by"));
    assert!(fault(", hits the line in L0, filled at 13").contains("what was written last"));
    assert!(fault(", hits the line in L0, filled at 13 from memory as it was at 0").contains("not said what held it"));
    assert!(fault(", hits the line in L1, filled at 13 from the line in L0, filled at 0").contains("nearer"));
    assert!(fault(" from memory").contains("what was written last"));
}
