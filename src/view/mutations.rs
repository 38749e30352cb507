//! Changes and which tests notice them.

use super::parts;
use crate::judge::mutate::{Changes, Effect, Judged};
use crate::judge::survivors::Survivors;
use crate::report::mutations::*;
use crate::report::results::FileResult;
use crate::syntax::source::Diagnostic;

/// The report of the changes of a model or hardware file, with the list of those that no test can notice, what is wrong with tests and that list, the
/// files read, how many tests were asked, and the wall seconds.
pub fn mutations(
    of: &str,
    changes: &Changes,
    listed: Option<&Survivors>,
    errors: &[Diagnostic],
    files: Vec<FileResult>,
    (tests, seconds): (usize, f64),
) -> MutationsReport {
    let mutations: Vec<MutationResult> = changes.judged.iter().map(|judged| result(judged, listed)).collect();
    let count = |effect| mutations.iter().filter(|mutation| mutation.effect == effect).count();
    let summary = Summary {
        tests,
        mutations: changes.all,
        killed: count(EffectWord::Killed),
        survive: count(EffectWord::Survives),
        listed: count(EffectWord::Listed),
        refused: count(EffectWord::Refused),
        unknown: count(EffectWord::Unknown),
        not_judged: changes.all - changes.judged.len(),
        seconds,
    };
    let errors = errors.iter().map(parts::error).collect();
    MutationsReport { schema: SCHEMA, of: of.to_string(), mutations, files, errors, summary }
}

fn result(judged: &Judged, listed: Option<&Survivors>) -> MutationResult {
    let (mut killed_by, mut unknown, mut reason) = (Vec::new(), Vec::new(), None);
    let effect = match &judged.effect {
        Effect::Killed(differences) => {
            killed_by = differences
                .iter()
                .map(|difference| DifferenceResult {
                    test: difference.test.clone(),
                    about: difference.about.clone(),
                    before: difference.before,
                    after: difference.after,
                })
                .collect();
            EffectWord::Killed
        }
        Effect::Survives => {
            reason = listed.and_then(|listed| listed.reason(&judged.change)).map(str::to_string);
            if reason.is_some() { EffectWord::Listed } else { EffectWord::Survives }
        }
        Effect::Refused(why) => {
            reason = Some(why.clone());
            EffectWord::Refused
        }
        Effect::Unknown(tests) => {
            unknown = tests.clone();
            EffectWord::Unknown
        }
    };
    let (line, _) = judged.source.line_column(judged.span.start);
    let (change, path) = (judged.change.clone(), judged.source.name.clone());
    MutationResult { change, path, line, effect, killed_by, reason, unknown }
}
