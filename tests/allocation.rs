//! A solver allocates for the first puzzle of a size and not for the next ones.
//!
//! The only test of its program: the allocator counts for the whole process.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails by a panic")]

use std::alloc::System;
use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use quadrille::sudoku::notation::parse_line;
use quadrille::sudoku::{BoxShape, Geometry, Progress, Puzzle, Solver};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Up to a hundred puzzles of each corpus file, by size.
fn puzzles() -> BTreeMap<usize, Vec<Puzzle>> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut puzzles = BTreeMap::<usize, Vec<Puzzle>>::new();
    for entry in std::fs::read_dir(directory).expect("the corpus exists") {
        let path = entry.expect("a readable entry").path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        let text = std::fs::read_to_string(path).expect("a readable file");
        let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        for line in lines.take(100) {
            let clues = line.split(':').next().expect("a first field");
            let (grid, _) = parse_line(clues, &mut |fault| panic!("{line}: {fault:?}")).expect("no fault");
            let size = grid.size();
            let geometry = Geometry::new(size, BoxShape::usual(size)).expect("a size");
            puzzles.entry(size).or_default().push(Puzzle::new(geometry, grid).expect("the digits fit"));
        }
    }
    puzzles
}

/// Solves a puzzle and returns the number of allocations.
fn solve(solver: &mut Solver, puzzle: Puzzle) -> usize {
    let two = NonZeroU64::new(2).expect("two is positive");
    let stop = AtomicBool::new(false);
    let region = Region::new(ALLOCATOR);
    solver.restart(puzzle, two);
    while solver.advance(u64::MAX, &stop).expect("no bug in the engine") == Progress::Paused {}
    let taken = region.change();
    taken.allocations + taken.reallocations
}

/// Node count from which CDCL may take over.
const LEARNING_NODES: u64 = 300;

#[test]
fn warm_solver_allocates_nothing() {
    for (size, puzzles) in puzzles() {
        let mut solver = Solver::new(puzzles[0].clone(), NonZeroU64::MIN);
        solve(&mut solver, puzzles[0].clone());
        let mut searched = 0;
        for puzzle in &puzzles[1..] {
            let taken = solve(&mut solver, puzzle.clone());
            searched += usize::from(solver.nodes() > 0);
            // Learned clauses need memory, up to a bound.
            assert!(
                taken == 0 || size != 9 && solver.nodes() >= LEARNING_NODES,
                "{taken} for one of size {size}"
            );
        }
        assert!(searched > 0 || puzzles.len() < 10, "the rules finished all of size {size}");
        // That memory is reused, too.
        for puzzle in puzzles {
            assert_eq!(solve(&mut solver, puzzle), 0, "for one of size {size} that was solved before");
        }
    }
}
