//! See `crates/solve/tests/fuzz/claim.rs`.
#![no_main]

#[path = "../../crates/solve/tests/common/mod.rs"]
mod common;
#[path = "../../crates/solve/tests/fuzz/claim.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::run(data));
