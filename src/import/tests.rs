use super::reader::Reader;
use super::sentence;
use super::words::{explains, sentences, tokens};
use crate::load;
use crate::syntax::source::{Source, Span};
use crate::syntax::table::ast::{Content, File};
use std::path::Path;

/// Every kind of sentence, with what it is read as.
#[test]
fn kinds_of_sentences() {
    let source = Source::new("sentences.txt", include_str!("../../tests/sentences.txt"));
    let mut out = String::new();
    let mut start = 0;
    for line in source.text.lines() {
        out += &format!("{line}\n");
        let span = Span::new(start, start + line.len());
        start += line.len() + 1;
        for sentence in sentences(&tokens(&source, &[span])) {
            out += &match explains(&source, &sentence) {
                true => "  an explanation\n".to_string(),
                false => match sentence::parse(&source, &sentence) {
                    Ok(parsed) => format!("  {parsed:?}\n"),
                    Err(error) => format!("  not understood: {}: {}\n", error.label, error.help.unwrap_or_default()),
                },
            };
        }
    }
    insta::with_settings!({ filters => vec![(r"Span \{ start: \d+, end: \d+ \}", "…")] }, {
        insta::assert_snapshot!(out);
    });
}

fn fixture(name: &str) -> std::sync::Arc<Source> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name);
    load::read_document(&path).expect("the fixture is there")
}

/// The text of a table without lines.
fn without_lines(file: &File) -> String {
    let text = crate::syntax::table::print(file);
    let words = text.split(' ').map(|word| match word.split_once('@') {
        Some((before, after)) => format!("{before}@{}", after.trim_start_matches(|c: char| c.is_ascii_digit())),
        None => word.to_string(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn both_forms_of_document_say_the_same() {
    let texts = ["small.md", "small.rst"].map(|name| {
        let imported = super::import(&fixture(name), "small", "mine").expect("it is well formed");
        let Content::Table(table) = &imported.files[0].1.content else { panic!("constraints") };
        assert_eq!(table.rows.len(), 3);
        without_lines(&imported.files[0].1)
    });
    assert_eq!(texts[0], texts[1]);
    insta::assert_snapshot!(texts[0]);
}

/// A document that ends anywhere is refused or read, but never panics; so is one with a line missing.
#[test]
fn documents_cut_anywhere_are_refused() {
    for name in ["small.md", "small.rst"] {
        let text = fixture(name).text.clone();
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            let _ = super::import(&Source::new(name, &text[..end]), "small", "mine");
        }
        let lines: Vec<&str> = text.lines().collect();
        for missing in 0..lines.len() {
            let rest: Vec<&str> =
                lines.iter().enumerate().filter(|(at, _)| *at != missing).map(|(_, line)| *line).collect();
            let _ = super::import(&Source::new(name, rest.join("\n")), "small", "mine");
        }
    }
}

#[test]
fn a_misspelt_instruction_is_a_flaw() {
    let source = fixture("small.md");
    let mut reader = Reader::new(&source, "gfx12", None);
    assert_eq!(reader.instruction("s_wait_sampleecnt", Span::default()).expect("it is near"), "s_wait_samplecnt");
    assert_eq!(reader.flaws.len(), 1);
    assert!(reader.instruction("flush_everything", Span::default()).is_err());
}
