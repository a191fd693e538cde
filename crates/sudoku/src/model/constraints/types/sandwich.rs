//! Sandwiches: the sum between the smallest and the largest digit of a line.

use crate::model::constraints::prelude::*;

/// Cells whose digits between the 1 and the largest digit add up to a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Sandwich {
    /// The cells, in the order in which they are looked at.
    pub cells: Vec<Cell>,
    /// The sum.
    pub sum: i64,
}

/// State of a line after some of its digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Slice {
    Before,
    /// After the first of the two digits, with the sum since then.
    Between {
        crust: i64,
        sum: i64,
    },
    After,
}

impl Sandwich {
    /// Restricts the number of digits between the 1 and the largest one to those with which different digits have the sum.
    fn add_distances(&self, parts: &mut NetworkBuilder, largest: i64) {
        // A state is the number of digits since the first of the two; `None` after the second one.
        let step = |&count: &Option<i64>, _: usize, digit: i64| match (count, digit == 1 || digit == largest)
        {
            (Some(-1) | None, false) => Some(count),
            (Some(count), false) => Some(Some(count + 1)),
            (Some(-1), true) => Some(Some(0)),
            (Some(count), true) if can_add_up(count, [2, largest - 1], self.sum) => Some(None),
            (_, true) => None,
        };
        parts.automaton(&self.cells, 1, Some(-1), step, Option::is_none);
    }
}

impl Definition for Sandwich {
    const NAME: &'static str = "sandwich";
    const MEANING: &'static str = "The digits between the 1 and the largest digit of the grid, which are both once among the cells, add up to the sum. A sum of 0 is a clue.";
    const FIELDS: &'static [Field] = &[
        Field::SEEN_CELLS,
        Field::LINE,
        Field::FROM,
        Field::new(
            "sum",
            FieldKind::Number { range: [0, 100_000] },
            "The sum; 0 if the two digits are neighbours.",
        )
        .or(&["value"]),
    ];
    const EXAMPLE: &'static str = r#"{"type": "sandwich", "line": "r3", "sum": 12}"#;
    const OTHER_NAMES: &'static [OtherName] =
        &[OtherName::new("sandwiches"), OtherName::new("sandwichsum"), OtherName::new("sandwichsums")];
    const DEPENDS_ON_VALUES: bool = true;
    const FPUZZLES: &'static [FpuzzlesMember] =
        &[FpuzzlesMember::entries_with("sandwichsum", EntryCells::Outside, EntryValue::number("sum"))];

    fn from_values(values: &FieldValues, surroundings: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let cells = seen_cells(values, surroundings, Direction::DoesNotMatter)?;
        Ok(Self { cells, sum: values.number("sum").unwrap_or_default() })
    }

    fn values(&self) -> FieldValues {
        clue_values(&self.cells, "sum", self.sum)
    }

    fn holds(&self, digits: Digits<'_>, surroundings: &Surroundings<'_>) -> bool {
        let word: Vec<i64> = self.cells.iter().map(|&cell| digits(cell)).collect();
        let largest = surroundings.digits as i64;
        let places =
            |digit: i64| -> Vec<usize> { (0..word.len()).filter(|&place| word[place] == digit).collect() };
        match (&places(1)[..], &places(largest)[..]) {
            (&[one], &[other]) if one != other => {
                word[one.min(other) + 1..one.max(other)].iter().sum::<i64>() == self.sum
            }
            _ => false,
        }
    }

    fn add_parts(&self, parts: &mut NetworkBuilder, surroundings: &Surroundings<'_>) {
        let largest = surroundings.digits as i64;
        let step = |&slice: &Slice, _: usize, digit: i64| match (slice, digit == 1 || digit == largest) {
            (Slice::Before, true) => Some(Slice::Between { crust: digit, sum: 0 }),
            (Slice::Between { crust, sum }, true) if digit != crust && sum == self.sum => Some(Slice::After),
            (Slice::Between { crust, sum }, false) if sum + digit <= self.sum => {
                Some(Slice::Between { crust, sum: sum + digit })
            }
            (Slice::Between { .. }, _) | (Slice::After, true) => None,
            (Slice::Before | Slice::After, false) => Some(slice),
        };
        parts.automaton(&self.cells, 1, Slice::Before, step, |&slice| slice == Slice::After);
        if surroundings.are_in_house(&self.cells) {
            self.add_distances(parts, largest);
        }
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        let meaning = "digits between the 1 and the largest digit add up to the number";
        draw_clue(drawing, surroundings, &self.cells, self.sum.to_string(), meaning);
    }
}
