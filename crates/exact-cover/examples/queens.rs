//! Places n queens on a board of n x n squares so that no two attack each other.
//!
//! ```sh
//! cargo run --release --example queens -- 8
//! ```
//!
//! Prints the first board, and the number of boards: 92 for 8 queens, the default.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use quadrille_exact_cover::{NamedProblem, Problem};

/// A queen in each row and column, which are primary items, and at most one in each diagonal, which are secondary ones.
fn queens(n: usize) -> Result<NamedProblem, Box<dyn Error>> {
    let mut builder = Problem::builder();
    let rows: Vec<_> = (1..=n).map(|row| builder.primary(format!("row{row}"))).collect();
    let columns: Vec<_> = (1..=n).map(|column| builder.primary(format!("column{column}"))).collect();
    let rising: Vec<_> = (1..2 * n).map(|sum| builder.secondary(format!("rising{sum}"))).collect();
    let falling: Vec<_> = (1..2 * n).map(|sum| builder.secondary(format!("falling{sum}"))).collect();
    for row in 0..n {
        for column in 0..n {
            builder.option([rows[row], columns[column], rising[row + column], falling[n - 1 + row - column]]);
        }
    }
    Ok(builder.build()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let n = std::env::args().nth(1).map_or(Ok(8), |number| number.parse())?;
    let problem = queens(n)?;
    if let Some(cover) = problem.solve() {
        // Option `row * n + column` is a queen there.
        for option in cover.options() {
            let column = option.0 as usize % n;
            println!("{}Q{}", ". ".repeat(column), " .".repeat(n - 1 - column));
        }
    }
    println!("{} boards", problem.count_up_to(u64::MAX));
    Ok(())
}
