//! Game files and set-ups as text, to and from trees.

use game::sgf::{self, Line, Style};
use game::{Cell, Colour, Coords, Diagram, Game, Move, Record, Shape, Size};

use crate::limits;
use crate::tree::{ROOT, Tree, TreeError};

/// Opens a game file of any dialect, or a list of moves, with a warning if it could be read only in part.
pub fn open(text: &str) -> Result<(Tree, Option<String>), String> {
    if text.len() > limits::MESSAGE {
        return Err("the file is too large".into());
    }
    match text.find('(') {
        Some(start) if text[start..].contains(';') => open_sgf(&text[start..]),
        _ => open_moves(text).or_else(|error| open_diagram(text).ok_or(error)).map(|tree| (tree, None)),
    }
}

fn open_sgf(text: &str) -> Result<(Tree, Option<String>), String> {
    let file = match sgf::Tree::read(text.as_bytes()) {
        Ok(file) => file,
        Err(error) => return open_part(text, &error.to_string()),
    };
    let main = match file.record(Line::Auto) {
        Ok(record) => record,
        Err(error) => return open_part(text, &error.to_string()),
    };
    let mut tree = Tree::from_record(&main).map_err(|error| error.to_string())?;
    let end = tree.main_line().last().copied().unwrap_or(ROOT);
    let warning = add_variations(&file, &mut tree);
    tree.go(end).map_err(|error| error.to_string())?;
    Ok((tree, warning))
}

/// What could be read of a broken file.
fn open_part(text: &str, error: &str) -> Result<(Tree, Option<String>), String> {
    let import = sgf::read_record_line(text.as_bytes(), Line::Auto);
    let record = import.record.ok_or(error)?;
    let mut tree = Tree::from_record(&record).map_err(|error| error.to_string())?;
    while tree.forward() {}
    Ok((tree, Some(format!("The file was read in part: {error}."))))
}

/// Adds every line of the file that ends in a leaf.
fn add_variations(file: &sgf::Tree, tree: &mut Tree) -> Option<String> {
    let mut left = vec![file.root()];
    let mut lines = 0;
    let mut bad = 0;
    while let Some(node) = left.pop() {
        let children: Vec<_> = file.children(node).collect();
        if children.is_empty() {
            lines += 1;
            if lines > limits::VARIATIONS {
                return Some(format!("Only the first {} variations were read.", limits::VARIATIONS));
            }
            match file.record_to(node).map(|record| tree.merge(&record)) {
                Ok(Ok(_)) => {}
                Ok(Err(TreeError::Full)) => {
                    return Some(format!("Only the first {} moves were read.", limits::NODES));
                }
                _ => bad += 1,
            }
        }
        left.extend(children.into_iter().rev());
    }
    (bad > 0).then(|| format!("{bad} variations could not be read and were left out."))
}

/// A list of moves, with the game and size before it if they are not the usual ones: `hex 11: a1 b2`.
fn open_moves(text: &str) -> Result<Tree, String> {
    let unclear = "this is neither a game file nor a list of moves such as \"havannah 8: a1 b2\"";
    let (head, moves) = text.split_once(':').ok_or(unclear)?;
    let mut words = head.split_whitespace();
    let game = words.next().and_then(Game::named).ok_or(unclear)?;
    let size = Size::parse(game, words.next().ok_or(unclear)?).map_err(|error| error.to_string())?;
    let record =
        Record::from_moves(Shape::of(size), moves, Coords::Gui).map_err(|error| error.to_string())?;
    let mut tree = Tree::from_record(&record).map_err(|error| error.to_string())?;
    while tree.forward() {}
    Ok(tree)
}

/// A board drawn as text.
fn open_diagram(text: &str) -> Option<Tree> {
    let record = Diagram::parse(text).ok()?.record().ok()?;
    Tree::from_record(&record).ok()
}

/// The tree as a game file. Little Golem's has no variations.
pub fn save(tree: &Tree, style: Style) -> String {
    let main = tree.main_line();
    let record = tree.record_at(*main.last().expect("a line has the root"));
    let mut file = sgf::Tree::from_record(&record, style);
    if style == Style::Robusto {
        let places: Vec<_> = file.main_line(Line::First);
        for (place, &node) in places.into_iter().zip(&main) {
            save_variations(tree, &mut file, place, node);
        }
    }
    file.to_string()
}

/// Adds the children of a node of the main line but its first.
fn save_variations(tree: &Tree, file: &mut sgf::Tree, place: sgf::NodeId, node: usize) {
    let children = |id| tree.node(id).map(|node| node.children.as_slice()).unwrap_or_default();
    let mut left: Vec<_> = children(node).iter().skip(1).rev().map(|&child| (place, child)).collect();
    while let Some((parent, id)) = left.pop() {
        let Some(node) = tree.node(id) else { continue };
        let at = file.add_child(parent);
        let letter = if node.mover == Colour::White { "W" } else { "B" };
        let name = node.mv.map(|mv: Move| mv.name(tree.start().shape(), Coords::Gui)).unwrap_or_default();
        file.set(at, letter, vec![name]);
        if !node.comment.is_empty() {
            file.set(at, "C", vec![node.comment.clone()]);
        }
        left.extend(children(id).iter().rev().map(|&child| (at, child)));
    }
}

/// Reads a letter a cell (`.`, `w`, `b`) in the order of the shape; an empty text is an empty board.
pub fn read_stones(shape: &'static Shape, text: &str) -> Result<Vec<(Cell, Colour)>, String> {
    if !text.is_empty() && text.len() != shape.len() {
        return Err(format!("the set-up has {} letters for {} cells", text.len(), shape.len()));
    }
    let mut stones = Vec::new();
    for (cell, letter) in shape.cells().zip(text.bytes()) {
        match letter {
            b'.' => {}
            b'w' => stones.push((cell, Colour::White)),
            b'b' => stones.push((cell, Colour::Black)),
            _ => return Err("a set-up has the letters . w b only".into()),
        }
    }
    Ok(stones)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_golem_files_open_with_names_put_right() {
        let text = "(;FF[4]EV[null]PB[winner]PW[loser]SZ[4]RU[LG]RE[B]GC[ game #1]SO[http://www.littlegolem.com];W[A1];B[swap];W[D4];B[B2])";
        let (tree, warning) = open(text).unwrap();
        assert_eq!(warning, None);
        assert_eq!(tree.record().moves_text(Coords::Gui), "a1 swap d4 b2");
        assert_eq!(tree.start().names, ["winner", "loser"]);
    }

    #[test]
    fn variations_survive_saving_and_opening() {
        let (mut tree, _) = open("havannah 4: a1 b2 c3").unwrap();
        tree.go(1).unwrap();
        let side = tree.play(Move::parse(tree.start().shape(), "d4", Coords::Gui).unwrap()).unwrap();
        tree.comment(side, "also [good]").unwrap();
        let text = save(&tree, Style::Robusto);
        let (again, _) = open(&text).unwrap();
        assert_eq!(save(&again, Style::Robusto), text);
        assert_eq!(again.nodes().count(), 5);
        assert!(again.nodes().any(|(_, node)| node.comment == "also [good]"));
    }

    #[test]
    fn diagrams_open_as_positions() {
        let (tree, _) = open("havannah 4: a1 b2 c3").unwrap();
        let (again, _) = open(&Diagram::of_record(tree.record()).to_string()).unwrap();
        assert_eq!(again.record().position(), tree.record().position());
    }

    #[test]
    fn rubbish_is_refused_with_a_sentence() {
        for text in ["", "(", "(;", "hello", "chess 8: e4", "havannah 99: a1", "(;SZ[4];W[z9])(((", "\0"] {
            let _ = open(text);
        }
        assert!(open("hello").unwrap_err().contains("neither a game file"));
    }
}
