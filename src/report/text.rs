//! Results as text for people.

use super::explanation::{self, ExplanationResult};
use super::lines::wrap_words;
use super::results::*;
use crate::verdict::ConditionVerdict;
use anstyle::{AnsiColor, Style};
use std::fmt::Write;

/// Whether text is coloured by ANSI escapes.
#[derive(Clone, Copy, Debug)]
pub struct Paint(pub bool);

impl Paint {
    fn with(self, color: AnsiColor, text: &str) -> String {
        let style = Style::new().fg_color(Some(color.into())).bold();
        if self.0 { format!("{style}{text}{style:#}") } else { text.to_string() }
    }

    pub(super) fn status(self, status: Status) -> String {
        match status {
            Status::Ok => self.with(AnsiColor::Green, "ok     "),
            Status::Unchecked => "-      ".to_string(),
            Status::Unknown => self.with(AnsiColor::Yellow, "unknown"),
            Status::Differs => self.with(AnsiColor::Red, "DIFFERS"),
        }
    }
}

/// An execution, an event a line.
pub fn execution(events: &[EventResult], indent: &str) -> String {
    let mut out = String::new();
    for event in events {
        let thread = event.place.thread.as_deref().unwrap_or("init");
        let access = match (&event.location, &event.value) {
            (Some(location), Some(value)) => format!(" {location} = {value}"),
            _ => String::new(),
        };
        let from = event.reads_from.map_or(String::new(), |write| format!(" from {write}"));
        let order = event.coherence.map_or(String::new(), |place| format!(" (co {place})"));
        let text = if event.place.thread.is_some() { &event.place.text } else { "" };
        let line = format!("{:>3} {thread}: {}{access}{from}{order}  {text}", event.id, event.kind);
        out += &wrap_words(line.trim_end(), indent);
    }
    out
}

/// Micro-events, one a line, with their timestamps, threads and lines; the placement of waves has none.
pub(super) fn micro_events(micro_events: &[MicroEventResult], indent: &str) -> String {
    let width = micro_events.iter().map(|event| who(event).chars().count()).max().unwrap_or(0);
    let line = |event: &MicroEventResult| {
        let time = event.thread.as_ref().map_or("  -".into(), |_| format!("{:>3}", event.time));
        wrap_words(&format!("{time}  {:<width$}  {}", who(event), event.text), indent)
    };
    micro_events.iter().map(line).collect()
}

/// The thread of a micro-event and the line of its instruction.
fn who(event: &MicroEventResult) -> String {
    let words = event.thread.iter().cloned().chain(event.line.map(|line| line.to_string()));
    words.collect::<Vec<_>>().join(" ")
}

/// The files that were read, one a line, for `--verbose`.
pub fn files(files: &[FileResult]) -> String {
    let line = |FileResult { kind, path, built_in }: &FileResult| {
        format!("litmus: read {kind} {path}{}\n", if *built_in { " (built in)" } else { "" })
    };
    files.iter().map(line).collect()
}

pub(super) fn race_line(race: &RaceResult) -> String {
    let place = |place: &PlaceResult| {
        let thread = place.thread.as_deref().unwrap_or("init");
        format!("{thread} {}:{} `{}`", place.line, place.column, place.text)
    };
    let location = race.location.as_deref().map_or(String::new(), |location| format!(" on {location}"));
    format!("{}{location}: {} and {}", race.flag, place(&race.first), place(&race.second))
}

/// The last lines of `litmus check`.
pub fn summary(summary: &Summary, paint: Paint) -> String {
    let mut parts =
        vec![format!("{} tests", summary.tests), paint.with(AnsiColor::Green, &format!("{} ok", summary.ok))];
    let unchecked = summary.tests - summary.ok - summary.differs - summary.unknown;
    for (count, word, color) in [
        (summary.differs, "differ", AnsiColor::Red),
        (summary.unknown, "unknown", AnsiColor::Yellow),
        (summary.errors, if summary.errors == 1 { "error" } else { "errors" }, AnsiColor::Red),
    ] {
        if count > 0 {
            parts.push(paint.with(color, &format!("{count} {word}")));
        }
    }
    if unchecked > 0 {
        parts.push(format!("{unchecked} without expectation"));
    }
    let mut out = parts.join(", ");
    let _ = write!(out, "; {:.2} s, median {:.1} ms", summary.seconds, summary.median_seconds * 1e3);
    if let Some(slowest) = &summary.slowest {
        let _ = write!(out, ", slowest {slowest} {:.1} ms", summary.slowest_seconds * 1e3);
    }
    out.push('\n');
    out
}

/// `litmus outcomes`: a table of states, then the races.
pub fn outcomes(report: &OutcomesReport, paint: Paint) -> String {
    let mut out = format!("{}\n", report.name);
    let header: Vec<String> = report.columns.iter().chain(&report.models).cloned().collect();
    let rows: Vec<Vec<String>> = report.states.iter().map(state_row).collect();
    let width = |at: usize| rows.iter().map(|row| row[at].len()).chain([header[at].len()]).max().unwrap_or(0);
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let line = |cells: &[String]| {
        let cells = cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    let _ = writeln!(out, "{}", line(&header));
    let mut explanations = Explanations::default();
    for (row, state) in rows.iter().zip(&report.states) {
        let why = explanations.why(&report.models, state);
        let why = if why.is_empty() { why } else { format!("  # {why}") };
        let _ = writeln!(out, "{}{why}", line(row));
    }
    out += &explanations.text();
    if let Some(reason) = &report.undecided.reason {
        let text = format!("states or races may be missing: {reason}");
        let _ = writeln!(out, "{}", paint.with(AnsiColor::Yellow, &text));
    }
    for races in &report.races {
        for race in &races.pairs {
            let _ = writeln!(out, "{} under {}", paint.with(AnsiColor::Red, &race_line(race)), races.model);
        }
        for flag in &races.flags {
            let _ = writeln!(out, "{flag} is raised under {}", races.model);
        }
        if races.pairs.is_empty() && races.flags.is_empty() {
            let _ = writeln!(out, "no race under {}", races.model);
        }
    }
    out
}

/// Explanations of a report with the model whose they are, each once, numbered from 1 by those that refer to them.
#[derive(Default)]
struct Explanations<'a>(Vec<(&'a str, &'a ExplanationResult)>);

impl<'a> Explanations<'a> {
    /// What forbids a state: each axiom by which some model does, with the number of the first such model's explanation.
    fn why(&mut self, models: &'a [String], state: &'a StateResult) -> String {
        let mut why: Vec<(String, Option<usize>)> = Vec::new();
        for (model, verdict) in models.iter().zip(&state.models).filter(|(_, verdict)| !verdict.allowed) {
            let axiom =
                verdict.breaks.as_ref().map_or_else(|| verdict.axioms.join(", "), |breaks| breaks.axiom.clone());
            if why.iter().all(|(known, _)| *known != axiom) {
                let number = verdict.breaks.as_ref().map(|breaks| self.number(model, &breaks.explanation));
                why.push((axiom, number));
            }
        }
        let text = |(axiom, number): &(String, Option<usize>)| match number {
            Some(number) => format!("{axiom} [{number}]"),
            None => axiom.clone(),
        };
        why.iter().map(text).collect::<Vec<_>>().join("; ")
    }

    fn number(&mut self, model: &'a str, explanation: &'a ExplanationResult) -> usize {
        let known = self.0.iter().position(|known| *known == (model, explanation));
        known.unwrap_or_else(|| {
            self.0.push((model, explanation));
            self.0.len() - 1
        }) + 1
    }

    fn text(&self) -> String {
        let one = |(at, (model, explanation)): (usize, &(&str, &ExplanationResult))| {
            format!("[{}] under {model}:\n{}", at + 1, explanation::text(explanation, "  "))
        };
        self.0.iter().enumerate().map(one).collect()
    }
}

fn state_row(state: &StateResult) -> Vec<String> {
    let values = state.values.iter().map(|value| value.clone().unwrap_or_else(|| "-".to_string()));
    let verdict = |verdict: &StateVerdict| {
        if verdict.allowed { ConditionVerdict::Allowed } else { ConditionVerdict::Forbidden }.to_string()
    };
    values.chain(state.models.iter().map(verdict)).collect()
}
