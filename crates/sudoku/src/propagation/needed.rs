//! Digits that some cells need.

use super::board::{CandidateBoard, Contradicted, is_open};
use crate::bits::set_bits;

/// Places each of these digits, which some of the cells have, if it has a single place; otherwise removes it from the common peers of its
/// places.
pub(super) fn place_needed(
    digits: u64,
    cells: &(impl Iterator<Item = u16> + Clone),
    peer_sets: &[u64],
    board: &mut CandidateBoard,
    outside: &mut Vec<u64>,
    work: &mut u64,
) -> Result<(), Contradicted> {
    let words = peer_sets.len() / board.masks().len().max(1);
    for digit in set_bits(digits) {
        let mut places = cells.clone().filter(|&cell| board.mask(cell) >> digit & 1 == 1);
        let Some(first) = places.next() else { continue };
        let Some(second) = places.next() else {
            if is_open(board.mask(first)) {
                board.place(first, digit)?;
            }
            continue;
        };
        let peers = |cell: u16| &peer_sets[usize::from(cell) * words..][..words];
        outside.clear();
        outside.extend(peers(first).iter().zip(peers(second)).map(|(one, other)| one & other));
        for place in places {
            outside.iter_mut().zip(peers(place)).for_each(|(bits, other)| *bits &= other);
        }
        *work += words as u64;
        for (word, &bits) in outside.iter().enumerate() {
            for bit in set_bits(bits) {
                let cell = (64 * word + bit) as u16;
                if board.mask(cell) >> digit & 1 == 1 {
                    board.remove(cell, 1 << digit)?;
                }
            }
        }
    }
    Ok(())
}
