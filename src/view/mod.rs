//! What was found, made ready to show: plain data of [`crate::report`] from what engines, hardware and lowering answered. It knows no
//! format.

mod check;
mod code;
mod compare;
mod compiled;
mod conform;
mod diff;
mod explanation;
mod herd;
mod imported;
mod judged;
mod likeness;
mod lint;
mod mutations;
mod outcomes;
mod page;
mod parts;
mod picture;
mod refinement;
mod relations;
mod repair;
mod savings;
mod sequence;

pub use check::{CountedTests, check_report, test_result, undecided_test};
pub use code::{code, given as given_code, group};
pub use compare::compared;
pub use compiled::{compiled, compiled_against, compiled_test, undecided_compiled};
pub use conform::conform;
pub use diff::{Compared, diff, differences};
pub use explanation::explanation;
pub use herd::herd_log;
pub use imported::imported;
pub use judged::{left_out, mark_known, tables_judged};
pub use lint::lint;
pub use mutations::mutations;
pub use outcomes::{all_unshown, columns_of_states, outcomes, undecided_outcomes, unshown};
pub use page::{Differs, Mismatch, TablePages, audit_programs, operations, page_picture, table_pages};
pub use parts::{counts, error, files, limits};
pub use picture::picture;
pub use refinement::{CountedResults, against, refinement, test_report, undecided_refinement};
pub use repair::repairs;
pub use savings::savings;
pub use sequence::{compiled_sequence, sequence};
