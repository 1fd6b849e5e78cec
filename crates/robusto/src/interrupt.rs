//! Ctrl-C as a request to end the work and to say what was found; a second one ends the program at once.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// The exit code of a program that was ended by Ctrl-C, as shells know it.
const ENDED: i32 = 130;

/// A flag that Ctrl-C (or a request to terminate) raises from now on.
pub fn stop_flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // Where signals cannot be caught they end the program, as they would without us.
        let _ = flag::register_conditional_shutdown(signal, ENDED, Arc::clone(&stop))
            .and_then(|_| flag::register(signal, Arc::clone(&stop)));
    }
    stop
}
