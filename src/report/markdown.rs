//! Markdown for pull requests: sections that can be shortened to a number of bytes, and findings as such.

use super::findings::{Finding, Findings, Level, Rule};
use itertools::Itertools;

/// A text that may have to be shortened.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// What comes first and is never left out.
    pub head: String,
    /// The sections, in the order in which they are printed.
    pub sections: Vec<Section>,
    /// What comes last and is never left out.
    pub tail: String,
}

/// A part of a document.
#[derive(Clone, Debug)]
pub struct Section {
    /// What is left out last: smaller is heavier.
    pub rank: usize,
    /// The text with all details.
    pub full: String,
    /// The text without them.
    pub brief: String,
}

impl Section {
    /// A section without details, which stays.
    pub fn heading(text: String) -> Section {
        Section { rank: 0, brief: text.clone(), full: text }
    }
}

impl Document {
    /// The text, of at most so many bytes where that can be: first details are left out, then sections, the lightest first and of these the last. A
    /// line says so.
    pub fn render(&self, limit: Option<usize>) -> String {
        let all = self.sections.len();
        let whole = self.with(all, all, "");
        let Some(limit) = limit.filter(|&limit| whole.len() > limit) else { return whole };
        let without_details = (0..all).rev().map(|detailed| (detailed, all));
        let without_sections = (0..all).rev().map(|kept| (0, kept));
        let shortened = without_details
            .chain(without_sections)
            .map(|(detailed, kept)| self.with(detailed, kept, &self.note(limit, detailed, kept)));
        let mut shortened = shortened.skip_while(|text| text.len() > limit);
        shortened.next().unwrap_or_else(|| self.with(0, 0, ""))
    }

    /// What is left out, with details of so many sections, and so many sections.
    fn note(&self, limit: usize, detailed: usize, kept: usize) -> String {
        let brief = self.by_rank()[detailed..kept].iter().filter(|section| section.full != section.brief).count();
        let left_out = self.sections.len() - kept;
        format!(
            "\n_Shortened to {limit} bytes: {brief} parts are without their details, and {left_out} are left out._\n"
        )
    }

    fn by_rank(&self) -> Vec<&Section> {
        self.sections.iter().sorted_by_key(|section| section.rank).collect()
    }

    /// The text with details of so many sections, and so many sections, the heaviest.
    fn with(&self, detailed: usize, kept: usize, note: &str) -> String {
        let by_rank: Vec<usize> = (0..self.sections.len()).sorted_by_key(|&at| self.sections[at].rank).collect();
        let mut texts = vec![""; self.sections.len()];
        for (number, &at) in by_rank.iter().enumerate().take(kept) {
            let Section { full, brief, .. } = &self.sections[at];
            texts[at] = if number < detailed { full } else { brief };
        }
        format!("{}{}{note}{}", self.head, texts.concat(), self.tail)
    }
}

/// The findings as Markdown: a headline, each finding with what shows it to be unfolded, and what was asked.
pub fn render(findings: &Findings, limit: Option<usize>) -> String {
    let list = findings.list();
    let sections = list.chunk_by(|a, b| a.rule == b.rule).flat_map(sections).collect();
    let scope = match findings.scope.is_empty() {
        true => String::new(),
        false => folded("Which programs were asked", &findings.scope.replace('\n', "  \n")),
    };
    let tail = format!("\n{}{scope}", findings.summary);
    Document { head: headline(findings, &list), sections, tail }.render(limit)
}

fn headline(findings: &Findings, list: &[Finding<'_>]) -> String {
    let (cases, passed, skipped) = findings.counts();
    let count = |level| list.iter().filter(|finding| finding.rule.level() == level).count();
    let found = match (count(Level::Error), count(Level::Warning)) {
        (0, 0) => "nothing is wrong".to_string(),
        (0, unknown) => format!("nothing is shown to be wrong; {unknown} findings are not known to be right"),
        (1, 0) => "1 finding is wrong".to_string(),
        (errors, 0) => format!("{errors} findings are wrong"),
        (errors, unknown) => format!("{errors} findings are wrong, and {unknown} not known to be right"),
    };
    format!("**`{}`: {found}.** {cases} cases: {passed} passed, {skipped} skipped.\n", findings.command)
}

/// The findings of one rule: what is only worth knowing is folded as a whole.
fn sections(list: &[Finding<'_>]) -> Vec<Section> {
    let Some(rule) = list.first().map(|finding| finding.rule) else { return Vec::new() };
    let title = format!("{} (`{rule}`, {})", rule.title(), list.len());
    match rule.level() {
        Level::Error | Level::Warning => {
            let heading = Section { rank: rank(rule), ..Section::heading(format!("\n### {title}\n\n")) };
            std::iter::once(heading).chain(list.iter().map(section)).collect()
        }
        Level::Note => {
            let items: String = list.iter().map(item).collect();
            vec![Section { rank: rank(rule), full: folded(&title, &items), brief: format!("\n{title}\n") }]
        }
    }
}

fn rank(rule: Rule) -> usize {
    rule as usize
}

fn section(finding: &Finding<'_>) -> Section {
    let item = item(finding);
    let details = match finding.case.details.is_empty() {
        true => String::new(),
        false => indented(&folded("What shows it", &block(&finding.case.details))) + "\n",
    };
    Section { rank: rank(finding.rule), full: format!("{item}{details}"), brief: item }
}

/// A finding as an item of a list.
fn item(finding: &Finding<'_>) -> String {
    let place = finding.case.place.as_ref().map_or(String::new(), |place| format!("{}:{}: ", place.path, place.line));
    format!("- {}\n", code(&format!("{place}{}", finding.message())))
}

/// Text to be unfolded.
pub fn folded(title: &str, text: &str) -> String {
    format!("\n<details><summary>{}</summary>\n\n{text}\n</details>\n", title.replace('<', "&lt;"))
}

/// Text as it is, over several lines.
pub fn block(text: &str) -> String {
    let fence = "`".repeat(3.max(longest_run(text) + 1));
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}\n{text}{end}{fence}\n")
}

/// Text as it is in a line: nothing in it is markup or names a user.
fn code(text: &str) -> String {
    let fence = "`".repeat(longest_run(text) + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{}{space}{fence}", text.replace(char::is_control, " "))
}

/// How many backticks stand one after another, at most.
fn longest_run(text: &str) -> usize {
    text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0)
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", format!("  {line}").trim_end())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document() -> Document {
        let section = |(rank, name): (usize, &str)| Section {
            rank,
            full: format!("{name}\n{}", "detail\n".repeat(20)),
            brief: format!("{name}\n"),
        };
        let sections = [(2, "light"), (1, "heavy"), (2, "last")].map(section).to_vec();
        Document { head: "head\n".into(), sections, tail: "tail\n".into() }
    }

    /// Details go first, then sections, the lightest and last of them before others, and a line says how many.
    #[test]
    fn what_is_light_is_left_out_first() {
        let whole = document().render(None);
        assert_eq!(whole, document().render(Some(whole.len())));
        let names = |limit: usize| {
            let text = document().render(Some(limit));
            assert!(text.len() <= limit, "{text}");
            (text.matches("detail\n").count(), ["light", "heavy", "last"].map(|name| text.contains(name)))
        };
        assert_eq!(names(whole.len() - 1), (40, [true, true, true]));
        assert_eq!(names(300), (20, [true, true, true]));
        let least = document().with(0, 3, "").len();
        let note = document().render(Some(300)).lines().find(|line| line.starts_with('_')).map_or(0, str::len);
        assert_eq!(names(least + note + 2), (0, [true, true, true]));
        assert_eq!(names(least + note + 1), (0, [true, true, false]));
        assert!(
            document().render(Some(least + note + 1)).contains("2 parts are without their details, and 1 are left out")
        );
    }

    #[test]
    fn code_holds_backticks() {
        assert_eq!(code("a `b` c"), "``a `b` c``");
        assert_eq!(code("`b`"), "`` `b` ``");
        assert_eq!(code("a\r\n# b\u{1b}[m"), "`a  # b [m`");
        assert_eq!(block("```\n"), "````\n```\n````\n");
    }
}
