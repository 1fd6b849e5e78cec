//! Writes strategies from the truth by brute force; where the truth is against the prover, a device hides it.

use std::collections::HashMap;

use solve::dice::Dice;

use crate::common::ground::{Ground, Spot, cells};
use crate::common::paper::{Answer, Node, Root, Target};

/// What stands in the place of an answer that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// Nothing: the reply is left out.
    Drop,
    /// A chain of threats that ends without a win.
    HangingChain,
    /// A chain that wins if the opponent passes.
    QuietChain,
    /// A chain on cells that may be taken.
    TakenChain,
    /// A search of the checker's.
    Search,
    /// Another position, by some symmetry.
    Known,
    /// A position that a mirror of the board carries onto another, sides or no sides.
    Mirror,
    /// A move, and the same again below it.
    Deeper,
    /// A move onto a stone.
    Taken,
    /// A move, and pairs of cells, some of them no pairs.
    Pairs,
    /// Any of these.
    Mixed,
}

const DEVICES: [Device; 9] = [
    Device::Drop,
    Device::HangingChain,
    Device::QuietChain,
    Device::TakenChain,
    Device::Search,
    Device::Known,
    Device::Deeper,
    Device::Taken,
    Device::Pairs,
];

/// Writes one half of a certificate.
pub struct Author<'a> {
    pub ground: &'a Ground,
    pub prover: usize,
    pub draws: bool,
    pub device: Device,
    pub dice: &'a mut Dice,
    /// Nodes begun, by their stones.
    seen: HashMap<[u64; 2], usize>,
    begun: usize,
    /// Maps that references may use, in the order in which the checker lists them.
    maps: Vec<Vec<usize>>,
    /// How many threats a move should make, 3 for any: a style.
    threats: u32,
}

impl<'a> Author<'a> {
    pub fn new(
        ground: &'a Ground,
        prover: usize,
        draws: bool,
        device: Device,
        dice: &'a mut Dice,
    ) -> Author<'a> {
        let mut maps = ground.symmetries.clone();
        if device == Device::Mirror {
            let images =
                |symmetry: &referee::Symmetry| symmetry.images().iter().map(|cell| cell.index()).collect();
            maps.extend(ground.shape.exchanging_symmetries().iter().map(images));
            maps.sort();
        }
        let threats = dice.below(4) as u32;
        Author { ground, prover, draws, device, dice, seen: HashMap::new(), begun: 0, maps, threats }
    }

    /// A half for the position.
    pub fn half(&mut self, spot: Spot) -> Root {
        if spot.turn == self.prover { Root::Answer(self.answer(spot)) } else { Root::Node(self.node(spot)) }
    }

    /// Does the prover reach its aim?
    fn holds(&self, spot: Spot) -> bool {
        let value = usize::from(self.ground.value(spot));
        value == self.prover || self.draws && value == 2
    }

    fn one_of(&mut self, set: u64) -> Option<usize> {
        (set != 0).then(|| self.dice.below(set.count_ones() as usize)).and_then(|nth| cells(set).nth(nth))
    }

    fn node(&mut self, spot: Spot) -> Node {
        let mut node = Node { id: self.begun, ..Node::default() };
        self.seen.insert(spot.stones, self.begun);
        self.begun += 1;
        let threats = self.ground.targets(spot, self.prover);
        let hopeless = self.draws && !self.ground.can_still_win(spot, 1 - self.prover);
        let pressing = match threats.count_ones() {
            0 if hopeless => 0,
            0 => self.ground.free(spot),
            1 => threats,
            _ => 0,
        };
        let replies = cells(pressing).filter(|&cell| self.ground.winner(spot.play(cell)).is_none());
        let (true_ones, false_ones): (Vec<usize>, Vec<usize>) =
            replies.partition(|&cell| self.holds(spot.play(cell)));
        for cell in true_ones {
            let answer = self.answer(spot.play(cell));
            node.replies.push((cell as u8, answer));
        }
        false_ones.into_iter().for_each(|cell| self.lie(&mut node, cell as u8, spot.play(cell)));
        node
    }

    /// The prover, to move, does not reach its aim after this reply.
    fn lie(&mut self, node: &mut Node, cell: u8, after: Spot) {
        let device = match self.device {
            Device::Mixed => DEVICES[self.dice.below(DEVICES.len())],
            device => device,
        };
        match device {
            Device::Drop | Device::Mixed => {}
            Device::HangingChain | Device::QuietChain | Device::TakenChain => {
                let chain = self.chain(after, device);
                node.chains.push(chain);
            }
            Device::Search => node.replies.push((cell, Answer::Search)),
            Device::Known => {
                let answer = self.known(after);
                node.replies.push((cell, answer));
            }
            Device::Mirror | Device::Deeper => {
                let answer = self.answer(after);
                node.replies.push((cell, answer));
            }
            Device::Taken => {
                let answer = self.taken(after);
                node.replies.push((cell, answer));
            }
            Device::Pairs => {
                let answer = self.pairs(after);
                node.replies.push((cell, answer));
            }
        }
    }

    fn answer(&mut self, spot: Spot) -> Answer {
        if let Some(cell) = self.one_of(self.ground.targets(spot, self.prover)) {
            return Answer::Move(cell as u8, None);
        }
        let holds = self.holds(spot);
        let few = self.ground.free(spot).count_ones() < 4;
        if holds && few && self.dice.below(2) == 0 || !holds && self.device == Device::Search {
            return Answer::Search;
        }
        if self.device == Device::Mirror
            && let Some(answer) = cells(self.ground.free(spot)).find_map(|cell| self.met(spot, cell))
        {
            return answer;
        }
        let Some(cell) = self.choose(spot, holds) else { return Answer::Search };
        if let Some(answer) = self.met(spot, cell) {
            return answer;
        }
        let node = self.node(spot.play(cell));
        Answer::Move(cell as u8, Some(Box::new(node)))
    }

    /// The move as one to a position met before, if it is.
    fn met(&self, spot: Spot, cell: usize) -> Option<Answer> {
        let after = spot.play(cell);
        let same = |(number, map): (usize, &Vec<usize>)| {
            let id = *self.seen.get(&self.ground.carried(after.stones, map))?;
            Some(Answer::Known(cell as u8, number as u8, Target::Id(id)))
        };
        self.maps.iter().enumerate().find_map(same)
    }

    /// A move that keeps what the position holds; if it holds nothing, mostly the one that the fewest replies refute.
    fn choose(&mut self, spot: Spot, holds: bool) -> Option<usize> {
        let free = self.ground.free(spot);
        if holds {
            let good = cells(free).filter(|&cell| self.holds(spot.play(cell)));
            let good = good.fold(0, |set, cell| set | 1 << cell);
            let threats = |cell: &usize| self.ground.targets(spot.play(*cell), self.prover).count_ones();
            let liked = cells(good).min_by_key(|cell| threats(cell).abs_diff(self.threats));
            return if self.threats == 3 || self.dice.below(4) == 0 { self.one_of(good) } else { liked };
        }
        if self.dice.below(3) == 0 {
            return self.one_of(free);
        }
        let refuted = |cell: &usize| {
            let after = spot.play(*cell);
            cells(self.ground.free(after)).filter(|&reply| !self.holds(after.play(reply))).count()
        };
        cells(free).min_by_key(refuted)
    }

    /// Moves that look like a chain of threats.
    fn chain(&mut self, spot: Spot, device: Device) -> Vec<u8> {
        let mut now = spot;
        let mut chain = Vec::new();
        for _ in 0..1 + self.dice.below(5) {
            let danger =
                if device == Device::HangingChain { 0 } else { self.ground.targets(now, 1 - self.prover) };
            let open = if device == Device::TakenChain { self.ground.all } else { self.ground.free(now) };
            let open = if danger == 0 { open & !now.stones[self.prover] } else { danger };
            let Some(cell) = self.link_of_chain(now, open, device) else { break };
            chain.push(cell as u8);
            now.stones[self.prover] |= 1 << cell;
            let threats = self.ground.targets(now, self.prover);
            if threats != 0 {
                now.stones[1 - self.prover] |= threats & threats.wrapping_neg();
            }
        }
        chain
    }

    /// A cell for the chain: mostly the one that makes most threats.
    fn link_of_chain(&mut self, now: Spot, open: u64, device: Device) -> Option<usize> {
        let threats = |cell: &usize| {
            let mut after = now;
            after.stones[self.prover] |= 1 << cell;
            self.ground.targets(after, self.prover).count_ones()
        };
        if device == Device::QuietChain || self.dice.below(3) == 0 {
            return self.one_of(open);
        }
        cells(open).max_by_key(threats)
    }

    /// A move to a position that is said to have been met.
    fn known(&mut self, spot: Spot) -> Answer {
        let quiet = self.ground.free(spot) & !self.ground.targets(spot, self.prover);
        let Some(cell) = self.one_of(quiet) else { return Answer::Search };
        let symmetry = self.dice.below(self.ground.symmetries.len()) as u8;
        let target = Target::Id(self.dice.below(self.begun));
        Answer::Known(cell as u8, symmetry, target)
    }

    /// A move, and pairs of neighbours: disjoint ones or any, of empty cells or of any.
    fn pairs(&mut self, spot: Spot) -> Answer {
        let quiet = self.ground.free(spot) & !self.ground.targets(spot, self.prover);
        let Some(cell) = self.one_of(quiet) else { return Answer::Search };
        let (overlapping, taken) = (self.dice.below(4) == 0, self.dice.below(4) == 0);
        let mut left = if taken { self.ground.all } else { self.ground.free(spot) };
        left &= !(1 << cell) & !spot.stones[self.prover];
        let mut pairs = Vec::new();
        for _ in 0..2 * self.ground.all.count_ones() {
            let Some(a) = self.one_of(left) else { break };
            let near = self.ground.shape.neighbours(self.ground.shape.cell(a).expect("a cell"));
            let near = near.iter().fold(0u64, |set, cell| set | 1 << cell.index());
            let Some(b) = self.one_of(near & left) else { continue };
            pairs.push([a as u8, b as u8]);
            if !overlapping {
                left &= !(1 << a | 1 << b);
            }
        }
        pairs.truncate(1 + self.dice.below(self.ground.all.count_ones() as usize / 2));
        Answer::Pairs(cell as u8, pairs)
    }

    /// A move onto a stone of the opponent, and the truth about what would follow.
    fn taken(&mut self, spot: Spot) -> Answer {
        let Some(cell) = self.one_of(spot.stones[1 - self.prover]) else { return Answer::Search };
        let node = self.node(spot.play(cell));
        Answer::Move(cell as u8, Some(Box::new(node)))
    }
}
