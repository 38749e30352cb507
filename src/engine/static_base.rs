//! What a program provides to models whatever its execution: its [`StaticBase`] as [`StaticSets`].

use crate::cat::core::StaticSets;
use crate::matrix::{BitMatrix, BitSet};
use crate::program::StaticBase;

impl StaticSets for StaticBase<'_> {
    fn size(&self) -> usize {
        self.0.events.len()
    }

    fn set(&self, name: &str) -> Option<BitSet> {
        StaticBase::set(self, name)
    }

    fn relation(&self, name: &str) -> Option<BitMatrix> {
        StaticBase::relation(self, name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{BASE_RELATIONS, BASE_SETS, depends_on_execution};
    use crate::syntax::source::Source;

    /// A program provides models with the sets and relations that it knows before it is executed, under their names.
    #[test]
    fn what_is_known_before_execution_is_provided() {
        let text = "litmus one\nmemory {\n  global x: i32 = 0\n}\n\
                    thread P0 @ agent 0, workgroup 0, wavefront 0 {\n  store i32 1, x\n  r0 = load i32, x\n}\nforall (true)\n";
        let structure = crate::load::event_structure(&Source::new("one.litmus", text)).expect("well formed");
        let (base, provided) = (StaticBase(&structure), &StaticBase(&structure) as &dyn StaticSets);
        let sets = BASE_SETS.iter().filter(|name| base.set(name).is_some());
        assert!(sets.clone().all(|name| provided.set(name) == base.set(name)));
        assert_eq!(provided.set("W").map(|writes| writes.iter().count()), Some(2));
        let relations = BASE_RELATIONS.iter().filter(|name| base.relation(name).is_some());
        assert!(relations.clone().all(|name| provided.relation(name) == base.relation(name)));
        assert!(sets.count() > 5 && relations.count() > 5);
        assert_eq!((provided.set("rf"), provided.relation("rf")), (None, None));
        assert!(BASE_RELATIONS.iter().all(|name| base.relation(name).is_none() == depends_on_execution(name)));
    }
}
