//! Findings as workflow commands, which GitHub Actions shows beside the lines of a pull request.

use super::findings::{Finding, Findings, Level};

/// An annotation for each finding, errors first, and the summary.
pub fn render(findings: &Findings) -> String {
    let annotations: String = findings.list().iter().map(annotation).collect();
    annotations + &findings.summary
}

fn annotation(finding: &Finding<'_>) -> String {
    let command = match finding.rule.level() {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "notice",
    };
    let mut properties: Vec<(&str, String)> = Vec::new();
    if let Some(place) = &finding.case.place {
        properties.push(("file", place.path.replace('\\', "/")));
        properties.push(("line", place.line.to_string()));
        properties.extend(place.column.map(|column| ("col", column.to_string())));
    }
    properties.push(("title", format!("{}: {}", finding.rule, finding.rule.title())));
    let properties: Vec<String> =
        properties.iter().map(|(name, value)| format!("{name}={}", escaped_property(value))).collect();
    let details = finding.case.details.trim_end();
    let message = if details.is_empty() { finding.message() } else { format!("{}\n\n{details}", finding.message()) };
    format!("::{command} {}::{}\n", properties.join(","), escaped(&message))
}

/// A message in one line.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, which ends at a comma or colon.
fn escaped_property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::cases;
    use crate::report::results::ErrorResult;

    /// Nothing of a path or message ends its annotation.
    #[test]
    fn texts_are_escaped() {
        let error = ErrorResult {
            path: r"a\b,c:d%.litmus".into(),
            line: 3,
            column: 7,
            message: "100% of\r\nlines, all: wrong".into(),
            help: Some("::error::".into()),
            is_argument: false,
        };
        let said = render(&cases::refused("litmus check", &[error], 2));
        let annotation = "::error file=a/b%2Cc%3Ad%25.litmus,line=3,col=7,title=bad-input%3A A file or an argument is wrong\
                          ::100%25 of%0D%0Alines, all: wrong%0A%0Ahelp: ::error::\n1 error\n";
        assert_eq!(said, annotation);
    }
}
