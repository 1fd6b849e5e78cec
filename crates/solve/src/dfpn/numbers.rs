//! Proof numbers: those of a node out of its children's, and how far a child may go.

use std::sync::atomic::Ordering::Relaxed;

use super::{Child, Search};
use crate::key::Word;

/// phi, delta of a finished visit.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// Effort to prove.
    pub phi: f32,
    /// Effort to refute.
    pub delta: f32,
}

impl Numbers {
    /// Is the claim proved or refuted?
    pub fn solved(&self) -> bool {
        self.phi == 0.0 || self.delta == 0.0
    }
}

/// Where a visit ends: phi or delta reaches its bound.
#[derive(Clone, Copy)]
pub(super) struct Thresholds {
    pub phi: f32,
    pub delta: f32,
}

/// Numbers of a node out of those of its children.
pub(super) struct Gathered {
    pub numbers: Numbers,
    /// The child to search.
    pub best: Option<usize>,
    /// The delta of the next best.
    pub second: f32,
}

/// A child that another thread is searching looks dearer by this share.
const BUSY: f32 = 0.6;

/// A number within bounds, whatever a network said: what is no number becomes the lower bound.
#[inline]
pub(super) fn bounded(number: f32, low: f32, high: f32) -> f32 {
    if number.is_nan() { low } else { number.clamp(low, high) }
}

impl<W: Word> Search<'_, W> {
    /// How many of the children, the most promising first, are looked at for now: a few open
    /// ones. All of them count before a claim is given up, and a proved one counts at once.
    pub(super) fn focus(&self, children: &[Child<W>]) -> usize {
        let settings = &self.shared.settings;
        if settings.width == 0 || children.iter().any(|child| child.delta == 0.0) {
            return children.len();
        }
        let open = |child: &&Child<W>| child.phi != 0.0;
        let total = children.iter().filter(open).count();
        let mut left = settings.width + (settings.widen * total as f32) as usize;
        let mut end = 0;
        while end < children.len() && left > 0 {
            left -= usize::from(children[end].phi != 0.0);
            end += 1;
        }
        end
    }

    /// Numbers of a node out of its children, the child to search and the next best delta. A
    /// child that another thread searches looks dearer, but never so dear that a child beyond
    /// the threshold would be searched in its place.
    pub(super) fn gather(&self, children: &[Child<W>], most_phi: f32) -> Gathered {
        let mut best = None;
        let (mut least, mut second) = (f32::INFINITY, f32::INFINITY);
        let (mut total, mut most) = (0.0f64, 0.0f32);
        let mut lowest = f32::INFINITY;
        for (i, child) in children.iter().enumerate() {
            lowest = lowest.min(child.delta);
            let mut delta = child.delta;
            if !self.alone() && delta < most_phi && delta.is_finite() {
                delta *= 1.0 + BUSY * f32::from(self.slot(child.key).load(Relaxed));
                delta = delta.min(most_phi * 0.9999);
            }
            if delta < least {
                second = least;
                least = delta;
                best = Some(i);
            } else if delta < second {
                second = delta;
            }
            total += f64::from(child.phi);
            most = most.max(child.phi);
        }
        let delta = if lowest == 0.0 {
            f64::INFINITY
        } else {
            f64::from(most) + f64::from(self.shared.settings.others) * (total - f64::from(most))
        };
        let delta = if total.is_infinite() { f32::INFINITY } else { delta as f32 };
        Gathered { numbers: Numbers { phi: lowest, delta }, best, second }
    }

    /// How far the phi of one child may grow before the node's delta reaches `most`.
    pub(super) fn room(&self, children: &[Child<W>], best: usize, most: f32) -> f32 {
        if most.is_infinite() {
            return f32::INFINITY;
        }
        let (mut total, mut dearest) = (0.0f64, 0.0f64);
        for (i, child) in children.iter().enumerate() {
            if i != best {
                total += f64::from(child.phi);
                dearest = dearest.max(f64::from(child.phi));
            }
        }
        let others = f64::from(self.shared.settings.others);
        let mut room = f64::from(most) - others * total;
        if room < dearest {
            room = (f64::from(most) - dearest - others * (total - dearest)) / others;
        }
        (room as f32).max(children[best].phi * 1.001)
    }
}
