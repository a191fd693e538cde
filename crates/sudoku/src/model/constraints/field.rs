//! Fields of constraint types.

use crate::model::digit::SIZE_MAX;
use crate::model::layout::CELLS_MAX;

/// Values that a field takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldKind {
    /// A list of cells.
    Cells {
        /// Smallest and largest number of cells.
        count: [usize; 2],
        /// Whether a cell may occur several times.
        may_repeat: bool,
    },
    /// A cell, as a list of one.
    Cell,
    /// A list of lists of cells.
    CellLists,
    /// A whole number.
    Number {
        /// Smallest and largest number.
        range: [i64; 2],
    },
    /// A list of whole numbers.
    Numbers {
        /// Smallest and largest number.
        range: [i64; 2],
    },
    /// A list of lists of digits.
    Tuples {
        /// Smallest and largest number of digits of a list.
        width: [usize; 2],
    },
    /// One of these words.
    Word(&'static [&'static str]),
    /// Some of these words, each once.
    Words(&'static [&'static str]),
    /// A row or a column, such as `r3` or `c2`.
    Line,
    /// A text of up to this many characters.
    Text {
        /// Largest number of characters.
        max: usize,
    },
    /// A list of steps of an automaton.
    Transitions,
    /// A list of relations between two digits, such as `{"difference": 1}`.
    Measures,
    /// A list of up to this many lists of constraints, which have no such field.
    ConstraintLists {
        /// Largest number of lists.
        max: usize,
    },
}

impl FieldKind {
    /// Whether the values are named by a text: cells, rows, columns and words.
    pub(crate) const fn is_named(self) -> bool {
        matches!(
            self,
            Self::Cells { .. } | Self::Cell | Self::CellLists | Self::Word(_) | Self::Words(_) | Self::Line
        )
    }

    /// The kind of value that the field takes, such as `a number`.
    pub(crate) const fn description(self) -> &'static str {
        match self {
            Self::Cells { .. } => "a list of cells",
            Self::Cell => "a cell",
            Self::CellLists => "a list of lists of cells",
            Self::Number { .. } => "a number",
            Self::Numbers { .. } => "a list of numbers",
            Self::Tuples { .. } => "a list of lists of digits",
            Self::Word(_) => "a word",
            Self::Words(_) => "a list of words",
            Self::Line => "a row or a column",
            Self::Text { .. } => "a text",
            Self::Transitions => "a list of transitions",
            Self::Measures => "a list of relations",
            Self::ConstraintLists { .. } => "a list of lists of constraints",
        }
    }
}

/// Field of a constraint type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its meaning, in a sentence.
    pub meaning: &'static str,
    /// Its values.
    pub kind: FieldKind,
    /// Whether it must be given.
    pub is_required: bool,
    /// Names that other programs have for it.
    pub other_names: &'static [&'static str],
    /// Words that stand for numbers, in lower case.
    pub words: &'static [(&'static str, i64)],
}

impl Field {
    /// The cells that a clue outside of the grid is about; the alternative to [`LINE`](Self::LINE).
    pub(crate) const SEEN_CELLS: Self = Self::new(
        "cells",
        FieldKind::Cells { count: [1, CELLS_MAX], may_repeat: false },
        "The cells, in the order in which they are looked at. Give these, or a row or a column as `line`.",
    )
    .optional();

    /// The row or column that a clue outside of the grid is about.
    pub(crate) const LINE: Self = Self::new(
        "line",
        FieldKind::Line,
        "A row such as `r3`, or a column such as `c2`, instead of `cells`.",
    )
    .optional();

    /// The end of a [`LINE`](Self::LINE) at which its clue is.
    pub(crate) const FROM: Self = Self::new(
        "from",
        FieldKind::Word(&["left", "right", "top", "bottom"]),
        "The end of the line from which it is looked at: `left` or `right` of a row, `top` or `bottom` of a column.",
    )
    .optional();

    /// A required field.
    pub(crate) const fn new(name: &'static str, kind: FieldKind, meaning: &'static str) -> Self {
        Self { name, meaning, kind, is_required: true, other_names: &[], words: &[] }
    }

    /// Required cells, each once.
    pub(crate) const fn cells(count_min: usize, meaning: &'static str) -> Self {
        Self::new("cells", FieldKind::Cells { count: [count_min, CELLS_MAX], may_repeat: false }, meaning)
    }

    /// Required cells of a line, which may cross itself.
    pub(crate) const fn line(meaning: &'static str) -> Self {
        Self::new("cells", FieldKind::Cells { count: [2, CELLS_MAX], may_repeat: true }, meaning)
    }

    /// Required lists of cells.
    pub(crate) const fn groups(meaning: &'static str) -> Self {
        Self::new("groups", FieldKind::CellLists, meaning)
    }

    /// Required digits, of which some may repeat.
    pub(crate) const fn digits(meaning: &'static str) -> Self {
        Self::new("digits", FieldKind::Numbers { range: [1, SIZE_MAX as i64] }, meaning)
    }

    /// Two required cells.
    pub(crate) const fn two_cells(meaning: &'static str) -> Self {
        Self::new("cells", FieldKind::Cells { count: [2, 2], may_repeat: false }, meaning)
    }

    /// The field, which other programs name so.
    pub(crate) const fn or(mut self, other_names: &'static [&'static str]) -> Self {
        self.other_names = other_names;
        self
    }

    /// The field, whose numbers may be these words.
    pub(crate) const fn with_words(mut self, words: &'static [(&'static str, i64)]) -> Self {
        self.words = words;
        self
    }

    /// The field, which may be left out.
    pub(crate) const fn optional(mut self) -> Self {
        self.is_required = false;
        self
    }
}
