//! The order in which an attempt removes clues.
//!
//! The result is the same as of removing one orbit after the other, in a random order, if the puzzle keeps its only solution. Most
//! of the first removals succeed. Bisection finds how many: one test for several orbits.

use std::mem;
use std::ops::Range;

use quadrille_exact_cover::unstable::SplitMix64;

use crate::model::Cell;

/// Next kind of test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RemovalTest {
    /// Bisection: all orbits below `low` are removed. All below `high` cannot be removed together, or must not be.
    Bisect { low: usize, high: usize, high_failed: bool },
    /// A test of each orbit from this one on.
    Each(usize),
}

/// Orbits of clues in the order of their tests.
#[derive(Clone, Debug)]
pub(super) struct Removal {
    /// Indices of orbits.
    order: Vec<usize>,
    /// Orbits that a test has kept.
    kept: Vec<usize>,
    stage: RemovalTest,
    /// Number of clues that are left.
    clue_count: usize,
    /// Number of clues at which the removal ends.
    target: usize,
}

impl Removal {
    /// An empty order.
    pub(super) fn new() -> Self {
        Self { order: Vec::new(), kept: Vec::new(), stage: RemovalTest::Each(0), clue_count: 0, target: 0 }
    }

    /// Starts with a clue in each cell of these orbits, in a random order, in which orbits with a cell that `is_first`
    /// come first. Removes none below `target` clues.
    pub(super) fn restart(
        &mut self,
        orbits: &[Vec<Cell>],
        target: usize,
        is_first: impl Fn(Cell) -> bool,
        random: &mut SplitMix64,
    ) {
        self.order.clear();
        self.order.extend(0..orbits.len());
        random.shuffle(&mut self.order);
        self.order.sort_by_key(|&orbit| !orbits[orbit].iter().any(|&cell| is_first(cell)));
        self.kept.clear();
        self.clue_count = orbits.iter().map(Vec::len).sum();
        self.target = target;
        let mut left = self.clue_count;
        let is_allowed = |&&orbit: &&usize| {
            left = left.saturating_sub(orbits[orbit].len());
            left >= target
        };
        let allowed =
            if self.clue_count > target { self.order.iter().take_while(is_allowed).count() } else { 0 };
        self.stage = RemovalTest::Bisect { low: 0, high: allowed + 1, high_failed: false };
    }

    /// Starts again with the orbits that were kept.
    pub(super) fn retry(&mut self) {
        self.order.clear();
        mem::swap(&mut self.order, &mut self.kept);
        self.stage = RemovalTest::Each(0);
    }

    /// Number of clues that are left.
    pub(super) fn clue_count(&self) -> usize {
        self.clue_count
    }

    /// Whether the target has kept an orbit that no test has kept. Call it at the end.
    pub(super) fn is_at_target(&self) -> bool {
        matches!(self.stage, RemovalTest::Each(from) if from < self.order.len())
    }

    /// Returns the orbits to remove next, if the puzzle keeps its only solution; `None` at the end. Call
    /// [`record`](Self::record) with the result.
    pub(super) fn next(&mut self, orbits: &[Vec<Cell>]) -> Option<Range<usize>> {
        if let RemovalTest::Bisect { low, high, high_failed } = self.stage {
            if high - low > 1 {
                return Some(low..low.midpoint(high));
            }
            // The orbit at `low` cannot be removed if the bisection has seen that.
            if high_failed {
                self.kept.extend(self.order.get(low));
            }
            self.stage = RemovalTest::Each(low + usize::from(high_failed));
        }
        let RemovalTest::Each(from) = self.stage else { return None };
        let fits = |orbit: usize| self.clue_count >= self.target + orbits[orbit].len();
        let next = (from..self.order.len()).find(|&at| fits(self.order[at]))?;
        self.stage = RemovalTest::Each(next);
        Some(next..next + 1)
    }

    /// The cells of a range of [`next`](Self::next).
    pub(super) fn cells<'a>(
        &'a self,
        range: Range<usize>,
        orbits: &'a [Vec<Cell>],
    ) -> impl Iterator<Item = Cell> + 'a {
        self.order[range].iter().flat_map(|&orbit| orbits[orbit].iter().copied())
    }

    /// Records whether the last range, of this many cells, was removed.
    pub(super) fn record(&mut self, range: &Range<usize>, cell_count: usize, is_removed: bool) {
        if is_removed {
            self.clue_count -= cell_count;
        }
        self.stage = match self.stage {
            RemovalTest::Bisect { high, high_failed, .. } if is_removed => {
                RemovalTest::Bisect { low: range.end, high, high_failed }
            }
            RemovalTest::Bisect { low, .. } => {
                RemovalTest::Bisect { low, high: range.end, high_failed: true }
            }
            RemovalTest::Each(at) => {
                if !is_removed {
                    self.kept.push(self.order[at]);
                }
                RemovalTest::Each(at + 1)
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bisection_removes_what_single_tests_would_remove() {
        let orbits: Vec<Vec<Cell>> = (0..20).map(|cell| vec![Cell(cell)]).collect();
        for (target, first) in [(0, 0), (1, 3), (5, 0), (19, 1), (20, 0), (30, 20)] {
            for needed in 0..20_usize {
                let (mut removal, mut random) = (Removal::new(), SplitMix64::new(needed as u64));
                removal.restart(&orbits, target, |cell| cell.0 < first, &mut random);
                assert!(removal.order[..usize::from(first)].iter().all(|&orbit| orbit < usize::from(first)));
                let order = removal.order.clone();
                // Needs this orbit, and one of the first two.
                let is_proper = |left: &[bool]| left[needed] && (left[0] || left[1]);
                let (mut left, mut expected) = ([true; 20], [true; 20]);
                for &orbit in &order {
                    expected[orbit] = false;
                    let count = expected.iter().filter(|&&is_left| is_left).count();
                    expected[orbit] = count < target || !is_proper(&expected);
                }
                while let Some(range) = removal.next(&orbits) {
                    let mut without = left;
                    removal.cells(range.clone(), &orbits).for_each(|cell| without[cell.index()] = false);
                    let is_removed = is_proper(&without);
                    removal.record(&range, range.len(), is_removed);
                    if is_removed {
                        left = without;
                    }
                }
                assert_eq!(left, expected, "target {target}, needed {needed}, order {order:?}");
                assert_eq!(removal.clue_count(), left.iter().filter(|&&is_left| is_left).count());
            }
        }
    }
}
