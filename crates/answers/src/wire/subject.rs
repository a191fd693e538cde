//! What questions are about, as requests contain it and as results show it.

use std::borrow::Cow;
use std::fmt::Debug;

use serde::Serialize;

use crate::service::{SolutionsEnd, Solvable};
use crate::wire::puzzle::notation::Warning;

/// A subject whose solutions can be listed.
pub trait ListedSubject: Solvable {
    /// How solutions are written.
    type Notation: SolutionNotation<Solution = Self::Solution>;
    /// The summary of a stream of solutions.
    type Summary: Serialize;

    /// Returns the summary of a stream of solutions.
    fn summary(end: &SolutionsEnd<Self::Answer>, notation: &Self::Notation) -> Self::Summary;
}

/// How the answers about a subject are written.
pub trait AnswerNotation: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// Estimated memory that a request holds until its response is sent; 0 if the largest grid bounds it.
    fn request_bytes(&self) -> usize;

    /// Warnings about the subject.
    fn warnings(&self) -> Vec<Warning>;

    /// Whether a solution beside the subject is no solution of it.
    fn solution_differs(&self) -> bool {
        false
    }

    /// The warnings in words.
    fn warnings_in_words(&self) -> Vec<Cow<'static, str>> {
        self.warnings().into_iter().map(|warning| warning.in_words(&[])).collect()
    }

    /// The parts of the subject that were not read and may be rules, in words; `None` if there are none.
    fn not_read_in_words(&self) -> Option<String> {
        None
    }

    /// Whether the subject may have rules that were not read. `is_multiple` tells whether it has several solutions.
    fn rules_not_read(&self, _is_multiple: impl FnOnce() -> bool) -> bool {
        false
    }
}

/// How the solutions of a subject are written.
pub trait SolutionNotation: AnswerNotation {
    /// The solutions.
    type Solution;
    /// A solution as JSON.
    type Shape: Serialize;

    /// Returns a solution as JSON.
    fn shape(&self, solution: &Self::Solution) -> Self::Shape;

    /// Appends a solution as one line of text, without a line end.
    fn write_solution(&self, solution: &Self::Solution, out: &mut Vec<u8>);
}
