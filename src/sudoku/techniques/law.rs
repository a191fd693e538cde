//! Law of all techniques, tested on random puzzles: a step never removes a digit of the solution, never places another, and
//! changes the board.
#![cfg(test)]

use super::board::Board;
use super::patterns::{explain, find_step, next_step};
use super::technique::Technique;
use super::testing;
use crate::exact_cover::SplitMix64;
use crate::sudoku::model::{BoxShape, Grid, Puzzle, Rules};

/// Techniques that the random puzzles must contain.
const EXPECTED: &[Technique] = &[
    Technique::FullHouse,
    Technique::HiddenSingle,
    Technique::NakedSingle,
    Technique::Pointing,
    Technique::Claiming,
    Technique::NakedPair,
    Technique::HiddenPair,
    Technique::NakedTriple,
    Technique::HiddenTriple,
    Technique::NakedQuad,
    Technique::HiddenQuad,
    Technique::XWing,
    Technique::Swordfish,
    Technique::Jellyfish,
    Technique::FinnedXWing,
    Technique::SashimiXWing,
    Technique::FinnedSwordfish,
    Technique::SashimiSwordfish,
    Technique::FinnedJellyfish,
    Technique::SashimiJellyfish,
    Technique::Skyscraper,
    Technique::TwoStringKite,
    Technique::TurbotFish,
    Technique::EmptyRectangle,
    Technique::XyWing,
    Technique::XyzWing,
    Technique::WWing,
    Technique::RemotePair,
    Technique::SimpleColouring,
    Technique::MultiColouring,
    Technique::XChain,
    Technique::XyChain,
    Technique::Aic,
    Technique::GroupedAic,
    Technique::ForcingChain,
    Technique::ContradictionNet,
    Technique::UniqueRectangle1,
    Technique::HiddenRectangle,
    Technique::AlsXz,
    Technique::AlsXyWing,
    Technique::Nishio,
    Technique::ForcingNet,
    Technique::UniqueRectangle2,
    Technique::UniqueRectangle3,
    Technique::UniqueRectangle4,
    Technique::UniqueRectangle6,
    Technique::AvoidableRectangle,
    Technique::Bug,
    Technique::SueDeCoq,
    Technique::DeathBlossom,
];

/// Number of steps found by each technique.
type Found = [usize; Technique::ALL.len()];

/// Finds and certifies the first step of each technique, on the board of the puzzle and after each easiest step.
fn certify_all<const W: usize>(puzzle: &Puzzle, solution: &Grid, is_unique: bool, found: &mut Found) {
    let mut board = Board::<W>::new(puzzle, is_unique).expect("fits");
    loop {
        // The techniques that take long are tried only on boards without easy steps.
        let easiest = next_step(&board);
        let is_hard = easiest.as_ref().is_none_or(|step| step.technique > Technique::HiddenTriple);
        let techniques =
            Technique::ALL.into_iter().filter(|&technique| is_hard || technique < Technique::SueDeCoq);
        for technique in techniques {
            let Some(step) = find_step(&board, technique) else { continue };
            assert_eq!(step.technique, technique);
            testing::certify(&board, &step, solution);
            assert!(explain(&step, board.layout()).ends_with('.'));
            found[technique.index()] += 1;
        }
        let Some(step) = easiest else { break };
        board.apply(&step);
        assert!(!board.is_contradictory());
    }
    assert!(!board.is_solved() || board.grid().as_ref() == Some(solution));
}

fn assert_found(found: &Found, minimum: usize, needs_uniqueness: bool) {
    for technique in Technique::ALL {
        let is_expected = technique.needs_uniqueness() == needs_uniqueness && EXPECTED.contains(&technique);
        let number = found[technique.index()];
        assert!(!is_expected || number >= minimum, "{technique:?} was found {number} times: {found:?}");
    }
}

#[test]
fn steps_on_random_candidates_keep_the_solution() {
    let (mut random, rules, mut found) = (SplitMix64::new(1), testing::rules(9), [0; Technique::ALL.len()]);
    for round in 0..1_000 {
        let full = testing::random_solution(&mut random, &rules, BoxShape::usual(9));
        let (clues, percent) = (random.below(30) as usize, 20 + random.below(60));
        let puzzle = match round % 2 {
            0 => testing::random_puzzle(&mut random, &rules, &full, 20 + clues / 2),
            _ => testing::random_candidates(&mut random, &rules, &full, clues, percent),
        };
        certify_all::<2>(&puzzle, &full, false, &mut found);
    }
    assert_found(&found, 10, false);
}

#[test]
fn steps_of_random_unique_puzzles_keep_the_solution() {
    let (mut random, rules, mut found) = (SplitMix64::new(2), testing::rules(9), [0; Technique::ALL.len()]);
    for _ in 0..300 {
        let full = testing::random_solution(&mut random, &rules, BoxShape::usual(9));
        let puzzle = testing::random_unique_puzzle(&mut random, &rules, &full);
        certify_all::<2>(&puzzle, &full, true, &mut found);
    }
    assert_found(&found, 1, true);
}

#[test]
fn steps_of_every_size_and_box_keep_the_solution() {
    let (mut random, mut found) = (SplitMix64::new(3), [0; Technique::ALL.len()]);
    for size in [4, 6, 8, 12, 16] {
        for shape in BoxShape::all(size) {
            let rules = Rules::plain(size, shape).expect("fits");
            for round in 0..4 {
                let full = testing::random_solution(&mut random, &rules, shape);
                let (cells, percent) = (size * size, 20 + random.below(40));
                let puzzle = match round % 2 {
                    0 => testing::random_puzzle(&mut random, &rules, &full, cells * 2 / 5),
                    _ => testing::random_candidates(&mut random, &rules, &full, cells / 4, percent),
                };
                certify_all::<21>(&puzzle, &full, false, &mut found);
            }
        }
    }
    assert!(found.iter().sum::<usize>() > 1_000);
}
