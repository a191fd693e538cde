//! Groups of cells with the same digits.

use crate::model::constraints::prelude::*;

/// Groups of cells with the same digits, in any order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SameValues {
    /// The groups.
    pub groups: Vec<Vec<Cell>>,
}

/// The cells of one group that are not in the other.
fn without(group: &[Cell], other: &[Cell]) -> Vec<Cell> {
    group.iter().copied().filter(|cell| !other.contains(cell)).collect()
}

impl Definition for SameValues {
    const NAME: &'static str = "same_values";
    const MEANING: &'static str = "Each group of cells has the same digits, each as often, in any order.";
    const FIELDS: &'static [Field] = &[Field::groups("Two or more lists of as many cells each.")];
    const EXAMPLE: &'static str =
        r#"{"type": "same_values", "groups": [["r1c1", "r1c2"], ["r4c4", "r5c5"], ["r7c8", "r8c8"]]}"#;

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let groups = listed_groups(values)?;
        let count = groups[0].len();
        if let Some(at) = groups.iter().position(|cells| cells.len() != count) {
            let detail =
                format!("the group has {} cells: it must have {count}, as the first one", groups[at].len());
            return Err(ConstraintError::new(format!("/groups/{at}"), detail));
        }
        Ok(Self { groups })
    }

    fn values(&self) -> FieldValues {
        FieldValues::default().and("groups", FieldValue::CellLists(self.groups.clone()))
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let sorted = |cells: &[Cell]| {
            let mut digits: Vec<i64> = cells.iter().map(|&cell| digits(cell)).collect();
            digits.sort_unstable();
            digits
        };
        self.groups.windows(2).all(|pair| sorted(&pair[0]) == sorted(&pair[1]))
    }

    /// Compares each group with the first one, without the cells that are in both.
    fn add_parts(&self, parts: &mut NetworkBuilder, surroundings: &Surroundings<'_>) {
        let [first, others @ ..] = self.groups.as_slice() else { return };
        for group in others {
            match (&without(first, group)[..], &without(group, first)[..]) {
                ([], _) => {}
                (&[one], &[other]) => parts.relate_all([[one, other]], |one, other| one == other),
                (one, other) => parts.part(if surroundings.are_in_house(one) {
                    SameCounts::of_house(one, other)
                } else if surroundings.are_in_house(other) {
                    SameCounts::of_house(other, one)
                } else {
                    SameCounts::new(one, other)
                }),
            }
        }
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        drawing.shapes.extend(self.groups.iter().map(|cells| Shape::Area { cells: cells.clone() }));
        let groups: Vec<String> = self.groups.iter().map(|cells| surroundings.cell_names(cells)).collect();
        drawing.captions.push(format!("Same digits, in any order: {}.", groups.join(" = ")));
    }

    fn cells(&self) -> Vec<Cell> {
        self.groups.concat()
    }
}
