//! Two searches, one after the other: links first, then the search that learns.

use std::sync::atomic::AtomicBool;

use super::encoding::Encoding;
use super::grid::Grid;
use super::method::Work;
use super::reduce::Masks;
use crate::exact_cover::{Learner, ProblemError, SLICE_STEPS, Search, Step};

/// How many nodes of the links are visited before the search that learns takes over.
///
/// Most grids that the rules do not finish are finished within these; of those that are not, nearly all are hard for
/// links. Learning from the first node on costs the easy ones twice the time, and a longer start the hard ones as much
/// as it takes.
const LINKS_NODES_MAX: u64 = 300;

/// With more solutions than this found in the links by then, they go on: there are many, and links are no slower from one
/// to the next.
const KNOWN_MAX: usize = 8;

/// Finds the solutions of what the rules have left of a puzzle.
///
/// The search that learns begins from the start and finds again what was found in the links; that is passed over, so
/// that every solution is told once.
#[derive(Clone, Debug)]
pub(super) struct Relay {
    encoding: Encoding,
    links: Search,
    learner: Learner,
    is_learning: bool,
    /// The first solutions found in the links, in the first of these grids.
    known: Vec<Grid>,
    /// [`LINKS_NODES_MAX`], but in tests.
    links_nodes_max: u64,
    /// How many solutions were found in the links.
    known_count: usize,
    /// How many of these the search that learns has not found again.
    unseen: usize,
    /// How many solutions it has found that were not known.
    learnt: u64,
}

impl Relay {
    /// Builds the links for what `masks` leave open.
    ///
    /// # Errors
    /// As [`Encoding::new`].
    pub(super) fn new(masks: &Masks) -> Result<Self, ProblemError> {
        let encoding = Encoding::new(masks)?;
        let links = Search::new(encoding.problem());
        let known = vec![masks.settled().clone(); KNOWN_MAX];
        let learner = Learner::default();
        Ok(Self {
            encoding,
            links,
            learner,
            is_learning: false,
            known,
            links_nodes_max: LINKS_NODES_MAX,
            known_count: 0,
            unseen: 0,
            learnt: 0,
        })
    }

    /// As [`new`](Self::new), in the memory there is.
    ///
    /// # Errors
    /// As [`new`](Self::new); nothing must be searched then.
    pub(super) fn restart(&mut self, masks: &Masks) -> Result<(), ProblemError> {
        self.encoding.restate(masks)?;
        self.links.rebuild(self.encoding.problem());
        for grid in &mut self.known {
            grid.copy_from(masks.settled());
        }
        self.is_learning = false;
        self.known_count = 0;
        self.learnt = 0;
        Ok(())
    }

    /// Goes on to the next solution. It pauses as [`Search::advance`] does.
    pub(super) fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        if self.is_learning {
            return self.learn(budget_nodes, stop);
        }
        let nodes_before = self.links.nodes();
        let stays = self.known_count > KNOWN_MAX;
        let nodes_left = if stays { u64::MAX } else { self.links_nodes_max.saturating_sub(nodes_before) };
        let step = self.links.advance(budget_nodes.min(nodes_left), stop);
        let visited = self.links.nodes() - nodes_before;
        match step {
            Step::Solution => {
                if let Some(grid) = self.known.get_mut(self.known_count) {
                    self.encoding.fill(grid, self.links.solution());
                }
                self.known_count += 1;
                step
            }
            Step::Paused if visited == nodes_left => {
                self.learner.rebuild(self.encoding.problem());
                self.is_learning = true;
                self.unseen = self.known_count;
                self.learn(budget_nodes - visited, stop)
            }
            _ => step,
        }
    }

    /// As [`advance`](Self::advance); where the links go on for good, until there are `limit` solutions, as
    /// [`Search::count`] does.
    pub(super) fn count(&mut self, limit: u64, budget_nodes: u64, stop: &AtomicBool) -> Step {
        if self.is_learning || self.known_count <= KNOWN_MAX {
            self.advance(budget_nodes, stop)
        } else {
            self.links.count(limit, budget_nodes, stop)
        }
    }

    /// How many solutions were told or counted.
    pub(super) fn solutions(&self) -> u64 {
        self.links.solutions() + self.learnt
    }

    /// Goes on to the next solution that is not known from the links.
    fn learn(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        let nodes_end = self.learner.nodes().saturating_add(budget_nodes);
        let steps_end = self.learner.steps() + SLICE_STEPS;
        loop {
            let step = self.learner.advance(nodes_end - self.learner.nodes(), stop);
            if step != Step::Solution || self.unseen == 0 || !self.is_known() {
                self.learnt += u64::from(step == Step::Solution);
                return step;
            }
            self.unseen -= 1;
            if self.learner.steps() >= steps_end {
                return Step::Paused;
            }
        }
    }

    fn is_known(&self) -> bool {
        let has = |grid: &Grid| {
            self.learner
                .solution()
                .filter_map(|option| self.encoding.candidate(option))
                .all(|candidate| grid.digit(candidate.cell) == Some(candidate.digit))
        };
        self.known[..self.known_count].iter().any(has)
    }

    /// Fills the options chosen now into a grid that has what the rules have settled.
    pub(super) fn fill(&self, grid: &mut Grid) {
        if self.is_learning {
            self.encoding.fill(grid, self.learner.solution());
        } else {
            self.encoding.fill(grid, self.links.solution());
        }
    }

    /// The work of both searches so far.
    pub(super) fn work(&self) -> Work {
        let mut work =
            Work { nodes: self.links.nodes(), updates: self.links.updates(), steps: self.links.steps() };
        if self.is_learning {
            work.nodes += self.learner.nodes();
            work.updates += self.learner.updates();
            work.steps += self.learner.steps();
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

    /// A 6x6 with these clues along its first rows.
    fn six(clues: &str) -> Masks {
        let symbols = clues.chars().chain(std::iter::repeat('.')).take(36);
        let cells = symbols.map(|symbol| Digit::new(symbol.to_digit(10)? as usize)).collect();
        let geometry = Geometry::new(6, BoxShape::usual(6)).expect("a size");
        Masks::new(&Puzzle::new(geometry, Grid::from_cells(cells).expect("a square")).expect("fits"))
    }

    /// All solutions in their order, and the nodes they took, where the links are left after `links_nodes_max`.
    fn relayed(masks: &Masks, links_nodes_max: u64, budget_nodes: u64) -> (Vec<Vec<Option<Digit>>>, u64) {
        let mut relay = Relay::new(masks).expect("within bounds");
        relay.links_nodes_max = links_nodes_max;
        let mut solutions = Vec::new();
        loop {
            match relay.advance(budget_nodes, &AtomicBool::new(false)) {
                Step::Solution => {
                    let mut grid = masks.settled().clone();
                    relay.fill(&mut grid);
                    solutions.push(grid.cells().to_vec());
                }
                Step::Paused => {}
                Step::Exhausted => return (solutions, relay.work().nodes),
            }
        }
    }

    #[test]
    fn every_solution_is_told_once_wherever_the_links_are_left() {
        for (clues, count) in
            [("123456456123231564564231", 8), ("123456456123231564", 14), ("123456456123231..4.....1", 10)]
        {
            let masks = six(clues);
            let (expected, nodes) = relayed(&masks, u64::MAX, u64::MAX);
            assert_eq!(expected.len(), count, "{clues}");
            let expected: BTreeSet<_> = expected.into_iter().collect();
            for links_nodes_max in 0..=nodes {
                let (solutions, nodes) = relayed(&masks, links_nodes_max, u64::MAX);
                assert_eq!(solutions.len(), count, "{clues}: handed over after {links_nodes_max}");
                assert_eq!(solutions.iter().cloned().collect::<BTreeSet<_>>(), expected);
                assert_eq!(relayed(&masks, links_nodes_max, 3), (solutions, nodes), "pauses change nothing");
            }
        }
    }

    #[test]
    fn links_that_find_many_solutions_early_go_on() {
        let masks = six("");
        let mut relay = Relay::new(&masks).expect("within bounds");
        let mut count = 0;
        while count < 1_000 {
            count += usize::from(relay.advance(u64::MAX, &AtomicBool::new(false)) == Step::Solution);
        }
        assert!(!relay.is_learning, "{}", relay.known_count);
    }
}
