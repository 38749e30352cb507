//! Whether hardware reaches a state by a test's own machine code.

use crate::cat::Elaborations;
use crate::engine::{Decider, Execution, Inconclusive, Settings};
use crate::hardware::{self, Answer, Chip, Code, MicroEvent, Timing};
use crate::program::{EventStructure, Prop, unroll};
use crate::syntax::source::Diagnostic;
use crate::targets::TargetConfiguration;
use crate::verdict::ConditionVerdict;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// What hardware answers to a condition of a test that gives its machine code itself.
pub enum HardwareVerdict {
    /// The state is reached, in this order of micro-events.
    Allowed(Vec<MicroEvent>),
    /// No execution that ends in the state has timestamps.
    Forbidden,
    /// Inconclusive, for this cause.
    Unknown(Inconclusive),
}

impl HardwareVerdict {
    /// The verdict without what it rests on.
    pub fn word(&self) -> ConditionVerdict {
        match self {
            HardwareVerdict::Allowed(_) => ConditionVerdict::Allowed,
            HardwareVerdict::Forbidden => ConditionVerdict::Forbidden,
            HardwareVerdict::Unknown(_) => ConditionVerdict::Unknown,
        }
    }

    /// Why it is inconclusive, if it is.
    pub fn inconclusive(&self) -> Option<&Inconclusive> {
        match self {
            HardwareVerdict::Unknown(why) => Some(why),
            HardwareVerdict::Allowed(_) | HardwareVerdict::Forbidden => None,
        }
    }

    /// The same, to be changed.
    pub fn inconclusive_mut(&mut self) -> Option<&mut Inconclusive> {
        match self {
            HardwareVerdict::Unknown(why) => Some(why),
            HardwareVerdict::Allowed(_) | HardwareVerdict::Forbidden => None,
        }
    }
}

/// The executions of a test that end in a state.
pub struct Ending<'a> {
    /// The test, in which accesses are whole or in words.
    pub structure: Cow<'a, EventStructure>,
    executions: Result<Vec<Execution>, Inconclusive>,
}

impl Ending<'_> {
    /// Whether hardware has one of them by some code, all of whose instructions it knows.
    pub fn reached(&self, code: &Code, chip: &Chip) -> HardwareVerdict {
        let executions = match &self.executions {
            Ok(executions) => executions,
            Err(why) => return HardwareVerdict::Unknown(why.clone()),
        };
        let mut unknown = None;
        let mut timing = Timing::new(&self.structure, code, chip);
        for execution in executions {
            match timing.feasible(execution) {
                Answer::Feasible(witness) => return HardwareVerdict::Allowed(witness.micro_events),
                Answer::Infeasible => {}
                Answer::Unknown(why) => unknown = Some(why),
            }
        }
        let unknown = unknown.or_else(|| hardware::left_out(&self.structure, code, chip, false));
        unknown.map_or(HardwareVerdict::Forbidden, HardwareVerdict::Unknown)
    }
}

/// A state that a test is asked for, and the executions that end in it.
pub struct Endings<'a> {
    structure: &'a EventStructure,
    elaborations: &'a Elaborations,
    settings: Settings,
    asked: Prop,
    whole: Ending<'a>,
    /// Found when code is first asked for that has accesses in words; none where these are more events than engines are made for.
    in_words: OnceLock<Result<Option<Ending<'a>>, Vec<Diagnostic>>>,
}

impl<'a> Endings<'a> {
    /// The executions of a decider's test that end in a state.
    pub fn new(decider: &mut Decider<'a>, asked: Prop) -> Endings<'a> {
        let structure = decider.structure();
        let (elaborations, settings) = (decider.elaborations(), decider.settings());
        let whole = Ending { structure: Cow::Borrowed(structure), executions: decider.ending_in(&asked) };
        Endings { structure, elaborations, settings, asked, whole, in_words: OnceLock::new() }
    }

    /// The test's own machine code on a target configuration, and the executions of which that is asked.
    ///
    /// # Errors
    /// Operations without machine code, and instructions that are not of the target.
    pub fn of(&self, configuration: &TargetConfiguration, chip: &Chip) -> Result<(&Ending<'a>, Code), Vec<Diagnostic>> {
        let code = hardware::given(self.structure, configuration, chip)?;
        if !hardware::in_words(self.structure, &code) {
            return Ok((&self.whole, code));
        }
        let in_words = self.in_words.get_or_init(|| self.find_in_words()).as_ref().map_err(Clone::clone)?;
        let Some(ending) = in_words else { return Ok((&self.whole, code)) };
        let code = hardware::given(&ending.structure, configuration, chip)?;
        Ok((ending, code))
    }

    /// Whether a target configuration reaches the state.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub fn reached(
        &self,
        configuration: &TargetConfiguration,
        chip: &Chip,
    ) -> Result<HardwareVerdict, Vec<Diagnostic>> {
        let (ending, code) = self.of(configuration, chip)?;
        Ok(ending.reached(&code, chip))
    }

    fn find_in_words(&self) -> Result<Option<Ending<'a>>, Vec<Diagnostic>> {
        let program = Arc::new(self.structure.program.in_words());
        let asked = self.asked.in_words(&program.objects);
        let Ok(structure) = unroll(program, self.structure.unrolling) else { return Ok(None) };
        let decider = Decider::new(&structure, self.elaborations, self.settings);
        let executions = decider.map_err(|error| vec![*error])?.ending_in(&asked);
        Ok(Some(Ending { structure: Cow::Owned(structure), executions }))
    }
}
