//! What waits to be sent to one connection. A slow client never holds more than one message of each kind: the
//! newest replaces what it has not read yet.

use std::collections::BTreeMap;
use std::sync::Mutex;

use serde::Serialize;
#[cfg(test)]
use serde_json::Value;
use tokio::sync::Notify;

/// Kinds of messages of which only the newest matters, in the order of sending.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slot {
    /// Who the client is.
    Welcome,
    /// The variation tree.
    Tree,
    /// The current moment.
    State,
    /// What an engine thinks of it.
    Analysis,
    /// What the solver has found.
    Proof,
    /// Where the moment stands in a proof.
    Walk,
    /// What the library says.
    Explorer,
    /// A swap map in the making.
    SwapMap,
    /// What the review of a pile of games has found.
    Batch,
    /// A game that was replaced and can be gone back to.
    Kept,
    /// Moves that were deleted and can be brought back.
    Deleted,
    /// A word to the user.
    Notice,
}

/// The newest unsent message of each kind.
#[derive(Default, Debug)]
pub struct Outbox {
    waiting: Mutex<BTreeMap<Slot, String>>,
    notify: Notify,
}

impl Outbox {
    /// Puts a message into its slot.
    pub fn put(&self, slot: Slot, message: &impl Serialize) {
        self.put_text(slot, text(message));
    }

    /// The same for a message that is text already.
    pub fn put_text(&self, slot: Slot, text: String) {
        self.waiting.lock().expect("no panic while locked").insert(slot, text);
        self.notify.notify_one();
    }

    /// All that waits, in its order.
    #[cfg(test)]
    pub fn drain(&self) -> Vec<Value> {
        let waiting = std::mem::take(&mut *self.waiting.lock().expect("no panic while locked"));
        waiting.into_values().map(|text| serde_json::from_str(&text).expect("messages are JSON")).collect()
    }

    /// The next message, when there is one.
    pub async fn next(&self) -> String {
        loop {
            let first = self.waiting.lock().expect("no panic while locked").pop_first();
            if let Some((_, text)) = first {
                return text;
            }
            self.notify.notified().await;
        }
    }
}

/// A message as text.
pub fn text(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("messages have no keys but words")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[tokio::test]
    async fn only_the_newest_of_a_kind_is_kept() {
        let outbox = Outbox::default();
        for i in 0..1000 {
            outbox.put(Slot::State, &json!(i));
        }
        outbox.put(Slot::Tree, &json!("tree"));
        assert_eq!(outbox.next().await, "\"tree\"");
        assert_eq!(outbox.next().await, "999");
    }
}
