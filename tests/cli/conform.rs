//! Code of regression tests by itself: that it is the table's does not make it sound.

use super::output;
use serde_json::Value;

/// A regression test of an acquire of agent scope on gfx1010, whose caches are invalidated in this order.
fn file(caches: [&str; 2]) -> String {
    let code = ["global_load_dword v1, v0, s[0:1] glc dlc", "s_waitcnt vmcnt(0)", caches[0], caches[1]];
    let code: String = code.iter().map(|line| format!("; GFX10-NEXT: {line}\n")).collect();
    format!(
        "; RUN: llc -mtriple=amdgcn-amd-amdhsa -O0 -mcpu=gfx1010 < %s | FileCheck -check-prefix=GFX10 %s

define amdgpu_kernel void @acquire(ptr addrspace(1) %p, ptr addrspace(1) %q) {{
; GFX10-LABEL: acquire:
; GFX10: ; %bb.0:
; GFX10-NEXT: s_load_dwordx2 s[0:1], s[6:7], 0x0
; GFX10-NEXT: s_load_dwordx2 s[2:3], s[6:7], 0x8
; GFX10-NEXT: v_mov_b32_e32 v0, 0
; GFX10-NEXT: s_waitcnt lgkmcnt(0)
{code}; GFX10-NEXT: global_store_dword v0, v1, s[2:3]
; GFX10-NEXT: s_endpgm
  %v = load atomic i32, ptr addrspace(1) %p syncscope(\"agent\") acquire, align 4
  store i32 %v, ptr addrspace(1) %q
  ret void
}}
"
    )
}

/// What is said of such a test in a format, and the exit code.
fn judged(caches: [&str; 2], format: &str) -> (String, i32) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("acquire.ll").display().to_string();
    std::fs::write(&path, file(caches)).expect("written");
    let asked = ["llvm", "tests", &path, "--against", "llvm18", "--verdicts", "--events", "4", "--threads", "2"];
    output(&[&asked[..], &["--format", format]].concat())
}

/// How the code compares with the table's, what is said of it from which code, and the exit code.
fn told(caches: [&str; 2]) -> (String, Vec<(String, String)>, i32) {
    let (text, code) = judged(caches, "json");
    let report: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    let effects = report["verdicts"]["tables"].as_array().expect("pairs").iter().flat_map(|pair| {
        let changes = pair["changes"].as_array().expect("changes").iter();
        let effects = changes.flat_map(|change| change["effects"].as_array().expect("effects"));
        effects.map(|effect| (text(&pair["before"]), text(&effect["effect"]))).collect::<Vec<_>>()
    });
    (text(&report["groups"][0]["relation"]), effects.collect(), code)
}

/// The row of release 18 has the L0 invalidated before the L1: from an old line of that it is filled again, by a load that is issued after the first of
/// the two. The other order is sound, and mends programs.
#[test]
fn code_that_is_the_tables_is_judged_too() {
    let owned = |(before, effect): (&str, &str)| (before.to_string(), effect.to_string());
    let (l0, l1) = ("buffer_gl0_inv", "buffer_gl1_inv");
    let by_itself = vec![owned(("no code:gfx10-gfx11", "gains code, unsound"))];
    assert_eq!(told([l0, l1]), ("same".to_string(), by_itself, 1));
    let mended = [("llvm18:gfx10-gfx11", "fixes"), ("no code:gfx10-gfx11", "gains code")].map(owned).to_vec();
    assert_eq!(told([l1, l0]), ("different".to_string(), mended, 0));
}

/// What is wrong is shown where the code stands.
#[test]
fn unsound_code_is_shown_at_its_comment() {
    let (said, code) = judged(["buffer_gl0_inv", "buffer_gl1_inv"], "github");
    let line = said.lines().find(|line| line.contains("gains code that is unsound")).expect("a finding");
    assert!(code == 1 && line.starts_with("::error ") && line.contains("acquire.ll,line=4"), "{said}");
}
