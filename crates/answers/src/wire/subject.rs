//! What questions are about, as requests contain it and as results show it.

use std::borrow::Cow;
use std::fmt::Debug;

use quadrille_exact_cover::ProblemBounds;
use serde::Serialize;

use super::fault::{Faults, Location, Refusal};
use super::json::Json;
use super::notation::Warning;
use super::options::Options;
use crate::service::{SolutionsEnd, Subject};

/// What a request is about, as members of a JSON object or as text.
pub trait RequestSubject: Sized {
    /// How its answers are written.
    type Notation: AnswerNotation;
    /// Names of the members that hold it.
    const MEMBERS: &'static [&'static str];
    /// The members that a request must have, in words.
    const REQUIRED: &'static str;
    /// JSON values without members that hold it, in words.
    const BARE: &'static str;
    /// Advice for a line of text, if its text needs several lines.
    const LINE_ADVICE: Option<&'static str>;
    /// Whether its text may have several formats, which the option `format` names.
    const HAS_FORMATS: bool;

    /// Reads it from the members of a request whose options have been read. An exact cover problem must be within the bounds.
    ///
    /// # Errors
    /// [`Refusal`]: these faults and its own.
    fn from_members(
        members: &[(&str, &Json)],
        options: &Options,
        bounds: ProblemBounds,
        faults: Faults,
    ) -> Result<(Self, Self::Notation), Refusal>;

    /// Reads it from a JSON array, which is not a member. The options have been read. `None` if no array holds it, as by default.
    fn from_array(
        _array: &Json,
        _options: &Options,
        _faults: Faults,
    ) -> Option<Result<(Self, Self::Notation), Refusal>> {
        None
    }

    /// Becomes that of a valid line in the usual form, faster than [`from_text`](Self::from_text) and in the same memory. `None`
    /// for all other lines, which need not be UTF-8: it is then any valid one. The options have been read. By default there is
    /// no such form.
    fn replace_by_usual_line(&mut self, _line: &[u8], _options: &Options) -> Option<Self::Notation> {
        None
    }

    /// Reads it from a text. The options have been read. An exact cover problem must be within the bounds.
    ///
    /// # Errors
    /// [`Refusal`]: these faults and its own.
    fn from_text(
        text: &str,
        location: &Location,
        options: &Options,
        bounds: ProblemBounds,
        faults: Faults,
    ) -> Result<(Self, Self::Notation), Refusal>;
}

/// A subject whose solutions can be listed.
pub trait ListedSubject:
    RequestSubject<Notation: SolutionNotation<Solution = <Self as Subject>::Solution>> + Subject
{
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

    /// The warnings in words.
    fn warnings_in_words(&self) -> Vec<Cow<'static, str>> {
        self.warnings().into_iter().map(|warning| warning.in_words(&[])).collect()
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
