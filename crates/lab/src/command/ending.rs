//! How a command of the lab ends when it does not end well.

use crate::say;

/// Why a command did not do what it was asked to, as one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The order makes no sense: exit code 2.
    Usage(String),
    /// Something went wrong: exit code 1.
    Failed(String),
    /// Whoever read the output has gone: nothing to say.
    PipeClosed,
}

/// An error in the order itself, on its way up.
#[derive(Debug)]
pub struct Usage(String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// The error as one about the order.
pub fn usage(error: anyhow::Error) -> anyhow::Error {
    Usage(say::sentence(&error)).into()
}

impl From<anyhow::Error> for Ending {
    fn from(error: anyhow::Error) -> Ending {
        let kind = error.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        if kind == Some(std::io::ErrorKind::BrokenPipe) {
            return Ending::PipeClosed;
        }
        match error.downcast_ref::<Usage>() {
            Some(Usage(sentence)) => Ending::Usage(sentence.clone()),
            None => Ending::Failed(say::sentence(&error)),
        }
    }
}

impl Ending {
    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Ending::Usage(_) => 2,
            Ending::Failed(_) => 1,
            Ending::PipeClosed => 0,
        }
    }

    /// What to say, if anything.
    pub fn sentence(&self) -> Option<&str> {
        match self {
            Ending::Usage(text) | Ending::Failed(text) => Some(text),
            Ending::PipeClosed => None,
        }
    }
}
