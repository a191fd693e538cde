//! Options for reading a puzzle.

use quadrille_notation::Format;
use quadrille_notation::unstable::has_ambiguous_rows;
use quadrille_sudoku::BoxShape;

use crate::faults::Location;
use crate::wire::json::Json;
use crate::wire::puzzle::constraint_schema::{ConstraintList, Regions};
use crate::wire::puzzle::grids::Grids;
use crate::wire::puzzle::schema::Candidates;
use crate::wire::puzzle::shared_rules::SharedRules;
use crate::wire::puzzle::values::{GridLayout, Unread};
use crate::wire::request::{Fields, Flat, Given};

/// Options for reading a puzzle.
#[derive(Clone, Debug, Default, Fields)]
pub struct PuzzleOptions {
    /// Size of a box: width x height, such as `3x2` in a query.
    /// By default the squarest, wider than high (3x3 for size 9, 4x3 for size 12).
    pub r#box: Given<BoxShape>,
    /// Allowed digits of cells, such as `{"r1c1": [1, 2]}`, or an array of rows of lists. A list for a cell with a clue must
    /// contain the clue, and says no more than it. An empty list is an error.
    /// By default, and in a cell that is left out or null, all digits.
    #[places(OWN)]
    pub candidates: Given<Unread<Candidates>>,
    /// Rules beside rows, columns and boxes.
    pub variant: Flat<VariantOptions>,
    /// How a text is read.
    pub text: Flat<TextOptions>,
}

/// Rules of a puzzle beside rows, columns and boxes.
#[derive(Clone, Debug, Default, Fields)]
pub struct VariantOptions {
    /// Constraints beside rows, columns and boxes, such as `[{"type": "cage", "cells": ["r1c1", "r1c2"], "sum": 3}]`.
    /// `GET /constraints` lists the types.
    /// By default there are none.
    pub constraints: Given<SharedRules<ConstraintList>>,
    /// Regions instead of boxes: a symbol for each cell, of which equal ones are a region, such as `"1122112233443344"`, or lists of
    /// cells. They are as many as a row has cells, each of as many cells.
    /// By default the boxes.
    pub regions: Given<SharedRules<Regions>>,
    /// Whether the grid has boxes; `false` for a Latin square.
    /// By default `true`, unless there are `regions`.
    pub boxes: Given<bool>,
    /// Several grids, such as `samurai`.
    /// By default one, unless the puzzle shows several.
    pub grids: Given<SharedRules<Grids>>,
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
    /// `None` for questions about grids with boxes alone.
    pub(crate) variant: Option<&'a VariantOptions>,
}

/// Options that say how a puzzle is read.
pub trait ReadingOptions: Fields {
    /// Returns how a puzzle is read.
    fn reading(&self) -> Reading<'_>;
}

impl ReadingOptions for PuzzleOptions {
    fn reading(&self) -> Reading<'_> {
        let candidates = self.candidates.located().map(|(lists, location)| (&lists.json, location));
        let reading = self.text.reading(&self.r#box);
        Reading { candidates, variant: Some(&self.variant), ..reading }
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
            variant: None,
        }
    }
}

impl<'a> Reading<'a> {
    /// Where constraints, regions or the lack of boxes were given.
    pub(crate) fn variant_location(&self) -> Option<&'a Location> {
        let VariantOptions { constraints, regions, boxes, grids } = self.variant?;
        constraints.location().or(regions.location()).or(boxes.location()).or(grids.location())
    }

    /// Whether the shape of boxes, regions, or the lack of boxes was given.
    pub(crate) fn has_own_boxes(&self) -> bool {
        let has_own = |variant: &VariantOptions| variant.regions.is_given() || variant.boxes.is_given();
        self.box_shape.is_given() || self.variant.is_some_and(has_own)
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
