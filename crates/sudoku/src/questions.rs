//! Questions about a puzzle, answered on the calling thread.

use std::fmt::Display;
use std::iter::FusedIterator;
use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::{NextSolution, Progress, ResumableSearch, SolutionSearch};

use crate::analysis::{CandidateSearch, CanonicalForm, CanonicalSearch, PlayedPuzzle};
use crate::generate::{GenerateError, GeneratedPuzzle, Generator, PuzzleSpec};
use crate::model::{DigitSet, Puzzle, Solution};
use crate::render::Picture;
use crate::solver::{Solver, SolverError, Verdict};
use crate::techniques::{
    Rating, Reveal, SeEstimate, Step, StepAnswer, StepGoal, StepSearch, Wording, explain,
};

/// Two solutions: the second one tells whether the first is unique.
const TWO: NonZeroU64 = NonZeroU64::MIN.saturating_add(1);

/// Number of attempts after which [`Puzzle::generate`] gives up.
const ATTEMPTS_MAX: u64 = 10_000;

/// Runs a search to its end on the calling thread, and returns its answer.
///
/// # Errors
/// [`ResumableSearch::Error`] for a bug in an engine.
///
/// # Examples
/// ```
/// use quadrille_sudoku::{Puzzle, analysis::MinimalSearch, run_to_end};
///
/// let puzzle: Puzzle = "1234 34.. 21.. 43..".parse()?;
/// let answer = run_to_end(MinimalSearch::new(puzzle, Some(1)))?;
/// let minimal = answer.reduced.ok_or("asked for by the seed")?;
/// assert_eq!(minimal.clues().filled_count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run_to_end<S: ResumableSearch>(mut search: S) -> Result<S::Answer, S::Error> {
    let go_on = AtomicBool::new(false);
    while search.advance(u64::MAX, &go_on)? == Progress::Paused {}
    Ok(search.answer())
}

/// The answer of a search without bugs.
fn answer_of<S: ResumableSearch<Error: Display>>(search: S) -> S::Answer {
    run_to_end(search).unwrap_or_else(|bug| report(&bug))
}

/// Ends the thread after a bug was detected: no answer would be right.
#[expect(
    clippy::panic,
    reason = "every answer after a bug would be wrong, and an iterator cannot return errors"
)]
fn report(bug: &impl Display) -> ! {
    panic!("bug in quadrille-sudoku: {bug}")
}

/// Questions, answered on the calling thread. They return when the answer is known, which may take long for hard puzzles
/// beyond 16x16: [`Solver`] and the other searches do the same in slices, with a budget and a stop flag.
///
/// # Panics
/// If an engine has a bug: every solution is [certified](Solution::certify) before it is returned. The searches return
/// [`SolverError`] instead.
impl Puzzle {
    /// Returns a solution; `None` if there is none. The puzzle may have others: see [`verdict`](Self::verdict).
    pub fn solve(&self) -> Option<Solution> {
        answer_of(Solver::new(self.clone(), NonZeroU64::MIN)).verdict.into_witnesses().next()
    }

    /// Returns whether the puzzle has no solution, one or several, with the first two:
    /// [`None`](Verdict::None), [`Unique`](Verdict::Unique) or [`Multiple`](Verdict::Multiple).
    pub fn verdict(&self) -> Verdict {
        answer_of(Solver::new(self.clone(), TWO)).verdict
    }

    /// Returns whether the puzzle has exactly one solution.
    pub fn is_unique(&self) -> bool {
        matches!(self.verdict(), Verdict::Unique(_))
    }

    /// Returns the number of solutions, or `limit` if there are more. An empty 9x9 has 6.67e21: choose the limit with care.
    pub fn count_up_to(&self, limit: u64) -> u64 {
        NonZeroU64::new(limit).map_or(0, |limit| answer_of(Solver::new(self.clone(), limit)).count)
    }

    /// Returns all solutions, one by one, in an order that depends on the puzzle only. Keeps none of them.
    pub fn solutions(&self) -> Solutions {
        Solutions { search: Solver::new(self.clone(), NonZeroU64::MAX) }
    }

    /// Returns the digits of each cell that occur in a solution: one digit per cell if the solution is unique, none if there
    /// is no solution.
    ///
    /// These are the pencil marks that are left after all possible logic, unlike
    /// [`given_candidates`](Self::given_candidates), which are part of the puzzle.
    pub fn candidates(&self) -> Vec<DigitSet> {
        answer_of(CandidateSearch::new(self.clone(), NonZeroU64::MIN)).candidates
    }

    /// Returns the easiest next step of a human player; `None` if the puzzle has no solution or no empty cell, or if it has
    /// several solutions and no technique applies to all of them.
    ///
    /// For a player who has entered digits, see [`StepSearch`] with [`StepGoal::Hint`].
    pub fn hint(&self) -> Option<Step> {
        let played = PlayedPuzzle::from(self.clone());
        answer_of(StepSearch::new(StepGoal::Hint { played, reveal: Reveal::All })).steps.into_iter().next()
    }

    /// Returns all steps of a human player, each the easiest one, and where they end.
    pub fn path(&self) -> StepAnswer {
        answer_of(StepSearch::new(StepGoal::Path(self.clone())))
    }

    /// Returns the difficulty for human players; `None` unless the puzzle has exactly one solution.
    pub fn rate(&self) -> Option<Rating> {
        answer_of(StepSearch::new(StepGoal::Rating(self.clone())).without_se_estimate()).rating
    }

    /// Returns an estimate of the rating of Sudoku Explainer; `None` unless this is a classic 9x9 with exactly one solution.
    ///
    /// A hard puzzle takes tens of milliseconds.
    pub fn se_estimate(&self) -> Option<SeEstimate> {
        answer_of(StepSearch::new(StepGoal::Rating(self.clone()))).se_estimate
    }

    /// Explains a step of this puzzle in an English sentence, such as `Hidden Single: box 2 has only one place for 8, so
    /// r1c6 is 8.`
    pub fn explain(&self, step: &Step) -> String {
        explain(step, &Wording::new(self.rules().layout())).to_string()
    }

    /// Returns a random puzzle with exactly one solution that meets the specification. Specification and seed determine it, on
    /// every machine.
    ///
    /// # Errors
    /// [`GenerateError`] if simple bounds exclude every puzzle, or if 10,000 attempts have failed; it names the restrictions to
    /// relax.
    pub fn generate(spec: PuzzleSpec, seed: u64) -> Result<GeneratedPuzzle, GenerateError> {
        answer_of(Generator::new(spec, seed, ATTEMPTS_MAX)).into_result()
    }

    /// Returns the canonical form of the clues, the same for all puzzles that differ by a symmetry; `None` if the puzzle is not
    /// [supported](CanonicalSearch::supports), or if a row or column has a digit twice.
    pub fn canonical(&self) -> Option<CanonicalForm> {
        let shape = self.rules().box_shape().filter(|_| CanonicalSearch::supports(self))?;
        CanonicalForm::new(self.clues(), shape)
    }

    /// Returns a picture of the clues as an SVG document. [`Picture`] also draws solutions, candidates and steps.
    pub fn to_svg(&self) -> String {
        Picture::new(self.clone()).to_string()
    }
}

/// The solutions of a puzzle, one by one: see [`Puzzle::solutions`].
#[derive(Clone, Debug)]
pub struct Solutions {
    search: Solver,
}

impl Solutions {
    fn find(&mut self) -> Result<Option<Solution>, SolverError> {
        let go_on = AtomicBool::new(false);
        loop {
            match self.search.next(u64::MAX, &go_on)? {
                NextSolution::Paused => {}
                NextSolution::Found => return self.search.solution().map(Some),
                NextSolution::Ended(_) => return Ok(None),
            }
        }
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        self.find().unwrap_or_else(|bug| report(&bug))
    }
}

impl FusedIterator for Solutions {}
