//! The commands of `docs/from-herd7.md` print what stands there, about the files that stand there.

#[path = "from_herd7/herd.rs"]
mod herd;
#[path = "from_herd7/lisa.rs"]
mod lisa;
#[path = "from_herd7/random.rs"]
mod random;

use std::path::{Path, PathBuf};
use std::process::Command;

/// A block of the page: what follows the language of its first line, and its lines.
struct Block<'t> {
    file: Option<&'t str>,
    lines: Vec<&'t str>,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let (mut blocks, mut open): (Vec<Block<'_>>, Option<Block<'_>>) = (Vec::new(), None);
    for line in text.lines() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(info), None) => {
                open = Some(Block { file: info.split_once(' ').map(|(_, file)| file), lines: Vec::new() });
            }
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some(mut block)) => {
                block.lines.push(line);
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block without an end");
    blocks
}

/// Lines with every number before a unit of time as `T`.
fn without_times(text: &str) -> String {
    let is_unit = |word: &str| matches!(word.trim_end_matches([')', ',', ';']), "ms" | "s");
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let shown = words.iter().enumerate().map(|(at, word)| match words.get(at + 1) {
            Some(next) if is_unit(next) && word.contains(|c: char| c.is_ascii_digit()) => "T",
            Some(_) | None => word,
        });
        shown.collect::<Vec<_>>().join(" ")
    };
    text.trim_end().lines().map(|text| line(text) + "\n").collect()
}

/// What a command prints, and that it exits with the code that it says: `$ litmus … # exit code 2`, or 0.
fn printed(command: &str, folder: &Path) -> String {
    let (arguments, code) = command.split_once(" # exit code ").unwrap_or((command, "0"));
    let mut litmus = Command::new(env!("CARGO_BIN_EXE_litmus"));
    let output = litmus.args(arguments.split_whitespace()).current_dir(folder).output().expect("litmus starts");
    let text = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat();
    assert_eq!(output.status.code().map(|code| code.to_string()).as_deref(), Some(code), "{command}: {text}");
    without_times(&text)
}

#[test]
fn commands_of_the_page_print_what_stands_there() {
    let page = std::fs::read_to_string("docs/from-herd7.md").expect("the page");
    let folder = tempfile::tempdir().expect("a folder");
    let mut commands = 0;
    for block in blocks(&page) {
        if let Some(file) = block.file {
            std::fs::write(folder.path().join(file), block.lines.join("\n") + "\n").expect("writable");
            continue;
        }
        let text = block.lines.join("\n");
        for command in text.split("$ litmus ").skip(1) {
            let (command, expected) = command.split_once('\n').unwrap_or((command, ""));
            assert_eq!(printed(command, folder.path()), without_times(expected), "litmus {command}");
            commands += 1;
        }
    }
    assert!(commands > 8, "{commands} commands");
}

/// How many random tests there are, in a quick and in a thorough run.
const QUICK: usize = 200;
const THOROUGH: usize = 5_000;

/// Files of a folder with these names and texts.
fn written(folder: &Path, tests: impl Iterator<Item = (String, String)>) -> Vec<PathBuf> {
    let write = |(name, text): (String, String)| {
        let path = folder.join(format!("{name}.litmus"));
        std::fs::write(&path, text).expect("writable");
        path
    };
    tests.map(write).collect()
}

/// Both say the same of tests, as far as herd7 is there: states, flags, verdicts, conditions.
fn agree(files: &[PathBuf], model: &herd::Model) {
    let Some(theirs) = herd::theirs(files, model) else { return };
    let ours = herd::ours(files, model);
    assert_eq!(theirs.len(), files.len(), "{:?}", theirs.keys());
    let differing = theirs.iter().filter(|(name, logged)| ours.get(*name) != Some(logged));
    let told = differing.map(|(name, logged)| {
        let is_named = |path: &&PathBuf| path.file_stem().is_some_and(|stem| stem.to_string_lossy() == **name);
        let text = files.iter().find(is_named).and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
        format!("{text}\nhere {:#?}\nby herd7 {logged:#?}\n", ours.get(name))
    });
    let told: Vec<String> = told.collect();
    assert!(told.is_empty(), "{} differ\n{}", told.len(), told.join("\n"));
}

/// Random tests in C, in files of a folder.
fn random_tests(folder: &Path, seed: u64) -> Vec<PathBuf> {
    let count = if std::env::var_os("GFX_LITMUS_THOROUGH").is_some() { THOROUGH } else { QUICK };
    let mut dice = random::Dice(seed);
    let tests = (0..count).map(|number| format!("random-{number:04}")).map(|name| {
        let text = random::test(&name, &mut dice);
        (name, text)
    });
    written(folder, tests)
}

/// Random tests in C mean the same to herd7 by the same model.
#[test]
fn random_tests_mean_the_same_to_herd7() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = random_tests(folder.path(), 7);
    for model in [herd::RC11, herd::ONE_EVENT] {
        agree(&files, &model);
    }
}

/// What is said of random tests in C by a model that may be meant for one event and for two is what herd7 says, to which it is one.
#[test]
fn what_is_said_by_models_of_both_is_what_herd7_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = random_tests(folder.path(), 11);
    for model in [herd::BOTH, herd::STRONG_UPDATES] {
        let ours = herd::ours(&files, &model);
        assert!(ours.len() > files.len() / 2, "{} of {} are decided", ours.len(), files.len());
        let is_decided =
            |path: &&PathBuf| path.file_stem().is_some_and(|stem| ours.contains_key(&*stem.to_string_lossy()));
        let decided: Vec<PathBuf> = files.iter().filter(is_decided).cloned().collect();
        agree(&decided, &model);
    }
}

/// Conditions whose meaning is derived in `tests/foreign/propositions.toml` mean that to herd7, too.
#[test]
fn propositions_mean_the_same_to_herd7() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = std::fs::read_to_string("tests/foreign/propositions.toml").expect("a file");
    let listed: toml::Table = text.parse().expect("well formed");
    let program = listed["program"].as_str().expect("a text").replacen("C t", "C NAME", 1);
    let propositions = listed["proposition"].as_array().expect("a list").iter().enumerate();
    let tests = propositions.flat_map(|(number, listed)| {
        let program = &program;
        ["text", "printed"].map(|key| {
            let name = format!("{key}-{number}");
            let prop = listed[key].as_str().expect("a text");
            (name.clone(), format!("{}exists ({prop})\n", program.replacen("NAME", &name, 1)))
        })
    });
    let files = written(folder.path(), tests);
    agree(&files, &herd::RC11);
}

#[test]
fn kept_logs_are_logged_here() {
    are_logged_here(Path::new("tests/from_herd7/logs"), &herd::RC11);
}

/// herd7 has states in the order of what is in them, numbers as such.
#[test]
fn states_are_in_the_order_of_numbers() {
    let states = |log: &str| log.lines().filter(|line| line.ends_with(';')).map(str::to_string).collect::<Vec<_>>();
    let kept = std::fs::read_to_string("tests/from_herd7/logs/numbers.log").expect("a log");
    let log = printed("outcomes --model rc11 --herd tests/from_herd7/logs/numbers.litmus", Path::new("."));
    assert_eq!(states(&log), states(&kept));
    assert_eq!(states(&log).len(), 5);
}

/// Two flags of one name are one line, and one without a name is none.
#[test]
fn kept_logs_of_flags_are_logged_here() {
    are_logged_here(Path::new("tests/from_herd7/flags"), &herd::FLAGS);
}

#[test]
fn kept_hashes_are_logged_here() {
    are_logged_here(Path::new("tests/from_herd7/hashes"), &herd::RC11);
}

/// Of tests whose hash herd7 takes of what is not known here, or prints none of, none is printed.
#[test]
fn no_hash_is_printed_that_may_be_wrong() {
    let folder = Path::new("tests/from_herd7/without-hash");
    let files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path());
    for file in files {
        let file = file.display().to_string();
        let log = printed(&format!("outcomes --model rc11 --herd {file}"), Path::new("."));
        assert!(log.contains("\nObservation ") && !log.contains("Hash"), "{file}: {log}");
    }
}

#[test]
fn kept_logs_of_one_event_are_logged_here() {
    are_logged_here(Path::new("tests/from_herd7/one-event"), &herd::ONE_EVENT);
}

/// What herd7 logs of the tests of a folder is kept beside them, and is logged here, too.
fn are_logged_here(folder: &Path, model: &herd::Model) {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().map(|entry| entry.expect("readable"));
    let is_test = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "litmus");
    let files: Vec<PathBuf> = files.map(walkdir::DirEntry::into_path).filter(is_test).collect();
    let kept = |path: &PathBuf| std::fs::read_to_string(path.with_extension("log")).expect("a log");
    let kept = herd::logged(&files.iter().map(kept).collect::<String>());
    assert!(files.len() > 3 && kept.len() == files.len(), "{files:?}");
    assert_eq!(herd::ours(&files, model), kept);
    if let Some(theirs) = herd::theirs(&files, model) {
        assert_eq!(theirs, kept);
    }
}
