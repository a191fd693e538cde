//! Indexers: digits that say where a digit is.

use std::collections::BTreeMap;

use crate::model::constraints::prelude::*;
use crate::model::house::HouseKind;

/// What the digits of an [`Indexer`] number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IndexerAxis {
    /// The digit is a row: it says where in its column the number of its row is.
    Row,
    /// The digit is a column: it says where in its row the number of its column is.
    Column,
    /// The digit is a place of its box.
    Box,
}

impl IndexerAxis {
    const ALL: [Self; 3] = [Self::Row, Self::Column, Self::Box];

    const fn name(self) -> &'static str {
        match self {
            Self::Row => "row",
            Self::Column => "column",
            Self::Box => "box",
        }
    }
}

/// Cells whose digits say where their own number is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Indexer {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The line that is numbered.
    pub axis: IndexerAxis,
}

impl Indexer {
    /// The cells to which this one may point, by its digit: those of its row for a column indexer. Nothing without a box.
    fn line(&self, cell: Cell, surroundings: &Surroundings<'_>) -> Vec<Cell> {
        let position = surroundings.layout.position(cell);
        let places = 1..=surroundings.digits;
        match self.axis {
            IndexerAxis::Row => places.filter_map(|row| surroundings.cell(row, position.column)).collect(),
            IndexerAxis::Column => {
                places.filter_map(|column| surroundings.cell(position.row, column)).collect()
            }
            IndexerAxis::Box => {
                let is_region = |kind| matches!(kind, HouseKind::Box | HouseKind::Region);
                let mut regions = surroundings.layout.houses().filter(|house| is_region(house.name.kind));
                let region = regions.find(|house| house.cells.contains(&cell));
                region.map_or_else(Vec::new, |house| house.cells.to_vec())
            }
        }
    }
}

impl Definition for Indexer {
    const NAME: &'static str = "indexer";
    const MEANING: &'static str = "The digit of each cell is the place of a number in a line. `column`: if the cell in column c has the \
        digit v, column v of its row has the digit c. `row`: the same for rows, in its column. `box`: the same for the places of its box, \
        row by row.";
    const FIELDS: &'static [Field] = &[
        Field::cells(1, "The cells, in any order."),
        Field::new("axis", FieldKind::Word(&["row", "column", "box"]), "What the digits number."),
    ];
    const EXAMPLE: &'static str =
        r#"{"type": "indexer", "axis": "column", "cells": ["r1c1", "r2c1", "r3c1", "r4c1"]}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("indexers")];
    const DEPENDS_ON_VALUES: bool = true;
    const FPUZZLES: &'static [FpuzzlesMember] = &[
        FpuzzlesMember::entries("rowindexer", EntryCells::CellsWith { field: "axis", word: "row" }),
        FpuzzlesMember::entries("columnindexer", EntryCells::CellsWith { field: "axis", word: "column" }),
        FpuzzlesMember::entries("boxindexer", EntryCells::CellsWith { field: "axis", word: "box" }),
    ];

    fn from_values(values: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let word = values.word("axis").unwrap_or_default();
        let axis =
            IndexerAxis::ALL.into_iter().find(|axis| axis.name() == word).unwrap_or(IndexerAxis::Column);
        if surroundings.has_several_grids() {
            let detail = "a cell of several grids has no row, column or place of its own: this constraint needs a puzzle of one grid";
            return Err(ConstraintError::new("/type", detail));
        }
        let indexer = Self { cells: values.cells("cells"), axis };
        if let Some(at) = indexer.cells.iter().position(|&cell| indexer.line(cell, surroundings).is_empty()) {
            let detail = "the cell is in no box: leave it out, or number rows or columns";
            return Err(ConstraintError::new(format!("/cells/{at}"), detail));
        }
        Ok(indexer)
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone()).and("axis", FieldValue::Word(self.axis.name()))
    }

    fn holds(&self, digits: Digits<'_>, surroundings: &Surroundings<'_>) -> bool {
        self.cells.iter().all(|&cell| {
            let line = self.line(cell, surroundings);
            let target = usize::try_from(digits(cell) - 1).ok().and_then(|place| line.get(place));
            let own = line.iter().position(|&other| other == cell);
            target.zip(own).is_some_and(|(&target, own)| digits(target) == own as i64 + 1)
        })
    }

    /// Relates each cell to each cell of its line: one has the number of the other exactly if the other has that of the first, because each
    /// number has one place in a line.
    fn add_parts(&self, parts: &mut NetworkBuilder, surroundings: &Surroundings<'_>) {
        let mut relations: BTreeMap<[usize; 2], RelationId> = BTreeMap::new();
        for &cell in &self.cells {
            let line = self.line(cell, surroundings);
            let own = line.iter().position(|&other| other == cell).map_or(0, |place| place + 1);
            for (&other, number) in line.iter().zip(1..) {
                if !parts.is_within_bounds() {
                    return;
                }
                let relation = *relations
                    .entry([number, own])
                    .or_insert_with(|| parts.relation(|one, another| (one == number) == (another == own)));
                parts.relate(cell, other, relation);
            }
        }
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.shapes.extend(self.cells.iter().map(|&cell| Shape::Area { cells: vec![cell] }));
        drawing.captions.push(
            match self.axis {
                IndexerAxis::Row => {
                    "A digit in a tinted cell is the row in which the number of its row is, in its column."
                }
                IndexerAxis::Column => {
                    "A digit in a tinted cell is the column in which the number of its column is, in its row."
                }
                IndexerAxis::Box => {
                    "A digit in a tinted cell is the place in which the number of its place is, in its box."
                }
            }
            .to_owned(),
        );
    }
}
