//! `cargo tools templates`: finds edge templates of Hex, proves them and prints lines for `connections/data/templates.txt`.

use connections::templates::Prover;

/// The row of the stone, how far to look and for how long.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The row of the stone, counted from its side: 2 to 4
    #[arg(long, default_value_t = 3)]
    row: usize,

    /// Half columns aside of the stone that cells may be
    #[arg(long, default_value_t = 7)]
    wide: u32,

    /// Cells of the largest template
    #[arg(long, default_value_t = 24)]
    cells: u32,

    /// Steps after which the search ends; those found until then are printed
    #[arg(long, default_value_t = 3000)]
    steps: usize,
}

/// Runs the tool.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let Some(mut prover) = Prover::new(args.row) else { anyhow::bail!("--row: 2, 3 or 4") };
    for template in prover.find(args.wide, args.cells, args.steps) {
        let by_rules = if prover.is_found(&template) { "also found by" } else { "beyond" };
        println!("# {} cells, {by_rules} the rules of connections", template.cells.len());
        println!("{}", template.line());
    }
    Ok(())
}
