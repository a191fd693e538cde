//! Watch lists: which clauses to visit when a literal becomes false.
//!
//! A clause watches two of its literals. While neither is false, the clause can be neither unit nor violated, so it is
//! visited only when one of the two becomes false. Nothing needs to be undone when the search backtracks, because
//! literals become unassigned in the reverse order (Moskewicz, Madigan, Zhao, Zhang & Malik, "Chaff", 2001; TAOCP 7.2.2.2,
//! "lazy data structures").

use super::clause_db::ClauseDb;
use super::literal::Literal;

/// Entry of a watch list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    clause: u32,
    blocker: Literal,
}

impl Watch {
    pub(super) const fn new(clause: u32, blocker: Literal) -> Self {
        Self { clause, blocker }
    }

    pub(super) const fn clause(self) -> u32 {
        self.clause
    }

    /// Another literal of the clause. If it is true, the clause needs no visit (Sörensson & Eén, MiniSat 2.1, 2008).
    pub(super) const fn blocker(self) -> Literal {
        self.blocker
    }
}

/// For each literal, the clauses that watch it.
#[derive(Clone, Debug, Default)]
pub(super) struct Watches {
    lists: Vec<Vec<Watch>>,
}

impl Watches {
    /// Empties all lists, and reuses the memory, also the memory of a larger problem.
    pub(super) fn rebuild(&mut self, variables: usize) {
        self.lists.iter_mut().for_each(Vec::clear);
        self.lists.resize_with(self.lists.len().max(2 * variables), Vec::new);
    }

    /// Watches the first two literals of a clause.
    pub(super) fn watch_clause(&mut self, clause: u32, clauses: &ClauseDb) {
        let [first, second] = clauses.watched(clause);
        self.push(first, Watch::new(clause, second));
        self.push(second, Watch::new(clause, first));
    }

    /// Replaces all lists after clauses were deleted and moved.
    pub(super) fn replace_all(&mut self, clauses: &ClauseDb) {
        for list in &mut self.lists {
            // Releases the memory of lists that have become much shorter.
            list.shrink_to(2 * list.len());
            list.clear();
        }
        clauses.clauses().for_each(|clause| self.watch_clause(clause, clauses));
    }

    #[inline]
    pub(super) fn push(&mut self, literal: Literal, watch: Watch) {
        self.lists[literal.index()].push(watch);
    }

    /// Takes the list of a literal, which must be put back; `None` if it is empty.
    #[inline]
    pub(super) fn take(&mut self, literal: Literal) -> Option<Vec<Watch>> {
        let list = &mut self.lists[literal.index()];
        if list.is_empty() { None } else { Some(std::mem::take(list)) }
    }

    #[inline]
    pub(super) fn put_back(&mut self, literal: Literal, list: Vec<Watch>) {
        self.lists[literal.index()] = list;
    }
}
