//! Changes of hardware files, judged under several sets of their named claims.

use super::{Changes, Effect, Extent, Judged, Noticed, Order, compare, effect};
use crate::hardware::{Assume, Chip, HardwareFile, Mutation, tested};
use crate::judge::depends;
use crate::judge::run::{Ended, Run};
use crate::judge::source::{self, content};
use crate::judge::store::Question;
use crate::judge::tests_of::{self, Asking, Prepared, Verdicts};
use crate::lowering::Library;
use crate::program::EventStructure;
use crate::resources::Resources;
use crate::syntax::source::Diagnostic;
use crate::targets::{TargetConfiguration, known_targets};
use rayon::prelude::*;

/// How a hardware file is asked.
pub struct HardwareOptions<'r> {
    /// The tables whose code is refined.
    pub tables: &'r Library,
    /// The run's models, tables and hardware files, each read once.
    pub resources: &'r Resources,
    /// How many tests are asked of each change.
    pub extent: Extent,
    /// How tests are asked.
    pub asking: Asking<'r>,
}

/// The mutations of a hardware file, and which tests notice each on the file's targets and their variants in all modes. Tests of machine code are asked
/// under the file's default claims, none, the defaults with each claim that is off by default, and every set that one of their expectations
/// for the file's targets names; refinement is asked under the defaults, where no test of machine code notices a change.
///
/// # Errors
/// What is wrong with the file itself, or with a test for it, or that the run was told to end.
pub fn of_hardware(
    file: &HardwareFile,
    tests: &[EventStructure],
    options: &HardwareOptions<'_>,
) -> Result<Changes, Ended> {
    let HardwareOptions { resources, asking, .. } = *options;
    let own: Vec<&EventStructure> = tests.iter().filter(|test| asking.run.has(&test.program.source.text)).collect();
    let has_source = own.iter().any(|test| !test.program.is_machine_code());
    let models = if has_source { source::models(resources)? } else { Vec::new() };
    let models: Vec<Question> = models.into_iter().map(|model| content(model, asking.settings.races)).collect();
    let prepared: Vec<Prepared<'_>> =
        own.into_iter().map(|test| Prepared::new(test, &models, resources, asking)).collect();
    let places = places(file, tests).map_err(|error| vec![*error])?;
    let (machine_code, refined): (Vec<_>, Vec<_>) =
        prepared.into_iter().partition(|test| test.test().program.is_machine_code());
    let (default, other): (Vec<_>, Vec<_>) = places.into_iter().partition(|place| place.assume == Assume::default());
    // Variants have instructions of their own, which tables know nothing of.
    let (of_variants, of_targets): (Vec<_>, Vec<_>) =
        default.into_iter().partition(|place| place.configuration.target.variant_of.is_some());
    let groups = [
        Group::new(&machine_code, &of_targets, options)?,
        Group::new(&machine_code, &of_variants, options)?,
        Group::new(&machine_code, &other, options)?,
        Group::new(&refined, &of_targets, options)?,
    ];
    Changes::judge(file.mutations(), asking.run, |mutation| judge(mutation, &groups))
}

/// Judges a change by one group of tests after the other, until one notices it.
fn judge(mutation: Mutation, groups: &[Group<'_>]) -> Result<Judged, Vec<Diagnostic>> {
    let mut found = Effect::Survives;
    for group in groups {
        let next = group.effect(&mutation.file)?;
        found = match (found, next) {
            (Effect::Killed(differences), _) | (_, Effect::Killed(differences)) => Effect::Killed(differences),
            (Effect::Unknown(tests), _) | (_, Effect::Unknown(tests)) => Effect::Unknown(tests),
            (Effect::Refused(reason), _) | (_, Effect::Refused(reason)) => Effect::Refused(reason),
            (Effect::Survives, Effect::Survives) => Effect::Survives,
        };
        if matches!(found, Effect::Killed(_)) {
            break;
        }
    }
    Ok(Judged { change: mutation.change, source: mutation.source, span: mutation.span, effect: found })
}

/// A target configuration under a set of claims.
struct Place {
    configuration: TargetConfiguration,
    assume: Assume,
    chip: Chip,
}

impl Place {
    /// What is asked of a chip at this place.
    fn asked<'c>(&self, chip: &'c Chip) -> tests_of::Place<'c> {
        let configuration = self.configuration;
        tests_of::Place { configuration, chip, content: depends::chip(&configuration, chip) }
    }

    /// What a verdict is about, with the claims that are not the defaults, as expectations of tests name them.
    fn name_claims(&self, about: &str) -> String {
        let none = self.assume.none.then_some("none");
        let on = self.assume.on.iter().map(String::as_str);
        std::iter::once(about).chain(none).chain(on).collect::<Vec<_>>().join(" ")
    }
}

/// A chip by what it does: the names of claims do not count.
fn described(
    file: &HardwareFile,
    configuration: TargetConfiguration,
    assume: &Assume,
) -> Result<Chip, Box<Diagnostic>> {
    let mut chip = Chip::new(&file.source, &file.file, &configuration, assume)?;
    if let Some(unknown) = assume.on.iter().find(|name| !assume.is_known(name, &chip)) {
        let span = file.file.targets.first().map(|word| word.span).unwrap_or_default();
        let message = format!("{} has no assumption `{unknown}`", file.file.name);
        return Err(Box::new(Diagnostic::new(&file.source, span, message, "these targets")));
    }
    chip.assumptions.clear();
    Ok(chip)
}

/// The target configurations of a file, those of variants among them, each under every set of claims that is asked and that describes it.
///
/// # Errors
/// What is wrong with the file under its default claims.
fn places(file: &HardwareFile, tests: &[EventStructure]) -> Result<Vec<Place>, Box<Diagnostic>> {
    let variants = known_targets().iter().filter(|target| target.variant_of.is_some() && file.is_for(target));
    let configurations: Vec<_> =
        file.configurations().into_iter().chain(variants.flat_map(TargetConfiguration::modes)).collect();
    let mut places: Vec<Place> = Vec::new();
    for assume in sets_of_claims(file, tests) {
        for &configuration in &configurations {
            match described(file, configuration, &assume) {
                Ok(chip) => places.push(Place { configuration, assume: assume.clone(), chip }),
                Err(error) if assume == Assume::default() => return Err(error),
                // Without some claims the file may leave a configuration undescribed: nothing is to be asked of it.
                Err(_) => {}
            }
        }
    }
    Ok(places)
}

/// The sets of claims under which changes are judged, the defaults first.
fn sets_of_claims(file: &HardwareFile, tests: &[EventStructure]) -> Vec<Assume> {
    let mut sets = vec![Assume::default(), Assume { none: true, on: Vec::new() }];
    let switches = file.file.clauses.iter().filter_map(|clause| clause.switch.as_ref());
    sets.extend(switches.filter(|switch| !switch.on).map(|switch| Assume { none: false, on: switch.claims() }));
    for program in tests.iter().map(|test| &test.program) {
        for condition in &program.conditions {
            let is_for = |configurations: Vec<TargetConfiguration>| {
                configurations.iter().any(|configuration| file.is_for(configuration.target))
            };
            let named = condition.hardware.iter().filter(|expectation| !expectation.assume.is_empty());
            let own = named.filter(|expectation| tested(program, &condition.hardware, expectation).is_ok_and(is_for));
            sets.extend(own.map(|expectation| Assume::named(&expectation.assume)));
        }
    }
    let mut distinct: Vec<Assume> = Vec::new();
    for set in sets {
        if !distinct.contains(&set) {
            distinct.push(set);
        }
    }
    distinct
}

/// Tests that are asked under the same sets of claims, with their verdicts on the file as it is.
struct Group<'t> {
    tests: &'t [Prepared<'t>],
    places: &'t [Place],
    tables: &'t Library,
    run: &'t Run,
    /// In what order tests are asked until one notices a change, where that is enough.
    order: Option<Order>,
    /// By test, by place: the verdicts, and all that these depend on besides the hardware.
    before: Vec<Vec<(Verdicts, Question)>>,
}

impl<'t> Group<'t> {
    fn new(tests: &'t [Prepared<'t>], places: &'t [Place], options: &HardwareOptions<'t>) -> Result<Self, Ended> {
        let HardwareOptions { tables, extent, asking: Asking { run, .. }, .. } = *options;
        let asked: Vec<tests_of::Place<'_>> = places.iter().map(|place| place.asked(&place.chip)).collect();
        let verdicts = |test: &Prepared<'_>| -> Result<Vec<_>, Ended> {
            if run.is_stopped() {
                return Err(Ended::Interrupted);
            }
            let at = |place: &tests_of::Place<'_>| {
                let content = test.content(place.configuration, place.chip, tables);
                Ok((test.on_hardware(place, tables, content)?, content))
            };
            asked.iter().map(at).collect()
        };
        let before = tests.par_iter().map(verdicts).collect::<Result<_, Ended>>()?;
        let order = (extent == Extent::UntilNoticed).then(|| Order::new(tests.len()));
        Ok(Group { tests, places, tables, run, order, before })
    }

    /// What these tests say of a changed file. Where it is no description any more, or does not know a claim any more, it is refused.
    fn effect(&self, changed: &HardwareFile) -> Result<Effect, Vec<Diagnostic>> {
        let mut refused = None;
        let mut asked: Vec<(usize, Chip)> = Vec::new();
        for (at, place) in self.places.iter().enumerate() {
            match described(changed, place.configuration, &place.assume) {
                Ok(chip) if chip == place.chip => {}
                Ok(chip) if self.is_asked(&asked, at, &chip) => {}
                Ok(chip) => asked.push((at, chip)),
                Err(error) => refused = Some(error.to_string()),
            }
        }
        let asked: Vec<_> = asked.iter().map(|(at, chip)| (*at, self.places[*at].asked(chip))).collect();
        let ask = |at: usize| -> Result<Noticed, Vec<Diagnostic>> {
            let (test, before) = (&self.tests[at], &self.before[at]);
            if self.run.is_stopped() {
                return Ok(Noticed::Unknown);
            }
            let (mut all_before, mut after) = (Verdicts::new(), Verdicts::new());
            for (at, changed) in &asked {
                let (verdicts, content) = &before[*at];
                let place = &self.places[*at];
                all_before.extend(verdicts.iter().map(|(about, found)| (place.name_claims(about), *found)));
                after.extend(test.on_hardware(changed, self.tables, *content)?);
                if self.order.is_some()
                    && let noticed @ Noticed::By(_) = compare(test.name(), &all_before, &after)
                {
                    return Ok(noticed);
                }
            }
            Ok(compare(test.name(), &all_before, &after))
        };
        let all = (0..self.tests.len()).into_par_iter();
        let noticed: Vec<(usize, Noticed)> = match &self.order {
            Some(order) => order.until_noticed(ask)?,
            None => all.map(|at| ask(at).map(|one| (at, one))).collect::<Result<_, _>>()?,
        };
        let found = effect(noticed.into_iter().map(|(at, one)| (self.tests[at].name(), one)).collect());
        Ok(match refused {
            Some(reason) if found == Effect::Survives => Effect::Refused(reason),
            Some(_) | None => found,
        })
    }

    /// Whether the same configuration is asked already where it is the same before and after the change.
    fn is_asked(&self, asked: &[(usize, Chip)], at: usize, changed: &Chip) -> bool {
        let place = &self.places[at];
        asked.iter().any(|(other, chip)| {
            let other = &self.places[*other];
            other.configuration.to_string() == place.configuration.to_string()
                && other.chip == place.chip
                && chip == changed
        })
    }
}
