//! Random walk in the search tree of a classic 9x9, from the root to a leaf.

use quadrille_exact_cover::unstable::{NodeState, SplitMix64};

use super::board_9x9::Board9x9;
use super::branching::branch_randomly;

/// Places random candidates until the board is solved or dead.
///
/// Returns the product of the numbers of candidates that it chose from, if the board is solved: the inverse of the probability
/// of this solution.
pub(crate) fn solve_randomly(board: &mut Board9x9, random: &mut SplitMix64) -> Option<u64> {
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
/// It estimates a tree with a branch for each candidate of a cell, which has about as many nodes as the tree of the search.
pub(crate) fn estimate_nodes(board: &Board9x9, walks: u32, random: &mut SplitMix64) -> f64 {
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

    use quadrille_exact_cover::unstable::{Search, Step};

    use super::*;
    use crate::model::Digit;
    use crate::reduce::board_9x9::BoardCandidate;
    use crate::reduce::board_search::BoardSearch;

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

    /// The board of some cells of a random solution, before any rule.
    fn random_board(random: &mut SplitMix64) -> Board9x9 {
        let mut solution = Board9x9::new(&[None; 81]);
        while solve_randomly(&mut solution, random).is_none() {
            solution = Board9x9::new(&[None; 81]);
        }
        let clues = 17 + random.below(20);
        let cells = solution.digits().map(|digit| {
            let is_given = random.below(81) < clues;
            Digit::new(usize::from(digit) + 1).filter(|_| is_given)
        });
        Board9x9::new(&cells)
    }

    #[test]
    fn placed_and_excluded_candidates_change_the_cell_and_its_peers() {
        let mut random = SplitMix64::new(7);
        for _ in 0..20 {
            let mut board = random_board(&mut random);
            board.reduce(&mut 0);
            for register in 0..9 {
                for (band, word) in board.words().as_flattened()[register].words().into_iter().enumerate() {
                    for bit in (0..30).map(|bit| 1 << bit).filter(|bit| word & bit != 0) {
                        let candidate = BoardCandidate::new(band, register, bit);
                        let (placed, digit) = candidate.location();
                        let expected = |cell: usize| match cell {
                            _ if cell == placed => 1 << digit,
                            _ if is_peer(cell, placed) => board.candidates(cell) & !(1 << digit),
                            _ => board.candidates(cell),
                        };
                        let after = board.placing(candidate);
                        assert!((0..81).all(|cell| after.candidates(cell) == expected(cell)));
                        let rest = board.candidates(placed) & !(1 << digit);
                        let after = board.excluding(candidate);
                        assert_eq!(after.candidates(placed), rest);
                        if !rest.is_power_of_two() {
                            assert!((0..81).all(|cell| {
                                cell == placed || after.candidates(cell) == board.candidates(cell)
                            }));
                        } else {
                            let other =
                                candidate.with_bit(u32::from(rest) << (bit.trailing_zeros() / 10 * 10));
                            assert_eq!(after, board.placing(other));
                        }
                    }
                }
            }
        }
    }

    /// Whether two cells share a house.
    fn is_peer(cell: usize, other: usize) -> bool {
        cell / 9 == other / 9
            || cell % 9 == other % 9
            || (cell / 27, cell % 9 / 3) == (other / 27, other % 9 / 3)
    }

    #[test]
    fn partly_reduced_board_is_reduced_as_the_board_itself() {
        let mut random = SplitMix64::new(11);
        let mut ends = [0; 4];
        for _ in 0..300 {
            let mut node = random_board(&mut random);
            while node.reduce(&mut 0) == NodeState::Open {
                let (candidate, _) = branch_randomly(&node, &mut random);
                let (mut whole, mut part) = (node.placing(candidate), node.placing(candidate));
                let (mut rounds, mut rounds_of_part) = (0, 0);
                let state = whole.reduce(&mut rounds);
                let state_of_part = part.reduce_partly(&mut rounds_of_part);
                assert!(rounds_of_part <= rounds);
                if state_of_part == NodeState::Open {
                    let mut unsolved = part;
                    assert_eq!(unsolved.reduce(&mut 0), state, "no solution is lost, and none is new");
                    assert!(state == NodeState::Dead || unsolved == whole);
                    ends[3] += usize::from(part != unsolved);
                    for cell in (0..81).filter(|&cell| part.candidates(cell).is_power_of_two()) {
                        let digit = part.candidates(cell);
                        let mut peers = (0..81).filter(|&peer| peer != cell && is_peer(peer, cell));
                        assert!(peers.all(|peer| part.candidates(peer) & digit == 0));
                    }
                } else {
                    assert_eq!(state_of_part, state);
                    assert!(state == NodeState::Dead || part == whole);
                }
                ends[state_of_part as usize] += 1;
                node = whole;
                if state == NodeState::Dead {
                    break;
                }
            }
        }
        assert!(ends.iter().all(|&boards| boards > 10), "{ends:?}");
    }
}
