//! Constraints and regions in requests.

use quadrille_sudoku::constraints::Constraint;
use serde_json::{Value, json};

use crate::harness::Call;

const EMPTY: &str = "................";

async fn answer(path: &str, body: Value) -> Value {
    Call::json(path, body.to_string()).send().await.json()
}

/// Codes, pointers and details of the faults of a request to `/solve`.
async fn faults(constraints: Value) -> Vec<(String, String, String)> {
    let body = answer("/solve", json!({"puzzle": EMPTY, "constraints": constraints})).await;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let faults = body["errors"].as_array().unwrap_or_else(|| panic!("no faults: {body}"));
    faults
        .iter()
        .map(|fault| (text(&fault["code"]), text(&fault["pointer"]), text(&fault["detail"])))
        .collect()
}

/// The faults, a line each. The list of all types is left out.
fn shown(faults: &[(String, String, String)]) -> String {
    let names: Vec<&str> = Constraint::TYPES.iter().map(|known| known.name).collect();
    let line = |(code, pointer, detail): &(String, String, String)| {
        format!("{code} {pointer}: {}", detail.replace(&names.join(", "), "all types"))
    };
    faults.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn list_has_each_type_with_an_example_that_is_a_valid_constraint() {
    let list = Call::get("/constraints").send().await.json();
    let types = list["constraints"].as_array().expect("a list");
    assert_eq!(types.len(), Constraint::TYPES.len());
    for known in types {
        let (name, example) = (known["name"].as_str().expect("a name"), &known["example"]);
        assert_eq!(example["type"], name);
        let body = json!({"puzzle": ".".repeat(81), "constraints": [example], "limit": 1});
        let solved = answer("/solve", body).await;
        assert_eq!(solved["verdict"], "solvable", "{name}: {solved}");
        for member in known["members"].as_array().expect("members") {
            let is_in_example = example.get(member["name"].as_str().expect("a name")).is_some();
            assert!(is_in_example || member["required"] == false, "{name}: {member}");
        }
    }
}

#[tokio::test]
async fn invalid_constraints_are_reported_all_at_once_with_pointers() {
    let found = faults(json!([
        {"type": "cage", "cells": ["r1c1", "r5c1", "r1c1", 7], "sum": -1, "colour": "red"},
        {"type": "thermometre", "cells": ["r1c1", "r1c2"]},
        {"type": "difference", "cells": ["r1c1"]},
        {"type": "whisper"},
        {"cells": ["r1c1"]},
        {"type": 3},
        "cage",
        {"type": "arrow", "circle": ["r1c1"], "cells": ["r1c2", "r1c1"]},
        {"type": "extra_region", "cells": ["r1c1"]},
        {"type": "pair", "cells": ["r1c1", "r1c2"], "allowed": [[1, 5], [1], 2], "scope": "some"},
        {"type": "clone", "cells": ["r1c1"], "copies": [["r2c2", "r3c3"]]},
        {"type": "sum", "cells": ["r1c1", "r1c2"], "sum": 3, "coefficients": [1]},
        {"type": "negative", "of": [{"product": 2}]},
    ]))
    .await;
    insta::assert_snapshot!(shown(&found), @r#"
    unknown_field /constraints/0/colour: `colour` is unknown: the object may have type, cells, sum
    out_of_range /constraints/0/cells/1: must be a cell from r1c1 to r4c4: row, then column
    invalid_constraint /constraints/0/cells/2: the cell appears more than once: give it once
    wrong_type /constraints/0/cells/3: must be a cell, such as "r1c1", not a number
    out_of_range /constraints/0/sum: must be a whole number from 0 to 100000
    constraint_unsupported /constraints/1/type: there is no type of constraint named `thermometre`: did you mean `thermometer`? the types are all types
    invalid_constraint /constraints/2/cells: the number of cells is 1: it must be 2
    missing_field /constraints/3: `cells` is missing: a constraint of type `whisper` needs it
    missing_field /constraints/4: `type` is missing: a constraint names its type, such as "cage"
    wrong_type /constraints/5/type: must be the name of a type, not a number
    wrong_type /constraints/6: must be a constraint: an object with a type, not a string
    invalid_constraint /constraints/7/cells/1: a cell of the circle is also on the shaft: leave it out of one of them
    invalid_constraint /constraints/8/cells: an extra region has 4 cells, as many as there are digits, not 1; use a cage for fewer
    out_of_range /constraints/9/allowed/0/1: must be a whole number from 1 to 4
    invalid_constraint /constraints/9/allowed/1: the number of digits is 1: it must be 2
    wrong_type /constraints/9/allowed/2: must be a list of digits, not a number
    out_of_range /constraints/9/scope: must be adjacent or all
    invalid_constraint /constraints/10/copies/0: the copy has 2 cells: it must have 1
    invalid_constraint /constraints/11/coefficients: there are 1 coefficients: each of the 2 cells must have one
    unknown_field /constraints/12/of/0/product: `product` is unknown: the object may have difference, ratio, sum
    "#);
}

/// Solves the empty 4x4 with a constraint.
async fn counted(constraint: Value) -> Value {
    answer("/count", json!({"puzzle": EMPTY, "constraints": [constraint], "limit": "all"})).await
}

#[tokio::test]
async fn constraints_are_read_in_the_words_of_other_programs() {
    let cage = json!({"type": "cage", "cells": ["r1c1", "r1c2"], "sum": 3});
    let expected = counted(cage.clone()).await["count"].clone();
    assert!(expected.as_u64().is_some_and(|count| 0 < count && count < 288), "{expected}");
    for (member, value) in [
        ("type", json!("killer")),
        ("type", json!("Killer Cage")),
        ("cells", json!([[1, 1], [1, 2]])),
        ("cells", json!([{"row": 1, "col": 1}, {"row": 1, "column": 2}])),
        ("cells", json!(["A1", "a2"])),
        ("cells", json!(["R1C1", [1, 2]])),
        ("sum", json!("3")),
        ("value", json!(3)),
        ("total", json!("3")),
    ] {
        let mut constraint = cage.clone();
        if ["value", "total"].contains(&member) {
            constraint.as_object_mut().expect("an object").remove("sum");
        }
        constraint[member] = value;
        let found = counted(constraint.clone()).await;
        assert_eq!(found["count"], expected, "{constraint}: {found}");
    }
    let pair = |name: &str, value: Value| json!({"type": name, "cells": ["r1c1", "r2c1"], "value": value});
    let expected = counted(pair("sum_pair", json!(5))).await["count"].clone();
    for (name, value) in [("v", Value::Null), ("V", json!(5)), ("xv", json!("V")), ("sum_pair", json!("5"))] {
        assert_eq!(counted(pair(name, value)).await["count"], expected, "{name}");
    }
    // Row letters: B1 is below A1.
    let column = counted(json!({"type": "v", "cells": ["A1", "B1"]})).await;
    assert_eq!(column["count"], expected, "{column}");
    let whole = json!([cage]).to_string();
    let encoded = answer("/count", json!({"puzzle": EMPTY, "constraints": whole, "limit": "all"})).await;
    assert_eq!(encoded["count"], counted(cage).await["count"], "{encoded}");
}

#[tokio::test]
async fn words_with_two_meanings_are_refused_with_both() {
    let found = faults(json!([
        {"type": "kropki", "cells": ["r1c1", "r1c2"]},
        {"type": "x"},
        {"type": "jigsaw", "cells": ["r1c1"]},
        {"type": "chaosline", "cells": ["r1c1", "r1c2"]},
        {"type": "x", "cells": ["r1c1", "r1c2"], "value": 5},
        {"type": "cage", "cells": ["r1c1", "r1c2"], "sum": 5, "value": 6},
        {"type": "cage", "cells": [[0, 0], [0, 1], [1, 0]], "sum": 5},
        {"type": "cage", "cells": [0, 1, 9], "sum": 5},
        {"type": "cage", "cells": [10, 11], "sum": 5},
    ]))
    .await;
    insta::assert_snapshot!(shown(&found), @r#"
    constraint_unsupported /constraints/0/type: `kropki` is no type of constraint: `difference` is a white dot, and `ratio` a black one
    constraint_unsupported /constraints/1/type: `x` with two `cells` is a `sum_pair` of 10, and without cells it is `diagonals`: name the one that is meant
    constraint_unsupported /constraints/2/type: `jigsaw` is no type of constraint: regions instead of boxes are `regions`, beside the constraints; a region more is an `extra_region`
    constraint_unsupported /constraints/3/type: there is no type of constraint named `chaosline`: the types are all types
    contradiction /constraints/4/value: `value` and `type` are not the same: give one of them
    contradiction /constraints/5/value: `value` and `sum` are not the same: give one of them
    out_of_range /constraints/6/cells/0: rows and columns count from 1: the first cell is r1c1, or [1, 1]; add 1 to rows and columns that count from 0
    wrong_type /constraints/7/cells/0: must be a cell, such as "r1c1", not a number
    "#);
}

#[tokio::test]
async fn clues_outside_have_a_line_or_cells() {
    let found = faults(json!([
        {"type": "skyscraper", "count": 2},
        {"type": "skyscraper", "line": "r1", "from": "left", "cells": ["r1c1", "r1c2"], "count": 2},
        {"type": "skyscraper", "cells": ["r1c1", "r1c2"], "from": "left", "count": 2},
        {"type": "skyscraper", "line": "r1", "from": "top", "count": 2},
        {"type": "x_sum", "line": "c1", "sum": 2},
        {"type": "sandwich", "line": "r5", "sum": 2},
        {"type": "sandwich", "line": 3, "sum": 2},
        {"type": "sandwich", "line": "r1"},
        {"type": "look_and_say", "cells": ["r1c1", "r1c2"], "clue": "161"},
        {"type": "look_and_say", "cells": ["r1c1", "r1c2"], "clue": 1116},
        {"type": "look_and_say", "cells": ["r1c1", "r1c2"], "clue": ""},
        {"type": "regex", "cells": ["r1c1", "r1c2"], "pattern": "(1|2"},
        {"type": "regex", "cells": ["r1c1", "r1c2"], "pattern": "\\d+"},
        {"type": "regex", "cells": ["r1c1", "r1c2"], "pattern": "(((1{50}){50}){50})"},
        {"type": "automaton", "cells": ["r1c1", "r1c2"], "accept": [0],
            "transitions": [{"from": 0, "to": 1}, {"from": 0, "digits": [5], "to": 1000}]},
    ]))
    .await;
    insta::assert_snapshot!(shown(&found), @r#"
    invalid_constraint /constraints/0: give the `line`, such as "r3", and the end `from` which it is looked at, or the `cells` in that order
    invalid_constraint /constraints/1/line: `cells` and `line` are both given: give one of them
    invalid_constraint /constraints/2/from: `from` needs `line`: `cells` have the order in which they are looked at
    invalid_constraint /constraints/3/from: `from` must be `left` or `right` for a row
    invalid_constraint /constraints/4: `from` must be `top` or `bottom` for a column
    out_of_range /constraints/5/line: must be a row from r1 to r4, or a column from c1 to c4
    wrong_type /constraints/6/line: must be a row such as "r3", or a column such as "c2", not a number
    missing_field /constraints/7: `sum` is missing: a constraint of type `sandwich` needs it
    invalid_constraint /constraints/8/clue: must be pairs of a count and a digit, such as `1617`: an even number of the digits 0 to 9
    invalid_constraint /constraints/9/clue: the second one of each pair is a digit of the grid, from 1 to 4
    out_of_range /constraints/10/clue: has 0 characters: it must have between 1 and 72
    invalid_constraint /constraints/11/pattern: the pattern is invalid: unclosed group
    invalid_constraint /constraints/12/pattern: `\` cannot be here: a pattern has digits (`A` is 10), classes such as `[^1-3]`, `.`, `|`, groups, `*`, `+`, `?` and `{2,3}`, and matches the whole line
    invalid_constraint /constraints/13/pattern: the pattern has too many states: make its numbers of repetitions smaller
    missing_field /constraints/14/transitions/0: `digits` is missing: a transition has the members from, digits, to
    out_of_range /constraints/14/transitions/1/to: must be a whole number from 0 to 999
    out_of_range /constraints/14/transitions/1/digits/0: must be a whole number from 1 to 4
    "#);
    // The same line by its name, in either case, and by its cells.
    let mut counts = Vec::new();
    for line in [
        json!({"line": "c2", "from": "bottom"}),
        json!({"line": " C2 ", "from": "bottom"}),
        json!({"cells": ["r4c2", "r3c2", "r2c2", "r1c2"]}),
    ] {
        let mut clue = json!({"type": "Skyscrapers", "count": 2});
        clue.as_object_mut().expect("an object").extend(line.as_object().expect("an object").clone());
        let counted = answer("/count", json!({"puzzle": EMPTY, "constraints": [clue], "limit": "all"})).await;
        counts.push(counted["count"].as_u64().expect("a number"));
    }
    // Of the 24 orders of four digits, 11 show two.
    assert_eq!(counts, [132; 3]);
}

#[tokio::test]
async fn link_with_clues_outside_is_read_and_written() {
    let mut rows = vec![vec![json!({}); 4]; 4];
    rows[0][0] = json!({"value": 1, "given": true});
    let text = json!({"size": 4, "grid": rows,
        "sandwichsum": [{"cell": "R2C0", "value": "5"}],
        "xsum": [{"cell": "R0C3", "value": "3"}],
        "skyscraper": [{"cell": "R5C4", "value": "4"}, {"cell": "R1C5", "value": ""}]})
    .to_string();
    let read = record(json!({"puzzle": text})).await;
    let expected = json!([
        {"type": "sandwich", "cells": ["r2c1", "r2c2", "r2c3", "r2c4"], "sum": 5},
        {"type": "skyscraper", "cells": ["r4c4", "r3c4", "r2c4", "r1c4"], "count": 4},
        {"type": "x_sum", "cells": ["r1c3", "r2c3", "r3c3", "r4c3"], "sum": 3},
    ]);
    assert_eq!(read["constraints"], expected);
    let written = Call::json("/convert?to=fpuzzles", read.to_string()).send().await.json();
    assert_eq!(record(json!({"puzzle": written["puzzle"]})).await["constraints"], expected, "{written}");
}

#[tokio::test]
async fn list_has_the_other_names_and_the_forms_of_cells() {
    let list = Call::get("/constraints").send().await.json();
    let cells = list["cells"].as_str().expect("a text");
    assert!(cells.contains("letters are rows"), "{cells}");
    for known in list["constraints"].as_array().expect("a list") {
        for name in known["other_names"].as_array().into_iter().flatten() {
            let mut constraint = known["example"].clone();
            constraint["type"] = name.clone();
            // A name may imply a number.
            constraint
                .as_object_mut()
                .expect("an object")
                .retain(|member, _| !["value", "difference"].contains(&member.as_str()) || name == "xv");
            let body = json!({"puzzle": ".".repeat(81), "constraints": [constraint], "limit": 1});
            let found = answer("/solve", body).await;
            let is_x = *name == "x" && found["errors"][0]["code"] == "constraint_unsupported";
            assert!(found["verdict"] == "solvable" || is_x, "{name}: {found}");
        }
    }
}

#[tokio::test]
async fn cage_without_digits_for_its_sum_is_a_conflict_and_has_no_solution() {
    let constraints = json!([{"type": "anti_king"}, {"type": "cage", "cells": ["r1c1", "r1c2"], "sum": 8}]);
    let solved = answer("/solve", json!({"puzzle": EMPTY, "constraints": constraints})).await;
    assert_eq!(solved["verdict"], "none");
    assert_eq!(
        solved["conflicts"],
        json!([{"constraint": "/constraints/1", "type": "cage", "cells": ["r1c1", "r1c2"]}])
    );
    let even_and_odd = json!([{"type": "even", "cells": ["r1c1"]}, {"type": "odd", "cells": ["r1c1"]}]);
    let solved = answer("/solve", json!({"puzzle": EMPTY, "constraints": even_and_odd})).await;
    assert_eq!((&solved["verdict"], &solved["conflicts"]), (&json!("none"), &json!([])));
    let clue = json!([{"type": "odd", "cells": ["r1c2"]}]);
    let solved = answer("/solve", json!({"puzzle": ".2..............", "constraints": clue})).await;
    assert_eq!(solved["conflicts"][0]["constraint"], "/constraints/0", "{solved}");
    let long = json!([{"type": "thermometer", "cells": ["r1c1", "r2c1", "r3c1", "r3c2", "r4c3"]}]);
    let solved = answer("/solve", json!({"puzzle": EMPTY, "constraints": long})).await;
    assert_eq!(solved["conflicts"][0]["constraint"], "/constraints/0", "{solved}");
}

#[tokio::test]
async fn contradicting_constraints_are_named_by_their_pointers() {
    let constraints = json!([
        {"type": "thermometer", "cells": ["r1c1", "r1c2"]},
        {"type": "diagonals"},
        {"type": "greater_than", "cells": ["r1c1", "r1c2"]},
    ]);
    let found = answer("/conflicts", json!({"puzzle": "..........1.....", "constraints": constraints})).await;
    assert_eq!(
        (&found["verdict"], &found["clues"], &found["constraints"], &found["minimal"]),
        (&json!("none"), &json!([]), &json!(["/constraints/0", "/constraints/2"]), &json!(true)),
        "{found}"
    );
    let text = Call::json("/conflicts", json!({"puzzle": EMPTY, "constraints": constraints}).to_string());
    let text = text.header("accept", "text/plain").send().await.body;
    assert_eq!(text.trim_end(), "none /constraints/0 /constraints/2");
}

#[tokio::test]
async fn redundant_constraints_are_named_by_their_pointers() {
    let constraints = json!([
        {"type": "thermometer", "cells": ["r1c1", "r1c2", "r1c3", "r1c4"]},
        {"type": "greater_than", "cells": ["r1c2", "r1c1"]},
        {"type": "even", "cells": ["r1c2"]},
    ]);
    let body = json!({"puzzle": EMPTY, "constraints": constraints, "of": "constraints", "reduce": true});
    let found = answer("/minimal", body).await;
    assert_eq!(
        (&found["redundant"], &found["constraints"]),
        (&json!(["/constraints/1", "/constraints/2"]), &json!(["/constraints/0"])),
        "{found}"
    );
}

#[tokio::test]
async fn regions_are_read_as_a_map_as_rows_and_as_lists() {
    let lists = json!([
        ["r1c1", "r1c2", "r2c1", "r2c2"],
        ["r1c3", "r1c4", "r2c3", "r2c4"],
        ["r3c1", "r3c2", "r4c1", "r4c2"],
        ["r3c3", "r3c4", "r4c3", "r4c4"],
    ]);
    let pairs = json!([
        [[1, 1], [1, 2], [2, 1], [2, 2]],
        ["A3", "A4", "B3", "B4"],
        ["r3c1", "r3c2", "r4c1", "r4c2"],
        [[3, 3], [3, 4], [4, 3], [4, 4]],
    ]);
    for regions in [
        json!("1122112233443344"),
        json!(["1122", "1122", "3344", "3344"]),
        json!([[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 4, 4], [3, 3, 4, 4]]),
        json!([["a", "a", "b", "b"], ["a", "a", "b", "b"], ["c", "c", "d", "d"], ["c", "c", "d", "d"]]),
        json!([1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 4, 4, 3, 3, 4, 4]),
        lists,
        pairs,
    ] {
        let counted = answer("/count", json!({"puzzle": EMPTY, "regions": regions, "limit": "all"})).await;
        assert_eq!(counted["count"], 288, "{regions}: {counted}");
    }
    let latin = answer("/count", json!({"puzzle": EMPTY, "boxes": false, "limit": "all"})).await;
    assert_eq!(latin["count"], 576);
    for (body, code, pointer) in [
        (json!({"regions": "1122"}), "invalid_regions", "/regions"),
        (json!({"regions": "1222112233443344"}), "invalid_regions", "/regions"),
        (json!({"regions": "1234512345123451"}), "invalid_regions", "/regions"),
        (json!({"regions": "1122112233443344", "box": {"width": 4, "height": 1}}), "contradiction", "/box"),
        (json!({"regions": "1122112233443344", "boxes": true}), "contradiction", "/boxes"),
        (json!({"regions": 5}), "wrong_type", "/regions"),
    ] {
        let mut body = body;
        body["puzzle"] = json!(EMPTY);
        let refused = answer("/count", body.clone()).await;
        let fault = &refused["errors"][0];
        assert_eq!((&fault["code"], &fault["pointer"]), (&json!(code), &json!(pointer)), "{body}: {refused}");
    }
}

#[tokio::test]
async fn human_techniques_take_constraints_and_regions_and_symmetries_refuse_them() {
    for path in ["/shuffle", "/canonical"] {
        let body = json!({"puzzle": "1.....3..4.....2", "constraints": [{"type": "anti_king"}]});
        let refused = answer(path, body).await;
        let fault = &refused["errors"][0];
        assert_eq!(
            (&fault["code"], &fault["pointer"]),
            (&json!("constraint_unsupported"), &json!("/constraints")),
            "{path}: {refused}"
        );
        let name = if path == "/canonical" { "constraints" } else { "anti_king" };
        assert_eq!(fault["constraint"], name, "{path}: {refused}");
        let detail = fault["detail"].as_str().unwrap_or_default();
        assert!(
            detail.starts_with("this question does not support constraints: `solve`, `count`, "),
            "{path}: {detail}"
        );
    }
    let generate = answer("/generate", json!({"count": 1, "constraints": []})).await;
    let cover = answer("/exact-cover/solve", json!({"matrix": [[1]], "regions": "1"})).await;
    for refused in [generate, cover] {
        assert_eq!(refused["errors"][0]["code"], "constraint_unsupported", "{refused}");
    }
    for path in ["/rate", "/path", "/hint"] {
        let body = json!({"puzzle": "1.....3..4.....2", "regions": "1122112233443344"});
        let answered = answer(path, body).await;
        assert!(answered.get("errors").is_none(), "{path}: {answered}");
    }
}

#[tokio::test]
async fn batch_shares_the_constraints_of_its_query() {
    let constraints = form_urlencoded::byte_serialize(br#"[{"type":"anti_king"}]"#).collect::<String>();
    let path = format!("/count/batch?limit=1000&constraints={constraints}");
    let reply = Call::new(http::Method::POST, &path)
        .header("content-type", "application/x-ndjson")
        .body(format!(
            "\"{EMPTY}\"\n\"1...............\"\n{{\"puzzle\": \"{EMPTY}\", \"constraints\": []}}\n"
        ))
        .send()
        .await;
    let counts: Vec<Value> = reply.lines().iter().map(|line| line["count"].clone()).collect();
    let alone =
        |puzzle: &str| json!({"puzzle": puzzle, "constraints": [{"type": "anti_king"}], "limit": 1000});
    let with = answer("/count", alone(EMPTY)).await["count"].clone();
    let with_clue = answer("/count", alone("1...............")).await["count"].clone();
    // An empty list of an entry takes nothing away.
    assert_eq!(counts[..3], [with.clone(), with_clue, with]);
}

#[tokio::test]
async fn constraints_beyond_the_bounds_are_refused() {
    let many: Vec<Value> = (0..2_001).map(|_| json!({"type": "anti_king"})).collect();
    let long = json!({"type": "sum", "sum": 3, "cells": vec!["r1c1"; 1_000]});
    for constraints in [json!(many), json!(vec![long; 21])] {
        let found = faults(constraints).await;
        assert!(found.iter().any(|(code, ..)| code == "problem_too_large"), "{:?}", found.first());
    }
    let cells: Vec<String> =
        (1..=36).flat_map(|row| (1..=36).map(move |column| format!("r{row}c{column}"))).collect();
    let pair = json!({"type": "pair", "cells": cells, "allowed": [[1, 2]], "scope": "all"});
    let refused = answer("/solve", json!({"puzzle": vec![0; 1296], "constraints": [pair]})).await;
    assert_eq!(refused["errors"][0]["code"], "problem_too_large", "{refused}");
    // Each of 1,200 regions has cells in common with many others.
    let name = |cell: usize| format!("r{}c{}", cell % 256 / 16 + 1, cell % 16 + 1);
    let region = |index: usize| {
        let (start, step) = (index % 256, 2 * (index / 256) + 1);
        let cells: Vec<String> = (0..16).map(|at| name(start + step * at)).collect();
        json!({"type": "extra_region", "cells": cells})
    };
    let regions: Vec<Value> = (0..1_200).map(region).collect();
    for (count, is_refused) in [(600, false), (1_200, true)] {
        let body = json!({"puzzle": vec![0; 256], "constraints": &regions[..count], "to": "line"});
        let answered = answer("/convert", body).await;
        let is_too_large = answered["errors"][0]["code"] == "problem_too_large";
        assert_eq!(is_too_large, is_refused, "{count} {}", answered["errors"]);
    }
}

#[tokio::test]
async fn equal_constraints_are_compiled_once() {
    let copies = vec![json!({"type": "anti_knight"}); 2_000];
    let body = json!({"puzzle": ".".repeat(81), "constraints": copies, "limit": 1});
    assert_eq!(answer("/solve", body).await["verdict"], "solvable");
}

#[tokio::test]
async fn published_puzzles_have_their_published_solutions() {
    for line in include_str!("constraint_puzzles.ndjson").lines() {
        let mut request: Value = serde_json::from_str(line).expect("a request");
        let solution = request.as_object_mut().expect("an object").remove("solution");
        let solved = answer("/solve", request.clone()).await;
        assert_eq!(
            (&solved["verdict"], Some(&solved["solution"])),
            (&json!("unique"), solution.as_ref()),
            "{request}: {solved}"
        );
    }
}

#[tokio::test]
async fn link_brings_its_constraints_and_refuses_others_beside_them() {
    let killer = json!({
        "size": 4,
        "grid": vec![vec![json!({}); 4]; 4],
        "killercage": [{"cells": ["R1C1", "R1C2"], "value": "8"}],
    });
    let solved = answer("/solve", json!({"puzzle": killer.to_string(), "format": "fpuzzles"})).await;
    assert_eq!(
        (&solved["verdict"], &solved["conflicts"][0]["constraint"]),
        (&json!("none"), &json!("/constraints/0")),
        "{solved}"
    );
    let body =
        json!({"puzzle": killer.to_string(), "format": "fpuzzles", "constraints": [{"type": "anti_king"}]});
    let refused = answer("/solve", body).await;
    assert_eq!(refused["errors"][0]["code"], "given_twice", "{refused}");
}

#[tokio::test]
async fn fields_that_do_not_fit_each_other_are_refused() {
    let found = faults(json!([
        {"type": "little_killer", "cells": ["r1c1"], "from": "r1c1", "sum": 3},
        {"type": "little_killer", "from": "r1c1", "sum": 3},
        {"type": "little_killer", "from": ["r1c1"], "direction": "down", "sum": 0},
        {"type": "quadruple", "cells": ["r1c1", "r1c2"], "digits": [1, 2, 3]},
        {"type": "contain_at_least", "cells": ["r1c1", "r1c2"], "digits": [1, 5]},
        {"type": "contain_exactly", "cells": ["r1c1"], "digits": []},
        {"type": "equal_sums", "groups": [["r1c1"]]},
        {"type": "same_values", "groups": [["r1c1"], []]},
        {"type": "same_values", "groups": [["r1c1"], ["r1c2", "r1c3"]]},
        {"type": "equality_cage", "cells": ["r1c1", "r1c2", "r1c3"]},
        {"type": "indexer", "axis": "diagonal", "cells": ["r1c1"]},
    ]))
    .await;
    insta::assert_snapshot!(shown(&found), @r#"
    invalid_constraint /constraints/0/cells: `cells` is beside `from` or `direction`: give the cells, or where they begin and lead to
    invalid_constraint /constraints/1: the cells are missing: give `cells`, or both `from` and `direction`
    wrong_type /constraints/2/from: must be a cell, such as "r1c1" or [1, 1], row and column, not an array
    out_of_range /constraints/2/direction: must be down_right or down_left or up_right or up_left
    out_of_range /constraints/2/sum: must be a whole number from 1 to 100000
    invalid_constraint /constraints/3/digits: there are 3 digits for 2 cells: give one digit or more, at most one for each cell
    invalid_constraint /constraints/4/digits/1: 5 is no digit of the grid: give digits from 1 to 4
    invalid_constraint /constraints/5/digits: there are 0 digits for 1 cells: give one digit or more, at most one for each cell
    invalid_constraint /constraints/6/groups: there must be two groups of cells or more
    invalid_constraint /constraints/7/groups/1: the group has no cell: give one or more
    invalid_constraint /constraints/8/groups/1: the group has 2 cells: it must have 1, as the first one
    invalid_constraint /constraints/9/cells: there are 3 cells: an even number is needed, half of them with even digits
    out_of_range /constraints/10/axis: must be row or column or box
    "#);
    let body = json!({"puzzle": EMPTY, "boxes": false, "constraints": [
        {"type": "region_sum_line", "cells": ["r1c1", "r1c2"]},
        {"type": "indexer", "axis": "box", "cells": ["r1c1"]},
    ]});
    let refused = answer("/solve", body).await;
    let pointers: Vec<&Value> = (0..2).map(|index| &refused["errors"][index]["pointer"]).collect();
    assert_eq!(pointers, ["/constraints/0/type", "/constraints/1/cells/0"], "{refused}");
    for name in ["global_entropy", "global_modular"] {
        let refused =
            answer("/solve", json!({"puzzle": "....", "boxes": false, "constraints": [{"type": name}]}))
                .await;
        assert_eq!(refused["errors"][0]["pointer"], "/constraints/0/type", "{refused}");
    }
}

#[tokio::test]
async fn solution_that_meets_several_alternatives_counts_once() {
    let count = async |constraints: Value| {
        let counted = answer("/count", json!({"puzzle": EMPTY, "constraints": constraints})).await;
        counted["count"].as_u64().unwrap_or_else(|| panic!("a count: {counted}"))
    };
    let cage = json!({"type": "cage", "cells": ["r1c1", "r2c2", "r3c3"], "sum": 6});
    let rising = [
        json!({"type": "thermometer", "cells": ["r1c1", "r1c2"]}),
        json!({"type": "odd", "cells": ["r4c4"]}),
    ];
    let either = json!([{"type": "or", "any": [[cage], rising]}]);
    let both = count(json!([cage, rising[0], rising[1]])).await;
    assert!(both > 0);
    assert_eq!(count(either).await, count(json!([cage])).await + count(json!(rising)).await - both);
}

#[tokio::test]
async fn alternatives_that_cannot_be_are_refused() {
    let or = |lists: Value| json!({"type": "or", "any": lists});
    let king = || json!([{"type": "anti_king"}]);
    let found = faults(json!([
        {"type": "or"},
        or(json!([])),
        or(json!([[], king()])),
        or(json!([king(), [or(json!([king()]))]])),
        or(json!([[{"type": "cage", "cells": ["r9c9"]}, {"type": "kage"}]])),
        or(json!([{"type": "anti_king"}])),
        or(json!(vec![king(); 17])),
    ]))
    .await;
    insta::assert_snapshot!(shown(&found), @r#"
    missing_field /constraints/0: `any` is missing: a constraint of type `or` needs it
    invalid_constraint /constraints/1/any: the number of lists is 0: it must be 1 or more
    invalid_constraint /constraints/2/any/0: the list has no constraint, so that all grids would meet it: give one or more
    invalid_constraint /constraints/3/any/1/0/any: an `or` cannot be within another one: list its alternatives in the outer one
    out_of_range /constraints/4/any/0/0/cells/0: must be a cell from r1c1 to r4c4: row, then column
    constraint_unsupported /constraints/4/any/0/1/type: there is no type of constraint named `kage`: did you mean `cage`? the types are all types
    wrong_type /constraints/5/any/0: must be a list of constraints, not an object
    invalid_constraint /constraints/6/any: the number of lists is 17: the maximum is 16
    "#);
}

#[tokio::test]
async fn diagonal_of_a_little_killer_is_its_cells_or_where_it_begins_and_leads() {
    let count = async |constraint: Value| {
        answer("/count", json!({"puzzle": EMPTY, "constraints": [constraint]})).await
    };
    for (from, direction, cells, sum) in [
        ("r1c2", "down_right", vec!["r1c2", "r2c3", "r3c4"], 7),
        ("r1c2", "down_left", vec!["r1c2", "r2c1"], 5),
        ("r4c1", "up_right", vec!["r4c1", "r3c2", "r2c3", "r1c4"], 10),
        ("r3c3", "up_left", vec!["r3c3", "r2c2", "r1c1"], 6),
        ("r4c4", "down_right", vec!["r4c4"], 3),
    ] {
        let by_start = json!({"type": "little_killer", "from": from, "direction": direction, "sum": sum});
        let by_cells = json!({"type": "little_killer", "cells": cells, "value": sum.to_string()});
        let (by_start, by_cells) = (count(by_start).await, count(by_cells).await);
        assert!(by_start["count"].as_u64().is_some_and(|count| count > 0), "{by_start}");
        assert_eq!(by_start["count"], by_cells["count"], "{from} {direction}");
    }
}

#[tokio::test]
async fn link_with_renbans_is_read_and_written() {
    let solution = "123456789456789123789123456234567891567891234891234567345678912678912345912345678";
    let lines = [
        ["R1C4", "R2C2", "R3C9", "R4C2"],
        ["R5C4", "R6C2", "R7C5", "R8C1"],
        ["R9C2", "R8C6", "R7C1", "R5C9"],
    ];
    let is_open = |name: &String| lines.iter().flatten().any(|open| open == name);
    let cell = |index: usize| match format!("R{}C{}", index / 9 + 1, index % 9 + 1) {
        name if is_open(&name) => json!({}),
        _ => json!({"value": (solution.as_bytes()[index] - b'0'), "given": true}),
    };
    let rows: Vec<Vec<Value>> =
        (0..9).map(|row| (0..9).map(|column| cell(9 * row + column)).collect()).collect();
    let renbans: Vec<Value> = lines.iter().map(|line| json!({"lines": [line]})).collect();
    let text = json!({"size": 9, "grid": rows, "renban": renbans}).to_string();
    let link = format!("https://www.f-puzzles.com/?load={}", lz_str::compress_to_base64(&text));
    let constraints: Vec<Value> =
        lines.iter().map(|line| json!({"type": "renban", "cells": line.map(str::to_lowercase)})).collect();
    let read = record(json!({"puzzle": link})).await;
    assert_eq!(read["constraints"], json!(constraints));
    let written = Call::json("/convert?to=fpuzzles", read.to_string()).send().await.json();
    assert_eq!(record(json!({"puzzle": written["puzzle"]})).await, read, "{written}");
    let solved = answer("/solve", json!({"puzzle": link})).await;
    assert_eq!((&solved["verdict"], &solved["solution"]), (&json!("unique"), &json!(solution)), "{solved}");
    for path in ["/hint", "/rate"] {
        let answered = answer(path, json!({"puzzle": link})).await;
        assert_eq!(answered["verdict"], "unique", "{path}: {answered}");
    }
    let drawn = Call::json("/render", json!({"puzzle": link}).to_string()).send().await.body;
    assert!(drawn.contains("consecutive, in any order") && drawn.contains("stroke=\"#eb9fe9\""), "{drawn}");
}

#[tokio::test]
async fn steps_name_the_constraints_and_candidates_from_which_they_follow() {
    let constraints = json!([
        {"type": "diagonals"},
        {"type": "cage", "cells": ["r1c1", "r1c2"], "sum": 3},
        {"type": "thermometer", "cells": ["r3c1", "r4c1"]},
        {"type": "thermometer", "cells": ["r1c3", "r1c4"]},
    ]);
    let body = |more: Value| {
        let mut body = json!({"puzzle": ".".repeat(16), "constraints": constraints});
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        body
    };
    let hint = answer("/hint", body(json!({}))).await;
    let step = &hint["step"];
    assert_eq!(step["text"], "One Rule: cage 3 at r1c1 can only be 1 2, so r1c1 and r1c2 cannot be 3 or 4.");
    assert_eq!((&step["technique"], &step["constraints"]), (&json!("one_rule"), &json!(["/constraints/1"])));
    assert_eq!((&step["cells"], step.get("needs")), (&json!(["r1c1", "r1c2"]), None));
    let german = answer("/hint", body(json!({"lang": "de"}))).await;
    let text = "Eine Regel: Käfig 3 bei r1c1 kann nur 1 2 sein, also gilt: r1c1 und r1c2 können nicht 3 oder 4 sein.";
    assert_eq!(german["step"]["text"], text);
    let path = answer("/path", body(json!({"puzzle": "1..............."}))).await;
    assert_eq!((&path["verdict"], &path["end"]), (&json!("unique"), &json!("solved")), "{path}");
    let steps = path["steps"].as_array().expect("a list");
    let on_diagonal = steps.iter().find(|step| step["houses"] == json!(["diagonal 1"]));
    assert!(on_diagonal.is_none_or(|step| step["constraints"] == json!(["/constraints/0"])), "{path}");
    let with_needs = steps.iter().find(|step| step.get("needs").is_some()).expect("a step with a rule");
    assert!(with_needs["needs"][0]["cell"].is_string() && with_needs["needs"][0]["digits"].is_array());
    for step in steps {
        let drawing = body(json!({"step": step, "puzzle": "1..............."})).to_string();
        let drawn = Call::json("/render", drawing).send().await;
        assert_eq!(drawn.status.as_u16(), 200, "{step}: {}", drawn.body);
    }
    let rating = answer("/rate", body(json!({"puzzle": "1..............."}))).await;
    assert_eq!((&rating["scale"], &rating["singles_suffice"]), (&json!("quadrille/2"), &json!(false)));
}

#[tokio::test]
async fn grid_beside_a_puzzle_is_refused_if_it_has_constraints() {
    let link = json!({"size": 4, "grid": vec![vec![json!({}); 4]; 4], "antiking": true}).to_string();
    for (path, body, pointer) in [
        ("/generate", json!({"pattern": link}), "/pattern"),
        ("/check", json!({"puzzle": EMPTY, "entries": link}), "/entries"),
        ("/render", json!({"puzzle": EMPTY, "solution": link}), "/solution"),
    ] {
        let refused = answer(path, body).await;
        let fault = &refused["errors"][0];
        let found = (&fault["code"], &fault["pointer"]);
        assert_eq!(found, (&json!("constraint_unsupported"), &json!(pointer)), "{refused}");
    }
}

#[tokio::test]
async fn estimate_of_a_puzzle_with_constraints_is_near_its_count() {
    let constraints = json!([{"type": "whisper", "cells": ["r1c1", "r2c2", "r3c3"], "difference": 2}]);
    let counted = answer("/count", json!({"puzzle": EMPTY, "constraints": constraints, "limit": 1000})).await;
    let estimated =
        answer("/estimate", json!({"puzzle": EMPTY, "constraints": constraints, "probes": 2000})).await;
    let (count, mean) =
        (counted["count"].as_f64().expect("a count"), estimated["mean"].as_f64().expect("a mean"));
    let error = estimated["standard_error"].as_f64().expect("an error");
    assert!((count - mean).abs() < 5.0 * error + 0.5, "{count} {mean} {error}");
}

/// The object of requests that `/convert` makes of a request.
async fn record(body: Value) -> Value {
    let converted = Call::json("/convert?to=json", body.to_string()).send().await.json();
    let text = converted["puzzle"].as_str().unwrap_or_else(|| panic!("no puzzle: {converted}"));
    serde_json::from_str(text).expect("JSON")
}

#[tokio::test]
async fn conversion_to_json_has_all_rules_and_is_the_same_request_again() {
    let list = Call::get("/constraints").send().await.json();
    let examples: Vec<&Value> =
        list["constraints"].as_array().expect("a list").iter().map(|known| &known["example"]).collect();
    for example in &examples {
        let first = record(json!({"puzzle": ".".repeat(81), "constraints": [example]})).await;
        for (name, value) in example.as_object().expect("an object") {
            // Allowed pairs have no order, and a row or column becomes its cells.
            let is_other = ["allowed", "line", "from"].contains(&name.as_str());
            assert!(is_other || first["constraints"][0][name] == *value, "{first}");
        }
        assert_eq!(record(first.clone()).await, first);
    }
    let all = record(json!({"puzzle": ".".repeat(81), "constraints": examples})).await;
    assert_eq!(all["constraints"].as_array().map(Vec::len), Some(examples.len()));
}

#[tokio::test]
async fn conversion_to_json_has_boxes_regions_candidates_and_large_digits() {
    let map = ["1122", "1122", "3344", "3344"];
    let cases = [
        (json!({"puzzle": EMPTY}), json!({"puzzle": EMPTY})),
        (json!({"puzzle": EMPTY, "boxes": false}), json!({"puzzle": EMPTY, "boxes": false})),
        (
            json!({"puzzle": EMPTY, "regions": map}),
            json!({"puzzle": EMPTY, "regions": ["0011", "0011", "2233", "2233"]}),
        ),
        (
            json!({"puzzle": ".".repeat(36), "box": {"width": 2, "height": 3}, "candidates": {"r1c2": [2, 4]}}),
            json!({"puzzle": ".".repeat(36), "box": {"width": 2, "height": 3}, "candidates": {"r1c2": [2, 4]}}),
        ),
    ];
    for (request, expected) in cases {
        assert_eq!(record(request).await, expected);
        assert_eq!(record(expected.clone()).await, expected);
    }
    let mut rows = vec![vec![0; 36]; 36];
    rows[0][0] = 36;
    assert_eq!(record(json!({"puzzle": rows})).await, json!({"puzzle": rows}));
}
