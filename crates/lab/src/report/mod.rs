//! Reports of runs, for people, spreadsheets and papers.

pub mod ratings;
pub mod text;
