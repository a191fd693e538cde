//! Conclusions of chains with their difficulty: the easiest ones are kept.

use super::candidate_set::CandidateId;
use super::chain_length::nodes_within;

/// What a search for chains concluded, as long as it is easy enough.
#[derive(Clone, Debug)]
pub(super) struct Eliminations {
    /// Difficulty that the path has already, in tenths: all conclusions up to it are of use.
    reached: u8,
    /// Difficulty of the hardest conclusion to keep.
    limit: u8,
    /// Difficulty, candidate, and whether the candidate is true.
    found: Vec<(u8, CandidateId, bool)>,
}

impl Eliminations {
    /// Keeps the easiest conclusions up to `limit`, and all up to `reached`.
    pub(super) fn new(reached: u8, limit: u8) -> Self {
        Self { reached, limit: limit.max(reached), found: Vec::new() }
    }

    /// The most nodes of a chain that is of use, if a short one has the difficulty `base`.
    pub(super) fn nodes_max(&self, base: u8) -> usize {
        self.limit.checked_sub(base).map_or(0, nodes_within)
    }

    /// Adds a conclusion.
    pub(super) fn add(&mut self, tenths: u8, id: CandidateId, is_true: bool) {
        if tenths <= self.limit {
            self.limit = tenths.max(self.reached);
            self.found.push((tenths, id, is_true));
        }
    }

    /// Whether nothing was found.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The difficulty of the easiest conclusion or of the path, whichever is more; and the conclusions up to it.
    pub(super) fn into_easiest(self) -> (u8, impl Iterator<Item = (CandidateId, bool)>) {
        let limit = self.limit;
        let easiest = self.found.into_iter().filter(move |&(tenths, ..)| tenths <= limit);
        (limit, easiest.map(|(_, id, is_true)| (id, is_true)))
    }
}
