//! Counts of what was judged.

use serde::{Deserialize, Serialize};

/// Counts of rows and instructions, each once for each target and language, and the time.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Rows of which no program reaches what it must not.
    pub sound: usize,
    /// Rows of which some does.
    pub unsound: usize,
    /// Those of them that are listed as unsound.
    pub known: usize,
    /// Rows that are listed as unsound, and that break other programs than the list says.
    pub not_as_listed: usize,
    /// Targets whose barrier does not order what stands around it, in each language.
    pub barriers: usize,
    /// Those of them that are listed as unsound.
    pub known_barriers: usize,
    /// What is listed as unsound and is not.
    pub no_longer: usize,
    /// Rows that have no code, or whose operation LLVM does not have.
    pub no_code: usize,
    /// Rows that no program uses.
    pub not_judged: usize,
    /// Kinds of operations that tables have no row for, some places of each: nothing is said of programs with them.
    pub without_row: usize,
    /// Those of them that are listed.
    pub known_without_row: usize,
    /// Rows of which it is not known.
    pub unknown: usize,
    /// Instructions, and operands of them, that are needed.
    pub needed: usize,
    /// Instructions, and operands of them, that no program shows to be needed.
    pub not_shown_needed: usize,
    /// Conditions of instructions and operands, whatever the targets and languages.
    pub conditions: usize,
    /// Those of them that omit, for some target and language, what is needed.
    pub omitting_what_is_needed: usize,
    /// Those of them that make no difference, and words that make none in others.
    pub making_no_difference: usize,
    /// Wall seconds of the whole run.
    pub seconds: f64,
}

/// Counts of rows and instructions in a line, with the seconds.
pub(in crate::report) fn summary(summary: &Summary) -> String {
    format!("{}; {:.2} s\n", counts(summary), summary.seconds)
}

/// Counts of rows and instructions.
pub(in crate::report) fn counts(summary: &Summary) -> String {
    let Summary { sound, unsound, barriers, no_code, not_judged, unknown, needed, not_shown_needed, .. } = summary;
    let conditions = match summary {
        Summary { conditions: 0, .. } => String::new(),
        Summary { conditions, omitting_what_is_needed, making_no_difference, .. } => format!(
            "; conditions: {conditions}, {omitting_what_is_needed} omitting what is needed, {making_no_difference} making no difference"
        ),
    };
    let known = |known: usize| if known == 0 { String::new() } else { format!(" ({known} of them known)") };
    let barriers = match barriers {
        0 => String::new(),
        barriers => format!(", {barriers} barriers unsound{}", known(summary.known_barriers)),
    };
    let without_row = match summary.without_row {
        0 => String::new(),
        count => format!(", {count} kinds of operations without a row{}", known(summary.known_without_row)),
    };
    let known = known(summary.known);
    let not_as_listed = match summary.not_as_listed {
        0 => String::new(),
        count => format!(", {count} listed with other programs"),
    };
    let no_longer = match summary.no_longer {
        0 => String::new(),
        count => format!(", {count} listed as unsound and not shown to be"),
    };
    format!(
        "rows by target and language: {sound} sound, {unsound} unsound{known}, {no_code} without code, {not_judged} not judged, {unknown} unknown{without_row}{barriers}{not_as_listed}{no_longer}; \
         instructions: {needed} needed, {not_shown_needed} not shown needed{conditions}"
    )
}
