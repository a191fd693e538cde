//! Names of constraint types in f-puzzles, as data: the engines read no JSON.

/// Member of the object of f-puzzles that holds constraints of a type. Other programs, such as SudokuPad, read the same object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FpuzzlesMember {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub form: MemberForm,
}

/// What a member holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberForm {
    /// `true`, for the only constraint of the type.
    Flag,
    /// As [`Flag`](Self::Flag). Beside dots, the member is a negative constraint instead.
    FlagWithoutDots,
    /// `true`, which adds a word to a field of the only constraint of the type.
    Word {
        /// The field.
        field: &'static str,
        /// The word.
        word: &'static str,
    },
    /// A list of names of other members, whose signs are all drawn.
    Negative,
    /// A list of objects with one `cell`, which together are a constraint.
    Marks,
    /// As [`Marks`](Self::Marks). The marks of two constraints mean something else together.
    MarksOfOne,
    /// A list of objects.
    Entries {
        /// Where each of them has its constraints.
        form: EntryCells,
        /// What it has as `value`, if anything.
        value: Option<EntryValue>,
    },
}

/// Where an entry of a member has its constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryCells {
    /// One, with the cells in `cells`.
    Cells,
    /// As [`Cells`](Self::Cells), with two cells that share a side.
    Sign,
    /// As [`Cells`](Self::Cells), with as many cells as a row has.
    Region {
        /// The type of a constraint with fewer cells.
        smaller: &'static str,
    },
    /// As [`Cells`](Self::Cells), with digits in `values`. Without digits it means nothing.
    Digits {
        /// The field of the digits.
        digits: &'static str,
    },
    /// As [`Cells`](Self::Cells), for constraints with a word in a field.
    CellsWith {
        /// The field.
        field: &'static str,
        /// The word.
        word: &'static str,
    },
    /// One, along a diagonal that begins at a `cell` outside of the grid, in its `direction`. Without a value other than 0 it means nothing.
    Diagonal {
        /// The field of the first cell in the grid.
        from: &'static str,
        /// The field of the direction.
        direction: &'static str,
        /// The directions and their words in the field: `D` or `U`, then `R` or `L`.
        words: &'static [(&'static str, &'static str)],
    },
    /// One for each list of cells in `lines`.
    Lines,
    /// As [`Lines`](Self::Lines), for constraints with a number in a field.
    LinesWith {
        /// The field.
        field: &'static str,
        /// The number.
        number: i64,
    },
    /// One for each list of cells in `lines`, which begins in the circle, whose cells are in `cells`.
    Shafts {
        /// The field of the circle.
        circle: &'static str,
    },
    /// One, with the row or the column that begins beside `cell`, a place outside of the grid such as `R0C3`. Without a value it means nothing.
    Outside,
    /// One, with the cells in `cells` and their copy in `cloneCells`.
    Copies {
        /// The field of the copies.
        copies: &'static str,
    },
}

/// The `value` of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryValue {
    /// The field of the constraint that has it.
    pub field: &'static str,
    /// The words that it must be, with their numbers. If there are none, it is a number, or left out for the default of the field.
    pub words: &'static [(&'static str, i64)],
}

impl EntryValue {
    /// A number.
    pub(crate) const fn number(field: &'static str) -> Self {
        Self { field, words: &[] }
    }
}

impl FpuzzlesMember {
    pub(crate) const fn new(name: &'static str, form: MemberForm) -> Self {
        Self { name, form }
    }

    /// A list of objects without a value.
    pub(crate) const fn entries(name: &'static str, form: EntryCells) -> Self {
        Self { name, form: MemberForm::Entries { form, value: None } }
    }

    /// A list of objects with a value.
    pub(crate) const fn entries_with(name: &'static str, form: EntryCells, value: EntryValue) -> Self {
        Self { name, form: MemberForm::Entries { form, value: Some(value) } }
    }
}
