//! The page's types, written from those of [`crate::message`] and [`crate::wire`].
//!
//! `ui/src/wire.ts` is committed; the test here fails when it is not what the types say, and writes it when
//! `ROBUSTO_WRITE_TYPES` is set. `API.md` must name every wish, every message and every field of a wish.

use std::collections::BTreeMap;
use std::path::Path;

use game::Game;
use ts_rs::{Config, TS, TypeVisitor};

use crate::lab::{LabReport, LabRun};
use crate::learning::LearnLoop;
use crate::message::{Hello, Wish};
use crate::wire::{Info, KeptGame, Message, Moment, Shape, StoredMap};

const HEAD: &str = "// Written from the server's types (src/message.rs, src/wire.rs): do not edit. A test says when it is stale;\n// `ROBUSTO_WRITE_TYPES=1 cargo test -p robusto-web typescript` writes it anew.\n\n";

/// All types that a message is made of, by name.
struct Gathered<'a> {
    config: &'a Config,
    found: BTreeMap<String, String>,
}

impl Gathered<'_> {
    fn add<T: TS + 'static + ?Sized>(&mut self) {
        let name = T::ident(self.config);
        if self.found.contains_key(&name) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        self.found.insert(name, format!("{docs}export {}\n", T::decl(self.config)));
        T::visit_dependencies(self);
    }
}

impl TypeVisitor for Gathered<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_some() {
            self.add::<T>();
        }
        T::visit_generics(self);
    }
}

/// The words of an enum that the rules own, as a type of the page.
fn words(name: &str, what: &str, words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
    format!("/** {what} */\nexport type {name} = {};\n", words.join(" | "))
}

/// Everything that the page knows of the conversation.
fn typescript() -> String {
    let config = Config::new().with_large_int("number");
    let mut gathered = Gathered { config: &config, found: BTreeMap::new() };
    gathered.add::<Hello>();
    gathered.add::<Wish>();
    gathered.add::<Message>();
    gathered.add::<Info>();
    gathered.add::<KeptGame>();
    gathered.add::<Moment>();
    gathered.add::<Shape>();
    gathered.add::<StoredMap>();
    gathered.add::<LabRun>();
    gathered.add::<LabReport>();
    gathered.add::<LearnLoop>();
    let games: Vec<&str> = games().iter().map(|game| game.word()).collect();
    let own = [
        words("GameName", "The games.", &games),
        words("WinKind", "The kinds of winning shapes.", &["ring", "bridge", "fork", "chain"]),
        words("Quality", "How good a move was.", &["best", "good", "inaccuracy", "mistake", "blunder"]),
    ];
    let all: Vec<String> = own.into_iter().chain(gathered.found.into_values()).collect();
    format!("{HEAD}{}", all.join("\n"))
}

/// The games that there are.
fn games() -> Vec<Game> {
    ["havannah", "hex", "y"].iter().filter_map(|word| Game::named(word)).collect()
}

fn file(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[test]
fn the_types_of_the_page_are_those_of_the_server() {
    let path = file("ui/src/wire.ts");
    let now = typescript();
    if std::env::var_os("ROBUSTO_WRITE_TYPES").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        known == now,
        "ui/src/wire.ts is stale: ROBUSTO_WRITE_TYPES=1 cargo test -p robusto-web typescript"
    );
}

/// The words after a key in the union that an enum becomes: `{ "do": "play", …`.
fn variants<'a>(text: &'a str, tag: &str) -> Vec<&'a str> {
    let key = format!("\"{tag}\": \"");
    text.split(key.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn the_description_names_every_wish_and_every_message() {
    let types = typescript();
    let description = std::fs::read_to_string(file("API.md")).unwrap();
    let (wishes, messages) = (variants(&types, "do"), variants(&types, "type"));
    assert!(wishes.len() > 25 && messages.len() > 10, "{wishes:?} {messages:?}");
    for word in wishes.iter().chain(&messages) {
        assert!(description.contains(&format!("`{word}`")), "API.md does not name `{word}`");
    }
    // And no wish that there is not: the first column of the table of wishes.
    let rows = description.lines().skip_while(|line| !line.starts_with("| `do`")).skip(2);
    let named: Vec<&str> = rows
        .take_while(|line| line.starts_with('|'))
        .flat_map(|line| line.split('|').nth(1).unwrap_or_default().split(','))
        .map(|word| word.trim().trim_matches('`'))
        .collect();
    assert_eq!(named.iter().filter(|word| !wishes.contains(word)).collect::<Vec<_>>(), Vec::<&&str>::new());
    assert_eq!(named.len(), wishes.len());
}
