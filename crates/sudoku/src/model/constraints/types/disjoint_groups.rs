//! Disjoint groups: no digit has the same place in two boxes.

use crate::model::box_shape::BoxShape;
use crate::model::constraints::prelude::*;

/// No digit has the same place in two boxes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DisjointGroups;

impl Definition for DisjointGroups {
    const NAME: &'static str = "disjoint_groups";
    const MEANING: &'static str =
        "No digit has the same place in two boxes. The grid must have boxes of equal shape.";
    const FIELDS: &'static [Field] = &[];
    const EXAMPLE: &'static str = r#"{"type": "disjoint_groups"}"#;
    const OTHER_NAMES: &'static [OtherName] =
        &[OtherName::new("disjointgroup"), OtherName::new("disjointsets")];
    const FPUZZLES: &'static [FpuzzlesMember] = &[FpuzzlesMember::new("disjointgroups", MemberForm::Flag)];

    fn from_values(_: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        with_groups(Self, surroundings)
    }

    /// Groups of cells with different digits, made one by one; none if the grid has no boxes of equal shape.
    fn groups(&self, surroundings: &Surroundings<'_>) -> impl Iterator<Item = Vec<Cell>> {
        let size = surroundings.digits;
        let cell_of = move |shape: BoxShape, (down, right): (usize, usize), place: usize, of_box: usize| {
            let across = size / shape.width;
            let row = of_box / across * shape.height + place / shape.width + 1;
            let column = of_box % across * shape.width + place % shape.width + 1;
            surroundings.cell(down + row, right + column)
        };
        surroundings.box_shape().into_iter().flat_map(move |shape| {
            surroundings.grid_offsets().flat_map(move |offset| {
                (0..size).map(move |place| {
                    (0..size).filter_map(|of_box| cell_of(shape, offset, place, of_box)).collect()
                })
            })
        })
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.captions.push("No digit has the same place in two boxes.".to_owned());
    }
}
