//! What holds of any text: it is read or refused, without a panic, and an error's places lie within it. `tests/fuzz` asks this of
//! mutated files, `fuzz/` of what libFuzzer thinks of.

use gfx_litmus::cat::{BaseNames, check, load_text};
use gfx_litmus::compiler::{self, Assembly, Called, Processor, Unreadable, machine_program};
use gfx_litmus::conform;
use gfx_litmus::defaults;
use gfx_litmus::foreign;
use gfx_litmus::hardware::{Assume, Chip};
use gfx_litmus::import::{files, import};
use gfx_litmus::load;
use gfx_litmus::lowering::Library;
use gfx_litmus::program::{BASE_RELATIONS, BASE_SETS, Unrolling, depends_on_execution, resolve, unroll};
use gfx_litmus::refine::chip;
use gfx_litmus::report::diagnostic::render;
use gfx_litmus::resources::Resources;
use gfx_litmus::syntax::source::{Diagnostic, Source, Span};
use gfx_litmus::syntax::{hardware, litmus, table};
use gfx_litmus::targets::TargetConfiguration;
use std::sync::{Arc, LazyLock};

static RESOURCES: LazyLock<Resources> = LazyLock::new(Resources::default);

/// An error's places are ranges of whole characters of its text, and it can be shown.
pub fn well_placed(error: &Diagnostic) {
    let text = &error.source_text.text;
    let related = error.related.iter().map(|(span, _)| *span);
    for Span { start, end } in std::iter::once(error.span).chain(related) {
        assert!(text.get(start..end).is_some(), "{start}..{end} is no part of the text: {}", error.message);
    }
    // Long messages are broken into lines.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let first = error.message.lines().next().unwrap_or_default();
    assert!(words(&render(error, false)).contains(&words(first)), "{}", error.message);
}

/// A test is read to its events, or refused.
pub fn litmus_file(text: &str) {
    match load::program(&Source::new("fuzz.litmus", text)) {
        Ok(program) => drop(unroll(Arc::new(program), Unrolling::default()).map_err(|error| well_placed(&error))),
        Err(errors) => errors.iter().for_each(well_placed),
    }
}

/// The default tables.
static TABLES: LazyLock<Library> = LazyLock::new(|| Library::load(defaults::TABLE).expect("they come with the tool"));

/// A test in another language is read as one of ours, or refused.
pub fn foreign_file(text: &str) {
    let Some(language) = foreign::language(text) else { return };
    match foreign::converted(&Source::new("fuzz.litmus", text), language) {
        Ok(printed) => fmt(&printed),
        Err(error) => well_placed(&error),
    }
}

/// Functions of LLVM IR are read as a test of ours, or refused.
pub fn ir_file(text: &str) {
    match foreign::converted(&Source::new("fuzz.ll", text), foreign::Language::Ir) {
        Ok(printed) => fmt(&printed),
        Err(error) => well_placed(&error),
    }
}

/// A regression test of LLVM is read and judged, or refused; what is not judged has its line.
pub fn regression_file(text: &str) {
    match conform::read(&Source::new("fuzz.ll", text)) {
        Ok(file) => {
            let lines = text.lines().count();
            let unread = conform::judge_tests(&file, &TABLES, &[]).unread;
            unread.iter().for_each(|unread| assert!(unread.line <= lines, "line {} of {lines}", unread.line));
        }
        Err(error) => well_placed(&error),
    }
}

/// A test that is printed says the same, and is printed so again.
pub fn fmt(text: &str) {
    let Ok(file) = litmus::parse(&Source::new("fuzz.litmus", text)) else { return };
    let printed = litmus::print(&file);
    let again = litmus::parse(&Source::new("printed.litmus", printed.as_str()));
    let again = again.unwrap_or_else(|error| panic!("what is printed is no test: {}{printed}", render(&error, false)));
    assert_eq!(litmus::print(&again), printed, "printed again it is another text");
    let refused = |file| resolve(file).is_err();
    assert_eq!(refused(&file), refused(&again), "what is printed means something else:\n{printed}");
}

/// A model is read and checked, or refused; it includes itself or nothing.
pub fn cat_file(text: &str) {
    let read = |name: &str| (name == "fuzz.cat").then(|| text.to_string());
    let base = BaseNames { sets: BASE_SETS, relations: BASE_RELATIONS, varies: depends_on_execution };
    let checked = load_text("fuzz.cat", text, &read).and_then(|model| check(&model, &base));
    if let Err(error) = checked {
        well_placed(&error);
    }
}

/// A table is read, and says the same when it is printed and read again, or is refused.
pub fn table_file(text: &str) {
    let source = Source::new("fuzz.table", text);
    if let Err(errors) = Library::read(&source) {
        errors.iter().for_each(well_placed);
    }
    let Ok(file) = table::parse(&source) else { return };
    reads_as_printed(&table::print(&file));
}

fn reads_as_printed(printed: &str) {
    let again = table::parse(&Source::new("printed.table", printed));
    let again = again.unwrap_or_else(|error| panic!("what is printed is no table: {}{printed}", render(&error, false)));
    assert_eq!(table::print(&again), printed, "printed again it is another text");
}

/// A hardware file is read for the targets that it names, or refused.
pub fn hardware_file(text: &str) {
    let source = Source::new("fuzz.hw", text);
    let file = match hardware::parse(&source) {
        Ok(file) => file,
        Err(error) => return well_placed(&error),
    };
    let is_named =
        |configuration: &TargetConfiguration| file.targets.iter().any(|word| word.text == configuration.target.name);
    for configuration in
        TargetConfiguration::every_configuration().iter().filter(|configuration| is_named(configuration))
    {
        if let Err(error) = Chip::new(&source, &file, configuration, &Assume::default()) {
            well_placed(&error);
        }
    }
}

/// The test whose code assembly is taken for.
const COMPILED: &str = include_str!("../../litmus/message-passing/MP+fences+agent.litmus");

/// Assembly is read as a program, or refused, or not modelled for a reason that has a place in it.
pub fn assembly_file(text: &str) {
    let source = Source::new("fuzz.s", text);
    match compiler::parse(&source) {
        Ok(assembly) => compiled_code(text, &assembly),
        Err(error) => well_placed(&error),
    }
}

/// So is machine IR, whatever it is for.
pub fn machine_ir_file(text: &str) {
    let source = Source::new("fuzz.mir", text);
    compiler::is_machine_ir(text);
    let processor = Processor::parse("gfx1100").expect("a processor");
    match compiler::parse_machine_ir(&source, processor.configuration.target) {
        Ok(assembly) => compiled_code(text, &assembly),
        Err(error) => well_placed(&error),
    }
}

fn compiled_code(text: &str, assembly: &Assembly) {
    let program = load::program(&Source::new("compiled.litmus", COMPILED)).expect("a test of the corpus");
    let name = assembly.processors.first().map_or("gfx1100", |(name, _)| name);
    let Ok(processor) = Processor::parse(name) else { return };
    let chip =
        chip(&processor.configuration, &Assume::default(), &RESOURCES).expect("hardware that comes with the tool");
    match machine_program(&Called::written(&program), assembly, (processor.configuration.target, &chip)) {
        Ok(machine) => drop(unroll(Arc::new(machine), Unrolling::default()).map_err(|error| well_placed(&error))),
        Err(Unreadable::Bad(error)) => well_placed(&error),
        Err(Unreadable::NotModelled(why)) => {
            assert!(text.get(why.span.start..why.span.end).is_some(), "no part of the text: {}", why.message);
        }
    }
}

/// A document is imported, into tables that can be read, or refused.
pub fn document(text: &str) {
    match import(&Source::new("fuzz", text), "fuzz", "fuzz") {
        Ok(imported) => {
            let tables = files(&imported, "fuzz").into_iter().filter(|(name, _)| name.ends_with(".table"));
            tables.for_each(|(_, table)| reads_as_printed(&table));
        }
        Err(errors) => errors.iter().for_each(well_placed),
    }
}

/// What a cell of a document says is understood or refused.
pub fn sentence(text: &str) {
    let label = "amdgpu-amdhsa-memory-model-code-sequences-gfx12-table";
    let title = "AMDHSA Memory Model Code Sequences GFX12";
    let options = format!(":::{{list-table}} {title}\n:name: {label}\n:header-rows: 1\n\n");
    let header =
        "* - LLVM Instr\n  - LLVM Memory Ordering\n  - LLVM Memory Sync Scope\n  - AMDGPU Address Space\n  - Code\n";
    let cell = text.lines().collect::<Vec<_>>().join("\n    ");
    document(&format!("{options}{header}* - load atomic\n  - acquire\n  - agent\n  - global\n  - 1. {cell}\n:::\n"));
}
