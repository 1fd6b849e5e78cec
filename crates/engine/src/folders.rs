//! The user's folders for this program, by the customs of the system.

use std::path::PathBuf;

/// Where settings are kept: `config.toml`, `engines.toml`.
pub fn settings() -> Option<PathBuf> {
    folder("APPDATA", "XDG_CONFIG_HOME", ".config")
}

/// Where data is kept: games of the app.
pub fn data() -> Option<PathBuf> {
    folder("LOCALAPPDATA", "XDG_DATA_HOME", ".local/share")
}

/// The folder by a variable on Windows, or by another one elsewhere, with its usual place at home.
fn folder(windows: &str, unix: &str, usual: &str) -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        variable(windows)
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        variable(unix).or_else(|| variable("HOME").map(|home| home.join(usual)))
    };
    base.map(|base| base.join("robusto"))
}
