//! Generated puzzles.

use std::sync::atomic::AtomicBool;

use divan::Bencher;
use divan::counter::ItemsCount;
use quadrille_sudoku::ResumableSearch;
use quadrille_sudoku::generate::{Difficulty, Generator, PuzzleSpec};
use quadrille_sudoku::techniques::Level;
use quadrille_sudoku::{BoxShape, Progress, Rules};

/// Attempts for a puzzle.
const ATTEMPTS_MAX: u64 = 100_000;

fn spec(size: usize) -> PuzzleSpec {
    PuzzleSpec::new(Rules::plain(size, BoxShape::usual(size)).expect("a size"))
}

fn of_level(level: Level) -> PuzzleSpec {
    spec(9).with_difficulty(Difficulty { levels: Some(level..=level), ..Difficulty::default() })
}

/// Measures puzzles of consecutive seeds.
fn generate(bencher: Bencher<'_, '_>, spec: &PuzzleSpec, count: u64) {
    let generator = || Generator::new(spec.clone(), 0, ATTEMPTS_MAX);
    bencher.counter(ItemsCount::new(count)).with_inputs(generator).bench_refs(|generator| {
        for seed in 0..count {
            generator.restart(seed);
            let stop = AtomicBool::new(false);
            while generator.advance(u64::MAX, &stop).expect("no engine bug") == Progress::Paused {}
            assert!(generator.puzzle().is_some(), "seed {seed}");
        }
    });
}

/// Minimal classic 9x9.
#[divan::bench]
fn generate_minimal(bencher: Bencher<'_, '_>) {
    generate(bencher, &spec(9).minimal(), 1_000);
}

/// Classic 9x9 that singles solve.
#[divan::bench]
fn generate_easy(bencher: Bencher<'_, '_>) {
    generate(bencher, &of_level(Level::Easy), 1_000);
}

/// Classic 9x9 that need chains.
#[divan::bench]
fn generate_expert(bencher: Bencher<'_, '_>) {
    generate(bencher, &of_level(Level::Expert), 20);
}

/// 16x16, not minimal.
#[divan::bench]
fn generate_16x16(bencher: Bencher<'_, '_>) {
    generate(bencher, &spec(16), 100);
}

/// 25x25, not minimal.
#[divan::bench]
fn generate_25x25(bencher: Bencher<'_, '_>) {
    generate(bencher, &spec(25), 5);
}
