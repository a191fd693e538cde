//! Windoku: windows between the boxes have every digit, too.

use crate::model::box_shape::BoxShape;
use crate::model::constraints::prelude::*;

/// Windows of the shape of a box, one cell away from the edge and from each other, with every digit once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Windoku;

impl Definition for Windoku {
    const NAME: &'static str = "windoku";
    const MEANING: &'static str = "Windows of the shape of a box, one cell away from the edge and from each other, have every digit once: four in a 9x9.";
    const FIELDS: &'static [Field] = &[];
    const EXAMPLE: &'static str = r#"{"type": "windoku"}"#;
    const OTHER_NAMES: &'static [OtherName] =
        &[OtherName::new("hyper"), OtherName::new("hypersudoku"), OtherName::new("hyperdoku")];

    fn from_values(_: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        with_groups(Self, surroundings)
    }

    /// Groups of cells with different digits, made one by one; none if the grid has no boxes of equal shape.
    fn groups(&self, surroundings: &Surroundings<'_>) -> impl Iterator<Item = Vec<Cell>> {
        let size = surroundings.digits;
        // The first row or column of each window, from 1; one cell stays free after it.
        let starts = move |length: usize| (2..size + 1 - length).step_by(length + 1);
        let window = |row: usize, column: usize, shape: BoxShape| {
            let cells = (row..row + shape.height)
                .flat_map(|row| (column..column + shape.width).map(move |column| (row, column)));
            cells.filter_map(|(row, column)| surroundings.cell(row, column)).collect()
        };
        surroundings.box_shape().into_iter().flat_map(move |shape| {
            surroundings.grid_offsets().flat_map(move |(down, right)| {
                let rows = starts(shape.height);
                rows.flat_map(move |row| {
                    starts(shape.width).map(move |column| window(down + row, right + column, shape))
                })
            })
        })
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        drawing.shapes.extend(self.groups(surroundings).map(|cells| Shape::Area { cells }));
        drawing.captions.push("Each window has every digit once.".to_owned());
    }
}
