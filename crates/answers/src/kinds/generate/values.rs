//! Values of the options of a generated puzzle: their JSON, their text and their schemas.

use quadrille_sudoku::generate::ClueSymmetry;
use quadrille_sudoku::techniques::Technique;
use serde_json::json;
use utoipa::openapi::schema::{AdditionalProperties, ArrayBuilder, ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::request::object::{meant, object, shown};
use crate::wire::request::{Components, OptionValue, component, or_fault, wrong_type};
use crate::wire::schema::schema;

/// Names of parts of the answer that `include` asks for.
const INCLUDED: [&str; 2] = ["solution", "rating"];

/// Schema of the name of a symmetry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SymmetryName;

/// Techniques of the path of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TechniqueLists {
    pub(crate) required: Vec<Technique>,
    pub(crate) excluded: Vec<Technique>,
}

/// Parts of an answer that are included if the client asks for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IncludedParts {
    pub(crate) solution: bool,
    pub(crate) rating: bool,
}

impl OptionValue for ClueSymmetry {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        Self::from_text(text_of(&json), location, faults)
    }

    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        let symmetry = Self::ALL.iter().copied().find(|symmetry| symmetry.name() == text);
        or_fault(symmetry, location, faults, || unknown_symmetry(text))
    }

    fn schema(components: &mut Components) -> RefOr<Schema> {
        component::<SymmetryName>(components)
    }
}

impl OptionValue for TechniqueLists {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        let (before, mut wish) = (faults.count(), Self::default());
        for (name, json) in object(&json, location, &["require", "exclude"], faults)? {
            let list = if name == "require" { &mut wish.required } else { &mut wish.excluded };
            for (name, location) in names(json, &location.member(name), faults)? {
                list.extend(technique(name, &location, faults));
            }
        }
        (faults.count() == before).then_some(wish)
    }

    /// Reads identifiers with commas between them; excluded ones begin with `-`.
    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        let (before, mut wish) = (faults.count(), Self::default());
        for name in text.split(',').map(str::trim_ascii) {
            let (name, list) = match name.strip_prefix('-') {
                Some(name) => (name, &mut wish.excluded),
                None => (name, &mut wish.required),
            };
            list.extend(technique(name, location, faults));
        }
        (faults.count() == before).then_some(wish)
    }

    fn schema(components: &mut Components) -> RefOr<Schema> {
        component::<Self>(components)
    }

    fn text_schema(_: &mut Components) -> RefOr<Schema> {
        let name = format!("-?({})", ids().join("|"));
        text(&format!("{name}(,{name})*")).into()
    }
}

impl IncludedParts {
    fn add(&mut self, name: &str) -> Option<()> {
        match name {
            "solution" => self.solution = true,
            "rating" => self.rating = true,
            _ => return None,
        }
        Some(())
    }
}

impl OptionValue for IncludedParts {
    fn from_json(json: Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        let (before, mut included) = (faults.count(), Self::default());
        for (name, location) in names(&json, location, faults)? {
            if included.add(name).is_none() {
                faults.push(|| include_fault().at(&location));
            }
        }
        (faults.count() == before).then_some(included)
    }

    /// Reads names with commas between them.
    fn from_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        let mut included = Self::default();
        let read = text.split(',').map(str::trim_ascii).try_for_each(|name| included.add(name));
        or_fault(read.map(|()| included), location, faults, include_fault)
    }

    fn schema(components: &mut Components) -> RefOr<Schema> {
        component::<Self>(components)
    }

    fn text_schema(_: &mut Components) -> RefOr<Schema> {
        let name = format!("({})", INCLUDED.join("|"));
        text(&format!("{name}(,{name})*")).into()
    }
}

/// The elements of an array of strings, with their locations; `None`, with a fault, if it is none.
fn names<'a>(json: &'a Json, location: &Location, faults: &mut Faults) -> Option<Vec<(&'a str, Location)>> {
    let Json::Array(elements) = json else {
        faults.push(|| wrong_type(json, "an array of strings").at(location));
        return None;
    };
    let before = faults.count();
    let mut names = Vec::new();
    for (index, json) in elements.iter().enumerate() {
        let location = location.element(index);
        match json {
            Json::String(name) => names.push((name.as_str(), location)),
            _ => faults.push(|| wrong_type(json, "a string").at(&location)),
        }
    }
    (faults.count() == before).then_some(names)
}

/// The technique with this identifier; `None`, with a fault, if there is none.
fn technique(name: &str, location: &Location, faults: &mut Faults) -> Option<Technique> {
    let found = generated().find(|technique| technique.id() == name);
    if found.is_none() {
        faults.push(|| {
            let ids = ids();
            let known: Vec<&str> = ids.iter().map(String::as_str).collect();
            let hint = match meant(name, &known) {
                Some(meant) => format!(": did you mean `{meant}`?"),
                None => ";".to_owned(),
            };
            let detail = format!("{} is not a technique{hint} `GET /techniques` lists all", shown(name));
            Fault::new(FaultCode::OutOfRange, detail).at(location)
        });
    }
    found
}

/// The fault of an unknown symmetry, with the nearest one.
fn unknown_symmetry(given: &str) -> Fault {
    with_nearest(
        symmetry_fault(),
        meant(given, &ClueSymmetry::ALL.iter().copied().map(ClueSymmetry::name).collect::<Vec<_>>()),
    )
}

/// Adds to the detail what the client may have meant.
pub(super) fn with_nearest(fault: Fault, nearest: Option<String>) -> Fault {
    match nearest {
        Some(nearest) => Fault { detail: format!("{}; did you mean `{nearest}`?", fault.detail), ..fault },
        None => fault,
    }
}

/// The text of a string; empty for any other value.
pub(super) fn text_of(json: &Json) -> &str {
    match json {
        Json::String(text) => text,
        _ => "",
    }
}

/// The fault of an unknown symmetry.
fn symmetry_fault() -> Fault {
    let detail = format!(
        "must be one of {}",
        ClueSymmetry::ALL.iter().copied().map(ClueSymmetry::name).collect::<Vec<_>>().join(", ")
    );
    Fault::new(FaultCode::OutOfRange, detail)
}

/// The fault of an unknown part of the answer.
fn include_fault() -> Fault {
    Fault::new(FaultCode::OutOfRange, format!("must name parts of the answer: {}", INCLUDED.join(", ")))
}

schema!(TechniqueLists, {
    let list = |description: &str| {
        let id = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(ids()));
        ArrayBuilder::new()
            .schema_type(SchemaType::from_iter([Type::Array, Type::Null]))
            .items(id)
            .description(Some(description))
    };
    ObjectBuilder::new()
        .schema_type(Type::Object)
        .property("require", list("Techniques each of which must occur on the path of the puzzle."))
        .property("exclude", list("Techniques that must not occur."))
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)))
        .description(Some(
            "Techniques that the path of a puzzle must have, and techniques that it must not have.",
        ))
        .examples([json!({"require": ["x_wing"]})])
});

schema!(
    SymmetryName,
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(ClueSymmetry::ALL.iter().copied().map(ClueSymmetry::name)))
        .description(Some("Symmetry of the cells with clues."))
);

schema!(IncludedParts, {
    let part = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(INCLUDED));
    ArrayBuilder::new()
        .items(part)
        .description(Some("Further parts of the answer."))
        .examples([json!(["solution", "rating"])])
});

fn ids() -> Vec<String> {
    generated().map(Technique::id).collect()
}

/// The techniques of generated puzzles, which have no constraints.
fn generated() -> impl Iterator<Item = Technique> {
    Technique::ALL.iter().copied().filter(|technique| !technique.needs_constraints())
}

pub(super) fn text(pattern: &str) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).pattern(Some(format!("^({pattern})$")))
}
