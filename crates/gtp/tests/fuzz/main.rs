//! The fuzz target of this crate as an ordinary test. It is a plain function, which `fuzz/fuzz_targets` includes as well.

mod gtp;
#[path = "../../../../fuzz/replay.rs"]
mod replay;

#[test]
fn gtp_lines_never_fail() {
    replay::run_all("gtp", gtp::run);
}
