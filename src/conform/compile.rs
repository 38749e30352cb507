//! Every operation that tables have rows for, as IR, and what a compiler makes of each.

use super::compare::{Compiled, compiled};
use super::file::Shown;
use super::mir;
use super::region::{Inserted, Own, region};
use super::tests_of::{Judged, Tests, Unread, is_opencl};
use super::wanted::{Update, Wanted};
use crate::compiler::{Llc, Optimization, Processor, Release};
use crate::llvm::AddressSpace;
use crate::lowering::survey::{Operation, queries};
use crate::lowering::{LoadedTable, Query};
use crate::spelling::encodings;
use crate::syntax::table::ast::Op;
use std::collections::HashMap;

/// What a compiler makes of every operation for a processor, against a table.
///
/// # Errors
/// What the compiler says.
pub fn compile<'t>(
    llc: &Llc,
    processor: &Processor,
    optimization: Optimization,
    table: &'t LoadedTable,
) -> Result<Tests<'t>, String> {
    let operations = operations(processor, llc.release);
    let text = module(&operations, processor, llc.release);
    let machine = llc.compile_until(&text, processor, optimization, Some(encodings().machine_ir().pass()))?;
    is_for(&machine, processor).map_err(|why| format!("`{}` for {processor}: {why}", llc.program))?;
    let functions = functions(&machine);
    let missing = (0..operations.len()).filter(|number| !functions.contains_key(name(*number).as_str())).count();
    if missing > 0 {
        let all = operations.len();
        return Err(format!(
            "`{}` for {processor}: of {missing} of {all} functions its answer has no code",
            llc.program
        ));
    }
    let mut tests = Tests::default();
    for (number, operation) in operations.into_iter().enumerate() {
        let function = name(number);
        let lines = functions.get(function.as_str()).map_or(&[][..], Vec::as_slice);
        match own_code(operation, lines) {
            Ok(compiled) => {
                let compared = compiled.compare(&table.table);
                let by = format!("LLVM {}", llc.version);
                tests.judged.push(Judged {
                    function,
                    by,
                    line: 0,
                    processor: processor.to_string(),
                    compiled,
                    table,
                    compared,
                });
            }
            Err(why) => {
                let what = format!("{} for {processor} by LLVM {}", described(&operation.query), llc.version);
                tests.unread.push(Unread { line: 0, what, why });
            }
        }
    }
    Ok(tests)
}

/// That machine IR is for a processor: its functions say so.
fn is_for(machine: &str, processor: &Processor) -> Result<(), String> {
    let mut said = machine.split("\"target-cpu\"=\"").skip(1).filter_map(|rest| rest.split('"').next()).peekable();
    if said.peek().is_none() {
        return Err("its answer does not say for what processor it is".into());
    }
    match said.find(|name| *name != processor.name) {
        Some(other) => Err(format!("its answer is for {other}")),
        None => Ok(()),
    }
}

fn own_code(operation: Operation, lines: &[Shown]) -> Result<Compiled, String> {
    let target = operation.configuration.target;
    let region =
        region(&mir::steps(lines, target), &own(&operation.query), target, Inserted::None).map_err(|(line, why)| {
            let text = lines.iter().find(|shown| shown.line == line).map_or("", |shown| shown.text.trim());
            format!("{why}: `{text}`")
        })?;
    Ok(compiled(operation, region, None))
}

/// What the code of an operation of the module has to do.
fn own(query: &Query) -> Own {
    let update = (query.op == Op::Atomicrmw).then(|| Update::Rmw("add".into()));
    let order = query.ordering.map(|ordering| (ordering, query.scope));
    match query.op.access() {
        Some(access) => Own::Access(access, query.space, Wanted { update, bits: 32, is_used: query.returns, order }),
        None => Own::Fence,
    }
}

/// An operation in words.
pub fn described(query: &Query) -> String {
    let scope = match (query.ordering, query.scope.to_string()) {
        (None, _) => String::new(),
        (Some(_), scope) if scope.is_empty() => " system".to_string(),
        (Some(_), scope) => format!(" {scope}"),
    };
    let ordering = query.ordering.map_or(String::new(), |ordering| format!(" {ordering}"));
    let flags = [(query.volatile, " volatile"), (query.nontemporal, " nontemporal")];
    let flags: String = flags.iter().filter(|(has, _)| *has).map(|(_, word)| *word).collect();
    format!("{}{ordering}{scope} {}{flags}", query.op, query.space)
}

/// Every operation for a processor that the release can compile.
fn operations(processor: &Processor, release: Release) -> Vec<Operation> {
    let configuration = processor.configuration;
    let target = configuration.target;
    let mut operations = Vec::new();
    for opencl in [false, true] {
        for mut query in queries(target, opencl) {
            let is_access = query.op != Op::Fence;
            if is_access && (target.forms(query.space).is_empty() || query.space == AddressSpace::Constant) {
                continue;
            }
            if is_access && query.space == AddressSpace::Local && !configuration.has_lds() {
                continue;
            }
            let is_tagged = !is_access && query.space != AddressSpace::Generic;
            if opencl && (query.ordering.is_none() || is_tagged && !release.has_mmra()) {
                continue;
            }
            query.scope.one_as = opencl && !is_tagged;
            let is_plain = query.ordering.is_none() && !query.volatile && !query.nontemporal;
            if !is_plain && is_opencl(&query) == opencl {
                operations.push(Operation { configuration, opencl, query });
            }
        }
    }
    operations
}

fn name(number: usize) -> String {
    format!("operation_{number}")
}

/// What tells lanes apart.
const LANE: &str = "declare i32 @llvm.amdgcn.workitem.id.x()\n";

/// A module with a function for each operation.
fn module(operations: &[Operation], processor: &Processor, release: Release) -> String {
    let attribute = processor.configuration.mode.and_then(|mode| release.mode(mode)).and_then(|mode| mode.attribute);
    let attribute = attribute.map_or(String::new(), |attribute| format!(" {attribute}"));
    let functions = operations.iter().enumerate();
    let functions = functions.map(|(number, operation)| function(number, &operation.query, &attribute, release));
    let prefix = release.tag_prefix("amdgpu-synchronize-as");
    let spaces = ["global", "local"].iter().enumerate();
    let tags: String =
        spaces.map(|(number, space)| format!("!{} = !{{!\"{prefix}\", !\"{space}\"}}\n", number + 1)).collect();
    format!("{LANE}{}!0 = !{{i32 1}}\n{tags}", functions.collect::<String>())
}

fn function(number: usize, query: &Query, attribute: &str, release: Release) -> String {
    let pointer = |space: AddressSpace| match (release.has_typed_pointers(), space.number()) {
        (true, number) => format!("i32 addrspace({number})*"),
        (false, number) => format!("ptr addrspace({number})"),
    };
    let own = pointer(query.space);
    let result = pointer(AddressSpace::Global);
    let volatile = if query.volatile { "volatile " } else { "" };
    let nontemporal = if query.nontemporal { ", !nontemporal !0" } else { "" };
    let scope = match query.scope.to_string() {
        name if name.is_empty() => String::new(),
        name => format!(" syncscope(\"{name}\")"),
    };
    let ordering = query.ordering.map_or(String::new(), |ordering| format!("{scope} {}", ordering.as_str()));
    let atomic = if query.ordering.is_some() { "atomic " } else { "" };
    let keep = format!("  store i32 %r, {result} %out\n");
    let body = match query.op {
        Op::Load | Op::LoadAtomic => {
            format!("  %r = load {atomic}{volatile}i32, {own} %p{ordering}, align 4{nontemporal}\n{keep}")
        }
        Op::Store | Op::StoreAtomic => {
            format!("  store {atomic}{volatile}i32 %v, {own} %p{ordering}, align 4{nontemporal}\n")
        }
        Op::Atomicrmw => {
            let keep = if query.returns { keep.as_str() } else { "" };
            // Through one pointer of all lanes, the compiler would have one lane do it for them, behind a branch.
            let lane = "  %lane = call i32 @llvm.amdgcn.workitem.id.x()\n";
            // By elements of the access's width, an operand of its own may scale the number of the lane.
            let element = if release.has_typed_pointers() { "i32" } else { "[3 x i32]" };
            let each = format!("{lane}  %q = getelementptr {element}, {own} %p, i32 %lane\n");
            format!("{each}  %r = atomicrmw {volatile}add {own} %q, i32 %v{ordering}\n{keep}")
        }
        Op::Fence => format!("  fence{ordering}{}\n", tag(query.space)),
    };
    format!(
        "define amdgpu_kernel void @{}({own} %p, i32 %v, {result} %out){attribute} {{\n{body}  ret void\n}}\n",
        name(number)
    )
}

fn tag(space: AddressSpace) -> &'static str {
    match space {
        AddressSpace::Global => ", !mmra !1",
        AddressSpace::Local => ", !mmra !2",
        AddressSpace::Generic | AddressSpace::Region | AddressSpace::Constant | AddressSpace::Private => "",
    }
}

/// The lines of each function's body in machine IR.
fn functions(text: &str) -> HashMap<&str, Vec<Shown>> {
    let mut functions: HashMap<&str, Vec<Shown>> = HashMap::new();
    let (mut name, mut in_body) = ("", false);
    for (number, line) in text.lines().enumerate() {
        match (line.strip_prefix("name:"), line) {
            (Some(rest), _) => (name, in_body) = (rest.trim(), false),
            (None, _) if line.starts_with("body:") => in_body = true,
            (None, "..." | "---") => in_body = false,
            (None, _) if in_body && !line.trim().is_empty() => {
                let shown = Shown { line: number + 1, text: line.trim().to_string(), after_gap: false };
                functions.entry(name).or_default().push(shown);
            }
            (None, _) => {}
        }
    }
    functions
}
