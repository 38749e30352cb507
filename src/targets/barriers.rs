//! Barrier objects, as instructions that name them by number.

use super::with_number;
use crate::program::{BarrierId, BarrierObject, BarrierOperation};
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
    /// The lowest bit of a count, where that is in one register with the number of the object.
    count_from_bit: Option<u32>,
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

    /// The instructions that name objects, each with `#` for the number.
    pub(super) fn templates(&self) -> impl Iterator<Item = &str> {
        let all = [&self.signal, &self.signal_isfirst, &self.wait, &self.init, &self.join, &self.leave];
        all.into_iter().flatten().map(String::as_str)
    }

    /// The object of a number; of named ones, that of so many after the first.
    pub fn object(&self, number: i64) -> Option<BarrierObject> {
        let objects = [BarrierObject::Workgroup, BarrierObject::Cluster, BarrierObject::Null];
        let found = objects.into_iter().find(|object| self.number(*object) == Some(number));
        let named = || u8::try_from(number.checked_sub(self.named?)?).ok();
        found.or_else(|| Some(BarrierObject::Named(BarrierId::new(named()?.into()))))
    }

    /// The number of an object and the count that one register has; `None` where targets have none.
    pub fn parts(&self, register: u32) -> Option<(i64, u32)> {
        let from = self.count_from_bit?;
        Some((i64::from(register & ((1 << from) - 1)), register >> from))
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
