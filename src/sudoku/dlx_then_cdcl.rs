//! Portfolio search: DLX first, then CDCL.

use std::sync::atomic::AtomicBool;

use super::encoding::Encoding;
use super::engine::Work;
use super::grid::Grid;
use super::reduce::CandidateMasks;
use crate::exact_cover::{CdclSearch, Links, ProblemError, SLICE_STEPS, Search, Step};

/// DLX nodes before the hand-over to CDCL.
///
/// DLX finishes most grids within this number; nearly all others are hard for it. CDCL from the first node would take
/// twice the time on easy grids; a later hand-over would delay the hard ones.
const DLX_NODES_MAX: u64 = 300;

/// Solutions that DLX records. If it finds more before [`DLX_NODES_MAX`], it keeps the search for good: solutions are
/// frequent, and DLX enumerates them at a constant rate.
const RECORDED_MAX: usize = 8;

/// Runs DLX, then CDCL after [`DLX_NODES_MAX`] nodes.
///
/// CDCL starts from the root and finds the recorded solutions of DLX again; it skips them, so that every solution is
/// returned once.
#[derive(Clone, Debug)]
pub(super) struct DlxThenCdcl {
    encoding: Encoding,
    dlx: Search<Links>,
    cdcl: CdclSearch,
    is_cdcl: bool,
    /// The first `dlx_solutions` grids hold solutions found by DLX; the others are spare.
    recorded: Vec<Grid>,
    /// [`DLX_NODES_MAX`], except in tests.
    dlx_nodes_max: u64,
    /// Solutions found by DLX.
    dlx_solutions: usize,
    /// Recorded solutions that CDCL has not found again yet.
    unmatched: usize,
    /// Solutions found by CDCL that DLX had not found.
    new_solutions: u64,
}

impl DlxThenCdcl {
    /// Builds the search for the unsolved part of `masks`.
    ///
    /// # Errors
    /// As [`Encoding::new`].
    pub(super) fn new(masks: &CandidateMasks) -> Result<Self, ProblemError> {
        let encoding = Encoding::new(masks)?;
        let dlx = Search::new(Links::new(encoding.problem()));
        let recorded = vec![masks.solved().clone(); RECORDED_MAX];
        let cdcl = CdclSearch::default();
        Ok(Self {
            encoding,
            dlx,
            cdcl,
            is_cdcl: false,
            recorded,
            dlx_nodes_max: DLX_NODES_MAX,
            dlx_solutions: 0,
            unmatched: 0,
            new_solutions: 0,
        })
    }

    /// As [`new`](Self::new), reusing the allocated memory.
    ///
    /// # Errors
    /// As [`new`](Self::new); the search must not be used after an error.
    pub(super) fn restart(&mut self, masks: &CandidateMasks) -> Result<(), ProblemError> {
        self.encoding.rebuild(masks)?;
        self.dlx.reset(|links| links.rebuild(self.encoding.problem()));
        for grid in &mut self.recorded {
            grid.copy_from(masks.solved());
        }
        self.is_cdcl = false;
        self.dlx_solutions = 0;
        self.new_solutions = 0;
        Ok(())
    }

    /// Continues to the next solution. Pauses as [`Search::advance`] does.
    pub(super) fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        if self.is_cdcl {
            return self.advance_cdcl(budget_nodes, stop);
        }
        let nodes_before = self.dlx.nodes();
        let keeps_dlx = self.dlx_solutions > RECORDED_MAX;
        let dlx_nodes_left =
            if keeps_dlx { u64::MAX } else { self.dlx_nodes_max.saturating_sub(nodes_before) };
        let step = self.dlx.advance(budget_nodes.min(dlx_nodes_left), stop);
        let visited = self.dlx.nodes() - nodes_before;
        match step {
            Step::Solution => {
                if let Some(grid) = self.recorded.get_mut(self.dlx_solutions) {
                    self.encoding.fill(grid, self.dlx.solution());
                }
                self.dlx_solutions += 1;
                step
            }
            Step::Paused if visited == dlx_nodes_left => {
                self.cdcl.rebuild(self.encoding.problem());
                self.is_cdcl = true;
                self.unmatched = self.dlx_solutions;
                self.advance_cdcl(budget_nodes - visited, stop)
            }
            _ => step,
        }
    }

    /// As [`advance`](Self::advance), but counts up to `limit` solutions with [`Search::count`] once DLX keeps the search
    /// for good.
    pub(super) fn count(&mut self, limit: u64, budget_nodes: u64, stop: &AtomicBool) -> Step {
        if self.is_cdcl || self.dlx_solutions <= RECORDED_MAX {
            self.advance(budget_nodes, stop)
        } else {
            self.dlx.count(limit, budget_nodes, stop)
        }
    }

    /// Whether DLX has returned the last solution: it has no option left to try. After the hand-over to CDCL, `false`: to
    /// know it would take a search.
    pub(super) fn is_exhausted(&mut self) -> bool {
        !self.is_cdcl && self.dlx.advance(0, &AtomicBool::new(false)) == Step::Exhausted
    }

    /// Solutions returned or counted so far.
    pub(super) fn solutions(&self) -> u64 {
        self.dlx.solutions() + self.new_solutions
    }

    /// Continues CDCL to the next solution that DLX did not return.
    fn advance_cdcl(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        let nodes_end = self.cdcl.nodes().saturating_add(budget_nodes);
        let steps_end = self.cdcl.steps() + SLICE_STEPS;
        loop {
            let step = self.cdcl.advance(nodes_end - self.cdcl.nodes(), stop);
            if step != Step::Solution || self.unmatched == 0 || !self.is_repeated() {
                self.new_solutions += u64::from(step == Step::Solution);
                return step;
            }
            self.unmatched -= 1;
            if self.cdcl.steps() >= steps_end {
                return Step::Paused;
            }
        }
    }

    fn is_repeated(&self) -> bool {
        let has = |grid: &Grid| {
            self.cdcl
                .solution()
                .filter_map(|option| self.encoding.candidate(option))
                .all(|candidate| grid.digit(candidate.cell) == Some(candidate.digit))
        };
        self.recorded[..self.dlx_solutions].iter().any(has)
    }

    /// Writes the chosen options into a grid that holds the cells solved by the rules.
    pub(super) fn fill(&self, grid: &mut Grid) {
        if self.is_cdcl {
            self.encoding.fill(grid, self.cdcl.solution());
        } else {
            self.encoding.fill(grid, self.dlx.solution());
        }
    }

    /// Work of both searches so far.
    pub(super) fn work(&self) -> Work {
        let mut work = Work { nodes: self.dlx.nodes(), updates: self.dlx.updates(), steps: self.dlx.steps() };
        if self.is_cdcl {
            work.nodes += self.cdcl.nodes();
            work.updates += self.cdcl.updates();
            work.steps += self.cdcl.steps();
        }
        work
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::sudoku::geometry::{BoxShape, Geometry};
    use crate::sudoku::grid::Digit;
    use crate::sudoku::puzzle::Puzzle;

    /// A 6x6 with these clues from the first cell on.
    fn six(clues: &str) -> CandidateMasks {
        let symbols = clues.chars().chain(std::iter::repeat('.')).take(36);
        let cells = symbols.map(|symbol| Digit::new(symbol.to_digit(10)? as usize)).collect();
        let geometry = Geometry::new(6, BoxShape::usual(6)).expect("a size");
        CandidateMasks::new(&Puzzle::new(geometry, Grid::from_cells(cells).expect("a square")).expect("fits"))
    }

    /// All solutions in order, and the nodes visited, with a hand-over after `dlx_nodes_max` nodes.
    fn solutions_of(
        masks: &CandidateMasks,
        dlx_nodes_max: u64,
        budget_nodes: u64,
    ) -> (Vec<Vec<Option<Digit>>>, u64) {
        let mut search = DlxThenCdcl::new(masks).expect("within bounds");
        search.dlx_nodes_max = dlx_nodes_max;
        let mut solutions = Vec::new();
        loop {
            match search.advance(budget_nodes, &AtomicBool::new(false)) {
                Step::Solution => {
                    let mut grid = masks.solved().clone();
                    search.fill(&mut grid);
                    solutions.push(grid.cells().to_vec());
                }
                Step::Paused => {}
                Step::Exhausted => return (solutions, search.work().nodes),
            }
        }
    }

    #[test]
    fn every_solution_is_returned_once_for_any_hand_over() {
        for (clues, count) in
            [("123456456123231564564231", 8), ("123456456123231564", 14), ("123456456123231..4.....1", 10)]
        {
            let masks = six(clues);
            let (expected, nodes) = solutions_of(&masks, u64::MAX, u64::MAX);
            assert_eq!(expected.len(), count, "{clues}");
            let expected: BTreeSet<_> = expected.into_iter().collect();
            for dlx_nodes_max in 0..=nodes {
                let (solutions, nodes) = solutions_of(&masks, dlx_nodes_max, u64::MAX);
                assert_eq!(solutions.len(), count, "{clues}: handed over after {dlx_nodes_max}");
                assert_eq!(solutions.iter().cloned().collect::<BTreeSet<_>>(), expected);
                assert_eq!(
                    solutions_of(&masks, dlx_nodes_max, 3),
                    (solutions, nodes),
                    "pauses change nothing"
                );
            }
        }
    }

    #[test]
    fn dlx_with_many_early_solutions_keeps_the_search() {
        let masks = six("");
        let mut search = DlxThenCdcl::new(&masks).expect("within bounds");
        let mut count = 0;
        while count < 1_000 {
            count += usize::from(search.advance(u64::MAX, &AtomicBool::new(false)) == Step::Solution);
        }
        assert!(!search.is_cdcl, "{}", search.dlx_solutions);
    }
}
