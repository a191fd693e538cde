//! Reads the step of a request to draw a puzzle.

use std::collections::{BTreeMap, HashMap};

use quadrille_sudoku::techniques::{Link, LinkEnd, Wording};
use quadrille_sudoku::{Candidate, Cell, Digit, DrawnStep, Rules};
use utoipa::ToSchema;

use crate::faults::{FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::cell_lists::cell_named;
use crate::wire::puzzle::values::{JsonShape, collection};
use crate::wire::request::number::integer;
use crate::wire::request::object::object;
use crate::wire::request::wrong_type;

/// A step to draw. It has the members of a step of `/hint` and `/path`, each of them optional.
#[derive(Clone, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RenderStep {
    /// Identifier of the technique. It is not drawn.
    #[schema(example = "naked_pair")]
    pub technique: Option<String>,
    /// Name of the technique: the title of the picture if there is no `text`.
    #[schema(example = "Naked Pair")]
    pub name: Option<String>,
    /// The step in a sentence: the title of the picture.
    pub text: Option<String>,
    /// The sentence without its values. It is not drawn.
    pub template: Option<String>,
    /// The values of the sentence. They are not drawn.
    pub values: Option<BTreeMap<String, String>>,
    /// Digits of the pattern. They are not drawn.
    #[schema(value_type = Option<Vec<u64>>)]
    pub digits: Option<Vec<u64>>,
    /// Houses that hold the pattern; they are tinted.
    #[schema(example = json!(["row 1"]))]
    pub houses: Option<Vec<String>>,
    /// Houses in which the step removes candidates; they are tinted lighter.
    pub covers: Option<Vec<String>>,
    /// Cells of the pattern; they are framed.
    #[schema(example = json!(["r1c1", "r1c2"]))]
    pub cells: Option<Vec<String>>,
    /// Exceptional cells, such as the fins of a fish; they have dotted frames.
    pub fins: Option<Vec<String>>,
    /// Groups of cells, such as almost locked sets; their frames differ.
    pub groups: Option<Vec<RenderGroup>>,
    /// Links between candidates: curves, which are dashed unless they are `strong`.
    pub links: Option<Vec<RenderLink>>,
    /// Digits to place; they have a frame.
    pub placements: Option<Vec<RenderCandidate>>,
    /// Candidates to remove; they have a line across.
    pub eliminations: Option<Vec<RenderCandidate>>,
    /// JSON pointers of the constraints of the step. They are not drawn.
    pub constraints: Option<Vec<String>>,
    /// Candidates on which the step rests. They are not drawn.
    pub needs: Option<Vec<RenderNeed>>,
}

/// A cell with its candidates.
#[derive(Clone, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RenderNeed {
    /// The cell.
    pub cell: String,
    /// The digits.
    #[schema(value_type = Vec<u64>)]
    pub digits: Vec<u64>,
}

/// A digit of a cell.
#[derive(Clone, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RenderCandidate {
    /// The cell.
    #[schema(example = "r1c7")]
    pub cell: String,
    /// The digit.
    #[schema(example = 3, minimum = 1, maximum = 36)]
    pub digit: u64,
}

/// Cells with their candidates together.
#[derive(Clone, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RenderGroup {
    /// The cells.
    pub cells: Vec<String>,
    /// The digits. They are not drawn.
    #[schema(value_type = Option<Vec<u64>>)]
    pub digits: Option<Vec<u64>>,
}

/// A link between two candidates.
#[derive(Clone, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RenderLink {
    /// Where the link starts.
    pub from: RenderLinkEnd,
    /// Where the link ends.
    pub to: RenderLinkEnd,
    /// Whether one of the ends must be true.
    pub strong: bool,
}

/// A digit in one or several cells.
#[derive(Clone, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RenderLinkEnd {
    /// The cells.
    #[schema(example = json!(["r1c7"]))]
    pub cells: Vec<String>,
    /// The digit.
    #[schema(example = 3, minimum = 1, maximum = 36)]
    pub digit: u64,
}

impl JsonShape for RenderStep {
    fn names_digits(_: &Json) -> bool {
        true
    }

    const WORDS: &'static str = "JSON such as {\"cells\": [\"r1c1\"]}, an object";

    fn parse(text: &str) -> Option<Json> {
        collection(text).filter(|json| matches!(json, Json::Object(_)))
    }
}

/// Reads a step for a puzzle with these rules; `None` if it has faults.
pub(crate) fn step_from_json(
    json: &Json,
    location: &Location,
    rules: &Rules,
    faults: &mut Faults,
) -> Option<DrawnStep> {
    let mut step_faults = Faults::default();
    let wording = Wording::new(rules.layout()).with_rules(rules);
    let houses = (0..rules.layout().house_count()).map(|number| (wording.house(number), number)).collect();
    let step = StepReader { rules, houses, faults: &mut step_faults }.step(json, location);
    let step = step.filter(|_| step_faults.is_empty());
    faults.append(step_faults);
    step
}

/// Members of an object, with its location.
struct LocatedMembers<'a> {
    location: &'a Location,
    members: Vec<(&'a str, &'a Json)>,
}

impl<'a> LocatedMembers<'a> {
    fn get(&self, name: &str) -> Option<(&'a Json, Location)> {
        let (_, json) = self.members.iter().find(|(other, _)| *other == name)?;
        Some((json, self.location.member(name)))
    }
}

/// Reads the parts of a step. A part with a fault is left out.
struct StepReader<'a> {
    rules: &'a Rules,
    /// Numbers of the houses by name.
    houses: HashMap<String, usize>,
    faults: &'a mut Faults,
}

impl StepReader<'_> {
    fn step(&mut self, json: &Json, location: &Location) -> Option<DrawnStep> {
        const KNOWN: &[&str] = &[
            "technique",
            "name",
            "text",
            "template",
            "values",
            "digits",
            "houses",
            "covers",
            "cells",
            "fins",
            "groups",
            "links",
            "placements",
            "eliminations",
            "constraints",
            "needs",
        ];
        let members = self.members(json, location, KNOWN)?;
        self.text(&members, "technique");
        let name = self.text(&members, "name");
        let text = self.text(&members, "text").or(name);
        self.text(&members, "template");
        self.values(&members);
        self.list(&members, "digits", Self::digit);
        self.list(&members, "constraints", Self::pointer);
        self.list(&members, "needs", Self::need);
        Some(DrawnStep {
            text: text.unwrap_or_default(),
            houses: self.list(&members, "houses", Self::house),
            covers: self.list(&members, "covers", Self::house),
            cells: self.list(&members, "cells", Self::cell),
            fins: self.list(&members, "fins", Self::cell),
            groups: self.list(&members, "groups", Self::group),
            links: self.list(&members, "links", Self::link),
            placements: self.list(&members, "placements", Self::candidate),
            eliminations: self.list(&members, "eliminations", Self::candidate),
        })
    }

    fn members<'a>(
        &mut self,
        json: &'a Json,
        location: &'a Location,
        known: &[&'static str],
    ) -> Option<LocatedMembers<'a>> {
        let members = object(json, location, known, self.faults)?;
        Some(LocatedMembers { location, members })
    }

    /// Returns a member that must be there.
    fn required<'a>(&mut self, members: &LocatedMembers<'a>, name: &str) -> Option<(&'a Json, Location)> {
        let member = members.get(name);
        if member.is_none() {
            self.faults.add(FaultCode::MissingField, members.location, || format!("`{name}` is missing"));
        }
        member
    }

    /// Checks the values of the sentence.
    fn values(&mut self, members: &LocatedMembers<'_>) {
        let Some((json, location)) = members.get("values") else { return };
        let is_text = |(_, json): &(String, Json)| matches!(json, Json::String(_));
        if !matches!(json, Json::Object(values) if values.iter().all(is_text)) {
            self.wrong_type("an object of strings", json, &location);
        }
    }

    fn text(&mut self, members: &LocatedMembers<'_>, name: &str) -> Option<String> {
        let (json, location) = members.get(name)?;
        if let Json::String(text) = json {
            return Some(text.clone());
        }
        self.wrong_type("a string", json, &location);
        None
    }

    /// Reads an array, if it is there, with this reader of its elements.
    fn list<T>(
        &mut self,
        members: &LocatedMembers<'_>,
        name: &str,
        read: fn(&mut Self, &Json, &Location) -> Option<T>,
    ) -> Vec<T> {
        members.get(name).map_or_else(Vec::new, |(json, location)| self.elements(json, &location, read))
    }

    fn elements<T>(
        &mut self,
        json: &Json,
        location: &Location,
        read: fn(&mut Self, &Json, &Location) -> Option<T>,
    ) -> Vec<T> {
        let Json::Array(elements) = json else {
            self.wrong_type("an array", json, location);
            return Vec::new();
        };
        let elements = elements.iter().enumerate();
        elements.filter_map(|(index, json)| read(self, json, &location.element(index))).collect()
    }

    /// Reads the name of a house, such as `row 1`.
    fn house(&mut self, json: &Json, location: &Location) -> Option<usize> {
        let Json::String(name) = json else {
            self.wrong_type("the name of a house", json, location);
            return None;
        };
        let house = self.houses.get(name).copied();
        if house.is_none() {
            let size = self.rules.digit_count();
            self.faults.add(FaultCode::OutOfRange, location, || {
                format!("must be the name of a house, such as `row 1` or `box {size}`")
            });
        }
        house
    }

    /// Reads the name of a cell, such as `r1c1`.
    fn cell(&mut self, json: &Json, location: &Location) -> Option<Cell> {
        let Json::String(name) = json else {
            self.wrong_type("the name of a cell", json, location);
            return None;
        };
        let cell = cell_named(name, self.rules.layout());
        if cell.is_none() {
            let [rows, columns] = self.rules.layout().extent();
            self.faults.add(FaultCode::OutOfRange, location, || {
                format!("must be the name of a cell, r1c1 to r{rows}c{columns}: row, then column")
            });
        }
        cell
    }

    fn digit(&mut self, json: &Json, location: &Location) -> Option<Digit> {
        let range = 1..=self.rules.digit_count() as u64;
        integer(json, location, &range, self.faults).and_then(|value| Digit::new(value as usize))
    }

    /// Reads the JSON pointer of a constraint.
    fn pointer(&mut self, json: &Json, location: &Location) -> Option<()> {
        match json {
            Json::String(_) => Some(()),
            _ => {
                self.wrong_type("a string", json, location);
                None
            }
        }
    }

    fn need(&mut self, json: &Json, location: &Location) -> Option<Cell> {
        let members = self.members(json, location, &["cell", "digits"])?;
        self.list(&members, "digits", Self::digit);
        let (json, location) = self.required(&members, "cell")?;
        self.cell(json, &location)
    }

    fn group(&mut self, json: &Json, location: &Location) -> Option<Vec<Cell>> {
        let members = self.members(json, location, &["cells", "digits"])?;
        self.list(&members, "digits", Self::digit);
        let (json, location) = self.required(&members, "cells")?;
        Some(self.elements(json, &location, Self::cell))
    }

    fn link(&mut self, json: &Json, location: &Location) -> Option<Link> {
        let members = self.members(json, location, &["from", "to", "strong"])?;
        let [from, to] = ["from", "to"].map(|name| {
            let (json, location) = self.required(&members, name)?;
            self.link_end(json, &location)
        });
        let (json, location) = self.required(&members, "strong")?;
        let Json::Bool(is_strong) = *json else {
            self.wrong_type("true or false", json, &location);
            return None;
        };
        Some(Link { from: from?, to: to?, is_strong })
    }

    fn link_end(&mut self, json: &Json, location: &Location) -> Option<LinkEnd> {
        let members = self.members(json, location, &["cells", "digit"])?;
        let cells = self.required(&members, "cells");
        let cells = cells.map(|(json, location)| self.elements(json, &location, Self::cell));
        let (json, location) = self.required(&members, "digit")?;
        Some(LinkEnd { digit: self.digit(json, &location)?, cells: cells? })
    }

    fn candidate(&mut self, json: &Json, location: &Location) -> Option<Candidate> {
        let members = self.members(json, location, &["cell", "digit"])?;
        let cell = self.required(&members, "cell");
        let cell = cell.and_then(|(json, location)| self.cell(json, &location));
        let (json, location) = self.required(&members, "digit")?;
        Some(Candidate { digit: self.digit(json, &location)?, cell: cell? })
    }

    fn wrong_type(&mut self, expected: &str, json: &Json, location: &Location) {
        self.faults.push(|| wrong_type(json, expected).at(location));
    }
}
