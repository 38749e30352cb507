//! How much of a report its text has.

/// How much is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Only what makes the exit code another than 0, and the summary.
    Quiet,
    /// Also what is worth knowing.
    Usual,
    /// Also what is as it should be, where that is much.
    All,
}
