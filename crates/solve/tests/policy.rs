//! The policy of df-pn: it learns, it is kept, it repeats itself, and whatever it says the verdicts are
//! right.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64};

use solve::answer::{Answer, Limits, Verdict};
use solve::dfpn::{Search, Settings, Shared};
use solve::dice::Dice;
use solve::key::Places;
use solve::policy::{Choice, Policy, Sample, Settled, Teacher};
use solve::position::Position;
use solve::prover::Prover;
use solve::shape::{Shape, bits};
use solve::table::Table;
use solve::zones::Zones;

/// Lessons from every proof, the first very soon, and replies as units of work from the start.
const EAGER: Settings =
    Settings { lesson_work: 1, value_work: 1, first_lesson: 300, long_turn: 0, ..Settings::POLICY };

/// Exhaustive value for the side to move: 1 win, 0 draw, -1 loss.
fn value(shape: &Shape, position: &Position, known: &mut HashMap<([u64; 2], usize), i8>) -> i8 {
    if position.wins[position.turn] != 0 {
        return 1;
    }
    let key = (position.stones, position.turn);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut best = if position.free(shape) == 0 { 0 } else { -1 };
    for cell in bits(position.free(shape)) {
        best = best.max(-value(shape, &position.played(shape, cell), known));
        if best == 1 {
            break;
        }
    }
    known.insert(key, best);
    best
}

fn verdict_of(value: i8) -> Verdict {
    [Verdict::Loss, Verdict::Draw, Verdict::Win][(value + 1) as usize]
}

fn random(shape: &Shape, plies: usize, dice: &mut Dice) -> Option<Position> {
    let mut position = Position::empty();
    for _ in 0..plies {
        let open = position.free(shape) & !position.wins[position.turn];
        let nth = dice.below(open.count_ones().max(1) as usize);
        position.play(shape, bits(open).nth(nth)?);
    }
    Some(position)
}

fn after(shape: &Shape, moves: &str) -> Position {
    let cells: Vec<usize> = moves.split(' ').map(|name| shape.parse(name).unwrap()).collect();
    Position::after(shape, &cells).unwrap()
}

/// A policy whose weights are all made by a function.
fn nonsense(shape: &Shape, mut weight: impl FnMut() -> f32) -> Policy {
    let count = Policy::untaught(shape, 1).weights().count();
    let weights: Vec<f32> = (0..count).map(|_| weight()).collect();
    Policy::from_weights(shape, &weights).expect("as many weights as there are")
}

fn all_nonsense(shape: &Shape) -> Vec<Policy> {
    let mut dice = Dice::new(3);
    let mut odd = Dice::new(4);
    vec![
        nonsense(shape, || (dice.unit() - 0.5) * 1e4),
        nonsense(shape, || f32::NAN),
        nonsense(shape, || [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1e38, 0.0][odd.below(5)]),
    ]
}

/// The value for the side to move, by a search that a policy leads.
fn led(shape: &Shape, position: &Position, settings: Settings, policy: &Policy) -> i8 {
    let places = Places::<u128>::new(shape);
    let (table, zones) = (Table::new(1 << 20), Zones::new(1 << 20));
    let (stop, nodes) = (AtomicBool::new(false), AtomicU64::new(0));
    let shared = Shared {
        shape,
        places: &places,
        table: &table,
        zones: &zones,
        stop: &stop,
        nodes: &nodes,
        node_limit: u64::MAX,
        busy: &[],
        settings,
    };
    let wins = [0, 1].map(|attacker| {
        let numbers = Search::new(&shared, attacker).led_by(Some(policy)).run(position);
        assert!(numbers.solved(), "an answer: {numbers:?}");
        (numbers.phi == 0.0) == (position.turn == attacker)
    });
    assert!(wins != [true, true], "both cannot win");
    i8::from(wins[position.turn]) - i8::from(wins[1 - position.turn])
}

#[test]
fn nonsense_changes_no_verdict() {
    let strong = Settings { powers: [5.0, -5.0], chain_budget: 0, ..Settings::POLICY };
    let mut seen = [0; 3];
    for (sides, plies, games) in
        [((2, 2, 2), 0, 1), ((2, 3, 3), 2, 10), ((3, 3, 3), 6, 20), ((4, 4, 4), 24, 20)]
    {
        let shape = Shape::hexagon(sides.0, sides.1, sides.2).unwrap();
        let mut dice = Dice::new(11);
        for position in (0..games).filter_map(|_| random(&shape, plies, &mut dice)) {
            let right = value(&shape, &position, &mut HashMap::new());
            seen[(right + 1) as usize] += 1;
            for policy in all_nonsense(&shape) {
                for settings in [Settings::POLICY, strong] {
                    let found = led(&shape, &position, settings, &policy);
                    assert_eq!(found, right, "{:?} {settings:?}", position.stones);
                }
            }
        }
    }
    assert!(seen[0] > 0 && seen[2] > 0, "wins and losses were met: {seen:?}");
}

fn solve(shape: &Shape, position: &Position, threads: usize, settings: Settings) -> (Answer, u64) {
    let prover = Prover::<u128>::new(shape, 1 << 22, threads, settings);
    let answer = prover.solve(position, Limits::NONE, &AtomicBool::new(false), &mut |_| {});
    let lessons = prover.teacher().as_ref().map_or(0, |teacher| teacher.lessons);
    (answer, lessons)
}

#[test]
fn verdicts_are_the_same_with_all_settings_and_threads() {
    let mut taught = 0;
    for (sides, openings) in [((2, 2, 2), 7), ((2, 3, 3), 14), ((3, 3, 3), 10), ((3, 3, 4), 2)] {
        let shape = Shape::hexagon(sides.0, sides.1, sides.2).unwrap();
        for cell in 0..openings {
            let position = Position::after(&shape, &[cell]).unwrap();
            let verdict = solve(&shape, &position, 1, Settings::DEFAULT).0.verdict;
            assert_ne!(verdict, Verdict::Unknown);
            for settings in
                [Settings::ZONES, Settings::POLICY, EAGER, Settings { race: 0, imitate: 0, ..EAGER }]
            {
                for threads in [1, 2] {
                    let (answer, lessons) = solve(&shape, &position, threads, settings);
                    assert_eq!(answer.verdict, verdict, "{sides:?} {cell} {threads} {settings:?}");
                    taught += lessons;
                }
            }
        }
    }
    assert!(taught > 0, "no policy was ever taught");
}

/// The second player is not asked about there.
#[test]
fn empty_boards_agree_with_brute_force() {
    for sides in [(2, 2, 2), (2, 2, 3), (2, 2, 4), (2, 3, 3)] {
        let shape = Shape::hexagon(sides.0, sides.1, sides.2).unwrap();
        let right = value(&shape, &Position::empty(), &mut HashMap::new());
        assert!(right >= 0, "the first player can steal a strategy: {sides:?}");
        for settings in [Settings::DEFAULT, EAGER] {
            let found = solve(&shape, &Position::empty(), 1, settings).0.verdict;
            assert_eq!(found, verdict_of(right), "{sides:?}");
        }
    }
}

#[test]
fn random_positions_agree_with_brute_force_while_the_policy_learns() {
    let shape = Shape::regular(4).unwrap();
    let mut dice = Dice::new(23);
    // One prover for all positions: its policy is taught by each and leads the next. The first is large
    // enough for lessons.
    let prover = Prover::<u64>::new(&shape, 1 << 24, 1, EAGER);
    prover.solve(&after(&shape, "a1 e6 d1"), Limits::NONE, &AtomicBool::new(false), &mut |_| {});
    let mut seen = [0; 3];
    for position in (0..60).filter_map(|_| random(&shape, 20, &mut dice)) {
        let right = value(&shape, &position, &mut HashMap::new());
        seen[(right + 1) as usize] += 1;
        let answer = prover.solve(&position, Limits::NONE, &AtomicBool::new(false), &mut |_| {});
        assert_eq!(answer.verdict, verdict_of(right), "{:?}", position.stones);
    }
    assert!(seen[0] > 0 && seen[2] > 0, "{seen:?}");
    let lessons = prover.teacher().as_ref().map_or(0, |teacher| teacher.lessons);
    assert!(lessons > 0, "the policy was taught on the way");
}

#[test]
fn one_thread_repeats_itself() {
    let shape = Shape::regular(4).unwrap();
    let position = after(&shape, "a1 e6 d1");
    let runs = [0, 1].map(|_| solve(&shape, &position, 1, EAGER));
    assert!(runs[0].1 > 1, "the policy had lessons");
    assert_eq!(runs[0].0.nodes, runs[1].0.nodes);
    assert_eq!(runs[0].0.line, runs[1].0.line);
}

#[test]
fn an_untaught_policy_leaves_the_search_as_it_is() {
    let shape = Shape::regular(3).unwrap();
    let position = Position::empty();
    let untaught = Settings { first_lesson: u64::MAX, ..Settings::TAUGHT };
    let without = Settings { powers: [0.0; 2], value: 0.0, ..untaught };
    let nodes = [untaught, without].map(|settings| solve(&shape, &position, 1, settings).0.nodes);
    assert_eq!(nodes[0], nodes[1]);
}

/// Positions in which the only threat among the moves is right.
fn threats(shape: &Shape, count: usize, dice: &mut Dice) -> Vec<Sample> {
    let mut samples = Vec::new();
    while samples.len() < count {
        let Some(position) = random(shape, 6, dice) else { continue };
        let moves = position.free(shape);
        let best = bits(moves).nth(dice.below(moves.count_ones() as usize)).expect("a move");
        let choice = Choice { role: dice.below(2), stones: position.stones, moves, threats: 1 << best };
        samples.push(Sample { choice, best: best as u8 });
    }
    samples
}

fn right(policy: &Policy, shape: &Shape, samples: &[Sample]) -> usize {
    let is_right = |sample: &&Sample| {
        let logits = policy.logits(shape, &sample.choice);
        let best = sample.best as usize;
        bits(sample.choice.moves).all(|cell| cell == best || logits[cell] < logits[best])
    };
    samples.iter().filter(is_right).count()
}

#[test]
fn lessons_teach() {
    let shape = Shape::regular(4).unwrap();
    let mut dice = Dice::new(5);
    let (known, kept_apart) = (threats(&shape, 2000, &mut dice), threats(&shape, 200, &mut dice));
    let mut teacher = Teacher::new(&shape, 100, 1);
    assert_eq!(right(&teacher.policy(), &shape, &kept_apart), 0, "untaught, all moves are equal");
    teacher.take_in(known);
    teacher.teach_when_due(&shape, 99);
    assert_eq!(teacher.lessons, 0, "not yet due");
    for lesson in 1..=5 {
        teacher.teach_when_due(&shape, teacher.due());
        assert_eq!(teacher.lessons, lesson);
    }
    let score = right(&teacher.policy(), &shape, &kept_apart);
    assert!(score >= 190, "{score} of 200");
}

/// Positions whose claim holds if the side to move has the centre, or if it need not block and nobody has it.
fn central(shape: &Shape, count: usize, dice: &mut Dice) -> Vec<Settled> {
    let stays = |cell: &usize| shape.turns.iter().all(|turn| usize::from(turn[*cell]) == *cell);
    let centre = (0..shape.cells()).find(stays).expect("a centre");
    let mut settled = Vec::new();
    while settled.len() < count {
        let Some(position) = random(shape, 12, dice) else { continue };
        let [own, other] = position.stones.map(|set| set >> centre & 1 == 1);
        let blocks = dice.below(2) == 0;
        let holds = own || !other && !blocks;
        settled.push(Settled { role: dice.below(2), stones: position.stones, blocks, holds });
    }
    settled
}

/// What the value says of a position, as the search asks for it: after a move to it.
fn foreseen(policy: &Policy, shape: &Shape, settled: &Settled) -> bool {
    let Settled { role, stones: [own, other], blocks, .. } = *settled;
    let last = bits(other).next().expect("the other side has moved");
    let choice = Choice { role: 1 - role, stones: [other & !(1 << last), own], moves: 1 << last, threats: 0 };
    policy.value_after(shape, &choice, &policy.sums_after(shape, &choice), last, blocks) > 0.0
}

#[test]
fn lessons_teach_the_value_too() {
    let shape = Shape::regular(4).unwrap();
    let mut dice = Dice::new(6);
    let (known, kept_apart) = (central(&shape, 4000, &mut dice), central(&shape, 400, &mut dice));
    let mut teacher = Teacher::new(&shape, 1, 1);
    teacher.take_in(threats(&shape, 500, &mut dice));
    teacher.teach(&shape);
    assert!(!teacher.policy().has_value(), "moves alone teach no value");
    teacher.take_settled(known);
    (0..5).for_each(|_| teacher.teach(&shape));
    let policy = teacher.policy();
    assert!(policy.has_value());
    let score =
        kept_apart.iter().filter(|settled| foreseen(&policy, &shape, settled) == settled.holds).count();
    assert!(score >= 380, "{score} of 400, taught {:?}", teacher.last_value);
}

#[test]
fn a_few_samples_teach_nothing() {
    let shape = Shape::regular(3).unwrap();
    let mut teacher = Teacher::new(&shape, 1, 1);
    let before = teacher.policy();
    teacher.teach_when_due(&shape, 10);
    teacher.take_in(threats(&shape, 10, &mut Dice::new(1)));
    teacher.teach_when_due(&shape, 1000);
    assert_eq!(*teacher.policy(), *before);
}

#[test]
fn a_teacher_is_kept_and_found_again() {
    let shape = Shape::regular(3).unwrap();
    let mut teacher = Teacher::new(&shape, 100, 1);
    teacher.take_in(threats(&shape, 500, &mut Dice::new(9)));
    teacher.take_settled(central(&shape, 300, &mut Dice::new(10)));
    teacher.teach_when_due(&shape, 100);
    let mut bytes = Vec::new();
    teacher.save(&mut bytes).unwrap();
    let mut again = Teacher::new(&shape, 100, 2);
    assert_ne!(*again.policy(), *teacher.policy());
    again.load(&shape, &mut &bytes[..]).unwrap();
    assert_eq!(*again.policy(), *teacher.policy());
    assert_eq!((again.samples(), again.lessons, again.due()), ([500, 300], 1, teacher.due()));
    let mut twice = Vec::new();
    again.save(&mut twice).unwrap();
    assert_eq!(twice, bytes);
    for cut in (0..bytes.len()).step_by(997) {
        assert!(Teacher::new(&shape, 100, 1).load(&shape, &mut &bytes[..cut]).is_err(), "{cut}");
    }
    let other = Shape::regular(4).unwrap();
    assert!(Teacher::new(&other, 100, 1).load(&other, &mut &bytes[..]).is_err());
    // A sample whose best move is no move of its position, a settled position of no role.
    let settled = 8 + 300 * 24;
    for (last, wrong) in [(bytes.len() - settled - 8, 62), (bytes.len() - 8, 8)] {
        let right = std::mem::replace(&mut bytes[last], wrong);
        assert!(Teacher::new(&shape, 100, 1).load(&shape, &mut &bytes[..]).is_err(), "{wrong}");
        bytes[last] = right;
    }
}

#[test]
fn weights_are_written_and_read_back() {
    let shape = Shape::regular(4).unwrap();
    let taught = {
        let mut teacher = Teacher::new(&shape, 1, 5);
        teacher.take_in(threats(&shape, 2000, &mut Dice::new(8)));
        teacher.teach(&shape);
        (*teacher.policy()).clone()
    };
    for policy in [taught].into_iter().chain(all_nonsense(&shape)) {
        let bytes = policy.to_bytes();
        let read = Policy::from_bytes(&shape, &bytes).unwrap();
        assert_eq!(read.to_bytes(), bytes);
        for (before, after) in policy.weights().zip(read.weights()).filter(|(before, _)| before.is_normal()) {
            assert!(
                (before - after).abs() <= before.abs() / 256.0 || after.is_infinite(),
                "{before} {after}"
            );
        }
    }
}

#[test]
fn shipped_policies_are_of_their_boards_and_files_of_others_are_refused() {
    let hexagon = |p, q, r| Shape::hexagon(p, q, r).unwrap();
    for shape in [hexagon(4, 4, 4), hexagon(4, 4, 5), hexagon(4, 5, 5)] {
        let shipped = Policy::shipped(&shape).unwrap();
        assert!(shipped.weights().all(f32::is_finite) && shipped.has_value());
    }
    let shape = Shape::regular(4).unwrap();
    let shipped = Policy::shipped(&shape).unwrap();
    assert_ne!(shipped, Policy::untaught(&shape, 1));
    let bytes = shipped.to_bytes();
    for other in [Shape::regular(3).unwrap(), Shape::hexagon(3, 4, 5).unwrap()] {
        assert!(Policy::shipped(&other).is_none());
        assert!(Policy::from_bytes(&other, &bytes).is_none());
    }
    for length in [0, bytes.len() - 2, bytes.len() - 1] {
        assert!(Policy::from_bytes(&shape, &bytes[..length]).is_none(), "{length}");
    }
    assert!(Policy::from_bytes(&shape, &[&bytes[..], &[0]].concat()).is_none());
}
