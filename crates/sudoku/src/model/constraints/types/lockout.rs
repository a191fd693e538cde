//! Lockout lines: digits outside of the range of the ends.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#b3bfe6", LineWidth::OfCell(0.1), LineEnds::Plain);

/// Line whose digits are not between those of its ends, which differ by a number or more.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Lockout {
    /// The cells, in order.
    pub cells: Vec<Cell>,
    /// The smallest difference of the ends.
    pub difference: i64,
}

impl Definition for Lockout {
    const NAME: &'static str = "lockout";
    const MEANING: &'static str = "The ends of the line, in diamonds, differ by at least the difference. Each digit between them is smaller \
        than both ends or larger than both.";
    const FIELDS: &'static [Field] = &[
        Field::line("The cells, in order, with both ends."),
        Field::new(
            "difference",
            FieldKind::Number { range: [1, 35] },
            "The smallest difference of the ends. Default: 4.",
        )
        .or(&["value"])
        .optional(),
    ];
    const EXAMPLE: &'static str =
        r#"{"type": "lockout", "cells": ["r1c1", "r2c2", "r2c3", "r3c4"], "difference": 4}"#;
    const OTHER_NAMES: &'static [OtherName] =
        &[OtherName::new("lockouts"), OtherName::new("lockoutline"), OtherName::new("lockoutlines")];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells"), difference: values.number("difference").unwrap_or(4) })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone()).and("difference", FieldValue::Number(self.difference))
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let [first, ref inner @ .., last] = *self.cells else { return true };
        let (low, high) = (digits(first).min(digits(last)), digits(first).max(digits(last)));
        high - low >= self.difference && inner.iter().all(|&cell| !(low..=high).contains(&digits(cell)))
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        let Some((ends, inner)) = ends_and_others(&self.cells) else { return };
        let difference = self.difference as usize;
        parts.relate_all([ends], |one, other| one.abs_diff(other) >= difference);
        add_ranged(Ranged::outside(ends, difference, &inner), parts);
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
        let ends = [self.cells.first(), self.cells.last()].into_iter().flatten();
        drawing.shapes.extend(ends.map(|&cell| Shape::Diamond { cell, colour: "#5b6fb8" }));
        let difference = self.difference;
        let caption = if difference == 4 {
            "Diamonds on a line differ by 4 or more. No digit between them is in their range.".to_owned()
        } else {
            let line = surroundings.cell_names(&self.cells);
            format!(
                "Diamonds on the line {line} differ by {difference} or more. No digit between them is in their range."
            )
        };
        drawing.captions.push(caption);
    }
}
