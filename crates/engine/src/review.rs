//! What a game was worth, move by move: how much each threw away, and what would have been better.
//!
//! Every moment of the game is appraised once; a move is judged by the moments before and after it. [`review`] does both with one
//! player. Whoever appraises moments in another order or on other threads hands them to [`judge`].

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use game::{Cell, Colour, Move, Outcome, Record};
use search::networks::choice::{NetworkName, Scratch};
use search::player::{Limits, Moment, Player, Thought, Verdict};

/// What a moment is worth to the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Appraisal {
    /// The expected share of wins, from 0 to 1; exact when something is proved.
    pub win_rate: f32,
    /// What is proved.
    pub verdict: Verdict,
    /// The best move, if there is one to make.
    pub best: Option<Cell>,
    /// How hard that is to find, where a network knows the board.
    pub difficulty: Option<Difficulty>,
}

impl Appraisal {
    /// What a thought says of the moment that it was about.
    pub fn of(moment: &Moment, thought: &Thought) -> Appraisal {
        let win_rate = match thought.verdict {
            Verdict::Win => 1.0,
            Verdict::Loss => 0.0,
            Verdict::Draw => 0.5,
            Verdict::Unknown => thought.win_rate.clamp(0.0, 1.0),
        };
        let best = thought.best();
        let difficulty = best.and_then(|best| Difficulty::of(moment, best));
        Appraisal { win_rate, verdict: thought.verdict, best, difficulty }
    }

    /// What a decided moment is worth; `None` when the board has not decided.
    pub fn decided(moment: &Moment) -> Option<Appraisal> {
        let (win_rate, verdict) = match moment.outcome()? {
            Outcome::Win(colour) if colour == moment.turn() => (1.0, Verdict::Win),
            Outcome::Win(_) => (0.0, Verdict::Loss),
            Outcome::Draw => (0.5, Verdict::Draw),
        };
        Some(Appraisal { win_rate, verdict, best: None, difficulty: None })
    }

    /// The same for a colour, in a moment in which `turn` is to move.
    fn seen_by(self, colour: Colour, turn: Colour) -> (f32, Verdict) {
        if colour == turn {
            (self.win_rate, self.verdict)
        } else {
            (1.0 - self.win_rate, self.verdict.flipped())
        }
    }
}

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Quality {
    /// The move that the player would have made.
    Best,
    /// Hardly worse.
    Good,
    /// Somewhat worse.
    Inaccuracy,
    /// Clearly worse.
    Mistake,
    /// The game may hang on it.
    Blunder,
}

impl Quality {
    /// `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    pub const fn word(self) -> &'static str {
        match self {
            Quality::Best => "best",
            Quality::Good => "good",
            Quality::Inaccuracy => "inaccuracy",
            Quality::Mistake => "mistake",
            Quality::Blunder => "blunder",
        }
    }

    fn of(lost: f32) -> Quality {
        match lost {
            lost if lost < 0.05 => Quality::Good,
            lost if lost < 0.1 => Quality::Inaccuracy,
            lost if lost < 0.2 => Quality::Mistake,
            _ => Quality::Blunder,
        }
    }
}

/// One move judged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// Its number in the game, from 1.
    pub ply: usize,
    /// Who made it.
    pub colour: Colour,
    /// The move.
    pub mv: Move,
    /// The best move in its place.
    pub best: Option<Cell>,
    /// How hard that was to find.
    pub difficulty: Option<Difficulty>,
    /// The mover's expected share of wins before it.
    pub before: f32,
    /// And after it.
    pub after: f32,
    /// What it threw away.
    pub lost: f32,
    /// In a word.
    pub quality: Quality,
    /// Whether it is proved that the move gave away a win or a draw.
    pub is_proved: bool,
}

impl Judgement {
    /// The name of the person who made the move; empty when it is not known.
    pub fn player<'a>(&self, record: &'a Record) -> &'a str {
        // Before sides were swapped everybody had the colour that the file names.
        if self.ply <= 2 { &record.names[self.colour.index()] } else { record.player(self.colour) }
    }
}

/// How hard a move is to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difficulty {
    /// Most would look at it first.
    Easy,
    /// One among several.
    Medium,
    /// It does not come to mind.
    Hard,
}

impl Difficulty {
    /// `easy`, `medium` or `hard`.
    pub const fn word(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }

    /// By the chance that the network gives a move at a glance, before anything is searched; nothing where no network knows
    /// the board.
    pub fn of(moment: &Moment, cell: Cell) -> Option<Difficulty> {
        let network = NetworkName::LEARNED.on(moment.shape())?;
        let (moves, _) = network.glance(moment, &mut Scratch::default());
        let &(_, chance) = moves.iter().find(|(other, _)| *other == cell)?;
        Some(match chance {
            chance if chance >= 0.3 => Difficulty::Easy,
            chance if chance >= 0.05 => Difficulty::Medium,
            _ => Difficulty::Hard,
        })
    }
}

/// Judges the moves of a game by its moments: one appraisal for the start and one after each move. With fewer appraisals, the
/// moves between them.
pub fn judge(record: &Record, appraisals: &[Appraisal]) -> Vec<Judgement> {
    let pairs = appraisals.windows(2);
    let moves = record.coloured_moves().zip(pairs).enumerate();
    moves.map(|(i, ((colour, mv), pair))| judge_move(record, i, colour, mv, [pair[0], pair[1]])).collect()
}

fn judge_move(
    record: &Record,
    i: usize,
    colour: Colour,
    mv: Move,
    [before, after]: [Appraisal; 2],
) -> Judgement {
    // Swapping sides, the mover takes the other colour, which is the one that has moved.
    let side = if mv == Move::SwapSides { colour.other() } else { colour };
    let turn = if mv == Move::SwapSides { colour } else { colour.other() };
    let (value, verdict) = after.seen_by(side, turn);
    // An opening that may be swapped is not meant to be the strongest.
    let is_offer = i == 0 && record.is_swapped();
    let is_best = mv.cell().is_some() && mv.cell() == before.best;
    let lost = if is_best || is_offer { 0.0 } else { (before.win_rate - value).max(0.0) };
    let is_proved = lost > 0.0
        && matches!(
            (before.verdict, verdict),
            (Verdict::Win, Verdict::Draw | Verdict::Loss) | (Verdict::Draw, Verdict::Loss)
        );
    Judgement {
        ply: i + 1,
        colour,
        mv,
        best: before.best,
        difficulty: before.difficulty,
        before: before.win_rate,
        after: value,
        lost,
        quality: if is_best { Quality::Best } else { Quality::of(lost) },
        is_proved,
    }
}

/// Thinks about every moment of a game, within `limits` each, and judges its moves. `told` hears of each as soon as it is judged. A
/// review that is stopped judges the moves so far.
pub fn review(
    record: &Record,
    player: &mut dyn Player,
    limits: &Limits,
    stop: &AtomicBool,
    told: &mut dyn FnMut(&Judgement),
) -> Vec<Judgement> {
    player.forget();
    let mut appraisals = Vec::new();
    for count in 0..=record.len() {
        let moment = record.position_at(count);
        let appraisal = Appraisal::decided(&moment)
            .unwrap_or_else(|| Appraisal::of(&moment, &player.think(&moment, limits, stop, &mut |_| {})));
        if stop.load(Relaxed) {
            break;
        }
        appraisals.push(appraisal);
        if let Some(newest) = judge(record, &appraisals).last() {
            told(newest);
        }
    }
    judge(record, &appraisals)
}

/// How somebody played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// Moves that were judged.
    pub moves: usize,
    /// The sum of what they threw away.
    pub lost: f32,
    /// Inaccuracies, mistakes and blunders.
    pub faults: [usize; 3],
    /// Proved mistakes among them.
    pub proved: usize,
}

impl Score {
    /// Adds a move.
    pub fn add(&mut self, judgement: &Judgement) {
        self.moves += 1;
        self.lost += judgement.lost;
        self.proved += usize::from(judgement.is_proved);
        match judgement.quality {
            Quality::Best | Quality::Good => {}
            Quality::Inaccuracy => self.faults[0] += 1,
            Quality::Mistake => self.faults[1] += 1,
            Quality::Blunder => self.faults[2] += 1,
        }
    }

    /// The score of some moves.
    pub fn of<'a>(judgements: impl IntoIterator<Item = &'a Judgement>) -> Score {
        let mut score = Score::default();
        judgements.into_iter().for_each(|judgement| score.add(judgement));
        score
    }

    /// From 0 to 1: what a move kept of the chances, on average.
    pub fn accuracy(&self) -> f32 {
        if self.moves == 0 { 1.0 } else { 1.0 - self.lost / self.moves as f32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Coords, Game, Shape, Size};
    use search::mcts::{Mcts, Resources};
    use search::presets;

    fn record(game: Game, size: &str, moves: &str) -> Record {
        let shape = Shape::of(Size::parse(game, size).unwrap());
        Record::from_moves(shape, moves, Coords::Gui).unwrap()
    }

    fn moment(win_rate: f32, best: Option<Cell>) -> Appraisal {
        Appraisal { win_rate, verdict: Verdict::Unknown, best, difficulty: None }
    }

    #[test]
    fn a_move_that_ignores_a_threat_is_a_proved_mistake() {
        // White threatens a4; Black's last move could have stopped the bridge and did not.
        let record = record(Game::Havannah, "4", "a1 g4 a2 f5 a3 e6 a4");
        let settings = presets::preset("rave", record.shape().size()).unwrap();
        let mut player = Mcts::new(settings, Resources { memory: 1 << 24, ..Resources::default() });
        let mut heard = 0;
        let stop = AtomicBool::new(false);
        let judged = review(&record, &mut player, &Limits::visits(3000), &stop, &mut |_| heard += 1);
        assert_eq!((judged.len(), heard), (7, 7));
        let (careless, winning) = (judged[5], judged[6]);
        assert_eq!((careless.colour, careless.ply, careless.after), (Colour::Black, 6, 0.0));
        assert_eq!(careless.best, Move::parse(record.shape(), "a4", Coords::Gui).unwrap().cell());
        assert!(careless.lost > 0.2 && careless.quality == Quality::Blunder, "{careless:?}");
        assert_eq!((winning.before, winning.after, winning.quality), (1.0, 1.0, Quality::Best));
    }

    /// To stop a threat is easy, to play in the far corner then is not what comes to mind.
    #[test]
    fn what_the_network_looks_at_first_is_easy() {
        let record = record(Game::Havannah, "5", "e5 a1 e6 a2 e4");
        let moment = record.position();
        let chance = |cell| Difficulty::of(moment, cell);
        let all: Vec<_> = moment.empty_cells().iter().filter_map(chance).collect();
        assert_eq!(all.len(), moment.empty_cells().len());
        assert!(all.iter().filter(|&&found| found == Difficulty::Hard).count() > all.len() / 2);
        assert!(all.iter().any(|&found| found < Difficulty::Hard));
        let stone = record.moves()[0].cell().unwrap();
        assert_eq!(chance(stone), None);
    }

    #[test]
    fn losses_are_seen_from_the_movers_side() {
        let record = record(Game::Havannah, "4", "a1 b2 c3");
        let best = record.moves()[1].cell();
        let judged =
            judge(&record, &[moment(0.6, None), moment(0.7, best), moment(0.2, None), moment(0.1, None)]);
        let lost: Vec<i32> = judged.iter().map(|judged| (judged.lost * 100.0).round() as i32).collect();
        assert_eq!(lost, [30, 0, 0]);
        assert_eq!(
            judged.iter().map(|judged| judged.quality).collect::<Vec<_>>(),
            [Quality::Blunder, Quality::Best, Quality::Good]
        );
        let score = Score::of(judged.iter().filter(|judged| judged.colour == Colour::White));
        assert_eq!((score.moves, score.faults), (2, [0, 0, 1]));
        assert!((score.accuracy() - 0.85).abs() < 1e-6);
    }

    #[test]
    fn proofs_decide_what_is_a_proved_mistake() {
        let record = record(Game::Havannah, "4", "a1 b2");
        let proved = |verdict, win_rate| Appraisal { win_rate, verdict, best: None, difficulty: None };
        let start = proved(Verdict::Win, 1.0);
        let judged = judge(&record, &[start, proved(Verdict::Draw, 0.5), moment(0.9, None)]);
        assert_eq!((judged[0].is_proved, judged[1].is_proved), (true, false));
        assert_eq!(Score::of(&judged).proved, 1);
    }

    #[test]
    fn an_opening_that_was_swapped_is_no_mistake_and_a_swap_is_judged() {
        let swapped = record(Game::Havannah, "4", "a1 swap");
        let judged = judge(&swapped, &[moment(0.6, None), moment(0.8, None), moment(0.7, None)]);
        assert_eq!(judged[0].lost, 0.0);
        // Black had 80 % without the swap and has 30 % after it.
        assert!((judged[1].lost - 0.5).abs() < 1e-6);
        let sides = record(Game::Hex, "3", "b2 swap-sides");
        let judged = judge(&sides, &[moment(0.6, None), moment(0.1, None), moment(0.1, None)]);
        // White took Black's colour, and White (now the other's) has 10 %.
        assert!((judged[1].after - 0.9).abs() < 1e-6 && judged[1].lost == 0.0);
    }
}
