//! Encoder of streams of solutions: writes a line for each solution.

use crate::service::{SolutionEncoder, SolutionsEnd};
use crate::wire::result::StoppedBy;
use crate::wire::stream::format::StreamFormat;
use crate::wire::stream::line_type::ResultType;
use crate::wire::stream::lines::SolutionLine;
use crate::wire::subject::{ListedSubject, SolutionNotation};

/// Appends a solution as a line of the results of a job.
pub fn write_solution_line<S: ListedSubject>(
    notation: &S::Notation,
    solution: &S::Solution,
    out: &mut Vec<u8>,
) {
    let solution = notation.shape(solution);
    let line = SolutionLine { r#type: ResultType::Result, index: None, solution };
    StreamFormat::Ndjson.write_result(0, &line, out);
}

/// Encoder of solutions in the notation of their request.
#[derive(Clone, Debug)]
pub struct SolutionLines<S: ListedSubject> {
    format: StreamFormat,
    notation: S::Notation,
}

impl<S: ListedSubject> SolutionLines<S> {
    /// Makes an encoder.
    pub fn new(format: StreamFormat, notation: S::Notation) -> Self {
        Self { format, notation }
    }

    /// Returns the end of a response: the summary; in text, a comment that names the limit that ended the list. `None` if the list is
    /// text that a shutdown ended.
    pub fn end_of_response(&self, end: &SolutionsEnd<S::Answer>) -> Option<Vec<u8>> {
        if self.format != StreamFormat::Text {
            return Some(self.summary(end));
        }
        match StoppedBy::from_reply(&end.reply) {
            None => Some(Vec::new()),
            Some(StoppedBy::Shutdown) => None,
            Some(stopped) => Some(format!("# stopped: {}\n", stopped.as_str()).into_bytes()),
        }
    }

    /// Returns the end of the stream, which is empty in text.
    pub fn summary(&self, end: &SolutionsEnd<S::Answer>) -> Vec<u8> {
        self.format.summary(end.count, S::summary(end, &self.notation))
    }
}

impl<S: ListedSubject> SolutionEncoder for SolutionLines<S> {
    type Subject = S;

    fn encode(&mut self, index: u64, solution: &S::Solution, page: &mut Vec<u8>) {
        match self.format {
            StreamFormat::Text => {
                self.notation.write_solution(solution, page);
                page.push(b'\n');
            }
            StreamFormat::Ndjson | StreamFormat::Json | StreamFormat::Csv => {
                let solution = self.notation.shape(solution);
                let line = SolutionLine { r#type: ResultType::Result, index: Some(index), solution };
                self.format.write_result(index, &line, page);
            }
        }
    }
}
