//! Region sum lines: the same sum in each box.

use std::collections::BTreeMap;

use crate::model::constraints::prelude::*;
use crate::model::house::HouseKind;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#7cc0f0", LineWidth::OfCell(0.1), LineEnds::Plain);

/// Line whose parts in each box or region have the same sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RegionSumLine {
    /// The cells, in order.
    pub cells: Vec<Cell>,
}

impl RegionSumLine {
    /// The parts of the line between the borders of boxes or regions.
    fn segments(&self, surroundings: &Surroundings<'_>) -> Vec<Vec<Cell>> {
        let is_region = |kind| matches!(kind, HouseKind::Box | HouseKind::Region);
        let regions = surroundings.layout.houses().filter(|house| is_region(house.name.kind));
        let region_of: BTreeMap<Cell, usize> = regions
            .enumerate()
            .flat_map(|(number, house)| house.cells.iter().map(move |&cell| (cell, number)))
            .collect();
        let same_region = |one: &Cell, other: &Cell| region_of.get(one) == region_of.get(other);
        self.cells.chunk_by(same_region).map(<[Cell]>::to_vec).collect()
    }
}

impl Definition for RegionSumLine {
    const NAME: &'static str = "region_sum_line";
    const MEANING: &'static str = "The digits on the line have the same sum in each box or region that it passes through. Each time that it \
        enters a box, a new sum begins.";
    const FIELDS: &'static [Field] = &[Field::line("The cells, in order.")];
    const EXAMPLE: &'static str = r#"{"type": "region_sum_line", "cells": ["r1c2", "r1c3", "r1c4", "r2c5"]}"#;
    const OTHER_NAMES: &'static [OtherName] =
        &[OtherName::new("regionsum"), OtherName::new("regionsums"), OtherName::new("regionsumlines")];
    const DEPENDS_ON_VALUES: bool = true;
    const FPUZZLES: &'static [FpuzzlesMember] =
        &[FpuzzlesMember::entries("regionsumline", EntryCells::Lines)];

    fn from_values(values: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let is_region = |kind| matches!(kind, HouseKind::Box | HouseKind::Region);
        if !surroundings.layout.houses().any(|house| is_region(house.name.kind)) {
            let detail = "this constraint needs boxes or regions: leave it out, or give them";
            return Err(ConstraintError::new("/type", detail));
        }
        Ok(Self { cells: values.cells("cells") })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone())
    }

    fn holds(&self, digits: Digits<'_>, surroundings: &Surroundings<'_>) -> bool {
        have_equal_sums(&self.segments(surroundings), digits)
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, surroundings: &Surroundings<'_>) {
        add_equal_sums(&self.segments(surroundings), parts);
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Line { cells: self.cells.clone(), style: LINE });
        drawing
            .captions
            .push("The digits on a blue line have the same sum in each box that it enters.".to_owned());
    }
}
