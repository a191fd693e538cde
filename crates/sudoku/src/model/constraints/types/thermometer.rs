//! Thermometers: the digits rise from the bulb on. Along slow ones, they do not fall.

use crate::model::constraints::prelude::*;

pub(super) type Thermometer = RisingLine<false>;
pub(super) type SlowThermometer = RisingLine<true>;

/// Cells whose digits rise; along a slow thermometer, they rise or stay equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RisingLine<const IS_SLOW: bool> {
    /// The cells, the bulb first.
    pub cells: Vec<Cell>,
}

impl<const IS_SLOW: bool> Definition for RisingLine<IS_SLOW> {
    const NAME: &'static str = if IS_SLOW { "slow_thermometer" } else { "thermometer" };
    const MEANING: &'static str = match IS_SLOW {
        true => {
            "No digit is smaller than the digit before it. Equal digits still differ in rows, columns and boxes."
        }
        false => "Each digit is larger than the digit before it. Branches are thermometers of their own.",
    };
    const FIELDS: &'static [Field] = &[Field::cells(2, "The cells, the bulb first.")];
    const EXAMPLE: &'static str = match IS_SLOW {
        true => r#"{"type": "slow_thermometer", "cells": ["r1c1", "r1c2", "r2c3"]}"#,
        false => r#"{"type": "thermometer", "cells": ["r1c1", "r1c2", "r2c3"]}"#,
    };
    const OTHER_NAMES: &'static [OtherName] = match IS_SLOW {
        true => {
            &[OtherName::new("slowthermo"), OtherName::new("slowthermos"), OtherName::new("slowthermometers")]
        }
        false => &[OtherName::new("thermo"), OtherName::new("thermos"), OtherName::new("thermometers")],
    };
    const FPUZZLES: &'static [FpuzzlesMember] = match IS_SLOW {
        true => &[FpuzzlesMember::entries("slowthermometer", EntryCells::Lines)],
        false => &[FpuzzlesMember::entries("thermometer", EntryCells::Lines)],
    };

    fn new(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { cells: values.cells("cells") })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone())
    }

    fn pairs(&self, _: &Surroundings<'_>) -> impl Iterator<Item = [Cell; 2]> {
        pairs_along(&self.cells)
    }

    fn allows(&self, lower: i64, higher: i64) -> bool {
        lower < higher || IS_SLOW && lower == higher
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        let (colour, ends) =
            if IS_SLOW { ("#b9bfc9", LineEnds::HollowBulb) } else { ("#dfe2e7", LineEnds::Bulb) };
        let style = LineStyle::new(colour, LineWidth::OfCell(0.22), ends);
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style });
    }
}
