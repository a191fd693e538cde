//! How the solutions of a puzzle are written.

use super::convert::report_of;
use super::script::{Style, json_line};
use crate::service::{Scribe, SolutionsEnd};
use crate::sudoku::Solution;
use crate::wire::{Notation, SolutionLine, SolutionsSummary, SolutionsSummaryLine};

/// Writes solutions in the notation of their puzzle.
#[derive(Clone, Copy, Debug)]
pub struct SolutionsScribe {
    style: Style,
    notation: Notation,
}

impl SolutionsScribe {
    /// In this style and notation.
    pub fn new(style: Style, notation: Notation) -> Self {
        Self { style, notation }
    }

    /// The last line, if there is one.
    pub fn summary(&self, end: SolutionsEnd) -> Vec<u8> {
        let mut page = Vec::new();
        if self.style == Style::Ndjson {
            let SolutionsEnd { count, skipped, reply } = end;
            let summary = SolutionsSummary::new(&report_of(reply, self.notation), count, skipped);
            json_line(&SolutionsSummaryLine { summary }, &mut page);
        }
        page
    }
}

impl Scribe for SolutionsScribe {
    fn write(&mut self, index: u64, solution: &Solution, page: &mut Vec<u8>) {
        match self.style {
            Style::Text => {
                self.notation.write_line(solution.grid(), page);
                page.push(b'\n');
            }
            Style::Ndjson => {
                let solution = self.notation.represent(solution.grid());
                json_line(&SolutionLine { index, solution }, page);
            }
        }
    }
}
