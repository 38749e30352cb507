//! What stands around everything: the head of the document, the ways through it, and what all pictures share.

use super::Rest;
use crate::report::drawing::LineKind;
use crate::report::picture::meaning;
use crate::report::svg::embedded;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The lines that pictures of executions have, and those of what happens on hardware.
const LINES: [LineKind; 13] = [
    LineKind::Po,
    LineKind::Rf,
    LineKind::Co,
    LineKind::Fr,
    LineKind::Sw,
    LineKind::Hb,
    LineKind::Dependency,
    LineKind::Barrier,
    LineKind::Race,
    LineKind::Other,
    LineKind::Store,
    LineKind::Load,
    LineKind::Stale,
];

/// What the page begins with, up to its first section, and what ends it.
pub(super) fn around(rest: &Rest) -> [String; 2] {
    let head = html! {
        meta charset="utf-8";
        meta name="viewport" content="width=device-width";
        title { "litmus: " (rest.table) }
        style { (PreEscaped(STYLE)) (PreEscaped(embedded::style())) }
    };
    let body = html! {
        // Whichever section is shown, the page has its heading.
        header {
            h1 { "Verdicts of litmus tests" }
            nav aria-label="Sections" { ul { @for (id, name) in SECTIONS { li { a href={ "#" (id) } { (name) } } } } }
        }
        (PreEscaped(embedded::heads()))
    };
    let begin = [
        DOCTYPE.into_string(),
        "<html lang=\"en\"><head>".into(),
        head.into_string(),
        "</head><body id=\"all\">".into(),
        body.into_string(),
        "<main>".into(),
    ];
    let end = html! { (legend()) };
    let script = html! { script { (PreEscaped(SCRIPT)) } };
    [begin.concat(), format!("{}</main>{}</body></html>\n", end.into_string(), script.into_string())]
}

/// The sections that can be gone to from everywhere.
const SECTIONS: [(&str, &str); 9] = [
    ("summary", "Summary"),
    ("models", "By models"),
    ("targets", "By targets"),
    ("operations", "Code by target"),
    ("tables", "Tables"),
    ("programs", "Programs"),
    ("differences", "Differences"),
    ("legend", "Pictures"),
    ("all", "All in one"),
];

/// What lines of pictures mean.
fn legend() -> Markup {
    html! {
        section id="legend" tabindex="-1" aria-labelledby="legend-h" {
            h2 id="legend-h" { "How pictures are read" }
            p { "Threads are columns inside the scopes that they are in, and events stand in program order. What a model forbids, or what races, is thick." }
            p { "What happens on hardware stands in the order of time, with a lane for each wave, for LDS and for each level of the caches." }
            ul { @for kind in LINES { li { (PreEscaped(embedded::sample(kind))) " " (meaning(kind)) } } }
        }
    }
}
