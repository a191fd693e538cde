//! The answer to a puzzle: verdict, count, stop reason and statistics.

use crate::sudoku::model::{Conflict, Solution};

/// What the solutions found so far prove about the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No solution exists.
    None,
    /// Exactly one solution exists.
    Unique(Solution),
    /// Two or more solutions exist; these are the first two found.
    Multiple([Solution; 2]),
    /// At least one solution exists; the search stopped before it found or excluded another.
    Solvable(Solution),
    /// The search stopped before it found a solution or proved that none exists.
    Unknown,
}

impl Verdict {
    /// The solutions of this verdict, two at most, in the order found.
    pub fn witnesses(&self) -> &[Solution] {
        match self {
            Self::None | Self::Unknown => &[],
            Self::Unique(solution) | Self::Solvable(solution) => std::slice::from_ref(solution),
            Self::Multiple(solutions) => solutions,
        }
    }

    /// The owned form of [`witnesses`](Self::witnesses).
    pub fn into_witnesses(self) -> impl Iterator<Item = Solution> {
        let (first, second) = match self {
            Self::None | Self::Unknown => (None, None),
            Self::Unique(solution) | Self::Solvable(solution) => (Some(solution), None),
            Self::Multiple([first, second]) => (Some(first), Some(second)),
        };
        first.into_iter().chain(second)
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// All solutions were found.
    Complete,
    /// The solution limit was reached; more solutions may exist.
    SolutionLimit,
    /// The node limit was reached.
    NodeLimit,
    /// The time limit was reached.
    TimeLimit,
    /// The process is shutting down.
    Shutdown,
}

/// Work statistics of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Number of clues.
    pub clues: usize,
    /// Cells solved by the rules before the search. After a contradiction, this and `eliminations` count what the rules
    /// had done until then.
    pub placements: usize,
    /// Candidates eliminated by the rules before the search. If a search followed, `placements` + `eliminations` +
    /// `options` is the number of candidates after the clues.
    pub eliminations: usize,
    /// Items of the searched exact cover problem; 0 if the rules sufficed.
    pub items: usize,
    /// Options of the searched exact cover problem; 0 if the rules sufficed.
    pub options: usize,
    /// Visited nodes of the search tree.
    pub nodes: u64,
    /// Work of the search: options removed (DLX and CDCL together) or, for a classic 9x9, rounds of rules over the
    /// board. In counting without witnesses it may depend on where the search was paused.
    pub updates: u64,
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// Number of solutions found.
    pub count: u64,
    /// Why the search ended.
    pub stop_reason: StopReason,
    /// Digits given more than once in a house. Any conflict means that no solution exists.
    pub conflicts: Vec<Conflict>,
    /// Work statistics; `None` if not requested.
    pub stats: Option<Stats>,
}

impl Answer {
    /// The answer of a search that stopped without a result.
    pub fn unknown(stop_reason: StopReason, stats: Stats) -> Self {
        Self { verdict: Verdict::Unknown, count: 0, stop_reason, conflicts: Vec::new(), stats: Some(stats) }
    }

    /// Whether `count` is the exact number of solutions.
    pub fn is_complete(&self) -> bool {
        self.stop_reason == StopReason::Complete
    }

    /// Whether a repeated search would give the same answer: no time, node or shutdown limit ended it.
    pub fn is_final(&self) -> bool {
        matches!(self.stop_reason, StopReason::Complete | StopReason::SolutionLimit)
    }
}
