//! Groups of cells with one sum.

use crate::model::constraints::prelude::*;

/// Groups of cells whose digits have the same sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct EqualSums {
    /// The groups.
    pub groups: Vec<Vec<Cell>>,
}

impl Definition for EqualSums {
    const NAME: &'static str = "equal_sums";
    const MEANING: &'static str = "The digits of each group of cells, which may repeat, have the same sum.";
    const FIELDS: &'static [Field] = &[Field::groups("Two or more lists of cells.")];
    const EXAMPLE: &'static str =
        r#"{"type": "equal_sums", "groups": [["r1c1", "r1c2"], ["r4c4", "r5c5", "r6c6"]]}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("equalsum")];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self { groups: listed_groups(values)? })
    }

    fn values(&self) -> FieldValues {
        FieldValues::default().and("groups", FieldValue::CellLists(self.groups.clone()))
    }

    fn depends_on_values(&self) -> bool {
        self.groups.windows(2).any(|pair| pair[0].len() != pair[1].len())
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        have_equal_sums(&self.groups, digits)
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        add_equal_sums(&self.groups, parts);
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        drawing.shapes.extend(self.groups.iter().map(|cells| Shape::Area { cells: cells.clone() }));
        let groups: Vec<String> = self.groups.iter().map(|cells| surroundings.cell_names(cells)).collect();
        drawing.captions.push(format!("Same sum: {}.", groups.join(" = ")));
    }

    fn cells(&self) -> Vec<Cell> {
        self.groups.concat()
    }
}
