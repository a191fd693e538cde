//! The puzzle of a request, and the options for reading it.

use std::mem;

use quadrille_exact_cover::ProblemBounds;
use quadrille_sudoku::notation::{Format, LetterCase};
use quadrille_sudoku::unstable::{clear_decimal_cells, has_ambiguous_rows, parse_clear_line, puzzle_name};
use quadrille_sudoku::{BoxShape, Puzzle, Rules};
use utoipa::IntoParams;

use crate::wire::fault::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::array::{is_list, several_puzzles};
use crate::wire::puzzle::cell_lists::candidates_from_json;
use crate::wire::puzzle::notation::Notation;
use crate::wire::puzzle::read::{ReadPuzzle, digits_from_zero_fault, puzzle_from_json, size_from_json};
use crate::wire::puzzle::schema::{Candidates, PuzzleForms, PuzzleText};
use crate::wire::puzzle::values::{GridLayout, Unread};
use crate::wire::request::{
    Field, FieldDoc, FieldInfo, Fields, Flat, Given, GivenJson, Member, Parameter, Place, component,
    duplicate_field, duplicate_parameter,
};

/// Name of the member and the parameter with the puzzle.
pub(crate) const PUZZLE: &str = "puzzle";

/// The puzzle of a request, under any of its usual names.
#[derive(Clone, Debug, Default)]
pub struct PuzzleInput {
    given: Vec<NamedPuzzle>,
    is_null: bool,
}

#[derive(Clone, Debug)]
struct NamedPuzzle {
    /// Name of the member or parameter; empty for a body without members.
    name: String,
    given: GivenJson,
}

/// The puzzle as a query parameter.
#[derive(Clone, Copy, Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PuzzleParameter {
    /// The puzzle as text: one symbol per cell, or a drawn grid. The parameter may have another usual name, such as `board`.
    #[param(example = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")]
    pub puzzle: PuzzleText,
}

/// Options for reading a puzzle.
#[derive(Clone, Debug, Default, Fields)]
pub struct PuzzleOptions {
    /// Size of a box: width x height, such as `3x2` in a query.
    /// By default the squarest, wider than high (3x3 for size 9, 4x3 for size 12).
    pub r#box: Given<BoxShape>,
    /// Allowed digits of cells, such as `{"r1c1": [1, 2]}`, or an array of rows of lists. A list for a cell with a clue must
    /// contain the clue, and says no more than it.
    /// By default each cell allows all digits.
    #[places(OWN)]
    pub candidates: Given<Unread<Candidates>>,
    /// How a text is read.
    pub text: Flat<TextOptions>,
}

/// Options for reading a puzzle whose cells allow all digits.
#[derive(Clone, Debug, Default, Fields)]
pub struct GridOptions {
    /// Size of a box: width x height, such as `3x2` in a query.
    /// By default the squarest, wider than high (3x3 for size 9, 4x3 for size 12).
    pub r#box: Given<BoxShape>,
    /// How a text is read.
    pub text: Flat<TextOptions>,
}

/// Options for reading a puzzle that is text.
#[derive(Clone, Debug, Default, Fields)]
pub struct TextOptions {
    /// Format of a puzzle that is text; `GET /formats` lists all.
    /// By default it is detected.
    pub format: Given<Format>,
    /// `grid`: n lines of n symbols are the rows of one grid, even if each line is a puzzle.
    /// By default lines that may be both are refused; in batches each is a puzzle.
    pub layout: Given<GridLayout>,
}

/// How a puzzle is read.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    pub(crate) box_shape: &'a Given<BoxShape>,
    pub(crate) format: Option<Format>,
    pub(crate) has_grid_layout: bool,
    candidates: Option<(&'a Json, &'a Location)>,
}

/// What a request is read from, and the largest exact cover problem.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// Part of the request that has the subject.
    pub place: Place,
    /// Bounds of an exact cover problem.
    pub bounds: ProblemBounds,
}

/// Options that say how a puzzle is read.
pub trait ReadingOptions: Fields {
    /// Returns how a puzzle is read.
    fn reading(&self) -> Reading<'_>;
}

impl ReadingOptions for PuzzleOptions {
    fn reading(&self) -> Reading<'_> {
        let candidates = self.candidates.located().map(|(lists, location)| (&lists.json, location));
        self.text.reading(&self.r#box).with_candidates(candidates)
    }
}

impl ReadingOptions for GridOptions {
    fn reading(&self) -> Reading<'_> {
        self.text.reading(&self.r#box)
    }
}

impl TextOptions {
    /// Returns how a puzzle with boxes of this shape is read.
    fn reading<'a>(&self, box_shape: &'a Given<BoxShape>) -> Reading<'a> {
        Reading {
            box_shape,
            format: self.format.copied(),
            has_grid_layout: self.layout.is_given(),
            candidates: None,
        }
    }
}

impl<'a> Reading<'a> {
    /// The same with these candidates.
    pub(crate) fn with_candidates(self, candidates: Option<(&'a Json, &'a Location)>) -> Self {
        Self { candidates, ..self }
    }

    /// The format in which a puzzle is read, if it is a text; `None` if it is detected.
    fn format_of(&self, puzzle: &Json) -> Option<Format> {
        let is_grid =
            || matches!(puzzle, Json::String(text) if self.has_grid_layout && has_ambiguous_rows(text));
        self.format.or_else(|| is_grid().then_some(Format::Drawing))
    }
}

impl Field for PuzzleInput {
    fn set_member(&mut self, field: &FieldInfo, member: &mut Member<'_>, faults: &mut Faults) -> bool {
        if !Self::is_subject(field, member.name, &member.json) {
            return false;
        }
        let json = mem::replace(&mut member.json, Json::Null);
        if json == Json::Null && !mem::replace(&mut self.is_null, true) {
            return true;
        }
        let location = if member.name == field.name {
            member.location(field)
        } else {
            member.parent.member(member.name)
        };
        if self.given.iter().any(|given| given.name == member.name) {
            faults.push(|| duplicate_field(member.name).at(&location));
        } else {
            self.given
                .push(NamedPuzzle { name: member.name.to_owned(), given: GivenJson { json, location } });
        }
        true
    }

    fn set_parameter(&mut self, _: &FieldInfo, parameter: &Parameter<'_>, faults: &mut Faults) -> bool {
        let Some(name) = puzzle_name(parameter.name).filter(|_| parameter.place == Place::Query) else {
            return false;
        };
        if parameter.text.trim_ascii().is_empty() {
            return true;
        }
        if self.given.iter().any(|given| given.name == name) {
            faults.push(|| duplicate_parameter(name));
        } else {
            let (json, location) = (Json::String(parameter.text.to_owned()), Location::Parameter(name));
            self.given.push(NamedPuzzle { name: name.to_owned(), given: GivenJson { json, location } });
        }
        true
    }

    fn set_subject(&mut self, subject: &mut GivenJson) -> bool {
        if !matches!(subject.json, Json::String(_) | Json::Array(_)) {
            return false;
        }
        let json = mem::replace(&mut subject.json, Json::Null);
        let given = GivenJson { json, location: subject.location.clone() };
        self.given.push(NamedPuzzle { name: String::new(), given });
        true
    }

    fn is_subject(field: &FieldInfo, member: &str, json: &Json) -> bool {
        member == field.name || may_be_puzzle(json) && puzzle_name(member).is_some()
    }

    fn inherit(&mut self, _: &Self) {}

    fn describe(field: &FieldInfo, place: Place, fields: &mut Vec<FieldDoc>) {
        if matches!(place, Place::BodyQuery | Place::BatchQuery) {
            return;
        }
        let FieldInfo { name, doc, is_required, .. } = *field;
        fields.push(FieldDoc {
            name,
            doc,
            is_required,
            schema: component::<PuzzleForms>,
            text_schema: component::<PuzzleText>,
        });
    }
}

impl PuzzleInput {
    /// Reads the puzzle; `None`, with faults, if it is missing or invalid, or if there are several.
    pub(crate) fn read(
        &self,
        reading: Reading<'_>,
        place: Place,
        faults: &mut Faults,
    ) -> Option<(Puzzle, Notation)> {
        let NamedPuzzle { name, given: GivenJson { json, location } } =
            self.only(reading.format, place, faults)?;
        if faults.is_empty()
            && let Json::String(text) = json
            && let Some(puzzle) = from_plain_line(text, &reading)
        {
            return Some(puzzle);
        }
        let mut puzzle_faults = Faults::default();
        let read = puzzle_from_json(json, location, reading.format_of(json), &mut puzzle_faults);
        if read.is_none() && name.is_empty() && matches!(json, Json::Array(_)) && is_list(json) {
            faults.push(|| several_puzzles(json));
            return None;
        }
        puzzle_of(read, || size_from_json(json), puzzle_faults, &reading, faults)
    }

    /// Returns where the puzzle was given.
    pub(crate) fn location(&self) -> Option<&Location> {
        self.named().map(|NamedPuzzle { given, .. }| &given.location)
    }

    /// Returns the members that hold the puzzle.
    pub(crate) fn members(&self) -> impl Iterator<Item = (String, Json)> {
        self.given.iter().map(|NamedPuzzle { name, given }| (name.clone(), given.json.clone()))
    }

    /// Places a fault at the puzzle.
    pub(crate) fn fault(&self, code: FaultCode, detail: &str) -> Fault {
        let fault = Fault::new(code, detail);
        match self.location() {
            Some(location) => fault.at(location),
            None => fault,
        }
    }

    /// Reads the grid without rules, without its faults.
    pub(crate) fn grid(&self, reading: &Reading<'_>) -> Option<ReadPuzzle> {
        let GivenJson { json, location } = &self.named()?.given;
        puzzle_from_json(json, location, reading.format_of(json), &mut Faults::default())
    }

    /// The puzzle with its most usual name.
    fn named(&self) -> Option<&NamedPuzzle> {
        self.given.iter().find(|given| given.name == PUZZLE).or_else(|| self.given.first())
    }

    /// Returns the only puzzle, or pushes a fault. Others must be the same one under other usual names.
    fn only(&self, format: Option<Format>, place: Place, faults: &mut Faults) -> Option<&NamedPuzzle> {
        let Some(named @ NamedPuzzle { name, given }) = self.named() else {
            faults.push(|| missing_puzzle(place));
            return None;
        };
        for other in self.given.iter().filter(|other| other.name != *name) {
            if !is_same_puzzle(&given.json, &other.given.json, format) {
                faults.push(|| {
                    let detail =
                        format!("`{name}` and `{}` are not the same puzzle: give one of them", other.name);
                    Fault::new(FaultCode::Contradiction, detail).at(&other.given.location)
                });
            }
        }
        Some(named)
    }
}

/// Whether a member with a usual name may hold the puzzle.
fn may_be_puzzle(json: &Json) -> bool {
    matches!(json, Json::String(_) | Json::Array(_) | Json::Null)
}

/// The fault of a request without a puzzle.
fn missing_puzzle(place: Place) -> Fault {
    if place == Place::Query {
        let detail = "missing or empty: give a puzzle";
        return Fault::new(FaultCode::MissingParameter, detail).at(&Location::Parameter(PUZZLE));
    }
    let detail = "`puzzle` is missing: a string, or an array of rows";
    Fault::new(FaultCode::MissingField, detail).at(&Location::root())
}

fn is_same_puzzle(one: &Json, other: &Json, format: Option<Format>) -> bool {
    let read = |json| puzzle_from_json(json, &Location::root(), format, &mut Faults::default());
    one == other
        || read(one).zip(read(other)).is_some_and(|(one, other)| {
            (one.grid, one.box_shape, one.candidates) == (other.grid, other.box_shape, other.candidates)
        })
}

/// How the lines of a batch are read that are whole puzzles in their only notation.
#[derive(Clone, Copy, Debug)]
pub struct UsualLines {
    box_shape: Option<BoxShape>,
}

impl UsualLines {
    /// Returns how such lines are read; `None` if the options give them another meaning.
    pub(crate) fn new(reading: &Reading<'_>) -> Option<Self> {
        let is_line = reading.format.is_none_or(|format| format == Format::Line);
        let box_shape = reading.box_shape.copied();
        (is_line && reading.candidates.is_none()).then_some(Self { box_shape })
    }

    /// Overwrites a puzzle with the one in `line`, in the same memory, if the line has only decimal digits, empty cells and no white
    /// space. Otherwise returns `None` and leaves any valid puzzle.
    #[inline(always)]
    pub(crate) fn replace(self, puzzle: &mut Puzzle, line: &[u8]) -> Option<Notation> {
        let (size, cells) = clear_decimal_cells(line)?;
        puzzle.replace(self.rules(size)?, cells).ok()?;
        Some(Notation::Line(LetterCase::default().into()))
    }

    /// Returns the rules of a size; `None` if the box does not fit.
    fn rules(self, size: usize) -> Option<Rules> {
        Rules::plain(size, self.box_shape.unwrap_or_else(|| BoxShape::usual(size))).ok()
    }
}

/// Reads a valid line without white space; `None` for all other texts. Allocates only the cells of the puzzle.
fn from_plain_line(text: &str, reading: &Reading<'_>) -> Option<(Puzzle, Notation)> {
    let (grid, case) = parse_clear_line(text.as_bytes())?;
    let rules = UsualLines::new(reading)?.rules(grid.square_size()?)?;
    Some((Puzzle::new(rules, grid).ok()?, Notation::Line(case.into())))
}

/// Makes the rules of a size; `None`, with a fault, if the box does not fit the size or the drawing.
pub(crate) fn rules(
    size: usize,
    drawn: Option<BoxShape>,
    given: &Given<BoxShape>,
    faults: &mut Faults,
) -> Option<Rules> {
    let shape = given.copied().or(drawn).unwrap_or_else(|| BoxShape::usual(size));
    let at_box = |fault: Fault| match given.location() {
        Some(location) => fault.at(location),
        None => fault,
    };
    let Ok(rules) = Rules::plain(size, shape) else {
        faults.push(|| at_box(box_fault(size, shape)));
        return None;
    };
    if let Some(drawn) = drawn.filter(|drawn| *drawn != shape) {
        faults.push(|| {
            let detail = format!("`box` is {shape}, but the puzzle shows boxes of {drawn}");
            at_box(Fault::new(FaultCode::BoxMismatch, detail))
        });
        return None;
    }
    Some(rules)
}

/// Makes the puzzle that was read, with its notation, and adds its faults to the others. `invalid_size` returns the size of an
/// invalid puzzle, if it has one.
fn puzzle_of(
    read: Option<ReadPuzzle>,
    invalid_size: impl FnOnce() -> Option<usize>,
    puzzle_faults: Faults,
    reading: &Reading<'_>,
    faults: &mut Faults,
) -> Option<(Puzzle, Notation)> {
    let drawn = read.as_ref().and_then(|read| read.box_shape);
    let size = read.as_ref().and_then(|read| read.grid.square_size()).or_else(invalid_size);
    let rules = size.and_then(|size| rules(size, drawn, reading.box_shape, faults));
    faults.append(puzzle_faults);
    let rules = rules?;
    let ReadPuzzle { grid, mut notation, candidates: own, .. } = read?.with_rules(&rules, faults)?;
    refuse_beside_zero(&notation, reading.candidates.map(|(_, location)| location), faults);
    let candidates = reading.candidates.and_then(|(json, location)| {
        if own.is_some() {
            faults.push(|| {
                let detail = "the text of the puzzle has candidates already: give them once";
                Fault::new(FaultCode::GivenTwice, detail).at(location)
            });
            return None;
        }
        let mut candidate_faults = Faults::default();
        let read = candidates_from_json(json, location, &grid, &mut candidate_faults);
        faults.append(candidate_faults);
        read
    });
    if let (Notation::Text(text), Some(shape)) = (&mut notation, reading.box_shape.copied()) {
        text.box_shape = shape;
    }
    let puzzle = Puzzle::new(rules, grid).ok()?;
    let puzzle = match candidates.or(own) {
        Some(candidates) => puzzle.with_candidates(candidates).ok()?,
        None => puzzle,
    };
    Some((puzzle, notation))
}

/// Refuses digits beside a puzzle whose digits begin with 0.
pub(crate) fn refuse_beside_zero<'a>(
    notation: &Notation,
    digits: impl IntoIterator<Item = &'a Location>,
    faults: &mut Faults,
) {
    if notation.alphabet().begins_with_zero() {
        for location in digits {
            faults.push(|| digits_from_zero_fault(location));
        }
    }
}

fn box_fault(size: usize, shape: BoxShape) -> Fault {
    let fitting: Vec<String> = BoxShape::all(size).map(|shape| shape.to_string()).collect();
    let detail = format!(
        "a box of {shape} has {} cells, but a row of this grid has {size}: use one of {}",
        shape.width * shape.height,
        fitting.join(", ")
    );
    Fault::new(FaultCode::BoxMismatch, detail)
}

/// Whether a query names the layout in which n lines of n symbols are one grid.
pub fn has_grid_layout(query: &str) -> bool {
    form_urlencoded::parse(query.as_bytes()).any(|pair| pair == ("layout".into(), "grid".into()))
}
