//! Cache of answers.

use quadrille::server::App;
use quadrille_answers::service::CacheStats;
use serde_json::{Value, json};

use crate::harness::{Call, app, config, without_timings};

const CLASSIC: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// Service with a cache.
fn remembering() -> App {
    let mut config = config();
    config.cache.bytes_max = 1 << 20;
    App::new(&config).expect("the app is built")
}

#[tokio::test]
async fn repeated_question_hits_cache_in_any_notation() {
    let app = remembering();
    let first = Call::text("/solve?limit=2", CLASSIC).to(&app).await.json();
    assert_eq!(app.answers.stats().hits, 0);
    let rows: Vec<Vec<u32>> = CLASSIC
        .as_bytes()
        .chunks(9)
        .map(|row| row.iter().map(|&byte| (byte as char).to_digit(10).unwrap_or(0)).collect())
        .collect();
    let again = Call::json("/solve", json!({ "puzzle": rows, "limit": 2 }).to_string()).to(&app).await.json();
    assert_eq!(app.answers.stats().hits, 1);
    assert_eq!(again["solution"][0], json!([5, 3, 4, 6, 7, 8, 9, 1, 2]));
    assert_eq!(again["verdict"], first["verdict"]);
    assert_eq!(without_timings(again.clone())["stats"], without_timings(first)["stats"]);
    assert_eq!((&again["stats"]["queue_us"], &again["stats"]["solve_us"]), (&json!(0), &json!(0)));
    // An equal question in another form.
    let counted = Call::get(&format!("/count?puzzle={CLASSIC}")).to(&app).await.json();
    assert_eq!((&counted["count"], app.answers.stats().hits), (&json!(1), 2));
    assert_eq!(app.answers.stats().misses, 1);
}

#[tokio::test]
async fn limited_answers_and_problems_are_not_cached() {
    let app = remembering();
    let limited = |nodes: u64| Call::text(&format!("/count?nodes={nodes}&time_ms=1234"), INKALA);
    assert_eq!(limited(1).to(&app).await.json()["stopped_by"], "node_limit");
    assert_eq!(Call::text("/count", "1!..").to(&app).await.status, 422);
    assert_eq!(Call::text("/count", "11..").to(&app).await.status, 200);
    assert_eq!(app.answers.stats().entries, 0);
    let full: Value = Call::text("/count", INKALA).to(&app).await.json();
    let nodes = full["stats"]["nodes"].as_u64().expect("a number");
    assert!(nodes > 1);
    let remembered = limited(nodes).to(&app).await.json();
    assert_eq!((&remembered["verdict"], app.answers.stats().hits), (&json!("unique"), 1));
    assert_eq!(remembered["limits"], json!({ "time_ms": 1234, "nodes": nodes }));
    assert_eq!(limited(1).to(&app).await.json()["verdict"], "unknown", "limited again");
}

#[tokio::test]
async fn cache_is_off_by_default() {
    let app = app();
    for _ in 0..2 {
        Call::text("/solve", CLASSIC).to(&app).await;
    }
    assert_eq!(app.answers.stats(), CacheStats::default());
}
