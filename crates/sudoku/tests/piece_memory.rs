//! The pieces of a search hold little memory, however long and many their cubes are.
//!
//! The only test of its program: the kernel counts for the whole process.
#![cfg(target_os = "linux")]
#![expect(clippy::expect_used, reason = "a test fails by a panic")]

use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use quadrille_exact_cover::{Cube, Item, Problem};
use quadrille_sudoku::unstable::{AnyProblem, CubeCounter, CubeRun, WrittenCubes};

/// Peak of the resident memory of this process in MiB.
fn peak_mib() -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("the status of the process");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
    peak.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") >> 10
}

/// Items with several options each, so that a search has a long path with thousands of cubes beside it. Few solutions share the
/// two secondary items.
fn choices(items: u32, options: u32) -> Problem {
    let mut problem = Problem::new(items as usize, 2).expect("few items");
    for (item, option) in (0..items).flat_map(|item| (0..options).map(move |option| (item, option))) {
        let secondary = (option < 2).then_some((item + option) % 3).filter(|&secondary| secondary < 2);
        let entries: Vec<_> =
            [Some(item), secondary.map(|item| items + item)].into_iter().flatten().map(Item).collect();
        problem.add_option(&entries).expect("valid option");
    }
    problem
}

#[test]
fn piece_with_thousands_of_long_cubes_holds_little_memory() {
    let whole = AnyProblem::Cover(Arc::new(choices(3_500, 5)));
    let mut waiting = vec![vec![Cube::whole().to_string()]];
    let (before, stop) = (peak_mib(), AtomicBool::new(false));
    let (mut counted, mut searched) = (0, 0);
    for _ in 0..12 {
        let cubes = WrittenCubes::read(&waiting.pop().expect("a piece")).expect("cubes");
        let mut run = CubeRun::new(CubeCounter::new(whole.clone()), cubes, 20_000);
        while run.run_slice(u64::MAX, &stop).expect("a count").is_pending() {
            assert!(run.searched() + run.left() <= Cube::WEIGHT_OF_WHOLE);
        }
        let ended = run.finish().expect("few solutions");
        counted += ended.counted;
        searched += ended.searched;
        waiting.extend(ended.rest.divide(2, 1 << 20).into_iter().rev().map(|part| vec![part.into_text()]));
    }
    let texts: Vec<String> = waiting.concat();
    let left = WrittenCubes::read(&texts).expect("cubes").weight();
    assert_eq!(searched + left, Cube::WEIGHT_OF_WHOLE);
    let bytes: usize = texts.iter().map(String::len).sum();
    assert!(counted > 0 && bytes < 600_000, "{bytes} bytes");
    let more = peak_mib() - before;
    assert!(more < 16, "{more} MiB");
}
