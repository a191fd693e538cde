//! Clones: groups of cells with the same digits.

use crate::model::constraints::prelude::*;

/// Cells whose digits occur again in other cells, in the same order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Clones {
    /// The cells.
    pub cells: Vec<Cell>,
    /// The copies, each with as many cells.
    pub copies: Vec<Vec<Cell>>,
}

impl Clones {
    /// The original, then its copies.
    fn groups(&self) -> impl Iterator<Item = &[Cell]> {
        [&self.cells].into_iter().chain(&self.copies).map(Vec::as_slice)
    }
}

impl Definition for Clones {
    const NAME: &'static str = "clone";
    const MEANING: &'static str = "Each copy has the digits of the cells, in the same order.";
    const FIELDS: &'static [Field] = &[
        Field::new("cells", FieldKind::Cells { count: [1, 1296], may_repeat: false }, "The cells."),
        Field::new("copies", FieldKind::CellLists, "The copies: lists of as many cells, in the same order."),
    ];
    const EXAMPLE: &'static str =
        r#"{"type": "clone", "cells": ["r1c1", "r1c2"], "copies": [["r5c4", "r5c5"]]}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("clones")];
    const FPUZZLES: &'static [FpuzzlesMember] =
        &[FpuzzlesMember::entries("clone", EntryCells::Copies { copies: "copies" })];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let (cells, copies) = (values.cells("cells"), values.cell_lists("copies"));
        if let Some(at) = copies.iter().position(|copy| copy.len() != cells.len()) {
            let detail = format!("the copy has {} cells: it must have {}", copies[at].len(), cells.len());
            return Err(ConstraintError::new(format!("/copies/{at}"), detail));
        }
        Ok(Self { cells, copies })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone()).and("copies", FieldValue::CellLists(self.copies.clone()))
    }

    /// The cells, each with its counterpart in a copy.
    fn pairs(&self, _: &Surroundings<'_>) -> impl Iterator<Item = [Cell; 2]> {
        self.copies.iter().flat_map(|copy| self.cells.iter().zip(copy).map(|(&one, &other)| [one, other]))
    }

    fn allows(&self, one: i64, other: i64) -> bool {
        one == other
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        drawing.shapes.extend(self.groups().map(|cells| Shape::Area { cells: cells.to_vec() }));
        let groups: Vec<String> = self.groups().map(|cells| surroundings.cell_names(cells)).collect();
        drawing.captions.push(format!("Same digits, cell by cell: {}.", groups.join(" = ")));
    }

    fn cells(&self) -> Vec<Cell> {
        self.groups().flatten().copied().collect()
    }
}
