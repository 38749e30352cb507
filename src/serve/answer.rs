//! The worker: a process that reads tasks from standard input, a line each, and writes answers to standard output. It reads no file.

use super::asked::{Asked, End, GIVEN, STOP, Task, What};
use super::lines::Lines;
use crate::allowance::{self, Allowance, Exceeded};
use crate::ask::{self, Answered, Code, Drawn, GivenCode, Question, Wrong};
use crate::engine::Settings;
use crate::lsp::{self, Document};
use crate::report::results::OutcomesReport;
use crate::resources::Resources;
use crate::syntax::source::{Diagnostic, Source};
use crate::targets::TargetConfiguration;
use crate::verdict::Cause;
use crate::{defaults, files, load};
use serde_json::json;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// Models and programs are nested: the thread that works on them has so much stack.
const STACK: usize = 64 << 20;
/// Diagnostics of one text, at most.
const MOST_PROBLEMS: usize = 50;
/// What is asked before anything is: it reads the models that are asked most.
const FIRST: &str = "litmus first\nmemory {\n  global x: i32 = 0\n}\nthread P0 {\n  store atomic i32 1, x syncscope(\"agent\") monotonic\n}\nexists (x = 1)\n";

/// Set while the task is to end.
static STOPPED: AtomicBool = AtomicBool::new(false);
static RESOURCES: OnceLock<Resources> = OnceLock::new();

/// Does what the server asks until it asks no more.
///
/// # Errors
/// No thread can be had.
pub fn work() -> std::io::Result<()> {
    files::close();
    open_no_file();
    let (send, tasks) = channel();
    let worker = thread::Builder::new().name("litmus-serve".into()).stack_size(STACK);
    let worker = worker.spawn(move || work_on(&tasks))?;
    for line in std::io::stdin().lines() {
        let line = line?;
        if line == STOP {
            STOPPED.store(true, Ordering::Relaxed);
            continue;
        }
        let Ok(task) = serde_json::from_str::<Task>(&line) else { break };
        STOPPED.store(false, Ordering::Relaxed);
        if send.send(task).is_err() {
            break;
        }
    }
    drop(send);
    STOPPED.store(true, Ordering::Relaxed);
    // A panic of the thread was answered.
    worker.join().map_err(|_| std::io::Error::other("a fault of this program"))
}

/// Has the system refuse every file that this process would open, whoever asks for it.
#[cfg(unix)]
fn open_no_file() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    // Where the system does not take it, files are not asked for all the same.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(0), maximum: Some(0) });
}

#[cfg(not(unix))]
fn open_no_file() {}

fn work_on(tasks: &Receiver<Task>) {
    let mut lines = Lines::default();
    prepare();
    allowance::keep_what_is_there();
    lines.end(End::Ready);
    for task in tasks {
        let end = answered(&task, &mut lines);
        lines.end(end);
        lines = Lines::default();
        if allowance::is_memory_scarce() {
            resources().forget();
            allowance::give_back_memory();
        }
    }
}

fn resources() -> &'static Resources {
    RESOURCES.get_or_init(Resources::default)
}

/// Reads what is asked most, so that the first who asks does not wait for it.
fn prepare() {
    let models = [defaults::MODEL, defaults::OPENCL].map(str::to_string).to_vec();
    let settings = Settings { stop: Some(&STOPPED), ..Settings::default() };
    let question = Question { source: Source::new("first", FIRST), models, settings, resources: resources() };
    // What is wrong would be said where it is asked.
    let _ = question.check(false);
    let code = Code { table: defaults::TABLE.to_string(), opencl: false, assume: Vec::new() };
    let _ = code.targets(&[], resources());
}

/// Answers a task: how that ended.
fn answered(task: &Task, lines: &mut Lines) -> End {
    let timeout = Duration::try_from_secs_f64(task.seconds).unwrap_or(Duration::ZERO);
    let allowance = Allowance { timeout, stop: Some(&STOPPED) };
    let until = Instant::now() + timeout;
    let ended = allowance::within(allowance, || answer(task, until, lines));
    match ended {
        Ok(Ok(end)) => end,
        Ok(Err(wrong)) if wrong.iter().any(|error| error.is_inconclusive) && task.is_first => End::Again,
        Ok(Err(wrong)) => {
            refuse((&wrong, &[]), lines);
            End::Refused
        }
        Err(why) => ended_by(&why, task),
    }
}

fn ended_by(why: &Exceeded, task: &Task) -> End {
    match why {
        Exceeded::Time(_) if task.is_first => End::Again,
        Exceeded::Time(_) => End::Deadline,
        Exceeded::Memory(_) => End::Memory,
        Exceeded::Interrupted => End::Cancelled,
        Exceeded::Panic(_) => End::Fault,
    }
}

/// How an answer ends that has something undecided; `None` if its end is of no such cause.
fn ended_for(cause: Cause, task: &Task) -> Option<End> {
    match cause {
        Cause::Deadline if task.is_first => Some(End::Again),
        Cause::Deadline => Some(End::Deadline),
        Cause::Memory => Some(End::Memory),
        Cause::Interrupted => Some(End::Cancelled),
        Cause::Fault => Some(End::Fault),
        Cause::Budget
        | Cause::UnrollBound
        | Cause::ThinAir
        | Cause::Solver
        | Cause::TooMany
        | Cause::UndefSemantics
        | Cause::NotModelled
        | Cause::Disagreement => None,
    }
}

fn refuse((errors, warnings): (&[Diagnostic], &[Diagnostic]), lines: &mut Lines) {
    let mut problems = ask::diagnostics((errors, warnings));
    problems.truncate(MOST_PROBLEMS);
    lines.say(&json!({ "diagnostics": problems }));
}

/// A task being answered.
struct Answering<'a> {
    task: &'a Task,
    until: Instant,
    resources: &'a Resources,
    lines: &'a mut Lines,
    /// How many results there were, with those that were sent before.
    results: usize,
    end: End,
}

fn answer(task: &Task, until: Instant, lines: &mut Lines) -> Result<End, Wrong> {
    let own = task.asked.cat.as_ref().map(|text| {
        let own = Resources::default();
        own.give_model(GIVEN, text).map(|()| own)
    });
    let own = own.transpose()?;
    let resources = own.as_ref().unwrap_or_else(|| resources());
    if own.is_none() {
        resources.begin();
    }
    let mut answering = Answering { task, until, resources, lines, results: 0, end: End::Done };
    match task.what {
        What::Diagnose => answering.diagnose(),
        What::DiagnoseCode => answering.diagnose_code()?,
        What::Hover => answering.hover()?,
        What::Format => answering.format()?,
        What::Check => answering.check()?,
        What::Outcomes => answering.outcomes()?,
        What::Executions => answering.executions()?,
        What::Refine => answering.refine()?,
        What::Lower => answering.lower()?,
        What::Compiled => answering.compiled()?,
    }
    Ok(answering.end)
}

impl<'a> Answering<'a> {
    fn asked(&self) -> &'a Asked {
        &self.task.asked
    }

    fn question(&self, models: Vec<String>) -> Question<'a> {
        let timeout = self.until.saturating_duration_since(Instant::now());
        let settings = Settings { timeout, stop: Some(&STOPPED), ..Settings::default() };
        let name = if crate::foreign::ir::is_ir(&self.asked().text) { "test.ll" } else { "test.litmus" };
        let source = Source::new(name, self.asked().text.as_str());
        Question { source, models, settings, resources: self.resources }
    }

    /// Whether the next result is to be found: it was not sent before, and nothing has ended the answer.
    fn is_wanted(&mut self) -> bool {
        let at = self.results;
        self.results += 1;
        at >= self.task.skip && self.end == End::Done
    }

    /// Says a result, unless it is to be found with more time; `line` makes the lines of it.
    fn say<T>(&mut self, found: Answered<T>, line: impl FnOnce(T, &mut Lines)) {
        let ended = found.undecided.and_then(|cause| ended_for(cause, self.task));
        if ended != Some(End::Again) {
            line(found.report, self.lines);
        }
        self.end = match (ended, self.lines.is_too_long()) {
            (Some(end), _) => end,
            (None, true) => End::Size,
            (None, false) => End::Done,
        };
    }

    /// The text that is looked at before anything is decided.
    fn text(&self) -> Arc<Source> {
        let asked = self.asked();
        let name = match asked.kind {
            ask::Kind::Test => self.question(Vec::new()).source.name.clone(),
            ask::Kind::Model => format!("{GIVEN}.cat"),
            ask::Kind::Hardware => format!("{GIVEN}.hw"),
            ask::Kind::Table => format!("{GIVEN}.table"),
        };
        Source::new(name, asked.text.as_str())
    }

    fn diagnose(&mut self) {
        let (errors, warnings) = ask::problems_of_given(self.asked().kind, &self.text());
        refuse((&errors, &warnings), self.lines);
    }

    /// What the word at a place means, or the verdicts on the condition there.
    fn hover(&mut self) -> Result<(), Wrong> {
        let asked = self.asked();
        let document = Document::given(asked.kind, self.text());
        let offset = ask::offset(&asked.text, (asked.line, asked.column));
        if let Some((text, span)) = lsp::explained(&document, offset) {
            self.lines.say(&json!({ "hover": { "text": text, "place": ask::Place::of(&document.source, span) } }));
        } else if let Some((condition, span)) = lsp::condition_at(&document, offset) {
            let place = ask::Place::of(&document.source, span);
            let found = self.question(asked.models.clone()).check(false)?;
            self.say(found, |result, lines| {
                lines.say(&json!({ "hover": { "text": lsp::said(&result, condition), "place": place } }));
            });
        } else {
            self.lines.say(&json!({ "hover": null }));
        }
        Ok(())
    }

    fn diagnose_code(&mut self) -> Result<(), Wrong> {
        let (errors, warnings) = self.question(Vec::new()).problems_of_code(&self.given_code())?;
        refuse((&errors, &warnings), self.lines);
        Ok(())
    }

    fn format(&mut self) -> Result<(), Wrong> {
        let text = load::canonical(&self.question(Vec::new()).source).map_err(|error| vec![*error])?;
        self.lines.say(&json!({ "text": text }));
        Ok(())
    }

    /// A result for each model; where none is named, one for all that the test expects.
    fn check(&mut self) -> Result<(), Wrong> {
        let each: Vec<Vec<String>> = match self.asked().models.as_slice() {
            [] => vec![Vec::new()],
            models => models.iter().map(|model| vec![model.clone()]).collect(),
        };
        for models in each {
            if self.is_wanted() {
                let found = self.question(models).check(self.asked().sensitivity)?;
                self.say(found, |result, lines| lines.say(&json!({ "result": result })));
            }
        }
        Ok(())
    }

    fn outcomes(&mut self) -> Result<(), Wrong> {
        let mut found = self.question(self.asked().models.clone()).outcomes(self.asked().allowed, false)?;
        let cut = self.fit(&mut found.report.0);
        let missing = found.report.0.missing();
        let is_cut = cut.is_some();
        self.say(found, |(mut report, _), lines| {
            report.undecided.add(cut.as_deref());
            let said: Vec<String> = cut.into_iter().chain(missing).collect();
            let missing = (!said.is_empty()).then(|| said.join("; "));
            lines.say(&json!({ "result": report, "missing": missing }));
        });
        if is_cut && self.end == End::Done {
            self.end = End::Size;
        }
        Ok(())
    }

    /// Leaves out the last final states, where an answer has no room for all that were found, and says so.
    fn fit(&self, report: &mut OutcomesReport) -> Option<String> {
        let all = report.states.len();
        while !report.states.is_empty() && !self.lines.has_room(&json!({ "result": report })) {
            report.states.truncate(report.states.len() / 2);
        }
        let shown = report.states.len();
        let of = if report.undecided.reason.is_some() { "final states that were found" } else { "final states" };
        (shown < all).then(|| format!("of {all} {of} these are the first {shown}: an answer has no room for more"))
    }

    fn executions(&mut self) -> Result<(), Wrong> {
        let found = self
            .question(self.asked().models.clone())
            .executions(self.asked().state.as_deref(), self.asked().allowed)?;
        self.say(found, |Drawn { pictures, missing }, lines| {
            pictures.iter().for_each(|picture| lines.say(&json!({ "picture": picture })));
            missing.iter().for_each(|why| lines.say(&json!({ "missing": why })));
        });
        Ok(())
    }

    /// The code of tables that is asked about.
    fn code(&self) -> Code {
        let asked = self.asked();
        let table = asked.table.clone().unwrap_or_else(|| defaults::TABLE.to_string());
        Code { table, opencl: asked.opencl, assume: asked.assume.clone() }
    }

    fn lower(&mut self) -> Result<(), Wrong> {
        let code = self.question(Vec::new()).lower(&self.code(), &self.asked().targets)?;
        self.lines.say(&json!({ "code": code }));
        Ok(())
    }

    /// A result for each target, with all its modes.
    fn refine(&mut self) -> Result<(), Wrong> {
        let (asked, code) = (self.asked(), self.code());
        let model = asked.models.first().cloned().unwrap_or_else(|| code.model().to_string());
        let names = code.configurations(&asked.targets, self.resources)?;
        let names: Vec<String> = names.iter().map(TargetConfiguration::to_string).collect();
        let targets = code.targets(&names, self.resources)?;
        for modes in targets.chunk_by(|a, b| a.configuration.target.name == b.configuration.target.name) {
            if self.is_wanted() {
                let otherwise =
                    asked.sensitivity.then(|| code.otherwise((&model, modes), self.resources)).transpose()?;
                let found = self.question(Vec::new()).refine((&model, modes.to_vec()), otherwise, asked.draw)?;
                self.say(found, |(report, pictures), lines| {
                    lines.say(&json!({ "result": report }));
                    pictures.iter().for_each(|picture| lines.say(&json!({ "picture": picture })));
                });
            }
        }
        Ok(())
    }

    /// The code that a compiler has made, and for which processor.
    fn given_code(&self) -> GivenCode {
        let asked = self.asked();
        let text = asked.code.as_deref().unwrap_or_default();
        let name = if crate::compiler::is_machine_ir(text) { "code.mir" } else { "code.s" };
        GivenCode {
            code: Source::new(name, text),
            processor: asked.targets.first().cloned().unwrap_or_default(),
            model: asked.models.first().map_or(defaults::MODEL, String::as_str).to_string(),
            assume: asked.assume.clone(),
        }
    }

    /// The verdict, then the code by thread, then what happens where it is unsound.
    fn compiled(&mut self) -> Result<(), Wrong> {
        let (question, given) = (self.question(Vec::new()), self.given_code());
        let found = question.compiled(&given, self.asked().draw)?;
        let code = question.given_code(&given)?;
        self.say(found, |(report, pictures), lines| {
            lines.say(&json!({ "result": report }));
            lines.say(&json!({ "code": code }));
            pictures.iter().for_each(|picture| lines.say(&json!({ "picture": picture })));
        });
        Ok(())
    }
}
