//! Requests about exact cover: all forms of a problem are one question, and faults point into the request.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use quadrille::exact_cover::NamedProblem;
use quadrille::wire::{CoverCount, ProblemBounds, question_from_json, question_from_text};
use serde_json::{Value, json};

use crate::notation::named_problem;
use crate::strategies::cases;
use crate::wire::points_at_its_faults;

const QUERY: &str = "limit=100";

/// The problem as JSON with names.
fn as_json(named: &NamedProblem) -> Value {
    let (primary, secondary) = named.items.split_at(named.problem.primary_count());
    let options: Vec<Vec<_>> =
        named.problem.options().map(|entries| named.entry_texts(entries).collect()).collect();
    json!({ "primary": primary, "secondary": secondary, "options": options })
}

/// The primary items of each option, as the rows of a matrix.
fn primary_matrix(named: &NamedProblem) -> Vec<Vec<u8>> {
    let rows = named.problem.options().map(|entries| {
        let has = |item: &usize| entries.iter().any(|entry| entry.item.0 as usize == *item);
        (0..named.problem.primary_count()).map(|item| u8::from(has(&item))).collect()
    });
    rows.collect()
}

/// The matrix as Knuth's text.
fn matrix_as_text(matrix: &[Vec<u8>]) -> String {
    let columns = matrix.first().map_or(0, Vec::len);
    let numbers = |row: &[u8]| {
        let chosen = (1..).zip(row).filter(|(_, cell)| **cell == 1).map(|(column, _): (usize, _)| column);
        chosen.map(|column| column.to_string()).collect::<Vec<_>>().join(" ")
    };
    let mut lines = vec![numbers(&vec![1; columns])];
    lines.extend(matrix.iter().map(|row| numbers(row)));
    lines.join("\n")
}

/// Members like those of a problem, valid and invalid.
fn nearly_a_problem() -> impl Strategy<Value = Value> {
    let names = vec!["a", "b", "x", "a:1", "x:1", "x:2", "x:", "", "b c", "\u{0}", "z", "|"];
    let entry = prop_oneof![9 => select(names).prop_map(Value::from), 1 => Just(Value::from(1)), 1 => Just(Value::Null)];
    let list = |inner: BoxedStrategy<Value>| {
        prop_oneof![9 => vec(inner, 0..5).prop_map(Value::from), 1 => Just(Value::from("a"))].boxed()
    };
    let cell = select(vec![json!(0), json!(1), json!(1.0), json!(2), json!(true)]).boxed();
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
        let json = question_from_json::<CoverCount>(json.as_bytes(), QUERY, ProblemBounds::MAX);
        let text = question_from_text::<CoverCount>(named.to_string().as_bytes(), QUERY, ProblemBounds::MAX);
        prop_assert_eq!(&json, &text);
        let request = text.expect("a valid request");
        prop_assert_eq!(&request.question.subject, &named.problem);
        prop_assert_eq!(&*request.style.notation, &named);
    }

    #[test]
    fn text_and_matrix_of_a_problem_are_one_request(named in named_problem()) {
        let matrix = primary_matrix(&named);
        prop_assume!(!matrix.is_empty());
        let text = matrix_as_text(&matrix);
        let json = json!({ "matrix": matrix }).to_string();
        let json = question_from_json::<CoverCount>(json.as_bytes(), QUERY, ProblemBounds::MAX);
        prop_assert!(json.is_ok());
        prop_assert_eq!(json, question_from_text::<CoverCount>(text.as_bytes(), QUERY, ProblemBounds::MAX));
    }

    #[test]
    fn bound_of_exactly_its_size_admits_a_problem(named in named_problem()) {
        let problem = &named.problem;
        let bounds = ProblemBounds {
            items: problem.item_count(),
            options: problem.option_count(),
            entries: problem.entry_count(),
        };
        let (json, text) = (as_json(&named).to_string(), named.to_string());
        let from_json = |bounds| question_from_json::<CoverCount>(json.as_bytes(), QUERY, bounds).is_ok();
        let from_text = |bounds| question_from_text::<CoverCount>(text.as_bytes(), QUERY, bounds).is_ok();
        for read in [&from_json as &dyn Fn(ProblemBounds) -> bool, &from_text] {
            prop_assert!(read(bounds));
            let fewer_items = ProblemBounds { items: bounds.items - 1, ..bounds };
            prop_assert!(!read(fewer_items));
            if bounds.options > 0 {
                let fewer_options = ProblemBounds { options: bounds.options - 1, ..bounds };
                let fewer_entries = ProblemBounds { entries: bounds.entries - 1, ..bounds };
                prop_assert!(!read(fewer_options) && !read(fewer_entries));
            }
        }
    }

    #[test]
    fn fault_of_a_problem_points_into_its_request(document in nearly_a_problem()) {
        match question_from_json::<CoverCount>(document.to_string().as_bytes(), "", ProblemBounds::MAX) {
            Ok(request) => prop_assert_eq!(request.question.subject, request.style.notation.problem.clone()),
            Err(refusal) => points_at_its_faults(&refusal, Some(&document))?,
        }
    }
}
