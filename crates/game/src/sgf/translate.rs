//! A whole tree from one dialect to another: every variation, comment and unknown property is kept.

use super::dialect::{Header, judge};
use super::export::Style;
use super::import::move_texts;
use super::line::Line;
use super::tree::{NodeId, Tree};
use super::{Property, SgfError};
use crate::{Colour, Move, Shape, cell_name, parse_cell};

/// Properties whose values are cells: set-ups and marks.
const CELL_LISTS: [&str; 9] = ["AW", "AB", "AE", "TR", "SQ", "CR", "MA", "SL", "DD"];

impl Tree {
    /// The tree in another style. The head is written anew from the main line; below it each move and mark is named as the style does, and
    /// all else stays as it is. A cell that cannot be read is an error.
    pub fn translated(&self, style: Style) -> Result<Tree, SgfError> {
        let main: Vec<&[Property]> =
            self.main_line(Line::Auto).into_iter().map(|node| self.properties(node)).collect();
        let header = judge(self.properties(self.root()), &move_texts(&main))?;
        let record = self.record(Line::Auto)?;
        let whole = Tree::from_record(&record, style);
        let mut tree = Tree::new();
        let root = tree.root();
        for Property { ident, values } in whole.properties(whole.root()) {
            tree.set(root, ident, values.clone());
        }
        let words = Words { shape: Shape::of(header.size), header, style };
        let mut open: Vec<(NodeId, NodeId)> = vec![(self.root(), root)];
        while let Some((from, to)) = open.pop() {
            for child in self.children(from) {
                let copy = tree.add_child(to);
                for property in self.properties(child) {
                    let (ident, values) = words.property(property)?;
                    tree.set(copy, &ident, values);
                }
                open.push((child, copy));
            }
        }
        Ok(tree)
    }
}

/// How the words of one dialect become those of another.
struct Words {
    shape: &'static Shape,
    header: Header,
    style: Style,
}

impl Words {
    fn property(&self, property: &Property) -> Result<(String, Vec<String>), SgfError> {
        let Property { ident, values } = property;
        match ident.as_str() {
            "W" | "B" => {
                let letter = if ident == "W" { Colour::White } else { Colour::Black };
                let values: Result<_, _> = values.iter().map(|text| self.move_name(text)).collect();
                Ok((self.letter(letter).into(), values?))
            }
            list if CELL_LISTS.contains(&list) => {
                let values: Result<_, _> = values.iter().map(|text| self.cell(text)).collect();
                Ok((ident.clone(), values?))
            }
            _ => Ok((ident.clone(), values.clone())),
        }
    }

    /// The letter by which the style calls the colour that the file calls so.
    fn letter(&self, letter: Colour) -> &'static str {
        let ours = self.header.dialect.colour(letter);
        match self.style.dialect(self.shape.game()).colour(ours) {
            Colour::White => "W",
            Colour::Black => "B",
        }
    }

    fn move_name(&self, text: &str) -> Result<String, SgfError> {
        let word = text.trim();
        if word.eq_ignore_ascii_case("resign") || word.eq_ignore_ascii_case("timeout") {
            return Ok(word.to_ascii_lowercase());
        }
        let mv = Move::parse(self.shape, text, self.header.coords)
            .map_err(|error| SgfError::Notation { number: 0, error })?;
        Ok(mv.name(self.shape, self.style.coords()))
    }

    fn cell(&self, text: &str) -> Result<String, SgfError> {
        let cell = parse_cell(self.shape, text, self.header.coords)
            .map_err(|error| SgfError::SetUp(error.to_string()))?;
        Ok(cell_name(self.shape, cell, self.style.coords()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_comments_and_unknown_properties_survive() {
        let text = "(;FF[4]GM[Havannah]AP[Robusto:0]SZ[4]PW[a]XX[kept];W[a1]C[first](;B[b2];W[f5]YY[1][2])(;B[swap]C[no];W[d4]TR[e5]))";
        let tree = Tree::read(text.as_bytes()).unwrap();
        let golem = tree.translated(Style::LittleGolem).unwrap().to_string();
        for part in ["XX[kept]", ";W[A1]C[first]", "(;B[B2];W[F3]YY[1][2])", "B[swap]C[no];W[D4]TR[E4]"] {
            assert!(golem.contains(part), "{part} is not in {golem}");
        }
        let back = Tree::read(golem.as_bytes()).unwrap().translated(Style::Robusto).unwrap().to_string();
        for part in ["XX[kept]", ";W[a1]C[first]", "(;B[b2];W[f5]YY[1][2])", "B[swap]C[no];W[d4]TR[e5]"] {
            assert!(back.contains(part), "{part} is not in {back}");
        }
    }

    #[test]
    fn a_cell_off_the_board_is_an_error() {
        let tree = Tree::read(&b"(;GM[Havannah]AP[Robusto:0]SZ[4];W[a1](;B[b2])(;B[z9]))"[..]).unwrap();
        assert!(tree.translated(Style::LittleGolem).is_err());
    }
}
