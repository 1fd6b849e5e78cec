//! The certificates that stand in the repository prove what their names say.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;

#[test]
fn every_proof_in_the_repository_is_accepted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs");
    let files =
        fs::read_dir(folder).expect("the folder of proofs").map(|entry| entry.expect("an entry").path());
    let proofs: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "proof")).collect();
    assert!(!proofs.is_empty(), "there is no proof");
    let left = Mutex::new(proofs);
    let next = || left.lock().expect("nothing panics while it is held").pop();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(path) = next() {
                    is_accepted(&path);
                }
            });
        }
    });
}

fn is_accepted(path: &Path) {
    let file = fs::File::open(path).expect("a proof");
    let report = robusto_verify::check(file, &robusto_verify::Limits::default(), &mut |_| true)
        .unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let claim = report.claim;
    // The claim about the empty board has no moves in its name.
    let mut words = vec![claim.game().to_string(), claim.size().to_string()];
    words.extend(claim.names().iter().map(ToString::to_string));
    let name = format!("{}.proof", words.join("-"));
    assert_eq!(path.file_name().unwrap().to_str(), Some(name.as_str()));
}
