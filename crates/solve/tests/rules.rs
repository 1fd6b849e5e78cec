//! The 64-bit engine against the slow referee: random games on every board that fits.

use referee::Colour;
use solve::position::Position;
use solve::shape::Shape;

const BOARDS: [(usize, usize, usize); 9] =
    [(2, 2, 2), (2, 3, 3), (3, 3, 3), (3, 3, 4), (3, 4, 4), (4, 4, 4), (2, 3, 4), (4, 4, 5), (5, 5, 5)];

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }
}

#[test]
fn winning_cells_and_hopeless_sides_agree_in_random_games() {
    let mut dice = Dice(7);
    let hexagons = BOARDS.map(|(p, q, r)| Shape::hexagon(p, q, r).unwrap());
    let triangles = (2..=10).map(|n| Shape::new(game::Size::Triangle(n)).unwrap());
    for shape in hexagons.into_iter().chain(triangles) {
        let slow = std::sync::Arc::new(shape.referee());
        for _ in 0..30 {
            let mut position = Position::empty();
            let mut board = referee::Board::empty(slow.clone());
            loop {
                let free = position.free(&shape);
                for (side, colour) in [(0, Colour::White), (1, Colour::Black)] {
                    let wins = board.winning_cells(colour);
                    let wins = wins.iter().fold(0, |set, &cell| set | 1u64 << index(&shape, &slow, cell));
                    assert_eq!(position.wins[side], wins, "{}", board.picture());
                    assert_eq!(
                        position.can_win(&shape, side),
                        board.can_still_win(colour),
                        "{}",
                        board.picture()
                    );
                }
                // Prefer games that go on: wins end a line of play.
                let open = free & !position.wins[position.turn];
                if open == 0 {
                    break;
                }
                let nth = dice.roll(open.count_ones() as usize);
                let cell = solve::shape::bits(open).nth(nth).unwrap();
                let (x, y) = shape.coords(cell);
                let colour = [Colour::White, Colour::Black][position.turn];
                board.place(slow.at(x, y).unwrap(), colour);
                position.play(&shape, cell);
            }
        }
    }
}

fn index(shape: &Shape, slow: &referee::Shape, cell: referee::Cell) -> usize {
    let (x, y) = slow.xy(cell);
    shape.cell(x, y).unwrap()
}
