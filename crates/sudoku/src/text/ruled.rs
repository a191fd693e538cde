//! A puzzle with its rules in one line.
//!
//! ```text
//! puzzle     = clues *( ";" part )
//! part       = "boxes" WIDTHxHEIGHT           ; other boxes than the usual ones, and the boxes of several grids
//!            / "grids" cells                  ; the top left cells of several grids: the clues are those of their cells, by rows
//!            / "regions" ( grid / "none" )    ; the number of the region of each cell, as the digits of a grid
//!            / "digits" NUMBER                ; with cells and houses: a free layout
//!            / "cells" cells
//!            / "house" kind NUMBER cells      ; row, column, box, region or diagonal
//!            / "candidates" 1*( cell "=" [numbers] )
//!            / type *( field "=" value )      ; a constraint
//! ```
//!
//! Values of fields are in `model::constraints::value_text`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::line::LineFault;
use super::symbol::{LetterCase, SYMBOL_SIZE_MAX, digit_of, is_empty_symbol, symbol_of};
use crate::model::{
    BoxShape, Cell, Constraint, Digit, DigitSet, FieldKind, FieldValue, Grid, HouseKind, HouseName, Layout,
    Position, Puzzle, PuzzleError, Rules, RulesError, SIZE_MAX, format_constraint, format_value,
    parse_constraint, parse_value,
};

/// Reason why a text is no puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PuzzleTextError {
    /// The clues are no grid.
    #[error(transparent)]
    Clues(#[from] LineFault),
    /// A part with rules after the clues is invalid.
    #[error("`{part}`: {detail}")]
    Part {
        /// The beginning of the part.
        part: String,
        /// The fault and its correction.
        detail: String,
    },
    /// The rules do not fit each other.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The clues or the candidates do not fit the rules.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
}

/// Largest number of characters of a part that an error repeats.
const PART_MAX: usize = 40;

/// Text of a Latin square instead of its regions.
const NONE: &str = "none";

/// Kinds of houses that a layout has.
const KINDS: [HouseKind; 5] =
    [HouseKind::Row, HouseKind::Column, HouseKind::Box, HouseKind::Region, HouseKind::Diagonal];

/// The rules and candidates of a puzzle, as parts of its line; none with the usual boxes.
pub(super) fn parts(puzzle: &Puzzle) -> Vec<String> {
    let (rules, layout) = (puzzle.rules(), puzzle.rules().layout());
    let mut parts = layout_parts(&rules.without_constraints());
    for constraint in rules.constraints() {
        parts.push(format_constraint(&constraint.to_values(), ' ', layout));
    }
    if let Some(candidates) = puzzle.given_candidates() {
        let open = layout.cells().zip(candidates).filter(|(_, set)| **set != rules.digits());
        let text = |(cell, set): (Cell, &DigitSet)| {
            let digits: Vec<String> = set.digits().map(|digit| digit.to_string()).collect();
            format!(" {}={}", layout.position(cell), digits.join(","))
        };
        parts.push(format!("candidates{}", open.map(text).collect::<String>()));
    }
    parts
}

/// Form of the houses of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum HouseForm {
    /// Rows, columns and the [usual](BoxShape::usual) boxes of the size.
    UsualBoxes,
    /// Rows, columns and other boxes.
    Boxes(BoxShape),
    /// Rows, columns and boxes of each of several grids.
    Grids(BoxShape),
    /// Rows, columns and regions; without regions, those of a Latin square.
    Regions(Vec<Vec<Cell>>),
    /// Any other houses and cells.
    Free,
}

impl HouseForm {
    /// The form of the houses of these rules, without their constraints.
    pub(crate) fn of(rules: &Rules) -> Self {
        let (rules, size) = (rules.without_constraints(), rules.digit_count());
        if let Some(shape) = rules.box_shape()
            && Rules::plain(size, shape).is_ok_and(|plain| plain == rules)
        {
            return if shape == BoxShape::usual(size) { Self::UsualBoxes } else { Self::Boxes(shape) };
        }
        if let Some(shape) = rules.box_shape()
            && Rules::with_grids(shape, rules.layout().grids()).is_ok_and(|grids| grids == rules)
        {
            return Self::Grids(shape);
        }
        let regions = rules.layout().houses().filter(|house| house.name.kind == HouseKind::Region);
        let regions: Vec<Vec<Cell>> = regions.map(|house| house.cells.to_vec()).collect();
        match Rules::with_regions(size, &regions) {
            Ok(jigsaw) if jigsaw == rules => Self::Regions(regions),
            _ => Self::Free,
        }
    }
}

/// The parts of rules without constraints.
fn layout_parts(rules: &Rules) -> Vec<String> {
    let (layout, size) = (rules.layout(), rules.digit_count());
    match HouseForm::of(rules) {
        HouseForm::UsualBoxes => return Vec::new(),
        HouseForm::Boxes(shape) => return vec![format!("boxes {shape}")],
        HouseForm::Grids(shape) => {
            let names: Vec<String> = layout.grids().iter().map(Position::to_string).collect();
            return vec![format!("boxes {shape}"), format!("grids {}", names.join(","))];
        }
        HouseForm::Regions(regions) => {
            let mut numbers = Grid::empty(layout.cell_count());
            for (number, cells) in Digit::all(SIZE_MAX).zip(&regions) {
                cells.iter().for_each(|&cell| numbers.fill(cell, number));
            }
            let text = if regions.is_empty() { NONE.to_owned() } else { numbers.to_string() };
            return vec![format!("regions {text}")];
        }
        HouseForm::Free => {}
    }
    let cells = |cells: &[Cell]| format_value(&FieldValue::Cells(cells.to_vec()), layout);
    let all: Vec<Cell> = layout.cells().collect();
    let mut parts = vec![format!("digits {size}"), format!("cells {}", cells(&all))];
    parts.extend(layout.houses().map(|house| format!("house {} {}", house.name, cells(house.cells))));
    parts
}

/// Parts of a line, of which each kind but houses and constraints occurs once.
#[derive(Debug, Default)]
struct Parts<'a> {
    boxes: Option<&'a str>,
    grids: Option<&'a str>,
    regions: Option<&'a str>,
    digits: Option<&'a str>,
    cells: Option<&'a str>,
    houses: Vec<&'a str>,
    candidates: Option<&'a str>,
    constraints: Vec<&'a str>,
}

/// The name of a part, and its content.
fn name_and_content(part: &str) -> (&str, &str) {
    let (name, content) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
    (name, content.trim())
}

/// Reads a puzzle whose line has parts after its clues.
///
/// # Errors
/// [`PuzzleTextError`] for the first fault.
pub(super) fn parse(clues: &str, texts: &str) -> Result<Puzzle, PuzzleTextError> {
    let mut parts = Parts::default();
    for part in texts.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, content) = name_and_content(part);
        let once = match name {
            "boxes" => &mut parts.boxes,
            "grids" => &mut parts.grids,
            "regions" => &mut parts.regions,
            "digits" => &mut parts.digits,
            "cells" => &mut parts.cells,
            "candidates" => &mut parts.candidates,
            "house" => {
                parts.houses.push(content);
                continue;
            }
            _ => {
                parts.constraints.push(part);
                continue;
            }
        };
        if once.replace(content).is_some() {
            return Err(fault(part, "is given twice: give it once"));
        }
    }
    let is_square = parts.cells.is_none() && parts.grids.is_none();
    let clues = if is_square { clues.parse::<Grid>()? } else { free_clues(clues)? };
    let rules = parts.rules(&clues)?;
    let constraints = parts.constraints.iter().map(|part| constraint(part, &rules));
    let rules = rules.with_constraints(constraints.collect::<Result<Vec<_>, _>>()?)?;
    let candidates = parts.candidates.map(|content| candidates(content, &rules)).transpose()?;
    let puzzle = Puzzle::new(rules, clues)?;
    Ok(match candidates {
        Some(candidates) => puzzle.with_candidates(candidates)?,
        None => puzzle,
    })
}

fn fault(part: &str, detail: impl Into<String>) -> PuzzleTextError {
    PuzzleTextError::Part { part: part.chars().take(PART_MAX).collect(), detail: detail.into() }
}

impl Parts<'_> {
    /// The rules without constraints.
    fn rules(&self, clues: &Grid) -> Result<Rules, PuzzleTextError> {
        let length = LineFault::Length { symbols: clues.cells().len() };
        if let Some(grids) = self.grids {
            return match (self.boxes, self.regions.or(self.cells).or(self.digits)) {
                (Some(boxes), None) if self.houses.is_empty() => grid_rules(boxes, grids),
                _ => Err(fault("grids", "grids need `boxes`, and stand beside no other regions and cells")),
            };
        }
        match (self.boxes, self.regions, self.cells) {
            (None, None, Some(cells)) => return self.free_rules(cells),
            _ if self.digits.is_some() || !self.houses.is_empty() => {
                return Err(fault(
                    "digits",
                    "digits and houses need `cells`, and stand beside no boxes and regions",
                ));
            }
            (None, None, None) | (Some(_), None, None) | (None, Some(_), None) => {}
            _ => return Err(fault("boxes", "give one of boxes, regions and cells")),
        }
        let size = clues.square_size().ok_or(length)?;
        Ok(match (self.boxes, self.regions) {
            (Some(text), _) => {
                let shape = text.parse().map_err(|error| fault("boxes", format!("{error}")))?;
                Rules::plain(size, shape)?
            }
            (None, Some(NONE)) => Rules::with_regions(size, &[])?,
            (None, Some(text)) => {
                let numbers: Grid = text.parse().map_err(|error| fault("regions", format!("{error}")))?;
                if numbers.cells().len() != clues.cells().len() || numbers.filled_count() < size * size {
                    return Err(fault("regions", "each cell of the grid needs the number of its region"));
                }
                let mut regions = vec![Vec::new(); size];
                for (cell, number) in numbers.filled() {
                    regions[number.index()].push(cell);
                }
                Rules::with_regions(size, &regions)?
            }
            (None, None) => Rules::usual(size)?,
        })
    }

    /// The rules of a free layout with these cells.
    fn free_rules(&self, cells: &str) -> Result<Rules, PuzzleTextError> {
        let digits = self.digits.and_then(|text| text.parse().ok());
        let digits =
            digits.ok_or_else(|| fault("digits", "a layout of cells needs the number of its digits"))?;
        let positions = positions("cells", cells)?;
        let bare = Layout::new(positions.clone(), []).map_err(RulesError::from)?;
        let houses = self.houses.iter().map(|text| house(text, &bare)).collect::<Result<Vec<_>, _>>()?;
        Ok(Rules::new(Layout::new(positions, houses).map_err(RulesError::from)?, digits)?)
    }
}

/// The rules of several grids with these boxes and top left cells.
fn grid_rules(boxes: &str, grids: &str) -> Result<Rules, PuzzleTextError> {
    let shape = boxes.parse().map_err(|error| fault("boxes", format!("{error}")))?;
    Ok(Rules::with_grids(shape, &positions("grids", grids)?)?)
}

/// Reads positions with commas between them.
fn positions(part: &str, content: &str) -> Result<Vec<Position>, PuzzleTextError> {
    let positions = content.split(',').map(|name| name.trim().parse::<Position>());
    positions.collect::<Result<_, _>>().map_err(|error| fault(part, error.to_string()))
}

/// Reads `row 1 r1c1,r1c2`, or `row 1 of grid 2 r1c1,r1c2`.
fn house(text: &str, layout: &Layout) -> Result<(HouseName, Vec<Cell>), PuzzleTextError> {
    let (kind, rest) = name_and_content(text);
    let (number, rest) = name_and_content(rest);
    let (grid, cells) = rest.strip_prefix("of grid ").map_or(("0", rest), name_and_content);
    let kind = KINDS.into_iter().find(|known| known.name() == kind);
    let (Some(kind), Ok(number), Ok(grid)) = (kind, number.parse(), grid.parse()) else {
        return Err(fault(text, "a house has a kind, such as `row`, a number, and cells"));
    };
    let name = HouseName { kind, number, grid };
    match parse_value(FieldKind::Cell, cells, layout) {
        Ok(FieldValue::Cells(cells)) => Ok((name, cells)),
        Ok(_) => Ok((name, Vec::new())),
        Err(detail) => Err(fault(text, detail)),
    }
}

/// Reads the clues of a free layout: a symbol for each cell, or numbers with white space between them.
fn free_clues(text: &str) -> Result<Grid, PuzzleTextError> {
    let tokens: Vec<&str> = text.split_ascii_whitespace().collect();
    let are_numbers = tokens.len() > 1 && tokens.iter().all(|token| token.len() <= 2);
    let symbols: Vec<String> = if are_numbers {
        tokens.iter().map(|&token| token.to_owned()).collect()
    } else {
        tokens.concat().chars().map(String::from).collect()
    };
    let read = |token: &String| {
        let mut characters = token.chars();
        match (characters.next(), characters.next()) {
            (Some(symbol), None) if is_empty_symbol(symbol, SIZE_MAX) => Ok(None),
            (Some(symbol), None) => digit_of(symbol).map(Some).ok_or(()),
            _ => token.parse().ok().and_then(Digit::new).map(Some).ok_or(()),
        }
        .map_err(|()| fault(token, "is neither a digit nor an empty cell"))
    };
    let cells = symbols.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let length = LineFault::Length { symbols: cells.len() };
    Grid::from_cells(cells).ok_or(length.into())
}

/// Reads `cage cells=r1c1,r1c2 sum=7`.
fn constraint(part: &str, rules: &Rules) -> Result<Constraint, PuzzleTextError> {
    let read = parse_constraint(part.split_ascii_whitespace(), rules.layout());
    let (known, values) = read.map_err(|detail| fault(part, detail))?;
    rules.constraint(known, &values).map_err(|error| fault(part, error.to_string()))
}

/// Reads the candidates of some cells; all others have all digits.
fn candidates(content: &str, rules: &Rules) -> Result<Vec<DigitSet>, PuzzleTextError> {
    let mut sets = vec![rules.digits(); rules.layout().cell_count()];
    for entry in content.split_ascii_whitespace() {
        let read = || {
            let (cell, digits) = entry.split_once('=')?;
            let cell = rules.cell(cell).ok()?;
            let digits = digits.split(',').filter(|digit| !digit.is_empty());
            let set =
                digits.map(|digit| digit.parse().ok().and_then(Digit::new)).collect::<Option<DigitSet>>()?;
            *sets.get_mut(cell.index())? = set;
            Some(())
        };
        let mut read = read;
        read().ok_or_else(|| fault(entry, "candidates are a cell and digits, such as `r1c2=1,4`"))?;
    }
    Ok(sets)
}

/// Reads the clues as [`Grid`] does. The boxes have the [usual](BoxShape::usual) shape of the size. Other rules stand after the clues, each
/// behind a semicolon, as [`Puzzle`] writes them. Clues may conflict.
///
/// # Examples
/// ```
/// use quadrille_sudoku::Puzzle;
///
/// let killer: Puzzle = "................; cage cells=r1c1,r1c2 sum=7; anti_knight".parse()?;
/// assert_eq!(killer.rules().constraints().len(), 2);
///
/// let jigsaw: Puzzle = "................; regions 1122 1122 3344 3344".parse()?;
/// assert_eq!(jigsaw.to_string(), "................;regions 1122112233443344");
///
/// let error = "................; cage cells=r1c1 summ=7".parse::<Puzzle>().unwrap_err();
/// assert_eq!(error.to_string(), "`cage cells=r1c1 summ=7`: `summ` is no field of this type");
/// # Ok::<(), quadrille_sudoku::text::PuzzleTextError>(())
/// ```
impl FromStr for Puzzle {
    type Err = PuzzleTextError;

    fn from_str(text: &str) -> Result<Self, PuzzleTextError> {
        let clues: Grid = match text.parse() {
            Ok(clues) => clues,
            // Most texts are clues alone: the others are not looked for first.
            Err(fault) => {
                return text.split_once(';').map_or(Err(fault.into()), |(clues, parts)| parse(clues, parts));
            }
        };
        // A text that was read is a square with digits up to its size.
        let length = LineFault::Length { symbols: clues.cells().len() };
        let rules = clues.square_size().and_then(|size| Rules::usual(size).ok()).ok_or(length)?;
        Ok(Self::new(rules, clues)?)
    }
}

/// Writes the clues as [`Grid`] does, then, behind semicolons, what the usual boxes do not say: other boxes, regions or houses, constraints and
/// candidates. The text determines the puzzle: [`parse`](str::parse) reads the same one. In the alternate form, `{:#}`, each row and each
/// part has a line of its own, and blanks stand between several grids.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match f.alternate() && !self.rules().layout().grids().is_empty() {
            true => fmt_with_gaps(self, f)?,
            false => self.clues().fmt(f)?,
        }
        if self.rules().is_plain() && self.given_candidates().is_none() && has_usual_boxes(self) {
            return Ok(());
        }
        let separator = if f.alternate() { "\n;" } else { ";" };
        parts(self).iter().try_for_each(|part| write!(f, "{separator}{part}"))
    }
}

/// Writes the clues of several grids by rows, with blanks where no grid is; a puzzle whose digits have no symbols as its cells in order.
fn fmt_with_gaps(puzzle: &Puzzle, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let layout = puzzle.rules().layout();
    if puzzle.rules().digit_count() > SYMBOL_SIZE_MAX {
        return fmt::Display::fmt(puzzle.clues(), f);
    }
    let [rows, columns] = layout.extent();
    for row in 1..=rows {
        let symbol = |column| match layout.cell_at(row, column).map(|cell| puzzle.clues().digit(cell)) {
            Some(Some(digit)) => symbol_of(digit, LetterCase::Upper).unwrap_or('?'),
            Some(None) => '.',
            None => ' ',
        };
        let line: String = (1..=columns).map(symbol).collect();
        write!(f, "{}{}", if row > 1 { "\n" } else { "" }, line.trim_end())?;
    }
    Ok(())
}

/// Whether the boxes have the usual shape of the size.
fn has_usual_boxes(puzzle: &Puzzle) -> bool {
    puzzle.rules().box_shape() == Some(BoxShape::usual(puzzle.rules().digit_count()))
}
