//! Files that are never half written.

use std::io::{self, Write};
use std::path::Path;

/// Writes a file anew: whatever happens meanwhile, it is the old one or the new one.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let new = path.with_extension("new");
    let mut file = std::fs::File::create(&new)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(new, path)
}
