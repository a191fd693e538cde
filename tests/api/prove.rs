//! `/prove`, `/formula`, and both for exact cover problems.

use quadrille::server::App;
use quadrille_exact_cover::proof::FormulaFormat;
use quadrille_sudoku::Puzzle;
use quadrille_sudoku::proof::puzzle_formula;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::harness::{Call, config};

/// The 9x9 of Arto Inkala of 2010, which needs clauses.
const HARD: &str = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..";

async fn answer(path: &str, request: Value) -> Value {
    let reply = Call::json(path, request.to_string()).send().await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()
}

async fn faults(path: &str, request: Value) -> Vec<String> {
    let body = Call::json(path, request.to_string()).send().await.json();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let faults = body["errors"].as_array().unwrap_or_else(|| panic!("no faults: {body}"));
    faults
        .iter()
        .map(|fault| {
            format!("{} {}: {}", text(&fault["code"]), text(&fault["pointer"]), text(&fault["detail"]))
        })
        .collect()
}

fn sha256(text: &str) -> String {
    format!("{:x}", Sha256::digest(text))
}

#[tokio::test]
async fn unique_puzzle_has_a_proof_whose_hashes_are_those_of_the_texts() {
    let proved = answer("/prove", json!({"puzzle": HARD})).await;
    assert_eq!((&proved["verdict"], &proved["claim"]), (&json!("unique"), &json!("unique")));
    assert_eq!((&proved["stopped_by"], proved.get("solutions")), (&Value::Null, None));
    let text = proved["proof"]["text"].as_str().expect("a text");
    assert!(text.ends_with("\n0\n") && text.lines().all(|line| line.ends_with('0')), "{text}");
    assert_eq!(proved["proof"]["sha256"], sha256(text));
    assert_eq!(proved["proof"]["bytes"], text.len());
    assert_eq!(proved["proof"]["lines"], text.lines().count());
    let alone =
        Call::json("/prove", json!({"puzzle": HARD}).to_string()).header("accept", "text/plain").send().await;
    assert_eq!(alone.body, text);

    let formula = answer("/formula", json!({"puzzle": HARD, "exclude": [proved["solution"]]})).await;
    assert_eq!(formula["sha256"], proved["formula"]["sha256"]);
    assert_eq!(formula["bytes"], proved["formula"]["bytes"]);
    let text = formula["text"].as_str().expect("a text");
    assert_eq!(sha256(text), formula["sha256"].as_str().expect("a hash"));
    assert_eq!(formula["lines"], text.lines().count());
}

#[tokio::test]
async fn claims_are_proved_or_refuted_by_solutions() {
    let several = "1.....3..4......";
    let claims =
        [json!("none"), json!("unique"), json!({"count": 2}), json!({"count": 3}), json!({"count": 9})];
    let mut seen = Vec::new();
    for claim in claims {
        let proved = answer("/prove", json!({"puzzle": several, "claim": claim})).await;
        let solutions = proved["solutions"].as_array().map_or(0, Vec::len);
        seen.push((
            proved["verdict"].clone(),
            proved["claim"].clone(),
            solutions,
            proved["stopped_by"].clone(),
        ));
        assert_eq!(proved["proof"].is_null(), proved["claim"].is_null());
        assert_eq!(proved["formula"].is_null(), proved["claim"].is_null());
    }
    let (limit, all) = (json!("solution_limit"), (json!("multiple"), json!({"count": 3}), 3, Value::Null));
    assert_eq!(
        seen,
        [
            (json!("multiple"), Value::Null, 2, limit.clone()),
            (json!("multiple"), Value::Null, 2, limit.clone()),
            (json!("multiple"), Value::Null, 3, limit),
            all.clone(),
            all,
        ]
    );
    for claim in [json!("none"), json!("unique"), json!({"count": 7})] {
        let none = answer("/prove", json!({"puzzle": "12....34........", "claim": claim})).await;
        assert_eq!(
            (&none["verdict"], &none["claim"], &none["solution"]),
            (&json!("none"), &json!("none"), &Value::Null)
        );
        let unique = answer("/prove", json!({"puzzle": HARD, "claim": claim})).await;
        assert_eq!((&unique["verdict"], &unique["claim"]), (&json!("unique"), &json!("unique")));
        assert!(unique["solution"].is_string() && unique["proof"].is_object(), "{unique}");
    }
}

#[tokio::test]
async fn false_claims_about_covers_are_answered_alike() {
    let pairs = [["a", "b"], ["c", "d"], ["a", "c"], ["b", "d"]];
    let problem = |options: &[[&str; 2]], claim: &Value| json!({"primary": ["a", "b", "c", "d"], "options": options, "claim": claim});
    for claim in [json!("none"), json!("unique"), json!({"count": 0}), json!({"count": 1})] {
        let several = answer("/exact-cover/prove", problem(&pairs, &claim)).await;
        assert_eq!((&several["verdict"], &several["claim"]), (&json!("multiple"), &Value::Null));
        assert_eq!(several["solutions"].as_array().map(Vec::len), Some(2));
        let unique = answer("/exact-cover/prove", problem(&pairs[..3], &claim)).await;
        assert_eq!((&unique["verdict"], &unique["claim"]), (&json!("unique"), &json!("unique")));
        let none = answer("/exact-cover/prove", problem(&pairs[1..3], &claim)).await;
        assert_eq!((&none["verdict"], &none["claim"]), (&json!("none"), &json!("none")));
    }
}

#[tokio::test]
async fn answer_names_the_documentation_that_the_service_has() {
    let proved = answer("/prove", json!({"puzzle": HARD})).await;
    let page = Call::get(proved["check"].as_str().expect("a path")).send().await;
    assert_eq!((page.status.as_u16(), page.header("content-type")), (200, "text/markdown; charset=utf-8"));
    assert_eq!(page.body, include_str!("../../docs/proofs.md"));
}

#[tokio::test]
async fn formats_follow_from_each_other() {
    let puzzle = "1.....3..4.....2";
    for (request, formula, proof) in [
        (json!({"puzzle": puzzle}), "dimacs", "drup"),
        (json!({"puzzle": puzzle, "formula": "dimacs"}), "dimacs", "drup"),
        (json!({"puzzle": puzzle, "formula": "opb"}), "opb", "veripb"),
        (json!({"puzzle": puzzle, "proof": "veripb"}), "opb", "veripb"),
        (json!({"puzzle": puzzle, "proof": "veripb3"}), "opb", "veripb3"),
        (json!({"puzzle": puzzle, "proof": "veripb3", "formula": "opb"}), "opb", "veripb3"),
    ] {
        let proved = answer("/prove", request).await;
        assert_eq!(
            (&proved["formula"]["format"], &proved["proof"]["format"]),
            (&json!(formula), &json!(proof))
        );
        let query = format!(
            "/formula?puzzle={puzzle}&to={formula}&exclude={}",
            proved["solution"].as_str().expect("text")
        );
        assert_eq!(Call::get(&query).send().await.json()["sha256"], proved["formula"]["sha256"]);
    }
}

#[tokio::test]
async fn query_takes_text_and_json() {
    let path = "/prove?puzzle=1.....3..4......&claim=";
    for claim in ["3", "9", "%7B%22count%22:3%7D", "%7B%22count%22:%209%7D"] {
        let proved = Call::get(&format!("{path}{claim}")).send().await.json();
        assert_eq!(proved["claim"], json!({"count": 3}), "{claim}");
    }
    let [one, other] = ["1324423124133142", "1324423134122143"];
    let formulas = [format!("{one},{other}"), format!("[%22{one}%22,%22{other}%22]")];
    let texts = formulas.map(|excluded| format!("/formula?puzzle=1.....3..4......&exclude={excluded}"));
    let [first, second] =
        [Call::get(&texts[0]).send().await.json(), Call::get(&texts[1]).send().await.json()];
    assert_eq!(first["sha256"], second["sha256"]);
    assert!(first["sha256"].is_string(), "{first}");
}

#[tokio::test]
async fn constraints_are_proved_and_sums_need_the_formula_with_sums() {
    let cage = json!({"type": "cage", "cells": ["r1c1", "r1c2", "r1c3"], "sum": 10});
    let thermometer = json!({"type": "thermometer", "cells": ["r1c1", "r1c2", "r3c3"]});
    let puzzle = "...........1....";
    let line = json!({"puzzle": puzzle, "constraints": [thermometer], "claim": {"count": 100}});
    let proved = answer("/prove", line.clone()).await;
    let mut count = line;
    let members = count.as_object_mut().expect("an object");
    members.remove("claim");
    members.insert("limit".to_owned(), json!("all"));
    assert_eq!(proved["claim"]["count"], answer("/count", count).await["count"]);

    let impossible = json!({"puzzle": puzzle, "constraints": [cage]});
    assert_eq!(
        faults("/prove", impossible.clone()).await,
        ["not_representable /puzzle: the format `dimacs` has no sums: use `opb`"]
    );
    let mut request = impossible;
    request["formula"] = json!("opb");
    let proved = answer("/prove", request).await;
    assert_eq!((&proved["verdict"], &proved["claim"]), (&json!("none"), &json!("none")));
}

#[tokio::test]
async fn invalid_claims_and_formats_are_refused_with_what_would_be_right() {
    let puzzle = "1.....3..4.....2";
    for (member, value, expected) in [
        (
            "claim",
            json!("some"),
            "out_of_range /claim: must be `none`, `unique`, or a count from 0 to 1000, such as {\"count\": 5}",
        ),
        (
            "claim",
            json!({}),
            "out_of_range /claim: must be `none`, `unique`, or a count from 0 to 1000, such as {\"count\": 5}",
        ),
        (
            "claim",
            json!(1),
            "wrong_type /claim: must be \"none\", \"unique\", or a count such as {\"count\": 5}, not a number",
        ),
        ("claim", json!({"count": 1001}), "out_of_range /claim/count: must be a whole number from 0 to 1000"),
        (
            "claim",
            json!({"counts": 1}),
            "unknown_field /claim/counts: `counts` is unknown: did you mean `count`? the object may have count",
        ),
        ("proof", json!("drat"), "out_of_range /proof: must be drup, veripb or veripb3"),
        ("formula", json!("cnf"), "out_of_range /formula: must be dimacs or opb"),
    ] {
        let found = faults("/prove", json!({"puzzle": puzzle, member: value})).await;
        assert_eq!(found.first().map(String::as_str), Some(expected));
    }
    assert_eq!(
        faults("/prove", json!({"puzzle": puzzle, "formula": "dimacs", "proof": "veripb"})).await,
        ["contradiction /formula: a proof in `veripb` is about a formula in `opb`: leave out one of them"]
    );
    let large = json!({"puzzle": ".".repeat(30 * 30)});
    assert!(faults("/prove", large.clone()).await[0].contains("use `opb`"));
    for (excluded, expected) in [
        (
            json!(["1..............."]),
            "puzzle_length /exclude/0: a solution has a digit in each of the 16 cells",
        ),
        (json!(7), "wrong_type /exclude: must be an array of solutions, not a number"),
    ] {
        let found = faults("/formula", json!({"puzzle": puzzle, "exclude": excluded})).await;
        assert_eq!(found.first().map(String::as_str), Some(expected));
    }
}

#[tokio::test]
async fn formula_is_that_of_the_engine() {
    let puzzle: Puzzle = HARD.parse().expect("a puzzle");
    let formula = puzzle_formula(&puzzle).expect("a formula");
    for (name, format) in [("dimacs", FormulaFormat::Dimacs), ("opb", FormulaFormat::Opb)] {
        let mut expected = String::new();
        format.write(&formula, &mut expected).expect("memory");
        let query = format!("/formula?puzzle={HARD}&to={name}");
        assert_eq!(Call::get(&query).header("accept", "text/plain").send().await.body, expected);
    }
}

#[tokio::test]
async fn limit_leaves_no_proof() {
    let proved = answer("/prove", json!({"puzzle": HARD, "limits": {"nodes": 1}})).await;
    assert_eq!((&proved["verdict"], &proved["proof"]), (&json!("unknown"), &Value::Null));
    assert_eq!(proved["stopped_by"], "node_limit");
}

#[tokio::test]
async fn formula_that_is_not_written_in_time_says_so() {
    // Of eleven megabytes.
    let request = json!({"puzzle": ".".repeat(625), "limits": {"time_ms": 1}});
    let formula = answer("/formula", request.clone()).await;
    assert_eq!((&formula["stopped_by"], &formula["lines"]), (&json!("time_limit"), &json!(752_501)));
    assert_eq!((&formula["sha256"], &formula["text"]), (&Value::Null, &Value::Null));
    let text = Call::json("/formula", request.to_string()).header("accept", "text/plain").send().await;
    assert_eq!(text.body, "unknown\n");
}

#[tokio::test]
async fn formula_too_large_for_a_proof_is_refused() {
    let knights = json!({"puzzle": "6x6:".to_owned() + &"z".repeat(49) + "v", "formula": "opb", "constraints": [{"type": "anti_knight"}]});
    let message = "problem_too_large /puzzle: the formula has 529344 literals: proofs are found about formulas of at most 262144";
    assert_eq!(faults("/prove", knights.clone()).await, [message]);
    let formula = json!({"puzzle": knights["puzzle"], "to": "opb", "constraints": knights["constraints"]});
    assert!(answer("/formula", formula).await["sha256"].is_string());
}

#[tokio::test]
async fn exact_cover_problems_are_proved() {
    let problem = json!({"primary": ["a", "b", "c"], "options": [["a", "b"], ["b", "c"], ["c", "a"]]});
    let proved = answer("/exact-cover/prove", problem).await;
    assert_eq!((&proved["verdict"], &proved["claim"]), (&json!("none"), &json!("none")));
    let coloured = json!({
        "primary": ["p", "q", "r"], "secondary": ["x", "y"],
        "options": [["p", "q", "x", "y:A"], ["p", "r", "x:A", "y"], ["p", "x:B"], ["q", "x:A"], ["r", "y:B"]],
    });
    let proved = answer("/exact-cover/prove", coloured.clone()).await;
    let solution: Vec<&Value> =
        proved["solution"].as_array().expect("options").iter().map(|option| &option["option"]).collect();
    assert_eq!((&proved["claim"], &solution), (&json!("unique"), &vec![&json!(2), &json!(4)]));
    let mut excluding = coloured;
    excluding["exclude"] = json!([solution]);
    let formula = answer("/exact-cover/formula", excluding.clone()).await;
    assert_eq!(formula["sha256"], proved["formula"]["sha256"]);
    excluding["exclude"] = json!([[1, 2]]);
    assert_eq!(
        faults("/exact-cover/formula", excluding).await,
        ["out_of_range /exclude/0: these options are no solution of the problem"]
    );
}

#[tokio::test]
async fn claim_of_a_large_problem_is_bounded_by_the_solutions_that_it_lists() {
    let names: Vec<String> = (0..300).map(|item| format!("i{item}")).collect();
    let options: Vec<[&String; 1]> = names.iter().map(|name| [name]).collect();
    let problem = json!({"primary": names, "options": options, "claim": {"count": 1000}});
    assert_eq!(
        faults("/exact-cover/prove", problem).await,
        ["out_of_range /claim: the claim times the number of primary items is 300000: the maximum is 200000"]
    );
}

#[tokio::test]
async fn long_proof_is_text_alone() {
    let mut config = config();
    config.solver.time_ms_max = 3_600_000;
    let app = App::new(&config).expect("the app is built");
    // Nine pigeons and eight holes.
    let names =
        |name: char, count: usize| -> Vec<String> { (0..count).map(|at| format!("{name}{at}")).collect() };
    let (pigeons, holes) = (names('p', 9), names('h', 8));
    let options: Vec<[&String; 2]> =
        pigeons.iter().flat_map(|pigeon| holes.iter().map(move |hole| [pigeon, hole])).collect();
    let limits = json!({"time_ms": 3_600_000});
    let problem = json!({"primary": pigeons, "secondary": holes, "options": options, "limits": limits});
    let call = || Call::json("/exact-cover/prove", problem.to_string());
    let proved = call().to(&app).await.json();
    assert_eq!((&proved["claim"], &proved["stopped_by"]), (&json!("none"), &json!("proof_bytes")));
    assert_eq!(proved["proof"]["text"], Value::Null);
    let text = call().header("accept", "text/plain").to(&app).await.body;
    assert!(text.len() > 262_144 && text.ends_with("\n0\n"));
    assert_eq!(proved["proof"]["sha256"], sha256(&text));
}

#[tokio::test]
async fn count_that_is_too_small_lists_a_hundred_solutions() {
    let proved = answer("/prove", json!({"puzzle": "................", "claim": {"count": 200}})).await;
    assert_eq!(proved["solutions"].as_array().map(Vec::len), Some(100));
    assert_eq!((&proved["verdict"], &proved["claim"]), (&json!("multiple"), &Value::Null));
    assert_eq!(proved["stopped_by"], "solution_limit");
}

#[tokio::test]
async fn formula_of_too_many_clauses_is_refused() {
    let options = vec!["a"; 2_000].join("\n");
    let reply = Call::text("/exact-cover/formula", format!("a\n{options}\n")).send().await;
    assert_eq!(reply.status, 422);
    assert!(reply.body.contains("use `opb`"), "{}", reply.body);
}
