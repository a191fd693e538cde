//! The question, and the request that asks it.

use quadrille_sudoku::Puzzle;
use quadrille_sudoku::analysis::{MinimalAnswer, MinimalSearch};

use crate::faults::Faults;
use crate::kinds::puzzle_kind::{AskedPuzzle, PuzzleKind};
use crate::service::{AnswerSummary, Answerable, Reusable, SearchAnswer, Subject};
use crate::wire::examples::{Examples, examples};
use crate::wire::puzzle::options::PuzzleOptions;
use crate::wire::puzzle::values::MinimalOf;
use crate::wire::request::{Fields, Given, Seed};

/// The kind of `/minimal`.
#[derive(Clone, Copy, Debug)]
pub struct TestMinimal;

/// Options of `/minimal`.
#[derive(Clone, Debug, Default, Fields)]
pub struct MinimalOptions {
    /// Parts of the puzzle that are tested: `clues` or `constraints`.
    /// By default `clues`.
    pub of: Given<MinimalOf>,
    /// Whether the answer contains a minimal puzzle with the same solutions, made by removing redundant parts.
    /// By default `false`.
    pub reduce: Given<bool>,
    /// Seed of the order in which `reduce` removes parts. The same puzzle and seed give the same minimal puzzle.
    /// By default 0.
    pub seed: Given<Seed>,
}

/// A puzzle and the seed of its reduction: everything that determines its redundant parts and the minimal puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MinimalQuestion {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Parts that are tested.
    pub of: MinimalOf,
    /// Seed of the order in which parts are removed; `None` if the puzzle is not reduced.
    pub seed: Option<u64>,
}

impl PuzzleKind for TestMinimal {
    type Options = MinimalOptions;
    type Reading = PuzzleOptions;
    type Question = MinimalQuestion;
    const PATH: &'static str = "/minimal";
    const NAME: &'static str = "Minimal";
    const LINK: &'static str = "find the redundant clues of a puzzle";
    const EXAMPLES: Examples = examples!("single");

    fn question(asked: AskedPuzzle<'_, MinimalOptions>, _: &mut Faults) -> Option<MinimalQuestion> {
        let AskedPuzzle { puzzle, options, .. } = asked;
        let is_reduced = options.reduce.copied() == Some(true);
        let seed = is_reduced.then(|| options.seed.get().map_or(0, |seed| seed.0));
        let of = options.of.copied().unwrap_or(MinimalOf::Clues);
        Some(MinimalQuestion { puzzle, of, seed })
    }
}

impl Answerable for MinimalQuestion {
    type Subject = Puzzle;
    type Search = MinimalSearch;
    type Answer = MinimalAnswer;

    fn subject(&self) -> &Puzzle {
        &self.puzzle
    }

    fn search(self) -> MinimalSearch {
        match self.of {
            MinimalOf::Clues => MinimalSearch::new(self.puzzle, self.seed),
            MinimalOf::Constraints => MinimalSearch::of_constraints(self.puzzle, self.seed),
        }
    }
}

impl Reusable<MinimalQuestion> for MinimalSearch {}

impl SearchAnswer for MinimalAnswer {
    fn summary(&self) -> AnswerSummary {
        AnswerSummary::new(self.stop_reason, self.nodes)
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.redundant) + self.reduced.as_ref().map_or(0, Subject::heap_bytes)
    }
}
