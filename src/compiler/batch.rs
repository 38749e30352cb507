//! Several tests compiled at once: to start a compiler takes longer than it takes to compile a test.
//!
//! Functions of one module are compiled one by one, so that the code of a test is what it is alone, on other lines. Where what is said of code names its lines,
//! only what needs none is said of this: that it is sound. All else is compiled again by itself.

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

/// The code of tests by their numbers; of none that the compiler complains about.
fn compiled<'p>(
    programs: impl Iterator<Item = Option<&'p Program>>,
    llc: &Llc,
    processor: &Processor,
    options: &Options<'_>,
) -> Vec<(usize, Assembly)> {
    let prefix = |test: usize| format!("litmus.{test}.");
    let named = programs
        .enumerate()
        .filter_map(|(test, program)| Some(Named { test, program: program?, prefix: prefix(test) }));
    let named: Vec<Named<'_>> = named.collect();
    let mut made = Vec::new();
    let mut left = vec![named.as_slice()];
    while let Some(tests) = left.pop() {
        match together(tests, llc, processor, options) {
            Some(assembly) => made.extend(tests.iter().map(|named| (named.test, assembly.of(&named.prefix)))),
            // The compiler complains about few of them: the others are in one half or the other.
            None if tests.len() > 2 => left.extend(<[_; 2]>::from(tests.split_at(tests.len() / 2))),
            None => {}
        }
    }
    made
}

/// A test among others.
struct Named<'p> {
    test: usize,
    program: &'p Program,
    /// What names of its functions begin with.
    prefix: String,
}

/// The code of tests that are one module; `None` if the compiler complains.
fn together(tests: &[Named<'_>], llc: &Llc, processor: &Processor, options: &Options<'_>) -> Option<Assembly> {
    let programs: Vec<(&Program, &str)> = tests.iter().map(|named| (named.program, named.prefix.as_str())).collect();
    let ir = emit_all(&programs, &how(llc.release, processor, options.pointers).ok()?).ok()?;
    let text = llc.compile(&ir, processor, options.optimization).ok()?;
    parse(&Source::new(format!("several tests.{processor}.{}.s", llc.version), text)).ok()
}
