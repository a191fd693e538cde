//! Non-consecutive: neighbours differ by more than one.

use crate::model::constraints::prelude::*;

/// Cells that share a side do not have consecutive digits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NonConsecutive;

impl NonConsecutive {
    fn pairs<'a>(surroundings: &'a Surroundings<'a>) -> impl Iterator<Item = [Cell; 2]> + 'a {
        surroundings.neighbours()
    }

    fn allows(a: i64, b: i64) -> bool {
        (a - b).abs() != 1
    }
}

impl Definition for NonConsecutive {
    const NAME: &'static str = "non_consecutive";
    const MEANING: &'static str = "Cells that share a side do not have consecutive digits.";
    const FIELDS: &'static [Field] = &[];
    const EXAMPLE: &'static str = r#"{"type": "non_consecutive"}"#;
    const FPUZZLES: &'static [FpuzzlesMember] =
        &[FpuzzlesMember::new("nonconsecutive", MemberForm::FlagWithoutDots)];

    fn new(_: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        Ok(Self)
    }

    fn holds(&self, digits: Digits<'_>, surroundings: &Surroundings<'_>) -> bool {
        Self::pairs(surroundings).all(|[one, other]| Self::allows(digits(one), digits(other)))
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, surroundings: &Surroundings<'_>) {
        parts.relate_all(Self::pairs(surroundings), |a, b| Self::allows(a as i64, b as i64));
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.captions.push("Neighbours do not have consecutive digits.".to_owned());
    }
}
