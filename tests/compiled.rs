//! Compiler output that is kept in `tests/compiled`, and unoptimized in `tests/unoptimized`, is judged, without a compiler; where one of the same version is found, it has to write the
//! same again. `scripts/compiled-fixtures.sh` writes the files.

#[path = "changed/accesses.rs"]
mod accesses;
#[path = "changed/judged.rs"]
mod judged;
#[path = "changed/lines.rs"]
mod lines;
#[path = "changed/registers.rs"]
mod registers;
#[path = "changed/unoptimized.rs"]
mod unoptimized;

use gfx_litmus::allowance::Allowance;
use gfx_litmus::compiler::{Emitted, Llc, Optimization, Pointers, Processor, Release, emit, ir, parse};
use gfx_litmus::conform;
use gfx_litmus::foreign;
use gfx_litmus::load;
use gfx_litmus::lowering::Library;
use gfx_litmus::refine::Verdict;
use gfx_litmus::report::diagnostic::render;
use gfx_litmus::syntax::source::Source;
use gfx_litmus::targets::TargetConfiguration;
use itertools::Itertools;
use judged::told;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

/// What a compiler may take to say what it is.
const PATIENCE: Allowance = Allowance { timeout: Duration::from_secs(60), stop: None };

/// A file of compiler output: version, processor with its mode, test.
struct Fixture {
    version: String,
    processor: String,
    test: String,
    path: PathBuf,
}

fn fixtures() -> Vec<Fixture> {
    fixtures_of("tests/compiled")
}

fn fixtures_of(folder: &str) -> Vec<Fixture> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter();
    let files = files.map(|entry| entry.expect("the folder can be read").into_path());
    let name = |path: &Path, level: usize| {
        let part = path.iter().nth(level).expect("version, processor, test");
        part.to_string_lossy().into_owned()
    };
    let fixture = |path: PathBuf| Fixture {
        version: name(&path, 2),
        processor: name(&path, 3),
        test: name(&path, 4).trim_end_matches(".s").to_string(),
        path,
    };
    files.filter(|path| path.extension().is_some_and(|end| end == "s")).map(fixture).collect()
}

impl Fixture {
    fn release(&self) -> u32 {
        self.version.split('.').next().and_then(|major| major.parse().ok()).expect("a version of LLVM")
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.path).expect("a file of assembly")
    }

    /// What the file is worth, or the errors about it.
    fn verdict(&self) -> Result<Verdict, Vec<String>> {
        judged(&self.test, &self.processor, &self.text())
    }
}

/// The module, or the test of the corpus, that has a name.
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

/// What assembly for a test and a processor is worth, or the errors about it.
fn judged(name: &str, processor: &str, assembly: &str) -> Result<Verdict, Vec<String>> {
    judged_as(&test(name), processor, assembly)
}

fn judged_as(test: &Arc<Source>, processor: &str, assembly: &str) -> Result<Verdict, Vec<String>> {
    judged::on_one(test, processor, code_of(test, assembly))
}

/// Assembly by the name of its test.
fn code_of(test: &Arc<Source>, assembly: &str) -> Arc<Source> {
    let name = Path::new(&test.name).file_stem().expect("a file").to_string_lossy();
    Source::new(format!("{name}.s"), assembly)
}

#[test]
fn verdicts_of_what_compilers_emit() {
    let mut rows: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    for fixture in fixtures() {
        let verdict = told(&fixture.verdict());
        let column = format!("{} of {}", fixture.processor, fixture.version);
        rows.entry((fixture.test, verdict)).or_default().push(column);
    }
    let rows =
        rows.into_iter().map(|((test, verdict), on)| format!("{test}\n  {verdict}\n    {}\n", on.join("\n    ")));
    insta::assert_snapshot!(rows.collect::<String>());
}

/// LLVM 14 to 16 invalidate the L0 before the L1 on gfx10 and gfx11: in between the L0 may be filled again from an old line of the L1.
#[test]
fn the_inner_cache_invalidated_first_is_unsound() {
    let all = fixtures();
    let meant = all.iter().filter(|fixture| fixture.test == "MP+fences+agent" && fixture.processor.starts_with("gfx1"));
    let meant: Vec<_> = meant.filter(|fixture| fixture.text().contains("buffer_gl1_inv")).collect();
    assert!(meant.len() >= 6);
    for fixture in meant {
        let expected = if fixture.release() <= 16 { "unsound" } else { "sound" };
        assert_eq!(told(&fixture.verdict()), expected, "{}", fixture.path.display());
    }
}

/// Up to LLVM 19 a release of workgroup scope waits for no vector memory in CU mode, and a later release of agent scope by another wave of the
/// workgroup leaves what it stored behind; LLVM 22 waits.
#[test]
fn a_workgroup_release_in_cu_mode_before_an_agent_release() {
    let all = fixtures();
    let of_families =
        |fixture: &&Fixture| ["gfx10", "gfx11"].iter().any(|family| fixture.processor.starts_with(family));
    let meant = all.iter().filter(of_families).filter(|fixture| fixture.processor.ends_with(",cu"));
    let meant: Vec<_> = meant.filter(|fixture| fixture.test == "ISA2+wg-ag").collect();
    assert!(meant.len() >= 5);
    for fixture in meant {
        let expected = if fixture.release() <= 19 { "unsound" } else { "sound" };
        assert_eq!(told(&fixture.verdict()), expected, "{}", fixture.path.display());
    }
}

/// Code of one thread that leaves something in `v3`, for a test that leaves something in `r1`.
fn left(value: &str, code: &[&str]) -> (Arc<Source>, String) {
    let test = format!(
        "litmus computed\nmemory {{\n  global x: i32 = 33\n}}\nthread P0 @ agent 0, workgroup 0 {{\n  r0 = load i32, x\n  r1 = {value}\n}}\nforall (P0:r1 = 0)\n"
    );
    let begin = ["s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)", "global_load_dword v2, v[0:1], off", "s_waitcnt vmcnt(0)"];
    let end = ["; litmus:keep r0 v2", "; litmus:keep r1 v3", "s_setpc_b64 s[30:31]"];
    let lines = begin.iter().chain(code).chain(&end).map(|line| format!("\t{line}\n")).collect::<String>();
    let head = "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx942\"\n\t.text\n\t.type P0,@function\nP0:\n";
    let tail = ".Lfunc_end0:\n\t.size P0, .Lfunc_end0-P0\n\t.amdgpu_metadata\n---\n...\n\t.end_amdgpu_metadata\n";
    (Source::new("computed.litmus", test), format!("{head}{lines}{tail}"))
}

/// A shift is by the low five bits, so that 1 shifted by 33 is 2, and 0 in tests; numbers of 16 bits have a sign.
#[test]
fn shifts_and_short_numbers_are_those_of_hardware() {
    let verdict = |value: &str, code: &[&str]| {
        let (test, assembly) = left(value, code);
        told(&judged_as(&test, "gfx942", &assembly))
    };
    let shift = ["v_lshlrev_b32_e64 v3, v2, 1"];
    assert!(verdict("1 shl r0", &shift).starts_with("unsound"));
    assert_eq!(verdict("1 shl (r0 & 31)", &shift), "sound");
    assert_eq!(verdict("1 shl 1", &["v_lshlrev_b32_e64 v3, 33, 1"]), "sound");
    for (value, op) in [("lshr", "v_lshrrev_b32_e64"), ("ashr", "v_ashrrev_i32_e64")] {
        let code = format!("{op} v3, v2, 1");
        assert_eq!(verdict(&format!("1 {value} (r0 & 31)"), &[&code]), "sound");
        // 1 by one place is 0, as by 33.
        assert_eq!(verdict(&format!("1 {value} r0"), &[&code]), "sound");
        let code = format!("{op} v3, v2, 2");
        assert!(verdict(&format!("2 {value} r0"), &[&code]).starts_with("unsound"));
    }
    for number in ["0xff38", "65336", "-200"] {
        let code = [&*format!("s_movk_i32 s0, {number}"), "v_mov_b32_e32 v3, s0"];
        assert_eq!(verdict("(r0 & 0) - 200", &code), "sound");
        assert!(verdict("(r0 & 0) + 65336", &code).starts_with("unsound"));
    }
    let beyond = verdict("r0", &["s_movk_i32 s0, 0x1ff38", "v_mov_b32_e32 v3, s0"]);
    assert!(beyond.contains("`130872` has more than 16 bits"), "{beyond}");
    let select = ["v_cmp_gt_u32_e32 vcc, 32, v2", "v_lshlrev_b32_e64 v4, v2, 1", "v_cndmask_b32_e32 v3, 0, v4, vcc"];
    assert_eq!(verdict("1 shl r0", &select), "sound");
}

/// A store of the upper half of a register leaves the lower one out.
#[test]
fn upper_halves_of_registers_are_stored() {
    let (_, assembly) = left("r0", &[]);
    let test = "litmus half\nmemory {\n  global x: i16 = 0\n}\nthread P0 @ agent 0, workgroup 0 {\n  store i16 7, x\n}\nforall (x = 7)\n";
    let (head, tail) = (assembly.split("\tglobal_load").next(), assembly.split("r1 v3\n").last());
    let (head, tail) = (head.expect("a head"), tail.expect("a tail"));
    let verdict = |held: &str, store: &str| {
        let code = format!("\tv_mov_b32_e32 v2, {held}\n\t{store} v[0:1], v2, off\n\ts_waitcnt vmcnt(0)\n");
        told(&judged_as(&Source::new("half.litmus", test), "gfx942", &format!("{head}{code}{tail}")))
    };
    assert_eq!(verdict("0x70009", "global_store_short_d16_hi"), "sound");
    assert_eq!(verdict("0x90007", "global_store_short_d16_hi"), "unsound");
    assert_eq!(verdict("0x90007", "global_store_short"), "sound");
}

/// An access of flat memory on gfx1250 may add a scalar register to its address, which has to be 0 or the pointer.
#[test]
fn flat_accesses_with_a_scalar_base_are_read() {
    let (test, assembly) = left("r0", &["v_mov_b32_e32 v3, v2"]);
    let to_scalar = "v_readfirstlane_b32 s0, v0\n\tv_readfirstlane_b32 s1, v1\n\tv_mov_b32_e32 v4, 0";
    let with = |load: &str| {
        let text = assembly.replace("gfx942", "gfx1250").replace("s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)", to_scalar);
        let text = text.replace("global_load_dword v2, v[0:1], off", load);
        let text =
            text.replace("s_waitcnt vmcnt(0)", "s_wait_loadcnt_dscnt 0x0").replace("s_setpc_b64", "s_set_pc_i64");
        told(&judged_as(&test, "gfx1250", &text))
    };
    assert_eq!(with("flat_load_b32 v2, v4, s[0:1]"), "sound");
    for other in ["flat_load_b32 v2, v5, s[0:1]", "flat_load_b32 v2, v4", "flat_load_b32 v2, v4, s[0:1] offset:4"] {
        let verdict = with(other);
        assert!(verdict.starts_with("unknown: not modelled"), "{other}: {verdict}");
    }
}

/// A shift by what a register holds is poison in the IR from the width on, and 0 or the sign in tests.
#[test]
fn shifts_are_emitted_without_poison() {
    let emitted = |value: &str| {
        let (source, _) = left(value, &[]);
        let program = load::program(&source).expect("a test");
        let how = Emitted { release: Release(22), attribute: None, pointers: Pointers::Divergent };
        let text = emit(&program, &how).unwrap_or_else(|why| why.message);
        text.lines().filter(|line| [" icmp ", " select ", "shl ", "shr "].iter().any(|op| line.contains(op))).join("\n")
    };
    let all = ["1 shl r0", "r0 lshr r0", "r0 ashr r0", "r0 shl 31", "r0 shl 32", "zext(r0, i64) ashr 64"];
    insta::assert_snapshot!(all.map(|value| format!("{value}\n{}\n", emitted(value))).concat());
}

/// What is wrong with one column loses no others.
#[test]
fn an_error_of_one_column_is_of_that_column() {
    let text = std::fs::read_to_string("tests/compiled/22.1.8/gfx942,notgsplit/MP+fences+agent.s").expect("assembly");
    let test = test("MP+fences+agent");
    let judged = judged::on(&test, &["gfx1100,cu", "gfx942", "gfx906"], code_of(&test, &text));
    let (verdicts, errors) = judged.expect("a test");
    let told: Vec<String> = verdicts.into_iter().map(|verdict| told(&Ok(verdict))).collect();
    insta::assert_snapshot!([told, errors].concat().join("\n"));
}

#[test]
fn assembly_that_is_not_the_tests_is_refused() {
    let text = std::fs::read_to_string("tests/compiled/22.1.8/gfx942,notgsplit/MP+fences+agent.s").expect("assembly");
    let refused = |name: &str, processor: &str, text: &str| told(&judged(name, processor, text));
    insta::assert_snapshot!(
        [
            refused("MP+fences+agent", "gfx1100", &text),
            refused("MP+fences+agent", "gfx942", "main:\n\tpushq %rbp\n"),
            refused("MP+fences+agent", "gfx942", &text.replace("P1", "Q1")),
            refused("MP+fences+agent", "gfx942", &text.replace("litmus:keep", "litmus:forget")),
            refused("MP+fences+agent", "gfx942", &text.replace("off sc1", "off offset:4 sc1")),
            refused("MP+fences+agent", "gfx942", &text.replace("off sc1", "off sc2")),
        ]
        .join("\n")
    );
}

#[test]
fn what_is_no_assembly_is_refused_with_its_place() {
    let head = "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx90a:xnack-\"\n\t.type P0,@function\nP0: ; @P0\n";
    let end = "\t.size P0, .Lfunc_end0-P0\n";
    let tail = format!("{end}\t.amdgpu_metadata\n---\n...\n\t.end_amdgpu_metadata\n");
    let refused = |text: &str| match parse(&Source::new("t.s", text)) {
        Ok(_) => "accepted".to_string(),
        Err(error) => render(&error, false),
    };
    let in_function = |line: &str| refused(&format!("{head}{line}\n{tail}"));
    insta::assert_snapshot!(
        [
            refused(""),
            refused("\tglobal_load_dword v5, v[2:3], off\n"),
            refused("\t.amdgcn_target \"x86_64-pc-linux-gnu--znver4\"\n"),
            refused(&format!("{head}\ts_endpgm\n")),
            refused(&format!("{head}\ts_endpgm\n{end}")),
            refused(&format!("{head}\ts_endpgm\n{end}\t.amdgpu_metadata\n---\n")),
            in_function("\tv_mov_b32 v0,, 1"),
            in_function("\tv_mov_b32 v0 v1, 1"),
            in_function(".L1:\n.L1:"),
            in_function("\t; litmus:keep r0"),
            in_function("\t%rax"),
            in_function("\t.long 0xbf8c0f70"),
            in_function("\ts_nop 0 /*"),
            in_function("\ts_nop 0 // and more"),
            refused("\t.macro s_nop a\n\t.endm\n"),
            in_function("\t.if 0"),
            refused(&format!("{head}\ts_endpgm\n{end}\t.type P0,@function\nP0:\n\ts_endpgm\n{tail}")),
            in_function("\ts_waitcnt vmcnt(0)\u{a0}lgkmcnt(0)"),
            refused(&format!(
                "{head}\ts_endpgm\n{}",
                tail.replace("...", "amdhsa.target:   'amdgcn-amd-amdhsa--gfx942'")
            )),
        ]
        .join("\n")
    );
}

/// The IR of some tests, as releases differ about it.
#[test]
fn ir_of_tests() {
    let emitted = |name: &str, release: u32, attribute: Option<&str>, pointers: Pointers| {
        let source = test(name);
        let program = load::program(&source).expect("a test");
        let how = Emitted { release: Release(release), attribute, pointers };
        emit(&program, &how).unwrap_or_else(|why| why.message)
    };
    let tgsplit = Some("\"amdgpu-tg-split\"");
    insta::assert_snapshot!(
        [
            emitted("MP+fences+agent", 14, None, Pointers::Divergent),
            emitted("MP+fences+agent", 23, tgsplit, Pointers::Uniform),
            emitted("LB+fences-local+global-flags", 18, None, Pointers::Divergent),
            emitted("LB+fences-local+global-flags", 19, None, Pointers::Divergent),
            emitted("LB+fences-local+global-flags", 22, None, Pointers::Divergent),
            emitted("MP+cmpxchg-flag", 22, None, Pointers::Divergent),
            emitted("spin-filtered", 22, None, Pointers::Divergent),
            emitted("MP+generic-data", 22, None, Pointers::Divergent),
            emitted("region-is-not-atomic", 22, None, Pointers::Divergent),
            emitted("object-count-of-signal", 22, None, Pointers::Divergent),
            emitted("object-MP+fences", 19, None, Pointers::Divergent),
        ]
        .join("\n")
    );
}

/// A module as compilers are given it: what conditions read is said before each return, and nothing else is changed.
#[test]
fn modules_are_given_as_they_stand() {
    let given = |name| match foreign::ir::given(&test(name)) {
        Ok(Ok(given)) => given.text,
        Ok(Err(why)) => why,
        Err(error) => error.to_string(),
    };
    insta::assert_snapshot!(["two-returns", "swapped", "kernels"].map(given).join("\n"));
}

/// Functions whose arguments are where nobody knows, and values that are not there at the end.
#[test]
fn what_is_not_modelled_of_modules_is_unknown() {
    let fixture = fixtures().into_iter().find(|fixture| fixture.test == "kernels" && fixture.processor == "gfx906");
    let fixture = fixture.expect("a fixture");
    let source = test("kernels");
    let changed = |from: &str, to: &str| {
        assert!(source.text.contains(from), "{from}");
        let text = source.text.replacen(from, to, 1);
        told(&judged_as(&Source::new("kernels.ll", text), &fixture.processor, &fixture.text()))
    };
    let rows = [
        ("amdgpu_kernel", "amdgpu_cs"),
        ("amdgpu_kernel", "cc 91"),
        ("amdgpu_kernel", "fastcc"),
        ("noundef captures(none) %x", "inreg noundef %x"),
    ];
    insta::assert_snapshot!(rows.map(|(from, to)| format!("{to} for {from}\n  {}\n", changed(from, to))).concat());
}

/// A value that is loaded on some ways only is not kept at the end of them all.
#[test]
fn values_that_are_not_there_at_the_end_are_not_kept() {
    let text = test("swapped").text.replace("P1:r1 = 0", "P1:loaded = 0");
    let given = foreign::ir::given(&Source::new("swapped.ll", text)).expect("a test");
    let why = "`%loaded`, which a condition reads, has no value on some way to the end of `@P1`";
    assert_eq!(given.map(|given| given.text), Err(why.to_string()));
}

/// Compilers that are there write what is kept.
#[test]
fn compilers_write_the_same_again() {
    let mut skipped = Vec::new();
    let optimized = fixtures().into_iter().map(|fixture| (fixture, Optimization::Default));
    let unoptimized = fixtures_of("tests/unoptimized").into_iter().map(|fixture| (fixture, Optimization::None));
    let is_asked = |fixture: &Fixture| ["MP+fences+agent", "kernels"].contains(&fixture.test.as_str());
    for (fixture, optimization) in optimized.chain(unoptimized).filter(|(fixture, _)| is_asked(fixture)) {
        let program = format!("llc-{}", fixture.release());
        let Some(llc) = Llc::find(&program, PATIENCE).ok().filter(|llc| llc.version == fixture.version) else {
            skipped.push(program);
            continue;
        };
        let processor = Processor::parse(&fixture.processor).expect("a processor");
        let source = test(&fixture.test);
        let program = load::program(&source).expect("a test");
        let ir = match foreign::ir::is_ir(&source.text) {
            true => foreign::ir::given(&source).expect("a module").expect("what is kept").text,
            false => ir(&program, llc.release, &processor, Pointers::Divergent).expect("IR"),
        };
        let assembly = llc.compile(&ir, &processor, optimization).expect("assembly");
        assert_eq!(assembly, fixture.text(), "{}", fixture.path.display());
    }
    skipped.dedup();
    eprintln!("skipped: {}", skipped.join(", "));
}

/// Of the operations that a compiler compiles for every target, the code of all is read but that of loads which become scalar.
#[test]
fn every_operation_that_is_compiled_is_read() {
    let Ok(llc) = Llc::find("llc-22", PATIENCE) else {
        eprintln!("skipped: llc-22");
        return;
    };
    let tables = Library::load("llvm22").expect("a release");
    for configuration in TargetConfiguration::every_configuration() {
        let Ok(table) = tables.table(configuration.target) else { continue };
        let processor = Processor::parse(&configuration.to_string()).expect("a processor");
        let found = conform::compile(&llc, &processor, Optimization::Default, table).expect("its code");
        let others = found.unread.iter().filter(|unread| !unread.what.starts_with("load global nontemporal"));
        let others: Vec<_> = others.map(|unread| format!("{}: {}", unread.what, unread.why)).collect();
        assert!(others.is_empty(), "{}", others.join("\n"));
        assert!(!found.judged.is_empty(), "{processor}");
    }
}

#[test]
fn exit_codes_say_what_was_found() {
    let code = |processor: &str, assembly: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_litmus"));
        command.args([
            "llvm",
            "check",
            "litmus/message-passing/MP+fences+agent.litmus",
            "--matrix",
            "--target",
            processor,
        ]);
        let output = command.args(["--assembly", assembly]).output().expect("the program runs");
        output.status.code()
    };
    assert_eq!(code("gfx1100,wgp", "tests/compiled/22.1.8/gfx1100,wgp/MP+fences+agent.s"), Some(0));
    assert_eq!(code("gfx1100,wgp", "tests/compiled/16.0.6/gfx1100,wgp/MP+fences+agent.s"), Some(1));
    assert_eq!(code("gfx942", "tests/compiled/22.1.8/gfx1100,wgp/MP+fences+agent.s"), Some(2));
    let mut unknown = tempfile::NamedTempFile::new().expect("a file");
    let text = std::fs::read_to_string("tests/compiled/22.1.8/gfx1100,wgp/MP+fences+agent.s").expect("assembly");
    std::io::Write::write_all(&mut unknown, text.replace("buffer_gl0_inv", "buffer_gl2_inv").as_bytes())
        .expect("written");
    assert_eq!(code("gfx1100,wgp", &unknown.path().to_string_lossy()), Some(3));
}

/// What a compiler says of a processor that it does not know is only a warning, and an error here.
#[test]
fn compilers_that_complain_are_errors() {
    let run = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_litmus"));
        command.args(["llvm", "check", "litmus/message-passing/MP+fences+agent.litmus", "--no-color"]).args(args);
        let output = command.output().expect("the program runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, said) = run(&["--llc", "no-such-llc", "--target", "gfx942"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("`no-such-llc` cannot be run"), "{said}");
    let (code, said) = run(&["--llc", "cat", "--target", "gfx942"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("does not say a version of LLVM"), "{said}");
    if Llc::find("llc-14", PATIENCE).is_err() {
        eprintln!("skipped: llc-14");
        return;
    }
    let (code, said) = run(&["--llc", "llc-14", "--target", "gfx942"]);
    assert_eq!(code, Some(2));
    assert!(said.contains("`llc-14` for gfx942"), "{said}");
}
