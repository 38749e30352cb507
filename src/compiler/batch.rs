//! Several tests compiled at once: to start a compiler takes longer than it takes to compile a test.
//!
//! Functions of one module are compiled one by one, so that the code of a test is what it is alone, on other lines. What is said of code names its lines, and
//! so only what needs none is said of this: that it is sound. All else is compiled again by itself.

use super::assembly::{Assembly, parse};
use super::emit::emit_all;
use super::matrix::{Language, Options, Origin, how, ir};
use super::{Llc, Processor};
use crate::foreign;
use crate::load;
use crate::program::Program;
use crate::syntax::source::Source;
use std::sync::Arc;

/// What compilers make of tests, by test and then by column of the options: `None` of what is compiled alone.
///
/// Nothing is said here of tests that are wrong, or are not compiled: that is found where they are judged.
pub fn ahead(sources: &[Arc<Source>], options: &Options<'_>) -> Vec<Vec<Option<Assembly>>> {
    let nothing = || vec![None; options.columns().len()];
    let mut made: Vec<_> = sources.iter().map(|_| nothing()).collect();
    if sources.len() < 2 || options.save.is_some() || options.language == Language::MachineIr {
        return made;
    }
    let programs: Vec<Option<Arc<Program>>> = sources.iter().map(program).collect();
    for (column, (origin, (processor, _))) in options.pairs().enumerate() {
        let Origin::Compiler(llc) = origin else { continue };
        let with_code = programs.iter().map(|program| {
            program.as_deref().filter(|program| ir(program, llc.release, processor, options.pointers).is_ok())
        });
        for (test, assembly) in compiled(with_code, llc, processor, options) {
            made[test][column] = Some(assembly);
        }
    }
    made
}

/// A test that may be compiled with others: one with named barriers has a kernel of its own, and a module of IR stays as it is.
fn program(source: &Arc<Source>) -> Option<Arc<Program>> {
    if foreign::ir::is_ir(&source.text) {
        return None;
    }
    let program = load::event_structure(source).ok()?.program;
    (!program.is_machine_code() && program.barriers.is_empty()).then_some(program)
}

/// The code of tests by their numbers; of none where the compiler complains about one.
fn compiled<'p>(
    programs: impl Iterator<Item = Option<&'p Program>>,
    llc: &Llc,
    processor: &Processor,
    options: &Options<'_>,
) -> Vec<(usize, Assembly)> {
    let prefix = |test: usize| format!("litmus.{test}.");
    let named = programs.enumerate().filter_map(|(test, program)| Some((test, program?, prefix(test))));
    let named: Vec<(usize, &Program, String)> = named.collect();
    let tests: Vec<(&Program, &str)> = named.iter().map(|(_, program, prefix)| (*program, prefix.as_str())).collect();
    let made = || {
        let ir = emit_all(&tests, &how(llc.release, processor, options.pointers).ok()?).ok()?;
        let text = llc.compile(&ir, processor, options.optimization).ok()?;
        parse(&Source::new(format!("several tests.{processor}.{}.s", llc.version), text)).ok()
    };
    let Some(assembly) = made() else { return Vec::new() };
    named.iter().map(|(test, _, prefix)| (*test, assembly.of(prefix))).collect()
}
