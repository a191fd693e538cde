//! Puzzles that `quadrille-sudoku` serializes are read as requests.

use quadrille_exact_cover::ProblemBounds;
use quadrille_sudoku::constraints::Constraint;
use quadrille_sudoku::{BoxShape, Cell, DigitSet, Puzzle, Rules};

use crate::kinds::count::Count;
use crate::service::Question;
use crate::wire::question::read_json;

fn question(json: &str) -> Question {
    read_json::<Count>(json.as_bytes(), "", ProblemBounds::MAX).expect(json).question
}

#[test]
fn constraint_of_each_type_is_the_same_in_a_request() {
    for known in Constraint::TYPES {
        let json = format!(r#"{{"puzzle": "{}", "constraints": [{}]}}"#, ".".repeat(81), known.example);
        let puzzle: Puzzle = serde_json::from_str(&json).expect(&json);
        let written = serde_json::to_string(&puzzle).expect("serialized");
        assert_eq!(question(&written), question(&json), "{written}");
    }
}

#[test]
fn puzzle_of_each_form_is_the_same_in_a_request() {
    let columns = |first: u16| (0..4).map(|step| Cell(first + step * 4)).collect();
    let columns: Vec<Vec<Cell>> = (0..4).map(columns).collect();
    let candidates = vec![DigitSet::all(3); 16];
    let usual = |size| Puzzle::empty(Rules::usual(size).expect("a size"));
    for puzzle in [
        usual(9),
        usual(16),
        usual(36),
        usual(4).with_candidates(candidates).expect("fits"),
        Puzzle::empty(Rules::plain(6, BoxShape { width: 2, height: 3 }).expect("fits")),
        Puzzle::empty(Rules::with_regions(4, &columns).expect("fits")),
        Puzzle::empty(Rules::with_regions(4, &[]).expect("fits")),
    ] {
        let written = serde_json::to_string(&puzzle).expect("serialized");
        assert_eq!(question(&written).subject, puzzle, "{written}");
    }
}
