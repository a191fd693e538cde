//! Options for reading a puzzle.

use quadrille_sudoku::BoxShape;
use quadrille_sudoku::notation::Format;
use quadrille_sudoku::unstable::has_ambiguous_rows;

use crate::wire::fault::Location;
use crate::wire::json::Json;
use crate::wire::puzzle::schema::Candidates;
use crate::wire::puzzle::values::{GridLayout, Unread};
use crate::wire::request::{Fields, Flat, Given};

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
    pub(crate) candidates: Option<(&'a Json, &'a Location)>,
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
    pub(crate) fn format_of(&self, puzzle: &Json) -> Option<Format> {
        let is_grid =
            || matches!(puzzle, Json::String(text) if self.has_grid_layout && has_ambiguous_rows(text));
        self.format.or_else(|| is_grid().then_some(Format::Drawing))
    }
}

/// Whether a query names the layout in which n lines of n symbols are one grid.
pub fn has_grid_layout(query: &str) -> bool {
    form_urlencoded::parse(query.as_bytes()).any(|pair| pair == ("layout".into(), "grid".into()))
}
