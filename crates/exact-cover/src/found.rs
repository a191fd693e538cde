//! Solutions that a search has found before it is split.

use super::rest::Rest;

/// Solutions in the order in which a portfolio search has found them.
///
/// Backtracking finds solutions in the part that a split counts as searched. CDCL may also find solutions of the rest, which the
/// search of the rest finds again.
#[derive(Clone, Debug)]
pub struct FoundSolutions<S> {
    solutions: Vec<S>,
    /// Indexes of those that CDCL has found first.
    by_cdcl: Vec<usize>,
}

impl<S> Default for FoundSolutions<S> {
    fn default() -> Self {
        Self { solutions: Vec::new(), by_cdcl: Vec::new() }
    }
}

impl<S> FoundSolutions<S> {
    /// Appends a solution.
    pub fn push(&mut self, solution: S, is_by_cdcl: bool) {
        if is_by_cdcl {
            self.by_cdcl.push(self.solutions.len());
        }
        self.solutions.push(solution);
    }

    /// The first solution.
    pub fn first(&self) -> Option<&S> {
        self.solutions.first()
    }

    /// Number of solutions.
    pub fn count(&self) -> usize {
        self.solutions.len()
    }

    /// Whether there is no solution.
    pub fn is_empty(&self) -> bool {
        self.solutions.is_empty()
    }

    /// Takes all solutions but the solutions of the rest. `has` says whether a solution has an addition.
    pub fn take_searched<A>(&mut self, rest: &Rest<A>, has: impl Fn(&A, &S) -> bool) -> Vec<S> {
        let Self { solutions, by_cdcl } = std::mem::take(self);
        let mut by_cdcl = by_cdcl.into_iter().peekable();
        let mut searched = Vec::with_capacity(solutions.len());
        for (index, solution) in solutions.into_iter().enumerate() {
            let is_in_rest =
                by_cdcl.next_if_eq(&index).is_some() && rest.has(|addition| has(addition, &solution));
            if !is_in_rest {
                searched.push(solution);
            }
        }
        searched
    }
}
