#![no_main]
#![allow(dead_code, reason = "each target asks for one property")]

#[path = "../../tests/fuzz/properties.rs"]
mod properties;

libfuzzer_sys::fuzz_target!(|text: &str| properties::ir_file(text));
