//! Text in lines that are not too long.

use unicode_width::UnicodeWidthStr;

/// No line is longer, if there is a place to break it.
pub const WIDEST: usize = 100;

/// Longer lines are broken: where the blocks of a Markdown list stand two columns deeper, they are of 100 columns.
pub const COLUMNS: usize = 98;

/// The columns that a text takes in a terminal: wide characters take two.
pub fn columns(text: &str) -> usize {
    text.width()
}

/// How much deeper what continues a line stands.
const DEEPER: &str = "    ";

/// The chunks in lines that are not too long; what continues a line stands deeper. A chunk that is longer than a line by itself is broken between its
/// words.
pub fn wrap(chunks: &[String], indent: &str) -> String {
    let is_too_long = |chunk: &str| columns(indent) + columns(DEEPER) + columns(chunk) > COLUMNS;
    let words = |chunk: &str| match is_too_long(chunk) {
        true => chunk.split(' ').map(String::from).collect(),
        false => vec![chunk.to_string()],
    };
    let words: Vec<String> = chunks.iter().flat_map(|chunk| words(chunk)).collect();
    let next = format!("{indent}{DEEPER}");
    let lines = filled(words.iter().map(String::as_str), COLUMNS, (indent, &next));
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Chunks in lines of so many columns at most, as far as a chunk is not longer by itself; with what the first line begins with, and each after it.
fn filled<'a>(chunks: impl Iterator<Item = &'a str>, most: usize, (first, next): (&str, &str)) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for chunk in chunks {
        match lines.last_mut() {
            None => lines.push(format!("{first}{chunk}")),
            Some(line) if columns(line) + 1 + columns(chunk) <= most => *line += &format!(" {chunk}"),
            Some(_) => lines.push(format!("{next}{chunk}")),
        }
    }
    lines
}

/// A line whose words, after those that an alignment begins it with, may be continued in a deeper one.
pub fn wrap_words(text: &str, indent: &str) -> String {
    let full = format!("{indent}{text}");
    if columns(&full) <= COLUMNS {
        return format!("{full}\n");
    }
    // Spaces that align columns stay in their chunk.
    let mut chunks: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match chunks.last_mut() {
            Some(last) if word.is_empty() || last.ends_with(' ') || last.is_empty() => {
                last.push(' ');
                last.push_str(word);
            }
            Some(_) | None => chunks.push(word.to_string()),
        }
    }
    wrap(&chunks, indent)
}

/// Words in lines of so many columns at most, as far as a word is not longer by itself.
pub fn words_within(text: &str, most: usize) -> Vec<String> {
    filled(text.split(' '), most, ("", ""))
}

/// The text with each line that is too long broken between its words; what continues it stands deeper.
pub fn narrowed(text: &str) -> String {
    let line = |line: &str| {
        let words = line.trim_start_matches(' ');
        wrap_words(words, &line[..line.len() - words.len()])
    };
    text.lines().map(line).collect()
}

/// Counts, and the seconds that they took, as [`wrap_words_with_time`] breaks them.
pub fn narrowed_counts(counts: &str, seconds: f64) -> String {
    wrap_words_with_time(counts, &format!("({seconds:.2} s)"))
}

/// The columns that times may take.
const COLUMNS_OF_TIMES: usize = 15;

/// A line as [`wrap_words`] breaks it, with a time after it: where lines are broken does not depend on how long something took.
pub fn wrap_words_with_time(text: &str, time: &str) -> String {
    let lines = wrap_words(text.trim_end(), "");
    let lines = lines.trim_end();
    let last = lines.lines().last().unwrap_or_default();
    let between = if leaves_room_for_time(last) { "  " } else { "\n    " };
    format!("{lines}{between}{time}\n")
}

/// Whether a time fits behind a line.
pub fn leaves_room_for_time(line: &str) -> bool {
    columns(line) + COLUMNS_OF_TIMES <= COLUMNS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        let text = "P0 7   word ".to_string() + &"word ".repeat(30);
        let lines = wrap_words(text.trim_end(), "  ");
        assert!(lines.lines().count() == 2 && lines.lines().all(|line| line.chars().count() <= COLUMNS), "{lines}");
        assert!(lines.starts_with("  P0 7   word word"));
        assert_eq!(lines.split_whitespace().filter(|&word| word == "word").count(), 31);
        assert_eq!(wrap_words("short  line", " "), " short  line\n");
        assert_eq!(words_within("one  two three", 8), ["one  two", "three"]);
        let chunks = [text.trim_end(), "end"].map(String::from);
        assert!(wrap(&chunks, "  ").lines().all(|line| line.chars().count() <= COLUMNS));
        assert_eq!(wrap_words_with_time("short", "(1.0 ms)"), "short  (1.0 ms)\n");
        let long = "word ".repeat(18);
        assert_eq!(wrap_words_with_time(&long, "(1.0 ms)"), format!("{}\n    (1.0 ms)\n", long.trim_end()));
    }
}
