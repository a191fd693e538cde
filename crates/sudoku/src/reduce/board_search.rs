//! Search space of a classic 9x9: each branch writes a new board, so that nothing is undone.

use quadrille_exact_cover::OptionId;
use quadrille_exact_cover::unstable::{ChosenOptions, NodeState, SearchSpace, SplitMix64};

use super::board_9x9::{Board9x9, BoardCandidate};
use super::branching::{branch, branch_randomly, place_and_branch};
use super::open_board::OpenBoard;
use super::pairs::count_pairs;
use super::two_boards::{ReducedBoard, reduce_both};
use crate::model::{Cell, Digit, Restriction};

/// Upper bound of open levels: each removes at least one candidate, and 81 remain in a solution.
const LEVELS_MAX: usize = 729 - 81;

/// Upper bound of the boards of a path: each but the last belongs to a first option, which solves one more cell.
const PATH_MAX: usize = 81 + 1;

/// A [`Board9x9`] under search, as a [`SearchSpace`].
///
/// Each level has two options, in this order: a candidate is the digit of its cell, or it is not. The first option saves a board for
/// the second: the reduced board of the second option if both were reduced at once, otherwise the board of the node.
#[derive(Clone, Debug)]
pub struct BoardSearch {
    /// The boards saved for the second options of the levels that have tried only the first, then the board of the current node,
    /// then unused ones. The search writes each board where it stays, and copies none.
    path: Vec<PathBoard>,
    /// Index of the board of the current node.
    current: usize,
    state: NodeState,
    levels: Vec<BoardLevel>,
    rounds: u64,
    /// Whether a second option has been tried since the start.
    has_backtracked: bool,
    /// Source of the random candidates to branch on; `None` for the lowest ones.
    random: Option<SplitMix64>,
    /// The [branch] of the current node, if it was chosen already.
    next_branch: Option<(BoardCandidate, bool)>,
}

/// A board of the path.
#[derive(Clone, Copy, Debug)]
struct PathBoard {
    /// The reduced board of the second option if there is a `reduction`, otherwise the board of the node.
    board: Board9x9,
    /// Result of the rules; `None` if they have not been applied yet.
    reduction: Option<ReducedBoard>,
}

/// An open level.
#[derive(Clone, Copy, Debug, Default)]
struct BoardLevel {
    /// The candidate of the first option, once that was tried.
    candidate: BoardCandidate,
    /// Number of options tried: 0 to 2.
    chosen: u8,
    /// Whether every unsolved cell has two candidates.
    is_pairs: bool,
    /// Whether the first option is a solution.
    is_first_solved: bool,
}

impl BoardSearch {
    /// Search space of this board, which need not be reduced. Allocates all memory that any search needs.
    pub fn new(board: Board9x9) -> Self {
        let mut search = Self {
            path: vec![PathBoard { board, reduction: None }; PATH_MAX],
            current: 0,
            state: NodeState::Open,
            levels: Vec::with_capacity(LEVELS_MAX),
            rounds: 0,
            has_backtracked: false,
            random: None,
            next_branch: None,
        };
        search.restart(board);
        search
    }

    /// Loads another board; keeps the allocated memory.
    pub fn restart(&mut self, board: Board9x9) {
        self.levels.clear();
        self.current = 0;
        self.rounds = 0;
        self.has_backtracked = false;
        self.next_branch = None;
        let root = &mut self.path[0].board;
        *root = board;
        self.state = root.reduce(&mut self.rounds);
    }

    /// Sets the source of random candidates to branch on, so that the search finds the solutions in a random order.
    pub fn set_random(&mut self, random: Option<SplitMix64>) {
        self.random = random;
    }

    /// The candidate of the first option of the deepest level, which has tried none.
    fn next_candidate(&self) -> BoardCandidate {
        match &self.random {
            None => self.next_branch.unwrap_or_else(|| branch(self.board())).0,
            Some(random) => branch_randomly(self.board(), &mut random.clone()).0,
        }
    }

    /// Board of the current node. The candidates of a dead board are undefined.
    pub fn board(&self) -> &Board9x9 {
        &self.path[self.current].board
    }

    /// Tries the first option of a candidate, and saves a board for the second.
    ///
    /// Reduces both at once if the processor has registers for two boards, except in two cases. Before the search has backtracked, most
    /// second options may never be tried: there may be several solutions. On a board of pairs, the second option is the
    /// [opposite](Board9x9::opposite) if the first is solved.
    #[inline]
    fn try_first(&mut self, candidate: BoardCandidate, is_pairs: bool) {
        let Some([node, next]) = self.path.get_mut(self.current..).and_then(<[_]>::first_chunk_mut) else {
            return;
        };
        self.current += 1;
        node.reduction = None;
        if !self.has_backtracked && self.random.is_none() {
            let (state, next_branch) =
                place_and_branch(&node.board, candidate, &mut next.board, self.current, &mut self.rounds);
            self.state = state;
            self.next_branch = (state == NodeState::Open).then_some(next_branch);
            return;
        }
        next.board = node.board.placing(candidate);
        if self.has_backtracked && !is_pairs {
            let mut second = node.board.excluding(candidate);
            if let Some([of_first, of_second]) = reduce_both(&mut next.board, &mut second) {
                self.state = of_first.state;
                self.rounds += of_first.rounds;
                *node = PathBoard { board: second, reduction: Some(of_second) };
                return;
            }
        }
        self.state = next.board.reduce(&mut self.rounds);
    }

    /// Tries the second option of a level.
    #[inline]
    fn try_second(&mut self, level: BoardLevel) {
        let Some([node, first]) = self
            .current
            .checked_sub(1)
            .and_then(|node| self.path.get_mut(node..))
            .and_then(<[_]>::first_chunk_mut)
        else {
            return;
        };
        self.current -= 1;
        if let Some(ReducedBoard { state, rounds }) = node.reduction {
            self.state = state;
            self.rounds += rounds;
        } else if level.is_pairs && level.is_first_solved {
            node.board = node.board.opposite(&first.board);
        } else {
            node.board = node.board.excluding(level.candidate);
            self.state = node.board.reduce(&mut self.rounds);
        }
    }

    fn set_level(&mut self, level: BoardLevel) {
        if let Some(last) = self.levels.last_mut() {
            *last = level;
        }
    }
}

impl BoardSearch {
    /// The meaning of an option: a clue, or an excluded candidate.
    pub fn restriction(OptionId(option): OptionId) -> Option<Restriction> {
        let (candidate, is_excluded) = (option / 2, option % 2 == 1);
        let digit = Digit::new(candidate as usize % 9 + 1)?;
        Some(Restriction { cell: Cell((candidate / 9) as u16), digit, is_excluded })
    }
}

impl BoardLevel {
    /// Number of the first or second option: twice the number of the candidate, plus 1 if it is excluded.
    fn option(&self, is_excluded: bool) -> OptionId {
        let (cell, digit) = self.candidate.location();
        OptionId(2 * (9 * cell as u32 + digit) + u32::from(is_excluded))
    }
}

/// Options are candidates that are placed or excluded.
impl ChosenOptions for BoardSearch {
    fn chosen(&self) -> impl Iterator<Item = OptionId> {
        self.levels.iter().map(|level| level.option(level.chosen == 2))
    }

    fn option_count(&self, _depth: usize) -> usize {
        2
    }

    fn untried(&self, depth: usize) -> impl Iterator<Item = OptionId> {
        let level = self.levels.get(depth).map(|&level| {
            let is_chosen = level.chosen > 0;
            if is_chosen { level } else { BoardLevel { candidate: self.next_candidate(), ..level } }
        });
        level.into_iter().flat_map(|level| {
            let tried = usize::from(level.chosen);
            [false, true].into_iter().skip(tried).map(move |is_excluded| level.option(is_excluded))
        })
    }
}

impl SearchSpace for BoardSearch {
    type MemoKey = OpenBoard;

    const MEMOISES_DEAD_ENDS: bool = false;

    #[inline]
    fn state(&self) -> NodeState {
        self.state
    }

    #[inline]
    fn open_level(&mut self) {
        self.levels.push(BoardLevel::default());
    }

    #[inline]
    fn try_next(&mut self) {
        let Some(&level) = self.levels.last() else { return };
        if level.chosen == 0 {
            // Not in `open_level`: levels whose solutions are known need no candidate.
            let (candidate, is_pairs) = match &mut self.random {
                None => self.next_branch.take().unwrap_or_else(|| branch(&self.path[self.current].board)),
                Some(random) => (branch_randomly(&self.path[self.current].board, random).0, false),
            };
            self.try_first(candidate, is_pairs);
            let is_first_solved = self.state == NodeState::Solved;
            self.set_level(BoardLevel { candidate, chosen: 1, is_pairs, is_first_solved });
        } else {
            self.has_backtracked = true;
            self.next_branch = None;
            self.try_second(level);
            self.set_level(BoardLevel { chosen: 2, ..level });
        }
    }

    #[inline]
    fn undo(&mut self) -> bool {
        self.levels.last().is_some_and(|level| level.chosen < 2)
    }

    #[inline]
    fn close_level(&mut self) {
        // A search that was split closes levels with an untried option.
        if self.levels.pop().is_some_and(|level| level.chosen == 1) {
            self.current -= 1;
        }
    }

    #[inline]
    fn known_solutions(&mut self) -> Option<u64> {
        count_pairs(&self.path[self.current].board, &mut self.rounds)
    }

    #[inline]
    fn memo_key(&self) -> Option<OpenBoard> {
        // Boards of the first path may have candidates that the rules exclude.
        self.has_backtracked.then(|| OpenBoard::new(self.board()))
    }

    /// Rounds of rules over the board.
    #[inline]
    fn updates(&self) -> u64 {
        self.rounds
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use quadrille_exact_cover::unstable::{Search, Step};

    use super::*;
    use crate::model::Digit;

    /// Puzzle with 900 solutions.
    const OPEN: &str = "5....9.6...6..5.8....876.......4.2..4....2..739.......8.9....7.2.4..7...7.1...8.5";

    /// Puzzle with 20,997 solutions.
    const WIDE_OPEN: &str =
        "........15..7....31..5..9.4.2....1....1....57....5..3.4.3.....9..8.3..45.......8.";

    /// Counts solutions up to a limit.
    fn count(search: &mut Search<BoardSearch>, limit: u64) -> u64 {
        (0..limit).take_while(|_| search.advance(u64::MAX, &AtomicBool::new(false)) == Step::Solution).count()
            as u64
    }

    /// A recursive search that reduces each board alone.
    #[derive(Default)]
    struct PlainSearch {
        solutions: Vec<[u8; 81]>,
        nodes: u64,
        rounds: u64,
        has_backtracked: bool,
        random: Option<SplitMix64>,
    }

    impl PlainSearch {
        fn search(&mut self, mut board: Board9x9) {
            let state = board.reduce(&mut self.rounds);
            self.visit(&board, state, None, 0);
        }

        fn visit(
            &mut self,
            board: &Board9x9,
            state: NodeState,
            next_branch: Option<(BoardCandidate, bool)>,
            depth: usize,
        ) {
            self.nodes += 1;
            if state == NodeState::Solved {
                self.solutions.push(board.digits());
            }
            if state != NodeState::Open {
                return;
            }
            let (candidate, is_pairs) = match &mut self.random {
                None => next_branch.unwrap_or_else(|| branch(board)),
                Some(random) => (branch_randomly(board, random).0, false),
            };
            let mut first = board.placing(candidate);
            let (state, next_branch) = if self.has_backtracked || self.random.is_some() {
                (first.reduce(&mut self.rounds), None)
            } else {
                let (state, next_branch) =
                    place_and_branch(board, candidate, &mut first, depth + 1, &mut self.rounds);
                (state, Some(next_branch))
            };
            self.visit(&first, state, next_branch, depth + 1);
            self.has_backtracked = true;
            if state == NodeState::Solved && is_pairs {
                self.visit(&board.opposite(&first), state, None, depth);
            } else {
                let mut second = board.excluding(candidate);
                let state = second.reduce(&mut self.rounds);
                self.visit(&second, state, None, depth);
            }
        }
    }

    #[test]
    fn search_equals_one_that_reduces_each_board_alone() {
        for clues in [OPEN, WIDE_OPEN] {
            for random in [None, Some(SplitMix64::new(3))] {
                let mut plain = PlainSearch { random: random.clone(), ..PlainSearch::default() };
                plain.search(open_board(clues));
                let mut space = BoardSearch::new(open_board(clues));
                space.set_random(random);
                let mut search = Search::new(space);
                let mut solutions = Vec::new();
                loop {
                    match search.advance(u64::MAX, &AtomicBool::new(false)) {
                        Step::Solution => solutions.push(search.space().board().digits()),
                        Step::Paused => {}
                        Step::Exhausted => break,
                    }
                }
                assert!(solutions == plain.solutions, "the solutions or their order differ");
                assert_eq!((search.nodes(), search.updates()), (plain.nodes, plain.rounds));
            }
        }
    }

    #[test]
    fn parts_of_a_split_search_have_its_solutions_in_order() {
        let mut plain = PlainSearch::default();
        plain.search(open_board(OPEN));
        let mut parts = vec![Search::new(BoardSearch::new(open_board(OPEN)))];
        let (mut solutions, mut splits) = (Vec::new(), 0);
        while let Some(mut part) = parts.pop() {
            loop {
                match part.advance(3, &AtomicBool::new(false)) {
                    Step::Solution => solutions.push(part.space().board().digits()),
                    Step::Exhausted => break,
                    Step::Paused => {
                        let later = part.split();
                        splits += usize::from(later.is_some());
                        parts.extend(later);
                    }
                }
            }
        }
        assert!(splits > 10, "{splits} splits");
        assert!(solutions == plain.solutions, "the solutions or their order differ");
    }

    #[test]
    fn search_of_empty_grid_does_not_allocate() {
        let empty = Board9x9::new(&[None; 81]);
        let mut search = Search::new(BoardSearch::new(empty));
        let capacities = (search.space().path.capacity(), search.space().levels.capacity());
        for _ in 0..3 {
            search.reset(|space| space.restart(empty));
            assert_eq!(count(&mut search, 10_000), 10_000);
        }
        let space = search.space();
        assert_eq!((space.path.capacity(), space.levels.capacity()), capacities);
    }

    fn open_board(clues: &str) -> Board9x9 {
        let mut cells = [None; 81];
        for (cell, symbol) in cells.iter_mut().zip(clues.chars()) {
            *cell = symbol.to_digit(10).and_then(|digit| Digit::new(digit as usize));
        }
        Board9x9::new(&cells)
    }

    #[test]
    fn counting_finds_as_many_solutions_as_the_search_for_each() {
        for clues in [OPEN, WIDE_OPEN, ""] {
            const LIMIT: u64 = 10_000;
            let board = open_board(clues);
            let solutions = count(&mut Search::new(BoardSearch::new(board)), LIMIT);
            let mut nodes = None;
            for (memo_after_nodes, budget_nodes) in [(0, u64::MAX), (0, 7), (512, 100), (u64::MAX, 100)] {
                let mut search = Search::new(BoardSearch::new(board));
                search.set_memo_after_nodes(memo_after_nodes);
                while search.count(LIMIT.into(), budget_nodes, &AtomicBool::new(false)) == Step::Paused {}
                assert_eq!(search.solutions(), u128::from(solutions));
                if memo_after_nodes == 0 {
                    assert_eq!(
                        search.nodes(),
                        *nodes.get_or_insert(search.nodes()),
                        "pauses change no nodes"
                    );
                }
            }
            assert!(nodes.is_some_and(|nodes| nodes < solutions), "{nodes:?} nodes");
        }
    }

    #[test]
    fn limit_of_a_count_is_exact_and_the_next_solution_is_new() {
        let run = AtomicBool::new(false);
        let board = open_board(OPEN);
        let mut plain = Search::new(BoardSearch::new(board));
        let mut solutions = Vec::new();
        while plain.advance(u64::MAX, &run) == Step::Solution {
            solutions.push(plain.space().board().digits());
        }
        for limit in (1..solutions.len()).step_by(17) {
            let mut search = Search::new(BoardSearch::new(board));
            search.set_memo_after_nodes(0);
            assert_eq!(search.count(limit as u128, u64::MAX, &run), Step::Solution);
            assert_eq!(search.solutions(), limit as u128);
            assert_eq!(search.advance(u64::MAX, &run), Step::Solution);
            assert_eq!(search.space().board().digits(), solutions[limit]);
        }
    }

    #[test]
    fn restarted_search_is_independent_of_the_previous_one() {
        let empty = Board9x9::new(&[None; 81]);
        let mut clues = [None; 81];
        (clues[0], clues[10]) = (Digit::new(1), Digit::new(1));
        let mut search = Search::new(BoardSearch::new(empty));
        assert_eq!(count(&mut search, 7), 7);
        search.reset(|space| space.restart(Board9x9::new(&clues)));
        assert_eq!(count(&mut search, 1), 0);
        assert_eq!(search.nodes(), 1);
    }
}
