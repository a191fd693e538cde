//! Examples of the endpoints for exact cover problems.

use serde_json::{Value, json};

use super::example::{OperationExamples, document, json, ndjson, text};

/// Problem with colours (TAOCP 7.2.2.1).
const TOY: &str = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";

/// Pairs of equal numbers from 1 to 3, with as many places between them as the number says.
const LANGFORD: &str = "\
1 2 3 s1 s2 s3 s4 s5 s6\n1 s1 s3\n1 s2 s4\n1 s3 s5\n1 s4 s6\n2 s1 s4\n2 s2 s5\n2 s3 s6\n3 s1 s5\n3 s2 s6\n";

/// Three pentominoes in a rectangle of 3 x 5 cells: the items are the pieces and the cells, row by row.
const PENTOMINOES: &str = "\
L N V 11 12 13 14 15 21 22 23 24 25 31 32 33 34 35\n\
L 11 12 13 14 21\n\
L 11 12 13 14 24\n\
L 11 21 22 23 24\n\
L 12 13 14 15 22\n\
L 12 13 14 15 25\n\
L 12 22 23 24 25\n\
L 14 21 22 23 24\n\
L 15 22 23 24 25\n\
L 21 22 23 24 31\n\
L 21 22 23 24 34\n\
L 21 31 32 33 34\n\
L 22 23 24 25 32\n\
L 22 23 24 25 35\n\
L 22 32 33 34 35\n\
L 24 31 32 33 34\n\
L 25 32 33 34 35\n\
N 11 12 13 23 24\n\
N 11 12 22 23 24\n\
N 12 13 14 21 22\n\
N 12 13 14 24 25\n\
N 12 13 23 24 25\n\
N 13 14 15 22 23\n\
N 13 14 21 22 23\n\
N 14 15 22 23 24\n\
N 21 22 23 33 34\n\
N 21 22 32 33 34\n\
N 22 23 24 31 32\n\
N 22 23 24 34 35\n\
N 22 23 33 34 35\n\
N 23 24 25 32 33\n\
N 23 24 31 32 33\n\
N 24 25 32 33 34\n\
V 11 12 13 21 31\n\
V 11 12 13 23 33\n\
V 11 21 31 32 33\n\
V 12 13 14 22 32\n\
V 12 13 14 24 34\n\
V 12 22 32 33 34\n\
V 13 14 15 23 33\n\
V 13 14 15 25 35\n\
V 13 23 31 32 33\n\
V 13 23 33 34 35\n\
V 14 24 32 33 34\n\
V 15 25 33 34 35\n";

/// Two classes, two teachers and the hours 9 and 10; Bob comes at 10.
const TIMETABLE: &str = "\
maths-7a maths-7b art-7a | 7a@9 7a@10 7b@9 7b@10 ann@9 ann@10 bob@10\n\
maths-7a 7a@9 ann@9\nmaths-7a 7a@10 ann@10\n\
maths-7b 7b@9 ann@9\nmaths-7b 7b@10 ann@10\n\
art-7a 7a@10 bob@10\n";

/// `POST /exact-cover/solve`
pub(super) fn solve() -> OperationExamples {
    OperationExamples {
        request: vec![
            json("matrix", "A matrix of 6 options and 7 items", matrix()),
            json("colours", "Toy problem with colours", problem(TOY)),
            json("timetable", "A timetable", problem(TIMETABLE)),
            text(TOY),
        ],
        response: vec![
            json("matrix", "Options 1, 4 and 5", solve_answer(&matrix_solution(), &stats([7, 6, 6, 5]))),
            json(
                "colours",
                "Options 2 and 4",
                solve_answer(&chosen(&problem(TOY), &[2, 4]), &stats([5, 5, 4, 3])),
            ),
            json(
                "timetable",
                "Maths in 7a at 9, then maths in 7b and art in 7a",
                solve_answer(&chosen(&problem(TIMETABLE), &[1, 4, 5]), &stats([10, 5, 4, 3])),
            ),
            text("2 4\n"),
        ],
    }
}

/// `POST /exact-cover/count`
pub(super) fn count() -> OperationExamples {
    OperationExamples {
        request: vec![
            json("queens", "Queens on a board of 4 x 4", with(queens(4), "limit", 100)),
            json("langford", "Langford pairs", with(problem(LANGFORD), "limit", 100)),
            json("pentominoes", "Pentominoes", with(problem(PENTOMINOES), "limit", 100)),
            text(TOY),
        ],
        response: vec![
            json("queens", "A solution and its mirror image", queens_answer()),
            json("langford", "A solution and its mirror image", langford_answer()),
            json("pentominoes", "Four solutions, of which two are shown", pentominoes_answer()),
            text("unique 1\n"),
            ndjson(
                "langford",
                "Two solutions, found before the first progress",
                &json!([result_line(langford_answer())]),
            ),
        ],
    }
}

/// `POST /exact-cover/solutions`
pub(super) fn solutions() -> OperationExamples {
    OperationExamples {
        request: vec![
            json("langford", "Langford pairs", problem(LANGFORD)),
            json(
                "pentominoes",
                "Pentominoes, all but the first two solutions",
                with(problem(PENTOMINOES), "skip", 2),
            ),
            text(LANGFORD),
        ],
        response: vec![
            ndjson("langford", "Two solutions", &langford_lines()),
            document("langford", "Two solutions as one JSON document", &langford_lines()),
            ndjson("pentominoes", "The last two of four solutions", &pentominoes_lines()),
            document("pentominoes", "The last two of four solutions", &pentominoes_lines()),
            text("2 7 8\n3 5 9\n"),
        ],
    }
}

/// `POST /exact-cover/estimate`
pub(super) fn estimate() -> OperationExamples {
    OperationExamples {
        request: vec![
            json("queens", "Queens on a board of 6 x 6", with(queens(6), "probes", 100)),
            text(LANGFORD),
        ],
        response: vec![
            json(
                "queens",
                "About 4 solutions",
                json!({
                    "mean": 4.32,
                    "standard_error": 1.47236359145917,
                    "interval": [1.4341673607400272, 7.205832639259974],
                    "nodes_mean": 102.94,
                    "nodes_standard_error": 4.072519881083232,
                    "nodes_interval": [94.95786103307687, 110.92213896692313],
                    "probes": 100,
                    "seed": 0,
                    "stopped_by": null,
                    "stats": {"items": 34, "options": 36, "nodes": 509, "updates": 10149, "queue_us": 12, "solve_us": 200},
                    "limits": {"time_ms": 5000, "nodes": null}
                }),
            ),
            text("solutions 2.0 +- 0.0, nodes 7.0 +- 0.0\n"),
        ],
    }
}

/// `POST /exact-cover/count/batch`
pub(super) fn count_batch() -> OperationExamples {
    let mut first = problem(TOY);
    first["id"] = "toy".into();
    let requests = json!([first, LANGFORD, {"primary": ["a"], "options": [["b"]]}]);
    OperationExamples {
        request: vec![
            ndjson("problems", "Three problems, one of them invalid", &requests),
            json("array", "A JSON array", requests.clone()),
        ],
        response: vec![
            ndjson("problems", "Answers", &batch_lines()),
            document("problems", "Answers as one JSON document", &batch_lines()),
            text(
                "unique 1\nmultiple 2+\nerror: /options/0/0: item `b` is unknown: it is neither a primary nor a secondary item\n",
            ),
        ],
    }
}

fn matrix() -> Value {
    json!({"matrix": [
        [0, 0, 1, 0, 1, 1, 0],
        [1, 0, 0, 1, 0, 0, 1],
        [0, 1, 1, 0, 0, 1, 0],
        [1, 0, 0, 1, 0, 0, 0],
        [0, 1, 0, 0, 0, 0, 1],
        [0, 0, 0, 1, 1, 0, 1]
    ]})
}

/// Returns a problem in Knuth's format as JSON.
fn problem(text: &str) -> Value {
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let mut lines = text.lines();
    let items = lines.next().unwrap_or_default();
    let (primary, secondary) = items.split_once('|').unwrap_or((items, ""));
    let options: Vec<Vec<String>> = lines.map(words).collect();
    json!({"primary": words(primary), "secondary": words(secondary), "options": options})
}

/// Returns the problem of n queens: one in each row and column, at most one in each diagonal.
fn queens(n: usize) -> Value {
    let names =
        |kind: &str, count: usize| (1..=count).map(|number| format!("{kind}{number}")).collect::<Vec<_>>();
    let diagonals = 2 * n - 1;
    let option = |cell: usize| {
        let (row, column) = (cell / n, cell % n);
        [
            format!("row{}", row + 1),
            format!("column{}", column + 1),
            format!("up{}", row + column + 1),
            format!("down{}", row + n - column),
        ]
    };
    let primary = [names("row", n), names("column", n)].concat();
    let secondary = [names("up", diagonals), names("down", diagonals)].concat();
    let options: Vec<_> = (0..n * n).map(option).collect();
    json!({
        "primary": primary,
        "secondary": secondary,
        "options": options
    })
}

fn with(mut problem: Value, option: &str, value: u64) -> Value {
    problem[option] = value.into();
    problem
}

/// Returns a solution: the options of a problem with these numbers.
fn chosen(problem: &Value, numbers: &[usize]) -> Value {
    numbers.iter().map(|number| json!({"option": number, "items": problem["options"][number - 1]})).collect()
}

fn matrix_solution() -> Value {
    json!([
        {"option": 1, "items": ["3", "5", "6"]},
        {"option": 4, "items": ["1", "4"]},
        {"option": 5, "items": ["2", "7"]}
    ])
}

/// Returns the statistics of a search.
fn stats([items, options, nodes, updates]: [u64; 4]) -> Value {
    json!({
        "items": items, "options": options, "nodes": nodes, "updates": updates, "engine": "bitset",
        "queue_us": 12, "solve_us": 20
    })
}

/// Returns the answer to a problem with one solution.
fn solve_answer(solution: &Value, stats: &Value) -> Value {
    json!({
        "verdict": "unique",
        "solution": solution,
        "stopped_by": null,
        "stats": stats,
        "limits": {"time_ms": 5000, "nodes": null}
    })
}

/// Returns the complete count of several solutions.
fn count_answer(count: u64, witnesses: &[Value], stats: &Value) -> Value {
    json!({
        "verdict": "multiple",
        "count": count,
        "complete": true,
        "solution": null,
        "witnesses": witnesses,
        "stopped_by": null,
        "stats": stats,
        "limits": {"time_ms": 5000, "nodes": null}
    })
}

fn queens_answer() -> Value {
    let witnesses = [[2, 8, 9, 15], [3, 5, 12, 14]].map(|numbers| chosen(&queens(4), &numbers));
    count_answer(2, &witnesses, &stats([22, 16, 17, 16]))
}

fn langford_solutions() -> [Value; 2] {
    [[2, 7, 8], [3, 5, 9]].map(|numbers| chosen(&problem(LANGFORD), &numbers))
}

fn langford_stats() -> Value {
    stats([9, 9, 7, 6])
}

fn langford_answer() -> Value {
    count_answer(2, &langford_solutions(), &langford_stats())
}

fn pentominoes_stats() -> Value {
    stats([18, 44, 17, 16])
}

fn pentominoes_answer() -> Value {
    let witnesses = [[1, 27, 44], [11, 18, 40]].map(|numbers| chosen(&problem(PENTOMINOES), &numbers));
    count_answer(4, &witnesses, &pentominoes_stats())
}

/// Returns the line of a stream that has this answer.
fn result_line(mut answer: Value) -> Value {
    answer["type"] = "result".into();
    answer
}

fn langford_lines() -> Value {
    solution_lines(langford_solutions(), 0, &langford_stats())
}

fn pentominoes_lines() -> Value {
    let solutions = [[16, 24, 33], [5, 28, 35]].map(|numbers| chosen(&problem(PENTOMINOES), &numbers));
    solution_lines(solutions, 2, &pentominoes_stats())
}

/// Returns the lines of a complete list of two solutions.
fn solution_lines([first, second]: [Value; 2], skipped: u64, stats: &Value) -> Value {
    json!([
        {"type": "result", "index": 0, "solution": first},
        {"type": "result", "index": 1, "solution": second},
        {
            "type": "summary",
            "summary": {
                "count": 2,
                "skipped": skipped,
                "complete": true,
                "stopped_by": null,
                "stats": stats,
                "limits": {"time_ms": 5000, "nodes": null}
            }
        }
    ])
}

fn batch_lines() -> Value {
    let [first, second] = langford_solutions();
    json!([
        {
            "type": "result",
            "index": 0,
            "line": 1,
            "id": "toy",
            "verdict": "unique",
            "count": 1,
            "complete": true,
            "solution": chosen(&problem(TOY), &[2, 4]),
            "witnesses": [],
            "stopped_by": null,
            "limits": {"time_ms": 1000, "nodes": null}
        },
        {
            "type": "result",
            "index": 1,
            "line": 2,
            "verdict": "multiple",
            "count": 2,
            "complete": false,
            "solution": null,
            "witnesses": [first, second],
            "stopped_by": "solution_limit",
            "limits": {"time_ms": 1000, "nodes": null}
        },
        {
            "type": "error",
            "index": 2,
            "line": 3,
            "error": {
                "type": "/problems/invalid_question",
                "title": "Invalid request",
                "status": 422,
                "detail": "/options/0/0: item `b` is unknown: it is neither a primary nor a secondary item",
                "instance": "urn:quadrille:request:6f1b2c1e-8f0e-4c38-9d1c-3f8d5a7e0b11",
                "code": "invalid_question",
                "errors": [{
                    "code": "unknown_item",
                    "pointer": "/options/0/0",
                    "detail": "item `b` is unknown: it is neither a primary nor a secondary item"
                }]
            }
        },
        {
            "type": "summary",
            "summary": {
                "puzzles": 3, "none": 0, "unique": 1, "multiple": 1, "solvable": 0, "unknown": 0, "errors": 1,
                "elapsed_ms": 1
            }
        }
    ])
}
