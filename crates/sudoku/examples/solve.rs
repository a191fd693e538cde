//! Solves a puzzle: `cargo run --example solve -- 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79`
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use quadrille_sudoku::{Puzzle, Verdict};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| PUZZLE.to_owned());
    let puzzle: Puzzle = text.parse()?;
    for conflict in puzzle.conflicts() {
        println!("{conflict}");
    }
    match puzzle.verdict() {
        Verdict::Unique(solution) => println!("the only solution:\n{solution:#}"),
        Verdict::Multiple([first, second]) => {
            println!("several solutions, such as:\n{first:#}\nand:\n{second:#}");
        }
        _ => println!("no solution"),
    }
    Ok(())
}
