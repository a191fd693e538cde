//! Puzzles of several grids: where the grids are, by name, in a request, and in a text without a word about them.

use quadrille_notation::Format;
use quadrille_sudoku::unstable::EMPTY_SYMBOLS;
use quadrille_sudoku::{BoxShape, Grid, Position, Rules, RulesError, SIZE_MAX, size_for_cells};
use serde_json::json;
use utoipa::openapi::schema::{AdditionalProperties, ArrayBuilder, ObjectBuilder, OneOfBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::values::{JsonShape, collection};
use crate::wire::request::number::integer;
use crate::wire::request::object::{meant, object, shown};
use crate::wire::request::wrong_type;

/// Rows and columns of a grid of a layout with a name, and of a block of it.
const GRID: usize = 9;
const BLOCK: usize = 3;

/// Boxes of the grids of a layout with a name.
pub(crate) const NAMED_BOX: BoxShape = BoxShape { width: BLOCK, height: BLOCK };

/// Layout of several 9x9 grids that has a name.
struct NamedGrids {
    name: &'static str,
    /// Rows and columns of the whole.
    size: usize,
    /// Row and column of the first cell of each grid, from 0.
    grids: &'static [(usize, usize)],
}

/// The only layout without gaps.
const BUTTERFLY: &str = "butterfly";

/// Known layouts. Mirrored ones have no names of their own.
const NAMED: [NamedGrids; 7] = [
    NamedGrids { name: "samurai", size: 21, grids: &[(0, 0), (0, 12), (6, 6), (12, 0), (12, 12)] },
    NamedGrids { name: "windmill", size: 21, grids: &[(0, 3), (3, 12), (6, 6), (9, 0), (12, 9)] },
    NamedGrids { name: "sohei", size: 21, grids: &[(0, 6), (6, 0), (6, 12), (12, 6)] },
    NamedGrids { name: "flower", size: 15, grids: &[(0, 3), (3, 0), (3, 3), (3, 6), (6, 3)] },
    NamedGrids { name: "twodoku", size: 15, grids: &[(0, 0), (6, 6)] },
    NamedGrids { name: BUTTERFLY, size: 12, grids: &[(0, 0), (0, 3), (3, 0), (3, 3)] },
    NamedGrids {
        name: "sumo",
        size: 33,
        grids: &[
            (0, 0),
            (0, 12),
            (0, 24),
            (6, 6),
            (6, 18),
            (12, 0),
            (12, 12),
            (12, 24),
            (18, 6),
            (18, 18),
            (24, 0),
            (24, 12),
            (24, 24),
        ],
    },
];

impl NamedGrids {
    fn corners(&self) -> Vec<Position> {
        let position = |&(row, column): &(usize, usize)| Position { row: row + 1, column: column + 1 };
        self.grids.iter().map(position).collect()
    }

    fn mirrored(&self) -> Vec<Position> {
        let mirror = |Position { row, column }| Position { row, column: self.size + 2 - GRID - column };
        self.corners().into_iter().map(mirror).collect()
    }
}

/// Layout that a text without a word about its grids seems to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeenGrids {
    /// Its name.
    pub(crate) name: &'static str,
    /// Top left cells of its grids; `None` if the clues fit several layouts.
    pub(crate) corners: Option<Vec<Position>>,
}

impl SeenGrids {
    /// The fault of a puzzle that a question cannot have, or that may be of several layouts.
    pub(crate) fn fault(&self) -> Fault {
        let Self { name, corners } = self;
        let detail = match corners {
            Some(_) => format!(
                "it looks like a {name}, a puzzle of several 9x9 grids, which this question does not support: give a `box` if it is one \
                 grid"
            ),
            None => format!(
                "it looks like a {name} or another puzzle of several 9x9 grids: say which by `grids`, or give a `box` if it is one grid"
            ),
        };
        Fault::unsupported(name, detail)
    }
}

/// Returns the layout that a square of cells seems to have: its clues are at most 9, its gaps are empty, and several of its grids have
/// clues.
pub(crate) fn grids_of_square(grid: &Grid) -> Option<SeenGrids> {
    let size = grid.square_size()?;
    with_gaps(size).next()?;
    grid.largest().filter(|digit| digit.value() <= GRID)?;
    let clues: Vec<(usize, usize)> =
        grid.filled().map(|(cell, _)| (cell.index() / size, cell.index() % size)).collect();
    seen(size, &clues)
}

/// [`grids_of_square`] of a text whose gaps are blanks, or another symbol than empty cells: lines of single symbols, with or without a blank
/// between them.
pub(crate) fn grids_of_text(text: &str) -> Option<SeenGrids> {
    let text = text.trim_matches(['\r', '\n']);
    let lines: Vec<Vec<char>> =
        text.lines().map(|line| line.trim_end().chars().collect()).take(SIZE_MAX + 1).collect();
    let size = lines.len();
    with_gaps(size).next()?;
    [1, 2].into_iter().find_map(|pitch| {
        let mut clues = Vec::new();
        for (row, line) in lines.iter().enumerate() {
            for (at, &symbol) in line.iter().enumerate() {
                let is_cell = at % pitch == 0 && at / pitch < size;
                match symbol {
                    '1'..='9' if is_cell => clues.push((row, at / pitch)),
                    ' ' => {}
                    _ if is_cell && EMPTY_SYMBOLS.contains(&symbol) => {}
                    _ => return None,
                }
            }
        }
        seen(size, &clues)
    })
}

/// [`grids_of_square`] or [`grids_of_text`] of a puzzle that has no other meaning.
pub(crate) fn grids_of_json(json: &Json, format: Option<Format>) -> Option<SeenGrids> {
    if format.is_some_and(|format| format != Format::Line && format != Format::Drawing) {
        return None;
    }
    match json {
        Json::String(text) => grids_of_text(text),
        Json::Array(rows) => {
            let line = |row: &Json| if let Json::String(line) = row { Some(line.clone()) } else { None };
            let lines: Vec<String> = rows.iter().map(line).collect::<Option<_>>()?;
            grids_of_text(&lines.join("\n"))
        }
        _ => None,
    }
}

/// The layouts of this size that a text can show by its gaps. A butterfly has none: a text of it is a 12x12.
fn with_gaps(size: usize) -> impl Iterator<Item = &'static NamedGrids> {
    NAMED.iter().filter(move |named| named.size == size && named.name != BUTTERFLY)
}

/// Returns the layout with gaps that these clues fit.
fn seen(size: usize, clues: &[(usize, usize)]) -> Option<SeenGrids> {
    let is_in = |&(row, column): &(usize, usize), corner: &Position| {
        (corner.row..corner.row + GRID).contains(&(row + 1))
            && (corner.column..corner.column + GRID).contains(&(column + 1))
    };
    let fits = |corners: &Vec<Position>| {
        // A grid has clues in many of its blocks.
        let has_blocks = |corner: &Position| {
            let mut blocks: Vec<usize> = clues
                .iter()
                .filter(|clue| is_in(clue, corner))
                .map(|&(row, column)| {
                    (row + 1 - corner.row) / BLOCK * BLOCK + (column + 1 - corner.column) / BLOCK
                })
                .collect();
            blocks.sort_unstable();
            blocks.dedup();
            blocks.len() > BLOCK
        };
        // Some of its grids may have no clues at all.
        clues.iter().all(|clue| corners.iter().any(|corner| is_in(clue, corner)))
            && corners.iter().filter(|corner| has_blocks(corner)).count() > 1
    };
    let mut found: Vec<(&'static str, Vec<Position>)> = Vec::new();
    for named in with_gaps(size) {
        for corners in [named.corners(), named.mirrored()] {
            let is_known = found.iter().any(|(_, other)| corners.iter().all(|corner| other.contains(corner)));
            if !is_known && fits(&corners) {
                found.push((named.name, corners));
            }
        }
    }
    let is_one = found.len() == 1;
    let (name, corners) = found.into_iter().next()?;
    Some(SeenGrids { name, corners: is_one.then_some(corners) })
}

/// Schema of the member `grids`.
#[derive(Clone, Copy, Debug)]
pub struct Grids;

impl ToSchema for Grids {}

impl PartialSchema for Grids {
    fn schema() -> RefOr<Schema> {
        let number = || {
            ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).maximum(Some(SIZE_MAX as f64))
        };
        let corner = ObjectBuilder::new()
            .property("row", number())
            .required("row")
            .property("column", number())
            .required("column")
            .additional_properties(Some(AdditionalProperties::FreeForm(false)))
            .description(Some("The top left cell of a grid."));
        let name = ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(NAMED.iter().map(|named| named.name)))
            .description(Some("A layout of 9x9 grids."));
        let corners = ArrayBuilder::new()
            .items(corner)
            .min_items(Some(2))
            .max_items(Some(quadrille_sudoku::GRIDS_MAX))
            .description(Some("The top left cell of each grid, in order."));
        OneOfBuilder::new()
            .item(name)
            .item(corners)
            .description(Some(
                "Several grids that may share cells. The puzzle is written as the rows of the whole, with blanks or empty cells where no \
                 grid is.",
            ))
            .examples([json!("samurai")])
            .into()
    }
}

impl JsonShape for Grids {
    fn names_digits(_: &Json) -> bool {
        false
    }

    const WORDS: &'static str =
        "the name of a layout such as samurai, or JSON such as [{\"row\": 1, \"column\": 1}]";

    fn parse(text: &str) -> Option<Json> {
        Some(collection(text).unwrap_or_else(|| Json::String(text.trim().to_owned())))
    }
}

/// The grids of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GivenGrids {
    /// Top left cells of the grids.
    pub(crate) corners: Vec<Position>,
    /// Whether the layout has a name.
    pub(crate) is_named: bool,
}

/// Reads the member `grids`; `None`, with faults, if it is invalid.
pub(crate) fn grids_from_json(json: &Json, location: &Location, faults: &mut Faults) -> Option<GivenGrids> {
    match json {
        Json::String(name) => {
            let known = NAMED.iter().find(|named| named.name.eq_ignore_ascii_case(name.trim()));
            if known.is_none() {
                let names = NAMED.map(|named| named.name);
                faults.add(FaultCode::OutOfRange, location, || match meant(name, &names) {
                    Some(meant) => format!("{} is no layout of grids: did you mean `{meant}`?", shown(name)),
                    None => format!(
                        "{} is no layout of grids: give one of {}, or the top left cells of the grids",
                        shown(name),
                        names.join(", ")
                    ),
                });
            }
            known.map(|named| GivenGrids { corners: named.corners(), is_named: true })
        }
        Json::Array(elements) => {
            let range = 1..=SIZE_MAX as u64;
            let mut corner = |(index, element): (usize, &Json)| {
                let location = location.element(index);
                let members = object(element, &location, &["row", "column"], faults)?;
                let [row, column] = ["row", "column"].map(|name| {
                    let Some((_, json)) = members.iter().find(|(other, _)| *other == name) else {
                        faults.add(FaultCode::MissingField, &location, || {
                            format!(
                                "`{name}` is missing: a grid has the row and the column of its top left cell"
                            )
                        });
                        return None;
                    };
                    integer(json, &location.member(name), &range, faults)
                });
                Some(Position { row: row? as usize, column: column? as usize })
            };
            // One too many is counted as such.
            let read: Vec<Option<Position>> =
                elements.iter().take(quadrille_sudoku::GRIDS_MAX + 1).enumerate().map(&mut corner).collect();
            let corners = read.into_iter().collect::<Option<_>>()?;
            Some(GivenGrids { corners, is_named: false })
        }
        other => {
            let expected = "the name of a layout such as \"samurai\", or an array of top left cells such as {\"row\": 1, \"column\": 1}";
            faults.push(|| wrong_type(other, expected).at(location));
            None
        }
    }
}

/// Makes the rules of these grids; `None`, with a fault at `location`, if they do not fit.
pub(crate) fn grid_rules(
    shape: BoxShape,
    given: &GivenGrids,
    location: &Location,
    faults: &mut Faults,
) -> Option<Rules> {
    match Rules::with_grids(shape, &given.corners) {
        Ok(rules) => Some(rules),
        Err(error) => {
            let at_grid = |grid: usize| match given.is_named {
                true => location.clone(),
                false => location.element(grid - 1),
            };
            let (code, place) = match error {
                RulesError::GridOutside { grid, .. } => (FaultCode::OutOfRange, at_grid(grid)),
                RulesError::GridTwice { second, .. } => (FaultCode::InvalidRegions, at_grid(second)),
                RulesError::GridWork => (FaultCode::ProblemTooLarge, location.clone()),
                _ => (FaultCode::OutOfRange, location.clone()),
            };
            faults.add(code, &place, || error.to_string());
            None
        }
    }
}

/// Returns the boxes of given grids: of the option, or else the usual ones of the size that follows from the rows or the number of symbols of
/// the puzzle. `None`, with a fault, if they do not fit.
pub(crate) fn grid_boxes(
    given: &GivenGrids,
    option: Option<(BoxShape, &Location)>,
    puzzle: (&Json, &Location),
    faults: &mut Faults,
) -> Option<BoxShape> {
    if let Some((shape, location)) = option {
        if given.is_named && shape != NAMED_BOX {
            faults.add(FaultCode::BoxMismatch, location, || {
                format!("a layout with a name has boxes of {NAMED_BOX}: give the top left cells of the grids instead")
            });
            return None;
        }
        return Some(shape);
    }
    if given.is_named {
        return Some(NAMED_BOX);
    }
    let last = |number: fn(&Position) -> usize| given.corners.iter().map(number).max().unwrap_or(1);
    let (last_row, last_column) = (last(|corner| corner.row), last(|corner| corner.column));
    let fits = |size: &usize| match extent(puzzle.0) {
        Extent::Rows(rows) => last_row + size - 1 == rows,
        Extent::Cells(cells) => (last_row + size - 1) * (last_column + size - 1) == cells,
    };
    let size = (1..=SIZE_MAX).find(fits);
    if size.is_none() {
        faults.add(FaultCode::PuzzleLength, puzzle.1, || {
            "its rows do not end where the last of the `grids` ends: write all rows of the whole, with blanks or empty cells where no grid is"
        });
    }
    size.map(BoxShape::usual)
}

/// What a puzzle shows of its extent.
enum Extent {
    Rows(usize),
    Cells(usize),
}

fn extent(puzzle: &Json) -> Extent {
    match puzzle {
        Json::String(text) => match text.lines().filter(|line| !line.trim().is_empty()).count() {
            0 | 1 => Extent::Cells(text.chars().filter(|symbol| !symbol.is_whitespace()).count()),
            rows => Extent::Rows(rows),
        },
        Json::Array(elements) => match elements.first() {
            Some(Json::Number(_) | Json::Null) => Extent::Cells(elements.len()),
            Some(Json::String(text))
                if text.chars().count() < 2 && size_for_cells(elements.len()).is_some() =>
            {
                Extent::Cells(elements.len())
            }
            _ => Extent::Rows(elements.len()),
        },
        _ => Extent::Cells(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Grid with a clue in the middle of each block of the grids of a layout.
    fn rows(named: &NamedGrids, is_mirrored: bool, gap: char) -> Vec<String> {
        let mut cells = vec![vec![gap; named.size]; named.size];
        for &(top, left) in named.grids {
            for (row, column) in (0..81).map(|cell| (cell / 9, cell % 9)) {
                let at = left + column;
                let at = if is_mirrored { named.size - 1 - at } else { at };
                cells[top + row][at] = if row % 3 == 1 && column % 3 == 1 { '7' } else { '.' };
            }
        }
        cells.into_iter().map(String::from_iter).collect()
    }

    fn grid(rows: &[String]) -> Grid {
        rows.concat().parse().expect("a grid")
    }

    fn sorted(mut corners: Vec<Position>) -> Vec<Position> {
        corners.sort_unstable();
        corners
    }

    #[test]
    fn layouts_are_seen_with_dots_and_with_blanks() {
        for named in NAMED.iter().filter(|named| named.name != "butterfly") {
            for is_mirrored in [false, true] {
                let corners = if is_mirrored { named.mirrored() } else { named.corners() };
                let check = |seen: Option<SeenGrids>| {
                    let seen = seen.expect("a layout");
                    assert_eq!(seen.name, named.name);
                    assert_eq!(sorted(seen.corners.expect("one layout")), sorted(corners.clone()));
                };
                let dots = rows(named, is_mirrored, '.');
                check(grids_of_square(&grid(&dots)));
                let blanks = rows(named, is_mirrored, ' ').join("\n");
                check(grids_of_text(&blanks));
                let spaced: String = blanks.chars().map(|symbol| format!("{symbol} ")).collect();
                check(grids_of_text(&spaced.replace("\n ", "\n")));
            }
        }
    }

    #[test]
    fn clues_of_several_layouts_are_of_none_for_certain() {
        let mut cells = vec![vec!['.'; 21]; 21];
        for (row, column) in
            [(4, 8), (4, 11), (7, 8), (7, 13), (13, 7), (13, 13), (10, 10), (10, 13), (11, 7)]
        {
            cells[row][column] = '5';
        }
        let seen = grids_of_square(&grid(&cells.into_iter().map(String::from_iter).collect::<Vec<_>>()));
        assert!(seen.is_none_or(|seen| seen.corners.is_none()));
    }

    #[test]
    fn other_grids_have_no_layout() {
        let samurai = rows(&NAMED[0], false, '.');
        let mut clue_in_a_gap = samurai.clone();
        clue_in_a_gap[0].replace_range(10..11, "1");
        let mut large_digit = samurai.clone();
        large_digit[0].replace_range(0..1, "K");
        for rows in [clue_in_a_gap, large_digit, vec![".".repeat(21); 21], vec![".".repeat(9); 9]] {
            assert_eq!(grids_of_square(&grid(&rows)), None);
        }
        assert_eq!(grids_of_text("1.....3..4.....2"), None);
    }

    #[test]
    fn grids_of_requests_are_read_or_refused() {
        let read = |json: &str| {
            let mut faults = Faults::default();
            let json = Json::parse(json).expect("JSON");
            let read = grids_from_json(&json, &Location::root().member("grids"), &mut faults);
            read.filter(|_| faults.is_empty())
                .ok_or_else(|| faults.listed.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
        };
        assert_eq!(read(r#""Samurai""#).map(|given| given.corners.len()), Ok(5));
        let corners =
            read(r#"[{"row": 1, "column": 1}, {"row": 3, "column": 4}]"#).map(|given| given.corners);
        assert_eq!(corners, Ok(vec![Position { row: 1, column: 1 }, Position { row: 3, column: 4 }]));
        for (json, fault) in [
            (r#""samuray""#, "/grids: `samuray` is no layout of grids: did you mean `samurai`?"),
            ("5", "/grids: must be the name of a layout"),
            (r#"[{"row": 1}]"#, "/grids/0: `column` is missing"),
            (r#"[{"row": 0, "column": 1}]"#, "/grids/0/row: must be a whole number from 1 to 36"),
            (r#"[{"row": 1, "column": 1, "size": 9}]"#, "/grids/0/size: "),
        ] {
            let found = read(json).expect_err("invalid");
            assert!(found.starts_with(fault), "{found}");
        }
    }
}
