//! Reads away what a child writes to its error output and keeps the end of it.

use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};

/// How much is kept.
const KEPT: usize = 4096;

/// The end of a stream that is read on a thread of its own.
#[derive(Clone, Debug, Default)]
pub struct Drain {
    tail: Arc<Mutex<Vec<u8>>>,
}

impl Drain {
    /// Reads a stream to its end.
    pub fn open(mut source: impl Read + Send + 'static) -> Drain {
        let drain = Drain::default();
        let tail = Arc::clone(&drain.tail);
        let read = move || {
            let mut buffer = [0; 4096];
            while let Ok(count @ 1..) = source.read(&mut buffer) {
                let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
                tail.extend_from_slice(&buffer[..count]);
                let surplus = tail.len().saturating_sub(KEPT);
                tail.drain(..surplus);
            }
        };
        // Without a thread the pipe fills up, and the time limits of answers end the matter.
        let _ = std::thread::Builder::new().name("engine messages".into()).spawn(read);
        drain
    }

    /// The last of it, as text.
    pub fn tail(&self) -> String {
        String::from_utf8_lossy(&self.tail.lock().unwrap_or_else(PoisonError::into_inner)).trim().into()
    }
}
