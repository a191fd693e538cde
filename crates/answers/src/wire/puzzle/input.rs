//! The puzzle of a request, and the options for reading it.

use std::mem;
use std::sync::Arc;

use quadrille_exact_cover::ProblemBounds;
use quadrille_notation::Format;
use quadrille_notation::unstable::puzzle_name;
use quadrille_sudoku::{Puzzle, Rules};
use utoipa::IntoParams;

use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::array::{is_list, several_puzzles};
use crate::wire::puzzle::beside::{Beside, JoinedOptions, compare_solutions, with_constraints_beside};
use crate::wire::puzzle::cage_list::is_cage_list;
use crate::wire::puzzle::cell_lists::candidates_from_json;
use crate::wire::puzzle::description::DescriptionInput;
use crate::wire::puzzle::editor::editor_format;
use crate::wire::puzzle::grids::{NAMED_BOX, SeenGrids, grids_of_json, grids_of_square};
use crate::wire::puzzle::notation::{GridNotation, Notation};
use crate::wire::puzzle::options::Reading;
use crate::wire::puzzle::read::{
    DrawnRules, ReadPuzzle, digits_from_zero_fault, puzzle_from_json, size_from_json,
};
use crate::wire::puzzle::rules::{given_grid_rules, puzzle_rules, ruled_grids};
use crate::wire::puzzle::schema::{PuzzleForms, PuzzleText};
use crate::wire::puzzle::usual_lines::from_plain_line;
use crate::wire::puzzle::whole::read_whole;
use crate::wire::request::{
    Field, FieldDoc, FieldInfo, Fields, GivenJson, Member, Parameter, Place, component, duplicate_field,
    duplicate_parameter,
};

/// Name of the member and the parameter with the puzzle.
pub(crate) const PUZZLE: &str = "puzzle";

/// Name of the member with the cages of a killer.
const CAGES: &str = "cages";

/// The puzzle of a request, under any of its usual names.
#[derive(Clone, Debug, Default)]
pub struct PuzzleInput {
    given: Vec<NamedPuzzle>,
    is_null: bool,
    /// Title, author and rules in prose beside it.
    description: DescriptionInput,
    /// Rules and solutions beside it.
    beside: Vec<Beside>,
    /// Names of the columns, if it is a row of a table.
    columns: Option<Arc<[String]>>,
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
    #[param(example = "1.....3..4.....2")]
    pub puzzle: PuzzleText,
}

/// What a request is read from, and the largest exact cover problem.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// Part of the request that has the subject.
    pub place: Place,
    /// Bounds of an exact cover problem.
    pub bounds: ProblemBounds,
}

impl Field for PuzzleInput {
    fn set_member(&mut self, field: &FieldInfo, member: &mut Member<'_>, faults: &mut Faults) -> bool {
        if self.description.set_member(member, faults) {
            return true;
        }
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
        if !matches!(subject.json, Json::String(_) | Json::Array(_)) && editor_format(&subject.json).is_none()
        {
            return false;
        }
        let json = mem::replace(&mut subject.json, Json::Null);
        let given = GivenJson { json, location: subject.location.clone() };
        self.given.push(NamedPuzzle { name: String::new(), given });
        true
    }

    fn set_beside(&mut self, member: &mut Member<'_>) -> bool {
        let Some(beside) = Beside::member(member.name, &member.json, member.parent) else { return false };
        // A solution stays a member of a record, which may be kept.
        let is_taken = beside.is_rule() || member.place == Place::Body;
        self.beside.push(beside);
        is_taken
    }

    fn set_columns(&mut self, columns: &Arc<[String]>) {
        self.columns = Some(Arc::clone(columns));
    }

    fn is_subject(field: &FieldInfo, member: &str, json: &Json) -> bool {
        member == field.name
            || may_be_puzzle(json) && puzzle_name(member).is_some()
            || are_cages(member, json)
    }

    fn inherit(&mut self, _: &Self) {}

    fn locate_digits<'a>(&'a self, _: &mut Vec<&'a Location>) {}

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
            excluded: None,
        });
    }
}

impl PuzzleInput {
    /// Reads the puzzle; `None`, with faults, if it is missing or invalid, or if there are several. If its digits begin with 0, members of
    /// the request that name digits are faults.
    pub(crate) fn read(
        &self,
        request: &impl Fields,
        reading: Reading<'_>,
        place: Place,
        faults: &mut Faults,
    ) -> Option<(Puzzle, Notation)> {
        let NamedPuzzle { name, given: GivenJson { json, location } } =
            self.only(reading.format, place, faults)?;
        if faults.is_empty()
            && self.beside.is_empty()
            && self.description.is_empty()
            && let Json::String(text) = json
            && let Some(puzzle) = from_plain_line(text, &reading)
        {
            return Some(puzzle);
        }
        let mut puzzle_faults = Faults::default();
        let several = match reading.variant.filter(|variant| variant.grids.is_given()) {
            Some(variant) => Some(given_grid_rules((json, location), variant, reading.box_shape, faults)?),
            None => None,
        };
        let (read, several) = match several {
            Some(rules) => (read_whole(json, &rules, location, &mut puzzle_faults), Some(rules)),
            None => {
                let read = puzzle_from_json(json, location, reading.format_of(json), &mut puzzle_faults);
                as_several_grids(read, (json, location), &reading, &mut puzzle_faults)
            }
        };
        // Rows of a grid with faults may be puzzles by themselves, but not under a name such as `puzzles`.
        let is_plural = name.is_empty() || name.ends_with('s');
        if read.is_none() && is_plural && matches!(json, Json::Array(_)) && is_list(json) {
            faults.push(|| several_puzzles(json).at(location));
            return None;
        }
        let mut beside = self.beside.clone();
        if let Some(read) = &read {
            beside.extend(Beside::fields(&read.fields, self.columns.as_ref(), location));
            beside.extend(Beside::words(&read.words, location));
        }
        let clues = read.as_ref().map(|read| &read.grid);
        let joined = JoinedOptions::new(&beside, &reading, clues, faults);
        let reading = joined.as_ref().map_or(reading, |joined| joined.reading(&reading));
        let rules = |size: Option<usize>, drawn: &DrawnRules, faults: &mut Faults| match several {
            Some(rules) => ruled_grids(rules, &reading, faults),
            None => puzzle_rules(size.or_else(|| size_from_json(json))?, drawn, &reading, faults),
        };
        let (puzzle, mut notation) = puzzle_of(read, rules, puzzle_faults, (&reading, &beside[..]), faults)?;
        self.description.describe(&mut notation, puzzle.rules().digit_count(), faults);
        let is_refused = notation.alphabet().begins_with_zero()
            && refuse_beside_zero(request, puzzle.rules(), location, &reading, faults);
        (!is_refused).then_some((puzzle, notation))
    }

    /// Refuses rules and solutions beside a puzzle whose request does not read them.
    pub(crate) fn refuse_beside(&self, faults: &mut Faults) {
        for beside in &self.beside {
            faults.push(|| beside.unsupported(" here"));
        }
    }

    /// Returns where the puzzle was given.
    pub(crate) fn location(&self) -> Option<&Location> {
        self.named().map(|NamedPuzzle { given, .. }| &given.location)
    }

    /// Places a fault at the puzzle.
    pub(crate) fn fault(&self, code: FaultCode, detail: &str) -> Fault {
        self.place(Fault::new(code, detail))
    }

    /// The fault at the place of the puzzle.
    pub(crate) fn place(&self, fault: Fault) -> Fault {
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
            if are_cages(&other.name, &other.given.json) {
                faults.push(|| {
                    let detail = "`cages` are a rule that is not read beside a puzzle: give them as `constraints` of type `cage`";
                    Fault::unsupported(&other.name, detail).at(&other.given.location)
                });
            } else if !is_same_puzzle(&given.json, &other.given.json, format) {
                faults.add(FaultCode::Contradiction, &other.given.location, || {
                    format!("`{name}` and `{}` are not the same puzzle: give one of them", other.name)
                });
            }
        }
        Some(named)
    }
}

/// Whether a member has the cages of a puzzle that has nothing else.
fn are_cages(member: &str, json: &Json) -> bool {
    member.eq_ignore_ascii_case(CAGES) && matches!(json, Json::Array(list) if is_cage_list(list))
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
            (one.grid, one.drawn, one.candidates) == (other.grid, other.drawn, other.candidates)
        })
}

/// Returns a puzzle that shows several grids with their rules, and all others as they were read. If it may not be of several grids, it is
/// `None`, with a fault instead of its own ones.
fn as_several_grids(
    read: Option<ReadPuzzle>,
    (json, location): (&Json, &Location),
    reading: &Reading<'_>,
    faults: &mut Faults,
) -> (Option<ReadPuzzle>, Option<Rules>) {
    let shows_one = |read: &ReadPuzzle| read.drawn.is_variant() || read.drawn.box_shape.is_some();
    if reading.has_own_boxes() || read.as_ref().is_some_and(shows_one) {
        return (read, None);
    }
    let seen = match &read {
        Some(read) => grids_of_square(&read.grid),
        None => grids_of_json(json, reading.format),
    };
    let Some(seen) = seen else { return (read, None) };
    let may_be_read = reading.variant.is_some()
        && read.as_ref().is_none_or(|read| !read.notation.alphabet().begins_with_zero());
    let SeenGrids { corners: Some(corners), .. } = &seen else {
        return (None, refuse(&seen, location, faults));
    };
    let rules = Rules::with_grids(NAMED_BOX, corners).ok().filter(|_| may_be_read);
    let Some(rules) = rules else { return (None, refuse(&seen, location, faults)) };
    *faults = Faults::default();
    let whole = match read {
        Some(read) => {
            let has_lines = matches!(json, Json::String(text) if text.trim().contains('\n'));
            read.in_grids(&rules, has_lines)
        }
        None => read_whole(json, &rules, location, faults),
    };
    (whole, Some(rules))
}

/// Replaces the faults of a puzzle by the one that it seems to be of several grids.
fn refuse(seen: &SeenGrids, location: &Location, faults: &mut Faults) -> Option<Rules> {
    *faults = Faults::default();
    faults.push(|| seen.fault().at(location));
    None
}

/// Makes the puzzle that was read, with its notation, and adds its faults to the others. `rules` makes its rules, of its size and the rules that
/// its text shows.
fn puzzle_of(
    read: Option<ReadPuzzle>,
    rules: impl FnOnce(Option<usize>, &DrawnRules, &mut Faults) -> Option<Rules>,
    puzzle_faults: Faults,
    (reading, beside): (&Reading<'_>, &[Beside]),
    faults: &mut Faults,
) -> Option<(Puzzle, Notation)> {
    let nothing_drawn = DrawnRules::default();
    let drawn = read.as_ref().map_or(&nothing_drawn, |read| &read.drawn);
    let size = read.as_ref().and_then(|read| read.grid.square_size());
    let rules = rules(size, drawn, faults);
    faults.append(puzzle_faults);
    let rules = rules?;
    let ReadPuzzle { grid, mut notation, candidates: own, .. } = read?.with_rules(&rules, faults)?;
    let rules = with_constraints_beside(rules, beside, reading, &notation, faults)?;
    let candidates = reading.candidates.and_then(|(json, location)| {
        if own.is_some() {
            faults.add(
                FaultCode::GivenTwice,
                location,
                || "the text of the puzzle has candidates already: give them once",
            );
            return None;
        }
        let mut candidate_faults = Faults::default();
        let read = candidates_from_json(json, location, (&rules, &grid), &mut candidate_faults);
        faults.append(candidate_faults);
        read
    });
    if let (GridNotation::Text(text), Some(shape)) = (notation.grid_mut(), reading.box_shape.copied()) {
        text.box_shape = shape;
    }
    let puzzle = Puzzle::new(rules, grid).ok()?;
    let puzzle = match candidates.or(own) {
        Some(candidates) => puzzle.with_candidates(candidates).ok()?,
        None => puzzle,
    };
    compare_solutions(beside, &puzzle, &mut notation);
    Some((puzzle, notation))
}

/// Refuses members that name digits, and constraints that depend on their numbers, beside a puzzle whose digits begin with 0. Returns whether
/// there are some.
fn refuse_beside_zero(
    request: &impl Fields,
    rules: &Rules,
    puzzle: &Location,
    reading: &Reading<'_>,
    faults: &mut Faults,
) -> bool {
    let faults_before = faults.count();
    let mut found = Vec::new();
    request.locate_digits(&mut found);
    // Those of a column are no member of the request.
    let candidates = reading.candidates.map(|(_, location)| location);
    let of_column = candidates.filter(|location| !found.contains(location));
    found.extend(of_column);
    for location in found {
        faults.push(|| digits_from_zero_fault(location));
    }
    let list = reading.variant.and_then(|variant| variant.constraints.location());
    for (index, constraint) in rules.constraints().iter().enumerate() {
        if constraint.depends_on_values() {
            faults.push(|| {
                let detail = format!(
                    "`{}` counts digits from 1, but the digits of the puzzle begin with 0: write the digits of both from 1",
                    constraint.type_name()
                );
                let place = list.map_or_else(|| puzzle.clone(), |list| list.element(index));
                Fault::new(FaultCode::OutOfRange, detail).at(&place)
            });
        }
    }
    faults.count() > faults_before
}
