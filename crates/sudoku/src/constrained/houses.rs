//! Houses: digits that have one place left, and digits of overlapping houses.

use super::board::{Board, Cause, Conflict, is_open};
use crate::bits::set_bits;

/// Cells in which no digit repeats.
#[derive(Clone, Debug)]
pub(super) struct House {
    pub(super) cells: Vec<u16>,
}

/// Two sets of cells with the same digits, up to their order: two houses without the cells that they share.
#[derive(Clone, Debug)]
pub(super) struct Overlap {
    /// The cells of the first set. Each digit of the second set is in it, too.
    pub(super) first: Vec<u16>,
    /// The cells of the second set.
    pub(super) second: Vec<u16>,
    /// Whether each digit of the first set is in the second set, too.
    pub(super) is_mutual: bool,
}

/// Places the digits of a house that have one place left, if every digit that has a place is needed.
pub(super) fn place_hidden_singles(house: &House, board: &mut Board, cause: Cause) -> Result<(), Conflict> {
    let (mut once, mut twice) = (0_u64, 0);
    for &cell in &house.cells {
        let mask = board.mask(cell);
        twice |= once & mask;
        once |= mask;
    }
    let digits = once.count_ones() as usize;
    if digits > house.cells.len() {
        return Ok(());
    }
    if digits < house.cells.len() {
        return Err(Conflict::Rule(cause));
    }
    let singles = once & !twice;
    for &cell in &house.cells {
        let mask = board.mask(cell);
        if mask & singles != 0 && is_open(mask) {
            for digit in set_bits(mask & singles) {
                board.place(cell, digit, cause)?;
            }
        }
    }
    Ok(())
}

/// Whether there are as many digits as cells.
pub(super) fn has_enough_digits(masks: &[u64]) -> bool {
    masks.iter().fold(0, |union, mask| union | mask).count_ones() as usize >= masks.len()
}

/// Removes the digits of either set that the other one cannot have.
pub(super) fn equalise(overlap: &Overlap, board: &mut Board, cause: Cause) -> Result<(), Conflict> {
    let union = |cells: &[u16], board: &Board| cells.iter().fold(0, |all, &cell| all | board.mask(cell));
    let (first, second) = (union(&overlap.first, board), union(&overlap.second, board));
    for &cell in &overlap.second {
        if board.mask(cell) & !first != 0 {
            board.remove(cell, !first, cause)?;
        }
    }
    if overlap.is_mutual && first & !second != 0 {
        for &cell in &overlap.first {
            if board.mask(cell) & !second != 0 {
                board.remove(cell, !second, cause)?;
            }
        }
    }
    Ok(())
}
