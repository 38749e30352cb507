//! Which processors have which mnemonics: `models/mnemonics.toml`.

use super::descriptions::Does;
use super::instructions::instructions;
use super::mnemonics::mnemonics;
use crate::targets::{Target, known_targets};

/// That processors have not an instruction: what is wrong, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
#[error("{message}")]
pub struct Lacking {
    /// Which instruction, and where it is not.
    pub message: String,
    /// An instruction that does the same, or who has it.
    pub help: String,
}

/// Of the processors of a target of which anything is told, those that have an instruction, and those that have it not.
fn parted<'t>(target: &'t Target, has: &[String]) -> (Vec<&'t str>, Vec<&'t str>) {
    let told = target.names().filter(|name| mnemonics().processors.contains(*name));
    told.partition(|name| has.iter().any(|known| known == name))
}

/// Refuses an instruction that a processor of a target has not. A processor of which nothing is told has those that any of the target has.
///
/// # Errors
/// Which it is, and what would be right.
pub fn on_processor(mnemonic: &str, (processor, target): (&str, &Target)) -> Result<(), Lacking> {
    let plain = instructions().bare(mnemonic);
    let Some(has) = mnemonics().of(plain) else { return Ok(()) };
    let lacks = match mnemonics().processors.contains(processor) {
        true => !has.iter().any(|known| known == processor),
        false => {
            let (with, without) = parted(target, has);
            with.is_empty() && !without.is_empty()
        }
    };
    match lacks {
        true => Err(lacking(processor, plain, has, |name| {
            mnemonics().of(name).is_some_and(|on| on.iter().any(|on| on == processor))
        })),
        false => Ok(()),
    }
}

/// Refuses an instruction that a target has not, or only some of its processors.
///
/// # Errors
/// Which it is, and what would be right.
pub fn on_target(mnemonic: &str, target: &Target) -> Result<(), Lacking> {
    let plain = instructions().bare(mnemonic);
    let Some(has) = mnemonics().of(plain) else { return Ok(()) };
    let on_all = |name: &str| mnemonics().of(name).is_some_and(|on| parted(target, on).1.is_empty());
    match parted(target, has) {
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
                let (with, without) = parted(target, has);
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
    use std::collections::BTreeSet;

    fn target(name: &str) -> &'static Target {
        TargetConfiguration::parse(name).expect("a target").target
    }

    fn told(result: Result<(), Lacking>) -> String {
        result.map_or_else(|lacking| format!("{lacking}: {}", lacking.help), |()| "it is there".to_string())
    }

    #[test]
    fn it_is_told_who_has_each_described_instruction() {
        let described: BTreeSet<String> = instructions().names().collect();
        let (listed, others): (Vec<&String>, Vec<&String>) =
            mnemonics().names().partition(|name| described.contains(*name));
        assert_eq!(described.len(), listed.len(), "scripts/mnemonics.py writes models/mnemonics.toml");
        let is_opaque = |name: &&&String| instructions().of(name).is_some_and(|it| it.does == Does::Opaque);
        assert_eq!(others.iter().find(|name| !is_opaque(name)), None, "what nothing describes begins as opaque ones");
        assert!(others.len() > 900, "{}", others.len());
        let known: BTreeSet<&str> = known_targets().iter().flat_map(Target::names).collect();
        let unknown = mnemonics().processors.iter().find(|name| !known.contains(name.as_str()));
        assert_eq!(unknown, None, "every processor is one of models/targets.toml");
    }

    /// What groups of scalar instructions say of targets is what the assembler does.
    #[test]
    fn targets_have_the_scalar_loads_that_the_assembler_has() {
        let mut compared = 0;
        for target in known_targets() {
            for name in instructions().names().filter(|name| crate::targets::is_scalar(name)) {
                let (with, without) = parted(target, mnemonics().of(&name).unwrap_or_default());
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
            on("v_perm_b32", "gfx600"),
            on("v_add_f32_e64_dpp", "gfx1100"),
            on("v_add_foo", "gfx1100"),
            of("global_atomic_csub", "gfx10"),
            of("ds_store_b64", "gfx8"),
            of("flat_load_dword", "gfx6"),
            of("ds_add_rtn_u32", "gfx12"),
        ];
        insta::assert_snapshot!(all.join("\n"));
    }
}
