//! Which dialect a file is written in: what its letters, cells, names and results mean.

use super::reader::Property;
use super::{SgfError, shortened};
use crate::games::Naming;
use crate::{Colour, Coords, Game, Size};

/// The dialects of SGF that our games are kept in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// Our own files, and all of Y, for which there is no other custom.
    Robusto,
    /// HavannahGui and Castro.
    Gui,
    /// Hex as the standard has it (HexGui, benzene).
    Hex,
    /// Little Golem's Havannah: `RE`, `PB` and `PW` are inverted against the list of moves.
    LgHavannah,
    /// Little Golem's Hex: the first player is listed as W and joins top and bottom, so W is our Black. `RE`, `PB` and
    /// `PW` are inverted against the list, and so right as they are. The swap is `swap-pieces`.
    LgHex,
}

impl Dialect {
    /// Our colour for the letter of a move.
    pub(super) fn colour(self, letter: Colour) -> Colour {
        if self == Dialect::LgHex { letter.other() } else { letter }
    }

    /// Our colour for the letter of a name or result.
    pub(super) fn named_colour(self, letter: Colour) -> Colour {
        if self == Dialect::LgHavannah { letter.other() } else { letter }
    }
}

/// What the root says about the file.
pub(super) struct Header {
    pub dialect: Dialect,
    pub size: Size,
    pub coords: Coords,
}

/// The first value of a property of the root.
pub(super) fn value_of<'a>(root: &'a [Property], ident: &str) -> Option<&'a str> {
    let property = root.iter().find(|property| property.ident == ident)?;
    property.values.first().map(|value| value.trim())
}

/// Whether a text begins with a word, in any case.
pub(super) fn begins(text: Option<&str>, word: &str) -> bool {
    text.and_then(|text| text.get(..word.len())).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

fn contains(text: Option<&str>, word: &str) -> bool {
    text.is_some_and(|text| text.to_ascii_lowercase().contains(word))
}

/// How the cells of a file look.
#[derive(Clone, Copy, PartialEq)]
enum Cells {
    None,
    TwoLetters,
    /// Letter and number; whether in capitals.
    LetterNumber(bool),
}

fn look_of(moves: &[&str]) -> Cells {
    let is_word = |text: &str| text.len() > 3 || text.is_empty();
    match moves.iter().map(|text| text.trim()).find(|text| !is_word(text)) {
        None => Cells::None,
        Some(text) if text.bytes().all(|byte| byte.is_ascii_alphabetic()) => Cells::TwoLetters,
        Some(text) => Cells::LetterNumber(text.starts_with(|c: char| c.is_ascii_uppercase())),
    }
}

/// Judges a file by its root and the texts of its moves.
pub(super) fn judge(root: &[Property], moves: &[&str]) -> Result<Header, SgfError> {
    let look = look_of(moves);
    let game_name = value_of(root, "GM").filter(|name| !name.is_empty());
    let dialect = match game_name {
        Some(name) => named_dialect(root, name)?,
        None => unnamed_dialect(root, look),
    };
    let size = read_size(game_of(dialect, game_name), value_of(root, "SZ"))?;
    let coords = match (dialect, look) {
        (Dialect::LgHavannah, _) => Coords::Lg,
        (_, Cells::TwoLetters) if size.game().naming() == Naming::Hex => Coords::Lg,
        _ => Coords::Gui,
    };
    Ok(Header { dialect, size, coords })
}

fn game_of(dialect: Dialect, name: Option<&str>) -> Game {
    match dialect {
        Dialect::Hex | Dialect::LgHex => Game::Hex,
        Dialect::Gui | Dialect::LgHavannah => Game::Havannah,
        Dialect::Robusto => name.and_then(Game::filed).unwrap_or(Game::Havannah),
    }
}

fn named_dialect(root: &[Property], name: &str) -> Result<Dialect, SgfError> {
    let game = Game::filed(name).ok_or_else(|| SgfError::OtherGame(shortened(name)))?;
    Ok(match game {
        _ if begins(value_of(root, "AP"), "robusto") => Dialect::Robusto,
        Game::Havannah => Dialect::Gui,
        Game::Hex => Dialect::Hex,
        Game::Y => Dialect::Robusto,
    })
}

/// Files without `GM` come from Little Golem, or have lost their head. Hex cells there have two letters; a file
/// without moves is judged by `RU`, the event's name and the size (Havannah is played up to size 10).
fn unnamed_dialect(root: &[Property], look: Cells) -> Dialect {
    let (rules, event) = (value_of(root, "RU"), value_of(root, "EV"));
    let from_golem = begins(rules, "LG") || contains(value_of(root, "SO"), "littlegolem");
    match look {
        Cells::TwoLetters => Dialect::LgHex,
        Cells::LetterNumber(capital) if from_golem || capital => Dialect::LgHavannah,
        Cells::LetterNumber(_) => Dialect::Gui,
        Cells::None if contains(rules, "hex") || begins(event, "hex") => Dialect::LgHex,
        Cells::None if begins(rules, "LG") => Dialect::LgHavannah,
        Cells::None => match value_of(root, "SZ").and_then(|size| size.parse::<u32>().ok()) {
            Some(size) if size > 10 && from_golem => Dialect::LgHex,
            _ if from_golem => Dialect::LgHavannah,
            _ => Dialect::Gui,
        },
    }
}

/// Reads `8`, `4x4x5`, `d=9` (a diameter), `11`, `11:9` and `11x9`.
fn read_size(game: Game, text: Option<&str>) -> Result<Size, SgfError> {
    let text = text.filter(|text| !text.is_empty()).ok_or(SgfError::NoSize)?;
    let wrong = || SgfError::SizeText(shortened(text));
    if let Some(diameter) = text.strip_prefix("d=").or(text.strip_prefix("D=")) {
        let diameter: usize = diameter.trim().parse().map_err(|_| wrong())?;
        if game != Game::Havannah || diameter.is_multiple_of(2) {
            return Err(wrong());
        }
        return Ok(Size::havannah(diameter / 2 + 1)?);
    }
    Ok(Size::parse(game, &text.replacen(':', "x", 1))?)
}
