//! Values beside a puzzle that are rules, or its solution: members of its record, and fields and words of its row.

use std::sync::Arc;

use quadrille_notation::unstable::{OtherField, RegionMap, is_solution_name};
use quadrille_sudoku::constraints::Constraint;
use quadrille_sudoku::{BoxShape, Grid, Puzzle, Rules, Solution};

use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::constraints::{TYPE, constraints_from_json};
use crate::wire::puzzle::notation::Notation;
use crate::wire::puzzle::options::{Reading, VariantOptions};
use crate::wire::puzzle::rule_names::{
    ADVICE, NamedRule, are_usual_rules, is_title, rule_in_words, rule_named, words_fault,
};
use crate::wire::puzzle::whole::grid_from_json;
use crate::wire::request::number::whole;
use crate::wire::request::object::shown;
use crate::wire::request::rule_options::unsupported_option;
use crate::wire::request::{Given, OptionValue};

/// Value beside a puzzle that is no option.
#[derive(Clone, Debug)]
pub(crate) struct Beside {
    /// Name of the member or column; its number, if it has no name.
    name: String,
    json: Json,
    location: Location,
    role: Role,
}

/// What a value beside a puzzle is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Role {
    /// A rule, by its name.
    Rule(NamedRule),
    /// A map of regions, by its shape.
    Map,
    /// Words that name a rule.
    Words(String, NamedRule),
    /// The solution, by its name.
    Solution,
}

impl Beside {
    /// Makes the value of a member; `None` if it is neither a rule nor a solution.
    pub(crate) fn member(name: &str, json: &Json, parent: &Location) -> Option<Self> {
        let role = role(name, json)?;
        Some(Self { name: name.to_owned(), json: json.clone(), location: parent.member(name), role })
    }

    /// Whether it is a rule.
    pub(crate) fn is_rule(&self) -> bool {
        self.role != Role::Solution
    }

    /// Makes the values of the fields of a row whose columns have these names. Words that name a rule are one value.
    pub(crate) fn fields(
        fields: &[OtherField],
        columns: Option<&Arc<[String]>>,
        location: &Location,
    ) -> Vec<Self> {
        let mut values = Vec::new();
        let mut words = Vec::new();
        for field in fields {
            let column = columns.filter(|_| !field.is_word).and_then(|columns| columns.get(field.index));
            let json = Json::String(field.text.clone());
            match field.name.as_ref().or(column) {
                Some(name) => {
                    values.extend(role(name, &json).map(|role| (name.clone(), json, role)));
                }
                None => {
                    words.push(field.text.as_str());
                    let is_map = map_of(&json).is_some_and(|map| !map.is_latin());
                    let name = format!("column {}", field.index + 1);
                    values.extend(is_map.then_some((name, json, Role::Map)));
                }
            }
        }
        let words = words.join(" ");
        if let Some((found, rule)) = rule_in_words(&words) {
            values.push((found.clone(), Json::String(words), Role::Words(found, rule)));
        }
        let value = |(name, json, role)| Self { name, json, location: location.clone(), role };
        values.into_iter().map(value).collect()
    }

    /// Makes the value of words around a puzzle; `None` if they name no rule.
    pub(crate) fn words(text: &str, location: &Location) -> Option<Self> {
        let (found, rule) = rule_in_words(text)?;
        let json = Json::String(text.to_owned());
        Some(Self { name: found.clone(), json, location: location.clone(), role: Role::Words(found, rule) })
    }

    /// The fault of a value that is not read, and why.
    pub(crate) fn unsupported(&self, why: &str) -> Fault {
        let name = shown(&self.name);
        let detail = match &self.role {
            Role::Words(words, _) => return words_fault(words).at(&self.location),
            Role::Rule(NamedRule::Candidates) => format!("{name} are not supported here"),
            Role::Solution => {
                let detail = format!("{name} is not compared here: leave it out");
                return Fault::new(FaultCode::UnknownField, detail).at(&self.location);
            }
            Role::Map => format!("{name} looks like a map of regions that is not read: give it as `regions`"),
            _ => format!("{name} is a rule that is not read{why}: {ADVICE}"),
        };
        Fault::unsupported(&self.name, detail).at(&self.location)
    }
}

/// The role of a value with this name; `None` if it is neither a rule nor a solution.
fn role(name: &str, json: &Json) -> Option<Role> {
    if is_solution_name(name) {
        return Some(Role::Solution);
    }
    match rule_named(name, has_parts(json)) {
        Some(rule) => return (!is_void(rule, json)).then_some(Role::Rule(rule)),
        None if is_title(name) => {
            return words_of(json)
                .and_then(|words| rule_in_words(&words))
                .map(|(words, rule)| Role::Words(words, rule));
        }
        None => {}
    }
    map_of(json).filter(|map| !map.is_latin()).map(|_| Role::Map)
}

/// Whether a member or column with this name and value is a rule, or a solution that is compared.
pub(crate) fn is_read(name: &str, json: &Json) -> bool {
    role(name, json).is_some()
}

/// Returns the JSON in a text that is a list or an object; other values as they are.
fn unquoted(json: &Json) -> Json {
    let text = if let Json::String(text) = json { text.trim() } else { "" };
    let parsed = text.starts_with(['[', '{']).then(|| Json::parse(text).ok()).flatten();
    parsed.unwrap_or_else(|| json.clone())
}

/// Whether a value may have the parts of a rule: `true`, a list, an object or a map.
fn has_parts(json: &Json) -> bool {
    match json {
        Json::Bool(value) => *value,
        Json::Array(_) | Json::Object(_) => true,
        Json::String(text) => {
            text == "true" || text.trim_start().starts_with(['[', '{']) || map_of(json).is_some()
        }
        Json::Null | Json::Number(_) => false,
    }
}

/// Whether a value says that there is no such rule.
fn is_void(rule: NamedRule, json: &Json) -> bool {
    let boolean = |value: bool| if rule == NamedRule::Boxes { value } else { !value };
    match json {
        Json::Null => true,
        Json::Bool(value) => boolean(*value),
        Json::Number(number) => match whole(number) {
            Some(0) => boolean(false),
            Some(1) if rule == NamedRule::Boxes => true,
            _ => false,
        },
        Json::String(text) => match text.trim().to_lowercase().as_str() {
            "" | "null" | "none" | "nan" | "[]" | "{}" => true,
            "false" | "no" | "0" => boolean(false),
            "true" | "yes" | "1" if rule == NamedRule::Boxes => true,
            text => rule == NamedRule::Any && are_usual_rules(text),
        },
        Json::Array(elements) => elements.iter().all(|element| is_void(rule, element)),
        Json::Object(members) => members.is_empty(),
    }
}

/// The words of a text or a list of texts.
fn words_of(json: &Json) -> Option<String> {
    match json {
        Json::String(text) => Some(text.clone()),
        Json::Array(elements) => Some(elements.iter().filter_map(words_of).collect::<Vec<_>>().join(", ")),
        _ => None,
    }
}

/// Reads a map of regions: a text, or rows or a list of symbols and numbers.
fn map_of(json: &Json) -> Option<RegionMap> {
    fn symbols(json: &Json, out: &mut String) -> Option<()> {
        match json {
            Json::String(text) => out.push_str(text),
            Json::Number(number) => {
                let value = whole(number).and_then(|value| u32::try_from(value).ok())?;
                out.push(char::from_digit(value, 36)?);
            }
            Json::Array(elements) => elements.iter().try_for_each(|element| symbols(element, out))?,
            _ => return None,
        }
        Some(())
    }
    let mut out = String::new();
    match json {
        Json::String(text) if text.trim_start().starts_with('[') => symbols(&unquoted(json), &mut out)?,
        Json::String(text) => out.push_str(text),
        Json::Array(_) => symbols(json, &mut out)?,
        _ => return None,
    }
    RegionMap::parse(&out)
}

/// Options for reading a puzzle, together with those beside it.
#[derive(Clone, Debug)]
pub(crate) struct JoinedOptions {
    box_shape: Given<BoxShape>,
    variant: VariantOptions,
    candidates: Option<(Json, Location)>,
}

impl JoinedOptions {
    /// Joins the options with the boxes, regions and candidates beside the puzzle; `None` if there are none. Options that are given
    /// twice must be the same.
    pub(crate) fn new(
        values: &[Beside],
        reading: &Reading<'_>,
        clues: Option<&Grid>,
        faults: &mut Faults,
    ) -> Option<Self> {
        if !values.iter().any(Beside::is_rule) {
            return None;
        }
        let mut joined = Self {
            box_shape: reading.box_shape.clone(),
            variant: reading.variant.cloned().unwrap_or_default(),
            candidates: None,
        };
        for value in values {
            if !joined.join(value, reading, clues, faults) {
                let of_question = unsupported_option(&value.name).filter(|_| reading.variant.is_none());
                faults.push(|| match of_question {
                    Some(fault) => fault.at(&value.location),
                    None => value.unsupported(""),
                });
            }
        }
        Some(joined)
    }

    /// Joins a value that is no constraint. Returns whether it is read.
    fn join(
        &mut self,
        value: &Beside,
        reading: &Reading<'_>,
        clues: Option<&Grid>,
        faults: &mut Faults,
    ) -> bool {
        let rule = match &value.role {
            Role::Solution | Role::Words(..) => return true,
            // Digits of a grid that is no solution are no map.
            Role::Map if clues.is_none_or(|clues| is_other_grid(value, clues)) => return true,
            Role::Map => NamedRule::Regions,
            Role::Rule(rule) => *rule,
        };
        let size = clues.and_then(Grid::square_size);
        let usual = size.map(BoxShape::usual);
        match rule {
            NamedRule::Type(_) | NamedRule::Any => return reading.variant.is_some(),
            NamedRule::Unknown | NamedRule::Grids => return false,
            NamedRule::Box => {
                let Some(shape) = box_of(&value.json, size) else { return false };
                set_once(&mut self.box_shape, shape, value, faults);
            }
            NamedRule::BoxWidth => {
                return usual.is_some_and(|usual| is_number(&value.json, usual.width));
            }
            NamedRule::BoxHeight => {
                return usual.is_some_and(|usual| is_number(&value.json, usual.height));
            }
            _ if reading.variant.is_none() => return false,
            NamedRule::Boxes => {
                // A value that says that there are boxes is no rule.
                if !is_false(&value.json) {
                    return false;
                }
                set_once(&mut self.variant.boxes, false, value, faults);
            }
            NamedRule::Regions => {
                let map = map_of(&value.json).filter(|map| Some(map.size()) == size);
                // The shape alone is certain only if the cells of each region touch each other.
                if value.role == Role::Map && !map.as_ref().is_some_and(RegionMap::is_connected) {
                    return false;
                }
                let json = match &map {
                    Some(map) => rows_of(map),
                    None => Some(unquoted(&value.json)).filter(is_list_of_lists),
                };
                let read = json.and_then(|json| OptionValue::from_json(json, &value.location, faults));
                let Some(regions) = read else { return false };
                let given = self.variant.regions.get().and_then(|given| map_of(given.json()));
                let is_same = given.zip(map).is_some_and(|(given, map)| given.regions() == map.regions());
                if !is_same {
                    set_once(&mut self.variant.regions, regions, value, faults);
                }
            }
            NamedRule::Candidates => {
                let json = unquoted(&value.json);
                if !matches!(json, Json::Array(_) | Json::Object(_)) || reading.candidates.is_some() {
                    return false;
                }
                self.candidates = Some((json, value.location.clone()));
            }
        }
        true
    }

    /// Returns how the puzzle is read with these options.
    pub(crate) fn reading<'a>(&'a self, reading: &Reading<'a>) -> Reading<'a> {
        Reading {
            box_shape: &self.box_shape,
            candidates: reading
                .candidates
                .or(self.candidates.as_ref().map(|(json, location)| (json, location))),
            variant: reading.variant.map(|_| &self.variant),
            ..*reading
        }
    }
}

/// Whether a map that was found by its shape has another size than the puzzle, or is a solution with mistakes.
fn is_other_grid(value: &Beside, clues: &Grid) -> bool {
    let is_mistaken =
        |map: &RegionMap| clues.filled_count() > 0 && !map.is_connected() && map.has_clues(clues);
    map_of(&value.json).is_none_or(|map| Some(map.size()) != clues.square_size() || is_mistaken(&map))
}

fn is_false(json: &Json) -> bool {
    match json {
        Json::Bool(value) => !value,
        Json::Number(number) => whole(number) == Some(0),
        Json::String(text) => matches!(text.trim().to_lowercase().as_str(), "false" | "no" | "0"),
        _ => false,
    }
}

/// Sets an option, or checks that it has the same value.
fn set_once<T: OptionValue + PartialEq>(
    given: &mut Given<T>,
    value: T,
    beside: &Beside,
    faults: &mut Faults,
) {
    if given.is_given() && given.get() != Some(&value) {
        let name = shown(&beside.name);
        faults.add(FaultCode::GivenTwice, &beside.location, || {
            format!("{name} and another option beside the puzzle differ: give them once")
        });
        return;
    }
    given.set(value, beside.location.clone());
}

/// Whether a value is an array of arrays of texts.
fn is_list_of_lists(json: &Json) -> bool {
    let is_text = |element: &Json| matches!(element, Json::String(_));
    let is_list = |element: &Json| matches!(element, Json::Array(cells) if cells.iter().all(is_text));
    matches!(json, Json::Array(lists) if lists.iter().all(is_list))
}

/// The rows of a map as symbols, in one form for equal maps.
fn rows_of(map: &RegionMap) -> Option<Json> {
    let size = map.size();
    let mut symbols = vec!['0'; size * size];
    for (region, cells) in (0..).zip(map.regions()) {
        let symbol = char::from_digit(region, 36)?;
        for cell in cells {
            *symbols.get_mut(cell.index())? = symbol;
        }
    }
    let rows = symbols.chunks(size).map(|row| Json::String(row.iter().collect()));
    Some(Json::Array(rows.collect()))
}

/// Reads the shape of a box: `3x2`, its sides, or one side of a square.
fn box_of(json: &Json, size: Option<usize>) -> Option<BoxShape> {
    let square = |side: usize| {
        let shape = BoxShape { width: side, height: side };
        (size == side.checked_mul(side)).then_some(shape)
    };
    match unquoted(json) {
        Json::Number(number) => square(usize::try_from(whole(&number)?).ok()?),
        Json::String(text) => {
            let text = text.to_lowercase().replace([' ', '*', '\u{d7}'], "x");
            match text.parse() {
                Ok(side) => square(side),
                Err(_) => {
                    let text = text.split('x').filter(|side| !side.is_empty()).collect::<Vec<_>>().join("x");
                    BoxShape::from_text(&text, &Location::Body, &mut Faults::default())
                }
            }
        }
        json @ Json::Object(_) => BoxShape::from_json(json, &Location::Body, &mut Faults::default()),
        _ => None,
    }
}

fn is_number(json: &Json, value: usize) -> bool {
    match json {
        Json::Number(number) => whole(number) == Some(value as i128),
        Json::String(text) => text.trim().parse() == Ok(value),
        _ => false,
    }
}

/// Adds the constraints beside a puzzle to its rules; `None`, with faults, if a rule is not read.
pub(crate) fn with_constraints_beside(
    rules: Rules,
    values: &[Beside],
    reading: &Reading<'_>,
    notation: &Notation,
    faults: &mut Faults,
) -> Option<Rules> {
    let mut constraints = rules.constraints().to_vec();
    let before = (constraints.len(), faults.count());
    for value in values.iter().filter(|_| reading.variant.is_some()) {
        let Role::Rule(rule @ (NamedRule::Type(_) | NamedRule::Any)) = value.role else { continue };
        if notation.alphabet().begins_with_zero() {
            faults.push(|| value.unsupported(", because the digits of the puzzle begin with 0"));
            continue;
        }
        match constraints_of(value, rule, &rules) {
            Ok(own) => constraints.extend(own),
            Err(why) => faults.push(|| value.unsupported(&why)),
        }
    }
    let rules = if constraints.len() == before.0 {
        rules
    } else {
        match rules.with_constraints(constraints) {
            Ok(rules) => rules,
            Err(error) => {
                faults.push(|| Fault::new(FaultCode::ProblemTooLarge, error.to_string()));
                return None;
            }
        }
    };
    for value in values {
        if let Role::Words(_, rule) = &value.role
            && !has_rule(&rules, *rule)
        {
            faults.push(|| value.unsupported(""));
        }
    }
    (faults.count() == before.1).then_some(rules)
}

/// Whether rules have one that words name.
fn has_rule(rules: &Rules, rule: NamedRule) -> bool {
    match rule {
        NamedRule::Type(name) => rules.constraints().iter().any(|constraint| constraint.type_name() == name),
        NamedRule::Regions => rules.box_shape().is_none(),
        NamedRule::Grids => !rules.layout().grids().is_empty(),
        _ => false,
    }
}

/// Reads the constraints of a value: objects, or names of rules without parts. The error says why not.
fn constraints_of(value: &Beside, rule: NamedRule, rules: &Rules) -> Result<Vec<Constraint>, String> {
    let default = if let NamedRule::Type(name) = rule { Some(name) } else { None };
    let json = match unquoted(&value.json) {
        Json::Array(elements) => Json::Array(elements),
        // Rules by their names, such as `anti-king, diagonals`.
        Json::String(text) if default.is_none() => {
            let names = text.split([',', ';', '+', '&']).map(|name| Json::String(name.trim().to_owned()));
            Json::Array(names.collect())
        }
        Json::Object(members) if default.is_none() && !members.iter().any(|(name, _)| name == TYPE) => {
            return Err(String::new());
        }
        other => Json::Array(vec![other]),
    };
    let Json::Array(elements) = json else { return Err(String::new()) };
    let typed = |element: Json| typed_constraint(element, default);
    let list = elements.into_iter().map(typed).collect::<Option<Vec<_>>>().ok_or_else(String::new)?;
    let mut faults = Faults::default();
    let read = constraints_from_json(&Json::Array(list), &value.location, rules, &mut faults);
    read.ok_or_else(|| faults.listed.first().map(|fault| format!(" ({fault})")).unwrap_or_default())
}

/// Makes an object with a type of an element of a list of constraints.
fn typed_constraint(element: Json, default: Option<&str>) -> Option<Json> {
    let type_member = |name: &str| (TYPE.to_owned(), Json::String(name.to_owned()));
    match element {
        Json::Object(members) if members.iter().any(|(name, _)| name == TYPE) => Some(Json::Object(members)),
        Json::Object(members) => {
            // Cells by number have no certain order.
            let has_names = members.iter().all(|(_, json)| match json {
                Json::Array(cells) => cells.iter().all(|cell| matches!(cell, Json::String(_))),
                _ => true,
            });
            let of_type = default.filter(|_| has_names)?;
            Some(Json::Object([type_member(of_type)].into_iter().chain(members).collect()))
        }
        Json::String(name) if default.is_none() => match rule_named(&name, true)? {
            NamedRule::Type(name) => Some(Json::Object(vec![type_member(name)])),
            _ => None,
        },
        Json::Bool(true) => Some(Json::Object(vec![type_member(default?)])),
        Json::String(text) if matches!(text.trim(), "true" | "yes" | "1" | "True") => {
            Some(Json::Object(vec![type_member(default?)]))
        }
        Json::Number(number) if whole(&number) == Some(1) => Some(Json::Object(vec![type_member(default?)])),
        _ => None,
    }
}

/// Notes if a solution beside a puzzle is no solution of it. Values that are no full grid of its size say nothing.
pub(crate) fn compare_solutions(values: &[Beside], puzzle: &Puzzle, notation: &mut Notation) {
    let cells = puzzle.clues().cells().len();
    let differs = |value: &Beside| {
        let read =
            grid_from_json(&unquoted(&value.json), puzzle.rules(), &value.location, &mut Faults::default());
        let full = read.filter(|read| {
            read.grid.cells().len() == cells
                && read.grid.filled_count() == cells
                && has_alphabet_of(&read.notation, notation)
        });
        full.is_some_and(|read| Solution::certify(puzzle, read.grid).is_err())
    };
    let mut solutions = values.iter().filter(|value| value.role == Role::Solution);
    if solutions.any(differs) {
        notation.remark(|remarks| remarks.solution_differs = true);
    }
}

/// Whether two grids have the same symbols for digits, in either case.
fn has_alphabet_of(one: &Notation, other: &Notation) -> bool {
    let (one, other) = (one.alphabet(), other.alphabet());
    one == other || (one.is_usual() && other.is_usual())
}
