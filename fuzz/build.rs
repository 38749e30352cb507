//! Where the targets find the z3 that `.ci/setup` fetched: what the library's build script says of it is for the library alone.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}/../.z3/lib", env!("CARGO_MANIFEST_DIR"));
}
