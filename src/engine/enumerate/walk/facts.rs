//! What a partial or complete execution provides to bytecode.

use super::{Walk, row};
use crate::engine::enumerate::bytecode::Facts;
use crate::engine::enumerate::inputs::Input;
use crate::matrix::rows;
use crate::program::{EventId, ObjectId};

impl Facts for Walk<'_> {
    fn relation(&self, input: Input, to: &mut [u64]) {
        to.fill(0);
        let stride = self.stride;
        let executed = |event: EventId| self.is_executed(event) == Some(true);
        match input {
            Input::Co => to.copy_from_slice(&self.co),
            Input::Rf => {
                for (read, write) in self.rf.iter_enumerated() {
                    write.iter().for_each(|&write| rows::insert(&mut to[row(write, stride)], read.index()));
                }
            }
            Input::Fr => {
                for (read, write) in self.rf.iter_enumerated() {
                    let Some(write) = *write else { continue };
                    to[row(read, stride)].copy_from_slice(&self.co[row(write, stride)]);
                }
            }
            Input::Loc => {
                let structure = self.structure();
                let of_object = |object: ObjectId| object.index() * stride..(object.index() + 1) * stride;
                let located = structure.events.indices().filter(|&event| executed(event));
                let located: Vec<(EventId, ObjectId)> =
                    located.filter_map(|event| Some((event, self.object(event)?))).collect();
                let mut events_at = vec![0; structure.program.objects.len() * stride];
                for &(event, object) in &located {
                    rows::insert(&mut events_at[of_object(object)], event.index());
                }
                for (event, object) in located {
                    to[row(event, stride)].copy_from_slice(&events_at[of_object(object)]);
                }
            }
            Input::Conditional(_) => {
                let pairs = self.structure().pairs_of(input.name()).into_iter().flatten();
                let met = pairs.filter(|met| self.value(met.2) == Some(1));
                self.pairs(to, |a, b| executed(a) && executed(b), met.map(|met| (met.0, met.1)));
            }
        }
    }

    fn executed(&self, to: &mut [u64]) {
        to.fill(0);
        let events = self.structure().events.indices();
        let executed = events.filter(|&event| self.is_executed(event) == Some(true));
        executed.for_each(|event| rows::insert(to, event.index()));
    }
}
