//! The orders that an execution may choose, one after another.

use crate::matrix::BitMatrix;

/// Choices that are made one after another while something is evaluated, each among some options. All are tried by evaluating once for each
/// script, from [`Script::default`] on.
#[derive(Clone, Debug, Default)]
pub struct Script {
    /// By choice: the option taken, and how many there are.
    choices: Vec<(usize, usize)>,
    /// How many were made so far.
    made: usize,
}

impl Script {
    /// Makes the next choice: one of so many options, at least one.
    pub fn choose(&mut self, options: usize) -> usize {
        if self.made == self.choices.len() {
            self.choices.push((0, options));
        }
        let (taken, _) = self.choices[self.made];
        self.made += 1;
        taken
    }

    /// The same choices, to be made again.
    pub fn again(&self) -> Script {
        Script { choices: self.choices.clone(), made: 0 }
    }

    /// The script after this one, all of whose choices were made; `None` after the last.
    pub fn next(mut self) -> Option<Script> {
        while let Some((taken, options)) = self.choices.pop() {
            if taken + 1 < options {
                self.choices.push((taken + 1, options));
                return Some(Script { choices: self.choices, made: 0 });
            }
        }
        None
    }
}

/// An order of each class of an equivalence on some events, one of those that extend a relation; where none does, one that does not.
pub fn linear_order(classes: &BitMatrix, extended: &BitMatrix, script: &mut Script) -> BitMatrix {
    let n = classes.size();
    let mut order = BitMatrix::new(n);
    let mut left: Vec<bool> = (0..n).map(|event| classes.contains(event, event)).collect();
    for first in 0..n {
        if !left[first] {
            continue;
        }
        let class: Vec<usize> = (first..n).filter(|&event| left[event] && classes.contains(first, event)).collect();
        class.iter().for_each(|&event| left[event] = false);
        order_class(class, extended, script, &mut order);
    }
    order
}

/// Orders the events of a class by taking, again and again, one that no other of those left comes before.
fn order_class(mut class: Vec<usize>, extended: &BitMatrix, script: &mut Script, order: &mut BitMatrix) {
    while !class.is_empty() {
        let is_next = |&at: &usize| !class.iter().any(|&other| extended.contains(other, class[at]));
        let next: Vec<usize> = (0..class.len()).filter(is_next).collect();
        let taken = if next.is_empty() { 0 } else { next[script.choose(next.len())] };
        let event = class.remove(taken);
        class.iter().for_each(|&later| order.insert(event, later));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of orders of classes that extend a relation, no two alike.
    fn count(classes: &BitMatrix, extended: &BitMatrix) -> usize {
        let (mut found, mut script) = (Vec::new(), Some(Script::default()));
        while let Some(mut next) = script {
            let order = linear_order(classes, extended, &mut next);
            assert!(!found.contains(&order));
            found.push(order);
            script = next.next();
        }
        found.len()
    }

    #[test]
    fn every_order_is_chosen_once() {
        let all = BitMatrix::from_fn(4, |_, _| true);
        assert_eq!(count(&all, &BitMatrix::new(4)), 24);
        assert_eq!(count(&all, &BitMatrix::from_fn(4, |i, j| (i, j) == (0, 1))), 12);
        assert_eq!(count(&all, &BitMatrix::from_fn(4, |i, j| i < j)), 1);
        // Two classes of two events each.
        assert_eq!(count(&BitMatrix::from_fn(4, |i, j| i % 2 == j % 2), &BitMatrix::new(4)), 4);
        assert_eq!(count(&BitMatrix::new(4), &BitMatrix::new(4)), 1);
    }

    /// Where no order extends a relation there is one, and it does not.
    #[test]
    fn a_cycle_is_not_extended() {
        let (all, cycle) = (BitMatrix::from_fn(3, |_, _| true), BitMatrix::from_fn(3, |i, j| j == (i + 1) % 3));
        assert_eq!(count(&all, &cycle), 1);
        let order = linear_order(&all, &cycle, &mut Script::default());
        assert!(!cycle.minus(&order).is_empty());
    }
}
