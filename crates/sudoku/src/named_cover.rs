//! A puzzle as an exact cover problem with names, for people and other programs.

use quadrille_exact_cover::{NamedFault, NamedProblem, ProblemBuilder};
use thiserror::Error;

use super::model::{Digit, Puzzle};

/// Reason why a puzzle is no exact cover problem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CoverError {
    /// The puzzle has a constraint.
    #[error(
        "constraints are no part of an exact cover problem, and the puzzle has one of type {0}: solve the puzzle itself"
    )]
    Constraint(&'static str),
    /// The problem exceeds a bound.
    #[error(transparent)]
    Problem(#[from] NamedFault),
}

/// Returns an exact cover problem with the solutions of the puzzle.
///
/// Items: each cell, such as `r1c1`, and each digit of each house, such as `row1=5`. The digits of a house with fewer cells
/// than digits are secondary. Options: the allowed digits of each cell, in order; of a cell with a clue, only the clue. An
/// empty 9x9 has 324 items and 729 options with 2,916 entries.
///
/// # Errors
/// [`CoverError::Constraint`] for a puzzle with constraints.
///
/// # Examples
/// ```
/// use quadrille_sudoku::{Puzzle, named_cover};
///
/// let puzzle: Puzzle = "1... ..3. .4.. ...2".parse()?;
/// let problem = named_cover(&puzzle)?;
/// let cover = problem.solve().ok_or("a solution")?;
/// assert!(problem.cover_text(&cover).starts_with("r1c1 row1=1 column1=1 box1=1\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn named_cover(puzzle: &Puzzle) -> Result<NamedProblem, CoverError> {
    if let Some(constraint) = puzzle.rules().constraints().first() {
        return Err(CoverError::Constraint(constraint.type_name()));
    }
    let (rules, layout) = (puzzle.rules(), puzzle.rules().layout());
    let digits = || Digit::all(rules.digit_count());
    let cells = || layout.cells().map(|cell| (cell, layout.position(cell).to_string()));
    let houses: Vec<String> = layout.houses().map(|house| house.name.to_string().replace(' ', "")).collect();
    let house_item = |house: &String, digit: Digit| format!("{house}={}", digit.value());
    let mut builder = ProblemBuilder::default();
    for (_, cell) in cells() {
        builder.add_item(&cell)?;
    }
    for is_exact in [true, false] {
        if !is_exact {
            builder.begin_secondary();
        }
        for (_, house) in houses.iter().enumerate().filter(|(house, _)| rules.is_exact(*house) == is_exact) {
            for digit in digits() {
                builder.add_item(&house_item(house, digit))?;
            }
        }
    }
    for (cell, name) in cells() {
        let clue = puzzle.clues().digit(cell);
        let allowed = puzzle.given_candidates().and_then(|candidates| candidates.get(cell.index()));
        let is_allowed = |digit: &Digit| {
            clue.is_none_or(|clue| clue == *digit) && allowed.is_none_or(|allowed| allowed.contains(*digit))
        };
        for digit in digits().filter(is_allowed) {
            builder.add_entry(&name)?;
            for house in layout.houses_of(cell) {
                builder.add_entry(&house_item(&houses[house], digit))?;
            }
            builder.end_option()?;
        }
    }
    Ok(builder.build()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{BoxShape, Rules};
    use crate::text::parse_line;

    fn cover(line: &str) -> NamedProblem {
        let (clues, _) = parse_line(line, &mut |_| ()).expect("a line");
        let size = clues.square_size().expect("a square");
        let rules = Rules::plain(size, BoxShape::usual(size)).expect("a size");
        named_cover(&Puzzle::new(rules, clues).expect("fits")).expect("within bounds")
    }

    #[test]
    fn empty_9x9_has_324_items_729_options_and_2916_entries() {
        let problem = cover(&".".repeat(81));
        assert_eq!(
            (problem.primary_count(), problem.item_count(), problem.option_count(), problem.entry_count()),
            (324, 324, 729, 2916)
        );
    }

    #[test]
    fn constraints_are_refused() {
        let puzzle = Puzzle::default().and(crate::constraints::AntiKnight).expect("fits");
        assert_eq!(named_cover(&puzzle), Err(CoverError::Constraint("anti_knight")));
    }

    #[test]
    fn cell_with_a_clue_has_one_option() {
        let named = cover(&format!(".2{}", ".".repeat(14)));
        let lines: Vec<String> = named.to_string().lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 1 + 15 * 4 + 1);
        assert!(lines[0].starts_with("r1c1 r1c2 ") && lines[0].ends_with(" box4=3 box4=4"), "{}", lines[0]);
        assert_eq!(lines[1], "r1c1 row1=1 column1=1 box1=1");
        assert_eq!(lines[5], "r1c2 row1=2 column2=2 box1=2");
        assert_eq!(lines[6], "r1c3 row1=1 column3=1 box2=1");
    }
}
