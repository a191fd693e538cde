//! List of the solutions of one cube, which can be split while it is paused.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::search::CubeSearch;
use crate::answer::{NextSolution, Progress};
use crate::cover::{Cover, InvalidCover};
use crate::cube::Cube;
use crate::found::FoundSolutions;
use crate::problem::{OptionId, Problem};
use crate::rest::{Rest, Split};
use crate::search::SLICE_STEPS;

/// Lists the solutions of a cube, and certifies each.
///
/// Cube and visited nodes determine the [split](Self::split): pauses do not change it.
///
/// ```
/// use std::sync::{Arc, atomic::AtomicBool};
/// use quadrille_exact_cover::{CubeList, NamedProblem, Progress};
///
/// let problem: NamedProblem = "a b c d\na b\nc d\na c\nb d\na d\nb c\n".parse()?;
/// let mut covers = Vec::new();
/// for cube in problem.cubes(3, 0) {
///     let mut list = CubeList::new(Arc::clone(problem.problem()), cube);
///     while list.advance(|_| false, u64::MAX, &AtomicBool::new(false))? == Progress::Paused {}
///     covers.extend(list.take_found());
/// }
/// assert_eq!(covers.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CubeList {
    problem: Arc<Problem>,
    search: CubeSearch,
    found: FoundSolutions<Cover>,
}

impl CubeList {
    /// Creates the list of a cube of `problem`.
    pub fn new(problem: Arc<Problem>, cube: Cube) -> Self {
        let search = CubeSearch::new(&problem, cube);
        Self { problem, search, found: FoundSolutions::default() }
    }

    /// Finds solutions until one is the last, as `is_last` decides once for each, and visits up to `budget_nodes` further nodes; fewer if
    /// `stop` is set or a slice ends.
    ///
    /// # Errors
    /// [`InvalidCover`] for a bug in a search; the list must not be used afterwards.
    pub fn advance(
        &mut self,
        mut is_last: impl FnMut(&Cover) -> bool,
        budget_nodes: u64,
        stop: &AtomicBool,
    ) -> Result<Progress, InvalidCover> {
        let nodes_end = self.nodes().saturating_add(budget_nodes);
        let steps_end = self.search.steps() + SLICE_STEPS;
        while self.search.steps() < steps_end {
            match self.search.advance(nodes_end - self.nodes(), stop) {
                NextSolution::Found => {
                    let cover = Cover::certify(&self.problem, self.search.solution())?;
                    let is_over = is_last(&cover);
                    self.found.push(cover, self.search.is_learning());
                    if is_over {
                        break;
                    }
                }
                NextSolution::Paused => break,
                NextSolution::Ended(reason) => return Ok(Progress::Ended(reason)),
            }
        }
        Ok(Progress::Paused)
    }

    /// Number of solutions found so far.
    pub fn found(&self) -> usize {
        self.found.count()
    }

    /// Weight of the part that a split would count as searched.
    pub fn searched(&self) -> u128 {
        self.search.searched()
    }

    /// Number of nodes visited, as of [`CubeSearch::nodes`].
    pub fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// Whether CDCL continues the search, whose work a split would drop.
    pub fn is_learning(&self) -> bool {
        self.search.is_learning()
    }

    /// Takes all solutions found so far. Those that CDCL has found may be in the rest of a split, too. Only [`split`](Self::split) is
    /// useful afterwards, for its rest.
    pub fn take_found(&mut self) -> Vec<Cover> {
        self.found.take_searched(&Rest::default(), has_option)
    }

    /// Ends the list. Returns the solutions of the part that was searched, and what is left, as [`CubeSearch::split`].
    pub fn split(mut self) -> (Vec<Cover>, Split) {
        let split = self.search.split();
        (self.found.take_searched(&split.rest, has_option), split)
    }
}

fn has_option(option: &OptionId, solution: &Cover) -> bool {
    solution.options().binary_search(option).is_ok()
}
