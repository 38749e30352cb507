//! What is used where nothing is named, as `models/defaults.toml` says.

include!(concat!(env!("OUT_DIR"), "/defaults.rs"));

#[cfg(test)]
mod tests {
    #[test]
    fn all_are_there() {
        crate::models::load(super::MODEL).expect("a model that comes with the tool");
        crate::models::load(super::OTHERWISE).expect("a model that comes with the tool");
        crate::models::load(super::OPENCL).expect("a model that comes with the tool");
        crate::models::load(super::C).expect("a model that comes with the tool");
        crate::lowering::Library::load(super::TABLE).expect("tables that come with the tool");
    }
}
