//! The options of a question, which stand in the body, in the query, or some here and some there.

use std::num::NonZeroU64;
use std::ops::RangeInclusive;

use super::fault::{Fault, FaultCode, Faults, Location};
use super::json::Json;
use super::number::{integer, positive, range_fault, whole_number};
use crate::sudoku::{BoxShape, SIZE_MAX};

/// The largest number that every JSON implementation keeps exactly, 2^53 - 1; no limit is larger.
pub const COUNT_MAX: u64 = (1 << 53) - 1;

/// A name longer than this is not repeated in an answer.
const NAME_SHOWN_MAX: usize = 64;

/// The largest number of solutions that may be passed over.
const SKIPS: RangeInclusive<u64> = 0..=COUNT_MAX;

/// What a kind of request understands, besides what all do.
#[derive(Clone, Copy, Debug)]
pub(super) struct AllowedOptions {
    /// The largest `limit`.
    pub(super) limit_max: u64,
    /// An option that not every kind has.
    pub(super) own: Option<OwnOption>,
}

/// The options that not every kind of request has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OwnOption {
    /// `skip`, how many solutions are passed over.
    Skip,
    /// `stats`, whether answers say how much work they took. It stands in the query alone.
    Stats,
}

/// The options that were given so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Options {
    pub(super) limit: Provided<NonZeroU64>,
    pub(super) box_shape: Provided<BoxShape>,
    pub(super) time_ms: Provided<NonZeroU64>,
    pub(super) nodes: Provided<NonZeroU64>,
    pub(super) skip: Provided<u64>,
    pub(super) stats: Provided<bool>,
}

/// Whether an option was given, where, and its value where that is sound.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Provided<T>(Option<(Location, Option<T>)>);

impl<T> Default for Provided<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Copy> Provided<T> {
    pub(super) fn value(&self) -> Option<T> {
        self.0.as_ref().and_then(|(_, value)| *value)
    }

    pub(super) fn place(&self) -> Option<&Location> {
        self.0.as_ref().map(|(place, _)| place)
    }

    /// Takes over what another place gives, where nothing was given here.
    fn inherit(&mut self, other: &Self) {
        if self.0.is_none() {
            self.0.clone_from(&other.0);
        }
    }

    fn set(&mut self, place: Location, value: Option<T>, faults: &mut Faults) {
        if let Some((in_query @ Location::Parameter(name), _)) = &self.0 {
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
    pub(super) fn from_query(query: &str, vocabulary: AllowedOptions, faults: &mut Faults) -> Self {
        let mut options = Self::default();
        for (name, text) in form_urlencoded::parse(query.as_bytes()) {
            match (&*name, vocabulary.own) {
                ("limit", _) => options.limit.parameter("limit", &text, vocabulary.limit_max, faults),
                ("time_ms", _) => options.time_ms.parameter("time_ms", &text, COUNT_MAX, faults),
                ("nodes", _) => options.nodes.parameter("nodes", &text, COUNT_MAX, faults),
                ("box", _) => options.box_parameter(&text, faults),
                ("skip", Some(OwnOption::Skip)) => options.skip_parameter(&text, faults),
                ("stats", Some(OwnOption::Stats)) => options.stats_parameter(&text, faults),
                (unknown, own) => faults.push(|| unknown_parameter(unknown, own)),
            }
        }
        options
    }

    /// Takes over from the options of a batch what a puzzle of it does not say itself.
    pub(super) fn inherit(&mut self, batch: &Self) {
        self.limit.inherit(&batch.limit);
        self.box_shape.inherit(&batch.box_shape);
        self.time_ms.inherit(&batch.time_ms);
        self.nodes.inherit(&batch.nodes);
    }

    fn skip_parameter(&mut self, text: &str, faults: &mut Faults) {
        let place = Location::Parameter("skip");
        refuse_repetition(&self.skip, "skip", faults);
        let value = whole_number(text, &SKIPS);
        if value.is_none() {
            faults.push(|| range_fault(&SKIPS).at(&place));
        }
        self.skip = Provided(Some((place, value)));
    }

    fn stats_parameter(&mut self, text: &str, faults: &mut Faults) {
        let place = Location::Parameter("stats");
        refuse_repetition(&self.stats, "stats", faults);
        let value = text.parse().ok();
        if value.is_none() {
            faults.push(|| Fault::new(FaultCode::OutOfRange, "must be true or false").at(&place));
        }
        self.stats = Provided(Some((place, value)));
    }

    fn box_parameter(&mut self, text: &str, faults: &mut Faults) {
        let place = Location::Parameter("box");
        refuse_repetition(&self.box_shape, "box", faults);
        let shape = text.split_once('x').and_then(|(width, height)| {
            let side = |text: &str| usize::try_from(whole_number(text, &(1..=SIZE_MAX as u64))?).ok();
            Some(BoxShape { width: side(width)?, height: side(height)? })
        });
        if shape.is_none() {
            faults.push(|| {
                let detail = "must be width x height, such as 3x2, each from 1 to 36";
                Fault::new(FaultCode::OutOfRange, detail).at(&place)
            });
        }
        self.box_shape = Provided(Some((place, shape)));
    }

    /// Reads the members of a request that are options, and leaves the others alone.
    pub(super) fn set_members(&mut self, members: &[(&str, &Json)], limit_max: u64, faults: &mut Faults) {
        for (name, json) in members {
            match *name {
                "limit" => self.set_limit(json, limit_max, faults),
                "limits" => self.set_limits(json, faults),
                "box" => self.set_box(json, faults),
                "skip" => self.set_skip(json, faults),
                _ => {}
            }
        }
    }

    /// Reads the member `limit`.
    fn set_limit(&mut self, json: &Json, limit_max: u64, faults: &mut Faults) {
        let place = Location::Pointer("/limit".to_owned());
        let value = positive(json, &place, limit_max, faults);
        self.limit.set(place, value, faults);
    }

    /// Reads the member `skip`.
    fn set_skip(&mut self, json: &Json, faults: &mut Faults) {
        let place = Location::Pointer("/skip".to_owned());
        let value = integer(json, &place, &SKIPS, faults);
        self.skip.set(place, value, faults);
    }

    /// Reads the member `limits`.
    fn set_limits(&mut self, json: &Json, faults: &mut Faults) {
        let place = Location::Pointer("/limits".to_owned());
        let Some(members) = object(json, &place, &["time_ms", "nodes"], faults) else { return };
        for (name, json) in members {
            let place = place.member(name);
            let value = positive(json, &place, COUNT_MAX, faults);
            match name {
                "time_ms" => self.time_ms.set(place, value, faults),
                _ => self.nodes.set(place, value, faults),
            }
        }
    }

    /// Reads the member `box`.
    fn set_box(&mut self, json: &Json, faults: &mut Faults) {
        let place = Location::Pointer("/box".to_owned());
        let Some(members) = object(json, &place, &["width", "height"], faults) else { return };
        let mut side = |side: &str| {
            let Some((_, json)) = members.iter().find(|(name, _)| *name == side) else {
                faults.push(|| {
                    let detail = format!("`{side}` is missing: a box has `width` and `height`");
                    Fault::new(FaultCode::MissingField, detail).at(&place)
                });
                return None;
            };
            let value = integer(json, &place.member(side), &(1..=SIZE_MAX as u64), faults)?;
            usize::try_from(value).ok()
        };
        let (width, height) = (side("width"), side("height"));
        let shape = width.zip(height).map(|(width, height)| BoxShape { width, height });
        self.box_shape.set(place, shape, faults);
    }
}

impl Provided<NonZeroU64> {
    fn parameter(&mut self, name: &'static str, text: &str, max: u64, faults: &mut Faults) {
        let place = Location::Parameter(name);
        refuse_repetition(self, name, faults);
        let value = whole_number(text, &(1..=max)).and_then(NonZeroU64::new);
        if value.is_none() {
            faults.push(|| range_fault(&(1..=max)).at(&place));
        }
        self.0 = Some((place, value));
    }
}

fn refuse_repetition<T: Copy>(given: &Provided<T>, name: &'static str, faults: &mut Faults) {
    if given.place().is_some() {
        faults.push(|| {
            let detail = format!("`{name}` stands twice in the query");
            Fault::new(FaultCode::DuplicateParameter, detail).at(&Location::Parameter(name))
        });
    }
}

fn unknown_parameter(name: &str, own: Option<OwnOption>) -> Fault {
    let known = match own {
        None => "limit, box, time_ms and nodes",
        Some(OwnOption::Skip) => "limit, box, time_ms, nodes and skip",
        Some(OwnOption::Stats) => "limit, box, time_ms, nodes and stats",
    };
    let detail = format!("{} is unknown: the query may have {known}", shown(name));
    let parameter = (name.len() <= NAME_SHOWN_MAX).then(|| name.to_owned());
    Fault { parameter, ..Fault::new(FaultCode::UnknownParameter, detail) }
}

/// The members of an object that may have these, each at most once. `null` stands for a member left out.
pub(super) fn object<'a>(
    json: &'a Json,
    place: &Location,
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

fn unknown_field(name: &str, place: &Location, known: &[&str]) -> Fault {
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
