//! What two operations say of themselves that base relations depend on, for explanations: scopes, address spaces, tags.

use super::base::{StaticBase, recognized, space, spaces};
use super::event::Event;
use super::ids::EventId;
use crate::llvm::{AddressSpace, ScopeLevel, SpaceSet, TagSet};
use itertools::Itertools;

impl StaticBase<'_> {
    /// What a pair of the base relation of this name is in it by: the scopes of the two (`agent`, or `workgroup, agent`), the address spaces that
    /// they have in common and the tags; `None` where the relation is not about such, or nothing is to be said of them.
    pub fn said(&self, relation: &str, from: EventId, to: EventId) -> Option<String> {
        let (a, b) = (&self.0.events[from], &self.0.events[to]);
        let words: Vec<String> = match relation {
            "incl" | "incl-own-cluster" | "scope-overlap" => levels(a, b, |event| event.scope.level),
            "scope-le" => levels(a, b, |event| event.written_level),
            "covers" => covered(a, b),
            "covers-recognized" => covered(&recognized(a), &recognized(b)),
            "as-overlap" => words(spaces(a).inter(spaces(b))),
            "as-overlap-recognized" => words(spaces(&recognized(a)).inter(spaces(&recognized(b)))),
            "compat" => tags(&a.tags, &b.tags),
            "compat-recognized" => tags(&recognized(a).tags, &recognized(b).tags),
            "compat-but-spaces" => tags(&a.tags.of_access(), &b.tags.of_access()),
            "same-space" => space(a).map(|space| space.to_string()).into_iter().collect(),
            "same-class" => space(a).map(|space| space.to_string()).into_iter().chain(tags(&a.tags, &a.tags)).collect(),
            _ => vec![],
        };
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// The level of both, or of each.
fn levels(a: &Event, b: &Event, level: impl Fn(&Event) -> ScopeLevel) -> Vec<String> {
    [level(a), level(b)].into_iter().map(|level| level.to_string()).dedup().collect()
}

/// The address space of the access that is covered, and the tags that it shares.
fn covered(sync: &Event, access: &Event) -> Vec<String> {
    let space = space(access).map(|space| space.to_string());
    space.into_iter().chain(tags(&sync.tags, &access.tags)).collect()
}

/// The address spaces by name; of every one there is nothing to say.
fn words(spaces: SpaceSet) -> Vec<String> {
    if spaces == SpaceSet::ALL {
        return vec![];
    }
    let within = |space: &&AddressSpace| space.holds_objects() && spaces.contains(**space);
    AddressSpace::ALL.iter().filter(within).map(|space| space.to_string()).collect()
}

/// The tags that both have; of others that it is so, and nothing where one has none.
fn tags(a: &TagSet, b: &TagSet) -> Vec<String> {
    let common = a.common(b);
    match (common.is_empty(), a.is_empty() || b.is_empty()) {
        (false, _) => common.0.iter().map(|tag| tag.to_string()).collect(),
        (true, true) => vec![],
        (true, false) => vec!["no tags of one prefix".into()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::source::Source;

    /// Scopes are named once where they are the same, address spaces and tags as far as both have them.
    #[test]
    fn operations_say_what_relations_are_by() {
        let text = r#"litmus t "t"
            memory { global x: i32 = 0 local l: i32 = 0 }
            thread P0 @ agent 0, workgroup 0, wavefront 0 {
              store atomic i32 1, x syncscope("agent") release, !mmra {"a:1", "b:2"}
              fence syncscope("agent") release, !mmra {"amdgpu-synchronize-as:local", "a:1"}
              fence syncscope("workgroup") acquire, !mmra {"a:2"}
              store i32 1, l, !mmra {"a:1"}
              store atomic i32 1, x syncscope("agent-one-as") release, !mmra {"c:1"}
            }
            exists (x = 1)"#;
        let structure = crate::load::event_structure(&Source::new("t.litmus", text)).expect("well formed");
        let own: Vec<EventId> = structure.events.indices().filter(|&e| structure.events[e].thread.is_some()).collect();
        let initial = structure.events.indices().find(|&e| structure.events[e].thread.is_none()).expect("a write");
        let said = |relation: &str, from: EventId, to: EventId| StaticBase(&structure).said(relation, from, to);
        let of = |relation: &str, from: usize, to: usize| said(relation, own[from], own[to]);
        for (relation, from, to, expected) in [
            ("incl", 0, 1, Some("agent")),
            ("incl-own-cluster", 1, 2, Some("agent, workgroup")),
            ("scope-overlap", 2, 2, Some("workgroup")),
            ("scope-le", 2, 0, Some("workgroup, agent")),
            ("covers", 1, 3, Some("local, a:1")),
            ("covers-recognized", 1, 3, Some("local")),
            ("as-overlap", 0, 2, None),
            ("as-overlap", 1, 2, Some("local")),
            ("as-overlap-recognized", 4, 0, Some("global")),
            ("compat", 0, 1, Some("a:1")),
            ("compat", 0, 4, Some("no tags of one prefix")),
            ("compat", 4, 4, Some("c:1")),
            ("compat-recognized", 0, 2, None),
            ("compat-but-spaces", 1, 1, Some("a:1")),
            ("same-space", 3, 3, Some("local")),
            ("same-class", 3, 3, Some("local, a:1")),
            ("po", 0, 1, None),
        ] {
            assert_eq!(of(relation, from, to).as_deref(), expected, "{relation} {from} {to}");
        }
        assert_eq!(said("incl", initial, own[2]).as_deref(), Some("system, workgroup"));
    }
}
