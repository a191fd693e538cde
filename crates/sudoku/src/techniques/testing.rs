//! Boards for tests, random puzzles from seeds, and the check of a step against a solution.
#![cfg(test)]

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::unstable::SplitMix64;
use quadrille_exact_cover::{Progress, ResumableSearch};

use super::board::Board;
use super::deduction::Deduction;
use super::memo::SearchMemo;
use super::pattern::Pattern;
use super::sentence::Sentence;
use super::wording::Wording;
use crate::encoding::Candidate;
use crate::model::{BoxShape, Cell, Digit, DigitSet, Grid, Puzzle, Rules};
use crate::solver::{Solver, Verdict};

/// Rules of the usual boxes.
pub(super) fn rules(size: usize) -> Rules {
    Rules::plain(size, BoxShape::usual(size)).expect("a size")
}

pub(super) fn digit(value: usize) -> Digit {
    Digit::new(value).expect("a digit")
}

/// Puzzle of a line; whitespace is ignored.
pub(super) fn puzzle(line: &str) -> Puzzle {
    let symbols = line.chars().filter(|symbol| !symbol.is_whitespace());
    let cells: Vec<Option<Digit>> =
        symbols.map(|symbol| Digit::new(symbol.to_digit(36).unwrap_or(0) as usize)).collect();
    let grid = Grid::from_cells(cells).expect("cells");
    let size = grid.square_size().expect("a square");
    Puzzle::new(rules(size), grid).expect("fits")
}

/// Board of the clues of a line, with a unique solution by promise.
pub(super) fn board(line: &str) -> Board<2> {
    Board::new(&puzzle(line), true).expect("at most 128 cells")
}

/// Board of a grid of candidates: a list of digits for each cell. A single digit is a clue, `.` stands for all digits.
pub(super) fn candidates(grid: &str) -> Board<2> {
    let lists: Vec<&str> = grid.split_whitespace().collect();
    let size = lists.len().isqrt();
    let sets = lists.iter().map(|list| match *list {
        "." => DigitSet::all(size),
        list => list.chars().map(|symbol| digit(symbol.to_digit(10).expect("a digit") as usize)).collect(),
    });
    let sets: Vec<DigitSet> = sets.collect();
    let clues = Grid::from_cells(sets.iter().map(|set| set.only()).collect()).expect("cells");
    let puzzle = Puzzle::new(rules(size), clues).and_then(|puzzle| puzzle.with_candidates(sets));
    Board::new(&puzzle.expect("fits"), true).expect("at most 128 cells")
}

/// Empty 9x9 with the candidates of some cells, by index.
pub(super) fn restricted(cells: &[(u16, &[usize])]) -> Board<2> {
    let mut board = board(&".".repeat(81));
    for &(cell, kept) in cells {
        let others: Vec<usize> = (1..=9).filter(|digit| !kept.contains(digit)).collect();
        eliminate(&mut board, cell, &others);
    }
    board
}

/// Removes candidates of the cell with this index.
pub(super) fn eliminate<const W: usize>(board: &mut Board<W>, cell: u16, digits: &[usize]) {
    for &value in digits {
        board.eliminate(Cell(cell), digit(value));
    }
}

/// Keeps a digit of a house only in the cells with these indices in the house.
pub(super) fn confine<const W: usize>(board: &mut Board<W>, house: usize, value: usize, places: &[usize]) {
    let cells = board.layout().cells_of(house).to_vec();
    for (_, &cell) in cells.iter().enumerate().filter(|(index, _)| !places.contains(index)) {
        board.eliminate(cell, digit(value));
    }
}

/// The first deduction of a pattern on a board.
pub(super) fn find<P: Pattern, const W: usize>(board: &Board<W>) -> Option<Deduction> {
    P::find(board, &mut SearchMemo::default()).into_deduction()
}

/// The effect of a step, such as `r1c1=2 r1c3<>4`.
pub(super) fn effect<const W: usize>(board: &Board<W>, step: &Deduction) -> String {
    let show = |candidates: &[Candidate], sign: &str| -> Vec<String> {
        let of =
            |one: &Candidate| format!("{}{sign}{}", board.layout().position(one.cell), one.digit.value());
        candidates.iter().map(of).collect()
    };
    [show(&step.placements, "="), show(&step.eliminations, "<>")].concat().join(" ")
}

/// [`Pattern::sentence`] of a pattern.
type SentenceOf = fn(&Deduction, &Wording<'_>) -> Sentence;

/// The sentence about a deduction, with its effect.
pub(super) fn text(sentence: SentenceOf, step: &Deduction, wording: &Wording<'_>) -> String {
    let mut sentence = sentence(step, wording);
    sentence.values.push(("effect", wording.effect(step)));
    sentence.to_string()
}

/// Checks the effect and the sentence of a step, and that it changes the board.
pub(super) fn assert_step<const W: usize>(
    board: &Board<W>,
    step: &Deduction,
    expected: &str,
    sentence: SentenceOf,
    expected_sentence: &str,
) {
    assert_eq!(effect(board, step), expected);
    assert_eq!(text(sentence, step, &Wording::new(board.layout())), expected_sentence);
    assert_progress(board, step);
}

/// Checks that each effect of a step concerns a present candidate.
pub(super) fn assert_progress<const W: usize>(board: &Board<W>, step: &Deduction) {
    assert!(!step.is_empty(), "{step:?} without effect");
    for &Candidate { cell, digit } in step.placements.iter().chain(&step.eliminations) {
        assert!(board.candidates(cell).contains(digit), "{step:?} concerns an absent candidate");
    }
}

/// Checks that a step makes progress, and that it keeps all digits of a solution.
pub(super) fn certify<const W: usize>(board: &Board<W>, step: &Deduction, solution: &Grid) {
    assert_progress(board, step);
    let is_true = |&Candidate { cell, digit }: &Candidate| solution.digit(cell) == Some(digit);
    let is_sound = step.placements.iter().all(is_true) && !step.eliminations.iter().any(is_true);
    assert!(
        is_sound,
        "{step:?}\n{solution:?}\ncandidates {:?}",
        board.all_candidates().iter().map(|set| set.bits()).collect::<Vec<_>>()
    );
}

/// First solution of a puzzle, and whether it is the only one.
pub(super) fn solve(puzzle: Puzzle) -> Option<(Grid, bool)> {
    let mut solver = Solver::new(puzzle, NonZeroU64::new(2).expect("positive"));
    while solver.advance(u64::MAX, &AtomicBool::new(false)).expect("no bug") == Progress::Paused {}
    match solver.answer().verdict {
        Verdict::Unique(solution) => Some((solution.into_grid(), true)),
        verdict => verdict.into_witnesses().next().map(|solution| (solution.into_grid(), false)),
    }
}

/// Random full grid: a cyclic pattern up to size 36 with shuffled digits, rows and columns, or, for 9x9, the completion
/// of three random boxes.
pub(super) fn random_solution(random: &mut SplitMix64, rules: &Rules, shape: BoxShape) -> Grid {
    let size = rules.digit_count();
    let mut digits: Vec<Digit> = Digit::all(size).collect();
    if size == 9 {
        let mut clues = Grid::from_cells(vec![None; 81]).expect("a square");
        for start in [0, 30, 60] {
            random.shuffle(&mut digits);
            for (index, &digit) in (0..).zip(&digits) {
                clues.fill(Cell(start + index / 3 * 9 + index % 3), digit);
            }
        }
        return solve(Puzzle::new(rules.clone(), clues).expect("fits")).expect("three boxes fit").0;
    }
    random.shuffle(&mut digits);
    let mut lines = |group: usize| -> Vec<usize> {
        let mut groups: Vec<usize> = (0..size / group).collect();
        random.shuffle(&mut groups);
        let shuffled = |start: usize| {
            let mut lines: Vec<usize> = (start * group..(start + 1) * group).collect();
            random.shuffle(&mut lines);
            lines
        };
        groups.into_iter().flat_map(shuffled).collect()
    };
    let (rows, columns) = (lines(shape.height), lines(shape.width));
    let cell = |row: usize, column: usize| {
        digits[(row % shape.height * shape.width + row / shape.height + column) % size]
    };
    let cells = rows.iter().flat_map(|&row| columns.iter().map(move |&column| (row, column)));
    Grid::from_cells(cells.map(|(row, column)| Some(cell(row, column))).collect()).expect("a square")
}

/// Puzzle that keeps a random part of the clues of a full grid.
pub(super) fn random_puzzle(random: &mut SplitMix64, rules: &Rules, full: &Grid, clues: usize) -> Puzzle {
    let mut cells: Vec<Cell> = rules.layout().cells().collect();
    random.shuffle(&mut cells);
    let mut grid = full.clone();
    cells.iter().skip(clues).for_each(|&cell| grid.set(cell, None));
    Puzzle::new(rules.clone(), grid).expect("fits")
}

/// Puzzle with exactly one solution: removes clues in random order as long as it stays unique.
pub(super) fn random_unique_puzzle(random: &mut SplitMix64, rules: &Rules, full: &Grid) -> Puzzle {
    let mut cells: Vec<Cell> = rules.layout().cells().collect();
    random.shuffle(&mut cells);
    let mut puzzle = Puzzle::new(rules.clone(), full.clone()).expect("fits");
    for cell in cells {
        let mut fewer = puzzle.clone();
        fewer.remove_clue(cell);
        if solve(fewer.clone()).is_some_and(|(_, is_unique)| is_unique) {
            puzzle = fewer;
        }
    }
    puzzle
}

/// Puzzle with few clues, whose open cells have the digit of the full grid and each other digit with a probability in
/// percent.
pub(super) fn random_candidates(
    random: &mut SplitMix64,
    rules: &Rules,
    full: &Grid,
    clues: usize,
    percent: u64,
) -> Puzzle {
    let puzzle = random_puzzle(random, rules, full, clues);
    let mut set = |solved: Option<Digit>| -> DigitSet {
        let all = rules.digits().digits();
        all.filter(|&digit| Some(digit) == solved || random.below(100) < percent).collect()
    };
    let sets = full.cells().iter().map(|&solved| set(solved)).collect();
    puzzle.with_candidates(sets).expect("contains the clues")
}
