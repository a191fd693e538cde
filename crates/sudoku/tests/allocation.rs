//! A solver allocates for the first puzzle of a size and not for the next ones.
//!
//! The only test of its program: the allocator counts for the whole process.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by a panic")]

use std::alloc::System;
use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::ResumableSearch;
use quadrille_sudoku::text::parse_line;
use quadrille_sudoku::{BoxShape, Progress, Puzzle, Rules, Solver};
use quadrille_testing::corpus;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Up to a hundred puzzles of each corpus file, by size.
fn puzzles() -> BTreeMap<usize, Vec<Puzzle>> {
    let mut puzzles = BTreeMap::<usize, Vec<Puzzle>>::new();
    for case in corpus::files().iter().flat_map(|file| corpus::cases_of(file).into_iter().take(100)) {
        let (grid, _) = parse_line(&case.puzzle, &mut |fault| panic!("{}: {fault:?}", case.location))
            .expect("a valid puzzle");
        let size = grid.square_size().expect("a square");
        let rules = Rules::plain(size, BoxShape::usual(size)).expect("a valid size");
        puzzles.entry(size).or_default().push(Puzzle::new(rules, grid).expect("the digits fit"));
    }
    puzzles
}

/// Solves a puzzle and returns the number of allocations.
fn solve(solver: &mut Solver, puzzle: Puzzle) -> usize {
    let two = NonZeroU64::new(2).expect("positive");
    let stop = AtomicBool::new(false);
    let region = Region::new(ALLOCATOR);
    solver.restart(puzzle, two);
    while solver.advance(u64::MAX, &stop).expect("no engine bug") == Progress::Paused {}
    let change = region.change();
    change.allocations + change.reallocations
}

/// Asks whether a puzzle is unique, by its own method, and returns the number of allocations.
fn ask(puzzle: &Puzzle) -> usize {
    let region = Region::new(ALLOCATOR);
    assert_eq!(puzzle.is_unique(), puzzle.count_up_to(2) == 1);
    let change = region.change();
    change.allocations + change.reallocations
}

/// Node count from which CDCL may take over.
const CDCL_NODES: u64 = 300;

#[test]
fn warm_solver_allocates_nothing() {
    for (size, puzzles) in puzzles() {
        let mut solver = Solver::new(puzzles[0].clone(), NonZeroU64::MIN);
        solve(&mut solver, puzzles[0].clone());
        let mut searched = 0;
        for puzzle in &puzzles[1..] {
            let allocations = solve(&mut solver, puzzle.clone());
            searched += usize::from(solver.nodes() > 0);
            // Learned clauses need memory, up to a bound.
            assert!(
                allocations == 0 || size != 9 && solver.nodes() >= CDCL_NODES,
                "{allocations} allocations for a puzzle of size {size}"
            );
        }
        assert!(searched > 0 || puzzles.len() < 10, "the rules solved all puzzles of size {size}");
        if size == 9 {
            ask(&puzzles[0]);
            assert!(puzzles.iter().all(|puzzle| ask(puzzle) == 0), "the method of a puzzle keeps its solver");
        }
        // That memory is reused, too.
        for puzzle in puzzles {
            assert_eq!(solve(&mut solver, puzzle), 0, "size {size}, solved before");
        }
    }
}
