//! What moves cost (Queenbee, tables 7.3 and 7.6), in hundredths of a ply.

use crate::settings::{Category, Settings, Weights};

/// One ply.
pub const PLY: i32 = 100;

/// By badness: categories -4 and below to 8 and above.
const BADNESS_EXTENSIONS: [i32; 13] = [50, 50, 50, 50, 50, 100, 100, 100, 100, 100, 100, 100, 100];
const BADNESS_REDUCTIONS: [i32; 13] = [100, 100, 100, 100, 100, 200, 300, 400, 500, 600, 700, 800, 900];
/// By tension: 0 to 8 and above.
const TENSION_EXTENSIONS: [i32; 9] = [100, 100, 70, 50, 40, 30, 20, 10, 10];
const TENSION_REDUCTIONS: [i32; 9] = [300, 250, 200, 150, 100, 100, 100, 100, 100];

/// The cost of a move by its category, as the settings want it.
#[derive(Clone, Copy, Debug)]
pub struct Costs {
    table: [i32; 13],
    rows: usize,
    /// The category of the first row.
    first: i32,
}

impl Costs {
    /// The table that the settings name.
    pub fn of(settings: &Settings) -> Costs {
        let (table, first): (&[i32], i32) = match (settings.weights, settings.category) {
            (Weights::Plain, _) => (&[PLY], 0),
            (Weights::Extensions, Category::Badness) => (&BADNESS_EXTENSIONS, -4),
            (Weights::Reductions, Category::Badness) => (&BADNESS_REDUCTIONS, -4),
            (Weights::Extensions, Category::Tension) => (&TENSION_EXTENSIONS, 0),
            (Weights::Reductions, Category::Tension) => (&TENSION_REDUCTIONS, 0),
        };
        Costs::new(table, first)
    }

    /// A table of up to 13 rows, the first of which is for this category and all below it, the last for all above.
    pub fn new(rows: &[i32], first: i32) -> Costs {
        let mut table = [0; 13];
        table[..rows.len()].copy_from_slice(rows);
        Costs { table, rows: rows.len(), first }
    }

    /// The cost of a move of a category.
    pub fn cost(self, category: i32) -> i32 {
        let row = (category - self.first).clamp(0, self.rows as i32 - 1);
        self.table[row as usize]
    }

    /// The least cost of any category.
    pub fn least(self) -> i32 {
        *self.table[..self.rows].iter().min().expect("every table has a row")
    }
}
