//! Names of ours for those of C.

use crate::syntax::litmus::is_name;
use std::collections::BTreeSet;

/// The names that are taken.
#[derive(Clone, Debug, Default)]
pub(super) struct Names(BTreeSet<String>);

impl Names {
    /// A name that is free: this one, if it is a name of ours and nothing else has it, or one that begins so.
    pub(super) fn take(&mut self, wanted: &str) -> String {
        let fits = |name: &str| is_name(name) && !self.0.contains(name);
        let numbered = || (2u32..).map(|number| format!("{wanted}_{number}")).find(|name| fits(name));
        let name = if fits(wanted) { Some(wanted.to_string()) } else { numbered() };
        let name = name.unwrap_or_else(|| format!("{wanted}_"));
        self.0.insert(name.clone());
        name
    }
}
