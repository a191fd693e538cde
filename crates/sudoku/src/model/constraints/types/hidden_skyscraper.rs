//! Hidden skyscrapers: the first digit of a line that a larger one hides.

use crate::model::constraints::prelude::*;

/// Cells whose first digit that is smaller than one before it is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct HiddenSkyscraper {
    /// The cells, in the order in which they are looked at.
    pub cells: Vec<Cell>,
    /// The digit.
    pub digit: i64,
}

impl Definition for HiddenSkyscraper {
    const NAME: &'static str = "hidden_skyscraper";
    const MEANING: &'static str = "The first digit that is smaller than a digit before it is this digit.";
    const FIELDS: &'static [Field] = &[
        Field::SEEN_CELLS,
        Field::LINE,
        Field::FROM,
        Field::new("digit", FieldKind::Number { range: [1, 36] }, "The first hidden digit.").or(&["value"]),
    ];
    const EXAMPLE: &'static str =
        r#"{"type": "hidden_skyscraper", "line": "c2", "from": "bottom", "digit": 3}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("hiddenskyscrapers")];
    const DEPENDS_ON_VALUES: bool = true;

    fn from_values(values: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let cells = seen_cells(values, surroundings, Direction::Matters)?;
        Ok(Self { cells, digit: values.number("digit").unwrap_or_default() })
    }

    fn values(&self) -> FieldValues {
        clue_values(&self.cells, "digit", self.digit)
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let is_hidden = |place: &usize| {
            self.cells[..*place].iter().any(|&before| digits(before) > digits(self.cells[*place]))
        };
        let hidden = (0..self.cells.len()).find(is_hidden);
        hidden.is_some_and(|place| digits(self.cells[place]) == self.digit)
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        // A state is the last digit; `None` after the hidden one.
        let step = |&last: &Option<i64>, _: usize, digit: i64| match last {
            Some(last) if digit >= last => Some(Some(digit)),
            Some(_) if digit != self.digit => None,
            _ => Some(None),
        };
        parts.automaton(&self.cells, 1, Some(0), step, Option::is_none);
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        let meaning = "the first digit that is smaller than one before it is the number";
        draw_clue(drawing, surroundings, &self.cells, self.digit.to_string(), meaning);
    }
}
