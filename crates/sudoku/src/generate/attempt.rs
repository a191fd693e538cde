//! One attempt: a random solution, clues from it, and the removal of clues that are not needed.

use std::ops::Range;

use quadrille_exact_cover::Progress;
use quadrille_exact_cover::unstable::SplitMix64;

use super::difficulty::{Difficulty, Emptied, Miss};
use super::fill::Fill;
use super::generated::GeneratedPuzzle;
use super::random_9x9::try_random_grid;
use super::removal::Removal;
use super::restriction::{Check, SpecRestriction, SpecRestrictions};
use super::searches::{FoundCount, Searches, TWO};
use super::spec::PuzzleSpec;
use crate::analysis::Slice;
use crate::model::{Cell, Grid, Puzzle, Solution};
use crate::solver::SolverError;
use crate::techniques::{Rating, RatingSearch};

/// Number of nodes after which a clue of a puzzle that need not be minimal is kept.
const TEST_NODES_MAX: u64 = 256;

/// Number of nodes after which a count of the local search is given up.
const COUNT_NODES_MAX: u64 = 2_000;

/// Number of steps of a trial for a random classic 9x9.
const RANDOM_GRID_STEPS: u64 = 64;

/// Searches for a technique after which a rating looks at the slice.
const SEARCHES_PER_CALL: u64 = 16;

/// Number of steps of a search for a technique, for each cell.
const SEARCH_STEPS_PER_CELL: u64 = 2;

/// What an attempt does now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AttemptPhase {
    /// Searches for a random solution.
    Solve,
    /// Tests whether the clues of the pattern have one solution.
    TestPattern,
    /// Counts the solutions with each digit of a cell of the pattern.
    FillPattern,
    /// Removes clues if the logical rules still solve the puzzle.
    RemoveByRules,
    /// Removes clues if the puzzle still has one solution.
    RemoveBySearch,
    /// Proves that the puzzle has one solution.
    Prove,
    /// Rates the puzzle.
    Rate,
}

/// End of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AttemptEnd {
    /// The attempt has succeeded.
    Puzzle(Box<GeneratedPuzzle>),
    /// The attempt has failed.
    Failed {
        /// Number of clues, if the attempt came to a puzzle with one solution.
        clues: Option<usize>,
        /// The check that failed.
        check: Check,
        /// The restrictions that made it fail.
        binding: SpecRestrictions,
    },
}

/// Attempt to generate a puzzle. Reuses its memory for the next one.
#[derive(Clone, Debug)]
pub(super) struct PuzzleAttempt {
    /// Cells that may have clues.
    cells: Vec<Cell>,
    random: SplitMix64,
    phase: AttemptPhase,
    puzzle: Puzzle,
    solution: Grid,
    fill: Fill,
    removal: Removal,
    /// Orbits that are removed if the test succeeds.
    tested: Option<Range<usize>>,
    /// Cells of these orbits.
    tested_cells: Vec<Cell>,
    searches: Searches,
    /// Solution that the proof has found.
    proved: Option<Solution>,
    rating: Option<RatingSearch>,
}

impl PuzzleAttempt {
    /// Starts the first attempt.
    pub(super) fn new(spec: &PuzzleSpec, random: SplitMix64) -> Self {
        let puzzle = Puzzle::empty(spec.rules().clone());
        Self {
            cells: spec.orbits().iter().flatten().copied().collect(),
            random,
            phase: AttemptPhase::Solve,
            solution: puzzle.clues().clone(),
            fill: Fill::new(),
            removal: Removal::new(),
            tested: None,
            tested_cells: Vec::new(),
            searches: Searches::new(&puzzle),
            proved: None,
            rating: None,
            puzzle,
        }
    }

    /// Starts the next attempt.
    pub(super) fn restart(&mut self, random: SplitMix64) {
        self.random = random;
        self.phase = AttemptPhase::Solve;
        self.tested = None;
        self.searches.cancel();
    }

    /// The searches, with the work of all attempts.
    pub(super) fn searches(&self) -> &Searches {
        &self.searches
    }

    /// Continues the attempt; `None` if the slice ends first.
    ///
    /// # Errors
    /// [`SolverError`] for a bug in an engine.
    pub(super) fn advance(
        &mut self,
        spec: &PuzzleSpec,
        slice: &Slice<'_>,
    ) -> Result<Option<AttemptEnd>, SolverError> {
        loop {
            let found = if self.searches.is_running() {
                let Some(found) = self.searches.advance(slice)? else { return Ok(None) };
                Some(found)
            } else if slice.nodes_left(self.searches.nodes(), self.searches.steps()) == 0 {
                return Ok(None);
            } else {
                None
            };
            let end = match self.phase {
                AttemptPhase::Solve => self.solve(spec, found),
                AttemptPhase::TestPattern => self.test_pattern(spec, found),
                AttemptPhase::FillPattern => self.fill_pattern(spec, found),
                AttemptPhase::RemoveByRules => self.remove_by_rules(spec),
                AttemptPhase::RemoveBySearch => self.remove_by_search(spec, found),
                AttemptPhase::Prove => self.prove(spec, found),
                AttemptPhase::Rate => self.rate(spec, slice),
            };
            if end.is_some() {
                return Ok(end);
            }
        }
    }

    fn solve(&mut self, spec: &PuzzleSpec, found: Option<FoundCount>) -> Option<AttemptEnd> {
        if spec.rules().is_classic_9x9() {
            self.searches.add(1, RANDOM_GRID_STEPS);
            // The next call tries again.
            try_random_grid(&mut self.solution, &mut self.random)?;
        } else if found.is_none() {
            let seed = self.random.below(u64::MAX);
            self.searches.start_random(Puzzle::empty(spec.rules().clone()), seed);
            return None;
        } else {
            let Some(solution) = self.searches.take_solution() else {
                return Some(Self::fail_without_puzzle(spec));
            };
            self.solution = solution.into_grid();
        }
        self.puzzle.clues_mut().copy_from(&self.solution);
        if spec.has_pattern() {
            let mut is_allowed = vec![false; self.solution.cells().len()];
            self.cells.iter().for_each(|cell| is_allowed[cell.index()] = true);
            for cell in spec.rules().layout().cells().filter(|cell| !is_allowed[cell.index()]) {
                self.puzzle.remove_clue(cell);
            }
            self.fill.restart();
            self.phase = AttemptPhase::TestPattern;
        } else {
            self.start_removal(spec);
        }
        None
    }

    fn test_pattern(&mut self, spec: &PuzzleSpec, found: Option<FoundCount>) -> Option<AttemptEnd> {
        let Some(found) = found else {
            self.searches.start_solving(self.puzzle.clone(), TWO, COUNT_NODES_MAX);
            return None;
        };
        if found == (FoundCount { count: 1, is_complete: true })
            && let Some(solution) = self.searches.take_solution()
        {
            self.solution = solution.into_grid();
            self.start_removal(spec);
            return None;
        }
        self.start_move(spec)
    }

    fn start_move(&mut self, spec: &PuzzleSpec) -> Option<AttemptEnd> {
        self.phase = AttemptPhase::FillPattern;
        let is_allowed = self.fill.start_move(&self.cells, &mut self.random);
        (!is_allowed).then(|| Self::fail_without_puzzle(spec))
    }

    fn fill_pattern(&mut self, spec: &PuzzleSpec, found: Option<FoundCount>) -> Option<AttemptEnd> {
        if let Some(FoundCount { count, is_complete }) = found {
            // A count that was given up is taken for the largest, if it shows that there is a solution.
            self.fill.record(if is_complete || count == 0 { count } else { u64::MAX });
        }
        if let Some((cell, digit)) = self.fill.next(spec.rules().digit_count()) {
            self.puzzle.clues_mut().fill(cell, digit);
            self.searches.start_solving(self.puzzle.clone(), self.fill.count_max(), COUNT_NODES_MAX);
            return None;
        }
        let chosen = self.fill.choose(&mut self.random);
        let Some((cell, digit, solutions)) = chosen else { return Some(Self::fail_without_puzzle(spec)) };
        self.puzzle.clues_mut().fill(cell, digit);
        if solutions == 1 {
            self.phase = AttemptPhase::TestPattern;
            return None;
        }
        self.start_move(spec)
    }

    fn start_removal(&mut self, spec: &PuzzleSpec) {
        let targets = spec.target_range();
        let target =
            targets.start() + self.random.below((targets.end() - targets.start() + 1) as u64) as usize;
        let emptied = spec.difficulty().and_then(Difficulty::emptied);
        let (layout, solution, random) = (spec.rules().layout(), &self.solution, &mut self.random);
        let chosen = emptied.map(|_| [0; 3].map(|_| Cell(random.below(layout.cell_count() as u64) as u16)));
        let is_first = |cell: Cell| match (emptied, chosen) {
            (Some(Emptied::Houses), Some([chosen, ..])) => {
                layout.houses_of(chosen).any(|house| layout.cells_of(house).contains(&cell))
            }
            (Some(Emptied::Digits), Some(chosen)) => {
                chosen.iter().any(|&chosen| solution.digit(chosen) == solution.digit(cell))
            }
            _ => false,
        };
        self.removal.restart(spec.orbits(), target, is_first, random);
        // The search of a classic 9x9 is as fast as the rules of other puzzles.
        let is_classic = spec.rules().is_classic_9x9();
        self.phase = if is_classic { AttemptPhase::RemoveBySearch } else { AttemptPhase::RemoveByRules };
    }

    /// Removes the clues that are tested next; `None` without any.
    fn remove_next(&mut self, spec: &PuzzleSpec) -> Option<Range<usize>> {
        let range = self.removal.next(spec.orbits())?;
        self.tested_cells.clear();
        self.tested_cells.extend(self.removal.cells(range.clone(), spec.orbits()));
        self.tested_cells.iter().for_each(|&cell| self.puzzle.remove_clue(cell));
        Some(range)
    }

    /// Records whether the puzzle keeps its only solution without these clues; writes them back if not.
    fn record(&mut self, range: &Range<usize>, is_unique: bool) {
        self.removal.record(range, self.tested_cells.len(), is_unique);
        if !is_unique {
            for &cell in &self.tested_cells {
                self.puzzle.clues_mut().set(cell, self.solution.digit(cell));
            }
        }
    }

    fn remove_by_rules(&mut self, spec: &PuzzleSpec) -> Option<AttemptEnd> {
        if let Some(range) = self.remove_next(spec) {
            let is_unique = if spec.needs_singles_only() {
                self.searches.singles_solve(&self.puzzle)
            } else {
                self.searches.rules_solve(&self.puzzle)
            };
            self.record(&range, is_unique);
        } else if spec.is_minimal()
            || self.removal.clue_count() > *spec.target_range().end() && !spec.needs_singles_only()
        {
            self.removal.retry();
            self.phase = AttemptPhase::RemoveBySearch;
        } else {
            return self.end_removal(spec);
        }
        None
    }

    fn remove_by_search(&mut self, spec: &PuzzleSpec, found: Option<FoundCount>) -> Option<AttemptEnd> {
        if let (Some(range), Some(found)) = (self.tested.take(), found) {
            let is_unique = self.searches.is_unique(found);
            self.record(&range, is_unique);
        }
        let Some(range) = self.remove_next(spec) else { return self.end_removal(spec) };
        let is_exact = spec.is_minimal() || spec.rules().is_classic_9x9();
        let nodes_max = if is_exact { u64::MAX } else { TEST_NODES_MAX };
        self.searches.start_removal(&self.puzzle, &self.solution, &self.tested_cells, nodes_max);
        self.tested = Some(range);
        None
    }

    fn end_removal(&mut self, spec: &PuzzleSpec) -> Option<AttemptEnd> {
        let clues = self.removal.clue_count();
        if !spec.accepts_clues(clues) {
            return Some(AttemptEnd::Failed {
                clues: Some(clues),
                check: Check::Clues,
                binding: spec.restrictions_of_clues(clues),
            });
        }
        let miss = spec.difficulty().and_then(|difficulty| {
            difficulty.miss_if_solved_by_rules(self.searches.rules_solve(&self.puzzle))
        });
        if let Some(miss) = miss {
            return Some(self.fail_to_match(spec, miss));
        }
        self.phase = AttemptPhase::Prove;
        None
    }

    fn prove(&mut self, spec: &PuzzleSpec, found: Option<FoundCount>) -> Option<AttemptEnd> {
        let Some(found) = found else {
            self.searches.start_solving(self.puzzle.clone(), TWO, u64::MAX);
            return None;
        };
        let solution =
            self.searches.take_solution().filter(|_| found == FoundCount { count: 1, is_complete: true });
        let Some(solution) = solution else { return Some(Self::fail_without_puzzle(spec)) };
        if spec.difficulty().is_none() {
            return Some(self.succeed(solution, None));
        }
        match &mut self.rating {
            Some(rating) => rating.restart(&self.puzzle, Some(solution.clone())),
            none => *none = Some(RatingSearch::new(&self.puzzle, Some(solution.clone()))),
        }
        self.proved = Some(solution);
        self.phase = AttemptPhase::Rate;
        None
    }

    fn rate(&mut self, spec: &PuzzleSpec, slice: &Slice<'_>) -> Option<AttemptEnd> {
        let (Some(difficulty), Some(search)) = (spec.difficulty(), &mut self.rating) else {
            return Some(Self::fail_without_puzzle(spec));
        };
        let nodes_left = slice.nodes_left(self.searches.nodes(), self.searches.steps());
        let before = search.searches();
        let progress = search.advance(nodes_left.min(SEARCHES_PER_CALL), slice.stop());
        let searches = search.searches() - before;
        let cells = spec.rules().layout().cell_count() as u64;
        self.searches.add(searches, searches * cells * SEARCH_STEPS_PER_CELL);
        let miss = match search.rating() {
            Some(rating) => difficulty.miss(rating),
            None => difficulty.early_miss(search),
        };
        if let Some(miss) = miss {
            return Some(self.fail_to_match(spec, miss));
        }
        if progress == Progress::Paused {
            return None;
        }
        Some(match (search.rating().cloned(), self.proved.take()) {
            (Some(rating), Some(solution)) => self.succeed(solution, Some(rating)),
            _ => Self::fail_without_puzzle(spec),
        })
    }

    /// Restrictions on which the attempt works now.
    pub(super) fn restrictions(&self, spec: &PuzzleSpec) -> SpecRestrictions {
        let none = SpecRestrictions::default();
        match self.phase {
            AttemptPhase::Solve | AttemptPhase::RemoveByRules | AttemptPhase::Prove => none,
            AttemptPhase::TestPattern | AttemptPhase::FillPattern => spec.restrictions_of_cells(),
            AttemptPhase::RemoveBySearch if spec.is_minimal() => none.with(SpecRestriction::Minimal),
            AttemptPhase::RemoveBySearch => none.with_if(SpecRestriction::Clues, spec.has_clues()),
            AttemptPhase::Rate => spec.difficulty().map_or(none, Difficulty::restrictions),
        }
    }

    /// Ends without a puzzle with one solution.
    fn fail_without_puzzle(spec: &PuzzleSpec) -> AttemptEnd {
        AttemptEnd::Failed { clues: None, check: Check::Cells, binding: spec.restrictions_of_cells() }
    }

    /// Ends with a puzzle of another difficulty.
    fn fail_to_match(&self, spec: &PuzzleSpec, miss: Miss) -> AttemptEnd {
        let binding = match miss {
            // A smaller number of clues makes harder puzzles.
            Miss::TooEasy(restriction) => SpecRestrictions::default()
                .with(restriction)
                .with_if(SpecRestriction::Clues, spec.has_clues() && self.removal.is_at_target()),
            Miss::TooHard(restriction) => spec.restrictions_of_few_clues().with(restriction),
        };
        AttemptEnd::Failed { clues: Some(self.removal.clue_count()), check: Check::Rating, binding }
    }

    fn succeed(&self, solution: Solution, rating: Option<Rating>) -> AttemptEnd {
        AttemptEnd::Puzzle(Box::new(GeneratedPuzzle { puzzle: self.puzzle.clone(), solution, rating }))
    }
}
