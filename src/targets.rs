//! The targets that come with the tool (`models/targets.toml`): their tables, modes, forms of access and instructions.

use crate::llvm::AddressSpace;
use crate::syntax::source::did_you_mean;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// A target: processors that run the same code.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// Its name.
    pub name: String,
    /// Processors that it stands for, by LLVM's names.
    pub processors: Vec<String>,
    /// The families of tables that are for it, in the order in which they are looked for.
    pub tables: Vec<String>,
    /// Its modes, of which one is always on; the first is the default.
    pub modes: Vec<String>,
    /// Modes in which there is no LDS.
    #[serde(default)]
    pub no_lds: Vec<String>,
    /// Whether workgroups form clusters.
    pub cluster: bool,
    /// The forms of instruction that reach an address space, by preference.
    pub forms: BTreeMap<String, Vec<String>>,
    /// Whether atomics of private memory are atomics through a generic pointer.
    #[serde(default)]
    pub private_atomics_are_flat: bool,
    /// What its code sequences may name besides accesses.
    pub instructions: Vec<String>,
    /// The workgroup barrier.
    pub barrier: Vec<String>,
    /// Its first half.
    #[serde(default)]
    pub arrive: Vec<String>,
    /// Its second half.
    #[serde(default)]
    pub wait: Vec<String>,
}

impl Target {
    /// The forms that reach a space, by preference; none if it cannot be reached.
    pub fn forms(&self, space: AddressSpace) -> &[String] {
        self.forms.get(space.as_str()).map_or(&[], Vec::as_slice)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Targets {
    target: Vec<Target>,
}

static TARGETS: LazyLock<Vec<Target>> = LazyLock::new(|| {
    // The text is part of the program, and a test reads it.
    let targets: Targets =
        toml::from_str(include_str!("../models/targets.toml")).expect("models/targets.toml is well formed");
    targets.target
});

/// Every target in the order of the file.
pub fn all() -> &'static [Target] {
    &TARGETS
}

/// The words of targets and modes, which conditions of tables may use.
pub fn words() -> BTreeSet<&'static str> {
    all().iter().flat_map(|target| target.modes.iter().chain([&target.name])).map(String::as_str).collect()
}

/// The targets of a family of tables.
pub fn of_family(family: &str) -> impl Iterator<Item = &'static Target> {
    all().iter().filter(move |target| target.tables.iter().any(|table| table == family))
}

/// A target configuration: a target in one of its modes.
#[derive(Clone, Copy, Debug)]
pub struct TargetConfiguration {
    /// The target.
    pub target: &'static Target,
    /// The mode; `None` for a target without modes.
    pub mode: Option<&'static str>,
}

impl TargetConfiguration {
    /// Every mode of a target.
    pub fn modes(target: &'static Target) -> Vec<TargetConfiguration> {
        match target.modes.is_empty() {
            true => vec![TargetConfiguration { target, mode: None }],
            false => target.modes.iter().map(|mode| TargetConfiguration { target, mode: Some(mode) }).collect(),
        }
    }

    /// Whether it has LDS.
    pub fn has_lds(&self) -> bool {
        !self.target.no_lds.iter().any(|mode| self.mode == Some(mode.as_str()))
    }

    /// The configurations of a target or of a family of targets (`gfx10-11` or `gfx10-gfx11`), with a mode or in all their modes.
    ///
    /// # Errors
    /// What would be right.
    pub fn several(text: &str) -> Result<Vec<TargetConfiguration>, String> {
        let (name, mode) = text.split_once(',').map_or((text, None), |(name, mode)| (name, Some(mode)));
        let is = |family: &String| family == name || family.replace("-gfx", "-") == name;
        let family: Vec<&Target> = all().iter().filter(|target| target.tables.iter().any(is)).collect();
        match (family.as_slice(), mode) {
            ([_, _, ..], None) => Ok(family.into_iter().flat_map(TargetConfiguration::modes).collect()),
            ([_, _, ..], Some(mode)) => {
                family.iter().map(|target| TargetConfiguration::parse(&format!("{},{mode}", target.name))).collect()
            }
            (_, None) => {
                TargetConfiguration::parse(text).map(|configuration| TargetConfiguration::modes(configuration.target))
            }
            (_, Some(_)) => TargetConfiguration::parse(text).map(|configuration| vec![configuration]),
        }
    }

    /// Every target in every mode.
    pub fn all() -> Vec<TargetConfiguration> {
        all().iter().flat_map(TargetConfiguration::modes).collect()
    }

    /// The configuration of `TARGET` or `TARGET,MODE`, the target by its name or that of a processor.
    ///
    /// # Errors
    /// What would be right.
    pub fn parse(text: &str) -> Result<TargetConfiguration, String> {
        let (name, mode) = text.split_once(',').map_or((text, None), |(name, mode)| (name, Some(mode)));
        let is = |target: &&Target| target.name == name || target.processors.iter().any(|processor| processor == name);
        let Some(target) = all().iter().find(is) else {
            let names = || all().iter().map(|target| target.name.as_str());
            let list = names().collect::<Vec<_>>().join(", ");
            return Err(match did_you_mean(name, names()) {
                Some(near) => format!("unknown target `{name}`: did you mean `{near}`? It is one of {list}"),
                None => format!("unknown target `{name}`; one of {list}"),
            });
        };
        let configurations = TargetConfiguration::modes(target);
        match mode {
            None => Ok(configurations[0]),
            Some(mode) => {
                configurations.into_iter().find(|configuration| configuration.mode == Some(mode)).ok_or_else(|| {
                    match target.modes.is_empty() {
                        true => format!("{name} has no mode `{mode}`: it has none"),
                        false => format!("{name} has no mode `{mode}`; one of {}", target.modes.join(", ")),
                    }
                })
            }
        }
    }
}

impl std::fmt::Display for TargetConfiguration {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.mode {
            Some(mode) => write!(f, "{},{mode}", self.target.name),
            None => f.write_str(&self.target.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_spaces_exist() {
        let mut names = BTreeSet::new();
        for target in all() {
            assert!(target.processors.iter().chain([&target.name]).all(|name| names.insert(name)), "{}", target.name);
            assert!(target.forms.keys().all(|space| space.parse::<AddressSpace>().is_ok()), "{}", target.name);
        }
    }

    #[test]
    fn machines_are_read_and_shown() {
        for configuration in TargetConfiguration::all() {
            let text = configuration.to_string();
            assert_eq!(TargetConfiguration::parse(&text).map(|configuration| configuration.to_string()), Ok(text));
        }
        assert!(TargetConfiguration::parse("nothing").is_err());
    }
}
