//! Counts solutions up to a limit, and lists the first ones: `cargo run --release --example count -- 1000000`
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use quadrille_sudoku::Puzzle;

fn main() -> Result<(), Box<dyn Error>> {
    let limit = std::env::args().nth(1).map_or(Ok(100_000), |limit| limit.parse())?;
    let puzzle: Puzzle =
        "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ......... ........."
            .parse()?;
    println!("{puzzle:#}");
    for solution in puzzle.solutions().take(3) {
        println!("{solution}");
    }
    let count = puzzle.count_up_to(limit);
    println!("{} {count} solutions", if count < limit { "exactly" } else { "at least" });
    Ok(())
}
