//! Questions that a puzzle answers by itself, as a user of the crate asks them.
#![expect(clippy::expect_used, reason = "a test fails by a panic")]

use std::error::Error;

use quadrille_sudoku::constraints::{Constraint, FieldValue, FieldValues};
use quadrille_sudoku::generate::{GenerateError, PuzzleSpec};
use quadrille_sudoku::techniques::{Level, Technique, WalkEnd};
use quadrille_sudoku::{Cell, Conflict, Digit, Puzzle, Rules, Solutions, Verdict};

const UNIQUE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn puzzle(text: &str) -> Puzzle {
    text.parse().expect("a puzzle")
}

#[test]
fn unique_puzzle_has_one_solution_by_each_question() {
    let puzzle = puzzle(UNIQUE);
    let solution = puzzle.solve().expect("a solution");
    assert_eq!(solution.to_string(), SOLVED);
    assert_eq!(puzzle.verdict(), Verdict::Unique(solution.clone()));
    assert!(puzzle.is_unique());
    assert_eq!((puzzle.count_up_to(0), puzzle.count_up_to(1), puzzle.count_up_to(9)), (0, 1, 1));
    assert_eq!(puzzle.solutions().collect::<Vec<_>>(), std::slice::from_ref(&solution));
    let digits: Vec<Option<Digit>> = puzzle.candidates().iter().map(|digits| digits.only()).collect();
    assert_eq!(digits, solution.grid().cells());
}

#[test]
fn ambiguous_puzzle_has_all_its_solutions() {
    let puzzle = puzzle(&".".repeat(16));
    assert!(matches!(puzzle.verdict(), Verdict::Multiple(_)) && !puzzle.is_unique());
    assert_eq!((puzzle.count_up_to(100), puzzle.count_up_to(1_000)), (100, 288));
    let mut solutions: Vec<String> = puzzle.solutions().map(|solution| solution.to_string()).collect();
    solutions.sort_unstable();
    solutions.dedup();
    assert_eq!(solutions.len(), 288);
    assert!(puzzle.candidates().iter().all(|digits| digits.len() == 4));
    assert_eq!((puzzle.hint(), puzzle.rate()), (None, None));
}

#[test]
fn contradictory_puzzle_has_no_solution_by_each_question() {
    for text in ["11..............", "12.. ..34 ..4. ...."] {
        let puzzle = puzzle(text);
        assert_eq!((puzzle.solve(), puzzle.verdict(), puzzle.count_up_to(9)), (None, Verdict::None, 0));
        let mut solutions = puzzle.solutions();
        assert_eq!((solutions.next(), solutions.next()), (None, None));
        assert!(puzzle.candidates().iter().all(|digits| digits.is_empty()));
        assert_eq!((puzzle.hint(), puzzle.rate()), (None, None));
        assert!(puzzle.path().steps.is_empty());
    }
}

#[test]
fn hint_is_the_first_step_of_the_path_and_is_explained() {
    let puzzle = puzzle(UNIQUE);
    let hint = puzzle.hint().expect("an open cell");
    let path = puzzle.path();
    assert_eq!((Some(&hint), path.end), (path.steps.first(), Some(WalkEnd::Solved)));
    assert_eq!(hint.technique, Technique::HiddenSingle);
    assert_eq!(puzzle.explain(&hint), "Hidden Single: box 2 has only one place for 8, so r1c6 is 8.");
    let rating = puzzle.rate().expect("a unique solution");
    assert_eq!(rating.level(), Level::Easy);
    assert_eq!(rating.steps().map(|(_, count)| count as usize).sum::<usize>(), path.steps.len());
}

#[test]
fn generated_puzzle_is_determined_by_its_seed_and_has_one_solution() {
    let spec = || PuzzleSpec::new(Rules::usual(9).expect("a size")).with_difficulty(Level::Medium);
    let generated = Puzzle::generate(spec(), 7).expect("an attempt succeeds");
    assert_eq!(Puzzle::generate(spec(), 7), Ok(generated.clone()));
    assert_ne!(Puzzle::generate(spec(), 8), Ok(generated.clone()));
    assert_eq!(generated.puzzle.verdict(), Verdict::Unique(generated.solution));
    assert_eq!(generated.rating.map(|rating| rating.level()), Some(Level::Medium));
}

#[test]
fn impossible_specification_names_the_restrictions_to_relax() {
    let spec = PuzzleSpec::new(Rules::usual(9).expect("a size")).with_clues(5..=16).expect("fits");
    let error = Puzzle::generate(spec, 1).expect_err("17 clues are needed");
    assert_eq!(error.to_string(), "no puzzle after 0 attempts: relax clues");
}

#[test]
fn canonical_form_is_the_same_after_an_exchange_of_digits() {
    let exchanged: String = UNIQUE
        .chars()
        .map(|symbol| match symbol {
            '5' => '8',
            '8' => '5',
            other => other,
        })
        .collect();
    let form = |text: &str| puzzle(text).canonical().expect("a classic 9x9").grid.to_string();
    assert_eq!(form(UNIQUE), form(&exchanged));
    assert_eq!(puzzle(&".".repeat(256)).canonical(), None);
}

#[test]
fn picture_is_an_svg_document() {
    let svg = puzzle(UNIQUE).to_svg();
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"), "{svg}");
}

/// Compiles only if the bounds hold.
#[test]
fn errors_and_results_move_between_threads() {
    fn error<T: Error + Send + Sync + 'static>() {}
    fn moved<T: Send + Sync + 'static>() {}
    error::<quadrille_sudoku::LayoutError>();
    error::<quadrille_sudoku::RulesError>();
    error::<quadrille_sudoku::PuzzleError>();
    error::<quadrille_sudoku::InvalidSolution>();
    error::<quadrille_sudoku::SolverError>();
    error::<quadrille_sudoku::generate::SpecError>();
    error::<GenerateError>();
    error::<quadrille_sudoku::unstable::CubeError>();
    error::<quadrille_sudoku::cubes::CubeCountError>();
    error::<quadrille_sudoku::text::LineFault>();
    moved::<Puzzle>();
    moved::<Solutions>();
    moved::<quadrille_sudoku::Solver>();
    moved::<quadrille_sudoku::generate::Generator>();
}

/// The constraint of this type with these cells, from 0, and perhaps a sum or a value.
fn constraint(rules: &Rules, name: &str, cells: &[u16], number: Option<(&'static str, i64)>) -> Constraint {
    let mut values = FieldValues::default();
    values.insert("cells", FieldValue::Cells(cells.iter().copied().map(Cell).collect()));
    if let Some((name, number)) = number {
        values.insert(name, FieldValue::Number(number));
    }
    rules.constraint(Constraint::type_named(name).expect("a type"), &values).expect("fits")
}

#[test]
fn constraints_that_no_digits_meet_are_conflicts() {
    let rules = Rules::usual(4).expect("a size");
    let conflicts = |clues: &str, name, cells: &[u16], number| {
        let given = constraint(&rules, name, cells, number);
        let rules = rules.with_constraints(vec![given]).expect("one");
        let puzzle = Puzzle::new(rules, clues.parse().expect("a grid")).expect("fits");
        let indices: Vec<usize> = puzzle
            .conflicts()
            .iter()
            .filter_map(|conflict| match conflict {
                Conflict::Constraint { index, .. } => Some(*index),
                _ => None,
            })
            .collect();
        assert!(indices.is_empty() || puzzle.count_up_to(1) == 0, "{name}");
        !indices.is_empty()
    };
    const EMPTY: &str = "................";
    // Five rising digits, in an order of cells that does not rise.
    assert!(conflicts(EMPTY, "thermometer", &[5, 0, 10, 2, 15], None));
    assert!(!conflicts(EMPTY, "thermometer", &[5, 0, 10, 2], None));
    assert!(conflicts(".1..............", "thermometer", &[0, 1], None));
    assert!(conflicts("...............2", "thermometer", &[5, 0, 15], None));
    assert!(!conflicts("...............3", "thermometer", &[5, 0, 15], None));
    assert!(conflicts(EMPTY, "whisper", &[0, 5, 10], Some(("difference", 4))));
    // With the 4, the other two digits are 1 and 2 at least.
    assert!(conflicts("4...............", "cage", &[0, 1, 4], Some(("sum", 6))));
    assert!(!conflicts("4...............", "cage", &[0, 1, 4], Some(("sum", 7))));
    assert!(conflicts("4...............", "cage", &[0, 1, 4], Some(("sum", 10))));
    assert!(!conflicts("4...............", "cage", &[0, 1, 4], Some(("sum", 9))));
}
