//! Reads puzzles as the subject of a question, and writes their solutions.

use std::borrow::Cow;

use quadrille_exact_cover::ProblemBounds;
use quadrille_sudoku::notation::{Format, LetterCase};
use quadrille_sudoku::unstable::{clear_decimal_cells, parse_clear_line, size_of_line};
use quadrille_sudoku::{BoxShape, Puzzle, Rules, Solution};

use super::fault::{Faults, Location, Refusal};
use super::json::Json;
use super::notation::{GridShape, Notation, Warning};
use super::options::Options;
use super::puzzle::{puzzle_from_json, puzzle_from_text, size_from_json};
use super::puzzle_array::{is_list, several_puzzles};
use super::puzzle_member::{PUZZLE, puzzle_member};
use super::question::puzzle_of;
use super::stream_lines::SolutionsSummary;
use super::subject::{AnswerNotation, ListedSubject, RequestSubject, SolutionNotation};
use crate::service::SolutionsEnd;

impl AnswerNotation for Notation {
    fn request_bytes(&self) -> usize {
        0
    }

    fn warnings(&self) -> Vec<Warning> {
        Self::warnings(*self)
    }

    fn warnings_in_words(&self) -> Vec<Cow<'static, str>> {
        Self::warnings_in_words(*self, 0).collect()
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
    const MEMBERS: &'static [&'static str] = &[PUZZLE];
    const REQUIRED: &'static str = "the member `puzzle`";
    const BARE: &'static str = "a puzzle as a string or an array";
    const LINE_ADVICE: Option<&'static str> = None;
    const HAS_FORMATS: bool = true;

    fn from_members(
        members: &[(&str, &Json)],
        options: &Options,
        _: ProblemBounds,
        mut faults: Faults,
    ) -> Result<(Self, Notation), Refusal> {
        let Some((puzzle, location)) = puzzle_member(members, options.format(), &mut faults) else {
            return Err(Refusal::Invalid(faults));
        };
        from_json(puzzle, &location, options, faults)
    }

    fn from_array(
        array: &Json,
        options: &Options,
        faults: Faults,
    ) -> Option<Result<(Self, Notation), Refusal>> {
        let read = from_json(array, &Location::root(), options, faults);
        Some(read.map_err(|refusal| if is_list(array) { several_puzzles(array) } else { refusal }))
    }

    /// Reads a line of decimal digits without white space.
    #[inline(always)]
    fn replace_by_usual_line(&mut self, line: &[u8], options: &Options) -> Option<Notation> {
        if !allow_plain_lines(options) {
            return None;
        }
        let (size, cells) = clear_decimal_cells(line)?;
        self.replace(plain_rules(size, options)?, cells).ok()?;
        Some(Notation::Line(LetterCase::default().into()))
    }

    fn from_text(
        text: &str,
        location: &Location,
        options: &Options,
        _: ProblemBounds,
        mut faults: Faults,
    ) -> Result<(Self, Notation), Refusal> {
        if faults.is_empty()
            && let Some(puzzle) = from_plain_line(text, options)
        {
            return Ok(puzzle);
        }
        let mut puzzle_faults = Faults::default();
        let read = puzzle_from_text(text, options.format_of_text(text), location, &mut puzzle_faults);
        let puzzle = puzzle_of(read, || size_of_line(text), puzzle_faults, options, &mut faults);
        puzzle.ok_or(Refusal::Invalid(faults))
    }
}

/// Reads a puzzle that is a JSON value.
fn from_json(
    puzzle: &Json,
    location: &Location,
    options: &Options,
    mut faults: Faults,
) -> Result<(Puzzle, Notation), Refusal> {
    let mut puzzle_faults = Faults::default();
    let read = puzzle_from_json(puzzle, location, options.format_of_json(puzzle), &mut puzzle_faults);
    let puzzle = puzzle_of(read, || size_from_json(puzzle), puzzle_faults, options, &mut faults);
    puzzle.ok_or(Refusal::Invalid(faults))
}

/// Whether a line of symbols is a whole puzzle in its only notation.
fn allow_plain_lines(options: &Options) -> bool {
    options.format().is_none_or(|format| format == Format::Line) && options.candidates().is_none()
}

/// Returns the rules of a size; `None` if the box does not fit.
fn plain_rules(size: usize, options: &Options) -> Option<Rules> {
    let shape = options.box_shape().unwrap_or_else(|| BoxShape::usual(size));
    Rules::plain(size, shape).ok()
}

/// Reads a valid line without white space; `None` for all other texts. Allocates only the cells of the puzzle.
fn from_plain_line(text: &str, options: &Options) -> Option<(Puzzle, Notation)> {
    let (grid, case) = parse_clear_line(text.as_bytes()).filter(|_| allow_plain_lines(options))?;
    let rules = plain_rules(grid.square_size()?, options)?;
    Some((Puzzle::new(rules, grid).ok()?, Notation::Line(case.into())))
}

impl ListedSubject for Puzzle {
    type Summary = SolutionsSummary;

    fn summary(end: &SolutionsEnd, notation: &Notation) -> SolutionsSummary {
        SolutionsSummary::new(end, *notation)
    }
}
