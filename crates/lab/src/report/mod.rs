//! Reports of runs, for people, spreadsheets and papers.

pub mod chart;
pub mod course;
pub mod figures;
pub mod files;
pub mod html;
pub mod proof;
pub mod ratings;
pub mod text;
