//! `litmus report`: writes one page of HTML with all that is found of tests and tables.

mod audit;
mod tests;

use super::long::{INTERRUPTED, Interruption, LongArgs, STOP};
use super::model::warn_of_hidden;
use super::ordered::{Turn, in_order};
use super::refine::refinement_targets;
use super::*;
use crate::hardware::Assume;
use crate::judge::run::Phase;
use crate::lowering::LoadedTable;
use crate::refine::{self, model_for_language};
use crate::report::html::{Book, Differences, Part, Programs, Rest, TablePage, TestPage};
use crate::report::results::Status;
use crate::run;
use itertools::Itertools;
use tests::Asker;

const CODES: &str =
    "Exit codes: 0 all as expected, 1 some differ, 2 bad input or usage, 3 some unknown, 130 interrupted.";

#[derive(Args)]
#[command(after_help = CODES)]
pub struct ReportArgs {
    /// Test files, or folders that are walked for `*.litmus`.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The file that the page is written into.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// A model of `litmus list models`, or a cat file; instead of those that tests name. May be repeated.
    #[arg(long = "model", value_name = "NAME|FILE")]
    models: Vec<String>,
    /// A target or a family of them, in a mode or in all: `gfx90a,tgsplit`, `gfx10-gfx11`; by default all that the tables are for. May be repeated.
    #[arg(long = "target", value_name = "TARGET[,MODE]")]
    targets: Vec<String>,
    /// The tables: a release, a file, a folder of `*.table`, or one family of them (`llvm24:gfx12`).
    #[arg(long, value_name = "NAME|FILE|DIR", default_value = defaults::TABLE)]
    table: String,
    /// The code is OpenCL's.
    #[arg(long)]
    opencl: bool,
    /// What `litmus table audit --format json` has said of the tables: without it, which rows are sound and which instructions are needed is not asked.
    #[arg(long, value_name = "FILE")]
    audit: Option<PathBuf>,
    /// Tables of an earlier release, to show how those of `--table` differ from them.
    #[arg(long, value_name = "NAME|FILE|DIR")]
    before: Option<String>,
    /// Bytes of the page: pictures and counterexamples are left out as far as it would be larger.
    #[arg(long, value_name = "BYTES", default_value = "5000000")]
    limit: u32,
    #[command(flatten)]
    hardware: HardwareArg,
    #[command(flatten)]
    loops: LoopArgs,
    /// How many tests are asked at the same time, as far as there is memory for each; 0 is one for each core.
    #[arg(long, short, default_value = "0")]
    jobs: usize,
    #[command(flatten)]
    long: LongArgs,
    #[command(flatten)]
    judged: JudgedArgs,
}

impl ReportArgs {
    /// The hardware files and folders that are named.
    pub fn hardware(&self) -> &[PathBuf] {
        &self.hardware.hardware
    }

    /// What is asked, in words.
    fn asked(&self, targets: &[String]) -> Vec<(&'static str, String)> {
        let models = if self.models.is_empty() { "those that tests name".into() } else { self.models.join(", ") };
        let language = if self.opencl { "OpenCL" } else { "HSA" };
        let mut asked = vec![
            ("Tests", self.paths.iter().map(|path| path.display()).join(", ")),
            ("Models", models),
            ("Tables", format!("{}, {language}'s code", self.table)),
            ("Targets", targets.join(", ")),
        ];
        asked.extend(self.audit.as_ref().map(|path| ("Audit", path.display().to_string())));
        asked.extend(self.before.as_ref().map(|before| ("Before", before.clone())));
        asked
    }

    /// The command by which the tables that are shown are audited.
    fn audit_command(&self) -> String {
        let hardware = self.hardware().iter().map(|path| format!(" --hardware {}", path.display())).join("");
        format!("litmus table audit {}{hardware} --format json", self.table)
    }
}

/// Prints what is wrong: the exit code.
fn refuse(args: &ReportArgs, errors: &[Diagnostic]) -> u8 {
    args.judged.output.errors(errors);
    errors::code(errors)
}

pub fn run(args: &ReportArgs) -> u8 {
    if let Some(folder) = formats::missing_folder(&args.out) {
        let message = format!("there is no folder {}", folder.display());
        return refuse(args, &[usage_error("--out", &args.out.display().to_string(), message)]);
    }
    let (mut resources, mut errors) = Resources::given(&[], args.hardware());
    // What tests expect of code is of the tables that are shown.
    if let Err(found) = resources.give_tables_of(&args.table) {
        return refuse(args, &[errors, found].concat());
    }
    let long = match args.long.begin() {
        Ok(long) => long,
        Err(error) => return refuse(args, &[*error]),
    };
    let (models, targets) = match questions(args, &resources, &mut errors) {
        Ok(questions) => questions,
        Err(found) => return refuse(args, &[errors, found].concat()),
    };
    let asker = match Asker::new(&models, &targets, &long.run) {
        Ok(asker) => asker,
        Err(found) => return refuse(args, &[errors, found].concat()),
    };
    let (files, missing) = collect_tests(&args.paths);
    errors.extend(missing);
    let mut shown = Shown::default();
    let done = ask_all(&asker, &files, args.jobs, &mut errors, |page| shown.take(&page));
    errors.extend(long.end().err().map(|error| *error));
    let interruption = Interruption::of("litmus report", done < files.len(), done, files.len());
    let rest = rest(args, (&targets, &resources), &mut errors, &interruption);
    warn_of_hidden(resources.models_of_users());
    args.judged.output.files(&rest.files);
    let written = shown.book.finish(&rest, args.limit as usize);
    if let Err(error) = crate::files::write(&args.out, &written.html) {
        let message = format!("cannot be written: {error}");
        errors.push(usage_error("--out", &args.out.display().to_string(), message));
        return refuse(args, &errors);
    }
    args.judged.output.errors(&errors);
    interruption.say();
    let left_out = match written.left_out {
        nothing if nothing.is_nothing() => String::new(),
        some if some.is_packed => format!(", {some} packed for want of room (--limit)"),
        some => format!(", {some} left out for want of room (--limit)"),
    };
    let size = written.html.len();
    print(&format!("{}: {} tests, {size} bytes{left_out}\n", args.out.display(), shown.tests));
    match shown.code {
        _ if done < files.len() => INTERRUPTED,
        _ if !errors.is_empty() => BAD_INPUT,
        code => code,
    }
}

/// What is asked of tests: of models, and of targets.
fn questions<'r>(
    args: &ReportArgs,
    resources: &'r Resources,
    errors: &mut Vec<Diagnostic>,
) -> Result<(run::Options<'r>, refine::Options<'r>), Vec<Diagnostic>> {
    args.models.iter().try_for_each(|model| resources.model(model).map(drop))?;
    let source = model_for_language(args.opencl);
    resources.model(source)?;
    let language = (args.table.as_str(), args.opencl);
    let targets = refinement_targets(&args.targets, language, &Assume::default(), resources, errors)?;
    let settings = args.judged.engine.settings(RaceSemantics::CatchFire);
    let settings = Settings { stop: Some(&STOP), ends: args.loops.ends(), ..settings };
    let models = run::Options { models: args.models.clone(), settings, sensitivity: false, resources };
    let model = source.to_string();
    let targets = refine::Options { model, targets, otherwise: None, memory_types: false, settings, resources };
    Ok((models, targets))
}

/// The page while tests are added, and the exit code as far as it follows from them.
#[derive(Default)]
struct Shown {
    book: Book,
    tests: usize,
    code: u8,
}

impl Shown {
    fn take(&mut self, page: &TestPage) {
        self.tests += 1;
        self.code = match (page.check.status, self.code) {
            (Status::Differs, _) | (_, FAILED) => FAILED,
            (Status::Unknown, _) => UNKNOWN,
            (Status::Ok | Status::Unchecked, _) if !page.open().is_empty() => UNKNOWN,
            (Status::Ok | Status::Unchecked, code) => code,
        };
        self.book.add(page);
    }
}

/// Asks the tests of files, and hands each on in the order of the files; what is wrong with some is added to errors. A run that is told to end leaves tests
/// out: how many were asked.
fn ask_all(
    asker: &Asker<'_>,
    files: &[PathBuf],
    jobs: usize,
    errors: &mut Vec<Diagnostic>,
    mut take: impl FnMut(TestPage) + Send,
) -> usize {
    let work = asker.run.work(Phase::Testing, files.len());
    // What is left out is a result, too.
    let ask = |number: usize, turn: Turn| {
        if turn == Turn::Beside && asker.run.is_stopped() {
            return Some(None);
        }
        let page = asker.page(&files[number], turn)?;
        // Of what an interrupt has ended, nothing is said.
        let is_whole = !asker.run.is_stopped();
        if is_whole {
            work.one_is_done();
        }
        Some(is_whole.then_some(page))
    };
    in_order(files.len(), jobs, ask, |page| match page {
        Some(Ok(page)) => take(page),
        Some(Err(found)) => add_new_errors(errors, found),
        None => {}
    });
    work.done()
}

/// What the page says beside tests; what is wrong with an audit or with other tables is added to errors, and loses nothing else.
fn rest(
    args: &ReportArgs,
    (targets, resources): (&refine::Options<'_>, &Resources),
    errors: &mut Vec<Diagnostic>,
    interruption: &Interruption,
) -> Rest {
    let names: Vec<String> = targets.targets.iter().map(|target| target.configuration.to_string()).collect();
    let loaded = targets.targets.iter().filter_map(|target| target.table.as_ref().ok());
    let loaded: Vec<&LoadedTable> = loaded.copied().unique_by(|table| &table.path).collect();
    let (tables, programs) = audited(args, &loaded, resources, errors);
    let (differences, earlier) = match &args.before {
        None => (Part::NotAsked("--before names the tables of an earlier release".into()), Vec::new()),
        Some(before) => differences(args, before, errors),
    };
    Rest {
        version: version().into(),
        asked: args.asked(&names),
        table: args.table.clone(),
        targets: names,
        tables,
        programs,
        differences,
        files: view::files(resources).into_iter().chain(earlier).unique().collect(),
        errors: interruption.among(errors).iter().map(view::error).collect(),
    }
}

/// How tables differ from those of an earlier release, and the files that are read for that.
fn differences(args: &ReportArgs, before: &str, errors: &mut Vec<Diagnostic>) -> (Part<Differences>, Vec<FileResult>) {
    // The tables that are shown do not stand for those of their release here.
    let resources = Resources::given(&[], args.hardware()).0;
    let found = match diff::differences([before, &args.table], &args.targets, &resources) {
        Ok(report) => Part::Found(Differences { before: before.into(), report }),
        Err(found) => {
            add_new_errors(errors, found);
            Part::NotAsked("what --before names is wrong".into())
        }
    };
    (found, view::files(&resources))
}

/// Tables with what an audit says of them, and its programs.
fn audited(
    args: &ReportArgs,
    tables: &[&LoadedTable],
    resources: &Resources,
    errors: &mut Vec<Diagnostic>,
) -> (Vec<TablePage>, Part<Programs>) {
    let pages = |path: &PathBuf| audit::pages(path, tables, resources, &args.audit_command());
    let why = match args.audit.as_ref().map(pages) {
        Some(Ok((pages, programs))) => return (pages, Part::Found(programs)),
        Some(Err(found)) => {
            errors.push(*found);
            "what --audit names is wrong"
        }
        None => "--audit shows what `litmus table audit --format json` has said",
    };
    (audit::pages_without(tables, resources), Part::NotAsked(why.into()))
}
