//! A proof as a game file with variations and, in comments, the notes of Castro's proof trees:
//! `proof, sims:8351, outcome:1, best:d1`. Here `sims` counts positions of the certificate.

use game::{Game, Size};
use referee::Colour;
use verify::Value;

use super::Proof;

impl Proof {
    /// The tree above an effort as text: SGF with GUI coordinates, as `robusto show` reads it.
    pub fn to_sgf(&self, root: usize, effort: u64) -> String {
        let game = Game::named(self.claim.game()).expect("the checker knows our games");
        let size = Size::parse(game, &self.claim.size()).expect("the checker knows our boards").file_text();
        let game = game.file_name();
        let mut text = format!("(;FF[4]GM[{game}]AP[Robusto]CA[UTF-8]SZ[{size}]");
        text += &self.set_up();
        let mut turn = self.claim.first;
        for name in self.claim.names() {
            text += &format!("\n;{}[{name}]", letter(turn));
            // After a swap of sides the same colour is to move again.
            turn = if name == "swap-sides" { turn } else { turn.other() };
        }
        text += &self.note(root);
        self.branches(root, effort.max(1), &mut text);
        text + ")\n"
    }

    /// The stones that were set up, and who moves then.
    fn set_up(&self) -> String {
        if self.claim.set_up.is_empty() {
            return String::new();
        }
        let mut text = String::new();
        for colour in [Colour::White, Colour::Black] {
            let stones = self.claim.stones(colour);
            if !stones.is_empty() {
                text += &format!("A{}[{}]", letter(colour), stones.join("]["));
            }
        }
        text + &format!("PL[{}]", letter(self.claim.first))
    }

    fn branches(&self, vertex: usize, effort: u64, text: &mut String) {
        for child in self.large_children(vertex, effort) {
            let letter = if self.is_white(child) { "W" } else { "B" };
            *text += &format!("\n(;{letter}[{}]{}", self.name(child), self.note(child));
            self.branches(child, effort, text);
            text.push(')');
        }
    }

    fn note(&self, vertex: usize) -> String {
        let outcome = match self.claim.value {
            Value::Draw => 0,
            Value::Wins(Colour::White) => 1,
            Value::Wins(Colour::Black) => 2,
        };
        let best =
            self.large_children(vertex, 0).first().map(|&child| format!(", best:{}", self.name(child)));
        let (below, best) = (self.vertices[vertex].below, best.unwrap_or_default());
        format!("C[proof, sims:{below}, outcome:{outcome}{best}]")
    }
}

fn letter(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "W",
        Colour::Black => "B",
    }
}
