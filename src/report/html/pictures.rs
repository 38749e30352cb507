//! Pictures and counterexamples as far as there is room for them: the smallest first, so that most tests have some.

use super::Part;
use super::book::{Counterexample, LeftOut, Section};
use super::packed::Packed;
use super::slim::slim;
use itertools::Itertools;
use maud::{Markup, PreEscaped, html};
use std::collections::BTreeSet;

/// What of a test may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Optional {
    /// Its picture.
    Picture,
    /// What a counterexample says, by its number.
    Text(usize),
    /// The pictures of a counterexample.
    Drawings(usize),
}

/// Something that may be left out.
struct Item {
    /// The number of its test.
    section: usize,
    what: Optional,
    /// The bytes that it takes more than what is said where it is left out.
    cost: usize,
}

/// What is kept of a test.
type Kept = BTreeSet<Optional>;

/// The tests one after another with what there is room for, in about so many bytes, and how much is left out: packed, if it may be.
pub(super) fn fill(sections: &[Section], room: usize, mut packed: Option<&mut Packed>) -> (String, LeftOut) {
    let needed: usize = sections.iter().map(|section| written(section, &Kept::new(), None).len()).sum();
    let mut room = room.saturating_sub(needed);
    let mut kept: Vec<Kept> = sections.iter().map(|_| Kept::new()).collect();
    let mut left_out = LeftOut { is_packed: packed.is_some(), ..LeftOut::default() };
    let items = sections.iter().enumerate().flat_map(|(number, section)| items(number, section));
    // Of equal ones, what is said of a counterexample comes before its pictures.
    for Item { section, what, cost } in items.sorted_by_key(|item| (item.cost, item.what)) {
        let has_text = |number: usize| number == 0 || kept[section].contains(&Optional::Text(number));
        let has_place = !matches!(what, Optional::Drawings(number) if !has_text(number));
        match room.checked_sub(cost).filter(|_| has_place) {
            Some(rest) => {
                room = rest;
                kept[section].insert(what);
            }
            None => match what {
                Optional::Text(_) => left_out.counterexamples += 1,
                Optional::Picture | Optional::Drawings(_) => left_out.pictures += 1,
            },
        }
    }
    let sections = sections.iter().zip(&kept);
    (sections.map(|(section, kept)| written(section, kept, packed.as_deref_mut())).collect(), left_out)
}

/// What of a test may be left out; pictures of a counterexample are not thought smaller than what it says, without which they do not stand.
fn items(section: usize, of: &Section) -> Vec<Item> {
    let mut items = Vec::new();
    let mut add = |what, cost| items.push(Item { section, what, cost });
    if let Part::Found(picture) = &of.picture {
        // It stands where it would be said that there is none.
        add(Optional::Picture, picture.len().saturating_sub(picture_left_out(of).len()));
    }
    for (number, found) in of.counterexamples.iter().enumerate() {
        let text = slim(&shown(found, &drawings(of, found, false, None)).into_string()).len();
        if number > 0 {
            add(Optional::Text(number), text);
        }
        if let Part::Found(drawings) = &found.drawings {
            let cost = drawings.len();
            add(Optional::Drawings(number), if number > 0 { cost.max(text) } else { cost });
        }
    }
    items
}

/// What is said of a picture for which there is no room.
fn picture_left_out(section: &Section) -> String {
    format!("The picture is left out, for the size of this page: litmus outcomes {} --svg FILE", section.row.path)
}

/// What is said of a counterexample for which there is no room.
fn counterexample_left_out(found: &Counterexample, section: &Section) -> String {
    let (targets, path) = (found.targets.join(" "), &section.row.path);
    format!("Left out, for the size of this page: how hardware reaches it on {targets}; litmus refine {path} shows it.")
}

/// What stands in the place of what there is no room for: where it may be packed, that is unpacked there.
fn absent(part: &str, otherwise: &str, packed: Option<&mut Packed>) -> Markup {
    match packed {
        Some(packed) => packed.place(part.to_string(), otherwise),
        None => html! { p.q { (otherwise) } },
    }
}

/// A test with what is kept of it, and why it lacks what it lacks.
fn written(section: &Section, kept: &Kept, mut packed: Option<&mut Packed>) -> String {
    let Section { row, before, after, picture, counterexamples } = section;
    let is_kept = |number: usize| number == 0 || kept.contains(&Optional::Text(number));
    let missing = counterexamples.iter().enumerate().filter(|(number, _)| !is_kept(*number));
    let missing = missing.flat_map(|(_, found)| &found.targets).join(" ");
    let html = html! {
        section id=(row.id) tabindex="-1" aria-label=(row.name) {
            (PreEscaped(before))
            @match picture {
                Part::Found(picture) if kept.contains(&Optional::Picture) => (PreEscaped(picture)),
                Part::Found(picture) => (absent(picture, &picture_left_out(section), packed.as_deref_mut())),
                Part::NotAsked(why) => p.q { "No picture: " (why) },
            }
            (PreEscaped(after))
            @for (number, found) in counterexamples.iter().enumerate() {
                @if is_kept(number) {
                    @let has_drawings = kept.contains(&Optional::Drawings(number));
                    (shown(found, &drawings(section, found, has_drawings, packed.as_deref_mut())))
                } @else if let Some(packed) = packed.as_deref_mut() {
                    @let whole = slim(&shown(found, &drawings(section, found, true, None)).into_string());
                    (packed.place(whole, &counterexample_left_out(found, section)))
                }
            }
            @if !missing.is_empty() && packed.is_none() {
                p.q { "Left out, for the size of this page: how hardware reaches it on " (missing) "; litmus refine " (row.path) " shows it." }
            }
        }
    };
    slim(&html.into_string())
}

/// A counterexample, behind a click.
fn shown(found: &Counterexample, drawings: &Markup) -> Markup {
    html! {
        details {
            summary { "How hardware reaches it on " (found.targets.join(" ")) }
            pre { (found.text) }
            (drawings)
        }
    }
}

/// The pictures of a counterexample, or why there are none.
fn drawings(section: &Section, found: &Counterexample, is_kept: bool, packed: Option<&mut Packed>) -> Markup {
    let target = found.targets.first().map_or("", String::as_str);
    let otherwise = || {
        let path = &section.row.path;
        format!(
            "Its pictures are left out, for the size of this page: litmus refine {path} --target {target} --svg DIR"
        )
    };
    html! {
        @match &found.drawings {
            Part::Found(drawings) if is_kept => (PreEscaped(drawings)),
            Part::Found(drawings) => (absent(drawings, &otherwise(), packed)),
            Part::NotAsked(why) => p.q { "No pictures: " (why) },
        }
    }
}
