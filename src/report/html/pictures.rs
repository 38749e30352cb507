//! Pictures as far as there is room for them: the smallest first, so that most tests have one.

use super::Part;
use super::book::Section;
use super::slim::slim;
use itertools::Itertools;
use maud::{PreEscaped, html};

/// The tests one after another with their pictures, in about so many bytes, and how many pictures are left out.
pub(super) fn fill(sections: &[Section], room: usize) -> (String, usize) {
    let mut room = room.saturating_sub(sections.iter().map(|section| written(section, None).len()).sum());
    let mut drawn: Vec<Option<&str>> =
        sections.iter().map(|section| section.picture.found().map(String::as_str)).collect();
    // A picture stands where it would be said that there is none.
    let costs = sections.iter().zip(&mut drawn).filter(|(_, picture)| picture.is_some());
    let costs = costs
        .map(|(section, picture)| (picture.map_or(0, str::len).saturating_sub(left_out_text(section).len()), picture));
    let mut left_out = 0;
    for (cost, picture) in costs.sorted_by_key(|(cost, _)| *cost) {
        match room.checked_sub(cost) {
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

/// What is said of a picture for which there is no room.
fn left_out_text(section: &Section) -> String {
    format!("The picture is left out, for the size of this page: litmus outcomes {} --svg FILE", section.row.path)
}

/// A test with a picture, or with why it has none.
fn written(section: &Section, picture: Option<&str>) -> String {
    let Section { row, before, after, .. } = section;
    let html = html! {
        section id=(row.id) tabindex="-1" aria-label=(row.name) {
            (PreEscaped(before))
            @match (picture, &section.picture) {
                (Some(picture), _) => (PreEscaped(picture)),
                (None, Part::Found(_)) => p.q { (left_out_text(section)) },
                (None, Part::NotAsked(why)) => p.q { "No picture: " (why) },
            }
            (PreEscaped(after))
        }
    };
    slim(&html.into_string())
}
