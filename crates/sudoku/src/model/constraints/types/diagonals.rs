//! Diagonals without repeated digits.

use crate::model::constraints::prelude::*;

/// How its line is drawn.
const LINE: LineStyle = LineStyle::new("#8fb0dc", LineWidth::Thin(1.5), LineEnds::Corners);

/// One or both diagonals of the grid, on which no digit repeats.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Diagonals {
    /// The diagonal from the first cell of the first row on.
    pub main: bool,
    /// The diagonal from the last cell of the first row on.
    pub anti: bool,
}

impl Diagonals {
    /// Both diagonals.
    pub const BOTH: Self = Self { main: true, anti: true };

    /// The diagonal from the first cell of the first row on.
    pub const MAIN: Self = Self { main: true, anti: false };

    /// The diagonal from the last cell of the first row on.
    pub const ANTI: Self = Self { main: false, anti: true };
}

impl Definition for Diagonals {
    const NAME: &'static str = "diagonals";
    const MEANING: &'static str = "No digit repeats on the diagonals.";
    const FIELDS: &'static [Field] = &[Field::new(
        "which",
        FieldKind::Words(&["main", "anti"]),
        "`main` starts at the top left, `anti` at the top right. Default: both.",
    )
    .optional()];
    const EXAMPLE: &'static str = r#"{"type": "diagonals", "which": ["main", "anti"]}"#;
    const OTHER_NAMES: &'static [OtherName] = &[
        OtherName::new("diagonal"),
        OtherName::new("xsudoku"),
        OtherName::new("sudokux"),
        OtherName::new("xdiagonals"),
    ];
    const FPUZZLES: &'static [FpuzzlesMember] = &[
        FpuzzlesMember::new("diagonal-", MemberForm::Word { field: "which", word: "main" }),
        FpuzzlesMember::new("diagonal+", MemberForm::Word { field: "which", word: "anti" }),
    ];

    fn from_values(values: &FieldValues, _: &Surroundings<'_>) -> Result<Self, ConstraintError> {
        let has = |name| values.words("which").is_none_or(|words| words.contains(&name));
        Ok(Self { main: has("main"), anti: has("anti") })
    }

    fn values(&self) -> FieldValues {
        let which = [(self.main, "main"), (self.anti, "anti")];
        let words = which.into_iter().filter(|(is_set, _)| *is_set).map(|(_, word)| word).collect();
        FieldValues::default().and("which", FieldValue::Words(words))
    }

    /// Cells of each diagonal.
    fn groups(&self, surroundings: &Surroundings<'_>) -> impl Iterator<Item = Vec<Cell>> {
        let size = surroundings.digits;
        let (has_main, has_anti) = (self.main, self.anti);
        surroundings.grid_offsets().flat_map(move |(down, right)| {
            let line = |column: &dyn Fn(usize) -> usize| {
                (1..=size).filter_map(|row| surroundings.cell(down + row, right + column(row))).collect()
            };
            let main = has_main.then(|| line(&|row| row));
            let anti = has_anti.then(|| line(&|row| size + 1 - row));
            main.into_iter().chain(anti)
        })
    }

    fn draw(&self, drawing: &mut Drawing, surroundings: &Surroundings<'_>) {
        let lines = self.groups(surroundings);
        drawing.shapes.extend(lines.map(|cells| Shape::Line { cells, style: LINE }));
    }
}
