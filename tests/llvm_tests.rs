//! Regression tests of LLVM against tables: those in `tests/llvm-tests`, which `scripts/llvm-test-fixtures.py` writes, and small ones that show what
//! is an operation's own code.

#[path = "llvm_tests/values.rs"]
mod values;

use gfx_litmus::conform::{Compared, Relation, Tests, judge_tests, read};
use gfx_litmus::lowering::Library;
use gfx_litmus::report::conform::{ConformReport, text};
use gfx_litmus::report::{amount::Amount, cases, diagnostic::render};
use gfx_litmus::syntax::source::Source;
use gfx_litmus::view;

/// What a file says by the tables of a release.
fn judged<'t>(name: &str, file: &str, tables: &'t Library) -> Tests<'t> {
    let source = Source::new(name, file);
    let file = read(&source).unwrap_or_else(|error| panic!("{}", render(&error, false)));
    judge_tests(&file, tables, &[])
}

fn report(name: &str, file: &str, release: &str) -> ConformReport {
    let tables = Library::load(release).expect("a release");
    let found = vec![(name.to_string(), judged(name, file, &tables))];
    view::conform(&found, None, &[], Vec::new(), 0.0)
}

/// A file of one function, whose code is this on gfx90a.
fn one(options: &str, function: &str, code: &[&str]) -> String {
    let (head, body) = function.split_once('{').expect("a body");
    let name = head.split(['@', '(']).nth(1).expect("a name");
    let lines: String = code.iter().map(|line| format!("; GCN-NEXT: {line}\n")).collect();
    let run = format!("; RUN: llc -mtriple=amdgcn {options} < %s | FileCheck -check-prefix=GCN %s\n");
    format!("{run}{head}{{\n; GCN-LABEL: {name}:\n; GCN: ; %bb.0:\n{lines}{body}\n")
}

/// How the code of one function compares, or why it is not read.
fn told(options: &str, function: &str, code: &[&str]) -> String {
    let tables = Library::load("llvm22").expect("a release");
    let tests = judged("one.ll", &one(options, function, code), &tables);
    match (&tests.judged[..], &tests.unread[..]) {
        ([one], []) => match &one.compared {
            Compared::Is(relation, _) => relation.to_string(),
            Compared::NoRow(why) => format!("no row: {why}"),
            Compared::Unclear(why, _) => format!("unknown: {why}"),
        },
        ([], [unread]) => format!("line {}: {}", unread.line, unread.why),
        (judged, unread) => format!("{} judged, {unread:?}", judged.len()),
    }
}

const STORE: &str = "define amdgpu_kernel void @f(i32 %v, ptr addrspace(1) %p) {
  store atomic i32 %v, ptr addrspace(1) %p syncscope(\"agent\") release, align 4
  ret void
}";
const LOAD: &str = "define amdgpu_kernel void @f(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = load atomic i32, ptr addrspace(1) %p syncscope(\"agent\") acquire, align 4
  store i32 %v, ptr addrspace(1) %q
  ret void
}";

#[test]
fn what_is_not_understood_is_said_with_its_line() {
    let plain = "-O0 -mcpu=gfx90a";
    let load = |line: &'static str| told(plain, LOAD, &[line, "s_waitcnt vmcnt(0)", "buffer_wbinvl1_vol", "s_endpgm"]);
    assert_eq!(load("global_load_dword [[V:v[0-9]+]], {{v[0-9]+}}, s{{\\[[0-9]+:[0-9]+\\]}} glc"), "same");
    assert_eq!(load("global_load_dword {{.*}} glc"), "line 5: a pattern in this line may hide operands");
    assert_eq!(
        load("{{global|flat}}_load_dword v1, v0, s[0:1] glc"),
        "line 5: a pattern stands where a mnemonic should"
    );
    assert_eq!(load("global_load_dword"), "line 5: `global_load_dword` does not have these operands");
    assert_eq!(
        load("global_load_dword v1, v0, s[0:1] glc swizzle"),
        "line 5: `global_load_dword` has no `swizzle` here"
    );
    assert_eq!(load("global_load_dword v1, v0, s[0:1] glc=1"), "line 5: what `glc=1` does is not known");
    assert_eq!(load("global_load_dword v1, v0, s[0:1] glc glc"), "line 5: `glc` stands there twice");
    assert_eq!(load("image_load v1, v0, s[0:7]"), "line 5: `image_load` is not described");
    assert_eq!(load(".set x, 0"), "line 5: what this directive does to the code is not known");
    assert_eq!(load("v_mov_b32_e32 v0, 0"), "line 5: the code has no load that could be the operation's");
    let of = |options: &str| told(options, LOAD, &["s_endpgm"]);
    assert_eq!(
        of("-O0 -mcpu=gfx90a -stop-after=finalize-isel"),
        "line 3: llc prints machine IR after finalize-isel, and the comments have assembly"
    );
    assert!(of("-mcpu=gfx42").starts_with("line 1: unknown target `gfx42`"), "{}", of("-mcpu=gfx42"));
    assert_eq!(of(""), "line 1: it names no processor");
    let mut hidden = one(plain, LOAD, &["global_load_dword v1, v0, s[0:1] glc", "s_waitcnt vmcnt(0)"]);
    hidden = hidden.replace("GCN-NEXT: s_waitcnt", "GCN: s_waitcnt");
    let tables = Library::load("llvm22").expect("a release");
    let tests = judged("gap.ll", &hidden, &tables);
    assert_eq!((tests.judged.len(), tests.unread.len()), (0, 1));
    assert_eq!((tests.unread[0].line, tests.unread[0].why.as_str()), (6, "other code may stand before this line"));
}

/// A line with a word that no assembler takes is no instruction, with patterns in it or without.
#[test]
fn words_that_no_assembler_takes_are_not_read() {
    let plain = "-O0 -mcpu=gfx90a";
    let acquire = ["global_load_dword v1, v0, s[0:1] glc", "s_waitcnt vmcnt(0)", "buffer_wbinvl1_vol", "s_endpgm"];
    let behind = |line: &'static str| told(plain, LOAD, &[&[line][..], &acquire[..]].concat());
    for line in [
        "v_add_u32_e64 v0, v1, v2 clamp",
        "v_add_u32_e32 v{{[0-9]+}}, v1, v2",
        "v_perm_b32 v0, v1, v2, v3",
        "s_load_dword s{{[0-9]+}}, s[2:3], 0x0 glc",
        "v_cmp_eq_u32_e32 vcc, v0, v1",
    ] {
        assert_eq!(behind(line), "same", "{line}");
    }
    let has_none = |line: &'static str| {
        let (name, word) =
            (line.split(' ').next().unwrap_or_default(), line.split(' ').next_back().unwrap_or_default());
        assert_eq!(behind(line), format!("line 5: `{name}` has no `{word}` here"));
    };
    has_none("v_add_u32_e32 v0, v1, v2 foo");
    has_none("v_add_u32_e32 v{{[0-9]+}}, v1, v2 foo");
    has_none("v_add_u32_e32 v0, v1, v2 clamp");
    has_none("v_perm_b32 v0, v1, v2, v3 foo");
    has_none("v_mov_b32_e32 v0, v1 sc1");
    has_none("s_load_dword s0, s[2:3], 0x0 foo");
    has_none("s_load_dword s{{[0-9]+}}, s[2:3], 0x0 foo");
    has_none("s_load_dword s0, s[2:3], 0x0 sc0");
    has_none("ds_read_b32 v0, v1 glc");
    has_none("ds_write_b32 v{{[0-9]+}}, v1 sc1");
    has_none("global_load_dword v1, v0, s[0:1] scale_offset");
    has_none("global_load_dword v{{[0-9]+}}, v0, s[0:1] scale_offset");
    has_none("global_load_dword v1, v0, s[0:1] sc1");
    assert_eq!(behind("s_load_foo s0, s[2:3], 0x0"), "line 5: `s_load_foo` is not described");
    let null = "line 5: operand 1 of `v_cmpx_eq_u32_e32` is one like `vcc`, and not `null`";
    assert_eq!(behind("v_cmpx_eq_u32_e32 null, v0, v1"), null);
    let inv = |line: &'static str| {
        let code = ["global_load_dword v1, v0, s[0:1] sc1", "s_waitcnt vmcnt(0)", line, "s_endpgm"];
        told("-O0 -mcpu=gfx942", LOAD, &code)
    };
    assert_eq!(inv("buffer_inv sc1"), "same");
    let comma = "line 7: `buffer_inv` has a comma before `sc1`, where words have spaces between them";
    assert_eq!(inv("buffer_inv sc0, sc1"), comma);
}

/// Accesses of halves of registers and of more than 64 bits are told apart from the operation's; those of two addresses are named.
#[test]
fn narrow_and_wide_accesses_are_read() {
    let load = LOAD.replace("i32", "i16").replace("align 4", "align 2");
    let told = |line: &'static str| {
        let code = [line, "s_waitcnt vmcnt(0)", "buffer_gl1_inv", "buffer_gl0_inv", "s_endpgm"];
        told("-O0 -mcpu=gfx1100", &load, &code)
    };
    assert_eq!(told("global_load_u16 v1, v0, s[0:1] glc"), "same");
    assert_eq!(told("global_load_d16_b16 v1, v0, s[0:1] glc"), "same");
    assert_eq!(told("global_load_d16_hi_b16 v1, v0, s[0:1] glc"), "same");
    let width = |bits: u32| format!("line 5: this access is of {bits} bits, and the operation's of 16");
    assert_eq!(told("global_load_d16_u8 v1, v0, s[0:1] glc"), width(8));
    assert_eq!(told("global_load_b96 v[1:3], v0, s[0:1] glc"), width(96));
    assert_eq!(told("global_load_b128 v[4:7], v0, s[0:1] glc"), width(128));
    for line in ["ds_load_2addr_b32 v[0:1], v2 offset1:1", "ds_bpermute_b32 v0, v1, v2"] {
        let name = line.split(' ').next().unwrap_or_default();
        assert_eq!(told(line), format!("line 5: `{name}` is not described"));
    }
}

/// An access is the operation's if it does the same to as many bits, and returns what is used.
#[test]
fn what_does_something_else_is_not_the_operation() {
    let plain = "-O0 -mcpu=gfx90a";
    let update = |operation: &str, then: &str, line: &'static str| {
        let body = format!("  %v = {operation} syncscope(\"agent\") monotonic\n{then}  ret void\n}}");
        let function = format!("define amdgpu_kernel void @f(ptr addrspace(1) %p, i32 %x, i64 %y) {{\n{body}");
        told(plain, &function, &[line, "s_endpgm"])
    };
    let add = "atomicrmw add ptr addrspace(1) %p, i32 %x";
    let stored = "  store i32 %v, ptr addrspace(1) %p\n";
    assert_eq!(update(add, "", "global_atomic_add v0, v1, s[0:1]"), "same");
    assert_eq!(update(add, stored, "global_atomic_add v1, v0, v1, s[0:1] glc"), "same");
    let other = |found: &str| format!("line 5: this is {found}, and the operation `atomicrmw add`");
    assert_eq!(update(add, "", "global_atomic_or v0, v1, s[0:1]"), other("`atomicrmw or`"));
    assert_eq!(update(add, "", "global_atomic_swap v0, v1, s[0:1]"), other("`atomicrmw xchg`"));
    let once = "line 5: one attempt to compare and swap, in no loop, is not the operation";
    assert_eq!(update(add, "", "global_atomic_cmpswap v0, v[2:3], s[0:1]"), once);
    let nothing = "line 5: this access returns nothing, and the value of the operation is used";
    assert_eq!(update(add, stored, "global_atomic_add v0, v1, s[0:1]"), nothing);
    let unsaid = "line 5: `global_atomic_add` has a register for what it returns, and no word that says that it does";
    assert_eq!(update(add, stored, "global_atomic_add v1, v0, v1, s[0:1]"), unsaid);
    let no_register = "line 5: `global_atomic_add` has no `glc` here";
    assert_eq!(update(add, "", "global_atomic_add v0, v1, s[0:1] glc"), no_register);
    let wide = "atomicrmw add ptr addrspace(1) %p, i64 %y";
    let width = "line 5: this access is of 32 bits, and the operation's of 64";
    assert_eq!(update(wide, "", "global_atomic_add v0, v1, s[0:1]"), width);
    let swap = "cmpxchg ptr addrspace(1) %p, i32 %x, i32 0";
    let success = "  %s = extractvalue { i32, i1 } %v, 1\n";
    let pair = |then: &str, line: &'static str| update(&format!("{swap} monotonic"), then, line);
    assert_eq!(pair(success, "global_atomic_cmpswap v0, v[2:3], s[0:1]"), "same");
    let used = format!("{success}  store i1 %s, ptr addrspace(1) %p\n");
    assert_eq!(pair(&used, "global_atomic_cmpswap v0, v[2:3], s[0:1]"), nothing);
    assert_eq!(pair(&used, "global_atomic_cmpswap v1, v0, v[2:3], s[0:1] glc"), "same");
}

/// What no instruction does is a loop that compares and swaps.
#[test]
fn loops_that_compare_and_swap_are_the_operation() {
    let nand = "define amdgpu_kernel void @f(ptr addrspace(1) %p, i32 %x) {
  %v = atomicrmw nand ptr addrspace(1) %p, i32 %x syncscope(\"agent\") monotonic
  ret void
}";
    let code = |branch: &'static str| {
        let swap = "global_atomic_cmpswap v1, v0, v[2:3], s[0:1] glc";
        [".LBB{{[0-9]+}}_1:", "v_not_b32_e32 v2, v1", swap, branch, "; %bb.2:", "s_endpgm"]
    };
    let plain = "-O0 -mcpu=gfx90a";
    assert_eq!(told(plain, nand, &code("s_cbranch_execnz .LBB{{[0-9]+}}_1")), "same");
    let forward = [
        "global_atomic_cmpswap v1, v0, v[2:3], s[0:1] glc",
        "s_cbranch_execnz .LBB0_2",
        "s_nop 0",
        ".LBB0_2:",
        "s_endpgm",
    ];
    let once = "line 5: one attempt to compare and swap, in no loop, is not the operation";
    assert_eq!(told(plain, nand, &forward), once);
    let nowhere = "line 8: the label `.LBB0_2` is not shown";
    assert_eq!(told(plain, nand, &code("s_cbranch_execnz .LBB0_2")), nowhere);
}

/// What is never executed is no code of an operation.
#[test]
fn what_nothing_comes_to_is_not_read() {
    let plain = "-O0 -mcpu=gfx90a";
    let acquire = ["global_load_dword v1, v0, s[0:1] glc", "s_waitcnt vmcnt(0)", "buffer_wbinvl1_vol", "s_endpgm"];
    let behind = |lines: &[&'static str]| told(plain, LOAD, &[lines, &acquire[..]].concat());
    let nothing = |line: usize| format!("line {line}: nothing comes here: the code before it ends, or goes elsewhere");
    assert_eq!(behind(&["s_endpgm"]), nothing(6));
    assert_eq!(behind(&["s_branch .LBB0_9"]), "line 5: the label `.LBB0_9` is not shown");
    assert_eq!(behind(&["s_endpgm", ".LBB0_1:"]), nothing(7));
    let without = |line: usize| format!("line {line}: the function may end without this, or not end after it");
    assert_eq!(behind(&["s_cbranch_scc1 .LBB0_1", "s_endpgm", ".LBB0_1:"]), without(8));
    assert_eq!(behind(&["s_cbranch_scc1 .LBB0_1", "s_nop 0", ".LBB0_1:"]), "same");
    let back = [".LBB0_1:", acquire[0], acquire[1], acquire[2], "s_cbranch_scc1 .LBB0_1", "s_endpgm"];
    assert_eq!(told(plain, LOAD, &back), "line 6: control may come back here, and the operation is done once");
    let ever = [acquire[0], acquire[1], acquire[2], ".LBB0_1:", "s_branch .LBB0_1"];
    assert_eq!(told(plain, LOAD, &ever), without(5));
    assert_eq!(behind(&["s_branch [[TO:.LBB.*]]", "[[TO]]:"]), "same");
    let lanes = |line: usize| format!("line {line}: which lanes execute this cannot be told");
    for written in [
        "s_mov_b64 exec, 0",
        "s_mov_b64 exec, s[4:5]",
        "s_xor_b64 exec, exec, exec",
        "s_and_b64 exec, exec, 0",
        "s_and_saveexec_b64 s[4:5], 0",
        "v_cmpx_ne_u32_e32 v1, v1",
    ] {
        assert_eq!(behind(&[written]), lanes(6), "{written}");
    }
    assert_eq!(behind(&["s_or_saveexec_b64 s[4:5], -1", "s_mov_b64 exec, s[4:5]"]), "same");
    assert_eq!(behind(&["s_mov_b64 s[4:5], exec", "s_mov_b64 s[4:5], 0", "s_mov_b64 exec, s[4:5]"]), lanes(8));
    assert_eq!(behind(&["s_cmp_lg_u64 exec, 0"]), "same");
}

/// Waits that a function's text or another function asks for are no fence's.
#[test]
fn what_the_source_asks_for_otherwise_is_not_the_operation_s() {
    let plain = "-O0 -mcpu=gfx90a";
    let with = |call: &str, code: &[&'static str]| {
        let function = format!(
            "define amdgpu_kernel void @f(i32 %x) {{\n  fence syncscope(\"agent\") release\n{call}  ret void\n}}"
        );
        told(plain, &function, code)
    };
    let code = ["s_waitcnt vmcnt(0) lgkmcnt(0)", "s_endpgm"];
    assert_eq!(with("", &code), "same");
    let call = |callee: &str| with(&format!("  call void {callee}\n"), &code);
    assert_eq!(
        call("@llvm.amdgcn.s.waitcnt(i32 0)"),
        "line 9: what `llvm.amdgcn.s.waitcnt` becomes cannot be told from the operation"
    );
    assert_eq!(call("%x()"), "line 9: what this call becomes cannot be told from the operation");
    assert_eq!(call("asm sideeffect \"s_waitcnt 0\", \"\"()"), "line 9: its code has what this text says, too");
    assert_eq!(call("asm sideeffect \"; use $0\", \"v\"(i32 %x)"), "same");
    assert_eq!(with("  %i = tail call i32 @llvm.amdgcn.workitem.id.x()\n", &code), "same");
    let inline = [";;#ASMSTART", code[0], ";;#ASMEND", "s_endpgm"];
    assert_eq!(with("", &inline), "line 6: this is of the source, which has it as text");
    assert_eq!(with("", &[code[0], ";;#ASMSTART", "; use v0", ";;#ASMEND", "s_endpgm"]), "same");
}

/// Opcodes of machine IR are those of instructions that are described, whatever they begin with.
#[test]
fn opcodes_that_are_not_described_are_not_read() {
    let tables = Library::load("llvm22").expect("a release");
    let told = |lines: &[&str]| {
        let options = "-O0 -mcpu=gfx90a -stop-after=si-memory-legalizer";
        let text = one(options, LOAD, lines);
        let text = text.replace("GCN-LABEL: f:", "GCN-LABEL: name: f").replace("GCN: ; %bb.0:", "GCN: bb.0:");
        let tests = judged("one.ll", &text, &tables);
        match (&tests.judged[..], &tests.unread[..]) {
            ([one], []) => match &one.compared {
                Compared::Is(relation, _) => relation.to_string(),
                Compared::NoRow(why) | Compared::Unclear(why, _) => why.clone(),
            },
            (_, unread) => unread.iter().map(|unread| format!("line {}: {}", unread.line, unread.why)).collect(),
        }
    };
    let memory = ":: (load syncscope(\"agent\") acquire (s32) from %ir.p, addrspace 1)";
    let load = |opcode: &str| {
        let load = format!("%0:vgpr_32 = {opcode} %1, %2, 0, 1, implicit $exec {memory}");
        told(&[&load, "S_WAITCNT_soft 3952", "BUFFER_WBINVL1_VOL implicit $exec", "S_ENDPGM 0"])
    };
    assert_eq!(load("GLOBAL_LOAD_DWORD_SADDR"), "same");
    assert_eq!(load("GLOBAL_LOAD_DWORDX2_SADDR"), "line 5: this access is of 64 bits, and the operation's of 32");
    assert_eq!(load("GLOBAL_STORE_DWORD_SADDR"), "line 5: `global_store_dword_saddr` is no load");
    for opcode in [
        "GLOBAL_LOAD_LDS_DWORD_SADDR",
        "GLOBAL_LOAD_ASYNC_TO_LDS_B32",
        "GLOBAL_LOAD_MONITOR_B32",
        "GLOBAL_LOAD_BLOCK",
        "GLOBAL_LOAD_TR_B64",
        "GLOBAL_LOAD_DWORD_VI",
        "GLOBAL_LOAD_FOO",
        "GLOBAL_LOAD_DWORDX9",
    ] {
        let told = load(opcode);
        let opcode = opcode.to_ascii_lowercase();
        let expected = [
            format!("line 5: `{opcode}` accesses memory, and is not known"),
            format!("line 5: `{opcode}` is a DMA operation, of which tables have no rows"),
        ];
        assert!(expected.contains(&told), "{told}");
    }
    let plain = format!("%0:vgpr_32 = GLOBAL_LOAD_DWORD_SADDR %1, %2, 0, 1, implicit $exec {memory}");
    let too_much = "line 6: a wait has no encoding for 69488: the most is 65535";
    assert_eq!(told(&[&plain, "S_WAITCNT_soft 69488", "S_ENDPGM 0"]), too_much);
    let off = told(&["$exec = S_MOV_B64 0", &plain, "S_ENDPGM 0"]);
    assert_eq!(off, "line 6: which lanes execute this cannot be told");
    // What is before an opcode, among implicit registers and about memory is looked at; what is behind `;` is none.
    let rest = |line: &str| told(&[&plain, "S_WAITCNT_soft 3952", line, "S_ENDPGM 0"]);
    assert_eq!(rest("BUFFER_WBINVL1_VOL implicit $exec"), "same");
    assert_eq!(rest("; BUFFER_WBINVL1_VOL implicit $exec"), "weaker");
    let none = "line 7: this is no machine instruction";
    for line in [
        "# BUFFER_WBINVL1_VOL implicit $exec",
        "foo BUFFER_WBINVL1_VOL implicit $exec",
        "BUFFER_WBINVL1_VOL implicit $exec bogus",
        "BUFFER_WBINVL1_VOL implicit $banana",
        "BUFFER_WBINVL1_VOL implicit $exec :: (banana 4)",
        "nothing of the kind",
    ] {
        assert_eq!(rest(line), none, "{line}");
    }
    let nothing = "line 6: nothing comes here: the code before it ends, or goes elsewhere";
    assert_eq!(told(&["S_BRANCH %bb.1", &plain, "bb.1:", "S_ENDPGM 0"]), nothing);
}

/// As llc has it: a function's own processor stands, and features of the command come behind its own.
#[test]
fn functions_say_what_they_are_compiled_for() {
    let tables = Library::load("llvm22").expect("a release");
    let attributes = "attributes #0 = { nounwind \"target-cpu\"=\"gfx1100\" \"target-features\"=\"+cumode\" }\n";
    let told = |options: &str, attribute: &str| {
        let function = STORE.replace(") {", &format!(") {attribute} {{"));
        let code = ["s_waitcnt vmcnt(0) lgkmcnt(0)", "global_store_dword v0, v1, s[2:3]", "s_endpgm"];
        let tests = judged("one.ll", &(one(options, &function, &code) + attributes), &tables);
        match (&tests.judged[..], &tests.unread[..]) {
            ([one], []) => one.processor.clone(),
            (_, unread) => unread.iter().map(|unread| format!("line {}: {}", unread.line, unread.why)).collect(),
        }
    };
    assert_eq!(told("-O0 -mcpu=gfx90a", ""), "gfx90a,notgsplit");
    assert_eq!(told("-O0 -mcpu=gfx90a -mattr=-tgsplit,+tgsplit", ""), "gfx90a,tgsplit");
    assert_eq!(told("-O0 -mcpu=gfx900", "\"target-cpu\"=\"gfx90a\" \"amdgpu-tg-split\""), "gfx90a,tgsplit");
    assert_eq!(told("-O0", "\"target-cpu\"=\"gfx90a\""), "gfx90a,notgsplit");
    let not_its_own = "line 4: `global_store_dword` is not known on gfx1100";
    let of_group = |options: &str| told(options, "#0");
    assert!(!of_group("-O0 -mcpu=gfx90a").contains("gfx90a"), "{not_its_own}: {}", of_group("-O0 -mcpu=gfx90a"));
    let unknown = told("-O0 -mcpu=gfx90a", "\"target-cpu\"=\"gfx42\"");
    assert!(unknown.starts_with("line 2: unknown target `gfx42`"), "{unknown}");
    let feature = "line 2: what the feature `+precise-memory` means for the code is not known";
    assert_eq!(told("-O0 -mcpu=gfx90a", "\"target-features\"=\"+precise-memory\""), feature);
    assert_eq!(told("-O0 -mcpu=gfx90a", "#1"), "line 2: the group `#1` is not there");
    let no_gpu = one("-O0 -mcpu=gfx90a", STORE, &["s_endpgm"]).replace("-mtriple=amdgcn ", "");
    let unread = judged("one.ll", &no_gpu, &tables).unread;
    assert_eq!(unread[0].why, "nothing says that it compiles for an AMD GPU: `-mtriple=amdgcn-amd-amdhsa`");
    let says_so = judged("one.ll", &format!("{no_gpu}target triple = \"amdgcn-amd-amdhsa\"\n"), &tables).unread;
    assert_eq!(says_so[0].why, "the code has no store that could be the operation's");
}

/// A command is read, or said not to be, each by itself.
#[test]
fn commands_that_change_what_is_compiled_are_not_read() {
    let tables = Library::load("llvm22").expect("a release");
    let code = ["s_waitcnt vmcnt(0) lgkmcnt(0)", "global_store_dword v0, v1, s[2:3]", "s_endpgm"];
    let text = one("-O0 -mcpu=gfx90a", STORE, &code);
    let sed = text.replace("RUN: llc", "RUN: sed 's/agent/workgroup/' %s | llc").replace("< %s", "");
    let tests = judged("one.ll", &sed, &tables);
    assert_eq!((tests.judged.len(), tests.unread.len(), tests.unread[0].line), (0, 1, 1));
    let both = format!(
        "; RUN: llc -mtriple=amdgcn -amdgcn-skip-cache-invalidations < %s | FileCheck -check-prefix=SKIP %s\n{text}"
    );
    let tests = judged("one.ll", &both, &tables);
    assert_eq!((tests.judged.len(), tests.unread.len(), tests.unread[0].line), (1, 1, 1));
}

#[test]
fn files_that_are_no_tests_are_refused() {
    let refused = |text: &str| read(&Source::new("x.ll", text)).err().map(|error| render(&error, false));
    let run = "; RUN: llc -mtriple=amdgcn < %s | FileCheck %s\n";
    let all = [
        "define void @f() {\n}\n",
        run,
        "",
        &format!("{run}define void @f() {{\n  ret void\n"),
        &format!("{run}define void @f() {{ ret void }}\n"),
        &format!("{run}define void @f() {{\n  ret void }}\ndefine void @g() {{\n  ret void\n}}\n"),
    ]
    .map(refused);
    insta::assert_snapshot!(all.map(Option::unwrap_or_default).join("\n"));
}

/// The fixtures compare as they did, group by group; none of their code is unread but for reasons that are said.
#[test]
fn fixtures_compare_as_they_did() {
    let mut out = String::new();
    for release in ["llvm19", "llvm22"] {
        let files = walkdir::WalkDir::new("tests/llvm-tests")
            .sort_by_file_name()
            .into_iter()
            .map(|entry| entry.expect("a file").into_path());
        for path in
            files.filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(release)))
        {
            let name = path.display().to_string();
            let file = std::fs::read_to_string(&path).expect("a fixture");
            out += &text(&report(&name, &file, release), Amount::Usual);
        }
    }
    insta::assert_snapshot!(out);
}

/// Findings point to the line of the comment at which the code begins.
#[test]
fn findings_point_to_comments() {
    let code = ["global_load_dword v1, v0, s[0:1] glc", "s_waitcnt vmcnt(0)", "s_endpgm"];
    let found = report("one.ll", &one("-O0 -mcpu=gfx90a", LOAD, &code), "llvm22");
    assert_eq!((found.summary.weaker, found.summary.compared), (1, 1));
    let findings = cases::conform(&found, "litmus llvm tests", 1);
    let case = &findings.suites[0].cases[0];
    assert_eq!(case.place.as_ref().map(|place| place.line), Some(3));
    let markdown = gfx_litmus::report::markdown::render(&findings, None);
    insta::assert_snapshot!(markdown);
    assert_ne!(Relation::Same, Relation::Weaker);
}

/// What accesses private memory alone is no access of global memory, and none that stands beside one.
#[test]
fn accesses_of_another_space_are_not_the_operation() {
    let code = [
        "scratch_load_b32 v1, v0, off scope:SCOPE_DEV",
        "s_wait_loadcnt 0x0",
        "global_inv scope:SCOPE_DEV",
        "s_endpgm",
    ];
    let load = told("-O0 -mcpu=gfx1200", LOAD, &code);
    assert!(load.ends_with("the code has no load that could be the operation's"), "{load}");
    let code = code.map(|line| line.replace("scratch_load_b32 v1, v0, off", "global_load_b32 v1, v0, s[0:1]"));
    let code: Vec<&str> = code.iter().map(String::as_str).collect();
    assert_eq!(told("-O0 -mcpu=gfx1200", LOAD, &code), "same");
    let code = ["s_waitcnt vmcnt(0) lgkmcnt(0)", "scratch_store_dword off, v1, s0", "s_endpgm"];
    let store = told("-O0 -mcpu=gfx942", STORE, &code);
    assert!(store.ends_with("the code has no store that could be the operation's"), "{store}");
}

/// Accesses of flat memory on gfx1250 may have a scalar register, to which the address is added.
#[test]
fn flat_accesses_may_have_a_scalar_base() {
    let function = LOAD.replace("ptr addrspace(1)", "ptr");
    let code = |load: &str| {
        let code = [
            load,
            "s_wait_loadcnt_dscnt 0x0",
            "global_inv scope:SCOPE_DEV",
            "flat_store_b32 v0, v1, s[0:1]",
            "s_endpgm",
        ];
        told("-O0 -mcpu=gfx1250", &function, &code)
    };
    assert_eq!(code("flat_load_b32 v1, v0, s[2:3] scope:SCOPE_DEV"), "same");
    assert_ne!(code("flat_load_b32 v1, v0, s[2:3]"), "same");
    for wrong in ["flat_load_b32 v1, v0 scope:SCOPE_DEV", "flat_load_b32 v1, v[2:3], s[2:3] scope:SCOPE_DEV"] {
        assert!(code(wrong).starts_with("line "), "{wrong}: {}", code(wrong));
    }
}

/// A file of machine IR for the memory legalizer, with this instruction in its function and this code in comments.
fn machine(options: &str, instruction: &str, code: &[&str]) -> String {
    let comments = code.iter().map(|line| format!("  ; A-NEXT: {line}\n")).collect::<String>();
    let run = format!("# RUN: llc -mtriple=amdgcn-amd-amdhsa {options} %s -o - | FileCheck -check-prefix=A %s\n");
    format!(
        "{run}---\nname: f\nbody: |\n  ; A-LABEL: name: f\n  ; A: bb.0:\n{comments}  bb.0:\n    {instruction}\n    S_ENDPGM 0\n...\n"
    )
}

/// The memory legalizer alone is given machine IR, and the operation is what that says of memory.
#[test]
fn machine_ir_that_a_pass_is_given_says_the_operation() {
    const PASS: &str = "-mcpu=gfx942 -run-pass=si-memory-legalizer";
    let load = |memory: &str| format!("$vgpr0 = GLOBAL_LOAD_DWORD $vgpr0_vgpr1, 0, 0, implicit $exec :: {memory}");
    let acquire = load("(load syncscope(\"agent\") acquire (s32) from %ir.p, addrspace 1)");
    let legal = [
        "$vgpr0 = GLOBAL_LOAD_DWORD $vgpr0_vgpr1, 0, 16, implicit $exec :: (load syncscope(\"agent\") acquire (s32) from %ir.p, addrspace 1)",
        "S_WAITCNT_soft 3952",
        "BUFFER_INV 16, implicit $exec",
        "S_ENDPGM 0",
    ];
    let without: Vec<&str> = legal.iter().filter(|line| !line.starts_with("S_WAIT")).copied().collect();
    let says = |file: &str| text(&report("one.mir", file, "llvm22"), Amount::All);
    let rows = [
        machine(PASS, &acquire, &legal),
        machine(PASS, &acquire, &without),
        machine(PASS, &load("(load (s32) from %ir.p, addrspace 1)"), &legal),
        machine(PASS, &load("(load syncscope(\"workgroup\") acquire (s32) from %ir.p, addrspace 3)"), &legal),
        machine(
            PASS,
            &load("(\"amdgpu-last-use\" load syncscope(\"agent\") acquire (s32) from %ir.p, addrspace 1)"),
            &legal,
        ),
        machine(PASS, "ATOMIC_FENCE 4, 1", &["S_WAITCNT_soft 0", "BUFFER_INV 17, implicit $exec", "S_ENDPGM 0"]),
        machine(PASS, "ATOMIC_FENCE 4, 2", &["S_WAITCNT_soft 0", "BUFFER_INV 16, implicit $exec", "S_ENDPGM 0"]),
        machine(PASS, "what is this", &legal),
        machine("-mcpu=gfx942 -stop-after=si-memory-legalizer", &acquire, &legal),
        machine("-mcpu=gfx942 -run-pass=si-memory-legalizer,si-insert-waitcnts", &acquire, &legal),
        machine("-mcpu=gfx942 -run-pass=si-insert-waitcnts", &acquire, &legal),
        machine(&format!("{PASS} -run-pass=si-insert-waitcnts"), &acquire, &legal),
    ];
    let refused = machine(PASS, &acquire, &legal).replace("...\n", "");
    let refused = read(&Source::new("one.mir", refused)).err().map(|error| render(&error, false));
    insta::assert_snapshot!(format!("{}\n{}", rows.map(|file| says(&file)).join("\n"), refused.unwrap_or_default()));
}

/// Code of instructions that the processor has not is none of it.
#[test]
fn accesses_that_a_processor_has_not_are_not_read() {
    let code = |load: &'static str| {
        told("-O0 -mcpu=gfx90a", LOAD, &[load, "s_waitcnt vmcnt(0)", "buffer_wbinvl1_vol", "s_endpgm"])
    };
    assert_eq!(code("global_load_dword v1, v0, s[0:1] glc"), "same");
    let other = code("global_load_b32 v1, v0, s[0:1] glc");
    assert!(other.starts_with("line 5: ") && other.contains("`global_load_b32`"), "{other}");
    for words in ["off glc", "idxen glc", "offen glc"] {
        let load: &'static str = format!("global_load_dword v1, v0, s[0:1] {words}").leak();
        assert!(code(load).starts_with("line 5: `global_load_dword` has no `"), "{}", code(load));
    }
    let cache = told(
        "-O0 -mcpu=gfx90a",
        LOAD,
        &["global_load_dword v1, v0, s[0:1] glc", "s_waitcnt vmcnt(0)", "buffer_wbinvl1_vol offen", "s_endpgm"],
    );
    assert_eq!(cache, "line 7: what `offen` does is not known");
}

/// Of two places that say a function's code by one prefix, the first is meant, and what the second says comes after it.
#[test]
fn code_that_is_said_twice_is_not_read() {
    let code = ["global_load_dword v1, v0, s[0:1]", "s_endpgm"];
    let file = one("-O0 -mcpu=gfx90a", LOAD, &code);
    let (before, after) = file.split_once("; GCN-LABEL: f:").expect("a label");
    let right = "; GCN-LABEL: f:\n; GCN: ; %bb.0:\n; GCN-NEXT: global_load_dword v1, v0, s[0:1] glc\n\
                 ; GCN-NEXT: s_waitcnt vmcnt(0)\n; GCN-NEXT: buffer_wbinvl1_vol\n; GCN-NEXT: s_endpgm\n";
    let body = after.split_once("; GCN-NEXT: s_endpgm\n").expect("an end").1;
    let tables = Library::load("llvm22").expect("a release");
    let of = |text: &str| {
        let tests = judged("one.ll", text, &tables);
        (tests.judged.len(), tests.unread.iter().map(|unread| unread.why.clone()).collect::<Vec<_>>())
    };
    assert_eq!(of(&format!("{before}{right}{body}")), (1, vec![]));
    let (judged, why) = of(&format!("{before}; GCN-LABEL: f:{}", after.replace(body, &format!("{right}{body}"))));
    assert_eq!(judged, 0);
    assert!(why[0].contains("stands among those of GCN"), "{why:?}");
}
