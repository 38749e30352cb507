//! Bytecode: a specialized model as instructions on registers, run for one execution after another in memory that is used again.

use super::inputs::Input;
use super::specialize::{RelSource, SetSource, Specializer, TestGraph};
use crate::cat::Elaborated;
use crate::cat::core::{
    self, Component, NodeId, Op, Polarities, Polarity, Property, RelOp, SetOp, Subject, Values, evaluate, holds_of,
    schedule, split_loop,
};
use crate::matrix::{rows, words};

/// A model compiled for a test: its registers hold what is known before the search.
#[derive(Clone, Debug)]
pub struct Bytecode {
    n: usize,
    /// Words of a row.
    stride: usize,
    /// The registers, one after another.
    memory: Vec<u64>,
    code: Vec<Instruction>,
    /// What an execution provides, with its register.
    inputs: Vec<(Input, usize)>,
    /// The register of the events executed, if that is asked for.
    executed: Option<usize>,
    /// The axioms, by their numbers in the model.
    pub axioms: Vec<Test>,
    /// The flags, by their numbers in the model.
    pub flags: Vec<Test>,
    /// Axioms in the order they are tested in, those that cost least first.
    order: Vec<Stage>,
    /// The monotone axioms, likewise.
    monotone: Vec<Stage>,
    /// The flags in the order of the model.
    raised: Vec<Stage>,
}

/// What is computed at once. Registers are places in memory.
#[derive(Clone, Debug)]
enum Instruction {
    /// An operation on registers.
    Operation { op: Op<SetSource, RelSource>, to: usize, from: [usize; 2] },
    /// Instructions repeated until no variable changes: each variable's register, and that of what defines it.
    Loop { code: Vec<Instruction>, variables: Vec<(usize, usize)> },
}

/// An axiom or flag.
#[derive(Clone, Debug)]
pub struct Test {
    /// The name by which verdicts speak of it: that after `as`, else `file:line`.
    pub name: String,
    /// What is tested, of a node of the specialized graph.
    property: Property,
    negated: bool,
    /// The register of what is tested, if it is computed: of an axiom that is not decided, and of a flag that may be raised, for its pairs.
    register: Option<usize>,
    /// Whether it holds in every execution, or in none.
    decided: Option<bool>,
    /// Whether every execution that completes a partial one violates it if the partial one does.
    monotone: bool,
}

impl Test {
    /// Whether it asks the same as another one of the same graph, whatever both are called.
    fn is(&self, other: &Test) -> bool {
        (self.property, self.negated) == (other.property, other.negated)
    }

    /// Whether it holds in no execution.
    pub fn never(&self) -> bool {
        self.decided == Some(false)
    }
}

/// Whether tests of one graph ask the same, whatever they are called.
fn ask_the_same(own: &[Test], others: &[Test]) -> bool {
    own.len() == others.len() && own.iter().zip(others).all(|(own, other)| own.is(other))
}

/// A test in the order of testing, and the instructions that those before it did not need.
#[derive(Clone, Debug)]
struct Stage {
    test: usize,
    instructions: Vec<usize>,
}

/// What an execution, or a partial one, provides.
pub trait Facts {
    /// Writes a relation, row by row.
    fn relation(&self, input: Input, to: &mut [u64]);
    /// Writes the set of events executed.
    fn executed(&self, to: &mut [u64]);
}

impl Bytecode {
    /// The bytecode of a model; of one that says the same as one of these, that one's with its own names.
    pub fn new<'b>(
        elaborated: &Elaborated,
        specializer: &mut Specializer<'_>,
        mut known: impl Iterator<Item = &'b Bytecode>,
    ) -> Bytecode {
        specializer.add(elaborated);
        let mut axioms: Vec<Test> =
            elaborated.model.axioms.iter().map(|axiom| decided_early(specializer, axiom)).collect();
        let mut flags: Vec<Test> = elaborated.model.flags.iter().map(|flag| decided_early(specializer, flag)).collect();
        if let Some(same) =
            known.find(|known| ask_the_same(&axioms, &known.axioms) && ask_the_same(&flags, &known.flags))
        {
            return same.named(&axioms, &flags);
        }
        let mut compiler = Compiler::new(&specializer.graph, specializer.size());
        let open_axioms = axioms.iter().filter(|axiom| axiom.decided.is_none());
        let open_flags = flags.iter().filter(|flag| !flag.never());
        let roots = open_axioms.chain(open_flags).map(|test| test.property.subject().node());
        let components = schedule(&specializer.graph, roots);
        mark_monotone(&specializer.graph, &components, &mut axioms);
        compiler.compile(&components);
        let of_axioms = compiler.prepare(&mut axioms, |axiom| axiom.decided.is_none());
        let of_flags = compiler.prepare(&mut flags, |flag| !flag.never());
        let mut cheap: Vec<usize> = (0..axioms.len()).filter(|&axiom| axioms[axiom].decided != Some(true)).collect();
        cheap.sort_by_key(|&axiom| of_axioms[axiom].len());
        let monotone: Vec<usize> = cheap.iter().copied().filter(|&axiom| axioms[axiom].monotone).collect();
        let all_flags: Vec<usize> = (0..flags.len()).collect();
        Bytecode {
            n: compiler.n,
            stride: words(compiler.n),
            order: stages(&cheap, &of_axioms),
            monotone: stages(&monotone, &of_axioms),
            raised: stages(&all_flags, &of_flags),
            memory: compiler.memory,
            code: compiler.code,
            inputs: compiler.inputs,
            executed: compiler.executed,
            axioms,
            flags,
        }
    }

    /// Whether it says the same of every execution as another model for the same test.
    pub fn says_the_same(&self, other: &Bytecode) -> bool {
        ask_the_same(&self.axioms, &other.axioms) && ask_the_same(&self.flags, &other.flags)
    }

    /// The same with the names of these tests, which ask the same.
    fn named(&self, axioms: &[Test], flags: &[Test]) -> Bytecode {
        let mut named = self.clone();
        let tests = named.axioms.iter_mut().chain(&mut named.flags);
        tests.zip(axioms.iter().chain(flags)).for_each(|(test, own)| test.name.clone_from(&own.name));
        named
    }

    /// Takes what an execution provides.
    pub fn load(&mut self, facts: &dyn Facts) {
        let size = self.n * self.stride;
        for &(input, register) in &self.inputs {
            facts.relation(input, &mut self.memory[register..register + size]);
        }
        if let Some(register) = self.executed {
            facts.executed(&mut self.memory[register..register + self.stride]);
        }
    }

    /// Whether all axioms hold of what was loaded.
    pub fn is_consistent(&mut self) -> bool {
        let order = std::mem::take(&mut self.order);
        let consistent = order.iter().all(|stage| self.holds(stage, false));
        self.order = order;
        consistent
    }

    /// The axioms that the execution that was loaded violates, as bits.
    pub fn violated(&mut self) -> u64 {
        let order = std::mem::take(&mut self.order);
        let violated =
            order.iter().filter(|stage| !self.holds(stage, false)).fold(0, |bits, stage| bits | 1 << stage.test);
        self.order = order;
        violated
    }

    /// The axioms that every execution violates of which a partial one was loaded, as bits; not all of them if there are some.
    pub fn violated_by_all(&mut self) -> u64 {
        let monotone = std::mem::take(&mut self.monotone);
        let violated = monotone.iter().find(|stage| !self.holds(stage, false)).map_or(0, |stage| 1 << stage.test);
        self.monotone = monotone;
        violated
    }

    /// Whether every execution is consistent.
    pub fn allows_all(&self) -> bool {
        self.order.is_empty()
    }

    /// Whether a partial execution can show that no consistent execution completes it.
    pub fn prunes(&self) -> bool {
        !self.monotone.is_empty()
    }

    /// The flags that what was loaded raises, each with its pairs.
    pub fn raised(&mut self) -> Vec<(usize, Vec<(usize, usize)>)> {
        let raised = std::mem::take(&mut self.raised);
        let mut found = Vec::new();
        for stage in &raised {
            if self.holds(stage, true) {
                found.push((stage.test, self.pairs(stage.test)));
            }
        }
        self.raised = raised;
        found
    }

    /// The pairs that a flag is raised for, if it asks for pairs of a relation, which was computed.
    fn pairs(&self, flag: usize) -> Vec<(usize, usize)> {
        let flag = &self.flags[flag];
        match flag.property.flagged(flag.negated) {
            None => Vec::new(),
            Some(_) => {
                let register = flag.register.expect("a flag that may be raised is computed");
                let rows = &self.memory[register..][..self.n * self.stride];
                let row = |i: usize| rows::ones(&rows[i * self.stride..][..self.stride]).map(move |j| (i, j));
                (0..self.n).flat_map(row).collect()
            }
        }
    }

    /// Runs what a test needs, and tells whether it holds.
    #[inline]
    fn holds(&mut self, stage: &Stage, flag: bool) -> bool {
        let (n, stride) = (self.n, self.stride);
        for &at in &stage.instructions {
            run(&self.code[at], &mut self.memory, n, stride);
        }
        let test = if flag { &self.flags[stage.test] } else { &self.axioms[stage.test] };
        if let Some(decided) = test.decided {
            return decided;
        }
        let value = &self.memory[test.register.expect("a test that is not decided is computed")..];
        let holds = match test.property {
            Property::Acyclic(_) => rows::is_acyclic(&value[..n * stride], n),
            Property::Irreflexive(_) => rows::is_irreflexive(&value[..n * stride], n),
            Property::Empty(Subject::Rel(_)) => value[..n * stride].iter().all(|&word| word == 0),
            Property::Empty(Subject::Set(_)) => value[..stride].iter().all(|&word| word == 0),
        };
        holds != test.negated
    }
}

#[inline]
fn run(instruction: &Instruction, memory: &mut [u64], n: usize, stride: usize) {
    match instruction {
        Instruction::Operation { op, to, from } => operate(op, *to, *from, memory, n, stride),
        Instruction::Loop { code, variables } => {
            let size = n * stride;
            variables.iter().for_each(|&(variable, _)| memory[variable..variable + size].fill(0));
            loop {
                code.iter().for_each(|instruction| run(instruction, memory, n, stride));
                let changed = |&&(variable, body): &&(usize, usize)| {
                    memory[variable..variable + size] != memory[body..body + size]
                };
                let changed: Vec<(usize, usize)> = variables.iter().filter(changed).copied().collect();
                if changed.is_empty() {
                    return;
                }
                changed.iter().for_each(|&(variable, body)| memory.copy_within(body..body + size, variable));
            }
        }
    }
}

#[inline]
fn operate(
    op: &Op<SetSource, RelSource>,
    to: usize,
    [first, second]: [usize; 2],
    memory: &mut [u64],
    n: usize,
    stride: usize,
) {
    let size = n * stride;
    // Operands stand in registers before that of the result.
    let (before, rest) = memory.split_at_mut(to);
    match op {
        Op::Set(op) => {
            let to = &mut rest[..stride];
            match op {
                SetOp::Leaf(_) => unreachable!("the compiler gives leaves no instruction"),
                SetOp::Union(..) => rows::zip(to, &before[first..], &before[second..], |x, y| x | y),
                SetOp::Inter(..) => rows::zip(to, &before[first..], &before[second..], |x, y| x & y),
                SetOp::Minus(..) => rows::zip(to, &before[first..], &before[second..], |x, y| x & !y),
                SetOp::Domain(_) => rows::domain(to, &before[first..first + size], n),
                SetOp::Range(_) => rows::range(to, &before[first..first + size], n),
            }
        }
        Op::Rel(op) => {
            let to = &mut rest[..size];
            let rel = |register: usize| &before[register..register + size];
            let set = |register: usize| &before[register..register + stride];
            match op {
                RelOp::Leaf(_) | RelOp::Variable(_) | RelOp::Order(..) => {
                    unreachable!("the compiler gives leaves and variables no instruction")
                }
                RelOp::Union(..) => rows::zip(to, rel(first), rel(second), |x, y| x | y),
                RelOp::Inter(..) => rows::zip(to, rel(first), rel(second), |x, y| x & y),
                RelOp::Minus(..) => rows::zip(to, rel(first), rel(second), |x, y| x & !y),
                RelOp::Seq(..) => rows::seq(to, rel(first), rel(second), n),
                RelOp::RestrictDomain(..) => rows::restrict_domain(to, set(first), rel(second), n),
                RelOp::RestrictRange(..) => rows::restrict_range(to, rel(first), set(second), n),
                RelOp::Inverse(_) => rows::inverse(to, rel(first), n),
                RelOp::Plus(_) => {
                    to.copy_from_slice(rel(first));
                    rows::close(to, n);
                }
                RelOp::Diagonal(_) => rows::diagonal(to, set(first), n),
                RelOp::Product(..) => rows::product(to, set(first), set(second), n),
            }
        }
    }
}

/// Gives registers to nodes, and instructions to those that are computed for each execution.
struct Compiler<'g> {
    graph: &'g TestGraph,
    n: usize,
    memory: Vec<u64>,
    code: Vec<Instruction>,
    inputs: Vec<(Input, usize)>,
    executed: Option<usize>,
    /// By node: its register.
    registers: Vec<Option<usize>>,
    /// By node: the instruction that computes it.
    instructions: Vec<Option<usize>>,
    /// By node: the last walk over what a test needs that came by.
    visited: Vec<usize>,
    /// How many such walks there were.
    visits: usize,
}

impl<'g> Compiler<'g> {
    fn new(graph: &'g TestGraph, n: usize) -> Self {
        Compiler {
            graph,
            n,
            memory: Vec::new(),
            code: Vec::new(),
            inputs: Vec::new(),
            executed: None,
            registers: vec![None; graph.len()],
            instructions: vec![None; graph.len()],
            visited: vec![0; graph.len()],
            visits: 0,
        }
    }

    fn compile(&mut self, components: &[Component]) {
        for component in components {
            let instruction = match component {
                Component::Node(node) => self.node(*node),
                Component::Loop(nodes) => Some(self.repeat(nodes)),
            };
            let Some(instruction) = instruction else { continue };
            let at = self.code.len();
            self.code.push(instruction);
            match component {
                Component::Node(node) => self.instructions[node.index()] = Some(at),
                Component::Loop(nodes) => nodes.iter().for_each(|node| self.instructions[node.index()] = Some(at)),
            }
        }
    }

    fn register(&self, node: NodeId) -> usize {
        self.registers[node.index()].expect("operands are compiled first")
    }

    /// A register for a node, filled with what is known of it.
    fn allocate(&mut self, node: NodeId, known: &[u64]) -> usize {
        let register = self.memory.len();
        let size = match self.graph.op(node) {
            Op::Set(_) => words(self.n),
            Op::Rel(_) => self.n * words(self.n),
        };
        self.memory.extend_from_slice(known);
        self.memory.resize(register + size, 0);
        self.registers[node.index()] = Some(register);
        register
    }

    /// The instruction of a node; none for what is known or provided.
    fn node(&mut self, node: NodeId) -> Option<Instruction> {
        let graph = self.graph;
        let op = graph.op(node);
        if let Op::Set(SetOp::Leaf(source)) = op {
            match source {
                SetSource::Known(value) => {
                    self.allocate(node, value.words());
                }
                SetSource::Executed => self.executed = Some(self.allocate(node, &[])),
            }
            return None;
        }
        if let Op::Rel(RelOp::Leaf(source)) = op {
            match source {
                RelSource::Known(value) => {
                    self.allocate(node, value.words());
                }
                // Of a partial execution no pair is known.
                RelSource::Order(_) => {
                    self.allocate(node, &[]);
                }
                RelSource::Input(input) => {
                    let register = self.allocate(node, &[]);
                    self.inputs.push((*input, register));
                }
            }
            return None;
        }
        // Of a loop that was left: the variable is what defines it.
        if let Op::Rel(RelOp::Variable(variable)) = op {
            let body = graph.definition(*variable).expect("the variables of a specialized model are defined");
            self.registers[node.index()] = Some(self.register(body.into()));
            self.instructions[node.index()] = self.instructions[NodeId::from(body).index()];
            return None;
        }
        let mut operands = op.operands().map(|operand| self.register(operand));
        let first = operands.next().expect("what is no leaf and no variable has an operand");
        // An operation of one operand reads the first only.
        let from = [first, operands.next().unwrap_or(first)];
        drop(operands);
        let to = self.allocate(node, &[]);
        Some(Instruction::Operation { op: op.clone(), to, from })
    }

    fn repeat(&mut self, nodes: &[NodeId]) -> Instruction {
        let (variables, others) = split_loop(self.graph, nodes);
        for &(variable, _) in &variables {
            self.allocate(variable.into(), &[]);
        }
        let code = others.iter().filter_map(|&node| self.node(node)).collect();
        let register = |rel: core::RelId| self.register(rel.into());
        let variables = variables.iter().map(|&(variable, body)| (register(variable), register(body))).collect();
        Instruction::Loop { code, variables }
    }

    /// Gives tests their registers, and lists the instructions that each needs, in order.
    fn prepare(&mut self, tests: &mut [Test], is_computed: fn(&Test) -> bool) -> Vec<Vec<usize>> {
        let mut prepare = |test: &mut Test| {
            if !is_computed(test) {
                return Vec::new();
            }
            let node = test.property.subject().node();
            test.register = Some(self.register(node));
            self.instructions_for(node)
        };
        tests.iter_mut().map(&mut prepare).collect()
    }

    /// The instructions that a node needs, in order.
    fn instructions_for(&mut self, node: NodeId) -> Vec<usize> {
        self.visits += 1;
        let (mut open, mut needed) = (vec![node], Vec::new());
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut self.visited[node.index()], self.visits) != self.visits {
                needed.extend(self.instructions[node.index()]);
                open.extend(self.graph.needs(node));
            }
        }
        needed.sort_unstable();
        needed.dedup();
        needed
    }
}

/// A test of a model as it is in this test: decided where what may or must be decides it.
fn decided_early(specializer: &Specializer<'_>, test: &core::Test) -> Test {
    let property = specializer.property(test.property);
    let (set, rel) = (|id| specializer.set_bounds(id), |id| specializer.rel_bounds(id));
    let of_may = holds_of(property, |id| &set(id).may, |id| rel(id).may());
    let of_must = holds_of(property, |id| &set(id).must, |id| rel(id).must());
    // What holds of all that may be holds of less; what fails for what must be fails for more.
    let decided = if of_may { Some(!test.negated) } else { (!of_must).then_some(test.negated) };
    let (name, negated) = (test.name.clone(), test.negated);
    // One that every execution violates, every partial execution does.
    let monotone = decided.is_some();
    Test { name, property, negated, register: None, decided, monotone }
}

/// Finds the monotone axioms among those that are not decided.
fn mark_monotone(graph: &TestGraph, components: &[Component], axioms: &mut [Test]) {
    let mut polarities = Polarities {
        set: |source: &SetSource| match source {
            SetSource::Known(_) => Polarity::Constant,
            SetSource::Executed => Polarity::Monotone,
        },
        rel: |source: &RelSource| match source {
            RelSource::Known(_) => Polarity::Constant,
            RelSource::Input(_) | RelSource::Order(_) => Polarity::Monotone,
        },
        variable: |_| unreachable!("the variables of a specialized model are defined"),
    };
    let mut values = Values::default();
    evaluate(&mut polarities, graph, components, &mut values);
    for axiom in axioms.iter_mut().filter(|axiom| axiom.decided.is_none()) {
        let polarity = match axiom.property.subject() {
            Subject::Set(set) => *values.set(set),
            Subject::Rel(rel) => *values.rel(rel),
        };
        axiom.monotone = polarity != Polarity::Mixed && !axiom.negated;
    }
}

/// Tests in an order, each with the instructions that those before it did not need.
fn stages(order: &[usize], instructions: &[Vec<usize>]) -> Vec<Stage> {
    let most = instructions.iter().flatten().max().map_or(0, |&most| most + 1);
    let mut done = vec![false; most];
    let mut new = |instruction: usize| !std::mem::replace(&mut done[instruction], true);
    let mut stage = |&test: &usize| {
        let instructions = instructions[test].iter().copied().filter(|&instruction| new(instruction)).collect();
        Stage { test, instructions }
    };
    order.iter().map(&mut stage).collect()
}
