//! The certificates that stand in the repository prove what their names say.

use std::fs;
use std::path::Path;

#[test]
fn every_proof_in_the_repository_is_accepted() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs");
    let mut checked = 0;
    for entry in fs::read_dir(folder).expect("the folder of proofs") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ending| ending != "proof") {
            continue;
        }
        let file = fs::File::open(&path).expect("a proof");
        let report = robusto_verify::check(file, &robusto_verify::Limits::default(), &mut |_| true)
            .unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        let claim = report.claim;
        // The claim about the empty board has no moves in its name.
        let mut words = vec![claim.game().to_string(), claim.size().to_string()];
        words.extend(claim.names().iter().map(ToString::to_string));
        let name = format!("{}.proof", words.join("-"));
        assert_eq!(path.file_name().unwrap().to_str(), Some(name.as_str()));
        checked += 1;
    }
    assert!(checked > 0, "there is no proof");
}
