//! Every request body is either a question or a refusal that points at its faults.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::sample::select;
use quadrille_answers::faults::Refusal;
use quadrille_answers::kinds::{CheckEntries, Count, FindCandidates, FindConflicts, Solve, TestMinimal};
use quadrille_answers::wire::{COUNT_MAX, ProblemBounds, QuestionRequest, read_json, read_text};
use quadrille_exact_cover::{Progress, ResumableSearch};
use quadrille_sudoku::{Digit, Puzzle, Solver};
use quadrille_testing::brute_force::{Board, HousePuzzle};
use quadrille_testing::strategies::cases;
use serde_json::{Value, json};

fn count(puzzle: Puzzle, limit: u64) -> u64 {
    let mut solver = Solver::new(puzzle, NonZeroU64::new(limit).expect("positive"));
    while solver.advance(u64::MAX, &AtomicBool::new(false)).expect("no engine bug") == Progress::Paused {}
    solver.answer().count
}

/// Members and elements as requests have them, valid and invalid, in any order.
pub(crate) fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2_i64..40).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        "[1-9A-Za-z._*0 \n-]{0,20}".prop_map(Value::from),
        "\\PC{0,4}".prop_map(Value::from),
    ];
    let name = prop_oneof![
        Just("puzzle".to_owned()),
        Just("box".to_owned()),
        Just("limit".to_owned()),
        Just("limits".to_owned()),
        Just("width".to_owned()),
        Just("height".to_owned()),
        Just("time_ms".to_owned()),
        Just("nodes".to_owned()),
        "[a-z~/]{0,3}",
    ];
    leaf.prop_recursive(4, 64, 8, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..10).prop_map(Value::from),
            prop::collection::hash_map(name.clone(), inner, 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Checks that a refusal points into its document.
pub(crate) fn points_at_its_faults(refusal: &Refusal, document: Option<&Value>) -> Result<(), TestCaseError> {
    let faults = match refusal {
        Refusal::Syntax(fault) => std::slice::from_ref(fault),
        Refusal::Invalid(faults) => faults.listed.as_slice(),
    };
    prop_assert!((1..=20).contains(&faults.len()));
    for fault in faults {
        prop_assert!(!fault.detail.is_empty() && fault.detail.len() < 400, "{:?}", fault);
        match (&fault.pointer, document) {
            (Some(pointer), Some(document)) => {
                prop_assert!(document.pointer(pointer).is_some(), "{} is nowhere in {}", pointer, document);
            }
            (None, Some(_)) => prop_assert!(fault.parameter.is_some() || fault.offset.is_some()),
            (pointer, None) => prop_assert!(pointer.is_none()),
        }
    }
    Ok(())
}

/// Checks that a valid request keeps the bounds of its endpoint.
fn is_within_bounds(request: &QuestionRequest, limit_max: u64) -> Result<(), TestCaseError> {
    let question = &request.question;
    prop_assert!(question.solutions_max.get() <= limit_max);
    let size = question.subject.rules().digit_count();
    prop_assert!(question.subject.clues().filled().all(|(_, digit)| digit.value() <= size));
    Ok(())
}

proptest! {
    #![proptest_config(cases(2048))]

    #[test]
    fn json_fault_points_into_request(mut document in json_value(), wrapped in any::<bool>()) {
        if wrapped {
            document = json!({ "puzzle": document });
        }
        match read_json::<Count>(document.to_string().as_bytes(), "", ProblemBounds::MAX) {
            Ok(request) => is_within_bounds(&request, COUNT_MAX)?,
            Err(refusal) => points_at_its_faults(&refusal, Some(&document))?,
        }
    }

    #[test]
    fn fault_of_an_option_of_an_analysis_points_into_request(
        value in json_value(),
        member in select(vec!["counts", "reduce", "seed", "entries", "marks", "candidates", "limits", "box"]),
    ) {
        let document = json!({ "puzzle": "1...............", member: value });
        let body = document.to_string();
        let refusals = [
            read_json::<FindCandidates>(body.as_bytes(), "", ProblemBounds::MAX).err(),
            read_json::<TestMinimal>(body.as_bytes(), "", ProblemBounds::MAX).err(),
            read_json::<FindConflicts>(body.as_bytes(), "", ProblemBounds::MAX).err(),
            read_json::<CheckEntries>(body.as_bytes(), "", ProblemBounds::MAX).err(),
        ];
        for refusal in refusals.iter().flatten() {
            points_at_its_faults(refusal, Some(&document))?;
        }
    }

    #[test]
    fn any_bytes_are_question_or_refusal(
        body in prop_oneof![any::<Vec<u8>>(), "[1-9.0 -]{1,20}".prop_map(String::into_bytes)],
        query in prop_oneof![Just(String::new()), "(limit|box|nodes|time_ms|x)=[0-9x]{0,4}(&\\PC{0,9})?", "\\PC{0,20}"],
    ) {
        match read_text::<Solve>(&body, &query, ProblemBounds::MAX) {
            Ok(QuestionRequest { question, limits, style }) => {
                is_within_bounds(&QuestionRequest { question: question.question, limits, style }, 2)?;
            }
            Err(refusal) => points_at_its_faults(&refusal, None)?,
        }
        // Random bytes are seldom JSON; faults of JSON have a law of their own.
        let _ = read_json::<Solve>(&body, &query, ProblemBounds::MAX);
    }

    #[test]
    fn candidates_of_a_request_are_counted_as_by_brute_force(
        clue in (0..16_usize, 1..=4_usize),
        lists in vec((0..16_usize, btree_set(1..=4_usize, 1..4)), 0..12),
    ) {
        let mut cells = vec![0; 16];
        cells[clue.0] = clue.1;
        let mut plain = HousePuzzle::from(&Board { size: 4, box_width: 2, box_height: 2, cells });
        let mut by_name = serde_json::Map::new();
        let mut by_row = vec![vec![Value::Null; 4]; 4];
        for (cell, mut digits) in lists {
            if cell == clue.0 {
                digits.insert(clue.1);
            }
            by_name.insert(format!("r{}c{}", cell / 4 + 1, cell % 4 + 1), json!(digits));
            by_row[cell / 4][cell % 4] = json!(digits);
            plain.candidates[cell] = digits;
        }
        let expected = plain.solutions(1000)?.len() as u64;
        for candidates in [json!(by_name), json!(by_row)] {
            let body = json!({ "puzzle": plain.clues, "candidates": candidates, "limit": 1000 }).to_string();
            let request = read_json::<Count>(body.as_bytes(), "", ProblemBounds::MAX).expect("a sound request");
            prop_assert_eq!(count(request.question.subject, 1000), expected);
        }
    }
}

proptest! {
    #![proptest_config(cases(1024))]

    #[test]
    fn complete_grid_keeps_its_notation(size in 1_usize..=36, seed in any::<u64>(), lower in any::<bool>()) {
        // Any digits suffice: a notation ignores the rules.
        let mut state = seed | 1;
        let mut digit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % size + 1
        };
        let mut rows: Vec<Vec<usize>> = (0..size).map(|_| (0..size).map(|_| digit()).collect()).collect();
        // The largest digit must occur, or symbols and numbers look the same.
        rows[0][0] = size;
        let symbol = |digit: usize| {
            let symbol = char::from_digit(digit as u32, 36).unwrap_or('?');
            if lower { symbol } else { symbol.to_ascii_uppercase() }.to_string()
        };
        let texts = |write: &dyn Fn(usize) -> String| -> Vec<Vec<String>> {
            rows.iter().map(|row| row.iter().map(|&digit| write(digit)).collect()).collect()
        };
        let lines: Vec<String> = texts(&symbol).iter().map(|row| row.concat()).collect();
        let mut forms = vec![json!(rows), json!(rows.concat()), json!(texts(&|digit| digit.to_string()))];
        if size <= 35 {
            forms.extend([json!(lines), json!(lines.concat()), json!(texts(&symbol))]);
        }
        for form in forms {
            let body = json!({ "puzzle": form }).to_string();
            let request = read_json::<Solve>(body.as_bytes(), "", ProblemBounds::MAX).expect("a sound request");
            let question = request.question.question;
            let clues = question.subject.clues();
            prop_assert_eq!(clues.cells()[0], Digit::new(size));
            let shape = serde_json::to_value(request.style.notation.represent(clues)).expect("JSON");
            prop_assert_eq!(shape, form);
            prop_assert_eq!(question.solutions_max.get(), 2);
        }
    }
}
