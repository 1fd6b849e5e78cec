//! A graded suite of positions with their results, from instant to hard: `suite.txt`, one position a line.

use game::Game;

use crate::answer::Task;

const TEXT: &str = include_str!("../suite.txt");

/// A position and its result.
#[derive(Clone, Debug)]
pub struct Case {
    /// Its name.
    pub name: String,
    /// The position.
    pub task: Task,
    /// The result: `white`, `black` or `draw`.
    pub result: String,
}

/// All positions of the suite, in its order. Panics if the text in the repository is wrong, which a test sees.
pub fn cases() -> Vec<Case> {
    let lines = TEXT.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(case).collect()
}

fn case(line: &str) -> Case {
    let fields: Vec<&str> = line.split(';').map(str::trim).collect();
    let [name, game, size, result, moves] = fields[..] else {
        panic!("{line}: name; game; size; result; moves")
    };
    let game = Game::named(game).unwrap_or_else(|| panic!("{line}: there is no such game"));
    let task = Task::read(game, size, moves).unwrap_or_else(|why| panic!("{line}: {why}"));
    Case { name: name.into(), task, result: result.into() }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    #[test]
    fn the_text_is_right() {
        let cases = super::cases();
        assert!(cases.iter().all(|case| ["white", "black", "draw"].contains(&case.result.as_str())));
        assert!(cases.iter().all(|case| case.task.position.outcome().is_none()));
        let names: HashSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        assert_eq!(names.len(), cases.len(), "names are different");
    }
}
