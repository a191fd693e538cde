//! Options of a request, read from its query and from its body.

use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use quadrille_sudoku::generate::ClueSymmetry;
use quadrille_sudoku::notation::Format;
use quadrille_sudoku::techniques::Reveal;
use quadrille_sudoku::unstable::has_ambiguous_rows;
use quadrille_sudoku::{BoxShape, SIZE_MAX};

use super::fault::{Fault, FaultCode, Faults, Location};
use super::json::Json;
use super::number::{ALL, integer, integer_text, limit};
use super::object::{object, unknown_parameter};
use super::request_option::{
    ATTEMPTS, Key, LAYOUT, Member, PROBES, RequestOption, ValueType, format_fault, layout_fault, order_fault,
    reveal_fault,
};
use super::wish_values::{
    DifficultyRange, Ends, Included, TechniqueWish, clues_of_json, clues_of_text, symmetry_of_json,
    symmetry_of_text,
};
use crate::service::RequestedLimits;

/// Value of an option.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Integer(u64),
    Box(BoxShape),
    Boolean(bool),
    Format(Format),
    /// Lines are the rows of a grid.
    GridLayout,
    Reveal(Reveal),
    Clues(Ends<u64>),
    Difficulty(DifficultyRange),
    Symmetry(ClueSymmetry),
    Techniques(TechniqueWish),
    Include(Included),
    /// Whether the order is random.
    RandomOrder(bool),
    /// Not checked yet: the size of the puzzle is needed.
    Json(Arc<Json>),
}

/// Order in which solutions are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionOrder {
    /// Always the same order.
    Fixed,
    /// A random order.
    Random {
        /// The seed, if the client named it. Without one, a random seed must be drawn.
        seed: Option<u64>,
    },
}

/// The options of a request that were provided so far, by [`Key`]. Most requests provide few, so that each has memory of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options([Option<Box<Provided>>; Key::COUNT]);

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
        let before = faults.count();
        let value = match value {
            ValueType::Integer { min, max } => integer_text(text, &(min..=max)).map(Value::Integer),
            ValueType::Limit { max } if text == ALL => Some(Value::Integer(max)),
            ValueType::Limit { max } => integer_text(text, &(1..=max)).map(Value::Integer),
            ValueType::Box => box_text(text).map(Value::Box),
            ValueType::Boolean => text.parse().ok().map(Value::Boolean),
            ValueType::Format => Format::of_name(text).map(Value::Format),
            ValueType::ShownCandidates if matches!(text, "true" | "false") => {
                Some(Value::Boolean(text == "true"))
            }
            ValueType::Layout => (text == GRID).then_some(Value::GridLayout),
            ValueType::Reveal => reveal_of_name(text).map(Value::Reveal),
            ValueType::Clues => clues_of_text(text).map(Value::Clues),
            ValueType::Difficulty => DifficultyRange::of_text(text, &location, faults).map(Value::Difficulty),
            ValueType::Symmetry => symmetry_of_text(text, &location, faults).map(Value::Symmetry),
            ValueType::Techniques => TechniqueWish::of_text(text, &location, faults).map(Value::Techniques),
            ValueType::Include => Included::of_text(text).map(Value::Include),
            ValueType::Order => is_random_order(text).map(Value::RandomOrder),
            ValueType::Grid => Some(Value::Json(Arc::new(Json::String(text.to_owned())))),
            ValueType::Candidates | ValueType::ShownCandidates | ValueType::Marks => Json::parse(text)
                .ok()
                .filter(|json| matches!(json, Json::Object(_) | Json::Array(_)))
                .map(|json| Value::Json(Arc::new(json))),
            ValueType::Step => Json::parse(text)
                .ok()
                .filter(|json| matches!(json, Json::Object(_)))
                .map(|json| Value::Json(Arc::new(json))),
        };
        // Some values have several faults of their own.
        if value.is_none() && faults.count() == before {
            faults.push(|| option.text_fault().at(&location));
        }
        self.0[key as usize] = Some(Box::new(Provided { location, value }));
    }

    fn set_member(&mut self, option: &RequestOption, json: &Json, parent: &Location, faults: &mut Faults) {
        let RequestOption { key, name, value, .. } = *option;
        let location = parent.member(name);
        let value = match value {
            ValueType::Integer { min, max } => {
                integer(json, &location, &(min..=max), faults).map(Value::Integer)
            }
            ValueType::Limit { max } => limit(json, &location, max, faults).map(Value::Integer),
            ValueType::Box => box_member(json, &location, faults).map(Value::Box),
            ValueType::Boolean => boolean(json, &location, faults).map(Value::Boolean),
            ValueType::Format => format_member(json, &location, faults).map(Value::Format),
            ValueType::Layout => layout_member(json, &location, faults),
            ValueType::Reveal => reveal_member(json, &location, faults).map(Value::Reveal),
            ValueType::Clues => clues_of_json(json, &location, faults).map(Value::Clues),
            ValueType::Difficulty => DifficultyRange::of_json(json, &location, faults).map(Value::Difficulty),
            ValueType::Symmetry => symmetry_of_json(json, &location, faults).map(Value::Symmetry),
            ValueType::Techniques => TechniqueWish::of_json(json, &location, faults).map(Value::Techniques),
            ValueType::Include => Included::of_json(json, &location, faults).map(Value::Include),
            ValueType::Order => order_member(json, &location, faults).map(Value::RandomOrder),
            ValueType::ShownCandidates if matches!(json, Json::Bool(_)) => {
                boolean(json, &location, faults).map(Value::Boolean)
            }
            ValueType::Candidates
            | ValueType::ShownCandidates
            | ValueType::Grid
            | ValueType::Marks
            | ValueType::Step => Some(Value::Json(Arc::new(json.clone()))),
        };
        if let Some(Provided { location: parameter @ Location::Parameter(_), .. }) = self.get(key) {
            faults.push(|| {
                let detail = format!("`{name}` appears in the query and in the body: give it once");
                Fault::new(FaultCode::GivenTwice, detail).at(parameter).at(&location)
            });
        }
        self.0[key as usize] = Some(Box::new(Provided { location, value }));
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
        self.0[key as usize].as_deref()
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

    /// The maximum of the counts of candidates; `None` if they are not counted.
    pub(super) fn counts(&self) -> Option<NonZeroU64> {
        self.integer(Key::Counts).and_then(NonZeroU64::new)
    }

    pub(super) fn probes(&self) -> NonZeroU64 {
        self.integer(Key::Probes).and_then(NonZeroU64::new).unwrap_or(PROBES.positive_default())
    }

    pub(super) fn seed(&self) -> u64 {
        self.given_seed().unwrap_or(0)
    }

    /// The seed; `None` if the client named none.
    pub(super) fn given_seed(&self) -> Option<u64> {
        self.integer(Key::Seed)
    }

    /// Number of rows of a generated puzzle.
    pub(super) fn size(&self) -> Option<usize> {
        self.integer(Key::Size).and_then(|size| usize::try_from(size).ok())
    }

    /// Number of puzzles to generate.
    pub(super) fn count(&self) -> Option<NonZeroU64> {
        self.integer(Key::Count).and_then(NonZeroU64::new)
    }

    pub(super) fn attempts(&self) -> NonZeroU64 {
        self.integer(Key::Attempts).and_then(NonZeroU64::new).unwrap_or(ATTEMPTS.positive_default())
    }

    pub(super) fn is_minimal(&self) -> bool {
        self.boolean(Key::Minimal).unwrap_or(false)
    }

    pub(super) fn clues(&self) -> Option<Ends<u64>> {
        match self.value(Key::Clues)? {
            Value::Clues(clues) => Some(*clues),
            _ => None,
        }
    }

    pub(super) fn difficulty(&self) -> Option<DifficultyRange> {
        match self.value(Key::Difficulty)? {
            Value::Difficulty(range) => Some(*range),
            _ => None,
        }
    }

    pub(super) fn symmetry(&self) -> ClueSymmetry {
        match self.value(Key::Symmetry) {
            Some(Value::Symmetry(symmetry)) => *symmetry,
            _ => ClueSymmetry::None,
        }
    }

    pub(super) fn techniques(&self) -> Option<&TechniqueWish> {
        match self.value(Key::Techniques)? {
            Value::Techniques(wish) => Some(wish),
            _ => None,
        }
    }

    pub(super) fn included(&self) -> Included {
        match self.value(Key::Include) {
            Some(Value::Include(included)) => *included,
            _ => Included::default(),
        }
    }

    /// Order in which solutions are found.
    pub(super) fn order(&self) -> SolutionOrder {
        match self.value(Key::Order) {
            Some(Value::RandomOrder(true)) => SolutionOrder::Random { seed: self.given_seed() },
            _ => SolutionOrder::Fixed,
        }
    }

    /// The grid of the cells that may have clues, unchecked, and where it was provided.
    pub(super) fn pattern(&self) -> Option<(&Json, &Location)> {
        self.json(Key::Pattern)
    }

    /// Returns where an option was provided.
    pub(super) fn location(&self, key: Key) -> Option<&Location> {
        self.get(key).map(|provided| &provided.location)
    }

    fn value(&self, key: Key) -> Option<&Value> {
        self.get(key)?.value.as_ref()
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

    /// Whether results repeat what their entries have besides the puzzle.
    pub(super) fn keep(&self) -> bool {
        self.boolean(Key::Keep).unwrap_or(false)
    }

    /// Whether the client asked for a minimal puzzle.
    pub(super) fn reduce(&self) -> bool {
        self.boolean(Key::Reduce).unwrap_or(false)
    }

    /// Whether a picture shows candidates.
    pub(super) fn shows_candidates(&self) -> bool {
        self.boolean(Key::Candidates).unwrap_or_else(|| self.candidates().or(self.step()).is_some())
    }

    /// The allowed digits of each cell, unchecked, and where they were provided.
    pub(super) fn candidates(&self) -> Option<(&Json, &Location)> {
        self.json(Key::Candidates)
    }

    /// The entries of the player, unchecked, and where they were provided.
    pub(super) fn entries(&self) -> Option<(&Json, &Location)> {
        self.json(Key::Entries)
    }

    /// The pencil marks of the player, unchecked, and where they were provided.
    pub(super) fn marks(&self) -> Option<(&Json, &Location)> {
        self.json(Key::Marks)
    }

    /// The step of a picture, unchecked, and where it was provided.
    pub(super) fn step(&self) -> Option<(&Json, &Location)> {
        self.json(Key::Step)
    }

    fn json(&self, key: Key) -> Option<(&Json, &Location)> {
        let Provided { location, value } = self.get(key)?;
        match value.as_ref()? {
            Value::Json(json) => Some((json, location)),
            _ => None,
        }
    }

    /// How much of a step is shown.
    pub(super) fn reveal(&self) -> Reveal {
        match self.get(Key::Reveal).and_then(|provided| provided.value.as_ref()) {
            Some(Value::Reveal(reveal)) => *reveal,
            _ => Reveal::default(),
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

    /// The format in which a text is read; `None` if it is detected.
    pub(super) fn format_of_text(&self, text: &str) -> Option<Format> {
        let is_grid = || self.has_grid_layout() && has_ambiguous_rows(text);
        self.format().or_else(|| is_grid().then_some(Format::Drawing))
    }

    /// The format in which a puzzle is read, if it is a text; `None` if it is detected.
    pub(super) fn format_of_json(&self, puzzle: &Json) -> Option<Format> {
        match puzzle {
            Json::String(text) => self.format_of_text(text),
            _ => self.format(),
        }
    }

    /// Whether n lines of n symbols are one grid.
    pub(super) fn has_grid_layout(&self) -> bool {
        self.get(Key::Layout).is_some()
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
        self.location(Key::To)
    }

    /// Returns where the box was provided.
    pub(super) fn box_location(&self) -> Option<&Location> {
        self.location(Key::Box)
    }
}

/// Whether an order with this name is random; `None` if there is none.
fn is_random_order(name: &str) -> Option<bool> {
    match name {
        "fixed" => Some(false),
        "random" => Some(true),
        _ => None,
    }
}

fn order_member(json: &Json, location: &Location, faults: &mut Faults) -> Option<bool> {
    let is_random = match json {
        Json::String(name) => is_random_order(name),
        _ => None,
    };
    if is_random.is_none() {
        faults.push(|| order_fault().at(location));
    }
    is_random
}

fn reveal_of_name(name: &str) -> Option<Reveal> {
    match name {
        "house" => Some(Reveal::House),
        "technique" => Some(Reveal::Technique),
        "all" => Some(Reveal::All),
        _ => None,
    }
}

fn reveal_member(json: &Json, location: &Location, faults: &mut Faults) -> Option<Reveal> {
    let reveal = match json {
        Json::Null => return Some(Reveal::default()),
        Json::String(name) => reveal_of_name(name),
        _ => None,
    };
    if reveal.is_none() {
        faults.push(|| reveal_fault().at(location));
    }
    reveal
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

/// Whether a query names the layout in which n lines of n symbols are one grid.
pub fn has_grid_layout(query: &str) -> bool {
    form_urlencoded::parse(query.as_bytes()).any(|(name, value)| name == LAYOUT.name && value == GRID)
}

/// The only layout that can be named.
const GRID: &str = "grid";

/// Reads the name of a layout.
fn layout_member(json: &Json, location: &Location, faults: &mut Faults) -> Option<Value> {
    let is_grid = matches!(json, Json::String(name) if name == GRID);
    if !is_grid {
        faults.push(|| layout_fault().at(location));
    }
    is_grid.then_some(Value::GridLayout)
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
