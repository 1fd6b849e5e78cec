//! Every player of every game resists in positions that it knows to be lost, and hurries in those that it knows to be won; what a move is
//! worth is told by looking at everything that can follow.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use engine::{AllPlayers, PlayerFactory, Purpose, Seating};
use game::{Cell, Coords, Game, Outcome, Record, Shape, Size, parse_cell};
use search::player::{Limits, Moment, Player, Thought, Verdict};
use search::random::Random;
use solve::answer::{Budget, Task};
use solve::method::{Method, prove};

/// What becomes of a position if the winner hurries and the loser resists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Fate {
    /// 1 for a win of the side to move, -1 for a loss.
    value: i32,
    /// Moves to the end.
    plies: u32,
}

/// Fates by looking at everything.
#[derive(Default)]
struct Truth {
    known: HashMap<u64, Fate>,
}

impl Truth {
    fn of(&mut self, position: &Moment) -> Fate {
        match position.outcome() {
            Some(Outcome::Draw) => return Fate { value: 0, plies: 0 },
            Some(Outcome::Win(_)) => return Fate { value: -1, plies: 0 },
            None => {}
        }
        if let Some(&fate) = self.known.get(&position.key()) {
            return fate;
        }
        let fates: Vec<Fate> = position.empty_cells().iter().map(|cell| self.after(position, cell)).collect();
        let hurry = |fate: &&Fate| (fate.value, -fate.value * fate.plies as i32);
        let fate = *fates.iter().max_by_key(hurry).unwrap();
        self.known.insert(position.key(), fate);
        fate
    }

    /// The fate of a move, for its mover.
    fn after(&mut self, position: &Moment, cell: Cell) -> Fate {
        let fate = self.of(&played(position, cell));
        Fate { value: -fate.value, plies: fate.plies + 1 }
    }

    /// The share of the opponent's moves after this one that win.
    fn refutations(&mut self, position: &Moment, cell: Cell) -> f64 {
        let after = played(position, cell);
        let replies: Vec<Cell> = after.empty_cells().iter().collect();
        let wins = replies.iter().filter(|&&reply| self.after(&after, reply).value == 1).count();
        wins as f64 / replies.len().max(1) as f64
    }
}

fn played(position: &Moment, cell: Cell) -> Moment {
    let mut after = *position;
    after.play(cell);
    after
}

/// Positions after random moves in which nobody has won, so many cells before the end.
fn late_positions(size: Size, empty: usize, count: usize) -> Vec<Moment> {
    let mut random = Random::new(5);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Moment::new(Shape::of(size));
        while position.outcome().is_none() && position.empty_cells().len() > empty {
            let cells: Vec<Cell> = position.empty_cells().iter().collect();
            position.play(cells[random.below(cells.len())]);
        }
        positions.extend(position.outcome().is_none().then_some(position));
    }
    positions
}

fn player(name: &str, size: Size) -> Box<dyn Player> {
    let mut factory = AllPlayers::new();
    factory.choose_preset(name).unwrap();
    let shape = Shape::of(size);
    factory.make(&Seating { shape, threads: 1, memory: 1 << 23, seed: 3, purpose: Purpose::Play })
}

fn think(name: &str, position: &Moment, limits: &Limits) -> Thought {
    let mut player = player(name, position.shape().size());
    player.think(position, limits, &AtomicBool::new(false), &mut |_| {})
}

/// What a player did in the positions of which it knew the end.
#[derive(Default)]
struct Tally {
    lost: usize,
    won: usize,
    /// Moves to the end after its own and after the best in lost positions, and after its own and the best in won ones.
    resisted: [u32; 2],
    hurried: [u32; 2],
    /// Winning replies after its own move and after the mean of all, in lost positions.
    refutations: [f64; 2],
}

impl Tally {
    /// Notes what was decided in a position, and what was said about it.
    fn note(&mut self, who: &str, position: &Moment, (cell, verdict): (Cell, Verdict), truth: &mut Truth) {
        let fate = truth.of(position);
        let plies = [truth.after(position, cell).plies, fate.plies];
        match verdict {
            Verdict::Loss => {
                assert_eq!(fate.value, -1, "{who} believes to lose");
                self.lost += 1;
                self.resisted = [0, 1].map(|i| self.resisted[i] + plies[i]);
                self.refutations[0] += truth.refutations(position, cell);
                let cells = position.empty_cells();
                let all: f64 = cells.iter().map(|cell| truth.refutations(position, cell)).sum();
                self.refutations[1] += all / cells.len() as f64;
            }
            Verdict::Win => {
                assert_eq!(truth.after(position, cell).value, 1, "{who} throws a win away");
                self.won += 1;
                self.hurried = [0, 1].map(|i| self.hurried[i] + plies[i]);
            }
            _ => {}
        }
    }

    /// A complaint, if it does not resist or hurry.
    fn fault(&self) -> Option<String> {
        let [own, mean] = self.refutations;
        let resists = own < 0.8 * mean && 100 * self.resisted[0] >= 97 * self.resisted[1];
        let hurries = 100 * self.hurried[0] <= 107 * self.hurried[1];
        let told = format!(
            "{} lost: {:?} plies, {own:.1} refutations ({mean:.1} on average); {} won: {:?} plies",
            self.lost, self.resisted, self.won, self.hurried
        );
        (!resists || !hurries).then_some(told)
    }
}

/// Those who slip on purpose and those who never know how a game ends are left out.
fn knows_the_end(name: &&String) -> bool {
    let slips = ["level-1", "level-2"].contains(&name.as_str());
    !slips && (!name.starts_with("rogers") || *name == "rogers-tree")
}

#[test]
fn whoever_knows_the_end_resists_and_hurries() {
    let mut faults = Vec::new();
    for (game, size) in [(Game::Hex, "4"), (Game::Havannah, "3"), (Game::Y, "5")] {
        let size = Size::parse(game, size).unwrap();
        let positions = late_positions(size, 8, 60);
        let mut truth = Truth::default();
        let mut known = 0;
        for name in AllPlayers::new().presets().iter().filter(knows_the_end) {
            let mut tally = Tally::default();
            for position in &positions {
                let thought = think(name, position, &Limits::visits(3000));
                tally.note(name, position, (thought.best().unwrap(), thought.verdict), &mut truth);
            }
            known += tally.lost.min(tally.won);
            faults.extend(tally.fault().map(|fault| format!("{name}, {size}: {fault}")));
        }
        assert!(known > 200, "{known} positions of {size} were known to be lost and as many to be won");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The player of small boards, who proves first: it has no clock here, so it thinks until it knows.
#[test]
fn the_exact_player_resists_and_hurries() {
    let size = Size::havannah(3).unwrap();
    let (mut truth, mut tally) = (Truth::default(), Tally::default());
    for position in &late_positions(size, 8, 60) {
        let thought = think("strong", position, &Limits::default());
        tally.note("strong", position, (thought.best().unwrap(), thought.verdict), &mut truth);
    }
    assert!(tally.lost > 10 && tally.won > 10, "{} lost, {} won", tally.lost, tally.won);
    assert_eq!(tally.fault(), None);
}

/// The move that a solver names for a lost position.
#[test]
fn solvers_name_a_move_that_resists() {
    let mut faults = Vec::new();
    for (game, size) in [(Game::Hex, "4"), (Game::Havannah, "3"), (Game::Y, "5")] {
        let size = Size::parse(game, size).unwrap();
        let (positions, mut truth) = (late_positions(size, 8, 60), Truth::default());
        for method in Method::ALL {
            let mut tally = Tally::default();
            for position in &positions {
                let budget = Budget { memory: 1 << 22, ..Budget::default() };
                let stop = AtomicBool::new(false);
                let Ok(answer) = prove(&Task::at(position), method, &budget, &stop, &mut |_| {}) else {
                    break;
                };
                if answer.verdict == Verdict::Loss {
                    tally.note(method.word(), position, (answer.best.unwrap(), Verdict::Loss), &mut truth);
                }
            }
            let fault = tally.fault().filter(|_| tally.lost > 0);
            faults.extend(fault.map(|fault| format!("{}, {size}: {fault}", method.word())));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A position that virtual connections decide before a single simulation: whoever sees that plays into the opponent's links
/// between the last stone and the top, or within the chain, not where nothing can happen.
#[test]
fn a_loss_that_is_seen_at_once_is_defended_where_it_matters() {
    let shape = Shape::of(Size::hex(7).unwrap());
    let moves = "d4 e2 c3 d5 e4 b6 e5 e6 d6 e3 d2";
    let position = *Record::from_moves(shape, moves, Coords::Gui).unwrap().position();
    let matters: Vec<Cell> = "d1 e1 c2 d3 c4 d7 c7 c6"
        .split_whitespace()
        .map(|name| parse_cell(shape, name, Coords::Gui).unwrap())
        .collect();
    let certain = ["strong", "level-3", "level-6", "level-9", "hexy"];
    // These see a chain of two-bridges in their way, which is no proof.
    let doubtful = ["queenbee", "queenbee-full", "queenbee-beam5", "queenbee-tapered", "potential"];
    for name in certain.into_iter().chain(doubtful) {
        let thought = think(name, &position, &Limits::visits(500));
        assert_eq!(thought.verdict == Verdict::Loss, certain.contains(&name), "{name}");
        assert!(matters.contains(&thought.best().unwrap()), "{name}: {:?}", thought.best());
    }
}

/// Where Rogers' program resigns, which in Hex it does before its first stone.
#[test]
fn rogers_resists_where_he_resigned() {
    let shape = Shape::of(Size::hex(5).unwrap());
    let position = *Record::from_moves(shape, "c3", Coords::Gui).unwrap().position();
    for name in ["rogers-straight", "rogers-defence", "rogers-repaired"] {
        let thought = think(name, &position, &Limits::default());
        let cell = thought.best().unwrap();
        assert!(shape.distance(cell, Cell::new(12)) <= 2, "{name}: {cell:?}");
    }
}
