//! A proof as a game file with variations and, in comments, the notes of Castro's proof trees:
//! `proof, sims:8351, outcome:1, best:d1`. Here `sims` counts positions of the certificate.

use referee::{Colour, Form};
use verify::Value;

use super::Proof;

impl Proof {
    /// The tree above an effort as text: SGF with GUI coordinates, as `robusto show` reads it.
    pub fn to_sgf(&self, root: usize, effort: u64) -> String {
        let game = match self.claim.shape.form() {
            Form::Hexagon { .. } => "Havannah",
            Form::Rhombus { .. } => "11",
        };
        let size = match self.claim.shape.form() {
            Form::Hexagon { .. } => self.claim.size(),
            Form::Rhombus { .. } => self.claim.size().replace('x', ":"),
        };
        let mut text = format!("(;FF[4]GM[{game}]AP[Robusto]CA[UTF-8]SZ[{size}]");
        let mut white = self.claim.shape.first_turn() == Colour::White;
        for name in self.claim.names() {
            text += &format!("\n;{}[{name}]", if white { "W" } else { "B" });
            white = !white;
        }
        text += &self.note(root);
        self.branches(root, effort.max(1), &mut text);
        text + ")\n"
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
