//! X-sums: the sum of as many digits as the first one says.

use crate::model::constraints::prelude::*;

/// Cells of which the first ones, as many as the first digit says, add up to a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct XSum {
    /// The cells, in the order in which they are looked at.
    pub cells: Vec<Cell>,
    /// The sum.
    pub sum: i64,
}

impl Definition for XSum {
    const NAME: &'static str = "x_sum";
    const MEANING: &'static str = "The first X digits, with the first one, X, add up to the sum.";
    const FIELDS: &'static [Field] = &[
        Field::SEEN_CELLS,
        Field::LINE,
        Field::FROM,
        Field::new("sum", FieldKind::Number { range: [1, 100_000] }, "The sum.").or(&["value"]),
    ];
    const EXAMPLE: &'static str = r#"{"type": "x_sum", "line": "r3", "from": "left", "sum": 15}"#;
    const OTHER_NAMES: &'static [OtherName] = &[OtherName::new("xsums")];
    const DEPENDS_ON_VALUES: bool = true;
    const FPUZZLES: &'static [FpuzzlesMember] =
        &[FpuzzlesMember::entries_with("xsum", EntryCells::Outside, EntryValue::number("sum"))];

    fn from_values(values: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let cells = seen_cells(values, surroundings, Direction::Matters)?;
        Ok(Self { cells, sum: values.number("sum").unwrap_or_default() })
    }

    fn values(&self) -> FieldValues {
        clue_values(&self.cells, "sum", self.sum)
    }

    fn holds(&self, digits: Digits<'_>, _: &Surroundings<'_>) -> bool {
        let count = self.cells.first().map_or(0, |&first| digits(first));
        let added = usize::try_from(count).ok().and_then(|count| self.cells.get(..count));
        added.is_some_and(|cells| cells.iter().map(|&cell| digits(cell)).sum::<i64>() == self.sum)
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, surroundings: &Surroundings<'_>) {
        let (length, largest) = (self.cells.len() as i64, surroundings.digits as i64);
        let are_different = surroundings.are_in_house(&self.cells);
        let is_possible =
            |count: i64| count <= length && (!are_different || can_add_up(count, [1, largest], self.sum));
        // A state is the number of digits that are to be added, and their sum.
        let step = |&(count, sum): &(i64, i64), place: usize, digit: i64| {
            let next = match count {
                _ if place == 0 && !is_possible(digit) => return None,
                _ if place == 0 => (digit - 1, sum - digit),
                0 => (0, 0),
                _ => (count - 1, sum - digit),
            };
            (next.0..=next.0 * largest).contains(&next.1).then_some(next)
        };
        parts.automaton(&self.cells, 1, (0, self.sum), step, |&state| state == (0, 0));
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        let meaning = "as many digits as the first one says, with it, add up to the number";
        draw_clue(drawing, surroundings, &self.cells, self.sum.to_string(), meaning);
    }
}
