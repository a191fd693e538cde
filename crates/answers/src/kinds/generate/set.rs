//! Sets of generated puzzles: a table of wishes with counts.

use std::num::NonZeroU64;

use csv::{ReaderBuilder, StringRecord, Trim};
use quadrille_exact_cover::ProblemBounds;
use thiserror::Error;

use crate::faults::Refusal;
use crate::kinds::generate::Generate;
use crate::wire::json::Json;
use crate::wire::question::{RequestOf, read_json, read_parameters};
use crate::wire::request::COUNT_MAX;

/// Name of the column with the number of puzzles.
const COUNT: &str = "count";

/// Name of the seed, which the whole set has.
const SEED: &str = "seed";

/// Number of puzzles of a kind.
#[derive(Clone, Debug)]
pub struct SetRow {
    /// Line of the set, from 1.
    pub line: u64,
    /// Number of puzzles.
    pub count: NonZeroU64,
    /// What they must be like.
    pub request: RequestOf<Generate>,
}

/// Fault of a set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetError {
    /// There is no row.
    #[error("the set has no rows: write a row for each kind of puzzle, with its `count`")]
    Empty,
    /// A row is invalid.
    #[error("line {line} of the set: {detail}")]
    Row {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        detail: String,
    },
    /// There are too many puzzles for their seeds.
    #[error("the set has too many puzzles: the last one has a seed above {COUNT_MAX}")]
    Seeds,
}

/// Reads a set: a table (CSV) whose columns are `count` and options of `/generate`, or lines of JSON with these members. Rows have the
/// options in `defaults` that they do not name. The puzzles have seeds one after the other, from `seed`.
///
/// # Errors
/// [`SetError`] for the first fault.
pub fn read_set(text: &str, defaults: &[(&str, String)], seed: u64) -> Result<Vec<SetRow>, SetError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let rows = if text.trim_start().starts_with('{') {
        json_rows(text, defaults)
    } else {
        table_rows(text, defaults)
    }?;
    if rows.is_empty() {
        return Err(SetError::Empty);
    }
    let count = rows.iter().try_fold(0_u64, |sum, row| sum.checked_add(row.count.get()));
    let last = count.and_then(|count| seed.checked_add(count - 1));
    if last.is_none_or(|last| last > COUNT_MAX) {
        return Err(SetError::Seeds);
    }
    Ok(rows)
}

fn table_rows(text: &str, defaults: &[(&str, String)]) -> Result<Vec<SetRow>, SetError> {
    let is_row = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| is_row(line));
    let Some((line, header)) = lines.next() else { return Ok(Vec::new()) };
    let header = fields(line, header)?;
    let row = |(line, text): (u64, &str)| {
        let record = fields(line, text)?;
        if record.len() > header.len() {
            let detail = format!("has {} fields, but there are {} columns", record.len(), header.len());
            return Err(SetError::Row { line, detail });
        }
        let given: Vec<(&str, &str)> =
            header.iter().zip(&record).filter(|(_, value)| !value.is_empty()).collect();
        let read = |query: &str| read_parameters::<Generate>(query, ProblemBounds::MAX);
        set_row(line, read, &given, defaults, &names(&given))
    };
    lines.map(row).collect()
}

/// Reads the fields of a line.
fn fields(line: u64, text: &str) -> Result<StringRecord, SetError> {
    let reader = ReaderBuilder::new().has_headers(false).trim(Trim::All).from_reader(text.as_bytes());
    let record = reader.into_records().next().unwrap_or_else(|| Ok(StringRecord::new()));
    record.map_err(|error| SetError::Row { line, detail: error.to_string() })
}

fn json_rows(text: &str, defaults: &[(&str, String)]) -> Result<Vec<SetRow>, SetError> {
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let row = |(line, text): (u64, &str)| {
        let members = match Json::parse(text) {
            Ok(Json::Object(members)) => members,
            Ok(_) => return Err(SetError::Row { line, detail: "must be a JSON object".to_owned() }),
            Err(fault) => return Err(SetError::Row { line, detail: fault.detail }),
        };
        let names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
        let read = |query: &str| read_json::<Generate>(text.as_bytes(), query, ProblemBounds::MAX);
        set_row(line, read, &[], defaults, &names)
    };
    lines.map(row).collect()
}

fn names<'a>(given: &[(&'a str, &str)]) -> Vec<&'a str> {
    given.iter().map(|(name, _)| *name).collect()
}

/// Reads a row with these options. `names` are those of its own options.
fn set_row(
    line: u64,
    read: impl Fn(&str) -> Result<RequestOf<Generate>, Refusal>,
    given: &[(&str, &str)],
    defaults: &[(&str, String)],
    names: &[&str],
) -> Result<SetRow, SetError> {
    let invalid = |detail: String| SetError::Row { line, detail };
    if names.contains(&SEED) {
        return Err(invalid("the set has one seed: give it apart from the rows".to_owned()));
    }
    let own = given.iter().map(|(name, value)| (*name, *value));
    let others = defaults
        .iter()
        .filter(|(name, _)| !names.contains(name))
        .map(|(name, value)| (*name, value.as_str()));
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(own.chain(others)).finish();
    let request = read(&query).map_err(|refusal| invalid(refusal.summary()))?;
    let count = request.style.notation.count(COUNT_MAX).map_err(|refusal| invalid(refusal.summary()))?;
    let count = count.ok_or_else(|| invalid(format!("has no `{COUNT}`: write the number of puzzles")))?;
    Ok(SetRow { line, count, request })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(text: &str) -> Result<Vec<(u64, u64)>, String> {
        let rows = read_set(text, &[], 0).map_err(|error| error.to_string())?;
        Ok(rows.iter().map(|row| (row.line, row.count.get())).collect())
    }

    #[test]
    fn tables_and_json_have_the_same_rows() {
        let table = "count,difficulty,clues,symmetry\n\n3,hard,24..26,rotate180\n# comment\n2, easy,,\n";
        let json = "{\"count\": 3, \"difficulty\": \"hard\", \"clues\": {\"min\": 24, \"max\": 26}, \"symmetry\": \"rotate180\"}\n\
            {\"count\": 2, \"difficulty\": \"easy\"}\n";
        assert_eq!(counts(table), Ok(vec![(3, 3), (5, 2)]));
        assert_eq!(counts(json), Ok(vec![(1, 3), (2, 2)]));
        let specs = |text| -> Vec<_> {
            read_set(text, &[], 0).expect("a set").into_iter().map(|row| row.request.question.spec).collect()
        };
        assert_eq!(specs(table), specs(json));
    }

    #[test]
    fn rows_override_defaults() {
        let defaults = [("difficulty", "hard".to_owned()), ("size", "4".to_owned())];
        let rows = read_set("count,difficulty\n1,\n1,easy\n", &defaults, 0).expect("a set");
        let other = read_set("count,difficulty,size\n1,hard,4\n1,easy,4\n", &[], 0).expect("a set");
        let specs = |rows: &[SetRow]| -> Vec<_> {
            rows.iter().map(|row| row.request.question.spec.clone()).collect()
        };
        assert_eq!(specs(&rows), specs(&other));
    }

    #[test]
    fn faults_name_the_line() {
        for (text, error) in [
            ("", "the set has no rows: write a row for each kind of puzzle, with its `count`"),
            (
                "count,difficulty\n",
                "the set has no rows: write a row for each kind of puzzle, with its `count`",
            ),
            ("difficulty\nhard\n", "line 2 of the set: has no `count`: write the number of puzzles"),
            ("count,seed\n1,7\n", "line 2 of the set: the set has one seed: give it apart from the rows"),
            ("count\n1\n1,2\n", "line 3 of the set: has 2 fields, but there are 1 columns"),
            ("{\"count\": 1}\n7\n", "line 2 of the set: must be a JSON object"),
        ] {
            assert_eq!(counts(text), Err(error.to_owned()), "{text}");
        }
        for text in [
            "count,difficulty\n1,easy\n1,simple\n",
            "{\"count\": 1}\n\n{\"count\": 0}",
            "count,level\n\n1,easy\n",
        ] {
            let error = counts(text).expect_err("a fault");
            assert!(error.starts_with("line 3 of the set: "), "{error}");
        }
        let seeds = read_set("count\n2\n", &[], COUNT_MAX).expect_err("no seed is left");
        assert_eq!(seeds, SetError::Seeds);
    }
}
