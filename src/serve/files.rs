//! The files of the page, which are part of the program.

/// A file, and what it is.
pub struct File {
    /// Its type, as HTTP names it.
    pub kind: &'static str,
    /// What it holds.
    pub bytes: &'static [u8],
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The file at a path.
pub fn file(path: &str) -> Option<File> {
    let (kind, bytes): (&str, &'static [u8]) = match path {
        "/" => ("text/html; charset=utf-8", include_bytes!("page/index.html")),
        "/page.css" => ("text/css; charset=utf-8", include_bytes!("page/page.css")),
        "/icon.svg" => ("image/svg+xml", include_bytes!("page/icon.svg")),
        "/main.js" => (SCRIPT, include_bytes!("page/main.js")),
        "/ask.js" => (SCRIPT, include_bytes!("page/ask.js")),
        "/choices.js" => (SCRIPT, include_bytes!("page/choices.js")),
        "/colours.js" => (SCRIPT, include_bytes!("page/colours.js")),
        "/detail.js" => (SCRIPT, include_bytes!("page/detail.js")),
        "/editor.js" => (SCRIPT, include_bytes!("page/editor.js")),
        "/elements.js" => (SCRIPT, include_bytes!("page/elements.js")),
        "/hover.js" => (SCRIPT, include_bytes!("page/hover.js")),
        "/link.js" => (SCRIPT, include_bytes!("page/link.js")),
        "/results.js" => (SCRIPT, include_bytes!("page/results.js")),
        _ => return None,
    };
    Some(File { kind, bytes })
}
