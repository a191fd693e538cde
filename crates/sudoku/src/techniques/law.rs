//! Laws of all techniques, tested on random puzzles:
//!
//! - a step never removes a digit of the solution, never places another, and changes the board;
//! - each step of a path, and each hint, is the first step of the easiest technique, on the board before it;
//! - pauses change nothing.
#![cfg(test)]

use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::Progress;
use quadrille_exact_cover::unstable::SplitMix64;
use quadrille_testing::strategies::share;

use super::board::Board;
use super::language::Language;
use super::memo::SearchMemo;
use super::path::PathSearch;
use super::patterns::Technique;
use super::search_progress::SearchProgress;
use super::step::{Step, explain};
use super::testing;
use super::walk::{WalkEnd, enter};
use super::wording::Wording;
use super::work::WorkBudget;
use crate::analysis::PlayedPuzzle;
use crate::model::{BoxShape, DigitSet, Grid, Puzzle, Rules, Solution};

/// Generated puzzles with the rarest technique, which random puzzles rarely have.
const WITH_UNIQUE_RECTANGLE_5: [&str; 3] = [
    "8.97.2..6..24..8............3..5..7.7..8...2......76......1...9....9.71.9.6.....4",
    "..1.....2.657...314....1....2..4..8...............37.6.16....4.8.73...2.9.....8..",
    "....53.2.28....6.......9..4...147...9..6...8..4.......4......6...8..2.9.5.2.7....",
];

/// Puzzles whose paths have a jellyfish, a naked quad, a hidden quad, a swordfish and a hidden triple, two of each.
const WITH_LARGE_PATTERNS: [&str; 10] = [
    ".....1..8.......6...682.3..1..9......4..1.7...792.6.3....7.....3.2.....94....51..",
    "...74...9...1...46.....98.....2...7...4.9.....9...6....75.8.....3.6.2..748...7.52",
    ".2...8.7.......3...46.2..............1.9.5.8.5.9.721....7..6...6..28.....53....16",
    ".4....5..6.1..48....8.6..74.....9..3.6..4........8.74.5.2....1....39.6..8...5....",
    "..53......91.8....2....6......5...1....29...3..2....48.3..7...2.....48..6....9..7",
    "...6.79...42......8..3.9...1...5..9...7..8.1..5...67........36.2.4...8.7.3....1..",
    ".....5...385...4...2.8......186...72...7.....7.......624...798.....3...5.9.....27",
    ".8..194..2..3.....79..6.1......7.8..........35..4.3.7..7.2..9....86...4.....3.2..",
    "............573..8.27.945.........2.6.34..8....8.1..43...6......9..58...782......",
    ".16...7..9.......33...4..15.......28.9...7.......913..284..........7....6..2.8.5.",
];

/// Number of steps found by each technique.
type StepCounts = [usize; Technique::ALL.len()];

/// The first step of a technique on a board; `None` if there is none.
fn find_step<const W: usize>(board: &Board<W>, technique: Technique) -> Option<Step> {
    let deduction = technique.find(board, &mut SearchMemo::default()).into_deduction()?;
    Some(Step { technique, deduction })
}

/// The first step of the first technique that has one. A [trial](Technique::Trial) is not among them.
fn next_step<const W: usize>(board: &Board<W>) -> Option<Step> {
    Technique::ALL.iter().copied().find_map(|technique| find_step(board, technique))
}

/// Finds and certifies the first step of each technique, on the board of the puzzle and after each easiest step.
fn certify_all<const W: usize>(puzzle: &Puzzle, solution: &Grid, is_unique: bool, found: &mut StepCounts) {
    let mut board = Board::<W>::new(puzzle, is_unique).expect("fits");
    loop {
        // The techniques that take long are tried only on boards without easy steps.
        let easiest = next_step(&board);
        let is_hard = easiest.as_ref().is_none_or(|step| step.technique > Technique::HiddenTriple);
        let techniques =
            Technique::ALL.iter().copied().filter(|&technique| is_hard || technique < Technique::SueDeCoq);
        for technique in techniques {
            let Some(step) = find_step(&board, technique) else { continue };
            testing::certify(&board, &step.deduction, solution);
            for &language in Language::ALL {
                let sentence = explain(&step, &Wording::new(board.layout()).in_language(language));
                assert!(sentence.values.iter().all(|(_, value)| !value.is_empty()), "{sentence:?}");
                assert!(sentence.to_string().ends_with('.'), "{sentence}");
            }
            found[technique.index()] += 1;
        }
        let Some(step) = easiest else { break };
        board.apply(&step.deduction);
        assert!(!board.is_contradictory());
    }
    assert!(!board.is_solved() || board.grid().as_ref() == Some(solution));
}

/// Asserts that each technique was found, except the trial, which has no pattern, and those of constraints.
fn assert_found(found: &StepCounts, minimum: usize, needs_uniqueness: bool) {
    let is_pattern = |technique: &Technique| *technique != Technique::Trial && !technique.needs_constraints();
    let patterns = Technique::ALL.iter().copied().filter(is_pattern);
    for technique in patterns.filter(|technique| technique.needs_uniqueness() == needs_uniqueness) {
        let number = found[technique.index()];
        assert!(number >= minimum, "{technique:?} was found {number} times: {found:?}");
    }
}

#[test]
fn each_technique_of_a_path_might_occur_on_all_boards_before_it() {
    let mut random = SplitMix64::new(7);
    let random_puzzles = [6, 9, 8].into_iter().flat_map(|size| {
        let rules = testing::rules(size);
        let full = testing::random_solution(&mut random, &rules, BoxShape::usual(size));
        (0..8).map(|_| testing::random_unique_puzzle(&mut random, &rules, &full)).collect::<Vec<_>>()
    });
    let mut found = [0; Technique::ALL.len()];
    for puzzle in WITH_LARGE_PATTERNS.map(testing::puzzle).into_iter().chain(random_puzzles) {
        let mut board = Board::<2>::new(&puzzle, true).expect("fits");
        let mut excluded = [false; Technique::ALL.len()];
        loop {
            for &technique in Technique::ALL {
                excluded[technique.index()] |= !technique.may_occur(&board);
            }
            let Some(step) = next_step(&board) else { break };
            assert!(!excluded[step.technique.index()], "{:?} of {puzzle:?}", step.technique);
            found[step.technique.index()] += 1;
            board.apply(&step.deduction);
        }
    }
    for technique in [
        Technique::HiddenTriple,
        Technique::Swordfish,
        Technique::NakedQuad,
        Technique::HiddenQuad,
        Technique::Jellyfish,
    ] {
        assert!(found[technique.index()] > 1, "{technique:?}");
    }
}

#[test]
fn steps_on_random_candidates_keep_the_solution() {
    let (mut random, rules, mut found) = (SplitMix64::new(1), testing::rules(9), [0; Technique::ALL.len()]);
    let rounds = share(400);
    for round in 0..rounds {
        let full = testing::random_solution(&mut random, &rules, BoxShape::usual(9));
        let (clues, percent) = (random.below(30) as usize, 20 + random.below(60));
        let puzzle = match round % 2 {
            0 => testing::random_puzzle(&mut random, &rules, &full, 20 + clues / 2),
            _ => testing::random_candidates(&mut random, &rules, &full, clues, percent),
        };
        certify_all::<2>(&puzzle, &full, false, &mut found);
    }
    assert_found(&found, rounds as usize / 40, false);
}

#[test]
fn steps_of_random_unique_puzzles_keep_the_solution() {
    let (mut random, rules, mut found) = (SplitMix64::new(2), testing::rules(9), [0; Technique::ALL.len()]);
    for _ in 0..150 {
        let full = testing::random_solution(&mut random, &rules, BoxShape::usual(9));
        let puzzle = testing::random_unique_puzzle(&mut random, &rules, &full);
        certify_all::<2>(&puzzle, &full, true, &mut found);
    }
    for line in WITH_UNIQUE_RECTANGLE_5 {
        let puzzle = testing::puzzle(line);
        let (full, is_unique) = testing::solve(puzzle.clone()).expect("a solution");
        certify_all::<2>(&puzzle, &full, is_unique, &mut found);
    }
    assert_found(&found, 1, true);
}

#[test]
fn steps_of_every_size_and_box_keep_the_solution() {
    let (mut random, mut found) = (SplitMix64::new(3), [0; Technique::ALL.len()]);
    for size in [4, 6, 8, 12, 16] {
        for shape in BoxShape::all(size) {
            let rules = Rules::plain(size, shape).expect("fits");
            // Large boards take seconds: one puzzle of each kind.
            let rounds = if size < 12 { 4 } else { 2 };
            for round in 0..rounds {
                let full = testing::random_solution(&mut random, &rules, shape);
                let (cells, percent) = (size * size, 20 + random.below(40));
                let puzzle = match round % 2 {
                    0 => testing::random_puzzle(&mut random, &rules, &full, cells * 2 / 5),
                    _ => testing::random_candidates(&mut random, &rules, &full, cells / 4, percent),
                };
                if size < 12 {
                    certify_all::<2>(&puzzle, &full, false, &mut found);
                } else {
                    certify_all::<21>(&puzzle, &full, false, &mut found);
                }
            }
        }
    }
    assert!(found.iter().sum::<usize>() > 1_000);
}

/// Asserts that a step is the first one of the easiest technique of a board; a trial only if no technique has one.
fn assert_follows<const W: usize>(board: &Board<W>, step: &Step, solution: &Grid) {
    testing::certify(board, &step.deduction, solution);
    match (next_step(board), step.technique) {
        (None, Technique::Trial) => {}
        (next, _) => assert_eq!(next.as_ref(), Some(step)),
    }
}

/// Asserts that each step of the path of a puzzle follows from the board before it.
fn assert_path_follows<const W: usize>(puzzle: &Puzzle, full: &Grid) {
    let (_, is_unique) = testing::solve(puzzle.clone()).expect("a solution");
    let solution = is_unique.then(|| Solution::certify(puzzle, full.clone()).expect("the solution"));
    let mut path = PathSearch::new(puzzle, solution);
    while path.advance(u64::MAX, &AtomicBool::new(false)) == Progress::Paused {}
    let mut board = Board::<W>::new(puzzle, is_unique).expect("fits");
    for step in path.steps() {
        assert_follows(&board, step, full);
        board.apply(&step.deduction);
    }
    match path.end() {
        Some(WalkEnd::Solved) => assert_eq!(board.grid().as_ref(), Some(full)),
        end => assert_eq!((end, next_step(&board), is_unique), (Some(WalkEnd::Stuck), None, false)),
    }
}

#[test]
fn steps_of_paths_follow_from_the_boards_before_them() {
    let mut random = SplitMix64::new(4);
    for (size, puzzles) in [(4, 100), (6, 100), (8, 20), (9, 150), (10, 10)] {
        for shape in BoxShape::all(size) {
            let rules = Rules::plain(size, shape).expect("fits");
            for round in 0..share(puzzles) {
                let full = testing::random_solution(&mut random, &rules, shape);
                let puzzle = match round % 4 {
                    0 => testing::random_puzzle(&mut random, &rules, &full, size * size * 2 / 5),
                    _ if size > 9 => testing::random_puzzle(&mut random, &rules, &full, size * size / 2),
                    _ => testing::random_unique_puzzle(&mut random, &rules, &full),
                };
                assert_path_follows::<2>(&puzzle, &full);
            }
        }
    }
    let (rules, shape) = (testing::rules(16), BoxShape::usual(16));
    for clues in [90, 100, 100, 105, 110, 115, 120, 130] {
        let full = testing::random_solution(&mut random, &rules, shape);
        let puzzle = testing::random_puzzle(&mut random, &rules, &full, clues);
        assert_path_follows::<21>(&puzzle, &full);
    }
}

#[test]
fn hints_follow_from_the_entries_and_marks_of_a_player() {
    let (mut random, mut hints) = (SplitMix64::new(5), 0);
    for round in 0..1_000 {
        let rules = testing::rules([4, 6, 9, 9, 9][round % 5]);
        let shape = BoxShape::usual(rules.digit_count());
        let full = testing::random_solution(&mut random, &rules, shape);
        let puzzle = testing::random_unique_puzzle(&mut random, &rules, &full);
        let percent = random.below(60);
        let mut entries = full.clone();
        let mut marks = vec![DigitSet::default(); full.cells().len()];
        for (cell, digit) in full.filled() {
            if random.below(100) >= percent {
                entries.set(cell, None);
            }
            if random.below(2) == 0 {
                let others = rules.digits().digits().filter(|_| random.below(100) < 40);
                marks[cell.index()] = others.chain([digit]).collect();
            }
        }
        let played = PlayedPuzzle::new(puzzle.clone(), entries, marks).expect("fits");
        let solution = Solution::certify(&puzzle, full.clone()).expect("the solution");
        let mut search = PathSearch::next_step(&played, Some(solution));
        while search.advance(u64::MAX, &AtomicBool::new(false)) == Progress::Paused {}
        let mut board = Board::<2>::new(&puzzle, true).expect("fits");
        enter(&mut board, &played);
        match search.steps() {
            [step] => {
                assert_follows(&board, step, &full);
                hints += 1;
            }
            steps => assert!(steps.is_empty() && board.is_solved(), "{steps:?}"),
        }
    }
    assert!(hints > 750, "{hints} hints");
}

#[test]
fn pauses_within_a_search_change_nothing() {
    let (mut random, rules, mut pauses) = (SplitMix64::new(6), testing::rules(9), [0; Technique::ALL.len()]);
    for round in 0..30 {
        let full = testing::random_solution(&mut random, &rules, BoxShape::usual(9));
        let puzzle = match round % 2 {
            0 => testing::random_unique_puzzle(&mut random, &rules, &full),
            _ => testing::random_candidates(&mut random, &rules, &full, 20, 40),
        };
        let board = Board::<2>::new(&puzzle, round % 2 == 0).expect("fits");
        let mut memo = SearchMemo::new(&board, Technique::ALL.len());
        for &technique in Technique::ALL {
            let step = loop {
                memo.set_work(WorkBudget::new(1));
                match technique.find(&board, &mut memo) {
                    SearchProgress::Paused => pauses[technique.index()] += 1,
                    progress => break progress.into_deduction(),
                }
            };
            let expected = find_step(&board, technique).map(|step| step.deduction);
            assert_eq!(step, expected, "{technique:?}");
        }
    }
    for technique in [
        Technique::Nishio,
        Technique::GroupedAic,
        Technique::ForcingChain,
        Technique::ContradictionNet,
        Technique::DigitForcingNet,
    ] {
        assert!(pauses[technique.index()] > 0, "{technique:?}: {pauses:?}");
    }
}
