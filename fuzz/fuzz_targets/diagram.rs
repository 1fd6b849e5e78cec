//! See `crates/game/tests/fuzz/diagram.rs`.
#![no_main]

#[path = "../../crates/game/tests/fuzz/diagram.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::run(data));
