//! Random walk in the search tree of a classic 9x9, from the root to a leaf.

use super::board_9x9::Board9x9;
use super::branching::branch_randomly;
use crate::exact_cover::{NodeState, SplitMix64};

/// Places random candidates until the board is solved or dead.
///
/// Returns the product of the numbers of candidates that it chose from, if the board is solved: the inverse of the probability
/// of this solution.
pub fn solve_randomly(board: &mut Board9x9, random: &mut SplitMix64) -> Option<u64> {
    let mut product = 1_u64;
    loop {
        match board.reduce(&mut 0) {
            NodeState::Solved => return Some(product),
            NodeState::Dead => return None,
            NodeState::Open => {
                let (candidate, count) = branch_randomly(board, random);
                *board = board.placing(candidate);
                product = product.saturating_mul(u64::from(count));
            }
        }
    }
}

/// Estimates the number of nodes of the search of a board by random walks (Knuth 1975).
///
/// The estimate is that of a tree with a branch for each candidate of a cell, which is close to that of the search.
pub fn estimate_nodes(board: &Board9x9, walks: u32, random: &mut SplitMix64) -> f64 {
    let mut sum = 0.0;
    for _ in 0..walks {
        let (mut walk, mut product) = (*board, 1.0);
        sum += product;
        while walk.reduce(&mut 0) == NodeState::Open {
            let (candidate, count) = branch_randomly(&walk, random);
            walk = walk.placing(candidate);
            product *= f64::from(count);
            sum += product;
        }
    }
    sum / f64::from(walks.max(1))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::exact_cover::{Search, Step};
    use crate::sudoku::model::Digit;
    use crate::sudoku::reduce::board_search::BoardSearch;

    #[test]
    fn mean_of_the_products_is_the_number_of_solutions() {
        // A solution without its first band: at least the six orders of the rows are solutions.
        let line = concat!(
            "...........................",
            "859761423426853791713924856",
            "961537284287419635345286179",
        );
        let clues: Vec<Option<Digit>> =
            line.chars().map(|symbol| Digit::new(symbol.to_digit(10)? as usize)).collect();
        let board = Board9x9::new(clues.as_slice().try_into().expect("81 cells"));
        let mut search = Search::new(BoardSearch::new(board));
        let mut solutions = BTreeSet::new();
        while search.advance(u64::MAX, &AtomicBool::new(false)) == Step::Solution {
            solutions.insert(search.space().board().digits());
        }
        let (mut random, mut found, mut sum) = (SplitMix64::new(1), BTreeSet::new(), 0.0);
        for _ in 0..20_000 {
            let mut walk = board;
            if let Some(product) = solve_randomly(&mut walk, &mut random) {
                sum += product as f64;
                found.insert(walk.digits());
            }
        }
        assert!(solutions.len() > 1);
        assert_eq!(found, solutions);
        let mean = sum / 20_000.0;
        assert!((mean / solutions.len() as f64 - 1.0).abs() < 0.05, "{mean} of {}", solutions.len());
    }
}
