use super::*;
use crate::judge::models_named;
use crate::judge::programs::{NAME, Space};

fn options<'r>(sides: [&str; 2], limits: Limits, resources: &'r Resources) -> Options<'r> {
    let named = models_named(&sides.map(String::from), resources).expect("models of the tool");
    let sides = Sides::Models(named.try_into().unwrap_or_else(|_| unreachable!("there are two")));
    let run = Box::leak(Box::default());
    Options { sides, limits, varied_threads: 2, all: true, settings: Settings::default(), resources, run }
}

/// Two models that differ in what is a race and in which states are allowed.
const SIDES: [&str; 2] = ["hsa", "tests/fixtures/sc.cat"];
const LIMITS: Limits = Limits { events: 3, threads: 2 };

#[test]
fn what_is_found_is_what_is_minimal() {
    let resources = Resources::default();
    let options = options(SIDES, LIMITS, &resources);
    let asker = Asker::new(&options).expect("well formed");
    let way = |text: &str| decided(asker.difference(text)).expect("well formed").expect("decided").map(|d| d.way());
    let found = compare(&options).expect("well formed");
    assert_eq!((found.asked, found.unknown), (found.programs, 0));
    let found: Vec<&str> = found.found.iter().map(|found| found.shown.text.as_str()).collect();
    assert!(!found.is_empty());
    for (base, text) in &Space::new(LIMITS).programs {
        let Some(own) = way(text) else { continue };
        let weaker = base.weaker();
        let differ_so = weaker.iter().any(|weaker| way(&weaker.draft().text(NAME)).as_ref() == Some(&own));
        assert_eq!(found.contains(&text.as_str()), !differ_so, "{text}");
    }
}

/// Without `all`, the smallest program is found, which is the first of all minimal ones.
#[test]
fn the_smallest_is_the_first() {
    let resources = Resources::default();
    let all = compare(&options(SIDES, LIMITS, &resources)).expect("well formed");
    let first = compare(&Options { all: false, ..options(SIDES, LIMITS, &resources) }).expect("well formed");
    assert_eq!((first.differing, first.found.len()), (1, 1));
    assert_eq!(first.found[0].shown, all.found[0].shown);
    assert!(first.asked <= all.asked && all.found.is_sorted_by_key(|found| found.shown.events));
}

#[test]
fn a_model_does_not_differ_from_itself() {
    let resources = Resources::default();
    let compared = compare(&options(["hsa", "hsa"], LIMITS, &resources)).expect("well formed");
    assert_eq!((compared.differing, compared.unknown, compared.asked), (0, 0, compared.programs));
}
