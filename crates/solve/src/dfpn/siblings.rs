//! What the proof of one reply does for the others: it dismisses them by its zone, or is imitated against them.

use super::look::{Judged, Looked};
use super::{Child, Numbers, Search};
use crate::key::{Images, Word};
use crate::position::Position;
use crate::shape::bits;
use crate::table::Entry;
use crate::zone::{Zone, dismissed};

impl<W: Word> Search<'_, W> {
    /// Keeps the zone of a proof.
    pub(super) fn remember(&mut self, key: W, symmetry: usize, zone: Option<Zone>) {
        let known = zone.filter(|_| self.shared.settings.race > 0);
        if let Some(zone) = known {
            self.shared.zones.store(key, zone.turned(self.shared.shape, symmetry));
        }
    }

    /// The zone of a proved child, if it is still known.
    pub(super) fn zone_after(
        &self,
        position: &Position,
        images: &Images<W>,
        child: &Child<W>,
    ) -> Option<Zone> {
        let zone = self.shared.zones.probe(child.key)?;
        let mut images = *images;
        images.add(self.shared.places, position.turn, child.cell as usize);
        let (_, symmetry) = images.least(self.shared.places);
        Some(zone.turned(self.shared.shape, self.shared.shape.inverse[symmetry]))
    }

    /// The zone of a solved position, if the zones of what proves it are known. `refuted` is
    /// that of the moves which are not among the children.
    pub(super) fn zone_of(
        &mut self,
        position: &Position,
        images: &Images<W>,
        children: &[Child<W>],
        refuted: Option<Zone>,
        numbers: Numbers,
    ) -> Option<Zone> {
        let zone = if numbers.phi == 0.0 {
            let best = children.iter().find(|child| child.delta == 0.0)?;
            self.zone_after(position, images, best).map(|zone| zone.after(best.cell as usize))
        } else if numbers.delta == 0.0 {
            let danger = position.wins[1 - position.turn];
            let add = |zone: Zone, child| Some(zone.or(self.zone_after(position, images, child)?));
            let zone = children.iter().try_fold(refuted.unwrap_or(Zone::EMPTY), add);
            zone.map(|zone| {
                // Of symmetric replies one was searched: the others' proofs are its images.
                let images = images.stable(self.shared.places);
                images
                    .map(|symmetry| zone.turned(self.shared.shape, symmetry))
                    .fold(zone, Zone::or)
                    .before(danger)
            })
        } else {
            return None;
        };
        self.proofs[usize::from(zone.is_none())] += 1;
        zone
    }

    /// Marks the replies as lost that the proof of one of them dismisses.
    pub(super) fn dismiss(
        &mut self,
        position: &Position,
        images: &Images<W>,
        children: &mut [Child<W>],
        proved: usize,
    ) {
        if self.shared.settings.race < 2 {
            return;
        }
        let open = |child: &&Child<W>| child.phi != 0.0;
        let moves = children.iter().filter(open).fold(0, |set, child| set | 1u64 << child.cell);
        if moves == 0 {
            return;
        }
        let Some(zone) = self.zone_after(position, images, &children[proved]) else { return };
        if zone.stones() > self.shared.settings.race || moves & !zone.cells == 0 {
            return;
        }
        let shape = self.shared.shape;
        let lost = dismissed(shape, position, &zone, moves);
        self.dismissed += u64::from(lost.count_ones());
        for child in children.iter_mut().filter(|child| lost >> child.cell & 1 == 1) {
            (child.phi, child.delta) = (0.0, f32::INFINITY);
            let mut images = *images;
            images.add(self.shared.places, position.turn, child.cell as usize);
            let (_, symmetry) = images.least(self.shared.places);
            let best = zone.first.map(|cell| self.canonical(cell.index(), symmetry));
            let entry = Entry { phi: 0.0, delta: f32::INFINITY, best, work: 1 };
            self.shared.table.store(child.key, entry);
            self.shared.zones.store(child.key, zone.turned(shape, symmetry));
        }
    }

    /// At the first visit: replies proved elsewhere dismiss others.
    pub(super) fn dismiss_afresh(
        &mut self,
        position: &Position,
        images: &Images<W>,
        children: &mut [Child<W>],
        key: W,
    ) {
        let known = children.iter().any(|child| child.phi == 0.0);
        if self.shared.settings.race < 2 || !known || self.shared.table.probe(key).is_some() {
            return;
        }
        for proved in 0..children.len() {
            if children[proved].phi == 0.0 {
                self.dismiss(position, images, children, proved);
            }
        }
    }

    /// Tries the proof of one reply, move by move, against the others that are open.
    pub(super) fn imitate(
        &mut self,
        position: &Position,
        images: &Images<W>,
        children: &mut [Child<W>],
        proved: usize,
    ) {
        let most = self.shared.settings.imitate;
        if most == 0 || children.iter().all(|child| child.phi == 0.0) {
            return;
        }
        let shape = self.shared.shape;
        let stone = children[proved].cell as usize;
        let model = position.played(shape, stone);
        for child in children.iter_mut().filter(|child| child.phi != 0.0) {
            let cell = child.cell as usize;
            let mut after = *images;
            after.add(self.shared.places, position.turn, cell);
            let mut left = most;
            self.imitated[1] += 1;
            if self.holds_like(&position.played(shape, cell), &after, Some(&model), &mut left) {
                self.imitated[0] += 1;
                (child.phi, child.delta) = (0.0, f32::INFINITY);
            }
        }
    }

    /// Does the attacker, to move, win by the moves with which it wins the model, if there is one: a proved position with another
    /// stone of the defender? What is proved on the way is stored.
    fn holds_like(
        &mut self,
        position: &Position,
        images: &Images<W>,
        model: Option<&Position>,
        left: &mut u32,
    ) -> bool {
        let (least, symmetry) = images.least(self.shared.places);
        let key = least.tagged(self.tag(position.turn));
        if let Some(entry) = self.shared.table.probe(key).filter(Entry::solved) {
            return entry.phi == 0.0;
        }
        if *left == 0 {
            return false;
        }
        *left -= 1;
        let before = self.nodes;
        self.nodes += 1;
        let Looked { judged, zone } = self.look_once(position, key, symmetry);
        let moves = match judged {
            Judged::Holds => {
                self.remember(key, symmetry, zone);
                self.finish(position, key, super::HOLDS, self.first(zone, symmetry), before);
                return true;
            }
            Judged::Fails => return false,
            Judged::Open(moves) => moves,
        };
        let Some(model) = model else { return false };
        let Some(cell) = self.answer_to(model).filter(|&cell| moves >> cell & 1 == 1) else { return false };
        let shape = self.shared.shape;
        let (after, model) = (position.played(shape, cell), model.played(shape, cell));
        let mut next = *images;
        next.add(self.shared.places, position.turn, cell);
        let Some(zone) = self.fails_like(&after, &next, &model, left) else { return false };
        self.remember(key, symmetry, zone.map(|zone| zone.after(cell)));
        let best = Some(self.canonical(cell, symmetry));
        self.finish(position, key, super::HOLDS, best, before);
        true
    }

    /// The same with the defender to move; the zone of the proof as far as it is known.
    fn fails_like(
        &mut self,
        position: &Position,
        images: &Images<W>,
        model: &Position,
        left: &mut u32,
    ) -> Option<Option<Zone>> {
        let (least, symmetry) = images.least(self.shared.places);
        let key = least.tagged(self.tag(position.turn));
        if let Some(entry) = self.shared.table.probe(key).filter(Entry::solved) {
            let zone = self.shared.zones.probe(key);
            let back = self.shared.shape.inverse[symmetry];
            return (entry.delta == 0.0).then(|| zone.map(|zone| zone.turned(self.shared.shape, back)));
        }
        let before = self.nodes;
        self.nodes += 1;
        let danger = position.wins[self.attacker];
        let Looked { judged, zone } = self.look_once(position, key, symmetry);
        let (moves, zone) = match judged {
            Judged::Holds => return None,
            Judged::Fails if danger != 0 => return Some(Some(Zone::of(danger))),
            Judged::Fails => (0, zone),
            Judged::Open(moves) => (moves, zone),
        };
        let mut whole = zone;
        for cell in bits(moves) {
            let after = position.played(self.shared.shape, cell);
            let mut next = *images;
            next.add(self.shared.places, position.turn, cell);
            let taken = model.free(self.shared.shape) >> cell & 1 == 0;
            let wins = model.wins[model.turn] >> cell & 1 == 1;
            // Where the model's stone is played the two positions meet, which the table may know.
            let like = (!taken && !wins).then(|| model.played(self.shared.shape, cell));
            if !self.holds_like(&after, &next, like.as_ref(), left) {
                return None;
            }
            let child =
                Child { key: self.key(&after, &next), phi: 0.0, delta: f32::INFINITY, cell: cell as u8 };
            let used = self.zone_after(position, images, &child);
            whole = whole.and_then(|whole| Some(whole.or(used?)));
        }
        let whole = if moves == 0 { whole } else { whole.map(|zone| zone.before(danger)) };
        self.remember(key, symmetry, whole);
        self.finish(position, key, super::FAILS, None, before);
        Some(whole)
    }

    /// The move by which the attacker, to move, wins a position, if the table has one.
    fn answer_to(&self, position: &Position) -> Option<usize> {
        let images = Images::of(self.shared.places, position.stones);
        let (least, symmetry) = images.least(self.shared.places);
        let entry = self.shared.table.probe(least.tagged(self.tag(position.turn)))?;
        let best = entry.best.filter(|_| entry.phi == 0.0)?;
        Some(self.shared.shape.turn_back(best, symmetry))
    }
}
