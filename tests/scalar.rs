//! The scalar memory instructions of targets are those of their sources: of GCN 1.2 and 1.4 the list of a document (where `GFX_LITMUS_DATA` names a
//! folder that has it), of all targets those that LLVM 22 assembles (where it is installed).

mod clrx;

use gfx_litmus::targets::{Access, Target, known_targets};
use itertools::Itertools;
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The columns of the document's list, and the targets that they are.
const COLUMNS: [(usize, &str); 2] = [(1, "gfx8"), (2, "gfx9")];

/// The list names opcodes 24 to 26 as loads, which 8 to 10 are; their descriptions (lines 941 to 973) are those of stores.
const MISNAMED: [&str; 3] = ["s_buffer_store_dword", "s_buffer_store_dwordx2", "s_buffer_store_dwordx4"];

const ASSEMBLER: &str = "llvm-mc-22";

fn main() -> std::process::ExitCode {
    let data = std::env::var_os("GFX_LITMUS_DATA").map(PathBuf::from);
    let mut trials: Vec<Trial> = COLUMNS
        .into_iter()
        .map(|(column, target)| match data.clone() {
            Some(data) => Trial::test(format!("{target} as listed"), move || as_listed(&data, column, target)),
            None => skipped(format!("{target} (skipped: GFX_LITMUS_DATA names no folder)")),
        })
        .collect();
    let is_installed = Command::new(ASSEMBLER).arg("--version").output().is_ok();
    trials.extend(known_targets().iter().map(|target| match is_installed {
        true => Trial::test(format!("{} as assembled", target.name), move || as_assembled(target)),
        false => skipped(format!("{} (skipped: no {ASSEMBLER})", target.name)),
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn skipped(name: String) -> Trial {
    Trial::test(name, || Ok(())).with_ignored_flag(true)
}

fn target(name: &str) -> &'static Target {
    known_targets().iter().find(|target| target.name == name).expect("a target")
}

/// A target has the instructions that a column of the list marks, and no others.
fn as_listed(data: &std::path::Path, column: usize, name: &str) -> Result<(), Failed> {
    let text = clrx::text(&std::fs::read_to_string(clrx::file(data))?);
    let rows = text.lines().map(|line| line.split('|').map(str::trim).collect::<Vec<_>>());
    let listed: BTreeSet<String> = rows
        .filter(|cells| cells.len() == 4 && cells[3].starts_with("S_") && cells[column] == "\u{2713}")
        .map(|cells| cells[3].to_lowercase())
        .chain(MISNAMED.map(String::from))
        .collect();
    let ours: BTreeSet<String> = target(name).scalar.keys().cloned().collect();
    let missing = listed.difference(&ours).join(", ");
    let more = ours.difference(&listed).join(", ");
    if listed.len() < 20 || !missing.is_empty() || !more.is_empty() {
        return Err(format!("{} listed; not ours: {missing}; not listed: {more}", listed.len()).into());
    }
    Ok(())
}

/// Every instruction of a target is one of each of its processors, and no instruction of another target is one of its own.
fn as_assembled(target: &'static Target) -> Result<(), Failed> {
    let every: BTreeSet<&String> = known_targets().iter().flat_map(|target| target.scalar.keys()).collect();
    let own = std::iter::once(&target.mcpu).chain(&target.processors);
    // Those that only name the target are no processors of LLVM's.
    let processors: Vec<&String> = own.filter(|name| !is_unknown(name)).collect();
    if processors.is_empty() {
        return Err("no processor of LLVM's".into());
    }
    let assembles = |name: &&&String| processors.iter().all(|processor| is_assembled(processor, name));
    let assembled: BTreeSet<&String> = every.iter().filter(assembles).copied().collect();
    let ours: BTreeSet<&String> = target.scalar.keys().collect();
    let missing = assembled.difference(&ours).join(", ");
    let more = ours.difference(&assembled).join(", ");
    if !missing.is_empty() || !more.is_empty() {
        return Err(format!("assembled and not ours: {missing}; ours and not assembled: {more}").into());
    }
    Ok(())
}

fn is_unknown(processor: &str) -> bool {
    assemble(processor, "s_nop 0").is_none_or(|said| said.contains("not a recognized processor"))
}

fn is_assembled(processor: &str, name: &str) -> bool {
    spellings(name).iter().any(|text| assemble(processor, text).is_some())
}

/// What the assembler says, if it takes the text.
fn assemble(processor: &str, text: &str) -> Option<String> {
    let mut assembler = Command::new(ASSEMBLER)
        .args(["-triple=amdgcn", "-filetype=null", &format!("-mcpu={processor}")])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("it is installed");
    // It may end before it has read all.
    let _ = assembler.stdin.take().map(|mut stdin| writeln!(stdin, "{text}"));
    let output = assembler.wait_with_output().expect("it ends");
    output.status.success().then(|| String::from_utf8_lossy(&output.stderr).into_owned())
}

/// An instruction with operands of each form that one of its kind may have.
fn spellings(name: &str) -> Vec<String> {
    let registers = |words: u32| if words < 2 { "s16".into() } else { format!("s[16:{}]", 15 + words) };
    let scalar = known_targets().iter().find_map(|target| target.scalar.get(name)).expect("of a target");
    let base = if name.contains("buffer") { "s[4:7]" } else { "s[4:5]" };
    let words = scalar.bits.div_ceil(32);
    let data = match (scalar.access(), name.contains("cmpswap")) {
        (Some(Access::Atomic), true) => registers(2 * words),
        (Some(Access::Load | Access::Store | Access::Atomic), _) => registers(words),
        (None, _) => String::new(),
    };
    match scalar.access() {
        Some(_) if scalar.scratch => vec![format!("{name} {data}, s[4:5], s2")],
        Some(_) => ["0x10", "m0", "s2"].map(|offset| format!("{name} {data}, {base}, {offset}")).into(),
        None => vec![
            name.to_string(),
            format!("{name} s[16:17]"),
            format!("{name} {base}, 0x10"),
            format!("{name} 7, {base}, 0x10"),
            format!("{name} {base}, 0x10, s2, 7"),
            format!("{name} 0x10, s2, 7"),
        ],
    }
}
