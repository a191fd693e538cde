//! The options of a question, which stand in the body, in the query, or some here and some there.

use std::num::NonZeroU64;

use utoipa::IntoParams;

use super::fault::{Fault, FaultCode, Faults, Place};
use super::json::Json;
use crate::sudoku::{BoxShape, SIZE_MAX};

/// The largest number that every JSON implementation keeps exactly, 2^53 - 1; no limit is larger.
pub const COUNT_MAX: u64 = (1 << 53) - 1;

/// A name longer than this is not repeated in an answer.
const NAME_SHOWN_MAX: usize = 64;

/// The options of every question as query parameters. For a `text/plain` body they are the only place for options.
#[derive(Clone, Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct QuestionParameters {
    /// The box, as width x height: `3x2`. By default the squarest, wider than high.
    #[param(pattern = "^[1-9][0-9]?x[1-9][0-9]?$", nullable = false)]
    pub r#box: Option<String>,
    /// Milliseconds the answer may take, cut down to the configured maximum.
    #[param(minimum = 1, maximum = 9_007_199_254_740_991_u64, nullable = false)]
    pub time_ms: Option<u64>,
    /// Nodes of the search tree that may be visited, cut down to the configured maximum.
    #[param(minimum = 1, maximum = 9_007_199_254_740_991_u64, nullable = false)]
    pub nodes: Option<u64>,
}

/// The option `limit` of `/solve` as a query parameter.
#[derive(Clone, Copy, Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SolveParameters {
    /// 1 to stop at the first solution (the default), 2 to prove it the only one.
    #[param(minimum = 1, maximum = 2, nullable = false)]
    pub limit: Option<u64>,
}

/// The option `limit` of `/count` as a query parameter.
#[derive(Clone, Copy, Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CountParameters {
    /// How many solutions to count up to; 2 by default.
    #[param(minimum = 1, maximum = 9_007_199_254_740_991_u64, nullable = false)]
    pub limit: Option<u64>,
}

/// The options that were given so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Options {
    pub(super) limit: Given<NonZeroU64>,
    pub(super) box_shape: Given<BoxShape>,
    pub(super) time_ms: Given<NonZeroU64>,
    pub(super) nodes: Given<NonZeroU64>,
}

/// Whether an option was given, where, and its value where that is sound.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Given<T>(Option<(Place, Option<T>)>);

impl<T> Default for Given<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Copy> Given<T> {
    pub(super) fn value(&self) -> Option<T> {
        self.0.as_ref().and_then(|(_, value)| *value)
    }

    pub(super) fn place(&self) -> Option<&Place> {
        self.0.as_ref().map(|(place, _)| place)
    }

    fn set(&mut self, place: Place, value: Option<T>, faults: &mut Faults) {
        if let Some((in_query @ Place::Parameter(name), _)) = &self.0 {
            faults.push(|| {
                let detail = format!("`{name}` stands in the query and in the body: give it once");
                Fault::new(FaultCode::GivenTwice, detail).at(in_query).at(&place)
            });
        }
        self.0 = Some((place, value));
    }
}

impl Options {
    /// Reads the query, in which a mistyped option must not pass for none.
    pub(super) fn from_query(query: &str, limit_max: u64, faults: &mut Faults) -> Self {
        let mut options = Self::default();
        for (name, text) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "limit" => options.limit.parameter("limit", &text, limit_max, faults),
                "time_ms" => options.time_ms.parameter("time_ms", &text, COUNT_MAX, faults),
                "nodes" => options.nodes.parameter("nodes", &text, COUNT_MAX, faults),
                "box" => options.box_parameter(&text, faults),
                unknown => faults.push(|| unknown_parameter(unknown)),
            }
        }
        options
    }

    fn box_parameter(&mut self, text: &str, faults: &mut Faults) {
        let place = Place::Parameter("box");
        refuse_repetition(&self.box_shape, "box", faults);
        let shape = text.split_once('x').and_then(|(width, height)| {
            let side = |text: &str| usize::try_from(whole_number(text, SIZE_MAX as u64)?.get()).ok();
            Some(BoxShape { width: side(width)?, height: side(height)? })
        });
        if shape.is_none() {
            faults.push(|| {
                let detail = "must be width x height, such as 3x2, each from 1 to 36";
                Fault::new(FaultCode::OutOfRange, detail).at(&place)
            });
        }
        self.box_shape = Given(Some((place, shape)));
    }

    /// Reads the member `limit`.
    pub(super) fn set_limit(&mut self, json: &Json, limit_max: u64, faults: &mut Faults) {
        let place = Place::Pointer("/limit".to_owned());
        let value = integer(json, &place, limit_max, faults);
        self.limit.set(place, value, faults);
    }

    /// Reads the member `limits`.
    pub(super) fn set_limits(&mut self, json: &Json, faults: &mut Faults) {
        let place = Place::Pointer("/limits".to_owned());
        let Some(members) = object(json, &place, &["time_ms", "nodes"], faults) else { return };
        for (name, json) in members {
            let place = place.member(name);
            let value = integer(json, &place, COUNT_MAX, faults);
            match name {
                "time_ms" => self.time_ms.set(place, value, faults),
                _ => self.nodes.set(place, value, faults),
            }
        }
    }

    /// Reads the member `box`.
    pub(super) fn set_box(&mut self, json: &Json, faults: &mut Faults) {
        let place = Place::Pointer("/box".to_owned());
        let Some(members) = object(json, &place, &["width", "height"], faults) else { return };
        let mut side = |side: &str| {
            let Some((_, json)) = members.iter().find(|(name, _)| *name == side) else {
                faults.push(|| {
                    let detail = format!("`{side}` is missing: a box has `width` and `height`");
                    Fault::new(FaultCode::MissingField, detail).at(&place)
                });
                return None;
            };
            let value = integer(json, &place.member(side), SIZE_MAX as u64, faults)?;
            usize::try_from(value.get()).ok()
        };
        let (width, height) = (side("width"), side("height"));
        let shape = width.zip(height).map(|(width, height)| BoxShape { width, height });
        self.box_shape.set(place, shape, faults);
    }
}

impl Given<NonZeroU64> {
    fn parameter(&mut self, name: &'static str, text: &str, max: u64, faults: &mut Faults) {
        let place = Place::Parameter(name);
        refuse_repetition(self, name, faults);
        let value = whole_number(text, max);
        if value.is_none() {
            faults.push(|| range_fault(max).at(&place));
        }
        self.0 = Some((place, value));
    }
}

fn refuse_repetition<T: Copy>(given: &Given<T>, name: &'static str, faults: &mut Faults) {
    if given.place().is_some() {
        faults.push(|| {
            let detail = format!("`{name}` stands twice in the query");
            Fault::new(FaultCode::DuplicateParameter, detail).at(&Place::Parameter(name))
        });
    }
}

fn unknown_parameter(name: &str) -> Fault {
    let detail = format!("{} is unknown: the query may have limit, box, time_ms and nodes", shown(name));
    let parameter = (name.len() <= NAME_SHOWN_MAX).then(|| name.to_owned());
    Fault { parameter, ..Fault::new(FaultCode::UnknownParameter, detail) }
}

/// The members of an object that may have these, each at most once. `null` stands for a member left out.
pub(super) fn object<'a>(
    json: &'a Json,
    place: &Place,
    known: &[&str],
    faults: &mut Faults,
) -> Option<Vec<(&'a str, &'a Json)>> {
    let Json::Object(members) = json else {
        faults.push(|| {
            let detail = format!("must be an object, not {}", json.kind());
            Fault::new(FaultCode::WrongType, detail).at(place)
        });
        return None;
    };
    let mut found: Vec<(&str, &Json)> = Vec::new();
    for (name, json) in members {
        if !known.contains(&name.as_str()) {
            faults.push(|| unknown_field(name, place, known));
        } else if found.iter().any(|(other, _)| other == name) {
            faults.push(|| {
                let detail = format!("`{name}` stands twice in the object");
                Fault::new(FaultCode::DuplicateField, detail).at(&place.member(name))
            });
        } else {
            found.push((name, json));
        }
    }
    found.retain(|(_, json)| **json != Json::Null);
    Some(found)
}

fn unknown_field(name: &str, place: &Place, known: &[&str]) -> Fault {
    let place = if name.len() <= NAME_SHOWN_MAX { place.member(name) } else { place.clone() };
    let detail = format!("{} is unknown: there may be {}", shown(name), known.join(", "));
    Fault::new(FaultCode::UnknownField, detail).at(&place)
}

/// A name from the client, as much of it as belongs in an answer.
fn shown(name: &str) -> String {
    if name.len() <= NAME_SHOWN_MAX {
        format!("`{}`", name.escape_debug())
    } else {
        format!("a name of {} bytes", name.len())
    }
}

/// A whole number from 1 to `max`, or a fault.
fn integer(json: &Json, place: &Place, max: u64, faults: &mut Faults) -> Option<NonZeroU64> {
    let Json::Number(number) = json else {
        faults.push(|| {
            let detail = format!("must be a whole number from 1 to {max}, not {}", json.kind());
            Fault::new(FaultCode::WrongType, detail).at(place)
        });
        return None;
    };
    let value = number.as_u64().and_then(NonZeroU64::new).filter(|value| value.get() <= max);
    if value.is_none() {
        faults.push(|| range_fault(max).at(place));
    }
    value
}

fn range_fault(max: u64) -> Fault {
    let detail = format!("must be a whole number from 1 to {max}, in digits alone and without leading zero");
    Fault::new(FaultCode::OutOfRange, detail)
}

/// A number written in ASCII digits alone.
fn whole_number(text: &str, max: u64) -> Option<NonZeroU64> {
    let digits_only = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    let value = text.parse().ok().filter(|_| digits_only)?;
    NonZeroU64::new(value).filter(|value| value.get() <= max)
}
