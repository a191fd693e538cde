//! The solver finds the stated count and solution of every puzzle in the corpus.
#![expect(clippy::expect_used, reason = "a test fails by a panic")]

use std::collections::HashSet;
use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::ResumableSearch;
use quadrille_exact_cover::unstable::{Links, Search, Step};
use quadrille_sudoku::text::{LetterCase, format_line, parse_line};
use quadrille_sudoku::unstable::CandidateMasks;
use quadrille_sudoku::unstable::Encoding;
use quadrille_sudoku::{Answer, BoxShape, Progress, Puzzle, Rules, Solver, StopReason};
use quadrille_testing::corpus::{Case, cases, cases_of, directory};
use quadrille_testing::generator::{self, Recipe};

/// The difference between the solver's answer and the stated one, if any.
fn mismatch(case: &Case) -> Option<String> {
    let mut faults = Vec::new();
    let Some((grid, _)) = parse_line(&case.puzzle, &mut |fault| faults.push(fault)) else {
        return Some(format!("invalid puzzle: {faults:?}"));
    };
    let size = grid.square_size().expect("a square");
    let rules = Rules::plain(size, BoxShape::usual(size)).expect("a valid size");
    let puzzle = Puzzle::new(rules, grid).expect("the grid fits");
    if !puzzle.conflicts().is_empty() {
        return Some("conflicting clues".to_owned());
    }
    // A limit above the stated count proves that the count is complete.
    let mut solver = Solver::new(puzzle, NonZeroU64::MIN.saturating_add(case.count));
    while solver.advance(u64::MAX, &AtomicBool::new(false)).expect("no engine bug") == Progress::Paused {}
    let answer = solver.answer();
    if answer.count != case.count || !answer.is_complete() {
        return Some(format!("{} solutions ({:?}), not {}", answer.count, answer.stop_reason, case.count));
    }
    let solution = answer
        .verdict
        .witnesses()
        .first()
        .and_then(|solution| format_line(solution.grid().cells(), LetterCase::Upper));
    match &case.solution {
        Some(_) if case.count != 1 => Some("a solution is stated for a count other than 1".to_owned()),
        Some(stated) if solution.as_ref() != Some(stated) => Some(format!("the solution is {solution:?}")),
        _ => None,
    }
}

#[test]
fn every_case_has_the_stated_count_and_solution() {
    let faults: Vec<String> = cases()
        .iter()
        .filter_map(|case| mismatch(case).map(|fault| format!("{}: {fault}", case.location)))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The answer after calls of `budget_nodes` nodes each, within `nodes_max` nodes in all.
fn answer(puzzle: &Puzzle, budget_nodes: u64, nodes_max: u64) -> Answer {
    let mut solver = Solver::new(puzzle.clone(), NonZeroU64::new(100).expect("positive"));
    loop {
        let left = nodes_max - solver.nodes();
        let progress = solver.advance(budget_nodes.min(left), &AtomicBool::new(false));
        match progress.expect("no engine bug") {
            Progress::Ended(_) => return solver.answer(),
            // With a budget of 0, two more calls may apply the rules and build the exact cover problem.
            Progress::Paused if left == 0 && nodes_max > 0 => return solver.answer(),
            Progress::Paused => {}
        }
    }
}

/// Number of solutions that DLX alone finds, up to 100.
fn count_by_dlx(puzzle: &Puzzle) -> u64 {
    let encoding = Encoding::new(&CandidateMasks::new(puzzle)).expect("within bounds");
    let mut search = Search::new(Links::new(encoding.problem()));
    while search.count(100, u64::MAX, &AtomicBool::new(false)) == Step::Paused {}
    search.solutions() as u64
}

#[test]
fn hand_over_to_cdcl_keeps_counts_and_node_budgets() {
    let mut handed_over = 0;
    for case in cases_of("generated_16x16.txt") {
        // Without these clues, some puzzles have several solutions and take more nodes than DLX gets.
        let thinned = case.puzzle.replace(['1', '2'], ".");
        let (grid, _) = parse_line(&thinned, &mut |fault| panic!("{fault:?}")).expect("a grid");
        let rules = Rules::plain(16, BoxShape::usual(16)).expect("a size");
        let puzzle = Puzzle::new(rules, grid).expect("the digits fit");
        let whole = answer(&puzzle, u64::MAX, u64::MAX);
        let nodes = whole.stats.expect("stats were requested").nodes;
        if nodes <= 320 {
            continue;
        }
        handed_over += 1;
        assert_eq!(whole.count, count_by_dlx(&puzzle), "{}", case.location);
        for budget_nodes in [1, 7, 299, 300, 301] {
            assert_eq!(
                answer(&puzzle, budget_nodes, u64::MAX),
                whole,
                "{}: calls of {budget_nodes} nodes",
                case.location
            );
        }
        assert_eq!(answer(&puzzle, u64::MAX, nodes), whole, "{}: exactly enough nodes", case.location);
        for nodes_max in [nodes - 1, 320, 301, 300, 299] {
            let limited = answer(&puzzle, u64::MAX, nodes_max);
            assert_eq!(
                (limited.stats.expect("stats were requested").nodes, limited.stop_reason),
                (nodes_max, StopReason::Interrupted),
                "{}",
                case.location
            );
        }
    }
    assert!(handed_over >= 3, "only {handed_over} hand-overs");
}

#[test]
fn corpus_has_more_than_a_thousand_distinct_puzzles() {
    let cases = cases();
    assert!(cases.len() > 1_000, "only {} puzzles", cases.len());
    let mut seen = HashSet::new();
    for case in &cases {
        assert!(seen.insert(&case.puzzle), "{}: duplicate", case.location);
    }
}

#[test]
fn generator_counts_known_puzzles_correctly() {
    for case in cases_of("known.txt") {
        let (found, solution) =
            generator::count(&case.puzzle, case.count + 1).expect("the budget is unlimited");
        assert_eq!(found, case.count, "{}", case.location);
        if case.solution.is_some() {
            assert_eq!(solution, case.solution, "{}", case.location);
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
fn generator_reproduces_the_classic_file() {
    let recipe =
        Recipe { size: 9, unique: 420, multiple: 200, unsolvable: 100, clues_min: 17, count_max: 500 };
    check_generated("classic_9x9.txt", &recipe);
}

#[test]
fn generator_reproduces_the_small_files() {
    for (size, clues_min) in [(4, 4), (6, 6), (8, 8)] {
        let recipe = Recipe { size, unique: 30, multiple: 30, unsolvable: 20, clues_min, count_max: 100 };
        check_generated(&format!("generated_{size}x{size}.txt"), &recipe);
    }
}

#[test]
fn generator_reproduces_the_middle_files() {
    let recipe = Recipe { size: 10, unique: 15, multiple: 0, unsolvable: 0, clues_min: 25, count_max: 0 };
    check_generated("generated_10x10.txt", &recipe);
    let recipe = Recipe { size: 12, unique: 20, multiple: 15, unsolvable: 15, clues_min: 50, count_max: 50 };
    check_generated("generated_12x12.txt", &recipe);
    let recipe = Recipe { size: 15, unique: 8, multiple: 0, unsolvable: 0, clues_min: 95, count_max: 0 };
    check_generated("generated_15x15.txt", &recipe);
}

#[test]
fn generator_reproduces_the_large_files() {
    let recipe = Recipe { size: 16, unique: 10, multiple: 6, unsolvable: 6, clues_min: 108, count_max: 20 };
    check_generated("generated_16x16.txt", &recipe);
    let recipe = Recipe { size: 20, unique: 5, multiple: 0, unsolvable: 0, clues_min: 200, count_max: 0 };
    check_generated("generated_20x20.txt", &recipe);
    let recipe = Recipe { size: 25, unique: 6, multiple: 4, unsolvable: 4, clues_min: 325, count_max: 10 };
    check_generated("generated_25x25.txt", &recipe);
}
