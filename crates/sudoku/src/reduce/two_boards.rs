//! Two boards that are reduced at once, in registers of twice the width.
//!
//! A round over both takes little longer than a round over one board. The two options of a branch need similar numbers of rounds, so
//! counting takes four fifths of the time.

use std::mem;

use fearless_simd::{Level, Simd, dispatch};
use quadrille_exact_cover::unstable::NodeState;

use super::band_words::{BandWords, each};
use super::board_9x9::Board9x9;
use super::board_rules::{Registers, RuleRound, fingerprint};
use super::two_board_words::TwoBoardWords;

/// Result of the rules on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ReducedBoard {
    pub(super) state: NodeState,
    /// Number of rounds over the board.
    pub(super) rounds: u64,
}

/// Reduces two boards at once, with the results of [`Board9x9::reduce`] for each.
///
/// Returns `None` and changes neither board if the processor has no registers of this width. The candidates of a dead board are
/// undefined.
pub(super) fn reduce_both(first: &mut Board9x9, second: &mut Board9x9) -> Option<[ReducedBoard; 2]> {
    dispatch!(Level::new(), simd => apply_rules(simd, first, second))
}

#[inline(always)]
fn apply_rules<S: Simd>(simd: S, first: &mut Board9x9, second: &mut Board9x9) -> Option<[ReducedBoard; 2]> {
    if !TwoBoardWords::<S>::IS_NATIVE {
        return None;
    }
    let mut words = join(simd, first, second);
    let mut after = fingerprint(&words);
    let (mut rounds, mut has_ended) = ([0; 2], [false; 2]);
    loop {
        let round = RuleRound::begin(&mut words);
        round.finish(&mut words);
        let before = mem::replace(&mut after, fingerprint(&words));
        let is_changed = ((after[0] ^ before[0]) | (after[1] ^ before[1])).has_any();
        let (is_dead, is_open) = (round.dead.has_any(), round.open.has_any());
        for board in 0..2 {
            rounds[board] += u64::from(!has_ended[board]);
            has_ended[board] |= is_dead[board] | !is_open[board] | !is_changed[board];
        }
        // Further rounds change neither a solved board nor one that no rule has changed, and a dead one stays dead.
        if has_ended[0] & has_ended[1] {
            [*first, *second] = split(&words);
            return Some([0, 1].map(|board| {
                let state = match (is_dead[board], is_open[board]) {
                    (true, _) => NodeState::Dead,
                    (false, true) => NodeState::Open,
                    (false, false) => NodeState::Solved,
                };
                ReducedBoard { state, rounds: rounds[board] }
            }));
        }
    }
}

#[inline(always)]
fn join<S: Simd>(simd: S, first: &Board9x9, second: &Board9x9) -> Registers<TwoBoardWords<S>> {
    let (first, second) = (first.words(), second.words());
    each(
        [0, 1, 2],
        #[inline(always)]
        |row: usize| {
            each(
                [0, 1, 2],
                #[inline(always)]
                |column: usize| TwoBoardWords::join(simd, first[row][column], second[row][column]),
            )
        },
    )
}

#[inline(always)]
fn split<S: Simd>(words: &Registers<TwoBoardWords<S>>) -> [Board9x9; 2] {
    let (mut first, mut second) = ([[BandWords::splat(0); 3]; 3], [[BandWords::splat(0); 3]; 3]);
    for (row, registers) in words.iter().enumerate() {
        for (column, both) in registers.iter().enumerate() {
            [first[row][column], second[row][column]] = both.split();
        }
    }
    [Board9x9::from_words(first), Board9x9::from_words(second)]
}

#[cfg(test)]
mod tests {
    use quadrille_exact_cover::unstable::SplitMix64;

    use super::*;
    use crate::model::Digit;
    use crate::reduce::solve_randomly;

    /// The board of some cells of a random solution; in a third of the boards, one more cell has a random digit.
    fn random_board(random: &mut SplitMix64) -> Board9x9 {
        let mut board = Board9x9::new(&[None; 81]);
        while solve_randomly(&mut board, random).is_none() {
            board = Board9x9::new(&[None; 81]);
        }
        let clues = 15 + random.below(40);
        let mut cells = board.digits().map(|digit| {
            let is_given = random.below(81) < clues;
            Digit::new(usize::from(digit) + 1).filter(|_| is_given)
        });
        if random.below(3) == 0 {
            cells[random.below(81) as usize] = Digit::new(random.below(9) as usize + 1);
        }
        Board9x9::new(&cells)
    }

    #[test]
    fn two_boards_are_reduced_as_each_alone() {
        let mut random = SplitMix64::new(19);
        let mut states = [0; 3];
        for _ in 0..300 {
            let mut boards = [random_board(&mut random), random_board(&mut random)];
            let mut alone = boards;
            let expected = alone.each_mut().map(|board| {
                let mut rounds = 0;
                let state = board.reduce(&mut rounds);
                ReducedBoard { state, rounds }
            });
            let before = boards;
            let [first, second] = &mut boards;
            let Some(reductions) = reduce_both(first, second) else {
                assert_eq!(boards, before);
                return;
            };
            assert_eq!(reductions, expected);
            for board in 0..2 {
                states[reductions[board].state as usize] += 1;
                if reductions[board].state != NodeState::Dead {
                    assert_eq!(boards[board], alone[board]);
                }
            }
        }
        assert!(states.iter().all(|&boards| boards > 20), "{states:?}");
    }

    #[cfg(not(target_feature = "avx2"))]
    #[test]
    fn narrow_registers_leave_both_boards_unchanged() {
        let mut clues = [None; 81];
        clues[0] = Digit::new(1);
        let before = [Board9x9::new(&clues); 2];
        let mut boards = before;
        let [first, second] = &mut boards;
        assert_eq!(dispatch!(Level::baseline(), simd => apply_rules(simd, first, second)), None);
        assert_eq!(boards, before);
    }
}
