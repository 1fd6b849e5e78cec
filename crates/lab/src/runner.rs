//! Many games at once on this machine: threads take tasks in order, results come back as they are done.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use anyhow::Result;

use crate::seat::{Factory, Seat, take_seat};
use crate::spec::PlayerSpec;
use crate::table;
use crate::task::{GameResult, Task};

/// Whether more games are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Go on.
    More,
    /// Start no further game; those under way are finished and counted.
    Enough,
}

/// The two seats of a table.
type TwoSeats<'a> = [Box<dyn Seat + 'a>; 2];

/// The seats of one thread, kept from game to game as long as the players stay the same.
#[derive(Default)]
pub struct Seats<'a> {
    taken: Option<([PlayerSpec; 2], TwoSeats<'a>)>,
}

impl<'a> Seats<'a> {
    /// Plays a task with these seats.
    pub fn play(&mut self, task: &Task, factory: &'a Factory) -> Result<GameResult> {
        if self.taken.as_ref().is_none_or(|(players, _)| *players != task.players) {
            // The former players leave before the new ones come: programs may be large.
            self.taken = None;
            let [first, second] = &task.players;
            let seats = [take_seat(first, factory)?, take_seat(second, factory)?];
            self.taken = Some((task.players.clone(), seats));
        }
        let (_, seats) = self.taken.as_mut().expect("the seats were just taken");
        table::play(task, seats)
    }
}

/// How many games may run at once without more threads than cores.
pub fn concurrency(players: &[&PlayerSpec]) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = players.iter().map(|player| player.threads).max().unwrap_or(1);
    (cores / threads).max(1)
}

/// Plays all tasks, `at_once` at a time, and hands over each result as it comes. An error ends everything.
pub fn run(
    tasks: impl Iterator<Item = Task> + Send,
    at_once: usize,
    factory: &Factory,
    mut on_result: impl FnMut(&Task, GameResult) -> Result<Flow>,
) -> Result<()> {
    let tasks = Mutex::new(tasks);
    let enough = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..at_once.max(1) {
            let sender = sender.clone();
            scope.spawn(|| play_all(&tasks, &enough, factory, sender));
        }
        drop(sender);
        let mut problem = Ok(());
        for (task, result) in receiver {
            match result.and_then(|result| on_result(&task, result)) {
                Ok(Flow::More) => {}
                Ok(Flow::Enough) => enough.store(true, Ordering::Relaxed),
                Err(error) => {
                    enough.store(true, Ordering::Relaxed);
                    problem = problem.and(Err(error));
                }
            }
        }
        problem
    })
}

fn play_all(
    tasks: &Mutex<impl Iterator<Item = Task>>,
    enough: &AtomicBool,
    factory: &Factory,
    results: mpsc::Sender<(Task, Result<GameResult>)>,
) {
    let mut seats = Seats::default();
    while !enough.load(Ordering::Relaxed) {
        let Some(task) = tasks.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).next() else { return };
        let result = seats.play(&task, factory);
        if results.send((task, result)).is_err() {
            return;
        }
    }
}
