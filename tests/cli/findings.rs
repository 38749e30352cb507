//! `docs/findings.md` says what the commands print that it names.

use super::output;
use serde_json::Value;
use std::collections::BTreeSet;

fn page() -> String {
    std::fs::read_to_string("docs/findings.md").expect("the page")
}

/// Words of a text with one space between them.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The items of the list below a matrix of assumptions, without their numbers, and without those of what counters count; and what was not decided.
fn assumptions(printed: &str) -> BTreeSet<String> {
    let mut items: Vec<String> = Vec::new();
    for line in printed.lines().skip_while(|line| !line.starts_with("[1] ")) {
        match line.split_once("] ") {
            Some((number, item)) if number.starts_with('[') => items.push(item.to_string()),
            _ if line.contains(": not decided of ") => items.push(line.to_string()),
            _ if line.starts_with(' ') => items.last_mut().expect("an item").push_str(line),
            _ => break,
        }
    }
    items.iter().map(|item| words(item)).filter(|item| !item.starts_with("counter ")).collect()
}

#[test]
fn what_findings_rest_on_is_what_is_printed() {
    let command = "litmus refine litmus --all-targets --sensitivity";
    let page = page();
    let (_, block) = page.split_once(&format!("$ {command}\n…\n")).expect("the command");
    let (block, rest) = block.split_once("```").expect("its end");
    let listed: BTreeSet<String> = block.lines().map(words).collect();
    let (printed, code) = output(&command.split(' ').skip(1).collect::<Vec<_>>());
    assert_eq!((assumptions(&printed), code), (listed, 1));
    let summary = printed.lines().find(|line| line.contains(" tests on ")).expect("a summary");
    let tests = summary.split(' ').next().expect("a number");
    assert!(rest.contains(&format!("the corpus has {tests} tests of this kind")), "{summary}");
}

/// The tests of which some result is unsound.
fn unsound(options: &[&str]) -> BTreeSet<String> {
    let command = ["refine", "litmus", "--all-targets", "--matrix", "--format", "json"];
    let (printed, _) = output(&[&command[..], options].concat());
    let report: Value = serde_json::from_str(&printed).expect("JSON");
    let is_unsound = |test: &&Value| {
        let results = test["cells"].as_array().expect("results");
        results.iter().any(|result| result["verdict"] == "unsound")
    };
    let tests = report["tests"].as_array().expect("tests").iter().filter(is_unsound);
    tests.map(|test| test["name"].as_str().expect("a name").to_string()).collect()
}

#[test]
fn every_unsound_test_is_named() {
    let page = page();
    for options in [&[][..], &["--opencl"]] {
        let unsound = unsound(options);
        assert!(!unsound.is_empty());
        let unnamed: Vec<_> = unsound.iter().filter(|name| !page.contains(&format!("`{name}`"))).collect();
        assert!(unnamed.is_empty(), "{options:?}: {unnamed:?}");
    }
}

/// The whole tests of the language's page are as they expect.
#[test]
fn examples_of_the_language_hold() {
    let page = std::fs::read_to_string("docs/language.md").expect("the page");
    let folder = super::scratch::folder();
    let blocks = page.split("```\n").filter(|block| block.starts_with("litmus "));
    let count = blocks.enumerate().map(|(number, block)| {
        std::fs::write(folder.path().join(format!("{number}.litmus")), block).expect("written");
    });
    assert!(count.count() > 3);
    let (said, code) = output(&["check", "--no-sensitivity", &folder.path().to_string_lossy()]);
    assert_eq!(code, 0, "{said}");
}
