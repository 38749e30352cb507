//! A generation with its assumptions decided otherwise: each by itself, and its named claims together.

use super::{Assume, Chip, HardwareFile};
use crate::syntax::hardware::ast::Switch;
use crate::syntax::source::Diagnostic;
use crate::targets::TargetConfiguration;
use crate::verdict::{Decided, RestsOn};

/// Hardware with assumptions decided otherwise, by what is otherwise.
pub struct Otherwise {
    /// With one of them, and whether it is a claim that is left out.
    each: Vec<(bool, (String, Chip))>,
    /// Without any named claim, and then besides with each of those that are off: one may stand in for another, so that a verdict rests on both and on
    /// neither by itself.
    together: Vec<(String, Chip)>,
}

impl Otherwise {
    /// What a verdict rests on, given how it is otherwise on other hardware, if it is: each assumption by itself, and where no claim that is left out does,
    /// all at once, alone or else with one that is off.
    pub fn rests_on<V: Decided + PartialEq>(
        &self,
        ask: impl Fn(&(String, Chip)) -> Option<RestsOn<V>>,
    ) -> Vec<RestsOn<V>> {
        let asked = self.each.iter().filter_map(|(is_left_out, other)| Some((*is_left_out, ask(other)?)));
        let (left_out, mut found): (Vec<bool>, Vec<RestsOn<V>>) = asked.unzip();
        let is_named = left_out.iter().zip(&found).any(|(is_left_out, rests_on)| *is_left_out && rests_on.is_decided());
        if let Some((all, besides)) = self.together.split_first().filter(|_| !is_named) {
            let alone = ask(all).filter(RestsOn::is_decided);
            let own: Vec<String> = found.iter().map(|rests_on| with_all(&rests_on.change)).collect();
            let besides = besides.iter().filter(|(change, _)| alone.is_none() && !own.contains(change));
            let besides: Vec<RestsOn<V>> = besides.filter_map(&ask).filter(RestsOn::is_decided).collect();
            found.extend(alone.into_iter().chain(besides));
        }
        found
    }
}

/// What is otherwise where all claims are left out.
const ALL: &str = "without all claims at once";

/// What is otherwise besides.
fn with_all(change: &str) -> String {
    format!("{ALL}, {change}")
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
        let is_on = |name: &String| chip.assumptions.get(name) == Some(&true);
        let switched = chip.assumptions.keys().map(is_on).zip(self.switched(configuration, &chip)?);
        let changed = self.without_unnamed(configuration, assume).into_iter().map(|other| (false, other));
        let differs = |(_, other): &(String, Chip)| !chip.behaves_as(other);
        Ok(Otherwise {
            each: switched.chain(changed).filter(|(_, other)| differs(other)).collect(),
            together: self.together(configuration, &chip)?.into_iter().filter(differs).collect(),
        })
    }

    /// The hardware without all named claims, if some are on, and then with each of the others made.
    fn together(
        &self,
        configuration: &TargetConfiguration,
        chip: &Chip,
    ) -> Result<Vec<(String, Chip)>, Box<Diagnostic>> {
        let with = |change: String, on: Vec<String>| {
            let assume = Assume { none: true, on };
            Ok((change, Chip::new(&self.source, &self.file, configuration, &assume)?))
        };
        let all = with(ALL.to_string(), Vec::new())?;
        if chip.behaves_as(&all.1) {
            return Ok(Vec::new());
        }
        let off = chip.assumptions.iter().filter(|(_, on)| !**on).map(|(name, _)| self.claims(name));
        let besides = off.map(|claims| with(with_all(&format!("with {}", claims.join(", "))), claims));
        std::iter::once(Ok(all)).chain(besides).collect()
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
