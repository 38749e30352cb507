//! The commands of `docs/from-herd7.md` print what stands there, about the files that stand there.

use std::path::Path;
use std::process::Command;

/// A block of the page: what follows the language of its first line, and its lines.
struct Block<'t> {
    file: Option<&'t str>,
    lines: Vec<&'t str>,
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let (mut blocks, mut open): (Vec<Block<'_>>, Option<Block<'_>>) = (Vec::new(), None);
    for line in text.lines() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(info), None) => {
                open = Some(Block { file: info.split_once(' ').map(|(_, file)| file), lines: Vec::new() });
            }
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some(mut block)) => {
                block.lines.push(line);
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block without an end");
    blocks
}

/// Lines with every number before a unit of time as `T`.
fn without_times(text: &str) -> String {
    let is_unit = |word: &str| matches!(word.trim_end_matches([')', ',', ';']), "ms" | "s");
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let shown = words.iter().enumerate().map(|(at, word)| match words.get(at + 1) {
            Some(next) if is_unit(next) && word.contains(|c: char| c.is_ascii_digit()) => "T",
            Some(_) | None => word,
        });
        shown.collect::<Vec<_>>().join(" ")
    };
    text.trim_end().lines().map(|text| line(text) + "\n").collect()
}

/// What a command prints, and that it exits with the code that it says: `$ litmus … # exit code 2`, or 0.
fn printed(command: &str, folder: &Path) -> String {
    let (arguments, code) = command.split_once(" # exit code ").unwrap_or((command, "0"));
    let mut litmus = Command::new(env!("CARGO_BIN_EXE_litmus"));
    let output = litmus.args(arguments.split_whitespace()).current_dir(folder).output().expect("litmus starts");
    let text = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat();
    assert_eq!(output.status.code().map(|code| code.to_string()).as_deref(), Some(code), "{command}: {text}");
    without_times(&text)
}

#[test]
fn commands_of_the_page_print_what_stands_there() {
    let page = std::fs::read_to_string("docs/from-herd7.md").expect("the page");
    let folder = tempfile::tempdir().expect("a folder");
    let mut commands = 0;
    for block in blocks(&page) {
        if let Some(file) = block.file {
            std::fs::write(folder.path().join(file), block.lines.join("\n") + "\n").expect("writable");
            continue;
        }
        let text = block.lines.join("\n");
        for command in text.split("$ litmus ").skip(1) {
            let (command, expected) = command.split_once('\n').unwrap_or((command, ""));
            assert_eq!(printed(command, folder.path()), without_times(expected), "litmus {command}");
            commands += 1;
        }
    }
    assert!(commands > 8, "{commands} commands");
}
