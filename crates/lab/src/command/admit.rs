//! Players are looked at before the first game: a word that was mistyped must not lose a match.

use std::collections::BTreeSet;

use anyhow::Result;

use super::ending::usage;
use crate::contest::Contest;
use crate::players;
use crate::roster::{Roster, storable};
use crate::say::{note, sentence};
use crate::seat::Factory;
use crate::spec::PlayerKind;

/// Where the games will be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    /// In this process alone: any program may sit down.
    Here,
    /// Through a database, here first of all.
    Store,
    /// Through a database by others: engines that this machine lacks may be elsewhere.
    Elsewhere,
}

/// Fails with a sentence about the first player of these matches that cannot play.
pub fn check_players<'a>(
    contests: impl IntoIterator<Item = &'a Contest>,
    place: Where,
    roster: &Roster,
    factory: &Factory,
) -> Result<()> {
    let mut seen = BTreeSet::new();
    for contest in contests {
        for player in &contest.players {
            if place != Where::Here {
                storable(player).map_err(usage)?;
            }
            if !seen.insert((player.to_string(), contest.board.to_string())) {
                continue;
            }
            let checked = roster.check(player, contest.board, factory);
            match (checked, &player.kind) {
                (Err(error), PlayerKind::Engine { .. }) if place == Where::Elsewhere => {
                    note(format!("{}; its games wait for workers that have it", sentence(&error)));
                }
                (checked, _) => checked.map_err(usage)?,
            }
            for inert in players::inert(player, contest.board) {
                note(format!("note: {player} on {}: {inert}", contest.board));
            }
        }
    }
    Ok(())
}

/// The same match with engines' names replaced by their commands, to be played in this process.
pub fn seated(contest: &Contest, roster: &Roster) -> Result<Contest> {
    let [first, second] = &contest.players;
    Ok(Contest { players: [roster.seated(first)?, roster.seated(second)?], ..contest.clone() })
}
