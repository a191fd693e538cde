//! Puzzle sets: from the corpus, its generator, and data files.

use crate::data_files::DataFile;
use crate::generator;

/// A puzzle as a line, and its number of solutions if known.
pub struct SetPuzzle {
    pub line: String,
    pub solutions: Option<u64>,
}

/// The puzzles of one iteration.
pub struct PuzzleSet {
    pub puzzles: Vec<SetPuzzle>,
}

impl PuzzleSet {
    /// Parses lines `puzzle`, `puzzle:count` and `puzzle:count:solution`; skips blank lines and `#` lines.
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

/// The puzzles of one size in the corpus whose number of solutions satisfies `is_wanted`.
pub fn corpus(size: usize, is_wanted: impl Fn(u64) -> bool) -> PuzzleSet {
    let text = match size {
        9 => include_str!("../corpus/classic_9x9.txt"),
        16 => include_str!("../corpus/generated_16x16.txt"),
        25 => include_str!("../corpus/generated_25x25.txt"),
        _ => "",
    };
    PuzzleSet::parse(text).retain(|puzzle| puzzle.solutions.is_some_and(&is_wanted))
}

/// Generated puzzles of this size with one solution and about this number of clues, the same in every run.
pub fn generated(size: usize, clues: usize, puzzles: usize) -> PuzzleSet {
    let recipe = generator::Recipe {
        size,
        unique: puzzles,
        multiple: 0,
        unsolvable: 0,
        clues_min: clues,
        count_max: 0,
    };
    PuzzleSet::parse(&generator::file(&recipe))
}

/// Near the worst case of plain backtracking (Wikipedia, "Sudoku solving algorithms"): the solution starts with 987654321.
const WORST_FOR_BACKTRACKING: &str =
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

/// The set of [`WORST_FOR_BACKTRACKING`] alone.
pub fn worst_for_backtracking() -> PuzzleSet {
    PuzzleSet { puzzles: vec![SetPuzzle { line: WORST_FOR_BACKTRACKING.to_owned(), solutions: Some(1) }] }
}

/// The published 9x9 puzzles of the corpus, except [`WORST_FOR_BACKTRACKING`].
pub fn known() -> PuzzleSet {
    let set = PuzzleSet::parse(include_str!("../corpus/known.txt"));
    set.retain(|puzzle| puzzle.line.len() == 81 && puzzle.line != WORST_FOR_BACKTRACKING)
}

/// The first `puzzles` of a set, without the first `clues` clues of each.
pub fn without_clues(mut set: PuzzleSet, clues: usize, puzzles: usize) -> PuzzleSet {
    set.puzzles.truncate(puzzles);
    for puzzle in &mut set.puzzles {
        for _ in 0..clues {
            puzzle.line = puzzle.line.replacen(|symbol: char| ('1'..='9').contains(&symbol), ".", 1);
        }
        puzzle.solutions = None;
    }
    set
}

/// The puzzles of a data file.
pub fn of_file(file: &DataFile) -> PuzzleSet {
    PuzzleSet::parse(&file.read())
}
