//! Tables of allowed digits: generalised arc consistency.

/// Allowed digits of some cells together.
#[derive(Clone, Debug)]
pub(super) struct AllowedTuples {
    pub(super) cells: Vec<u16>,
    /// The digits of each tuple, from 0, one tuple after the other.
    pub(super) digits: Vec<u8>,
}

impl AllowedTuples {
    /// Removes the candidates without an allowed tuple, given in the order of the cells. Returns whether there is a tuple.
    pub(super) fn filter(&self, masks: &mut [u64]) -> bool {
        let mut supported = [0; 4];
        for tuple in self.digits.chunks_exact(self.cells.len()) {
            let is_allowed = |(&digit, &mask): (&u8, &u64)| mask >> digit & 1 == 1;
            if tuple.iter().zip(&*masks).all(is_allowed) {
                tuple.iter().zip(&mut supported).for_each(|(&digit, bits)| *bits |= 1 << digit);
            }
        }
        masks.iter_mut().zip(supported).for_each(|(mask, bits)| *mask &= bits);
        masks.iter().all(|&mask| mask != 0)
    }
}
