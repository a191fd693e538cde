//! What can be said of a puzzle, and why no more was found out.

use super::puzzle::Conflict;
use super::solution::Solution;

/// What the solutions found prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is no solution.
    None,
    /// There is exactly one.
    Unique(Solution),
    /// There are two or more; these are two.
    Multiple([Solution; 2]),
    /// There is at least one; no further one was looked for to the end.
    Solvable(Solution),
    /// None was found, and none was excluded.
    Unknown,
}

impl Verdict {
    /// Up to two solutions, in the order in which they were found.
    pub fn witnesses(&self) -> &[Solution] {
        match self {
            Self::None | Self::Unknown => &[],
            Self::Unique(solution) | Self::Solvable(solution) => std::slice::from_ref(solution),
            Self::Multiple(solutions) => solutions,
        }
    }

    /// The solutions of [`witnesses`](Self::witnesses).
    pub fn into_witnesses(self) -> impl Iterator<Item = Solution> {
        let (first, second) = match self {
            Self::None | Self::Unknown => (None, None),
            Self::Unique(solution) | Self::Solvable(solution) => (Some(solution), None),
            Self::Multiple([first, second]) => (Some(first), Some(second)),
        };
        first.into_iter().chain(second)
    }
}

/// Why the search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// Every solution was found.
    Complete,
    /// As many solutions were found as were asked for; there may be more.
    SolutionLimit,
    /// As many nodes were visited as were allowed.
    NodeLimit,
    /// The time allowed was up.
    TimeLimit,
    /// The program was asked to end.
    Shutdown,
}

/// How much work an answer took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// How many clues the puzzle has.
    pub clues: usize,
    /// Cells that the rules settled before anything was tried. Where they found a contradiction, this and the next say
    /// how far they had come by then.
    pub placements: usize,
    /// Candidates, of those that the clues left, that the rules excluded before anything was tried. Where there was
    /// a search, every candidate that the clues left was placed, eliminated or an option of it.
    pub eliminations: usize,
    /// Items of the exact cover problem that was searched; 0 where the rules sufficed.
    pub items: usize,
    /// Options of the exact cover problem that was searched; 0 where the rules sufficed.
    pub options: usize,
    /// Nodes of the search tree that were visited.
    pub nodes: u64,
    /// Work of the search in its own unit: options taken out of lists (those of links and of the search that learns
    /// together) or, for a classic 9x9, rounds of rules over the board. Where solutions are only counted, it may depend on
    /// where the work was paused.
    pub updates: u64,
}

/// Everything known about a puzzle when its search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What is proved.
    pub verdict: Verdict,
    /// How many solutions were found.
    pub count: u64,
    /// Why the search ended there.
    pub stop_reason: StopReason,
    /// The digits given more than once in a house; then there is no solution.
    pub conflicts: Vec<Conflict>,
    /// The work done; `None` where nobody wants to know.
    pub stats: Option<Stats>,
}

impl Answer {
    /// The answer of a search that ended before it found or excluded anything.
    pub fn unknown(stop_reason: StopReason, stats: Stats) -> Self {
        Self { verdict: Verdict::Unknown, count: 0, stop_reason, conflicts: Vec::new(), stats: Some(stats) }
    }

    /// Whether `count` is the number of all solutions.
    pub fn is_complete(&self) -> bool {
        self.stop_reason == StopReason::Complete
    }

    /// Whether the search did all it was asked for: asking again could bring nothing new.
    pub fn is_final(&self) -> bool {
        matches!(self.stop_reason, StopReason::Complete | StopReason::SolutionLimit)
    }
}
