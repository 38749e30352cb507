//! Models of other projects are loaded as they are, or refused for a reason that is listed.

use gfx_litmus::models;
use gfx_litmus::syntax::source::Diagnostic;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// Every cat file of the suites, by its path below them: what is checked, or why it is not.
#[test]
fn files_of_other_projects_load() {
    let Some(data) = std::env::var_os("GFX_LITMUS_DATA") else {
        use std::io::Write;
        // Captured where tests pass; `--nocapture` shows it.
        let _ = writeln!(std::io::stderr(), "skipped: GFX_LITMUS_DATA is not set");
        return;
    };
    let root = PathBuf::from(data).join("suites/cat");
    let mut lines = Vec::new();
    for entry in WalkDir::new(&root).sort_by_file_name() {
        let entry = entry.expect("a readable folder");
        if entry.file_type().is_file() {
            let name = entry.path().strip_prefix(&root).expect("below the root").display().to_string();
            lines.push(format!("{name}: {}", outcome(entry.path(), &root)));
        }
    }
    assert!(lines.len() > 20, "{} files", lines.len());
    insta::assert_snapshot!(lines.join("\n"));
}

/// What becomes of a file, in a line.
fn outcome(path: &Path, root: &Path) -> String {
    let refused = |error: Box<Diagnostic>| {
        let place = error.place().replace(&format!("{}/", root.display()), "");
        let help = error.help.map(|help| format!("; {}", help.replace(&format!("{}/", root.display()), "")));
        format!("refused, {place}: {}{}", error.message, help.unwrap_or_default())
    };
    let model = match models::load_unchecked(&path.display().to_string()) {
        Ok(model) => model,
        Err(error) => return refused(error),
    };
    match models::check_model(&model) {
        Ok(()) if models::has_check(&model).is_err() => "for inclusion".to_string(),
        Ok(()) => "a model".to_string(),
        Err(error) => refused(error),
    }
}
