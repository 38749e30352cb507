//! Machine IR after the memory legalizer that is kept in `tests/compiled` is judged, without a compiler, and compared with the assembly beside it.
//! `scripts/compiled-fixtures.sh` writes the files.

#[path = "changed/judged.rs"]
mod judged;

use gfx_litmus::compiler::{Processor, is_machine_ir, parse_machine_ir};
use gfx_litmus::load;
use gfx_litmus::report::diagnostic::render;
use gfx_litmus::syntax::source::Source;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// The files of a kind that are kept, with their processors and tests.
fn fixtures(extension: &str) -> Vec<(PathBuf, String, String)> {
    let files = walkdir::WalkDir::new("tests/compiled").sort_by_file_name().into_iter();
    let files = files.map(|entry| entry.expect("the folder can be read").into_path());
    let files = files.filter(|path| path.extension().is_some_and(|end| end == extension));
    let processor = |path: &Path| path.iter().nth(3).expect("version, processor, test").to_string_lossy().into_owned();
    let name = |path: &Path| path.file_stem().expect("a file").to_string_lossy().into_owned();
    files.map(|path| (path.clone(), processor(&path), name(&path))).collect()
}

fn text(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).expect("a file that is kept")
}

/// The test of the corpus, or the module, that has a name.
fn test(name: &str) -> Arc<Source> {
    let module = Path::new("tests/given").join(format!("{name}.ll"));
    if module.exists() {
        return load::read(&module).expect("a module");
    }
    let mut files =
        walkdir::WalkDir::new("litmus").into_iter().filter_map(Result::ok).map(walkdir::DirEntry::into_path);
    let path = files.find(|path| path.file_name().is_some_and(|file| file == format!("{name}.litmus").as_str()));
    load::read(&path.expect("a test of the corpus")).expect("a test")
}

/// What code for a test of the corpus is worth on a processor.
fn told(name: &str, processor: &str, code: &str) -> String {
    judged::told(&judged::on_one(&test(name), processor, Source::new(format!("{name}.mir"), code)))
}

#[test]
fn verdicts_of_machine_ir() {
    let mut rows: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for (path, processor, test) in fixtures("mir") {
        let verdict = told(&test, &processor, &text(&path));
        let version = path.iter().nth(2).expect("a version").to_string_lossy().into_owned();
        rows.entry((test, verdict)).or_default().push(format!("{processor} of {version}"));
    }
    let rows =
        rows.into_iter().map(|((test, verdict), on)| format!("{test}\n  {verdict}\n    {}\n", on.join("\n    ")));
    insta::assert_snapshot!(rows.collect::<String>());
}

/// What the memory model needs is there before later passes leave out what nothing is outstanding for: machine IR is worth what the assembly is that they make of it.
#[test]
fn machine_ir_is_worth_what_assembly_is() {
    let mut compared = 0;
    for (path, processor, test) in fixtures("mir") {
        let assembly = told(&test, &processor, &text(path.with_extension("s")));
        let machine = told(&test, &processor, &text(&path));
        let word = |verdict: &str| verdict.split(':').next().unwrap_or_default().to_string();
        assert_eq!(word(&machine), word(&assembly), "{}: {machine}; {assembly}", path.display());
        compared += 1;
    }
    assert!(compared >= 40);
}

/// As of assembly: LLVM 14 to 16 invalidate the L0 before the L1 on gfx10 and gfx11, and up to 19 a release of workgroup scope in CU mode waits for no vector memory.
#[test]
fn what_assembly_is_unsound_for_is_found_before() {
    let verdict = |version: &str, processor: &str, test: &str| {
        told(test, processor, &text(format!("tests/compiled/{version}/{processor}/{test}.mir")))
    };
    assert_eq!(verdict("14.0.6", "gfx1030,cu", "MP+fences+agent"), "unsound");
    assert_eq!(verdict("19.1.7", "gfx1100,cu", "MP+fences+agent"), "sound");
    assert_eq!(verdict("22.1.8", "gfx1100,cu", "MP+fences+agent"), "sound");
    assert_eq!(verdict("14.0.6", "gfx1030,cu", "ISA2+wg-ag"), "unsound");
    assert_eq!(verdict("19.1.7", "gfx1100,cu", "ISA2+wg-ag"), "unsound");
    assert_eq!(verdict("22.1.8", "gfx1100,cu", "ISA2+wg-ag"), "sound");
}

/// Without a wait or cache operation that is needed, message passing is unsound. A wait for a load whose result is read is put in by a later pass if it is not there, so that it
/// is needed only where nothing reads what was loaded.
#[test]
fn a_deleted_instruction_is_found() {
    let mut found = Vec::new();
    for (processor, test) in
        [("gfx1100,cu", "MP+fences+agent"), ("gfx942,notgsplit", "MP+fences+agent"), ("gfx1250", "MP+cmpxchg-flag")]
    {
        let text = text(format!("tests/compiled/22.1.8/{processor}/{test}.mir"));
        let lines: Vec<&str> = text.lines().collect();
        let is_order = |line: &str| {
            ["S_WAIT", "BUFFER_GL", "BUFFER_INV", "BUFFER_WB", "GLOBAL_INV", "GLOBAL_WB"]
                .iter()
                .any(|begin| line.trim().starts_with(begin))
        };
        for (number, line) in lines.iter().enumerate().filter(|(_, line)| is_order(line)) {
            let without: Vec<&str> =
                lines.iter().enumerate().filter(|(at, _)| *at != number).map(|(_, line)| *line).collect();
            let verdict = told(test, processor, &(without.join("\n") + "\n"));
            found.push(format!("{processor}, line {}: {}: {verdict}", number + 1, line.trim()));
        }
    }
    insta::assert_snapshot!(found.join("\n"));
}

/// A wait that a later pass puts in for a result is no more than that: with both waits of the release left out, and a load whose result is read between the accesses, the store is not waited
/// for.
#[test]
fn waits_for_results_are_no_more_than_that() {
    let whole = text("tests/compiled/22.1.8/gfx1100,cu/MP+fences+agent.mir");
    let own = |line: &str| line.trim().starts_with("S_WAITCNT");
    let without =
        |text: &str| text.lines().filter(|line| !own(line)).map(|line| format!("{line}\n")).collect::<String>();
    // The acquire's waits are those for its load, whose result is compared: only the release is broken.
    let (p0, p1) = whole.split_once("name:            P1").expect("two functions");
    let acquire_without = format!("{p0}name:            P1{}", without(p1));
    assert_eq!(told("MP+fences+agent", "gfx1100,cu", &acquire_without), "sound");
    let release_without = format!("{}name:            P1{p1}", without(p0));
    assert_eq!(told("MP+fences+agent", "gfx1100,cu", &release_without), "unsound");
}

/// Machine IR that ends early is an error wherever it ends, and never sound.
#[test]
fn truncated_machine_ir_is_refused() {
    let text = text("tests/compiled/22.1.8/gfx942,notgsplit/MP+fences+agent.mir");
    let whole = text.trim_end();
    for (end, _) in whole.match_indices('\n') {
        let verdict = told("MP+fences+agent", "gfx942", &whole[..end]);
        assert!(verdict.starts_with("error: "), "{verdict}: {}", &whole[..end]);
    }
}

/// Whatever is put in, there is a verdict or an error: nothing panics, and what is not understood is not sound.
#[test]
fn changed_machine_ir_is_judged_or_refused() {
    let text = text("tests/compiled/22.1.8/gfx1200,wgp/MP+cmpxchg-flag.mir");
    let lines: Vec<&str> = text.lines().collect();
    let body = lines.iter().rposition(|line| line.starts_with("body:")).expect("a body");
    let is_code = |line: &&str| {
        line.starts_with("    ") && line.trim().starts_with(|c: char| c == '$' || c.is_ascii_uppercase() || c == 'r')
    };
    for number in (body..lines.len()).filter(|&number| is_code(&lines[number])) {
        for strange in [
            "    FROBNICATE $vgpr0",
            "    $sgpr0_sgpr1 = SI_CALL $sgpr0_sgpr1, @P0, implicit $vgpr0",
            "    $vgpr0 = GLOBAL_LOAD_DWORD $vgpr0_vgpr1, 0, 4096, implicit $exec :: (load (s32))",
            "    $vgpr0 = GLOBAL_LOAD_DWORD $vgpr0_vgpr1, 0, 0, 1, implicit $exec :: (load (s32))",
            "    $vgpr0_lo16 = GLOBAL_LOAD_UBYTE_D16_t16 $vgpr0_vgpr1, 0, 0, implicit $exec :: (load (s8))",
            "    $vgpr0 = COPY $vgpr1",
            "    V_MOV_B32_e32 0, implicit-def $exec, implicit $exec",
            "    INLINEASM &\"s_nop 0\", 1 /* sideeffect attdialect */",
        ] {
            let mut changed = lines.clone();
            changed[number] = strange;
            let verdict = told("MP+cmpxchg-flag", "gfx1200,wgp", &(changed.join("\n") + "\n"));
            assert!(verdict.starts_with("unknown: not modelled"), "{strange} for {}: {verdict}", lines[number]);
        }
        for broken in [
            "    %!",
            "    S_BRANCH %bb.77",
            "    INLINEASM &\"; litmus:keep r0 $0\", 1",
            "bb.0:",
            "    bb.0.again:",
            "---",
        ] {
            let mut changed = lines.clone();
            changed[number] = broken;
            let verdict = told("MP+cmpxchg-flag", "gfx1200,wgp", &(changed.join("\n") + "\n"));
            assert!(verdict.starts_with("error: "), "{broken} for {}: {verdict}", lines[number]);
        }
    }
}

#[test]
fn what_is_no_machine_ir_is_refused_with_its_place() {
    let processor = Processor::parse("gfx1100").expect("a processor");
    let refused = |text: &str| match parse_machine_ir(&Source::new("t.mir", text), processor.configuration.target) {
        Ok(_) => "accepted".to_string(),
        Err(error) => render(&error, false),
    };
    let in_body = |line: &str| refused(&format!("---\nname: P0\nbody: |\n  bb.0:\n{line}\n...\n"));
    insta::assert_snapshot!(
        [
            refused(""),
            refused("body: |\n"),
            refused("---\nname: P0\n...\n"),
            refused("---\nname: P0\nbody: |\n  bb.0:\n    S_ENDPGM 0\n"),
            refused("---\nbody: |\n  bb.0:\n    S_ENDPGM 0\n...\n"),
            refused("--- |\n  target triple = \"x86_64-pc-linux-gnu\"\n...\n"),
            refused("--- |\n---\n"),
            in_body("    S_BRANCH %bb.1"),
            in_body("    successors: %bb.1(0x40000000)"),
            in_body("    %%"),
            in_body("    INLINEASM &\"; litmus:keep r0 $0\", 1, 1245193, %0"),
            in_body("  bb.0.again:"),
            in_body("S_ENDPGM 0"),
            in_body("    BUNDLE implicit $exec {\n      S_NOP 0"),
            in_body("    BUNDLE {\n    BUNDLE {\n    }"),
            in_body("    BUNDLE {\n  bb.1:\n    }"),
            in_body("    }"),
            refused("---\nname: P0\nbody: |\n    S_ENDPGM 0\n...\n"),
            in_body("    S_ENDPGM 0"),
            in_body("    S_ENDPGM 0\n...\n---\nname: P0\nbody: |\n  bb.0:\n    S_ENDPGM 0"),
        ]
        .join("\n")
    );
}

/// A file says by its contents which language it is in, and by its attributes what it is for.
#[test]
fn machine_ir_of_another_processor_is_refused() {
    let path = "tests/compiled/22.1.8/gfx1100,cu/MP+fences+agent.mir";
    let text = text(path);
    assert!(is_machine_ir(&text) && is_machine_ir(&format!("# RUN: llc\n\n{text}")));
    assert!(!is_machine_ir(&std::fs::read_to_string(Path::new(path).with_extension("s")).expect("assembly")));
    let told = |processor: &str, text: &str| told("MP+fences+agent", processor, text);
    insta::assert_snapshot!(
        [
            told("gfx1200", &text),
            told("gfx1100,wgp", &text),
            told("gfx1100,cu", &text.replace("P1", "Q1")),
            told("gfx1100,cu", &text.replace("litmus:keep r0", "litmus:keep r7")),
            // Without attributes it is for what is asked.
            told("gfx1100,cu", &text.replace("attributes ", "; ")),
        ]
        .join("\n")
    );
}

#[test]
fn a_file_of_machine_ir_is_judged() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_litmus"));
    command.args([
        "llvm",
        "check",
        "litmus/message-passing/MP+fences+agent.litmus",
        "--target",
        "gfx1030,cu",
        "--no-color",
    ]);
    let output = command.args(["--assembly", "tests/compiled/14.0.6/gfx1030,cu/MP+fences+agent.mir"]).output();
    let output = output.expect("the program runs");
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout);
    insta::assert_snapshot!(
        text.lines().filter(|line| !line.trim_end().ends_with(" s")).collect::<Vec<_>>().join("\n")
    );
}
