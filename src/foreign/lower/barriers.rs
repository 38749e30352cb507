//! Barriers of OpenCL C: which meet, and that they are one barrier.

use super::super::ast::{Test, Thread};
use super::body::Body;
use super::{Context, Lowered};
use crate::llvm::SyncScope;
use crate::syntax::litmus::ast::{At, Metadata};
use crate::syntax::source::{Diagnostic, Span};
use std::collections::BTreeSet;

/// A barrier of a thread.
pub(super) struct Met {
    /// Its label.
    label: Option<String>,
    /// The address spaces that its flags name.
    flags: BTreeSet<String>,
    /// Its scope.
    scope: Option<SyncScope>,
    /// Whether it stands in a branch or a loop.
    is_within: bool,
    span: Span,
}

impl Met {
    pub(super) fn new(label: Option<String>, is_within: bool, span: Span) -> Met {
        Met { label, flags: BTreeSet::new(), scope: None, is_within, span }
    }

    /// The barrier with what it is called with.
    pub(super) fn with(self, flags: &[At<Metadata>], scope: Option<At<SyncScope>>) -> Met {
        let tags =
            flags.iter().filter_map(|flag| if let Metadata::Mmra(tags) = &flag.node { Some(tags) } else { None });
        let flags = tags.flatten().map(|tag| tag.node.suffix.clone()).collect();
        Met { flags, scope: scope.map(|scope| scope.node), ..self }
    }

    fn is_called_as(&self, other: &Met) -> bool {
        self.flags == other.flags && self.scope == other.scope
    }
}

/// Our barriers meet by their order in the thread, Dartagnan's by their labels: where labels say otherwise, ours would mean something else. All work-items of
/// a work-group come to the same barrier (OpenCL C, Synchronization Functions), which is called with one set of flags and one scope.
pub(super) fn agree(context: &Context<'_>, test: &Test, bodies: &[Body<'_, '_>]) -> Lowered<()> {
    let threads: Vec<(&Thread, &Body<'_, '_>)> = test.threads.iter().zip(bodies).collect();
    for (number, (thread, body)) in threads.iter().enumerate() {
        let later = threads.iter().skip(number + 1).filter(|(other, _)| group(other) == group(thread));
        for (other, others) in later {
            labels_agree(context, body, (others, other))?;
            calls_agree(context, body, (others, other))?;
        }
    }
    Ok(())
}

fn group(thread: &Thread) -> (i128, i128) {
    let place =
        |level: &str| thread.placement.iter().find(|part| part.node.0.node == level).map_or(0, |part| part.node.1);
    (place("dev"), place("wg"))
}

fn labels_agree(context: &Context<'_>, body: &Body<'_, '_>, (others, other): (&Body<'_, '_>, &Thread)) -> Lowered<()> {
    match body.barriers.iter().zip(&others.barriers).find(|(own, theirs)| own.label != theirs.label) {
        None => Ok(()),
        Some(pair) => {
            let message = format!("a barrier that meets another one in `{}`", other.name.node);
            let help = "barriers of a work-group meet in the order of the text: give them the same labels in it";
            Err(met(context, pair, message, help))
        }
    }
}

/// Refuses barriers that may meet and are called with other arguments: the n-th of a thread meets the n-th, those in branches and loops may meet any.
fn calls_agree(context: &Context<'_>, body: &Body<'_, '_>, (others, other): (&Body<'_, '_>, &Thread)) -> Lowered<()> {
    let is_straight = [body, others].iter().all(|body| body.barriers.iter().all(|met| !met.is_within));
    let differ = match is_straight {
        true => body.barriers.iter().zip(&others.barriers).find(|(own, theirs)| !own.is_called_as(theirs)),
        false => {
            let pairs = body.barriers.iter().flat_map(|own| others.barriers.iter().map(move |theirs| (own, theirs)));
            { pairs }.find(|(own, theirs)| !own.is_called_as(theirs))
        }
    };
    match differ {
        None => Ok(()),
        Some((own, theirs)) => {
            let (meets, help) = match is_straight {
                true => ("meets", "work-items of a work-group come to the same barrier: the same flags and scope"),
                false => {
                    ("may meet", "the same flags and scope for all barriers, where some stand in branches or loops")
                }
            };
            let message = format!("a barrier that {meets} one with other flags or scope in `{}`", other.name.node);
            Err(met(context, (own, theirs), message, help))
        }
    }
}

fn met(context: &Context<'_>, (own, theirs): (&Met, &Met), message: String, help: &str) -> Box<Diagnostic> {
    let error = Diagnostic::new(context.source, own.span, message, "this one");
    Box::new(error.related(theirs.span, "by its place, this one").help(help))
}
