//! Waits for values, of what is read and of arguments, are no operation's.

use super::{LOAD, STORE, judged, told};
use gfx_litmus::conform::Compared;
use gfx_litmus::lowering::Library;

const LDS: &str = "define amdgpu_kernel void @f(ptr addrspace(3) %p, ptr addrspace(3) %q) {
  %v = load atomic i32, ptr addrspace(3) %p syncscope(\"workgroup\") acquire, align 4
  store i32 %v, ptr addrspace(3) %q
  ret void
}";

/// The row of a release store of agent scope on gfx90a waits for both counters.
#[test]
fn waits_for_arguments_are_not_the_operation_s() {
    let own = ["s_load_dwordx2 s[0:1], s[4:5], 0x0", "s_waitcnt lgkmcnt(0)", "v_mov_b32_e32 v0, s0"];
    let with = |wait: &'static str, store: &'static str| [&own[..], &[wait, store, "s_endpgm"]].concat();
    let plain = "-O0 -mcpu=gfx90a";
    assert_eq!(told(plain, STORE, &with("s_waitcnt vmcnt(0) lgkmcnt(0)", "global_store_dword v0, v1, s[2:3]")), "same");
    assert_eq!(told(plain, STORE, &with("s_waitcnt vmcnt(0)", "global_store_dword v0, v1, s[2:3]")), "weaker");
    assert_eq!(told(plain, STORE, &with("s_nop 0", "global_store_dword v0, v1, s[2:3]")), "weaker");
    // The wait comes with the argument that the store names.
    let code = [
        "s_load_dwordx2 s[2:3], s[4:5], 0x0",
        "s_waitcnt vmcnt(0) lgkmcnt(0)",
        "global_store_dword v0, v1, s[2:3]",
        "s_endpgm",
    ];
    assert_eq!(told(plain, STORE, &code), "unknown: `s_waitcnt lgkmcnt(0)` is there for a kernel argument too");
    // Optimized code need not have it.
    let optimized = told("-mcpu=gfx90a", STORE, &with("s_nop 0", "global_store_dword v0, v1, s[2:3]"));
    assert_eq!(optimized, "unknown: optimized code leaves waits out where nothing is outstanding: `-O0` keeps them");
    let function = STORE.replace("amdgpu_kernel ", "");
    let entry =
        ["s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0)", "global_store_dword v[0:1], v2, off", "s_setpc_b64 s[30:31]"];
    let entry = told(plain, &function, &entry);
    assert_eq!(entry, "unknown: waits at the beginning of a function that is no kernel may stand for the operation's");
}

#[test]
fn waits_for_what_is_read_are_not_the_operation_s() {
    let plain = "-O0 -mcpu=gfx90a";
    let acquire = [
        "global_load_dword v1, v0, s[0:1] glc",
        "s_waitcnt vmcnt(0)",
        "buffer_wbinvl1_vol",
        "global_store_dword v0, v1, s[2:3]",
        "s_endpgm",
    ];
    assert_eq!(told(plain, LOAD, &acquire), "same");
    assert_eq!(told(plain, LOAD, &[0, 1, 3, 4].map(|line| acquire[line])), "weaker");
    assert_eq!(told(plain, LOAD, &[0, 2, 1, 3, 4].map(|line| acquire[line])), "weaker");
    let cut = "line 6: the code does not end here, and what comes after it is not shown";
    assert_eq!(told(plain, LOAD, &acquire[..2]), cut);
    let lds =
        |wait: &[&'static str]| [&["ds_read_b32 v1, v0"][..], wait, &["ds_write_b32 v2, v1", "s_endpgm"]].concat();
    assert_eq!(
        told(plain, LDS, &lds(&["s_waitcnt lgkmcnt(0)"])),
        "unknown: `s_waitcnt lgkmcnt(0)` is there for the value that is read too"
    );
    assert_eq!(told(plain, LDS, &lds(&["s_waitcnt lgkmcnt(0)", "v_mov_b32_e32 v2, s4"])), "same");
    assert_eq!(told(plain, LDS, &lds(&[])), "weaker");
}

/// A wait that leaves some outstanding is not the one that a value comes with, which a later one may be.
#[test]
fn values_are_outstanding_until_enough_is_waited_for() {
    let function = "define amdgpu_kernel void @f(ptr addrspace(3) %q, ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(3) %q
  store atomic i32 %v, ptr addrspace(1) %p syncscope(\"workgroup\") release, align 4
  ret void
}";
    let of = |waits: &[&'static str], data: &'static str| {
        let read = ["ds_read_b32 v3, v1", "ds_read_b32 v4, v1 offset:8"];
        told("-O0 -mcpu=gfx90a", function, &[&read[..], waits, &[data, "s_endpgm"]].concat())
    };
    let (first, second) = ("global_store_dword v[0:1], v3, off", "global_store_dword v[0:1], v4, off");
    let explained = "unknown: `s_waitcnt lgkmcnt(0)` is there for the value that is read too";
    let whole = "s_waitcnt lgkmcnt(0)";
    assert_eq!(of(&[whole], first), explained);
    assert_eq!(of(&["s_nop 0"], first), "weaker");
    // The second is outstanding still, or both.
    assert_eq!(of(&["s_waitcnt lgkmcnt(1)", "v_mov_b32_e32 v2, s4", whole], second), explained);
    for left in ["2", "7", "15"] {
        let wait: &'static str = format!("s_waitcnt lgkmcnt({left})").leak();
        assert_eq!(of(&[wait, "v_mov_b32_e32 v2, s4", whole], first), explained, "{left}");
    }
    assert_eq!(of(&["s_waitcnt vmcnt(0) lgkmcnt(2)", "v_mov_b32_e32 v2, s4", whole], first), explained);
    // The first has come.
    assert_eq!(of(&["s_waitcnt lgkmcnt(1)", "v_mov_b32_e32 v2, s4", whole], first), "same");
    assert_eq!(of(&[whole, "v_mov_b32_e32 v2, s4", whole], first), "same");
}

/// Each file of `tests/llvm-values` has what a compiler has made, or may make, of an operation without its order, whose waits are there for values: by other ways, before
/// the end of a function, a loop or a branch, for what is spilled or read back, or under a sign.
#[test]
fn waits_for_values_are_told_from_those_of_operations() {
    let tables = Library::load("llvm22").expect("a release");
    let files = walkdir::WalkDir::new("tests/llvm-values").sort_by_file_name().into_iter().flatten();
    let files = files.map(walkdir::DirEntry::into_path).filter(|path| path.is_file());
    let told = files.map(|path| {
        let name = path.display().to_string();
        let tests = judged(&name, &std::fs::read_to_string(&path).expect("readable"), &tables);
        assert!(!tests.judged.is_empty() && tests.unread.is_empty(), "{name}: {:?}", tests.unread);
        let of = tests.judged.iter().map(|one| match &one.compared {
            Compared::Unclear(why, _) => format!("{name}: unknown: {why}\n"),
            Compared::Is(relation, _) => panic!("{name}: {relation}"),
            Compared::NoRow(why) => panic!("{name}: {why}"),
        });
        of.collect::<String>()
    });
    insta::assert_snapshot!(told.collect::<String>());
}
