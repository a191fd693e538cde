//! The candidates of each cell, with the changes to undo.

/// Digits removed from a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// The cell.
    pub(super) cell: u16,
    /// The digits, as bits.
    pub(super) removed: u64,
}

/// A board has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contradicted;

/// Candidates of each cell as bits: digit 1 is bit 0.
#[derive(Clone, Debug, Default)]
pub(super) struct CandidateBoard {
    masks: Vec<u64>,
    changes: Vec<Change>,
    /// Number of cells with two or more candidates.
    open: usize,
}

impl CandidateBoard {
    /// Loads candidates. The changes begin with one for each cell, which removes nothing.
    pub(super) fn restart(&mut self, masks: impl IntoIterator<Item = u64>) {
        self.masks.clear();
        self.masks.extend(masks);
        self.changes.clear();
        let cells = (0..).zip(&self.masks);
        self.changes.extend(cells.map(|(cell, _)| Change { cell, removed: 0 }));
        self.open = self.masks.iter().filter(|&&mask| is_open(mask)).count();
    }

    /// Candidates of all cells.
    pub(super) fn masks(&self) -> &[u64] {
        &self.masks
    }

    /// Candidates of a cell.
    #[inline(always)]
    pub(super) fn mask(&self, cell: u16) -> u64 {
        self.masks[usize::from(cell)]
    }

    /// The changes that are not undone.
    pub(super) fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Number of cells with two or more candidates.
    pub(super) fn open_count(&self) -> usize {
        self.open
    }

    /// Removes candidates from a cell.
    #[inline]
    pub(super) fn remove(&mut self, cell: u16, digits: u64) -> Result<(), Contradicted> {
        self.change(cell, digits);
        if self.mask(cell) == 0 { Err(Contradicted) } else { Ok(()) }
    }

    /// Places a digit, given as a number from 0, in a cell.
    #[inline]
    pub(super) fn place(&mut self, cell: u16, digit: usize) -> Result<(), Contradicted> {
        if self.mask(cell) >> digit & 1 == 0 {
            return Err(Contradicted);
        }
        self.change(cell, !(1 << digit));
        Ok(())
    }

    #[inline(always)]
    fn change(&mut self, cell: u16, digits: u64) {
        let mask = &mut self.masks[usize::from(cell)];
        let removed = *mask & digits;
        if removed != 0 {
            let was_open = is_open(*mask);
            *mask ^= removed;
            self.open -= usize::from(was_open && !is_open(*mask));
            self.changes.push(Change { cell, removed });
        }
    }

    /// Undoes all changes but the first `kept` ones.
    pub(super) fn undo(&mut self, kept: usize) {
        while self.changes.len() > kept
            && let Some(Change { cell, removed, .. }) = self.changes.pop()
        {
            let mask = &mut self.masks[usize::from(cell)];
            let was_open = is_open(*mask);
            *mask |= removed;
            self.open += usize::from(!was_open && is_open(*mask));
        }
    }
}

/// Whether there are two or more candidates.
#[inline(always)]
pub(super) fn is_open(mask: u64) -> bool {
    mask & mask.wrapping_sub(1) != 0
}
