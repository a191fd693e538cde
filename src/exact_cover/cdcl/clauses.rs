//! Clause database: learnt clauses and blocking clauses, in one arena.
//!
//! Two watched literals (Moskewicz et al., Chaff, 2001; TAOCP 7.2.2.2): a clause is visited only when one of its first two
//! literals becomes false. It then looks for another literal to watch; without one it is unit or violated.

use super::literal::{Conflict, Literal, Reason};
use super::trail::Trail;

/// Words before a clause's literals: their number, the glue, and the last conflict that used the clause.
const HEAD: usize = 3;
const GLUE: usize = 1;
const USED: usize = 2;

/// Glue of a blocking clause, which is never deleted.
pub(super) const GLUE_BLOCKING: u32 = 0;

/// Clauses up to this glue are deleted only if memory is short.
const GLUE_KEPT: u32 = 2;

/// Glue that marks a clause for deletion.
const GLUE_DELETED: u32 = u32::MAX;

/// Entry of a watch list.
#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: u32,
    /// Another literal of the clause. If it is true, the clause needs no visit.
    blocker: Literal,
}

/// Clauses and their watch lists.
#[derive(Clone, Debug, Default)]
pub(super) struct Clauses {
    /// Clauses one after the other: [`HEAD`] words, then the codes of the literals.
    words: Vec<u32>,
    /// Start of each clause in `words`, which identifies the clause.
    starts: Vec<u32>,
    /// For each literal, the clauses that watch it.
    watches: Vec<Vec<Watch>>,
    /// Scratch: glue, age of the last use, and start of each clause that may be deleted.
    candidates: Vec<(u32, u32, u32)>,
    work: u64,
}

impl Clauses {
    /// Deletes all clauses, and reuses the memory.
    pub(super) fn rebuild(&mut self, variables: usize) {
        self.words.clear();
        self.starts.clear();
        self.watches.iter_mut().for_each(Vec::clear);
        // Keeps the lists of a larger problem for reuse.
        self.watches.resize_with(self.watches.len().max(2 * variables), Vec::new);
        self.work = 0;
    }

    /// Memory of the clauses, in words of 32 bits.
    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    /// Number of clauses and watches visited so far.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    pub(super) fn literals(&self, clause: u32) -> impl Iterator<Item = Literal> {
        let start = clause as usize + HEAD;
        let len = self.words[clause as usize] as usize;
        self.words[start..start + len].iter().map(|&code| Literal::from_code(code))
    }

    /// Glue (LBD) of a clause: the smallest number of levels its literals were seen at. Clauses of low glue are the more
    /// useful ones (Audemard & Simon 2009).
    pub(super) fn glue(&self, clause: u32) -> u32 {
        self.words[clause as usize + GLUE]
    }

    /// Whether the glue of a clause should be computed again when the clause is used.
    pub(super) fn may_improve_glue(&self, clause: u32) -> bool {
        self.glue(clause) > GLUE_KEPT
    }

    pub(super) fn set_glue(&mut self, clause: u32, glue: u32) {
        self.words[clause as usize + GLUE] = glue;
    }

    /// Records that a clause took part in a conflict.
    pub(super) fn touch(&mut self, clause: u32, conflict: u32) {
        self.words[clause as usize + USED] = conflict;
    }

    /// Adds a clause of at least two literals. The first two must be the two that became false last.
    pub(super) fn add(&mut self, literals: &[Literal], glue: u32, conflict: u32) -> u32 {
        let clause = self.words.len() as u32;
        self.words.extend([literals.len() as u32, glue, conflict]);
        self.words.extend(literals.iter().map(|literal| literal.code()));
        self.starts.push(clause);
        self.watch(clause);
        clause
    }

    fn watch(&mut self, clause: u32) {
        let [first, second] = [0, 1].map(|k| Literal::from_code(self.words[clause as usize + HEAD + k]));
        self.watches[first.index()].push(Watch { clause, blocker: second });
        self.watches[second.index()].push(Watch { clause, blocker: first });
    }

    /// Propagates `literal`, just assigned true, through the clauses that watch its negation.
    pub(super) fn propagate(&mut self, literal: Literal, trail: &mut Trail) -> Result<(), Conflict> {
        let false_literal = literal.negated();
        if self.watches[false_literal.index()].is_empty() {
            return Ok(());
        }
        let mut watches = std::mem::take(&mut self.watches[false_literal.index()]);
        self.work += watches.len() as u64;
        let mut outcome = Ok(());
        let mut kept = 0;
        let mut at = 0;
        while at < watches.len() && outcome.is_ok() {
            let watch = watches[at];
            at += 1;
            let (blocker, next) = if trail.is_true(watch.blocker) {
                (watch.blocker, WatchAction::Keep)
            } else {
                self.visit_watch(watch, false_literal, trail)
            };
            let watch = Watch { clause: watch.clause, blocker };
            match next {
                WatchAction::Move(literal) => {
                    self.watches[literal.index()].push(watch);
                    continue;
                }
                WatchAction::Keep => {}
                WatchAction::Unit if trail.is_unassigned(blocker) => {
                    trail.assign(blocker, Reason::Clause(watch.clause));
                }
                WatchAction::Unit => outcome = Err(Conflict::Clause(watch.clause)),
            }
            watches[kept] = watch;
            kept += 1;
        }
        watches.copy_within(at.., kept);
        watches.truncate(kept + watches.len() - at);
        self.watches[false_literal.index()] = watches;
        outcome
    }

    /// Decides what happens to the watch on `false_literal`. Also returns the other watched literal: the new blocker, and
    /// the literal to assign if the clause is unit.
    fn visit_watch(&mut self, watch: Watch, false_literal: Literal, trail: &Trail) -> (Literal, WatchAction) {
        self.work += 1;
        let start = watch.clause as usize + HEAD;
        let len = self.words[watch.clause as usize] as usize;
        let codes = &mut self.words[start..start + len];
        if codes[0] == false_literal.code() {
            codes.swap(0, 1);
        }
        let first = Literal::from_code(codes[0]);
        if trail.is_true(first) {
            return (first, WatchAction::Keep);
        }
        match codes[2..].iter().position(|&code| !trail.is_false(Literal::from_code(code))) {
            Some(place) => {
                codes.swap(1, place + 2);
                (first, WatchAction::Move(Literal::from_code(codes[1])))
            }
            None => (first, WatchAction::Unit),
        }
    }

    /// Reduces the database: deletes the worse half of the clauses above [`GLUE_KEPT`], by glue and last use, then more
    /// until the rest takes at most `clause_words_max` words (Audemard & Simon 2009).
    ///
    /// Keeps blocking clauses and reasons. Deletes clauses satisfied at the root.
    pub(super) fn reduce_db(&mut self, clause_words_max: usize, trail: &mut Trail) {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let deletable = self
            .starts
            .iter()
            .filter(|&&clause| self.glue(clause) != GLUE_BLOCKING && !self.is_reason(clause, trail));
        candidates.extend(
            deletable
                .map(|&clause| (self.glue(clause), u32::MAX - self.words[clause as usize + USED], clause)),
        );
        candidates.sort_unstable();
        let kept = candidates.partition_point(|candidate| candidate.0 <= GLUE_KEPT);
        let mut end = kept + (candidates.len() - kept) / 2;
        let mut words: usize = candidates[..end].iter().map(|candidate| self.len(candidate.2)).sum();
        while end > 0 && words > clause_words_max {
            end -= 1;
            words -= self.len(candidates[end].2);
        }
        for &(_, _, clause) in &candidates[end..] {
            self.set_glue(clause, GLUE_DELETED);
        }
        self.candidates = candidates;
        self.compact(trail);
    }

    /// Number of words of a clause.
    fn len(&self, clause: u32) -> usize {
        HEAD + self.words[clause as usize] as usize
    }

    /// Whether the clause is the reason of a literal, which is then its first one.
    fn is_reason(&self, clause: u32, trail: &Trail) -> bool {
        let first = Literal::from_code(self.words[clause as usize + HEAD]);
        trail.is_true(first) && trail.reason_of(first) == Reason::Clause(clause)
    }

    fn is_satisfied(&self, clause: u32, trail: &Trail) -> bool {
        self.literals(clause).any(|literal| trail.is_true(literal) && trail.level_of(literal) == 0)
    }

    /// Removes the deleted clauses from the arena, rebuilds the watches, and updates the reasons on the trail.
    fn compact(&mut self, trail: &mut Trail) {
        for watches in &mut self.watches {
            // Releases the memory of lists that have become much shorter.
            watches.shrink_to(2 * watches.len());
            watches.clear();
        }
        let mut end = 0;
        let mut kept = 0;
        for at in 0..self.starts.len() {
            let clause = self.starts[at];
            let is_reason = self.is_reason(clause, trail);
            if self.glue(clause) == GLUE_DELETED || self.is_satisfied(clause, trail) && !is_reason {
                continue;
            }
            let (start, len) = (clause as usize, self.len(clause));
            if is_reason {
                let first = Literal::from_code(self.words[start + HEAD]);
                trail.set_reason(first, Reason::Clause(end as u32));
            }
            self.words.copy_within(start..start + len, end);
            self.starts[kept] = end as u32;
            self.watch(end as u32);
            kept += 1;
            end += len;
        }
        self.starts.truncate(kept);
        self.words.truncate(end);
    }
}

/// What happens to a watch.
enum WatchAction {
    Keep,
    /// The clause watches this literal instead, which is not false.
    Move(Literal),
    /// The watch stays, and all other literals of the clause are false: it is unit or violated.
    Unit,
}
