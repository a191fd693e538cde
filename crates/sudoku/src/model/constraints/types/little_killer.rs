//! Little killers: sums along diagonals.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#868d98", LineWidth::Thin(1.0), LineEnds::Head);

/// Names of the directions, with the rows and columns of a step.
const DIRECTIONS: [(&str, [isize; 2]); 4] =
    [("down_right", [1, 1]), ("down_left", [1, -1]), ("up_right", [-1, 1]), ("up_left", [-1, -1])];

/// Names of the directions in f-puzzles.
const CODES: &[(&str, &str)] =
    &[("DR", "down_right"), ("DL", "down_left"), ("UR", "up_right"), ("UL", "up_left")];

/// Cells of a diagonal whose digits add up to a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LittleKiller {
    /// The cells, in order.
    pub cells: Vec<Cell>,
    /// The sum.
    pub sum: i64,
}

/// The cells from this one on, to the edge of the grid.
fn diagonal(from: Cell, [down, right]: [isize; 2], surroundings: &Surroundings<'_>) -> Vec<Cell> {
    let next = |&cell: &Cell| {
        let position = surroundings.layout.position(cell);
        let row = position.row.checked_add_signed(down)?;
        surroundings.cell(row, position.column.checked_add_signed(right)?)
    };
    std::iter::successors(Some(from), next).collect()
}

impl Definition for LittleKiller {
    const NAME: &'static str = "little_killer";
    const MEANING: &'static str = "The digits on the diagonal, which may repeat, add up to the sum. It is given by its cells, or by its \
        first cell and a direction.";
    const FIELDS: &'static [Field] = &[
        Field::cells(1, "The cells, in order. Not beside `from` and `direction`.").optional(),
        Field::new("from", FieldKind::Cell, "The first cell of the diagonal, instead of `cells`.").optional(),
        Field::new(
            "direction",
            FieldKind::Word(&["down_right", "down_left", "up_right", "up_left"]),
            "Where the diagonal leads from `from`, to the edge of the grid.",
        )
        .optional(),
        Field::new("sum", FieldKind::Number { range: [1, 100_000] }, "The sum.").or(&["value", "total"]),
    ];
    const EXAMPLE: &'static str =
        r#"{"type": "little_killer", "cells": ["r1c6", "r2c7", "r3c8", "r4c9"], "sum": 23}"#;
    const OTHER_NAMES: &'static [OtherName] =
        &[OtherName::new("littlekillers"), OtherName::new("littlekillersum")];
    const DEPENDS_ON_VALUES: bool = true;
    const FPUZZLES: &'static [FpuzzlesMember] = &[FpuzzlesMember::entries_with(
        "littlekillersum",
        EntryCells::Diagonal { from: "from", direction: "direction", words: CODES },
        EntryValue::number("sum"),
    )];

    fn from_values(values: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let (cells, from, direction) =
            (values.cells("cells"), values.cells("from"), values.word("direction"));
        let cells = match (cells.is_empty(), from.first(), direction) {
            (false, None, None) => cells,
            (true, Some(&from), Some(direction)) => {
                let step = DIRECTIONS.iter().find(|(name, _)| *name == direction).map(|&(_, step)| step);
                step.map_or_else(Vec::new, |step| diagonal(from, step, surroundings))
            }
            (false, ..) => {
                let detail = "`cells` is beside `from` or `direction`: give the cells, or where they begin and lead to";
                return Err(ConstraintError::new("/cells", detail));
            }
            _ => {
                let detail = "the cells are missing: give `cells`, or both `from` and `direction`";
                return Err(ConstraintError::new("", detail));
            }
        };
        Ok(Self { cells, sum: values.number("sum").unwrap_or_default() })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone()).and("sum", FieldValue::Number(self.sum))
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        self.cells.iter().map(|&cell| digits(cell)).sum::<i64>() == self.sum
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        parts.sum(self.cells.iter().map(|&cell| (cell, 1)), self.sum);
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        match *self.cells {
            [one, other, ..] => {
                drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
                drawing.shapes.push(Shape::Knot { cells: vec![one, other], text: self.sum.to_string() });
                drawing.captions.push("The digits on a thin arrow add up to the number on it.".to_owned());
            }
            _ => drawing.captions.push(format!("{} = {}", surroundings.cell_names(&self.cells), self.sum)),
        }
    }
}
