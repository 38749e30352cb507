//! A generation with its assumptions decided otherwise: each by itself, and its named claims together.

use super::{Assume, Chip, HardwareFile};
use crate::syntax::hardware::ast::Switch;
use crate::syntax::source::Diagnostic;
use crate::targets::TargetConfiguration;
use crate::verdict::{Decided, RestsOn};

/// Hardware with something otherwise, by what that is.
pub type OtherChip = (String, Chip);

/// Hardware with assumptions decided otherwise.
pub struct Otherwise {
    /// With one of them.
    each: Vec<(Decision, OtherChip)>,
    /// Without any named claim, for one may stand in for another, so that a verdict rests on both and on neither by itself; `None` if none is on, or they
    /// change nothing.
    without_all: Option<WithoutAll>,
}

/// How an assumption is decided otherwise.
#[derive(Clone, PartialEq, Eq)]
enum Decision {
    /// A named claim that is on is left out.
    LeftOut,
    /// The named claim, which is off, is made.
    Made(String),
    /// A clause without a name is left out or weakened.
    Unnamed,
}

/// Hardware without any named claim.
struct WithoutAll {
    /// By itself.
    alone: OtherChip,
    /// With each of the claims that are off, by its name.
    besides: Vec<(String, OtherChip)>,
}

impl Otherwise {
    /// What a verdict rests on, given how it is otherwise on other hardware, if it is: each assumption by itself, and where no claim that is left out does,
    /// all at once, alone or else with one that is off.
    pub fn rests_on<V: Decided + PartialEq>(&self, ask: impl Fn(&OtherChip) -> Option<RestsOn<V>>) -> Vec<RestsOn<V>> {
        let asked = self.each.iter().filter_map(|(decision, other)| Some((decision, ask(other)?)));
        let (decisions, mut found): (Vec<&Decision>, Vec<RestsOn<V>>) = asked.unzip();
        let mut decided = decisions.iter().zip(&found).filter(|(_, rests_on)| rests_on.is_decided());
        let is_named = decided.any(|(decision, _)| **decision == Decision::LeftOut);
        if let Some(WithoutAll { alone, besides }) = self.without_all.as_ref().filter(|_| !is_named) {
            let is_new = |name: &String| !decisions.contains(&&Decision::Made(name.clone()));
            let alone = ask(alone).filter(RestsOn::is_decided);
            let besides = besides.iter().filter(|(name, _)| alone.is_none() && is_new(name));
            let besides: Vec<_> = besides.filter_map(|(_, other)| ask(other).filter(RestsOn::is_decided)).collect();
            found.extend(alone.into_iter().chain(besides));
        }
        found
    }
}

/// What is otherwise where all claims are left out.
const ALL: &str = "without all claims at once";

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
        let unnamed = self.without_unnamed(configuration, assume, &chip).into_iter();
        let each = self.switched(configuration, &chip)?.into_iter();
        let each = each.chain(unnamed.map(|other| (Decision::Unnamed, other)));
        let each = each.filter(|(_, (_, other))| !chip.behaves_as(other)).collect();
        Ok(Otherwise { each, without_all: self.without_all(configuration, &chip)? })
    }

    /// The hardware without all named claims, and then with each of those that were off.
    fn without_all(
        &self,
        configuration: &TargetConfiguration,
        chip: &Chip,
    ) -> Result<Option<WithoutAll>, Box<Diagnostic>> {
        let with = |on: Vec<String>| Chip::new(&self.source, &self.file, configuration, &Assume { none: true, on });
        let alone = with(Vec::new())?.sharing(chip);
        if chip.behaves_as(&alone) {
            return Ok(None);
        }
        let besides = |name: &String| {
            let claims = self.claims(name);
            let change = format!("{ALL}, with {}", claims.join(", "));
            let other = with(claims)?.sharing(chip);
            Ok((!chip.behaves_as(&other)).then(|| (name.clone(), (change, other))))
        };
        let off = chip.assumptions.iter().filter(|(_, on)| !**on);
        let besides = off.filter_map(|(name, _)| besides(name).transpose()).collect::<Result<_, Box<Diagnostic>>>()?;
        Ok(Some(WithoutAll { alone: (ALL.to_string(), alone), besides }))
    }

    /// The hardware with each named claim switched.
    fn switched(
        &self,
        configuration: &TargetConfiguration,
        chip: &Chip,
    ) -> Result<Vec<(Decision, OtherChip)>, Box<Diagnostic>> {
        let known = &chip.assumptions;
        let switch = |(name, on): (&String, &bool)| {
            let others = known.iter().filter(|(other, on)| *other != name && **on).map(|(other, _)| other.clone());
            let own = if *on { Vec::new() } else { self.claims(name) };
            let change = if *on { format!("without {name}") } else { format!("with {}", own.join(", ")) };
            let decision = if *on { Decision::LeftOut } else { Decision::Made(name.clone()) };
            let assume = Assume { none: true, on: others.chain(own).collect() };
            let other = Chip::new(&self.source, &self.file, configuration, &assume)?;
            Ok((decision, (change, other.sharing(chip))))
        };
        known.iter().map(switch).collect()
    }

    /// The hardware without each assumed clause that has no name.
    fn without_unnamed(&self, configuration: &TargetConfiguration, assume: &Assume, known: &Chip) -> Vec<OtherChip> {
        let clauses = self.file.clauses.iter().enumerate();
        let assumed = clauses.filter(|(_, clause)| clause.source.assumed && clause.switch.is_none());
        let chip = |changed: &HardwareFile| {
            let chip = Chip::new(&changed.source, &changed.file, configuration, assume).ok()?;
            Some(chip.sharing(known))
        };
        let changed = assumed.flat_map(|(at, clause)| {
            // Without the clause there may be hardware, but none that runs a test's code: its weaker forms say what rests on it.
            let without = chip(&self.without(at)).map(|chip| (format!("without {}", self.said_by(clause)), chip));
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
