//! Questions about a puzzle, answered on the calling thread.

use std::cell::Cell;
use std::fmt::Display;
use std::iter::FusedIterator;
use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::{NextSolution, Progress, ResumableSearch, SolutionSearch};

use crate::analysis::{
    CandidateSearch, CanonicalForm, CanonicalSearch, MinimalSearch, PlayedPuzzle, Symmetry,
};
use crate::generate::{GenerateError, GeneratedPuzzle, Generator, PuzzleSpec};
use crate::model::{DigitSet, Puzzle, Solution};
use crate::render::Picture;
use crate::solver::{Answer, Solver, SolverError, Verdict, report};
use crate::techniques::{
    Language, Rating, Reveal, SeEstimate, Step, StepAnswer, StepGoal, StepSearch, Wording, explain,
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

thread_local! {
    /// Solver and puzzle of the classic 9x9 that was asked about last on this thread. Their memory is most of the time of an easy puzzle.
    static LAST_9X9: Cell<Option<Box<(Solver, Puzzle)>>> = const { Cell::new(None) };
}

/// Counts the solutions of a puzzle up to a limit, and uses its answer. The memory of a classic 9x9 is kept for the next one.
fn with_answer<R>(puzzle: &Puzzle, limit: NonZeroU64, use_answer: impl FnOnce(&mut Answer) -> R) -> R {
    if !puzzle.rules().is_classic_9x9() || puzzle.given_candidates().is_some() {
        return use_answer(&mut answer_of(Solver::new(puzzle.clone(), limit)));
    }
    let last = LAST_9X9.try_with(Cell::take).ok().flatten();
    let mut kept = last.unwrap_or_else(|| Box::new((Solver::new(puzzle.clone(), limit), puzzle.clone())));
    let (solver, spare) = &mut *kept;
    let mut answer = solver.count_of(puzzle, spare, limit);
    let result = use_answer(&mut answer);
    solver.recycle(&mut answer);
    // At the end of a thread there is nothing to keep it for.
    let _ = LAST_9X9.try_with(|last| last.set(Some(kept)));
    result
}

/// Questions, answered on the calling thread. They return when the answer is known, which may take long for hard puzzles
/// beyond 16x16: [`Solver`] and the other searches do the same in slices, with a budget and a stop flag.
///
/// # Panics
/// If an engine has a bug: every solution is [certified](Solution::certify) before it is returned. The searches return
/// [`SolverError`] instead.
impl Puzzle {
    /// Returns a solution; `None` if there is none. The puzzle may have others: see [`verdict`](Self::verdict).
    ///
    /// # Examples
    /// ```
    /// use quadrille_sudoku::Puzzle;
    ///
    /// let puzzle: Puzzle = "1... ..3. .4.. ...2".parse()?;
    /// let solution = puzzle.solve().ok_or("no solution")?;
    /// assert_eq!(solution.to_string(), "1324423124133142");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&self) -> Option<Solution> {
        with_answer(self, NonZeroU64::MIN, |answer| {
            std::mem::replace(&mut answer.verdict, Verdict::Unknown).into_witnesses().next()
        })
    }

    /// Returns whether the puzzle has no solution, one or several, with the first two:
    /// [`None`](Verdict::None), [`Unique`](Verdict::Unique) or [`Multiple`](Verdict::Multiple).
    ///
    /// # Examples
    /// ```
    /// use quadrille_sudoku::{Puzzle, Verdict};
    ///
    /// let puzzle: Puzzle = "1... .... .... ....".parse()?;
    /// match puzzle.verdict() {
    ///     Verdict::Unique(solution) => println!("{solution}"),
    ///     Verdict::Multiple([first, second]) => assert_ne!(first, second),
    ///     _ => println!("no solution"),
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verdict(&self) -> Verdict {
        with_answer(self, TWO, |answer| std::mem::replace(&mut answer.verdict, Verdict::Unknown))
    }

    /// Returns whether the puzzle has exactly one solution.
    pub fn is_unique(&self) -> bool {
        with_answer(self, TWO, |answer| matches!(answer.verdict, Verdict::Unique(_)))
    }

    /// Returns the number of solutions, or `limit` if there are more. An empty 9x9 has 6.67e21: choose the limit with care.
    ///
    /// # Examples
    /// ```
    /// use quadrille_sudoku::Puzzle;
    ///
    /// let empty: Puzzle = ".".repeat(16).parse()?;
    /// assert_eq!((empty.count_up_to(100), empty.count_up_to(1_000)), (100, 288));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_up_to(&self, limit: u64) -> u64 {
        NonZeroU64::new(limit).map_or(0, |limit| with_answer(self, limit, |answer| answer.count))
    }

    /// Returns all solutions, one by one, in an order that depends on the puzzle only. Keeps none of them.
    ///
    /// # Examples
    /// ```
    /// use quadrille_sudoku::Puzzle;
    ///
    /// let puzzle: Puzzle = "12.. 34.. .... ....".parse()?;
    /// for solution in puzzle.solutions().take(3) {
    ///     println!("{solution:#}");
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solutions(&self) -> Solutions {
        Solutions { search: Solver::new(self.clone(), NonZeroU64::MAX) }
    }

    /// Returns the digits of each cell that occur in a solution: one digit per cell if the solution is unique, none if there
    /// is no solution.
    ///
    /// These are the pencil marks that are left after all possible logic, unlike
    /// [`given_candidates`](Self::given_candidates), which are part of the puzzle.
    ///
    /// # Examples
    /// ```
    /// use quadrille_sudoku::Puzzle;
    ///
    /// let puzzle: Puzzle = "12.. .... .... ....".parse()?;
    /// assert_eq!(puzzle.candidates()[2].to_string(), "3 4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    ///
    /// # Examples
    /// ```
    /// use quadrille_sudoku::Puzzle;
    ///
    /// let puzzle: Puzzle = "1... ..3. .4.. ...2".parse()?;
    /// for step in &puzzle.path().steps {
    ///     println!("{}: {}", step.technique, puzzle.explain(step));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path(&self) -> StepAnswer {
        answer_of(StepSearch::new(StepGoal::Path(self.clone())))
    }

    /// Returns the difficulty for human players; `None` unless the puzzle has exactly one solution.
    ///
    /// # Examples
    /// ```
    /// use quadrille_sudoku::{Puzzle, techniques::Level};
    ///
    /// let puzzle: Puzzle = "1... ..3. .4.. ...2".parse()?;
    /// let rating = puzzle.rate().ok_or("not unique")?;
    /// assert_eq!(rating.level(), Level::Easy);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
        explain(step, &Wording::new(self.rules().layout()).with_rules(self.rules())).to_string()
    }

    /// Explains a step of this puzzle in a sentence of a language.
    ///
    /// # Examples
    /// ```
    /// use quadrille_sudoku::{Puzzle, techniques::Language};
    ///
    /// let puzzle: Puzzle = "123. .... .... ....".parse()?;
    /// let step = puzzle.hint().ok_or("a step")?;
    /// assert_eq!(puzzle.explain(&step), "Full House: r1c4 is the last empty cell of row 1, so r1c4 is 4.");
    /// assert!(puzzle.explain_in(&step, Language::German).contains("Zeile 1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain_in(&self, step: &Step, language: Language) -> String {
        explain(step, &Wording::new(self.rules().layout()).with_rules(self.rules()).in_language(language))
            .to_string()
    }

    /// Returns a puzzle that differs from this one by a random symmetry: of the digits, of rows and columns within and among bands, and of rows
    /// with columns. It is as hard, and has as many solutions. `None` if the rules are not [plain](crate::Rules::is_plain).
    ///
    /// # Examples
    /// ```
    /// use quadrille_sudoku::Puzzle;
    ///
    /// let puzzle: Puzzle = "1... ..3. .4.. ...2".parse()?;
    /// let shuffled = puzzle.shuffle(7).ok_or("plain rules")?;
    /// let canonical = |puzzle: &Puzzle| puzzle.canonical().map(|form| form.grid);
    /// assert_eq!(canonical(&shuffled), canonical(&puzzle));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shuffle(&self, seed: u64) -> Option<Self> {
        let shape = self.rules().box_shape().filter(|_| self.rules().is_plain())?;
        Symmetry::random(shape, seed).apply_to_puzzle(self)
    }

    /// Returns the puzzle without needless clues: without any clue more, it would have other solutions. For another one of the minimal
    /// puzzles, see [`MinimalSearch`] with a seed.
    ///
    /// # Examples
    /// ```
    /// use quadrille_sudoku::Puzzle;
    ///
    /// let puzzle: Puzzle = "1234 34.. 21.. 43..".parse()?;
    /// let minimal = puzzle.minimal();
    /// assert!(minimal.clues().filled_count() < puzzle.clues().filled_count());
    /// assert_eq!(minimal.count_up_to(10), puzzle.count_up_to(10));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn minimal(&self) -> Self {
        // A search with a seed has a reduced puzzle.
        answer_of(MinimalSearch::new(self.clone(), Some(0))).reduced.unwrap_or_else(|| self.clone())
    }

    /// Returns a random puzzle with exactly one solution that meets the specification. Specification and seed determine it, on
    /// every machine.
    ///
    /// # Errors
    /// [`GenerateError`] if simple bounds exclude every puzzle, or if 10,000 attempts have failed; it names the restrictions to
    /// relax.
    ///
    /// # Examples
    /// ```
    /// use quadrille_sudoku::generate::PuzzleSpec;
    /// use quadrille_sudoku::{Puzzle, Rules};
    ///
    /// let generated = Puzzle::generate(PuzzleSpec::new(Rules::usual(4)?), 7)?;
    /// assert!(generated.puzzle.is_unique());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
