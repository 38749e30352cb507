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
    assert_eq!((found.asked, found.unknown), (found.programs + found.variants, 0));
    let found: Vec<&str> = found.found.iter().map(|found| found.shown.text.as_str()).collect();
    assert!(!found.is_empty());
    for (base, text) in &Space::new(LIMITS, true, &Run::default()).expect("enough memory").programs {
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
    let all = compared.programs + compared.variants;
    assert_eq!((compared.differing, compared.unknown, compared.asked), (0, 0, all));
    assert!(compared.variants > 0);
    let alone = compare(&Options { varied_threads: 0, ..options(["hsa", "hsa"], LIMITS, &resources) });
    assert_eq!(alone.expect("well formed").variants, 0);
}

/// Of programs with one-as scopes those are minimal that do not differ in the same way with one scope alone so, or none.
#[test]
fn no_scope_is_narrowed_for_nothing() {
    const ONE_AS: &str = "-one-as";
    let resources = Resources::default();
    let options = options(["hsa", "hsa-none"], Limits { events: 4, threads: 2 }, &resources);
    let asker = Asker::new(&options).expect("well formed");
    let way = |text: &str| decided(asker.difference(text)).expect("well formed").expect("decided").map(|d| d.way());
    let found = compare(&options).expect("well formed").found;
    let narrowed =
        |count: fn(usize) -> bool| found.iter().filter(move |one| count(one.shown.text.matches(ONE_AS).count()));
    assert_eq!(narrowed(|count| count == 0).count(), 0);
    assert!(narrowed(|count| count == 1).count() > 0 && narrowed(|count| count > 1).count() > 0);
    for Differing { shown, difference, .. } in &found {
        let parts: Vec<&str> = shown.text.split(ONE_AS).collect();
        let with_only = |kept: usize| -> String {
            let part = |(number, part): (usize, &&str)| format!("{part}{}", if number == kept { ONE_AS } else { "" });
            parts.iter().enumerate().map(part).collect()
        };
        // The last part is followed by none.
        let kept = if parts.len() > 2 { 0..parts.len() - 1 } else { 0..0 };
        for text in kept.map(with_only).chain([parts.concat()]) {
            assert_ne!(way(&text), Some(difference.way()), "{text}{}", shown.text);
        }
    }
}
