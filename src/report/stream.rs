//! A report as JSON whose list is printed item by item.

use serde::Serialize;

/// The list of a report, which is printed while it grows: the same text as that of the whole report.
pub struct JsonList {
    name: &'static str,
    is_empty: bool,
}

impl JsonList {
    /// The list of this name, which stands in a report itself, and not deeper.
    pub fn new(name: &'static str) -> JsonList {
        JsonList { name, is_empty: true }
    }

    /// What stands before the items, in a report whose list is empty.
    pub fn head(&self, report: &impl Serialize) -> String {
        let text = pretty(report);
        text[..self.end_of_head(&text)].to_string()
    }

    /// The next item.
    pub fn item(&mut self, item: &impl Serialize) -> String {
        let before = if std::mem::take(&mut self.is_empty) { "" } else { "," };
        format!("{before}\n    {}", pretty(item).replace('\n', "\n    "))
    }

    /// What stands after the items, in a report whose list is empty.
    pub fn tail(&self, report: &impl Serialize) -> String {
        let text = pretty(report);
        let before = if self.is_empty { "" } else { "\n  " };
        format!("{before}{}\n", &text[self.end_of_head(&text)..])
    }

    /// Where items would stand: strings of the report have no line breaks, and so it is no part of one.
    fn end_of_head(&self, text: &str) -> usize {
        let head = format!("\n  \"{}\": [", self.name);
        text.find(&head).map_or(text.len(), |at| at + head.len())
    }
}

fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("results are plain data with keys that are words")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Report {
        schema: u32,
        tests: Vec<Vec<String>>,
        note: String,
    }

    #[test]
    fn what_is_printed_item_by_item_is_the_report() {
        let report = |tests| Report { schema: 1, tests, note: "\n  \"tests\": [".into() };
        for count in 0..3 {
            let items: Vec<Vec<String>> = (0..count).map(|number| vec![format!("a\n{number}")]).collect();
            let mut list = JsonList::new("tests");
            let mut text = list.head(&report(Vec::new()));
            for item in &items {
                text += &list.item(item);
            }
            text += &list.tail(&report(Vec::new()));
            assert_eq!(text, format!("{}\n", pretty(&report(items))));
        }
    }
}
