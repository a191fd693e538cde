//! Rules and solutions beside a puzzle: columns, members, words, blocks, and options that are given twice.

use http::Method;
use serde_json::{Value, json};

use crate::harness::Call;

const PUZZLE: &str = "1.....3..4......";
const UNIQUE: &str = "1.....3..4.....2";
const SOLUTION: &str = "1324423124133142";
const JIGSAW: &str = "...3.1.....4..21";
const MAP: &str = "1111223322334444";
const JIGSAW_SOLUTION: &str = "1243413223143421";

async fn batch(body: impl Into<axum::body::Body>) -> (Vec<Value>, Value) {
    Call::text("/solve/batch", body).send().await.answers_and_summary()
}

/// The answer of a batch to one entry.
async fn entry(body: impl Into<axum::body::Body>) -> Value {
    let (mut answers, _) = batch(body).await;
    assert_eq!(answers.len(), 1, "{answers:?}");
    answers.remove(0)
}

/// The rule that the first fault of an answer names.
fn refused(answer: &Value) -> &Value {
    let fault = answer.get("error").map_or(&answer["errors"][0], |error| &error["errors"][0]);
    assert_eq!(fault["code"], "constraint_unsupported", "{answer}");
    &fault["constraint"]
}

/// A row below its header, where a quoted field holds JSON.
fn table(name: &str, puzzle: &str, value: &str) -> String {
    format!("puzzle,{name}\n{puzzle},\"{}\"\n", value.replace('"', "\"\""))
}

#[tokio::test]
async fn columns_that_are_rules_are_read() {
    let cage = r#"[{"cells": ["r1c2", "r1c3"], "sum": 7}]"#;
    for (name, puzzle, value, verdict, solution) in [
        ("regions", JIGSAW, MAP, "unique", JIGSAW_SOLUTION),
        ("jigsaw", JIGSAW, MAP, "unique", JIGSAW_SOLUTION),
        ("layout", JIGSAW, "1111 2233 2233 4444", "unique", JIGSAW_SOLUTION),
        ("regions", JIGSAW, r#"["1111","2233","2233","4444"]"#, "unique", JIGSAW_SOLUTION),
        ("shape", JIGSAW, MAP, "unique", JIGSAW_SOLUTION),
        ("constraints", PUZZLE, r#"[{"type":"anti_king"}]"#, "none", ""),
        ("constraints", PUZZLE, "[]", "multiple", ""),
        ("rules", PUZZLE, "anti-knight", "unique", "1324423124133142"),
        ("rules", PUZZLE, "Normal sudoku rules apply.", "multiple", ""),
        ("cages", PUZZLE, cage, "unique", "1342423124133124"),
        ("diagonals", PUZZLE, "true", "none", ""),
        ("diagonals", PUZZLE, "false", "multiple", ""),
        ("boxes", "12..21..........", "false", "multiple", ""),
        ("boxes", "12..21..........", "true", "none", ""),
        ("box", UNIQUE, "2x2", "unique", SOLUTION),
        ("box", "12..21..........", "4x1", "multiple", ""),
        ("candidates", PUZZLE, r#"{"r1c2": [4]}"#, "none", ""),
    ] {
        let one = table(name, puzzle, value);
        let row = one.split_once('\n').map(|(_, row)| row).unwrap_or_default();
        for body in [one.clone(), format!("{one}{row}")] {
            let (answers, _) = batch(body.clone()).await;
            for answer in answers {
                assert_eq!(answer["verdict"], verdict, "{body}\n{answer}");
                assert!(solution.is_empty() || answer["solution"] == solution, "{body}\n{answer}");
            }
        }
        let single = Call::text("/solve", table(name, puzzle, value)).send().await.json();
        assert_eq!(single["verdict"], verdict, "{name} {value}: {single}");
    }
}

#[tokio::test]
async fn columns_that_are_rules_and_not_read_are_refused_by_name() {
    for (name, value) in [
        ("cages", "31"),
        ("thermos", "r1c1-r1c2"),
        ("regions", "1122"),
        ("visual_elements", "[{}]"),
        ("kropki", "[[1, 2]]"),
        ("antiking", "somewhere"),
        ("boxes", "9"),
        ("box", "odd"),
    ] {
        let text = table(name, PUZZLE, value);
        assert_eq!(refused(&entry(text.clone()).await), name, "{text}");
        let single = Call::text("/solve", text.clone()).send().await.json();
        assert_eq!(refused(&single), name, "{text}");
        let row = format!("{text}{UNIQUE},\n");
        let (answers, _) = batch(row).await;
        assert_eq!(answers[1]["verdict"], "unique", "{answers:?}");
    }
    // The variant is named by its value or its column.
    assert_eq!(refused(&entry(table("variant", PUZZLE, "sujiko")).await), "variant");
    // A map without a header.
    let read = entry(format!("7,{JIGSAW},{MAP}")).await;
    assert_eq!(read["solution"], JIGSAW_SOLUTION, "{read}");
    let apart = entry(format!("7,{JIGSAW},1122334433441122")).await;
    assert_eq!(refused(&apart), "column 3", "{apart}");
}

#[tokio::test]
async fn members_that_are_rules_are_read_or_refused_by_name() {
    let line = |member: &str, value: Value| json!({"puzzle": PUZZLE, member: value}).to_string();
    for (member, value, verdict) in [
        ("cages", json!([{"cells": ["r1c2", "r1c3"], "sum": 7}]), "unique"),
        ("diagonals", json!(true), "none"),
        ("antiKnight", json!(true), "unique"),
        ("anti-king", json!(1), "none"),
        ("rules", json!([{"type": "anti_knight"}]), "unique"),
        ("rules", json!(["anti-knight"]), "unique"),
        ("thermometers", json!([{"cells": ["r1c2", "r1c3"]}]), "unique"),
        ("jigsaw", json!([[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 4, 4], [3, 3, 4, 4]]), "multiple"),
        ("box_size", json!(2), "multiple"),
        // These say that there is no such rule.
        ("cages", json!([]), "multiple"),
        ("killer", json!(false), "multiple"),
        ("regions", Value::Null, "multiple"),
        ("variant", json!("classic"), "multiple"),
        ("arrow", json!(""), "multiple"),
        ("even", json!(3), "multiple"),
        ("title", json!("Puzzle 12 (hard)"), "multiple"),
    ] {
        let found = entry(line(member, value.clone())).await;
        assert_eq!(found["verdict"], verdict, "{member} {value}: {found}");
        let array = Call::json("/solve/batch", format!("[{}]", line(member, value.clone()))).send().await;
        assert_eq!(array.json()["results"][0]["verdict"], verdict, "{member} {value}");
    }
    for (member, value) in [
        ("areas", json!([{"cells": [[0, 1], [0, 2]], "sum": 7}])),
        ("cages", json!([{"cells": [[1, 2], [1, 3]], "sum": 7}])),
        ("cages", json!({"r1c1": 3})),
        ("arrows", json!([["r1c1", "r1c2"]])),
        ("thermo", json!([["r1c1", "r1c2"]])),
        ("variant", json!("sujiko")),
        ("visual_elements", json!([{"type": "dot"}])),
        ("renban", json!([["r1c1", "r1c2"]])),
        ("xv", json!([["r1c1", "r1c2"]])),
        ("even", json!(["r1c1"])),
        ("jigsaw", json!("no map")),
        ("samurai", json!(true)),
    ] {
        let found = entry(line(member, value.clone())).await;
        assert_eq!(refused(&found), member, "{member} {value}: {found}");
        assert_eq!(found["error"]["errors"][0]["pointer"], format!("/{member}"));
        // A request by itself is read in the same way.
        let single = Call::json("/solve", line(member, value.clone())).send().await;
        assert_eq!((single.status.as_u16(), refused(&single.json())), (422, &json!(member)));
    }
    let single = Call::json("/solve", line("difficulty", json!("hard"))).send().await.json();
    assert_eq!(single["errors"][0]["code"], "unknown_field");
    let title = entry(line("title", json!("A Killer, by X"))).await;
    assert_eq!(refused(&title), "Killer");
}

#[tokio::test]
async fn given_inputs_are_read_or_refused() {
    let (answers, _) = batch(include_str!("../inputs/g01_ndjson_rule_members.ndjson")).await;
    let is_right = |answer: &Value, verdict: &str| answer["verdict"] == verdict || !refused(answer).is_null();
    for (answer, verdict) in answers.iter().zip(["unique", "none", "none", "unique"]) {
        assert!(is_right(answer, verdict), "{answer}");
    }
    let areas = entry(include_str!("../inputs/g01_ndjson_areas_npm_killer_generator.json")).await;
    assert_eq!(refused(&areas), "areas");
    for (text, verdict) in [
        (include_str!("../inputs/g01_csv_regions_column.csv"), "unique"),
        (include_str!("../inputs/g01_csv_constraints_column.csv"), "none"),
        (include_str!("../inputs/g01_csv_boxes_column.csv"), "multiple"),
    ] {
        assert_eq!(entry(text).await["verdict"], verdict, "{text}");
    }
    for path in ["/solve", "/solve/batch"] {
        let samurai = Call::text(path, include_str!("../inputs/g09_samurai_21x21.txt")).send().await;
        let answer = &samurai.lines()[0];
        assert_eq!(answer["verdict"], "multiple", "{answer}");
    }
}

#[tokio::test]
async fn words_that_name_a_rule_are_refused() {
    let grid = "1...\n..3.\n.4..\n....";
    for (text, words) in [
        (format!("with the anti-king rule\n{PUZZLE}"), "anti king"),
        (format!("{PUZZLE}\nwith the anti-king rule"), "anti king"),
        (format!("Killer Sudoku 7\n{grid}"), "Killer Sudoku"),
        (format!("{PUZZLE} anti-knight"), "anti knight"),
        (format!("7,{PUZZLE},X-Sudoku"), "X Sudoku"),
        (format!("Thermo\n\n{grid}\n"), "Thermo"),
    ] {
        let single = Call::text("/count", text.clone()).send().await.json();
        assert_eq!(refused(&single), words, "{text}");
        let (answers, _) = batch(text.clone()).await;
        assert!(
            answers.iter().any(|answer| answer.get("error").is_some() && refused(answer) == words),
            "{text}"
        );
    }
    // A title is about all puzzles up to the next one.
    let (answers, _) = batch(format!("Killers\n{PUZZLE}\n{UNIQUE}\nClassic ones\n{UNIQUE}\n")).await;
    let found: Vec<bool> = answers.iter().map(|answer| answer["verdict"] == "unique").collect();
    assert_eq!(found, [false, false, true], "{answers:?}");
    assert_eq!(refused(&answers[1]), "Killers");
    // The rule was read.
    let jigsaw = Call::text("/solve", format!("Jigsaw 12\n{JIGSAW}\n{MAP}")).send().await.json();
    assert_eq!(jigsaw["solution"], JIGSAW_SOLUTION, "{jigsaw}");
}

#[tokio::test]
async fn clues_and_regions_in_two_blocks_are_one_jigsaw() {
    let rows = |line: &str| {
        let symbols: Vec<char> = line.chars().collect();
        symbols.chunks(4).map(|row| row.iter().collect::<String>() + "\n").collect::<String>()
    };
    let (clues, map) = (rows(JIGSAW), rows(MAP));
    let blocks = [
        format!("{clues}\n{map}"),
        format!("{clues}{map}"),
        format!("{clues}\n{}", map.replace(['1', '2'], "A").replacen('A', "#", 4)),
        format!("{JIGSAW}{MAP}"),
    ];
    for (index, text) in blocks.iter().enumerate() {
        let text = if index == 2 { format!("{clues}\n{}", rows("aaaabbccbbccdddd")) } else { text.clone() };
        let single = Call::text("/solve", text.clone()).send().await.json();
        assert_eq!(single["solution"], JIGSAW_SOLUTION, "{text}\n{single}");
        let several = format!("{text}\n\n{text}\n\n{}", rows(UNIQUE));
        let (answers, _) = batch(several).await;
        let found: Vec<&Value> = answers.iter().map(|answer| &answer["solution"]).collect();
        assert_eq!(found.len(), 3, "{answers:?}");
        assert_eq!((found[0], found[1]), (&json!(JIGSAW_SOLUTION), &json!(JIGSAW_SOLUTION)), "{text}");
        assert_eq!(answers[2]["verdict"], "unique", "{answers:?}");
    }
    // A solution is no map.
    let (answers, _) = batch(format!("{}\n{}", rows(UNIQUE), rows(SOLUTION))).await;
    assert_eq!(answers.len(), 2);
}

#[tokio::test]
async fn ignored_members_and_columns_are_named_in_the_summary() {
    let record = json!({"puzzle": UNIQUE, "difficulty": 1, "source": "x"}).to_string();
    let (_, summary) = batch(format!("{record}\n{record}\n")).await;
    let counted = (&summary["ignored_members"], &summary["ignored_names"]);
    assert_eq!(counted, (&json!(4), &json!(["difficulty", "source"])));
    let (_, summary) = batch(format!("id,puzzle,level\n1,{UNIQUE},2\n2,{UNIQUE},3\n")).await;
    assert_eq!(summary["ignored_names"], json!(["id", "level"]));
    let (_, summary) = batch(format!("no,cells,cages\n1,{UNIQUE},\n")).await;
    assert_eq!(summary["ignored_names"], json!(["cages", "no"]));
    let members: serde_json::Map<String, Value> = (0..30)
        .map(|number| (format!("m{number:02}"), json!(1)))
        .chain([("puzzle".into(), json!(UNIQUE))])
        .collect();
    let (_, summary) = batch(json!(members).to_string()).await;
    assert_eq!(summary["ignored_names"].as_array().map(Vec::len), Some(20));
    let (_, summary) = batch(format!("{UNIQUE}\n")).await;
    assert!(summary.get("ignored_names").is_none());
}

#[tokio::test]
async fn solution_beside_a_puzzle_is_compared() {
    let other = "1234341221434321";
    let record = |member: &str, solution: Value| json!({"puzzle": UNIQUE, member: solution}).to_string();
    for (text, differs) in [
        (record("solution", json!(SOLUTION)), false),
        (record("solution", json!(other)), true),
        (record("Solved-Grid", json!(other)), true),
        (record("answer", json!([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]])), true),
        (record("solution", json!("unique")), false),
        (record("solution", json!(UNIQUE)), false),
        (record("solution", Value::Null), false),
        (record("prediction", json!(other)), false),
        (format!("puzzle,solution\n{UNIQUE},{SOLUTION}\n"), false),
        (format!("puzzle,solution\n{UNIQUE},{other}\n"), true),
        (format!("quizzes,solutions\n{UNIQUE},{other}\n{UNIQUE},{other}\n"), true),
        (format!("{UNIQUE},{other}\n"), false),
    ] {
        let (answers, _) = batch(text.clone()).await;
        let expected = if differs { json!(["solution_differs"]) } else { Value::Null };
        assert!(answers.iter().all(|answer| answer["warnings"] == expected), "{text}\n{answers:?}");
        let words = Call::text("/count/batch", text.clone()).header("accept", "text/plain").send().await.body;
        let line = if differs { "unique 1 solution_differs" } else { "unique 1" };
        assert!(words.lines().all(|found| found == line), "{text}\n{words}");
    }
    // With the rules of the record, it is the solution.
    let record = json!({"puzzle": JIGSAW, "regions": MAP, "solution": JIGSAW_SOLUTION}).to_string();
    assert!(entry(record).await.get("warnings").is_none());
    let single = Call::text("/solve", format!("puzzle,solution\n{UNIQUE},{other}\n")).send().await.json();
    assert_eq!(single["warnings"], json!(["solution_differs"]));
}

#[tokio::test]
async fn solution_beside_the_puzzle_of_a_request_is_compared() {
    let other = "1234341221434321";
    let record = |answer: &str| {
        let data =
            json!({"puzzle": [[1, 0, 0, 0], [0, 0, 3, 0], [0, 4, 0, 0], [0, 0, 0, 2]], "num_empty": 12});
        json!({"question": "Solve this puzzle.", "answer": answer, "metadata": data})
    };
    for (body, differs) in [
        (json!({"puzzle": UNIQUE, "solution": SOLUTION}), false),
        (json!({"puzzle": UNIQUE, "solution": other}), true),
        (record("1 3 2 4\n4 2 3 1\n2 4 1 3\n3 1 4 2"), false),
        (record("1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1"), true),
    ] {
        for path in ["/solve", "/count", "/convert"] {
            let answer = Call::json(path, body.to_string()).send().await.json();
            let expected = if differs { json!(["solution_differs"]) } else { Value::Null };
            assert_eq!(answer["warnings"], expected, "{path} {body} {answer}");
        }
    }
    let mut record = record("1");
    record["metadata"]["variant"] = json!("killer");
    assert_eq!(refused(&Call::json("/solve", record.to_string()).send().await.json()), "variant");
    let job = json!({"operation": "count", "puzzle": UNIQUE, "solution": SOLUTION});
    let refusal = Call::json("/jobs", job.to_string()).send().await.json();
    assert_eq!(refusal["errors"][0]["code"], "unknown_field", "{refusal}");
    assert_eq!(refusal["errors"][0]["pointer"], "/solution", "{refusal}");
}

/// The answers of `/count/batch` with these options to an entry with others.
async fn twice(options: &[(&str, &str)], own: Value) -> Value {
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(options).finish();
    let mut body = own;
    body["puzzle"] = json!("................");
    let call = Call::new(Method::POST, &format!("/count/batch?limit=1000&{query}"));
    let reply = call.header("content-type", "application/x-ndjson").body(body.to_string()).send().await;
    reply.lines().remove(0)
}

#[tokio::test]
async fn rules_of_a_batch_and_of_its_entries_are_joined_or_refused() {
    let king = r#"[{"type":"anti_knight"}]"#;
    let diagonals = json!([{"type": "diagonals"}]);
    let alone = json!({"puzzle": "................", "limit": 1000,
        "constraints": [{"type": "diagonals"}, {"type": "anti_knight"}]});
    let both = Call::json("/count", alone.to_string()).send().await.json()["count"].clone();
    let joined = twice(&[("constraints", king)], json!({"constraints": diagonals})).await;
    assert_eq!(joined["count"], both, "{joined}");
    let with_member = twice(&[("constraints", king)], json!({"diagonals": true})).await;
    assert_eq!(with_member["count"], both, "{with_member}");
    let usual = "1122112233443344";
    for (options, own) in [
        ([("regions", MAP)], json!({"regions": usual})),
        ([("regions", MAP)], json!({"jigsaw": usual})),
        ([("boxes", "false")], json!({"boxes": true})),
        ([("box", "4x1")], json!({"box": {"width": 2, "height": 2}})),
        ([("box", "4x1")], json!({"box_size": 2})),
    ] {
        let refused = twice(&options, own.clone()).await;
        assert_eq!(refused["error"]["errors"][0]["code"], "given_twice", "{options:?} {own}: {refused}");
    }
    for (options, own) in [
        ([("regions", MAP)], json!({"regions": MAP})),
        ([("regions", MAP)], json!({"jigsaw": MAP})),
        ([("boxes", "false")], json!({"boxes": false})),
        ([("box", "2x2")], json!({"box": {"width": 2, "height": 2}})),
    ] {
        let answer = twice(&options, own.clone()).await;
        assert!(answer.get("error").is_none(), "{options:?} {own}: {answer}");
    }
}
