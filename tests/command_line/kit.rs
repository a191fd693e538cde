//! Tests of the commands for model builders: `guesses`, `score` and `subset`.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{lines, parts, run, stdout, text};

const UNIQUE: &str = "1.....3..4.....2";
const MULTIPLE: &str = "1.....3..4......";
const SOLUTION: &str = "1324423124133142";
/// A puzzle for which singles do not suffice.
const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn guesses_are_numbers_or_verdicts() {
    let input = format!("{UNIQUE}\n{HARD}\n{MULTIPLE}\n11..............\n");
    let answers = stdout(&["guesses", "-q"], input.as_bytes());
    let [singles, hard, multiple, none] = answers.lines().collect::<Vec<_>>()[..] else {
        panic!("{answers}")
    };
    assert_eq!((singles, multiple, none), ("0", "multiple", "none"));
    assert!(hard.parse::<u64>().expect("a number") > 20, "{hard}");
    let limited = run(&["guesses", "--nodes", "3", "--format", "json", HARD], b"");
    assert_eq!(lines(&limited)[0]["stopped_by"], "node_limit");
    assert_eq!(lines(&limited)[0]["guesses"], Value::Null);
}

#[test]
fn predictions_are_scored_as_lines_and_records() {
    let wrong = "1324423124133143";
    let rows = [
        (SOLUTION, "solved 12/12"),
        (wrong, "wrong 12/12"),
        ("1.....3..4.....2", "consistent 0/12"),
        ("2314413223411423", "wrong 4/12"),
        ("13244231241331", "unreadable 0/12"),
        ("1324423124133149", "unreadable 0/12"),
    ];
    let input: String = rows.iter().map(|(prediction, _)| format!("{UNIQUE} {prediction}\n")).collect();
    let answers = stdout(&["score", "-q"], input.as_bytes());
    let expected: Vec<&str> = rows.iter().map(|(_, answer)| *answer).collect();
    assert_eq!(answers.lines().collect::<Vec<_>>(), expected);
    let records: String = rows
        .iter()
        .map(|(prediction, _)| format!("{}\n", json!({"puzzle": UNIQUE, "prediction": prediction})))
        .collect();
    let output = run(&["score"], records.as_bytes());
    let (code, answers, summary) = parts(&output);
    assert_eq!((code, answers.lines().collect::<Vec<_>>()), (Some(0), expected));
    for sum in
        ["1 solved", "2 unreadable", "2 wrong", "1 consistent", "28 right cells", "72 cells without a clue"]
    {
        assert!(summary.contains(sum), "{summary}");
    }
    assert_eq!(stdout(&["score", UNIQUE, "--prediction", SOLUTION], b""), "solved 12/12\n");
    let null = format!("{}\n", json!({"puzzle": UNIQUE, "prediction": null}));
    assert_eq!(stdout(&["score", "-q"], null.as_bytes()), "unreadable 0/12\n");
}

#[test]
fn tables_begin_with_puzzle_and_prediction() {
    let table = format!("puzzle,prediction,solution\n{UNIQUE},{UNIQUE},{SOLUTION}\n{UNIQUE},{SOLUTION},\n");
    assert_eq!(stdout(&["score", "-q"], table.as_bytes()), "consistent 0/12\nsolved 12/12\n");
    let row = format!("puzzle,prediction\n{UNIQUE},{SOLUTION}\n");
    assert_eq!(stdout(&["score", "-q"], row.as_bytes()), "solved 12/12\n");
    for text in [
        format!("{UNIQUE}\n"),
        format!("{UNIQUE}\n1,{UNIQUE}\n"),
        format!("id,puzzle,prediction\n1,{UNIQUE},{SOLUTION}\n"),
    ] {
        let output = run(&["score", "-q"], text.as_bytes());
        let (code, answers, _) = parts(&output);
        assert!(code == Some(1) && answers.contains("`prediction` is missing"), "{answers}");
    }
}

#[test]
fn valid_prediction_need_not_have_the_clues() {
    let answer = stdout(&["score", "-q"], format!("{UNIQUE} 1234341221434321\n").as_bytes());
    assert!(answer.starts_with("valid "), "{answer}");
    let solved = run(&["score", "--format", "json"], format!("{UNIQUE},{SOLUTION}\n").as_bytes());
    assert_eq!(lines(&solved)[0]["share"], 1.0);
}

#[test]
fn cells_of_several_solutions_need_a_given_one() {
    let solutions = stdout(&["solutions", MULTIPLE], b"");
    let solutions: Vec<&str> = solutions.lines().filter(|line| line.len() == 16).collect();
    assert_eq!(solutions.len(), 3);
    let score =
        |fields: &[&str]| stdout(&["score", "-q"], format!("{MULTIPLE} {}\n", fields.join(" ")).as_bytes());
    let partial = solutions[0].replacen('2', ".", 1);
    assert_eq!(score(&[solutions[1]]), "solved 13/13\n");
    assert_eq!(score(&[&partial]), "consistent ?/13\n");
    assert_eq!(score(&[&partial, solutions[0]]), "consistent 12/13\n");
    let output = run(&["score", "-q"], format!("{UNIQUE} {SOLUTION} {}\n", "1".repeat(16)).as_bytes());
    let (code, answer, _) = parts(&output);
    assert_eq!(code, Some(1));
    assert!(answer.contains("the solution does not solve the puzzle"), "{answer}");
}

#[test]
fn equivalent_puzzles_are_in_one_subset() {
    let generated = stdout(&["generate", "--count", "40", "--seed", "1", "-q"], b"");
    let subset = |input: &str, options: &[&str]| -> Vec<String> {
        let answers = stdout(&[&["subset", "-q"], options].concat(), input.as_bytes());
        answers.lines().map(str::to_owned).collect()
    };
    let parts = ["--parts", "a=1,b=1", "--seed", "7"];
    let first = subset(&generated, &parts);
    let names = first.iter().fold(BTreeMap::new(), |mut names, name| {
        *names.entry(name.as_str()).or_insert(0) += 1;
        names
    });
    assert!(names.len() == 2 && names.values().all(|count| *count >= 8), "{names:?}");
    for seed in ["1", "2", "3"] {
        let shuffled = stdout(&["shuffle", "--seed", seed, "-q"], generated.as_bytes());
        assert_ne!(shuffled, generated);
        assert_eq!(subset(&shuffled, &parts), first);
    }
    assert_ne!(subset(&generated, &["--parts", "a=1,b=1", "--seed", "8"]), first);
    let by_solution = [&parts[..], &["--by", "solution"]].concat();
    let solved = stdout(&["solve", "-q"], generated.as_bytes());
    assert_eq!(subset(&generated, &by_solution), subset(&solved, &by_solution));
    assert_eq!(subset(&format!("{MULTIPLE}\n"), &["--by", "solution"]), ["- multiple"]);
    let refused = run(&["subset", "--parts", "a=0"], b"");
    assert!(text(&refused.stderr).contains("--parts"), "{}", text(&refused.stderr));
}
