//! Encoded answers of a batch, in order, and their byte budget.

use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Notify;

use crate::sudoku::{Answer, Verdict};

/// Estimated memory of encoded answers besides their bytes.
const OVERHEAD: usize = 256;

/// Number of puzzles per verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VerdictCounts {
    /// Puzzles without a solution.
    pub none: u64,
    /// Puzzles with exactly one solution.
    pub unique: u64,
    /// Puzzles with two or more solutions.
    pub multiple: u64,
    /// Puzzles with at least one solution, not searched further.
    pub solvable: u64,
    /// Puzzles without a result.
    pub unknown: u64,
    /// Entries that were invalid or failed.
    pub errors: u64,
}

impl VerdictCounts {
    /// Counts an answer.
    pub(super) fn add(&mut self, answer: &Answer) {
        *match answer.verdict {
            Verdict::None => &mut self.none,
            Verdict::Unique(_) => &mut self.unique,
            Verdict::Multiple(_) => &mut self.multiple,
            Verdict::Solvable(_) => &mut self.solvable,
            Verdict::Unknown => &mut self.unknown,
        } += 1;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.none += other.none;
        self.unique += other.unique;
        self.multiple += other.multiple;
        self.solvable += other.solvable;
        self.unknown += other.unknown;
        self.errors += other.errors;
    }

    /// Returns the number of all entries.
    pub fn puzzles(&self) -> u64 {
        self.none + self.unique + self.multiple + self.solvable + self.unknown + self.errors
    }
}

/// Encoded answers.
#[derive(Debug, Default)]
pub(super) struct Encoded {
    pub(super) bytes: Vec<u8>,
    pub(super) counts: VerdictCounts,
}

/// Byte budget for buffered output. Input pauses while it is exhausted.
#[derive(Debug)]
pub(super) struct OutputBudget {
    bytes: AtomicUsize,
    bytes_max: usize,
    changed: Notify,
}

impl OutputBudget {
    pub(super) fn new(bytes_max: usize) -> Self {
        Self { bytes: AtomicUsize::new(0), bytes_max, changed: Notify::new() }
    }

    /// Adds buffered answers.
    pub(super) fn add(&self, encoded: &Encoded) {
        self.bytes.fetch_add(Self::size(encoded), Ordering::Relaxed);
    }

    /// Removes sent answers.
    pub(super) fn remove(&self, encoded: &Encoded) {
        self.bytes.fetch_sub(Self::size(encoded), Ordering::Relaxed);
        self.changed.notify_one();
    }

    /// Waits until the budget is not exhausted.
    pub(super) async fn available(&self) {
        while self.bytes.load(Ordering::Relaxed) >= self.bytes_max {
            self.changed.notified().await;
        }
    }

    fn size(encoded: &Encoded) -> usize {
        encoded.bytes.len() + OVERHEAD
    }
}
