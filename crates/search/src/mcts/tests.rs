//! The search as a whole: exact where it can be, obedient, repeatable.

use std::sync::atomic::AtomicBool;

use game::{Coords, Shape, Size, parse_cell};

use super::*;
use crate::player::Verdict;
use crate::presets;
use crate::prover::Reply;

fn position(size: usize, moves: &str) -> Moment {
    let shape = Shape::of(Size::havannah(size).unwrap());
    let mut position = Moment::new(shape);
    for word in moves.split_whitespace() {
        position.play(parse_cell(shape, word, Coords::Gui).unwrap());
    }
    position
}

/// The settings of a preset for Havannah.
fn settings(preset: &str) -> Settings {
    presets::preset(preset, Size::havannah(5).unwrap()).unwrap()
}

/// Settings that think to the end of their limits.
fn patient(preset: &str) -> Settings {
    Settings { early_stop: false, ..settings(preset) }
}

fn player(preset: &str) -> Mcts {
    Mcts::new(settings(preset), Resources { memory: 1 << 26, ..Resources::default() })
}

fn think(player: &mut Mcts, position: &Moment, visits: u64) -> Thought {
    player.think(position, &Limits::visits(visits), &AtomicBool::new(false), &mut |_| {})
}

#[test]
fn every_preset_plays_legal_games_to_the_end() {
    for name in presets::NAMES {
        for size in [2, 4] {
            let mut player = player(name);
            let mut game = position(size, "");
            while game.outcome().is_none() {
                let best = think(&mut player, &game, 60).best().unwrap();
                assert!(game.is_legal(best), "{name}");
                game.play(best);
            }
            assert!(think(&mut player, &game, 60).best().is_none());
        }
    }
}

#[test]
fn a_win_at_once_is_played_and_a_threat_is_blocked() {
    // White has a1 a2 a3 on the edge between two corners.
    let mut player = player("rave");
    let win = position(4, "a1 d4 a2 d5 a3 c4");
    assert_eq!(
        think(&mut player, &win, 100).best(),
        Some(parse_cell(win.shape(), "a4", Coords::Gui).unwrap())
    );
    let block = position(4, "a1 d4 a2 d5 a3");
    let thought = think(&mut player, &block, 200);
    assert_eq!(thought.best(), Some(parse_cell(win.shape(), "a4", Coords::Gui).unwrap()));
}

#[test]
fn the_first_player_wins_size_two_and_three() {
    for size in [2, 3] {
        let thought = think(&mut player("rave"), &position(size, ""), 400_000);
        assert_eq!(thought.verdict, Verdict::Win, "size {size}");
    }
}

#[test]
fn the_same_seed_gives_the_same_thought() {
    let game = position(5, "e5 d4");
    let thought = || {
        let thought = think(&mut player("castro"), &game, 3000);
        thought.candidates.iter().map(|c| (c.cell, c.visits)).collect::<Vec<_>>()
    };
    assert_eq!(thought(), thought());
}

#[test]
fn the_tree_is_kept_between_moves_and_after_undo() {
    let mut player = Mcts::new(patient("rave"), Resources { memory: 1 << 26, ..Resources::default() });
    let before = position(4, "d4");
    let thought = think(&mut player, &before, 5000);
    let mut after = before;
    let line = &thought.candidates[0].line;
    after.play(line[0]);
    after.play(line[1]);
    let kept = think(&mut player, &after, 1).visits;
    assert!(kept > 10, "{kept} visits were kept");
    assert!(think(&mut player, &before, 1).visits >= 5000);
}

#[test]
fn a_small_memory_is_obeyed_and_enough() {
    let resources = Resources { memory: 1 << 20, ..Resources::default() };
    let mut player = Mcts::new(patient("rave"), resources);
    let thought = think(&mut player, &position(6, ""), 30_000);
    assert!(thought.memory <= 1 << 20);
    assert_eq!(thought.new_visits, 30_000);
}

#[test]
fn only_the_moves_that_are_asked_for_are_thought_about() {
    let mut player = player("rave");
    // a4 wins at once; without it the thought goes on, and afterwards nothing of that is left.
    let win = position(4, "a1 d4 a2 d5 a3 c4");
    let a4 = parse_cell(win.shape(), "a4", Coords::Gui).unwrap();
    let mut among = win.empty_cells();
    among.remove(a4);
    let limits = Limits { among: Some(among), ..Limits::visits(300) };
    let thought = player.think(&win, &limits, &AtomicBool::new(false), &mut |_| {});
    assert_eq!(thought.candidates.len(), among.len());
    assert!(thought.candidates.iter().all(|candidate| candidate.cell != a4));
    assert_eq!(think(&mut player, &win, 100).best(), Some(a4));
}

#[test]
fn two_threads_count_every_simulation() {
    let resources = Resources { threads: 2, memory: 1 << 26, ..Resources::default() };
    let mut player = Mcts::new(patient("rave"), resources);
    let thought = think(&mut player, &position(5, ""), 20_000);
    assert_eq!(thought.new_visits, 20_000);
    let visits: u64 = thought.candidates.iter().map(|c| c.visits).sum();
    assert_eq!(visits, 20_000);
}

#[test]
fn a_stopped_player_still_answers() {
    let thought =
        player("strong").think(&position(10, ""), &Limits::default(), &AtomicBool::new(true), &mut |_| {});
    assert!(thought.best().is_some());
}

#[test]
fn two_threads_share_a_memory_that_is_collected_again_and_again() {
    let resources = Resources { threads: 2, memory: 1 << 20, ..Resources::default() };
    let mut player = Mcts::new(patient("rave"), resources);
    let thought = think(&mut player, &position(10, ""), 10_000);
    assert!(thought.memory <= 1 << 20);
    assert_eq!(thought.new_visits, 10_000);
}

#[test]
fn a_thousandth_of_a_second_is_enough_for_a_legal_move() {
    for size in [2, 15] {
        let mut player = player("strong");
        let mut game = position(size, "");
        for _ in 0..12 {
            if game.outcome().is_some() {
                break;
            }
            let limits = Limits::time(std::time::Duration::from_millis(1));
            let best = player.think(&game, &limits, &AtomicBool::new(false), &mut |_| {}).best().unwrap();
            assert!(game.is_legal(best));
            game.play(best);
        }
    }
}

#[test]
fn thoughts_that_are_stopped_at_any_moment_leave_a_sound_tree() {
    let resources = Resources { threads: 2, memory: 1 << 20, ..Resources::default() };
    let mut player = Mcts::new(patient("rave"), resources);
    let game = position(8, "");
    for round in 0..30u64 {
        let stop = AtomicBool::new(false);
        let thought = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(std::time::Duration::from_micros(round * 97));
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            });
            player.think(&game, &Limits::default(), &stop, &mut |_| {})
        });
        assert!(game.is_legal(thought.best().unwrap()));
        let visits: u64 = thought.candidates.iter().map(|c| c.visits).sum();
        assert_eq!(visits, thought.visits);
    }
}

#[test]
fn the_last_empty_cells_are_played_to_a_draw_or_a_win() {
    let mut random = crate::random::Random::new(11);
    for _ in 0..20 {
        let mut game = position(4, "");
        while game.outcome().is_none() && game.empty_cells().len() > 3 {
            let cells: Vec<_> = game.empty_cells().iter().collect();
            game.play(cells[random.below(cells.len())]);
        }
        let mut player = player("rave");
        while game.outcome().is_none() {
            let thought = think(&mut player, &game, 100);
            assert_ne!(thought.verdict, Verdict::Unknown, "three cells are searched to the end");
            game.play(thought.best().unwrap());
        }
        assert!(think(&mut player, &game, 100).best().is_none());
    }
}

/// A prover who believes that one side wins wherever it is to move, unless there is a white stone on a certain cell.
struct Believer {
    winner: Colour,
    unless: Option<Cell>,
    asked: std::sync::Arc<std::sync::atomic::AtomicUsize>,
}

impl Prover for Believer {
    fn ask(&mut self, position: &Moment) -> Reply {
        self.asked.fetch_add(1, Relaxed);
        let excepted = self.unless.is_some_and(|cell| position.stone(cell) == Some(Colour::White));
        if position.turn() != self.winner || excepted {
            Reply::No
        } else {
            Reply::Yes(position.empty_cells().first_cell())
        }
    }

    fn forget(&mut self) {}
}

#[test]
fn what_a_prover_says_is_played() {
    let middle = position(4, "b2 d4 c6 e5 f6 b4");
    let asked = std::sync::Arc::<std::sync::atomic::AtomicUsize>::default();
    let with_solver = |winner, unless| {
        let settings =
            Settings { solver_share: 1.0, lookahead: 0, threat_visits: 0, ..settings("strong-2026-11") };
        let resources = Resources { memory: 1 << 26, ..Resources::default() };
        Mcts::new(settings, resources).with_solver(Box::new(Believer {
            winner,
            unless,
            asked: asked.clone(),
        }))
    };
    let think = |player: &mut Mcts, limits: &Limits| {
        player.think(&middle, limits, &AtomicBool::new(false), &mut |_| {})
    };
    // The side to move wins: the thought is over at once.
    let hour = Limits::time(Duration::from_secs(3600));
    let thought = think(&mut with_solver(Colour::White, None), &hour);
    assert_eq!((thought.verdict, thought.best()), (Verdict::Win, middle.empty_cells().first_cell()));
    // The other side wins after any move.
    assert_eq!(think(&mut with_solver(Colour::Black, None), &hour).verdict, Verdict::Loss);
    // It wins after any move but one.
    let only = parse_cell(middle.shape(), "a4", Coords::Gui).unwrap();
    let thought = think(&mut with_solver(Colour::Black, Some(only)), &Limits::time(Duration::from_secs(2)));
    assert_eq!(thought.best(), Some(only));
    // A thought of so many visits asks nobody.
    asked.store(0, Relaxed);
    think(&mut with_solver(Colour::White, None), &Limits::visits(200));
    assert_eq!(asked.load(Relaxed), 0);
}

#[test]
fn orders_of_moves_meet() {
    let tree_of = |transpositions: bool, threads: usize, memory: usize, start: &Moment, visits: u64| {
        let settings = Settings { transpositions, ..patient("rave") };
        let resources = Resources { threads, memory, profile: true, ..Resources::default() };
        let mut player = Mcts::new(settings, resources);
        let thought = think(&mut player, start, visits);
        (thought, player.profile().unwrap().children)
    };
    // A proof needs less of the tree, and says the same.
    let start = position(3, "b2");
    let [(apart, many), (met, few)] = [false, true].map(|met| tree_of(met, 1, 1 << 28, &start, 400_000));
    assert_eq!((apart.verdict, met.verdict), (Verdict::Win, Verdict::Win));
    assert!(few * 5 < many * 4, "{few} {many}");
    // Several threads and a tree that is collected all the time.
    for threads in [1, 2] {
        let (thought, _) = tree_of(true, threads, 1 << 21, &position(5, ""), 30_000);
        assert!(thought.best().is_some() && thought.new_visits >= 30_000);
    }
}

/// Where the value network is all that counts and only the root is evaluated, every move is as good as the root.
#[test]
fn the_value_network_is_heard() {
    let moment = position(6, "f6 a1 e5 a2 g7 a3 d4 b1");
    let evaluated =
        Settings { value_visits: 100_000, value_share: 1.0, threat_visits: 0, ..patient("strong-2026-11") };
    let thoughts = [evaluated.clone(), Settings { value_visits: 0, ..evaluated }].map(|settings| {
        let mut player = Mcts::new(settings, Resources { memory: 1 << 26, ..Resources::default() });
        think(&mut player, &moment, 400)
    });
    let network = crate::networks::choice::NetworkName::LEARNED.on(moment.shape()).unwrap();
    let (moves, win) = network.glance(&moment, &mut Scratch::default());
    let far = |thought: &Thought| {
        let seen = thought.candidates.iter().filter(|candidate| candidate.visits >= 50);
        seen.map(|candidate| (candidate.win_rate - win).abs()).fold(0.0, f32::max)
    };
    assert!(far(&thoughts[0]) < 0.03, "{}", far(&thoughts[0]));
    assert!(far(&thoughts[1]) > 0.03, "without the network, rollouts tell the moves apart");
    let best = |moves: &[(Cell, f32)]| moves.iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0;
    let priors: Vec<(Cell, f32)> = thoughts[0].candidates.iter().map(|c| (c.cell, c.prior)).collect();
    assert_eq!(best(&priors), best(&moves));
}

/// What the network thinks does not change what is proved; and the same seed gives the same thought.
#[test]
fn puct_proves_what_rave_proves() {
    let mut random = Random::new(4);
    for _ in 0..4 {
        let mut moment = position(3, "");
        while moment.board().stone_count() < 7 {
            let cells: Vec<Cell> = moment.empty_cells().iter().collect();
            moment.play(cells[random.below(cells.len())]);
        }
        if moment.outcome().is_none() {
            let thoughts = ["puct", "rave"].map(|name| think(&mut player(name), &moment, 100_000));
            assert_ne!(thoughts[0].verdict, Verdict::Unknown);
            assert_eq!(thoughts[0].verdict, thoughts[1].verdict);
        }
    }
    let moment = position(5, "c3 e5 d4");
    let [first, second] = [(); 2].map(|()| think(&mut player("puct"), &moment, 60));
    assert_eq!((first.best(), first.win_rate), (second.best(), second.win_rate));
    assert!(first.candidates[0].visits > first.candidates[20].visits);
}

#[test]
fn an_analysis_uses_all_of_its_limits_though_the_move_is_decided() {
    let game = position(5, "c3 e5");
    let among = Some(game.empty_cells().iter().take(1).collect());
    let think = |whole: bool, limits: Limits| {
        let limits = Limits { whole, among, ..limits };
        player("rave").think(&game, &limits, &AtomicBool::new(false), &mut |_| {})
    };
    assert!(think(false, Limits::visits(4000)).new_visits < 400);
    assert_eq!(think(true, Limits::visits(4000)).new_visits, 4000);
    let time = Duration::from_millis(200);
    assert!(think(true, Limits::time(time)).elapsed >= time);
}

/// Positions after random moves in which nobody has won.
fn random_positions(size: Size, stones: usize, count: usize) -> Vec<Moment> {
    let mut random = Random::new(5);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Moment::new(Shape::of(size));
        while position.outcome().is_none() && position.board().stone_count() < stones {
            let cells: Vec<Cell> = position.empty_cells().iter().collect();
            position.play(cells[random.below(cells.len())]);
        }
        positions.extend(position.outcome().is_none().then_some(position));
    }
    positions
}

/// Moves until the opponent, who looks at everything, has won.
fn resistance(position: &Moment) -> u32 {
    if position.outcome().is_some() {
        return 0;
    }
    let after = |cell| {
        let mut after = *position;
        after.play(cell);
        after
    };
    let won = position.empty_cells().iter().map(after).filter(|after| wins_of(after) == 0);
    1 + won.map(|after| longest(&after)).min().unwrap_or(0)
}

fn longest(lost: &Moment) -> u32 {
    if lost.outcome().is_some() {
        return 0;
    }
    let replies = lost.empty_cells().iter().map(|cell| {
        let mut after = *lost;
        after.play(cell);
        resistance(&after)
    });
    1 + replies.max().unwrap_or(0)
}

/// Two for a position that the side to move wins, none for a lost one.
fn wins_of(position: &Moment) -> u8 {
    match position.outcome() {
        Some(game::Outcome::Draw) => return 1,
        Some(_) => return 0,
        None => {}
    }
    let mut best = 0;
    for cell in position.empty_cells().iter() {
        let mut after = *position;
        after.play(cell);
        best = best.max(2 - wins_of(&after));
        if best == 2 {
            break;
        }
    }
    best
}

#[test]
fn a_lost_position_is_defended() {
    for (size, stones) in [(Size::hex(4).unwrap(), 8), (Size::havannah(3).unwrap(), 11)] {
        let (mut lost, mut played, mut first) = (0, 0, 0);
        for position in random_positions(size, stones, 60) {
            if wins_of(&position) != 0 {
                continue;
            }
            let mut player = Mcts::new(
                presets::preset("strong", size).unwrap(),
                Resources { memory: 1 << 24, ..Resources::default() },
            );
            let thought = think(&mut player, &position, 20_000);
            assert_eq!(thought.verdict, Verdict::Loss);
            let plies = |cell: Cell| {
                let mut after = position;
                after.play(cell);
                resistance(&after)
            };
            lost += 1;
            played += plies(thought.best().unwrap());
            first += plies(position.empty_cells().first_cell().unwrap());
            let longest = position.empty_cells().iter().map(plies).max().unwrap();
            // Whoever can avoid a loss at once does.
            assert!(longest == 1 || plies(thought.best().unwrap()) > 1);
        }
        assert!(lost > 10, "{lost} lost positions on {size}");
        assert!(played > first, "{played} plies, {first} by the first move, {lost} positions on {size}");
    }
}
