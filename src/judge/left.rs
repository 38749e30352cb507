//! What models leave of programs for code to break: decided for some, and known of others that order more than one and less than another.

use crate::generate::Base;

/// What a model leaves of a program; less is less, and a program that orders more leaves no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Left {
    /// It allows so many states, and forbids some.
    Allows(usize),
    /// Every state.
    Idle,
    /// The program has a race: whatever code does is right.
    Racy,
}

/// What models leave of a program, by model; `None` if one could not be decided.
pub type Summary = Vec<Option<Left>>;

impl Left {
    /// The number by which it is kept.
    pub fn number(self) -> u64 {
        match self {
            Left::Racy => 0,
            Left::Idle => 1,
            Left::Allows(states) => states as u64 + 2,
        }
    }

    /// What is kept by a number.
    pub fn of_number(number: u64) -> Left {
        match number {
            0 => Left::Racy,
            1 => Left::Idle,
            states => Left::Allows((states - 2) as usize),
        }
    }

    /// Whether it depends on programs that order less whether a program is judged.
    pub fn is_compared(left: &Option<Left>) -> bool {
        matches!(left, Some(Left::Allows(_)))
    }
}

/// Decides what models leave of programs that differ in nothing but how their threads order accesses, by deciding some: one that orders more than a program that
/// leaves as much, and less than another that does, leaves that too. Of some it is known already.
///
/// # Errors
/// Those of deciding.
pub fn decide_alike<E>(
    programs: &[&Base],
    models: usize,
    known: impl Fn(usize) -> Option<Summary>,
    mut decide: impl FnMut(usize) -> Result<Summary, E>,
) -> Result<Vec<Summary>, E> {
    let mut alike = Alike::new(programs, models);
    for (program, summary) in (0..programs.len()).filter_map(|program| Some((program, known(program)?))) {
        alike.learn(program, summary);
    }
    while let Some(next) = alike.next() {
        let summary = decide(next)?;
        alike.learn(next, summary);
    }
    Ok(alike.programs.into_iter().filter_map(|program| program.known).collect())
}

/// Programs that differ in nothing but how their threads order accesses.
struct Alike {
    programs: Vec<Ordered>,
}

/// A program among others that order less or more.
struct Ordered {
    known: Option<Summary>,
    /// By model, what a program that orders more leaves, and what one leaves that orders less: what it leaves is between both.
    bounds: Vec<(Option<Left>, Left)>,
    /// The programs that order less.
    less: Vec<usize>,
    /// The programs that order more.
    more: Vec<usize>,
    /// How many of these are not known.
    open: [usize; 2],
}

impl Ordered {
    /// What it leaves, if that follows from what others do.
    fn between(&self) -> Option<Summary> {
        self.bounds.iter().map(|&(least, most)| (least == Some(most)).then_some(Some(most))).collect()
    }
}

impl Alike {
    fn new(bases: &[&Base], models: usize) -> Alike {
        let of = |wanted: &dyn Fn(&Base) -> bool| {
            bases.iter().enumerate().filter(|(_, base)| wanted(base)).map(|(at, _)| at).collect::<Vec<usize>>()
        };
        let program = |base: &&Base| {
            let (less, more) = (of(&|other| other.orders_less(base)), of(&|other| base.orders_less(other)));
            let open = [less.len(), more.len()];
            Ordered { known: None, bounds: vec![(None, Left::Racy); models], less, more, open }
        };
        Alike { programs: bases.iter().map(program).collect() }
    }

    /// A program to decide: first those that none orders more than, then one that has many others below it and above it. `None` if all are known.
    fn next(&self) -> Option<usize> {
        let open = self.programs.iter().enumerate().filter(|(_, program)| program.known.is_none());
        let worth = |program: &Ordered| {
            let [below, above] = program.open;
            (program.more.is_empty(), below.min(above), below + above)
        };
        // Of several the first, so that a run that is interrupted asks the same again.
        let best = open.max_by_key(|(at, program)| (worth(program), std::cmp::Reverse(*at)));
        best.map(|(at, _)| at)
    }

    /// Takes what was decided of a program, and what follows of others.
    fn learn(&mut self, decided: usize, summary: Summary) {
        let (less, more) = (self.programs[decided].less.clone(), self.programs[decided].more.clone());
        for (model, left) in summary.iter().enumerate() {
            let Some(left) = *left else { continue };
            for &other in &less {
                let (least, _) = &mut self.programs[other].bounds[model];
                *least = (*least).max(Some(left));
            }
            for &other in &more {
                let (_, most) = &mut self.programs[other].bounds[model];
                *most = (*most).min(left);
            }
        }
        if self.programs[decided].known.is_none() {
            self.know(decided, summary);
        }
        for other in less.into_iter().chain(more) {
            if self.programs[other].known.is_none()
                && let Some(summary) = self.programs[other].between()
            {
                self.know(other, summary);
            }
        }
    }

    fn know(&mut self, program: usize, summary: Summary) {
        self.programs[program].known = Some(summary);
        let (less, more) = (self.programs[program].less.clone(), self.programs[program].more.clone());
        less.into_iter().for_each(|other| self.programs[other].open[1] -= 1);
        more.into_iter().for_each(|other| self.programs[other].open[0] -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Limits, bases, shapes};
    use std::convert::Infallible;

    /// The programs of one group, with what a made-up model leaves of them.
    fn every_group() -> Vec<Vec<Base>> {
        let limits = Limits { events: 5, threads: 2 };
        let mut groups: Vec<Vec<Base>> = Vec::new();
        for base in bases(&shapes(limits), limits, &|| false) {
            match groups.iter_mut().find(|group| group[0].accesses() == base.accesses()) {
                Some(group) => group.push(base),
                None => groups.push(vec![base]),
            }
        }
        groups
    }

    /// What models leave that tell programs by how many others order less: as many steps as there are, or one that is never decided.
    fn left(less: usize, steps: usize) -> Summary {
        let left = match less * steps / 40 {
            0 => Left::Racy,
            1 => Left::Idle,
            step => Left::Allows(100 - step),
        };
        vec![Some(left), (less != 3).then_some(Left::Idle)]
    }

    /// What follows is what deciding would have found, and fewer are decided.
    #[test]
    fn what_follows_is_so() {
        for steps in [1, 5, 40] {
            let (mut asked, mut all) = (0, 0);
            for group in every_group() {
                let bases: Vec<&Base> = group.iter().collect();
                let less = |base: &Base| bases.iter().filter(|other| other.orders_less(base)).count();
                let expected: Vec<Summary> = bases.iter().map(|base| left(less(base), steps)).collect();
                let decided = decide_alike(
                    &bases,
                    2,
                    |_| None,
                    |program| {
                        asked += 1;
                        Ok::<_, Infallible>(expected[program].clone())
                    },
                );
                let Ok(decided) = decided;
                // What one model says of a program that the other cannot decide may follow, and what the other says then too.
                let agree = |(known, expected): (&Option<Left>, &Option<Left>)| expected.is_none() || known == expected;
                for (known, expected) in decided.iter().zip(&expected) {
                    assert!(known.iter().zip(expected).all(agree), "{known:?} for {expected:?}");
                }
                all += bases.len();
            }
            // Where each says something else, nothing follows.
            assert!(if steps < 40 { asked < all } else { asked <= all }, "{asked} of {all}");
        }
    }
}
