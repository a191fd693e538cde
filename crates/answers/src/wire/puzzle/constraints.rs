//! Reads the constraints and the regions of a puzzle.

use quadrille_sudoku::constraints::{
    Constraint, ConstraintError, ConstraintType, Field, FieldKind, FieldValue, FieldValues, Measure,
};
use quadrille_sudoku::{Cell, Digit, Rules};

use crate::wire::fault::{Fault, FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::cell_lists::cell_index;
use crate::wire::request::number::integer;
use crate::wire::request::object::{meant, object};
use crate::wire::request::wrong_type;

/// Name of the member with the type of a constraint.
pub(crate) const TYPE: &str = "type";

/// Largest number of cells and digits that all constraints of a puzzle name together.
pub(crate) const NAMED_MAX: usize = 20_000;

/// JSON pointer of the constraint with this index.
pub(crate) fn constraint_pointer(index: usize) -> String {
    format!("/constraints/{index}")
}

/// JSON pointers of the constraints with these indices.
pub(crate) fn constraint_pointers(indices: &[usize]) -> Vec<String> {
    indices.iter().copied().map(constraint_pointer).collect()
}

/// Reads the constraints of a puzzle with these rules; `None`, with faults, if one is invalid.
pub(crate) fn constraints_from_json(
    json: &Json,
    location: &Location,
    rules: &Rules,
    faults: &mut Faults,
) -> Option<Vec<Constraint>> {
    let Json::Array(elements) = json else {
        faults.push(|| wrong_type(json, "an array of constraints").at(location));
        return None;
    };
    let mut reader = ConstraintReader { rules, faults, named: 0 };
    let mut constraints = Vec::with_capacity(elements.len());
    for (index, element) in elements.iter().enumerate() {
        constraints.push(reader.constraint(element, &location.element(index)));
        if reader.named > NAMED_MAX {
            faults.add(FaultCode::ProblemTooLarge, location, || {
                format!("the constraints name more than {NAMED_MAX} cells and digits together")
            });
            return None;
        }
    }
    constraints.into_iter().collect()
}

/// Reads the cells of regions: rows of symbols, of which equal ones are a region, or lists of cells.
pub(crate) fn regions_from_json(
    json: &Json,
    location: &Location,
    size: usize,
    faults: &mut Faults,
) -> Option<Vec<Vec<Cell>>> {
    let expected =
        "a string with a symbol for each cell, an array of such rows, or an array of lists of cells";
    match json {
        Json::String(map) => map_regions(map, location, size, faults),
        Json::Array(rows) if rows.iter().all(|row| matches!(row, Json::String(_))) && !rows.is_empty() => {
            let rows = rows.iter().map(|row| if let Json::String(row) = row { row.as_str() } else { "" });
            map_regions(&rows.collect::<Vec<_>>().join("\n"), location, size, faults)
        }
        Json::Array(lists) if !lists.is_empty() => {
            let mut read = |(index, list): (usize, &Json)| {
                cells_from_json(list, &location.element(index), size, false, faults)
            };
            let regions: Vec<Option<Vec<Cell>>> = lists.iter().enumerate().map(&mut read).collect();
            regions.into_iter().collect()
        }
        other => {
            faults.push(|| wrong_type(other, expected).at(location));
            None
        }
    }
}

/// Reads regions as symbols of cells.
fn map_regions(map: &str, location: &Location, size: usize, faults: &mut Faults) -> Option<Vec<Vec<Cell>>> {
    let symbols: Vec<char> = map.chars().filter(|symbol| !symbol.is_whitespace()).collect();
    if symbols.len() != size * size {
        faults.add(FaultCode::InvalidRegions, location, || {
            format!("the map has {} symbols: it must have {}, one for each cell", symbols.len(), size * size)
        });
        return None;
    }
    let mut regions: Vec<(char, Vec<Cell>)> = Vec::new();
    for (cell, symbol) in (0..).map(Cell).zip(symbols) {
        match regions.iter_mut().find(|(other, _)| *other == symbol) {
            Some((_, cells)) => cells.push(cell),
            // More regions than cells of a row are a fault of the rules.
            None => regions.push((symbol, vec![cell])),
        }
        if regions.len() > size {
            faults.add(FaultCode::InvalidRegions, location, || {
                format!(
                    "the map has more than {size} different symbols: it must have as many as a row has cells"
                )
            });
            return None;
        }
    }
    Some(regions.into_iter().map(|(_, cells)| cells).collect())
}

/// Reads a list of cells.
fn cells_from_json(
    json: &Json,
    location: &Location,
    size: usize,
    may_repeat: bool,
    faults: &mut Faults,
) -> Option<Vec<Cell>> {
    let Json::Array(elements) = json else {
        faults.push(|| wrong_type(json, "an array of cells, such as [\"r1c1\", \"r1c2\"]").at(location));
        return None;
    };
    let mut cells = Vec::with_capacity(elements.len());
    let mut is_sound = true;
    for (index, element) in elements.iter().enumerate() {
        let read = cell_from_json(element, &location.element(index), size, faults);
        let repeated = read.filter(|cell| !may_repeat && cells.contains(cell));
        if repeated.is_some() {
            faults.add(
                FaultCode::InvalidConstraint,
                &location.element(index),
                || "the cell appears more than once: give it once",
            );
        }
        is_sound &= read.is_some() && repeated.is_none();
        cells.extend(read);
    }
    is_sound.then_some(cells)
}

/// Reads a cell such as `r1c1`.
fn cell_from_json(json: &Json, location: &Location, size: usize, faults: &mut Faults) -> Option<Cell> {
    let Json::String(name) = json else {
        faults.push(|| wrong_type(json, "a cell, such as \"r1c1\"").at(location));
        return None;
    };
    let cell = cell_index(name, size).map(|index| Cell(index as u16));
    if cell.is_none() {
        faults.add(FaultCode::OutOfRange, location, || {
            format!("must be a cell from r1c1 to r{size}c{size}: row, then column")
        });
    }
    cell
}

/// Reads constraints, and counts the cells and digits that they name.
struct ConstraintReader<'a> {
    rules: &'a Rules,
    faults: &'a mut Faults,
    named: usize,
}

impl ConstraintReader<'_> {
    fn size(&self) -> usize {
        self.rules.digit_count()
    }

    fn constraint(&mut self, json: &Json, location: &Location) -> Option<Constraint> {
        let constraint_type = self.constraint_type(json, location)?;
        let known: Vec<&str> =
            [TYPE].into_iter().chain(constraint_type.fields.iter().map(|field| field.name)).collect();
        let faults_before = self.faults.count();
        let members = object(json, location, &known, self.faults)?;
        let mut values = FieldValues::default();
        for field in constraint_type.fields {
            match members.iter().find(|(name, _)| *name == field.name) {
                Some((_, json)) => {
                    if let Some(value) = self.value(field, json, &location.member(field.name)) {
                        values.insert(field.name, value);
                    }
                }
                None if field.is_required => self.faults.add(FaultCode::MissingField, location, || {
                    format!(
                        "`{}` is missing: a constraint of type `{}` needs it",
                        field.name, constraint_type.name
                    )
                }),
                None => {}
            }
        }
        if self.faults.count() > faults_before {
            return None;
        }
        match self.rules.constraint(constraint_type, &values) {
            Ok(constraint) => Some(constraint),
            Err(ConstraintError { pointer, detail, .. }) => {
                let place =
                    pointer.split('/').skip(1).fold(location.clone(), |place, token| place.member(token));
                self.faults.add(FaultCode::InvalidConstraint, &place, || detail);
                None
            }
        }
    }

    /// Reads the type of a constraint.
    fn constraint_type(&mut self, json: &Json, location: &Location) -> Option<&'static ConstraintType> {
        let Json::Object(members) = json else {
            self.faults.push(|| wrong_type(json, "a constraint: an object with a type").at(location));
            return None;
        };
        match members.iter().find(|(name, _)| name == TYPE).map(|(_, json)| json) {
            Some(Json::String(name)) => {
                let known = Constraint::type_named(name);
                if known.is_none() {
                    self.faults.push(|| unknown_type(name).at(&location.member(TYPE)));
                }
                known
            }
            Some(other) => {
                self.faults.push(|| wrong_type(other, "the name of a type").at(&location.member(TYPE)));
                None
            }
            None => {
                self.faults.add(
                    FaultCode::MissingField,
                    location,
                    || "`type` is missing: a constraint names its type, such as \"cage\"",
                );
                None
            }
        }
    }

    fn value(&mut self, field: &Field, json: &Json, location: &Location) -> Option<FieldValue> {
        match field.kind {
            FieldKind::Cells { count, may_repeat } => {
                let cells = self.cells(json, location, may_repeat)?;
                self.check_count(cells.len(), count, "cells", location).then_some(FieldValue::Cells(cells))
            }
            FieldKind::CellLists => {
                let lists = self.elements(json, "an array of lists of cells", location)?;
                let mut read =
                    |(index, list): (usize, &Json)| self.cells(list, &location.element(index), false);
                let lists: Vec<Option<Vec<Cell>>> = lists.iter().enumerate().map(&mut read).collect();
                lists.into_iter().collect::<Option<_>>().map(FieldValue::CellLists)
            }
            FieldKind::Number { range: [min, max] } => {
                integer(json, location, &(min..=max), self.faults).map(FieldValue::Number)
            }
            FieldKind::Numbers { range: [min, max] } => {
                let numbers = self.elements(json, "an array of numbers", location)?;
                let mut read = |(index, number): (usize, &Json)| {
                    integer(number, &location.element(index), &(min..=max), self.faults)
                };
                let numbers: Vec<Option<i64>> = numbers.iter().enumerate().map(&mut read).collect();
                numbers.into_iter().collect::<Option<_>>().map(FieldValue::Numbers)
            }
            FieldKind::Tuples { width } => self.tuples(json, width, location).map(FieldValue::Tuples),
            FieldKind::Word(words) => self.word(json, words, location).map(FieldValue::Word),
            FieldKind::Words(words) => {
                let elements = self.elements(json, "an array of words", location)?;
                let mut read =
                    |(index, json): (usize, &Json)| self.word(json, words, &location.element(index));
                let given: Vec<Option<&'static str>> = elements.iter().enumerate().map(&mut read).collect();
                let given: Vec<&'static str> = given.into_iter().collect::<Option<_>>()?;
                if given.is_empty() {
                    self.faults.add(FaultCode::OutOfRange, location, || {
                        format!("must have one or more of {}", words.join(", "))
                    });
                    return None;
                }
                Some(FieldValue::Words(given))
            }
            FieldKind::Measures => self.measures(json, location).map(FieldValue::Measures),
        }
    }

    fn cells(&mut self, json: &Json, location: &Location, may_repeat: bool) -> Option<Vec<Cell>> {
        if let Json::Array(elements) = json {
            self.named += elements.len();
        }
        cells_from_json(json, location, self.size(), may_repeat, self.faults)
    }

    /// Whether a list has a number of elements that is allowed; otherwise adds a fault.
    fn check_count(&mut self, given: usize, [min, max]: [usize; 2], of: &str, location: &Location) -> bool {
        let is_allowed = (min..=max).contains(&given);
        if !is_allowed {
            self.faults.add(FaultCode::InvalidConstraint, location, || match min == max {
                true => format!("the number of {of} is {given}: it must be {min}"),
                false if given < min => format!("the number of {of} is {given}: it must be {min} or more"),
                false => format!("the number of {of} is {given}: the maximum is {max}"),
            });
        }
        is_allowed
    }

    fn elements<'j>(&mut self, json: &'j Json, expected: &str, location: &Location) -> Option<&'j [Json]> {
        if let Json::Array(elements) = json {
            self.named += elements.len();
            return Some(elements);
        }
        self.faults.push(|| wrong_type(json, expected).at(location));
        None
    }

    fn tuples(&mut self, json: &Json, width: [usize; 2], location: &Location) -> Option<Vec<Vec<Digit>>> {
        let lists = self.elements(json, "an array of lists of digits", location)?;
        let range = 1..=self.size() as i64;
        let mut tuples = Vec::with_capacity(lists.len());
        for (index, list) in lists.iter().enumerate() {
            let location = location.element(index);
            let Some(digits) = self.elements(list, "a list of digits", &location) else {
                tuples.push(None);
                continue;
            };
            let fits = self.check_count(digits.len(), width, "digits", &location);
            let mut read = |(index, digit): (usize, &Json)| {
                let value = integer(digit, &location.element(index), &range, self.faults)?;
                Digit::new(value as usize)
            };
            let digits: Vec<Option<Digit>> = digits.iter().enumerate().map(&mut read).collect();
            tuples.push(digits.into_iter().collect::<Option<Vec<Digit>>>().filter(|_| fits));
        }
        tuples.into_iter().collect()
    }

    fn word(&mut self, json: &Json, words: &[&'static str], location: &Location) -> Option<&'static str> {
        let given = if let Json::String(given) = json { given.as_str() } else { "" };
        let word = words.iter().copied().find(|word| *word == given);
        if word.is_none() {
            self.faults.add(FaultCode::OutOfRange, location, || format!("must be {}", words.join(" or ")));
        }
        word
    }

    fn measures(&mut self, json: &Json, location: &Location) -> Option<Vec<Measure>> {
        let elements =
            self.elements(json, "an array of relations, such as [{\"difference\": 1}]", location)?;
        let mut measures = Vec::with_capacity(elements.len());
        for (index, element) in elements.iter().enumerate() {
            let location = location.element(index);
            let Some(members) = object(element, &location, &Measure::NAMES, self.faults) else {
                measures.push(None);
                continue;
            };
            if members.is_empty() {
                self.faults.add(FaultCode::MissingField, &location, || {
                    format!("the relation is missing: give {}", Measure::NAMES.join(", "))
                });
                measures.push(None);
            }
            for (name, json) in members {
                let value = integer(json, &location.member(name), &(0..=100_i64), self.faults);
                measures.push(value.and_then(|value| Measure::new(name, value)));
            }
        }
        measures.into_iter().collect()
    }
}

/// The fault of a type that does not exist.
fn unknown_type(name: &str) -> Fault {
    let known: Vec<&str> = Constraint::TYPES.iter().map(|known| known.name).collect();
    let shown: String = name.chars().take(40).collect();
    let guess = meant(name, &known).map_or_else(String::new, |meant| format!(" did you mean `{meant}`?"));
    let detail =
        format!("there is no type of constraint named `{shown}`:{guess} the types are {}", known.join(", "));
    Fault::unsupported(name, detail)
}
