//! `/estimate`.

use quadrille::server::App;
use serde_json::{Value, json};

use crate::harness::{Call, config, without_timings};

async fn estimate(body: Value) -> Value {
    Call::json("/estimate", body.to_string()).send().await.json()
}

#[tokio::test]
async fn estimate_is_near_the_number_of_solutions() {
    for (puzzle, solutions) in [(".".repeat(16), 288.0), (format!("1{}", ".".repeat(15)), 72.0)] {
        let answer = estimate(json!({"puzzle": puzzle, "probes": 5_000, "seed": 3})).await;
        let number = |name: &str| answer[name].as_f64().expect("a number");
        assert!((number("mean") - solutions).abs() < 4.0 * number("standard_error"), "{answer}");
        let bound = |index: usize| answer["interval"][index].as_f64().expect("a number");
        assert!(bound(0) < number("mean") && number("mean") < bound(1) && bound(1) < 1.2 * solutions);
        assert_eq!(
            (&answer["probes"], &answer["seed"], &answer["stopped_by"]),
            (&json!(5_000), &json!(3), &json!(null))
        );
        assert_eq!(answer["format"], "line");
    }
}

#[tokio::test]
async fn estimate_is_that_of_the_rest_of_the_puzzle_as_a_cover() {
    // The rules exclude nothing from an empty grid.
    let answer = estimate(json!({"puzzle": [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]})).await;
    assert_eq!((&answer["stats"]["items"], &answer["stats"]["options"]), (&json!(64), &json!(64)));
    assert_eq!((answer.get("format"), &answer["probes"], &answer["seed"]), (None, &json!(1_000), &json!(0)));
}

#[tokio::test]
async fn puzzle_that_the_rules_decide_is_estimated_exactly() {
    let text = async |puzzle: &'static str| {
        Call::text("/estimate", puzzle).header("accept", "text/plain").send().await.body
    };
    assert_eq!(text("1.....3..4.....2").await, "solutions 1.0 +- 0.0, nodes 1.0 +- 0.0\n");
    assert_eq!(text("11..............").await, "solutions 0.0 +- 0.0, nodes 1.0 +- 0.0\n");
    let exact = estimate(json!({"puzzle": "1.....3..4.....2", "probes": 2})).await;
    assert_eq!((&exact["mean"], &exact["interval"]), (&json!(1.0), &json!([1.0, 1.0])));
}

#[tokio::test]
async fn limit_ends_the_probes_and_leaves_no_interval() {
    let answer = estimate(json!({"puzzle": ".".repeat(81), "limits": {"nodes": 200}})).await;
    assert_eq!((&answer["stopped_by"], &answer["interval"]), (&json!("node_limit"), &json!(null)));
    assert!(answer["probes"].as_u64().is_some_and(|probes| probes < 1_000));
    assert_eq!(answer["stats"]["nodes"], 200);
}

#[tokio::test]
async fn same_seed_gives_the_same_estimate_and_candidates_count() {
    let body = |seed: u64| json!({"puzzle": ".".repeat(36), "probes": 50, "seed": seed});
    let first = without_timings(estimate(body(1)).await);
    assert_eq!(first, without_timings(estimate(body(1)).await));
    assert_ne!(first["mean"], estimate(body(2)).await["mean"]);
    let restricted =
        estimate(json!({"puzzle": ".".repeat(16), "candidates": {"r1c1": [1], "r4c4": [1]}})).await;
    assert!(restricted["mean"].as_f64().is_some_and(|mean| mean < 72.0));
}

#[tokio::test]
async fn invalid_options_are_refused_and_answers_cached() {
    for (query, code) in [
        ("probes=0", "out_of_range"),
        ("probes=1000001", "out_of_range"),
        ("seed=-1", "out_of_range"),
        ("counts=2", "unknown_parameter"),
    ] {
        let reply = Call::text(&format!("/estimate?{query}"), "1.....3..4.....2").send().await;
        assert_eq!(
            (reply.status.as_u16(), &reply.json()["errors"][0]["code"]),
            (422, &json!(code)),
            "{query}"
        );
    }
    let mut config = config();
    config.cache.bytes_max = 1 << 20;
    let app = App::new(&config).expect("the app is built");
    for query in ["probes=10", "probes=10", "probes=11", "seed=2&probes=10"] {
        Call::text(&format!("/estimate?{query}"), ".".repeat(16)).to(&app).await;
    }
    assert_eq!((app.answers.stats().hits, app.answers.stats().entries), (1, 3));
}
