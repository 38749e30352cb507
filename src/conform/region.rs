//! Which code of a function is an operation's own.
//!
//! Waits and cache operations side by side with the operation's access, with nothing between them but what may stand anywhere, are its own: nothing
//! is put between them and it. Which of the waits are *also for* something else is told by `explained`.

use super::explained::{Explained, Waits};
use super::step::{Accessing, Does, Edge, Item, Step};
use super::wanted::Wanted;
use super::ways::Ways;
use crate::llvm::AddressSpace;
use crate::spelling::{encodings, instructions};
use crate::syntax::table::ast::Access;
use crate::targets::Target;

/// The code of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Its instructions.
    pub items: Vec<Item>,
    /// Whether its access returns a value; a fence returns none.
    pub returns: bool,
}

/// What operation a function's is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Own {
    /// An access of this kind and to this space.
    Access(Access, AddressSpace, Wanted),
    /// A fence.
    Fence,
}

/// Whether waits for values have been inserted into code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// None yet: all waits are of operations.
    None,
    /// They have, and nothing is left in registers where the code ends.
    InKernel,
    /// They have, and what calls the code may find values in registers where it ends.
    InFunction,
}

/// The code of an operation in a function's. In machine IR into which no waits have been inserted, all waits are of operations.
///
/// # Errors
/// It cannot be told: why, and at which line.
pub fn region(steps: &[Step], own: &Own, target: &Target, by: Inserted) -> Result<Region, (usize, String)> {
    if let Some((line, why)) = unreadable(steps) {
        return Err((line, why.to_string()));
    }
    let ways = Ways::new(steps)?;
    if let Some(step) = ways.unreached() {
        return Err((step.line, "nothing comes here: the code before it ends, or goes elsewhere".into()));
    }
    let waits = |returns_values| Waits { steps, ways: &ways, target, returns_values }.explained();
    let explained = match by {
        Inserted::None => Explained::new(),
        Inserted::InKernel => waits(false),
        Inserted::InFunction => waits(true),
    };
    let (first, last, returns) = match own {
        Own::Access(access, space, wanted) => {
            let (at, found) = access_of(steps, *access, *space, target)?;
            wanted.matches(found, ways.is_in_loop(at)).map_err(|why| (steps[at].line, why))?;
            is_executed(steps, &ways, at)?;
            let before = (0..at).rev().take_while(|&number| is_own(&steps[number])).last().unwrap_or(at);
            let after = (at + 1..steps.len()).take_while(|&number| is_own(&steps[number])).last().unwrap_or(at);
            (before, after, found.returns)
        }
        Own::Fence => match fence(steps, &explained)? {
            Some((first, last)) => {
                is_executed(steps, &ways, first)?;
                (first, last, false)
            }
            None => return Ok(Region { items: Vec::new(), returns: false }),
        },
    };
    let mut items = Vec::new();
    for (number, step) in steps.iter().enumerate().take(last + 1).skip(first) {
        match &step.does {
            Does::Access(Accessing { text, .. }) => {
                let text = text.clone().map_err(|why| (step.line, why))?;
                items.push(Item { line: step.line, text, also_for: None });
            }
            Does::Wait(counters) => items.extend(counters.iter().map(|(counter, value)| {
                let also_for = explained.get(&(number, counter.clone())).cloned();
                Item::wait(step.line, counter, *value, also_for)
            })),
            Does::Cache(text) => items.push(Item { line: step.line, text: text.clone(), also_for: None }),
            Does::Nothing | Does::Moves(_) | Does::ScalarLoad | Does::Computes => {}
            Does::Edge(_) | Does::Unreadable(_) => {}
        }
    }
    Ok(Region { items, returns })
}

fn unreadable(steps: &[Step]) -> Option<(usize, &str)> {
    steps.iter().find_map(|step| {
        let Does::Unreadable(why) = &step.does else { return None };
        Some((step.line, why.as_str()))
    })
}

/// That the code at a step is executed whenever the function is, by the lanes that the function is executed by.
///
/// # Errors
/// It may be left out, or other lanes may execute it.
fn is_executed(steps: &[Step], ways: &Ways<'_>, at: usize) -> Result<(), (usize, String)> {
    if !ways.is_on_every_way(at) {
        return Err((steps[at].line, "the function may end without this, or not end after it".into()));
    }
    match steps[at].of_other_lanes {
        true => Err((steps[at].line, "which lanes execute this cannot be told".into())),
        false => Ok(()),
    }
}

fn is_own(step: &Step) -> bool {
    matches!(step.does, Does::Wait(_) | Does::Cache(_) | Does::Nothing | Does::Moves(_))
}

/// The one access that is the operation's: of its kind, and of a form that reaches its space.
fn access_of<'s>(
    steps: &'s [Step],
    access: Access,
    space: AddressSpace,
    target: &Target,
) -> Result<(usize, &'s Accessing), (usize, String)> {
    let forms = target.forms(space);
    // Those that access one space alone access no other.
    let only = |form: &str| instructions().form(form).and_then(|form| form.space.as_deref());
    let reaches = move |form: &str| only(form).is_none_or(|only| only == space.as_str());
    let of_kind = |all_forms: bool| {
        let accesses = steps.iter().enumerate().filter_map(move |(number, step)| {
            let Does::Access(found) = &step.does else { return None };
            let is_meant = found.access == access && reaches(&found.form) && (all_forms || forms.contains(&found.form));
            is_meant.then_some((number, found))
        });
        accesses.collect::<Vec<_>>()
    };
    let line = |number: usize| steps.get(number).map_or(0, |step| step.line);
    let told = |found: &[(usize, &'s Accessing)]| match found {
        [one] => Some(*one),
        [] | [_, ..] => None,
    };
    let (near, all) = (of_kind(false), of_kind(true));
    match (told(&near), told(&all), near.is_empty()) {
        (Some(one), ..) | (None, Some(one), true) => Ok(one),
        (None, None, true) if all.is_empty() => {
            let first = steps.first().map_or(0, |step| step.line);
            Err((first, format!("the code has no {access} that could be the operation's")))
        }
        _ => {
            let found = if near.is_empty() { &all } else { &near };
            let second = found.get(1).map_or(0, |(number, _)| line(*number));
            Err((second, format!("which {access} is the operation's cannot be told: there are {}", found.len())))
        }
    }
}

/// The waits and cache operations of a function whose operation accesses nothing.
fn fence(steps: &[Step], explained: &Explained) -> Result<Option<(usize, usize)>, (usize, String)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        let is_its_own = |counter: &String| !explained.contains_key(&(number, counter.clone()));
        let waits = if let Does::Wait(counters) = &step.does { counters.as_slice() } else { &[] };
        let is_new = matches!(step.does, Does::Cache(_)) || waits.iter().any(|(counter, _)| is_its_own(counter));
        let joins = runs.last().is_some_and(|(_, last)| (*last..number).all(|between| is_own(&steps[between])));
        match runs.last_mut() {
            Some((_, last)) if is_new && joins => *last = number,
            _ if is_new => runs.push((number, number)),
            _ => {}
        }
    }
    match runs[..] {
        [] => Ok(None),
        [(first, last)] => match edge_before(steps, first) {
            Some(edge) => Err((edge.line, "what may be the fence's code stands behind other control flow".into())),
            None => Ok(Some((first, last))),
        },
        [_, (second, _), ..] => Err((
            steps[second].line,
            "the code waits in several places, and which of them is the fence's cannot be told".into(),
        )),
    }
}

/// A label, a branch or an end before a step, beside those with which a function begins.
fn edge_before(steps: &[Step], number: usize) -> Option<&Step> {
    let is_label = |step: &&Step| matches!(step.edge(), Some(Edge::Label(_)));
    let mut begun = steps[..number].iter().skip_while(is_label);
    begun.find(|step| step.edge().is_some())
}

/// The steps of a function that is no kernel without the waits with which it begins, and whether there were any.
pub fn without_entry(steps: Vec<Step>) -> (Vec<Step>, bool) {
    let is_entry = |step: &&Step| {
        let mnemonic = step.text.split_whitespace().next().unwrap_or_default();
        matches!(step.does, Does::Wait(_) | Does::Nothing) && encodings().is_entry_wait(mnemonic, &step.text)
    };
    let first = steps.iter().position(|step| !matches!(step.does, Does::Edge(_))).unwrap_or(0);
    let count = steps[first..].iter().take_while(is_entry).count();
    let rest = steps.iter().enumerate().filter(|(number, _)| !(first..first + count).contains(number));
    (rest.map(|(_, step)| step.clone()).collect(), count > 0)
}
