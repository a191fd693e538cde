//! Rule of the whole grid: low, middle and high digits in each square.

use std::collections::BTreeSet;

use crate::model::constraints::prelude::*;

/// Each square of two rows and two columns has a low, a middle and a high digit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GlobalEntropy;

impl Definition for GlobalEntropy {
    const NAME: &'static str = "global_entropy";
    const MEANING: &'static str = "Each square of two rows and two columns has a low, a middle and a high digit: 1 to 3, 4 to 6 and 7 to 9 in a 9x9. In other sizes the digits are in three parts, of which the low and the high one are equal.";
    const FIELDS: &'static [Field] = &[];
    const EXAMPLE: &'static str = r#"{"type": "global_entropy"}"#;
    const DEPENDS_ON_VALUES: bool = true;

    fn from_values(_: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        need_three_digits(Self, surroundings)
    }

    fn holds(&self, digits: Digits<'_>, surroundings: &Surroundings<'_>) -> bool {
        let size = surroundings.digits;
        surroundings.squares().all(|cells| {
            let kinds: BTreeSet<_> = cells.iter().map(|&cell| third_of(digits(cell), size)).collect();
            kinds.len() == 3
        })
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, surroundings: &Surroundings<'_>) {
        let size = surroundings.digits;
        let kind = |kind| {
            Digit::all(size)
                .filter(|digit| third_of(digit.value() as i64, size) == kind)
                .collect::<DigitSet>()
        };
        let kinds = [kind(0), kind(1), kind(2)];
        for cells in surroundings.squares() {
            let tally = Tally::new(cells.to_vec());
            parts.part(kinds.iter().fold(tally, |tally, &digits| tally.at_least(1, digits)));
        }
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.captions.push("Each 2x2 square has a low, a middle and a high digit.".to_owned());
    }
}
