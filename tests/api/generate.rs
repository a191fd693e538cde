//! `/generate`.

use axum::http::Method;
use quadrille::server::App;
use quadrille_sudoku::generate::ClueSymmetry;
use quadrille_sudoku::text::parse_line;
use quadrille_sudoku::{BoxShape, Cell, Puzzle, Rules};
use serde_json::{Value, json};

use crate::harness::{
    Call, HOUR_MS, Reply, assert_metrics, config, free_streams, metrics_text, one_thread, run_test,
    without_timings,
};

/// Queries and their puzzles, in version 0.1.0.
const GOLDEN: [(&str, &str); 17] = [
    ("seed=1", "94....6....7.9....6283...9.......3...7.....61.19....8.1..82..5..9..6342.286.74.1."),
    ("seed=2", "...6...43.2..1..7863...759...2....8.1..5..42.7.3...1.5.9.73.....174..9...4..9..3."),
    (
        "seed=9007199254740991",
        "...1.9...9.7....6.32.7.4.5..68.927.......6.82..285....5..67..2..7.9....8.4.523...",
    ),
    (
        "seed=1&minimal=true",
        "92.3..7.8..7..9.14.....7.......2.6.5..54......3..7.18..59.3......8...9.2........1",
    ),
    (
        "seed=1&symmetry=rotate180&clues=24..30",
        "...1973....32..4..7....5..21.5....8.3.......6.9....2.36..8....1..8..45....7931...",
    ),
    (
        "seed=1&symmetry=full",
        ".42...69.3.......18..3.5..7..56342.....7.9.....92183..6..9.1..27.......8.13...54.",
    ),
    (
        "seed=1&difficulty=hard",
        "26..8..5......57.....12.........7..8.9.5.......76..2917.....18..5......94..9.16..",
    ),
    (
        "seed=2&difficulty=expert",
        "9.5.3..............4.9.75......7.2.........36.1...6.7...8..26.5.21..47....7.6...1",
    ),
    (
        "seed=1&difficulty=easy&clues=26",
        ".8.1..3....4..712....92.84....3....9.5..79....67.....82...4....8.........15..37..",
    ),
    ("seed=1&size=4", "...343.2..2.1..."),
    ("seed=1&size=4&minimal=true", "34......1..4..1."),
    ("seed=3&size=5", "3..241.....5.1..3..1.4..3"),
    ("seed=1&size=6&minimal=true", ".1......46.....5...3..6..6..153....."),
    ("seed=1&size=8", ".......6.46....331..6.2...27.4.1.57..64..21.7.....32...51...2.3."),
    (
        "seed=1&size=12",
        ".......B3....4...3A2..6..5.3...82.C75.9...76.28B..2.B..174...1.B....6.9C3B512....97.2C4A.B......8.7.C...........58B.4C...2C.3.649....A..........",
    ),
    (
        "seed=1&size=16",
        ".....87.1.FDE...6.7.....C48.......95G.3.E.....7..8...54C3..A.6..GF.2..B7.9..8.6...6...1.8A.7.5....A...FG..2.4....3...6DAF.EG....97....62A.B.....A......B..5.62D7E...47...3...F9..4269D...E..3....AFD..9...G..15.8..GE25....B.....9...B....4F..36..137...9..82.E.",
    ),
    (
        "seed=1&pattern=..1.1.1..1..1.1..1..11.11....11.11..1.......1..11.11....11.11..1..1.1..1..1.1.1..",
        "..1.3.8..8..6.2..3..34.92....53.69..3.......6..41.85....87.16..4..8.3..5..9.6.3..",
    ),
];

/// A pattern of 32 cells that is symmetric by a half turn.
const PATTERN: &str = "..1.1.1..1..1.1..1..11.11....11.11..1.......1..11.11....11.11..1..1.1..1..1.1.1..";

/// Service whose time limits no test reaches.
fn patient() -> App {
    let mut config = config();
    (config.solver.time_ms_default, config.solver.time_ms_max) = (HOUR_MS, HOUR_MS);
    config.batch.time_ms_default = HOUR_MS;
    App::new(&config).expect("the app is built")
}

async fn generate(app: &App, wish: Value) -> Value {
    let reply = Call::json("/generate", wish.to_string()).to(app).await;
    assert_eq!(reply.status, 200, "{wish}: {}", reply.body);
    reply.json()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

/// Faults of a rejected wish, sorted: code and location.
fn faults(reply: &Reply) -> Vec<(String, String)> {
    assert_eq!(reply.status, 422, "{}", reply.body);
    let problem = reply.json();
    let errors = problem["errors"].as_array().expect("faults");
    let location = |error: &Value| {
        let location = error.get("pointer").or(error.get("parameter"));
        location.map(|location| text(location).to_owned()).unwrap_or_default()
    };
    let mut faults: Vec<_> =
        errors.iter().map(|error| (text(&error["code"]).to_owned(), location(error))).collect();
    faults.sort();
    faults
}

/// Cells with clues.
fn clue_cells(line: &str) -> Vec<usize> {
    (0..).zip(line.chars()).filter(|(_, symbol)| *symbol != '.').map(|(cell, _)| cell).collect()
}

#[tokio::test]
async fn puzzle_is_unique_and_its_parts_agree_with_other_endpoints() {
    let app = patient();
    for wish in [
        json!({"seed": 1}),
        json!({"seed": 2, "size": 6}),
        json!({"seed": 3, "box": {"width": 4, "height": 2}}),
        json!({"seed": 4, "size": 4, "minimal": true}),
        json!({"seed": 5, "size": 16}),
        json!({"seed": 6, "size": 7}),
    ] {
        let mut wish = wish;
        wish["include"] = json!(["solution", "rating"]);
        let answer = generate(&app, wish.clone()).await;
        let puzzle = text(&answer["puzzle"]);
        let mut question = json!({ "puzzle": puzzle });
        if let Some(shape) = wish.get("box") {
            question["box"] = shape.clone();
        }
        let solved = Call::json("/solve", question.to_string()).to(&app).await.json();
        assert_eq!(
            (&solved["verdict"], &solved["solution"]),
            (&json!("unique"), &answer["solution"]),
            "{wish}"
        );
        let rated = Call::json("/rate", question.to_string()).to(&app).await.json();
        for member in ["score", "level", "hardest", "steps", "singles_suffice", "scale"] {
            assert_eq!(rated[member], answer["rating"][member], "{member} of {wish}");
        }
        assert_eq!(answer["clues"], clue_cells(puzzle).len());
        assert_eq!((&answer["seed"], &answer["stopped_by"]), (&wish["seed"], &json!(null)));
        assert!(answer["attempts"].as_u64() > Some(0) && answer.get("relax").is_none(), "{answer}");
    }
}

#[tokio::test]
async fn seed_determines_the_puzzle_on_every_machine() {
    let app = patient();
    for (query, puzzle) in GOLDEN {
        let reply = Call::get(&format!("/generate?{query}")).header("accept", "text/plain").to(&app).await;
        assert_eq!((reply.status.as_u16(), reply.body.trim_end()), (200, puzzle), "{query}");
    }
}

#[tokio::test]
async fn puzzle_depends_on_what_is_asked_alone() {
    let app = patient();
    let puzzle = async |query: &str| {
        let reply = Call::get(&format!("/generate?seed=7&{query}")).to(&app).await;
        assert_eq!(reply.status, 200, "{query}: {}", reply.body);
        text(&reply.json()["puzzle"]).to_owned()
    };
    let all = "1".repeat(81);
    for (wish, others) in [
        (
            "",
            vec![
                "include=rating",
                "include=solution,rating",
                "attempts=77",
                "time_ms=9999",
                "nodes=100000000",
                "size=9",
                "box=3x3",
                "minimal=false",
                "symmetry=none",
                "difficulty=easy..extreme",
                &*format!("pattern={all}"),
            ],
        ),
        (
            "difficulty=medium..hard&techniques=naked_pair,pointing,-x_wing,-xy_wing",
            vec!["techniques=pointing,naked_pair,-xy_wing,-x_wing&difficulty=medium..hard&include=rating"],
        ),
        ("clues=30..", vec!["clues=30..81"]),
        ("clues=..30", vec!["clues=0..30"]),
    ] {
        let expected = puzzle(wish).await;
        for other in others {
            assert_eq!(puzzle(other).await, expected, "{wish}: {other}");
        }
    }
    let solutions = async |query: &str| {
        let reply = Call::get(&format!("/generate?seed=7&include=solution&{query}")).to(&app).await;
        text(&reply.json()["solution"]).to_owned()
    };
    let mut found = Vec::new();
    for query in [
        "",
        "difficulty=easy",
        "difficulty=medium",
        "minimal=true",
        "symmetry=full",
        "clues=30",
        "clues=30..31",
    ] {
        found.push(solutions(query).await);
    }
    let count = found.len();
    found.sort();
    found.dedup();
    assert_eq!(found.len(), count);
}

#[tokio::test]
async fn clues_symmetry_pattern_and_minimality_are_as_wished() {
    let app = patient();
    for &symmetry in ClueSymmetry::ALL {
        let wish = json!({"seed": 11, "symmetry": symmetry.name(), "clues": "28..40"});
        let answer = generate(&app, wish).await;
        let cells = clue_cells(text(&answer["puzzle"]));
        assert!((28..=40).contains(&cells.len()), "{answer}");
        for orbit in symmetry.orbits(9) {
            let with_clue = orbit.iter().filter(|cell| cells.contains(&cell.index())).count();
            assert!([0, orbit.len()].contains(&with_clue), "{} {orbit:?}", symmetry.name());
        }
    }
    let answer = generate(&app, json!({"seed": 12, "pattern": PATTERN, "symmetry": "rotate180"})).await;
    let allowed = clue_cells(PATTERN);
    assert!(clue_cells(text(&answer["puzzle"])).iter().all(|cell| allowed.contains(cell)), "{answer}");
    let answer = generate(&app, json!({"seed": 13, "minimal": true})).await;
    let tested = Call::text("/minimal", text(&answer["puzzle"]).to_owned()).to(&app).await.json();
    assert_eq!(tested["is_minimal"], true);
    let answer = generate(&app, json!({"seed": 14, "clues": 30})).await;
    assert_eq!(answer["clues"], 30);
}

#[tokio::test]
async fn difficulty_lies_in_the_wish() {
    let app = patient();
    for level in ["easy", "medium", "hard", "expert", "extreme"] {
        let wish = json!({"seed": 21, "difficulty": level, "include": ["rating"]});
        let answer = generate(&app, wish).await;
        assert_eq!(answer["rating"]["level"], level, "{answer}");
    }
    let wish = json!({"seed": 22, "difficulty": {"min": 300, "max": 500}, "include": ["rating"]});
    let answer = generate(&app, wish).await;
    assert!((Some(300)..=Some(500)).contains(&answer["rating"]["score"].as_u64()), "{answer}");
    let techniques = json!({"require": ["naked_pair"], "exclude": ["hidden_pair"]});
    let wish =
        json!({"seed": 23, "difficulty": "medium..hard", "techniques": techniques, "include": ["rating"]});
    let rating = generate(&app, wish).await["rating"].clone();
    assert!(rating["steps"]["naked_pair"].as_u64() > Some(0), "{rating}");
    assert_eq!(rating["steps"].get("hidden_pair"), None);
}

#[tokio::test]
async fn query_form_and_json_are_the_same_wish() {
    let app = patient();
    let json = json!({
        "size": 9, "box": {"width": 3, "height": 3}, "difficulty": "easy..medium", "clues": {"min": 24, "max": 34},
        "symmetry": "rotate180", "minimal": false, "pattern": ".".repeat(81).replace('.', "1"),
        "techniques": {"require": ["hidden_single"], "exclude": ["x_wing", "xy_chain"]},
        "seed": 31, "attempts": 500, "include": ["solution", "rating"], "limits": {"nodes": 1_000_000}
    });
    let by_json = without_timings(generate(&app, json).await);
    let fields = format!(
        "size=9&box=3x3&difficulty=easy..medium&clues=24..34&symmetry=rotate180&minimal=false&pattern={}&\
         techniques=hidden_single,-x_wing,-xy_chain&seed=31&attempts=500&include=solution,rating&nodes=1000000",
        "1".repeat(81)
    );
    let form =
        Call::new(Method::POST, "/generate").header("content-type", "application/x-www-form-urlencoded");
    let by_form = form.body(fields.clone()).to(&app).await;
    assert_eq!(without_timings(by_form.json()), by_json);
    let by_post = Call::json(&format!("/generate?{fields}"), "{}").to(&app).await;
    assert_eq!(without_timings(by_post.json()), by_json);
    let mut by_get = Call::get(&format!("/generate?{fields}")).to(&app).await.json();
    by_get["stats"] = by_json["stats"].clone();
    by_get["limits"] = by_json["limits"].clone();
    assert_eq!(by_get, by_json);
}

#[tokio::test]
async fn impossible_wishes_are_answered() {
    let app = patient();
    let few = generate(&app, json!({"seed": 41, "clues": 18, "attempts": 5})).await;
    assert_eq!(
        (&few["puzzle"], &few["clues"], &few["attempts"], &few["stopped_by"], &few["relax"]),
        (&json!(null), &json!(null), &json!(5), &json!(null), &json!(["clues", "attempts"]))
    );
    assert!(few["fewest_clues"].as_u64() > Some(18), "{few}");
    for (wish, relax) in [
        (json!({"seed": 42, "pattern": format!("123{}", ".".repeat(78))}), "pattern"),
        (json!({"seed": 45, "pattern": ".".repeat(81)}), "pattern"),
        (json!({"seed": 45, "clues": 16}), "clues"),
    ] {
        let answer = generate(&app, wish.clone()).await;
        assert_eq!(
            (&answer["puzzle"], &answer["attempts"], &answer["stopped_by"], &answer["relax"]),
            (&json!(null), &json!(0), &json!(null), &json!([relax])),
            "{wish}"
        );
    }
    for (wish, relax) in [
        (
            json!({"seed": 43, "clues": 18, "symmetry": "full", "attempts": 2}),
            json!(["clues", "symmetry", "attempts"]),
        ),
        (
            json!({"seed": 44, "size": 4, "difficulty": "extreme", "attempts": 2}),
            json!(["difficulty", "attempts"]),
        ),
        // The symmetry and the minimality did not make the attempts fail.
        (
            json!({
                "seed": 44, "symmetry": "rotate180", "minimal": true, "difficulty": "easy..extreme",
                "techniques": {"require": ["sashimi_jellyfish"]}, "attempts": 2
            }),
            json!(["techniques", "attempts"]),
        ),
    ] {
        let answer = generate(&app, wish.clone()).await;
        assert_eq!(
            (&answer["puzzle"], &answer["attempts"], &answer["relax"]),
            (&json!(null), &json!(2), &relax),
            "{wish}"
        );
        let text = Call::json("/generate", wish.to_string()).header("accept", "text/plain").to(&app).await;
        assert_eq!(text.body, "no puzzle in 2 attempts\n");
    }
    let limited = generate(&app, json!({"seed": 46, "difficulty": "extreme", "limits": {"nodes": 1}})).await;
    assert_eq!(
        (&limited["puzzle"], &limited["stopped_by"], &limited["relax"]),
        (&json!(null), &json!("node_limit"), &json!(["limits.nodes"]))
    );
    assert_eq!(limited["stats"]["nodes"], 1);
}

#[tokio::test]
async fn limits_do_not_change_the_puzzle() {
    let app = patient();
    let wish = json!({"seed": 47, "size": 12, "minimal": true});
    let whole = generate(&app, wish.clone()).await;
    let nodes = whole["stats"]["nodes"].as_u64().expect("a number");
    for limit in [nodes, nodes + 1, 1, nodes / 2] {
        let mut wish = wish.clone();
        wish["limits"] = json!({ "nodes": limit.max(1) });
        let answer = generate(&app, wish).await;
        assert!(answer["stats"]["nodes"].as_u64() <= Some(limit.max(1)), "{answer}");
        match answer["stopped_by"].as_str() {
            None => assert_eq!(answer["puzzle"], whole["puzzle"]),
            Some(stopped_by) => {
                assert_eq!((stopped_by, &answer["puzzle"]), ("node_limit", &json!(null)));
                assert!(limit < nodes, "{answer}");
            }
        }
    }
}

#[tokio::test]
async fn contradictory_wishes_are_refused_with_all_faults() {
    let app = patient();
    let refused = async |wish: Value| faults(&Call::json("/generate", wish.to_string()).to(&app).await);
    let fault = |code: &str, location: &str| (code.to_owned(), location.to_owned());
    for (wish, expected) in [
        (json!({"clues": {"min": 30, "max": 25}}), vec![fault("out_of_range", "/clues")]),
        (json!({"clues": "30..25"}), vec![fault("out_of_range", "/clues")]),
        (json!({"clues": "few"}), vec![fault("out_of_range", "/clues")]),
        (json!({"clues": {"min": 30, "most": 40}}), vec![fault("unknown_field", "/clues/most")]),
        (json!({"clues": {}}), vec![fault("out_of_range", "/clues")]),
        (json!({"difficulty": {"min": null}}), vec![fault("out_of_range", "/difficulty")]),
        (json!({"clues": 82}), vec![fault("out_of_range", "/clues")]),
        (
            json!({"clues": 30, "pattern": "1".repeat(29) + &".".repeat(52)}),
            vec![fault("out_of_range", "/clues")],
        ),
        (json!({"size": 37}), vec![fault("out_of_range", "/size")]),
        (json!({"size": 8, "box": {"width": 3, "height": 3}}), vec![fault("box_mismatch", "/box")]),
        (json!({"size": 4, "pattern": "1".repeat(81)}), vec![fault("puzzle_length", "/pattern")]),
        (json!({"symmetry": "round"}), vec![fault("out_of_range", "/symmetry")]),
        (json!({"difficulty": "tough"}), vec![fault("out_of_range", "/difficulty")]),
        (json!({"difficulty": "hard..easy"}), vec![fault("out_of_range", "/difficulty")]),
        (json!({"difficulty": {"min": 500, "max": 300}}), vec![fault("out_of_range", "/difficulty")]),
        (json!({"difficulty": {"min": "easy", "max": 300}}), vec![fault("out_of_range", "/difficulty")]),
        (
            json!({"techniques": {"require": ["x_wing", "y_wing"], "exclude": ["x_wing"]}}),
            vec![fault("out_of_range", "/techniques/require/1")],
        ),
        (
            json!({"techniques": {"require": ["x_wing"], "exclude": ["x_wing"]}, "difficulty": "easy"}),
            vec![fault("contradiction", "/techniques"), fault("contradiction", "/techniques")],
        ),
        (json!({"include": ["answer"]}), vec![fault("out_of_range", "/include/0")]),
        (json!({"include": "solution"}), vec![fault("wrong_type", "/include")]),
        (
            json!({"seed": -1, "count": 0}),
            vec![fault("out_of_range", "/seed"), fault("out_of_range", "/count")],
        ),
        (json!({"seed": 9_007_199_254_740_991_u64, "count": 2}), vec![fault("out_of_range", "/seed")]),
        (json!({"count": 10_001}), vec![fault("out_of_range", "/count")]),
        (json!({"difficulty": 3}), vec![fault("out_of_range", "/difficulty")]),
        (json!({"difficutly": "hard"}), vec![fault("unknown_field", "/difficutly")]),
        (json!({"puzzle": "1..."}), vec![fault("unknown_field", "/puzzle")]),
        (
            json!({"clues": "9..8", "symmetry": "no", "difficulty": "hard..easy", "seed": "1"}),
            vec![
                fault("out_of_range", "/symmetry"),
                fault("wrong_type", "/seed"),
                fault("out_of_range", "/difficulty"),
                fault("out_of_range", "/clues"),
            ],
        ),
    ] {
        let mut expected = expected;
        expected.sort();
        assert_eq!(refused(wish.clone()).await, expected, "{wish}");
    }
    for (query, expected) in [
        ("clues=30..25", fault("out_of_range", "clues")),
        ("clues=..", fault("out_of_range", "clues")),
        ("difficulty=harder", fault("out_of_range", "difficulty")),
        ("difficulty=3", fault("out_of_range", "difficulty")),
        ("techniques=x_wing,-none", fault("out_of_range", "techniques")),
        ("include=all", fault("out_of_range", "include")),
        ("pattern=12", fault("puzzle_length", "pattern")),
        ("level=hard", fault("unknown_parameter", "level")),
        ("count=10001", fault("out_of_range", "count")),
    ] {
        let reply = Call::get(&format!("/generate?{query}")).to(&app).await;
        assert_eq!(faults(&reply), [expected], "{query}");
    }
    for (body, media_type, status) in [
        ("[]", "application/json", 422),
        ("hard", "application/x-www-form-urlencoded", 422),
        ("", "application/x-www-form-urlencoded", 200),
        ("{", "application/json", 400),
        ("<x/>", "application/xml", 415),
    ] {
        let call = Call::new(Method::POST, "/generate").header("content-type", media_type).body(body);
        assert_eq!(call.to(&app).await.status, status, "{body}");
    }
}

#[tokio::test]
async fn random_seed_is_named_and_its_answer_is_not_cached() {
    let mut config = config();
    config.cache.bytes_max = 1 << 20;
    let app = App::new(&config).expect("the app is built");
    let reply = Call::get("/generate").to(&app).await;
    assert_eq!(reply.header("cache-control"), "no-store");
    let answer = reply.json();
    let again = Call::get(&format!("/generate?seed={}", answer["seed"])).to(&app).await;
    assert_eq!(again.json(), answer);
    assert_ne!(Call::get("/generate").to(&app).await.json()["seed"], answer["seed"]);
    assert_eq!(app.answers.stats().entries, 1);
    let etag = again.header("etag").to_owned();
    assert!(again.header("cache-control").contains("max-age"), "{:?}", again.headers);
    let call = Call::get(&format!("/generate?seed={}", answer["seed"])).header("if-none-match", &etag);
    assert_eq!(call.to(&app).await.status, 304);
    assert_eq!(app.answers.stats().hits, 1);
    let limited = Call::get("/generate?seed=1&difficulty=extreme&nodes=1").to(&app).await;
    assert_eq!(limited.header("cache-control"), "no-store");
    let stream = Call::get("/generate?seed=1&count=1").to(&app).await;
    assert_eq!(stream.header("cache-control"), "no-store");
}

#[tokio::test]
async fn stream_has_the_puzzles_of_ascending_seeds_in_order() {
    let app = patient();
    let wish = json!({"seed": 51, "count": 150, "size": 6, "minimal": true, "include": ["rating"]});
    let call = Call::json("/generate", wish.to_string()).header("accept", "application/x-ndjson");
    let reply = call.to(&app).await;
    assert_eq!(
        (reply.header("content-type"), reply.header("x-accel-buffering")),
        ("application/x-ndjson", "no")
    );
    let (lines, summary) = reply.answers_and_summary();
    assert_eq!(lines.len(), 150);
    for (index, line) in (0_u64..).zip(&lines) {
        assert_eq!(
            (&line["type"], &line["index"], &line["seed"]),
            (&json!("result"), &json!(index), &json!(51 + index))
        );
        assert!(line["rating"]["score"].is_u64(), "{line}");
    }
    for index in [0, 63, 64, 149] {
        let alone = generate(&app, json!({"seed": 51 + index, "size": 6, "minimal": true})).await;
        assert_eq!(alone["puzzle"], lines[index]["puzzle"]);
    }
    assert_eq!(
        (&summary["puzzles"], &summary["unique"], &summary.get("stopped_by")),
        (&json!(150), &json!(150), &None)
    );
    let document = Call::json("/generate", json!({"seed": 51, "count": 2}).to_string());
    let document = document.to(&app).await.json();
    assert_eq!(document["results"].as_array().map(Vec::len), Some(2));
    let call = Call::get("/generate?seed=51&count=2").header("accept", "text/plain");
    let lines: Vec<String> = document["results"]
        .as_array()
        .expect("puzzles")
        .iter()
        .map(|line| text(&line["puzzle"]).to_owned())
        .collect();
    assert_eq!(call.to(&app).await.body, format!("{}\n", lines.join("\n")));
    let failed =
        Call::json("/generate", json!({"seed": 1, "clues": 18, "attempts": 1, "count": 2}).to_string());
    let (lines, summary) = failed.to(&app).await.answers_and_summary();
    assert!(lines.iter().all(|line| line["puzzle"].is_null() && line["attempts"] == 1), "{lines:?}");
    assert_eq!(summary["unknown"], 2);
}

#[tokio::test]
async fn generation_is_measured_like_other_questions() {
    let app = patient();
    generate(&app, json!({"seed": 1})).await;
    Call::get("/generate?seed=1&count=3").to(&app).await;
    assert_metrics(
        &metrics_text(&app),
        &[
            r#"quadrille_verdicts_total{subject="puzzle",verdict="unique"} 4"#,
            r#"quadrille_batch_puzzles_total{subject="puzzle"} 3"#,
        ],
    );
}

#[test]
fn stream_of_a_client_that_leaves_ends() {
    run_test(&one_thread(4), async |app| {
        let wish =
            json!({"size": 25, "minimal": true, "count": 1000, "seed": 1, "limits": {"time_ms": 3_600_000}});
        let response = Call::json("/generate", wish.to_string()).begin(&app).await;
        let all = app.answers.dispatcher().free_streams();
        drop(response);
        free_streams(&app, all + 1).await;
    });
}

#[test]
fn puzzle_text_is_read_back() {
    // The golden puzzles are valid on their own.
    for (_, line) in GOLDEN {
        let (grid, _) = parse_line(line, &mut |_| {}).expect("a grid");
        let size = grid.square_size().expect("a square");
        let rules = Rules::plain(size, BoxShape::usual(size)).expect("a size");
        assert!(grid.digit(Cell(0)).is_none_or(|digit| digit.value() <= size));
        assert!(Puzzle::new(rules, grid).is_ok());
    }
}

#[tokio::test]
async fn misspelt_values_get_the_nearest_valid_one() {
    let app = patient();
    for (name, given, nearest) in [
        ("difficulty", "EASY", Some("easy")),
        ("difficulty", "Medium..HARD", Some("medium..hard")),
        ("difficulty", "harder", Some("hard")),
        ("difficulty", "3 stars", None),
        ("symmetry", "Full", Some("full")),
        ("symmetry", "rotate_180", Some("rotate180")),
        ("symmetry", "round", None),
    ] {
        let by_query = Call::get(&format!("/generate?{name}={}", given.replace(' ', "+"))).to(&app).await;
        let by_json = Call::json("/generate", json!({ name: given }).to_string()).to(&app).await;
        for reply in [by_query, by_json] {
            let problem = reply.json();
            let detail = text(&problem["errors"][0]["detail"]);
            let asked = detail.split_once("; did you mean `").map(|(_, asked)| asked.trim_end_matches("`?"));
            assert_eq!(asked, nearest, "{detail}");
        }
    }
}

#[tokio::test]
async fn post_without_body_is_read_like_get() {
    for query in ["?difficulty=easy&seed=7", "?seed=7&size=4"] {
        let posted = Call::new(Method::POST, &format!("/generate{query}")).send().await.json();
        let got = Call::get(&format!("/generate{query}")).send().await.json();
        assert_eq!(posted["puzzle"], got["puzzle"], "{query}");
    }
    assert_eq!(Call::new(Method::POST, "/generate").send().await.status, 200);
    assert_eq!(Call::json("/generate", "").send().await.status, 200);
    let refused = Call::new(Method::POST, "/generate?difficulty=harder").send().await;
    assert_eq!(faults(&refused), [("out_of_range".to_owned(), "difficulty".to_owned())]);
}

#[tokio::test]
async fn stream_is_json_unless_lines_or_text_are_asked_for() {
    for (accept, content_type) in [
        (None, "application/json"),
        (Some("*/*"), "application/json"),
        (Some("application/x-ndjson"), "application/x-ndjson"),
        (Some("text/plain"), "text/plain; charset=utf-8"),
    ] {
        let calls = [
            Call::get("/generate?count=2&size=4&seed=1"),
            Call::json("/generate", r#"{"count": 2, "size": 4, "seed": 1}"#),
        ];
        for call in calls {
            let call = match accept {
                Some(accept) => call.header("accept", accept),
                None => call,
            };
            let reply = call.send().await;
            assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, content_type));
        }
    }
    for (path, accept, types) in [
        ("/generate?size=4", "application/x-ndjson", "application/json, text/plain"),
        ("/generate?size=4&count=1", "text/csv", "application/json, application/x-ndjson, text/plain"),
    ] {
        let refused = Call::get(path).header("accept", accept).send().await;
        assert_eq!(refused.status, 406);
        assert!(text(&refused.json()["detail"]).ends_with(types), "{}", refused.body);
    }
}
