//! Pictures as far as there is room for them: the smallest first, so that most tests have one.

use super::Part;
use super::book::Section;
use super::slim::slim;
use maud::{PreEscaped, html};

/// The tests one after another with their pictures, in about so many bytes, and how many pictures are left out.
pub(super) fn fill(sections: &[Section], room: usize) -> (String, usize) {
    let mut room = room.saturating_sub(sections.iter().map(|section| written(section, None).len()).sum());
    let mut drawn: Vec<Option<&str>> =
        sections.iter().map(|section| section.picture.found().map(String::as_str)).collect();
    let mut by_size: Vec<&mut Option<&str>> = drawn.iter_mut().filter(|picture| picture.is_some()).collect();
    by_size.sort_by_key(|picture| picture.map_or(0, str::len));
    let mut left_out = 0;
    for picture in by_size {
        match room.checked_sub(picture.map_or(0, str::len)) {
            Some(rest) => room = rest,
            None => {
                *picture = None;
                left_out += 1;
            }
        }
    }
    let tests = sections.iter().zip(drawn).map(|(section, picture)| written(section, picture));
    (tests.collect(), left_out)
}

/// A test with a picture, or with why it has none.
fn written(section: &Section, picture: Option<&str>) -> String {
    let Section { row, before, after, .. } = section;
    let html = html! {
        section id=(row.id) tabindex="-1" aria-label=(row.name) {
            (PreEscaped(before))
            @match (picture, &section.picture) {
                (Some(picture), _) => (PreEscaped(picture)),
                (None, Part::Found(_)) => p.q { "The picture is left out, for the size of this page: litmus outcomes " (row.path) " --svg FILE" },
                (None, Part::NotAsked(why)) => p.q { "No picture: " (why) },
            }
            (PreEscaped(after))
        }
    };
    slim(&html.into_string())
}
