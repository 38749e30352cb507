//! The scalar memory instructions of targets are those of their sources: of GCN 1.2 and 1.4 the list of a document (where `GFX_LITMUS_DATA` names a
//! folder that has it), of all targets those that LLVM 22 assembles (where it is installed).

mod clrx;

use gfx_litmus::targets::{Access, Target, known_targets};
use itertools::Itertools;
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

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
    // Releases know no processors for ever: those of gfx940 and gfx941 are gone.
    let is_known = |name: &String| assembled_for(name, &[]).is_ok_and(|known| known.is_some());
    trials.extend(known_targets().iter().map(|target| match processors(target).any(is_known) {
        true => Trial::test(format!("{} as assembled", target.name), move || as_assembled(target)),
        false => skipped(format!("{} (skipped: no {ASSEMBLER} that knows it)", target.name)),
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

fn processors(target: &Target) -> impl Iterator<Item = &String> {
    std::iter::once(&target.mcpu).chain(&target.processors).unique()
}

/// A target has the instructions that each of its processors has, and no others; what only some have is said to be of these.
fn as_assembled(target: &'static Target) -> Result<(), Failed> {
    let every: BTreeSet<&String> = known_targets().iter().flat_map(|target| target.scalar.keys()).collect();
    let lines: Vec<(&String, String)> =
        every.iter().flat_map(|name| spellings(name).into_iter().map(move |text| (*name, text))).collect();
    let ours: BTreeSet<&String> = target.scalar.keys().collect();
    let mut assembled = every.clone();
    for processor in processors(target) {
        // Those that only name the target are no processors of LLVM's.
        if let Some(names) = assembled_for(processor, &lines)? {
            assembled.retain(|name| names.contains(name));
            let some = target.scalar_of_some.iter().filter(|some| some.processors.contains(processor));
            let of_some: BTreeSet<&String> = some.flat_map(|some| &some.instructions).collect();
            let more: BTreeSet<&String> = names.difference(&ours).copied().collect();
            if more != of_some {
                return Err(format!("{processor} has {more:?} besides, and is said to have {of_some:?}").into());
            }
        }
    }
    let missing = assembled.difference(&ours).join(", ");
    let more = ours.difference(&assembled).join(", ");
    if !missing.is_empty() || !more.is_empty() {
        return Err(format!("assembled and not ours: {missing}; ours and not assembled: {more}").into());
    }
    Ok(())
}

/// The names of which the assembler takes a spelling for a processor; `None` if that is no processor of LLVM's.
fn assembled_for<'n>(processor: &str, lines: &[(&'n String, String)]) -> Result<Option<BTreeSet<&'n String>>, Failed> {
    let mut text = tempfile::NamedTempFile::new()?;
    lines.iter().try_for_each(|(_, line)| writeln!(text, "{line}"))?;
    let output = Command::new(ASSEMBLER)
        .args(["-triple=amdgcn", "-filetype=null", &format!("-mcpu={processor}")])
        .arg(text.path())
        .output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("is not a recognized processor") {
        return Ok(None);
    }
    // `PATH:LINE:COLUMN: error: …`
    let place = |line: &str| line.split_once(": error:").map(|(place, _)| place.to_string());
    let number = |place: String| place.rsplit(':').nth(1).and_then(|line| line.parse::<usize>().ok());
    let wrong: BTreeSet<usize> = said.lines().filter_map(place).filter_map(number).collect();
    if wrong.is_empty() != output.status.success() {
        return Err(format!("{processor}: {said}").into());
    }
    let taken = lines.iter().enumerate().filter(|(at, _)| !wrong.contains(&(at + 1)));
    Ok(Some(taken.map(|(_, (name, _))| *name).collect()))
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
