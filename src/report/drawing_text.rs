//! How text takes room in drawings: all of it is of a font whose characters are equally wide.

/// How wide a character is, by its size: a little more than those of fonts that are common, which have from 0.55 to 0.602.
pub const CHARACTER: f64 = 0.61;
/// How high a line is, by the size of its text.
pub const LINE: f64 = 1.3;

/// Text in lines of so many characters at most, broken between words, and within words that are longer after punctuation; what is longer still stays
/// whole. A no-break space is of its word.
pub fn wrap_text(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split([' ', '\n', '\t']).filter(|word| !word.is_empty()) {
        let is_long = word.chars().count() > columns;
        let parts: Vec<&str> =
            if is_long { word.split_inclusive(['(', ':', '-', ',', '_']).collect() } else { vec![word] };
        for (at, part) in parts.into_iter().enumerate() {
            let space = if at == 0 { " " } else { "" };
            match lines.last_mut() {
                Some(line) if line.chars().count() + space.len() + part.chars().count() <= columns => {
                    *line += space;
                    *line += part;
                }
                Some(_) | None => lines.push(part.to_string()),
            }
        }
    }
    lines
}

/// Names of more characters are cut: no usual name is as long, and a picture of longer ones is too wide to read.
const LONGEST_NAME: usize = 60;
/// So many characters a name has that is cut.
const CUT_NAME: usize = 40;

/// Text whose names are of bearable length: of longer ones the beginning and the end, around `…`.
pub fn with_short_names(text: &str) -> String {
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '+' | '-' | '$' | '@');
    let mut rest = text;
    let mut out = String::new();
    while let Some(start) = rest.find(is_of_name) {
        let end = rest[start..].find(|c| !is_of_name(c)).map_or(rest.len(), |length| start + length);
        out += &rest[..start];
        let name = &rest[start..end];
        out += &if name.chars().count() > LONGEST_NAME { cut(name, CUT_NAME) } else { name.to_string() };
        rest = &rest[end..];
    }
    out + rest
}

/// Text of so many characters at most: of what is longer the beginning and the end, around `…`.
pub fn cut(text: &str, columns: usize) -> String {
    let all: Vec<char> = text.chars().collect();
    if all.len() <= columns {
        return text.to_string();
    }
    let kept = columns.saturating_sub(1);
    let end = kept / 3;
    let (first, last) = (&all[..kept - end], &all[all.len() - end..]);
    first.iter().chain(&['…']).chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Long names are cut wherever they stand, and what is usual stays as it is.
    #[test]
    fn long_names_are_cut() {
        let long = format!("{}z", "a".repeat(299));
        let text = with_short_names(&format!("load i32, {long} = 1"));
        assert_eq!(text, format!("load i32, {}…{}z = 1", "a".repeat(26), "a".repeat(12)));
        let usual = "nv-store-written-back-and-invalidated-without-nv+gfx125x";
        assert_eq!(with_short_names(usual), usual);
        assert_eq!([cut("abcdef", 6), cut("abcdef", 5), cut("é…abc", 2), cut("ab", 0)], ["abcdef", "abc…f", "é…", "…"]);
    }

    /// Lines are as long as they may be, and long words are broken where that can be read.
    #[test]
    fn text_is_broken_between_words() {
        let text = r#"store atomic i32 1, x syncscope("workgroup") release"#;
        let lines = wrap_text(text, 18);
        assert_eq!(lines, ["store atomic i32", "1, x syncscope(", "\"workgroup\")", "release"]);
        let long = r#"fence release, !mmra {"amdgpu-synchronize-as:local"}"#;
        assert_eq!(wrap_text(long, 17), ["fence release,", "!mmra {\"amdgpu-", "synchronize-as:", "local\"}"]);
        assert_eq!(wrap_text("reads another_quite_long_name", 17), ["reads another_", "quite_long_name"]);
        assert_eq!(wrap_text(text, 80), [text]);
        assert_eq!(wrap_text("", 10), Vec::<String>::new());
    }
}
