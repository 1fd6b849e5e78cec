//! From a [`Record`] to a file.

use std::io::{self, Write};

use super::Dialect;
use super::tree::{NodeId, Tree};
use crate::{Colour, Coords, End, Game, Move, Outcome, Record};

/// How a file is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// Our own: `GM`, GUI coordinates, everything as it is.
    #[default]
    Robusto,
    /// As Little Golem writes: its coordinates, inverted names and results, `resign` as a last move.
    LittleGolem,
}

impl Style {
    pub(super) fn dialect(self, game: Game) -> Dialect {
        match (self, game) {
            (Style::Robusto, _) => Dialect::Robusto,
            (Style::LittleGolem, Game::Havannah) => Dialect::LgHavannah,
            (Style::LittleGolem, Game::Hex) => Dialect::LgHex,
            (Style::LittleGolem, Game::Y) => Dialect::Robusto,
        }
    }

    pub(super) const fn coords(self) -> Coords {
        match self {
            Style::Robusto => Coords::Gui,
            Style::LittleGolem => Coords::Lg,
        }
    }
}

/// Writes a record as a game file. Reading it gives the same record, with its result as the listed one; line breaks in
/// text become `\n`, and blanks around names are lost.
pub fn write_record(record: &Record, style: Style, out: &mut impl Write) -> io::Result<()> {
    Tree::from_record(record, style).write(out)
}

impl Tree {
    /// The record as a tree of one line.
    pub fn from_record(record: &Record, style: Style) -> Tree {
        let mut writing = Writing { record, style, tree: Tree::new() };
        writing.head();
        writing.moves();
        writing.tree
    }
}

struct Writing<'a> {
    record: &'a Record,
    style: Style,
    tree: Tree,
}

fn letter(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "W",
        Colour::Black => "B",
    }
}

impl Writing<'_> {
    fn dialect(&self) -> Dialect {
        self.style.dialect(self.record.shape().game())
    }

    fn set(&mut self, ident: &str, value: impl Into<String>) {
        let root = self.tree.root();
        self.tree.set(root, ident, vec![value.into()]);
    }

    fn head(&mut self) {
        let record = self.record;
        let game = record.shape().game();
        self.set("FF", "4");
        // Little Golem names no game; those that it has not need their name.
        if self.style == Style::Robusto || game.golem_name().is_none() {
            self.set("GM", game.file_name());
        }
        self.set("AP", concat!("Robusto:", env!("CARGO_PKG_VERSION")));
        self.set("CA", "UTF-8");
        self.set("SZ", record.shape().size().file_text());
        if let (Style::LittleGolem, Some(rules)) = (self.style, game.golem_name()) {
            self.set("RU", rules);
        }
        self.names_and_result();
        let root = self.tree.root();
        for (ident, values) in &record.info {
            if self.tree.value(root, ident).is_none() {
                self.tree.set(root, ident, values.clone());
            }
        }
        self.comment(root, 0);
        self.set_up();
    }

    fn names_and_result(&mut self) {
        let (record, dialect) = (self.record, self.dialect());
        for colour in Colour::BOTH {
            let name = &record.names[colour.index()];
            if !name.is_empty() {
                self.set(&format!("P{}", letter(dialect.named_colour(colour))), name);
            }
        }
        let how = match record.end() {
            Some(End::Resigned(_)) => "R",
            Some(End::TimedOut(_)) => "T",
            None => "",
        };
        match record.result().or(record.listed) {
            Some(Outcome::Draw) => self.set("RE", "0"),
            Some(Outcome::Win(colour)) => {
                let winner = letter(dialect.named_colour(colour));
                let is_plain = self.style == Style::LittleGolem && how != "T";
                self.set("RE", if is_plain { winner.into() } else { format!("{winner}+{how}") });
            }
            None => {}
        }
    }

    fn set_up(&mut self) {
        let record = self.record;
        for (ident, colour) in [("AW", Colour::White), ("AB", Colour::Black)] {
            let ours = self.dialect().colour(colour);
            let stones = record.set_up_stones().iter().filter(|stone| stone.1 == ours);
            let names = stones.map(|stone| Move::Cell(stone.0).name(record.shape(), self.style.coords()));
            let root = self.tree.root();
            let names = names.collect();
            self.tree.set(root, ident, names);
        }
        if !record.set_up_stones().is_empty() || record.first_turn() != record.shape().first_colour() {
            self.set("PL", letter(self.dialect().colour(record.first_turn())));
        }
    }

    fn moves(&mut self) {
        let (record, dialect) = (self.record, self.dialect());
        let mut at = self.tree.root();
        for (i, (colour, mv)) in record.coloured_moves().enumerate() {
            at = self.tree.add_child(at);
            self.tree.set(at, letter(dialect.colour(colour)), vec![self.move_name(mv)]);
            self.comment(at, i + 1);
        }
        if let (Style::LittleGolem, Some(End::Resigned(loser))) = (self.style, record.end()) {
            at = self.tree.add_child(at);
            self.tree.set(at, letter(dialect.colour(loser)), vec!["resign".into()]);
        }
    }

    fn move_name(&self, mv: Move) -> String {
        match (self.style, mv) {
            (Style::LittleGolem, Move::Swap) => "swap".into(),
            _ => mv.name(self.record.shape(), self.style.coords()),
        }
    }

    fn comment(&mut self, node: NodeId, count: usize) {
        let text = self.record.comment(count);
        if !text.is_empty() {
            self.tree.set(node, "C", vec![text.into()]);
        }
    }
}
