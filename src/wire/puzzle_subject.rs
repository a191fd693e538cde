//! Reads puzzles as the subject of a question, and writes their solutions.

use std::borrow::Cow;

use super::fault::{Fault, FaultCode, Faults, Location, Refusal};
use super::json::Json;
use super::notation::{GridShape, Notation, Warning};
use super::options::Options;
use super::puzzle::{puzzle_from_json, puzzle_from_text, size_from_json};
use super::question::puzzle_of;
use super::stream_lines::SolutionsSummary;
use super::subject::{AnswerNotation, ListedSubject, RequestSubject, SolutionNotation};
use crate::exact_cover::ProblemBounds;
use crate::service::SolutionsEnd;
use crate::sudoku::notation::{Format, parse_clear_line, size_of_line};
use crate::sudoku::{BoxShape, Puzzle, Rules, Solution};

/// The member with the puzzle.
const PUZZLE: Location = Location::Pointer(Cow::Borrowed("/puzzle"));

impl AnswerNotation for Notation {
    fn request_bytes(&self) -> usize {
        0
    }

    fn warnings(&self) -> Vec<Warning> {
        Self::warnings(*self)
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

impl RequestSubject for Puzzle {
    type Notation = Notation;
    const MEMBERS: &'static [&'static str] = &["puzzle"];
    const REQUIRED: &'static str = "the member `puzzle`";
    const TEXT: &'static str = "a puzzle";
    const LINE_ADVICE: Option<&'static str> = None;
    const HAS_FORMATS: bool = true;

    fn from_members(
        members: &[(&str, &Json)],
        options: &Options,
        _: ProblemBounds,
        mut faults: Faults,
    ) -> Result<(Self, Notation), Refusal> {
        let Some((_, puzzle)) = members.iter().find(|(name, _)| *name == "puzzle") else {
            faults.push(|| {
                let detail = "`puzzle` is missing: a string, or an array of rows";
                Fault::new(FaultCode::MissingField, detail).at(&Location::root())
            });
            return Err(Refusal::Invalid(faults));
        };
        let mut puzzle_faults = Faults::default();
        let read = puzzle_from_json(puzzle, &PUZZLE, options.format(), &mut puzzle_faults);
        let puzzle = puzzle_of(read, || size_from_json(puzzle), puzzle_faults, options, &mut faults);
        puzzle.ok_or(Refusal::Invalid(faults))
    }

    /// Reads a line without white space. Allocates only the cells of the puzzle.
    #[inline(always)]
    fn from_usual_line(line: &[u8], options: &Options) -> Option<(Self, Notation)> {
        if options.format().is_some_and(|format| format != Format::Line) || options.candidates().is_some() {
            return None;
        }
        let (grid, case) = parse_clear_line(line)?;
        let size = grid.square_size()?;
        let shape = options.box_shape().unwrap_or_else(|| BoxShape::usual(size));
        let puzzle = Self::new(Rules::plain(size, shape).ok()?, grid).ok()?;
        Some((puzzle, Notation::Line(case)))
    }

    fn from_text(
        text: &str,
        location: &Location,
        options: &Options,
        _: ProblemBounds,
        mut faults: Faults,
    ) -> Result<(Self, Notation), Refusal> {
        if faults.is_empty()
            && let Some(puzzle) = Self::from_usual_line(text.as_bytes(), options)
        {
            return Ok(puzzle);
        }
        let mut puzzle_faults = Faults::default();
        let read = puzzle_from_text(text, options.format(), location, &mut puzzle_faults);
        let puzzle = puzzle_of(read, || size_of_line(text), puzzle_faults, options, &mut faults);
        puzzle.ok_or(Refusal::Invalid(faults))
    }
}

impl ListedSubject for Puzzle {
    type Summary = SolutionsSummary;

    fn summary(end: &SolutionsEnd, notation: &Notation) -> SolutionsSummary {
        SolutionsSummary::new(end, *notation)
    }
}
