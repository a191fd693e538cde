//! A search holds no more memory than `docs/operations.md` adds up for it.
//!
//! The only test of its program: the allocator counts for the whole process.

use std::alloc::System;
use std::num::NonZeroU64;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::ResumableSearch;
use quadrille_sudoku::{BoxShape, Grid, Progress, Puzzle, Rules, Solver};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn count_of_empty_36x36_holds_little_memory() {
    let rules = Rules::plain(36, BoxShape::usual(36)).expect("a valid size");
    let empty = Grid::from_cells(vec![None; 36 * 36]).expect("a valid size");
    let puzzle = Puzzle::new(rules, empty).expect("no clues");
    let (limit, stop) = (NonZeroU64::new(u64::MAX).expect("positive"), AtomicBool::new(false));
    let region = Region::new(ALLOCATOR);
    let mut solver = Solver::new(puzzle, limit);
    // CDCL begins after some hundred nodes.
    while solver.nodes() < 100_000 {
        assert_eq!(solver.advance(10_000, &stop).expect("no engine bug"), Progress::Paused);
    }
    let change = region.change();
    let held = change.bytes_allocated - change.bytes_deallocated;
    assert!(held < 15 << 20, "{} KiB", held >> 10);
}
