//! Rule of the whole grid: each remainder by 3 in each square.

use std::collections::BTreeSet;

use crate::model::constraints::prelude::*;

/// Each square of two rows and two columns has a digit of each remainder by 3.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GlobalModular;

impl Definition for GlobalModular {
    const NAME: &'static str = "global_modular";
    const MEANING: &'static str = "Each square of two rows and two columns has a digit of each remainder by 3: one of 1, 4, 7, one of 2, 5, 8 and one of 3, 6, 9 in a 9x9.";
    const FIELDS: &'static [Field] = &[];
    const EXAMPLE: &'static str = r#"{"type": "global_modular"}"#;

    fn from_values(_: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        need_three_digits(Self, surroundings)
    }

    fn holds(&self, digits: Digits<'_>, surroundings: &Surroundings<'_>) -> bool {
        surroundings.squares().all(|cells| {
            let kinds: BTreeSet<_> = cells.iter().map(|&cell| digits(cell) % 3).collect();
            kinds.len() == 3
        })
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, surroundings: &Surroundings<'_>) {
        let size = surroundings.digits;
        let kind = |kind| Digit::all(size).filter(|digit| digit.value() % 3 == kind).collect::<DigitSet>();
        let kinds = [kind(0), kind(1), kind(2)];
        for cells in surroundings.squares() {
            let tally = Tally::new(cells.to_vec());
            parts.part(kinds.iter().fold(tally, |tally, &digits| tally.at_least(1, digits)));
        }
    }

    fn draw(&self, drawing: &mut Drawing, _: &Surroundings<'_>) {
        drawing.captions.push("Each 2x2 square has a digit of each remainder by 3.".to_owned());
    }
}
