//! The question, and the request that asks it.

use quadrille_notation::unstable::{is_table_header, parse_clear_line};
use quadrille_sudoku::analysis::{ScoreAnswer, ScoreSearch};
use quadrille_sudoku::{Digit, Grid, Puzzle, Rules, Solution};

use crate::faults::{Fault, FaultCode, Faults, Location, Refusal};
use crate::kinds::puzzle_kind::{AskedPuzzle, PuzzleKind, PuzzleRequest};
use crate::service::{AnswerSummary, Answerable, Reusable, SearchAnswer, Subject};
use crate::wire::examples::Examples;
use crate::wire::json::Json;
use crate::wire::puzzle::options::PuzzleOptions;
use crate::wire::puzzle::read::digits_from_zero_fault;
use crate::wire::puzzle::schema::PuzzleForms;
use crate::wire::puzzle::values::Unread;
use crate::wire::puzzle::whole::grid_from_json;
use crate::wire::request::{Fields, Given};

/// Characters between the fields of a line.
const SEPARATORS: [char; 4] = [' ', ',', ';', '\t'];

/// Number of symbols of the smallest puzzle in a line with further fields: others are numbers of lines.
const SYMBOLS_MIN: usize = 4;

/// The kind of `quadrille score`.
#[derive(Clone, Copy, Debug)]
pub struct Score;

/// Options of `score`.
#[derive(Clone, Debug, Default, Fields)]
pub struct ScoreOptions {
    /// Grid that a model predicts, in any form of a puzzle. Anything else counts as unreadable, and so does null.
    pub prediction: Given<Unread<PuzzleForms>>,
    /// Solution with which the cells of the prediction are compared.
    /// By default the solution of the puzzle, if it is unique.
    pub solution: Given<Unread<PuzzleForms>>,
}

/// A puzzle, a prediction, and its solution if it is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ScoreQuestion {
    /// The puzzle.
    pub puzzle: Puzzle,
    prediction: Option<Grid>,
    solution: Option<Solution>,
    /// Whether the digits of the puzzle begin with 0, beside which there are no other digits.
    begins_with_zero: bool,
}

impl ScoreQuestion {
    /// Sets the prediction: a grid as text, or as JSON, or as the member `puzzle` of a JSON object. Anything else, and none, counts as
    /// unreadable.
    ///
    /// # Errors
    /// [`Refusal`] beside a puzzle whose digits begin with 0.
    pub fn set_prediction(&mut self, given: Option<&[u8]>, is_json: bool) -> Result<(), Refusal> {
        self.refuse_beside_zero(given)?;
        self.prediction = given.and_then(|bytes| grid(bytes, is_json, self.puzzle.rules()));
        Ok(())
    }

    /// Sets the solution with which the prediction is compared, given as a prediction is; the search finds it if none is given.
    ///
    /// # Errors
    /// [`Refusal`] if it is no solution, or beside a puzzle whose digits begin with 0.
    pub fn set_solution(&mut self, given: Option<&[u8]>, is_json: bool) -> Result<(), Refusal> {
        self.refuse_beside_zero(given)?;
        let read = |bytes| certified(grid(bytes, is_json, self.puzzle.rules()), &self.puzzle);
        self.solution = given.map(read).transpose()?;
        Ok(())
    }

    fn refuse_beside_zero(&self, given: Option<&[u8]>) -> Result<(), Fault> {
        match given {
            Some(_) if self.begins_with_zero => Err(digits_from_zero_fault(&Location::Body)),
            _ => Ok(()),
        }
    }
}

/// Reads a grid with as many cells as these rules have; `None` if it is anything else.
fn grid(bytes: &[u8], is_json: bool, rules: &Rules) -> Option<Grid> {
    if !is_json && let Some((grid, _)) = parse_clear_line(bytes) {
        return fits(&grid, rules).then_some(grid);
    }
    let text = str::from_utf8(bytes).ok()?;
    let json = if is_json { Json::parse(text).ok()? } else { Json::String(text.to_owned()) };
    grid_in_json(&json, rules)
}

/// Reads a grid as [`grid`], or the member `puzzle` of an object.
fn grid_in_json(json: &Json, rules: &Rules) -> Option<Grid> {
    let json = match json {
        Json::Object(members) => &members.iter().find(|(name, _)| name == "puzzle")?.1,
        json => json,
    };
    let (mut faults, location) = (Faults::default(), Location::root());
    let read = grid_from_json(json, rules, &location, &mut faults).filter(|read| fits(&read.grid, rules))?;
    let read = read.beside(rules, &location, &mut faults)?;
    faults.is_empty().then_some(read.grid)
}

/// Whether a grid has the size of these rules, and their digits.
fn fits(grid: &Grid, rules: &Rules) -> bool {
    let is_known = |digit: Digit| digit.value() <= rules.digit_count();
    grid.cells().len() == rules.layout().cell_count() && grid.largest().is_none_or(is_known)
}

/// Returns the solution in a grid, or the fault of a grid that is none.
fn certified(grid: Option<Grid>, puzzle: &Puzzle) -> Result<Solution, Fault> {
    grid.and_then(|grid| Solution::certify(puzzle, grid).ok()).ok_or_else(|| {
        Fault::new(
            FaultCode::Contradiction,
            "the solution does not solve the puzzle: give its solution, or none",
        )
    })
}

impl PuzzleKind for Score {
    type Options = ScoreOptions;
    type Reading = PuzzleOptions;
    type Question = ScoreQuestion;
    const PATH: &'static str = "/score";
    const NAME: &'static str = "Score";
    const LINK: &'static str = "score the grids that a model predicts";
    const EXAMPLES: Examples = Examples::NONE;

    fn question(asked: AskedPuzzle<'_, ScoreOptions>, faults: &mut Faults) -> Option<ScoreQuestion> {
        let AskedPuzzle { puzzle, notation, input, options } = asked;
        let begins_with_zero = notation.alphabet().begins_with_zero();
        let before = faults.count();
        if !options.prediction.is_given() && !options.prediction.is_null() {
            let detail = "`prediction` is missing: give it after the puzzle in its line, as an option, or as a member of JSON, \
                where null is an unreadable one";
            faults.push(|| input.fault(FaultCode::MissingField, detail));
        }
        let prediction =
            options.prediction.get().and_then(|Unread { json, .. }| grid_in_json(json, puzzle.rules()));
        let solution = options.solution.located().and_then(|(Unread { json, .. }, location)| {
            certified(grid_in_json(json, puzzle.rules()), &puzzle)
                .map_err(|fault| faults.push(|| fault.at(location)))
                .ok()
        });
        (faults.count() == before).then_some(ScoreQuestion { puzzle, prediction, solution, begins_with_zero })
    }

    /// Reads the prediction and the solution from a line with two or three fields, or from the only row of a table with a header.
    fn read_fields<'a>(request: &mut PuzzleRequest<ScoreOptions>, text: &'a str) -> &'a str {
        let row = match text.trim_end().split_once('\n') {
            Some((header, row)) if is_table_header(header.trim_end()) => row,
            _ => text.trim_end(),
        };
        let fields: Vec<&str> = row.split(SEPARATORS).filter(|field| !field.is_empty()).collect();
        match fields[..] {
            [puzzle, prediction, ref rest @ ..]
                if puzzle.len() >= SYMBOLS_MIN
                    && rest.len() <= 1
                    && !row.contains('\n')
                    && !request.options.prediction.is_given() =>
            {
                request.options.prediction.set_text(prediction, Location::FileLine);
                if let [solution] = rest {
                    request.options.solution.set_text(solution, Location::FileLine);
                }
                puzzle
            }
            _ => text,
        }
    }
}

impl Answerable for ScoreQuestion {
    type Subject = Puzzle;
    type Search = ScoreSearch;
    type Answer = ScoreAnswer;

    fn subject(&self) -> &Puzzle {
        &self.puzzle
    }

    fn search(self) -> ScoreSearch {
        ScoreSearch::new(self.puzzle, self.prediction, self.solution)
    }

    fn heap_bytes(&self) -> usize {
        let grids = self.prediction.iter().chain(self.solution.as_ref().map(Solution::grid));
        self.puzzle.heap_bytes() + grids.map(|grid| size_of_val(grid.cells())).sum::<usize>()
    }
}

impl Reusable<ScoreQuestion> for ScoreSearch {
    fn restart(&mut self, question: &mut ScoreQuestion) {
        let ScoreQuestion { puzzle, prediction, solution, .. } = question.clone();
        self.restart(puzzle, prediction, solution);
    }
}

impl SearchAnswer for ScoreAnswer {
    fn summary(&self) -> AnswerSummary {
        AnswerSummary::new(self.stop_reason, self.nodes)
    }
}
