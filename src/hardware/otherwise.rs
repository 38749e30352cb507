//! A generation with its assumptions decided otherwise: each by itself, and its named claims together.

use super::{Assume, Chip, HardwareFile};
use crate::syntax::hardware::ast::Switch;
use crate::syntax::source::Diagnostic;
use crate::targets::TargetConfiguration;
use crate::verdict::{Decided, RestsOn};

/// Hardware with assumptions decided otherwise, by what is otherwise.
pub struct Otherwise {
    /// With one of them.
    each: Vec<(String, Chip)>,
    /// Without any named claim, where it has some: one may stand in for another, so that a verdict rests on both and on neither.
    together: Option<(String, Chip)>,
}

impl Otherwise {
    /// What a verdict rests on, given how it is otherwise on other hardware, if it is: each assumption by itself, and where that is none, the claims together.
    pub fn rests_on<V: Decided + PartialEq>(
        &self,
        ask: impl Fn(&(String, Chip)) -> Option<RestsOn<V>>,
    ) -> Vec<RestsOn<V>> {
        let mut found: Vec<RestsOn<V>> = self.each.iter().filter_map(&ask).collect();
        if !found.iter().any(RestsOn::is_decided) {
            found.extend(self.together.iter().filter_map(&ask));
        }
        found
    }
}

impl HardwareFile {
    /// The hardware of a target configuration with each named claim switched, and without each clause that is assumed and has no name; where the rest
    /// describes no hardware, with each weaker form of the clause; and without all named claims. What says nothing about the configuration is left out.
    ///
    /// # Errors
    /// The file describes no hardware with such a claim switched.
    pub fn otherwise(
        &self,
        configuration: &TargetConfiguration,
        assume: &Assume,
    ) -> Result<Otherwise, Box<Diagnostic>> {
        let chip = Chip::new(&self.source, &self.file, configuration, assume)?;
        let switched = self.switched(configuration, &chip)?;
        let changed = self.without_unnamed(configuration, assume);
        let others = switched.into_iter().chain(changed);
        let none = Chip::new(&self.source, &self.file, configuration, &Assume { none: true, on: Vec::new() })?;
        let together = ("without all claims at once".to_string(), none);
        Ok(Otherwise {
            each: others.filter(|(_, other)| !chip.behaves_as(other)).collect(),
            together: Some(together).filter(|(_, other)| !chip.behaves_as(other)),
        })
    }

    /// The hardware with each named claim switched.
    fn switched(
        &self,
        configuration: &TargetConfiguration,
        chip: &Chip,
    ) -> Result<Vec<(String, Chip)>, Box<Diagnostic>> {
        let known = &chip.assumptions;
        let switch = |(name, on): (&String, &bool)| {
            let others = known.iter().filter(|(other, on)| *other != name && **on).map(|(other, _)| other.clone());
            let own = if *on { Vec::new() } else { self.claims(name) };
            let change = if *on { format!("without {name}") } else { format!("with {}", own.join(", ")) };
            let assume = Assume { none: true, on: others.chain(own).collect() };
            Ok((change, Chip::new(&self.source, &self.file, configuration, &assume)?))
        };
        known.iter().map(switch).collect()
    }

    /// The hardware without each assumed clause that has no name.
    fn without_unnamed(&self, configuration: &TargetConfiguration, assume: &Assume) -> Vec<(String, Chip)> {
        let clauses = self.file.clauses.iter().enumerate();
        let assumed = clauses.filter(|(_, clause)| clause.source.assumed && clause.switch.is_none());
        let chip = |changed: &HardwareFile| Chip::new(&changed.source, &changed.file, configuration, assume).ok();
        let changed = assumed.flat_map(|(at, clause)| {
            // Without the clause there may be hardware, but none that runs a test's code: its weaker forms say what rests on it.
            let without = chip(&self.without(at)).map(|chip| (format!("without {}", clause.subject().as_str()), chip));
            let weaker = self.weaker(at).into_iter();
            let weaker = weaker.filter_map(|mutation| Some((mutation.change, chip(&mutation.file)?)));
            without.into_iter().chain(weaker).collect::<Vec<_>>()
        });
        changed.collect()
    }

    /// The claims that are switched on for one to be made, itself the last.
    fn claims(&self, name: &str) -> Vec<String> {
        let mut switches = self.file.clauses.iter().filter_map(|clause| clause.switch.as_ref());
        let switch = switches.find(|switch| switch.name.text == name && switch.with.is_some());
        switch.map_or_else(|| vec![name.to_string()], Switch::claims)
    }
}
