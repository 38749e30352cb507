//! `litmus compare`: the smallest programs that tell models, targets and tables apart.

use super::litmus;

fn compare(arguments: &[&str]) -> String {
    litmus(&[&["compare"], arguments].concat())
}

/// Two stores to global memory, ordered through a flag in LDS that is read with an acquire of a scope.
const STORES: &str = r#"  litmus generated
  memory {
    global x: i32 = 0
    local y: i32 = 0
  }
  thread P0 @ agent 0, workgroup 0, wavefront 0 {
    store i32 1, x
    store atomic i32 1, y syncscope("wavefront") release
  }
  thread P1 @ agent 0, workgroup 0, wavefront 0 {
    r0 = load atomic i32, y syncscope("SCOPE") acquire
    store i32 2, x
  }
  filter (P1:r0 = 1)
  forall (true)
"#;

/// Derived before it was run. OpenCL has a happens-before for each address space, which a release and an acquire in another space do not
/// extend; HSA has one for all. So two spaces are needed, with two locations that both threads access: in one workgroup, since one is in LDS.
/// A cycle of two locations has two accesses in each thread, and needs no fence, which would order both spaces by either model: four events.
/// Each needs a release and an acquire and no more order than that. Of what they can order, the shortest to write down is plain data that both threads store to
/// (S; message passing and load buffering have a load, which is longer, and atomic data has a scope and an ordering). By OpenCL these stores
/// race. Without a condition on what was read they would race by HSA, too, and a filter is shorter than a branch. Of the texts that are as
/// long, the first in order has global data, and threads of one wavefront.
#[test]
fn hsa_and_opencl_differ_in_what_a_flag_orders() {
    let program = STORES.replace("SCOPE", "wavefront");
    let expected = format!("hsa and opencl differ:\n{program}  a race by opencl only\n\n");
    let said = compare(&["hsa", "opencl"]);
    assert!(said.starts_with(&expected) && said.ends_with("; 0 unknown  (T s)\n--- exit code 1\n"), "{said}");
}

/// Derived before it was run: of four events, those of the test above in every other form. Two ways to place the threads, two to place the
/// locations, three shapes that a release and an acquire order (message passing, S, load buffering), and data that is atomic, or plain and
/// guarded by a branch or by a filter.
#[test]
fn all_programs_that_tell_hsa_and_opencl_apart() {
    let bases = ["--events", "4", "--threads", "2", "--varied-threads", "0"];
    let said = compare(&[&["opencl", "hsa", "--all"], &bases[..]].concat());
    let minimal = 2 * 2 * 3 * 3;
    assert!(said.contains(&format!("tell opencl and hsa apart, {minimal} of them not with less order;")), "{said}");
    let races = said.lines().filter(|line| *line == "  a race by opencl only").count();
    let states = said.lines().filter(|line| line.starts_with("  only opencl allows ")).count();
    assert_eq!((races, states), (minimal * 2 / 3, minimal / 3), "{said}");
}

#[test]
fn a_model_does_not_differ_from_itself() {
    insta::assert_snapshot!(compare(&["hsa", "hsa", "--events", "3", "--threads", "2"]));
}

/// Base programs have no tags and no `one-as` scopes, in which these models differ.
#[test]
fn models_of_tags_do_not_differ_without_tags() {
    for other in ["hsa-literal", "hsa-none", "hsa+one-as-within-space"] {
        let said = compare(&["hsa", other, "--events", "4", "--threads", "2", "--varied-threads", "0"]);
        assert!(
            said.starts_with("none of ") && said.ends_with("--- exit code 0\n") && !said.contains("variants"),
            "{said}"
        );
    }
}

/// Derived before it was run. By `hsa-none` a one-as operation synchronizes all address spaces, by `hsa` its own. So the flag is in another space than the
/// data, which makes the smallest program that of HSA and OpenCL above, with either end of the synchronization one-as: it takes both to cover the data. Of
/// the two texts, which are as long, the first in order has the release as it was, for a quote comes before a hyphen. The data races by `hsa`.
#[test]
fn a_one_as_scope_tells_models_of_tags_apart() {
    let program = STORES.replace("SCOPE", "wavefront-one-as");
    let expected = format!("hsa and hsa-none differ:\n{program}  a race by hsa only\n\n");
    let said = compare(&["hsa", "hsa-none", "--events", "4", "--threads", "2"]);
    assert!(said.starts_with(&expected), "{said}");
    let space = "variants of those on at most 2 threads that forbid something (one operation replaced, or scopes or fences of one address space); 0 unknown";
    assert!(
        said.split_whitespace().collect::<Vec<_>>().join(" ").contains(space) && said.ends_with("--- exit code 1\n"),
        "{said}"
    );
}

/// Derived before it was run. Of a fence for LDS of one-as scope, these two differ in whether it orders LDS through a flag in global memory: data in LDS
/// that both threads store to, a flag in global memory, and one such fence, which is five events. By the variant the fence orders nothing, and the data races.
#[test]
fn a_fence_of_one_address_space_tells_models_apart() {
    let said = compare(&["hsa", "hsa+one-as-within-space", "--events", "5", "--threads", "2"]);
    let has = |words: &str| assert!(said.contains(words), "{words}: {said}");
    ["local x: i32 = 0", "global y: i32 = 0", "    store i32 1, x\n", "    store i32 2, x\n"].into_iter().for_each(has);
    has("fence syncscope(\"wavefront-one-as\") release, !mmra {\"amdgpu-synchronize-as:local\"}");
    has("  a race by hsa+one-as-within-space only\n");
}

/// A model that names volatile accesses is asked about them, and others are not. By this one nothing reads from a volatile write, which two accesses of one
/// thread show, the shortest being plain.
#[test]
fn flags_that_a_model_names_tell_it_apart() {
    let folder = super::scratch::folder();
    let path = folder.path().join("volatile.cat");
    let text = "\"HSA with volatile\"\ninclude \"hsa.cat\"\nempty [VOLATILE & W] ; rf as unread\n";
    let hsa = std::fs::read_dir("models").expect("the models");
    for file in
        hsa.map(|file| file.expect("a file").path()).filter(|path| path.extension().is_some_and(|end| end == "cat"))
    {
        std::fs::copy(&file, folder.path().join(file.file_name().expect("a name"))).expect("copied");
    }
    std::fs::write(&path, text).expect("written");
    let path = path.to_string_lossy().into_owned();
    let said = compare(&["hsa", &path, "--events", "2", "--threads", "2"]).replace(&path, "volatile.cat");
    assert!(said.contains("    store volatile i32 1, x\n") && said.contains(" rules it out by unread\n"), "{said}");
    let without = compare(&["hsa", &path, "--events", "2", "--threads", "2", "--varied-threads", "0"]);
    assert!(without.starts_with("none of "), "{without}");
}

#[test]
fn a_model_without_barriers_differs() {
    insta::assert_snapshot!(compare(&["hsa", "hsa+without-barrier-execution", "--events", "4", "--threads", "2"]));
}

#[test]
fn differences_of_models_as_json() {
    insta::assert_snapshot!(compare(&[
        "hsa",
        "tests/fixtures/sc.cat",
        "--events",
        "3",
        "--threads",
        "2",
        "--format",
        "json"
    ]));
}

#[test]
fn what_is_compared_is_two_sides() {
    let wrong: [&[&str]; 6] = [
        &["hsa"],
        &["hsa", "opencl", "hsa-none"],
        &["hsa", "opencl", "--target", "gfx12"],
        &["--target", "gfx12,cu"],
        &["--target", "gfx12,cu", "--target", "gfx10"],
        &["hsa", "opencl-1"],
    ];
    let said = wrong.map(|arguments| format!("litmus compare {}\n{}", arguments.join(" "), compare(arguments)));
    insta::assert_snapshot!(said.join("\n"));
}

/// Two modes of a target: the smallest program of which the code is right in one only.
#[test]
fn targets_that_differ() {
    insta::assert_snapshot!(compare(&[
        "--target",
        "gfx12,cu",
        "--target",
        "gfx12,wgp",
        "--events",
        "4",
        "--threads",
        "2"
    ]));
}

/// Two releases, in every mode of a target.
#[test]
fn tables_that_differ() {
    let tables = ["--table", "llvm19", "--table", "llvm24", "--target", "gfx10", "--events", "4", "--threads", "2"];
    insta::assert_snapshot!(compare(&tables));
    insta::assert_snapshot!(compare(&[&tables[..], &["--opencl"]].concat()));
}

/// Two tables of which one has no wait for a volatile acquire load. Base programs have no volatile operations, so that none tells the tables apart; message passing with such a load does:
/// what follows it may read before it has read.
#[test]
fn tables_that_differ_in_a_variant() {
    let folder = super::scratch::folder();
    let text = std::fs::read_to_string("models/tables/llvm24/gfx12.table").expect("the table");
    let (before, after) = text.split_once("    2 @13347:\n").expect("the step");
    let wait = "      s_wait_loadcnt 0x0;\n";
    assert!(after.contains(wait));
    let after = after.replacen(wait, "      s_wait_loadcnt 0x0 if !volatile;\n", 1);
    std::fs::write(folder.path().join("gfx12.table"), format!("{before}    2 @13347:\n{after}")).expect("written");
    let path = folder.path().to_string_lossy().into_owned();
    let tables = ["--target", "gfx12,wgp", "--table", "llvm24", "--table", &path, "--events", "4", "--threads", "2"];
    let said = compare(&tables).replace(&path, "FOLDER");
    let of_volatile = |line: &str| line.contains("load atomic volatile") && line.contains("acquire");
    assert!(said.lines().any(of_volatile), "{said}");
    insta::assert_snapshot!(said);
    let without = compare(&[&tables[..], &["--varied-threads", "0"]].concat());
    assert!(without.starts_with("none of ") && without.ends_with("--- exit code 0\n"), "{without}");
}

/// Two tables of one release that are in different files are told apart by these.
#[test]
fn tables_of_one_name_are_named_by_their_files() {
    let folder = super::scratch::folder();
    let text = std::fs::read_to_string("models/tables/llvm24/gfx12.table").expect("the table");
    let (before, after) = text.split_once("    2 @13347:\n").expect("the step");
    let path = folder.path().join("gfx12.table");
    let after = after.replacen("      s_wait_loadcnt 0x0;\n", "      s_wait_loadcnt 0x0 if volatile;\n", 1);
    std::fs::write(&path, format!("{before}    2 @13347:\n{after}")).expect("written");
    let path = path.to_string_lossy().into_owned();
    let tables = ["--target", "gfx12,wgp", "--table", "llvm24", "--table", &path, "--events", "4", "--threads", "2"];
    let said = compare(&tables).replace(&path, "MINE");
    let ours = "gfx12,wgp by llvm24 (models/tables/llvm24/gfx12.table): sound";
    assert!(said.contains(&format!("  {ours}; gfx12,wgp by llvm24 (MINE): unsound\n")), "{said}");
    let other = ["--target", "gfx12,wgp", "--target", "gfx12,cu", "--events", "4", "--threads", "2"];
    assert!(!compare(&other).contains("gfx12.table"));
}

/// Without LDS in a mode, there is no code for it.
#[test]
fn a_target_without_code_differs() {
    let targets = ["--target", "gfx90a,tgsplit", "--target", "gfx90a,notgsplit", "--events", "2", "--threads", "2"];
    insta::assert_snapshot!(compare(&[&targets[..], &["--format", "json"]].concat()));
    let same = compare(&["--target", "gfx9", "--target", "gfx9", "--events", "3", "--threads", "2"]);
    assert!(same.starts_with("none of ") && same.ends_with("--- exit code 0\n"), "{same}");
}

#[test]
fn what_is_not_decided_is_no_difference() {
    insta::assert_snapshot!(compare(&["hsa", "opencl", "--events", "2", "--threads", "2", "--timeout", "0"]));
}
