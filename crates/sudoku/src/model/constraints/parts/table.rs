//! Tables: the allowed digits of some cells together.

use std::collections::BTreeSet;

use super::Part;
use crate::model::cell::Cell;
use crate::model::digit::Digit;

/// Allowed digits of two to four cells together: generalised arc consistency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AllowedTuples {
    cells: Vec<Cell>,
    /// The digits of each tuple, from 0, one tuple after the other.
    digits: Vec<u8>,
}

impl AllowedTuples {
    /// The table with these tuples, each with a digit for each cell.
    pub(crate) fn new<'a>(cells: Vec<Cell>, tuples: impl IntoIterator<Item = &'a Vec<Digit>>) -> Self {
        let digits = tuples.into_iter().flatten().map(|digit| digit.index() as u8).collect();
        Self { cells, digits }
    }

    fn tuples(&self) -> impl Iterator<Item = &[u8]> {
        self.digits.chunks_exact(self.cells.len())
    }
}

impl Part for AllowedTuples {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn size(&self) -> usize {
        self.digits.len()
    }

    fn filter(&self, masks: &mut [u64]) -> bool {
        let mut supported = [0; 4];
        for tuple in self.tuples() {
            let is_allowed = |(&digit, &mask): (&u8, &u64)| mask >> digit & 1 == 1;
            if tuple.iter().zip(&*masks).all(is_allowed) {
                tuple.iter().zip(&mut supported).for_each(|(&digit, bits)| *bits |= 1 << digit);
            }
        }
        masks.iter_mut().zip(supported).for_each(|(mask, bits)| *mask &= bits);
        masks.iter().all(|&mask| mask != 0)
    }

    fn width(&self) -> usize {
        self.cells.len()
    }

    fn forbid<E>(
        &self,
        digits: usize,
        mut visit: impl FnMut(&[(Cell, Digit)]) -> Result<(), E>,
    ) -> Result<(), E> {
        let allowed: BTreeSet<&[u8]> = self.tuples().collect();
        // The first combination, and each next one: the last digit changes first.
        let mut tuple = vec![0_u8; self.cells.len()];
        let mut combination = Vec::new();
        loop {
            if !allowed.contains(tuple.as_slice()) {
                let chosen = self.cells.iter().zip(&tuple);
                combination.clear();
                combination.extend(
                    chosen.filter_map(|(&cell, &digit)| Some((cell, Digit::new(usize::from(digit) + 1)?))),
                );
                visit(&combination)?;
            }
            let is_last = |digit: &u8| usize::from(*digit) + 1 == digits;
            let Some(place) = tuple.iter().rposition(|digit| !is_last(digit)) else { return Ok(()) };
            tuple[place] += 1;
            tuple[place + 1..].fill(0);
        }
    }
}
