//! `/exact-cover`: the same problem in every form, faults, bounds, streams, batches and estimates.

use std::fmt::Write;

use quadrille::server::App;
use quadrille_exact_cover::{Cover, NamedProblem, OptionId};
use serde_json::{Value, json};
use tokio::task::yield_now;

use crate::harness::{Call, HOUR_MS, config, free_slow_permits, metrics_text, run_test, spawn};

/// Problem with colours of TAOCP 7.2.2.1 (49), with one solution.
const TOY: &str = "| toy problem\np q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";

/// Queens on an n x n board as text: one in each row and column, at most one in each diagonal.
fn queens(n: usize) -> String {
    let names =
        |prefix: &str, count: usize| (0..count).map(|index| format!("{prefix}{index} ")).collect::<String>();
    let diagonals = 2 * n - 1;
    let mut text =
        format!("{}{}| {}{}\n", names("r", n), names("c", n), names("a", diagonals), names("b", diagonals));
    for (row, column) in (0..n * n).map(|cell| (cell / n, cell % n)) {
        writeln!(text, "r{row} c{column} a{} b{}", row + column, row + n - 1 - column).expect("memory");
    }
    text
}

/// The same problem as JSON.
fn as_json(text: &str) -> Value {
    let named: NamedProblem = text.parse().expect("a problem");
    let (primary, secondary) = named.item_names().split_at(named.primary_count());
    let options: Vec<Vec<String>> =
        named.options().map(|entries| named.entry_texts(entries).map(Into::into).collect()).collect();
    json!({"primary": primary, "secondary": secondary, "options": options})
}

/// Numbers of the options of a solution, from 1.
fn numbers(solution: &Value) -> Vec<u64> {
    let options = solution.as_array().expect("options");
    options.iter().map(|option| option["option"].as_u64().expect("a number")).collect()
}

#[tokio::test]
async fn matrix_of_the_literature_has_rows_1_4_and_5() {
    let rows = ["0010110", "1001001", "0110010", "1001000", "0100001", "0001101"];
    let rows = rows.map(|row| row.bytes().map(|bit| u32::from(bit - b'0')).collect::<Vec<_>>());
    let body = json!({"matrix": rows}).to_string();
    let answer = Call::json("/exact-cover/solve", body.clone()).send().await.json();
    assert_eq!((&answer["verdict"], &answer["stopped_by"]), (&json!("unique"), &Value::Null));
    assert_eq!(
        answer["solution"],
        json!([
            {"option": 1, "items": ["3", "5", "6"]},
            {"option": 4, "items": ["1", "4"]},
            {"option": 5, "items": ["2", "7"]}
        ])
    );
    assert_eq!((&answer["stats"]["items"], &answer["stats"]["options"]), (&json!(7), &json!(6)));
    let text = Call::json("/exact-cover/solve", body.clone()).header("accept", "text/plain").send().await;
    assert_eq!(text.body, "1 4 5\n");
    let text = Call::json("/v1/exact-cover/count", body).header("accept", "text/plain").send().await;
    assert_eq!(text.body, "unique 1\n");
}

#[tokio::test]
async fn text_and_json_are_the_same_problem_on_every_path() {
    for (text, limit) in [(TOY, 2), (&queens(6), 100), ("a b\na\n", 2)] {
        let body = as_json(text);
        for path in ["solve", "count", "solutions", "estimate"] {
            let path = format!("/exact-cover/{path}");
            let options = if path.ends_with("count") { json!({"limit": limit}) } else { json!({}) };
            let query = if path.ends_with("count") { format!("?limit={limit}") } else { String::new() };
            let mut body = body.clone();
            body.as_object_mut().expect("an object").extend(options.as_object().expect("an object").clone());
            let answer = |call: Call| async { call.header("accept", "text/plain").send().await.body };
            let from_text = answer(Call::text(&format!("{path}{query}"), text.to_owned())).await;
            assert_eq!(answer(Call::json(&path, body.to_string())).await, from_text, "{path}");
        }
    }
}

/// Option 3 has no primary item.
const SKIPPED: &str = include_str!("../inputs/f03_option_without_primary.dlx");

#[tokio::test]
async fn option_without_primary_item_is_skipped_with_a_warning() {
    let skipped = json!({"warnings": ["options_skipped"], "skipped_options": [3]});
    let has_warning = |answer: &Value| {
        let found = ["warnings", "skipped_options"].map(|name| answer[name].clone());
        assert_eq!(found, [skipped["warnings"].clone(), skipped["skipped_options"].clone()], "{answer}");
        assert_eq!(answer.get("skipped_options_omitted"), None);
    };
    for (path, expected) in [
        ("solve", "2 4\n"),
        ("count", "unique 1\n"),
        ("estimate", "solutions 1.0 +- 0.1, nodes 4.0 +- 0.1\n"),
    ] {
        let path = format!("/exact-cover/{path}");
        has_warning(&Call::text(&path, SKIPPED).send().await.json());
        let text = Call::text(&path, SKIPPED).header("accept", "text/plain").send().await;
        assert_eq!((text.header("quadrille-warnings"), text.body.as_str()), ("options_skipped", expected));
    }
    let answer = Call::text("/exact-cover/solve", SKIPPED).send().await.json();
    assert_eq!(numbers(&answer["solution"]), [2, 4]);
    assert_eq!(answer["stats"]["options"], 5);
    let (lines, summary) = Call::text("/exact-cover/solutions", SKIPPED).send().await.answers_and_summary();
    assert_eq!(numbers(&lines[0]["solution"]), [2, 4]);
    has_warning(&summary);
    let line = json!(SKIPPED).to_string();
    let (answers, _) = Call::ndjson("/exact-cover/count/batch", line).send().await.answers_and_summary();
    has_warning(&answers[0]);
    // Without such options there is neither.
    let answer = Call::text("/exact-cover/solve", TOY).send().await.json();
    assert_eq!((answer.get("warnings"), answer.get("skipped_options")), (None, None));
}

#[tokio::test]
async fn at_most_20_skipped_options_are_listed() {
    let rows: Vec<[u8; 2]> = (0..30).map(|row| if row == 25 { [1, 1] } else { [0, 0] }).collect();
    let answer = Call::json("/exact-cover/solve", json!({"matrix": rows}).to_string()).send().await.json();
    assert_eq!(numbers(&answer["solution"]), [26]);
    assert_eq!(answer["skipped_options"], json!((1..=20).collect::<Vec<_>>()));
    assert_eq!(answer["skipped_options_omitted"], 9);
}

#[tokio::test]
async fn problem_is_read_in_the_forms_of_other_programs() {
    let booleans: Value =
        serde_json::from_str(include_str!("../inputs/f17_boolean_matrix.json")).expect("JSON");
    for (body, expected) in [
        (booleans, "1 2\n"),
        // The matrix of the literature, as the columns of its rows from 1 and from 0.
        (json!({"options": [[3, 5, 6], [1, 4, 7], [2, 3, 6], [1, 4], [2, 7], [4, 5, 7]]}), "1 4 5\n"),
        (json!({"options": [[2, 4, 5], [0, 3, 6], [1, 2, 5], [0, 3], [1, 6], [3, 4, 6]]}), "1 4 5\n"),
        (json!({"primary": [1, 4, 7], "options": [[1], [4, 7], [7, 1]]}), "1 2\n"),
        (json!({"options": [["a", "b"], ["b"], ["c"]]}), "1 3\n"),
        (json!({"secondary": ["x"], "options": [["a", "x:1"], ["b", "x:2"], ["b", "x:1"]]}), "1 3\n"),
        (json!({"matrix": [[1, 0, 1], [0, 1, 1], [0, 1, 0]], "secondary": ["3"]}), "1 3\n"),
        (json!({"matrix": [[0, 0], [1, 1]]}), "2\n"),
    ] {
        let text = Call::json("/exact-cover/solve", body.to_string()).header("accept", "text/plain");
        assert_eq!(text.send().await.body, expected, "{body}");
        let line = Call::ndjson("/exact-cover/count/batch", body.to_string()).send().await;
        assert_eq!(line.answers_and_summary().0[0]["verdict"], "unique", "{body}");
    }
}

#[tokio::test]
async fn problem_with_two_meanings_is_refused() {
    for (body, detail) in [
        (
            json!({"options": [[0, 1], [3]]}),
            "/options: the items are numbers, but 2 is not among them: it may be an item without options, so that there is no \
             solution, or not an item. List the items in `primary`",
        ),
        (
            json!({"matrix": [[1, 0, 1], [0, 1, 1]], "secondary": [2]}),
            "/secondary: the numbers may count the columns from 1 or from 0: write the names of the columns as strings, which \
             count from 1",
        ),
        (
            json!({"options": [["r1:c1", "b"]]}),
            "/options/0/0: item `r1` has a colour, but is not listed: name it in `secondary`. Or write the name of a primary item \
             without `:`",
        ),
        (
            json!({"matrix": [[2, 4, 5], [0, 3, 6]]}),
            "/matrix/0/0: must be 0 or 1: send rows that are lists of their columns as `options` instead of `matrix`",
        ),
    ] {
        let reply = Call::json("/exact-cover/solve", body.to_string()).send().await;
        let first = &reply.json()["errors"][0];
        let shown = format!(
            "{}: {}",
            first["pointer"].as_str().expect("a pointer"),
            first["detail"].as_str().expect("text")
        );
        assert_eq!((reply.status.as_u16(), shown.as_str()), (422, detail), "{body}");
    }
}

#[tokio::test]
async fn solutions_certify_and_agree_with_the_count() {
    let text = queens(6);
    let named: NamedProblem = text.parse().expect("a problem");
    let reply = Call::text("/exact-cover/solutions?limit=1000", text.clone()).send().await;
    let (lines, summary) = reply.answers_and_summary();
    for (index, line) in lines.iter().enumerate() {
        assert_eq!(line["index"], index);
        let options = numbers(&line["solution"]);
        assert!(options.is_sorted(), "{options:?}");
        let options = options.iter().map(|number| OptionId(*number as u32 - 1));
        assert!(Cover::certify(named.problem(), options).is_ok(), "{line}");
    }
    assert_eq!((lines.len(), &summary["count"], &summary["complete"]), (4, &json!(4), &json!(true)));
    let count = Call::text("/exact-cover/count?limit=1000", text.clone()).send().await.json();
    assert_eq!(
        (&count["verdict"], &count["count"], &count["complete"]),
        (&json!("multiple"), &json!(4), &json!(true))
    );
    assert_eq!(count["witnesses"], json!([lines[0]["solution"], lines[1]["solution"]]));
    let rest = Call::text("/exact-cover/solutions?limit=2&skip=1", text).send().await;
    let (rest, summary) = rest.answers_and_summary();
    assert_eq!((&rest[0]["solution"], &summary["skipped"]), (&lines[1]["solution"], &json!(1)));
    assert_eq!(summary["stopped_by"], "solution_limit");
}

#[tokio::test]
async fn count_reports_progress_as_ndjson() {
    let reply = Call::text("/exact-cover/count", TOY).header("accept", "application/x-ndjson").send().await;
    let lines: Vec<Value> =
        reply.body.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let last = lines.last().expect("a result");
    assert_eq!((&last["type"], &last["verdict"]), (&json!("result"), &json!("unique")));
    assert_eq!(last["solution"][0]["items"], json!(["p", "r", "x:A", "y"]));
}

#[tokio::test]
async fn limits_end_the_search() {
    for (query, stopped_by) in
        [("limit=1000&nodes=5", json!("node_limit")), ("limit=3", json!("solution_limit"))]
    {
        let reply = Call::text(&format!("/exact-cover/count?{query}"), queens(8)).send().await.json();
        assert_eq!((&reply["stopped_by"], &reply["complete"]), (&stopped_by, &json!(false)), "{reply}");
    }
}

#[tokio::test]
async fn several_threads_give_the_same_answer() {
    let mut config = config();
    config.solver.threads = 4;
    let app = App::new(&config).expect("the app is built");
    let count = async |query: &str| {
        let path = format!("/exact-cover/count?limit=100000{query}");
        let mut answer = Call::text(&path, queens(12)).to(&app).await.json();
        let nodes = answer["stats"]["nodes"].clone();
        (answer["stats"], answer["limits"]) = (nodes, Value::Null);
        answer
    };
    let alone = count("").await;
    assert_eq!((&alone["count"], &alone["complete"]), (&json!(14_200), &json!(true)));
    for query in ["&threads=1", "&threads=3", "&threads=1024"] {
        assert_eq!(count(query).await, alone, "{query}");
    }
    let limited = count("&threads=3&nodes=200000").await;
    assert_eq!((&limited["stopped_by"], &limited["stats"]), (&json!("node_limit"), &json!(200_000)));
    let mut body = as_json(&queens(6));
    (body["threads"], body["limit"]) = (json!(2), json!(10));
    assert_eq!(Call::json("/exact-cover/count", body.to_string()).send().await.json()["count"], 4);
}

#[tokio::test]
async fn several_threads_list_the_same_solutions_in_the_same_order() {
    let mut config = config();
    config.solver.threads = 4;
    let app = App::new(&config).expect("the app is built");
    let list = async |query: &str| {
        let reply = Call::text(&format!("/exact-cover/solutions?{query}"), queens(12)).to(&app).await;
        let (lines, mut summary) = reply.answers_and_summary();
        let nodes = summary["stats"]["nodes"].clone();
        (summary["stats"], summary["limits"]) = (Value::Null, Value::Null);
        (lines, summary, nodes)
    };
    for query in [
        "limit=3000&skip=12000",
        "limit=200&skip=14000",
        "limit=1500&skip=700",
        "limit=5",
        "limit=1&skip=50000",
    ] {
        let (alone, summary, nodes) = list(query).await;
        let (lines, same_summary, all_nodes) = list(&format!("{query}&threads=3")).await;
        assert!(lines == alone, "{query}: other lines");
        assert_eq!(same_summary, summary, "{query}");
        if summary["complete"] == json!(true) {
            assert_eq!(all_nodes, nodes);
        }
    }
    let (alone, ..) = list("limit=100000&nodes=20000").await;
    let (lines, summary, nodes) = list("limit=100000&nodes=20000&threads=3").await;
    assert!(lines == alone, "other lines");
    assert_eq!((&summary["stopped_by"], nodes), (&json!("node_limit"), json!(20_000)));
}

/// Number of threads that have joined a search.
fn threads_joined(app: &App) -> u64 {
    let text = metrics_text(app);
    let line = text.lines().find_map(|line| line.strip_prefix("quadrille_search_threads_joined_total "));
    line.expect("the metric is present").parse().expect("a number")
}

#[test]
fn threads_join_a_search_and_leave_with_it() {
    let mut config = config();
    (config.solver.threads, config.solver.time_ms_max) = (4, HOUR_MS);
    run_test(&config, async |app| {
        let slow_queue_max = app.dispatcher.free_slow_permits();
        for path in ["/exact-cover/count?limit=1000000000", "/exact-cover/solutions?skip=1000000000"] {
            let before = threads_joined(&app);
            let call = Call::text(&format!("{path}&threads=3&time_ms={HOUR_MS}"), queens(20));
            let running = spawn(&app, call);
            while threads_joined(&app) < before + 2 {
                yield_now().await;
            }
            running.abort();
            free_slow_permits(&app, slow_queue_max).await;
        }
    });
}

#[tokio::test]
async fn invalid_number_of_threads_is_rejected() {
    let fault = async |path: &str, threads: Value| {
        let mut body = as_json(TOY);
        body["threads"] = threads;
        let reply = Call::json(path, body.to_string()).send().await;
        assert_eq!(reply.status, 422, "{}", reply.body);
        let problem = reply.json();
        (problem["errors"][0]["code"].clone(), problem["errors"][0]["pointer"].clone())
    };
    for (threads, code) in [
        (json!(0), "out_of_range"),
        (json!(1025), "out_of_range"),
        (json!(1.5), "out_of_range"),
        (json!("2"), "wrong_type"),
    ] {
        assert_eq!(fault("/exact-cover/count", threads).await, (json!(code), json!("/threads")));
    }
    // It stops after two solutions at most, before a search is split.
    assert_eq!(fault("/exact-cover/solve", json!(2)).await.0, "unknown_field");
    let query = Call::text("/exact-cover/count?threads=many", TOY).send().await.json();
    assert_eq!(query["errors"][0]["parameter"], "threads");
    let entry = json!({"primary": ["a"], "options": [["a"]], "threads": 2});
    let reply = Call::ndjson("/exact-cover/count/batch", entry.to_string()).send().await;
    assert_eq!(reply.answers_and_summary().0[0]["error"]["errors"][0]["code"], "unknown_field");
}

#[tokio::test]
async fn all_faults_have_line_and_column_or_a_pointer() {
    let reply = Call::text("/exact-cover/solve?limit=9", "a b | x\na c\nb:red\n\n x\n").send().await;
    let problem = reply.json();
    let found: Vec<_> = problem["errors"]
        .as_array()
        .expect("faults")
        .iter()
        .map(|fault| {
            (fault["code"].as_str().expect("a code"), fault["line"].as_u64(), fault["column"].as_u64())
        })
        .collect();
    assert_eq!(reply.status, 422);
    assert_eq!(
        found,
        [
            ("out_of_range", None, None),
            ("unknown_item", Some(2), Some(3)),
            ("coloured_primary", Some(3), Some(1)),
        ]
    );
    let body = json!({"primary": ["a"], "options": [["a", "b"], ["a", "a"]], "limits": {"time_ms": 0}});
    let problem = Call::json("/exact-cover/count", body.to_string()).send().await.json();
    let pointers: Vec<_> =
        problem["errors"].as_array().expect("faults").iter().map(|fault| fault["pointer"].as_str()).collect();
    assert_eq!(pointers, [Some("/limits/time_ms"), Some("/options/0/1"), Some("/options/1/1")]);
    let many = format!("a\n{}", "b\n".repeat(30));
    let problem = Call::text("/exact-cover/solve", many).send().await.json();
    assert_eq!(
        (problem["errors"].as_array().map(Vec::len), &problem["errors_omitted"]),
        (Some(20), &json!(10))
    );
    assert_eq!(
        problem["detail"],
        "30 faults, the first: line 2, column 1: item `b` is unknown: the line of items does not name it"
    );
}

#[tokio::test]
async fn problem_beyond_a_bound_is_rejected() {
    let mut config = config();
    (config.exact_cover.items_max, config.exact_cover.options_max, config.exact_cover.entries_max) =
        (5, 5, 15);
    let app = App::new(&config).expect("the app is built");
    assert_eq!(Call::text("/exact-cover/solve", TOY).to(&app).await.status, 200);
    for (text, detail) in [
        ("a b c d e f\n", "line 1, column 11: the problem has too many items: the maximum is 5"),
        (
            &format!("a\n{}", "a\n".repeat(6)),
            "line 7, column 1: the problem has too many options: the maximum is 5",
        ),
        (
            &format!("a b c d\n{}", "a b c d\n".repeat(4)),
            "line 5, column 7: the options have too many entries in total: the maximum is 15",
        ),
    ] {
        let reply = Call::text("/exact-cover/solve", text.to_owned()).to(&app).await;
        assert_eq!(reply.status, 422, "{detail}");
        assert_eq!(reply.json()["detail"], *detail);
        let line = Call::ndjson("/exact-cover/count/batch", json!(text).to_string()).to(&app).await;
        assert_eq!(line.answers_and_summary().0[0]["error"]["detail"], *detail);
    }
}

#[tokio::test]
async fn hostile_bodies_are_rejected() {
    let items = |count: usize| (0..count).map(|item| format!("{item} ")).collect::<String>();
    let nested = format!("{{\"options\":{}", "[".repeat(100_000));
    let long = format!("{}\n", "a".repeat(100_000));
    for (body, status) in [
        (items(1_000_000), 413),
        (items(40_000), 422),
        (format!("{{\"matrix\":[[{}0]]}}", "0,".repeat(100_000)), 422),
        (nested, 400),
        (long, 422),
        ("{\"matrix\":[[1,0],[1]]}".to_owned(), 422),
        ("{}".to_owned(), 422),
        ("[]".to_owned(), 422),
        ("|\n|\n".to_owned(), 422),
        (" \n".to_owned(), 400),
    ] {
        let shown: String = body.chars().take(20).collect();
        for path in ["solve", "count", "solutions", "estimate"] {
            let reply = Call::text(&format!("/exact-cover/{path}"), body.clone()).send().await;
            assert_eq!(reply.status, status, "{path} {shown}: {}", reply.body);
        }
    }
}

#[tokio::test]
async fn batch_answers_each_line() {
    let mut first = as_json(TOY);
    first["id"] = json!("toy");
    let lines = [first, json!(queens(6)), json!({"options": []}), json!("a\nb\n"), json!(5)];
    let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let reply = Call::ndjson("/exact-cover/count/batch?limit=10", body.clone()).send().await;
    let (answers, summary) = reply.answers_and_summary();
    assert_eq!((&answers[0]["id"], &answers[0]["verdict"]), (&json!("toy"), &json!("unique")));
    assert_eq!((&answers[1]["verdict"], &answers[1]["count"]), (&json!("multiple"), &json!(4)));
    let status = |answer: &Value| answer["error"]["status"].clone();
    assert_eq!(
        [status(&answers[2]), status(&answers[3]), status(&answers[4])],
        [422, 422, 422].map(|code| json!(code))
    );
    assert_eq!((&summary["puzzles"], &summary["errors"]), (&json!(5), &json!(3)));
    let text =
        Call::ndjson("/exact-cover/count/batch?limit=10", body).header("accept", "text/plain").send().await;
    let words: Vec<&str> = text.body.lines().map(|line| line.split(':').next().unwrap_or_default()).collect();
    assert_eq!(words, ["unique 1", "multiple 4", "error", "error", "error"]);
}

#[tokio::test]
async fn plain_line_of_a_batch_is_told_to_be_a_string() {
    let string = json!(TOY).to_string();
    let answers = |path: &'static str, body: String| async move {
        Call::text(path, body).send().await.answers_and_summary()
    };
    let (lines, summary) = answers("/exact-cover/count/batch", format!("a b\na\n# b\n{string}\n")).await;
    let advice = "the line is not JSON: send Knuth's text as a JSON string";
    for line in &lines[..3] {
        assert_eq!(line["error"]["errors"][0]["code"], "json_syntax", "{line}");
        assert_eq!(line["error"]["detail"], advice, "{line}");
    }
    assert_eq!(lines[3]["verdict"], "unique");
    assert_eq!((&summary["puzzles"], &summary["errors"]), (&json!(4), &json!(3)));
    let (lines, _) = answers("/exact-cover/count/batch", format!("{string}\na b\n{{\"a\n")).await;
    assert_eq!((&lines[0]["verdict"], &lines[1]["error"]["detail"]), (&json!("unique"), &json!(advice)));
    assert_ne!(lines[2]["error"]["detail"], advice);
    let (elements, _) = answers("/exact-cover/count/batch", format!("[{string}]")).await;
    assert_eq!(elements[0]["verdict"], "unique");
}

#[tokio::test]
async fn estimate_is_reproducible_and_near_the_count() {
    let estimate = async |query: &str| {
        let mut answer = Call::text(&format!("/exact-cover/estimate?{query}"), queens(6)).send().await.json();
        answer["stats"] = Value::Null;
        answer
    };
    let first = estimate("probes=2000&seed=7").await;
    assert_eq!(estimate("probes=2000&seed=7").await, first);
    assert_ne!(estimate("probes=2000&seed=8").await["nodes_mean"], first["nodes_mean"]);
    let (mean, error) =
        (first["mean"].as_f64().expect("a number"), first["standard_error"].as_f64().expect("a number"));
    // Queens 6 has 4 solutions; the seed makes the estimate the same each time.
    assert!((mean - 4.0).abs() <= 4.0 * error && error > 0.0, "{first}");
    assert_eq!(
        (&first["probes"], &first["seed"], &first["stopped_by"]),
        (&json!(2000), &json!(7), &Value::Null)
    );
    let limited = estimate("probes=1000000&nodes=100").await;
    assert_eq!(limited["stopped_by"], "node_limit");
}

#[tokio::test]
async fn interval_of_an_estimate_includes_solutions_that_no_probe_found() {
    let mut found = 0;
    for seed in 0..20 {
        let path = format!("/exact-cover/estimate?probes=20&seed={seed}");
        let answer = Call::text(&path, queens(6)).send().await.json();
        let interval = answer["interval"].as_array().expect("two bounds");
        if answer["mean"] == 0.0 {
            assert_eq!(*interval, [json!(0.0), Value::Null], "{answer}");
        } else {
            found += 1;
            let [low, high] = [0, 1].map(|bound: usize| interval[bound].as_f64().expect("a number"));
            assert!(1.0 <= low && low <= high, "{answer}");
        }
    }
    assert!((1..20).contains(&found), "{found}");
    // No option has item b.
    let dead = Call::text("/exact-cover/estimate?probes=2", "a b\na\n").send().await.json();
    assert_eq!(dead["interval"], json!([0.0, 0.0]));
}

#[tokio::test]
async fn estimate_that_a_limit_ends_has_no_interval() {
    // If r takes e, d has no option left. Otherwise a probe has 102 levels, and does not end.
    let chain = || 0..100;
    let names: String = chain().map(|level| format!(" c{level}")).collect();
    let options: String = chain().map(|level| format!("c{level}\nc{level} s\n")).collect();
    let problem = format!("r d e{names} | s\nr e\nr s\nd e\nd e\n{options}");
    let mut with_probes = 0;
    for seed in 0..10 {
        let path = format!("/exact-cover/estimate?nodes=60&seed={seed}");
        let answer = Call::text(&path, problem.clone()).send().await.json();
        assert_eq!(answer["stopped_by"], "node_limit");
        assert_eq!(
            (&answer["interval"], &answer["nodes_interval"]),
            (&Value::Null, &Value::Null),
            "{answer}"
        );
        let text = Call::text(&path, problem.clone()).header("accept", "text/plain").send().await.body;
        if answer["probes"].as_u64() > Some(1) {
            with_probes += 1;
            assert_eq!(text, "solutions 0.0, none found, nodes 3.0 +- unknown\n");
        }
    }
    assert!(with_probes > 0);
}

#[tokio::test]
async fn repeated_problem_is_answered_from_the_cache() {
    let mut config = config();
    config.cache.bytes_max = 1 << 20;
    let app = App::new(&config).expect("the app is built");
    let first = Call::text("/exact-cover/count", queens(6)).to(&app).await.json();
    // The names of items are no part of the key.
    let renamed = queens(6).replace('r', "row");
    let second = Call::text("/exact-cover/count", renamed).to(&app).await.json();
    assert_eq!((&second["stats"]["solve_us"], &second["stats"]["queue_us"]), (&json!(0), &json!(0)));
    assert_eq!(numbers(&first["witnesses"][0]), numbers(&second["witnesses"][0]));
    assert_eq!(second["witnesses"][0][0]["items"][0], "row0");
    assert!(Call::text("/count", "1.....3..4.....2").to(&app).await.json()["stats"]["clues"].is_number());
}

/// Numbers and names of the options of the solution.
fn named(answer: &Value) -> Vec<(u64, Option<&str>)> {
    let options = answer["solution"].as_array().unwrap_or_else(|| panic!("{answer}"));
    options
        .iter()
        .map(|option| (option["option"].as_u64().expect("a number"), option["name"].as_str()))
        .collect()
}

#[tokio::test]
async fn arrays_and_names_are_problems() {
    let matrix = include_str!("../inputs/g12_bare_matrix.json");
    let rows = matrix.trim().trim_matches(['[', ']']).replace("],[", "\n");
    let options = include_str!("../inputs/g12_bare_options.json");
    let by_name = include_str!("../inputs/g12_options_by_name.json");
    let sets = by_name.replace("options", "subsets");
    let with_universe = sets.replacen('{', "{\"universe\": [1, 2, 3, 4, 5, 6, 7], ", 1);
    let unnamed = vec![(2, None), (4, None), (6, None)];
    let names = vec![(2, Some("B")), (4, Some("D")), (6, Some("F"))];
    for (body, expected) in [
        (matrix.to_owned(), vec![(1, None), (4, None), (5, None)]),
        (rows.clone(), vec![(1, None), (4, None), (5, None)]),
        (rows.replace(',', " "), vec![(1, None), (4, None), (5, None)]),
        (rows.replace(',', "").replace('\n', "\r\n"), vec![(1, None), (4, None), (5, None)]),
        (options.to_owned(), unnamed.clone()),
        (options.replace("[1,4]", "(1, 4)"), unnamed.clone()),
        (format!("{{\"universe\": [1,2,3,4,5,6,7], \"subsets\": {options}}}"), unnamed),
        (by_name.to_owned(), names.clone()),
        (sets, names.clone()),
        (with_universe, names),
    ] {
        let answer = Call::text("/exact-cover/solve", body.clone()).send().await.json();
        assert_eq!((&answer["verdict"], named(&answer)), (&json!("unique"), expected), "{body}");
        let text = Call::text("/exact-cover/count", body.clone()).header("accept", "text/plain").send().await;
        assert_eq!(text.body, "unique 1\n", "{body}");
        if body.starts_with(['[', '{']) && !body.contains('(') {
            let line = body.replace('\n', "");
            for call in [
                Call::json("/exact-cover/solve", line.clone()),
                Call::ndjson("/exact-cover/count/batch", line.clone()),
                Call::json(
                    "/exact-cover/count/batch",
                    if line.starts_with('{') { format!("[{line}]") } else { line },
                ),
            ] {
                let reply = call.send().await;
                assert!(reply.body.contains("\"unique\""), "{body}: {}", reply.body);
            }
        }
    }
}

#[tokio::test]
async fn problems_that_are_not_read_are_named() {
    let dlx3 = include_str!("../inputs/g12_dlx3_multiplicities.dlx");
    for (body, code, constraint, place) in [
        (dlx3, "constraint_unsupported", json!("multiplicities"), json!(2)),
        ("a b\na |5\nb |2\n", "constraint_unsupported", json!("costs"), json!(2)),
        (include_str!("../inputs/g12_burrtools.xml"), "format_syntax", Value::Null, Value::Null),
        ("[[0,1],[1,0]]", "ambiguous_items", Value::Null, Value::Null),
        (
            "{\"universe\": [1], \"primary\": [1], \"options\": [[1]]}",
            "given_twice",
            Value::Null,
            Value::Null,
        ),
        ("{\"options\": {\"a\": [1], \"a\": [1]}}", "duplicate_field", Value::Null, Value::Null),
    ] {
        for path in ["/exact-cover/solve", "/exact-cover/estimate"] {
            let refused = Call::text(path, body).send().await;
            assert_eq!(refused.status.as_u16(), 422, "{body}");
            let refused = refused.json();
            let fault = &refused["errors"][0];
            assert_eq!(
                (&fault["code"], &fault["constraint"], &fault["line"]),
                (&json!(code), &constraint, &place),
                "{body}"
            );
            assert_eq!(refused["errors"].as_array().map(Vec::len), Some(1), "{body}");
        }
    }
    let long = format!("{{\"options\": {{\"{}\": [1]}}}}", "x".repeat(65));
    let refused = Call::json("/exact-cover/solve", long).send().await.json();
    assert_eq!(
        (&refused["errors"][0]["code"], &refused["errors"][0]["pointer"]),
        (&json!("invalid_name"), &json!("/options/0"))
    );
}
