//! What does not wait for an instruction before another of its thread: the wait that there is, or that there is none; or, where what it writes is complete in a
//! cache, for which no wait waits any longer, what does not write that cache back.

use super::Told;
use super::cycle::Between;
use crate::hardware::{Instance, MicroEvent, Way};
use crate::llvm::ScopeLevel;
use crate::program::ThreadId;
use itertools::Itertools;

/// The rows in which a thread writes caches back.
struct WriteBacks {
    /// The first of those that write a certain one back.
    writing: Option<usize>,
    /// Those that write others back alone.
    others: Vec<usize>,
}

impl<'a> Told<'a> {
    /// What does not wait for an instruction before another of its thread, until a time.
    pub(super) fn tell_waits(
        &mut self,
        row: usize,
        (first, second): (&'a MicroEvent, &'a MicroEvent),
        (time, until): (u32, &str),
    ) {
        let own = Between { thread: first.thread, after: Some(first.op), before: second };
        let kept = self.kept(row, time);
        let written_back = kept.and_then(|kept| self.write_backs((first, kept), own).writing);
        let counted = written_back.map_or(first, |row| self.parts[row].event);
        let mut waits = self.waits_for(counted, own);
        // Threads of a wave share its counters: what hands on waits for the others, too.
        let mates = if waits.is_empty() { self.mates(first.thread) } else { Vec::new() };
        waits.extend(mates.iter().flat_map(|&mate| self.waits_for(counted, mate)));
        let last = mates.last().map_or(second, |mate| mate.before);
        let early = waits.iter().copied().find(|&row| self.parts[row].time < time);
        let is_waited = early.map_or_else(|| self.instruction_hands_on_at(last), |wait| self.parts[wait].time);
        let complete = self.complete(first).filter(|&at| at < time && at <= is_waited && written_back.is_none());
        match (early, complete.and(kept)) {
            (None, _) if !waits.is_empty() => {}
            (_, Some(kept)) => self.tell_no_write_back(row, (own, kept), until),
            (Some(_), None) if self.tell_early_write_back(first, written_back.zip(kept)) => {}
            (Some(wait), None) => self.blame(wait, format!("does not wait until {until}")),
            (None, None) => {
                let threads = std::iter::once(own).chain(mates).collect::<Vec<_>>();
                self.tell_no_wait(row, &threads);
            }
        }
    }

    /// The cache in which what comes on in a row stays until a time.
    fn kept(&self, row: usize, time: u32) -> Option<&'a Instance> {
        let last = self.parts[row].moves.last().filter(|last| last.way == Way::Out)?;
        let kept = if self.parts[row].time < time { &last.to } else { &last.from };
        Some(kept).filter(|kept| kept.distance > 0)
    }

    /// When a write is complete to its wave.
    fn complete(&self, write: &MicroEvent) -> Option<u32> {
        let rows = self.parts.iter().filter(|part| part.event.thread == write.thread && part.event.op == write.op);
        let mut moves = rows.flat_map(|part| part.moves.iter().map(|one| (part.time, one)));
        moves.find(|(_, one)| one.way == Way::Out && one.completes).map(|(time, _)| time)
    }

    /// When another thread that leads on is told by an instruction, or else when that is done.
    pub(super) fn instruction_hands_on_at(&self, event: &MicroEvent) -> u32 {
        let is_of = |row: &usize| {
            let part = &self.parts[*row];
            !part.fills && part.event.thread == event.thread && part.event.op == event.op
        };
        (0..self.parts.len()).filter(is_of).map(|row| self.hands_on_at(row)).min().unwrap_or(event.time)
    }

    /// The write-backs between two instructions of a thread, for a write that is in a cache: the first that comes after it there, if one does.
    fn write_backs(&self, (write, kept): (&MicroEvent, &Instance), between: Between<'_>) -> WriteBacks {
        let rows = (0..self.parts.len()).filter(|&row| {
            let event = self.parts[row].event;
            between.contains(event) && !event.act.writes_back.is_empty()
        });
        let (writing, others) =
            rows.partition::<Vec<_>, _>(|&row| self.parts[row].event.act.writes_back.contains(kept));
        let arrival = self.comes_to(write, kept).map(|row| self.parts[row].time);
        let in_time = writing.iter().find(|&&row| arrival.is_none_or(|arrival| self.parts[row].time > arrival));
        WriteBacks { writing: in_time.or(writing.first()).copied(), others }
    }

    /// The row in which what an instruction writes comes to a cache.
    fn comes_to(&self, write: &MicroEvent, cache: &Instance) -> Option<usize> {
        let comes = |part: &super::Part<'_>| {
            let is_it = part.event.thread == write.thread && part.event.op == write.op;
            is_it && part.moves.iter().any(|one| one.way == Way::Out && one.to == *cache)
        };
        self.parts.iter().position(comes)
    }

    /// The threads that share a cache and hand on what one of them has written.
    fn carriers(&self, kept: &Instance, writer: Option<ThreadId>) -> Vec<Between<'a>> {
        self.learning_from(writer, |thread| kept.threads.contains(&thread))
    }

    /// The threads of a thread's wave that hand on what it does.
    fn mates(&self, thread: Option<ThreadId>) -> Vec<Between<'a>> {
        let program = &self.structure.program;
        self.learning_from(thread, |mate| {
            thread.is_some_and(|thread| program.share(mate, thread, ScopeLevel::Wavefront))
        })
    }

    /// The threads of some that are told by one, or by others of them that are, and hand that on.
    fn learning_from(&self, first: Option<ThreadId>, is_one: impl Fn(ThreadId) -> bool) -> Vec<Between<'a>> {
        let threads = self.structure.program.threads.indices();
        let mut others: Vec<ThreadId> = threads.filter(|&thread| Some(thread) != first && is_one(thread)).collect();
        let mut known = vec![first];
        let mut found = Vec::new();
        while let Some(at) = others.iter().position(|&other| self.learns_from(other, &known)) {
            let next = others.remove(at);
            known.push(Some(next));
            found.extend(self.handing_on(Some(next)));
        }
        found
    }

    /// What does not write a cache back, in which a write is complete: of the threads that hand it on, what does so too early or is not waited for, or that none does.
    fn tell_no_write_back(&mut self, row: usize, (own, kept): (Between<'a>, &Instance), until: &str) {
        let (carriers, write) = (self.carriers(kept, own.thread), self.parts[row].event);
        let level = &kept.level;
        for &carrier in &carriers {
            if let Some(written_back) = self.write_backs((write, kept), carrier).writing {
                return self.tell_late_write_back(row, (written_back, carrier), (kept, until));
            }
        }
        let threads = std::iter::once(own).chain(carriers.iter().copied());
        let others = threads.clone().flat_map(|thread| self.write_backs((write, kept), thread).others);
        let others: Vec<usize> = others.collect();
        let names = threads.map(|of| self.thread(of.thread)).join(" or ");
        let place = self.place(carriers.last().unwrap_or(&own).before);
        self.blame(row, format!("no instruction of {names} writes {level} back before {place}"));
        others.into_iter().for_each(|other| self.blame(other, format!("does not write {level} back")));
    }

    /// What writes a cache back for a write of another thread: before that is in the cache, or without being waited for.
    fn tell_late_write_back(
        &mut self,
        row: usize,
        (written_back, carrier): (usize, Between<'a>),
        (kept, until): (&Instance, &str),
    ) {
        let (event, write) = (self.parts[written_back].event, self.parts[row].event);
        if self.tell_early_write_back(write, Some((written_back, kept))) {
            return;
        }
        let waits = self.waits_for(event, Between { after: Some(event.op), ..carrier });
        let until_row = self.parts[row].time;
        match waits.iter().copied().find(|&wait| self.parts[wait].time < until_row) {
            Some(wait) => self.blame(wait, format!("does not wait until {until}")),
            None if waits.is_empty() => self.tell_no_wait(written_back, &[carrier]),
            None => {}
        }
    }

    /// What writes a cache back before a write is in it, if it does: it is for nothing. In the thread of the write nothing has waited for that before it; in another,
    /// what tells it of the write may not have been answered.
    fn tell_early_write_back(&mut self, write: &'a MicroEvent, writing: Option<(usize, &Instance)>) -> bool {
        let Some((written_back, kept)) = writing else { return false };
        let (event, time) = (self.parts[written_back].event, self.parts[written_back].time);
        let arrival = self.comes_to(write, kept).filter(|&row| self.parts[row].time >= time);
        let Some(arrival) = arrival else { return false };
        let (level, arrives) = (&kept.level, self.parts[arrival].time);
        self.blame(written_back, format!("too early: what it is to write back is at {level} at {arrives}"));
        if event.thread == write.thread {
            let until = format!("that is at {level}");
            self.tell_waits(arrival, (write, event), (arrives, &until));
        } else if let Some(open) = self.unanswered(event, event.op, time) {
            let done = format!("{} has written {level} back", self.place(event));
            self.tell_unanswered(open, event, &done);
        }
        true
    }

    /// The waits between two instructions of a thread that count an instruction of its wave.
    fn waits_for(&self, counted: &MicroEvent, between: Between<'_>) -> Vec<usize> {
        let is_wait = |row: &usize| {
            let event = self.parts[*row].event;
            between.contains(event) && event.act.waits_for.iter().flatten().any(|op| *op == counted.op)
        };
        let rows = (0..self.parts.len()).filter(is_wait);
        rows.filter(|&row| counted.thread != between.thread || self.parts[row].event.op > counted.op).collect()
    }

    fn tell_no_wait(&mut self, row: usize, threads: &[Between<'_>]) {
        let Some(last) = threads.last() else { return };
        let names = threads.iter().map(|of| self.thread(of.thread)).join(" or ");
        let place = self.place(last.before);
        self.blame(row, format!("no instruction of {names} waits for it before {place}"));
    }
}
