//! What the settings come to on a board, as types: where the priors of moves come from, which policies roll out and in which order,
//! whether a network evaluates. A setting that no part of it reads has no effect, and [`Settings::inert`] says so.

use game::Shape;

use crate::networks;
use crate::networks::policy_net::{PolicyNet, Weights};
use crate::settings::{Beta, Grams, KnowledgeAs, Settings};

/// Where the prior of a move comes from when its node is born.
#[derive(Clone, Debug)]
pub enum Prior {
    /// Nothing is known.
    None,
    /// Heuristics, each with its weight.
    Handmade(Handmade),
    /// The learned policy.
    Net(Chance, PolicyNet),
}

/// The weights of the heuristics, in hundredths.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "each is the setting of the same name")]
pub struct Handmade {
    pub bridge: f32,
    pub near_own: f32,
    pub near_any: f32,
    pub reply: f32,
    pub edges: f32,
    pub size: f32,
    pub distance: f32,
    pub distance_both: f32,
    pub distance_bridges: bool,
    pub potential: f32,
    pub joint: f32,
    pub neighbour: f32,
    pub links: f32,
    pub touch: f32,
    pub other: f32,
}

impl Handmade {
    fn of(settings: &Settings) -> Handmade {
        Handmade {
            bridge: settings.know_bridge,
            near_own: settings.know_near_own,
            near_any: settings.know_near_any,
            reply: settings.know_reply,
            edges: settings.know_edges,
            size: settings.know_size,
            distance: settings.know_distance,
            distance_both: settings.know_distance_both,
            distance_bridges: settings.distance_bridges,
            potential: settings.know_potential,
            joint: settings.know_joint,
            neighbour: settings.know_neighbour,
            links: settings.know_links,
            touch: settings.know_touch,
            other: settings.know_other,
        }
    }

    /// Whether the distance to a win is asked for.
    pub fn has_distance(&self) -> bool {
        self.distance != 0.0 || self.distance_both != 0.0
    }

    fn is_anything(&self) -> bool {
        let simple =
            [self.bridge, self.near_own, self.near_any, self.reply, self.edges, self.size, self.other];
        let more = [self.potential, self.joint, self.neighbour, self.links, self.touch];
        self.has_distance() || simple.into_iter().chain(more).any(|weight| weight != 0.0)
    }
}

/// What a learned chance counts: `weight * chance ^ power`, in hundredths.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chance {
    /// The weight.
    pub weight: f32,
    /// The power.
    pub power: f32,
}

/// A policy of rollouts: it has a move or leaves it to the next one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Policy {
    /// With this chance, the answer to an intrusion into a bridge.
    Bridge(f32),
    /// The last good reply.
    Replies,
    /// The best N-gram.
    Grams,
    /// With this chance, a move beside an own stone or a bridge away from one.
    Joint(f32),
    /// A move drawn by the weight of its surroundings, with this sharpness.
    Patterns(f32),
}

/// A setting that does nothing while the others are as they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Inert {
    /// The setting.
    pub name: &'static str,
    /// Why.
    pub because: &'static str,
}

impl std::fmt::Display for Inert {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} has no effect: {}", self.name, self.because)
    }
}

const HANDMADE: &[&str] = &[
    "know_bridge",
    "know_near_own",
    "know_near_any",
    "know_reply",
    "know_edges",
    "know_size",
    "know_distance",
    "know_distance_both",
    "distance_bridges",
    "know_potential",
    "know_joint",
    "know_neighbour",
    "know_links",
    "know_touch",
    "know_other",
];
const RINGS: &[&str] = &["ring_share", "ring_depth", "ring_growth", "ring_permanent"];
const ROLLOUT: &[&str] = &[
    "mate",
    "bridge",
    "reply",
    "reply_forget",
    "reply_reset",
    "grams",
    "gram_epsilon",
    "gram_decay",
    "gram_threshold",
    "joint",
    "patterns",
];

impl Settings {
    /// Where priors come from on boards of a shape.
    pub fn prior(&self, shape: &'static Shape) -> Prior {
        if self.has_policy_net(shape)
            && let Some(net) = PolicyNet::new(shape, Weights::embedded())
        {
            return Prior::Net(self.chance(), net);
        }
        let handmade = Handmade::of(self);
        if handmade.is_anything() { Prior::Handmade(handmade) } else { Prior::None }
    }

    /// Whether the learned policy gives the priors on boards of a shape.
    fn has_policy_net(&self, shape: &'static Shape) -> bool {
        self.know_policy != 0.0 && networks::know(shape) && PolicyNet::fits(shape)
    }

    /// What learned chances count.
    pub fn chance(&self) -> Chance {
        Chance { weight: self.know_policy, power: self.policy_power }
    }

    /// The policies of rollouts in the order in which they are asked. When none has a move, any is taken.
    pub fn policies(&self) -> Vec<Policy> {
        let wanted = |policy: Policy, is_wanted: bool| is_wanted.then_some(policy);
        let policies = [
            wanted(Policy::Bridge(self.bridge), self.bridge > 0.0),
            wanted(Policy::Replies, self.reply > 0),
            wanted(Policy::Grams, self.grams != Grams::Off),
            wanted(Policy::Joint(self.joint), self.joint > 0.0),
            wanted(Policy::Patterns(self.patterns), self.patterns > 0.0),
        ];
        policies.into_iter().flatten().collect()
    }

    /// Whether nodes are evaluated by a network on boards of a shape.
    fn has_evaluation(&self, shape: &'static Shape) -> bool {
        (self.value_visits > 0 || self.puct > 0.0) && self.network.on(shape).is_some()
    }

    /// Whether moves have priors on boards of a shape, at birth or by an evaluation.
    pub fn has_priors(&self, shape: &'static Shape) -> bool {
        let is_born_with = self.has_policy_net(shape) || Handmade::of(self).is_anything();
        is_born_with || self.know_policy != 0.0 && self.has_evaluation(shape)
    }

    /// The settings that change nothing on boards of a shape while the others are as they are.
    pub fn inert(&self, shape: &'static Shape) -> Vec<Inert> {
        let mut found: Vec<Inert> = Vec::new();
        let mut rule = |names: &[&'static str], is_inert: bool, because: &'static str| {
            for &name in names.iter().filter(|_| is_inert) {
                if found.iter().all(|inert| inert.name != name) {
                    found.push(Inert { name, because });
                }
            }
        };
        let evaluates = self.has_evaluation(shape);
        let has_puct = self.puct > 0.0;
        let formula = &["rave", "rave_beta", "rave_bias", "rave_start", "explore", "bound", "first_play"];
        let why = "PUCT takes the place of RAVE's formula (puct)";
        rule(formula, has_puct, why);
        rule(&["knowledge", "knowledge_visits"], has_puct, why);
        let why = "the network's chances stand in for all knowledge (puct)";
        let is_overwritten = has_puct && evaluates && self.widen_factor == 0.0;
        rule(HANDMADE, is_overwritten, why);
        rule(&["know_policy", "policy_power"], is_overwritten, why);
        rule(&["rave_beta", "rave_bias", "rave_start"], self.rave == 0.0, "rave is 0");
        rule(&["rave_bias"], self.rave_beta != Beta::Silver, "rave_beta is not silver");
        rule(&["bound"], self.explore == 0.0, "explore is 0");
        rule(&["widen_power"], self.widen_factor == 0.0, "widen_factor is 0");
        rule(&["threat_moves"], self.threat_visits == 0, "threat_visits is 0");

        let connections = ["connection_visits", "connection_effort", "connection_inferior"];
        rule(&connections, !shape.has_own_sides(), "connections are looked for in Hex only");
        rule(&connections[1..], self.connection_visits == 0, "connection_visits is 0");
        rule(&["draws"], !shape.has_draws(), "this game has no draws");

        rule(
            HANDMADE,
            self.has_policy_net(shape),
            "the learned policy stands in for all other knowledge (know_policy)",
        );
        let is_unread = !networks::know(shape) && !evaluates;
        rule(&["know_policy", "policy_power"], is_unread, "no network was taught this game");
        rule(&["policy_power"], self.know_policy == 0.0, "know_policy is 0");
        let handmade = Handmade::of(self);
        rule(&["distance_bridges"], !handmade.has_distance(), "know_distance and know_distance_both are 0");
        rule(&["knowledge", "knowledge_visits"], !self.has_priors(shape), "there is no knowledge (know_...)");
        let counts = matches!(self.knowledge, KnowledgeAs::Visits | KnowledgeAs::Rave);
        rule(&["knowledge_visits"], !counts, "knowledge is not visits or rave");

        let asks = self.value_visits > 0 || has_puct;
        rule(&["puct_loss", "root_noise"], !has_puct, "puct is 0");
        rule(&["value_share", "network"], !asks, "value_visits and puct are 0");
        rule(&["value_visits"], has_puct, "with puct every node is evaluated at its first visit");
        rule(
            &["value_visits", "value_share", "root_noise"],
            asks && !evaluates,
            "there is no network for this board",
        );

        let is_alone = has_puct && evaluates && self.value_share >= 1.0;
        let why = "the network's value alone counts, nothing is rolled out (puct, value_share)";
        rule(ROLLOUT, is_alone, why);
        rule(RINGS, is_alone, why);
        rule(RINGS, !shape.has_rings(), "this game has no rings");
        rule(&RINGS[1..], self.ring_share == 0.0, "ring_share is 0");
        rule(&["reply_forget", "reply_reset"], self.reply == 0, "reply is 0");
        rule(&["gram_epsilon", "gram_decay", "gram_threshold"], self.grams == Grams::Off, "grams is off");
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mcts::{Mcts, Resources};
    use crate::player::{Limits, Moment, Player};
    use crate::random::Random;
    use game::{Cell, Game, Size};
    use std::sync::atomic::AtomicBool;

    /// Any value that a setting takes; often the one that switches it off.
    fn any(name: &str, random: &mut Random) -> String {
        let (_, wanted) = Settings::help(name).unwrap();
        if name == "network" {
            return ["learned", "2026-11"][random.below(2)].into();
        }
        let numbers: Vec<f32> = wanted.split(' ').filter_map(|word| word.parse().ok()).collect();
        match (numbers.as_slice(), wanted.as_str()) {
            (&[low, high], _) if wanted.contains("number from") => {
                let (low, high) = (low.max(0.0), high.min(8.0).max(low));
                let value = if random.below(2) == 0 { low } else { low + random.unit() * (high - low) };
                if wanted.contains("whole") { value.round().to_string() } else { value.to_string() }
            }
            (_, "on or off") => ["on", "off"][random.below(2)].into(),
            _ => {
                let words: Vec<&str> = wanted.split(", ").collect();
                words[random.below(words.len())].into()
            }
        }
    }

    /// What a thought comes to, all but its time.
    fn thought(settings: &Settings, position: &Moment) -> Vec<(Cell, u64, u32)> {
        let resources = Resources { memory: 1 << 22, ..Resources::default() };
        let mut player = Mcts::new(settings.clone(), resources);
        let mut position = *position;
        let mut found = Vec::new();
        // Two moves, so that what is learned for the next one counts.
        for _ in 0..2 {
            let thought = player.think(&position, &Limits::visits(60), &AtomicBool::new(false), &mut |_| {});
            let rows = thought.candidates.iter();
            found.extend(rows.map(|row| (row.cell, row.visits, row.win_rate.to_bits())));
            let Some(best) = thought.best() else { break };
            position.play(best);
            if position.outcome().is_some() {
                break;
            }
        }
        found
    }

    #[test]
    fn what_is_called_inert_changes_nothing() {
        let mut random = Random::new(5);
        let sizes = [Size::havannah(4), Size::hex(5), Size::parse(Game::Y, "5")].map(Result::unwrap);
        // These end the thought or play at random, whatever the others are.
        let names = || Settings::NAMES.iter().filter(|name| !["visit_limit", "slips"].contains(name));
        let (mut tried, mut live) = (0, 0);
        for round in 0..45 {
            let shape = Shape::of(sizes[round % 3]);
            let mut settings = Settings::default();
            for name in names().filter(|_| round >= 6) {
                if random.below(3) == 0 {
                    settings.set(name, &any(name, &mut random)).unwrap();
                }
            }
            settings.rollouts = settings.rollouts.min(3);
            let position = Moment::new(shape);
            let plain = thought(&settings, &position);
            let mut other = settings.clone();
            for idle in settings.inert(shape) {
                // Others may become inert by a change, but not the other way round: one at a time.
                let mut changed = settings.clone();
                changed.set(idle.name, &any(idle.name, &mut random)).unwrap();
                if changed != settings && random.below(3) == 0 {
                    assert_eq!(
                        plain,
                        thought(&changed, &position),
                        "{idle} on {}: {settings:?}",
                        shape.size()
                    );
                    tried += 1;
                }
            }
            let name = ["explore", "rave", "first_play"][random.below(3)];
            other.set(name, &any(name, &mut random)).unwrap();
            live += usize::from(thought(&other, &position) != plain);
        }
        assert!(tried > 100 && live > 5, "{tried} {live}");
    }

    #[test]
    fn the_recipe_of_a_preset_is_what_it_says() {
        let havannah = Shape::of(Size::havannah(5).unwrap());
        let strong = crate::presets::preset("strong-2026-11", havannah.size()).unwrap();
        assert!(matches!(strong.prior(havannah), Prior::Net(Chance { weight: 150.0, .. }, _)));
        assert_eq!(strong.policies(), [Policy::Replies]);
        let bridges = Settings { know_bridge: 50.0, ..strong };
        let idle = bridges.inert(havannah).into_iter().find(|idle| idle.name == "know_bridge").unwrap();
        let why =
            "know_bridge has no effect: the learned policy stands in for all other knowledge (know_policy)";
        assert_eq!(idle.to_string(), why);
    }
}
