//! What verdicts rest on: assumptions of models and of hardware that give another verdict if they are decided otherwise.

use crate::verdict::{Decided, RestsOn};
use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// What a verdict rests on, and what it may rest on besides.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Resting<E> {
    /// The assumptions that give another verdict if they are decided otherwise; `None` where that is not asked.
    pub rests_on: Option<Vec<E>>,
    /// Those of which it was not decided whether they do; `None` where that is not asked.
    pub may_rest_on: Option<Vec<E>>,
}

/// An assumption that the verdict on a target rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TargetRestsOn<V> {
    /// The target configuration.
    pub target: String,
    /// What is otherwise, and the verdict then.
    #[serde(flatten)]
    pub rests_on: RestsOn<V>,
}

impl<E> Resting<E> {
    /// Of a verdict of which that is not asked.
    pub const NOT_ASKED: Resting<E> = Resting { rests_on: None, may_rest_on: None };
}

impl<V: Decided + PartialEq> Resting<RestsOn<V>> {
    /// Of a verdict with all that is otherwise, or is not decided.
    pub fn of(found: Option<Vec<RestsOn<V>>>) -> Self {
        Self::split(found, RestsOn::is_decided)
    }
}

impl<V: Decided + PartialEq> Resting<TargetRestsOn<V>> {
    /// Of verdicts on targets with all that is otherwise, or is not decided.
    pub fn on_targets(found: Option<Vec<TargetRestsOn<V>>>) -> Self {
        Self::split(found, |found| found.rests_on.is_decided())
    }
}

impl<E> Resting<E> {
    fn split(found: Option<Vec<E>>, is_decided: impl Fn(&E) -> bool) -> Resting<E> {
        let (rests_on, may_rest_on) = found.map(|found| found.into_iter().partition(is_decided)).unzip();
        Resting { rests_on, may_rest_on }
    }
}

/// What a verdict rests on in words, each `allowed by hsa+barrier-overlap`; with what is not decided, if that is asked.
pub(super) fn words<V: Display>(resting: &Resting<RestsOn<V>>, undecided: bool) -> Vec<String> {
    let rests_on =
        resting.rests_on.iter().flatten().map(|RestsOn { change, verdict }| format!("{verdict} by {change}"));
    let may = resting.may_rest_on.iter().flatten().filter(|_| undecided);
    rests_on.chain(may.map(|RestsOn { change, .. }| format!("not decided by {change}"))).collect()
}

/// What verdicts on targets rest on in words, each `unsound without write-through on gfx942,tgsplit gfx942,notgsplit`; with what is not decided, if that is
/// asked.
pub(super) fn words_on_targets<V: Display + PartialEq>(
    resting: &Resting<TargetRestsOn<V>>,
    undecided: bool,
) -> Vec<String> {
    let by = |change: &str| {
        let is_phrase = ["with", "in placement "].iter().any(|start| change.starts_with(start));
        if is_phrase { change.to_string() } else { format!("by {change}") }
    };
    let on = |targets: Vec<&str>| targets.join(" ");
    let rests_on = by_assumption(of_targets(&resting.rests_on));
    let may = by_assumption(of_targets(&resting.may_rest_on).filter(|_| undecided));
    let rests_on = rests_on
        .into_iter()
        .map(|(RestsOn { change, verdict }, targets)| format!("{verdict} {} on {}", by(change), on(targets)));
    let may = may
        .into_iter()
        .map(|(RestsOn { change, .. }, targets)| format!("not decided {} on {}", by(change), on(targets)));
    rests_on.chain(may).collect()
}

fn of_targets<V>(found: &Option<Vec<TargetRestsOn<V>>>) -> impl Iterator<Item = (&RestsOn<V>, &str)> {
    found.iter().flatten().map(|TargetRestsOn { target, rests_on }| (rests_on, target.as_str()))
}

/// Each assumption and verdict with the targets that have it, in order.
pub(super) fn by_assumption<'a, V: PartialEq>(
    found: impl Iterator<Item = (&'a RestsOn<V>, &'a str)>,
) -> Vec<(&'a RestsOn<V>, Vec<&'a str>)> {
    let mut groups: Vec<(&RestsOn<V>, Vec<&str>)> = Vec::new();
    for (rests_on, target) in found {
        match groups.iter_mut().find(|(known, _)| *known == rests_on) {
            Some((_, targets)) => targets.push(target),
            None => groups.push((rests_on, vec![target])),
        }
    }
    groups
}
