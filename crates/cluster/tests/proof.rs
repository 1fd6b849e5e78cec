//! Whole proofs in one process: the coordinator's orders are worked on at once, with tiny budgets so that many jobs are made.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicBool;

use cluster::job::believe;
use cluster::order_solver::OrderSolver;
use cluster::{Belief, Coordinator, Fact, Order, Spec};
use verify::{Limits, Value};

fn spec(size: &str, moves: &[u16], budget: u64) -> Spec {
    let (game, size, moves) = ("havannah".into(), size.into(), moves.to_vec());
    Spec { game, size, moves, budget, most: 4 * budget, growth: 2, memory: 1 << 20 }
}

/// Works on orders until the proof is done; returns the value, the certificate and the number of jobs.
struct Shop {
    coordinator: Coordinator,
    certificates: BTreeMap<String, Vec<u8>>,
    waiting: Vec<Order>,
    log: Vec<(Order, u64, Belief)>,
    solver: OrderSolver,
    /// Replies that zones dismiss in the joined certificate.
    dismissed: u64,
}

impl Shop {
    fn new(spec: Spec) -> Shop {
        let coordinator = Coordinator::new("test", spec, HashMap::new()).unwrap();
        Shop {
            coordinator,
            certificates: BTreeMap::new(),
            waiting: Vec::new(),
            log: Vec::new(),
            solver: OrderSolver::default(),
            dismissed: 0,
        }
    }

    /// Orders until `depth` jobs wait, works on the oldest. False when the proof is done.
    fn step(&mut self, depth: usize) -> bool {
        let pointless = self.coordinator.cancel();
        self.waiting.retain(|order| !pointless.contains(&order.number));
        let more = depth.saturating_sub(self.waiting.len());
        self.waiting.extend(self.coordinator.order(more, 9, 1));
        if self.waiting.is_empty() {
            return false;
        }
        let order = self.waiting.remove(0);
        let (answer, certificate) = self.solver.work(&order, &AtomicBool::new(false)).unwrap();
        let text = serde_json::to_string(&answer).unwrap();
        let belief = believe(self.coordinator.ground(), &order.moves, &text, certificate.as_deref());
        if let (Belief::Proved(_, hash), Some(bytes)) = (&belief, certificate) {
            self.certificates.insert(hash.clone(), bytes);
        }
        assert!(!matches!(belief, Belief::Refused(_)), "{belief:?}");
        self.coordinator.fold(order.number, &order.moves, order.budget, answer.nodes, &belief);
        self.log.push((order, answer.nodes, belief));
        true
    }

    fn finish(&mut self, depth: usize) -> Value {
        while self.step(depth) {}
        let bytes = self.coordinator.join(|hash| Ok(self.certificates[hash].clone())).unwrap();
        let report = verify::check(&bytes[..], &Limits::default(), &mut |_| true).unwrap();
        assert_eq!(report.claim.moves, self.coordinator.spec().moves);
        assert_eq!(Some(report.claim.value), self.coordinator.value());
        self.dismissed = report.checked.dismissed;
        report.claim.value
    }
}

/// The value by one search in one go.
fn direct(size: &str, moves: &[u16]) -> Value {
    let mut shop = Shop::new(spec(size, moves, u64::MAX / 8));
    let value = shop.finish(1);
    // A position that is decided at sight needs no job.
    assert!(shop.log.len() <= 1);
    value
}

/// Size 4 after these moves.
fn size_4(names: &str, budget: u64) -> Spec {
    let shape = solve::shape::Shape::regular(4).unwrap();
    let moves: Vec<u16> = names.split(' ').map(|name| shape.parse(name).unwrap() as u16).collect();
    spec("4", &moves, budget)
}

/// A position that Black wins, by some thousand nodes.
fn middle(budget: u64) -> Spec {
    size_4("g5 d1 g4 g7 e3 c2 a1 a4 f5 f3 d7 d6 c3", budget)
}

#[test]
fn many_small_jobs_say_what_one_search_says() {
    for (size, cells) in [("3", 19u16), ("2x3x3", 12), ("3x3x4", 24)] {
        for cell in (0..cells).step_by(5) {
            let mut shop = Shop::new(spec(size, &[cell], 1));
            assert_eq!(shop.finish(3), direct(size, &[cell]), "{size} {cell}");
        }
    }
    // White wins, by some ten thousand nodes.
    for depth in [1, 5] {
        let mut shop = Shop::new(size_4("b3 d1 g4 g7 e3 c2 a1 a4", 500));
        assert_eq!(shop.finish(depth), Value::Wins(referee::Colour::White));
        assert!(shop.log.len() > 20, "{}", shop.log.len());
        assert!(shop.dismissed > 0, "the parts have zones, and so has the whole");
    }
}

#[test]
fn draws_are_proved_by_many_jobs() {
    let mut draws = 0;
    let shape = solve::shape::Shape::hexagon(3, 3, 4).unwrap();
    let mut dice = solve::dice::Dice::new(7);
    for round in 0..30 {
        // A game that could end in a draw, some moves before its end.
        let game = loop {
            let mut cells: Vec<usize> = (0..shape.cells()).collect();
            let game: Vec<usize> =
                (0..cells.len()).map(|_| cells.swap_remove(dice.below(cells.len()))).collect();
            if solve::position::Position::after(&shape, &game).is_some() {
                break game;
            }
        };
        let moves: Vec<u16> = game[..game.len() - 1 - round % 6].iter().map(|&cell| cell as u16).collect();
        let mut shop = Shop::new(spec("3x3x4", &moves, 1));
        let value = shop.finish(3);
        assert_eq!(value, direct("3x3x4", &moves));
        draws += u32::from(value == Value::Draw);
    }
    assert!(draws > 0);
}

#[test]
fn a_coordinator_is_made_again_from_its_jobs() {
    let mut shop = Shop::new(middle(500));
    for _ in 0..12 {
        assert!(shop.step(3));
    }
    let facts = facts(&shop);
    let mut again = Coordinator::new("test", shop.coordinator.spec().clone(), facts).unwrap();
    for (order, nodes, belief) in &shop.log {
        again.recall(order.number, &order.moves, false);
        again.fold(order.number, &order.moves, order.budget, *nodes, belief);
    }
    for order in &shop.waiting {
        again.recall(order.number, &order.moves, true);
    }
    assert_eq!(again.in_flight(), shop.waiting.len());
    shop.coordinator = again;
    assert_eq!(shop.finish(3), Value::Wins(referee::Colour::Black));
}

fn facts(shop: &Shop) -> HashMap<String, Fact> {
    let fact = |(order, _, belief): &(Order, u64, Belief)| match belief {
        Belief::Proved(value, hash) => {
            let key = shop.coordinator.key_of(&order.moves).unwrap();
            Some((key, Fact { value: *value, hash: hash.clone() }))
        }
        _ => None,
    };
    shop.log.iter().filter_map(fact).collect()
}

#[test]
fn facts_of_another_proof_spare_work() {
    let mut first = Shop::new(middle(500));
    first.finish(2);
    let again = Coordinator::new("again", middle(500), facts(&first)).unwrap();
    let certificates = first.certificates.clone();
    let mut second = Shop { coordinator: again, certificates, ..Shop::new(middle(500)) };
    assert_eq!(second.finish(1), Value::Wins(referee::Colour::Black));
    assert!(second.log.len() < first.log.len() / 2, "{} {}", second.log.len(), first.log.len());
}

#[test]
fn nonsense_and_wrong_proofs_are_refused() {
    let mut shop = Shop::new(spec("3", &[3], 1 << 40));
    let order = shop.coordinator.order(1, 9, 1).remove(0);
    let (answer, certificate) = shop.solver.work(&order, &AtomicBool::new(false)).unwrap();
    let certificate = certificate.unwrap();
    let ground = shop.coordinator.ground();
    let good = serde_json::to_string(&answer).unwrap();
    let judge = |text: &str, moves: &[u16], bytes: Option<&[u8]>| believe(ground, moves, text, bytes);
    assert!(matches!(judge(&good, &order.moves, Some(&certificate)), Belief::Proved(..)));
    let other = ["white", "black", "draw"].into_iter().find(|word| !good.contains(word)).unwrap();
    let lie = good.replace(answer.value.as_deref().unwrap(), other);
    let mut bent = certificate.clone();
    let middle = bent.len() / 2;
    bent[middle] ^= 0x55;
    for (text, moves, bytes) in [
        ("nonsense", &order.moves[..], Some(&certificate[..])),
        (&good, &order.moves[..], None),
        (&good, &order.moves[..], Some(&b"RBPROOF"[..])),
        (&good, &order.moves[..], Some(&bent[..])),
        (&lie, &order.moves[..], Some(&certificate[..])),
        (&good, &[4], Some(&certificate[..])),
    ] {
        assert!(matches!(judge(text, moves, bytes), Belief::Refused(_)), "{text}");
    }
    // What is refused is ordered again.
    shop.coordinator.fold(order.number, &order.moves, order.budget, 0, &Belief::Refused("lie".into()));
    assert_eq!(shop.coordinator.order(1, 9, 1)[0].moves, order.moves);
}

/// A proof of other stones that were set up before the same moves, and a file that asks for endless work.
#[test]
fn set_ups_and_hostile_certificates_are_refused() {
    let shop = Shop::new(spec("2", &[], 1 << 40));
    let white = Value::Wins(referee::Colour::White);
    let certificate = |claim: verify::Claim, first: Option<usize>| {
        let mut writer = verify::Writer::new(Vec::new(), &claim).unwrap();
        match first {
            Some(cell) => writer.play(cell).unwrap(),
            None => writer.search().unwrap(),
        }
        writer.end().unwrap();
        writer.finish().unwrap()
    };
    let board = |size| std::sync::Arc::new(referee::Shape::havannah(size).unwrap());
    let one = vec![(0, referee::Colour::White)];
    let set_up = verify::Claim { set_up: one, ..verify::Claim::after(board(2), vec![], white) };
    let set_up = certificate(set_up, Some(1));
    assert!(verify::check(&set_up[..], &Limits::default(), &mut |_| true).is_ok());
    let endless = verify::Claim { bound: 100_000, ..verify::Claim::after(board(10), vec![], white) };
    let endless = certificate(endless, None);
    let answer = cluster::job::Answer { value: Some("white".into()), ..Default::default() };
    let answer = serde_json::to_string(&answer).unwrap();
    for (bytes, told) in [(set_up, "something else"), (endless, "more work than its size warrants")] {
        match believe(shop.coordinator.ground(), &[], &answer, Some(&bytes)) {
            Belief::Refused(why) => assert!(why.contains(told), "{why}"),
            other => panic!("{other:?}"),
        }
    }
}
