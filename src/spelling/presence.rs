//! Which processors have which mnemonics: `models/mnemonics.toml`.

use super::instructions::{Does, instructions};
use crate::targets::{Target, known_targets};
use serde::Deserialize;
use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    on: Vec<String>,
    names: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    processors: Vec<String>,
    mnemonics: Vec<Group>,
}

/// The processors of which it is told which instructions they have, and those that have each.
#[derive(Debug)]
struct Presence {
    processors: BTreeSet<String>,
    groups: Vec<Group>,
    by_name: HashMap<String, usize>,
}

/// That processors have not an instruction: what is wrong, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[error("{message}")]
pub struct Lacking {
    /// Which instruction, and where it is not.
    pub message: String,
    /// An instruction that does the same, or who has it.
    pub help: String,
}

impl Presence {
    fn read(text: &str) -> Result<Presence, String> {
        let File { processors, mnemonics } = toml::from_str(text).map_err(|error| error.to_string())?;
        let processors = BTreeSet::from_iter(processors);
        let mut by_name = HashMap::new();
        for (number, group) in mnemonics.iter().enumerate() {
            if let Some(unknown) = group.on.iter().find(|name| !processors.contains(*name)) {
                return Err(format!("`{unknown}` is none of the processors"));
            }
            for name in &group.names {
                if by_name.insert(name.clone(), number).is_some() {
                    return Err(format!("`{name}` stands twice"));
                }
            }
        }
        Ok(Presence { processors, groups: mnemonics, by_name })
    }

    /// The processors that have an instruction; `None` of one of which nothing is told.
    fn of(&self, plain: &str) -> Option<&[String]> {
        self.by_name.get(plain).map(|&number| self.groups[number].on.as_slice())
    }

    /// Of the processors of a target of which anything is told, those that have an instruction, and those that have it not.
    fn parted<'t>(&self, target: &'t Target, has: &[String]) -> (Vec<&'t str>, Vec<&'t str>) {
        let told = target.names().filter(|name| self.processors.contains(*name));
        told.partition(|name| has.iter().any(|known| known == name))
    }
}

fn presence() -> &'static Presence {
    static PRESENCE: OnceLock<Presence> = OnceLock::new();
    // The text is part of the program, and a test reads it.
    let read = || {
        let text = include_str!("../../models/mnemonics.toml");
        Presence::read(text).unwrap_or_else(|error| panic!("models/mnemonics.toml: {error}"))
    };
    PRESENCE.get_or_init(read)
}

/// Refuses an instruction that a processor of a target has not. A processor of which nothing is told has those that any of the target has.
///
/// # Errors
/// Which it is, and what would be right.
pub fn on_processor(mnemonic: &str, (processor, target): (&str, &Target)) -> Result<(), Lacking> {
    let plain = instructions().plain(mnemonic);
    let Some(has) = presence().of(plain) else { return Ok(()) };
    let lacks = match presence().processors.contains(processor) {
        true => !has.iter().any(|known| known == processor),
        false => {
            let (with, without) = presence().parted(target, has);
            with.is_empty() && !without.is_empty()
        }
    };
    match lacks {
        true => Err(lacking(processor, plain, has, |name| {
            presence().of(name).is_some_and(|on| on.iter().any(|on| on == processor))
        })),
        false => Ok(()),
    }
}

/// Refuses an instruction that a target has not, or only some of its processors.
///
/// # Errors
/// Which it is, and what would be right.
pub fn on_target(mnemonic: &str, target: &Target) -> Result<(), Lacking> {
    let plain = instructions().plain(mnemonic);
    let Some(has) = presence().of(plain) else { return Ok(()) };
    let on_all = |name: &str| presence().of(name).is_some_and(|on| presence().parted(target, on).1.is_empty());
    match presence().parted(target, has) {
        (_, without) if without.is_empty() => Ok(()),
        (with, _) if with.is_empty() => Err(lacking(&target.name, plain, has, on_all)),
        (with, _) => {
            let message = format!("not all processors of {} have an instruction `{plain}`", target.name);
            Err(Lacking { message, help: owners(&with) })
        }
    }
}

/// That something has not an instruction, and the one that it has instead, if that is told.
fn lacking(name: &str, plain: &str, has: &[String], is_there: impl Fn(&str) -> bool) -> Lacking {
    let help = match same(plain).into_iter().find(|same| is_there(same)) {
        Some(same) => format!("{name} has `{same}`"),
        None => {
            let have_it = |target: &&Target| {
                let (with, without) = presence().parted(target, has);
                !with.is_empty() && without.is_empty()
            };
            let targets: Vec<&str> =
                known_targets().iter().filter(have_it).map(|target| target.name.as_str()).collect();
            match (targets.is_empty(), has) {
                (false, _) => owners(&targets),
                (true, []) => "no processor has it".to_string(),
                (true, has) => owners(&has.iter().map(String::as_str).collect::<Vec<_>>()),
            }
        }
    };
    Lacking { message: format!("{name} has no instruction `{plain}`"), help }
}

fn owners(names: &[&str]) -> String {
    let have = if names.len() == 1 { "has" } else { "have" };
    format!("{} {have} it", names.join(", "))
}

/// The other names of an access: of the same form, returning what it has read or not as it does.
fn same(plain: &str) -> Vec<String> {
    let Some(description) = instructions().of(plain) else { return Vec::new() };
    if !matches!(description.does, Does::Load | Does::Store | Does::Atomic | Does::Cmpxchg) {
        return Vec::new();
    }
    let form = |name: &str| (name.split('_').next().unwrap_or_default().to_string(), name.contains("_rtn_"));
    description.all_names().filter(|name| form(name) == form(plain)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::targets::TargetConfiguration;

    fn target(name: &str) -> &'static Target {
        TargetConfiguration::parse(name).expect("a target").target
    }

    fn told(result: Result<(), Lacking>) -> String {
        result.map_or_else(|lacking| format!("{lacking}: {}", lacking.help), |()| "it is there".to_string())
    }

    #[test]
    fn it_is_told_who_has_each_described_instruction() {
        let described: BTreeSet<String> = instructions().names().collect();
        let listed: BTreeSet<String> = presence().by_name.keys().cloned().collect();
        assert_eq!(described, listed, "scripts/mnemonics.py writes models/mnemonics.toml");
        let known: BTreeSet<&str> = known_targets().iter().flat_map(Target::names).collect();
        let unknown = presence().processors.iter().find(|name| !known.contains(name.as_str()));
        assert_eq!(unknown, None, "every processor is one of models/targets.toml");
    }

    /// What groups of scalar instructions say of targets is what the assembler does.
    #[test]
    fn targets_have_the_scalar_loads_that_the_assembler_has() {
        let mut compared = 0;
        for target in known_targets() {
            for name in instructions().names().filter(|name| crate::targets::is_scalar(name)) {
                let (with, without) = presence().parted(target, presence().of(&name).unwrap_or_default());
                if (&with, &without) != (&vec![], &vec![]) {
                    assert_eq!(target.scalar.contains_key(&name), without.is_empty(), "{name} on {}", target.name);
                    compared += 1;
                }
            }
        }
        assert!(compared > 100, "{compared}");
    }

    #[test]
    fn what_is_of_another_generation_is_told() {
        let on = |name: &str, processor: &str| told(on_processor(name, (processor, target(processor))));
        let of = |name: &str, name_of_target: &str| told(on_target(name, target(name_of_target)));
        let all = [
            on("global_load_b32", "gfx942"),
            on("global_load_dword", "gfx1100"),
            on("s_waitcnt_vmcnt", "gfx90a"),
            on("s_wait_loadcnt", "gfx1103"),
            on("v_mov_b64_e32", "gfx900"),
            on("v_accvgpr_read_b32", "gfx900"),
            on("v_accvgpr_read_b32", "gfx908"),
            on("global_atomic_csub", "gfx1010"),
            on("buffer_atomic_csub_u32", "gfx1250"),
            on("s_wait_kmcnt", "gfx1154"),
            on("global_load_b32", "gfx1154"),
            on("v_perm_b32", "gfx900"),
            of("global_atomic_csub", "gfx10"),
            of("ds_store_b64", "gfx8"),
            of("flat_load_dword", "gfx6"),
            of("ds_add_rtn_u32", "gfx12"),
        ];
        insta::assert_snapshot!(all.join("\n"));
    }

    #[test]
    fn files_are_refused_if_they_say_two_things() {
        let refused = |text: &str| Presence::read(text).err().unwrap_or_default();
        let group = |on: &str, name: &str| format!("[[mnemonics]]\non = [\"{on}\"]\nnames = [\"{name}\"]\n");
        let head = "processors = [\"p\"]\n";
        assert_eq!(refused(&format!("{head}{}{}", group("p", "a"), group("p", "a"))), "`a` stands twice");
        assert_eq!(refused(&format!("{head}{}", group("q", "a"))), "`q` is none of the processors");
        assert!(Presence::read(&format!("{head}{}", group("p", "a"))).is_ok());
    }
}
