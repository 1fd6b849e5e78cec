//! What a position is, as a short text: answers carry it, so that nothing is ever shown on a board that it is
//! not about.

use engine::swap::Stage;
use game::Record;

use crate::view;

const START: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;

/// The identity of a record's position: game, size, rules with the swap and whether it is still to come,
/// stones and turn. Equal for equal positions, whatever game they came about in.
pub fn key(record: &Record, swap_rule: bool) -> String {
    let shape = record.shape();
    let stage = Stage::of(record, swap_rule);
    let text = format!(
        "{} {} {swap_rule} {stage:?} {} {}",
        shape.game().word(),
        shape.size(),
        record.turn().word(),
        view::stones(record)
    );
    hash(&text)
}

/// FNV-1a with 128 bits.
fn hash(text: &str) -> String {
    let value = text.bytes().fold(START, |value, byte| (value ^ u128::from(byte)).wrapping_mul(PRIME));
    format!("{value:032x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Coords, Game, Shape, Size};

    fn record(game: Game, size: &str, moves: &str) -> Record {
        let shape = Shape::of(Size::parse(game, size).unwrap());
        Record::from_moves(shape, moves, Coords::Gui).unwrap()
    }

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(hash(""), "6c62272e07bb014262b821756295c58d");
        assert_eq!(hash("a"), "d228cb696f1a8caf78912b704e4a8964");
    }

    #[test]
    fn equal_positions_have_equal_keys_and_others_do_not() {
        let of = |game, size, moves| key(&record(game, size, moves), true);
        assert_eq!(of(Game::Havannah, "4", "a1 b2 c3"), of(Game::Havannah, "4", "c3 b2 a1"));
        let others = [
            of(Game::Havannah, "4", ""),
            of(Game::Havannah, "5", ""),
            of(Game::Hex, "4", ""),
            of(Game::Havannah, "4", "a1"),
            of(Game::Havannah, "4", "a1 swap"),
            of(Game::Havannah, "4", "b1"),
            key(&record(Game::Havannah, "4", ""), false),
            key(&record(Game::Havannah, "4", "a1"), false),
        ];
        let mut unique = others.to_vec();
        unique.sort();
        unique.dedup();
        assert_eq!(unique.len(), others.len());
    }

    #[test]
    fn a_stone_that_was_set_up_cannot_be_swapped_and_is_another_position() {
        let shape = Shape::of(Size::havannah(4).unwrap());
        let a1 = record(Game::Havannah, "4", "a1");
        let cell = a1.last_cell().unwrap();
        let set = Record::set_up(shape, vec![(cell, game::Colour::White)], game::Colour::Black).unwrap();
        assert_eq!(set.position(), a1.position());
        assert_ne!(key(&set, true), key(&a1, true));
    }
}
