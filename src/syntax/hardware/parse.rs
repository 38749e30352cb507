//! From text to tree.

use super::ast::File;
use crate::syntax::metered;
use crate::syntax::source::{Diagnostic, Source};
use crate::syntax::table::build::Problem;
use crate::syntax::table::parse::{explain, tokens};
use lalrpop_util::lalrpop_mod;
use std::sync::Arc;

lalrpop_mod!(
    #[allow(clippy::all, clippy::pedantic, clippy::restriction, unused_imports, missing_docs)]
    grammar,
    "/hardware.rs"
);

/// The tree of a hardware file.
///
/// # Errors
/// The first place where the text is not of the language.
pub fn parse(source: &Arc<Source>) -> Result<File, Box<Diagnostic>> {
    let tokens = metered(tokens(source)?).map(Ok::<_, Problem>);
    grammar::FileParser::new().parse(tokens).map_err(|error| Box::new(explain(source, error)))
}
