//! Formats of a picture and of its puzzle, which have one name in a request.

use quadrille_notation::Format;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::faults::{Faults, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::values::{format_from_json, format_or_fault};
use crate::wire::request::{Components, OptionValue};

/// Format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageFormat {
    /// Scalable Vector Graphics.
    Svg,
    /// Portable Network Graphics.
    Png,
}

/// Value of the option `format` of `/render`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RenderFormat {
    /// Format of the picture.
    Image(ImageFormat),
    /// Text format of the puzzle.
    Puzzle(Format),
}

/// Names of the formats of pictures.
const IMAGES: [(&str, ImageFormat); 2] = [("svg", ImageFormat::Svg), ("png", ImageFormat::Png)];

impl RenderFormat {
    /// Returns the text format, if it is one.
    pub fn puzzle(self) -> Option<Format> {
        match self {
            Self::Puzzle(format) => Some(format),
            Self::Image(_) => None,
        }
    }

    fn named(name: &str) -> Option<Self> {
        let image = IMAGES.into_iter().find(|(known, _)| *known == name);
        image.map(|(_, image)| Self::Image(image)).or_else(|| name.parse().ok().map(Self::Puzzle))
    }

    fn names() -> impl Iterator<Item = &'static str> {
        IMAGES.map(|(name, _)| name).into_iter().chain(Format::ALL.iter().copied().map(Format::name))
    }
}

impl OptionValue for RenderFormat {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        format_from_json(&json, location, faults)
    }

    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        format_or_fault(Self::named(text), Self::names(), location, faults)
    }

    fn schema(_: &mut Components) -> RefOr<Schema> {
        RefOr::from(ObjectBuilder::new().schema_type(Type::String).enum_values(Some(Self::names())))
    }
}
