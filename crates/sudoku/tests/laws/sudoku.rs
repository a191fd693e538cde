//! Answers agree with brute force and with the symmetries of Sudoku.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::*;
use quadrille_exact_cover::unstable::SLICE_STEPS;
use quadrille_exact_cover::{OptionId, ResumableSearch, SolutionSearch};
use quadrille_sudoku::unstable::CandidateMasks;
use quadrille_sudoku::unstable::Encoding;
use quadrille_sudoku::{
    Answer, BoxShape, Conflict, Digit, Grid, NextSolution, Progress, Puzzle, Rules, Solution, Solver,
    StopReason, Verdict,
};
use quadrille_testing::brute_force::{BeyondBound, Board, Family};
use quadrille_testing::strategies::{
    RUN_ON, Stage, board, cases, lines_order, relabelling, solvable_board, stages,
};

use crate::rules;

pub(crate) fn puzzle(board: &Board) -> Puzzle {
    let shape = BoxShape { width: board.box_width, height: board.box_height };
    let rules = Rules::plain(board.size, shape).expect("the box fits the size");
    let grid = Grid::from_cells(board.cells.iter().map(|&digit| Digit::new(digit)).collect());
    Puzzle::new(rules, grid.expect("a square")).expect("the digits fit the size")
}

fn solver(board: &Board, limit: u64) -> Solver {
    Solver::new(puzzle(board), NonZeroU64::new(limit).expect("positive"))
}

pub(crate) fn answer(board: &Board, limit: u64) -> Result<Answer, BeyondBound> {
    rules::answer(puzzle(board), limit)
}

fn count(board: &Board, limit: u64) -> Result<u64, BeyondBound> {
    Ok(answer(board, limit)?.count)
}

/// The solutions that a solver yields in these stages, and its answer.
fn enumerated(board: &Board, limit: u64, stages: &[Stage]) -> (Vec<Solution>, Answer) {
    let mut solver = Solver::new(puzzle(board), NonZeroU64::new(limit).expect("positive"));
    let mut found = Vec::new();
    for stage in stages.iter().cycle() {
        if stage.cloned {
            solver = solver.clone();
        }
        let stop = AtomicBool::new(stage.stopped);
        match solver.next(stage.budget_nodes, &stop).expect("no engine bug") {
            NextSolution::Found => found.push(solver.solution().expect("no engine bug")),
            NextSolution::Paused => {}
            NextSolution::Ended(_) => break,
        }
    }
    (found, solver.answer())
}

fn filled(clues: &Board, solution: &Solution) -> Board {
    let digit_of = |digit: &Option<Digit>| digit.map_or(0, Digit::value);
    Board { cells: solution.grid().cells().iter().map(digit_of).collect(), ..clues.clone() }
}

/// Verdict of a count, as documented for the API.
fn verdict_name(count: u64, complete: bool) -> &'static str {
    match (count, complete) {
        (0, true) => "none",
        (0, false) => "unknown",
        (1, true) => "unique",
        (1, false) => "solvable",
        _ => "multiple",
    }
}

pub(crate) fn name_of(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::None => "none",
        Verdict::Unique(_) => "unique",
        Verdict::Multiple(_) => "multiple",
        Verdict::Solvable(_) => "solvable",
        Verdict::Unknown => "unknown",
    }
}

proptest! {
    #![proptest_config(cases(1024))]

    #[test]
    fn count_up_to_a_limit_equals_brute_force(board in board(1..=6), limit in 1..200_u64) {
        let answer = answer(&board, limit)?;
        prop_assert_eq!(answer.verdict.witnesses().len() as u64, answer.count.min(2));
        prop_assert_eq!(answer.stats.expect("stats were requested").clues, board.cells.iter().filter(|&&digit| digit != 0).count());
        let expected = board.solutions(limit.max(2) as usize)?.len() as u64;
        prop_assert_eq!(answer.count, expected.min(limit));
        // With limit 1, a search with nothing left to try is complete, too.
        let is_proved = limit == 1 && answer.is_complete() && expected == 1;
        let complete = answer.count < limit || is_proved;
        prop_assert_eq!(answer.stop_reason, if complete { StopReason::Complete } else { StopReason::SolutionLimit });
        prop_assert_eq!(answer.is_complete(), complete);
        prop_assert_eq!(name_of(&answer.verdict), verdict_name(answer.count, complete));
    }

    #[test]
    fn solver_yields_each_solution_once(board in board(1..=6), limit in 1..100_u64, stages in stages()) {
        let (found, answer) = enumerated(&board, limit, &stages);
        let cells: BTreeSet<Vec<usize>> =
            found.iter().map(|solution| filled(&board, solution).cells).collect();
        prop_assert_eq!(cells.len(), found.len(), "a solution was repeated");
        prop_assert!(found.iter().all(|solution| filled(&board, solution).is_solution_of(&board)));
        prop_assert_eq!(answer.count, found.len() as u64);
        // The first two solutions are the witnesses of a count.
        let counted = self::answer(&board, limit)?;
        prop_assert_eq!(counted.verdict.witnesses(), &found[..found.len().min(2)]);
        let expected = board.solutions(limit as usize + 1)?;
        prop_assert_eq!(answer.count, limit.min(expected.len() as u64));
        if answer.is_complete() {
            prop_assert_eq!(cells, expected.into_iter().collect::<BTreeSet<_>>());
        } else {
            prop_assert_eq!((answer.stop_reason, answer.count), (StopReason::SolutionLimit, limit));
        }
    }

    #[test]
    fn conflicting_clues_are_listed_and_have_no_solution(board in board(1..=9)) {
        let naive = board.conflicts();
        let conflicts = puzzle(&board).conflicts();
        let named: Vec<_> = conflicts
            .iter()
            .filter_map(|conflict| {
                let Conflict::House { house, digit, cells } = conflict else { return None };
                let places = cells.iter();
                let cells: Vec<usize> =
                    places.map(|place| (place.row - 1) * board.size + place.column - 1).collect();
                Some(((house.to_string(), digit.value()), cells))
            })
            .collect();
        // The same houses, digits and cells, in the same order.
        let expected: Vec<_> =
            naive.into_iter().map(|((family, number, digit), cells)| {
                let family = match family {
                    Family::Row => "row",
                    Family::Column => "column",
                    Family::Box => "box",
                };
                ((format!("{family} {number}"), digit), cells.into_iter().collect::<Vec<_>>())
            }).collect();
        prop_assert_eq!(named, expected);
        if !conflicts.is_empty() {
            // No search is needed.
            let mut solver = solver(&board, 1);
            let progress = solver.advance(0, &AtomicBool::new(false)).expect("no engine bug");
            prop_assert_eq!(progress, Progress::Ended(StopReason::Complete));
            let answer = solver.answer();
            prop_assert_eq!(answer.count, 0);
            prop_assert_eq!(answer.stop_reason, StopReason::Complete);
            prop_assert_eq!(answer.verdict, Verdict::None);
            prop_assert_eq!(answer.conflicts, conflicts);
        }
    }

    #[test]
    fn encoding_has_an_option_per_candidate_and_an_item_per_unmet_constraint(
        board in solvable_board(1..=9),
    ) {
        let encoding = Encoding::new(&CandidateMasks::new(&puzzle(&board))).expect("within bounds");
        let problem = encoding.problem();
        let options = (0..problem.option_count() as u32).map(OptionId);
        let stated: Vec<(usize, usize)> = options
            .filter_map(|option| encoding.candidate(option))
            .map(|candidate| (candidate.cell.index(), candidate.digit.value()))
            .collect();
        let empty = (0..board.cells.len()).filter(|&cell| board.cells[cell] == 0);
        let fitting: Vec<(usize, usize)> = empty
            .clone()
            .flat_map(|cell| board.digits_that_fit(cell).into_iter().map(move |digit| (cell, digit)))
            .collect();
        prop_assert_eq!(stated, fitting);
        // Each clue covers its cell and its digit in three houses.
        prop_assert_eq!(problem.item_count(), 4 * empty.count());
        prop_assert_eq!(problem.entry_count(), 4 * problem.option_count());
    }

    #[test]
    fn every_solution_keeps_rules_and_clues(board in solvable_board(1..=12)) {
        let answer = answer(&board, 2)?;
        prop_assert!(answer.count >= 1, "the board was made from a solution");
        let witnesses: Vec<Board> =
            answer.verdict.witnesses().iter().map(|solution| filled(&board, solution)).collect();
        for witness in &witnesses {
            prop_assert!(witness.is_solution_of(&board), "{:?}", witness);
        }
        if let [first, second] = &witnesses[..] {
            prop_assert_ne!(first, second);
        }
    }

    #[test]
    fn higher_limit_keeps_the_first_solutions(
        board in solvable_board(1..=9),
        limit in 1..40_u64,
        more in 1..40_u64,
    ) {
        let low = answer(&board, limit)?;
        let high = answer(&board, limit + more)?;
        prop_assert!(low.count <= limit);
        let is_proved = limit == 1 && high.count == 1 && low.is_complete();
        prop_assert_eq!(low.count == limit && !is_proved, low.stop_reason == StopReason::SolutionLimit);
        prop_assert_eq!(low.count, high.count.min(limit));
        prop_assert!(high.verdict.witnesses().starts_with(low.verdict.witnesses()));
        // A count may take several solutions at a node, if the limit has room for them: only a listing visits more nodes for
        // more solutions.
        let (_, listed) = enumerated(&board, limit + more, &RUN_ON);
        let nodes = |answer: &Answer| answer.stats.expect("stats were requested").nodes;
        prop_assert!(nodes(&low) <= nodes(&listed), "{} > {}", nodes(&low), nodes(&listed));
    }

    #[test]
    fn limit_1_proves_uniqueness_if_limit_2_visits_no_further_node(board in solvable_board(1..=9)) {
        let (one, two) = (answer(&board, 1)?, answer(&board, 2)?);
        let nodes = |answer: &Answer| answer.stats.expect("stats were requested").nodes;
        let is_proved = two.count == 1 && nodes(&two) == nodes(&one);
        // After the hand-over to CDCL at 300 nodes, uniqueness is not known without a search.
        if nodes(&one) < 300 {
            prop_assert_eq!(one.is_complete(), is_proved);
        }
        if one.is_complete() {
            prop_assert!(is_proved);
            prop_assert_eq!(&one, &two);
        }
    }

    #[test]
    fn pauses_do_not_change_the_answer(
        board in board(1..=9),
        limit in 1..60_u64,
        stages in stages(),
    ) {
        let whole = answer(&board, limit)?;
        let mut staged = answer_in_stages(&board, limit, &stages, &whole)?;
        if whole.count > 2 {
            // In counting without witnesses, updates depend on pauses: solutions beyond a budget are visited one by one.
            let updates = whole.stats.map_or(0, |stats| stats.updates);
            staged.stats.as_mut().expect("stats were requested").updates = updates;
        }
        prop_assert_eq!(staged, whole);
    }

    #[test]
    fn relabelling_digits_keeps_the_count(
        (board, digits) in board(1..=9).prop_flat_map(|board| {
            let digits = relabelling(board.size);
            (Just(board), digits)
        }),
    ) {
        let relabelled = |&digit: &usize| if digit == 0 { 0 } else { digits[digit - 1] };
        let other = Board { cells: board.cells.iter().map(relabelled).collect(), ..board.clone() };
        prop_assert_eq!(count(&other, 100)?, count(&board, 100)?);
    }

    #[test]
    fn transposing_keeps_the_count(board in board(1..=9)) {
        let size = board.size;
        let cells = (0..size * size).map(|cell| board.cells[cell % size * size + cell / size]);
        let (box_width, box_height) = (board.box_height, board.box_width);
        let other = Board { size, box_width, box_height, cells: cells.collect() };
        prop_assert_eq!(count(&other, 100)?, count(&board, 100)?);
    }

    #[test]
    fn permuting_bands_stacks_and_lines_keeps_the_count(
        (board, rows, columns) in board(1..=9).prop_flat_map(|board| {
            let rows = lines_order(board.size, board.box_height);
            let columns = lines_order(board.size, board.box_width);
            (Just(board), rows, columns)
        }),
    ) {
        let row_of = |&row: &usize| columns.iter().map(move |column| row * board.size + column);
        let cells = rows.iter().flat_map(row_of).map(|cell| board.cells[cell]);
        let other = Board { cells: cells.collect(), ..board.clone() };
        prop_assert_eq!(count(&other, 100)?, count(&board, 100)?);
    }

    #[test]
    fn removing_a_clue_never_lowers_the_count(board in board(1..=9), cell in any::<usize>()) {
        let mut fewer = board.clone();
        let clues: Vec<usize> = (0..board.cells.len()).filter(|&cell| board.cells[cell] != 0).collect();
        if let Some(&cell) = clues.get(cell % clues.len().max(1)) {
            fewer.cells[cell] = 0;
        }
        prop_assert!(count(&fewer, 100)? >= count(&board, 100)?);
    }
}

/// Runs the stages to the end and checks each intermediate answer against `whole`.
fn answer_in_stages(
    board: &Board,
    limit: u64,
    stages: &[Stage],
    whole: &Answer,
) -> Result<Answer, TestCaseError> {
    let mut solver = solver(board, limit);
    let stop = AtomicBool::new(false);
    let mut prepared = 0;
    for stage in stages.iter().cycle() {
        if stage.cloned {
            solver = solver.clone();
        }
        stop.store(stage.stopped, Ordering::Relaxed);
        let before = solver.nodes();
        let progress = solver.advance(stage.budget_nodes, &stop).expect("no engine bug");
        let visited = solver.nodes() - before;
        let allowed = if stage.stopped { 0 } else { stage.budget_nodes };
        prop_assert!(visited <= allowed, "{} nodes, {} allowed", visited, allowed);
        if progress != Progress::Paused {
            break;
        }
        let is_classic = (board.size, board.box_width) == (9, 3);
        if !is_classic && prepared < 2 && visited == 0 {
            // Applying the rules and building the exact cover problem are calls of their own.
            prepared += usize::from(!stage.stopped);
        } else if (whole.stats.expect("stats were requested").nodes
            + whole.stats.expect("stats were requested").updates)
            * 16
            < SLICE_STEPS
        {
            prop_assert_eq!(visited, allowed, "paused with budget left");
        }
        let so_far = solver.clone().answer();
        prop_assert_eq!(so_far.stop_reason, StopReason::Interrupted);
        prop_assert!(so_far.count <= whole.count && so_far.count < limit);
        prop_assert_eq!(name_of(&so_far.verdict), verdict_name(so_far.count, false));
        prop_assert!(whole.verdict.witnesses().starts_with(so_far.verdict.witnesses()));
    }
    Ok(solver.answer())
}

fn empty(size: usize, box_width: usize) -> Board {
    Board { size, box_width, box_height: size / box_width, cells: vec![0; size * size] }
}

#[test]
fn empty_4x4_has_288_solutions_and_576_as_latin_square() {
    let boxes = answer(&empty(4, 2), u64::MAX).expect("few nodes");
    assert_eq!((boxes.count, boxes.stop_reason), (288, StopReason::Complete));
    for width in [1, 4] {
        assert_eq!(count(&empty(4, width), u64::MAX), Ok(576));
    }
}

#[test]
fn limit_stops_the_count_of_an_empty_6x6() {
    for box_width in [3, 2] {
        let mut solver = solver(&empty(6, box_width), 10_000);
        while solver.advance(u64::MAX, &AtomicBool::new(false)).expect("no engine bug") == Progress::Paused {}
        let answer = solver.answer();
        assert_eq!((answer.count, answer.stop_reason), (10_000, StopReason::SolutionLimit));
        assert_eq!(name_of(&answer.verdict), "multiple");
    }
}

#[test]
fn puzzle_of_size_1_is_unique_with_and_without_its_clue() {
    for cells in [vec![0], vec![1]] {
        let board = Board { size: 1, box_width: 1, box_height: 1, cells };
        let answer = answer(&board, 2).expect("few nodes");
        let witnesses = answer.verdict.witnesses();
        assert_eq!(name_of(&answer.verdict), "unique");
        assert_eq!(filled(&board, &witnesses[0]).cells, [1]);
    }
}

#[test]
fn stop_flag_prevents_any_work() {
    let mut solver = solver(&empty(9, 3), 1);
    let progress = solver.advance(u64::MAX, &AtomicBool::new(true)).expect("no engine bug");
    assert_eq!(progress, Progress::Paused);
    let answer = solver.answer();
    assert_eq!(
        (answer.stop_reason, answer.count, answer.stats.expect("stats were requested").nodes),
        (StopReason::Interrupted, 0, 0)
    );
    assert_eq!(answer.stats.expect("stats were requested").options, 0, "the exact cover problem was built");
    assert_eq!(answer.verdict, Verdict::Unknown);
}

/// Checks the reference implementation itself.
#[test]
fn reference_rejects_repeated_digit_empty_cell_and_changed_clue() {
    let board = |cells: [usize; 16]| Board { cells: cells.to_vec(), ..empty(4, 2) };
    let sound = board([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]);
    assert!(sound.is_solution_of(&empty(4, 2)));
    assert_eq!(empty(4, 2).solutions(usize::MAX).map(|solutions| solutions.len()), Ok(288));
    let mut changed = sound.clone();
    changed.cells[0] = 2;
    assert!(!changed.is_solution_of(&empty(4, 2)));
    let expected = BTreeMap::from([
        ((Family::Row, 1, 2), BTreeSet::from([0, 1])),
        ((Family::Column, 1, 2), BTreeSet::from([0, 8])),
        ((Family::Box, 1, 2), BTreeSet::from([0, 1])),
    ]);
    assert_eq!(changed.conflicts(), expected);
    changed.cells[0] = 0;
    assert!(!changed.is_solution_of(&empty(4, 2)));
    assert!(!sound.is_solution_of(&Board { cells: vec![2; 16], ..empty(4, 2) }));
}
