//! What releases of LLVM spell differently, read from `models/compilers.toml`.

use crate::program::{Barrier, BarrierObject, BarrierOperation};
use crate::targets::with_number;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::OnceLock;

/// A release of LLVM, by its major number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Release(pub u32);

/// The releases from one up to and with another.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Range {
    from: Option<u32>,
    until: Option<u32>,
}

/// The first and the last release of which it is known what they take.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Known {
    from: u32,
    until: u32,
}

/// A prefix of tags, and how some releases spell it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TagSpelling {
    prefixes: Vec<String>,
    spelled: String,
    from: Option<u32>,
    until: Option<u32>,
}

/// How some releases compile for a mode of targets.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ModeSpelling {
    name: String,
    directive: String,
    features: Option<String>,
    attribute: Option<String>,
    from: Option<u32>,
    until: Option<u32>,
}

/// What commands of regression tests may give.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commands {
    /// Programs whose commands make no code that comments say.
    pub without_code: Vec<String>,
    /// Features, beside those of modes, that change nothing of what tables say.
    pub features: Vec<String>,
    /// Options of the compiler.
    pub compile: CommandOptions,
    /// Options of what compares its code with comments.
    pub compare: CommandOptions,
}

/// The options of a program of which it is known what they mean for the code, without dashes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandOptions {
    /// Those that stand alone or have a value behind `=`.
    pub flags: Vec<String>,
    /// Those that have a value, behind `=` or as the next word.
    pub valued: Vec<String>,
}

/// How an intrinsic is declared and called.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Intrinsic {
    pub declare: String,
    pub call: String,
}

/// An intrinsic that releases have from one on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Since {
    from: u32,
    called: Intrinsic,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    known: Known,
    typed_pointers: Range,
    mmra: Range,
    load_to_lds: Since,
    barrier: Intrinsic,
    barrier_signal: Intrinsic,
    barrier_signal_isfirst: Intrinsic,
    barrier_wait: Intrinsic,
    barrier_init: Intrinsic,
    barrier_join: Intrinsic,
    barrier_leave: Intrinsic,
    barrier_signal_var: Intrinsic,
    named_barriers: Range,
    named_barrier: String,
    barrier_numbers: BarrierNumbers,
    tag: Vec<TagSpelling>,
    mode: Vec<ModeSpelling>,
    commands: Commands,
}

/// The numbers of barrier objects that functions need not make, and one that stands for that which has been joined.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BarrierNumbers {
    workgroup: i64,
    cluster: i64,
    null: i64,
    joined: i64,
}

fn file() -> &'static File {
    static FILE: OnceLock<File> = OnceLock::new();
    // The text is part of the program, and a test reads it.
    let read = || toml::from_str(include_str!("../../models/compilers.toml")).unwrap_or_else(|error| panic!("{error}"));
    FILE.get_or_init(read)
}

/// What a mode is compiled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModeFlags {
    /// What `-mattr` takes.
    pub features: Option<&'static str>,
    /// The attribute of functions.
    pub attribute: Option<&'static str>,
}

impl Release {
    fn is_in(self, from: Option<u32>, until: Option<u32>) -> bool {
        from.is_none_or(|from| from <= self.0) && until.is_none_or(|until| self.0 <= until)
    }

    /// The release of a number.
    ///
    /// # Errors
    /// It is not known what it takes, and of which it is.
    pub fn known(number: u32) -> Result<Release, String> {
        let Known { from, until } = file().known;
        match (from..=until).contains(&number) {
            true => Ok(Release(number)),
            false => Err(format!("what LLVM {number} takes is not known: of releases {from} to {until} it is")),
        }
    }

    /// Whether pointers name the type of what they point to.
    pub fn has_typed_pointers(self) -> bool {
        let Range { from, until } = file().typed_pointers;
        self.is_in(from, until)
    }

    /// Whether the IR has memory model relaxation annotations.
    pub fn has_mmra(self) -> bool {
        let Range { from, until } = file().mmra;
        self.is_in(from, until)
    }

    /// How a load to LDS is called that the compiler waits for, if the release has it.
    pub fn load_to_lds(self) -> Option<&'static Intrinsic> {
        let Since { from, called } = &file().load_to_lds;
        self.is_in(Some(*from), None).then_some(called)
    }

    /// Whether modules have named barriers.
    pub fn has_named_barriers(self) -> bool {
        let Range { from, until } = file().named_barriers;
        self.is_in(from, until)
    }

    /// How the release spells a prefix of tags.
    pub fn tag_prefix(self, prefix: &str) -> &str {
        let is_meant =
            |tag: &&TagSpelling| tag.prefixes.iter().any(|known| known == prefix) && self.is_in(tag.from, tag.until);
        file().tag.iter().find(is_meant).map_or(prefix, |tag| &tag.spelled)
    }

    /// What a mode is compiled with; `None` if that is not known.
    pub fn mode(self, name: &str) -> Option<ModeFlags> {
        let found = file().mode.iter().find(|mode| mode.name == name && self.is_in(mode.from, mode.until));
        found.map(|mode| ModeFlags { features: mode.features.as_deref(), attribute: mode.attribute.as_deref() })
    }
}

/// What releases compile a mode with, whichever they are.
pub fn flags_of_mode(name: &str) -> impl Iterator<Item = ModeFlags> {
    let modes = file().mode.iter().filter(move |mode| mode.name == name);
    modes.map(|mode| ModeFlags { features: mode.features.as_deref(), attribute: mode.attribute.as_deref() })
}

/// What commands of regression tests may give.
pub fn commands() -> &'static Commands {
    &file().commands
}

/// Whether it is known what a feature, named with its sign, means for code: it is a mode's, or changes nothing of what tables say.
pub fn is_known_feature(feature: &str) -> bool {
    let Some(name) = feature.strip_prefix(['+', '-']) else { return false };
    let of_modes = file().mode.iter().filter_map(|mode| mode.features.as_deref());
    of_modes
        .chain(file().commands.features.iter().map(String::as_str))
        .any(|known| known.trim_start_matches(['+', '-']) == name)
}

/// The directives by which descriptors of kernels say modes.
pub fn mode_directives() -> impl Iterator<Item = &'static str> {
    file().mode.iter().filter_map(|mode| mode.directive.split_once(' ')).map(|(word, _)| word)
}

/// What the descriptor of a kernel has to say for a mode, by a directive and its number; `None` where it says so.
pub fn unsaid_mode(name: &str, kernel: &HashMap<String, u32>) -> Option<&'static str> {
    let own = file().mode.iter().find(|mode| mode.name == name)?;
    let (word, number) = own.directive.split_once(' ')?;
    let is_said = number.parse::<u32>().is_ok_and(|number| kernel.get(word) == Some(&number));
    (!is_said).then_some(own.directive.as_str())
}

/// What is declared for an operation on a barrier, and its calls; a named one has this name. `None` if intrinsics have no such operation.
pub fn barrier(barrier: Barrier, name: Option<&str>) -> Option<(Vec<&'static str>, Vec<String>)> {
    let file = file();
    let global = name.map(|name| format!("@{name}"));
    let number = match barrier.object {
        BarrierObject::Workgroup => file.barrier_numbers.workgroup,
        BarrierObject::Cluster => file.barrier_numbers.cluster,
        BarrierObject::Named(_) => file.barrier_numbers.joined,
        BarrierObject::Null => file.barrier_numbers.null,
    };
    let numbered = |intrinsic: &'static Intrinsic| (intrinsic, with_number(&intrinsic.call, number));
    let named = |intrinsic: &'static Intrinsic, object: &str, count: u32| {
        (intrinsic, intrinsic.call.replace('#', object).replace('$', &count.to_string()))
    };
    let signal = |count: Option<u32>| match (&global, count) {
        (Some(global), count) => Some(named(&file.barrier_signal_var, global, count.unwrap_or_default())),
        (None, None) => Some(numbered(&file.barrier_signal)),
        (None, Some(_)) => None,
    };
    let calls = match (barrier.operation, &global) {
        (BarrierOperation::Both, _) if barrier.object == BarrierObject::Workgroup => {
            vec![(&file.barrier, file.barrier.call.clone())]
        }
        (BarrierOperation::Both, _) => vec![signal(None)?, numbered(&file.barrier_wait)],
        (BarrierOperation::Signal(count), _) => vec![signal(count)?],
        (BarrierOperation::SignalIsFirst(_), None) => vec![numbered(&file.barrier_signal_isfirst)],
        (BarrierOperation::Wait, _) => vec![numbered(&file.barrier_wait)],
        (BarrierOperation::Init(count), Some(global)) => vec![named(&file.barrier_init, global, count)],
        (BarrierOperation::Join, Some(global)) => vec![named(&file.barrier_join, global, 0)],
        (BarrierOperation::Join, None) => vec![named(&file.barrier_join, "null", 0)],
        (BarrierOperation::Leave, _) => vec![numbered(&file.barrier_leave)],
        (BarrierOperation::SignalIsFirst(_), Some(_)) | (BarrierOperation::Init(_), None) => return None,
    };
    Some(calls.into_iter().map(|(intrinsic, call)| (intrinsic.declare.as_str(), call)).unzip())
}

/// The declaration of a named barrier.
pub fn named_barrier(name: &str) -> String {
    file().named_barrier.replace('#', &format!("@{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::targets::known_targets;

    #[test]
    fn releases_differ_where_the_file_says_so() {
        let spelled = |release: u32| Release(release).tag_prefix("amdgpu-as");
        assert_eq!((spelled(21), spelled(22)), ("amdgpu-as", "amdgpu-synchronize-as"));
        assert_eq!(Release(22).tag_prefix("vulkan"), "vulkan");
        assert_eq!([14, 15].map(|release| Release(release).has_typed_pointers()), [true, false]);
        assert_eq!([18, 19].map(|release| Release(release).has_mmra()), [false, true]);
        let refused = "what LLVM 99 takes is not known: of releases 14 to 24 it is".to_string();
        assert_eq!([Release::known(22), Release::known(99)], [Ok(Release(22)), Err(refused)]);
        let tgsplit = |release: u32| Release(release).mode("tgsplit").map(|mode| (mode.features, mode.attribute));
        assert_eq!(tgsplit(22), Some((Some("+tgsplit"), None)));
        assert_eq!(tgsplit(23), Some((None, Some("\"amdgpu-tg-split\""))));
    }

    /// Every mode of every target is compiled for somehow.
    #[test]
    fn every_mode_has_its_flags() {
        for mode in known_targets().iter().flat_map(|target| &target.modes) {
            assert!([14, 22, 24].iter().all(|&release| Release(release).mode(mode).is_some()), "{mode}");
        }
    }
}
