//! Requests about exact cover: all forms of a problem are one question, and faults point into the request.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use quadrille_answers::kinds::CoverCount;
use quadrille_answers::wire::{ProblemBounds, read_json, read_text};
use quadrille_exact_cover::NamedProblem;
use quadrille_testing::problems::named_problem;
use quadrille_testing::strategies::cases;
use serde_json::{Value, json};

use crate::wire::points_at_its_faults;

const QUERY: &str = "limit=100";

/// The problem as JSON with names.
fn as_json(named: &NamedProblem) -> Value {
    let (primary, secondary) = named.item_names().split_at(named.primary_count());
    let options: Vec<Vec<_>> = named.options().map(|entries| named.entry_texts(entries).collect()).collect();
    json!({ "primary": primary, "secondary": secondary, "options": options })
}

/// The items of each option, without their colours, as the rows of a matrix. The secondary items are the first columns.
fn matrix(named: &NamedProblem) -> Vec<Vec<bool>> {
    let (primary, items) = (named.primary_count(), named.item_count());
    let columns = || (primary..items).chain(0..primary);
    let rows = named.options().map(|entries| {
        let has = |item: usize| entries.iter().any(|entry| entry.item.0 as usize == item);
        columns().map(has).collect()
    });
    rows.collect()
}

/// A problem of a matrix, whose first columns are secondary, with the numbers of the columns as names. `name` writes a number.
fn names_of_columns(matrix: &[Vec<bool>], secondary: usize, name: impl Fn(usize) -> Value + Copy) -> Value {
    let columns = matrix.first().map_or(0, Vec::len);
    let options = matrix.iter().map(|row| {
        let chosen = (1..).zip(row).filter(|(_, cell)| **cell);
        chosen.map(|(column, _)| name(column)).collect::<Vec<_>>()
    });
    json!({
        "primary": (secondary + 1..=columns).map(name).collect::<Vec<_>>(),
        "secondary": (1..=secondary).map(name).collect::<Vec<_>>(),
        "options": options.collect::<Vec<_>>(),
    })
}

/// Members like the members of a problem, valid and invalid.
fn nearly_a_problem() -> impl Strategy<Value = Value> {
    let names = vec!["a", "b", "x", "a:1", "x:1", "x:2", "x:", "", "b c", "\u{0}", "z", "|"];
    let numbers =
        vec![json!(0), json!(1), json!(1.0), json!(-3), json!(1.5), json!(1_u64 << 53), json!(1e300)];
    let entry =
        prop_oneof![9 => select(names).prop_map(Value::from), 2 => select(numbers), 1 => Just(Value::Null)];
    let list = |inner: BoxedStrategy<Value>| {
        prop_oneof![9 => vec(inner, 0..5).prop_map(Value::from), 1 => Just(Value::from("a"))].boxed()
    };
    let cell =
        select(vec![json!(0), json!(1), json!(1.0), json!(2), json!(true), json!(false), json!("1")]).boxed();
    let items = prop_oneof![Just(json!(["a", "b"])), list(entry.clone().boxed())];
    let members = (
        proptest::option::weighted(0.9, items.clone()),
        proptest::option::weighted(0.9, prop_oneof![Just(json!(["x"])), items]),
        proptest::option::weighted(0.9, list(list(entry.boxed()))),
        proptest::option::weighted(0.1, list(list(cell))),
    );
    members.prop_map(|(primary, secondary, options, matrix)| {
        let members =
            [("primary", primary), ("secondary", secondary), ("options", options), ("matrix", matrix)];
        members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
    })
}

proptest! {
    #![proptest_config(cases(1024))]

    #[test]
    fn text_and_json_of_a_problem_are_one_request(named in named_problem()) {
        let json = as_json(&named).to_string();
        let json = read_json::<CoverCount>(json.as_bytes(), QUERY, ProblemBounds::MAX);
        let text = read_text::<CoverCount>(named.to_string().as_bytes(), QUERY, ProblemBounds::MAX);
        prop_assert_eq!(&json, &text);
        let request = text.expect("a valid request");
        prop_assert_eq!(&request.question.subject, named.problem());
        prop_assert_eq!(&*request.style.notation, &named);
    }

    #[test]
    fn names_and_matrix_of_a_problem_are_one_request(named in named_problem()) {
        let matrix = matrix(&named);
        prop_assume!(!matrix.is_empty());
        let secondary = named.item_count() - named.primary_count();
        let read = |json: Value| {
            read_json::<CoverCount>(json.to_string().as_bytes(), QUERY, ProblemBounds::MAX)
        };
        let bits: Vec<Vec<u8>> = matrix.iter().map(|row| row.iter().map(|&bit| bit.into()).collect()).collect();
        let columns: Vec<String> = (1..=secondary).map(|column| column.to_string()).collect();
        let expected = read(names_of_columns(&matrix, secondary, |number| number.to_string().into()));
        prop_assert!(expected.is_ok());
        prop_assert_eq!(&read(names_of_columns(&matrix, secondary, Value::from)), &expected);
        prop_assert_eq!(&read(json!({ "matrix": matrix, "secondary": columns })), &expected);
        prop_assert_eq!(&read(json!({ "matrix": bits, "secondary": columns })), &expected);
    }

    #[test]
    fn items_that_are_not_listed_are_those_of_the_options(named in named_problem()) {
        let mut json = as_json(&named);
        let listed = json.as_object_mut().and_then(|members| members.remove("primary"));
        let read = |json: &Value| {
            read_json::<CoverCount>(json.to_string().as_bytes(), QUERY, ProblemBounds::MAX)
        };
        let has_options = |name: &Value| {
            let mut entries = json["options"].as_array().into_iter().flatten().filter_map(Value::as_array).flatten();
            entries.any(|entry| entry == name)
        };
        let listed: Vec<Value> = listed.as_ref().and_then(Value::as_array).into_iter().flatten().cloned().collect();
        prop_assume!(listed.iter().any(has_options));
        let read_without = read(&json).expect("a valid request");
        let names = &read_without.style.notation.item_names()[..read_without.question.subject.primary_count()];
        let found: BTreeSet<&str> = names.iter().map(String::as_str).collect();
        let expected: BTreeSet<&str> =
            listed.iter().filter(|name| has_options(name)).filter_map(Value::as_str).collect();
        prop_assert_eq!(found, expected);
        // Listed in the same order, they make the same request.
        let names = names.to_vec();
        json["primary"] = json!(names);
        prop_assert_eq!(read(&json), Ok(read_without));
    }

    #[test]
    fn bound_of_exactly_its_size_admits_a_problem(named in named_problem()) {
        let problem = named.problem();
        let bounds = ProblemBounds {
            items: problem.item_count(),
            options: problem.option_count(),
            entries: problem.entry_count(),
        };
        let (json, text) = (as_json(&named).to_string(), named.to_string());
        let from_json = |bounds| read_json::<CoverCount>(json.as_bytes(), QUERY, bounds).is_ok();
        // The text of a skipped option has an entry.
        let skipped = problem.skipped_options().count();
        let from_text = |bounds: ProblemBounds| {
            let bounds = ProblemBounds { entries: bounds.entries + skipped, ..bounds };
            read_text::<CoverCount>(text.as_bytes(), QUERY, bounds).is_ok()
        };
        for read in [&from_json as &dyn Fn(ProblemBounds) -> bool, &from_text] {
            prop_assert!(read(bounds));
            let fewer_items = ProblemBounds { items: bounds.items - 1, ..bounds };
            prop_assert!(!read(fewer_items));
            if bounds.options > 0 {
                let fewer_options = ProblemBounds { options: bounds.options - 1, ..bounds };
                prop_assert!(!read(fewer_options));
            }
            if bounds.entries > 0 {
                let fewer_entries = ProblemBounds { entries: bounds.entries - 1, ..bounds };
                prop_assert!(!read(fewer_entries));
            }
        }
    }

    #[test]
    fn fault_of_a_problem_points_into_its_request(document in nearly_a_problem()) {
        match read_json::<CoverCount>(document.to_string().as_bytes(), "", ProblemBounds::MAX) {
            Ok(request) => prop_assert_eq!(request.question.subject, request.style.notation.problem().clone()),
            Err(refusal) => points_at_its_faults(&refusal, Some(&document))?,
        }
    }
}
