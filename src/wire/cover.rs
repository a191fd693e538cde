//! Reads exact cover problems: as members of a request, as a matrix, and as text.

use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::cover_result::CoverSolutionsSummary;
use super::fault::{Fault, FaultCode, Faults, Location, Refusal};
use super::json::Json;
use super::number::whole;
use super::options::Options;
use super::subject::{ListedSubject, RequestSubject};
use crate::exact_cover::{
    CoverAnswer, Item, NamedFault, NamedProblem, NamedProblemBuilder, ProblemBounds, TextError, TextFault,
    parse_text,
};
use crate::service::{CoverProblem, SolutionsEnd};

const PRIMARY: &str = "primary";
const SECONDARY: &str = "secondary";
const OPTIONS: &str = "options";
const MATRIX: &str = "matrix";

impl RequestSubject for CoverProblem {
    type Notation = Arc<NamedProblem>;
    const MEMBERS: &'static [&'static str] = &[PRIMARY, SECONDARY, OPTIONS, MATRIX];
    const REQUIRED: &'static str = "the members `primary` and `options`, or `matrix`";
    const TEXT: &'static str = "an exact cover problem";
    const LINE_ADVICE: Option<&'static str> = Some("send Knuth's text as a JSON string");
    const HAS_FORMATS: bool = false;

    fn from_members(
        members: &[(&str, &Json)],
        _: &Options,
        bounds: ProblemBounds,
        mut faults: Faults,
    ) -> Result<(Self, Arc<NamedProblem>), Refusal> {
        let mut builder = NamedProblemBuilder::new(bounds);
        let member = |name: &str| members.iter().find(|(other, _)| *other == name).map(|(_, json)| *json);
        let _ = match member(MATRIX) {
            Some(matrix) => {
                for name in [PRIMARY, SECONDARY, OPTIONS] {
                    if member(name).is_some() {
                        faults.push(|| {
                            let detail =
                                format!("`{name}` and `matrix` exclude each other: give one problem");
                            Fault::new(FaultCode::GivenTwice, detail).at(&Location::root().member(name))
                        });
                    }
                }
                problem_from_matrix(matrix, &mut builder, &mut faults)
            }
            None => {
                let members = [PRIMARY, SECONDARY, OPTIONS].map(member);
                problem_from_names(members, &mut builder, &mut faults)
            }
        };
        finish(builder.finish().ok(), faults)
    }

    fn from_text(
        text: &str,
        location: &Location,
        _: &Options,
        bounds: ProblemBounds,
        mut faults: Faults,
    ) -> Result<(Self, Arc<NamedProblem>), Refusal> {
        let read = parse_text(text, bounds, &mut |error| faults.push(|| text_fault(error).at(location)));
        finish(read, faults)
    }
}

impl ListedSubject for CoverProblem {
    type Summary = CoverSolutionsSummary;

    fn summary(end: &SolutionsEnd<CoverAnswer>, _: &Arc<NamedProblem>) -> CoverSolutionsSummary {
        CoverSolutionsSummary::from(end)
    }
}

fn finish(read: Option<NamedProblem>, faults: Faults) -> Result<(CoverProblem, Arc<NamedProblem>), Refusal> {
    match read.filter(|_| faults.is_empty()) {
        Some(named) => Ok((Arc::clone(&named.problem), Arc::new(named))),
        None => Err(Refusal::Invalid(faults)),
    }
}

/// Reads items and options with names. Faults of options that may only follow from a fault of the items are left out.
fn problem_from_names(
    [primary, secondary, options]: [Option<&Json>; 3],
    builder: &mut NamedProblemBuilder,
    faults: &mut Faults,
) -> ControlFlow<()> {
    let before = faults.count();
    match primary {
        Some(primary) => read_items(primary, PRIMARY, builder, faults)?,
        None => faults.push(|| missing("`primary` is missing: the names of the primary items")),
    }
    builder.begin_secondary();
    if let Some(secondary) = secondary {
        read_items(secondary, SECONDARY, builder, faults)?;
    }
    let has_faulty_items = faults.count() > before;
    match options {
        Some(options) => read_options(options, has_faulty_items, builder, faults)?,
        None => {
            faults.push(|| missing("`options` is missing: an array of options, each an array of items"));
        }
    }
    ControlFlow::Continue(())
}

fn missing(detail: &str) -> Fault {
    Fault::new(FaultCode::MissingField, detail).at(&Location::root())
}

fn read_items(
    json: &Json,
    member: &'static str,
    builder: &mut NamedProblemBuilder,
    faults: &mut Faults,
) -> ControlFlow<()> {
    let location = || Location::root().member(member);
    for (index, name) in elements(json, "an array of names", location, faults).iter().enumerate() {
        let location = || location().element(index);
        if let Some(name) = string(name, "the name of an item", location, faults)
            && let Err(fault) = builder.add_item(name)
        {
            report(&fault, location, faults)?;
        }
    }
    ControlFlow::Continue(())
}

fn read_options(
    json: &Json,
    has_faulty_items: bool,
    builder: &mut NamedProblemBuilder,
    faults: &mut Faults,
) -> ControlFlow<()> {
    let is_own = |fault: &NamedFault| !(has_faulty_items && fault.may_follow_from_items());
    let location = || Location::root().member(OPTIONS);
    for (index, option) in elements(json, "an array of options", location, faults).iter().enumerate() {
        let location = || location().element(index);
        let Json::Array(entries) = option else {
            faults.push(|| wrong_type(option, "an array of items").at(&location()));
            continue;
        };
        let mut has_strings = true;
        for (entry, json) in entries.iter().enumerate() {
            let location = || location().element(entry);
            match string(json, "an item, or an item and its colour such as `x:red`", location, faults) {
                Some(entry) => {
                    if let Some(fault) = builder.add_entry(entry).err().filter(is_own) {
                        report(&fault, location, faults)?;
                    }
                }
                None => has_strings = false,
            }
        }
        // An option that has lost an entry may seem to have no primary item.
        let ended = builder.end_option();
        if let Some(fault) = ended.err().filter(|fault| has_strings && is_own(fault)) {
            report(&fault, location, faults)?;
        }
    }
    ControlFlow::Continue(())
}

/// Reads a matrix of 0 and 1. Its columns are primary items, named by their numbers from 1; its rows are the options.
fn problem_from_matrix(
    json: &Json,
    builder: &mut NamedProblemBuilder,
    faults: &mut Faults,
) -> ControlFlow<()> {
    let location = || Location::root().member(MATRIX);
    let rows = elements(json, "an array of rows, each an array of 0 and 1", location, faults);
    let mut columns = None;
    for (index, row) in rows.iter().enumerate() {
        let location = || location().element(index);
        let Json::Array(cells) = row else {
            faults.push(|| wrong_type(row, "an array of 0 and 1").at(&location()));
            continue;
        };
        if columns.is_none() {
            for column in 0..cells.len() {
                if let Err(fault) = builder.add_item(&(column + 1).to_string()) {
                    report(&fault, || location().element(column), faults)?;
                }
            }
        }
        let columns = *columns.get_or_insert(cells.len());
        if cells.len() != columns {
            faults.push(|| {
                let detail =
                    format!("row {} has length {}: the first row has {columns}", index + 1, cells.len());
                Fault::new(FaultCode::RowLength, detail).at(&location())
            });
            continue;
        }
        let mut has_bits = true;
        for (column, cell) in cells.iter().enumerate() {
            let value = if let Json::Number(number) = cell { whole(number) } else { None };
            match value {
                Some(0) => {}
                Some(1) => {
                    if let Err(fault) = builder.add_item_entry(Item(column as u32)) {
                        report(&fault, || location().element(column), faults)?;
                    }
                }
                _ => {
                    has_bits = false;
                    faults.push(|| {
                        let (code, detail) = match cell {
                            Json::Number(_) => (FaultCode::OutOfRange, "must be 0 or 1".to_owned()),
                            other => (FaultCode::WrongType, format!("must be 0 or 1, not {}", other.kind())),
                        };
                        Fault::new(code, detail).at(&location().element(column))
                    });
                }
            }
        }
        if let (Err(fault), true) = (builder.end_option(), has_bits) {
            report(&fault, location, faults)?;
        }
    }
    ControlFlow::Continue(())
}

/// Adds a fault of the builder. Breaks if the problem exceeds a bound.
fn report(fault: &NamedFault, location: impl Fn() -> Location, faults: &mut Faults) -> ControlFlow<()> {
    faults.push(|| named_fault(fault).at(&location()));
    if fault.is_bound() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Returns the elements of an array; none, with a fault, of another value.
fn elements<'a>(
    json: &'a Json,
    expected: &str,
    location: impl Fn() -> Location,
    faults: &mut Faults,
) -> &'a [Json] {
    if let Json::Array(elements) = json {
        return elements;
    }
    faults.push(|| wrong_type(json, expected).at(&location()));
    &[]
}

fn string<'a>(
    json: &'a Json,
    expected: &str,
    location: impl Fn() -> Location,
    faults: &mut Faults,
) -> Option<&'a str> {
    if let Json::String(text) = json {
        return Some(text);
    }
    faults.push(|| wrong_type(json, expected).at(&location()));
    None
}

fn wrong_type(json: &Json, expected: &str) -> Fault {
    Fault::new(FaultCode::WrongType, format!("must be {expected}, not {}", json.kind()))
}

fn text_fault(error: TextError) -> Fault {
    let fault = match error.fault {
        fault @ TextFault::NoItems => Fault::new(FaultCode::MissingField, fault.to_string()),
        fault @ TextFault::SecondBar => Fault::new(FaultCode::InvalidName, fault.to_string()),
        TextFault::Named(fault) => named_fault(&fault),
    };
    let small = |number: usize| u32::try_from(number).ok().and_then(NonZeroU32::new);
    Fault { line: small(error.line), column: small(error.column), ..fault }
}

fn named_fault(fault: &NamedFault) -> Fault {
    let code = match fault {
        NamedFault::InvalidName(_) | NamedFault::LongName { .. } => FaultCode::InvalidName,
        NamedFault::DuplicateItem(_) | NamedFault::RepeatedItem(_) => FaultCode::DuplicateItem,
        NamedFault::UnknownItem(_) => FaultCode::UnknownItem,
        NamedFault::ColouredPrimary(_) => FaultCode::ColouredPrimary,
        NamedFault::NoPrimaryItem => FaultCode::NoPrimaryItem,
        NamedFault::TooManyItems { .. }
        | NamedFault::TooManyOptions { .. }
        | NamedFault::TooManyEntries { .. } => FaultCode::ProblemTooLarge,
    };
    Fault::new(code, fault.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::cover_kind::CoverCount;
    use crate::wire::question::{question_from_json, question_from_text};

    /// Code and location of each fault.
    fn faults(body: &str) -> Vec<(FaultCode, String)> {
        faults_within(body, ProblemBounds::MAX)
    }

    fn faults_within(body: &str, bounds: ProblemBounds) -> Vec<(FaultCode, String)> {
        let read = match body.starts_with('{') {
            true => question_from_json::<CoverCount>(body.as_bytes(), "", bounds),
            false => question_from_text::<CoverCount>(body.as_bytes(), "", bounds),
        };
        let Err(Refusal::Invalid(faults)) = read else { panic!("{body}: {read:?}") };
        let place = |fault: &Fault| match (fault.line, fault.column) {
            (Some(line), Some(column)) => format!("{line}:{column}"),
            _ => fault.pointer.clone().unwrap_or_default(),
        };
        faults.listed.iter().map(|fault| (fault.code, place(fault))).collect()
    }

    #[test]
    fn names_matrix_and_text_are_the_same_problem() {
        let text = "1 2 3\n1 3\n2\n1 2\n";
        let read = |json: &str| {
            let request = question_from_json::<CoverCount>(json.as_bytes(), "limit=5", ProblemBounds::MAX)
                .expect("valid");
            (request.question, request.style.notation.to_string())
        };
        let expected =
            question_from_text::<CoverCount>(text.as_bytes(), "limit=5", ProblemBounds::MAX).expect("valid");
        let expected = (expected.question, text.to_owned());
        assert_eq!(read(r#"{"matrix": [[1, 0, 1], [0, 1, 0], [1, 1.0, 0]]}"#), expected);
        assert_eq!(
            read(r#"{"primary": ["1", "2", "3"], "options": [["1", "3"], ["2"], ["1", "2"]]}"#),
            expected
        );
    }

    #[test]
    fn faults_of_names_have_pointers() {
        use FaultCode::*;
        for (body, expected) in [
            ("{}", vec![(MissingField, ""), (MissingField, "")]),
            (r#"{"primary": "a", "options": []}"#, vec![(WrongType, "/primary")]),
            (
                r#"{"primary": ["a", 1, "a", "b c"], "secondary": ["a", ""],
                    "options": [["1"], ["a", "a"], ["b c"], ["x:y"], 1]}"#,
                vec![
                    (WrongType, "/primary/1"),
                    (DuplicateItem, "/primary/2"),
                    (InvalidName, "/primary/3"),
                    (DuplicateItem, "/secondary/0"),
                    (InvalidName, "/secondary/1"),
                    (DuplicateItem, "/options/1/1"),
                    (InvalidName, "/options/2/0"),
                    (WrongType, "/options/4"),
                ],
            ),
            (
                r#"{"primary": ["a"], "secondary": ["x"], "options": [["b", 1], "a", ["x:y"], ["a:y", "x:"], []]}"#,
                vec![
                    (UnknownItem, "/options/0/0"),
                    (WrongType, "/options/0/1"),
                    (WrongType, "/options/1"),
                    (NoPrimaryItem, "/options/2"),
                    (ColouredPrimary, "/options/3/0"),
                    (InvalidName, "/options/3/1"),
                    (NoPrimaryItem, "/options/4"),
                ],
            ),
            (r#"{"matrix": [[1]], "primary": []}"#, vec![(GivenTwice, "/primary")]),
            (
                r#"{"matrix": [[1, 0], [1], 0, [1, 2], [0, 0], [true, 1]]}"#,
                vec![
                    (RowLength, "/matrix/1"),
                    (WrongType, "/matrix/2"),
                    (OutOfRange, "/matrix/3/1"),
                    (NoPrimaryItem, "/matrix/4"),
                    (WrongType, "/matrix/5/0"),
                ],
            ),
            ("a | x |\nb\n", vec![(InvalidName, "1:7")]),
            (
                "a | x\nb a:y\n x\n",
                vec![(UnknownItem, "2:1"), (ColouredPrimary, "2:3"), (NoPrimaryItem, "3:2")],
            ),
            ("| nothing", vec![(MissingField, "1:1")]),
        ] {
            let expected: Vec<_> =
                expected.into_iter().map(|(code, place)| (code, place.to_owned())).collect();
            assert_eq!(faults(body), expected, "{body}");
        }
    }

    #[test]
    fn reading_ends_at_the_first_exceeded_bound() {
        let bounds = ProblemBounds { items: 2, options: 2, entries: 3 };
        for (body, pointer) in [
            (r#"{"primary": ["a", "b", "c", "d", 1], "options": 1}"#, "/primary/2"),
            (r#"{"primary": ["a", "b"], "secondary": ["x", "y", 1], "options": [1]}"#, "/secondary/0"),
            (r#"{"primary": ["a"], "options": [["a"], ["a"], ["a"], 1]}"#, "/options/2"),
            (r#"{"primary": ["a", "b"], "options": [["a", "b"], ["a", "b", 1], 1]}"#, "/options/1/1"),
            (r#"{"matrix": [[1, 0, 2, 3], 1]}"#, "/matrix/0/2"),
            (r#"{"matrix": [[1, 1], [1, 1], 1]}"#, "/matrix/1/1"),
            (r#"{"matrix": [[1, 0], [1, 0], [1, 0], 1]}"#, "/matrix/2"),
            ("a b c d d", "1:5"),
        ] {
            let expected = vec![(FaultCode::ProblemTooLarge, pointer.to_owned())];
            assert_eq!(faults_within(body, bounds), expected, "{body}");
        }
    }
}
