//! Relations of two cells: arc consistency.

use super::board::{CandidateBoard, Contradicted};

/// Number of digits that one lookup covers.
const CHUNK: usize = 6;

/// The digits that a relation allows one cell, by the candidates of the other one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Support {
    /// For each set of [`CHUNK`] digits, and each of its 64 subsets: the digits that some digit of the subset allows.
    chunks: Vec<[u64; 1 << CHUNK]>,
}

impl Support {
    /// Of the digits that each digit allows the other cell.
    pub(super) fn new(rows: &[u64]) -> Self {
        let chunk = |rows: &[u64]| {
            let mut unions = [0; 1 << CHUNK];
            for subset in 1..unions.len() {
                let lowest = subset.trailing_zeros() as usize;
                let row = rows.get(lowest).copied().unwrap_or_default();
                unions[subset] = unions[subset & (subset - 1)] | row;
            }
            unions
        };
        Self { chunks: rows.chunks(CHUNK).map(chunk).collect() }
    }

    /// The digits that a digit allows the other cell.
    #[inline(always)]
    pub(super) fn of_digit(&self, digit: usize) -> u64 {
        self.chunks.get(digit / CHUNK).map_or(0, |unions| unions[1 << (digit % CHUNK)])
    }

    /// The digits that some candidate allows the other cell.
    #[inline(always)]
    pub(super) fn of(&self, mut candidates: u64) -> u64 {
        let mut allowed = 0;
        for unions in &self.chunks {
            allowed |= unions[candidates as usize % (1 << CHUNK)];
            candidates >>= CHUNK;
        }
        allowed
    }
}

/// A cell to which another one is related.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    pub(super) to: u16,
    /// Index of the [`Support`].
    pub(super) support: u32,
}

/// Removes the candidates that no candidate of `cell` allows.
pub(super) fn revise(
    cell: u16,
    arcs: &[Arc],
    supports: &[Support],
    board: &mut CandidateBoard,
) -> Result<(), Contradicted> {
    let mask = board.mask(cell);
    for &Arc { to, support } in arcs {
        let allowed = supports[support as usize].of(mask);
        if board.mask(to) & !allowed != 0 {
            board.remove(to, !allowed)?;
        }
    }
    Ok(())
}
