//! Non-consecutive: neighbours differ by more than one.

use crate::model::constraints::prelude::*;

/// Cells that share a side do not have consecutive digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NonConsecutive;

impl Definition for NonConsecutive {
    const NAME: &'static str = "non_consecutive";
    const MEANING: &'static str = "Cells that share a side do not have consecutive digits.";
    const FIELDS: &'static [Field] = &[];
    const EXAMPLE: &'static str = r#"{"type": "non_consecutive"}"#;
    const FPUZZLES: &'static [FpuzzlesMember] =
        &[FpuzzlesMember::new("nonconsecutive", MemberForm::FlagWithoutDots)];

    fn from_values(_: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self)
    }

    fn pairs(&self, surroundings: &Surroundings<'_>) -> impl Iterator<Item = [Cell; 2]> {
        surroundings.neighbours()
    }

    fn allows(&self, one: i64, other: i64) -> bool {
        (one - other).abs() != 1
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.captions.push("Neighbours do not have consecutive digits.".to_owned());
    }
}
