//! Targets: their tables, modes, forms of access, instructions and idioms, and what the tables of LLVM's documents are for. All of it is
//! data: `models/targets.toml`, and files of the same form that a run adds.

mod barriers;
mod dma;
mod file;
mod host;
mod packets;
pub mod scalar;
mod vocabulary;

use crate::llvm::AddressSpace;
use crate::syntax::source::{Diagnostic, Source, did_you_mean};
pub use crate::syntax::table::ast::Access;
pub use barriers::Barriers;
pub use dma::Dma;
pub use file::Targets;
pub use host::Host;
use itertools::Itertools;
pub use packets::Packets;
use scalar::{OfSome, Scalar};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};
pub use vocabulary::{Vocabulary, outstanding};

/// What a variant of a target is a variant of: what tables and hardware files say of that target is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantOf {
    /// The target whose memory is also the variant's.
    pub memory: String,
    /// Why it is, by what the documents say.
    pub because: String,
}

/// A target: processors that run the same code.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its name, as `--target`, tables' conditions and hardware files use it; no other target or processor has it.
    pub name: String,
    /// What it is a variant of, where it differs from that in instructions alone: lists of all targets leave it out.
    pub variant_of: Option<VariantOf>,
    /// Processors that it stands for, by LLVM's names.
    pub processors: Vec<String>,
    /// The processor that code is compiled for where the target is named and no processor of it.
    pub mcpu: String,
    /// The families of tables that are for it, in the order in which they are looked for.
    pub tables: Vec<String>,
    /// Its modes, of which one is always on; the first is the default.
    pub modes: Vec<String>,
    /// Modes in which there is no LDS.
    pub no_lds: Vec<String>,
    /// Whether workgroups form clusters; if not, a cluster is an agent.
    pub cluster: bool,
    /// The forms of instruction that reach an address space, by preference.
    pub forms: BTreeMap<String, Vec<String>>,
    /// How the accesses are called after their form: `global_atomic` has the form `global` and is an `atomic`.
    pub accesses: BTreeMap<Access, String>,
    /// Whether atomics of private memory are atomics through a generic pointer.
    pub private_atomics_are_flat: bool,
    /// Mnemonics of the instructions that wait for counters.
    pub waits: Vec<String>,
    /// Mnemonics of the instructions that invalidate caches or write them back.
    pub cache_operations: Vec<String>,
    /// Its scalar memory instructions, by mnemonic.
    pub scalar: BTreeMap<String, Scalar>,
    /// Scalar memory instructions of some of its processors, if there are any.
    pub scalar_of_some: Option<OfSome>,
    /// In how many bytes the offsets of scalar loads count.
    pub scalar_offset_bytes: u32,
    /// Counters that waits name as operands; where there are none, each wait has one counter and names a number.
    pub counters: Vec<String>,
    /// The operands that instructions may have besides registers and addresses, by mnemonic or by what they access; those of waits follow
    /// from the counters.
    pub operands: BTreeMap<String, Vec<String>>,
    /// The operand that names an instruction's scope, without its value.
    pub scope_operand: Option<String>,
    /// The instructions of the workgroup barrier in one: arrive, then wait.
    pub barrier: Vec<String>,
    /// The instructions that arrive at the workgroup barrier; empty if the target has no split barrier.
    pub barrier_arrive: Vec<String>,
    /// The instructions that wait at the workgroup barrier; empty if the target has no split barrier.
    pub barrier_wait: Vec<String>,
    /// The instructions that end a wave, which takes it out of the workgroup barrier; empty if nothing is told of that.
    pub barrier_end: Vec<String>,
    /// Barrier objects beyond the workgroup's, and what else is done with that.
    pub barriers: Barriers,
    /// What the packet processor does at the ends of dispatches; `None` if nothing is told of it.
    pub packets: Option<Packets>,
    /// DMA operations between memory and LDS; `None` if it has none, or nothing is told of them.
    pub dma: Option<Dma>,
    /// What threads of the host do; `None` if nothing is told of it.
    pub host: Option<Host>,
    /// Code that tests of several targets name: `#` stands for a number.
    pub idioms: BTreeMap<String, Vec<String>>,
}

/// What a table of a document holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Holds {
    /// The code sequences of a family of targets.
    CodeSequences,
    /// The operands for sync scopes in the table of code sequences that follows.
    Scopes,
    /// What one thread's operations may not be moved across.
    Constraints,
}

/// Which tables of documents hold what, recognized by their label.
#[derive(Clone, Debug)]
pub struct Section {
    /// The label of the tables; `*` stands for anything.
    pub label: String,
    /// Whether those tables have code, scope operands or constraints.
    pub holds: Holds,
    /// The family that they are for; where there is none, what `*` stands for.
    pub family: Option<String>,
}

impl Section {
    /// The family of a table with this label, if it is such a section: empty for one that is of no family.
    pub fn family_of<'a>(&'a self, label: &'a str) -> Option<&'a str> {
        let star = match self.label.split_once('*') {
            Some((before, after)) => label.strip_prefix(before)?.strip_suffix(after)?,
            None => (label == self.label).then_some("")?,
        };
        Some(self.family.as_deref().unwrap_or(star))
    }
}

impl Target {
    /// Its name and those of its processors.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.processors.iter().chain([&self.name]).map(String::as_str)
    }

    /// The name of the target whose memory is also its: its own where it is no variant.
    pub fn memory(&self) -> &str {
        self.variant_of.as_ref().map_or(&self.name, |of| &of.memory)
    }

    /// The forms that reach a space, by preference; none if it cannot be reached.
    pub fn forms(&self, space: AddressSpace) -> &[String] {
        self.forms.get(space.as_str()).map_or(&[], Vec::as_slice)
    }

    /// The instructions that steps of tables may name besides accesses.
    pub fn instructions(&self) -> impl Iterator<Item = &String> {
        self.waits.iter().chain(&self.cache_operations)
    }

    /// The names of all that hardware files may say what it does: instructions that access no memory of tests, and what stands for what the packet processor and
    /// the host do.
    pub fn named(&self) -> impl Iterator<Item = &str> {
        let scalar = self.scalar.iter().filter(|(_, scalar)| scalar.access().is_none()).map(|(name, _)| name);
        let of_some = self.scalar_of_some.iter().flat_map(|of| &of.instructions);
        let barrier = [&self.barrier, &self.barrier_arrive, &self.barrier_wait, &self.barrier_end];
        let written = barrier.into_iter().flatten().map(String::as_str).chain(self.barriers.templates());
        let names = self.instructions().chain(scalar).chain(of_some).map(String::as_str);
        let others = self.packets.iter().flat_map(|packets| &packets.own).map(String::as_str);
        let of_host = self.host.iter().flat_map(Host::names);
        names.chain(written.filter_map(|text| text.split_whitespace().next())).chain(others).chain(of_host)
    }

    /// Whether an instruction is one of waves: neither what the packet processor does nor what the host does.
    pub fn is_of_waves(&self, mnemonic: &str) -> bool {
        let mut of_processor = self.packets.iter().flat_map(|packets| &packets.own);
        let mut of_host = self.host.iter().flat_map(Host::names);
        !of_processor.any(|name| name == mnemonic) && !of_host.any(|name| name == mnemonic)
    }

    /// Whether accesses of a form may reach a space: the form is one of the space's, or of generic pointers, which reach all that have no
    /// instructions of their own alone.
    pub fn reaches(&self, form: &str, space: AddressSpace) -> bool {
        let has = |space: AddressSpace| self.forms(space).iter().any(|known| known == form);
        has(space) || (has(AddressSpace::Generic) && AddressSpace::Generic.reach().contains(space))
    }

    /// The name of an access in a form; `None` if the target has no such access.
    pub fn mnemonic(&self, form: &str, access: Access) -> Option<String> {
        self.accesses.get(&access).map(|word| format!("{form}_{word}"))
    }

    /// The access that an instruction of this name is, in any of the target's forms.
    pub fn access_of(&self, mnemonic: &str) -> Option<Access> {
        let is_form = |name: &str| self.forms.values().flatten().any(|form| form == name);
        let form = |word: &str| mnemonic.strip_suffix(word)?.strip_suffix('_');
        let mut named = self.accesses.iter().filter(|(_, word)| form(word).is_some_and(is_form));
        named.next().map(|(access, _)| *access)
    }

    /// The names of its instructions of an access, scalar ones aside.
    pub fn mnemonics(&self, access: Access) -> BTreeSet<String> {
        self.forms.values().flatten().filter_map(|form| self.mnemonic(form, access)).collect()
    }

    /// The names of its scalar instructions of an access.
    pub fn scalar_mnemonics(&self, access: Access) -> impl Iterator<Item = &String> {
        self.scalar.iter().filter(move |(_, scalar)| scalar.access() == Some(access)).map(|(name, _)| name)
    }

    /// Whether it has an instruction of this name that tests of machine code may write, accesses aside.
    pub fn has_instruction(&self, mnemonic: &str) -> bool {
        let is_scalar = self.scalar.get(mnemonic).is_some_and(|scalar| scalar.access().is_none());
        is_scalar || self.instructions().any(|name| name == mnemonic)
    }
}

/// Whether an instruction is one of scalar memory on some target.
pub fn is_scalar(mnemonic: &str) -> bool {
    known_targets().iter().any(|target| target.scalar.contains_key(mnemonic))
}

/// An instruction that takes a number, which `#` stands for: in decimal digits, or after `0x` in hexadecimal ones.
pub(crate) fn with_number(template: &str, number: i64) -> String {
    template.replace("0x#", &format!("{number:#x}")).replace('#', &number.to_string())
}

/// The names that `{a|b}` stands for.
pub fn alternatives(name: &str) -> Vec<String> {
    let split = name.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
    let Some((before, (inner, after))) = split else { return vec![name.to_string()] };
    let rest = alternatives(after);
    inner.split('|').flat_map(|word| rest.iter().map(move |rest| format!("{before}{word}{rest}"))).collect()
}

static TARGETS: OnceLock<Targets> = OnceLock::new();

/// The targets that come with the tool.
fn built_in() -> Targets {
    let mut targets = Targets::default();
    for (name, text) in [
        ("models/scalar-instructions.toml", include_str!("../../models/scalar-instructions.toml")),
        ("models/targets.toml", include_str!("../../models/targets.toml")),
    ] {
        // The texts are part of the program, and a test reads them.
        targets.read(&Source::new(name, text)).unwrap_or_else(|error| panic!("{error}"));
    }
    targets
}

fn registry() -> &'static Targets {
    TARGETS.get_or_init(built_in)
}

/// Adds the targets of files to those that come with the tool. To be called before anything asks for a target; without files there is nothing to add, and
/// targets are read by the first that asks.
///
/// # Errors
/// What is wrong with a file.
///
/// # Panics
/// Targets were asked for before.
pub fn install(files: &[Arc<Source>]) -> Result<(), Box<Diagnostic>> {
    if files.is_empty() {
        return Ok(());
    }
    let mut targets = built_in();
    for file in files {
        targets.read(file)?;
        targets.added.push(file.name.clone());
    }
    assert!(TARGETS.set(targets).is_ok(), "targets are installed before they are used");
    Ok(())
}

/// The paths of the files that were installed. No target is read for that.
pub fn installed() -> &'static [String] {
    TARGETS.get().map_or(&[], |targets| &targets.added)
}

/// Every target in the order of the files.
pub fn known_targets() -> &'static [Target] {
    &registry().targets
}

/// The targets with memory of their own.
pub fn all_but_variants() -> impl Iterator<Item = &'static Target> {
    known_targets().iter().filter(|target| target.variant_of.is_none())
}

/// What the tables of documents hold, by label; the first that matches counts.
pub fn sections() -> &'static [Section] {
    &registry().sections
}

/// How the labels of documents' sections begin that have a table of code sequences.
pub fn headings() -> &'static [String] {
    &registry().headings
}

/// How the titles of documents' tables begin.
pub fn titles() -> &'static [String] {
    &registry().titles
}

/// The processors of whose memory the documents say nothing, in order.
pub fn untold() -> impl Iterator<Item = &'static str> {
    registry().untold.keys().map(String::as_str)
}

/// The name that `-mcpu` or `--target` takes of what is written: a processor may have others.
pub fn processor_name(written: &str) -> &str {
    registry().also.get(written).map_or(written, String::as_str)
}

/// Of targets, the variants among them, each with what it is a variant of.
pub fn variants<'t>(targets: impl Iterator<Item = &'t Target>) -> Vec<(&'t str, &'t VariantOf)> {
    let variants = targets.filter_map(|target| Some((target.name.as_str(), target.variant_of.as_ref()?)));
    variants.unique_by(|(name, _)| *name).collect()
}

/// The words of targets and modes, which conditions of tables may use.
pub fn words() -> BTreeSet<&'static str> {
    all_but_variants().flat_map(|target| target.modes.iter().chain([&target.name])).map(String::as_str).collect()
}

/// The targets of a family of tables, variants aside.
pub fn targets_of_family(family: &str) -> impl Iterator<Item = &'static Target> {
    all_but_variants().filter(move |target| target.tables.iter().any(|table| table == family))
}

/// A target configuration: a target in one of its modes.
#[derive(Clone, Copy, Debug)]
pub struct TargetConfiguration {
    /// The target, of those that [`known_targets`] lists.
    pub target: &'static Target,
    /// The mode; `None` for a target without modes.
    pub mode: Option<&'static str>,
}

/// Targets are told apart by their names.
impl PartialEq for TargetConfiguration {
    fn eq(&self, other: &Self) -> bool {
        (&self.target.name, self.mode) == (&other.target.name, other.mode)
    }
}

impl Eq for TargetConfiguration {}

impl TargetConfiguration {
    /// The configurations of a target: one for each mode, or one without; never none.
    pub fn modes(target: &'static Target) -> Vec<TargetConfiguration> {
        match target.modes.is_empty() {
            true => vec![TargetConfiguration { target, mode: None }],
            false => target.modes.iter().map(|mode| TargetConfiguration { target, mode: Some(mode) }).collect(),
        }
    }

    /// The words by which conditions name it: the target whose memory is also its, and its mode if it has one.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.target.memory()).chain(self.mode)
    }

    /// Whether a word of a condition names it.
    pub fn is(&self, word: &str) -> bool {
        self.words().any(|known| known == word)
    }

    /// Whether workgroups have LDS in this mode.
    pub fn has_lds(&self) -> bool {
        !self.target.no_lds.iter().any(|mode| self.mode == Some(mode.as_str()))
    }

    /// The configurations of a target or of a family of targets (see [`family_name`]), with a mode or in all their modes.
    ///
    /// # Errors
    /// Which name is unknown, and what would be right.
    pub fn parse_several(text: &str) -> Result<Vec<TargetConfiguration>, String> {
        let (name, mode) = text.split_once(',').map_or((text, None), |(name, mode)| (name, Some(mode)));
        let family: Vec<&Target> = match is_target(name) {
            true => Vec::new(),
            false => targets_of_family(family_name(name)).collect(),
        };
        match (family.as_slice(), mode) {
            ([_, ..], None) => Ok(family.into_iter().flat_map(TargetConfiguration::modes).collect()),
            ([_, ..], Some(mode)) => {
                family.iter().map(|target| TargetConfiguration::parse(&format!("{},{mode}", target.name))).collect()
            }
            (_, None) => {
                TargetConfiguration::parse(text).map(|configuration| TargetConfiguration::modes(configuration.target))
            }
            (_, Some(_)) => TargetConfiguration::parse(text).map(|configuration| vec![configuration]),
        }
    }

    /// Every target with memory of its own in every mode, in the order of the files.
    pub fn every_configuration() -> Vec<TargetConfiguration> {
        all_but_variants().flat_map(TargetConfiguration::modes).collect()
    }

    /// The configuration of `TARGET` or `TARGET,MODE`, the target by its name or one of a processor.
    ///
    /// # Errors
    /// Which name is unknown, and what would be right.
    pub fn parse(text: &str) -> Result<TargetConfiguration, String> {
        let (name, mode) = text.split_once(',').map_or((text, None), |(name, mode)| (name, Some(mode)));
        let plain = processor_name(name);
        let Some(target) = known_targets().iter().find(|target| target.names().any(|known| known == plain)) else {
            let names = || known_targets().iter().map(|target| target.name.as_str());
            let list = names().collect::<Vec<_>>().join(", ");
            if let Some(release) = registry().untold.get(plain) {
                return Err(format!(
                    "no text in {release} says what the memory of `{name}` does; the targets are {list}"
                ));
            }
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

/// The name of a family of targets, as its tables and hardware files have it: what is written may leave out what its parts begin with, `gfx10-11` for
/// `gfx10-gfx11`. A name of no family is itself.
pub fn family_name(written: &str) -> &str {
    let families = || known_targets().iter().flat_map(|target| &target.tables);
    let is_named = |family: &&String| family.as_str() == written || abbreviated(family) == written;
    families().find(is_named).map_or(written, String::as_str)
}

/// What names target configurations, with the name of a family as [`family_name`] has it.
pub fn configurations_name(written: &str) -> String {
    let (name, mode) = written.split_once(',').map_or((written, None), |(name, mode)| (name, Some(mode)));
    let name = if is_target(name) { name } else { family_name(name) };
    mode.map_or(name.to_string(), |mode| format!("{name},{mode}"))
}

fn is_target(written: &str) -> bool {
    let name = processor_name(written);
    known_targets().iter().any(|target| target.names().any(|known| known == name))
}

/// A family's name with each part after the first without the letters that the first begins with: `gfx10-11` for `gfx10-gfx11`.
fn abbreviated(family: &str) -> String {
    let letters = &family[..family.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(family.len())];
    let mut parts = family.split('-');
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| format!("{text}-{}", part.strip_prefix(letters).unwrap_or(part)))
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
    use crate::llvm::IntType;
    use crate::syntax::litmus::ast::{DmaKind, Type};

    fn read(text: &str) -> Result<Targets, String> {
        let mut targets = built_in();
        targets.read(&Source::new("targets.toml", text)).map_err(|error| format!("{error}"))?;
        Ok(targets)
    }

    #[test]
    fn a_target_like_another_says_only_what_differs() {
        let targets = read("[[target]]\nname = \"new\"\nlike = \"gfx12\"\ntables = [\"new\"]\ncluster = true\n");
        let targets = targets.expect("well formed");
        let target = |name: &str| targets.targets.iter().find(|target| target.name == name).expect("a target").clone();
        let (new, old) = (target("new"), target("gfx12"));
        assert_eq!((&new.waits, &new.forms, &new.modes), (&old.waits, &old.forms, &old.modes));
        assert_eq!((new.cluster, old.cluster, new.processors), (true, false, vec![]));
    }

    #[test]
    fn a_variant_has_the_memory_of_another_and_instructions_of_its_own() {
        let dma = "[variant.dma]\nload = { i64 = [\"global_load_lds_dwordx2\"] }\n";
        let text = format!(
            "[[variant]]\nname = \"new\"\nof = \"gfx950\"\nbecause = \"of it\"\nprocessors = [\"newest\"]\n{dma}"
        );
        let targets = read(&text).expect("well formed");
        let target = |name: &str| targets.targets.iter().find(|target| target.name == name).expect("a target");
        let (new, old) = (target("new"), target("gfx950"));
        assert_eq!((new.memory(), &new.tables, new.mcpu.as_str()), ("gfx942", &old.tables, "new"));
        let loads = |target: &Target, ty| {
            let dma = target.dma.as_ref().expect("it has some");
            dma.mnemonics(DmaKind::LoadToLds, ty).len()
        };
        let types = [IntType::I32, IntType::I64].map(Type::Int);
        assert_eq!((types.map(|ty| loads(new, ty)), types.map(|ty| loads(old, ty))), ([2, 1], [2, 0]));
        let lists = TargetConfiguration::every_configuration();
        assert!(lists.iter().all(|configuration| configuration.target.variant_of.is_none()));
        let known = TargetConfiguration::parse("gfx950").expect("a target");
        assert_eq!(known.words().collect::<Vec<_>>(), ["gfx942", "notgsplit"]);
    }

    #[test]
    fn targets_files_are_refused_with_a_place() {
        let refused = |text: &str| read(text).err().unwrap_or_default();
        let new = "[[target]]\nname = \"new\"\n";
        insta::assert_snapshot!(
            [
                refused("[[target]]\nname = \"gfx12\"\nlike = \"gfx11\"\ntables = []\n"),
                refused("[[target]]\nname = \"new\"\nprocessors = [\"gfx1200\"]\n"),
                refused(&format!("{new}like = \"gfx21\"\n")),
                refused(&format!("{new}like = \"new\"\n")),
                refused(&format!("{new}tables = [\"new\"]\n")),
                refused(&format!("{new}like = \"gfx12\"\n")),
                refused(&format!("{new}like = \"gfx12\"\ntables = []\nforms = {{ shared = [\"ds\"] }}\n")),
                refused(&format!("{new}like = \"gfx12\"\ntables = []\noperands = {{ global_inf = [\"a=1\"] }}\n")),
                refused(&format!("{new}like = \"gfx12\"\ntables = []\naccesses = {{ jump = \"jump\" }}\n")),
                refused(&format!("{new}like = \"gfx90a\"\ntables = []\nno_lds = [\"tgspilt\"]\n")),
                refused(&format!("{new}like = \"gfx12\"\ntables = []\nmodes = [\"cu\", \"cu\"]\n")),
                refused("[[variant]]\nname = \"new\"\nof = \"gfx21\"\nbecause = \"of it\"\n"),
                refused("[[variant]]\nname = \"new\"\nof = \"gfx12\"\n"),
                refused("[[variant]]\nname = \"gfx950\"\nof = \"gfx942\"\nbecause = \"of it\"\n"),
                refused("[[variant]]\nname = \"new\"\nof = \"gfx942\"\nbecause = \"of it\"\ntables = []\n"),
                refused(
                    "[[variant]]\nname = \"new\"\nof = \"gfx12\"\nbecause = \"of it\"\ndma = { volatile = true }\n"
                ),
                refused("[also]\nnew = \"gfx21\"\n"),
                refused("[also]\ngfx12 = \"gfx11\"\n"),
                refused(""),
                refused("[[target]]\nname = \"new\"\ncolour = \"red\"\n"),
                refused("[[section]]\nlabel = \"a-table\"\nholds = \"code-sequences\"\n"),
                refused("[[section]]\nlabel = \"a-table\"\nholds = \"code-sequences\"\nfamily = \"new\"\n"),
                refused("[[section]]\nlabel = \"*-*\"\nholds = \"scopes\"\n"),
                refused("[[section]]\nlabel = \"*\"\nholds = \"recipes\"\n"),
            ]
            .join("\n")
        );
    }

    #[test]
    fn processors_have_other_names() {
        let target = |name: &str| TargetConfiguration::parse(name).map(|found| found.target.name.clone());
        let names = ["amdgpu9.50", "amdgpu9.4", "amdgpu11", "amdgpu6", "fiji", "gfx11.5"];
        let targets = ["gfx950", "gfx942", "gfx11", "gfx6", "gfx8", "gfx11"];
        assert_eq!(names.map(|name| target(name).unwrap_or_default()), targets);
        let untold = target("amdgpu13").unwrap_err();
        assert!(untold.starts_with("no text in llvm24 says what the memory of `amdgpu13` does"), "{untold}");
        assert_eq!(configurations_name("gfx11.5,cu"), "gfx11.5,cu");
    }

    #[test]
    fn names_are_distinct() {
        let mut names = BTreeSet::new();
        for target in known_targets() {
            assert!(target.names().all(|name| names.insert(name)), "{}", target.name);
        }
    }

    #[test]
    fn families_are_abbreviated() {
        assert_eq!(
            ["gfx10-gfx11", "gfx940-gfx941-gfx942", "gfx12"].map(abbreviated),
            ["gfx10-11", "gfx940-941-942", "gfx12"]
        );
    }

    #[test]
    fn a_family_has_one_name() {
        assert_eq!(
            ["gfx10-11", "gfx10-gfx11", "gfx12", "mine"].map(family_name),
            ["gfx10-gfx11", "gfx10-gfx11", "gfx12", "mine"]
        );
        assert_eq!(
            ["gfx10-11,cu", "gfx10,cu", "gfx6-9"].map(configurations_name),
            ["gfx10-gfx11,cu", "gfx10,cu", "gfx6-gfx9"]
        );
        for name in ["gfx10-11,cu", "gfx10-gfx11,cu"] {
            let found = TargetConfiguration::parse_several(name).expect("known");
            assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), ["gfx10,cu", "gfx11,cu"]);
        }
    }

    #[test]
    fn configurations_are_read_and_shown() {
        for configuration in TargetConfiguration::every_configuration() {
            let text = configuration.to_string();
            assert_eq!(TargetConfiguration::parse(&text).map(|configuration| configuration.to_string()), Ok(text));
        }
        assert!(TargetConfiguration::parse("nothing").is_err());
    }
}
