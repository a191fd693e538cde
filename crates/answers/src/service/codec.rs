//! Input and output of batches and of lists of solutions.

use std::future::{Future, pending};
use std::time::Duration;

use quadrille_exact_cover::Verdict;
use quadrille_sudoku::Answer;

use super::limits::Limits;
use super::question::Reply;
use super::search::{Answerable, SearchAnswer};
use super::solvable::{Question, Solvable};

/// Decodes the problems of a batch and encodes their answers, on solver threads.
pub trait BatchCodec: Send + Sync + 'static {
    /// Question of an entry.
    type Question: Answerable;
    /// Group of consecutive entries.
    type Chunk: Send + 'static;
    /// State of an entry that its answer needs.
    type Context: Send + 'static;

    /// Returns whether answers include search statistics, times among them.
    fn with_stats(&self) -> bool;

    /// Returns the number of entries in a chunk.
    fn entries(&self, chunk: &Self::Chunk) -> usize;

    /// Decodes the entry with this index into `slot`, or empties the slot and encodes the error if it holds no valid problem.
    ///
    /// The slot may hold another entry of this batch, whose memory can be reused. Its question is any that
    /// [`Reusable::restart`](super::Reusable::restart) leaves. Entries are short, so that moving one takes as long as decoding it.
    fn read(
        &self,
        chunk: &Self::Chunk,
        entry: usize,
        slot: &mut Option<BatchEntry<Self::Context, Self::Question>>,
        output: &mut Vec<u8>,
    );

    /// Encodes the answer to an entry. The context is not used afterwards, but may be reused.
    fn encode(
        &self,
        context: &mut Self::Context,
        reply: &Reply<<Self::Question as Answerable>::Answer>,
        output: &mut Vec<u8>,
    );

    /// Encodes an internal error for an entry.
    fn encode_failure(&self, context: &mut Self::Context, output: &mut Vec<u8>);

    /// Encodes the error for input without an entry, after this number of entries.
    fn encode_no_entry(&self, _entries: u64, _output: &mut Vec<u8>) {}
}

/// Decoded entry of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchEntry<C, Q = Question> {
    /// The question.
    pub question: Q,
    /// Limits. Their time starts with the first slice of the search, or with the first slice of an entry shortly before.
    pub limits: Limits,
    /// State that the answer needs.
    pub context: C,
}

/// Input of a batch.
pub trait ChunkSource<C>: Send + 'static {
    /// Returns the next chunk; `None` at end of input. Cancel-safe: no complete entry is lost.
    ///
    /// Works for a millisecond at most between two waits. The chunk has no entries if none was found in that time.
    ///
    /// # Errors
    /// [`InputError`] if the input ends early.
    fn next(&mut self) -> impl Future<Output = Result<Option<C>, InputError>> + Send;

    /// Returns whether the last chunk was short for its input, as if most of it is blank. Then [`scan`](Self::scan) must be called in
    /// turn with other clients before [`next`](Self::next).
    fn is_sparse(&self) -> bool {
        false
    }

    /// Looks for the next chunk in input that has arrived, for a millisecond at most.
    fn scan(&mut self) {}

    /// Returns the next chunk of the bytes already received, if they hold a complete entry.
    fn buffered(&mut self) -> Option<C>;

    /// Reads further input into memory while the caller does not need it. Ends when there is no memory for more; pending at the end of the
    /// input, and for a source that reads nothing ahead.
    fn read_ahead(&mut self) -> impl Future<Output = ()> + Send {
        pending()
    }

    /// Returns whether the input ends by itself: its length is known, or its end has arrived.
    fn has_known_end(&self) -> bool;
}

/// Reason why an input ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputError {
    /// No complete entry arrived within the idle timeout.
    Idle,
    /// Reading failed.
    Failed,
    /// The client disconnected.
    Gone,
    /// Too much input without an entry.
    NoEntry,
}

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
    /// Puzzles with a complete answer that has no verdict.
    pub answered: u64,
    /// Entries that were invalid or failed.
    pub errors: u64,
}

impl VerdictCounts {
    /// Counts an answer.
    pub fn add(&mut self, answer: &impl SearchAnswer) {
        let summary = answer.summary();
        *match summary.verdict {
            Some(Verdict::None) => &mut self.none,
            Some(Verdict::Unique(())) => &mut self.unique,
            Some(Verdict::Multiple(_)) => &mut self.multiple,
            Some(Verdict::Solvable(())) => &mut self.solvable,
            None if summary.stop_reason.is_final() => &mut self.answered,
            Some(Verdict::Unknown) | None => &mut self.unknown,
        } += 1;
    }

    /// Adds the numbers of others.
    pub fn merge(&mut self, other: &Self) {
        self.none += other.none;
        self.unique += other.unique;
        self.multiple += other.multiple;
        self.solvable += other.solvable;
        self.unknown += other.unknown;
        self.answered += other.answered;
        self.errors += other.errors;
    }

    /// Returns the number of all entries.
    pub fn puzzles(&self) -> u64 {
        self.none + self.unique + self.multiple + self.solvable + self.unknown + self.answered + self.errors
    }
}

/// Summary of an ended batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchEnd {
    /// Number of puzzles per verdict.
    pub counts: VerdictCounts,
    /// Time since the start of the batch.
    pub elapsed: Duration,
    /// Why entries were not read, or not searched to their limits; `None` if all were.
    pub stopped: Option<InputStop>,
}

/// Reason why a batch stopped early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputStop {
    /// The service is shutting down.
    Shutdown,
    /// The input failed.
    Input(InputError),
    /// The client sent more than there is memory for, and read no answers.
    AnswersNotRead,
}

/// Encodes solutions, on solver threads.
pub trait SolutionEncoder: Send + 'static {
    /// What the solutions solve.
    type Subject: Solvable;

    /// Encodes a solution. `index` counts from 0 and excludes skipped solutions.
    fn encode(&mut self, index: u64, solution: &<Self::Subject as Solvable>::Solution, output: &mut Vec<u8>);
}

/// Summary of an ended solution stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionsEnd<A = Answer> {
    /// Number of solutions returned.
    pub count: u64,
    /// Number of solutions skipped before them.
    pub skipped: u64,
    /// Verdict and statistics, without solutions.
    pub reply: Reply<A>,
}
