//! Path: all steps of a puzzle to its solution.

use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::{Progress, StopReason};

use super::step::Step;
use super::walk::{PuzzleWalk, WalkEnd};
use crate::analysis::PlayedPuzzle;
use crate::model::{Puzzle, Solution};

/// Search of all steps from a puzzle to its solution, which can be paused.
///
/// Each step is the first of the easiest technique that has one.
#[derive(Clone, Debug)]
pub struct PathSearch {
    walk: PuzzleWalk,
    steps: Vec<Step>,
    /// Number of steps after which the search ends.
    steps_max: usize,
}

impl PathSearch {
    /// Creates the search. `solution` is the only solution of the puzzle, if the caller has proved that it is: only then
    /// uniqueness techniques and trials are used.
    pub fn new(puzzle: &Puzzle, solution: Option<Solution>) -> Self {
        Self { walk: PuzzleWalk::new(puzzle, solution), steps: Vec::new(), steps_max: usize::MAX }
    }

    /// Creates the search for the next step of a player. See [`new`](Self::new).
    pub fn next_step(played: &PlayedPuzzle, solution: Option<Solution>) -> Self {
        let mut walk = PuzzleWalk::new(played.puzzle(), solution);
        walk.enter(played);
        Self { walk, steps: Vec::new(), steps_max: 1 }
    }

    /// Searches on, for at most `budget` searches for a technique, a few milliseconds, or until `stop` is set.
    pub fn advance(&mut self, budget: u64, stop: &AtomicBool) -> Progress {
        if self.steps.len() >= self.steps_max {
            return Progress::Ended(StopReason::Complete);
        }
        let (steps, steps_max) = (&mut self.steps, self.steps_max);
        let progress = self.walk.advance(budget, stop, |found| {
            steps.push(found.into_step());
            steps.len() < steps_max
        });
        if self.steps.len() >= self.steps_max { Progress::Ended(StopReason::Complete) } else { progress }
    }

    /// The steps found so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Takes the steps found so far out of the search.
    pub fn take_steps(&mut self) -> Vec<Step> {
        std::mem::take(&mut self.steps)
    }

    /// Where the path ends; `None` before that.
    pub fn end(&self) -> Option<WalkEnd> {
        self.walk.end()
    }

    /// Number of searches for a technique so far.
    pub fn searches(&self) -> u64 {
        self.walk.searches()
    }
}

#[cfg(test)]
mod tests {
    use quadrille_exact_cover::unstable::SplitMix64;

    use super::*;
    use crate::model::BoxShape;
    use crate::techniques::patterns::Technique;
    use crate::techniques::testing;

    fn path(puzzle: &Puzzle, solution: Option<Solution>, budget: u64) -> PathSearch {
        let mut search = PathSearch::new(puzzle, solution);
        while search.advance(budget, &AtomicBool::new(false)) == Progress::Paused {}
        search
    }

    #[test]
    fn path_of_a_unique_puzzle_ends_at_its_solution_and_pauses_change_nothing() {
        let (mut random, rules) = (SplitMix64::new(4), testing::rules(9));
        for _ in 0..50 {
            let full = testing::random_solution(&mut random, &rules, BoxShape::usual(9));
            let puzzle = testing::random_unique_puzzle(&mut random, &rules, &full);
            let solution = Solution::certify(&puzzle, full).expect("the solution");
            let search = path(&puzzle, Some(solution.clone()), u64::MAX);
            assert_eq!(search.end(), Some(WalkEnd::Solved));
            assert_eq!(path(&puzzle, Some(solution), 1).steps(), search.steps());
            assert_eq!(search.steps().last().map(|step| step.deduction.placements.len()), Some(1));
        }
    }

    #[test]
    fn path_without_a_known_solution_ends_without_a_trial() {
        let puzzle = testing::puzzle(&".".repeat(16));
        assert_eq!(path(&puzzle, None, 3).end(), Some(WalkEnd::Stuck));
        let puzzle = testing::puzzle("12.. 34.. .... ....");
        assert_eq!(path(&puzzle, None, 3).end(), Some(WalkEnd::Stuck));
        let puzzle = testing::puzzle("12.. ..34 ..4. ....");
        assert_eq!(path(&puzzle, None, 3).end(), Some(WalkEnd::Contradiction));
    }

    #[test]
    fn stopped_search_goes_on_where_it_was() {
        let puzzle = testing::puzzle(&".".repeat(16));
        let mut search = PathSearch::new(&puzzle, None);
        assert_eq!(search.advance(u64::MAX, &AtomicBool::new(true)), Progress::Paused);
        assert_eq!((search.searches(), search.end()), (0, None));
        assert!(matches!(search.advance(u64::MAX, &AtomicBool::new(false)), Progress::Ended(_)));
        assert_eq!(search.end(), Some(WalkEnd::Stuck));
    }

    #[test]
    fn large_board_is_searched_in_many_calls() {
        let mut search = PathSearch::new(&testing::puzzle(&".".repeat(625)), None);
        let mut calls = 1;
        while search.advance(u64::MAX, &AtomicBool::new(false)) == Progress::Paused {
            calls += 1;
        }
        assert!(calls > 100, "{calls} calls for {} searches", search.searches());
    }

    #[test]
    fn trial_places_a_digit_of_the_solution() {
        let puzzle = testing::puzzle("12.. .... .... ....");
        let (full, _) = testing::solve(puzzle.clone()).expect("has solutions");
        let solution = Solution::certify(&puzzle, full.clone()).expect("a solution");
        let search = path(&puzzle, Some(solution), u64::MAX);
        assert_eq!(search.end(), Some(WalkEnd::Solved));
        let trial = search.steps().iter().find(|step| step.technique == Technique::Trial).expect("needed");
        assert_eq!(trial.deduction.placements.len(), 1);
        assert!(
            trial.deduction.digits.contains(trial.deduction.placements[0].digit)
                && trial.deduction.digits.len() > 1
        );
    }
}
