//! Values of options: their JSON, their text and their schemas.

use std::fmt::Debug;
use std::num::NonZeroU64;

use quadrille_sudoku::BoxShape;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, OneOfBuilder, SchemaFormat, Type};
use utoipa::openapi::{RefOr, Schema};

use super::read::read_object;
use super::schema::{Components, component};
use super::{Fields, Given, Place};
use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::box_size::BoxSize;
use crate::wire::json::Json;
use crate::wire::request::number::{ALL, integer, integer_text, limit, limit_fault, range_fault};

/// The largest integer that every JSON implementation represents exactly, 2^53 - 1. No option is larger.
pub const COUNT_MAX: u64 = (1 << 53) - 1;

/// Type of an option.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the type of an option",
    note = "implement `OptionValue` for it: JSON, text and schema"
)]
pub trait OptionValue: Clone + Debug + Send + Sync + 'static {
    /// Reads a member that is not null; `None`, with a fault, if it is invalid.
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self>;

    /// Reads a parameter; `None`, with a fault, if it is invalid. By default, it is read as a JSON string.
    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        Self::from_json(Json::String(text.to_owned()), location, faults)
    }

    /// Whether the value names digits, which have another meaning beside a puzzle whose digits begin with 0.
    fn names_digits(&self) -> bool {
        false
    }

    /// Returns the schema of the JSON value, and adds the components to which it refers.
    fn schema(components: &mut Components) -> RefOr<Schema>;

    /// Returns the schema of the text, by default the schema of the JSON value.
    fn text_schema(components: &mut Components) -> RefOr<Schema> {
        Self::schema(components)
    }
}

/// Returns the value, or pushes the fault.
pub(crate) fn or_fault<T>(
    value: Option<T>,
    location: &Location,
    faults: &mut Faults,
    fault: impl FnOnce() -> Fault,
) -> Option<T> {
    if value.is_none() {
        faults.push(|| fault().at(location));
    }
    value
}

/// The fault of a JSON value of another type than `expected`.
pub(crate) fn wrong_type(json: &Json, expected: &str) -> Fault {
    Fault::new(FaultCode::WrongType, format!("must be {expected}, not {}", json.kind()))
}

/// Whole number from `MIN` to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whole<const MIN: u64, const MAX: u64>(pub u64);

/// Positive whole number up to `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Positive<const MAX: u64>(pub NonZeroU64);

/// Number of solutions from 1 to `MAX`, or `all`, which is `MAX`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolutionLimit<const MAX: u64>(pub NonZeroU64);

/// Seed of random numbers.
pub type Seed = Whole<0, COUNT_MAX>;

impl<const MIN: u64, const MAX: u64> OptionValue for Whole<MIN, MAX> {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        integer(&json, location, &(MIN..=MAX), faults).map(Self)
    }

    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        let value = integer_text(text, &(MIN..=MAX)).map(Self);
        or_fault(value, location, faults, || range_fault(&(MIN..=MAX)))
    }

    fn schema(_: &mut Components) -> RefOr<Schema> {
        integer_schema(MIN, MAX).schema_type(Type::Integer).into()
    }
}

impl<const MAX: u64> OptionValue for Positive<MAX> {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        let value = Whole::<1, MAX>::from_json(json, location, faults)?;
        NonZeroU64::new(value.0).map(Self)
    }

    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        let value = Whole::<1, MAX>::from_text(text, location, faults)?;
        NonZeroU64::new(value.0).map(Self)
    }

    fn schema(components: &mut Components) -> RefOr<Schema> {
        Whole::<1, MAX>::schema(components)
    }
}

impl<const MAX: u64> OptionValue for SolutionLimit<MAX> {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        limit(&json, location, MAX, faults).and_then(NonZeroU64::new).map(Self)
    }

    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        let value = if text == ALL { Some(MAX) } else { integer_text(text, &(1..=MAX)) };
        or_fault(value, location, faults, || limit_fault(MAX)).and_then(NonZeroU64::new).map(Self)
    }

    fn schema(_: &mut Components) -> RefOr<Schema> {
        let all = ObjectBuilder::new().schema_type(Type::String).pattern(Some(format!("^{ALL}$")));
        OneOfBuilder::new().item(integer_schema(1, MAX).schema_type(Type::Integer)).item(all).into()
    }
}

impl<const MAX: u64> From<Positive<MAX>> for NonZeroU64 {
    fn from(number: Positive<MAX>) -> Self {
        number.0
    }
}

impl<const MAX: u64> From<SolutionLimit<MAX>> for NonZeroU64 {
    fn from(limit: SolutionLimit<MAX>) -> Self {
        limit.0
    }
}

fn integer_schema(min: u64, max: u64) -> ObjectBuilder {
    let format = SchemaFormat::KnownFormat(KnownFormat::Int64);
    ObjectBuilder::new().format(Some(format)).minimum(Some(min)).maximum(Some(max))
}

impl OptionValue for bool {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        let value = if let Json::Bool(value) = json { Some(value) } else { None };
        or_fault(value, location, faults, || wrong_type(&json, "true or false"))
    }

    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        or_fault(text.parse().ok(), location, faults, || {
            Fault::new(FaultCode::OutOfRange, "must be true or false")
        })
    }

    fn schema(_: &mut Components) -> RefOr<Schema> {
        RefOr::from(ObjectBuilder::new().schema_type(Type::Boolean))
    }
}

/// Width and height of a box, as members of an object.
#[derive(Clone, Debug, Default, Fields)]
struct BoxSides {
    /// Columns of a box.
    width: Given<Whole<1, 36>>,
    /// Rows of a box.
    height: Given<Whole<1, 36>>,
}

impl OptionValue for BoxShape {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        let mut sides = BoxSides::default();
        if !read_object(&mut sides, json, Place::Body, location, faults) {
            return None;
        }
        let mut side = |name: &str, side: &Given<Whole<1, 36>>| {
            if !side.is_given() {
                faults.add(FaultCode::MissingField, location, || {
                    format!("`{name}` is missing: a box has `width` and `height`")
                });
            }
            side.get().map(|Whole(side)| *side as usize)
        };
        let (width, height) = (side("width", &sides.width), side("height", &sides.height));
        Some(Self { width: width?, height: height? })
    }

    /// Reads `3x2`.
    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        let side = |text: &str| integer_text(text, &(1..=36)).map(|side| side as usize);
        let shape = text
            .split_once('x')
            .and_then(|(width, height)| Some(Self { width: side(width)?, height: side(height)? }));
        or_fault(shape, location, faults, || {
            Fault::new(FaultCode::OutOfRange, "must be width x height, such as 3x2, each from 1 to 36")
        })
    }

    fn schema(components: &mut Components) -> RefOr<Schema> {
        component::<BoxSize>(components)
    }

    fn text_schema(_: &mut Components) -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::String).pattern(Some("^[1-9][0-9]?x[1-9][0-9]?$")).into()
    }
}

/// Option that is one of a few names.
pub(crate) trait NamedValue: Copy + Debug + PartialEq + Send + Sync + 'static {
    /// All values, with their names.
    fn names() -> Vec<(&'static str, Self)>;

    /// Returns the name of the value.
    fn name(self) -> &'static str {
        Self::names().into_iter().find(|(_, value)| *value == self).map_or("", |(name, _)| name)
    }

    /// Returns the value with this name.
    fn named(name: &str) -> Option<Self> {
        Self::names().into_iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

/// Implements [`OptionValue`] for values that are one of a few names.
macro_rules! named_values {
    ($($value:ty: $($name:literal $variant:expr),+;)+) => {$(
        impl $crate::wire::request::NamedValue for $value {
            fn names() -> Vec<(&'static str, Self)> {
                vec![$(($name, $variant)),+]
            }
        }

        impl $crate::wire::request::OptionValue for $value {
            fn from_json(
                json: $crate::wire::json::Json,
                location: &$crate::faults::Location,
                faults: &mut $crate::faults::Faults,
            ) -> Option<Self> {
                $crate::wire::request::name_from_json(&json, location, faults)
            }

            fn from_text(
                text: &str,
                location: &$crate::faults::Location,
                faults: &mut $crate::faults::Faults,
            ) -> Option<Self> {
                $crate::wire::request::name_from_text(text, location, faults)
            }

            fn schema(
                _: &mut $crate::wire::request::Components,
            ) -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $crate::wire::request::name_schema::<Self>()
            }
        }
    )+};
}

pub(crate) use named_values;

/// Reads a name; `None`, with a fault, if it is none of them.
pub(crate) fn name_from_text<T: NamedValue>(
    text: &str,
    location: &Location,
    faults: &mut Faults,
) -> Option<T> {
    or_fault(T::named(text), location, faults, names_fault::<T>)
}

/// Reads a string that is a name; `None`, with a fault, if it is none of them.
pub(crate) fn name_from_json<T: NamedValue>(
    json: &Json,
    location: &Location,
    faults: &mut Faults,
) -> Option<T> {
    let value = if let Json::String(name) = json { T::named(name) } else { None };
    or_fault(value, location, faults, names_fault::<T>)
}

/// The schema of a name.
pub(crate) fn name_schema<T: NamedValue>() -> RefOr<Schema> {
    let names: Vec<_> = T::names().into_iter().map(|(name, _)| name).collect();
    let pattern =
        if let [name] = names[..] { format!("^{name}$") } else { format!("^({})$", names.join("|")) };
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern)).into()
}

fn names_fault<T: NamedValue>() -> Fault {
    let names: Vec<_> = T::names().into_iter().map(|(name, _)| name).collect();
    let detail = match names[..] {
        [ref others @ .., last] if !others.is_empty() => format!("must be {} or {last}", others.join(", ")),
        _ => format!("must be {}", names.join(", ")),
    };
    Fault::new(FaultCode::OutOfRange, detail)
}
