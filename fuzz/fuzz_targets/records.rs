//! See `crates/solve/tests/fuzz/records.rs`.
#![no_main]

#[path = "../../crates/solve/tests/common/mod.rs"]
mod common;
#[path = "../../crates/solve/tests/fuzz/certificate.rs"]
mod certificate;
#[path = "../../crates/solve/tests/fuzz/records.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::run(data));
