//! Laws of the estimate: it is unbiased, and the same for every sequence of pauses.

use std::sync::atomic::AtomicBool;

use proptest::prelude::*;
use quadrille_exact_cover::unstable::{Estimate, Links, Search, Step};
use quadrille_exact_cover::{
    EstimateAnswer, Item, Problem, Progress, ResumableSearch, SampleMean, StopReason,
};
use quadrille_sudoku::analysis::PuzzleEstimate;
use quadrille_testing::brute_force::Board;
use quadrille_testing::problems::{langford, pairs, problem, queens};
use quadrille_testing::strategies::{RUN_ON, Stage, board, cases, stages, statement};

use crate::sudoku::{answer, puzzle};

/// Stop flag that is never set.
static RUN: AtomicBool = AtomicBool::new(false);

fn estimate(problem: &Problem, probes: u64, seed: u64) -> Estimate {
    let mut estimate = Estimate::new(problem, probes, seed);
    while estimate.advance(u64::MAX, &RUN) == Step::Paused {}
    assert_eq!(estimate.probes(), probes);
    estimate
}

/// Numbers of solutions and nodes of a whole search.
fn totals(problem: &Problem) -> (f64, f64) {
    let mut search = Search::new(Links::new(problem));
    while search.advance(u64::MAX, &RUN) != Step::Exhausted {}
    (search.solutions() as f64, search.nodes() as f64)
}

#[test]
fn estimates_are_near_the_totals() {
    for (problem, probes) in
        [(queens(6), 20_000), (queens(8), 20_000), (langford(7), 20_000), (langford(8), 20_000)]
    {
        let (solutions, nodes) = totals(&problem);
        for seed in 0..5 {
            let estimate = estimate(&problem, probes, seed);
            for (sample, total) in [(estimate.solutions(), solutions), (estimate.tree_nodes(), nodes)] {
                let error = sample.standard_error().expect("many probes");
                assert!((sample.mean() - total).abs() < 4.0 * error, "{sample:?}, not {total}");
                assert!(error < 0.2 * total, "{sample:?} says little about {total}");
            }
        }
    }
}

#[test]
fn estimate_of_a_symmetric_tree_is_exact() {
    // Permutations of five things: 5, then 4, ... options.
    let mut problem = Problem::new(5, 5).expect("few items");
    for (thing, place) in (0..25).map(|pair| (pair / 5, pair % 5)) {
        problem.add_option([thing, 5 + place].map(Item)).expect("valid option");
    }
    let estimate = estimate(&problem, 10, 3);
    let means = [estimate.solutions(), estimate.tree_nodes()].map(|sample: SampleMean| {
        assert_eq!(sample.standard_error(), Some(0.0));
        sample.mean()
    });
    assert_eq!(means, [120.0, 326.0]);
}

#[test]
fn problem_without_a_search_is_estimated_exactly() {
    let empty = Problem::new(0, 0).expect("no items");
    let dead = Problem::new(1, 0).expect("few items");
    for (problem, solutions) in [(empty, 1.0), (dead, 0.0)] {
        let estimate = estimate(&problem, 2, 1);
        assert_eq!((estimate.solutions().mean(), estimate.tree_nodes().mean()), (solutions, 1.0));
    }
}

#[test]
fn slices_of_an_estimate_include_choices_and_skipped_options() {
    let mut one_item = Problem::new(1, 0).expect("few items");
    for _ in 0..16_384 {
        one_item.add_option([Item(0)]).expect("valid option");
    }
    for problem in [pairs(16_384), one_item] {
        let mut estimate = Estimate::new(&problem, u64::MAX, 1);
        assert_eq!(estimate.advance(u64::MAX, &RUN), Step::Paused);
        assert_eq!(estimate.updates(), 0);
        assert!((10..1_000).contains(&estimate.nodes()), "{} nodes in one slice", estimate.nodes());
    }
}

fn puzzle_estimate(board: &Board, probes: u64, seed: u64, stages: &[Stage]) -> EstimateAnswer {
    let mut estimate = PuzzleEstimate::new(puzzle(board), probes, seed);
    for stage in stages.iter().cycle() {
        if stage.cloned {
            estimate = estimate.clone();
        }
        let before = estimate.nodes();
        let progress =
            estimate.advance(stage.budget_nodes, &AtomicBool::new(stage.stopped)).expect("no engine bug");
        assert!(estimate.nodes() - before <= stage.budget_nodes, "more nodes than the budget");
        if progress != Progress::Paused {
            break;
        }
    }
    estimate.answer()
}

#[test]
fn estimates_of_puzzles_are_unbiased() {
    let empty = |size, box_width| Board { size, box_width, box_height: 2, cells: vec![0; size * size] };
    let with_clues = |clues: &[usize]| {
        let mut board = empty(6, 3);
        board.cells[..clues.len()].copy_from_slice(clues);
        board
    };
    let mut column = with_clues(&[1, 2, 3, 4, 5, 6, 4, 5]);
    (1..6).zip([4, 2, 3, 5, 6]).for_each(|(row, digit)| column.cells[6 * row] = digit);
    let counted = column.solutions(usize::MAX).expect("few nodes").len() as f64;
    // There are 28,200,960 grids of size 6, which divide evenly among the 720 first rows.
    for (board, solutions) in
        [(empty(4, 2), 288.0), (with_clues(&[1, 2, 3, 4, 5, 6]), 39_168.0), (column, counted)]
    {
        let estimates = (0..40).map(|seed| puzzle_estimate(&board, 250, seed, &RUN_ON));
        let means: Vec<f64> = estimates.map(|answer| answer.solutions.mean()).collect();
        let mean = means.iter().sum::<f64>() / means.len() as f64;
        let variance = means.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 39.0;
        let error = (variance / 40.0).sqrt();
        assert!((mean - solutions).abs() < 3.0 * error, "{mean} +- {error}, not {solutions}");
        assert!(error < 0.02 * solutions, "{mean} +- {error} says little about {solutions}");
    }
}

#[test]
fn puzzle_that_the_rules_decide_is_estimated_exactly() {
    let solved = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let board = |cells: &[usize]| Board { size: 4, box_width: 2, box_height: 2, cells: cells.to_vec() };
    let mut singles = solved;
    (singles[0], singles[15]) = (0, 0);
    let mut conflict = [0; 16];
    (conflict[0], conflict[1]) = (1, 1);
    let mut no_place = [0; 16];
    [no_place[0], no_place[1], no_place[7]] = [2, 3, 1];
    for (cells, solutions) in [(&solved, 1.0), (&singles, 1.0), (&conflict, 0.0), (&no_place, 0.0)] {
        let answer = puzzle_estimate(&board(cells), 3, 1, &RUN_ON);
        assert_eq!((answer.solutions.mean(), answer.solutions.standard_error()), (solutions, Some(0.0)));
        assert_eq!((answer.tree_nodes.mean(), answer.probes), (1.0, 3));
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn estimate_of_a_puzzle_finds_solutions_only_if_there_are_some(
        board in board(1..=9),
        stages in stages(),
        seed: u64,
    ) {
        let paused = puzzle_estimate(&board, 10, seed, &stages);
        prop_assert_eq!(&paused, &puzzle_estimate(&board, 10, seed, &RUN_ON));
        prop_assert_eq!((paused.probes, paused.stop_reason), (10, StopReason::Complete));
        prop_assert!(paused.solutions.mean() == 0.0 || answer(&board, 1)?.count == 1);
    }

    #[test]
    fn pauses_do_not_change_the_estimate(statement in statement(18), stages in stages(), seed in any::<u64>()) {
        let problem = problem(&statement);
        let whole = estimate(&problem, 20, seed);
        let mut paused = Estimate::new(&problem, 20, seed);
        for &Stage { budget_nodes, stopped, cloned } in stages.iter().cycle() {
            if cloned {
                paused = paused.clone();
            }
            let before = paused.nodes();
            let step = paused.advance(budget_nodes, &AtomicBool::new(stopped));
            let allowed = if stopped { 0 } else { budget_nodes };
            prop_assert!(paused.nodes() - before <= allowed);
            if step == Step::Exhausted {
                break;
            }
        }
        prop_assert_eq!(paused.solutions(), whole.solutions());
        prop_assert_eq!(paused.tree_nodes(), whole.tree_nodes());
        prop_assert_eq!((paused.nodes(), paused.updates()), (whole.nodes(), whole.updates()));
    }
}
