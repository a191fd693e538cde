//! The solution that a text holds beside its puzzle.

use quadrille_sudoku::unstable::is_empty_symbol;
use quadrille_sudoku::{Cell, Digit, DigitSet, Grid, HouseKind, Rules};

use super::content::ParsedText;
use super::json::WebJson;

/// Largest whole number that a floating-point number holds exactly.
const EXACT_MAX: f64 = 9_007_199_254_740_992.0;

/// Solution beside a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OwnSolution {
    /// The digit of each cell that has one.
    Cells(Grid),
    /// Digits that were entered into all cells: by the author, or by a player who may be wrong.
    Entered(Grid),
    /// It has another number of cells than the puzzle, or other symbols than digits.
    Unreadable,
}

/// How a solution fits the puzzle as it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fit {
    /// It is a solution, as far as its cells show.
    Fits,
    /// It breaks the constraint with this index.
    BreaksConstraint(usize),
    /// It has other digits than the clues, or breaks a row, a column, a box, a region or candidates.
    Differs,
}

impl OwnSolution {
    /// The solution of a grid of this size, as a list or a string with a symbol for each cell; `None` if it has no digit.
    pub(super) fn read(json: &WebJson, size: usize) -> Option<Self> {
        let symbols = symbols_of(json);
        if symbols.iter().all(|symbol| is_blank(symbol)) {
            return None;
        }
        let cell = |symbol: &String| match digit(symbol, size) {
            Some(digit) => Some(Some(digit)),
            None => is_blank(symbol).then_some(None),
        };
        let cells: Option<Vec<Option<Digit>>> = symbols.iter().map(cell).collect();
        let grid = cells.filter(|cells| cells.len() == size * size).and_then(Grid::from_cells);
        Some(grid.map_or(Self::Unreadable, Self::Cells))
    }

    /// Checks the solution against the clues, the rules and the constraints of a puzzle.
    pub(super) fn fit(&self, rules: &Rules, read: &ParsedText) -> Fit {
        let (grid, is_entered) = match self {
            Self::Cells(grid) => (grid, false),
            Self::Entered(grid) => (grid, true),
            Self::Unreadable => return Fit::Differs,
        };
        if let Some(index) = broken_constraint(rules, grid) {
            return if is_entered { Fit::Differs } else { Fit::BreaksConstraint(index) };
        }
        let clues = &read.grid;
        let other_clue =
            clues.filled().any(|(cell, clue)| grid.digit(cell).is_some_and(|digit| digit != clue));
        let excluded = read.candidates.as_ref().is_some_and(|sets| {
            let is_excluded =
                |(digit, set): (&Option<Digit>, &DigitSet)| digit.is_some_and(|digit| !set.contains(digit));
            grid.cells().iter().zip(sets).any(is_excluded)
        });
        let houses = rules.layout().houses().filter(|house| house.name.kind != HouseKind::Constraint);
        let repeats = |cells: &[Cell]| {
            let mut seen = 0_u64;
            cells.iter().filter_map(|&cell| grid.digit(cell)).any(|digit| {
                let bit = 1 << digit.index();
                let is_seen = seen & bit != 0;
                seen |= bit;
                is_seen
            })
        };
        let differs = other_clue || excluded || houses.into_iter().any(|house| repeats(house.cells));
        if differs { Fit::Differs } else { Fit::Fits }
    }
}

/// The first constraint that a grid breaks; of a grid with empty cells, one that no digits in them could meet.
fn broken_constraint(rules: &Rules, grid: &Grid) -> Option<usize> {
    if grid.cells().iter().any(Option::is_none) {
        return rules.contradicted_constraints(grid).into_iter().next();
    }
    let value = |cell: Cell| grid.digit(cell).map_or(0, |digit| digit.value() as i64);
    rules.broken_constraint(&value)
}

/// The symbols of the cells: elements of a list, numbers between separators, or characters.
fn symbols_of(json: &WebJson) -> Vec<String> {
    match json {
        WebJson::Array(elements) => elements.iter().flat_map(symbols_of_element).collect(),
        WebJson::Number(number) if number.fract() == 0.0 && (0.0..EXACT_MAX).contains(number) => {
            characters(&(*number as u64).to_string())
        }
        WebJson::String(text) if text.contains(',') => {
            text.split(',').map(|symbol| symbol.trim().to_owned()).collect()
        }
        WebJson::String(text) => characters(&text.replace("null", ".")),
        _ => Vec::new(),
    }
}

fn symbols_of_element(element: &WebJson) -> Vec<String> {
    match element {
        // A row.
        WebJson::Array(_) => symbols_of(element),
        WebJson::String(text) => vec![text.trim().to_owned()],
        WebJson::Number(_) => {
            vec![element.whole().map_or_else(|| "?!".to_owned(), |number| number.to_string())]
        }
        _ => vec![String::new()],
    }
}

fn characters(text: &str) -> Vec<String> {
    text.chars().filter(|symbol| !symbol.is_whitespace()).map(String::from).collect()
}

/// The digit of a number, or of a letter after 9.
fn digit(symbol: &str, size: usize) -> Option<Digit> {
    let value = match symbol.parse() {
        Ok(value) => value,
        Err(_) => {
            let mut characters = symbol.chars();
            let letter = characters.next().filter(|_| characters.next().is_none())?;
            letter.to_digit(36)? as usize
        }
    };
    Digit::new(value).filter(|_| value <= size)
}

/// Whether a symbol stands for a cell without a digit.
fn is_blank(symbol: &str) -> bool {
    let mut characters = symbol.chars();
    match (characters.next(), characters.next()) {
        (None, _) => true,
        (Some(symbol), None) => symbol == '?' || is_empty_symbol(symbol, 9),
        _ => symbol == "null",
    }
}

#[cfg(test)]
mod tests {
    use quadrille_sudoku::BoxShape;
    use quadrille_sudoku::text::LetterCase;

    use super::*;
    use crate::formats::Format;

    fn read(json: &str) -> Option<OwnSolution> {
        OwnSolution::read(&WebJson::parse(json).expect("JSON"), 4)
    }

    #[test]
    fn solutions_are_lists_or_texts() {
        let expected = read("\"1324423124133142\"");
        assert!(matches!(expected, Some(OwnSolution::Cells(_))));
        for json in [
            "[1,3,2,4,4,2,3,1,2,4,1,3,3,1,4,2]",
            r#"["1","3","2","4","4","2","3","1","2","4","1","3","3","1","4","2"]"#,
            "[[1,3,2,4],[4,2,3,1],[2,4,1,3],[3,1,4,2]]",
            "\"1,3,2,4,4,2,3,1,2,4,1,3,3,1,4,2\"",
            "\"1324 4231\\n2413 3142\"",
            "1324423124133142",
        ] {
            assert_eq!(read(json), expected, "{json}");
        }
        for json in ["\"................\"", "\"\"", "[]", "[null,null]", "\"0000\"", "true", "\"????\""] {
            assert_eq!(read(json), None, "{json}");
        }
        for json in ["\"132442312413314\"", "\"ABCDABCDABCDABCD\"", "\"5324423124133142\"", "[1.5]"] {
            assert_eq!(read(json), Some(OwnSolution::Unreadable), "{json}");
        }
    }

    #[test]
    fn cells_that_have_digits_are_compared() {
        let rules = Rules::plain(4, BoxShape::usual(4)).expect("a size");
        let grid = |text: &str| match read(&format!("\"{text}\"")) {
            Some(OwnSolution::Cells(grid)) => grid,
            other => panic!("{other:?}"),
        };
        let clues = (grid("1.....3..4......"), LetterCase::default());
        let read = ParsedText::of_clues(clues, Format::Line);
        for (solution, fit) in [
            ("1324423124133142", Fit::Fits),
            ("1?2?423124133142", Fit::Fits),
            ("...............1", Fit::Fits),
            ("2314423124133142", Fit::Differs),
            ("4...............", Fit::Differs),
            ("11..............", Fit::Differs),
        ] {
            assert_eq!(OwnSolution::Cells(grid(solution)).fit(&rules, &read), fit, "{solution}");
        }
    }
}
