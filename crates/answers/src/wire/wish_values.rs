//! Values of the options of a generated puzzle, in a query and in JSON.

use std::ops::RangeInclusive;

use quadrille_sudoku::SIZE_MAX;
use quadrille_sudoku::generate::ClueSymmetry;
use quadrille_sudoku::techniques::{Level, Technique};

use super::fault::{Fault, FaultCode, Faults, Location};
use super::json::Json;
use super::number::{integer_text, whole};
use super::object::{meant, object, shown};
use super::wish_fault::{clues_fault, difficulty_fault, include_fault, symmetry_fault};

/// Largest score in a request. No puzzle has a larger one.
pub(super) const SCORE_MAX: u64 = 1_000_000;

/// Separator of the ends of a range.
const TO: &str = "..";

/// Range with optional ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ends<T> {
    pub(super) min: Option<T>,
    pub(super) max: Option<T>,
}

/// Levels or scores that a puzzle may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DifficultyRange {
    Levels(Ends<Level>),
    Scores(Ends<u64>),
}

/// Techniques of the path of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TechniqueWish {
    pub(super) required: Vec<Technique>,
    pub(super) excluded: Vec<Technique>,
}

/// Parts of an answer that are included if the client asks for them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Included {
    pub(super) solution: bool,
    pub(super) rating: bool,
}

impl<T: Copy + PartialOrd> Ends<T> {
    /// Reads one value, or two with `..` between them, of which one may be missing.
    fn of_text(text: &str, value: impl Fn(&str) -> Option<T>) -> Option<Self> {
        let Some((min, max)) = text.split_once(TO) else {
            let value = Some(value(text)?);
            return Some(Self { min: value, max: value });
        };
        let end = |text: &str| if text.is_empty() { Some(None) } else { value(text).map(Some) };
        Self::with_an_end(end(min)?, end(max)?)
    }

    /// Makes a range; `None` without any end.
    fn with_an_end(min: Option<T>, max: Option<T>) -> Option<Self> {
        (min.is_some() || max.is_some()).then_some(Self { min, max })
    }

    /// Reads a number, a text, or an object with `min` and `max`. Returns `None` without a fault for any other value.
    fn of_json(
        json: &Json,
        location: &Location,
        faults: &mut Faults,
        value: impl Fn(&str) -> Option<T>,
    ) -> Option<Self> {
        if !matches!(json, Json::Object(_)) {
            return Self::of_text(&scalar(json)?, value);
        }
        let members = object(json, location, &["min", "max"], faults)?;
        let (mut min, mut max) = (None, None);
        for (name, json) in members {
            let end = Some(value(&scalar(json)?)?);
            *if name == "min" { &mut min } else { &mut max } = end;
        }
        Self::with_an_end(min, max)
    }

    /// Whether no value is in the range.
    pub(super) fn is_empty(&self) -> bool {
        self.min.is_some_and(|min| self.max.is_some_and(|max| min > max))
    }

    /// The range, with these values for missing ends.
    pub(super) fn within(&self, all: RangeInclusive<T>) -> RangeInclusive<T> {
        self.min.unwrap_or(*all.start())..=self.max.unwrap_or(*all.end())
    }
}

impl DifficultyRange {
    /// Reads a parameter `difficulty`.
    pub(super) fn of_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
        let range = Self::parse(text);
        with_fault(range, faults.count(), faults, || unknown_difficulty(text).at(location))
    }

    /// Reads a level, a score, or a range of either.
    fn parse(text: &str) -> Option<Self> {
        let levels = || Ends::of_text(text, level).map(Self::Levels);
        levels().or_else(|| Ends::of_text(text, score).map(Self::Scores))
    }

    /// Reads the member `difficulty`.
    pub(super) fn of_json(json: &Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        let (before, mut ignored) = (faults.count(), Faults::default());
        let levels = Ends::of_json(json, location, faults, level).map(Self::Levels);
        let range = levels.or_else(|| Ends::of_json(json, location, &mut ignored, score).map(Self::Scores));
        with_fault(range, before, faults, || unknown_difficulty(text_of(json)).at(location))
    }
}

/// Reads a number of clues, or a range.
pub(super) fn clues_of_text(text: &str) -> Option<Ends<u64>> {
    Ends::of_text(text, clue_count)
}

/// Reads the member `clues`.
pub(super) fn clues_of_json(json: &Json, location: &Location, faults: &mut Faults) -> Option<Ends<u64>> {
    let before = faults.count();
    let range = Ends::of_json(json, location, faults, clue_count);
    with_fault(range, before, faults, || clues_fault().at(location))
}

/// Reads the name of a symmetry.
pub(super) fn symmetry_of_text(text: &str, location: &Location, faults: &mut Faults) -> Option<ClueSymmetry> {
    let symmetry = symmetry(text);
    with_fault(symmetry, faults.count(), faults, || unknown_symmetry(text).at(location))
}

fn symmetry(text: &str) -> Option<ClueSymmetry> {
    ClueSymmetry::ALL.into_iter().find(|symmetry| symmetry.name() == text)
}

/// Reads the member `symmetry`.
pub(super) fn symmetry_of_json(
    json: &Json,
    location: &Location,
    faults: &mut Faults,
) -> Option<ClueSymmetry> {
    let symmetry = symmetry(text_of(json));
    with_fault(symmetry, faults.count(), faults, || unknown_symmetry(text_of(json)).at(location))
}

impl TechniqueWish {
    /// Reads identifiers with commas between them; those that are excluded begin with `-`.
    pub(super) fn of_text(text: &str, location: &Location, faults: &mut Faults) -> Option<Self> {
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

    /// Reads the member `techniques`.
    pub(super) fn of_json(json: &Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        let (before, mut wish) = (faults.count(), Self::default());
        for (name, json) in object(json, location, &["require", "exclude"], faults)? {
            let list = if name == "require" { &mut wish.required } else { &mut wish.excluded };
            for (name, location) in names(json, &location.member(name), faults)? {
                list.extend(technique(name, &location, faults));
            }
        }
        (faults.count() == before).then_some(wish)
    }
}

impl Included {
    /// Reads names with commas between them.
    pub(super) fn of_text(text: &str) -> Option<Self> {
        let mut included = Self::default();
        text.split(',').map(str::trim_ascii).try_for_each(|name| included.add(name))?;
        Some(included)
    }

    /// Reads the member `include`.
    pub(super) fn of_json(json: &Json, location: &Location, faults: &mut Faults) -> Option<Self> {
        let (before, mut included) = (faults.count(), Self::default());
        for (name, location) in names(json, location, faults)? {
            if included.add(name).is_none() {
                faults.push(|| include_fault().at(&location));
            }
        }
        (faults.count() == before).then_some(included)
    }

    fn add(&mut self, name: &str) -> Option<()> {
        match name {
            "solution" => self.solution = true,
            "rating" => self.rating = true,
            _ => return None,
        }
        Some(())
    }
}

/// The elements of an array of strings, with their locations; `None`, with a fault, if it is none.
fn names<'a>(json: &'a Json, location: &Location, faults: &mut Faults) -> Option<Vec<(&'a str, Location)>> {
    let wrong = |json: &Json, expected: &str| {
        Fault::new(FaultCode::WrongType, format!("must be {expected}, not {}", json.kind()))
    };
    let Json::Array(elements) = json else {
        faults.push(|| wrong(json, "an array of strings").at(location));
        return None;
    };
    let before = faults.count();
    let mut names = Vec::new();
    for (index, json) in elements.iter().enumerate() {
        let location = location.element(index);
        match json {
            Json::String(name) => names.push((name.as_str(), location)),
            _ => faults.push(|| wrong(json, "a string").at(&location)),
        }
    }
    (faults.count() == before).then_some(names)
}

/// The technique with this identifier; `None`, with a fault, if there is none.
fn technique(name: &str, location: &Location, faults: &mut Faults) -> Option<Technique> {
    let found = Technique::ALL.into_iter().find(|technique| technique.id() == name);
    if found.is_none() {
        faults.push(|| {
            let ids: Vec<String> = Technique::ALL.into_iter().map(Technique::id).collect();
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

/// The fault of an unknown difficulty, with the nearest level, or the same range in lower case.
fn unknown_difficulty(given: &str) -> Fault {
    let lower = given.to_ascii_lowercase();
    let nearest = match DifficultyRange::parse(&lower) {
        Some(_) => Some(lower),
        None => meant(given, &Level::ALL.map(Level::name)),
    };
    with_nearest(difficulty_fault(), nearest)
}

/// The fault of an unknown symmetry, with the nearest one.
fn unknown_symmetry(given: &str) -> Fault {
    with_nearest(symmetry_fault(), meant(given, &ClueSymmetry::ALL.map(ClueSymmetry::name)))
}

/// Adds to the detail what the client may have meant.
fn with_nearest(fault: Fault, nearest: Option<String>) -> Fault {
    match nearest {
        Some(nearest) => Fault { detail: format!("{}; did you mean `{nearest}`?", fault.detail), ..fault },
        None => fault,
    }
}

/// The value; without one, adds a fault unless its reader has added some.
fn with_fault<T>(
    value: Option<T>,
    before: usize,
    faults: &mut Faults,
    fault: impl FnOnce() -> Fault,
) -> Option<T> {
    if value.is_none() && faults.count() == before {
        faults.push(fault);
    }
    value.filter(|_| faults.count() == before)
}

/// A string or a whole number as text.
fn scalar(json: &Json) -> Option<String> {
    match json {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => whole(number).map(|value| value.to_string()),
        _ => None,
    }
}

/// The text of a string; empty for any other value.
fn text_of(json: &Json) -> &str {
    match json {
        Json::String(text) => text,
        _ => "",
    }
}

fn clue_count(text: &str) -> Option<u64> {
    integer_text(text, &(0..=(SIZE_MAX * SIZE_MAX) as u64))
}

fn level(name: &str) -> Option<Level> {
    Level::ALL.into_iter().find(|level| level.name() == name)
}

fn score(text: &str) -> Option<u64> {
    integer_text(text, &(0..=SCORE_MAX))
}
