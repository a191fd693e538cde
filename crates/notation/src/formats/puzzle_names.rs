//! Usual names of the puzzle in records and tables.

/// Names of the member or the column with the puzzle, the most usual first. `clues` is not among them: in data sets it is the number of
/// clues.
pub(super) const PUZZLE_NAMES: [&str; 17] = [
    "puzzle",
    "puzzles",
    "quiz",
    "quizzes",
    "sudoku",
    "sudokus",
    "board",
    "grid",
    "question",
    "unsolved",
    "initial",
    "initial_board",
    "initial_grid",
    "givens",
    "puzzle_grid",
    "original_sudoku",
    "incomplete_puzzle",
];

/// Names of the member or the column with the solution of the puzzle.
const SOLUTION_NAMES: [&str; 21] = [
    "solution",
    "solutions",
    "solution_grid",
    "solution_board",
    "solution_string",
    "sudoku_solution",
    "puzzle_solution",
    "expected_solution",
    "correct_solution",
    "solved",
    "solved_grid",
    "solved_board",
    "solved_puzzle",
    "solved_sudoku",
    "answer",
    "answers",
    "answer_grid",
    "completed",
    "completed_grid",
    "complete_grid",
    "ground_truth",
];

/// Maximum length of a name, which separators may extend.
const NAME_BYTES_MAX: usize = 32;

/// Returns the usual name of the puzzle that a name is, in any case and with or without `_`, `-` and spaces between words.
pub fn puzzle_name(name: &str) -> Option<&'static str> {
    let first = name.as_bytes().first().filter(|_| name.len() <= NAME_BYTES_MAX)?;
    let mut may_be = PUZZLE_NAMES.into_iter().filter(|known| known.as_bytes()[0].eq_ignore_ascii_case(first));
    may_be.find(|known| letters(known).eq(letters(name)))
}

/// Whether a name, in any case and with or without separators, is usual for the solution of a puzzle.
pub fn is_solution_name(name: &str) -> bool {
    name.len() <= NAME_BYTES_MAX && SOLUTION_NAMES.iter().any(|known| letters(known).eq(letters(name)))
}

/// Letters of a name in lower case.
fn letters(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(|byte| !b"_- ".contains(byte)).map(|byte| byte.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_in_any_case_and_with_any_separator() {
        for (name, expected) in [
            ("puzzle", Some("puzzle")),
            ("Puzzle", Some("puzzle")),
            ("QUIZZES", Some("quizzes")),
            ("initialBoard", Some("initial_board")),
            ("Initial-Board", Some("initial_board")),
            ("initial board", Some("initial_board")),
            ("puzzle_grid", Some("puzzle_grid")),
            ("Original Sudoku", Some("original_sudoku")),
            ("incompletePuzzle", Some("incomplete_puzzle")),
            ("clues", None),
            ("solution", None),
            ("puzzle2", None),
            ("", None),
            ("_", None),
            (&format!("puzzle{}", "_".repeat(26)), Some("puzzle")),
            (&format!("puzzle{}", "_".repeat(27)), None),
        ] {
            assert_eq!(puzzle_name(name), expected, "{name}");
        }
    }
}
