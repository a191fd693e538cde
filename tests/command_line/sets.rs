//! Tests of `quadrille generate --set`.

use std::fs;

use crate::{lines, parts, run, stdout};

#[test]
fn set_has_the_wanted_numbers_of_puzzles() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("set.csv");
    let set = "count,difficulty,clues,symmetry\n3,easy,36..40,rotate180\n2,medium,,\n4,,30,\n";
    fs::write(&file, set).expect("file is written");
    let file = file.display().to_string();
    let arguments = ["generate", "--set", &file, "--seed", "5", "--include", "rating", "--format", "json"];
    let output = run(&arguments, b"");
    let (code, _, summary) = parts(&output);
    assert_eq!(code, Some(0), "{summary}");
    for row in ["line 2: 3 of 3 puzzles", "line 3: 2 of 2 puzzles", "line 4: 4 of 4 puzzles"] {
        assert!(summary.contains(row), "{summary}");
    }
    let puzzles = lines(&output);
    let rows: Vec<(u64, u64)> =
        puzzles.iter().filter_map(|line| Some((line["line"].as_u64()?, line["seed"].as_u64()?))).collect();
    assert_eq!(rows, [(2, 5), (2, 6), (2, 7), (3, 8), (3, 9), (4, 10), (4, 11), (4, 12), (4, 13)]);
    for puzzle in puzzles.iter().filter(|line| line["type"] == "result") {
        let (level, clues) = (&puzzle["rating"]["level"], puzzle["clues"].as_u64().expect("a number"));
        match puzzle["line"].as_u64() {
            Some(2) => {
                assert!(level == "easy" && (36..=40).contains(&clues), "{puzzle}");
                let cells: Vec<bool> =
                    puzzle["puzzle"].as_str().expect("text").bytes().map(|cell| cell != b'.').collect();
                assert!(cells.iter().eq(cells.iter().rev()), "{puzzle}");
            }
            Some(3) => assert_eq!(level, "medium"),
            _ => assert_eq!(clues, 30),
        }
    }
    // A puzzle of the set is that of its options and seed.
    let alone = stdout(&["generate", "--difficulty", "medium", "--seed", "9", "-q"], b"");
    assert_eq!(puzzles[4]["puzzle"], alone.trim_end());
}

#[test]
fn row_that_cannot_be_filled_fails_with_its_number() {
    let folder = tempfile::tempdir().expect("temporary folder");
    let file = folder.path().join("set.ndjson");
    let set =
        "{\"count\": 1}\n{\"count\": 2, \"size\": 4, \"box\": {\"width\": 2, \"height\": 2}, \"clues\": 3}\n";
    fs::write(&file, set).expect("file is written");
    let output = run(&["generate", "--set", &file.display().to_string(), "--attempts", "5"], b"");
    let (code, _, summary) = parts(&output);
    assert_eq!(code, Some(1));
    assert!(summary.contains("line 1: 1 of 1 puzzles\nline 2: 0 of 2 puzzles"), "{summary}");
    fs::write(&file, "count,difficulty\n1,simple\n").expect("file is written");
    let output = run(&["generate", "--set", &file.display().to_string()], b"");
    let (code, _, summary) = parts(&output);
    assert!(code == Some(1) && summary.contains("line 2 of the set"), "{summary}");
}
