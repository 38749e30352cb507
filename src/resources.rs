//! Where models and tables come from.

use crate::cat::{Elaborations, Model};
use crate::lowering::Library as Tables;
use crate::syntax::source::Diagnostic;

/// Where models and tables come from.
pub trait Resources: Sync {
    /// The model of this name.
    ///
    /// # Errors
    /// Why there is none.
    fn get(&self, name: &str) -> Result<&Model, Box<Diagnostic>>;

    /// The models of the run, elaborated.
    fn elaborations(&self) -> &Elaborations;

    /// The tables of this name.
    ///
    /// # Errors
    /// Why there are none.
    fn tables(&self, name: &str) -> Result<&Tables, Box<Diagnostic>>;
}
