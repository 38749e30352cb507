//! Tests and tables made ready for a page that shows all that was found of them.

mod operations;
mod tables;

pub use operations::operations;
pub use tables::{Differs, Mismatch, TablePages, audit_programs, table_pages};

use super::picture;
use super::picture::at_line;
use crate::report::html::Picture;
use crate::report::picture::draw_bare;
use crate::run::Depicted;

/// A picture of an execution for a page, which says in text what the picture shows and has the source beside it: accesses are told by their lines and by what they
/// read and write.
pub fn page_picture(depicted: &Depicted<'_>) -> Picture {
    let mut picture = picture(depicted);
    for event in picture.graph.node_weights_mut().filter(|event| !event.effect.is_empty()) {
        event.source = at_line(event.line, &std::mem::take(&mut event.effect));
    }
    Picture { drawing: draw_bare(&picture), caption: picture.subtitle }
}
