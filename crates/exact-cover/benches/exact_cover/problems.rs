//! Classic exact cover problems (TAOCP 7.2.2.1) in Knuth's text format.

use std::collections::BTreeSet;

/// Text of a problem: the items, then the options.
fn text(
    primary: impl IntoIterator<Item = String>,
    secondary: impl IntoIterator<Item = String>,
    options: impl IntoIterator<Item = String>,
) -> String {
    let words = |items: &mut dyn Iterator<Item = String>| items.collect::<Vec<_>>().join(" ");
    let primary = words(&mut primary.into_iter());
    let secondary = words(&mut secondary.into_iter());
    let bar = if secondary.is_empty() { "" } else { " | " };
    let options = options.into_iter().collect::<Vec<_>>().join("\n");
    format!("{primary}{bar}{secondary}\n{options}\n")
}

/// Squares of a board as (row, column).
fn squares(rows: usize, columns: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

/// n queens on an n x n board. The middle rows and columns come first, as Knuth recommends.
pub(crate) fn queens(n: usize) -> String {
    let inside_out = (0..n).map(|k| if k % 2 == 0 { n / 2 + k / 2 } else { n / 2 - k.div_ceil(2) });
    let primary = inside_out.flat_map(|k| [format!("r{k}"), format!("c{k}")]);
    let secondary = (0..2 * n - 1).flat_map(|k| [format!("a{k}"), format!("b{k}")]);
    let option = |(row, column)| format!("r{row} c{column} a{} b{}", row + column, n - 1 + column - row);
    text(primary, secondary, squares(n, n).map(option))
}

/// Langford pairs: two of each number k from 1 to n among 2n numbers, with k numbers between.
pub(crate) fn langford(n: usize) -> String {
    let primary = (1..=n).map(|d| format!("d{d}")).chain((0..2 * n).map(|k| format!("s{k}")));
    let places = |d| (0..2 * n - d - 1).map(move |k| format!("d{d} s{k} s{}", k + d + 1));
    text(primary, [], (1..=n).flat_map(places))
}

/// Domino tilings of a board.
pub(crate) fn dominoes(rows: usize, columns: usize) -> String {
    let across = squares(rows, columns - 1).map(|(row, column)| [(row, column), (row, column + 1)]);
    let down = squares(rows - 1, columns).map(|(row, column)| [(row, column), (row + 1, column)]);
    let option = |[a, b]: [(usize, usize); 2]| format!("{} {}", square(a), square(b));
    text(squares(rows, columns).map(square), [], across.chain(down).map(option))
}

fn square((row, column): (usize, usize)) -> String {
    format!("{row}_{column}")
}

/// Latin squares of order n.
pub(crate) fn latin(n: usize) -> String {
    let primary = ["p", "r", "c"]
        .into_iter()
        .flat_map(|family| squares(n, n).map(move |(a, b)| format!("{family}{a}_{b}")));
    let options = squares(n, n).flat_map(|(row, column)| {
        (0..n).map(move |digit| format!("p{row}_{column} r{row}_{digit} c{column}_{digit}"))
    });
    text(primary, [], options)
}

/// The twelve pentominoes by their usual letters, row by row.
const PENTOMINOES: [(&str, &str); 12] = [
    ("F", ".## ##. .#."),
    ("I", "#####"),
    ("L", "#... ####"),
    ("N", "##.. .###"),
    ("P", "## ## #."),
    ("T", "### .#. .#."),
    ("U", "#.# ###"),
    ("V", "#.. #.. ###"),
    ("W", "#.. ##. .##"),
    ("X", ".#. ### .#."),
    ("Y", ".#.. ####"),
    ("Z", "##. .#. .##"),
];

/// Packings of the twelve pentominoes into a box of 60 squares. With `up_to_symmetry` the centre of X stays in the upper
/// left quarter.
pub(crate) fn pentominoes(rows: usize, columns: usize, up_to_symmetry: bool) -> String {
    let names = PENTOMINOES.iter().map(|(name, _)| (*name).to_owned());
    let mut options = Vec::new();
    for (name, drawing) in PENTOMINOES {
        for shape in orientations(drawing) {
            let height = shape.iter().map(|square| square.0 + 1).max().unwrap_or(0);
            let width = shape.iter().map(|square| square.1 + 1).max().unwrap_or(0);
            for (down, right) in
                squares((rows + 1).saturating_sub(height), (columns + 1).saturating_sub(width))
            {
                let in_quarter = down + 1 < rows / 2 && right + 1 < columns / 2;
                if name == "X" && up_to_symmetry && !in_quarter {
                    continue;
                }
                let placed = shape.iter().map(|(row, column)| square((row + down, column + right)));
                options.push(format!("{name} {}", placed.collect::<Vec<_>>().join(" ")));
            }
        }
    }
    text(names.chain(squares(rows, columns).map(square)), [], options)
}

/// Squares of a piece in each of its rotations and reflections, moved to the upper left corner.
fn orientations(drawing: &str) -> BTreeSet<Vec<(usize, usize)>> {
    let rows = (0..).zip(drawing.split(' '));
    let mut shape: Vec<(usize, usize)> = rows
        .flat_map(|(row, line)| {
            (0..).zip(line.chars()).filter(|(_, mark)| *mark == '#').map(move |(column, _)| (row, column))
        })
        .collect();
    let mut found = BTreeSet::new();
    for turn in 0..8 {
        // Alternating reflections in the diagonal and in the horizontal axis generate all eight symmetries.
        let bottom = shape.iter().map(|square| square.0).max().unwrap_or(0);
        for square in &mut shape {
            *square = if turn % 2 == 0 { (square.1, square.0) } else { (bottom - square.0, square.1) };
        }
        shape.sort_unstable();
        found.insert(shape.clone());
    }
    found
}
