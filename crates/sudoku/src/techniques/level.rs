//! Levels: what a player must know to solve a puzzle.

use std::fmt;
use std::str::FromStr;

use crate::model::NameError;

/// Level of difficulty: the kind of techniques that a puzzle needs. The [score](super::Rating::score) adds the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Full houses, hidden and naked singles.
    Easy,
    /// Intersections, pairs and triples.
    Medium,
    /// Fish, wings, colouring, uniqueness and quads.
    Hard,
    /// Chains and almost locked sets.
    Expert,
    /// Forcing and trials.
    Extreme,
}

impl Level {
    /// All levels, in ascending order.
    pub const ALL: &'static [Self] = &[Self::Easy, Self::Medium, Self::Hard, Self::Expert, Self::Extreme];

    /// The name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
            Self::Extreme => "extreme",
        }
    }
}

/// The name.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the name, in upper or lower case.
impl FromStr for Level {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        NameError::find("level", Self::ALL, Self::name, name)
    }
}
