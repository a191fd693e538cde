//! Counts the solutions of boards whose unsolved cells have two candidates each, without a search.
//!
//! In a reduced board of this kind, every digit that a house still takes has exactly two places there. So each placement
//! determines a whole connected set of cells, and the other candidates of that set are a solution of it if and only if the
//! placed ones are: every connected set doubles the number of solutions, or leaves none.

use quadrille_exact_cover::unstable::NodeState;

use super::band_words::{BandWords, Words};
use super::board_9x9::{ALL_DIGITS, Board9x9, BoardCandidate};
use super::board_rules::CELL_BITS;
use super::branching::{open_guards, without_lowest};

/// The smallest connected set: two digits in two rows and two columns. It always has two solutions.
const RECTANGLE_CELLS: u32 = 4;

/// Number of solutions of a reduced, open board; `None` if a cell has three candidates. Adds the rounds of rules to `rounds`.
pub(super) fn count_pairs(board: &Board9x9, rounds: &mut u64) -> Option<u64> {
    let zero = BandWords::splat(0);
    let (mut cells, mut three) = (zero, zero);
    for &words in board.words().as_flattened() {
        let rest = without_lowest(words);
        three = three | without_lowest(rest);
        cells = cells.wrapping_add(open_guards(rest).shift_right::<9>());
    }
    if !three.is_zero() {
        return None;
    }
    // The counts of the three boxes of each band.
    let per_box = cells.words().into_iter().fold(0, u32::wrapping_add);
    let cells = (0..3).map(|stack| per_box >> (stack * CELL_BITS) & ALL_DIGITS).sum::<u32>();
    if cells == RECTANGLE_CELLS {
        return Some(2);
    }
    let (mut board, mut solutions) = (*board, 1);
    while let Some(candidate) = first_candidate(&board) {
        board = board.placing(candidate);
        solutions *= 2;
        match board.reduce(rounds) {
            NodeState::Dead => return Some(0),
            NodeState::Solved => break,
            NodeState::Open => {}
        }
    }
    Some(solutions)
}

/// The first candidate of the first unsolved cell.
fn first_candidate(board: &Board9x9) -> Option<BoardCandidate> {
    let registers = (0..3).flat_map(|row| (0..3).map(move |column| (row, column)));
    let mut unsolved = registers.filter_map(|(row, column)| {
        let words = board.words()[row][column];
        let guards = open_guards(without_lowest(words)).words();
        let (band, &guards) = guards.iter().enumerate().find(|&(_, &guards)| guards != 0)?;
        let guard = guards & guards.wrapping_neg();
        let cell = guard - (guard >> 9);
        let candidates = words.words()[band] & cell;
        Some(BoardCandidate::new(band, 3 * row + column, candidates & candidates.wrapping_neg()))
    });
    unsolved.next()
}

#[cfg(test)]
mod tests {
    use quadrille_exact_cover::unstable::SplitMix64;

    use super::*;
    use crate::model::Digit;
    use crate::reduce::branching::branch;
    use crate::reduce::solve_randomly;

    /// A search without shortcuts, which compares the count of each board of pairs with its own.
    #[derive(Default)]
    struct PlainSearch {
        /// Boards of pairs, by number of solutions: none, two, more.
        checked: [usize; 3],
    }

    impl PlainSearch {
        fn count(&mut self, mut board: Board9x9) -> u64 {
            match board.reduce(&mut 0) {
                NodeState::Dead => return 0,
                NodeState::Solved => return 1,
                NodeState::Open => {}
            }
            let (candidate, is_pairs) = branch(&board);
            let solutions = self.count(board.placing(candidate)) + self.count(board.excluding(candidate));
            let known = count_pairs(&board, &mut 0);
            assert_eq!(known.is_some(), is_pairs);
            if let Some(known) = known {
                assert_eq!(known, solutions);
                self.checked[(known / 2).min(2) as usize] += 1;
            }
            solutions
        }
    }

    #[test]
    fn count_of_pairs_equals_search() {
        let mut random = SplitMix64::new(5);
        let mut search = PlainSearch::default();
        for _ in 0..200 {
            let mut board = Board9x9::new(&[None; 81]);
            if solve_randomly(&mut board, &mut random).is_none() {
                continue;
            }
            let clues = board.digits().map(|digit| {
                let is_given = random.below(81) < 26;
                Digit::new(usize::from(digit) + 1).filter(|_| is_given)
            });
            let mut puzzle = Board9x9::new(&clues);
            puzzle.reduce(&mut 0);
            if puzzle.candidate_counts().1 > 24 {
                search.count(puzzle);
            }
        }
        assert!(search.checked.iter().all(|&boards| boards > 20), "{:?}", search.checked);
    }
}
