//! Grids, digits, positions and names; reading of puzzles and rules.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::read;
use super::value::Value;
use crate::generate::ClueSymmetry;
use crate::model::{BoxShape, Cell, Digit, DigitSet, Grid, Position, Puzzle, Rules, Solution};
use crate::techniques::{Language, Level, Technique};
use crate::text::SYMBOL_SIZE_MAX;

/// Reads a value with this function, or, in formats that people do not read, its text.
fn from_value<'de, D: Deserializer<'de>, T: FromStr<Err: fmt::Display>>(
    deserializer: D,
    read: impl FnOnce(&Value) -> Result<T, String>,
) -> Result<T, D::Error> {
    if deserializer.is_human_readable() {
        read(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
    } else {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Writes and reads the texts of `Display` and `FromStr`.
macro_rules! as_text {
    ($($Type:ty),*) => {$(
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}
as_text!(ClueSymmetry, Language, Level, Position, Technique);

impl Serialize for Digit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        u8::from(*self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Digit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::try_from(u8::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl Serialize for DigitSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.digits())
    }
}

impl<'de> Deserialize<'de> for DigitSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Digit>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// The index.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// Reads the index.
impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        u16::deserialize(deserializer).map(Self)
    }
}

/// The text of `Display`; rows of numbers for a 36x36, whose largest digit has no symbol.
impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.square_size() {
            Some(size) if size > SYMBOL_SIZE_MAX && serializer.is_human_readable() => {
                let values: Vec<u8> = self.values().collect();
                serializer.collect_seq(values.chunks(size))
            }
            _ => serializer.collect_str(self),
        }
    }
}

/// Reads a text, rows of numbers, or a list of numbers, in which 0 and null are empty cells.
impl<'de> Deserialize<'de> for Grid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        from_value(deserializer, read::grid)
    }
}

/// The digits as a text. Solutions are not read: [`Solution::certify`] makes one from a grid and its puzzle.
impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.grid().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for BoxShape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        from_value(deserializer, read::box_shape)
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            read::rules(&Value::deserialize(deserializer)?).map_err(D::Error::custom)
        } else {
            read::rules_of_line(&String::deserialize(deserializer)?).map_err(D::Error::custom)
        }
    }
}

/// Reads a text, rows of numbers, a list of numbers, or the object of a request.
impl<'de> Deserialize<'de> for Puzzle {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        from_value(deserializer, read::puzzle)
    }
}
