//! The alpha-beta family: what it proves is true, whatever its selectivity, and it plays.

use std::sync::atomic::AtomicBool;

use classic::alphabeta::AlphaBeta;
use classic::edges::Patterns;
use classic::presets::{NAMES, Preset, Resources};
use classic::settings::Settings;
use game::{Board, Cell, Colour, Coords, Shape, Size, parse_cell};
use search::player::{Limits, Moment, Player, Thought, Verdict};
use search::random::Random;

fn settings(text: &str) -> Settings {
    let mut settings = Settings::default();
    for word in text.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap();
        settings.set(name, value).unwrap();
    }
    settings
}

fn think(text: &str, position: &Moment, nodes: u64) -> Thought {
    let mut player = AlphaBeta::new(settings(text), 1 << 22);
    player.think(position, &Limits::visits(nodes), &AtomicBool::new(false), &mut |_| {})
}

const KINDS: &[&str] = &[
    "aspiration=0",
    "leaves=defensive",
    "width=5",
    "taper=width",
    "taper=class",
    "taper=dynamic",
    "weights=extensions",
    "weights=reductions",
    "weights=extensions budgets=2",
    "weights=reductions guard=off",
    "weights=extensions category=tension",
    "weights=reductions category=tension leaves=defensive",
    "edges=ghost",
    "edges=extension",
    "null_move=on",
    "prune=200",
    "singular=on",
    "balanced=on",
];

/// The true verdict by looking at everything.
fn truth(position: &Moment) -> Verdict {
    if let Some(outcome) = position.outcome() {
        return if outcome.winner().is_some() { Verdict::Loss } else { Verdict::Draw };
    }
    let mut best = Verdict::Loss;
    for cell in position.empty_cells() {
        let mut after = *position;
        after.play(cell);
        match truth(&after).flipped() {
            Verdict::Win => return Verdict::Win,
            Verdict::Draw => best = Verdict::Draw,
            _ => {}
        }
    }
    best
}

fn late_position(shape: &'static Shape, empty: usize, random: &mut Random) -> Moment {
    loop {
        let mut game = Moment::new(shape);
        while game.outcome().is_none() && game.empty_cells().len() > empty {
            let free = game.empty_cells();
            game.play(free.iter().nth(random.below(free.len())).unwrap());
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

#[test]
fn what_is_proved_is_true_in_every_kind_of_search() {
    let mut random = Random::new(5);
    let mut proved = 0;
    for size in [Size::hex(4).unwrap(), Size::havannah(3).unwrap()] {
        for _ in 0..12 {
            let position = late_position(Shape::of(size), 8, &mut random);
            let truth = truth(&position);
            for kind in KINDS {
                let verdict = think(kind, &position, 3_000).verdict;
                assert!(
                    verdict == Verdict::Unknown || verdict == truth,
                    "{kind}: {verdict:?}, not {truth:?}"
                );
                proved += usize::from(verdict != Verdict::Unknown);
            }
        }
    }
    assert!(proved > 200, "{proved} proved");
}

#[test]
fn the_full_search_solves_hex_3x3_and_finds_the_middle() {
    let shape = Shape::of(Size::hex(3).unwrap());
    let thought = think("", &Moment::new(shape), 100_000);
    assert_eq!(thought.verdict, Verdict::Win);
    assert_eq!(think("", &Moment::new(Shape::of(Size::havannah(2).unwrap())), 10_000).verdict, Verdict::Win);
}

#[test]
fn every_kind_answers_at_any_limit_and_repeats_itself() {
    for size in [Size::hex(7).unwrap(), Size::havannah(4).unwrap()] {
        let mut position = Moment::new(Shape::of(size));
        position.play(Cell::new(3));
        for kind in KINDS {
            for nodes in [1, 50, 700] {
                let [first, second] = [(); 2].map(|()| think(kind, &position, nodes));
                assert_eq!(first.best(), second.best(), "{kind}");
                assert!(position.is_legal(first.best().unwrap()));
                assert!(first.new_visits <= nodes + 1, "{kind} took {} of {nodes}", first.new_visits);
            }
        }
    }
}

#[test]
fn presets_play_each_other() {
    let shape = Shape::of(Size::hex(5).unwrap());
    for name in NAMES {
        let mut game = Moment::new(shape);
        let resources = Resources { memory: 1 << 20, seed: 3 };
        let mut players = [name, &"queenbee"].map(|name| Preset::named(name).unwrap().player(resources));
        while game.outcome().is_none() {
            let player = &mut players[game.turn().index()];
            let thought = player.think(&game, &Limits::visits(200), &AtomicBool::new(false), &mut |_| {});
            game.try_play(thought.best().unwrap()).unwrap();
        }
    }
}

/// Whether `colour`, moving second inside `region` alone, joins `stone` to the side with this mark.
fn holds(board: &Board<1>, colour: Colour, stone: Cell, side: u16) -> bool {
    let joined = |board: &Board<1>| board.chain_marks(stone) & side != 0;
    if joined(board) {
        return true;
    }
    board.empty_cells().iter().all(|attack| {
        let mut attacked = *board;
        attacked.place(attack, colour.other());
        attacked.empty_cells().iter().any(|answer| {
            let mut answered = attacked;
            answered.place(answer, colour);
            holds(&answered, colour, stone, side)
        })
    }) && !board.empty_cells().is_empty()
}

#[test]
fn edge_patterns_hold_even_when_all_else_is_the_opponents() {
    let shape = Shape::of(Size::hex(6).unwrap());
    let patterns = Patterns::<1>::new(shape);
    assert_eq!(patterns.places().len(), 4 * 2 * 3);
    for (pattern, empty) in patterns.places() {
        let mut board = Board::<1>::new(shape);
        board.place(pattern.stone, pattern.colour);
        for cell in shape.cells().filter(|&cell| cell != pattern.stone && !empty.has(cell)) {
            board.place(cell, pattern.colour.other());
        }
        assert!(holds(&board, pattern.colour, pattern.stone, pattern.side), "{pattern:?}");
        assert!(empty.has(pattern.ghost));
    }
}

#[test]
fn edge_patterns_are_found_on_the_board() {
    let shape = Shape::of(Size::hex(7).unwrap());
    let mut board = Board::<1>::new(shape);
    board.place(parse_cell(shape, "d3", Coords::Gui).unwrap(), Colour::Black);
    let mut patterns = Patterns::new(shape);
    let found = patterns.find(&board);
    assert!(
        !found.is_empty() && found.iter().all(|pattern| pattern.colour == Colour::Black && pattern.side == 1)
    );
}
