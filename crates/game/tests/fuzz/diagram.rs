//! Fuzz target: board diagrams. What reads as a diagram is drawn and reads back the same.

use robusto_game::diagram::{Diagram, Signs};

pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match Diagram::parse(&text) {
        Ok(diagram) => {
            for signs in [Signs::ROUND, Signs::LETTERS] {
                assert_eq!(Diagram::parse(&diagram.text(signs)).as_ref(), Ok(&diagram));
            }
            let record = diagram.record().expect("one stone a cell");
            assert_eq!(record.position(), &diagram.position());
        }
        Err(error) => assert!(error.to_string().chars().count() < 500, "a short sentence: {error}"),
    }
}
