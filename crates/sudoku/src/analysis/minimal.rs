//! Clues or constraints that can go without changing the set of solutions.

use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::unstable::SplitMix64;
use quadrille_exact_cover::{Progress, ResumableSearch, StopReason};

use super::alternative::AlternativeSearch;
use super::constraint_alternative::ConstraintAlternative;
use super::slice::Slice;
use crate::model::{Cell, Puzzle, Rules};
use crate::solver::SolverError;

/// Clue or constraint of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzlePart {
    /// The clue of a cell.
    Clue(Cell),
    /// The constraint with this index in [`Rules::constraints`].
    Constraint(usize),
}

/// Redundant clues or constraints, and a minimal subset of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MinimalAnswer {
    /// Parts each of which alone can go without changing the set of solutions, in ascending order.
    pub redundant: Vec<PuzzlePart>,
    /// Parts that were not decided, in ascending order; none if the search is complete.
    pub undecided: Vec<PuzzlePart>,
    /// Indices of the constraints that are left, if constraints were removed, in ascending order.
    pub constraints: Option<Vec<usize>>,
    /// The puzzle without the parts that were removed, if asked for: minimal if the search is complete.
    pub reduced: Option<Puzzle>,
    /// Rules of the puzzle, which have the positions of its cells.
    pub rules: Rules,
    /// Why the search ended.
    pub stop_reason: StopReason,
    /// Number of nodes visited.
    pub nodes: u64,
}

/// What the search does now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MinimalPhase {
    /// Tests each part alone.
    Test,
    /// Removes one redundant part after the other from the puzzle.
    Reduce,
    /// Has ended.
    Done,
}

/// Finds the redundant clues or constraints of a puzzle, and reduces it to a minimal one.
///
/// A constraint is redundant if all solutions of the others meet it. A clue is redundant if no solution of the other clues has another digit in its cell: at most one search for each clue,
/// and one for the whole puzzle. A clue that is not redundant remains so when others are removed, so that the reduction
/// tests redundant clues only.
#[derive(Clone, Debug)]
pub struct MinimalSearch {
    /// The puzzle, without the parts that were removed.
    puzzle: Puzzle,
    /// Parts to test in this phase.
    parts: Vec<PuzzlePart>,
    /// Number of parts that were tested in this phase.
    tested: usize,
    redundant: Vec<PuzzlePart>,
    phase: MinimalPhase,
    /// Seed of the order of removals; `None` if the puzzle need not be reduced.
    seed: Option<u64>,
    /// Search for other solutions without a part.
    search: PartSearch,
}

/// Search for solutions that a puzzle has only without one of its parts.
#[derive(Clone, Debug)]
enum PartSearch {
    /// Without a clue.
    Clue(AlternativeSearch),
    /// Without a constraint.
    Constraint(Box<ConstraintAlternative>),
}

impl MinimalSearch {
    /// Creates a search. With a seed, it also reduces the puzzle; the seed determines which minimal puzzle it finds.
    pub fn new(puzzle: Puzzle, seed: Option<u64>) -> Self {
        let clues = puzzle.clues().filled().map(|(cell, _)| PuzzlePart::Clue(cell)).collect();
        let search = PartSearch::Clue(AlternativeSearch::new(&puzzle));
        Self::among(clues, puzzle, seed, search)
    }

    /// As [`new`](Self::new), for constraints instead of clues.
    pub fn of_constraints(puzzle: Puzzle, seed: Option<u64>) -> Self {
        let constraints = (0..puzzle.rules().constraints().len()).map(PuzzlePart::Constraint).collect();
        let search = PartSearch::Constraint(Box::new(ConstraintAlternative::new(&puzzle)));
        Self::among(constraints, puzzle, seed, search)
    }

    fn among(parts: Vec<PuzzlePart>, puzzle: Puzzle, seed: Option<u64>, search: PartSearch) -> Self {
        let phase = MinimalPhase::Test;
        Self { puzzle, parts, tested: 0, redundant: Vec::new(), phase, seed, search }
    }

    fn enter_next_phase(&mut self) {
        match (self.phase, self.seed) {
            (MinimalPhase::Test, Some(seed)) => {
                self.phase = MinimalPhase::Reduce;
                self.parts.clone_from(&self.redundant);
                SplitMix64::new(seed).shuffle(&mut self.parts);
                self.tested = 0;
            }
            _ => self.phase = MinimalPhase::Done,
        }
    }
}

impl PartSearch {
    fn slice<'a>(&self, budget_nodes: u64, stop: &'a AtomicBool) -> Slice<'a> {
        match self {
            Self::Clue(search) => search.slice(budget_nodes, stop),
            Self::Constraint(search) => search.slice(budget_nodes, stop),
        }
    }

    /// Returns whether the puzzle has further solutions without the part; `None` if the slice ends before that is known.
    fn advance(
        &mut self,
        puzzle: &mut Puzzle,
        part: PuzzlePart,
        slice: &Slice<'_>,
    ) -> Result<Option<bool>, SolverError> {
        match (self, part) {
            (Self::Clue(search), PuzzlePart::Clue(cell)) => search.advance(puzzle, cell, slice),
            (Self::Constraint(search), PuzzlePart::Constraint(index)) => search.advance(index, slice),
            // A search has parts of one kind.
            _ => Ok(Some(true)),
        }
    }

    /// Removes a redundant part from the puzzle.
    fn remove(&mut self, puzzle: &mut Puzzle, part: PuzzlePart) {
        match (self, part) {
            (Self::Clue(search), PuzzlePart::Clue(cell)) => {
                puzzle.remove_clue(cell);
                search.remove_clue(puzzle, cell);
            }
            (Self::Constraint(search), PuzzlePart::Constraint(index)) => {
                search.remove(index);
                *puzzle = search.puzzle();
            }
            _ => {}
        }
    }
}

impl ResumableSearch for MinimalSearch {
    type Answer = MinimalAnswer;
    type Error = SolverError;

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, SolverError> {
        let slice = self.search.slice(budget_nodes, stop);
        while self.phase != MinimalPhase::Done {
            let Some(&part) = self.parts.get(self.tested) else {
                self.enter_next_phase();
                continue;
            };
            let Some(has_another) = self.search.advance(&mut self.puzzle, part, &slice)? else {
                return Ok(Progress::Paused);
            };
            self.tested += 1;
            match self.phase {
                MinimalPhase::Test if !has_another => self.redundant.push(part),
                MinimalPhase::Reduce if !has_another => self.search.remove(&mut self.puzzle, part),
                MinimalPhase::Test | MinimalPhase::Reduce | MinimalPhase::Done => {}
            }
        }
        Ok(Progress::Ended(StopReason::Complete))
    }

    fn nodes(&self) -> u64 {
        match &self.search {
            PartSearch::Clue(search) => search.nodes(),
            PartSearch::Constraint(search) => search.nodes(),
        }
    }

    fn stop_reason(&self) -> Option<StopReason> {
        (self.phase == MinimalPhase::Done).then_some(StopReason::Complete)
    }

    fn answer(&mut self) -> MinimalAnswer {
        let is_testing_all = self.phase == MinimalPhase::Test;
        MinimalAnswer {
            redundant: self.redundant.clone(),
            undecided: if is_testing_all { self.parts[self.tested..].to_vec() } else { Vec::new() },
            constraints: match &self.search {
                PartSearch::Constraint(search) if self.seed.is_some() => Some(search.kept().to_vec()),
                _ => None,
            },
            reduced: self.seed.map(|_| self.puzzle.clone()),
            rules: self.puzzle.rules().clone(),
            stop_reason: self.stop_reason().unwrap_or(StopReason::Interrupted),
            nodes: self.nodes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::ContradictionSearch;
    use crate::constraints::{Constraint, FieldValue, FieldValues};

    /// The empty grid of this size whose neighbours in rows have the digits 1 and 2. Propagation finds that a row has too few digits.
    fn contradiction(size: usize) -> Puzzle {
        let rules = Rules::usual(size).expect("a size");
        let sum_pair = Constraint::type_named("sum_pair").expect("a type");
        let pair = |cell: usize| {
            let cells = [cell, cell + 1].map(|cell| Cell(cell as u16)).to_vec();
            let values = FieldValues::of_cells(cells).and("value", FieldValue::Number(3));
            rules.constraint(sum_pair, &values).expect("valid")
        };
        let cells = (0..size * size).filter(|cell| cell % size < size - 1);
        Puzzle::empty(rules.with_constraints(cells.map(pair)).expect("few"))
    }

    /// Number of slices before the end of a search, or before the first one that visits a node.
    fn slices_without_nodes<S: ResumableSearch<Error = SolverError>>(search: &mut S) -> usize {
        let (go_on, mut slices) = (AtomicBool::new(false), 0);
        while search.advance(u64::MAX, &go_on).expect("no bug") == Progress::Paused && search.nodes() == 0 {
            slices += 1;
        }
        slices
    }

    #[test]
    fn slices_end_although_propagation_decides_each_test() {
        let mut minimal = MinimalSearch::of_constraints(contradiction(16), None);
        // Each test looks at 4,096 candidates, also while the rules are made.
        let slices = slices_without_nodes(&mut minimal);
        let answer = minimal.answer();
        assert_eq!((answer.nodes, answer.redundant.len()), (0, 240));
        assert!(slices >= 30, "{slices}");
        // Many causes are left out before a test takes nodes.
        let slices = slices_without_nodes(&mut ContradictionSearch::new(contradiction(25)));
        assert!(slices >= 3, "{slices}");
    }

    #[test]
    fn stopped_search_begins_no_test() {
        let stop = AtomicBool::new(true);
        let mut minimal = MinimalSearch::of_constraints(contradiction(9), None);
        for _ in 0..3 {
            assert_eq!(minimal.advance(u64::MAX, &stop).expect("no bug"), Progress::Paused);
        }
        assert_eq!(minimal.answer().undecided.len(), 72);
        slices_without_nodes(&mut minimal);
        assert_eq!(minimal.answer().undecided, []);
    }
}
