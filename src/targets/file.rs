//! Reading targets files: TOML, with targets that are like others.

use super::barriers::Barriers;
use super::dma::{Dma, RawDma};
use super::host::Host;
use super::packets::RawPackets;
use super::scalar;
use super::{Access, Holds, Section, Target, VariantOf};
use crate::llvm::AddressSpace;
use crate::syntax::source::{Diagnostic, Source, Span, did_you_mean};
use itertools::Itertools;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use toml::Spanned;

/// What targets files say together; a later file goes on where an earlier one ends.
#[derive(Debug, Default)]
pub struct Targets {
    /// The targets in the order of the files; names are distinct.
    pub targets: Vec<Target>,
    /// How titles of tables of code sequences begin.
    pub titles: Vec<String>,
    /// How labels of the sections begin that have one, the family's name being the rest.
    pub headings: Vec<String>,
    /// What the tables of documents hold; those of later files come first, and the first that matches a label counts.
    pub sections: Vec<Section>,
    /// The paths of the files that do not come with the tool.
    pub added: Vec<String>,
    /// Processors of whose memory documents say nothing, each with the newest release that names it.
    pub(super) untold: BTreeMap<String, String>,
    /// Other names of processors and targets, each with the one that `-mcpu` or `--target` takes.
    pub(super) also: BTreeMap<String, String>,
    /// Groups of scalar memory instructions, by name.
    pub(super) groups: scalar::Groups,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    titles: Vec<String>,
    #[serde(default)]
    headings: Vec<String>,
    #[serde(default)]
    section: Vec<RawSection>,
    #[serde(default)]
    scalar: Vec<scalar::Line>,
    #[serde(default)]
    untold: Vec<Untold>,
    #[serde(default)]
    also: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    target: Vec<RawTarget>,
    #[serde(default)]
    variant: Vec<RawVariant>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Untold {
    processors: Vec<Spanned<String>>,
    release: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSection {
    label: Spanned<String>,
    holds: Holds,
    family: Option<String>,
}

/// A target as written: what is left out is that of the target it is like.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTarget {
    name: Spanned<String>,
    like: Option<Spanned<String>>,
    #[serde(default)]
    processors: Vec<Spanned<String>>,
    mcpu: Option<String>,
    tables: Option<Vec<String>>,
    modes: Option<Vec<Spanned<String>>>,
    no_lds: Option<Vec<Spanned<String>>>,
    cluster: Option<bool>,
    forms: Option<BTreeMap<Spanned<String>, Vec<String>>>,
    accesses: Option<BTreeMap<Access, String>>,
    private_atomics_are_flat: Option<bool>,
    waits: Option<Vec<String>>,
    cache_operations: Option<Vec<String>>,
    scalar: Option<Vec<Spanned<String>>>,
    scalar_of_some: Option<scalar::RawOfSome>,
    scalar_offset_bytes: Option<u32>,
    counters: Option<Vec<String>>,
    operands: Option<BTreeMap<Spanned<String>, Vec<String>>>,
    scope_operand: Option<String>,
    barrier: Option<Vec<String>>,
    barrier_arrive: Option<Vec<String>>,
    barrier_wait: Option<Vec<String>>,
    barrier_end: Option<Vec<String>>,
    barriers: Option<Barriers>,
    packets: Option<RawPackets>,
    host: Option<Host>,
    dma: Option<RawDma>,
    no_dma: Option<bool>,
    idioms: Option<BTreeMap<String, Vec<String>>>,
}

/// A variant of a target as written: what is left out is that target's.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawVariant {
    name: Spanned<String>,
    of: Spanned<String>,
    because: String,
    #[serde(default)]
    processors: Vec<Spanned<String>>,
    mcpu: Option<String>,
    scalar: Option<Vec<Spanned<String>>>,
    dma: Option<RawDma>,
    idioms: Option<BTreeMap<String, Vec<String>>>,
}

impl Targets {
    /// Adds the targets, titles and sections of a file.
    ///
    /// # Errors
    /// The text is not TOML or has unknown keys; a name that is taken, or that of no target; a key that is missing.
    pub fn read(&mut self, source: &Arc<Source>) -> Result<(), Box<Diagnostic>> {
        let file: File = toml::from_str(&source.text).map_err(|error| {
            let span = error.span().map_or(Span::default(), |range| Span::new(range.start, range.end));
            let message = format!("not a targets file: {}", error.message());
            Box::new(Diagnostic::new(source, span, message, "here").help("the keys of models/targets.toml"))
        })?;
        let has_targets =
            !file.target.is_empty() || !file.variant.is_empty() || !file.scalar.is_empty() || !file.also.is_empty();
        if !has_targets && file.titles.is_empty() && file.headings.is_empty() && file.section.is_empty() {
            let diagnostic =
                Diagnostic::new(source, Span::default(), "a targets file without targets", "nothing is said");
            return Err(Box::new(diagnostic.help("a `[[target]]`, a `[[section]]`, `titles` or `headings`")));
        }
        for line in file.scalar {
            scalar::add(&mut self.groups, line)
                .map_err(|(at, message, help)| error(source, &at, message, "here").help(help))?;
        }
        for raw in file.target {
            let target = self.target(source, raw)?;
            self.targets.push(target);
        }
        for raw in file.variant {
            let target = self.variant(source, raw)?;
            self.targets.push(target);
        }
        for Untold { processors, release } in file.untold {
            for name in processors {
                if self.is_named(name.get_ref()) {
                    let message = format!("`{}` is a target or one of its processors", name.get_ref());
                    return Err(error(source, &name, message, "something is told of it").into());
                }
                self.untold.insert(name.into_inner(), release.clone());
            }
        }
        for (other, name) in file.also {
            if self.is_named(&other) || self.also.contains_key(&other) {
                return Err(error(source, &name, format!("`{other}` has a meaning already"), "its second").into());
            }
            if !self.is_named(name.get_ref()) {
                let message = format!("no target and no processor `{}`", name.get_ref());
                return Err(error(source, &name, message, "not known").into());
            }
            self.also.insert(other, name.into_inner());
        }
        self.titles.extend(file.titles);
        self.headings.extend(file.headings);
        let mut sections = Vec::new();
        for raw in file.section {
            sections.push(self.section(source, raw)?);
        }
        self.sections.splice(0..0, sections);
        Ok(())
    }

    fn target(&self, source: &Arc<Source>, raw: RawTarget) -> Result<Target, Box<Diagnostic>> {
        let name = raw.name.get_ref().clone();
        self.check_names(source, raw.processors.iter().chain([&raw.name]))?;
        let base = raw.like.as_ref().map(|like| self.like(source, like)).transpose()?;
        let known = || AddressSpace::ALL.iter().map(|space| space.as_str());
        check_modes(source, raw.modes.as_deref(), raw.no_lds.as_deref(), base)?;
        let words = |list: Vec<Spanned<String>>| list.into_iter().map(Spanned::into_inner).collect::<Vec<_>>();
        let mut forms = BTreeMap::new();
        for (space, list) in raw.forms.into_iter().flatten() {
            if !known().any(|known| known == space.get_ref()) {
                let message = format!("`{}` is no address space", space.get_ref());
                let help = format!("one of {}", known().collect::<Vec<_>>().join(", "));
                return Err(error(source, &space, message, "not known").help(help).into());
            }
            forms.insert(space.into_inner(), list);
        }
        let scalar = raw.scalar.as_deref().map(|groups| self.scalar(source, groups)).transpose()?;
        let scalar_of_some = raw.scalar_of_some.as_ref();
        let scalar_of_some = scalar_of_some.map(|some| self.of_some(source, some, &raw.processors)).transpose()?;
        let cache_operations = raw.cache_operations.as_ref().or(base.map(|base| &base.cache_operations));
        let operands = operands(source, raw.operands, cache_operations.map_or(&[], Vec::as_slice))?;
        // What neither the target nor the one it is like says has a default only where leaving it out means "none".
        let missing = |key: &str| -> Box<Diagnostic> {
            let message = format!("the target {name} does not say its `{key}`");
            error(source, &raw.name, message, "this target").help("the key, or `like = \"TARGET\"`").into()
        };
        Ok(Target {
            name: name.clone(),
            variant_of: None,
            processors: raw.processors.iter().map(|name| name.get_ref().clone()).collect(),
            mcpu: raw.mcpu.unwrap_or_else(|| name.clone()),
            tables: raw.tables.ok_or_else(|| missing("tables"))?,
            modes: or_inherited(raw.modes.map(words), base, |base| &base.modes).unwrap_or_default(),
            no_lds: or_inherited(raw.no_lds.map(words), base, |base| &base.no_lds).unwrap_or_default(),
            cluster: or_inherited(raw.cluster, base, |base| &base.cluster).unwrap_or_default(),
            forms: or_inherited((!forms.is_empty()).then_some(forms), base, |base| &base.forms)
                .ok_or_else(|| missing("forms"))?,
            accesses: or_inherited(raw.accesses, base, |base| &base.accesses).ok_or_else(|| missing("accesses"))?,
            private_atomics_are_flat: or_inherited(raw.private_atomics_are_flat, base, |base| {
                &base.private_atomics_are_flat
            })
            .unwrap_or_default(),
            waits: or_inherited(raw.waits, base, |base| &base.waits).ok_or_else(|| missing("waits"))?,
            cache_operations: or_inherited(raw.cache_operations, base, |base| &base.cache_operations)
                .ok_or_else(|| missing("cache_operations"))?,
            scalar: or_inherited(scalar, base, |base| &base.scalar).unwrap_or_default(),
            scalar_of_some,
            scalar_offset_bytes: or_inherited(raw.scalar_offset_bytes, base, |base| &base.scalar_offset_bytes)
                .unwrap_or(1),
            counters: or_inherited(raw.counters, base, |base| &base.counters).unwrap_or_default(),
            operands: base.map(|base| base.operands.clone()).unwrap_or_default().into_iter().chain(operands).collect(),
            scope_operand: raw.scope_operand.or_else(|| base.and_then(|base| base.scope_operand.clone())),
            barrier: or_inherited(raw.barrier, base, |base| &base.barrier).ok_or_else(|| missing("barrier"))?,
            barrier_arrive: or_inherited(raw.barrier_arrive, base, |base| &base.barrier_arrive).unwrap_or_default(),
            barrier_wait: or_inherited(raw.barrier_wait, base, |base| &base.barrier_wait).unwrap_or_default(),
            barrier_end: or_inherited(raw.barrier_end, base, |base| &base.barrier_end).unwrap_or_default(),
            barriers: or_inherited(raw.barriers, base, |base| &base.barriers).unwrap_or_default(),
            packets: match (raw.packets, base.and_then(|base| base.packets.as_ref())) {
                (Some(packets), base) => Some(packets.over(base).map_err(missing)?),
                (None, base) => base.cloned(),
            },
            dma: match raw.no_dma {
                Some(true) => None,
                Some(false) | None => dma(raw.dma, base.and_then(|base| base.dma.as_ref())).map_err(missing)?,
            },
            host: raw.host.or_else(|| base.and_then(|base| base.host.clone())),
            idioms: {
                let mut idioms = base.map(|base| base.idioms.clone()).unwrap_or_default();
                idioms.extend(raw.idioms.into_iter().flatten());
                idioms
            },
        })
    }

    fn variant(&self, source: &Arc<Source>, raw: RawVariant) -> Result<Target, Box<Diagnostic>> {
        self.check_names(source, raw.processors.iter().chain([&raw.name]))?;
        let base = self.like(source, &raw.of)?;
        let scalar = raw.scalar.as_deref().map(|groups| self.scalar(source, groups)).transpose()?;
        let name = raw.name.get_ref().clone();
        let missing = |key: &str| -> Box<Diagnostic> {
            let message = format!("neither the variant {name} nor what it is of says its `{key}`");
            error(source, &raw.name, message, "this variant").into()
        };
        let dma = dma(raw.dma, base.dma.as_ref()).map_err(missing)?;
        Ok(Target {
            variant_of: Some(VariantOf { memory: base.memory().to_string(), because: raw.because }),
            processors: raw.processors.into_iter().map(Spanned::into_inner).collect(),
            mcpu: raw.mcpu.unwrap_or_else(|| name.clone()),
            scalar: scalar.unwrap_or_else(|| base.scalar.clone()),
            dma,
            idioms: base.idioms.clone().into_iter().chain(raw.idioms.into_iter().flatten()).collect(),
            name,
            ..base.clone()
        })
    }

    /// Whether a name is that of a target or a processor, of whose memory something is told or not.
    fn is_named(&self, name: &str) -> bool {
        self.targets.iter().flat_map(Target::names).any(|known| known == name) || self.untold.contains_key(name)
    }

    /// Refuses the names of a target and its processors that another has.
    fn check_names<'a>(
        &self,
        source: &Arc<Source>,
        mut names: impl Iterator<Item = &'a Spanned<String>>,
    ) -> Result<(), Box<Diagnostic>> {
        let taken: BTreeSet<&str> = self.targets.iter().flat_map(Target::names).collect();
        let Some(again) = names.find(|name| taken.contains(name.get_ref().as_str())) else { return Ok(()) };
        let message = format!("`{}` is a target or a processor already", again.get_ref());
        Err(error(source, again, message, "named again").into())
    }

    /// The scalar memory instructions of groups.
    fn scalar(
        &self,
        source: &Arc<Source>,
        groups: &[Spanned<String>],
    ) -> Result<BTreeMap<String, scalar::Scalar>, Box<Diagnostic>> {
        let mut all = BTreeMap::new();
        for name in groups {
            let Some(group) = self.groups.get(name.get_ref()) else {
                let known = self.groups.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
                let message = format!("no group `{}` of scalar memory instructions", name.get_ref());
                return Err(error(source, name, message, "not known").help(format!("one of {known}")).into());
            };
            for (mnemonic, scalar) in group {
                if all.insert(mnemonic.clone(), scalar.clone()).is_some() {
                    let message = format!("`{mnemonic}` is in another group of this target too");
                    return Err(error(source, name, message, "again").into());
                }
            }
        }
        Ok(all)
    }

    /// The scalar memory instructions of groups that some processors of a target have.
    fn of_some(
        &self,
        source: &Arc<Source>,
        some: &scalar::RawOfSome,
        all: &[Spanned<String>],
    ) -> Result<scalar::OfSome, Box<Diagnostic>> {
        let is_known = |name: &&Spanned<String>| all.iter().any(|known| known.get_ref() == name.get_ref());
        if let Some(unknown) = some.processors.iter().find(|name| !is_known(name)) {
            let message = format!("`{}` is no processor of this target", unknown.get_ref());
            return Err(error(source, unknown, message, "not one of `processors`").into());
        }
        let instructions = self.scalar(source, &some.groups)?.into_keys().collect();
        let processors = some.processors.iter().map(|name| name.get_ref().clone()).collect();
        Ok(scalar::OfSome { processors, instructions })
    }

    /// The target that another one is like: one that stands before it, so that none is like itself.
    fn like(&self, source: &Arc<Source>, like: &Spanned<String>) -> Result<&Target, Box<Diagnostic>> {
        let names = || self.targets.iter().map(|target| target.name.as_str());
        self.targets.iter().find(|target| target.name == *like.get_ref()).ok_or_else(|| {
            let help = match did_you_mean(like.get_ref(), names()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("a target that stands before: {}", names().collect::<Vec<_>>().join(", ")),
            };
            let message = format!("no target `{}` stands before this one", like.get_ref());
            error(source, like, message, "not known here").help(help).into()
        })
    }

    fn section(&self, source: &Arc<Source>, raw: RawSection) -> Result<Section, Box<Diagnostic>> {
        let label = raw.label.get_ref();
        let family = raw.family.as_deref();
        let known = |family: &str| self.targets.iter().flat_map(|target| &target.tables).any(|known| known == family);
        let problem = match (raw.holds, family) {
            _ if label.matches('*').count() > 1 => Some("a label with more than one `*`".to_string()),
            (_, Some(family)) if !known(family) => Some(format!("no target has tables of the family `{family}`")),
            (Holds::CodeSequences, None) if !label.contains('*') => {
                Some("neither a `family` nor a `*` that stands for it".into())
            }
            (Holds::CodeSequences | Holds::Scopes | Holds::Constraints, _) => None,
        };
        match problem {
            Some(problem) => Err(error(source, &raw.label, problem, "this section").into()),
            None => Ok(Section { label: label.clone(), holds: raw.holds, family: raw.family.clone() }),
        }
    }
}

/// What something says itself, or else what the like of it says.
pub(super) fn or_inherited<B, T: Clone>(own: Option<T>, base: Option<&B>, field: impl Fn(&B) -> &T) -> Option<T> {
    own.or_else(|| base.map(|base| field(base).clone()))
}

/// DMA operations as written, over those of the target that this one is like.
fn dma(raw: Option<RawDma>, base: Option<&Dma>) -> Result<Option<Dma>, &'static str> {
    match raw {
        Some(raw) => raw.over(base).map(Some),
        None => Ok(base.cloned()),
    }
}

/// The operands by what has them: an access, or one of the cache operations.
fn operands(
    source: &Arc<Source>,
    raw: Option<BTreeMap<Spanned<String>, Vec<String>>>,
    cache_operations: &[String],
) -> Result<BTreeMap<String, Vec<String>>, Box<Diagnostic>> {
    let accesses = Access::ALL.iter().map(|access| access.as_str());
    let known: Vec<&str> = accesses.chain(cache_operations.iter().map(String::as_str)).collect();
    let mut operands = BTreeMap::new();
    for (name, list) in raw.into_iter().flatten() {
        if !known.contains(&name.get_ref().as_str()) {
            let message = format!("operands of `{}`, which is neither an access nor a cache operation", name.get_ref());
            let help = match did_you_mean(name.get_ref(), known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("one of {}", known.join(", ")),
            };
            return Err(error(source, &name, message, "not known").help(help).into());
        }
        operands.insert(name.into_inner(), list);
    }
    Ok(operands)
}

/// Refuses a mode that is named twice, and one without LDS that is none of the target's modes.
fn check_modes(
    source: &Arc<Source>,
    modes: Option<&[Spanned<String>]>,
    no_lds: Option<&[Spanned<String>]>,
    base: Option<&Target>,
) -> Result<(), Box<Diagnostic>> {
    if let Some(again) = modes.unwrap_or_default().iter().duplicates_by(|mode| mode.get_ref()).next() {
        return Err(error(source, again, format!("the mode `{}` twice", again.get_ref()), "again").into());
    }
    let inherited = || base.map(|base| base.modes.iter().map(String::as_str).collect::<Vec<_>>()).unwrap_or_default();
    let known: Vec<&str> =
        modes.map_or_else(inherited, |modes| modes.iter().map(|mode| mode.get_ref().as_str()).collect());
    let unknown = no_lds.unwrap_or_default().iter().find(|mode| !known.contains(&mode.get_ref().as_str()));
    let Some(unknown) = unknown else { return Ok(()) };
    let help = match did_you_mean(unknown.get_ref(), known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("its modes are {}", known.join(", ")),
    };
    let message = format!("`{}` is no mode of this target", unknown.get_ref());
    Err(error(source, unknown, message, "not known").help(help).into())
}

fn error(source: &Arc<Source>, at: &Spanned<String>, message: impl Into<String>, label: &str) -> Diagnostic {
    Diagnostic::new(source, Span::new(at.span().start, at.span().end), message, label)
}
