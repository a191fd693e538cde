//! Formats that a puzzle is converted to.

use quadrille_notation::Format;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::faults::{Faults, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::values::{format_from_json, format_or_fault};
use crate::wire::request::{Components, OptionValue, component};
use crate::wire::schema::schema;

/// Name of [`ConversionFormat::Json`].
const JSON: &str = "json";

/// Value of the option `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConversionFormat {
    /// A text format.
    Text(Format),
    /// The object of requests.
    Json,
}

impl ConversionFormat {
    /// Its name in requests.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text(format) => format.name(),
            Self::Json => JSON,
        }
    }

    /// The format with this name; `None` for unknown names.
    pub fn of_name(name: &str) -> Option<Self> {
        if name == JSON { Some(Self::Json) } else { name.parse().ok().map(Self::Text) }
    }

    /// Names of all formats.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Format::ALL.iter().copied().map(Format::name).chain([JSON])
    }
}

impl Default for ConversionFormat {
    fn default() -> Self {
        Self::Text(Format::Line)
    }
}

impl OptionValue for ConversionFormat {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        format_from_json(&json, location, faults)
    }

    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        format_or_fault(Self::of_name(text), Self::names(), location, faults)
    }

    fn schema(components: &mut Components) -> RefOr<Schema> {
        component::<Self>(components)
    }
}

schema!(
    ConversionFormat,
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(ConversionFormat::names()))
        .description(Some("Name of a text format, or `json`: the object that requests take."))
);
