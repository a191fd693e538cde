//! Reads exact cover problems: as members of a request, as a matrix, and without members.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use quadrille_exact_cover::{CoverAnswer, NamedFault, NamedProblem, ProblemBounds, ProblemBuilder};

use crate::faults::{Fault, FaultCode, Faults, Location};
use crate::kinds::cover::bare::{BareForm, BareProblem};
use crate::kinds::cover::matrix::problem_from_matrix;
use crate::kinds::cover::names::{elements, inner, name, named_fault, no_name, report};
use crate::kinds::cover::result::{AboutProblem, CoverWorkStats};
use crate::kinds::cover::schema::{ItemNames, MatrixRows, OptionLists};
use crate::service::{CoverProblem, SolutionsEnd};
use crate::wire::json::Json;
use crate::wire::request::number::whole;
use crate::wire::request::{Fields, Given, GivenJson, duplicate_field, wrong_type};
use crate::wire::result::ResponseBody;
use crate::wire::stream::lines::ListedSolutions;
use crate::wire::subject::ListedSubject;

const PRIMARY: &str = "primary";
const OPTIONS: &str = "options";

/// Exact cover problem of a request.
#[derive(Clone, Debug, Default, Fields)]
pub struct CoverInput {
    /// Items that a solution covers once. By default the items of the options that are not secondary. Required if the items
    /// are numbers and one from 1 to the largest is absent.
    #[subject]
    #[places(MEMBERS)]
    pub primary: Given<ItemNames>,
    /// Items that a solution covers at most once, or any number of times with the same colour. Beside `matrix`: columns, by
    /// their names as strings. Numbers are an error unless the last column is among them.
    #[subject]
    #[places(MEMBERS)]
    pub secondary: Given<ItemNames>,
    /// The options, numbered from 1: an array, or an object that names them. Required without `matrix`.
    #[subject]
    #[places(MEMBERS)]
    pub options: Given<OptionLists>,
    /// The options instead: a row of 0 and 1, or false and true, for each, all of one length. The items are the columns, named by
    /// their numbers from 1. They are primary, unless `secondary` names them.
    #[subject]
    #[places(MEMBERS)]
    pub matrix: Given<MatrixRows>,
    /// Another name of `primary`.
    #[subject]
    #[places(MEMBERS)]
    pub universe: Given<ItemNames>,
    /// Another name of `options`.
    #[subject]
    #[places(MEMBERS)]
    pub subsets: Given<OptionLists>,
    /// A problem without members.
    pub bare: BareProblem,
}

/// Part of a problem, and where it was given.
type LocatedPart<'a> = (&'a Json, &'a Location);

impl CoverInput {
    /// Reads the problem, which must be within the bounds; `None`, with faults, if it is invalid.
    pub(crate) fn read(
        &self,
        bounds: ProblemBounds,
        faults: &mut Faults,
    ) -> Option<(CoverProblem, Arc<NamedProblem>)> {
        let mut builder = ProblemBuilder::with_bounds(bounds);
        let read = match self.bare.form(bounds, faults) {
            Some(BareForm::Text(read)) => read,
            Some(BareForm::Matrix(GivenJson { json, location })) => {
                let _ = problem_from_matrix((&json, &location), None, &mut builder, faults);
                builder.build().ok()
            }
            Some(BareForm::Options(GivenJson { json, location })) => {
                let _ = problem_from_options((&json, &location), None, &mut builder, faults);
                builder.build().ok()
            }
            None => {
                self.read_members(&mut builder, faults);
                builder.build().ok()
            }
        };
        let named = read.filter(|_| faults.is_empty())?;
        Some((Arc::clone(named.problem()), Arc::new(named)))
    }

    fn read_members(&self, builder: &mut ProblemBuilder, faults: &mut Faults) {
        let primary = one_of(names_of(&self.primary), names_of(&self.universe), faults);
        let options = one_of(lists_of(&self.options), lists_of(&self.subsets), faults);
        let secondary = names_of(&self.secondary);
        let _ = match (self.matrix.located(), primary, options) {
            (Some((MatrixRows(matrix), location)), ..) => {
                for (name, other) in [(PRIMARY, primary), (OPTIONS, options)] {
                    if let Some((_, location)) = other {
                        faults.add(FaultCode::GivenTwice, location, || {
                            format!("`{name}` and `matrix` exclude each other: give one problem")
                        });
                    }
                }
                problem_from_matrix((matrix, location), secondary, builder, faults)
            }
            (None, None, Some(options)) => problem_from_options(options, secondary, builder, faults),
            (None, ..) => problem_from_names([primary, secondary, options], builder, faults),
        };
    }
}

fn names_of(given: &Given<ItemNames>) -> Option<LocatedPart<'_>> {
    given.located().map(|(ItemNames(json), location)| (json, location))
}

fn lists_of(given: &Given<OptionLists>) -> Option<LocatedPart<'_>> {
    given.located().map(|(OptionLists(json), location)| (json, location))
}

/// The part under one of its two names.
fn one_of<'a>(
    usual: Option<LocatedPart<'a>>,
    other: Option<LocatedPart<'a>>,
    faults: &mut Faults,
) -> Option<LocatedPart<'a>> {
    if let (Some(_), Some((_, location))) = (usual, other) {
        faults.add(
            FaultCode::GivenTwice,
            location,
            || "the same is given under its other name: give it once",
        );
    }
    usual.or(other)
}

impl ListedSubject for CoverProblem {
    type Notation = Arc<NamedProblem>;
    type Summary = AboutProblem<ResponseBody<ListedSolutions, CoverWorkStats>>;

    fn summary(end: &SolutionsEnd<CoverAnswer>, names: &Arc<NamedProblem>) -> Self::Summary {
        AboutProblem { first: ResponseBody::from((end.into(), &end.reply)), rest: names.into() }
    }
}

/// Reads items and options with names. Faults of options that may only follow from a fault of the items are left out.
fn problem_from_names(
    [primary, secondary, options]: [Option<LocatedPart<'_>>; 3],
    builder: &mut ProblemBuilder,
    faults: &mut Faults,
) -> ControlFlow<()> {
    let before = faults.count();
    if let Some(primary) = primary {
        read_items(primary, builder, faults)?;
    }
    builder.begin_secondary();
    if let Some(secondary) = secondary {
        read_items(secondary, builder, faults)?;
    }
    let has_faulty_items = faults.count() > before;
    match options {
        Some(options) => {
            let is_own = |fault: &NamedFault| !(has_faulty_items && fault.may_follow_from_items());
            read_options(options, |fault| is_own(fault).then(|| named_fault(fault)), builder, faults)?;
        }
        None => {
            faults.push(|| missing("`options` is missing: an array of options, each an array of items. A matrix of 0 and 1 is `matrix`"));
        }
    }
    ControlFlow::Continue(())
}

/// Reads options without a list of the primary items: all items that are not secondary are primary, in the order of their first
/// options.
fn problem_from_options(
    (options, options_location): LocatedPart<'_>,
    secondary: Option<LocatedPart<'_>>,
    builder: &mut ProblemBuilder,
    faults: &mut Faults,
) -> ControlFlow<()> {
    let listed: HashSet<Cow<'_, str>> = inner(secondary.map(|(json, _)| json)).filter_map(name).collect();
    let mut entries = option_lists(options).enumerate().flat_map(|(option, (name, entries))| {
        inner(Some(entries)).enumerate().map(move |(entry, json)| (option, name, entry, json))
    });
    entries.try_for_each(|(option, option_name, entry, json)| {
        let is_new =
            |name: &Cow<'_, str>| !name.contains(':') && !listed.contains(name) && !builder.has_item(name);
        // Other faults of the name are found when the option is read.
        match name(json).filter(is_new).map(|name| builder.add_item(&name)) {
            Some(Err(fault)) if fault.is_bound() => {
                let location = || option_location(options_location, option, option_name).element(entry);
                report(&fault, location, faults)
            }
            _ => ControlFlow::Continue(()),
        }
    })?;
    let has_primary = builder.item_count() > 0;
    builder.begin_secondary();
    let before = faults.count();
    if let Some(secondary) = secondary {
        read_items(secondary, builder, faults)?;
    }
    let has_faulty_items = faults.count() > before;
    let fault = |fault: &NamedFault| match fault {
        _ if has_faulty_items && fault.may_follow_from_items() => None,
        NamedFault::UnknownItem(name) | NamedFault::ColouredPrimary(name) => Some(Fault::new(
            FaultCode::UnknownItem,
            format!(
                "item `{0}` has a colour, but is not listed: name it in `secondary`. Or write the name of a primary item without `:`",
                name.escape_debug()
            ),
        )),
        fault => Some(named_fault(fault)),
    };
    read_options((options, options_location), fault, builder, faults)?;
    if faults.count() > before {
        return ControlFlow::Continue(());
    }
    if !has_primary {
        faults.push(|| {
            missing("there is no primary item: list the items in `primary`, or name them in `options`")
        });
    }
    if let Some(absent) = absent_number(options, secondary.map(|(json, _)| json)) {
        faults.add(FaultCode::AmbiguousItems, options_location, || {
            format!(
                "the items are numbers, but {absent} is not among them: it may be an item without options, so that there is no \
                 solution, or not an item. List the items in `primary`"
            )
        });
    }
    ControlFlow::Continue(())
}

/// Returns a number that is absent from items that look like columns of a matrix: whole numbers from 0 or 1. `None` if no number is
/// absent, or not all items are such numbers.
fn absent_number(options: &Json, secondary: Option<&Json>) -> Option<i128> {
    let names = option_lists(options).flat_map(|(_, option)| inner(Some(option))).chain(inner(secondary));
    let number = |json: &Json| match json {
        Json::Number(number) => whole(number).filter(|number| *number >= 0),
        _ => None,
    };
    let numbers: BTreeSet<i128> = names.map(number).collect::<Option<_>>()?;
    (1..).zip(numbers.range(1..)).find(|(expected, number)| expected != *number).map(|(expected, _)| expected)
}

fn missing(detail: &str) -> Fault {
    Fault::new(FaultCode::MissingField, detail).at(&Location::root())
}

fn read_items(
    (json, location): LocatedPart<'_>,
    builder: &mut ProblemBuilder,
    faults: &mut Faults,
) -> ControlFlow<()> {
    for (index, json) in elements(json, "an array of names", || location.clone(), faults).iter().enumerate() {
        let location = || location.element(index);
        match name(json) {
            Some(name) => {
                if let Err(fault) = builder.add_item(&name) {
                    report(&fault, location, faults)?;
                }
            }
            None => faults.push(|| no_name(json, "the name of an item").at(&location())),
        }
    }
    ControlFlow::Continue(())
}

/// The options of an array, or of an object that names them; none of other values.
fn option_lists(json: &Json) -> impl Iterator<Item = (Option<&str>, &Json)> {
    let members = if let Json::Object(members) = json { members.as_slice() } else { &[] };
    let named = members.iter().map(|(name, json)| (Some(name.as_str()), json));
    inner(Some(json)).map(|json| (None, json)).chain(named)
}

fn option_location(options: &Location, index: usize, name: Option<&str>) -> Location {
    name.map_or_else(|| options.element(index), |name| options.member(name))
}

/// Reads the options. `fault` describes a fault of an entry or an option, or leaves it out.
fn read_options(
    (json, location): LocatedPart<'_>,
    fault: impl Fn(&NamedFault) -> Option<Fault>,
    builder: &mut ProblemBuilder,
    faults: &mut Faults,
) -> ControlFlow<()> {
    let report = |named: &NamedFault, location: Location, faults: &mut Faults| {
        if let Some(fault) = fault(named) {
            faults.push(|| fault.at(&location));
        }
        if named.is_bound() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    if !matches!(json, Json::Array(_) | Json::Object(_)) {
        faults.push(|| wrong_type(json, "an array of options, or an object that names them").at(location));
    }
    let mut names = HashSet::new();
    for (index, (option_name, option)) in option_lists(json).enumerate() {
        // A long name is a fault, without itself as its place.
        let named = option_name.map_or(Ok(()), |name| builder.name_option(name));
        let place = option_name.filter(|_| named.is_ok());
        let location = || option_location(location, index, place);
        if let Err(fault) = named {
            report(&fault, location(), faults)?;
        }
        if option_name.is_some_and(|name| !names.insert(name)) {
            faults.push(|| duplicate_field(place.unwrap_or_default()).at(&location()));
        }
        let Json::Array(entries) = option else {
            faults.push(|| wrong_type(option, "an array of items").at(&location()));
            continue;
        };
        for (entry, json) in entries.iter().enumerate() {
            let location = || location().element(entry);
            match name(json) {
                Some(entry) => {
                    if let Err(fault) = builder.add_entry(&entry) {
                        report(&fault, location(), faults)?;
                    }
                }
                None => {
                    let expected = "an item, or an item and its colour such as `x:red`";
                    faults.push(|| no_name(json, expected).at(&location()));
                }
            }
        }
        if let Err(fault) = builder.end_option() {
            report(&fault, location(), faults)?;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faults::Refusal;
    use crate::kinds::cover::CoverCount;
    use crate::wire::question::{read_json, read_text};

    /// Code and location of each fault.
    fn faults(body: &str) -> Vec<(FaultCode, String)> {
        faults_within(body, ProblemBounds::MAX)
    }

    fn faults_within(body: &str, bounds: ProblemBounds) -> Vec<(FaultCode, String)> {
        let read = match body.starts_with('{') {
            true => read_json::<CoverCount>(body.as_bytes(), "", bounds),
            false => read_text::<CoverCount>(body.as_bytes(), "", bounds),
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
            let request =
                read_json::<CoverCount>(json.as_bytes(), "limit=5", ProblemBounds::MAX).expect("valid");
            (request.question, request.style.notation.to_string())
        };
        let expected =
            read_text::<CoverCount>(text.as_bytes(), "limit=5", ProblemBounds::MAX).expect("valid");
        let expected = (expected.question, text.to_owned());
        assert_eq!(read(r#"{"matrix": [[1, 0, 1], [0, 1, 0], [1, 1.0, 0]]}"#), expected);
        assert_eq!(
            read(r#"{"primary": ["1", "2", "3"], "options": [["1", "3"], ["2"], ["1", "2"]]}"#),
            expected
        );
    }

    /// The problem as Knuth's text.
    fn text_of(body: &str) -> String {
        let request = read_json::<CoverCount>(body.as_bytes(), "", ProblemBounds::MAX);
        request.map(|request| request.style.notation.to_string()).expect(body)
    }

    #[test]
    fn items_are_those_of_the_options_if_none_are_listed() {
        for (body, expected) in [
            (r#"{"options": [["b", "a"], ["c"]]}"#, "b a c\nb a\nc\n"),
            (r#"{"secondary": ["x"], "options": [["x:red", "b"], ["x"]]}"#, "b | x\nx:red b\nx\n"),
            (r#"{"options": [[2, 0], [1]]}"#, "2 0 1\n2 0\n1\n"),
            (r#"{"options": [[1.0, 2]]}"#, "1 2\n1 2\n"),
            // Not all are columns of a matrix.
            (r#"{"options": [["a", 7], [5]]}"#, "a 7 5\na 7\n5\n"),
            (r#"{"options": [[-1, 7]]}"#, "-1 7\n-1 7\n"),
            (r#"{"primary": [5, 7], "options": [[7]]}"#, "5 7\n7\n"),
            (r#"{"primary": null, "options": [["a"]]}"#, "a\na\n"),
        ] {
            assert_eq!(text_of(body), expected, "{body}");
        }
    }

    #[test]
    fn secondary_columns_of_a_matrix_are_named_or_certainly_counted_from_1() {
        for secondary in [r#"["1", "3"]"#, "[3, 1]", r#"[1, "3"]"#] {
            let body = format!(r#"{{"matrix": [[true, false, true], [0, 1, 0]], "secondary": {secondary}}}"#);
            assert_eq!(text_of(&body), "2 | 1 3\n1\n2\n");
        }
        assert_eq!(text_of(r#"{"matrix": [[1]], "secondary": []}"#), "1\n1\n");
    }

    #[test]
    fn faults_of_names_have_pointers() {
        use FaultCode::*;
        for (body, expected) in [
            ("{}", vec![(MissingField, "")]),
            (r#"{"options": []}"#, vec![(MissingField, "")]),
            (r#"{"secondary": ["x"], "options": [["x"], []]}"#, vec![(MissingField, "")]),
            (r#"{"primary": "a", "options": []}"#, vec![(WrongType, "/primary")]),
            (
                r#"{"primary": ["a", 1.5, "a", "b c"], "secondary": ["a", ""],
                    "options": [["1"], ["a", "a"], ["b c"], ["x:y"], 1]}"#,
                vec![
                    (OutOfRange, "/primary/1"),
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
                r#"{"primary": ["a"], "secondary": ["x"], "options": [["b", true], "a", ["x:y"], ["a:y", "x:"], [7]]}"#,
                vec![
                    (UnknownItem, "/options/0/0"),
                    (WrongType, "/options/0/1"),
                    (WrongType, "/options/1"),
                    (ColouredPrimary, "/options/3/0"),
                    (InvalidName, "/options/3/1"),
                    (UnknownItem, "/options/4/0"),
                ],
            ),
            (r#"{"primary": [7, "7"], "options": []}"#, vec![(DuplicateItem, "/primary/1")]),
            (r#"{"primary": [9007199254740992], "options": []}"#, vec![(OutOfRange, "/primary/0")]),
            // Items of the options alone.
            (
                r#"{"secondary": ["x"], "options": [["a", "x:red", "y:red"], ["a:red"], ["b c"], ["a", "a"]]}"#,
                vec![
                    (UnknownItem, "/options/0/2"),
                    (UnknownItem, "/options/1/0"),
                    (InvalidName, "/options/2/0"),
                    (DuplicateItem, "/options/3/1"),
                ],
            ),
            (r#"{"secondary": 5, "options": [["y:red"]]}"#, vec![(WrongType, "/secondary")]),
            (r#"{"options": [[0, 1], [3]]}"#, vec![(AmbiguousItems, "/options")]),
            (r#"{"options": [[2], [3]]}"#, vec![(AmbiguousItems, "/options")]),
            (r#"{"options": [[1], [2]], "secondary": [4]}"#, vec![(AmbiguousItems, "/options")]),
            (r#"{"matrix": [[1]], "primary": []}"#, vec![(GivenTwice, "/primary")]),
            (
                r#"{"matrix": [[1, 0], [1], 0, [1, 2], ["1", 1]]}"#,
                vec![
                    (RowLength, "/matrix/1"),
                    (WrongType, "/matrix/2"),
                    (OutOfRange, "/matrix/3/1"),
                    (WrongType, "/matrix/4/0"),
                ],
            ),
            (r#"{"matrix": [[], []]}"#, vec![(RowLength, "/matrix/0"), (RowLength, "/matrix/1")]),
            (
                r#"{"matrix": [[1, 0, 1]], "secondary": [0, "02", 3, "3", 4, null]}"#,
                vec![
                    (UnknownItem, "/secondary/0"),
                    (UnknownItem, "/secondary/1"),
                    (DuplicateItem, "/secondary/3"),
                    (UnknownItem, "/secondary/4"),
                    (WrongType, "/secondary/5"),
                ],
            ),
            (r#"{"matrix": [[1, 0, 1]], "secondary": [1, 2]}"#, vec![(AmbiguousItems, "/secondary")]),
            (r#"{"matrix": [], "secondary": ["1"]}"#, vec![(UnknownItem, "/secondary/0")]),
            ("a | x |\nb\n", vec![(InvalidName, "1:7")]),
            ("a | x\nb a:y\n x\n", vec![(UnknownItem, "2:1"), (ColouredPrimary, "2:3")]),
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
