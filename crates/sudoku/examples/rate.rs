//! Rates the puzzles of a file, one per line: `cargo run --release --example rate -- puzzles.txt`
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::fs;

use quadrille_sudoku::Puzzle;

const PUZZLES: &str = "\
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9
1...............";

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).map_or_else(|| Ok(PUZZLES.to_owned()), fs::read_to_string)?;
    for line in text.lines() {
        match line.parse::<Puzzle>() {
            Err(fault) => println!("{line}: {fault}"),
            Ok(puzzle) => match puzzle.rate() {
                None => println!("{line}: not exactly one solution"),
                Some(rating) => {
                    let hardest = rating.hardest().map_or("nothing", |technique| technique.name());
                    println!("{line}: {}, score {}, needs {hardest}", rating.level(), rating.score());
                }
            },
        }
    }
    Ok(())
}
