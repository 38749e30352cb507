//! Volatile operations to different addresses are not reordered by hardware, as the rows of volatile accesses promise (AMDGPUUsage 24, 8806): so it is of global memory, through
//! generic pointers too, on every target. Between global memory and LDS it is not.

use super::targets;
use gfx_litmus::engine::Settings;
use gfx_litmus::hardware::Assume;
use gfx_litmus::load;
use gfx_litmus::lowering::Library as Tables;
use gfx_litmus::refine::{Options, refine};
use gfx_litmus::resources::Resources;
use gfx_litmus::syntax::litmus::ast::InstructionPlacement;
use gfx_litmus::targets::TargetConfiguration;
use gfx_litmus::verdict::RefinementVerdict::{self, NoCode, Sound, Unsound};
use std::collections::BTreeSet;

const MODEL: &str = "tests/volatile/volatile.cat";

/// The verdicts of a folder's tests on a target configuration, by the model of volatile accesses.
fn verdicts(
    folder: &str,
    configuration: TargetConfiguration,
    (tables, opencl, placement): (&Tables, bool, InstructionPlacement),
) -> BTreeSet<RefinementVerdict> {
    let resources = Resources::default();
    let targets = targets(&[configuration], tables, opencl, &Assume::default(), &resources);
    let targets = targets.into_iter().map(|target| target.with_placement(placement)).collect();
    let options = Options::new(MODEL, targets, Settings::default(), &resources);
    let files = std::fs::read_dir(format!("tests/volatile/{folder}")).expect("a folder");
    let paths = files.map(|entry| entry.expect("a file").path());
    let refined = paths.map(|path| refine(&load::read(&path).expect("readable"), &options).expect("well formed"));
    refined.flat_map(|refined| refined.results).map(|result| result.verdict.word()).collect()
}

#[test]
fn volatile_operations_are_not_reordered() {
    let tables = Tables::load("llvm24").expect("well formed");
    let has_table = |configuration: &TargetConfiguration| tables.table(configuration.target).is_ok();
    for configuration in TargetConfiguration::every_configuration().into_iter().filter(has_table) {
        let has_flat = !configuration.target.forms(gfx_litmus::llvm::AddressSpace::Generic).is_empty();
        for opencl in [false, true] {
            for placement in [InstructionPlacement::Canonical, InstructionPlacement::Free] {
                let found = |folder: &str| verdicts(folder, configuration, (&tables, opencl, placement));
                assert_eq!(found("global"), BTreeSet::from([Sound]), "{configuration}");
                let generic = if has_flat { Sound } else { NoCode };
                assert_eq!(found("generic"), BTreeSet::from([generic]), "{configuration}");
                let both = if configuration.has_lds() { Unsound } else { NoCode };
                assert_eq!(found("two-memories"), BTreeSet::from([both]), "{configuration}");
            }
        }
    }
}
