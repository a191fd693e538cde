//! Lists solutions with progress, until another thread stops the search.
//!
//! ```sh
//! cargo run --release --example progress
//! ```
//!
//! The problem has 14,200 solutions: 12 queens. Prints the progress after each 1,000 solutions. The other thread, which could as well wait for
//! a key or a clock, stops the search after 3,000 of them.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;

use quadrille_exact_cover::{Budget, Item, NextSolution, Problem, StopReason};

fn queens(n: u32) -> Result<Problem, Box<dyn Error>> {
    let mut problem = Problem::new(2 * n as usize, 2 * (2 * n as usize - 1))?;
    for row in 0..n {
        for column in 0..n {
            let items = [row, n + column, 2 * n + row + column, 4 * n - 1 + row + n - 1 - column];
            problem.add_option(items.map(Item))?;
        }
    }
    Ok(problem)
}

fn main() -> Result<(), Box<dyn Error>> {
    let problem = queens(12)?;
    let stop = Arc::new(AtomicBool::new(false));
    let mut search = problem.search().interrupt(&stop);
    let (sender, covers) = mpsc::sync_channel(0);
    thread::scope(|scope| {
        scope.spawn(move || {
            for (number, _cover) in (1..).zip(covers) {
                if number == 3_000 {
                    // The search may send one more solution before it looks at the flag.
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        let end = loop {
            match search.run(Budget::nodes(10_000)) {
                NextSolution::Found => {
                    if search.found().is_multiple_of(1_000) {
                        println!("{} solutions after {} nodes", search.found(), search.nodes());
                    }
                    sender.send(search.solution()?)?;
                }
                // After 10,000 nodes without a solution, which does not happen here.
                NextSolution::Paused => println!("searching: {} nodes", search.nodes()),
                NextSolution::Ended(end) => break end,
            }
        };
        println!("{}", if end == StopReason::Interrupted { "interrupted" } else { "complete" });
        drop(sender);
        Ok(())
    })
}
