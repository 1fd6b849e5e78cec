//! The lab: matches between players, judgement of their results, tuning and the papers' own experiments.
//!
//! Begin with [`stats`], the arithmetic of results; nothing there plays or stores anything.

pub mod stats;
