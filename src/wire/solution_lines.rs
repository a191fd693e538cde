//! Encoder of `/solutions`: writes a line for each solution.

use super::line_codec::{StreamFormat, json_line};
use super::lines::{SolutionLine, SolutionsSummary, SolutionsSummaryLine};
use super::notation::Notation;
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

    /// Returns the last line, which is empty in text.
    pub fn summary(&self, end: &SolutionsEnd) -> Vec<u8> {
        let mut page = Vec::new();
        if self.format == StreamFormat::Ndjson {
            json_line(&SolutionsSummaryLine { summary: SolutionsSummary::from(end) }, &mut page);
        }
        page
    }
}

impl SolutionEncoder for SolutionLines {
    fn encode(&mut self, index: u64, solution: &Solution, page: &mut Vec<u8>) {
        match self.format {
            StreamFormat::Text => {
                self.notation.write_line(solution.grid(), page);
                page.push(b'\n');
            }
            StreamFormat::Ndjson => {
                let solution = self.notation.represent(solution.grid());
                json_line(&SolutionLine { index, solution }, page);
            }
        }
    }
}
