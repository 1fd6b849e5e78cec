//! Files that are never half written: what is put in place is whole, and what was torn off at an end is seen as such.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file anew: whatever happens meanwhile, it is the old one or the new one.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = path.with_extension("new");
    let mut file = File::create(&new)?;
    write(&mut file, bytes)?;
    file.sync_all()?;
    std::fs::rename(new, path)
}

/// Adds an entry to the end of a file. A crash may tear it off: whoever goes on with the file cuts that away.
pub fn append(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(&mut OpenOptions::new().create(true).append(true).open(path)?, bytes)
}

fn write(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    #[cfg(test)]
    if death::comes() {
        file.write_all(&bytes[..bytes.len() / 2])?;
        return Err(io::Error::other("killed"));
    }
    file.write_all(bytes)
}

/// Death in the middle of a write, for tests.
#[cfg(test)]
pub mod death {
    use std::cell::Cell;

    thread_local! {
        static WRITES: Cell<usize> = const { Cell::new(usize::MAX) };
    }

    /// So many writes come to their end on this thread; the next one does not.
    pub fn after(writes: usize) {
        WRITES.set(writes);
    }

    pub(super) fn comes() -> bool {
        let left = WRITES.get();
        WRITES.set(left.saturating_sub(1));
        left == 0
    }
}
