//! Reads grids, puzzles, rules and constraints.

use std::collections::BTreeMap;

use super::value::Value;
use crate::model::{
    BoxShape, Cell, Constraint, ConstraintType, ConstraintValues, Digit, DigitSet, Field, FieldKind,
    FieldValue, FieldValues, Grid, Measure, Puzzle, Rules, Transition, parse_value,
};

/// A value, or the fault in a sentence.
type Read<T> = Result<T, String>;

/// Members of an object that were not read yet.
struct Members<'a>(Vec<(&'a str, &'a Value)>);

impl<'a> Members<'a> {
    fn new(members: &'a [(String, Value)]) -> Self {
        let given = members.iter().filter(|(_, value)| *value != Value::Null);
        Self(given.map(|(name, value)| (name.as_str(), value)).collect())
    }

    /// Takes the member with this name, and reads it.
    fn take<T>(&mut self, name: &str, read: impl FnOnce(&'a Value) -> Read<T>) -> Read<Option<T>> {
        let Some(at) = self.0.iter().position(|(other, _)| *other == name) else { return Ok(None) };
        let (_, value) = self.0.remove(at);
        read(value).map(Some).map_err(|fault| format!("{name}: {fault}"))
    }

    /// Takes and reads a member that must be there.
    fn need<T>(&mut self, name: &str, read: impl FnOnce(&'a Value) -> Read<T>) -> Read<T> {
        self.take(name, read)?.ok_or_else(|| format!("`{name}` is missing"))
    }

    /// Refuses members that are left.
    fn finish(self) -> Read<()> {
        match self.0.first() {
            Some((name, _)) => Err(format!("`{name}` is unknown")),
            None => Ok(()),
        }
    }
}

fn invalid<T>(value: &Value, expected: &str) -> Read<T> {
    Err(format!("must be {expected}, not {}", value.description()))
}

fn list<'a, T>(value: &'a Value, expected: &str, read: impl Fn(&'a Value) -> Read<T>) -> Read<Vec<T>> {
    let Value::List(elements) = value else { return invalid(value, expected) };
    let read = |(index, element)| read(element).map_err(|fault| format!("{index}: {fault}"));
    elements.iter().enumerate().map(read).collect()
}

fn text<'a>(value: &'a Value, expected: &str) -> Read<&'a str> {
    if let Value::Text(text) = value { Ok(text) } else { invalid(value, expected) }
}

fn object<'a>(value: &'a Value, expected: &str) -> Read<Members<'a>> {
    match value {
        Value::Object(members) => Ok(Members::new(members)),
        _ => invalid(value, expected),
    }
}

fn number(value: &Value) -> Read<i64> {
    if let Value::Number(number) = value { Ok(*number) } else { invalid(value, "a number") }
}

fn digit(value: &Value) -> Read<Digit> {
    Digit::try_from(number(value)?).map_err(|error| error.to_string())
}

/// Reads a text, rows of numbers, or a list of numbers.
pub(super) fn grid(value: &Value) -> Read<Grid> {
    const FORM: &str = "a text, rows of numbers, or a list of numbers";
    let cell = |value: &Value| match value {
        Value::Null => Ok(0),
        _ => u8::try_from(number(value)?).map_err(|_| "a cell is a number from 0 to 36".to_owned()),
    };
    match value {
        Value::Text(text) => text.parse().map_err(|error| format!("{error}")),
        Value::List(rows) if matches!(rows.first(), Some(Value::List(_))) => {
            let rows = list(value, FORM, |row| list(row, "a row of numbers", cell))?;
            if let Some(row) = rows.iter().position(|row| row.len() != rows.len()) {
                return Err(format!(
                    "row {} has {} cells instead of {}",
                    row + 1,
                    rows[row].len(),
                    rows.len()
                ));
            }
            Grid::from_rows(rows).map_err(|error| error.to_string())
        }
        _ => Grid::from_values(list(value, FORM, cell)?).map_err(|error| error.to_string()),
    }
}

/// Reads `{"width": 3, "height": 2}`, or `"3x2"`.
pub(super) fn box_shape(value: &Value) -> Read<BoxShape> {
    if let Value::Text(text) = value {
        return text.parse().map_err(|error| format!("{error}"));
    }
    let mut members = object(value, "a width and a height")?;
    let side = |value: &Value| usize::try_from(number(value)?).map_err(|_| "must not be negative".to_owned());
    let shape = BoxShape { width: members.need("width", side)?, height: members.need("height", side)? };
    members.finish()?;
    Ok(shape)
}

/// Reads a grid, or the object of a request.
pub(super) fn puzzle(value: &Value) -> Read<Puzzle> {
    let Value::Object(_) = value else {
        return match value {
            Value::Text(text) => text.parse().map_err(|error| format!("{error}")),
            _ => Puzzle::try_from(grid(value)?).map_err(|error| error.to_string()),
        };
    };
    let mut members = object(value, "a puzzle")?;
    let clues = members.need("puzzle", grid)?;
    let size = clues.square_size().ok_or("puzzle: the cells fill no square")?;
    let rules = rules_of_members(size, &mut members)?;
    let candidates = members.take("candidates", |value| candidates(value, &rules))?;
    members.finish()?;
    let puzzle = Puzzle::new(rules, clues).map_err(|error| error.to_string())?;
    match candidates {
        Some(candidates) => puzzle.with_candidates(candidates).map_err(|error| error.to_string()),
        None => Ok(puzzle),
    }
}

/// Reads an object with the size, or the line of an empty puzzle.
pub(super) fn rules(value: &Value) -> Read<Rules> {
    if let Value::Text(line) = value {
        return rules_of_line(line);
    }
    let mut members = object(value, "rules: an object with a `size`")?;
    let size = members.need("size", number)?;
    let size = usize::try_from(size).map_err(|_| format!("size {size} is out of range"))?;
    let rules = rules_of_members(size, &mut members)?;
    members.finish()?;
    Ok(rules)
}

/// Reads the line of an empty puzzle.
pub(super) fn rules_of_line(line: &str) -> Read<Rules> {
    let puzzle: Puzzle = line.parse().map_err(|error| format!("{error}"))?;
    if puzzle == Puzzle::empty(puzzle.rules().clone()) {
        Ok(puzzle.rules().clone())
    } else {
        Err("rules have no clues and candidates".to_owned())
    }
}

fn rules_of_members(size: usize, members: &mut Members<'_>) -> Read<Rules> {
    let shape = members.take("box", box_shape)?;
    let boxes = members.take("boxes", |value| match value {
        Value::Bool(boxes) => Ok(*boxes),
        _ => invalid(value, "a boolean"),
    })?;
    let regions = members.take("regions", regions)?;
    let base = match (shape, boxes, regions) {
        (None, None | Some(true), None) => Rules::usual(size),
        (Some(shape), None | Some(true), None) => Rules::plain(size, shape),
        (None, Some(false), None) => Rules::with_regions(size, &[]),
        (None, None, Some(regions)) => {
            let cells = regions.iter().map(Vec::len).sum::<usize>();
            if cells != size * size {
                return Err(format!("regions: {cells} cells have a region: they must be {}", size * size));
            }
            Rules::with_regions(size, &regions)
        }
        _ => return Err("give one of `box`, `boxes` and `regions`".to_owned()),
    };
    let base = base.map_err(|error| error.to_string())?;
    let constraints = members.take("constraints", |value| {
        list(value, "a list of constraints", |value| {
            let (known, values) = constraint(value, &base)?;
            base.constraint(known, &values).map_err(|error| error.to_string())
        })
    })?;
    base.with_constraints(constraints.unwrap_or_default()).map_err(|error| error.to_string())
}

/// Reads a symbol for each cell, as a text or as rows. Cells with the same symbol are a region; the regions are in the order of the symbols.
fn regions(value: &Value) -> Read<Vec<Vec<Cell>>> {
    const FORM: &str = "a symbol for each cell, as a text or as rows";
    let symbols = match value {
        Value::Text(symbols) => symbols.clone(),
        _ => list(value, FORM, |row| text(row, "a row of symbols"))?.concat(),
    };
    let symbols = symbols.chars().filter(|symbol| !symbol.is_whitespace());
    let mut regions: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
    for (cell, symbol) in (0..u16::MAX).map(Cell).zip(symbols) {
        regions.entry(symbol).or_default().push(cell);
    }
    Ok(regions.into_values().collect())
}

/// Reads the digits of some cells; all others have all digits.
fn candidates(value: &Value, rules: &Rules) -> Read<Vec<DigitSet>> {
    let mut sets = vec![rules.digits(); rules.layout().cell_count()];
    for (name, value) in object(value, "an object with the digits of cells")?.0 {
        let cell = rules.cell(name).map_err(|error| error.to_string())?;
        let digits = list(value, "a list of digits", digit).map_err(|fault| format!("{name}: {fault}"))?;
        if let Some(set) = sets.get_mut(cell.index()) {
            *set = digits.into_iter().collect();
        }
    }
    Ok(sets)
}

/// Reads type and fields, under their usual names.
fn constraint(value: &Value, rules: &Rules) -> Read<(&'static ConstraintType, FieldValues)> {
    let mut members = object(value, "a constraint: an object with a `type`")?;
    let name = members.need("type", |value| text(value, "the name of a type"))?;
    let (known, implied) =
        Constraint::type_called(name).ok_or_else(|| format!("type: `{name}` is no type of constraint"))?;
    let mut values = FieldValues::default();
    for (name, value) in members.0 {
        let field = known.field(name).ok_or_else(|| format!("`{name}` is no field of `{}`", known.name))?;
        let value = field_value(field, value, rules).map_err(|fault| format!("{name}: {fault}"))?;
        values.insert(field.name, value);
    }
    if let Some((name, number)) = implied.filter(|(name, _)| values.get(name).is_none()) {
        values.insert(name, FieldValue::Number(number));
    }
    Ok((known, values))
}

/// Reads the value of a field. Ranges are checked with the constraint.
fn field_value(field: &Field, value: &Value, rules: &Rules) -> Read<FieldValue> {
    let expected = field.kind.description();
    let cell = |value: &Value| rules.cell(text(value, "a cell")?).map_err(|error| error.to_string());
    let cells = |value: &Value| list(value, "a list of cells", cell);
    let digits = |value: &Value| list(value, "a list of digits", digit);
    let word = |value: &Value| {
        let word = text(value, "a word")?;
        let (FieldKind::Word(words) | FieldKind::Words(words)) = field.kind else {
            return Err(word.to_owned());
        };
        let known = words.iter().find(|known| **known == word);
        known.copied().ok_or_else(|| format!("`{word}` is unknown: it must be one of {}", words.join(", ")))
    };
    Ok(match field.kind {
        FieldKind::Cell if matches!(value, Value::Text(_)) => FieldValue::Cells(vec![cell(value)?]),
        FieldKind::Cells { .. } | FieldKind::Cell => FieldValue::Cells(cells(value)?),
        FieldKind::CellLists => FieldValue::CellLists(list(value, expected, cells)?),
        FieldKind::Number { .. } => FieldValue::Number(number(value)?),
        FieldKind::Numbers { .. } => FieldValue::Numbers(list(value, expected, number)?),
        FieldKind::Tuples { .. } => FieldValue::Tuples(list(value, expected, digits)?),
        FieldKind::Word(_) => FieldValue::Word(word(value)?),
        FieldKind::Words(_) => FieldValue::Words(list(value, expected, word)?),
        FieldKind::Line => parse_value(field.kind, text(value, expected)?, rules.layout())?,
        FieldKind::Text { .. } => FieldValue::Text(text(value, expected)?.to_owned()),
        FieldKind::Transitions => FieldValue::Transitions(list(value, expected, |step| {
            let mut members = object(step, "a step with `from`, `digits` and `to`")?;
            let (from, to) = (members.need("from", number)?, members.need("to", number)?);
            let digits = members.need("digits", digits)?;
            members.finish()?;
            Ok(Transition { from, digits, to })
        })?),
        FieldKind::Measures => {
            let relations = list(value, expected, |relation| {
                let members = object(relation, "a relation, such as {\"difference\": 1}")?.0;
                let measure = |(name, value): (&str, &Value)| {
                    let value = number(value)?;
                    Measure::new(name, value).ok_or_else(|| format!("`{name}` is no relation"))
                };
                members.into_iter().map(measure).collect::<Read<Vec<_>>>()
            })?;
            FieldValue::Measures(relations.concat())
        }
        FieldKind::ConstraintLists { .. } => {
            FieldValue::ConstraintLists(list(value, expected, |constraints| {
                list(constraints, "a list of constraints", |value| {
                    let (known, values) = constraint(value, rules)?;
                    Ok(ConstraintValues { type_name: known.name, values })
                })
            })?)
        }
    })
}
