//! Says where the module finds libz3 when it is imported: in the `z3-solver` package beside it.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rustc-link-arg=-Wl,-rpath,$ORIGIN/../z3/lib");
}
