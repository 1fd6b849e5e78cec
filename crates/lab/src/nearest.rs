//! The name that somebody may have meant.

/// `; did you mean "rave"?` for the name that is nearest to the word, or nothing when none is near.
pub fn did_you_mean<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(word, names) {
        Some(name) => format!("; did you mean {name:?}?"),
        None => String::new(),
    }
}

/// The name with the fewest changes from the word, if they are few: a third of the letters, one at least.
fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let allowed = (word.chars().count() / 3).max(1);
    let changes = names.into_iter().map(|name| (distance(&word, &name.to_lowercase()), name));
    changes.filter(|(changes, _)| *changes <= allowed).min().map(|(_, name)| name)
}

/// Letters to add, leave out, change or exchange with their neighbour.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().take(60).collect(), to.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=to.len()).collect()];
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let change = usize::from(from[i - 1] != to[j - 1]);
            let mut best = (rows[i - 1][j - 1] + change).min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let names = ["rave", "uct", "castro", "strong"];
        for (word, name) in [("raev", "rave"), ("Rave", "rave"), ("casto", "castro"), ("stronk", "strong")] {
            assert_eq!(nearest(word, names), Some(name), "{word}");
        }
        for word in ["", "x", "minimax", "nobody"] {
            assert_eq!(nearest(word, names), None, "{word}");
        }
        assert_eq!(did_you_mean("raev", names), "; did you mean \"rave\"?");
        assert_eq!(did_you_mean("raev", []), "");
    }
}
