//! Names that do not exist, and the one that was probably meant.

use std::fmt;

/// A name that is unknown, with the known one that is nearest to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// What was said, shortened.
    pub name: String,
    /// What may have been meant.
    pub nearest: Option<String>,
}

impl Unknown {
    /// A name that is none of these.
    pub fn among<T: AsRef<str>>(name: &str, known: impl IntoIterator<Item = T>) -> Unknown {
        Unknown { name: name.chars().take(40).collect(), nearest: nearest(name, known) }
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.name)?;
        match &self.nearest {
            Some(nearest) => write!(f, "; did you mean {nearest:?}?"),
            None => Ok(()),
        }
    }
}

/// The longest word that is compared: what is longer is no slip of the fingers.
const LONGEST: usize = 40;

/// The known name that is nearest to a word, if any is near enough to be meant.
pub fn nearest<T: AsRef<str>>(word: &str, known: impl IntoIterator<Item = T>) -> Option<String> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    if length == 0 || length > LONGEST {
        return None;
    }
    let slips = |name: &str| {
        let is_start = length >= 3 && name.starts_with(&word);
        if is_start { 1 } else { strsim::damerau_levenshtein(&word, name) }
    };
    let scored = known.into_iter().map(|name| (slips(name.as_ref()), name.as_ref().to_string()));
    let (slips, name) = scored.min()?;
    // A third of the letters may be wrong, and not all of a short word.
    (slips <= (length / 3).max(1) && slips < length).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_understood_and_other_words_are_not() {
        let known = ["strong", "rave", "castro", "level-1", "level-10", "castro-nodist"];
        for (word, meant) in [
            ("storng", Some("strong")),
            ("Strong", Some("strong")),
            ("raev", Some("rave")),
            ("cas", Some("castro")),
            ("level-11", Some("level-1")),
            ("nothing", None),
            ("", None),
            ("x", None),
        ] {
            assert_eq!(nearest(word, known).as_deref(), meant, "{word}");
        }
        assert_eq!(nearest("rave", Vec::<String>::new()), None);
        assert_eq!(nearest(&"x".repeat(10_000), known), None);
    }

    #[test]
    fn the_sentence_has_the_suggestion_only_if_there_is_one() {
        assert_eq!(Unknown::among("raev", ["rave"]).to_string(), "\"raev\"; did you mean \"rave\"?");
        assert_eq!(Unknown::among("nothing", ["rave"]).to_string(), "\"nothing\"");
    }
}
