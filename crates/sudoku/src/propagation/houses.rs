//! Houses: digits that have one place left.

use super::board::{CandidateBoard, Contradicted, is_open};
use crate::bits::set_bits;

/// Cells in which no digit repeats.
#[derive(Clone, Debug)]
pub(super) struct CompiledHouse {
    pub(super) cells: Vec<u16>,
}

/// Places the digits of a house that have one place left, if every digit that has a place is needed.
pub(super) fn place_hidden_singles(
    house: &CompiledHouse,
    board: &mut CandidateBoard,
) -> Result<(), Contradicted> {
    let (mut once, mut twice, mut solved) = (0_u64, 0, 0);
    for &cell in &house.cells {
        let mask = board.mask(cell);
        twice |= once & mask;
        once |= mask;
        solved |= if is_open(mask) { 0 } else { mask };
    }
    let digits = once.count_ones() as usize;
    if digits > house.cells.len() {
        return Ok(());
    }
    if digits < house.cells.len() {
        return Err(Contradicted);
    }
    let singles = once & !twice & !solved;
    if singles == 0 {
        return Ok(());
    }
    for &cell in &house.cells {
        let mask = board.mask(cell);
        if mask & singles != 0 {
            for digit in set_bits(mask & singles) {
                board.place(cell, digit)?;
            }
        }
    }
    Ok(())
}
