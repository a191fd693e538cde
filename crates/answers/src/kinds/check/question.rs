//! The question, and the request that asks it.

use quadrille_sudoku::Puzzle;
use quadrille_sudoku::analysis::{CheckAnswer, CheckSearch, PlayedPuzzle};

use crate::faults::Faults;
use crate::kinds::check::played::PlayedFields;
use crate::kinds::puzzle_kind::{AskedPuzzle, PuzzleKind};
use crate::service::{AnswerSummary, Answerable, Reusable, SearchAnswer, Subject};
use crate::wire::examples::{Examples, examples};
use crate::wire::puzzle::options::PuzzleOptions;

/// The kind of `/check`.
#[derive(Clone, Copy, Debug)]
pub struct CheckEntries;

/// A puzzle with the entries and marks that are checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CheckQuestion(pub PlayedPuzzle);

impl PuzzleKind for CheckEntries {
    type Options = PlayedFields;
    type Reading = PuzzleOptions;
    type Question = CheckQuestion;
    const PATH: &'static str = "/check";
    const NAME: &'static str = "Check";
    const LINK: &'static str = "check the entries of a player";
    const EXAMPLES: Examples = examples!("single");

    fn question(asked: AskedPuzzle<'_, PlayedFields>, faults: &mut Faults) -> Option<CheckQuestion> {
        asked.options.read(asked.puzzle, faults).map(CheckQuestion)
    }
}

impl Answerable for CheckQuestion {
    type Subject = Puzzle;
    type Search = CheckSearch;
    type Answer = CheckAnswer;

    fn subject(&self) -> &Puzzle {
        self.0.puzzle()
    }

    fn search(self) -> CheckSearch {
        CheckSearch::new(self.0)
    }

    fn heap_bytes(&self) -> usize {
        self.subject().heap_bytes() + self.0.entry_bytes()
    }
}

impl Reusable<CheckQuestion> for CheckSearch {}

impl SearchAnswer for CheckAnswer {
    fn summary(&self) -> AnswerSummary {
        AnswerSummary::new(self.stop_reason, self.nodes)
            .with_verdict(self.verdict.without_solutions())
            .with_conflicts(&self.conflicts)
    }

    fn heap_bytes(&self) -> usize {
        let lists = [&self.overwritten, &self.wrong, &self.wrong_marks, &self.contradicting, &self.undecided];
        let solutions = self.verdict.witnesses().iter().map(|solution| size_of_val(solution.grid().cells()));
        lists.iter().map(|cells| size_of_val(&***cells)).chain(solutions).sum()
    }
}
