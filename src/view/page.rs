//! Tests and tables made ready for a page that shows all that was found of them.

mod operations;
mod tables;

pub use operations::operations;
pub use tables::{Mismatch, TablePages, audit_programs, table_pages};

use super::picture;
use crate::report::html::Picture;
use crate::report::picture::draw_bare;
use crate::run::Depicted;

/// A picture of an execution for a page, which says in text what the picture shows.
pub fn page_picture(depicted: &Depicted<'_>) -> Picture {
    let picture = picture(depicted);
    Picture { drawing: draw_bare(&picture), caption: picture.subtitle }
}
