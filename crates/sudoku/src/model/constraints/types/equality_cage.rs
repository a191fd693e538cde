//! Equality cages: as many even as odd digits, and as many low as high ones.

use crate::model::constraints::prelude::*;

/// Cells with different digits, of which as many are even as odd, and as many are low as high.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct EqualityCage {
    /// The cells.
    pub cells: Vec<Cell>,
}

impl Definition for EqualityCage {
    const NAME: &'static str = "equality_cage";
    const MEANING: &'static str = "The digits of the cells differ; as many are even as odd, and as many are low as high. The middle digit of \
        an odd size, 5 in a 9x9, is neither low nor high.";
    const FIELDS: &'static [Field] = &[Field::cells(2, "The cells, in any order: an even number of them.")];
    const EXAMPLE: &'static str = r#"{"type": "equality_cage", "cells": ["r1c1", "r1c2", "r2c1", "r2c2"]}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("equalitycages")];
    const IS_DISTINCT: bool = true;
    const DEPENDS_ON_VALUES: bool = true;

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let cells = values.cells("cells");
        if cells.len() % 2 == 1 {
            let detail = format!(
                "there are {} cells: an even number is needed, half of them with even digits",
                cells.len()
            );
            return Err(ConstraintError::new("/cells", detail));
        }
        Ok(Self { cells })
    }

    fn values(&self) -> FieldValues {
        FieldValues::of_cells(self.cells.clone())
    }

    fn holds(&self, digits: Digits<'_>, surroundings: &Surroundings<'_>) -> bool {
        let count =
            |test: &dyn Fn(i64) -> bool| self.cells.iter().filter(|&&cell| test(digits(cell))).count();
        let twice_middle = surroundings.digits as i64 + 1;
        are_different(&self.cells, digits)
            && count(&|digit| digit % 2 == 0) == count(&|digit| digit % 2 == 1)
            && count(&|digit| 2 * digit < twice_middle) == count(&|digit| 2 * digit > twice_middle)
    }

    /// Half of the cells are low: if the middle digit were in one of an even number of cells, it would be in another one.
    fn add_parts(&self, parts: &mut NetworkBuilder, surroundings: &Surroundings<'_>) {
        parts.distinct(&self.cells);
        let (half, size) = (self.cells.len() / 2, surroundings.digits);
        let set =
            |test: &dyn Fn(usize) -> bool| Digit::all(size).filter(|digit| test(digit.value())).collect();
        let tally = Tally::new(self.cells.clone())
            .at_least(half, set(&|digit| digit % 2 == 0))
            .at_least(half, set(&|digit| digit % 2 == 1))
            .at_least(half, set(&|digit| 2 * digit < size + 1))
            .at_least(half, set(&|digit| 2 * digit > size + 1));
        parts.part(tally);
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.shapes.push(Shape::Outline { cells: self.cells.clone(), text: "=".to_owned() });
        let caption =
            "Cages with = have as many even as odd digits, and as many low as high ones; no digit repeats.";
        drawing.captions.push(caption.to_owned());
    }
}
