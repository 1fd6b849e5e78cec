//! One file a subcommand: its options as `Args`, and `run`.

pub mod analyze;
pub mod bench;
pub mod book;
pub mod completions;
pub mod convert;
pub mod doctor;
pub mod games;
pub mod gtp;
pub mod gtp_check;
pub mod lab;
mod lab_pages;
pub mod learn;
mod learn_pages;
pub mod man;
pub mod openings;
pub mod perft;
pub mod play;
pub mod presets;
pub mod proof;
pub mod regress;
pub mod review;
pub mod settings;
pub mod show;
pub mod solve;
pub mod swapmap;
pub mod verify;
pub mod web;
