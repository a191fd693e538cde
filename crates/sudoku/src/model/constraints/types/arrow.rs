//! Arrows: the digits on the shaft add up to the number in the circle.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#868d98", LineWidth::Thin(2.0), LineEnds::Head);

/// Cells whose digits add up to the number in the circle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Arrow {
    /// The cells of the circle, in the order in which the number is read.
    pub circle: Vec<Cell>,
    /// The cells of the shaft, from the circle on.
    pub shaft: Vec<Cell>,
}

impl Arrow {
    /// The cells of the circle with their place values.
    fn places(&self) -> impl Iterator<Item = (Cell, i32)> + '_ {
        (0..).zip(self.circle.iter().rev()).map(|(place, &cell)| (cell, 10_i32.pow(place)))
    }
}

impl Definition for Arrow {
    const NAME: &'static str = "arrow";
    const MEANING: &'static str = "The digits on the shaft, which may repeat, add up to the number in the circle. A circle of \
        several cells is a decimal number, read from left to right and from top to bottom. The order of its list does not matter.";
    const FIELDS: &'static [Field] = &[
        Field::new(
            "circle",
            FieldKind::Cells { count: [1, 4], may_repeat: false },
            "The cells of the circle.",
        ),
        Field::new(
            "cells",
            FieldKind::Cells { count: [1, 1296], may_repeat: true },
            "The cells of the shaft, without the circle.",
        ),
    ];
    const EXAMPLE: &'static str =
        r#"{"type": "arrow", "circle": ["r1c1"], "cells": ["r2c2", "r3c3", "r4c4"]}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("arrows")];
    const DEPENDS_ON_VALUES: bool = true;
    const FPUZZLES: &'static [FpuzzlesMember] =
        &[FpuzzlesMember::entries("arrow", EntryCells::Shafts { circle: "circle" })];

    fn from_values(values: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let (mut circle, shaft) = (values.cells("circle"), values.cells("cells"));
        circle.sort_unstable_by_key(|&cell| surroundings.layout.position(cell));
        if let Some(at) = shaft.iter().position(|cell| circle.contains(cell)) {
            let detail = "a cell of the circle is also on the shaft: leave it out of one of them";
            return Err(ConstraintError::new(format!("/cells/{at}"), detail));
        }
        Ok(Self { circle, shaft })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.shaft.clone()).and("circle", FieldValue::Cells(self.circle.clone()))
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let number = self.circle.iter().fold(0, |number, &cell| 10 * number + digits(cell));
        number == self.shaft.iter().map(|&cell| digits(cell)).sum::<i64>()
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        let shaft = self.shaft.iter().map(|&cell| (cell, -1));
        parts.sum(self.places().chain(shaft), 0);
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        let start = self.shaft.first().and_then(|&first| surroundings.layout.nearest(&self.circle, first));
        let cells = start.into_iter().chain(self.shaft.iter().copied()).collect();
        drawing.shapes.push(Shape::Line { cells, style: LINE });
        drawing.shapes.push(Shape::Pill { cells: self.circle.clone() });
    }

    fn cells(&self) -> Vec<Cell> {
        self.circle.iter().chain(&self.shaft).copied().collect()
    }
}
