//! Whispers: neighbours on a line differ by much.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#9ddba9", LineWidth::OfCell(0.1), LineEnds::Plain);

/// Line whose neighbours differ by a number or more.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Whisper {
    /// The cells, in order.
    pub cells: Vec<Cell>,
    /// The smallest difference.
    pub difference: i64,
}

/// Half of the number of digits, rounded up.
fn usual_difference(surroundings: &Surroundings<'_>) -> i64 {
    surroundings.digits.div_ceil(2) as i64
}

impl Definition for Whisper {
    const NAME: &'static str = "whisper";
    const MEANING: &'static str = "Neighbours on the line differ by at least the difference.";
    const FIELDS: &'static [Field] = &[
        Field::line("The cells, in order; a loop has its first cell again at the end."),
        Field::new(
            "difference",
            FieldKind::Number { range: [1, 35] },
            "The smallest difference. Default: half of the size, rounded up; 5 for a 9x9.",
        )
        .or(&["value"])
        .optional(),
    ];
    const EXAMPLE: &'static str =
        r#"{"type": "whisper", "cells": ["r1c1", "r2c2", "r2c3"], "difference": 5}"#;
    const OTHER_NAMES: &'static [OtherName] = &[
        OtherName::new("whispers"),
        OtherName::new("germanwhisper"),
        OtherName::new("germanwhispers"),
        OtherName::implying("dutchwhisper", "difference", 4),
        OtherName::implying("dutchwhispers", "difference", 4),
    ];
    const FPUZZLES: &'static [FpuzzlesMember] =
        &[FpuzzlesMember::entries_with("whispers", EntryCells::Lines, EntryValue::number("difference"))];

    fn from_values(values: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let difference = values.number("difference").unwrap_or_else(|| usual_difference(surroundings));
        Ok(Self { cells: values.cells("cells"), difference })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone()).and("difference", FieldValue::Number(self.difference))
    }

    fn pairs(&self, _: &Surroundings<'_>) -> impl Iterator<Item = [Cell; 2]> {
        pairs_along(&self.cells)
    }

    fn allows(&self, one: i64, other: i64) -> bool {
        (one - other).abs() >= self.difference
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
        let (line, difference) = (surroundings.cell_names(&self.cells), self.difference);
        let caption = if difference == usual_difference(surroundings) {
            format!("Neighbours on a green line differ by {difference} or more.")
        } else {
            format!("Neighbours on the green line {line} differ by {difference} or more.")
        };
        drawing.captions.push(caption);
    }
}
