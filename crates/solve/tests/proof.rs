//! Proofs in memory: counted, walked, drawn and exported.

mod common;

use common::certify_with;
use solve::dfpn::Settings;
use solve::proof::{End, Proof, castro, merge};
use solve::shape::Shape;
use verify::Limits;

fn proof(moves: &str) -> (Proof, u64) {
    proof_with(moves, Settings::default())
}

fn proof_with(moves: &str, settings: Settings) -> (Proof, u64) {
    let shape = Shape::regular(4).unwrap();
    let cells: Vec<usize> = moves.split(' ').map(|name| shape.parse(name).unwrap()).collect();
    let (file, _, stats) = certify_with(&shape, &cells, 1 << 24, settings);
    (Proof::check(&file[..], &Limits::default(), &mut |_| true).expect("a certificate"), stats.nodes)
}

const MIDDLE: &str = "g5 d1 g4 g7 e3 c2 a1 a4 f5 f3 d7 d6 c3";

#[test]
fn every_position_is_counted_once() {
    for settings in [Settings::default(), Settings::ZONES] {
        let (proof, nodes) = proof_with(MIDDLE, settings);
        assert_eq!(proof.vertices[proof.roots[0]].below, nodes);
        let shared = proof.vertices.iter().filter(|vertex| matches!(vertex.end, End::Shared { .. }));
        assert!(shared.count() > 0);
        assert!(proof.vertices.iter().any(|vertex| vertex.chains > 0));
    }
}

#[test]
fn a_walk_follows_the_shown_moves() {
    let (proof, _) = proof(MIDDLE);
    let mut vertex = proof.roots[0];
    let mut cells = Vec::new();
    while let Some(line) = proof.show(vertex).first() {
        assert!(!line.name.is_empty() && !line.end.is_empty());
        vertex = line.vertex;
        cells.extend(proof.vertices[vertex].cell);
    }
    assert!(cells.len() > 2);
    assert_eq!(proof.walk(proof.roots[0], &cells), Some(vertex));
    assert_eq!(proof.walk(proof.roots[0], &[99]), None);
}

#[test]
fn pictures_and_game_files_shrink_with_the_effort() {
    let (proof, _) = proof(MIDDLE);
    let root = proof.roots[0];
    let counts = [1, 10, 1000].map(|effort| {
        let svg = proof.to_svg(root, effort);
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        let sgf = proof.to_sgf(root, effort);
        assert!(sgf.contains("outcome:2") || sgf.contains("outcome:1"));
        let balance = sgf.matches('(').count() as i64 - sgf.matches(')').count() as i64;
        assert_eq!(balance, 0);
        (svg.matches("<circle").count(), sgf.matches(';').count())
    });
    assert!(counts[0] > counts[1] && counts[1] > counts[2], "{counts:?}");
    assert_eq!(counts[2].0, 1, "only the root");
}

#[test]
fn our_game_files_come_back_as_castros_notes() {
    let (proof, _) = proof(MIDDLE);
    let sgf = proof.to_sgf(proof.roots[0], 5);
    let opinions = castro::opinions(sgf.as_bytes()).expect("a game file");
    let comparison = proof.compare(&opinions);
    assert_eq!(comparison.agreed, opinions.len());
    assert!(comparison.agreed > 3 && comparison.contradicted.is_empty());
    let record = game::sgf::read_record(sgf.as_bytes()).expect("a game");
    assert!(record.len() > 13, "the moves and a line of the proof");
}

#[test]
fn castros_trees_are_compared() {
    let (proof, _) = proof(MIDDLE);
    let hgf = "(;FF[4]GM[Havannah]SZ[4];W[g5]C[mcts, sims:9, outcome:-3];B[d1];W[g4];B[g7];W[e3];B[c2];W[a1];B[a4]\
               ;W[f5];B[f3];W[d7];B[d6];W[c3]C[mcts, sims:143, outcome:1, best:b2])";
    let comparison = proof.compare(&castro::opinions(hgf.as_bytes()).expect("a game file"));
    assert_eq!((comparison.agreed, comparison.elsewhere), (0, 1), "Black wins, says the proof");
    assert_eq!(comparison.contradicted[0].note.best.as_deref(), Some("b2"));
}

#[test]
fn certificates_of_all_replies_become_one() {
    let shape = Shape::regular(3).unwrap();
    let cell = |name: &str| shape.parse(name).unwrap();
    let start = [cell("a1")];
    let replies: Vec<usize> = (0..shape.cells()).filter(|other| !start.contains(other)).collect();
    // Some without and some with zones.
    let settings = |reply: usize| if reply.is_multiple_of(2) { Settings::ZONES } else { Settings::default() };
    let part = |&reply: &usize| certify_with(&shape, &[start[0], reply], 1 << 20, settings(reply)).0;
    let mut parts: Vec<Vec<u8>> = replies.iter().map(part).collect();
    let accepted = |parts: &[Vec<u8>], moves: &[u16]| {
        let mut bytes = Vec::new();
        merge::merge(parts, moves, &mut bytes).map_err(|gap| gap.to_string())?;
        verify::check(&bytes[..], &Limits::default(), &mut |_| true).map_err(|failure| failure.to_string())
    };
    let report = accepted(&parts, &[start[0] as u16]).expect("a proof of a1");
    assert_eq!(report.claim.names(), ["a1"]);
    let whole = accepted(&parts, &[]).expect("a proof of the empty board, in which a1 is played");
    assert!(whole.claim.moves.is_empty());

    // One of each pair of images is enough, and none less.
    let (own, other) = (replies.iter().position(|&r| r == cell("a2")).unwrap(), cell("b1"));
    parts.remove(replies.iter().position(|&reply| reply == other).unwrap());
    accepted(&parts, &[start[0] as u16]).expect("b1 is an image of a2");
    parts.remove(own);
    assert!(accepted(&parts, &[start[0] as u16]).unwrap_err().contains("no certificate"));
}
