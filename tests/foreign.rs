//! Tests of other tools: what is read of them, what is refused, and that they mean here what they mean there.

use gfx_litmus::engine::{EngineChoice, Settings};
use gfx_litmus::foreign::{self, Language, Observed, dialect};
use gfx_litmus::load;
use gfx_litmus::report::diagnostic::render;
use gfx_litmus::report::herd;
use gfx_litmus::resources::Resources;
use gfx_litmus::run::{self, Options};
use gfx_litmus::syntax::source::{Diagnostic, Source};
use gfx_litmus::verdict::ConditionVerdict;
use gfx_litmus::view;
use itertools::Itertools;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use walkdir::WalkDir;

/// What a model says of a test.
#[derive(Debug, PartialEq)]
struct Found {
    /// The final states that it allows, as far as they are observed.
    states: BTreeSet<String>,
    /// Whether one of them is what the condition asks for.
    allowed: bool,
    /// Whether there is a race.
    racy: bool,
    /// What herd7 would print of it besides states and counts.
    said: Vec<String>,
}

fn source(path: &Path) -> Arc<Source> {
    load::read(path).unwrap_or_else(|error| panic!("{error}"))
}

fn first(errors: &[Diagnostic]) -> String {
    errors.first().map_or(String::new(), |error| format!("refused: {}", error.message))
}

/// What a model says, or why it says nothing.
fn found(source: &Arc<Source>, observed: &[Observed], model: &str, engine: EngineChoice) -> Result<Found, String> {
    let resources = Resources::default();
    let settings = Settings { engine, ..Settings::default() };
    let options = Options { models: vec![model.to_string()], settings, sensitivity: false, resources: &resources };
    let found = run::outcomes(source, &options, (true, &Arc::default())).map_err(|errors| first(&errors))?;
    if let Some(why) = &found.missing {
        return Err(format!("unknown: {why}"));
    }
    let asked = found.structure.program.conditions[0].asked();
    let allowed = found.states.iter().any(|state| state.outcome.satisfies(&found.structure, &asked));
    let log = view::herd_log(&found, 0, Some(observed));
    let said = said(&herd::text(&log));
    let states = log.states.into_iter().collect();
    let racy = found.races.iter().any(|races| !races.is_empty());
    Ok(Found { states, allowed, racy, said })
}

/// The lines of a log that are neither states nor counts: how the test is asked, the verdict, flags, the condition.
fn said(log: &str) -> Vec<String> {
    let is_said = |line: &&str| {
        matches!(*line, "Ok" | "No" | "Undef")
            || ["Test ", "Flag ", "Condition "].iter().any(|begin| line.starts_with(begin))
    };
    log.lines().filter(is_said).map(str::to_string).collect()
}

/// Whether a converted test has the same states and races.
fn converts(source: &Arc<Source>, observed: &[Observed], model: &str) {
    let language = dialect(&source.text).expect("a test of another tool");
    let text = foreign::converted(source, Language::C(language)).unwrap_or_else(|error| panic!("{error}"));
    let again = Source::new(source.name.clone(), text);
    let found = [source, &again].map(|source| found(source, observed, model, EngineChoice::Auto));
    // The names in its condition are other ones.
    let [own, converted] = found.map(|found| found.map(|found| Found { said: Vec::new(), ..found }));
    assert_eq!(own, converted, "{}", source.name);
}

#[test]
fn constructs_are_read() {
    insta::glob!("foreign/*.litmus", |path| {
        let relative = Path::new("tests/foreign").join(path.file_name().expect("a file has a name"));
        let source = source(&relative);
        let language = dialect(&source.text).expect("a test of another tool");
        let read = foreign::read(&source, language).unwrap_or_else(|error| panic!("{}", render(&error, false)));
        let observed = read.observed.iter().map(|part| format!("{} is {}", part.herd, part.ours.join(", "))).join("\n");
        let text = foreign::converted(&source, Language::C(language)).unwrap_or_else(|error| panic!("{error}"));
        converts(&source, &read.observed, "hsa");
        insta::assert_snapshot!(format!("{text}\n{observed}"));
    });
}

#[test]
fn what_has_no_meaning_here_is_refused() {
    insta::glob!("foreign/bad/*.litmus", |path| {
        let relative = Path::new("tests/foreign/bad").join(path.file_name().expect("a file has a name"));
        let errors = load::program(&source(&relative)).err().unwrap_or_default();
        assert!(!errors.is_empty(), "{} is accepted", relative.display());
        insta::assert_snapshot!(errors.iter().map(|error| render(error, false)).collect::<String>());
    });
}

/// Each statement of C that no test has is refused by its name, at its place.
#[test]
fn constructs_of_c_are_refused_by_name() {
    let statements = std::fs::read_to_string("tests/foreign/unsupported.txt").expect("a file");
    let refused = statements.lines().map(|statement| {
        let text = format!("C t\n{{ x = 0; }}\nP0 (atomic_int* x) {{ int r = 0;\n{statement}\n}}\nexists (x = 1)\n");
        let errors = load::program(&Source::new("t.litmus", text)).err().unwrap_or_default();
        let error = errors.first().unwrap_or_else(|| panic!("{statement} is accepted"));
        assert_eq!(error.source_text.line_column(error.span.start).0, 4, "{statement}: {error}");
        let under = &error.source_text.text[error.span.start..error.span.end];
        format!("{statement}\n    {under}: {} | {}", error.message, error.help.as_deref().unwrap_or("-"))
    });
    insta::assert_snapshot!(refused.collect::<Vec<_>>().join("\n"));
}

/// Bad input never panics: every fixture cut off anywhere, and with a part left out.
#[test]
fn parts_of_tests_do_not_panic() {
    for entry in WalkDir::new("tests/foreign").into_iter().flatten() {
        let Ok(text) = std::fs::read_to_string(entry.path()) else { continue };
        let cuts: Vec<usize> = (0..text.len()).filter(|&at| text.is_char_boundary(at)).step_by(7).collect();
        for (&from, &to) in cuts.iter().zip(cuts.iter().skip(3)) {
            for part in [text[..to].to_string(), format!("{}{}", &text[..from], &text[to..])] {
                let _ = load::program(&Source::new("cut.litmus", part));
            }
        }
    }
}

/// To a model that does not speak of `rmw`, a read-modify-write is one event, between whose halves nothing comes: the second exchange finds what the first has
/// written, and of two exchanges that expect the same, one fails.
#[test]
fn read_modify_writes_are_one_event_to_models_that_are_written_so() {
    let text = std::fs::read_to_string("tests/foreign/compare-exchange.litmus").expect("a file");
    let both = text.replace("0:ok=0 /\\ 0:e=2", "0:ok=1");
    assert_ne!(text, both);
    for engine in [EngineChoice::Enumerate, EngineChoice::Smt] {
        let verdict = |text: &str| {
            let source = Source::new("compare-exchange.litmus", text);
            found(&source, &[], "tests/foreign/one-event.cat", engine).map(|found| found.allowed)
        };
        assert_eq!(verdict(&text), Ok(true));
        assert_eq!(verdict(&both), Ok(false));
    }
}

/// Of a model that mentions both events, and lets another write come between them, nothing is said.
#[test]
fn models_that_split_read_modify_writes_are_unknown() {
    let source = source(Path::new("tests/foreign/compare-exchange.litmus"));
    for engine in [EngineChoice::Enumerate, EngineChoice::Smt] {
        let why = found(&source, &[], "tests/foreign/splits-updates.cat", engine).expect_err("nothing is said");
        assert!(why.contains("lets another write come between their two events"), "{why}");
    }
}

/// A release sequence that goes on by an update of an order.
fn handed_on(order: &str, condition: &str) -> Arc<Source> {
    let text = format!(
        "C t\n{{ x = 0; y = 0; }}\n\
         P0 (atomic_int* x, atomic_int* y) {{ atomic_store_explicit(y, 1, memory_order_relaxed); \
         atomic_store_explicit(x, 1, memory_order_release); }}\n\
         P1 (atomic_int* x) {{ int r0 = atomic_fetch_add_explicit(x, 1, memory_order_{order}); }}\n\
         P2 (atomic_int* x, atomic_int* y) {{ int r0 = atomic_load_explicit(x, memory_order_acquire); \
         int r1 = atomic_load_explicit(y, memory_order_relaxed); }}\n\
         exists ({condition})\n"
    );
    Source::new("t.litmus", text)
}

/// A model's verdict on the first condition of a test.
fn word(source: &Arc<Source>, model: &str, engine: EngineChoice) -> ConditionVerdict {
    let resources = Resources::default();
    let settings = Settings { engine, ..Settings::default() };
    let options = Options { models: vec![model.to_string()], settings, sensitivity: false, resources: &resources };
    let found = run::check(source, &options).unwrap_or_else(|errors| panic!("{}", first(&errors)));
    found.models[0].judgement.verdicts[0].word()
}

/// Two threads that each exchange one location and read the other.
fn exchanges(order: &str, condition: &str) -> Arc<Source> {
    let thread = |name: &str, own: &str, other: &str| {
        format!(
            "{name} (atomic_int* x, atomic_int* y) {{ int r0 = atomic_exchange_explicit({own}, 1, memory_order_{order}); \
             int r1 = atomic_load_explicit({other}, memory_order_relaxed); }}\n"
        )
    };
    let threads = thread("P0", "x", "y") + &thread("P1", "y", "x");
    Source::new("t.litmus", format!("C t\n{{ x = 0; y = 0; }}\n{threads}exists ({condition})\n"))
}

/// How a model that uses `rmw` speaks of one event cannot be told from its text: `R & ACQ_REL & W`, which `tests/foreign/strong-updates.cat` orders, is nothing
/// where updates are two events, so that both threads may miss the other's store, and where they are one, as herd7 has it, one of them does not. A model by
/// which updates of one event would be lost, as nothing but `rmw` keeps them, is meant for two: by `tests/foreign/ordering-updates.cat` neither is missed. One that
/// says that it is for two is asked as such: by `tests/foreign/strong-updates-of-two.cat` both may be missed.
#[test]
fn models_that_may_be_meant_for_one_event_are_asked_both_ways() {
    let missed = "0:r1 = 0 /\\ 1:r1 = 0";
    for engine in [EngineChoice::Enumerate, EngineChoice::Smt] {
        let strong = |source: Arc<Source>| word(&source, "tests/foreign/strong-updates.cat", engine);
        assert_eq!(strong(exchanges("acq_rel", missed)), ConditionVerdict::Unknown);
        assert_eq!(strong(exchanges("relaxed", missed)), ConditionVerdict::Allowed);
        assert_eq!(strong(exchanges("acq_rel", "0:r1 = 1 /\\ 1:r1 = 1")), ConditionVerdict::Allowed);
        assert_eq!(strong(exchanges("acq_rel", "0:r0 = 1")), ConditionVerdict::Forbidden);
        let ordering = |source: Arc<Source>| word(&source, "tests/foreign/ordering-updates.cat", engine);
        assert_eq!(ordering(exchanges("relaxed", missed)), ConditionVerdict::Forbidden);
        let of_two = word(&exchanges("acq_rel", missed), "tests/foreign/strong-updates-of-two.cat", engine);
        assert_eq!(of_two, ConditionVerdict::Allowed);
    }
}

/// A model that has `RMW` and `rmw` is asked with one event for a read-modify-write and with two. By `tests/foreign/both.cat`, release sequences go on by every
/// update of two events, and of those that are one by seq_cst ones alone, as herd7 has it: where an update is relaxed, the last thread may miss what stands
/// before the release store by the second reading alone. So nothing is said of states, and of a condition only where neither reading asks for that state.
#[test]
fn models_that_speak_of_one_event_and_of_two_are_asked_both_ways() {
    let model = "tests/foreign/both.cat";
    let missed = "1:r0 = 1 /\\ 2:r0 = 2 /\\ 2:r1 = 0";
    let verdict = |source: &Arc<Source>, engine| word(source, model, engine);
    for engine in [EngineChoice::Enumerate, EngineChoice::Smt] {
        let differs = handed_on("relaxed", missed);
        let why = found(&differs, &[], model, engine).expect_err("nothing is said");
        assert!(why.contains("for one, it says otherwise of this test than for two"), "{why}");
        assert_eq!(verdict(&differs, engine), ConditionVerdict::Unknown);
        assert_eq!(verdict(&handed_on("relaxed", "2:r0 = 2"), engine), ConditionVerdict::Allowed);
        assert_eq!(verdict(&handed_on("relaxed", "2:r0 = 3"), engine), ConditionVerdict::Forbidden);
        let alike = handed_on("seq_cst", missed);
        assert_eq!(found(&alike, &[], model, engine).map(|found| found.allowed), Ok(false));
        assert_eq!(verdict(&alike, engine), ConditionVerdict::Forbidden);
    }
}

/// Verdicts of models on the tests of a folder.
#[derive(Deserialize)]
struct Verdicts {
    test: Vec<Listed>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Listed {
    /// The test's name, and its file's.
    name: String,
    /// By model.
    verdicts: BTreeMap<String, String>,
    /// Why the definitions give these verdicts.
    why: String,
}

/// The models of C that come with the tool say of each test what was derived, by both engines; the first is the one that is asked if none is named.
#[test]
fn models_of_c_are_told_apart() {
    let text = std::fs::read_to_string("tests/foreign/c11/verdicts.toml").expect("a file");
    let listed: Verdicts = toml::from_str(&text).expect("well formed");
    let (mut names, mut wrong) = (BTreeSet::new(), Vec::new());
    for Listed { name, verdicts, why } in &listed.test {
        assert!(!why.is_empty() && names.insert(name.clone()), "{name}: no reason, or listed twice");
        let path = PathBuf::from(format!("tests/foreign/c11/{name}.litmus"));
        let found = |models: &[&str]| verdict_of(&path, models);
        let differs = verdicts.iter().filter(|(model, verdict)| found(&[model]) != **verdict);
        wrong.extend(differs.map(|(model, _)| format!("{name}: {} by {model}", found(&[model]))));
        let source = source(&path);
        // What C has not is asked in the litmus language, of which other models are the default.
        let Some(dialect) = dialect(&source.text) else { continue };
        if found(&[]) != verdicts[gfx_litmus::defaults::C] {
            wrong.push(format!("{name}: {} where no model is named", found(&[])));
        }
        let read = foreign::read(&source, dialect).unwrap_or_else(|error| panic!("{error}"));
        verdicts.keys().for_each(|model| converts(&source, &read.observed, model));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let files: BTreeSet<String> = tests_below(Path::new("tests/foreign/c11"))
        .iter()
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    assert_eq!(files, names);
}

/// Tests in the litmus language may expect something of models of C, as of others.
#[test]
fn models_of_c_have_names_that_tests_may_write() {
    let text = std::fs::read_to_string("tests/fixtures/expects-of-c.litmus").expect("a file");
    let source = Source::new("expects-of-c.litmus", text);
    let resources = Resources::default();
    let options =
        Options { models: Vec::new(), settings: Settings::default(), sensitivity: false, resources: &resources };
    let found = run::check(&source, &options).unwrap_or_else(|errors| panic!("{}", first(&errors)));
    let verdicts = found.models.iter().map(|model| (model.name.as_str(), model.judgement.verdicts[0].word()));
    let expected = found.structure.program.conditions[0].expects.iter();
    let expected = expected.map(|expected| (expected.model.as_str(), ConditionVerdict::from(expected.verdict)));
    assert_eq!(verdicts.collect_vec(), expected.collect_vec());
}

/// Differences from what other tools say, each with its reason.
#[derive(Deserialize)]
struct Differences {
    difference: Vec<Difference>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Difference {
    suite: String,
    test: String,
    what: String,
    why: String,
}

fn suites() -> Option<PathBuf> {
    let data = std::env::var_os("GFX_LITMUS_DATA");
    if data.is_none() {
        use std::io::Write;
        // Captured where tests pass; `--nocapture` shows it.
        let _ = writeln!(std::io::stderr(), "skipped: GFX_LITMUS_DATA is not set");
    }
    Some(PathBuf::from(data?).join("suites"))
}

/// Every difference is listed, and every listed one is there.
fn compare_with_list(suite: &str, differing: &BTreeMap<String, String>) {
    let text = std::fs::read_to_string("tests/foreign/differences.toml").expect("a file");
    let listed: Differences = toml::from_str(&text).expect("well formed");
    let listed = listed.difference.into_iter().filter(|listed| listed.suite == suite);
    let listed: BTreeMap<String, String> = listed
        .map(|listed| {
            assert!(!listed.why.is_empty(), "{}: no reason", listed.test);
            (listed.test, listed.what)
        })
        .collect();
    let lines = |all: &BTreeMap<String, String>| all.iter().map(|(test, what)| format!("{test}: {what}")).join("\n");
    similar_lines(&lines(&listed), &lines(differing));
}

fn similar_lines(listed: &str, found: &str) {
    assert!(listed == found, "listed in tests/foreign/differences.toml:\n{listed}\n\nfound:\n{found}\n");
}

fn tests_below(folder: &Path) -> Vec<PathBuf> {
    let entries =
        WalkDir::new(folder).sort_by_file_name().into_iter().map(|entry| entry.expect("readable").into_path());
    entries.filter(|path| path.extension().is_some_and(|extension| extension == "litmus")).collect()
}

/// What both engines say of a test, which must be the same; a converted one says it too.
fn by_both(path: &Path, model: &str) -> Result<Found, String> {
    let source = source(path);
    let language = dialect(&source.text).expect("a test of another tool");
    let read = foreign::read(&source, language).map_err(|error| first(&[*error]))?;
    let by = |engine| found(&source, &read.observed, model, engine);
    let (enumerated, solved) = (by(EngineChoice::Enumerate), by(EngineChoice::Smt));
    assert_eq!(enumerated, solved, "{}", path.display());
    converts(&source, &read.observed, model);
    enumerated
}

/// The verdict on a test's condition by both engines, which must be the same.
fn verdict(path: &Path, model: &str) -> String {
    verdict_of(path, &[model])
}

/// The verdicts of models, or of the one that is asked if none is named, by both engines, which must be the same.
fn verdict_of(path: &Path, models: &[&str]) -> String {
    let by = |engine| {
        let resources = Resources::default();
        let settings = Settings { engine, ..Settings::default() };
        let models = models.iter().map(ToString::to_string).collect();
        let options = Options { models, settings, sensitivity: false, resources: &resources };
        match run::check(&source(path), &options) {
            Ok(found) => found.models[0].judgement.verdicts.iter().map(|verdict| verdict.word().to_string()).join(" "),
            Err(errors) => first(&errors),
        }
    };
    let (enumerated, solved) = (by(EngineChoice::Enumerate), by(EngineChoice::Smt));
    assert_eq!(enumerated, solved, "{}", path.display());
    enumerated
}

/// What herd7 printed of a test.
struct Printed {
    states: BTreeSet<String>,
    /// Whether it is undefined.
    undefined: bool,
    /// The lines that are neither states nor counts.
    said: Vec<String>,
}

/// What herd7 printed, by test.
fn printed_by_herd(text: &str) -> BTreeMap<String, Printed> {
    let mut all = BTreeMap::new();
    for test in text.split("Test ").skip(1) {
        let lines: Vec<&str> = test.lines().collect();
        let name = lines[0].split(' ').next().unwrap_or_default().to_string();
        let ends = lines.iter().position(|line| matches!(*line, "Ok" | "No" | "Undef")).expect("a verdict");
        let states = lines[2..ends].iter().map(|line| line.trim().to_string()).collect();
        let undefined = lines.iter().any(|line| line.starts_with("Flag"));
        all.insert(name, Printed { states, undefined, said: said(&format!("Test {test}")) });
    }
    all
}

/// What rc11 says of a test, as herd7 prints it.
fn log_of(source: &Arc<Source>, observed: Option<&[Observed]>) -> String {
    let resources = Resources::default();
    let models = vec!["rc11".to_string()];
    let options = Options { models, settings: Settings::default(), sensitivity: false, resources: &resources };
    let found = run::outcomes(source, &options, (true, &Arc::default()));
    let found = found.unwrap_or_else(|errors| panic!("{}", first(&errors)));
    herd::text(&view::herd_log(&found, 0, observed))
}

/// Names and truth values are as herd7 has them where a test is of ours, and states are of what the first condition speaks of: derived by hand from
/// herd7's logs of C tests. P0 of the corpus is herd7's thread 0, helper registers and `y` are not shown; -1 is what `i8` has for 255.
#[test]
fn logs_of_our_tests_are_in_herds_words() {
    let text = "litmus ours\nmemory {\n  global x: i8 = 0\n  global y: i32 = 0\n}\n\
                thread left @ workgroup 0 {\n  store atomic i8 255, x syncscope(\"agent\") monotonic\n  store i32 1, y\n}\n\
                thread right @ workgroup 1 {\n  r0 = load atomic i8, x syncscope(\"agent\") monotonic\n  \
                r1 = r0 + 1\n  r2 = r0 == 0\n}\n\
                exists (right:r2 = true /\\ (x = 255 \\/ right:r0 = 255))\n";
    let source = Source::new("ours.litmus", text);
    let log = log_of(&source, None);
    // The load reads either; what it reads it compares with 0.
    let expected = "Test ours Allowed\nStates 2\n1:r0=-1; 1:r2=0; [x]=-1;\n1:r0=0; 1:r2=1; [x]=-1;\nOk\nWitnesses\n\
                    Positive: 1 Negative: 1\nCondition exists (1:r2=1 /\\ ([x]=-1 \\/ 1:r0=-1))\nObservation ours Sometimes 1 1\n\n";
    assert_eq!(log, expected);
}

/// A test that is converted has herd7's names too, but those that are words of ours.
#[test]
fn logs_of_converted_tests_name_the_same() {
    let text = "C t\n{ x = 0; }\nP0 (atomic_int* x) { int load = atomic_fetch_add(x, 1); int other = load + 1; }\n\
                P1 (atomic_int* x) { int r = atomic_load(x); }\nexists (0:load = 0 /\\ 1:r = 1 /\\ x = 1)\n";
    let source = Source::new("t.litmus", text);
    let converted = foreign::converted(&source, Language::C(dialect(&source.text).expect("C")))
        .unwrap_or_else(|error| panic!("{error}"));
    let read = foreign::read(&source, dialect(&source.text).expect("C")).unwrap_or_else(|error| panic!("{error}"));
    let own = log_of(&source, Some(&read.observed));
    assert!(own.contains("\n0:load=0; 1:r=1; [x]=1;\n"), "{own}");
    assert_eq!(log_of(&Source::new("t.litmus", converted), None), own.replace("0:load", "0:load_2"));
}

/// What is written as an implication is printed as one, which holds to the right: release and acquire make the first imply the second in every state.
#[test]
fn implications_are_read_and_written() {
    let path = Path::new("tests/foreign/implication.litmus");
    // The state that is asked for is one outside.
    assert_eq!(verdict(path, "rc11"), "forbidden");
    let source = source(path);
    let said = found(&source, &[], "rc11", EngineChoice::Auto).expect("decided").said;
    let condition = "Condition forall ((1:r0=1 \\/ false) => 1:r1=1 => [x]=1)";
    assert_eq!(said, ["Test implication Required", "Ok", condition]);
    let weaker = Source::new(
        "weaker.litmus",
        source.text.replace("release", "relaxed").replace("=> 1:r1 = 1 => x = 1", "=> 1:r1 = 1"),
    );
    for engine in [EngineChoice::Enumerate, EngineChoice::Smt] {
        assert_eq!(found(&weaker, &[], "rc11", engine).expect("decided").said[1], "No");
    }
}

/// Propositions of herd7's language, of which precedence decides which hold.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Propositions {
    /// The test up to its condition.
    program: String,
    proposition: Vec<Proposition>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Proposition {
    text: String,
    /// Whether the test's one final state satisfies it.
    holds: bool,
    /// As herd7 writes it.
    printed: String,
    /// How what holds is derived.
    why: String,
}

/// Each proposition holds as herd7 reads it, is written as herd7 writes it, and what is written, here or as a test of ours, means the same.
#[test]
fn propositions_are_read_as_herd7_reads_them() {
    let text = std::fs::read_to_string("tests/foreign/propositions.toml").expect("a file");
    let listed: Propositions = toml::from_str(&text).expect("well formed");
    for Proposition { text, holds, printed, why } in &listed.proposition {
        assert!(!why.is_empty(), "{text}: no reason");
        let asked = |prop: &str| Source::new("p.litmus", format!("{}exists ({prop})\n", listed.program));
        let verdict = if *holds { "Ok" } else { "No" };
        let condition = format!("Condition exists ({printed})");
        for text in [text, printed] {
            let source = asked(text);
            let read =
                foreign::read(&source, dialect(&source.text).expect("C")).unwrap_or_else(|error| panic!("{error}"));
            let said = found(&source, &read.observed, "rc11", EngineChoice::Auto).expect("decided").said;
            assert_eq!(said[1..], [verdict.to_string(), condition.clone()], "{text}");
            converts(&source, &read.observed, "rc11");
        }
    }
}

/// The C11 tests under the repaired model of C11, in herd7's text and in ours: final states and undefined behaviour as herd7 printed them.
#[test]
fn c11_tests_are_as_herd7_has_them() {
    let Some(suites) = suites() else { return };
    let model = suites.join("cat/herd/rc11.cat").display().to_string();
    let text = std::fs::read_to_string(suites.join("c11/herd7-rc11.txt")).expect("a file");
    let expected = printed_by_herd(&text);
    let paths = tests_below(&suites.join("c11"));
    assert!(paths.len() > 40, "{} tests", paths.len());
    for model in [model.as_str(), gfx_litmus::defaults::C] {
        let differing = paths.iter().filter_map(|path| {
            let name = foreign_name(path);
            Some((name.clone(), differs_from_herd(path, model, expected.get(&name))?))
        });
        compare_with_list("c11", &differing.collect());
    }
}

/// What a model says of a test, unless that is what herd7 does.
fn differs_from_herd(path: &Path, model: &str, expected: Option<&Printed>) -> Option<String> {
    // Those that herd7 has no answer for have thousands of states.
    let Some(Printed { states, undefined, said }) = expected else {
        return Some(format!("nothing by herd7; {}", verdict(path, model)));
    };
    match by_both(path, model) {
        Err(why) => Some(why),
        Ok(found) if found.states == *states && found.racy == *undefined && found.said == *said => None,
        Ok(found) => Some(format!("{found:?}, by herd7 {states:?}, undefined {undefined}, {said:?}")),
    }
}

fn foreign_name(path: &Path) -> String {
    source(path).text.lines().next().unwrap_or_default().trim_start_matches("C ").trim().to_string()
}

/// The OpenCL tests under Dartagnan's model: whether the asked state is reached, and whether there is a race.
#[test]
fn opencl_tests_are_as_dartagnan_has_them() {
    let Some(suites) = suites() else { return };
    let model = suites.join("cat/dat3m/opencl.cat").display().to_string();
    compare_with_list("opencl", &differs_from_dartagnan(&suites, &model));
    compare_with_list("opencl by our model", &differs_from_dartagnan(&suites, gfx_litmus::defaults::OPENCL));
}

/// By test, what a model says that Dartagnan does not, and what is refused.
fn differs_from_dartagnan(suites: &Path, model: &str) -> BTreeMap<String, String> {
    let list = |name: &str| -> BTreeMap<String, bool> {
        let text = std::fs::read_to_string(suites.join("opencl").join(name)).expect("a file");
        text.lines()
            .filter_map(|line| line.split_once(','))
            .map(|(test, holds)| (test.to_string(), holds.trim() == "1"))
            .collect()
    };
    let (reached, free) = (list("expected.csv"), list("expected-races.csv"));
    let mut differing = BTreeMap::new();
    let paths = tests_below(&suites.join("opencl"));
    assert!(paths.len() > 30, "{} tests", paths.len());
    for path in paths {
        let name = path.strip_prefix(suites.join("opencl")).expect("below it").display().to_string();
        let (reached, racy) = (reached.get(&name).copied(), free.get(&name).map(|free| !free));
        let what = match by_both(&path, model) {
            Err(why) => why,
            Ok(found) if Some(found.allowed) == reached && racy.is_none_or(|racy| racy == found.racy) => continue,
            Ok(found) => {
                let say = |value: Option<bool>| value.map_or("not said".to_string(), |value| value.to_string());
                let (allowed, race) = (found.allowed, found.racy);
                format!("reached {allowed}, by Dartagnan {}; race {race}, by Dartagnan {}", say(reached), say(racy))
            }
        };
        differing.insert(name, what);
    }
    differing
}
