//! Random programs for property tests.

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::fmt::Write;

/// Scopes, each within the next.
pub const SCOPES: [&str; 6] = ["singlethread", "wavefront", "workgroup", "cluster", "agent", ""];

/// What an operation is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Load,
    Store,
    Rmw,
    Cmpxchg,
    Fence,
}

/// An operation.
#[derive(Clone, Debug)]
pub struct Op {
    pub kind: Kind,
    pub location: &'static str,
    pub value: u32,
    pub ordering: &'static str,
    pub scope: usize,
    pub one_as: bool,
    pub tags: Vec<&'static str>,
    /// Only where the register before it holds 1.
    pub guarded: bool,
    /// What it writes is the register before it.
    pub data: bool,
}

/// A random program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Placement, and statements; `None` is a barrier.
    pub threads: Vec<(&'static str, Vec<Option<Op>>)>,
}

fn op() -> impl Strategy<Value = Op> {
    let kind = select(vec![Kind::Load, Kind::Load, Kind::Store, Kind::Store, Kind::Rmw, Kind::Cmpxchg, Kind::Fence]);
    let kind = kind.prop_flat_map(|kind| {
        let orderings = match kind {
            Kind::Load => vec!["none", "unordered", "monotonic", "monotonic", "acquire", "acquire", "seq_cst"],
            Kind::Store => vec!["none", "unordered", "monotonic", "monotonic", "release", "release", "seq_cst"],
            Kind::Rmw | Kind::Cmpxchg => vec!["monotonic", "acquire", "release", "acq_rel", "seq_cst"],
            Kind::Fence => vec!["acquire", "release", "acq_rel", "seq_cst"],
        };
        (Just(kind), select(orderings))
    });
    let tags = select(vec![
        vec![],
        vec![],
        vec![],
        vec!["amdgpu-synchronize-as:local"],
        vec!["amdgpu-synchronize-as:global"],
        vec!["vulkan:private"],
        vec!["vulkan:nonprivate"],
        vec!["foo:bar", "vulkan:nonprivate"],
    ]);
    let scope = select(vec![1, 2, 2, 3, 4, 4, 4, 5, 5]);
    let location = select(vec!["x", "x", "y", "y", "l"]);
    let depends = (prop::bool::weighted(0.2), prop::bool::weighted(0.2));
    (kind, location, 1..3u32, scope, prop::bool::weighted(0.15), tags, depends).prop_map(
        |((kind, ordering), location, value, scope, one_as, tags, (guarded, data))| Op {
            kind,
            location,
            value,
            ordering,
            scope,
            one_as,
            tags,
            guarded,
            data,
        },
    )
}

/// Random programs.
pub fn program() -> impl Strategy<Value = Program> {
    let place = select(vec![
        "agent 0, workgroup 0, wavefront 0",
        "agent 0, workgroup 0, wavefront 0",
        "agent 0, workgroup 0, wavefront 1",
        "agent 0, workgroup 0, wavefront 1",
        "agent 0, workgroup 1, wavefront 0",
        "agent 1, workgroup 0, wavefront 0",
    ]);
    let statement = prop_oneof![9 => op().prop_map(Some), 1 => Just(None)];
    let thread = (place, prop::collection::vec(statement, 1..4));
    prop::collection::vec(thread, 2..4).prop_map(|threads| Program { threads })
}

impl Program {
    /// LDS only where all threads share a workgroup.
    fn location(&self, op: &Op) -> &'static str {
        let together = self.threads.iter().all(|(place, _)| place.starts_with("agent 0, workgroup 0"));
        if op.location == "l" && !together { "x" } else { op.location }
    }

    /// Its text.
    pub fn text(&self) -> String {
        let mut text =
            String::from("litmus random\nmemory {\n  global x: i32 = 0\n  global y: i32 = 0\n  local l: i32 = 0\n}\n");
        for (number, (place, statements)) in self.threads.iter().enumerate() {
            let _ = writeln!(text, "thread P{number} @ {place} {{");
            let mut register = 0;
            for statement in statements {
                self.statement(&mut text, statement.as_ref(), &mut register);
            }
            text.push_str("}\n");
        }
        text
    }

    fn statement(&self, text: &mut String, op: Option<&Op>, register: &mut u32) {
        let Some(op) = op else {
            text.push_str("  s.barrier\n");
            return;
        };
        let guard = op.guarded && *register > 0 && op.kind != Kind::Load;
        let indent = if guard { "    " } else { "  " };
        if guard {
            let _ = writeln!(text, "  if r{} == 1 {{", *register - 1);
        }
        let _ = writeln!(text, "{indent}{}", self.instruction(op, *register));
        if guard {
            text.push_str("  }\n");
        }
        *register += u32::from(op.kind == Kind::Load);
    }

    fn instruction(&self, op: &Op, register: u32) -> String {
        let location = self.location(op);
        let scope = match (SCOPES[op.scope], op.one_as) {
            ("", true) => " syncscope(\"one-as\")".to_string(),
            (name, true) => format!(" syncscope(\"{name}-one-as\")"),
            (name, false) => format!(" syncscope(\"{name}\")"),
        };
        let tags: Vec<String> = op.tags.iter().map(|tag| format!("\"{tag}\"")).collect();
        let tags = if tags.is_empty() { String::new() } else { format!(", !mmra {{{}}}", tags.join(", ")) };
        let ordering = op.ordering;
        let value = if op.data && register > 0 { format!("r{}", register - 1) } else { op.value.to_string() };
        match op.kind {
            Kind::Load if ordering == "none" => format!("r{register} = load i32, {location}{tags}"),
            Kind::Load => format!("r{register} = load atomic i32, {location}{scope} {ordering}{tags}"),
            Kind::Store if ordering == "none" => format!("store i32 {value}, {location}{tags}"),
            Kind::Store => format!("store atomic i32 {value}, {location}{scope} {ordering}{tags}"),
            Kind::Rmw => format!("atomicrmw add {location}, i32 {value}{scope} {ordering}{tags}"),
            Kind::Cmpxchg => {
                format!("cmpxchg {location}, i32 0, i32 {value}{scope} {ordering} monotonic{tags}")
            }
            Kind::Fence => format!("fence{scope} {ordering}{tags}"),
        }
    }
}

/// Runs a law on so many random programs; `name` picks which, the same in every run. What fails is shrunk.
pub fn run(name: &str, cases: u32, law: impl Fn(Program, usize) -> Result<(), TestCaseError>) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let seed: Vec<u8> = name.bytes().cycle().take(32).collect();
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let result = runner.run(&(program(), any::<usize>()), |(program, pick)| law(program, pick));
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// One number of programs for quick tests, and another where `GFX_LITMUS_THOROUGH` is set.
pub fn cases(quick: u32, thorough: u32) -> u32 {
    if std::env::var_os("GFX_LITMUS_THOROUGH").is_some() { thorough } else { quick }
}
