//! The answer to a puzzle: verdict, count, stop reason and statistics.

use quadrille_exact_cover::StopReason;

use crate::model::{Conflict, Solution};

/// Verdict on a puzzle.
pub type Verdict = quadrille_exact_cover::Verdict<Solution>;

/// Work statistics of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
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
#[non_exhaustive]
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
        self.stop_reason.is_final()
    }
}
