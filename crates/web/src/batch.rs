//! A pile of one's own games to review: which moves threw most away, and how each player did.
//!
//! Games are looked at one after the other, moment by moment, whenever the session's engine has nothing better to do. How a move is
//! judged is said in [`engine::review`].

use std::collections::BTreeMap;
use std::time::Duration;

use engine::review::{Appraisal, Difficulty, Judgement, Quality, Score, judge};
use game::{Colour, Coords, Record, cell_name};
use search::player::Moment;

use crate::limits;
use crate::tree::{Evaluation, Tree};
use crate::view;
use crate::wire;

/// The worst moves that are listed of a game.
const WORST: usize = 5;

/// One game of the pile.
#[derive(Debug)]
struct Item {
    file: String,
    record: Record,
    appraisals: Vec<Appraisal>,
}

impl Item {
    fn is_done(&self) -> bool {
        self.appraisals.len() > self.record.len()
    }

    fn judged(&self) -> Vec<Judgement> {
        judge(&self.record, &self.appraisals)
    }
}

/// The pile. See the module's head.
#[derive(Debug, Default)]
pub struct Batch {
    items: Vec<Item>,
    bad: usize,
    /// Time for a moment.
    pub time: Duration,
    /// Whether it goes on.
    pub is_on: bool,
    steps: usize,
}

impl Batch {
    /// Puts files on the pile and says how it went.
    pub fn add(&mut self, files: &[(String, String)]) -> String {
        for (name, text) in files {
            if self.items.len() >= limits::BATCH {
                return format!("A review takes {} games; the others were left out.", limits::BATCH);
            }
            match game::sgf::read_record(text.as_bytes()) {
                Ok(record) => {
                    let file = limits::shortened(name, limits::NAME);
                    self.items.push(Item { file, record, appraisals: Vec::new() });
                }
                Err(_) => self.bad += 1,
            }
        }
        self.is_on = !self.items.is_empty();
        self.settle();
        match self.bad {
            0 => format!("{} games to review.", self.items.len()),
            bad => format!("{} games to review; {bad} files could not be read.", self.items.len()),
        }
    }

    /// Takes what needs no thought: moments that the board has decided.
    fn settle(&mut self) {
        for item in &mut self.items {
            let count = item.appraisals.len();
            if count == item.record.len()
                && let Some(decided) = Appraisal::decided(item.record.position())
            {
                item.appraisals.push(decided);
            }
        }
    }

    /// The game that is looked at.
    fn at(&self) -> Option<usize> {
        self.items.iter().position(|item| !item.is_done())
    }

    /// The number of the next step, if there is one and the review goes on.
    pub fn next(&self) -> Option<usize> {
        (self.is_on && self.at().is_some()).then_some(self.steps)
    }

    /// The moment of the next step.
    pub fn moment(&self) -> Option<Moment> {
        let item = &self.items[self.at()?];
        Some(item.record.position_at(item.appraisals.len()))
    }

    /// Takes the appraisal of that moment; whether it was the last of its game.
    pub fn take(&mut self, appraisal: Appraisal) -> bool {
        let Some(at) = self.at() else { return false };
        self.steps += 1;
        self.items[at].appraisals.push(appraisal);
        self.settle();
        self.items[at].is_done()
    }

    /// How far it is, in moments, and whether it goes on.
    pub fn progress(&self) -> wire::BatchProgress {
        let done: usize = self.items.iter().map(|item| item.appraisals.len()).sum();
        let total: usize = self.items.iter().map(|item| item.record.len() + 1).sum();
        wire::BatchProgress { done, total, on: self.next().is_some(), games: self.items.len() }
    }

    /// Whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The games that are done, with their worst moves, and the players.
    pub fn view(&self) -> wire::Batch {
        let mut players: BTreeMap<String, (usize, Score)> = BTreeMap::new();
        let mut games = Vec::new();
        for (number, item) in self.items.iter().enumerate().filter(|(_, item)| item.is_done()) {
            let judged = item.judged();
            for colour in Colour::BOTH {
                let own = || judged.iter().filter(|judgement| judgement.colour == colour);
                let Some(last) = own().next_back() else { continue };
                let (count, score) = players.entry(person(last, &item.record)).or_default();
                *count += 1;
                own().for_each(|judgement| score.add(judgement));
            }
            games.push(game(number, item, &judged));
        }
        let player = |(name, (games, score))| wire::BatchPlayer { name, games, score: score_view(&score) };
        wire::Batch { games, players: players.into_iter().map(player).collect(), bad: self.bad }
    }

    /// A game of the pile as a tree, with what was found, and the node before one of its moves.
    pub fn open(&self, number: usize, ply: usize) -> Option<(Tree, usize)> {
        let item = self.items.get(number)?;
        let mut tree = Tree::from_record(&item.record).ok()?;
        let line = tree.main_line();
        for (count, appraisal) in item.appraisals.iter().enumerate() {
            let turn = item.record.position_at(count).turn();
            let node = *line.get(count)?;
            tree.evaluate(node, evaluation(appraisal, turn));
        }
        let node = line.get(ply.saturating_sub(1)).or(line.last()).copied()?;
        Some((tree, node))
    }
}

fn evaluation(appraisal: &Appraisal, turn: Colour) -> Evaluation {
    let is_white = turn == Colour::White;
    Evaluation {
        white: if is_white { appraisal.win_rate } else { 1.0 - appraisal.win_rate },
        visits: 0,
        verdict: if is_white { appraisal.verdict } else { appraisal.verdict.flipped() },
        line: appraisal.best.into_iter().collect(),
    }
}

/// Who made a move: a name, or else the colour.
fn person(judgement: &Judgement, record: &Record) -> String {
    match judgement.player(record) {
        "" => judgement.colour.to_string(),
        name => limits::shortened(name, limits::NAME),
    }
}

fn score_view(score: &Score) -> wire::Score {
    wire::Score {
        moves: score.moves,
        accuracy: view::rounded(score.accuracy()),
        faults: score.faults,
        proved: score.proved,
    }
}

fn game(number: usize, item: &Item, judged: &[Judgement]) -> wire::BatchGame {
    let record = &item.record;
    let score = |colour| {
        let own = judged.iter().filter(|judgement: &&Judgement| judgement.colour == colour);
        score_view(&Score::of(own))
    };
    let mut worst: Vec<&Judgement> =
        judged.iter().filter(|judgement| judgement.quality > Quality::Good).collect();
    worst.sort_by(|a, b| b.lost.total_cmp(&a.lost));
    worst.truncate(WORST);
    wire::BatchGame {
        number,
        file: item.file.clone(),
        game: record.shape().game().word(),
        size: record.shape().size().to_string(),
        names: record.names.clone(),
        winner: record.result().or(record.listed).map(Into::into),
        plies: record.len(),
        white: score(Colour::White),
        black: score(Colour::Black),
        worst: worst.into_iter().map(|judgement| judgement_view(record, judgement)).collect(),
    }
}

fn judgement_view(record: &Record, judgement: &Judgement) -> wire::Judgement {
    wire::Judgement {
        ply: judgement.ply,
        colour: judgement.colour.into(),
        player: person(judgement, record),
        mv: judgement.mv.name(record.shape(), Coords::Gui),
        best: judgement.best.map(|cell| cell_name(record.shape(), cell, Coords::Gui)),
        before: view::rounded(judgement.before),
        after: view::rounded(judgement.after),
        lost: view::rounded(judgement.lost),
        verdict: judgement.quality.word(),
        difficulty: judgement.difficulty.map(Difficulty::word),
        proved: judgement.is_proved,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::player::Verdict;

    fn pile() -> Batch {
        let game = |moves: &str| format!("(;FF[4]GM[Havannah]AP[Robusto]SZ[4]PW[Ada]PB[Bob]{moves})");
        let won = game(";W[a1];B[g4];W[a2];B[f5];W[a3];B[e6];W[a4]");
        let mut batch = Batch::default();
        let files = [("won.sgf", won), ("short.sgf", game(";W[d4]")), ("bad.sgf", "rubbish".into())];
        let said = batch.add(&files.map(|(name, text)| (name.to_string(), text)));
        assert_eq!(said, "2 games to review; 1 files could not be read.");
        batch
    }

    #[test]
    fn every_moment_that_is_open_is_thought_about_once() {
        let mut batch = pile();
        let mut steps = Vec::new();
        while let Some(step) = batch.next() {
            steps.push(step);
            assert!(batch.moment().unwrap().outcome().is_none());
            batch.take(Appraisal { win_rate: 0.5, verdict: Verdict::Unknown, best: None, difficulty: None });
        }
        // Seven moments before a win and two of a game that goes on.
        assert_eq!(steps, (0..9).collect::<Vec<_>>());
        assert_eq!(batch.progress().done, 10);
    }

    #[test]
    fn the_worst_move_is_shown_and_can_be_gone_to() {
        let mut batch = pile();
        for win_rate in [0.5, 0.5, 0.5, 0.5, 0.6, 0.5, 0.9] {
            batch.take(Appraisal { win_rate, verdict: Verdict::Unknown, best: None, difficulty: None });
        }
        let view = batch.view();
        assert_eq!(view.games.len(), 1);
        let worst = &view.games[0].worst[0];
        assert_eq!((worst.ply, worst.mv.as_str()), (6, "e6"));
        assert_eq!((worst.player.as_str(), worst.verdict), ("Bob", "blunder"));
        assert_eq!(view.players[1].name, "Bob");
        let (tree, node) = batch.open(0, 6).unwrap();
        assert_eq!(tree.record_at(node).len(), 5);
        assert!(tree.node(node).unwrap().evaluation.is_some());
        assert!(batch.open(7, 1).is_none());
    }
}
