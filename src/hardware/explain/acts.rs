//! What micro-events do between waves and cache levels, for who draws them.

use super::super::chip::{CacheLevel, Control};
use super::super::timeline::{Access, Op, What};
use super::Timed;
use crate::engine::show_value;
use crate::llvm::ScopeLevel;
use crate::program::{Endless, EventId, ThreadId};
use crate::syntax::hardware::ast::{Rule, Storage};
use crate::syntax::table::ast::{Access as AccessKind, Path};

/// Where data is: a wave, or an instance of LDS or of a cache level.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instance {
    /// How far out: a wave is 0, LDS 1, the first cache level of vector memory 2, that of scalar memory too.
    pub distance: usize,
    /// The name of the level; `wave` of a wave.
    pub level: String,
    /// The threads that use it.
    pub threads: Vec<ThreadId>,
}

/// Which way data goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It is written, and goes outwards.
    Out,
    /// It is read, and comes from further out.
    In,
}

/// Data on its way between two instances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Which way.
    pub way: Way,
    /// Where it is from.
    pub from: Instance,
    /// When it left that.
    pub left: u32,
    /// Where it comes.
    pub to: Instance,
    /// When.
    pub arrives: u32,
    /// The name of the object.
    pub object: String,
    /// Its value.
    pub value: String,
    /// The write whose value it is; `None` of the initial value.
    pub write: Option<EventId>,
    /// Of what is written: whether it passes by where it comes, which keeps what it has.
    pub passes_by: bool,
    /// Of what is written: whether it is complete to its wave there, so that no wait waits any longer.
    pub completes: bool,
}

/// What an instance has of an object since it was filled, and serves as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The instance.
    pub by: Instance,
    /// Since when it has it.
    pub since: u32,
}

/// That a cache has nothing old of an object any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evicts {
    /// The cache.
    pub from: Instance,
    /// Whether that is so for the threads of its wave alone, by what they issue later.
    pub for_wave: bool,
}

/// What a micro-event does between waves and cache levels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Act {
    /// Data that is moved, in the order of its way.
    pub moves: Vec<Move>,
    /// The caches that served a read from what they had, the outermost first.
    pub held: Vec<Held>,
    /// What an atomic finds where it is performed, if that had it already: it comes to no wave by that.
    pub found: Option<Move>,
    /// The caches in which an atomic leaves nothing old as it passes them by.
    pub evicts: Vec<Evicts>,
    /// What is invalidated.
    pub invalidates: Vec<Instance>,
    /// From where is written back.
    pub writes_back: Vec<Instance>,
    /// The operations that a wave waits for, of all its threads, by number; `None` if it does not wait.
    pub waits_for: Option<Vec<usize>>,
    /// Whether the wave arrives at a barrier.
    pub arrives: bool,
    /// Whether the wave waits at a barrier and never goes on.
    pub endless: bool,
}

impl Act {
    /// How what is read comes to where it is read, in the order of its way.
    pub fn reads(&self) -> impl Iterator<Item = &Move> {
        self.moves.iter().filter(|one| one.way == Way::In).chain(&self.found)
    }
}

impl Instance {
    /// The wave of a thread.
    pub fn wave(thread: ThreadId) -> Instance {
        Instance { distance: 0, level: "wave".into(), threads: vec![thread] }
    }
}

impl Timed<'_> {
    fn lds(&self, thread: ThreadId) -> Instance {
        let program = &self.structure.program;
        let threads = program.threads.indices().filter(|&other| program.share(thread, other, ScopeLevel::Workgroup));
        Instance { distance: 1, level: "LDS".into(), threads: threads.collect() }
    }

    /// The instance of a cache level that a thread uses on a path.
    pub(super) fn instance(&self, thread: ThreadId, path: Path, level: usize) -> Instance {
        let threads = self.structure.program.threads.indices();
        let uses = |other: &ThreadId| *other == thread || (self.shares)(level, (thread, path), (*other, path));
        let threads = threads.filter(uses).collect();
        Instance { distance: level + 2, level: self.chip.level_name(path, level).to_string(), threads }
    }

    /// What an access has of its object on its way.
    pub(super) fn moved(&self, access: &Access, [from, to]: [Instance; 2], (way, arrives): (Way, u32)) -> Move {
        let event = match way {
            Way::Out => access.write,
            Way::In => access.read,
        };
        let value = event.and_then(|event| {
            let ty = self.structure.events[event].access.as_ref()?.ty;
            Some(show_value(self.structure, ty, self.execution.value(self.structure, event)?))
        });
        let reads_from = |read| self.structure.events.indices().find(|&write| self.execution.rf.contains(write, read));
        let write = match way {
            Way::Out => access.write,
            Way::In => access.read.and_then(reads_from),
        };
        Move {
            way,
            from,
            left: arrives,
            to,
            arrives,
            object: self.structure.program.objects[access.object].name.clone(),
            value: value.unwrap_or_default(),
            write: write.filter(|&write| !self.structure.events[write].is_initial()),
            passes_by: false,
            completes: way == Way::Out && access.at.get(access.completes).is_none_or(|&at| self.time(at) <= arrives),
        }
    }

    /// How a write leaves its wave: to the first level, or where an atomic is performed.
    pub(super) fn written(&self, thread: ThreadId, access: &Access) -> Act {
        // An access to LDS has one micro-event, an atomic too.
        let (to, stamp) = match access.lds {
            true => (self.lds(thread), access.at[0]),
            false => {
                let level = self.named(&access.at, access.performed);
                (self.instance(thread, access.path, level), access.at[access.performed])
            }
        };
        let time = self.time(stamp);
        let passes_by = !access.lds && !access.atomic && self.gone.passes_by(0, access);
        let out = Move { passes_by, ..self.moved(access, [Instance::wave(thread), to], (Way::Out, time)) };
        let act = Act { moves: vec![out], ..Act::default() };
        if access.lds || !access.atomic { act } else { self.performed(thread, access, (act, time)) }
    }

    /// What an atomic finds where it is performed, if that had it already, and where it leaves nothing old on its way there.
    fn performed(&self, thread: ThreadId, access: &Access, (act, time): (Act, u32)) -> Act {
        let evicts = |level: usize| {
            let CacheLevel { storage, current_after, .. } = &self.chip.levels[level];
            let for_wave = !current_after.contains(&AccessKind::Atomic);
            let holds = *storage == Storage::Caches && (!for_wave || self.chip.has(Rule::AtomicEvictsForItsWave));
            holds.then(|| Evicts { from: self.instance(thread, access.path, level), for_wave })
        };
        let evicts = (0..access.performed).filter_map(evicts).collect();
        let Act { mut moves, held, .. } = self.loaded(thread, access, time);
        let found = moves.pop().filter(|_| !held.is_empty());
        moves.extend(act.moves);
        Act { moves, held, found, evicts, ..Act::default() }
    }

    /// How what is read comes to its wave: from where it is to the caches that hold it, and from the first of these.
    pub(super) fn loaded(&self, thread: ThreadId, access: &Access, done: u32) -> Act {
        let wave = Instance::wave(thread);
        if access.lds {
            let moves = vec![self.moved(access, [self.lds(thread), wave], (Way::In, done))];
            return Act { moves, ..Act::default() };
        }
        let data = &access.data;
        let source = self.source(thread, access);
        let held: Vec<usize> =
            self.hit(access, source).map_or(Vec::new(), |hit| self.held(access, hit, source).collect());
        let instance = |level: usize| self.instance(thread, access.path, level);
        let mut act = Act::default();
        // From the furthest inwards.
        let (mut from, mut left) = (instance(self.named(data, source)), self.time(data[source]));
        for &level in held.iter().rev() {
            let filled = self.time(data[level + 1]);
            let ends = [from, instance(level)];
            act.moves.push(Move { left: left.min(filled), ..self.moved(access, ends, (Way::In, filled)) });
            act.held.push(Held { by: instance(level), since: filled });
            (from, left) = (instance(level), done);
        }
        act.moves.push(Move { left: left.min(done), ..self.moved(access, [from, wave], (Way::In, done)) });
        act
    }

    /// What an operation that accesses nothing does to caches, or to its wave.
    pub(super) fn controlled(&self, op: &Op<'_>) -> Act {
        let mut act = Act::default();
        let instr = op.instr;
        match &op.what {
            What::Cache { control: Control::Invalidate(path, levels, _), .. } => {
                act.invalidates = levels.iter().map(|&level| self.instance(op.thread, *path, level)).collect();
            }
            What::Cache { control: Control::WriteBack { path, from, to, .. }, .. } => {
                act.writes_back =
                    (from.unwrap_or(0)..*to).map(|level| self.instance(op.thread, *path, level)).collect();
            }
            What::Cache {
                control:
                    Control::Wait(_) | Control::Barrier(..) | Control::Discard | Control::Performs(_) | Control::Nothing,
                ..
            }
            | What::Access(_) => {}
            What::Other => {
                let control = instr.and_then(|instr| self.chip.control_of(&instr.mnemonic, &instr.operands));
                act.waits_for = control.and_then(|control| self.waited_for(op, control));
                act.arrives = matches!(control, Some(Control::Barrier(true, _)));
                act.endless = matches!(control, Some(Control::Barrier(_, true))) && self.is_endless(op);
            }
        }
        act
    }

    /// Whether an operation is one at which its thread stays in this execution.
    fn is_endless(&self, op: &Op<'_>) -> bool {
        let waits = self.events(op);
        let is_here = |endless: &&Endless| endless.wait.is_some_and(|wait| waits.contains(&wait));
        let mut here = self.structure.endless.iter().filter(is_here);
        here.any(|endless| self.execution.values[endless.guard.0 as usize] != 0)
    }

    /// The operations of its wave that an instruction waits for: those that its counters count, however many they leave outstanding.
    fn waited_for(&self, op: &Op<'_>, control: &Control) -> Option<Vec<usize>> {
        let counters: Vec<String> = match control {
            Control::Wait(_) => {
                control.waited_for(&op.instr?.operands)?.into_iter().map(|(counter, _)| counter).collect()
            }
            Control::Barrier(..) if self.chip.has(Rule::BarriersAfterAccesses) => {
                self.chip.counters.keys().cloned().collect()
            }
            Control::Barrier(_, true) => Vec::new(),
            Control::Barrier(_, false)
            | Control::Invalidate(..)
            | Control::WriteBack { .. }
            | Control::Discard
            | Control::Performs(_)
            | Control::Nothing => return None,
        };
        let counts = |other: &usize| {
            let other = &self.ops[*other];
            let mut counted = counters.iter().filter_map(|counter| self.chip.counters.get(counter));
            let is_of_wave = self.structure.program.share(other.thread, op.thread, ScopeLevel::Wavefront);
            is_of_wave && counted.any(|counts| other.counted_in_order(self.chip, counts).is_some())
        };
        Some((0..self.ops.len()).filter(counts).collect())
    }
}
