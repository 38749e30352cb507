//! Tables judged by generated programs.

use super::litmus;

/// In CU mode gfx12's code rests on the order in which a CU processes operations. Without variants few rows are reached, and the others are named.
#[test]
fn verify_names_unsound_rows_and_programs() {
    let target = ["table", "verify", "llvm24:gfx12", "--target", "gfx12,cu", "--hsa"];
    insta::assert_snapshot!(litmus(
        &[target.as_slice(), &["--events", "5", "--threads", "2", "--varied-threads", "0"]].concat()
    ));
}

/// A table or a target that is named twice is judged once.
#[test]
fn what_is_named_twice_is_judged_once() {
    let limits = ["--hsa", "--events", "2", "--threads", "1"];
    let once = litmus(&[["table", "verify", "llvm24:gfx12", "--target", "gfx12,cu"].as_slice(), &limits].concat());
    let tables = ["table", "verify", "llvm24:gfx12", "llvm24"].as_slice();
    let twice = litmus(&[tables, &["--target", "gfx12,cu", "--target", "gfx12,cu"], &limits].concat());
    assert_eq!(once, twice);
}

#[test]
fn audit_lists_instructions_that_are_not_shown_needed() {
    let target = ["table", "audit", "llvm24:gfx10-gfx11", "--target", "gfx10,wgp", "--hsa"];
    insta::assert_snapshot!(litmus(
        &[target.as_slice(), &["--events", "5", "--threads", "2", "--varied-threads", "0"]].concat()
    ));
}

#[test]
fn audit_as_json() {
    let target = ["table", "audit", "llvm24:gfx6-gfx9", "--target", "gfx9", "--hsa", "--format", "json"];
    let said = litmus(&[target.as_slice(), &["--events", "2", "--threads", "1"]].concat());
    insta::assert_snapshot!(said.lines().map(without_digest).collect::<String>());
}

/// A line of JSON in which a digest of a file, which changes with every letter of it, is `D`.
fn without_digest(line: &str) -> String {
    match line.split_once("\"digest\": ") {
        Some((before, _)) => format!("{before}\"digest\": D\n"),
        None => format!("{line}\n"),
    }
}

#[test]
fn tables_for_no_target_asked_about() {
    insta::assert_snapshot!(litmus(&["table", "verify", "llvm24:gfx12", "--target", "gfx90a"]));
}

#[test]
fn claims_that_no_target_has() {
    insta::assert_snapshot!(litmus(&["table", "verify", "llvm24:gfx12", "--assume", "cu-isue-order"]));
}

/// A target that is asked about by name is judged, or nothing is.
#[test]
fn targets_without_a_table_beside_ones_with_one() {
    insta::assert_snapshot!(litmus(&["table", "verify", "llvm24:gfx12", "--target", "gfx12,cu", "--target", "gfx90a"]));
}

/// Lists of known rows that are refused before anything is asked.
#[test]
fn bad_lists_of_known_rows() {
    insta::glob!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bad/known"), "*.toml", |path| {
        let path = format!("tests/bad/known/{}", path.file_name().expect("a name").to_string_lossy());
        let target = ["table", "verify", "llvm24:gfx12", "--target", "gfx12,cu", "--hsa", "--known", &path];
        insta::assert_snapshot!(litmus(&target));
    });
}

/// What a small run says of gfx12's table in CU mode, with these further arguments.
fn verify_small(more: &[&str]) -> String {
    let target = ["table", "verify", "llvm24:gfx12", "--target", "gfx12,cu", "--hsa"];
    litmus(&[&target[..], &["--events", "5", "--threads", "2", "--varied-threads", "0"], more].concat())
}

/// The list of all that is unsound lets a run pass that finds no more: only what is not judged is left. What is taken out of the list fails, and so does
/// what is listed and is sound.
#[test]
fn known_rows_do_not_fail() {
    let folder = super::scratch::folder();
    let path = folder.path().join("known.toml").to_string_lossy().into_owned();
    let without = verify_small(&["--write-known", &path, "--reason", "as documented"]);
    assert!(without.ends_with("--- exit code 1\n"), "{without}");
    let list = std::fs::read_to_string(&path).expect("it is written");
    insta::assert_snapshot!("the_list_of_known_rows", list);
    let told = |said: String| said.replace(&path, "known.toml");
    let known = told(verify_small(&["--known", &path]));
    assert!(known.ends_with("--- exit code 3\n") && !known.contains(": unsound"), "{known}");
    insta::assert_snapshot!("with_known_rows", known);
    // A list that is written again keeps its reasons.
    let again = folder.path().join("again.toml").to_string_lossy().into_owned();
    verify_small(&["--known", &path, "--write-known", &again]);
    assert_eq!(std::fs::read_to_string(&again).expect("it is written"), list);
    // Without its first entry.
    let (head, entries) = list.split_once("\n[[unsound]]\n").expect("an entry");
    let (first, rest) = entries.split_once("\n[[unsound]]\n").expect("several");
    std::fs::write(&path, format!("{head}\n[[unsound]]\n{rest}")).expect("written");
    let missing = told(verify_small(&["--known", &path, "--quiet"]));
    let row = first.lines().find_map(|line| line.strip_prefix("row = \"")?.strip_suffix('"')).expect("a row");
    let unsound = missing.lines().filter(|line| line.contains(": unsound")).collect::<Vec<_>>();
    assert!(unsound.len() == 1 && unsound[0].contains(row) && missing.ends_with("--- exit code 1\n"), "{missing}");
    // With one that is not unsound, and one in a language that is not asked.
    let sound = "\n[[unsound]]\ntable = \"gfx12\"\nrow = \"load atomic | monotonic | singlethread, wavefront, workgroup, agent, system | global, generic\"\n\
                 on = [\"gfx12,cu HSA\", \"gfx12,wgp HSA\", \"gfx12,cu OpenCL\"]\nreason = \"feared\"\n";
    std::fs::write(&path, format!("{list}{sound}")).expect("written");
    insta::assert_snapshot!("a_known_row_that_is_sound", told(verify_small(&["--known", &path, "--quiet"])));
    let findings = told(verify_small(&["--known", &path, "--format", "github"]));
    assert_eq!(findings.matches("::error").count(), 1, "{findings}");
}

/// A wait that is taken out of a row which is unsound before is found, since other programs break; but not by a list that does not say which do. An
/// entry for a target that the run leaves out stays in the list that it writes.
#[test]
fn a_wait_taken_out_of_an_unsound_row_is_found() {
    let folder = super::scratch::folder();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (list, table) = (path("known.toml"), path("gfx12.table"));
    let verify = |table: &str, target: &str, more: &[&str]| {
        let limits = ["--hsa", "--events", "4", "--threads", "2", "--varied-threads", "0", "--quiet"];
        litmus(&[&["table", "verify", table, "--target", target], &limits[..], more].concat())
            .replace(&list, "known.toml")
    };
    verify("llvm24:gfx12", "gfx12,cu", &["--write-known", &list, "--reason", "as documented"]);
    let known = std::fs::read_to_string(&list).expect("it is written");
    let text = std::fs::read_to_string("models/tables/llvm24/gfx12.table").expect("the table");
    let (before, after) = text.split_once("seq_cst | workgroup | global, generic @14048").expect("an unsound row");
    let without = after.replacen("      s_wait_dscnt 0x0 if !opencl;\n", "", 1);
    let without = without.replacen(
        "      s_wait_dscnt: after all local/generic load atomic/store atomic/atomicrmw seq_cst @14061;\n",
        "",
        1,
    );
    assert!(without.len() + 40 < after.len(), "two lines are taken out");
    std::fs::write(&table, format!("{before}seq_cst | workgroup | global, generic @14048{without}")).expect("written");
    let found = verify(&table, "gfx12,cu", &["--known", &list]);
    assert!(found.ends_with("--- exit code 1\n"), "{found}");
    insta::assert_snapshot!(found.lines().filter(|line| line.contains("unsound")).collect::<Vec<_>>().join("\n"));
    verify(
        "llvm24:gfx12",
        "gfx12,wgp",
        &["--known", &list, "--write-known", &path("both.toml"), "--reason", "as it is"],
    );
    let both = std::fs::read_to_string(path("both.toml")).expect("it is written");
    insta::assert_snapshot!("entries_of_what_is_left_out_stay", both);
    let whatever: Vec<&str> = known.lines().filter(|line| !line.starts_with("breaks")).collect();
    std::fs::write(&list, whatever.join("\n")).expect("written");
    let accepted = verify(&table, "gfx12,cu", &["--known", &list]);
    assert!(accepted.ends_with("--- exit code 3\n"), "{accepted}");
}

/// Rows in which no operation is looked up are not judged, and the reason is true: gfx12 has no clusters, so that cluster scope is agent scope there; LDS is of
/// a workgroup; private memory has no atomics; no program accesses `region` memory. Of the last row alone LLVM has no operation.
#[test]
fn rows_in_which_nothing_is_looked_up() {
    let folder = super::scratch::folder();
    let path = folder.path().join("gfx12.table");
    let text = std::fs::read_to_string("models/tables/llvm24/gfx12.table").expect("the table");
    let rows = [
        "load atomic | acquire | cluster | global",
        "load atomic | acquire | system | local",
        "load atomic | acquire | agent | private",
        "load atomic | acquire | agent | region",
        "load | none | none | region",
        "load atomic | release | agent | global",
    ];
    let row = |(number, row): (usize, &&str)| {
        format!("\n  {row} @{} {{\n    1 @{}: buffer/global_load;\n  }}\n", 99_000 + number, 99_100 + number)
    };
    let added: String = rows.iter().enumerate().map(row).collect();
    let (before, _) = text.trim_end().rsplit_once('}').expect("the table's end");
    std::fs::write(&path, format!("{before}{added}}}\n")).expect("written");
    let path = path.to_string_lossy().into_owned();
    let said = litmus(&[
        "table",
        "verify",
        &path,
        "--target",
        "gfx12,cu",
        "--hsa",
        "--all",
        "--events",
        "2",
        "--threads",
        "1",
    ]);
    let said: Vec<&str> = said.lines().filter(|line| line.starts_with("  @99") || line.starts_with("---")).collect();
    insta::assert_snapshot!(said.join("\n"));
}
