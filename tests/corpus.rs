//! The corpus: every puzzle in `tests/corpus/*.txt` has the count and the solution that its line states.
//!
//! A line is `puzzle:count` or `puzzle:count:solution`; lines that begin with `#` say where a file is from.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by a panic")]

#[path = "corpus/generator.rs"]
mod generator;

use std::collections::HashSet;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use generator::Recipe;
use quadrille::exact_cover::{Links, Search, Step};
use quadrille::sudoku::notation::{LetterCase, format_line, parse_line};
use quadrille::sudoku::reduce::CandidateMasks;
use quadrille::sudoku::{Answer, BoxShape, Encoding, Geometry, Progress, Puzzle, Solver, StopReason};

/// A line of a file.
struct Case {
    /// File and line, for whoever has to look it up.
    place: String,
    puzzle: String,
    count: u64,
    solution: Option<String>,
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

fn cases() -> Vec<Case> {
    let entries = std::fs::read_dir(directory()).expect("the corpus is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    files.iter().flat_map(|file| cases_of(file)).collect()
}

fn cases_of(file: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(file).expect("a readable file");
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| case(line, format!("{name}, line {number}")))
        .collect()
}

fn case(line: &str, place: String) -> Case {
    let mut fields = line.split(':');
    let (puzzle, count, solution, more) = (fields.next(), fields.next(), fields.next(), fields.next());
    assert!(more.is_none(), "{place}: too many fields");
    Case {
        puzzle: puzzle.expect("a first field").to_owned(),
        count: count.and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("{place}: no count")),
        solution: solution.map(str::to_owned),
        place,
    }
}

/// Why the solver does not agree with the line, if it does not.
fn disagreement(case: &Case) -> Option<String> {
    let mut faults = Vec::new();
    let Some((grid, _)) = parse_line(&case.puzzle, &mut |fault| faults.push(fault)) else {
        return Some(format!("is no grid: {faults:?}"));
    };
    let geometry = Geometry::new(grid.size(), BoxShape::usual(grid.size())).expect("a grid's size");
    let puzzle = Puzzle::new(geometry, grid).expect("the usual geometry of its size");
    if !puzzle.conflicts().is_empty() {
        return Some("has clues that contradict each other".to_owned());
    }
    // One more than stated is asked for, so that the count is proved to be complete.
    let mut solver = Solver::new(puzzle, NonZeroU64::MIN.saturating_add(case.count));
    while solver.advance(u64::MAX, &AtomicBool::new(false)).expect("no bug in the engine") == Progress::Paused
    {
    }
    let answer = solver.answer(StopReason::Shutdown);
    if answer.count != case.count || !answer.is_complete() {
        return Some(format!("has {} solutions, {:?}, not {}", answer.count, answer.stop_reason, case.count));
    }
    let solution = answer
        .verdict
        .witnesses()
        .first()
        .and_then(|solution| format_line(solution.grid().cells(), LetterCase::Upper));
    match &case.solution {
        Some(_) if case.count != 1 => Some("states a solution that is not the only one".to_owned()),
        Some(stated) if solution.as_ref() != Some(stated) => Some(format!("is solved by {solution:?}")),
        _ => None,
    }
}

#[test]
fn every_line_of_the_corpus_has_the_count_and_the_solution_it_states() {
    let faults: Vec<String> = cases()
        .iter()
        .filter_map(|case| disagreement(case).map(|fault| format!("{}: {fault}", case.place)))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The answer of a solver that may visit `budget_nodes` nodes at a time and `nodes_max` in all.
fn answer(puzzle: &Puzzle, budget_nodes: u64, nodes_max: u64) -> Answer {
    let mut solver = Solver::new(puzzle.clone(), NonZeroU64::new(100).expect("positive"));
    loop {
        let left = nodes_max - solver.nodes();
        let progress = solver.advance(budget_nodes.min(left), &AtomicBool::new(false));
        match progress.expect("no bug in the engine") {
            Progress::Ended(ending) => return solver.answer(ending),
            // Where no node is left, two further calls may draw the rules and build the links.
            Progress::Paused if left == 0 && nodes_max > 0 => return solver.answer(StopReason::NodeLimit),
            Progress::Paused => {}
        }
    }
}

/// How many of 100 solutions the links alone find.
fn count_by_links(puzzle: &Puzzle) -> u64 {
    let encoding = Encoding::new(&CandidateMasks::new(puzzle)).expect("within bounds");
    let mut search = Search::new(Links::new(encoding.problem()));
    while search.count(100, u64::MAX, &AtomicBool::new(false)) == Step::Paused {}
    search.solutions()
}

#[test]
fn puzzles_handed_over_to_the_search_that_learns_keep_counts_and_budgets() {
    let mut handed_over = 0;
    for case in cases_of(&directory().join("generated_16x16.txt")) {
        // With some clues less they have several solutions, and are not finished within the links' nodes.
        let thinned = case.puzzle.replace(['1', '2'], ".");
        let (grid, _) = parse_line(&thinned, &mut |fault| panic!("{fault:?}")).expect("a grid");
        let geometry = Geometry::new(16, BoxShape::usual(16)).expect("a size");
        let puzzle = Puzzle::new(geometry, grid).expect("the digits fit");
        let whole = answer(&puzzle, u64::MAX, u64::MAX);
        let nodes = whole.stats.expect("they are told").nodes;
        if nodes <= 320 {
            continue;
        }
        handed_over += 1;
        assert_eq!(whole.count, count_by_links(&puzzle), "{}", case.place);
        for budget_nodes in [1, 7, 299, 300, 301] {
            assert_eq!(answer(&puzzle, budget_nodes, u64::MAX), whole, "{}: by {budget_nodes}", case.place);
        }
        assert_eq!(answer(&puzzle, u64::MAX, nodes), whole, "{}: with all its nodes", case.place);
        for nodes_max in [nodes - 1, 320, 301, 300, 299] {
            let limited = answer(&puzzle, u64::MAX, nodes_max);
            assert_eq!(
                (limited.stats.expect("they are told").nodes, limited.stop_reason),
                (nodes_max, StopReason::NodeLimit),
                "{}",
                case.place
            );
        }
    }
    assert!(handed_over >= 3, "only {handed_over}");
}

#[test]
fn the_corpus_has_more_than_a_thousand_puzzles_none_of_them_twice() {
    let cases = cases();
    assert!(cases.len() > 1_000, "only {} puzzles", cases.len());
    let mut seen = HashSet::new();
    for case in &cases {
        assert!(seen.insert(&case.puzzle), "{}: the puzzle came before", case.place);
    }
}

#[test]
fn the_generators_counter_agrees_on_the_known_puzzles() {
    for case in cases_of(&directory().join("known.txt")) {
        let (found, solution) = generator::count(&case.puzzle, case.count + 1).expect("it takes any time");
        assert_eq!(found, case.count, "{}", case.place);
        if case.solution.is_some() {
            assert_eq!(solution, case.solution, "{}", case.place);
        }
    }
}

/// Compares the committed file with the output of the generator. `UPDATE_CORPUS=1` rewrites the file.
#[expect(clippy::disallowed_methods, reason = "a switch of the test, not a setting of the service")]
fn check_generated(file: &str, recipe: &Recipe) {
    let (path, generated) = (directory().join(file), generator::file(recipe));
    if std::env::var_os("UPDATE_CORPUS").is_some() {
        std::fs::write(&path, &generated).expect("the file is written");
    }
    assert!(
        std::fs::read_to_string(&path).expect("a readable file") == generated,
        "{file} differs from its recipe"
    );
}

#[test]
fn the_classic_file_is_what_the_generator_writes() {
    let recipe =
        Recipe { size: 9, unique: 420, multiple: 200, unsolvable: 100, clues_min: 17, count_max: 500 };
    check_generated("classic_9x9.txt", &recipe);
}

#[test]
fn the_files_of_small_sizes_are_what_the_generator_writes() {
    for (size, clues_min) in [(4, 4), (6, 6), (8, 8)] {
        let recipe = Recipe { size, unique: 30, multiple: 30, unsolvable: 20, clues_min, count_max: 100 };
        check_generated(&format!("generated_{size}x{size}.txt"), &recipe);
    }
}

#[test]
fn the_files_of_middle_sizes_are_what_the_generator_writes() {
    let recipe = Recipe { size: 10, unique: 15, multiple: 0, unsolvable: 0, clues_min: 25, count_max: 0 };
    check_generated("generated_10x10.txt", &recipe);
    let recipe = Recipe { size: 12, unique: 20, multiple: 15, unsolvable: 15, clues_min: 50, count_max: 50 };
    check_generated("generated_12x12.txt", &recipe);
    let recipe = Recipe { size: 15, unique: 8, multiple: 0, unsolvable: 0, clues_min: 95, count_max: 0 };
    check_generated("generated_15x15.txt", &recipe);
}

#[test]
fn the_files_of_large_sizes_are_what_the_generator_writes() {
    let recipe = Recipe { size: 16, unique: 10, multiple: 6, unsolvable: 6, clues_min: 108, count_max: 20 };
    check_generated("generated_16x16.txt", &recipe);
    let recipe = Recipe { size: 20, unique: 5, multiple: 0, unsolvable: 0, clues_min: 200, count_max: 0 };
    check_generated("generated_20x20.txt", &recipe);
    let recipe = Recipe { size: 25, unique: 6, multiple: 4, unsolvable: 4, clues_min: 325, count_max: 10 };
    check_generated("generated_25x25.txt", &recipe);
}
