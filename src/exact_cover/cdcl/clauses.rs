//! The clauses: sets of literals of which one must be true. They are what was learnt, and what excludes solutions
//! found.
//!
//! They lie in one arena. Each is looked at only when one of two of its literals, its first two, becomes false
//! (TAOCP 7.2.2.2, "watched literals"; Moskewicz and others, Chaff, 2001).

use super::literal::{Conflict, Literal, Reason};
use super::trail::Trail;

/// The words before a clause's literals: their number, the clause's glue, and the conflict it was last used in.
const HEAD: usize = 3;
const GLUE: usize = 1;
const USED: usize = 2;

/// The glue of a clause that excludes a solution: it is never forgotten.
pub(super) const GLUE_BLOCKING: u32 = 0;

/// Clauses up to this glue are forgotten only for want of room.
const GLUE_KEPT: u32 = 2;

/// The glue of a clause that is to be forgotten.
const GLUE_DELETED: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: u32,
    /// Another literal of the clause. Where it is true the clause need not be looked at.
    blocker: Literal,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Clauses {
    words: Vec<u32>,
    /// Where each clause begins: its name.
    starts: Vec<u32>,
    /// For each literal, the clauses to look at when it becomes false.
    watches: Vec<Vec<Watch>>,
    /// Scratch: the clauses that may be forgotten, with their glue and the conflicts since their last use.
    candidates: Vec<(u32, u32, u32)>,
    work: u64,
}

impl Clauses {
    /// Forgets everything.
    pub(super) fn rebuild(&mut self, variables: usize) {
        self.words.clear();
        self.starts.clear();
        self.watches.iter_mut().for_each(Vec::clear);
        // Longer than need be after a larger problem, whose lists may be of use again.
        self.watches.resize_with(self.watches.len().max(2 * variables), Vec::new);
        self.work = 0;
    }

    /// How much memory the clauses take, in words of 32 bits.
    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    /// Clauses and watches looked at so far.
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    pub(super) fn literals(&self, clause: u32) -> impl Iterator<Item = Literal> {
        let start = clause as usize + HEAD;
        let len = self.words[clause as usize] as usize;
        self.words[start..start + len].iter().map(|&code| Literal::from_code(code))
    }

    /// From how many levels a clause's literals came at the best of times: the fewer, the better (LBD; Audemard and
    /// Simon, 2009).
    pub(super) fn glue(&self, clause: u32) -> u32 {
        self.words[clause as usize + GLUE]
    }

    /// Whether it is worth while to see if a clause's glue has become less.
    pub(super) fn may_improve_glue(&self, clause: u32) -> bool {
        self.glue(clause) > GLUE_KEPT
    }

    pub(super) fn set_glue(&mut self, clause: u32, glue: u32) {
        self.words[clause as usize + GLUE] = glue;
    }

    /// Remembers that a clause took part in a conflict.
    pub(super) fn touch(&mut self, clause: u32, conflict: u32) {
        self.words[clause as usize + USED] = conflict;
    }

    /// Adds a clause of two literals or more. The first two must be the last to become false.
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

    /// Draws what clauses say now that `literal` is true.
    pub(super) fn propagate(&mut self, literal: Literal, trail: &mut Trail) -> Result<(), Conflict> {
        let gone = literal.negated();
        if self.watches[gone.index()].is_empty() {
            return Ok(());
        }
        let mut watches = std::mem::take(&mut self.watches[gone.index()]);
        self.work += watches.len() as u64;
        let mut outcome = Ok(());
        let mut kept = 0;
        let mut at = 0;
        while at < watches.len() && outcome.is_ok() {
            let watch = watches[at];
            at += 1;
            let (blocker, next) = if trail.is_true(watch.blocker) {
                (watch.blocker, WatchAction::Stay)
            } else {
                self.visit_watch(watch, gone, trail)
            };
            let watch = Watch { clause: watch.clause, blocker };
            match next {
                WatchAction::Move(literal) => {
                    self.watches[literal.index()].push(watch);
                    continue;
                }
                WatchAction::Stay => {}
                WatchAction::Force if trail.is_unassigned(blocker) => {
                    trail.assign(blocker, Reason::Clause(watch.clause));
                }
                WatchAction::Force => outcome = Err(Conflict::Clause(watch.clause)),
            }
            watches[kept] = watch;
            kept += 1;
        }
        watches.copy_within(at.., kept);
        watches.truncate(kept + watches.len() - at);
        self.watches[gone.index()] = watches;
        outcome
    }

    /// What becomes of the watch on `gone`, now false; and the other literal watched, which may block it from now
    /// on, or is all that is left.
    fn visit_watch(&mut self, watch: Watch, gone: Literal, trail: &Trail) -> (Literal, WatchAction) {
        self.work += 1;
        let start = watch.clause as usize + HEAD;
        let len = self.words[watch.clause as usize] as usize;
        let codes = &mut self.words[start..start + len];
        if codes[0] == gone.code() {
            codes.swap(0, 1);
        }
        let first = Literal::from_code(codes[0]);
        if trail.is_true(first) {
            return (first, WatchAction::Stay);
        }
        match codes[2..].iter().position(|&code| !trail.is_false(Literal::from_code(code))) {
            Some(place) => {
                codes.swap(1, place + 2);
                (first, WatchAction::Move(Literal::from_code(codes[1])))
            }
            None => (first, WatchAction::Force),
        }
    }

    /// Forgets clauses: the worse half of those whose glue is not good, and further ones until the others take
    /// `clause_words_max` words at most. ImplicationGraph stay, and what excludes solutions; clauses satisfied at the root go.
    pub(super) fn reduce_db(&mut self, clause_words_max: usize, trail: &mut Trail) {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        let free = self
            .starts
            .iter()
            .filter(|&&clause| self.glue(clause) != GLUE_BLOCKING && !self.is_reason(clause, trail));
        candidates.extend(
            free.map(|&clause| (self.glue(clause), u32::MAX - self.words[clause as usize + USED], clause)),
        );
        candidates.sort_unstable();
        let good = candidates.partition_point(|candidate| candidate.0 <= GLUE_KEPT);
        let mut goal = good + (candidates.len() - good) / 2;
        let mut words: usize = candidates[..goal].iter().map(|candidate| self.len(candidate.2)).sum();
        while goal > 0 && words > clause_words_max {
            goal -= 1;
            words -= self.len(candidates[goal].2);
        }
        for &(_, _, clause) in &candidates[goal..] {
            self.set_glue(clause, GLUE_DELETED);
        }
        self.candidates = candidates;
        self.compact(trail);
    }

    /// The words that a clause takes.
    fn len(&self, clause: u32) -> usize {
        HEAD + self.words[clause as usize] as usize
    }

    /// Whether a literal is true because of this clause; if so it is the first one.
    fn is_reason(&self, clause: u32, trail: &Trail) -> bool {
        let first = Literal::from_code(self.words[clause as usize + HEAD]);
        trail.is_true(first) && trail.reason_of(first) == Reason::Clause(clause)
    }

    fn is_satisfied(&self, clause: u32, trail: &Trail) -> bool {
        self.literals(clause).any(|literal| trail.is_true(literal) && trail.level_of(literal) == 0)
    }

    /// Moves the clauses that stay together, and tells the trail where its graph are now.
    fn compact(&mut self, trail: &mut Trail) {
        for watches in &mut self.watches {
            // Lists do not keep the room of their best times for good.
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

/// What becomes of a watch.
enum WatchAction {
    Stay,
    /// It goes to this literal, which is not false.
    Move(Literal),
    /// It stays, and all literals but one are false.
    Force,
}
