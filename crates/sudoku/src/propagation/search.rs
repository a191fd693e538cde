//! The search space of backtracking: each level has a candidate placed, then excluded.

use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_exact_cover::OptionId;
use quadrille_exact_cover::unstable::{ChosenOptions, ItemSetKey, NodeState, SearchSpace, SplitMix64};

use super::board::{CandidateBoard, Contradicted, is_open};
use super::compilation::Compilation;
use super::fixpoint::Fixpoint;
use super::learning_search::LearningSearch;
use super::model::Model;
use crate::bits::set_bits;
use crate::model::{Cell, Digit, Puzzle, Restriction, Rules};

/// An open level.
#[derive(Clone, Copy, Debug)]
struct OpenLevel {
    cell: u16,
    /// Number of the digit, from 0.
    digit: usize,
    /// Number of options tried: 0 to 2.
    chosen: u8,
    /// Number of changes before the first option.
    changes: usize,
}

/// A [`CandidateBoard`] under search, as a [`SearchSpace`].
///
/// Each level has two options, in this order: a candidate is the digit of its cell, or it is not. The cell is the one with the
/// largest weight divided by its number of candidates (dom/wdeg). A weight begins with the rules of the cell, and grows when the choice
/// of the cell leads to a conflict, or its change is the last one before a conflict.
#[derive(Clone, Debug)]
pub(crate) struct ConstrainedSearch {
    rules: Rules,
    model: Model,
    board: CandidateBoard,
    /// Candidates after the rules, before the search.
    root: Vec<u64>,
    preparation: Preparation,
    /// Work of the compilation for this puzzle; none if the model was there already.
    compilation_work: u64,
    propagation: Fixpoint,
    state: NodeState,
    levels: Vec<OpenLevel>,
    weights: Vec<u32>,
    /// Number of conflicts since the weights were halved.
    conflicts: u32,
    choice_steps: u64,
    random: Option<SplitMix64>,
}

/// Number of conflicts after which the weights are halved.
const HALVED_AFTER: u32 = 1 << 14;

/// What precedes the search of a puzzle.
#[derive(Clone, Debug)]
enum Preparation {
    /// Compiles the rules.
    Compile(Box<Compilation>),
    /// Applies the rules.
    Propagate,
    /// Nothing: the search may begin.
    Done,
}

impl ConstrainedSearch {
    /// Loads a puzzle, which has yet to be [prepared](Self::prepare).
    pub(crate) fn new(puzzle: &Puzzle) -> Self {
        let mut search = Self::without_puzzle(puzzle.rules());
        search.restart(puzzle);
        search
    }

    /// A search with these rules, which has yet to [load](Self::restart) a puzzle.
    pub(super) fn without_puzzle(rules: &Rules) -> Self {
        Self {
            rules: rules.clone(),
            model: Model::default(),
            board: CandidateBoard::default(),
            root: Vec::new(),
            preparation: Preparation::Compile(Box::default()),
            compilation_work: 0,
            propagation: Fixpoint::default(),
            state: NodeState::Open,
            levels: Vec::new(),
            weights: Vec::new(),
            conflicts: 0,
            choice_steps: 0,
            random: None,
        }
    }

    /// As [`new`](Self::new), reusing the memory, and the compiled rules if they are the same.
    pub(super) fn restart(&mut self, puzzle: &Puzzle) {
        if self.rules != *puzzle.rules() {
            (self.rules, self.model) = (puzzle.rules().clone(), Model::default());
            self.preparation = Preparation::Compile(Box::default());
        }
        let (layout, digits) = (puzzle.rules().layout(), puzzle.rules().digits().bits());
        let (of_rules, of_puzzle) = (puzzle.rules().masks(), puzzle.given_candidates());
        let mask = |cell: Cell| {
            let allowed = [of_rules, of_puzzle].into_iter().flatten();
            let allowed = allowed.fold(digits, |bits, masks| bits & masks[cell.index()].bits());
            puzzle.clues().digit(cell).map_or(allowed, |digit| allowed & 1 << digit.index())
        };
        self.board.restart(layout.cells().map(mask));
        self.levels.clear();
        (self.conflicts, self.random, self.choice_steps, self.compilation_work) = (0, None, 0, 0);
        match &self.preparation {
            Preparation::Compile(_) => self.propagation.restart(&self.model),
            Preparation::Propagate | Preparation::Done => self.begin_propagation(),
        }
    }

    /// Compiles the rules unless that is done, and applies them. Returns whether the search may begin. Pauses after this much work, at least
    /// one step, or before a step after `stop` was set. Pauses change nothing.
    pub(crate) fn prepare(&mut self, work: u64, stop: &AtomicBool) -> bool {
        let end = self.preparation_work().saturating_add(work);
        loop {
            if matches!(self.preparation, Preparation::Done) {
                return true;
            }
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            match &mut self.preparation {
                Preparation::Compile(compilation) => {
                    let before = compilation.work();
                    let model = compilation.step(&self.rules);
                    self.compilation_work += compilation.work() - before;
                    if let Some(model) = model {
                        self.model = model;
                        self.begin_propagation();
                    }
                }
                _ => match self.propagation.step(&self.model, &mut self.board) {
                    Ok(true) => {}
                    Ok(false) => self.end_preparation(Ok(())),
                    Err(contradiction) => self.end_preparation(Err(contradiction)),
                },
            }
            if self.preparation_work() >= end {
                return matches!(self.preparation, Preparation::Done);
            }
        }
    }

    fn begin_propagation(&mut self) {
        self.propagation.restart(&self.model);
        self.weights = self.model.cell_weights();
        self.preparation = Preparation::Propagate;
        if self.board.masks().contains(&0) {
            self.end_preparation(Err(Contradicted));
        }
    }

    fn end_preparation(&mut self, result: Result<(), Contradicted>) {
        self.preparation = Preparation::Done;
        self.set_state(result);
        self.root.clear();
        self.root.extend_from_slice(self.board.masks());
    }

    fn preparation_work(&self) -> u64 {
        self.compilation_work + self.propagation.work()
    }

    /// Work of the compilation for this puzzle, in steps. It is no part of the [updates](SearchSpace::updates), because a search that has
    /// compiled the rules for an earlier puzzle must take the same turns.
    pub(crate) fn compilation_work(&self) -> u64 {
        self.compilation_work
    }

    /// A search of the exact cover problem of the root, if it has one.
    pub(super) fn cover_search(&self, random: Option<SplitMix64>) -> Option<LearningSearch> {
        LearningSearch::new(&self.model, &self.root, random)
    }

    /// Candidates of all cells at the current node; after a solution, its digits.
    pub(super) fn masks(&self) -> &[u64] {
        self.board.masks()
    }

    /// Sets the source of random candidates, so that the search finds the solutions in a random order.
    pub(super) fn set_random(&mut self, random: Option<SplitMix64>) {
        self.random = random;
    }

    /// Number of unsolved cells, and of their candidates.
    pub(super) fn open_counts(&self) -> (usize, usize) {
        let open = self.board.masks().iter().filter(|&&mask| is_open(mask));
        open.fold((0, 0), |(cells, candidates), mask| (cells + 1, candidates + mask.count_ones() as usize))
    }

    /// The meaning of an option: a clue, or an excluded candidate.
    pub(super) fn restriction(&self, OptionId(option): OptionId) -> Option<Restriction> {
        let (candidate, is_excluded) = (option / 2, option % 2 == 1);
        let digits = self.model.digits as u32;
        let digit = Digit::new((candidate % digits) as usize + 1)?;
        Some(Restriction { cell: Cell((candidate / digits) as u16), digit, is_excluded })
    }

    /// The option that places a digit.
    pub(super) fn placement(&self, cell: u16, digit: usize) -> OptionId {
        OptionId(2 * (usize::from(cell) * self.model.digits + digit) as u32)
    }

    /// The open cell with the fewest candidates, which are returned, too; of several ones, the one with the largest weight.
    pub(super) fn smallest_cell(&mut self) -> Option<(u16, u64)> {
        self.choice_steps += self.board.masks().len() as u64 / 8 + 1;
        let cells = (0..).zip(self.board.masks()).zip(&self.weights);
        let open = cells.filter(|((_, mask), _)| is_open(**mask));
        let smallest = open.min_by_key(|((_, mask), weight)| (mask.count_ones(), u32::MAX - **weight));
        smallest.map(|((cell, &mask), _)| (cell, mask))
    }

    /// Opens a level that places a digit, and moves to its node.
    pub(super) fn place(&mut self, cell: u16, digit: usize) {
        self.levels.push(OpenLevel { cell, digit, chosen: 0, changes: self.board.changes().len() });
        self.try_next();
    }

    /// Closes all levels.
    pub(super) fn return_to_root(&mut self) {
        let Some(first) = self.levels.first() else { return };
        self.board.undo(first.changes);
        self.propagation.backtrack(first.changes);
        self.levels.clear();
        self.state = NodeState::Open;
    }

    fn option(&self, level: &OpenLevel, is_excluded: bool) -> OptionId {
        OptionId(self.placement(level.cell, level.digit).0 + u32::from(is_excluded))
    }

    fn set_state(&mut self, result: Result<(), Contradicted>) {
        self.state = match result {
            Ok(()) if self.board.open_count() == 0 => NodeState::Solved,
            Ok(()) => NodeState::Open,
            Err(_) => {
                self.add_weight();
                NodeState::Dead
            }
        };
    }

    /// Adds weight to the cell whose choice led to a conflict, and to the cell that changed last before it.
    fn add_weight(&mut self) {
        if let Some(level) = self.levels.last() {
            self.weights[usize::from(level.cell)] += 1;
            if let Some(change) = self.board.changes().last() {
                self.weights[usize::from(change.cell)] += 1;
            }
        }
        self.conflicts += 1;
        if self.conflicts == HALVED_AFTER {
            self.conflicts = 0;
            self.weights.iter_mut().for_each(|weight| *weight = (*weight / 2).max(1));
        }
    }

    /// The candidate of the next level: a digit of the cell with the largest share of weight for each candidate, or a digit with two places in
    /// a house that has a larger share.
    fn choose(&mut self) -> (u16, usize) {
        let masks = self.board.masks();
        self.choice_steps += masks.len() as u64 / 8 + 1;
        if let Some(random) = &mut self.random {
            return choose_randomly(masks, random);
        }
        let mut best = Choice { cell: 0, digits: 0, weight: 0, size: 1 };
        for ((cell, &mask), &weight) in (0..).zip(masks).zip(&self.weights) {
            if is_open(mask) {
                best.replace_by(Choice { cell, digits: mask, weight, size: mask.count_ones() });
            }
        }
        if best.size > 2 {
            for house in self.model.houses.iter().filter(|house| house.cells.len() == self.model.digits) {
                let (mut once, mut twice, mut thrice) = (0, 0, 0);
                for &cell in &house.cells {
                    let mask = self.board.mask(cell);
                    thrice |= twice & mask;
                    twice |= once & mask;
                    once |= mask;
                }
                for &cell in &house.cells {
                    let (digits, weight) =
                        (self.board.mask(cell) & twice & !thrice, self.weights[usize::from(cell)]);
                    if digits != 0 {
                        best.replace_by(Choice { cell, digits, weight, size: 2 });
                    }
                }
            }
        }
        (best.cell, best.digits.trailing_zeros() as usize)
    }
}

/// A cell with some of its digits, one of which a level may branch on.
#[derive(Clone, Copy, Debug)]
struct Choice {
    cell: u16,
    digits: u64,
    weight: u32,
    /// Number of alternatives.
    size: u32,
}

impl Choice {
    /// Replaces it by another one with more weight for each alternative.
    #[inline(always)]
    fn replace_by(&mut self, other: Self) {
        if u64::from(other.weight) * u64::from(self.size) > u64::from(self.weight) * u64::from(other.size) {
            *self = other;
        }
    }
}

/// A random candidate of a random open cell.
fn choose_randomly(masks: &[u64], random: &mut SplitMix64) -> (u16, usize) {
    let least = masks.iter().filter(|&&mask| is_open(mask)).map(|mask| mask.count_ones()).min().unwrap_or(2);
    let smallest = || (0..).zip(masks).filter(|(_, mask)| mask.count_ones() == least);
    let rank = random.below(smallest().count().max(1) as u64) as usize;
    let (cell, mask) = smallest().nth(rank).unwrap_or((0, &1));
    let digit = random.below(u64::from(least)) as usize;
    (cell, set_bits(*mask).nth(digit).unwrap_or_default())
}

/// Options are candidates that are placed or excluded.
impl ChosenOptions for ConstrainedSearch {
    fn chosen(&self) -> impl Iterator<Item = OptionId> {
        self.levels.iter().map(|level| self.option(level, level.chosen == 2))
    }

    fn option_count(&self, _depth: usize) -> usize {
        2
    }

    fn untried(&self, depth: usize) -> impl Iterator<Item = OptionId> {
        self.levels.get(depth).into_iter().flat_map(move |level| {
            let tried = usize::from(level.chosen);
            [false, true].into_iter().skip(tried).map(move |is_excluded| self.option(level, is_excluded))
        })
    }
}

impl SearchSpace for ConstrainedSearch {
    type MemoKey = ItemSetKey;

    const MEMOISES_DEAD_ENDS: bool = false;

    fn state(&self) -> NodeState {
        self.state
    }

    fn open_level(&mut self) {
        let (cell, digit) = self.choose();
        self.levels.push(OpenLevel { cell, digit, chosen: 0, changes: self.board.changes().len() });
    }

    fn try_next(&mut self) {
        let Some(level) = self.levels.last_mut() else { return };
        level.chosen += 1;
        let OpenLevel { cell, digit, chosen, .. } = *level;
        let changed =
            if chosen == 1 { self.board.place(cell, digit) } else { self.board.remove(cell, 1 << digit) };
        let result = changed.and_then(|()| self.propagation.run(&self.model, &mut self.board));
        self.set_state(result);
    }

    fn undo(&mut self) -> bool {
        let Some(level) = self.levels.last() else { return false };
        self.board.undo(level.changes);
        self.propagation.backtrack(level.changes);
        level.chosen < 2
    }

    fn close_level(&mut self) {
        self.undo();
        self.levels.pop();
    }

    fn updates(&self) -> u64 {
        self.propagation.work()
    }

    fn choice_steps(&self) -> u64 {
        self.choice_steps
    }
}
