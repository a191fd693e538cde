//! Values of fields as text without white space and semicolons.
//!
//! | kind | text |
//! |---|---|
//! | cells | `r1c1,r1c2` |
//! | lists of cells | `r1c1,r1c2/r3c1,r3c2` |
//! | number, numbers | `12`, `1,2,-1` |
//! | lists of digits | `1,2/2,1` |
//! | word, words | `main,anti` |
//! | row or column | `r3`, `c2` |
//! | transitions | `0:1,2:1/1:3:0`: state, digits and next state |
//! | relations | `difference:1,sum:10` |
//! | text | as it is |
//! | lists of constraints | `cage~cells=r1c1,r1c2~sum=8&anti_knight!even~cells=r1c1`: two lists, the first one with two constraints |

use super::definition::{ConstraintValues, FieldValue, FieldValues, Measure, Transition};
use super::field::FieldKind;
use super::types::{Constraint, ConstraintType};
use crate::model::cell::{Cell, Position};
use crate::model::digit::Digit;
use crate::model::house::{HouseKind, HouseName};
use crate::model::layout::Layout;

/// Writes the cells, digits and names of a list with a separator between them.
fn joined<T>(list: &[T], separator: &str, format: impl Fn(&T) -> String) -> String {
    list.iter().map(format).collect::<Vec<_>>().join(separator)
}

/// Writes a value whose cells are in this layout.
pub(crate) fn format_value(value: &FieldValue, layout: &Layout) -> String {
    let cells = |cells: &Vec<Cell>| joined(cells, ",", |&cell| layout.position(cell).to_string());
    let digits = |digits: &Vec<Digit>| joined(digits, ",", Digit::to_string);
    match value {
        FieldValue::Cells(list) => cells(list),
        FieldValue::CellLists(lists) => joined(lists, "/", cells),
        FieldValue::Number(number) => number.to_string(),
        FieldValue::Numbers(numbers) => joined(numbers, ",", i64::to_string),
        FieldValue::Tuples(lists) => joined(lists, "/", digits),
        FieldValue::Word(word) => (*word).to_owned(),
        FieldValue::Words(words) => words.join(","),
        FieldValue::Line(HouseName { kind, number, .. }) => {
            format!("{}{number}", if *kind == HouseKind::Row { 'r' } else { 'c' })
        }
        FieldValue::Text(text) => text.clone(),
        FieldValue::Transitions(steps) => {
            joined(steps, "/", |step| format!("{}:{}:{}", step.from, digits(&step.digits), step.to))
        }
        FieldValue::Measures(measures) => joined(measures, ",", |measure| {
            let (name, value) = measure.name_and_value();
            format!("{name}:{value}")
        }),
        FieldValue::ConstraintLists(lists) => {
            joined(lists, "!", |list| joined(list, "&", |inner| format_constraint(inner, '~', layout)))
        }
    }
}

/// Writes a constraint as its type and fields, such as `cage cells=r1c1,r1c2 sum=8`, with this separator before each field.
pub(crate) fn format_constraint(constraint: &ConstraintValues, separator: char, layout: &Layout) -> String {
    let fields = constraint.values.iter();
    let fields = fields.map(|(name, value)| format!("{separator}{name}={}", format_value(value, layout)));
    constraint.type_name.to_owned() + &fields.collect::<String>()
}

/// Reads a value of this kind, whose cells are in this layout. Lists may also have white space between their elements.
///
/// # Errors
/// The fault, in a sentence.
pub(crate) fn parse_value(kind: FieldKind, text: &str, layout: &Layout) -> Result<FieldValue, String> {
    let invalid = || format!("`{text}` is not {}", kind.description());
    let cell = |name: &str| {
        let position: Position = name.parse().map_err(|error| format!("{error}"))?;
        let cell = layout.cell_at(position.row, position.column);
        cell.ok_or_else(|| format!("the grid has no cell {position}"))
    };
    let cells = |text: &str| elements(text).map(cell).collect::<Result<Vec<Cell>, String>>();
    let digit = |text: &str| text.parse().ok().and_then(Digit::new).ok_or_else(invalid);
    let digits = |text: &str| elements(text).map(digit).collect::<Result<Vec<Digit>, String>>();
    let number = |text: &str| text.parse::<i64>().map_err(|_| invalid());
    Ok(match kind {
        FieldKind::Cells { .. } | FieldKind::Cell => FieldValue::Cells(cells(text)?),
        FieldKind::CellLists => FieldValue::CellLists(lists(text).map(cells).collect::<Result<_, _>>()?),
        FieldKind::Number { .. } => FieldValue::Number(number(text)?),
        FieldKind::Numbers { .. } => {
            FieldValue::Numbers(elements(text).map(number).collect::<Result<_, _>>()?)
        }
        FieldKind::Tuples { .. } => FieldValue::Tuples(lists(text).map(digits).collect::<Result<_, _>>()?),
        FieldKind::Word(words) => FieldValue::Word(word(text, words)?),
        FieldKind::Words(words) => {
            FieldValue::Words(elements(text).map(|name| word(name, words)).collect::<Result<_, _>>()?)
        }
        FieldKind::Line => FieldValue::Line(line(text).ok_or_else(invalid)?),
        FieldKind::Text { .. } => FieldValue::Text(text.to_owned()),
        FieldKind::Transitions => {
            let step = |text: &str| match *text.split(':').collect::<Vec<_>>() {
                [from, by, to] => {
                    Ok(Transition { from: number(from)?, digits: digits(by)?, to: number(to)? })
                }
                _ => Err(invalid()),
            };
            FieldValue::Transitions(lists(text).map(step).collect::<Result<_, _>>()?)
        }
        FieldKind::Measures => {
            let measure = |text: &str| {
                let (name, value) = text.split_once(':')?;
                Measure::new(name, value.parse().ok()?)
            };
            let measures = elements(text).map(|text| measure(text).ok_or_else(invalid));
            FieldValue::Measures(measures.collect::<Result<_, _>>()?)
        }
        FieldKind::ConstraintLists { .. } => {
            let inner = |text: &str| {
                let (known, values) = parse_constraint(text.split('~'), layout)?;
                Ok::<_, String>(ConstraintValues { type_name: known.name, values })
            };
            let list = |text: &str| text.split('&').map(inner).collect();
            FieldValue::ConstraintLists(text.split('!').map(list).collect::<Result<_, _>>()?)
        }
    })
}

/// Reads a type and its fields, whose cells are in this layout.
///
/// # Errors
/// The fault, in a sentence.
pub(crate) fn parse_constraint<'a>(
    mut parts: impl Iterator<Item = &'a str>,
    layout: &Layout,
) -> Result<(&'static ConstraintType, FieldValues), String> {
    let name = parts.next().unwrap_or_default();
    let known = Constraint::type_named(name).ok_or_else(|| format!("`{name}` is no type of constraint"))?;
    let mut values = FieldValues::default();
    for part in parts {
        let (name, value) = part.split_once('=').ok_or("a field is `name=value`")?;
        let field = known.fields.iter().find(|field| field.name == name);
        let field = field.ok_or_else(|| format!("`{name}` is no field of this type"))?;
        let value = parse_value(field.kind, value, layout).map_err(|detail| format!("{name}: {detail}"))?;
        values.insert(field.name, value);
    }
    Ok((known, values))
}

/// The elements of a list.
fn elements(text: &str) -> impl Iterator<Item = &str> {
    text.split(|symbol: char| symbol == ',' || symbol.is_whitespace()).filter(|element| !element.is_empty())
}

/// The lists of a list; none of an empty text.
fn lists(text: &str) -> impl Iterator<Item = &str> {
    text.split('/').filter(move |_| !text.is_empty())
}

fn word(name: &str, words: &[&'static str]) -> Result<&'static str, String> {
    let known = words.iter().copied().find(|word| *word == name);
    known.ok_or_else(|| format!("`{name}` is unknown: it must be one of {}", words.join(", ")))
}

fn line(name: &str) -> Option<HouseName> {
    let kind = match name.chars().next()? {
        'r' | 'R' => HouseKind::Row,
        'c' | 'C' => HouseKind::Column,
        _ => return None,
    };
    Some(HouseName::new(kind, name[1..].parse().ok()?))
}
