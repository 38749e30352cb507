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
/// a work-group come to the same barrier (OpenCL C, Synchronization Functions), which is called with one set of flags and one scope; what happens where one
/// does not come is undefined, so that all have as many, and none where only some may come to it.
pub(super) fn agree(context: &Context<'_>, test: &Test, bodies: &[Body<'_, '_>]) -> Lowered<()> {
    let threads: Vec<(&Thread, &Body<'_, '_>)> = test.threads.iter().zip(bodies).collect();
    for (number, &(thread, body)) in threads.iter().enumerate() {
        let later = threads.iter().skip(number + 1).filter(|(other, _)| group(other) == group(thread));
        for &(other, others) in later {
            all_come(context, (thread, body), (other, others))?;
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

/// Refuses barriers to which a work-item of the work-group does not come, or may not.
fn all_come(
    context: &Context<'_>,
    (thread, body): (&Thread, &Body<'_, '_>),
    (other, others): (&Thread, &Body<'_, '_>),
) -> Lowered<()> {
    let refuse = |met: &Met, message: String| {
        let help = "all work-items of a work-group come to each of its barriers: what happens otherwise is undefined";
        Err(Box::new(Diagnostic::new(context.source, met.span, message, "this one").help(help)))
    };
    if let Some(within) = body.barriers.iter().chain(&others.barriers).find(|met| met.is_within) {
        return refuse(within, "a barrier in a branch or a loop, to which some work-items may not come".into());
    }
    let (own, theirs) = (body.barriers.len(), others.barriers.len());
    match (body.barriers.get(theirs), others.barriers.get(own)) {
        (Some(alone), _) => refuse(alone, format!("a barrier to which `{}` does not come", other.name.node)),
        (None, Some(alone)) => refuse(alone, format!("a barrier to which `{}` does not come", thread.name.node)),
        (None, None) => Ok(()),
    }
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

/// Refuses barriers that meet and are called with other arguments.
fn calls_agree(context: &Context<'_>, body: &Body<'_, '_>, (others, other): (&Body<'_, '_>, &Thread)) -> Lowered<()> {
    match body.barriers.iter().zip(&others.barriers).find(|(own, theirs)| !own.is_called_as(theirs)) {
        None => Ok(()),
        Some(pair) => {
            let message = format!("a barrier that meets one with other flags or scope in `{}`", other.name.node);
            let help = "work-items of a work-group come to the same barrier: the same flags and scope";
            Err(met(context, pair, message, help))
        }
    }
}

fn met(context: &Context<'_>, (own, theirs): (&Met, &Met), message: String, help: &str) -> Box<Diagnostic> {
    let error = Diagnostic::new(context.source, own.span, message, "this one");
    Box::new(error.related(theirs.span, "by its place, this one").help(help))
}
