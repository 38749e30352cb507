//! Generates the parsers from `grammar/`, embeds the files of `models/`, digests the sources, and says where the program finds libz3 when it runs.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn main() {
    lalrpop::Configuration::new()
        .set_in_dir("grammar")
        .emit_rerun_directives(true)
        .process()
        .expect("the grammars in grammar/ build");
    embed_models().expect("the models in models/ are readable");
    embed_defaults().expect("models/defaults.toml is readable");
    embed_tables().expect("the tables in models/tables are readable");
    embed_hardware().expect("the files in models/hardware are readable");
    embed_examples().expect("the tests of src/serve/examples.txt are readable");
    embed_keywords().expect("grammar/sentence.lalrpop is readable");
    println!("cargo:rerun-if-changed=grammar");
    digest_sources().expect("the sources in src/ are readable");
    library_path();
}

/// Tells the linker where the program looks for libz3 before it asks the system: where `GFX_LITMUS_RPATH` says (`scripts/package.sh`),
/// else where `.ci/setup` puts it. The path is given whether it exists or not: cargo would run this again every time for a
/// path that does not.
fn library_path() {
    println!("cargo:rerun-if-env-changed=GFX_LITMUS_RPATH");
    let path = std::env::var("GFX_LITMUS_RPATH").unwrap_or_else(|_| root().join(".z3/lib").display().to_string());
    println!("cargo:rustc-link-arg=-Wl,-rpath,{path}");
}

/// Tells the program which build it is: a digest of its code and of what that stands on. Models, tables and hardware are not of it, since results that
/// are kept name those they rest on.
fn digest_sources() -> std::io::Result<()> {
    let mut digest = blake3::Hasher::new();
    for path in ["src", "grammar", "Cargo.lock"].map(|name| root().join(name)).into_iter().filter(|path| path.exists())
    {
        println!("cargo:rerun-if-changed={}", path.display());
        add_to_digest(&mut digest, &path)?;
    }
    println!("cargo:rustc-env=GFX_LITMUS_SOURCES={}", digest.finalize().to_hex());
    Ok(())
}

fn add_to_digest(digest: &mut blake3::Hasher, path: &Path) -> std::io::Result<()> {
    if path.is_dir() {
        return entries(path)?.iter().try_for_each(|entry| add_to_digest(digest, entry));
    }
    let text = std::fs::read(path)?;
    digest.update(name(path).as_bytes()).update(&text.len().to_le_bytes()).update(&text);
    Ok(())
}

/// Writes `models.rs`: the name and text of every cat file of `models/`, so that the program needs no folder beside it.
fn embed_models() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=models");
    let models = files(&root().join("models"), "cat")?;
    let rows =
        models.iter().map(|path| format!("({:?}, include_str!({:?})),\n", name(path), path.display().to_string()));
    write("models.rs", rows)
}

/// Writes `defaults.rs`: a constant for each key of `models/defaults.toml`, documented by the comment above it.
fn embed_defaults() -> std::io::Result<()> {
    let text = std::fs::read_to_string(root().join("models/defaults.toml"))?;
    let lines = text.lines().skip(1).map(|line| match line.split_once(" = ") {
        Some((key, value)) => format!("pub const {}: &str = {value};\n", key.to_uppercase()),
        None => line.strip_prefix('#').map_or(String::new(), |comment| format!("///{comment}\n")),
    });
    write_text("defaults.rs", &lines.collect::<String>())
}

/// Writes `tables.rs`: the release, file name and text of every table of `models/tables/RELEASE/`.
fn embed_tables() -> std::io::Result<()> {
    let mut rows = Vec::new();
    for release in entries(&root().join("models/tables"))? {
        for path in files(&release, "table")? {
            let text = path.display().to_string();
            rows.push(format!("({:?}, {:?}, include_str!({text:?})),\n", name(&release), name(&path)));
        }
    }
    write("tables.rs", rows.into_iter())
}

/// Writes `keywords.rs`: the words that the grammar of sentences names, `Token::Word("…")`.
fn embed_keywords() -> std::io::Result<()> {
    let text = std::fs::read_to_string(root().join("grammar/sentence.lalrpop"))?;
    let words: BTreeSet<&str> =
        text.split("Token::Word(\"").skip(1).filter_map(|rest| rest.split_once('"')).map(|(word, _)| word).collect();
    assert!(!words.is_empty(), "grammar/sentence.lalrpop names its words as Token::Word(\"…\")");
    write("keywords.rs", words.iter().map(|word| format!("{word:?},\n")))
}

/// Writes `examples.rs`: the theme, name and text of every test that `src/serve/examples.txt` names, `THEME: NAME, NAME`.
fn embed_examples() -> std::io::Result<()> {
    let list = std::fs::read_to_string(root().join("src/serve/examples.txt"))?;
    let themes = list.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "));
    let rows = themes.flat_map(|(theme, names)| {
        names.split(", ").map(move |name| {
            let path = root().join("litmus").join(theme).join(format!("{name}.litmus"));
            format!("({theme:?}, {name:?}, include_str!({:?})),\n", path.display().to_string())
        })
    });
    write("examples.rs", rows)
}

/// Writes `hardware_files.rs`: the file name and text of every file of `models/hardware/`.
fn embed_hardware() -> std::io::Result<()> {
    let files = files(&root().join("models/hardware"), "hw")?;
    let rows =
        files.iter().map(|path| format!("({:?}, include_str!({:?})),\n", name(path), path.display().to_string()));
    write("hardware_files.rs", rows)
}

/// The folder of the package that is built: of several checkouts that share a target folder, not the one that this program was compiled in.
fn root() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).expect("cargo says where the package is")
}

fn entries(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    paths.sort();
    Ok(paths)
}

fn files(folder: &Path, extension: &str) -> std::io::Result<Vec<PathBuf>> {
    Ok(entries(folder)?.into_iter().filter(|path| path.extension().is_some_and(|ext| ext == extension)).collect())
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn write(file: &str, rows: impl Iterator<Item = String>) -> std::io::Result<()> {
    write_text(file, &format!("&[\n{}]\n", rows.collect::<String>()))
}

fn write_text(file: &str, text: &str) -> std::io::Result<()> {
    std::fs::write(Path::new(&std::env::var("OUT_DIR").unwrap_or_default()).join(file), text)
}
