//! How the program ends: exit codes, and one sentence on standard error.

use std::fmt;
use std::process::ExitCode;

/// Why a command did not do what it was asked to.
#[derive(Debug)]
pub enum Failure {
    /// Something was wrong with a file or a device: exit code 1.
    Failed(anyhow::Error),
    /// The command line or the settings make no sense: exit code 2.
    Usage(String),
    /// Time, memory or nodes ran out before there was an answer, which the output says already: exit code 3.
    RanOut,
    /// Whoever read our output has gone: nothing to say.
    PipeClosed,
    /// Clap has something to show (help, version): printed as it is.
    Shown(clap::Error),
}

/// What commands return.
pub type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    /// A usage error with this sentence.
    pub fn usage(sentence: impl fmt::Display) -> Failure {
        Failure::Usage(sentence.to_string())
    }

    /// The failure in words.
    pub fn sentence(&self) -> String {
        match self {
            Failure::Failed(error) => format!("{error:#}"),
            Failure::Usage(sentence) => sentence.clone(),
            Failure::RanOut => "there was no time".into(),
            Failure::PipeClosed => "nobody listens".into(),
            Failure::Shown(shown) => shown.to_string(),
        }
    }

    /// A failure with this sentence.
    pub fn failed(sentence: impl fmt::Display) -> Failure {
        Failure::Failed(anyhow::anyhow!("{sentence}"))
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Failure {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Failure::PipeClosed,
            _ => Failure::Failed(error.into()),
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Failed(error)
    }
}

/// Says what went wrong, if anything, and gives the exit code.
pub fn report(result: Outcome) -> ExitCode {
    match result {
        Ok(()) | Err(Failure::PipeClosed) => ExitCode::SUCCESS,
        Err(Failure::Failed(error)) => {
            say(&format!("{error:#}"));
            ExitCode::from(1)
        }
        Err(Failure::RanOut) => ExitCode::from(3),
        Err(Failure::Usage(sentence)) => {
            say(&sentence);
            ExitCode::from(2)
        }
        Err(Failure::Shown(shown)) => {
            // Help that nobody reads any more is no failure.
            let _ = shown.print();
            ExitCode::SUCCESS
        }
    }
}

/// One sentence on standard error.
pub fn say(sentence: &str) {
    use std::io::Write;
    // When standard error is closed there is nobody to tell.
    let _ = writeln!(std::io::stderr(), "robusto: {sentence}");
}
