//! Barrier objects, as instructions that name them by number.

use super::with_number;
use crate::program::{BarrierObject, BarrierOperation};
use serde::Deserialize;

/// The barrier objects of a target, and the instructions for what is done with them; `#` stands for the number of the object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Barriers {
    /// The number of the workgroup's.
    workgroup: Option<i64>,
    /// The number of the cluster's.
    cluster: Option<i64>,
    /// The number of the first named one.
    named: Option<i64>,
    /// The number of the one that does nothing.
    null: Option<i64>,
    signal: Option<String>,
    signal_isfirst: Option<String>,
    wait: Option<String>,
    init: Option<String>,
    join: Option<String>,
    leave: Option<String>,
}

impl Barriers {
    /// The instructions of an operation; `None` if there is no such object, or no such operation.
    pub fn code(&self, object: BarrierObject, operation: BarrierOperation) -> Option<Vec<String>> {
        let number = self.number(object)?;
        let both = [&self.signal, &self.wait];
        let templates: &[&Option<String>] = match operation {
            BarrierOperation::Both => &both,
            BarrierOperation::Signal(_) => &[&self.signal],
            BarrierOperation::SignalIsFirst(_) => &[&self.signal_isfirst],
            BarrierOperation::Wait => &[&self.wait],
            BarrierOperation::Init(_) => &[&self.init],
            BarrierOperation::Join => &[&self.join],
            BarrierOperation::Leave => &[&self.leave],
        };
        templates.iter().map(|template| Some(with_number(template.as_ref()?, number))).collect()
    }

    /// The object of a number that every program has; `None` of a named one, which programs make.
    pub fn object(&self, number: i64) -> Option<BarrierObject> {
        let objects = [BarrierObject::Workgroup, BarrierObject::Cluster, BarrierObject::Null];
        objects.into_iter().find(|object| self.number(*object) == Some(number))
    }

    fn number(&self, object: BarrierObject) -> Option<i64> {
        match object {
            BarrierObject::Workgroup => self.workgroup,
            BarrierObject::Cluster => self.cluster,
            BarrierObject::Named(id) => Some(self.named? + i64::from(id.raw())),
            BarrierObject::Null => self.null,
        }
    }
}
