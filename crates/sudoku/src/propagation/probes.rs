//! The search space of random probes, which estimate the number of solutions.

use quadrille_exact_cover::OptionId;
use quadrille_exact_cover::unstable::{ChosenOptions, ItemSetKey, NodeState, ProbeSpace, SearchSpace};

use super::search::ConstrainedSearch;
use crate::bits::set_bits;

/// A cell with the digits that a level has not tried, and their number when the level was opened.
#[derive(Clone, Copy, Debug, Default)]
struct ProbeLevel {
    cell: u16,
    untried: u64,
    count: usize,
    /// The digit tried last.
    digit: usize,
}

/// A [`ConstrainedSearch`] whose levels have an option for each digit of a cell that the rules do not refute at once.
///
/// The estimates of its probes vary less than with the two options of [`ConstrainedSearch`], because the digits of a cell are equally likely
/// and fewer probes end without a solution.
#[derive(Clone, Debug)]
pub(crate) struct ProbedSearch {
    search: ConstrainedSearch,
    /// State and next level of the root.
    root: (NodeState, ProbeLevel),
    /// State and next level of the current node.
    current: (NodeState, ProbeLevel),
    levels: Vec<ProbeLevel>,
}

impl ProbedSearch {
    /// Probes of a [prepared](ConstrainedSearch::prepare) search.
    pub(crate) fn new(mut search: ConstrainedSearch) -> Self {
        let root = look_ahead(&mut search);
        Self { search, root, current: root, levels: Vec::new() }
    }
}

/// State of a node, and its next level. The node is dead if the rules refute each digit of a cell.
fn look_ahead(search: &mut ConstrainedSearch) -> (NodeState, ProbeLevel) {
    let state = search.state();
    let Some((cell, digits)) = search.smallest_cell().filter(|_| state == NodeState::Open) else {
        return (state, ProbeLevel::default());
    };
    let mut untried = 0;
    for digit in set_bits(digits) {
        search.place(cell, digit);
        untried |= u64::from(search.state() != NodeState::Dead) << digit;
        search.close_level();
    }
    let state = if untried == 0 { NodeState::Dead } else { NodeState::Open };
    (state, ProbeLevel { cell, untried, count: untried.count_ones() as usize, digit: 0 })
}

/// Options are the candidates that are placed.
impl ChosenOptions for ProbedSearch {
    fn chosen(&self) -> impl Iterator<Item = OptionId> {
        self.levels.iter().map(|level| self.search.placement(level.cell, level.digit))
    }

    fn option_count(&self, depth: usize) -> usize {
        self.levels.get(depth).map_or(0, |level| level.count)
    }

    fn untried(&self, depth: usize) -> impl Iterator<Item = OptionId> {
        let level = self.levels.get(depth).copied().unwrap_or_default();
        set_bits(level.untried).map(move |digit| self.search.placement(level.cell, digit))
    }
}

impl ProbeSpace for ProbedSearch {
    fn skip_next(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.untried &= level.untried.wrapping_sub(1);
        }
    }

    fn return_to_root(&mut self) {
        self.search.return_to_root();
        self.levels.clear();
        self.current = self.root;
    }
}

impl SearchSpace for ProbedSearch {
    type MemoKey = ItemSetKey;

    const MEMOISES_DEAD_ENDS: bool = false;

    fn state(&self) -> NodeState {
        self.current.0
    }

    fn open_level(&mut self) {
        self.levels.push(self.current.1);
    }

    fn try_next(&mut self) {
        let Some(level) = self.levels.last_mut() else { return };
        level.digit = level.untried.trailing_zeros() as usize;
        level.untried &= level.untried.wrapping_sub(1);
        self.search.place(level.cell, level.digit);
        self.current = look_ahead(&mut self.search);
    }

    fn undo(&mut self) -> bool {
        self.search.close_level();
        self.levels.last().is_some_and(|level| level.untried != 0)
    }

    fn close_level(&mut self) {
        self.levels.pop();
    }

    fn updates(&self) -> u64 {
        self.search.updates()
    }

    fn choice_steps(&self) -> u64 {
        self.search.choice_steps()
    }
}
