//! A database file that goes away with the test.

use std::path::PathBuf;

use lab::store::Store;

/// The file.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A name that no other test has.
    pub fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("lab-{name}-{}.sqlite", std::process::id()));
        let scratch = Scratch(path);
        scratch.clear();
        scratch
    }

    pub fn open(&self) -> Store {
        Store::open(self.0.to_str().unwrap()).unwrap()
    }

    fn clear(&self) {
        for end in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{end}", self.0.display()));
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.clear();
    }
}
