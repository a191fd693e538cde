//! The sets: puzzles of the corpus, and more from its generator.

use crate::data_files::DataFile;

#[path = "../../tests/corpus/generator.rs"]
#[expect(dead_code, reason = "its counter is for the tests of the corpus")]
mod generator;

/// A puzzle in one line, and how many solutions it has, where that is known.
pub(crate) struct SetPuzzle {
    pub(crate) line: String,
    pub(crate) solutions: Option<u64>,
}

/// What one iteration goes through.
pub(crate) struct Set {
    pub(crate) puzzles: Vec<SetPuzzle>,
}

impl Set {
    /// Reads lines `puzzle`, `puzzle:count` and `puzzle:count:solution`; blank lines and `#` lines are skipped.
    fn parse(text: &str) -> Self {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let puzzles = lines.map(|line| {
            let mut fields = line.split(':');
            let line = fields.next().unwrap_or_default().to_owned();
            SetPuzzle { line, solutions: fields.next().and_then(|count| count.parse().ok()) }
        });
        Self { puzzles: puzzles.collect() }
    }

    fn retain(mut self, keeps: impl Fn(&SetPuzzle) -> bool) -> Self {
        self.puzzles.retain(keeps);
        assert!(!self.puzzles.is_empty(), "the set is empty");
        self
    }
}

/// The puzzles of one size in the corpus whose number of solutions is such.
pub(crate) fn corpus(size: usize, is_wanted: impl Fn(u64) -> bool) -> Set {
    let text = match size {
        9 => include_str!("../../tests/corpus/classic_9x9.txt"),
        16 => include_str!("../../tests/corpus/generated_16x16.txt"),
        25 => include_str!("../../tests/corpus/generated_25x25.txt"),
        _ => "",
    };
    Set::parse(text).retain(|puzzle| puzzle.solutions.is_some_and(&is_wanted))
}

/// So many proper puzzles of this size, each with about so many clues, the same ones at every run.
pub(crate) fn generated(size: usize, clues: usize, puzzles: usize) -> Set {
    let recipe = generator::Recipe {
        size,
        unique: puzzles,
        multiple: 0,
        unsolvable: 0,
        clues_min: clues,
        count_max: 0,
    };
    Set::parse(&generator::file(&recipe))
}

/// Near the worst for a search that takes the cells in order and the digits from the smallest (Wikipedia, "Sudoku
/// solving algorithms"): the solution begins with 987654321.
const WORST_FOR_BACKTRACKING: &str =
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

/// That puzzle alone.
pub(crate) fn worst_for_backtracking() -> Set {
    Set { puzzles: vec![SetPuzzle { line: WORST_FOR_BACKTRACKING.to_owned(), solutions: Some(1) }] }
}

/// The published 9x9 puzzles of the corpus, but for that one.
pub(crate) fn known() -> Set {
    let set = Set::parse(include_str!("../../tests/corpus/known.txt"));
    set.retain(|puzzle| puzzle.line.len() == 81 && puzzle.line != WORST_FOR_BACKTRACKING)
}

/// The puzzles of a file.
pub(crate) fn of_file(file: &DataFile) -> Set {
    Set::parse(&file.read())
}
