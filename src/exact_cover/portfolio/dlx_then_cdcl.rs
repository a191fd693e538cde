//! Portfolio search: DLX first, then CDCL.

use std::sync::atomic::AtomicBool;

use crate::exact_cover::cdcl::CdclSearch;
use crate::exact_cover::dlx::Links;
use crate::exact_cover::problem::{OptionId, Problem};
use crate::exact_cover::search::{SLICE_STEPS, Search, Step};

/// DLX nodes before the hand-over to CDCL.
///
/// Measured on Sudoku grids: DLX finishes most within this number; nearly all others are hard for it. CDCL from the first
/// node would take twice the time on easy grids; a later hand-over would delay the hard ones.
const DLX_NODES_MAX: u64 = 300;

/// Solutions that DLX records. If it finds more before [`DLX_NODES_MAX`], it keeps the search for good: solutions are
/// frequent, and DLX enumerates them at a constant rate.
const RECORDED_MAX: usize = 8;

/// Runs DLX, then CDCL after 300 nodes, unless DLX has found more than 8 solutions by then.
///
/// CDCL starts from the root and finds the solutions of DLX again; it skips them, so that every solution is returned once.
/// `P` owns the problem, which CDCL is built from at the hand-over, and may say what the options mean.
#[derive(Clone, Debug)]
pub struct DlxThenCdcl<P> {
    problem: P,
    dlx: Search<Links>,
    cdcl: CdclSearch,
    is_cdcl: bool,
    recorded: RecordedSolutions,
    /// [`DLX_NODES_MAX`], unless set otherwise.
    dlx_nodes_max: u64,
    /// Solutions that DLX has returned; more than [`RECORDED_MAX`] if it keeps the search.
    dlx_solutions: usize,
    /// Recorded solutions that CDCL has not found again yet.
    unmatched: usize,
    /// Solutions found by CDCL that DLX had not found.
    new_solutions: u64,
}

impl<P: AsRef<Problem>> DlxThenCdcl<P> {
    /// Creates a search of the whole problem.
    pub fn new(problem: P) -> Self {
        let mut recorded = RecordedSolutions::default();
        recorded.rebuild(problem.as_ref());
        Self {
            dlx: Search::new(Links::new(problem.as_ref())),
            problem,
            cdcl: CdclSearch::default(),
            is_cdcl: false,
            recorded,
            dlx_nodes_max: DLX_NODES_MAX,
            dlx_solutions: 0,
            unmatched: 0,
            new_solutions: 0,
        }
    }

    /// Restarts with the problem that `rebuild` leaves, and reuses the memory.
    ///
    /// # Errors
    /// That of `rebuild`; the search must not be used after an error.
    pub fn restart<E>(&mut self, rebuild: impl FnOnce(&mut P) -> Result<(), E>) -> Result<(), E> {
        rebuild(&mut self.problem)?;
        let problem = self.problem.as_ref();
        self.dlx.reset(|links| links.rebuild(problem));
        self.recorded.rebuild(problem);
        self.is_cdcl = false;
        self.dlx_solutions = 0;
        self.new_solutions = 0;
        Ok(())
    }

    /// Sets the number of DLX nodes before the hand-over; `u64::MAX` disables it. Solutions do not change, their order may.
    pub fn set_dlx_nodes_max(&mut self, nodes: u64) {
        self.dlx_nodes_max = nodes;
    }

    /// The problem under search, as given.
    pub fn problem(&self) -> &P {
        &self.problem
    }

    /// Continues to the next solution. Pauses as [`Search::advance`] does.
    pub fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        if self.is_cdcl {
            return self.advance_cdcl(budget_nodes, stop);
        }
        let nodes_before = self.dlx.nodes();
        let dlx_nodes_left =
            if self.keeps_dlx() { u64::MAX } else { self.dlx_nodes_max.saturating_sub(nodes_before) };
        let step = self.dlx.advance(budget_nodes.min(dlx_nodes_left), stop);
        let visited = self.dlx.nodes() - nodes_before;
        match step {
            Step::Solution => {
                if self.dlx_solutions < RECORDED_MAX {
                    self.recorded.push(self.dlx.solution());
                }
                self.dlx_solutions += 1;
                step
            }
            Step::Paused if visited == dlx_nodes_left => {
                self.cdcl.rebuild(self.problem.as_ref());
                self.is_cdcl = true;
                self.unmatched = self.dlx_solutions;
                self.advance_cdcl(budget_nodes - visited, stop)
            }
            _ => step,
        }
    }

    /// As [`advance`](Self::advance), but counts up to `limit` solutions with [`Search::count`] once DLX keeps the search
    /// for good.
    pub fn count(&mut self, limit: u64, budget_nodes: u64, stop: &AtomicBool) -> Step {
        if self.is_cdcl || !self.keeps_dlx() {
            self.advance(budget_nodes, stop)
        } else {
            self.dlx.count(limit, budget_nodes, stop)
        }
    }

    /// Whether DLX has found too many solutions for a hand-over.
    fn keeps_dlx(&self) -> bool {
        self.dlx_solutions > RECORDED_MAX
    }

    /// Continues CDCL to the next solution that DLX did not return.
    fn advance_cdcl(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        let nodes_end = self.cdcl.nodes().saturating_add(budget_nodes);
        let steps_end = self.cdcl.steps() + SLICE_STEPS;
        loop {
            let step = self.cdcl.advance(nodes_end - self.cdcl.nodes(), stop);
            if step != Step::Solution
                || self.unmatched == 0
                || !self.recorded.contains(|| self.cdcl.solution())
            {
                self.new_solutions += u64::from(step == Step::Solution);
                return step;
            }
            self.unmatched -= 1;
            if self.cdcl.steps() >= steps_end {
                return Step::Paused;
            }
        }
    }

    /// Whether DLX has returned the last solution: it has no option left to try. After the hand-over to CDCL, `false`: to
    /// know it would take a search. Takes the last solution back.
    pub fn is_exhausted(&mut self) -> bool {
        !self.is_cdcl && self.dlx.advance(0, &AtomicBool::new(false)) == Step::Exhausted
    }

    /// Returns the chosen options. They are a solution after [`advance`](Self::advance) returned [`Step::Solution`].
    pub fn solution(&self) -> impl Iterator<Item = OptionId> {
        let dlx = (!self.is_cdcl).then(|| self.dlx.solution());
        let cdcl = self.is_cdcl.then(|| self.cdcl.solution());
        dlx.into_iter().flatten().chain(cdcl.into_iter().flatten())
    }

    /// Number of solutions returned or counted.
    pub fn solutions(&self) -> u64 {
        self.dlx.solutions() + self.new_solutions
    }

    /// Number of nodes of both searches.
    pub fn nodes(&self) -> u64 {
        self.dlx.nodes() + if self.is_cdcl { self.cdcl.nodes() } else { 0 }
    }

    /// Number of updates of both searches.
    pub fn updates(&self) -> u64 {
        self.dlx.updates() + if self.is_cdcl { self.cdcl.updates() } else { 0 }
    }

    /// Number of steps of both searches.
    pub fn steps(&self) -> u64 {
        self.dlx.steps() + if self.is_cdcl { self.cdcl.steps() } else { 0 }
    }
}

/// Up to [`RECORDED_MAX`] solutions, each as a set of options, one bit an option.
#[derive(Clone, Debug, Default)]
struct RecordedSolutions {
    /// Number of words of a set; at least one.
    words: usize,
    /// The sets, one after the other.
    sets: Vec<u64>,
}

impl RecordedSolutions {
    /// Removes all solutions, and allocates for those of a problem.
    fn rebuild(&mut self, problem: &Problem) {
        let words = |options: usize| options.div_ceil(64).max(1);
        self.words = words(problem.option_count());
        self.sets.clear();
        self.sets.reserve(RECORDED_MAX * words(problem.option_capacity()));
    }

    fn push(&mut self, solution: impl Iterator<Item = OptionId>) {
        let start = self.sets.len();
        self.sets.resize(start + self.words, 0);
        for OptionId(option) in solution {
            self.sets[start + option as usize / 64] |= 1 << (option % 64);
        }
    }

    /// Whether one of the recorded solutions equals this one.
    ///
    /// It suffices that a recorded one has all its options: a further option would cover a primary item twice.
    fn contains<I: Iterator<Item = OptionId>>(&self, solution: impl Fn() -> I) -> bool {
        let has = |set: &[u64], option: u32| set[option as usize / 64] >> (option % 64) & 1 == 1;
        self.sets.chunks_exact(self.words).any(|set| solution().all(|option| has(set, option.0)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::exact_cover::problem::Item;

    /// Queens on an n x n board: one in each row and column, at most one in each diagonal.
    fn queens(n: u32) -> Problem {
        let mut problem = Problem::new(2 * n as usize, 4 * n as usize - 2).expect("few items");
        for (row, column) in (0..n * n).map(|cell| (cell / n, cell % n)) {
            let items = [row, n + column, 2 * n + row + column, 5 * n - 2 + row - column];
            problem.add_option(&items.map(|item| Item(item).into())).expect("valid option");
        }
        problem
    }

    /// Permutations of `n` things.
    fn permutations(n: u32) -> Problem {
        let mut problem = Problem::new(2 * n as usize, 0).expect("few items");
        for (thing, position) in (0..n * n).map(|pair| (pair / n, pair % n)) {
            problem.add_option(&[thing, n + position].map(|item| Item(item).into())).expect("valid option");
        }
        problem
    }

    /// All solutions in order, and the nodes visited, with a hand-over after `dlx_nodes_max` nodes.
    fn solutions_of(problem: &Problem, dlx_nodes_max: u64, budget_nodes: u64) -> (Vec<BTreeSet<u32>>, u64) {
        let mut search = DlxThenCdcl::new(problem);
        search.set_dlx_nodes_max(dlx_nodes_max);
        let mut solutions = Vec::new();
        loop {
            match search.advance(budget_nodes, &AtomicBool::new(false)) {
                Step::Solution => solutions.push(search.solution().map(|option| option.0).collect()),
                Step::Paused => {}
                Step::Exhausted => return (solutions, search.nodes()),
            }
        }
    }

    #[test]
    fn every_solution_is_returned_once_for_any_hand_over() {
        for (problem, count) in [(queens(6), 4), (queens(5), 10), (permutations(3), 6), (permutations(4), 24)]
        {
            let (expected, nodes) = solutions_of(&problem, u64::MAX, u64::MAX);
            assert_eq!(expected.len(), count);
            let expected: BTreeSet<_> = expected.into_iter().collect();
            for dlx_nodes_max in 0..=nodes {
                let (solutions, nodes) = solutions_of(&problem, dlx_nodes_max, u64::MAX);
                assert_eq!(solutions.len(), count, "handed over after {dlx_nodes_max}");
                assert_eq!(solutions.iter().cloned().collect::<BTreeSet<_>>(), expected);
                assert_eq!(
                    solutions_of(&problem, dlx_nodes_max, 3),
                    (solutions, nodes),
                    "pauses change nothing"
                );
            }
        }
    }

    #[test]
    fn dlx_with_many_early_solutions_keeps_the_search() {
        let mut search = DlxThenCdcl::new(permutations(7));
        let mut count = 0;
        while count < 1_000 {
            count += usize::from(search.advance(u64::MAX, &AtomicBool::new(false)) == Step::Solution);
        }
        assert!(search.nodes() > DLX_NODES_MAX && !search.is_cdcl, "{}", search.dlx_solutions);
    }

    #[test]
    fn search_without_early_solutions_is_handed_over() {
        let mut search = DlxThenCdcl::new(queens(20));
        search.set_dlx_nodes_max(5);
        assert_eq!(search.advance(5, &AtomicBool::new(false)), Step::Paused);
        assert!(search.is_cdcl && search.dlx.nodes() == 5);
    }
}
