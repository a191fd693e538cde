//! The question, and the request that asks it.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::{Progress, ResumableSearch, StopReason};
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::analysis::Symmetry;
use quadrille_sudoku::constraints::Constraint;

use crate::faults::{FaultCode, Faults};
use crate::kinds::puzzle_kind::{AskedPuzzle, PuzzleKind};
use crate::service::{AnswerSummary, Answerable, Reusable, SearchAnswer, Subject};
use crate::wire::examples::{Examples, examples};
use crate::wire::puzzle::options::PuzzleOptions;
use crate::wire::request::{Fields, Given, Seed};

/// The kind of `/shuffle`.
#[derive(Clone, Copy, Debug)]
pub struct Shuffle;

/// Options of `/shuffle`.
#[derive(Clone, Debug, Default, Fields)]
pub struct ShuffleOptions {
    /// Seed of the transformation. The same puzzle and seed give the same result, in one version of the service; another puzzle is
    /// transformed in another way.
    /// By default 0.
    pub seed: Given<Seed>,
}

/// The prime of the hash FNV-1a, which makes seeds of a seed and clues.
const FNV_PRIME: u64 = 0x100_0000_01b3;

/// A shuffled puzzle and its symmetry: to make them takes no longer than to read a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ShuffleQuestion {
    /// The shuffled puzzle.
    pub puzzle: Puzzle,
    /// What made it of the given one.
    pub symmetry: Symmetry,
}

impl ShuffleQuestion {
    /// Shuffles a puzzle; `None` if it has no boxes. Puzzles with different clues get different symmetries with the same seed.
    pub fn new(puzzle: &Puzzle, seed: u64) -> Option<Self> {
        let shape = puzzle.rules().box_shape()?;
        let values = puzzle.clues().cells().iter().map(|digit| digit.map_or(0, |digit| digit.value() as u64));
        let seed = values.fold(seed, |seed, value| (seed ^ value).wrapping_mul(FNV_PRIME));
        let symmetry = Symmetry::random(shape, seed);
        Some(Self { puzzle: symmetry.apply_to_puzzle(puzzle)?, symmetry })
    }
}

impl PuzzleKind for Shuffle {
    type Options = ShuffleOptions;
    type Reading = PuzzleOptions;
    type Question = ShuffleQuestion;
    const PATH: &'static str = "/shuffle";
    const NAME: &'static str = "Shuffle";
    const LINK: &'static str = "shuffle a puzzle";
    const EXAMPLES: Examples = examples!("single");
    const ALLOWS_CONSTRAINT: fn(&Constraint) -> bool = |_| false;
    const ALLOWS_GRIDS: bool = false;

    fn question(asked: AskedPuzzle<'_, ShuffleOptions>, faults: &mut Faults) -> Option<ShuffleQuestion> {
        let AskedPuzzle { puzzle, input, options, .. } = asked;
        let question = ShuffleQuestion::new(&puzzle, options.seed.get().map_or(0, |seed| seed.0));
        if question.is_none() {
            let detail = "only puzzles with boxes are shuffled";
            faults.push(|| input.fault(FaultCode::ConstraintUnsupported, detail));
        }
        question
    }
}

/// Search that has its answer from the beginning.
#[derive(Clone, Debug)]
pub struct ShuffleSearch(ShuffleQuestion);

impl Answerable for ShuffleQuestion {
    type Subject = Puzzle;
    type Search = ShuffleSearch;
    type Answer = Self;

    fn subject(&self) -> &Puzzle {
        &self.puzzle
    }

    fn search(self) -> ShuffleSearch {
        ShuffleSearch(self)
    }

    fn runs_inline(&self) -> bool {
        true
    }
}

impl ResumableSearch for ShuffleSearch {
    type Answer = ShuffleQuestion;
    type Error = Infallible;

    fn advance(&mut self, _: u64, _: &AtomicBool) -> Result<Progress, Infallible> {
        Ok(Progress::Ended(StopReason::Complete))
    }

    fn nodes(&self) -> u64 {
        0
    }

    fn stop_reason(&self) -> Option<StopReason> {
        Some(StopReason::Complete)
    }

    fn answer(&mut self) -> ShuffleQuestion {
        self.0.clone()
    }
}

impl Reusable<ShuffleQuestion> for ShuffleSearch {}

impl SearchAnswer for ShuffleQuestion {
    fn summary(&self) -> AnswerSummary {
        AnswerSummary::new(StopReason::Complete, 0)
    }

    fn heap_bytes(&self) -> usize {
        Subject::heap_bytes(&self.puzzle)
    }
}
