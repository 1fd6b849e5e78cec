//! Names that were probably meant, in the errors of options.

use engine::names::nearest;

/// An error of an option, with the name that was probably meant at its end.
pub fn instead<T: AsRef<str>>(error: &str, word: &str, known: impl IntoIterator<Item = T>) -> String {
    match nearest(word, known) {
        Some(meant) => format!("{error}; did you mean {meant:?}?"),
        None => error.to_string(),
    }
}
