//! Disjoint groups: no digit has the same place in two boxes.

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
        let boxes: Vec<&[Cell]> = surroundings.boxes().collect();
        let places = boxes.first().map_or(0, |cells| cells.len());
        (0..places).map(move |place| boxes.iter().filter_map(|cells| cells.get(place).copied()).collect())
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.captions.push("No digit has the same place in two boxes.".to_owned());
    }
}
