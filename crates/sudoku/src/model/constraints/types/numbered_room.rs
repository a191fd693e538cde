//! Numbered rooms: a digit in the place that the first digit of a line says.

use crate::model::constraints::prelude::*;

/// Cells whose first digit is the place of another digit.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct NumberedRoom {
    /// The cells, in the order in which they are looked at.
    pub cells: Vec<Cell>,
    /// The digit.
    pub digit: i64,
}

impl Definition for NumberedRoom {
    const NAME: &'static str = "numbered_room";
    const MEANING: &'static str =
        "The first digit is the place among the cells, counted from 1, that has the digit.";
    const FIELDS: &'static [Field] = &[
        Field::SEEN_CELLS,
        Field::LINE,
        Field::FROM,
        Field::new("digit", FieldKind::Number { range: [1, 36] }, "The digit in that place.").or(&["value"]),
    ];
    const EXAMPLE: &'static str = r#"{"type": "numbered_room", "line": "r3", "from": "right", "digit": 7}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("numberedrooms")];
    const DEPENDS_ON_VALUES: bool = true;

    fn from_values(values: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let cells = seen_cells(values, surroundings, Direction::Matters)?;
        Ok(Self { cells, digit: values.number("digit").unwrap_or_default() })
    }

    fn values(&self) -> FieldValues {
        clue_values(&self.cells, "digit", self.digit)
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let place = self.cells.first().map_or(0, |&first| digits(first));
        let room = usize::try_from(place - 1).ok().and_then(|place| self.cells.get(place));
        room.is_some_and(|&cell| digits(cell) == self.digit)
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        let length = self.cells.len() as i64;
        // A state is the place of the digit; `None` after it.
        let step = |&room: &Option<i64>, place: usize, digit: i64| {
            let (here, room) = (place as i64 + 1, if place == 0 { Some(digit) } else { room });
            match room {
                Some(room) if room > length || room == here && digit != self.digit => None,
                Some(room) if room > here => Some(Some(room)),
                _ => Some(None),
            }
        };
        parts.automaton(&self.cells, 1, Some(0), step, Option::is_none);
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        let meaning = "the first digit is the place of the number";
        draw_clue(drawing, surroundings, &self.cells, self.digit.to_string(), meaning);
    }
}
