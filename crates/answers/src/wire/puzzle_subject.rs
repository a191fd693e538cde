//! Writes answers about puzzles.

use std::borrow::Cow;

use quadrille_sudoku::{Puzzle, Solution};

use crate::service::SolutionsEnd;
use crate::wire::puzzle::notation::{GridShape, Notation, Warning};
use crate::wire::result::{AnalysisResult, PuzzleMembers, ResponseBody, puzzle_members};
use crate::wire::stream::lines::ListedSolutions;
use crate::wire::subject::{AnswerNotation, ListedSubject, SolutionNotation};

impl AnswerNotation for Notation {
    fn request_bytes(&self) -> usize {
        0
    }

    fn warnings(&self) -> Vec<Warning> {
        Self::warnings(self)
    }

    fn solution_differs(&self) -> bool {
        Self::solution_differs(self)
    }

    fn warnings_in_words(&self) -> Vec<Cow<'static, str>> {
        Self::warnings_in_words(self, 0).collect()
    }

    fn not_read_in_words(&self) -> Option<String> {
        self.not_read().map(|not_read| not_read.to_string())
    }

    fn rules_not_read(&self, is_multiple: impl FnOnce() -> bool) -> bool {
        Self::rules_not_read(self, is_multiple)
    }
}

impl SolutionNotation for Notation {
    type Solution = Solution;
    type Shape = GridShape;

    fn shape(&self, solution: &Solution) -> GridShape {
        self.represent(solution.grid())
    }

    fn write_solution(&self, solution: &Solution, out: &mut Vec<u8>) {
        self.write_line(solution.grid(), out);
    }
}

impl ListedSubject for Puzzle {
    type Notation = Notation;
    type Summary = ResponseBody<AnalysisResult<ListedSolutions, PuzzleMembers>>;

    fn summary(end: &SolutionsEnd, notation: &Notation) -> Self::Summary {
        let rest = puzzle_members(&end.reply.answer.conflicts, notation);
        ResponseBody::from((AnalysisResult { first: end.into(), rest }, &end.reply))
    }
}
