//! The path of easiest steps and the difficulty of its hardest one.

use std::sync::atomic::{AtomicBool, Ordering};

use quadrille_exact_cover::{Progress, StopReason};

use super::candidate_grid::{CandidateGrid, board_cell};
use super::candidate_set::{CandidateId, cell_of, digit_of};
use super::direct::SingleKind;
use super::eliminations::Eliminations;
use super::estimate::SeEstimate;
use super::forcing_search::{ForcingKind, ForcingSearch};
use super::{strong_links, unary_chains, wings};
use crate::model::{Digit, Puzzle};
use crate::techniques::board::Board;
use crate::techniques::memo::SearchMemo;
use crate::techniques::patterns::Technique;
use crate::techniques::search_progress::SearchProgress;

/// Cells from which forcing chains are searched in one call.
const CELLS_PER_CALL: u32 = 4;
/// Steps of one call.
const STEPS_PER_CALL: u32 = 8;

/// Difficulty of chains of single causes that are searched first, in tenths.
const SHORT_CHAIN: u8 = 72;

/// A technique on the way to the chains, with its difficulty in tenths.
#[derive(Clone, Copy)]
enum Rung {
    /// A technique of the usual paths.
    Usual(Technique, u8),
    /// A chain of so many strong links of one digit; groups of cells make it three tenths harder.
    StrongLinks(usize, u8),
    /// A wing of so many cells.
    Wing(usize, u8),
    AlignedPairs(u8),
}

/// The techniques between the singles and the chains, in the order of the search.
const RUNGS: [Rung; 24] = [
    Rung::Usual(Technique::Pointing, 26),
    Rung::Usual(Technique::Claiming, 28),
    Rung::Usual(Technique::NakedPair, 30),
    Rung::Usual(Technique::XWing, 32),
    Rung::Usual(Technique::HiddenPair, 34),
    Rung::Usual(Technique::NakedTriple, 36),
    Rung::Usual(Technique::Swordfish, 38),
    Rung::Usual(Technique::HiddenTriple, 40),
    Rung::StrongLinks(2, 40),
    Rung::Usual(Technique::XyWing, 42),
    Rung::Usual(Technique::XyzWing, 44),
    Rung::Usual(Technique::UniqueRectangle1, 45),
    Rung::Usual(Technique::UniqueRectangle2, 45),
    Rung::Usual(Technique::UniqueRectangle4, 45),
    Rung::Usual(Technique::UniqueRectangle3, 46),
    Rung::Usual(Technique::NakedQuad, 50),
    Rung::Usual(Technique::Jellyfish, 52),
    Rung::Usual(Technique::HiddenQuad, 54),
    Rung::StrongLinks(3, 54),
    Rung::Wing(4, 55),
    Rung::Usual(Technique::Bug, 56),
    Rung::StrongLinks(4, 58),
    Rung::Wing(5, 63),
    Rung::AlignedPairs(62),
];

/// Search of the rating of a classic puzzle with one solution, which can be paused.
#[derive(Clone, Debug)]
pub(in crate::techniques) struct ExplainerSearch {
    board: Box<Board<2>>,
    memo: SearchMemo<2>,
    /// Difficulty of the hardest step so far, in tenths.
    reached: u8,
    forcing: Option<Box<ForcingSearch>>,
    estimate: Option<SeEstimate>,
}

impl ExplainerSearch {
    /// Creates the search of a puzzle that is known to have one solution; `None` unless it is a classic 9x9.
    pub(in crate::techniques) fn new(puzzle: &Puzzle) -> Option<Self> {
        if !puzzle.rules().is_plain() || !puzzle.rules().is_classic_9x9() {
            return None;
        }
        let board = Box::new(Board::new(puzzle, true)?);
        Some(Self {
            memo: SearchMemo::new(&board, Technique::ALL.len()),
            board,
            reached: 10,
            forcing: None,
            estimate: None,
        })
    }

    /// The estimate, once the search has ended.
    pub(in crate::techniques) fn estimate(&self) -> Option<SeEstimate> {
        self.estimate
    }

    /// Searches on, for a few milliseconds at most, or until `stop` is set.
    pub(in crate::techniques) fn advance(&mut self, stop: &AtomicBool) -> Progress {
        let mut steps_left = STEPS_PER_CALL;
        while self.estimate.is_none() {
            if steps_left == 0 || stop.load(Ordering::Relaxed) {
                return Progress::Paused;
            }
            steps_left -= 1;
            match self.forcing.take() {
                Some(search) => {
                    if !self.advance_forcing(search, stop) {
                        return Progress::Paused;
                    }
                }
                None => self.take_step(),
            }
        }
        Progress::Ended(StopReason::Complete)
    }

    /// Takes the easiest step, or begins the search for forcing chains.
    fn take_step(&mut self) {
        self.place_singles();
        if self.board.is_solved() {
            self.estimate = Some(SeEstimate::of_path(self.reached));
            return;
        }
        if self.board.is_contradictory() {
            self.estimate = Some(SeEstimate::beyond(self.reached));
            return;
        }
        let found = RUNGS.iter().any(|&rung| self.climb(rung)) || self.take_unary_chains();
        if !found {
            self.begin_forcing(ForcingKind::Nishio);
        }
    }

    fn place_singles(&mut self) {
        while !self.board.is_solved() && !self.board.is_contradictory() {
            let grid = self.grid();
            let single = SingleKind::ALL.iter().find_map(|&(kind, tenths)| Some((kind.find(&grid)?, tenths)));
            let Some((id, tenths)) = single else { return };
            self.reached = self.reached.max(tenths);
            self.conclude(id, true);
        }
    }

    fn grid(&self) -> CandidateGrid {
        CandidateGrid::new(&self.board)
    }

    /// Applies a conclusion about a candidate to the board.
    fn conclude(&mut self, id: CandidateId, is_true: bool) {
        let cell = board_cell(cell_of(id));
        let Some(digit) = Digit::new(digit_of(id) + 1) else { return };
        if !self.board.candidates(cell).contains(digit) {
            return;
        }
        if is_true {
            self.board.place(cell, digit);
        } else {
            self.board.eliminate(cell, digit);
        }
    }

    /// Applies the steps of a rung. Returns whether there are any.
    fn climb(&mut self, rung: Rung) -> bool {
        let (eliminated, tenths) = match rung {
            Rung::Usual(technique, tenths) => {
                let SearchProgress::Found(step) = technique.find(&self.board, &mut self.memo) else {
                    return false;
                };
                self.board.apply(&step);
                self.reached = self.reached.max(tenths);
                return true;
            }
            Rung::StrongLinks(links, tenths) => match strong_links::find(&self.grid(), links) {
                Some((eliminated, with_groups)) => (eliminated, tenths + if with_groups { 3 } else { 0 }),
                None => return false,
            },
            Rung::Wing(size, tenths) => (wings::wings(&self.grid(), size), tenths),
            Rung::AlignedPairs(tenths) => (wings::aligned_pairs(&self.grid()), tenths),
        };
        for &id in &eliminated {
            self.conclude(id, false);
        }
        let found = !eliminated.is_empty();
        if found {
            self.reached = self.reached.max(tenths);
        }
        found
    }

    fn take_unary_chains(&mut self) -> bool {
        let grid = self.grid();
        // Most puzzles have short chains, which are found much faster.
        [SHORT_CHAIN, u8::MAX].into_iter().any(|limit| {
            let mut eliminations = Eliminations::new(self.reached, limit);
            unary_chains::find(&grid, &mut eliminations);
            self.conclude_all(eliminations)
        })
    }

    /// Applies the easiest conclusions. Returns whether there are any.
    fn conclude_all(&mut self, eliminations: Eliminations) -> bool {
        if eliminations.is_empty() {
            return false;
        }
        let (tenths, easiest) = eliminations.into_easiest();
        self.reached = tenths;
        for (id, is_true) in easiest {
            self.conclude(id, is_true);
        }
        true
    }

    fn begin_forcing(&mut self, kind: ForcingKind) {
        self.forcing = Some(Box::new(ForcingSearch::new(kind, self.grid(), self.reached)));
    }

    /// Searches forcing chains from a few cells. Returns whether the search of this kind has ended.
    fn advance_forcing(&mut self, mut search: Box<ForcingSearch>, stop: &AtomicBool) -> bool {
        for _ in 0..CELLS_PER_CALL {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            if !search.advance() {
                let kind = search.kind();
                if !self.conclude_all(search.into_eliminations()) {
                    let mut kinds =
                        ForcingKind::ALL.into_iter().skip_while(|&earlier| earlier != kind).skip(1);
                    match kinds.next() {
                        Some(harder) => self.begin_forcing(harder),
                        None => self.estimate = Some(SeEstimate::beyond(self.reached)),
                    }
                }
                return true;
            }
        }
        self.forcing = Some(search);
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::testing;

    /// Generated puzzles with the ratings of Sukaku Explainer 1.18.1, in tenths.
    const RATED: [(&str, u8); 24] = [
        ("000001270170800045000000800300008400905000600706395000451967008007000000090403001", 12),
        ("287004000130002008000001000060140800800090040903620570000450207390000000000810065", 15),
        ("300020064016040002000000000000098756000000000400501098890700000000000000270005100", 17),
        ("105006000020109050000500000706230000090017000032600570950408006007000345001000208", 20),
        ("000000000672005000503000080010030000080000504060408090700300018000010026000004007", 23),
        ("090010004705000000000798000070300000200005060040080100600020800907001000000000043", 26),
        ("040000080021090400000003060007006800005930000000041070000000000178000920090072500", 28),
        ("000030070500008600007496302000000200080000010750013000000302804000004000034600000", 30),
        ("000160000000059300000300008000002005510000084960000000000000502030000140024605000", 40),
        ("580020100004008000010090030100087000000000060403006000000950000009000073008003005", 42),
        ("000000040800601020006004000005900401081000500003050006900006000107480030300010000", 43),
        ("008103000000060000307009000000030704004000890009800006040075003000600400006000581", 44),
        ("000800090090060005000705006008001900002000000900000050800050307610003000000009602", 45),
        ("060407830000000005000003000000600070000050290800700600400060100089300000670010000", 55),
        ("006000004000000001250800300400360800001240007000001000030000090020607000908400000", 63),
        ("000910800709086002000007300000060005500840009600002480208000900000000726010000000", 71),
        ("008040700010002405000000036000700690865000000070010000081900000020000800600000370", 72),
        ("720080000000000900090413000002000003950000400030006210000200000080390021000060709", 79),
        ("000000040000200500700000108800003200204006030030000805070300010006502000003100607", 83),
        ("709000008410005007500900600000000040000107003000006109102000080007060300000801900", 84),
        ("080050002030000400400900600007300200000000050009018300560009800000000009000604007", 85),
        ("053006048000500000000000300700020000002700039194000200040000000006003005010640070", 88),
        ("040080600050700043010000079000000000080601000700040090500270080068000030000300004", 89),
        ("218000300060000071900300600800001000004090010100540007000905000090000060700000502", 90),
    ];

    fn estimate(line: &str) -> SeEstimate {
        let mut search = ExplainerSearch::new(&testing::puzzle(line)).expect("a classic puzzle");
        while search.advance(&AtomicBool::new(false)) == Progress::Paused {}
        search.estimate().expect("has ended")
    }

    #[test]
    fn estimates_are_the_ratings_of_the_program() {
        for (line, rating) in RATED {
            let SeEstimate { tenths, low, high } = estimate(line);
            assert!(tenths.abs_diff(rating) <= 4, "{line}: {tenths} for {rating}");
            assert!((low..=high).contains(&rating), "{line}: {low}..={high} for {rating}");
        }
    }

    #[test]
    fn search_goes_on_where_it_was_stopped() {
        let (line, _) = RATED[22];
        let mut search = ExplainerSearch::new(&testing::puzzle(line)).expect("a classic puzzle");
        assert_eq!(search.advance(&AtomicBool::new(true)), Progress::Paused);
        assert_eq!(search.estimate(), None);
        let mut calls = 0;
        while search.advance(&AtomicBool::new(false)) == Progress::Paused {
            assert_eq!(search.advance(&AtomicBool::new(true)), Progress::Paused);
            calls += 1;
        }
        assert!(calls > 10, "{calls} calls");
        assert_eq!(search.estimate(), Some(estimate(line)));
    }

    #[test]
    fn hardest_known_puzzles_have_a_wide_interval() {
        let inkala = "800000000003600000070090200050007000000045700000100030001000068008500010090000400";
        let SeEstimate { tenths, low, high } = estimate(inkala);
        assert!(tenths > 99 && high - low > 10, "{low} {tenths} {high}");
    }

    #[test]
    fn other_sizes_have_no_estimate() {
        for cells in [16, 256] {
            assert!(ExplainerSearch::new(&testing::puzzle(&".".repeat(cells))).is_none());
        }
    }
}
