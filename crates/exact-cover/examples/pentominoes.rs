//! Fills a board of 6 x 10 squares with the 12 pentominoes.
//!
//! ```sh
//! cargo run --release --example pentominoes
//! ```
//!
//! Prints the first board, and the number of boards: 2339, not counting rotations and reflections of the board.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::collections::BTreeSet;
use std::error::Error;

use quadrille_exact_cover::Problem;

const HEIGHT: usize = 6;
const WIDTH: usize = 10;

/// Name of each piece, and its squares as (row, column).
const PIECES: [(char, [(i32, i32); 5]); 12] = [
    ('F', [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)]),
    ('I', [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]),
    ('L', [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)]),
    ('N', [(0, 0), (0, 1), (1, 1), (1, 2), (1, 3)]),
    ('P', [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]),
    ('T', [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)]),
    ('U', [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)]),
    ('V', [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)]),
    ('W', [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]),
    ('X', [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)]),
    ('Y', [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1)]),
    ('Z', [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)]),
];

/// Rotations and reflections of a piece, each as far up and left as possible, without repetitions.
fn orientations(piece: [(i32, i32); 5]) -> BTreeSet<[(i32, i32); 5]> {
    let turns = (0..8).map(|turn| {
        let mut squares = piece.map(|(row, column)| {
            let (row, column) = if turn & 1 == 0 { (row, column) } else { (column, row) };
            (if turn & 2 == 0 { row } else { -row }, if turn & 4 == 0 { column } else { -column })
        });
        let up = squares.iter().map(|square| square.0).min().unwrap_or_default();
        let left = squares.iter().map(|square| square.1).min().unwrap_or_default();
        squares = squares.map(|(row, column)| (row - up, column - left));
        squares.sort_unstable();
        squares
    });
    turns.collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut builder = Problem::builder();
    let pieces = PIECES.map(|(name, _)| builder.primary(name.to_string()));
    let squares: Vec<_> = (0..HEIGHT * WIDTH)
        .map(|square| builder.primary(format!("{},{}", square / WIDTH, square % WIDTH)))
        .collect();
    // Piece and squares of each option.
    let mut options = Vec::new();
    for (piece, (name, shape)) in pieces.into_iter().zip(PIECES) {
        for shape in orientations(shape) {
            for (row, column) in (0..HEIGHT).flat_map(|row| (0..WIDTH).map(move |column| (row, column))) {
                let covered = shape.map(|square| (row + square.0 as usize, column + square.1 as usize));
                let is_inside = covered.iter().all(|square| square.0 < HEIGHT && square.1 < WIDTH);
                // The centre of the X is in one quarter of the board only: that leaves one of each four equivalent boards.
                let is_equivalent = name == 'X' && (row + 1 >= HEIGHT / 2 || column + 1 >= WIDTH / 2);
                if is_inside && !is_equivalent {
                    let covered = covered.map(|(row, column)| row * WIDTH + column);
                    builder.option([piece].into_iter().chain(covered.map(|square| squares[square])));
                    options.push((name, covered));
                }
            }
        }
    }
    let problem = builder.build()?;
    if let Some(cover) = problem.solve() {
        let mut board = [' '; HEIGHT * WIDTH];
        for option in cover.options() {
            let (name, covered) = options[option.0 as usize];
            covered.iter().for_each(|&square| board[square] = name);
        }
        board.chunks(WIDTH).for_each(|row| println!("{}", row.iter().collect::<String>()));
    }
    println!("{} boards", problem.count_up_to(u64::MAX));
    Ok(())
}
