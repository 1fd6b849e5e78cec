//! A regression file against ourselves.

use engine::mock::MockFactory;
use gtp::{GtpOptions, answer, regress};

const FILE: &str = "\
# The mock player answers the first legal cell.
boardsize 4
playgame a1 a2
10 reg_genmove w
#? [a3]
20 reg_genmove b
#? [\\? illegal move.*]
30 genmove w
#? [!a3]*
40 havannah_winner
#? [none]
";

#[test]
fn a_file_is_run_and_reported() {
    let options = GtpOptions { visits: Some(1), ..GtpOptions::default() };
    let mut desk = options.desk(&MockFactory::default()).unwrap();
    let report = regress::run(FILE, &mut |command| regress::ask(&mut desk, command));
    assert!(report.is_good(), "{report:?}");
    assert_eq!(report.count(regress::Verdict::Pass), 3);
    assert_eq!(report.count(regress::Verdict::KnownFail), 1);
    assert!(answer(&mut desk, b"history").0.starts_with("= a1 a2 a3"));
}
