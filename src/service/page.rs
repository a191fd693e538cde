//! Answers on their way out, in the order of their puzzles.

use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{Notify, oneshot};

use crate::sudoku::{Answer, Verdict};

/// What a page takes beside its bytes, at least.
const PAGE_OVERHEAD: usize = 256;

/// How many puzzles had which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Without a solution.
    pub none: u64,
    /// With exactly one.
    pub unique: u64,
    /// With two or more.
    pub multiple: u64,
    /// With one, and perhaps more.
    pub solvable: u64,
    /// Of which nothing was found out.
    pub unknown: u64,
    /// Entries that held no puzzle, or could not be answered.
    pub errors: u64,
}

impl Tally {
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

    /// All entries.
    pub fn puzzles(&self) -> u64 {
        self.none + self.unique + self.multiple + self.solvable + self.unknown + self.errors
    }
}

/// Answers that are written.
#[derive(Debug, Default)]
pub(super) struct Written {
    pub(super) bytes: Vec<u8>,
    pub(super) tally: Tally,
}

/// A part of a page.
#[derive(Debug)]
pub(super) enum Piece {
    Ready(Written),
    /// The answer to a puzzle that stepped aside.
    Later(oneshot::Receiver<Written>),
    /// The rest of the page, which is still being written.
    Rest(oneshot::Receiver<Page>),
}

/// The answers to a chunk.
pub(super) type Page = Vec<Piece>;

/// How many bytes of answers are held for a reader, which the reading of further puzzles waits for.
#[derive(Debug)]
pub(super) struct Held {
    bytes: AtomicUsize,
    bytes_max: usize,
    changed: Notify,
}

impl Held {
    pub(super) fn new(bytes_max: usize) -> Self {
        Self { bytes: AtomicUsize::new(0), bytes_max, changed: Notify::new() }
    }

    /// Counts answers that were written.
    pub(super) fn add(&self, written: &Written) {
        self.bytes.fetch_add(Self::size(written), Ordering::Relaxed);
    }

    /// Counts answers that the reader has taken.
    pub(super) fn remove(&self, written: &Written) {
        self.bytes.fetch_sub(Self::size(written), Ordering::Relaxed);
        self.changed.notify_one();
    }

    /// Waits until less than the bound is held.
    pub(super) async fn room(&self) {
        while self.bytes.load(Ordering::Relaxed) >= self.bytes_max {
            self.changed.notified().await;
        }
    }

    fn size(written: &Written) -> usize {
        written.bytes.len() + PAGE_OVERHEAD
    }
}
