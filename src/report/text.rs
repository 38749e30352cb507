//! Results as text for people.

use super::explanation::{self, ExplanationResult};
use super::lines::{COLUMNS, WIDEST, columns, wrap_words};
use super::results::*;
use crate::verdict::ConditionVerdict;
use anstyle::{AnsiColor, Style};

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

/// What is said of results that are found so.
pub(super) const ASSUMES_TERMINATION: &str = "assuming that loops end within their unroll bounds";

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
    let line = |(at, event): (usize, &MicroEventResult)| {
        let time = event.thread.as_ref().map_or("  -".into(), |_| format!("{:>3}", event.time));
        // An operation may have one instruction twice.
        let before = micro_events[..at].iter().filter(|other| who(other) == who(event) && other.text == event.text);
        let again = if before.count() == 0 { "" } else { " again" };
        wrap_words(&format!("{time}  {:<width$}  {}{again}", who(event), event.text), indent)
    };
    micro_events.iter().enumerate().map(line).collect()
}

/// The thread of a micro-event and the line of its instruction.
fn who(event: &MicroEventResult) -> String {
    let words = event.thread.iter().cloned().chain(event.line.map(|line| line.to_string()));
    words.collect::<Vec<_>>().join(" ")
}

/// The files that were read, one a line, for `--verbose`.
pub fn files(files: &[FileResult]) -> String {
    let line = |FileResult { kind, path, built_in, corrected: _ }: &FileResult| {
        format!("litmus: read {kind} {path}{}\n", if *built_in { " (built in)" } else { "" })
    };
    files.iter().map(line).collect()
}

/// The documents that are not understood as they are, but with flaws corrected.
pub fn corrected(files: &[FileResult]) -> String {
    let documents = files.iter().filter(|file| file.corrected > 0).map(|file| (&file.path, file.corrected));
    let line = |(path, count): (&String, usize)| {
        let flaws = if count == 1 { "1 flaw" } else { &format!("{count} flaws") };
        format!("litmus: {path} is read with {flaws} of a table corrected: `litmus table lint` lists them\n")
    };
    documents.map(line).collect()
}

pub(super) fn race_line(race: &RaceResult) -> String {
    let place = |place: &PlaceResult| {
        let thread = place.thread.as_deref().unwrap_or("init");
        format!("{thread} {}:{} `{}`", place.line, place.column, place.text)
    };
    let location = race.location.as_deref().map_or(String::new(), |location| format!(" on {location}"));
    let hanging = race.hangs_in.iter().map(|place| {
        let thread = place.thread.as_deref().unwrap_or_default();
        format!(", where {thread} hangs at {}:{}", place.line, place.column)
    });
    let hanging: String = hanging.collect();
    let first = place(&race.first);
    // An operation that is undefined by itself is the only one.
    match place(&race.second) {
        second if second == first => format!("{}{location}: {first}{hanging}", race.flag),
        second => format!("{}{location}: {first} and {second}{hanging}", race.flag),
    }
}

/// The columns that times and the words between them may take: how long all took and the median, then of the slowest.
const COLUMNS_OF_TIMES: usize = "99999.99 s, median 99999.9 ms".len();
const COLUMNS_OF_SLOWEST: usize = ", slowest  99999.9 ms".len();

/// The last lines of `litmus check`.
pub fn summary(summary: &Summary, paint: Paint) -> String {
    let unchecked = summary.tests - summary.ok - summary.differs - summary.unknown;
    let counts = [
        (summary.differs, "differ", Some(AnsiColor::Red)),
        (summary.unknown, "unknown", Some(AnsiColor::Yellow)),
        (summary.errors, if summary.errors == 1 { "error" } else { "errors" }, Some(AnsiColor::Red)),
        (unchecked, "without expectation", None),
    ];
    let counts = counts.into_iter().filter(|(count, ..)| *count > 0);
    let parts: Vec<(String, Option<AnsiColor>)> =
        [(summary.tests, "tests", None), (summary.ok, "ok", Some(AnsiColor::Green))]
            .into_iter()
            .chain(counts)
            .map(|(count, word, color)| (format!("{count} {word}"), color))
            .collect();
    let columns_of_counts: usize = parts.iter().map(|(part, _)| columns(part) + ", ".len()).sum();
    let Summary { seconds, median_seconds, .. } = summary;
    // Where lines are broken does not depend on times.
    let name = summary.slowest.as_ref().map_or(0, |name| columns(name) + COLUMNS_OF_SLOWEST);
    let before_name = if "    ".len() + COLUMNS_OF_TIMES + name > WIDEST { ",\n    " } else { ", " };
    let slowest = summary.slowest.as_ref().map_or(String::new(), |slowest| {
        format!("{before_name}slowest {slowest} {:.1} ms", summary.slowest_seconds * 1e3)
    });
    let painted = parts.iter().map(|(part, color)| color.map_or(part.clone(), |color| paint.with(color, part)));
    let counts = painted.collect::<Vec<_>>().join(", ");
    let is_long = columns_of_counts + COLUMNS_OF_TIMES + name > WIDEST;
    let between = if is_long { "\n    " } else { "; " };
    let variants = super::refinement::variants(&summary.variants);
    format!("{variants}{counts}{between}{seconds:.2} s, median {:.1} ms{slowest}\n", median_seconds * 1e3)
}

/// `litmus outcomes`: a table of states, what forbids them, executions if they were asked for, then the races.
pub fn outcomes(report: &OutcomesReport, paint: Paint) -> String {
    let mut out = format!("{}\n", report.name);
    let header: Vec<String> = report.columns.iter().chain(&report.models).cloned().collect();
    let rows: Vec<Vec<String>> = report.states.iter().map(state_row).collect();
    let table = Table::new(&header, &rows);
    out += &table.line(&header, "");
    let mut explanations = Explanations::default();
    for (row, state) in rows.iter().zip(&report.states) {
        out += &table.line(row, &explanations.why(&report.models, state));
    }
    out += &explanations.text("  ", explanation::text);
    if report.assumes_termination {
        out += &wrap_words(ASSUMES_TERMINATION, "");
    }
    out += &report.states.iter().map(|state| executions(report, state)).collect::<String>();
    for text in report.missing().into_iter().chain(report.unshown.as_ref().map(Unshown::sentence)) {
        out += &paint.with(AnsiColor::Yellow, wrap_words(&text, "").trim_end());
        out.push('\n');
    }
    out + &races(&report.races, paint)
}

/// A table whose rows have several lines where one is not enough, and a comment.
struct Table {
    /// By column, the characters of its longest cell.
    widths: Vec<usize>,
    /// By column, whether a line after the first begins with it.
    breaks: Vec<bool>,
}

impl Table {
    const DEEPER: &str = "    ";

    fn new(header: &[String], rows: &[Vec<String>]) -> Table {
        let cells = |at: usize| rows.iter().map(move |row| &row[at]).chain([&header[at]]);
        let width = |at: usize| cells(at).map(|cell| cell.chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..header.len()).map(width).collect();
        let mut used = 0;
        let is_break = |width: &usize| {
            let is_break = used > 0 && used + width > COLUMNS;
            used = if is_break { Table::DEEPER.len() } else { used } + width + 2;
            is_break
        };
        let breaks = widths.iter().map(is_break).collect();
        Table { widths, breaks }
    }

    /// A row, with what is said of it after or below it.
    fn line(&self, cells: &[String], comment: &str) -> String {
        let mut out = String::new();
        for (at, ((cell, &width), &is_break)) in cells.iter().zip(&self.widths).zip(&self.breaks).enumerate() {
            if is_break {
                out.truncate(out.trim_end().len());
                out.extend(["\n", Table::DEEPER]);
            } else if at > 0 {
                out += "  ";
            }
            out += &format!("{cell:<width$}");
        }
        let last = out.lines().last().map_or(0, columns);
        match comment.is_empty() {
            true => format!("{}\n", out.trim_end()),
            false if last + 4 + columns(comment) <= COLUMNS => format!("{out}  # {comment}\n"),
            false => format!("{}\n{}", out.trim_end(), wrap_words(&format!("# {comment}"), Table::DEEPER)),
        }
    }
}

/// Executions that end in a state, each with the models that allow it.
fn executions(report: &OutcomesReport, state: &StateResult) -> String {
    let mut groups: Vec<(&Vec<EventResult>, &Vec<ExplanationResult>, Vec<&str>)> = Vec::new();
    for (model, verdict) in report.models.iter().zip(&state.models) {
        let (Some(events), met) = (&verdict.execution, &verdict.met) else { continue };
        match groups.iter_mut().find(|(known, has, _)| (*known, *has) == (events, met)) {
            Some((.., models)) => models.push(model),
            None => groups.push((events, met, vec![model])),
        }
    }
    let value = |(name, value): (&String, &Option<String>)| format!("{name}={}", value.as_deref().unwrap_or("-"));
    let state = report.columns.iter().zip(&state.values).map(value).collect::<Vec<_>>().join(" ");
    let group = |(events, met, models): &(&Vec<EventResult>, &Vec<ExplanationResult>, Vec<&str>)| {
        let met: String = met.iter().map(|met| explanation::text(met, "  ")).collect();
        wrap_words(&format!("{state} under {}:", models.join(" ")), "") + &execution(events, "  ") + &met
    };
    groups.iter().map(group).collect()
}

/// By state what forbids it, and the explanations that these lines name by number, for where the source is beside them.
pub(super) fn forbidden(report: &OutcomesReport) -> (Vec<String>, String) {
    let mut explanations = Explanations::default();
    let why = report.states.iter().map(|state| explanations.why(&report.models, state)).collect();
    (why, explanations.text(" ", explanation::text_beside_source))
}

/// Races, each once with the models that have it, then the models that have none.
pub(super) fn races(races: &[ModelRaces], paint: Paint) -> String {
    let mut groups: Vec<(Raised, Vec<&str>)> = Vec::new();
    let mut add = |raised: Raised, model| match groups.iter_mut().find(|(known, _)| *known == raised) {
        Some((_, models)) => models.push(model),
        None => groups.push((raised, vec![model])),
    };
    for found in races {
        found.pairs.iter().for_each(|race| add(Raised::Race(race_line(race)), &found.model));
        for flag in &found.flags {
            let met = found.met.iter().filter(|met| met.axiom == *flag).map(|met| explanation::text(met, "  "));
            add(Raised::Flag(format!("{flag} is raised"), met.collect()), &found.model);
        }
        if !found.is_racy() {
            add(Raised::Nothing, &found.model);
        }
    }
    let line = |(raised, models): &(Raised, Vec<&str>)| {
        let under = |text: &str| wrap_words(&format!("{text} under {}", models.join(" ")), "");
        match raised {
            // The flag is coloured, which takes no columns.
            Raised::Race(text) => match under(text).split_once(' ') {
                Some((flag, rest)) => format!("{} {rest}", paint.with(AnsiColor::Red, flag)),
                None => under(text),
            },
            Raised::Flag(text, met) => under(text) + met,
            Raised::Nothing => under("no race"),
        }
    };
    groups.iter().map(line).collect()
}

/// What is said of a model's flags.
#[derive(PartialEq)]
enum Raised {
    /// A pair that races.
    Race(String),
    /// A flag that is raised for no pairs, and what it finds.
    Flag(String, String),
    /// No flag is raised.
    Nothing,
}

/// Explanations of a report with the models whose they are, each once, numbered from 1 by those that refer to them.
#[derive(Default)]
struct Explanations<'a>(Vec<(Vec<&'a str>, &'a ExplanationResult)>);

impl<'a> Explanations<'a> {
    /// What forbids a state: each axiom by which some model does, with the number of the first such model's explanation, and these models.
    fn why(&mut self, models: &'a [String], state: &'a StateResult) -> String {
        let mut why: Vec<(String, Option<usize>, Vec<&str>)> = Vec::new();
        let is_forbidden = |(_, verdict): &(&String, &StateVerdict)| verdict.verdict == ConditionVerdict::Forbidden;
        for (model, verdict) in models.iter().zip(&state.models).filter(is_forbidden) {
            let axiom =
                verdict.breaks.as_ref().map_or_else(|| verdict.axioms.join(", "), |breaks| breaks.axiom.clone());
            let explanation = verdict.breaks.as_ref().map(|breaks| &breaks.explanation);
            match why.iter_mut().find(|(known, ..)| *known == axiom) {
                Some((.., models)) => {
                    models.push(model);
                    explanation.iter().for_each(|explanation| self.also_of(model, explanation));
                }
                None => {
                    why.push((axiom, explanation.map(|explanation| self.number(model, explanation)), vec![model]));
                }
            }
        }
        let text = |(axiom, number, of): &(String, Option<usize>, Vec<&str>)| {
            let number = number.map_or(String::new(), |number| format!(" [{number}]"));
            let of = if of.len() == models.len() && of.len() > 1 { "all".into() } else { of.join(" ") };
            format!("{axiom}{number} under {of}")
        };
        // Where nothing but allowed states was asked for, nothing is said of others.
        let said = why.iter().filter(|(axiom, ..)| !axiom.is_empty());
        said.map(text).collect::<Vec<_>>().join("; ")
    }

    fn number(&mut self, model: &'a str, explanation: &'a ExplanationResult) -> usize {
        self.also_of(model, explanation);
        let known = self.0.iter().position(|(_, known)| *known == explanation);
        known.unwrap_or_else(|| {
            self.0.push((vec![model], explanation));
            self.0.len() - 1
        }) + 1
    }

    /// Says of an explanation that is known that it is this model's, too.
    fn also_of(&mut self, model: &'a str, explanation: &ExplanationResult) {
        let known = self.0.iter_mut().find(|(_, known)| *known == explanation);
        known.into_iter().filter(|(models, _)| !models.contains(&model)).for_each(|(models, _)| models.push(model));
    }

    fn text(&self, indent: &str, text: fn(&ExplanationResult, &str) -> String) -> String {
        let one = |(at, (models, explanation)): (usize, &(Vec<&str>, &ExplanationResult))| {
            let head = wrap_words(&format!("[{}] under {}:", at + 1, models.join(" ")), "");
            head + &text(explanation, indent)
        };
        self.0.iter().enumerate().map(one).collect()
    }
}

fn state_row(state: &StateResult) -> Vec<String> {
    let values = state.values.iter().map(|value| value.clone().unwrap_or_else(|| "-".to_string()));
    values.chain(state.models.iter().map(|verdict| verdict.verdict.to_string())).collect()
}
