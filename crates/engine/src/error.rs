//! What can go wrong at the table, one sentence each.

use game::{Colour, IllegalMove};
use search::table::SettingError;

use crate::names::Unknown;

/// Why the table refuses something.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineError {
    /// A move, a swap or a resignation that the rules refuse.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A move is asked for although the game is over.
    #[error("the game is over")]
    Over,
    /// There is no move to take back.
    #[error("there is no move to take back")]
    NothingToUndo,
    /// There is no move to make again.
    #[error("there is no move to make again")]
    NothingToRedo,
    /// A setting of that name does not exist.
    #[error("there is no setting {0}")]
    UnknownSetting(Unknown),
    /// The value does not suit the setting.
    #[error("the setting {name} cannot be {value:?}: {problem}")]
    BadSetting {
        /// The setting.
        name: String,
        /// The value, shortened.
        value: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A preset of that name does not exist.
    #[error("there is no preset {0}")]
    UnknownPreset(Unknown),
    /// The player broke a contract and was replaced.
    #[error("the player failed at {0}'s move and was replaced by a new one")]
    PlayerFailed(Colour),
    /// A proof is asked for where none can be.
    #[error("the solver failed")]
    SolverFailed,
    /// Two proofs at once.
    #[error("a proof is under way already")]
    SolverBusy,
}

impl EngineError {
    /// A preset that is none of these.
    pub fn unknown_preset<T: AsRef<str>>(name: &str, known: impl IntoIterator<Item = T>) -> EngineError {
        EngineError::UnknownPreset(Unknown::among(name, known))
    }

    /// A setting that is none of these.
    pub fn unknown_setting<T: AsRef<str>>(name: &str, known: impl IntoIterator<Item = T>) -> EngineError {
        EngineError::UnknownSetting(Unknown::among(name, known))
    }

    /// A value that does not suit its setting.
    pub fn bad_setting(name: &str, value: &str, problem: impl Into<String>) -> EngineError {
        EngineError::BadSetting {
            name: name.into(),
            value: value.chars().take(40).collect(),
            problem: problem.into(),
        }
    }
}

impl From<SettingError> for EngineError {
    fn from(error: SettingError) -> EngineError {
        match error {
            SettingError::Unknown(name) => EngineError::unknown_setting(&name, [""; 0]),
            SettingError::Value { name, value, wanted } => EngineError::bad_setting(name, &value, wanted),
        }
    }
}
