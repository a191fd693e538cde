//! The candidates of each cell, with the changes to undo and their causes.

/// Cause of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The puzzle, or a choice of the search.
    Given,
    /// The digit of this cell, which a peer must not have.
    Peer(u16),
    /// The candidates of this cell, to which the changed cell is related.
    Relation(u16),
    /// The house with this index.
    House(u32),
    /// All places of a digit in a house: the index of the house times the number of digits, plus the number of the digit from 0.
    Places(u32),
    /// The sum with this index.
    Sum(u32),
    /// A digit that the sum with this index needs, in a cell outside of it.
    Needed(u32),
    /// The table with this index.
    Table(u32),
    /// The learnt clause with this index.
    Clause(u32),
}

/// Digits removed from a cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// The cell.
    pub(super) cell: u16,
    /// Digit that the cause places, as a number from 0; `None` if the cause removes digits.
    pub(super) placed: Option<u8>,
    /// The digits, as bits.
    pub(super) removed: u64,
    /// The digits that are left, as bits.
    pub(super) left: u64,
    /// The cause.
    pub(super) cause: Cause,
}

/// Reason why a board has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Conflict {
    /// All candidates of the cell are removed.
    Cell(u16),
    /// A rule needs a digit in a cell that cannot have it.
    Placement {
        /// The cell.
        cell: u16,
        /// Number of the digit, from 0.
        digit: usize,
        /// The rule.
        cause: Cause,
    },
    /// The rule has no solution with the candidates of its cells.
    Rule(Cause),
}

/// Candidates of each cell as bits: digit 1 is bit 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Board {
    masks: Vec<u64>,
    changes: Vec<Change>,
    /// Number of cells with two or more candidates.
    open: usize,
}

impl Board {
    /// Loads candidates. The changes begin with one for each cell, which removes nothing.
    pub(super) fn restart(&mut self, masks: impl IntoIterator<Item = u64>) {
        self.masks.clear();
        self.masks.extend(masks);
        self.changes.clear();
        let given = |(cell, &left)| Change { cell, placed: None, removed: 0, left, cause: Cause::Given };
        self.changes.extend((0..).zip(&self.masks).map(given));
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
    pub(super) fn remove(&mut self, cell: u16, digits: u64, cause: Cause) -> Result<(), Conflict> {
        self.change(cell, digits, None, cause);
        if self.mask(cell) == 0 { Err(Conflict::Cell(cell)) } else { Ok(()) }
    }

    /// Places a digit, given as a number from 0, in a cell.
    #[inline]
    pub(super) fn place(&mut self, cell: u16, digit: usize, cause: Cause) -> Result<(), Conflict> {
        if self.mask(cell) >> digit & 1 == 0 {
            return Err(Conflict::Placement { cell, digit, cause });
        }
        self.change(cell, !(1 << digit), Some(digit as u8), cause);
        Ok(())
    }

    #[inline(always)]
    fn change(&mut self, cell: u16, digits: u64, placed: Option<u8>, cause: Cause) {
        let mask = &mut self.masks[usize::from(cell)];
        let removed = *mask & digits;
        if removed != 0 {
            let was_open = is_open(*mask);
            *mask ^= removed;
            self.open -= usize::from(was_open && !is_open(*mask));
            let left = *mask;
            self.changes.push(Change { cell, placed, removed, left, cause });
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
