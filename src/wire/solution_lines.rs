//! Encoder of `/solutions`: writes a line for each solution.

use super::lines::{ResultType, SolutionLine, SolutionsSummary, SolutionsSummaryLine, SummaryType};
use super::notation::Notation;
use super::stream_format::StreamFormat;
use crate::service::{SolutionEncoder, SolutionsEnd};
use crate::sudoku::Solution;

/// Encoder of solutions in the notation of their puzzle.
#[derive(Clone, Copy, Debug)]
pub struct SolutionLines {
    format: StreamFormat,
    notation: Notation,
}

impl SolutionLines {
    /// Makes an encoder.
    pub fn new(format: StreamFormat, notation: Notation) -> Self {
        Self { format, notation }
    }

    /// Returns the end of the stream, which is empty in text.
    pub fn summary(&self, end: &SolutionsEnd) -> Vec<u8> {
        let line = |summary| SolutionsSummaryLine { r#type: SummaryType::Summary, summary };
        self.format.summary(end.count, SolutionsSummary::new(end, self.notation), line)
    }
}

impl SolutionEncoder for SolutionLines {
    fn encode(&mut self, index: u64, solution: &Solution, page: &mut Vec<u8>) {
        match self.format {
            StreamFormat::Text => {
                self.notation.write_line(solution.grid(), page);
                page.push(b'\n');
            }
            StreamFormat::Ndjson | StreamFormat::Json => {
                let solution = self.notation.represent(solution.grid());
                let line = SolutionLine { r#type: ResultType::Result, index, solution };
                self.format.write_result(index, &line, page);
            }
        }
    }
}
