//! What contradicts all places of a digit that some cells need.

use super::board::{CandidateBoard, Contradicted};
use super::model::Model;
use crate::bits::set_bits;

/// Removes the candidates that contradict each place of a digit, for each of these digits that has two or three places in a house with all
/// digits.
///
/// Such as the digit itself in the rest of a row, if all places in a box are in this row; or, next to both places of a digit, the
/// digits that must not be its neighbours. More places rarely have something in common, but take longer.
pub(super) fn exclude_common(
    model: &Model,
    index: u32,
    digits: u64,
    board: &mut CandidateBoard,
    common: &mut Vec<u64>,
    work: &mut u64,
) -> Result<(), Contradicted> {
    let house = &model.houses[index as usize];
    let (mut once, mut twice, mut thrice, mut more) = (0, 0, 0, 0);
    for &cell in &house.cells {
        let mask = board.mask(cell);
        more |= thrice & mask;
        thrice |= twice & mask;
        twice |= once & mask;
        once |= mask;
    }
    for digit in set_bits(digits & twice & !more) {
        let place = |board: &CandidateBoard, from: usize| {
            let at = house.cells[from..].iter().position(|&cell| board.mask(cell) >> digit & 1 == 1);
            at.map(|at| from + at)
        };
        let Some(first) = place(board, 0) else { continue };
        let Some(second) = place(board, first + 1) else { continue };
        common.clear();
        common.extend_from_slice(model.peer_set(house.cells[first]));
        let mut next = Some(second);
        while let Some(at) = next {
            let mut any = 0;
            for (bits, other) in common.iter_mut().zip(model.peer_set(house.cells[at])) {
                *bits &= other;
                any |= *bits;
            }
            next = if any == 0 { None } else { place(board, at + 1) };
        }
        for (word, &bits) in common.iter().enumerate() {
            for bit in set_bits(bits) {
                let cell = (64 * word + bit) as u16;
                if board.mask(cell) >> digit & 1 == 1 {
                    board.remove(cell, 1 << digit)?;
                }
            }
        }
        let (first, rest) = (house.cells[first], &house.cells[second..]);
        *work += model.arcs[usize::from(first)].len() as u64;
        let related = model.arcs[usize::from(first)].iter().map(|arc| arc.to);
        for cell in related.chain((!model.arcs[usize::from(first)].is_empty()).then_some(first)) {
            let mut excluded = board.mask(cell) & model.contradicted(first, digit, cell);
            for &place in rest {
                if excluded == 0 {
                    break;
                }
                if board.mask(place) >> digit & 1 == 1 {
                    excluded &= model.contradicted(place, digit, cell);
                }
            }
            if excluded != 0 {
                board.remove(cell, excluded)?;
            }
        }
    }
    Ok(())
}
