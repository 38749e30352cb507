//! The formats for reviewers and CI, and what is printed where something is wrong.

use super::{litmus, output};
use quick_junit::{NonSuccessKind, Report, TestCaseStatus};
use serde_json::Value;
use serde_sarif::sarif::Sarif;
use std::process::Command;

/// Commands that judge, each with something that is not as it should be.
const CHECK: &[&str] =
    &["check", "tests/fixtures/wrong.litmus", "tests/fixtures/spin.litmus", "tests/bad/sigil.litmus"];
const REFINE: &[&str] =
    &["refine", "litmus/2+2w/S.litmus", "--target", "gfx9", "--target", "gfx125x", "--placement", "free"];
const VERIFY: &[&str] =
    &["table", "verify", "tests/fixtures/small.md", "--target", "gfx12,cu", "--hsa", "--events", "2", "--threads", "1"];
const AUDIT: &[&str] =
    &["table", "audit", "llvm24:gfx6-gfx9", "--target", "gfx9", "--hsa", "--events", "2", "--threads", "1"];
const DIFF: &[&str] = &[
    "table",
    "diff",
    "llvm22:gfx10-gfx11",
    "llvm19:gfx10-gfx11",
    "--verdicts",
    "--target",
    "gfx10,cu",
    "--hsa",
    "--events",
    "4",
    "--threads",
    "2",
    "--varied-threads",
    "0",
];
/// Input that is refused before anything is judged.
const REFUSED: &[&[&str]] = &[
    &["check", "no/such/test"],
    &["outcomes", "no/such/test"],
    &["lower", "tests/fixtures/race.litmus", "--table", "lvm24"],
    &["lower", "tests/fixtures/race.litmus", "--target", "gfx77"],
    &["refine", "tests/fixtures/race.litmus", "--target", "gfx77"],
    &["refine", "tests/fixtures/race.litmus", "--target", "gfx12", "--table", "lvm24"],
    &["refine", "tests/fixtures/race.litmus", "--target", "gfx12", "--model", "hsb"],
    &["mutate", "gfx77", "tests/fixtures/race.litmus"],
    &["mutate", "hsa", "no/such/test"],
    &["compare", "hsa", "hsb"],
    &["compare", "hsa"],
    &["table", "verify", "lvm24"],
    &["table", "verify", "llvm24", "--target", "gfx77"],
    &["table", "audit", "llvm24", "--assume", "cu-isue-order"],
    &["table", "diff", "llvm24", "lvm22"],
    &["table", "diff", "llvm24", "lvm22", "--verdicts"],
    &["table", "import", "tests/bad/documents/no-table.md"],
    &["check", "tests/fixtures/race.litmus", "--targets", "no/such/targets.toml"],
];

fn said(command: &[&str], format: &str) -> String {
    without_xml_times(&litmus(&[command, &["--format", format]].concat()))
}

/// XML in which every time is `T`.
fn without_xml_times(text: &str) -> String {
    let mut parts = text.split(" time=\"");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |out, part| out + " time=\"T" + part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'))
}

#[test]
fn findings_as_annotations() {
    insta::assert_snapshot!("check_as_annotations", said(CHECK, "github"));
    insta::assert_snapshot!("verify_as_annotations", said(VERIFY, "github"));
    insta::assert_snapshot!("refine_as_annotations", said(REFINE, "github"));
}

#[test]
fn findings_as_junit() {
    insta::assert_snapshot!("check_as_junit", said(CHECK, "junit"));
    insta::assert_snapshot!("verify_as_junit", said(VERIFY, "junit"));
    insta::assert_snapshot!("diff_as_junit", said(DIFF, "junit"));
}

#[test]
fn findings_as_markdown() {
    insta::assert_snapshot!("check_as_markdown", said(CHECK, "markdown"));
    insta::assert_snapshot!("audit_as_markdown", said(AUDIT, "markdown"));
    insta::assert_snapshot!("refine_as_markdown", said(REFINE, "markdown"));
}

#[test]
fn findings_as_sarif() {
    insta::assert_snapshot!("verify_as_sarif", said(VERIFY, "sarif"));
}

/// The counts of JUnit's elements are those of the cases, and nothing fails that the exit code does not know of.
#[test]
fn junit_counts_its_cases() {
    for command in [CHECK, REFINE, VERIFY, AUDIT, DIFF] {
        let (text, code) = output(&[command, &["--format", "junit"]].concat());
        let report = Report::deserialize_from_str(&text).expect("JUnit's XML");
        let cases: Vec<_> = report.test_suites.iter().flat_map(|suite| &suite.test_cases).collect();
        let of_kind = |wanted| {
            let is_wanted =
                |status: &TestCaseStatus| matches!(status, TestCaseStatus::NonSuccess { kind, .. } if *kind == wanted);
            cases.iter().filter(|case| is_wanted(&case.status)).count()
        };
        let (failures, errors) = (of_kind(NonSuccessKind::Failure), of_kind(NonSuccessKind::Error));
        assert_eq!((report.tests, report.failures, report.errors), (cases.len(), failures, errors), "{command:?}");
        let expected = match (text.contains("type=\"bad-input\""), failures, errors) {
            (true, ..) => 2,
            (false, 1.., _) => 1,
            (false, 0, 1..) => 3,
            (false, 0, 0) => 0,
        };
        assert!(!cases.is_empty() && code == expected, "{command:?}: {code}\n{text}");
    }
}

/// The attributes of each element in the schema of Jenkins' xUnit plugin (`junit-10.xsd`), of those elements that are printed, and the elements in each.
const JUNIT_SCHEMA: &[(&str, &[&str], &[&str])] = &[
    ("testsuites", &["name", "time", "tests", "failures", "errors"], &["testsuite"]),
    (
        "testsuite",
        &[
            "name",
            "tests",
            "failures",
            "errors",
            "group",
            "time",
            "skipped",
            "timestamp",
            "hostname",
            "id",
            "package",
            "file",
            "log",
            "url",
            "version",
        ],
        &["testsuite", "properties", "testcase", "system-out", "system-err"],
    ),
    ("testcase", &["name", "time", "classname", "group"], &["skipped", "error", "failure", "system-out", "system-err"]),
    ("failure", &["type", "message"], &[]),
    ("error", &["type", "message"], &[]),
    ("skipped", &["type", "message"], &[]),
    ("system-out", &[], &[]),
];

/// What the schema refuses in an element and in all below it. Times have three decimals, at most.
fn refused_by_schema(node: roxmltree::Node<'_, '_>) -> Vec<String> {
    let name = node.tag_name().name();
    let Some((_, attributes, children)) = JUNIT_SCHEMA.iter().find(|(element, ..)| *element == name) else {
        return vec![format!("<{name}>")];
    };
    let is_time = |time: &str| {
        let (whole, parts) = time.split_once('.').unwrap_or((time, ""));
        parts.len() <= 3 && [whole, parts].iter().all(|part| part.bytes().all(|c| c.is_ascii_digit()))
    };
    let mut refused = Vec::new();
    for attribute in node.attributes() {
        let wrong =
            !attributes.contains(&attribute.name()) || attribute.name() == "time" && !is_time(attribute.value());
        refused.extend(wrong.then(|| format!("<{name} {}={:?}>", attribute.name(), attribute.value())));
    }
    for child in node.children().filter(roxmltree::Node::is_element) {
        let inner = child.tag_name().name();
        refused.extend((!children.contains(&inner)).then(|| format!("<{name}><{inner}>")));
        refused.extend(refused_by_schema(child));
    }
    refused
}

#[test]
fn junit_is_of_its_schema() {
    let refused: &[&str] = &["table", "verify", "llvm24", "--target", "gfx77"];
    for command in [CHECK, REFINE, VERIFY, AUDIT, DIFF, refused] {
        let (text, _) = output(&[command, &["--format", "junit"]].concat());
        let document = roxmltree::Document::parse(&text).expect("XML");
        assert_eq!(refused_by_schema(document.root_element()), Vec::<String>::new(), "{command:?}");
    }
}

/// The schema of SARIF that a package of the registry has.
fn sarif_schema() -> Value {
    let run = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output().expect("it starts");
        let text = String::from_utf8(output.stdout).expect("text");
        (output.status.success(), text)
    };
    let (_, about) = run("rustc", &["-vV"]);
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let metadata = ["metadata", "--format-version", "1", "--filter-platform", host];
    // Packages of the workspace that these tests do not need may not have been fetched yet.
    let (is_all_here, here) = run(env!("CARGO"), &[&metadata[..], &["--offline"]].concat());
    let metadata = if is_all_here { here } else { run(env!("CARGO"), &metadata).1 };
    let metadata: Value = serde_json::from_str(&metadata).expect("metadata of the packages");
    let packages = metadata["packages"].as_array().expect("packages");
    let package = packages.iter().find(|package| package["name"] == "serde-sarif").expect("the package");
    let manifest = std::path::Path::new(package["manifest_path"].as_str().expect("a path"));
    let schema = std::fs::read_to_string(manifest.with_file_name("src/schema.json")).expect("the schema");
    let mut schema: Value = serde_json::from_str(&schema).expect("a schema");
    // Of languages, which are not written here, it says what strict readers of regular expressions refuse.
    for part in ["run", "toolComponent"] {
        let language = schema["definitions"][part]["properties"]["language"].as_object_mut().expect("a property");
        assert!(language.remove("pattern").is_some(), "{part}");
    }
    schema
}

#[test]
fn sarif_is_of_its_schema() {
    let schema = jsonschema::validator_for(&sarif_schema()).expect("a schema");
    let refused: &[&str] = &["table", "verify", "llvm24", "--target", "gfx77"];
    for (command, results) in [(CHECK, 3), (REFINE, 1), (VERIFY, 2), (AUDIT, 3), (DIFF, 3), (refused, 0)] {
        let (text, code) = output(&[command, &["--format", "sarif"]].concat());
        let value: Value = serde_json::from_str(&text).expect("JSON");
        let errors: Vec<String> = schema.iter_errors(&value).map(|error| error.to_string()).collect();
        assert_eq!(errors, Vec::<String>::new(), "{command:?}");
        let log: Sarif = serde_json::from_value(value).expect("SARIF");
        let run = log.runs.first().expect("a run");
        let found = run.results.as_ref().expect("results");
        let invocation = run.invocations.as_ref().and_then(|all| all.first()).expect("an invocation");
        assert!(found.len() >= results && (results > 0) != found.is_empty(), "{command:?}: {}", found.len());
        assert_eq!((invocation.exit_code, invocation.execution_successful), (Some(code.into()), code != 2));
    }
}

/// No format is taken and then not printed.
#[test]
fn formats_that_a_command_has_not() {
    for command in [
        &["outcomes", "tests/fixtures/race.litmus", "--format", "junit"][..],
        &["compare", "hsa", "opencl", "--format", "sarif"],
        &["table", "diff", "llvm22", "llvm24", "--format", "github"],
        &["check", "tests/fixtures/iriw.litmus", "--format", "junit", "--limit", "65536"],
        &["refine", "tests/fixtures/iriw.litmus", "--target", "gfx12", "--format", "sarif", "--sensitivity"],
        &["table", "audit", "llvm24", "--all", "--quiet"],
        &["table", "diff", "llvm22", "llvm24", "--write", "sarif=target/no.sarif"],
        &["check", "tests/fixtures/iriw.litmus", "--write", "sarf=target/no.sarif"],
    ] {
        let text = litmus(command);
        assert!(text.starts_with("--- stderr\nerror: ") && text.ends_with("--- exit code 2\n"), "{text}");
    }
    insta::assert_snapshot!(litmus(&["check", "tests/fixtures/iriw.litmus", "--format", "sarif", "--quiet"]));
}

/// Every command with JSON has it, with what is wrong, also where nothing could be asked.
#[test]
fn what_is_refused_is_in_the_json() {
    for command in REFUSED {
        let (text, code) = output(&[*command, &["--format", "json"]].concat());
        let value: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{command:?}: {error}: {text}"));
        let errors = value["errors"].as_array().map_or(0, Vec::len);
        assert!(errors > 0 && value["schema"].is_u64() && code == 2, "{command:?}: {text}");
    }
    insta::assert_snapshot!(litmus(&[REFUSED[4], &["--format", "json"]].concat()));
}

#[test]
fn what_is_refused_is_a_finding() {
    insta::assert_snapshot!("refused_as_annotations", said(REFUSED[11], "github"));
    insta::assert_snapshot!("refused_as_junit", said(REFUSED[11], "junit"));
}

#[test]
fn what_is_quiet_says_only_what_is_wrong() {
    let fine = "tests/fixtures/iriw.litmus";
    let many = [fine, "tests/fixtures/wrong.litmus", "litmus/store-buffering/SB.litmus", "tests/fixtures/spin.litmus"];
    insta::assert_snapshot!("what_is_wrong_comes_last", litmus(&[&["check"], &many[..]].concat()));
    insta::assert_snapshot!("check_quietly", litmus(&[&["check", "-q"], &many[..]].concat()));
    insta::assert_snapshot!("check_quietly_what_is_fine", litmus(&["check", "-q", fine]));
    insta::assert_snapshot!("verify_quietly", litmus(&[VERIFY, &["-q"]].concat()));
    insta::assert_snapshot!("audit_quietly", litmus(&[AUDIT, &["-q"]].concat()));
    insta::assert_snapshot!("diff_quietly", litmus(&[DIFF, &["-q"]].concat()));
    let refine =
        ["refine", "litmus/2+2w", "--target", "gfx9", "--target", "gfx125x", "--placement", "free", "--matrix"];
    insta::assert_snapshot!("refine_with_what_is_wrong_last", litmus(&refine));
    insta::assert_snapshot!("refine_quietly", litmus(&[&refine[..], &["-q"]].concat()));
}

#[test]
fn imports_and_code_as_json() {
    let folder = super::scratch::folder();
    let out = folder.path().display().to_string();
    let import = ["table", "import", "tests/fixtures/small.md", "--release", "mine", "--out", &out];
    let text = litmus(&[&import[..], &["--format", "json"]].concat());
    insta::assert_snapshot!("import_as_json", text.replace(&out, "FOLDER"));
    insta::assert_snapshot!("import_quietly", litmus(&[&import[..], &["-q"]].concat()).replace(&out, "FOLDER"));
    let lower = ["lower", "tests/fixtures/race.litmus", "--target", "gfx12,cu", "--format", "json"];
    insta::assert_snapshot!("lower_as_json", litmus(&lower));
}

/// A comment has room for so many bytes, and says what it leaves out.
#[test]
fn markdown_within_a_limit() {
    let whole = output(&[DIFF, &["--format", "markdown"]].concat()).0;
    let (text, code) = output(&[DIFF, &["--format", "markdown", "--limit", "6000"]].concat());
    assert!(whole.len() > 6000 && text.len() <= 6000 && code == 1, "{} and {}", whole.len(), text.len());
    insta::assert_snapshot!(without_xml_times(&text));
}

/// One run has several formats; each is what a run of its own prints.
#[test]
fn results_in_several_files() {
    let folder = super::scratch::folder();
    let names = ["text", "markdown", "junit", "sarif", "github"];
    let path = |name: &str| folder.path().join(name).display().to_string();
    let files: Vec<String> =
        names.iter().flat_map(|name| ["--write".into(), format!("{name}={}", path(name))]).collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    for command in [CHECK, REFINE, VERIFY, DIFF] {
        let printed = litmus(&[command, &files].concat());
        assert_eq!(printed, litmus(command), "{command:?}");
        for name in names {
            let written = std::fs::read_to_string(path(name)).expect("written");
            let (alone, _) = output(&[command, &["--format", name]].concat());
            let lines = |text: &str| text.lines().map(super::without_times).collect::<String>();
            assert_eq!(without_xml_times(&lines(&written)), without_xml_times(&lines(&alone)), "{command:?} as {name}");
        }
    }
    let missing = format!("sarif={}", folder.path().join("no/such/folder").display());
    assert_eq!(output(&["check", "tests/fixtures/iriw.litmus", "--write", &missing]).1, 2);
}

/// The script of the workflow leaves a comment, SARIF, JUnit's XML and JSON, and prints annotations at the later document.
#[test]
fn a_document_is_reviewed() {
    let folder = super::scratch::folder();
    let (later, out) = (folder.path().join("later.md"), folder.path().join("out"));
    let text = std::fs::read_to_string("tests/fixtures/small.md").expect("the document");
    let changed = text.replacen("s_wait_loadcnt 0x0", "s_wait_dscnt 0x0", 1).replacen(
        "global_inv scope:SCOPE_SE",
        "global_inv scope:CSOPE_SE",
        1,
    );
    std::fs::write(&later, changed).expect("written");
    let review = Command::new("scripts/review-document.sh")
        .args(["tests/fixtures/small.md".as_ref(), later.as_os_str(), out.as_os_str()])
        .args(["--target", "gfx12,cu", "--hsa", "--events", "2", "--threads", "1"])
        .env("LITMUS", env!("CARGO_BIN_EXE_litmus"))
        .output()
        .expect("the script starts");
    let said = String::from_utf8_lossy(&review.stdout).into_owned();
    let annotation = format!("::warning file={},line=", later.display());
    assert!(review.status.code() == Some(3) && said.starts_with(&annotation), "{review:?}");
    let read = |name: &str| std::fs::read_to_string(out.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(read("comment.md").contains("s_wait_dscnt 0x0") && read("litmus.sarif").contains("\"not-judged\""));
    // What is only misspelt changes no operation's code.
    assert!(read("flaws.txt").contains("CSOPE_SE") && read("comment.md").contains("CSOPE_SE"), "{}", read("flaws.txt"));
    let flaws: Vec<&str> = said.lines().filter(|line| line.contains("CSOPE_SE")).collect();
    assert!(flaws.len() == 1 && flaws[0].starts_with(&annotation), "{said}");
    assert!(read("litmus.xml").contains("type=\"not-judged\"") && read("litmus.json").contains("\"not judged\""));
}

/// Errors are counted one by one, by every command, however many of them are of one file: as many as `errors[]` has.
#[test]
fn errors_are_counted_one_by_one() {
    let folder = super::scratch::folder();
    let path = folder.path().join("two.litmus").display().to_string();
    let text = "litmus two\nmemory {\n  global x: i32 = 0\n}\nthread P0 @ workgroup 0 {\n  store i32 1, y\n  store i32 1, z\n}\n\
                exists (x = 0)\n";
    std::fs::write(&path, text).expect("written");
    let shown = super::litmus(&["check", &path]);
    assert!(shown.starts_with("0 tests, 0 ok, 2 errors;"), "{shown}");
    for command in [&["check"][..], &["refine", "--target", "gfx12"], &["lower", "--target", "gfx12"], &["outcomes"]] {
        let (json, code) = super::output(&[command, &[&path, "--format", "json"]].concat());
        let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let errors = report["errors"].as_array().map(Vec::len);
        assert_eq!((errors, code), (Some(2), 2), "{command:?}: {json}");
        let counted = report["summary"]["errors"].as_u64();
        assert!(counted.is_none_or(|counted| counted == 2), "{command:?}: {json}");
    }
}
