//! See `crates/gtp/tests/fuzz/gtp.rs`.
#![no_main]

#[path = "../../crates/gtp/tests/fuzz/gtp.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::run(data));
