//! The question, and the request that asks it.

use quadrille_exact_cover::Verdict;
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::analysis::{ContradictionAnswer, ContradictionSearch};

use crate::faults::Faults;
use crate::kinds::puzzle_kind::{AskedPuzzle, NoOptions, PuzzleKind};
use crate::service::{AnswerSummary, Answerable, Reusable, SearchAnswer};
use crate::wire::examples::{Examples, examples};
use crate::wire::puzzle::options::PuzzleOptions;

/// The kind of `/conflicts`.
#[derive(Clone, Copy, Debug)]
pub struct FindConflicts;

/// A puzzle, which determines the clues that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConflictQuestion {
    /// The puzzle.
    pub puzzle: Puzzle,
}

impl PuzzleKind for FindConflicts {
    type Options = NoOptions;
    type Reading = PuzzleOptions;
    type Question = ConflictQuestion;
    const PATH: &'static str = "/conflicts";
    const NAME: &'static str = "Conflicts";
    const LINK: &'static str = "find clues that contradict each other";
    const EXAMPLES: Examples = examples!("single");

    fn question(asked: AskedPuzzle<'_, NoOptions>, _: &mut Faults) -> Option<ConflictQuestion> {
        Some(ConflictQuestion { puzzle: asked.puzzle })
    }
}

impl Answerable for ConflictQuestion {
    type Subject = Puzzle;
    type Search = ContradictionSearch;
    type Answer = ContradictionAnswer;

    fn subject(&self) -> &Puzzle {
        &self.puzzle
    }

    fn search(self) -> ContradictionSearch {
        ContradictionSearch::new(self.puzzle)
    }
}

impl Reusable<ConflictQuestion> for ContradictionSearch {}

impl SearchAnswer for ContradictionAnswer {
    fn summary(&self) -> AnswerSummary {
        AnswerSummary::new(self.stop_reason, self.nodes).with_verdict(match self.is_solvable {
            Some(true) => Verdict::Solvable(()),
            Some(false) => Verdict::None,
            None => Verdict::Unknown,
        })
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.clues) + size_of_val(&*self.constraints)
    }
}
