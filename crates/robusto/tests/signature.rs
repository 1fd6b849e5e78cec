//! The behaviour of this program is the one that was committed: moves of code leave `signature.txt` alone, and a change of
//! behaviour says so by changing it (`robusto bench signature > crates/robusto/tests/signature.txt`).

mod common;

#[test]
fn behaviour_is_the_committed_one() {
    if !sums_are_the_same() {
        eprintln!("skipped: the numbers are those of a processor with AVX2 and FMA under Linux");
        return;
    }
    let run = common::run(&["bench", "signature"]);
    assert_eq!(
        run.succeeds(),
        include_str!("signature.txt"),
        "player, solver or alpha-beta behave differently"
    );
}

/// Whether floating-point sums come out as on the machine where the numbers were made.
fn sums_are_the_same() -> bool {
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    return std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma");
    #[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
    return false;
}
