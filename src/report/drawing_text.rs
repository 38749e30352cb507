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
        let parts: Vec<&str> = if is_long { word.split_inclusive(['(', ':', '-', ',']).collect() } else { vec![word] };
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines are as long as they may be, and long words are broken where that can be read.
    #[test]
    fn text_is_broken_between_words() {
        let text = r#"store atomic i32 1, x syncscope("workgroup") release"#;
        let lines = wrap_text(text, 18);
        assert_eq!(lines, ["store atomic i32", "1, x syncscope(", "\"workgroup\")", "release"]);
        let long = r#"fence release, !mmra {"amdgpu-synchronize-as:local"}"#;
        assert_eq!(wrap_text(long, 17), ["fence release,", "!mmra {\"amdgpu-", "synchronize-as:", "local\"}"]);
        assert_eq!(wrap_text(text, 80), [text]);
        assert_eq!(wrap_text("", 10), Vec::<String>::new());
    }
}
