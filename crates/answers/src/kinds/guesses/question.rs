//! The question, and the request that asks it.

use quadrille_sudoku::analysis::{GuessAnswer, GuessSearch};
use quadrille_sudoku::constraints::Constraint;
use quadrille_sudoku::{Puzzle, Solution};

use crate::faults::Faults;
use crate::kinds::puzzle_kind::{AskedPuzzle, NoOptions, PuzzleKind};
use crate::service::{AnswerSummary, Answerable, Reusable, SearchAnswer};
use crate::wire::examples::Examples;
use crate::wire::puzzle::options::PuzzleOptions;

/// The kind of `quadrille guesses`.
#[derive(Clone, Copy, Debug)]
pub struct CountGuesses;

/// A puzzle without constraints whose guesses are counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GuessesQuestion(pub Puzzle);

impl PuzzleKind for CountGuesses {
    type Options = NoOptions;
    type Reading = PuzzleOptions;
    type Question = GuessesQuestion;
    const PATH: &'static str = "/guesses";
    const NAME: &'static str = "Guesses";
    const LINK: &'static str = "count the guesses of a plain search, as a measure of difficulty";
    const EXAMPLES: Examples = Examples::NONE;
    const ALLOWS_CONSTRAINT: fn(&Constraint) -> bool = |_| false;
    const ALLOWS_GRIDS: bool = false;

    fn question(asked: AskedPuzzle<'_, NoOptions>, _: &mut Faults) -> Option<GuessesQuestion> {
        Some(GuessesQuestion(asked.puzzle))
    }

    fn puzzle_mut(question: &mut GuessesQuestion) -> Option<&mut Puzzle> {
        Some(&mut question.0)
    }
}

impl Answerable for GuessesQuestion {
    type Subject = Puzzle;
    type Search = GuessSearch;
    type Answer = GuessAnswer;

    fn subject(&self) -> &Puzzle {
        &self.0
    }

    fn search(self) -> GuessSearch {
        GuessSearch::new(self.0)
    }
}

impl Reusable<GuessesQuestion> for GuessSearch {}

impl SearchAnswer for GuessAnswer {
    fn summary(&self) -> AnswerSummary {
        AnswerSummary::new(self.stop_reason, self.nodes)
            .with_verdict(self.verdict.without_solutions())
            .with_conflicts(&self.conflicts)
    }

    fn heap_bytes(&self) -> usize {
        self.verdict.witnesses().iter().map(Solution::grid).map(|grid| size_of_val(grid.cells())).sum()
    }
}
