//! Reads the constraints of a puzzle.

use quadrille_sudoku::constraints::{
    Constraint, ConstraintError, ConstraintValues, Field, FieldKind, FieldValue, FieldValues, Measure,
    Transition,
};
use quadrille_sudoku::{Cell, Digit, HouseKind, HouseName, Rules};

use crate::faults::{FaultCode, Faults, Location};
use crate::wire::json::Json;
use crate::wire::puzzle::constraint_cells::CellReader;
use crate::wire::puzzle::constraint_names::{NamedType, type_called};
use crate::wire::request::number::integer;
use crate::wire::request::object::{object, unknown_field};
use crate::wire::request::{duplicate_field, wrong_type};

/// Name of the member with the type of a constraint.
pub(crate) const TYPE: &str = "type";

/// Largest number of cells and digits that all constraints of a puzzle name together.
pub(crate) const NAMED_MAX: usize = 20_000;

/// The name of a row or a column in a constraint, such as `r3`.
pub(crate) fn line_name(HouseName { kind, number, .. }: HouseName) -> String {
    format!("{}{number}", if kind == HouseKind::Row { 'r' } else { 'c' })
}

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
    let mut reader = ConstraintListReader {
        rules,
        faults,
        cells: CellReader::new(rules.layout()),
        named: 0,
        is_in_list: false,
    };
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

/// A member of a constraint: its field, its name, and its value.
type GivenField<'a> = (&'static Field, &'a str, &'a Json);

/// A field with a fault, which was reported.
struct InvalidField;

/// Reads constraints, and counts the cells and digits that they name.
struct ConstraintListReader<'a> {
    rules: &'a Rules,
    faults: &'a mut Faults,
    cells: CellReader<'a>,
    named: usize,
    /// Whether the constraint is in a list of another one.
    is_in_list: bool,
}

impl ConstraintListReader<'_> {
    fn constraint(&mut self, json: &Json, location: &Location) -> Option<Constraint> {
        let (constraint_type, implied) = self.constraint_type(json, location)?;
        let Json::Object(members) = json else { return None };
        let faults_before = self.faults.count();
        let given = self.members(members, constraint_type.fields, location);
        let mut values = (self.faults.count() == faults_before).then(FieldValues::default);
        for field in constraint_type.fields {
            let implied = implied.filter(|(name, _)| *name == field.name).map(|(_, number)| number);
            match self.field(field, implied, &given, location) {
                Ok(Some(value)) => {
                    if let Some(values) = &mut values {
                        values.insert(field.name, value);
                    }
                }
                Ok(None) if field.is_required => {
                    values = None;
                    self.faults.add(FaultCode::MissingField, location, || {
                        format!(
                            "`{}` is missing: a constraint of type `{}` needs it",
                            field.name, constraint_type.name
                        )
                    });
                }
                Ok(None) => {}
                Err(InvalidField) => values = None,
            }
        }
        match self.rules.constraint(constraint_type, &values?) {
            Ok(constraint) => Some(constraint),
            Err(ConstraintError { pointer, detail, .. }) => {
                let as_given = |token| {
                    let names = given.iter().find(|(field, ..)| field.name == token);
                    names.map_or(token, |(_, name, _)| *name)
                };
                let place = pointer
                    .split('/')
                    .skip(1)
                    .fold(location.clone(), |place, token| place.member(as_given(token)));
                self.faults.add(FaultCode::InvalidConstraint, &place, || detail);
                None
            }
        }
    }

    /// Returns the members with the fields that they are, under their own or other names, and leaves out null. Adds faults if one is unknown
    /// or appears twice.
    fn members<'j>(
        &mut self,
        members: &'j [(String, Json)],
        fields: &'static [Field],
        location: &Location,
    ) -> Vec<GivenField<'j>> {
        let mut seen: Vec<&str> = vec![TYPE];
        let mut given = Vec::new();
        for (name, json) in members {
            let is_named = |field: &&Field| field.name == name || field.other_names.contains(&name.as_str());
            match fields.iter().find(is_named) {
                _ if seen[1..].contains(&name.as_str()) => {
                    self.faults.push(|| duplicate_field(name).at(&location.member(name)));
                }
                Some(field) => {
                    seen.push(name);
                    given.push((field, name.as_str(), json));
                }
                None if name == TYPE => seen.push(name),
                None => {
                    let known: Vec<&str> =
                        [TYPE].into_iter().chain(fields.iter().map(|field| field.name)).collect();
                    self.faults.push(|| unknown_field(name, location, &known));
                }
            }
        }
        given.retain(|(.., json)| **json != Json::Null);
        given
    }

    /// Reads a field, which may be given under several names, or implied by the name of the type. `None` if it is not given.
    fn field(
        &mut self,
        field: &'static Field,
        implied: Option<i64>,
        given: &[GivenField<'_>],
        location: &Location,
    ) -> Result<Option<FieldValue>, InvalidField> {
        let mut value = implied.map(FieldValue::Number);
        let mut first = TYPE;
        for (_, name, json) in given.iter().filter(|(other, ..)| other.name == field.name) {
            let read = self.value(field, json, &location.member(name)).ok_or(InvalidField)?;
            if value.as_ref().is_some_and(|value| *value != read) {
                self.faults.add(FaultCode::Contradiction, &location.member(name), || {
                    format!("`{name}` and `{first}` are not the same: give one of them")
                });
                return Err(InvalidField);
            }
            first = name;
            value = Some(read);
        }
        Ok(value)
    }

    /// Reads the type of a constraint.
    fn constraint_type(&mut self, json: &Json, location: &Location) -> Option<NamedType> {
        let Json::Object(members) = json else {
            self.faults.push(|| wrong_type(json, "a constraint: an object with a type").at(location));
            return None;
        };
        let member = |name: &str| members.iter().find(|(other, _)| other == name).map(|(_, json)| json);
        match member(TYPE) {
            Some(Json::String(name)) => match type_called(name, member("cells").is_some()) {
                Ok(known) => Some(known),
                Err(fault) => {
                    self.faults.push(|| fault.at(&location.member(TYPE)));
                    None
                }
            },
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
            FieldKind::Cell => {
                self.cells.cell(json, location, self.faults).map(|cell| FieldValue::Cells(vec![cell]))
            }
            FieldKind::CellLists => {
                let lists = self.elements(json, "an array of lists of cells", location)?;
                let lists =
                    self.all(lists, location, |reader, list, location| reader.cells(list, location, false));
                lists.map(FieldValue::CellLists)
            }
            FieldKind::Number { range: [min, max] } => {
                number(json, field.words, location, [min, max], self.faults).map(FieldValue::Number)
            }
            FieldKind::Numbers { range: [min, max] } => {
                let numbers = self.elements(json, "an array of numbers", location)?;
                let numbers = self.all(numbers, location, |reader, json, location| {
                    number(json, &[], location, [min, max], reader.faults)
                });
                numbers.map(FieldValue::Numbers)
            }
            FieldKind::Tuples { width } => self.tuples(json, width, location).map(FieldValue::Tuples),
            FieldKind::Word(words) => self.word(json, words, location).map(FieldValue::Word),
            FieldKind::Words(words) => {
                let elements = self.elements(json, "an array of words", location)?;
                let given = self
                    .all(elements, location, |reader, json, location| reader.word(json, words, location))?;
                if given.is_empty() {
                    self.faults.add(FaultCode::OutOfRange, location, || {
                        format!("must have one or more of {}", words.join(", "))
                    });
                    return None;
                }
                Some(FieldValue::Words(given))
            }
            FieldKind::Line => self.line(json, location).map(FieldValue::Line),
            FieldKind::Text { max } => self.text(json, max, location).map(FieldValue::Text),
            FieldKind::Transitions => self.transitions(json, location).map(FieldValue::Transitions),
            FieldKind::Measures => self.measures(json, location).map(FieldValue::Measures),
            FieldKind::ConstraintLists { .. } => {
                self.constraint_lists(json, location).map(FieldValue::ConstraintLists)
            }
            _ => {
                self.faults
                    .push(|| wrong_type(json, "left out: requests have no form of this field").at(location));
                None
            }
        }
    }

    fn cells(&mut self, json: &Json, location: &Location, may_repeat: bool) -> Option<Vec<Cell>> {
        if let Json::Array(elements) = json {
            self.named += elements.len();
        }
        self.cells.list(json, location, may_repeat, self.faults)
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
        self.all(lists, location, |reader, list, location| reader.digits(list, width, location))
    }

    /// Reads a list of digits.
    fn digits(&mut self, json: &Json, width: [usize; 2], location: &Location) -> Option<Vec<Digit>> {
        let digits = self.elements(json, "a list of digits", location)?;
        let fits = self.check_count(digits.len(), width, "digits", location);
        let range = [1, self.rules.digit_count() as i64];
        let digits = self.all(digits, location, |reader, digit, location| {
            Digit::new(number(digit, &[], location, range, reader.faults)? as usize)
        });
        digits.filter(|_| fits)
    }

    fn transitions(&mut self, json: &Json, location: &Location) -> Option<Vec<Transition>> {
        const MEMBERS: [&str; 3] = ["from", "digits", "to"];
        let steps = self.elements(json, "an array of transitions with from, digits, to", location)?;
        self.all(steps, location, |reader, step, location| {
            let members = object(step, location, &MEMBERS, reader.faults)?;
            let [from, digits, to] = MEMBERS.map(|name| {
                let member = members.iter().find(|(other, _)| *other == name).map(|(_, json)| *json);
                if member.is_none() {
                    reader.faults.add(FaultCode::MissingField, location, || {
                        format!("`{name}` is missing: a transition has the members {}", MEMBERS.join(", "))
                    });
                }
                member
            });
            let state = |name: &str, json: Option<&Json>, reader: &mut Self| {
                number(json?, &[], &location.member(name), [0, Transition::STATE_MAX], reader.faults)
            };
            let (from, to) = (state("from", from, reader), state("to", to, reader));
            let digits = digits.and_then(|json| reader.digits(json, [1, 36], &location.member("digits")));
            Some(Transition { from: from?, digits: digits?, to: to? })
        })
    }

    /// Reads lists of constraints, which have no such lists themselves.
    fn constraint_lists(&mut self, json: &Json, location: &Location) -> Option<Vec<Vec<ConstraintValues>>> {
        if self.is_in_list {
            self.faults.add(
                FaultCode::InvalidConstraint,
                location,
                || "an `or` cannot be within another one: list its alternatives in the outer one",
            );
            return None;
        }
        let lists = self.elements(json, "an array of lists of constraints", location)?;
        self.is_in_list = true;
        let read = self.all(lists, location, |reader, list, location| {
            let constraints = reader.elements(list, "a list of constraints", location)?;
            let constraints = reader.all(constraints, location, Self::constraint)?;
            Some(constraints.iter().map(Constraint::to_values).collect())
        });
        self.is_in_list = false;
        read
    }

    /// Reads all elements with their locations, so that each fault is reported; `None` if one is invalid.
    fn all<T>(
        &mut self,
        elements: &[Json],
        location: &Location,
        mut read: impl FnMut(&mut Self, &Json, &Location) -> Option<T>,
    ) -> Option<Vec<T>> {
        let read = |(index, json)| read(self, json, &location.element(index));
        let read: Vec<Option<T>> = elements.iter().enumerate().map(read).collect();
        read.into_iter().collect()
    }

    fn word(&mut self, json: &Json, words: &[&'static str], location: &Location) -> Option<&'static str> {
        let given = if let Json::String(given) = json { given.as_str() } else { "" };
        let word = words.iter().copied().find(|word| *word == given);
        if word.is_none() {
            self.faults.add(FaultCode::OutOfRange, location, || format!("must be {}", words.join(" or ")));
        }
        word
    }

    /// Reads a row such as `r3`, or a column such as `c2`.
    fn line(&mut self, json: &Json, location: &Location) -> Option<HouseName> {
        let Json::String(given) = json else {
            self.faults
                .push(|| wrong_type(json, "a row such as \"r3\", or a column such as \"c2\"").at(location));
            return None;
        };
        let lines = [HouseKind::Row, HouseKind::Column]
            .into_iter()
            .flat_map(|kind| (1..=self.rules.digit_count()).map(move |number| HouseName::new(kind, number)));
        let line = lines.into_iter().find(|&line| line_name(line).eq_ignore_ascii_case(given.trim()));
        if line.is_none() {
            let size = self.rules.digit_count();
            self.faults.add(FaultCode::OutOfRange, location, || {
                format!("must be a row from r1 to r{size}, or a column from c1 to c{size}")
            });
        }
        line
    }

    /// Reads a text of up to `max` characters; a whole number is its digits.
    fn text(&mut self, json: &Json, max: usize, location: &Location) -> Option<String> {
        let text = match json {
            Json::String(text) => text.trim().to_owned(),
            Json::Number(number) if number.is_u64() => number.to_string(),
            _ => {
                self.faults.push(|| wrong_type(json, "a text").at(location));
                return None;
            }
        };
        let length = text.chars().count();
        if !(1..=max).contains(&length) {
            self.faults.add(FaultCode::OutOfRange, location, || {
                format!("has {length} characters: it must have between 1 and {max}")
            });
            return None;
        }
        self.named += length;
        Some(text)
    }

    fn measures(&mut self, json: &Json, location: &Location) -> Option<Vec<Measure>> {
        let elements =
            self.elements(json, "an array of relations, such as [{\"difference\": 1}]", location)?;
        let measures = self.all(elements, location, |reader, element, location| {
            let members = object(element, location, &Measure::NAMES, reader.faults)?;
            if members.is_empty() {
                reader.faults.add(FaultCode::MissingField, location, || {
                    format!("the relation is missing: give {}", Measure::NAMES.join(", "))
                });
                return None;
            }
            let mut read = |(name, json): (&str, &Json)| {
                let value = number(json, &[], &location.member(name), [0, 100], reader.faults)?;
                Measure::new(name, value)
            };
            let measures: Vec<Option<Measure>> = members.into_iter().map(&mut read).collect();
            measures.into_iter().collect::<Option<Vec<Measure>>>()
        })?;
        Some(measures.concat())
    }
}

/// Reads a number: also a text that is one, or a word that stands for one.
fn number(
    json: &Json,
    words: &[(&str, i64)],
    location: &Location,
    [min, max]: [i64; 2],
    faults: &mut Faults,
) -> Option<i64> {
    let of_text = |text: &str| {
        let (text, digits) = (text.trim(), text.trim().trim_start_matches('-'));
        let is_number = (1..=9).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        let word = words.iter().find(|(word, _)| text.eq_ignore_ascii_case(word)).map(|(_, number)| *number);
        word.or_else(|| text.parse().ok().filter(|_| is_number))
    };
    let read = match json {
        Json::String(text) => of_text(text).map(|number| Json::Number(number.into())),
        _ => None,
    };
    integer(read.as_ref().unwrap_or(json), location, &(min..=max), faults)
}
