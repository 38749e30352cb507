//! Random programs for property tests.

use gfx_litmus::engine::{Answer, Inconclusive};
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
    /// Loads until another value than 0 is there.
    Await,
    /// A `cmpxchg` that is done until it stores.
    Try,
    /// A DMA operation, of the kind that its ordering says, perhaps with asyncmarks after it.
    Dma,
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
    /// It goes through a pointer that is loaded before it.
    pub indirect: bool,
}

/// A random program.
#[derive(Clone, Debug)]
pub struct Program {
    /// Placement, and statements; `None` is a barrier.
    pub threads: Vec<(&'static str, Vec<Option<Op>>)>,
}

fn op() -> impl Strategy<Value = Op> {
    let usual = vec![Kind::Load, Kind::Load, Kind::Store, Kind::Store, Kind::Rmw, Kind::Cmpxchg, Kind::Fence];
    let kind = prop_oneof![18 => select(usual), 2 => select(vec![Kind::Await, Kind::Try]), 1 => Just(Kind::Dma)];
    let kind = kind.prop_flat_map(|kind| {
        let orderings = match kind {
            Kind::Load => vec!["none", "unordered", "monotonic", "monotonic", "acquire", "acquire", "seq_cst"],
            Kind::Store => vec!["none", "unordered", "monotonic", "monotonic", "release", "release", "seq_cst"],
            Kind::Await => vec!["monotonic", "acquire", "acquire", "seq_cst"],
            Kind::Rmw | Kind::Cmpxchg | Kind::Try => vec!["monotonic", "acquire", "release", "acq_rel", "seq_cst"],
            Kind::Fence => vec!["acquire", "release", "acq_rel", "seq_cst"],
            Kind::Dma => vec!["sync", "unmarked", "marked", "waited", "waited", "kept", "stored"],
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
    let location = select(vec!["x", "x", "x", "x", "y", "y", "y", "y", "l", "l", "b", "p"]);
    let depends = (prop::bool::weighted(0.2), prop::bool::weighted(0.2), prop::bool::weighted(0.1));
    (kind, location, 1..3u32, scope, prop::bool::weighted(0.15), tags, depends).prop_map(
        |((kind, ordering), location, value, scope, one_as, tags, (guarded, data, indirect))| Op {
            kind,
            location,
            value,
            ordering,
            scope,
            one_as,
            tags,
            guarded,
            data,
            indirect,
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
        if op.location == "l" && !self.is_one_workgroup() { "x" } else { op.location }
    }

    /// The same with what its loops do done once.
    // Asked for in `agreement` only.
    #[allow(dead_code)]
    pub fn without_loops(&self) -> Program {
        let once = |op: &Op| {
            let kind = match op.kind {
                Kind::Await => Kind::Load,
                Kind::Try => Kind::Cmpxchg,
                kind @ (Kind::Load | Kind::Store | Kind::Rmw | Kind::Cmpxchg | Kind::Fence | Kind::Dma) => kind,
            };
            Op { kind, ..op.clone() }
        };
        let thread = |(place, statements): &(&'static str, Vec<Option<Op>>)| {
            (*place, statements.iter().map(|statement| statement.as_ref().map(once)).collect())
        };
        Program { threads: self.threads.iter().map(thread).collect() }
    }

    /// Its text.
    pub fn text(&self) -> String {
        let mut text =
            String::from("litmus random\nmemory {\n  global x: i32 = 0\n  global y: i32 = 0\n  local l: i32 = 0\n");
        text.push_str("  global b: i8 = 0\n  global p: ptr = x\n}\n");
        for (number, (place, statements)) in self.threads.iter().enumerate() {
            let _ = writeln!(text, "thread P{number} @ {place} {{");
            let mut registers = Vec::new();
            for statement in statements {
                self.statement(&mut text, statement.as_ref(), &mut registers);
            }
            text.push_str("}\n");
        }
        text
    }

    /// A statement, after which there may be one register more; of each it is known which type it has.
    fn statement(&self, text: &mut String, op: Option<&Op>, registers: &mut Vec<&'static str>) {
        let Some(op) = op else {
            text.push_str("  s.barrier\n");
            return;
        };
        let reads = matches!(op.kind, Kind::Load | Kind::Await);
        let last = registers.iter().rposition(|ty| *ty != "ptr");
        let guard = last.filter(|_| op.guarded && !reads);
        if let Some(last) = guard {
            let _ = writeln!(text, "  if r{last} == 1 {{");
        }
        let indent = if guard.is_some() { "    " } else { "  " };
        let (location, ty) = self.target(op);
        let location = if op.indirect && location == "x" {
            let pointer = format!("r{}", registers.len());
            let _ = writeln!(text, "{indent}{pointer} = load atomic ptr, p syncscope(\"agent\") monotonic");
            registers.push("ptr");
            pointer
        } else {
            location.to_string()
        };
        let register = registers.len();
        let data = last.filter(|_| op.data && ty != "ptr").map(|last| converted(last, registers[last], ty));
        let value = data.unwrap_or_else(|| if ty == "ptr" { "y".into() } else { op.value.to_string() });
        for line in op.lines(&location, ty, register, &value).into_iter().filter(|line| self.is_placed(line)) {
            let _ = writeln!(text, "{indent}{line}");
        }
        if guard.is_some() {
            text.push_str("  }\n");
        }
        if reads {
            registers.push(ty);
        }
    }

    /// Whether threads are placed as a line needs them: what accesses LDS is of one workgroup.
    fn is_placed(&self, line: &str) -> bool {
        !line.contains("lds") || self.is_one_workgroup()
    }

    fn is_one_workgroup(&self) -> bool {
        self.threads.iter().all(|(place, _)| place.starts_with("agent 0, workgroup 0"))
    }

    /// What an operation accesses, and the type of it.
    fn target(&self, op: &Op) -> (&'static str, &'static str) {
        match self.location(op) {
            // Between LDS, where there is some, and another location of its type.
            "p" | "b" | "l" if op.kind == Kind::Dma => ("x", "i32"),
            // No arithmetic, and no waiting, on pointers.
            "p" if matches!(op.kind, Kind::Load | Kind::Store) => ("p", "ptr"),
            "p" => ("x", "i32"),
            "b" => ("b", "i8"),
            location => (location, "i32"),
        }
    }
}

/// A register as a value of another integer type.
fn converted(register: usize, from: &str, to: &str) -> String {
    match (from, to) {
        ("i8", "i32") => format!("zext(r{register}, i32)"),
        ("i32", "i8") => format!("trunc(r{register}, i8)"),
        _ => format!("r{register}"),
    }
}

impl Op {
    /// The lines of an operation that reads into this register, or writes this value.
    fn lines(&self, location: &str, ty: &str, register: usize, value: &str) -> Vec<String> {
        let scope = match (SCOPES[self.scope], self.one_as) {
            ("", true) => " syncscope(\"one-as\")".to_string(),
            (name, true) => format!(" syncscope(\"{name}-one-as\")"),
            (name, false) => format!(" syncscope(\"{name}\")"),
        };
        let tags: Vec<String> = self.tags.iter().map(|tag| format!("\"{tag}\"")).collect();
        let tags = if tags.is_empty() { String::new() } else { format!(", !mmra {{{}}}", tags.join(", ")) };
        let ordering = self.ordering;
        let line = match self.kind {
            Kind::Load if ordering == "none" => format!("r{register} = load {ty}, {location}{tags}"),
            Kind::Load => format!("r{register} = load atomic {ty}, {location}{scope} {ordering}{tags}"),
            Kind::Store if ordering == "none" => format!("store {ty} {value}, {location}{tags}"),
            Kind::Store => format!("store atomic {ty} {value}, {location}{scope} {ordering}{tags}"),
            Kind::Rmw => format!("atomicrmw add {location}, {ty} {value}{scope} {ordering}{tags}"),
            Kind::Cmpxchg => {
                format!("cmpxchg {location}, {ty} 0, {ty} {value}{scope} {ordering} monotonic{tags}")
            }
            Kind::Fence => format!("fence{scope} {ordering}{tags}"),
            Kind::Await => {
                let load = format!("r{register} = load atomic {ty}, {location}{scope} {ordering}{tags}");
                return vec!["do {".into(), format!("  {load}"), format!("}} while r{register} == 0")];
            }
            Kind::Dma => {
                let load = format!("load.async.to.lds {ty}, {location}, l");
                let lines = match ordering {
                    "sync" => vec![format!("load.to.lds {ty}, {location}, l")],
                    "unmarked" => vec![load],
                    "marked" => vec![load, "asyncmark".into()],
                    "kept" => vec![load, "asyncmark".into(), "wait.asyncmark 1".into()],
                    "stored" => {
                        let store = format!("store.async.from.lds {ty}, {location}, l");
                        vec![store, "asyncmark".into(), "wait.asyncmark 0".into()]
                    }
                    _ => vec![load, "asyncmark".into(), "wait.asyncmark 0".into()],
                };
                return lines;
            }
            Kind::Try => {
                let swap = format!("cmpxchg {location}, {ty} 0, {ty} {value}{scope} {ordering} monotonic{tags}");
                let again = "} while !ok".to_string();
                return vec!["do {".into(), format!("  old_{ty}, ok = {swap}"), again];
            }
        };
        vec![line]
    }
}

/// Runs a law on so many random programs; `name` picks which, the same in every run with one `GFX_LITMUS_SEED`. What fails is shrunk.
pub fn run(name: &str, cases: u32, law: impl Fn(Program, usize) -> Result<(), TestCaseError>) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let seed = std::env::var("GFX_LITMUS_SEED").unwrap_or_default();
    let seed: Vec<u8> = seed.bytes().chain(name.bytes()).cycle().take(32).collect();
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let result = runner.run(&(program(), any::<usize>()), |(program, pick)| law(program, pick));
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// What is found of a program; nothing where it is not decided since none of its executions ends.
pub fn of_what_ends<T: Default>(found: Answer<T>) -> Answer<T> {
    match found {
        Err(Inconclusive::NotModelled(why)) if why.starts_with("no execution of the program ends") => Ok(T::default()),
        found => found,
    }
}

/// One number of programs for quick tests, another where `GFX_LITMUS_THOROUGH` is set, and that of `GFX_LITMUS_PROGRAMS` where it is given.
pub fn cases(quick: u32, thorough: u32) -> u32 {
    if let Ok(programs) = std::env::var("GFX_LITMUS_PROGRAMS") {
        return programs.parse().expect("a number of programs");
    }
    if std::env::var_os("GFX_LITMUS_THOROUGH").is_some() { thorough } else { quick }
}
