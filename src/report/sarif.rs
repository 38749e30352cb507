//! Findings as SARIF 2.1.0, which code scanning reads: no case that passed, but every rule.

use super::findings::{Finding, Findings, Level, Place, Rule};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use std::collections::BTreeMap;

/// The schema of the format.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// The key of fingerprints; its number changes if what they are made of does.
const FINGERPRINT: &str = "gfxLitmus/v1";
/// What paths are relative to.
const ROOT: &str = "%SRCROOT%";
/// What stands for something else in a path of a URI.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'+').remove(b',');

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    automation_details: AutomationDetails,
    invocations: [Invocation; 1],
    column_kind: &'static str,
    results: Vec<SarifResult>,
}

#[derive(Serialize)]
struct AutomationDetails {
    id: String,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<Descriptor>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Descriptor {
    id: &'static str,
    short_description: Message,
    full_description: Message,
    help: Message,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Configuration {
    level: Level,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    exit_code: u8,
    execution_successful: bool,
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    descriptor: Reference,
    level: Level,
    message: Message,
}

#[derive(Serialize)]
struct Reference {
    id: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult {
    rule_id: &'static str,
    rule_index: usize,
    level: Level,
    message: Message,
    locations: [Location; 1],
    partial_fingerprints: BTreeMap<&'static str, String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactLocation {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<usize>,
}

/// The findings as a SARIF log with one run. What has no place in a file is a notification of the run.
pub fn render(findings: &Findings) -> String {
    let list = findings.list();
    let results = list.iter().filter_map(|finding| Some(result(finding, finding.case.place.as_ref()?)));
    let notifications = list.iter().filter(|finding| finding.case.place.is_none()).map(notification);
    let run = Run {
        tool: Tool { driver: driver() },
        automation_details: AutomationDetails { id: format!("{}/", findings.command) },
        invocations: [Invocation {
            exit_code: findings.exit_code,
            execution_successful: findings.successful,
            tool_execution_notifications: notifications.collect(),
        }],
        column_kind: "unicodeCodePoints",
        results: results.collect(),
    };
    let log = Log { schema: SCHEMA, version: "2.1.0", runs: [run] };
    let text = serde_json::to_string_pretty(&log).expect("a log is plain data with keys that are words");
    format!("{text}\n")
}

fn message(text: impl Into<String>) -> Message {
    Message { text: text.into() }
}

fn driver() -> Driver {
    let descriptor = |rule: &Rule| Descriptor {
        id: rule.as_str(),
        short_description: message(rule.title()),
        full_description: message(rule.help()),
        help: message(rule.help()),
        default_configuration: Configuration { level: rule.level() },
    };
    Driver {
        name: "gfx-litmus",
        semantic_version: env!("CARGO_PKG_VERSION"),
        rules: Rule::ALL.iter().map(descriptor).collect(),
    }
}

fn said(finding: &Finding<'_>) -> Message {
    let details = finding.case.details.trim_end();
    match details.is_empty() {
        true => message(finding.message()),
        false => message(format!("{}\n\n{details}", finding.message())),
    }
}

fn notification(finding: &Finding<'_>) -> Notification {
    Notification {
        descriptor: Reference { id: finding.rule.as_str() },
        level: finding.rule.level(),
        message: said(finding),
    }
}

fn result(finding: &Finding<'_>, place: &Place) -> SarifResult {
    let (uri, uri_base_id) = uri(&place.path);
    let physical_location = PhysicalLocation {
        artifact_location: ArtifactLocation { uri, uri_base_id },
        region: Region { start_line: place.line, start_column: place.column },
    };
    SarifResult {
        rule_id: finding.rule.as_str(),
        rule_index: finding.rule as usize,
        level: finding.rule.level(),
        message: said(finding),
        locations: [Location { physical_location }],
        partial_fingerprints: BTreeMap::from([(FINGERPRINT, fingerprint(finding))]),
    }
}

/// A path with forward slashes, and what it is relative to.
fn uri(path: &str) -> (String, Option<&'static str>) {
    let path = path.replace('\\', "/");
    let path = path.strip_prefix("./").unwrap_or(&path);
    let encoded = utf8_percent_encode(path, ENCODED).to_string();
    match encoded.strip_prefix('/') {
        Some(_) => (format!("file://{encoded}"), None),
        None => (encoded, Some(ROOT)),
    }
}

/// What a finding is known by as lines move: the rule, what it is about, and how many like it come before.
fn fingerprint(finding: &Finding<'_>) -> String {
    let known_by = [finding.rule.as_str(), finding.suite, &finding.case.name, &finding.number.to_string()].join("\n");
    blake3::hash(known_by.as_bytes()).to_hex().chars().take(32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::findings::{Case, Outcome, Suite};

    fn findings(places: &[(&str, usize)]) -> Suite {
        let case = |(name, line): &(&str, usize)| Case {
            name: name.to_string(),
            on: String::new(),
            outcome: Outcome::Found(Rule::UnsoundRow),
            place: Some(Place { path: "doc.rst".into(), line: *line, column: None }),
            message: format!("{name} is unsound"),
            details: String::new(),
            seconds: None,
        };
        Suite { name: "doc:gfx".into(), seconds: None, cases: places.iter().map(case).collect() }
    }

    fn fingerprints(places: &[(&str, usize)]) -> Vec<String> {
        findings(places).list().iter().map(fingerprint).collect()
    }

    /// Findings keep their fingerprints as lines move, and no two have the same.
    #[test]
    fn fingerprints_do_not_move() {
        let before = fingerprints(&[("a", 1), ("b", 2), ("b", 9)]);
        assert_eq!(before, fingerprints(&[("a", 11), ("b", 12), ("b", 29)]));
        assert!(before[0] != before[1] && before[1] != before[2]);
    }

    #[test]
    fn paths_are_uris() {
        assert_eq!(uri("./docs/a b%.rst"), ("docs/a%20b%25.rst".into(), Some(ROOT)));
        assert_eq!(uri(r"docs\a.rst"), ("docs/a.rst".into(), Some(ROOT)));
        assert_eq!(uri("/tmp/ä"), ("file:///tmp/%C3%A4".into(), None));
    }
}
