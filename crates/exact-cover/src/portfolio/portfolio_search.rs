//! Portfolio search: backtracking and CDCL in turns.

use std::sync::atomic::{AtomicBool, Ordering};

use super::any_search::AnySearch;
use super::recorded_solutions::RecordedSolutions;
use crate::bitset::RootPropagation;
use crate::cdcl::CdclSearch;
use crate::cube::{Cube, SubProblem};
use crate::problem::{OptionId, Problem};
use crate::rest::Split;
use crate::search::{SLICE_STEPS, Step};

/// Nodes of the first turn of a bit matrix. Nearly all problems of its size end within this number, and CDCL takes a
/// hundred times as long for most of them.
const BIT_MATRIX_NODES: u64 = 1 << 16;

/// Nodes of the first turn of a rank matrix. The hardest 9x9 Sudoku known end within a quarter of them.
const RANK_MATRIX_NODES: u64 = 1 << 12;

/// Number of options up to which a problem counts as small for dancing links. Hard 9x9 Sudoku have some 250 options left after
/// the logical rules, 16x16 and 25x25 with few clues more than 400.
const SMALL_OPTIONS_MAX: usize = 320;

/// Nodes of the first turn of dancing links in a small problem. Most 9x9 Sudoku end within them.
const SMALL_LINKS_NODES: u64 = 1 << 12;

/// Nodes of the first turn of dancing links in any other problem. CDCL takes a hundredth of the time of backtracking for many
/// of the large Sudoku that do not end within them.
const LINKS_NODES: u64 = 300;

/// Nodes of every turn but the first. The search then chooses the engine of the next turn.
const TURN_NODES: u64 = 1_024;

/// CDCL leaves the search to backtracking after this multiple of the predicted steps of backtracking. With 1, predictions that
/// are too low cost more on large grids than the earlier change gains elsewhere.
const PREDICTION_MARGIN: f64 = 4.0;

/// A prediction has failed when backtracking has taken this multiple of the predicted steps. The margin then doubles: the share of
/// the tree that is explored may be large by chance, as after an early dead end on one side of the root.
const PREDICTION_EXCESS: f64 = 2.0;

/// Nodes of backtracking, at least, that show whether it counts faster than CDCL. The memo, which starts after half of them,
/// shows its effect.
const COUNT_TRIAL_NODES: u64 = 1 << 14;

/// Search that has worked last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverEngine {
    /// Backtracking over options as bits of machine words.
    Bitset,
    /// Backtracking with dancing links.
    Links,
    /// Conflict-driven clause learning.
    Cdcl,
}

/// Engine of the portfolio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ActiveEngine {
    Backtracking,
    Cdcl,
}

/// Runs backtracking, then CDCL, and returns to backtracking where that is expected to end sooner.
///
/// Backtracking is a search of a bit matrix if the problem is small, of a rank matrix with weighted items if it is of medium
/// size, of dancing links with weighted items otherwise. Its first turn ends after 2^16 nodes of a bit matrix, 2^12 of a rank
/// matrix, and 2^12 or 300 nodes of dancing links for few or many options, after those that the root forces. CDCL then starts
/// from the root. The share of the tree that backtracking has explored predicts its remaining steps; it continues when CDCL
/// has taken four times as many, or twice that for each prediction that failed.
///
/// An engine that has found more than 8 solutions keeps the search. An engine skips the solutions that the other one
/// found, so that every solution is returned once.
///
/// A count that CDCL keeps is an exception: backtracking continues on trial, without skipping the solutions of CDCL, because its
/// memo may count many at once. It keeps the count if it has found at least as many solutions per node.
///
/// `P` owns the problem, which CDCL is built from, and may say what the options mean.
#[derive(Clone, Debug)]
pub struct PortfolioSearch<P> {
    problem: P,
    /// The problem without the options that forced ones exclude, if there are any; the engines then search it.
    reduced: Option<SubProblem>,
    /// Number of options that unit propagation forces in `reduced`. Dancing links visit a node for each.
    forced: u64,
    backtracking: AnySearch,
    cdcl: CdclSearch,
    /// Whether CDCL has had a turn, and was built for this problem.
    has_cdcl: bool,
    /// The engine that continues the search.
    engine: ActiveEngine,
    /// Number of nodes of `engine` at which its turn ends.
    turn_end: u64,
    /// Nodes of the first turn; `None` to choose them by the size of the problem.
    first_turn_nodes: Option<u64>,
    /// [`TURN_NODES`], unless set otherwise.
    turn_nodes: u64,
    /// [`COUNT_TRIAL_NODES`], unless set otherwise.
    count_trial_nodes: u64,
    recorded: RecordedSolutions,
    /// Recorded solutions of CDCL that backtracking has not found again yet.
    unmatched_by_backtracking: usize,
    /// Recorded solutions of backtracking that CDCL has not found again yet.
    unmatched_by_cdcl: usize,
    /// [`PREDICTION_MARGIN`], doubled by each prediction that failed.
    prediction_margin: f64,
    /// Steps of backtracking at which the prediction that it returned for has failed.
    prediction_end: f64,
    /// Whether `engine` has found so many solutions that it keeps the search.
    is_kept: bool,
    /// Solutions that CDCL found first, and that backtracking has not found again.
    extra_solutions: u64,
    /// Nodes and solutions of backtracking before its trial in a count; `None` before the trial, and after backtracking has
    /// won. The trial continues while `engine` is backtracking.
    count_trial: Option<(u64, u128)>,
}

impl<P: AsRef<Problem>> PortfolioSearch<P> {
    /// Creates a search of the whole problem.
    pub fn new(problem: P) -> Self {
        if let Some(bits) = AnySearch::with_bits(problem.as_ref()) {
            return Self::with_backtracking(problem, None, bits);
        }
        let reduced = Self::reduce(problem.as_ref());
        let searched = reduced.as_ref().map_or(problem.as_ref(), |(sub_problem, _)| sub_problem.as_ref());
        let links = AnySearch::with_links(searched);
        Self::with_backtracking(problem, reduced, links)
    }

    /// Returns the problem without the options that forced ones exclude, and the number of forced ones; `None` if there are none,
    /// or if the problem has colours.
    fn reduce(problem: &Problem) -> Option<(SubProblem, u64)> {
        if problem.options().flatten().any(|entry| entry.colour.is_some()) {
            return None;
        }
        let forced = RootPropagation::new(problem).into_forced();
        let count = forced.len() as u64;
        (count > 0).then(|| (SubProblem::new(problem, &Cube::new(forced, 1)), count))
    }

    /// Creates a search that uses dancing links for problems of any size. They take less time to build than bit sets, and
    /// reuse their memory after a [`restart`](Self::restart).
    pub fn with_links(problem: P) -> Self {
        let links = AnySearch::with_links(problem.as_ref());
        Self::with_backtracking(problem, None, links)
    }

    fn with_backtracking(problem: P, reduced: Option<(SubProblem, u64)>, backtracking: AnySearch) -> Self {
        let (reduced, forced) =
            reduced.map_or((None, 0), |(sub_problem, forced)| (Some(sub_problem), forced));
        let mut search = Self { reduced, forced, ..Self::of_parts(problem, backtracking) };
        search.start();
        search
    }

    /// Creates a search that has yet to be started.
    fn of_parts(problem: P, backtracking: AnySearch) -> Self {
        Self {
            problem,
            reduced: None,
            forced: 0,
            backtracking,
            cdcl: CdclSearch::default(),
            has_cdcl: false,
            engine: ActiveEngine::Backtracking,
            turn_end: 0,
            first_turn_nodes: None,
            turn_nodes: TURN_NODES,
            count_trial_nodes: COUNT_TRIAL_NODES,
            recorded: RecordedSolutions::default(),
            unmatched_by_backtracking: 0,
            unmatched_by_cdcl: 0,
            prediction_margin: PREDICTION_MARGIN,
            prediction_end: 0.0,
            is_kept: false,
            extra_solutions: 0,
            count_trial: None,
        }
    }

    /// Starts the first turn.
    fn start(&mut self) {
        let searched = self.reduced.as_ref().map_or(self.problem.as_ref(), AsRef::as_ref);
        self.recorded.rebuild(searched);
        let options = searched.option_count() - self.forced as usize;
        self.backtracking.set_weighted(true);
        self.has_cdcl = false;
        self.engine = ActiveEngine::Backtracking;
        self.turn_end = self.first_turn_nodes.unwrap_or_else(|| match self.backtracking {
            AnySearch::BitMatrix64(_) | AnySearch::BitMatrix128(_) => BIT_MATRIX_NODES,
            AnySearch::RankMatrix(_) => RANK_MATRIX_NODES,
            AnySearch::Links(_) if options <= SMALL_OPTIONS_MAX => self.forced + SMALL_LINKS_NODES,
            AnySearch::Links(_) => self.forced + LINKS_NODES,
        });
        (self.unmatched_by_backtracking, self.unmatched_by_cdcl) = (0, 0);
        self.prediction_margin = PREDICTION_MARGIN;
        self.is_kept = false;
        self.extra_solutions = 0;
        self.count_trial = None;
    }

    /// Restarts with the problem that `rebuild` leaves, and reuses the memory.
    ///
    /// # Errors
    /// That of `rebuild`; the search must not be used after an error.
    pub fn restart<E>(&mut self, rebuild: impl FnOnce(&mut P) -> Result<(), E>) -> Result<(), E> {
        rebuild(&mut self.problem)?;
        (self.reduced, self.forced) = (None, 0);
        self.backtracking.restart(self.problem.as_ref());
        self.start();
        Ok(())
    }

    /// Sets the numbers of nodes of the first turn, and of each later one and the trial of a count, before the search starts; a
    /// first turn of `u64::MAX` disables CDCL. Solutions do not change, their order may.
    pub fn set_turns(&mut self, first_nodes: u64, nodes: u64) {
        self.first_turn_nodes = Some(first_nodes);
        self.turn_nodes = nodes;
        self.count_trial_nodes = nodes;
        self.turn_end = first_nodes;
    }

    /// The problem under search, as given.
    pub fn problem(&self) -> &P {
        &self.problem
    }

    /// Continues to the next solution. Pauses as [`Search::advance`](crate::unstable::Search::advance) does.
    pub fn advance(&mut self, budget_nodes: u64, stop: &AtomicBool) -> Step {
        let nodes_end = self.nodes().saturating_add(budget_nodes);
        let steps_end = self.steps() + SLICE_STEPS;
        loop {
            let nodes_left = nodes_end - self.nodes();
            let turn_left = if self.is_kept { u64::MAX } else { self.turn_end - self.engine_nodes() };
            let step = match self.engine {
                ActiveEngine::Backtracking => self.backtracking.advance(nodes_left.min(turn_left), stop),
                ActiveEngine::Cdcl => self.cdcl.advance(nodes_left.min(turn_left), stop),
            };
            match step {
                Step::Solution if self.record_solution() => return step,
                Step::Solution if self.steps() >= steps_end => return Step::Paused,
                Step::Solution => {}
                // After a stop, CDCL may have to finish the last node of its turn.
                Step::Paused
                    if !self.is_kept
                        && self.engine_nodes() == self.turn_end
                        && !stop.load(Ordering::Relaxed) =>
                {
                    self.end_turn();
                    if self.steps() >= steps_end {
                        return step;
                    }
                }
                Step::Exhausted | Step::Paused => return step,
            }
        }
    }

    /// As [`advance`](Self::advance), but counts up to `limit` solutions with
    /// [`Search::count`](crate::unstable::Search::count) once backtracking keeps the search.
    ///
    /// Only a further count may follow: [`advance`](Self::advance) could return a counted solution.
    pub fn count(&mut self, limit: u128, budget_nodes: u64, stop: &AtomicBool) -> Step {
        if self.solutions() >= limit {
            return Step::Solution;
        }
        if self.is_kept && self.engine == ActiveEngine::Cdcl && self.count_trial.is_none() {
            self.count_trial = Some((self.backtracking.nodes(), self.backtracking.solutions()));
            self.engine = ActiveEngine::Backtracking;
        }
        match self.count_trial {
            Some((nodes_before, _)) if self.engine == ActiveEngine::Backtracking => {
                let nodes_end = nodes_before + self.cdcl.nodes().max(self.count_trial_nodes);
                let nodes_left = nodes_end - self.backtracking.nodes();
                let step = self.backtracking.count(limit, budget_nodes.min(nodes_left), stop);
                if step == Step::Paused && self.backtracking.nodes() == nodes_end {
                    self.end_count_trial();
                }
                step
            }
            // Without a difference, the solutions of backtracking are the solutions of the search.
            None if self.is_only_backtracking() => self.backtracking.count(limit, budget_nodes, stop),
            _ => self.advance(budget_nodes, stop),
        }
    }

    /// Lets the engine keep the count that has found more solutions per node: backtracking in its trial, or CDCL.
    fn end_count_trial(&mut self) {
        let Some((nodes_before, solutions_before)) = self.count_trial else { return };
        let nodes = self.backtracking.nodes() - nodes_before;
        let solutions = self.backtracking.solutions() - solutions_before;
        // The trial has at least as many nodes as CDCL. So backtracking wins only with at least as many solutions.
        let by_backtracking = solutions.saturating_mul(self.cdcl.nodes().into());
        let by_cdcl = u128::from(self.extra_solutions) * u128::from(nodes);
        if by_backtracking >= by_cdcl {
            // Backtracking finds the solutions of CDCL again.
            (self.count_trial, self.unmatched_by_backtracking, self.extra_solutions) = (None, 0, 0);
        } else {
            self.engine = ActiveEngine::Cdcl;
        }
    }

    /// Whether backtracking keeps the search, and has found all its solutions.
    fn is_only_backtracking(&self) -> bool {
        self.is_kept
            && self.engine == ActiveEngine::Backtracking
            && self.unmatched_by_backtracking == 0
            && self.count_trial.is_none()
    }

    /// The engine that continues the search.
    pub fn engine(&self) -> CoverEngine {
        match (self.engine, &self.backtracking) {
            (ActiveEngine::Cdcl, _) => CoverEngine::Cdcl,
            (ActiveEngine::Backtracking, AnySearch::Links(_)) => CoverEngine::Links,
            (
                ActiveEngine::Backtracking,
                AnySearch::BitMatrix64(_) | AnySearch::BitMatrix128(_) | AnySearch::RankMatrix(_),
            ) => CoverEngine::Bitset,
        }
    }

    /// Number of nodes of the engine that continues the search.
    fn engine_nodes(&self) -> u64 {
        match self.engine {
            ActiveEngine::Backtracking => self.backtracking.nodes(),
            ActiveEngine::Cdcl => self.cdcl.nodes(),
        }
    }

    /// Records the solution that the engine has just found. Returns whether it is new.
    fn record_solution(&mut self) -> bool {
        let unmatched = match self.engine {
            ActiveEngine::Backtracking => self.unmatched_by_backtracking,
            ActiveEngine::Cdcl => self.unmatched_by_cdcl,
        };
        let is_new = unmatched == 0 || !self.recorded.contains(|| self.engine_solution());
        if is_new && self.recorded.is_full() && !self.is_kept {
            self.is_kept = true;
            self.backtracking.set_weighted(false);
        }
        let is_recorded = is_new && !self.is_kept;
        if is_recorded {
            match self.engine {
                ActiveEngine::Backtracking => self.recorded.push(self.backtracking.solution()),
                ActiveEngine::Cdcl => self.recorded.push(self.cdcl.solution()),
            }
        }
        match self.engine {
            ActiveEngine::Backtracking => {
                self.unmatched_by_cdcl += usize::from(is_recorded);
                self.unmatched_by_backtracking -= usize::from(!is_new);
                self.extra_solutions -= u64::from(!is_new);
            }
            ActiveEngine::Cdcl => {
                self.unmatched_by_backtracking += usize::from(is_recorded);
                self.unmatched_by_cdcl -= usize::from(!is_new);
                self.extra_solutions += u64::from(is_new);
            }
        }
        is_new
    }

    /// Chooses the engine of the next turn.
    fn end_turn(&mut self) {
        if !self.has_cdcl {
            self.cdcl.rebuild(self.reduced.as_ref().map_or(self.problem.as_ref(), AsRef::as_ref));
            self.has_cdcl = true;
            self.engine = ActiveEngine::Cdcl;
        } else {
            let explored = self.backtracking.explored();
            let steps = self.backtracking.steps() as f64;
            let backtracking_left = steps * (1.0 - explored) / explored;
            let has_failed = self.engine == ActiveEngine::Backtracking && steps >= self.prediction_end;
            if has_failed {
                self.prediction_margin *= 2.0;
            }
            if self.engine == ActiveEngine::Cdcl || has_failed {
                self.prediction_end = steps + PREDICTION_EXCESS * backtracking_left;
            }
            self.engine = if backtracking_left * self.prediction_margin <= self.cdcl.steps() as f64 {
                ActiveEngine::Backtracking
            } else {
                ActiveEngine::Cdcl
            };
        }
        self.turn_end = self.engine_nodes().saturating_add(self.turn_nodes);
    }

    /// Whether backtracking has returned the last solution: it has no option left to try. After a turn of CDCL, `false`: to
    /// know it would take a search. Takes the last solution back.
    pub fn is_exhausted(&mut self) -> bool {
        !self.has_cdcl && self.backtracking.advance(0, &AtomicBool::new(false)) == Step::Exhausted
    }

    /// Returns what backtracking has found and left, as [`Search::rest`](crate::unstable::Search::rest).
    ///
    /// The work of CDCL is dropped: its solutions are in the rest, because it does not search in an order that leaves cubes.
    pub fn export(&self, weight: u128) -> Split {
        Split::new(self.backtracking.solutions(), weight, self.backtracking.rest(weight))
            .filter_map(|option| Some(self.whole_option(option)))
    }

    /// Weight that an [`export`](Self::export) would count as searched.
    pub fn searched(&self, weight: u128) -> u128 {
        weight - self.backtracking.rest_weight(weight)
    }

    /// Returns the number of an option of the engines in the whole problem.
    fn whole_option(&self, option: OptionId) -> OptionId {
        self.reduced.as_ref().map_or(option, |reduced| reduced.whole_option(option))
    }

    /// As [`Search::split`](crate::unstable::Search::split); `None` unless backtracking has found so many solutions that it
    /// keeps the search, because each part would have its turns of CDCL.
    pub fn split(&mut self) -> Option<Self>
    where
        P: Clone,
    {
        let backtracking =
            if self.is_only_backtracking() { self.backtracking.split()? } else { return None };
        let (reduced, forced) = (self.reduced.clone(), self.forced);
        Some(Self { is_kept: true, reduced, forced, ..Self::of_parts(self.problem.clone(), backtracking) })
    }

    /// Returns the chosen options. They are a solution after [`advance`](Self::advance) returned [`Step::Solution`].
    pub fn solution(&self) -> impl Iterator<Item = OptionId> {
        self.engine_solution().map(|option| self.whole_option(option))
    }

    /// As [`solution`](Self::solution), in the numbers of the engines.
    fn engine_solution(&self) -> impl Iterator<Item = OptionId> {
        let backtracking = (self.engine == ActiveEngine::Backtracking).then(|| self.backtracking.solution());
        let cdcl = (self.engine == ActiveEngine::Cdcl).then(|| self.cdcl.solution());
        backtracking.into_iter().flatten().chain(cdcl.into_iter().flatten())
    }

    /// Number of solutions returned or counted.
    pub fn solutions(&self) -> u128 {
        let by_backtracking = self.backtracking.solutions();
        match self.count_trial {
            None => by_backtracking.saturating_add(self.extra_solutions.into()),
            // Either engine may have found solutions of the other one.
            Some((_, solutions_before)) => {
                by_backtracking.max(solutions_before + u128::from(self.extra_solutions))
            }
        }
    }

    /// Number of nodes of both engines.
    pub fn nodes(&self) -> u64 {
        self.backtracking.nodes() + if self.has_cdcl { self.cdcl.nodes() } else { 0 }
    }

    /// Number of updates of both engines.
    pub fn updates(&self) -> u64 {
        self.backtracking.updates() + if self.has_cdcl { self.cdcl.updates() } else { 0 }
    }

    /// Number of steps of both engines.
    pub fn steps(&self) -> u64 {
        self.backtracking.steps() + if self.has_cdcl { self.cdcl.steps() } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::cover::Cover;
    use crate::problem::Item;

    /// Queens on an n x n board: one in each row and column, at most one in each diagonal.
    fn queens(n: u32) -> Problem {
        let mut problem = Problem::new(2 * n as usize, 4 * n as usize - 2).expect("few items");
        for (row, column) in (0..n * n).map(|cell| (cell / n, cell % n)) {
            let items = [row, n + column, 2 * n + row + column, 5 * n - 2 + row - column];
            problem.add_option(items.map(Item)).expect("valid option");
        }
        problem
    }

    /// Permutations of `n` things.
    fn permutations(n: u32) -> Problem {
        let mut problem = Problem::new(2 * n as usize, 0).expect("few items");
        for (thing, position) in (0..n * n).map(|pair| (pair / n, pair % n)) {
            problem.add_option([thing, n + position].map(Item)).expect("valid option");
        }
        problem
    }

    /// All solutions in order, and the nodes visited, with turns of `first_nodes` and then of `nodes` nodes.
    fn solutions_of(
        problem: &Problem,
        (first_nodes, nodes): (u64, u64),
        budget_nodes: u64,
    ) -> (Vec<BTreeSet<u32>>, u64) {
        let mut search = PortfolioSearch::new(problem);
        search.set_turns(first_nodes, nodes);
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
    fn every_solution_is_returned_once_for_any_turns() {
        for (problem, count) in [(queens(6), 4), (queens(5), 10), (permutations(3), 6), (permutations(4), 24)]
        {
            let (expected, nodes) = solutions_of(&problem, (u64::MAX, 1), u64::MAX);
            assert_eq!(expected.len(), count);
            let expected: BTreeSet<_> = expected.into_iter().collect();
            for turns in (0..=nodes).flat_map(|first| [1, 3, u64::MAX].map(|nodes| (first, nodes))) {
                let (solutions, nodes) = solutions_of(&problem, turns, u64::MAX);
                assert_eq!(solutions.len(), count, "turns of {turns:?}");
                assert_eq!(solutions.iter().cloned().collect::<BTreeSet<_>>(), expected);
                assert_eq!(solutions_of(&problem, turns, 3), (solutions, nodes), "pauses change nothing");
            }
        }
    }

    #[test]
    fn backtracking_with_many_early_solutions_keeps_the_search() {
        let mut search = PortfolioSearch::with_links(permutations(7));
        search.set_turns(LINKS_NODES, 1);
        let mut count = 0;
        while count < 1_000 {
            count += usize::from(search.advance(u64::MAX, &AtomicBool::new(false)) == Step::Solution);
        }
        assert!(search.nodes() > LINKS_NODES && search.is_kept && !search.has_cdcl);
    }

    #[test]
    fn first_turn_without_solutions_is_followed_by_cdcl() {
        let mut search = PortfolioSearch::new(queens(20));
        search.set_turns(5, 1);
        assert_eq!(search.advance(5, &AtomicBool::new(false)), Step::Paused);
        assert!(search.engine == ActiveEngine::Cdcl && search.backtracking.nodes() == 5);
    }

    /// Items with two equal options each.
    fn pairs(items: u32) -> Problem {
        let mut problem = Problem::new(items as usize, 0).expect("few items");
        for item in (0..items).flat_map(|item| [item, item]) {
            problem.add_option([Item(item)]).expect("valid option");
        }
        problem
    }

    #[test]
    fn count_with_frequent_solutions_of_cdcl_returns_to_backtracking() {
        // The first turn ends above the first solution.
        let (problem, limit) = (pairs(300), 1 << 53);
        let mut search = PortfolioSearch::new(problem);
        let mut solutions = 0;
        for _ in 0..100 {
            search.count(limit, u64::MAX, &AtomicBool::new(false));
            assert!(search.solutions() >= solutions);
            solutions = search.solutions();
        }
        assert!(search.has_cdcl && solutions == limit, "{solutions} solutions by {:?}", search.engine());
    }

    /// Two cycles of items, of which an option covers two neighbours, and pairs of items with one option each. Four solutions.
    fn cycles_and_pairs() -> Problem {
        let mut problem = Problem::new(404, 0).expect("few items");
        for first in 0..300 {
            if first % 3 == 0 {
                let pair = [304 + first / 3, 404 - 1 - first / 3];
                if pair[0] < pair[1] {
                    problem.add_option(pair.map(Item)).expect("valid option");
                }
            }
            problem.add_option([first, (first + 1) % 300].map(Item)).expect("valid option");
        }
        for first in 0..4 {
            let items = [300 + first, 300 + (first + 1) % 4];
            problem.add_option(items.map(Item)).expect("valid option");
        }
        problem
    }

    #[test]
    fn options_excluded_at_the_root_change_no_solution() {
        let problem = cycles_and_pairs();
        let search = PortfolioSearch::new(&problem);
        assert!(search.forced == 50 && matches!(search.backtracking, AnySearch::Links(_)));
        for turns in [(u64::MAX, 1), (60, 1), (0, u64::MAX)] {
            let (solutions, _) = solutions_of(&problem, turns, u64::MAX);
            assert_eq!(solutions.iter().cloned().collect::<BTreeSet<_>>().len(), 4);
            for solution in solutions {
                assert!(Cover::certify(&problem, solution.into_iter().map(OptionId)).is_ok());
            }
        }
        // The rest after the first solution has the three others.
        let mut search = search;
        assert_eq!(search.advance(u64::MAX, &AtomicBool::new(false)), Step::Solution);
        let rest = search.export(1).rest;
        let count = |cube: &Cube| {
            let mut search = PortfolioSearch::new(SubProblem::new(&problem, cube));
            while search.advance(u64::MAX, &AtomicBool::new(false)) != Step::Exhausted {}
            search.solutions()
        };
        assert_eq!(rest.cubes(&Cube::whole()).map(|cube| count(&cube)).sum::<u128>(), 3);
    }

    /// Langford pairs: each number k up to n occurs twice among 2n numbers, with k numbers between.
    fn langford(n: u32) -> Problem {
        let mut problem = Problem::new(3 * n as usize, 0).expect("few items");
        for (k, first) in (1..=n).flat_map(|k| (0..2 * n - k - 1).map(move |first| (k, first))) {
            let items = [k - 1, n + first, n + first + k + 1];
            problem.add_option(items.map(Item)).expect("valid option");
        }
        problem
    }

    #[test]
    fn backtracking_continues_after_cdcl_has_taken_its_predicted_steps() {
        // Without a solution, and CDCL takes long to see that.
        let mut search = PortfolioSearch::new(langford(9));
        search.set_turns(2_000, 100);
        let mut engines = vec![search.engine];
        while search.advance(100, &AtomicBool::new(false)) != Step::Exhausted {
            if engines.last() != Some(&search.engine) {
                engines.push(search.engine);
            }
        }
        assert!(
            engines.starts_with(&[
                ActiveEngine::Backtracking,
                ActiveEngine::Cdcl,
                ActiveEngine::Backtracking
            ]),
            "{engines:?}"
        );
    }

    #[test]
    fn failed_prediction_doubles_the_margin() {
        // The first option of the first item leaves item 1 without options: backtracking has soon explored half of the tree.
        // The other half has Langford pairs without a solution.
        let pairs = langford(9);
        let mut problem = Problem::new(4 + pairs.primary_count(), 0).expect("few items");
        for items in [&[0, 2, 3][..], &[0], &[1, 2], &[1, 3], &[2], &[3]] {
            let entries: Vec<_> = items.iter().map(|&item| Item(item)).collect();
            problem.add_option(&entries).expect("valid option");
        }
        for option in pairs.options() {
            let entries: Vec<_> = option.iter().map(|entry| Item(4 + entry.item.0)).collect();
            problem.add_option(&entries).expect("valid option");
        }
        let mut search = PortfolioSearch::new(problem);
        search.set_turns(20, 20);
        let mut margins = vec![search.prediction_margin];
        while search.advance(20, &AtomicBool::new(false)) != Step::Exhausted {
            if margins.last() != Some(&search.prediction_margin) {
                margins.push(search.prediction_margin);
            }
        }
        assert!(margins.starts_with(&[PREDICTION_MARGIN, 8.0, 16.0]), "{margins:?}");
        assert_eq!((search.engine, search.solutions()), (ActiveEngine::Backtracking, 0));
        assert_eq!(search.restart(|_| Ok::<(), ()>(())), Ok(()));
        assert_eq!(search.prediction_margin, PREDICTION_MARGIN);
    }

    #[test]
    fn first_turn_is_longer_for_smaller_problems() {
        let turn_end = |problem| PortfolioSearch::with_links(problem).turn_end;
        assert_eq!(turn_end(permutations(16)), SMALL_LINKS_NODES);
        assert_eq!(turn_end(permutations(18)), LINKS_NODES);
        assert_eq!(PortfolioSearch::new(permutations(16)).turn_end, BIT_MATRIX_NODES);
    }
}
