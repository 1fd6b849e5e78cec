//! Why a command fails, in the words that the protocol asks for.

use engine::EngineError;
use game::{IllegalMove, NotationError, SizeError};

/// What stands after the `?` of an answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// No command of that name.
    #[error("unknown command")]
    UnknownCommand,
    /// The arguments are not what the command takes.
    #[error("syntax error: {0}")]
    Syntax(String),
    /// The rules refuse it.
    #[error("illegal move: {0}")]
    IllegalMove(String),
    /// No such board.
    #[error("unacceptable size: {0}")]
    Size(String),
    /// There is no move to take back.
    #[error("cannot undo")]
    CannotUndo,
    /// The game is not over.
    #[error("cannot score")]
    CannotScore,
    /// A file cannot be read or understood.
    #[error("cannot load file: {0}")]
    CannotLoad(String),
    /// A file cannot be written.
    #[error("cannot save file: {0}")]
    CannotSave(String),
    /// Anything else, said in a sentence.
    #[error("{0}")]
    Other(String),
}

impl Refusal {
    /// Arguments that the command does not take.
    pub fn syntax(problem: impl Into<String>) -> Refusal {
        Refusal::Syntax(problem.into())
    }
}

impl From<SizeError> for Refusal {
    fn from(error: SizeError) -> Refusal {
        match error {
            SizeError::Syntax(..) => Refusal::Syntax(error.to_string()),
            SizeError::Range(..) => Refusal::Size(error.to_string()),
        }
    }
}

impl From<NotationError> for Refusal {
    fn from(error: NotationError) -> Refusal {
        match error {
            NotationError::Syntax(..) => Refusal::Syntax(error.to_string()),
            NotationError::OffBoard(..) => Refusal::IllegalMove(error.to_string()),
        }
    }
}

impl From<IllegalMove> for Refusal {
    fn from(error: IllegalMove) -> Refusal {
        Refusal::IllegalMove(error.to_string())
    }
}

impl From<EngineError> for Refusal {
    fn from(error: EngineError) -> Refusal {
        match error {
            EngineError::Illegal(illegal) => illegal.into(),
            EngineError::NothingToUndo => Refusal::CannotUndo,
            other => Refusal::Other(other.to_string()),
        }
    }
}
