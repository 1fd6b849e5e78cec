//! See `crates/game/tests/fuzz/notation.rs`.
#![no_main]

#[path = "../../crates/game/tests/fuzz/notation.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::run(data));
