//! Which operands instructions have is what LLVM's assembler takes, where it is there: for each target each wait, cache operation, barrier, hint and jump, and an access
//! of each form and width, as it is right and with each operand exchanged for another, left out or added, and with a word behind it; and of comparisons and selections
//! by lane what has the mask.

use gfx_litmus::spelling::{instruction, on_processor, suits};
use gfx_litmus::syntax::source::Span;
use gfx_litmus::targets::{Access, Target, alternatives, known_targets};
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::Command;

const ASSEMBLER: &str = "llvm-mc-22";

/// What an operand is exchanged for.
const POOL: [&str; 19] = [
    "v0", "v[0:1]", "v[1:2]", "v[0:2]", "v[0:3]", "v[2:5]", "s0", "s[0:1]", "s[1:2]", "s[0:2]", "s[0:3]", "s[4:7]",
    "s[0:7]", "s[0:15]", "vcc", "m0", "null", "off", "0",
];

/// Words by which an instruction of a form has other operands: how an address is made of them, or that an atomic returns something.
const ADDRESSING: [&str; 4] = ["", "offen", "idxen offen", "addr64"];
const RETURNING: [&str; 4] = ["", "glc", "sc0", "th:TH_ATOMIC_RETURN"];

/// What may stand behind the operands of an access, or of what is done to caches.
const WORDS: [&str; 24] = [
    "glc",
    "slc",
    "dlc",
    "scc",
    "sc0",
    "sc1",
    "nt",
    "nv",
    "gds",
    "lds",
    "off",
    "offset:8",
    "offset1:1",
    "scale_offset",
    "scope:SCOPE_SYS",
    "th:TH_LOAD_NT",
    "th:TH_LOAD_LU",
    "th:TH_LOAD_NT_RT",
    "th:TH_STORE_NT",
    "th:TH_STORE_WB",
    "th:TH_ATOMIC_NT",
    "th:TH_ATOMIC_CASCADE_RT",
    "clamp",
    "bogus",
];

/// Computations that have a mask of lanes in place of `#`, with each word for an encoding.
const WITH_MASKS: [&str; 9] = [
    "v_cmp_ne_u32 #, v2, v3",
    "v_cmp_ne_u32_e32 #, v2, v3",
    "v_cmp_ne_u32_e64 #, v2, v3",
    "v_cmpx_ne_u32 #, v2, v3",
    "v_cmpx_ne_u32_e32 #, v2, v3",
    "v_cmpx_ne_u32_e64 #, v2, v3",
    "v_cndmask_b32 v1, v2, v3, #",
    "v_cndmask_b32_e32 v1, v2, v3, #",
    "v_cndmask_b32_e64 v1, v2, v3, #",
];

/// What the assembler takes and is not taken here: of flat memory `null` for the register that is added, a wait that adds what a register holds or says one counter
/// twice, a prefetch of no length, DMA or a prefetch with `null` for an address, a barrier or a jump whose number or address `null` is, a setting of a wave of which it is not known what it changes.
const NOT_TAKEN: [&str; 13] = [
    "flat_atomic_",
    "flat_prefetch_",
    "s_waitcnt_",
    "s_waitcnt ",
    "s_prefetch_",
    "s_buffer_prefetch_",
    "global_load_async_",
    "global_store_async_",
    "global_prefetch_",
    "s_barrier_",
    "s_setpc_",
    "s_set_pc_",
    "s_setreg_",
];

fn main() -> std::process::ExitCode {
    let is_known = |name: &str| assembled(name, &[]).is_ok_and(|known| known.is_some());
    let trials = known_targets().iter().map(|target| match is_known(&target.mcpu) {
        true => Trial::test(target.name.clone(), move || as_assembled(target)),
        false => {
            let name = format!("{} (skipped: no {ASSEMBLER} that knows it)", target.name);
            Trial::test(name, || Ok(())).with_ignored_flag(true)
        }
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

/// What an instruction accesses, by name: how many bits, and how.
struct Known {
    does: String,
    bits: u32,
}

/// What an instruction of these does is looked at whatever its width.
const LOOKED_AT: [&str; 12] = [
    "wait",
    "cache",
    "barrier",
    "barrier-init",
    "barrier-join",
    "barrier-leave",
    "barrier-signal",
    "barrier-signal-isfirst",
    "barrier-wait",
    "nothing",
    "branch",
    "return",
];

/// The accesses of a target, and what computes nothing.
fn known(target: &Target) -> BTreeMap<String, Known> {
    let text = std::fs::read_to_string("models/instructions.toml").expect("it is there");
    let file: toml::Table = text.parse().expect("it is read");
    let mut known = BTreeMap::new();
    for described in file["instruction"].as_array().expect("a list") {
        let does = described["does"].as_str().unwrap_or_default();
        let is_access = ["load", "store", "atomic", "cmpxchg", "load-to-lds", "store-from-lds"].contains(&does);
        let is_looked_at = is_access || LOOKED_AT.contains(&does);
        let bits = described.get("bits").and_then(toml::Value::as_integer).unwrap_or_default();
        let names = described["names"].as_array().into_iter().flatten().filter_map(toml::Value::as_str);
        for name in names.flat_map(alternatives).filter(|_| is_looked_at) {
            if on_processor(&name, (&target.mcpu, target)).is_ok() {
                known.insert(name, Known { does: does.to_string(), bits: u32::try_from(bits).expect("a width") });
            }
        }
    }
    for (name, scalar) in &target.scalar {
        let does = match scalar.access() {
            Some(Access::Load) => "load",
            Some(Access::Store) => "store",
            Some(Access::Atomic) if name.contains("cmpswap") => "cmpxchg",
            Some(Access::Atomic) => "atomic",
            None => "other",
        };
        known.insert(name.clone(), Known { does: does.to_string(), bits: scalar.bits });
    }
    // Of accesses of one form, width and kind one is enough.
    let mut kinds = BTreeSet::new();
    known.retain(|name, of: &mut Known| {
        let form: Vec<&str> = name.split('_').take(2).collect();
        let is_access = of.does != "other" && !LOOKED_AT.contains(&&*of.does);
        let mark = ["rtn", "lds", "async"].map(|word| name.contains(word));
        !is_access || kinds.insert((form[0].to_string(), form[1] == "buffer", mark, of.does.clone(), of.bits))
    });
    known
}

fn registers(file: &str, first: u32, count: u32) -> String {
    match count {
        0 | 1 => format!("{file}{first}"),
        _ => format!("{file}[{first}:{}]", first + count - 1),
    }
}

/// Operands that an instruction may have.
fn operands(name: &str, of: &Known) -> Vec<Vec<String>> {
    let words = of.bits.div_ceil(32);
    let is_scalar = name.starts_with("s_");
    let file = if is_scalar { "s" } else { "v" };
    let value = registers(file, 16, words);
    let pair = registers(file, 16, 2 * words);
    let data = if of.does == "cmpxchg" && !name.starts_with("ds_") { &pair } else { &value };
    let base = if name.contains("buffer") { "s[4:7]" } else { "s[4:5]" };
    let texts = match (name.split('_').next().unwrap_or_default(), &*of.does) {
        ("s", "wait") => vec!["0".into(), "null, 0".into(), "s0, 0".into(), String::new()],
        (_, "cache") => vec![String::new(), "v0".into(), "0".into()],
        ("s", does) if LOOKED_AT.contains(&does) => {
            let field = ["vmcnt(0)", "depctr_va_vdst(0)", "instid0(VALU_DEP_1)", "instskip(SKIP_4)", "instid1(FOO)"];
            let marked = field.map(|field| format!("{field} & {field}"));
            let piped = field.map(|field| format!("{field} | instid1(NO_DEP)"));
            let half = field.map(|field| format!("{field} &"));
            let own = ["", "0", "m0", "foo", "s[30:31]", "null, 0", "vmcnt(0), lgkmcnt(0)", "vmcnt(0) lgkmcnt(0)"];
            own.into_iter().chain(field).map(String::from).chain(marked).chain(piped).chain(half).collect()
        }
        ("global" | "flat", "nothing") => vec!["v[2:3], off".into(), "v2, s[2:3]".into(), "v[2:3]".into()],
        ("s", "other") => vec![
            String::new(),
            "s[16:17]".into(),
            format!("{base}, 0"),
            format!("7, {base}, 0"),
            format!("{base}, 0, s2, 7"),
            "0, s2, 7".into(),
        ],
        ("s", _) => vec![format!("{data}, {base}, 0"), format!("{data}, {base}, s2"), format!("{data}, {base}")],
        ("global" | "flat" | "scratch", "load") => vec![
            format!("{value}, v[2:3], off"),
            format!("{value}, v2, s[2:3]"),
            format!("{value}, v2, off"),
            format!("{value}, off, s2"),
            format!("{value}, v2, s2"),
            format!("{value}, off, off"),
            format!("{value}, v[2:3]"),
        ],
        ("global" | "flat" | "scratch", "store") => vec![
            format!("v[2:3], {value}, off"),
            format!("v2, {value}, s[2:3]"),
            format!("v2, {value}, off"),
            format!("off, {value}, s2"),
            format!("v2, {value}, s2"),
            format!("v[2:3], {value}"),
        ],
        ("global" | "flat", "atomic" | "cmpxchg") => vec![
            format!("v[2:3], {data}, off"),
            format!("{value}, v[2:3], {data}, off"),
            format!("v2, {data}, s[2:3]"),
            format!("{value}, v2, {data}, s[2:3]"),
            format!("v[2:3], {data}"),
            format!("{value}, v[2:3], {data}"),
        ],
        ("global", "load-to-lds") => {
            vec!["v[2:3], off".into(), "v2, s[2:3]".into(), "v4, v[2:3], off".into(), "v4, v2, s[2:3]".into()]
        }
        ("global", "store-from-lds") => vec!["v[2:3], v4, off".into(), "v2, v4, s[2:3]".into()],
        ("buffer", _) => vec![
            format!("{data}, off, s[4:7], 0"),
            format!("{data}, off, s[4:7], s2"),
            format!("{data}, v2, s[4:7], s2"),
            format!("{data}, v[2:3], s[4:7], s2"),
            "v2, s[4:7], s2".into(),
        ],
        ("ds", "load") => vec![format!("{value}, v2")],
        ("ds", "store") => vec![format!("v2, {value}")],
        ("ds", "atomic") => vec![format!("v2, {value}"), format!("{value}, v2, {value}")],
        ("ds", "cmpxchg") => vec![format!("v2, {value}, {value}"), format!("{value}, v2, {value}, {value}")],
        (_, _) => Vec::new(),
    };
    texts.iter().map(|text| text.split(", ").filter(|word| !word.is_empty()).map(String::from).collect()).collect()
}

/// The operands, and those with one exchanged, left out or added.
fn varied(right: &[Vec<String>], has_words: bool) -> BTreeSet<Vec<String>> {
    let mut all = BTreeSet::from_iter(right.iter().cloned());
    for operands in right {
        for at in 0..operands.len() {
            let with = |word: &str| {
                let mut varied = operands.clone();
                varied[at] = word.to_string();
                varied
            };
            all.extend(POOL.iter().map(|word| with(word)));
        }
        all.extend(operands.split_last().map(|(_, rest)| rest.to_vec()));
        // What words accesses have, hardware files say.
        let with_word = |last: &String| format!("{last} bogus");
        let words = operands.split_last().filter(|_| !has_words);
        all.extend(words.map(|(last, rest)| [rest, &[with_word(last)]].concat()));
        all.extend(["v0", "s0"].map(|word| operands.iter().cloned().chain([word.to_string()]).collect()));
    }
    all
}

/// Computations that have a mask of lanes in one of these registers, or in none.
fn with_masks(target: &Target) -> Vec<String> {
    let has_wave32 = target.mcpu.starts_with("gfx1");
    let more = ["vcc_lo", "exec", "exec_lo", "s16", "s[16:17]"];
    // Machine IR names the whole of `vcc` where lanes are 32, too.
    let masks = POOL.iter().chain(&more).filter(|mask| !(has_wave32 && **mask == "vcc"));
    let named = masks.flat_map(|mask| WITH_MASKS.iter().map(move |text| text.replace('#', mask)));
    let bare = ["v_cmpx_ne_u32_e32", "v_cmpx_ne_u32_e64"].map(|name| format!("{name} v2, v3"));
    named.chain(bare).collect()
}

/// A word that the assembler takes behind scalar loads of gfx12 and gfx125x, of which no document tells.
const UNTOLD: &str = "scc";

/// What may stand behind what: instructions as the assembler takes them, with one word more than each has. Atomics that return something, as they say, and have no
/// register for it are not taken here.
fn with_words(target: &Target) -> Result<Vec<String>, Failed> {
    let mut plain = Vec::new();
    for (name, of) in known(target).iter().filter(|(_, of)| of.bits == 32 || of.does == "cache") {
        let texts = operands(name, of).into_iter().map(|operands| format!("{name} {}", operands.join(", ")));
        let all = texts.flat_map(|text| modifiers(&text).iter().map(move |words| format!("{text} {words}")));
        plain.extend(all.map(|text| text.trim().to_string()));
    }
    let lines: Vec<(usize, String)> = plain.iter().cloned().enumerate().collect();
    let taken = assembled(&target.mcpu, &lines)?.ok_or("the assembler knows it no more")?;
    let mut all = Vec::new();
    for at in taken.into_iter().filter(|at| is_taken(&plain[*at], target)) {
        let said: Vec<&str> = plain[at].split([' ', ',', ':']).collect();
        let is_new = |word: &&&str| !word.split(':').next().is_some_and(|name| said.contains(&name));
        all.extend(WORDS.iter().filter(is_new).map(|word| format!("{} {word}", plain[at])));
    }
    Ok(all)
}

/// The words with which an instruction may have other operands.
fn modifiers(text: &str) -> &'static [&'static str] {
    match text {
        _ if text.starts_with("buffer_") => &ADDRESSING[..],
        _ if text.contains("_atomic") => &RETURNING[..],
        _ => &RETURNING[..1],
    }
}

/// What is taken for a target, with a word behind it or written to a register, is what the assembler takes.
fn alone_as_assembled(target: &'static Target) -> Result<Vec<String>, Failed> {
    let texts = [with_masks(target), with_words(target)?].concat();
    let lines: Vec<(usize, String)> = texts.iter().cloned().enumerate().collect();
    let taken = assembled(&target.mcpu, &lines)?.ok_or("the assembler knows it no more")?;
    let is_untold = |text: &str| text.starts_with("s_") && text.ends_with(UNTOLD);
    let is_other = |(at, text): &(usize, &String)| {
        let ours = is_taken(text, target);
        ours != taken.contains(at) && (ours || !is_untold(text))
    };
    let differing = texts.iter().enumerate().filter(is_other);
    Ok(differing
        .map(|(_, text)| format!("{} {text}", if is_taken(text, target) { "ours alone: " } else { "LLVM's alone:" }))
        .collect())
}

/// Whether an instruction is taken here.
fn is_taken(text: &str, target: &Target) -> bool {
    instruction(text, Span::default()).is_some_and(|part| suits(&part, target).is_ok())
}

/// What is taken for a target is what the assembler takes with some of the words that an instruction may have.
fn as_assembled(target: &'static Target) -> Result<(), Failed> {
    let mut texts = Vec::new();
    for (name, of) in known(target) {
        for operands in varied(&operands(&name, &of), !LOOKED_AT.contains(&&*of.does)) {
            texts.push(format!("{name} {}", operands.join(", ")).trim().to_string());
        }
    }
    let lines: Vec<(usize, String)> = texts
        .iter()
        .enumerate()
        .flat_map(|(at, text)| modifiers(text).iter().map(move |words| (at, format!("{text} {words}"))))
        .collect();
    let taken = assembled(&target.mcpu, &lines)?.ok_or("the assembler knows it no more")?;
    let mut differing = alone_as_assembled(target)?;
    for (at, text) in texts.iter().enumerate() {
        // With some words one is another access, of other operands.
        let mut parts =
            modifiers(text).iter().filter_map(|words| instruction(&format!("{text} {words}"), Span::default()));
        let ours = parts.any(|part| suits(&part, target).is_ok());
        let is_told = !ours && NOT_TAKEN.iter().any(|begin| text.starts_with(begin));
        if ours != taken.contains(&at) && !is_told {
            differing.push(format!("{} {text}", if ours { "ours alone: " } else { "LLVM's alone:" }));
        }
    }
    if texts.len() < 1000 || taken.len() < 100 || !differing.is_empty() {
        let all = differing.join("\n");
        return Err(
            format!("of {} spellings, {} taken, {} differ:\n{all}", texts.len(), taken.len(), differing.len()).into()
        );
    }
    Ok(())
}

/// The numbers of the lines that the assembler takes for a processor; `None` if that is no processor of LLVM's.
fn assembled(processor: &str, lines: &[(usize, String)]) -> Result<Option<BTreeSet<usize>>, Failed> {
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
    Ok(Some(taken.map(|(_, (number, _))| *number).collect()))
}
