//! The question, and the request that asks it.

use std::num::NonZeroU64;

use quadrille_sudoku::Puzzle;
use quadrille_sudoku::analysis::{CandidateAnswer, CandidateSearch};

use crate::faults::Faults;
use crate::kinds::puzzle_kind::{AskedPuzzle, PuzzleKind};
use crate::service::{AnswerSummary, Answerable, Reusable, SearchAnswer};
use crate::wire::examples::{Examples, examples};
use crate::wire::puzzle::options::PuzzleOptions;
use crate::wire::request::{Fields, Given, Whole};

/// The kind of `/candidates`.
#[derive(Clone, Copy, Debug)]
pub struct FindCandidates;

/// Largest value of the option `counts`. Each candidate may take a search for so many solutions.
const COUNTS_MAX: u64 = 10_000;

/// Options of `/candidates`.
#[derive(Clone, Debug, Default, Fields)]
pub struct CandidatesOptions {
    /// Counts the solutions with each candidate, up to this number.
    /// By default they are not counted.
    pub counts: Given<Whole<2, COUNTS_MAX>>,
}

/// A puzzle and the maximum of the counts: everything that determines its candidates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CandidateQuestion {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Maximum of the number of solutions with each candidate; `None` if they are not counted.
    pub counts: Option<NonZeroU64>,
}

impl PuzzleKind for FindCandidates {
    type Options = CandidatesOptions;
    type Reading = PuzzleOptions;
    type Question = CandidateQuestion;
    const PATH: &'static str = "/candidates";
    const NAME: &'static str = "Candidates";
    const LINK: &'static str = "find the candidates that occur in solutions";
    const EXAMPLES: Examples = examples!("single");

    fn question(asked: AskedPuzzle<'_, CandidatesOptions>, _: &mut Faults) -> Option<CandidateQuestion> {
        let counts = asked.options.counts.get().and_then(|counts| NonZeroU64::new(counts.0));
        Some(CandidateQuestion { puzzle: asked.puzzle, counts })
    }
}

impl Answerable for CandidateQuestion {
    type Subject = Puzzle;
    type Search = CandidateSearch;
    type Answer = CandidateAnswer;

    fn subject(&self) -> &Puzzle {
        &self.puzzle
    }

    fn search(self) -> CandidateSearch {
        CandidateSearch::new(self.puzzle, self.counts.unwrap_or(NonZeroU64::MIN))
    }
}

impl Reusable<CandidateQuestion> for CandidateSearch {}

impl SearchAnswer for CandidateAnswer {
    fn summary(&self) -> AnswerSummary {
        AnswerSummary::new(self.stop_reason, self.nodes)
            .with_verdict(self.verdict())
            .with_conflicts(&self.conflicts)
    }

    fn heap_bytes(&self) -> usize {
        size_of_val(&*self.candidates) + size_of_val(&*self.undecided) + size_of_val(&*self.counts)
    }
}
