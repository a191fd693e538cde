//! Generates a book of puzzles with their solutions: `cargo run --release --example book -- 10 >book.txt`
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use quadrille_sudoku::generate::{ClueSymmetry, PuzzleSpec};
use quadrille_sudoku::techniques::Level;
use quadrille_sudoku::{Puzzle, Rules};

fn main() -> Result<(), Box<dyn Error>> {
    let count = std::env::args().nth(1).map_or(Ok(2), |count| count.parse())?;
    let spec = PuzzleSpec::new(Rules::usual(9)?).with_cells(ClueSymmetry::Rotate180, None)?;
    for (number, level) in (1..=count).zip(Level::ALL.iter().copied().cycle()) {
        let generated = Puzzle::generate(spec.clone().with_difficulty(level), number)?;
        let score = generated.rating.map_or(0, |rating| rating.score());
        println!("puzzle {number}: {level}, score {score}\n{:#}\n", generated.puzzle);
        println!("solution {number}\n{:#}\n", generated.solution);
    }
    Ok(())
}
