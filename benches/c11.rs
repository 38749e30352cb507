//! Tests in C, all of them in one process: `cargo bench --bench c11`. They are those of `tests/foreign/c11`, and where `GFX_LITMUS_DATA` names a folder with
//! herd7's C11 suite, those of the suite, without the two that have thousands of states, and these two by themselves.

use divan::{Bencher, black_box};
use gfx_litmus::engine::Settings;
use gfx_litmus::load;
use gfx_litmus::resources::Resources;
use gfx_litmus::run::{self, Options};
use gfx_litmus::syntax::source::Source;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The tests of the suite that have thousands of states, by how their names begin.
const LARGE: &str = "fig6";

/// The allocator of the command line tool, so that figures are comparable.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

/// The texts of tests whose names begin so, or do not; no tests where there is no such folder.
fn texts(folder: &Path, large: bool) -> Vec<Arc<Source>> {
    let is_asked = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.ends_with(".litmus") && name.starts_with(LARGE) == large
    };
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    let paths = walk.map(walkdir::DirEntry::into_path).filter(is_asked);
    paths.map(|path| load::read(&path).unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn suite() -> PathBuf {
    std::env::var_os("GFX_LITMUS_DATA").map_or(PathBuf::new(), |data| PathBuf::from(data).join("suites/c11"))
}

fn options(resources: &Resources) -> Options<'_> {
    Options { models: Vec::new(), settings: Settings::default(), sensitivity: false, resources }
}

/// How many tests are not refused.
fn check_all(texts: &[Arc<Source>]) -> usize {
    let resources = Resources::default();
    texts.iter().filter(|text| run::check(black_box(text), &options(&resources)).is_ok()).count()
}

/// The states of all tests that the model allows.
fn allowed_of_all(texts: &[Arc<Source>]) -> usize {
    let resources = Resources::default();
    let outcomes = |text| run::outcomes(black_box(text), &options(&resources), (true, &Arc::default())).ok();
    texts.iter().filter_map(outcomes).map(|found| found.states.len()).sum()
}

#[divan::bench]
fn own_checked(bencher: Bencher) {
    let texts = texts(Path::new("tests/foreign/c11"), false);
    bencher.bench_local(|| check_all(&texts));
}

#[divan::bench]
fn own_states(bencher: Bencher) {
    let texts = texts(Path::new("tests/foreign/c11"), false);
    bencher.bench_local(|| allowed_of_all(&texts));
}

#[divan::bench(sample_count = 10)]
fn suite_checked(bencher: Bencher) {
    let texts = texts(&suite(), false);
    bencher.bench_local(|| check_all(&texts));
}

#[divan::bench(sample_count = 10)]
fn suite_states(bencher: Bencher) {
    let texts = texts(&suite(), false);
    bencher.bench_local(|| allowed_of_all(&texts));
}

#[divan::bench(sample_count = 1)]
fn large_states(bencher: Bencher) {
    let texts = texts(&suite(), true);
    bencher.bench_local(|| allowed_of_all(&texts));
}
