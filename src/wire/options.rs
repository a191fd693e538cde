//! Request options. One table reads, validates and documents each of them.

use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use super::fault::{Fault, FaultCode, Faults, Location};
use super::json::Json;
use super::number::{integer, integer_text, range_fault};
use crate::service::RequestedLimits;
use crate::sudoku::notation::Format;
use crate::sudoku::{BoxShape, SIZE_MAX};

/// The largest integer that every JSON implementation represents exactly, 2^53 - 1. No option is larger.
pub const COUNT_MAX: u64 = (1 << 53) - 1;

/// Longest name of an unknown member or parameter that a fault repeats.
const NAME_SHOWN_MAX: usize = 64;

/// A request option: a query parameter and, unless it applies to a whole batch, a JSON member.
#[derive(Clone, Copy, Debug)]
pub struct RequestOption {
    pub(super) key: Key,
    /// Name of the parameter and of the member.
    pub(super) name: &'static str,
    pub(super) member: Member,
    pub(super) value: ValueType,
    /// What the option does, in a sentence.
    pub(super) meaning: &'static str,
    /// The default, in a sentence.
    pub(super) default: &'static str,
    /// The default as a number, if it is one and does not depend on the configuration.
    pub(super) default_value: Option<u64>,
}

/// Index of an option in [`Options`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Limit,
    Skip,
    Box,
    TimeMs,
    Nodes,
    Stats,
    Candidates,
    Format,
    To,
    Probes,
    Seed,
    Threads,
}

/// Place of an option in a JSON request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Member {
    /// A member of the request.
    Request,
    /// A member of `limits`.
    Limits,
    /// Only in the query.
    None,
}

/// Type and range of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueType {
    Integer {
        min: u64,
        max: u64,
    },
    Box,
    Boolean,
    Format,
    /// Allowed digits of each cell.
    Candidates,
    /// Whether a picture shows candidates, or the allowed digits of each cell.
    ShownCandidates,
}

/// Value of an option.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Integer(u64),
    Box(BoxShape),
    Boolean(bool),
    Format(Format),
    /// Not checked yet: the size of the puzzle is needed.
    Candidates(Arc<Json>),
}

const BOX: RequestOption = RequestOption {
    key: Key::Box,
    name: "box",
    member: Member::Request,
    value: ValueType::Box,
    meaning: "Size of a box: width x height, such as `3x2` in a query.",
    default: "By default the squarest, wider than high (3x3 for size 9, 4x3 for size 12).",
    default_value: None,
};

pub(super) const TIME_MS: RequestOption = RequestOption {
    key: Key::TimeMs,
    name: "time_ms",
    member: Member::Limits,
    value: ValueType::Integer { min: 1, max: COUNT_MAX },
    meaning: "Time limit of a question in milliseconds, reduced to the configured maximum.",
    default: "By default 5,000, in batches 1,000.",
    default_value: None,
};

pub(super) const NODES: RequestOption = RequestOption {
    key: Key::Nodes,
    name: "nodes",
    member: Member::Limits,
    value: ValueType::Integer { min: 1, max: COUNT_MAX },
    meaning: "Maximum number of search tree nodes to visit, reduced to the configured maximum.",
    default: "By default the configured maximum, if there is one.",
    default_value: None,
};

const SKIP: RequestOption = RequestOption {
    key: Key::Skip,
    name: "skip",
    member: Member::Request,
    value: ValueType::Integer { min: 0, max: COUNT_MAX },
    meaning: "Number of solutions to pass over before the first one listed.",
    default: "By default 0.",
    default_value: Some(0),
};

const STATS: RequestOption = RequestOption {
    key: Key::Stats,
    name: "stats",
    member: Member::None,
    value: ValueType::Boolean,
    meaning: "Whether each result contains `stats`.",
    default: "By default `false`.",
    default_value: None,
};

const CANDIDATES: RequestOption = RequestOption {
    key: Key::Candidates,
    name: "candidates",
    member: Member::Request,
    value: ValueType::Candidates,
    meaning: "Allowed digits of cells, such as `{\"r1c1\": [1, 2]}`, or an array of rows of lists.",
    default: "By default each cell allows all digits.",
    default_value: None,
};

const SHOWN_CANDIDATES: RequestOption = RequestOption {
    value: ValueType::ShownCandidates,
    meaning: "Whether empty cells show the digits that no clue excludes; or the allowed digits of cells, such as \
        `{\"r1c1\": [1, 2]}`, which are shown.",
    default: "By default `false`.",
    ..CANDIDATES
};

const FORMAT: RequestOption = RequestOption {
    key: Key::Format,
    name: "format",
    member: Member::Request,
    value: ValueType::Format,
    meaning: "Format of a puzzle that is text; `GET /formats` lists all.",
    default: "By default it is detected.",
    default_value: None,
};

pub(super) const SOLVE_LIMIT: RequestOption = RequestOption {
    key: Key::Limit,
    name: "limit",
    member: Member::Request,
    value: ValueType::Integer { min: 1, max: 2 },
    meaning: "Number of solutions after which the search stops: 2 proves a solution unique, 1 stops at the first.",
    default: "By default 2.",
    default_value: Some(2),
};

pub(super) const COUNT_LIMIT: RequestOption = RequestOption {
    value: ValueType::Integer { min: 1, max: COUNT_MAX },
    meaning: "Number of solutions after which counting stops. 2 suffices to tell whether a puzzle is proper.",
    default: "By default 2.",
    default_value: Some(2),
    ..SOLVE_LIMIT
};

pub(super) const SOLUTIONS_LIMIT: RequestOption = RequestOption {
    value: ValueType::Integer { min: 1, max: 1_000_000 },
    meaning: "Maximum number of solutions to list.",
    default: "By default 100.",
    default_value: Some(100),
    ..SOLVE_LIMIT
};

/// Options of `/solve`, `/count` and `/solutions`, in the order of the document.
pub(super) const SOLVE: &[RequestOption] = &[SOLVE_LIMIT, BOX, CANDIDATES, FORMAT, TIME_MS, NODES];
pub(super) const COUNT: &[RequestOption] = &[COUNT_LIMIT, BOX, CANDIDATES, FORMAT, TIME_MS, NODES];
pub(super) const SOLUTIONS: &[RequestOption] =
    &[SOLUTIONS_LIMIT, SKIP, BOX, CANDIDATES, FORMAT, TIME_MS, NODES];

const TO: RequestOption = RequestOption {
    key: Key::To,
    name: "to",
    meaning: "Format of the result.",
    default: "By default `line`.",
    ..FORMAT
};

/// Options of `/convert`.
pub(super) const CONVERT: &[RequestOption] = &[TO, FORMAT, BOX, CANDIDATES];

/// Options of `/render`.
pub(super) const RENDER: &[RequestOption] = &[BOX, FORMAT, SHOWN_CANDIDATES];

/// Options of `/solve/batch` and `/count/batch`.
pub(super) const SOLVE_BATCH: &[RequestOption] = &[SOLVE_LIMIT, BOX, FORMAT, TIME_MS, NODES, STATS];
pub(super) const COUNT_BATCH: &[RequestOption] = &[COUNT_LIMIT, BOX, FORMAT, TIME_MS, NODES, STATS];

pub(super) const COVER_COUNT_LIMIT: RequestOption = RequestOption {
    meaning: "Number of solutions after which counting stops. 2 suffices to tell whether there is exactly one.",
    ..COUNT_LIMIT
};

pub(super) const PROBES: RequestOption = RequestOption {
    key: Key::Probes,
    name: "probes",
    member: Member::Request,
    value: ValueType::Integer { min: 1, max: 1_000_000 },
    meaning: "Number of random probes.",
    default: "By default 1000.",
    default_value: Some(1000),
};

const SEED: RequestOption = RequestOption {
    key: Key::Seed,
    name: "seed",
    member: Member::Request,
    value: ValueType::Integer { min: 0, max: COUNT_MAX },
    meaning: "Seed of the random numbers. The same problem, probes and seed give the same estimate.",
    default: "By default 0.",
    default_value: Some(0),
};

const THREADS: RequestOption = RequestOption {
    key: Key::Threads,
    name: "threads",
    member: Member::Request,
    value: ValueType::Integer { min: 1, max: 1024 },
    meaning: "Number of threads that search at the same time, reduced to the configured maximum. The answer is the same.",
    default: "By default 1.",
    default_value: Some(1),
};

/// Options of `/exact-cover/solve`, `/exact-cover/count`, `/exact-cover/solutions` and `/exact-cover/estimate`.
pub(super) const COVER_SOLVE: &[RequestOption] = &[SOLVE_LIMIT, TIME_MS, NODES];
pub(super) const COVER_COUNT: &[RequestOption] = &[COVER_COUNT_LIMIT, THREADS, TIME_MS, NODES];
pub(super) const COVER_SOLUTIONS: &[RequestOption] = &[SOLUTIONS_LIMIT, SKIP, THREADS, TIME_MS, NODES];
pub(super) const COVER_ESTIMATE: &[RequestOption] = &[PROBES, SEED, TIME_MS, NODES];

/// Options of exact cover problems in a batch. Its problems are counted at the same time, each by one thread.
pub(super) const COVER_COUNT_ENTRY: &[RequestOption] = &[COVER_COUNT_LIMIT, TIME_MS, NODES];

/// Options of batches of exact cover problems.
pub(super) const COVER_SOLVE_BATCH: &[RequestOption] = &[SOLVE_LIMIT, TIME_MS, NODES, STATS];
pub(super) const COVER_COUNT_BATCH: &[RequestOption] = &[COVER_COUNT_LIMIT, TIME_MS, NODES, STATS];

/// The options of a request that were provided so far, by [`Key`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options([Option<Provided>; 12]);

/// A provided option.
#[derive(Clone, Debug, PartialEq)]
struct Provided {
    location: Location,
    /// `None` if the value is invalid.
    value: Option<Value>,
}

impl Options {
    /// Reads the query. Unknown parameters are faults: a misspelt option must not be ignored.
    /// `others` are parameters that have been read.
    pub(super) fn from_query(
        query: &str,
        allowed: &[RequestOption],
        others: &[&'static str],
        faults: &mut Faults,
    ) -> Self {
        let mut options = Self::default();
        for (name, text) in form_urlencoded::parse(query.as_bytes()) {
            match allowed.iter().find(|option| option.name == name) {
                Some(option) => options.set_parameter(option, &text, faults),
                None => faults.push(|| unknown_parameter(&name, allowed, others)),
            }
        }
        options
    }

    /// Reads the members of a request that are options, and ignores the others.
    pub(super) fn set_members(
        &mut self,
        members: &[(&str, &Json)],
        allowed: &[RequestOption],
        faults: &mut Faults,
    ) {
        let root = Location::root();
        for (name, json) in members {
            if *name == "limits" {
                self.set_limits(json, allowed, faults);
            } else if let Some(option) =
                allowed.iter().find(|option| option.member == Member::Request && option.name == *name)
            {
                self.set_member(option, json, &root, faults);
            }
        }
    }

    /// Reads the member `limits`.
    fn set_limits(&mut self, json: &Json, allowed: &[RequestOption], faults: &mut Faults) {
        let location = Location::root().member("limits");
        let limits: Vec<_> = allowed.iter().filter(|option| option.member == Member::Limits).collect();
        let known: Vec<_> = limits.iter().map(|option| option.name).collect();
        for (name, json) in object(json, &location, &known, faults).unwrap_or_default() {
            if let Some(option) = limits.iter().find(|option| option.name == name) {
                self.set_member(option, json, &location, faults);
            }
        }
    }

    fn set_parameter(&mut self, option: &RequestOption, text: &str, faults: &mut Faults) {
        let RequestOption { key, name, value, .. } = *option;
        let location = Location::Parameter(name);
        if self.get(key).is_some() {
            faults.push(|| {
                let detail = format!("`{name}` appears more than once");
                Fault::new(FaultCode::DuplicateParameter, detail).at(&location)
            });
        }
        let value = match value {
            ValueType::Integer { min, max } => integer_text(text, &(min..=max)).map(Value::Integer),
            ValueType::Box => box_text(text).map(Value::Box),
            ValueType::Boolean => text.parse().ok().map(Value::Boolean),
            ValueType::Format => Format::of_name(text).map(Value::Format),
            ValueType::ShownCandidates if matches!(text, "true" | "false") => {
                Some(Value::Boolean(text == "true"))
            }
            ValueType::Candidates | ValueType::ShownCandidates => Json::parse(text)
                .ok()
                .filter(|json| matches!(json, Json::Object(_) | Json::Array(_)))
                .map(|json| Value::Candidates(Arc::new(json))),
        };
        if value.is_none() {
            faults.push(|| option.text_fault().at(&location));
        }
        self.0[key as usize] = Some(Provided { location, value });
    }

    fn set_member(&mut self, option: &RequestOption, json: &Json, parent: &Location, faults: &mut Faults) {
        let RequestOption { key, name, value, .. } = *option;
        let location = parent.member(name);
        let value = match value {
            ValueType::Integer { min, max } => {
                integer(json, &location, &(min..=max), faults).map(Value::Integer)
            }
            ValueType::Box => box_member(json, &location, faults).map(Value::Box),
            ValueType::Boolean => boolean(json, &location, faults).map(Value::Boolean),
            ValueType::Format => format_member(json, &location, faults).map(Value::Format),
            ValueType::ShownCandidates if matches!(json, Json::Bool(_)) => {
                boolean(json, &location, faults).map(Value::Boolean)
            }
            ValueType::Candidates | ValueType::ShownCandidates => {
                Some(Value::Candidates(Arc::new(json.clone())))
            }
        };
        if let Some(Provided { location: parameter @ Location::Parameter(_), .. }) = self.get(key) {
            faults.push(|| {
                let detail = format!("`{name}` appears in the query and in the body: give it once");
                Fault::new(FaultCode::GivenTwice, detail).at(parameter).at(&location)
            });
        }
        self.0[key as usize] = Some(Provided { location, value });
    }

    /// Takes over the options of a batch that an entry does not provide itself.
    pub(super) fn inherit(&mut self, batch: &Self) {
        for (own, batch) in self.0.iter_mut().zip(&batch.0) {
            if own.is_none() {
                own.clone_from(batch);
            }
        }
    }

    fn get(&self, key: Key) -> Option<&Provided> {
        self.0[key as usize].as_ref()
    }

    fn integer(&self, key: Key) -> Option<u64> {
        match self.get(key)?.value.as_ref()? {
            Value::Integer(value) => Some(*value),
            _ => None,
        }
    }

    pub(super) fn limit(&self) -> Option<NonZeroU64> {
        self.integer(Key::Limit).and_then(NonZeroU64::new)
    }

    /// Returns the value of `limit`, or its default.
    pub(super) fn limit_or_default(&self, limit: &RequestOption) -> NonZeroU64 {
        self.limit().unwrap_or(limit.positive_default())
    }

    pub(super) fn skip(&self) -> u64 {
        self.integer(Key::Skip).unwrap_or(0)
    }

    pub(super) fn probes(&self) -> NonZeroU64 {
        self.integer(Key::Probes).and_then(NonZeroU64::new).unwrap_or(PROBES.positive_default())
    }

    pub(super) fn seed(&self) -> u64 {
        self.integer(Key::Seed).unwrap_or(0)
    }

    pub(super) fn limits(&self) -> RequestedLimits {
        RequestedLimits {
            time: self.integer(Key::TimeMs).map(Duration::from_millis),
            nodes: self.integer(Key::Nodes).and_then(NonZeroU64::new),
            threads: self.integer(Key::Threads).and_then(|threads| NonZeroUsize::new(threads as usize)),
        }
    }

    fn boolean(&self, key: Key) -> Option<bool> {
        match self.get(key)?.value.as_ref()? {
            Value::Boolean(value) => Some(*value),
            _ => None,
        }
    }

    pub(super) fn stats(&self) -> Option<bool> {
        self.boolean(Key::Stats)
    }

    /// Whether a picture shows candidates.
    pub(super) fn shows_candidates(&self) -> bool {
        self.boolean(Key::Candidates).unwrap_or_else(|| self.candidates().is_some())
    }

    /// The allowed digits of each cell, unchecked, and where they were provided.
    pub(super) fn candidates(&self) -> Option<(&Json, &Location)> {
        let Provided { location, value } = self.get(Key::Candidates)?;
        match value.as_ref()? {
            Value::Candidates(json) => Some((json, location)),
            _ => None,
        }
    }

    pub(super) fn box_shape(&self) -> Option<BoxShape> {
        match self.get(Key::Box)?.value.as_ref()? {
            Value::Box(shape) => Some(*shape),
            _ => None,
        }
    }

    pub(super) fn format(&self) -> Option<Format> {
        self.format_of(Key::Format)
    }

    pub(super) fn to(&self) -> Option<Format> {
        self.format_of(Key::To)
    }

    fn format_of(&self, key: Key) -> Option<Format> {
        match self.get(key)?.value.as_ref()? {
            Value::Format(format) => Some(*format),
            _ => None,
        }
    }

    /// Returns where the target format was provided.
    pub(super) fn to_location(&self) -> Option<&Location> {
        self.get(Key::To).map(|provided| &provided.location)
    }

    /// Returns where the box was provided.
    pub(super) fn box_location(&self) -> Option<&Location> {
        self.get(Key::Box).map(|provided| &provided.location)
    }
}

impl RequestOption {
    /// Returns the default of an option that is a positive integer.
    pub(super) const fn positive_default(&self) -> NonZeroU64 {
        match self.default_value {
            Some(default) => NonZeroU64::MIN.saturating_add(default.saturating_sub(1)),
            None => NonZeroU64::MIN,
        }
    }

    /// Returns the maximum of an integer option.
    pub(super) const fn max(&self) -> u64 {
        match self.value {
            ValueType::Integer { max, .. } => max,
            _ => 0,
        }
    }

    /// The fault of a parameter with an invalid value.
    fn text_fault(&self) -> Fault {
        match self.value {
            ValueType::Integer { min, max } => range_fault(&(min..=max)),
            ValueType::Box => {
                Fault::new(FaultCode::OutOfRange, "must be width x height, such as 3x2, each from 1 to 36")
            }
            ValueType::Boolean => Fault::new(FaultCode::OutOfRange, "must be true or false"),
            ValueType::Format => format_fault(),
            ValueType::Candidates | ValueType::ShownCandidates => {
                let boolean = if self.value == ValueType::ShownCandidates { "true, false, or " } else { "" };
                let detail =
                    format!("must be {boolean}JSON such as {{\"r1c1\": [1, 2]}}, or an array of rows");
                Fault::new(FaultCode::OutOfRange, detail)
            }
        }
    }
}

/// The names of the members that a request may have: those of its subject, options, `limits`, and those in `others`.
pub(super) fn member_names(
    subject: &[&'static str],
    allowed: &[RequestOption],
    others: &[&'static str],
) -> Vec<&'static str> {
    let options = allowed.iter().filter(|option| option.member == Member::Request);
    let names = subject.iter().copied().chain(options.map(|option| option.name)).chain(["limits"]);
    names.chain(others.iter().copied()).collect()
}

const SIDES: RangeInclusive<u64> = 1..=SIZE_MAX as u64;

/// Reads `3x2`.
fn box_text(text: &str) -> Option<BoxShape> {
    let (width, height) = text.split_once('x')?;
    let side = |text: &str| usize::try_from(integer_text(text, &SIDES)?).ok();
    Some(BoxShape { width: side(width)?, height: side(height)? })
}

/// Reads `{"width": 3, "height": 2}`.
fn box_member(json: &Json, location: &Location, faults: &mut Faults) -> Option<BoxShape> {
    let members = object(json, location, &["width", "height"], faults)?;
    let mut side = |side: &str| {
        let Some((_, json)) = members.iter().find(|(name, _)| *name == side) else {
            faults.push(|| {
                let detail = format!("`{side}` is missing: a box has `width` and `height`");
                Fault::new(FaultCode::MissingField, detail).at(location)
            });
            return None;
        };
        usize::try_from(integer(json, &location.member(side), &SIDES, faults)?).ok()
    };
    let (width, height) = (side("width"), side("height"));
    Some(BoxShape { width: width?, height: height? })
}

/// Reads the name of a format.
fn format_member(json: &Json, location: &Location, faults: &mut Faults) -> Option<Format> {
    if let Json::String(name) = json {
        let format = Format::of_name(name);
        if format.is_none() {
            faults.push(|| format_fault().at(location));
        }
        return format;
    }
    faults.push(|| {
        let detail = format!("must be the name of a format, not {}", json.kind());
        Fault::new(FaultCode::WrongType, detail).at(location)
    });
    None
}

fn format_fault() -> Fault {
    let detail = format!("must be one of {}", Format::ALL.map(Format::name).join(", "));
    Fault::new(FaultCode::OutOfRange, detail)
}

fn boolean(json: &Json, location: &Location, faults: &mut Faults) -> Option<bool> {
    if let Json::Bool(value) = json {
        return Some(*value);
    }
    faults.push(|| {
        let detail = format!("must be true or false, not {}", json.kind());
        Fault::new(FaultCode::WrongType, detail).at(location)
    });
    None
}

fn unknown_parameter(name: &str, allowed: &[RequestOption], others: &[&'static str]) -> Fault {
    let names: Vec<_> = others.iter().copied().chain(allowed.iter().map(|option| option.name)).collect();
    let detail = unknown(name, "the query", &names);
    let parameter = (name.len() <= NAME_SHOWN_MAX).then(|| name.to_owned());
    Fault { parameter, ..Fault::new(FaultCode::UnknownParameter, detail) }
}

/// Returns the members of an object, each of which must be known and may appear once. `null` counts as absent.
pub(super) fn object<'a>(
    json: &'a Json,
    location: &Location,
    known: &[&str],
    faults: &mut Faults,
) -> Option<Vec<(&'a str, &'a Json)>> {
    let Json::Object(members) = json else {
        faults.push(|| {
            let detail = format!("must be an object, not {}", json.kind());
            Fault::new(FaultCode::WrongType, detail).at(location)
        });
        return None;
    };
    let mut found: Vec<(&str, &Json)> = Vec::new();
    for (name, json) in members {
        if !known.contains(&name.as_str()) {
            faults.push(|| unknown_field(name, location, known));
        } else if found.iter().any(|(other, _)| other == name) {
            faults.push(|| {
                let detail = format!("`{name}` appears more than once in the object");
                Fault::new(FaultCode::DuplicateField, detail).at(&location.member(name))
            });
        } else {
            found.push((name, json));
        }
    }
    found.retain(|(_, json)| **json != Json::Null);
    Some(found)
}

fn unknown_field(name: &str, location: &Location, known: &[&str]) -> Fault {
    let location = if name.len() <= NAME_SHOWN_MAX { location.member(name) } else { location.clone() };
    Fault::new(FaultCode::UnknownField, unknown(name, "the object", known)).at(&location)
}

/// Describes an unknown name, with the known one that the client may have meant.
fn unknown(name: &str, parent: &str, known: &[&str]) -> String {
    let (name_shown, all) = (shown(name), known.join(", "));
    match meant(name, known) {
        Some(meant) => format!("{name_shown} is unknown: did you mean `{meant}`? {parent} may have {all}"),
        None => format!("{name_shown} is unknown: {parent} may have {all}"),
    }
}

/// Similarity from 0 to 1 above which a name is taken for a misspelt one, as by clap.
const SIMILARITY_MIN: f64 = 0.7;

/// Returns the most similar known name, if one is similar enough. A limit may be meant as a member of `limits`.
fn meant(name: &str, known: &[&str]) -> Option<String> {
    // A single letter resembles too much.
    if !(2..=NAME_SHOWN_MAX).contains(&name.len()) {
        return None;
    }
    let is_limit = [TIME_MS.name, NODES.name].contains(&name);
    if is_limit && known.contains(&"limits") {
        return Some(format!("limits.{name}"));
    }
    let lower = name.to_lowercase();
    let similar = known.iter().map(|known| (strsim::jaro(&lower, known), *known));
    let (similarity, nearest) = similar.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (similarity > SIMILARITY_MIN).then(|| nearest.to_owned())
}

/// Quotes a name from the client, unless it is too long.
fn shown(name: &str) -> String {
    if name.len() <= NAME_SHOWN_MAX {
        format!("`{}`", name.escape_debug())
    } else {
        format!("a name of {} bytes", name.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_name_gets_the_nearest_known_one() {
        let known = ["puzzle", "limit", "box", "limits"];
        for (name, expected) in [
            ("limti", Some("limit")),
            ("Limit", Some("limit")),
            ("limits_", Some("limits")),
            ("puzle", Some("puzzle")),
            ("boxes", Some("box")),
            ("time_ms", Some("limits.time_ms")),
            ("nodes", Some("limits.nodes")),
            ("i", None),
            ("xy", None),
            ("sudoku", None),
            (&"limit".repeat(20), None),
        ] {
            assert_eq!(meant(name, &known).as_deref(), expected, "{name}");
        }
        assert_eq!(meant("time", &["time_ms", "nodes"]).as_deref(), Some("time_ms"));
        assert_eq!(meant("time_ms", &["width", "height"]), None);
    }

    #[test]
    fn each_option_is_listed_once_and_numeric_defaults_are_stated() {
        for options in [
            CONVERT,
            SOLVE,
            COUNT,
            SOLUTIONS,
            RENDER,
            SOLVE_BATCH,
            COUNT_BATCH,
            COVER_SOLVE,
            COVER_COUNT,
            COVER_SOLUTIONS,
            COVER_ESTIMATE,
            COVER_SOLVE_BATCH,
            COVER_COUNT_ENTRY,
            COVER_COUNT_BATCH,
        ] {
            for (index, option) in options.iter().enumerate() {
                assert!(options[..index].iter().all(|other| other.key != option.key), "{}", option.name);
                if let Some(default) = option.default_value {
                    assert_eq!(option.default, format!("By default {default}."));
                }
            }
        }
    }
}
