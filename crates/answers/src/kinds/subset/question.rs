//! The question, and the request that asks it.

use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::{Progress, ResumableSearch, StopReason};
use quadrille_sudoku::analysis::{CanonicalAnswer, CanonicalSearch};
use quadrille_sudoku::{Puzzle, SolverError};

use crate::faults::{FaultCode, Faults};
use crate::kinds::puzzle_kind::{AskedPuzzle, PuzzleKind};
use crate::kinds::subset::parts::SubsetParts;
use crate::service::{AnswerSummary, Answerable, Reusable, SearchAnswer};
use crate::wire::examples::Examples;
use crate::wire::puzzle::options::GridOptions;
use crate::wire::puzzle::values::SubsetBy;
use crate::wire::request::{Fields, Given, Seed};

/// The kind of `quadrille subset`.
#[derive(Clone, Copy, Debug)]
pub struct ChooseSubset;

/// Options of `subset`.
#[derive(Clone, Debug, Default, Fields)]
pub struct SubsetOptions {
    /// Names of the subsets with their weights, such as `train=8,test=2`.
    /// By default `train=9,test=1`.
    pub parts: Given<SubsetParts>,
    /// Grid whose canonical form determines the subset: `puzzle`, or `solution`, which keeps puzzles with equivalent solutions together.
    /// By default `puzzle`.
    pub by: Given<SubsetBy>,
    /// Seed of the hash. Another seed makes other subsets.
    /// By default 0.
    pub seed: Given<Seed>,
}

/// A puzzle and the subsets of which it gets one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SubsetQuestion {
    puzzle: Puzzle,
    parts: SubsetParts,
    by: SubsetBy,
    seed: u64,
}

impl PuzzleKind for ChooseSubset {
    type Options = SubsetOptions;
    type Reading = GridOptions;
    type Question = SubsetQuestion;
    const PATH: &'static str = "/subset";
    const NAME: &'static str = "Subset";
    const LINK: &'static str = "divide puzzles among subsets, equivalent puzzles into the same";
    const EXAMPLES: Examples = Examples::NONE;
    const ALLOWS_CONSTRAINTS: bool = false;

    fn question(asked: AskedPuzzle<'_, SubsetOptions>, faults: &mut Faults) -> Option<SubsetQuestion> {
        let AskedPuzzle { puzzle, input, options, .. } = asked;
        if !CanonicalSearch::supports(&puzzle) {
            let detail = "only plain grids of up to 9x9 without candidates have a canonical form, which determines the subset";
            faults.push(|| input.fault(FaultCode::NoCanonicalForm, detail));
            return None;
        }
        Some(SubsetQuestion {
            puzzle,
            parts: options.parts.get().cloned().unwrap_or_default(),
            by: options.by.copied().unwrap_or(SubsetBy::Puzzle),
            seed: options.seed.get().map_or(0, |seed| seed.0),
        })
    }
}

/// The subset of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubsetAnswer {
    /// Name of the subset; `None` without a canonical form.
    pub subset: Option<String>,
    /// Canonical forms of the puzzle and of its solution.
    pub canonical: CanonicalAnswer,
}

/// Finds the canonical forms, and chooses the subset.
#[derive(Clone, Debug)]
pub struct SubsetSearch {
    canonical: CanonicalSearch,
    parts: SubsetParts,
    by: SubsetBy,
    seed: u64,
}

impl Answerable for SubsetQuestion {
    type Subject = Puzzle;
    type Search = SubsetSearch;
    type Answer = SubsetAnswer;

    fn subject(&self) -> &Puzzle {
        &self.puzzle
    }

    fn search(self) -> SubsetSearch {
        let Self { puzzle, parts, by, seed } = self;
        SubsetSearch { canonical: CanonicalSearch::new(puzzle), parts, by, seed }
    }
}

impl ResumableSearch for SubsetSearch {
    type Answer = SubsetAnswer;
    type Error = SolverError;

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, SolverError> {
        self.canonical.advance(budget_nodes, stop)
    }

    fn nodes(&self) -> u64 {
        self.canonical.nodes()
    }

    fn stop_reason(&self) -> Option<StopReason> {
        self.canonical.stop_reason()
    }

    fn answer(&mut self) -> SubsetAnswer {
        let canonical = self.canonical.answer();
        let form = match self.by {
            SubsetBy::Puzzle => &canonical.puzzle,
            SubsetBy::Solution => &canonical.solution,
        };
        let subset = form.as_ref().and_then(|form| self.parts.choose(&form.grid, self.seed));
        SubsetAnswer { subset: subset.map(str::to_owned), canonical }
    }
}

impl Reusable<SubsetQuestion> for SubsetSearch {}

impl SearchAnswer for SubsetAnswer {
    fn summary(&self) -> AnswerSummary {
        self.canonical.summary()
    }

    fn heap_bytes(&self) -> usize {
        self.canonical.heap_bytes()
    }
}
