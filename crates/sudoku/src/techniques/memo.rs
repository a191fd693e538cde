//! Memo of a board's searches: what need not be searched again, what several techniques use, and where a search paused.

use super::almost_locked_sets::AlmostLockedSets;
use super::board::Board;
use super::chains::{ChainSearch, LinkKinds, chain_step};
use super::deduction::Deduction;
use super::implications::{RefutationSearch, SinglesPropagation, Verities};
use super::rules::{RuleKind, RuleMemo};
use super::search_progress::SearchProgress;
use super::work::WorkBudget;
use crate::model::Digit;

/// Memo of the searches of one board and its changes.
///
/// - For each technique and digit or house: when it was last searched without a result. A search of a digit depends on its
///   candidates only, a search of a house on the candidates of its cells. Eliminations elsewhere leave fewer targets, so
///   a search without a result stays so.
/// - Chains, almost locked sets and assumptions, which several techniques use: valid until the board changes.
#[derive(Clone, Debug)]
pub(super) struct SearchMemo<const W: usize> {
    digits: Vec<u64>,
    houses: Vec<u64>,
    /// As `houses`, for two houses of one technique; empty until it is searched.
    house_pairs: Vec<u64>,
    /// Index of the technique that is searched.
    technique: usize,
    work: WorkBudget,
    chains: OfBoard<ChainSearch<W>>,
    almost_locked_sets: OfBoard<AlmostLockedSets<W>>,
    contradictions: OfBoard<RefutationSearch<W>>,
    chain_verities: OfBoard<Verities<W>>,
    net_verities: OfBoard<Verities<W>>,
    /// The constraints; `None` until a technique uses them.
    rules: Option<Box<RuleMemo>>,
}

/// A value that is valid until the board changes.
#[derive(Clone, Debug)]
struct OfBoard<T> {
    /// Number of the board's last change when the value was made.
    change: u64,
    value: Option<T>,
}

impl<T> OfBoard<T> {
    const NONE: Self = Self { change: 0, value: None };

    /// The value for this board; makes it if it is missing, outdated, or does not fit.
    fn of<const W: usize>(
        &mut self,
        board: &Board<W>,
        fits: impl FnOnce(&T) -> bool,
        make: impl FnOnce() -> T,
    ) -> &mut T {
        if self.change != board.last_change() || !self.value.as_ref().is_some_and(fits) {
            self.value = None;
            self.change = board.last_change();
        }
        self.value.get_or_insert_with(make)
    }
}

impl<const W: usize> Default for SearchMemo<W> {
    /// Memo that keeps nothing about digits and houses, and never pauses.
    fn default() -> Self {
        Self {
            digits: Vec::new(),
            houses: Vec::new(),
            house_pairs: Vec::new(),
            technique: 0,
            work: WorkBudget::UNLIMITED,
            chains: OfBoard::NONE,
            almost_locked_sets: OfBoard::NONE,
            contradictions: OfBoard::NONE,
            chain_verities: OfBoard::NONE,
            net_verities: OfBoard::NONE,
            rules: None,
        }
    }
}

impl<const W: usize> SearchMemo<W> {
    /// Memo of so many techniques for this board and its changes.
    pub(super) fn new(board: &Board<W>, techniques: usize) -> Self {
        Self {
            digits: vec![0; techniques * board.size()],
            houses: vec![0; techniques * board.layout().house_count()],
            ..Self::default()
        }
    }

    /// Sets the work until the next pause.
    pub(super) fn set_work(&mut self, work: WorkBudget) {
        self.work = work;
    }

    /// Begins the search for the technique with this index.
    pub(super) fn begin(&mut self, technique: usize) {
        self.technique = technique;
    }

    /// Searches the board at once.
    #[inline]
    pub(super) fn find(
        &mut self,
        board: &Board<W>,
        find: impl FnOnce(&Board<W>) -> Option<Deduction>,
    ) -> SearchProgress {
        self.work.spend(board.layout().cell_count() as u64);
        find(board).into()
    }

    /// Searches each digit that changed since the last search of the technique.
    #[inline]
    pub(super) fn find_in_digits(
        &mut self,
        board: &Board<W>,
        find: impl Fn(&Board<W>, Digit) -> Option<Deduction>,
    ) -> SearchProgress {
        let first = self.technique * board.size();
        let digits = Digit::all(board.size());
        let keys = digits.map(|digit| (digit, first + digit.index(), board.last_change_of_digit(digit)));
        search_each(&mut self.digits, &mut self.work, board, keys, find)
    }

    /// Searches each house that changed since the last search of the technique.
    #[inline]
    pub(super) fn find_in_houses(
        &mut self,
        board: &Board<W>,
        find: impl Fn(&Board<W>, usize) -> Option<Deduction>,
    ) -> SearchProgress {
        let houses = board.layout().house_count();
        let first = self.technique * houses;
        let keys = (0..houses).map(|house| (house, first + house, board.last_change_of_house(house)));
        search_each(&mut self.houses, &mut self.work, board, keys, find)
    }

    /// Searches each pair of houses of which one changed since the last search. Only one technique may use it.
    pub(super) fn find_in_house_pairs(
        &mut self,
        board: &Board<W>,
        pairs: impl Iterator<Item = [usize; 2]>,
        find: impl Fn(&Board<W>, [usize; 2]) -> Option<Deduction>,
    ) -> SearchProgress {
        let houses = board.layout().house_count();
        if !self.digits.is_empty() && self.house_pairs.is_empty() {
            self.house_pairs.resize(houses.pow(2), 0);
        }
        let keys = pairs.map(|[one, other]| {
            let change = board.last_change_of_house(one).max(board.last_change_of_house(other));
            ([one, other], one * houses + other, change)
        });
        search_each(&mut self.house_pairs, &mut self.work, board, keys, find)
    }

    /// Searches the constraints.
    pub(super) fn find_by_rules(&mut self, board: &Board<W>, kind: RuleKind) -> SearchProgress {
        let rules = board.geometry().rules();
        self.rules.take_if(|memo| memo.rules() != rules);
        let memo = self.rules.get_or_insert_with(|| Box::new(RuleMemo::new(rules)));
        memo.find(board, kind, &mut self.work)
    }

    /// Searches the shortest chain with these links.
    pub(super) fn find_chain(&mut self, board: &Board<W>, kinds: LinkKinds) -> SearchProgress {
        let make = || ChainSearch::new(board, kinds);
        let search = self.chains.of(board, |search| search.kinds() == kinds, make);
        match search.search(board, &mut self.work) {
            true => chain_step(board, search).into(),
            false => SearchProgress::Paused,
        }
    }

    /// Searches the almost locked sets of the board.
    pub(super) fn find_in_almost_locked_sets(
        &mut self,
        board: &Board<W>,
        find: impl FnOnce(&Board<W>, &AlmostLockedSets<W>) -> Option<Deduction>,
    ) -> SearchProgress {
        let all = self.almost_locked_sets.of(board, |_| true, || AlmostLockedSets::new(board));
        self.work.spend((board.size() * all.sets().len()) as u64);
        find(board, all).into()
    }

    /// The search for contradictions, and the work until the next pause.
    pub(super) fn contradictions(&mut self, board: &Board<W>) -> (&mut RefutationSearch<W>, &mut WorkBudget) {
        (self.contradictions.of(board, |_| true, || RefutationSearch::new(board)), &mut self.work)
    }

    /// The consequences that forcing chains collect along chains, and the work until the next pause.
    pub(super) fn forcing_chains(
        &mut self,
        board: &Board<W>,
    ) -> (&mut Verities<W>, &mut ChainSearch<W>, &mut WorkBudget) {
        let kinds = LinkKinds::Groups;
        let search =
            self.chains.of(board, |search| search.kinds() == kinds, || ChainSearch::new(board, kinds));
        (self.chain_verities.of(board, |_| true, || Verities::new(board)), search, &mut self.work)
    }

    /// The consequences that forcing nets collect by propagation, and the work until the next pause.
    pub(super) fn forcing_nets(
        &mut self,
        board: &Board<W>,
    ) -> (&mut Verities<W>, &mut SinglesPropagation<W>, &mut WorkBudget) {
        let search = self.contradictions.of(board, |_| true, || RefutationSearch::new(board));
        let verities = self.net_verities.of(board, |_| true, || Verities::new(board));
        (verities, search.propagation(), &mut self.work)
    }
}

/// Searches digits or houses that changed since they were searched. Each comes with its index in `searched` and its last change.
#[inline]
fn search_each<const W: usize, K>(
    searched: &mut [u64],
    work: &mut WorkBudget,
    board: &Board<W>,
    keys: impl Iterator<Item = (K, usize, u64)>,
    find: impl Fn(&Board<W>, K) -> Option<Deduction>,
) -> SearchProgress {
    for (key, index, change) in keys {
        let mut searched = searched.get_mut(index);
        if let Some(searched) = &searched {
            if **searched >= change {
                continue;
            }
            if work.is_used_up() {
                return SearchProgress::Paused;
            }
            work.spend(board.layout().cell_count() as u64);
        }
        match find(board, key) {
            Some(step) => return SearchProgress::Found(Box::new(step)),
            None => searched.iter_mut().for_each(|searched| **searched = change),
        }
    }
    SearchProgress::Exhausted
}
