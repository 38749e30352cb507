//! One execution, and the final state it ends in.

use crate::llvm::IntType;
use crate::matrix::{BitMatrix, BitSet};
use crate::program::{EventId, EventStructure, ObjectId, Prop, events_in};
use crate::syntax::litmus::ast::Type;
use index_vec::IndexVec;
use serde::{Deserialize, Serialize};

/// An execution: which events it has, what reads read from, in which order writes reach memory.
///
/// Executions have an order, so that both engines show the same of several. It is that of the writes that reads read from, of the first read (none comes
/// first) to the last; then of coherence, of each pair of writes, where they stand as in the program first; then of free choices, `false` first.
#[derive(Clone, Debug)]
pub struct Execution {
    /// The events on the paths taken; the relations hold pairs of these.
    pub executed: BitSet,
    /// Reads-from: `(write, read)`, one pair for each executed read.
    pub rf: BitMatrix,
    /// Coherence: `(write, later write)` of one location.
    pub co: BitMatrix,
    /// The value of each expression of the event structure.
    pub values: Vec<u64>,
    /// By input of the circuit: the solver's choice, for evaluating formulas in this execution. Empty if enumeration found it.
    pub(super) inputs: Vec<bool>,
}

impl Execution {
    /// The object an event accesses; `None` of an event that is no access.
    pub fn location(&self, structure: &EventStructure, event: EventId) -> Option<ObjectId> {
        structure.events[event].access.as_ref().map(|access| ObjectId::at(self.values[access.address.0 as usize]))
    }

    /// The value an event reads or writes; `None` of an event that is no access.
    pub fn value(&self, structure: &EventStructure, event: EventId) -> Option<u64> {
        structure.events[event].access.as_ref().map(|access| self.values[access.value.0 as usize])
    }

    /// The same with other coherence, in which the same writes are co-maximal.
    #[must_use]
    pub fn with_co(&self, co: BitMatrix) -> Execution {
        Execution { co, inputs: Vec::new(), ..self.clone() }
    }

    /// Puts executions that differ in what they choose in their order, so that lists of both engines are the same. What is compared is what one execution of
    /// each choice is listed for: of coherence, which writes are last.
    pub(super) fn sort(structure: &EventStructure, executions: &mut [Execution]) {
        executions.sort_by_cached_key(|execution| {
            let mut sources = vec![0; structure.events.len()];
            execution.rf.iter().for_each(|(write, read)| sources[read] = write + 1);
            let is_last = |write: EventId| execution.co.row(write).is_empty();
            let last: Vec<bool> = events_in(&execution.executed).map(is_last).collect();
            let chosen: Vec<bool> = structure.chosen().map(|choice| execution.values[choice.0 as usize] != 0).collect();
            (sources, execution.executed.words().to_vec(), last, chosen)
        });
    }

    /// Whether the execution exceeds the unroll bound: it stops where a loop would be unrolled further.
    pub fn exceeds_bound(&self, structure: &EventStructure) -> bool {
        self.values[structure.exceeds_bound.0 as usize] != 0
    }

    /// The final state: of memory, the values of co-maximal writes.
    pub fn outcome(&self, structure: &EventStructure) -> Outcome {
        let value = |id: crate::program::ExprId| self.values[id.0 as usize];
        let register =
            |register: &crate::program::FinalRegister| (value(register.written) != 0).then(|| value(register.value));
        let registers = structure.registers.iter().map(register).collect();
        let mut memory: IndexVec<ObjectId, u64> = structure.program.objects.iter().map(|object| object.init).collect();
        for write in events_in(&self.executed).filter(|&event| structure.events[event].is_write()) {
            let is_co_maximal = self.co.row(write).is_empty();
            if let (true, Some(object), Some(value)) =
                (is_co_maximal, self.location(structure, write), self.value(structure, write))
            {
                memory[object] = value;
            }
        }
        Outcome { registers, memory }
    }
}

/// A final state: what registers and memory hold when all threads have ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// By the event structure's list of registers: the value, or `None` where the path taken did not write it.
    pub registers: Vec<Option<u64>>,
    /// By object: the value of its co-maximal write.
    pub memory: IndexVec<ObjectId, u64>,
}

impl Outcome {
    /// Whether a proposition holds of the state; no comparison holds of a register that was not written.
    pub fn satisfies(&self, structure: &EventStructure, prop: &Prop) -> bool {
        match prop {
            Prop::Const(value) => *value,
            // All threads have ended.
            Prop::Hangs => false,
            Prop::Not(inner) => !self.satisfies(structure, inner),
            Prop::And(parts) => parts.iter().all(|part| self.satisfies(structure, part)),
            Prop::Or(parts) => parts.iter().any(|part| self.satisfies(structure, part)),
            Prop::Implies(parts) => {
                let [p, q] = &**parts;
                !self.satisfies(structure, p) || self.satisfies(structure, q)
            }
            Prop::Memory { object, value, negated } => (self.memory[*object] == *value) != *negated,
            Prop::Register { thread, register, value, negated } => {
                let found = structure.registers.iter().position(|r| r.thread == *thread && r.register == *register);
                found.and_then(|index| self.registers[index]).is_some_and(|has| (has == *value) != *negated)
            }
        }
    }

    /// The proposition that holds of this state alone.
    pub fn prop(&self, structure: &EventStructure) -> Prop {
        let register = |(register, value): (&crate::program::FinalRegister, &Option<u64>)| {
            Prop::of_register(register.thread, register.register, *value)
        };
        let registers = structure.registers.iter().zip(&self.registers).map(register);
        let memory = self.memory.iter_enumerated();
        let memory = memory.map(|(object, &value)| Prop::Memory { object, value, negated: false });
        Prop::And(registers.chain(memory).collect())
    }
}

/// The value that is shown so, as a test of this type writes it; `None` if there is none.
pub fn read_value(structure: &EventStructure, ty: Type, shown: &str) -> Option<u64> {
    let value = match ty {
        Type::Ptr => structure.program.objects.iter().position(|object| object.name == shown)? as u64,
        Type::Int(IntType::I1) => u64::from(shown.parse::<bool>().ok()?),
        Type::Int(int) => int.wrap(shown.parse::<i128>().ok()?),
        Type::Wide(_) => shown.parse().ok()?,
    };
    (show_value(structure, ty, value) == shown).then_some(value)
}

/// A value as the test writes it: a number, with a sign where it has one there, `true`/`false`, or an object's name.
pub fn show_value(structure: &EventStructure, ty: Type, value: u64) -> String {
    match ty {
        Type::Ptr => structure.program.objects.get(value as usize).map_or("?".into(), |object| object.name.clone()),
        Type::Int(IntType::I1) => (value != 0).to_string(),
        Type::Int(int) => structure.program.signs.show(int, value),
        Type::Wide(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::source::Source;

    #[test]
    fn values_are_shown_as_the_language_writes_them() {
        let text = "litmus two\nmemory {\n  global x: i32 = 0\n  global y: i32 = 0\n}\n\
                    thread P0 @ agent 0, workgroup 0, wavefront 0 {\n  r0 = load i32, x\n}\nforall (true)\n";
        let structure = crate::load::event_structure(&Source::new("two.litmus", text)).expect("well formed");
        let show = |ty, value| show_value(&structure, ty, value);
        assert_eq!([0, 1].map(|value| show(Type::Int(IntType::I1), value)), ["false", "true"]);
        assert_eq!(show(Type::Int(IntType::I32), 7), "7");
        assert_eq!([0, 1, 2].map(|value| show(Type::Ptr, value)), ["x", "y", "?"]);
    }
}
