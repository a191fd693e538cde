//! Search for steps of any puzzle: counts its solutions first, because some techniques need a unique one.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::{Progress, ResumableSearch, StopReason, Verdict};

use super::explainer::{ExplainerSearch, SeEstimate};
use super::language::Language;
use super::path::PathSearch;
use super::rating::{Rating, RatingSearch};
use super::step::Step;
use super::walk::WalkEnd;
use super::wording::Wording;
use crate::analysis::{CheckAnswer, CheckSearch, PlayedPuzzle};
use crate::model::{Cell, Conflict, Digit, Puzzle, Rules, Solution};
use crate::solver::{Solver, SolverError};

/// Two solutions: the second one tells whether the first is unique.
const TWO: NonZeroU64 = NonZeroU64::MIN.saturating_add(1);

/// A puzzle and the wanted result: a hint, a path or a rating.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StepGoal {
    /// The next step after the entries and marks of a player.
    Hint {
        /// The puzzle with entries and marks.
        played: PlayedPuzzle,
        /// How much of the step is shown.
        reveal: Reveal,
    },
    /// All steps.
    Path(Puzzle),
    /// How many steps of each technique.
    Rating(Puzzle),
}

/// How much of a step is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reveal {
    /// A house.
    House,
    /// The technique and its houses.
    Technique,
    /// Everything.
    #[default]
    All,
}

impl StepGoal {
    /// The puzzle, without entries.
    pub fn puzzle(&self) -> &Puzzle {
        match self {
            Self::Hint { played, .. } => played.puzzle(),
            Self::Path(puzzle) | Self::Rating(puzzle) => puzzle,
        }
    }

    /// Memory of entries and marks in bytes.
    pub fn entry_bytes(&self) -> usize {
        match self {
            Self::Hint { played, .. } => played.entry_bytes(),
            Self::Path(_) | Self::Rating(_) => 0,
        }
    }
}

/// Steps of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StepAnswer {
    /// The rules of the puzzle, which name its cells and houses.
    pub rules: Rules,
    /// Verdict on the clues, without the entries of a player.
    pub verdict: Verdict<()>,
    /// Cells whose entry, or all of whose marks, occur in no solution; entries that differ from a clue; and entries that no
    /// solution has together. There is no hint then.
    pub mistakes: Vec<Cell>,
    /// How much of a hint is shown.
    pub reveal: Reveal,
    /// Language of the sentences.
    pub language: Language,
    /// The steps, in order; none for a rating.
    pub steps: Vec<Step>,
    /// The rating, if it was asked for and the solution is unique.
    pub rating: Option<Rating>,
    /// Estimate of the rating of Sudoku Explainer, with the rating of a classic 9x9.
    pub se_estimate: Option<SeEstimate>,
    /// Where the steps end; `None` if they go on after a hint, or were interrupted.
    pub end: Option<WalkEnd>,
    /// Digits given more than once in a house. Any conflict means that no solution exists.
    pub conflicts: Vec<Conflict>,
    /// Why the search ended.
    pub stop_reason: StopReason,
    /// Number of nodes visited and of techniques tried.
    pub nodes: u64,
}

impl StepAnswer {
    /// Names cells, houses and digits in the language of the answer. The smallest digit is called `lowest`, the others follow.
    pub fn wording(&self, lowest: usize) -> Wording<'_> {
        Wording::with_lowest_digit(self.rules.layout(), lowest)
            .in_language(self.language)
            .with_rules(&self.rules)
    }

    /// Whether a limit ended the search after the verdict, so that steps or the rating are missing.
    pub fn is_incomplete(&self) -> bool {
        self.verdict != Verdict::Unknown && !self.stop_reason.is_final()
    }
}

/// What the search does now.
#[derive(Clone, Debug)]
enum StepPhase {
    /// Searches for two solutions.
    Solve(Box<Solver>),
    /// Searches for a solution with all entries and marks, if the puzzle has several solutions.
    Continue(Box<Solver>),
    /// Searches for mistakes, if there is no such solution.
    Check(Box<CheckSearch>),
    /// Collects steps.
    Path(Box<PathSearch>),
    /// Counts steps.
    Rate(Box<RatingSearch>),
    /// Estimates the rating of Sudoku Explainer, after the own rating.
    Estimate(Box<RatingSearch>, Box<ExplainerSearch>),
    /// Has ended without steps.
    Done,
}

/// Finds the next step, all steps, or the rating of a puzzle.
///
/// A puzzle with several solutions has steps, too, as far as they hold for all of them, but no rating.
#[derive(Clone, Debug)]
pub struct StepSearch {
    goal: StepGoal,
    language: Language,
    /// Whether a rating is followed by the estimate.
    with_se_estimate: bool,
    phase: StepPhase,
    verdict: Verdict<()>,
    mistakes: Vec<Cell>,
    conflicts: Vec<Conflict>,
    /// Nodes of the phases that have ended.
    earlier_nodes: u64,
    stop_reason: Option<StopReason>,
}

impl StepSearch {
    /// Creates a search.
    pub fn new(goal: StepGoal) -> Self {
        Self {
            conflicts: goal.puzzle().conflicts(),
            phase: StepPhase::Solve(Box::new(Solver::new(goal.puzzle().clone(), TWO))),
            goal,
            language: Language::default(),
            with_se_estimate: true,
            verdict: Verdict::Unknown,
            mistakes: Vec::new(),
            earlier_nodes: 0,
            stop_reason: None,
        }
    }

    /// Says in its answer that the sentences are to be in this language.
    #[must_use]
    pub fn in_language(self, language: Language) -> Self {
        Self { language, ..self }
    }

    /// Rates without the estimate of the rating of Sudoku Explainer, which takes most of the time.
    #[must_use]
    pub fn without_se_estimate(self) -> Self {
        Self { with_se_estimate: false, ..self }
    }

    fn begin_steps(&mut self, verdict: Verdict<Solution>) {
        self.verdict = verdict.without_solutions();
        let solution = match verdict {
            Verdict::Unique(solution) => Some(solution),
            Verdict::Multiple(_) => None,
            Verdict::None | Verdict::Solvable(_) | Verdict::Unknown => {
                self.phase = StepPhase::Done;
                return;
            }
        };
        self.phase = match &self.goal {
            StepGoal::Rating(_) if solution.is_none() => StepPhase::Done,
            StepGoal::Rating(puzzle) => StepPhase::Rate(Box::new(RatingSearch::new(puzzle, solution))),
            StepGoal::Path(puzzle) => StepPhase::Path(Box::new(PathSearch::new(puzzle, solution))),
            StepGoal::Hint { played, .. } => match solution {
                Some(solution) => {
                    self.mistakes = mistakes(played, &solution);
                    if self.mistakes.is_empty() {
                        StepPhase::Path(Box::new(PathSearch::next_step(played, Some(solution))))
                    } else {
                        StepPhase::Done
                    }
                }
                None if played.overwrites_clues() => check(played),
                None => StepPhase::Continue(Box::new(Solver::new(played.restricted(), NonZeroU64::MIN))),
            },
        };
    }

    /// Begins the estimate after the rating, if it is wanted and the puzzle is a classic 9x9.
    fn begin_estimate(&mut self) -> Progress {
        let estimate = self.with_se_estimate.then(|| ExplainerSearch::new(self.goal.puzzle())).flatten();
        match (std::mem::replace(&mut self.phase, StepPhase::Done), estimate) {
            (StepPhase::Rate(rating), Some(estimate)) => {
                self.phase = StepPhase::Estimate(rating, Box::new(estimate));
                Progress::Paused
            }
            (phase, _) => {
                self.phase = phase;
                Progress::Ended(StopReason::Complete)
            }
        }
    }

    /// Begins the step after the entries and marks if a solution has them all, and the search for mistakes if not.
    fn begin_hint(&mut self, is_solvable: bool) {
        self.phase = match &self.goal {
            StepGoal::Hint { played, .. } if is_solvable => {
                StepPhase::Path(Box::new(PathSearch::next_step(played, None)))
            }
            StepGoal::Hint { played, .. } => check(played),
            StepGoal::Path(_) | StepGoal::Rating(_) => StepPhase::Done,
        };
    }

    /// The puzzle, without entries.
    pub fn puzzle(&self) -> &Puzzle {
        self.goal.puzzle()
    }
}

impl ResumableSearch for StepSearch {
    type Answer = StepAnswer;
    type Error = SolverError;

    /// Each search for a technique is a node.
    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, SolverError> {
        if let Some(stop_reason) = self.stop_reason {
            return Ok(Progress::Ended(stop_reason));
        }
        let progress = match &mut self.phase {
            StepPhase::Solve(solver) => {
                let progress = solver.advance(budget_nodes, stop)?;
                if let Progress::Ended(_) = progress {
                    self.earlier_nodes = solver.nodes();
                    let verdict = solver.answer_without_stats().verdict;
                    self.begin_steps(verdict);
                }
                // The steps begin with the next call.
                Progress::Paused
            }
            StepPhase::Continue(solver) => {
                let progress = solver.advance(budget_nodes, stop)?;
                if let Progress::Ended(_) = progress {
                    self.earlier_nodes += solver.nodes();
                    let is_solvable = solver.count() > 0;
                    self.begin_hint(is_solvable);
                }
                Progress::Paused
            }
            StepPhase::Check(check) => {
                let progress = check.advance(budget_nodes, stop)?;
                if let Progress::Ended(_) = progress {
                    self.earlier_nodes += check.nodes();
                    self.mistakes = judged_mistakes(&check.answer());
                    self.phase = StepPhase::Done;
                }
                progress
            }
            StepPhase::Path(path) => path.advance(budget_nodes, stop),
            StepPhase::Rate(rating) => match rating.advance(budget_nodes, stop) {
                Progress::Ended(_) if rating.rating().is_some() => self.begin_estimate(),
                progress => progress,
            },
            StepPhase::Estimate(_, search) => search.advance(stop),
            StepPhase::Done => Progress::Ended(StopReason::Complete),
        };
        if let Progress::Ended(stop_reason) = progress {
            self.stop_reason = Some(stop_reason);
        }
        Ok(progress)
    }

    fn nodes(&self) -> u64 {
        match &self.phase {
            StepPhase::Solve(solver) | StepPhase::Continue(solver) => self.earlier_nodes + solver.nodes(),
            StepPhase::Check(check) => self.earlier_nodes + check.nodes(),
            StepPhase::Path(path) => self.earlier_nodes + path.searches(),
            StepPhase::Rate(rating) | StepPhase::Estimate(rating, _) => {
                self.earlier_nodes + rating.searches()
            }
            StepPhase::Done => self.earlier_nodes,
        }
    }

    fn stop_reason(&self) -> Option<StopReason> {
        self.stop_reason
    }

    fn answer(&mut self) -> StepAnswer {
        let (steps, rating, end) = match &mut self.phase {
            StepPhase::Path(path) => (path.take_steps(), None, path.end()),
            StepPhase::Rate(rating) | StepPhase::Estimate(rating, _) => {
                (Vec::new(), rating.rating().cloned(), rating.end())
            }
            StepPhase::Solve(_) | StepPhase::Continue(_) | StepPhase::Check(_) | StepPhase::Done => {
                (Vec::new(), None, None)
            }
        };
        let se_estimate = match &self.phase {
            StepPhase::Estimate(_, search) => search.estimate(),
            _ => None,
        };
        StepAnswer {
            rules: self.puzzle().rules().clone(),
            verdict: self.verdict.clone(),
            mistakes: self.mistakes.clone(),
            language: self.language,
            reveal: match self.goal {
                StepGoal::Hint { reveal, .. } => reveal,
                StepGoal::Path(_) | StepGoal::Rating(_) => Reveal::All,
            },
            steps,
            rating,
            se_estimate,
            end,
            conflicts: self.conflicts.clone(),
            stop_reason: self.stop_reason.unwrap_or(StopReason::Interrupted),
            nodes: self.nodes(),
        }
    }
}

fn check(played: &PlayedPuzzle) -> StepPhase {
    StepPhase::Check(Box::new(CheckSearch::new(played.clone())))
}

/// Cells that prevent a hint, in ascending order.
fn judged_mistakes(answer: &CheckAnswer) -> Vec<Cell> {
    let CheckAnswer { overwritten, wrong, wrong_marks, contradicting, .. } = answer;
    let mut cells = [&overwritten[..], wrong, wrong_marks, contradicting].concat();
    cells.sort_unstable();
    cells
}

/// Cells whose entry differs from the solution, or whose marks lack its digit, in ascending order.
fn mistakes(played: &PlayedPuzzle, solution: &Solution) -> Vec<Cell> {
    let is_mistake = |&(cell, digit): &(Cell, Digit)| {
        let marks = played.marks_of(cell);
        match played.entries().digit(cell) {
            // The marks of a cell with an entry are leftovers.
            Some(entry) => entry != digit,
            None => {
                !marks.is_empty() && !marks.contains(digit) && played.puzzle().clues().digit(cell).is_none()
            }
        }
    };
    solution.grid().filled().filter(is_mistake).map(|(cell, _)| cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{DigitSet, Grid};
    use crate::techniques::patterns::Technique;
    use crate::techniques::testing;

    const UNIQUE: &str = "1... ..3. .4.. ...2";

    fn answer(goal: StepGoal) -> StepAnswer {
        let mut search = StepSearch::new(goal);
        while search.advance(1, &AtomicBool::new(false)).expect("no bug") == Progress::Paused {}
        assert_eq!(search.stop_reason(), Some(StopReason::Complete));
        search.answer()
    }

    fn hint(line: &str, entries: &[(u16, usize)], marks: &[(usize, &[usize])]) -> StepAnswer {
        let mut grid = Grid::from_cells(vec![None; 16]).expect("a square");
        entries.iter().for_each(|&(cell, value)| grid.fill(Cell(cell), testing::digit(value)));
        let mut sets = vec![DigitSet::default(); 16];
        for &(cell, values) in marks {
            sets[cell] = values.iter().filter_map(|&value| Digit::new(value)).collect();
        }
        let played = PlayedPuzzle::new(testing::puzzle(line), grid, sets).expect("fits");
        answer(StepGoal::Hint { played, reveal: Reveal::All })
    }

    #[test]
    fn path_and_rating_of_a_unique_puzzle_agree() {
        let path = answer(StepGoal::Path(testing::puzzle(UNIQUE)));
        assert_eq!((&path.verdict, path.end), (&Verdict::Unique(()), Some(WalkEnd::Solved)));
        assert_eq!(path.steps.len(), 12);
        let rating = answer(StepGoal::Rating(testing::puzzle(UNIQUE)));
        let counts = rating.rating.expect("unique").steps().map(|(_, count)| count).sum::<u32>();
        assert_eq!((counts, rating.steps.len()), (12, 0));
    }

    #[test]
    fn rating_of_a_classic_puzzle_has_an_estimate_unless_it_is_not_wanted() {
        let classic = testing::puzzle(
            "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5 ....8..79",
        );
        let estimated = answer(StepGoal::Rating(classic.clone()));
        assert_eq!(estimated.se_estimate.map(|estimate| estimate.tenths), Some(12));
        let mut search = StepSearch::new(StepGoal::Rating(classic)).without_se_estimate();
        while search.advance(1, &AtomicBool::new(false)).expect("no bug") == Progress::Paused {}
        let plain = search.answer();
        assert_eq!((plain.se_estimate, plain.rating), (None, estimated.rating));
        assert_eq!(answer(StepGoal::Rating(testing::puzzle(UNIQUE))).se_estimate, None);
    }

    #[test]
    fn hint_is_the_step_after_the_entries_and_marks() {
        let path = answer(StepGoal::Path(testing::puzzle(UNIQUE)));
        let first = hint(UNIQUE, &[], &[]);
        assert_eq!((first.steps.as_slice(), first.end), (&path.steps[..1], None));
        let placed = &path.steps[0].deduction.placements[0];
        let next = hint(UNIQUE, &[(placed.cell.0, placed.digit.value())], &[]);
        assert_eq!(next.steps, path.steps[1..2]);
        // With marks that leave one digit, a cell is a naked single.
        let solved = testing::solve(testing::puzzle(UNIQUE)).expect("solvable").0;
        let marks: Vec<(usize, Vec<usize>)> =
            solved.filled().map(|(cell, digit)| (cell.index(), vec![digit.value()])).collect();
        let marks: Vec<(usize, &[usize])> = marks.iter().map(|(cell, digits)| (*cell, &digits[..])).collect();
        let step = &hint(UNIQUE, &[], &marks).steps[0];
        assert!(step.technique <= Technique::NakedSingle && !step.deduction.placements.is_empty());
    }

    #[test]
    fn mistakes_of_the_player_prevent_a_hint() {
        let solved = testing::solve(testing::puzzle(UNIQUE)).expect("solvable").0;
        let right = solved.digit(Cell(1)).expect("solved").value();
        let wrong = right % 4 + 1;
        let entry = hint(UNIQUE, &[(1, wrong)], &[]);
        assert_eq!((entry.mistakes, entry.steps.len()), (vec![Cell(1)], 0));
        let mark = hint(UNIQUE, &[], &[(1, &[wrong])]);
        assert_eq!((mark.mistakes, mark.steps.len()), (vec![Cell(1)], 0));
        assert!(hint(UNIQUE, &[(1, right)], &[(1, &[wrong, right])]).mistakes.is_empty());
    }

    #[test]
    fn entries_and_marks_without_a_solution_prevent_a_hint_of_an_ambiguous_puzzle() {
        const AMBIGUOUS: &str = "1... ..3. .4.. ....";
        for (entries, marks, mistakes) in [
            // A clash with the clue of the row, an overwritten clue, and a digit of no solution.
            (&[(1, 1)][..], &[][..], &[1][..]),
            (&[(0, 2)], &[], &[0]),
            (&[(1, 2)], &[], &[1]),
            (&[], &[(1, &[4][..])], &[1]),
            // Two entries that occur in solutions, but not together.
            (&[(2, 4), (15, 2)], &[], &[2, 15]),
            // Marks that each occur in solutions, but not together.
            (&[], &[(2, &[4]), (15, &[2, 3])], &[]),
        ] {
            let answer = hint(AMBIGUOUS, entries, marks);
            assert_eq!(answer.verdict, Verdict::Multiple([(), ()]), "{entries:?}");
            assert_eq!(answer.steps, [], "{entries:?} {marks:?}");
            assert_eq!(answer.mistakes, mistakes.iter().map(|&cell| Cell(cell)).collect::<Vec<_>>());
        }
        let right = hint(AMBIGUOUS, &[(1, 3)], &[(15, &[2, 3])]);
        assert_eq!((right.steps.len(), right.mistakes.len()), (1, 0));
    }

    #[test]
    fn puzzle_with_several_or_no_solutions_has_no_rating() {
        for (line, verdict) in [("12.. 3... .... ....", "multiple"), ("12.. ..34 ..4. ....", "none")] {
            let rating = answer(StepGoal::Rating(testing::puzzle(line)));
            assert!(rating.rating.is_none() && rating.steps.is_empty(), "{verdict}");
            let path = answer(StepGoal::Path(testing::puzzle(line)));
            assert_eq!(path.steps.is_empty(), verdict == "none");
            assert_ne!(path.end, Some(WalkEnd::Solved));
        }
    }

    #[test]
    fn interrupted_search_tells_what_it_knows() {
        let mut search = StepSearch::new(StepGoal::Path(testing::puzzle(UNIQUE)));
        let answer = search.answer();
        assert_eq!(
            (answer.verdict, answer.stop_reason, answer.end),
            (Verdict::Unknown, StopReason::Interrupted, None)
        );
    }
}
