//! Languages of the sentences about steps.

use std::fmt;
use std::str::FromStr;

use super::german;
use crate::model::{HouseKind, NameError};

/// Language of the sentences about steps.
///
/// To add a language: add a variant, its words here, and a file with its templates as `german.rs`. The compiler and the tests of this
/// file name what is missing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Language {
    /// English.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// All languages.
    pub const ALL: &'static [Self] = &[Self::English, Self::German];

    /// The code of ISO 639-1, such as `en`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// The name of a technique with this English name.
    pub(super) fn technique(self, english: &'static str) -> &'static str {
        match self {
            Self::English => english,
            Self::German => german::technique(english),
        }
    }

    /// The template that says the same as an English one.
    pub(super) fn template(self, english: &str) -> &str {
        match self {
            Self::English => english,
            Self::German => german::template(english),
        }
    }

    pub(super) const fn and(self) -> &'static str {
        match self {
            Self::English => "and",
            Self::German => "und",
        }
    }

    pub(super) const fn or(self) -> &'static str {
        match self {
            Self::English => "or",
            Self::German => "oder",
        }
    }

    pub(super) const fn house(self, kind: HouseKind) -> &'static str {
        match (self, kind) {
            (Self::English, kind) => kind.name(),
            (Self::German, HouseKind::Row) => "Zeile",
            (Self::German, HouseKind::Column) => "Spalte",
            (Self::German, HouseKind::Box) => "Block",
            (Self::German, HouseKind::Region) => "Region",
            (Self::German, HouseKind::Diagonal) => "Diagonale",
            (Self::German, HouseKind::Constraint) => "Regel",
        }
    }

    /// Says to which of several grids a house belongs.
    pub(super) fn of_grid(self, grid: usize) -> String {
        match self {
            Self::English => format!(" of grid {grid}"),
            Self::German => format!(" von Gitter {grid}"),
        }
    }

    /// Says that a digit is in a cell.
    pub(super) fn is(self, cell: &str, digit: &str) -> String {
        match self {
            Self::English => format!("{cell} is {digit}"),
            Self::German => format!("{cell} ist {digit}"),
        }
    }

    /// Says that none of the digits, joined by "or", is in one of `count` cells.
    pub(super) fn cannot_be(self, cells: &str, count: usize, digits: &str) -> String {
        match (self, count) {
            (Self::English, _) => format!("{cells} cannot be {digits}"),
            (Self::German, 1) => format!("{cells} kann nicht {digits} sein"),
            (Self::German, _) => format!("{cells} können nicht {digits} sein"),
        }
    }
}

/// The code.
impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// Reads the code, in upper or lower case.
impl FromStr for Language {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        NameError::find("language", Self::ALL, Self::code, name)
    }
}
