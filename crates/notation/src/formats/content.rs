//! Content of a text, as read and as written, and faults of texts.

use std::collections::BTreeSet;
use std::fmt;

use quadrille_sudoku::constraints::Constraint;
use quadrille_sudoku::text::{Alphabet, LetterCase, LineFault, SYMBOL_SIZE_MAX};
use quadrille_sudoku::{BoxShape, Cell, Digit, DigitSet, Grid, HouseKind, Position, Puzzle, Rules};
use thiserror::Error;

use super::description::Description;
use super::drawn::{CellFault, DrawingFault};
use crate::formats::Format;

/// Maximum number of lines of a text some of which are not read.
pub(super) const LINES_MAX: usize = 128;

/// Numbers of the lines of a text that were not read, because they hold no part of a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IgnoredLines(u128);

impl IgnoredLines {
    /// Whether all lines were read.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The numbers of the lines, from 1, in order.
    pub fn numbers(self) -> impl Iterator<Item = usize> {
        (0..LINES_MAX).filter(move |&index| self.contains(index)).map(|index| index + 1)
    }

    /// Whether the line with this index, from 0, was not read.
    pub(super) fn contains(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }

    /// Adds the line with this index, from 0.
    pub(super) fn insert(&mut self, index: usize) {
        self.0 |= 1 << index;
    }
}

/// Puzzle parsed from text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedText {
    /// The clues: a square.
    pub grid: Grid,
    /// Symbols of the digits.
    pub alphabet: Alphabet,
    /// Format of the text.
    pub format: Format,
    /// Box shape, if the text shows it.
    pub box_shape: Option<BoxShape>,
    /// Regions instead of boxes, if the text shows them; empty for a grid without boxes.
    pub regions: Option<Vec<Vec<Cell>>>,
    /// The constraints, for the boxes or regions of the text.
    pub constraints: Vec<Constraint>,
    /// Allowed digits of each cell, if the text restricts an empty cell. Cells with a clue allow all digits.
    pub candidates: Option<Vec<DigitSet>>,
    /// What the text says beside the puzzle: title, author, rules in prose, drawings; `None` if it says nothing.
    pub description: Option<Box<Description>>,
    /// Lines that hold no part of the puzzle, and were not read.
    pub ignored: IgnoredLines,
}

impl ParsedText {
    /// The rules, with the [usual](BoxShape::usual) boxes if the text shows neither boxes nor regions; `None` if the fields were changed
    /// and do not fit each other.
    pub fn to_rules(&self) -> Option<Rules> {
        let size = self.grid.square_size()?;
        let rules = match &self.regions {
            Some(regions) => Rules::with_regions(size, regions),
            None => Rules::plain(size, self.box_shape.unwrap_or_else(|| BoxShape::usual(size))),
        };
        rules.ok()?.with_constraints(self.constraints.clone()).ok()
    }

    /// The puzzle with these [rules](Self::to_rules); `None` if the fields were changed and do not fit each other.
    pub fn to_puzzle(&self) -> Option<Puzzle> {
        let puzzle = Puzzle::new(self.to_rules()?, self.grid.clone()).ok()?;
        match &self.candidates {
            Some(candidates) => puzzle.with_candidates(candidates.clone()).ok(),
            None => Some(puzzle),
        }
    }

    /// A puzzle of clues alone.
    pub(super) fn of_clues((grid, case): (Grid, LetterCase), format: Format) -> Self {
        Self {
            grid,
            alphabet: case.into(),
            format,
            box_shape: None,
            regions: None,
            constraints: Vec::new(),
            candidates: None,
            description: None,
            ignored: IgnoredLines::default(),
        }
    }

    /// Whether the text has drawings or prose, which may stand for rules that were not read.
    pub fn has_unread_rules(&self) -> bool {
        self.description.as_ref().is_some_and(|description| description.has_unread_rules())
    }

    /// Restricts the empty cells to these digits.
    pub(super) fn restricted(mut self, mut sets: Vec<DigitSet>) -> Self {
        let all = DigitSet::all(self.grid.square_size().unwrap_or(0));
        for (cell, _) in self.grid.filled() {
            if let Some(set) = sets.get_mut(cell.index()) {
                *set = all;
            }
        }
        self.candidates = Some(sets).filter(|sets| sets.iter().any(|set| *set != all));
        self
    }

    /// Whether a cell allows no digit.
    pub(super) fn has_dead_cell(&self) -> bool {
        self.candidates.as_ref().is_some_and(|sets| sets.contains(&DigitSet::default()))
    }

    /// Whether another text holds the same puzzle. A box shape that only one of them shows is no difference.
    pub(super) fn is_same_puzzle(&self, other: &Self) -> bool {
        let is_same_box =
            self.box_shape.is_none() || other.box_shape.is_none() || self.box_shape == other.box_shape;
        self.grid == other.grid
            && self.candidates == other.candidates
            && self.regions == other.regions
            && self.constraints == other.constraints
            && is_same_box
    }
}

/// Puzzle to write as text.
#[derive(Clone, Copy, Debug)]
pub struct Content<'a> {
    /// The clues.
    pub cells: &'a [Option<Digit>],
    /// Allowed digits of each cell; `None` if all cells allow all digits.
    pub candidates: Option<&'a [DigitSet]>,
    /// Box shape; the usual one with regions.
    pub box_shape: BoxShape,
    /// Rules with constraints or regions; `None` for rows, columns and boxes alone.
    pub rules: Option<&'a Rules>,
    /// Case of the letters.
    pub case: LetterCase,
}

impl<'a> Content<'a> {
    /// The content of a puzzle, in upper case; `None` unless its grid is square, with rows, columns, and boxes or regions.
    pub fn new(puzzle: &'a Puzzle) -> Option<Self> {
        let base = puzzle.rules().without_constraints();
        let size = puzzle.clues().square_size()?;
        let is_plain = base.is_plain();
        if !is_plain && Rules::with_regions(size, &regions_of(&base)).ok()? != base {
            return None;
        }
        let box_shape = base.box_shape().unwrap_or_else(|| BoxShape::usual(size));
        let (cells, candidates) = (puzzle.clues().cells(), puzzle.given_candidates());
        let rules = Some(puzzle.rules()).filter(|rules| !is_plain || !rules.is_unconstrained());
        Some(Self { cells, candidates, box_shape, rules, case: LetterCase::Upper })
    }
}

impl Content<'_> {
    /// Size of the grid.
    pub(super) fn size(&self) -> usize {
        self.box_shape.width * self.box_shape.height
    }

    /// The regions; `None` with boxes, and empty for a grid without boxes.
    pub(super) fn regions(&self) -> Option<Vec<Vec<Cell>>> {
        self.rules.filter(|rules| rules.box_shape().is_none()).map(regions_of)
    }

    /// The constraints.
    pub(super) fn constraints(&self) -> &[Constraint] {
        self.rules.map(Rules::constraints).unwrap_or_default()
    }

    /// Checks that there are no constraints and no regions.
    pub(super) fn require_boxes_alone(&self) -> Result<(), NotRepresentable> {
        self.require_constraints(|_| false)?;
        if self.regions().is_some() { Err(NotRepresentable::Regions) } else { Ok(()) }
    }

    /// Checks that the format holds all constraints.
    pub(super) fn require_constraints(
        &self,
        is_held: impl Fn(&Constraint) -> bool,
    ) -> Result<(), NotRepresentable> {
        let others = self.constraints().iter().filter(|constraint| !is_held(constraint));
        let names: BTreeSet<&'static str> = others.map(Constraint::type_name).collect();
        if names.is_empty() {
            Ok(())
        } else {
            Err(NotRepresentable::Constraints(names.into_iter().collect()))
        }
    }

    /// Checks that there are no candidates.
    pub(super) fn require_no_candidates(&self) -> Result<(), NotRepresentable> {
        if self.candidates.is_some() { Err(NotRepresentable::Candidates) } else { Ok(()) }
    }

    /// Checks that the grid is not too small for the format.
    pub(super) fn require_4x4(&self) -> Result<(), NotRepresentable> {
        if self.size() < 4 { Err(NotRepresentable::Small) } else { Ok(()) }
    }

    /// Checks that every digit of the grid has a symbol.
    pub(super) fn require_symbols(&self) -> Result<(), NotRepresentable> {
        if self.size() > SYMBOL_SIZE_MAX { Err(NotRepresentable::Symbol) } else { Ok(()) }
    }

    /// Checks that borders show the boxes: borders of boxes of one row or column look like borders of cells.
    pub(super) fn require_drawable_boxes(&self) -> Result<(), NotRepresentable> {
        let BoxShape { width, height } = self.box_shape;
        let is_drawable = (width > 1 && height > 1) || self.box_shape == BoxShape::usual(self.size());
        if is_drawable { Ok(()) } else { Err(NotRepresentable::NarrowBoxes) }
    }

    /// Checks that each cell allows a digit.
    pub(super) fn require_candidates(&self) -> Result<(), NotRepresentable> {
        let has_dead_cell = self.candidates.is_some_and(|sets| sets.contains(&DigitSet::default()));
        if has_dead_cell { Err(NotRepresentable::NoCandidate) } else { Ok(()) }
    }
}

/// The regions of rules, in order.
fn regions_of(rules: &Rules) -> Vec<Vec<Cell>> {
    let regions = rules.layout().houses().filter(|house| house.name.kind == HouseKind::Region);
    regions.map(|house| house.cells.to_vec()).collect()
}

/// Reason why a format cannot hold a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotRepresentable {
    /// The format has clues only.
    #[error("cannot hold candidates")]
    Candidates,
    /// The format has no symbol for digit 36.
    #[error("has no symbol for 36")]
    Symbol,
    /// The grid is too small to be told from other texts.
    #[error("holds grids of 4x4 and more")]
    Small,
    /// The grid is too large for the format.
    #[error("holds grids up to 9x9")]
    Large,
    /// The format does not have these types of constraints, or not with these values.
    #[error("cannot hold the constraints of these types: {}", .0.join(", "))]
    Constraints(Vec<&'static str>),
    /// There are regions instead of boxes.
    #[error("cannot hold regions instead of boxes")]
    Regions,
    /// There are several grids.
    #[error("cannot hold several grids: `json` can")]
    Grids,
    /// The boxes have one row or column.
    #[error("cannot hold boxes of one row or column")]
    NarrowBoxes,
    /// A cell allows no digit.
    #[error("cannot hold a cell without candidates")]
    NoCandidate,
}

/// Fault of a text. Offsets count characters from its start.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TextFault {
    /// The text is an invalid line.
    #[error(transparent)]
    Line(LineFault),
    /// The text is an invalid drawing.
    #[error(transparent)]
    Drawing(DrawingFault),
    /// The text is invalid in its format.
    #[error(transparent)]
    Format(#[from] FormatFault),
    /// The text is an address of a site whose links are not read.
    #[error("an address of {site}: links of this site are not read")]
    UnreadSite {
        /// Name of the site.
        site: &'static str,
    },
    /// The text is an address that has a puzzle and rules that are not read.
    #[error("not supported: the rule `{name}` of the address")]
    RuleOfAddress {
        /// Name of the rule in the address.
        name: String,
    },
    /// The text is an address whose puzzle is incomplete.
    #[error("the link is damaged: {}", damage(*cells))]
    DamagedAddress {
        /// Number of the cells; 0 if there are none.
        cells: usize,
    },
    /// The text is a link of the page whose checksum does not fit.
    #[error("the link is damaged: it was cut or changed on its way")]
    ChangedLink,
    /// The text is an address that has no data of a puzzle.
    #[error("the address holds no puzzle: copy the long address, with `load=` or `scl` and the data")]
    AddressWithoutPuzzle,
    /// The text is certainly no puzzle; what it is.
    #[error("the text is no puzzle: it is {0}")]
    Other(&'static str),
    /// The text is valid in several formats, with different puzzles.
    #[error("the text is valid in several formats, with different puzzles: name one of {}", names(readings))]
    AmbiguousFormat {
        /// Each format with the size of its grid.
        readings: Vec<(Format, usize)>,
    },
    /// A cell is a list of candidates as `pencilmarks`, and a number or a mistyped cell as `drawing`.
    #[error(
        "{cell}: `{token}` is a list of candidates as `pencilmarks`, but not as `drawing`: name the format"
    )]
    AmbiguousList {
        /// The cell as written.
        token: String,
        /// Offset of the cell.
        offset: usize,
        /// The cell.
        cell: Position,
        /// Size of the grid.
        size: usize,
    },
    /// The text is a valid line, but nearly a `sukaku`.
    #[error(
        "the text is a `line` of size {line}, and a `sukaku` of size {sukaku} with a fault: name the format; the fault is: {fault}"
    )]
    NearlySukaku {
        /// Size of the grid of the line.
        line: usize,
        /// Size of the grid of the `sukaku`.
        sukaku: usize,
        /// Its first fault.
        fault: FormatFault,
    },
    /// The text is a grid of n lines of n symbols, or n puzzles.
    #[error(
        "the {lines} lines are the rows of one grid, or {lines} puzzles: read them one by one, or join them to one line"
    )]
    AmbiguousRows {
        /// The number of lines.
        lines: usize,
    },
    /// The symbols make a grid, but line ends break its rows.
    #[error(
        "the symbols make a grid of size {size} whose rows are broken by line ends: write each row in a line"
    )]
    BrokenLine {
        /// Size of the grid.
        size: usize,
    },
    /// The text is valid with spaces as separators and with spaces as empty cells.
    #[error(
        "the text is a grid of size {ignored} if spaces are ignored, and of size {cells} if they are empty cells: write empty cells \
         as `.`"
    )]
    AmbiguousSpaces {
        /// Size of the grid if white space is ignored.
        ignored: usize,
        /// Size of the grid if spaces are empty cells.
        cells: usize,
    },
}

/// Fault of a text in a format with a grammar of its own.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct FormatFault {
    /// The format.
    pub format: Format,
    /// Offset of the fault.
    pub offset: Option<usize>,
    /// The cell.
    pub cell: Option<Position>,
    /// The fault.
    pub reason: FormatFaultReason,
}

/// Why a text is invalid in its format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormatFaultReason {
    /// A cell is invalid.
    #[error(transparent)]
    Cell(CellFault),
    /// The text does not have the number of cells, rows or symbols of a grid; the message says which.
    #[error("{0}")]
    Length(String),
    /// The text does not follow the grammar of the format; the message says where.
    #[error("{0}")]
    Syntax(String),
    /// The text holds several puzzles.
    #[error("the text has {0} puzzles: read them one by one")]
    SeveralPuzzles(usize),
    /// The puzzle has a constraint that is not supported.
    #[error("not supported: {detail}")]
    Constraint {
        /// Name of the constraint in the text.
        name: String,
        /// The constraint in words.
        detail: String,
    },
    /// The solution beside the puzzle breaks a constraint of the puzzle: the text has rules that were not read.
    #[error("the link has rules that were not read: its own solution breaks its constraint `{name}`{cells}")]
    BrokenByOwnSolution {
        /// Name of the constraint in the text.
        name: String,
        /// Its cells, with words before them; empty if it is about the whole grid.
        cells: String,
    },
    /// A link was cut or changed; the message says where.
    #[error("the link is damaged: {0}")]
    Damaged(String),
}

/// What a link lacks.
fn damage(cells: usize) -> String {
    match cells {
        0 => "its data are cut".to_owned(),
        cells => format!("its puzzle has {cells} cells, which make no grid"),
    }
}

/// Names of the formats of readings, with commas between them.
fn names(readings: &[(Format, usize)]) -> String {
    let names: Vec<&str> = readings.iter().map(|(format, _)| format.name()).collect();
    names.join(", ")
}

impl fmt::Display for FormatFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not valid `{}`: ", self.format.name())?;
        match (self.cell, self.offset) {
            (Some(cell), _) => write!(f, "{cell}: ")?,
            (None, Some(offset)) => write!(f, "character {}: ", offset + 1)?,
            (None, None) => {}
        }
        self.reason.fmt(f)
    }
}

impl FormatFault {
    /// A fault without a place.
    pub(super) fn new(format: Format, reason: FormatFaultReason) -> Self {
        Self { format, offset: None, cell: None, reason }
    }

    /// A fault of the grammar, without a place.
    pub(super) fn syntax(format: Format, detail: impl Into<String>) -> Self {
        Self::new(format, FormatFaultReason::Syntax(detail.into()))
    }

    /// A fault of a number of cells, rows or symbols, without a place.
    pub(super) fn length(format: Format, detail: impl Into<String>) -> Self {
        Self::new(format, FormatFaultReason::Length(detail.into()))
    }

    /// Sets the offset.
    pub(super) fn at(self, offset: usize) -> Self {
        Self { offset: Some(offset), ..self }
    }

    /// Sets the cell.
    pub(super) fn in_cell(self, cell: Position) -> Self {
        Self { cell: Some(cell), ..self }
    }
}

/// Receiver of the faults of a text.
pub(super) type Report<'a> = &'a mut dyn FnMut(TextFault);
