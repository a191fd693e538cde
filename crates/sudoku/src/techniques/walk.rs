//! Walk from a puzzle to its solution: always the first step of the easiest technique that has one.

use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_exact_cover::{Progress, StopReason};

use super::board::Board;
use super::memo::SearchMemo;
use super::patterns::{Technique, next_single, trial};
use super::search_progress::SearchProgress;
use super::single::Single;
use super::step::Step;
use super::work::WorkBudget;
use crate::analysis::PlayedPuzzle;
use crate::model::{Puzzle, Rules, Solution};

/// Work of one call on sets of one machine word: a millisecond or two.
const WORK_PER_CALL: u64 = 1 << 15;

/// Machine words of a set of cells, for small and for all layouts.
const SMALL: usize = 2;
const LARGE: usize = 21;

/// Where a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkEnd {
    /// Every cell has a digit.
    Solved,
    /// No technique has a step, and no solution was given for a trial.
    Stuck,
    /// A cell has no candidate, or a digit has no place in a house: the puzzle has no solution.
    Contradiction,
}

/// A step of a walk.
pub(super) enum WalkStep {
    Single(Technique, Single),
    Other(Step),
}

impl WalkStep {
    pub(super) fn into_step(self) -> Step {
        match self {
            Self::Single(technique, single) => Step { technique, deduction: single.into_deduction() },
            Self::Other(step) => step,
        }
    }
}

/// The walk of one puzzle, which can be paused.
#[derive(Clone, Debug)]
pub(super) struct PuzzleWalk {
    board: SizedBoard,
    parts: WalkParts,
    end: Option<WalkEnd>,
}

/// Parts of a walk that do not depend on the size of the board.
#[derive(Clone, Debug, Default)]
struct WalkParts {
    solution: Option<Solution>,
    /// Index of the technique to try next; singles are always tried first.
    next_technique: usize,
    searches: u64,
}

#[derive(Clone, Debug)]
enum SizedBoard {
    Small(Box<Searched<SMALL>>),
    Large(Box<Searched<LARGE>>),
    /// No layout has more cells than a large board.
    None,
}

/// A board with the memo of its searches.
#[derive(Clone, Debug)]
struct Searched<const W: usize> {
    board: Board<W>,
    memo: SearchMemo<W>,
}

impl<const W: usize> Searched<W> {
    /// The board of a puzzle; `None` if it does not fit.
    fn new(puzzle: &Puzzle, is_unique: bool) -> Option<Box<Self>> {
        let board = Board::new(puzzle, is_unique)?;
        Some(Box::new(Self { memo: SearchMemo::new(&board, Technique::ALL.len()), board }))
    }
}

impl PuzzleWalk {
    /// Begins a walk. `solution` is the only solution of the puzzle, if the caller has proved that it is.
    pub(super) fn new(puzzle: &Puzzle, solution: Option<Solution>) -> Self {
        let is_unique = solution.is_some();
        let board = Searched::new(puzzle, is_unique)
            .map(SizedBoard::Small)
            .or_else(|| Searched::new(puzzle, is_unique).map(SizedBoard::Large))
            .unwrap_or(SizedBoard::None);
        Self { board, parts: WalkParts { solution, ..WalkParts::default() }, end: None }
    }

    /// Begins the walk of another puzzle in the memory of this one.
    pub(super) fn restart(&mut self, puzzle: &Puzzle, solution: Option<Solution>) {
        let is_unique = solution.is_some();
        let is_small = puzzle.rules().layout().cell_count() <= 64 * SMALL;
        let is_reused = match &mut self.board {
            SizedBoard::Small(searched) if is_small => searched.board.restart(puzzle, is_unique),
            SizedBoard::Large(searched) if !is_small => searched.board.restart(puzzle, is_unique),
            _ => false,
        };
        if !is_reused {
            *self = Self::new(puzzle, solution);
            return;
        }
        (self.parts, self.end) = (WalkParts { solution, ..WalkParts::default() }, None);
    }

    /// Writes the entries and marks of a player into the board.
    pub(super) fn enter(&mut self, played: &PlayedPuzzle) {
        match &mut self.board {
            SizedBoard::Small(searched) => enter(&mut searched.board, played),
            SizedBoard::Large(searched) => enter(&mut searched.board, played),
            SizedBoard::None => {}
        }
    }

    /// The rules of the puzzle.
    pub(super) fn rules(&self) -> Option<&Rules> {
        match &self.board {
            SizedBoard::Small(searched) => Some(searched.board.geometry().rules()),
            SizedBoard::Large(searched) => Some(searched.board.geometry().rules()),
            SizedBoard::None => None,
        }
    }

    /// Makes up to `budget` searches for a technique. Pauses earlier if `stop` is set, or if `record` returns `false` for a
    /// step.
    pub(super) fn advance(
        &mut self,
        budget: u64,
        stop: &AtomicBool,
        record: impl FnMut(WalkStep) -> bool,
    ) -> Progress {
        let state = &mut self.parts;
        if self.end.is_none() {
            self.end = match &mut self.board {
                SizedBoard::Small(searched) => walk(searched, state, budget, stop, record),
                SizedBoard::Large(searched) => walk(searched, state, budget, stop, record),
                SizedBoard::None => Some(WalkEnd::Stuck),
            };
        }
        match self.end {
            Some(_) => Progress::Ended(StopReason::Complete),
            None => Progress::Paused,
        }
    }

    /// Where the walk ended; `None` before that.
    pub(super) fn end(&self) -> Option<WalkEnd> {
        self.end
    }

    /// Whether a technique may occur on the rest of the path. `false` is certain.
    pub(super) fn may_occur(&self, technique: Technique) -> bool {
        match &self.board {
            SizedBoard::Small(searched) => technique.may_occur(&searched.board),
            SizedBoard::Large(searched) => technique.may_occur(&searched.board),
            SizedBoard::None => false,
        }
    }

    /// Number of searches for a technique so far.
    pub(super) fn searches(&self) -> u64 {
        self.parts.searches
    }
}

/// Writes the entries and marks of a player into a board.
pub(super) fn enter<const W: usize>(board: &mut Board<W>, played: &PlayedPuzzle) {
    for (cell, digit) in played.entries().filled() {
        board.place(cell, digit);
    }
    for cell in board.open().iter() {
        let marks = played.marks_of(cell);
        if !marks.is_empty() {
            for digit in board.candidates(cell).difference(marks).digits() {
                board.eliminate(cell, digit);
            }
        }
    }
}

fn walk<const W: usize>(
    Searched { board, memo }: &mut Searched<W>,
    state: &mut WalkParts,
    budget: u64,
    stop: &AtomicBool,
    mut record: impl FnMut(WalkStep) -> bool,
) -> Option<WalkEnd> {
    memo.set_work(WorkBudget::new(WORK_PER_CALL / W as u64));
    let searches_end = state.searches.saturating_add(budget);
    loop {
        while let Some((technique, single)) = next_single(board) {
            state.next_technique = 0;
            board.place(single.cell, single.digit);
            if !record(WalkStep::Single(technique, single)) {
                return None;
            }
        }
        if board.is_contradictory() {
            return Some(WalkEnd::Contradiction);
        }
        if board.is_solved() {
            return Some(WalkEnd::Solved);
        }
        if state.searches >= searches_end || stop.load(Ordering::Relaxed) {
            return None;
        }
        let technique = Technique::ALL.get(state.next_technique).copied().unwrap_or(Technique::Trial);
        if !technique.is_for(board.geometry().rules()) {
            state.next_technique += 1;
            continue;
        }
        let progress = match technique {
            Technique::Trial => {
                let Some(deduction) = trial(board, state.solution.as_ref()) else {
                    return Some(WalkEnd::Stuck);
                };
                SearchProgress::Found(Box::new(deduction))
            }
            _ => technique.find(board, memo),
        };
        if progress == SearchProgress::Paused {
            return None;
        }
        state.searches += 1;
        state.next_technique += 1;
        if let SearchProgress::Found(deduction) = progress {
            state.next_technique = 0;
            board.apply(&deduction);
            if !record(WalkStep::Other(Step { technique, deduction: *deduction })) {
                return None;
            }
        }
    }
}
