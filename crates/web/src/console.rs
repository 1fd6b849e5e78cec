//! A console for the engines of the owner's file: one GTP line goes in, the answer comes out. A request names
//! an engine; only the file says which program that is.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use gtp::{Client, Engines};
use serde::Deserialize;

use crate::api::Refusal;
use crate::server::Shared;

/// Engines that run for consoles at a time.
const MOST: usize = 4;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// Characters of a line.
const LENGTH: usize = 1000;

/// The engines that run, by the name in the file.
#[derive(Default)]
pub struct Consoles(Mutex<HashMap<String, Arc<Mutex<Client>>>>);

/// A line for an engine.
#[derive(Debug, Deserialize)]
pub struct Question {
    engine: String,
    line: String,
}

impl Consoles {
    /// What an engine answers to a line; it is started when it does not run.
    fn ask(&self, engines: &Engines, question: &Question) -> Result<String, String> {
        let line = question.line.trim();
        if line.is_empty() || line.len() > LENGTH || line.contains(['\n', '\r']) {
            return Err("a GTP command is one line of text".into());
        }
        let client = self.client(engines, &question.engine)?;
        let mut client = client.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let answer = client.send_within(line, PATIENCE).map_err(|error| error.to_string());
        // One that was told to go, or does not answer any more, is started afresh next time.
        if line == "quit" || (answer.is_err() && client.send("name").is_err()) {
            self.running().remove(&question.engine);
        }
        answer
    }

    fn running(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Mutex<Client>>>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn client(&self, engines: &Engines, name: &str) -> Result<Arc<Mutex<Client>>, String> {
        let launch = engines.find(name).ok_or("there is no such engine in the file of engines")?;
        let mut running = self.running();
        if let Some(client) = running.get(name) {
            return Ok(client.clone());
        }
        if running.len() >= MOST {
            return Err(format!("{MOST} engines run already: tell one of them to quit"));
        }
        let client = Arc::new(Mutex::new(Client::start(launch).map_err(|error| error.to_string())?));
        running.insert(name.into(), client.clone());
        Ok(client)
    }
}

/// A line of a console, for whoever has a session.
pub async fn ask(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Json(question): Json<Question>,
) -> Result<String, Refusal> {
    if shared.sessions.find(&id).is_none() {
        return Err((StatusCode::NOT_FOUND, "There is no such game.".into()));
    }
    let asked =
        tokio::task::spawn_blocking(move || shared.consoles.ask(&shared.options.engines, &question)).await;
    let answer = asked.map_err(|error| (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))?;
    answer.map_err(|error| (StatusCode::BAD_REQUEST, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(engine: &str, line: &str) -> Question {
        Question { engine: engine.into(), line: line.into() }
    }

    #[test]
    fn an_engine_of_the_file_answers_and_nothing_else_is_started() {
        let script = std::env::temp_dir().join(format!("robusto-console-{}.sh", crate::secret::token()));
        std::fs::write(&script, r#"while read -r line; do echo "= <$line>"; echo; done"#).unwrap();
        let text = format!("[[engine]]\nname = \"echo\"\ncommand = \"sh {}\"\n", script.display());
        let engines = Engines::parse(&text).unwrap();
        let consoles = Consoles::default();
        assert_eq!(consoles.ask(&engines, &question("echo", " name ")).unwrap(), "<name>");
        assert_eq!(consoles.ask(&engines, &question("echo", "genmove w")).unwrap(), "<genmove w>");
        assert!(consoles.ask(&engines, &question("echo", "name\nquit")).is_err());
        assert!(consoles.ask(&engines, &question("sh", "name")).is_err());
        assert_eq!(consoles.running().len(), 1);
        consoles.ask(&engines, &question("echo", "quit")).unwrap();
        assert!(consoles.running().is_empty());
        std::fs::remove_file(script).unwrap();
    }
}
