//! Laws of a table, tried with chance: an owner with two tabs and a guest with random wishes, late ones among them, seats that
//! change, connections that come and go, engines that answer late, the solver, games that are reopened, and restarts. Whatever
//! happens, nobody places a stone for another's seat, every state is a legal game, and every answer carries the key of its position.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use game::{Coords, Game, Move, Record, Shape, Size};
use search::player::{Candidate, Limits, Moment, Player, Thought};
use serde_json::{Value, json};

use crate::engines::Ledger;
use crate::identity;
use crate::jobs::Job;
use crate::message::{Seat, Wish};
use crate::options::{Options, PlayerSpec, Solve};
use crate::outbox::Outbox;
use crate::proved::Proved;
use crate::session::Session;
use crate::solver;
use crate::store::{self, Store};
use crate::table::{Role, Table};

/// A small repeatable source of chance.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % count
    }

    fn one<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// Thinks nothing of any cell but one: the empty one that its number says, counted in a circle.
struct Numbered(usize);

/// The move of a numbered player.
fn numbered(position: &Moment, number: usize) -> usize {
    let empty: Vec<_> = position.empty_cells().iter().collect();
    empty[number % empty.len()].index()
}

impl Player for Numbered {
    fn think(
        &mut self,
        position: &Moment,
        _: &Limits,
        _: &AtomicBool,
        watch: &mut dyn FnMut(&Thought),
    ) -> Thought {
        let best = numbered(position, self.0);
        let mut cells: Vec<_> = position.empty_cells().iter().collect();
        cells.sort_by_key(|cell| cell.index() != best);
        let candidates = cells
            .into_iter()
            .map(|cell| Candidate {
                cell,
                visits: 1,
                win_rate: 0.4,
                line: vec![cell],
                ..Candidate::default()
            })
            .collect();
        let thought = Thought { candidates, visits: 1, win_rate: 0.4, ..Thought::default() };
        watch(&thought);
        thought
    }
}

/// One person at a table.
struct Client {
    role: Role,
    outbox: Arc<Outbox>,
    number: u64,
    tree: Value,
    state: Value,
    /// Moments that were on the screen, the present one last.
    moments: Vec<(Value, Value)>,
}

impl Client {
    fn enter(session: &Session, role: Role) -> Client {
        let outbox = Arc::new(Outbox::default());
        let number = session.join(role, outbox.clone()).expect("there is room");
        Client { role, outbox, number, tree: Value::Null, state: Value::Null, moments: Vec::new() }
    }
}

/// Who sits before the screens: an owner with two tabs, and a guest.
const ROLES: [Role; 3] = [Role::Owner, Role::Owner, Role::Guest];

/// A table with its people, engines and a solver.
struct World {
    session: Session,
    clients: Vec<Client>,
    options: Options,
    ledger: Arc<Ledger>,
    proved: Arc<Proved>,
    /// A thought that is going on while people wish.
    job: Option<Job>,
    /// Games that were on the table, as text.
    kept: Vec<String>,
    /// How the game of each table began: stones may have been set up.
    starts: HashMap<String, Record>,
    /// Stones by key: what every state and answer agree on.
    known: HashMap<String, String>,
    /// Who wins by key: what is proved once is proved for good.
    winners: HashMap<String, Value>,
    /// What the law was tried on.
    tried: Tried,
}

/// Counts of what came about, so that no law is kept only because nothing happened.
#[derive(Default)]
struct Tried {
    analyses: usize,
    turned_away: usize,
    stones: usize,
    engine_stones: usize,
    late_thoughts: usize,
    proofs: usize,
    restarts: usize,
    reopened: usize,
}

impl World {
    fn new() -> World {
        let proved = Arc::new(Proved::default());
        let session = Session::new("0".repeat(32), Table::first(), proved.clone(), Store::new(None));
        let clients = ROLES.map(|role| Client::enter(&session, role)).into();
        let make_player =
            |spec: &PlayerSpec| -> Box<dyn Player> { Box::new(Numbered(spec.level.map_or(0, usize::from))) };
        let options = Options { make_player: Arc::new(make_player), data: None, ..Options::default() };
        World {
            session,
            clients,
            options,
            ledger: Arc::new(Ledger::new(1 << 20)),
            proved,
            job: None,
            kept: Vec::new(),
            starts: HashMap::new(),
            known: HashMap::new(),
            winners: HashMap::new(),
            tried: Tried::default(),
        }
    }

    /// Notes the positions that the table shows just now: a slow client may never see some of them.
    fn note(&mut self) {
        let inner = self.session.lock();
        let table = &inner.table;
        self.starts.insert(table.token.clone(), table.tree.start().clone());
        for node in [table.tree.current(), table.live] {
            let record = table.tree.record_at(node);
            self.known.insert(identity::key(&record, table.swap_rule), crate::view::stones(&record));
        }
    }

    /// Reads all that was sent to a client.
    fn read(&mut self, who: usize) {
        for message in self.clients[who].outbox.drain() {
            let client = &mut self.clients[who];
            match message["type"].as_str().unwrap() {
                "tree" => client.tree = message,
                "state" => {
                    client.moments.push((message["table"].clone(), message["at"].clone()));
                    client.state = message;
                    self.check_state(who);
                }
                "analysis" => self.check_analysis(&message),
                "proof" => self.check_proof(&message),
                "walk" | "explorer" => {
                    assert!(self.known.contains_key(message["key"].as_str().unwrap()), "{message}");
                }
                _ => {}
            }
        }
    }

    /// A state is a legal game: its moves can be played anew and lead to its stones, its turn and its key.
    fn check_state(&mut self, who: usize) {
        let Client { state, tree, .. } = &self.clients[who];
        assert_eq!(state["table"], tree["table"]);
        let start = &self.starts[state["table"].as_str().unwrap()];
        let record = replay(start, state, tree);
        let key = identity::key(&record, state["swap_rule"].as_bool().unwrap());
        assert_eq!(state["key"], key);
        let stones = state["stones"].as_str().unwrap().to_string();
        assert_eq!(crate::view::stones(&record), stones);
        assert_eq!(state["turn"], record.turn().word());
        if let Some(hint) = state.get("hint").filter(|hint| !hint.is_null() && hint["key"] == key.as_str()) {
            let cell = hint["cell"].as_u64();
            assert!(cell.is_none_or(|cell| stones.as_bytes()[cell as usize] == b'.'), "{hint}");
        }
        let before = self.known.insert(key, stones.clone());
        assert!(before.is_none_or(|before| before == stones));
    }

    /// An analysis is about the position of its key: every move that it names is free there.
    fn check_analysis(&mut self, message: &Value) {
        let stones = self.known.get(message["key"].as_str().unwrap()).expect("a position that was shown");
        let moves = message["moves"].as_array().unwrap();
        assert_eq!(moves.len(), stones.bytes().filter(|&letter| letter == b'.').count());
        for row in moves {
            assert_eq!(stones.as_bytes()[row["cell"].as_u64().unwrap() as usize], b'.');
        }
        self.tried.analyses += 1;
    }

    /// A proof is about the position of its key: its line can be played there, and nobody else was said to win before.
    fn check_proof(&mut self, message: &Value) {
        let key = message["key"].as_str().unwrap();
        let stones = self.known.get(key).expect("a position that was shown");
        for cell in message["line"].as_array().unwrap() {
            assert_eq!(stones.as_bytes()[cell.as_u64().unwrap() as usize], b'.', "{message}");
        }
        if !message["winner"].is_null() {
            self.tried.proofs += 1;
            let before = self.winners.insert(key.into(), message["winner"].clone());
            assert!(before.is_none_or(|before| before == message["winner"]), "{message}");
        }
    }

    fn live(&self) -> (u64, usize, Record) {
        let inner = self.session.lock();
        (inner.table.epoch, inner.table.live, inner.table.tree.record_at(inner.table.live))
    }

    /// Lets a client wish, and checks that it moved nothing that it may not.
    fn wish(&mut self, who: usize, message: &Value) {
        let wish: Wish = match serde_json::from_value(message.clone()) {
            Ok(wish) => wish,
            Err(error) => panic!("{message}: {error}"),
        };
        let (role, outbox) = (self.clients[who].role, self.clients[who].outbox.clone());
        let is_late = self.is_late(role, message);
        let before = (self.live(), self.print());
        let holds = self.holds(role, &before.0.2);
        self.session.handle(role, &outbox, wish);
        let after = self.live();
        if is_late {
            self.tried.turned_away += 1;
            assert_eq!(self.print(), before.1, "a late wish was obeyed: {message}");
        }
        let is_stone = message["do"] == "play" && after.0 == before.0.0 && after.1 != before.0.1;
        // Away from the game the owner may try out stones; the game itself is moved only from one's seat.
        let extends = after.2.len() == before.0.2.len() + 1
            && after.2.moves()[..before.0.2.len()] == *before.0.2.moves();
        if is_stone && extends && role == Role::Guest {
            assert!(holds, "{message} by {role:?}");
        }
        if is_stone && extends && before.1.1 == before.0.1 {
            assert!(holds, "{message} by {role:?}");
            self.tried.stones += 1;
        }
    }

    /// Whether a wish names a game or moment that is not the present one.
    fn is_late(&self, role: Role, message: &Value) -> bool {
        let inner = self.session.lock();
        let now = [("table", inner.table.token.clone()), ("at", inner.table.at(role))];
        now.iter().any(|(name, now)| message.get(name).is_some_and(|said| said != now))
    }

    /// Whether a role holds the seat to move.
    fn holds(&self, role: Role, record: &Record) -> bool {
        let inner = self.session.lock();
        let seat = inner.table.seats_at(record)[record.turn().index()];
        *seat == if role == Role::Owner { Seat::Human } else { Seat::Guest }
    }

    /// All of the table that a wish could change; a clock runs by itself.
    fn print(&self) -> (Value, usize) {
        let inner = self.session.lock();
        let mut kept: Value = serde_json::from_str(&store::write(&inner.table)).unwrap();
        kept["clock"]["left"] = Value::Null;
        (kept, inner.table.tree.current())
    }

    /// An engine begins to think, or comes back with what it has thought of a table that may be another by now.
    fn think(&mut self) {
        let Some(mut job) = self.job.take() else {
            self.job = self.session.lock().take_job(&self.options, &self.ledger, 1);
            return;
        };
        let (epoch, at, before) = self.live();
        let seat = self.seat_to_move();
        let is_stopped = job.stop.load(Ordering::Relaxed);
        self.tried.late_thoughts += usize::from(is_stopped);
        let thought = job.think(&self.session);
        self.session.lock().give_back(job, Some(thought), Duration::ZERO);
        let (_, after_at, after) = self.live();
        // A stone of an engine is that of the one who sits there now.
        if after_at != at && after.len() == before.len() + 1 && self.live().0 == epoch {
            let Seat::Engine { level, .. } = &seat else { panic!("an engine moved for {seat:?}") };
            let Some(cell) = after.moves().last().and_then(|mv| mv.cell()) else { return };
            let number = level.map_or(0, usize::from);
            assert!(before.is_empty() || cell.index() == numbered(before.position(), number), "{seat:?}");
            self.tried.engine_stones += 1;
        }
    }

    fn seat_to_move(&self) -> Seat {
        self.session.lock().table.seat_to_move().clone()
    }

    /// The solver is asked about the position on the table, if the board is small.
    fn solve(&mut self) {
        if self.live().2.shape().len() <= 12 {
            let solve: Solve = Arc::new(crate::prove::prove);
            solver::run(&self.session, &self.options, &self.proved, &solve, &Arc::default());
        }
    }

    /// The server is killed and started again: the same game stands on the table, whatever was being thought.
    fn restart(&mut self) {
        let text = store::write(&self.session.lock().table);
        let (before, print) = (self.live().2, self.print().0);
        let table = store::read(&text).unwrap_or_else(|| panic!("cannot be read: {text}"));
        self.job = None;
        self.session = Session::new("0".repeat(32), table, self.proved.clone(), Store::new(None));
        let after = self.live().2;
        assert_eq!((after.moves(), after.end()), (before.moves(), before.end()));
        assert_eq!(self.print().0, print);
        for (client, role) in self.clients.iter_mut().zip(ROLES) {
            // The moments that it has seen are those of another life of the server.
            *client =
                Client { moments: std::mem::take(&mut client.moments), ..Client::enter(&self.session, role) };
        }
        self.tried.restarts += 1;
    }

    /// A game that was on the table is put there again.
    fn reopen(&mut self, which: usize) {
        let now = store::write(&self.session.lock().table);
        if let Some(text) = self.kept.get(which % self.kept.len().max(1)) {
            let table = store::read(text).unwrap_or_else(|| panic!("cannot be read: {text}"));
            self.session.lock().replace(|own| own.take_over(table));
            self.tried.reopened += 1;
        }
        self.kept.push(now);
    }

    fn come_back(&mut self, who: usize) {
        self.session.leave(self.clients[who].number);
        self.clients[who] = Client::enter(&self.session, self.clients[who].role);
    }
}

/// The game of a state, made anew from its start and the names of the moves in the tree.
fn replay(start: &Record, state: &Value, tree: &Value) -> Record {
    let text = |value: &Value| value.as_str().unwrap().to_string();
    let game = Game::named(&text(&state["game"])).unwrap();
    let shape = Shape::of(Size::parse(game, &text(&state["size"])).unwrap());
    assert_eq!(start.shape().size(), shape.size());
    let nodes: HashMap<u64, &Value> =
        tree["nodes"].as_array().unwrap().iter().map(|node| (node["id"].as_u64().unwrap(), node)).collect();
    let mut path = Vec::new();
    let mut at = state["node"].as_u64();
    while let Some(node) = at.map(|id| nodes[&id]) {
        path.extend(node["move"].as_str());
        at = node["parent"].as_u64();
    }
    let mut record = start.clone();
    for name in path.into_iter().rev() {
        record.play(Move::parse(shape, name, Coords::Gui).unwrap()).unwrap();
    }
    if state["over"]["how"] == "resign" {
        let loser =
            if state["over"]["winner"] == "white" { game::Colour::Black } else { game::Colour::White };
        record.resign(loser).unwrap();
    }
    record
}

fn engine(chance: &mut Chance) -> Value {
    json!({ "kind": "engine", "level": 1 + chance.below(3) })
}

fn seat(chance: &mut Chance) -> Value {
    match chance.below(5) {
        0 | 1 => engine(chance),
        2 => json!({ "kind": "guest" }),
        _ => json!({ "kind": "human" }),
    }
}

/// Anything that a client may wish, with the moment it has before its eyes, one that has passed, or none.
fn any_wish(chance: &mut Chance, client: &Client) -> Value {
    let cell = format!("{}{}", chance.one(&["a", "b", "c", "d"]), 1 + chance.below(4));
    let on = chance.below(2) == 0;
    let node = chance.below(12);
    let (game, size) = [("havannah", "3"), ("havannah", "4"), ("hex", "3"), ("hex", "3x4")][chance.below(4)];
    let mut wish = match chance.below(44) {
        0 => {
            let (white, black) = (seat(chance), seat(chance));
            let mut new = json!({ "do": "new", "game": game, "size": size, "white": white, "black": black, "swap": on });
            match chance.below(4) {
                0 => new["moves"] = "a1 b2".into(),
                1 => new["clock"] = json!({ "main": 60_000, "increment": 1000 }),
                2 => {
                    new["stones"] = "w.b......".into();
                    new["turn"] = chance.one(&["white", "black"]).into();
                }
                _ => {}
            }
            new
        }
        1 => json!({ "do": "open", "text": format!("{game} {size}: a1 b2") }),
        2 => json!({ "do": "seats", "white": seat(chance), "black": seat(chance) }),
        3 => json!({ "do": "invite", "colour": chance.one(&["white", "black"]) }),
        4 => json!({ "do": "undo" }),
        5 => json!({ "do": "redo" }),
        6 => json!({ "do": "go", "node": node }),
        7 => json!({ "do": "step", "to": chance.one(&["start", "back", "forward", "end", "up", "down"]) }),
        8 => json!({ "do": "hint" }),
        9 => json!({ "do": "analyse", "on": on }),
        10 => json!({ "do": "review", "on": on }),
        11 => json!({ "do": "openings", "game": game, "size": size, "on": on }),
        12 => json!({ "do": "line", "moves": [cell, "swap"], "go": 1 }),
        13 => json!({ "do": "delete", "node": node }),
        14 => json!({ "do": "resign" }),
        15 => json!({ "do": "think", "on": on }),
        16 => json!({ "do": "promote", "node": node }),
        17 => json!({ "do": "ponder", "on": on }),
        18 => {
            json!({ "do": "library", "files": [["a", "(;FF[4]GM[Havannah]AP[Robusto]SZ[3];W[a1];B[b2])"]] })
        }
        21 => json!({ "do": "teach", "on": on }),
        22 => json!({ "do": "judge", "node": node }),
        23 => json!({ "do": "library_own" }),
        24 => json!({ "do": "library_open", "game": 0 }),
        25 => json!({ "do": "restore" }),
        26 => json!({ "do": "comment", "node": node, "text": cell }),
        27 => json!({ "do": "names", "white": cell, "black": "" }),
        28 => {
            json!({ "do": "batch", "files": [["b", "(;FF[4]GM[Havannah]AP[Robusto]SZ[3];W[a1];B[b2];W[c3])"]], "seconds": 1 })
        }
        29 => json!({ "do": "batch_open", "game": 0, "ply": 1 + chance.below(3) }),
        19 | 20 => json!({ "do": "play", "move": "swap" }),
        _ => json!({ "do": "play", "move": cell }),
    };
    let moment = match chance.below(10) {
        0..=4 => client.moments.last(),
        5 | 6 => client.moments.get(chance.below(client.moments.len().max(1))),
        _ => None,
    };
    if let Some((table, at)) = moment.cloned() {
        wish["table"] = table;
        if chance.below(2) == 0 {
            wish["at"] = at;
        }
    }
    wish
}

/// Something happens.
fn go_on(world: &mut World, chance: &mut Chance) {
    let who = chance.below(ROLES.len());
    match chance.below(100) {
        0..=3 => world.come_back(who),
        4..=33 => world.think(),
        // Another engine sits down while one thinks.
        34..=43 if world.job.is_some() => {
            let wish = json!({ "do": "seats", "white": engine(chance), "black": engine(chance) });
            world.wish(0, &wish);
        }
        44 => world.solve(),
        45 => world.reopen(chance.below(100)),
        46 => world.restart(),
        47 => world.session.tick(),
        _ => {
            let wish = any_wish(chance, &world.clients[who]);
            world.wish(who, &wish);
        }
    }
    world.note();
    // A slow client reads only now and then.
    for who in 0..ROLES.len() {
        if chance.below(3) > 0 {
            world.read(who);
        }
    }
}

#[test]
fn whatever_people_wish_the_table_keeps_its_laws() {
    let mut tried = Tried::default();
    for seed in 0..16 {
        let mut world = World { tried, ..World::new() };
        let mut chance = Chance(seed);
        for _ in 0..400 {
            go_on(&mut world, &mut chance);
        }
        (0..ROLES.len()).for_each(|who| world.read(who));
        tried = world.tried;
    }
    // The laws were tried, and not by wishes that all failed.
    let Tried { analyses, turned_away, stones, engine_stones, late_thoughts, proofs, restarts, reopened } =
        tried;
    let counts = [analyses, turned_away, stones, engine_stones, late_thoughts, proofs, restarts, reopened];
    assert!(counts.iter().all(|&count| count > 30), "{counts:?}");
}
