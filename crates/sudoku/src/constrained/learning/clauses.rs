//! Learnt clauses, propagated with two watched literals.

use super::literal::{Literal, candidate};
use crate::bits::set_bits;
use crate::constrained::board::{Board, Cause, Conflict, is_open};

#[derive(Clone, Copy, Debug)]
struct Clause {
    start: u32,
    end: u32,
    /// Number of levels of its literals when it was learnt; 0 if it must stay.
    levels: u32,
}

#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: u32,
    /// Another literal of the clause.
    other: Literal,
}

/// Clauses of two or more literals, of which the first two are watched.
#[derive(Clone, Debug, Default)]
pub(super) struct Clauses {
    clauses: Vec<Clause>,
    literals: Vec<Literal>,
    /// Clauses that watch each literal.
    watches: Vec<Vec<Watch>>,
    /// Number of changes that the clauses have seen.
    seen: usize,
    /// Work so far.
    pub(super) work: u64,
}

impl Clauses {
    pub(super) fn restart(&mut self, candidates: usize) {
        self.clauses.clear();
        self.literals.clear();
        self.watches.clear();
        self.watches.resize(2 * candidates, Vec::new());
        self.seen = 0;
    }

    pub(super) fn literals(&self, index: u32) -> &[Literal] {
        let Clause { start, end, .. } = self.clauses[index as usize];
        &self.literals[start as usize..end as usize]
    }

    /// Number of literals of all clauses.
    pub(super) fn size(&self) -> usize {
        self.literals.len()
    }

    /// Adds a clause of two or more literals. The first two must be the last ones to become false, or open.
    pub(super) fn add(&mut self, literals: &[Literal], levels: u32) -> u32 {
        let (index, start) = (self.clauses.len() as u32, self.literals.len() as u32);
        self.literals.extend_from_slice(literals);
        self.clauses.push(Clause { start, end: self.literals.len() as u32, levels });
        for (watched, other) in [(literals[0], literals[1]), (literals[1], literals[0])] {
            self.watches[watched.index()].push(Watch { clause: index, other });
        }
        index
    }

    /// Forgets all changes but the first `kept` ones.
    pub(super) fn backtrack(&mut self, kept: usize) {
        self.seen = self.seen.min(kept);
    }

    /// Removes the clauses with the most levels and the true clauses. Only valid at the root, where no analysis asks for a cause.
    pub(super) fn reduce(&mut self, board: &Board) {
        let mut levels: Vec<u32> = self.clauses.iter().map(|clause| clause.levels).collect();
        levels.sort_unstable();
        let middle = levels.get(levels.len() / 2).copied().unwrap_or_default().max(2);
        let newest = self.clauses.len() - self.clauses.len() / 8;
        let (clauses, mut literals) = (std::mem::take(&mut self.clauses), std::mem::take(&mut self.literals));
        self.watches.iter_mut().for_each(Vec::clear);
        for (index, &Clause { start, end, levels }) in clauses.iter().enumerate() {
            let literals = &mut literals[start as usize..end as usize];
            let value = |literal: &Literal| value(*literal, board);
            if (levels < middle || index >= newest)
                && !literals.iter().any(|literal| value(literal) == Some(true))
            {
                literals.sort_by_key(|literal| value(literal) == Some(false));
                self.add(literals, levels);
            }
        }
        self.seen = 0;
    }

    /// Applies the clauses to the new changes. Returns whether there was one.
    pub(super) fn propagate(&mut self, board: &mut Board) -> Result<bool, Conflict> {
        let before = self.seen;
        while let Some(&change) = board.changes().get(self.seen) {
            self.seen += 1;
            for digit in set_bits(change.removed) {
                self.visit(Literal::placed(candidate(change.cell, digit)), board)?;
            }
            if !is_open(change.left) && change.left != 0 {
                self.visit(
                    Literal::excluded(candidate(change.cell, change.left.trailing_zeros() as usize)),
                    board,
                )?;
            }
        }
        Ok(self.seen > before)
    }

    /// Applies the clauses that watch a literal that is false.
    fn visit(&mut self, falsified: Literal, board: &mut Board) -> Result<(), Conflict> {
        let mut watches = std::mem::take(&mut self.watches[falsified.index()]);
        self.work += watches.len() as u64 / 4;
        let mut result = Ok(());
        let (mut at, mut kept) = (0, 0);
        while at < watches.len() {
            let watch = watches[at];
            at += 1;
            if value(watch.other, board) == Some(true) {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let Clause { start, end, .. } = self.clauses[watch.clause as usize];
            let literals = &mut self.literals[start as usize..end as usize];
            if literals[0] == falsified {
                literals.swap(0, 1);
            }
            let first = literals[0];
            let of_first = value(first, board);
            watches[kept] = Watch { clause: watch.clause, other: first };
            if of_first == Some(true) {
                kept += 1;
                continue;
            }
            let next = (2..literals.len()).find(|&next| value(literals[next], board) != Some(false));
            self.work += literals.len() as u64 / 4;
            if let Some(next) = next {
                literals.swap(1, next);
                let watched = literals[1];
                self.watches[watched.index()].push(watches[kept]);
                continue;
            }
            kept += 1;
            let cause = Cause::Clause(watch.clause);
            result = if of_first == Some(false) {
                Err(Conflict::Rule(cause))
            } else {
                assert_literal(first, board, cause)
            };
            if result.is_err() {
                break;
            }
        }
        watches.copy_within(at.., kept);
        watches.truncate(watches.len() - (at - kept));
        self.watches[falsified.index()] = watches;
        result
    }
}

/// Whether a literal is true; `None` if that is open.
#[inline(always)]
pub(super) fn value(literal: Literal, board: &Board) -> Option<bool> {
    let mask = board.mask(literal.cell());
    let is_placed = if mask >> literal.digit() & 1 == 0 {
        false
    } else if is_open(mask) {
        return None;
    } else {
        true
    };
    Some(is_placed != literal.is_excluded())
}

/// Makes a literal true.
pub(super) fn assert_literal(literal: Literal, board: &mut Board, cause: Cause) -> Result<(), Conflict> {
    let (cell, digit) = (literal.cell(), literal.digit());
    if literal.is_excluded() {
        board.remove(cell, 1 << digit, cause)
    } else {
        board.place(cell, digit, cause)
    }
}
