//! `with x from e`: what the engine chooses.

use super::expressions::{Elaborated, Elaborator};
use super::operators;
use super::value::{Orders, Scope, Value};
use crate::cat::core::{NamedBy, Place, Property, RelId, RelLeaf, RelOp, SetId, SetLeaf, SetOp, Subject, Test};
use crate::syntax::cat::ast::With;
use crate::syntax::provenance::Provenance;
use std::sync::Arc;

impl<'m> Elaborator<'m, '_> {
    /// What a `with` chooses, and the axioms that come with it.
    ///
    /// The first order of writes by location is the coherence order, which every execution has; others are orders of their own.
    pub fn choose(&mut self, with: &'m With, scope: &Scope<'m>) -> Elaborated<'m> {
        let from = self.eval(&with.from, scope)?;
        let Value::Orders(orders) = from else {
            let mut error = operators::wrong_kind(&from, "a set of orders", scope.source, &with.from);
            let known = "`linearisations(s, r)`, `generate_orders(s, r)` or `generate_cos(r)`";
            error.help = Some(format!("`with` chooses one of {known}"));
            return Err(error);
        };
        let is_coherence = orders.by_location && !self.made.has_coherence && self.is_of_writes(orders.set);
        let (chosen, wrong) = match is_coherence {
            true => self.coherence(orders),
            false => self.own_order(orders),
        };
        self.graph.place_new_nodes(scope.source, with.span);
        if let Some(wrong) = wrong {
            let place = Place { source: scope.source.clone(), span: with.span };
            let property = Property::Empty(Subject::Rel(wrong));
            let provenance = Arc::new(Provenance::default());
            let name = with.name.text.clone();
            self.add_axiom(Test {
                name,
                written: None,
                property,
                negated: false,
                undefines: false,
                place,
                provenance,
            })?;
        }
        let (value, nothing) = (Value::Rel(chosen), Arc::new(Provenance::default()));
        self.name_value(&value, &with.name, NamedBy::Definition, (scope.source, &nothing));
        Ok(value)
    }

    /// The coherence order of these events, and the pairs that it should have and does not; without those, if it has them always.
    fn coherence(&mut self, orders: Orders) -> (RelId, Option<RelId>) {
        self.made.has_coherence = true;
        let co = self.base_relation("co");
        let all = self.ordered_pairs(orders);
        let writes = self.base_set("W");
        let chosen = if orders.set == writes { co } else { self.graph.ops.inter(co, all) };
        if self.is_within_coherence(orders.extends, co) {
            return (chosen, None);
        }
        let wanted = self.graph.ops.inter(orders.extends, all);
        (chosen, Some(self.graph.ops.rel(RelOp::Minus(wanted, chosen))))
    }

    /// An order of its own, and what it may not have or lack: steps of two that are none of one, and pairs to extend that it has not.
    fn own_order(&mut self, orders: Orders) -> (RelId, Option<RelId>) {
        if self.graph.ops.set_op(orders.set) == &SetOp::Leaf(SetLeaf::Empty) {
            return (self.graph.ops.rel(RelOp::Leaf(RelLeaf::Empty)), None);
        }
        let set = self.whole.map_or(orders.set, |whole| whole.one_of_each(self.graph, orders.set));
        let all = self.ordered_pairs(Orders { set, ..orders });
        let wanted = self.graph.ops.inter(orders.extends, all);
        let number = self.made.orders;
        self.made.orders += 1;
        let chosen = self.graph.ops.rel(RelOp::Order(all, wanted, number));
        let twice = self.graph.ops.seq(chosen, chosen);
        let steps = self.graph.ops.rel(RelOp::Minus(twice, chosen));
        let missing = self.graph.ops.rel(RelOp::Minus(wanted, chosen));
        let wrong = self.graph.ops.union(steps, missing);
        // Between whole events it is what it is between the halves that were ordered.
        let chosen = self.whole.map_or(chosen, |whole| whole.closed(self.graph, chosen));
        (chosen, Some(wrong))
    }

    /// The pairs of which an order has one direction, with those of an event and itself.
    fn ordered_pairs(&mut self, orders: Orders) -> RelId {
        let pairs = self.graph.ops.rel(RelOp::Product(orders.set, orders.set));
        match orders.by_location {
            true => {
                let loc = self.base_relation("loc");
                self.graph.ops.inter(pairs, loc)
            }
            false => pairs,
        }
    }

    /// Whether a set is known to hold writes only, by how it is written.
    fn is_of_writes(&mut self, set: SetId) -> bool {
        let (writes, initial) = (self.base_set("W"), self.base_set("IW"));
        if set == writes || set == initial {
            return true;
        }
        match *self.graph.ops.set_op(set) {
            SetOp::Inter(a, b) => self.is_of_writes(a) || self.is_of_writes(b),
            SetOp::Union(a, b) => self.is_of_writes(a) && self.is_of_writes(b),
            SetOp::Minus(a, _) => self.is_of_writes(a),
            SetOp::Leaf(_) | SetOp::Domain(_) | SetOp::Range(_) => false,
        }
    }

    /// Whether a relation is in coherence in every execution, by how it is written: it is empty, coherence itself, or what herd calls `co0`,
    /// initial writes before all others and final writes after.
    fn is_within_coherence(&mut self, relation: RelId, co: RelId) -> bool {
        let (writes, initial, loc) = (self.base_set("W"), self.base_set("IW"), self.base_relation("loc"));
        let graph = &mut self.graph.ops;
        let before_others = graph.set(SetOp::Domain(co));
        let last = graph.set(SetOp::Minus(writes, before_others));
        let (not_first, not_last) = (graph.set(SetOp::Minus(writes, initial)), graph.set(SetOp::Minus(writes, last)));
        let (begin, end) = (graph.rel(RelOp::Product(initial, not_first)), graph.rel(RelOp::Product(not_last, last)));
        let ends = graph.union(begin, end);
        let co0 = graph.inter(loc, ends);
        relation == co0 || relation == co || graph.rel_op(relation) == &RelOp::Leaf(RelLeaf::Empty)
    }
}
