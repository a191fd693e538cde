//! Clause database: learnt clauses and blocking clauses, in one arena.
//!
//! A clause watches its first two literals (see [`watches`](super::watches)).

use super::literal::Literal;
use super::trail::Trail;

/// What happens to a watch on a literal that has become false.
#[derive(Clone, Copy, Debug)]
pub(super) enum WatchAction {
    /// The clause is satisfied: the watch stays.
    Keep,
    /// The clause watches this literal instead, which is not false.
    Move(Literal),
    /// The watch stays, and all literals but the other watched one are false: the clause is unit or violated.
    Unit,
}

/// Words before a clause's literals: their number, and the last conflict that used the clause.
const HEADER_WORDS: usize = 2;
const LAST_CONFLICT_WORD: usize = 1;

/// Last conflict of a blocking clause, which is never deleted.
const BLOCKING: u32 = u32::MAX;

/// Last conflict of a clause to delete. Conflicts are counted from 1.
const DELETED: u32 = 0;

/// Learnt clauses and blocking clauses. A clause is identified by its start in the arena.
#[derive(Clone, Debug, Default)]
pub(super) struct ClauseDb {
    /// Clauses one after the other: [`HEADER_WORDS`] words, then the codes of the literals.
    words: Vec<u32>,
    /// Start of each clause in `words`.
    starts: Vec<u32>,
}

impl ClauseDb {
    /// Deletes all clauses, and reuses the memory.
    pub(super) fn rebuild(&mut self) {
        self.words.clear();
        self.starts.clear();
    }

    /// Memory of all clauses, in words of 32 bits.
    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    /// Memory of a clause, in words of 32 bits.
    pub(super) fn words_of(&self, clause: u32) -> usize {
        HEADER_WORDS + self.len(clause) as usize
    }

    /// Returns all clauses, oldest first.
    pub(super) fn clauses(&self) -> impl Iterator<Item = u32> {
        self.starts.iter().copied()
    }

    /// Adds a learnt clause of at least two literals. The first literal must be of the deepest level, the
    /// second of the next deepest.
    pub(super) fn add_learnt(&mut self, literals: &[Literal], conflict: u32) -> u32 {
        let clause = self.words.len() as u32;
        self.words.extend([literals.len() as u32, conflict]);
        self.words.extend(literals.iter().map(|literal| literal.code()));
        self.starts.push(clause);
        clause
    }

    /// Adds a clause that excludes a solution and is never deleted. It has the order of [`add_learnt`](Self::add_learnt).
    pub(super) fn add_blocking(&mut self, literals: &[Literal]) -> u32 {
        self.add_learnt(literals, BLOCKING)
    }

    #[inline]
    pub(super) fn literals(&self, clause: u32) -> impl Iterator<Item = Literal> {
        let (start, end) = (clause as usize + HEADER_WORDS, clause as usize + self.words_of(clause));
        self.words[start..end].iter().map(|&code| Literal::from_code(code))
    }

    /// Returns the two literals that the clause watches.
    #[inline]
    pub(super) fn watched(&self, clause: u32) -> [Literal; 2] {
        [0, 1].map(|place| Literal::from_code(self.words[clause as usize + HEADER_WORDS + place]))
    }

    /// Decides what happens to the watch on `false_literal`, and moves it to the second position. Also returns the new blocker,
    /// which is the literal to assign if the clause is unit, then at the first position.
    #[inline]
    pub(super) fn visit(
        &mut self,
        clause: u32,
        false_literal: Literal,
        trail: &Trail,
    ) -> (Literal, WatchAction) {
        // Both patterns match every clause.
        let words = &mut self.words[clause as usize..];
        let [len, _, codes @ ..] = words else { return (false_literal, WatchAction::Keep) };
        let [first, second, rest @ ..] = &mut codes[..*len as usize] else {
            return (false_literal, WatchAction::Keep);
        };
        let other = *first ^ *second ^ false_literal.code();
        (*first, *second) = (other, false_literal.code());
        let other = Literal::from_code(other);
        if trail.is_true(other) {
            return (other, WatchAction::Keep);
        }
        let Some(found) = rest.iter_mut().find(|code| !trail.is_false(Literal::from_code(**code))) else {
            return (other, WatchAction::Unit);
        };
        std::mem::swap(second, found);
        (other, WatchAction::Move(Literal::from_code(*second)))
    }

    /// Number of literals of a clause.
    pub(super) fn len(&self, clause: u32) -> u32 {
        self.words[clause as usize]
    }

    pub(super) fn is_blocking(&self, clause: u32) -> bool {
        self.last_conflict(clause) == BLOCKING
    }

    /// Number of the last conflict that a learnt clause took part in.
    pub(super) fn last_conflict(&self, clause: u32) -> u32 {
        self.words[clause as usize + LAST_CONFLICT_WORD]
    }

    /// Records that a clause took part in a conflict.
    pub(super) fn touch(&mut self, clause: u32, conflict: u32) {
        if !self.is_blocking(clause) {
            self.words[clause as usize + LAST_CONFLICT_WORD] = conflict;
        }
    }

    /// Marks a learnt clause for deletion.
    pub(super) fn mark_deleted(&mut self, clause: u32) {
        self.words[clause as usize + LAST_CONFLICT_WORD] = DELETED;
    }

    pub(super) fn is_marked_deleted(&self, clause: u32) -> bool {
        self.last_conflict(clause) == DELETED
    }

    /// Removes the clauses for which `keep` returns false, and closes the gaps. `keep` gets each clause and its new start.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(&Self, u32, u32) -> bool) {
        let mut end = 0;
        let mut kept = 0;
        for at in 0..self.starts.len() {
            let clause = self.starts[at];
            if !keep(self, clause, end as u32) {
                continue;
            }
            let (start, len) = (clause as usize, self.words_of(clause));
            self.words.copy_within(start..start + len, end);
            self.starts[kept] = end as u32;
            kept += 1;
            end += len;
        }
        self.starts.truncate(kept);
        self.words.truncate(end);
    }
}
