//! Portions of work: each is answered once, whatever is lost, doubled or refused on the way.

mod scratch;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Result, ensure};
use lab::players::make_random;
use lab::store::{Portion, State};
use lab::worker::hand::Files;
use lab::worker::{WorkerOptions, work};
use scratch::Scratch;

fn portions(count: u64, job: &str) -> Vec<Portion> {
    let portion =
        |number| Portion { run: "r".into(), part: "p".into(), number, job: format!("{job} {number}") };
    (0..count).map(portion).collect()
}

#[test]
fn the_first_answer_counts_and_what_is_lost_comes_back() {
    let scratch = Scratch::new("portions");
    let store = scratch.open();
    store.enter_learning("r", 0).unwrap();
    store.order_portions(&portions(2, "job")).unwrap();
    let second = Duration::from_secs(1);
    let member = store.join("r", "somebody", second, 300 * second).unwrap();
    let ticket = store.take_portion(&member).unwrap().unwrap();
    assert_eq!(ticket.job.job, "job 0");
    assert!(store.is_portion_wanted(&ticket.job).unwrap());
    assert!(store.deliver_portion(&member, &ticket, b"first", "somebody").unwrap());
    assert!(!store.deliver_portion(&member, &ticket, b"second", "somebody").unwrap());
    assert!(!store.is_portion_wanted(&ticket.job).unwrap());
    assert_eq!(store.portion_answer("r", "p", 0).unwrap().unwrap().0, b"first");
    // The other one is handed back as done, and never answered.
    let ticket = store.take_portion(&member).unwrap().unwrap();
    store.finish(&member, &ticket).unwrap();
    assert!(store.take_portion(&member).unwrap().is_none());
    store.order_portions(&portions(2, "job")).unwrap();
    let ticket = store.take_portion(&member).unwrap().unwrap();
    assert_eq!(ticket.job.number, 1, "what is answered does not come back, what is lost does");
    store.order_portions(&portions(2, "job")).unwrap();
    assert!(store.take_portion(&member).unwrap().is_none(), "what is at hand is not ordered again");
    assert!(store.deliver_portion(&member, &ticket, b"rubbish", "somebody").unwrap());
    // Rubbish is refused and done again.
    store.refuse_portion("r", "p", 1).unwrap();
    store.order_portions(&portions(2, "job")).unwrap();
    let ticket = store.take_portion(&member).unwrap().unwrap();
    assert!(store.deliver_portion(&member, &ticket, b"good", "somebody").unwrap());
    assert_eq!(store.portion_answer("r", "p", 1).unwrap().unwrap().0, b"good");
    let error = store.order_portions(&portions(2, "another job")).unwrap_err().to_string();
    assert!(error.contains("in another way"), "{error}");
    store.forget_portions("r", "p").unwrap();
    assert_eq!(store.portion_answer("r", "p", 1).unwrap(), None);
    assert_eq!(store.portion_parts("r").unwrap(), [("p".into(), 2, 2)]);
    assert!(store.enter_learning("r", 0).is_ok());
}

/// Turns the order around, if the file is there.
fn reverse(order: &str, files: &Files, _: &AtomicBool) -> Result<Option<Vec<u8>>> {
    let hash = lab_hash();
    ensure!(files(&hash)? == b"weights");
    Ok(Some(order.bytes().rev().collect()))
}

fn lab_hash() -> String {
    cluster::job::hash(b"weights")
}

#[test]
fn workers_with_a_hand_do_portions_and_others_leave_them() {
    let scratch = Scratch::new("portions-hand");
    let store = scratch.open();
    store.enter_learning("r", 0).unwrap();
    assert_eq!(store.keep_file("r", b"weights").unwrap(), lab_hash());
    store.order_portions(&portions(20, "job")).unwrap();
    let options = WorkerOptions { at_once: 2, until_empty: true, ..WorkerOptions::default() };
    let without = work(&store, &make_random, &options, &AtomicBool::new(false));
    assert_eq!(without.portions, 0);
    let stop = AtomicBool::new(false);
    let options = WorkerOptions { hand: Some(reverse), ..options };
    let done = std::thread::scope(|scope| {
        let working = scope.spawn(|| work(&store, &make_random, &options, &stop));
        while store.portion_parts("r").unwrap()[0].2 < 20 {
            std::thread::sleep(Duration::from_millis(10));
        }
        // It waits for more until the run is over.
        store.set_state("r", State::Done).unwrap();
        working.join().unwrap()
    });
    assert_eq!((done.portions, done.double), (20, 0));
    assert_eq!(store.portion_answer("r", "p", 7).unwrap().unwrap().0, b"7 boj");
    assert_eq!(store.known_run("r").unwrap().played, 20);
    store.forget_files("r").unwrap();
    assert!(store.file("r", &lab_hash()).is_err());
}
