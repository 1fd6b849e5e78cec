//! From the nodes of a line to a [`Record`], whatever the dialect.

use std::io::Read;

use super::dialect::{Header, judge, value_of};
use super::line::{Line, read_line};
use super::reader::{Property, Reader};
use super::{Dialect, SgfError, shortened};
use crate::notation::parse_cell;
use crate::{Cell, Colour, End, Move, Outcome, Record, Shape};

/// What could be made of a file: the game as far as it makes sense, and what is wrong with the rest.
#[derive(Clone, Debug)]
pub struct Import {
    /// The game up to the first error; `None` when not even the board is known.
    pub record: Option<Record>,
    /// The dialect of the file, if it was recognised.
    pub dialect: Option<Dialect>,
    /// What is wrong with the file, if anything.
    pub error: Option<SgfError>,
}

impl Import {
    /// The whole game, or else the error.
    pub fn into_result(self) -> Result<Record, SgfError> {
        match (self.error, self.record) {
            (Some(error), _) => Err(error),
            (None, Some(record)) => Ok(record),
            (None, None) => Err(SgfError::NoGame),
        }
    }

    fn failed(error: SgfError) -> Import {
        Import { record: None, dialect: None, error: Some(error) }
    }
}

/// Reads the played line of the first game of a file of any size and dialect.
pub fn read_record(source: impl Read) -> Result<Record, SgfError> {
    read_record_line(source, Line::Auto).into_result()
}

/// The same with the rule for variations named, and what could be read even if there is an error.
pub fn read_record_line(source: impl Read, line: Line) -> Import {
    let (nodes, error) = read_line(&mut Reader::new(source), line);
    if nodes.is_empty() {
        return Import::failed(error.unwrap_or(SgfError::NoGame));
    }
    let nodes: Vec<&[Property]> = nodes.iter().map(Vec::as_slice).collect();
    let import = import(&nodes);
    // A broken file matters more than what its torn end may look like.
    Import { error: error.or(import.error), ..import }
}

/// Replays a line of nodes, the root first.
pub(super) fn import(nodes: &[&[Property]]) -> Import {
    let Some(&root) = nodes.first() else { return Import::failed(SgfError::NoGame) };
    let header = match judge(root, &move_texts(nodes)) {
        Ok(header) => header,
        Err(error) => return Import::failed(error),
    };
    let dialect = Some(header.dialect);
    let mut replay = match Replay::start(header, nodes) {
        Ok(replay) => replay,
        Err(error) => return Import { record: None, dialect, error: Some(error) },
    };
    let error = nodes.iter().enumerate().find_map(|(i, node)| replay.node(node, i == 0).err());
    replay.conclude();
    Import { record: Some(replay.record), dialect, error }
}

fn move_letter(ident: &str) -> Option<Colour> {
    match ident {
        "W" => Some(Colour::White),
        "B" => Some(Colour::Black),
        _ => None,
    }
}

fn set_up_letter(ident: &str) -> Option<Colour> {
    match ident {
        "AW" => Some(Colour::White),
        "AB" => Some(Colour::Black),
        _ => None,
    }
}

/// The first texts of moves: enough to see how cells are written.
pub(super) fn move_texts<'a>(nodes: &[&'a [Property]]) -> Vec<&'a str> {
    let properties = nodes.iter().flat_map(|node| node.iter());
    let placing = properties.filter(|p| move_letter(&p.ident).or(set_up_letter(&p.ident)).is_some());
    placing.map(|property| property.values[0].as_str()).take(8).collect()
}

/// Root properties that the record holds elsewhere, or that are about the file and not the game.
const NOT_INFO: [&str; 15] =
    ["FF", "GM", "AP", "CA", "SZ", "PB", "PW", "RE", "C", "AB", "AW", "AE", "PL", "B", "W"];

struct Replay {
    header: Header,
    record: Record,
    /// How the file says that the game ended, if it says more than who won.
    claimed_end: Option<End>,
    /// After swap-sides some files name players and not colours.
    is_flipped: bool,
}

impl Replay {
    fn start(header: Header, nodes: &[&[Property]]) -> Result<Replay, SgfError> {
        let root = nodes[0];
        let shape = Shape::of(header.size);
        let stones = set_up_stones(shape, &header, root)?;
        let turn = read_colour(value_of(root, "PL")).map(|letter| header.dialect.colour(letter));
        let record = if stones.is_empty() && turn.is_none_or(|turn| turn == shape.first_colour()) {
            Record::new(shape)
        } else {
            let first = first_letter(nodes).map(|letter| header.dialect.colour(letter));
            let turn = turn.or(first).unwrap_or(shape.first_colour());
            Record::set_up(shape, stones, turn).map_err(|error| SgfError::SetUp(error.to_string()))?
        };
        let mut replay = Replay { header, record, claimed_end: None, is_flipped: false };
        replay.read_facts(root);
        Ok(replay)
    }

    fn read_facts(&mut self, root: &[Property]) {
        let dialect = self.header.dialect;
        for (letter, ident) in [(Colour::White, "PW"), (Colour::Black, "PB")] {
            if let Some(name) = value_of(root, ident) {
                self.record.names[dialect.named_colour(letter).index()] = name.into();
            }
        }
        if let Some(result) = value_of(root, "RE") {
            let (listed, end) = read_result(dialect, result);
            self.record.listed = listed;
            self.claimed_end = end;
        }
        let from_golem = matches!(dialect, Dialect::LgHavannah | Dialect::LgHex);
        let says_nothing = |p: &Property| {
            from_golem && (p.ident == "RU" || p.ident == "EV" && p.values[0].eq_ignore_ascii_case("null"))
        };
        let facts = root.iter().filter(|p| !NOT_INFO.contains(&p.ident.as_str()) && !says_nothing(p));
        self.record.info = facts.map(|p| (p.ident.clone(), p.values.clone())).collect();
    }

    fn node(&mut self, node: &[Property], is_root: bool) -> Result<(), SgfError> {
        for property in node {
            if let Some(letter) = move_letter(&property.ident) {
                self.play(letter, &property.values[0])?;
            } else if set_up_letter(&property.ident).is_some() && !is_root {
                return Err(SgfError::LateSetUp(self.record.len()));
            }
        }
        let comments = node.iter().filter(|property| property.ident == "C");
        for text in comments.flat_map(|property| &property.values) {
            self.record.add_comment(self.record.len(), text);
        }
        Ok(())
    }

    fn play(&mut self, letter: Colour, text: &str) -> Result<(), SgfError> {
        let number = self.record.len() + 1;
        let mut colour = self.header.dialect.colour(letter);
        if self.record.moves().last() == Some(&Move::SwapSides) {
            self.is_flipped = colour != self.record.turn();
        }
        if self.is_flipped {
            colour = colour.other();
        }
        let illegal = |error| SgfError::Illegal { number, colour, text: shortened(text.trim()), error };
        let word = text.trim();
        if word.eq_ignore_ascii_case("resign") {
            return self.record.resign(colour).map_err(illegal);
        }
        if word.eq_ignore_ascii_case("timeout") {
            return self.record.finish(End::TimedOut(colour)).map_err(illegal);
        }
        let mv = Move::parse(self.record.shape(), text, self.header.coords)
            .map_err(|error| SgfError::Notation { number, error })?;
        self.record.play_as(colour, mv).map_err(illegal)
    }

    /// A claim of resignation or time ends a game that the board left open.
    fn conclude(&mut self) {
        if let Some(end) = self.claimed_end
            && !self.record.is_over()
        {
            self.record.finish(end).expect("the game is not over");
        }
    }
}

fn set_up_stones(
    shape: &'static Shape,
    header: &Header,
    root: &[Property],
) -> Result<Vec<(Cell, Colour)>, SgfError> {
    let mut stones = Vec::new();
    for property in root {
        let Some(letter) = set_up_letter(&property.ident) else { continue };
        for text in &property.values {
            let cell =
                parse_cell(shape, text, header.coords).map_err(|error| SgfError::SetUp(error.to_string()))?;
            if stones.len() > shape.len() {
                return Err(SgfError::SetUp("there are more stones than cells".into()));
            }
            stones.push((cell, header.dialect.colour(letter)));
        }
    }
    Ok(stones)
}

fn first_letter(nodes: &[&[Property]]) -> Option<Colour> {
    nodes.iter().flat_map(|node| node.iter()).find_map(|property| move_letter(&property.ident))
}

fn read_colour(text: Option<&str>) -> Option<Colour> {
    match text?.bytes().next()?.to_ascii_lowercase() {
        b'w' => Some(Colour::White),
        b'b' => Some(Colour::Black),
        _ => None,
    }
}

/// Reads `W`, `B+`, `W+R`, `B+Time`, `0`, `Draw`; anything else claims nothing.
fn read_result(dialect: Dialect, text: &str) -> (Option<Outcome>, Option<End>) {
    if text == "0" || text.eq_ignore_ascii_case("draw") {
        return (Some(Outcome::Draw), None);
    }
    let Some(winner) = read_colour(Some(text)).map(|letter| dialect.named_colour(letter)) else {
        return (None, None);
    };
    let how = text.split_once('+').and_then(|(_, how)| how.bytes().next());
    let end = match how.map(|byte| byte.to_ascii_lowercase()) {
        Some(b'r') => Some(End::Resigned(winner.other())),
        Some(b't') => Some(End::TimedOut(winner.other())),
        _ => None,
    };
    (Some(Outcome::Win(winner)), end)
}
