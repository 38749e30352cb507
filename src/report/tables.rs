//! What tables of code sequences mean, and how they differ, as text.

use similar::{ChangeTag, TextDiff};
use std::collections::BTreeSet;

/// Operations whose code is the same, or is changed alike by two tables.
#[derive(Clone, Debug)]
pub struct OperationsReport {
    /// The operation with its ordering: `store atomic release`.
    pub operation: String,
    /// The scopes, spaces, modes and flags, as products: in each, one set of values a dimension, and every combination is meant.
    pub places: Vec<Vec<BTreeSet<String>>>,
    /// The lines of the code by the first table; equal to `after` where only one table is shown.
    pub before: Vec<String>,
    /// The lines of the code by the second table.
    pub after: Vec<String>,
}

/// The differences between two tables: for each, what it is about and the code with `-` and `+`.
pub fn changes(changes: &[OperationsReport]) -> String {
    let mut out = String::new();
    let mut title = "";
    for change in changes {
        if change.operation != title {
            out += &format!("{}\n", change.operation);
            title = &change.operation;
        }
        out += &places(&change.places);
        let (before, after) = (lines(&change.before), lines(&change.after));
        for line in TextDiff::from_lines(&before, &after).iter_all_changes() {
            let sign = match line.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            out += &format!("    {sign} {line}");
        }
    }
    out
}

/// The code of operations, grouped by what it is.
pub fn groups(groups: &[OperationsReport]) -> String {
    let group = |group: &OperationsReport| {
        let code: String = group.after.iter().map(|line| format!("    {line}\n")).collect();
        format!("{}\n{}{code}", group.operation, places(&group.places))
    };
    groups.iter().map(group).collect()
}

fn lines(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn places(places: &[Vec<BTreeSet<String>>]) -> String {
    let values = |values: &BTreeSet<String>| values.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    let line = |place: &Vec<BTreeSet<String>>| {
        let parts: Vec<String> = place.iter().map(values).filter(|text| !text.is_empty()).collect();
        format!("  {}\n", parts.join(" | "))
    };
    places.iter().map(line).collect()
}
