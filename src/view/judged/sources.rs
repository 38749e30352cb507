//! What verdicts on a table follow from, by digest, so that they are not shown of anything else.

use crate::hardware::HardwareFile;
use crate::lowering::LoadedTable;
use crate::refine::{RefinementTarget, model_for_language};
use crate::report::judged::{SourceKind, SourceReport};
use crate::resources::Resources;
use crate::syntax::source::Source;
use crate::targets::known_targets;
use itertools::Itertools;
use std::sync::Arc;

/// What the verdicts on a table follow from, judged on these targets: the table, their hardware, and the models of their languages.
pub fn sources(loaded: &LoadedTable, targets: &[&RefinementTarget<'_>], resources: &Resources) -> Vec<SourceReport> {
    let hardware = targets.iter().map(|target| target.configuration.target.name.as_str()).unique();
    let hardware = hardware.filter_map(|name| source(SourceKind::Hardware, name, loaded, resources));
    let models = targets.iter().map(|target| model_for_language(target.opencl)).unique();
    let models = models.filter_map(|name| source(SourceKind::Model, name, loaded, resources));
    std::iter::once(of_table(loaded)).chain(hardware).chain(models).collect()
}

/// What something of this kind and name is in this run, beside a table; `None` if there is none that can be read.
pub fn source(kind: SourceKind, of: &str, loaded: &LoadedTable, resources: &Resources) -> Option<SourceReport> {
    match kind {
        SourceKind::Table => Some(of_table(loaded)),
        SourceKind::Hardware => {
            let target = known_targets().iter().find(|target| target.name == of)?;
            Some(of_hardware(of, resources.hardware(target).ok()?))
        }
        SourceKind::Model => {
            let files = &resources.model(of).ok()?.sources;
            let path = format!("models/{}", files.first()?.name);
            Some(SourceReport { kind, of: of.into(), path, digest: digest(files.iter()) })
        }
    }
}

fn of_table(loaded: &LoadedTable) -> SourceReport {
    let (of, path, digest) = (loaded.name(), loaded.path.clone(), digest([&loaded.source]));
    SourceReport { kind: SourceKind::Table, of, path, digest }
}

fn of_hardware(of: &str, file: &HardwareFile) -> SourceReport {
    let texts = file.bases.iter().map(|base| &base.source).chain([&file.source]);
    SourceReport { kind: SourceKind::Hardware, of: of.into(), path: file.source.name.clone(), digest: digest(texts) }
}

/// A digest of texts, in their order and each by itself.
fn digest<'s>(files: impl IntoIterator<Item = &'s Arc<Source>>) -> String {
    let mut hasher = blake3::Hasher::new();
    for file in files {
        hasher.update(blake3::hash(file.text.as_bytes()).as_bytes());
    }
    hasher.finalize().to_hex().chars().take(32).collect()
}
