//! What a worker does with portions: the program around the lab lends a hand that understands them.

use std::sync::atomic::AtomicBool;

use anyhow::Result;

/// Where a portion's files come from, by their hashes.
pub type Files<'a> = dyn Fn(&str) -> Result<Vec<u8>> + 'a;

/// Does what an order says, with files by their hashes; nothing comes of it if somebody says stop.
pub type Hand = fn(order: &str, files: &Files, stop: &AtomicBool) -> Result<Option<Vec<u8>>>;
