//! Generates the parsers from `grammar/` and finds the z3 that `.ci/setup` fetched.

use std::path::Path;

fn main() {
    lalrpop::Configuration::new()
        .set_in_dir("grammar")
        .emit_rerun_directives(true)
        .process()
        .expect("the grammars in grammar/ build");
    embed_models().expect("the models in models/ are readable");
    println!("cargo:rerun-if-changed=grammar");
    let z3 = Path::new(env!("CARGO_MANIFEST_DIR")).join(".z3/lib");
    println!("cargo:rerun-if-changed={}", z3.display());
    if z3.exists() {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{}", z3.display());
    }
}

/// Writes `models.rs`: the name and text of every cat file of `models/`, so that the program needs no folder beside it.
fn embed_models() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=models");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let mut entries: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(|entry| entry.file_name());
    let paths =
        entries.iter().map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|ext| ext == "cat"));
    let rows = paths.map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        format!("({name:?}, include_str!({:?})),\n", path.display().to_string())
    });
    let text = format!("&[\n{}]\n", rows.collect::<String>());
    std::fs::write(Path::new(&std::env::var("OUT_DIR").unwrap_or_default()).join("models.rs"), text)
}
