//! See `crates/game/tests/fuzz/sgf.rs`.
#![no_main]

#[path = "../../crates/game/tests/fuzz/sgf.rs"]
mod target;

libfuzzer_sys::fuzz_target!(|data: &[u8]| target::run(data));
