//! The entries and pencil marks of a player, compared with the solutions of the puzzle.

use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::{Progress, ResumableSearch, StopReason};

use super::candidates::CandidateSearch;
use super::contradiction::{ContradictionAnswer, ContradictionSearch};
use super::played_puzzle::PlayedPuzzle;
use super::slice::Slice;
use crate::model::{Cell, Conflict, DigitSet, Puzzle, Rules, Solution};
use crate::solver::{SolverError, Verdict};

/// Mistakes of a player.
///
/// Cells are in ascending order. Entries and marks are judged by the solutions of the puzzle: if it has none, or if none is
/// known yet, none of them is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckAnswer {
    /// Verdict on the puzzle without the entries.
    pub verdict: Verdict,
    /// Digits that clues and entries have more than once in a house.
    pub conflicts: Vec<Conflict>,
    /// Cells whose entry differs from their clue. All else is judged as if they had the clue.
    pub overwritten: Vec<Cell>,
    /// Entries that occur in no solution; if the solution is unique, all that differ from it.
    pub wrong: Vec<Cell>,
    /// Empty cells with marks, none of which occurs in a solution.
    pub wrong_marks: Vec<Cell>,
    /// Entries that each occur in a solution, but in no solution together; empty if there are none.
    pub contradicting: Vec<Cell>,
    /// Whether every part of the contradicting entries occurs in a solution.
    pub is_contradiction_minimal: bool,
    /// Cells whose entry or marks were not decided; none if the search is complete.
    pub undecided: Vec<Cell>,
    /// Whether a solution has all entries; `None` if unknown.
    pub is_solvable: Option<bool>,
    /// Whether clues and entries fill the grid and solve the puzzle.
    pub is_solved: bool,
    /// Rules of the puzzle, which have the positions of its cells.
    pub rules: Rules,
    /// Why the search ended.
    pub stop_reason: StopReason,
    /// Number of nodes visited.
    pub nodes: u64,
}

/// What the search does now.
#[derive(Clone, Debug)]
enum CheckPhase {
    /// Decides which entries and marks occur in solutions.
    Judge,
    /// Searches for entries that contradict each other.
    Contradict(Box<ContradictionSearch>),
    /// Has ended. Contains the search for a contradiction if there was one.
    Done(Option<Box<ContradictionSearch>>),
}

/// Finds the mistakes of a player.
///
/// First decides of each entry and mark whether a solution of the puzzle has it. A puzzle with several solutions may allow
/// entries one by one, but not together: a second search finds such a contradiction.
#[derive(Clone, Debug)]
pub struct CheckSearch {
    /// The rules with clues and entries together, and all digits as candidates.
    entered: Puzzle,
    /// Cells with an entry and without a clue.
    entries: Vec<Cell>,
    /// Cells whose entry differs from their clue.
    overwritten: Vec<Cell>,
    /// Empty cells with marks.
    marked: Vec<Cell>,
    /// For each cell, its entry or its marks.
    wanted: Vec<DigitSet>,
    /// Clues and entries, if they solve the puzzle.
    solved: Option<Solution>,
    judge: CandidateSearch,
    phase: CheckPhase,
}

impl CheckSearch {
    /// Creates a search.
    pub fn new(played: PlayedPuzzle) -> Self {
        let PlayedPuzzle { puzzle, entries, entered, marks } = played;
        let (mut own, mut overwritten, mut marked) = (Vec::new(), Vec::new(), Vec::new());
        let mut wanted = vec![DigitSet::default(); marks.len()];
        for (cell, marks) in puzzle.rules().layout().cells().zip(marks) {
            match (puzzle.clues().digit(cell), entries.digit(cell)) {
                (Some(clue), entry) => {
                    overwritten.extend(entry.filter(|&entry| entry != clue).map(|_| cell));
                }
                (None, Some(entry)) => {
                    own.push(cell);
                    wanted[cell.index()].extend([entry]);
                }
                (None, None) if marks.is_empty() => {}
                (None, None) => {
                    marked.push(cell);
                    wanted[cell.index()] = marks;
                }
            }
        }
        let solved = Solution::certify(&puzzle, entered.clues().clone()).ok();
        let mut judge = CandidateSearch::among(puzzle, &wanted);
        solved.iter().for_each(|solution| judge.record(solution));
        Self { entered, entries: own, overwritten, marked, wanted, solved, judge, phase: CheckPhase::Judge }
    }

    fn enter_next_phase(&mut self) {
        self.phase = match std::mem::replace(&mut self.phase, CheckPhase::Done(None)) {
            CheckPhase::Judge => self
                .contradiction_search()
                .map_or(CheckPhase::Done(None), |search| CheckPhase::Contradict(Box::new(search))),
            CheckPhase::Contradict(search) => CheckPhase::Done(Some(search)),
            done @ CheckPhase::Done(_) => done,
        };
    }

    /// The search among the possible entries; `None` if a known solution has them all.
    fn contradiction_search(&self) -> Option<ContradictionSearch> {
        let has_digit = |cell: Cell| !self.wanted_of(cell, self.judge.found(cell)).is_empty();
        let suspects: Vec<Cell> = self.entries.iter().copied().filter(|&cell| has_digit(cell)).collect();
        let clues = self.entered.clues();
        let is_in = |solution: &Solution| {
            suspects.iter().all(|&cell| solution.grid().digit(cell) == clues.digit(cell))
        };
        if suspects.len() < 2 || self.judge.verdict().witnesses().iter().chain(&self.solved).any(is_in) {
            return None;
        }
        let add = |puzzle: Puzzle, &cell: &Cell| puzzle.with_clue(cell, clues.digit(cell)?).ok();
        let puzzle = suspects.iter().try_fold(self.judge.puzzle().clone(), add)?;
        Some(ContradictionSearch::among(puzzle, suspects))
    }

    /// The digits among these that are the entry or the marks of the cell.
    fn wanted_of(&self, cell: Cell, digits: DigitSet) -> DigitSet {
        self.wanted[cell.index()].intersection(digits)
    }

    /// The verdict on the puzzle without the entries.
    fn verdict(&self) -> Verdict {
        match self.judge.verdict() {
            Verdict::Unknown => Verdict::of(self.solved.clone(), false),
            verdict => verdict.clone(),
        }
    }

    /// Whether a cell has an entry or marks, none of which occurs in a solution; `None` if that is not decided.
    fn is_wrong(&self, cell: Cell) -> Option<bool> {
        let is_found = !self.wanted_of(cell, self.judge.found(cell)).is_empty();
        match self.judge.verdict() {
            Verdict::None => Some(false),
            _ if is_found => Some(false),
            Verdict::Unique(_) | Verdict::Multiple(_) => {
                self.wanted_of(cell, self.judge.undecided(cell)).is_empty().then_some(true)
            }
            Verdict::Solvable(_) | Verdict::Unknown => None,
        }
    }

    fn contradiction(&mut self) -> Option<ContradictionAnswer> {
        match &mut self.phase {
            CheckPhase::Contradict(search) | CheckPhase::Done(Some(search)) => Some(search.answer()),
            CheckPhase::Judge | CheckPhase::Done(None) => None,
        }
    }

    fn steps(&self) -> u64 {
        self.judge.steps()
            + match &self.phase {
                CheckPhase::Contradict(search) | CheckPhase::Done(Some(search)) => search.steps(),
                CheckPhase::Judge | CheckPhase::Done(None) => 0,
            }
    }
}

impl ResumableSearch for CheckSearch {
    type Answer = CheckAnswer;
    type Error = SolverError;

    fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Result<Progress, SolverError> {
        let slice = Slice::new(self.nodes(), self.steps(), budget_nodes, stop);
        loop {
            let nodes_left = slice.nodes_left(self.nodes(), self.steps());
            let progress = match &mut self.phase {
                CheckPhase::Done(_) => return Ok(Progress::Ended(StopReason::Complete)),
                _ if nodes_left == 0 => Progress::Paused,
                CheckPhase::Judge => self.judge.advance(nodes_left, stop)?,
                CheckPhase::Contradict(search) => search.advance(nodes_left, stop)?,
            };
            if progress == Progress::Paused {
                return Ok(Progress::Paused);
            }
            self.enter_next_phase();
        }
    }

    fn nodes(&self) -> u64 {
        self.judge.nodes()
            + match &self.phase {
                CheckPhase::Contradict(search) | CheckPhase::Done(Some(search)) => search.nodes(),
                CheckPhase::Judge | CheckPhase::Done(None) => 0,
            }
    }

    fn stop_reason(&self) -> Option<StopReason> {
        matches!(self.phase, CheckPhase::Done(_)).then_some(StopReason::Complete)
    }

    fn answer(&mut self) -> CheckAnswer {
        let contradiction = self.contradiction();
        let select = |cells: &[Cell], is_wrong: Option<bool>| -> Vec<Cell> {
            cells.iter().copied().filter(|&cell| self.is_wrong(cell) == is_wrong).collect()
        };
        let mut undecided = [select(&self.entries, None), select(&self.marked, None)].concat();
        undecided.sort_unstable();
        let conflicts = self.entered.conflicts();
        let wrong = select(&self.entries, Some(true));
        let has_mistake = !(conflicts.is_empty() && self.overwritten.is_empty() && wrong.is_empty());
        let is_contradictory = contradiction.as_ref().and_then(|answer| answer.is_solvable) == Some(false);
        let is_solvable = match (self.judge.verdict(), &contradiction) {
            (Verdict::None, _) => Some(false),
            _ if has_mistake || is_contradictory => Some(false),
            _ if self.solved.is_some() => Some(true),
            (Verdict::Unique(_), _) => Some(true),
            (Verdict::Multiple(_), Some(answer)) => answer.is_solvable,
            (Verdict::Multiple(_), None) => matches!(self.phase, CheckPhase::Done(_)).then_some(true),
            (Verdict::Solvable(_) | Verdict::Unknown, _) => None,
        };
        CheckAnswer {
            verdict: self.verdict(),
            conflicts,
            overwritten: self.overwritten.clone(),
            wrong,
            wrong_marks: select(&self.marked, Some(true)),
            is_contradiction_minimal: contradiction.as_ref().is_some_and(|answer| answer.is_minimal),
            contradicting: contradiction.map_or_else(Vec::new, |answer| answer.clues),
            undecided,
            is_solvable,
            is_solved: self.solved.is_some() && self.overwritten.is_empty(),
            rules: self.entered.rules().clone(),
            stop_reason: self.stop_reason().unwrap_or(StopReason::Interrupted),
            nodes: self.nodes(),
        }
    }
}
