//! Laws of the cubes of puzzles: each solution is in one cube, and no weight is lost, wherever a count is split.

use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use quadrille_exact_cover::Cube;
use quadrille_exact_cover::{Rest, Split};
use quadrille_sudoku::cubes::{PuzzleCubeCount, PuzzleCubeList, puzzle_cubes};
use quadrille_sudoku::unstable::{format_puzzle_cube, format_restriction, parse_puzzle_cube};
use quadrille_sudoku::{
    BoxShape, Digit, Grid, NextSolution, Progress, Puzzle, PuzzleCube, Restriction, ResumableSearch, Rules,
    Solution, SolutionSearch, Solver,
};
use quadrille_testing::brute_force::Board;
use quadrille_testing::strategies::{board, cases};

use crate::cube::texts_of_rest;
use crate::rules::{house_puzzle, puzzle as puzzle_of_houses};
use crate::sudoku::puzzle;

/// Stop flag that is never set.
static RUN: AtomicBool = AtomicBool::new(false);

/// Digits of a grid, row by row.
type Cells = Vec<Option<Digit>>;

/// Converts the solutions of brute force.
fn digits(solutions: Vec<Vec<usize>>) -> Vec<Cells> {
    solutions.into_iter().map(|cells| cells.into_iter().map(Digit::new).collect()).collect()
}

/// Solutions of a puzzle, and the nodes of a search that finds them one by one.
fn enumerate(puzzle: &Puzzle) -> (Vec<Cells>, u64) {
    let mut solver = Solver::new(puzzle.clone(), NonZeroU64::MAX);
    let mut found = Vec::new();
    loop {
        match solver.next(u64::MAX, &RUN).expect("no bug") {
            NextSolution::Found => {
                let solution: Solution = solver.solution().expect("no bug");
                found.push(solution.grid().cells().to_vec());
            }
            NextSolution::Paused => {}
            NextSolution::Ended(_) => return (found, solver.nodes()),
        }
    }
}

/// Whether a solution of the whole puzzle is in a cube, by its clues and candidates alone.
fn is_in(PuzzleCube { puzzle, .. }: &PuzzleCube, solution: &Cells) -> bool {
    puzzle.rules().layout().cells().zip(solution).all(|(cell, &digit)| {
        let is_clue_kept = puzzle.clues().digit(cell).is_none_or(|clue| Some(clue) == digit);
        let allows = |digit| puzzle.given_candidates().is_none_or(|sets| sets[cell.index()].contains(digit));
        is_clue_kept && digit.is_some_and(allows)
    })
}

fn weight_of(cubes: &[PuzzleCube]) -> u128 {
    cubes.iter().map(|cube| cube.weight).sum()
}

/// Counts a cube in steps of `step_nodes`, up to `budget_nodes` nodes.
fn count_up_to(cube: &PuzzleCube, budget_nodes: u64, step_nodes: u64) -> (Split<Restriction>, u64) {
    let mut count = PuzzleCubeCount::new(cube.clone());
    while count.nodes() < budget_nodes {
        let left = budget_nodes - count.nodes();
        if count.advance(left.min(step_nodes), &RUN).expect("few solutions") != Progress::Paused {
            break;
        }
    }
    (count.split(), count.nodes())
}

/// Lists a cube in steps of `step_nodes` and at most 3 solutions, up to `budget_nodes` nodes.
fn list_up_to(cube: &PuzzleCube, budget_nodes: u64, step_nodes: u64) -> (Vec<Solution>, Split<Restriction>) {
    let mut list = PuzzleCubeList::new(cube.clone());
    while list.nodes() < budget_nodes {
        let (left, found_max) = (budget_nodes - list.nodes(), list.found() + 3);
        if list.advance(found_max, left.min(step_nodes), &RUN).expect("no bug") != Progress::Paused {
            break;
        }
        assert!(list.found() <= found_max && list.nodes() <= budget_nodes);
    }
    list.split()
}

/// Lists each cube of a partition up to these numbers of nodes, in turn, and replaces it by its rest. Checks the lists against the
/// solutions of the puzzle. Returns the number of lists.
fn check_lists(
    puzzle: &Puzzle,
    solutions: &[Cells],
    (want, seed): (usize, u64),
    budgets: &[u64],
) -> Result<usize, TestCaseError> {
    let mut cubes = puzzle_cubes(puzzle, want, seed).expect("no bug");
    let (mut listed, mut searched, mut lists) = (Vec::new(), 0, 0);
    let mut budgets = budgets.iter().copied().cycle();
    while let Some(cube) = cubes.pop() {
        let budget_nodes = budgets.next().unwrap_or(u64::MAX);
        let (found, split) = list_up_to(&cube, budget_nodes, u64::MAX);
        prop_assert_eq!(
            &(found.clone(), split.clone()),
            &list_up_to(&cube, budget_nodes, 2),
            "pauses change nothing"
        );
        prop_assert_eq!(split.counted, found.len() as u128);
        prop_assert_eq!(split.searched + split.rest.weight(), cube.weight);
        let rest: Vec<PuzzleCube> = cube.cubes(&split.rest).collect();
        for solution in &found {
            prop_assert!(cube.has(solution) && !rest.iter().any(|rest| rest.has(solution)));
            listed.push(solution.grid().cells().to_vec());
        }
        searched += split.searched;
        lists += 1;
        cubes.extend(rest.into_iter().rev());
    }
    let mut expected = solutions.to_vec();
    expected.sort();
    listed.sort();
    prop_assert_eq!(listed, expected, "each solution once");
    prop_assert_eq!(searched, Cube::WEIGHT_OF_WHOLE);
    Ok(lists)
}

/// Partitions the puzzle, counts each cube up to these numbers of nodes, in turn, and replaces it by its rest. Checks each
/// cube against the solutions of the puzzle. Returns the number of counts and of nodes.
fn check(
    puzzle: &Puzzle,
    solutions: &[Cells],
    (want, seed): (usize, u64),
    budgets: &[u64],
) -> Result<(usize, u64), TestCaseError> {
    let mut cubes = puzzle_cubes(puzzle, want, seed).expect("no bug");
    prop_assert_eq!(weight_of(&cubes), Cube::WEIGHT_OF_WHOLE);
    for solution in solutions {
        prop_assert_eq!(cubes.iter().filter(|cube| is_in(cube, solution)).count(), 1, "in one cube");
    }
    cubes.reverse();
    let (mut counted, mut searched, mut counts, mut nodes) = (0, 0, 0, 0);
    let mut budgets = budgets.iter().copied().cycle();
    while let Some(cube) = cubes.pop() {
        let text = format_puzzle_cube(puzzle, &cube);
        prop_assert_eq!(&parse_puzzle_cube(puzzle, &text).expect("a cube"), &cube);
        let budget_nodes = budgets.next().unwrap_or(u64::MAX);
        let (split, visited) = count_up_to(&cube, budget_nodes, u64::MAX);
        prop_assert_eq!(&split, &count_up_to(&cube, budget_nodes, 2).0, "pauses change nothing");
        prop_assert!(visited <= budget_nodes);
        prop_assert_eq!(split.searched + split.rest.weight(), cube.weight);
        let rest: Vec<PuzzleCube> = cube.cubes(&split.rest).collect();
        let mut in_searched = 0;
        for solution in solutions.iter().filter(|solution| is_in(&cube, solution)) {
            match rest.iter().filter(|cube| is_in(cube, solution)).count() {
                0 => in_searched += 1,
                cubes => prop_assert_eq!(cubes, 1, "in one cube"),
            }
        }
        prop_assert_eq!(split.counted, in_searched);
        let written = split.rest.filter_map(|restriction| Some(format_restriction(puzzle, restriction)));
        let texts = texts_of_rest(&text, &written);
        let read: Vec<_> =
            texts.iter().map(|text| parse_puzzle_cube(puzzle, text).expect("a cube")).collect();
        prop_assert_eq!(&read, &rest);
        counted += split.counted;
        searched += split.searched;
        (counts, nodes) = (counts + 1, nodes + visited);
        cubes.extend(rest.into_iter().rev());
    }
    prop_assert_eq!(counted, solutions.len() as u128);
    prop_assert_eq!(searched, Cube::WEIGHT_OF_WHOLE);
    Ok((counts, nodes))
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn cubes_of_a_square_have_each_solution_once(
        board in board(4..=6), partition in (1..20_usize, any::<u64>()), budgets in vec(2..40_u64, 1..4),
    ) {
        let puzzle = puzzle(&board);
        let solutions = digits(board.solutions(usize::MAX)?);
        check(&puzzle, &solutions, partition, &budgets)?;
        check_lists(&puzzle, &solutions, partition, &budgets)?;
    }

    #[test]
    fn cubes_of_any_layout_have_each_solution_once(
        houses in house_puzzle(), partition in (1..20_usize, any::<u64>()), budgets in vec(2..40_u64, 1..4),
    ) {
        let puzzle = puzzle_of_houses(&houses);
        let solutions = digits(houses.solutions(usize::MAX)?);
        check(&puzzle, &solutions, partition, &budgets)?;
        check_lists(&puzzle, &solutions, partition, &budgets)?;
    }
}

/// A puzzle in which `0` is an empty cell.
fn parse(line: &str, shape: BoxShape) -> Puzzle {
    let digit = |symbol: char| Digit::new(symbol.to_digit(36).unwrap_or(0) as usize);
    let grid = Grid::from_cells(line.chars().map(digit).collect()).expect("a square");
    Puzzle::new(Rules::plain(shape.width * shape.height, shape).expect("a size"), grid).expect("fits")
}

/// A classic 9x9 with 4,849 solutions.
fn open_9x9() -> Puzzle {
    let line = ".34...912..2.9..4..9..4.....5.7....3.26..3....1...4856.......8....4...3.......1..";
    parse(line, BoxShape { width: 3, height: 3 })
}

#[test]
fn splits_of_a_classic_9x9_visit_no_node_twice() {
    let puzzle = open_9x9();
    let (solutions, enumerated) = enumerate(&puzzle);
    assert_eq!(solutions.len(), 4_849);
    // A count visits fewer nodes than an enumeration, because it remembers boards; each part begins with an empty memory.
    let (_, counted) = count_up_to(&PuzzleCube::whole(puzzle.clone()), u64::MAX, u64::MAX);
    assert!(counted < enumerated, "{counted} of {enumerated} nodes");
    for (want, budget) in [(1, u64::MAX), (1, 700), (16, u64::MAX), (64, 100), (256, u64::MAX)] {
        let (counts, nodes) = check(&puzzle, &solutions, (want, 1), &[budget]).expect("each solution once");
        assert!(counts >= want && nodes <= enumerated, "{counts} counts, {nodes} of {enumerated} nodes");
        // Each cube that was split is a node of the whole that is not visited again.
        let splits = want as u64 + counted / budget;
        assert!(nodes + 2 * splits + 30 > counted, "{nodes} of {counted} nodes");
    }
}

#[test]
fn lists_of_a_classic_9x9_have_each_solution_once() {
    let puzzle = open_9x9();
    let (solutions, _) = enumerate(&puzzle);
    for (want, budget) in [(1, u64::MAX), (16, 200)] {
        check_lists(&puzzle, &solutions, (want, 1), &[budget]).expect("each solution once");
    }
}

#[test]
fn candidates_of_a_classic_9x9_stay_excluded_in_its_cubes() {
    let mut puzzle = open_9x9();
    let (all, _) = enumerate(&puzzle);
    let cell = puzzle.rules().layout().cells().last().expect("81 cells");
    puzzle.exclude(cell, all[0][80].expect("a digit"));
    let without: Vec<Cells> = all.iter().filter(|solution| solution[80] != all[0][80]).cloned().collect();
    assert!(!without.is_empty() && without.len() < all.len());
    check(&puzzle, &without, (20, 3), &[50]).expect("each solution once");
}

#[test]
fn budget_that_ends_in_cdcl_leaves_all_solutions() {
    let line = concat!(
        ".8..9...7...9..3.4..C.6B..A....B9...86..1..C..5.1..7..5....C...C8....23.",
        "6..1.3.4A.....74........A.C..B...37...1...4A............B9.25C.6..12...A",
    );
    let puzzle = parse(line, BoxShape { width: 4, height: 3 });
    let (solutions, _) = enumerate(&puzzle);
    assert_eq!(solutions.len(), 26);
    let (counts, _) = check(&puzzle, &solutions, (1, 0), &[1_000]).expect("each solution once");
    assert!(counts > 3, "{counts} counts");
    // A list ends within 1,000 nodes. CDCL has the search after 300.
    let lists = check_lists(&puzzle, &solutions, (1, 0), &[320]).expect("each solution once");
    assert!(lists > 1, "{lists} lists");
}

#[test]
fn puzzle_without_branches_is_one_cube() {
    let board = |cells: [usize; 16]| Board { size: 4, box_width: 2, box_height: 2, cells: cells.to_vec() };
    let solved = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let mut conflicting = solved;
    conflicting[1] = 1;
    for (cells, count) in [(solved, 1), (conflicting, 0)] {
        let cubes = puzzle_cubes(&puzzle(&board(cells)), 9, 0).expect("no bug");
        assert_eq!(cubes, [PuzzleCube::whole(puzzle(&board(cells)))]);
        assert_eq!(
            count_up_to(&cubes[0], u64::MAX, u64::MAX).0,
            Split { counted: count, searched: Cube::WEIGHT_OF_WHOLE, rest: Rest::default() }
        );
    }
}

#[test]
fn cubes_of_an_empty_grid_have_a_text() {
    let empty = Puzzle::empty(open_9x9().rules().clone());
    let mut cubes = puzzle_cubes(&empty, 300, 1).expect("no bug");
    // Some exclude candidates of a cell, and later place another one in it.
    for _ in 0..3 {
        let cube = cubes[cubes.len() / 2].clone();
        let (split, _) = count_up_to(&cube, 2_000, u64::MAX);
        let rest: Vec<_> = cube.cubes(&split.rest).collect();
        let last = rest.last().expect("a rest");
        let (nested, _) = count_up_to(last, 2_000, u64::MAX);
        cubes.extend(last.cubes(&nested.rest));
        cubes.extend(rest);
    }
    for cube in cubes {
        let text = format_puzzle_cube(&empty, &cube);
        assert_eq!(parse_puzzle_cube(&empty, &text), Ok(cube), "{text}");
    }
}

#[test]
fn cubes_depend_on_the_seed_and_nothing_else() {
    let of_seed = |seed| puzzle_cubes(&open_9x9(), 40, seed).expect("no bug");
    assert_eq!(of_seed(5), of_seed(5));
    assert_ne!(of_seed(5), of_seed(6));
}

#[test]
fn invalid_text_is_no_cube() {
    let mut puzzle = open_9x9();
    puzzle
        .exclude(puzzle.rules().layout().cells().next().expect("81 cells"), Digit::new(1).expect("a digit"));
    for text in ["0", "5 r1c1=5", "5 r1c1!=2 r1c1!=5 r1c4=6", "7 r9c9!=1"] {
        let cube = parse_puzzle_cube(&puzzle, text).expect("a cube");
        assert_eq!(format_puzzle_cube(&puzzle, &cube), text);
    }
    let cube = parse_puzzle_cube(&puzzle, "5 r9c9!=2 r1c1!=5 r1c1!=2 r9c9=3").expect("a cube");
    assert_eq!(format_puzzle_cube(&puzzle, &cube), "5 r1c1!=2 r1c1!=5 r9c9=3");
    for (text, fault) in [
        ("", "`` is no weight: a weight is a whole number up to 2^120"),
        ("r1c1=5", "`r1c1=5` is no weight: a weight is a whole number up to 2^120"),
        ("1 ", "`` is neither a clue such as `r1c2=5` nor an excluded candidate such as `r1c2!=5`"),
        ("1 r1c1", "`r1c1` is neither a clue such as `r1c2=5` nor an excluded candidate such as `r1c2!=5`"),
        (
            "1 r1c1=05",
            "`r1c1=05` is neither a clue such as `r1c2=5` nor an excluded candidate such as `r1c2!=5`",
        ),
        (
            "1 r1c1=0",
            "`r1c1=0` is neither a clue such as `r1c2=5` nor an excluded candidate such as `r1c2!=5`",
        ),
        ("1 r1c1=10", "`r1c1=10` is not a candidate of the puzzle"),
        ("1 r1c1=1", "`r1c1=1` is not a candidate of the puzzle"),
        ("1 r1c2=3", "`r1c2=3` is not a candidate of the puzzle"),
        ("1 r1c10=3", "`r1c10=3` is not a candidate of the puzzle"),
        (
            "1 R1C1=3",
            "`R1C1=3` is neither a clue such as `r1c2=5` nor an excluded candidate such as `r1c2!=5`",
        ),
        ("1 r1c1=2 r1c1=2", "`r1c1=2` is not a candidate of the puzzle"),
        ("1 r1c1=2 r1c1!=3", "`r1c1!=3` is not a candidate of the puzzle"),
        ("1 r1c1!=2 r1c1=2", "`r1c1=2` is not a candidate of the puzzle"),
        ("1 r1c1!=2 r1c1!=2", "`r1c1!=2` is not a candidate of the puzzle"),
    ] {
        let error = parse_puzzle_cube(&puzzle, text).expect_err(text);
        assert_eq!(error.to_string(), fault);
    }
}
