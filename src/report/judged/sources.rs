//! What verdicts on a table follow from.

use crate::llvm::words_enum;
use serde::{Deserialize, Serialize};

words_enum! {
    /// Which kind of files something is.
    SourceKind {
        /// The table itself.
        Table = "table",
        /// The hardware of a target.
        Hardware = "hardware",
        /// The model that says what a language forbids.
        Model = "model",
    }
}

/// The table, a target's hardware or a model, with the files that it includes or extends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceReport {
    /// Which of them.
    pub kind: SourceKind,
    /// The name of the table, target or model.
    pub of: String,
    /// The path of its file; in the project's folder if it comes with the tool.
    pub path: String,
    /// A digest of the texts of all its files.
    pub digest: String,
}
