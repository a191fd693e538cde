//! Capacity of the queue: a number, or `"auto"`.

use std::fmt;

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// Capacity of the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueMax {
    /// Proportional to the number of solver threads.
    Auto,
    /// This many questions.
    Fixed(usize),
}

impl Serialize for QueueMax {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Auto => serializer.serialize_str("auto"),
            Self::Fixed(capacity) => serializer.serialize_u64(*capacity as u64),
        }
    }
}

impl<'de> Deserialize<'de> for QueueMax {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(QueueMaxVisitor)
    }
}

struct QueueMaxVisitor;

impl Visitor<'_> for QueueMaxVisitor {
    type Value = QueueMax;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number or \"auto\"")
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<QueueMax, E> {
        usize::try_from(value)
            .map(QueueMax::Fixed)
            .map_err(|_| E::invalid_value(de::Unexpected::Signed(value), &self))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<QueueMax, E> {
        usize::try_from(value)
            .map(QueueMax::Fixed)
            .map_err(|_| E::invalid_value(de::Unexpected::Unsigned(value), &self))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<QueueMax, E> {
        if value == "auto" {
            return Ok(QueueMax::Auto);
        }
        Err(E::invalid_value(de::Unexpected::Str(value), &self))
    }
}
