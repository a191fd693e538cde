//! Lists Langford pairs: rows of 2n numbers, with each number k up to n twice, and k numbers between the two.
//!
//! ```sh
//! cargo run --release --example langford -- 7
//! ```
//!
//! Prints each row: 52 of them for n = 7, the default, which are 26 and their reversals.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use quadrille_exact_cover::Problem;

fn main() -> Result<(), Box<dyn Error>> {
    let n: usize = std::env::args().nth(1).map_or(Ok(7), |number| number.parse())?;
    let mut builder = Problem::builder();
    let numbers: Vec<_> = (1..=n).map(|k| builder.primary(format!("number{k}"))).collect();
    let places: Vec<_> = (0..2 * n).map(|place| builder.primary(format!("place{place}"))).collect();
    // Number and first place of each option.
    let mut options = Vec::new();
    for k in 1..=n {
        for first in 0..(2 * n).saturating_sub(k + 1) {
            builder.option([numbers[k - 1], places[first], places[first + k + 1]]);
            options.push((k, first));
        }
    }
    for cover in builder.build()?.solutions() {
        let mut row = vec![0; 2 * n];
        for option in cover.options() {
            let (k, first) = options[option.0 as usize];
            (row[first], row[first + k + 1]) = (k, k);
        }
        println!("{}", row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    }
    Ok(())
}
