//! Skyscrapers: the number of digits that are visible from one end of a line.

use crate::model::constraints::prelude::*;

/// Cells of which a number are visible: larger than all before them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Skyscraper {
    /// The cells, in the order in which they are looked at.
    pub cells: Vec<Cell>,
    /// The count.
    pub count: i64,
}

impl Definition for Skyscraper {
    const NAME: &'static str = "skyscraper";
    const MEANING: &'static str = "As many digits as the count are larger than all digits before them: buildings that are visible from outside.";
    const FIELDS: &'static [Field] = &[
        Field::SEEN_CELLS,
        Field::LINE,
        Field::FROM,
        Field::new("count", FieldKind::Number { range: [1, 36] }, "The number of visible digits.")
            .or(&["value"]),
    ];
    const EXAMPLE: &'static str = r#"{"type": "skyscraper", "line": "c2", "from": "top", "count": 4}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("skyscrapers")];
    const FPUZZLES: &'static [FpuzzlesMember] =
        &[FpuzzlesMember::entries_with("skyscraper", EntryCells::Outside, EntryValue::number("count"))];

    fn from_values(values: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let cells = seen_cells(values, surroundings, Direction::Matters)?;
        Ok(Self { cells, count: values.number("count").unwrap_or_default() })
    }

    fn values(&self) -> FieldValues {
        clue_values(&self.cells, "count", self.count)
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let is_visible = |place: &usize| {
            let height = digits(self.cells[*place]);
            self.cells[..*place].iter().all(|&before| digits(before) < height)
        };
        (0..self.cells.len()).filter(is_visible).count() as i64 == self.count
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, _: &Surroundings<'_>) {
        // A state is the largest digit so far, and the number of visible ones.
        let step = |&(largest, count): &(i64, i64), _: usize, digit: i64| {
            let next = if digit > largest { (digit, count + 1) } else { (largest, count) };
            (next.1 <= self.count).then_some(next)
        };
        parts.automaton(&self.cells, 1, (0, 0), step, |&(_, count)| count == self.count);
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        let meaning = "so many digits are larger than all digits before them";
        draw_clue(drawing, surroundings, &self.cells, self.count.to_string(), meaning);
    }
}
